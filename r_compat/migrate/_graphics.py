"""Base graphics in matplotlib: one call of R is a few lines of `plt`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from . import _rast as r
from ._functions import Table, match_arguments
from ._kinds import ANY, Kind, constant
from ._pyexpr import Line, Py, Refused, call, constant_of, fill, literal
from ._tools import array_literal

if TYPE_CHECKING:
    from ._translate import Dest, Translator

TABLE = graphics = Table("graphics")

_LINES = {1: "-", 2: "--", 3: ":", 4: "-.", 5: "--", 6: "-.", "solid": "-", "dashed": "--",
          "dotted": ":", "dotdash": "-.", "longdash": "--", "twodash": "-.", 0: "None",
          "blank": "None"}  # fmt: skip
_MARKS = {0: "s", 1: "o", 2: "^", 3: "+", 4: "x", 5: "D", 6: "v", 8: "*", 15: "s", 16: "o",
          17: "^", 18: "D", 19: "o", 20: ".", 21: "o", 22: "s", 23: "D", 24: "^",
          25: "v"}  # fmt: skip
_PLACES = {"topleft": "upper left", "topright": "upper right", "bottomleft": "lower left",
           "bottomright": "lower right", "top": "upper center", "bottom": "lower center",
           "left": "center left", "right": "center right", "center": "center"}  # fmt: skip
_COLORS = frozenset(
    [
        "black",
        "white",
        "red",
        "green",
        "blue",
        "cyan",
        "magenta",
        "yellow",
        "gray",
        "grey",
        "orange",
        "purple",
        "brown",
        "pink",
        "navy",
        "darkgreen",
        "darkblue",
        "darkred",
        "steelblue",
        "tomato",
        "firebrick",
        "forestgreen",
        "gold",
        "salmon",
        "skyblue",
        "tan",
        "turquoise",
        "violet",
        "maroon",
        "lightblue",
        "lightgray",
        "lightgrey",
        "darkgray",
        "darkgrey",
        "orchid",
        "coral",
        "dodgerblue",
        "royalblue",
        "lightgreen",
        "lightpink",
        "limegreen",
        "darkorange",
        "chocolate",
        "seagreen",
        "khaki",
        "beige",
        "indigo",
        "crimson",
        "slateblue",
    ]
)


def _options(node: r.Call, params: tuple[str, ...]) -> tuple[dict[str, r.Node], dict[str, r.Node]]:
    """Return the data of a plot by R's names, and its graphical parameters."""
    assert isinstance(node.function, r.Name)
    matched, dots = match_arguments(node.function.name, (*params, "..."), node.args)
    data = {key: arg.value for key, arg in matched.items() if arg.value is not None}
    rest = {arg.name: arg.value for arg in dots if arg.name and arg.value is not None}
    if any(not arg.name for arg in dots):
        raise Refused(f"{node.function.name}() with more values than it takes")
    return data, rest


def _color(t: Translator, node: r.Node) -> Py:
    value = t.expr(node)
    if isinstance(value.kind.const, str) and (
        value.kind.const in _COLORS or value.kind.const.startswith("#")
    ):
        return value
    return call("rv.color", [value], ANY)


def _style(t: Translator, options: dict[str, r.Node], *, lines: bool, marks: bool) -> str:
    """Return keywords of matplotlib for R's col, lty, lwd, pch."""
    words = []
    if "col" in options:
        words.append(f"color={_color(t, options['col']).text}")
    if lines and "lwd" in options:
        words.append(f"linewidth={t.expr(options['lwd']).text}")
    if lines and "lty" in options:
        words.append(f"linestyle={_line_style(t, options['lty'])}")
    if marks and "pch" in options:
        value = t.expr(options["pch"])
        known = value.kind.const
        if isinstance(known, str):
            words.append(f"marker={'$' + known + '$'!r}" if known != "." else "marker=','")
        elif isinstance(known, int) and known in _MARKS:
            words.append(f"marker={_MARKS[known]!r}")
    return "".join(f", {word}" for word in words)


