"""The layers of ggplot2: what each computes of its data, and how matplotlib draws it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from ._colors import color
from ._core import vector
from ._marks import line_style, marker
from ._named import plain
from ._text import as_character
from ._untranslated import Untranslated

_POINT = 3.0  # points of matplotlib to a millimetre of ggplot2's sizes


class Pen:
    """Draws into one panel, with x and y exchanged if the coordinates are flipped."""

    def __init__(self, axes: Any, flipped: bool) -> None:
        self.axes = axes
        self.flipped = flipped

    def axis_of(self, key: str) -> Any:
        """Return the axis of matplotlib on which x or y is shown."""
        return self.axes.xaxis if (key == "x") != self.flipped else self.axes.yaxis

    def _pair(self, x: Any, y: Any) -> tuple[Any, Any]:
        return (y, x) if self.flipped else (x, y)

    def line(self, x: Any, y: Any, **look: Any) -> None:
        self.axes.plot(*self._pair(x, y), **look)

    def steps(self, x: Any, y: Any, **look: Any) -> None:
        self.axes.step(*self._pair(x, y), where="post", **look)

    def points(self, x: Any, y: Any, **look: Any) -> None:
        self.axes.scatter(*self._pair(x, y), **look)

    def bar(self, left: float, right: float, low: float, high: float, **look: Any) -> None:
        if self.flipped:
            self.axes.barh(left, high - low, right - left, left=low, align="edge", **look)
        else:
            self.axes.bar(left, high - low, right - left, bottom=low, align="edge", **look)

    def band(self, x: Any, low: Any, high: Any, **look: Any) -> None:
        draw = self.axes.fill_betweenx if self.flipped else self.axes.fill_between
        draw(x, low, high, **look)

    def across(self, level: float, **look: Any) -> None:
        (self.axes.axvline if self.flipped else self.axes.axhline)(level, **look)

    def upright(self, level: float, **look: Any) -> None:
        (self.axes.axhline if self.flipped else self.axes.axvline)(level, **look)

    def slope(self, intercept: float, slope: float, **look: Any) -> None:
        self.axes.axline(self._pair(0, intercept), self._pair(1, intercept + slope), **look)

    def text(self, x: float, y: float, text: str, **look: Any) -> None:
        self.axes.text(*self._pair(x, y), text, ha="center", va="center", **look)

    def box(self, stats: dict[str, Any], place: float, width: float, **look: Any) -> None:
        drawn = self.axes.bxp(
            [stats],
            positions=[place],
            widths=[width],
            patch_artist=True,
            manage_ticks=False,
            orientation="horizontal" if self.flipped else "vertical",
            medianprops={"color": "black"},
        )
        for patch in drawn["boxes"]:
            patch.set(**look)


@dataclass
class Shown:
    """The values of a layer in one panel, and how to show them.

    Attributes
    ----------
    values : dict
        Aesthetics by name, each as long as the data.
    params : dict
        What is the same for all of the layer.
    stat : str
    levels : dict
        Levels of the discrete aesthetics.
    look : callable
        How the values of an aesthetic are shown: colours, markers.
    after : dict
        What a statistic computes for an aesthetic: ``{"y": "density"}``.
    range : tuple of float, optional
        Of all x that are numbers.
    """

    values: dict[str, Any]
    params: dict[str, Any]
    stat: str
    levels: dict[str, list[str] | None]
    look: Callable[[str, Any], list[Any]]
    after: dict[str, str]
    range: tuple[float, float] | None

    def place(self, key: str) -> Any:
        """Return x or y as numbers: the number of the level if it is discrete."""
        own = key[0] if key in ("xmin", "xmax", "ymin", "ymax", "xend", "yend") else key
        levels = self.levels.get(own)
        values = self.values[key]
        if levels is None or not _is_text(values):
            return np.asarray(plain(vector(values)), dtype=float)
        return np.array(
            [levels.index(t) + 1.0 if t in levels else np.nan for t in texts_of(values)]
        )

    def count(self) -> int:
        return max((len(texts_of(v)) for v in self.values.values()), default=0)

    def groups(self) -> list[tuple[Any, dict[str, Any]]]:
        """Return the rows of each group, in order, and what all of them look like."""
        rows = self.group_numbers()
        found = []
        for number in sorted(set(rows.tolist())):
            mask = rows == number
            look = {}
            for key in _LOOKS:
                if key in self.values:
                    look[key] = self.look(key, self.values[key][mask][:1])[0]
            found.append((mask, look))
        return found

    def group_numbers(self) -> Any:
        """Return the number of the group of each row: by ``group``, or by all that is discrete."""
        keys = ["group"] if "group" in self.values else [
            key for key, v in self.values.items() if key != "label" and _is_text(v)
        ]  # fmt: skip
        count = self.count()
        if not keys:
            return np.zeros(count, dtype=int)
        combined = np.zeros(count, dtype=int)
        for key in keys:
            values = self.values[key]
            order = self.levels.get(key) or levels_of(values)
            codes = {text: k for k, text in enumerate(order)}
            combined = combined * (len(order) + 1) + np.array(
                [codes.get(text, len(order)) for text in texts_of(values)]
            )
        return combined

    def one(self, key: str, look: dict[str, Any], default: Any) -> Any:
        """Return an aesthetic of a group: mapped, given for all, or the default."""
        if key in look:
            return look[key]
        given = self.params.get(key)
        if given is None:
            return default
        value = vector(given)[0]
        if key in ("colour", "fill"):
            return color(value)
        return line_style(value) if key == "linetype" else value


_LOOKS = ("colour", "fill", "shape", "linetype", "size", "alpha")


def _is_text(values: Any) -> bool:
    return isinstance(values, pd.Categorical) or vector(values).dtype.kind in "bOU"


def texts_of(values: Any) -> list[str]:
    """Return values as R's text of them."""
    if isinstance(values, pd.Categorical):
        return [str(v) if v == v and v is not None else "NA" for v in values]
    if vector(values).dtype.kind == "b":
        return ["TRUE" if v else "FALSE" for v in vector(values)]
    return ["NA" if v is None else str(v) for v in vector(as_character(values))]


