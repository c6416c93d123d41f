"""Graphs of every form (`forms`), read as edges or as a matrix between known nodes."""

from __future__ import annotations

import numbers
from collections.abc import Iterable
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from .._dag.edge_sets import EdgeSet, Listed
from .._dag.edges import distinct_edges, edge_matrix, matrix_edges
from .._dag.order import cycle_text, find_cycle, strong_components
from .._dag.structures import Structures
from .._dag.types import BoolArray, IntArray, Node
from .forms import (
    EdgeArray,
    as_edge_array,
    check_directed,
    is_edge_table,
    is_graph_object,
    is_matrix,
    named_pairs,
    no_graph,
    node_labels,
    object_edges,
    object_nodes,
    table_pairs,
    whole_rows,
)
from .frames import _frame_parts, check_unmasked, frame_library
from .labels import are_numbers, index_of, repeated, unknown_node
from .words import listing, show


def read_graph(
    value: Any, name: str, nodes: tuple[Node, ...], of: str = "Y", *, whole: bool = False
) -> IntArray:
    """Return the (k, 2) edges of a graph, by target, then source.

    Parameters
    ----------
    value : graph
        Of any form; see `forms`.
    name : str
        The argument, for messages.
    nodes : tuple
        Names of the nodes: those of pairs, frames and graphs are looked up here.
    of : str, default "Y"
        The argument that the nodes come from, for messages.
    whole : bool, default False
        Whether a graph that is an object must have all of the nodes, as one that is compared must;
        otherwise those without edges may be left out, as in a list.
    """
    graph = _read(value, name, nodes, of, whole)
    return matrix_edges(graph) if graph.dtype == bool else cast(IntArray, graph)


def read_matrix(value: Any, name: str, nodes: tuple[Node, ...], of: str = "Y") -> BoolArray | None:
    """Return the (p, p) boolean matrix by [source, target] of what `read_graph` takes, or None."""
    if value is None:
        return None
    graph = _read(value, name, nodes, of, whole=False)
    return cast(BoolArray, graph) if graph.dtype == bool else edge_matrix(graph, len(nodes))


def read_listed(value: Any, name: str, nodes: tuple[Node, ...], of: str = "Y") -> Listed | None:
    """Return what `read_graph` takes, or None, as a matrix or as edges: what is near."""
    if value is None:
        return None
    graph = _read(value, name, nodes, of, whole=False)
    if graph.dtype == bool:
        return cast(BoolArray, graph)
    return EdgeSet(cast(IntArray, graph), len(nodes))


def read_dag(
    value: Any, name: str, nodes: tuple[Node, ...], of: str = "Y", *, whole: bool = False
) -> IntArray:
    """Return the edges of a graph without cycles."""
    edges = read_graph(value, name, nodes, of, whole=whole)
    check_acyclic(edges, name, nodes)
    return edges


def read_structures(graph: Any, name: str, nodes: tuple[Node, ...], of: str) -> Structures:
    """Return the structures of a graph that may have undirected edges, but no directed cycle."""
    if isinstance(graph, Structures) and _has_order(graph, nodes):
        return graph
    found = Structures(read_graph(graph, name, nodes, of, whole=True), nodes)
    if not hasattr(graph, "_edges"):  # our own results have no cycles
        check_acyclic(found.directed, name, nodes)
    return found


def _has_order(graph: Structures, nodes: tuple[Node, ...]) -> bool:
    if graph.nodes == nodes:
        return True
    return are_numbers(graph.nodes) and graph.p == len(nodes)


def check_acyclic(edges: IntArray, name: str, nodes: tuple[Node, ...]) -> None:
    """Refuse edges with a directed cycle, naming one."""
    component = strong_components(edges, len(nodes))
    inner = edges[component[edges[:, 0]] == component[edges[:, 1]]]
    if len(inner):
        cycle = find_cycle(inner.astype(np.int64), len(nodes))
        assert cycle is not None
        raise ValueError(
            f"{name} must be acyclic, got the cycle {cycle_text(cycle, nodes)}{_of_lines(edges)}"
        )


