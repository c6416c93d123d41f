"""Mathematics and summaries of numbers."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from ._arithmetic import operate
from ._functions import Table
from ._kinds import (
    ANY,
    DOUBLE,
    DOUBLES,
    LOGICAL,
    STRING,
    Kind,
    Mode,
    constant,
    higher,
    is_int,
    join,
)
from ._pyexpr import Py, Refused, call, fill, literal
from ._tools import (
    as_float,
    flag,
    like,
    numbers,
    refuse_given,
    size,
)
from ._vectors import concatenated

if TYPE_CHECKING:
    from ._translate import Translator

TABLE = base = Table("base")

Dots = list[tuple[str | None, Py]]


# Mathematics

_MATH = {
    "sqrt": "np.sqrt", "exp": "np.exp", "log2": "np.log2", "log10": "np.log10",
    "log1p": "np.log1p", "expm1": "np.expm1", "sin": "np.sin", "cos": "np.cos", "tan": "np.tan",
    "asin": "np.arcsin", "acos": "np.arccos", "atan": "np.arctan", "sinh": "np.sinh",
    "cosh": "np.cosh", "tanh": "np.tanh", "floor": "np.floor", "ceiling": "np.ceil",
}  # fmt: skip
_POSITIVE = ("exp", "sqrt")
_PARTIAL = ("sqrt", "log", "log2", "log10")  # of numbers below 0 they are NaN


def _elementwise(function: str, x: Py, r_name: str) -> Py:
    kind = x.kind
    if not kind.numeric:
        if kind.mode == "character" and kind.atomic:
            raise Refused(f"{r_name}() of text is an error in R")
        if kind.shape == "frame":
            return fill(f"{function}(X)", Kind("frame"), X=x)
        return call(f"rv.{r_name}", [x], like(kind, "double"))
    if r_name in ("floor", "ceiling", "trunc") and is_int(kind):
        return x.of(kind.with_(mode="double", whole=True, integral=True))
    claims: dict[str, float | None] = {}
    if r_name in _POSITIVE:
        claims["low"] = 0
    if r_name in ("floor", "ceiling"):
        claims["low"] = kind.low
        claims["high"] = kind.high
        if r_name == "floor" and kind.low is not None:
            claims["low"] = float(int(kind.low // 1))
        if r_name == "ceiling" and kind.high is not None:
            claims["high"] = float(-int(-kind.high // 1))
        if r_name == "ceiling" and kind.low is not None:
            claims["low"] = float(-int(-kind.low // 1))
    made = like(kind, "double", **claims)
    if r_name in _PARTIAL and kind.low is not None and kind.low < 0:
        made = made.with_(na=True)
    return fill(f"{function}(X)", made, X=numbers(x))


for _word, _numpy in _MATH.items():

    @base(_word, "x")
    def _math(t: Translator, x: Py, _name: str = _word, _function: str = _numpy) -> Py:
        return _elementwise(_function, x, _name)


@base("log", "x", "base")
def _log(t: Translator, x: Py, base: Py | None) -> Py:
    if base is None:
        return _elementwise("np.log", x, "log")
    if base.kind.const in (2, 10):
        return _elementwise(f"np.log{base.kind.const}", x, f"log{base.kind.const}")
    top = _elementwise("np.log", x, "log")
    return operate(t, "/", top, _elementwise("np.log", base, "log"))


@base("abs", "x")
def _abs(t: Translator, x: Py) -> Py:
    kind = x.kind
    if not kind.numeric:
        return call("rv.abs_", [x], like(kind, "any"))
    mode: Mode = "integer" if kind.mode == "logical" else kind.mode
    new = like(kind, mode, low=0, whole=kind.whole, integral=kind.integral, native=kind.native)
    word = "abs" if kind.is_scalar else "np.abs"
    return fill(f"{word}(X)", new, X=numbers(x))


@base("sign", "x")
def _sign(t: Translator, x: Py) -> Py:
    return fill(
        "np.sign(X)",
        like(
            x.kind,
            x.kind.mode if x.kind.mode != "logical" else "integer",
            low=-1,
            high=1,
            whole=x.kind.whole,
        ),
        X=numbers(x),
    )


@base("trunc", "x", "...")
def _trunc(t: Translator, x: Py, dots: Dots) -> Py:
    return _elementwise("np.trunc", x, "trunc")


@base("round", "x", "digits")
def _round(t: Translator, x: Py, digits: Py | None) -> Py:
    kind = x.kind
    if is_int(kind) and (digits is None or (digits.kind.low or -1) >= 0):
        return x.of(kind.with_(mode="double", whole=True, integral=True))
    if digits is None or digits.kind.const == 0:
        if kind.numeric and kind.mode != "logical":
            return fill(
                "np.round(X)",
                like(kind, "double", low=_rounded(kind.low), high=_rounded(kind.high)),
                X=x,
            )
        if kind.shape == "frame":
            return call("rv.round_", [x], Kind("frame"))
        return call("rv.round_", [x], like(kind, "double"))
    new = Kind("frame", items=kind.items) if kind.shape == "frame" else like(kind, "double")
    return call("rv.round_", [x, digits], new)


def _rounded(bound: float | None) -> float | None:
    return None if bound is None else float(round(bound))


@base("signif", "x", "digits")
def _signif(t: Translator, x: Py, digits: Py | None) -> Py:
    parts = [x] if digits is None else [x, digits]
    return call("rv.signif", parts, like(x.kind, "double"))


for _word in ("gamma", "lgamma", "beta", "lbeta", "digamma", "factorial", "lfactorial"):

    @base(_word, "a", "b")
    def _special(t: Translator, a: Py, b: Py | None, _name: str = _word) -> Py:
        parts = [a] if b is None else [a, b]
        return call(f"rv.{_name}", parts, like(a.kind, "double"))


@base("choose", "n", "k")
def _choose(t: Translator, n: Py, k: Py) -> Py:
    shape = like(n.kind if not n.kind.is_scalar else k.kind, "double", low=0)
    return call("rv.choose", [n, k], shape)


# Summaries


def _many_values(t: Translator, dots: Dots) -> Py:
    """Return what a summary goes over: one value, or several put together."""
    parts = [p for _, p in dots]
    if any(n for n, _ in dots):
        parts = [p for _, p in dots]
    if len(parts) == 1:
        return parts[0]
    return concatenated(t, parts)


def _undropped(x: Py) -> Py:
    """Leave out ``rv.drop``: a summary does not ask for dimensions."""
    node = x.node
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "rv.drop":
        return Py(node.args[0], x.kind)
    return x


def _summary(
    t: Translator, dots: Dots, na_rm: Py | None, function: str, nan: str, r_name: str, result: Kind
) -> Py:
    if not dots:
        raise Refused(f"{r_name}() of nothing")
    x = _many_values(t, dots)
    kind = x.kind
    skip = na_rm is not None and flag(na_rm, False, "na.rm")
    if kind.shape == "frame":
        return fill(f"{nan if skip else function}(X.to_numpy())", result, X=x)
    x = _undropped(x)
    if not kind.atomic or kind.mode in ("any", "character") or (kind.na and kind.mode == "logical"):
        done = result if kind.atomic else Kind("scalar")
        if kind.mode == "character":
            done = STRING
        if kind.atomic and kind.mode == "any":
            done = result.with_(mode="any")
        return call(f"rv.{r_name}_", [x], done, na_rm=literal(True) if skip else None)
    return fill(f"{nan if skip else function}(X)", result.with_(na=kind.na and not skip), X=x)


@base("sum", "...", "na.rm")
def _sum(t: Translator, dots: Dots, na_rm: Py | None) -> Py:
    if any(isinstance(p.node, ast.Starred) for _, p in dots):
        return call("rv.sum_", [fill("rv.c(*args)")], Kind("scalar"))
    x = _many_values(t, dots) if dots else literal(0, constant(0, "integer"))
    kind = x.kind
    mode: Mode = "integer" if kind.mode in ("logical", "integer") else kind.mode
    low = 0 if kind.low is not None and kind.low >= 0 else None
    whole = kind.whole
    result = Kind("scalar", mode, low=low, whole=whole, integral=kind.integral)
    if kind.is_scalar and kind.mode in ("integer", "double") and not kind.na:
        return x
    return _summary(t, [(None, x)], na_rm, "np.sum", "np.nansum", "sum", result)


@base("prod", "...", "na.rm")
def _prod(t: Translator, dots: Dots, na_rm: Py | None) -> Py:
    x = _many_values(t, dots)
    if is_int(x.kind) and x.kind.atomic and not x.kind.is_scalar:
        x = as_float(x)
    return _summary(t, [(None, x)], na_rm, "np.prod", "np.nanprod", "prod", DOUBLE)


@base("mean", "x", "...", "na.rm", "trim")
def _mean(t: Translator, x: Py, dots: Dots, na_rm: Py | None, trim: Py | None) -> Py:
    refuse_given("mean", trim=trim)
    kind = x.kind
    low = kind.low
    result = DOUBLE.with_(low=low, high=kind.high)
    if kind.shape in ("list", "dict", "frame"):
        raise Refused("mean() of a list is NA in R")
    return _summary(t, [(None, x)], na_rm, "np.mean", "np.nanmean", "mean", result)


def _extreme(t: Translator, dots: Dots, na_rm: Py | None, word: str) -> Py:
    if any(isinstance(p.node, ast.Starred) for _, p in dots):
        return call(f"rv.{word}_", [fill("rv.c(*args)")], Kind("scalar"))
    parts = [p for _, p in dots]
    if len(parts) > 1 and all(
        p.kind.is_scalar and p.kind.mode in ("integer", "double") and not p.kind.na for p in parts
    ):
        return fill(f"{word}(*XS)", _extreme_kind(parts, word), XS=parts)
    x = _many_values(t, dots)
    kind = x.kind
    if kind.is_scalar and len(dots) == 1 and kind.mode in ("integer", "double") and not kind.na:
        return x
    mode: Mode = "integer" if kind.mode == "logical" else kind.mode
    result = Kind(
        "scalar", mode, low=kind.low, high=kind.high, whole=kind.whole, integral=kind.integral
    )
    return _summary(t, [(None, x)], na_rm, f"np.{word}", f"np.nan{word}", word, result)


def _extreme_kind(parts: list[Py], word: str) -> Kind:
    kind = parts[0].kind
    for part in parts[1:]:
        kind = join(kind, part.kind)
    lows = [p.kind.low for p in parts if p.kind.low is not None]
    highs = [p.kind.high for p in parts if p.kind.high is not None]
    if word == "max" and lows:
        kind = kind.with_(low=max(lows))
    if word == "min" and highs:
        kind = kind.with_(high=min(highs))
    return kind.with_(const=None, native=True)


@base("max", "...", "na.rm")
def _max(t: Translator, dots: Dots, na_rm: Py | None) -> Py:
    return _extreme(t, dots, na_rm, "max")


@base("min", "...", "na.rm")
def _min(t: Translator, dots: Dots, na_rm: Py | None) -> Py:
    return _extreme(t, dots, na_rm, "min")


@base("range", "...", "na.rm")
def _range(t: Translator, dots: Dots, na_rm: Py | None) -> Py:
    x = _many_values(t, dots)
    kind = x.kind
    return call(
        "rv.range_",
        [x],
        Kind(
            "vector",
            kind.mode if kind.atomic else "any",
            length=2,
            low=kind.low,
            high=kind.high,
            whole=kind.whole,
        ),
        na_rm=na_rm,
    )


def _quantifier(t: Translator, dots: Dots, na_rm: Py | None, word: str) -> Py:
    x = _many_values(t, dots)
    kind = x.kind
    if kind.is_scalar and kind.mode == "logical" and not kind.na:
        return x
    if kind.numeric and not kind.na and not kind.is_scalar:
        return fill(f"np.{word}(X)", LOGICAL, X=_undropped(x))
    skip = na_rm is not None and flag(na_rm, False, "na.rm")
    return call(
        f"rv.{word}_",
        [x],
        LOGICAL.with_(na=kind.na and not skip),
        na_rm=literal(True) if skip else None,
    )


@base("any", "...", "na.rm")
def _any(t: Translator, dots: Dots, na_rm: Py | None) -> Py:
    return _quantifier(t, dots, na_rm, "any")


@base("all", "...", "na.rm")
def _all(t: Translator, dots: Dots, na_rm: Py | None) -> Py:
    return _quantifier(t, dots, na_rm, "all")


@base("cumsum", "x")
def _cumsum(t: Translator, x: Py) -> Py:
    kind = x.kind
    if kind.shape != "vector" or kind.mode in ("any", "character"):
        return call("rv.cumsum", [x], Kind("vector", kind.mode) if kind.atomic else Kind("vector"))
    mode: Mode = "integer" if kind.mode == "logical" else kind.mode
    low = kind.low if kind.low is not None and kind.low >= 0 else None
    return fill("np.cumsum(X)", like(kind, mode, low=low, whole=kind.whole), X=x)


@base("cumprod", "x")
def _cumprod(t: Translator, x: Py) -> Py:
    if x.kind.shape == "vector" and x.kind.numeric:
        value = as_float(x) if x.kind.whole or x.kind.mode != "double" else x
        return fill("np.cumprod(X)", like(x.kind, "double"), X=value)
    return call("rv.cumprod", [x], Kind("vector", "double"))


for _word, _numpy in (("cummax", "np.maximum.accumulate"), ("cummin", "np.minimum.accumulate")):

    @base(_word, "x")
    def _cumulative(t: Translator, x: Py, _function: str = _numpy, _name: str = _word) -> Py:
        if x.kind.shape == "vector" and x.kind.numeric and not x.kind.na:
            kind = like(x.kind, x.kind.mode, low=x.kind.low, high=x.kind.high, whole=x.kind.whole)
            return fill(f"{_function}(X)", kind, X=x)
        return call(f"rv.{_name}", [x], Kind("vector", x.kind.mode if x.kind.atomic else "any"))


@base("diff", "x", "lag", "differences")
def _diff(t: Translator, x: Py, lag: Py | None, differences: Py | None) -> Py:
    kind = x.kind
    if kind.shape == "vector" and kind.numeric and lag is None:
        mode: Mode = "integer" if kind.mode == "logical" else kind.mode
        new = Kind(
            "vector",
            mode,
            na=kind.na,
            whole=kind.whole,
            integral=kind.integral,
            length=None
            if kind.length is None or differences is not None
            else max(kind.length - 1, 0),
        )
        if differences is None:
            return fill("np.diff(X)", new, X=numbers(x))
        return fill("np.diff(X, N)", new, X=numbers(x), N=size(differences))
    return call(
        "rv.diff",
        [x],
        Kind("vector", kind.mode) if kind.shape == "vector" else ANY,
        lag=lag,
        differences=differences,
    )


def _parallel(t: Translator, dots: Dots, na_rm: Py | None, numpy: str, word: str) -> Py:
    parts = [p for _, p in dots]
    kinds = [p.kind for p in parts]
    from ._arithmetic import combined

    if len(parts) == 2 and all(k.numeric and not k.na for k in kinds) and na_rm is None:
        shape, help_ = combined(*kinds)
        if shape is not None and not help_:
            mode = higher(kinds[0].mode, kinds[1].mode)
            lows = [k.low for k in kinds if k.low is not None]
            low = max(lows) if word == "pmax" and lows else (min(lows) if len(lows) == 2 else None)
            return fill(
                f"{numpy}(A, B)",
                shape.with_(
                    mode=mode,
                    low=low,
                    whole=all(k.whole or k.mode != "double" for k in kinds) and mode == "double",
                    native=False,
                ),
                A=parts[0],
                B=parts[1],
            )
    return call(f"rv.{word}", parts, like(kinds[0], "any") if all(k.atomic for k in kinds) else ANY)


@base("pmax", "...", "na.rm")
def _pmax(t: Translator, dots: Dots, na_rm: Py | None) -> Py:
    return _parallel(t, dots, na_rm, "np.maximum", "pmax")


@base("pmin", "...", "na.rm")
def _pmin(t: Translator, dots: Dots, na_rm: Py | None) -> Py:
    return _parallel(t, dots, na_rm, "np.minimum", "pmin")


_MARGINS = {"rowSums": ("sum", 1), "colSums": ("sum", 0), "rowMeans": ("mean", 1),
            "colMeans": ("mean", 0)}  # fmt: skip

for _word, (_method, _over) in _MARGINS.items():

    @base(_word, "x", "na.rm", "dims")
    def _margin(
        t: Translator,
        x: Py,
        na_rm: Py | None,
        dims: Py | None,
        _name: str = _word,
        _method: str = _method,
        _over: int = _over,
    ) -> Py:
        refuse_given(_name, dims=dims)
        kind = x.kind
        skip = na_rm is not None and flag(na_rm, False, "na.rm")
        low = 0 if kind.low is not None and kind.low >= 0 else None
        extent = None if kind.dims is None or kind.shape != "matrix" else kind.dims[1 - _over]
        new = DOUBLES.with_(
            low=low, names=True, many=extent is None, length=extent, na=kind.na and not skip
        )
        if kind.shape == "matrix" and not kind.names and kind.numeric:
            whole = _method == "sum" and (kind.whole or kind.mode != "double")
            new = new.with_(names=False, whole=whole)
            if skip:
                return fill(f"np.nan{_method}(X, axis={_over})", new, X=x)
            return fill(f"X.{_method}(axis={_over})", new, X=x)
        word = {
            "rowSums": "row_sums",
            "colSums": "col_sums",
            "rowMeans": "row_means",
            "colMeans": "col_means",
        }[_name]
        whole = _method == "sum"
        return call(
            f"rv.{word}", [x], new.with_(whole=whole), na_rm=literal(True) if skip else None
        )
