"""Pictures: a DAG, readable at a hundred nodes; learning curves, frequencies, the alpha path.

Needs matplotlib, but for :func:`svg`: ``pip install dagbag[plot]``. Every function draws on axes
that are given and leaves pyplot alone; without axes it makes a new figure, as ``pyplot.figure``
does, and the caller shows, saves or closes it. Colours are those of Okabe and Ito, told apart with
every kind of colour vision, and nothing is told by colour alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ._aggregate.greedy import cutoff_of
from ._charts.alpha_path import path_panel
from ._charts.chart import Panel
from ._charts.frequencies import Frequencies, frequency_panel
from ._charts.learning_curves import curve_panels
from ._charts.on_matplotlib import draw_panel, make_axes
from ._dag.counts import EdgeCounts
from ._dag.cpdag import compelled_edges
from ._dag.types import Node
from ._draw.layout import Edge
from ._draw.on_matplotlib import draw_picture, require
from ._draw.on_svg import picture_svg
from ._draw.picture import make_picture
from ._draw.subject import Subject, by_direction, classify
from ._input.arguments import accepts_dots
from ._input.checks import check_flag, check_generator
from ._input.common_nodes import nodes_beside, shared_nodes, told_nodes
from ._input.ensembles import check_boot_adj
from ._input.graphs import read_dag, read_graph, read_structures
from ._input.labels import check_nodes
from ._input.pictures import (
    check_above_zero,
    check_axes,
    check_curves,
    check_cut,
    check_directions,
    check_highlight,
    check_horizontal,
    check_kinds,
    check_layout,
    check_measure,
    check_n_bars,
    check_names,
    check_path,
    check_radius,
    check_shown,
    check_strength,
    check_weight_and_cutoff,
)
from ._input.words import counted
from .curves import LearningCurve, mean_curve
from .results import AggregationPath, AggregationResult, EdgeCollection
from .simulate import Seed

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "plot_alpha_path",
    "plot_dag",
    "plot_learning_curves",
    "plot_selection_frequency",
    "svg",
]

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
    directions: Literal["class", "dag"] | None = None,
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
        counts each class. A line without a head claims no direction: where the truth connects its
        nodes, either way, it is undirected, neither correct nor reversed. Nodes are placed by the
        truth, so that pictures of several learned graphs can be compared.
    nodes : int or sequence of length p, optional
        Names to be written. By default those of `graph`, or ``"0"``, ``"1"``, ... for an array.
        Names of more than 20 characters are broken into lines. The names or the number of the nodes
        of `graph` if it is a list of edges, which does not tell them.
    strength : Ensemble, matrix of shape (p, p) or labelled frame, optional
        Non-negative strength of each edge, drawn as line width: of an ensemble, the part of its
        replicates that have the edge in either direction. An ensemble also tells which arrows
        are disputed, see `directions`.
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
    show : choice of "correct", "undirected", "reversed", "extra", "missing", optional
        The classes of edges to draw, with a truth; by default all. The legend counts the others.
    highlight : node or sequence of nodes, optional
        Nodes of `graph`, by name, or by number for an array. They and their edges keep their
        colours, all others fade.
    radius : int, optional
        Draw only the nodes that are at most so many edges away from those to `highlight`.
    max_inches : float, default 26
        Longer side of a new figure at most; a larger graph is scaled down, names and all.
    directions : {"class", "dag"}, optional
        ``"dag"``: every edge is an arrow. ``"class"``: only those whose direction data can tell,
        or the blacklist and whitelist that a result was made with; an edge that an equivalent DAG
        has the other way round is a line without a head. Arrows that more replicates compel the
        other way round than this way are disputed, drawn with short dashes: replicates of the
        ensemble that is `strength`, or else of the one that `graph` was aggregated from. By
        default "class" for results of this package, "dag" for all other graphs.

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
    >>> import numpy as np
    >>> truth = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]])
    >>> learned = np.array([[0, 1, 1], [0, 0, 0], [0, 0, 0]])
    >>> ax = plot_dag(learned, truth, nodes=["a", "b", "c"])
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['correct (1)', 'reversed (0)', 'extra (1)', 'missing (1)']
    """
    largest = check_above_zero(max_inches, "max_inches")
    subject = _subject_of(graph, truth, nodes, strength, show, highlight, radius, directions)
    check_layout(layout)
    rng = check_generator(seed)
    require("matplotlib", "plot_dag")  # before the layout, which may take seconds
    picture = make_picture(subject, layout, rng)
    return draw_picture(picture, ax, title, largest)  # type: ignore[no-any-return]


