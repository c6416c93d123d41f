"""Files that are not text: arrays of numpy, columns of parquet, graphs of networkx."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from .words import show

# Who can read parquet, in the order in which they are asked.
_PARQUET = (
    ("pyarrow.parquet", "read_table"),
    ("polars", "read_parquet"),
    ("pandas", "read_parquet"),
)


def read_array(path: Path, name: str) -> npt.NDArray[Any]:
    """Return the array of a ``.npy`` file, if it is one of numbers."""
    rule = f"{name} must be an array of numbers as numpy.save writes it"
    try:  # mapped, so that a shape that the file does not have takes no memory
        array = np.load(path, allow_pickle=False, mmap_mode="r")
    except (EOFError, ValueError, OverflowError, MemoryError):
        raise ValueError(f"{rule}, got {show(path.name)}, which is none") from None
    if not isinstance(array, np.ndarray) or array.dtype.kind not in "biuf":
        raise ValueError(f"{rule}, got {getattr(array, 'dtype', 'several arrays')}")
    return np.array(array)


def read_columns(path: Path, name: str) -> list[tuple[str, npt.NDArray[Any]]]:
    """Return the columns of a parquet file by name, without those that are pandas' index."""
    for library, function in _PARQUET:
        try:
            read = getattr(importlib.import_module(library), function)
            found = _columns(_opened(read, path, name))
        except ImportError:  # also pandas' without an engine
            continue
        if not found:
            raise ValueError(f"{name} must be a table, got one without columns")
        return found
    raise ImportError(f"reading {show(path.name)} needs pyarrow or polars: pip install pyarrow")


def _opened(read: Any, path: Path, name: str) -> Any:
    try:
        return read(path)
    except ImportError:
        raise
    except Exception as error:  # of every library its own
        raise ValueError(f"{name} must be a parquet file: {error}") from None


def _columns(frame: Any) -> list[tuple[str, npt.NDArray[Any]]]:
    if hasattr(frame, "column_names"):  # pyarrow
        index = (frame.schema.pandas_metadata or {}).get("index_columns", ())
        named = list(zip(frame.column_names, frame.columns, strict=True))
    else:
        index, named = (), [(column, frame[column]) for column in frame.columns]
    unnamed = "__index_level_"  # what pandas calls an index without a name
    return [
        (str(label), np.asarray(column))
        for label, column in named
        if label not in index and not str(label).startswith(unnamed)
    ]


def read_networkx(path: Path, name: str) -> Any:
    """Return the directed graph of a ``.graphml`` or ``.gml`` file."""
    try:
        networkx = importlib.import_module("networkx")
    except ImportError:
        raise ImportError(f"reading {path} needs networkx: pip install networkx") from None
    read = networkx.read_graphml if path.suffix.lower() == ".graphml" else networkx.read_gml
    try:
        graph = read(path)
    except OSError:
        raise
    except Exception as error:
        # networkx has many exceptions, and passes on those of XML readers.
        raise ValueError(f"{name} cannot be read by networkx: {error}") from None
    if not graph.is_directed():
        raise ValueError(f"{name} must be a directed graph, got {show(graph)}")
    return graph
