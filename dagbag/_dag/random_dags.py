"""Random directed acyclic graphs: with given numbers of edges, v-structures and moral edges."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from .running_counts import COLUMNS, RunningCounts
from .structures import Structures

MOVES_PER_EDGE = 2_000
"""How many exchanges of edges are tried, per edge, before numbers count as out of reach."""

TEMPERATURE = 0.4
"""Size of a step away from the numbers asked for that is taken with probability 1/e.

After a tenth of the moves it goes down to 0: few graphs have numbers far from the usual ones.
"""


def draw_pairs(rng: np.random.Generator, p: int, n_edges: int) -> NDArray[np.int64]:
    """Draw distinct pairs (i, j), 0 <= i < j < p, all equally likely, (n_edges, 2)."""
    n_pairs = p * (p - 1) // 2
    # choice() refuses an empty population even when nothing is drawn from it.
    ranks = rng.choice(max(n_pairs, 1), size=n_edges, replace=False, shuffle=False)
    return _unrank_pairs(ranks)


def draw_tree(rng: np.random.Generator, p: int) -> NDArray[np.int64]:
    """Draw a parent j < i for every i = 1..p-1, all equally likely, (p - 1, 2)."""
    children = np.arange(1, p)
    return np.column_stack((rng.integers(0, children), children))


def exchange_edges(
    rng: np.random.Generator,
    pairs: NDArray[np.int64],
    p: int,
    v_structures: int | None,
    moral_edges: int | None,
) -> tuple[NDArray[np.int64], int, int]:
    """Exchange random edges for others until the graph has the numbers asked for.

    Parameters
    ----------
    rng : Generator
    pairs : ndarray of shape (n_edges, 2)
        The edges to begin with, (i, j) with i < j; exchanges keep it so, and the graph acyclic.
    p : int
        Number of nodes.
    v_structures, moral_edges : int or None
        Numbers asked for; None for any.

    Returns
    -------
    pairs : ndarray of shape (n_edges, 2)
    v_structures, moral_edges : int
        What the graph has: not what was asked for if that was out of reach.
    """
    edges = [(i, j) for i, j in pairs.tolist()]
    graph = _Graph(p)
    for i, j in edges:
        graph.add(i, j)

    def distance() -> int:
        return sum(
            abs(found - asked)
            for found, asked in (
                (graph.v_structures, v_structures),
                (graph.moral_edges, moral_edges),
            )
            if asked is not None
        )

    best, best_edges = (distance(), graph.v_structures, graph.moral_edges), list(edges)
    now = best[0]
    full = len(edges) in (0, p * (p - 1) // 2)  # nothing to exchange
    n_moves = 0 if full else MOVES_PER_EDGE * len(edges)
    for step, (k, anywhere, near, u) in enumerate(_moves(rng, p, len(edges), n_moves)):
        if now == 0:
            break
        old = edges[k]
        new = i, j = anywhere if near is None else graph.pair_near(edges, near)
        if i >= j or graph.has(i, j):
            continue
        graph.remove(*old)
        graph.add(i, j)
        then = distance()
        temperature = TEMPERATURE * min(1.0, (1 - step / n_moves) / 0.9)
        if then <= now or u < math.exp((now - then) / max(temperature, 1e-3)):
            edges[k], now = new, then
            if now < best[0]:
                best = now, graph.v_structures, graph.moral_edges
                best_edges = list(edges)
        else:
            graph.remove(i, j)
            graph.add(*old)
    return np.array(best_edges, dtype=np.int64).reshape(-1, 2), best[1], best[2]


def _moves(
    rng: np.random.Generator, p: int, n_edges: int, n_moves: int
) -> Iterator[tuple[int, tuple[int, int], tuple[int, float, float] | None, float]]:
    """Yield, drawn in blocks, an edge to leave out, a pair to put in, and a uniform.

    Every other pair is to be found near a random edge, by two uniforms: pairs of nodes with several
    common children, which make v-structures but no moral edges, hardly come about otherwise.
    """
    block = 4096
    for _ in range(-(-n_moves // block)):
        which = rng.integers(0, n_edges, (2, block)).tolist()
        pairs = _unrank_pairs(rng.integers(0, p * (p - 1) // 2, block)).tolist()
        uniforms = rng.random((3, block)).tolist()
        for t, (k, at, (i, j), u, v, w) in enumerate(zip(*which, pairs, *uniforms, strict=True)):
            yield k, (i, j), (at, u, v) if t % 2 else None, w


class _Graph:
    """A DAG under additions and deletions: its numbers, and neighbors in the order they came."""

    def __init__(self, p: int) -> None:
        nothing = Structures(np.empty((0, 2), dtype=np.int64), tuple(range(p)))
        self._running = RunningCounts(nothing)
        self._parents: list[list[int]] = [[] for _ in range(p)]
        self._children: list[list[int]] = [[] for _ in range(p)]

    @property
    def v_structures(self) -> int:
        return self._running.counts[COLUMNS.index("total_V")]

    @property
    def moral_edges(self) -> int:
        return self._running.counts[COLUMNS.index("total_M")]

    def has(self, source: int, target: int) -> bool:
        return self._running.has(source, target)

    def add(self, source: int, target: int) -> None:
        self._running.add(source, target)
        self._parents[target].append(source)
        self._children[source].append(target)

    def remove(self, source: int, target: int) -> None:
        self._running.delete(source, target)
        self._parents[target].remove(source)
        self._children[source].remove(target)

    def pair_near(
        self, edges: list[tuple[int, int]], near: tuple[int, float, float]
    ) -> tuple[int, int]:
        """Return the source of an edge with another child of another parent of its target.

        (0, 0), which is no edge, if there is none.
        """
        at, u, v = near
        source, target = edges[at]
        other = self._parents[target][int(u * len(self._parents[target]))]
        child = self._children[other][int(v * len(self._children[other]))]
        return (source, child) if other != source else (0, 0)


def _unrank_pairs(ranks: NDArray[np.int64]) -> NDArray[np.int64]:
    """Pair (i, j), i < j, of each rank in the list (0, 1), (0, 2), (1, 2), (0, 3), ..."""
    j = ((1 + np.sqrt(1 + 8 * ranks.astype(np.float64))) / 2).astype(np.int64)
    # The square root may round across an integer.
    j -= j * (j - 1) // 2 > ranks
    j += j * (j + 1) // 2 <= ranks
    return np.column_stack((ranks - j * (j - 1) // 2, j))