@accepts_dots
def svg(
    graph: Any,
    truth: Any = None,
    *,
    nodes: int | Sequence[object] | None = None,
    strength: Any = None,
    seed: Seed = 0,
    layout: Literal["layered", "force"] = "layered",
    title: str | None = None,
    show: Sequence[str] | None = None,
    highlight: Any = None,
    radius: int | None = None,
    directions: Literal["class", "dag"] | None = None,
) -> str:
    """Return the picture that :func:`plot_dag` draws as SVG text, without matplotlib.

    Parameters
    ----------
    graph, truth, nodes, strength, seed, layout, show, highlight, radius, directions
        As in :func:`plot_dag`.
    title : str, optional
        What a screen reader says; by default the number of nodes and edges.

    Returns
    -------
    str
        An SVG element, the same text for the same picture. It scales with its page, is readable
        on light and dark ones, and loads nothing from elsewhere: write it to a file in UTF-8, or
        put it into a page.

    Examples
    --------
    >>> text = svg([("rain", "grass"), ("hose", "grass")], nodes=["rain", "hose", "grass"])
    >>> text[:4], text.count('class="dagbag-edge"')
    ('<svg', 2)
    """
    subject = _subject_of(graph, truth, nodes, strength, show, highlight, radius, directions)
    check_layout(layout)
    picture = make_picture(subject, layout, check_generator(seed))
    sizes = f"{counted(len(subject.names), 'node')}, {counted(len(subject.drawn), 'edge')}"
    return picture_svg(picture, title=title or f"Graph: {sizes}", names=subject.names)


def _subject_of(
    graph: Any,
    truth: Any,
    nodes: Any,
    strength: Any,
    show: Sequence[str] | None,
    highlight: Any,
    radius: int | None,
    directions: Literal["class", "dag"] | None,
) -> Subject:
    """Return what is to be drawn, from the arguments of a user."""
    results = isinstance(graph, EdgeCollection)
    by_class = check_directions(directions, "class" if results else "dag") == "class"
    labels, of = _labels_of(graph, truth, nodes)
    edges = _graph_edges("graph", graph, labels, of)
    names = check_names(nodes, labels)
    strengths = check_strength(strength, edges, labels)
    lines = _lines(graph, edges, len(labels)) if by_class else None
    disputed = _disputed(graph, strength, edges, lines)
    classes, placed_by = {"edges": edges}, edges
    if truth is not None:
        placed_by = _graph_edges("truth", truth, labels, of)
        classes = classify(edges, placed_by, lines)
    elif lines is not None:
        classes = by_direction(edges, lines, disputed)
    shown = check_shown(show, tuple(classes), compared=truth is not None)
    marked = check_highlight(highlight, labels)
    reach = check_radius(radius, highlight)
    subject = Subject(
        names,
        classes,
        placed_by,
        shown,
        strengths,
        marked,
        lines or frozenset(),
        disputed or frozenset() if truth is not None else frozenset(),
    )
    return subject if reach is None else subject.around(reach)


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


def _lines(graph: Any, edges: list[Edge], p: int) -> frozenset[Edge]:
    """Return the edges of a DAG whose direction neither data nor the lists of a result tell."""
    if isinstance(graph, EdgeCollection):  # with the nodes in the order of the picture
        drawn, told = graph._edges, graph._settled
    else:
        drawn = np.array(edges, dtype=np.int32).reshape(-1, 2)
        told = compelled_edges(drawn, p)
    return frozenset((source, target) for source, target in drawn[~told].tolist())


def _disputed(
    graph: Any, strength: Any, edges: list[Edge], lines: frozenset[Edge] | None
) -> frozenset[Edge] | None:
    """Return the arrows that more replicates compel the other way; None if there are none."""
    classes = getattr(strength, "_classes", None) or getattr(graph, "_classes", None)
    if lines is None or classes is None:
        return None
    arrows = np.array([edge for edge in edges if edge not in lines], np.int32).reshape(-1, 2)
    parts = classes.counts.parts(*arrows.T)
    turned = arrows[parts.reverse_compelled > parts.compelled]
    return frozenset((source, target) for source, target in turned.tolist())


