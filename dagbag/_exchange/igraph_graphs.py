"""Graphs of igraph."""

from __future__ import annotations

from typing import Any

from .._input.exchanged import check_texts
from .._input.labels import are_numbers
from .graph import Graph
from .libraries import library


def igraph_graph(graph: Graph) -> Any:
    """Return a directed graph; an undirected edge of a CPDAG is there in both directions.

    Names are in the vertex attribute ``name``, which igraph looks up by text; nodes 0..p-1 have
    none, as igraph counts its vertices so.
    """
    arrows = list(graph._arrows())
    found = library("igraph").Graph(n=graph.p, edges=[(i, j) for i, j, _ in arrows], directed=True)
    found["kind"] = graph.kind
    if not are_numbers(graph.nodes):
        found.vs["name"] = list(check_texts(graph.nodes, "a graph of igraph"))
    for name, values in graph._node_columns.items():
        found.vs[name] = values
    for name in ("mark", *graph._columns):
        found.es[name] = [attributes.get(name) for _, _, attributes in arrows]
    return found
