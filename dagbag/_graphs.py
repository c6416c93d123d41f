"""Directed graphs: order, cycles, compelled edges, d-connection; directions for what has none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ._closure import ClosureGraph


def _sort(edges: npt.NDArray[np.int64], p: int) -> tuple[list[int], list[int]]:
    """Kahn's algorithm: the nodes in order, and how many sources of each were never met."""
    targets: list[list[int]] = [[] for _ in range(p)]
    for source, target in edges.tolist():
        targets[source].append(target)
    waiting = np.bincount(edges[:, 1], minlength=p).tolist()
    order = [i for i in range(p) if waiting[i] == 0]
    for source in order:  # grows while it is read
        for target in targets[source]:
            waiting[target] -= 1
            if waiting[target] == 0:
                order.append(target)
    return order, waiting


def topological_order(edges: npt.NDArray[np.int64], p: int) -> list[int] | None:
    """Order the nodes so that every source comes before its targets; None if there is a cycle.

    Parameters
    ----------
    edges : ndarray of shape (n_edges, 2)
        Rows (source, target), nodes counted from 0.
    p : int
        Number of nodes.

    Returns
    -------
    list of int, or None

    Examples
    --------
    >>> topological_order(np.array([[2, 0], [0, 1]]), 3)
    [2, 0, 1]
    """
    order, _ = _sort(edges, p)
    return order if len(order) == p else None


def find_cycle(edges: npt.NDArray[np.int64], p: int) -> list[int] | None:
    """Return the nodes of one cycle, the first repeated at the end; None if there is none.

    Parameters
    ----------
    edges : ndarray of shape (n_edges, 2)
        Rows (source, target), nodes counted from 0.
    p : int
        Number of nodes.

    Returns
    -------
    list of int, or None

    Examples
    --------
    >>> find_cycle(np.array([[0, 1], [1, 2], [2, 1]]), 3)
    [1, 2, 1]
    """
    order, waiting = _sort(edges, p)
    if len(order) == p:
        return None
    # Every node left over has a source that is left over too: walk back until one repeats.
    source_of = {
        target: source for source, target in edges.tolist() if waiting[source] and waiting[target]
    }
    node = min(source_of)
    step: dict[int, int] = {}
    while node not in step:
        step[node] = len(step)
        node = source_of[node]
    cycle = list(reversed(list(step)[step[node] :]))
    first = cycle.index(min(cycle))
    return [*cycle[first:], *cycle[: first + 1]]


def strong_components(edges: npt.NDArray[Any], p: int) -> npt.NDArray[np.int32]:
    """Find the strongly connected component of each node.

    Parameters
    ----------
    edges : integer ndarray of shape (n_edges, 2)
        Rows (source, target), nodes counted from 0.
    p : int
        Number of nodes.

    Returns
    -------
    ndarray of shape (p,)
        Two nodes have the same number iff each reaches the other.

    Examples
    --------
    >>> a, b, c = strong_components(np.array([[0, 1], [1, 2], [2, 1]]), 3).tolist()
    >>> a == b, b == c
    (False, True)
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    # Old versions of csgraph take only 32-bit indices.
    source, target = edges.astype(np.int32).T
    graph = csr_array((np.ones(len(edges), dtype=np.int8), (source, target)), shape=(p, p))
    _, labels = connected_components(graph, connection="strong")
    return np.asarray(labels)


def compelled_edges(edges: npt.NDArray[Any], p: int) -> npt.NDArray[np.bool_]:
    """Tell the edges that have the same direction in every DAG equivalent to this one.

    The algorithm of Chickering (1995), which labels all edges into a node at once, from its last
    parent x in topological order: they are all compelled if a compelled parent of x does not
    point at the node, or if another parent of it does not point at x. Otherwise the compelled
    parents of x have compelled edges here, too, and all others are reversible.

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
    order = topological_order(edges, p)
    assert order is not None
    rank = [0] * p
    for k, node in enumerate(order):
        rank[node] = k
    parents: list[set[int]] = [set() for _ in range(p)]
    for source, target in edges.tolist():
        parents[target].add(source)
    compelled: list[set[int]] = [set() for _ in range(p)]  # parents by compelled edges
    for y in order:
        if not parents[y]:
            continue
        x = max(parents[y], key=rank.__getitem__)
        all_of_them = not (compelled[x] <= parents[y] and parents[y] - parents[x] == {x})
        compelled[y] = parents[y] if all_of_them else compelled[x]
    return np.array([source in compelled[target] for source, target in edges.tolist()], dtype=bool)


