"""Random directed acyclic graphs and data from their Gaussian linear mechanism.

The setting of the paper's numerical study (section "Simulation setting"). A graph is either a
(p, p) 0/1 adjacency matrix, ``adjacency[source, target] = 1`` for source -> target, or, where p is
too large for p x p numbers, an (n_edges, 2) array of (source, target) rows.
"""

from __future__ import annotations

import math
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._graphs import cycle_text, find_cycle, topological_order
from ._validation import check_generator, check_integer, check_snr

Seed: TypeAlias = int | np.integer[Any] | np.random.Generator | None

COEFFICIENT_RANGE = (0.3, 0.5)
"""Range of the absolute value of every coefficient; its sign is a fair coin."""


def random_edges(p: int, n_edges: int, seed: Seed = None) -> NDArray[np.int64]:
    """Draw the edges of a random directed acyclic graph.

    A hidden order of the nodes is drawn, then `n_edges` of its p (p - 1) / 2 pairs without
    replacement, all equally likely, each pointing from the earlier to the later node. The u-th
    fraction of the order then has about 2 u n_edges / p parents, and the graph about
    2 n_edges**2 / (3 p) v-structures while it is sparse: 78 for the size of the paper's Sparse
    Graph (p = 102, 109 edges, 77 v-structures) and 760 for that of the Extra-Large Graph
    (p = 1000, 1068 edges, 785 v-structures). One node in ten or so stays isolated there.

    Parameters
    ----------
    p : int
        Number of nodes.
    n_edges : int
        Number of edges, at most p (p - 1) / 2.
    seed : int, numpy.random.Generator or None, default None
        Source of the random numbers; an int makes the result reproducible, a generator is
        advanced.

    Returns
    -------
    ndarray of shape (n_edges, 2), int64
        Rows (source, target), sorted. Labels do not reveal the hidden order.

    See Also
    --------
    random_dag : the same graph as an adjacency matrix.

    Notes
    -----
    Time and memory are proportional to p + n_edges as long as few of all pairs are drawn.

    Examples
    --------
    >>> random_edges(20_000, 20_600, seed=1).shape
    (20600, 2)
    """
    p = check_integer(p, "p", 1)
    n_pairs = p * (p - 1) // 2
    n_edges = check_integer(n_edges, "n_edges", 0, n_pairs)
    rng = check_generator(seed)
    order = rng.permutation(p)
    # choice() refuses an empty population even when nothing is drawn from it.
    pairs = rng.choice(max(n_pairs, 1), size=n_edges, replace=False, shuffle=False)
    edges = order[_unrank_pairs(pairs)]
    return edges[np.lexsort((edges[:, 1], edges[:, 0]))]


def random_dag(p: int, n_edges: int, seed: Seed = None) -> NDArray[np.int32]:
    """Draw a random directed acyclic graph.

    Parameters
    ----------
    p : int
        Number of nodes.
    n_edges : int
        Number of edges, at most p (p - 1) / 2.
    seed : int, numpy.random.Generator or None, default None
        Source of the random numbers; an int makes the result reproducible, a generator is
        advanced.

    Returns
    -------
    ndarray of shape (p, p), int32
        Adjacency matrix, ``adjacency[source, target] = 1`` for source -> target.

    See Also
    --------
    random_edges : the same graph without a p x p array, and how it is drawn.

    Examples
    --------
    >>> adjacency = random_dag(102, 109, seed=1)
    >>> adjacency.shape, int(adjacency.sum())
    ((102, 102), 109)
    """
    edges = random_edges(p, n_edges, seed)
    adjacency = np.zeros((p, p), dtype=np.int32)
    adjacency[edges[:, 0], edges[:, 1]] = 1
    return adjacency


def simulate_gaussian(
    graph: ArrayLike,
    n: int,
    snr: tuple[float, float] = (0.5, 1.5),
    seed: Seed = None,
    *,
    p: int | None = None,
) -> NDArray[np.float64]:
    r"""Draw n samples from the Gaussian linear mechanism of a directed acyclic graph.

    .. math:: x_i = \sum_{j \in pa_i} \beta_{ij} x_j + \epsilon_i, \quad i = 1, \dots, p,

    with coefficients uniform on [-0.5, -0.3] and [0.3, 0.5]. For a node with parents the noise
    standard deviation is such that the signal-to-noise ratio, sd(signal) / sd(noise) in the
    population, is uniform on the range `snr`; nodes without parents have noise of standard
    deviation 1.

    Parameters
    ----------
    graph : array-like of shape (p, p), or of shape (n_edges, 2) if `p` is given
        Adjacency matrix of 0 and 1, ``adjacency[source, target] = 1`` for source -> target; or
        rows (source, target) as `random_edges` returns them.
    n : int
        Number of samples.
    snr : tuple of two floats, default (0.5, 1.5)
        Smallest and largest signal-to-noise ratio. The paper's low setting is (0.2, 0.5).
    seed : int, numpy.random.Generator or None, default None
        Source of the random numbers. One int gives the same coefficients and noise variances
        for every `n`, and a larger `n` only appends rows.
    p : int, optional
        Number of nodes; says that `graph` is a list of edges.

    Returns
    -------
    ndarray of shape (n, p), float64
        The data, not standardised.

    Raises
    ------
    ValueError
        If `graph` has a cycle, or an argument is out of its range.

    Notes
    -----
    Each node is a sum of its ancestors' noises. These loadings are kept as sparse vectors, so the
    variance of a signal is exact and costs the number of ancestors, not p x p work.

    Examples
    --------
    >>> simulate_gaussian(random_dag(102, 109, seed=1), n=50, seed=2).shape
    (50, 102)

    A node with two parents, given by its edges:

    >>> Y = simulate_gaussian([[0, 2], [1, 2]], n=100_000, snr=(1.0, 1.0), seed=3, p=3)
    >>> signal = Y[:, :2] @ np.linalg.lstsq(Y[:, :2], Y[:, 2], rcond=None)[0]
    >>> round(float(signal.std() / (Y[:, 2] - signal).std()), 2)
    1.0
    """
    edges, p = _check_graph(graph, p)
    n = check_integer(n, "n", 1)
    low, high = check_snr(snr)
    rng = check_generator(seed)
    order = topological_order(edges, p)
    if order is None:
        cycle = find_cycle(edges, p) or []
        raise ValueError(f"graph must be acyclic, got the cycle {cycle_text(cycle, range(p))}")

    n_edges = len(edges)
    coefficients = rng.uniform(*COEFFICIENT_RANGE, n_edges) * rng.choice((-1.0, 1.0), n_edges)
    ratios = rng.uniform(low, high, p)
    # Drawn sample by sample, so that a larger n appends rows; held node by node, because the
    # recursion below runs over whole columns of the data.
    X = np.ascontiguousarray(rng.standard_normal((n, p)).T)

    by_target = np.argsort(edges[:, 1], kind="stable")
    start = np.searchsorted(edges[by_target, 1], np.arange(p + 1))
    parents = {
        i: (edges[rows, 0], coefficients[rows])
        for i in np.flatnonzero(np.diff(start)).tolist()
        for rows in [by_target[start[i] : start[i + 1]]]
    }
    noise_sd = _noise_sd(order, parents, ratios)
    X *= noise_sd[:, None]
    for i in order:
        if i in parents:
            sources, beta = parents[i]
            X[i] += beta @ X[sources]
    return np.ascontiguousarray(X.T)


