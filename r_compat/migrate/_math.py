"""Mathematics and summaries of numbers."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from ._arithmetic import as_integer, is_larger, operate
from ._functions import Table
from ._kinds import (
    ANY,
    DOUBLES,
    EXACT_BITS,
    FACTOR,
    FRAME,
    LOGICAL,
    NUMBER,
    STRING,
    TRUTH,
    Kind,
    Mode,
    Stored,
    adds_exactly,
    atom,
    bits_of_total,
    combined_values,
    constant,
    higher,
    is_int,
    join,
    may_be_integers,
    scalar,
    vector,
)
from ._pyexpr import Py, Refused, call, fill, literal, text_of
from ._tools import (
    as_float,
    flag,
    like,
    numbers,
    refuse_more,
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
    "cosh": "np.cosh", "tanh": "np.tanh", "asinh": "np.arcsinh", "acosh": "np.arccosh",
    "atanh": "np.arctanh", "floor": "np.floor", "ceiling": "np.ceil",
}  # fmt: skip
_POSITIVE = ("exp", "sqrt", "cosh")
_LARGEST = 700  # exp() of more may be Inf


def _defined(word: str, kind: Kind) -> tuple[bool, bool]:
    """Return whether a function's results are complete, and finite, for sure."""
    low, high = kind.low, kind.high
    if not kind.complete:
        return False, False
    match word:
        case "sqrt":
            inside = low is not None and low >= 0
            return inside, inside and kind.finite
        case "log" | "log2" | "log10" | "log1p":
            edge = -1 if word == "log1p" else 0
            inside = low is not None and low >= edge
            return inside, inside and kind.finite and low is not None and low > edge
        case "exp" | "expm1":
            return True, high is not None and high < _LARGEST
        case "sinh" | "cosh":
            small = high is not None and high < _LARGEST and low is not None and low > -_LARGEST
            return True, small
        case "sin" | "cos" | "tan":
            return kind.finite, kind.finite
        case "asin" | "acos":
            inside = low is not None and low >= -1 and high is not None and high <= 1
            return inside, inside
        case "atan" | "tanh":
            return True, True
        case "asinh":
            return True, kind.finite
        case "acosh" | "atanh":
            return False, False
    return True, kind.finite  # floor, ceiling, trunc


def _holds_numbers(frame: Kind) -> bool:
    """Whether all columns of a data frame are numbers, and none logicals."""
    return frame.items is not None and all(
        column.numeric and column.mode != "logical" for _, column in frame.items
    )


