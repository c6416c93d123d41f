"""Summaries of vectors, running and side by side: sums, extremes, differences."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from ._core import (
    NA,
    NA_REAL,
    as_logical,
    common,
    is_numeric,
    is_r_na,
    is_scalar,
    logical_numbers,
    missing,
    numbers,
    recycle,
    vector,
)
from ._dates import as_date, days_of
from ._named import (
    named,
    names,
    plain,
    relabelled,
)
from ._nothing import is_null
from ._text import collation_key
from ._totals import corrected_mean, product, running, total
from ._untranslated import Untranslated
from ._whole import EXACT


def _kept(x: Any, na_rm: bool) -> Any:
    if isinstance(x, (list, Mapping)):
        raise TypeError("a list has no sum, mean, minimum or maximum")
    values = vector(x)
    if na_rm:
        values = values[~missing(values)]
    return values


def _has_gap(values: Any) -> bool:
    return bool(missing(values).any())


def sum_(x: Any, na_rm: bool = False) -> Any:
    """R: ``sum``; that of NULL is an integer."""
    if is_null(x):
        return 0
    kept = _kept(x, na_rm)
    if not len(kept) and kept.dtype.kind == "O" and na_rm:  # of logicals that are all NA
        return 0
    return total(plain(logical_numbers(kept)))


def prod_(x: Any, na_rm: bool = False) -> Any:
    """R: ``prod``."""
    return product(plain(logical_numbers(_kept(x, na_rm))).astype(float))


def mean_(x: Any, na_rm: bool = False, trim: float = 0) -> Any:
    """Return the mean, in extended precision and corrected once, as in R. R: ``mean``.

    A part `trim` of the values is left out at either end; from a half on it is the median.

    Examples
    --------
    >>> mean_(np.array([1.0, 2.0, 6.0]))
    np.float64(3.0)
    """
    if is_null(x):
        return NA
    kept = _kept(x, na_rm)
    if kept.dtype.kind == "M":
        return as_whole_day(mean_(days_of(kept), trim=trim))
    values = logical_numbers(kept)
    if not len(values):
        return np.float64(np.nan)
    if trim > 0 and not np.isnan(values).any():
        values = np.sort(values)
        cut = int(len(values) * trim) if trim < 0.5 else (len(values) - 1) // 2
        values = values[cut : len(values) - cut]
    return corrected_mean(plain(values))


def as_whole_day(days: Any) -> Any:
    """Return a mean of days since 1970 as a date."""
    if days == days and days != np.floor(days):
        raise Untranslated("a part of a day has no translation: dates are whole days here")
    return as_date(days, origin=np.datetime64(0, "D"))


def extreme_level(x: Any, word: str) -> Any:
    """Return the highest ("max") or lowest value of an ordered factor. R: ``max``, ``min``."""
    if not isinstance(x, pd.Categorical) or not x.ordered:
        raise TypeError(f"{word!r} not meaningful for factors")
    if not len(x) or (x.codes < 0).any():
        raise Untranslated(f"{word}() of an ordered factor with NA, or of none")
    return x.take([int(np.argmax(x.codes) if word == "max" else np.argmin(x.codes))])


def _extreme(x: Any, na_rm: bool, function: Any, empty: float) -> Any:
    if isinstance(x, pd.Categorical):
        known = x[x.codes >= 0] if na_rm else x
        return extreme_level(known, "max" if empty < 0 else "min")
    if isinstance(x, pd.DataFrame) and not all(dtype.kind in "biuf" for dtype in x.dtypes):
        raise Untranslated("max() and min() of a data frame that has other columns than numbers")
    values = _kept(x, na_rm)
    if len(values) == 0:
        word = "max" if empty < 0 else "min"
        if values.dtype.kind == "O":
            raise ValueError(f"no non-missing arguments to {word}() of text")
        told = f"no non-missing arguments to {word}; returning {'-' if empty < 0 else ''}Inf"
        warnings.warn(told, RuntimeWarning, stacklevel=3)
        return empty
    if values.dtype.kind == "O":
        if any(isinstance(v, str) for v in values):
            if _has_gap(values):
                return None
            return (max if empty < 0 else min)(values, key=collation_key)
        values = logical_numbers(values)
    if values.dtype.kind == "b":
        values = values.astype(np.int64)
    gaps = values[missing(values)]
    if len(gaps):
        return np.float64(NA_REAL if any(is_r_na(v) for v in gaps) else np.nan)
    return function(values)


def max_(x: Any, na_rm: bool = False) -> Any:
    """R: ``max``."""
    return _extreme(x, na_rm, np.max, -np.inf)


def min_(x: Any, na_rm: bool = False) -> Any:
    """R: ``min``."""
    return _extreme(x, na_rm, np.min, np.inf)


def range_(x: Any, na_rm: bool = False) -> Any:
    """Return the smallest and the largest element. R: ``range``."""
    values = [min_(x, na_rm), max_(x, na_rm)]
    if isinstance(x, pd.Categorical):
        return x.take([int(np.flatnonzero(x == value[0])[0]) for value in values])
    return np.array(values, dtype=object if isinstance(values[0], str) else None)


def any_(x: Any, na_rm: bool = False) -> Any:
    """R: ``any``."""
    values = _kept(x if is_numeric(x) else as_logical(x), na_rm)
    gaps = missing(values)
    if bool(np.any([bool(v) for v in values[~gaps]])):
        return True
    return NA if gaps.any() else False


def all_(x: Any, na_rm: bool = False) -> Any:
    """R: ``all``."""
    values = _kept(x if is_numeric(x) else as_logical(x), na_rm)
    gaps = missing(values)
    if not all(bool(v) for v in values[~gaps]):
        return False
    return NA if gaps.any() else True


def _accumulated(x: Any, function: Any) -> Any:
    result = function(logical_numbers(vector(x)))
    labels = names(x)
    return result if labels is None else named(result, labels)


def cumsum(x: Any) -> Any:
    """R: ``cumsum``."""
    return _accumulated(x, _sums)


def _sums(values: Any) -> Any:
    if values.dtype.kind == "f" or np.sum(np.abs(values), dtype=float) > EXACT:
        return running(values, np.add)
    return np.cumsum(values)


def cumprod(x: Any) -> Any:
    """R: ``cumprod``."""
    return _accumulated(x, lambda v: running(v, np.multiply))


def cummax(x: Any) -> Any:
    """R: ``cummax``."""
    return _accumulated(x, np.maximum.accumulate)


def cummin(x: Any) -> Any:
    """R: ``cummin``."""
    return _accumulated(x, np.minimum.accumulate)


def diff(x: Any, lag: Any = 1, differences: Any = 1) -> Any:
    """Return differences of elements, or of rows of a matrix. R: ``diff``."""
    if x is None:
        return None
    values = numbers(x)
    k = int(lag)
    for _ in range(int(differences)):
        values = values[k:] - plain(values[:-k]) if len(values) > k else values[:0]
    if np.ndim(x) > 1 and k * int(differences) >= len(numbers(x)):
        return plain(values).ravel()[:0]
    return values


def _parallel(values: tuple[Any, ...], na_rm: bool, *, largest: bool) -> Any:
    """Return the extreme of each place; dimensions and names are those of the first value."""
    arrays = common([vector(v) for v in values])
    if any(len(a) == 0 for a in arrays):
        if any(np.ndim(v) > 1 for v in values):
            raise Untranslated("pmin() and pmax() of nothing and a matrix")
        return arrays[0][:0]
    count = max(len(a) for a in arrays)
    texts = any(a.dtype.kind == "O" and any(isinstance(v, str) for v in a) for a in arrays)
    columns = [recycle(a if texts else logical_numbers(a), count) for a in arrays]
    result = columns[0]
    for other in columns[1:]:
        gaps, others = missing(result), missing(other)
        known = ~(gaps | others)
        first = np.zeros_like(known)
        first[known] = _before(other[known], result[known], texts) == largest
        # Of NA and NaN the last stays.
        chosen = first | (others & ~gaps if na_rm else gaps & ~others)
        result = np.where(chosen, result, other)
    if all(is_scalar(v) for v in values):
        return result[0]
    first_value = values[0]
    if isinstance(first_value, np.ndarray) and first_value.size == count:
        return relabelled(result.reshape(first_value.shape, order="F"), first_value)
    return result


def _before(a: Any, b: Any, texts: bool) -> Any:
    """Return where a is not behind b."""
    if not texts:
        return a <= b
    pairs = zip(a, b, strict=True)
    return np.array([collation_key(u) <= collation_key(v) for u, v in pairs], dtype=bool)


def pmax(*values: Any, na_rm: bool = False) -> Any:
    """Return the largest of each; the shape and the names are those of the first. R: ``pmax``.

    Examples
    --------
    >>> pmax(np.array([[1, -2], [3, -4]]), 0)
    array([[1, 0],
           [3, 0]])
    >>> pmax(0, np.array([[1, -2], [3, -4]]))
    array([1, 3, 0, 0])
    """
    return _parallel(values, na_rm, largest=True)


def pmin(*values: Any, na_rm: bool = False) -> Any:
    """Return the smallest of each; the shape and the names are those of the first. R: ``pmin``."""
    return _parallel(values, na_rm, largest=False)
