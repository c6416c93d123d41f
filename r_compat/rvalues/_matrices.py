"""Matrices and arrays, column by column as R has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from ._core import as_array, as_matrix, column, common, is_scalar, length, logical_numbers, recycle
from ._core import vector as _vector
from ._named import NamedArray, colnames, names, plain, rownames, with_dimnames


def _extent(value: Any) -> int:
    return int(_vector(value)[0])


def matrix(
    data: Any = np.nan,
    nrow: Any = None,
    ncol: Any = None,
    byrow: bool = False,
    dimnames: Any = None,
) -> Any:
    """Fill a matrix, column by column and recycled. R: ``matrix``.

    Examples
    --------
    >>> matrix(np.array([1, 2, 3]), nrow=2, ncol=3)
    array([[1, 3, 2],
           [2, 1, 3]])
    """
    if isinstance(data, pd.DataFrame):
        data = as_matrix(data)
    values = _vector(data)
    n = len(values)
    if nrow is None and ncol is None:
        rows, columns = n, 1
    elif nrow is None:
        columns = _extent(ncol)
        rows = -(-n // columns)
    else:
        rows = _extent(nrow)
        columns = -(-n // rows) if ncol is None and rows else 0 if ncol is None else _extent(ncol)
    count = rows * columns
    filled = recycle(values, count) if n else np.full(count, np.nan)
    result = filled.reshape((rows, columns), order="C" if byrow else "F").copy()
    return result if dimnames is None else with_dimnames(result, dimnames)


def array(data: Any, dim: Any) -> Any:
    """Fill an array, first index fastest and recycled. R: ``array``."""
    shape = tuple(int(n) for n in _vector(np.asarray(dim)))
    return recycle(data, int(np.prod(shape))).reshape(shape, order="F").copy()


def dim(x: Any) -> Any:
    """Return the extents, or None for a vector. R: ``dim``."""
    if isinstance(x, pd.DataFrame) or (isinstance(x, np.ndarray) and x.ndim > 1):
        return np.array(x.shape)
    return None


def nrow(x: Any) -> int | None:
    """R: ``nrow``."""
    found = dim(x)
    return None if found is None else int(found[0])


def ncol(x: Any) -> int | None:
    """R: ``ncol``."""
    found = dim(x)
    return None if found is None else int(found[1])


def t(x: Any) -> Any:
    """Transpose; a vector becomes a row. R: ``t``."""
    if isinstance(x, pd.DataFrame):
        x = as_matrix(x)
    if np.ndim(x) == 2:
        return x.T
    row = _vector(x)[np.newaxis, :]
    return row if names(x) is None else NamedArray(row, (None, names(x)))


def diag(x: Any = 1, nrow: Any = None, ncol: Any = None) -> Any:
    """R: ``diag``: of a matrix its diagonal, of a number an identity, of a vector a matrix."""
    if np.ndim(x) == 2:
        return np.diag(plain(x)).copy()
    values = _vector(x)
    if len(values) == 1 and nrow is None and ncol is None:
        return np.eye(int(values[0]))
    rows = len(values) if nrow is None else _extent(nrow)
    columns = rows if ncol is None else _extent(ncol)
    result = np.zeros((rows, columns), dtype=np.result_type(values.dtype, np.int64))
    k = min(rows, columns)
    result[np.arange(k), np.arange(k)] = recycle(values, k)
    return result


def set_diag(x: Any, value: Any) -> Any:
    """Return a matrix with another diagonal. R: ``diag(x) <- value``."""
    from ._select import assign

    k = min(x.shape)
    where = np.column_stack([np.arange(1, k + 1)] * 2)
    return assign(x, where, recycle(value, k))


def row(x: Any) -> Any:
    """Return a matrix of row numbers, from 1. R: ``row``."""
    return np.indices(np.shape(x))[0] + 1


def col(x: Any) -> Any:
    """Return a matrix of column numbers, from 1. R: ``col``."""
    return np.indices(np.shape(x))[1] + 1


def is_symmetric(x: Any) -> bool:
    """R: ``isSymmetric``."""
    values = plain(x)
    return values.shape[0] == values.shape[1] and bool(np.allclose(values, values.T, rtol=1.5e-6))


def array_ind(index: Any, extents: Any) -> Any:
    """Return the row and column, from 1, of positions in an array. R: ``arrayInd``."""
    shape = tuple(int(n) for n in _vector(np.asarray(extents)))
    where = np.unravel_index(_vector(index).astype(np.int64) - 1, shape, order="F")
    return np.column_stack(where) + 1


def upper_tri(x: Any, diag: bool = False) -> Any:
    """R: ``upper.tri``."""
    return np.triu(np.ones(np.shape(as_matrix(x)), dtype=bool), 0 if diag else 1)


def lower_tri(x: Any, diag: bool = False) -> Any:
    """R: ``lower.tri``."""
    return np.tril(np.ones(np.shape(as_matrix(x)), dtype=bool), 0 if diag else -1)


def _blocks(values: list[Any], *, rows: bool) -> list[Any]:
    """Return matrices of one extent across: vectors become rows or columns, recycled."""
    matrices = [v for v in values if np.ndim(v) == 2]
    across = matrices[0].shape[1 if rows else 0] if matrices else max(length(v) for v in values)
    blocks = []
    for value in values:
        if np.ndim(value) == 2:
            blocks.append(as_array(plain(value)))
            continue
        line = recycle(value, across) if across else _vector(value)
        blocks.append(line[np.newaxis, :] if rows else line[:, np.newaxis])
    return common(blocks)


def _bind(values: tuple[Any, ...], labels: Any, *, rows: bool) -> Any:
    kept, given = [], []
    for k, value in enumerate(values):
        if value is None:
            continue
        if np.ndim(value) != 2 and length(value) == 0 and len(values) > 1:
            continue
        kept.append(value)
        given.append("" if labels is None else labels[k])
    if not kept:
        return None
    if any(isinstance(v, pd.DataFrame) for v in kept):
        return _bind_frames(kept, given, rows=rows)
    if any(isinstance(v, (list, Mapping)) for v in kept):
        return _bind_lists(kept, rows=rows)
    result = np.concatenate(_blocks(kept, rows=rows), axis=0 if rows else 1)
    along, across = _bound_labels(kept, given, rows=rows, extent=result.shape[1 if rows else 0])
    if along is None and across is None:
        return result
    return NamedArray(result, (along, across) if rows else (across, along))


def _bound_labels(kept: list[Any], given: list[str], *, rows: bool, extent: int) -> Any:
    along: list[Any] = []
    across = None
    for value, label in zip(kept, given, strict=True):
        if np.ndim(value) == 2:
            own = rownames(value) if rows else colnames(value)
            count = value.shape[0 if rows else 1]
            along += list(own) if own is not None else [""] * count
            other = colnames(value) if rows else rownames(value)
        else:
            along.append(label)
            other = names(value)
        if across is None and other is not None and len(other) == extent:
            across = other
    return (np.array(along, dtype=object) if any(along) else None), across


def _bind_lists(kept: list[Any], *, rows: bool) -> Any:
    """Bind lists of single values as rows, as those of data frames."""
    lines = [list(v.values()) if isinstance(v, Mapping) else list(v) for v in kept]
    if any(length(cell) != 1 for line in lines for cell in line):
        raise ValueError("only lists of single values are bound")
    from ._core import c

    result = np.vstack([_vector(c(*line)) for line in lines])
    first = kept[0]
    result = result if rows else result.T
    if isinstance(first, Mapping):
        labels = np.array(list(first), dtype=object)
        return NamedArray(result, (None, labels) if rows else (labels, None))
    return result


def _bind_frames(kept: list[Any], given: list[str], *, rows: bool) -> pd.DataFrame:
    if rows:
        first = next(v for v in kept if isinstance(v, pd.DataFrame))
        frames = []
        for value in kept:
            if isinstance(value, pd.DataFrame):
                frames.append(value)
                continue
            cells = list(value.values()) if isinstance(value, Mapping) else list(value)
            keys = list(value) if isinstance(value, Mapping) else list(first.columns)
            frames.append(
                pd.DataFrame({key: [cell] for key, cell in zip(keys, cells, strict=True)})
            )
        return pd.concat(frames, ignore_index=True)
    n = max(len(v) for v in kept if isinstance(v, pd.DataFrame))
    columns: dict[Any, Any] = {}
    for k, (value, label) in enumerate(zip(kept, given, strict=True)):
        if isinstance(value, pd.DataFrame):
            columns |= {c: column(value, j) for j, c in enumerate(value.columns)}
        elif np.ndim(value) == 2:
            own = colnames(value)
            keys = own if own is not None else [f"V{j + 1}" for j in range(value.shape[1])]
            columns |= {key: plain(value)[:, j] for j, key in enumerate(keys)}
        else:
            columns[label or f"V{k + 1}"] = recycle(value, n)
    index = next(v for v in kept if isinstance(v, pd.DataFrame)).index
    return pd.DataFrame(columns, index=index)


def rbind(*values: Any, names: Any = None) -> Any:
    """Put vectors, matrices or data frames below each other. R: ``rbind``.

    Examples
    --------
    >>> rbind(np.array([1, 2]), np.array([3, 4]))
    array([[1, 2],
           [3, 4]])
    """
    return _bind(values, names, rows=True)


def cbind(*values: Any, names: Any = None) -> Any:
    """Put vectors, matrices or data frames beside each other. R: ``cbind``."""
    return _bind(values, names, rows=False)


def _margin(x: Any, axis: int, function: Any) -> Any:
    array = as_array(x)
    if array.ndim < 2:
        raise ValueError("x must be an array of at least two dimensions")
    values = logical_numbers(plain(array))
    result = function(values, axis=axis)
    labels = array.dimnames[1 - axis] if isinstance(array, NamedArray) and array.ndim == 2 else None
    return result if labels is None else NamedArray(result, (labels,))


def row_sums(x: Any, na_rm: bool = False) -> Any:
    """R: ``rowSums``."""
    return _margin(x, 1, np.nansum if na_rm else np.sum)


def col_sums(x: Any, na_rm: bool = False) -> Any:
    """R: ``colSums``."""
    return _margin(x, 0, np.nansum if na_rm else np.sum)


def row_means(x: Any, na_rm: bool = False) -> Any:
    """R: ``rowMeans``."""
    return _margin(x, 1, np.nanmean if na_rm else np.mean)


def col_means(x: Any, na_rm: bool = False) -> Any:
    """R: ``colMeans``."""
    return _margin(x, 0, np.nanmean if na_rm else np.mean)


def matmul(x: Any, y: Any) -> Any:
    """Return the matrix product; vectors are rows or columns as it fits. R: ``x %*% y``.

    Examples
    --------
    >>> matmul(np.array([1, 2]), np.array([3, 4]))
    array([[11]])
    """
    a, b = logical_numbers(plain(as_array(x))), logical_numbers(plain(as_array(y)))
    if a.ndim == 1 and b.ndim == 1:
        return np.array([[a @ b]]) if len(a) == len(b) else a[:, np.newaxis] @ b[np.newaxis, :]
    if a.ndim == 1:
        a = a[np.newaxis, :] if len(a) == b.shape[0] else a[:, np.newaxis]
    elif b.ndim == 1:
        b = b[:, np.newaxis] if len(b) == a.shape[1] else b[np.newaxis, :]
    product = a @ b
    labels = (rownames(x), colnames(y))
    return product if labels[0] is None and labels[1] is None else NamedArray(product, labels)


def _columns(x: Any) -> Any:
    array = logical_numbers(plain(as_array(x)))
    return array[:, np.newaxis] if array.ndim == 1 else array


def crossprod(x: Any, y: Any = None) -> Any:
    """R: ``crossprod``."""
    other = x if y is None else y
    product = _columns(x).T @ _columns(other)
    labels = (colnames(x), colnames(other))
    return product if labels[0] is None and labels[1] is None else NamedArray(product, labels)


def tcrossprod(x: Any, y: Any = None) -> Any:
    """R: ``tcrossprod``."""
    other = x if y is None else y
    product = _columns(x) @ _columns(other).T
    labels = (rownames(x), rownames(other))
    return product if labels[0] is None and labels[1] is None else NamedArray(product, labels)


def solve(a: Any, b: Any = None) -> Any:
    """R: ``solve``."""
    left = plain(as_array(a))
    left = left.reshape((1, 1)) if left.size == 1 else left
    if b is None:
        return np.linalg.inv(left)
    right = plain(as_array(b))
    return np.linalg.solve(left, right)


def scale(x: Any, center: Any = True, scale: Any = True) -> Any:
    """Center and scale columns; NA is left out. R: ``scale``.

    Examples
    --------
    >>> scale(np.array([1.0, 2.0, 3.0])).ravel()
    array([-1.,  0.,  1.])
    """
    array = as_matrix(x)
    values = plain(array).astype(float)
    if center is True:
        mean = np.nanmean(values, axis=0)
        values = values - (mean + np.nanmean(values - mean, axis=0))  # as exact as R's mean
    elif center is not False:
        values = values - _vector(center)
    if scale is True:
        n = np.sum(~np.isnan(values), axis=0)
        values = values / np.sqrt(np.nansum(values**2, axis=0) / np.maximum(n - 1, 1))
    elif scale is not False:
        values = values / _vector(scale)
    return NamedArray(values, array.dimnames) if isinstance(array, NamedArray) else values


def sweep(x: Any, margin: Any, stats: Any, function: str = "-") -> Any:
    """R: ``sweep``."""
    array = as_array(x)
    values = _vector(stats)
    other = values[:, np.newaxis] if int(margin) == 1 else values
    compute = {"-": np.subtract, "+": np.add, "*": np.multiply, "/": np.divide}[function]
    return compute(array, other)


__all__ = ["is_scalar"]
