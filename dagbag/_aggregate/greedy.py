"""Aggregation of an ensemble of DAGs: selection frequencies, one greedy pass, the edge table.

Section "Structural Hamming distances and aggregation scores" of the paper. Everything starts from
how often each directed edge was selected; the graphs themselves are not needed again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .._dag.counts import EdgeCounts, Edges
from .._dag.edge_sets import EdgeSet, has
from .._dag.edges import keys_of
from .._dag.types import BoolArray, FloatArray
from .._kernels.greedy import add_in_order

# The greedy pass


def cutoff_of(threshold: float) -> float:
    """Return what a generalized selection frequency must exceed: 1/2 for R's default."""
    return (1 - threshold) / 2


@dataclass(frozen=True)
class Bound:
    """What a generalized selection frequency must exceed, as R states it or as it is.

    Or what the strength of a pair must exceed: then its gsf, which is above 0 unless alpha is
    above 2, only decides about directions.
    """

    cutoff: float
    threshold: float
    only_seen: bool  # R also selects edges of which some DAG has the reverse, or none has either
    strength: float | None = None

    @classmethod
    def of_threshold(cls, threshold: float) -> Bound:
        """Return R's bound, rounded as R rounds it."""
        return cls(cutoff_of(threshold), threshold, only_seen=False)

    @classmethod
    def of_cutoff(cls, cutoff: float) -> Bound:
        """Return a bound that is compared as it is."""
        return cls(cutoff, 1 - 2 * cutoff, only_seen=True)

    @classmethod
    def of_strength(cls, strength: float) -> Bound:
        """Return a bound on the strength of a pair."""
        return cls(0.0, 1.0, only_seen=True, strength=strength)


@dataclass(frozen=True)
class Ranking:
    """Candidates in the order in which they are looked at."""

    edges: Edges  # (m, 2), gsf descending, ties by target, then source, see `rank`
    gsf: FloatArray  # (m,)

    def above(self, cutoff: float) -> int:
        """Return how many candidates exceed a cutoff."""
        return int(np.searchsorted(-self.gsf, -cutoff, side="left"))


def rank(
    counts: EdgeCounts,
    alpha: float,
    cutoff: float,
    *,
    only_seen: bool = False,
    strength: float | None = None,
    places: npt.NDArray[np.int64] | None = None,
) -> Ranking:
    """Order the edges whose gsf exceeds the cutoff, perhaps only those that some DAG has.

    With `strength`, which means only those, also only of pairs whose strength exceeds it. Ties are
    decided by target, then source, in their own order or in that of their `places`.
    """
    if only_seen or strength is not None:
        source, target = counts.source, counts.target
        gsf = counts.generalized(counts.count, counts.reverse, alpha)
    elif cutoff >= 0:
        source, target, gsf = _seen(counts, alpha)
    else:  # edges that nobody selected have gsf 0: all pairs are candidates
        source, target, gsf = _all_pairs(counts, alpha)
    above = gsf > cutoff
    if strength is not None:
        above &= (counts.count + counts.reverse) / counts.n_boot > strength
    kept = np.flatnonzero(above)
    source, target, gsf = source[kept], target[kept], gsf[kept]
    ties = (source, target) if places is None else (places[source], places[target])
    order = np.lexsort((*ties, -gsf))
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
        order = np.argsort(keys_of(kept[:, 0], kept[:, 1], self.p))
        keys = keys_of(kept[order, 0], kept[order, 1], self.p)
        source, target = self.ranking.edges[refused].T
        reverse = keys_of(target, source, self.p)
        at = np.minimum(np.searchsorted(keys, reverse), len(keys) - 1)
        return bool(((keys[at] == reverse) & (worth[order[at]] >= self.ranking.gsf[refused])).all())


def greedy_pass(
    counts: EdgeCounts,
    alpha: float,
    cutoff: float,
    max_step: int,
    blacklist: BoolArray | None,
    fixed: Edges,
    *,
    only_seen: bool = False,
    strength: float | None = None,
    places: npt.NDArray[np.int64] | None = None,
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
    strength : float, optional
        Only these, of pairs whose strength exceeds it.
    places : ndarray of shape (p,), optional
        Where the nodes stand when ties are decided.

    Returns
    -------
    GreedyPass
    """
    ranking = rank(counts, alpha, cutoff, only_seen=only_seen, strength=strength, places=places)
    source, target = ranking.edges.T
    excluded = has(EdgeSet(fixed, counts.p), source, target)
    if blacklist is not None:
        excluded |= blacklist[source, target]
    decision = np.full(min(max_step, len(source)), EXCLUDED, dtype=np.uint8)
    open_to = np.flatnonzero(~excluded[: len(decision)])
    decision[open_to] = add_in_order(counts.p, fixed, ranking.edges[open_to])
    return GreedyPass(counts.p, ranking, decision, excluded, fixed)
