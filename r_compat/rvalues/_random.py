"""Random numbers whose parameters are vectors, and weighted samples."""

from __future__ import annotations

from typing import Any

import numpy as np

from dagbag import rrandom

from ._core import is_scalar, length, recycle, vector
from ._select import get


def _count(n: Any) -> int:
    return int(vector(n)[0]) if length(n) == 1 else length(n)


def runif(n: Any, min: Any = 0.0, max: Any = 1.0) -> Any:
    """R: ``runif``, with parameters that may be vectors."""
    count = _count(n)
    low, high = recycle(min, count) if count else [], recycle(max, count) if count else []
    return np.array(
        [rrandom.runif(1, float(a), float(b))[0] for a, b in zip(low, high, strict=True)]
    )


def rnorm(n: Any, mean: Any = 0.0, sd: Any = 1.0) -> Any:
    """R: ``rnorm``, with parameters that may be vectors."""
    count = _count(n)
    centers, scales = recycle(mean, count) if count else [], recycle(sd, count) if count else []
    return np.array(
        [rrandom.rnorm(1, float(a), float(b))[0] for a, b in zip(centers, scales, strict=True)]
    )


def sample(x: Any, size: Any = None, replace: bool = False, prob: Any = None) -> Any:
    """R: ``sample``: a single number x >= 1 stands for 1..x; weights as R's Walker-free method."""
    alone = length(x) == 1 and not isinstance(x, (list, str))
    if alone and isinstance(vector(x)[0], (int, float, np.number)) and vector(x)[0] >= 1:
        n, source = int(vector(x)[0]), None
    else:
        n, source = length(x), x
    count = n if size is None else int(vector(size)[0])
    if prob is None:
        where = rrandom.sample_int(n, count, bool(replace))
    else:
        where = _weighted(n, count, bool(replace), vector(prob).astype(float))
    if source is None:
        return where
    if is_scalar(source):
        source = vector(source)
    return get(source, where)


def _weighted(n: int, count: int, replace: bool, weights: Any) -> Any:
    """Draw with the most likely values first, by one uniform each against cumulated weights."""
    if len(weights) != n:
        raise ValueError("prob must have a weight for each value")
    p = weights / weights.sum()
    if replace and (n * p > 0.1).sum() > 200:
        raise ValueError("sample() with more than 200 likely values uses another method in R")
    order = np.argsort(-p, kind="stable")
    if len(np.unique(p)) < n:
        raise ValueError("prob must have no equal weights: which of them comes first in R is open")
    if not replace and count > n:
        raise ValueError("size must be at most the number of values without replacement")
    chosen = []
    for u in rrandom.runif(count):
        total = np.cumsum(p[order])
        k = min(int(np.searchsorted(total, u * total[-1])), len(order) - 1)
        chosen.append(int(order[k]) + 1)
        if not replace:
            order = np.delete(order, k)
    return np.array(chosen, dtype=np.int64)
