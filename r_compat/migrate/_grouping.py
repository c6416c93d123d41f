"""Groups: functions by group, factors of several groups, tables and their margins."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from . import _rast as r
from ._apply import as_lambda
from ._calls import Bound
from ._columns import in_frame, with_columns
from ._deparse import deparsed
from ._functions import Table
from ._kinds import (
    ANY,
    FACTOR,
    FRAME,
    INTEGERS,
    NEVER,
    TRUTH,
    Kind,
    Mode,
    array,
    atom,
    constant,
    dict_of,
    item_of,
    join,
    matrix,
    other,
    shaped,
    vector,
)
from ._models import rows
from ._pyexpr import Line, Py, Refused, call, fill, literal, name
from ._tools import COLLATION, refuse_given, text
from ._usage import is_call

if TYPE_CHECKING:
    from ._translate import Translator

TABLE = grouping = Table("base")

Dots = list[tuple[str | None, Py]]

_VALUES = vector()


def _dict(pairs: Dots) -> Py:
    return Py(ast.Dict([ast.Constant(n) for n, _ in pairs], [p.node for _, p in pairs]))


def _part_of(kind: Kind) -> Kind:
    """Return what is known of the elements of one group."""
    if kind.shape == "vector":
        return kind.subset()
    if kind.shape in ("frame", "factor", "never"):
        return kind
    return ANY


def _checked(body: Py) -> Py:
    if body.kind.shape == "missing":
        raise Refused(f"it needs the value of {body.kind.missing}")
    return body


def _noted(t: Translator, *groups: Py) -> None:
    """Texts as groups are sorted."""
    if any(group.kind.mode == "character" and group.kind.atomic for group in groups):
        t.note(COLLATION, once=True)


# Functions by group


@grouping("tapply", "X", "INDEX", "FUN", "...", "default", "simplify", lazy=True)
def _tapply(
    t: Translator,
    X: r.Node,
    INDEX: r.Node,
    FUN: r.Node,
    dots: list[r.Arg],
    default: r.Node | None = None,
    simplify: r.Node | None = None,
) -> Py:
    if simplify is not None and not isinstance(simplify, r.Bool):
        raise Refused("simplify of tapply() must be written TRUE or FALSE")
    listed = simplify is not None and not simplify.value
    value, group = t.expr(X), t.expr(INDEX)
    if group.kind.is_list and isinstance(INDEX, r.Call) and len(INDEX.args) == 1:
        group = t.expr(INDEX.args[0].value)
    names, body = t.applied(FUN, [("x", _part_of(value.kind))], dots)
    _checked(body)
    _noted(t, group)
    result = ANY
    if listed:
        result = ANY
    elif body.kind.is_scalar and (group.kind.atomic or group.kind.shape == "factor"):
        result = vector(body.kind.values)
        if not group.kind.atomic:
            result = result.with_(complete=False)  # a level that does not occur is NA
    elif body.kind.is_scalar and group.kind.is_list:
        result = matrix()
        if group.kind.length != 2 and not _two(INDEX):
            result = ANY
    if "never" in (value.kind.shape, body.kind.shape):
        result = NEVER
    words = {} if default is None else {"default": t.expr(default)}
    if listed:
        words["simplify"] = literal(False)
    return call("rv.tapply", [value, group, as_lambda(names, body)], result, **words)


def _two(node: r.Node) -> bool:
    return isinstance(node, r.Call) and len(node.args) == 2


@grouping("by", "data", "INDICES", "FUN", "...", lazy=True)
def _by(t: Translator, data: r.Node, INDICES: r.Node, FUN: r.Node, dots: list[r.Arg]) -> Py:
    value = t.expr(data)
    if value.kind.shape not in ("frame", "vector", "any", "never"):
        raise Refused("by() of a value that is not known to be a data frame or a vector")
    group = t.expr(INDICES)
    several = group.kind.shape == "frame" or (isinstance(INDICES, r.Call) and len(INDICES.args) > 1)
    if group.kind.is_list and isinstance(INDICES, r.Call) and len(INDICES.args) == 1:
        group = t.expr(INDICES.args[0].value)
    names, body = t.applied(FUN, [("part", _part_of(value.kind))], dots)
    _checked(body)
    if group.kind.is_list and several and body.kind.shape not in ("scalar", "any", "never"):
        raise Refused("by() over several groups makes a matrix of lists in R")
    _noted(t, group)
    result = ANY
    if body.kind.is_scalar:
        result = vector(body.kind.values).with_(complete=False)
    elif body.kind.shape in ("frame", "list", "dict"):
        result = dict_of(body.kind)
    if "never" in (value.kind.shape, body.kind.shape):
        result = NEVER
    args = [value, group, as_lambda(names, body)]
    shown = call("rv.print_by", [call("rv.by", args), literal(_heading(INDICES))])
    return replace(call("rv.by", args, result), printed=shown.node)


def _heading(indices: r.Node) -> str:
    """Return what R calls the groups of by() where it prints them."""
    if is_call(indices, "list") and isinstance(indices, r.Call):
        return indices.args[0].name or ""
    try:
        return deparsed(indices)
    except Refused:
        return "INDICES"


@grouping("split", "x", "f", "drop", "sep", "...")
def _split(t: Translator, x: Py, f: Py, drop: Py | None, sep: Py | None, dots: Dots) -> Py:
    if dots:
        raise Refused("split() with further arguments")
    _noted(t, f)
    kind = x.kind
    item = _part_of(kind) if kind.shape in ("vector", "frame", "factor") else ANY
    return call("rv.split", [x, f], dict_of(item).with_(many=True), drop=drop, sep=sep)


@grouping("split.data.frame", "x", "f", "drop", "sep", "...")
def _split_rows(t: Translator, x: Py, f: Py, drop: Py | None, sep: Py | None, dots: Dots) -> Py:
    if dots:
        raise Refused("split.data.frame() with further arguments")
    _noted(t, f)
    item = matrix(x.kind.values.elements()) if x.kind.shape == "matrix" else ANY
    return call("rv.split_rows", [x, f], dict_of(item).with_(many=True), drop=drop, sep=sep)


@grouping("ave", "x", "...", "FUN", lazy=True)
def _ave(t: Translator, x: r.Node, dots: list[r.Arg], FUN: r.Node | None) -> Py:
    values = t.expr(x)
    if values.kind.shape not in ("vector", "atomic", "any", "never"):
        raise Refused("ave() of a value that is not known to be a vector")
    if any(arg.name for arg in dots):
        raise Refused("ave() with further arguments")
    groups = [t.expr(arg.value) for arg in dots]
    names, body = t.applied(FUN or r.Name(x.span, "mean"), [("x", _part_of(values.kind))], [])
    _checked(body)
    kind = values.kind if values.kind.shape == "never" else ANY
    if values.kind.shape == "vector":
        doubles = values.kind.mode == "double" or (FUN is None and values.kind.numeric)
        kind = values.kind.elementwise("double" if doubles else "any").unlabelled()
    return call("rv.ave", [values, as_lambda(names, body), *groups], kind)


@grouping("unsplit", "value", "f")
def _unsplit(t: Translator, value: Py, f: Py) -> Py:
    return call("rv.unsplit", [value, f], ANY)


@grouping("rowsum", "x", "group", "reorder")
def _rowsum(t: Translator, x: Py, group: Py, reorder: Py | None) -> Py:
    _noted(t, group)
    if x.kind.shape == "frame":
        return call("rv.rowsum", [x, group], FRAME, reorder=reorder)
    mode: Mode = x.kind.mode if x.kind.atomic and x.kind.mode in ("integer", "double") else "any"
    kind = matrix(mode, either=x.kind.either) if x.kind.atomic else ANY
    return call("rv.rowsum", [x, group], kind, reorder=reorder)


# aggregate


def _formula_names(node: r.Node | None) -> list[str] | None:
    """Return the variables of one side of a formula: ``a + b`` or ``cbind(a, b)``."""
    match node:
        case r.Name(name=found):
            return [found]
        case r.Paren(value=inner):
            return _formula_names(inner)
        case r.Binary(op="+", left=left, right=right):
            first, second = _formula_names(left), _formula_names(right)
            return None if first is None or second is None else first + second
        case r.Call(function=r.Name(name="cbind"), args=args):
            parts = [_formula_names(arg.value) for arg in args]
            if any(arg.name for arg in args) or any(p is None or len(p) != 1 for p in parts):
                return None
            return [part[0] for part in parts if part]
    return None


def _group_pairs(t: Translator, by: r.Node) -> Py:
    """Return the groups of ``by``: a written list, without a name Group.1 and so on, or a table."""
    if isinstance(by, r.Call) and isinstance(by.function, r.Name) and by.function.name == "list":
        pairs: Dots = [
            (arg.name or f"Group.{k + 1}", t.expr(arg.value)) for k, arg in enumerate(by.args)
        ]
        _noted(t, *(p for _, p in pairs))
        return _dict(pairs)
    value = t.expr(by)
    if value.kind.shape == "frame" or (value.kind.shape == "dict" and value.kind.items):
        return value
    raise Refused("groups of aggregate() that are not written as a list")


def _one_value(body: Py, function: r.Node) -> Py:
    kind = _checked(body).kind
    if (
        _makes_several(function)
        or kind.shape in ("matrix", "array", "list", "dict", "frame")
        or (kind.shape == "vector" and ((kind.length or 0) > 1 or kind.many))
    ):
        raise Refused(
            "aggregate() with a function of several values makes a matrix inside a data frame"
        )
    return body


def _makes_several(function: r.Node) -> bool:
    """Whether the value of a function is written ``c(a, b)``."""
    last = function.body if isinstance(function, r.Function) else None
    while isinstance(last, r.Block) and last.statements:
        last = last.statements[-1].node
    return isinstance(last, r.Call) and is_call(last, "c") and len(last.args) > 1


def _aggregate_by(t: Translator, x: r.Node, by: r.Node, FUN: r.Node, dots: list[r.Arg]) -> Py:
    values = t.expr(x)
    if values.kind.shape == "frame":
        columns = [k for _, k in values.kind.items or ()]
        item = columns[0] if columns and all(k == columns[0] for k in columns) else ANY
        table = values
    elif values.kind.shape == "vector":
        item = values.kind
        table = fill("{'x': X}", X=values)
    elif values.kind.shape == "never":
        return call("rv.aggregate_by", [values], NEVER)
    elif values.kind.shape == "dict" and values.kind.items:  # R makes a data frame of it
        item, table = item_of(values.kind), values
        if not all(k.shape in ("vector", "factor") for _, k in values.kind.items):
            table = call("rv.data_frame", [values])
    elif values.kind.shape in ("any", "matrix"):
        item, table = ANY, values
    else:
        raise Refused("aggregate() of a value that is not known to be a vector or a data frame")
    names, body = t.applied(FUN, [("x", _part_of(item))], dots)
    _one_value(body, FUN)
    return call("rv.aggregate_by", [table, _group_pairs(t, by), as_lambda(names, body)], FRAME)


@grouping("aggregate", "x", "data", "FUN", "...", "by", lazy=True)
def _aggregate(
    t: Translator,
    x: r.Node,
    data: r.Node | None,
    FUN: r.Node | None,
    dots: list[r.Arg],
    by: r.Node | None = None,
) -> Py:
    dots, subset, omits = _aggregate_settings(dots, formula=isinstance(x, r.Formula))
    if not isinstance(x, r.Formula):
        if by is None:
            by, data = data, None
        elif FUN is None:
            FUN, data = data, None
        if by is not None and FUN is not None and data is None:
            return _aggregate_by(t, x, by, FUN, dots)
    if not isinstance(x, r.Formula) or data is None or FUN is None or by is not None:
        raise Refused("this form of aggregate() has no translation")
    if subset is not None:
        chosen = rows(t, data, subset)
        assert chosen is not None
        value, held = t.expr(chosen), t.temporary("chosen")
        t.emit(Line(f"{held} = {value.text}"))
        data = Bound(data.span, name(held, value.kind))
    frame = t.expr(data)
    if frame.kind.shape == "never":
        return call("rv.aggregate", [frame], NEVER)
    if frame.kind.shape not in ("frame", "any"):
        raise Refused("aggregate() of a value that is not known to be a data frame")
    known = dict(frame.kind.items or ())
    values, groups = _formula_names(x.left), _formula_names(x.right)
    if groups is None:
        raise Refused("this formula of aggregate() has no translation")
    if values is None:
        return _of_expression(t, x.left, groups, data, FUN, dots, omits=omits)
    if values == ["."] and frame.kind.items:
        values = [n for n in known if n not in groups]
    if values == ["."] and "." not in groups:
        names, body = t.applied(FUN, [("x", ANY)], dots)
        _one_value(body, FUN)
        grouped = fill("[*XS]", XS=[literal(n) for n in groups])
        made = as_lambda(names, body)
        kept = None if omits else literal(False)
        return call("rv.aggregate", [frame, literal(None), grouped, made], FRAME, na_omit=kept)
    if groups == ["."] and frame.kind.items:
        groups = [n for n in known if n not in values]
    if "." in values + groups or len({*values, *groups}) < len(values + groups):
        raise Refused("this formula of aggregate() has no translation")
    item = NEVER
    for n in values:
        item = join(item, known.get(n, ANY))
    names, body = t.applied(FUN, [("x", _part_of(item))], dots)
    _one_value(body, FUN)
    _noted(t, *(Py(frame.node, known[n]) for n in groups if n in known))
    listed = [fill("[*XS]", XS=[literal(n) for n in part]) for part in (values, groups)]
    others = _beside(t, [n for n in (*values, *groups) if n not in known], data.span)
    given = [frame, *listed, as_lambda(names, body)]
    words = {
        "others": _dict(others) if others else None,
        "na_omit": None if omits else literal(False),
    }
    return call("rv.aggregate", given, FRAME, **words)


def _aggregate_settings(
    dots: list[r.Arg], *, formula: bool
) -> tuple[list[r.Arg], r.Node | None, bool]:
    """Return what goes to the function, ``subset =``, and whether rows with NA are left out."""
    own = ("subset", "na.action") if formula else ("simplify", "drop")
    given = {arg.name: arg.value for arg in dots if arg.name in own}
    for key, usual in (("simplify", True), ("drop", True)):
        node = given.get(key)
        if node is not None and not (isinstance(node, r.Bool) and node.value is usual):
            raise Refused(f"the argument {key} of aggregate() has no translation")
    action, omits = given.get("na.action"), True
    if action is not None:
        word = action.name if isinstance(action, r.Name) else getattr(action, "value", "")
        if word not in ("na.omit", "na.exclude", "na.pass") and not isinstance(action, r.Null):
            raise Refused("this na.action of aggregate() has no translation")
        omits = word in ("na.omit", "na.exclude")
    return [arg for arg in dots if arg.name not in own], given.get("subset"), omits


def _beside(t: Translator, names: Sequence[str], span: r.Span) -> Dots:
    """Return the variables of the script that a formula's names are, if they are no columns."""
    kinds = {name: t.lookup(name) for name in names}
    return [
        (name, t.expr(r.Name(span, name)))
        for name, kind in kinds.items()
        if kind is not None and kind.shape not in ("function", "missing", "never")
    ]


