"""Total effects along a DAG: sums over the directed paths of the products of coefficients.

With the coefficients in B, by [source, target], they are T = (I - B)^-1. A change dB of the
coefficients changes T by T dB T; coefficients of different nodes are uncorrelated, so that the
variance of T[s, t] is the sum over nodes v of T[v, t]^2 T[s, pa(v)] Cov(v) T[s, pa(v)]'.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .._dag.types import BoolArray, FloatArray
from .families import Families


def reachable(dag: Families) -> BoolArray:
    """Tell the pairs that a directed path joins, and each node with itself; (p, p)."""
    paths = np.eye(dag.p, dtype=bool, order="F")
    for target, where in dag.parents():
        paths[:, target] |= paths[:, dag.edges[where, 0]].any(axis=1)
    return paths


def total_effects(dag: Families, coefficients: FloatArray) -> FloatArray:
    """Return the total effects by [source, target], (p, p); 1 on the diagonal.

    Parameters
    ----------
    dag : Families
    coefficients : ndarray of shape (n_edges,)
        None of them NaN.

    Returns
    -------
    ndarray of shape (p, p)

    Examples
    --------
    >>> from dagbag._effects.families import families
    >>> chain = families(np.array([[0, 1], [0, 2], [1, 2]]), 3)
    >>> total_effects(chain, np.array([2.0, 1.0, 3.0]))[0]
    array([1., 2., 7.])
    """
    T = np.eye(dag.p, order="F")
    for target, where in dag.parents():
        # One source after the other: sums of products by BLAS have other bits elsewhere.
        column = T[:, target]
        for source, coefficient in zip(
            dag.edges[where, 0].tolist(), coefficients[where].tolist(), strict=True
        ):
            column += T[:, source] * coefficient
    return T


def from_source(dag: Families, coefficients: FloatArray, source: int) -> FloatArray:
    """Return the total effects of one node on all, (n, p), for n sets of coefficients.

    NaN where a path leads through a coefficient that is NaN, 0 where no path leads.

    Parameters
    ----------
    dag : Families
    coefficients : ndarray of shape (n, n_edges)
    source : int

    Returns
    -------
    ndarray of shape (n, p)
    """
    T = np.zeros((len(coefficients), dag.p), order="F")
    T[:, source] = 1.0
    below = {source}
    for target, where in dag.parents():
        if target == source:
            continue
        for edge in range(where.start, where.stop):
            parent = int(dag.edges[edge, 0])
            if parent in below:
                T[:, target] += T[:, parent] * coefficients[:, edge]
                below.add(target)
    return T


def unknown_pairs(dag: Families, coefficients: FloatArray, paths: BoolArray) -> BoolArray:
    """Tell the pairs that a path through a coefficient that is NaN joins, (p, p)."""
    unknown = np.zeros((dag.p, dag.p), dtype=bool)
    for source, target in dag.edges[np.isnan(coefficients)].tolist():
        unknown |= np.outer(paths[:, source], paths[target])
    return unknown


def known_totals(dag: Families, coefficients: FloatArray, paths: BoolArray) -> FloatArray:
    """Return the total effects, NaN where a path leads through a coefficient that is NaN."""
    T = total_effects(dag, np.nan_to_num(coefficients))
    if np.isnan(coefficients).any():
        T[unknown_pairs(dag, coefficients, paths)] = np.nan
    return T


def total_variances(
    dag: Families, T: FloatArray, covariances: Sequence[FloatArray], df: FloatArray
) -> FloatArray:
    """Return the variances of the total effects by the delta method, (p, p).

    Parameters
    ----------
    dag : Families
    T : ndarray of shape (p, p)
        Total effects; NaN counts as 0.
    covariances : sequence of ndarray
        Of the coefficients of each node with parents, by node.
    df : ndarray of shape (p,)
        Where none are left the variance is not known: NaN for all paths through such a node.

    Returns
    -------
    ndarray of shape (p, p)
    """
    known = np.nan_to_num(T)
    spread = np.zeros((dag.p, dag.p))  # by [source, node whose coefficients vary]
    nodes = sorted(node for node, _ in dag.parents())
    where = dict(dag.parents())
    full = np.zeros(dag.p, dtype=bool)
    for node, covariance in zip(nodes, covariances, strict=True):
        reach = known[:, dag.edges[where[node], 0]]
        spread[:, node] = np.einsum("ij,jk,ik->i", reach, covariance, reach)
        full[node] = df[node] <= 0
    variances = np.asarray(spread @ known**2)
    variances[np.isnan(T)] = np.nan
    if full.any():
        paths = reachable(dag)
        for node in np.flatnonzero(full).tolist():
            before = paths[:, node].copy()
            before[node] = False  # the path must lead through the coefficients of the node
            variances[np.outer(before, paths[node])] = np.nan
    return variances
