"""Charts of a study: learning curves, selection frequencies, the path over alpha."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from .._aggregate.greedy import cutoff_of
from .._dag.counts import EdgeCounts
from .._dag.structures import pair_codes
from .._dag.types import Node
from .._input.arguments import accepts_dots
from .._input.checks import check_count, check_flag, check_number
from .._input.common_nodes import nodes_beside
from .._input.ensembles import check_boot_adj
from .._input.graphs import read_graph, read_structures
from .._input.words import show
from ..curves import LearningCurve, mean_curve
from ..metrics import detection
from ..results import AggregationPath, AggregationResult
from .drawing import STYLES, require

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Okabe and Ito without black, which is the score's, and without yellow, which is too light.
COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
DASHES = ("-", "--", "-.")
KINDS = {"E": "Skeleton edges", "V": "V-structures", "M": "Moral edges"}
CUT_BEYOND = 1.8  # a score that stops so much later than all others is cut short
ROOM_BEYOND = 1.5
MEASURES = {"gsf": None, "sf": 2.0, "strength": 0.0}  # the alpha that makes each of them a gsf
MOST_NUMBERS = 10  # a line of so many points has its values written beside them
BAR = 0.05  # width of a bar, at least one frequency wide


def _make_axes(n: int, size: tuple[float, float], needed_by: str) -> list[Any]:
    """Return the axes of a new figure, side by side."""
    pyplot = require("matplotlib.pyplot", needed_by)
    _, axes = pyplot.subplots(1, n, figsize=size, layout="constrained", squeeze=False)
    return list(axes[0])


def _tidy(ax: Any) -> None:
    ax.spines[["top", "right"]].set_visible(False)


def _legend_entries(ax: Any) -> dict[str, Any]:
    """Return what to explain, each label once, however often the axes were drawn on."""
    entries: dict[str, Any] = {}
    for handle, label in zip(*ax.get_legend_handles_labels(), strict=True):
        entries.setdefault(label, handle)
    return entries


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
    named = _check_curves(curves)
    panels = _check_kinds(kinds)
    limit = _check_cut(cut)
    if axes is None:
        given = _make_axes(len(panels), (4.4 * len(panels), 4.0), "plot_learning_curves")
        if title:
            given[0].figure.suptitle(title)
    else:
        given = _check_axes(axes, len(panels))
        if title:
            given[0].set_title(title)
    looks = _looks(list(named))
    for ax, kind in zip(given, panels, strict=True):
        if axes is None or not title or ax is not given[0]:
            ax.set_title(KINDS[kind])
        _draw_curves(ax, named, kind, looks, limit)
    if not isinstance(curves, LearningCurve):
        # Below the curves, which rise along the diagonal and then run level, and above the note.
        lift = 0.07 * len(given[0].texts)
        given[0].legend(
            loc="lower right",
            bbox_to_anchor=(1.0, lift),
            frameon=False,
            fontsize="small",
            handlelength=2.5,
        )
    return given


def _check_curves(curves: Any) -> dict[str, LearningCurve]:
    """Return one curve for each name."""
    if isinstance(curves, LearningCurve):
        return {"": curves}
    rule = "curves must be a mapping of names to learning curves"
    if not isinstance(curves, Mapping):
        raise TypeError(f"{rule}, got {show(curves)}")
    if not curves:
        raise ValueError(f"{rule}, got none")
    named = {}
    for name, value in curves.items():
        if not isinstance(value, LearningCurve):
            if isinstance(value, str) or not isinstance(value, Iterable):
                raise TypeError(f"{rule}, got {show(value)} for {name!r}")
            value = mean_curve(value)
        named[str(name)] = value
    return named


def _check_kinds(kinds: Sequence[str]) -> list[str]:
    wanted = [kinds] if isinstance(kinds, str) and kinds in KINDS else list(kinds)
    if not wanted or any(kind not in KINDS for kind in wanted):
        raise ValueError(f"kinds must be a choice of {', '.join(KINDS)}, got {show(kinds)}")
    return wanted


def _check_cut(cut: bool | float) -> bool | float:
    if isinstance(cut, (bool, np.bool_)):
        return bool(cut)
    limit = check_number(cut, "cut", "True, False or a number above 0", minimum=0.0)
    if limit == 0:
        raise ValueError(f"cut must be True, False or a number above 0, got {cut!r}")
    return limit


def _check_axes(axes: Any, n: int) -> list[Any]:
    given = list(np.ravel(np.asarray(axes, dtype=object)))
    if len(given) != n:
        raise ValueError(f"axes must be {n}, one for each of kinds, got {len(given)}")
    return given


def _looks(names: list[str]) -> dict[str, dict[str, str]]:
    """Give each method a colour, a marker and, beyond the colours, other dashes."""
    looks = {}
    k = 0
    for name in names:
        if name in ("score", ""):
            looks[name] = {"color": "black", "marker": MARKERS[0], "linestyle": "-"}
            continue
        looks[name] = {
            "color": COLORS[k % len(COLORS)],
            "marker": MARKERS[1:][k % (len(MARKERS) - 1)],
            "linestyle": DASHES[k // len(COLORS) % len(DASHES)],
        }
        k += 1
    return looks


def _draw_curves(
    ax: Any,
    curves: dict[str, LearningCurve],
    kind: str,
    looks: dict[str, dict[str, str]],
    cut: bool | float,
) -> None:
    paths = {
        name: (getattr(curve, f"total_{kind}"), getattr(curve, f"correct_{kind}"))
        for name, curve in curves.items()
    }
    limit = _right_end({name: float(total[-1]) for name, (total, _) in paths.items()}, cut)
    inside = [correct[total <= limit] for total, correct in paths.values()]
    high = max(float(np.concatenate([np.zeros(1), *inside]).max()), 1.0)
    ax.plot([0, limit], [0, limit], linestyle=":", color="#777777", linewidth=1, zorder=1)
    notes = []
    for name, (total, correct) in paths.items():
        look = looks[name]
        line = {"color": look["color"], "linestyle": look["linestyle"], "linewidth": 1.5}
        stopped = total[-1] <= limit
        # The marker of the line in the legend is that of its end.
        ax.plot(total, correct, zorder=3, **line)
        ax.plot([], [], marker=look["marker"], markersize=5, label=name, **line)
        if stopped:
            ax.plot(
                total[-1],
                correct[-1],
                marker=look["marker"],
                color=look["color"],
                markersize=7,
                markeredgecolor="white",
                zorder=4,
                linestyle="none",
                clip_on=False,
            )
        else:
            end = ", ".join(_number(value) for value in (total[-1], correct[-1]))
            notes.append(f"{name} stops at ({end})".lstrip())
    ax.set(xlim=(0, limit), ylim=(0, 1.06 * high))
    ax.set(xlabel=f"Total {kind}", ylabel=f"Correct {kind}")
    if notes:
        ax.text(
            0.98,
            0.03,
            "\n".join(notes),
            transform=ax.transAxes,
            ha="right",
            va="bottom",
            fontsize="small",
            parse_math=False,
        )
    _tidy(ax)


def _number(value: float) -> str:
    """Return a mean with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _right_end(ends: dict[str, float], cut: bool | float) -> float:
    """Return where the horizontal axis ends."""
    if not isinstance(cut, bool):
        return float(cut)
    furthest = max(*ends.values(), 1.0)
    others = max((end for name, end in ends.items() if name != "score"), default=0.0)
    if cut and others > 0 and ends.get("score", 0.0) > CUT_BEYOND * others:
        return ROOM_BEYOND * others
    return 1.04 * furthest


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
    >>> frequency = np.array([[0, 0.8, 0.1], [0.1, 0, 0.6], [0, 0.3, 0]])
    >>> ax = plot_selection_frequency(frequency, [(0, 1), (1, 2)])
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['in the true skeleton', 'not in it', 'cutoff 0.5']
    >>> [text.get_text() for text in ax.texts]
    ['1 pair not above\n0 of them true', '2 pairs above\n2 of them true']
    """
    if not isinstance(measure, str) or measure not in MEASURES:
        raise ValueError(f"measure must be one of {', '.join(MEASURES)}, got {show(measure)}")
    counts, nodes, weight, line = _frequencies(ensemble, alpha, cutoff)
    fixed = MEASURES[measure]
    values, pairs = _pair_values(counts, weight if fixed is None else fixed)
    width = _bar_width(counts, bins)
    groups: dict[str, NDArray[np.float64]] = {"": values}
    if truth is not None:
        names = nodes_beside(nodes, "ensemble", truth, "truth")
        edges = read_graph(truth, "truth", names, "ensemble", whole=True)
        true = _connected(pairs, edges, counts.p)
        groups = {"in the true skeleton": values[true], "not in it": values[~true]}
    logarithmic = check_flag(log, "log")
    if ax is None:
        ax = _make_axes(1, (6.4, 4.0), "plot_selection_frequency")[0]
    assert ax is not None
    _draw_bars(ax, groups, line, width)
    if logarithmic:
        ax.set_yscale("log")
        ax.set_ylim(bottom=0.7)
        ax.yaxis.set_major_formatter(require("matplotlib.ticker", "plot").ScalarFormatter())
    label = f"cutoff {line:.4g}"
    ax.axvline(line, color="#D55E00", linestyle="--", linewidth=1.5, label=label, zorder=4)
    _note_sides(ax, groups, line)
    name = {
        "gsf": f"Generalized selection frequency (alpha = {weight:g})",
        "sf": "Selection frequency of the better direction",
        "strength": "Selection frequency of either direction (strength)",
    }[measure]
    ax.set(xlim=(min(0.0, line), 1.0), xlabel=name, ylabel="Pairs of nodes")
    if title:
        ax.set_title(title)
    _tidy(ax)
    entries = _legend_entries(ax)
    order = sorted(entries, key=lambda entry: entry == label)
    ax.legend(
        [entries[entry] for entry in order],
        order,
        loc="upper center",
        bbox_to_anchor=(0.5, -0.16),
        ncols=3,
        frameon=False,
        fontsize="small",
    )
    return ax


def _frequencies(
    ensemble: Any, alpha: float | None, cutoff: float | None
) -> tuple[EdgeCounts, tuple[Node, ...], float, float]:
    """Return counts, nodes, alpha and cutoff of an ensemble or of a result."""
    if isinstance(ensemble, AggregationResult):
        counts, nodes = ensemble._counts, ensemble.nodes
        default_alpha, default_cutoff = ensemble.alpha, ensemble.cutoff
    else:
        given = check_boot_adj(ensemble, name="ensemble")
        counts, nodes = given.counts, given.nodes
        default_alpha, default_cutoff = 1.0, cutoff_of(0.0)
    rule = "a finite number of at least 0"
    weight = default_alpha if alpha is None else check_number(alpha, "alpha", rule, minimum=0.0)
    line = default_cutoff if cutoff is None else check_number(cutoff, "cutoff")
    return counts, nodes, weight, line


def _pair_values(counts: EdgeCounts, alpha: float) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return the gsf of the better direction of each connected pair, and the pairs' keys."""
    forward = counts.generalized(counts.count, counts.reverse, alpha)
    backward = counts.generalized(counts.reverse, counts.count, alpha)
    edges = np.column_stack((counts.source, counts.target))
    keys, first = np.unique(pair_codes(edges, counts.p), return_index=True)
    return np.maximum(forward, backward)[first], keys


