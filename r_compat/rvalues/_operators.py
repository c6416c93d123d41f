"""Operators with R's recycling, coercion and NA."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from ._core import (
    NA,
    NA_REAL,
    as_array,
    column,
    is_scalar,
    length,
    logical_numbers,
    missing,
    recycle,
    tidy,
    vector,
)
from ._named import (
    NamedArray,
    NamedList,
    named,
    names,
    one_dimensional,
    plain,
    relabelled,
    require_fit,
)
from ._nothing import is_null
from ._one import NA_TEXT
from ._shapes import only, shapes_of
from ._text import as_character, collation_key
from ._untranslated import Untranslated
from ._whole import rounded


def _aligned(x: Any, y: Any, *, arithmetic: bool = False) -> tuple[Any, Any, bool]:
    """Return two arrays of one shape, and whether both were scalars.

    A vector may be shorter than a matrix, not longer; but in arithmetic R takes a matrix of one
    cell for a number then.
    """
    scalars = is_scalar(x) and is_scalar(y)
    a, b = plain(as_array(x)), plain(as_array(y))
    if not (a.size and b.size):
        nameless = not any(isinstance(v, NamedArray) and not v.size for v in (x, y))
        if not nameless and (max(a.size, b.size) > 1 or is_null(x) or is_null(y)):
            raise Untranslated("an operator of nothing that has names and several values or NULL")
    if a.shape == b.shape:
        return a, b, scalars
    if a.ndim > 1 and b.ndim > 1:
        raise ValueError(f"arrays of shape {a.shape} and {b.shape} do not conform")
    if a.ndim > 1 or b.ndim > 1:
        if one_dimensional(x) or one_dimensional(y):
            raise ValueError("non-conformable arrays")
        shape = a.shape if a.ndim > 1 else b.shape
        count, given = int(np.prod(shape)), a.size if a.ndim == 1 else b.size
        if given == 0:
            empty = (0,) if count else shape  # a matrix without cells stays one
            return a.ravel()[:0].reshape(empty), b.ravel()[:0].reshape(empty), False
        if given > count:
            if arithmetic and count == 1:
                return recycle(a, given), recycle(b, given), False
            raise ValueError(f"dims [product {count}] do not match the length of object [{given}]")
        parts = [v if v.ndim > 1 else recycle(v, count).reshape(shape, order="F") for v in (a, b)]
        return parts[0], parts[1], False
    if min(len(a), len(b)) == 0:
        return a[:0], b[:0], False
    count = max(len(a), len(b))
    if one_dimensional(x) and one_dimensional(y):
        raise ValueError("non-conformable arrays")
    for own, value in ((x, a), (y, b)):
        if one_dimensional(own) and 1 < len(value) < count:
            size = len(value)
            raise ValueError(f"dims [product {size}] do not match the length of object [{count}]")
    return recycle(a, count), recycle(b, count), scalars


def _columns(x: Any, y: Any) -> tuple[pd.DataFrame, list[tuple[Any, Any]]]:
    """Return the first data frame of two values, and both values column by column.

    What is no data frame is recycled down the columns, not along the rows as pandas does it.
    """
    frame = x if isinstance(x, pd.DataFrame) else y
    sides = []
    for value in (x, y):
        if isinstance(value, pd.DataFrame):
            if value.shape != frame.shape:
                raise ValueError("operators are only defined for equally-sized data frames")
            sides.append([column(value, k) for k in range(frame.shape[1])])
        elif is_scalar(value):
            sides.append([value] * frame.shape[1])
        elif isinstance(value, (list, dict)):
            raise Untranslated("an operator of a data frame and a list has no translation")
        else:
            whole = recycle(plain(as_array(value)).ravel(order="F"), frame.size)
            sides.append(list(whole.reshape(frame.shape, order="F").T))
    return frame, list(zip(*sides, strict=True))


def _compute(x: Any, y: Any, function: Callable[[Any, Any], Any]) -> Any:
    if isinstance(x, pd.DataFrame) or isinstance(y, pd.DataFrame):
        frame, parts = _columns(x, y)
        made = pd.DataFrame(
            {k: np.atleast_1d(_compute(a, b, function)) for k, (a, b) in enumerate(parts)},
            index=frame.index,
        )
        made.columns = frame.columns
        return made
    if isinstance(x, pd.Categorical) or isinstance(y, pd.Categorical):
        raise TypeError("arithmetic of factors is not meaningful")
    if isinstance(x, (dict, list)) or isinstance(y, (dict, list)):
        raise TypeError("arithmetic needs numbers, got a list")
    if x is NA_TEXT or y is NA_TEXT:
        raise TypeError("non-numeric argument to binary operator, got a text that is NA")
    a, b, scalars = _aligned(x, y, arithmetic=True)
    a, b = logical_numbers(a), logical_numbers(b)
    with np.errstate(all="ignore"):
        dated = a.dtype.kind in "Mm" or b.dtype.kind in "Mm"
        if dated and max(np.ndim(a), np.ndim(b)) > 1:
            raise Untranslated("dates and a matrix, which are a matrix of dates in R")
        result = _of_days(a, b, function) if dated else rounded(function, a, b)
    if np.ndim(x) != np.ndim(y) and np.ndim(result) < max(np.ndim(x), np.ndim(y)):
        return result  # a matrix of one cell, or nothing, takes no names along
    return result[0] if scalars else relabelled(result, x, y)


def _of_days(a: Any, b: Any, function: Callable[[Any, Any], Any]) -> Any:
    """Add or subtract days, which are whole here, and doubles in R."""
    if function not in (np.add, np.subtract):
        raise Untranslated("this operator of dates has no translation")
    return function(*(v if v.dtype.kind in "Mm" else _whole_days(v) for v in (a, b)))


def _whole_days(values: Any) -> Any:
    """Return numbers of days as numpy counts them."""
    gaps = missing(values)
    days = np.where(gaps, 0, values).astype(float)
    if np.any(days != np.floor(days)):
        raise Untranslated("a part of a day has no translation: dates are whole days here")
    spans = days.astype(np.int64).astype("timedelta64[D]")
    return np.where(gaps, np.timedelta64("NaT", "D"), spans)


def add(x: Any, y: Any) -> Any:
    """R: ``x + y``.

    Examples
    --------
    >>> add(np.array([1, 2, 3, 4]), np.array([10, 20]))
    array([11, 22, 13, 24])
    """
    return _compute(x, y, np.add)


def subtract(x: Any, y: Any) -> Any:
    """R: ``x - y``."""
    return _compute(x, y, np.subtract)


def multiply(x: Any, y: Any) -> Any:
    """R: ``x * y``."""
    return _compute(x, y, np.multiply)


def divide(x: Any, y: Any) -> Any:
    """R: ``x / y``; division by 0 is Inf or NaN."""
    return _compute(x, y, np.divide)


def power(x: Any, y: Any) -> Any:
    """R: ``x ^ y``, always a double."""
    return _compute(x, y, _power)


def _libm_power(x: float, y: float) -> float:
    try:
        return math.pow(x, y)  # C's, as in R: numpy's own may differ in the last bit
    except (ValueError, OverflowError):
        return float(np.power(np.float64(x), np.float64(y)))


_LIBM_POWER = np.frompyfunc(_libm_power, 2, 1)


def _power(a: Any, b: Any) -> Any:
    base = np.asarray(a, dtype=float) + 0.0  # that of -0 is that of 0
    exponent = np.asarray(b, dtype=float)
    result = np.asarray(_LIBM_POWER(base, exponent), dtype=float)
    if np.any(base == -np.inf) or np.any(np.isinf(exponent)):  # C has other limits than R
        result = np.where(base == -np.inf, result + 0.0, result)
        odd = (base == -np.inf) & (exponent != np.floor(exponent))
        result = np.where(odd | ((base < 0) & np.isinf(exponent)), np.nan, result)
    return np.where((np.asarray(a) == 1) | (np.asarray(b) == 0), 1.0, result)


def mod(x: Any, y: Any, integers: bool | None = None) -> Any:
    """R: ``x %% y``; NaN where y is 0."""
    return _compute(x, y, lambda a, b: _guarded(_remainder, a, b, integers))


def _remainder(a: Any, b: Any) -> Any:
    """Return a - floor(a / b) * b, of doubles as R rounds it where a is far larger than b."""
    if a.dtype.kind != "f" and b.dtype.kind != "f":
        return np.mod(a, b)
    wide, by = np.asarray(a, dtype=np.longdouble), np.asarray(b, dtype=np.longdouble)
    left = wide - np.floor(np.divide(a, b)) * by
    left = left - np.floor(left / by) * by
    return np.where(np.isinf(b) & np.isfinite(a), np.mod(a, b), left).astype(float)


def intdiv(x: Any, y: Any, integers: bool | None = None) -> Any:
    """R: ``x %/% y``; where y is 0, NA of integers, and of doubles Inf or NaN.

    Examples
    --------
    >>> intdiv(5, np.array([2, 0]), integers=True), intdiv(5, np.array([2, 0]), integers=False)
    (array([ 2., nan]), array([ 2., inf]))
    """
    return _compute(x, y, lambda a, b: _guarded(_quotient, a, b, integers))


def _quotient(a: Any, b: Any) -> Any:
    """Return floor(a / b), of doubles corrected by what is left, as R does: 1e5 %/% 0.16."""
    if a.dtype.kind != "f" and b.dtype.kind != "f":
        return np.floor_divide(a, b)
    ratio = np.divide(a, b)
    down = np.floor(ratio)
    by = np.asarray(b, dtype=np.longdouble)
    left = np.asarray(a, dtype=np.longdouble) - down * by
    found = (down + np.floor(left / by)).astype(float)
    # below 1 R looks at the signs; what is no number, or has lost its digits, stays a ratio
    small = np.where((ratio < 0) | (np.sign(a) * np.sign(b) < 0), -1.0, 0.0)
    found = np.where(np.abs(ratio) < 1, small, found)
    far = ~np.isfinite(ratio) | (np.abs(ratio) * np.finfo(float).eps > 1)
    return np.where(far, ratio, found)


def _guarded(function: Any, a: Any, b: Any, integers: bool | None) -> Any:
    """Divide; whether numbers are integers of R is not seen of whole ones, and told by who knows.

    What is divided by 0 is the same for both if it is a remainder.
    """
    zero = np.asarray(b) == 0
    if not zero.any():
        return function(a, b) + 0  # 0, not -0
    if integers is None and function is not _remainder and _whole(a) and _whole(b):
        raise Untranslated("%/% by 0 of what may be integers, for which it is NA, or doubles of R")
    if integers or (integers is None and a.dtype.kind == b.dtype.kind == "i"):
        safe = function(a, np.where(zero, 1, b)).astype(float)
        return np.where(zero, NA_REAL, safe)
    if function is _remainder:
        return np.where(zero, np.nan, function(a.astype(float), np.where(zero, 1, b)))
    return np.where(zero, a / b, function(a.astype(float), np.where(zero, 1, b)) + 0)


def _whole(values: Any) -> bool:
    known = values[~missing(values)]
    return bool(np.all(np.floor(known) == known))


def negative(x: Any) -> Any:
    """R: ``-x``."""
    if isinstance(x, pd.DataFrame):
        return _compute(0, x, np.subtract) if (x.dtypes == "bool").any() else -x
    if isinstance(x, (dict, list)):
        raise TypeError("arithmetic needs numbers, got a list")
    result = -logical_numbers(plain(as_array(x)))
    return result[0] if is_scalar(x) else relabelled(result, x)


# Comparisons


def _compare(x: Any, y: Any, function: Callable[[Any, Any], Any], *, ordering: bool = False) -> Any:
    if isinstance(x, pd.DataFrame) or isinstance(y, pd.DataFrame):
        if any(isinstance(v, pd.Categorical) for v in (x, y)):
            raise TypeError("comparison of these types is not implemented")
        frame, parts = _columns(x, y)
        compared = [_compare(a, b, function, ordering=ordering) for a, b in parts]
        found = [np.atleast_1d(plain(part)) for part in compared]
        if not found:
            return np.zeros(frame.shape, dtype=bool)
        gaps = any(part.dtype.kind == "O" for part in found)
        values = np.column_stack([part.astype(object) if gaps else part for part in found])
        return relabelled(values, as_array(frame))
    require_fit(x, y)
    factors = [v for v in (x, y) if isinstance(v, pd.Categorical)]
    if ordering and factors:
        if not any(v.ordered for v in factors):  # of no meaning, R says
            return np.full(max(length(x), length(y)), None, dtype=object)
        x, y = _places(x, y)
    if all(isinstance(v, (list, dict)) for v in (x, y)):
        raise TypeError("comparison of these types is not implemented")
    if any(getattr(v, "unordered", False) for v in (x, y)):  # environments
        raise TypeError("comparison is possible only for atomic and list types")
    for value in (x, y):  # R takes each element for one value
        if isinstance(value, (list, dict)) and "deep" in shapes_of(value):
            raise TypeError("a list of vectors cannot be compared")
    if any(isinstance(v, (list, dict)) for v in (x, y)) and _is_text(vector(x)) != _is_text(
        vector(y)
    ):
        raise Untranslated("a list is compared with what is text, or text in it with numbers")
    x, y = _elements_named(x), _elements_named(y)
    x, y = _dated(x, y), _dated(y, x)
    a, b, scalars = _aligned(_levels(x), _levels(y))
    a, b = _comparable(a, b)
    gaps = missing(a) | missing(b)
    if gaps.any():
        full = np.full(gaps.shape, None, dtype=object)
        full[~gaps] = function(a[~gaps], b[~gaps])
        result: Any = full
    else:
        result = np.asarray(function(a, b), dtype=bool)
    return _one(result) if scalars else relabelled(result, x, y)


def _elements_named(x: Any) -> Any:
    """Return a list that has names as a vector with them; anything else as it is."""
    if not isinstance(x, (dict, NamedList)) or getattr(x, "unordered", False):
        return x
    return named(vector(x), names(x))


def _one(result: Any) -> Any:
    """Return one logical; NA is a number, since None is NULL."""
    return NA if result[0] is None else result[0]


def _dated(x: Any, other: Any) -> Any:
    """Return text as dates where it is compared with dates."""
    from ._dates import as_date, is_dates

    return as_date(x) if is_dates(other) and not is_dates(x) and _is_text(x) else x


def _is_text(x: Any) -> bool:
    return any(isinstance(v, str) for v in np.atleast_1d(np.asarray(x, dtype=object)).flat)


def _levels(x: Any) -> Any:
    return as_character(x) if isinstance(x, pd.Categorical) else x


def _places(x: Any, y: Any) -> tuple[Any, Any]:
    """Return values of an ordered factor as the places of their levels; others are NA."""
    factors = [v for v in (x, y) if isinstance(v, pd.Categorical)]
    if not all(v.ordered for v in factors):
        raise TypeError("comparisons by order are not meaningful for factors")
    levels = factors[0].categories
    place = {str(level): float(k) for k, level in enumerate(levels)}
    made = [
        np.array([place.get(str(v), NA) for v in np.atleast_1d(np.asarray(_levels(w), object))])
        for w in (x, y)
    ]
    return tuple(v if np.ndim(w) else v[0] for v, w in zip(made, (x, y), strict=True))  # type: ignore[return-value]


def _comparable(a: Any, b: Any) -> tuple[Any, Any]:
    """R compares a number and a text as texts, and dates and numbers as numbers of days."""
    from ._dates import days_of

    texts = [v.dtype.kind == "O" and any(isinstance(e, str) for e in v.flat) for v in (a, b)]
    if not any(texts):
        if (a.dtype.kind in "Mm") != (b.dtype.kind in "Mm"):
            a, b = (days_of(v) if v.dtype.kind in "Mm" else v for v in (a, b))
        return (logical_numbers(a), logical_numbers(b)) if a.size else (a, b)
    parts = [
        v if text else np.asarray(as_character(v), dtype=object).reshape(v.shape, order="F")
        for v, text in zip((a, b), texts, strict=True)
    ]
    return parts[0], parts[1]


def _ordered(a: Any, b: Any) -> tuple[Any, Any]:
    """Return texts as their places in R's order."""
    if a.dtype.kind != "O":
        return a, b
    distinct = sorted({*a.flat, *b.flat}, key=collation_key)
    place = {text: k for k, text in enumerate(distinct)}
    return tuple(np.array([place[t] for t in v.flat]).reshape(v.shape) for v in (a, b))  # type: ignore[return-value]


