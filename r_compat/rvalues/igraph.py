"""Graphs as igraph numbers and orders them, on graphs of networkx.

A graph is a networkx graph. Its nodes are the names of the vertices or, without names, 1, 2, and so
on as in R; ``graph.graph["edges"]`` keeps the order of the edges, which networkx does not. What R
returns as sequences of vertices or edges are arrays of their numbers, with the names as labels.
Functions that change a graph return a new one.

>>> import numpy as np
>>> g = graph_from_adjacency_matrix(np.array([[0, 1, 1], [0, 0, 1], [0, 0, 0]]))
>>> list(g.edges)
[(1, 2), (1, 3), (2, 3)]
>>> degree(g, mode="in").tolist()
[0.0, 1.0, 2.0]
"""

from __future__ import annotations

from collections import deque
from typing import Any

import networkx as nx
import numpy as np

from ._core import vector
from ._graphs import (
    E,
    V,
    add_edges,
    add_vertices,
    as_adjacency_matrix,
    as_data_frame,
    as_edgelist,
    as_ids,
    as_undirected,
    by_vertex,
    delete_edges,
    delete_vertices,
    edge_attr,
    edge_attr_names,
    edges_of,
    graph_from_adjacency_matrix,
    graph_from_data_frame,
    graph_from_edgelist,
    induced_subgraph,
    is_named,
    make_empty_graph,
    make_full_graph,
    make_graph,
    make_ring,
    make_star,
    make_tree,
    places_of,
    positions_of,
    reverse_edges,
    sequence_of,
    set_edge_attr,
    set_vertex_attr,
    simplify,
    vertex_attr,
    vertex_attr_names,
    write_graph,
)
from ._named import NamedArray, plain
from ._text import as_character
from ._untranslated import Untranslated


def _neighbors(g: Any, mode: str) -> list[list[int]]:
    """Return the neighbors of each vertex, by position, in order."""
    found: list[list[int]] = [[] for _ in range(g.number_of_nodes())]
    for a, b in places_of(g):
        if mode in ("out", "all") or not g.is_directed():
            found[a].append(b)
        if mode in ("in", "all") or not g.is_directed():
            found[b].append(a)
    return [sorted(each) for each in found]


def degree(
    g: Any, v: Any = None, mode: str = "all", loops: Any = True, normalized: Any = False
) -> Any:
    """R: ``degree``."""
    counts = np.zeros(g.number_of_nodes())
    for a, b in places_of(g):
        if a == b and not loops:
            continue
        if mode in ("out", "all", "total") or not g.is_directed():
            counts[a] += 1
        if mode in ("in", "all", "total") or not g.is_directed():
            counts[b] += 1
    if normalized:
        counts = counts / (len(counts) - 1)
    return by_vertex(g, counts, None if v is None else positions_of(g, v))


def strength(g: Any, mode: str = "all") -> Any:
    """R: ``strength``: the sum of the weights of a vertex's edges."""
    weights = edge_attr(g, "weight")
    if weights is None:
        return degree(g, mode=mode)
    totals = np.zeros(g.number_of_nodes())
    for (a, b), w in zip(places_of(g), weights, strict=True):
        if mode in ("out", "all") or not g.is_directed():
            totals[a] += w
        if mode in ("in", "all") or not g.is_directed():
            totals[b] += w
    return by_vertex(g, totals)


def degree_distribution(g: Any, mode: str = "all", cumulative: Any = False) -> Any:
    """R: ``degree_distribution``: shares of vertices with 0, 1, ... edges."""
    counts = np.bincount(plain(degree(g, mode=mode)).astype(int)) / g.number_of_nodes()
    return counts[::-1].cumsum()[::-1] if cumulative else counts


def neighbors(g: Any, v: Any, mode: str = "out") -> Any:
    """R: ``neighbors``."""
    return sequence_of(g, _neighbors(g, mode)[positions_of(g, v)[0]])


def _weight_name(g: Any, weights: Any) -> str | None:
    if weights is not None:
        if not isinstance(weights, float) or weights == weights:
            raise Untranslated("weights must be those of the graph, or NA for none")
        return None
    return "weight" if edge_attr(g, "weight") is not None else None


def _seen_from(g: Any, mode: str) -> Any:
    if not g.is_directed() or mode == "out":
        return g
    return g.reverse(copy=False) if mode == "in" else g.to_undirected()