def d_connected(
    edges: npt.NDArray[Any], p: int, start: Iterable[int], given: Iterable[int]
) -> npt.NDArray[np.bool_]:
    """Find the nodes that some path from the start reaches without being blocked.

    Every node is passed at most twice, on paths that come from a child and from a parent of it
    (the reachability of Koller and Friedman, 2009, algorithm 3.1).

    Parameters
    ----------
    edges : integer ndarray of shape (n_edges, 2)
        Rows (source, target) of a DAG, nodes counted from 0.
    p : int
        Number of nodes.
    start, given : iterable of int
        Without a node in common; the second is the set that may block.

    Returns
    -------
    ndarray of shape (p,), bool
        The start included, the given nodes not.

    Examples
    --------
    >>> collider = np.array([[0, 2], [1, 2], [2, 3]])
    >>> np.flatnonzero(d_connected(collider, 4, [0], [])).tolist()
    [0, 2, 3]
    >>> np.flatnonzero(d_connected(collider, 4, [0], [3])).tolist()
    [0, 1, 2]
    """
    parents: list[list[int]] = [[] for _ in range(p)]
    children: list[list[int]] = [[] for _ in range(p)]
    for source, target in edges.tolist():
        parents[target].append(source)
        children[source].append(target)
    blocking = [False] * p
    for node in given:
        blocking[node] = True
    opened = blocking.copy()  # a node that is given, or has a descendant that is
    todo = [node for node in range(p) if blocking[node]]
    for node in todo:  # grows while it is read
        for parent in parents[node]:
            if not opened[parent]:
                opened[parent] = True
                todo.append(parent)
    from_child, from_parent = [False] * p, [False] * p
    paths = [(node, True) for node in start]
    while paths:
        node, upward = paths.pop()
        seen = from_child if upward else from_parent
        if seen[node]:
            continue
        seen[node] = True
        if not blocking[node]:
            paths += [(child, False) for child in children[node]]
        if opened[node] if not upward else not blocking[node]:
            paths += [(parent, True) for parent in parents[node]]
    reached = np.array(from_child) | np.array(from_parent)
    return np.asarray(reached & ~np.array(blocking))


def cycle_text(cycle: list[int], names: Sequence[object]) -> str:
    """Write a cycle for messages, a long one in part."""
    shown = [repr(names[node]) for node in cycle]
    if len(shown) > 12:
        shown = [*shown[:11], "...", shown[-1]]
    return " -> ".join(shown)


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
    directed: npt.NDArray[np.bool_], undirected: npt.NDArray[np.bool_]
) -> npt.NDArray[np.bool_]:
    """Direct every edge, keeping the directed ones that close no cycle.

    What to do when there is no :func:`consistent_extension`. Directed edges are kept in scan order
    (by target, then source) while they close no cycle; all others follow a topological order of
    the kept ones.

    Parameters
    ----------
    directed, undirected : ndarray of shape (p, p), bool
        As for :func:`consistent_extension`; a pair may be directed both ways.

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
    for target, source in np.argwhere(directed.T).tolist():
        if not graph.addition_is_cyclic(source, target):
            graph.add(source, target)
    kept = graph.rows("children")
    rest = (directed | directed.T | undirected) & ~(kept | kept.T)
    rank = np.empty(p, dtype=np.int64)
    rank[topological_order(np.argwhere(kept), p)] = np.arange(p)
    return np.asarray(kept | (rest & (rank[:, np.newaxis] < rank)))
