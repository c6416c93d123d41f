"""Graphs of every form."""

from __future__ import annotations

import numbers
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from .._dag.order import cycle_text, find_cycle
from .._dag.types import BoolArray, IntArray, Node
from .frames import _frame_parts, frame_library
from .masks import check_unmasked
from .words import listing, nearest, show


def _index_of(node: Any, position: dict[Node, int], name: str, of: str) -> int:
    is_bool = isinstance(node, (bool, np.bool_))  # True equals 1, but names no node
    if not is_bool and isinstance(node, Hashable) and node in position:
        return position[node]
    by_name = any(not isinstance(label, (int, np.integer)) for label in position)
    if by_name and isinstance(node, (int, np.integer)) and not is_bool:
        if 0 <= node < len(position):
            return int(node)
        raise ValueError(
            f"{name} must name nodes, or give indices in 0..{len(position) - 1}, got {show(node)}"
        )
    hint = nearest(node, [str(label) for label in position]) if isinstance(node, str) else ""
    raise ValueError(f"{name} must name nodes of {of}, got {show(node)}{hint}")


def check_node(value: object, name: str, nodes: tuple[Node, ...]) -> int:
    """Return the position of a node given by name or 0-based index."""
    return _index_of(value, {node: k for k, node in enumerate(nodes)}, name, "Y")


def _from_pairs(pairs: Iterable[Any], name: str, nodes: tuple[Node, ...], of: str) -> IntArray:
    position = {node: k for k, node in enumerate(nodes)}
    edges = []
    for pair in pairs:
        if isinstance(pair, str) or not isinstance(pair, Sequence) or len(pair) != 2:
            raise ValueError(f"{name} must be a list of (source, target) pairs, got {show(pair)}")
        source, target = (_index_of(node, position, name, of) for node in pair)
        if source == target:
            raise ValueError(f"{name} must have no self loops, got {show(tuple(pair))}")
        edges.append((source, target))
    return _distinct(np.array(edges, dtype=np.int32).reshape(-1, 2), len(nodes))


