"""The skeleton of the PC algorithm: edges deleted level by level."""

from __future__ import annotations

import math

import numpy as np

from .._dag.types import BoolArray, FloatArray
from .._kernels.skeleton import separated, separator
from .._search.correlations import correlations

Separations = dict[tuple[int, int], set[int]]


def pc_skeleton(
    X: FloatArray, alpha: float, deepest: int, *, stable: bool = True
) -> tuple[BoolArray, Separations]:
    """Delete the edges that a condition separates by Fisher's z test.

    Level m looks at the conditions of m neighbors of either node of an edge. In the stable variant
    (Colombo and Maathuis 2014) neighbors are those at the begin of the level, and what separates a
    pair are all nodes of all conditions that do. In the original one (Kalisch and Buehlmann 2007)
    an edge is deleted at once by the first condition found, in the order of the columns.

    Parameters
    ----------
    X : ndarray of shape (n, p)
        Standardised columns, none of them constant.
    alpha : float
        Significance level.
    deepest : int
        Largest number of nodes conditioned on.
    stable : bool, default True

    Returns
    -------
    adjacency : ndarray of shape (p, p), bool
        Symmetric.
    separations : dict
        For each pair (i, j), i < j, deleted because of a condition that is not empty: its nodes.
    """
    from scipy.special import ndtri

    n, p = X.shape
    R = correlations(X)
    z = -ndtri(alpha / 2.0)
    deepest = min(deepest, n - 4)

    def critical(size: int) -> float:
        return math.tanh(z / math.sqrt(n - size - 3)) ** 2

    adjacency = np.zeros((p, p), dtype=bool)
    if deepest >= 0:
        adjacency = critical(0) <= R**2
        np.fill_diagonal(adjacency, False)
    separations: Separations = {}
    level = _stable_level if stable else _original_level
    size = 0
    while size < deepest and size + 1 < adjacency.sum(axis=0).max():
        size += 1
        level(R, adjacency, size, critical(size), separations)
    return adjacency, separations


def _stable_level(
    R: FloatArray, adjacency: BoolArray, size: int, critical: float, separations: Separations
) -> None:
    """Delete the edges of one level, all at its end."""
    before = adjacency.copy()
    for node in range(len(R)):
        neighbors = np.flatnonzero(before[node]).astype(np.int32)
        which, members = separated(R, node, neighbors, size, critical)
        for k in np.flatnonzero(which).tolist():
            other = int(neighbors[k])
            adjacency[node, other] = adjacency[other, node] = False
            pair = (min(node, other), max(node, other))
            separations.setdefault(pair, set()).update(neighbors[members[k]].tolist())


def _original_level(
    R: FloatArray, adjacency: BoolArray, size: int, critical: float, separations: Separations
) -> None:
    """Delete the edges of one level, each at once."""
    for node, other in np.argwhere(adjacency).tolist():
        if adjacency[node, other]:
            neighbors = np.flatnonzero(adjacency[node])
            others = neighbors[neighbors != other].astype(np.int32)
            condition = separator(R, node, other, others, size, critical)
            if condition is not None:
                adjacency[node, other] = adjacency[other, node] = False
                separations[min(node, other), max(node, other)] = set(condition)
