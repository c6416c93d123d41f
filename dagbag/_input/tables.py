"""Tidy tables in the library the user works with."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from typing import Any

# `Any` below stands for a pandas or a polars DataFrame: neither is needed to import this package.


def make_frame(
    columns: Mapping[str, Sequence[Any] | Any],
    library: str | None,
    index: Sequence[Any] | None = None,
) -> Any:
    """Build a DataFrame of pandas, or of polars if that is where the data came from.

    Parameters
    ----------
    columns : mapping of str to sequence
    library : {"pandas", "polars"}, optional
    index : sequence, optional
        Row labels; polars has none and gets a first column "node" instead, unless that is the
        name of a column: then the rows stand in the order of the columns.

    Returns
    -------
    DataFrame
    """
    name = library or "pandas"
    try:
        module = importlib.import_module(name)
    except ImportError:
        raise ImportError(f"to_frame() needs {name}: pip install dagbag[frames]") from None
    if name == "polars":
        bare = index is None or "node" in columns
        labelled = columns if bare else {"node": list(index or ()), **columns}
        return module.DataFrame({str(key): value for key, value in labelled.items()})
    return module.DataFrame(dict(columns), index=None if index is None else list(index))