def levels_of(values: Any) -> list[str]:
    """Return the levels that occur, in order."""
    there = texts_of(values)
    if isinstance(values, pd.Categorical):
        present = set(there)
        return [str(level) for level in values.categories if str(level) in present]
    if vector(values).dtype.kind in "fiu":
        order = np.unique(np.asarray(plain(vector(values)), dtype=float))
        return [str(v) for v in vector(as_character(order))]
    return sorted(set(there), key=lambda t: (t.lower(), t.swapcase()))


# Looks


def _line_look(shown: Shown, look: dict[str, Any], width: float = 1.5) -> dict[str, Any]:
    size = shown.params.get("linewidth", shown.params.get("size"))
    return {
        "color": shown.one("colour", look, "black"),
        "linestyle": shown.one("linetype", look, "-"),
        "linewidth": width if size is None else float(vector(size)[0]) * _POINT,
        "alpha": _alpha(shown, look),
    }


def _alpha(shown: Shown, look: dict[str, Any], default: float | None = None) -> Any:
    found = shown.one("alpha", look, default)
    return None if found is None else float(found)


def _line(pen: Pen, shown: Shown) -> None:
    if shown.stat == "function":
        _function(pen, shown)
        return
    if shown.stat == "bin":
        _bins_line(pen, shown)
        return
    x, y = shown.place("x"), shown.place("y")
    for mask, look in shown.groups():
        order = np.argsort(x[mask], kind="stable")
        pen.line(x[mask][order], y[mask][order], **_line_look(shown, look))


def _path(pen: Pen, shown: Shown) -> None:
    x, y = shown.place("x"), shown.place("y")
    for mask, look in shown.groups():
        pen.line(x[mask], y[mask], **_line_look(shown, look))


