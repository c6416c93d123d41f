"""The small drawings of the page on how it works inside: ``python tools/drawings.py`` writes them.

Each is a function that returns the text of an SVG, the same bytes each time. They are kept in
``docs/images``, and a test holds them to what is drawn here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "images"
INK, PALE, BLUE, ORANGE, GREEN = "#333333", "#D9D9D9", "#0072B2", "#D55E00", "#009E73"
LIGHT = {BLUE: "#D6E9F5", ORANGE: "#FBE3D1", GREEN: "#D5EFE6"}
FONT = "system-ui,-apple-system,'Segoe UI','Helvetica Neue',Arial,sans-serif"


class Drawing:
    """Shapes on white, which show on a page of any colour."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self.size = (width, height)
        self.title = title
        self.shapes: list[str] = []

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str = "#FFFFFF",
        stroke: str = INK,
        corner: float = 0,
    ) -> None:
        """Add a rectangle."""
        self.shapes.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{corner:g}" '
            f'fill="{fill}" stroke="{stroke}"/>'
        )

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 13,
        anchor: str = "middle",
        ink: str = INK,
        bold: bool = False,
    ) -> None:
        """Add a line of text, by its middle or start, and its base line."""
        weight = ' font-weight="600"' if bold else ""
        self.shapes.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}" '
            f'fill="{ink}"{weight}>{escape(text)}</text>'
        )

    def arrow(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        ink: str = INK,
        width: float = 1.5,
        dashed: bool = False,
    ) -> None:
        """Add an arrow from start to end, its head a shape of its own."""
        (x0, y0), (x1, y1) = start, end
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        dx, dy = (x1 - x0) / length, (y1 - y0) / length
        dashes = ' stroke-dasharray="5 4"' if dashed else ""
        self.shapes.append(
            f'<line x1="{x0:g}" y1="{y0:g}" x2="{x1 - 7 * dx:.1f}" y2="{y1 - 7 * dy:.1f}" '
            f'stroke="{ink}" stroke-width="{width:g}"{dashes}/>'
        )
        left = (x1 - 9 * dx - 4 * dy, y1 - 9 * dy + 4 * dx)
        right = (x1 - 9 * dx + 4 * dy, y1 - 9 * dy - 4 * dx)
        self.shapes.append(
            f'<polygon points="{x1:.1f},{y1:.1f} {left[0]:.1f},{left[1]:.1f} '
            f'{right[0]:.1f},{right[1]:.1f}" fill="{ink}"/>'
        )

    def node(
        self, x: float, y: float, name: str, fill: str = "#FFFFFF", radius: float = 14
    ) -> None:
        """Add a node of a graph."""
        self.shapes.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{INK}"/>'
        )
        self.text(x, y + 4.5, name)

    def edge(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        radius: float = 15,
        **style: object,
    ) -> None:
        """Add an arrow from the rim of a node to that of another."""
        (x0, y0), (x1, y1) = start, end
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        dx, dy = radius * (x1 - x0) / length, radius * (y1 - y0) / length
        self.arrow((x0 + dx, y0 + dy), (x1 - dx, y1 - dy), **style)  # type: ignore[arg-type]

    def __str__(self) -> str:
        width, height = self.size
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" '
                f'height="{height}" viewBox="0 0 {width} {height}" font-family="{FONT}">',
                f"<title>{escape(self.title)}</title>",
                f'<rect width="{width}" height="{height}" rx="6" fill="#FFFFFF"/>',
                *self.shapes,
                "</svg>\n",
            ]
        )


