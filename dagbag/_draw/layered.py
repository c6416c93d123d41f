"""Layers from left to right, with few crossings."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from .._dag.order import topological_order
from .layout import PAGE_RATIO, Edge, Floats, Part

LAYER_GAPS = (1.4, 7.0)  # room for edges between two layers; more in very tall components
BAND_GAP = 2.2  # between the bands of a folded component
FOLD_WIDTH = 60.0  # a wider component is folded if few edges cross the folds
FOLD_EDGES = 4
SWEEPS = (24, 30)  # that order layers, and that straighten edges
HURRIED_SWEEPS = (12, 10)
MOST_BENDS = 4000  # with more of them the longest edges run straight across


class Layers:
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

    def place(self, node_width: float, rng: np.random.Generator, *, hurried: bool = False) -> Part:
        """Return the centers of the nodes and the bends of the edges; in a hurry by one start."""
        n_starts = 1 if hurried else 6 if len(self.layer) < 3000 else 2
        n_sweeps = HURRIED_SWEEPS if hurried else SWEEPS
        orders = [self._order(rng, n_sweeps[0]) for _ in range(n_starts)]
        self.rows = min(orders, key=self._n_crossings)
        height = self._heights(n_sweeps[1])
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
        return Part({i: at[i] for i in self.members}, bends)

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

    def _order(self, rng: np.random.Generator, n_sweeps: int) -> list[list[int]]:
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

    def _heights(self, n_sweeps: int) -> dict[int, float]:
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
