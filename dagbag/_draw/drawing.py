"""Nodes, arrows and the legend of a picture of a DAG, on matplotlib's axes."""

from __future__ import annotations

import importlib
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .layout import NODE_HEIGHT, Edge, Layout
from .routes import route

UNIT_INCHES = 0.25  # labels of 9 points
FONT_SIZE = 0.5
LINE_LENGTHS = range(16, 28, 2)  # of names that have to be broken
MOST_LINES = 3
ENTRY_INCHES = 1.5  # width of an entry of the legend
FADED = 0.8  # how far towards white edges go that are not highlighted


@dataclass(frozen=True)
class Style:
    """How one class of edges is drawn; widths in points at the default size."""

    color: str
    width: float
    head: float
    zorder: float
    dashes: str | tuple[float, tuple[float, float]] = "-"


# Colours of the palette of Okabe and Ito, told apart with every kind of colour vision. Extra edges
# can be twice as many as all others: light, thin and underneath, they stay a background.
STYLES = {
    "edges": Style("#0072B2", 1.3, 8, 4),
    "correct": Style("#0072B2", 1.7, 9, 5),
    "reversed": Style("#D55E00", 1.7, 9, 4),
    "extra": Style("#ABABAB", 0.6, 5, 2),
    "missing": Style("#000000", 1.1, 7, 3, (0, (3.5, 2.5))),
}