def _of_expression(
    t: Translator,
    left: r.Node | None,
    groups: list[str],
    data: r.Node,
    FUN: r.Node,
    dots: list[r.Arg],
    *,
    omits: bool,
) -> Py:
    """``log(y) ~ g``: the column is called as R writes the expression."""
    match left:
        case r.Call(function=r.Name(), args=[r.Arg(name=None, value=r.Name())]):
            pass
        case _:
            raise Refused("this formula of aggregate() has no translation")
    frame = t.expr(data)
    bound = Bound(data.span, frame)
    value = t.expr(with_columns(t, left, bound, frame.kind))
    keys: Dots = [(n, t.expr(r.Dollar(data.span, bound, n))) for n in groups]
    names, body = t.applied(FUN, [("x", _part_of(value.kind))], dots)
    _one_value(body, FUN)
    table = _dict([(t.text_of(left), value)])
    return call(
        "rv.aggregate_by",
        [table, _dict(keys), as_lambda(names, body)],
        FRAME,
        na_omit=literal(True) if omits else None,
    )


# Factors


@grouping("interaction", "...", "drop", "sep", "lex.order")
def _interaction(
    t: Translator, dots: Dots, drop: Py | None, sep: Py | None, lex_order: Py | None
) -> Py:
    if any(n for n, _ in dots):
        raise Refused("interaction() of values with names")
    words = {"sep": sep, "drop": drop, "lex_order": lex_order}
    return call("rv.interaction", [p for _, p in dots], FACTOR, **words)


