"""R's indices: positive, negative, logical, by name, and what they select."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from dagbag.results import RList

from ._core import (
    NA,
    NA_REAL,
    as_array,
    c,
    chosen_rows,
    column,
    components,
    elements,
    emptied,
    is_blank,
    is_factor,
    is_logical,
    is_matrix,
    is_scalar,
    length,
    missing,
    tidy,
    vector,
)
from ._named import (
    NamedArray,
    NamedList,
    list_parts,
    named,
    one_dimensional,
    part_of,
    picked,
    plain,
    rownames,
)
from ._named import names as _names
from ._nothing import Nothing, is_null
from ._one import NA_TEXT
from ._one import one as told
from ._untranslated import Untranslated

_MISSING = -1  # position of an element that does not exist


def positions(
    index: Any, n: int, labels: Any = None, *, grow: bool = False, inside: bool = False
) -> Any:
    """Return the positions, from 0, that an index of R selects; -1 stands for NA.

    Parameters
    ----------
    index : Ellipsis, scalar or array
        As in R: from 1, negative ones leave out, logical ones are recycled, text is looked up.
    n : int
        Number of elements.
    labels : array of text, optional
    grow : bool, default False
        Positions beyond the end, and new names, are kept for an assignment; NA is left out.
    inside : bool, default False
        What is not there is an error, as it is for rows and columns.

    Examples
    --------
    >>> positions(np.array([-1, -3]), 4)
    array([1, 3])
    """
    if index is Ellipsis:
        return np.arange(n)
    if isinstance(index, pd.Categorical):
        index = np.where(index.codes < 0, NA, index.codes + 1.0)
    array = vector(index)
    if array.size == 0:
        return np.array([], dtype=np.int64)
    if array.dtype.kind == "O" and any(isinstance(v, str) for v in array):
        return _by_name(array, labels, n, grow=grow, inside=inside)
    if array.dtype.kind in "bO":
        doubt = array.dtype.kind == "O" and (len(array) < n or (grow and labels is not None))
        if doubt and missing(array).all():
            raise Untranslated("an index of NA alone, which may be texts or logicals")
        if inside and len(array) > n:
            raise IndexError("logical subscript too long")
        chosen = _by_mask(array, n)
        return chosen[chosen != _MISSING] if grow else np.where(chosen < n, chosen, _MISSING)
    gaps = missing(array)
    whole = np.trunc(np.where(gaps, 0, array)).astype(np.int64)
    if (whole < 0).any():
        if (whole > 0).any() or gaps.any():
            raise IndexError("positive and negative indices do not mix")
        left_out = -whole[whole != 0]
        return np.setdiff1d(np.arange(n), left_out - 1)
    chosen = whole[(whole != 0) | gaps] - 1
    if inside and (chosen >= n).any():
        raise IndexError("subscript out of bounds")
    if grow:
        return chosen[chosen >= 0]
    return np.where(chosen < n, chosen, _MISSING)


def _by_name(array: Any, labels: Any, n: int, *, grow: bool, inside: bool) -> Any:
    known: dict[Any, int] = {}
    for k, label in enumerate([] if labels is None else labels):
        if label:
            known.setdefault(label, k)
    found = []
    end = n
    for label in array:
        if label is None and grow:  # NA is no name that there is
            found.append(end)
            end += 1
            continue
        if label not in known and grow:
            known[label] = end
            end += 1
        if label not in known and inside:
            raise IndexError(f"subscript out of bounds: {label}")
        found.append(known.get(label, _MISSING))
    return np.array(found, dtype=np.int64)


def _by_mask(array: Any, n: int) -> Any:
    size = max(n, len(array))
    mask = np.resize(array, size)
    gaps = missing(mask)
    chosen = [
        _MISSING if g else k for k, (m, g) in enumerate(zip(mask, gaps, strict=True)) if g or m
    ]
    return np.array(chosen, dtype=np.int64)


def take(values: Any, where: Any) -> Any:
    """Return elements of a vector by position; NA where there is none."""
    array = np.asarray(plain(values))
    gaps = where < 0
    if not gaps.any():
        chosen = array[where]
        known = any(v is not None for v in array.flat) if array.dtype.kind == "O" else False
        if known and not chosen.size and is_logical(array):
            return chosen.astype(bool)  # text has no other form, logicals without NA have one
        return tidy(chosen) if array.dtype.kind == "O" and is_logical(array) else chosen
    if array.dtype.kind == "O" or array.dtype.kind == "b":
        result = np.full(len(where), None, dtype=object)
    elif array.dtype.kind in "mM":
        result = np.full(len(where), "NaT", dtype=array.dtype)
    else:
        result = np.full(len(where), NA if is_blank(array) else NA_REAL)
    result[~gaps] = array[where[~gaps]]
    return result


def get(x: Any, *index: Any, drop: bool = True, names: bool = True) -> Any:
    """Return ``x[index]``; an index that is left empty is ``...``.

    One element of a vector that has names is an array of one, with its name; with ``names=False``
    names are dropped, and it is a scalar.

    Examples
    --------
    >>> get(np.array([5, 6, 7]), -1)
    array([6, 7])
    >>> get(np.array([[1, 2], [3, 4]]), ..., 2)
    array([2, 4])
    >>> get(named([5, 6], ["a", "b"]), "a")
    array([5]) with names [array(['a'], dtype=object)]
    """
    if not names:
        part = plain(get(plain(x) if not is_text(index[0]) else x, *index, drop=drop))
        part = None if part is NA_TEXT else part
        return _single(part, logical=is_logical(x)) if all(map(is_scalar, index)) else part
    if isinstance(x, Nothing):
        return x  # of NULL there is NULL
    if x is None:
        return None
    if x is NA_TEXT:
        part = get(np.array([None], dtype=object), *index)
        return part.astype(object) if isinstance(part, np.ndarray) else None
    if len(index) > 1:
        if isinstance(x, pd.DataFrame):
            return _frame_part(x, *index, drop=drop)
        return _array_part(x, index, drop=drop)
    (one,) = index
    if one is None or one is NA_TEXT:
        raise Untranslated("an index that may be NULL or a text that is NA")
    if isinstance(x, pd.DataFrame):
        if np.ndim(one) == 2 and not np.size(one):
            raise Untranslated("cells of a data frame without rows")
        where = positions(one, x.shape[1], np.array(x.columns, dtype=object), inside=True)
        return _distinct(x.iloc[:, where])
    if isinstance(x, RList):
        x = components(x)
    if isinstance(x, (list, tuple, Mapping)):
        items, keys = list_parts(x)
        where = positions(one, len(items), keys)
        if keys is not None and not items and len(where) and not is_text(one):
            raise Untranslated("elements of an empty list, which has names in R or has none")
        return part_of(picked(items, where), None if keys is None else _label_part(keys, where))
    if isinstance(x, pd.Categorical):
        where = positions(one, len(x))
        return x.take(where, allow_fill=True)
    if isinstance(x, np.ndarray) and x.ndim > 1:
        return _flat_part(x, one)
    values = vector(x)
    labels = _names(x)
    where = positions(one, len(values), labels)
    result = take(values, where)
    if labels is not None:
        if not len(where):
            return NamedArray(result, (np.array([], dtype=object),))
        made = named(result, _label_part(labels, where))
        heads = x.headings if isinstance(x, NamedArray) and len(where) > 1 else None
        return NamedArray(plain(made), made.dimnames, heads)
    if one_dimensional(x) and len(where) > 1:
        return NamedArray(result, (None,), x.headings)
    single = is_scalar(one) and not is_text(one)
    return told(_single(result, logical=_of_logicals(values))) if single else result


def _of_logicals(values: Any) -> bool:
    """Whether a vector is one of logicals, if it has elements or not."""
    return values.dtype.kind == "b" or is_logical(values)


def is_text(index: Any) -> bool:
    """Whether an index is text."""
    if index is Ellipsis:
        return False
    return index is NA_TEXT or any(isinstance(v, str) for v in vector(index))


def _label_part(labels: Any, where: Any) -> list[Any]:
    return [labels[k] if k >= 0 else None for k in where]


def _single(result: Any, *, logical: bool) -> Any:
    """Return one value as a scalar; NA of a logical is a number, since None is NULL."""
    if not isinstance(result, np.ndarray) or result.ndim != 1 or len(result) != 1:
        return result
    return NA if result[0] is None and logical else result[0]


def _flat_part(x: Any, index: Any) -> Any:
    """Select from a matrix by one index: a mask, rows of positions, or column by column."""
    index = named_rows(x, index)
    if is_rows(index, x.ndim):
        return plain(x)[tuple(np.asarray(plain(index), dtype=np.int64).T - 1)]
    if isinstance(index, np.ndarray) and index.ndim > 1:
        index = index.ravel(order="F")
    flat = plain(x).ravel(order="F")
    result = take(flat, positions(index, flat.size))
    return _single(result, logical=_of_logicals(flat)) if is_scalar(index) else result


def named_rows(x: Any, index: Any) -> Any:
    """Return a matrix of names, each row the place of a cell, as one of numbers."""
    if not (isinstance(index, np.ndarray) and index.ndim == 2 and index.dtype.kind == "O"):
        return index
    if index.shape[1] != x.ndim or not all(isinstance(v, str) for v in plain(index).ravel()):
        return index
    labels = x.dimnames if isinstance(x, NamedArray) else (None,) * x.ndim
    if any(found is None for found in labels):
        raise IndexError("a matrix without names of rows and columns is indexed by names")
    where = np.empty(index.shape, dtype=np.int64)
    for axis, found in enumerate(labels):
        places = {str(label): k + 1 for k, label in reversed(list(enumerate(found)))}
        for k, label in enumerate(plain(index)[:, axis]):
            if label not in places:
                raise IndexError(f"there is no row or column {label}")
            where[k, axis] = places[label]
    return where


def is_rows(index: Any, ndim: int) -> bool:
    """Whether an index is a matrix each row of which is the place of a cell."""
    rows = isinstance(index, np.ndarray) and index.ndim == 2 and index.dtype.kind in "if"
    return rows and index.shape[1] == ndim


def _array_part(x: Any, index: tuple[Any, ...], *, drop: bool) -> Any:
    array = as_array(x)
    if array.ndim != len(index):
        raise IndexError(f"{len(index)} indices for {array.ndim} dimensions")
    labels = array.dimnames if isinstance(array, NamedArray) else (None,) * array.ndim
    where = [
        positions(i, n, names_, inside=True)
        for i, n, names_ in zip(index, array.shape, labels, strict=True)
    ]
    result = _cells(plain(array), where)
    chosen = [
        None if names_ is None else np.array(_label_part(names_, w), dtype=object)
        for names_, w in zip(labels, where, strict=True)
    ]
    if any(names_ is not None for names_ in chosen):
        heads = array.headings if isinstance(array, NamedArray) else None
        result = NamedArray(result, chosen, heads)
    return _dropped(result) if drop else result


def _cells(array: Any, where: list[Any]) -> Any:
    """Return the cells at rows, columns and so on; NA where one of them is NA."""
    gaps = [w < 0 for w in where]
    if not any(g.any() for g in gaps):
        return array[np.ix_(*where)]
    found = array[np.ix_(*(np.where(g, 0, w) for g, w in zip(gaps, where, strict=True)))]
    empty = np.zeros(found.shape, dtype=bool)
    for axis, g in enumerate(gaps):
        empty |= g.reshape([-1 if k == axis else 1 for k in range(array.ndim)])
    if array.dtype.kind in "bO":
        return np.where(empty, None, found.astype(object))
    return np.where(empty, NA, found)


def drop(x: Any) -> Any:
    """Drop dimensions of extent 1, as R does after a selection. R: ``drop``.

    Examples
    --------
    >>> drop(np.array([[1, 2, 3]]))
    array([1, 2, 3])
    """
    return _dropped(x)


def _dropped(x: Any) -> Any:
    if not isinstance(x, np.ndarray) or x.ndim < 1 or 1 not in x.shape:
        return x
    if x.size == 1:
        labels = [n for n in x.dimnames if n is not None] if isinstance(x, NamedArray) else []
        return named([x.flat[0]], labels[0]) if len(labels) == 1 else x.flat[0]
    kept = [k for k, n in enumerate(x.shape) if n != 1]
    result = plain(x).reshape([x.shape[k] for k in kept])
    if not isinstance(x, NamedArray):
        return result
    chosen = [x.dimnames[k] for k in kept]
    heads = x.headings if len(kept) > 1 else None
    if heads is not None:
        heads = type(heads)(heads[k] for k in kept)
    return NamedArray(result, chosen, heads) if any(n is not None for n in chosen) else result


def distinct_rows(part: pd.DataFrame) -> pd.DataFrame:
    """Return rows of a data frame; those that were chosen twice have names of their own, as in R.

    Examples
    --------
    >>> list(distinct_rows(pd.DataFrame({"a": [5, 6]}).iloc[[0, 0, 1]]).index)
    ['1', '1.1', '2']
    """
    return chosen_rows(part) if part.index.is_unique else _distinct(part)


def _distinct(x: pd.DataFrame) -> pd.DataFrame:
    """Tell rows and columns that were chosen twice apart, as R does."""
    from ._patterns import make_unique

    if not x.columns.is_unique:
        x = x.set_axis(list(make_unique(np.array(x.columns, dtype=object))), axis=1)
    if not x.index.is_unique:
        x = x.set_axis(list(make_unique(rownames(x))), axis=0)
    return x


def _gapped(values: pd.Series[Any], gaps: Any) -> pd.Series[Any]:
    """Return a column with NA in some rows; a factor keeps its levels."""
    if isinstance(values.dtype, pd.CategoricalDtype):
        return values.mask(gaps)
    return values.astype(object).mask(gaps).infer_objects()


def _frame_part(x: pd.DataFrame, rows: Any, columns: Any, *, drop: bool) -> Any:
    if isinstance(columns, str) and columns not in x.columns and rows is not Ellipsis and drop:
        return None
    where = positions(columns, x.shape[1], np.array(x.columns, dtype=object), inside=True)
    lines = positions(rows, len(x), rownames(x))
    gaps = lines < 0
    part = x.iloc[np.where(gaps, 0, lines), where]
    if gaps.any():  # R makes rows of NA
        part = part.reset_index(drop=True)
        kept = [_gapped(part.iloc[:, k], gaps) for k in range(part.shape[1])]
        part = pd.concat(kept, axis=1) if kept else part
        labels = rownames(x)[np.where(gaps, 0, lines)]
        part.index = pd.Index(np.where(gaps, "NA", labels), dtype=object)
    elif rows is not Ellipsis:
        part = chosen_rows(part)
    if len(where) == 1 and drop and columns is not Ellipsis:
        values = column(part, 0)
        return (
            values[0] if is_scalar(rows) and len(values) == 1 and not is_factor(values) else values
        )
    if len(where) == 1 and drop and x.shape[1] == 1 and rows is not Ellipsis:
        return column(part, 0)
    return _distinct(emptied(part, x))


def dollar(x: Any, key: str) -> Any:
    """Return ``x$key``: an element of a list by its name or by the beginning of it, or None."""
    if x is None:
        return None
    if isinstance(x, pd.DataFrame):
        found = _partly([str(c) for c in x.columns], key)
        return None if found is None else column(x, [str(c) for c in x.columns].index(found))
    if isinstance(x, RList):
        found = _partly(x.names(), key)
        return None if found is None else x[found]
    if isinstance(x, (list, Mapping)):
        items, keys = list_parts(x)
        found = _partly(keys or [], key)
        if found is None:
            _require_absent(x, key)
            return None
        return items[(keys or []).index(found)]
    raise TypeError("$ is for lists")


def _require_absent(x: Any, key: str) -> None:
    """Refuse a component that R's model or test has, and the translation's has not."""
    absent = getattr(x, "r_absent", None)
    if absent is not None and not absent(key):
        told = f"component {key} of an object of class {x.r_class[0]}"
        raise Untranslated(f"the {told} has no translation")


def _partly(known: list[Any], key: str) -> str | None:
    if key in known:
        return key
    found = [name for name in known if name is not None and name.startswith(key)]
    return found[0] if len(found) == 1 else None


def element(x: Any, index: Any) -> Any:
    """Return ``x[[index]]``: one element.

    Examples
    --------
    >>> element({"a": 1, "b": 2}, 2)
    2
    """
    if isinstance(index, np.ndarray) and index.size == 1:
        index = index.flat[0]
    if index is NA_TEXT:
        raise Untranslated("an index that is a text that is NA")
    if x is None:
        return None
    if isinstance(index, pd.Categorical) and len(index) == 1:
        index = index.codes[0] + 1
    if isinstance(index, np.ndarray) and index.size > 1 and isinstance(x, (list, Mapping)):
        for step in index.flat:  # R goes down into lists
            x = element(x, step)
        return x
    if isinstance(index, str):
        if isinstance(x, RList):
            x = components(x)
        if isinstance(x, (Mapping, NamedList)):
            items, keys = list_parts(x)
            if index and keys and index in keys:  # R finds nothing by the name ""
                return items[keys.index(index)]
            _require_absent(x, index)
            return None
        if isinstance(x, pd.DataFrame):
            return column(x, list(x.columns).index(index)) if index in x.columns else None
        if isinstance(x, list) or x is None:
            return None
        labels = _names(x)
        found: Any = [] if labels is None else np.flatnonzero(labels == index)
        if len(found) == 0:
            raise IndexError("subscript out of bounds")
        return vector(x)[found[0]]
    k = int(index)
    if k < 1:
        raise IndexError(f"an element is chosen by a positive number, got {k}")
    if isinstance(x, pd.DataFrame):
        return column(x, k - 1)
    if isinstance(x, RList):
        x = components(x)
    dated = isinstance(x, (np.ndarray, np.datetime64)) and x.dtype.kind == "M"
    values = vector(x) if dated else elements(x)  # a loop has dates as numbers
    if k > len(values):
        raise IndexError(f"subscript out of bounds: {k} of {len(values)}")
    return x[[k - 1]] if isinstance(x, pd.Categorical) else values[k - 1]


def append(x: Any, values: Any, after: Any = None) -> Any:
    """Insert values after a position. R: ``append``."""
    if after is None or int(after) >= length(x):
        return c(x, values)
    k = int(after)
    index = np.arange(1, length(x) + 1)
    return c(get(x, index[:k]), values, get(x, index[k:]))


def head(x: Any, n: Any = 6) -> Any:
    """Return the first elements or rows. R: ``head``."""
    return _end(x, _count(n), first=True)


def _count(n: Any) -> int:
    """Return a number that may be a vector of one."""
    return int(np.asarray(n).item())


def first(x: Any, k: Any) -> Any:
    """Return the first k elements of a vector or list, NA or NULL beyond its end. R: ``x[1:k]``.

    Examples
    --------
    >>> first(np.array([4.0, 5.0]), 3)
    array([ 4.,  5., nan])
    """
    count = _count(k)
    if isinstance(x, np.ndarray) and x.ndim == 1 and count <= len(x):
        return x[:count]
    return get(x, np.arange(1, count + 1))


def tail(x: Any, n: Any = 6) -> Any:
    """Return the last elements or rows. R: ``tail``."""
    return _end(x, _count(n), first=False)


def _end(x: Any, n: int, *, first: bool) -> Any:
    if is_null(x):
        return None
    rows = isinstance(x, pd.DataFrame) or is_matrix(x)
    total = len(x) if rows else length(x)
    count = min(n, total) if n >= 0 else max(total + n, 0)
    part = slice(0, count) if first else slice(total - count, total)
    if isinstance(x, pd.DataFrame):
        return chosen_rows(x.iloc[part])
    if rows:
        return x[part, :]
    if isinstance(x, (list, Mapping)):
        items, keys = list_parts(x)
        return part_of(items[part], None if keys is None else keys[part])
    if isinstance(x, pd.Categorical):
        return x[part]
    values = as_array(x)
    chosen = values[part]
    return chosen.astype(bool) if count == 0 and is_logical(values) else chosen


__all__ = [
    "append",
    "dollar",
    "drop",
    "element",
    "first",
    "get",
    "head",
    "positions",
    "tail",
    "take",
]
