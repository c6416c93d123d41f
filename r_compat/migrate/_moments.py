"""Statistics of samples: spread, correlation, quantiles, summaries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._functions import Table
from ._kinds import (
    ANY,
    DOUBLE,
    DOUBLES,
    INTEGERS,
    NUMBER,
    NUMBER_MATRIX,
    NUMBERS,
    Kind,
    atom,
    matrix,
    other,
)
from ._pyexpr import Py, Refused, call, fill, literal, told
from ._tools import (
    as_float,
    flag,
    like,
    numbers,
    refuse_given,
)

if TYPE_CHECKING:
    from ._translate import Translator

TABLE = stats = Table("stats")
Dots = list[tuple[str | None, Py]]


def _enough(kind: Kind) -> bool:
    if kind.shape == "matrix" and kind.dims is not None:
        return kind.filled and any((extent or 0) > 1 for extent in kind.dims)
    return kind.many or (kind.length or 0) > 1


def _one_sample(x: Py, na_rm: Py | None, word: str, numpy: str = "", **claims: Any) -> Py:
    kind = x.kind
    skip = na_rm is not None and flag(na_rm, False, "na.rm")
    enough = _enough(kind) and kind.shape in ("vector", "matrix")
    result = NUMBER.with_(finite=kind.finite and enough, **claims)
    gaps = kind.mode == "logical" and kind.na
    if numpy and enough and kind.numeric and not gaps and not skip:
        return fill(numpy, result.with_(numpy=True), X=numbers(x))
    return call(f"rv.{word}", [x], result, na_rm=literal(True) if skip else None)


@stats("sd", "x", "na.rm")
def _sd(t: Translator, x: Py, na_rm: Py | None) -> Py:
    return _one_sample(x, na_rm, "sd", low=0)


@stats("var", "x", "y", "na.rm", "use")
def _var(t: Translator, x: Py, y: Py | None, na_rm: Py | None, use: Py | None) -> Py:
    if y is None and x.kind.shape == "vector" and use is None:
        return _one_sample(x, na_rm, "var", low=0)
    if y is None and x.kind.is_scalar:
        return call("rv.var", [x], NUMBER)
    skip = na_rm is not None and flag(na_rm, False, "na.rm")
    if y is None and use is None and x.kind.shape in ("any", "never", "atomic"):
        given = literal(True) if skip else None
        return call("rv.var", [x], atom("double", stored="float"), na_rm=given)
    if skip and not x.kind.complete:
        raise Refused("var() of columns with na.rm")
    return _moments(t, "cov", x, y, use)


@stats("median", "x", "na.rm", "...")
def _median(t: Translator, x: Py, na_rm: Py | None, dots: Dots) -> Py:
    if x.kind.mode in ("character", "logical") and x.kind.atomic:
        raise Refused(f"median() of {'text' if x.kind.mode == 'character' else 'logicals'}")
    claims = {"low": x.kind.low, "high": x.kind.high}
    skip = na_rm is not None and flag(na_rm, False, "na.rm")
    if x.kind.mode != "double":  # R has one of the integers where their number is odd
        given = literal(True) if skip else None
        made = call("rv.median", [x], DOUBLE.with_(either=True, **claims), na_rm=given)
        return made if x.kind.numeric or x.kind.shape == "never" else made.of(ANY)  # or a date
    doubles = x.kind.stored == "float"
    if x.kind.na:  # R has NA, whether NA or NaN is among them
        result = NUMBER.with_(finite=False, **claims)
        x = as_float(x) if x.kind.whole else x
        made = call("rv.median", [x], result, na_rm=literal(True) if skip else None)
    else:
        x = as_float(x) if x.kind.whole and (skip or not _enough(x.kind)) else x
        made = _one_sample(x, na_rm, "median", "np.median(X)", **claims)
    return made if doubles else made.of(made.kind.with_(either=True))


@stats("mad", "x", "center", "constant", "na.rm")
def _mad(t: Translator, x: Py, **given: Py | None) -> Py:
    kind = NUMBER
    if all(value is None for value in given.values()):
        kind = NUMBER.with_(low=0, finite=x.kind.finite and x.kind.filled)
    return call("rv.mad", [x], kind, **given)


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
        extent = None if a.dims is None else a.dims[1]
        new = NUMBER_MATRIX.with_(dims=(extent, extent), many=a.many)
        if word == "cor":  # R has 1 on the diagonal, also of a constant column or one with NA
            return call("rv.cor", [x], new)
        if extent is None or extent > 1:
            finite = a.finite and (a.many or ((a.dims or (None,))[0] or 0) > 1)
            return call("rv.cov", [x], new.with_(finite=finite))
    if y is not None and a.shape == y.kind.shape == "vector" and use is None and method is None:
        sure = a.finite and y.kind.finite and _enough(a) and word == "cov"
        return call(f"rv.{word}", [x, y], NUMBER.with_(finite=sure))
    parts = [x] if y is None else [x, y]
    kind = matrix("double", stored="float")
    if y is not None and a.shape in ("vector", "scalar") and y.kind.shape in ("vector", "scalar"):
        kind = NUMBER
    elif a.shape in ("any", "never", "atomic"):
        kind = atom("double")
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
    return call("rv.cov2cor", [V], like(V.kind, "double"))


@stats("quantile", "x", "probs", "na.rm", "names", "type")
def _quantile(
    t: Translator, x: Py, probs: Py | None, na_rm: Py | None, names: Py | None, type: Py | None
) -> Py:
    labelled = flag(names, True, "names")
    if probs is not None and probs.kind.shape == "null":
        raise Refused("quantile() for no probabilities")
    sure = x.kind.finite and x.kind.filled  # R and numpy refuse NA
    kind = DOUBLES.with_(length=5, bare=not labelled)
    if probs is not None:
        kind = DOUBLES.with_(length=probs.kind.length, bare=not labelled)
        if probs.kind.is_scalar:  # its name is the probability
            kind = DOUBLES.with_(length=1) if labelled else DOUBLE
        sure = sure and probs.kind.finite
    bounds = x.kind.values.averaged()
    kind = kind.with_(low=bounds.low, high=bounds.high, finite=sure, stored="float")
    seven = type is None or type.kind.const == 7
    plain = x.kind.shape == "vector" and x.kind.numeric and not x.kind.na and na_rm is None
    if plain and seven and probs is not None and not labelled:
        return fill("np.quantile(X, P)", kind, X=numbers(x), P=probs)
    skip = na_rm is not None and flag(na_rm, False, "na.rm")
    return call(
        "rv.quantile",
        [x] if probs is None else [x, probs],
        kind,
        na_rm=literal(True) if skip else None,
        labels=None if labelled else literal(False),
        type=None if seven else type,
    )


@stats("fivenum", "x")
def _fivenum(t: Translator, x: Py) -> Py:
    return call(
        "rv.fivenum",
        [x],
        NUMBERS.with_(length=5, bare=False, finite=x.kind.finite and x.kind.filled),
    )


@stats("IQR", "x", "na.rm")
def _iqr(t: Translator, x: Py, na_rm: Py | None) -> Py:
    refuse_given("IQR", na_rm=na_rm)
    kind = NUMBER.with_(low=0, finite=x.kind.finite and x.kind.filled, numpy=True)
    if x.kind.complete and x.kind.numeric:
        return fill("np.subtract(*np.quantile(X, [0.75, 0.25]))", kind, X=x)
    return fill("np.subtract(*rv.quantile(X, np.array([0.75, 0.25])))", kind, X=told(x))


@stats("summary", "object", "...")
def _summary(t: Translator, dots: Dots, **given: Py) -> Py:
    x = given["object"]
    if x.kind.shape == "vector" and x.kind.mode in ("integer", "double"):
        return call("rv.summary", [x], DOUBLES.with_(length=6 if x.kind.complete else None))
    if x.kind.shape in ("any", "never", "atomic") or (x.kind.mode == "any" and x.kind.atomic):
        return call("rv.summary", [x], ANY)
    if x.kind.shape == "factor":
        return call("rv.summary", [x], INTEGERS.with_(low=0, finite=True))
    if x.kind.shape == "frame" and not dots:
        return call("rv.frame_summary", [x], other("frame summary"))
    raise Refused("summary() of this value has no translation")


@stats("weighted.mean", "x", "w")
def _weighted_mean(t: Translator, x: Py, w: Py) -> Py:
    return call("rv.weighted_mean", [x, w], NUMBER)