@grouping("gl", "n", "k", "length", "labels", "ordered")
def _gl(
    t: Translator, n: Py, k: Py, length: Py | None, labels: Py | None, ordered: Py | None
) -> Py:
    if ordered is not None:
        raise Refused("gl() with ordered levels has no translation")
    return call("rv.gl", [n, k], FACTOR, size=length, labels=labels)


@grouping("ordered", "x", "levels", "labels")
def _ordered(t: Translator, x: Py, levels: Py | None, labels: Py | None) -> Py:
    words = {"levels": levels, "labels": labels, "ordered": literal(True)}
    return call("rv.factor", [x], FACTOR, **words)


@grouping("is.ordered", "x")
def _is_ordered(t: Translator, x: Py) -> Py:
    if x.kind.shape == "factor":
        return fill("X.ordered", TRUTH, X=x)
    if x.kind.atomic or x.kind.shape in ("frame", "list", "dict", "null"):
        return literal(False, constant(False, "logical"))
    raise Refused("is.ordered() of a value that is not known here")


@grouping("inverse.rle", "x")
def _inverse_rle(t: Translator, x: Py) -> Py:
    return call("rv.inverse_rle", [x], _VALUES)


# Tables


@grouping("table", "...", "useNA", "dnn", "exclude", "deparse.level", lazy=True)
def _table(
    t: Translator,
    dots: list[r.Arg],
    useNA: r.Node | None,
    dnn: r.Node | None,
    exclude: r.Node | None,
    deparse_level: r.Node | None,
) -> Py:
    if exclude is not None or deparse_level is not None:
        raise Refused("table() with exclude or deparse.level")
    parts = [t.expr(arg.value) for arg in dots]
    counted = text(None if useNA is None else t.expr(useNA), "no", "useNA")
    if counted not in ("no", "ifany", "always"):
        raise Refused(f"useNA = {counted!r} of table()")
    axes = [arg.name or (arg.value.name if isinstance(arg.value, r.Name) else "") for arg in dots]
    given = None if dnn is None else t.expr(dnn)
    if given is None and any(axes):
        given = fill("[*XS]", XS=[literal(axis) for axis in axes])
    elif given is not None and given.kind.is_scalar:
        given = fill("[X]", X=given)
    words = {"use_na": None if counted == "no" else literal(counted), "axes": given}
    _noted(t, *parts)
    kind = ANY
    only = parts[0].kind if len(parts) == 1 else None
    if only is not None and (only.atomic or only.shape in ("factor", "any")):
        kind = INTEGERS.with_(low=0, finite=True) if only.shape != "any" else ANY
    elif len(parts) == 2:
        kind = matrix("integer", low=0, finite=True)
    elif len(parts) > 2:
        kind = array("integer", low=0, finite=True)
    if any(p.kind.shape == "never" for p in parts):
        kind = NEVER
    return call("rv.table", parts, kind, **words)


