"""Base graphics in matplotlib: one call of R is a few lines of `plt`.

What R computes before it draws (intervals of a histogram, hinges of boxes), and what depends on
values that are not known before the script runs, is drawn by `rv`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _rast as r
from ._functions import Table
from ._kinds import (
    ANY,
    DOUBLES,
    INTEGER,
    INTEGERS,
    LOGICAL,
    MATRIX,
    NULL,
    STRING,
    STRINGS,
    Kind,
    record,
)
from ._looks import (
    LABELS,
    STYLE,
    Look,
    Options,
    labels,
    options_of,
    say_ignored,
)
from ._pyexpr import Line, Py, Refused, call, fill, literal, name
from ._tools import strings_literal

if TYPE_CHECKING:
    from ._statements import Dest
    from ._translate import Translator

TABLE = graphics = Table("graphics")

_TYPES = ("p", "l", "b", "o", "n", "h", "s", "S", "c")
_HIST = record(
    (
        ("breaks", DOUBLES),
        ("counts", INTEGERS),
        ("density", DOUBLES),
        ("mids", DOUBLES),
        ("xname", STRING),
        ("equidist", LOGICAL),
    )
)
_BOXES = record(
    (
        ("stats", MATRIX),
        ("n", DOUBLES),
        ("conf", MATRIX),
        ("out", DOUBLES),
        ("group", DOUBLES),
        ("names", STRINGS),
    )
)


def done(t: Translator, dest: Dest) -> bool:
    """Finish a call that only draws: its value is NULL, unseen."""
    if dest.how in ("assign", "return"):
        t.deliver(literal(None, NULL), dest, invisible=True)
    return True


def words_of(values: dict[str, Py]) -> str:
    return "".join(f", {key.replace('.', '_')}={short(v)}" for key, v in values.items())


def short(value: Py) -> str:
    """Return a value's text, an array that is written out as a list."""
    return strings_literal(value).text


def wants_new(options: Options) -> bool:
    """Whether a plot begins: not with ``add = TRUE``."""
    added = options.pop("add", None)
    if added is None:
        return True
    if not isinstance(added, r.Bool):
        raise Refused("add must be written TRUE or FALSE")
    return not added.value


# Points and lines


def _is_plain(kind: Kind) -> bool:
    return kind.shape == "vector" and kind.mode in ("double", "integer", "logical")


def both_plain(x: Py, y: Py | None) -> bool:
    if y is None:
        return _is_plain(x.kind) and not x.kind.names  # a table has names
    if x.kind.is_scalar and y.kind.is_scalar:
        return x.kind.numeric and y.kind.numeric
    return _is_plain(x.kind) and _is_plain(y.kind)


def draw(t: Translator, x: Py, y: Py | None, way: str | Py, options: Options) -> None:
    """Emit points or lines into the present plot."""
    look = Look(t, options)
    if not isinstance(way, str) or not look.simple or not both_plain(x, y) or way in "Sc":
        shown = f", type={way.text if isinstance(way, Py) else repr(way)}"
        second = "" if y is None else f", {y.text}"
        t.emit(Line(f"rv.draw({x.text}{second}{shown}{words_of(look.r_words())})"))
        return
    if y is None:
        x = named_once(t, x, "heights")
        first, second = f"np.arange(1, len({x.text}) + 1)", x.text
    else:
        first, second = short(x), short(y)
    form, words = look.plain(lines=way in "lbohs", marks=way in "pbo")
    if way == "n":
        t.emit(Line(f"plt.plot({first}, {second}, linestyle='None')"))
    elif way == "h":
        t.emit(Line(f"plt.vlines({first}, 0, {second}{look.line_words()})"))
    elif way == "s":
        t.emit(Line(f"plt.step({first}, {second}, where='post'{look.line_words()})"))
    else:
        shape = f", {form!r}" if form not in ("-", "") else ""
        t.emit(Line(f"plt.plot({first}, {second}{shape}{words})"))


def named_once(t: Translator, value: Py, stem: str) -> Py:
    """Return a value that may be written twice."""
    import ast

    if isinstance(value.node, (ast.Name, ast.Attribute)):
        return value
    held = t.temporary(stem)
    t.emit(Line(f"{held} = {value.text}"))
    return name(held, value.kind, alias=False)


