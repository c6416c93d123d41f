"""Square matrices that are like covariances."""

from __future__ import annotations

import numpy as np

from .._dag.types import FloatArray

# How far entries may differ from those across the diagonal, in standard deviations: what is rounded
# to some digits when it is written is not refused.
ASYMMETRY = 1e-6
# Whole numbers are symmetric by chance in small tables: of tables of 0 and 1 with fewer columns
# more than 1 in a million is.
WHOLE = 6


def looks_like_covariance(values: FloatArray) -> bool:
    """Whether a table is perhaps a matrix of covariances or correlations.

    It is symmetric but for rounding, has variances, and no correlation beyond 1. Diagonal matrices
    are left out, which are tables of a row for each category as well.

    Parameters
    ----------
    values : ndarray of shape (n, p)

    Examples
    --------
    >>> looks_like_covariance(np.array([[4.0, 1.0], [1.0, 0.5]]))
    True
    >>> looks_like_covariance(np.array([[0.0, 1.5], [1.5, 0.0]]))  # distances
    False
    """
    n, p = values.shape
    variance = np.diag(values)
    if n != p or not ((variance > 0) & (variance < np.inf)).all():
        return False
    sd = np.sqrt(variance)
    with np.errstate(over="ignore", invalid="ignore"):
        if not (np.abs(values[0] - values[:, 0]) <= ASYMMETRY * sd[0] * sd).all():
            return False  # nearly all data end here
        R = values / sd / sd[:, np.newaxis]
        if not ((np.abs(R - R.T) <= ASYMMETRY) & (np.abs(R) <= 1 + ASYMMETRY)).all():
            return False
    if np.count_nonzero(values) == p:
        return False
    return p >= WHOLE or bool((values != np.floor(values)).any())