def _of_lines(edges: IntArray) -> str:
    """Say what to do about edges in both directions: a CPDAG where a DAG is asked for."""
    found = set(map(tuple, edges.tolist()))
    if not any((target, source) in found for source, target in found):
        return ""
    return (
        "; an edge in both directions has none, as in a CPDAG: give each one, as "
        "dagbag.learners.pdag_to_dag does for causal-learn, and PDAG.to_dag() for pgmpy"
    )


def _read(
    value: Any, name: str, nodes: tuple[Node, ...], of: str, whole: bool
) -> IntArray | BoolArray:
    """Return the edges, (k, 2) by target, then source, or the adjacency, (p, p): what is near."""
    p = len(nodes)
    graph = as_edge_array(check_unmasked(value, name), p)
    library = frame_library(graph)
    if isinstance(graph, EdgeArray):
        return _from_rows(graph.rows, name, nodes, of)
    if hasattr(graph, "edge_counts"):
        raise no_graph(graph, name)
    if library is not None:
        if is_edge_table(graph):
            return _from_pairs(table_pairs(graph, name), name, nodes, of)
        return _from_matrix(from_frame(graph, library, name, nodes, of), name, nodes)
    if is_graph_object(graph):
        if whole:
            _check_same_nodes(graph, name, nodes, of)
        return _from_object(graph, name, nodes, of)
    if hasattr(graph, "toarray"):  # scipy sparse
        return _from_sparse(graph, name, nodes)
    if hasattr(graph, "__array__"):
        array = np.asarray(graph)
        if not array.ndim:
            raise no_graph(graph, name)
        return _from_matrix(array, name, nodes)
    if not isinstance(graph, Iterable) or isinstance(graph, str):
        raise no_graph(graph, name)
    rows = list(graph)
    if is_matrix(rows, p):
        return _from_matrix(np.array(rows), name, nodes)
    return _from_pairs(rows, name, nodes, of)


# Matrices


def from_frame(
    frame: Any, library: str, name: str, nodes: tuple[Node, ...], of: str = "Y"
) -> npt.NDArray[Any]:
    """Return the matrix of a frame in the order of the nodes: by its labels, if it has them.

    A frame whose labels are not those of an unlabelled Y is read by position.
    """
    p = len(nodes)
    rows, columns, values = _frame_parts(frame, library)
    if values.shape != (p, p):
        raise ValueError(f"{name} must have shape {(p, p)}, got {values.shape}")
    known = set(nodes)
    by_label = set(columns) == known and set(rows) == known
    if not by_label and are_numbers(nodes):
        return values
    for labels, side in ((columns, "column"), (rows, "row")):
        wrong = [label for label in labels if label not in known]
        wrong += repeated(labels)
        if wrong:
            raise ValueError(
                f"{name} must have the nodes of {of} as {side} labels, each once, "
                f"got {listing(wrong)}"
            )
    row_of = {label: k for k, label in enumerate(rows)}
    column_of = {label: k for k, label in enumerate(columns)}
    return values[np.ix_([row_of[v] for v in nodes], [column_of[v] for v in nodes])]


def _from_matrix(matrix: npt.NDArray[Any], name: str, nodes: tuple[Node, ...]) -> BoolArray:
    p = len(nodes)
    if matrix.shape != (p, p):
        raise ValueError(f"{name} must have shape {(p, p)}, got {matrix.shape}")
    adjacency = zero_or_one(matrix, name)
    _check_diagonal(np.flatnonzero(np.diag(adjacency)), name, nodes)
    np.fill_diagonal(adjacency, False)
    return adjacency


def _from_sparse(matrix: Any, name: str, nodes: tuple[Node, ...]) -> IntArray:
    p = len(nodes)
    if matrix.shape != (p, p):
        raise ValueError(f"{name} must have shape {(p, p)}, got {matrix.shape}")
    entries = matrix.tocsr().tocoo()  # sums what stands twice
    kept = zero_or_one(entries.data, name)
    source, target = entries.row[kept], entries.col[kept]
    inner = source != target
    _check_diagonal(source[~inner], name, nodes)
    return distinct_edges(np.column_stack((source[inner], target[inner])), p)


def _check_diagonal(loops: npt.NDArray[Any], name: str, nodes: tuple[Node, ...]) -> None:
    if name not in ("blacklist", "forbidden", "allowed"):  # none is there in any case
        _check_loops(loops, name, nodes)


