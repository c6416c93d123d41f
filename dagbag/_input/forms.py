"""The forms that a graph may have, and what each tells of its nodes.

A 0/1 or boolean matrix, also sparse or as nested lists; a labelled frame; (source, target) pairs,
also as an array of two columns or as a table with the columns source and target; a graph of
networkx (of which the models of pgmpy are some), igraph or causal-learn; a result of this package.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np
import numpy.typing as npt

from .._dag.types import Node
from .frames import _frame_parts, frame_library
from .labels import are_numbers
from .words import show


def no_graph(value: object, name: str) -> TypeError:
    """Say that something has none of the forms."""
    if hasattr(value, "edge_counts"):
        return TypeError(
            f"{name} must be a single graph, got an ensemble: score_shd(ensemble) makes one of it"
        )
    if hasattr(value, "result_"):
        return TypeError(f"{name} must be a graph, got an estimator: give its .result_")
    return TypeError(
        f"{name} must be a graph, such as a matrix or a list of (source, target) pairs, "
        f"got {show(value)}"
    )


# Matrices and pairs


class EdgeArray:
    """An (n_edges, 2) array of edges, which does not say how many nodes there are."""

    def __init__(self, rows: npt.NDArray[Any]) -> None:
        self.rows = rows


def as_edge_array(graph: Any, p: int | None) -> Any:
    """Mark an array of edges as one: of two columns, unless it is the matrix of two nodes.

    Two rows of two columns are that matrix if there are two nodes, or if nothing tells how many
    there are, or if they are not whole numbers or names; otherwise they are two edges. Nested lists
    follow the same rule (`is_matrix`), but tuples are always pairs.

    Parameters
    ----------
    graph : graph
    p : int, optional
        Number of nodes, if it is known.
    """
    if not isinstance(graph, np.ndarray) or graph.ndim != 2 or graph.shape[1] != 2:
        return graph
    if len(graph) == 2 and (p in (None, 2) or graph.dtype.kind not in "iuOU"):
        return graph
    return EdgeArray(graph)


def whole_rows(rows: npt.NDArray[Any], name: str) -> npt.NDArray[Any]:
    """Return an array of edges whose numbers, if it has numbers, are whole; names as they are."""
    if rows.dtype.kind in "iuOU":
        return rows
    if rows.dtype.kind != "f" or (rows != np.floor(rows)).any():
        raise TypeError(
            f"{name} must be an array of whole numbers if its rows are edges, "
            f"got dtype {rows.dtype}"
        )
    return rows.astype(np.int64)


def is_matrix(rows: list[Any], p: int) -> bool:
    """Whether nested sequences are a p x p matrix; (source, target) pairs otherwise."""
    if len(rows) != p or any(not hasattr(row, "__len__") or len(row) != p for row in rows):
        return False
    if p != 2:
        return True
    nested = all(isinstance(row, (list, np.ndarray)) for row in rows)
    return nested and all(value in (0, 1) for row in rows for value in row)


# Tables of edges


def is_edge_table(value: object) -> bool:
    """Whether a frame is a table of edges, not the matrix of nodes that are called so, too."""
    library = frame_library(value)
    if library is None:
        return False
    columns = list(value.columns)  # type: ignore[attr-defined]
    if "source" not in columns or "target" not in columns:
        return False
    rows, labels, _ = _frame_parts(value, library)
    unlabelled = library == "polars" and len(labels) == len(columns)
    return unlabelled or set(rows) != set(labels)


def table_pairs(table: Any, name: str) -> list[tuple[Node, Node]]:
    """Return the (source, target) of a table's rows, of an aggregation's the selected ones."""
    columns = list(table.columns)
    if "operation" in columns:
        raise TypeError(
            f"{name} must have edges, got a table of moves: to_frame() has the edges of a result"
        )
    if "reverse_sf" in columns and "selected" not in columns:
        raise TypeError(
            f"{name} must be a single graph, got the table of an ensemble: "
            "score_shd(ensemble) makes one of it"
        )
    pairs = list(zip(table["source"].to_list(), table["target"].to_list(), strict=True))
    if "selected" not in columns:
        return pairs
    chosen = table["selected"].to_list()
    return [pair for pair, selected in zip(pairs, chosen, strict=True) if selected]


# Objects with nodes and edges


def is_igraph(value: object) -> bool:
    """Whether something is a graph of igraph, which is not imported for it."""
    return any(
        kind.__module__.partition(".")[0] == "igraph" and kind.__name__ == "Graph"
        for kind in type(value).__mro__
    )


def is_causal_learn(value: object) -> bool:
    """Whether something is a graph of causal-learn, which is not imported for it."""
    return any(
        kind.__module__.partition(".")[0] == "causallearn"
        and kind.__name__ in ("GeneralGraph", "CausalGraph")
        for kind in type(value).__mro__
    )


def is_graph_object(value: object) -> bool:
    """Whether something has nodes and edges by name: a graph of another library, a result."""
    if is_igraph(value) or is_causal_learn(value):
        return True
    return (
        frame_library(value) is None
        and not isinstance(value, type)
        and hasattr(value, "nodes")
        and hasattr(value, "edges")
    )


def is_networkx(value: object) -> bool:
    """Whether something is a networkx graph, whose nodes have names but no order."""
    return is_graph_object(value) and hasattr(value, "is_directed") and not is_igraph(value)


def object_nodes(graph: Any) -> tuple[Node, ...]:
    """Return the nodes of an object that has some."""
    if is_causal_learn(graph):
        return tuple(node.get_name() for node in getattr(graph, "G", graph).get_nodes())
    if not is_igraph(graph):
        return tuple(graph.nodes)
    if "name" in graph.vs.attributes():
        return tuple(graph.vs["name"])
    return tuple(range(graph.vcount()))


def object_edges(graph: Any, name: str = "graph") -> npt.NDArray[Any] | None:
    """Return the (k, 2) edges by position among its nodes, if the object has them so."""
    if is_causal_learn(graph):
        return _marked_edges(getattr(graph, "G", graph), name)
    if is_igraph(graph):
        return np.array(graph.get_edgelist(), dtype=np.int32).reshape(-1, 2)
    edges = getattr(graph, "_edges", None)
    return edges if isinstance(edges, np.ndarray) else None


_LEFT, _RIGHT = {-1: "-", 1: "<", 2: "o"}, {-1: "-", 1: ">", 2: "o"}  # the ends of an edge


def _marked_edges(graph: Any, name: str) -> npt.NDArray[Any]:
    """Return the edges of a graph of causal-learn: ``->``, and ``--`` in both directions.

    Its matrix has at [i, j] the mark at i of the edge between i and j: -1 a tail, 1 a head.
    """
    marks = np.asarray(graph.graph)
    tail = marks == -1
    edges = tail & ((marks.T == 1) | tail.T)
    other = np.argwhere((marks != 0) & ~edges & ~edges.T)
    if len(other):
        i, j = other[0].tolist()
        nodes = object_nodes(graph)
        left, right = _LEFT.get(int(marks[i, j]), "?"), _RIGHT.get(int(marks[j, i]), "?")
        raise ValueError(
            f"{name} must have edges -> or --, got {nodes[i]!r} {left}-{right} {nodes[j]!r}: "
            "dagbag.learners.pdag_to_dag(G.graph) gives each edge a direction"
        )
    return np.argwhere(edges).astype(np.int32)


def named_pairs(graph: Any, name: str) -> list[tuple[Node, Node]]:
    """Return the edges of a directed graph that is an object, by name."""
    check_directed(graph, name)
    edges = object_edges(graph, name)
    if edges is None:
        return [tuple(edge)[:2] for edge in graph.edges]  # the third of a multigraph is a key
    nodes = object_nodes(graph)
    return [(nodes[source], nodes[target]) for source, target in edges.tolist()]


def check_directed(graph: Any, name: str) -> None:
    """Refuse a graph of networkx or igraph whose edges have no direction."""
    if hasattr(graph, "is_directed") and not graph.is_directed():
        raise ValueError(f"{name} must be a directed graph, got {show(graph)}")


# What a graph tells of its nodes


def node_labels(value: object) -> tuple[Node, ...] | None:
    """Return the names that a labelled frame, a graph object or a result gives its nodes, if any.

    The nodes 0..p-1 of a networkx graph are no names, in whatever order they came into it.
    """
    library = frame_library(value)
    if library is not None:
        if is_edge_table(value):
            return None
        labels = tuple(_frame_parts(value, library)[1])
    elif is_graph_object(value):
        labels = object_nodes(value)
        if is_networkx(value) and set(labels) == set(range(len(labels))):
            return None
    else:
        return None
    return None if are_numbers(labels) else labels


def graph_size(value: Any) -> int | None:
    """Return the number of nodes of a graph; None for edges alone, which do not say."""
    library = frame_library(value)
    if library is not None:
        return None if is_edge_table(value) else len(_frame_parts(value, library)[1])
    if is_graph_object(value):
        return len(object_nodes(value))
    if hasattr(value, "shape"):
        return int(value.shape[0]) if len(value.shape) > 1 else None
    if isinstance(value, (list, tuple)) and value and is_matrix(list(value), len(value)):
        return len(value)
    return None


def names_in_pairs(value: Any) -> tuple[Node, ...] | None:
    """Return the nodes of pairs of strings, as they come; None if there are others, or none."""
    pairs = table_pairs(value, "graph") if is_edge_table(value) else value
    if isinstance(pairs, np.ndarray):
        pairs = pairs.tolist()
    if not isinstance(pairs, (list, tuple)) or not pairs:
        return None
    if not all(isinstance(pair, (list, tuple)) and len(pair) == 2 for pair in pairs):
        return None
    nodes = dict.fromkeys(node for pair in pairs for node in pair if isinstance(node, Hashable))
    return tuple(nodes) if all(isinstance(node, str) for node in nodes) else None
