"""Additions to a plot of base graphics: lines across, texts, legends, axes, shapes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _rast as r
from ._functions import Table
from ._graphics import both_plain, done, named_once, shade, short, words_of
from ._kinds import STRING
from ._looks import STYLE, Look, color_of, label_text, labels, options_of, say_ignored
from ._pyexpr import Line, Py, Refused, Suite, call, fill, literal
from ._tools import strings_literal

if TYPE_CHECKING:
    from ._statements import Dest
    from ._translate import Translator

TABLE = graphics = Table("graphics")


@graphics.statement("abline")
def _abline(t: Translator, node: r.Call, dest: Dest) -> bool:
    data, options = options_of(node, ("a", "b", "h", "v", "reg", "coef", "untf"))
    look = Look(t, options)
    values = {key: t.expr(node) for key, node in data.items() if key != "untf"}
    say_ignored(t, options, STYLE)
    if "reg" in values:
        values["coef"] = values.pop("reg")
    level_only = set(values) <= {"h", "v"}
    sloped = set(values) == {"a", "b"} and all(v.kind.is_scalar for v in values.values())
    if not look.simple or not (level_only or sloped):
        t.emit(Line(f"rv.abline({words_of({**values, **look.r_words()})[2:]})"))
        return done(t, dest)
    style = look.line_words()
    if sloped:
        t.emit(Line(f"plt.axline((0, {values['a'].text}), slope={values['b'].text}{style})"))
    for key, word in (("h", "axhline"), ("v", "axvline")):
        if key not in values:
            continue
        value = values[key]
        if value.kind.is_scalar:
            t.emit(Line(f"plt.{word}({value.text}{style})"))
            continue
        if value.kind.shape != "vector":
            value = call("rv.vector", [value])
        level = t.temporary("level")
        t.emit(Suite(f"for {level} in {value.text}:", [Line(f"plt.{word}({level}{style})")]))
    return done(t, dest)


_LEGEND = ("x", "y", "legend", "fill", "col", "border", "lty", "lwd", "pch")
_LEGEND_MORE = ("pt.bg", "bty", "ncol", "horiz", "title", "cex")


@graphics.statement("legend")
def _legend(t: Translator, node: r.Call, dest: Dest) -> bool:
    data, options = options_of(node, _LEGEND)
    texts = data.pop("legend", None)
    if texts is None:
        texts = data.pop("y", None)
    if texts is None or "x" not in data:
        raise Refused("a legend without texts")
    parts = [t.expr(data.pop("x"))]
    if "y" in data:
        parts.append(t.expr(data.pop("y")))
    data.pop("border", None)
    words = {"labels": _legend_texts(t, texts)}
    words |= {key: t.expr(value) for key, value in data.items()}
    for key in _LEGEND_MORE:
        if key in options:
            found = options.pop(key)
            title = label_text(t, found) if key == "title" else t.expr(found)
            if title is not None:
                words[key] = title
    say_ignored(t, options, ())
    t.emit(Line(fill(f"rv.legend(*XS{words_of(words)})", XS=parts).text))
    return done(t, dest)


def _is_expression(node: r.Node, *words: str) -> bool:
    return (
        isinstance(node, r.Call)
        and isinstance(node.function, r.Name)
        and node.function.name in ("expression", *words)
    )


def _legend_texts(t: Translator, node: r.Node) -> Py:
    if _is_expression(node) and not t.is_own("expression"):
        assert isinstance(node, r.Call)
        made = [
            label_text(t, r.Call(node.span, node.function, [arg])) or literal("", STRING)
            for arg in node.args
        ]
        return fill("[*XS]", XS=made)
    return strings_literal(t.expr(node))


@graphics.statement("text")
def _text(t: Translator, node: r.Call, dest: Dest) -> bool:
    data, options = options_of(
        node, ("x", "y", "labels", "adj", "pos", "offset", "vfont", "cex", "col")
    )
    if "x" not in data:
        raise Refused("text() without a place")
    for key in ("offset", "vfont", "adj"):
        if key in data:
            options[key] = data.pop(key)
    x = t.expr(data.pop("x"))
    y = t.expr(data.pop("y")) if "y" in data else None
    shown = data.pop("labels", None)
    if shown is None:
        text = None
    elif _is_expression(shown, "bquote"):
        text = label_text(t, shown)
    else:
        text = t.expr(shown)
    words = {key: t.expr(value) for key, value in data.items()}
    if "srt" in options:
        words["srt"] = t.expr(options.pop("srt"))
    say_ignored(t, options, ())
    one = (
        y is not None
        and text is not None
        and x.kind.is_scalar
        and y.kind.is_scalar
        and text.kind.is_scalar
    )
    place = words["pos"].kind.const if "pos" in words else 0
    if one and set(words) <= {"pos"} and place in (0, 1, 2, 3, 4):
        assert text is not None
        assert y is not None
        if text.kind.mode != "character":
            text = call("rv.as_character", [text])
        beside = {0: "ha='center', va='center'", 1: "ha='center', va='top'",
                  2: "ha='right', va='center'", 3: "ha='center', va='bottom'",
                  4: "ha='left', va='center'"}[int(place or 0)]  # fmt: skip
        t.emit(Line(f"plt.text({x.text}, {y.text}, {text.text}, {beside})"))
        return done(t, dest)
    parts = [x] if y is None else [x, y]
    if text is not None and text.kind.shape == "null":
        return done(t, dest)
    if text is not None:
        words = {"labels": text, **words}
    t.emit(Line(fill(f"rv.place_texts(*XS{words_of(words)})", XS=parts).text))
    return done(t, dest)


@graphics.statement("title")
def _title(t: Translator, node: r.Call, dest: Dest) -> bool:
    data, options = options_of(node, ("main", "sub", "xlab", "ylab"))
    outer = options.pop("outer", None)
    if isinstance(outer, r.Bool) and outer.value and "main" in data:
        value = label_text(t, data.pop("main"))
        if value is not None:
            t.emit(Line(f"plt.suptitle({value.text})"))
    labels(t, data)
    say_ignored(t, options, ())
    return done(t, dest)


@graphics.statement("mtext")
def _mtext(t: Translator, node: r.Call, dest: Dest) -> bool:
    data, options = options_of(node, ("text", "side", "line", "outer", "at", "adj"))
    value = label_text(t, data.pop("text")) if "text" in data else None
    words = {key: t.expr(found) for key, found in data.items() if not isinstance(found, r.Missing)}
    say_ignored(t, options, ())
    if value is not None:
        t.emit(Line(f"rv.margin_text({value.text}{words_of(words)})"))
    return done(t, dest)


@graphics.statement("axis")
def _axis(t: Translator, node: r.Call, dest: Dest) -> bool:
    data, options = options_of(node, ("side", "at", "labels", "tick"))
    side = t.expr(data["side"]).kind.const if "side" in data else None
    if side not in (1, 2, 3, 4):
        raise Refused("the side of axis() must be 1, 2, 3 or 4")
    axis = "x" if side in (1, 3) else "y"
    if side == 3:
        t.emit(Line("plt.gca().xaxis.tick_top()"))
    if side == 4:
        t.emit(Line("plt.gca().yaxis.tick_right()"))
    look = ""
    las = options.pop("las", None)
    turned = isinstance(las, r.Num) and las.value in ((2, 3) if axis == "x" else (0, 3))
    if turned and axis == "x":
        look = ", rotation=90"
    say_ignored(t, options, ())
    shown = data.get("labels")
    if "at" not in data:
        if isinstance(shown, r.Bool) and not shown.value:
            where = "bottom" if axis == "x" else "left"
            t.emit(Line(f"plt.tick_params(axis={axis!r}, label{where}=False)"))
        else:
            t.emit(Line(f"rv.show_axis({axis!r})"))
        return done(t, dest)
    at = t.expr(data["at"])
    places = at if at.kind.shape == "vector" else call("rv.vector", [at])
    texts = ""
    if isinstance(shown, r.Bool):
        texts = "" if shown.value else f", [''] * len({named_once(t, places, 'places').text})"
    elif shown is not None:
        value = _legend_texts(t, shown)
        if not (value.kind.shape == "vector" and value.kind.mode == "character") and not (
            _is_expression(shown)
        ):
            value = call("rv.vector", [call("rv.as_character", [value])])
        texts = f", {value.text}"
    t.emit(Line(f"plt.{axis}ticks({places.text}{texts}{look})"))
    return done(t, dest)


@graphics.statement("box")
def _box(t: Translator, node: r.Call, dest: Dest) -> bool:
    return done(t, dest)  # matplotlib's axes have one


@graphics.statement("grid")
def _grid(t: Translator, node: r.Call, dest: Dest) -> bool:
    data, options = options_of(node, ("nx", "ny", "col", "lty", "lwd"))
    numbers = {
        key: t.expr(data.pop(key))
        for key in ("nx", "ny")
        if not isinstance(data.get(key), (r.Null, type(None)))
    }
    look = Look(t, data)
    if not numbers and not look.values:
        t.emit(Line("plt.grid(True)"))
    else:
        t.emit(Line(f"rv.grid({words_of({**numbers, **look.r_words()})[2:]})"))
    say_ignored(t, options, ())
    return done(t, dest)


@graphics.statement("segments arrows rect")
def _between(t: Translator, node: r.Call, dest: Dest) -> bool:
    assert isinstance(node.function, r.Name)
    word = node.function.name
    ends = ("xleft", "ybottom", "xright", "ytop") if word == "rect" else ("x0", "y0", "x1", "y1")
    more: tuple[str, ...] = ("length", "angle", "code") if word == "arrows" else ()
    if word == "rect":
        more = ("density", "angle", "col", "border")
    data, options = options_of(node, (*ends, *more))
    if ends[0] not in data or ends[1] not in data:
        raise Refused(f"{word}() without a place")
    places = {key: t.expr(data.pop(key)) for key in ends if key in data}
    if word == "rect" and len(places) < 4:
        raise Refused("rect() without a place")
    data.pop("length", None)
    if "density" in data:
        options["density"] = data.pop("density")
        data.pop("angle", None)
    options |= {k: data.pop(k) for k in ("col",) if k in data}
    look = Look(t, {k: v for k, v in options.items() if k in ("col", "lty", "lwd")})
    words = {key: shade(t, value) for key, value in data.items()}
    say_ignored(t, options, ("col", "lty", "lwd"))
    if (
        word == "segments"
        and look.simple
        and len(places) == 4
        and all(place.kind.is_scalar for place in places.values())
    ):
        x0, y0, x1, y1 = (place.text for place in places.values())
        t.emit(Line(f"plt.plot([{x0}, {x1}], [{y0}, {y1}]{look.line_words()})"))
        return done(t, dest)
    given = words_of({**places, **words, **look.r_words()})[2:]
    t.emit(Line(f"rv.{word}({given})"))
    return done(t, dest)


@graphics.statement("symbols")
def _symbols(t: Translator, node: r.Call, dest: Dest) -> bool:
    """``symbols(circles = , inches = FALSE, add = TRUE)``: circles on the scale of the plot."""
    shapes = ("circles", "squares", "rectangles", "stars", "thermometers", "boxplots")
    data, options = options_of(node, ("x", "y", *shapes, "inches", "add", "fg", "bg"))
    wanted = {"inches": False, "add": True}
    given = {key: t.expr(data.pop(key)) for key in wanted if key in data}
    fits = all(key in given and given[key].kind.const is value for key, value in wanted.items())
    if not fits or "x" not in data or "circles" not in data or set(shapes[1:]) & set(data):
        raise Refused("symbols() other than circles that are added with inches = FALSE")
    place = [t.expr(data["x"]), t.expr(data["y"]) if "y" in data else literal(None)]
    words: dict[str, Any] = {key: shade(t, data[key]) for key in ("bg", "fg") if key in data}
    if "lwd" in options:
        words["lwd"] = t.expr(options["lwd"])
    say_ignored(t, options, ("lwd",))
    t.emit(Line(call("rv.circles", [*place, t.expr(data["circles"])], **words).text))
    return done(t, dest)


@graphics.statement("polygon")
def _polygon(t: Translator, node: r.Call, dest: Dest) -> bool:
    data, options = options_of(node, ("x", "y", "density", "angle", "border", "col", "lty"))
    if "x" not in data:
        raise Refused("polygon() without corners")
    x = t.expr(data["x"])
    y = t.expr(data["y"]) if "y" in data else None
    for key in ("density", "angle"):
        if key in data:
            options[key] = data[key]
    say_ignored(t, options, ("lwd",))
    look = Look(t, {k: v for k, v in {**options, **data}.items() if k in ("lty", "lwd")})
    shades = {key: data[key] for key in ("col", "border") if key in data}
    one = all(isinstance(v, r.Missing) or t.expr(v).kind.is_scalar for v in shades.values())
    if y is not None and both_plain(x, y) and one and not look.values:
        face = color_of(t, shades["col"]).text if "col" in shades else "'none'"
        edge = color_of(t, shades["border"]).text if "border" in shades else "'black'"
        t.emit(Line(f"plt.fill({short(x)}, {short(y)}, facecolor={face}, edgecolor={edge})"))
        return done(t, dest)
    words = {key: shade(t, value) for key, value in shades.items()} | look.r_words()
    second = "" if y is None else f", {y.text}"
    t.emit(Line(f"rv.polygon({x.text}{second}{words_of(words)})"))
    return done(t, dest)


@graphics.statement("rug")
def _rug(t: Translator, node: r.Call, dest: Dest) -> bool:
    data, options = options_of(node, ("x", "ticksize", "side"))
    words = {"side": t.expr(data["side"])} if "side" in data else {}
    t.emit(Line(f"rv.rug({t.expr(data['x']).text}{words_of(words)})"))
    say_ignored(t, options, ())
    return done(t, dest)


__all__ = ["TABLE"]