def distances(g: Any, v: Any = None, to: Any = None, mode: str = "all", weights: Any = None) -> Any:
    """R: ``distances``, of edges in any direction unless `mode` says otherwise."""
    nodes = list(g.nodes)
    seen = _seen_from(g, mode)
    key = _weight_name(g, weights)
    rows = range(len(nodes)) if v is None else positions_of(g, v)
    columns = list(range(len(nodes))) if to is None else positions_of(g, to)
    matrix = np.full((len(rows), len(nodes)), np.inf)
    place = {node: k for k, node in enumerate(nodes)}
    for k, row in enumerate(rows):
        if key is None:
            found = nx.single_source_shortest_path_length(seen, nodes[row])
        else:
            found = nx.single_source_dijkstra_path_length(seen, nodes[row], weight=key)
        for node, length in dict(found).items():
            matrix[k, place[node]] = length
    matrix = matrix[:, columns]
    if not is_named(g):
        return matrix
    labels = [np.array([nodes[k] for k in each], dtype=object) for each in (rows, columns)]
    return NamedArray(matrix, tuple(labels))


def shortest_paths(g: Any, start: Any, to: Any = None, mode: str = "out") -> dict[str, Any]:
    """Return ``vpath``: the vertices on a shortest path to each. R: ``shortest_paths``."""
    if edge_attr(g, "weight") is not None:
        raise Untranslated("shortest_paths() by weights has no translation")
    nearby = _neighbors(g, mode)
    source = positions_of(g, start)[0]
    before: dict[int, int | None] = {source: None}
    queue = deque([source])
    while queue:
        here = queue.popleft()
        for there in nearby[here]:
            if there not in before:
                before[there] = here
                queue.append(there)
    paths = []
    for target in range(g.number_of_nodes()) if to is None else positions_of(g, to):
        path: list[int] = []
        step: int | None = target if target in before else None
        while step is not None:
            path.insert(0, step)
            step = before[step]
        paths.append(sequence_of(g, path))
    return {"vpath": paths}


def betweenness(
    g: Any, v: Any = None, directed: Any = True, weights: Any = None, normalized: Any = False
) -> Any:
    """R: ``betweenness``."""
    seen = g if directed or not g.is_directed() else g.to_undirected()
    key = _weight_name(g, weights)
    found = nx.betweenness_centrality(seen, normalized=bool(normalized), weight=key)
    return by_vertex(g, [found[n] for n in g.nodes], None if v is None else positions_of(g, v))


def closeness(
    g: Any, v: Any = None, mode: str = "out", weights: Any = None, normalized: Any = False
) -> Any:
    """R: ``closeness``: of the vertices that can be reached."""
    matrix = plain(distances(g, mode=mode, weights=weights))
    np.fill_diagonal(matrix, np.inf)
    known = np.isfinite(matrix)
    totals = np.where(known, matrix, 0).sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        found = np.where(totals > 0, (known.sum(axis=1) if normalized else 1.0) / totals, np.nan)
    return by_vertex(g, found, None if v is None else positions_of(g, v))


def components(g: Any, mode: str = "weak") -> dict[str, Any]:
    """R: ``components``: membership, csize, no."""
    count = g.number_of_nodes()
    membership = np.zeros(count, dtype=int)
    if mode == "strong" and g.is_directed():
        order, nearby = _finished(g), _neighbors(g, "in")
    else:
        order, nearby = list(range(count)), _neighbors(g, "all")
    number = 0
    for root in order:
        if membership[root]:
            continue
        number += 1
        membership[root] = number
        queue = deque([root])
        while queue:
            for there in nearby[queue.popleft()]:
                if not membership[there]:
                    membership[there] = number
                    queue.append(there)
    sizes = np.bincount(membership, minlength=number + 1)[1:].astype(float)
    return {"membership": by_vertex(g, membership), "csize": sizes, "no": number}


def _finished(g: Any) -> list[int]:
    """Return vertices in reverse order of finishing a search in depth along the edges."""
    nearby = _neighbors(g, "out")
    seen = [False] * len(nearby)
    finished: list[int] = []
    for root in range(len(nearby)):
        if seen[root]:
            continue
        seen[root] = True
        stack = [(root, iter(nearby[root]))]
        while stack:
            here, rest = stack[-1]
            there = next((k for k in rest if not seen[k]), None)
            if there is None:
                finished.append(here)
                stack.pop()
            else:
                seen[there] = True
                stack.append((there, iter(nearby[there])))
    return finished[::-1]


def is_connected(g: Any, mode: str = "weak") -> bool:
    """R: ``is_connected``."""
    return bool(g.number_of_nodes()) and components(g, mode)["no"] == 1


