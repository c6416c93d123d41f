"""Pictures of directed acyclic graphs, readable at a hundred nodes.

Needs matplotlib, and networkx for the force layout: ``pip install dagbag[plot]``.

Lengths are in units of the vertical distance between two neighbouring nodes of the layered layout.
"""

from __future__ import annotations

import importlib
from bisect import bisect_right, insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ._boot_adj import named_nodes
from ._graphs import topological_order
from ._validation import (
    Node,
    check_acyclic,
    check_generator,
    check_graph,
    frame_library,
    from_frame,
    graph_size,
    show,
)
from .ensemble import Ensemble
from .simulate import Seed

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Edge: TypeAlias = tuple[int, int]
Floats: TypeAlias = NDArray[np.float64]

UNIT_INCHES = 0.25  # labels of 9 points
NODE_HEIGHT = 0.8
FONT_SIZE = 0.5
LAYER_GAPS = (1.4, 7.0)  # smallest and largest room for edges between two layers
COMPONENT_GAP = 1.0
PAGE_RATIO = 1.3  # width to height that a large component aims at
ENTRY_INCHES = 1.5  # width of an entry of the legend
LARGEST_INCHES = 26.0  # a deep graph of many layers is scaled down to this


@dataclass(frozen=True)
class _Style:
    """How one class of edges is drawn; widths in points at the default size."""

    color: str
    width: float
    head: float
    zorder: float
    dashes: str | tuple[float, tuple[float, float]] = "-"


# Colours of the palette of Okabe and Ito, told apart with every kind of colour vision. Extra edges
# can be twice as many as all others: light, thin and underneath, they stay a background.
STYLES = {
    "edges": _Style("#0072B2", 1.3, 8, 4),
    "correct": _Style("#0072B2", 1.7, 9, 5),
    "reversed": _Style("#D55E00", 1.7, 9, 4),
    "extra": _Style("#ABABAB", 0.6, 5, 2),
    "missing": _Style("#000000", 1.1, 7, 3, (0, (3.5, 2.5))),
}


@dataclass
class _Layout:
    """Where nodes are, and the bends of the edges that the layout was made for."""

    centers: Floats  # (p, 2)
    bends: dict[Edge, Floats] = field(default_factory=dict)  # (k, 2) each


def plot_dag(
    graph: Any,
    truth: Any = None,
    *,
    nodes: Sequence[object] | None = None,
    strength: Any = None,
    ax: Axes | None = None,
    seed: Seed = 0,
    layout: Literal["layered", "force"] = "layered",
    title: str | None = None,
) -> Axes:
    """Draw a directed acyclic graph, and how it differs from the true one.

    Parameters
    ----------
    graph : matrix of shape (p, p), labelled frame, networkx DiGraph, or result
        The graph, ``adjacency[source, target] = 1`` for source -> target.
    truth : like `graph`, optional
        The data generating graph, matched by the names of nodes. Edges are then drawn as correct,
        reversed, extra (not in the skeleton of the truth) or missing (dashed), and the legend
        counts each class. Nodes are placed by the truth, so that pictures of several learned
        graphs can be compared.
    nodes : sequence of length p, optional
        Names to be written. By default those of `graph`, or ``"0"``, ``"1"``, ... for an array.
    strength : Ensemble, matrix of shape (p, p) or labelled frame, optional
        Non-negative strength of each edge, drawn as line width: of an ensemble, the part of its
        replicates that have the edge in either direction.
    ax : matplotlib Axes, optional
        Where to draw. By default a new figure, as large as the graph needs.
    seed : int, numpy.random.Generator or None, default 0
        Starting points of the layout.
    layout : {"layered", "force"}, default "layered"
        ``"layered"``: sources to the left of their targets, few crossings. ``"force"``: distances
        on the page follow distances in the graph. Small components and isolated nodes are packed
        below the large ones in both.
    title : str, optional
        Title of the picture.

    Returns
    -------
    matplotlib Axes
        The axes drawn on; ``.figure.savefig(...)`` saves the picture.

    Raises
    ------
    ImportError
        If matplotlib (or networkx, for the force layout) is not installed.
    ValueError
        If a graph has a cycle, or shapes do not match.

    Examples
    --------
    >>> import matplotlib
    >>> matplotlib.use("Agg")
    >>> truth = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]])
    >>> learned = np.array([[0, 1, 1], [0, 0, 0], [0, 0, 0]])
    >>> ax = plot_dag(learned, truth, nodes=["a", "b", "c"])
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['correct (1)', 'reversed (0)', 'extra (1)', 'missing (1)']
    """
    if layout not in ("layered", "force"):
        raise ValueError(f"layout must be 'layered' or 'force', got {layout!r}")
    labels = _labels_of(graph, truth)
    p = len(labels)
    edges = _graph_edges("graph", graph, labels)
    names = _check_nodes(nodes, labels)
    strength_of = _check_strength(strength, edges, labels)
    classes = {"edges": edges}
    placed_by = edges
    if truth is not None:
        placed_by = _graph_edges("truth", truth, labels)
        classes = _classify(edges, placed_by)

    pyplot = _require("matplotlib.pyplot")
    node_width = 0.32 * max(map(len, names)) + 0.6
    place = _place_layered if layout == "layered" else _place_by_force
    placed = place(placed_by, p, node_width, check_generator(seed))
    n_entries = len(classes) + (2 if strength_of else 0)
    ax, scale = _prepare_axes(pyplot, ax, placed, node_width, n_entries, title)
    width_of = _relative_widths(strength_of)
    for name, members in classes.items():
        for edge in members:
            path = _route(edge, placed, node_width, curved=layout == "layered")
            _draw_edge(ax, path, STYLES[name], width_of.get(edge, 1.0), scale)
    _draw_nodes(ax, placed.centers, names, node_width, scale)
    _draw_legend(ax, classes, strength_of)
    return ax


