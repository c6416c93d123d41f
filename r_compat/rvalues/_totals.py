"""Sums as R makes them: one after the other in extended precision, rounded to a double at the end.

numpy adds in double precision and in pairs. The last digits differ, and with them what a script
decides by ``sum(p) == 1`` or ``x >= mean(x)``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ._core import NA_REAL
from ._whole import EXACT

_BLOCK = 1 << 20  # numbers that are added before the next are widened


def _wide(values: Any) -> Any:
    return np.asarray(values).astype(np.longdouble)


def _narrow(values: Any) -> Any:
    with np.errstate(all="ignore"):  # what is too large for a double is infinite
        return np.float64(values) if np.ndim(values) == 0 else values.astype(float)


def _added(values: Any) -> Any:
    """Return the sums along the first axis, in extended precision."""
    result = np.zeros(values.shape[1:], dtype=np.longdouble)
    step = max(1, _BLOCK // max(1, result.size))
    with np.errstate(all="ignore"):
        for k in range(0, len(values), step):
            part = _wide(values[k : k + step])
            part[0] += result
            result = np.add.accumulate(part)[-1]
    return result


def total(values: Any, axis: int | tuple[int, ...] | None = None) -> Any:
    """Return the sum of numbers, or the sums along axes; of whole numbers it is exact.

    Examples
    --------
    >>> total(np.array([0.7, 0.2, 0.1])), np.sum(np.array([0.7, 0.2, 0.1]))
    (np.float64(1.0), np.float64(0.9999999999999999))
    """
    if values.dtype.kind != "f":
        found, wide = np.sum(values, axis=axis), np.sum(values, axis=axis, dtype=float)
        return found if np.all(np.abs(wide) <= EXACT) else wide
    return _narrow(_added(_in_front(values, axis)))


def average(values: Any, axis: int | tuple[int, ...]) -> Any:
    """Return the means along axes, as R's colMeans() has them: divided, and not corrected."""
    lined = _in_front(values, axis)
    with np.errstate(all="ignore"):
        return _narrow(_added(lined) / np.longdouble(len(lined)))


def corrected_mean(values: Any) -> Any:
    """Return the mean of numbers, or of each column, corrected once by that of what is left."""
    if values.dtype.kind != "f":
        return np.mean(values, axis=0)
    with np.errstate(all="ignore"):
        first = _added(values) / np.longdouble(len(values))
        again = first + _added(_wide(values) - first) / np.longdouble(len(values))
        return _narrow(np.where(np.isfinite(_narrow(first)), again, first)[()])


def running(values: Any, function: Any) -> Any:
    """Return the running sums (np.add) or products (np.multiply).

    What is missing first, NA or NaN, stays so to the end.
    """
    with np.errstate(all="ignore"):
        result = _narrow(function.accumulate(_wide(values)))
    gaps = np.flatnonzero(np.isnan(result))
    if len(gaps):
        first = values[gaps[0]]
        result[gaps[0] :] = first if np.isnan(first) else np.nan  # of Inf - Inf
    return result


def product(values: Any) -> Any:
    """Return the product of numbers."""
    return running(values, np.multiply)[-1] if len(values) else np.float64(1.0)


def _centred(columns: Any) -> Any:
    """Return what is left of columns without their means, which are rounded before."""
    with np.errstate(all="ignore"):
        return _wide(columns) - corrected_mean(columns)


def covariances(a: Any, b: Any) -> Any:
    """Return the covariances of the columns of two matrices."""
    if len(a) < 2:
        return np.full((a.shape[1], b.shape[1]), NA_REAL)
    left, right = _centred(a), _centred(b)
    n = np.longdouble(len(a) - 1)
    with np.errstate(all="ignore"):
        rows = [_narrow(_added(left[:, [i]] * right) / n) for i in range(a.shape[1])]
    return np.array(rows).reshape((a.shape[1], b.shape[1]))


def _deviations(columns: Any) -> Any:
    left = _centred(columns)
    with np.errstate(all="ignore"):
        return _narrow(np.sqrt(_added(left * left) / np.longdouble(len(columns) - 1)))


def correlations(a: Any, b: Any) -> Any:
    """Return the correlations of the columns of two matrices, or of one; NA of a constant."""
    between = covariances(a, b)
    if len(a) < 2:
        return between
    # of one matrix R takes the roots of the variances, which are rounded before
    sizes = [np.sqrt(np.diag(between))] * 2 if a is b else [_deviations(a), _deviations(b)]
    with np.errstate(all="ignore"):
        by = np.multiply.outer(*sizes)
        result = np.clip(between / by, -1.0, 1.0)
    return np.where(by == 0, NA_REAL, result)


def _in_front(values: Any, axis: int | tuple[int, ...] | None) -> Any:
    """Return numbers that are added in one first axis, the first of them running fastest."""
    if axis is None:
        return values.ravel(order="F")
    over = (axis,) if isinstance(axis, int) else tuple(axis)
    rest = [k for k in range(values.ndim) if k not in over]
    moved = np.transpose(values, (*over[::-1], *rest))
    count = int(np.prod([values.shape[k] for k in over]))
    return moved.reshape((count, *(values.shape[k] for k in rest)))