def _line_style(t: Translator, node: r.Node) -> str:
    value = t.expr(node)
    known = value.kind.const
    if isinstance(known, (int, str)) and known in _LINES:
        return repr(_LINES[known])
    return call("rv.line_style", [value]).text


def _labels(t: Translator, options: dict[str, r.Node]) -> None:
    for key, word in (("main", "title"), ("xlab", "xlabel"), ("ylab", "ylabel")):
        if key in options:
            value = t.expr(options[key])
            if value.kind.const == "" or value.kind.shape == "null":
                continue
            t.emit(Line(f"plt.{word}({value.text})"))
    for key, word in (("xlim", "xlim"), ("ylim", "ylim")):
        if key in options:
            value = t.expr(options[key])
            ends = array_literal(value)
            if ends is not None and len(ends.elts) == 2:
                text = ", ".join(ast.unparse(e) for e in ends.elts)
                t.emit(Line(f"plt.{word}({text})"))
            else:
                t.emit(Line(f"plt.{word}({value.text})"))
    if "log" in options:
        known = t.expr(options["log"]).kind.const
        if isinstance(known, str):
            for axis in "xy":
                if axis in known:
                    t.emit(Line(f"plt.{axis}scale('log')"))


def _curve(t: Translator, x: Py, y: Py | None, kind: str, options: dict[str, r.Node]) -> None:
    style = _style(t, options, lines=kind in "lbosh", marks=kind in "pbo")
    if y is None and x.kind.is_scalar:
        x = call("rv.vector", [x])
    data = x.text if y is None else f"{x.text}, {y.text}"
    if y is None:
        data = f"np.arange(1, len({x.text}) + 1), {x.text}"
    if kind == "n":
        t.emit(Line(f"plt.plot({data}, linestyle='None')"))
    elif kind == "h":
        first, second = data.split(", ", 1) if y is None else (x.text, y.text)
        if y is None:
            first, second = f"np.arange(1, len({x.text}) + 1)", x.text
        t.emit(Line(f"plt.vlines({first}, 0, {second}{style})"))
    elif kind == "s":
        t.emit(Line(f"plt.step({data}, where='post'{style})"))
    elif kind == "l":
        t.emit(Line(f"plt.plot({data}{style})"))
    elif kind in "bo":
        mark = "" if "marker=" in style else ", marker='o'"
        t.emit(Line(f"plt.plot({data}{mark}{style})"))
    else:
        many_colors = "col" in options and not t.expr(options["col"]).kind.is_scalar
        if many_colors:
            t.emit(Line(f"plt.scatter({data}, c={_color(t, options['col']).text})"))
            return
        mark = "" if "marker=" in style else ", marker='o'"
        t.emit(Line(f"plt.plot({data}{mark}, linestyle='None'{style})"))


def _data_of(t: Translator, data: dict[str, r.Node]) -> tuple[Py, Py | None]:
    x = data.get("x")
    if x is None:
        raise Refused("a plot of nothing")
    if isinstance(x, r.Formula):
        if x.left is None or "y" in data:
            raise Refused("a plot of this formula")
        return t.expr(x.right), t.expr(x.left)
    value = t.expr(x)
    if value.kind.shape in ("list", "dict", "frame", "function", "result", "other", "factor"):
        raise Refused(f"a plot of a {value.kind.shape} has no translation")
    y = t.expr(data["y"]) if "y" in data else None
    if y is not None and y.kind.shape in ("null",):
        y = None
    if y is None and value.kind.shape == "matrix":
        return fill("X[:, 0]", X=value), fill("X[:, 1]", X=value)
    return value, y