def _step(pen: Pen, shown: Shown) -> None:
    if shown.stat == "ecdf":
        x = shown.place("x")
        for mask, look in shown.groups():
            at, counts = np.unique(x[mask], return_counts=True)
            pen.steps(at, np.cumsum(counts) / counts.sum(), **_line_look(shown, look))
        return
    x, y = shown.place("x"), shown.place("y")
    for mask, look in shown.groups():
        order = np.argsort(x[mask], kind="stable")
        pen.steps(x[mask][order], y[mask][order], **_line_look(shown, look))


def _function(pen: Pen, shown: Shown) -> None:
    low, high = (
        [float(v) for v in vector(shown.params["xlim"])]
        if "xlim" in shown.params
        else shown.range or (0, 1)
    )
    x = np.linspace(low, high, int(shown.params.get("n", 101)))
    args = shown.params.get("args") or {}
    values = (
        shown.params["fun"](x, **args) if isinstance(args, dict) else shown.params["fun"](x, *args)
    )
    pen.line(x, vector(values), **_line_look(shown, {}))


def _point(pen: Pen, shown: Shown) -> None:
    x, y = shown.place("x"), shown.place("y")
    count = len(x)
    shapes = shown.look("shape", shown.values["shape"]) if "shape" in shown.values else [
        vector(shown.params.get("shape", 19))[0]
    ] * count  # fmt: skip
    colors = shown.look("colour", shown.values["colour"]) if "colour" in shown.values else [
        shown.one("colour", {}, "black")
    ] * count  # fmt: skip
    sizes = shown.look("size", shown.values["size"]) if "size" in shown.values else [
        float(vector(shown.params.get("size", 1.5))[0])
    ] * count  # fmt: skip
    for shape in dict.fromkeys(shapes):
        mask = np.array([s == shape for s in shapes])
        faces = [c for c, m in zip(colors, mask, strict=True) if m]
        hollow = isinstance(shape, (int, float, np.number)) and int(shape) in (0, 1, 2, 5, 6)
        pen.points(
            x[mask],
            y[mask],
            s=[(s * _POINT) ** 2 for s, m in zip(sizes, mask, strict=True) if m],
            marker=marker(shape),
            facecolors="none" if hollow else faces,
            edgecolors=faces,
            alpha=_alpha(shown, {}),
        )


def _jitter(pen: Pen, shown: Shown) -> None:
    """Draw points moved at random: which way is not R's."""
    rng = np.random.default_rng(0)
    moved = dict(shown.values)
    for key, word in (("x", "width"), ("y", "height")):
        places = shown.place(key)
        gaps = np.diff(np.unique(places))
        step = 1.0 if shown.levels.get(key) else (float(gaps.min()) if len(gaps) else 1.0)
        reach = shown.params.get(word)
        reach = 0.4 * step if reach is None else float(reach)
        moved[key] = places + rng.uniform(-reach, reach, len(places))
    shown.values = moved
    _point(pen, shown)


# Bars


def _bar(pen: Pen, shown: Shown) -> None:
    rows = {"count": _counted, "bin": _binned}.get(shown.stat, _given)(shown)
    position = shown.params.get("position", "stack")
    width = shown.params.get("width")
    places = sorted({row["x"] for row in rows})
    gaps = np.diff(places)
    step = float(gaps.min()) if len(gaps) and shown.levels["x"] is None else 1.0
    for place in places:
        here = [row for row in rows if row["x"] == place]
        whole = here[0].get("width") or (0.9 * step if width is None else float(width))
        total = sum(row["y"] for row in here)
        above = below = 0.0
        count = len(here)
        for k, row in enumerate(reversed(here) if position in ("stack", "fill") else here):
            left, right, low, high = place - whole / 2, place + whole / 2, 0.0, row["y"]
            if position in ("stack", "fill"):
                high = row["y"] / total if position == "fill" and total else row["y"]
                if high >= 0:
                    low, above = above, above + high
                    high = above
                else:
                    low, below = below, below + high
                    high = below
            elif position in ("dodge", "dodge2"):
                left, right = left + whole * k / count, left + whole * (k + 1) / count
            pen.bar(
                left,
                right,
                low,
                high,
                facecolor=shown.one("fill", row["look"], "#595959"),
                edgecolor=shown.one("colour", row["look"], "none"),
                alpha=_alpha(shown, row["look"]),
            )