def _elementwise(function: str, x: Py, r_name: str) -> Py:
    kind = x.kind
    if not kind.numeric or (kind.mode == "logical" and kind.na):
        if kind.mode == "character" and kind.atomic:
            raise Refused(f"{r_name}() of text is an error in R")
        if kind.shape == "frame" and _holds_numbers(kind):
            return fill(f"{function}(X)", FRAME, X=x)
        kind = FRAME if kind.shape == "frame" else like(kind, "double")
        return call(f"rv.{r_name}", [x], kind)
    if r_name in ("floor", "ceiling", "trunc") and is_int(kind):
        return x.of(kind.with_(mode="double", stored="int"))
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
            up = float(-int(-kind.low // 1))
            claims["low"] = kind.low if up == 0 and kind.low < 0 else up  # or -0
    complete, finite = _defined(r_name, kind)
    stored: Stored = "float"
    if r_name in ("floor", "ceiling", "trunc"):
        stored = _floats(kind)  # numpy leaves integers as they are
    made = kind.elementwise(
        "double", complete=complete, finite=finite, stored=stored, numpy=kind.is_scalar, **claims
    )
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
    if not kind.numeric or (kind.mode == "logical" and kind.na):
        return call("rv.abs_", [x], like(kind, "any"))
    mode: Mode = "integer" if kind.mode == "logical" else kind.mode
    high = None if kind.low is None or kind.high is None else max(-kind.low, kind.high)
    new = kind.mapped(mode, low=0, high=high, stored=kind.stored, numpy=kind.values.numpy)
    word = "abs" if kind.is_scalar else "np.abs"
    return fill(f"{word}(X)", new, X=numbers(x))


@base("sign", "x")
def _sign(t: Translator, x: Py) -> Py:
    value = numbers(x)
    stored: Stored = "int" if is_int(value.kind) else value.kind.stored
    return fill("np.sign(X)", x.kind.mapped("double", low=-1, high=1, stored=stored), X=value)


@base("trunc", "x", "...")
def _trunc(t: Translator, x: Py, dots: Dots) -> Py:
    refuse_more("trunc", dots)
    return _elementwise("np.trunc", x, "trunc")


@base("zapsmall", "x", "digits")
def _zapsmall(t: Translator, x: Py, digits: Py | None) -> Py:
    if not (x.kind.numeric or x.kind.shape in ("any", "never")):
        raise Refused("zapsmall() of what are no numbers")
    kind = x.kind.elementwise("double", complete=x.kind.complete) if x.kind.atomic else ANY
    return call("rv.zapsmall", [x], x.kind if x.kind.shape == "never" else kind, digits=digits)


@base("round", "x", "digits")
def _round(t: Translator, x: Py, digits: Py | None) -> Py:
    kind = x.kind
    if is_int(kind) and (digits is None or (digits.kind.low or -1) >= 0):
        return x.of(kind.with_(mode="double", stored="int"))
    if digits is None or digits.kind.const == 0:
        if kind.numeric and kind.mode != "logical":
            return fill(
                "np.round(X)",
                kind.mapped(
                    "double",
                    low=_rounded(kind.low),
                    high=_rounded(kind.high),
                    stored=kind.stored,
                    numpy=kind.is_scalar,
                ),
                X=x,
            )
        if kind.shape == "frame":
            return call("rv.round_", [x], FRAME)
        return call("rv.round_", [x], like(kind, "double"))
    new = FRAME if kind.shape == "frame" else kind.mapped("double", stored=_floats(kind))
    return call("rv.round_", [x, digits], new)


def _floats(kind: Kind) -> Stored:
    """Return that doubles which are floats for sure stay so."""
    return "float" if kind.stored == "float" else ""


def _rounded(bound: float | None) -> float | None:
    return None if bound is None else float(round(bound))


@base("signif", "x", "digits")
def _signif(t: Translator, x: Py, digits: Py | None) -> Py:
    parts = [x] if digits is None else [x, digits]
    return call("rv.signif", parts, x.kind.mapped("double", stored=_floats(x.kind)))


for _word in ("gamma", "lgamma", "beta", "lbeta", "digamma", "factorial", "lfactorial"):

    @base(_word, "a", "b")
    def _special(t: Translator, a: Py, b: Py | None, _name: str = _word) -> Py:
        if b is None:
            return call(f"rv.{_name}", [a], like(a.kind, "double"))
        return call(f"rv.{_name}", [a, b], _of_two(a.kind, b.kind))


def _of_two(a: Kind, b: Kind, **claims: Any) -> Kind:
    """Return the kind of a function of two values, of which the longer gives the shape."""
    if a.is_scalar and not b.is_scalar:  # of one value the shape of the first counts
        return like(b, "double", **claims) if is_larger(b) else ANY
    return like(a, "double", **claims) if b.is_scalar or a.shape == b.shape else ANY


@base("choose", "n", "k")
def _choose(t: Translator, n: Py, k: Py) -> Py:
    low = 0 if n.kind.low is not None and n.kind.low >= 0 else None
    finite = n.kind.finite and k.kind.finite
    return call("rv.choose", [n, k], _of_two(n.kind, k.kind, low=low, finite=finite))


@base("atan2", "y", "x")
def _atan2(t: Translator, y: Py, x: Py) -> Py:
    plain = y.kind.is_scalar and x.kind.is_scalar and y.kind.numeric and x.kind.numeric
    if plain and y.kind.complete and x.kind.complete:
        return call("np.arctan2", [y, x], NUMBER)
    return call("rv.atan2", [y, x], ANY)


@base("lchoose", "n", "k")
def _lchoose(t: Translator, n: Py, k: Py) -> Py:
    return call("rv.lchoose", [n, k], ANY)


# Summaries


def _as_number(mode: Mode) -> Mode:
    """Return the mode of what R takes for numbers: logicals are integers."""
    return "integer" if mode == "logical" else mode


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
    if isinstance(node, ast.Call) and text_of(node.func) == "rv.drop":
        return Py(node.args[0], x.kind)
    return x


def _summary(
    t: Translator, dots: Dots, na_rm: Py | None, function: str, nan: str, r_name: str, result: Kind
) -> Py:
    """Return a summary by numpy, or by `rvalues` where that has to look at the values.

    `result` is its kind where no element is left out; what is left out is only known to be gone.
    """
    if not dots:
        raise Refused(f"{r_name}() of nothing")
    x = _many_values(t, dots)
    kind = x.kind
    skip = na_rm is not None and flag(na_rm, False, "na.rm")
    rounded = r_name in ("sum", "prod", "mean") and not adds_exactly(kind)
    if kind.shape == "frame" and rounded:
        given = literal(True) if skip else None
        return call(f"rv.{r_name}_", [fill("X.to_numpy()", X=x)], result, na_rm=given)
    if kind.shape == "frame" and _holds_numbers(kind):
        return fill(f"{nan if skip else function}(X.to_numpy())", result, X=x)
    if kind.shape == "frame":
        skipped = literal(True) if skip else None
        return call(f"rv.{r_name}_", [x], result.with_(numpy=False), na_rm=skipped)
    x = _undropped(x)
    asked = kind.mode in ("any", "character") or (kind.na and kind.mode == "logical")
    if not kind.atomic or asked or kind.tag == "null":
        done = result.with_(numpy=False) if kind.atomic else scalar()
        if kind.mode == "character":
            done = NUMBER if r_name == "mean" else STRING
        if not kind.atomic or kind.mode == "any":
            done = scalar()
        return call(f"rv.{r_name}_", [x], done, na_rm=literal(True) if skip else None)
    if r_name in ("max", "min") and kind.mode == "logical":
        x = as_integer(x)
    # numpy's extremes lose which NaN is NA, and stop where there is nothing
    if r_name in ("max", "min") and ((kind.na and not skip) or kind.length == 0):
        return call(f"rv.{r_name}_", [x], result.with_(numpy=False))
    if rounded:  # numpy adds otherwise than R
        given = literal(True) if skip else None
        return call(f"rv.{r_name}_", [x], result.with_(numpy=True), na_rm=given)
    return fill(f"{nan if skip else function}(X)", result.with_(numpy=True), X=x)


def _addable(x: Py, mode: Mode) -> tuple[Py, int]:
    """Return numbers whose sums are exact or doubles, and how many bits these take."""
    bits = bits_of_total(x.kind)
    if bits > EXACT_BITS and mode == "double" and adds_exactly(x.kind):
        return as_float(x), EXACT_BITS
    return x, min(bits, EXACT_BITS)


@base("sum", "...", "na.rm")
def _sum(t: Translator, dots: Dots, na_rm: Py | None) -> Py:
    if any(isinstance(p.node, ast.Starred) for _, p in dots):
        return call("rv.sum_", [fill("rv.c(*args)")], scalar())
    x = _many_values(t, dots) if dots else literal(0, constant(0, "integer"))
    kind = x.kind
    mode: Mode = "integer" if kind.mode in ("logical", "integer") else kind.mode
    low = 0 if kind.low is not None and kind.low >= 0 else None
    signed = low is None and not (kind.high is not None and kind.high <= 0)
    skip = na_rm is not None and flag(na_rm, False, "na.rm")
    result = scalar(
        mode,
        # No Inf - Inf; and integers some of which were missing are doubles here.
        complete=kind.finite or (not signed and (kind.complete or (skip and mode == "double"))),
        finite=kind.finite,
        low=low,
        stored=kind.stored,
        either=kind.either,
    )
    if _is_one(kind):
        return x
    x, bits = _addable(x, mode)
    result = result.with_(bits=bits, stored=x.kind.stored)
    return _summary(t, [(None, x)], na_rm, "np.sum", "np.nansum", "sum", result)


@base("prod", "...", "na.rm")
def _prod(t: Translator, dots: Dots, na_rm: Py | None) -> Py:
    x = _many_values(t, dots)
    if is_int(x.kind) and x.kind.atomic and not x.kind.is_scalar:
        x = as_float(x)
    low = 0 if x.kind.low is not None and x.kind.low >= 0 else None
    result = scalar("double", finite=x.kind.finite, low=low, stored=_floats(x.kind))
    return _summary(t, [(None, x)], na_rm, "np.prod", "np.nanprod", "prod", result)


@base("mean", "x", "...", "na.rm", "trim")
def _mean(t: Translator, x: Py, dots: Dots, na_rm: Py | None, trim: Py | None) -> Py:
    kind = x.kind
    if trim is not None:
        return call("rv.mean_", [x], NUMBER, na_rm=na_rm, trim=trim)
    bounds = kind.values.averaged()
    finite = kind.finite and kind.filled
    result = NUMBER.with_(low=bounds.low, high=bounds.high, finite=finite)
    if kind.shape in ("list", "dict", "frame"):
        raise Refused("mean() of a list is NA in R")
    return _summary(t, [(None, x)], na_rm, "np.mean", "np.nanmean", "mean", result)


def _is_one(kind: Kind) -> bool:
    """Whether it is one number for sure, its own sum and extreme; not NULL."""
    number = kind.is_scalar and kind.mode in ("integer", "double")
    return number and kind.complete and kind.tag != "null"


def _may_be_text(kind: Kind) -> bool:
    return kind.shape == "any" or (kind.atomic and kind.mode == "any")


def _extreme(t: Translator, dots: Dots, na_rm: Py | None, word: str) -> Py:
    if any(isinstance(p.node, ast.Starred) for _, p in dots):
        return call(f"rv.{word}_", [fill("rv.c(*args)")], scalar())
    parts = [p for _, p in dots]
    if len(parts) > 1 and all(
        p.kind.is_scalar and p.kind.mode in ("integer", "double") and not p.kind.na for p in parts
    ):
        return fill(f"{word}(*XS)", _extreme_kind(parts, word), XS=parts)
    if len(parts) == 1 and parts[0].kind.shape == "factor":
        return call("rv.extreme_level", [parts[0], literal(word)], FACTOR)
    if len(parts) > 1:
        if any(p.kind.shape == "factor" for p in parts):
            raise Refused(f"{word}() of a factor and other values")
        modes = {p.kind.mode for p in parts}
        if "character" in modes and modes & {"logical", "double"}:
            raise Refused(f"{word}() of text and logicals or numbers, which R shortens")
        asked = [literal("numbers matrix array table date frame null"), literal(word)]
        dots = [
            (label, call("rv.only", [p, *asked]) if _may_be_text(p.kind) else p)
            for label, p in dots
        ]
    x = numbers(_many_values(t, dots))
    kind = x.kind
    one_text = kind.is_scalar and kind.mode == "character" and kind.tag != "null"
    if len(dots) == 1 and (_is_one(kind) or (one_text and na_rm is None)):
        return x
    if not kind.atomic and kind.shape != "frame":
        skip = na_rm is not None and flag(na_rm, False, "na.rm")
        new = kind if kind.shape in ("factor", "never") else ANY  # of an ordered factor, a factor
        return call(f"rv.{word}_", [x], new, na_rm=literal(True) if skip else None)
    mode: Mode = "integer" if kind.mode == "logical" else kind.mode
    skip = na_rm is not None and flag(na_rm, False, "na.rm")
    # of nothing R has Inf or -Inf
    result = scalar(mode, complete=kind.complete or skip, either=kind.either)
    sized = kind.filled or kind.shape in ("matrix", "array")
    if kind.shape != "frame" and not (sized and (kind.complete or not skip)):
        if kind.mode == "character":
            result = STRING
        done = result if kind.atomic else scalar()
        if kind.atomic and mode == "integer":  # or Inf, a double
            done = result.with_(mode="double", either=True)
        return call(f"rv.{word}_", [x], done, na_rm=literal(True) if skip else None)
    if kind.filled:
        result = scalar(kind.values, mode=mode, const=None, soft=None, stored=kind.stored)
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
    either = kind.mode == "double" and may_be_integers(*[p.kind for p in parts])
    return kind.with_(const=None, numpy=False, soft=None, either=either)


@base("max", "...", "na.rm")
def _max(t: Translator, dots: Dots, na_rm: Py | None) -> Py:
    return _extreme(t, dots, na_rm, "max")


@base("min", "...", "na.rm")
def _min(t: Translator, dots: Dots, na_rm: Py | None) -> Py:
    return _extreme(t, dots, na_rm, "min")


def _extremes(kind: Kind) -> Kind:
    """Return the kind of a range, which of nothing is one of doubles."""
    if kind.mode in ("integer", "logical"):
        return vector("double", complete=kind.complete, either=True, length=2)
    return vector(kind.mode if kind.mode == "double" else "any", complete=kind.complete, length=2)


@base("range", "...", "na.rm")
def _range(t: Translator, dots: Dots, na_rm: Py | None) -> Py:
    x = _many_values(t, dots)
    kind = x.kind
    return call(
        "rv.range_",
        [x],
        vector(kind.values.having(mode=_as_number(kind.mode), soft=None), length=2, bare=True)
        if kind.atomic and kind.filled and not (kind.na and na_rm is not None)  # perhaps of nothing
        else _extremes(kind),
        na_rm=na_rm,
    )


def _quantifier(t: Translator, dots: Dots, na_rm: Py | None, word: str) -> Py:
    if not dots:
        return literal(word == "all", constant(word == "all", "logical"))
    x = _many_values(t, dots)
    kind = x.kind
    if kind.is_scalar and kind.mode == "logical" and not kind.na:
        return x
    if kind.numeric and not kind.na and not kind.is_scalar:
        return fill(f"np.{word}(X)", TRUTH, X=_undropped(x))
    skip = na_rm is not None and flag(na_rm, False, "na.rm")
    return call(
        f"rv.{word}_",
        [x],
        LOGICAL.with_(complete=(kind.complete or skip)),
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
    if kind.shape != "vector" or not kind.numeric or (kind.mode == "logical" and kind.na):
        return call("rv.cumsum", [x], vector("integer" if kind.mode == "integer" else "any"))
    mode: Mode = "integer" if kind.mode == "logical" else kind.mode
    low = kind.low if kind.low is not None and kind.low >= 0 else None
    x, bits = _addable(x, mode)
    new = kind.elementwise(
        mode,
        complete=kind.finite or (kind.complete and low is not None),
        finite=kind.finite,
        low=low,
        stored=x.kind.stored,
        bits=bits,
    )
    if not adds_exactly(x.kind):
        return call("rv.cumsum", [x], new)
    return fill("np.cumsum(X)", new, X=x)


@base("cumprod", "x")
def _cumprod(t: Translator, x: Py) -> Py:
    if x.kind.shape == "vector" and x.kind.numeric:
        return call("rv.cumprod", [x], like(x.kind, "double", stored="float"))
    return call("rv.cumprod", [x], vector("double"))


for _word, _numpy in (("cummax", "np.maximum.accumulate"), ("cummin", "np.minimum.accumulate")):

    @base(_word, "x")
    def _cumulative(t: Translator, x: Py, _function: str = _numpy, _name: str = _word) -> Py:
        if x.kind.shape == "vector" and x.kind.numeric and not x.kind.na:
            value = numbers(x)
            return fill(f"{_function}(X)", value.kind, X=value)
        return call(f"rv.{_name}", [x], vector())


@base("diff", "x", "lag", "differences")
def _diff(t: Translator, x: Py, lag: Py | None, differences: Py | None) -> Py:
    kind = x.kind
    gaps = kind.mode == "logical" and kind.na
    if kind.shape == "vector" and kind.numeric and lag is None and not (gaps or kind.nullable):
        mode: Mode = "integer" if kind.mode == "logical" else kind.mode
        new = vector(
            mode,
            finite=kind.finite,
            stored=kind.stored,
            either=kind.either,
            labels=kind.labels,
            length=None
            if kind.length is None or differences is not None
            else max(kind.length - 1, 0),
        )
        if kind.names:
            return call("rv.diff", [numbers(x)], new, differences=differences)
        if differences is None:
            return fill("np.diff(X)", new, X=numbers(x))
        return fill("np.diff(X, N)", new, X=numbers(x), N=size(differences))
    return call(
        "rv.diff",
        [x],
        vector() if kind.shape == "vector" else ANY,
        lag=lag,
        differences=differences,
    )


def _parallel(t: Translator, dots: Dots, na_rm: Py | None, numpy: str, word: str) -> Py:
    parts = [p for _, p in dots]
    kinds = [p.kind for p in parts]
    from ._arithmetic import combined

    plain = all(k.numeric and not k.na for k in kinds) and na_rm is None
    first = len(kinds) == 2 and not kinds[1].names  # R has the shape and the names of the first
    first = first and (kinds[0].shape == kinds[1].shape or kinds[1].shape in ("scalar", "vector"))
    if len(parts) == 2 and plain and first:
        shape, help_ = combined(*kinds)
        if shape is not None and not help_:
            mode: Mode = _as_number(higher(kinds[0].mode, kinds[1].mode))
            lows = [k.low for k in kinds if k.low is not None]
            low = max(lows) if word == "pmax" and lows else (min(lows) if len(lows) == 2 else None)
            return fill(
                f"{numpy}(A, B)",
                shape.with_(
                    mode=mode,
                    low=low,
                    complete=True,
                    finite=all(k.finite for k in kinds),
                    stored=combined_values(kinds, mode).stored,
                    either=combined_values(kinds, mode).either,
                    numpy=shape.is_scalar,
                ),
                A=numbers(parts[0]),
                B=numbers(parts[1]),
            )
    made = ANY
    one_cell = kinds[0].dims is None or all(extent in (1, None) for extent in kinds[0].dims)
    if kinds[0].shape == "matrix" and one_cell and not all(k.is_scalar for k in kinds[1:]):
        made = atom()
    elif all(k.is_scalar for k in kinds) or kinds[0].shape in ("matrix", "array"):
        made = kinds[0].elementwise("any")
    elif all(k.atomic for k in kinds):
        made = atom()
    if made.atomic and all(k.numeric for k in kinds):
        mode = "logical"
        for k in kinds:
            mode = higher(mode, k.mode)
        mode = _as_number(mode)
        made = made.with_(mode=mode, either=mode == "double" and may_be_integers(*kinds))
    return call(f"rv.{word}", parts, made, na_rm=na_rm)


@base("pmax", "...", "na.rm")
def _pmax(t: Translator, dots: Dots, na_rm: Py | None) -> Py:
    return _parallel(t, dots, na_rm, "np.maximum", "pmax")


@base("pmin", "...", "na.rm")
def _pmin(t: Translator, dots: Dots, na_rm: Py | None) -> Py:
    return _parallel(t, dots, na_rm, "np.minimum", "pmin")


_MARGINS = {"rowSums": ("sum", 1), "colSums": ("sum", 0), "rowMeans": ("mean", 1),
            "colMeans": ("mean", 0)}  # fmt: skip

_RULES = {"rowSums": "row_sums", "colSums": "col_sums", "rowMeans": "row_means",
          "colMeans": "col_means"}  # fmt: skip

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
        kind = x.kind
        skip = na_rm is not None and flag(na_rm, False, "na.rm")
        gaps = kind.mode == "logical" and kind.na  # None in an array
        if dims is not None or kind.shape not in ("matrix", "frame") or (kind.atomic and gaps):
            made = atom("double") if kind.atomic else ANY
            return call(
                f"rv.{_RULES[_name]}", [x], made, na_rm=literal(True) if skip else None, dims=dims
            )
        low = 0 if kind.low is not None and kind.low >= 0 else None
        extent = None if kind.dims is None or kind.shape != "matrix" else kind.dims[1 - _over]
        new = DOUBLES.with_(low=low, many=extent is None, length=extent)
        if _method == "mean":
            new = new.with_(stored="float", finite=kind.finite and kind.filled)
        else:
            new = new.with_(
                complete=kind.finite or (low is not None and (kind.complete or skip)),
                finite=kind.finite,
            )
        if kind.shape == "matrix" and not kind.names and kind.numeric:
            new = new.with_(bare=True)
            if _method == "sum":
                new = new.with_(stored="int" if is_int(kind) else _floats(kind))
        if adds_exactly(kind) and kind.shape == "matrix" and not kind.names and kind.numeric:
            if skip:
                return fill(f"np.nan{_method}(X, axis={_over})", new, X=x)
            return fill(f"X.{_method}(axis={_over})", new, X=x)
        word = _RULES[_name]
        return call(f"rv.{word}", [x], new, na_rm=literal(True) if skip else None)
