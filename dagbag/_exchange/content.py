"""A graph of any form as one with attributes: what a result tells of its edges."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._dag.structures import Structures
from .._dag.types import BoolArray, Node
from .._input.common_nodes import own_nodes, told_nodes
from .._input.exchanged import Kind, Value, check_attributes, check_effects, check_kind
from .._input.forms import names_in_pairs
from .._input.graphs import check_acyclic, read_graph
from .graph import Columns, Graph, as_cpdag

# In the order in which they are written, after the mark; those that are known.
FREQUENCIES = (
    "strength",
    "sf",
    "reverse_sf",
    "direction",
    "gsf",
    "compelled",
    "reverse_compelled",
    "undirected",
)
NUMBERS = (*FREQUENCIES, "coefficient", "se")


def make_graph(
    value: Any,
    kind: object = "dag",
    *,
    nodes: Any = None,
    effects: Any = None,
    node_attributes: Any = None,
) -> Graph:
    """Return a graph of any form with what is known of its edges and nodes.

    Parameters
    ----------
    value : graph
        A DAG; with kind "cpdag" also a graph with edges in both directions, which are undirected.
    kind : {"dag", "cpdag"}
    nodes : int or sequence, optional
        The number or the names of the nodes, which a list of pairs does not tell.
    effects, node_attributes : optional
        See `_input.exchanged`.
    """
    kind = check_kind(kind)
    graph = value if isinstance(value, Graph) and nodes is None else _read(value, nodes, kind)
    if graph.kind == "cpdag" and kind == "dag":
        check_acyclic(graph._edges, "graph", graph.nodes)  # says what to do about its lines
        graph = Graph(graph.nodes, graph._links, None, "dag", graph._columns, graph._node_columns)
    columns = graph._columns | check_effects(effects, graph.nodes, graph._links)
    node_columns = graph._node_columns | check_attributes(node_attributes, graph.nodes)
    found = Graph(graph.nodes, graph._links, graph._directed, graph.kind, columns, node_columns)
    return as_cpdag(found) if kind == "cpdag" else found


def _read(value: Any, nodes: Any, kind: Kind) -> Graph:
    labels, of = _nodes_of(value, nodes)
    edges = read_graph(value, "graph", labels, of)
    if kind == "dag":
        check_acyclic(edges, "graph", labels)
        return Graph(labels, edges, _settled(value, labels), "dag", _frequencies(value, labels))
    arrows = Structures(edges, labels).directed
    check_acyclic(arrows, "graph", labels)
    if len(arrows) == len(edges):
        return Graph(labels, edges, _settled(value, labels), "dag", _frequencies(value, labels))
    p = len(labels)
    is_arrow = np.isin(edges @ [p, 1], arrows @ [p, 1])
    kept = is_arrow | (edges[:, 0] < edges[:, 1])
    return Graph(labels, edges[kept], is_arrow[kept], "cpdag")


def _nodes_of(value: Any, nodes: Any) -> tuple[tuple[Node, ...], str]:
    """Return the nodes of a graph; pairs of names that come alone name them as they come."""
    if nodes is None and told_nodes({"graph": value}) is None:
        names = names_in_pairs(value)
        if names is not None:
            return names, "graph"
    return own_nodes(value, nodes)


def _settled(value: Any, nodes: tuple[Node, ...]) -> BoolArray | None:
    """Return which edges of a result have a direction that data or its lists tell."""
    if hasattr(value, "_settled") and value.nodes == nodes:
        settled: BoolArray = value._settled
        return settled
    return None


def _frequencies(value: Any, nodes: tuple[Node, ...]) -> Columns:
    """Return the frequencies of the edges of an aggregation over its replicates."""
    if not hasattr(value, "_edge_frequencies") or value.nodes != nodes:
        return {}
    found: dict[str, Any] = value._edge_frequencies()
    return {name: _plain(found[name]) for name in FREQUENCIES if name in found}


def _plain(values: Any) -> list[Value]:
    return [None if np.isnan(value) else float(value) for value in values]