def _given(shown: Shown) -> list[dict[str, Any]]:
    x, y = shown.place("x"), shown.place("y")
    rows = []
    for mask, look in shown.groups():
        rows += [{"x": a, "y": b, "look": look} for a, b in zip(x[mask], y[mask], strict=True)]
    return rows


def _counted(shown: Shown) -> list[dict[str, Any]]:
    key = "x" if "x" in shown.values else "y"
    if key == "y":
        raise Untranslated("geom_bar() of y has no translation: coord_flip() of x has")
    x = shown.place("x")
    weights = shown.place("weight") if "weight" in shown.values else np.ones(len(x))
    share = shown.after.get("y") in ("prop",)
    rows = []
    for mask, look in shown.groups():
        total = weights[mask].sum()
        for place in np.unique(x[mask][~np.isnan(x[mask])]):
            height = float(weights[mask & (x == place)].sum())
            rows.append({"x": float(place), "y": height / total if share else height, "look": look})
    return rows


def bin_edges(values: Any, bins: Any = None, binwidth: Any = None, boundary: Any = None) -> Any:
    """Return the intervals of ``geom_histogram``: 30, or of a width, around round centres.

    Examples
    --------
    >>> bin_edges(np.array([2.0, 8.0]), binwidth=2).tolist()
    [1.0, 3.0, 5.0, 7.0, 9.0]
    """
    low, high = float(values.min()), float(values.max())
    if binwidth is None:
        count = 30 if bins is None else int(bins)
        width = (high - low) / (count - 1) if count > 1 and high > low else max(high - low, 0.1)
    else:
        width = float(binwidth)
    start = width / 2 if boundary is None else float(boundary)
    first = start + np.floor((low - start) / width) * width
    count = int(np.ceil((high - first) / width - 1e-8))
    return first + width * np.arange(max(count, 1) + 1)


def _edges(shown: Shown, x: Any) -> Any:
    if shown.params.get("breaks") is not None:
        return np.asarray(plain(vector(shown.params["breaks"])), dtype=float)
    ends = np.array(shown.range if shown.range is not None else (x.min(), x.max()))
    chosen = {key: shown.params.get(key) for key in ("bins", "binwidth", "boundary")}
    return bin_edges(ends, **chosen)


def _bin_counts(shown: Shown) -> list[tuple[Any, Any, dict[str, Any]]]:
    x = shown.place("x")
    edges = _edges(shown, x[~np.isnan(x)])
    fuzz = 1e-8 * float(np.median(np.diff(edges)))
    found = []
    for mask, look in shown.groups():
        values = x[mask & ~np.isnan(x)]
        inside = values[(values >= edges[0] - fuzz) & (values <= edges[-1] + fuzz)]
        counts = np.bincount(
            np.searchsorted(edges[1:-1] + fuzz, inside, side="left"), minlength=len(edges) - 1
        ).astype(float)
        if shown.after.get("y") == "density" and counts.sum():
            counts = counts / (counts.sum() * np.diff(edges))
        found.append((edges, counts, look))
    return found


def _binned(shown: Shown) -> list[dict[str, Any]]:
    rows = []
    for edges, counts, look in _bin_counts(shown):
        for k, count in enumerate(counts):
            middle = (edges[k] + edges[k + 1]) / 2
            rows.append({"x": middle, "y": count, "width": edges[k + 1] - edges[k], "look": look})
    return rows


def _bins_line(pen: Pen, shown: Shown) -> None:
    for edges, counts, look in _bin_counts(shown):
        width = edges[1] - edges[0]
        middles = np.r_[edges[0] - width / 2, (edges[:-1] + edges[1:]) / 2, edges[-1] + width / 2]
        pen.line(middles, np.r_[0, counts, 0], **_line_look(shown, look))


# Curves and areas


