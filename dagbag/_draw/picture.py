"""A picture of a DAG as data: what any renderer needs to draw it, and nothing else.

Lengths and places are in units (one is the vertical distance between two neighbouring nodes of a
layer), x to the right and y upwards; widths of lines and sizes of heads are in points at the
default size, at which a unit is `Picture.unit_inches` long.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from .boxes import Boxes
from .layout import Edge, Layout
from .placing import place_nodes
from .routes import route
from .styles import (
    BACKGROUND,
    DARK,
    DISPUTED,
    STYLES,
    EdgeStyle,
    NodeStyle,
    edge_style,
    node_style,
)
from .subject import Subject

Point: TypeAlias = tuple[float, float]
UNIT_INCHES = 0.25  # labels of 9 points


@dataclass(frozen=True)
class Node:
    """A box around a name."""

    lines: tuple[str, ...]
    center: Point
    faded: bool
    marked: bool

    @property
    def style(self) -> NodeStyle:
        """Colours and widths."""
        return node_style(faded=self.faded, marked=self.marked)


@dataclass(frozen=True)
class Arrow:
    """A line of cubic curves from the border of a node to that of another."""

    source: int
    target: int
    kind: str  # the class of the edge
    controls: tuple[Point, ...]  # 3 k + 1 of k curves, each beginning where the last one ends
    width: float
    faded: bool
    headed: bool = True  # False: a line, whose direction is not told
    disputed: bool = False  # marked, whatever its class

    @property
    def style(self) -> EdgeStyle:
        """Colour, head, dashes and order."""
        return edge_style(self.kind, faded=self.faded, headed=self.headed, disputed=self.disputed)


@dataclass(frozen=True)
class Entry:
    """A line of the legend; one that is not shown is only text."""

    label: str
    color: str
    width: float  # in points at any size
    dashes: tuple[float, ...] = ()
    shown: bool = True


@dataclass(frozen=True)
class Picture:
    """Nodes, arrows and the legend of a DAG.

    Made by :func:`make_picture`.
    """

    nodes: tuple[Node, ...]
    arrows: tuple[Arrow, ...]  # of the classes in the order of the legend
    legend: tuple[Entry, ...]
    box: Point  # width and height of every node
    font: float  # size of the names
    low: Point  # the corners of what is to be seen
    high: Point
    unit_inches: float


def make_picture(
    subject: Subject,
    layout: Literal["layered", "force"],
    rng: np.random.Generator,
    *,
    hurried: bool = False,
) -> Picture:
    """Place the nodes and the edges of a DAG.

    Parameters
    ----------
    subject : Subject
    layout : {"layered", "force"}
    rng : numpy.random.Generator
        Starting points; the same generator gives the same picture.
    hurried : bool, default False
        Try less to avoid crossings.

    Returns
    -------
    Picture

    Examples
    --------
    >>> subject = Subject(["a", "b"], {"edges": [(0, 1)]}, [(0, 1)], ["edges"])
    >>> picture = make_picture(subject, "layered", np.random.default_rng(0))
    >>> [node.lines for node in picture.nodes], len(picture.arrows[0].controls)
    ([('a',), ('b',)], 4)
    """
    boxes = Boxes.of(subject.names)
    p = len(subject.names)
    placed = place_nodes(subject.placed_by, p, boxes.width, rng, layout, hurried=hurried)
    low, high = _bounds(placed, boxes)
    return Picture(
        tuple(_nodes(subject, boxes, placed)),
        tuple(_arrows(subject, boxes, placed, curved=layout == "layered")),
        (
            *_class_entries(subject),
            *_disputed_entries(subject),
            *_strength_entries(subject.strengths),
        ),
        (boxes.width, boxes.height),
        boxes.font,
        low,
        high,
        UNIT_INCHES * boxes.magnified,
    )


def _bounds(placed: Layout, boxes: Boxes) -> tuple[Point, Point]:
    points = np.vstack([placed.centers, *(bends[:, :2] for bends in placed.bends.values())])
    margin = np.array([boxes.width / 2 + 1.5, boxes.height / 2 + 0.5])
    low, high = points.min(axis=0) - margin, points.max(axis=0) + margin
    return (float(low[0]), float(low[1])), (float(high[0]), float(high[1]))


def _nodes(subject: Subject, boxes: Boxes, placed: Layout) -> Iterator[Node]:
    """Yield the nodes; with marked ones all fade but them and their neighbours."""
    marked = subject.marked
    near = marked.union(*(edge for edge in subject.drawn if not marked.isdisjoint(edge)))
    for node, (lines, (x, y)) in enumerate(zip(boxes.names, placed.centers.tolist(), strict=True)):
        yield Node(lines, (x, y), bool(marked) and node not in near, node in marked)


def _arrows(subject: Subject, boxes: Boxes, placed: Layout, *, curved: bool) -> Iterator[Arrow]:
    thinned = _thinned(subject)
    width_of = _relative_widths(subject.strengths)
    for kind in subject.shown:
        for edge in subject.classes[kind]:
            controls = route(edge, placed, boxes.width, curved=curved).tolist()
            width = STYLES[kind].width * width_of.get(edge, 1.0) * thinned
            faded = bool(subject.marked) and subject.marked.isdisjoint(edge)
            yield Arrow(
                *edge,
                kind,
                tuple((x, y) for x, y in controls),
                width,
                faded,
                edge not in subject.lines,
                edge in subject.disputed,
            )


def _thinned(subject: Subject) -> float:
    """Return how much thinner lines are where there are many edges per node."""
    bold = sum(len(subject.classes[name]) for name in subject.shown if name != BACKGROUND)
    return float(min(1.0, (1.5 * len(subject.names) / max(bold, 1)) ** 0.5))


def _relative_widths(strengths: Mapping[Edge, float]) -> dict[Edge, float]:
    """Return line widths that grow with the square of the strength, 1.8 for the strongest edge."""
    largest = max(strengths.values(), default=0.0) or 1.0
    return {edge: 0.25 + 1.55 * (value / largest) ** 2 for edge, value in strengths.items()}


def _class_entries(subject: Subject) -> Iterator[Entry]:
    """Explain the colours, with the number of edges of each class."""
    for name, edges in subject.classes.items():
        style, shown = STYLES[name], name in subject.shown
        label = f"{name} ({len(edges)}{', not drawn' * (not shown)})"
        yield Entry(label, style.color, max(style.width, 1), style.dashes, shown)


def _disputed_entries(subject: Subject) -> Iterator[Entry]:
    """Explain the dashes of arrows that are marked beside their class."""
    n_drawn = len(subject.disputed.intersection(subject.drawn))
    if n_drawn:
        yield Entry(f"disputed ({n_drawn})", DARK, STYLES["disputed"].width, DISPUTED)


def _strength_entries(strengths: Mapping[Edge, float]) -> Iterator[Entry]:
    """Explain the widths of the weakest and the strongest edge; of one if they read the same."""
    width_of = _relative_widths(strengths)
    by_strength = sorted(strengths, key=strengths.__getitem__)
    ends = by_strength[:1] + by_strength[-1:]
    for label, edge in {f"strength {strengths[edge]:.2g}": edge for edge in ends}.items():
        yield Entry(label, DARK, STYLES["correct"].width * width_of[edge])
