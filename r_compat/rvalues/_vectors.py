"""Sequences, order, sets and summaries of vectors."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd
from scipy import special

from ._core import (
    NA,
    as_array,
    common,
    elements,
    is_scalar,
    length,
    logical_numbers,
    missing,
    numbers,
    recycle,
    tidy,
    vector,
)
from ._named import NamedArray, named, names, plain, relabelled
from ._select import get, take
from ._text import collation_key, number_text

letters = np.array(list("abcdefghijklmnopqrstuvwxyz"), dtype=object)
LETTERS = np.array(list("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), dtype=object)


# Sequences


def colon(first: Any, last: Any) -> Any:
    """Count from `first` to `last`, up or down. R: ``first:last``.

    Examples
    --------
    >>> colon(3, 1)
    array([3, 2, 1])
    """
    a, b = float(vector(first)[0]), float(vector(last)[0])
    count = int(abs(b - a) + 1e-10) + 1
    steps = np.arange(count) if b >= a else -np.arange(count)
    return int(a) + steps if a == int(a) else a + steps


def seq(start: Any, to: Any = None, by: Any = None, length_out: Any = None) -> Any:
    """R: ``seq``.

    Examples
    --------
    >>> seq(0, 1, by=0.25)
    array([0.  , 0.25, 0.5 , 0.75, 1.  ])
    """
    if to is None and by is None and length_out is None:
        return colon(1, start) if is_scalar(start) else np.arange(1, length(start) + 1)
    a = vector(start)[0]
    if length_out is not None:
        n = int(np.ceil(vector(length_out)[0]))
        if by is not None:
            step = vector(by)[0]
            if to is not None:
                raise ValueError("too many arguments")
            return a + np.arange(n) * step
        if to is None:
            return a + np.arange(n)
        return np.linspace(a, vector(to)[0], n)
    b = vector(to)[0] if to is not None else 1
    if by is None:
        return colon(a, b)
    step = vector(by)[0]
    if step == 0 or (b - a) / step < 0:
        if a == b:
            return vector(start)
        raise ValueError("wrong sign in 'by' argument")
    count = int((b - a) / step + 1e-10)
    values = a + np.arange(count + 1) * step
    if values.dtype.kind == "f":
        values = np.minimum(values, b) if step > 0 else np.maximum(values, b)
    return values


def rep(x: Any, times: Any = None, each: Any = None, length_out: Any = None) -> Any:
    """Repeat elements. R: ``rep``.

    Examples
    --------
    >>> rep(np.array([1, 2]), each=2)
    array([1, 1, 2, 2])
    """
    if x is None:
        return None
    where = np.arange(length(x))
    if each is not None:
        where = np.repeat(where, int(vector(each)[0]))
    if length_out is not None:
        where = np.resize(where, int(vector(length_out)[0]))
    elif times is not None:
        counts = vector(times).astype(np.int64)
        where = np.tile(where, counts[0]) if len(counts) == 1 else np.repeat(where, counts)
    if isinstance(x, (list, Mapping)):
        items = list(x.values()) if isinstance(x, Mapping) else x
        return [items[k] for k in where]
    if isinstance(x, pd.Categorical):
        return x.take(where)
    result = vector(x)[where]
    labels = names(x)
    return result if labels is None else named(result, labels[where])


def rev(x: Any) -> Any:
    """Reverse. R: ``rev``."""
    if isinstance(x, Mapping):
        return dict(reversed(list(x.items())))
    if isinstance(x, (list, pd.Categorical)):
        return x[::-1]
    if x is None:
        return None
    return x[::-1] if isinstance(x, NamedArray) and x.ndim == 1 else vector(x)[::-1]


# Elementwise functions of what is not known


def _mapped(x: Any, function: Callable[[Any], Any]) -> Any:
    if isinstance(x, pd.DataFrame):
        return x.apply(lambda column: function(column.to_numpy()))
    values = logical_numbers(plain(as_array(x)))
    with np.errstate(all="ignore"):
        result = function(values)
    return result[0] if is_scalar(x) else relabelled(result, x)


def sqrt(x: Any) -> Any:
    """R: ``sqrt``."""
    return _mapped(x, np.sqrt)


def exp(x: Any) -> Any:
    """R: ``exp``."""
    return _mapped(x, np.exp)


def log(x: Any) -> Any:
    """R: ``log``."""
    return _mapped(x, np.log)


def log2(x: Any) -> Any:
    """R: ``log2``."""
    return _mapped(x, np.log2)


def log10(x: Any) -> Any:
    """R: ``log10``."""
    return _mapped(x, np.log10)


def log1p(x: Any) -> Any:
    """R: ``log1p``."""
    return _mapped(x, np.log1p)


def expm1(x: Any) -> Any:
    """R: ``expm1``."""
    return _mapped(x, np.expm1)


def sin(x: Any) -> Any:
    """R: ``sin``."""
    return _mapped(x, np.sin)


def cos(x: Any) -> Any:
    """R: ``cos``."""
    return _mapped(x, np.cos)


def tan(x: Any) -> Any:
    """R: ``tan``."""
    return _mapped(x, np.tan)


def asin(x: Any) -> Any:
    """R: ``asin``."""
    return _mapped(x, np.arcsin)


def acos(x: Any) -> Any:
    """R: ``acos``."""
    return _mapped(x, np.arccos)


def atan(x: Any) -> Any:
    """R: ``atan``."""
    return _mapped(x, np.arctan)


def sinh(x: Any) -> Any:
    """R: ``sinh``."""
    return _mapped(x, np.sinh)


def cosh(x: Any) -> Any:
    """R: ``cosh``."""
    return _mapped(x, np.cosh)


def tanh(x: Any) -> Any:
    """R: ``tanh``."""
    return _mapped(x, np.tanh)


def floor(x: Any) -> Any:
    """R: ``floor``."""
    return _mapped(x, np.floor)


def ceiling(x: Any) -> Any:
    """R: ``ceiling``."""
    return _mapped(x, np.ceil)


def trunc(x: Any) -> Any:
    """R: ``trunc``."""
    return _mapped(x, np.trunc)


def abs_(x: Any) -> Any:
    """R: ``abs``."""
    return _mapped(x, np.abs)


def gamma(x: Any) -> Any:
    """R: ``gamma``."""
    return _mapped(x, special.gamma)


def lgamma(x: Any) -> Any:
    """R: ``lgamma``."""
    return _mapped(x, special.gammaln)


def digamma(x: Any) -> Any:
    """R: ``digamma``."""
    return _mapped(x, special.digamma)


def factorial(x: Any) -> Any:
    """R: ``factorial``."""
    return _mapped(x, lambda v: special.gamma(v + 1.0))


def lfactorial(x: Any) -> Any:
    """R: ``lfactorial``."""
    return _mapped(x, lambda v: special.gammaln(v + 1.0))


def _pairs(x: Any, y: Any, function: Callable[[Any, Any], Any]) -> Any:
    a, b = vector(x), vector(y)
    n = max(len(a), len(b)) if len(a) and len(b) else 0
    result = function(recycle(a, n), recycle(b, n)) if n else np.array([])
    return result[0] if is_scalar(x) and is_scalar(y) else result


def choose(n: Any, k: Any) -> Any:
    """R: ``choose``."""
    return _pairs(n, k, lambda a, b: np.round(special.binom(a, b)))


def beta(a: Any, b: Any) -> Any:
    """R: ``beta``."""
    return _pairs(a, b, special.beta)


def lbeta(a: Any, b: Any) -> Any:
    """R: ``lbeta``."""
    return _pairs(a, b, special.betaln)


def round_(x: Any, digits: Any = 0) -> Any:
    """Round to decimals, as R 4 does: to the nearer of the two candidates, ties to even.

    Examples
    --------
    >>> round_(0.15, 1), round_(2.5)
    (np.float64(0.1), np.float64(2.0))
    """
    if isinstance(x, pd.DataFrame):
        return x.apply(lambda c: round_(c.to_numpy(), digits) if c.dtype.kind in "if" else c)
    values = plain(as_array(x))
    if values.dtype.kind == "i" and int(digits) >= 0:
        return x
    result = _round(logical_numbers(values).astype(float), int(digits))
    return result[0] if is_scalar(x) else relabelled(result, x)


def _round(values: Any, digits: int) -> Any:
    if digits == 0:
        return np.round(values)
    if digits > 15 or values.size == 0:
        return values
    scale = 10.0**digits
    with np.errstate(all="ignore"):
        scaled = values * scale
        low, high = np.floor(scaled) / scale, np.ceil(scaled) / scale
        down, up = values - low, high - values
        even = np.mod(np.floor(scaled), 2) == 0
        nearer = np.where((down < up) | ((down == up) & even), low, high)
    return np.where(np.isfinite(values), nearer, values)


def signif(x: Any, digits: Any = 6) -> Any:
    """Round to significant digits. R: ``signif``."""
    values = logical_numbers(plain(as_array(x)))
    count = max(int(digits), 1)
    result = np.array([float(f"{v:.{count - 1}e}") for v in values.flat]).reshape(values.shape)
    return result[0] if is_scalar(x) else relabelled(result, x)


# Summaries


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
    """R: ``sum``."""
    return np.sum(logical_numbers(_kept(x, na_rm)))


def prod_(x: Any, na_rm: bool = False) -> Any:
    """R: ``prod``."""
    return np.prod(logical_numbers(_kept(x, na_rm)).astype(float))


def mean_(x: Any, na_rm: bool = False) -> Any:
    """R: ``mean``."""
    values = logical_numbers(_kept(x, na_rm))
    return np.mean(values) if len(values) else np.nan


def _extreme(x: Any, na_rm: bool, function: Any, empty: float) -> Any:
    values = _kept(x, na_rm)
    if len(values) == 0:
        return empty
    if values.dtype.kind == "O":
        if any(isinstance(v, str) for v in values):
            if _has_gap(values):
                return None
            return (max if empty < 0 else min)(values, key=collation_key)
        values = logical_numbers(values)
    if values.dtype.kind == "b":
        values = values.astype(np.int64)
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
    return np.array(values, dtype=object if isinstance(values[0], str) else None)


def any_(x: Any, na_rm: bool = False) -> Any:
    """R: ``any``."""
    values = _kept(x, na_rm)
    gaps = missing(values)
    if bool(np.any([bool(v) for v in values[~gaps]])):
        return True
    return NA if gaps.any() else False


def all_(x: Any, na_rm: bool = False) -> Any:
    """R: ``all``."""
    values = _kept(x, na_rm)
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
    return _accumulated(x, np.cumsum)


def cumprod(x: Any) -> Any:
    """R: ``cumprod``."""
    return _accumulated(x, lambda v: np.cumprod(v.astype(float)))


def cummax(x: Any) -> Any:
    """R: ``cummax``."""
    return _accumulated(x, np.maximum.accumulate)


def cummin(x: Any) -> Any:
    """R: ``cummin``."""
    return _accumulated(x, np.minimum.accumulate)


def diff(x: Any, lag: Any = 1, differences: Any = 1) -> Any:
    """Return differences of elements, or of rows of a matrix. R: ``diff``."""
    values = numbers(x)
    k = int(lag)
    for _ in range(int(differences)):
        values = values[k:] - plain(values[:-k]) if len(values) > k else values[:0]
    return values


def _parallel(values: tuple[Any, ...], function: Any) -> Any:
    first = as_array(values[0])
    result = logical_numbers(plain(first))
    for value in values[1:]:
        other = logical_numbers(plain(as_array(value)))
        if result.shape != other.shape:
            if result.ndim > 1 or other.ndim > 1:
                shape = result.shape if result.ndim > 1 else other.shape
                count = int(np.prod(shape))
                result, other = (
                    recycle(v, count).reshape(shape, order="F") if v.ndim == 1 else v
                    for v in (result, other)
                )
            else:
                n = max(len(result), len(other)) if len(result) and len(other) else 0
                result, other = recycle(result, n), recycle(other, n)
        result = function(result, other)
    if all(is_scalar(v) for v in values):
        return result[0]
    return relabelled(result, *values)


def pmax(*values: Any) -> Any:
    """Return the largest of each. R: ``pmax``."""
    return _parallel(values, np.maximum)


def pmin(*values: Any) -> Any:
    """Return the smallest of each. R: ``pmin``."""
    return _parallel(values, np.minimum)


# Finding and ordering


def which(x: Any) -> Any:
    """Return the positions, from 1, of TRUE; NA counts as FALSE. R: ``which``."""
    values = vector(x)
    gaps = missing(values)
    where = np.flatnonzero(
        np.array([bool(v) and not g for v, g in zip(values, gaps, strict=True)], dtype=bool)
    )
    labels = names(x)
    return where + 1 if labels is None else named(where + 1, labels[where])


def which_arr(x: Any) -> Any:
    """Return rows and columns, from 1, of TRUE, column by column. R: ``which(arr.ind = TRUE)``."""
    if np.ndim(x) < 2:
        return which(x)
    array = plain(x)
    if array.dtype.kind == "O":
        array = np.array([bool(v) for v in np.where(missing(array), False, array).flat]).reshape(
            array.shape
        )
    found = np.argwhere(array.T)[:, ::-1] + 1
    labels = ["row", "col"] if array.ndim == 2 else [f"dim{k + 1}" for k in range(array.ndim)]
    return NamedArray(found, (None, np.array(labels, dtype=object)))


def _which_extreme(x: Any, function: Any) -> Any:
    values = logical_numbers(vector(x)).astype(float)
    if len(values) == 0 or np.isnan(values).all():
        return np.array([], dtype=np.int64)
    return int(function(values)) + 1


def which_max(x: Any) -> Any:
    """Return the position, from 1, of the first maximum. R: ``which.max``."""
    return _which_extreme(x, np.nanargmax)


def which_min(x: Any) -> Any:
    """Return the position, from 1, of the first minimum. R: ``which.min``."""
    return _which_extreme(x, np.nanargmin)


def _ranks(x: Any) -> tuple[Any, Any]:
    """Return integers in the order of the values, and where there is NA."""
    if isinstance(x, pd.Categorical):
        return x.codes.astype(np.int64), x.codes < 0
    values = vector(x)
    gaps = missing(values)
    codes = np.zeros(len(values), dtype=np.int64)
    known = values[~gaps]
    if len(known) and values.dtype.kind == "O":
        distinct = sorted({number_text(v) for v in known}, key=collation_key)
        place = {text: k for k, text in enumerate(distinct)}
        codes[~gaps] = [place[number_text(v)] for v in known]
    elif len(known):
        codes[~gaps] = np.unique(known, return_inverse=True)[1]
    return codes, gaps


def order(*keys: Any, decreasing: bool = False) -> Any:
    """Return the positions, from 1, in which the keys are sorted; NA last. R: ``order``.

    Examples
    --------
    >>> order(np.array([2, 1, 2]), decreasing=True)
    array([1, 3, 2])
    """
    columns = []
    for key in keys:
        codes, gaps = _ranks(key)
        codes = -codes if decreasing else codes
        columns.append(np.where(gaps, np.iinfo(np.int64).max, codes))
    return np.lexsort(columns[::-1]) + 1


def sort(x: Any, decreasing: bool = False) -> Any:
    """Sort; NA is left out, names go along. R: ``sort``."""
    if isinstance(x, pd.Categorical):
        return x.take(order(x, decreasing=decreasing) - 1)
    kept = get(x, ~missing(vector(x))) if x is not None else None
    if kept is None:
        return None
    return get(kept, order(kept, decreasing=decreasing))


def rank(x: Any, ties_method: str = "average") -> Any:
    """Return ranks. R: ``rank``."""
    from scipy.stats import rankdata

    methods = {"average": "average", "min": "min", "max": "max", "first": "ordinal"}
    if ties_method not in methods:
        raise ValueError(f"ties.method must be one of {', '.join(methods)}, got {ties_method!r}")
    codes, gaps = _ranks(x)
    codes[gaps] = len(codes) + np.arange(gaps.sum())  # NA last, in their order
    result = np.asarray(rankdata(codes, method=methods[ties_method]))
    labels = names(x)
    return result if labels is None else named(result, labels)


def _key(value: Any) -> Any:
    if value is None or (isinstance(value, (float, np.floating)) and value != value):
        return ("NA",)
    return value


def _firsts(values: Any) -> Any:
    seen: set[Any] = set()
    first = []
    for value in values:
        key = _key(value)
        first.append(key not in seen)
        seen.add(key)
    return np.array(first, dtype=bool)


def unique(x: Any) -> Any:
    """Return the distinct elements, or rows, in the order of their first. R: ``unique``."""
    if isinstance(x, pd.DataFrame):
        return x[~x.duplicated().to_numpy()]
    if isinstance(x, pd.Categorical):
        return x[_firsts(np.asarray(x, dtype=object))]
    if isinstance(x, list):
        from ._compare import identical

        kept: list[Any] = []
        for item in x:
            if not any(identical(item, other) for other in kept):
                kept.append(item)
        return kept
    if x is None:
        return None
    if np.ndim(x) == 2:
        return x[_firsts([tuple(row) for row in plain(x)]), :]
    values = vector(x)
    return values[_firsts(values)]


def duplicated(x: Any) -> Any:
    """Return which elements, or rows, came before. R: ``duplicated``."""
    if isinstance(x, pd.DataFrame):
        return x.duplicated().to_numpy()
    if np.ndim(x) == 2:
        return ~_firsts([tuple(row) for row in plain(x)])
    return ~_firsts(vector(x))


def rle(x: Any) -> dict[str, Any]:
    """Return lengths and values of runs. R: ``rle``."""
    values = vector(x)
    if len(values) == 0:
        return {"lengths": np.array([], dtype=np.int64), "values": values}
    ends = np.flatnonzero(np.append(values[1:] != values[:-1], True))
    return {"lengths": np.diff(np.append(-1, ends)), "values": values[ends]}


def _both(x: Any, y: Any) -> tuple[Any, Any]:
    a, b = common([vector(x), vector(y)])
    if a.size == 0:
        a = a.astype(b.dtype) if x is None else a
    return a, b


def union(x: Any, y: Any) -> Any:
    """R: ``union``."""
    a, b = _both(x, y)
    parts = [p for p in (a, b) if p.size]
    return unique(np.concatenate(parts)) if parts else a


def intersect(x: Any, y: Any) -> Any:
    """R: ``intersect``."""
    a, b = _both(x, y)
    return unique(a[is_in(a, b)]) if a.size else a


def setdiff(x: Any, y: Any) -> Any:
    """R: ``setdiff``."""
    a, b = vector(x), vector(y)
    return unique(a[~is_in(a, b)]) if a.size else a


def setequal(x: Any, y: Any) -> bool:
    """R: ``setequal``."""
    return bool(np.all(is_in(vector(x), vector(y))) and np.all(is_in(vector(y), vector(x))))


def is_in(x: Any, table: Any) -> Any:
    """Return which elements are in a table. R: ``x %in% table``."""
    found = match(x, table, nomatch=0)
    return bool(found > 0) if is_scalar(x) else np.asarray(found) > 0


def match(x: Any, table: Any, nomatch: Any = None) -> Any:
    """Return the positions, from 1, of elements in a table; NA if there is none. R: ``match``.

    Examples
    --------
    >>> match(np.array([3, 1]), np.array([1, 2, 3]))
    array([3, 1])
    """
    a, b = vector(x), vector(table)
    if a.dtype.kind != b.dtype.kind:
        a, b = common([a, b])
        if a.dtype.kind == "b":
            a = a.astype(np.int64)
        if b.dtype.kind == "b":
            b = b.astype(np.int64)
    known: dict[Any, int] = {}
    for k, value in enumerate(b.tolist()):
        known.setdefault(_key(value), k + 1)
    found = [known.get(_key(value), 0) for value in a.tolist()]
    where = np.array(found, dtype=np.int64)
    if nomatch is not None:
        where = np.where(where == 0, int(nomatch), where)
    elif (where == 0).any():
        result = np.where(where == 0, NA, where)
        return result[0] if is_scalar(x) else result
    return where[0] if is_scalar(x) else where


# Functions over elements


def simplify(values: list[Any], labels: Any = None) -> Any:
    """Return what ``sapply`` makes of a list: a vector, a matrix, or the list.

    Examples
    --------
    >>> simplify([np.array([1, 2]), np.array([3, 4])])
    array([[1, 3],
           [2, 4]])
    """
    from ._core import c

    lengths = {length(v) for v in values}
    atomic = all((is_scalar(v) or isinstance(v, np.ndarray)) for v in values)
    if atomic and lengths == {1}:
        joined = c(*(vector(v) for v in values))
        return joined if labels is None else named(joined, labels)
    if atomic and len(lengths) == 1 and lengths != {0}:
        arrays = common([vector(v) for v in values])
        matrix = np.column_stack(arrays)
        rows = names(values[0]) if isinstance(values[0], NamedArray) else None
        if rows is None and labels is None:
            return matrix
        return NamedArray(
            matrix, (rows, None if labels is None else np.array(labels, dtype=object))
        )
    if labels is not None:
        return dict(zip([str(label) for label in labels], values, strict=True))
    return values


def labels_of(x: Any) -> Any:
    """Return the names that ``sapply`` gives: those of x, or x itself if it is text."""
    found = names(x)
    if found is not None:
        return found
    values = x if isinstance(x, np.ndarray) else None
    if isinstance(x, str):
        return [x]
    if (
        values is not None
        and values.dtype.kind == "O"
        and values.size
        and all(isinstance(v, str) for v in values)
    ):
        return list(values)
    return None


def listed(values: list[Any], labels: Any = None) -> Any:
    """Return what ``lapply`` makes: a list, or a dict if there are names."""
    if labels is None:
        return values
    return dict(zip([str(label) for label in labels], values, strict=True))


def sapply(x: Any, function: Callable[[Any], Any], use_names: bool = True) -> Any:
    """Call a function on each element and simplify. R: ``sapply``.

    Examples
    --------
    >>> sapply({"a": np.array([1, 2]), "b": np.array([3])}, len).names
    array(['a', 'b'], dtype=object)
    """
    values = [function(item) for item in elements(x)]
    return simplify(values, labels_of(x) if use_names else None) if values else []


def lapply(x: Any, function: Callable[[Any], Any]) -> Any:
    """Call a function on each element. R: ``lapply``."""
    return listed([function(item) for item in elements(x)], names(x))


def filter_(function: Callable[[Any], Any], x: Any) -> Any:
    """R: ``Filter``."""
    mask = np.array([bool(function(item)) for item in elements(x)], dtype=bool)
    return get(x, mask)


def find(function: Callable[[Any], Any], x: Any) -> Any:
    """Return the first element for which a function is true, or None. R: ``Find``."""
    return next((item for item in elements(x) if function(item)), None)


def position(function: Callable[[Any], Any], x: Any) -> Any:
    """Return the place, from 1, of the first element for which it is true. R: ``Position``."""
    return next((k for k, item in enumerate(elements(x), start=1) if function(item)), NA)


def apply(x: Any, margin: Any, function: Callable[[Any], Any]) -> Any:
    """Call a function on rows (1), columns (2) or cells of a matrix or array. R: ``apply``."""
    array = as_array(x)
    axes = [int(m) - 1 for m in vector(margin)]
    if len(axes) == 1:
        (axis,) = axes
        before = (slice(None),) * axis
        parts = [array[(*before, k)] for k in range(array.shape[axis])]
        labels = array.dimnames[axis] if isinstance(array, NamedArray) else None
        return simplify([function(part) for part in parts], labels)
    kept = [array.shape[a] for a in axes]
    moved = np.moveaxis(plain(array), axes, range(len(axes)))
    cells = moved.reshape((*kept, *moved.shape[len(axes) :]))
    results = [function(cells[where]) for where in np.ndindex(*kept)]
    if all(length(v) == 1 for v in results):
        return tidy(np.array([vector(v)[0] for v in results], dtype=object)).reshape(kept)
    raise ValueError("apply() over several dimensions must return one value for each cell")


def outer(x: Any, y: Any, function: Callable[[Any, Any], Any] | None = None) -> Any:
    """Call a function on all pairs. R: ``outer``.

    Examples
    --------
    >>> outer(np.array([1, 2]), np.array([3, 4, 5]))
    array([[ 3,  4,  5],
           [ 6,  8, 10]])
    """
    a, b = vector(x), vector(y)
    if function is None:
        result = np.multiply.outer(logical_numbers(a), logical_numbers(b))
    else:
        first, second = np.tile(a, len(b)), np.repeat(b, len(a))
        values = vector(function(first, second))
        if len(values) != len(first):
            raise ValueError("the function of outer() must return as many values as it gets")
        result = values.reshape((len(a), len(b)), order="F")
    labels = [*_axes(x), *_axes(y)]
    if np.ndim(x) > 1 or np.ndim(y) > 1:
        shape = (*(np.shape(x) or (1,)), *(np.shape(y) or (1,)))
        result = result.reshape(shape, order="F")
    return result if all(n is None for n in labels) else NamedArray(result, labels)


def _axes(x: Any) -> list[Any]:
    """Labels of each dimension of a value."""
    return list(x.dimnames) if isinstance(x, NamedArray) else [None] * max(1, np.ndim(x))


def mapply(function: Callable[..., Any], *values: Any) -> list[Any]:
    """Call a function on the first elements, the second ones, and so on, recycled. R: ``Map``."""
    parts = [list(elements(v)) for v in values]
    n = max((len(p) for p in parts), default=0)
    if any(len(p) == 0 for p in parts):
        return []
    return [function(*(p[k % len(p)] for p in parts)) for k in range(n)]


def reduce(
    function: Callable[[Any, Any], Any],
    x: Any,
    init: Any = None,
    accumulate: bool = False,
    right: bool = False,
) -> Any:
    """R: ``Reduce``."""
    items = list(elements(x))
    if right:
        items = items[::-1]
    if init is not None:
        items = [init, *items]
    if not items:
        return None
    steps = [items[0]]
    for item in items[1:]:
        steps.append(function(item, steps[-1]) if right else function(steps[-1], item))
    if accumulate:
        steps = steps[::-1] if right else steps
        return simplify(steps) if all(length(step) == 1 for step in steps) else steps
    return steps[-1]


def tapply(x: Any, group: Any, function: Callable[[Any], Any]) -> Any:
    """Call a function on each group. R: ``tapply``."""
    if isinstance(group, (list, Mapping)):
        groups = list(group.values()) if isinstance(group, Mapping) else group
        return _tapply_two(x, groups, function)
    parts = split(x, group)
    return simplify([function(part) for part in parts.values()], list(parts))


def _tapply_two(x: Any, groups: list[Any], function: Callable[[Any], Any]) -> Any:
    """Return a matrix with a cell for each pair of groups, NA where there is none."""
    from ._tables import factor

    first, second = (g if isinstance(g, pd.Categorical) else factor(g) for g in groups)
    result = np.full((len(first.categories), len(second.categories)), NA)
    for i in range(result.shape[0]):
        for j in range(result.shape[1]):
            mask = (first.codes == i) & (second.codes == j)
            if mask.any():
                result[i, j] = function(get(x, mask))
    labels = [np.array(f.categories, dtype=object) for f in (first, second)]
    return NamedArray(result, labels)


def split(x: Any, group: Any) -> dict[str, Any]:
    """Return the elements, or rows, of each group by its name. R: ``split``."""
    from ._tables import factor

    groups = group if isinstance(group, pd.Categorical) else factor(group)
    found: dict[str, Any] = {}
    for code, level in enumerate(groups.categories):
        mask = groups.codes == code
        found[str(level)] = x[mask] if isinstance(x, pd.DataFrame) else get(x, mask)
    return found


# Time


def proc_time() -> Any:
    """R: ``proc.time``: user, system and elapsed seconds."""
    return named(
        np.array([time.process_time(), 0.0, time.perf_counter()]),
        ["user.self", "sys.self", "elapsed"],
    )


def elapsed(started: float) -> Any:
    """Return the seconds since `started` of ``time.perf_counter``. R: ``system.time``."""
    return named(
        np.array([time.process_time(), 0.0, time.perf_counter() - started]),
        ["user.self", "sys.self", "elapsed"],
    )


__all__ = ["take"]