@graphics.statement("plot plot.default")
def _plot(t: Translator, node: r.Call, dest: Dest) -> bool:
    data, options = _options(node, ("x", "y", "type"))
    if isinstance(data.get("x"), (r.Null, r.Missing)) or (
        not data and any(arg.value is not None for arg in node.args)
    ):
        t.emit(Line("rv.new_plot()"))
        _labels(t, options)
        return True
    x, y = _data_of(t, data)
    kind = "p"
    if "type" in data:
        known = t.expr(data["type"]).kind.const
        if known not in ("p", "l", "b", "o", "n", "h", "s"):
            raise Refused("the type of a plot must be written out")
        kind = str(known)
    t.emit(Line("rv.new_plot()"))
    _curve(t, x, y, kind, options)
    _labels(t, options)
    return True


@graphics.statement("lines points")
def _lines(t: Translator, node: r.Call, dest: Dest) -> bool:
    assert isinstance(node.function, r.Name)
    data, options = _options(node, ("x", "y", "type"))
    x, y = _data_of(t, data)
    kind = "l" if node.function.name == "lines" else "p"
    if "type" in data:
        known = t.expr(data["type"]).kind.const
        if known not in ("p", "l", "b", "o", "h", "s"):
            raise Refused("the type of a plot must be written out")
        kind = str(known)
    _curve(t, x, y, kind, options)
    return True


@graphics.statement("matplot")
def _matplot(t: Translator, node: r.Call, dest: Dest) -> bool:
    data, options = _options(node, ("x", "y", "type"))
    x = t.expr(data["x"])
    t.emit(Line("rv.new_plot()"))
    if "y" in data:
        t.emit(Line(f"plt.plot({x.text}, {t.expr(data['y']).text})"))
    else:
        t.emit(Line(f"plt.plot({x.text})"))
    _labels(t, options)
    return True


@graphics.statement("hist")
def _hist(t: Translator, node: r.Call, dest: Dest) -> bool:
    if dest.how in ("assign", "return"):
        raise Refused("the value of hist() has no translation")
    data, options = _options(node, ("x", "breaks"))
    x = t.expr(data["x"])
    words = ""
    if "breaks" in data:
        words += f", bins={t.expr(data['breaks']).text}"
    for key in ("freq", "probability", "prob"):
        if key in options:
            known = t.expr(options[key]).kind.const
            if (key == "freq") != bool(known):
                words += ", density=True"
    words += _style(t, options, lines=False, marks=False)
    t.emit(Line("rv.new_plot()"))
    flat = f"{x.text}.ravel()" if x.kind.shape == "matrix" else x.text
    t.emit(Line(f"plt.hist({flat}{words})"))
    _labels(t, options)
    return True


@graphics.statement("barplot")
def _barplot(t: Translator, node: r.Call, dest: Dest) -> bool:
    if dest.how in ("assign", "return"):
        raise Refused("the value of barplot() has no translation")
    data, options = _options(node, ("height", "width", "names.arg", "beside", "horiz"))
    height = t.expr(data["height"])
    if height.kind.shape == "matrix" or "horiz" in data:
        raise Refused("barplot() of a matrix or lying bars have no translation")
    t.emit(Line("rv.new_plot()"))
    where = f"np.arange(len({height.text}))"
    labels = ""
    if "names.arg" in data:
        labels = f", tick_label={t.expr(data['names.arg']).text}"
    elif height.kind.names:
        labels = f", tick_label=rv.names({height.text})"
    t.emit(
        Line(
            f"plt.bar({where}, {height.text}{labels}{_style(t, options, lines=False, marks=False)})"
        )
    )
    _labels(t, options)
    return True


