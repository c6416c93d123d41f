"""Aggregation of an ensemble of DAGs: selection frequencies, one greedy pass, the edge table.

Section "Structural Hamming distances and aggregation scores" of the paper. Everything starts from
how often each directed edge was selected; the graphs themselves are not needed again.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from ._frames import make_frame
from ._greedy import add_in_order
from ._validation import BoolArray, FloatArray, Node

Edges = npt.NDArray[np.int32]  # (k, 2), rows of source, target
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
        keys = _keys(self.source, self.target, self.p)
        wanted = _keys(source, target, self.p)
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


def _keys(
    source: npt.NDArray[Any], target: npt.NDArray[Any], p: int
) -> npt.NDArray[np.int64]:
    """Give edges numbers that ascend by target, then source."""
    return np.asarray(target.astype(np.int64) * p + source)


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
    keys = _keys(edges[:, 0], edges[:, 1], p)
    if p**2 < 2**31:
        keys = keys.astype(np.int32)  # sorts in half the time
    # A million edges of p = 2639: 25 ms by sorting, 65 ms by a table of p * p.
    if p**2 <= 4 * len(keys):
        table = np.bincount(keys, minlength=p**2)
        distinct = np.flatnonzero(table)
        count = table[distinct]
    else:
        distinct, count = np.unique(keys, return_counts=True)
    return EdgeCounts(
        p=p,
        n_boot=n_boot,
        source=(distinct % p).astype(np.int32),
        target=(distinct // p).astype(np.int32),
        count=count.astype(np.int64, copy=False),
    )


def count_frequencies(
    frequency: FloatArray, edges: Edges, p: int, n_boot: int | None
) -> EdgeCounts:
    """Make counts of the frequencies of distinct edges, whole ones if `n_boot` is known."""
    order = np.argsort(_keys(edges[:, 0], edges[:, 1], p))
    source, target = np.ascontiguousarray(edges[order].T, dtype=np.int32)
    values = frequency[order]
    if n_boot is None:
        return EdgeCounts(p, 1, source, target, values)
    count = np.rint(values * n_boot).astype(np.int64)
    kept = count > 0
    return EdgeCounts(p, n_boot, source[kept], target[kept], count[kept])


# The greedy pass


def cutoff_of(threshold: float) -> float:
    """Return what a generalized selection frequency must exceed: 1/2 for R's default."""
    return (1 - threshold) / 2


@dataclass(frozen=True)
class Bound:
    """What a generalized selection frequency must exceed, as R states it or as it is."""

    cutoff: float
    threshold: float
    only_seen: bool  # R also selects edges of which some DAG has the reverse, or none has either

    @classmethod
    def of_threshold(cls, threshold: float) -> Bound:
        """Return R's bound, rounded as R rounds it."""
        return cls(cutoff_of(threshold), threshold, only_seen=False)

    @classmethod
    def of_cutoff(cls, cutoff: float) -> Bound:
        """Return a bound that is compared as it is."""
        return cls(cutoff, 1 - 2 * cutoff, only_seen=True)


@dataclass(frozen=True)
class Ranking:
    """Candidates in the order in which they are looked at."""

    edges: Edges  # (m, 2), gsf descending, ties by target, then source
    gsf: FloatArray  # (m,)

    def above(self, cutoff: float) -> int:
        """Return how many candidates exceed a cutoff."""
        return int(np.searchsorted(-self.gsf, -cutoff, side="left"))


def rank(
    counts: EdgeCounts, alpha: float, cutoff: float, *, only_seen: bool = False
) -> Ranking:
    """Order the edges whose gsf exceeds the cutoff, perhaps only those that some DAG has."""
    if only_seen:
        source, target = counts.source, counts.target
        gsf = counts.generalized(counts.count, counts.reverse, alpha)
    elif cutoff >= 0:
        source, target, gsf = _seen(counts, alpha)
    else:  # edges that nobody selected have gsf 0: all pairs are candidates
        source, target, gsf = _all_pairs(counts, alpha)
    kept = np.flatnonzero(gsf > cutoff)
    source, target, gsf = source[kept], target[kept], gsf[kept]
    order = np.lexsort((source, target, -gsf))
    edges = np.column_stack((source[order], target[order])).astype(np.int32)
    return Ranking(edges, gsf[order])


