"""Equivalence classes: compelled edges, and directions for what has none."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .._kernels.classes import compelled as label
from .._kernels.closure import ClosureGraph
from .order import topological_order


def compelled_edges(edges: npt.NDArray[Any], p: int) -> npt.NDArray[np.bool_]:
    """Tell the edges that have the same direction in every DAG equivalent to this one.

    Parameters
    ----------
    edges : integer ndarray of shape (n_edges, 2)
        Rows (source, target) of a DAG, nodes counted from 0.
    p : int
        Number of nodes.

    Returns
    -------
    ndarray of shape (n_edges,), bool
        True for a compelled edge, False for a reversible one.

    Examples
    --------
    >>> compelled_edges(np.array([[0, 2], [1, 2], [2, 3], [4, 5]]), 6).tolist()
    [True, True, True, False]
    """
    return label(edges, np.array([len(edges)]), p)


def complete(edges: npt.NDArray[Any], compelled: npt.NDArray[np.bool_]) -> npt.NDArray[Any]:
    """Return the edges of a CPDAG: those of a DAG, and the reverses of its reversible ones."""
    return np.concatenate((edges, edges[~compelled][:, ::-1]))


def settled_edges(
    edges: npt.NDArray[Any], told: npt.NDArray[np.bool_], p: int
) -> npt.NDArray[np.bool_]:
    """Tell the edges that have the same direction in every equivalent DAG with the told edges.

    The rules of Meek (1995), for as long as one applies; but for the third, which is about edges
    beside a v-structure and finds only compelled ones. Every direction that they find is that of
    the DAG, which has the told edges itself.

    Parameters
    ----------
    edges : integer ndarray of shape (n_edges, 2)
        Rows (source, target) of a DAG, nodes counted from 0.
    told : ndarray of shape (n_edges,), bool
        The compelled edges, and those whose direction is known from elsewhere.
    p : int
        Number of nodes.

    Returns
    -------
    ndarray of shape (n_edges,), bool

    Examples
    --------
    >>> chain = np.array([[0, 1], [1, 2]])  # if 1 -> 0 is out of the question, so is 2 -> 1
    >>> settled_edges(chain, np.array([True, False]), 3).tolist()
    [True, True]
    >>> settled_edges(chain, np.array([False, True]), 3).tolist()
    [False, True]
    """
    adjacent: list[set[int]] = [set() for _ in range(p)]
    parents: list[set[int]] = [set() for _ in range(p)]  # by settled edges
    for (source, target), known in zip(edges.tolist(), told.tolist(), strict=True):
        adjacent[source].add(target)
        adjacent[target].add(source)
        if known:
            parents[target].add(source)
    left = edges[~told].tolist()
    found = True
    while found:
        rest = []
        for a, b in left:
            if _is_settled(a, b, adjacent, parents):
                parents[b].add(a)
            else:
                rest.append((a, b))
        found, left = len(rest) < len(left), rest
    return np.array([source in parents[target] for source, target in edges.tolist()], dtype=bool)


def _is_settled(a: int, b: int, adjacent: list[set[int]], parents: list[set[int]]) -> bool:
    """Whether one of Meek's rules directs the line between a and b from a to b."""
    if not parents[a] <= adjacent[b]:  # 1: c -> a, and c is not adjacent to b
        return True
    for c in parents[b]:
        if a in parents[c]:  # 2: a -> c -> b
            return True
        # 4: a - d -> c -> b, where c is adjacent to a and d is not adjacent to b
        if c in adjacent[a] and any(
            d in adjacent[a]
            and d not in adjacent[b]
            and d not in parents[a]
            and a not in parents[d]
            for d in parents[c]
        ):
            return True
    return False


def consistent_extension(
    directed: npt.NDArray[np.bool_], undirected: npt.NDArray[np.bool_]
) -> npt.NDArray[np.bool_] | None:
    """Direct the undirected edges without a cycle and without a new v-structure.

    The algorithm of Dor and Tarsi (1992): find a node that can be a sink, direct its edges into
    it, take it out, go on with the rest. It finds an extension whenever there is one.

    Parameters
    ----------
    directed : ndarray of shape (p, p), bool
        ``directed[source, target]``.
    undirected : ndarray of shape (p, p), bool
        Symmetric; no pair of nodes is joined in both ways.

    Returns
    -------
    ndarray of shape (p, p), bool, or None
        A DAG with the directed edges, the skeleton and the v-structures of the input; None if
        there is none. Of several, sinks are taken from the last node down, so that edges point
        up the index where they are free to.

    Examples
    --------
    >>> none = np.zeros((3, 3), dtype=bool)
    >>> line = none.copy()
    >>> line[[0, 1, 1, 2], [1, 0, 2, 1]] = True
    >>> np.argwhere(consistent_extension(none, line)).tolist()
    [[0, 1], [1, 2]]
    """
    dag, arrows, lines = directed.copy(), directed.copy(), undirected.copy()
    adjacent = directed | directed.T | undirected
    left = list(range(len(directed)))
    while left:
        sink = next((x for x in reversed(left) if _can_be_sink(x, arrows, lines, adjacent)), None)
        if sink is None:
            return None
        dag[:, sink] |= lines[:, sink]
        for part in (arrows, lines, adjacent):
            part[sink] = part[:, sink] = False
        left.remove(sink)
    return dag


def _can_be_sink(
    x: int,
    arrows: npt.NDArray[np.bool_],
    lines: npt.NDArray[np.bool_],
    adjacent: npt.NDArray[np.bool_],
) -> bool:
    """Whether edges into x make no new v-structure: its neighbours know all that it knows."""
    if arrows[x].any():
        return False
    around = adjacent[x]
    neighbours = np.flatnonzero(lines[x])
    known = adjacent[neighbours]
    known[np.arange(len(neighbours)), neighbours] = True
    return not (around & ~known).any()


def acyclic_orientation(
    directed: npt.NDArray[np.bool_],
    undirected: npt.NDArray[np.bool_],
    first: npt.NDArray[np.bool_] | None = None,
) -> npt.NDArray[np.bool_]:
    """Direct every edge, keeping the directed ones that close no cycle.

    What to do when there is no :func:`consistent_extension`. Directed edges are kept in scan order
    (by target, then source) while they close no cycle; all others follow a topological order of
    the kept ones.

    Parameters
    ----------
    directed, undirected : ndarray of shape (p, p), bool
        As for :func:`consistent_extension`; a pair may be directed both ways.
    first : ndarray of shape (p, p), bool, optional
        A DAG on other pairs that is kept as it is.

    Returns
    -------
    ndarray of shape (p, p), bool
        A DAG with the skeleton of the input.

    Examples
    --------
    >>> ring = np.roll(np.eye(3, dtype=bool), 1, axis=1)  # 0 -> 1 -> 2 -> 0
    >>> np.argwhere(acyclic_orientation(ring, np.zeros_like(ring))).tolist()
    [[0, 1], [2, 0], [2, 1]]
    """
    p = len(directed)
    graph = ClosureGraph(p)
    if first is not None:
        for source, target in np.argwhere(first).tolist():
            graph.add(source, target)
    for target, source in np.argwhere(directed.T).tolist():
        if not graph.addition_is_cyclic(source, target):
            graph.add(source, target)
    kept = graph.rows("children")
    rest = (directed | directed.T | undirected) & ~(kept | kept.T)
    rank = np.empty(p, dtype=np.int64)
    rank[topological_order(np.argwhere(kept), p)] = np.arange(p)
    return np.asarray(kept | (rest & (rank[:, np.newaxis] < rank)))