# Learning curves


@accepts_dots
def plot_learning_curves(
    curves: Any,
    *,
    kinds: Sequence[str] = ("E", "V"),
    cut: bool | float = True,
    axes: Any = None,
    title: str | None = None,
) -> list[Axes]:
    """Draw correct against total along the path of each method, as in the paper's Appendix B.

    A curve above another is better: more of as many edges are correct. It ends with a marker where
    the method stops. On the dotted line all are correct.

    Parameters
    ----------
    curves : mapping of name to LearningCurve, or to several of them
        The methods in the order of the legend; of several curves the mean is drawn
        (:func:`dagbag.curves.mean_curve`). The method named ``"score"`` is black. A LearningCurve
        alone is drawn without a legend.
    kinds : sequence of "E", "V", "M", default ("E", "V")
        A panel each: skeleton edges, v-structures, moral edges.
    cut : bool or float, default True
        True: if ``"score"`` stops much later than all others (1.8 times), cut its curve short and
        write down where it stops. False: draw all curves to their ends. A number: end the
        horizontal axes there.
    axes : matplotlib Axes or sequence of them, optional
        One for each panel. By default a new figure.
    title : str, optional
        Title of the figure, or of the first panel if axes were given.

    Returns
    -------
    list of matplotlib Axes
        One for each panel; ``axes[0].figure.savefig(...)`` saves the picture.

    Examples
    --------
    >>> import matplotlib
    >>> matplotlib.use("Agg")
    >>> from dagbag import load_example, score, score_shd
    >>> from dagbag.curves import learning_curve
    >>> example = load_example()
    >>> ensemble = score(example.Y, n_boot=20, max_parents=4, seed=1)
    >>> results = {"score": score(example.Y), "adjSHD": score_shd(ensemble)}
    >>> curves = {name: learning_curve(r, example.adjacency) for name, r in results.items()}
    >>> axes = plot_learning_curves(curves)
    >>> [ax.get_title() for ax in axes]
    ['Skeleton edges', 'V-structures']
    >>> [text.get_text() for text in axes[0].texts]
    ['score stops at (311, 100)']
    """
    named = {
        name: value if isinstance(value, LearningCurve) else mean_curve(value)
        for name, value in check_curves(curves, LearningCurve).items()
    }
    panels = curve_panels(named, check_kinds(kinds), check_cut(cut))
    if not isinstance(curves, LearningCurve):
        panels[0] = replace(panels[0], legend="corner")
    if axes is None:
        given = make_axes(len(panels), (4.4 * len(panels), 4.0), "plot_learning_curves")
        if title:
            given[0].figure.suptitle(title)
    else:
        given = check_axes(axes, len(panels))
        panels[0] = replace(panels[0], title=title or panels[0].title)
    return [draw_panel(panel, ax) for panel, ax in zip(panels, given, strict=True)]


# Selection frequencies


