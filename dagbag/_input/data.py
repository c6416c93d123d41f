"""The data matrix."""

from __future__ import annotations

import math
import numbers
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .._dag.types import FloatArray, Node
from .checks import MIN_ROWS, _as_float
from .containers import (
    FAR_INTEGER,
    _far_columns,
    _holds_numbers,
    _less_smallest,
    advice,
    anndata_parts,
    arrow_column,
    read_container,
)
from .containers import Labelled as Labelled
from .diagnosis import diagnose
from .findings import DataReport
from .frames import _non_numeric, check_unmasked, frame_library, is_anndata, is_arrow
from .missing import check_missing, drop_rows
from .words import counted, listing, show


@dataclass(frozen=True)
class Data:
    """A checked data matrix, or what stands for one of which only the covariance is known."""

    values: FloatArray  # (n, p), C-contiguous; may be the caller's own memory: never written to
    nodes: tuple[Node, ...]
    library: str | None  # "pandas" or "polars" if the columns came labelled
    rows: Sequence[Any] | None = None  # n labels; None: rows are numbered from 0
    dropped: int = 0  # rows that were left out for missing values
    # Of a covariance matrix S: how many rows it is of. `values` is a factor then, whose
    # cross-product is (n - 1) S; it has other rows, and none of them may be drawn.
    size: int | None = None

    @property
    def n(self) -> int:
        """Number of rows."""
        return int(self.values.shape[0]) if self.size is None else self.size

    @property
    def p(self) -> int:
        """Number of nodes."""
        return int(self.values.shape[1])


def read_data(X: Any, missing: object = "error", name: str = "X") -> tuple[Data, DataReport]:
    """Read data of any kind for a search, all that is wrong with them found at once.

    Parameters
    ----------
    X : DataFrame, table of pyarrow, AnnData, DataArray, array, nested list, or Table
        A Table is what `data_files.read_data_file` returns.
    missing : {"error", "drop"}
        What becomes of rows with a missing value.
    name : str, default "X"
        What errors call the data: the argument, or the file.

    Returns
    -------
    data : Data
        With the labels of its rows, and how many were dropped.
    report : DataReport
        Of what was found; nobody has been warned yet, see `DataReport.warn`.

    Raises
    ------
    TypeError, ValueError
        Once, with all findings that leave no data to search on, see `DataReport.raise_for_errors`.

    Examples
    --------
    >>> data, report = read_data([[1, 2.5], [3, None], [2, 4.5], [5, 1.0]], missing="drop")
    >>> data.n, data.dropped, [finding.kind for finding in report.findings]
    (3, 1, ['dropped-rows', 'few-rows'])
    """
    how = check_missing(missing)
    table = read_container(X, name)
    report = diagnose(table, how, name)
    report.raise_for_errors()
    table, dropped = drop_rows(table) if how == "drop" else (table, 0)
    data = Data(table.values, table.nodes, table.library, table.rows, dropped)
    return data, report


def _frame_values(frame: Any, library: str, name: str) -> npt.NDArray[Any]:
    bad = _non_numeric(frame, library)
    if bad:
        raise TypeError(
            f"{name} must have numeric columns, got {_not_numbers(frame, library, bad, name)}"
        )
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


def _not_numbers(frame: Any, library: str, bad: list[object], name: str) -> str:
    """Tell columns of numbers that are stored otherwise from columns that are none."""
    other = [column for column in bad if not _holds_numbers(frame[column])]
    if other:
        return _NON_NUMERIC.format(listing(other))
    far = [column for column in bad if _holds_far_integers(frame[column])]
    if far:
        return (
            f"whole numbers in {listing(far)} that floats cannot tell apart: subtract the smallest "
            f"of each column c first, {name}[c] - {name}[c].min()"
        )
    how = ".astype(float)" if library == "pandas" else ".cast(polars.Float64)"
    return f"numbers stored as text or objects in {listing(bad)}: give {name}{how}"


def _holds_far_integers(column: Any) -> bool:
    """Whether a column of objects has whole numbers that are not all floats."""
    whole = (value for value in column.to_list() if isinstance(value, int))
    return any(abs(value) > 2**53 for value in whole)


def _from_arrow(table: Any, name: str) -> Labelled:
    """Return the numbers of a table with the names of its columns; null is NaN."""
    names = tuple(table.schema.names)
    found = [arrow_column(np.asarray(column)) for column in table.columns]
    bad = [label for label, column in zip(names, found, strict=True) if column is None]
    if bad:
        raise TypeError(
            f"{name} must have numeric columns, got {_NON_NUMERIC.format(listing(bad))}"
        )
    columns = [column for column in found if column is not None]
    return Labelled(np.column_stack(columns) if columns else np.empty((0, 0)), names)


