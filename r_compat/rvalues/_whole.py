"""Whole numbers as integers of Python: where R rounds its doubles, and its integers are NA."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ._core import NA_REAL
from ._named import relabelled

EXACT = 2.0**53  # up to which each whole number is a double
_LARGEST = 2**31 - 1  # of R's integers
_FOLLOWED = (np.add, np.subtract, np.multiply, np.matmul)


def rounded(function: Callable[[Any, Any], Any], a: Any, b: Any) -> Any:
    """Compute with arrays; doubles, as R has them, where whole numbers are no longer exact.

    Examples
    --------
    >>> rounded(np.multiply, np.array([3]), np.array([10**6]))
    array([3000000])
    >>> rounded(np.multiply, np.array([4_000_000_000]), np.array([4_000_000_000]))
    array([1.6e+19])
    """
    found = function(a, b)
    if function in _FOLLOWED and found.dtype.kind == "i":
        wide = function(a.astype(float), b.astype(float))
        if np.any(np.abs(wide) > EXACT):
            return wide
    return found


def integers(x: Any) -> Any:
    """Return whole numbers as R's integers have them: NA where they are too large.

    Examples
    --------
    >>> integers(100_000 * 100_000), integers(np.array([100_000, 3]) ** 2)
    (nan, array([nan,  9.]))
    """
    wide = np.asarray(x).astype(float)
    large = np.abs(wide) > _LARGEST
    if not large.any():
        return x
    return NA_REAL if wide.ndim == 0 else relabelled(np.where(large, NA_REAL, wide), x)
