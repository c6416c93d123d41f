"""Columns that say the same: copies of one another, and exact linear combinations of others."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .._dag.types import FloatArray

# Columns are copies if the variance that one leaves of the other is this part of it or less. It
# lies far above the rounding of sums of thousands of rows, and far below what two decimals leave.
COPY = 1e-12
# The same for combinations, which are told from the cross-products: those square the rounding.
COMBINED = 1e-10
# Coefficients, in standardised columns, below this are rounding.
ABSENT = 1e-6


@dataclass(frozen=True)
class Combination:
    """A column that is a linear combination of others."""

    column: int
    of: tuple[int, ...]
    coefficients: tuple[float, ...]  # of the standardised columns


def copies(Z: FloatArray) -> list[list[int]]:
    """Return groups of columns that are perfectly correlated, also with the sign flipped.

    Copies have the same product with any vector but for the sign, so that sorting one product
    finds the candidates: no p x p matrix is formed.

    Parameters
    ----------
    Z : ndarray of shape (n, p)
        Columns of mean 0 and length 1.

    Returns
    -------
    list of list of int
        Each group in increasing order, the groups by their first column.
    """
    n, p = Z.shape
    place = np.abs(np.cos(np.arange(1, n + 1, dtype=np.float64) ** 2) @ Z)
    order = np.argsort(place, kind="stable")
    apart = np.flatnonzero(np.diff(place[order]) > 1e-6 * np.sqrt(n))
    groups = []
    for cluster in np.split(order, apart + 1) if p else []:
        left = np.sort(cluster)
        while len(left) > 1:
            first, rest = left[0], left[1:]
            flat = Z[:, rest] * np.sign(Z[:, first] @ Z[:, rest]) - Z[:, [first]]
            same = np.einsum("ij,ij->j", flat, flat) <= COPY
            if same.any():
                groups.append([int(first), *rest[same].tolist()])
            left = rest[~same]
    return sorted(groups)


def combinations(Z: FloatArray) -> list[Combination]:
    """Return columns that are linear combinations of others; none is told if n - 1 <= p.

    With so few rows every column is a combination of some others, which says nothing.

    Parameters
    ----------
    Z : ndarray of shape (n, p)
        Columns of mean 0 and length 1, no two of them copies.

    Returns
    -------
    list of Combination
        Each names the last of the columns involved, by the others.
    """
    n, p = Z.shape
    if p < 3 or n - 1 <= p:
        return []
    C = Z.T @ Z
    factor, pivots, rank = _pivoted(C)
    if rank == p:
        return []
    basis, rest = pivots[:rank], pivots[rank:]
    weights = np.linalg.solve(factor[:rank, :rank], factor[:rank, rank:])  # (rank, p - rank)
    found = []
    for k, column in enumerate(rest):
        inside = np.flatnonzero(np.abs(weights[:, k]) > ABSENT)
        found.append(_solved(Z, np.sort(np.append(basis[inside], column))))
    return sorted(found, key=lambda each: each.column)


def _pivoted(C: FloatArray) -> tuple[FloatArray, npt.NDArray[np.int64], int]:
    """Return the pivoted Cholesky factor, the order of its columns, and the rank."""
    from scipy.linalg.lapack import dpstrf  # takes 30 ms to load

    factor, pivots, rank, _ = dpstrf(C, tol=COMBINED)
    return np.triu(factor), pivots.astype(np.int64) - 1, int(rank)


def _solved(Z: FloatArray, columns: npt.NDArray[np.int64]) -> Combination:
    """Write the last of the columns by the others."""
    others, last = columns[:-1], int(columns[-1])
    coefficients = np.linalg.lstsq(Z[:, others], Z[:, last], rcond=None)[0]
    return Combination(last, tuple(others.tolist()), tuple(coefficients.tolist()))
