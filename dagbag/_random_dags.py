"""Random directed acyclic graphs: with given numbers of edges, v-structures and moral edges."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

MOVES_PER_EDGE = 2_000
"""How many exchanges of edges are tried, per edge, before numbers count as out of reach."""

TEMPERATURE = 0.4
"""Size of a step away from the numbers asked for that is taken with probability 1/e."""


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
    counter = _Counter(p)
    for i, j in edges:
        counter.add(i, j)

    def distance() -> int:
        return sum(
            abs(found - asked)
            for found, asked in (
                (counter.v_structures, v_structures),
                (counter.moral_edges, moral_edges),
            )
            if asked is not None
        )

    best, best_edges = (distance(), counter.v_structures, counter.moral_edges), list(edges)
    now = best[0]
    full = len(edges) in (0, p * (p - 1) // 2)  # nothing to exchange
    for k, anywhere, near, u in _moves(rng, p, 0 if full else len(edges)):
        if now == 0:
            break
        old = edges[k]
        new = i, j = anywhere if near is None else counter.pair_near(edges, near)
        if i >= j or i in counter.parents[j]:
            continue
        counter.remove(*old)
        counter.add(i, j)
        then = distance()
        if then <= now or u < math.exp((now - then) / TEMPERATURE):
            edges[k], now = new, then
            if now < best[0]:
                best = now, counter.v_structures, counter.moral_edges
                best_edges = list(edges)
        else:
            counter.remove(i, j)
            counter.add(*old)
    return np.array(best_edges, dtype=np.int64).reshape(-1, 2), best[1], best[2]


def _moves(
    rng: np.random.Generator, p: int, n_edges: int
) -> Iterator[tuple[int, tuple[int, int], tuple[int, float, float] | None, float]]:
    """Yield, drawn in blocks, an edge to leave out, a pair to put in, and a uniform.

    Every other pair is to be found near a random edge, by two uniforms: pairs of nodes with several
    common children, which make v-structures but no moral edges, hardly come about otherwise.
    """
    block = 4096
    for _ in range(-(-MOVES_PER_EDGE * n_edges // block)):
        which = rng.integers(0, n_edges, (2, block)).tolist()
        pairs = _unrank_pairs(rng.integers(0, p * (p - 1) // 2, block)).tolist()
        uniforms = rng.random((3, block)).tolist()
        for t, (k, at, (i, j), u, v, w) in enumerate(zip(*which, pairs, *uniforms, strict=True)):
            yield k, (i, j), (at, u, v) if t % 2 else None, w


class _Counter:
    """Numbers of v-structures and moral edges of a DAG under additions and deletions.

    A pair of nodes that is not adjacent makes a v-structure with each common child, and is married
    if it has one.
    """

    def __init__(self, p: int) -> None:
        self.parents: list[list[int]] = [[] for _ in range(p)]
        self.children: list[list[int]] = [[] for _ in range(p)]
        self.v_structures = 0
        self.moral_edges = 0
        self._common_children: dict[tuple[int, int], int] = {}

    def add(self, source: int, target: int) -> None:
        self._join(source, target, 1)
        for other in self.parents[target]:
            self._count(source, other, 1)
        self.parents[target].append(source)
        self.children[source].append(target)

    def remove(self, source: int, target: int) -> None:
        self.parents[target].remove(source)
        self.children[source].remove(target)
        for other in self.parents[target]:
            self._count(source, other, -1)
        self._join(source, target, -1)

    def pair_near(
        self, edges: list[tuple[int, int]], near: tuple[int, float, float]
    ) -> tuple[int, int]:
        """Return the source of an edge with another child of another parent of its target.

        (0, 0), which is no edge, if there is none.
        """
        at, u, v = near
        source, target = edges[at]
        other = self.parents[target][int(u * len(self.parents[target]))]
        child = self.children[other][int(v * len(self.children[other]))]
        return (source, child) if other != source else (0, 0)

    def _join(self, source: int, target: int, sign: int) -> None:
        """Make two nodes adjacent, or no longer so: their common children no longer count."""
        common = self._common_children.get(_key(source, target), 0)
        self.v_structures -= sign * common
        self.moral_edges += sign * (1 - (common > 0))

    def _count(self, first: int, second: int, sign: int) -> None:
        """Give two nodes a common child, or take one."""
        key = _key(first, second)
        before = self._common_children.get(key, 0)
        self._common_children[key] = before + sign
        if second not in self.parents[first] and first not in self.parents[second]:
            self.v_structures += sign
            self.moral_edges += (before + sign > 0) - (before > 0)


def _key(first: int, second: int) -> tuple[int, int]:
    return (first, second) if first < second else (second, first)


def _unrank_pairs(ranks: NDArray[np.int64]) -> NDArray[np.int64]:
    """Pair (i, j), i < j, of each rank in the list (0, 1), (0, 2), (1, 2), (0, 3), ..."""
    j = ((1 + np.sqrt(1 + 8 * ranks.astype(np.float64))) / 2).astype(np.int64)
    # The square root may round across an integer.
    j -= j * (j - 1) // 2 > ranks
    j += j * (j + 1) // 2 <= ranks
    return np.column_stack((ranks - j * (j - 1) // 2, j))