def _connected(pairs: NDArray[np.int64], edges: NDArray[np.int32], p: int) -> NDArray[np.bool_]:
    return np.isin(pairs, pair_codes(edges, p))


def _bar_width(counts: EdgeCounts, bins: int | None) -> float:
    """Return a width that holds the same number of possible frequencies in every bar."""
    if bins is not None:
        return 1.0 / check_count(bins, "bins", minimum=1)
    if counts.count.dtype.kind != "i":
        return BAR
    return max(1, round(BAR * counts.n_boot)) / counts.n_boot


def _draw_bars(
    ax: Any, groups: dict[str, NDArray[np.float64]], cutoff: float, width: float
) -> None:
    """Draw a bar per group and interval (a, b], one of which begins at the cutoff."""
    colors = [STYLES["correct"].color, STYLES["extra"].color]
    part = width / len(groups)
    for k, (name, values) in enumerate(groups.items()):
        # A frequency at the cutoff does not exceed it; rounding must not lift it over.
        interval = np.ceil((values - cutoff) / width - 1e-9).astype(np.int64) - 1
        found, height = np.unique(interval, return_counts=True)
        left = cutoff + found * width + k * part
        ax.bar(
            left,
            height,
            width=0.92 * part,
            align="edge",
            color=colors[k],
            zorder=3,
            **({"label": name} if name else {}),
        )


