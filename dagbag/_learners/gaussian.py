"""The linear Gaussian model of a DAG: fitted by least squares, and the likelihood of new rows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .._dag.types import FloatArray, IntArray
from .._search.crossprod import standardize

# Residual variances are not smaller than this part of their column's: the likelihood stays finite
# where parents fit perfectly.
FLOOR = 1e-12


@dataclass(frozen=True)
class GaussianModel:
    """A node's mean given its parents, and its variance around it, for every node."""

    intercept: FloatArray  # (p,)
    weights: FloatArray  # (k,) of the edges
    edges: IntArray  # (k, 2)
    variance: FloatArray  # (p,), NaN for a constant column, whose likelihood is left out

    def log_likelihood(self, values: FloatArray) -> FloatArray:
        """Return the log-likelihood of each row, (rows,)."""
        residuals = values - self.intercept
        for (source, target), weight in zip(self.edges.tolist(), self.weights, strict=True):
            residuals[:, target] -= weight * values[:, source]
        known = ~np.isnan(self.variance)
        variance = self.variance[known]
        squares = residuals[:, known] ** 2 / variance
        return np.asarray(-0.5 * (squares + np.log(2 * np.pi * variance)).sum(axis=1))


def fit_gaussian(values: FloatArray, edges: IntArray) -> GaussianModel:
    """Regress every node on its parents.

    Parameters
    ----------
    values : ndarray of shape (n, p)
    edges : ndarray of shape (k, 2)
        Ordered by target.

    Returns
    -------
    GaussianModel
    """
    columns = standardize(values)
    n, p = columns.X.shape
    weights = np.zeros(len(edges))
    variance = columns.sd**2 * (n - 1) / n
    ends = np.searchsorted(edges[:, 1], np.arange(p + 1))
    for node in np.unique(edges[:, 1]).tolist():
        parents = edges[ends[node] : ends[node + 1], 0]
        X, y = columns.X[:, parents], columns.X[:, node]
        found = np.linalg.lstsq(X, y, rcond=None)[0]
        left = max(float(((y - X @ found) ** 2).mean()), FLOOR)
        variance[node] = left * columns.sd[node] ** 2
        weights[ends[node] : ends[node + 1]] = found * columns.sd[node] / columns.sd[parents]
    variance[columns.constant] = np.nan
    intercept = values.mean(axis=0)
    np.subtract.at(intercept, edges[:, 1], weights * values.mean(axis=0)[edges[:, 0]])
    return GaussianModel(intercept, weights, edges, variance)