@grouping("as.table", "x", "...")
def _as_table(t: Translator, x: Py, dots: Dots) -> Py:
    if dots or not (x.kind.atomic or x.kind.shape in ("any", "never")):
        raise Refused("as.table() of what is no array of numbers")
    kind = x.kind
    new = shaped(kind.shape, kind.values, extents=kind.extents) if kind.atomic else kind
    if kind.is_scalar:
        new = vector(kind.values.elements(), length=1)
    return call("rv.as_table", [x], new)


@grouping(
    "as.data.frame.table", "x", "row.names", "optional", "...", "responseName", "stringsAsFactors"
)
def _as_data_frame_table(t: Translator, x: Py, dots: Dots, **given: Py | None) -> Py:
    refuse_given("as.data.frame.table", row_names=given["row_names"], optional=given["optional"])
    table = _as_table(t, x, dots)
    words = {"response": given["responseName"], "factors": given["stringsAsFactors"]}
    return call("rv.table_frame", [table], FRAME, **words)


@grouping("xtabs", "formula", "data", "subset", lazy=True)
def _xtabs(t: Translator, formula: r.Node, data: r.Node | None, subset: r.Node | None = None) -> Py:
    if not isinstance(formula, r.Formula):
        raise Refused("xtabs() without a formula that is written out")
    groups = _formula_names(formula.right)
    if groups is None or "." in groups or is_call(formula.left, "cbind"):
        raise Refused("this formula of xtabs() has no translation")
    pairs: Dots = []
    weights = literal(None)
    if subset is not None and data is None:
        raise Refused("xtabs() with subset needs data =")
    if subset is not None:
        chosen = [r.Arg(None, data), r.Arg(None, subset)]
        data = r.Call(formula.span, r.Name(formula.span, "subset"), chosen)
    if data is None:
        pairs = [(n, t.expr(r.Name(formula.span, n))) for n in groups]
        if formula.left is not None:
            weights = t.expr(formula.left)
    else:
        frame = t.expr(data)
        bound = Bound(data.span, frame)
        pairs = [(n, t.expr(in_frame(t, r.Name(data.span, n), bound))) for n in groups]
        if isinstance(formula.left, r.Name):
            weights = t.expr(r.Dollar(data.span, bound, formula.left.name))
        elif formula.left is not None:
            weights = t.expr(in_frame(t, formula.left, bound))
    _noted(t, *(p for _, p in pairs))
    kind = ANY
    if len(groups) == 1:
        kind = vector()
    elif len(groups) == 2:
        kind = matrix()
    return call("rv.xtabs", [weights, _dict(pairs)], kind)


