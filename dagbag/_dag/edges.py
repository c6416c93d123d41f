"""Edges of a directed graph: rows (source, target), int32, ordered by target, then source.

The order of an adjacency matrix that is read column by column, as R does. The key of an edge,
target p + source, ascends with it: sets of edges are sets of keys.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .types import BoolArray, IntArray

Keys = npt.NDArray[np.int64]


def edge_keys(edges: npt.NDArray[Any], p: int) -> Keys:
    """Return the keys of edges in any order.

    Examples
    --------
    >>> edge_keys(np.array([[0, 1], [2, 1]]), 3).tolist()
    [3, 5]
    """
    return keys_of(edges[:, 0], edges[:, 1], p)


def keys_of(source: npt.NDArray[Any], target: npt.NDArray[Any], p: int) -> Keys:
    """Return the keys of edges by their sources and targets."""
    return np.asarray(target.astype(np.int64) * p + source.astype(np.int64))


def keyed_edges(keys: Keys, p: int) -> IntArray:
    """Return the edges that have these keys."""
    target, source = np.divmod(keys, p)
    return np.column_stack((source, target)).astype(np.int32)


def sort_edges(edges: npt.NDArray[Any]) -> IntArray:
    """Return edges by target, then source."""
    return edges[np.lexsort((edges[:, 0], edges[:, 1]))].astype(np.int32, copy=False)


def distinct_edges(edges: npt.NDArray[Any], p: int) -> IntArray:
    """Return edges once each, by target, then source.

    Examples
    --------
    >>> distinct_edges(np.array([[2, 1], [0, 1], [2, 1]]), 3).tolist()
    [[0, 1], [2, 1]]
    """
    return keyed_edges(np.unique(edge_keys(edges, p)), p)


def matrix_edges(adjacency: npt.NDArray[Any]) -> IntArray:
    """Return the edges of a (p, p) matrix by [source, target].

    Examples
    --------
    >>> matrix_edges(np.array([[0, 1, 0], [0, 0, 0], [1, 1, 0]])).tolist()
    [[2, 0], [0, 1], [2, 1]]
    """
    source, target = np.divmod(np.flatnonzero(adjacency), len(adjacency) or 1)
    # p = 2,639 and 7,000 edges: 1 ms; np.nonzero(adjacency.T) goes through memory against its
    # order and takes 37 ms.
    order = np.argsort(target, kind="stable")
    return np.column_stack((source[order], target[order])).astype(np.int32)


def edge_matrix(edges: npt.NDArray[Any], p: int, dtype: npt.DTypeLike = bool) -> npt.NDArray[Any]:
    """Return the (p, p) matrix by [source, target] of edges in any order.

    Examples
    --------
    >>> edge_matrix(np.array([[0, 1]]), 2, np.int32).tolist()
    [[0, 1], [0, 0]]
    """
    matrix = np.zeros((p, p), dtype=dtype)
    matrix[edges[:, 0], edges[:, 1]] = 1
    return matrix


def both_ways(edges: npt.NDArray[Any], p: int) -> BoolArray:
    """Return the symmetric (p, p) matrix of edges without their directions."""
    matrix: BoolArray = edge_matrix(edges, p)
    return matrix | matrix.T
