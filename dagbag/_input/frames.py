"""Tables of pandas and polars, of which neither is imported before it is needed."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

# The data


def frame_library(value: object) -> str | None:
    """Return "pandas" or "polars" for their frames, without importing either."""
    for kind in type(value).__mro__:  # subclasses such as geopandas' are frames, too
        root = kind.__module__.partition(".")[0]
        if root in ("pandas", "polars") and kind.__name__ == "DataFrame":
            return root
    return None


def _non_numeric(frame: Any, library: str) -> list[object]:
    if library == "polars":
        return [
            name
            for name, kind in zip(frame.columns, frame.dtypes, strict=True)
            if not (kind.is_numeric() or str(kind) == "Boolean")
        ]
    kinds = [getattr(kind, "numpy_dtype", kind) for kind in frame.dtypes]
    return [
        name
        for name, kind in zip(frame.columns, kinds, strict=True)
        if getattr(kind, "kind", "O") not in "biuf"
    ]


def is_arrow(value: object) -> bool:
    """Whether something is a table or record batch of pyarrow, without importing it."""
    kind = type(value)
    root = kind.__module__.partition(".")[0]
    return root == "pyarrow" and kind.__name__ in ("Table", "RecordBatch")


def _frame_parts(frame: Any, library: str) -> tuple[list[Any], list[Any], npt.NDArray[Any]]:
    """Return row labels, column labels and values of a square table.

    Polars has no row labels: they are in a first column "node", or the rows stand in the order of
    the columns.
    """
    columns = list(frame.columns)
    if library == "pandas":
        rows = list(frame.index)
    elif columns and columns[0] == "node" and len(frame) == len(columns) - 1:
        rows = frame["node"].to_list()
        frame = frame.drop("node")
        columns = columns[1:]
    else:
        rows = columns
    return rows, columns, np.asarray(frame.to_numpy())