_Triple = tuple[npt.NDArray[Any], npt.NDArray[Any], FloatArray]


def _seen(counts: EdgeCounts, alpha: float) -> _Triple:
    """Both directions of every pair that was selected in at least one."""
    one_way = np.flatnonzero(counts.reverse == 0)
    source = np.concatenate((counts.source, counts.target[one_way]))
    target = np.concatenate((counts.target, counts.source[one_way]))
    nothing = np.zeros(len(one_way), dtype=counts.count.dtype)
    gsf = counts.generalized(
        np.concatenate((counts.count, nothing)),
        np.concatenate((counts.reverse, counts.count[one_way])),
        alpha,
    )
    return source, target, gsf


def _all_pairs(counts: EdgeCounts, alpha: float) -> _Triple:
    table = np.zeros((counts.p, counts.p), dtype=counts.count.dtype)
    table[counts.source, counts.target] = counts.count
    gsf = counts.generalized(table, table.T, alpha)
    source, target = np.nonzero(~np.eye(counts.p, dtype=bool))
    return source, target, gsf[source, target]


ADDED, CYCLIC, EXCLUDED = 0, 1, 2


@dataclass(frozen=True)
class Selection:
    """The edges an aggregation chose, and what it refused."""

    added: Edges  # in order, without whitelisted edges
    cyclic: Edges  # refused because they close a cycle, in order: the set C of the paper
    converged: bool  # False if max_step left candidates unseen
    optimal: bool  # proved to have the best score


@dataclass(frozen=True)
class GreedyPass:
    """One pass through the candidates; every higher cutoff is a shorter part of it."""

    p: int
    ranking: Ranking
    decision: npt.NDArray[np.uint8]  # (looked,) ADDED, CYCLIC or EXCLUDED, at most max_step
    excluded: BoolArray  # (m,) on one of the lists
    fixed: Edges  # (k, 2) whitelisted edges, by target, then source

    def looked(self, cutoff: float) -> int:
        """Return how many candidates a pass down to this cutoff looks at."""
        return min(self.ranking.above(cutoff), len(self.decision))

    def converged(self, cutoff: float) -> bool:
        """Whether no candidate above the cutoff was left unseen."""
        return bool(self.excluded[self.looked(cutoff) : self.ranking.above(cutoff)].all())

    def selection(self, cutoff: float) -> Selection:
        """Return what the pass down to this cutoff selects."""
        looked = self.looked(cutoff)
        edges, decision = self.ranking.edges[:looked], self.decision[:looked]
        converged = self.converged(cutoff)
        return Selection(
            added=edges[decision == ADDED],
            cyclic=edges[decision == CYCLIC],
            converged=converged,
            optimal=converged and self._is_proved(looked),
        )

    def _is_proved(self, looked: int) -> bool:
        """Whether the first candidates' greedy choice is known to be the best.

        It is if at most one of them closed a cycle (Proposition score_GSHD_hc). It also is if
        each that did is the reverse of an added edge of no smaller gsf, or of a whitelisted edge:
        no DAG has more than the better direction of every pair.
        """
        refused = np.flatnonzero(self.decision[:looked] == CYCLIC)
        if len(refused) <= 1:
            return True
        added = np.flatnonzero(self.decision[:looked] == ADDED)
        kept = np.concatenate((self.ranking.edges[added], self.fixed))
        worth = np.concatenate((self.ranking.gsf[added], np.full(len(self.fixed), np.inf)))
        order = np.argsort(_keys(kept[:, 0], kept[:, 1], self.p))
        keys = _keys(kept[order, 0], kept[order, 1], self.p)
        source, target = self.ranking.edges[refused].T
        reverse = _keys(target, source, self.p)
        at = np.minimum(np.searchsorted(keys, reverse), len(keys) - 1)
        return bool(
            ((keys[at] == reverse) & (worth[order[at]] >= self.ranking.gsf[refused])).all()
        )


