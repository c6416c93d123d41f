"""Containers of data as one table: what could be read as numbers, and what each column is instead.

Nothing is refused here but what has no columns at all: all that is wrong with the columns is found
together, see `diagnosis`.
"""

from __future__ import annotations

import datetime
import numbers
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from .._dag.types import FloatArray, Node
from .checks import _as_float
from .frames import check_unmasked, frame_library, is_anndata, is_arrow, is_xarray
from .memory import check_array
from .words import listing, show

# Integers beyond this are taken less their column's smallest one, so that neither float64 nor the
# rule for constant columns swallows their differences.
FAR_INTEGER = 2**32

# What a column is.
NUMBERS, BOOLEAN = "numbers", "boolean"
TEXT, TEXT_NUMBERS, DATES, CATEGORIES, OBJECTS, COMPLEX = OTHERS = (
    "text",
    "numbers-as-text",
    "dates",
    "categories",
    "objects",
    "complex",
)
_DATES = (datetime.date, datetime.time, datetime.timedelta, np.datetime64, np.timedelta64)
_NOTHING = ("NAType", "NaTType")  # pandas' missing values
Column = tuple[str, FloatArray | None]  # its kind, and its numbers if it has some


@dataclass(frozen=True)
class Labelled:
    """A matrix with names of its columns that is no frame: data of R, not copied."""

    values: npt.NDArray[Any]  # (n, p)
    nodes: tuple[Node, ...]  # p of them


@dataclass(frozen=True)
class Table:
    """A table that was read, whatever is wrong with it."""

    values: FloatArray  # (n, p); NaN where a value is missing, and in columns that are no numbers
    nodes: tuple[Node, ...]  # p of them, perhaps not distinct
    kinds: tuple[str, ...]  # (p,) what each column is
    rows: Sequence[Any] | None = None  # n labels; None: rows are numbered from 0
    library: str | None = None  # "pandas" or "polars" if the columns came labelled by them
    told: tuple[str, ...] = ()  # what a reader of files has decided
    # Of columns with numbers and something else: the row and the value of the first that is none.
    odd: Mapping[int, tuple[int, Any]] = field(default_factory=dict)

    def label(self, row: int) -> object:
        """Return what a row is called."""
        if self.rows is None:
            return row
        label = self.rows[row]
        return label.item() if isinstance(label, np.generic) else label


def advice(value: Any) -> str:
    """Say what a thing is that can be made into what was asked for, and how; "" if it is not."""
    kind = type(value).__name__
    if isinstance(value, (str, bytes, os.PathLike)):
        return f"the path {show(value)}: read the file first, e.g. with pandas.read_csv"
    if kind == "LazyFrame":
        return "a LazyFrame: give its .collect()"
    if is_xarray(value, "Dataset"):
        return "a Dataset of xarray: give its .to_dataframe()"
    if hasattr(value, "toarray") and hasattr(value, "shape"):
        return f"a sparse {kind} of shape {value.shape}: give its .toarray()"
    if isinstance(value, Mapping):
        return f"a {kind}: give pandas.DataFrame of it"
    if isinstance(value, Iterator):
        return f"a {kind}: give a list of what it yields"
    return ""


def read_container(X: Any, name: str) -> Table:
    """Read data of any kind, and say of each column what it is.

    Parameters
    ----------
    X : Table, DataFrame, table of pyarrow, AnnData, DataArray, array or nested list
        A layer of an AnnData has no names: ``adata.to_df(layer=...)`` has them.
    name : str
        What errors call it.

    Raises
    ------
    TypeError, ValueError
        If it is no table at all.
    """
    if isinstance(X, Table):
        return X
    if is_anndata(X):
        matrix, nodes, rows = anndata_parts(X, name)
        return _of_matrix(matrix, nodes, rows)
    if isinstance(X, Labelled):
        return _of_matrix(np.asarray(X.values), X.nodes, None)
    if is_arrow(X):
        return _of_arrow(X)
    if is_xarray(X, "DataArray") and X.ndim == 2:
        X = X.to_pandas()
    library = frame_library(X)
    if library is not None:
        return _of_pandas(X) if library == "pandas" else _of_polars(X)
    found = advice(X)
    if found:
        raise TypeError(f"{name} must be an n x p array or DataFrame, got {found}")
    return _of_array(X, name)


# Arrays


