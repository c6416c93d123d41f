"""Cells as a graph: edges or a matrix, of nodes that are known or are found there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .._dag.types import Node
from .cells import are_counted, are_numbers, is_missing, number
from .words import listing

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


@dataclass(frozen=True)
class FileGraph:
    """The graph of a file: edges between nodes, as they stand there, repeated ones and all."""

    nodes: tuple[Node, ...]
    edges: Edges  # (k, 2): rows (source, target), nodes counted from 0

    @property
    def pairs(self) -> list[tuple[Node, Node]]:
        """The edges by name."""
        return [(self.nodes[i], self.nodes[j]) for i, j in self.edges.tolist()]


def graph_of_cells(rows: Rows, name: str, nodes: tuple[str, ...] | None) -> FileGraph:
    """Return the graph of a table's rows.

    Parameters
    ----------
    rows : list of list of str
    name : str
        What errors call it.
    nodes : tuple of str, optional
        The nodes there are; otherwise those of the file.
    """
    columns = _edge_columns(rows, nodes)
    if columns is not None:
        pairs = [_picked(row, columns) for row in rows[1:]]
        ours = "mark" in rows[0]  # dagbag.exchange: elsewhere a cell that is missing is a mistake
        return (_with_nodes_alone if ours else graph_of_pairs)(pairs, name, nodes)
    matrix = _square(rows, least=2 if nodes is not None and len(nodes) == 2 else 3)
    if matrix is not None and (nodes is None or matrix.fits(len(nodes))):
        return matrix.graph(name, nodes)
    if rows[0][0] == "" and len(rows[0]) == 3:  # row names
        rows = [row[1:] for row in rows]
    if nodes is not None:
        return graph_of_pairs(_below_header(rows, _positions(nodes)), name, nodes)
    if any(len(row) != 2 for row in rows):
        raise ValueError(
            f"{name} must have two columns, or columns named source and target, or be a square "
            f"matrix of 0 and 1, got {len(rows)} lines of {len(rows[0])} columns"
        )
    return graph_of_pairs(_below_unknown_header(rows, name), name, None)


# Edges


def _edge_columns(rows: Rows, nodes: tuple[str, ...] | None) -> tuple[int, int] | None:
    """Return which columns are source and target by their names, if the first row has these."""
    header = [cell.casefold() for cell in rows[0]]
    for source, target in HEADERS:
        if source in header and target in header and not set(rows[0]) <= set(nodes or ()):
            # R's row names have no header of their own.
            shift = 1 if rows[1:] and len(rows[1]) == len(header) + 1 else 0
            return header.index(source) + shift, header.index(target) + shift
    return None


def _picked(row: Sequence[str], columns: tuple[int, int]) -> list[str]:
    return [row[k] if k < len(row) else "" for k in columns]


def _with_nodes_alone(pairs: Rows, name: str, nodes: tuple[str, ...] | None) -> FileGraph:
    """Return edges, and the nodes without edges, which are sources without a target."""
    alone = [bool(source) and not target for source, target in pairs]
    both = [[source, target or source] for source, target in pairs]
    graph = graph_of_pairs(both, name, nodes)
    return FileGraph(graph.nodes, graph.edges[~np.array(alone, dtype=bool)])


def _below_header(rows: Rows, positions: Mapping[str, int]) -> Rows:
    """Leave out a first row that names no node, if others follow."""
    names_none = all(_position(cell, positions) is None for cell in rows[0])
    return rows[1:] if names_none and len(rows) > 1 else rows


def _below_unknown_header(rows: Rows, name: str) -> Rows:
    """Leave out a first row of names above numbers; refuse one above names."""
    first, rest = rows[0], rows[1:]
    others = {cell for row in rest for cell in row}
    if are_numbers(first) or not rest or others & set(first):
        return rows
    if not are_numbers(list(others)):
        raise ValueError(
            f"{name} must have a first line named source,target if it is a header, got {first}, "
            "whose names occur nowhere else"
        )
    return rest


def graph_of_pairs(pairs: Rows, name: str, nodes: tuple[str, ...] | None) -> FileGraph:
    """Return edges between nodes by name or by number."""
    if nodes is not None:
        positions = _positions(nodes)
        return FileGraph(nodes, _as_edges([_known_pair(pair, name, positions) for pair in pairs]))
    cells = [cell for pair in pairs for cell in pair]
    missing = next((cell for cell in cells if is_missing(cell)), None)
    if missing is not None:
        raise ValueError(
            f"{name} must have a source and a target for every edge, got {missing or 'nothing'}"
        )
    if cells and are_numbers(cells):
        return _between_numbers(cells, name)
    found = tuple(dict.fromkeys(cells))
    positions = _positions(found)
    return FileGraph(found, _as_edges([[positions[cell] for cell in pair] for pair in pairs]))


def _positions(nodes: Sequence[str]) -> dict[str, int]:
    return {node: k for k, node in enumerate(nodes)}


def _as_edges(pairs: Sequence[Sequence[int]]) -> Edges:
    return np.array(pairs, dtype=np.int64).reshape(-1, 2)


def _known_pair(pair: Sequence[str], name: str, positions: Mapping[str, int]) -> list[int]:
    found = [_position(cell, positions) for cell in pair]
    if len(found) != 2 or None in found:
        p = len(positions)
        raise ValueError(
            f"{name} must be a {p} x {p} table of 0 and 1, or lines of source and target (names of "
            f"the data's columns, or numbers from 1), got {','.join(pair)!r}"
        )
    return [k for k in found if k is not None]


def _position(cell: str, positions: Mapping[str, int]) -> int | None:
    """Return the position of a node given by its name, or by its number from 1."""
    if cell in positions:
        return positions[cell]
    value = None if cell.isalpha() else number(cell)  # TRUE is no node
    return int(value) - 1 if value is not None and value in range(1, len(positions) + 1) else None


def _between_numbers(cells: Sequence[str], name: str) -> FileGraph:
    """Return edges between nodes 1, ..., p, or 0, ..., p-1 if there is a 0."""
    values = np.array([number(cell) for cell in cells], dtype=np.float64)
    wrong = (values < 0) | (values != np.floor(values))
    if wrong.any():
        raise ValueError(
            f"{name} must have nodes whose numbers are whole and not negative, "
            f"got {values[wrong][0]}"
        )
    if values.max() > 1000 + 50 * len(set(cells)):
        raise ValueError(
            f"{name} must have nodes that are numbered 1, ..., p, or have names that are no "
            f"numbers, got {values.max():.0f}"
        )
    first = 0 if (values == 0).any() else 1
    nodes = tuple(range(first, int(values.max()) + 1))
    return FileGraph(nodes, values.astype(np.int64).reshape(-1, 2) - first)


# Matrices


@dataclass(frozen=True)
class _Square:
    """A square matrix of numbers, and the names of its columns and rows, if it has any."""

    values: npt.NDArray[Any]
    columns: list[str] | None = None
    rows: list[str] | None = None

    def fits(self, p: int) -> bool:
        """Whether it is the matrix of a graph with p nodes."""
        return len(self.values) == p and bool(np.isin(self.values, (0, 1)).all())

    def graph(self, name: str, nodes: tuple[str, ...] | None) -> FileGraph:
        """Return the graph, with the nodes in their order, if that is given."""
        other = self.values[(self.values != 0) & (self.values != 1)]
        if other.size:
            raise ValueError(f"{name} must hold only 0 and 1, got {other[0].item()}")
        values = self._rows_as_columns(name)
        labels = self.columns or self.rows
        if nodes is None:
            found = tuple(labels or range(1, len(values) + 1))
            return FileGraph(found, np.argwhere(values))
        if labels is not None and set(labels) & set(nodes):
            order = _order(labels, nodes, name, "the data's columns")
            values = values[np.ix_(order, order)]
        return FileGraph(nodes, np.argwhere(values))

    def _rows_as_columns(self, name: str) -> npt.NDArray[Any]:
        """Bring the rows into the order of the columns; rows that only count stay."""
        if self.columns is None or self.rows is None or are_counted(self.rows):
            return self.values
        return self.values[_order(self.rows, self.columns, name, "its columns")]


def _order(labels: Sequence[str], nodes: Sequence[str], name: str, of: str) -> list[int]:
    """Return where each of the nodes stands among labels."""
    wrong = [label for label in labels if label not in nodes]
    if wrong or len(set(labels)) < len(labels):
        repeated = [label for k, label in enumerate(labels) if label in labels[:k]]
        raise ValueError(f"{name} must have the names of {of}, got {listing(wrong or repeated)}")
    return [labels.index(node) for node in nodes]


def _square(rows: Rows, least: int) -> _Square | None:
    """Return the matrix of rows, with or without names of its columns and rows, if it is one.

    Of fewer columns than `least` it is none: two columns are edges, unless there are two nodes.
    """
    height, width = len(rows), len(rows[-1])
    if width < least:
        return None
    headed = height != width - 1 and (
        len(rows[0]) == width - 1 or height == width + 1 or not are_numbers(rows[0])
    )
    columns, body = (rows[0], rows[1:]) if headed else (None, rows)
    labels = None
    if len(body) == width - 1:
        labels, body = [row[0] for row in body], [row[1:] for row in body]
        corner = columns is not None and len(columns) == width and columns[0]
        if corner and are_numbers(labels):  # a column of numbers that has a name
            return None
        columns = columns and columns[-len(body) :]
    return _numbers(body, columns, labels)


def _numbers(body: Rows, columns: list[str] | None, rows: list[str] | None) -> _Square | None:
    size = len(body)
    if size < 2 or any(len(row) != size for row in body):
        return None
    values = [number(cell) for row in body for cell in row]
    if None in values:
        return None
    return _Square(np.array(values, dtype=np.float64).reshape(size, size), columns, rows)


def graph_of_array(array: npt.NDArray[Any], name: str, nodes: tuple[str, ...] | None) -> FileGraph:
    """Return the graph of a matrix, or of an array of two columns, which are edges."""
    if array.ndim == 2 and array.shape[1] == 2 and len(array) != 2:
        rows = [[str(cell) for cell in row] for row in array.tolist()]
        return graph_of_pairs(rows, name, nodes)
    if array.ndim != 2 or array.shape[0] != array.shape[1] or array.size == 0:
        raise ValueError(f"{name} must have shape (p, p), got {array.shape}")
    square = _Square(array)
    if nodes is not None and len(array) != len(nodes):
        shape = (len(nodes), len(nodes))
        raise ValueError(f"{name} must have shape {shape}, got {array.shape}")
    return square.graph(name, nodes)
