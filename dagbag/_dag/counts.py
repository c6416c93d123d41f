"""How often each edge is in an ensemble, and its generalized selection frequency."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from .edges import edge_keys, keys_of
from .types import FloatArray

Edges = npt.NDArray[np.int32]  # (k, 2), rows of source, target
AT_ONCE = 2**22  # edges whose keys are in memory beside them
Counts = npt.NDArray[Any]  # int64, or float64 if they are frequencies


@dataclass(frozen=True, eq=False)
class EdgeCounts:
    """How often each directed edge was selected by the DAGs of an ensemble.

    Frequencies without their number of DAGs are counts with ``n_boot = 1``.
    """

    p: int
    n_boot: int
    source: npt.NDArray[np.int32]  # (m,) the distinct edges, ordered by target, then source
    target: npt.NDArray[np.int32]  # (m,)
    count: Counts  # (m,), above 0

    @cached_property
    def reverse(self) -> Counts:
        """Count of the reversed edge of each edge."""
        return self.of(self.target, self.source)

    @cached_property
    def constant(self) -> float:
        """The constant C of the aggregation score: the mean number of edges."""
        return math.fsum(self.count.tolist()) / self.n_boot

    def of(self, source: npt.NDArray[Any], target: npt.NDArray[Any]) -> Counts:
        """Return the counts of any edges; 0 for those never selected."""
        keys = keys_of(self.source, self.target, self.p)
        wanted = keys_of(source, target, self.p)
        # p = 2639 and a million edges: 24 ms by a table, 170 ms by bisection.
        if self.p**2 <= 64 * len(wanted):
            table = np.zeros(self.p**2, dtype=self.count.dtype)
            table[keys] = self.count
            return table[wanted]
        at = np.minimum(np.searchsorted(keys, wanted), max(len(keys) - 1, 0))
        if not len(keys):
            return np.zeros(len(wanted), dtype=self.count.dtype)
        return np.where(keys[at] == wanted, self.count[at], np.zeros((), dtype=self.count.dtype))

    def gsf(self, edges: Edges, alpha: float) -> FloatArray:
        """Return the generalized selection frequencies of any edges."""
        source, target = edges.T
        return self.generalized(self.of(source, target), self.of(target, source), alpha)

    def generalized(self, count: Counts, reverse: Counts, alpha: float) -> FloatArray:
        """Return gsf = sf + (1 - alpha / 2) * sf of the reverse, rounded in R's order."""
        with np.errstate(over="ignore"):  # a huge alpha: -inf is right
            return np.asarray(count / self.n_boot + ((1 - alpha / 2) * reverse) / self.n_boot)


def count_edges(edges: npt.NDArray[Any], p: int, n_boot: int) -> EdgeCounts:
    """Count the edges of an ensemble.

    Parameters
    ----------
    edges : integer ndarray of shape (total, 2)
        Rows (source, target) of all DAGs, one below the other, each edge once per DAG.
    p : int
        Number of nodes.
    n_boot : int
        Number of DAGs.

    Returns
    -------
    EdgeCounts

    Examples
    --------
    >>> counts = count_edges(np.array([[0, 1], [2, 1], [0, 1]]), p=3, n_boot=2)
    >>> counts.source, counts.target, counts.count
    (array([0, 2], dtype=int32), array([1, 1], dtype=int32), array([2, 1]))
    """
    # A million edges of p = 2639: 25 ms by sorting, 65 ms by a table of p * p.
    table = np.zeros(p**2, dtype=np.int64) if p**2 <= 4 * len(edges) else None
    distinct, count = np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    for first in range(0, len(edges), AT_ONCE):
        keys = edge_keys(edges[first : first + AT_ONCE], p)
        if table is not None:
            table += np.bincount(keys, minlength=p**2)
            continue
        if p**2 < 2**31:
            keys = keys.astype(np.int32)  # sorts in half the time
        distinct, count = _joined(distinct, count, *np.unique(keys, return_counts=True))
    if table is not None:
        distinct = np.flatnonzero(table)
        count = table[distinct]
    return EdgeCounts(
        p=p,
        n_boot=n_boot,
        source=(distinct % p).astype(np.int32),
        target=(distinct // p).astype(np.int32),
        count=count.astype(np.int64, copy=False),
    )


def _joined(
    keys: npt.NDArray[Any],
    counts: npt.NDArray[Any],
    more_keys: npt.NDArray[Any],
    more_counts: npt.NDArray[Any],
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Add counts of sorted keys to those of others."""
    if not len(keys):
        return more_keys, more_counts
    both, at = np.unique(np.concatenate([keys, more_keys]), return_inverse=True)
    total = np.bincount(at, np.concatenate([counts, more_counts]), len(both))
    return both, total.astype(np.int64)


def count_frequencies(
    frequency: FloatArray, edges: Edges, p: int, n_boot: int | None
) -> EdgeCounts:
    """Make counts of the frequencies of distinct edges, whole ones if `n_boot` is known."""
    order = np.argsort(edge_keys(edges, p))
    source, target = np.ascontiguousarray(edges[order].T, dtype=np.int32)
    values = frequency[order]
    if n_boot is None:
        return EdgeCounts(p, 1, source, target, values)
    count = np.rint(values * n_boot).astype(np.int64)
    kept = count > 0
    return EdgeCounts(p, n_boot, source[kept], target[kept], count[kept])


def score_of(counts: EdgeCounts, edges: Edges, alpha: float) -> float:
    """Return the aggregation score of a DAG: its mean distance to the ensemble."""
    return math.fsum((1 - 2 * counts.gsf(edges, alpha)).tolist()) + counts.constant
