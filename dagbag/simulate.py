"""Random directed acyclic graphs and data from their linear mechanism.

The setting of the paper's numerical study (section "Simulation setting"). A graph is a (p, p) 0/1
adjacency matrix, ``adjacency[source, target] = 1`` for source -> target; an (n_edges, 2) array of
(source, target) rows with the number of `nodes`; pairs of names; a labelled frame, a networkx
DiGraph, a result of this package, or any other form of a graph (:mod:`dagbag.metrics`).
"""

from __future__ import annotations

import functools
import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ._dag.edges import edge_matrix
from ._dag.order import topological_order
from ._dag.random_dags import draw_pairs, draw_tree, exchange_edges
from ._dag.types import Node
from ._input.arguments import accepts_dots
from ._input.checks import check_choice, check_generator, check_snr
from ._input.common_nodes import own_nodes
from ._input.forms import names_in_pairs
from ._input.graphs import read_dag
from ._input.labels import are_numbers
from ._input.memory import check_room
from ._input.simulated import (
    check_adjacency,
    check_drawn,
    check_matrix_size,
    check_n_edges,
    check_noise,
    check_size,
    check_structures,
)
from ._input.tables import make_frame
from .exceptions import warn_user

__all__ = [
    "PAPER_GRAPHS",
    "GraphStatistics",
    "LinearMechanism",
    "adjacency_edges",
    "linear_mechanism",
    "paper_graph",
    "random_dag",
    "random_edges",
    "random_tree",
    "simulate_gaussian",
]

Seed: TypeAlias = int | np.integer[Any] | np.random.Generator | None
Noise: TypeAlias = str | Callable[[np.random.Generator, tuple[int, int]], Any]

COEFFICIENT_RANGE = (0.3, 0.5)
"""Range of the absolute value of every coefficient; its sign is a fair coin."""

PAPER_SEED = 1406
"""Seed of the graphs of :func:`paper_graph`."""


@dataclass(frozen=True)
class GraphStatistics:
    """What the paper tells of a graph of its study.

    Attributes
    ----------
    p, edges, v_structures, moral_edges : int
        Numbers of nodes, edges, v-structures, and edges of the moral graph.
    max_step : int
        Largest number of steps of a search in the paper's study of that graph.
    """

    p: int
    edges: int
    v_structures: int
    moral_edges: int
    max_step: int


PAPER_GRAPHS = {
    "Empty": GraphStatistics(1000, 0, 0, 0, 2000),
    "Tree": GraphStatistics(100, 99, 0, 99, 500),
    "Sparse": GraphStatistics(102, 109, 77, 184, 500),
    "Dense": GraphStatistics(104, 527, 1675, 1670, 1000),
    "Large": GraphStatistics(504, 515, 307, 808, 1000),
    "Extra-large": GraphStatistics(1000, 1068, 785, 1823, 5000),
    "Ultra-large": GraphStatistics(2639, 2603, 1899, 4481, 10000),
}
"""The graphs of the paper's study (its table "Graph statistics and simulation parameters")."""


# Graphs


