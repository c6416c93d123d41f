"""Graphs of every form, read as edges between the same nodes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from .._dag.order import cycle_text, find_cycle, strong_components
from .._dag.structures import Structures
from .._dag.types import IntArray, Node
from .checks import check_integer
from .ensembles import graph_edges, named_nodes
from .graphs import check_nodes, graph_size, is_graph_object, node_labels
from .masks import check_unmasked
from .words import edge_text, show


class EdgeArray:
    """An (n_edges, 2) array of edges, which does not say how many nodes there are."""

    def __init__(self, rows: Any) -> None:
        self.rows = rows


def read_structures(graph: Any, name: str, nodes: tuple[Node, ...], of: str) -> Structures:
    """Return the structures of a graph that may have undirected edges, but no directed cycle."""
    if isinstance(graph, Structures) and _has_order(graph, nodes):
        return graph
    found = Structures(read_edges(graph, name, nodes, of), nodes)
    if not hasattr(graph, "_edges"):  # our own results have no cycles
        check_no_cycle(found.directed, name, nodes)
    return found


def read_dag(graph: Any, name: str, nodes: tuple[Node, ...], of: str) -> IntArray:
    """Return the edges of a graph without cycles, by target, then source."""
    edges = read_edges(graph, name, nodes, of)
    check_no_cycle(edges, name, nodes)
    return edges


def check_no_cycle(edges: IntArray, name: str, nodes: tuple[Node, ...]) -> None:
    """Refuse directed cycles, naming one."""
    component = strong_components(edges, len(nodes))
    inner = edges[component[edges[:, 0]] == component[edges[:, 1]]]
    if len(inner):
        cycle = find_cycle(inner.astype(np.int64), len(nodes))
        assert cycle is not None
        raise ValueError(f"{name} must be acyclic, got the cycle {cycle_text(cycle, nodes)}")


def read_edges(graph: Any, name: str, nodes: tuple[Node, ...], of: str) -> IntArray:
    """Return the (k, 2) edges of a graph with these nodes, by target, then source."""
    if not isinstance(graph, EdgeArray):
        graph = as_edge_array(graph, len(nodes))
    if isinstance(graph, EdgeArray):
        return _from_rows(graph.rows, name, nodes, of)
    if hasattr(graph, "edge_counts"):
        raise TypeError(
            f"{name} must be a single graph, got an ensemble: score_shd(ensemble) makes one of it"
        )
    if is_graph_object(graph) and node_labels(graph) is None:
        nodes = tuple(range(len(nodes)))  # it has no names: by position, whatever the others' are
    return graph_edges(graph, name, nodes, of)


def _has_order(graph: Structures, nodes: tuple[Node, ...]) -> bool:
    if graph.nodes == nodes:
        return True
    return node_labels(graph) is None and graph.p == len(nodes)


def as_edge_array(graph: Any, p: int | None) -> Any:
    """Mark an array of edges as one: of two columns, unless it is the matrix of two nodes."""
    if not isinstance(graph, np.ndarray) or graph.ndim != 2 or graph.shape[1] != 2:
        return graph
    if len(graph) == 2 and (p in (None, 2) or graph.dtype.kind not in "iuOU"):
        return graph
    return EdgeArray(graph)


def _from_rows(rows: Any, name: str, nodes: tuple[Node, ...], of: str) -> IntArray:
    p = len(nodes)
    check_unmasked(rows, name)
    if not len(rows):
        return np.empty((0, 2), dtype=np.int32)
    numbered = nodes == tuple(range(p))
    if rows.dtype.kind not in "iu" or not (numbered or _no_numbers(nodes)):
        if rows.dtype.kind not in "iuOU":
            raise TypeError(
                f"{name} must be an array of whole numbers if its rows are edges, "
                f"got dtype {rows.dtype}"
            )
        return graph_edges(rows.tolist(), name, nodes, of)
    outside = (rows < 0) | (rows >= p)
    if outside.any():
        hint = "; nodes count from 0" if rows.min() == 1 and rows.max() == p else ""
        raise ValueError(
            f"{name} must have edges between nodes 0..{p - 1}, got {rows[outside][0].item()}{hint}"
        )
    loops = rows[:, 0] == rows[:, 1]
    if loops.any():
        node = int(rows[loops][0, 0])
        raise ValueError(f"{name} must have no self loops, got {edge_text(node, node, nodes)}")
    keys = np.unique(rows[:, 1].astype(np.int64) * p + rows[:, 0].astype(np.int64))
    return np.column_stack((keys % p, keys // p)).astype(np.int32)


def _no_numbers(nodes: tuple[Node, ...]) -> bool:
    return not any(isinstance(node, (int, np.integer)) for node in nodes)


def shared_nodes(graphs: Mapping[str, Any]) -> tuple[tuple[Node, ...], str]:
    """Return the nodes of the first graph that has names, or a number of nodes, and which it is.

    Parameters
    ----------
    graphs : mapping of str to graph
        By the name of the argument.
    """
    marked = {name: as_edge_array(graph, None) for name, graph in graphs.items()}
    found = named_nodes(marked)
    if found is not None:
        return found
    sizes = {name: size for name in marked if (size := graph_size(marked[name])) is not None}
    # Two rows of two numbers may be two edges: the other graphs know better.
    certain = [name for name in sizes if as_edge_array(graphs[name], 0) is graphs[name]]
    for name in certain or sizes:
        if sizes[name] == 0:
            raise ValueError(f"{name} must have at least 1 node, got 0")
        return tuple(range(sizes[name])), name
    for name, graph in marked.items():
        if not isinstance(graph, (list, tuple, EdgeArray)):
            raise TypeError(f"{name} must be a graph, got {show(graph)}")
    either = " or ".join(graphs)
    lists = {1: "a list of pairs", 2: "two lists of pairs"}.get(len(graphs), "lists of pairs")
    raise ValueError(f"{either} must tell the number of nodes, got {lists}")


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
    if isinstance(nodes, (int, np.integer)) and not isinstance(nodes, bool):
        return tuple(range(check_integer(nodes, "nodes", 1))), "nodes"
    return check_nodes(nodes), "nodes"
