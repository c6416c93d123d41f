"""Independences that a DAG tells: d-connection."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt


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
