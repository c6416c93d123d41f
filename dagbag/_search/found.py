"""What a search found that has no path to tell."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .._dag.edges import sort_edges
from .._dag.types import BoolArray, FloatArray, IntArray


@dataclass(frozen=True)
class Found:
    """What a search found, in the kernel's terms."""

    edges: IntArray  # (n_edges, 2) by target, then source
    scores: FloatArray  # (p,) neighborhood scores, NaN for a constant column
    collinear: BoolArray  # (p,)
    operations: int
    converged: bool = True


def map_back(found: Found, order: npt.NDArray[np.int64]) -> Found:
    """Return what a search found that saw the nodes in another order, in their own."""
    scores, collinear = np.empty_like(found.scores), np.empty_like(found.collinear)
    scores[order], collinear[order] = found.scores, found.collinear
    edges = sort_edges(order.astype(np.int32)[found.edges])
    return Found(edges, scores, collinear, found.operations, found.converged)