def _require(module: str) -> Any:
    """Import an optional dependency."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise ImportError(f"plot_dag needs {package}: pip install dagbag[plot]") from error


# Input


def _labels_of(graph: Any, truth: Any) -> tuple[Node, ...]:
    """Return the names of the nodes, or their numbers if neither graph has any."""
    named = named_nodes({"graph": graph, "truth": truth})
    if named is not None:
        return named[0]
    size = graph_size(graph)
    if size is None or (hasattr(graph, "shape") and graph.shape != (size, size)):
        found = graph.shape if hasattr(graph, "shape") else show(graph)
        raise ValueError(f"graph must have shape (p, p), got {found}")
    return tuple(range(size))


def _graph_edges(name: str, graph: Any, labels: tuple[Node, ...]) -> list[Edge]:
    """Return the edges of an acyclic graph, its nodes matched by name."""
    adjacency = check_graph(graph, name, labels, "graph")
    assert adjacency is not None
    check_acyclic(adjacency, name, labels)
    return [(source, target) for source, target in np.argwhere(adjacency).tolist()]


def _check_nodes(nodes: Sequence[object] | None, labels: tuple[Node, ...]) -> list[str]:
    """Return the names to be written."""
    names = [str(node) for node in (labels if nodes is None else nodes)]
    if len(names) != len(labels):
        raise ValueError(f"nodes must have {len(labels)} names, got {len(names)}")
    return names


def _check_strength(
    strength: Any, edges: list[Edge], labels: tuple[Node, ...]
) -> dict[Edge, float]:
    """Return the strength of each edge; of none without strengths."""
    if strength is None:
        return {}
    p, library = len(labels), frame_library(strength)
    if isinstance(strength, Ensemble):
        if strength.nodes != labels and labels != tuple(range(p)):
            raise ValueError("strength must be an ensemble on the nodes of graph, in their order")
        array = strength.selection_frequency + strength.selection_frequency.T
    elif library is not None:
        array = from_frame(strength, library, "strength", labels, "graph").astype(np.float64)
    else:
        try:
            array = np.asarray(strength, dtype=np.float64)
        except (TypeError, ValueError):
            raise TypeError(
                f"strength must be an ensemble or a {p} x {p} matrix, got {show(strength)}"
            ) from None
    if array.shape != (p, p):
        raise ValueError(f"strength must have shape {(p, p)}, got {array.shape}")
    values = {edge: float(array[edge]) for edge in edges}
    for value in values.values():
        if not 0 <= value < np.inf:
            raise ValueError(f"strength must be finite and at least 0 on every edge, got {value}")
    return values


def _relative_widths(strength_of: dict[Edge, float]) -> dict[Edge, float]:
    """Return line widths that grow with the strength, 2 for the strongest edge."""
    largest = max(strength_of.values(), default=0.0) or 1.0
    return {edge: 0.35 + 1.65 * value / largest for edge, value in strength_of.items()}


def _classify(edges: list[Edge], true_edges: list[Edge]) -> dict[str, list[Edge]]:
    """Sort the edges of two graphs into correct, reversed, extra and missing ones."""
    learned, true = set(edges), set(true_edges)
    found = learned | {(target, source) for source, target in learned}
    return {
        "correct": [edge for edge in edges if edge in true],
        "reversed": [(i, j) for i, j in edges if (j, i) in true],
        "extra": [(i, j) for i, j in edges if (i, j) not in true and (j, i) not in true],
        "missing": [edge for edge in true_edges if edge not in found],
    }


# Layout


def _place_layered(
    edges: list[Edge], p: int, node_width: float, rng: np.random.Generator
) -> _Layout:
    """Place sources to the left of their targets, component by component."""
    parts = []
    for members, inside in _components(edges, p):
        parts.append(_Layers(members, inside).place(node_width, rng))
    return _pack(parts, p, node_width)


def _place_by_force(
    edges: list[Edge], p: int, node_width: float, rng: np.random.Generator
) -> _Layout:
    """Place nodes at distances that follow those in the graph, component by component."""
    networkx = _require("networkx")
    parts: list[tuple[dict[int, Floats], dict[Edge, Floats]]] = []
    for members, inside in _components(edges, p):
        if len(members) == 1:
            parts.append(({members[0]: np.zeros(2)}, {}))
            continue
        graph = networkx.Graph(inside)
        start = {i: rng.uniform(-1, 1, 2) for i in members}
        spring = networkx.kamada_kawai_layout(graph, pos=start)
        centers = np.array([spring[i] for i in members])
        lengths = [np.hypot(*(spring[i] - spring[j])) for i, j in inside]
        centers *= 1.3 * (node_width + 1.6) / np.median(lengths)
        centers = _spread(centers, np.array([node_width + 0.5, NODE_HEIGHT + 0.5]))
        parts.append((dict(zip(members, centers, strict=True)), {}))
    return _pack(parts, p, node_width)


def _components(edges: list[Edge], p: int) -> list[tuple[list[int], list[Edge]]]:
    """Split a graph into its connected components, the largest first."""
    neighbors: list[list[int]] = [[] for _ in range(p)]
    for source, target in edges:
        neighbors[source].append(target)
        neighbors[target].append(source)
    component = [-1] * p
    members: list[list[int]] = []
    for root in range(p):
        if component[root] >= 0:
            continue
        component[root] = len(members)
        reached = [root]
        for i in reached:  # grows while it is read
            for j in neighbors[i]:
                if component[j] < 0:
                    component[j] = component[root]
                    reached.append(j)
        members.append(sorted(reached))
    inside: list[list[Edge]] = [[] for _ in members]
    for edge in edges:
        inside[component[edge[0]]].append(edge)
    return sorted(zip(members, inside, strict=True), key=lambda part: -len(part[0]))


def _pack(
    parts: list[tuple[dict[int, Floats], dict[Edge, Floats]]], p: int, node_width: float
) -> _Layout:
    """Put components on shelves below each other, so that small ones fill the page."""
    layout = _Layout(np.zeros((p, 2)))
    margin = np.array([node_width, NODE_HEIGHT])
    corners = [np.vstack([*at.values(), *bends.values()]) for at, bends in parts]
    sizes = [points.max(axis=0) - points.min(axis=0) + margin for points in corners]
    area = sum(float(np.prod(size + COMPONENT_GAP)) for size in sizes)
    page_width = max(max(size[0] for size in sizes), area**0.5)
    left = top = shelf = 0.0
    for k in sorted(range(len(parts)), key=lambda k: -sizes[k][1]):
        width, height = sizes[k]
        if left and left + width > page_width + 1e-9:
            left, top, shelf = 0.0, top - shelf, 0.0
        shelf = max(shelf, height + (COMPONENT_GAP if height > NODE_HEIGHT else 0.4))
        corner = np.array([corners[k][:, 0].min(), corners[k][:, 1].max()])
        shift = np.array([left, top]) - corner + margin * (0.5, -0.5)
        at, bends = parts[k]
        for i, center in at.items():
            layout.centers[i] = center + shift
        for edge, points in bends.items():
            layout.bends[edge] = points + shift
        left += width + COMPONENT_GAP
    return layout


def _spread(centers: Floats, size: Floats, n_steps: int = 300) -> Floats:
    """Push nodes apart until their boxes no longer overlap."""
    number = np.arange(len(centers))
    by_number = np.sign(number[:, None] - number)
    for _ in range(n_steps):
        apart = centers[:, None] - centers[None]
        overlap = size - np.abs(apart)
        touching = (overlap[..., 0] > 1e-6) & (overlap[..., 1] > 1e-6)
        np.fill_diagonal(touching, False)
        if not touching.any():
            break
        # Along the direction that needs the shorter way; ties by number keep pairs moving apart.
        axis = (overlap / size).argmin(axis=2)[..., None] == np.arange(2)
        sign = np.where(apart == 0, by_number[..., None], np.sign(apart))
        centers = centers + 0.3 * np.sum(sign * overlap * axis * touching[..., None], axis=1)
    return centers


class _Layers:
    """Layered drawing of one component: layers, then few crossings, then straight edges.

    Edges over several layers run through one bend per layer in between. Vertices are nodes
    (their number) and bends (numbers from the largest node upwards).
    """

    def __init__(self, members: list[int], edges: list[Edge]) -> None:
        self.members = members
        self.edges = edges
        self.layer = _assign_layers(members, edges)
        self.first_bend = max(members) + 1
        self.chains: dict[Edge, list[int]] = {}
        self.left: dict[int, list[int]] = {i: [] for i in members}
        self.right: dict[int, list[int]] = {i: [] for i in members}
        self.rows: list[list[int]] = [[] for _ in range(max(self.layer.values()) + 1)]
        for i in members:
            self.rows[self.layer[i]].append(i)
        for edge in edges:
            self._add_chain(edge)

    def _add_chain(self, edge: Edge) -> None:
        source, target = edge
        chain = []
        before = source
        for k in range(self.layer[source] + 1, self.layer[target]):
            bend = self.first_bend + len(self.layer) - len(self.members)
            self.layer[bend] = k
            self.rows[k].append(bend)
            self.left[bend], self.right[bend] = [before], []
            self.right[before].append(bend)
            chain.append(bend)
            before = bend
        self.left[target].append(before)
        self.right[before].append(target)
        self.chains[edge] = chain

    def place(
        self, node_width: float, rng: np.random.Generator, n_starts: int = 6
    ) -> tuple[dict[int, Floats], dict[Edge, Floats]]:
        """Return the centers of the nodes and the bends of the edges."""
        orders = [self._order(rng) for _ in range(n_starts)]
        self.rows = min(orders, key=self._n_crossings)
        height = self._heights()
        # Wide enough for gentle curves, and for a large component to fill a page.
        page_width = PAGE_RATIO * (max(height.values()) - min(height.values()))
        gap = np.clip(page_width / len(self.rows) - node_width, *LAYER_GAPS)
        if len(self.members) < 10:
            gap = LAYER_GAPS[0] + 1.0
        layer_width = node_width + gap
        at = {v: np.array([k * layer_width, height[v]]) for v, k in self.layer.items()}
        bends = {
            edge: np.array([at[v] for v in chain]).reshape(-1, 2)
            for edge, chain in self.chains.items()
        }
        return {i: at[i] for i in self.members}, bends

    def _order(self, rng: np.random.Generator, n_sweeps: int = 24) -> list[list[int]]:
        """Order each layer by the mean position of the neighbours, sweeping to and fro."""
        rows = [[row[k] for k in rng.permutation(len(row))] for row in self.rows]
        best, fewest = rows, self._n_crossings(rows)
        for sweep in range(n_sweeps):
            forward = sweep % 2 == 0
            neighbors = self.left if forward else self.right
            rows = [list(row) for row in rows]
            position: dict[int, float] = {}
            for row in rows if forward else reversed(rows):
                key = {
                    v: sum(position[u] for u in neighbors[v]) / len(neighbors[v])
                    if neighbors[v]
                    else (k + 0.5) / len(row)
                    for k, v in enumerate(row)
                }
                row.sort(key=key.__getitem__)
                position.update((v, (k + 0.5) / len(row)) for k, v in enumerate(row))
            n_crossings = self._n_crossings(rows)
            if n_crossings < fewest:
                best, fewest = rows, n_crossings
        return best

    def _n_crossings(self, rows: list[list[int]]) -> int:
        position = {v: k for row in rows for k, v in enumerate(row)}
        total = 0
        for row in rows:
            ends: list[int] = []
            for v in row:
                targets = sorted(position[u] for u in self.right[v])
                total += sum(len(ends) - bisect_right(ends, end) for end in targets)
                for end in targets:
                    insort(ends, end)
        return total

    def _heights(self, n_sweeps: int = 30) -> dict[int, float]:
        """Move vertices towards their neighbours, keeping the order and distances of a layer."""
        n_bends = (len(self.layer) - len(self.members)) / len(self.rows)
        bend_room = float(np.clip(6 / max(n_bends, 1), 0.3, 0.5))
        height: dict[int, float] = {}
        layers = []
        for row in self.rows:
            room = [1.0 if v < self.first_bend else bend_room for v in row]
            gaps = [(a + b) / 2 for a, b in pairwise(room)]
            layers.append((row, gaps))
            start = np.cumsum([0.0, *gaps])
            height.update(zip(row, (start - start.mean()).tolist(), strict=True))
        for _ in range(n_sweeps):
            for row, gaps in layers:
                wanted = []
                for v in row:
                    around = [height[u] for u in self.left[v] + self.right[v]] or [height[v]]
                    wanted.append(sum(around) / len(around))
                height.update(zip(row, _keep_apart(wanted, gaps), strict=True))
            layers.reverse()
        return height


def _assign_layers(members: list[int], edges: list[Edge]) -> dict[int, int]:
    """Assign nodes to layers, sources before targets, so that edges are short."""
    parents: dict[int, list[int]] = {i: [] for i in members}
    children: dict[int, list[int]] = {i: [] for i in members}
    for source, target in edges:
        parents[target].append(source)
        children[source].append(target)
    rows = np.array(edges, dtype=np.int64).reshape(-1, 2)
    order = [i for i in topological_order(rows, max(members) + 1) or [] if i in parents]
    layer: dict[int, int] = {}
    for i in order:
        layer[i] = max((layer[j] + 1 for j in parents[i]), default=0)
    # A node with more children than parents shortens its edges by moving right, and vice versa.
    for _ in range(len(members)):
        before = dict(layer)
        for i in reversed(order):
            if children[i] and len(children[i]) > len(parents[i]):
                layer[i] = min(layer[j] for j in children[i]) - 1
            elif parents[i] and len(parents[i]) > len(children[i]):
                layer[i] = max(layer[j] for j in parents[i]) + 1
        if layer == before:
            break
    first = min(layer.values())
    return {i: k - first for i, k in layer.items()}


def _keep_apart(wanted: Sequence[float], gaps: Sequence[float]) -> list[float]:
    """Closest heights in least squares to the wanted ones that keep the gaps and the order."""
    # Without the cumulated gaps this is isotonic regression: pool adjacent violators.
    offset = np.concatenate([[0.0], np.cumsum(gaps)])
    blocks: list[tuple[float, int]] = []
    for value in np.asarray(wanted) - offset:
        mean, size = float(value), 1
        while blocks and blocks[-1][0] > mean:
            last_mean, last_size = blocks.pop()
            mean = (mean * size + last_mean * last_size) / (size + last_size)
            size += last_size
        blocks.append((mean, size))
    fitted = np.repeat([mean for mean, _ in blocks], [size for _, size in blocks])
    return [float(value) for value in fitted + offset]


# Drawing


def _prepare_axes(
    pyplot: Any,
    ax: Axes | None,
    placed: _Layout,
    node_width: float,
    n_entries: int,
    title: str | None,
) -> tuple[Any, float]:
    """Return axes that show the whole layout, and their points per unit."""
    points = np.vstack([placed.centers, *placed.bends.values()])
    margin = np.array([node_width / 2 + 1.5, NODE_HEIGHT / 2 + 0.5])
    low, high = points.min(axis=0) - margin, points.max(axis=0) + margin
    if ax is None:
        unit = min(UNIT_INCHES, LARGEST_INCHES / float((high - low).max()))
        width, height = (high - low) * unit
        width = max(width, ENTRY_INCHES * min(max(n_entries, 2), 4))
        bottom = 0.2 + 0.25 * -(-n_entries // _legend_columns(width))
        top = 0.35 if title else 0.0
        total = bottom + height + top
        figure = pyplot.figure(figsize=(width, total))
        ax = figure.add_axes((0, bottom / total, 1, height / total))
    assert ax is not None
    ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]))
    ax.set_aspect("equal")
    ax.set_axis_off()
    if title:
        ax.set_title(title)
    ax.apply_aspect()
    inches = float(ax.get_window_extent().width / ax.figure.dpi)
    return ax, 72 * inches / float(high[0] - low[0])


def _legend_columns(width_inches: float) -> int:
    return max(1, int(width_inches / ENTRY_INCHES + 1e-9))


def _route(edge: Edge, placed: _Layout, node_width: float, *, curved: bool) -> Floats:
    """Return the control points (3 k + 1, 2) of k cubic curves from source to target."""
    source, target = (placed.centers[i] for i in edge)
    if not curved:
        return _straight(source, target, np.array([node_width, NODE_HEIGHT]) / 2)
    half = np.array([node_width / 2, 0.0])
    bends = placed.bends.get(edge)
    if bends is None and edge[::-1] in placed.bends:
        bends = placed.bends[edge[::-1]][::-1]
    run = target[0] - source[0]
    if abs(run) < node_width:  # within a layer: leave and enter on the right
        reach = half + np.array([0.6 + 0.12 * min(abs(target[1] - source[1]), 12.0), 0.0])
        return np.array([source + half, source + reach, target + reach, target + half])
    half *= np.sign(run)
    stops = [source + half]
    for bend in () if bends is None else bends:
        stops += [bend - half, bend + half]
    stops.append(target - half)
    # Outside the layout a level line would run behind the nodes in between: bow it.
    level = bends is None and abs(target[1] - source[1]) < NODE_HEIGHT
    bow = min(0.1 * abs(run), 2.0) if level else 0.0
    controls = [stops[0]]
    for start, end in pairwise(stops):
        middle = (start[0] + end[0]) / 2
        controls += [np.array([middle, y + bow]) for y in (start[1], end[1])]
        controls.append(end)
    return np.array(controls)


def _straight(source: Floats, target: Floats, half: Floats) -> Floats:
    """Return a slightly bowed line between the borders of two boxes."""
    run = target - source
    middle = (source + target) / 2 + 0.08 * np.array([-run[1], run[0]])
    ends = []
    for center in (source, target):
        way = middle - center
        ends.append(center + way / max(np.abs(way / half).max(), 1.0))
    return np.array([ends[0], (ends[0] + 2 * middle) / 3, (ends[1] + 2 * middle) / 3, ends[1]])


def _draw_edge(ax: Any, controls: Floats, style: _Style, width: float, scale: float) -> None:
    patches, path = _require("matplotlib.patches"), _require("matplotlib.path")
    size = scale / (72 * UNIT_INCHES)
    arrow = patches.FancyArrowPatch(
        path=path.Path(controls, [1] + [4] * (len(controls) - 1)),
        arrowstyle="-|>,head_length=0.5,head_width=0.25",
        mutation_scale=style.head * size,
        linewidth=style.width * width * size,
        linestyle=style.dashes,
        color=style.color,
        zorder=style.zorder,
        joinstyle="miter",
        capstyle="butt",
    )
    ax.add_patch(arrow)


def _draw_nodes(
    ax: Any, centers: Floats, names: Iterable[str], node_width: float, scale: float
) -> None:
    patches = _require("matplotlib.patches")
    for (x, y), name in zip(centers.tolist(), names, strict=True):
        box = patches.FancyBboxPatch(
            (x - node_width / 2, y - NODE_HEIGHT / 2),
            node_width,
            NODE_HEIGHT,
            boxstyle=f"round,pad=0,rounding_size={NODE_HEIGHT * 0.4}",
            facecolor="white",
            edgecolor="#4D4D4D",
            linewidth=0.7 * scale / (72 * UNIT_INCHES),
            zorder=6,
        )
        ax.add_patch(box)
        ax.text(x, y, name, ha="center", va="center_baseline", fontsize=FONT_SIZE * scale, zorder=7)


def _draw_legend(ax: Any, classes: dict[str, list[Edge]], strength_of: dict[Edge, float]) -> None:
    line = _require("matplotlib.lines").Line2D
    handles = []
    for name, members in classes.items():
        style = STYLES[name]
        look = {"color": style.color, "linestyle": style.dashes, "linewidth": max(style.width, 1)}
        handles.append(line([], [], label=f"{name} ({len(members)})", **look))
    width_of = _relative_widths(strength_of)
    if strength_of:
        by_strength = sorted(strength_of, key=strength_of.__getitem__)
        for edge in (by_strength[0], by_strength[-1]):
            width = STYLES["correct"].width * width_of[edge]
            label = f"strength {strength_of[edge]:.2g}"
            handles.append(line([], [], color="#4D4D4D", linewidth=width, label=label))
    # The slot of the axes in the figure; an equal aspect may leave the axes narrower than that.
    slot = ax.get_position(original=True).width * ax.figure.bbox.width
    slot_inches = slot / ax.figure.dpi
    ax.legend(
        handles=handles,
        loc="upper center",
        bbox_to_anchor=(0.5, 0.0),
        ncols=min(len(handles), _legend_columns(slot_inches)),
        frameon=False,
    )