def _of_array(X: Any, name: str) -> Table:
    if not isinstance(X, np.ma.MaskedArray):
        check_unmasked(X, name)
    try:
        values = np.ma.asarray(X) if isinstance(X, np.ma.MaskedArray) else np.asarray(X)
    except ValueError:
        raise ValueError(f"{name} must be an n x p matrix, got {_uneven(X)}") from None
    fields = values.dtype.names
    if fields is not None and values.ndim == 1:
        if any(values.dtype[field].shape for field in fields):
            raise ValueError(f"{name} must have one number a field, got dtype {values.dtype}")
        return _joined([_column(values[field]) for field in fields], fields, len(values))
    if values.ndim == 0:
        raise TypeError(f"{name} must be an n x p array or DataFrame, got {show(X)}")
    if values.ndim != 2:
        came = f"{type(X).__name__} of shape {values.shape}"
        raise ValueError(f"{name} must be an n x p matrix, got {came}: {_as_matrix(X, name)}")
    return _of_matrix(values, None, None)


def _uneven(X: Any) -> str:
    """Say why numpy makes no array of something."""
    if not isinstance(X, (list, tuple)):
        return show(X)
    sizes = [len(row) if hasattr(row, "__len__") else 1 for row in X]
    odd = next((k for k, size in enumerate(sizes) if size != sizes[0]), None)
    told = "" if odd is None else f": {sizes[0]} in row 0, {sizes[odd]} in row {odd}"
    return f"rows of different lengths{told}"


def _as_matrix(X: Any, name: str) -> str:
    """Say how to make a matrix of an array that is none."""
    if np.ndim(X) > 2:
        return "give one table, a row per sample and a column per node"
    if not len(X):
        return "give a row per sample and a column per node"
    if isinstance(X, (list, tuple)):
        if isinstance(X[0], Mapping):
            return "give pandas.DataFrame of it"
        return f"give [[value] for value in {name}] if it is one column"
    if hasattr(X, "to_frame"):
        return f"give {name}.to_frame() if it is one column"
    return f"give {name}.reshape(-1, 1) if it is one column"


def _of_matrix(
    values: npt.NDArray[Any], nodes: tuple[Node, ...] | None, rows: Sequence[Any] | None
) -> Table:
    n, p = values.shape
    nodes = tuple(range(p)) if nodes is None else nodes
    if values.dtype.kind not in "biuf":
        return _joined([_column(values[:, k]) for k in range(p)], nodes, n, rows)
    found = _floats(values)
    for k in _far_columns(values) if values.dtype.kind in "iu" else ():
        found[:, k] = _column(values[:, k])[1]
    return Table(found, nodes, (_kind(values.dtype.kind),) * p, rows)


def _floats(values: npt.NDArray[Any]) -> FloatArray:
    """Return numbers as contiguous float64, masked ones as NaN."""
    with np.errstate(over="ignore"):
        if isinstance(values, np.ma.MaskedArray):
            return np.ascontiguousarray(np.ma.filled(values.astype(np.float64), np.nan))
        return np.ascontiguousarray(values, dtype=np.float64)


def _kind(code: str) -> str:
    return BOOLEAN if code == "b" else NUMBERS


def _column(column: npt.NDArray[Any]) -> Column:
    """Return what a column is, and its numbers."""
    code = column.dtype.kind
    if code in "iu" and len(column) and _far_columns(column[:, np.newaxis]):
        kept = ~np.ma.getmaskarray(column)
        whole: list[Any] = [
            value if keep else None
            for value, keep in zip(np.ma.getdata(column).tolist(), kept.tolist(), strict=True)
        ]
        return NUMBERS, np.array(_less_smallest(whole))
    if code in "biuf":
        return _kind(code), _floats(column)
    if code in "mM":
        return DATES, None
    if code == "c":
        return COMPLEX, None
    if code in "OUST":
        return of_objects(column.tolist())
    return OBJECTS, None


def _joined(
    columns: Sequence[Column],
    nodes: Sequence[Node],
    n: int,
    rows: Sequence[Any] | None = None,
    library: str | None = None,
) -> Table:
    values = np.full((n, len(columns)), np.nan)
    for k, (_, numbers_of) in enumerate(columns):
        if numbers_of is not None:
            values[:, k] = numbers_of
    return Table(values, tuple(nodes), tuple(kind for kind, _ in columns), rows, library)


# Objects


