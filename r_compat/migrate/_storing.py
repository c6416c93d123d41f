"""Assigning to parts: ``x[...] <- value``, ``x[[...]] <- value`` and ``x$name <- value``."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from . import _environments
from . import _rast as r
from ._arithmetic import as_float
from ._kinds import (
    ANY,
    FACTOR,
    FRAME,
    NEVER,
    Kind,
    combined_values,
    constant,
    dict_of,
    fits,
    frame_of,
    is_int,
    item_of,
    join,
    list_of,
    merged_mode,
    record,
    sequence,
    vector,
)
from ._positions import (
    Selection,
    asked_index,
    bracketed,
    from_end,
    is_inside,
    selection,
    subscript,
    within_extents,
)
from ._pyexpr import Line, Py, Refused, call, fill, kept_text, literal, text_of
from ._reading import environment_key, with_cells

if TYPE_CHECKING:
    from ._translate import Translator


def store(t: Translator, target: r.Index | r.Dollar, value: Py, *, outer: bool) -> None:
    """Translate the assignment to a part."""
    if value.kind.shape == "missing":
        raise Refused(f"it needs the value of {value.kind.missing}")
    value = t.owned(value)
    if outer:
        t.declare_outer(target)
    holder = _holder(t, target.value)
    if _environments.is_environment(holder.kind):
        _environments.store(t, holder, environment_key(t, target), value)
        return
    if isinstance(target, r.Dollar):
        _store_name(
            t,
            target.value,
            holder,
            literal(target.name, constant(target.name, "character")),
            value,
            outer=outer,
        )
        return
    args = with_cells(t, [arg for arg in target.args if arg.name not in ("exact",)])
    if any(arg.name for arg in args):
        raise Refused("an index with a name in an assignment")
    if target.double and len(args) == 1:
        _store_element(t, target.value, holder, args[0].value, value, outer=outer)
        return
    if len(args) == 1:
        _store_one(t, target, holder, args[0].value, value, outer=outer)
        return
    _store_many(t, target.value, holder, args, value, outer=outer)


def _holder(t: Translator, node: r.Node) -> Py:
    """Return the kept_text value of what is changed; what does not exist yet is NULL."""
    if isinstance(node, r.Name) and t.lookup(node.name) is None:
        raise Refused(f"`{node.name}` is defined nowhere in the script")
    return t.expr(node)


def _is_place(node: ast.expr) -> bool:
    """Whether changing an expression in place changes what it was taken from."""
    if isinstance(node, ast.Name):
        return True
    if isinstance(node, ast.Subscript):
        plain = isinstance(node.slice, (ast.Constant, ast.Name, ast.BinOp))
        return plain and _is_place(node.value)
    return (
        isinstance(node, ast.Attribute) and node.attr in ("adj_matrix",) and _is_place(node.value)
    )


def _replace(t: Translator, target: r.Node, new: Py, *, outer: bool) -> None:
    """Assign a new whole to what was changed."""
    t.store(target, Py(new.node, new.kind), outer=outer)


def _update(t: Translator, target: r.Node, kind: Kind, *, outer: bool) -> None:
    """Remember that what was changed in place is now of another kind."""
    match target:
        case r.Paren(value=inner):
            _update(t, inner, kind, outer=outer)
        case r.Name(name=found):
            t.set_kind(found, kind, outer=outer)
        case r.Dollar(value=inner, name=key):
            holder = t.expr(inner).kind
            if holder.shape == "dict":
                _update(t, inner, with_item(holder, key, kind), outer=outer)
        case r.Index(value=inner, double=True, args=[arg]):
            holder = t.expr(inner).kind
            if holder.is_list:
                label = t.expr(arg.value).kind.const
                if holder.shape == "dict" and isinstance(label, str):
                    _update(t, inner, with_item(holder, label, kind), outer=outer)
                else:
                    new = sequence(holder, join(item_of(holder), kind), grows=holder.grows)
                    _update(t, inner, new, outer=outer)


def with_item(holder: Kind, key: str, item: Kind) -> Kind:
    """Return a list with names after one of its elements was assigned."""
    if holder.items is None:
        return dict_of(join(item_of(holder), item))
    found = dict(holder.items)
    found[key] = item
    return record(tuple(found.items()))


def without_item(holder: Kind, key: str) -> Kind:
    """Return a list with names after one was removed."""
    if holder.items is None:
        return holder
    return record(tuple(((k, v) for k, v in holder.items if k != key)))


def _unsure_null(value: Py) -> bool:
    """Whether only run time tells a value from NULL, which leaves its element out of a list."""
    return value.kind.shape == "any" or value.kind.nullable or value.kind.tag == "null"


def _may_be_null(value: Py) -> bool:
    return _is_null(value) or _unsure_null(value)


def _is_null(value: Py) -> bool:
    return value.kind.shape == "null"


def _without_column(holder: Py, key: Py) -> Py:
    """Return a data frame without a column; one that is not there is no error in R."""
    items, label = holder.kind.items, key.kind.const
    if items is None or not isinstance(label, str):
        return fill('X.drop(columns=K, errors="ignore")', FRAME, X=holder, K=key)
    rest = frame_of(tuple(item for item in items if item[0] != label))
    if len(rest.items or ()) == len(items):
        return holder
    return fill("X.drop(columns=K)", rest, X=holder, K=key)


def _store_name(
    t: Translator, target: r.Node, holder: Py, key: Py, value: Py, *, outer: bool
) -> None:
    """``x$name <- value`` and ``x[["name"]] <- value``."""
    kind = holder.kind
    text = key.kind.const
    value = value if kind.shape in ("frame", "vector") else kept_text(value)
    if kind.shape in ("null", "list") and t.wants(target, "dict"):
        return
    if kind.shape == "frame":
        if _is_null(value):
            _replace(
                t,
                target,
                _without_column(holder, key),
                outer=outer,
            )
            return
        if not _is_place(holder.node):
            raise Refused("a column of an expression is assigned")
        if value.kind.tag == "null":
            raise Refused("a column is assigned what may be NULL, which removes it")
        column = vector(value.kind.values, bare=True) if value.kind.atomic else ANY
        if value.kind.shape == "factor":
            column = FACTOR
        if value.kind.shape == "vector" and value.kind.length is not None:
            value = call("rv.recycle", [value, fill("len(X)", X=holder)], value.kind)
        elif not value.kind.atomic and value.kind.shape not in ("factor", "never"):
            value = call("rv.as_column", [value, fill("len(X)", X=holder)], value.kind)
        t.emit(Line(f"{holder.text}[{key.text}] = {value.text}"))
        new = FRAME
        if kind.items is not None and isinstance(text, str):
            items = dict(kind.items)
            items[text] = value.kind if value.kind.shape == "factor" else column.resized(many=True)
            new = frame_of(tuple(items.items()))
        _update(t, target, new, outer=outer)
        return
    one = key.kind.is_scalar or isinstance(key.node, ast.Constant)
    if kind.shape == "dict" and one and _is_place(holder.node) and not _unsure_null(value):
        if _is_null(value):
            t.emit(Line(f"{holder.text}.pop({key.text}, None)"))
            new = without_item(kind, text) if isinstance(text, str) else kind
        else:
            t.emit(Line(f"{holder.text}[{key.text}] = {value.text}"))
            new = (
                with_item(kind, text, value.kind)
                if isinstance(text, str)
                else dict_of(join(item_of(kind), value.kind))
            )
        _update(t, target, new, outer=outer)
        return
    if kind.shape == "result" or (kind.atomic and kind.shape != "vector"):
        raise Refused(f"a name of a {kind.shape} is assigned")
    made = call("rv.set_element", [holder, key, value])
    new = ANY  # a list may have elements without names by now
    if kind.shape == "dict" or (kind.shape == "list" and kind.length == 0):
        new = dict_of(join(item_of(kind), value.kind))
    elif kind.shape == "list" and _is_null(value):
        new = kind
    if kind.shape == "vector":
        mode = merged_mode(kind, value.kind)
        new = vector(combined_values([kind, value.kind], mode).having(stored=""), grows=True)
    if kind.shape == "never":
        new = NEVER
    _replace(t, target, made.of(new), outer=outer)


def _store_element(
    t: Translator, target: r.Node, holder: Py, node: r.Node | None, value: Py, *, outer: bool
) -> None:
    """``x[[i]] <- value``."""
    kind = holder.kind
    index = t.expr(node)
    if index.kind.atomic and index.kind.mode == "character":
        _store_name(t, target, holder, index, value, outer=outer)
        return
    if kind.shape in ("vector", "scalar"):
        if index.kind.many or (index.kind.length or 0) > 1:
            raise Refused("x[[i]] <- value at several places of a vector is an error in R")
        if not (value.kind.is_scalar or value.kind.is_list or _is_null(value)):
            one = value.kind.element() if value.kind.atomic else value.kind
            value = call("rv.one_value", [value], one)
        whole = r.Index(target.span, target, [r.Arg(None, node)], double=False)
        _store_one(t, whole, holder, node, value, outer=outer)
        return
    value = kept_text(value)
    if (
        kind.shape == "null"
        and index.kind.mode in ("integer", "double")
        and t.wants(target, "list")
    ):
        return
    if kind.shape == "list" and not index.kind.numeric and index.kind.shape != "never":
        # A name, which only run time tells from a number, makes a list with names of it.
        _replace(t, target, call("rv.set_element", [holder, index, value], ANY), outer=outer)
        return
    if kind.shape == "list" and not _may_be_null(value):
        item = list_of(join(item_of(kind), value.kind), grows=kind.grows)
        if _is_place(holder.node):
            found = selection(t, node)
            if _is_append(t, node, target):
                t.emit(Line(f"{holder.text}.append({value.text})"))
                _update(t, target, item, outer=outer)
                return
            fixed = not kind.grows and (
                kind.length is None
                or (found.kind.high is not None and found.kind.high <= kind.length)
            )
            if found.how == "one" and found.value is not None and fixed:
                t.emit(Line(f"{holder.text}[{found.value.text}] = {value.text}"))
                _update(t, target, item.with_(length=kind.length), outer=outer)
                return
        made = call("rv.set_element", [holder, index, value], item.with_(grows=True))
        _replace(t, target, made, outer=outer)
        return
    if kind.shape == "result":
        raise Refused("a result of dagbag is not changed")
    made = call("rv.set_element", [holder, index, value])
    new = FRAME if kind.shape == "frame" else ANY  # any of its columns may be another now
    inside = kind.items is not None and (index.kind.high or float("inf")) <= len(kind.items)
    if kind.shape == "dict" and inside:  # an element that is added has no name
        new = dict_of(join(item_of(kind), value.kind))
    elif kind.shape == "list":  # NULL takes one out, a value may be put behind the others
        new = list_of(join(item_of(kind), value.kind), grows=True)
    if kind.shape == "never":
        new = NEVER
    _replace(t, target, made.of(new), outer=outer)


def _is_append(t: Translator, node: r.Node | None, target: r.Node) -> bool:
    """``x[[length(x) + 1]]``."""
    return _beyond(t, node, target) == 1


def _beyond(t: Translator, node: r.Node | None, target: r.Node) -> float:
    """Return how far behind its end ``x[length(x) + k]`` is; 0 if that is not written so."""
    while isinstance(node, r.Paren):
        node = node.value
    if not (isinstance(node, r.Binary) and node.op == "+" and isinstance(node.right, r.Num)):
        return 0
    left = node.left
    own = (
        isinstance(left, r.Call)
        and isinstance(left.function, r.Name)
        and left.function.name == "length"
        and len(left.args) == 1
        and left.args[0].value is not None
        and t.text_of(left.args[0].value) == t.text_of(target)
    )
    return node.right.value if own else 0


def _fits(holder: Kind, value: Kind) -> bool:
    """Whether an array can take values as it is."""
    if not value.atomic or value.mode == "any" or holder.mode == "any":
        return False
    if value.tag == "null":  # of which R makes an error, and numpy NaN
        return False
    if value.na and holder.mode in ("integer", "logical"):
        return False
    if merged_mode(holder, value) == "any":
        return False
    if holder.whole and not (value.mode in ("integer", "logical") or is_int(value)):
        return False
    if holder.mode == "integer" and value.mode == "double":
        return False
    return fits(value.mode, holder.mode)


def _stored(holder: Kind, value: Kind) -> Kind:
    """Return the kind of an array after values were stored in it."""
    if not value.atomic:
        return ANY
    mode = merged_mode(holder, value)
    known = combined_values([holder, value], mode)
    same = mode == "double" and holder.stored == "float"
    same = same or (holder.stored == "int" and is_int(value))
    return holder.with_values(known.having(stored=holder.stored if same else ""))


def _store_one(
    t: Translator, target: r.Index, holder: Py, node: r.Node | None, value: Py, *, outer: bool
) -> None:
    """``x[i] <- value``."""
    if isinstance(node, r.Missing) and node.mode == "character":
        raise Refused("an assignment by a name that is NA")
    kind = holder.kind
    where = target.value
    if kind.shape == "frame":
        index = t.expr(node)
        if index.kind.is_scalar and index.kind.mode == "character":
            _store_name(t, where, holder, index, value, outer=outer)
            return
        _replace(t, where, call("rv.assign", [holder, index, value], FRAME), outer=outer)
        return
    if kind.is_list:
        index = t.expr(node)
        made = call("rv.assign", [holder, index, value])
        text = index.kind.atomic and index.kind.mode == "character"
        whole = index.kind.atomic and index.kind.mode in ("integer", "double", "logical")
        same = text if kind.shape == "dict" else whole  # otherwise some may have no name
        _replace(t, where, made.of(sequence(kind, ANY, grows=True) if same else ANY), outer=outer)
        return
    if kind.shape == "result":
        raise Refused("a result of dagbag is not changed")
    if kind.shape == "null" and value.kind.atomic and t.wants(where, "vector", value.kind.mode):
        return
    if _is_null(value):
        raise Refused("NULL is assigned to elements of a vector")
    found = Selection("all") if node is None else selection(t, node)
    index_kind = found.kind
    place = _is_place(holder.node)
    after = _stored(kind, value.kind) if kind.atomic else ANY
    if kind.atomic and kind.mode == "logical" and value.text == "rv.NA":
        after = kind.with_gaps().with_(const=None, length=None)
    if kind.shape == "never":
        after = NEVER
    if _is_missing_mask(t, node, where) and after.mode != "integer":  # these stay floats
        after = after.with_(complete=value.kind.complete, finite=False)
    if place and kind.shape == "vector" and _fits(kind, value.kind):
        one = value.kind.is_scalar
        same = value.kind.shape == "vector" and (
            value.kind.length is None
            or (found.kind.length is not None and found.kind.length == value.kind.length)
        )
        top = index_kind.high
        inside = not (kind.grows or _beyond(t, node, where)) and (
            kind.length is None or (top is not None and top <= kind.length)
        )
        written = isinstance(index_kind.const, (int, float))
        if found.how == "one" and kind.length is None and written:
            inside = inside and top is not None and top <= (2 if kind.many else 0)
        if found.how == "slice":  # R makes it longer
            inside = is_inside(t, found, node, target, kind.length)
        if found.how == "one" and inside and one:
            t.emit(Line(_assignment(holder, [found], value)))
            _update(t, where, after, outer=outer)
            return
        if found.how == "all" and one:
            t.emit(Line(f"{holder.text}[:] = {value.text}"))
            _update(t, where, after, outer=outer)
            return
        fits_mask = found.kind.length is None or found.kind.length == kind.length
        if (found.how == "mask" and one and fits_mask) or (
            found.how in ("slice", "many") and inside and (one or same)
        ):
            t.emit(Line(_assignment(holder, [found], value)))
            _update(t, where, after, outer=outer)
            return
    if place and kind.shape in ("matrix", "array") and _fits(kind, value.kind):
        given = found.given
        if (
            given is not None
            and value.kind.is_scalar
            and given.kind.mode == "logical"
            and (given.kind.shape == kind.shape and not given.kind.na)
        ):
            t.emit(Line(f"{holder.text}[{given.text}] = {value.text}"))
            _update(t, where, after, outer=outer)
            return
        if node is None and value.kind.is_scalar:
            t.emit(Line(f"{holder.text}[:] = {value.text}"))
            _update(t, where, after, outer=outer)
            return
    asked = fill("...") if node is None else found.given or t.expr(node)
    if kind.atomic and (value.kind.is_list or value.kind.shape == "frame"):
        raise Refused("a list is assigned to elements of a vector, which becomes a list")
    if kind.shape in ("vector", "scalar", "null"):
        known = value.kind.values if kind.shape == "null" else after.values
        sure = found.how == "mask" or (
            found.how == "one" and _grows_by_one(t, node, where, kind)
        )  # otherwise R leaves NA in the gap
        after = vector(
            known.having(
                complete=known.complete and sure, finite=known.finite and sure, stored="", soft=None
            ),
            bare=asked.kind.numeric
            and (kind.shape in ("null", "scalar") or kind.labels.bare),  # a name adds a name
            grows=True,
        )
        if kind.stored == value.kind.stored == "float" or (
            kind.shape == "null" and value.kind.stored == "float"
        ):
            after = after.with_(stored="float")
    if kind.shape == "atomic":  # a vector may grow, and have a gap
        after = after.with_(complete=False, finite=False)
    if value.kind.whole and after.mode == "double" and value.kind.is_scalar and not kind.whole:
        value = as_float(value)
        after = after.with_(stored="float" if kind.mode == "double" else "")
    if kind.shape in ("matrix", "array") and (kind.tag == "null" or not asked.kind.numeric):
        after = ANY  # NULL becomes a vector, and so does a matrix that gets an element by name
    if not (kind.atomic or kind.shape in ("null", "never")):
        after = kind if kind.shape == "factor" else ANY
    _replace(t, where, call("rv.assign", [holder, asked, value], after), outer=outer)


def _grows_by_one(t: Translator, node: r.Node | None, target: r.Node, kind: Kind) -> bool:
    """Whether an assignment leaves no gap: at the end, or by a counter that begins with 1."""
    if _is_append(t, node, target):
        return True
    index = t.expr(node).kind
    if isinstance(index.const, (int, float)):
        length = 1 if kind.is_scalar else 0 if kind.shape == "null" else kind.length
        return length is not None and index.const <= length + 1
    return t.scopes.is_steady(node)


def _is_missing_mask(t: Translator, node: r.Node | None, target: r.Node) -> bool:
    """``x[is.na(x)]``."""
    return (
        isinstance(node, r.Call)
        and isinstance(node.function, r.Name)
        and node.function.name == "is.na"
        and len(node.args) == 1
        and node.args[0].value is not None
        and t.text_of(node.args[0].value) == t.text_of(target)
    )


def _assignment(holder: Py, found: list[Selection], value: Py) -> str:
    parts = [bracketed(f) for f in found]
    if len(parts) == 1:
        parts = [from_end(holder, found[0])] if found[0].how == "one" else parts
    target = text_of(subscript(holder, parts))
    node = value.node
    same = isinstance(node, ast.BinOp) and text_of(node.left) == target
    if same and isinstance(node, ast.BinOp) and value.kind.mode != "character":
        sign = text_of(ast.BinOp(ast.Name("a"), node.op, ast.Name("b")))[1:-1].strip()
        if not (isinstance(node.op, ast.Div)):
            return f"{target} {sign}= {text_of(node.right)}"
    return f"{target} = {value.text}"


def _store_many(
    t: Translator, target: r.Node, holder: Py, args: list[r.Arg], value: Py, *, outer: bool
) -> None:
    """``x[i, j] <- value``."""
    kind = holder.kind
    if kind.shape == "frame":
        _store_cells(t, target, holder, args, value, outer=outer)
        return
    if not kind.atomic and kind.shape not in ("any", "never"):
        raise Refused(f"two indices of a {kind.shape} have no translation")
    found = [selection(t, arg.value) for arg in args]
    whole = r.Index(target.span, target, args, double=False)
    found = within_extents(t, found, args, whole, kind.dims)
    after = _stored(kind, value.kind) if kind.atomic else kind
    if kind.shape == "atomic":
        after = after.with_(shape="matrix" if len(args) == 2 else "array")
    solid = kind.shape in ("matrix", "array")
    if (
        solid
        and _is_place(holder.node)
        and _fits(kind, value.kind)
        and all(f.how in ("all", "one", "slice", "many", "mask") for f in found)
    ):
        free = [f for f in found if f.how != "one"]
        advanced = [f for f in found if f.how in ("many", "mask")]
        v = value.kind
        right = (
            v.is_scalar
            or (v.shape == "vector" and len(free) == 1 and _fills_axis(kind, found, v))
            or (v.shape == "matrix" and len(free) == 2)
        )
        if right and len(advanced) <= 1 and not (advanced and len(found) > 2 and len(free) < 3):
            t.emit(Line(_assignment(holder, found, value)))
            _update(t, target, after, outer=outer)
            return
        if right and len(advanced) == len(found) == 2:
            index = ", ".join(text_of(bracketed(f)) for f in found)
            t.emit(Line(f"{holder.text}[np.ix_({index})] = {value.text}"))
            _update(t, target, after, outer=outer)
            return
    asked = [
        fill("...") if a.value is None else f.given if f.given is not None else t.expr(a.value)
        for a, f in zip(args, found, strict=True)
    ]
    made = call("rv.assign", [holder, *asked, value], after)
    _replace(t, target, made, outer=outer)


def _fills_axis(holder: Kind, found: list[Selection], value: Kind) -> bool:
    """Whether a vector is as long as the one axis that is not a single position."""
    if value.grows:
        return False
    if value.length is None:
        return True
    for axis, part in enumerate(found):
        if part.how == "all":
            return holder.dims is not None and holder.dims[axis] == value.length
        if part.how != "one":
            return part.kind.length == value.length
    return False


def _store_cells(
    t: Translator, target: r.Node, holder: Py, args: list[r.Arg], value: Py, *, outer: bool
) -> None:
    asked = [asked_index(t, arg.value) for arg in args]
    made = call("rv.assign", [holder, *asked, value], FRAME)
    _replace(t, target, made, outer=outer)