def _two_columns(t: Translator, value: Py) -> tuple[Py, Py]:
    """Return the first two columns of a matrix as x and y."""
    value = named_once(t, value, "places")
    columns = [fill(f"X[:, {k}]", DOUBLES, X=value) for k in (0, 1)]
    return columns[0], columns[1]


def way_of(t: Translator, data: Options, default: str) -> str | Py:
    if "type" not in data:
        return default
    value = t.expr(data["type"])
    known = value.kind.const
    if known is None:
        return value
    if known not in _TYPES:
        raise Refused(f"R's plots have no type {known!r}")
    return str(known)


def _formula_sides(t: Translator, data: Options, options: Options) -> tuple[Py, Py] | None:
    """Return x and y of ``y ~ x``, from a data frame if one is given."""
    formula = data.get("x") if "x" in data else options.pop("formula", None)
    if not isinstance(formula, r.Formula):
        return None
    frame = options.pop("data", None)
    if frame is None and "y" in data:
        frame = data.pop("y")
    if "subset" in options:
        raise Refused("the argument subset of a plot has no translation")
    if formula.left is None:
        raise Refused("a plot of a formula without a left side has no translation")
    if any(isinstance(n, r.Binary) and n.op in "+*:|" for n in (formula.right,)):
        raise Refused("a plot of a formula with several terms has no translation")
    return _in_frame(t, formula.right, frame), _in_frame(t, formula.left, frame)


def _in_frame(t: Translator, node: r.Node, frame: r.Node | None) -> Py:
    if frame is None:
        return t.expr(node)
    from ._columns import in_frame

    return t.expr(in_frame(t, node, frame))


@graphics.statement("plot plot.default")
def _plot(t: Translator, node: r.Call, dest: Dest) -> bool:
    data, options = options_of(node, ("x", "y", "type"))
    first = data.get("x")
    if first is None and "formula" not in options:
        raise Refused("a plot of nothing")
    if isinstance(first, (r.Null, r.Missing)):
        _empty_plot(t, options)
        return done(t, dest)
    sides = _formula_sides(t, data, options)
    if sides is not None:
        x, y = sides
    else:
        assert first is not None
        value = t.expr(first)
        if value.kind.tag in t.library.plots:
            t.library.plots[value.kind.tag](t, value, node)
            return done(t, dest)
        x, second = value, data.get("y")
        y = None if second is None else t.expr(second)  # type: ignore[assignment]
        if y is not None and y.kind.shape == "null":
            y = None
    if x.kind.shape in ("result", "list") and x.kind.tag:
        raise Refused("a plot of this value has no translation")
    begins = wants_new(options)
    if x.kind.shape == "matrix" and y is None:
        x, y = _two_columns(t, x)
    if sides is None and x.kind.shape == "function":
        if "type" in data and not any(arg.name == "type" for arg in node.args):
            options["to"] = data.pop("type")  # the third value of plot(f, from, to)
        _plot_function(t, x, y, options, begins=begins)
        return done(t, dest)
    if both_plain(x, y):
        if begins:
            t.emit(Line("rv.new_plot()"))
        draw(t, x, y, way_of(t, data, "p"), options)
    else:
        words: dict[str, Py] = {}
        if y is not None:
            words["y"] = y
        if "type" in data:
            words["type"] = t.expr(data["type"])
        look = Look(t, options)
        if x.kind.shape == "factor":
            look.values = {k: v for k, v in look.values.items() if k == "col"}
        words |= look.r_words()
        for key in ("hang", "labels"):
            if key in options:
                words[key] = t.expr(options.pop(key))
        if not begins:
            words["add"] = fill("True")
        t.emit(Line(f"rv.plot({x.text}{words_of(words)})"))
    say_ignored(t, options, (*STYLE, *LABELS))
    labels(t, options)
    return done(t, dest)


def _plot_function(
    t: Translator, f: Py, start: Py | None, options: Options, *, begins: bool
) -> None:
    """``plot(f, from, to)``."""
    words = {"start": start} if start is not None else {}
    for key, word in (("from", "start"), ("to", "end"), ("n", "n")):
        if key in options:
            words[word] = t.expr(options.pop(key))
    if "xlim" in options and not words:
        words = {
            "start": fill("X[0]", X=t.expr(options["xlim"])),
            "end": fill("X[1]", X=t.expr(options["xlim"])),
        }
    words |= Look(t, options).r_words()
    if not begins:
        words["add"] = fill("True")
    t.emit(Line(f"rv.curve({f.text}{words_of(words)})"))
    say_ignored(t, options, (*STYLE, *LABELS))
    labels(t, options)