@graphics.statement("boxplot")
def _boxplot(t: Translator, node: r.Call, dest: Dest) -> bool:
    if dest.how in ("assign", "return"):
        raise Refused("the value of boxplot() has no translation")
    parts: list[Py] = []
    options: dict[str, r.Node] = {}
    formula: r.Formula | None = None
    frame: r.Node | None = None
    for arg in node.args:
        if isinstance(arg.value, r.Formula):
            formula = arg.value
        elif arg.name == "data":
            frame = arg.value
        elif arg.name in (None, "x"):
            parts.append(t.expr(arg.value))
        elif arg.value is not None:
            options[arg.name] = arg.value
    if formula is not None:
        return _boxplot_groups(t, formula, frame, options)
    if not parts:
        raise Refused("boxplot() of nothing")
    t.emit(Line("rv.new_plot()"))
    if len(parts) == 1 and parts[0].kind.shape == "dict":
        t.emit(Line(f"plt.boxplot(list({parts[0].text}.values()))"))
    elif len(parts) == 1:
        t.emit(Line(f"plt.boxplot({parts[0].text})"))
    else:
        t.emit(Line(f"plt.boxplot([{', '.join(p.text for p in parts)}])"))
    _labels(t, options)
    return True


def _boxplot_groups(
    t: Translator, formula: r.Formula, frame: r.Node | None, options: dict[str, r.Node]
) -> bool:
    """``boxplot(y ~ group)``."""
    sides = [formula.left, formula.right]
    if frame is not None:
        from ._stats import in_frame

        sides = [None if side is None else in_frame(t, side, frame) for side in sides]
    if sides[0] is None or sides[1] is None:
        raise Refused("a plot of this formula")
    y, group = t.expr(sides[0]), t.expr(sides[1])
    groups = t.temporary("groups")
    t.emit(Line("rv.new_plot()"))
    t.emit(Line(f"{groups} = rv.split({y.text}, {group.text})"))
    t.emit(Line(f"plt.boxplot(list({groups}.values()))"))
    t.emit(Line(f"plt.xticks(np.arange(1, len({groups}) + 1), list({groups}))"))
    _labels(t, options)
    return True


@graphics.statement("abline")
def _abline(t: Translator, node: r.Call, dest: Dest) -> bool:
    data, options = _options(node, ("a", "b", "h", "v"))
    style = _style(t, options, lines=True, marks=False)
    for key, word in (("h", "axhline"), ("v", "axvline")):
        if key in data:
            value = t.expr(data[key])
            if value.kind.is_scalar:
                t.emit(Line(f"plt.{word}({value.text}{style})"))
            else:
                if value.kind.shape != "vector":
                    value = call("rv.vector", [value])
                from ._pyexpr import Suite

                level = t.temporary("level")
                t.emit(
                    Suite(f"for {level} in {value.text}:", [Line(f"plt.{word}({level}{style})")])
                )
    if "a" in data:
        a = t.expr(data["a"])
        if a.kind.shape == "dict" and "b" not in data:
            ends = f"{a.text}['coefficients']"
            t.emit(Line(f"plt.axline((0, {ends}[0]), slope={ends}[1]{style})"))
            return True
        if "b" not in data or not a.kind.is_scalar:
            raise Refused("abline() of a model has no translation")
        slope = t.expr(data["b"])
        t.emit(Line(f"plt.axline((0, {a.text}), slope={slope.text}{style})"))
    return True


@graphics.statement("legend")
def _legend(t: Translator, node: r.Call, dest: Dest) -> bool:
    data, options = _options(node, ("x", "y", "legend", "fill", "col"))
    texts = data.get("legend") or (data.get("y") if "legend" not in data else None)
    if texts is None:
        raise Refused("a legend without texts")
    place = t.expr(data["x"]).kind.const if "x" in data else "topright"
    where = _PLACES.get(str(place))
    value = t.expr(texts)
    words = [
        f"labels={call('rv.vector', [value]).text}"
        if value.kind.is_scalar
        else f"labels={value.text}"
    ]
    for key, python in (("col", "colors"), ("fill", "colors")):
        if key in data:
            words.append(f"{python}={_color(t, data[key]).text}")
            break
    if "lty" in options:
        words.append(f"styles={t.expr(options['lty']).text}")
    if "pch" in options:
        words.append(f"marks={t.expr(options['pch']).text}")
    if where is not None:
        words.append(f"loc={where!r}")
    t.emit(Line(f"rv.legend({', '.join(words)})"))
    return True