def _note_sides(ax: Any, groups: dict[str, NDArray[np.float64]], cutoff: float) -> None:
    """Write how many pairs are on either side of the cutoff."""
    values = np.concatenate(list(groups.values()))
    true = groups.get("in the true skeleton")
    for above in (False, True):
        n = int(((values > cutoff) == above).sum())
        text = f"{n:,} pair{'s' * (n != 1)} {'above' if above else 'not above'}"
        if true is not None:
            text += f"\n{int(((true > cutoff) == above).sum()):,} of them true"
        ax.annotate(
            text,
            (cutoff, 1.0),
            xycoords=("data", "axes fraction"),
            xytext=(6 if above else -6, -2),
            textcoords="offset points",
            ha="left" if above else "right",
            va="top",
            fontsize="small",
        )


# The alpha path


@dataclass(frozen=True)
class _Line:
    """Results of a path that share all but what the horizontal axis shows."""

    label: str
    x: list[float]
    results: list[AggregationResult]


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
    if not isinstance(path, AggregationPath):
        raise TypeError(f"path must be an AggregationPath, got {show(path)}")
    if x not in (None, "alpha", "cutoff"):
        raise ValueError(f"x must be 'alpha' or 'cutoff', got {x!r}")
    alphas, cutoffs = {r.alpha for r in path}, {r.cutoff for r in path}
    by_alpha = x == "alpha" or (x is None and (len(alphas) > 1 or len(cutoffs) == 1))
    lines = _lines_of(path, by_alpha)
    found = None
    if truth is not None:
        nodes = nodes_beside(path[0].nodes, "path", truth, "truth")
        true = read_structures(truth, "truth", nodes, "path")
        found = {result: detection(result, true) for result in path}
    if ax is None:
        ax = _make_axes(1, (6.0, 4.0), "plot_alpha_path")[0]
    assert ax is not None
    look = _looks([line.label for line in lines])
    for line in lines:
        among = f" ({line.label})" if len(lines) > 1 else ""
        color = look[line.label]["color"] if len(lines) > 1 else "black"
        totals = [len(result.edges) for result in line.results]
        _draw_line(ax, line, totals, f"edges{among}", color, "-")
        numbers = len(lines) == 1 and len(line.x) <= MOST_NUMBERS
        if numbers:
            _write_numbers(ax, line.x, totals, color, 1)
        if found is not None:
            correct = [found[result].correct_E for result in line.results]
            color = color if len(lines) > 1 else STYLES["correct"].color
            _draw_line(ax, line, correct, f"correct edges{among}", color, "--")
            if numbers:
                _write_numbers(ax, line.x, correct, color, -1)
    if found is not None:
        n_true = found[path[0]].true_E
        label = f"true graph: {n_true} edges"
        ax.axhline(n_true, color="#777777", linestyle=":", linewidth=1, zorder=1, label=label)
    name = "Weight alpha of a reversal" if by_alpha else "Cutoff of the gsf"
    ax.set(xlabel=name, ylabel="Edges of the aggregated DAG")
    ax.set_ylim(0, 1.12 * ax.get_ylim()[1])
    if title:
        ax.set_title(title)
    _tidy(ax)
    entries = _legend_entries(ax)
    ax.legend(entries.values(), entries, loc="best", frameon=False, fontsize="small")
    return ax