def _empty_plot(t: Translator, options: Options) -> None:
    t.emit(Line("rv.new_plot()"))
    say_ignored(t, options, (*STYLE, *LABELS))
    labels(t, options)


@graphics.statement("plot.new frame")
def _new(t: Translator, node: r.Call, dest: Dest) -> bool:
    t.emit(Line("rv.new_plot()"))
    return done(t, dest)


@graphics.statement("plot.window")
def _window(t: Translator, node: r.Call, dest: Dest) -> bool:
    data, options = options_of(node, ("xlim", "ylim", "log", "asp"))
    labels(t, data)
    say_ignored(t, options, ())
    return done(t, dest)


@graphics.statement("with")
def _with(t: Translator, node: r.Call, dest: Dest) -> bool:
    """``with(data, plot(x, y))``: other uses have a value."""
    from ._columns import in_frame

    values = [arg.value for arg in node.args]
    if len(values) != 2 or values[0] is None or values[1] is None:
        return False
    inner = values[1]
    if not isinstance(inner, r.Call) or not isinstance(inner.function, r.Name):
        return False
    word = inner.function.name
    if word not in graphics.statements or word == "with" or t.is_own(word):
        return False
    t.into(in_frame(t, inner, values[0]), dest)
    return True


@graphics.statement("lines points")
def _lines(t: Translator, node: r.Call, dest: Dest) -> bool:
    assert isinstance(node.function, r.Name)
    data, options = options_of(node, ("x", "y", "type"))
    sides = _formula_sides(t, data, options)
    if sides is None:
        if "x" not in data:
            raise Refused("lines of nothing")
        x = t.expr(data["x"])
        y = t.expr(data["y"]) if "y" in data else None
    else:
        x, y = sides
    way = way_of(t, data, "l" if node.function.name == "lines" else "p")
    if y is None and x.kind.shape in ("function", "other", "any", "dict") and "type" not in data:
        words = {"type": literal(way, STRING)} if isinstance(way, str) else {"type": way}
        words |= Look(t, options).r_words()
        t.emit(Line(f"rv.plot({x.text}{words_of(words)}, add=True)"))
    else:
        if x.kind.shape == "matrix" and y is None:
            x, y = _two_columns(t, x)
        draw(t, x, y, way, options)
    say_ignored(t, options, STYLE)
    return done(t, dest)


@graphics.statement("matplot matlines matpoints")
def _matplot(t: Translator, node: r.Call, dest: Dest) -> bool:
    assert isinstance(node.function, r.Name)
    data, options = options_of(node, ("x", "y", "type", "lty", "lwd", "lend", "pch", "col", "cex"))
    data.pop("lend", None)
    begins = wants_new(options) and node.function.name == "matplot"
    if node.function.name == "matlines" and "type" not in data:
        data["type"] = r.Str(node.span, "l")
    x = t.expr(data.pop("x"))
    words = {key: t.expr(value) for key, value in data.items()}
    if not begins:
        words["add"] = fill("True")
    t.emit(Line(f"rv.matplot({x.text}{words_of(words)})"))
    say_ignored(t, options, LABELS)
    labels(t, options)
    return done(t, dest)


# Plots with a value


def _histogram(t: Translator, node: r.Call) -> tuple[Py, Options]:
    data, options = options_of(node, ("x", "breaks", "freq", "probability"))
    if "x" not in data:
        raise Refused("hist() of nothing")
    x = t.expr(data["x"])
    words: dict[str, Py] = {}
    if "breaks" in data:
        words["breaks"] = t.expr(data["breaks"])
    for key, wanted in (("freq", True), ("probability", False), ("prob", False)):
        found = data.get(key) or options.pop(key, None)
        if found is not None:
            value = t.expr(found)
            words["freq"] = value if wanted else fill("not X", LOGICAL, X=value)
            if isinstance(value.kind.const, bool):
                words["freq"] = literal(value.kind.const is wanted, LOGICAL)
    if "include.lowest" in options:
        raise Refused("the argument include.lowest of hist() has no translation")
    if "nclass" in options:
        words["breaks"] = t.expr(options.pop("nclass"))
    for key in ("right", "plot"):
        if key in options:
            words[key] = t.expr(options.pop(key))
    for key in ("col", "border"):
        if key in options:
            words[key] = shade(t, options.pop(key))
    if not wants_new(options):
        words["add"] = fill("True")
    return Py(fill(f"rv.hist(X{words_of(words)})", X=x).node, _HIST), options


