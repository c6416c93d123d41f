"""Charts on matplotlib's axes."""

from __future__ import annotations

from typing import Any

from .._draw.on_matplotlib import require
from .chart import Bars, Line, Note, Panel, Rule

LEGENDS: dict[str | None, dict[str, Any]] = {
    # Below curves, which rise along the diagonal and then run level, and above the note.
    "corner": {"loc": "lower right", "handlelength": 2.5},
    "below": {"loc": "upper center", "bbox_to_anchor": (0.5, -0.16), "ncols": 3},
    "best": {"loc": "best"},
}
COORDINATES = {"data": "data", "panel": "axes fraction"}


def make_axes(n: int, size: tuple[float, float], needed_by: str) -> list[Any]:
    """Return the axes of a new figure, side by side."""
    pyplot = require("matplotlib.pyplot", needed_by)
    _, axes = pyplot.subplots(1, n, figsize=size, layout="constrained", squeeze=False)
    return list(axes[0])


def draw_panel(panel: Panel, ax: Any) -> Any:
    """Draw a panel on axes, and return them."""
    for bars in panel.bars:
        _draw_bars(ax, bars)
    if panel.log:
        _count_by_logarithms(ax)
    for line in panel.lines:
        _draw_line(ax, line)
    for rule in panel.rules:
        _draw_rule(ax, rule)
    for note in panel.notes:
        _write(ax, note)
    _set_axes(ax, panel)
    if panel.legend:
        _draw_legend(ax, panel)
    return ax


def _draw_bars(ax: Any, bars: Bars) -> None:
    ax.bar(
        bars.left,
        bars.height,
        width=bars.width,
        align="edge",
        color=bars.color,
        zorder=3,
        **_named(bars.label),
    )


def _named(label: str) -> dict[str, str]:
    return {"label": label} if label else {}


def _count_by_logarithms(ax: Any) -> None:
    ax.set_yscale("log")
    ax.set_ylim(bottom=0.7)
    ax.yaxis.set_major_formatter(require("matplotlib.ticker", "plot").ScalarFormatter())


def _draw_line(ax: Any, line: Line) -> None:
    ax.plot(
        line.x,
        line.y,
        color=line.color,
        linestyle=line.dashes or "none",
        linewidth=line.width,
        marker=line.marker or "None",
        markersize=line.marker_size,
        markeredgecolor=line.marker_border or line.color,
        zorder=line.zorder,
        clip_on=line.clipped,
        **_named(line.label),
    )


def _draw_rule(ax: Any, rule: Rule) -> None:
    draw = ax.axvline if rule.axis == "x" else ax.axhline
    draw(
        rule.at,
        color=rule.color,
        linestyle=rule.dashes,
        linewidth=rule.width,
        zorder=rule.zorder,
        label=rule.label,
    )


def _write(ax: Any, note: Note) -> None:
    horizontal, vertical = note.align
    look: dict[str, Any] = {"ha": horizontal, "va": vertical, "fontsize": note.size}
    if note.color:
        look["color"] = note.color
    if note.on_white:
        look["bbox"] = {"facecolor": "white", "edgecolor": "none", "pad": 0.5}
    if note.within == ("panel", "panel"):
        # A name with dollars is no formula.
        ax.text(*note.at, note.text, transform=ax.transAxes, parse_math=False, **look)
        return
    across, up = (COORDINATES[within] for within in note.within)
    ax.annotate(
        note.text,
        note.at,
        xycoords=across if across == up else (across, up),
        xytext=note.shift,
        textcoords="offset points",
        **look,
    )


def _set_axes(ax: Any, panel: Panel) -> None:
    ax.set(xlabel=panel.xlabel, ylabel=panel.ylabel)
    if panel.xlim:
        ax.set_xlim(panel.xlim)
    if panel.ylim:
        ax.set_ylim(panel.ylim)
    if panel.headroom:
        ax.set_ylim(0, panel.headroom * ax.get_ylim()[1])
    if panel.title:
        ax.set_title(panel.title)
    ax.spines[["top", "right"]].set_visible(False)


def _draw_legend(ax: Any, panel: Panel) -> None:
    """Explain each label once, however often the axes were drawn on, bars before lines."""
    entries: dict[str, Any] = {}
    for handle, label in zip(*ax.get_legend_handles_labels(), strict=True):
        entries.setdefault(label, handle)
    lines = require("matplotlib.lines", "plot").Line2D
    order = sorted(entries, key=lambda label: isinstance(entries[label], lines))
    place = dict(LEGENDS[panel.legend])
    if panel.legend == "corner":
        place["bbox_to_anchor"] = (1.0, 0.07 * len(ax.texts))
    handles = [entries[label] for label in order]
    ax.legend(handles, order, frameon=False, fontsize="small", **place)