def greedy_pass(
    counts: EdgeCounts,
    alpha: float,
    cutoff: float,
    max_step: int,
    blacklist: BoolArray | None,
    fixed: Edges,
    *,
    only_seen: bool = False,
) -> GreedyPass:
    """Go through the candidates above the cutoff, at most max_step of them.

    Parameters
    ----------
    counts : EdgeCounts
    alpha : float
        Weight of a reversal in the generalized structural Hamming distance.
    cutoff : float
        The smallest one that will be asked for.
    max_step : int
    blacklist : boolean ndarray of shape (p, p), or None
    fixed : ndarray of shape (k, 2)
        Whitelisted edges, acyclic.
    only_seen : bool, default False
        Only edges that some DAG has are candidates.

    Returns
    -------
    GreedyPass
    """
    ranking = rank(counts, alpha, cutoff, only_seen=only_seen)
    source, target = ranking.edges.T
    barred = np.zeros((counts.p, counts.p), dtype=bool) if blacklist is None else blacklist.copy()
    barred[fixed[:, 0], fixed[:, 1]] = True
    excluded = barred[source, target]
    decision = np.full(min(max_step, len(source)), EXCLUDED, dtype=np.uint8)
    open_to = np.flatnonzero(~excluded[: len(decision)])
    decision[open_to] = add_in_order(counts.p, fixed, ranking.edges[open_to])
    return GreedyPass(counts.p, ranking, decision, excluded, fixed)


def score_of(counts: EdgeCounts, edges: Edges, alpha: float) -> float:
    """Return the aggregation score of a DAG: its mean distance to the ensemble."""
    return math.fsum((1 - 2 * counts.gsf(edges, alpha)).tolist()) + counts.constant


# The edge table


def edge_table(
    counts: EdgeCounts,
    nodes: Sequence[Node],
    alpha: float,
    selected: Edges | None = None,
    others: Edges | None = None,
    library: str | None = None,
) -> Any:
    """Tabulate every edge that was ever selected, and the given ones.

    Parameters
    ----------
    counts : EdgeCounts
    nodes : sequence
        Names of the nodes.
    alpha : float
        For the column gsf.
    selected : ndarray of shape (k, 2), optional
        Edges of the answer; without it there is no column of that name.
    others : ndarray of shape (k, 2), optional
        Further edges that get a row.
    library : {"pandas", "polars"}, optional

    Returns
    -------
    DataFrame
        Columns source, target, sf, reverse_sf, strength (sf + reverse_sf), direction
        (sf / strength; NaN for a pair never selected), gsf, selected; gsf descending, ties by
        target, then source.

    Examples
    --------
    >>> counts = count_edges(np.array([[0, 1], [1, 0], [0, 1]]), p=2, n_boot=4)
    >>> print(edge_table(counts, ["a", "b"], alpha=1.0).to_string(index=False))
    source target   sf  reverse_sf  strength  direction   gsf
         a      b 0.50        0.25      0.75   0.666667 0.625
         b      a 0.25        0.50      0.75   0.333333 0.500
    """
    nothing = np.empty((0, 2), dtype=np.int32)
    chosen = nothing if selected is None else selected
    extra = np.concatenate((chosen, nothing if others is None else others))
    unseen = np.unique(extra[counts.of(extra[:, 0], extra[:, 1]) == 0], axis=0)
    source = np.concatenate((counts.source, unseen[:, 0]))
    target = np.concatenate((counts.target, unseen[:, 1]))
    count = np.concatenate((counts.count, np.zeros(len(unseen), dtype=counts.count.dtype)))
    reverse = np.concatenate((counts.reverse, counts.of(unseen[:, 1], unseen[:, 0])))
    gsf = counts.generalized(count, reverse, alpha)
    is_selected = np.isin(
        _keys(source, target, counts.p), _keys(chosen[:, 0], chosen[:, 1], counts.p)
    )
    order = np.lexsort((source, target, -gsf))
    total = (count + reverse)[order]
    with np.errstate(invalid="ignore"):  # 0 / 0: no replicate has the pair
        direction = count[order] / total
    columns: dict[str, Any] = {
        "source": [nodes[k] for k in source[order].tolist()],
        "target": [nodes[k] for k in target[order].tolist()],
        "sf": count[order] / counts.n_boot,
        "reverse_sf": reverse[order] / counts.n_boot,
        "strength": total / counts.n_boot,
        "direction": direction,
        "gsf": gsf[order],
    }
    if selected is not None:
        columns["selected"] = is_selected[order]
    return make_frame(columns, library)