def _check_loops(loops: npt.NDArray[Any], name: str, nodes: tuple[Node, ...]) -> None:
    if len(loops):
        raise ValueError(
            f"{name} must have no self loops, got one at "
            f"{listing([nodes[k] for k in loops.tolist()])}"
        )


def zero_or_one(matrix: npt.NDArray[Any], name: str) -> BoolArray:
    """Return an array of 0 and 1 as booleans, always a new one."""
    rule = f"{name} must hold only 0 and 1, or False and True"
    if matrix.dtype.kind not in "biufO":
        raise TypeError(f"{rule}, got dtype {matrix.dtype}")
    if matrix.dtype == bool:
        return np.array(matrix)
    if matrix.dtype.kind == "O":
        for value in matrix.flat:
            if not isinstance(value, (numbers.Real, np.bool_)) or value not in (0, 1):
                raise ValueError(f"{rule}, got {show(value)}")
    adjacency = np.asarray(matrix == 1, dtype=bool)
    other = ~(adjacency | np.asarray(matrix == 0, dtype=bool))
    if other.any():
        raise ValueError(f"{rule}, got {show(matrix[other][0].item())}")
    return adjacency


# Pairs


def _from_pairs(pairs: Iterable[Any], name: str, nodes: tuple[Node, ...], of: str) -> IntArray:
    position = {node: k for k, node in enumerate(nodes)}
    edges = []
    for pair in pairs:
        if not isinstance(pair, (list, tuple, np.ndarray)) or len(pair) != 2:
            raise ValueError(f"{name} must be a list of (source, target) pairs, got {show(pair)}")
        edges.append([index_of(node, position, name, of) for node in pair])
    return _from_indices(np.array(edges, dtype=np.int32).reshape(-1, 2), name, nodes)


def _from_indices(edges: npt.NDArray[Any], name: str, nodes: tuple[Node, ...]) -> IntArray:
    loops = edges[:, 0] == edges[:, 1]
    _check_loops(np.unique(edges[loops, 0]), name, nodes)
    return distinct_edges(edges, len(nodes))


def _from_rows(rows: npt.NDArray[Any], name: str, nodes: tuple[Node, ...], of: str) -> IntArray:
    rows = whole_rows(rows, name)
    by_index = are_numbers(nodes) or not any(isinstance(v, (int, np.integer)) for v in nodes)
    if rows.dtype.kind in "OU" or not by_index:
        return _from_pairs(rows.tolist(), name, nodes, of)
    outside = (rows < 0) | (rows >= len(nodes))
    if outside.any():
        raise unknown_node(int(rows[outside][0]), nodes, name, of)
    return _from_indices(rows, name, nodes)


# Objects with nodes and edges


def _from_object(graph: Any, name: str, nodes: tuple[Node, ...], of: str) -> IntArray:
    check_directed(graph, name)
    if node_labels(graph) is None and len(object_nodes(graph)) <= len(nodes):
        nodes = tuple(range(len(nodes)))  # it has no names: by position, whatever the others' are
    edges = object_edges(graph, name)
    if edges is None:
        return _from_pairs(named_pairs(graph, name), name, nodes, of)
    own = object_nodes(graph)
    if own == nodes and hasattr(graph, "_edges"):  # our own, in order
        return np.asarray(edges, dtype=np.int32)
    if own != nodes:
        position = {node: k for k, node in enumerate(nodes)}
        number = np.zeros(len(own), dtype=np.int32)
        for k in np.unique(edges).tolist():
            number[k] = index_of(own[k], position, name, of)
        edges = number[edges]
    return _from_indices(edges, name, nodes)


def _check_same_nodes(graph: Any, name: str, nodes: tuple[Node, ...], of: str) -> None:
    """Refuse a graph of networkx or igraph, or a result, that lacks nodes or has others."""
    labels, size = node_labels(graph), len(object_nodes(graph))
    if labels is None:
        if size != len(nodes):
            raise ValueError(f"{name} must have {len(nodes)} nodes, got {size}")
        return
    known, mine = set(nodes), set(labels)
    if known != mine:
        other = [node for node in labels if node not in known]
        lacking = [node for node in nodes if node not in mine]
        what = f"{listing(other)} besides" if other else f"none named {listing(lacking)}"
        raise ValueError(f"{name} must have the nodes of {of}, got {what}")
