"""Pictures: a DAG, readable at a hundred nodes; learning curves, frequencies, the alpha path.

Needs matplotlib: ``pip install dagbag[plot]``. Every function draws on axes that are given and
leaves pyplot alone; without axes it makes a new figure, as ``pyplot.figure`` does, and the caller
shows, saves or closes it. Colours are those of Okabe and Ito, told apart with every kind of colour
vision, and nothing is told by colour alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ._dag.types import Node
from ._draw.charts import plot_alpha_path, plot_learning_curves, plot_selection_frequency
from ._draw.layout import Edge
from ._draw.on_matplotlib import draw_picture, require
from ._draw.picture import make_picture
from ._draw.subject import Subject, classify
from ._input.arguments import accepts_dots
from ._input.checks import check_generator
from ._input.ensembles import named_nodes
from ._input.graphs import check_acyclic, check_graph, graph_size
from ._input.pictures import (
    check_above_zero,
    check_highlight,
    check_layout,
    check_names,
    check_radius,
    check_shown,
    check_strength,
)
from ._input.words import show as show_value
from .simulate import Seed

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["plot_alpha_path", "plot_dag", "plot_learning_curves", "plot_selection_frequency"]

LARGEST_INCHES = 26.0


# A DAG


@accepts_dots
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
    show: Sequence[str] | None = None,
    highlight: Any = None,
    radius: int | None = None,
    max_inches: float = LARGEST_INCHES,
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
        Names of more than 20 characters are broken into lines.
    strength : Ensemble, matrix of shape (p, p) or labelled frame, optional
        Non-negative strength of each edge, drawn as line width: of an ensemble, the part of its
        replicates that have the edge in either direction.
    ax : matplotlib Axes, optional
        Where to draw. By default a new figure, as large as the graph needs.
    seed : int, numpy.random.Generator or None, default 0
        Starting points of the layout.
    layout : {"layered", "force"}, default "layered"
        ``"layered"``: sources to the left of their targets, few crossings; a long chain is folded
        into bands that run to and fro. ``"force"``: distances on the page follow distances in the
        graph. Small components and isolated nodes are packed below the large ones in both.
    title : str, optional
        Title of the picture.
    show : choice of "correct", "reversed", "extra", "missing", optional
        The classes of edges to draw, with a truth; by default all. The legend counts the others.
    highlight : node or sequence of nodes, optional
        Nodes of `graph`, by name, or by number for an array. They and their edges keep their
        colours, all others fade.
    radius : int, optional
        Draw only the nodes that are at most so many edges away from those to `highlight`.
    max_inches : float, default 26
        Longer side of a new figure at most; a larger graph is scaled down, names and all.

    Returns
    -------
    matplotlib Axes
        The axes drawn on; ``.figure.savefig(...)`` saves the picture.

    Raises
    ------
    ImportError
        If matplotlib is not installed.
    ValueError
        If a graph has a cycle, or shapes do not match.

    Notes
    -----
    About a hundred nodes can be read on a page, and five hundred on a sheet of `max_inches`. At
    p = 1,000 the picture is complete, and made in 2 s (layered) or 6 s (force), but its names are
    4 to 5 points high: save it as PDF and zoom in, or look at a part of it with `highlight` and
    `radius`. If edges pass through too many layers the longest ones run straight across.

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
    check_layout(layout)
    labels = _labels_of(graph, truth)
    edges = _graph_edges("graph", graph, labels)
    names = check_names(nodes, labels)
    strengths = check_strength(strength, edges, labels)
    largest = check_above_zero(max_inches, "max_inches")
    classes, placed_by = {"edges": edges}, edges
    if truth is not None:
        placed_by = _graph_edges("truth", truth, labels)
        classes = classify(edges, placed_by)
    shown = check_shown(show, tuple(classes))
    marked = check_highlight(highlight, labels)
    reach = check_radius(radius, highlight)
    subject = Subject(names, classes, placed_by, shown, strengths, marked)
    if reach is not None:
        subject = subject.around(reach)
    rng = check_generator(seed)
    require("matplotlib", "plot_dag")  # before the layout, which may take seconds
    picture = make_picture(subject, layout, rng)
    return draw_picture(picture, ax, title, largest)  # type: ignore[no-any-return]


def _labels_of(graph: Any, truth: Any) -> tuple[Node, ...]:
    """Return the names of the nodes, or their numbers if neither graph has any."""
    named = named_nodes({"graph": graph, "truth": truth})
    if named is not None:
        return named[0]
    size = graph_size(graph)
    if size is None or (hasattr(graph, "shape") and graph.shape != (size, size)):
        found = graph.shape if hasattr(graph, "shape") else show_value(graph)
        raise ValueError(f"graph must have shape (p, p), got {found}")
    return tuple(range(size))


def _graph_edges(name: str, graph: Any, labels: tuple[Node, ...], of: str = "graph") -> list[Edge]:
    """Return the edges of an acyclic graph, its nodes matched by name."""
    adjacency = check_graph(graph, name, labels, of)
    assert adjacency is not None
    check_acyclic(adjacency, name, labels)
    return [(source, target) for source, target in np.argwhere(adjacency).tolist()]