def delta_matrix() -> str:
    """Draw which columns of the delta matrix an operation changes."""
    drawing = Drawing(660, 330, "The delta matrix: after an operation one column is filled again")
    left, top, cell, names = 90, 60, 28, "abcdefgh"
    target, winner = 4, 2
    drawing.text(left + 4 * cell, 24, "target", bold=True)
    drawing.text(18, top + 4.2 * cell, "source", anchor="start", bold=True)
    for k, name in enumerate(names):
        drawing.text(left + (k + 0.5) * cell, top - 8, name)
        drawing.text(left - 12, top + (k + 0.65) * cell, name)
        for source in range(len(names)):
            fill = PALE if source == k else LIGHT[ORANGE] if k == target else "#FFFFFF"
            drawing.box(left + k * cell, top + source * cell, cell, cell, fill, "#A6A6A6")
        fill = LIGHT[BLUE] if k == winner else LIGHT[ORANGE] if k == target else "#FFFFFF"
        drawing.box(left + k * cell, top + 8.4 * cell, cell, 20, fill, INK)
    drawing.text(left - 8, top + 8.4 * cell + 15, "best", anchor="end")
    drawing.edge(
        (left + (target + 0.5) * cell, top + 8 * cell - 6),
        (left + (target + 0.5) * cell, top + 8.4 * cell + 6),
        4,
        ink=ORANGE,
    )
    x = left + 8 * cell + 36
    for y, fill, lines in (
        (
            70,
            LIGHT[ORANGE],
            (
                "b -> e was added: e has other parents,",
                "so column e is filled again,",
                "and its best operation found again",
            ),
        ),
        (
            145,
            "#FFFFFF",
            (
                "all other columns stay as they are:",
                "what a node gains by a parent depends",
                "on its other parents, and on nothing else",
            ),
        ),
        (
            220,
            LIGHT[BLUE],
            ("the next operation is the smallest", "of the p bests, not of p x p deltas"),
        ),
    ):
        drawing.box(x, y, 18, 18, fill, "#A6A6A6")
        for k, line in enumerate(lines):
            drawing.text(x + 28, y + 14 + 18 * k, line, anchor="start")
    return str(drawing)


def closure() -> str:
    """Draw how one bit tells whether an edge would close a cycle."""
    drawing = Drawing(
        660, 300, "Descendants as rows of bits: one bit tells whether an edge closes a cycle"
    )
    at = {"a": (50, 70), "b": (130, 70), "c": (210, 70), "d": (90, 190), "e": (180, 190)}
    for source, target in ("ab", "bc", "de"):
        drawing.edge(at[source], at[target])
    drawing.edge(at["b"], at["d"], ink=BLUE, width=2)
    drawing.edge(at["e"], at["a"], ink=ORANGE, dashed=True)
    for name, (x, y) in at.items():
        drawing.node(x, y, name)
    drawing.text(130, 250, "b -> d is added (blue);", ink=BLUE)
    drawing.text(130, 270, "may e -> a be, then (dashed)?", ink=ORANGE)
    below = {"a": "abc", "b": "bc", "c": "c", "d": "de", "e": "e"}
    after = {"a": "abcde", "b": "bcde", "c": "c", "d": "de", "e": "e"}
    for left, heading, rows in ((300, "descendants, before", below), (490, "after b -> d", after)):
        drawing.text(left + 65, 26, heading, bold=True)
        for column, name in enumerate("abcde"):
            drawing.text(left + 13 + 26 * column, 46, name)
        for row, name in enumerate("abcde"):
            drawing.text(left - 12, 71 + 26 * row, name)
            for column, other in enumerate("abcde"):
                bit = other in rows[name]
                new = bit and other not in below[name]
                fill = LIGHT[BLUE] if new else "#FFFFFF"
                if rows is after and (name, other) == ("a", "e"):
                    fill = LIGHT[ORANGE]
                drawing.box(left + 26 * column, 53 + 26 * row, 26, 26, fill, "#A6A6A6")
                drawing.text(left + 13 + 26 * column, 71 + 26 * row, "1" if bit else "0")
    drawing.text(300, 215, "The rows of b and of what is above it", anchor="start")
    drawing.text(300, 233, "take the row of d: a few words of 64 bits.", anchor="start")
    drawing.text(
        300, 259, "e -> a closes a cycle: e is a descendant of a,", anchor="start", ink=ORANGE
    )
    drawing.text(300, 277, "the one bit that is looked at.", anchor="start", ink=ORANGE)
    return str(drawing)


