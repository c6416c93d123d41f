"""R's other plots: images, curves, charts of points, and ``plot`` of whatever a value is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd

from ._bars import barplot, boxplot, draw_histogram, groups_of, pretty
from ._colors import color, hcl_colors
from ._core import as_matrix, column, vector
from ._factors import table
from ._graphics import hold_limits, new_plot
from ._grouping import split
from ._marks import abline, columns_of, coordinates, draw, margin_text, segments
from ._named import colnames, names, plain, rownames
from ._statistics import quantile
from ._text import as_character
from ._untranslated import Untranslated


def image(
    x: Any,
    y: Any = None,
    z: Any = None,
    col: Any = None,
    zlim: Any = None,
    breaks: Any = None,
    add: bool = False,
) -> None:
    """Draw a matrix with rows along x and columns up. R: ``image``."""
    import matplotlib.pyplot as plt
    from matplotlib.colors import BoundaryNorm, ListedColormap

    if isinstance(x, Mapping):
        x, y, z = x["x"], x["y"], x["z"]
    if z is None:
        x, z = None, x
    values = plain(as_matrix(z)).astype(float)
    sides = [_borders(given, extent) for given, extent in zip((x, y), values.shape, strict=True)]
    if not add:
        new_plot()
    shades = color(hcl_colors(12, "YlOrRd", rev=True) if col is None else col)
    shades = [shades] if isinstance(shades, str) else shades
    words: dict[str, Any] = {"cmap": ListedColormap(shades)}
    if breaks is not None:
        words["norm"] = BoundaryNorm(plain(vector(breaks)).astype(float), len(shades))
    elif zlim is not None:
        words["vmin"], words["vmax"] = (float(v) for v in vector(zlim))
    even = all(np.ptp(np.diff(side)) <= 1e-6 * np.ptp(side) for side in sides)
    if even:
        ends = (sides[0][0], sides[0][-1], sides[1][0], sides[1][-1])
        plt.imshow(
            values.T, origin="lower", extent=ends, aspect="auto", interpolation="none", **words
        )
    else:
        plt.pcolormesh(sides[0], sides[1], values.T, **words)


def heatmap(x: Any, scale: str = "row", col: Any = None) -> None:
    """Draw a matrix with its rows from the bottom up. R: ``heatmap`` without clusters."""
    import matplotlib.pyplot as plt

    values = plain(as_matrix(x)).astype(float)
    if scale in ("row", "column"):
        axis = 1 if scale == "row" else 0
        middle = np.nanmean(values, axis=axis, keepdims=True)
        values = (values - middle) / np.nanstd(values, axis=axis, ddof=1, keepdims=True)
    count = values.shape
    image(np.arange(1, count[1] + 1), np.arange(1, count[0] + 1), values.T, col=col)
    own = [labels(x) for labels in (colnames, rownames)]
    for ticks, labels, extent in ((plt.xticks, own[0], count[1]), (plt.yticks, own[1], count[0])):
        places = np.arange(1, extent + 1)
        ticks(places, [str(v) for v in (places if labels is None else labels)])


def _borders(given: Any, count: int) -> Any:
    """Return where the cells of an axis begin and end."""
    if given is None:
        step = 1 / max(count - 1, 1)
        return np.linspace(-step / 2, 1 + step / 2, count + 1)
    places = plain(vector(given)).astype(float)
    if len(places) == count + 1:
        return places
    if len(places) != count:
        raise ValueError(
            f"x and y must have as many values as z has cells, {count}: got {len(places)}"
        )
    if count == 1:
        return places[0] + np.array([-0.5, 0.5])
    middle = 0.5 * (places[1:] + places[:-1])
    return np.r_[2 * places[0] - middle[0], middle, 2 * places[-1] - middle[-1]]


def contour(
    x: Any,
    y: Any = None,
    z: Any = None,
    levels: Any = None,
    nlevels: Any = 10,
    filled: bool = False,
    add: bool = False,
) -> None:
    """R: ``contour`` and, if `filled`, ``filled.contour``."""
    import matplotlib.pyplot as plt

    if z is None:
        x, z = None, x
    values = plain(as_matrix(z)).astype(float)
    sides = [
        np.linspace(0, 1, extent) if given is None else plain(vector(given)).astype(float)
        for given, extent in zip((x, y), values.shape, strict=True)
    ]
    at = (
        pretty(values.ravel(), 20 if filled else nlevels)
        if levels is None
        else plain(vector(levels))
    )
    if not add:
        new_plot()
    if filled:
        plt.colorbar(plt.contourf(*sides, values.T, levels=at))
    else:
        plt.clabel(plt.contour(*sides, values.T, levels=at, colors="black"))


def matplot(
    x: Any,
    y: Any = None,
    type: str = "p",
    lty: Any = None,
    lwd: Any = 1,
    pch: Any = None,
    col: Any = None,
    cex: Any = None,
    add: bool = False,
) -> None:
    """Draw the columns of a matrix against x. R: ``matplot``, ``matlines``, ``matpoints``."""
    if y is None:
        up = list(columns_of(x)) if np.ndim(x) == 2 else [plain(vector(x))]
        across = [np.arange(1, len(up[0]) + 1)]
    else:
        across, up = (
            list(columns_of(v)) if np.ndim(v) == 2 else [plain(vector(v))] for v in (x, y)
        )
    if not add:
        new_plot()
    count = max(len(across), len(up))
    looks = {
        "lty": range(1, 6) if lty is None else vector(lty),
        "lwd": vector(lwd),
        "pch": [*"1234567890"] if pch is None else vector(pch),
        "col": range(1, 7) if col is None else vector(col),
        "cex": vector(1 if cex is None else cex),
    }
    for k in range(count):
        own = {key: values[k % len(values)] for key, values in looks.items()}
        draw(across[k % len(across)], up[k % len(up)], type[k % len(type)], **own)
    if not add:
        hold_limits()


def pairs(x: Any, labels: Any = None, **style: Any) -> None:
    """R: ``pairs``: each column against each other."""
    import matplotlib.pyplot as plt

    values = columns_of(x)
    own = list(x.columns) if isinstance(x, pd.DataFrame) else colnames(x)
    shown = vector(labels) if labels is not None else own
    count = len(values)
    outer = new_plot()
    place = outer.get_subplotspec().subgridspec(count, count)
    figure = plt.gcf()
    outer.remove()
    for j in range(count):
        for i in range(count):
            axes = figure.add_subplot(place[i, j])
            plt.sca(axes)
            if i == j:
                label = f"var {i + 1}" if shown is None else str(shown[i])
                axes.text(0.5, 0.5, label, ha="center", va="center")
                axes.set_xticks([])
                axes.set_yticks([])
            else:
                draw(values[j], values[i], "p", **style)


def stripchart(
    *groups: Any,
    method: str = "overplot",
    jitter: Any = 0.1,
    vertical: Any = False,
    group_names: Any = None,
    pch: Any = 0,
    add: bool = False,
    **style: Any,
) -> None:
    """R: ``stripchart``; with ``method = "jitter"`` by R's own random numbers."""
    import matplotlib.pyplot as plt

    from ._random import runif

    labels, values = groups_of(groups)
    if not add:
        new_plot()
    for k, given in enumerate(values):
        along = plain(vector(given)).astype(float)
        level = np.full(len(along), k + 1.0)
        if method == "jitter":
            level = level + vector(runif(len(along), -float(jitter), float(jitter)))
        elif method == "stack":
            raise Untranslated('method = "stack" of stripchart() has no translation')
        own = {key: vector(v)[k % len(vector(v))] for key, v in style.items() if v is not None}
        own["pch"] = vector(pch)[k % len(vector(pch))]
        across, up = (level, along) if vertical else (along, level)
        draw(across, up, "p", **own)
    shown = labels if group_names is None else [str(v) for v in vector(group_names)]
    if len(values) > 1:
        (plt.xticks if vertical else plt.yticks)(np.arange(1, len(values) + 1), shown)