def _density(pen: Pen, shown: Shown) -> None:
    x = shown.place("x")
    low, high = shown.range or (0.0, 1.0)
    at = np.linspace(low, high, 512)
    for mask, look in shown.groups():
        values = x[mask & ~np.isnan(x)]
        height = kernel_density(values, at, float(shown.params.get("adjust", 1)))
        if shown.after.get("y") in ("count",):
            height = height * len(values)
        pen.line(at, height, **_line_look(shown, look))
        fill = shown.one("fill", look, None)
        if fill is not None:
            pen.band(at, 0, height, color=fill, alpha=_alpha(shown, look, 1.0), linewidth=0)


def kernel_density(values: Any, at: Any, adjust: float = 1) -> Any:
    """Return a density by Gaussian kernels of Silverman's width. R: ``bw.nrd0``."""
    spread = float(np.std(values, ddof=1))
    quarters = np.quantile(values, [0.25, 0.75])
    low = min(spread, float(quarters[1] - quarters[0]) / 1.34) or spread or abs(values[0]) or 1.0
    width = 0.9 * low * len(values) ** -0.2 * adjust
    gaps = (at[:, None] - values[None, :]) / width
    return np.exp(-0.5 * gaps**2).sum(axis=1) / (len(values) * width * np.sqrt(2 * np.pi))


def _smooth(pen: Pen, shown: Shown) -> None:
    from scipy import stats

    if shown.params.get("method") != "lm":
        raise Untranslated('geom_smooth() draws lines of method = "lm" only')
    x, y = shown.place("x"), shown.place("y")
    level = float(shown.params.get("level", 0.95))
    for mask, look in shown.groups():
        a, b = x[mask], y[mask]
        known = ~(np.isnan(a) | np.isnan(b))
        a, b = a[known], b[known]
        if len(np.unique(a)) < 2:
            continue
        at = np.linspace(a.min(), a.max(), 80)
        design = np.column_stack([np.ones(len(a)), a])
        weights, *_ = np.linalg.lstsq(design, b, rcond=None)
        grid = np.column_stack([np.ones(80), at])
        line = grid @ weights
        if shown.params.get("se", True) and len(a) > 2:
            rest = b - design @ weights
            variance = rest @ rest / (len(a) - 2)
            inverse = np.linalg.inv(design.T @ design)
            error = np.sqrt(variance * np.einsum("ij,jk,ik->i", grid, inverse, grid))
            reach = stats.t.ppf(0.5 + level / 2, len(a) - 2) * error
            fill = shown.one("fill", look, "#999999")
            pen.band(at, line - reach, line + reach, color=fill, alpha=0.4, linewidth=0)
        drawn = {**look}
        if "colour" not in look and "colour" not in shown.params:
            drawn["colour"] = "#3366FF"
        pen.line(at, line, **_line_look(shown, drawn, 2.0))


def _area(pen: Pen, shown: Shown) -> None:
    x, y = shown.place("x"), shown.place("y")
    places = np.unique(x)
    base = np.zeros(len(places))
    stacked = shown.params.get("position", "stack") == "stack"
    for mask, look in reversed(shown.groups()):
        order = np.argsort(x[mask], kind="stable")
        heights = np.interp(places, x[mask][order], y[mask][order], left=0, right=0)
        top = base + heights if stacked else heights
        fill = shown.one("fill", look, "#595959")
        pen.band(
            places, base if stacked else 0, top, color=fill, alpha=_alpha(shown, look), linewidth=0
        )
        base = top if stacked else base


def _ribbon(pen: Pen, shown: Shown) -> None:
    x, low, high = (shown.place(key) for key in ("x", "ymin", "ymax"))
    for mask, look in shown.groups():
        order = np.argsort(x[mask], kind="stable")
        pen.band(
            x[mask][order],
            low[mask][order],
            high[mask][order],
            color=shown.one("fill", look, "#333333"),
            alpha=_alpha(shown, look),
            linewidth=0,
        )


# Boxes, errors, tiles, texts, lines across


