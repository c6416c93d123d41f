"""How often each pair of nodes is joined: what the page aggregates again from."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._dag.counts import EdgeCounts
from ..results import AggregationResult
from .packing import ascending, bits, doubles, varints

MOST_PAIRS = 400_000  # 2 to 3 MB; of more the weakest are left out


def pairs_of(result: AggregationResult) -> dict[str, Any]:
    """Return the pairs that some DAG joins, the lower node first, by the higher, then the lower.

    Each has the counts of both directions, and of those that are compelled if the DAGs are known.
    Of too many pairs the weakest are left out, and `least` is the strength from which on the page
    has all: whatever the cutoff from there on, the answer is the library's.
    """
    counts = result._counts
    whole = counts.count.dtype.kind == "i"
    low, high = _pairs(counts)
    forward, backward = counts.of(low, high), counts.of(high, low)
    strong, least = _strong(forward + backward, counts.n_boot, whole)
    kept = strong | _shown(result, low, high)
    low, high, forward, backward = low[kept], high[kept], forward[kept], backward[kept]
    both = np.column_stack((forward, backward)).ravel()
    found: dict[str, Any] = {
        "n": len(low),
        "keys": ascending(high.astype(np.int64) * counts.p + low),
        "counts": varints(both) if whole else doubles(both),
        "whole": whole,
        "least": least,
        "compelled": None,
        "barred": None,
    }
    if result._classes is not None:
        parts = result._classes.counts.parts(low, high)
        found["compelled"] = varints(
            np.column_stack((parts.compelled, parts.reverse_compelled)).ravel()
        )
    barred = _barred(result)
    if barred is not None:
        found["barred"] = bits(np.column_stack((barred[low, high], barred[high, low])))
    return found


def _pairs(counts: EdgeCounts) -> tuple[Any, Any]:
    """Return the lower and the higher node of each pair, by the higher, then the lower."""
    once = (counts.source < counts.target) | (counts.reverse == 0)
    low = np.minimum(counts.source, counts.target)[once]
    high = np.maximum(counts.source, counts.target)[once]
    order = np.lexsort((low, high))
    return low[order], high[order]


def _shown(result: AggregationResult, low: Any, high: Any) -> Any:
    """Tell the pairs that the page shows whatever their strength: those of the result."""
    edges = np.sort(np.concatenate((result._edges, result._cyclic)), axis=1).astype(np.int64)
    keys = high.astype(np.int64) * result.p + low
    return np.isin(keys, edges[:, 1] * result.p + edges[:, 0])


def _strong(total: Any, n_boot: int, whole: bool) -> tuple[Any, float]:
    """Tell the strongest pairs, and return the smallest cutoff for which they are enough."""
    if len(total) <= MOST_PAIRS:
        return np.ones(len(total), dtype=bool), 0.0
    bound = np.sort(total)[-MOST_PAIRS]
    # Strictly stronger than those left out, also by a gsf that rounding puts above the strength.
    return total > bound, float(bound / n_boot) + (0.5 / n_boot if whole else 1e-9)


def _barred(result: AggregationResult) -> Any:
    """Return the blacklisted edges as a matrix; None if there are none."""
    black = result._blacklist
    return black if black is not None and black.any() else None