def require(module: str, needed_by: str) -> Any:
    """Import an optional dependency."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise ImportError(f"{needed_by} needs {package}: pip install dagbag[plot]") from error


@dataclass(frozen=True)
class Boxes:
    """The names as they are written, and the size of the boxes that hold them."""

    names: list[str]
    width: float  # in units
    magnified: float  # of the unit, to give room for names of several lines

    @classmethod
    def of(cls, names: Sequence[str]) -> Boxes:
        """Break long names into lines, as short as three of them allow."""
        for length in LINE_LENGTHS:
            lines = [_broken(name, length) for name in names]
            if max(map(len, lines)) <= MOST_LINES:
                break
        lines = [_shortened(parts) for parts in lines]
        magnified = 0.3 + 0.7 * max(map(len, lines))
        longest = max(len(part) for parts in lines for part in parts)
        width = 0.32 * longest / magnified + 0.6
        return cls(["\n".join(parts) for parts in lines], width, magnified)

    @property
    def font(self) -> float:
        """Size of the text in units."""
        return FONT_SIZE / self.magnified


def _broken(name: str, length: int) -> list[str]:
    """Break a name into lines, at spaces if it has any, else after points and underscores."""
    if len(name) <= length + 4:
        return [name]
    if any(mark.isspace() for mark in name):
        return textwrap.wrap(name, length)
    parts = textwrap.wrap(name.replace("_", "_ ").replace(".", ". "), length)
    return [part.replace("_ ", "_").replace(". ", ".") for part in parts]


def _shortened(lines: list[str]) -> list[str]:
    """Leave out the middle of what is too long."""
    return lines if len(lines) <= MOST_LINES else [lines[0], "…", lines[-1]]


# Axes


def prepare_axes(
    ax: Any, placed: Layout, boxes: Boxes, n_entries: int, title: str | None, max_inches: float
) -> tuple[Any, float]:
    """Return axes that show the whole layout, and their points per unit."""
    points = np.vstack([placed.centers, *(bends[:, :2] for bends in placed.bends.values())])
    margin = np.array([boxes.width / 2 + 1.5, NODE_HEIGHT / 2 + 0.5])
    low, high = points.min(axis=0) - margin, points.max(axis=0) + margin
    if ax is None:
        unit = min(UNIT_INCHES * boxes.magnified, max_inches / float((high - low).max()))
        width, height = (high - low) * unit
        width = max(width, ENTRY_INCHES * min(max(n_entries, 2), 4))
        bottom = 0.2 + 0.25 * -(-n_entries // _legend_columns(width))
        top = 0.35 if title else 0.0
        total = bottom + height + top
        figure = require("matplotlib.pyplot", "plot_dag").figure(figsize=(width, total))
        ax = figure.add_axes((0, bottom / total, 1, height / total))
    ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]))
    ax.set_aspect("equal")
    ax.set_axis_off()
    if title:
        ax.set_title(title)
    ax.apply_aspect()
    inches = float(ax.get_window_extent().width / ax.figure.dpi)
    return ax, 72 * inches / float(high[0] - low[0])


def _legend_columns(width_inches: float) -> int:
    return max(1, int(width_inches / ENTRY_INCHES + 1e-9))


# Edges and nodes


@dataclass(frozen=True)
class Canvas:
    """Axes, and what everything on them shares."""

    ax: Any
    scale: float  # points per unit
    placed: Layout
    boxes: Boxes
    curved: bool
    thinned: float  # widths where there are many edges per node

    @property
    def size(self) -> float:
        """Size of lines and heads relative to the default."""
        return self.scale / (72 * UNIT_INCHES * self.boxes.magnified)

    def draw_edge(self, edge: Edge, style: Style, width: float, *, faded: bool) -> None:
        """Draw one arrow."""
        patches = require("matplotlib.patches", "plot_dag")
        path = require("matplotlib.path", "plot_dag")
        controls = route(edge, self.placed, self.boxes.width, curved=self.curved)
        arrow = patches.FancyArrowPatch(
            path=path.Path(controls, [1] + [4] * (len(controls) - 1)),
            arrowstyle="-|>,head_length=0.5,head_width=0.25",
            mutation_scale=style.head * self.size,
            linewidth=style.width * width * self.thinned * self.size,
            linestyle=style.dashes,
            color=_mixed(style.color, FADED) if faded else style.color,
            zorder=1 if faded else style.zorder,
            joinstyle="miter",
            capstyle="butt",
        )
        self.ax.add_patch(arrow)

    def draw_node(self, node: int, *, faded: bool, marked: bool) -> None:
        """Draw one node and its name."""
        patches = require("matplotlib.patches", "plot_dag")
        x, y = self.placed.centers[node].tolist()
        box = patches.FancyBboxPatch(
            (x - self.boxes.width / 2, y - NODE_HEIGHT / 2),
            self.boxes.width,
            NODE_HEIGHT,
            boxstyle=f"round,pad=0,rounding_size={NODE_HEIGHT * 0.4}",
            facecolor="#F0E442" if marked else "white",
            edgecolor="#BBBBBB" if faded else "#4D4D4D",
            linewidth=0.7 * self.size,
            zorder=6,
        )
        self.ax.add_patch(box)
        self.ax.text(
            x,
            y,
            self.boxes.names[node],
            ha="center",
            va="center_baseline" if "\n" not in self.boxes.names[node] else "center",
            fontsize=self.boxes.font * self.scale,
            linespacing=1.1,
            color="#999999" if faded else "black",
            zorder=7,
            parse_math=False,  # a name with dollars is no formula
        )


def _mixed(color: str, white: float) -> str:
    """Mix a colour with white."""
    parts = [int(color[k : k + 2], 16) for k in (1, 3, 5)]
    return "#" + "".join(f"{round(255 * white + part * (1 - white)):02X}" for part in parts)


# The legend


def relative_widths(strength_of: dict[Edge, float]) -> dict[Edge, float]:
    """Return line widths that grow with the square of the strength, 1.8 for the strongest edge."""
    largest = max(strength_of.values(), default=0.0) or 1.0
    return {edge: 0.25 + 1.55 * (value / largest) ** 2 for edge, value in strength_of.items()}


def strength_entries(strength_of: dict[Edge, float]) -> dict[str, Edge]:
    """Return entries for the weakest and the strongest edge; one if they read the same."""
    by_strength = sorted(strength_of, key=strength_of.__getitem__)
    ends = by_strength[:1] + by_strength[-1:]
    return {f"strength {strength_of[edge]:.2g}": edge for edge in ends}


def draw_legend(
    ax: Any, counts: dict[str, int], shown: Sequence[str], strength_of: dict[Edge, float]
) -> None:
    """Explain the colours, with the number of edges of each class, and the widths."""
    line = require("matplotlib.lines", "plot_dag").Line2D
    handles = []
    for name, count in counts.items():
        style = STYLES[name]
        look = {"color": style.color, "linestyle": style.dashes, "linewidth": max(style.width, 1)}
        if name not in shown:
            look["linestyle"] = "none"
        label = f"{name} ({count}{', not drawn' * (name not in shown)})"
        handles.append(line([], [], label=label, **look))
    width_of = relative_widths(strength_of)
    for label, edge in strength_entries(strength_of).items():
        width = STYLES["correct"].width * width_of[edge]
        handles.append(line([], [], color="#4D4D4D", linewidth=width, label=label))
    # The slot of the axes in the figure; an equal aspect may leave the axes narrower than that.
    slot = ax.get_position(original=True).width * ax.figure.bbox.width
    slot_inches = slot / ax.figure.dpi
    ax.legend(
        handles=handles,
        loc="upper center",
        bbox_to_anchor=(0.5, 0.0),
        ncols=min(len(handles), _legend_columns(slot_inches)),
        frameon=False,
    )
