"""Bounds on the expected number of false edges: stability selection at the level of pairs of nodes.

A replicate selects the pairs of nodes that its DAG joins. Of P possible pairs it selects q in the
mean, so theta = q / P is the chance of a pair picked blindly. A pair that is in at least `count` of
the n_boot replicates has strength tau = count / n_boot or more.

Meinshausen and Buehlmann (2010) and, for B = n_boot / 2 complementary pairs of subsamples, Shah and
Samworth (2013) start from the same inequality: if a pair of nodes has strength tau, both halves
select it together in a part of at least 2 tau - 1 of the pairs of subsamples. The mean of that part
is p^2 <= theta^2, where p is the chance that the learner selects the pair of nodes on half of the
rows. What remains is the largest tail that a distribution on {0, 1/B, ..., 1} of mean theta^2 can
have at 2 tau - 1: any distribution (Markov's inequality), or a unimodal one.

Shah and Samworth go on to r-concave distributions, r = -1/2, whose bound is smaller by a factor of
three. That assumption does not hold: of the pairs of nodes of noise whose correlation on half of
the rows is above a cutoff, which 5% are, 1.13 times as many have a strength above 0.65 in 50
complementary pairs as that bound allows, 1.27 times as many in 100 (by integration, as in
tests/test_stability.py).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from .._dag.types import FloatArray
from .._input.words import counted, show
from ..exceptions import NoBoundError
from .greedy import Bound

SIMPLE, UNIMODAL = "simple", "unimodal"
LARGEST_THETA = 1 / math.sqrt(3)  # for which the unimodal bound is proved
ROUNDING = 1e-9  # of a gsf, which may exceed the strength by it if alpha is as small


@dataclass(frozen=True)
class Subsamples:
    """What a bound is computed from."""

    n_boot: int
    possible: int  # P, pairs of nodes that a replicate could select
    mean_edges: float  # q, pairs that a replicate selects in the mean
    complementary: bool  # replicates come in pairs without a common row

    @property
    def theta(self) -> float:
        """Chance of a pair of nodes picked blindly."""
        return min(1.0, self.mean_edges / self.possible) if self.possible else 0.0

    @property
    def usual(self) -> str:
        """The bound that is taken if nobody says which."""
        return UNIMODAL if self.complementary else SIMPLE

    def __str__(self) -> str:
        if self.complementary:
            return counted(self.n_boot // 2, "complementary pair")
        return counted(self.n_boot, "subsample")


@dataclass(frozen=True)
class FalseEdges:
    """What a result says about the false edges among those it selected."""

    expected: float  # at most; NaN if no bound can be stated
    note: str  # which bound, or why there is none


UNASKED = FalseEdges(math.nan, "nobody asked for a bound")

# What is known of an ensemble


def subsamples_of(ensemble: Any, possible: int | None = None) -> Subsamples:
    """Return what bounds are computed from; a NoBoundError if its replicates allow none.

    Parameters
    ----------
    ensemble : Ensemble
        Anything else tells edges, but not how rows were drawn.
    possible : int, optional
        Pairs of nodes that a replicate could select, by default all of columns that vary.
    """
    settings = getattr(ensemble, "settings", None)
    learn = 'learn an ensemble with resample="pairs"'
    if settings is None or not hasattr(ensemble, "edge_counts"):
        raise NoBoundError(
            f"only an Ensemble tells how the rows of its replicates were drawn; {learn}"
        )
    kind, n, rows = (settings.get(name) for name in ("resample", "rows", "resample_rows"))
    if kind not in ("subsample", "pairs"):
        told = (
            "bootstrap resamples share rows" if kind == "bootstrap" else "they are of several kinds"
        )
        raise NoBoundError(f"the replicates must be subsamples, but {told}; {learn}")
    if not (isinstance(n, int) and isinstance(rows, int) and 2 * rows <= n):
        raise NoBoundError(
            f"the subsamples must be of at most half of the rows, got {show(rows)} of {show(n)}; "
            f"{learn}"
        )
    if ensemble.n_boot == 0:
        raise NoBoundError("the ensemble must hold at least one replicate, got none")
    if possible is None:
        if settings.get("blacklist") is not None:
            raise NoBoundError(
                "the ensemble was learned with a blacklist or knowledge: say with possible= how "
                "many pairs of nodes it leaves, see dagbag.stability"
            )
        free = ensemble.p - int(ensemble.constant.max())
        possible = max(free * (free - 1) // 2, 1)
    return Subsamples(
        ensemble.n_boot, possible, ensemble.edge_counts.constant, bool(ensemble._paired)
    )


def count_above(cutoff: float, n_boot: int) -> int:
    """Return the smallest count whose part of n_boot is above a cutoff."""
    count = min(max(math.floor(cutoff * n_boot), 0), n_boot)
    while count > 0 and count / n_boot > cutoff:
        count -= 1
    while count / n_boot <= cutoff:
        count += 1
    return count


# What users ask


def chosen_bound(known: Subsamples, bound: str | None) -> str:
    """Return the bound to take; a NoBoundError if the subsamples do not allow it."""
    if bound is None:
        return known.usual
    if bound != SIMPLE and not known.complementary:
        raise NoBoundError(
            f'bound must be "{SIMPLE}" for subsamples that are not complementary pairs, got '
            f'{show(bound)}; learn an ensemble with resample="pairs"'
        )
    return bound


def cutoff_for(
    ensemble: Any, wished: float, bound: str | None, possible: int | None = None
) -> float:
    """Return the smallest cutoff on the strength for which a bound is at most the wished one."""
    known = subsamples_of(ensemble, possible)
    which = chosen_bound(known, bound)
    count = smallest_count(known, which, wished)
    if count is None:
        least = expected_false(known, which, known.n_boot)
        raise NoBoundError(
            f"false_edges must be at least {least:.3g} for this ensemble, the {which} bound for "
            f"edges that are in all of its {known.n_boot} replicates, got {wished:g}; learn "
            f"replicates with fewer edges (these have {known.mean_edges:.3g} in the mean) by a "
            "larger penalty or max_parents"
        )
    return (count - 1) / known.n_boot


def bounded(ensemble: Any, selected: Bound, alpha: float, bound: str | None = None) -> FalseEdges:
    """Bound the false edges among those above a cutoff; say why not, unless a bound was named."""
    try:
        known = subsamples_of(ensemble)
        which = chosen_bound(known, bound)
        exceeded = selected.strength
        if exceeded is None:  # a gsf, which is at most the strength
            exceeded = selected.cutoff - ROUNDING * (alpha < known.n_boot * ROUNDING)
        count = count_above(exceeded, known.n_boot)
        if 2 * count <= known.n_boot:
            raise NoBoundError("a bound needs a cutoff of at least 1/2")
    except NoBoundError as error:
        if bound is not None:
            raise
        return FalseEdges(math.nan, str(error))
    expected = expected_false(known, which, count)
    return FalseEdges(expected, f"{which} bound, {known}")


# The bounds


def expected_false(known: Subsamples, bound: str, count: int) -> float:
    """Bound the expected number of false pairs that are in at least `count` replicates.

    Parameters
    ----------
    known : Subsamples
    bound : {"simple", "unimodal"}
        The latter for complementary pairs only.
    count : int
        More than half of the replicates.
    """
    if count > known.n_boot or known.mean_edges == 0:
        return 0.0
    return known.possible * float(_tails(known, bound, count, count)[0])


def smallest_count(known: Subsamples, bound: str, wished: float) -> int | None:
    """Return the smallest count whose bound is at most the wished one; None if none is."""
    first = known.n_boot // 2 + 1
    if known.mean_edges == 0:
        return first
    fits = known.possible * _tails(known, bound, first, known.n_boot) <= wished
    return first + int(np.argmax(fits)) if fits.any() else None


def _tails(known: Subsamples, bound: str, first: int, last: int) -> FloatArray:
    """Bound the chance of a false pair to be in at least first, first + 1, ..., last replicates."""
    counts = np.arange(first, last + 1)
    together = 2 * counts / known.n_boot - 1
    simple = known.theta**2 / together
    if bound == SIMPLE:
        return np.asarray(simple)
    pairs = known.n_boot // 2
    return np.minimum(simple, unimodal_tails(known.theta**2, together, pairs))


def unimodal_tails(mean: float, at: FloatArray, size: int) -> FloatArray:
    """Return the largest P(X >= at) of unimodal X on {0, 1/size, ..., 1} of at most this mean.

    The unimodal bound of Shah and Samworth, which is attained. Where they prove nothing (a mean
    above 1/3, a tail close to the mean) it is infinite.
    """
    near = np.minimum(2 * mean, 1.5 * mean + 1 / size)
    with np.errstate(divide="ignore"):
        low = mean / (2 * at - 1 / size)
    high = 2 * (1 - at + 1 / size) / (1 + 1 / size) * mean
    proved = (at > near) & (mean <= LARGEST_THETA**2)
    return np.where(proved, np.where(at <= 1 / 2, low, high), np.inf)
