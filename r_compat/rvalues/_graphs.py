"""Graphs of networkx with R's numbers and orders: how they are made, changed and written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pandas as pd

from ._core import as_matrix, column, vector
from ._named import NamedArray, colnames, named, names, plain
from ._text import as_character
from ._untranslated import Untranslated

Edge = tuple[Any, Any]


# Building


def built(
    labels: Sequence[Any] | int,
    ends: Iterable[tuple[int, int]],
    directed: bool,
    edge_attrs: Mapping[str, Sequence[Any]] | None = None,
    vertex_attrs: Mapping[str, Sequence[Any]] | None = None,
) -> Any:
    """Make a graph of vertices, by name or number, and of edges by positions from 0."""
    nodes = list(range(1, labels + 1)) if isinstance(labels, int) else [str(v) for v in labels]
    if len(set(nodes)) != len(nodes):
        raise Untranslated("the names of vertices must differ")
    pairs = [(a, b) if directed or a <= b else (b, a) for a, b in ends]
    several = len(set(pairs)) < len(pairs)
    kind = {
        (True, True): nx.MultiDiGraph,
        (True, False): nx.DiGraph,
        (False, True): nx.MultiGraph,
        (False, False): nx.Graph,
    }[directed, several]
    graph = kind()
    graph.add_nodes_from(nodes)
    for key, values in (vertex_attrs or {}).items():
        for node, value in zip(nodes, values, strict=True):
            graph.nodes[node][key] = value
    order = []
    for k, (a, b) in enumerate(pairs):
        own = {key: values[k] for key, values in (edge_attrs or {}).items()}
        number = graph.add_edge(nodes[a], nodes[b], **own)
        order.append((nodes[a], nodes[b], number) if several else (nodes[a], nodes[b]))
    graph.graph["edges"] = order
    graph.graph["named"] = not isinstance(labels, int)
    return graph


def parts_of(
    g: Any,
) -> tuple[Any, list[tuple[int, int]], dict[str, list[Any]], dict[str, list[Any]]]:
    """Return what `built` made a graph of."""
    place = {node: k for k, node in enumerate(g.nodes)}
    edges = edges_of(g)
    ends = [(place[e[0]], place[e[1]]) for e in edges]
    edge_keys = list(dict.fromkeys(key for e in edges for key in g.edges[e]))
    vertex_keys = list(dict.fromkeys(key for node in g.nodes for key in g.nodes[node]))
    edge_attrs = {key: [g.edges[e].get(key) for e in edges] for key in edge_keys}
    vertex_attrs = {key: [g.nodes[v].get(key) for v in g.nodes] for key in vertex_keys}
    labels = list(g.nodes) if is_named(g) else g.number_of_nodes()
    return labels, ends, edge_attrs, vertex_attrs


def is_named(g: Any) -> bool:
    known = g.graph.get("named")
    return any(isinstance(v, str) for v in g.nodes) if known is None else bool(known)


def edges_of(g: Any) -> list[Any]:
    """Return the edges in igraph's order, or in networkx's if it was changed there."""
    known = g.graph.get("edges")
    own = list(g.edges(keys=True)) if g.is_multigraph() else list(g.edges)
    if known is not None and len(known) == len(own):
        return list(known)
    return own


def places_of(g: Any) -> list[tuple[int, int]]:
    place = {node: k for k, node in enumerate(g.nodes)}
    return [(place[e[0]], place[e[1]]) for e in edges_of(g)]


def positions_of(g: Any, v: Any) -> list[int]:
    """Return vertices, by name or number, as positions from 0."""
    place = {node: k for k, node in enumerate(g.nodes)}
    found = []
    for each in vector(v):
        if isinstance(each, str):
            if each not in place:
                raise ValueError(f"the graph has no vertex {each!r}")
            found.append(place[each])
        else:
            if not 1 <= int(each) <= len(place):
                raise ValueError(f"the graph has no vertex {each}")
            found.append(int(each) - 1)
    return found


def sequence_of(g: Any, positions: Sequence[int]) -> Any:
    """Return vertices as R's numbers, with their names."""
    numbers = np.array(positions, dtype=np.int64) + 1
    if not is_named(g):
        return numbers
    nodes = list(g.nodes)
    return named(numbers, [nodes[k] for k in positions])


