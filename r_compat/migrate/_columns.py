"""Expressions in which columns of a data frame are variables: with, subset, transform."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from . import _rast as r
from ._calls import Bound
from ._data_frames import as_column
from ._frame_parts import chosen_rows
from ._functions import Table
from ._kinds import (
    ANY,
    FRAME,
    NEVER,
    Kind,
    frame_of,
)
from ._pyexpr import Line, Py, Refused, call, fill, literal
from ._usage import is_call

if TYPE_CHECKING:
    from ._translate import Translator

TABLE = stats = Table("stats")

# Arguments of functions that take others, up to the one that is a function.
_TAKE_FUNCTIONS = {
    "apply": ("X", "MARGIN", "FUN"), "lapply": ("X", "FUN"), "sapply": ("X", "FUN"),
    "vapply": ("X", "FUN"), "tapply": ("X", "INDEX", "FUN"), "mapply": ("FUN",), "Map": ("f",),
    "Reduce": ("f",), "Filter": ("f",), "do.call": ("what",), "outer": ("X", "Y", "FUN"),
    "ave": ("x", "...", "FUN"), "aggregate": ("x", "by", "FUN"), "by": ("data", "INDICES", "FUN"),
}  # fmt: skip


# What names rows, columns or dimensions after the variables it is given.
_NAME_COLUMNS = ("cbind", "rbind", "data.frame", "table")


def with_columns(
    t: Translator, node: r.Node, frame: r.Node, kind: Kind, variables: bool = False
) -> r.Node:
    """Return an expression in which names of columns are columns of the data frame.

    With `variables` a name that stands alone is no function, as the sides of a formula are none.
    """
    known = {key for key, _ in kind.items or ()}
    complete = bool(kind.items)

    def of_r(found: r.Name) -> bool:
        return found.name in t.library.values or found.name in ("T", "F")

    def column(found: r.Node) -> bool:
        if not isinstance(found, r.Name) or found.package:
            return False
        if found.name in known:
            return True
        outside = t.lookup(found.name)
        unknown = outside is None or outside.shape == "never"
        if variables and found is node and outside is not None:
            unknown = unknown or outside.shape == "function"
        return not complete and unknown and not of_r(found)

    def either(found: r.Name) -> bool:
        """Whether a variable is meant only where the data frame has no such column."""
        if complete or found.package or kind.shape not in ("frame", "any", "dict"):
            return False
        outside = t.lookup(found.name)
        return of_r(found) if outside is None else outside.shape != "missing"

    def is_function(found: r.Name) -> bool:
        outside = t.lookup(found.name)
        own = outside is not None and outside.shape == "function"
        return own or found.name in t.library.functions

    def given(called: str, arg: r.Arg, handed: r.Arg | None) -> r.Arg:
        """Functions that are handed to others are no columns, and some take a column's name."""
        value = r.as_name(arg.value)
        if value is not arg.value and arg.name and not column(value):
            return arg  # ``na.rm = T``: a column T would not do
        if called in _NAME_COLUMNS and isinstance(value, r.Name) and not arg.name:
            flat = dict(kind.items or ()).get(value.name, ANY).shape in ("vector", "factor")
            if flat if called == "data.frame" else column(value) or either(value):
                return r.Arg(value.name, go(value))
        if value is None or (arg is handed and isinstance(value, r.Name) and is_function(value)):
            return arg
        return r.Arg(arg.name, go(value))

    def go(found: r.Node) -> r.Node:
        found = r.as_name(found)
        match found:
            case r.Name() if column(found):
                if kind.shape == "any":  # R stops where there is no such column
                    values = [t.expr(frame), literal(found.name)]
                    return Bound(found.span, call("rv.part", values, ANY))
                return r.Dollar(found.span, frame, found.name)
            case r.Name() if either(found):
                values = [t.expr(frame), literal(found.name), t.expr(found)]
                return Bound(found.span, call("rv.column_or", values, ANY))
            case r.Call(span=span, function=function, args=args):
                called = function.name if isinstance(function, r.Name) else ""
                handed = _handed_function(called, args)
                return r.Call(span, function, [given(called, a, handed) for a in args])
            case r.Index(span=span, value=value, args=args, double=double):
                return r.Index(
                    span,
                    go(value),
                    [r.Arg(a.name, None if a.value is None else go(a.value)) for a in args],
                    double,
                )
            case r.Dollar(span=span, value=value, name=name):
                return r.Dollar(span, go(value), name)
            case r.Unary(span=span, op=op, value=value):
                return r.Unary(span, op, go(value))
            case r.Binary(span=span, op=op, left=left, right=right):
                return r.Binary(span, op, go(left), go(right))
            case r.Paren(span=span, value=value):
                return r.Paren(span, go(value))
            case r.If(span=span, test=test, then=then, otherwise=otherwise):
                return r.If(span, go(test), go(then), None if otherwise is None else go(otherwise))
            case r.Block(statements=[only]):
                return go(only.node)
            case r.Function() | r.Block() | r.Assign():
                raise Refused("statements inside with() or subset()")
            case _:
                return found

    return go(node)


