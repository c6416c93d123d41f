"""Where the nodes and edges of a picture go: layers with few crossings, or distances by stress.

Lengths are in units of the vertical distance between two neighbouring nodes of a layer.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .._dag.order import topological_order

Edge: TypeAlias = tuple[int, int]
Floats: TypeAlias = NDArray[np.float64]

NODE_HEIGHT = 0.8
LAYER_GAPS = (1.4, 7.0)  # room for edges between two layers; more in very tall components
COMPONENT_GAP = 1.0
BAND_GAP = 2.2  # between the bands of a folded component
PAGE_RATIO = 1.3  # width to height that a large component aims at
FOLD_WIDTH = 60.0  # a wider component is folded if few edges cross the folds
FOLD_EDGES = 4
MOST_BENDS = 4000  # with more of them the longest edges run straight across


@dataclass
class Layout:
    """Where nodes are, and the bends of the edges that the layout was made for."""

    centers: Floats  # (p, 2)
    flow: Floats  # (p,) 1 where edges run to the right, -1 in every second band of a folded part
    bends: dict[Edge, Floats] = field(default_factory=dict)  # (k, 3) each: x, y, flow


@dataclass
class _Part:
    """The layout of one component."""

    at: dict[int, Floats]  # (3,): x, y, flow
    bends: dict[Edge, Floats] = field(default_factory=dict)


def place_nodes(
    edges: list[Edge],
    p: int,
    node_width: float,
    rng: np.random.Generator,
    how: Literal["layered", "force"],
) -> Layout:
    """Place the nodes of a DAG component by component.

    Parameters
    ----------
    edges : list of (source, target)
        Acyclic.
    p : int
    node_width : float
    rng : numpy.random.Generator
        Starting points; the same generator gives the same layout.
    how : {"layered", "force"}

    Returns
    -------
    Layout

    Examples
    --------
    >>> layout = place_nodes([(0, 1), (1, 2)], 3, 2.0, np.random.default_rng(0), "layered")
    >>> np.diff(layout.centers[:, 0]) > 2
    array([ True,  True])
    """
    parts = []
    for members, inside in _components(edges, p):
        if len(members) == 1:
            parts.append(_Part({members[0]: np.array([0.0, 0.0, 1.0])}))
        elif how == "layered":
            parts.append(_Layers(members, inside).place(node_width, rng))
        else:
            parts.append(_place_by_stress(members, inside, node_width, rng))
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


def _pack(parts: list[_Part], p: int, node_width: float) -> Layout:
    """Put components on shelves below each other, so that small ones fill the page."""
    layout = Layout(np.zeros((p, 2)), np.ones(p))
    margin = np.array([node_width, NODE_HEIGHT])
    corners = [np.vstack([*part.at.values(), *part.bends.values()])[:, :2] for part in parts]
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
        for i, place in parts[k].at.items():
            layout.centers[i] = place[:2] + shift
            layout.flow[i] = place[2]
        for edge, places in parts[k].bends.items():
            layout.bends[edge] = places + np.append(shift, 0.0)
        left += width + COMPONENT_GAP
    return layout


# Distances


def _place_by_stress(
    members: list[int], edges: list[Edge], node_width: float, rng: np.random.Generator
) -> _Part:
    """Place nodes at distances that follow those in the graph."""
    number = {i: k for k, i in enumerate(members)}
    m = len(members)
    pairs = np.array([(number[i], number[j]) for i, j in edges])
    hops = _hops(pairs, m)
    # Less than the distance itself: long chains curl instead of leaving the page.
    wanted = hops**0.7
    degree = np.bincount(pairs.ravel(), minlength=m).astype(np.float64)
    weight = np.zeros((m, m))
    np.divide(1.0, wanted**2, out=weight, where=wanted > 0)
    # Edges of hubs are stiff, so that the leaves of a star make a ring.
    stiff = np.where(hops == 1, np.sqrt(np.outer(degree, degree)), 1.0)
    centers = _least_stress(wanted, weight * stiff, rng)
    size = np.array([node_width + 0.5, NODE_HEIGHT + 0.5])
    # Stretched as the boxes are wide, but no more than a page.
    centers = _upright(centers) * np.array([min(node_width / NODE_HEIGHT, PAGE_RATIO), 1.0])
    lengths = np.hypot(*(centers[pairs[:, 0]] - centers[pairs[:, 1]]).T)
    scale = max(1.3 * (node_width + 1.6) / max(float(np.median(lengths)), 1e-9), 0.0)
    scale = max(scale, min(_clear_scale(centers, size), 3 * scale))
    centers = _spread(centers * scale, size)
    return _Part({i: np.append(centers[k], 1.0) for k, i in enumerate(members)})


def _hops(pairs: NDArray[np.int64], m: int) -> Floats:
    """Return the number of edges between any two nodes of a connected graph."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import shortest_path

    # 32-bit indices: scipy 1.11 takes no others.
    source, target = pairs.T.astype(np.int32)
    graph = coo_array((np.ones(len(pairs)), (source, target)), shape=(m, m))
    return np.asarray(
        shortest_path(graph.tocsr(), method="D", directed=False, unweighted=True), dtype=np.float64
    )