@accepts_dots
def random_edges(
    p: int,
    n_edges: int,
    seed: Seed = None,
    *,
    v_structures: int | None = None,
    moral_edges: int | None = None,
) -> NDArray[np.int64]:
    """Draw the edges of a random directed acyclic graph.

    A hidden order of the nodes is drawn, then `n_edges` of its p (p - 1) / 2 pairs without
    replacement, all equally likely, each pointing from the earlier to the later node. The u-th
    fraction of the order then has about 2 u n_edges / p parents, and the graph about
    2 n_edges**2 / (3 p) v-structures while it is sparse: 78 for the size of the paper's Sparse
    Graph (p = 102, 109 edges, 77 v-structures) and 760 for that of the Extra-Large Graph
    (p = 1000, 1068 edges, 785 v-structures). One node in ten or so stays isolated there.

    Where `v_structures` or `moral_edges` are asked for, random edges are then exchanged for others
    until the graph has them; without v-structures and with fewer edges than nodes it is a forest.

    Parameters
    ----------
    p : int
        Number of nodes.
    n_edges : int
        Number of edges, at most p (p - 1) / 2.
    seed : int, numpy.random.Generator or None, default None
        Source of the random numbers; an int makes the result reproducible, a generator is
        advanced.
    v_structures : int, optional
        Number of v-structures: two nodes that are not adjacent and a common child.
    moral_edges : int, optional
        Number of edges of the moral graph: edges, and pairs of nodes that are not adjacent and
        have a common child.

    Returns
    -------
    ndarray of shape (n_edges, 2), int64
        Rows (source, target), sorted. Labels do not reveal the hidden order.

    Raises
    ------
    ValueError
        If an argument is out of its range, or no graph with these numbers was found.

    See Also
    --------
    random_dag : the same graph as an adjacency matrix.
    paper_graph : graphs with the numbers of the paper's.

    Notes
    -----
    Time and memory are proportional to p + n_edges as long as few of all pairs are drawn and the
    numbers asked for are not far from those of a random graph: some milliseconds for the paper's.

    Examples
    --------
    >>> random_edges(20_000, 20_600, seed=1).shape
    (20600, 2)
    >>> len(random_edges(504, 515, seed=1, v_structures=307, moral_edges=808))
    515
    """
    p = check_size(p, "p")
    n_edges = check_n_edges(n_edges, p)
    v_structures, moral_edges = check_structures(v_structures, moral_edges, n_edges, p)
    rng = check_generator(seed)
    order = rng.permutation(p)
    if v_structures == 0 and n_edges < p:  # hardly found by exchange
        forest = rng.choice(p - 1, size=n_edges, replace=False) if n_edges else slice(0)
        return _sorted_edges(order[draw_tree(rng, p)[forest]])
    pairs = draw_pairs(rng, p, n_edges)
    if v_structures is not None or moral_edges is not None:
        if v_structures == 0:
            moral_edges = n_edges
        pairs, found_v, found_m = exchange_edges(rng, pairs, p, v_structures, moral_edges)
        if v_structures not in (None, found_v) or moral_edges not in (None, found_m):
            raise ValueError(
                f"no graph with p={p}, n_edges={n_edges}, v_structures={v_structures} and "
                f"moral_edges={moral_edges} was found; the nearest has {found_v} v-structures and "
                f"{found_m} moral edges"
            )
    return _sorted_edges(order[pairs])


