"""The reader of files: tables of numbers and graphs, as text, .npy or parquet."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from .._dag.types import FloatArray
from .cells import split_cells
from .containers import arrow_column
from .graph_cells import FileGraph, graph_of_array, graph_of_cells, graph_of_pairs
from .pipes import check_no_device, is_passing, read_path
from .stored import read_array, read_columns, read_networkx
from .table_cells import numbered_names, table_of_cells
from .words import listing, nearest

# What files begin with that are not text.
_BEGINNINGS = {
    b"\x93NUMPY": ".npy",
    b"PAR1": ".parquet",
    b"PK\x03\x04": "an Excel or zip file: save it as CSV",
    b"\xd0\xcf\x11\xe0": "an Excel file: save it as CSV",
    b"\x1f\x8b": "a packed file: unpack it first",
    b"BZh": "a packed file: unpack it first",
    b"RDX": "a file of R: save it as CSV, with write.csv",
    b"X\n\x00\x00\x00": "a file of R: save it as CSV, with write.csv",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"GIF8": "a picture",
    b"%PDF": "a PDF file: save the table in it as CSV",
    b"<!DOCTYPE html": "a web page: download the file itself",
    b"\xfd7zXZ": "a packed file: unpack it first",
}
_EXTENSIONS = {".npy": ".npy", ".parquet": ".parquet", ".pq": ".parquet"}
_GRAPHS = (".graphml", ".gml")


def read_table(
    path: str | os.PathLike[str], *, header: bool = True, name: str = "data"
) -> tuple[tuple[str, ...], FloatArray]:
    r"""Read a table of numbers.

    Parameters
    ----------
    path : path
        Text with commas, semicolons, tabs or spaces between the fields, as R's ``write.csv`` or
        pandas' ``to_csv`` write it, ``.npy`` or parquet, told by their contents. A first column
        without a name, as of row names, is left out.
    header : bool, default True
        Whether the first line of a text may have names: it does if it has anything but numbers, is
        quoted, or counts the columns from 0 or 1.
    name : str, default "data"
        What errors call it.

    Returns
    -------
    names : tuple of p str
        V1, V2, ... if there are none.
    values : ndarray of shape (n, p)

    Raises
    ------
    OSError
        If there is no such file.
    ValueError
        If it holds something else.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "data.csv"
    ...     _ = file.write_text("a,b\n1,2\n3,4\n")
    ...     names, values = read_table(file)
    >>> names, values.tolist()
    (('a', 'b'), [[1.0, 2.0], [3.0, 4.0]])
    """
    path = Path(path)
    content = file_content(path, name)
    kind = _kind(path, content, name)
    if kind == ".npy":
        return _table_of_array(read_array(path, name), name)
    if kind == ".parquet":
        return _table_of_columns(read_columns(path, name), name)
    return table_of_cells(split_cells(content, name), name, header)


def read_graph_file(
    path: str | os.PathLike[str], nodes: tuple[str, ...] | None = None, *, name: str = "graph"
) -> FileGraph:
    r"""Read the edges of a directed graph, which may have cycles.

    Parameters
    ----------
    path : path
        A table of edges: columns source and target (also from and to, parent and child, cause and
        effect, tail and head) and any others, or two columns without a header; or a square matrix
        of 0 and 1, from rows to columns, with or without names. As text, ``.npy`` or parquet, see
        `read_table`; or a file of networkx (``.graphml``, ``.gml``).
    nodes : tuple of str, optional
        The nodes, which the file gives by name, or by number from 1. Otherwise they are the file's:
        whole numbers are 1, ..., p, or 0, ..., p-1 if there is a 0; names come as they come.
    name : str, default "graph"
        What errors call it.

    Returns
    -------
    FileGraph
        With its nodes, and its edges by index or as pairs of names.

    Raises
    ------
    OSError
        If there is no such file.
    ValueError
        If it holds something else.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "edges.csv"
    ...     _ = file.write_text("source,target\n1,c\n2,c\n")
    ...     graph = read_graph_file(file, ("a", "b", "c"))
    >>> graph.pairs
    [('a', 'c'), ('b', 'c')]
    """
    path = Path(path)
    content = file_content(path, name)
    if path.suffix.lower() in _GRAPHS:
        _check_lasting(path, name)
        return _graph_of_networkx(read_networkx(path, name), name, nodes)
    kind = _kind(path, content, name)
    if kind == ".npy":
        return graph_of_array(read_array(path, name), name, nodes)
    if kind == ".parquet":
        return graph_of_cells(_as_rows(read_columns(path, name)), name, nodes)
    return graph_of_cells(split_cells(content, name).rows, name, nodes)


# What kind of a file


def file_content(path: Path, name: str) -> bytes:
    """Return the bytes of a file; of one that is no text its beginning will do."""
    if path.is_dir():
        raise IsADirectoryError(f"{name} must be a file, got the folder {str(path)!r}")
    check_no_device(path, name)
    try:
        if is_passing(path):
            return read_path(path, name)
        with path.open("rb") as file:
            start = file.read(8)
            return start if _stored(path, start) is not None else start + file.read()
    except FileNotFoundError:
        raise FileNotFoundError(
            f"{name} must be a file, got {str(path)!r}, which is not there{_neighbour(path)}"
        ) from None
    except PermissionError:
        raise PermissionError(
            f"{name} must be a file that can be read, got {str(path)!r}, which you may not read"
        ) from None


def _neighbour(path: Path) -> str:
    """Return the nearest name in the folder of a file that is not there, as a question."""
    if path.is_symlink():
        return f": it is a link to {str(path.readlink())!r}"
    try:
        return nearest(path.name, sorted(each.name for each in path.parent.iterdir()))
    except OSError:
        return f": there is no folder {str(path.parent)!r}"


def _stored(path: Path, start: bytes) -> str | None:
    """Return what a file is that is no text, by its beginning, then by its name."""
    for beginning, kind in _BEGINNINGS.items():
        if start.startswith(beginning):
            return kind
    return _EXTENSIONS.get(path.suffix.lower())


def _kind(path: Path, content: bytes, name: str) -> str | None:
    """Return .npy or .parquet, or None for text; refuse what is known to be something else."""
    if not content.strip():
        raise ValueError(f"{name} must be a table, got the empty file {str(path)!r}")
    kind = _stored(path, content)
    if kind is not None and kind not in _EXTENSIONS:
        raise ValueError(f"{name} must be CSV, TSV, .npy or parquet, got {kind}")
    if kind is not None:
        _check_lasting(path, name)
    return kind


def _check_lasting(path: Path, name: str) -> None:
    """Refuse a pipe where another library opens the file once more: it would wait for ever."""
    if is_passing(path):
        raise ValueError(
            f"{name} must be text where it is a pipe, got {str(path)!r}: save it first"
        )


# What is in it


def _table_of_array(array: npt.NDArray[Any], name: str) -> tuple[tuple[str, ...], FloatArray]:
    if array.ndim != 2:
        raise ValueError(f"{name} must have shape (n, p), got {array.shape}")
    return numbered_names(array.shape[1]), array.astype(np.float64)


def _table_of_columns(
    columns: list[tuple[str, npt.NDArray[Any]]], name: str
) -> tuple[tuple[str, ...], FloatArray]:
    found = [(label, arrow_column(column)) for label, column in columns]
    bad = [label for label, values in found if values is None]
    if bad:
        raise ValueError(f"{name} must be numbers, got others in {listing(bad)}")
    values = [column for _, column in found if column is not None]
    return tuple(label for label, _ in found), np.column_stack(values)


def _as_rows(columns: list[tuple[str, npt.NDArray[Any]]]) -> list[list[str]]:
    """Return columns as cells under their names."""
    cells = [[str(cell) for cell in column.tolist()] for _, column in columns]
    return [[label for label, _ in columns], *map(list, zip(*cells, strict=True))]


def _graph_of_networkx(graph: Any, name: str, nodes: tuple[str, ...] | None) -> FileGraph:
    if nodes is not None:
        pairs = [[str(source), str(target)] for source, target in graph.edges()]
        return graph_of_pairs(pairs, name, nodes)
    found = tuple(graph.nodes)
    position = {node: k for k, node in enumerate(found)}
    edges = [(position[source], position[target]) for source, target in graph.edges()]
    return FileGraph(found, np.array(edges, dtype=np.int64).reshape(-1, 2))