def _noise_sd(
    order: list[int],
    parents: dict[int, tuple[NDArray[np.int64], NDArray[np.float64]]],
    ratios: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Noise standard deviations that give each node with parents its signal-to-noise ratio."""
    noise_sd = np.ones(len(order))
    # Node i = sum of values * (independent standard normals number index), itself included.
    loadings: dict[int, tuple[NDArray[np.int64], NDArray[np.float64]]] = {}
    for i in order:
        index, values = np.array([], dtype=np.int64), np.array([])
        if i in parents:
            sources, beta = parents[i]
            parts = [loadings[j] for j in sources.tolist()]
            index, where = np.unique(np.concatenate([k for k, _ in parts]), return_inverse=True)
            terms = [b * v for b, (_, v) in zip(beta.tolist(), parts, strict=True)]
            values = np.bincount(where, weights=np.concatenate(terms))
            noise_sd[i] = math.sqrt(values @ values) / ratios[i]
        loadings[i] = np.append(index, i), np.append(values, noise_sd[i])
    return noise_sd


def _unrank_pairs(ranks: NDArray[np.int64]) -> NDArray[np.int64]:
    """Pair (i, j), i < j, of each rank in the list (0, 1), (0, 2), (1, 2), (0, 3), ..."""
    j = ((1 + np.sqrt(1 + 8 * ranks.astype(np.float64))) / 2).astype(np.int64)
    # The square root may round across an integer.
    j -= j * (j - 1) // 2 > ranks
    j += j * (j + 1) // 2 <= ranks
    return np.column_stack((ranks - j * (j - 1) // 2, j))


def _check_graph(graph: ArrayLike, p: int | None) -> tuple[NDArray[np.int64], int]:
    """Return the edges and the number of nodes of an adjacency matrix or a list of edges."""
    array = np.asarray(graph)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"graph must be an array of numbers, got dtype {array.dtype}")
    if p is None:
        return adjacency_edges(array, "graph"), len(array)

    p = check_integer(p, "p", 1)
    if array.size == 0:
        return np.empty((0, 2), dtype=np.int64), p
    if array.ndim != 2 or array.shape[1] != 2:
        raise ValueError(f"graph must have shape (n_edges, 2) when p is given, got {array.shape}")
    edges = array.astype(np.int64)
    outside = (edges != array) | (edges < 0) | (edges >= p)
    if outside.any():
        raise ValueError(
            f"graph must hold nodes between 0 and {p - 1}, got {array[outside][0].item()}"
        )
    unique, counts = np.unique(edges, axis=0, return_counts=True)
    if len(unique) < len(edges):
        source, target = unique[counts > 1][0]
        raise ValueError(f"graph must hold every edge once, got {source} -> {target} again")
    return edges, p


def adjacency_edges(adjacency: NDArray[Any], name: str = "adjacency") -> NDArray[np.int64]:
    """List the edges of an adjacency matrix.

    Parameters
    ----------
    adjacency : ndarray of shape (p, p)
        Matrix of 0 and 1, ``adjacency[source, target] = 1`` for source -> target.
    name : str, default "adjacency"
        What error messages call the matrix.

    Returns
    -------
    ndarray of shape (n_edges, 2), int64
        Rows (source, target), sorted.

    Examples
    --------
    >>> adjacency_edges(np.array([[0, 1], [0, 0]])).tolist()
    [[0, 1]]
    """
    if adjacency.ndim != 2 or adjacency.shape[0] != adjacency.shape[1] or adjacency.size == 0:
        raise ValueError(f"{name} must have shape (p, p), got {adjacency.shape}")
    edges = np.argwhere(adjacency)
    values = adjacency[edges[:, 0], edges[:, 1]]
    if (values != 1).any():
        raise ValueError(f"{name} must hold only 0 and 1, got {values[values != 1][0].item()}")
    return edges.astype(np.int64, copy=False)
