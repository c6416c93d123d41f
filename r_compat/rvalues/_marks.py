"""R's marks and lines in matplotlib's words, and the calls that add them to a plot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from ._colors import color
from ._core import as_matrix, column, vector
from ._named import plain
from ._text import as_character

_LINES = ("None", "-", "--", ":", "-.", (0, (8, 3)), (0, (8, 3, 2, 3)))
_WORDS = {"blank": 0, "solid": 1, "dashed": 2, "dotted": 3, "dotdash": 4, "longdash": 5,
          "twodash": 6}  # fmt: skip
_MARKS = {0: "s", 1: "o", 2: "^", 3: "+", 4: "x", 5: "D", 6: "v", 7: "s", 8: "*", 9: "D", 10: "o",
          11: "^", 12: "s", 13: "o", 14: "s", 15: "s", 16: "o", 17: "^", 18: "D", 19: "o", 20: ".",
          21: "o", 22: "s", 23: "D", 24: "^", 25: "v"}  # fmt: skip
_HOLLOW = frozenset(range(15))
_SIZE = 6.0  # points across of a mark with cex = 1


def line_style(x: Any) -> Any:
    """Return R's lty as matplotlib's line style.

    Examples
    --------
    >>> line_style(2), line_style("dotted")
    ('--', ':')
    """
    value = vector(x)[0]
    if value is None or value != value:
        return "None"
    if isinstance(value, str) and value in _WORDS:
        value = _WORDS[value]
    if isinstance(value, str):  # lengths of dashes and gaps in hexadecimal, as "44"
        return (0, tuple(int(letter, 16) for letter in value))
    number = int(value)
    return _LINES[0] if number == 0 else _LINES[(number - 1) % 6 + 1]


def marker(pch: Any) -> Any:
    """Return R's pch as matplotlib's marker: a number, or a character that is drawn itself."""
    if pch is None or pch != pch:
        return "None"
    if isinstance(pch, str):
        return "," if pch == "." else f"${pch}$"
    return _MARKS.get(int(pch), "o")


def is_hollow(pch: Any) -> bool:
    """Whether a mark is an outline."""
    return not isinstance(pch, str) and pch is not None and pch == pch and int(pch) in _HOLLOW


def coordinates(x: Any, y: Any = None) -> tuple[Any, Any]:
    """Return x and y as R finds them: two values, parts of a list or matrix, or counted."""
    if y is not None:
        return _numbers(x), _numbers(y)
    if isinstance(x, Mapping) and {"x", "y"} <= set(x):
        return _numbers(x["x"]), _numbers(x["y"])
    if isinstance(x, pd.DataFrame):
        if x.shape[1] >= 2:
            return _numbers(column(x, 0)), _numbers(column(x, 1))
        x = column(x, 0)
    if np.ndim(x) == 2 and np.shape(x)[1] >= 2:
        matrix = plain(as_matrix(x))
        return matrix[:, 0], matrix[:, 1]
    values = _numbers(x)
    return np.arange(1, len(values) + 1), values


def _numbers(x: Any) -> Any:
    if isinstance(x, pd.Categorical):
        return np.where(x.codes < 0, np.nan, x.codes + 1.0)
    if isinstance(x, pd.Series):
        x = x.to_numpy()
    values = plain(vector(x))
    if values.dtype.kind == "O" and any(isinstance(v, str) for v in values):
        raise TypeError("a plot needs numbers, got text")
    return values if values.dtype.kind in "fiubmM" else values.astype(float)


def draw(x: Any, y: Any = None, type: str = "p", **style: Any) -> None:
    """Add points or lines. R: ``points`` and ``lines`` with any ``type``.

    Parameters
    ----------
    x, y : array_like
        `x` alone may be a list, matrix or data frame that has both.
    type : str
        R's: p, l, b, o, c, h, s, S or n.
    **style : optional
        R's col, pch, cex, bg, lty, lwd.
    """
    import matplotlib.pyplot as plt

    across, up = coordinates(x, y)
    if len(across) != len(up):
        raise ValueError(f"x and y must have the same length, got {len(across)} and {len(up)}")
    line = _line_words(style)
    if type == "h":
        plt.vlines(across, 0, up, **line)
    elif type in ("l", "b", "o", "c"):
        plt.plot(across, up, **line)
    elif type in ("s", "S"):
        plt.step(across, up, where="post" if type == "s" else "pre", **line)
    elif type == "n":
        plt.plot(across, up, linestyle="None")
    if type in ("p", "b", "o"):
        _points(across, up, **style)


def _line_words(style: Mapping[str, Any]) -> dict[str, Any]:
    words: dict[str, Any] = {}
    if style.get("col") is not None:
        chosen = color(style["col"])
        words["color"] = chosen if isinstance(chosen, str) else chosen[0]
    else:
        words["color"] = "black"
    if style.get("lty") is not None:
        words["linestyle"] = line_style(style["lty"])
    if style.get("lwd") is not None:
        words["linewidth"] = float(vector(style["lwd"])[0])
    return words


def _points(
    x: Any, y: Any, col: Any = None, pch: Any = None, cex: Any = None, bg: Any = None, **_: Any
) -> None:
    """Draw points of which each may have a colour, mark and size of its own."""
    import matplotlib.pyplot as plt
    from matplotlib.markers import MarkerStyle

    count = len(x)
    colors = _each("black" if col is None else color(col), count)
    if isinstance(pch, pd.Categorical):
        pch = pch.codes + 1
    marks = _each(1 if pch is None else pch, count)
    sizes = [(_SIZE * float(v)) ** 2 for v in _each(1 if cex is None else cex, count)]
    fills = _each("none" if bg is None else color(bg), count)
    faces = [
        shade if not is_hollow(mark) and mark not in range(21, 26) else "none"
        for shade, mark in zip(colors, marks, strict=True)
    ]
    faces = [
        fill if mark in range(21, 26) else face
        for fill, face, mark in zip(fills, faces, marks, strict=True)
    ]
    drawn = plt.scatter(x, y, s=sizes, facecolors=faces, edgecolors=colors, linewidths=1)
    shapes = {mark: MarkerStyle(marker(mark)) for mark in dict.fromkeys(marks)}
    drawn.set_paths(
        [shapes[mark].get_path().transformed(shapes[mark].get_transform()) for mark in marks]
    )


def _each(values: Any, count: int) -> list[Any]:
    given = [values] if isinstance(values, str) else list(vector(values))
    return [given[k % len(given)] for k in range(count)]


def segments(x0: Any, y0: Any, x1: Any = None, y1: Any = None, **style: Any) -> None:
    """R: ``segments``, each with a colour, style and width of its own."""
    import matplotlib.pyplot as plt

    x1, y1 = (x0 if x1 is None else x1), (y0 if y1 is None else y1)
    ends = [plain(vector(v)) for v in (x0, y0, x1, y1)]
    for k in range(max(len(v) for v in ends)):
        a, b, c, d = (v[k % len(v)] for v in ends)
        own = {key: vector(v)[k % len(vector(v))] for key, v in style.items() if v is not None}
        plt.plot([a, c], [b, d], **_line_words(own))


def arrows(
    x0: Any, y0: Any, x1: Any = None, y1: Any = None, code: Any = 2, angle: Any = 30, **style: Any
) -> None:
    """R: ``arrows``; with ``angle = 90`` the bars of errors."""
    import matplotlib.pyplot as plt

    x1, y1 = (x0 if x1 is None else x1), (y0 if y1 is None else y1)
    ends = [plain(vector(v)).astype(float) for v in (x0, y0, x1, y1)]
    heads = {0: "-", 1: "<-", 2: "->", 3: "<->"}[int(code)]
    if float(angle) == 90:
        heads = {0: "-", 1: "|-", 2: "-|", 3: "|-|"}[int(code)]
        heads = {"|-": "|-|,widthA=0.3,widthB=0", "-|": "|-|,widthA=0,widthB=0.3"}.get(
            heads, "|-|,widthA=0.3,widthB=0.3" if heads == "|-|" else heads
        )
    for k in range(max(len(v) for v in ends)):
        a, b, c, d = (v[k % len(v)] for v in ends)
        own = {key: vector(v)[k % len(vector(v))] for key, v in style.items() if v is not None}
        look = {"arrowstyle": heads, "shrinkA": 0, "shrinkB": 0, **_line_words(own)}
        plt.annotate("", xy=(c, d), xytext=(a, b), arrowprops=look)
    plt.gca().update_datalim(
        np.column_stack([np.r_[ends[0], ends[2]][:2], np.r_[ends[1], ends[3]][:2]])
    )


def rect(xleft: Any, ybottom: Any, xright: Any, ytop: Any, **style: Any) -> None:
    """R: ``rect``."""
    import matplotlib.pyplot as plt
    from matplotlib.patches import Rectangle

    ends = [plain(vector(v)).astype(float) for v in (xleft, ybottom, xright, ytop)]
    axes = plt.gca()
    for k in range(max(len(v) for v in ends)):
        a, b, c, d = (v[k % len(v)] for v in ends)
        own = {key: vector(v)[k % len(vector(v))] for key, v in style.items() if v is not None}
        face = color(own["col"]) if "col" in own else "none"
        edge = color(own["border"]) if "border" in own else "black"
        words = {key: v for key, v in _line_words(own).items() if key != "color"}
        axes.add_patch(Rectangle((a, b), c - a, d - b, facecolor=face, edgecolor=edge, **words))
    axes.autoscale_view()


def circles(x: Any, y: Any, radius: Any, bg: Any = None, fg: Any = None, lwd: Any = None) -> None:
    """Draw circles, whose radii are on the scale of x. R: ``symbols(inches = FALSE)``."""
    import matplotlib.pyplot as plt
    from matplotlib.collections import EllipseCollection

    across, up = coordinates(x, y)
    wide = 2 * np.resize(plain(vector(radius)).astype(float), len(across))
    axes = plt.gca()
    places = np.column_stack([plain(across).astype(float), plain(up).astype(float)])
    made = EllipseCollection(
        wide, wide, np.zeros(len(wide)), units="x", offsets=places, offset_transform=axes.transData
    )
    made.set_facecolor("none" if bg is None else color(bg))
    made.set_edgecolor("black" if fg is None else color(fg))
    made.set_linewidth(1.0 if lwd is None else vector(lwd).astype(float))
    axes.add_collection(made)


def place_texts(
    x: Any,
    y: Any = None,
    labels: Any = None,
    pos: Any = None,
    col: Any = None,
    cex: Any = None,
    srt: Any = 0,
) -> None:
    """Write texts into a plot. R: ``text``."""
    import matplotlib.pyplot as plt

    if labels is None and y is not None and not np.issubdtype(vector(y).dtype, np.number):
        y, labels = None, y  # x is then a matrix, or the heights
    across, up = coordinates(x, y) if y is None else (vector(x), vector(y))
    count = max(len(across), len(up))
    if labels is None:
        texts = [str(k + 1) for k in range(count)]
    else:
        texts = [str(v) for v in vector(as_character(labels))]
    colors = _each("black" if col is None else color(col), count)
    places = _each(0 if pos is None else pos, count)
    sizes = _each(1 if cex is None else cex, count)
    for k in range(count):
        level, side = _BESIDE[int(places[k])]
        plt.text(
            across[k % len(across)],
            up[k % len(up)],
            texts[k % len(texts)],
            ha=side,
            va=level,
            color=colors[k],
            fontsize=10 * float(sizes[k]),
            rotation=float(srt),
        )


_BESIDE = {
    0: ("center", "center"),
    1: ("top", "center"),
    2: ("center", "right"),
    3: ("bottom", "center"),
    4: ("center", "left"),
}


def margin_text(
    text: Any, side: Any = 3, line: Any = 0, outer: Any = False, adj: Any = 0.5, at: Any = None
) -> None:
    """Write into the margin of a panel, or of the page if `outer`. R: ``mtext``."""
    import matplotlib.pyplot as plt

    figure, axes = plt.gcf(), plt.gca()
    said = "\n".join(str(v) for v in vector(as_character(text)))
    share = 0.5 if adj is None or adj != adj else float(adj)
    if outer:
        words: dict[str, Any] = {"ha": "center", "va": "center"}
        across, up = {1: (share, 0.01), 2: (0.01, share), 3: (share, 0.99), 4: (0.99, share)}[
            int(side)
        ]
        figure.text(across, up, said, rotation=90 if int(side) in (2, 4) else 0, **words)
        return
    gap = 0.02 + 0.045 * max(float(line), 0)
    if int(side) == 3 and axes.get_title():
        axes.set_title(axes.get_title(), pad=22 + 14 * max(float(line), 0))  # above the text
    where = {1: (share, -gap), 2: (-gap, share), 3: (share, 1 + gap), 4: (1 + gap, share)}[
        int(side)
    ]
    if at is not None:
        low, high = plt.xlim() if int(side) in (1, 3) else plt.ylim()
        part = (float(at) - low) / (high - low)
        where = (part, where[1]) if int(side) in (1, 3) else (where[0], part)
    figure.text(
        *where,
        said,
        transform=axes.transAxes,
        rotation=90 if int(side) in (2, 4) else 0,
        ha={2: "right", 4: "left"}.get(int(side), "center"),
        va={1: "top", 3: "bottom"}.get(int(side), "center"),
    )


def as_label(x: Any) -> str:
    """Return text of a label: one line for each element."""
    return "\n".join(str(v) for v in vector(as_character(x)))


def show_axis(axis: str) -> None:
    """Show the ticks of an axis again that were hidden. R: ``axis`` without places."""
    import matplotlib.pyplot as plt
    from matplotlib.ticker import AutoLocator, ScalarFormatter

    chosen = plt.gca().xaxis if axis == "x" else plt.gca().yaxis
    chosen.set_major_locator(AutoLocator())
    chosen.set_major_formatter(ScalarFormatter())


def grid(nx: Any = None, ny: Any = None, **style: Any) -> None:
    """Draw a grid of `nx` by `ny` cells; None for the ticks. R: ``grid``."""
    import matplotlib.pyplot as plt

    words = {"linestyle": ":", **_line_words({"col": "lightgray", **style})}
    sides: Any = (
        (nx, plt.xlim(), plt.xticks, "x"),
        (ny, plt.ylim(), plt.yticks, "y"),
    )
    for count, ends, ticks, axis in sides:
        if count is None:
            plt.grid(True, axis=axis, **words)
        elif count == count:
            ticks(np.linspace(ends[0], ends[1], int(count) + 1)[1:-1], minor=True)
            plt.tick_params(axis=axis, which="minor", length=0)
            plt.grid(True, axis=axis, which="minor", **words)


_PLACES = {"topleft": "upper left", "topright": "upper right", "bottomleft": "lower left",
           "bottomright": "lower right", "top": "upper center", "bottom": "lower center",
           "left": "center left", "right": "center right", "center": "center"}  # fmt: skip


def legend(
    x: Any,
    y: Any = None,
    labels: Any = (),
    *,
    fill: Any = None,
    col: Any = None,
    lty: Any = None,
    lwd: Any = None,
    pch: Any = None,
    pt_bg: Any = None,
    bty: str = "o",
    ncol: Any = 1,
    horiz: Any = False,
    title: Any = None,
    cex: Any = None,
) -> None:
    """Draw a legend whose entries are given and not those of the curves. R: ``legend``.

    `x` is R's word for a place, or `x` and `y` the upper left corner.
    """
    import matplotlib.pyplot as plt
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    texts = [str(v) for v in vector(as_character(labels))]
    count = len(texts)
    shades = _each("black" if col is None else color(col), count)
    dashes = _each(0 if lty is None and lwd is None else (1 if lty is None else lty), count)
    marks = _each(np.nan if pch is None else pch, count)
    widths = _each(1 if lwd is None else lwd, count)
    inside = _each("none" if pt_bg is None else color(pt_bg), count)
    handles: list[Any] = []
    for k, text in enumerate(texts):
        if fill is not None:
            handles.append(
                Patch(facecolor=_each(color(fill), count)[k], edgecolor="black", label=text)
            )
            continue
        shape = marker(marks[k])
        face = shades[k]
        if is_hollow(marks[k]) or marks[k] in range(21, 26):
            face = inside[k] if marks[k] in range(21, 26) else "none"
        handles.append(
            Line2D(
                [],
                [],
                color=shades[k],
                label=text,
                linestyle=line_style(dashes[k]),
                linewidth=float(widths[k]),
                marker=shape,
                markerfacecolor=face,
            )
        )
    words: dict[str, Any] = {"frameon": bty != "n", "ncols": count if horiz else int(ncol)}
    if title is not None:
        words["title"] = str(title)
    if cex is not None:
        words["fontsize"] = 10 * float(cex)
    if isinstance(x, str):
        if x not in _PLACES:
            raise ValueError(f"x must be one of {', '.join(_PLACES)}, got {x!r}")
        words["loc"] = _PLACES[x]
    else:
        across, up = (vector(v)[0] for v in ((x, y) if y is not None else (x["x"], x["y"])))
        words |= {"loc": "upper left", "bbox_to_anchor": (float(across), float(up))}
        words["bbox_transform"] = plt.gca().transData
    old = plt.gca().get_legend()
    plt.legend(handles=handles, **words)
    if old is not None:
        plt.gca().add_artist(old)


def abline(
    a: Any = None, b: Any = None, h: Any = None, v: Any = None, coef: Any = None, **style: Any
) -> None:
    """R: ``abline``, also of a fitted line."""
    import matplotlib.pyplot as plt

    words = _line_words(style)
    if a is not None and b is None:
        coef = a
    if coef is not None:
        found = (
            coef["coefficients"]
            if isinstance(coef, Mapping)
            else getattr(coef, "coefficients", coef)
        )
        values = plain(vector(found)).astype(float)
        if len(values) > 2:
            raise ValueError(f"abline() draws a line of two coefficients, got {len(values)}")
        a, b = (0.0, values[0]) if len(values) == 1 else values
    if a is not None:
        plt.axline((0, float(vector(a)[0])), slope=float(vector(b)[0]), **words)
    for level in () if h is None else vector(h):
        plt.axhline(float(level), **words)
    for level in () if v is None else vector(v):
        plt.axvline(float(level), **words)


def rug(x: Any, side: Any = 1) -> None:
    """Mark values by small ticks of an axis. R: ``rug``."""
    import matplotlib.pyplot as plt

    axis: Any = "x" if int(side) in (1, 3) else "y"
    ticks = plt.xticks if axis == "x" else plt.yticks
    ticks(plain(vector(x)), minor=True)
    plt.tick_params(axis=axis, which="minor", direction="in", length=8)


def polygon(x: Any, y: Any = None, col: Any = None, border: Any = None, **style: Any) -> None:
    """R: ``polygon``: an outline, filled if it has a colour."""
    import matplotlib.pyplot as plt

    across, up = coordinates(x, y)
    face = "none" if col is None else color(vector(col)[0])
    edge = "black" if border is None else color(vector(border)[0])
    words = {key: v for key, v in _line_words(style).items() if key != "color"}
    plt.fill(across, up, facecolor=face, edgecolor=edge, **words)


def columns_of(x: Any) -> Sequence[Any]:
    """Return the columns of a matrix or data frame as arrays."""
    if isinstance(x, pd.DataFrame):
        return [_numbers(column(x, k)) for k in range(x.shape[1])]
    matrix = plain(as_matrix(x))
    return [matrix[:, k] for k in range(matrix.shape[1])]
