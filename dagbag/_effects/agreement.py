"""How far DAGs of the same nodes agree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from .._dag.cpdag import compelled_edges, complete
from .._dag.edges import edge_keys, keyed_edges
from .._dag.structures import distinct, pair_codes
from .._dag.types import FloatArray, IntArray

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Agreement:
    """DAGs, and what they have in common."""

    dags: tuple[IntArray, ...]  # (n_edges, 2) each, by target, then source
    p: int

    @cached_property
    def _keys(self) -> list[Ints]:
        return [np.sort(edge_keys(edges, self.p)) for edges in self.dags]

    @cached_property
    def _class_keys(self) -> list[Ints]:
        """Of the CPDAGs, undirected edges in both directions."""
        both = (complete(edges, compelled_edges(edges, self.p)) for edges in self.dags)
        return [np.sort(edge_keys(edges, self.p)) for edges in both]

    @cached_property
    def shd(self) -> Ints:
        """Structural Hamming distances, (n, n): a reversed edge counts 2."""
        return _pairwise(self._keys, len)

    @cached_property
    def shd_cpdag(self) -> Ints:
        """Pairs of nodes that two CPDAGs join differently, (n, n)."""

        def pairs(differing: Ints) -> int:
            return len(distinct(np.sort(pair_codes(keyed_edges(differing, self.p), self.p))))

        return _pairwise(self._class_keys, pairs)

    @cached_property
    def _arrows(self) -> tuple[Ints, Ints]:
        return _counted(self._keys)

    @cached_property
    def _pairs(self) -> tuple[Ints, Ints]:
        return _counted([pair_codes(edges, self.p) for edges in self.dags])

    @property
    def common_arrows(self) -> float:
        """Part of the arrows of any DAG that all have; 1 if there are none."""
        return _part(self._arrows[1], len(self.dags))

    @property
    def common_pairs(self) -> float:
        """Part of the pairs of nodes that any DAG joins and all do; 1 if there are none."""
        return _part(self._pairs[1], len(self.dags))

    def edges(self) -> tuple[IntArray, FloatArray, FloatArray]:
        """Return all arrows, the part of the DAGs that have each, and that join the pair."""
        keys, counts = self._arrows
        arrows = keyed_edges(keys, self.p)
        codes, joined = self._pairs
        either = joined[np.searchsorted(codes, pair_codes(arrows, self.p))]
        return arrows, counts / len(self.dags), either / len(self.dags)


def _pairwise(sets: Sequence[Ints], measure: Callable[[Ints], int]) -> Ints:
    """Measure what is in one of two sets but not in both."""
    found = np.zeros((len(sets), len(sets)), dtype=np.int64)
    for i, first in enumerate(sets):
        for j in range(i):
            differing = np.setxor1d(first, sets[j], assume_unique=True)
            found[i, j] = found[j, i] = measure(differing)
    return found


def _counted(sets: Sequence[Ints]) -> tuple[Ints, Ints]:
    """Return the distinct numbers of all sets, ascending, and how many sets have each."""
    keys, counts = np.unique(np.concatenate(sets), return_counts=True)
    return keys, counts.astype(np.int64)


def _part(counts: Ints, n: int) -> float:
    return float((counts == n).mean()) if len(counts) else 1.0
