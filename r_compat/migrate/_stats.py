"""R's packages stats and utils, data frames, factors and counts."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from . import _rast as r
from ._functions import Table
from ._kinds import (
    ANY,
    DOUBLE,
    DOUBLES,
    EXTENT,
    FACTOR,
    INTEGERS,
    NEVER,
    STRINGS,
    Kind,
    Mode,
    column_mode,
    join,
)
from ._pyexpr import Py, Refused, call, fill, literal
from ._tools import (
    COLLATION,
    flag,
    like,
    numbers,
    refuse_given,
    text,
)

if TYPE_CHECKING:
    from ._translate import Translator

TABLE = stats = Table("stats")
Dots = list[tuple[str | None, Py]]


def _enough(kind: Kind) -> bool:
    return kind.many or (kind.length or 0) > 1


def _one_sample(x: Py, na_rm: Py | None, numpy: str, word: str, **claims: float | None) -> Py:
    kind = x.kind
    skip = na_rm is not None and flag(na_rm, False, "na.rm")
    result = DOUBLE.with_(na=kind.na and not skip, **claims)
    if (
        kind.shape in ("vector", "matrix")
        and kind.numeric
        and _enough(kind if kind.shape == "vector" else kind.with_(many=True))
        and not kind.na
        and not skip
    ):
        return fill(numpy, result, X=numbers(x))
    return call(f"rv.{word}", [x], result, na_rm=literal(True) if skip else None)


@stats("sd", "x", "na.rm")
def _sd(t: Translator, x: Py, na_rm: Py | None) -> Py:
    return _one_sample(x, na_rm, "np.std(X, ddof=1)", "sd", low=0)


@stats("var", "x", "y", "na.rm", "use")
def _var(t: Translator, x: Py, y: Py | None, na_rm: Py | None, use: Py | None) -> Py:
    if y is None and x.kind.shape == "vector" and use is None:
        return _one_sample(x, na_rm, "np.var(X, ddof=1)", "var", low=0)
    if y is None and x.kind.is_scalar:
        return call("rv.var", [x], DOUBLE)
    if y is None and use is None and x.kind.shape in ("any", "never", "atomic"):
        return call("rv.var", [x], Kind("atomic", "double"))
    return _moments(t, "cov", x, y, use)


@stats("median", "x", "na.rm", "...")
def _median(t: Translator, x: Py, na_rm: Py | None, dots: Dots) -> Py:
    return _one_sample(x, na_rm, "np.median(X)", "median", low=x.kind.low, high=x.kind.high)


@stats("mad", "x")
def _mad(t: Translator, x: Py) -> Py:
    return call("rv.mad", [x], DOUBLE.with_(low=0))


def _moments(
    t: Translator, word: str, x: Py, y: Py | None, use: Py | None, method: Py | None = None
) -> Py:
    a = x.kind
    if (
        a.shape == "matrix"
        and y is None
        and use is None
        and method is None
        and a.numeric
        and (not a.names)
    ):
        function = "np.corrcoef" if word == "cor" else "np.cov"
        extent = None if a.dims is None else a.dims[1]
        if extent is None or extent > 1:
            return fill(
                f"{function}(X, rowvar=False)",
                Kind("matrix", "double", dims=(extent, extent)),
                X=numbers(x),
            )
    if y is not None and a.shape == y.kind.shape == "vector" and use is None and method is None:
        if word == "cor" and a.numeric and y.kind.numeric:
            return fill(
                "np.corrcoef(X, Y)[0, 1]", DOUBLE.with_(low=-1, high=1), X=numbers(x), Y=numbers(y)
            )
        return call(f"rv.{word}", [x, y], DOUBLE)
    parts = [x] if y is None else [x, y]
    kind = Kind("matrix", "double", names=True)
    if y is not None and a.shape in ("vector", "scalar") and y.kind.shape in ("vector", "scalar"):
        kind = DOUBLE
    elif a.shape in ("any", "never", "atomic"):
        kind = Kind("atomic", "double")
    return call(f"rv.{word}", parts, kind, use=use, **({"method": method} if method else {}))


@stats("cor", "x", "y", "use", "method")
def _cor(t: Translator, x: Py, y: Py | None, use: Py | None, method: Py | None) -> Py:
    return _moments(t, "cor", x, y, use, method)


@stats("cov", "x", "y", "use", "method")
def _cov(t: Translator, x: Py, y: Py | None, use: Py | None, method: Py | None) -> Py:
    refuse_given("cov", method=method)
    return _moments(t, "cov", x, y, use)


@stats("cov2cor", "V")
def _cov2cor(t: Translator, V: Py) -> Py:
    return call("rv.cov2cor", [V], Kind("matrix", "double", names=V.kind.names, dims=V.kind.dims))


@stats("quantile", "x", "probs", "na.rm", "names", "type")
def _quantile(
    t: Translator, x: Py, probs: Py | None, na_rm: Py | None, names: Py | None, type: Py | None
) -> Py:
    if type is not None and type.kind.const != 7:
        raise Refused("quantile() of another type than 7")
    labelled = flag(names, True, "names")
    kind = DOUBLES.with_(length=5, names=labelled)
    if probs is not None:
        kind = (
            DOUBLE
            if probs.kind.is_scalar
            else DOUBLES.with_(length=probs.kind.length, names=labelled)
        )
    kind = kind.with_(low=x.kind.low, high=x.kind.high)
    plain = x.kind.shape == "vector" and x.kind.numeric and not x.kind.na and na_rm is None
    if plain and probs is not None and (probs.kind.is_scalar or not labelled):
        return fill("np.quantile(X, P)", kind, X=numbers(x), P=probs)
    skip = na_rm is not None and flag(na_rm, False, "na.rm")
    return call(
        "rv.quantile",
        [x] if probs is None else [x, probs],
        kind,
        na_rm=literal(True) if skip else None,
        labels=None if labelled else literal(False),
    )


@stats("fivenum", "x")
def _fivenum(t: Translator, x: Py) -> Py:
    return call("rv.fivenum", [x], DOUBLES.with_(length=5))


@stats("IQR", "x", "na.rm")
def _iqr(t: Translator, x: Py, na_rm: Py | None) -> Py:
    refuse_given("IQR", na_rm=na_rm)
    return fill("np.subtract(*np.quantile(X, [0.75, 0.25]))", DOUBLE.with_(low=0), X=x)


@stats("summary", "object", "...")
def _summary(t: Translator, dots: Dots, **given: Py) -> Py:
    x = given["object"]
    if x.kind.shape == "vector" and x.kind.mode in ("integer", "double"):
        return call("rv.summary", [x], DOUBLES.with_(length=6, names=True))
    if x.kind.shape in ("any", "never", "atomic") or (x.kind.mode == "any" and x.kind.atomic):
        return call("rv.summary", [x], ANY)
    if x.kind.shape == "frame":
        return Py(fill("X.describe()", X=x).node, Kind("other", tag="summary of a data frame"))
    raise Refused("summary() of this value has no translation")


@stats("weighted.mean", "x", "w")
def _weighted_mean(t: Translator, x: Py, w: Py) -> Py:
    if x.kind.shape == w.kind.shape == "vector" and x.kind.numeric and w.kind.numeric:
        return fill("np.average(X, weights=W)", DOUBLE, X=x, W=w)
    return call("rv.weighted_mean", [x, w], DOUBLE)


_DISTRIBUTIONS = {
    "pnorm": ("norm", "cdf", ("mean", "sd"), ("loc", "scale")),
    "qnorm": ("norm", "ppf", ("mean", "sd"), ("loc", "scale")),
    "dnorm": ("norm", "pdf", ("mean", "sd"), ("loc", "scale")),
    "pt": ("t", "cdf", ("df",), ("df",)),
    "qt": ("t", "ppf", ("df",), ("df",)),
    "pchisq": ("chi2", "cdf", ("df",), ("df",)),
    "qchisq": ("chi2", "ppf", ("df",), ("df",)),
    "pbinom": ("binom", "cdf", ("size", "prob"), ("n", "p")),
    "dbinom": ("binom", "pmf", ("size", "prob"), ("n", "p")),
    "dpois": ("poisson", "pmf", ("lambda",), ("mu",)),
    "ppois": ("poisson", "cdf", ("lambda",), ("mu",)),
    "pf": ("f", "cdf", ("df1", "df2"), ("dfn", "dfd")),
    "qbinom": ("binom", "ppf", ("size", "prob"), ("n", "p")),
    "qpois": ("poisson", "ppf", ("lambda",), ("mu",)),
    "qf": ("f", "ppf", ("df1", "df2"), ("dfn", "dfd")),
    "dchisq": ("chi2", "pdf", ("df",), ("df",)),
    "pbeta": ("beta", "cdf", ("shape1", "shape2"), ("a", "b")),
    "qbeta": ("beta", "ppf", ("shape1", "shape2"), ("a", "b")),
    "dbeta": ("beta", "pdf", ("shape1", "shape2"), ("a", "b")),
    "punif": ("uniform", "cdf", (), ()),
}

for _word, (_law, _method, _r_params, _python_params) in _DISTRIBUTIONS.items():
    _first = "p" if _word.startswith("q") and _word != "q" else "q" if _word[0] == "p" else "x"

    @stats(_word, _first, *_r_params, "lower.tail", "log.p", "log")
    def _distribution(
        t: Translator,
        _law: str = _law,
        _method: str = _method,
        _params: tuple[str, ...] = _r_params,
        _names: tuple[str, ...] = _python_params,
        _first: str = _first,
        **given: Py | None,
    ) -> Py:
        x = given[_first]
        assert x is not None
        logged = given.get("log") if _method in ("pdf", "pmf") else given.get("log_p")
        in_logs = logged is not None and flag(logged, False, "log")
        lower = flag(given.get("lower_tail"), True, "lower.tail")
        method = _method if lower else {"cdf": "sf", "ppf": "isf"}.get(_method, _method)
        if in_logs:
            method = f"log{method}"
            if _method == "ppf":
                raise Refused("a quantile of a logarithm has no translation")
        words = {n: given.get(p) for p, n in zip(_params, _names, strict=True)}
        kind = like(x.kind, "double", low=0 if _method != "ppf" and not in_logs else None)
        return call(f"stats.{_law}.{method}", [x], kind, **words)


@stats(
    "glm ks.test shapiro.test optim optimize nls anova model.matrix prcomp "
    "princomp hclust cutree kmeans p.adjust "
    "ar arima ecdf density loess smooth.spline approx spline uniroot integrate nlm nlminb "
    "svd eigen fft convolve filter embed mahalanobis poly",
    "...",
    lazy=True,
)
def _models(t: Translator, dots: list[r.Arg]) -> Py:
    raise Refused("it has no translation: use scipy or statsmodels")


for _word, _method, _first in (("phyper", "cdf", "q"), ("dhyper", "pmf", "x")):

    @stats(_word, _first, "m", "n", "k", "lower.tail")
    def _hypergeometric(
        t: Translator,
        m: Py,
        n: Py,
        k: Py,
        lower_tail: Py | None = None,
        _method: str = _method,
        _first: str = _first,
        **given: Py,
    ) -> Py:
        x = given[_first]
        method = _method if flag(lower_tail, True, "lower.tail") else "sf"
        total = fill("M + N", M=m, N=n)
        return call(f"stats.hypergeom.{method}", [x, total, m, k], like(x.kind, "double", low=0))


for _word, _method, _first in (("pexp", "cdf", "q"), ("dexp", "pdf", "x"), ("qexp", "ppf", "p")):

    @stats(_word, _first, "rate", "lower.tail")
    def _exponential(
        t: Translator,
        rate: Py | None = None,
        lower_tail: Py | None = None,
        _method: str = _method,
        _first: str = _first,
        **given: Py,
    ) -> Py:
        x = given[_first]
        lower = flag(lower_tail, True, "lower.tail")
        method = _method if lower else {"cdf": "sf", "ppf": "isf"}.get(_method, _method)
        scale = None if rate is None else fill("1 / R", R=rate)
        return call(f"stats.expon.{method}", [x], like(x.kind, "double", low=0), scale=scale)


_TEST = Kind(
    "dict",
    items=(
        ("statistic", DOUBLE),
        ("parameter", DOUBLE),
        ("p.value", DOUBLE.with_(low=0, high=1)),
        ("conf.int", DOUBLES.with_(length=2)),
        ("estimate", Kind("atomic", "double", names=True)),
    ),
    tag="test",
)


def _test(function: str, parts: list[Py], keys: tuple[str, ...], **words: Py | None) -> Py:
    items = tuple(item for item in _TEST.items or () if item[0] in keys)
    return call(f"rv.{function}", parts, _TEST.with_(items=items), **words)


def _side(alternative: Py | None) -> Py | None:
    word = text(alternative, "two.sided", "alternative")
    if word not in ("two.sided", "less", "greater"):
        raise Refused(f"the alternative {word!r}")
    return None if word == "two.sided" else literal(word)


def _two_samples(t: Translator, x: r.Node, y: r.Node | None, data: r.Node | None) -> list[Py]:
    """Return the samples of a test; those of a formula are split by its right side."""
    if not isinstance(x, r.Formula):
        return [t.expr(x)] if y is None else [t.expr(x), t.expr(y)]
    if x.left is None or y is not None:
        raise Refused("a test of this formula")
    sides = [x.left, x.right]
    if data is not None:
        sides = [in_frame(t, side, data) for side in sides]
    values, groups = [t.expr(side) for side in sides]
    return [Py(ast.Starred(call("rv.two_groups", [values, groups]).node, ast.Load()))]


@stats("t.test", "x", "y", "alternative", "mu", "paired", "var.equal", "conf.level", "data",
       lazy=True)  # fmt: skip
def _t_test(
    t: Translator,
    x: r.Node,
    y: r.Node | None,
    data: r.Node | None,
    **given: r.Node | None,
) -> Py:
    words = {key: None if node is None else t.expr(node) for key, node in given.items()}
    words["alternative"] = _side(words.get("alternative"))
    keys = ("statistic", "parameter", "p.value", "conf.int", "estimate")
    return _test("t_test", _two_samples(t, x, y, data), keys, **words)


@stats("cor.test", "x", "y", "alternative", "method")
def _cor_test(t: Translator, x: Py, y: Py, alternative: Py | None, method: Py | None) -> Py:
    if text(method, "pearson", "method") != "pearson":
        raise Refused("cor.test() of ranks has no translation: use scipy.stats")
    keys = ("statistic", "parameter", "p.value", "conf.int", "estimate")
    return _test("cor_test", [x, y], keys, alternative=_side(alternative))


@stats("wilcox.test", "x", "y", "alternative", "paired", "exact", "correct", "data", lazy=True)
def _wilcox_test(
    t: Translator,
    x: r.Node,
    y: r.Node | None,
    alternative: r.Node | None,
    data: r.Node | None,
    **given: r.Node | None,
) -> Py:
    refuse_given("wilcox.test", **given)
    side = _side(None if alternative is None else t.expr(alternative))
    samples = _two_samples(t, x, y, data)
    if len(samples) == 1 and not isinstance(x, r.Formula):
        raise Refused("wilcox.test() of one sample has no translation: use scipy.stats")
    return _test("wilcox_test", samples, ("statistic", "p.value"), alternative=side)


@stats("chisq.test", "x", "correct")
def _chisq_test(t: Translator, x: Py, correct: Py | None) -> Py:
    if x.kind.shape != "matrix":
        raise Refused("chisq.test() of a value that is not known to be a matrix")
    return _test("chisq_test", [x], ("statistic", "parameter", "p.value"), correct=correct)


@stats("fisher.test", "x", "alternative")
def _fisher_test(t: Translator, x: Py, alternative: Py | None) -> Py:
    if x.kind.shape != "matrix":
        raise Refused("fisher.test() of a value that is not known to be a matrix")
    return _test("fisher_test", [x], ("p.value",), alternative=_side(alternative))


@stats("p.adjust", "p", "method", "n")
def _p_adjust(t: Translator, p: Py, method: Py | None, n: Py | None) -> Py:
    refuse_given("p.adjust", n=n)
    word = text(method, "holm", "method")
    if word not in ("bonferroni", "BH", "fdr", "holm", "none"):
        raise Refused(f"p.adjust() by {word}")
    return call("rv.p_adjust", [p, literal(word)], like(p.kind, "double", low=0, high=1))


_FIT = Kind(
    "dict",
    items=(
        ("coefficients", DOUBLES.with_(names=True)),
        ("residuals", DOUBLES.with_(many=True)),
        ("fitted.values", DOUBLES.with_(many=True)),
        ("rank", Kind("scalar", "integer", low=0, native=True)),
        ("df.residual", Kind("scalar", "integer", low=0, native=True)),
    ),
    tag="model",
)


@stats("lm.fit", "x", "y")
def _lm_fit(t: Translator, x: Py, y: Py) -> Py:
    return call("rv.lm_fit", [x, y], _FIT)


def _terms(node: r.Node) -> list[r.Node] | None:
    """Return what is added up on the right side of a formula."""
    match node:
        case r.Paren(value=inner):
            return _terms(inner)
        case r.Binary(op="+", left=left, right=right):
            first, second = _terms(left), _terms(right)
            return None if first is None or second is None else first + second
        case r.Name() | r.Index() | r.Dollar() | r.Num():
            return [node]
        case r.Call(function=r.Name(name=function)) if function in ("log", "exp", "sqrt", "I"):
            return [node]
    return None


def _others(t: Translator, formula: r.Formula, data: r.Node) -> list[r.Node] | None:
    """Return the columns that ``y ~ .`` stands for, where all are known."""
    _, kind = _bound(t, data)
    if not isinstance(formula.left, r.Name) or not isinstance(formula.right, r.Name):
        return None
    if kind.shape != "frame" or not kind.items:
        return None
    left = formula.left.name
    return [r.Name(formula.span, n) for n, _ in kind.items if n != left]


@stats("lm", "formula", "data", lazy=True)
def _lm(t: Translator, formula: r.Node, data: r.Node | None) -> Py:
    if not isinstance(formula, r.Formula) or formula.left is None:
        raise Refused("lm() is translated with a formula only")
    terms = _terms(formula.right)
    if terms and isinstance(terms[0], r.Name) and terms[0].name == "." and data is not None:
        terms = _others(t, formula, data)
    if terms is None or any(isinstance(n, r.Name) and n.name == "." for n in terms):
        raise Refused("this formula of lm() has no translation")
    intercept = not any(isinstance(n, r.Num) and n.value == 0 for n in terms)
    terms = [n for n in terms if not isinstance(n, r.Num)]
    labels = [n.name if isinstance(n, r.Name) else " ".join(t.text_of(n).split()) for n in terms]
    nodes = [
        n.args[0].value
        if isinstance(n, r.Call) and isinstance(n.function, r.Name) and n.function.name == "I"
        else n
        for n in terms
    ]
    sides = [formula.left, *nodes]
    if data is not None:
        sides = [in_frame(t, side, data) for side in sides if side is not None]
    y, *columns = [t.expr(side) for side in sides]
    if any(c.kind.shape == "factor" or c.kind.mode == "character" for c in columns):
        raise Refused("lm() of factors or text has no translation")
    terms_of = Py(ast.Dict([ast.Constant(n) for n in labels], [c.node for c in columns]))
    return call("rv.lm", [y, terms_of], _FIT, intercept=None if intercept else literal(False))


for _word, _key in (
    ("coef", "coefficients"),
    ("coefficients", "coefficients"),
    ("resid", "residuals"),
    ("residuals", "residuals"),
    ("fitted", "fitted.values"),
    ("fitted.values", "fitted.values"),
):

    @stats(_word, "object")
    def _of_fit(t: Translator, _key: str = _key, **given: Py) -> Py:
        fit = given["object"]
        if (
            fit.kind.shape == "dict"
            and fit.kind.items is not None
            and (_key in dict(fit.kind.items))
        ):
            return fill("X[K]", dict(fit.kind.items)[_key], X=fit, K=literal(_key))
        raise Refused("a part of a model that is not known")


@stats("predict", "object", "newdata")
def _predict(t: Translator, newdata: Py | None = None, **given: Py) -> Py:
    fit = given["object"]
    if fit.kind.tag != "model":
        raise Refused("predict() of this value has no translation")
    if newdata is None:
        return fill("X['fitted.values']", DOUBLES.with_(many=True), X=fit)
    return call("rv.predict", [fit, newdata], DOUBLES.with_(names=True))


@stats("qr", "x")
def _qr(t: Translator, x: Py) -> Py:
    return call("rv.QR", [x], Kind("other", tag="qr"))


for _word in ("qr.resid", "qr.coef", "qr.fitted"):

    @stats(_word, "qr", "y")
    def _qr_part(t: Translator, qr: Py, y: Py, _name: str = _word) -> Py:
        if qr.kind.tag != "qr":
            raise Refused("a decomposition that is not known")
        shape = Kind(y.kind.shape, "double") if y.kind.shape in ("vector", "matrix") else ANY
        return fill(f"Q.{_name[3:]}(Y)", shape, Q=qr, Y=y)


@stats("eigen", "x", "symmetric", "only.values")
def _eigen(t: Translator, x: Py, symmetric: Py | None, only_values: Py | None) -> Py:
    t.note("the signs of eigenvectors are arbitrary and may not be R's", once=True)
    return call(
        "rv.eigen",
        [x],
        Kind("dict", items=(("values", DOUBLES), ("vectors", Kind("matrix", "double")))),
    )


@stats("svd", "x")
def _svd(t: Translator, x: Py) -> Py:
    return call(
        "rv.svd",
        [x],
        Kind(
            "dict",
            items=(
                ("d", DOUBLES),
                ("u", Kind("matrix", "double")),
                ("v", Kind("matrix", "double")),
            ),
        ),
    )


@stats("dist", "x")
def _dist(t: Translator, x: Py) -> Py:
    raise Refused("dist() makes a triangle without a form in Python: as.matrix(dist(x)) has one")


@stats("combn", "x", "m", "FUN", "simplify", lazy=True)
def _combn(t: Translator, x: r.Node, m: r.Node, FUN: r.Node | None, simplify: r.Node | None) -> Py:
    if simplify is not None and not (isinstance(simplify, r.Bool) and simplify.value):
        raise Refused("combn() into a list has no translation")
    made = _combinations(t.expr(x), t.expr(m))
    if FUN is None:
        return made
    from ._translate import Bound

    over = [(None, Bound(x.span, made)), (None, r.Num(x.span, 2.0)), (None, FUN)]
    args = [r.Arg(key, value) for key, value in over]
    return t.expr(r.Call(x.span, r.Name(x.span, "apply"), args))


def _combinations(x: Py, m: Py) -> Py:
    mode: Mode = "integer" if x.kind.is_scalar else x.kind.mode if x.kind.atomic else "any"
    return call("rv.combn", [x, m], Kind("matrix", mode, low=1 if x.kind.is_scalar else x.kind.low))


@stats("expand.grid", "...", "stringsAsFactors")
def _expand_grid(t: Translator, dots: Dots, stringsAsFactors: Py | None) -> Py:
    if not all(n for n, _ in dots):
        raise Refused("expand.grid() of arguments without names")
    factors = stringsAsFactors is None or flag(stringsAsFactors, True, "stringsAsFactors")
    texts = any(p.kind.mode == "character" for _, p in dots)
    items = tuple(
        (str(n), FACTOR if factors and p.kind.mode == "character" else _column_kind(p.kind))
        for n, p in dots
    )
    word = "rv.expand_grid(D, factors=True)" if factors and texts else "rv.expand_grid(D)"
    return fill(word, Kind("frame", items=items), D=_dict(dots))


def _dict(dots: Dots) -> Py:
    return Py(ast.Dict([ast.Constant(n) for n, _ in dots], [p.node for _, p in dots]))


def _column_kind(kind: Kind) -> Kind:
    if kind.is_scalar or kind.shape == "vector":
        return Kind(
            "vector",
            kind.mode,
            na=kind.na,
            low=kind.low,
            high=kind.high,
            many=True,
            whole=kind.whole,
        )
    return kind if kind.shape == "factor" else Kind("vector", many=True)


# Data frames


@stats("data.frame", "...", "stringsAsFactors", "check.names", "row.names", lazy=True)
def _data_frame(
    t: Translator,
    dots: list[r.Arg],
    stringsAsFactors: r.Node | None,
    check_names: r.Node | None,
    row_names: r.Node | None,
) -> Py:
    factors = isinstance(stringsAsFactors, r.Bool) and stringsAsFactors.value
    if not isinstance(row_names, r.Null):
        refuse_given("data.frame", row_names=row_names)
    pairs: Dots = []
    loose: list[Py] = []  # tables without a name of their own
    for arg in dots:
        value = t.expr(arg.value)
        label = arg.name
        if label is None and not (value.kind.is_scalar or value.kind.shape in ("vector", "factor")):
            own = arg.value.name if isinstance(arg.value, r.Name) else f"x{len(pairs)}"
            loose.append(literal(own))
        if label is None and isinstance(arg.value, r.Name):
            label = arg.value.name
        if label is None and value.kind.shape not in ("frame", "matrix", "dict"):
            raise Refused("a column of data.frame() without a name")
        if factors and value.kind.mode == "character":
            value = call("rv.factor", [value], FACTOR)
        pairs.append((label or f"x{len(pairs)}", value))
    if len({n for n, _ in pairs}) != len(pairs):
        raise Refused("data.frame() with two columns of one name")
    if any(p.kind.shape == "never" for _, p in pairs):
        return fill("rv.data_frame(D)", NEVER, D=_dict(pairs))
    apart = fill("[*XS]", XS=loose) if loose else None
    flat = all(p.kind.is_scalar or p.kind.shape in ("vector", "factor") for _, p in pairs)
    items = tuple((str(n), _column_kind(p.kind)) for n, p in pairs)
    kind = Kind("frame", items=items if flat else None)
    if not pairs:
        return fill("pd.DataFrame()", Kind("frame", items=()))
    columns = [p.kind for _, p in pairs]
    same = {k.length for k in columns if k.shape == "vector"}
    plain = all(k.mode != "any" and not k.names for k in columns)
    if flat and plain and all(k.is_scalar for k in columns):
        cells = [(n, fill("[X]", X=p)) for n, p in pairs]
        return fill("pd.DataFrame(D)", kind, D=_dict(cells))
    if flat and plain and len(same) == 1 and any(k.shape == "vector" for k in columns):
        return fill("pd.DataFrame(D)", kind, D=_dict(pairs))
    numbered = literal(False) if isinstance(row_names, r.Null) else None
    return call("rv.data_frame", [_dict(pairs)], kind, loose=apart, row_names=numbered)


@stats("as.data.frame", "x", "...", "stringsAsFactors")
def _as_data_frame(t: Translator, x: Py, dots: Dots, stringsAsFactors: Py | None) -> Py:
    if x.kind.shape == "frame":
        return x
    items = None
    if x.kind.shape == "dict" and x.kind.items is not None:
        items = tuple((k, _column_kind(v)) for k, v in x.kind.items)
    if x.kind.atomic and x.kind.tag == "table":
        raise Refused("as.data.frame() of a table makes a factor")
    return call("rv.as_data_frame", [x], Kind("frame", items=items))


@stats("as.matrix data.matrix", "x", "...", lazy=True)
def _as_matrix(t: Translator, x: r.Node, dots: list[r.Arg]) -> Py:
    if (
        isinstance(x, r.Call)
        and isinstance(x.function, r.Name)
        and x.function.name == "dist"
        and (len(x.args) == 1)
    ):
        return call("rv.dist", [t.expr(x.args[0].value)], Kind("matrix", "double", low=0))
    value = t.expr(x)
    kind = value.kind
    if kind.shape == "matrix":
        return value
    if kind.shape == "frame":
        mode = column_mode(kind)
        if mode == "any":
            t.note(
                "the columns are taken to be numbers; the translation fails if they are not",
                once=True,
            )
            return call(
                "rv.numeric_matrix", [value], Kind("matrix", "double", names=True, whole=True)
            )
        return call("rv.as_matrix", [value], Kind("matrix", mode, names=True))
    if kind.shape == "vector":
        return fill(
            "X[:, np.newaxis]",
            Kind(
                "matrix",
                kind.mode,
                na=kind.na,
                low=kind.low,
                high=kind.high,
                whole=kind.whole,
                dims=(kind.length, 1),
            ),
            X=value,
        )
    return call(
        "rv.as_matrix",
        [value],
        Kind("matrix", kind.mode if kind.atomic else "any", names=True)
        if kind.shape != "never"
        else NEVER,
    )


_TAKE_FUNCTIONS = ("apply", "lapply", "sapply", "vapply", "tapply", "mapply", "Map", "Reduce",
                   "Filter", "do.call", "outer", "ave", "aggregate")  # fmt: skip


def _with_columns(t: Translator, node: r.Node, frame: r.Node, kind: Kind) -> r.Node:
    """Return an expression in which names of columns are columns of the data frame."""
    known = {key for key, _ in kind.items or ()}
    complete = bool(kind.items)

    def column(found: r.Node) -> bool:
        if not isinstance(found, r.Name) or found.package:
            return False
        if found.name in known:
            return True
        return not complete and t.lookup(found.name) is None and found.name not in t.values

    def given(called: str, arg: r.Arg) -> r.Arg:
        """Functions that are handed to others are no columns."""
        value = arg.value
        if value is None or (
            called in _TAKE_FUNCTIONS
            and isinstance(value, r.Name)
            and value.name in t.functions
            and value.name not in known
        ):
            return arg
        return r.Arg(arg.name, go(value))

    def go(found: r.Node) -> r.Node:
        match found:
            case r.Name() if column(found):
                return r.Dollar(found.span, frame, found.name)
            case r.Call(span=span, function=function, args=args):
                called = function.name if isinstance(function, r.Name) else ""
                return r.Call(span, function, [given(called, a) for a in args])
            case r.Index(span=span, value=value, args=args, double=double):
                return r.Index(
                    span,
                    go(value),
                    [r.Arg(a.name, None if a.value is None else go(a.value)) for a in args],
                    double,
                )
            case r.Dollar(span=span, value=value, name=name):
                return r.Dollar(span, go(value), name)
            case r.Unary(span=span, op=op, value=value):
                return r.Unary(span, op, go(value))
            case r.Binary(span=span, op=op, left=left, right=right):
                return r.Binary(span, op, go(left), go(right))
            case r.Paren(span=span, value=value):
                return r.Paren(span, go(value))
            case r.If(span=span, test=test, then=then, otherwise=otherwise):
                return r.If(span, go(test), go(then), None if otherwise is None else go(otherwise))
            case r.Block(statements=[only]):
                return go(only.node)
            case r.Function() | r.Block() | r.Assign():
                raise Refused("statements inside with() or subset()")
            case _:
                return found

    return go(node)


def _bound(t: Translator, node: r.Node) -> tuple[r.Node, Kind]:
    """Return a data frame as syntax that may be repeated."""
    value = t.expr(node)
    from ._translate import Bound

    return Bound(node.span, value), value.kind


def in_frame(t: Translator, node: r.Node, frame: r.Node) -> r.Node:
    """Return an expression with the columns of a data frame in place of their names."""
    bound, kind = _bound(t, frame)
    return _with_columns(t, node, bound, kind)


@stats("with", "data", "expr", lazy=True)
def _with(t: Translator, data: r.Node, expr: r.Node) -> Py:
    frame, kind = _bound(t, data)
    if kind.shape not in ("frame", "dict", "any", "never"):
        raise Refused("with() of a value that is not known to be a data frame or list")
    return t.expr(_with_columns(t, expr, frame, kind))


@stats("subset", "x", "subset", "select", lazy=True)
def _subset(t: Translator, x: r.Node, subset: r.Node | None, select: r.Node | None) -> Py:
    frame, kind = _bound(t, x)
    value = t.expr(frame)
    if kind.shape in ("any", "never"):
        if subset is None or select is not None:
            raise Refused("subset() of a value that is not known to be a data frame")
        return call("rv.subset", [value, t.expr(_with_columns(t, subset, frame, kind))], kind)
    if kind.shape != "frame":
        if kind.shape == "vector" and subset is not None and select is None:
            return call("rv.subset", [value, t.expr(subset)], kind.with_(length=None))
        raise Refused("subset() of a value that is not known to be a data frame")
    if subset is not None:
        mask = t.expr(_with_columns(t, subset, frame, kind))
        if mask.kind.shape == "vector" and mask.kind.mode == "logical" and not mask.kind.na:
            value = fill("X[M]", kind, X=value, M=mask)
        else:
            value = call("rv.subset", [value, mask], kind)
    if select is not None:
        value = _selected(value, select)
    return value


def _column_names(node: r.Node) -> list[str] | None:
    """Return names of columns: one, or several in ``c()``."""
    match node:
        case r.Name(name=found) | r.Str(value=found):
            return [found]
        case r.Paren(value=inner):
            return _column_names(inner)
        case r.Call(function=r.Name(name="c"), args=args):
            parts = [_column_names(a.value) if a.value is not None else None for a in args]
            return None if None in parts else [n for part in parts for n in part or []]
    return None


def _selected(value: Py, select: r.Node) -> Py:
    if isinstance(select, r.Unary) and select.op == "-":
        left_out = _column_names(select.value)
        if left_out is None:
            raise Refused("select of subset() must be names of columns")
        return fill(
            "X.drop(columns=[*KS])", Kind("frame"), X=value, KS=[literal(n) for n in left_out]
        )
    nodes = (
        [a.value for a in select.args]
        if isinstance(select, r.Call)
        and isinstance(select.function, r.Name)
        and select.function.name == "c"
        else [select]
    )
    names = []
    for node in nodes:
        if isinstance(node, r.Name):
            names.append(node.name)
        elif isinstance(node, r.Str):
            names.append(node.value)
        elif (
            isinstance(node, r.Unary)
            and node.op == "-"
            and isinstance(node.value, r.Name)
            and (len(nodes) == 1)
        ):
            return fill("X.drop(columns=K)", Kind("frame"), X=value, K=literal(node.value.name))
        else:
            raise Refused("select of subset() must be names of columns")
    items = None
    if value.kind.items is not None:
        known = dict(value.kind.items)
        items = tuple((n, known[n]) for n in names if n in known)
    return fill("X[[*KS]]", Kind("frame", items=items), X=value, KS=[literal(n) for n in names])


@stats("transform", "_data", "...", lazy=True)
def _transform(t: Translator, _data: r.Node, dots: list[r.Arg]) -> Py:
    frame, kind = _bound(t, _data)
    value = t.expr(frame)
    if kind.shape != "frame" or not all(arg.name for arg in dots):
        raise Refused("transform() of this value has no translation")
    words, items = {}, dict(kind.items or ())
    for arg in dots:
        assert arg.name is not None
        assert arg.value is not None
        made = t.expr(_with_columns(t, arg.value, frame, kind))
        words[arg.name] = made
        items[arg.name] = _column_kind(made.kind)
    changed = Py(ast.Dict([ast.Constant(k) for k in words], [v.node for v in words.values()]))
    return fill(
        "X.assign(**D)",
        Kind("frame", items=tuple(items.items()) if kind.items else None),
        X=value,
        D=changed,
    )


@stats("within stack unstack colsplit", "...", lazy=True)
def _refused(t: Translator, dots: list[r.Arg]) -> Py:
    raise Refused("it has no translation")


# Factors and counts


@stats("factor as.factor", "x", "levels", "labels", "ordered")
def _factor(t: Translator, x: Py, levels: Py | None, labels: Py | None, ordered: Py | None) -> Py:
    return call("rv.factor", [x], FACTOR, levels=levels, labels=labels, ordered=ordered)


@stats("levels", "x")
def _levels(t: Translator, x: Py) -> Py:
    return call("rv.levels", [x], STRINGS if x.kind.shape == "factor" else ANY)


@stats.store("levels")
def _store_levels(t: Translator, x: Py, args: list[r.Arg], value: Py) -> Py:
    return call("rv.set_levels", [x, value], FACTOR)


@stats("nlevels", "x")
def _nlevels(t: Translator, x: Py) -> Py:
    return call("rv.nlevels", [x], EXTENT.with_(soft=1))


@stats("droplevels", "x")
def _droplevels(t: Translator, x: Py) -> Py:
    return call("rv.droplevels", [x], x.kind)


@stats("cut", "x", "breaks", "labels", "include.lowest", "right", "dig.lab")
def _cut(
    t: Translator,
    x: Py,
    breaks: Py,
    labels: Py | None,
    include_lowest: Py | None,
    right: Py | None,
    dig_lab: Py | None,
) -> Py:
    refuse_given("cut", dig_lab=dig_lab)
    coded = labels is not None and labels.kind.const is False
    kind = Kind("vector", "integer", na=True, low=1) if coded else FACTOR
    return call(
        "rv.cut", [x, breaks], kind, labels=labels, right=right, include_lowest=include_lowest
    )


@stats("findInterval", "x", "vec")
def _find_interval(t: Translator, x: Py, vec: Py) -> Py:
    return call("rv.find_interval", [x, vec], like(x.kind, "integer", low=0))


@stats("table", "...", "useNA", "dnn")
def _table(t: Translator, dots: Dots, useNA: Py | None, dnn: Py | None) -> Py:
    parts = [p for _, p in dots]
    counted = text(useNA, "no", "useNA")
    if counted not in ("no", "ifany", "always") or (counted != "no" and len(parts) != 1):
        raise Refused("useNA of a table of several values")
    missing = None if counted == "no" else literal(counted)
    if any(p.kind.mode == "character" for p in parts):
        t.note(COLLATION, once=True)
    if len(parts) == 1 and parts[0].kind.shape != "frame":
        return call("rv.table", parts, INTEGERS.with_(low=0, names=True), use_na=missing)
    if len(parts) == 2:
        return call("rv.table", parts, Kind("matrix", "integer", low=0, names=True))
    return call("rv.table", parts, Kind("array", "integer", low=0, names=True))


@stats("tabulate", "bin", "nbins")
def _tabulate(t: Translator, bin: Py, nbins: Py | None) -> Py:
    kind = INTEGERS.with_(low=0)
    if nbins is not None and isinstance(nbins.kind.const, int):
        kind = kind.with_(length=nbins.kind.const)
    return call("rv.tabulate", [bin], kind, nbins=nbins)


@stats("prop.table proportions", "x", "margin")
def _prop_table(t: Translator, x: Py, margin: Py | None) -> Py:
    parts = [x] if margin is None else [x, margin]
    return call("rv.prop_table", parts, like(x.kind, "double", low=0))


@stats("relevel", "x", "ref")
def _relevel(t: Translator, x: Py, ref: Py) -> Py:
    return call("rv.relevel", [x, ref], FACTOR)


def _formula_names(node: r.Node | None) -> list[str] | None:
    """Return the variables of one side of a formula: ``a + b`` or ``cbind(a, b)``."""
    match node:
        case r.Name(name=found):
            return [found]
        case r.Binary(op="+", left=left, right=right):
            first, second = _formula_names(left), _formula_names(right)
            return None if first is None or second is None else first + second
        case r.Call(function=r.Name(name="cbind"), args=args):
            parts = [_formula_names(arg.value) for arg in args]
            if any(part is None or len(part) != 1 for part in parts):
                return None
            return [part[0] for part in parts if part]
    return None


def _group_pairs(t: Translator, by: r.Node) -> Dots:
    """Return the groups of ``by = list(...)``, without a name Group.1 and so on."""
    if not (
        isinstance(by, r.Call) and isinstance(by.function, r.Name) and by.function.name == "list"
    ):
        raise Refused("groups of aggregate() that are not written as a list")
    return [(arg.name or f"Group.{k + 1}", t.expr(arg.value)) for k, arg in enumerate(by.args)]


def _aggregate_by(t: Translator, x: r.Node, by: r.Node, FUN: r.Node, dots: list[r.Arg]) -> Py:
    from ._apply import as_lambda

    values = t.expr(x)
    if values.kind.shape == "frame":
        columns = [k for _, k in values.kind.items or ()]
        item = columns[0] if columns and all(k == columns[0] for k in columns) else ANY
        table = values
    elif values.kind.shape == "vector":
        item = values.kind
        table = fill("{'x': X}", X=values)
    else:
        raise Refused("aggregate() of a value that is not known to be a vector or a data frame")
    if item.shape == "vector":
        item = item.with_(length=None, many=False)
    names, body = t.applied(FUN, [("x", item)], dots)
    groups = _dict(_group_pairs(t, by))
    return call("rv.aggregate_by", [table, groups, as_lambda(names, body)], Kind("frame"))


@stats("aggregate", "x", "data", "FUN", "...", "by", lazy=True)
def _aggregate(
    t: Translator,
    x: r.Node,
    data: r.Node | None,
    FUN: r.Node | None,
    dots: list[r.Arg],
    by: r.Node | None = None,
) -> Py:
    if not isinstance(x, r.Formula):
        if by is None:
            by, data = data, None
        elif FUN is None:
            FUN, data = data, None
        if by is not None and FUN is not None and data is None:
            return _aggregate_by(t, x, by, FUN, dots)
    if not isinstance(x, r.Formula) or data is None or FUN is None or by is not None:
        raise Refused("this form of aggregate() has no translation")
    values, groups = _formula_names(x.left), _formula_names(x.right)
    frame = t.expr(data)
    known = dict(frame.kind.items or ())
    if values == ["."] and groups is not None and frame.kind.items:
        values = [n for n in known if n not in groups]
    if values is None or groups is None or "." in values + groups:
        raise Refused("this formula of aggregate() has no translation")
    item = Kind("vector")
    for n in values:
        item = join(
            known.get(n, Kind("any")), item if n != values[0] else known.get(n, Kind("any"))
        )
    if item.shape == "vector":
        item = item.with_(length=None, many=False)
    names, body = t.applied(FUN, [("x", item)], dots)
    from ._apply import as_lambda

    return call(
        "rv.aggregate",
        [
            frame,
            fill("[*XS]", XS=[literal(n) for n in values]),
            fill("[*XS]", XS=[literal(n) for n in groups]),
            as_lambda(names, body),
        ],
        Kind("frame"),
    )


@stats("merge", "x", "y", "by", "all", "all.x", "all.y")
def _merge(
    t: Translator,
    x: Py,
    y: Py,
    by: Py | None,
    all_x: Py | None,
    all_y: Py | None,
    **given: Py | None,
) -> Py:
    words = {"by": by, "all_x": all_x, "all_y": all_y}
    if given.get("all") is not None:
        words["all_x"] = words["all_y"] = given["all"]
    return call("rv.merge", [x, y], Kind("frame"), **words)


@stats("rowsum", "x", "group")
def _rowsum(t: Translator, x: Py, group: Py) -> Py:
    mode: Mode = x.kind.mode if x.kind.atomic and x.kind.mode in ("integer", "double") else "any"
    return call("rv.rowsum", [x, group], Kind("matrix", mode, names=True))


@stats("interaction", "...")
def _interaction(t: Translator, dots: Dots) -> Py:
    if len(dots) != 2 or any(n for n, _ in dots):
        raise Refused("interaction() is translated for two factors")
    return call("rv.interaction", [p for _, p in dots], FACTOR)


@stats("mapvalues xtabs ftable margin.table addmargins", "...", lazy=True)
def _refused_tables(t: Translator, dots: list[r.Arg]) -> Py:
    raise Refused("it has no translation")
