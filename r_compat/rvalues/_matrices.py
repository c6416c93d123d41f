"""Matrices and arrays, column by column as R has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from ._core import (
    NA,
    as_array,
    as_matrix,
    common,
    is_scalar,
    length,
    logical_numbers,
    recycle,
    refuse_blank,
)
from ._core import vector as _vector
from ._named import (
    Headings,
    NamedArray,
    colnames,
    named,
    names,
    one_dimensional,
    plain,
    relabelled,
    rownames,
    with_dimnames,
)
from ._nothing import is_null
from ._shapes import shapes_of
from ._totals import average, total
from ._untranslated import OnlyShown, Untranslated
from ._whole import rounded


def kronecker(x: Any, y: Any) -> Any:
    """Return the products of all pairs, block by block; a vector is a column. R: ``kronecker``.

    Examples
    --------
    >>> kronecker(np.array([[1, 2]]), np.array([3, 4]))
    array([[3, 6],
           [4, 8]])
    """
    if (
        is_null(x)
        or is_null(y)
        or any(isinstance(v, (list, Mapping, pd.DataFrame)) for v in (x, y))
    ):
        raise Untranslated("kronecker() of what is no vector or matrix")
    a, b = (logical_numbers(plain(_vector(v) if is_scalar(v) else v)) for v in (x, y))
    if max(a.ndim, b.ndim) > 2:
        raise Untranslated("kronecker() of an array of more than two dimensions")
    if a.ndim != b.ndim:
        a, b = (v if v.ndim == 2 else v[:, np.newaxis] for v in (a, b))
    return np.kron(a, b)


def _extent(value: Any) -> int:
    return int(_vector(value)[0])


def matrix(
    data: Any = NA,
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
    filled = recycle(values, count) if n else _gaps(values, count)
    result = filled.reshape((rows, columns), order="C" if byrow else "F")
    return result if dimnames is None else with_dimnames(result, dimnames)


def _gaps(values: Any, count: int) -> Any:
    """Return NA as often as need be, of the mode of a vector without elements."""
    if values.dtype.kind in "bO":
        return np.full(count, None, dtype=object)
    return np.full(count, NA)


def array(data: Any, dim: Any) -> Any:
    """Fill an array, first index fastest and recycled. R: ``array``."""
    shape = tuple(int(n) for n in _vector(np.asarray(dim)))
    return recycle(data, int(np.prod(shape))).reshape(shape, order="F")


def dim(x: Any) -> Any:
    """Return the extents, or None for a vector. R: ``dim``."""
    x = x.table if isinstance(x, OnlyShown) else x
    arrayed = isinstance(x, np.ndarray) and (x.ndim > 1 or one_dimensional(x))
    return np.array(x.shape) if arrayed or isinstance(x, pd.DataFrame) else None


def nrow(x: Any) -> int | None:
    """R: ``nrow``."""
    found = dim(x)
    return None if found is None else int(found[0])


def ncol(x: Any) -> Any:
    """R: ``ncol``."""
    found = dim(x)
    if found is None:
        return None
    if len(found) == 1:
        raise Untranslated("ncol() of an array of one dimension, which is NA in R")
    return int(found[1])


def as_columns(x: Any) -> Any:
    """Return what has two extents as it is, and a vector as a column. R: ``NROW``, ``NCOL``."""
    if isinstance(x, (list, dict)):
        raise Untranslated("NROW() and NCOL() of a list have no translation")
    found = dim(x)
    return x if found is not None and len(found) > 1 else as_matrix(x)


def t(x: Any) -> Any:
    """Transpose; a vector becomes a row. R: ``t``."""
    if isinstance(x, pd.DataFrame):
        x = as_matrix(x)
    if np.ndim(x) == 2:
        return x.T
    row = _vector(x)[np.newaxis, :]
    if row.dtype.kind == "M":
        raise Untranslated("t() of dates, which is a matrix of dates in R")
    return row if names(x) is None else NamedArray(row, (None, names(x)))


def aperm(x: Any, perm: Any = None) -> Any:
    """Exchange the axes of an array, with their names. R: ``aperm``.

    Examples
    --------
    >>> x = with_dimnames(np.arange(4).reshape(2, 2, 1), [["a", "b"], None, ["c"]])
    >>> aperm(x).dimnames[0].tolist(), aperm(x, np.array([2, 1, 3])).dimnames[1].tolist()
    (['c'], ['a', 'b'])
    """
    given = range(np.ndim(x), 0, -1) if perm is None else _vector(perm)
    order = tuple(int(k) - 1 for k in given)
    made = np.transpose(plain(x), order)
    if not isinstance(x, NamedArray) or np.ndim(x) < 2:
        return made
    heads = x.headings
    called = None if heads is None else type(heads)(heads[k] for k in order)
    return NamedArray(made, [x.dimnames[k] for k in order], called)


def embed(x: Any, dimension: int = 1) -> Any:
    """Return each row beside those before it, the newest first. R: ``embed``.

    Examples
    --------
    >>> embed(np.array([1, 2, 3]), 2)
    array([[2, 1],
           [3, 2]])
    """
    rows = np.asarray(plain(as_matrix(x)))
    count = len(rows) - int(dimension) + 1
    if dimension < 1 or count < 1:
        raise ValueError(f"embed() needs a dimension of 1 to {len(rows)}, got {dimension}")
    lags = range(int(dimension) - 1, -1, -1)
    return np.column_stack([rows[lag : lag + count] for lag in lags])


def max_col(x: Any) -> Any:
    """Return the first column with the largest value of each row, NA where one is NA.

    R: ``max.col(x, "first")``.

    Examples
    --------
    >>> max_col(np.array([[1.0, 3.0, 3.0], [np.nan, 1.0, 2.0]]))
    array([ 2., nan])
    """
    values = np.asarray(plain(as_matrix(x)), dtype=float)
    gaps = np.isnan(values).any(axis=1)
    if not values.shape[1]:
        return np.full(len(values), NA)
    best = np.argmax(np.where(np.isnan(values), -np.inf, values), axis=1) + 1
    return np.where(gaps, NA, best) if gaps.any() else best


def _diagonal(x: Any) -> Any:
    """Return the diagonal; it has names where those of rows and columns are the same."""
    found = np.diag(plain(x)).copy()
    axes = (rownames(x), colnames(x))
    rows, columns = (None if n is None else list(n[: len(found)]) for n in axes)
    return found if rows is None or rows != columns else named(found, rows)


def diag(x: Any = 1, nrow: Any = None, ncol: Any = None) -> Any:
    """R: ``diag``: of a matrix its diagonal, of a number an identity, of a vector a matrix."""
    if np.ndim(x) == 2:
        return _diagonal(x)
    values = _vector(x)
    refuse_blank(values, "diag")
    if values.dtype.kind not in "iuf":
        raise Untranslated("a diagonal of what is no number has no translation")
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
    from ._assign import assign

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
    from ._compare import all_equal

    if getattr(x, "axes", None) is not None:
        raise TypeError("no applicable method for 'isSymmetric' of a table")
    rows, columns = rownames(x), colnames(x)
    if x.shape[0] != x.shape[1]:
        return False
    if rows is not None and columns is not None and list(rows) != list(columns):
        return False
    return all_equal(plain(x), plain(x).T, 100 * np.finfo(float).eps)


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


def _bind(values: tuple[Any, ...], labels: Any, variables: Any = None, *, rows: bool) -> Any:
    kept, given, called, empty = [], [], [], []
    across = [np.shape(v)[1 if rows else 0] if np.ndim(v) == 2 else length(v) for v in values]
    for k, value in enumerate(values):
        if is_null(value):
            continue
        if np.ndim(value) != 2 and length(value) == 0 and any(across):
            empty.append(value)
            continue
        kept.append(value)
        given.append("" if labels is None else labels[k])
        called.append("" if variables is None else variables[k])
    if not kept:
        return None
    if any(isinstance(v, pd.DataFrame) for v in kept):
        return _bind_frames(kept, given, called, rows=rows)
    odd = {shape for value in (*kept, *empty) for shape in shapes_of(value)}
    if odd & {"factor", "date", "array"} or any(isinstance(v, (list, Mapping)) for v in empty):
        raise Untranslated("rbind() of factors, dates or empty lists has no translation")
    given = [  # a vector is called as the variable that holds it
        variable if not label and np.ndim(value) < 2 else label
        for value, label, variable in zip(kept, given, called, strict=True)
    ]
    if any(isinstance(v, (list, Mapping)) for v in kept):
        raise Untranslated("rbind() or cbind() of lists makes a list with dimensions")
    blocks = _blocks(kept, rows=rows)
    modes = [_vector(value) for value in empty]
    blocks = common([*blocks, *modes])[: len(blocks)]  # what has no elements has a mode
    if modes and all(block.dtype.kind in "biuf" for block in (*blocks, *modes)):
        dtype = np.result_type(*blocks, *modes)
        blocks = [block.astype(dtype) for block in blocks]
    result = np.concatenate(blocks, axis=0 if rows else 1)
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


def _bind_frames(
    kept: list[Any], given: list[str], called: list[str], *, rows: bool
) -> pd.DataFrame:
    from ._binding import bind_columns, bind_rows

    return bind_rows(kept, given) if rows else bind_columns(kept, given, called)


def rbind(*values: Any, names: Any = None, variables: Any = None) -> Any:
    """Put vectors, matrices or data frames below each other. R: ``rbind``.

    `names` are those the script gives; a vector is otherwise called as the variable that holds
    it, of `variables`.

    Examples
    --------
    >>> rbind(np.array([1, 2]), np.array([3, 4]))
    array([[1, 2],
           [3, 4]])
    """
    return _bind(values, names, variables, rows=True)


def cbind(*values: Any, names: Any = None, variables: Any = None) -> Any:
    """Put vectors, matrices or data frames beside each other. R: ``cbind``.

    `names` are those the script gives; a vector beside a data frame is otherwise called as the
    variable that holds it, of `variables`.
    """
    return _bind(values, names, variables, rows=False)


def _margin(x: Any, rows: bool, means: bool, na_rm: bool, dims: Any) -> Any:
    """Return sums or means of rows or columns, added as R does."""
    array = as_array(x)
    if array.ndim < 2 or not 1 <= int(dims) < array.ndim:
        raise ValueError("x must be an array of more dimensions than dims, which is at least 1")
    values = logical_numbers(plain(array))
    over = range(int(dims), array.ndim) if rows else range(int(dims))
    axes = tuple(over)
    gaps = np.isnan(values)
    if na_rm and gaps.any():
        result = total(np.where(gaps, 0.0, values), axes)
        if means:
            with np.errstate(all="ignore"):
                result = result / np.sum(~gaps, axis=axes)
    else:
        result = average(values.astype(float), axes) if means else total(values, axes)
    if not isinstance(array, NamedArray):
        return result
    labels = [array.dimnames[k] for k in range(array.ndim) if k not in over]
    return result if all(n is None for n in labels) else NamedArray(result, labels)


def row_sums(x: Any, na_rm: bool = False, dims: Any = 1) -> Any:
    """R: ``rowSums``."""
    return _margin(x, True, False, na_rm, dims)


def col_sums(x: Any, na_rm: bool = False, dims: Any = 1) -> Any:
    """R: ``colSums``."""
    return _margin(x, False, False, na_rm, dims)


def row_means(x: Any, na_rm: bool = False, dims: Any = 1) -> Any:
    """R: ``rowMeans``."""
    return _margin(x, True, True, na_rm, dims)


def col_means(x: Any, na_rm: bool = False, dims: Any = 1) -> Any:
    """R: ``colMeans``."""
    return _margin(x, False, True, na_rm, dims)


def rbind_all(x: Any) -> Any:
    """Put the elements of a list below each other. R: ``do.call(rbind, x)``."""
    return _bind_all(x, rows=True)


def cbind_all(x: Any) -> Any:
    """Put the elements of a list beside each other. R: ``do.call(cbind, x)``."""
    return _bind_all(x, rows=False)


def combined(x: Any, word: str) -> Any:
    """Put the results of ``foreach()`` together by rbind or cbind; vectors are called result.k."""
    from ._core import elements

    parts = list(elements(x))
    if len(parts) <= 1:
        return parts[0] if parts else None
    flat = [np.ndim(part) < 2 and not isinstance(part, (pd.DataFrame, Mapping)) for part in parts]
    labels = [f"result.{k + 1}" if vector else "" for k, vector in enumerate(flat)]
    return _bind(tuple(parts), labels, rows=word == "rbind")


def _bind_all(x: Any, *, rows: bool) -> Any:
    from ._calling import arguments

    called = names(x)
    return _bind(tuple(arguments(x)), None if called is None else list(called), rows=rows)


def matmul(x: Any, y: Any) -> Any:
    """Return the matrix product; vectors are rows or columns as it fits. R: ``x %*% y``.

    Examples
    --------
    >>> matmul(np.array([1, 2]), np.array([3, 4]))
    array([[11]])
    """
    a, b = logical_numbers(plain(as_array(x))), logical_numbers(plain(as_array(y)))
    if a.ndim == 1 and b.ndim == 1:
        if len(a) == len(b):
            return _product(a[np.newaxis, :], b[:, np.newaxis])
        if len(a) != 1:
            raise ValueError(f"vectors of {len(a)} and {len(b)} elements are non-conformable")
        return _product(a[:, np.newaxis], b[np.newaxis, :])
    if a.ndim == 1:
        a = a[np.newaxis, :] if len(a) == b.shape[0] else a[:, np.newaxis]
    elif b.ndim == 1:
        b = b[:, np.newaxis] if len(b) == a.shape[1] else b[np.newaxis, :]
    product = _product(a, b)
    labels = (rownames(x), colnames(y))
    return product if labels[0] is None and labels[1] is None else NamedArray(product, labels)


def _product(a: Any, b: Any) -> Any:
    """Return a @ b; where something is missing R adds one after the other, and NA outlives NaN."""
    if a.shape[1] != b.shape[0]:
        raise ValueError(f"matrices of {a.shape} and {b.shape} are non-conformable")
    if not (np.isnan(a).any() or np.isnan(b).any()):
        return rounded(np.matmul, a, b)
    with np.errstate(all="ignore"):
        return np.array([total(row[:, np.newaxis] * b, 0) for row in a]).reshape(
            (len(a), b.shape[1])
        )


def _columns(x: Any) -> Any:
    array = logical_numbers(plain(as_array(x)))
    return array[:, np.newaxis] if array.ndim == 1 else array


def crossprod(x: Any, y: Any = None) -> Any:
    """R: ``crossprod``."""
    other = x if y is None else y
    product = _product(_columns(x).T, _columns(other))
    labels = (colnames(x), colnames(other))
    return product if labels[0] is None and labels[1] is None else NamedArray(product, labels)


def tcrossprod(x: Any, y: Any = None) -> Any:
    """R: ``tcrossprod``."""
    other = x if y is None else y
    product = _product(_columns(x), _columns(other).T)
    labels = (rownames(x), rownames(other))
    return product if labels[0] is None and labels[1] is None else NamedArray(product, labels)


def solve(a: Any, b: Any = None) -> Any:
    """Return the solution of a %*% x == b, or the inverse. R: ``solve``."""
    left = plain(as_array(a))
    left = left.reshape((1, 1)) if left.size == 1 else left
    if not np.isfinite(left.astype(float)).all():
        raise ValueError("the system is computationally singular")
    if b is None:
        solved, labels = np.linalg.inv(left), [colnames(a), rownames(a)]
    else:
        right = plain(as_array(b))
        solved, labels = np.linalg.solve(left, right), [colnames(a), colnames(b)][: right.ndim]
    return solved if all(names is None for names in labels) else NamedArray(solved, labels)


def chol(x: Any) -> Any:
    """Return the upper triangular factor of a positive definite matrix. R: ``chol``.

    As in R, the lower triangle of the matrix is not looked at.

    Examples
    --------
    >>> chol(np.array([[4.0, 2.0], [0.0, 10.0]]))
    array([[2., 1.],
           [0., 3.]])
    """
    values = plain(as_array(x))
    if not np.isfinite(values).all():
        raise ValueError("the matrix is not positive definite")
    values = values.reshape((1, 1)) if values.size == 1 else values
    upper = np.linalg.cholesky(values.T.astype(float)).T
    return relabelled(upper, x) if np.ndim(x) == 2 else upper


_SINGULAR = 1e-7  # R's tolerance: how much of a column others must leave


def qr_solve(a: Any, b: Any) -> Any:
    """Solve equations, or come as near as possible: least squares. R: ``qr.solve``.

    Examples
    --------
    >>> qr_solve(np.array([[1.0], [1.0]]), np.array([1.0, 3.0]))
    array([2.])
    """
    matrix = as_matrix(a)
    left, right = plain(matrix).astype(float), plain(as_array(b)).astype(float)
    if len(left) != len(right):
        raise ValueError("'qr' and 'y' must have the same number of rows")
    if left.shape[0] < left.shape[1]:
        raise Untranslated(f"qr.solve() of {left.shape[0]} equations of {left.shape[1]} unknowns")
    q, upper = np.linalg.qr(left)
    if np.any(np.abs(np.diag(upper)) < _SINGULAR * np.sqrt(np.sum(left**2, axis=0))):
        raise ValueError("singular matrix 'a' in solve")
    found = np.linalg.solve(upper, q.T @ right)
    labels = colnames(matrix)
    if found.ndim == 1:
        return found if labels is None else named(found, labels)
    theirs = colnames(b)
    return found if labels is None and theirs is None else with_dimnames(found, [labels, theirs])


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
        values = values - _margin(values, False, True, True, 1)
    elif center is not False:
        values = values - _vector(center)
    if scale is True:
        n = np.sum(~np.isnan(values), axis=0)
        values = values / np.sqrt(_margin(values**2, False, False, True, 1) / np.maximum(n - 1, 1))
    elif scale is not False:
        values = values / _vector(scale)
    heads = array.headings if isinstance(array, NamedArray) else None
    called = None if heads is None else Headings(heads)  # a table is a matrix from here on
    return NamedArray(values, array.dimnames, called) if isinstance(array, NamedArray) else values


def sweep(x: Any, margin: Any, stats: Any, function: str = "-") -> Any:
    """R: ``sweep``."""
    array = as_array(x)
    if array.ndim < 2:
        raise TypeError("sweep() needs a matrix or an array, got a vector")
    values = _vector(stats)
    other = values[:, np.newaxis] if int(margin) == 1 else values
    compute = {"-": np.subtract, "+": np.add, "*": np.multiply, "/": np.divide}[function]
    return compute(array, other)


__all__ = ["is_scalar"]


def determinant(x: Any, logarithm: bool = True) -> dict[str, Any]:
    """Return the modulus of a determinant, by default its logarithm, and the sign.

    R: ``determinant``.

    Examples
    --------
    >>> determinant(np.array([[1.0, 0.0], [0.0, -1.0]]))
    {'modulus': 0.0, 'sign': -1}
    """
    sign, modulus = np.linalg.slogdet(plain(as_matrix(x)).astype(float))
    value = float(modulus) if logarithm else float(np.exp(modulus))
    return {"modulus": value, "sign": -1 if sign < 0 else 1}