def is_nothing(value: object) -> bool:
    """Whether an object stands for a missing value."""
    if value is None or type(value).__name__ in _NOTHING:
        return True
    return isinstance(value, (float, np.floating)) and bool(np.isnan(value))


def of_objects(values: Sequence[Any]) -> Column:
    """Return what a column of Python's objects is, and its numbers."""
    kinds = {type(value) for value in values if not is_nothing(value)}
    if all(issubclass(kind, (bool, np.bool_)) for kind in kinds):
        kind = BOOLEAN if kinds else NUMBERS
        return kind, np.array([np.nan if is_nothing(v) else float(v) for v in values])
    if all(
        issubclass(kind, (numbers.Real, np.bool_)) or kind.__name__ == "Decimal" for kind in kinds
    ):
        plain = [None if is_nothing(value) else value for value in values]
        if all(issubclass(kind, (int, np.integer)) for kind in kinds) and _any_far(plain):
            return NUMBERS, np.array(_less_smallest(plain))
        return NUMBERS, np.array([_as_float(value) for value in plain], dtype=np.float64)
    if all(issubclass(kind, (str, bytes)) for kind in kinds):
        held = [value for value in values if not is_nothing(value)]
        return (TEXT_NUMBERS if _are_floats(held) else TEXT), None
    if all(issubclass(kind, _DATES) or kind.__name__ == "Period" for kind in kinds):
        return DATES, None
    if all(issubclass(kind, numbers.Complex) for kind in kinds):
        return COMPLEX, None
    return OBJECTS, None


def first_odd(values: Sequence[Any]) -> tuple[int, Any] | None:
    """Return the first value that is no number, and its row, if most of the others are numbers."""
    odd = [k for k, value in enumerate(values) if not (is_nothing(value) or _is_number(value))]
    held = sum(not is_nothing(value) for value in values)
    return (odd[0], values[odd[0]]) if 0 < 2 * len(odd) < held else None


def _is_number(value: Any) -> bool:
    if isinstance(value, (str, bytes)):
        digits = value if isinstance(value, str) else value.decode(errors="replace")
        return "_" not in digits and _are_floats([value])  # 1_000 is one to Python only
    return isinstance(value, (numbers.Real, np.bool_)) or type(value).__name__ == "Decimal"


def _are_floats(texts: Sequence[str | bytes]) -> bool:
    try:
        for text in texts:
            float(text)
    except ValueError:
        return False
    return True


def _holds_numbers(values: Any) -> bool:
    """Whether texts or objects would all do as numbers."""
    if getattr(values, "ndim", 1) != 1:  # a frame: two columns of one name
        return False
    try:
        for value in values.tolist() if isinstance(values, np.ndarray) else values.to_list():
            if value is not None and not isinstance(value, numbers.Number):
                float(value.decode() if isinstance(value, bytes) else value)
            elif isinstance(value, numbers.Complex) and not isinstance(value, numbers.Real):
                return False
    except (TypeError, ValueError):
        return False
    return True


# Far integers


def _any_far(whole: Sequence[Any]) -> bool:
    return any(value is not None and abs(value) > FAR_INTEGER for value in whole)


def _far_columns(values: npt.NDArray[Any]) -> list[int]:
    """Return the columns with numbers beyond FAR_INTEGER."""
    if not values.size:
        return []
    far = (np.fmax.reduce(values, axis=0) > FAR_INTEGER) | (
        np.fmin.reduce(values, axis=0) < -FAR_INTEGER
    )
    return [int(k) for k in np.flatnonzero(far)]


def _less_smallest(integers: Sequence[Any]) -> list[float]:
    """Return the differences of integers to the smallest, exact before they become floats."""
    smallest = int(min(value for value in integers if value is not None))
    return [_as_float(None if value is None else int(value) - smallest) for value in integers]


# Frames of pandas and polars