def eq(x: Any, y: Any) -> Any:
    """R: ``x == y``; NA where either is NA.

    Examples
    --------
    >>> eq(np.array([1.0, np.nan]), 1)
    array([True, None], dtype=object)
    """
    return _compare(x, y, lambda a, b: a == b)


def ne(x: Any, y: Any) -> Any:
    """R: ``x != y``."""
    return _compare(x, y, lambda a, b: a != b)


def lt(x: Any, y: Any) -> Any:
    """R: ``x < y``."""
    return _compare(x, y, lambda a, b: np.less(*_ordered(a, b)), ordering=True)


def gt(x: Any, y: Any) -> Any:
    """R: ``x > y``."""
    return _compare(x, y, lambda a, b: np.greater(*_ordered(a, b)), ordering=True)


def le(x: Any, y: Any) -> Any:
    """R: ``x <= y``."""
    return _compare(x, y, lambda a, b: np.less_equal(*_ordered(a, b)), ordering=True)


def ge(x: Any, y: Any) -> Any:
    """R: ``x >= y``."""
    return _compare(x, y, lambda a, b: np.greater_equal(*_ordered(a, b)), ordering=True)


# Logic


def _three(x: Any) -> tuple[Any, Any]:
    """Return which elements are TRUE, and which are NA."""
    array = plain(as_array(x))
    gaps = missing(array)
    filled = np.where(gaps, 0, array) if gaps.any() else array
    if filled.dtype.kind == "O":
        filled = tidy(filled)
    return np.asarray(filled != 0) & ~gaps, gaps