def by_vertex(g: Any, values: Any, positions: Sequence[int] | None = None) -> Any:
    """Return numbers of vertices, with their names."""
    found = np.asarray(values, dtype=float)
    if positions is not None:
        found = found[list(positions)]
    if not is_named(g):
        return found
    nodes = list(g.nodes)
    return named(
        found, [nodes[k] for k in (positions if positions is not None else range(len(nodes)))]
    )


def graph_from_adjacency_matrix(
    adjmatrix: Any, mode: str = "directed", weighted: Any = None, diag: Any = True
) -> Any:
    """R: ``graph_from_adjacency_matrix``; entries are numbers of edges, or weights."""
    labels = colnames(adjmatrix)
    matrix = plain(as_matrix(adjmatrix)).astype(float)
    if matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"adjmatrix must be square, got {matrix.shape[0]} x {matrix.shape[1]}")
    if not diag:
        matrix = matrix - np.diag(np.diag(matrix))
    cells = _cells(matrix, mode)
    count = len(matrix)
    name = "weight" if weighted is True else weighted
    ends: list[tuple[int, int]] = []
    weights: list[float] = []
    for i, j, value in cells:
        if name:
            if value != 0:
                ends.append((i, j))
                weights.append(value)
        else:
            ends += [(i, j)] * int(value)
    attrs = {str(name): weights} if name else {}
    return built(count if labels is None else list(labels), ends, mode == "directed", attrs)


def _cells(matrix: Any, mode: str) -> list[tuple[int, int, float]]:
    """Return the entries that are edges, in igraph's order."""
    count = range(len(matrix))
    if mode in ("directed", "plus"):
        return [(i, j, float(matrix[i, j])) for i in count for j in count]
    if mode in ("undirected", "max"):
        both = np.maximum(matrix, matrix.T)
    elif mode == "min":
        both = np.minimum(matrix, matrix.T)
    elif mode == "upper":
        both = matrix
    elif mode == "lower":
        both = matrix.T
    else:
        raise ValueError(
            f"mode must be directed, undirected, max, min, upper, lower or plus: {mode!r}"
        )
    return [(i, j, float(both[i, j])) for i in count for j in count if i <= j]


def graph_from_edgelist(el: Any, directed: Any = True) -> Any:
    """R: ``graph_from_edgelist``: names, in the order of the rows, or numbers."""
    matrix = plain(as_matrix(el))
    if matrix.dtype.kind in "OU":
        flat = [str(v) for v in matrix.ravel()]
        labels = list(dict.fromkeys(flat))
        place = {label: k for k, label in enumerate(labels)}
        return built(labels, [(place[str(a)], place[str(b)]) for a, b in matrix], bool(directed))
    numbers = matrix.astype(int)
    count = int(numbers.max()) if numbers.size else 0
    return built(count, [(a - 1, b - 1) for a, b in numbers.tolist()], bool(directed))


def graph_from_data_frame(d: pd.DataFrame, directed: Any = True, vertices: Any = None) -> Any:
    """R: ``graph_from_data_frame``: two columns of ends, the others are attributes of edges."""
    ends = [[str(v) for v in vector(as_character(column(d, k)))] for k in (0, 1)]
    attrs = {str(d.columns[k]): list(vector(column(d, k))) for k in range(2, d.shape[1])}
    own: dict[str, list[Any]] = {}
    if vertices is None:
        labels = list(dict.fromkeys([*ends[0], *ends[1]]))
    elif isinstance(vertices, pd.DataFrame):
        labels = [str(v) for v in vector(as_character(column(vertices, 0)))]
        for k in range(1, vertices.shape[1]):
            own[str(vertices.columns[k])] = list(vector(column(vertices, k)))
    else:
        labels = [str(v) for v in vector(as_character(vertices))]
    place = {label: k for k, label in enumerate(labels)}
    missing = sorted({v for side in ends for v in side} - set(place))
    if missing:
        raise ValueError(f"some vertices of the edges are not listed: {', '.join(missing)}")
    pairs = [(place[a], place[b]) for a, b in zip(*ends, strict=True)]
    return built(labels, pairs, bool(directed), attrs, own)


