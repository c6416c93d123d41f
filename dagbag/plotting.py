"""Pictures: a DAG, readable at a hundred nodes; learning curves, frequencies, the alpha path.

Needs matplotlib: ``pip install dagbag[plot]``. Every function draws on axes that are given and
leaves pyplot alone; without axes it makes a new figure, as ``pyplot.figure`` does, and the caller
shows, saves or closes it. Colours are those of Okabe and Ito, told apart with every kind of colour
vision, and nothing is told by colour alone.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ._dag.types import Node
from ._draw.charts import plot_alpha_path, plot_learning_curves, plot_selection_frequency
from ._draw.drawing import (
    STYLES,
    Boxes,
    Canvas,
    draw_legend,
    prepare_axes,
    relative_widths,
    require,
    strength_entries,
)
from ._draw.layout import Edge, place_nodes
from ._input.arguments import accepts_dots
from ._input.checks import check_count, check_generator, check_number
from ._input.common_nodes import shared_nodes, told_nodes
from ._input.frames import frame_library
from ._input.graphs import from_frame, read_dag
from ._input.labels import check_nodes
from ._input.masks import check_unmasked
from ._input.words import listing
from ._input.words import show as show_value
from .ensemble import Ensemble
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
    nodes: int | Sequence[object] | None = None,
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
    graph : graph
        Acyclic: a matrix, ``adjacency[source, target] = 1`` for source -> target, a labelled frame,
        a networkx DiGraph, a result, edges with `nodes`, or any other form of a graph
        (:mod:`dagbag.metrics`).
    truth : like `graph`, optional
        The data generating graph, matched by the names of nodes. Edges are then drawn as correct,
        reversed, extra (not in the skeleton of the truth) or missing (dashed), and the legend
        counts each class. Nodes are placed by the truth, so that pictures of several learned
        graphs can be compared.
    nodes : int or sequence of length p, optional
        Names to be written. By default those of `graph`, or ``"0"``, ``"1"``, ... for an array.
        Names of more than 20 characters are broken into lines. The names or the number of the nodes
        of `graph` if it is a list of edges, which does not tell them.
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
    if layout not in ("layered", "force"):
        raise ValueError(f"layout must be 'layered' or 'force', got {layout!r}")
    labels, of = _labels_of(graph, truth, nodes)
    edges = _graph_edges("graph", graph, labels, of)
    names = _check_nodes(nodes, labels)
    strength_of = _check_strength(strength, edges, labels)
    largest = _check_positive(max_inches, "max_inches")
    classes = {"edges": edges}
    placed_by = edges
    if truth is not None:
        placed_by = _graph_edges("truth", truth, labels, of)
        classes = _classify(edges, placed_by)
    shown = _check_show(show, tuple(classes))
    marked = _check_highlight(highlight, radius, labels)
    drawn = [edge for name in shown for edge in classes[name]]
    if radius is not None:
        kept = _around(marked, drawn, check_count(radius, "radius"))
        number = {old: new for new, old in enumerate(kept)}
        names = [names[k] for k in kept]
        marked = {number[k] for k in marked}
        classes = {name: _renumbered(members, number) for name, members in classes.items()}
        placed_by = _renumbered(placed_by, number)
        strength_of = {
            (number[i], number[j]): value
            for (i, j), value in strength_of.items()
            if i in number and j in number
        }
        drawn = _renumbered(drawn, number)

    require("matplotlib", "plot_dag")
    boxes = Boxes.of(names)
    placed = place_nodes(placed_by, len(names), boxes.width, check_generator(seed), layout)
    n_entries = len(classes) + len(strength_entries(strength_of))
    ax, scale = prepare_axes(ax, placed, boxes, n_entries, title, largest)
    bold = sum(len(classes[name]) for name in shown if name != "extra")
    thinned = min(1.0, (1.5 * len(names) / max(bold, 1)) ** 0.5)
    canvas = Canvas(ax, scale, placed, boxes, layout == "layered", thinned)
    width_of = relative_widths(strength_of)
    for name in shown:
        for edge in classes[name]:
            faded = bool(marked) and marked.isdisjoint(edge)
            canvas.draw_edge(edge, STYLES[name], width_of.get(edge, 1.0), faded=faded)
    near = marked.union(*(edge for edge in drawn if not marked.isdisjoint(edge)))
    for node in range(len(names)):
        canvas.draw_node(node, faded=bool(marked) and node not in near, marked=node in marked)
    counts = {name: len(members) for name, members in classes.items()}
    draw_legend(ax, counts, shown, strength_of)
    return canvas.ax  # type: ignore[no-any-return]


def _labels_of(graph: Any, truth: Any, nodes: Any) -> tuple[tuple[Node, ...], str]:
    """Return the nodes that the graphs tell, or else `nodes`, and where they come from."""
    graphs = {"graph": graph} if truth is None else {"graph": graph, "truth": truth}
    found = told_nodes(graphs)
    if found is None and nodes is not None:
        return check_nodes(nodes), "nodes"
    return found or shared_nodes(graphs)


def _graph_edges(name: str, graph: Any, labels: tuple[Node, ...], of: str) -> list[Edge]:
    """Return the edges of an acyclic graph, its nodes matched by name, by source."""
    edges = read_dag(graph, name, labels, of).tolist()
    return sorted((source, target) for source, target in edges)


def _check_nodes(nodes: Any, labels: tuple[Node, ...]) -> list[str]:
    """Return the names to be written."""
    if isinstance(nodes, int):
        nodes = check_nodes(nodes, len(labels))
    names = [str(node) for node in (labels if nodes is None else nodes)]
    if len(names) != len(labels):
        raise ValueError(f"nodes must have {len(labels)} names, got {len(names)}")
    return names


def _check_positive(value: object, name: str) -> float:
    number = check_number(value, name, "a number above 0", minimum=0.0)
    if number == 0:
        raise ValueError(f"{name} must be a number above 0, got {value!r}")
    return number


def _check_show(show: Sequence[str] | None, classes: tuple[str, ...]) -> list[str]:
    """Return the classes to be drawn, in the order of the legend."""
    if show is None:
        return list(classes)
    wanted = [show] if isinstance(show, str) else list(show)
    rule = f"show must be a choice of {', '.join(classes)}"
    if classes == ("edges",):
        raise ValueError(f"show must be None without a truth, got {show_value(show)}")
    for name in wanted:
        if name not in classes:
            raise ValueError(f"{rule}, got {show_value(name)}")
    if not wanted:
        raise ValueError(f"{rule}, got none")
    return [name for name in classes if name in wanted]


def _check_highlight(highlight: Any, radius: int | None, labels: tuple[Node, ...]) -> set[int]:
    """Return the numbers of the nodes to be highlighted."""
    if highlight is None:
        if radius is not None:
            raise ValueError("highlight must name nodes when radius is given, got None")
        return set()
    number = {label: k for k, label in enumerate(labels)}
    single = isinstance(highlight, str) or not isinstance(highlight, Iterable)
    if not single and isinstance(highlight, Hashable) and highlight in number:
        single = True
    wanted = [highlight] if single else list(highlight)
    unknown = [node for node in wanted if not isinstance(node, Hashable) or node not in number]
    if unknown or not wanted:
        raise ValueError(
            f"highlight must be nodes of graph, got {listing(unknown) if unknown else 'none'}"
        )
    return {number[node] for node in wanted}


def _around(marked: set[int], edges: list[Edge], radius: int) -> list[int]:
    """Return the nodes at most so many edges away from the marked ones."""
    neighbors: dict[int, list[int]] = {}
    for i, j in edges:
        neighbors.setdefault(i, []).append(j)
        neighbors.setdefault(j, []).append(i)
    reached = set(marked)
    border = sorted(marked)
    for _ in range(radius):
        border = sorted({j for i in border for j in neighbors.get(i, ()) if j not in reached})
        if not border:
            break
        reached.update(border)
    return sorted(reached)


def _renumbered(edges: list[Edge], number: dict[int, int]) -> list[Edge]:
    return [(number[i], number[j]) for i, j in edges if i in number and j in number]


def _check_strength(
    strength: Any, edges: list[Edge], labels: tuple[Node, ...]
) -> dict[Edge, float]:
    """Return the strength of each edge; of none without strengths."""
    if strength is None:
        return {}
    p, library = len(labels), frame_library(check_unmasked(strength, "strength"))
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
                f"strength must be an ensemble or a {p} x {p} matrix, got {show_value(strength)}"
            ) from None
    if array.shape != (p, p):
        raise ValueError(f"strength must have shape {(p, p)}, got {array.shape}")
    values = {edge: float(array[edge]) for edge in edges}
    for value in values.values():
        if not 0 <= value < np.inf:
            raise ValueError(f"strength must be finite and at least 0 on every edge, got {value}")
    return values


def _classify(edges: list[Edge], true_edges: list[Edge]) -> dict[str, list[Edge]]:
    """Sort the edges of two graphs into correct, reversed, extra and missing ones."""
    learned, true = set(edges), set(true_edges)
    correct = [edge for edge in edges if edge in true]
    backwards = [edge for edge in edges if edge[::-1] in true]
    extra = [edge for edge in edges if edge not in true and edge[::-1] not in true]
    missing = [e for e in true_edges if e not in learned and e[::-1] not in learned]
    return {"correct": correct, "reversed": backwards, "extra": extra, "missing": missing}
