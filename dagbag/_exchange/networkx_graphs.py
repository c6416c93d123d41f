"""Graphs of networkx."""

from __future__ import annotations

from typing import Any

from .graph import Graph
from .libraries import library


def networkx_graph(graph: Graph) -> Any:
    """Return a DiGraph; an undirected edge of a CPDAG is there in both directions."""
    found = library("networkx").DiGraph(kind=graph.kind)
    for node, attributes in zip(graph.nodes, graph._node_rows(), strict=True):
        found.add_node(node, **attributes)
    for i, j, attributes in graph._arrows():
        found.add_edge(graph.nodes[i], graph.nodes[j], **attributes)
    return found