def _least_stress(wanted: Floats, weight: Floats, rng: np.random.Generator) -> Floats:
    """Majorise the stress sum w (distance - wanted)^2, as Gansner, Koren and North do."""
    from scipy.linalg import cho_factor, cho_solve

    m = len(wanted)
    squares = wanted**2
    inner = squares - squares.mean(axis=0) - squares.mean(axis=1)[:, None] + squares.mean()
    # Classical scaling, as far as a start needs it: a few steps of subspace iteration.
    centers = rng.normal(size=(m, 2))
    for _ in range(30):
        centers = np.linalg.qr(-0.5 * inner @ centers)[0]
    size = np.abs(-0.5 * inner @ centers).sum(axis=0)
    centers *= np.sqrt(size / np.abs(centers).sum(axis=0))
    centers += rng.normal(scale=0.1, size=(m, 2))
    laplacian = np.diag(weight.sum(axis=1)) - weight
    target = weight * wanted
    factor = cho_factor(laplacian[1:, 1:])  # the first node stays at the origin
    for _ in range(int(np.clip(4e7 / m**2, 40, 400))):  # some seconds at m = 1,000
        across = centers[:, 0, None] - centers[:, 0]
        up = centers[:, 1, None] - centers[:, 1]
        ratio = target / np.sqrt(across**2 + up**2 + 1e-12)
        pull = ratio.sum(axis=1)[:, None] * centers - ratio @ centers
        before = centers - centers[0]
        centers = np.vstack([np.zeros(2), cho_solve(factor, pull[1:])])
        if np.abs(centers - before).max() < 1e-3:
            break
    return centers


def _upright(centers: Floats) -> Floats:
    """Turn the longest extent to the horizontal."""
    middle = centers - centers.mean(axis=0)
    _, _, axes = np.linalg.svd(middle, full_matrices=False)
    axes = axes * np.where(axes.sum(axis=1) < 0, -1.0, 1.0)[:, None]
    return np.asarray(middle @ axes.T)


def _clear_scale(centers: Floats, size: Floats) -> float:
    """Return the scale at which the boxes of four nodes in five are clear of all others."""
    apart = np.abs(centers[:, None] - centers[None])
    needed = np.min(size / np.maximum(apart, 1e-9), axis=2)
    np.fill_diagonal(needed, 0.0)
    return float(np.quantile(needed.max(axis=1), 0.8))


def _spread(centers: Floats, size: Floats, n_steps: int = 300) -> Floats:
    """Push nodes apart until their boxes no longer overlap."""
    from scipy.spatial import KDTree

    for _ in range(n_steps):
        # Near pairs by a tree: 0.3 s at m = 1,000, where all pairs take 20 s.
        pairs = KDTree(centers / size).query_pairs(1 - 1e-6, p=np.inf, output_type="ndarray")
        if not len(pairs):
            break
        first, second = pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))].T
        apart = centers[first] - centers[second]
        overlap = size - np.abs(apart)
        # Along the direction that needs the shorter way; ties by number keep pairs moving apart.
        axis = (overlap / size).argmin(axis=1)[:, None] == np.arange(2)
        push = 0.3 * np.where(apart < 0, -1.0, 1.0) * overlap * axis
        centers = centers.copy()
        np.add.at(centers, first, push)
        np.subtract.at(centers, second, push)
    return centers


