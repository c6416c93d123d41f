"""The data matrix."""

from __future__ import annotations

import numbers
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .._dag.types import FloatArray, Node
from .checks import MIN_ROWS, _as_float
from .frames import _non_numeric, check_unmasked, frame_library, is_arrow
from .words import counted, listing, show

# Integers beyond this are taken less their column's smallest one, so that neither float64 nor the
# rule for constant columns swallows their differences.
FAR_INTEGER = 2**32


@dataclass(frozen=True)
class Data:
    """A checked data matrix."""

    values: FloatArray  # (n, p), C-contiguous; may be the caller's own memory: never written to
    nodes: tuple[Node, ...]
    library: str | None  # "pandas" or "polars" if the columns came labelled

    @property
    def n(self) -> int:
        """Number of rows."""
        return int(self.values.shape[0])

    @property
    def p(self) -> int:
        """Number of nodes."""
        return int(self.values.shape[1])


@dataclass(frozen=True)
class Labelled:
    """A matrix with names of its columns that is no frame: data of R, not copied."""

    values: npt.NDArray[Any]  # (n, p)
    nodes: tuple[Node, ...]  # p of them


def advice(value: Any) -> str:
    """Say what a thing is that can be made into what was asked for, and how; "" if it is not."""
    kind = type(value).__name__
    if isinstance(value, (str, bytes, os.PathLike)):
        return f"the path {show(value)}: read the file first, e.g. with pandas.read_csv"
    if kind == "LazyFrame":
        return "a LazyFrame: give its .collect()"
    if hasattr(value, "toarray") and hasattr(value, "shape"):
        return f"a sparse {kind} of shape {value.shape}: give its .toarray()"
    if isinstance(value, Mapping):
        return f"a {kind}: give pandas.DataFrame of it"
    if isinstance(value, Iterator):
        return f"a {kind}: give a list of what it yields"
    return ""


def _frame_values(frame: Any, library: str) -> npt.NDArray[Any]:
    bad = _non_numeric(frame, library)
    if bad:
        raise TypeError(f"Y must have numeric columns, got {_not_numbers(frame, library, bad)}")
    if library == "polars":
        polars = __import__("polars")
        values = np.asarray(frame.cast(polars.Float64).to_numpy())
    else:
        values = np.asarray(frame.to_numpy(dtype=np.float64, na_value=np.nan))
    for k in _far_columns(values):
        column = frame[:, k] if library == "polars" else frame.iloc[:, k]
        whole = column.to_list()
        if all(isinstance(value, (int, np.integer)) for value in whole):
            values = np.array(values)  # never the frame's own memory
            values[:, k] = _less_smallest(whole)
    return values


_NON_NUMERIC = "non-numeric {}: leave it out, or code it as numbers"


def _not_numbers(frame: Any, library: str, bad: list[object]) -> str:
    """Tell columns of numbers that are stored otherwise from columns that are none."""
    other = [name for name in bad if not _holds_numbers(frame[name])]
    if other:
        return _NON_NUMERIC.format(listing(other))
    far = [name for name in bad if _holds_far_integers(frame[name])]
    if far:
        return (
            f"whole numbers in {listing(far)} that floats cannot tell apart: subtract the smallest "
            "of each column c first, Y[c] - Y[c].min()"
        )
    how = ".astype(float)" if library == "pandas" else ".cast(polars.Float64)"
    return f"numbers stored as text or objects in {listing(bad)}: give Y{how}"


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


def _holds_far_integers(column: Any) -> bool:
    """Whether a column of objects has whole numbers that are not all floats."""
    whole = (value for value in column.to_list() if isinstance(value, int))
    return any(abs(value) > 2**53 for value in whole)


def _far_columns(values: npt.NDArray[Any]) -> list[int]:
    """Return the columns with numbers beyond FAR_INTEGER."""
    if not values.size:
        return []
    far = (values.max(axis=0) > FAR_INTEGER) | (values.min(axis=0) < -FAR_INTEGER)
    return [int(k) for k in np.flatnonzero(far)]


def _less_smallest(integers: Sequence[Any]) -> list[float]:
    """Return the differences of integers to the smallest, exact before they become floats."""
    smallest = int(min(integers))
    return [_as_float(int(value) - smallest) for value in integers]


def _from_arrow(table: Any) -> Labelled:
    """Return the numbers of a table with the names of its columns; null is NaN."""
    names = tuple(table.schema.names)
    found = [_arrow_column(np.asarray(column)) for column in table.columns]
    bad = [name for name, column in zip(names, found, strict=True) if column is None]
    if bad:
        raise TypeError(f"Y must have numeric columns, got {_NON_NUMERIC.format(listing(bad))}")
    columns = [column for column in found if column is not None]
    return Labelled(np.column_stack(columns) if columns else np.empty((0, 0)), names)


