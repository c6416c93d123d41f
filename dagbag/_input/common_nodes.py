"""The nodes that graphs have in common: those of the first that has names or a number of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from .._dag.types import Node
from .forms import as_edge_array, graph_size, is_networkx, no_graph, node_labels
from .labels import are_numbers, check_distinct, check_nodes
from .words import listing


def own_nodes(graph: Any, nodes: Any = None, name: str = "graph") -> tuple[tuple[Node, ...], str]:
    """Return the nodes of a single graph, and which argument they come from.

    Parameters
    ----------
    graph : graph
    nodes : int or sequence, optional
        The number or the names of the nodes, which a list of pairs does not tell.
    name : str, default "graph"
    """
    if nodes is None:
        return shared_nodes({name: graph})
    return check_nodes(nodes), "nodes"


def shared_nodes(graphs: Mapping[str, Any]) -> tuple[tuple[Node, ...], str]:
    """Return the nodes of the first graph that has names, or a number of nodes, and which it is.

    Parameters
    ----------
    graphs : mapping of str to graph
        By the name of the argument.
    """
    found = told_nodes(graphs)
    if found is not None:
        return found
    for name, graph in graphs.items():
        if not _has_pairs(graph):
            raise no_graph(graph, name)
    either = " or ".join(graphs)
    lists = {1: "a list of pairs; give nodes=", 2: "two lists of pairs"}
    raise ValueError(
        f"{either} must tell the number of nodes, got {lists.get(len(graphs), 'lists of pairs')}"
    )


def _has_pairs(graph: Any) -> bool:
    """Whether something may hold (source, target) pairs."""
    if hasattr(graph, "edge_counts") or (isinstance(graph, np.ndarray) and graph.ndim == 0):
        return False
    return isinstance(graph, Iterable) and not isinstance(graph, str)


def told_nodes(graphs: Mapping[str, Any]) -> tuple[tuple[Node, ...], str] | None:
    """Return the nodes of the first graph that tells them, and which it is; None if none does."""
    marked = {name: as_edge_array(graph, None) for name, graph in graphs.items()}
    found = _named_nodes(marked)
    if found is not None:
        return found
    sizes = {name: size for name in marked if (size := graph_size(marked[name])) is not None}
    # Two rows of two numbers may be two edges: the other graphs know better.
    certain = [name for name in sizes if as_edge_array(graphs[name], 0) is graphs[name]]
    for name in certain or sizes:
        if sizes[name] == 0:
            raise ValueError(f"{name} must have at least 1 node, got 0")
        return tuple(range(sizes[name])), name
    return None


def _named_nodes(graphs: Mapping[str, Any]) -> tuple[tuple[Node, ...], str] | None:
    """Return the common names of nodes, in the order of the first graph that has one, and which.

    The nodes of a networkx graph have no order: beside a matrix without names they are refused.
    """
    unordered: tuple[tuple[Node, ...], str] | None = None
    for name, graph in graphs.items():
        labels = node_labels(graph)
        if labels is None:
            continue
        if not is_networkx(graph):
            return check_distinct(labels, name), name
        unordered = unordered or (labels, name)
    if unordered is None:
        return None
    for name, graph in graphs.items():
        if node_labels(graph) is None and graph_size(graph) is not None:
            raise _without_order(unordered[0], unordered[1], name)
    return unordered


def nodes_beside(nodes: tuple[Node, ...], of: str, graph: Any, name: str) -> tuple[Node, ...]:
    """Return the names by which to read a graph: its own, if those of the nodes are numbers."""
    labels = node_labels(graph)
    if labels is None or len(labels) != len(nodes) or not are_numbers(nodes):
        return nodes
    if is_networkx(graph):
        raise _without_order(labels, name, of)
    return labels


def _without_order(labels: tuple[Node, ...], whose: str, beside: str) -> ValueError:
    return ValueError(
        f"{beside} must name its nodes, or {whose} number them 0..p-1: the names "
        f"{listing(labels, 3)} of a networkx graph have no order; use a labelled frame"
    )
