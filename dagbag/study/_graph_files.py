"""Graphs from files."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from .._graphs import cycle_text, find_cycle
from ..simulate import adjacency_edges


def read_graph(path: str | Path, p: int | None = None) -> tuple[npt.NDArray[np.int64], int]:
    r"""Read a directed acyclic graph from a file.

    Parameters
    ----------
    path : str or Path
        A CSV file with two columns, source and target of an edge, under any header or none; a CSV
        or ``.npy`` file with a square matrix of 0 and 1; or a file of networkx (``.graphml``,
        ``.gml``).
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
    if path.suffix == ".npy":
        edges, size = _from_matrix(np.load(path, allow_pickle=False), path)
    elif path.suffix in (".graphml", ".gml"):
        edges, size = _from_networkx(path)
    else:
        edges, size = _from_csv(path)
    p = size if p is None else p
    if p < size:
        raise ValueError(f"{path} has {size} nodes, more than the {p} it is said to have")
    if len(np.unique(edges, axis=0)) < len(edges):
        raise ValueError(f"{path} must hold every edge once")
    cycle = find_cycle(edges, p)
    if cycle is not None:
        raise ValueError(f"{path} must be acyclic, got the cycle {cycle_text(cycle, range(p))}")
    return edges, p


def _from_csv(path: Path) -> tuple[npt.NDArray[np.int64], int]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = [[cell.strip() for cell in row] for row in csv.reader(file) if any(row)]
    if rows and len(rows[0]) > 2:
        body = rows[1:] if not _are_numbers(rows[0]) else rows
        if body and len(body[0]) == len(body) + 1:  # a first column of names
            body = [row[1:] for row in body]
        try:
            return _from_matrix(np.array(body, dtype=np.float64), path)
        except ValueError as error:
            raise ValueError(f"{path} must hold a square matrix of 0 and 1: {error}") from None
    if any(len(row) != 2 for row in rows):
        raise ValueError(f"{path} must have two columns, source and target, or as many as nodes")
    cells = [cell for row in rows for cell in row]
    if rows and not _are_numbers(rows[0]) and (_is_header(rows[0]) or _are_numbers(cells[2:])):
        rows, cells = rows[1:], cells[2:]
    if _are_numbers(cells):
        numbers = np.array(cells, dtype=np.float64).astype(np.int64).reshape(-1, 2)
        first = 0 if (numbers == 0).any() else 1
        return numbers - first, int(numbers.max(initial=first - 1)) - first + 1
    return _numbered([(source, target) for source, target in rows])


def _is_header(row: list[str]) -> bool:
    return tuple(cell.casefold() for cell in row) in {
        ("from", "to"),
        ("source", "target"),
        ("parent", "child"),
    }


def _are_numbers(cells: list[str]) -> bool:
    return all(cell.isdigit() for cell in cells)


def _from_matrix(matrix: npt.NDArray[Any], path: Path) -> tuple[npt.NDArray[np.int64], int]:
    return adjacency_edges(matrix, str(path)), len(matrix)


def _from_networkx(path: Path) -> tuple[npt.NDArray[np.int64], int]:
    try:
        import networkx
    except ImportError:
        raise ImportError(f"reading {path} needs networkx: pip install networkx") from None
    read = networkx.read_graphml if path.suffix == ".graphml" else networkx.read_gml
    graph = read(path)
    if not graph.is_directed():
        raise ValueError(f"{path} must hold a directed graph")
    number = {node: i for i, node in enumerate(graph.nodes)}
    edges = [(number[source], number[target]) for source, target in graph.edges]
    return np.array(edges, dtype=np.int64).reshape(-1, 2), len(number)


def _numbered(pairs: list[tuple[str, str]]) -> tuple[npt.NDArray[np.int64], int]:
    """Give the names numbers as they come."""
    names = dict.fromkeys(name for pair in pairs for name in pair)
    number = {name: i for i, name in enumerate(names)}
    edges = [(number[source], number[target]) for source, target in pairs]
    return np.array(edges, dtype=np.int64).reshape(-1, 2), len(number)
