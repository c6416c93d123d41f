"""Graphs and measures: what a graph has found of the truth, and how far two graphs are apart.

Sections "Performance evaluation" and "Structural Hamming distances and aggregation scores" of the
paper. A graph is a p x p 0/1 or boolean matrix by [source, target], a scipy sparse matrix, a
labelled frame, a networkx DiGraph, a result of this package, or (source, target) pairs, a list or
an array of shape (n_edges, 2), if the other graph or `nodes` tells how many nodes there are. Names
are matched with names; a frame or result beside a matrix without names is taken by position.
"""

# ruff: noqa: N815  # total_E and the like: the names of the paper's tables

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ._aggregation import score_of
from ._boot_adj import check_boot_adj
from ._graph_input import own_nodes, read_dag, read_edges, read_structures, shared_nodes
from ._structures import Structures, count_common
from ._validation import check_alpha, is_networkx, listing, node_labels

__all__ = [
    "Detection",
    "Structures",
    "adj_shd",
    "aggregation_score",
    "detection",
    "gshd",
    "shd",
    "structures",
]

KINDS = ("E", "V", "M")  # skeleton edges, v-structures, moral edges
PARTS = ("correct", "total", "true")


def structures(graph: Any, nodes: Any = None) -> Structures:
    """Find the skeleton edges, v-structures and moral edges of a graph, to be used many times.

    Parameters
    ----------
    graph : graph
        A DAG, or one with undirected edges, which stand in both directions, such as a CPDAG.
    nodes : int or sequence, optional
        The number or the names of the nodes, which a list of edges does not tell.

    Returns
    -------
    Structures
        Stands for the graph in every function of this module.

    Examples
    --------
    >>> from dagbag import load_example
    >>> from dagbag.metrics import structures
    >>> structures(load_example().adjacency)
    <Structures: 102 nodes, 109 edges, 77 v-structures, 184 moral edges>
    """
    return read_structures(graph, "graph", *own_nodes(graph, nodes))


@dataclass(frozen=True)
class Detection:
    """What a graph has found of the true one, as the tables of the paper count it.

    Made by :func:`detection`.

    Attributes
    ----------
    correct_E, total_E, true_E : int
        Skeleton edges that both graphs have, that the learned one has, that the true one has.
    correct_V, total_V, true_V : int
        V-structures.
    correct_M, total_M, true_M : int
        Moral edges.
    """

    correct_E: int
    total_E: int
    true_E: int
    correct_V: int
    total_V: int
    true_V: int
    correct_M: int
    total_M: int
    true_M: int

    def power(self, kind: str = "E") -> float:
        """Return the share of the true edges or v-structures that were found.

        Parameters
        ----------
        kind : {"E", "V", "M"}, default "E"
            Skeleton edges, v-structures or moral edges.

        Returns
        -------
        float
            NaN if there was nothing to find.

        Examples
        --------
        >>> from dagbag.metrics import detection
        >>> detection([[0, 1], [0, 0]], [[0, 0], [1, 0]]).power()
        1.0
        """
        correct, _, true = self._counts(kind)
        return correct / true if true else float("nan")

    def fdr(self, kind: str = "E") -> float:
        """Return the share of what was found that is false, the paper's fdp; its mean is the FDR.

        Parameters
        ----------
        kind : {"E", "V", "M"}, default "E"
            Skeleton edges, v-structures or moral edges.

        Returns
        -------
        float
            0 if nothing was found.

        Examples
        --------
        >>> from dagbag.metrics import detection
        >>> detection([[0, 1, 1], [0, 0, 0], [0, 0, 0]], [(0, 1)]).fdr()
        0.5
        """
        correct, total, _ = self._counts(kind)
        return (total - correct) / total if total else 0.0

    def as_dict(self) -> dict[str, int | float]:
        """Return the counts, power and FDR as one row of a table.

        Returns
        -------
        dict
            ``correct_E`` to ``true_M``, then ``power_E``, ``fdr_E`` to ``power_M``, ``fdr_M``.

        Examples
        --------
        >>> from dagbag.metrics import detection
        >>> row = detection([[0, 1], [0, 0]], [[0, 0], [1, 0]]).as_dict()
        >>> row["correct_E"], row["power_E"], row["fdr_E"]
        (1, 1.0, 0.0)
        """
        row: dict[str, int | float] = dict(vars(self))
        for kind in KINDS:
            row[f"power_{kind}"] = self.power(kind)
            row[f"fdr_{kind}"] = self.fdr(kind)
        return row

    def _counts(self, kind: str) -> tuple[int, int, int]:
        if kind not in KINDS:
            raise ValueError(f"kind must be one of {', '.join(KINDS)}, got {kind!r}")
        correct, total, true = (getattr(self, f"{part}_{kind}") for part in PARTS)
        return correct, total, true


def detection(graph: Any, truth: Any) -> Detection:
    """Count the skeleton edges, v-structures and moral edges of a graph, and the correct ones.

    As in the tables of the paper (section "Performance evaluation"). A v-structure is correct if
    the true graph has the same two parents with the same child as a v-structure; what the moral
    graph adds to the skeleton are the edges between the parents of a v-structure.

    Parameters
    ----------
    graph : graph
        The learned one: a DAG, or one with undirected edges, which stand in both directions and
        are no part of a v-structure.
    truth : graph or Structures
        With the same nodes. A CPDAG counts as each of its DAGs does. Of a graph that many are
        compared with, give its :func:`structures`.

    Returns
    -------
    Detection

    Examples
    --------
    >>> from dagbag import load_example, score
    >>> from dagbag.metrics import detection
    >>> example = load_example()
    >>> found = detection(score(example.Y), example.adjacency)
    >>> found.correct_E, found.total_E, found.true_E
    (100, 311, 109)
    >>> round(found.power("E"), 3), round(found.fdr("E"), 3)
    (0.917, 0.678)
    """
    # The truth decides the order of the nodes, so that its structures can be used again.
    nodes, of = shared_nodes({"truth": truth, "graph": graph})
    learned = read_structures(graph, "graph", nodes, of)
    true = read_structures(truth, "truth", nodes, of)
    counts: list[int] = []
    for sets in ("skeleton_codes", "v_codes", "moral_codes"):
        found, wanted = getattr(learned, sets), getattr(true, sets)
        counts += (count_common(found, wanted), len(found), len(wanted))
    return Detection(*counts)


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
    edges = read_dag(graph, "graph", nodes, "ensemble")
    return score_of(given.counts, edges, weight)


def _differences(first: Any, second: Any) -> tuple[int, int]:
    """Count the pairs of nodes where one, and where both directions differ."""
    nodes, of = shared_nodes({"first": first, "second": second})
    p = len(nodes)
    keys = [
        edges[:, 1].astype(np.int64) * p + edges[:, 0]
        for edges in (
            read_edges(first, "first", nodes, of),
            read_edges(second, "second", nodes, of),
        )
    ]
    differing = np.setxor1d(keys[0], keys[1], assume_unique=True)
    source, target = differing % p, differing // p
    pairs = np.unique(np.minimum(source, target) * p + np.maximum(source, target))
    double = len(differing) - len(pairs)
    return len(pairs) - double, double
