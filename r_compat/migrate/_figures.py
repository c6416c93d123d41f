"""What figures of matplotlib show, in the words that R/plots.R has for base graphics.

A plot (an axes) is a list of marks: ``kind`` and the ``x``, ``y`` and ``text`` it needs, numbers in
hexadecimal as in `_describe`.

- ``points``, ``line``, ``area``: places; ``text``: places and texts;
- ``bars``: widths and heights; ``box``: R's five numbers and the points beyond them;
- ``horizontal``, ``vertical``: levels; ``slope``: intercept and slope;
- ``image``: the extents in x, the values column by column in y;
- ``title``, ``x label``, ``y label``, ``legend``, ``x ticks``, ``y ticks``: texts;
- ``other``: what is not compared, by name.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ._describe import Description, numbers_plain


class FigureWatch:
    """Keeps every figure that is made, also those that are closed, and what boxes were drawn from.

    matplotlib is imported only if the script may use it: it takes a third of a second.
    """

    def __init__(self) -> None:
        self._figures: list[Any] = []
        self._lines: dict[int, int] = {}  # of axes, where they were made
        self._boxes: dict[int, list[Description]] = {}
        self._boxed: dict[int, Any] = {}  # artists of boxes, kept so that no other has their id

    def start(self) -> None:
        """Note the figures that are made from now on."""
        from matplotlib.axes import Axes
        from matplotlib.figure import Figure

        make, box = Figure.__init__, Axes.bxp

        def made(figure: Any, *args: Any, **options: Any) -> None:
            make(figure, *args, **options)
            self._figures.append(figure)

        def boxed(axes: Any, stats: Any, *args: Any, **options: Any) -> Any:
            artists = box(axes, stats, *args, **options)
            marks = self._boxes.setdefault(id(axes), [])
            marks += [_box(one) for one in stats]
            for group in artists.values():
                self._boxed |= {id(artist): artist for artist in group}
            return artists

        Figure.__init__ = made  # type: ignore[method-assign, assignment]
        Axes.bxp = boxed  # type: ignore[method-assign, assignment]

    def at(self, line: int) -> None:
        """Note that what is new was made in a line."""
        for figure in self._figures:
            for axes in figure.axes:
                self._lines.setdefault(id(axes), line)

    def plots(self) -> list[Description]:
        """Return the line and the marks of every axes, in the order in which they were made."""
        return [
            {
                "line": self._lines.get(id(axes), 0),
                "marks": [*self._boxes.get(id(axes), ()), *self._marks(axes)],
            }
            for figure in self._figures
            for axes in figure.axes
        ]

    def _marks(self, axes: Any) -> Iterable[Description]:
        from matplotlib.patches import Wedge

        if axes.get_gid() == "graph":
            yield {"kind": "other", "text": ["graphs"]}
            yield from _labels(axes)
            return
        for line in axes.lines:
            if id(line) not in self._boxed:
                yield from _line(axes, line)
        for collection in axes.collections:
            yield from _collection(collection)
        for patch in axes.patches:
            if id(patch) not in self._boxed and not isinstance(patch, Wedge):
                yield _patch(patch)
        for image in axes.images:
            values = np.asarray(image.get_array()).T
            yield _mark("image", values.shape, values.ravel(order="F"))
        whole = _whole(axes)
        if whole is not None:
            yield {"kind": "other", "text": [whole]}
        for text in () if whole is not None else axes.texts:
            if text.get_text():
                yield _mark("text", [text.get_position()[0]], [text.get_position()[1]], [text])
            else:
                yield {"kind": "other", "text": ["arrows"]}
        yield from _labels(axes)


def _whole(axes: Any) -> str | None:
    """Return what R/plots.R does not look into: its texts are not compared either."""
    from matplotlib.contour import ContourSet
    from matplotlib.patches import Wedge

    if any(isinstance(patch, Wedge) for patch in axes.patches):
        return "pies"
    if any(isinstance(collection, ContourSet) for collection in axes.collections):
        return "contours"
    return None


def _mark(kind: str, x: Any = None, y: Any = None, text: Any = None) -> Description:
    mark: Description = {"kind": kind}
    for key, values in (("x", x), ("y", y)):
        if values is not None:
            mark[key] = numbers_plain(np.ma.filled(np.ma.asarray(values, dtype=float), np.nan))
    if text is not None:
        mark["text"] = [t if isinstance(t, str) else t.get_text() for t in text]
    return mark


def _line(axes: Any, line: Any) -> Iterable[Description]:
    from matplotlib.lines import AxLine

    if isinstance(line, AxLine):
        first: Any = line.get_xy1()
        second: Any = line.get_xy2()
        slope: Any = line.get_slope()
        if slope is None:
            slope = (second[1] - first[1]) / (second[0] - first[0])
        yield _mark("slope", [first[1] - slope * first[0]], [slope])
        return
    x, y = line.get_xdata(orig=False), line.get_ydata(orig=False)
    if line.get_transform() == axes.get_yaxis_transform(which="grid"):
        yield _mark("horizontal", y=[y[0]])
        return
    if line.get_transform() == axes.get_xaxis_transform(which="grid"):
        yield _mark("vertical", x=[x[0]])
        return
    if line.get_marker() not in ("None", "none", None, "", " "):
        yield _mark("points", x, y)
    if line.get_linestyle() not in ("None", "none", None, "", " "):
        yield _mark("line", x, y)


def _collection(collection: Any) -> Iterable[Description]:
    from matplotlib.collections import LineCollection, PathCollection

    if isinstance(collection, LineCollection):
        for segment in collection.get_segments():
            yield _mark("line", segment[:, 0], segment[:, 1])
    elif isinstance(collection, PathCollection):
        places: Any = np.ma.filled(np.ma.asarray(collection.get_offsets(), dtype=float), np.nan)
        yield _mark("points", places[:, 0], places[:, 1])
    else:
        yield {"kind": "other", "text": [type(collection).__name__]}


def _patch(patch: Any) -> Description:
    from matplotlib.patches import Polygon, Rectangle

    if isinstance(patch, Rectangle):
        return _mark("bars", [patch.get_width()], [patch.get_height()])
    if isinstance(patch, Polygon):
        corners = np.asarray(patch.get_xy(), dtype=float)
        if len(corners) > 1 and np.array_equal(corners[0], corners[-1]):
            corners = corners[:-1]
        return _mark("area", corners[:, 0], corners[:, 1])
    return {"kind": "other", "text": [type(patch).__name__]}


def _box(stats: Any) -> Description:
    five = [stats[key] for key in ("whislo", "q1", "med", "q3", "whishi")]
    return _mark("box", five, stats.get("fliers", ()))


def _labels(axes: Any) -> Iterable[Description]:
    from matplotlib.category import StrCategoryFormatter
    from matplotlib.ticker import FixedFormatter, FuncFormatter

    for kind, text in (
        ("title", axes.get_title()),
        ("x label", axes.get_xlabel()),
        ("y label", axes.get_ylabel()),
    ):
        if text:
            yield _mark(kind, text=[text])
    legend = axes.get_legend()
    if legend is not None:
        yield _mark("legend", text=legend.get_texts())
    for kind, axis in (("x ticks", axes.xaxis), ("y ticks", axes.yaxis)):
        formatter = axis.get_major_formatter()
        if isinstance(formatter, (FixedFormatter, FuncFormatter, StrCategoryFormatter)):
            texts = [str(formatter(place, k)) for k, place in enumerate(axis.get_majorticklocs())]
            if any(texts):
                yield _mark(kind, text=[text for text in texts if text])