# Layers


class _Layers:
    """Layered drawing of one component: layers, then few crossings, then straight edges.

    Edges over several layers run through one bend per layer in between, unless there are too many
    of them. Vertices are nodes (their number) and bends (numbers from the largest node upwards).
    """

    def __init__(self, members: list[int], edges: list[Edge]) -> None:
        self.members = members
        self.n_edges = len(edges)
        self.layer = _assign_layers(members, edges)
        self.first_bend = max(members) + 1
        self.chains: dict[Edge, list[int]] = {}
        self.left: dict[int, list[int]] = {i: [] for i in members}
        self.right: dict[int, list[int]] = {i: [] for i in members}
        self.rows: list[list[int]] = [[] for _ in range(max(self.layer.values()) + 1)]
        for i in members:
            self.rows[self.layer[i]].append(i)
        for edge in self._routed(edges):
            self._add_chain(edge)

    def _routed(self, edges: list[Edge]) -> list[Edge]:
        """Return the shortest edges, as many as their bends leave the drawing readable."""
        spans = [self.layer[target] - self.layer[source] for source, target in edges]
        order = sorted(range(len(edges)), key=spans.__getitem__)
        n_bends = np.cumsum([spans[k] - 1 for k in order])
        most = max(MOST_BENDS, 4 * len(self.members))
        kept = int(np.searchsorted(n_bends, most, side="right"))
        return [edges[k] for k in sorted(order[:kept])]

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

    def place(self, node_width: float, rng: np.random.Generator) -> _Part:
        """Return the centers of the nodes and the bends of the edges."""
        n_starts = 6 if len(self.layer) < 3000 else 2
        orders = [self._order(rng) for _ in range(n_starts)]
        self.rows = min(orders, key=self._n_crossings)
        height = self._heights()
        wide = len(self.rows) * (node_width + LAYER_GAPS[0])
        tall = max(max(height.values()) - min(height.values()), 1.0)
        if len(self.chains) < self.n_edges:  # room for the edges that run across
            stretch = float(np.clip(wide / (2 * PAGE_RATIO * tall), 1.0, 3.0))
            height = {v: stretch * value for v, value in height.items()}
        # Wide enough for gentle curves, and for a large component to fill a page.
        tall = max(height.values()) - min(height.values())
        low, high = LAYER_GAPS
        gap = np.clip(PAGE_RATIO * tall / len(self.rows) - node_width, low, max(high, 0.1 * tall))
        if len(self.members) < 25:
            gap = LAYER_GAPS[0] + 1.0
        at = self._fold(height, node_width + gap)
        bends = {
            edge: np.array([at[v] for v in chain]).reshape(-1, 3)
            for edge, chain in self.chains.items()
        }
        return _Part({i: at[i] for i in self.members}, bends)

    def _fold(self, height: dict[int, float], layer_width: float) -> dict[int, Floats]:
        """Lay the layers out from left to right; a long chain in bands, to and fro."""
        cuts = self._cuts(height, layer_width)
        at: dict[int, Floats] = {}
        x, top, flow = 0.0, 0.0, 1.0
        for first, end in pairwise([0, *cuts, len(self.rows)]):
            inside = [height[v] for row in self.rows[first:end] for v in row]
            shift = top - max(inside)
            for k in range(first, end):
                if k > first:
                    x += flow * layer_width
                for v in self.rows[k]:
                    at[v] = np.array([x, height[v] + shift, flow])
            top -= max(inside) - min(inside) + BAND_GAP
            flow = -flow
        return at

    def _cuts(self, height: dict[int, float], layer_width: float) -> list[int]:
        """Return the layers that begin a new band."""
        n_layers = len(self.rows)
        wide = n_layers * layer_width
        tall = max(height.values()) - min(height.values()) + BAND_GAP
        n_bands = round((wide / (PAGE_RATIO * tall)) ** 0.5)
        if wide <= FOLD_WIDTH or n_bands < 2:
            return []
        crossing = [sum(len(self.left[v]) for v in row) for row in self.rows]
        cuts = []
        room = max(n_layers // (4 * n_bands), 0)
        for band in range(1, n_bands):
            even = round(band * n_layers / n_bands)
            near = range(even - room, even + room + 1)
            cuts.append(min(near, key=lambda k: (crossing[k], abs(k - even))))
        return cuts if max(crossing[k] for k in cuts) <= FOLD_EDGES else []

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
    _share_out(layer, [i for i in order if not children[i]], 1)
    _share_out(layer, [i for i in order if not parents[i]], -1)
    first = min(layer.values())
    return {i: k - first for i, k in layer.items()}


def _share_out(layer: dict[int, int], movable: list[int], step: int) -> None:
    """Move nodes without children (or parents) on from layers that are too full for a page."""
    most = max(25, round(3 * len(layer) ** 0.5))
    full: dict[int, int] = {}
    for k in layer.values():
        full[k] = full.get(k, 0) + 1
    for i in movable:
        while full[layer[i]] > most:
            full[layer[i]] -= 1
            layer[i] += step
            full[layer[i]] = full.get(layer[i], 0) + 1


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


# Routes


def route(edge: Edge, layout: Layout, node_width: float, *, curved: bool) -> Floats:
    """Return the control points (3 k + 1, 2) of k cubic curves from source to target.

    Parameters
    ----------
    edge : (source, target)
        Of the layout, the reverse of one, or any other.
    layout : Layout
    node_width : float
    curved : bool
        Leave and enter nodes at their sides, as in a layered layout.

    Returns
    -------
    ndarray of shape (3 k + 1, 2)
    """
    source, target = (layout.centers[i] for i in edge)
    if not curved:
        return _straight(source, target, np.array([node_width, NODE_HEIGHT]) / 2)
    half = node_width / 2
    ends = np.column_stack((layout.centers[list(edge)], layout.flow[list(edge)]))
    if edge in layout.bends:
        return _through(np.vstack([ends[:1], layout.bends[edge], ends[1:]]), half)
    if edge[::-1] in layout.bends:
        return _through(np.vstack([ends[1:], layout.bends[edge[::-1]], ends[:1]]), half)[::-1]
    run = target[0] - source[0]
    if abs(run) < node_width:  # within a layer: leave and enter on the right
        ends[:, 2] = 1.0, -1.0
        return _through(ends, half)
    ends[:, 2] = np.sign(run)
    # Outside the layout a level line would run behind the nodes in between: bow it.
    level = abs(target[1] - source[1]) < NODE_HEIGHT
    return _through(ends, half, bow=min(0.1 * abs(run), 2.0) if level else 0.0)


def _through(stops: Floats, half: float, bow: float = 0.0) -> Floats:
    """Return curves through places (x, y, flow), level at each of them."""
    controls = [stops[0, :2] + np.array([stops[0, 2] * half, 0.0])]
    for k, (start, end) in enumerate(pairwise(stops)):
        left, entered = controls[-1], end[:2] - np.array([end[2] * half, 0.0])
        if start[2] == end[2]:
            middle = (left[0] + entered[0]) / 2
            controls += [np.array([middle, y + bow]) for y in (left[1], entered[1])]
        else:  # a turn
            reach = start[2] * (0.6 + 0.12 * min(abs(end[1] - start[1]), 12.0))
            controls += [np.array([spot[0] + reach, spot[1]]) for spot in (left, entered)]
        controls.append(entered)
        if k < len(stops) - 2:  # level along the width of a node
            across = end[:2] + np.array([end[2] * half, 0.0])
            controls += [(2 * entered + across) / 3, (entered + 2 * across) / 3, across]
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