def _lines_of(path: AggregationPath, by_alpha: bool) -> list[_Line]:
    """Sort the results into lines, each from left to right."""
    groups: dict[float, list[AggregationResult]] = {}
    for result in path:
        groups.setdefault(result.cutoff if by_alpha else result.alpha, []).append(result)
    lines = []
    short = len({f"{value:g}" for value in groups}) == len(groups)
    for value, results in groups.items():
        at = {id(r): r.alpha if by_alpha else r.cutoff for r in results}
        ordered = sorted(results, key=lambda r: at[id(r)])
        label = f"{'cutoff' if by_alpha else 'alpha'} {f'{value:g}' if short else value}"
        lines.append(_Line(label, [at[id(r)] for r in ordered], ordered))
    return lines


def _draw_line(
    ax: Any, line: _Line, heights: Sequence[int], label: str, color: str, dashes: str
) -> None:
    """Draw heights over the line's places, hollow where nothing is proved."""
    marker = "o" if dashes == "-" else "s"
    look = {"color": color, "linestyle": dashes, "marker": marker, "markersize": 6}
    ax.plot(line.x, heights, label=label, linewidth=1.5, zorder=3, **look)
    for at, height, result in zip(line.x, heights, line.results, strict=True):
        if not result.optimal:
            hollow = {"marker": marker, "color": "white", "markeredgecolor": color}
            ax.plot(at, height, linestyle="none", markersize=6, zorder=4, **hollow)


def _write_numbers(
    ax: Any, places: Sequence[float], heights: Sequence[int], color: str, side: int
) -> None:
    """Write heights above (1) or below (-1) their points."""
    for at, height in zip(places, heights, strict=True):
        ax.annotate(
            f"{height:,}",
            (at, height),
            xytext=(0, 7 * side),
            textcoords="offset points",
            ha="center",
            va="bottom" if side > 0 else "top",
            fontsize="x-small",
            color=color,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.5},
        )