@accepts_dots
def plot_selection_frequency(
    ensemble: Any,
    truth: Any = None,
    *,
    measure: Literal["gsf", "sf", "strength"] = "gsf",
    alpha: float | None = None,
    cutoff: float | None = None,
    bins: int | None = None,
    log: bool = True,
    ax: Axes | None = None,
    title: str | None = None,
) -> Axes:
    r"""Draw how often pairs of nodes were selected, and what the cutoff makes of it.

    Parameters
    ----------
    ensemble : Ensemble, AggregationResult, array, matrix or list of graphs
        What :func:`dagbag.score_shd` takes, or what it returned.
    truth : graph, optional
        The data generating graph: pairs that it connects are counted apart.
    measure : {"gsf", "sf", "strength"}, default "gsf"
        What is drawn of each pair that a DAG of the ensemble connects: the generalized selection
        frequency of its better direction, the selection frequency of its better direction, or
        that of both directions together.
    alpha : float, optional
        Of the gsf; by default the result's, or 1.
    cutoff : float, optional
        What the frequency must exceed; by default the result's, or 1/2.
    bins : int, optional
        Bars between 0 and 1. By default about 20; bars start at the cutoff.
    log : bool, default True
        Logarithmic counts: by far the most pairs are seen in few replicates.
    ax : matplotlib Axes, optional
        Where to draw. By default a new figure.
    title : str, optional

    Returns
    -------
    matplotlib Axes

    Notes
    -----
    A pair above the cutoff is in the aggregated DAG unless it closes a cycle with pairs of higher
    gsf, is blacklisted, or lies beyond `max_step`.

    Examples
    --------
    >>> import matplotlib
    >>> matplotlib.use("Agg")
    >>> import numpy as np
    >>> frequency = np.array([[0, 0.8, 0.1], [0.1, 0, 0.6], [0, 0.3, 0]])
    >>> ax = plot_selection_frequency(frequency, [(0, 1), (1, 2)])
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['in the true skeleton', 'not in it', 'cutoff 0.5']
    >>> [text.get_text() for text in ax.texts]
    ['1 pair not above\n0 of them true', '2 pairs above\n2 of them true']
    """
    check_measure(measure)
    counts, nodes, default = _frequencies(ensemble)
    frequencies = Frequencies(counts, measure, *check_weight_and_cutoff(alpha, cutoff, default))
    n_bars = check_n_bars(bins)
    true = None
    if truth is not None:
        names = nodes_beside(nodes, "ensemble", truth, "truth")
        true = read_graph(truth, "truth", names, "ensemble", whole=True)
    panel = frequency_panel(frequencies, true, n_bars, log=check_flag(log, "log"))
    return _draw_alone(panel, ax, title, (6.4, 4.0), "plot_selection_frequency")


def _frequencies(ensemble: Any) -> tuple[EdgeCounts, tuple[Node, ...], tuple[float, float]]:
    """Return counts, nodes, and alpha and cutoff of an ensemble or of a result."""
    if isinstance(ensemble, AggregationResult):
        return ensemble._counts, ensemble.nodes, (ensemble.alpha, ensemble.cutoff)
    given = check_boot_adj(ensemble, name="ensemble")
    return given.counts, given.nodes, (1.0, cutoff_of(0.0))


# The alpha path


@accepts_dots
def plot_alpha_path(
    path: AggregationPath,
    truth: Any = None,
    *,
    x: Literal["alpha", "cutoff"] | None = None,
    ax: Axes | None = None,
    title: str | None = None,
) -> Axes:
    """Draw the number of edges, and of correct ones, along an aggregation path.

    Parameters
    ----------
    path : AggregationPath
        From :func:`dagbag.aggregation_path`.
    truth : graph, optional
        The data generating graph; then the edges that are in its skeleton are drawn, too.
    x : {"alpha", "cutoff"}, optional
        The horizontal axis; by default alpha, or the cutoff if there is one alpha and several
        cutoffs. There is a line for each value of the other.
    ax : matplotlib Axes, optional
        Where to draw. By default a new figure.
    title : str, optional

    Returns
    -------
    matplotlib Axes

    Notes
    -----
    A hollow marker says that the DAG is not proved to have the best aggregation score; see
    ``method="exact"`` of :func:`dagbag.aggregation_path`.

    Examples
    --------
    >>> import matplotlib
    >>> matplotlib.use("Agg")
    >>> from dagbag import aggregation_path, load_example, score
    >>> example = load_example()
    >>> ensemble = score(example.Y, n_boot=20, max_parents=4, seed=1)
    >>> ax = plot_alpha_path(aggregation_path(ensemble), example.adjacency)
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['edges', 'correct edges', 'true graph: 109 edges']
    """
    path = check_path(path, AggregationPath)
    check_horizontal(x)
    true = None
    if truth is not None:
        names = nodes_beside(path[0].nodes, "path", truth, "truth")
        true = read_structures(truth, "truth", names, "path")
    return _draw_alone(path_panel(path, true, x), ax, title, (6.0, 4.0), "plot_alpha_path")


def _draw_alone(
    panel: Panel, ax: Axes | None, title: str | None, size: tuple[float, float], needed_by: str
) -> Axes:
    """Draw a single panel on the axes given, or on those of a new figure."""
    if ax is None:
        ax = make_axes(1, size, needed_by)[0]
    return draw_panel(replace(panel, title=title), ax)  # type: ignore[no-any-return]
