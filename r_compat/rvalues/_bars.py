"""R's plots that count and summarise: histograms, boxes, bars. They return what they drew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from ._colors import color, gray_colors
from ._core import as_matrix, recycle, vector
from ._graphics import hold_limits, new_plot
from ._marks import columns_of, legend
from ._named import colnames, names, plain, rownames
from ._statistics import fivenum, quantile
from ._text import as_character
from ._untranslated import Untranslated


def pretty(x: Any, n: Any = 5) -> Any:
    """Return about n + 1 round numbers that cover some. R: ``pretty``.

    The step is 1, 2 or 5 times a power of 10, the smaller ones preferred.

    Examples
    --------
    >>> pretty(np.array([1.3, 97.0])).tolist()
    [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]
    """
    values = plain(vector(x)).astype(float)
    values = values[np.isfinite(values)]
    low, high = float(values.min()), float(values.max())
    if high - low <= 1e-10 * max(abs(low), abs(high)) or high == low:
        raise Untranslated("pretty() of values that are all the same has no translation")
    cell = (high - low) / float(n)
    base = 10.0 ** np.floor(np.log10(cell))
    unit = base
    for factor, bias in ((2, 1.5), (5, 2.75), (10, 1.5)):
        if factor * base - cell < bias * (cell - unit):
            unit = factor * base
        else:
            break
    first, last = np.floor(low / unit + 1e-7), np.ceil(high / unit - 1e-7)
    while first * unit > low + 1e-7 * unit:
        first -= 1
    while last * unit < high - 1e-7 * unit:
        last += 1
    count = int(last - first)
    return np.linspace(first * unit, last * unit, count + 1)


# Histograms


def hist(
    x: Any,
    breaks: Any = "Sturges",
    freq: Any = None,
    right: Any = True,
    plot: Any = True,
    col: Any = "lightgray",
    border: Any = None,
    xname: str = "x",
    add: bool = False,
) -> dict[str, Any]:
    """Count values in intervals, closed at the right as R's are, and draw the counts. R: ``hist``.

    Returns
    -------
    dict
        breaks, counts, density, mids, xname, equidist.

    Examples
    --------
    >>> found = hist(np.array([1.0, 2, 2, 3, 3.5, 4]), plot=False)
    >>> found["breaks"].tolist(), found["counts"].tolist()
    ([1.0, 2.0, 3.0, 4.0], [3, 1, 2])
    """
    values = plain(vector(x)).astype(float)
    values = values[np.isfinite(values)]
    edges = _edges(values, breaks)
    if values.min() < edges[0] or values.max() > edges[-1]:
        raise ValueError(
            f"breaks must cover all values, {values.min():g} to {values.max():g}, "
            f"got {edges[0]:g} to {edges[-1]:g}"
        )
    fuzz = 1e-7 * float(np.median(np.diff(edges)))
    inner = edges[1:-1] + (fuzz if right else -fuzz)
    found = np.searchsorted(inner, values, side="left" if right else "right")
    counts = np.bincount(found, minlength=len(edges) - 1).astype(np.int64)
    widths = np.diff(edges)
    density = counts / (counts.sum() * widths)
    even = bool(np.ptp(widths) < 1e-7 * widths.mean())
    result = {
        "breaks": edges,
        "counts": counts,
        "density": density,
        "mids": 0.5 * (edges[:-1] + edges[1:]),
        "xname": xname,
        "equidist": even,
    }
    if plot:
        draw_histogram(result, even if freq is None else freq, col, border, add=add)
    return result


def draw_histogram(
    found: Mapping[str, Any],
    freq: Any = None,
    col: Any = "lightgray",
    border: Any = None,
    *,
    add: bool = False,
) -> None:
    """Draw what `hist` found."""
    import matplotlib.pyplot as plt

    if not add:
        new_plot()
    counts = found["equidist"] if freq is None else bool(freq)
    heights = found["counts"] if counts else found["density"]
    edges = plain(vector(found["breaks"])).astype(float)
    plt.bar(
        edges[:-1],
        heights,
        np.diff(edges),
        align="edge",
        color=color(col),
        edgecolor="black" if border is None else color(border),
    )
    plt.ylabel("")
    if not add:
        hold_limits()


def _edges(values: Any, breaks: Any) -> Any:
    if callable(breaks):
        breaks = breaks(values)
    if not isinstance(breaks, str) and np.size(breaks) > 1:
        return np.sort(plain(vector(breaks)).astype(float))
    if isinstance(breaks, str):
        breaks = _class_count(values, breaks)
    return pretty(values, float(vector(breaks)[0]))


def _class_count(values: Any, rule: str) -> float:
    n = len(values)
    if rule.lower() == "sturges":
        return float(np.ceil(np.log2(n) + 1))
    spread = float(np.ptp(values))
    if rule.lower() == "scott":
        width = 3.5 * np.sqrt(np.var(values, ddof=1)) * n ** (-1 / 3)
    elif rule.lower() in ("fd", "freedman-diaconis"):
        width = (
            2 * float(np.diff(plain(quantile(values, np.array([0.25, 0.75]))))[0]) * n ** (-1 / 3)
        )
    else:
        raise ValueError(f"breaks must be Sturges, Scott or FD, got {rule!r}")
    return float(np.ceil(spread / width)) if width > 0 else 1.0


# Boxes


def boxplot(
    *groups: Any,
    names: Any = None,
    reach: Any = 1.5,
    plot: Any = True,
    horizontal: Any = False,
    col: Any = None,
    notch: Any = False,
    outline: Any = True,
    at: Any = None,
    add: bool = False,
) -> dict[str, Any]:
    """Draw boxes by Tukey's hinges, as R does. R: ``boxplot``; `reach` is its ``range``.

    Returns
    -------
    dict
        stats (a column for each box), n, conf, out, group, names.

    Examples
    --------
    >>> boxplot(np.array([1.0, 2, 3, 4, 30]), plot=False)["stats"][:, 0].tolist()
    [1.0, 2.0, 3.0, 4.0, 4.0]
    """
    import matplotlib.pyplot as plt

    labels, values = groups_of(groups)
    if names is not None:
        labels = [str(v) for v in vector(as_character(names))]
    boxes = [_box(v, float(reach)) for v in values]
    result = {
        "stats": np.column_stack([b["stats"] for b in boxes]),
        "n": np.array([float(b["n"]) for b in boxes]),
        "conf": np.column_stack([b["conf"] for b in boxes]),
        "out": np.concatenate([b["out"] for b in boxes]),
        "group": np.concatenate([np.full(len(b["out"]), k + 1.0) for k, b in enumerate(boxes)]),
        "names": np.array(labels, dtype=object) if names is None else vector(names),
    }
    if not plot:
        return result
    axes = plt.gca() if add else new_plot()
    shown = []
    for k, b in enumerate(boxes):
        five = b["stats"]
        shown.append(
            {
                "whislo": five[0],
                "q1": five[1],
                "med": five[2],
                "q3": five[3],
                "whishi": five[4],
                "cilo": b["conf"][0],
                "cihi": b["conf"][1],
                "fliers": b["out"],
                "label": "" if len(boxes) == 1 and names is None and labels == ["1"] else labels[k],
            }
        )
    drawn = axes.bxp(
        shown,
        positions=None if at is None else [float(v) for v in vector(at)],
        patch_artist=True,
        shownotches=bool(notch),
        showfliers=bool(outline),
        orientation="horizontal" if horizontal else "vertical",
        medianprops={"color": "black", "linewidth": 2},
    )
    if not add:
        hold_limits()
    fills = color("lightgray" if col is None else col)
    fills = [fills] if isinstance(fills, str) else fills
    for k, patch in enumerate(drawn["boxes"]):
        patch.set_facecolor(fills[k % len(fills)])
    return result


def groups_of(groups: tuple[Any, ...]) -> tuple[list[str], list[Any]]:
    """Return labels and values of boxes: of a list, of columns, or of each value."""
    if len(groups) == 1:
        only = groups[0]
        if isinstance(only, Mapping):
            return [str(k) for k in only], list(only.values())
        if isinstance(only, pd.DataFrame):
            return [str(k) for k in only.columns], list(columns_of(only))
        if isinstance(only, list):
            return [str(k + 1) for k in range(len(only))], only
        if np.ndim(only) == 2:
            own = colnames(only)
            values = list(columns_of(only))
            count = range(len(values))
            return [str(k + 1) if own is None else str(own[k]) for k in count], values
        return ["1"], [only]
    return [str(k + 1) for k in range(len(groups))], list(groups)


def _box(values: Any, reach: float) -> dict[str, Any]:
    given = plain(vector(values)).astype(float)
    given = given[~np.isnan(given)]
    if not len(given):
        return {"stats": np.full(5, np.nan), "n": 0, "conf": np.full(2, np.nan), "out": given}
    five = plain(fivenum(given)).astype(float)
    spread = five[3] - five[1]
    beyond = np.zeros(len(given), dtype=bool)
    if reach > 0:
        beyond = (given < five[1] - reach * spread) | (given > five[3] + reach * spread)
        inside = given[~beyond]
        five[0], five[4] = inside.min(), inside.max()
    half = 1.58 * spread / np.sqrt(len(given))
    return {
        "stats": five,
        "n": len(given),
        "conf": np.array([five[2] - half, five[2] + half]),
        "out": given[beyond],
    }


def boxplot_stats(x: Any, coef: Any = 1.5) -> dict[str, Any]:
    """R: ``boxplot.stats``."""
    found = _box(x, float(coef))
    return {key: found[key] for key in ("stats", "n", "conf", "out")}


# Bars


def barplot(
    height: Any,
    names_arg: Any = None,
    beside: Any = False,
    horiz: Any = False,
    width: Any = 1,
    space: Any = None,
    col: Any = None,
    border: Any = None,
    legend_text: Any = None,
    plot: Any = True,
    add: bool = False,
) -> Any:
    """Draw bars, one beside or upon another for a matrix, and return their middles. R: ``barplot``.

    Examples
    --------
    >>> barplot(np.array([3, 1]), plot=False).tolist()
    [[0.7], [1.9]]
    """
    if isinstance(height, pd.DataFrame):
        raise TypeError("height must be a vector or a matrix, got a data frame")
    stacked = np.ndim(height) == 2
    values = (
        plain(as_matrix(height)).astype(float) if stacked else plain(vector(height)).astype(float)
    )
    labels = (
        names_arg if names_arg is not None else (colnames(height) if stacked else names(height))
    )
    rows = rownames(height) if stacked else None
    if stacked and beside:
        inner, outer = (
            (0.0, 1.0)
            if space is None
            else (float(v) for v in (vector(space)[0], vector(space)[-1]))
        )
        gaps = np.full(values.shape, inner)
        gaps[0] = outer
        middles = _middles(gaps.ravel(order="F"), float(vector(width)[0])).reshape(
            values.shape, order="F"
        )
    else:
        count = values.shape[1] if stacked else len(values)
        gaps = np.full(count, 0.2 if space is None else float(vector(space)[0]))
        middles = _middles(gaps, float(vector(width)[0]))
        if not stacked:
            middles = middles[:, None]
    if plot:
        _draw_bars(
            values, middles, labels, rows, float(vector(width)[0]),
            stacked=stacked, beside=bool(beside), horiz=bool(horiz), col=col, border=border,
            legend_text=legend_text, add=add,
        )  # fmt: skip
    return middles


def _middles(gaps: Any, width: float) -> Any:
    return np.cumsum(gaps * width + width) - width / 2


def _draw_bars(
    values: Any,
    middles: Any,
    labels: Any,
    rows: Any,
    width: float,
    *,
    stacked: bool,
    beside: bool,
    horiz: bool,
    col: Any,
    border: Any,
    legend_text: Any,
    add: bool,
) -> None:
    import matplotlib.pyplot as plt

    if not add:
        new_plot()
    bar = plt.barh if horiz else plt.bar
    edge = "black" if border is None else color(border)
    words: dict[str, Any] = {"edgecolor": edge, "linewidth": 0.8}
    if not stacked:
        bar(middles[:, 0], values, width, color=color("gray" if col is None else col), **words)
        places = middles[:, 0]
        shades: Any = col
    else:
        count = len(values)
        shades = gray_colors(count) if col is None else col
        fills = color(shades)
        fills = [fills] * count if isinstance(fills, str) else fills
        places = middles.mean(axis=0) if beside else middles
        for j in range(values.shape[1]):
            start = 0.0
            for k in range(count):
                where = middles[k, j] if beside else middles[j]
                base: dict[str, Any] = {"left" if horiz else "bottom": 0.0 if beside else start}
                bar(where, values[k, j], width, color=fills[k % len(fills)], **base, **words)
                start += values[k, j]
    if not add:
        hold_limits()
    if labels is not None:
        ticks = plt.yticks if horiz else plt.xticks
        ticks(places, [str(v) for v in vector(as_character(labels))])
    if legend_text is not None and legend_text is not False:
        texts = rows if legend_text is True else legend_text
        if texts is not None:
            if stacked and beside == horiz:  # in the order in which bars lie on another
                texts = vector(texts)[::-1]
                shades = recycle(vector(shades), len(texts))[::-1]
            legend("topright", labels=texts, fill=shades)
