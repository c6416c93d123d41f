"""How often edges are compelled, and pairs undirected, in the CPDAGs of an ensemble.

What the DAGs of an ensemble say at the level of what data can tell: a direction counts only where
every DAG that is equivalent to the replicate's own has it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .._kernels.classes import compelled
from .counts import Counts, EdgeCounts, count_edges


class Parts(NamedTuple):
    """Into what the DAGs that connect two nodes fall; the sum is the strength of the pair."""

    compelled: Counts  # source -> target in every equivalent DAG
    reverse_compelled: Counts  # target -> source in every equivalent DAG
    undirected: Counts  # either direction


@dataclass(frozen=True, eq=False)
class ClassCounts:
    """How often each edge was compelled, and reversible, in the DAGs of an ensemble."""

    compelled: EdgeCounts
    reversible: EdgeCounts  # by the direction that the DAGs happen to have

    def parts(self, source: npt.NDArray[Any], target: npt.NDArray[Any]) -> Parts:
        """Return the counts of any edges."""
        return Parts(
            self.compelled.of(source, target),
            self.compelled.of(target, source),
            self.reversible.of(source, target) + self.reversible.of(target, source),
        )


class EnsembleClasses:
    """The equivalence classes of the DAGs of an ensemble, counted when first asked for."""

    def __init__(
        self,
        edges: npt.NDArray[Any],
        n_edges: npt.NDArray[np.int64],
        p: int,
        which: npt.NDArray[Any] | None = None,
    ) -> None:
        """Keep the graphs.

        Parameters
        ----------
        edges : integer ndarray of shape (total, 2)
            Rows (source, target) of all DAGs, each edge once per DAG.
        n_edges : ndarray of shape (n_boot,)
            Number of edges of each DAG.
        p : int
            Number of nodes.
        which : integer ndarray of shape (total,), optional
            The DAG of each edge, if they do not stand one DAG after the other.
        """
        self._edges = edges.astype(np.int32, copy=False)
        self._n_edges = n_edges
        self._p = p
        self._which = which

    @cached_property
    def counts(self) -> ClassCounts:
        """How often each edge is compelled and reversible.

        Examples
        --------
        >>> collider_and_chain = np.array([[0, 1], [2, 1], [0, 1], [1, 2]])
        >>> counts = EnsembleClasses(collider_and_chain, np.array([2, 2]), p=3).counts
        >>> [count.tolist() for count in counts.parts(np.array([0, 1]), np.array([1, 2]))]
        [[1, 0], [0, 1], [1, 1]]
        """
        edges = self._edges
        if self._which is not None:
            edges = edges[np.argsort(self._which, kind="stable")]
        label = compelled(edges, np.cumsum(self._n_edges, dtype=np.int64), self._p)
        n_boot = len(self._n_edges)
        return ClassCounts(
            count_edges(edges[label], self._p, n_boot), count_edges(edges[~label], self._p, n_boot)
        )
