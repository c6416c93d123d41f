"""The strength of a pair of nodes: the part of the replicates whose DAG joins it, either way."""

from __future__ import annotations

import numpy as np

from .._dag.counts import Counts, EdgeCounts


def pair_counts(counts: EdgeCounts) -> Counts:
    """Return how many DAGs join each pair of nodes that some DAG joins, in no special order."""
    once = (counts.source < counts.target) | (counts.reverse == 0)
    both: Counts = counts.count + counts.reverse
    return np.asarray(both[once])


def inclusion_threshold(counts: EdgeCounts) -> float:
    """Return the cutoff of Scutari and Nagarajan (2013): the largest strength up to one half.

    With F the distribution function of the strengths of all pairs of nodes, theirs is the quantile
    F^-1(t) at the t that is next to F in L1, that minimises the integral of |F(x) - t| over 0..1.
    That t is the median of F(x) over x, and since F increases it is F(1/2): the quantile is the
    largest strength that is not above 1/2. If a strength is 1/2 a whole interval of t is as near,
    and its upper end is taken.
    """
    strengths = pair_counts(counts)
    low = strengths[2 * strengths <= counts.n_boot]
    return float(low.max()) / counts.n_boot if len(low) else 0.0
