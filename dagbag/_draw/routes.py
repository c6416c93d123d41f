"""The way of an edge from its source to its target."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from .layout import NODE_HEIGHT, Edge, Floats, Layout


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