def dotchart(x: Any, labels: Any = None, pch: Any = 21, **style: Any) -> None:
    """R: ``dotchart`` of a vector."""
    import matplotlib.pyplot as plt

    values = plain(vector(x)).astype(float)
    shown = names(x) if labels is None else vector(as_character(labels))
    new_plot()
    places = np.arange(1, len(values) + 1)
    for level in places:
        plt.axhline(float(level), color="lightgray", linestyle=":")
    draw(values, places, "p", pch=pch, **style)
    plt.yticks([])
    for place, text in zip(places, () if shown is None else shown, strict=False):
        margin_text(text, side=2, at=place)


def qqnorm(y: Any, plot: Any = True, **style: Any) -> dict[str, Any]:
    """Draw values against quantiles of the normal distribution. R: ``qqnorm``."""
    from scipy import stats

    values = plain(vector(y)).astype(float)
    n = len(values)
    shift = 3 / 8 if n <= 10 else 1 / 2
    ranks = np.empty(n)
    ranks[np.argsort(values, kind="stable")] = np.arange(1, n + 1)
    x = stats.norm.ppf((ranks - shift) / (n + 1 - 2 * shift))
    if plot:
        new_plot()
        draw(x, values, "p", **style)
    return {"x": x, "y": values}


def qqline(y: Any, **style: Any) -> None:
    """R: ``qqline``: the line through the quartiles."""
    from scipy import stats

    from ._marks import abline

    low, high = plain(quantile(plain(vector(y)).astype(float), np.array([0.25, 0.75])))
    ends = stats.norm.ppf([0.25, 0.75])
    slope = (high - low) / (ends[1] - ends[0])
    abline(low - slope * ends[0], slope, **style)


# Plots of what is only known at run time


