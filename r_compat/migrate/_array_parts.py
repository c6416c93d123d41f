"""Reading parts of vectors, matrices and arrays: ``x[i]`` and ``x[i, j]``."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from . import _rast as r
from ._kinds import (
    ANY,
    Kind,
    atom,
    element_of,
    is_int,
    shaped,
)
from ._positions import (
    Selection,
    asked_index,
    bracketed,
    from_end,
    is_inside,
    known_index,
    selection,
    subscript,
    within_extents,
)
from ._pyexpr import Py, Refused, call, constant_of, fill, literal, plus
from ._usage import is_call

if TYPE_CHECKING:
    from ._translate import Translator

SINGLE = "R drops a dimension of which one element is selected; more than one is assumed here"

# Vectors


def read_vector(
    t: Translator,
    value: Py,
    found: Selection,
    node: r.Node | None,
    whole: r.Index,
    *,
    proven: bool = False,
) -> Py:
    kind = value.kind
    inner = element_of(kind)
    rest = kind.subset()
    beyond = kind.grows or kind.length is not None or _may_be_short(kind, node)
    beyond = beyond or (not kind.filled and _may_be_none(whole.value))
    if found.how == "slice" and not proven and not is_inside(t, found, node, whole, kind.length):
        shape = rest.with_(length=found.kind.length, many=found.single is False).with_gaps()
        return first_elements(t, value, found, node, shape)
    if found.how in ("one", "many") and beyond:
        top = found.kind.high
        inside = kind.length is not None and top is not None and top <= kind.length
        own_length = found.how != "many" and _is_length_of(t, node, whole.value)
        if not inside and not own_length:  # R gives NA beyond the end
            if found.how == "one" and kind.names:
                return call("rv.get", [value, t.expr(node)], atom(kind.values).with_gaps())
            if found.how == "one":
                bare = {"names": literal(False)}
                return call("rv.get", [value, t.expr(node)], inner.with_gaps(), **bare)
            shape = rest.with_(length=found.kind.length)
            return call("rv.get", [value, t.expr(node)], shape.with_gaps())
    match found.how:
        case "one" if kind.names:  # no error beyond the end
            return call("rv.get", [value, t.expr(node)], atom(kind.values).with_gaps())
        case "one":
            return Py(subscript(value, [from_end(value, found)]), inner)
        case "slice":
            made = subscript(value, [bracketed(found)])
            many = found.single is False
            return Py(made, rest.with_(length=found.kind.length, many=many), value.alias)
        case "many":
            made = subscript(value, [bracketed(found)])
            return Py(made, rest.with_(length=found.kind.length, many=found.kind.many))
        case "mask" if kind.mode == "logical" and kind.na:  # without NA it is an array of bool
            return call("rv.get", [value, found.given or t.expr(node)], rest)
        case "mask" if found.kind.length is None or found.kind.length == kind.length:
            return Py(subscript(value, [bracketed(found)]), rest)
        case "but":
            return all_but(value, found, rest)
    asked = found.given if found.given is not None else t.expr(node)
    shape = rest
    index = asked.kind
    if index.is_scalar and index.mode == "character":
        shape = rest.with_(length=1).labelled().with_gaps()
    elif index.is_scalar and index.mode != "logical":
        shape = atom(kind.values).with_gaps()
    elif index.shape != "vector" or index.mode not in ("logical",) or index.na:
        shape = rest.with_gaps()
        if index.shape not in ("vector", "matrix"):
            shape = atom(kind.mode)
    if index.mode == "logical" and index.length is not None and index.length != kind.length:
        shape = shape.with_gaps()  # a mask that is longer selects NA
    if kind.tag == "null":
        shape = shape.with_(tag="null")
    return call("rv.get", [value, known_index(asked)], shape)


def _may_be_short(kind: Kind, node: r.Node | None) -> bool:
    """Whether a position after the first is written out for a vector that may not be so long."""
    if kind.many:  # that of data
        return False
    if isinstance(node, r.Num):
        return node.value > 1
    return (
        isinstance(node, r.Call)
        and isinstance(node.function, r.Name)
        and node.function.name == "c"
        and any(isinstance(arg.value, r.Num) and arg.value.value > 1 for arg in node.args)
    )


def _may_be_none(node: r.Node) -> bool:
    """Whether a value is what is found in another: ``which(...)``, ``x[x > 1]``."""
    if isinstance(node, r.Index) and not node.double and len(node.args) == 1:
        index = node.args[0].value
        asked = ("==", "!=", "<", ">", "<=", ">=", "&", "|", "%in%", "!")
        return isinstance(index, (r.Binary, r.Unary)) and index.op in asked
    return is_call(node, "which", "grep", "setdiff", "intersect")


def first_elements(
    t: Translator, value: Py, found: Selection, node: r.Node | None, kind: Kind
) -> Py:
    """``x[1:k]`` where x may be shorter."""
    start, stop = found.value, found.stop
    if start is not None and stop is not None and constant_of(start.node) == 0:
        return call("rv.first", [value, stop], kind)
    return call("rv.get", [value, t.expr(node)], kind)


def _is_length_of(t: Translator, node: r.Node | None, value: r.Node) -> bool:
    """Whether an index ends with the length of what it is an index of."""
    while isinstance(node, r.Paren):
        node = node.value
    if isinstance(node, r.Binary) and node.op == ":":
        node = node.right
    while isinstance(node, r.Paren):
        node = node.value
    if isinstance(node, r.Binary) and node.op == "-":
        node = node.left
    return (
        isinstance(node, r.Call)
        and isinstance(node.function, r.Name)
        and node.function.name == "length"
        and len(node.args) == 1
        and node.args[0].value is not None
        and t.text_of(node.args[0].value) == t.text_of(value)
    )


def all_but(value: Py, found: Selection, kind: Kind, axis: int | None = None) -> Py:
    """All but some positions."""
    assert found.value is not None
    position = constant_of(found.value.node)
    kind = kind.with_(length=None, many=False)
    if axis is None:
        if position == 0:  # a view, as that below
            return Py(fill("X[1:]", X=value).node, kind, value.alias)
        if ast.unparse(found.value.node) == f"len({value.text}) - 1":
            return Py(fill("X[:-1]", X=value).node, kind, value.alias)
        return fill("np.delete(X, I)", kind, X=value, I=found.value)
    return fill("np.delete(X, I, axis=A)", kind, X=value, I=found.value, A=literal(axis))


# Matrices and arrays


def read_flat(t: Translator, value: Py, node: r.Node | None) -> Py:
    """Read a matrix with one index: by mask, by a matrix of positions, or column by column."""
    kind = value.kind
    index = t.expr(node)
    rest = kind.subset()
    mask = index.kind.mode == "logical" and not index.kind.na
    if mask and index.kind.shape == "matrix" and kind.shape == "matrix":
        return fill("X.T[M.T]", rest, X=value, M=index)
    if kind.shape == "matrix" and _are_cells(index):
        return fill("X[I[:, 0] - 1, I[:, 1] - 1]", rest.unlabelled(), X=value, I=index)
    asked, part = index.kind, rest
    if asked.is_scalar:  # nothing by 0, and all but one by what is below
        number = asked.mode in ("integer", "double")
        positive = number and asked.low is not None and asked.low >= 1
        part = element_of(kind) if positive else atom(kind.values, bare=True)
    elif asked.shape not in ("vector", "matrix", "array"):
        part = atom(kind.values)
    return call("rv.get", [value, index], part.with_gaps())


def _are_cells(index: Py) -> bool:
    """Whether an index is a variable with a row and a column for each element, all from 1."""
    kind = index.kind
    known = kind.shape == "matrix" and kind.dims is not None and kind.dims[1] == 2
    sure = kind.mode in ("integer", "double") and is_int(kind) and (kind.low or 0) >= 1
    return known and sure and isinstance(index.node, ast.Name)


def read_many(
    t: Translator, value: Py, args: list[r.Arg], whole: r.Index | None, *, keep: bool
) -> Py:
    """``x[i, j]``."""
    kind = value.kind
    found = [selection(t, arg.value) for arg in args]
    if whole is not None:
        found = within_extents(t, found, args, whole, kind.dims)
    drop: dict[str, Py | None] = {"drop": literal(False) if keep else None}
    flat = kind.shape in ("vector", "scalar")
    if flat:
        raise Refused("two indices of a vector are an error in R")
    if kind.shape in ("any", "other", "list", "dict", "factor", "null", "result"):
        if kind.shape != "any":
            raise Refused(f"two indices of a {kind.shape} have no translation")
        return call("rv.get", [value, *[asked_index(t, a.value) for a in args]], ANY, **drop)
    if any(f.how == "ask" for f in found) or (
        kind.shape != "atomic" and len(args) != (2 if kind.shape == "matrix" else len(args))
    ):
        return _ask_many(t, value, args, found, drop, keep=keep)
    known = value.kind.dims
    for axis, f in enumerate(found):
        extent = known[axis] if known is not None and axis < len(known) else None
        if f.how == "mask" and f.kind.length is not None and extent != f.kind.length:
            return _ask_many(t, value, args, found, drop, keep=keep)  # it may be recycled
    inner = element_of(kind)
    if kind.shape == "atomic":  # R would refuse anything but a matrix here
        kind = shaped("matrix" if len(args) == 2 else "array", kind.values, labels=kind.labels)
        if any(f.how in ("mask", "but") for f in found):
            return _ask_many(t, value, args, found, drop, keep=keep)
    base = value
    for axis, f in enumerate(found):
        if f.how == "but":
            base = all_but(base, f, kind, axis)
    parts = [Selection("all") if f.how == "but" else f for f in found]
    advanced = [f for f in parts if f.how in ("many", "mask")]
    node: ast.expr
    if keep:
        parts = [_kept(f) for f in parts]
    simple = all(f.how == "all" for f in parts)
    if len(advanced) > 1 or (advanced and any(f.how == "one" for f in parts) and len(parts) > 2):
        if any(f.how not in ("many", "mask", "one") for f in parts):
            return _ask_many(t, value, args, found, drop, keep=keep)
        if any(f.how == "one" for f in parts):
            return _ask_many(t, value, args, found, drop, keep=keep)
        ix = ast.Call(ast.parse("np.ix_", mode="eval").body, [bracketed(f) for f in parts], [])
        node = ast.Subscript(base.node, ix, ast.Load())
    elif simple:
        node = base.node
    else:
        node = subscript(base, [bracketed(f) for f in parts])
    return _shaped(t, node, value, kind, inner, found, known, keep=keep)


def _kept(found: Selection) -> Selection:
    """With ``drop = FALSE`` a single position is a slice of one."""
    if found.how != "one":
        return found
    assert found.value is not None
    return Selection("slice", found.value, plus(found.value, 1), True, found.kind)


def _shaped(
    t: Translator,
    node: ast.expr,
    value: Py,
    kind: Kind,
    inner: Kind,
    found: list[Selection],
    known: tuple[int | None, ...] | None,
    *,
    keep: bool,
) -> Py:
    """Say what shape a selection of a matrix or array has, and drop dimensions as R does."""
    extents = known if known is not None else (None,) * len(found)
    left: list[int | None] = []
    whole: list[int | None] = []  # with those that R drops
    unsure = False
    for f, extent in zip(found, extents, strict=True):
        size = extent if f.how == "all" else f.kind.length if f.how in ("slice", "many") else None
        if f.how == "but" and extent is not None and f.kind.is_scalar:
            size = extent - 1
            if size > 1:
                f = Selection("but", f.value, single=False)
        whole.append(1 if f.how == "one" else size)
        if f.how == "one":
            continue
        if size == 1 or f.single or (f.how == "all" and size is None and not kind.many):
            unsure = True
        elif f.single is None and size is None:
            if f.how == "but" and kind.many:
                t.note(SINGLE, once=True)
            else:
                unsure = True
        left.append(size)
    basic = all(f.how in ("all", "one", "slice") for f in found)
    alias = value.alias if basic else frozenset()
    plenty = all(
        kind.many if f.how == "all" else f.how in ("one", "but") or f.single is False for f in found
    )
    values, labels = kind.values, kind.labels
    if keep:
        shape = "matrix" if len(found) == 2 else "array"
        return Py(node, shaped(shape, values, labels=labels, dims=tuple(whole)), alias)
    if not left:
        return Py(node, inner if inner.shape != "scalar" or len(found) != 2 else kind.cell())
    if unsure and len(left) > 1:
        made = call("rv.drop", [Py(node)])
        return Py(made.node, atom(values, labels=labels), alias)
    if len(left) == 1:
        if unsure:
            if left[0] == 1:
                cell = inner if labels.bare else atom(values, labels=labels)
                return Py(call("rv.drop", [Py(node)]).node, cell)
            return Py(node, kind.subset(), alias)
        return Py(node, kind.subset().resized(left[0], many=plenty and left[0] is None), alias)
    shape = "matrix" if len(left) == 2 else "array"
    new = shaped(shape, values, labels=labels, dims=tuple(left), many=plenty)
    return Py(node, new, alias)


def _ask_many(
    t: Translator,
    value: Py,
    args: list[r.Arg],
    found: list[Selection],
    drop: dict[str, Py | None],
    *,
    keep: bool,
) -> Py:
    kind = value.kind
    asked = [
        fill("...") if a.value is None else f.given if f.given is not None else t.expr(a.value)
        for a, f in zip(args, found, strict=True)
    ]
    rest = shaped("matrix" if len(args) == 2 else "array", kind.values, labels=kind.labels)
    if not keep:
        ones = sum(
            1
            for a in asked
            if a.kind.is_scalar
            and a.kind.mode != "logical"
            and (a.kind.mode == "character" or (a.kind.low or 0) >= 1)
        )
        if ones == len(args):
            rest = atom(kind.values) if kind.names else element_of(kind)
        elif ones == len(args) - 1 and any(a.value is None for a in args):
            rest = kind.subset().resized(many=kind.many)
        elif all(f.single is False or f.how == "all" or _plural(f.kind) for f in found):
            pass
        else:
            rest = atom(kind.values, labels=kind.labels)
    sure = all(
        a.value is None or index.kind.complete or index.kind.mode == "character"
        for a, index in zip(args, asked, strict=True)
    )
    return call("rv.get", [value, *asked], rest if sure else rest.with_gaps(), **drop)


def _plural(kind: Kind) -> bool:
    return kind.shape == "vector" and kind.mode == "character" and (kind.length or 0) > 1