def topo_sort(g: Any, mode: str = "out") -> Any:
    """R: ``topo_sort``: vertices without (further) predecessors, first come, first served."""
    if mode not in ("out", "in"):
        raise ValueError(f"mode must be out or in, got {mode!r}")
    after = _neighbors(g, mode)
    left = np.zeros(len(after), dtype=int)
    for each in after:
        for k in each:
            left[k] += 1
    queue = deque(k for k in range(len(after)) if not left[k])
    order = []
    while queue:
        here = queue.popleft()
        order.append(here)
        for there in after[here]:
            left[there] -= 1
            if not left[there]:
                queue.append(there)
    if len(order) < len(after):
        raise ValueError("topo_sort() of a graph with a cycle")
    return sequence_of(g, order)


def subcomponent(g: Any, v: Any, mode: str = "all") -> Any:
    """Return what can be reached from a vertex, nearest first. R: ``subcomponent``."""
    nearby = _neighbors(g, mode)
    start = positions_of(g, v)[0]
    found = [start]
    for here in found:
        found += [k for k in dict.fromkeys(nearby[here]) if k not in found]
    return sequence_of(g, found)


def _simple(g: Any) -> Any:
    """Return the graph without directions, loops and multiple edges."""
    plain_graph = nx.Graph()
    plain_graph.add_nodes_from(g.nodes)
    plain_graph.add_edges_from((a, b) for a, b, *_ in edges_of(g) if a != b)
    return plain_graph


def transitivity(g: Any, type: str = "global") -> Any:
    """R: ``transitivity``: the share of closed triples, "global" or of each vertex ("local")."""
    seen = _simple(g)
    if type in ("local", "localundirected"):
        found = nx.clustering(seen)
        return np.array([found[n] if seen.degree(n) > 1 else np.nan for n in seen.nodes])
    if type not in ("global", "undirected", "globalundirected"):
        raise ValueError(f'type must be "global" or "local", got {type!r}')
    triples = sum(d * (d - 1) for _, d in seen.degree)
    return float(nx.transitivity(seen)) if triples else np.nan


def edge_density(g: Any, loops: Any = False) -> float:
    """R: ``edge_density``."""
    n, m = g.number_of_nodes(), g.number_of_edges()
    pairs = n * n if loops else n * (n - 1)
    return float(m / pairs if g.is_directed() else m / (pairs / 2 + (n / 2 if loops else 0)))


def diameter(g: Any, directed: Any = True, weights: Any = None) -> float:
    """R: ``diameter``: the longest of the shortest paths that there are."""
    matrix = plain(distances(g, mode="out" if directed else "all", weights=weights))
    return float(matrix[np.isfinite(matrix)].max())


def mean_distance(g: Any, directed: Any = True) -> float:
    """R: ``mean_distance`` over the pairs that are connected."""
    matrix = plain(distances(g, mode="out" if directed else "all", weights=np.nan))
    np.fill_diagonal(matrix, np.inf)
    known = matrix[np.isfinite(matrix)]
    return float(known.mean()) if len(known) else np.nan


def are_adjacent(g: Any, v1: Any, v2: Any) -> bool:
    """R: ``are_adjacent``."""
    first, second = positions_of(g, v1)[0], positions_of(g, v2)[0]
    return second in _neighbors(g, "out")[first]


def is_simple(g: Any) -> bool:
    """Whether there are neither loops nor multiple edges. R: ``is_simple``."""
    pairs = places_of(g)
    return len(set(pairs)) == len(pairs) and all(a != b for a, b in pairs)


def page_rank(g: Any, damping: Any = 0.85) -> dict[str, Any]:
    """R: ``page_rank``."""
    found = nx.pagerank(g, alpha=float(damping), tol=1e-14, max_iter=10_000)
    return {"vector": by_vertex(g, [found[n] for n in g.nodes]), "value": 1.0}


def coreness(g: Any) -> Any:
    """R: ``coreness``, edges in both directions counted twice."""
    nearby = _neighbors(g, "all")
    left = {k: len(each) for k, each in enumerate(nearby)}
    found = np.zeros(len(nearby))
    level = 0
    while left:
        here = min(left, key=lambda k: (left[k], k))
        level = max(level, left.pop(here))
        found[here] = level
        for there in nearby[here]:
            if there in left:
                left[there] -= 1
    return by_vertex(g, found)


# Drawing


def layout_in_circle(g: Any) -> Any:
    """R: ``layout_in_circle``."""
    angles = 2 * np.pi * np.arange(g.number_of_nodes()) / max(g.number_of_nodes(), 1)
    return np.column_stack([np.cos(angles), np.sin(angles)])


