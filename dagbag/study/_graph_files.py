"""Graphs from files."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from .._dag.order import cycle_text, find_cycle
from .._input.checks import check_integer
from ..simulate import adjacency_edges

Edges = npt.NDArray[np.int64]
Rows = list[list[str]]

HEADERS = (
    ("from", "to"),
    ("source", "target"),
    ("parent", "child"),
    ("cause", "effect"),
    ("tail", "head"),
)
"""Names of the two columns of a table of edges."""

MISSING = ("", "na", "nan", "none", "null")


def read_graph(path: str | Path, p: int | None = None) -> tuple[Edges, int]:
    r"""Read a directed acyclic graph from a file.

    Parameters
    ----------
    path : str or Path
        A table of edges: text with columns source and target (also from and to, parent and child,
        cause and effect, tail and head) and any others, or with two columns without a header; or
        a square matrix of 0 and 1, with or without names, as text or ``.npy``; or a file of
        networkx (``.graphml``, ``.gml``).
    p : int, optional
        Number of nodes, if some of the last ones have no edges.

    Returns
    -------
    edges : ndarray of shape (n_edges, 2), int64
        Rows (source, target), nodes counted from 0.
    p : int
        Number of nodes. Whole numbers are nodes 1, ..., p, or 0, ..., p-1 if there is a 0; names
        are numbered as they come.

    Raises
    ------
    OSError
        If there is no such file.
    ValueError
        If it does not hold a directed acyclic graph.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "edges.csv"
    ...     _ = file.write_text("from,to\n1,3\n2,3\n")
    ...     edges, p = read_graph(file)
    >>> edges.tolist(), p
    ([[0, 2], [1, 2]], 3)
    """
    path = Path(path)
    try:
        if path.suffix == ".npy":
            edges, names = _from_array(_load(path))
        elif path.suffix in (".graphml", ".gml"):
            edges, names = _from_networkx(path)
        else:
            edges, names = _from_rows(_read_rows(path))
        p = len(names) if p is None else check_integer(p, "p", 1)
        _check(edges, names, p)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    return edges, p


def _check(edges: Edges, names: Sequence[object], p: int) -> None:
    if p < max(len(names), 1):
        raise ValueError(f"it must have at most the {p} nodes it is said to have, got {len(names)}")
    unique, counts = np.unique(edges, axis=0, return_counts=True)
    if len(unique) < len(edges):
        source, target = unique[counts > 1][0]
        raise ValueError(f"every edge must be there once, got {names[source]} -> {names[target]}")
    cycle = find_cycle(edges, p)
    if cycle is not None:
        raise ValueError(f"it must be acyclic, got the cycle {cycle_text(cycle, names)}")


# Text


def _read_rows(path: Path) -> Rows:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError("it must be text, a .npy, a .graphml or a .gml file") from None
    lines = [line for line in text.splitlines() if line.strip()]
    first = lines[0] if lines else ""
    delimiter = max(",;\t", key=first.count)  # the first of equal ones
    if delimiter not in first:
        delimiter = " "
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True)
    return [[cell.strip() for cell in row] for row in reader]


def _from_rows(rows: Rows) -> tuple[Edges, Sequence[object]]:
    if not rows:
        raise ValueError("it must hold a graph, got an empty file")
    header = [cell.casefold() for cell in rows[0]]
    for pair in HEADERS:
        if set(pair) <= set(header):
            # R's row names have no header of their own.
            shift = 1 if rows[1:] and len(rows[1]) == len(header) + 1 else 0
            columns = [header.index(name) + shift for name in pair]
            return _from_cells([[_cell(row, k) for k in columns] for row in rows[1:]])
    matrix = _matrix(rows)
    if matrix is not None:
        return matrix
    if any(len(row) != 2 for row in rows):
        raise ValueError(
            "it must have two columns, or columns named source and target, or be a square matrix "
            f"of 0 and 1, got {len(rows)} lines of {len(rows[0])} columns"
        )
    first, rest = rows[0], rows[1:]
    others = {cell for row in rest for cell in row}
    if not _are_numbers(first) and rest and not others & set(first):
        if not _are_numbers(list(others)):
            raise ValueError(
                f"its first line must be named source,target if it is a header, got {first}, "
                "whose names occur nowhere else"
            )
        rows = rest
    return _from_cells(rows)


def _cell(row: list[str], column: int) -> str:
    return row[column] if column < len(row) else ""


def _number(cell: str) -> float | None:
    try:
        return float(cell)
    except ValueError:
        return {"true": 1.0, "false": 0.0}.get(cell.casefold())


def _are_numbers(cells: Sequence[str]) -> bool:
    return all(_number(cell) is not None for cell in cells)


def _from_cells(rows: Rows) -> tuple[Edges, Sequence[object]]:
    """Return edges between nodes by number or by name."""
    cells = [cell for row in rows for cell in row]
    for cell in cells:
        if cell.casefold() in MISSING:
            raise ValueError(f"every edge must have a source and a target, got {cell or 'nothing'}")
    if not cells or not _are_numbers(cells):
        names = list(dict.fromkeys(cells))
        number = {name: i for i, name in enumerate(names)}
        edges = [[number[cell] for cell in row] for row in rows]
        return np.array(edges, dtype=np.int64).reshape(-1, 2), names
    values = np.array([_number(cell) for cell in cells], dtype=np.float64)
    wrong = (values < 0) | (values != np.floor(values))
    if wrong.any():
        raise ValueError(f"numbers of nodes must be whole and not negative, got {values[wrong][0]}")
    largest = int(values.max())
    if largest > 1000 + 50 * len(set(cells)):
        raise ValueError(
            f"nodes must be numbered 1, ..., p, or have names that are no numbers, got {largest}"
        )
    first = 0 if (values == 0).any() else 1
    return values.astype(np.int64).reshape(-1, 2) - first, range(first, largest + 1)


def _matrix(rows: Rows) -> tuple[Edges, Sequence[object]] | None:
    """Return the graph of a matrix, with or without names of its columns and rows, if it is one.

    Two columns are edges.
    """
    names: Sequence[object] | None = None
    body = rows
    size = len(rows[0])
    if size < 3:
        return None
    numbered = [str(k) for k in range(size)], [str(k + 1) for k in range(size)]
    if not _are_numbers(rows[0]) or (len(rows) == size + 1 and rows[0] in numbered):
        names, body = rows[0], rows[1:]
    if body and len(body[0]) == len(body) + 1:  # a first column of names
        names = names[-len(body) :] if names else None
        body = [row[1:] for row in body]
    if len(body) < 2 or any(len(row) != len(body) for row in body):
        return None
    cells = [_number(cell) for row in body for cell in row]
    if None in cells:
        return None
    edges, plain = _from_square(np.array(cells, dtype=np.float64).reshape(len(body), -1))
    return edges, names or plain


# Arrays and networkx


def _load(path: Path) -> npt.NDArray[Any]:
    try:  # mapped, so that a shape that the file does not have takes no memory
        array = np.load(path, allow_pickle=False, mmap_mode="r")
    except (EOFError, ValueError, OverflowError, MemoryError):
        raise ValueError("it must be an array of numbers as numpy.save writes it") from None
    if not isinstance(array, np.ndarray) or array.dtype.kind not in "biuf":
        raise ValueError("it must be an array of numbers as numpy.save writes it")
    return np.array(array)


def _from_array(array: npt.NDArray[Any]) -> tuple[Edges, Sequence[object]]:
    if array.ndim == 2 and array.shape[1] == 2 and len(array) != 2:
        return _from_cells([[str(cell) for cell in row] for row in array.tolist()])
    return _from_square(array)


def _from_square(matrix: npt.NDArray[Any]) -> tuple[Edges, Sequence[object]]:
    return adjacency_edges(matrix, "a matrix"), range(1, len(matrix) + 1)


def _from_networkx(path: Path) -> tuple[Edges, Sequence[object]]:
    try:
        import networkx
    except ImportError:
        raise ImportError(f"reading {path} needs networkx: pip install networkx") from None
    read = networkx.read_graphml if path.suffix == ".graphml" else networkx.read_gml
    try:
        graph = read(path)
    except OSError:
        raise
    except Exception as error:
        # networkx has many exceptions, and passes on those of XML readers.
        raise ValueError(f"networkx cannot read it: {error}") from None
    if not graph.is_directed():
        raise ValueError("it must hold a directed graph")
    names = list(graph.nodes)
    number = {node: i for i, node in enumerate(names)}
    edges = [(number[source], number[target]) for source, target in graph.edges()]
    return np.array(edges, dtype=np.int64).reshape(-1, 2), names