def make_graph(edges: Any, n: Any = None, directed: Any = True) -> Any:
    """R: ``make_graph`` of the numbers or names of the ends, pair by pair."""
    flat = vector(edges)
    if flat.dtype.kind in "OU":
        return graph_from_edgelist(flat.reshape(-1, 2), directed)
    pairs = flat.astype(int).reshape(-1, 2)
    count = max(int(pairs.max()) if pairs.size else 0, 0 if n is None else int(n))
    return built(count, [(a - 1, b - 1) for a, b in pairs.tolist()], bool(directed))


def make_empty_graph(n: Any = 0, directed: Any = True) -> Any:
    """R: ``make_empty_graph``."""
    return built(int(n), [], bool(directed))


def make_full_graph(n: Any, directed: Any = False) -> Any:
    """R: ``make_full_graph``."""
    count = range(int(n))
    pairs = [(i, j) for i in count for j in count if (i != j if directed else i < j)]
    return built(int(n), pairs, bool(directed))


def make_ring(n: Any, directed: Any = False, circular: Any = True) -> Any:
    """R: ``make_ring``."""
    count = int(n)
    pairs = [(k, (k + 1) % count) for k in range(count if circular else count - 1)]
    return built(count, pairs, bool(directed))


def make_star(n: Any, mode: str = "in") -> Any:
    """R: ``make_star`` around the first vertex."""
    count = int(n)
    pairs = [(0, k) if mode != "in" else (k, 0) for k in range(1, count)]
    return built(count, pairs, mode != "undirected")


