"""What a strength is worth: bounds on false edges, and cutoffs that the ensemble itself suggests.

The strength of a pair of nodes is the part of the replicates whose DAG has an edge between the two,
either way. The bounds here are those of stability selection on the expected number of *false
edges*: pairs above a cutoff that the true graph does not join. They say nothing about directions.

All of them need replicates on subsamples of at most half of the rows, ``resample="pairs"`` in
:func:`dagbag.score` and :func:`dagbag.bag` (or "subsample", for the first bound). With q the mean
number of edges of a replicate, P the number of pairs of nodes, and c the part of the replicates
that a selected pair is at least in:

"simple" (Meinshausen and Buehlmann 2010)
    q^2 / ((2c - 1) P). It assumes that false edges are exchangeable, so that the learner selects
    each as often as any other, and that the learner is not worse than guessing. For complementary
    pairs Shah and Samworth (2013) prove the same without these assumptions for the number of
    selected pairs of *low selection probability*: those that the learner selects, on half of the
    rows, with a chance of at most q / P.
"unimodal" (Shah and Samworth 2013)
    About half of that. It needs complementary pairs, and assumes that the part of
    the pairs of subsamples in which both halves select a given pair of nodes has a unimodal
    distribution.

Shah and Samworth's third bound, for r-concave distributions, is smaller by a factor of three. It is
not offered, since its assumption does not hold: correlations of noise, without any search, break
it, see ``benchmarks/README.md``.

In every case q is estimated by the replicates' own mean. What is *not* covered: edges that are
false and that the learner selects far more often than others, because the search ends in the same
local optimum again and again, or because a true cause is missing. A bound is about edges that
arise by chance. Hill climbing has others, the more of them the more rows there are: with 100 nodes,
100 edges and n = 2000, 3.8 false edges above 0.9 for a unimodal bound of 2.1, where
:class:`dagbag.learners.BOSS` has none.

A blacklist that leaves fewer pairs than p (p - 1) / 2 makes q / P too small: say with `possible=`
how many it leaves. Whitelisted edges may stay among q and P, which only makes the bounds larger.
"""

from __future__ import annotations

from typing import Any

from ._aggregate.stability import (
    chosen_bound,
    count_above,
    cutoff_for,
    expected_false,
    subsamples_of,
)
from ._aggregate.strengths import inclusion_threshold as _inclusion_threshold
from ._input.arguments import accepts_dots
from ._input.checks import check_integer
from ._input.cutoffs import check_bound, check_false_edges, check_strength
from ._input.ensembles import check_boot_adj

__all__ = ["expected_false_edges", "inclusion_threshold", "stability_cutoff"]


@accepts_dots
def expected_false_edges(
    ensemble: Any, cutoff: float, bound: str | None = None, *, possible: int | None = None
) -> float:
    """Bound the expected number of false edges among the pairs of nodes above a cutoff.

    Parameters
    ----------
    ensemble : Ensemble
        Learned on subsamples.
    cutoff : float
        What the strength of a pair must exceed; from 1/2 to below 1.
    bound : {"simple", "unimodal"}, optional
        See :mod:`dagbag.stability`. By default "unimodal" for complementary pairs, "simple" for
        other subsamples.
    possible : int, optional
        Pairs of nodes that a replicate could have an edge between; by default all of those whose
        columns are not constant. Needed after a blacklist.

    Returns
    -------
    float

    Raises
    ------
    NoBoundError
        A ValueError: if no such bound can be stated for the replicates; it says why.

    Examples
    --------
    >>> from dagbag import load_example, score
    >>> from dagbag.stability import expected_false_edges
    >>> ensemble = score(load_example().Y, 100, "eBIC", resample="pairs", seed=1)
    >>> for bound in ("simple", "unimodal"):
    ...     print(f"{bound}: {expected_false_edges(ensemble, 0.7, bound):.2f}")
    simple: 2.14
    unimodal: 1.10
    """
    which = None if bound is None else check_bound(bound)
    number = check_strength(cutoff, "cutoff", low=0.5)
    known = subsamples_of(ensemble, _check_possible(possible))
    return expected_false(known, chosen_bound(known, which), count_above(number, known.n_boot))


@accepts_dots
def stability_cutoff(
    ensemble: Any,
    false_edges: float = 1.0,
    bound: str | None = None,
    *,
    possible: int | None = None,
) -> float:
    """Find the smallest cutoff for which no more than so many false edges are expected.

    ``score_shd(ensemble, cutoff="stability")`` selects by it.

    Parameters
    ----------
    ensemble : Ensemble
        Learned on subsamples.
    false_edges : float, default 1
        The wished bound, above 0.
    bound, possible : optional
        As in :func:`expected_false_edges`.

    Returns
    -------
    float
        What the strength of a pair must exceed; at least 1/2.

    Raises
    ------
    NoBoundError
        A ValueError: if not even edges that all replicates have keep the wished bound; it says
        what is possible. If no such bound can be stated for the replicates.

    Examples
    --------
    >>> from dagbag import load_example, score
    >>> from dagbag.stability import stability_cutoff
    >>> ensemble = score(load_example().Y, 100, "eBIC", resample="pairs", seed=1)
    >>> stability_cutoff(ensemble, 1.0), stability_cutoff(ensemble, 2.0)
    (0.72, 0.61)
    """
    which = None if bound is None else check_bound(bound)
    return cutoff_for(ensemble, check_false_edges(false_edges), which, _check_possible(possible))


@accepts_dots
def inclusion_threshold(boot_adj: Any, *, nodes: Any = None, n_boot: int | None = None) -> float:
    """Find the cutoff that the strengths suggest: bnlearn's ``inclusion.threshold``.

    Scutari and Nagarajan (2013) ask for the cutoff that brings the distribution of the strengths
    of all pairs of nodes, never joined ones included, closest (in L1) to one of zeros and ones.

    Parameters
    ----------
    boot_adj, nodes, n_boot
        The ensemble, in any form, as in :func:`dagbag.score_shd`.

    Returns
    -------
    float
        What the strength of a pair must exceed.

    Notes
    -----
    The minimum can be found by hand, and it is the largest strength that is not above one half. So
    the pairs above it are always those with a strength above 1/2, whatever the ensemble: the cutoff
    says where there is a gap in the strengths around 1/2, but takes no account of how many edges
    arise from nothing. bnlearn looks for the same minimum numerically.

    Examples
    --------
    >>> import numpy as np
    >>> from dagbag.stability import inclusion_threshold
    >>> frequency = np.zeros((4, 4))
    >>> frequency[np.triu_indices(4, 1)] = 0.0460, 0.2242, 0.3921, 0.7689, 0.8935, 0.9439
    >>> inclusion_threshold(frequency)  # the example of the paper
    0.3921
    """
    return _inclusion_threshold(check_boot_adj(boot_adj, nodes, n_boot).counts)


def _check_possible(value: object) -> int | None:
    return None if value is None else check_integer(value, "possible", 1)