@accepts_dots
def random_dag(
    p: int,
    n_edges: int,
    seed: Seed = None,
    *,
    v_structures: int | None = None,
    moral_edges: int | None = None,
) -> NDArray[np.int32]:
    """Draw a random directed acyclic graph.

    Parameters
    ----------
    p, n_edges, seed, v_structures, moral_edges
        As in :func:`random_edges`.

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
    p = check_matrix_size(p, "; random_edges makes no matrix")
    edges = random_edges(p, n_edges, seed, v_structures=v_structures, moral_edges=moral_edges)
    return edge_matrix(edges, p, np.int32)


@accepts_dots
def random_tree(p: int, seed: Seed = None) -> NDArray[np.int32]:
    """Draw a random directed tree: one root, and one parent for every other node.

    Nodes come in a hidden random order, each with a parent drawn evenly from those before it.

    Parameters
    ----------
    p : int
        Number of nodes.
    seed : int, numpy.random.Generator or None, default None
        Source of the random numbers.

    Returns
    -------
    ndarray of shape (p, p), int32
        Adjacency matrix, ``adjacency[source, target] = 1`` for source -> target.

    Examples
    --------
    >>> tree = random_tree(100, seed=1)
    >>> int(tree.sum()), int(tree.sum(axis=0).max())
    (99, 1)
    """
    p = check_matrix_size(p)
    rng = check_generator(seed)
    order = rng.permutation(p)
    return edge_matrix(order[draw_tree(rng, p)], p, np.int32)


def paper_graph(name: str) -> NDArray[np.int32]:
    """Return a graph with the statistics of one of the paper's.

    The paper does not print its graphs. These are random ones with the same numbers of nodes,
    edges, v-structures and moral edges, always the same: generated from a fixed seed when first
    asked for, and kept.

    Parameters
    ----------
    name : str
        A key of `PAPER_GRAPHS`: Empty, Tree, Sparse, Dense, Large, Extra-large or Ultra-large, in
        any case.

    Returns
    -------
    ndarray of shape (p, p), int32, read-only
        Adjacency matrix, ``adjacency[source, target] = 1`` for source -> target.

    Examples
    --------
    >>> from dagbag.metrics import moral_graph
    >>> dense = paper_graph("Dense")
    >>> dense.shape, int(dense.sum()), int(moral_graph(dense).sum()) // 2
    ((104, 104), 527, 1670)
    """
    return _paper_graph(check_choice(name, "name", tuple(PAPER_GRAPHS), in_any_case=True))


@functools.cache
def _paper_graph(name: str) -> NDArray[np.int32]:
    graph = PAPER_GRAPHS[name]
    rng = np.random.default_rng([PAPER_SEED, list(PAPER_GRAPHS).index(name)])
    if name == "Tree":
        adjacency = random_tree(graph.p, rng)
    else:
        adjacency = random_dag(
            graph.p,
            graph.edges,
            rng,
            v_structures=graph.v_structures,
            moral_edges=graph.moral_edges,
        )
    adjacency.flags.writeable = False
    return adjacency


def _sorted_edges(edges: NDArray[np.int64]) -> NDArray[np.int64]:
    return edges[np.lexsort((edges[:, 1], edges[:, 0]))]


# Data


@dataclass(frozen=True, eq=False)
class LinearMechanism:
    """The linear mechanism of a directed acyclic graph.

    Every node is the sum of its parents, each times its coefficient, and of its own noise.

    Attributes
    ----------
    nodes : tuple
        Names of the nodes, 0, ..., p-1 if they have none.
    edges : ndarray of shape (n_edges, 2), int64
        Rows (source, target), nodes counted from 0.
    coefficients : ndarray of shape (n_edges,), float64
        Of each edge.
    noise_sd : ndarray of shape (p,), float64
        Standard deviation of each node's noise.

    Examples
    --------
    >>> mechanism = linear_mechanism([[0, 1], [0, 0]], snr=(1, 1), seed=1)
    >>> mechanism.sample(5, seed=2).shape
    (5, 2)
    >>> float(mechanism.covariance()[1, 1] / mechanism.noise_sd[1] ** 2)  # signal + noise
    2.0
    """

    nodes: tuple[Node, ...]
    edges: NDArray[np.int64]
    coefficients: NDArray[np.float64]
    noise_sd: NDArray[np.float64]

    def sample(self, n: int, seed: Seed = None, *, noise: Noise = "normal") -> NDArray[np.float64]:
        """Draw samples.

        Parameters
        ----------
        n : int
            Number of samples.
        seed : int, numpy.random.Generator or None, default None
            Source of the random numbers. With one int a larger `n` only appends rows.
        noise : str or callable, default "normal"
            As in :func:`simulate_gaussian`.

        Returns
        -------
        ndarray of shape (n, p), float64
            The data, not standardised.

        Examples
        --------
        >>> linear_mechanism([[0, 1], [0, 0]], seed=1).sample(5, seed=2, noise="t(3)").shape
        (5, 2)
        """
        n = check_size(n, "n", sys.maxsize)
        p = len(self.nodes)
        check_room(f"n must be smaller: n={n} samples of {p} nodes", 16.0 * n * p)
        rng = check_generator(seed)
        # Drawn sample by sample, so that a larger n appends rows; held node by node, because the
        # recursion below runs over whole columns of the data.
        X = np.ascontiguousarray(_draw_noise(noise, rng, (n, p)).T)
        X *= self.noise_sd[:, None]
        parents = _parents(self.edges, self.coefficients, p)
        for i in topological_order(self.edges, p) or []:
            if i in parents:
                sources, beta = parents[i]
                X[i] += beta @ X[sources]
        return np.ascontiguousarray(X.T)

    def covariance(self) -> NDArray[np.float64]:
        """Return the covariance matrix of the nodes in the population.

        Returns
        -------
        ndarray of shape (p, p), float64

        Examples
        --------
        >>> linear_mechanism([[0, 0], [0, 0]], seed=1).covariance().tolist()
        [[1.0, 0.0], [0.0, 1.0]]
        """
        p = len(self.nodes)
        loadings = np.diag(self.noise_sd)  # of each node, on the noises
        parents = _parents(self.edges, self.coefficients, p)
        for i in topological_order(self.edges, p) or []:
            if i in parents:
                sources, beta = parents[i]
                loadings[i] += beta @ loadings[sources]
        return np.asarray(loadings @ loadings.T)


@accepts_dots
def linear_mechanism(
    graph: Any,
    snr: tuple[float, float] = (0.5, 1.5),
    seed: Seed = None,
    *,
    nodes: Any = None,
    p: int | None = None,
) -> LinearMechanism:
    """Draw the coefficients and noise variances of a graph's linear mechanism, as the paper does.

    Parameters
    ----------
    graph : graph
        Acyclic; see :func:`simulate_gaussian`.
    snr : tuple of two floats, default (0.5, 1.5)
        Smallest and largest signal-to-noise ratio.
    seed : int, numpy.random.Generator or None, default None
        Source of the random numbers.
    nodes : int or sequence, optional
        The number or the names of the nodes, which a list of edges does not tell. Without it pairs
        of names are between the nodes that they name, as they come.
    p : int, optional
        The former name of `nodes`.

    Returns
    -------
    LinearMechanism
        Several data sets can be drawn from it.

    Examples
    --------
    >>> mechanism = linear_mechanism([("a", "b"), ("b", "c")], snr=(1, 1), seed=1)
    >>> mechanism.nodes
    ('a', 'b', 'c')
    """
    where, of = _read_nodes(graph, nodes, p)
    found = read_dag(graph, "graph", where, of, whole=True).astype(np.int64)
    edges = _sorted_edges(found)  # the same draws for the same graph in every form
    low, high = check_snr(snr)
    rng = check_generator(seed)
    size, n_edges = len(where), len(edges)
    order = topological_order(edges, size)
    assert order is not None
    coefficients = rng.uniform(*COEFFICIENT_RANGE, n_edges) * rng.choice((-1.0, 1.0), n_edges)
    ratios = rng.uniform(low, high, size)
    noise_sd = _noise_sd(order, _parents(edges, coefficients, size), ratios)
    return LinearMechanism(where, edges, coefficients, noise_sd)


@accepts_dots
def simulate_gaussian(
    graph: Any,
    n: int,
    snr: tuple[float, float] = (0.5, 1.5),
    seed: Seed = None,
    *,
    nodes: Any = None,
    p: int | None = None,
    noise: Noise = "normal",
) -> Any:
    """Draw n samples from the Gaussian linear mechanism of a directed acyclic graph.

    Every node is the sum of its parents, each times its coefficient, and of its own noise.
    Coefficients are uniform on [-0.5, -0.3] and [0.3, 0.5]. For a node with parents the noise
    standard deviation is such that the signal-to-noise ratio, sd(signal) / sd(noise) in the
    population, is uniform on the range `snr`; nodes without parents have noise of standard
    deviation 1.

    Parameters
    ----------
    graph : graph
        Acyclic: a matrix of 0 and 1 of shape (p, p), ``adjacency[source, target] = 1`` for
        source -> target; rows (source, target) as `random_edges` returns them, with `nodes`; pairs
        of names; a labelled frame, a networkx DiGraph, a result of this package, or any other form
        of a graph (:mod:`dagbag.metrics`).
    n : int
        Number of samples.
    snr : tuple of two floats, default (0.5, 1.5)
        Smallest and largest signal-to-noise ratio. The paper's low setting is (0.2, 0.5).
    seed : int, numpy.random.Generator or None, default None
        Source of the random numbers. One int gives the same coefficients and noise variances
        for every `n` and `noise`, and a larger `n` only appends rows.
    nodes : int or sequence, optional
        The number or the names of the nodes, which a list of edges does not tell. Without it pairs
        of names are between the nodes that they name, as they come.
    p : int, optional
        The former name of `nodes`.
    noise : str or callable, default "normal"
        Distribution of the noise before it is scaled: ``"normal"``, ``"t(3)"``, ``"t(5)"`` or
        another number of degrees of freedom above 2, ``"gamma(1, 2)"`` or another shape and scale,
        each moved to mean 0 and scaled to variance 1 by its population values. Or a function of a
        generator and a shape that returns such noise, itself of mean 0 and variance 1 in the
        population for the ratios of `snr` to hold.

    Returns
    -------
    ndarray of shape (n, p), float64, or pandas DataFrame
        The data, not standardised; with columns of their names if the nodes of `graph` have names.

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

    >>> Y = simulate_gaussian([[0, 2], [1, 2]], n=100_000, snr=(1.0, 1.0), seed=3, nodes=3)
    >>> signal = Y[:, :2] @ np.linalg.lstsq(Y[:, :2], Y[:, 2], rcond=None)[0]
    >>> round(float(signal.std() / (Y[:, 2] - signal).std()), 2)
    1.0

    Named nodes, with noise of one's own:

    >>> def uniform(rng, shape):
    ...     return rng.uniform(-(3**0.5), 3**0.5, shape)
    >>> Y = simulate_gaussian([("gene", "trait")], n=4, seed=1, noise=uniform)
    >>> list(Y.columns)
    ['gene', 'trait']
    """
    n = check_size(n, "n", sys.maxsize)
    rng = check_generator(seed)
    mechanism = linear_mechanism(graph, snr, rng, nodes=nodes, p=p)
    Y = mechanism.sample(n, rng, noise=noise)
    if are_numbers(mechanism.nodes):
        return Y
    columns: dict[Any, Any] = {node: Y[:, i] for i, node in enumerate(mechanism.nodes)}
    return make_frame(columns, "pandas")


def _parents(
    edges: NDArray[np.int64], coefficients: NDArray[np.float64], p: int
) -> dict[int, tuple[NDArray[np.int64], NDArray[np.float64]]]:
    """Return sources and coefficients of each node that has parents."""
    by_target = np.argsort(edges[:, 1], kind="stable")
    start = np.searchsorted(edges[by_target, 1], np.arange(p + 1))
    return {
        i: (edges[rows, 0], coefficients[rows])
        for i in np.flatnonzero(np.diff(start)).tolist()
        for rows in [by_target[start[i] : start[i + 1]]]
    }


def _draw_noise(
    noise: Noise, rng: np.random.Generator, shape: tuple[int, int]
) -> NDArray[np.float64]:
    """Draw noise of mean 0 and variance 1."""
    if callable(noise):
        return check_drawn(noise(rng, shape), shape)
    name, values = check_noise(noise)
    if name == "t":
        return rng.standard_t(values[0], shape) * math.sqrt(1 - 2 / values[0])
    if name == "gamma":
        # The scale cancels: (scale g - scale shape) / (scale sqrt(shape)).
        return (rng.standard_gamma(values[0], shape) - values[0]) / math.sqrt(values[0])
    return rng.standard_normal(shape)


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


def _read_nodes(graph: Any, nodes: Any, p: Any) -> tuple[tuple[Node, ...], str]:
    """Return the nodes of a graph: given ones, its own, or the names in its pairs as they come."""
    if p is not None:
        warn_user(
            "p= is called nodes= now, and will not be known in a later release", FutureWarning
        )
        nodes = check_size(p, "p") if nodes is None else nodes
    if isinstance(nodes, (int, np.integer)):
        nodes = check_size(nodes, "nodes")
        check_room(f"nodes must be fewer: a mechanism of {nodes} nodes", 400.0 * nodes)
    names = names_in_pairs(graph) if nodes is None else None
    return (names, "graph") if names is not None else own_nodes(graph, nodes)


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
    return check_adjacency(adjacency, name)