def _arrow_column(column: npt.NDArray[Any]) -> FloatArray | None:
    """Return a column as floats; None if it has something else than numbers and nulls."""
    known = (type(None), bool)  # what an array of logical values with nulls is made of
    objects = column.dtype.kind == "O"
    if objects and not all(isinstance(value, known) for value in column):
        return None
    return column.astype(np.float64) if objects or column.dtype.kind in "biuf" else None


def _array_values(Y: Any) -> npt.NDArray[Any]:
    found = advice(Y)
    if found:
        raise TypeError(f"Y must be an n x p array or DataFrame, got {found}")
    Y = check_unmasked(Y, "Y")
    try:
        values = np.asarray(Y)
    except ValueError:
        raise ValueError("Y must be an n x p matrix, got rows of different lengths") from None
    if values.ndim != 2:
        raise ValueError(
            f"Y must be an n x p matrix, got {type(Y).__name__} of shape {values.shape}"
        )
    if values.dtype.kind == "O":
        return np.column_stack([_object_column(values[:, k], k) for k in range(values.shape[1])])
    if values.dtype.kind not in "biuf":
        hint = ""
        if values.dtype.kind in "US" and _holds_numbers(values.ravel()):
            hint = f": {_AS_FLOATS}"
        raise TypeError(f"Y must be real numbers, got dtype {values.dtype}{hint}")
    far = _far_columns(values) if values.dtype.kind in "iu" else []
    if far:
        exact = values
        values = exact.astype(np.float64)
        for k in far:
            values[:, k] = _less_smallest(exact[:, k].tolist())
    return values


_AS_FLOATS = "give numpy.array(Y, dtype=float)"


def _object_column(column: npt.NDArray[Any], k: int) -> FloatArray:
    """Return a column of Python's numbers as floats."""
    for value in column:
        # None is a missing value, and is reported as such.
        if value is not None and not isinstance(value, (numbers.Real, np.bool_)):
            hint = f": {_AS_FLOATS}" if _holds_numbers(column) else ""
            raise TypeError(f"Y must have numeric columns, got {show(value)} in column {k}{hint}")
    whole = all(isinstance(value, (int, np.integer)) for value in column)
    if whole and len(column) and max(map(abs, column)) > FAR_INTEGER:
        return np.array(_less_smallest(column.tolist()))
    return np.array([_as_float(value) for value in column], dtype=np.float64)


def check_data(Y: Any) -> Data:
    """Return the data as a finite float64 matrix with the names of its columns."""
    library = frame_library(Y)
    if is_arrow(Y):
        Y = _from_arrow(Y)
    labels = Y.nodes if isinstance(Y, Labelled) else None
    if labels is not None:
        Y = Y.values
    raw = _array_values(Y) if library is None else _frame_values(Y, library)
    with np.errstate(over="ignore"):
        values = np.ascontiguousarray(raw, dtype=np.float64)
    n, p = values.shape
    nodes: tuple[Node, ...] = tuple(range(p)) if library is None else tuple(Y.columns)
    if labels is not None:
        nodes = labels
    if p < 1:
        raise ValueError("Y must have at least 1 column, got 0")
    if n < MIN_ROWS:
        raise ValueError(f"Y must have at least {MIN_ROWS} rows, got {n}")
    if len(set(nodes)) < p:
        twice = [node for k, node in enumerate(nodes) if node in nodes[:k]]
        raise ValueError(f"Y must have distinct column names, got {listing(twice)} twice")
    with np.errstate(over="ignore", invalid="ignore"):
        summary = values.sum(axis=0)
    if not np.isfinite(summary).all():
        bad = np.flatnonzero(~np.isfinite(values).all(axis=0))
        if len(bad):
            column = values[:, bad[0]]
            what = "NaN" if np.isnan(column).any() else "Inf"
            row = int(np.flatnonzero(~np.isfinite(column))[0])
            raise ValueError(
                f"Y must be finite, got {what} in column {nodes[bad[0]]!r} "
                f"(first in row {_row_label(Y, library, row)})"
                + (f", and in {counted(len(bad) - 1, 'more column')}" if len(bad) > 1 else "")
            )
    return Data(values, nodes, library)


def _row_label(Y: Any, library: str | None, row: int) -> str:
    """Return what a row is called: by pandas' index, or its position, from 0."""
    if library != "pandas":
        return str(row)
    label = Y.index[row]
    return repr(label.item() if isinstance(label, np.generic) else label)


def take_rows(Y: Any, rows: npt.NDArray[np.int64], order: npt.NDArray[np.int64] | None) -> Any:
    """Return rows of an array or frame, in a given order of the columns, as the same kind."""
    library = frame_library(Y)
    if library is None:
        taken = Y[rows]
        return taken if order is None else np.ascontiguousarray(taken[:, order])
    if order is not None:
        Y = Y[[Y.columns[k] for k in order]]
    if library == "polars":
        return Y[rows]
    return Y.iloc[rows].reset_index(drop=True)
