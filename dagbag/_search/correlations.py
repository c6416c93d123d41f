"""Correlations of standardised columns, ties included."""

from __future__ import annotations

import numpy as np

from .._dag.types import FloatArray
from .crossprod import crossprod

# Correlations are taken to this many decimals: what is tied in the data stays tied whatever the
# order in which BLAS adds.
DECIMALS = 12


def correlations(X: FloatArray) -> FloatArray:
    """Return the correlation matrix of standardised columns.

    Parameters
    ----------
    X : ndarray of shape (n, p)
        As `standardize` returns it: mean 0, sd 1; constant columns are 0.

    Returns
    -------
    ndarray of shape (p, p)
        Symmetric, exactly 1 on the diagonal; 0 in rows and columns of constant ones.
    """
    R = np.empty((X.shape[1], X.shape[1]))
    crossprod(X, R)
    R /= len(X) - 1
    return R.round(DECIMALS, out=R)
