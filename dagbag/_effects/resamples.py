"""The coefficients of a DAG on resamples, from row counts and cross-products."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from .._dag.types import FloatArray
from .._input.data import Data
from .._runs.blas import OneBlasThread
from .._runs.draws import Batch, Draws, Recipe, Resampling
from .._runs.record import digest
from .._search.crossprod import Standardized, crossprod, standardize_resample
from ..ensemble import Ensemble
from ..rrandom import RRandom
from .families import Families, Group
from .regressions import regress

Rows = npt.NDArray[np.int64]
# Parents of which another one tells all but this part of the variance are refitted on the rows:
# what cross-products leave of the digits is at least nine.
NEAR = 1e-6
CELLS = 2**22  # numbers of the equations that are solved together


class Refit:
    """A DAG fitted on resamples of the data, one after the other."""

    def __init__(self, data: Standardized) -> None:
        self._data = data
        self._crossprod = np.empty((data.X.shape[1],) * 2)

    def on_rows(self, dag: Families, rows: Rows) -> FloatArray:
        """Return the coefficients on drawn rows, (n_edges,), in units of the whole data's sd."""
        counts = np.bincount(rows, minlength=len(self._data.X))
        resample = standardize_resample(self._data, counts)
        sd = resample.sd
        return np.asarray(self._on(dag, resample) * (sd[dag.edges[:, 1]] / sd[dag.edges[:, 0]]))

    def on_all(self, dag: Families) -> FloatArray:
        """Return the coefficients on all rows, (n_edges,), in units of their sd."""
        return self._on(dag, self._data)

    def _on(self, dag: Families, resample: Standardized) -> FloatArray:
        """Return the coefficients between columns of sd 1; NaN where one is not determined."""
        found = np.full(dag.n_edges, np.nan)
        crossprod(resample.X, self._crossprod)
        for group in dag.groups:
            most = max(CELLS // group.parents.shape[1] ** 2, 1)
            for first in range(0, len(group.targets), most):
                part = slice(first, first + most)
                some = Group(group.targets[part], group.parents[part], group.edges[part])
                found[some.edges] = self._solve(some, resample)
        found[resample.constant[dag.edges].any(axis=1)] = np.nan
        return found

    def _solve(self, group: Group, resample: Standardized) -> FloatArray:
        """Return the coefficients of a group of nodes, (k, m)."""
        C, parents, targets = self._crossprod, group.parents, group.targets
        A = C[parents[:, :, np.newaxis], parents[:, np.newaxis, :]] / (resample.n - 1)
        g = C[parents, targets[:, np.newaxis]] / (resample.n - 1)
        found, smallest = eliminate(A, g)
        for k in np.flatnonzero(~(smallest > NEAR)):
            found[k] = regress(resample.X[:, targets[k]], resample.X[:, parents[k]]).coefficients
        return found


def eliminate(A: FloatArray, g: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Solve many small systems of normal equations at once; A and g are overwritten.

    Parameters
    ----------
    A : ndarray of shape (k, m, m)
        Correlations.
    g : ndarray of shape (k, m)

    Returns
    -------
    solutions : ndarray of shape (k, m)
    smallest : ndarray of shape (k,)
        Smallest pivot: what those before it leave of the variance of a parent.

    Examples
    --------
    >>> eliminate(np.array([[[1.0, 0.5], [0.5, 1.0]]]), np.array([[1.0, 1.25]]))
    (array([[0.5, 1. ]]), array([0.75]))
    """
    k, m = g.shape
    pivots = np.empty((k, m))
    for i in range(m):
        pivots[:, i] = A[:, i, i]
        safe = np.where(pivots[:, i] > 0, pivots[:, i], 1.0)
        factor = A[:, i + 1 :, i] / safe[:, np.newaxis]
        A[:, i + 1 :, i + 1 :] -= factor[:, :, np.newaxis] * A[:, i, np.newaxis, i + 1 :]
        g[:, i + 1 :] -= factor * g[:, i, np.newaxis]
    solved = np.empty((k, m))
    for i in reversed(range(m)):
        rest = g[:, i] - (A[:, i, i + 1 :] * solved[:, i + 1 :]).sum(axis=1)
        solved[:, i] = rest / np.where(pivots[:, i] > 0, pivots[:, i], 1.0)
    return solved, pivots.min(axis=1)


def bootstrap(dag: Families, data: Standardized, n_boot: int, stream: RRandom) -> FloatArray:
    """Return the coefficients on bootstrap resamples, (n_boot, n_edges).

    The rows are those that :func:`dagbag.bag` draws from the same stream.
    """
    found = np.empty((n_boot, dag.n_edges))
    if n_boot == 0:
        return found
    n, p = data.X.shape
    with stream.exclusive():
        draws = Draws(Recipe(Resampling("bootstrap", n, n), p), [Batch(stream.state, n_boot)])
        stream.move_to(draws.end)
    refit = Refit(data)
    with OneBlasThread():
        for b in range(n_boot):
            found[b] = refit.on_rows(dag, draws[b].rows)
    return found


def redrawn(ensemble: Ensemble, data: Data) -> tuple[list[Rows] | None, str]:
    """Draw the rows of an ensemble's replicates again, or say why that cannot be done.

    Returns
    -------
    rows : list of ndarray, or None
        Of each replicate.
    why : str
        "" if they were drawn again.
    """
    settings, plan = ensemble.settings, ensemble._plan
    if plan is None:
        return None, "its replicates were merged or picked"
    if settings.get("random_forest") is True:
        return None, "its searches drew random numbers between the resamples"
    kind, size = settings.get("resample"), settings.get("resample_rows")
    if not isinstance(kind, str) or not isinstance(size, int):
        return None, "it does not say how its rows were drawn"
    if settings.get("data") != digest(data.values):
        return None, "it was learned on other data, or on these in other units"
    shuffle = settings.get("shuffle")
    recipe = Recipe(
        Resampling(kind, size, data.n), data.p, shuffle if isinstance(shuffle, str) else None
    )
    draws = Draws(recipe, plan.batches)
    return [draws[int(index)].rows for index in ensemble.index], ""


def replicate_coefficients(
    dags: Iterable[Families], rows: list[Rows] | None, data: Standardized
) -> list[FloatArray]:
    """Return the coefficients of each replicate's own DAG, on its own rows or on the whole data."""
    refit = Refit(data)
    with OneBlasThread():
        if rows is None:
            return [refit.on_all(dag) for dag in dags]
        return [refit.on_rows(dag, drawn) for dag, drawn in zip(dags, rows, strict=True)]
