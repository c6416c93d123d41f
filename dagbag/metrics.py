"""Graphs and measures: what a graph has found of the truth, and how far two graphs are apart.

Sections "Performance evaluation" and "Structural Hamming distances and aggregation scores" of the
paper. A graph is a p x p 0/1 or boolean matrix by [source, target], a scipy sparse matrix, a
labelled frame, a directed graph of networkx, igraph, pgmpy or causal-learn, a result of this
package, or (source, target) pairs, a list, an array of shape (n_edges, 2) or a table with the
columns source and target, if the other graph or `nodes` tells how many nodes there are. Names are
matched with names; a frame or result beside a matrix without names is taken by position. Two rows
of two numbers are the matrix of two nodes unless there are known to be others. All functions of
this package that take a graph or a list of edges take these forms.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ._dag.counts import score_of
from ._dag.cpdag import compelled_edges, complete
from ._dag.detection import Detection, compare
from ._dag.edges import both_ways, edge_keys, edge_matrix
from ._dag.order import topological_order as order_of
from ._dag.separation import d_connected
from ._dag.structures import Structures, distinct, pair_codes
from ._dag.types import BoolArray, IntArray, Node
from ._input.checks import check_alpha
from ._input.common_nodes import nodes_beside, own_nodes, shared_nodes
from ._input.ensembles import check_boot_adj
from ._input.graphs import read_dag, read_graph, read_structures
from ._input.labels import check_node_sets

__all__ = [
    "Detection",
    "Structures",
    "adj_shd",
    "aggregation_score",
    "cpdag",
    "d_separated",
    "detection",
    "gshd",
    "is_equivalent",
    "moral_graph",
    "shd",
    "shd_cpdag",
    "skeleton",
    "structures",
    "topological_order",
    "v_structures",
]


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
    return compare(learned, true)


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
    where, of = own_nodes(graph, nodes)
    found = read_structures(graph, "graph", where, of)
    return found if found.nodes == where else Structures(found._edges, where)


def skeleton(graph: Any, nodes: Any = None) -> BoolArray:
    """Return the skeleton graph: the edges without their directions.

    Parameters
    ----------
    graph : graph
    nodes : int or sequence, optional
        The number or the names of the nodes, which a list of edges does not tell.

    Returns
    -------
    ndarray of shape (p, p), bool
        Symmetric; nodes in the order of the graph's.

    Examples
    --------
    >>> from dagbag.metrics import skeleton
    >>> skeleton([(0, 2), (1, 2)], nodes=3).astype(int)
    array([[0, 0, 1],
           [0, 0, 1],
           [1, 1, 0]])
    """
    where, of = own_nodes(graph, nodes)
    return both_ways(read_graph(graph, "graph", where, of, whole=True), len(where))


def v_structures(graph: Any, nodes: Any = None) -> list[tuple[Node, Node, Node]]:
    """List the v-structures: two parents of a node that are not adjacent.

    Parameters
    ----------
    graph : graph
        A DAG, or one with undirected edges, which stand in both directions.
    nodes : int or sequence, optional
        The number or the names of the nodes, which a list of edges does not tell.

    Returns
    -------
    list of (parent, child, parent)
        By name, in the order of the nodes: by first parent, second parent, child.

    Examples
    --------
    >>> from dagbag.metrics import v_structures
    >>> v_structures([("a", "c"), ("b", "c"), ("c", "d")], nodes=["a", "b", "c", "d"])
    [('a', 'c', 'b')]
    """
    found = structures(graph, nodes)
    names, p = found.nodes, found.p
    pair, child = np.divmod(found.v_codes, p)
    rows = np.column_stack((pair // p, child, pair % p)).tolist()
    return [(names[i], names[k], names[j]) for i, k, j in rows]


def moral_graph(graph: Any, nodes: Any = None) -> BoolArray:
    """Return the moral graph: the skeleton, and an edge between the parents of a v-structure.

    Parameters
    ----------
    graph : graph
        A DAG, or one with undirected edges, which stand in both directions.
    nodes : int or sequence, optional
        The number or the names of the nodes, which a list of edges does not tell.

    Returns
    -------
    ndarray of shape (p, p), bool
        Symmetric; nodes in the order of the graph's.

    Examples
    --------
    >>> from dagbag.metrics import moral_graph
    >>> moral_graph([(0, 2), (1, 2)], nodes=3).astype(int)
    array([[0, 1, 1],
           [1, 0, 1],
           [1, 1, 0]])
    """
    found = structures(graph, nodes)
    pairs = np.column_stack(np.divmod(found.moral_codes, found.p))
    return both_ways(pairs, found.p)


def cpdag(graph: Any, nodes: Any = None) -> BoolArray:
    """Return the completed partially directed graph of the I-equivalence class of a DAG.

    An edge has a direction if it is the same in all DAGs that are I-equivalent to this one.

    Parameters
    ----------
    graph : graph
        Acyclic.
    nodes : int or sequence, optional
        The number or the names of the nodes, which a list of edges does not tell.

    Returns
    -------
    ndarray of shape (p, p), bool
        By [source, target]; an undirected edge stands in both directions. Nodes in the order of
        the graph's.

    Examples
    --------
    >>> from dagbag.metrics import cpdag
    >>> cpdag([(0, 2), (1, 2), (3, 4)], nodes=5).astype(int)
    array([[0, 0, 1, 0, 0],
           [0, 0, 1, 0, 0],
           [0, 0, 0, 0, 0],
           [0, 0, 0, 0, 1],
           [0, 0, 0, 1, 0]])
    """
    where, of = own_nodes(graph, nodes)
    edges = _complete(read_dag(graph, "graph", where, of, whole=True), len(where))
    return edge_matrix(edges, len(where))


def is_equivalent(first: Any, second: Any) -> bool:
    """Tell whether two DAGs are I-equivalent: the same skeleton and the same v-structures.

    Parameters
    ----------
    first, second : graph
        With the same nodes; DAGs, or the CPDAGs that stand for all of their class.

    Returns
    -------
    bool

    Examples
    --------
    >>> from dagbag.metrics import is_equivalent
    >>> chain, fork, collider = np.eye(3, k=1), [(1, 0), (1, 2)], [(0, 1), (2, 1)]
    >>> is_equivalent(chain, fork), is_equivalent(chain, collider)
    (True, False)
    """
    nodes, of = shared_nodes({"first": first, "second": second})
    one = read_structures(first, "first", nodes, of)
    other = read_structures(second, "second", nodes, of)
    return np.array_equal(one.skeleton_codes, other.skeleton_codes) and np.array_equal(
        one.v_codes, other.v_codes
    )


def topological_order(graph: Any, nodes: Any = None) -> list[Node]:
    """Order the nodes so that every source comes before its targets.

    Parameters
    ----------
    graph : graph
        Acyclic.
    nodes : int or sequence, optional
        The number or the names of the nodes, which a list of edges does not tell.

    Returns
    -------
    list
        The nodes by name.

    Examples
    --------
    >>> from dagbag.metrics import topological_order
    >>> topological_order([("c", "a"), ("a", "b")], nodes=["a", "b", "c"])
    ['c', 'a', 'b']
    """
    where, of = own_nodes(graph, nodes)
    order = order_of(read_dag(graph, "graph", where, of, whole=True).astype(np.int64), len(where))
    assert order is not None
    return [where[node] for node in order]


def d_separated(graph: Any, x: Any, y: Any, given: Any = (), nodes: Any = None) -> bool:
    """Tell whether every path between two nodes, or sets of nodes, is blocked by given ones.

    Parameters
    ----------
    graph : graph
        Acyclic.
    x, y : node or collection of nodes
        By name or index.
    given : node or collection of nodes, default none
        What blocks; no node may be in two of the three.
    nodes : int or sequence, optional
        The number or the names of the nodes, which a list of edges does not tell.

    Returns
    -------
    bool

    Examples
    --------
    >>> from dagbag.metrics import d_separated
    >>> collider = [(0, 2), (1, 2), (2, 3)]
    >>> d_separated(collider, 0, 1, nodes=4), d_separated(collider, 0, 1, given=3, nodes=4)
    (True, False)
    """
    where, of = own_nodes(graph, nodes)
    edges = read_dag(graph, "graph", where, of, whole=True)
    sets = check_node_sets({"x": x, "y": y, "given": given}, where, may_be_empty=("given",))
    reached = d_connected(edges, len(where), sets["x"], sets["given"])
    return not reached[sets["y"]].any()


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


def shd_cpdag(first: Any, second: Any) -> int:
    """Return the structural Hamming distance of two CPDAGs: pairs of nodes joined differently.

    An edge more, an edge less, another direction, and a direction that only one of them has count
    1 each (Tsamardinos, Brown and Aliferis, 2006). It is 0 iff two DAGs are I-equivalent.

    Parameters
    ----------
    first, second : graph
        With the same nodes. A DAG stands for its :func:`cpdag`; a graph with undirected edges,
        which stand in both directions, is taken as it is.

    Returns
    -------
    int

    Examples
    --------
    >>> from dagbag.metrics import shd_cpdag
    >>> chain, fork, collider = np.eye(3, k=1), [(1, 0), (1, 2)], [(0, 1), (2, 1)]
    >>> shd_cpdag(chain, fork), shd_cpdag(chain, collider)
    (0, 2)
    """
    nodes, of = shared_nodes({"first": first, "second": second})
    completed = []
    for graph, name in ((first, "first"), (second, "second")):
        found = read_structures(graph, name, nodes, of)
        directed = len(found.directed) == len(found._edges)
        completed.append(_complete(found._edges, len(nodes)) if directed else found._edges)
    single, double = _count_differences(completed[0], completed[1], len(nodes))
    return single + double


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
    given = check_boot_adj(ensemble, name="ensemble")
    nodes = nodes_beside(given.nodes, "ensemble", graph, "graph")
    edges = read_dag(graph, "graph", nodes, "ensemble", whole=True)
    return score_of(given.counts, edges, weight)


def _complete(edges: IntArray, p: int) -> IntArray:
    """Return the edges of a DAG with the reversible ones in both directions."""
    return complete(edges, compelled_edges(edges, p))


def _differences(first: Any, second: Any) -> tuple[int, int]:
    """Count the pairs of nodes where one, and where both directions differ."""
    nodes, of = shared_nodes({"first": first, "second": second})
    one, other = (
        read_graph(graph, name, nodes, of, whole=True)
        for graph, name in ((first, "first"), (second, "second"))
    )
    return _count_differences(one, other, len(nodes))


def _count_differences(first: IntArray, second: IntArray, p: int) -> tuple[int, int]:
    differing = np.setxor1d(edge_keys(first, p), edge_keys(second, p), assume_unique=True)
    pairs = distinct(np.sort(pair_codes(np.column_stack(np.divmod(differing, p)), p)))
    double = len(differing) - len(pairs)
    return len(pairs) - double, double