def plot(x: Any, y: Any = None, type: str | None = None, add: bool = False, **style: Any) -> Any:
    """Draw a value as R's ``plot`` does: by what it is.

    Factors become bars or, with `y`, boxes; tables become lines; functions curves from 0 to 1;
    densities lines; trees of hclust dendrograms; data frames of more than two columns `pairs`.
    """
    import matplotlib.pyplot as plt

    if isinstance(x, pd.Categorical):
        return barplot(table(x)) if y is None else boxplot(split(y, x))
    if hasattr(x, "number_of_nodes"):  # a graph of networkx, which need not be installed
        from .igraph import draw as draw_graph

        return draw_graph(x)
    if y is None and type is None and getattr(x, "axes", None) is not None and not add:
        return plot_table(x)
    if isinstance(x, Mapping):
        if {"breaks", "counts"} <= set(x):
            return draw_histogram(x, **style)
        if {"merge", "height", "order"} <= set(x):
            return _dendrogram(x, **style)
        if {"x", "y"} <= set(x):
            way = type or ("l" if "bw" in x else "p")
            if not add:
                new_plot()
            draw(x, None, way, **style)
            if "bw" in x and not add:
                abline(h=0, lwd=0.1, col="gray")
            return None
        raise Untranslated("a plot of this list has no translation")
    if isinstance(x, pd.DataFrame) and y is None:
        if x.shape[1] > 2:
            return pairs(x, **style)
        if isinstance(column(x, 0), pd.Categorical):
            return plot(column(x, 0), None if x.shape[1] == 1 else column(x, 1))
    if callable(x) and hasattr(x, "sample"):  # the distribution function of a sample
        return _steps_of(x, add=add, **style)
    if callable(x):
        return curve(x, 0 if y is None else y, 1, add=add, **style)
    if not add:
        new_plot()
    across, up = coordinates(x, y)
    draw(across, up, type or "p", **style)
    plt.gca().margins(0.04)
    return None


def _steps_of(f: Any, *, add: bool, **style: Any) -> None:
    """Draw ``ecdf``: a point at each value of the sample, and a line to the next one."""
    if not add:
        new_plot()
    x = np.unique(f.sample)
    reach = max(0.08 * float(np.ptp(x)), float(np.median(np.diff(x)))) if len(x) > 1 else 1.0
    ends = np.r_[x[0] - 2 * reach, x, x[-1] + 2 * reach]
    heights = np.asarray(f(ends[:-1]), dtype=float)
    segments(ends[:-1], heights, ends[1:], heights, **style)
    draw(x, heights[1:], "p", **style)
    if not add:
        abline(h=np.array([0.0, 1.0]), col="gray70", lty=2)


def plot_table(x: Any) -> None:
    """Draw the counts of a table as lines. R: ``plot`` of a table."""
    import matplotlib.pyplot as plt

    if np.ndim(x) != 1:
        raise Untranslated("a plot of a table of several factors has no translation")
    new_plot()
    labels = [str(v) for v in names(x)]
    try:
        places = np.array([float(label) for label in labels])
    except ValueError:
        places = np.arange(1.0, len(labels) + 1)
    plt.vlines(places, 0, plain(vector(x)), color="black", linewidth=2)
    plt.xticks(places, labels)


def curve(
    f: Callable[..., Any],
    start: Any = 0,
    end: Any = 1,
    n: Any = 101,
    add: bool = False,
    **style: Any,
) -> dict[str, Any]:
    """Draw a function. R: ``curve`` and ``plot`` of a function."""
    x = np.linspace(float(start), float(end), int(n))
    if not add:
        new_plot()
    y = vector(f(x))
    draw(x, y, "l", **style)
    return {"x": x, "y": y}


def _dendrogram(tree: Mapping[str, Any], labels: Any = None, **_: Any) -> None:
    """Draw a tree of ``hclust`` with R's order of leaves."""
    import matplotlib.pyplot as plt
    from matplotlib.collections import PolyCollection

    axes = new_plot()
    order = plain(vector(tree["order"])).astype(int)
    place = {-leaf: float(k + 1) for k, leaf in enumerate(order)}
    level = dict.fromkeys(place, 0.0)
    outlines: list[Any] = []
    for k, (a, b) in enumerate(plain(tree["merge"]).astype(int), start=1):
        height = float(vector(tree["height"])[k - 1])
        across = [place[a], place[a], place[b], place[b]]
        outlines.append(np.column_stack([across, [level[a], height, height, level[b]]]))
        place[k], level[k] = (place[a] + place[b]) / 2, height
    joined = PolyCollection(outlines, closed=False, facecolors="none", edgecolors="black")
    axes.add_collection(joined)
    axes.autoscale_view()
    given = tree.get("labels") if labels is None else labels
    if given is None:
        shown = [str(leaf) for leaf in order]
    elif given is False:
        shown = [""] * len(order)
    else:
        shown = [str(vector(given)[leaf - 1]) for leaf in order]
    plt.xticks(np.arange(1, len(order) + 1), shown, rotation=90)
