"""Order, cycles and strong components of directed graphs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt


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


def cycle_text(cycle: list[int], names: Sequence[object]) -> str:
    """Write a cycle for messages, a long one in part."""
    shown = [repr(names[node]) for node in cycle]
    if len(shown) > 12:
        shown = [*shown[:11], "...", shown[-1]]
    return " -> ".join(shown)
