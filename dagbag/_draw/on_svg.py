"""A picture of a DAG as SVG: text that every browser and notebook draws, without matplotlib.

Colours: a node has the background and the ink of the notebook it stands in, where that tells them
(JupyterLab's and VS Code's variables), else white and dark, so that its name is readable on any
page; edges have colours that show on light and dark; the legend has the ink of the page. Heads are
shapes of their own, not markers, whose ids would be shared by all pictures of a page.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from .._html.escape import escaped, printable
from .picture import Arrow, Entry, Node, Picture, Point
from .styles import BLACK, DARK, NodeStyle

PIXELS_PER_INCH = 96.0
PIXELS_PER_POINT = PIXELS_PER_INCH / 72
INK = "#222222"  # on white, where the page tells no colours
_PAPER = "var(--jp-layout-color0,var(--vscode-editor-background,#FFFFFF))"
_INK = f"var(--jp-content-font-color1,var(--vscode-editor-foreground,{INK}))"
FONT = "system-ui,-apple-system,'Segoe UI','Helvetica Neue',Arial,sans-serif"
# Blue of Okabe and Ito has 5.2 to 1 on white but 3.6 to 1 on JupyterLab's black; this one has 4.0
# and 4.7. Black takes the ink of the page.
_ON_ANY_PAGE = {
    "#0072B2": "#1A85C8",
    "#000000": "currentColor",
    BLACK: "currentColor",
    DARK: "#808080",
}
LEGEND_FONT = 11.0  # pixels
LEGEND_ROW = 18.0
SWATCH = 24.0
FADED = 0.25  # opacity
MARGIN = 6.0  # around a picture
GAP = 16.0  # between entries of the legend
LEAST_SCALE = 0.65  # names of 8 pixels
NEUTRAL = "#777777"  # ink of a legend that stands alone, on light and on dark


@dataclass(frozen=True)
class _Scale:
    """From units, y upwards, to pixels, y downwards, rounded to tenths: the same bytes anywhere."""

    unit: float  # pixels
    low: Point
    high: Point

    def x(self, value: float) -> str:
        return pixels((value - self.low[0]) * self.unit)

    def y(self, value: float) -> str:
        return pixels((self.high[1] - value) * self.unit)

    def at(self, point: Point) -> str:
        return f"{self.x(point[0])} {self.y(point[1])}"

    @property
    def size(self) -> Point:
        return (
            (self.high[0] - self.low[0]) * self.unit,
            (self.high[1] - self.low[1]) * self.unit,
        )


def pixels(value: float) -> str:
    """Write a length to a tenth of a pixel, without trailing zeros or minus zero."""
    return f"{round(value, 1) + 0.0:.1f}".removesuffix(".0")


def picture_svg(
    picture: Picture,
    *,
    title: str,
    description: str = "",
    names: Sequence[str] | None = None,
    legend: bool = True,
    alone: bool = True,
) -> str:
    """Return a picture as an SVG element.

    Parameters
    ----------
    picture : Picture
    title, description : str
        What a screen reader reads instead of the picture.
    names : sequence of str, optional
        Of the nodes in full, which are told when one points at a node or an edge; by default as
        they are written.
    legend : bool, default True
        Explain colours and widths below the picture.
    alone : bool, default True
        For a file: the legend is written in a grey that shows on any page. False: within a page,
        whose ink it has.

    Returns
    -------
    str
        Well-formed XML; the same picture always gives the same bytes. Nodes have the class
        ``dagbag-node`` and ``data-node``, edges ``dagbag-edge``, ``data-source`` and
        ``data-target`` (numbers), for pages that want to do more with them.

    Examples
    --------
    >>> import numpy as np
    >>> from dagbag._draw.picture import make_picture
    >>> from dagbag._draw.subject import Subject
    >>> subject = Subject(["a<b", "c"], {"edges": [(0, 1)]}, [(0, 1)], ["edges"])
    >>> picture = make_picture(subject, "layered", np.random.default_rng(0))
    >>> text = picture_svg(picture, title="a DAG")
    >>> text.count('class="dagbag-edge"'), "a&lt;b" in text
    (1, True)
    """
    unit = picture.unit_inches * PIXELS_PER_INCH
    scale = _Scale(unit, *_bounds(picture, MARGIN / unit))
    told = [" ".join(node.lines) for node in picture.nodes] if names is None else names
    width, height = scale.size
    rows = _legend_rows(picture.legend, width) if legend else []
    width = max([width, *(_row_width(row) for row in rows)])
    total = height + LEGEND_ROW * len(rows) + MARGIN * bool(rows)
    ink = f"color:{NEUTRAL};" if alone else ""
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{pixels(width)}" '
            f'height="{pixels(total)}" viewBox="0 0 {pixels(width)} {pixels(total)}" '
            f'style="{ink}max-width:100%;min-width:{_least(width)};height:auto" '
            f'font-family="{FONT}">',
            f"<title>{escaped(title)}</title>",
            f"<desc>{escaped(description)}</desc>" if description else "",
            f'<g transform="translate({pixels((width - scale.size[0]) / 2)} 0)">',
            *_edges(picture, told, scale),
            *_nodes(picture, told, scale),
            "</g>",
            *_legend(rows, height + MARGIN, width),
            "</svg>",
        ]
    )


def _bounds(picture: Picture, margin: float) -> tuple[Point, Point]:
    """Return the corners of what is drawn: boxes, and curves, which their controls enclose."""
    half = (picture.box[0] / 2, picture.box[1] / 2)
    corners = [
        (node.center[0] + side * half[0], node.center[1] + side * half[1])
        for node in picture.nodes
        for side in (-1, 1)
    ]
    corners += [point for arrow in picture.arrows for point in arrow.controls]
    across, up = ([point[k] for point in corners] for k in (0, 1))
    low = (min(across) - margin, min(up) - margin)
    return low, (max(across) + margin, max(up) + margin)


def _least(width: float) -> str:
    """Return the width below which names cannot be read; what is wider is scrolled."""
    return f"{pixels(LEAST_SCALE * width)}px"


# Edges


def _edges(picture: Picture, names: Sequence[str], scale: _Scale) -> Iterator[str]:
    yield '<g fill="none">'
    for arrow in sorted(picture.arrows, key=lambda arrow: arrow.style.zorder):
        yield _edge(arrow, names, scale)
    yield "</g>"


def _edge(arrow: Arrow, names: Sequence[str], scale: _Scale) -> str:
    """Return the curve, which ends below its head, and the head."""
    style = arrow.style
    width = arrow.width * PIXELS_PER_POINT
    # Heads keep up with very thick lines, which would hide them.
    length = max(0.75 * style.head * PIXELS_PER_POINT, 2.5 * width) if style.head else 0.0
    controls, head = _headed(arrow.controls, length / scale.unit)
    start, *rest = (scale.at(point) for point in controls)
    curve = f"M{start}C{' '.join(rest)}"
    # Faded towards the page, whatever its colour.
    color = _edge_color(replace(arrow, faded=False).style.color)
    pale = f' opacity="{FADED}"' if arrow.faded else ""
    link = "→" if style.head else "—"
    told = f"{names[arrow.source]} {link} {names[arrow.target]}"
    told += " (disputed)" if arrow.disputed or arrow.kind == "disputed" else ""
    return (
        f'<g class="dagbag-edge" data-source="{arrow.source}" data-target="{arrow.target}" '
        f'stroke="{color}"{pale}><title>{escaped(told)}</title><path d="{curve}" '
        f'stroke-width="{width:.2f}"{_dashed(style.dashes, width)}/>'
        + (
            f'<path d="M{"L".join(scale.at(point) for point in head)}Z" fill="{color}" '
            f'stroke="none"/>'
            if head
            else ""
        )
        + "</g>"
    )


def _dashed(dashes: Sequence[float], width: float) -> str:
    """Return the attribute for lengths of strokes and gaps, in widths; none for a solid line."""
    lengths = " ".join(pixels(part * width) for part in dashes)
    return f' stroke-dasharray="{lengths}"' if dashes else ""


def _edge_color(color: str) -> str:
    """Return the colour of a line, in a shade that shows on light and on dark pages."""
    return _ON_ANY_PAGE.get(color, color)


def _headed(
    controls: tuple[Point, ...], length: float
) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """Return a curve cut short by the length of its head, and the corners of the head."""
    if not length:
        return controls, ()
    (x, y), (before_x, before_y) = controls[-1], controls[-2]
    if (x, y) == (before_x, before_y):
        before_x, before_y = controls[0]
    reach = math.hypot(x - before_x, y - before_y)
    if not reach:
        return controls, ()
    along = ((x - before_x) / reach, (y - before_y) / reach)
    half = 0.5 * length
    base = (x - along[0] * length, y - along[1] * length)
    side = (-along[1] * half, along[0] * half)
    head = (
        (x, y),
        (base[0] + side[0], base[1] + side[1]),
        (base[0] - side[0], base[1] - side[1]),
    )
    # The curve ends a little inside the head, and keeps its direction there.
    back = (0.9 * length * along[0], 0.9 * length * along[1])
    ends = tuple((px - back[0], py - back[1]) for px, py in controls[-2:])
    return (*controls[:-2], *ends), head


# Nodes


def _nodes(picture: Picture, names: Sequence[str], scale: _Scale) -> Iterator[str]:
    size = picture.font * scale.unit
    yield f'<g text-anchor="middle" font-size="{pixels(size)}">'
    for number, node in enumerate(picture.nodes):
        yield _node(number, node, names[number], picture, scale)
    yield "</g>"


def _node(number: int, node: Node, name: str, picture: Picture, scale: _Scale) -> str:
    width, height = (length * scale.unit for length in picture.box)
    left = scale.x(node.center[0] - picture.box[0] / 2)
    top = scale.y(node.center[1] + picture.box[1] / 2)
    fill, ink = _node_colors(node)
    size = picture.font * scale.unit
    # Capitals are about 0.7 of the size high: half of that below the middle.
    first = (scale.high[1] - node.center[1]) * scale.unit - (len(node.lines) - 1) * 0.55 * size
    lines = "".join(
        f'<text x="{scale.x(node.center[0])}" y="{pixels(first + (1.1 * k + 0.35) * size)}"'
        f"{_squeezed(line, size, width - 4)} {ink}>{escaped(line)}</text>"
        for k, line in enumerate(node.lines)
    )
    return (
        f'<g class="dagbag-node" data-node="{number}"><title>{escaped(name)}</title>'
        f'<rect x="{left}" y="{top}" '
        f'width="{pixels(width)}" height="{pixels(height)}" rx="{pixels(0.4 * height)}" '
        f'{fill} stroke="{node.style.border if node.faded else "#808080"}" '
        f'stroke-width="{node.style.width * PIXELS_PER_POINT:.2f}"/>{lines}</g>'
    )


def _node_colors(node: Node) -> tuple[str, str]:
    """Return fill and ink: the notebook's, unless the style has colours of its own.

    As attributes for programs that know no variables, and as styles for those that do.
    """
    style, plain = node.style, NodeStyle()
    if style.fill != plain.fill:  # on its own colour its own ink
        return f'fill="{style.fill}"', f'fill="{INK}"'
    paper = f'fill="#FFFFFF" style="fill:{_PAPER}"'
    if style.text != plain.text:
        return paper, f'fill="{style.text}"'
    return paper, f'fill="{INK}" style="fill:{_INK}"'


def _squeezed(line: str, size: float, room: float) -> str:
    """Return attributes that press a line of wide letters into its box; none if it fits."""
    if text_width(line, size) <= room:
        return ""
    return f' textLength="{pixels(room)}" lengthAdjust="spacingAndGlyphs"'


def text_width(text: str, size: float) -> float:
    """Return about how wide a text is written, on the safe side for common fonts."""
    return size * sum(_letter_width(mark) for mark in printable(text))


def _letter_width(mark: str) -> float:
    if mark in "mwMW@%—…":
        return 0.95
    if mark in "iljtfrI.,:;'|!()[] ":
        return 0.36
    if unicodedata.east_asian_width(mark) in "WF":
        return 1.05
    return 0.72 if mark.isupper() else 0.6


# The legend


def _entry_width(entry: Entry) -> float:
    swatch = SWATCH + 6 if entry.shown else 0.0
    return swatch + text_width(entry.label, LEGEND_FONT)


def _legend_rows(entries: Sequence[Entry], width: float) -> list[list[Entry]]:
    """Return the entries in rows that fit the width; classes without edges are left out."""
    rows: list[list[Entry]] = []
    for entry in entries:
        if entry.label.endswith(" (0)"):
            continue
        if rows and _row_width([*rows[-1], entry]) <= max(width, 300.0):
            rows[-1].append(entry)
        else:
            rows.append([entry])
    return rows


def _row_width(row: Sequence[Entry]) -> float:
    return sum(map(_entry_width, row)) + GAP * (len(row) + 1)


def _legend(rows: list[list[Entry]], top: float, width: float) -> Iterator[str]:
    if not rows:
        return
    yield f'<g fill="currentColor" font-size="{pixels(LEGEND_FONT)}">'
    for k, row in enumerate(rows):
        x = (width - _row_width(row)) / 2 + GAP
        y = top + LEGEND_ROW * (k + 0.5)
        for entry in row:
            yield _legend_entry(entry, x, y)
            x += _entry_width(entry) + GAP
    yield "</g>"


def _legend_entry(entry: Entry, x: float, y: float) -> str:
    line, start = "", x
    if entry.shown:
        start = x + SWATCH + 6
        width = entry.width * PIXELS_PER_POINT
        line = (
            f'<path d="M{pixels(x)} {pixels(y)}H{pixels(x + SWATCH)}" fill="none" '
            f'stroke="{_edge_color(entry.color)}" stroke-width="{width:.2f}"'
            f"{_dashed(entry.dashes, width)}/>"
        )
    return f'{line}<text x="{pixels(start)}" y="{pixels(y + 4)}">{escaped(entry.label)}</text>'