def _boxes(pen: Pen, shown: Shown) -> None:
    y = shown.place("y")
    x = shown.place("x") if "x" in shown.values else np.zeros(len(y))
    whole = 0.75 if shown.params.get("width") is None else float(shown.params["width"])
    groups = shown.groups()
    for place in np.unique(x[~np.isnan(x)]):
        here = [(m & (x == place), look) for m, look in groups if (m & (x == place)).any()]
        for k, (mask, look) in enumerate(here):
            width = whole / len(here)
            at = place - whole / 2 + width * (k + 0.5)
            look_of = {
                "facecolor": shown.one("fill", look, "white"),
                "edgecolor": shown.one("colour", look, "#333333"),
                "alpha": _alpha(shown, look),
            }
            pen.box(box_stats(y[mask]), at, width * (0.9 if len(here) > 1 else 1), **look_of)


def box_stats(values: Any) -> dict[str, Any]:
    """Return quartiles, whiskers and outliers as ``geom_boxplot`` has them."""
    known = values[~np.isnan(values)]
    q1, middle, q3 = np.quantile(known, [0.25, 0.5, 0.75])
    reach = 1.5 * (q3 - q1)
    inside = known[(known >= q1 - reach) & (known <= q3 + reach)]
    return {
        "q1": q1,
        "med": middle,
        "q3": q3,
        "whislo": inside.min(),
        "whishi": inside.max(),
        "fliers": known[(known < q1 - reach) | (known > q3 + reach)],
    }


def _errorbar(pen: Pen, shown: Shown) -> None:
    x, low, high = (shown.place(key) for key in ("x", "ymin", "ymax"))
    width = float(shown.params.get("width", 0.9))
    dodge = _dodged(shown, x)
    for mask, look in shown.groups():
        style = _line_look(shown, look)
        for a, b, c in zip(dodge[mask], low[mask], high[mask], strict=True):
            pen.line([a, a], [b, c], **style)
            for level in (b, c):
                pen.line([a - width / 2, a + width / 2], [level, level], **style)


def _dodged(shown: Shown, x: Any) -> Any:
    """Return x moved aside by group, for ``position = position_dodge(width)``."""
    reach = shown.params.get("dodge")
    if reach is None:
        return x
    numbers = shown.group_numbers()
    moved = x.astype(float).copy()
    for place in np.unique(x):
        here = np.flatnonzero(x == place)
        order = {n: k for k, n in enumerate(sorted(set(numbers[here].tolist())))}
        for row in here:
            share = (order[numbers[row]] + 0.5) / len(order) - 0.5
            moved[row] = place + float(reach) * share
    return moved


def _linerange(pen: Pen, shown: Shown) -> None:
    x, low, high = (shown.place(key) for key in ("x", "ymin", "ymax"))
    for mask, look in shown.groups():
        for a, b, c in zip(x[mask], low[mask], high[mask], strict=True):
            pen.line([a, a], [b, c], **_line_look(shown, look))


def _pointrange(pen: Pen, shown: Shown) -> None:
    _linerange(pen, shown)
    shown.params = {k: v for k, v in shown.params.items() if k not in ("size", "linewidth")}
    _point(pen, shown)


def _segment(pen: Pen, shown: Shown) -> None:
    x, y, xend, yend = (shown.place(key) for key in ("x", "y", "xend", "yend"))
    for mask, look in shown.groups():
        for a, b, c, d in zip(x[mask], y[mask], xend[mask], yend[mask], strict=True):
            pen.line([a, c], [b, d], **_line_look(shown, look))


def _tile(pen: Pen, shown: Shown) -> None:
    x, y = shown.place("x"), shown.place("y")
    sizes = []
    for places, word in ((x, "width"), (y, "height")):
        gaps = np.diff(np.unique(places))
        given = shown.params.get(word)
        sizes.append((float(gaps.min()) if len(gaps) else 1.0) if given is None else float(given))
    fills = shown.look("fill", shown.values["fill"]) if "fill" in shown.values else [
        shown.one("fill", {}, "#333333")
    ] * len(x)  # fmt: skip
    edge = shown.one("colour", {}, "none")
    for a, b, fill in zip(x, y, fills, strict=True):
        pen.bar(
            a - sizes[0] / 2,
            a + sizes[0] / 2,
            b - sizes[1] / 2,
            b + sizes[1] / 2,
            facecolor=fill,
            edgecolor=edge,
        )
    pen.axes.margins(0)