def make_tree(n: Any, children: Any = 2, mode: str = "out") -> Any:
    """R: ``make_tree``."""
    each = int(children)
    pairs = [((k - 1) // each, k) for k in range(1, int(n))]
    if mode == "in":
        pairs = [(b, a) for a, b in pairs]
    return built(int(n), pairs, mode != "undirected")


# Vertices, edges, attributes


def V(g: Any) -> Any:  # noqa: N802
    """Return the numbers of all vertices, with their names. R: ``V``."""
    return sequence_of(g, range(g.number_of_nodes()))


def E(g: Any) -> Any:  # noqa: N802
    """Return the numbers of all edges; of named vertices with labels ``"a|b"``. R: ``E``."""
    numbers = np.arange(1, g.number_of_edges() + 1)
    if not is_named(g):
        return numbers
    return named(numbers, [f"{e[0]}|{e[1]}" for e in edges_of(g)])


def as_ids(x: Any) -> Any:
    """R: ``as_ids``: names, or numbers if there are none."""
    labels = names(x)
    return plain(x) if labels is None else np.array(list(labels), dtype=object)


def _as_values(found: list[Any]) -> Any:
    if all(value is None for value in found):
        return None
    if any(isinstance(value, str) or value is None for value in found):
        return np.array(found, dtype=object)
    return np.array(found)


def vertex_attr(g: Any, name: str) -> Any:
    """Return an attribute of all vertices; None if there is none. R: ``V(g)$name``."""
    if name == "name":
        return np.array(list(g.nodes), dtype=object) if is_named(g) else None
    return _as_values([g.nodes[v].get(name) for v in g.nodes])


def edge_attr(g: Any, name: str) -> Any:
    """Return an attribute of all edges; None if there is none. R: ``E(g)$name``."""
    return _as_values([g.edges[e].get(name) for e in edges_of(g)])


def set_vertex_attr(g: Any, name: str, value: Any) -> Any:
    """Return a graph with an attribute of its vertices. R: ``V(g)$name <- value``."""
    labels, ends, edge_attrs, vertex_attrs = parts_of(g)
    count = g.number_of_nodes()
    if value is None:
        vertex_attrs.pop(name, None)
        labels = count if name == "name" else labels
    else:
        given = vector(value)
        if len(given) not in (1, count):
            raise ValueError(f"{name} must have 1 or {count} values, got {len(given)}")
        values = [given[k % len(given)] for k in range(count)]
        if name == "name":
            labels = [str(v) for v in vector(as_character(np.array(values, dtype=given.dtype)))]
        else:
            vertex_attrs[name] = values
    return built(labels, ends, g.is_directed(), edge_attrs, vertex_attrs)


def set_edge_attr(g: Any, name: str, value: Any) -> Any:
    """Return a graph with an attribute of its edges. R: ``E(g)$name <- value``."""
    labels, ends, edge_attrs, vertex_attrs = parts_of(g)
    count = len(ends)
    if value is None:
        edge_attrs.pop(name, None)
    else:
        given = vector(value)
        if len(given) not in (1, count):
            raise ValueError(f"{name} must have 1 or {count} values, got {len(given)}")
        edge_attrs[name] = [given[k % len(given)] for k in range(count)]
    return built(labels, ends, g.is_directed(), edge_attrs, vertex_attrs)


def vertex_attr_names(g: Any) -> Any:
    """R: ``vertex_attr_names``."""
    found = ["name"] if is_named(g) else []
    return np.array([*found, *parts_of(g)[3]], dtype=object)


def edge_attr_names(g: Any) -> Any:
    """R: ``edge_attr_names``."""
    return np.array(list(parts_of(g)[2]), dtype=object)


# Changes


def add_edges(g: Any, edges: Any, **attrs: Any) -> Any:
    """R: ``add_edges``, ends pair by pair."""
    labels, ends, edge_attrs, vertex_attrs = parts_of(g)
    flat = positions_of(g, edges)
    new = list(zip(flat[::2], flat[1::2], strict=True))
    before = len(ends)
    for key in {**edge_attrs, **attrs}:
        given = vector(attrs[key]) if key in attrs else [None]
        old = edge_attrs.get(key, [None] * before)
        edge_attrs[key] = [*old, *(given[k % len(given)] for k in range(len(new)))]
    return built(labels, [*ends, *new], g.is_directed(), edge_attrs, vertex_attrs)


def add_vertices(g: Any, nv: Any, name: Any = None) -> Any:
    """R: ``add_vertices``."""
    labels, ends, edge_attrs, vertex_attrs = parts_of(g)
    count = int(nv)
    if (name is None) == is_named(g) and g.number_of_nodes():
        raise ValueError("new vertices need names if the others have them, and none if not")
    new: Any = labels + count if name is None else [*labels, *(str(v) for v in vector(name))]
    vertex_attrs = {key: [*values, *[None] * count] for key, values in vertex_attrs.items()}
    return built(new, ends, g.is_directed(), edge_attrs, vertex_attrs)


def induced_subgraph(g: Any, vids: Any) -> Any:
    """R: ``induced_subgraph``: vertices keep their order, numbers begin anew."""
    given = vector(vids)
    if given.dtype.kind == "b":
        given = np.flatnonzero(given) + 1
    keep = sorted(set(positions_of(g, given)))
    return _kept(g, keep)


def _kept(g: Any, keep: list[int]) -> Any:
    labels, ends, edge_attrs, vertex_attrs = parts_of(g)
    place = {old: new for new, old in enumerate(keep)}
    stay = [k for k, (a, b) in enumerate(ends) if a in place and b in place]
    return built(
        len(keep) if isinstance(labels, int) else [labels[k] for k in keep],
        [(place[ends[k][0]], place[ends[k][1]]) for k in stay],
        g.is_directed(),
        {key: [values[k] for k in stay] for key, values in edge_attrs.items()},
        {key: [values[k] for k in keep] for key, values in vertex_attrs.items()},
    )


def delete_vertices(g: Any, v: Any) -> Any:
    """R: ``delete_vertices``."""
    given = vector(v)
    if given.dtype.kind == "b":
        given = np.flatnonzero(given) + 1
    gone = set(positions_of(g, given))
    return _kept(g, [k for k in range(g.number_of_nodes()) if k not in gone])


def delete_edges(g: Any, edges: Any) -> Any:
    """R: ``delete_edges``, by number or as ``"a|b"``."""
    labels, ends, edge_attrs, vertex_attrs = parts_of(g)
    gone = set()
    for each in vector(edges):
        if isinstance(each, str):
            pair = tuple(positions_of(g, np.array(each.split("|"), dtype=object)))
            if not g.is_directed():
                pair = tuple(sorted(pair))
            if pair not in ends:
                raise ValueError(f"the graph has no edge {each}")
            gone.add(ends.index(pair))
        else:
            gone.add(int(each) - 1)
    stay = [k for k in range(len(ends)) if k not in gone]
    attrs = {key: [values[k] for k in stay] for key, values in edge_attrs.items()}
    return built(labels, [ends[k] for k in stay], g.is_directed(), attrs, vertex_attrs)


def simplify(g: Any, remove_multiple: Any = True, remove_loops: Any = True) -> Any:
    """Return a graph without loops and multiple edges; attributes of edges must be none."""
    labels, ends, edge_attrs, vertex_attrs = parts_of(g)
    if edge_attrs and remove_multiple and len(set(ends)) < len(ends):
        raise Untranslated(
            "simplify() of a graph whose multiple edges have attributes has no translation"
        )
    stay = [k for k, (a, b) in enumerate(ends) if not (remove_loops and a == b)]
    if remove_multiple:
        first: dict[tuple[int, int], int] = {}
        for k in stay:
            first.setdefault(ends[k], k)
        stay = [first[pair] for pair in sorted(first)]
    attrs = {key: [values[k] for k in stay] for key, values in edge_attrs.items()}
    return built(labels, [ends[k] for k in stay], g.is_directed(), attrs, vertex_attrs)


def as_undirected(g: Any) -> Any:
    """Return a graph with one edge for each pair that is connected. R: ``as.undirected``."""
    if not g.is_directed():
        return g
    labels, ends, edge_attrs, vertex_attrs = parts_of(g)
    if edge_attrs:
        raise Untranslated("as.undirected() of edges with attributes has no translation")
    pairs = sorted({(min(a, b), max(a, b)) for a, b in ends})
    return built(labels, pairs, False, {}, vertex_attrs)


def reverse_edges(g: Any) -> Any:
    """R: ``reverse_edges``."""
    labels, ends, edge_attrs, vertex_attrs = parts_of(g)
    return built(labels, [(b, a) for a, b in ends], g.is_directed(), edge_attrs, vertex_attrs)


# As matrices and tables


def as_edgelist(g: Any, names: Any = True) -> Any:
    """R: ``as_edgelist``: names, or numbers as doubles."""
    pairs = places_of(g)
    if names and is_named(g):
        nodes = list(g.nodes)
        found = np.empty((len(pairs), 2), dtype=object)
        for k, (a, b) in enumerate(pairs):
            found[k] = nodes[a], nodes[b]
        return found
    return np.array(pairs, dtype=float).reshape(-1, 2) + 1


def as_adjacency_matrix(g: Any, attr: Any = None) -> Any:
    """R: ``as_adjacency_matrix(sparse = FALSE)``."""
    count = g.number_of_nodes()
    matrix = np.zeros((count, count))
    values = [1.0] * g.number_of_edges() if attr is None else [float(v) for v in edge_attr(g, attr)]
    for (a, b), value in zip(places_of(g), values, strict=True):
        matrix[a, b] = matrix[a, b] + value if attr is None else value
        if not g.is_directed() and a != b:
            matrix[b, a] = matrix[a, b]
    if not is_named(g):
        return matrix
    labels = np.array(list(g.nodes), dtype=object)
    return NamedArray(matrix, (labels, labels))


def as_data_frame(g: Any, what: str = "edges") -> Any:
    """R: ``igraph::as_data_frame``."""
    labels, _, edge_attrs, vertex_attrs = parts_of(g)
    if what == "vertices":
        own = {"name": np.array(labels, dtype=object)} if is_named(g) else {}
        index = labels if is_named(g) else range(g.number_of_nodes())
        return pd.DataFrame(
            {**own, **{k: _as_values(v) for k, v in vertex_attrs.items()}}, index=index
        )
    ends = as_edgelist(g)
    columns = {"from": ends[:, 0], "to": ends[:, 1]}
    columns |= {key: _as_values(values) for key, values in edge_attrs.items()}
    return pd.DataFrame(columns)


def write_graph(g: Any, file: Any, format: str = "edgelist") -> None:
    """R: ``write_graph`` as "edgelist" (numbers from 0) or "ncol" (names)."""
    if format == "edgelist":
        lines = [f"{a} {b}" for a, b in places_of(g)]
    elif format == "ncol":
        nodes = list(g.nodes)
        weights = edge_attr(g, "weight")
        lines = [f"{nodes[a]} {nodes[b]}" for a, b in places_of(g)]
        if weights is not None:
            lines = [f"{line} {w:g}" for line, w in zip(lines, weights, strict=True)]
    else:
        raise ValueError(f'format must be "edgelist" or "ncol", got {format!r}')
    Path(str(file)).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
