"""Max-min parents and children on partial correlations: the pairs that MMHC searches among."""

from __future__ import annotations

import numpy as np

from .._dag.types import BoolArray, FloatArray
from .._kernels.maxmin import MaxMin
from .._search.correlations import correlations


def max_min_pairs(
    X: FloatArray, alpha: float, deepest: int, *, backtracking: bool = False
) -> BoolArray:
    """Return the pairs of parents and children.

    Parameters
    ----------
    X : ndarray of shape (n, p)
        Standardised columns; constant ones are 0.
    alpha : float
        Significance level of the exact t tests for (partial) correlations.
    deepest : int
        Largest number of nodes conditioned on, at most n - 3.
    backtracking : bool, default False
        Whether the neighborhood of the earlier column decides about a pair. Otherwise each must be
        in the neighborhood of the other.

    Returns
    -------
    ndarray of shape (p, p), bool
        Symmetric.
    """
    from scipy.special import betaincinv, betaln

    n, p = X.shape
    df = n - 2.0
    half = (df - np.arange(deepest + 1)) / 2.0
    critical = 1.0 - betaincinv(half, 0.5, alpha)  # I_x(df/2, 1/2) is the p-value at r^2 = 1 - x
    tests = MaxMin(correlations(X), critical, df, betaln(half, 0.5))
    found = np.zeros((p, p), dtype=bool)  # [neighbor, target]
    for target in range(p):
        if backtracking:
            known = np.flatnonzero(found[target, :target])
            found[tests.neighbors(target, known, target + 1), target] = True
        else:
            found[tests.neighbors(target), target] = True
    return found | found.T if backtracking else found & found.T