def layout_as_tree(g: Any) -> Any:
    """Place vertices by their distance from those that nothing points to."""
    depth = np.zeros(g.number_of_nodes(), dtype=int)
    if g.is_directed() and nx.is_directed_acyclic_graph(g):
        before = _neighbors(g, "in")
        for number in plain(topo_sort(g)):
            depth[number - 1] = max((depth[k] + 1 for k in before[number - 1]), default=0)
    else:
        reach = plain(distances(g, v=1))[0]
        depth = np.where(np.isfinite(reach), reach, 0).astype(int)
    across = np.zeros(len(depth))
    for level in np.unique(depth):
        here = np.flatnonzero(depth == level)
        across[here] = np.arange(len(here)) - (len(here) - 1) / 2
    return np.column_stack([across, depth.max() - depth if len(depth) else depth]).astype(float)


def layout_by_springs(g: Any) -> Any:
    """Place vertices by networkx's springs, always alike; not the places that R draws."""
    found = nx.spring_layout(_simple(g), seed=1)
    return np.array([found[node] for node in g.nodes]).reshape(-1, 2)


def draw(g: Any, layout: Any = None, main: Any = None, **look: Any) -> None:
    """Draw a graph. R: ``plot`` of a graph; `look` are its parameters, as ``vertex_color``."""
    import matplotlib.pyplot as plt

    from ._colors import color
    from ._graphics import new_plot

    axes = new_plot()
    axes.set_axis_off()
    axes.set_gid("graph")  # by which a check knows that places are not compared
    places = layout(g) if callable(layout) else (layout_by_springs(g) if layout is None else layout)
    where = dict(zip(g.nodes, np.asarray(plain(places), dtype=float)[:, :2], strict=True))

    def chosen(part: str, key: str, default: Any) -> Any:
        own = look.get(f"{part}_{key}")
        if own is None:
            own = vertex_attr(g, key) if part == "vertex" else edge_attr(g, key)
        return default if own is None else own

    fills = color(chosen("vertex", "color", "#E69F00"))
    sizes = 14.0 * np.resize(
        np.asarray(plain(vector(chosen("vertex", "size", 15))), dtype=float), g.number_of_nodes()
    )
    nx.draw_networkx_nodes(g, where, node_color=fills, node_size=sizes, edgecolors="black", ax=axes)
    labels = chosen("vertex", "label", [str(node) for node in g.nodes])
    if not (np.size(labels) == 1 and vector(labels)[0] != vector(labels)[0]):
        texts = [str(v) for v in vector(as_character(labels))]
        shown = dict(zip(g.nodes, texts, strict=True))
        nx.draw_networkx_labels(g, where, shown, font_size=9, ax=axes)
    shades = chosen("edge", "color", "darkgray")
    width = np.asarray(plain(vector(chosen("edge", "width", 1))), dtype=float)
    nx.draw_networkx_edges(
        g,
        where,
        edgelist=[e[:2] for e in edges_of(g)],
        edge_color=color(shades),
        width=width if len(width) > 1 else float(width[0]),
        node_size=sizes,
        ax=axes,
    )
    said = chosen("edge", "label", None)
    if said is not None:
        texts = [str(v) for v in vector(as_character(said))]
        named_edges = dict(zip([e[:2] for e in edges_of(g)], texts, strict=True))
        nx.draw_networkx_edge_labels(g, where, named_edges, ax=axes)
    if main is not None:
        plt.title(str(main))


__all__ = [
    "E",
    "V",
    "add_edges",
    "add_vertices",
    "are_adjacent",
    "as_adjacency_matrix",
    "as_data_frame",
    "as_edgelist",
    "as_ids",
    "as_undirected",
    "betweenness",
    "closeness",
    "components",
    "coreness",
    "degree",
    "degree_distribution",
    "delete_edges",
    "delete_vertices",
    "diameter",
    "distances",
    "draw",
    "edge_attr",
    "edge_attr_names",
    "edge_density",
    "graph_from_adjacency_matrix",
    "graph_from_data_frame",
    "graph_from_edgelist",
    "induced_subgraph",
    "is_connected",
    "is_simple",
    "layout_as_tree",
    "layout_by_springs",
    "layout_in_circle",
    "make_empty_graph",
    "make_full_graph",
    "make_graph",
    "make_ring",
    "make_star",
    "make_tree",
    "mean_distance",
    "neighbors",
    "page_rank",
    "reverse_edges",
    "set_edge_attr",
    "set_vertex_attr",
    "shortest_paths",
    "simplify",
    "strength",
    "subcomponent",
    "topo_sort",
    "transitivity",
    "vertex_attr",
    "vertex_attr_names",
    "write_graph",
]
