"""Other plots of base graphics: curves, images, contours, pies, pairs, and what is refused."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from . import _rast as r
from ._calls import Bound
from ._functions import Table
from ._graphics import done, draw, wants_new, way_of, words_of
from ._kinds import DOUBLES, record
from ._looks import LABELS, STYLE, Look, color_of, label_text, labels, options_of, say_ignored
from ._pyexpr import Line, Py, Refused, call, fill, literal, name

if TYPE_CHECKING:
    from ._statements import Dest
    from ._translate import Translator

TABLE = graphics = Table("graphics")


@graphics.statement("curve")
def _curve(t: Translator, node: r.Call, dest: Dest) -> bool:
    data, options = options_of(node, ("expr", "from", "to", "n", "add", "type", "xname"))
    if "expr" not in data:
        raise Refused("curve() of nothing")
    if "add" in data:
        options["add"] = data.pop("add")
    begins = wants_new(options)
    way = way_of(t, data, "l")
    variable = data["xname"].value if isinstance(data.get("xname"), r.Str) else "x"  # type: ignore[attr-defined]
    ends = [t.expr(data[key]) if key in data else None for key in ("from", "to")]
    if ends == [None, None] and "xlim" in options:
        ends = [fill(f"X[{k}]", X=t.expr(options["xlim"])) for k in (0, 1)]
    if begins:
        t.emit(Line("rv.new_plot()"))
    present = ends == [None, None] and not begins
    for k in (0, 1):
        if ends[k] is None:
            ends[k] = literal(k) if begins else fill(f"rv.x_limits()[{k}]")
    count = t.expr(data["n"]) if "n" in data else literal(101)
    grid = t.temporary("grid_x")
    made = fill("np.linspace(A, B, N)", A=ends[0], B=ends[1], N=count)
    if present:
        made = fill("np.linspace(*rv.x_limits(), N)", N=count)
    t.emit(Line(f"{grid} = {made.text}"))
    x = name(grid, DOUBLES, alias=False)
    bound = Bound(node.span, x)
    expr = data["expr"]
    if isinstance(expr, (r.Name, r.Function)) and not (
        isinstance(expr, r.Name) and expr.name == variable
    ):
        expr = r.Call(expr.span, expr, [r.Arg(None, bound)])
    y = t.expr(with_names(expr, {variable: bound}))
    if y.kind.is_scalar:
        raise Refused("curve() of a function that is not of a vector")
    draw(t, x, y, way, options)
    say_ignored(t, options, (*STYLE, *LABELS))
    labels(t, options)
    if dest.how in ("assign", "return"):
        kind = record((("x", DOUBLES), ("y", DOUBLES)))
        t.deliver(fill("{'x': X, 'y': Y}", kind, X=x, Y=y), dest, invisible=True)
    return True


def with_names(node: Any, values: dict[str, r.Node]) -> Any:
    """Return an expression in which some names stand for other expressions."""
    if isinstance(node, Bound):
        return node
    if isinstance(node, r.Name) and not node.package and node.name in values:
        return values[node.name]
    if isinstance(node, list):
        return [with_names(item, values) for item in node]
    if isinstance(node, r.Function):
        inner = {k: v for k, v in values.items() if k not in {p.name for p in node.params}}
        return replace(node, body=with_names(node.body, inner)) if inner != {} else node
    if isinstance(node, r.Call):
        return replace(node, args=with_names(node.args, values))
    if isinstance(node, (r.Node, r.Arg, r.Statement)):
        changed = {
            f.name: with_names(getattr(node, f.name), values)
            for f in fields(node)
            if isinstance(getattr(node, f.name), (r.Node, r.Arg, r.Statement, list))
        }
        return replace(node, **changed) if changed else node
    return node


@graphics.statement("image")
def _image(t: Translator, node: r.Call, dest: Dest) -> bool:
    data, options = options_of(node, ("x", "y", "z", "zlim", "xlim", "ylim", "col"))
    if "x" not in data and "z" not in data:
        raise Refused("image() of nothing")
    options |= {key: data.pop(key) for key in ("xlim", "ylim") if key in data}
    parts = [t.expr(data.pop(key)) for key in ("x", "y", "z") if key in data]
    words: dict[str, Py] = {k: t.expr(data[k]) for k in ("col", "zlim") if k in data}
    if "breaks" in options:
        words["breaks"] = t.expr(options.pop("breaks"))
    if not wants_new(options):
        words["add"] = fill("True")
    t.emit(Line(fill(f"rv.image(*XS{words_of(words)})", XS=parts).text))
    say_ignored(t, options, ("useRaster", *LABELS))
    labels(t, options)
    return done(t, dest)


@graphics.statement("heatmap")
def _heatmap(t: Translator, node: r.Call, dest: Dest) -> bool:
    data, options = options_of(node, ("x", "Rowv", "Colv"))
    fixed = [isinstance(data.get(key), r.Missing) for key in ("Rowv", "Colv")]
    if not all(fixed) or "x" not in data or dest.how in ("assign", "return"):
        raise Refused("heatmap() orders rows and columns by clusters: only Rowv = NA, Colv = NA")
    scale = options.pop("scale", None)
    symmetric = options.pop("symm", None)
    if scale is not None and not isinstance(scale, r.Str):
        raise Refused("scale of heatmap() must be written out")
    way = scale.value if isinstance(scale, r.Str) else ("row" if symmetric is None else "none")
    col = {"col": t.expr(options.pop("col"))} if "col" in options else {}
    value = fill(f"rv.heatmap(X, {way!r}{words_of(col)})", X=t.expr(data["x"]))
    t.emit(Line(value.text))
    say_ignored(t, options, LABELS)
    labels(t, options)
    return done(t, dest)


@graphics.statement("contour filled.contour")
def _contour(t: Translator, node: r.Call, dest: Dest) -> bool:
    assert isinstance(node.function, r.Name)
    data, options = options_of(node, ("x", "y", "z", "nlevels", "levels"))
    if "x" not in data and "z" not in data:
        raise Refused("contour() of nothing")
    parts = [t.expr(data[key]) for key in ("x", "y", "z") if key in data]
    words: dict[str, Py] = {k: t.expr(data[k]) for k in ("nlevels", "levels") if k in data}
    if node.function.name == "filled.contour":
        words["filled"] = fill("True")
    if not wants_new(options):
        words["add"] = fill("True")
    t.emit(Line(fill(f"rv.contour(*XS{words_of(words)})", XS=parts).text))
    say_ignored(t, options, LABELS)
    labels(t, options)
    return done(t, dest)


@graphics.statement("pie")
def _pie(t: Translator, node: r.Call, dest: Dest) -> bool:
    data, options = options_of(node, ("x", "labels"))
    if "x" not in data:
        raise Refused("pie() of nothing")
    x = t.expr(data["x"])
    words = {}
    if "labels" in data:
        words["labels"] = t.expr(data["labels"])
    elif x.kind.shape != "vector" or x.kind.names:
        words["labels"] = call("rv.names", [x])
    if "col" in options:
        words["colors"] = color_of(t, options.pop("col"))
    if isinstance(options.get("clockwise"), r.Bool) and options.pop("clockwise").value:  # type: ignore[attr-defined]
        words["startangle"], words["counterclock"] = literal(90), fill("False")
    t.emit(Line("rv.new_plot()"))
    t.emit(Line(f"plt.pie({x.text}{words_of(words)})"))
    say_ignored(t, options, LABELS)
    labels(t, options)
    return done(t, dest)


@graphics.statement("pairs")
def _pairs(t: Translator, node: r.Call, dest: Dest) -> bool:
    data, options = options_of(node, ("x", "labels"))
    if "x" not in data or isinstance(data["x"], r.Formula):
        raise Refused("pairs() of a formula has no translation")
    for key in options:
        if key.endswith("panel") or key == "panel":
            raise Refused("pairs() with panels of its own has no translation")
    words = {"labels": t.expr(data["labels"])} if "labels" in data else {}
    words |= Look(t, options).r_words()
    t.emit(Line(f"rv.pairs({t.expr(data['x']).text}{words_of(words)})"))
    if "main" in options:
        value = label_text(t, options.pop("main"))
        if value is not None:
            t.emit(Line(f"plt.suptitle({value.text})"))
    say_ignored(t, options, STYLE)
    return done(t, dest)


@graphics.statement("dotchart")
def _dotchart(t: Translator, node: r.Call, dest: Dest) -> bool:
    data, options = options_of(node, ("x", "labels", "groups"))
    if "groups" in data or "x" not in data:
        raise Refused("dotchart() of groups has no translation")
    x = t.expr(data["x"])
    if x.kind.shape == "matrix":
        raise Refused("dotchart() of a matrix has no translation")
    words = {"labels": t.expr(data["labels"])} if "labels" in data else {}
    words |= Look(t, options).r_words()
    t.emit(Line(f"rv.dotchart({x.text}{words_of(words)})"))
    say_ignored(t, options, (*STYLE, *LABELS))
    labels(t, options)
    return done(t, dest)


@graphics.statement(
    "persp mosaicplot coplot stars sunflowerplot smoothScatter assocplot cdplot spineplot "
    "fourfoldplot identify locator recordPlot replayPlot split.screen screen dev.copy dev.print "
    "biplot screeplot interaction.plot termplot lag.plot monthplot ts.plot"
)
def _other_plots(t: Translator, node: r.Call, dest: Dest) -> bool:
    assert isinstance(node.function, r.Name)
    raise Refused(f"{node.function.name}() has no translation")


__all__ = ["TABLE"]
