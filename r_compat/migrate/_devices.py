"""Devices, panels and settings of R's graphics, and its colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _rast as r
from ._functions import Table
from ._graphics import done
from ._kinds import ANY, DICT, FUNCTION, INTEGER, INTEGERS, MATRIX, STRING, STRINGS, Kind
from ._looks import options_of
from ._pyexpr import Line, Py, Refused, call, constant_of, fill, literal
from ._tools import DONE, array_literal, strings_literal

if TYPE_CHECKING:
    from ._statements import Dest
    from ._translate import Translator

TABLE = devices = Table("grDevices")

_FILES = {"pdf": "Rplots.pdf", "svg": "Rplot%03d.svg", "postscript": "Rplots.ps",
          "cairo_pdf": "Rplot%03d.pdf", "png": "Rplot%03d.png", "jpeg": "Rplot%03d.jpeg",
          "tiff": "Rplot%03d.tiff", "bmp": "Rplot%03d.bmp"}  # fmt: skip
_ENDINGS = {"pdf": (".pdf",), "svg": (".svg",), "postscript": (".ps", ".eps"),
            "cairo_pdf": (".pdf",), "png": (".png",), "jpeg": (".jpg", ".jpeg"),
            "tiff": (".tif", ".tiff"), "bmp": (".bmp",)}  # fmt: skip
_FORMATS = {"postscript": "ps", "cairo_pdf": "pdf"}
_KEPT = "margins, sizes of text and such of par() are kept but not used: matplotlib has its own"


# Panels and settings


@devices.statement("par")
def _par(t: Translator, node: r.Call, dest: Dest) -> bool:
    wanted = dest.how in ("assign", "return") or (dest.how == "print" and not _sets(node))
    if not wanted and len(node.args) == 1 and node.args[0].name in ("mfrow", "mfcol"):
        _panels(t, node.args[0])
        return True
    t.deliver(_settings(t, node.args), dest, invisible=not wanted or _sets(node))
    return True


def _sets(node: r.Call) -> bool:
    return any(arg.name not in (None, "no.readonly") for arg in node.args)


@devices("par", "...", lazy=True)
def _par_value(t: Translator, dots: list[r.Arg]) -> Py:
    return _settings(t, dots)


def _settings(t: Translator, args: list[r.Arg]) -> Py:
    """Return the call that sets or asks for parameters."""
    named = [arg for arg in args if arg.name is not None and arg.name != "no.readonly"]
    other = [arg for arg in args if arg.name is None]
    if not args or (not named and not other):
        return call("rv.all_par", [], DICT)
    if named and other:
        raise Refused("par() that sets and asks at once has no translation")
    if other:
        value = t.expr(other[0].value)
        known = value.kind.const
        if len(other) == 1 and isinstance(known, str):
            if known == "usr":
                t.note("the limits of a plot are matplotlib's and not R's")
            return call("rv.par_value", [value], ANY)
        if len(other) == 1 and value.kind.shape in ("dict", "any", "never"):
            return call("rv.restore_par", [value], DONE)
        raise Refused("par() of several names has no translation")
    words = {}
    for arg in named:
        assert arg.name is not None
        value = t.expr(arg.value)
        words[arg.name.replace(".", "_")] = _pair(value, whole=arg.name in ("mfrow", "mfcol"))
        if arg.name not in ("mfrow", "mfcol", "new", "ask"):
            t.note(_KEPT, once=True)
    return call("rv.par", [], DICT, **words)


def _pair(value: Py, *, whole: bool) -> Py:
    """Return an array that is written out as a list."""
    listed = array_literal(value)
    if listed is None:
        return value
    numbers = [constant_of(e) for e in listed.elts]
    if whole and None not in numbers:
        return fill("[*XS]", value.kind, XS=[literal(int(n or 0)) for n in numbers])
    return Py(listed, value.kind)


def _panels(t: Translator, arg: r.Arg) -> None:
    value = t.expr(arg.value)
    extents = array_literal(value)
    column = ", by_column=True" if arg.name == "mfcol" else ""
    if extents is not None and len(extents.elts) == 2:
        numbers = [constant_of(e) for e in extents.elts]
        if None not in numbers:
            t.emit(Line(f"rv.panels({int(numbers[0] or 1)}, {int(numbers[1] or 1)}{column})"))
            return
    t.emit(Line(f"rv.panels(*{value.text}{column})"))


@devices.statement("layout")
def _layout(t: Translator, node: r.Call, dest: Dest) -> bool:
    data, _ = options_of(node, ("mat", "widths", "heights", "respect"))
    if "mat" not in data:
        raise Refused("layout() without a matrix")
    for key in ("widths", "heights"):
        if key in data and any(
            isinstance(n, r.Call) and getattr(n.function, "name", "") == "lcm"
            for n in r.walk(data[key])
        ):
            raise Refused("sizes in centimetres of layout() have no translation")
    words = {key: t.expr(data[key]) for key in ("widths", "heights") if key in data}
    value = call("rv.layout", [t.expr(data["mat"])], INTEGER, **words)
    t.deliver(value, dest, invisible=True)
    return True


@devices.statement("layout.show dev.set dev.flush dev.hold")
def _nothing(t: Translator, node: r.Call, dest: Dest) -> bool:
    return done(t, dest)


# Devices


@devices.statement("pdf png jpeg svg tiff bmp postscript cairo_pdf")
def _device(t: Translator, node: r.Call, dest: Dest) -> bool:
    assert isinstance(node.function, r.Name)
    word = node.function.name
    pixels = word in ("png", "jpeg", "tiff", "bmp")
    params = ("filename" if word != "pdf" and word != "postscript" else "file", "width", "height")
    if word == "postscript":
        data, _ = options_of(node, ("file",))
        data |= {k: v for k, v in _.items() if k in ("width", "height")}
    else:
        data, _ = options_of(node, (*params, "units") if pixels else params)
    if pixels:
        data |= {k: v for k, v in _.items() if k == "res"}
    file = data.get("filename") or data.get("file") or _.get("file")
    if isinstance(file, r.Null):
        path = literal(None)
    else:
        path = literal(_FILES[word], STRING) if file is None else t.expr(file)
    sizes = ("width", "height", "units", "res")
    words: dict[str, Py] = {key: t.expr(data[key]) for key in sizes if key in data}
    known = path.kind.const if file is not None else _FILES[word]
    if not isinstance(known, str) or not known.lower().endswith(_ENDINGS[word]):
        words["device"] = literal(_FORMATS.get(word, word), STRING)
    t.emit(Line(call("rv.open_device", [path], ANY, **words).text))
    return done(t, dest)


@devices.statement("dev.off graphics.off")
def _close(t: Translator, node: r.Call, dest: Dest) -> bool:
    assert isinstance(node.function, r.Name)
    if node.function.name == "graphics.off":
        t.emit(Line("rv.close_all_devices()"))
        return done(t, dest)
    value = call("rv.close_device", [], INTEGERS)
    if dest.how in ("assign", "return"):
        t.deliver(value, dest)
    else:
        t.emit(Line(value.text))
    return True


@devices("dev.off", "which")
def _close_value(t: Translator, which: Py | None) -> Py:
    return call("rv.close_device", [], INTEGERS)


@devices.statement("dev.new x11 X11 windows quartz")
def _screen(t: Translator, node: r.Call, dest: Dest) -> bool:
    return done(t, dest)  # a figure is made by the first plot


# Colours


def _many(value: Py | None) -> Kind:
    return STRING if value is not None and value.kind.is_scalar else STRINGS


@devices("rainbow", "n", "s", "v", "start", "end", "alpha", "rev")
def _rainbow(t: Translator, n: Py, rev: Py | None = None, **words: Py | None) -> Py:
    if rev is not None:
        raise Refused("the argument rev of rainbow() has no translation")
    return call("rv.rainbow", [n], STRINGS, **words)


@devices("heat.colors", "n", "alpha")
def _heat_colors(t: Translator, n: Py, alpha: Py | None = None) -> Py:
    return call("rv.heat_colors", [n], STRINGS, alpha=alpha)


@devices("terrain.colors", "n")
def _terrain_colors(t: Translator, n: Py) -> Py:
    return call("rv.terrain_colors", [n], STRINGS)


@devices("topo.colors", "n")
def _topo_colors(t: Translator, n: Py) -> Py:
    return call("rv.topo_colors", [n], STRINGS)


@devices("cm.colors", "n")
def _cm_colors(t: Translator, n: Py) -> Py:
    return call("rv.cm_colors", [n], STRINGS)


@devices("gray.colors grey.colors", "n", "start", "end", "gamma")
def _gray_colors(t: Translator, n: Py, **words: Py | None) -> Py:
    return call("rv.gray_colors", [n], STRINGS, **words)


@devices("gray grey", "level", "alpha")
def _gray(t: Translator, level: Py, alpha: Py | None = None) -> Py:
    return call("rv.gray", [level], _many(level), alpha=alpha)


@devices("hcl.colors", "n", "palette", "alpha", "rev")
def _hcl_colors(t: Translator, n: Py, palette: Py | None, alpha: Py | None, rev: Py | None) -> Py:
    if alpha is not None:
        raise Refused("the argument alpha of hcl.colors() has no translation")
    if palette is not None and str(palette.kind.const).lower() != "viridis":
        t.note("these colours are matplotlib's of that name and not R's very colours")
    parts = [n] if palette is None else [n, palette]
    return call("rv.hcl_colors", parts, STRINGS, rev=rev)


@devices("rgb", "red", "green", "blue", "alpha", "names", "maxColorValue")
def _rgb(t: Translator, red: Py, maxColorValue: Py | None = None, **words: Py | None) -> Py:
    parts = [red] + [p for p in (words["green"], words["blue"], words["alpha"]) if p is not None]
    gap = [words["green"] is None, words["blue"] is None]
    alpha = None
    if any(gap) and words["alpha"] is not None:
        parts, alpha = [red], words["alpha"]
    scalar = all(p.kind.is_scalar for p in parts) and len(parts) > 1
    kind = STRING if scalar else STRINGS
    if words["names"] is not None:
        kind = STRINGS
    return call("rv.rgb", parts, kind, alpha=alpha, names=words["names"], max_value=maxColorValue)


@devices("hsv", "h", "s", "v", "alpha")
def _hsv(t: Translator, **words: Py | None) -> Py:
    many = any(w is not None and not w.kind.is_scalar for w in words.values())
    return call("rv.hsv", [], STRINGS if many else STRING, **words)


@devices("hcl", "h", "c", "l")
def _hcl(t: Translator, **words: Py | None) -> Py:
    many = any(w is not None and not w.kind.is_scalar for w in words.values())
    return call("rv.hcl", [], STRINGS if many else STRING, **words)


@devices("adjustcolor", "col", "alpha.f")
def _adjustcolor(t: Translator, col: Py, alpha_f: Py | None) -> Py:
    return call("rv.adjustcolor", [col, *([] if alpha_f is None else [alpha_f])], _many(col))


@devices("col2rgb", "col", "alpha")
def _col2rgb(t: Translator, col: Py, alpha: Py | None) -> Py:
    kind = MATRIX.with_(mode="integer")
    return call("rv.col2rgb", [col, *([] if alpha is None else [alpha])], kind)


@devices("colorRampPalette", "colors", "...")
def _ramp_palette(t: Translator, colors: Py, dots: list[tuple[str | None, Py]]) -> Py:
    if dots:
        raise Refused("colorRampPalette() with options has no translation")
    return call("rv.color_ramp_palette", [strings_literal(colors)], FUNCTION)


@devices("colorRamp", "colors", "...")
def _ramp(t: Translator, colors: Py, dots: list[tuple[str | None, Py]]) -> Py:
    if dots:
        raise Refused("colorRamp() with options has no translation")
    return call("rv.color_ramp", [strings_literal(colors)], FUNCTION)


@devices.statement("palette")
def _palette_statement(t: Translator, node: r.Call, dest: Dest) -> bool:
    args = [t.expr(arg.value) for arg in node.args]
    if args and isinstance(args[0].kind.const, str) and args[0].kind.const not in ("default", "R4"):
        raise Refused("palettes of R by name have no translation")
    t.deliver(call("rv.palette", args, STRINGS), dest, invisible=bool(args))
    return True


@devices("palette", "value")
def _palette(t: Translator, value: Py | None) -> Py:
    if value is not None:
        raise Refused("palette() that sets colours inside an expression has no translation")
    return call("rv.palette", [], STRINGS)


@devices("colors colours", "distinct")
def _colors(t: Translator, distinct: Py | None) -> Py:
    raise Refused("the list of R's colours has no translation")


@devices("n2mfrow", "nr.plots")
def _n2mfrow(t: Translator, nr_plots: Py) -> Py:
    raise Refused("n2mfrow() has no translation")


__all__ = ["TABLE"]