def shade(t: Translator, node: r.Node) -> Py:
    """Return a colour as R has it, for functions that look at it at run time."""
    return literal("none", STRING) if isinstance(node, r.Missing) else t.expr(node)


@graphics.statement("hist hist.default")
def _hist(t: Translator, node: r.Call, dest: Dest) -> bool:
    value, options = _histogram(t, node)
    if dest.how in ("assign", "return", "print"):
        said = next((a.value for a in node.args if a.name in (None, "x")), None)
        if dest.how != "print" and said is not None:
            text = literal(" ".join(t.text_of(said).split()), STRING)
            value = Py(fill("F", F=value).node, value.kind)
            value.node.keywords.append(_keyword("xname", text))  # type: ignore[attr-defined]
    t.deliver(value, dest, invisible=True)
    say_ignored(t, options, LABELS)
    labels(t, options)
    return True


def _keyword(key: str, value: Py) -> Any:
    import ast

    return ast.keyword(key, value.node)


@graphics("hist", "...", lazy=True)
def _hist_value(t: Translator, dots: list[r.Arg]) -> Py:
    node = r.Call(r.Span(0, 0, 0, 0), r.Name(r.Span(0, 0, 0, 0), "hist"), dots)
    value, options = _histogram(t, node)
    if set(options) & set(LABELS):
        raise Refused("hist() with labels inside an expression has no translation")
    return value


_BARS = ("height", "width", "space", "names.arg", "legend.text", "beside", "horiz", "density",
         "angle", "col", "border")  # fmt: skip


def _bars(t: Translator, node: r.Call) -> tuple[Py, Options]:
    data, options = options_of(node, _BARS)
    if "height" not in data or isinstance(data["height"], r.Formula):
        raise Refused("barplot() of a formula has no translation")
    height = t.expr(data.pop("height"))
    if "offset" in options or "log" in options:
        raise Refused("bars that do not begin at 0 have no translation")
    words = {}
    for key in ("names.arg", "beside", "horiz", "width", "space", "legend.text"):
        found = data.get(key)
        if key == "legend.text" and found is None:
            found = options.pop("legend", None)
        if found is not None:
            words[key] = t.expr(found)
    for key in ("col", "border"):
        if key in data:
            words[key] = shade(t, data[key])
    if "plot" in options:
        words["plot"] = t.expr(options.pop("plot"))
    if not wants_new(options):
        words["add"] = fill("True")
    for key in ("density", "angle"):
        if key in data:
            options[key] = data[key]
    kind = MATRIX if height.kind.shape in ("vector", "scalar") else ANY
    return Py(fill(f"rv.barplot(X{words_of(words)})", X=height).node, kind), options


@graphics.statement("barplot")
def _barplot(t: Translator, node: r.Call, dest: Dest) -> bool:
    value, options = _bars(t, node)
    t.deliver(value, dest, invisible=True)
    say_ignored(t, options, LABELS)
    labels(t, options)
    return True


@graphics("barplot", "...", lazy=True)
def _barplot_value(t: Translator, dots: list[r.Arg]) -> Py:
    span = r.Span(0, 0, 0, 0)
    value, options = _bars(t, r.Call(span, r.Name(span, "barplot"), dots))
    if set(options) & set(LABELS):
        raise Refused("barplot() with labels inside an expression has no translation")
    return value


_BOX_WORDS = {"range": "reach", "names": "names", "plot": "plot", "horizontal": "horizontal",
              "col": "col", "notch": "notch", "outline": "outline", "at": "at"}  # fmt: skip


@graphics.statement("boxplot boxplot.default stripchart")
def _boxplot(t: Translator, node: r.Call, dest: Dest) -> bool:
    assert isinstance(node.function, r.Name)
    value, options = _boxes(t, node.function.name, node.args)
    if node.function.name == "stripchart":
        t.emit(Line(value.text))
        done(t, dest)
    else:
        t.deliver(value, dest, invisible=True)
    say_ignored(t, options, LABELS)
    labels(t, options)
    return True