@graphics.statement("par")
def _par(t: Translator, node: r.Call, dest: Dest) -> bool:
    if dest.how in ("assign", "return"):
        words = [arg for arg in node.args if arg.name in ("mfrow", "mfcol")]
        _panels(t, words)
        t.deliver(fill("{}", Kind("dict", items=())), dest)
        return True
    if any(arg.name is None for arg in node.args):
        t.emit(Line("rv.panels(1, 1)"))
        return True
    _panels(t, [arg for arg in node.args if arg.name in ("mfrow", "mfcol")])
    return True


def _panels(t: Translator, args: list[r.Arg]) -> None:
    for arg in args:
        value = t.expr(arg.value)
        extents = array_literal(value)
        column = ", by_column=True" if arg.name == "mfcol" else ""
        if extents is not None and len(extents.elts) == 2:
            numbers = [constant_of(e) for e in extents.elts]
            if None not in numbers:
                t.emit(Line(f"rv.panels({int(numbers[0] or 1)}, {int(numbers[1] or 1)}{column})"))
                continue
        t.emit(Line(f"rv.panels(*{value.text}.astype(int){column})"))


@graphics.statement("layout layout.show")
def _layout(t: Translator, node: r.Call, dest: Dest) -> bool:
    raise Refused("layout() has no translation")


@graphics.statement("text")
def _text(t: Translator, node: r.Call, dest: Dest) -> bool:
    data, _ = _options(node, ("x", "y", "labels"))
    if not {"x", "y", "labels"} <= set(data):
        raise Refused("text() needs x, y and labels")
    x, y, labels = (t.expr(data[key]) for key in ("x", "y", "labels"))
    if x.kind.is_scalar and y.kind.is_scalar:
        t.emit(Line(f"plt.text({x.text}, {y.text}, {labels.text})"))
    else:
        t.emit(Line(f"rv.place_texts({x.text}, {y.text}, {labels.text})"))
    return True


@graphics.statement("title")
def _title(t: Translator, node: r.Call, dest: Dest) -> bool:
    _, options = _options(node, ())
    data, _ = _options(node, ("main", "sub", "xlab", "ylab"))
    _labels(t, {**options, **data})
    return True


@graphics.statement("mtext axis box grid segments arrows polygon rect rug par.none")
def _decoration(t: Translator, node: r.Call, dest: Dest) -> bool:
    assert isinstance(node.function, r.Name)
    word = node.function.name
    if word == "grid":
        t.emit(Line("plt.grid(True)"))
        return True
    if word in ("box", "rug"):
        return True
    if word == "mtext":
        data, _ = _options(node, ("text", "side"))
        t.emit(Line(f"plt.gcf().text(0.5, 0.97, {t.expr(data['text']).text}, ha='center')"))
        return True
    if word == "axis":
        data, _ = _options(node, ("side", "at", "labels"))
        side = t.expr(data["side"]).kind.const if "side" in data else None
        if side not in (1, 2) or "at" not in data:
            raise Refused("axis() is translated with side = 1 or 2, and at")
        at = t.expr(data["at"])
        labels = t.expr(data["labels"]) if "labels" in data else None
        shown = "" if labels is None or isinstance(labels.kind.const, bool) else labels.text
        if labels is not None and labels.kind.const is False:
            shown = "[]"
        ticks = f"plt.{'x' if side == 1 else 'y'}ticks({at.text}{', ' if shown else ''}{shown})"
        t.emit(Line(ticks))
        return True
    if word == "polygon":
        data, options = _options(node, ("x", "y"))
        style = _style(t, options, lines=False, marks=False)
        t.emit(Line(f"plt.fill({t.expr(data['x']).text}, {t.expr(data['y']).text}{style})"))
        return True
    if word == "arrows":
        data, options = _options(node, ("x0", "y0", "x1", "y1", "length", "angle", "code"))
        if not {"x0", "y0", "x1", "y1"} <= set(data):
            raise Refused("arrows() needs both ends")
        ends = [t.expr(data[key]) for key in ("x0", "y0", "x1", "y1")]
        if not all(end.kind.is_scalar for end in ends):
            raise Refused("several arrows() at once have no translation")
        tail = ", ".join(end.text for end in ends[:2])
        tip = ", ".join(end.text for end in ends[2:])
        style = "arrowprops={'arrowstyle': '->'}"
        t.emit(Line(f"plt.annotate('', xy=({tip}), xytext=({tail}), {style})"))
        return True
    if word == "segments":
        data, options = _options(node, ("x0", "y0", "x1", "y1"))
        if not {"x0", "y0", "x1", "y1"} <= set(data):
            raise Refused("segments() needs both ends")
        x0, y0, x1, y1 = (t.expr(data[key]) for key in ("x0", "y0", "x1", "y1"))
        style = _style(t, options, lines=True, marks=False)
        t.emit(Line(f"plt.plot([{x0.text}, {x1.text}], [{y0.text}, {y1.text}]{style})"))
        return True
    raise Refused(f"{word}() has no translation")


