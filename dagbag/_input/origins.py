"""What was subtracted from columns of large integers, which are read less their smallest."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._dag.types import FloatArray
from .containers import FAR_INTEGER
from .frames import frame_library, is_anndata, is_arrow


def origins(X: Any, p: int) -> FloatArray:
    """Return the number that stands for 0 in each column of data as they are read, (p,).

    0 for all but columns of integers beyond 2^32, of which it is the smallest: rows of two tables
    compare only if that is put back.
    """
    found = np.zeros(p)
    whole = _whole_columns(X)
    for k, column in whole:
        low, high = min(column), max(column)
        if max(abs(int(low)), abs(int(high))) > FAR_INTEGER:
            found[k] = float(int(low))
    return found


def _whole_columns(X: Any) -> list[tuple[int, list[Any]]]:
    """Return the columns of integers, by their places."""
    if is_anndata(X):
        return []  # a matrix of one type, which is seldom whole: see there
    library = frame_library(X)
    if library is not None:
        columns = [X[:, k] if library == "polars" else X.iloc[:, k] for k in range(X.shape[1])]
        kinds = [str(column.dtype).lower() for column in columns]
        chosen = [k for k, kind in enumerate(kinds) if "int" in kind or kind == "object"]
        return [(k, whole) for k in chosen if (whole := _integers(columns[k].to_list()))]
    if is_arrow(X):
        names = range(X.num_columns)
        return [
            (k, whole)
            for k in names
            if "int" in str(X.schema.types[k]) and (whole := _integers(X.column(k).to_pylist()))
        ]
    values = np.asarray(getattr(X, "values", X))
    if values.ndim != 2 or values.dtype.kind not in "iuO":
        return []
    return [
        (k, whole) for k in range(values.shape[1]) if (whole := _integers(values[:, k].tolist()))
    ]


def _integers(column: list[Any]) -> list[Any]:
    """Return the numbers of a column of integers; none if something else is in it."""
    there = [value for value in column if value is not None and value == value]  # not NaN
    return there if all(isinstance(value, (int, np.integer)) for value in there) else []