def _rect(pen: Pen, shown: Shown) -> None:
    for key in ("xmin", "xmax", "ymin", "ymax"):
        if key not in shown.values:
            shown.values[key] = vector(shown.params[key])
    ends = [shown.place(key) for key in ("xmin", "xmax", "ymin", "ymax")]
    fills = shown.look("fill", shown.values["fill"]) if "fill" in shown.values else [
        shown.one("fill", {}, "#595959")
    ] * len(ends[0])  # fmt: skip
    for k, fill in enumerate(fills):
        pen.bar(*(e[k % len(e)] for e in ends), facecolor=fill, alpha=_alpha(shown, {}))


def _text(pen: Pen, shown: Shown) -> None:
    x, y = shown.place("x"), shown.place("y")
    texts = texts_of(shown.values["label"] if "label" in shown.values else shown.params["label"])
    colors = shown.look("colour", shown.values["colour"]) if "colour" in shown.values else [
        shown.one("colour", {}, "black")
    ] * len(x)  # fmt: skip
    size = float(vector(shown.params.get("size", 3.88))[0]) * 2.6
    for k in range(len(x)):
        pen.text(x[k], y[k], texts[k % len(texts)], color=colors[k], fontsize=size)
    pen.points(x, y, s=0)  # texts alone do not widen the axes


def _levels_given(shown: Shown, key: str) -> Any:
    found = shown.params.get(key, shown.values.get(key))
    return np.unique(np.asarray(plain(vector(found)), dtype=float))


def _hline(pen: Pen, shown: Shown) -> None:
    for level in _levels_given(shown, "yintercept"):
        pen.across(float(level), **_line_look(shown, {}))


def _vline(pen: Pen, shown: Shown) -> None:
    for level in _levels_given(shown, "xintercept"):
        pen.upright(float(level), **_line_look(shown, {}))


def _abline(pen: Pen, shown: Shown) -> None:
    slopes = vector(shown.params.get("slope", 1))
    starts = vector(shown.params.get("intercept", 0))
    for k in range(max(len(slopes), len(starts))):
        a, b = float(starts[k % len(starts)]), float(slopes[k % len(slopes)])
        pen.slope(a, b, **_line_look(shown, {}))


def _summary(pen: Pen, shown: Shown) -> None:
    """Draw a function of the y at each x and group. R: ``stat_summary``."""
    x, y = shown.place("x"), shown.place("y")
    fun = shown.params.get("fun", shown.params.get("fun_y"))
    geom = shown.params.get("geom", "point")
    if fun is None or geom not in ("point", "line", "bar", "col"):
        raise Untranslated("stat_summary() needs fun, and a geom of point, line or bar")
    for mask, look in shown.groups():
        places = np.unique(x[mask])
        heights = np.array([float(fun(y[mask & (x == p)])) for p in places])
        if geom == "line":
            pen.line(places, heights, **_line_look(shown, look))
        elif geom == "point":
            shade = shown.one("colour", look, "black")
            size = (float(vector(shown.params.get("size", 1.5))[0]) * _POINT) ** 2
            shape = marker(vector(shown.params.get("shape", 19))[0])
            pen.points(places, heights, s=size, color=shade, marker=shape)
        else:
            for p, h in zip(places, heights, strict=True):
                pen.bar(p - 0.45, p + 0.45, 0, h, facecolor=shown.one("fill", look, "#595959"))


GEOMS: dict[str, Callable[[Pen, Shown], None]] = {
    "point": _point,
    "jitter": _jitter,
    "line": _line,
    "path": _path,
    "step": _step,
    "area": _area,
    "ribbon": _ribbon,
    "bar": _bar,
    "density": _density,
    "boxplot": _boxes,
    "smooth": _smooth,
    "tile": _tile,
    "text": _text,
    "errorbar": _errorbar,
    "linerange": _linerange,
    "pointrange": _pointrange,
    "segment": _segment,
    "hline": _hline,
    "vline": _vline,
    "abline": _abline,
    "rect": _rect,
    "summary": _summary,
}
