"""Standardise the data and form the cross-products, all that the search sees of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .._dag.types import BoolArray, FloatArray
from .._kernels.moments import center, center_drawn, ordinary_sd, scale

# A column whose spread is this part of its size holds rounding noise, not data.
CONSTANT = 1e-14
# Means beyond this many sd are subtracted twice: the first mean is rounded.
FAR = 1e3
# Squares of numbers outside this range over- or underflow.
SAFE = (1e-140, 1e140)
# A product of at most this many columns is one call of BLAS; larger ones are made of blocks, so
# that Ctrl-C is heard within a second at p = 20000.
WHOLE, BLOCK = 4096, 2048


@dataclass(frozen=True)
class Standardized:
    """Columns with mean 0 and sd 1 (denominator n - 1), and what was taken out of them."""

    X: FloatArray  # (rows, p), constant columns are 0
    sd: FloatArray  # (p,), 1 for constant columns
    constant: BoolArray  # (p,)
    n: int  # rows that X stands for: X'X is the cross-product of n standardised rows


def standardize(values: FloatArray) -> Standardized:
    """Bring columns to mean 0 and sd 1; a constant column becomes 0.

    Parameters
    ----------
    values : ndarray of shape (n, p)
        Finite numbers; not modified.

    Returns
    -------
    Standardized
    """
    X, mean, square = center(np.ascontiguousarray(values))
    ordinary = ordinary_sd(mean, square, len(X), *SAFE, FAR, CONSTANT)
    if ordinary is not None:
        scale(X, 1.0 / ordinary)
        return Standardized(X, ordinary, np.zeros(len(mean), dtype=bool), len(X))
    with np.errstate(over="ignore", invalid="ignore", under="ignore"):
        sd = np.sqrt(square / (len(X) - 1))
        size = np.hypot(mean, sd)
    safe = (size > SAFE[0]) & (size < SAFE[1])
    if not safe.all() and values[:, ~safe].any():
        size = np.maximum(values.max(axis=0), -values.min(axis=0))
        unit = np.ldexp(1.0, np.frexp(size)[1] - 1)  # a power of 2: nothing is rounded
        inner = standardize(values / unit)
        return Standardized(inner.X, inner.sd * unit, inner.constant, inner.n)
    if (np.abs(mean) > FAR * sd).any():
        X -= X.mean(axis=0)
        sd = _sd(X, len(X))
    return _scaled(X, sd, size, len(X))


def standardize_factor(factor: FloatArray, n: int) -> Standardized:
    """Bring the columns of a factor of ``(n - 1) S`` to sd 1; those of variance 0 become 0.

    Parameters
    ----------
    factor : ndarray of shape (rows, p)
        Whose cross-product is that of n centred rows; not modified.
    n : int

    Returns
    -------
    Standardized
    """
    X = np.array(factor)
    sd = _sd(X, n)
    return _scaled(X, sd, sd, n)


def standardize_resample(data: Standardized, counts: npt.NDArray[np.int64]) -> Standardized:
    """Standardise a resample of standardised data.

    Row i of the result is a distinct row times the root of its count, so that X'X is the
    cross-product of all the rows drawn: a bootstrap resample costs two thirds of the data.

    Parameters
    ----------
    data : Standardized
    counts : ndarray of shape (rows,)
        How often each row of ``data.X`` was drawn.

    Returns
    -------
    Standardized
        `sd` is relative to the columns of ``data.X``.
    """
    drawn = np.flatnonzero(counts)
    times = counts[drawn].astype(np.float64)
    n = int(times.sum())
    X, mean, square = center_drawn(data.X, drawn, times)
    sd = np.sqrt(square / (n - 1))
    if (np.abs(mean) > FAR * sd).any():
        root = np.sqrt(times)
        X -= np.outer(root, root @ X / n)
        sd = _sd(X, n)
    return _scaled(X, sd, np.hypot(mean, sd), n)


def _scaled(X: FloatArray, sd: FloatArray, size: FloatArray, n: int) -> Standardized:
    """Divide centred columns, in place, by their sd, or set them to 0 if that is rounding noise."""
    constant = sd <= CONSTANT * size
    sd[constant] = 1.0
    scale(X, 1.0 / sd)
    if constant.any():
        X[:, constant] = 0.0
    return Standardized(X, sd, constant, n)


def _sd(X: FloatArray, n: int) -> FloatArray:
    return np.asarray(np.sqrt(np.einsum("ij,ij->j", X, X) / (n - 1)))


def crossprod(X: FloatArray, out: FloatArray) -> None:
    """Write X'X, exactly symmetric, into out.

    One product up to p = 4096 (numpy calls BLAS syrk for it), block rows of the upper triangle
    beyond, each mirrored.
    """
    p = X.shape[1]
    if p <= WHOLE:
        np.matmul(X.T, X, out=out)
        return
    for first in range(0, p, BLOCK):
        last = min(p, first + BLOCK)
        block = X[:, first:last]
        for left in range(first, p, BLOCK):
            right = min(p, left + BLOCK)
            part = block.T @ X[:, left:right]
            out[first:last, left:right] = part
            if left > first:
                out[left:right, first:last] = part.T


def number_rows(values: FloatArray) -> npt.NDArray[np.int64]:
    """Give distinct rows numbers in order of appearance, equal rows the same one; (n,).

    One column with n distinct values settles it.
    """
    n = len(values)
    first = np.sort(values[:, 0])
    if not np.count_nonzero(first[1:] == first[:-1]):
        return np.arange(n)
    number: dict[bytes, int] = {}
    return np.array([number.setdefault((row + 0.0).tobytes(), len(number)) for row in values])
