"""Correct and total edges, v-structures and moral edges of a DAG, kept up to date move by move."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .structures import Structures

ADD, DELETE, REVERSE = 1, 2, 3
COLUMNS = ("correct_E", "total_E", "correct_V", "total_V", "correct_M", "total_M")


class RunningCounts:
    """A DAG under operations, and what it has found of the true one.

    An edge i -> j makes a v-structure with each parent of j that is not adjacent to i, and undoes
    those of i and j themselves: an operation costs the parents of j and the children that i and j
    share, whatever the size of the graph.

    Parameters
    ----------
    truth : Structures
        Of the true graph, nodes by position.
    """

    def __init__(self, truth: Structures) -> None:
        p = truth.p
        self._p = p
        self._true_edges = frozenset(truth.skeleton_codes.tolist())
        self._true_v = frozenset(truth.v_codes.tolist())
        self._true_moral = frozenset(truth.moral_codes.tolist())
        self._parents: list[set[int]] = [set() for _ in range(p)]
        self._children: list[set[int]] = [set() for _ in range(p)]
        self._married: dict[int, int] = {}  # v-structures over a pair of parents, if any
        self.counts = [0] * len(COLUMNS)

    def has(self, source: int, target: int) -> bool:
        """Whether an edge is in the graph."""
        return source in self._parents[target]

    def add(self, source: int, target: int) -> None:
        """Add an edge between nodes that are not adjacent."""
        for child in self._children[source] & self._children[target]:
            self._count_v(source, target, child, -1)
        self._count_edge(source, target, 1)
        for parent in self._unmarried(source, target):
            self._count_v(source, parent, target, 1)
        self._parents[target].add(source)
        self._children[source].add(target)

    def delete(self, source: int, target: int) -> None:
        """Delete an edge: the same backwards."""
        self._parents[target].remove(source)
        self._children[source].remove(target)
        for parent in self._unmarried(source, target):
            self._count_v(source, parent, target, -1)
        self._count_edge(source, target, -1)
        for child in self._children[source] & self._children[target]:
            self._count_v(source, target, child, 1)

    def apply(self, source: int, target: int, operation: int) -> None:
        """Add, delete or reverse an edge."""
        if operation != ADD:
            self.delete(source, target)
        if operation == ADD:
            self.add(source, target)
        elif operation == REVERSE:
            self.add(target, source)

    def _unmarried(self, source: int, target: int) -> set[int]:
        """Return the parents of the target that are not adjacent to the source."""
        return self._parents[target] - self._parents[source] - self._children[source]

    def _code(self, first: int, second: int) -> int:
        return first * self._p + second if first < second else second * self._p + first

    def _count_edge(self, source: int, target: int, sign: int) -> None:
        pair = self._code(source, target)
        self.counts[0] += sign * (pair in self._true_edges)
        self.counts[1] += sign
        self._count_moral(pair, sign)

    def _count_v(self, first: int, second: int, child: int, sign: int) -> None:
        pair = self._code(first, second)
        self.counts[2] += sign * (pair * self._p + child in self._true_v)
        self.counts[3] += sign
        before = self._married.get(pair, 0)
        self._married[pair] = before + sign
        if before == 0 or before + sign == 0:  # the first such v-structure, or the last
            self._count_moral(pair, sign)

    def _count_moral(self, pair: int, sign: int) -> None:
        self.counts[4] += sign * (pair in self._true_moral)
        self.counts[5] += sign


def counts_along(
    moves: npt.NDArray[np.int32], end: npt.NDArray[np.int32], truth: Structures
) -> npt.NDArray[np.int64]:
    """Count after every move of a path that ends in a given DAG.

    Parameters
    ----------
    moves : ndarray of shape (k, 3)
        Rows of source, target and operation (1 add, 2 delete, 3 reverse).
    end : ndarray of shape (n_edges, 2)
        Edges of the last graph; the first is what the moves undone make of it.
    truth : Structures
        With the same nodes.

    Returns
    -------
    ndarray of shape (k + 1, 6)
        A row for the first graph and one after every move; columns as in `COLUMNS`.
    """
    graph = RunningCounts(truth)
    for source, target in _undone(moves, end):
        graph.add(source, target)
    rows = [graph.counts.copy()]
    for source, target, operation in moves.tolist():
        graph.apply(source, target, operation)
        rows.append(graph.counts.copy())
    return np.array(rows, dtype=np.int64)


def _undone(moves: npt.NDArray[Any], end: npt.NDArray[Any]) -> list[tuple[int, int]]:
    """Return the edges of the graph that a path began with, sorted."""
    edges = {(source, target) for source, target in end.tolist()}
    for source, target, operation in reversed(moves.tolist()):
        before = (source, target)
        after = before if operation == ADD else (target, source)
        if operation != DELETE:
            if after not in edges:
                raise ValueError(
                    f"result must have moves that lead to its graph, got {after} added in vain"
                )
            edges.remove(after)
        if operation != ADD:
            edges.add(before)
    return sorted(edges)
