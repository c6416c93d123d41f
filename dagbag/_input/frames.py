"""Containers of other libraries, of which none is imported before it is needed; masked arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

# Tables of pandas and polars


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


# What numpy would misread without a word


def is_arrow(value: object) -> bool:
    """Whether something is a table or record batch of pyarrow, without importing it."""
    kind = type(value)
    root = kind.__module__.partition(".")[0]
    return root == "pyarrow" and kind.__name__ in ("Table", "RecordBatch")


def is_anndata(value: object) -> bool:
    """Whether something is an AnnData, without importing it."""
    return any(
        kind.__module__.partition(".")[0] == "anndata" and kind.__name__ == "AnnData"
        for kind in type(value).__mro__
    )


def is_xarray(value: object, name: str) -> bool:
    """Whether something is of a class of xarray, "DataArray" or "Dataset"."""
    kind = type(value)
    return kind.__module__.partition(".")[0] == "xarray" and kind.__name__ == name


def _first_masked(value: Any) -> tuple[int, ...] | None:
    """Return where an array or nested list has a masked entry first; None if nowhere."""
    if isinstance(value, np.ma.MaskedArray):
        masked = np.argwhere(np.ma.getmaskarray(value))
        return tuple(masked[0].tolist()) if len(masked) else None
    if isinstance(value, (list, tuple)):
        for k, item in enumerate(value):
            inner = _first_masked(item)
            if inner is not None:
                return (k, *inner)
    return None


def check_unmasked(value: Any, name: str) -> Any:
    """Return an array or nested list none of whose entries is masked: numpy drops masks."""
    if is_arrow(value):
        raise TypeError(f"{name} must not be a table of pyarrow, give its to_pandas()")
    at = _first_masked(value)
    if at is not None:
        place = at[0] if len(at) == 1 else at
        raise ValueError(
            f"{name} must have no masked entries, got one at {place}; fill them, see np.ma.filled"
        )
    return value