def _joined(true: Any, gaps: Any, scalars: bool, *sources: Any) -> Any:
    if gaps.any():
        result: Any = np.where(gaps, None, true)
        result = np.array(
            [None if g else bool(v) for g, v in zip(gaps.flat, true.flat, strict=True)],
            dtype=object,
        ).reshape(gaps.shape)
    else:
        result = np.asarray(true, dtype=bool)
    return _one(result) if scalars else relabelled(result, *sources)


def and_(x: Any, y: Any) -> Any:
    """R: ``x & y``; FALSE wins over NA."""
    require_fit(x, y)
    a, b, scalars = _aligned(x, y)
    (p, p_na), (q, q_na) = _three(a), _three(b)
    false = (~p & ~p_na) | (~q & ~q_na)
    return _joined(p & q, (p_na | q_na) & ~false, scalars, x, y)


def or_(x: Any, y: Any) -> Any:
    """R: ``x | y``; TRUE wins over NA."""
    require_fit(x, y)
    a, b, scalars = _aligned(x, y)
    (p, p_na), (q, q_na) = _three(a), _three(b)
    return _joined(p | q, (p_na | q_na) & ~(p | q), scalars, x, y)


def and_then(x: Any, y: Callable[[], Any]) -> Any:
    """R: ``x && y``: the right side is evaluated unless the left one is FALSE.

    Examples
    --------
    >>> and_then(False, lambda: 1 / 0)
    False
    """
    left = and_(x, True)
    return False if left is not None and not left else and_(x, y())  # NaN, which is NA, is true


