"""The maximum-weight spanning tree, and the best forest under constraints on directions."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .._dag.types import BoolArray, FloatArray

NEARLY_ONE = 1.0 - 1e-12  # the largest correlation whose weight is finite


def spanning_tree(weight: FloatArray, start: int) -> npt.NDArray[np.int64]:
    """Return the edges of the maximum spanning tree, away from start, (p - 1, 2).

    Pairs are given their ranks: that leaves no ties to the sort of csgraph, and no weight of 0,
    which it would take for no edge.

    Parameters
    ----------
    weight : ndarray of shape (p, p)
        Symmetric.
    start : int
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import breadth_first_order, minimum_spanning_tree

    p = len(weight)
    if p < 2:
        return np.empty((0, 2), dtype=np.int64)
    target, source = (k.astype(np.int32) for k in np.tril_indices(p, -1))  # by target, then source
    rank = np.empty(len(target))
    rank[np.argsort(-weight[target, source], kind="stable")] = np.arange(1, len(target) + 1)
    tree = minimum_spanning_tree(csr_array((rank, (target, source)), shape=(p, p)))
    reached, whence = breadth_first_order(tree, start, directed=False)
    return np.column_stack([whence[reached[1:]], reached[1:]]).astype(np.int64)


def best_branching(
    correlation: FloatArray, barred: BoolArray, required: BoolArray
) -> npt.NDArray[np.int64]:
    """Return the edges of the most likely forest in which each node has one parent at most.

    The algorithm of Edmonds (1967): every node takes its best parent; a cycle becomes one node,
    which enters at the place where leaving the cycle costs least; and so on until there is none.
    Of equally good parents the first is taken.

    Parameters
    ----------
    correlation : ndarray of shape (p, p)
        Absolute values; the weight of an edge is -log(1 - r^2) / 2.
    barred, required : ndarray of bool of shape (p, p)
        By [source, target]; the required edges form such a forest.

    Returns
    -------
    ndarray of shape (n_edges, 2)

    Examples
    --------
    >>> r = np.array([[1, 0.9, 0.5], [0.9, 1, 0.8], [0.5, 0.8, 1]])
    >>> no_parents = np.zeros((3, 3), dtype=bool)
    >>> no_parents[:, [0, 2]] = True  # of 0 and 2
    >>> best_branching(r, no_parents, np.zeros((3, 3), dtype=bool)).tolist()
    [[0, 1]]
    """
    p = len(correlation)
    if not p:
        return np.empty((0, 2), dtype=np.int64)
    r = np.round(np.minimum(correlation, NEARLY_ONE), 12)
    weight = -np.log1p(-(r**2)) / 2
    weight[required] += 1.0 + weight.sum()  # more than all others together
    weight[barred] = -np.inf
    np.fill_diagonal(weight, -np.inf)
    parent = _parents(weight)
    target = np.flatnonzero(parent >= 0)
    return np.column_stack((parent[target], target)).astype(np.int64)


class _Contraction:
    """Nodes of which cycles are made one, in place; each remembers what it was made of.

    A place is a row and column of the matrices; it belongs to one node, or to the last of those
    that were made of it. Time and memory p^2.
    """

    def __init__(self, weight: FloatArray) -> None:
        p = len(weight)
        self.into = np.ascontiguousarray(weight.T)  # [target, source] places
        self.target, self.source = np.indices((p, p))  # the edge between nodes that stands there
        self.made_of: list[list[int]] = [[] for _ in range(p)]  # by node
        self.part_of = [-1] * p
        self.entry: list[tuple[int, int] | None] = [None] * p  # the edge that a node takes
        self.gain = [0.0] * p
        self.node_at = list(range(p))

    def choose(self, place: int) -> int:
        """Let a place take its best edge; return where that comes from, -1 if none gains."""
        source, node = int(np.argmax(self.into[place])), self.node_at[place]
        gain = float(self.into[place, source])
        if gain <= 0:
            return -1
        self.gain[node] = gain
        self.entry[node] = int(self.source[place, source]), int(self.target[place, source])
        return source

    def contract(self, cycle: list[int]) -> int:
        """Make one of the places of a cycle; return it.

        What leads into it gains more than the edge of the cycle that it replaces, and the cheapest
        edge, which is left out if nothing does.
        """
        nodes = [self.node_at[place] for place in cycle]
        gains = np.array([self.gain[node] for node in nodes])
        whole, every = np.array(cycle), np.arange(len(self.into))
        entering = self.into[whole] - gains[:, np.newaxis] + gains.min()
        leaving = self.into[:, whole]
        at, whence = whole[np.argmax(entering, axis=0)], whole[np.argmax(leaving, axis=1)]
        row, column = entering.max(axis=0), leaving.max(axis=1)
        place = cycle[0]
        for edges in (self.source, self.target):
            in_row, in_column = edges[at, every], edges[every, whence]
            edges[place], edges[:, place] = in_row, in_column
        self.into[place], self.into[:, place] = row, column
        self.into[place, whole] = self.into[whole, place] = -np.inf
        self.into[whole[1:]] = self.into[:, whole[1:]] = -np.inf
        for node in nodes:
            self.part_of[node] = len(self.part_of)
        self.node_at[place] = len(self.made_of)
        self.made_of.append(nodes)
        self.part_of.append(-1)
        self.entry.append(None)
        self.gain.append(0.0)
        return place

    def parents(self, p: int) -> npt.NDArray[np.int64]:
        """Open all that was made one, and return each node's parent, -1 for none."""
        found = np.full(p, -1, dtype=np.int64)
        left = [(k, self.entry[k]) for k, whole in enumerate(self.part_of) if whole < 0]
        while left:
            node, edge = left.pop()
            members = self.made_of[node]
            if not members:
                found[node] = -1 if edge is None else edge[0]
                continue
            if edge is None:
                entered = min(members, key=lambda member: self.gain[member])
            else:
                entered = edge[1]
                while self.part_of[entered] != node:
                    entered = self.part_of[entered]
            left += [(k, edge if k == entered else self.entry[k]) for k in members]
        return found


def _parents(weight: FloatArray) -> npt.NDArray[np.int64]:
    """Return each node's parent in the best branching, -1 for none; edges must gain something."""
    p = len(weight)
    state = _Contraction(weight)
    waiting, done = set(range(p)), np.zeros(p, dtype=bool)
    for start in range(p):
        if start not in waiting:
            continue
        path = [start]
        waiting.discard(start)
        while True:
            source = state.choose(path[-1])
            if source < 0 or done[source]:
                break
            if source in waiting:
                path.append(source)
                waiting.discard(source)
            else:
                first = path.index(source)
                path = [*path[:first], state.contract(path[first:])]
        done[path] = True
    return state.parents(p)
