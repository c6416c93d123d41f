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
    """A node's mean given its parents, and its variance around it, for every node.

    Of standardised columns: the squares of numbers such as 1e300 are beyond the floats.
    """

    mean: FloatArray  # (p,)
    sd: FloatArray  # (p,), 0 for a constant column, whose likelihood is left out
    edges: IntArray  # (k, 2)
    weights: FloatArray  # (k,) of the edges
    variance: FloatArray  # (p,) what the parents leave of 1

    def log_likelihood(self, values: FloatArray) -> FloatArray:
        """Return the log-likelihood of each row, (rows,)."""
        known = self.sd > 0
        with np.errstate(divide="ignore", invalid="ignore"):
            Z = (values - self.mean) / self.sd
        residuals = Z.copy()
        for (source, target), weight in zip(self.edges.tolist(), self.weights, strict=True):
            residuals[:, target] -= weight * Z[:, source]
        squares = residuals[:, known] ** 2 / self.variance[known]
        constant = np.log(2 * np.pi * self.variance[known]) + 2 * np.log(self.sd[known])
        return np.asarray(-0.5 * (squares + constant).sum(axis=1))


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
    X = columns.X * np.sqrt(n / (n - 1))  # denominator n, as the largest likelihood has it
    weights = np.zeros(len(edges))
    variance = np.ones(p)
    ends = np.searchsorted(edges[:, 1], np.arange(p + 1))
    for node in np.unique(edges[:, 1]).tolist():
        parents, y = X[:, edges[ends[node] : ends[node + 1], 0]], X[:, node]
        found = np.linalg.lstsq(parents, y, rcond=None)[0]
        variance[node] = max(float(((y - parents @ found) ** 2).mean()), FLOOR)
        weights[ends[node] : ends[node + 1]] = found
    sd = np.where(columns.constant, 0.0, columns.sd * np.sqrt((n - 1) / n))
    scale = np.ldexp(1.0, np.frexp(np.abs(values).max(axis=0))[1])  # means of 1e308 overflow
    scale[scale == 0] = 1.0
    return GaussianModel((values / scale).mean(axis=0) * scale, sd, edges, weights, variance)
