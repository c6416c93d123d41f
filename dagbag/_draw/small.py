"""A small picture that a notebook shows unasked: only of what can be placed in no time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from .._dag.order import topological_order
from .._dag.types import BoolArray, FloatArray, IntArray
from .._html.escape import printable, shortened
from .._input.words import counted
from .layout import Edge
from .on_svg import PIXELS_PER_INCH, picture_svg
from .picture import make_picture
from .subject import Subject, by_direction

MOST_NODES = 60  # with edges
MOST_EDGES = 150
MOST_LAYERS_PASSED = 700  # by all edges together
UNHURRIED = 120  # layers passed that leave time to avoid crossings
LONGEST_NAME = 20  # on one line: names of several lines make all boxes larger

LONGEST_TOLD = 200  # when pointed at


class SmallPicture(NamedTuple):
    """A picture, or why there is none."""

    svg: str  # empty if there is nothing to draw, or too much
    note: str  # what is left out
    width: float = 0.0  # pixels that it needs to be read with ease


def small_picture(
    nodes: Sequence[object],
    edges: IntArray,
    told: BoolArray,
    *,
    disputed: BoolArray | None = None,
    strengths: FloatArray | None = None,
    kind: str = "DAG",
    way_out: str = ".plot() draws it",
    directed: bool = True,
) -> SmallPicture:
    """Draw the nodes that have edges, if they are few.

    Parameters
    ----------
    nodes : sequence of length p
        Names.
    edges : ndarray of shape (k, 2)
    told : ndarray of bool of shape (k,)
        The edges that are arrows; the others are lines.
    disputed : ndarray of bool of shape (k,), optional
        The arrows that are marked.
    strengths : ndarray of shape (k,), optional
        Widths of lines.
    kind : str, default "DAG"
        What it is called.
    way_out : str
        What to do if there is too much to draw.
    directed : bool, default True
        False: all are lines because directions are not looked at, and the legend is silent on them.

    Returns
    -------
    SmallPicture

    Examples
    --------
    >>> edges = np.array([[0, 2]], dtype=np.int32)
    >>> small = small_picture(["a", "b", "c"], edges, np.array([True]))
    >>> small.svg.count('class="dagbag-node"'), small.note
    (2, '1 node without edges is not drawn.')
    """
    used = np.unique(edges).tolist()
    isolated = len(nodes) - len(used)
    if not used:
        return SmallPicture("", "There is no edge to draw." if nodes else "")
    size = f"{counted(len(used), 'node')} with {counted(len(edges), 'edge')}"
    if len(used) > MOST_NODES or len(edges) > MOST_EDGES:
        return SmallPicture("", f"Too large for a small picture ({size}); {way_out}.")
    number = {old: new for new, old in enumerate(used)}
    drawn: list[Edge] = [(number[s], number[t]) for s, t in edges.tolist()]
    order = topological_order(np.array(drawn, dtype=np.int64), len(used))
    if order is None:
        return SmallPicture("", "A graph with a cycle is not drawn.")
    passed = _n_layers_passed(drawn, order)
    if passed > MOST_LAYERS_PASSED:
        return SmallPicture("", f"Too tangled for a small picture ({size}); {way_out}.")
    subject = _subject([nodes[k] for k in used], drawn, told, disputed, strengths)
    picture = make_picture(subject, "layered", np.random.default_rng(0), hurried=passed > UNHURRIED)
    if not directed:
        picture = replace(picture, legend=picture.legend[len(subject.classes) :])
    svg = picture_svg(
        picture,
        title=f"{kind} on {size}",
        description=_described(subject, drawn),
        names=[shortened(printable(nodes[k]), LONGEST_TOLD) for k in used],
        alone=False,
    )
    has = "is" if isolated == 1 else "are"
    left_out = f"{counted(isolated, 'node')} without edges {has} not drawn." if isolated else ""
    units = picture.high[0] - picture.low[0]
    return SmallPicture(svg, left_out, 0.8 * units * picture.unit_inches * PIXELS_PER_INCH)


def _n_layers_passed(edges: list[Edge], order: list[int]) -> int:
    """Return the layers that all edges run through together, which is what takes time."""
    children: dict[int, list[int]] = {node: [] for node in order}
    for source, target in edges:
        children[source].append(target)
    layer = dict.fromkeys(order, 0)
    for source in order:
        for target in children[source]:
            layer[target] = max(layer[target], layer[source] + 1)
    return sum(layer[target] - layer[source] for source, target in edges)


def _subject(
    nodes: Sequence[object],
    edges: list[Edge],
    told: BoolArray,
    disputed: BoolArray | None,
    strengths: FloatArray | None,
) -> Subject:
    lines = frozenset(edge for edge, known in zip(edges, told.tolist(), strict=True) if not known)
    marked = None
    if disputed is not None:
        both = zip(edges, disputed.tolist(), strict=True)
        marked = frozenset(edge for edge, doubt in both if doubt) - lines
    widths: Mapping[Edge, float] = {}
    if strengths is not None:
        widths = dict(zip(edges, strengths.tolist(), strict=True))
    classes = by_direction(sorted(edges), lines, marked)
    names = [shortened(printable(node), LONGEST_NAME) for node in nodes]
    return Subject(names, classes, sorted(edges), list(classes), widths, lines=lines)


def _described(subject: Subject, edges: list[Edge], most: int = 20) -> str:
    """Say the first edges in words."""
    links = [
        f"{subject.names[s]} {'and' if (s, t) in subject.lines else 'to'} {subject.names[t]}"
        for s, t in edges[:most]
    ]
    rest = f", and {len(edges) - most} more" * (len(edges) > most)
    return f"Edges: {', '.join(links)}{rest}."
