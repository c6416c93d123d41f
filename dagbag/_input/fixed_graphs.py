"""Graphs as settings: copies that compare by value, before it is known which nodes they are for."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from .._dag.types import BoolArray, Node
from .forms import (
    EdgeArray,
    as_edge_array,
    graph_size,
    is_edge_table,
    is_graph_object,
    named_pairs,
    no_graph,
    table_pairs,
    whole_rows,
)
from .frames import _frame_parts, check_unmasked, frame_library
from .graphs import read_matrix
from .tables import make_frame


@dataclass(frozen=True)
class FixedGraph:
    """A matrix or frame of 0 and 1 that compares by value and has a short repr."""

    library: str | None  # of the frame, if it was one
    labels: tuple[Node, ...]
    bits: bytes  # the matrix in the order of the labels, packed: lists may have almost all edges
    whole: bool = False  # whole numbers: two rows of them may be two edges

    def __repr__(self) -> str:
        digest = hashlib.sha256(repr(self.labels).encode() + self.bits).hexdigest()
        p, edges = len(self.labels), int(self.matrix().sum())
        return f"<{self.library or 'array'}, {p} nodes, {edges} edges, sha256 {digest[:16]}>"

    def matrix(self) -> BoolArray:
        """Return the matrix by [source, target]."""
        p = len(self.labels)
        bits = np.unpackbits(np.frombuffer(self.bits, dtype=np.uint8), count=p * p)
        return bits.reshape(p, p).astype(bool)

    def given(self) -> Any:
        """Return what this was made from, as far as a reader of graphs can tell."""
        matrix = self.matrix()
        if self.library is None:
            return matrix.astype(np.int32) if self.whole else matrix
        columns: dict[Any, Any] = {label: matrix[:, k] for k, label in enumerate(self.labels)}
        return make_frame(columns, self.library, index=self.labels)


def fix_graph(value: Any, name: str) -> Any:
    """Return a graph, or None, as something that compares by value and cannot change.

    A matrix or labelled frame becomes a `FixedGraph`, all others tuples of (source, target).
    """
    if value is None or isinstance(value, FixedGraph):
        return value
    library = frame_library(check_unmasked(value, name))
    if hasattr(value, "edge_counts"):
        raise no_graph(value, name)
    if is_edge_table(value):
        return tuple(table_pairs(value, name))
    if is_graph_object(value):
        return tuple(named_pairs(value, name))
    if library is not None:
        return _fixed(value, name, tuple(_frame_parts(value, library)[1]), library)
    if hasattr(value, "shape"):
        return _fix_array(value, name)
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise no_graph(value, name)
    rows = [row.tolist() if isinstance(row, np.ndarray) else row for row in value]
    return _as_pairs(rows) if graph_size(rows) is None else _fix_array(np.array(rows), name)


def given_graph(value: Any) -> Any:
    """Return what a setting was made from."""
    return value.given() if isinstance(value, FixedGraph) else value


def _fix_array(array: Any, name: str) -> Any:
    if _are_edges(array):
        return _as_pairs(whole_rows(array, name).tolist())
    return _fixed(array, name, tuple(range(array.shape[0] if array.shape else 0)), None)


def _are_edges(array: Any) -> bool:
    """Whether an array has edges as rows; two rows that could be a matrix are left open."""
    if isinstance(as_edge_array(array, None), EdgeArray):
        return True
    return isinstance(as_edge_array(array, 0), EdgeArray) and not np.isin(array, (0, 1)).all()


def _as_pairs(rows: list[Any]) -> tuple[Any, ...]:
    return tuple(tuple(row) if isinstance(row, list) else row for row in rows)


def _fixed(value: Any, name: str, labels: tuple[Node, ...], library: str | None) -> FixedGraph:
    matrix = read_matrix(value, name, labels)
    assert matrix is not None
    whole = len(labels) == 2 and isinstance(value, np.ndarray) and value.dtype.kind in "iu"
    return FixedGraph(library, labels, np.packbits(matrix).tobytes(), whole)