def operation_cache() -> str:
    """Draw which cached operations are looked at again after an operation."""
    drawing = Drawing(
        660, 270, "The operation cache: of p cached operations few are looked at again"
    )
    heads = ("a", "b", "c", "d", "e", "f", "g", "h")
    best = ("add c", "add f", "del a", "add h", "add b", "add a", "rev d", "add e")
    why = ("", "", "", "cyclic", "target", "", "", "")
    drawing.text(
        330, 28, "the best eligible operation of each target, and what becomes of it", bold=True
    )
    for k, (name, operation, reason) in enumerate(zip(heads, best, why, strict=True)):
        x = 30 + 76 * k
        fill = {"target": LIGHT[ORANGE], "cyclic": LIGHT[BLUE], "": "#FFFFFF"}[reason]
        drawing.text(x + 34, 60, name)
        drawing.box(x, 70, 68, 34, fill, INK, 4)
        drawing.text(x + 34, 92, operation)
    for y, fill, text in (
        (135, LIGHT[ORANGE], "e gained a parent: new deltas, so its column is scanned again"),
        (
            165,
            LIGHT[BLUE],
            "h -> d would close a cycle now: the next best eligible one is looked for",
        ),
        (
            195,
            "#FFFFFF",
            "kept: neither its deltas nor what is eligible in it changed for the worse",
        ),
    ):
        drawing.box(60, y, 18, 18, fill, "#A6A6A6")
        drawing.text(90, y + 14, text, anchor="start")
    drawing.text(
        60,
        245,
        "A step then compares p numbers, whatever the number of operations.",
        anchor="start",
    )
    return str(drawing)


def bagging() -> str:
    """Draw the way from data by way of resamples to one DAG."""
    drawing = Drawing(700, 280, "Bagging: data, resamples, a DAG of each, one DAG")
    for x, text in (
        (60, "data"),
        (215, "resamples"),
        (375, "a DAG each"),
        (510, "counts"),
        (630, "one DAG"),
    ):
        drawing.text(x, 24, text, bold=True)
    _rows(drawing, 25, 95, (1, 2, 3, 4, 5, 6))
    graphs = (("ab", "bc"), ("ab", "cb"), ("ab", "bc", "ac"))
    for k, (rows, edges) in enumerate(
        zip(((1, 1, 3, 4, 6, 6), (2, 2, 3, 5, 5, 6), (1, 2, 4, 4, 5, 6)), graphs, strict=True)
    ):
        y = 45 + 78 * k
        drawing.arrow((100, 140), (170, y + 30), ink="#A6A6A6")
        _rows(drawing, 180, y, rows, 10)
        drawing.arrow((258, y + 30), (318, y + 30), ink="#A6A6A6")
        _triangle(drawing, 330, y, edges)
        drawing.arrow((428, y + 30), (470, 140), ink="#A6A6A6")
    for k, line in enumerate(("a - b   3 of 3", "b - c   3 of 3", "a - c   1 of 3")):
        drawing.text(510, 122 + 24 * k, line)
    drawing.arrow((555, 140), (580, 140), ink="#A6A6A6")
    _triangle(drawing, 590, 110, ("ab", "bc"))
    drawing.text(630, 205, "pairs of more", 12)
    drawing.text(630, 221, "than half", 12)
    return str(drawing)


def bars(title: str, counts: dict[str, int]) -> str:
    """Draw a bar for each count, named at its left."""
    drawing = Drawing(660, 50 + 28 * len(counts), title)
    drawing.text(330, 26, title, bold=True)
    for k, (name, count) in enumerate(counts.items()):
        y, length = 42 + 28 * k, 330 * count / max(counts.values())
        drawing.text(250, y + 15, name, anchor="end")
        drawing.box(260, y, length, 20, LIGHT[BLUE], BLUE)
        drawing.text(268 + length, y + 15, str(count), anchor="start")
    return str(drawing)


def _rows(drawing: Drawing, x: float, y: float, rows: Sequence[int], height: float = 15) -> None:
    for k, row in enumerate(rows):
        fill = (LIGHT[BLUE], "#FFFFFF", LIGHT[ORANGE])[row % 3]
        drawing.box(x, y + height * k, 70, height, fill, "#A6A6A6")
        drawing.text(x + 35, y + height * k + 0.8 * height, f"row {row}", 0.72 * height)


def _triangle(drawing: Drawing, x: float, y: float, edges: Sequence[str]) -> None:
    at = {"a": (x + 10, y + 12), "b": (x + 45, y + 46), "c": (x + 80, y + 12)}
    for source, target in edges:
        drawing.edge(at[source], at[target], 12)
    for name, (left, top) in at.items():
        drawing.node(left, top, name, radius=11)


DRAWINGS: dict[str, Callable[[], str]] = {
    "inside-bagging.svg": bagging,
    "inside-cache.svg": operation_cache,
    "inside-closure.svg": closure,
    "inside-deltas.svg": delta_matrix,
}

if __name__ == "__main__":
    for name, draw in DRAWINGS.items():
        (FOLDER / name).write_text(draw(), encoding="utf-8")