def _handed_function(called: str, args: Sequence[r.Arg]) -> r.Arg | None:
    """Return the argument of a call that is a function, as R matches arguments."""
    wanted = _TAKE_FUNCTIONS.get(called, ())
    for arg in args:
        if arg.name and wanted and arg.name == wanted[-1]:
            return arg
    if not wanted or "..." in wanted:  # behind ... only by its name
        return None
    named = {arg.name for arg in args if arg.name}
    left = [word for word in wanted if word not in named]
    unnamed = [arg for arg in args if not arg.name]
    return unnamed[len(left) - 1] if len(unnamed) >= len(left) else None


def _bound(t: Translator, node: r.Node) -> tuple[r.Node, Kind]:
    """Return a data frame as syntax that may be repeated: what is computed gets a name."""
    value = t.expr(node)
    if any(isinstance(inner, ast.Call) for inner in ast.walk(value.node)):
        held = t.temporary("data")
        t.emit(Line(f"{held} = {value.text}"))
        value = Py(ast.Name(held, ast.Load()), value.kind)
    return Bound(node.span, value), value.kind


def in_frame(t: Translator, node: r.Node, frame: r.Node) -> r.Node:
    """Return a part of a formula with the columns of a data frame in place of their names."""
    bound, kind = _bound(t, frame)
    return with_columns(t, node, bound, kind, variables=True)


@stats("with", "data", "expr", lazy=True)
def _with(t: Translator, data: r.Node, expr: r.Node) -> Py:
    frame, kind = _bound(t, data)
    if kind.shape not in ("frame", "dict", "any", "never"):
        raise Refused("with() of a value that is not known to be a data frame or list")
    return t.expr(with_columns(t, expr, frame, kind))


@stats("subset", "x", "subset", "select", lazy=True)
def _subset(t: Translator, x: r.Node, subset: r.Node | None, select: r.Node | None) -> Py:
    if subset is None and select is not None:
        value = t.expr(x)
        frame, kind = x, value.kind
    else:
        frame, kind = _bound(t, x)
        value = t.expr(frame)
    if kind.shape in ("any", "never"):
        if subset is not None:
            value = call("rv.subset", [value, t.expr(with_columns(t, subset, frame, kind))], kind)
        return value if select is None else _selected_if_frame(value, select)
    if kind.shape != "frame":
        if kind.shape == "vector" and subset is not None and select is None:
            return call("rv.subset", [value, t.expr(subset)], kind.subset())
        raise Refused("subset() of a value that is not known to be a data frame")
    if subset is not None:
        mask = t.expr(with_columns(t, subset, frame, kind))
        if mask.kind.shape == "vector" and mask.kind.mode == "logical" and not mask.kind.na:
            value = chosen_rows(t, fill("X[M]", kind, X=value, M=mask))
        else:
            value = call("rv.subset", [value, mask], kind)
    if select is not None:
        value = _selected(t, value, select)
    return value


def _column_names(node: r.Node, kind: Kind) -> list[str] | None:
    """Return names of columns: one, several in ``c()``, or a range ``a:b``."""
    known = [name for name, _ in kind.items or ()]
    match r.as_name(node):
        case r.Binary(op=":", left=r.Name(name=first), right=r.Name(name=last)):
            if first in known and last in known[known.index(first) :]:
                return known[known.index(first) : known.index(last) + 1]
            return None
        case r.Name(name=found) | r.Str(value=found):
            return [found]
        case r.Paren(value=inner):
            return _column_names(inner, kind)
        case r.Call(function=r.Name(name="c"), args=args):
            parts = [_column_names(a.value, kind) if a.value is not None else None for a in args]
            return None if None in parts else [n for part in parts for n in part or []]
    return None


