"""R's lists, component by component."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

# Deltas of equal moves differ by less than this (contract), and by this part of large ones.
DELTA_TOLERANCE, DELTA_PART = 1e-6, 1e-9


def list_of(result: Any) -> Mapping[str, Any]:
    """Return R's list: R's own, if the result came from R."""
    return getattr(result, "r_list", None) or {name: result[name] for name in result.names()}


def differing(ours: Any, theirs: Any) -> list[str]:
    """Return the names of R's components that are not equal; numbers may differ by rounding."""
    answer = list_of(theirs)
    return [name for name in ours.names() if not _equal(name, ours[name], answer[name])]


def _equal(name: str, ours: Any, theirs: Any) -> bool:
    """Whether two arrays are equal; R leaves out dimensions, but only of vectors."""
    mine, other = np.asarray(ours), np.asarray(theirs)
    if mine.size != other.size or (mine.ndim > 1 and mine.shape != other.shape):
        return False
    atol = DELTA_TOLERANCE if name == "delta.min" else 0.0
    return np.allclose(mine.ravel(order="F"), other.ravel(order="F"), rtol=DELTA_PART, atol=atol)