def or_else(x: Any, y: Callable[[], Any]) -> Any:
    """R: ``x || y``: the right side is evaluated unless the left one is TRUE.

    Examples
    --------
    >>> or_else(True, lambda: 1 / 0)
    True
    """
    left = or_(x, False)
    return True if left is not None and left == 1 else or_(x, y())


def not_(x: Any) -> Any:
    """R: ``!x``."""
    p, gaps = _three(x)
    return _joined(~p & ~gaps, gaps, is_scalar(x), x)


def xor(x: Any, y: Any) -> Any:
    """R: ``xor(x, y)``."""
    require_fit(x, y)
    a, b, scalars = _aligned(x, y)
    (p, p_na), (q, q_na) = _three(a), _three(b)
    return _joined(p ^ q, p_na | q_na, scalars, x, y)


def is_true(x: Any) -> bool:
    """R: ``isTRUE``."""
    values = vector(x) if not callable(x) else []
    return len(values) == 1 and isinstance(values[0], (bool, np.bool_)) and bool(values[0])


def is_false(x: Any) -> bool:
    """R: ``isFALSE``."""
    values = vector(x) if not callable(x) else []
    return len(values) == 1 and isinstance(values[0], (bool, np.bool_)) and not values[0]


def operator(word: str) -> Callable[..., Any]:
    """Return the function that an operator of two sides is, by its name. R: ``get("+")``.

    Examples
    --------
    >>> bool(operator("<")(1, 2))
    True
    """
    found = _BY_NAME.get(str(word))
    if found is None:
        raise Untranslated(f"the operator {word} as a function")
    return found