def _selected(t: Translator, value: Py, select: r.Node) -> Py:
    held = _held_names(t, value, select)
    if held is not None:
        return held
    if isinstance(select, r.Unary) and select.op == "-":
        left_out = _column_names(select.value, value.kind)
        if left_out is None:
            raise Refused("select of subset() must be names of columns")
        return fill("X.drop(columns=[*KS])", FRAME, X=value, KS=[literal(n) for n in left_out])
    ranged = _column_names(select, value.kind)
    if ranged is not None:
        select = r.Call(
            select.span,
            r.Name(select.span, "c"),
            [r.Arg(None, r.Str(select.span, n)) for n in ranged],
        )
    nodes = (
        [a.value for a in select.args]
        if isinstance(select, r.Call)
        and isinstance(select.function, r.Name)
        and select.function.name == "c"
        else [select]
    )
    names = []
    for node in map(r.as_name, nodes):
        if isinstance(node, r.Name):
            names.append(node.name)
        elif isinstance(node, r.Str):
            names.append(node.value)
        elif (
            isinstance(node, r.Unary)
            and node.op == "-"
            and isinstance(node.value, r.Name)
            and (len(nodes) == 1)
        ):
            return fill("X.drop(columns=K)", FRAME, X=value, K=literal(node.value.name))
        else:
            raise Refused("select of subset() must be names of columns")
    items = None
    if value.kind.items is not None:
        known = dict(value.kind.items)
        items = tuple((n, known[n]) for n in names if n in known)
    return fill("X[[*KS]]", frame_of(items), X=value, KS=[literal(n) for n in names])


def _selected_if_frame(value: Py, select: r.Node) -> Py:
    """Return columns, by their names, of what must be a data frame when it runs."""
    left_out = isinstance(select, r.Unary) and select.op == "-"
    names = _column_names(select.value if isinstance(select, r.Unary) else select, FRAME)
    if names is None or (isinstance(select, r.Unary) and not left_out):
        raise Refused("subset() of a value that is not known to be a data frame")
    kind = NEVER if value.kind.shape == "never" else FRAME
    parts = [value, fill("[*KS]", KS=[literal(n) for n in names])]
    return call("rv.columns_named", parts, kind, but=literal(True) if left_out else None)


def _held_names(t: Translator, value: Py, select: r.Node) -> Py | None:
    """Return the columns whose names or numbers a variable or another expression holds.

    None if they are written out. A name is that of a column first, as in R.
    """
    columns = {name for name, _ in value.kind.items or ()}
    called = {id(n.function) for n in r.walk(select) if isinstance(n, r.Call)}
    found = [r.as_name(n) for n in r.walk(select) if id(n) not in called]
    names = {n.name for n in found if isinstance(n, r.Name)}
    variables = {name for name in names if t.lookup(name) is not None}
    computed = isinstance(select, r.Call) and not is_call(select, "c")
    computed |= not names and not any(isinstance(n, r.Str) for n in r.walk(select))
    if not (variables or computed) or names & columns:
        return None
    if columns or computed:
        return call("rv.get", [value, t.expr(select)], FRAME)
    if not isinstance(select, r.Name):
        return None
    return call("rv.selected", [value, literal(select.name), t.expr(select)], FRAME)


@stats("transform", "_data", "...", lazy=True)
def _transform(t: Translator, _data: r.Node, dots: list[r.Arg]) -> Py:
    frame, kind = _bound(t, _data)
    value = t.expr(frame)
    if kind.shape not in ("frame", "any") or not all(arg.name for arg in dots):
        raise Refused("transform() of this value has no translation")
    if kind.shape == "any":
        value = call("rv.only", [value, literal("frame text"), literal("transform")], FRAME)
    words, items = {}, dict(kind.items or ())
    gone = []
    for arg in dots:
        assert arg.name is not None
        assert arg.value is not None
        if isinstance(arg.value, r.Null):
            gone.append(literal(arg.name))
            items.pop(arg.name, None)
            continue
        made = t.expr(with_columns(t, arg.value, frame, kind))
        words[arg.name] = made
        items[arg.name] = as_column(made.kind)
    changed = Py(ast.Dict([ast.Constant(k) for k in words], [v.node for v in words.values()]))
    new = FRAME.with_(items=tuple(items.items()) if kind.items else None)
    if words:
        value = fill("X.assign(**D)", new, X=value, D=changed)
    return fill("X.drop(columns=[*KS])", new, X=value, KS=gone) if gone else value


@stats("within", "data", "expr", lazy=True)
def _within(t: Translator, data: r.Node, expr: r.Node) -> Py:
    """``within(d, x <- value)`` inside an expression: a copy with one column."""
    step = expr.statements[0].node if isinstance(expr, r.Block) and expr.statements else expr
    single = not isinstance(expr, r.Block) or len(expr.statements) == 1
    match step:
        case r.Assign(target=r.Name(name=column), value=value, outer=False) if single:
            data, kind = _bound(t, data)
            made = t.expr(with_columns(t, value, data, kind))
            if made.kind.shape in ("any", "atomic"):
                rows = fill("len(X)", X=t.expr(data))
                value = Bound(value.span, call("rv.as_column", [made, rows], made.kind))
            elif made.kind.shape not in ("scalar", "vector", "factor"):
                raise Refused("within() of what is no column")
            return _transform(t, data, [r.Arg(column, value)])
    raise Refused("within() of several statements inside an expression has no translation")