def _of_pandas(frame: Any) -> Table:
    dtypes = list(frame.dtypes)
    codes = [_pandas_code(dtype) for dtype in dtypes]
    plain = [k for k, code in enumerate(codes) if code in ("b", "i", "u", "f")]
    values = np.full(frame.shape, np.nan)
    if len(plain) == len(codes):
        values = np.array(frame.to_numpy(dtype=np.float64, na_value=np.nan), order="C")
    elif plain:
        part = frame.iloc[:, plain]
        values[:, plain] = part.to_numpy(dtype=np.float64, na_value=np.nan)
    kinds = [_kind(code) for code in codes]
    whole = {k for k in plain if codes[k] in ("i", "u")}
    for k in _far_columns(values):
        if k in whole:
            values[:, k] = of_objects(frame.iloc[:, k].tolist())[1]
    for k, code in enumerate(codes):
        if code in OTHERS:
            kinds[k] = code
        elif code == "O":
            kinds[k], found = of_objects(frame.iloc[:, k].tolist())
            if found is not None:
                values[:, k] = found
    odd = {
        k: mixed
        for k, code in enumerate(codes)
        if code == "O" and (mixed := first_odd(frame.iloc[:, k].tolist())) is not None
    }
    index = frame.index
    default = type(index).__name__ == "RangeIndex" and index.start == 0 and index.step == 1
    rows = None if default else index
    return Table(values, tuple(frame.columns), tuple(kinds), rows, "pandas", odd=odd)


def _pandas_code(dtype: Any) -> str:
    """Return numpy's letter of a type of pandas, "O" for objects to look at, or what it is."""
    name = str(dtype)
    if name == "category":
        return CATEGORIES
    if "dictionary" in name:
        return CATEGORIES
    if name.startswith(
        ("datetime", "timedelta", "period", "timestamp", "date", "time", "duration")
    ):
        return DATES
    if name.startswith("interval"):
        return OBJECTS
    if name.startswith("Sparse"):
        dtype = dtype.subtype
    code = getattr(getattr(dtype, "numpy_dtype", dtype), "kind", "O")
    return COMPLEX if code == "c" else code if code in "biuf" else "O"


def _of_polars(frame: Any) -> Table:
    columns = [
        _polars_column(frame[:, k], str(dtype), dtype.is_numeric())
        for k, dtype in enumerate(frame.dtypes)
    ]
    return _joined(columns, frame.columns, len(frame), None, "polars")


def _polars_column(column: Any, dtype: str, numeric: bool) -> Column:
    if dtype == "Boolean":
        return BOOLEAN, _polars_floats(column)
    if numeric:
        found = _polars_floats(column)
        if "Int" in dtype and _far_columns(found[:, np.newaxis]):
            found = np.array(_less_smallest(column.to_list()))
        return NUMBERS, found
    if dtype.startswith(("Date", "Time", "Duration")):
        return DATES, None
    if dtype.startswith(("Categorical", "Enum")):
        return CATEGORIES, None
    return of_objects(column.to_list())


def _polars_floats(column: Any) -> FloatArray:
    polars = __import__("polars")
    return np.asarray(column.cast(polars.Float64).to_numpy(), dtype=np.float64)


# Tables of pyarrow


def _of_arrow(table: Any) -> Table:
    columns = [
        (CATEGORIES, None) if str(column.type).startswith("dictionary") else _arrow(column)
        for column in table.columns
    ]
    return _joined(columns, table.schema.names, table.num_rows)


def _arrow(column: Any) -> Column:
    return _column(np.asarray(column))


def arrow_column(column: npt.NDArray[Any]) -> FloatArray | None:
    """Return a column as floats; None if it has something else than numbers and nulls."""
    return _column(column)[1]


def table_of_arrays(
    columns: Sequence[tuple[str, npt.NDArray[Any]]], rows: npt.NDArray[Any] | None
) -> Table:
    """Return the table of columns by name, as files hold them."""
    labels = None if rows is None else rows.tolist()
    found = [_column(values) for _, values in columns]
    return _joined(found, [name for name, _ in columns], len(columns[0][1]), labels)


# AnnData


def anndata_parts(
    adata: Any, name: str
) -> tuple[npt.NDArray[Any], tuple[Node, ...], Sequence[Any]]:
    """Return the matrix of an AnnData, dense, and the names of its variables and observations."""
    if getattr(adata, "isbacked", False):
        adata = adata.to_memory()
    matrix = adata.X
    if matrix is None:
        layers = list(getattr(adata, "layers", {}))
        told = f": give adata.to_df(layer={layers[0]!r})" if layers else ""
        others = f" (layers: {listing(layers)})" if len(layers) > 1 else ""
        raise ValueError(f"{name} must have a matrix, got an AnnData without X{told}{others}")
    if hasattr(matrix, "toarray"):
        check_array(name, matrix.shape, 8, "leave out variables first, adata[:, adata.var[...]]")
        matrix = matrix.toarray()
    return np.asarray(matrix), tuple(adata.var_names.tolist()), adata.obs_names
