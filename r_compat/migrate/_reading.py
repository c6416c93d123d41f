"""Reading: ``x[...]``, ``x[[...]]`` and ``x$name``, by what x is."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from . import _environments
from . import _rast as r
from ._array_parts import first_elements, read_flat, read_many, read_vector
from ._calls import Bound
from ._components import component
from ._frame_parts import column_of, frame_columns, read_frame
from ._kinds import (
    ANY,
    COUNT,
    NEVER,
    NULL,
    TEXT,
    Kind,
    atom,
    column_mode,
    constant,
    dict_of,
    element_of,
    item_of,
    list_of,
)
from ._positions import asked_index, bracketed, is_inside, selection, subscript
from ._pyexpr import Py, Refused, call, fill, literal
from ._stops import answered
from ._tools import array_literal
from ._usage import is_call

if TYPE_CHECKING:
    from ._translate import Translator


def read(t: Translator, node: r.Index | r.Dollar) -> Py:
    """Translate the reading of a part; an element that is None is NA where it is a logical."""
    made = _part(t, node)
    if made.kind.is_scalar and made.kind.holds_none and isinstance(made.node, ast.Subscript):
        return call("rv.flag", [made], made.kind)
    return made


def with_cells(t: Translator, args: list[r.Arg]) -> list[r.Arg]:
    """Return indices; one that is ``as.matrix(x)`` of a data frame may be names of cells."""
    node = args[0].value if len(args) == 1 else None
    if not (isinstance(node, r.Call) and is_call(node, "as.matrix") and len(node.args) == 1):
        return args
    value = t.expr(node.args[0].value)
    if value.kind.shape != "frame" or t.is_own("as.matrix") or column_mode(value.kind) != "any":
        return args
    return [r.Arg(None, Bound(node.span, call("rv.as_matrix", [value], ANY)))]


def _part(t: Translator, node: r.Index | r.Dollar) -> Py:
    asked = node.value
    size = isinstance(node, r.Dollar) and node.name == "size" and is_call(asked, "file.info")
    if size and isinstance(asked, r.Call):
        return t.call_known("file.size", asked.args)
    value = t.expr(node.value)
    if value.kind.shape == "missing":
        raise Refused(f"it needs the value of {value.kind.missing}")
    if _environments.is_environment(value.kind):
        return _environments.read(t, value, environment_key(t, node))
    if isinstance(node, r.Dollar):
        return dollar(t, value, node.name)
    args = with_cells(t, [arg for arg in node.args if arg.name not in ("drop", "exact")])
    for arg in args:
        if arg.name is not None:
            raise Refused(f"an index with a name, {arg.name}")
    drop = next((arg.value for arg in node.args if arg.name == "drop"), None)
    keep = isinstance(drop, r.Bool) and not drop.value
    if drop is not None and not isinstance(drop, r.Bool):
        raise Refused("drop must be TRUE or FALSE")
    if any(isinstance(arg.value, r.Missing) for arg in args):
        raise Refused("the index NA, which R repeats to the length of the value")
    if value.kind.shape == "never":
        return call("rv.get", [value, *[asked_index(t, arg.value) for arg in args]], NEVER)
    if value.kind.shape == "function":
        raise Refused("an index of a function")
    if node.double:
        return element(t, value, args, node)
    if not args or (len(args) == 1 and args[0].value is None):
        return value
    if len(args) == 1:
        return read_one(t, value, args[0].value, node)
    if value.kind.shape == "frame":
        return read_frame(t, value, args, node, keep=keep)
    return read_many(t, value, args, node, keep=keep)


def environment_key(t: Translator, node: r.Index | r.Dollar) -> Py:
    """Return the name of a variable of an environment."""
    if isinstance(node, r.Dollar):
        return literal(node.name, constant(node.name, "character"))
    if not node.double or len(node.args) != 1:
        raise Refused("an environment has no such part")
    return t.expr(node.args[0].value)


def dollar(t: Translator, value: Py, key: str) -> Py:
    """Translate ``x$name``."""
    kind = value.kind
    if kind.shape == "never":
        return call("rv.dollar", [value, literal(key)], NEVER)
    if kind.shape == "result" or (kind.atomic and kind.tag in t.library.results):
        return t.result_item(value, key)
    if kind.shape == "dict":
        return _named_item(t, value, key)
    if kind.shape == "frame":
        return column_of(value, literal(key, constant(key, "character")))
    if kind.shape == "null":
        return answered(literal(None, NULL), [value])
    if kind.atomic:
        raise Refused("$ of a vector is an error in R")
    if kind.shape == "other" and kind.tag == "qr" and key == "rank":
        return fill("X.rank", COUNT, X=value)
    if (kind.shape, kind.tag, key) == ("other", "condition", "message"):
        return fill("str(E)", TEXT, E=value)
    if (kind.shape, kind.tag) == ("other", "condition") and key != "call":
        return call("rv.condition_field", [value, literal(key)], ANY)
    if kind.shape == "other" and kind.tag == "calendar":
        if key not in ("mday", "mon", "year", "wday", "yday"):
            raise Refused("times of day have no translation, dates have")
        return fill("X[K]", atom("integer"), X=value, K=literal(key))
    if kind.shape == "other":
        raise Refused(f"`${key}` of {kind.tag or 'this value'} has no translation")
    known = component(kind, key)
    if known is not None:
        return Py(fill("X[K]", X=value, K=literal(key)).node, known, value.alias)
    return Py(
        call("rv.dollar", [value, literal(key)]).node,
        ANY,  # NULL of a list without names
        value.alias,
    )


def _named_item(t: Translator, value: Py, key: str, *, exact: bool = False) -> Py:
    kind = value.kind
    if kind.items is not None:
        found = dict(kind.items)
        if key not in found and not exact:
            partly = [known for known in found if known.startswith(key)]
            if len(partly) == 1:
                t.note(f"${key} is short for ${partly[0]}: R matches names by their beginning")
                key = partly[0]
        if key in found:
            return Py(fill("X[K]", X=value, K=literal(key)).node, found[key], value.alias)
        return answered(literal(None, NULL), [value])
    return _by_name(value, literal(key), item_of(kind))


def _by_name(value: Py, key: Py, inner: Kind) -> Py:
    """Return an element of a list that may lack it; what takes NULL asks for `Py.or_null`."""
    asked = fill("X.get(K)", X=value, K=key)
    if not inner.atomic:
        return Py(asked.node, inner, value.alias)
    found = fill("X[K]", X=value, K=key)
    return Py(found.node, inner, value.alias, absent=asked.node)


def element(t: Translator, value: Py, args: list[r.Arg], whole: r.Index | None = None) -> Py:
    """Translate ``x[[i]]``."""
    kind = value.kind
    if len(args) != 1:
        return read_many(t, value, args, whole, keep=False)
    found = selection(t, args[0].value)
    index = t.expr(args[0].value)
    inner = item_of(kind) if kind.is_list else element_of(kind) if kind.atomic else ANY
    key = index.kind.const
    if component(kind, key) is not None:
        return dollar(t, value, str(key))
    if kind.shape == "dict":
        if isinstance(key, str):
            return _named_item(t, value, key, exact=True)
        if index.kind.mode == "character" and index.kind.is_scalar:
            return _by_name(value, index, inner)
        if found.how == "one":
            if kind.items is not None and isinstance(key, int) and 1 <= key <= len(kind.items):
                inner = kind.items[key - 1][1]
            return Py(fill("list(X.values())[I]", X=value, I=found.value).node, inner, value.alias)
    elif kind.shape == "list" and found.how == "one":
        return Py(subscript(value, [bracketed(found)]), inner, value.alias)
    elif kind.shape == "frame":
        if isinstance(key, str):
            return dollar(t, value, key)
        if kind.items and isinstance(key, int) and 1 <= key <= len(kind.items):
            return dollar(t, value, kind.items[key - 1][0])
        if index.kind.is_scalar:
            return call("rv.element", [value, index], ANY)
    elif kind.shape == "vector" and found.how == "one":
        return Py(subscript(value, [bracketed(found)]), inner)
    elif kind.shape == "result":
        return (
            t.result_item(value, key)
            if isinstance(key, (str, int))
            else call("rv.element", [value, index], ANY)
        )
    if kind.is_list and not (index.kind.is_scalar and index.kind.mode in ("integer", "double")):
        inner = ANY  # NULL of a list without such a name
    return Py(call("rv.element", [value, index]).node, inner, value.alias)


def read_one(t: Translator, value: Py, node: r.Node | None, whole: r.Index) -> Py:
    """``x[i]``."""
    kind = value.kind
    if kind.shape == "frame":
        return frame_columns(t, value, node)
    if kind.shape in ("factor", "any", "other"):
        made = call(
            "rv.get", [value, asked_index(t, node)], kind if kind.shape == "factor" else ANY
        )
        return Py(made.node, made.kind, value.alias)
    if kind.shape == "result":
        return call("rv.get", [value, asked_index(t, node)], dict_of(ANY))
    if kind.shape == "null":
        return answered(literal(None, NULL), [t.expr(node)] if node is not None else [])
    if kind.shape == "list":
        return _sublist(t, value, node, whole)
    if kind.shape == "dict":
        index = asked_index(t, node)
        made = call("rv.get", [value, index])
        return Py(made.node, _part_of_dict(t, kind, node, index), value.alias)
    if kind.shape in ("matrix", "array"):
        return read_flat(t, value, node)
    if kind.shape != "vector":
        found = selection(t, node)
        single = found.how == "one" and not kind.names
        bare = {"names": literal(False)} if single else {}
        part = element_of(kind) if single else atom(kind.values)
        return call("rv.get", [value, asked_index(t, node)], part.with_gaps(), **bare)
    return read_vector(t, value, selection(t, node), node, whole)


def _part_of_dict(t: Translator, kind: Kind, node: r.Node | None, index: Py) -> Kind:
    """Return the kind of some elements of a list with names: a dict if each is there, and once."""
    with t.output.trial():
        how = selection(t, node).how
    listed = array_literal(index)
    keys: list[Any] = [index.kind.const]
    if listed is not None:
        keys = [getattr(item, "value", None) for item in listed.elts]
    known = [name for name, _ in kind.items or ()]
    named = len(set(keys)) == len(keys) and all(key in known for key in keys)
    top = index.kind.high
    inside = how in ("one", "slice") and top is not None and top <= len(known)
    ordered = is_call(node, "order", "which", "seq_along")
    if how in ("all", "mask", "but") or named or inside or ordered:
        return dict_of(item_of(kind))
    return ANY


def _sublist(t: Translator, value: Py, node: r.Node | None, whole: r.Index) -> Py:
    found = selection(t, node)
    kind = list_of(item_of(value.kind))
    if found.how == "slice" and not is_inside(t, found, node, whole, value.kind.length):
        return Py(first_elements(t, value, found, node, kind).node, list_of(ANY), value.alias)
    if found.how == "slice":
        return Py(subscript(value, [bracketed(found)]), kind, value.alias)
    if found.how == "one":
        return Py(fill("[X]", X=Py(subscript(value, [bracketed(found)]))).node, kind, value.alias)
    return Py(call("rv.get", [value, asked_index(t, node)]).node, kind, value.alias)
