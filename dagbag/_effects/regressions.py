"""The least-squares fit of every node on its parents, from the data.

By singular values, not from cross-products: what is collinear, and what is nearly so, can be told
apart there, see `RANK`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from .._dag.types import BoolArray, FloatArray
from .._search.crossprod import Standardized
from .families import Families

# Parents of sd 1 whose smallest singular value is this part of the largest one agree on seven
# digits: they are collinear, as for R's lm().
RANK = 1e-7
# A coefficient is determined if its axis lies in the span of the rows, up to this.
OUTSIDE = 1e-9


class Regression(NamedTuple):
    """The fit of a column on others; NaN where the data do not determine a coefficient."""

    coefficients: FloatArray  # (m,)
    inverse: FloatArray  # (m, m) of the cross-products; 0 where not determined
    rank: int
    rss: float


def regress(y: FloatArray, X: FloatArray) -> Regression:
    """Fit a centred column on centred columns of comparable size.

    Where columns are collinear, the coefficients that the data determine all the same are told.

    Parameters
    ----------
    y : ndarray of shape (rows,)
    X : ndarray of shape (rows, m)

    Returns
    -------
    Regression

    Examples
    --------
    >>> a, b = np.array([-1.0, 1.0, -1.0, 1.0]), np.array([-1.0, -1.0, 1.0, 1.0])
    >>> regress(2 * a + b, np.column_stack([a, b, b])).coefficients
    array([ 2., nan, nan])
    """
    U, size, rows = np.linalg.svd(X, full_matrices=False)
    kept = size > RANK * size.max(initial=0.0)
    U, size, rows = U[:, kept], size[kept], rows[kept]
    along = U.T @ y
    residual = y - U @ along
    scaled = rows / size[:, np.newaxis]
    coefficients = scaled.T @ along
    inverse = scaled.T @ scaled
    lost = 1.0 - np.einsum("ij,ij->j", rows, rows) > OUTSIDE
    coefficients[lost] = np.nan
    inverse[lost] = inverse[:, lost] = 0.0
    return Regression(coefficients, inverse, int(kept.sum()), float(residual @ residual))


@dataclass(frozen=True)
class Fit:
    """All nodes on their parents, in units of the standard deviations of the columns."""

    coefficients: FloatArray  # (n_edges,)
    errors: FloatArray  # (n_edges,) standard errors
    df: FloatArray  # (p,) residual degrees of freedom
    variance: FloatArray  # (p,) of the residuals; NaN without a degree of freedom
    r_squared: FloatArray  # (p,) NaN for a constant column
    covariances: tuple[FloatArray, ...]  # of the coefficients of each node with parents, by node

    @property
    def determined(self) -> BoolArray:
        """Whether the data determine the coefficient of an edge, (n_edges,)."""
        return ~np.isnan(self.coefficients)


def fit(dag: Families, data: Standardized) -> Fit:
    """Fit every node on its parents.

    Parameters
    ----------
    dag : Families
    data : Standardized

    Returns
    -------
    Fit
        A constant column has no coefficients, neither as a parent nor as a child.
    """
    coefficients = np.full(dag.n_edges, np.nan)
    errors = np.full(dag.n_edges, np.nan)
    df = np.full(dag.p, data.n - 1.0)
    rss = np.full(dag.p, data.n - 1.0)
    rss[data.constant] = np.nan
    covariances: dict[int, FloatArray] = {}
    for group in dag.groups:
        for target, parents, where in zip(group.targets, group.parents, group.edges, strict=True):
            covariances[int(target)] = np.zeros((len(parents), len(parents)))
            if data.constant[target]:
                continue
            found = regress(data.X[:, target], data.X[:, parents])
            df[target] -= found.rank
            rss[target] = found.rss
            coefficients[where] = found.coefficients
            if df[target] > 0:
                covariances[int(target)] = found.inverse * (found.rss / df[target])
                known = ~np.isnan(found.coefficients)
                errors[where[known]] = np.sqrt(np.diagonal(covariances[int(target)])[known])
    variance = np.divide(rss, df, out=np.full(dag.p, np.nan), where=df > 0)
    ordered = tuple(covariances[node] for node in sorted(covariances))
    return Fit(coefficients, errors, df, variance, 1.0 - rss / (data.n - 1.0), ordered)
