"""Assigning by R's indices: vectors and lists that grow and change their mode, tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from ._core import (
    NA,
    as_list,
    as_numeric,
    column,
    common,
    is_logical,
    is_scalar,
    length,
    missing,
    recycle,
    vector,
)
from ._dates import dates_among, is_dates
from ._named import (
    NO_DIMENSION,
    NamedArray,
    list_of,
    list_parts,
    named,
    names,
    one_dimensional,
    plain,
    rownames,
)
from ._nothing import is_null, or_null
from ._one import NA_TEXT
from ._select import is_rows, is_text, named_rows, positions
from ._untranslated import Untranslated


def set_element(x: Any, index: Any, value: Any) -> Any:
    """Return x after ``x[[index]] <- value``; None removes the element of a list.

    Lists change in place where they can; an empty one becomes a dict with its first name, and one
    of which only some elements have names a `NamedList`.

    Examples
    --------
    >>> set_element([1], "k", 2)
    NamedList([1, 2], ['', 'k'])
    """
    value = or_null(value)
    if isinstance(x, pd.DataFrame):
        return assign(x, index, value)
    index = index if is_scalar(index) else _one_position(index)
    if is_null(x):
        x = []
    if not isinstance(x, (list, Mapping)):
        if is_scalar(value) or (isinstance(value, np.ndarray) and value.size == 1):
            return assign(x, index, value)
        if isinstance(value, np.ndarray) or value is None:
            raise ValueError("x[[i]] <- value needs one value for a vector")
        x = as_list(x)
    if isinstance(index, str):
        return _set_named(x, index, value)
    k = int(index)
    if k < 1:
        raise IndexError(f"an element is set by a positive number, got {k}")
    if isinstance(x, dict) and k <= len(x):
        key = list(x)[k - 1]
        if value is None:
            del x[key]
        else:
            x[key] = value
        return x
    if type(x) is list:
        if value is None:
            if k <= len(x):
                del x[k - 1]
            return x
        x.extend([None] * (k - len(x)))
        x[k - 1] = value
        return x
    items, keys = list_parts(x)
    return _changed(items, keys or [], k - 1, value)


def one_value(value: Any) -> Any:
    """Return the value that ``x[[i]] <- value`` puts into a vector: one, or R stops.

    Examples
    --------
    >>> one_value(np.array([2.5])) == 2.5
    np.True_
    """
    if is_null(value):
        raise ValueError("replacement has length zero")
    if isinstance(value, (list, Mapping, pd.DataFrame)):
        raise Untranslated("a list becomes an element of a vector, which becomes a list")
    if is_scalar(value) or isinstance(value, pd.Categorical):
        return value
    if len(values := vector(value)) != 1:
        words = "more elements supplied than there are to replace"
        raise ValueError(words if len(values) else "replacement has length zero")
    return values[0] if values[0] is not None else value


def _one_position(index: Any) -> Any:
    if isinstance(index, (list, Mapping, pd.DataFrame)) or is_null(index):
        raise TypeError("invalid subscript type in x[[i]] <- value")
    if len(found := vector(index)) != 1:
        raise Untranslated("x[[i]] <- value with no or several positions")
    return found[0]


def _set_named(x: Any, key: str, value: Any) -> Any:
    if not key and len(x):
        raise Untranslated('x[[""]] <- value, which adds an element to the list')
    if isinstance(x, list) and not x:
        x = {}
    if isinstance(x, dict):
        if value is None:
            x.pop(key, None)
        else:
            x[key] = value
        return x
    items, keys = list_parts(x)
    labels = [""] * len(items) if keys is None else keys
    at = labels.index(key) if key in labels else len(items)
    if at == len(items) and value is not None:
        labels.append(key)
    return _changed(items, labels, at, value)


def _changed(items: list[Any], labels: list[Any], at: int, value: Any) -> Any:
    """Return a list after one element was set, added or, by None, removed."""
    if value is None:
        if at < len(items):
            del items[at], labels[at]
        return list_of(items, labels)
    items += [None] * (at + 1 - len(items))
    labels += [""] * (len(items) - len(labels))
    items[at] = value
    return list_of(items, labels)


def _widened(array: Any, values: Any) -> tuple[Any, Any]:
    """Return an array that can hold values, and the values in its mode."""
    current = np.asarray(plain(array))
    gaps = values.dtype.kind == "f" and bool(np.isnan(values).all())
    if gaps and current.size and is_logical(vector(current)):  # NA of a logical
        return current.astype(object), np.full(values.shape, None, dtype=object)
    a, v = common([current, values])
    if a.dtype.kind == "O" or v.dtype.kind == "O":
        return a.astype(object), v.astype(object)
    target = np.result_type(a.dtype, v.dtype)
    return (a if a.dtype == target else a.astype(target)), v


def assign(x: Any, *index_and_value: Any) -> Any:
    """Return x after ``x[index] <- value``: grown and coerced as R does.

    Examples
    --------
    >>> assign(np.array([1, 2]), 4, 0.5)
    array([1. , 2. , nan, 0.5])
    """
    *index, value = index_and_value
    index = index or [...]  # ``x[] <- value``
    if any(isinstance(one, (list, Mapping)) for one in index):
        raise TypeError("invalid subscript type 'list'")
    if isinstance(x, pd.DataFrame):
        return _assign_frame(x, index, value)
    if not isinstance(x, (list, Mapping)) and not is_null(x) and _is_listed(value):
        raise Untranslated("a list is assigned to elements of a vector, which becomes a list")
    if is_dates(value) and not is_dates(x):
        value = as_numeric(value)  # only what is a date keeps it one
    elif is_dates(x) and not isinstance(value, (list, Mapping)):
        value = dates_among(value)
    if isinstance(x, (list, Mapping)) or isinstance(value, (list, Mapping)):
        return _assign_list(x, index, value)
    if isinstance(x, pd.Categorical):
        return _assign_factor(x, index[0], value)
    if len(index) > 1:
        return _assign_array(x, index, value)
    one = index[0]
    if one is NA_TEXT or one is None:
        raise Untranslated("an element whose name is NA, or an index that is NULL")
    if isinstance(x, np.ndarray) and x.ndim > 1:
        return _assign_flat(x, one, value)
    labels = names(x) if not one_dimensional(x) or len(x) else None  # of an empty table: none
    current = np.array([], dtype=bool) if x is None else vector(x)
    n = len(current)
    where = positions(one, n, labels, grow=True)
    values = vector(value)
    _check_gaps(one, values)
    if len(where) == 0 and len(values) == 0:
        return x if x is not None else current
    if len(values) == 0:
        raise ValueError("replacement has length zero")
    if x is None:
        current = values[:0]
    array, values = _widened(current, values)
    values = recycle(values, len(where)) if len(where) else values[:0]
    stretch = len(vector(one)) if one is not Ellipsis and _is_mask(one) else 0
    top = max(int(where.max(initial=-1)) + 1, stretch)
    if top > n and isinstance(x, NamedArray) and x.axes is not None:
        raise Untranslated("a table that grows, which is neither a table nor a vector in R")
    if top > n:
        array = _extended(
            array, top, gap=not np.array_equal(np.union1d(where, np.arange(n)), np.arange(top))
        )
    elif array is current or np.shares_memory(array, current):
        array = array.copy()
    array[where] = values
    if labels is None and not is_text(one):
        return array
    made = named(array, _grown_labels(labels, one, where, len(array)))
    if isinstance(x, NamedArray) and len(made) == n and not is_text(one):
        # What grows, or is assigned to by name, has no dimensions in R any more.
        made = NamedArray(made, made.dimnames, x.headings)
    elif isinstance(x, NamedArray) and (x.axes is not None or x.headings is NO_DIMENSION):
        made = NamedArray(made, made.dimnames, NO_DIMENSION)
    return made


def _is_listed(value: Any) -> bool:
    return isinstance(value, (list, Mapping, pd.DataFrame))


def set_length(x: Any, count: Any) -> Any:
    """Return x after ``length(x) <- count``: shorter, or longer by NA.

    Examples
    --------
    >>> set_length(np.array([1, 2, 3]), 2)
    array([1, 2])
    """
    n = int(vector(count)[0])
    if isinstance(x, (list, Mapping)):
        items, keys = list_parts(x)
        more = n - len(items)
        labels = None if keys is None else [*keys, *[""] * more][:n]
        return list_of([*items, *[None] * more][:n], labels)
    labels = names(x)
    array = vector(x)
    made = array[:n] if n <= len(array) else _extended(array, n, gap=True)
    return made if labels is None else named(made, _grown_labels(labels[:n], ..., None, n))


def _is_mask(index: Any) -> bool:
    array = vector(index)
    return array.dtype.kind == "b" or (array.dtype.kind == "O" and not is_text(index))


def _check_gaps(index: Any, values: Any) -> None:
    """R takes NA in an index for an assignment of one value only."""
    if index is not Ellipsis and len(values) > 1 and missing(vector(index)).any():
        raise IndexError("NAs are not allowed in subscripted assignments")


def _grown_labels(labels: Any, index: Any, where: Any, count: int) -> Any:
    grown = np.full(count, "", dtype=object)
    if labels is not None:
        grown[: len(labels)] = labels
    if is_text(index):
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
    array, values = _widened(x, vector(value))
    array = np.array(array, order="F")
    index = named_rows(x, index)
    if is_rows(index, x.ndim):
        where = tuple(np.asarray(plain(index), dtype=np.int64).T - 1)
        array[where] = recycle(values, len(where[0])) if len(where[0]) else values[:0]
    else:
        if isinstance(index, np.ndarray) and index.ndim > 1:
            index = index.ravel(order="F")
        _check_gaps(index, values)
        chosen = positions(index, array.size, grow=True)
        if len(chosen) and chosen.max() >= array.size:
            raise Untranslated("an assignment beyond the end of a matrix has no translation")
        flat = array.ravel(order="F")
        if len(chosen):
            flat[chosen] = recycle(values, len(chosen))
        array = flat.reshape(array.shape, order="F")
    return NamedArray(array, x.dimnames, x.headings) if isinstance(x, NamedArray) else array


def _assign_array(x: Any, index: list[Any], value: Any) -> Any:
    if not isinstance(x, np.ndarray) or x.ndim != len(index):
        raise IndexError(f"{len(index)} indices for {np.ndim(x)} dimensions")
    labels = x.dimnames if isinstance(x, NamedArray) else (None,) * x.ndim
    where = [
        positions(i, n, names_, inside=True)
        for i, n, names_ in zip(index, x.shape, labels, strict=True)
    ]
    where = [w[w >= 0] for w in where]
    array, values = _widened(x, vector(value))
    array = np.array(array)
    shape = tuple(len(w) for w in where)
    count = int(np.prod(shape))
    if count:
        if len(values) == 0 or count % len(values):
            raise ValueError(f"{len(values)} values do not fill {count} cells")
        array[np.ix_(*where)] = recycle(values, count).reshape(shape, order="F")
    return NamedArray(array, x.dimnames, x.headings) if isinstance(x, NamedArray) else array


def _assign_factor(x: Any, index: Any, value: Any) -> Any:
    """R makes NA of what is no level."""
    codes = np.array(x.codes, dtype=np.int64)
    where = positions(index, len(codes), grow=True)
    if len(where) and where.max() >= len(codes):
        codes = np.concatenate([codes, np.full(int(where.max()) + 1 - len(codes), -1)])
    levels = [str(level) for level in x.categories]
    new = [levels.index(v) if v in levels else -1 for v in vector(value)]
    if not new and len(where):
        raise ValueError("replacement has length zero")
    codes[where] = np.resize(new, len(where))
    return pd.Categorical.from_codes(codes, categories=x.categories, ordered=bool(x.ordered))


def _assign_list(x: Any, index: list[Any], value: Any) -> Any:
    if len(index) != 1:
        raise IndexError("a list has one index")
    (one,) = index
    items, keys = list_parts(x if isinstance(x, (list, Mapping)) else as_list(x))
    where = positions(one, len(items), keys, grow=True)
    labels = None if keys is None and not is_text(one) else [*(keys or [""] * len(items))]
    if isinstance(value, (list, Mapping)):
        values = list_parts(value)[0]
    else:
        values = [None] if value is None else list(vector(value))
    _check_gaps(one, values)
    stretch = len(vector(one)) if one is not Ellipsis and _is_mask(one) else 0
    top = max(int(where.max(initial=-1)) + 1, stretch)
    if len(where) and not values:
        raise ValueError("replacement has length zero")
    items += [None] * (top - len(items))
    if labels is not None:
        labels += [""] * (len(items) - len(labels))
        if is_text(one):
            for at, label in zip(where, vector(one), strict=True):
                labels[at] = label
    if value is None:
        gone = set(where.tolist())
        kept = [k for k in range(len(items)) if k not in gone]
        return list_of(
            [items[k] for k in kept], None if labels is None else [labels[k] for k in kept]
        )
    for k, at in enumerate(where):
        items[at] = values[k % len(values)]
    return list_of(items, labels)


def _assign_masked(x: pd.DataFrame, mask: Any, value: Any) -> pd.DataFrame:
    """Store values in the cells of a mask, column by column."""
    values = vector(value)
    count = int(mask.sum())
    if count and (len(values) == 0 or count % len(values)):
        raise ValueError(f"{len(values)} values do not fill {count} cells")
    filled = recycle(values, count) if count else values
    done = 0
    for k in range(x.shape[1]):
        chosen = mask[:, k].astype(bool)
        if chosen.any():
            n = int(chosen.sum())
            changed = assign(column(x, k), chosen, filled[done : done + n])
            x = x.assign(**{str(x.columns[k]): changed})
            done += n
    return x


def _with_more_rows(x: pd.DataFrame, rows: Any, count: int) -> pd.DataFrame:
    """Return a data frame with further rows of NA, called by their names or numbers."""
    from ._binding import frame_of, take_rows, with_rows

    where = [*range(len(x)), *[-1] * (count - len(x))]
    columns = {str(c): take_rows(column(x, k), where) for k, c in enumerate(x.columns)}
    labels = [str(label) for label in rownames(x)]
    asked = [str(v) for v in vector(rows)] if any(isinstance(v, str) for v in vector(rows)) else []
    labels += [label for label in asked if label not in labels]
    labels += [str(k + 1) for k in range(len(labels), count)]
    return with_rows(frame_of(columns, count), labels)


def as_column(value: Any, count: int) -> Any:
    """Return a value as a column of a data frame of so many rows, recycled."""
    if isinstance(value, (pd.Categorical, list, Mapping, pd.DataFrame)):
        if isinstance(value, pd.Categorical) and len(value) in (count, 0):
            return value
        raise Untranslated("only vectors and factors are columns")
    if value is None:
        raise Untranslated("NULL removes a column: this has no translation here")
    n = length(value)
    if n == 0 or count % n:
        raise ValueError(f"a column must have {count} values, got {n}")
    return recycle(value, count)


def full_column(value: Any, count: int) -> Any:
    """Return a column of so many rows as it is; one that would be recycled is an error."""
    if length(value) != count:
        raise Untranslated(f"a column that is used again must have {count} values")
    return value


def _assign_frame(x: pd.DataFrame, index: list[Any], value: Any) -> pd.DataFrame:
    result = x.copy()
    labels = np.array(x.columns, dtype=object)
    rows: Any
    columns: Any
    if len(index) == 1:
        one = index[0]
        if isinstance(one, np.ndarray) and one.ndim == 2 and _is_mask(one):
            cells = plain(one)
            chosen = np.where(missing(cells), False, cells).astype(bool)
            return _assign_masked(result, chosen, value)
        if not len(x) and is_scalar(value):
            raise ValueError("replacement has 1 row, data has 0")
        rows, columns = Ellipsis, one
    elif not index:
        rows, columns = Ellipsis, Ellipsis
    else:
        rows, columns = index
    lines = positions(rows, len(x), rownames(x), grow=True)
    where = positions(columns, x.shape[1], labels, grow=True)
    if value is None:
        return result.drop(columns=[labels[k] for k in where if k < len(labels)])
    if len(lines) and lines.max() >= len(x):
        result = _with_more_rows(x, rows, int(lines.max()) + 1)
    if isinstance(value, pd.DataFrame):
        columns_of = [column(value, k) for k in range(value.shape[1])]
    elif isinstance(value, (list, Mapping)):
        columns_of = list_parts(value)[0]
    elif isinstance(value, pd.Categorical) or not len(lines) * len(where):
        columns_of = [value]
    else:
        count = len(lines) * len(where)
        if length(value) == 0 or (length(value) > count or count % length(value)):
            raise ValueError(f"{length(value)} values do not fill {count} cells")
        columns_of = list(recycle(value, count).reshape((len(lines), len(where)), order="F").T)
    for k, at in enumerate(where):
        name = labels[at] if at < len(labels) else vector(columns)[k]
        name = name if isinstance(name, str) else f"V{at + 1}"
        _put_column(result, name, lines, columns_of[k % len(columns_of)], rows)
    return result


def _put_column(frame: pd.DataFrame, name: str, lines: Any, part: Any, rows: Any) -> None:
    """Set some rows of a column, which may be new."""
    if isinstance(part, pd.Categorical) and rows is Ellipsis:
        frame[name] = part
        return
    part = recycle(part, len(lines)) if len(lines) else vector(part)[:0]
    known = name in frame.columns
    if rows is Ellipsis or (len(lines) == len(frame) and not known):
        ordered = np.empty(len(part), dtype=part.dtype)
        ordered[lines] = part
        frame[name] = ordered
        return
    at = list(frame.columns).index(name) if known else -1
    current = column(frame, at) if known else np.full(len(frame), NA)
    frame[name] = assign(current, lines + 1, part)


__all__ = ["assign", "set_element", "set_length"]