_BY_NAME: dict[str, Callable[..., Any]] = {
    "+": add, "-": subtract, "*": multiply, "/": divide, "^": power, "%%": mod, "%/%": intdiv,
    "==": eq, "!=": ne, "<": lt, ">": gt, "<=": le, ">=": ge, "&": and_, "|": or_,
}  # fmt: skip


def ifelse(test: Any, yes: Any, no: Any) -> Any:
    """R: ``ifelse``: the shape of `test`, elements of `yes` and `no`, recycled.

    A side that is a function is called if some element is taken from it.

    Examples
    --------
    >>> ifelse(np.array([True, False, True]), np.array([1, 2]), 0)
    array([1, 0, 1])
    """
    only(test, "numbers dims null", "ifelse")
    p, gaps = _three(test)
    flat, holes = p.ravel(order="F"), gaps.ravel(order="F")
    count = flat.size
    from ._core import common

    if not (~holes).any():
        if not count and np.ndim(test) > 1:
            raise Untranslated("ifelse() of a matrix without cells")
        return test if count else relabelled(np.array([], dtype=bool), test)
    use_yes, use_no = flat.any(), (~flat & ~holes).any()
    a, b = (
        vector(side() if use and callable(side) else None if callable(side) else side)
        for side, use in ((yes, use_yes), (no, use_no))
    )
    used = common([v for v, use in ((a, use_yes), (b, use_no)) if use])
    filled = [recycle(v, count) if len(v) else _gaps_like(v, count) for v in used]
    if len(filled) == 1:
        result: Any = np.array(filled[0])
    elif {v.dtype.kind for v in filled} == {"b", "O"}:
        result = np.where(flat, *(v.astype(object) for v in filled))
    else:
        result = np.where(flat, *filled)
    if holes.any():
        empty = None if result.dtype.kind in "bO" else NA
        result = np.where(holes, empty, result.astype(object) if empty is None else result)
    result = result.reshape(p.shape, order="F")
    if is_scalar(test):
        return NA if result[0] is None and not any(v.dtype.kind == "O" for v in used) else result[0]
    return relabelled(result, test)


def _gaps_like(empty: Any, count: int) -> Any:
    """Return what R takes from a vector of no elements: NA."""
    if empty.dtype.kind in "bO":
        return np.full(count, None, dtype=object)
    return np.full(count, NA)