def _array_values(Y: Any, name: str) -> npt.NDArray[Any]:
    found = "" if type(Y) is np.ndarray else advice(Y)
    if found:
        raise TypeError(f"{name} must be an n x p array or DataFrame, got {found}")
    Y = check_unmasked(Y, name)
    try:
        values = np.asarray(Y)
    except ValueError:
        raise ValueError(f"{name} must be an n x p matrix, got rows of different lengths") from None
    if values.ndim == 0:
        raise TypeError(f"{name} must be an n x p array or DataFrame, got {show(Y)}")
    if values.ndim != 2:
        raise ValueError(
            f"{name} must be an n x p matrix, got {type(Y).__name__} of shape {values.shape}"
        )
    if values.dtype.kind == "O":
        return np.column_stack(
            [_object_column(values[:, k], k, name) for k in range(values.shape[1])]
        )
    if values.dtype.kind not in "biuf":
        hint = ""
        if values.dtype.kind in "US" and _holds_numbers(values.ravel()):
            hint = f": {_AS_FLOATS.format(name)}"
        raise TypeError(f"{name} must be real numbers, got dtype {values.dtype}{hint}")
    far = _far_columns(values) if values.dtype.kind in "iu" else []
    if far:
        exact = values
        values = exact.astype(np.float64)
        for k in far:
            values[:, k] = _less_smallest(exact[:, k].tolist())
    return values


_AS_FLOATS = "give numpy.array({}, dtype=float)"


def _object_column(column: npt.NDArray[Any], k: int, name: str) -> FloatArray:
    """Return a column of Python's numbers as floats."""
    for value in column:
        # None is a missing value, and is reported as such.
        if value is not None and not isinstance(value, (numbers.Real, np.bool_)):
            hint = f": {_AS_FLOATS.format(name)}" if _holds_numbers(column) else ""
            raise TypeError(
                f"{name} must have numeric columns, got {show(value)} in column {k}{hint}"
            )
    whole = all(isinstance(value, (int, np.integer)) for value in column)
    if whole and len(column) and max(map(abs, column)) > FAR_INTEGER:
        return np.array(_less_smallest(column.tolist()))
    return np.array([_as_float(value) for value in column], dtype=np.float64)


def check_data(Y: Any, name: str = "Y", *, moments: bool = False) -> Data:
    """Return the data as a finite float64 matrix with the names of its columns.

    Data that were checked before are returned as they are; those that stand for a covariance
    matrix only if `moments`, to searches that look at nothing but cross-products and n.
    """
    if isinstance(Y, Data):
        return _with_rows(Y, name, moments)
    library = frame_library(Y)
    if is_anndata(Y):
        matrix, columns, _ = anndata_parts(Y, name)
        Y = Labelled(matrix, columns)
    if is_arrow(Y):
        Y = _from_arrow(Y, name)
    labels = Y.nodes if isinstance(Y, Labelled) else None
    if labels is not None:
        Y = Y.values
    raw = _array_values(Y, name) if library is None else _frame_values(Y, library, name)
    values = raw
    if raw.dtype != np.float64 or not raw.flags.c_contiguous:
        with np.errstate(over="ignore"):
            values = np.ascontiguousarray(raw, dtype=np.float64)
    n, p = values.shape
    nodes: tuple[Node, ...] = tuple(range(p)) if library is None else tuple(Y.columns)
    if labels is not None:
        nodes = labels
    if p < 1:
        raise ValueError(f"{name} must have at least 1 column, got 0")
    if n < MIN_ROWS:
        raise ValueError(f"{name} must have at least {MIN_ROWS} rows, got {n}")
    if (library is not None or labels is not None) and len(set(nodes)) < p:
        twice = [node for k, node in enumerate(nodes) if node in nodes[:k]]
        raise ValueError(f"{name} must have distinct column names, got {listing(twice)} twice")
    with np.errstate(over="ignore", invalid="ignore"):
        total = float(values.sum())  # may overflow, too: then each is looked at
    if not math.isfinite(total):
        bad = np.flatnonzero(~np.isfinite(values).all(axis=0))
        if len(bad):
            column = values[:, bad[0]]
            what = "NaN" if np.isnan(column).any() else "Inf"
            row = int(np.flatnonzero(~np.isfinite(column))[0])
            raise ValueError(
                f"{name} must be finite, got {what} in column {nodes[bad[0]]!r} "
                f"(first in row {_row_label(Y, library, row)})"
                + (f", and in {counted(len(bad) - 1, 'more column')}" if len(bad) > 1 else "")
            )
    return Data(values, nodes, library)


def _with_rows(data: Data, name: str, moments: bool) -> Data:
    if data.size is not None and not moments:
        raise TypeError(
            f"{name} must be an n x p array or DataFrame, got a covariance matrix, which has no "
            "rows: HillClimbing, BOSS and XGES search on one"
        )
    return data


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
