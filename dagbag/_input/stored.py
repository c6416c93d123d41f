"""Files that are not text: arrays of numpy, columns of parquet, graphs of networkx."""

from __future__ import annotations

import importlib
import tempfile
import tokenize
import warnings
import zipfile
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from .memory import check_room
from .words import listing, plain_text, show

# Who can read parquet, in the order in which they are asked.
_PARQUET = (
    ("pyarrow.parquet", "read_table"),
    ("polars", "read_parquet"),
    ("pandas", "read_parquet"),
)


# What numpy raises on arrays that are none, and Python on headers that are none.
_FORGED = (
    EOFError,
    MemoryError,
    OverflowError,
    RecursionError,
    SyntaxError,
    TypeError,
    ValueError,
    tokenize.TokenError,
)


def read_array(path: Path, name: str) -> npt.NDArray[Any]:
    """Return the array of a ``.npy`` file, if it is one of numbers."""
    rule = f"{name} must be an array of numbers as numpy.save writes it"
    try:  # mapped, so that a shape that the file does not have takes no memory
        with np.errstate(over="ignore"):
            array = np.load(path, allow_pickle=False, mmap_mode="r")
    except _FORGED:
        raise ValueError(f"{rule}, got {show(path.name)}, which is none") from None
    if not isinstance(array, np.ndarray) or array.dtype.kind not in "biuf":
        raise ValueError(f"{rule}, got {getattr(array, 'dtype', 'several arrays')}")
    return np.array(array)


def read_single_array(path: Path, name: str) -> npt.NDArray[Any]:
    """Return the array of a ``.npz`` file that has but one."""
    rule = f"{name} must be an archive of one array as numpy.savez writes it"
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
            if len(members) != 1:
                names = [member.filename.removesuffix(".npy") for member in members]
                raise ValueError(f"{rule}, got {listing(names) or 'an empty one'}")
            check_room(f"the array of {show(path.name)}", float(members[0].file_size))
            content = archive.read(members[0])
    # Damaged, cut short, encrypted (RuntimeError), or packed in a way that zipfile does not know.
    except (zipfile.BadZipFile, zipfile.LargeZipFile, RuntimeError, EOFError, zlib.error):
        raise ValueError(f"{rule}, got {show(path.name)}, which is none") from None
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name  # in a file its size can be told from its shape
        copy.write_bytes(content)
        return read_array(copy, name)


def read_anndata(path: Path, name: str) -> Any:
    """Return the AnnData of a ``.h5ad`` file."""
    try:
        anndata = importlib.import_module("anndata")
    except ImportError:
        raise ImportError(
            f"reading {show(path.name)} needs anndata: pip install 'dagbag[anndata]'"
        ) from None
    try:
        with warnings.catch_warnings():  # of what it uses of other libraries
            warnings.simplefilter("ignore")
            return anndata.read_h5ad(path)
    except Exception as error:  # of every library its own
        told = plain_text(str(error).split("\n")[0])
        raise ValueError(
            f"{name} must be an AnnData file, got {show(path.name)}, which cannot be read, or is "
            f"damaged ({told})"
        ) from None


def read_columns(path: Path, name: str) -> list[tuple[str, npt.NDArray[Any]]]:
    """Return the columns of a parquet file by name, without those that are pandas' index."""
    return read_labelled_columns(path, name)[0]


def read_labelled_columns(
    path: Path, name: str
) -> tuple[list[tuple[str, npt.NDArray[Any]]], npt.NDArray[Any] | None]:
    """Return the columns of a parquet file by name, and pandas' index if it is a single column."""
    for library, function in _PARQUET:
        try:
            read = getattr(importlib.import_module(library), function)
            found = _columns(_opened(read, path, name))
        except ImportError:  # also pandas' without an engine
            continue
        if not found[0]:
            raise ValueError(f"{name} must be a table, got one without columns")
        return found
    raise ImportError(f"reading {show(path.name)} needs pyarrow or polars: pip install pyarrow")


def _opened(read: Any, path: Path, name: str) -> Any:
    try:
        return read(path)
    except ImportError:
        raise
    except Exception:  # of every library its own
        raise ValueError(
            f"{name} must be a parquet file, got {show(path.name)}, which is damaged or cut short"
        ) from None


def _columns(frame: Any) -> tuple[list[tuple[str, npt.NDArray[Any]]], npt.NDArray[Any] | None]:
    if hasattr(frame, "column_names"):  # pyarrow
        index = (frame.schema.pandas_metadata or {}).get("index_columns", ())
        named = list(zip(frame.column_names, frame.columns, strict=True))
    else:
        index, named = (), [(column, frame[column]) for column in frame.columns]
    unnamed = "__index_level_"  # what pandas calls an index without a name
    found: list[tuple[str, npt.NDArray[Any]]] = []
    labels: list[npt.NDArray[Any]] = []
    for label, column in named:
        if label in index or str(label).startswith(unnamed):
            labels.append(np.asarray(column))
        else:
            found.append((str(label), np.asarray(column)))
    return found, labels[0] if len(labels) == 1 else None


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
