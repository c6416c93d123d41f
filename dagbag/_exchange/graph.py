"""A graph with attributes of its edges and nodes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeAlias, cast

import numpy as np

from .._dag.cpdag import compelled_edges
from .._dag.edges import edge_matrix, sort_edges
from .._dag.types import BoolArray, IntArray, Node
from .._input.exchanged import KINDS, Kind, Value
from .._input.graphs import check_acyclic
from .._input.tables import make_frame
from .._input.words import counted
from .methods import GraphMethods

DIRECTED, UNDIRECTED = MARKS = ("directed", "undirected")
# Of an edge that is read the other way round, the first is the second. `strength` and `undirected`
# belong to a pair of nodes; what else there is belongs to a direction.
_REVERSED = {
    "strength": "strength",
    "undirected": "undirected",
    "sf": "reverse_sf",
    "reverse_sf": "sf",
    "compelled": "reverse_compelled",
    "reverse_compelled": "compelled",
}

Columns = dict[str, list[Value]]
Arrow: TypeAlias = tuple[int, int, Mapping[str, Value]]  # source, target, attributes


class Graph(GraphMethods):
    """A DAG or CPDAG with attributes of its edges and nodes.

    Made by :func:`dagbag.exchange.read_graph` and :func:`dagbag.exchange.from_json`. Every function
    that takes a graph takes it; two are equal if all that they hold is.

    Attributes
    ----------
    nodes : tuple
        Names of the nodes.
    edges : tuple of (source, target)
        By name, ordered by target, then source. An undirected edge of a CPDAG is there in both
        directions.
    kind : {"dag", "cpdag"}
        Of a "cpdag" the edges whose mark is "undirected" have no direction.
    edge_attributes : dict of (source, target) to dict
        ``mark``, "directed" or "undirected": whether the CPDAG has a direction for the edge; and
        whatever else is known. An undirected edge of a CPDAG is here once.
    node_attributes : dict of node to dict
    """

    def __init__(
        self,
        nodes: tuple[Node, ...],
        links: IntArray,
        marks: BoolArray | None = None,
        kind: Kind = "dag",
        columns: Mapping[str, Sequence[Value]] | None = None,
        node_columns: Mapping[str, Sequence[Value]] | None = None,
    ) -> None:
        """Keep a graph.

        Parameters
        ----------
        nodes : tuple
        links : ndarray of shape (k, 2)
            Each pair of adjacent nodes once, ordered by target, then source.
        marks : ndarray of bool of shape (k,), optional
            Which have a direction in the CPDAG. By default the compelled ones.
        kind : {"dag", "cpdag"}
            Of a "cpdag" the lines go from the node that comes first to the other.
        columns, node_columns : mapping of str to list
            A value for each link and node, None where there is none.
        """
        self.nodes = nodes
        self.kind = kind
        self._links = links
        self._directed = compelled_edges(links, len(nodes)) if marks is None else marks
        self._columns: Columns = {name: list(values) for name, values in (columns or {}).items()}
        self._node_columns: Columns = {k: list(v) for k, v in (node_columns or {}).items()}

    @cached_property
    def _edges(self) -> IntArray:
        """The (k, 2) edges, lines in both directions: what readers of graphs look at."""
        if self.kind == "dag":
            return self._links
        lines = self._links[~self._directed]
        return sort_edges(np.concatenate((self._links, lines[:, ::-1])))

    @cached_property
    def edges(self) -> tuple[tuple[Node, Node], ...]:
        """(source, target) by name, ordered by target, then source."""
        return tuple((self.nodes[i], self.nodes[j]) for i, j in self._edges.tolist())

    @property
    def p(self) -> int:
        """Number of nodes."""
        return len(self.nodes)

    @property
    def adj_matrix(self) -> Any:
        """0/1 adjacency matrix, [source, target]; lines are there in both directions."""
        return edge_matrix(self._edges, self.p, np.int32)

    @property
    def _marks(self) -> list[str]:
        """The mark of each link."""
        return [DIRECTED if known else UNDIRECTED for known in self._directed.tolist()]

    def _rows(self) -> Iterator[tuple[int, int, str, dict[str, Value]]]:
        """Yield source, target, mark and the other attributes of each link."""
        columns = list(self._columns.items())
        for k, ((i, j), mark) in enumerate(zip(self._links.tolist(), self._marks, strict=True)):
            yield i, j, mark, {name: v[k] for name, v in columns if v[k] is not None}

    def _arrows(self) -> Iterator[tuple[int, int, dict[str, Value]]]:
        """Yield source, target and all attributes, an undirected edge in both directions."""
        for i, j, mark, found in self._rows():
            yield i, j, {"mark": mark, **found}
            if self.kind == "cpdag" and mark == UNDIRECTED:
                yield j, i, {"mark": mark, **reversed_attributes(found)}

    def _node_rows(self) -> Iterator[dict[str, Value]]:
        """Yield the attributes of each node."""
        columns = list(self._node_columns.items())
        for k in range(self.p):
            yield {name: v[k] for name, v in columns if v[k] is not None}

    @property
    def _isolated(self) -> list[int]:
        """The nodes without edges."""
        joined = set(self._links.ravel().tolist())
        return [k for k in range(self.p) if k not in joined]

    @cached_property
    def edge_attributes(self) -> dict[tuple[Node, Node], dict[str, Value]]:
        """The attributes of each edge, lines once."""
        return {
            (self.nodes[i], self.nodes[j]): {"mark": mark, **found}
            for i, j, mark, found in self._rows()
        }

    @cached_property
    def node_attributes(self) -> dict[Node, dict[str, Value]]:
        """The attributes of each node."""
        return dict(zip(self.nodes, self._node_rows(), strict=True))

    def to_frame(self) -> Any:
        """Return the edges as a table of pandas: source, target, mark and other attributes."""
        found = list(self._arrows())
        names = ["mark", *self._columns]
        columns: dict[str, Any] = {
            "source": [self.nodes[i] for i, _, _ in found],
            "target": [self.nodes[j] for _, j, _ in found],
        }
        columns |= {name: [row.get(name) for _, _, row in found] for name in names}
        return make_frame(columns, None)

    def __len__(self) -> int:
        return len(self._edges)

    def __iter__(self) -> Iterator[tuple[Node, Node]]:
        return iter(self.edges)

    def __contains__(self, edge: object) -> bool:
        return edge in self.edges

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Graph):
            return NotImplemented
        return (
            (self.nodes, self.kind) == (other.nodes, other.kind)
            and self.edge_attributes == other.edge_attributes
            and self.node_attributes == other.node_attributes
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        lines = "" if self.kind == "dag" else f", {int((~self._directed).sum())} of them undirected"
        return (
            f"<Graph: {counted(self.p, 'node')}, {counted(len(self._links), 'edge')}{lines}; "
            f"{self.kind}>"
        )


def reversed_attributes(found: Mapping[str, Value]) -> dict[str, Value]:
    """Return what is known of an edge as that of its reverse."""
    swapped = {_REVERSED[name]: value for name, value in found.items() if name in _REVERSED}
    strength, sf = swapped.get("strength"), swapped.get("sf")
    if "direction" in found and isinstance(sf, float) and isinstance(strength, float):
        swapped["direction"] = sf / strength
    return {name: swapped[name] for name in found if name in swapped}


def as_cpdag(graph: Graph) -> Graph:
    """Return the CPDAG of a DAG: lines go from the node that comes first, and have no effects."""
    if graph.kind == "cpdag":
        return graph
    links, rows = [], []
    for i, j, mark, found in graph._rows():
        if mark == DIRECTED:
            links.append((i, j))
            rows.append(found)
            continue
        links.append((min(i, j), max(i, j)))
        kept = {name: v for name, v in found.items() if name in _REVERSED or name == "direction"}
        rows.append(kept if i < j else reversed_attributes(kept))
    directed = graph._directed.tolist()
    return _ordered(
        graph.nodes, links, directed, "cpdag", rows, graph._columns, graph._node_columns
    )


def _ordered(
    nodes: tuple[Node, ...],
    links: Sequence[tuple[int, int]],
    directed: Sequence[bool],
    kind: Kind,
    rows: Sequence[Mapping[str, Value]],
    names: Iterable[str],
    node_columns: Mapping[str, Sequence[Value]],
) -> Graph:
    order = sorted(range(len(links)), key=lambda k: links[k][::-1])
    return Graph(
        nodes,
        np.array([links[k] for k in order], dtype=np.int32).reshape(-1, 2),
        np.array([directed[k] for k in order], dtype=bool),
        kind,
        {name: [rows[k].get(name) for k in order] for name in names},
        node_columns,
    )


# What readers find


def told_kind(value: object) -> Kind | None:
    """Return the kind that a file says its graph is of, if it does."""
    return cast(Kind, value) if value in KINDS else None


def graph_of_arrows(
    nodes: tuple[Node, ...],
    arrows: Sequence[Arrow],
    name: str,
    kind: Kind | None = None,
    node_columns: Mapping[str, Sequence[Value]] | None = None,
) -> Graph:
    """Return the graph of a file's arrows, lines in both directions, if it is one.

    Parameters
    ----------
    nodes : tuple
        Distinct.
    arrows : sequence of (source, target, attributes)
        The attribute mark, if there is any, tells the CPDAG of a DAG.
    name : str
        What errors call the file.
    kind : {"dag", "cpdag"}, optional
        As the file says it. By default a graph with lines is a CPDAG.
    """
    found: dict[tuple[int, int], dict[str, Value]] = {}
    for i, j, attributes in arrows:
        if i == j:
            raise ValueError(f"{name} must have no self loops, got one at {nodes[i]!r}")
        if (i, j) in found:
            raise ValueError(
                f"{name} must have each edge once, got {nodes[i]!r} -> {nodes[j]!r} twice"
            )
        found[i, j] = dict(attributes)
    lines = {(i, j) for i, j in found if (j, i) in found}
    kind = kind or ("cpdag" if lines else "dag")
    if lines and kind == "dag":
        i, j = min(lines)
        raise ValueError(
            f"{name} must be a DAG, as it says, got {nodes[i]!r} and {nodes[j]!r} joined both ways"
        )
    links = [edge for edge in found if edge not in lines or edge[0] < edge[1]]
    arrow_rows = sort_edges(
        np.array([edge for edge in links if edge not in lines], dtype=np.int32).reshape(-1, 2)
    )
    check_acyclic(arrow_rows, name, nodes)
    rows = [found[edge] for edge in links]
    marks = [row.pop("mark", None) for row in rows]
    if kind == "cpdag":
        directed = [edge not in lines for edge in links]
    elif all(mark in MARKS for mark in marks):
        directed = [mark == DIRECTED for mark in marks]
    else:  # no file of ours: the marks are those of the DAG
        told = compelled_edges(arrow_rows, len(nodes))
        settled = set(map(tuple, arrow_rows[told].tolist()))
        directed = [edge in settled for edge in links]
    names = dict.fromkeys(key for row in rows for key in row)
    return _ordered(nodes, links, directed, kind, rows, names, node_columns or {})