@graphics("boxplot", "...", lazy=True)
def _boxplot_value(t: Translator, dots: list[r.Arg]) -> Py:
    value, options = _boxes(t, "boxplot", dots)
    if set(options) & set(LABELS):
        raise Refused("boxplot() with labels inside an expression has no translation")
    return value


def _boxes(t: Translator, word: str, args: list[r.Arg]) -> tuple[Py, Options]:
    """Return the call that draws boxes, or strips of points, and what it leaves to labels."""
    parts: list[Py] = []
    options: Options = {}
    formula: r.Formula | None = None
    for arg in args:
        if arg.value is None:
            raise Refused("an argument is left empty")
        if isinstance(arg.value, r.Formula):
            formula = arg.value
        elif arg.name in (None, "x"):
            if formula is not None and arg.name is None:
                options["data"] = arg.value
            else:
                parts.append(t.expr(arg.value))
        else:
            options[arg.name] = arg.value
    frame = options.pop("data", None)
    if "subset" in options:
        raise Refused("the argument subset of a plot has no translation")
    if formula is not None:
        parts = [_split_by(t, formula, frame)]
    if not parts:
        raise Refused(f"{word}() of nothing")
    words: dict[str, Py] = {}
    if word == "stripchart":
        for key in ("method", "jitter", "vertical", "group.names", "pch", "col", "cex"):
            if key in options:
                words[key] = t.expr(options.pop(key))
        method = words.get("method")
        if method is not None and method.kind.const == "jitter":
            t.draw()
    else:
        for key, python in _BOX_WORDS.items():
            if key in options:
                words[python] = t.expr(options.pop(key))
    if not wants_new(options):
        words["add"] = fill("True")
    function = "rv.stripchart" if word == "stripchart" else "rv.boxplot"
    return Py(fill(f"{function}(*XS{words_of(words)})", XS=parts).node, _BOXES), options


def _split_by(t: Translator, formula: r.Formula, frame: r.Node | None) -> Py:
    """Return the values of ``y ~ group``, and of ``y ~ a * b`` by both, as a list by group."""
    if formula.left is None:
        raise Refused("a plot of a formula without a left side has no translation")
    y = _in_frame(t, formula.left, frame)
    right = formula.right
    if isinstance(right, r.Num):
        return fill("{'1': Y}", Y=y)
    factors: list[Py] = []
    while isinstance(right, r.Binary) and right.op in ("+", "*", ":"):
        factors.insert(0, _in_frame(t, right.right, frame))
        right = right.left
    factors.insert(0, _in_frame(t, right, frame))
    group = factors[0] if len(factors) == 1 else call("rv.interaction", factors)
    return call("rv.split", [y, group])


@graphics("boxplot.stats", "x", "coef", "...")
def _box_stats(t: Translator, x: Py, coef: Py | None, dots: object) -> Py:
    items = (("stats", DOUBLES), ("n", INTEGER), ("conf", DOUBLES),
             ("out", DOUBLES))  # fmt: skip
    kind = record(items)
    return call("rv.boxplot_stats", [x] if coef is None else [x, coef], kind)


@graphics("pretty", "x", "n")
def _pretty(t: Translator, x: Py, n: Py | None) -> Py:
    return call("rv.pretty", [x], DOUBLES, n=n)


@graphics.statement("qqnorm qqline")
def _qq(t: Translator, node: r.Call, dest: Dest) -> bool:
    assert isinstance(node.function, r.Name)
    data, options = options_of(node, ("y",))
    words = Look(t, options).r_words()
    if node.function.name == "qqline":
        t.emit(Line(f"rv.qqline({t.expr(data['y']).text}{words_of(words)})"))
        say_ignored(t, options, STYLE)
        return done(t, dest)
    if "plot.it" in options:
        words["plot"] = t.expr(options.pop("plot.it"))
    kind = record((("x", DOUBLES), ("y", DOUBLES)))
    value = fill(f"rv.qqnorm(X{words_of(words)})", X=t.expr(data["y"]))
    t.deliver(value.of(kind), dest, invisible=True)
    say_ignored(t, options, (*STYLE, *LABELS))
    labels(t, options)
    return True


__all__ = ["TABLE"]
