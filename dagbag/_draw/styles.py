"""Colours, widths and dashes, as data that any renderer can read.

Colours are those of Okabe and Ito, told apart with every kind of colour vision.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

BLACK = "black"
DARK = "#4D4D4D"  # what is no class of edges
GREY = "#777777"  # lines that are only there to compare with
VERMILION = "#D55E00"
WHITEN = 0.8  # how far towards white edges go that are not highlighted


@dataclass(frozen=True)
class EdgeStyle:
    """How one class of edges is drawn; width and head in points at the default size.

    A head of 0 is none.
    """

    color: str
    width: float
    head: float
    zorder: float
    dashes: tuple[float, ...] = ()  # lengths of strokes and gaps, in widths; none: a solid line


DISPUTED = (1.6, 1.1)  # shorter strokes than those of missing edges
# Extra edges can be twice as many as all others: light, thin and underneath, they stay a
# background.
STYLES = {
    "edges": EdgeStyle("#0072B2", 1.3, 8, 4),
    "directed": EdgeStyle("#0072B2", 1.3, 8, 4),
    "undirected": EdgeStyle("#56B4E9", 1.5, 0, 4),
    "disputed": EdgeStyle(VERMILION, 1.5, 8, 5, DISPUTED),
    "correct": EdgeStyle("#0072B2", 1.7, 9, 5),
    "reversed": EdgeStyle(VERMILION, 1.7, 9, 4),
    "extra": EdgeStyle("#ABABAB", 0.6, 5, 2),
    "missing": EdgeStyle("#000000", 1.1, 7, 3, (3.5, 2.5)),
}
BACKGROUND = "extra"  # the class that does not crowd the others


def edge_style(kind: str, *, faded: bool, headed: bool = True, disputed: bool = False) -> EdgeStyle:
    """Return the style of a class of edges; faded ones are pale and underneath all others."""
    style = STYLES[kind]
    style = style if headed else replace(style, head=0)
    style = replace(style, dashes=DISPUTED) if disputed else style
    return replace(style, color=_whitened(style.color), zorder=1) if faded else style


def _whitened(color: str) -> str:
    parts = [int(color[k : k + 2], 16) for k in (1, 3, 5)]
    return "#" + "".join(f"{round(255 * WHITEN + part * (1 - WHITEN)):02X}" for part in parts)


@dataclass(frozen=True)
class NodeStyle:
    """How a node is drawn; the width of its border in points at the default size."""

    fill: str = "white"
    border: str = "#4D4D4D"
    text: str = BLACK
    width: float = 0.7
    zorder: float = 6
    text_zorder: float = 7


def node_style(*, faded: bool, marked: bool) -> NodeStyle:
    """Return the style of a node."""
    style = NodeStyle(fill="#F0E442") if marked else NodeStyle()
    return replace(style, border="#BBBBBB", text="#999999") if faded else style


@dataclass(frozen=True)
class LineStyle:
    """How one line of a chart is drawn, and the marker of its points or of its end."""

    color: str
    marker: str
    dashes: str


# Without black, which is the score's, and without yellow, which is too light.
COLORS = ("#0072B2", VERMILION, "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
MARKERS = ("s", "^", "D", "v", "P", "X")
DASHES = ("-", "--", "-.")
PLAIN = LineStyle(BLACK, "o", "-")


def line_styles(names: Sequence[str]) -> dict[str, LineStyle]:
    """Give each line a colour, a marker and, beyond the colours, other dashes."""
    others = [name for name in names if name not in ("score", "")]
    styles = {
        name: LineStyle(
            COLORS[k % len(COLORS)],
            MARKERS[k % len(MARKERS)],
            DASHES[k // len(COLORS) % len(DASHES)],
        )
        for k, name in enumerate(others)
    }
    return {name: styles.get(name, PLAIN) for name in names}