@grouping("margin.table marginSums", "x", "margin")
def _margin_table(t: Translator, x: Py, margin: Py | None) -> Py:
    return call("rv.margin_table", [x] if margin is None else [x, margin], ANY)


@grouping("addmargins", "A", "margin", "...")
def _addmargins(t: Translator, A: Py, margin: Py | None, dots: Dots) -> Py:
    if dots:
        raise Refused("addmargins() with a function of its own")
    if not (A.kind.atomic or A.kind.shape in ("any", "never")):
        raise Refused("addmargins() of a value that is not known to be a table")
    kind = shaped(A.kind.shape, A.kind.values.having(high=None)) if A.kind.atomic else A.kind
    return call("rv.addmargins", [A] if margin is None else [A, margin], kind)


@grouping("ftable", "x", "...", "row.vars", "col.vars")
def _ftable(t: Translator, x: Py, dots: Dots, **given: Py | None) -> Py:
    if dots or not (x.kind.atomic or x.kind.shape in ("frame", "any", "never")):
        raise Refused("ftable() of what is no table: use table() before")
    return call("rv.ftable", [x], other("flat table"), **given)


# Lists in lists


@grouping("rapply", "object", "f", "classes", "deflt", "how", "...", lazy=True)
def _rapply(
    t: Translator,
    f: r.Node,
    classes: r.Node | None,
    deflt: r.Node | None,
    how: r.Node | None,
    dots: list[r.Arg],
    **given: r.Node,
) -> Py:
    if deflt is not None:
        raise Refused("rapply() with deflt has no translation")
    way = text(None if how is None else t.expr(how), "unlist", "how")
    if way not in ("unlist", "replace", "list"):
        raise Refused(f"rapply() with how = {way!r}")
    value = t.expr(given["object"])
    chosen = None if classes is None else t.expr(classes)
    words_ = {n.value for n in r.walk(classes) if isinstance(n, r.Str)} if classes else set()
    if chosen is not None and len(words_ & {"integer", "numeric"}) == 1:
        raise Refused("rapply() of integers only, or of doubles only")
    if way == "list" and chosen is not None:
        raise Refused("rapply() with classes into a list")
    texts = chosen is not None and chosen.kind.const == "character"
    item = atom("character") if texts else ANY
    names, body = t.applied(f, [("item", item)], dots)
    _checked(body)
    words = {"how": None if way == "unlist" else literal(way), "classes": chosen}
    return call("rv.rapply", [value, as_lambda(names, body)], ANY, **words)
