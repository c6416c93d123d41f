"""A picture of a DAG on matplotlib's axes."""

from __future__ import annotations

import importlib
from typing import Any

from .page import fit_page, legend_columns
from .picture import Arrow, Entry, Node, Picture


def require(module: str, needed_by: str) -> Any:
    """Import an optional dependency."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise ImportError(f"{needed_by} needs {package}: pip install dagbag[plot]") from error


def draw_picture(picture: Picture, ax: Any, title: str | None, max_inches: float) -> Any:
    """Draw a picture on axes, or on those of a new figure, and return them."""
    if ax is None:
        ax = _make_axes(picture, bool(title), max_inches)
    scale = _show_all(picture, ax, title)
    size = scale / (72 * picture.unit_inches)
    for arrow in picture.arrows:
        ax.add_patch(_arrow_patch(arrow, size))
    for node in picture.nodes:
        ax.add_patch(_box_patch(node, picture.box, size))
        _write_name(ax, node, picture.font * scale)
    _draw_legend(ax, picture)
    return ax


def _make_axes(picture: Picture, titled: bool, max_inches: float) -> Any:
    page = fit_page(picture, titled=titled, max_inches=max_inches)
    pyplot = require("matplotlib.pyplot", "plot_dag")
    figure = pyplot.figure(figsize=(page.width, page.height))
    return figure.add_axes((0, page.legend / page.height, 1, page.picture / page.height))


def _show_all(picture: Picture, ax: Any, title: str | None) -> float:
    """Set the axes to show the whole picture, and return their points per unit."""
    (left, bottom), (right, top) = picture.low, picture.high
    ax.set(xlim=(left, right), ylim=(bottom, top))
    ax.set_aspect("equal")
    ax.set_axis_off()
    if title:
        ax.set_title(title)
    ax.apply_aspect()
    inches = float(ax.get_window_extent().width / ax.figure.dpi)
    return 72 * inches / (right - left)


def _arrow_patch(arrow: Arrow, size: float) -> Any:
    path = require("matplotlib.path", "plot_dag").Path
    codes = [path.MOVETO] + [path.CURVE4] * (len(arrow.controls) - 1)
    return require("matplotlib.patches", "plot_dag").FancyArrowPatch(
        path=path(arrow.controls, codes),
        arrowstyle="-|>,head_length=0.5,head_width=0.25" if arrow.style.head else "-",
        mutation_scale=arrow.style.head * size,
        linewidth=arrow.width * size,
        linestyle=_linestyle(arrow.style.dashes),
        color=arrow.style.color,
        zorder=arrow.style.zorder,
        joinstyle="miter",
        capstyle="butt",
    )


def _linestyle(dashes: tuple[float, ...]) -> Any:
    return (0, dashes) if dashes else "-"


def _box_patch(node: Node, box: tuple[float, float], size: float) -> Any:
    (x, y), (width, height) = node.center, box
    return require("matplotlib.patches", "plot_dag").FancyBboxPatch(
        (x - width / 2, y - height / 2),
        width,
        height,
        boxstyle=f"round,pad=0,rounding_size={height * 0.4}",
        facecolor=node.style.fill,
        edgecolor=node.style.border,
        linewidth=node.style.width * size,
        zorder=node.style.zorder,
    )


def _write_name(ax: Any, node: Node, points: float) -> None:
    text = "\n".join(node.lines)
    ax.text(
        *node.center,
        text,
        ha="center",
        va="center" if "\n" in text else "center_baseline",
        fontsize=points,
        linespacing=1.1,
        color=node.style.text,
        zorder=node.style.text_zorder,
        parse_math=False,  # a name with dollars is no formula
    )


def _draw_legend(ax: Any, picture: Picture) -> None:
    handles = [_legend_line(entry) for entry in picture.legend]
    # The slot of the axes in the figure; an equal aspect may leave the axes narrower than that.
    slot = ax.get_position(original=True).width * ax.figure.bbox.width
    ax.legend(
        handles=handles,
        loc="upper center",
        bbox_to_anchor=(0.5, 0.0),
        ncols=min(len(handles), legend_columns(slot / ax.figure.dpi)),
        frameon=False,
    )


def _legend_line(entry: Entry) -> Any:
    return require("matplotlib.lines", "plot_dag").Line2D(
        [],
        [],
        label=entry.label,
        color=entry.color,
        linewidth=entry.width,
        linestyle=_linestyle(entry.dashes) if entry.shown else "none",
    )
