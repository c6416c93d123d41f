"""ggplot2: plots as values of ``dagbag.r_compat.rvalues.ggplot2``, which matplotlib draws.

What only changes the look is left out with a note. So is a part that has no translation: the rest
of its plot is drawn all the same, and the note names what it lacks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from . import _rast as r
from ._calls import Bound
from ._functions import Table, match_arguments
from ._kinds import ANY, FRAME, Kind, other
from ._looks import label_text
from ._pyexpr import Line, Py, Refused, call, fill, literal, name
from ._tools import DONE, strings_literal

if TYPE_CHECKING:
    from ._statements import Dest
    from ._translate import Translator

TABLE = gg = Table("ggplot2")
gg.imports["ggplot2"] = "from dagbag.r_compat.rvalues import ggplot2"

_PLOT = other("ggplot")
_PART = other("ggplot part")
_SPARE = ("na.rm", "show.legend", "orientation", "key_glyph", "lineend", "linejoin", "arrow",
          "outlier.shape", "outlier.size", "outlier.colour", "outlier.color", "varwidth", "notch",
          "check_overlap", "hjust", "vjust", "nudge_x", "nudge_y", "angle", "family", "fontface",
          "stroke", "parse", "fatten", "trim")  # fmt: skip
_GEOMS = ("point", "jitter", "line", "path", "step", "area", "ribbon", "col", "bar", "histogram",
          "freqpoly", "density", "boxplot", "smooth", "tile", "raster", "text", "label", "errorbar",
          "linerange", "pointrange", "segment", "hline", "vline", "abline", "rect")  # fmt: skip
_PART_OF_PLOT = ("geom_", "stat_", "scale_", "coord_", "theme", "facet_", "annotat", "guide",
                 "labs", "lims", "xlim", "ylim", "xlab", "ylab", "ggtitle", "expand_")  # fmt: skip


# Plots and their sums


@gg("ggplot", "data", "mapping", "...", lazy=True)
def _ggplot(t: Translator, data: r.Node | None, mapping: r.Node | None, dots: list[r.Arg]) -> Py:
    frame = None if data is None or isinstance(data, r.Null) else t.expr(data)
    kind = FRAME if frame is None else frame.kind
    parts = [] if frame is None else [frame]
    given = None if mapping is None else _mapping(t, mapping, kind)
    if frame is None and given is not None:
        return call("ggplot2.ggplot", [], _PLOT, mapping=given)
    if given is not None:
        parts.append(given)
    return call("ggplot2.ggplot", parts, _PLOT.with_(item=kind))


def _sum(t: Translator, node: r.Binary) -> Py | None:
    """``plot + part``; None if it is a sum of numbers."""
    terms: list[r.Node] = [node.right]
    first = node.left
    while isinstance(first, r.Binary) and first.op == "+":
        terms.insert(0, first.right)
        first = first.left
    if not is_plot(t, first) and not any(_is_part(t, term) for term in terms):
        return None
    total = t.expr(first)
    frame = total.kind.item if total.kind.tag == "ggplot" and total.kind.item else FRAME
    for term in terms:
        part = _part(t, term, frame)
        if part is not None:
            total = fill("A + B", _PLOT.with_(item=frame), A=total, B=part)
    return total.of(_PLOT.with_(item=frame))


gg.operators["+"] = _sum


def is_plot(t: Translator, node: r.Node) -> bool:
    """Whether an expression is known to be a plot."""
    while isinstance(node, r.Paren):
        node = node.value
    if isinstance(node, r.Name):
        kind = t.lookup(node.name)
        return kind is not None and kind.tag == "ggplot"
    if isinstance(node, r.Binary) and node.op == "+":
        return is_plot(t, node.left) or _is_part(t, node.right)
    if isinstance(node, r.Call) and isinstance(node.function, r.Name):
        if not t.is_own(node.function.name):
            return node.function.name == "ggplot"
        kind = t.lookup(node.function.name)
        infos = kind.functions if kind is not None else frozenset()
        return bool(infos) and all(info.returns.tag == "ggplot" for info in infos)
    return False


def _is_part(t: Translator, node: r.Node) -> bool:
    return (
        isinstance(node, r.Call)
        and isinstance(node.function, r.Name)
        and node.function.name.startswith(_PART_OF_PLOT)
        and not t.is_own(node.function.name)
    )


def _part(t: Translator, node: r.Node, frame: Kind) -> Py | None:
    """Translate a part of a plot; None if it is left out, with a note."""
    if not isinstance(node, r.Call) or not _is_part(t, node):
        return t.expr(node)
    assert isinstance(node.function, r.Name)
    word = node.function.name
    if word.startswith("theme"):
        return _theme(t, node)
    try:
        if word.startswith(("geom_", "stat_")) and word in gg.functions:
            return _layer(t, word, node.args, frame)
        if word.startswith("scale_"):
            return _scale(t, word, node.args)
        return t.call(node)
    except Refused as error:
        reason = str(error)
        if "is not known" in reason and word in reason:
            reason = "it has no translation"
        t.note(f"left out of the plot: {word}(): {reason}")
        return None


def _theme(t: Translator, node: r.Call) -> Py | None:
    for arg in node.args:
        hidden = isinstance(arg.value, r.Str) and arg.value.value == "none"
        if arg.name == "legend.position" and hidden:
            return fill("ggplot2.no_legend()", _PART)
    t.note("themes are left out: the look is matplotlib's", once=True)
    return None


# Layers


def _mapping(t: Translator, node: r.Node, frame: Kind) -> Py:
    """Translate ``aes(...)``, or a variable that holds one."""
    if not (
        isinstance(node, r.Call)
        and isinstance(node.function, r.Name)
        and node.function.name in ("aes", "aes_string")
    ):
        return t.expr(node)
    matched, dots = match_arguments("aes", ("x", "y", "..."), node.args)
    words: dict[str, Py] = {}
    for key in ("x", "y"):
        if key in matched:
            words[key] = _aesthetic(t, matched[key].value, frame, node.function.name)
    for arg in dots:
        if not arg.name:
            raise Refused("aes() with more values than it takes")
        words[arg.name] = _aesthetic(t, arg.value, frame, node.function.name)
    return call("ggplot2.aes", [], _PART, **words)


@gg("aes aes_string", "...", lazy=True)
def _aes(t: Translator, dots: list[r.Arg]) -> Py:
    span = r.Span(0, 0, 0, 0)
    return _mapping(t, r.Call(span, r.Name(span, "aes"), dots), FRAME)


def _aesthetic(t: Translator, node: r.Node | None, frame: Kind, word: str) -> Py:
    if node is None:
        raise Refused("an argument is left empty")
    if word == "aes_string":
        if isinstance(node, r.Str) and node.value.isidentifier():
            return literal(node.value)
        raise Refused("aes_string() of an expression has no translation")
    match node:
        case r.Name(name=found) if found.startswith("..") and found.endswith(".."):
            return fill("ggplot2.after_stat(X)", X=literal(found.strip(".")))
        case r.Call(function=r.Name(name="after_stat" | "stat"), args=[arg]) if isinstance(
            arg.value, r.Name
        ):
            return fill("ggplot2.after_stat(X)", X=literal(arg.value.name))
        case r.Dollar(value=r.Name(name=".data"), name=found):
            return literal(found)
        case r.Index(value=r.Name(name=".data"), args=[arg]):
            return t.expr(arg.value)
        case r.Name(name=found):
            known = dict(frame.items or ())
            if not known or found in known or t.lookup(found) is None:
                return literal(found)
        case r.Num():
            return t.expr(node)
    held = t.temporary("d")
    bound = Bound(node.span, name(held, frame, alias=False))
    from ._columns import in_frame

    value = t.expr(in_frame(t, node, bound))
    label = " ".join(t.text_of(node).split()).strip("\"'")
    return fill("ggplot2.computed(L, F)", L=literal(label), F=_lambda(held, value))


def _lambda(held: str, value: Py) -> Py:
    return fill(f"lambda {held}: V", V=value)


def _layer(t: Translator, word: str, args: Sequence[r.Arg], frame: Kind) -> Py:
    matched, dots = match_arguments(word, ("mapping", "data", "..."), args)
    data = t.expr(matched["data"].value) if "data" in matched else None
    kind = frame if data is None or data.kind.shape != "frame" else data.kind
    parts = []
    if "mapping" in matched:
        parts.append(_mapping(t, matched["mapping"].value or r.Null(r.Span(0, 0, 0, 0)), kind))
    words: dict[str, Py] = {}
    if data is not None:
        words["data"] = data
    spared = []
    for arg in dots:
        if not arg.name or arg.value is None:
            raise Refused("more values than it takes")
        if arg.name in _SPARE:
            spared.append(arg.name)
        elif arg.name == "position":
            words |= _position(t, arg.value)
        elif arg.name == "formula":
            _check_formula(t, arg.value)
        elif arg.name == "method" and isinstance(arg.value, r.Name):
            words["method"] = literal(arg.value.name)
        else:
            value = t.expr(arg.value)
            words[arg.name.replace(".", "_")] = strings_literal(value)
    _check(t, word, words)
    if any(key not in ("na.rm", "show.legend") for key in spared):
        t.note(f"only the look is concerned, left out: {', '.join(spared)}")
    return call(f"ggplot2.{word}", parts, _PART, **words)


def _check(t: Translator, word: str, words: dict[str, Py]) -> None:
    """Refuse what would draw something else."""
    stat = words.get("stat")
    if stat is not None and stat.kind.const not in ("identity", "count", "bin", "density"):
        raise Refused("this stat has no translation")
    if word == "geom_smooth" and ("method" not in words or _constant(words["method"]) != "lm"):
        raise Refused('only method = "lm" has a translation')
    if word == "geom_jitter":
        t.note("points are moved at random, and not as R moves them")
        t.output.lost_draws = t.output.line


def _constant(value: Py) -> object:
    import ast

    return value.node.value if isinstance(value.node, ast.Constant) else value.kind.const


def _position(t: Translator, node: r.Node) -> dict[str, Py]:
    if isinstance(node, r.Str):
        if node.value not in ("identity", "stack", "dodge", "dodge2", "fill"):
            raise Refused(f"the position {node.value} has no translation")
        return {"position": literal(node.value)}
    if isinstance(node, r.Call) and isinstance(node.function, r.Name):
        word = node.function.name.removeprefix("position_")
        if word in ("dodge", "dodge2"):
            widths = [arg.value for arg in node.args if arg.name in (None, "width")]
            made = {"position": literal("dodge")}
            if widths:
                made["dodge"] = t.expr(widths[0])
            return made
        if word in ("stack", "fill", "identity") and not node.args:
            return {"position": literal(word)}
    raise Refused("this position has no translation")


def _check_formula(t: Translator, node: r.Node) -> None:
    if t.text_of(node).replace(" ", "") != "y~x":
        raise Refused("a formula other than y ~ x has no translation")


def _geom_entry(word: str) -> Callable[..., Py]:
    def make(t: Translator, dots: list[r.Arg]) -> Py:
        return _layer(t, word, dots, FRAME)

    return make


for _word in (*(f"geom_{each}" for each in _GEOMS), "stat_ecdf", "stat_function", "stat_summary"):
    gg(_word, "...", lazy=True)(_geom_entry(_word))


@gg("annotate", "geom", "...", lazy=True)
def _annotate(t: Translator, geom: r.Node, dots: list[r.Arg]) -> Py:
    if not isinstance(geom, r.Str) or geom.value not in (
        "text",
        "label",
        "segment",
        "rect",
        "point",
    ):
        raise Refused("this annotation has no translation")
    words = {}
    for arg in dots:
        if not arg.name:
            raise Refused("annotate() with more values than it takes")
        if arg.name not in _SPARE:
            words[arg.name] = strings_literal(t.expr(arg.value))
    return call("ggplot2.annotate", [literal(geom.value)], _PART, **words)


# Facets, labels, limits


def _facet_terms(t: Translator, node: r.Node | None) -> list[Py]:
    match node:
        case None | r.Null():
            return []
        case r.Name(name="."):
            return []
        case r.Name(name=found) | r.Str(value=found):
            return [literal(found)]
        case r.Binary(op="+", left=left, right=right):
            return _facet_terms(t, left) + _facet_terms(t, right)
        case r.Call(function=r.Name(name="vars" | "c"), args=args):
            return [term for arg in args for term in _facet_terms(t, arg.value)]
        case r.Formula(left=None, right=right):
            return _facet_terms(t, right)
    return [_aesthetic(t, node, FRAME, "aes")]


def _facet_words(t: Translator, args: list[r.Arg], *known: str) -> dict[str, Py]:
    words = {}
    for arg in args:
        if arg.name in known:
            words[arg.name] = t.expr(arg.value)
        elif arg.name not in ("labeller", "strip.position", "switch", "margins", "space", "drop"):
            raise Refused("facets with further options have no translation")
    return words


@gg("facet_wrap", "facets", "nrow", "ncol", "...", lazy=True)
def _facet_wrap(
    t: Translator, facets: r.Node, nrow: r.Node | None, ncol: r.Node | None, dots: list[r.Arg]
) -> Py:
    terms = _facet_terms(t, facets)
    if isinstance(facets, r.Formula) and facets.left is not None:
        terms = _facet_terms(t, facets.left) + _facet_terms(t, facets.right)
    words = _facet_words(t, dots, "scales")
    for key, value in (("nrow", nrow), ("ncol", ncol)):
        if value is not None:
            words[key] = t.expr(value)
    return call("ggplot2.facet_wrap", terms, _PART, **words)


@gg("facet_grid", "rows", "cols", "...", lazy=True)
def _facet_grid(t: Translator, rows: r.Node | None, cols: r.Node | None, dots: list[r.Arg]) -> Py:
    if isinstance(rows, r.Formula):
        sides = [_facet_terms(t, rows.left), _facet_terms(t, rows.right)]
    else:
        sides = [_facet_terms(t, rows), _facet_terms(t, cols)]
    words = {
        key: fill("[*XS]", XS=side)
        for key, side in zip(("rows", "cols"), sides, strict=True)
        if side
    }
    return call("ggplot2.facet_grid", [], _PART, **words, **_facet_words(t, dots, "scales"))


@gg("labs", "...", lazy=True)
def _labs(t: Translator, dots: list[r.Arg]) -> Py:
    words = {}
    for arg in dots:
        if not arg.name or arg.value is None:
            raise Refused("labs() of a list has no translation")
        if arg.name in ("caption", "tag", "alt"):
            t.note(f"only the look is concerned, left out: {arg.name}")
            continue
        words[arg.name] = label_text(t, arg.value) or literal(None)
    return call("ggplot2.labs", [], _PART, **words)


@gg("ggtitle", "label", "subtitle", lazy=True)
def _ggtitle(t: Translator, label: r.Node, subtitle: r.Node | None) -> Py:
    below = None if subtitle is None else label_text(t, subtitle)
    title = label_text(t, label) or literal(None)
    return call("ggplot2.labs", [], _PART, title=title, subtitle=below)


def _one_label(key: str) -> Callable[..., Py]:
    def make(t: Translator, label: r.Node) -> Py:
        return call("ggplot2.labs", [], _PART, **{key: label_text(t, label) or literal(None)})

    return make


gg("xlab", "label", lazy=True)(_one_label("x"))
gg("ylab", "label", lazy=True)(_one_label("y"))


def _limits(key: str) -> Callable[..., Py]:
    def make(t: Translator, dots: list[tuple[str | None, Py]]) -> Py:
        values = [value for _, value in dots]
        pair = values[0] if len(values) == 1 else fill("[*XS]", XS=values)
        return call("ggplot2.lims", [], _PART, **{key: strings_literal(pair)})

    return make


gg("xlim", "...")(_limits("x"))
gg("ylim", "...")(_limits("y"))


@gg("lims", "x", "y")
def _lims(t: Translator, x: Py | None, y: Py | None) -> Py:
    return call("ggplot2.lims", [], _PART, x=x, y=y)


@gg("coord_cartesian", "xlim", "ylim", "...")
def _cartesian(t: Translator, xlim: Py | None, ylim: Py | None, dots: object) -> Py:
    return call("ggplot2.coord_cartesian", [], _PART, x=xlim, y=ylim)


@gg("coord_flip", "...")
def _flip(t: Translator, dots: object) -> Py:
    return fill("ggplot2.coord_flip()", _PART)


@gg("coord_fixed coord_equal", "ratio", "...")
def _fixed(t: Translator, ratio: Py | None, dots: object) -> Py:
    return call("ggplot2.coord_fixed", [] if ratio is None else [ratio], _PART)


@gg("guides", "...", lazy=True)
def _guides(t: Translator, dots: list[r.Arg]) -> Py:
    hidden = []
    for arg in dots:
        none = (isinstance(arg.value, r.Str) and arg.value.value == "none") or (
            isinstance(arg.value, r.Bool) and not arg.value.value
        )
        if not arg.name or not none:
            raise Refused("only what hides a legend has a translation")
        hidden.append(fill("ggplot2.scale(K, guide='none')", K=literal(arg.name)))
    return fill("[*XS]", _PART, XS=hidden)


# Scales

_AESTHETICS = ("x", "y", "colour", "color", "fill", "shape", "linetype", "size", "alpha")
_LOOK_ONLY = ("brewer", "distiller", "fermenter", "grey", "hue", "gray", "date", "datetime")


def _scale(t: Translator, word: str, args: Sequence[r.Arg]) -> Py:
    """Translate ``scale_<aesthetic>_<kind>(...)``."""
    _, aesthetic, kind = [*word.split("_", 2), ""][:3]
    if aesthetic not in _AESTHETICS:
        raise Refused("it has no translation")
    words = _scale_words(t, args)
    if kind in _LOOK_ONLY:
        t.note(f"{word}(): the colours are not R's")
        words = {k: v for k, v in words.items() if k in ("name", "labels", "limits")}
    elif kind in ("log10", "sqrt", "reverse"):
        words["transform"] = literal(kind)
    elif kind in ("gradient", "gradient2", "gradientn", "viridis_c", "viridis_d", "viridis"):
        _gradient(kind, words)
    elif kind == "manual":
        if "values" not in words:
            raise Refused("a manual scale without values")
    elif kind == "identity" or kind not in ("continuous", "discrete"):
        raise Refused("it has no translation")
    for spare in ("low", "mid", "high", "colours"):
        words.pop(spare, None)
    return call("ggplot2.scale", [literal(aesthetic)], _PART, **words)


_KNOWN = ("name", "values", "labels", "limits", "breaks", "low", "mid", "high", "midpoint",
          "guide", "colours", "trans")  # fmt: skip
_OPTIONS = ("expand", "na.value", "palette", "direction", "option", "type", "begin", "end", "space",
            "minor_breaks", "position", "drop", "date_labels", "date_breaks", "sec.axis", "oob",
            "aesthetics", "range")  # fmt: skip


def _scale_words(t: Translator, args: Sequence[r.Arg]) -> dict[str, Py]:
    words: dict[str, Py] = {}
    for arg in args:
        key = arg.name or ("name" if "name" not in words else "")
        key = {"colors": "colours", "transform": "trans"}.get(key, key)
        if key not in (*_KNOWN, *_OPTIONS):
            raise Refused(f"its argument {key or 'without a name'} has no translation")
        if key in _OPTIONS:
            continue
        if key == "labels" and not isinstance(arg.value, (r.Call, r.Name)):
            raise Refused("its labels have no translation")
        if key == "labels" and "::" in t.text_of(arg.value or r.Null(r.Span(0, 0, 0, 0))):
            t.note("labels that a function makes are left out")
            continue
        if key == "name":
            words[key] = label_text(t, arg.value or r.Null(r.Span(0, 0, 0, 0))) or literal(None)
        elif key == "trans":
            words["transform"] = t.expr(arg.value)
        else:
            value = t.expr(arg.value)
            if value.kind.shape == "function":
                t.note("labels that a function makes are left out")
                continue
            words[key] = strings_literal(value)
    return words


def _gradient(kind: str, words: dict[str, Py]) -> None:
    if kind == "gradient":
        ends = [words.get("low", literal("#132B43")), words.get("high", literal("#56B1F7"))]
        words["colors"] = fill("[*XS]", XS=ends)
    elif kind == "gradient2":
        ends = [
            words.get("low", literal("#832424")),
            words.get("mid", literal("white")),
            words.get("high", literal("#3A3A98")),
        ]
        words["colors"] = fill("[*XS]", XS=ends)
        words.setdefault("midpoint", literal(0))
    elif kind == "gradientn":
        words["colors"] = words["colours"]
    elif kind != "viridis_d":
        words["colors"] = literal("viridis")


def _scale_entry(word: str) -> Callable[..., Py]:
    def make(t: Translator, dots: list[r.Arg]) -> Py:
        return _scale(t, word, dots)

    return make


for _aes_word in _AESTHETICS:
    for _kind_word in (
        "continuous", "discrete", "manual", "log10", "sqrt", "reverse", "gradient", "gradient2",
        "gradientn", "viridis_c", "viridis_d", *_LOOK_ONLY,
    ):  # fmt: skip
        _word = f"scale_{_aes_word}_{_kind_word}"
        gg(_word, "...", lazy=True)(_scale_entry(_word))


# Output


def _show(t: Translator, value: Py) -> Py:
    return fill("P.draw()", DONE, P=value)


def _plot_of(t: Translator, value: Py, node: r.Call) -> None:
    t.emit(Line(_show(t, value).text))


gg.shows["ggplot"] = _show
gg.plots["ggplot"] = _plot_of


@gg(
    "ggsave",
    "filename",
    "plot",
    "device",
    "path",
    "scale",
    "width",
    "height",
    "units",
    "dpi",
    "...",
)
def _ggsave(
    t: Translator,
    filename: Py,
    plot: Py | None,
    device: Py | None,
    path: Py | None,
    scale: Py | None,
    dots: object,
    **words: Py | None,
) -> Py:
    if filename.kind.tag == "ggplot" and plot is not None:
        filename, plot = plot, filename
    if scale is not None:
        raise Refused("the argument scale of ggsave() has no translation")
    parts = [filename] if plot is None else [filename, plot]
    return call("ggplot2.ggsave", parts, DONE, path=path, **words)


@gg("last_plot")
def _last_plot(t: Translator) -> Py:
    return fill("ggplot2.last_plot()", _PLOT)


@gg.statement("theme_set theme_update")
def _theme_set(t: Translator, node: r.Call, dest: Dest) -> bool:
    t.note("themes are left out: the look is matplotlib's", once=True)
    if dest.how in ("assign", "return"):
        t.deliver(fill("None", ANY), dest)
    return True


__all__ = ["TABLE"]
