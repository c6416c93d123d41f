"""Where nodes and edges of the page's graph are, as any picture of the package has it."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from .._dag.order import topological_order
from .._draw.layout import Edge
from .._draw.picture import Picture, make_picture
from .._draw.subject import Subject
from .._html.escape import printable, shortened
from ..results import DAGResult

MOST_NODES = 700  # that are drawn all at once
MOST_EDGES = 3000
STRONGEST = 250  # edges that a reduced view begins with
MOST_CHARACTERS = 60  # of a name in a box
CROWDED = (250, 2.0)  # from so many nodes and edges per node on, layers are hidden by their edges
HUNDREDTHS = 100


def drawing_of(result: DAGResult) -> dict[str, Any]:
    """Place the nodes: all of them, or those of the strongest edges if they are too many.

    Lengths are in hundredths of the unit of pictures, y downwards.
    """
    edges = result._edges
    nodes = np.arange(result.p)
    reduced = result.p > MOST_NODES or len(edges) > MOST_EDGES
    if reduced:
        strengths = result._strengths()
        worth = np.zeros(len(edges)) if strengths is None else strengths
        edges = edges[np.argsort(-worth, kind="stable")[:STRONGEST]]
        nodes = np.unique(edges) if len(edges) else nodes[:STRONGEST]
    if topological_order(edges.astype(np.int64), result.p) is None:  # R takes a cyclic whitelist
        edges = np.sort(edges, axis=1)
    number = {int(node): k for k, node in enumerate(nodes)}
    pairs = sorted({(number[s], number[t]) for s, t in edges.tolist()})
    names = [shortened(printable(result.nodes[k]), MOST_CHARACTERS) for k in nodes.tolist()]
    picture, how = _picture(names, pairs)
    return {
        "reduced": reduced,
        "how": how,
        "box": _hundredths(picture.box),
        "font": picture.font,
        "nodes": nodes.tolist(),
        "lines": [list(node.lines) for node in picture.nodes],
        "centers": [_place(node.center) for node in picture.nodes],
        "routes": _routes(picture, nodes) if how == "layered" else [],
    }


def _picture(names: list[str], edges: list[Edge]) -> tuple[Picture, str]:
    """Return layers from left to right; in a crowd, distances as in the graph."""
    subject = Subject(names, {"edges": edges}, edges, ["edges"])
    crowded = len(names) >= CROWDED[0] and len(edges) > CROWDED[1] * len(names)
    how: Literal["layered", "force"] = "force" if crowded else "layered"
    hurried = len(names) > CROWDED[0]
    return make_picture(subject, how, np.random.default_rng(0), hurried=hurried), how


def _routes(picture: Picture, nodes: npt.NDArray[np.int64]) -> list[list[int]]:
    """Return source, target and control points of the edges that bend between layers."""
    return [
        [int(nodes[arrow.source]), int(nodes[arrow.target])]
        + [part for point in arrow.controls for part in _place(point)]
        for arrow in picture.arrows
        if len(arrow.controls) > 4
    ]


def _place(point: tuple[float, float]) -> list[int]:
    return _hundredths((point[0], -point[1]))


def _hundredths(values: tuple[float, ...]) -> list[int]:
    return [round(HUNDREDTHS * value) for value in values]
