"""Sets of edges in the form that is near: a matrix by [source, target], or the edges themselves.

A list of a thousand edges between 50,000 nodes would be a matrix of 2.5 GB. What is combined of two
edge sets is one again; with a matrix among them, `either` is a matrix.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from .edges import edge_keys, edge_matrix, keyed_edges, keys_of, matrix_edges, sort_edges
from .types import BoolArray, IntArray


@dataclass(frozen=True, eq=False)
class EdgeSet:
    """Edges between p nodes."""

    edges: IntArray  # (k, 2) once each, by target, then source
    p: int


Listed = BoolArray | EdgeSet


def edges_of(listed: Listed) -> IntArray:
    """Return the edges, (k, 2) by target, then source.

    Examples
    --------
    >>> edges_of(np.array([[0, 1], [0, 0]], dtype=bool)).tolist()
    [[0, 1]]
    """
    return listed.edges if isinstance(listed, EdgeSet) else matrix_edges(listed)


@overload
def matrix_of(listed: Listed) -> BoolArray: ...
@overload
def matrix_of(listed: Listed | None) -> BoolArray | None: ...
def matrix_of(listed: Listed | None) -> BoolArray | None:
    """Return the (p, p) matrix by [source, target]; None of None.

    Examples
    --------
    >>> matrix_of(EdgeSet(np.array([[0, 1]]), 2)).astype(int).tolist()
    [[0, 1], [0, 0]]
    """
    return edge_matrix(listed.edges, listed.p) if isinstance(listed, EdgeSet) else listed


def has(listed: Listed, source: npt.NDArray[Any], target: npt.NDArray[Any]) -> BoolArray:
    """Tell which edges are listed.

    Examples
    --------
    >>> has(EdgeSet(np.array([[0, 1], [2, 1]]), 3), np.array([2, 1]), np.array([1, 0])).tolist()
    [True, False]
    """
    if not isinstance(listed, EdgeSet):
        return np.asarray(listed[source, target])
    return np.isin(keys_of(source, target, listed.p), edge_keys(listed.edges, listed.p))


def both(first: Listed, second: Listed) -> Listed:
    """Return what is in both."""
    if isinstance(first, EdgeSet):
        return EdgeSet(first.edges[has(second, *first.edges.T)], first.p)
    if isinstance(second, EdgeSet):
        return EdgeSet(second.edges[has(first, *second.edges.T)], second.p)
    return np.asarray(first & second)


def either(first: Listed, second: Listed) -> Listed:
    """Return what is in one or both."""
    if isinstance(first, EdgeSet) and isinstance(second, EdgeSet):
        keys = np.union1d(edge_keys(first.edges, first.p), edge_keys(second.edges, second.p))
        return EdgeSet(keyed_edges(keys, first.p), first.p)
    return np.asarray(matrix_of(first) | matrix_of(second))


def without(first: Listed, second: Listed) -> Listed:
    """Return what is in the first and not in the second."""
    if isinstance(first, EdgeSet):
        return EdgeSet(first.edges[~has(second, *first.edges.T)], first.p)
    return np.asarray(first & ~matrix_of(second))


def at_nodes(listed: Listed, nodes: BoolArray) -> Listed:
    """Return the edges that begin or end at nodes, told as (p,) booleans."""
    if isinstance(listed, EdgeSet):
        return EdgeSet(listed.edges[nodes[listed.edges].any(axis=1)], listed.p)
    return np.asarray(listed & (nodes[:, np.newaxis] | nodes))


def is_empty(listed: Listed) -> bool:
    """Whether no edge is listed."""
    return not (len(listed.edges) if isinstance(listed, EdgeSet) else listed.any())


def parents_of(listed: Listed) -> npt.NDArray[np.int64]:
    """Return how many edges end at each node, (p,)."""
    if isinstance(listed, EdgeSet):
        return np.bincount(listed.edges[:, 1], minlength=listed.p)
    return np.asarray(listed.sum(axis=0))


@overload
def in_another_order(listed: BoolArray, order: npt.NDArray[Any]) -> BoolArray: ...
@overload
def in_another_order(listed: Listed, order: npt.NDArray[Any]) -> Listed: ...
def in_another_order(listed: Listed, order: npt.NDArray[Any]) -> Listed:
    """Return what is listed where node k is the one that was ``order[k]``."""
    if isinstance(listed, EdgeSet):
        place = np.argsort(order).astype(np.int32)
        return EdgeSet(sort_edges(place[listed.edges]), listed.p)
    return np.ascontiguousarray(listed[np.ix_(order, order)])
