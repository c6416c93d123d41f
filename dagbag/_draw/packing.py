"""The components of a graph, and how they share a page."""

from __future__ import annotations

import numpy as np

from .layout import NODE_HEIGHT, Edge, Layout, Part

COMPONENT_GAP = 1.0


def components(edges: list[Edge], p: int) -> list[tuple[list[int], list[Edge]]]:
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


def pack(parts: list[Part], p: int, node_width: float) -> Layout:
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
