"""A covariance matrix in place of the data, for a single search."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._dag.types import FloatArray, Node
from ..exceptions import DataWarning, warn_user
from .checks import MIN_ROWS, check_integer
from .containers import OTHERS, read_container
from .data import Data
from .symmetric import ASYMMETRY
from .words import listing

# How far eigenvalues of the correlations may lie below 0, per column.
NEGATIVE = 1e-8


def check_covariance(S: Any, n: object, names: object = None, name: str = "covariance") -> Data:
    """Return data that stand for a covariance or correlation matrix.

    HillClimbing, BOSS and XGES search on them as they would on n rows with these covariances. There
    are no rows to draw from: nothing can be bagged.

    Parameters
    ----------
    S : array-like or DataFrame of shape (p, p)
        Symmetric up to 1e-6 of the standard deviations, and positive semidefinite but for rounding.
        A DataFrame has the same names for rows and columns, if its rows have names.
    n : int
        The number of rows of which S is the covariance matrix, with denominator n - 1. A rank of n
        or more, which no n rows have, is warned of: it may have been shrunk.
    names : sequence of p names, optional
        Of an array.
    name : str, default "covariance"
        What errors call it.

    Returns
    -------
    Data
        Of `size` n. Its `values` have as many rows as S has eigenvalues above rounding; their
        cross-product is (n - 1) S.

    Examples
    --------
    >>> data = check_covariance([[4.0, 1.0], [1.0, 1.0]], n=101, names=["a", "b"])
    >>> (data.values.T @ data.values / 100).round(9).tolist(), data.n, data.nodes
    ([[4.0, 1.0], [1.0, 1.0]], 101, ('a', 'b'))
    """
    rows = check_integer(n, "n", MIN_ROWS)
    table = read_container(S, name)
    if any(kind in OTHERS for kind in table.kinds):
        bad = [k for k, kind in zip(table.nodes, table.kinds, strict=True) if kind in OTHERS]
        raise TypeError(
            f"{name} must have numeric columns, got others in {listing(bad)}: give numbers"
        )
    values = table.values
    p = values.shape[1]
    if values.shape != (p, p) or p < 1:
        raise ValueError(
            f"{name} must be a square matrix, got shape {values.shape}: give data as X, without n"
        )
    if not np.isfinite(values).all():
        row, column = (int(k) for k in np.argwhere(~np.isfinite(values))[0])
        raise ValueError(
            f"{name} must be finite, got {values[row, column]} for {table.nodes[row]!r} and "
            f"{table.nodes[column]!r}"
        )
    nodes = _names(table.nodes, names, name)
    if table.rows is not None:
        _check_order(list(table.rows), list(table.nodes), name)
    return Data(_factor(values, rows, nodes, name), nodes, table.library, size=rows)


def _names(found: tuple[Node, ...], names: Any, name: str) -> tuple[Node, ...]:
    nodes = found if names is None else tuple(names)
    if len(nodes) != len(found):
        raise ValueError(f"names must be {len(found)} names, got {len(nodes)}")
    if len(set(nodes)) < len(nodes):
        twice = [node for k, node in enumerate(nodes) if node in nodes[:k]]
        raise ValueError(f"{name} must have distinct column names, got {listing(twice)} twice")
    return nodes


def _check_order(rows: list[Any], columns: list[Any], name: str) -> None:
    if rows == columns:
        return
    if set(rows) == set(columns):
        raise ValueError(
            f"{name} must have rows and columns in the same order: give {name}.loc[{name}.columns]"
        )
    other = [row for row in rows if row not in columns]
    raise ValueError(
        f"{name} must have the same names for rows and columns, got {listing(other)} of rows only"
    )


def _factor(S: FloatArray, n: int, nodes: tuple[Node, ...], name: str) -> FloatArray:
    """Return rows whose cross-product is (n - 1) S."""
    variance = np.diag(S)
    if not variance.any():
        raise ValueError(f"{name} must have variances above 0, got none: every column is constant")
    if (variance < 0).any():
        k = int(np.flatnonzero(variance < 0)[0])
        raise ValueError(f"{name} must have variances, got {variance[k]:g} for {nodes[k]!r}")
    sd = np.sqrt(variance)
    unit = np.where(sd > 0, sd, 1.0)
    R = S / unit / unit[:, np.newaxis]
    still = np.flatnonzero((sd == 0) & ((S != 0).any(axis=0) | (S != 0).any(axis=1)))
    if len(still):
        k = int(still[0])
        raise ValueError(f"{name} must be 0 where a variance is, got others for {nodes[k]!r}")
    gap = np.abs(R - R.T)
    if gap.max() > ASYMMETRY:
        i, j = (int(k) for k in np.unravel_index(gap.argmax(), gap.shape))
        raise ValueError(
            f"{name} must be symmetric, got {S[i, j]:g} for {nodes[i]!r}, {nodes[j]!r} and "
            f"{S[j, i]:g} for {nodes[j]!r}, {nodes[i]!r}"
        )
    eigenvalues, vectors = np.linalg.eigh((R + R.T) / 2)
    least = float(eigenvalues[0])
    if least < -NEGATIVE * len(R):
        raise ValueError(
            f"{name} must be positive semidefinite, got correlations with the eigenvalue "
            f"{least:.3g}: no data have them; compute it from complete rows, all columns at once"
        )
    # By Weyl's inequality no rounding of the entries by ASYMMETRY adds one beyond this.
    rank = int((eigenvalues > ASYMMETRY * len(R)).sum())
    if rank > n - 1:
        warn_user(
            f"{name} has the rank {rank}, but covariances of n = {n} rows have a rank of at most "
            f"{n - 1}: give the number of rows that it is of, unless it was shrunk or smoothed",
            DataWarning,
        )
    kept = eigenvalues > len(R) * np.finfo(float).eps * eigenvalues[-1]
    root = np.sqrt((n - 1) * eigenvalues[kept])[:, np.newaxis]
    return np.ascontiguousarray(root * vectors[:, kept].T * sd)
