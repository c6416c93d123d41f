"""Minima, roots, integrals, interpolation, densities; distances, clusters, components."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _rast as r
from ._apply import as_lambda
from ._calls import handed_on
from ._components import returned_by
from ._functions import Table
from ._kinds import ANY, DOUBLES, matrix, record
from ._pyexpr import Py, Refused, call, fill, literal
from ._tools import flag, text

if TYPE_CHECKING:
    from ._translate import Translator

TABLE = stats = Table("stats", imports={"rstats": "from dagbag.r_compat import rstats"})
Dots = list[tuple[str | None, Py]]
LBFGSB = (
    "optim() by L-BFGS-B is scipy's, a later version than R's: it agrees to the tolerance of the "
    "search"
)
SIGNS = "the signs of components are LAPACK's, which may differ from one build of R to another"


def _function(t: Translator, f: r.Node, dots: list[r.Arg], stem: str = "x") -> Py:
    """Return a function of one argument; what else it is given it has in its call."""
    if not dots:
        return handed_on(t, t.expr(f))
    names, body = t.applied(f, [(stem, ANY)], dots)
    return as_lambda(names, body)


def _settings(t: Translator, given: dict[str, r.Node | None]) -> dict[str, Py | None]:
    return {key: None if node is None else t.expr(node) for key, node in given.items()}


@stats("optimize optimise", "f", "interval", "...", "lower", "upper", "maximum", "tol", lazy=True)
def _optimize(t: Translator, f: r.Node, dots: list[r.Arg], **nodes: r.Node | None) -> Py:
    given = _settings(t, nodes)
    interval = given.pop("interval")
    if given["maximum"] is not None:
        given["maximum"] = fill("True") if flag(given["maximum"], False, "maximum") else None
    rest = [] if interval is None else [interval]
    kind = returned_by("optimize" if given["maximum"] is None else "optimize.maximum")
    return call("rstats.optimize", [_function(t, f, dots), *rest], kind, **given)


@stats("uniroot", "f", "interval", "...", "lower", "upper", "f.lower", "f.upper", "extendInt",
       "check.conv", "tol", "maxiter", lazy=True)  # fmt: skip
def _uniroot(t: Translator, f: r.Node, dots: list[r.Arg], **nodes: r.Node | None) -> Py:
    for key in ("f_lower", "f_upper", "check_conv"):
        nodes.pop(key)
    if nodes.pop("extendInt") is not None:
        raise Refused("the argument extendInt of uniroot() has no translation")
    given = _settings(t, nodes)
    interval = given.pop("interval")
    rest = [] if interval is None else [interval]
    return call("rstats.uniroot", [_function(t, f, dots), *rest], returned_by("uniroot"), **given)


@stats("integrate", "f", "lower", "upper", "...", "subdivisions", "rel.tol", "abs.tol",
       "stop.on.error", lazy=True)  # fmt: skip
def _integrate(
    t: Translator,
    f: r.Node,
    lower: r.Node,
    upper: r.Node,
    dots: list[r.Arg],
    **nodes: r.Node | None,
) -> Py:
    if nodes.pop("stop_on_error") is not None:
        raise Refused("the argument stop.on.error of integrate() has no translation")
    parts = [_function(t, f, dots), t.expr(lower), t.expr(upper)]
    return call("rstats.integrate", parts, returned_by("integrate"), **_settings(t, nodes))


@stats("optim", "par", "fn", "gr", "...", "method", "lower", "upper", "control", "hessian",
       lazy=True)  # fmt: skip
def _optim(
    t: Translator,
    par: r.Node,
    fn: r.Node,
    gr: r.Node | None,
    dots: list[r.Arg],
    **nodes: r.Node | None,
) -> Py:
    given = _settings(t, nodes)
    word = text(given["method"], "Nelder-Mead", "method of optim()")
    if word not in ("Nelder-Mead", "BFGS", "L-BFGS-B", "Brent"):
        raise Refused(f"the method {word} of optim() has no translation")
    if word == "L-BFGS-B":
        t.note(LBFGSB, once=True)
    parts = [t.expr(par), _function(t, fn, dots, "par")]
    if gr is not None and not isinstance(gr, r.Null):
        gradient = _function(t, gr, dots, "par")
        if gradient.kind.shape != "null":
            parts.append(gradient)
    return call("rstats.optim", parts, returned_by("optim"), **given)


@stats("ecdf", "x")
def _ecdf(t: Translator, x: Py) -> Py:
    return call("rstats.Ecdf", [x], ANY)


@stats("density", "x", "bw", "adjust", "kernel", "n", "from", "to", "cut", "na.rm")
def _density(t: Translator, x: Py, **given: Py | None) -> Py:
    given["low"], given["high"] = given.pop("from"), given.pop("to")
    return call("rstats.density", [x], returned_by("density"), **given)


for _word, _rule in (("bw.nrd0", "nrd0"), ("bw.nrd", "nrd")):

    @stats(_word, "x")
    def _bandwidth(t: Translator, x: Py, _rule: str = _rule) -> Py:
        return call("rstats.bandwidth", [x, fill(repr(_rule))], ANY)


@stats("approx", "x", "y", "xout", "method", "n", "yleft", "yright", "rule", "f", "ties")
def _approx(t: Translator, x: Py, y: Py | None, xout: Py | None, **given: Py | None) -> Py:
    for key in ("yleft", "yright", "ties"):
        if given.pop(key) is not None:
            raise Refused(f"the argument {key} of approx() has no translation")
    rest = [] if y is None else [y]
    return call("rstats.approx", [x, *rest], ANY, xout=xout, **given)


@stats("lowess", "x", "y", "f", "iter", "delta")
def _lowess(t: Translator, x: Py, y: Py | None, **given: Py | None) -> Py:
    sure = ("vector",) if y is None else ("vector", "matrix", "atomic", "any")
    if x.kind.shape not in sure:
        raise Refused("lowess() of what is not known to be a vector")
    pairs = (("x", DOUBLES.with_(many=True)), ("y", DOUBLES.with_(many=True)))
    return call("rstats.lowess", [x, *([] if y is None else [y])], record(pairs), **given)


@stats("approxfun", "x", "y", "method", "rule", "f")
def _approxfun(t: Translator, x: Py, y: Py, **given: Py | None) -> Py:
    return call("rstats.Approximation", [x, y], ANY, **given)


@stats("dist", "x", "method", "diag", "upper", "p")
def _dist(
    t: Translator, x: Py, method: Py | None, diag: Py | None, upper: Py | None, p: Py | None
) -> Py:
    return call("rstats.dist", [x], ANY, method=method, p=p)


@stats("as.dist", "m", "diag", "upper")
def _as_dist(t: Translator, m: Py, diag: Py | None, upper: Py | None) -> Py:
    return call("rstats.as_dist", [m], ANY)


@stats("hclust", "d", "method")
def _hclust(t: Translator, d: Py, method: Py | None) -> Py:
    return call("rstats.hclust", [d], returned_by("hclust"), method=method)


@stats("cutree", "tree", "k", "h")
def _cutree(t: Translator, tree: Py, k: Py | None, h: Py | None) -> Py:
    return call("rstats.cutree", [tree], ANY, k=k, h=h)


@stats("cophenetic", "x")
def _cophenetic(t: Translator, x: Py) -> Py:
    return call("rstats.cophenetic", [x], ANY)


@stats("poly", "x", "...", "degree", "coefs", "raw", "simple")
def _poly(
    t: Translator, x: Py, dots: Dots, degree: Py | None, raw: Py | None, **given: Py | None
) -> Py:
    if raw is None or not flag(raw, False, "raw"):
        raise Refused("poly() of orthogonal polynomials has no translation: use raw = TRUE")
    if given["coefs"] is not None or given["simple"] is not None or len(dots) > 1:
        raise Refused("poly() of several variables has no translation")
    if dots and (degree is not None or dots[0][0] is not None):
        raise Refused("poly() of several variables has no translation")
    count = dots[0][1] if dots else degree
    return call("rstats.poly", [x], ANY, degree=count, raw=raw)


@stats("acf", "x", "lag.max", "type", "plot", "na.action", "demean")
def _acf(t: Translator, x: Py, plot: Py | None, **given: Py | None) -> Py:
    if plot is None or flag(plot, True, "plot"):
        raise Refused("the plot of acf() has no translation: use plot = FALSE")
    if given.pop("na_action") is not None:
        raise Refused("the argument na.action of acf() has no translation")
    text(given["type"], "correlation", "type of acf()")
    return call("rstats.acf", [x], ANY, **given)


@stats("power.t.test", "n", "delta", "sd", "sig.level", "power", "type", "alternative", "strict",
       "tol")  # fmt: skip
def _power_t_test(t: Translator, strict: Py | None, tol: Py | None, **given: Py | None) -> Py:
    if strict is not None or tol is not None:
        raise Refused("the arguments strict and tol of power.t.test() have no translation")
    types = ("two.sample", "one.sample", "paired")
    if text(given["type"], types[0], "type of power.t.test()") not in types:
        raise Refused("power.t.test() of this type")
    sides = ("two.sided", "one.sided")
    if text(given["alternative"], sides[0], "alternative of power.t.test()") not in sides:
        raise Refused("power.t.test() of this alternative")
    return call("rstats.power_t_test", [], ANY, **given)


@stats("prcomp", "x", "retx", "center", "scale.", "tol", "rank.")
def _prcomp(t: Translator, x: Py, tol: Py | None, **given: Py | None) -> Py:
    if tol is not None:
        raise Refused("the argument tol of prcomp() has no translation")
    t.note(SIGNS, once=True)
    words = {key.rstrip("_"): value for key, value in given.items()}
    return call("rstats.prcomp", [x], returned_by("prcomp"), **words)


@stats("cmdscale", "d", "k", "eig")
def _cmdscale(t: Translator, d: Py, k: Py | None, eig: Py | None) -> Py:
    t.note(SIGNS, once=True)
    listed = eig is not None and flag(eig, False, "eig")
    return call("rstats.cmdscale", [d], ANY, k=k, eig=literal(True) if listed else None)


@stats("varimax", "x", "normalize", "eps")
def _varimax(t: Translator, x: Py, normalize: Py | None, eps: Py | None) -> Py:
    t.note("loadings are a matrix here; R prints them in a way of its own", once=True)
    kind = record((("loadings", matrix("double")), ("rotmat", matrix("double", bare=True))))
    return call("rstats.varimax", [x], kind, normalize=normalize, eps=eps)


@stats("mahalanobis", "x", "center", "cov", "inverted")
def _mahalanobis(t: Translator, x: Py, center: Py, cov: Py, inverted: Py | None) -> Py:
    return call("rstats.mahalanobis", [x, center, cov], ANY, inverted=inverted)
