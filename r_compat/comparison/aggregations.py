"""Two aggregations compared."""

from __future__ import annotations

from dagbag import AggregationResult

from .found import AggregationComparison
from .lists import differing


def compare_aggregations(
    alpha: float,
    ours: AggregationResult,
    theirs: AggregationResult,
    own: AggregationResult,
) -> AggregationComparison:
    """Compare two aggregations of one ensemble, and the graphs of each side's own.

    Parameters
    ----------
    alpha : float
    ours, theirs : AggregationResult
        Of this package's ensemble.
    own : AggregationResult
        R's of its own ensemble.

    Returns
    -------
    AggregationComparison
    """
    mine, other = set(ours.edges), set(own.edges)
    return AggregationComparison(
        alpha=alpha,
        equal=not differing(ours, theirs) and ours.edges == theirs.edges,
        edges=(len(mine), len(other)),
        only_ours=tuple(edge for edge in ours.edges if edge not in other),
        only_theirs=tuple(edge for edge in own.edges if edge not in mine),
    )
