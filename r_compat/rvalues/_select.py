"""R's indices: positive, negative, logical, by name; reading, assigning, growing."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from dagbag.results import RList

from ._core import (
    NA,
    as_array,
    column,
    common,
    components,
    is_scalar,
    length,
    missing,
    recycle,
    vector,
)
from ._named import NamedArray, colnames, named, names, plain, rownames

_MISSING = -1  # position of an element that does not exist


def positions(index: Any, n: int, labels: Any = None, *, grow: bool = False) -> Any:
    """Return the positions, from 0, that an index of R selects; -1 stands for NA.

    Parameters
    ----------
    index : Ellipsis, scalar or array
        As in R: from 1, negative ones leave out, logical ones are recycled, text is looked up.
    n : int
        Number of elements.
    labels : array of text, optional
    grow : bool, default False
        Positions beyond the end, and new names, are kept for an assignment.

    Examples
    --------
    >>> positions(np.array([-1, -3]), 4)
    array([1, 3])
    """
    if index is Ellipsis:
        return np.arange(n)
    if isinstance(index, pd.Categorical):
        index = index.codes + 1
    array = vector(index)
    if array.size == 0:
        return np.array([], dtype=np.int64)
    if grow:  # an assignment leaves out what an NA selects
        kept = positions(index, n, labels) if _is_logical(array) else None
        if kept is not None:
            return kept[kept >= 0]
    if array.dtype.kind == "O" and any(isinstance(v, str) for v in array):
        return _by_name(array, labels, n, grow=grow)
    if array.dtype.kind in "bO":
        return _by_mask(array, n)
    gaps = missing(array)
    whole = np.trunc(np.where(gaps, 0, array)).astype(np.int64)
    if (whole < 0).any():
        if (whole > 0).any() or gaps.any():
            raise IndexError("positive and negative indices do not mix")
        left_out = -whole[whole != 0]
        return np.setdiff1d(np.arange(n), left_out - 1)
    chosen = np.where(gaps, 0, whole) - 1
    chosen = chosen[(whole != 0) | gaps]
    return chosen if grow else np.where(chosen < n, chosen, _MISSING)


def _is_logical(array: Any) -> bool:
    return array.dtype.kind == "b" or (
        array.dtype.kind == "O" and not any(isinstance(v, str) for v in array)
    )


def _by_name(array: Any, labels: Any, n: int, *, grow: bool) -> Any:
    known: dict[Any, int] = {}
    for k, label in enumerate([] if labels is None else labels):
        known.setdefault(label, k)
    found = []
    end = n
    for label in array:
        if label not in known and grow:
            known[label] = end
            end += 1
        found.append(known.get(label, _MISSING))
    return np.array(found, dtype=np.int64)


def _by_mask(array: Any, n: int) -> Any:
    size = max(n, len(array))
    mask = np.resize(array, size)
    gaps = missing(mask)
    chosen = [
        _MISSING if g else k for k, (m, g) in enumerate(zip(mask, gaps, strict=True)) if g or m
    ]
    return np.array([k if k < n else _MISSING for k in chosen], dtype=np.int64)


def take(values: Any, where: Any) -> Any:
    """Return elements of a vector by position; NA where there is none."""
    array = np.asarray(plain(values))
    gaps = where < 0
    if not gaps.any():
        return array[where]
    if array.dtype.kind == "O" or array.dtype.kind == "b":
        result = np.full(len(where), None, dtype=object)
    else:
        result = np.full(len(where), NA)
    result[~gaps] = array[where[~gaps]]
    return result


def get(x: Any, *index: Any, drop: bool = True) -> Any:
    """Return ``x[index]``; an index that is left empty is ``...``.

    Examples
    --------
    >>> get(np.array([5, 6, 7]), -1)
    array([6, 7])
    >>> get(np.array([[1, 2], [3, 4]]), ..., 2)
    array([2, 4])
    """
    if x is None:
        return None
    if len(index) > 1:
        if isinstance(x, pd.DataFrame):
            return _frame_part(x, *index, drop=drop)
        return _array_part(x, index, drop=drop)
    (one,) = index
    if isinstance(x, pd.DataFrame):
        where = positions(one, x.shape[1], np.array(x.columns, dtype=object))
        return x.iloc[:, where]
    if isinstance(x, RList):
        x = components(x)
    if isinstance(x, Mapping):
        keys = list(x)
        where = positions(one, len(keys), keys)
        return {keys[k]: x[keys[k]] for k in where if k >= 0}
    if isinstance(x, (list, tuple)):
        where = positions(one, len(x))
        return [x[k] if k >= 0 else None for k in where]
    if isinstance(x, pd.Categorical):
        where = positions(one, len(x))
        return x.take(where, allow_fill=True)
    if isinstance(x, np.ndarray) and x.ndim > 1:
        return _flat_part(x, one)
    values = vector(x)
    labels = names(x)
    where = positions(one, len(values), labels)
    result = take(values, where)
    if is_scalar(one) and len(result) == 1:
        return result[0]
    if labels is None:
        return result
    return named(result, [labels[k] if k >= 0 else None for k in where]) if len(where) else result


def _flat_part(x: Any, index: Any) -> Any:
    """Select from a matrix by one index: a mask, rows of positions, or column by column."""
    rows = isinstance(index, np.ndarray) and index.ndim == 2 and index.dtype.kind in "if"
    if rows and index.shape[1] == x.ndim:
        return plain(x)[tuple(np.asarray(plain(index), dtype=np.int64).T - 1)]
    if isinstance(index, np.ndarray) and index.ndim > 1:
        index = index.ravel(order="F")
    flat = plain(x).ravel(order="F")
    result = take(flat, positions(index, flat.size))
    return result[0] if is_scalar(index) and len(result) == 1 else result


def _array_part(x: Any, index: tuple[Any, ...], *, drop: bool) -> Any:
    array = as_array(x)
    if array.ndim != len(index):
        raise IndexError(f"{len(index)} indices for {array.ndim} dimensions")
    labels = array.dimnames if isinstance(array, NamedArray) else (None,) * array.ndim
    where = [
        positions(i, n, names_) for i, n, names_ in zip(index, array.shape, labels, strict=True)
    ]
    if any((w < 0).any() for w in where):
        raise IndexError("subscript out of bounds")
    result = plain(array)[np.ix_(*where)]
    chosen = [
        None if names_ is None else np.asarray(names_)[w]
        for names_, w in zip(labels, where, strict=True)
    ]
    if any(names_ is not None for names_ in chosen):
        result = NamedArray(result, chosen)
    return _dropped(result) if drop else result


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
        return x.flat[0]
    kept = [k for k, n in enumerate(x.shape) if n != 1]
    result = plain(x).reshape([x.shape[k] for k in kept])
    if not isinstance(x, NamedArray):
        return result
    chosen = [x.dimnames[k] for k in kept]
    return NamedArray(result, chosen) if any(n is not None for n in chosen) else result


def _frame_part(x: pd.DataFrame, rows: Any, columns: Any, *, drop: bool) -> Any:
    where = positions(columns, x.shape[1], np.array(x.columns, dtype=object))
    if (where < 0).any():
        raise IndexError("undefined columns selected")
    lines = positions(rows, len(x), rownames(x))
    gaps = lines < 0
    part = x.iloc[np.where(gaps, 0, lines), where]
    if gaps.any():  # R makes rows of NA
        part = part.astype(object).mask(np.repeat(gaps[:, np.newaxis], part.shape[1], axis=1))
        part = part.infer_objects()
    if len(where) == 1 and drop and columns is not Ellipsis:
        values = column(part, 0)
        return values[0] if is_scalar(rows) and len(values) == 1 else values
    return part


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
    if isinstance(x, Mapping):
        found = _partly(list(x), key)
        return None if found is None else x[found]
    if isinstance(x, list):
        return None
    raise TypeError("$ is for lists")


def _partly(known: list[str], key: str) -> str | None:
    if key in known:
        return key
    found = [name for name in known if name.startswith(key)]
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
    if isinstance(index, str):
        if isinstance(x, Mapping):
            return x.get(index)
        if isinstance(x, RList):
            return x[index]
        if isinstance(x, pd.DataFrame):
            return column(x, list(x.columns).index(index)) if index in x.columns else None
        if isinstance(x, list) or x is None:
            return None
        labels = names(x)
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
    values = list(x.values()) if isinstance(x, Mapping) else x if isinstance(x, list) else vector(x)
    if k > len(values):
        raise IndexError(f"subscript out of bounds: {k} of {len(values)}")
    return values[k - 1]


def set_element(x: Any, index: Any, value: Any) -> Any:
    """Return x after ``x[[index]] <- value``; None removes the element of a list.

    Lists change in place where they can; an empty one becomes a dict with its first name.
    """
    if isinstance(x, pd.DataFrame):
        return assign(x, index, value)
    if isinstance(index, str):
        return _set_named(x, index, value)
    k = int(vector(index)[0])
    if x is None:
        x = [] if not is_scalar(value) else None
    if isinstance(x, Mapping):
        keys = list(x)
        if k > len(keys):
            raise IndexError("an element without a name is added to a list with names")
        if value is None:
            del x[keys[k - 1]]  # type: ignore[attr-defined]
        else:
            x[keys[k - 1]] = value  # type: ignore[index]
        return x
    if isinstance(x, list):
        if value is None:
            if k <= len(x):
                del x[k - 1]
            return x
        x.extend([None] * (k - len(x)))
        x[k - 1] = value
        return x
    return assign(x, index, value)


def _set_named(x: Any, key: str, value: Any) -> Any:
    if x is None or (isinstance(x, list) and not x):
        x = {}
    if isinstance(x, dict):
        if value is None:
            x.pop(key, None)
        else:
            x[key] = value
        return x
    if isinstance(x, list):
        raise ValueError("a list of which only some elements have names has no Python form")
    return assign(x, key, value)


def _widened(array: Any, values: Any) -> tuple[Any, Any]:
    """Return an array that can hold values, and the values in its mode."""
    a, v = common([np.asarray(plain(array)), values])
    if a.dtype.kind == "O" or v.dtype.kind == "O":
        mixed = v.dtype.kind != "O" or a.dtype.kind != "O"
        if mixed and ("b" in (a.dtype.kind, v.dtype.kind) or a.size == 0):
            return a.astype(object), v.astype(object)
        return a.astype(object) if a.dtype.kind != "O" else a, v
    target = np.result_type(a.dtype, v.dtype)
    if "b" in (a.dtype.kind, v.dtype.kind) and a.dtype.kind != v.dtype.kind:
        gaps = v.dtype.kind == "f" and bool(np.isnan(v).all()) and a.dtype.kind == "b"
        if gaps:
            return a.astype(object), np.full(v.shape, None, dtype=object)
    return (a if a.dtype == target else a.astype(target)), v


def assign(x: Any, *index_and_value: Any) -> Any:
    """Return x after ``x[index] <- value``: grown and coerced as R does.

    Examples
    --------
    >>> assign(np.array([1, 2]), 4, 0.5)
    array([1. , 2. , nan, 0.5])
    """
    *index, value = index_and_value
    if isinstance(x, pd.DataFrame):
        return _assign_frame(x, index, value)
    if isinstance(x, (list, Mapping)) or isinstance(value, (list, Mapping)):
        return _assign_list(x, index, value)
    if isinstance(x, pd.Categorical):
        changed = copy.copy(x)
        changed[positions(index[0], len(x))] = value
        return changed
    if len(index) > 1:
        return _assign_array(x, index, value)
    one = index[0]
    if isinstance(x, np.ndarray) and x.ndim > 1:
        return _assign_flat(x, one, value)
    labels = names(x)
    current = np.array([], dtype=bool) if x is None else vector(x)
    n = len(current)
    where = positions(one, n, labels, grow=True)
    values = vector(value)
    if len(where) == 0:
        return x if x is not None else current
    values = recycle(values, len(where))
    if x is None or n == 0:
        current = values[:0]
    array, values = _widened(current, values)
    top = int(where.max()) + 1
    if top > n:
        array = _extended(
            array, top, gap=not np.array_equal(np.union1d(where, np.arange(n)), np.arange(top))
        )
    elif array is current or np.shares_memory(array, current):
        array = array.copy()
    array[where] = values
    if labels is None and not _is_text(one):
        return array
    return named(array, _grown_labels(labels, one, where, len(array)))


def _is_text(index: Any) -> bool:
    return index is not Ellipsis and any(isinstance(v, str) for v in vector(index))


def _grown_labels(labels: Any, index: Any, where: Any, count: int) -> Any:
    grown = np.full(count, "", dtype=object)
    if labels is not None:
        grown[: len(labels)] = labels
    if _is_text(index):
        grown[where] = vector(index)
    return grown


def _extended(array: Any, n: int, *, gap: bool) -> Any:
    extra = n - len(array)
    if array.dtype.kind == "O":
        return np.concatenate([array, np.full(extra, None, dtype=object)])
    if not gap:
        return np.concatenate([array, np.zeros(extra, dtype=array.dtype)])
    if array.dtype.kind == "b":
        return np.concatenate([array.astype(object), np.full(extra, None, dtype=object)])
    return np.concatenate([array.astype(float), np.full(extra, NA)])


def _assign_flat(x: Any, index: Any, value: Any) -> Any:
    rows = isinstance(index, np.ndarray) and index.ndim == 2 and index.dtype.kind in "if"
    array, values = _widened(x, vector(value))
    array = np.array(array, order="F")
    if rows and index.shape[1] == x.ndim:
        where = tuple(np.asarray(plain(index), dtype=np.int64).T - 1)
        array[where] = recycle(values, len(where[0])) if len(where[0]) else values[:0]
    else:
        if isinstance(index, np.ndarray) and index.ndim > 1:
            index = index.ravel(order="F")
        chosen = positions(index, array.size)
        chosen = chosen[chosen >= 0]
        flat = array.ravel(order="F")
        if len(chosen):
            flat[chosen] = recycle(values, len(chosen))
        array = flat.reshape(array.shape, order="F")
    return NamedArray(array, x.dimnames) if isinstance(x, NamedArray) else array


def _assign_array(x: Any, index: list[Any], value: Any) -> Any:
    if not isinstance(x, np.ndarray) or x.ndim != len(index):
        raise IndexError(f"{len(index)} indices for {np.ndim(x)} dimensions")
    labels = x.dimnames if isinstance(x, NamedArray) else (None,) * x.ndim
    where = [positions(i, n, names_) for i, n, names_ in zip(index, x.shape, labels, strict=True)]
    if any((w < 0).any() for w in where):
        raise IndexError("subscript out of bounds")
    array, values = _widened(x, vector(value))
    array = np.array(array)
    shape = tuple(len(w) for w in where)
    count = int(np.prod(shape))
    if count:
        array[np.ix_(*where)] = recycle(values, count).reshape(shape, order="F")
    return NamedArray(array, x.dimnames) if isinstance(x, NamedArray) else array


def _assign_list(x: Any, index: list[Any], value: Any) -> Any:
    if len(index) != 1:
        raise IndexError("a list has one index")
    (one,) = index
    values = list(value.values()) if isinstance(value, Mapping) else value
    if isinstance(x, Mapping) or (_is_text(one) and not x):
        result = dict(x or {})
        keys = list(result)
        chosen = vector(one) if _is_text(one) else [keys[k] for k in positions(one, len(keys))]
        for k, key in enumerate(chosen):
            if value is None:
                result.pop(key, None)
            else:
                result[key] = values[k % len(values)] if isinstance(values, list) else values
        return result
    items = list(x) if isinstance(x, (list, tuple)) else [] if x is None else list(vector(x))
    where = positions(one, len(items), grow=True)
    if value is None:
        return [item for k, item in enumerate(items) if k not in set(where.tolist())]
    if not isinstance(values, list):
        values = list(vector(values))
    top = int(where.max()) + 1 if len(where) else 0
    items += [None] * (top - len(items))
    for k, at in enumerate(where):
        items[at] = values[k % len(values)]
    return items


def _assign_frame(x: pd.DataFrame, index: list[Any], value: Any) -> pd.DataFrame:
    result = x.copy()
    labels = np.array(x.columns, dtype=object)
    rows: Any
    columns: Any
    if len(index) == 1:
        one = index[0]
        if isinstance(one, np.ndarray) and one.ndim == 2 and one.dtype.kind == "b":
            return result.mask(pd.DataFrame(plain(one), index=x.index, columns=x.columns), value)
        rows, columns = Ellipsis, one
    else:
        rows, columns = index
    lines = positions(rows, len(x), rownames(x), grow=True)
    where = positions(columns, x.shape[1], labels, grow=True)
    if value is None:
        return result.drop(columns=[labels[k] for k in where])
    if len(lines) and lines.max() >= len(x):
        result = result.reindex(range(int(lines.max()) + 1))
    if isinstance(value, pd.DataFrame):
        columns_of = [column(value, k) for k in range(value.shape[1])]
    elif isinstance(value, (list, Mapping)):
        columns_of = list(value.values()) if isinstance(value, Mapping) else list(value)
    else:
        flat = recycle(value, len(lines) * len(where)) if len(lines) * len(where) else vector(value)
        columns_of = list(flat.reshape((len(lines), len(where)), order="F").T)
    for k, at in enumerate(where):
        name = labels[at] if at < len(labels) else vector(columns)[k]
        part = recycle(columns_of[k % len(columns_of)], len(lines))
        if rows is Ellipsis or len(lines) == len(result):
            values = np.array(part)
            ordered = np.empty(len(part), dtype=values.dtype)
            ordered[lines] = values
            result[name] = ordered
            continue
        if name in result.columns:
            current = column(result, list(result.columns).index(name))
        else:
            current = np.full(len(result), NA)
        changed = assign(current, lines + 1, part)
        result[name] = changed
    return result


def append(x: Any, values: Any, after: Any = None) -> Any:
    """Insert values after a position. R: ``append``."""
    from ._core import c

    if after is None or int(after) >= length(x):
        return c(x, values)
    k = int(after)
    index = np.arange(1, length(x) + 1)
    return c(get(x, index[:k]), values, get(x, index[k:]))


def head(x: Any, n: Any = 6) -> Any:
    """Return the first elements or rows. R: ``head``."""
    return _end(x, int(n), first=True)


def tail(x: Any, n: Any = 6) -> Any:
    """Return the last elements or rows. R: ``tail``."""
    return _end(x, int(n), first=False)


def _end(x: Any, n: int, *, first: bool) -> Any:
    rows = isinstance(x, pd.DataFrame) or np.ndim(x) == 2
    total = len(x) if rows else length(x)
    count = min(n, total) if n >= 0 else max(total + n, 0)
    part = slice(0, count) if first else slice(total - count, total)
    if isinstance(x, pd.DataFrame):
        return x.iloc[part]
    if rows:
        return x[part, :]
    if isinstance(x, Mapping):
        return {key: x[key] for key in list(x)[part]}
    if isinstance(x, (list, pd.Categorical)):
        return x[part]
    return as_array(x)[part]


__all__ = [
    "append", "assign", "colnames", "dollar", "drop", "element", "get", "head", "positions",
    "set_element", "tail", "take",
]  # fmt: skip
