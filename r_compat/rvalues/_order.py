"""Finding, ordering and sets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from ._core import (
    NA,
    NA_REAL,
    c,
    chosen_rows,
    common,
    is_blank,
    is_gaps,
    is_matrix,
    is_r_na,
    is_scalar,
    logical_numbers,
    missing,
    recycle,
    vector,
)
from ._named import (
    NamedArray,
    list_parts,
    named,
    names,
    one_dimensional,
    plain,
    relabelled,
    rownames,
)
from ._nothing import is_null
from ._select import get, take
from ._text import collation_key, number_text
from ._untranslated import Untranslated


def which(x: Any) -> Any:
    """Return the positions, from 1, of TRUE; NA counts as FALSE. R: ``which``."""
    values = vector(x)
    gaps = missing(values)
    where = np.flatnonzero(
        np.array([bool(v) and not g for v, g in zip(values, gaps, strict=True)], dtype=bool)
    )
    labels = names(x)
    return where + 1 if labels is None else named(where + 1, labels[where])


def which_arr(x: Any, use_names: bool = True) -> Any:
    """Return rows and columns, from 1, of TRUE, column by column. R: ``which(arr.ind = TRUE)``."""
    if np.ndim(x) < 2:
        return which(x) if use_names else plain(which(x))
    array = plain(x)
    if array.dtype.kind == "O":
        array = np.array([bool(v) for v in np.where(missing(array), False, array).flat]).reshape(
            array.shape
        )
    found = np.argwhere(array.T)[:, ::-1] + 1
    if not use_names:
        return found
    labels = [f"dim{k + 1}" for k in range(array.ndim)]
    heads = x.headings if isinstance(x, NamedArray) else None
    if heads is not None and any(heads):
        labels = list(heads)
    elif array.ndim == 2:
        labels = ["row", "col"]
    rows = rownames(x)
    called = None if rows is None else np.asarray(rows)[found[:, 0] - 1]
    return NamedArray(found, (called, np.array(labels, dtype=object)))


def _which_extreme(x: Any, function: Any) -> Any:
    from ._dates import days_of, is_dates

    values = logical_numbers(days_of(x) if is_dates(x) else vector(x)).astype(float)
    values = np.atleast_1d(values)
    if len(values) == 0 or np.isnan(values).all():
        return np.array([], dtype=np.int64)
    at = int(function(values))
    labels = names(x)
    return at + 1 if labels is None else named([at + 1], labels[at : at + 1])


def which_max(x: Any) -> Any:
    """Return the position, from 1, of the first maximum, with its name. R: ``which.max``."""
    return _which_extreme(x, np.nanargmax)


def which_min(x: Any) -> Any:
    """Return the position, from 1, of the first minimum, with its name. R: ``which.min``."""
    return _which_extreme(x, np.nanargmin)


def _ranks(x: Any) -> tuple[Any, Any]:
    """Return integers in the order of the values, and where there is NA."""
    if isinstance(x, pd.Categorical):
        return x.codes.astype(np.int64), x.codes < 0
    values = np.array([]) if x is None else vector(x)
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


def order(*keys: Any, decreasing: Any = False, na_last: Any = True) -> Any:
    """Return the positions, from 1, in which the keys are sorted. R: ``order``.

    Text is sorted as R does in the locales of English: see `collation_key`. NA comes last, first
    where `na_last` is False, and is left out where that is NA. `decreasing` may be given for each
    key.

    Examples
    --------
    >>> order(np.array([2, 1, 2]), decreasing=True)
    array([1, 3, 2])
    """
    if any(key is None for key in keys):
        raise TypeError("order() needs vectors, got NULL")
    if any(isinstance(key, pd.DataFrame) and "category" in key.dtypes.to_list() for key in keys):
        raise Untranslated("order() of a data frame with factors has no translation")
    falls = recycle(decreasing, len(keys))
    removed = is_gap(na_last)
    columns, empty = [], False
    for key, falling in zip(keys, falls, strict=True):
        codes, gaps = _ranks(key)
        codes = -codes if falling else codes
        end = np.iinfo(np.int64)
        columns.append(np.where(gaps, end.max if removed or na_last else end.min, codes))
        empty = empty | gaps
    found = np.lexsort(columns[::-1])
    if removed:
        found = found[~np.asarray(empty)[found]]
    return found + 1


def sort(x: Any, decreasing: bool = False, na_last: Any = NA) -> Any:
    """Sort; NA is left out unless `na_last` says where it goes, names go along. R: ``sort``."""
    if is_null(x):
        return x
    if isinstance(x, (list, Mapping)):
        raise TypeError("'x' must be atomic")
    where = order(x, decreasing=decreasing, na_last=na_last)
    counted = one_dimensional(x) and x.axes is None and x.dtype.kind in "iu"
    if counted and not decreasing and np.all(np.diff(plain(x)) >= 0):
        return NamedArray(plain(x), x.dimnames)  # integers in order: R keeps their names alone
    return x.take(where - 1) if isinstance(x, pd.Categorical) else get(x, where)


def rank(x: Any, ties_method: str = "average", na_last: Any = True) -> Any:
    """Return ranks; NA comes last, or stays NA where `na_last` is "keep". R: ``rank``."""
    from scipy.stats import rankdata

    methods = {"average": "average", "min": "min", "max": "max", "first": "ordinal", "last": ""}
    if ties_method not in methods:
        raise ValueError(f"ties.method must be one of {', '.join(methods)}, got {ties_method!r}")
    codes, gaps = _ranks(x)
    keep = isinstance(na_last, str)
    codes[gaps] = np.arange(gaps.sum()) + (len(codes) if keep or na_last else -len(codes))
    if ties_method == "last":
        result: Any = len(codes) + 1 - rankdata(-codes[::-1], method="ordinal")[::-1]
        result = rankdata(codes[::-1], method="ordinal")[::-1] if len(codes) else result
    else:
        result = np.asarray(rankdata(codes, method=methods[ties_method]))
    if keep and gaps.any():
        result = np.where(gaps, NA_REAL, result)
    labels = names(x)
    return result if labels is None else named(result, labels)


def is_gap(value: Any) -> bool:
    """Whether a value is NA."""
    return value is None or (isinstance(value, (float, np.floating)) and bool(value != value))


def _key(value: Any) -> Any:
    """Return by what values are told apart; NA is not NaN."""
    if is_gap(value):
        return ("NA",) if value is None or is_r_na(value) else ("NaN",)
    return value


def _firsts(values: Any) -> Any:
    seen: set[Any] = set()
    first = []
    for value in values:
        key = _key(value)
        first.append(key not in seen)
        seen.add(key)
    return np.array(first, dtype=bool)


def _row_keys(x: Any) -> list[Any]:
    return [tuple(map(_key, row)) for row in plain(x).tolist()]


def unique(x: Any) -> Any:
    """Return the distinct elements, or rows, in the order of their first. R: ``unique``."""
    _require_no_array(x, "unique")
    if isinstance(x, pd.DataFrame):
        return chosen_rows(x[~x.duplicated().to_numpy()])
    if isinstance(x, pd.Categorical):
        return x[_firsts(vector(x))]
    if isinstance(x, (list, Mapping)):
        x = list_parts(x)[0]
        from ._compare import identical

        kept: list[Any] = []
        for item in x:
            if not any(identical(item, other) for other in kept):
                kept.append(item)
        return kept
    if is_null(x):
        return x
    if _has_rows(x):
        return x[_firsts(_row_keys(x)), :]
    values = vector(x)
    return values[_firsts(values)]


def _has_rows(x: Any) -> bool:
    """Whether rows are compared: those of a matrix, but not of a table."""
    return is_matrix(x) and getattr(x, "axes", None) is None


def _require_no_array(x: Any, function: str) -> None:
    """Stop at an array of one dimension, as tapply() makes it: what R makes of it is one, too."""
    if one_dimensional(x) and x.axes is None:
        raise Untranslated(f"{function}() of an array of one dimension has no translation")


def duplicated(x: Any, from_last: bool = False) -> Any:
    """Return which elements, or rows, came before, or come again. R: ``duplicated``."""
    _require_no_array(x, "duplicated")
    if isinstance(x, pd.DataFrame):
        return x.duplicated(keep="last" if from_last else "first").to_numpy()
    rows = _has_rows(x)
    keys = _row_keys(x) if rows else vector(x)
    found = ~_firsts(keys[::-1])[::-1] if from_last else ~_firsts(keys)
    if not rows:
        return found
    if x.shape[1] == 1:  # R keeps one column
        return relabelled(found[:, np.newaxis], x)
    labels = rownames(x)
    return found if labels is None else named(found, labels)


def is_unsorted(x: Any, na_rm: bool = False, strictly: bool = False) -> Any:
    """Whether values do not rise; NA where one is NA. R: ``is.unsorted``.

    Examples
    --------
    >>> is_unsorted(np.array([1, 3, 2])), is_unsorted(np.array([1, 1]))
    (True, False)
    """
    if isinstance(x, NamedArray) and x.ndim > 1:
        raise Untranslated("is.unsorted() of a matrix")
    values = x if isinstance(x, pd.Categorical) else vector(x)
    gaps = missing(np.asarray(values, dtype=object) if isinstance(x, pd.Categorical) else values)
    if gaps.any() and not na_rm:
        return NA if len(values) > 1 else False
    steps = np.diff(plain(rank(values[~gaps], "min")))
    return bool((steps <= 0 if strictly else steps < 0).any())


def any_duplicated(x: Any) -> int:
    """Return the place of the first that came before, or 0. R: ``anyDuplicated``."""
    again = np.flatnonzero(duplicated(x if np.ndim(x) > 1 else plain(x)))
    return int(again[0]) + 1 if len(again) else 0


def rle(x: Any) -> dict[str, Any]:
    """Return lengths and values of runs. R: ``rle``."""
    values = vector(x)
    if len(values) == 0:
        return {"lengths": np.array([], dtype=np.int64), "values": values}
    other = (values[1:] != values[:-1]) | missing(values[1:])  # each NA is a run of its own
    ends = np.flatnonzero(np.append(other, True))
    return {"lengths": np.diff(np.append(-1, ends)), "values": values[ends]}


def _joined(x: Any, y: Any) -> Any:
    """Return the elements of both in one vector, None if there are none."""
    return unique(c(*(None if v is None else vector(v) for v in (x, y))))


def union(x: Any, y: Any) -> Any:
    """R: ``union``."""
    sides = [vector(v) for v in (x, y) if not is_null(v) and not isinstance(v, (list, Mapping))]
    if any(map(is_blank, sides)) and any(v.dtype.kind == "b" for v in sides):
        raise Untranslated("union() of logicals and NA, which may be a number")
    return _joined(x, y)


def intersect(x: Any, y: Any) -> Any:
    """R: ``intersect``."""
    if is_null(x) or is_null(y):
        return None
    values, others = vector(x), vector(y)
    if is_gaps(others) and values.dtype.kind != "O":  # beside numbers they are logicals
        others = np.array([], dtype=bool)
    return _joined(
        take(values, np.flatnonzero(is_in(values, y))),
        take(others, np.array([], dtype=np.int64)),
    )


def setdiff(x: Any, y: Any) -> Any:
    """R: ``setdiff``."""
    if is_null(x):
        return x
    values = vector(x)
    return unique(values[~is_in(values, y)]) if values.size else values


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
    if (a.dtype.kind == "M") != (b.dtype.kind == "M") and len(a) and len(b):
        raise Untranslated("dates are matched with what is none, as versions of R do differently")
    if a.dtype.kind != b.dtype.kind or a.dtype.kind == "O":
        a, b = (logical_numbers(v) if v.dtype.kind == "b" else v for v in common([a, b]))
    known: dict[Any, int] = {}
    for k, value in enumerate(b.tolist()):
        known.setdefault(_key(value), k + 1)
    found = [known.get(_key(value), 0) for value in a.tolist()]
    where = np.array(found, dtype=np.int64)
    if nomatch is not None:
        where = np.where(where == 0, int(nomatch), where)
    elif (where == 0).any():
        result = np.where(where == 0, NA_REAL, where)
        return result[0] if is_scalar(x) else result
    return where[0] if is_scalar(x) else where
