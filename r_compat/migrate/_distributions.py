"""Distributions: densities, probabilities and quantiles, by scipy.stats.

R's functions are put together of a letter (d, p, q) and the name of a law; so are these.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ._functions import Table
from ._kinds import ANY
from ._pyexpr import Py, Refused, call, fill, literal
from ._tools import flag, like

if TYPE_CHECKING:
    from ._translate import Translator

TABLE = stats = Table("stats")
_Given = dict[str, Py | None]


@dataclass(frozen=True)
class Law:
    """A distribution: R's parameters, its name in scipy, and how the parameters are handed over.

    `words` makes scipy's arguments of R's; where it is None they are handed over in R's order, by
    scipy's names.
    """

    params: tuple[str, ...]
    scipy: str
    names: tuple[str, ...] = ()
    discrete: bool = False
    words: Callable[[_Given], _Given] | None = None


def _inverse(rate: Py | None) -> Py | None:
    return None if rate is None else fill("1 / R", R=rate)


def _uniform(given: _Given) -> _Given:
    low, high = given["min"], given["max"]
    if low is None and high is None:
        return {}
    low = literal(0) if low is None else low
    high = literal(1) if high is None else high
    return {"loc": low, "scale": fill("B - A", A=low, B=high)}


def _gamma(given: _Given) -> _Given:
    if given["rate"] is not None and given["scale"] is not None:
        raise Refused("a gamma distribution with both rate and scale")
    scale = given["scale"] if given["scale"] is not None else _inverse(given["rate"])
    return {"a": given["shape"], "scale": scale}


def _lognormal(given: _Given) -> _Given:
    mean, sd = given["meanlog"], given["sdlog"]
    scale = None if mean is None else call("np.exp", [mean])
    return {"s": literal(1) if sd is None else sd, "scale": scale}


def _geometric(given: _Given) -> _Given:
    return {"p": given["prob"], "loc": literal(-1)}  # R counts failures, scipy trials


def _negative_binomial(given: _Given) -> _Given:
    size, prob, mu = given["size"], given["prob"], given["mu"]
    if prob is None:
        if mu is None or size is None:
            raise Refused("a negative binomial distribution needs prob or mu")
        prob = fill("S / (S + M)", S=size, M=mu)
    return {"n": size, "p": prob}


def _hypergeometric(given: _Given) -> _Given:
    white, black = given["m"], given["n"]
    assert white is not None
    assert black is not None
    return {"M": fill("A + B", A=white, B=black), "n": white, "N": given["k"]}


LAWS = {
    "norm": Law(("mean", "sd"), "norm", ("loc", "scale")),
    "unif": Law(("min", "max"), "uniform", words=_uniform),
    "exp": Law(("rate",), "expon", words=lambda given: {"scale": _inverse(given["rate"])}),
    "gamma": Law(("shape", "rate", "scale"), "gamma", words=_gamma),
    "beta": Law(("shape1", "shape2"), "beta", ("a", "b")),
    "t": Law(("df",), "t", ("df",)),
    "chisq": Law(("df",), "chi2", ("df",)),
    "f": Law(("df1", "df2"), "f", ("dfn", "dfd")),
    "weibull": Law(("shape", "scale"), "weibull_min", ("c", "scale")),
    "lnorm": Law(("meanlog", "sdlog"), "lognorm", words=_lognormal),
    "logis": Law(("location", "scale"), "logistic", ("loc", "scale")),
    "cauchy": Law(("location", "scale"), "cauchy", ("loc", "scale")),
    "binom": Law(("size", "prob"), "binom", ("n", "p"), discrete=True),
    "pois": Law(("lambda",), "poisson", ("mu",), discrete=True),
    "geom": Law(("prob",), "geom", discrete=True, words=_geometric),
    "nbinom": Law(("size", "prob", "mu"), "nbinom", discrete=True, words=_negative_binomial),
    "hyper": Law(("m", "n", "k"), "hypergeom", discrete=True, words=_hypergeometric),
}
# What each letter is: R's first argument, scipy's method, and that of the upper tail.
_FORMS = {"d": ("x", "pdf", ""), "p": ("q", "cdf", "sf"), "q": ("p", "ppf", "isf")}


def _add(letter: str, name: str, law: Law) -> None:
    first, method, upper = _FORMS[letter]
    flags = ("log",) if letter == "d" else ("lower.tail", "log.p")

    @stats(f"{letter}{name}", first, *law.params, *flags)
    def _distribution(t: Translator, **given: Py | None) -> Py:
        x = given[first]
        if x is None:
            raise Refused(f"{letter}{name}() without its first argument")
        word = "pmf" if letter == "d" and law.discrete else method
        if letter != "d" and not flag(given["lower_tail"], True, "lower.tail"):
            word = upper
        if flag(given["log" if letter == "d" else "log_p"], False, "log"):
            if letter == "q":
                raise Refused("a quantile of a logarithm has no translation")
            word = f"log{word}"
        if law.words is not None:
            words = law.words({key: given[key] for key in law.params})
        else:
            values = (given[key.replace(".", "_")] for key in law.params)
            words = dict(zip(law.names, values, strict=True))
        longer = any(v is not None and not v.kind.is_scalar for v in words.values())
        kind = ANY if longer else like(x.kind, "double")
        shapes = [v.kind.shape for v in (x, *words.values()) if v and not v.kind.is_scalar]
        if longer and any(shape != "vector" for shape in shapes):
            # scipy would stretch a vector over the rows of a matrix, R runs down the columns
            return call("rv.by_elements", [fill(f"stats.{law.scipy}.{word}"), x], ANY, **words)
        made = call(f"stats.{law.scipy}.{word}", [x], kind, **words)
        if x.kind.is_scalar or not x.kind.names:
            return made
        return call("rv.keep_names", [made, x], kind)


for _name, _law in LAWS.items():
    for _letter in _FORMS:
        _add(_letter, _name, _law)