@graphics.statement(
    "image heatmap persp contour pairs curve pie mosaicplot coplot stripchart "
    "dotchart symbols stars sunflowerplot filled.contour smoothScatter qqnorm qqline"
)
def _other_plots(t: Translator, node: r.Call, dest: Dest) -> bool:
    assert isinstance(node.function, r.Name)
    if node.function.name == "image" and len(node.args) >= 1:
        data, options = _options(node, ("x", "y", "z", "zlim", "xlim", "ylim", "col"))
        value = t.expr(data.get("z") or data["x"])
        if value.kind.shape in ("matrix", "atomic"):
            t.emit(Line("rv.new_plot()"))
            t.emit(Line(f"plt.imshow({value.text}.T, origin='lower', aspect='auto')"))
            _labels(t, options)
            return True
    if node.function.name == "pie":
        data, options = _options(node, ("x", "labels"))
        t.emit(Line("rv.new_plot()"))
        t.emit(Line(f"plt.pie({t.expr(data['x']).text})"))
        _labels(t, options)
        return True
    raise Refused(f"{node.function.name}() has no translation")


@graphics.statement("pdf png jpeg svg tiff postscript")
def _device(t: Translator, node: r.Call, dest: Dest) -> bool:
    assert isinstance(node.function, r.Name)
    word = node.function.name
    data, _ = _options(node, ("file", "width", "height"))
    if word != "pdf":
        data, _ = _options(node, ("filename", "width", "height"))
    file = data.get("file") or data.get("filename")
    if file is None:
        raise Refused(f"{word}() without a file")
    words = ""
    scale = "" if word in ("pdf", "svg", "postscript") else " / 72"
    for key in ("width", "height"):
        if key in data:
            words += f", {key}={t.expr(data[key]).text}{scale}"
    t.emit(Line(f"rv.open_device({t.expr(file).text}{words})"))
    return True


@graphics.statement("dev.off graphics.off dev.new")
def _close(t: Translator, node: r.Call, dest: Dest) -> bool:
    assert isinstance(node.function, r.Name)
    if node.function.name == "dev.new":
        return True
    t.emit(Line("rv.close_device()"))
    return True


@graphics(
    "rgb rainbow heat.colors gray grey colorRampPalette terrain.colors topo.colors hcl.colors "
    "adjustcolor palette colors",
    "...",
    lazy=True,
)
def _colors(t: Translator, dots: list[r.Arg]) -> Py:
    raise Refused("colours that are computed have no translation")


@graphics("rainbow heat.colors terrain.colors topo.colors", "n", "...")
def _palette(t: Translator, n: Py, dots: object) -> Py:
    return call("rv.palette", [n], Kind("vector", "character"))


@graphics("gray grey", "level")
def _gray(t: Translator, level: Py) -> Py:
    return call(
        "rv.gray", [level], Kind("scalar" if level.kind.is_scalar else "vector", "character")
    )


__all__ = ["TABLE", "constant", "literal"]