def _distinct(edges: IntArray, p: int) -> IntArray:
    """Return the edges once each, by target, then source."""
    keys = np.unique(edges[:, 1].astype(np.int64) * p + edges[:, 0])
    return np.column_stack((keys % p, keys // p)).astype(np.int32)


def _from_graph(graph: Any, name: str, nodes: tuple[Node, ...], of: str) -> IntArray:
    """Return the edges of an object with nodes and edges: a result, or a networkx graph."""
    if hasattr(graph, "is_directed") and not graph.is_directed():
        raise ValueError(f"{name} must be a directed graph, got {show(graph)}")
    indices = getattr(graph, "_edges", None)
    if isinstance(indices, np.ndarray) and graph.nodes == nodes:  # our own: no names to look up
        return np.asarray(indices, dtype=np.int32)
    # The edges of a multigraph have a third part, their key.
    return _from_pairs([tuple(edge)[:2] for edge in graph.edges], name, nodes, of)


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
    if not by_label and nodes == tuple(range(p)):
        return values
    for labels, side in ((columns, "column"), (rows, "row")):
        wrong = [label for label in labels if label not in known]
        wrong += _repeated(labels)
        if wrong:
            raise ValueError(
                f"{name} must have the nodes of {of} as {side} labels, each once, "
                f"got {listing(wrong)}"
            )
    row_of = {label: k for k, label in enumerate(rows)}
    column_of = {label: k for k, label in enumerate(columns)}
    return values[np.ix_([row_of[v] for v in nodes], [column_of[v] for v in nodes])]


def _is_matrix(rows: list[Any], p: int) -> bool:
    """Whether nested sequences are a p x p matrix; (source, target) pairs otherwise."""
    if len(rows) != p or any(not hasattr(row, "__len__") or len(row) != p for row in rows):
        return False
    if p != 2:
        return True
    return all(isinstance(row, list) and all(v in (0, 1) for v in row) for row in rows)


def is_graph_object(value: object) -> bool:
    """Whether something has nodes and edges by name: a networkx graph or a result."""
    return (
        frame_library(value) is None
        and not isinstance(value, type)
        and hasattr(value, "nodes")
        and hasattr(value, "edges")
    )


def is_networkx(value: object) -> bool:
    """Whether something is a networkx graph, whose nodes have names but no order."""
    return is_graph_object(value) and hasattr(value, "is_directed")


def node_labels(value: object) -> tuple[Node, ...] | None:
    """Return the names that a frame, a networkx graph or a result gives its nodes, if any.

    The nodes 0..p-1 of a networkx graph are no names, in whatever order they came into it.
    """
    library = frame_library(value)
    if library is not None:
        _, columns, _ = _frame_parts(value, library)
        labels = tuple(columns)
    elif is_graph_object(value):
        labels = tuple(value.nodes)  # type: ignore[attr-defined]
        if is_networkx(value) and set(labels) == set(range(len(labels))):
            return None
    else:
        return None
    return None if labels == tuple(range(len(labels))) else labels


def graph_size(value: Any) -> int | None:
    """Return the number of nodes of a graph; None for a list of pairs, which does not say."""
    library = frame_library(value)
    if library is not None:
        return len(_frame_parts(value, library)[1])
    if is_graph_object(value):
        return len(value.nodes)
    if hasattr(value, "shape"):
        return int(value.shape[0]) if len(value.shape) == 2 else None
    if isinstance(value, (list, tuple)) and value and _is_matrix(list(value), len(value)):
        return len(value)
    return None


def check_nodes(value: Any, p: int | None = None) -> tuple[Node, ...]:
    """Return names of nodes, each once."""
    rule = "nodes must be a sequence of distinct names"
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise TypeError(f"{rule}, got {show(value)}")
    nodes = tuple(value)
    if not all(isinstance(node, Hashable) for node in nodes):
        raise TypeError(f"{rule}, got {show(value)}")
    if len(set(nodes)) < len(nodes):
        raise ValueError(f"{rule}, got {listing(_repeated(nodes))} twice")
    if not nodes or (p is not None and len(nodes) != p):
        raise ValueError(f"nodes must have {p or 'at least 1'} names, got {len(nodes)}")
    return nodes


def _repeated(labels: Sequence[Node]) -> list[Node]:
    return [label for label, count in Counter(labels).items() if count > 1]


def check_edges(value: Any, name: str, nodes: tuple[Node, ...], of: str = "Y") -> IntArray:
    """Return the (k, 2) edges, by target, then source, of whatever `check_graph` takes."""
    graph = _read_graph(value, name, nodes, of)
    if graph.dtype != bool:
        return cast(IntArray, graph)
    source, target = np.divmod(np.flatnonzero(graph), len(nodes))
    order = np.argsort(target, kind="stable")
    return np.column_stack((source[order], target[order])).astype(np.int32)


def check_graph(value: Any, name: str, nodes: tuple[Node, ...], of: str = "Y") -> BoolArray | None:
    """Return a p x p boolean adjacency[source, target].

    Parameters
    ----------
    value : matrix, scipy sparse, DataFrame, list of pairs, networkx DiGraph, result, or None
    name : str
        The argument, for messages.
    nodes : tuple
        Names of the nodes: those of pairs, frames and graphs are looked up here.
    of : str, default "Y"
        The argument that the nodes come from, for messages.
    """
    if value is None:
        return None
    graph = _read_graph(value, name, nodes, of)
    if graph.dtype == bool:
        return cast(BoolArray, graph)
    adjacency = np.zeros((len(nodes), len(nodes)), dtype=bool)
    adjacency[graph[:, 0], graph[:, 1]] = True
    return adjacency


def _read_graph(value: Any, name: str, nodes: tuple[Node, ...], of: str) -> IntArray | BoolArray:
    """Return the edges, (k, 2) by target, then source, or the adjacency, (p, p): what is near."""
    p = len(nodes)
    check_unmasked(value, name)
    library = frame_library(value)
    if library is not None:
        return _from_matrix(from_frame(value, library, name, nodes, of), name, nodes)
    if is_graph_object(value):
        return _from_graph(value, name, nodes, of)
    if hasattr(value, "toarray"):  # scipy sparse
        return _from_sparse(value, name, nodes)
    if hasattr(value, "__array__"):
        return _from_matrix(np.asarray(value), name, nodes)
    if isinstance(value, Iterable) and not isinstance(value, str):
        rows = list(value)
        if _is_matrix(rows, p):
            return _from_matrix(np.array(rows), name, nodes)
        return _from_pairs(rows, name, nodes, of)
    raise TypeError(
        f"{name} must be a {p} x {p} matrix or a list of (source, target) pairs, got {show(value)}"
    )


def _from_matrix(matrix: npt.NDArray[Any], name: str, nodes: tuple[Node, ...]) -> BoolArray:
    p = len(nodes)
    if matrix.shape != (p, p):
        raise ValueError(f"{name} must have shape {(p, p)}, got {matrix.shape}")
    adjacency = zero_or_one(matrix, name)
    _check_loops(np.flatnonzero(np.diag(adjacency)), name, nodes)
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
    _check_loops(source[~inner], name, nodes)
    return _distinct(np.column_stack((source[inner], target[inner])), p)


def _check_loops(loops: npt.NDArray[Any], name: str, nodes: tuple[Node, ...]) -> None:
    if len(loops) and name != "blacklist":  # barring a self loop is what happens anyway
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


def check_acyclic(adjacency: BoolArray, name: str, nodes: Sequence[Node]) -> None:
    """Refuse a graph with a directed cycle, naming one."""
    cycle = find_cycle(np.argwhere(adjacency), len(adjacency))
    if cycle is not None:
        raise ValueError(f"{name} must be acyclic, got the cycle {cycle_text(cycle, nodes)}")
