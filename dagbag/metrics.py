"""Distances between directed graphs, and of a DAG to an ensemble.

Section "Structural Hamming distances and aggregation scores" of the paper. A graph is a p x p 0/1
or boolean matrix by [source, target], a scipy sparse matrix, a labelled frame, a networkx DiGraph,
a result of this package, or a list of (source, target) pairs if the other graph tells the nodes.
Names are matched with names; a frame or result beside a matrix without names is taken by position.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ._aggregation import score_of
from ._boot_adj import check_boot_adj, graph_edges, named_nodes
from ._graphs import cycle_text, find_cycle
from ._validation import (
    Node,
    check_alpha,
    graph_size,
    is_networkx,
    listing,
    node_labels,
    show,
)

__all__ = ["adj_shd", "aggregation_score", "gshd", "shd"]


def shd(first: Any, second: Any) -> int:
    """Return the structural Hamming distance: an edge more, or less, counts 1, a reversed one 2.

    Parameters
    ----------
    first, second : graph
        With the same nodes.

    Returns
    -------
    int

    Examples
    --------
    >>> from dagbag.metrics import shd
    >>> shd([[0, 1, 1], [0, 0, 0], [0, 0, 0]], [[0, 0, 0], [1, 0, 0], [0, 0, 0]])
    3
    """
    single, double = _differences(first, second)
    return single + 2 * double


def adj_shd(first: Any, second: Any) -> int:
    """Return the adjusted structural Hamming distance: a reversed edge counts 1, too.

    Parameters
    ----------
    first, second : graph
        With the same nodes.

    Returns
    -------
    int

    Examples
    --------
    >>> from dagbag.metrics import adj_shd
    >>> adj_shd([[0, 1, 1], [0, 0, 0], [0, 0, 0]], [[0, 0, 0], [1, 0, 0], [0, 0, 0]])
    2
    """
    single, double = _differences(first, second)
    return single + double


def gshd(first: Any, second: Any, alpha: float) -> float:
    """Return the generalized structural Hamming distance: a reversed edge counts alpha.

    Parameters
    ----------
    first, second : graph
        With the same nodes.
    alpha : float
        2 gives `shd`, 1 gives `adj_shd`. A metric for 0 < alpha <= 2: above 2 a reversal is
        dearer than a deletion and an addition, and the triangle inequality fails.

    Returns
    -------
    float

    Examples
    --------
    >>> from dagbag.metrics import gshd
    >>> gshd([[0, 1, 1], [0, 0, 0], [0, 0, 0]], [[0, 0, 0], [1, 0, 0], [0, 0, 0]], alpha=0.5)
    1.5
    """
    weight = check_alpha(alpha)
    single, double = _differences(first, second)
    return single + weight * double


def aggregation_score(graph: Any, ensemble: Any, alpha: float = 1.0) -> float:
    """Return the mean generalized structural Hamming distance of a DAG to an ensemble.

    From the selection frequencies alone (Proposition score_gshd of the paper).

    Parameters
    ----------
    graph : graph
        Acyclic, with the nodes of the ensemble.
    ensemble : ensemble, array of shape (p, p, B), matrix of shape (p, p), or list of graphs
        As in :func:`dagbag.score_shd`.
    alpha : float, default 1
        What a reversal costs.

    Returns
    -------
    float

    Examples
    --------
    >>> import numpy as np
    >>> from dagbag.metrics import aggregation_score
    >>> frequency = np.array([[0, 0.75], [0.25, 0]])
    >>> aggregation_score([[0, 1], [0, 0]], frequency)
    0.25
    """
    weight = check_alpha(alpha)
    labels = node_labels(graph)
    given = check_boot_adj(ensemble, name="ensemble")
    nodes = given.nodes
    if nodes == tuple(range(len(nodes))) and labels is not None and len(labels) == len(nodes):
        if is_networkx(graph):
            raise ValueError(
                f"ensemble must name its nodes, or graph number them 0..p-1: the names "
                f"{listing(labels, 3)} of a networkx graph have no order; use a labelled frame"
            )
        nodes = labels  # the ensemble has none: by position
    edges = graph_edges(graph, "graph", nodes, "ensemble")
    cycle = find_cycle(edges.astype(np.int64), len(nodes))
    if cycle is not None:
        raise ValueError(f"graph must be acyclic, got the cycle {cycle_text(cycle, nodes)}")
    return score_of(given.counts, edges, weight)


def _differences(first: Any, second: Any) -> tuple[int, int]:
    """Count the pairs of nodes where one, and where both directions differ."""
    nodes, of = _shared_nodes(first, second)
    p = len(nodes)
    keys = [
        edges[:, 1].astype(np.int64) * p + edges[:, 0]
        for edges in (
            graph_edges(first, "first", nodes, of),
            graph_edges(second, "second", nodes, of),
        )
    ]
    differing = np.setxor1d(keys[0], keys[1], assume_unique=True)
    source, target = differing % p, differing // p
    pairs = np.unique(np.minimum(source, target) * p + np.maximum(source, target))
    double = len(differing) - len(pairs)
    return len(pairs) - double, double


def _shared_nodes(first: Any, second: Any) -> tuple[tuple[Node, ...], str]:
    """Return the nodes of whichever graph has names, and which it is."""
    graphs = {"first": first, "second": second}
    found = named_nodes(graphs)
    if found is not None:
        return found
    for name, graph in graphs.items():
        size = graph_size(graph)
        if size is not None:
            return tuple(range(size)), name
    for name, graph in graphs.items():
        if not isinstance(graph, (list, tuple)):
            raise TypeError(f"{name} must be a graph, got {show(graph)}")
    raise ValueError("first or second must tell the number of nodes, got two lists of pairs")

