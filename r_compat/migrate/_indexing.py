"""``x[...]``, ``x[[...]]`` and ``x$name``: reading, assigning, and the ranges that go with them.

R counts from 1, and an index says what it means by its value: positive ones select, negative ones
leave out, logical ones mask, text looks up names. Where the kind of an index is known it becomes
numpy's, otherwise ``rv.get`` and ``rv.assign`` look at it at run time.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import _rast as r
from ._arithmetic import as_float
from ._kinds import (
    ANY,
    NEVER,
    NULL,
    Kind,
    assumed_low,
    constant,
    element_of,
    fits,
    higher,
    is_int,
    item_of,
    join,
)
from ._pyexpr import Line, Py, Refused, call, constant_of, fill, literal, minus_one, name, plus

if TYPE_CHECKING:
    from ._translate import Translator

COUNT_DOWN = "1:n is taken to count up; R counts down, 1 and 0, where n is 0"
SINGLE = "R drops a dimension of which one element is selected; more than one is assumed here"


# Ranges


def as_int(value: Py) -> Py:
    """Return a number as Python's int, cut as R cuts an index or a size."""
    kind = value.kind
    if is_int(kind):
        return value
    known = constant_of(value.node)
    if known is not None:
        return literal(int(known), constant(int(known), "integer"))
    made = fill("int(X)", X=value)
    new = kind.with_(mode="integer", native=True, whole=False, integral=False)
    return made.of(new if kind.is_scalar else Kind("scalar", "integer", native=True))


def _order(t: Translator, first: Py, last: Py) -> int:
    """Return 1 if a range counts up, -1 if it counts down, 0 if that is not known."""
    a, b = first.kind, last.kind
    if a.high is not None and b.low is not None and b.low >= a.high:
        return 1
    if a.low is not None and b.high is not None and b.high < a.low:
        return -1
    soft = assumed_low(b)
    if a.high is not None and soft is not None and soft >= a.high:
        t.note(COUNT_DOWN, once=True)
        return 1
    soft = assumed_low(a)
    if b.high is not None and soft is not None and b.high <= soft:
        t.note(COUNT_DOWN, once=True)
        return -1
    return 0


def _countable(value: Py) -> bool:
    kind = value.kind
    return kind.is_scalar and kind.mode in ("integer", "double") and not kind.na


def _ends(node: r.Node | None) -> tuple[r.Node, r.Node] | None:
    while isinstance(node, r.Paren):
        node = node.value
    if isinstance(node, r.Binary) and node.op == ":":
        return node.left, node.right
    return None


def as_range(t: Translator, node: r.Node) -> Py | None:
    """Return ``range(...)`` for what a loop counts through; its kind is that of the counter."""
    ends = _ends(node)
    if ends is not None:
        first, last = t.expr(ends[0]), t.expr(ends[1])
        if not (_countable(first) and _countable(last) and is_int(first.kind)):
            return None
        direction = _order(t, first, last)
        if direction == 0:
            return None
        last = as_int(last)
        kind = _counter(first.kind, last.kind, direction)
        return _range(first, plus(last, direction), direction).of(kind)
    if not isinstance(node, r.Call) or not isinstance(node.function, r.Name):
        return None
    if len(node.args) != 1 or node.args[0].name not in (None, "along.with", "length.out"):
        return None
    function = node.function.name
    if function == "seq_len":
        value = t.expr(node.args[0].value)
        if not _countable(value):
            return None
        value = as_int(value)
    elif function == "seq_along":
        value = t.call_known("length", node.args)
        if not value.kind.is_scalar:
            return None
    else:
        return None
    kind = Kind("scalar", "integer", low=1, high=value.kind.high, native=True)
    return _range(literal(1), plus(value, 1), 1).of(kind)


def _counter(first: Kind, last: Kind, direction: int) -> Kind:
    low, high = (first, last) if direction > 0 else (last, first)
    return Kind("scalar", "integer", low=low.low, soft=low.soft, high=high.high, native=True)


def _range(first: Py, stop: Py, direction: int) -> Py:
    if direction < 0:
        return fill("range(A, B, -1)", A=first, B=stop)
    if constant_of(first.node) == 0:
        return fill("range(B)", B=stop)
    return fill("range(A, B)", A=first, B=stop)


def colon(t: Translator, first: Py, last: Py) -> Py:
    """Translate ``a:b``."""
    a, b = first.kind, last.kind
    if "never" in (a.shape, b.shape):
        return call("rv.colon", [first, last], NEVER)
    if not (_countable(first) and _countable(last) and is_int(a)):
        mode = "integer" if is_int(a) else "any"
        return call("rv.colon", [first, last], Kind("vector", mode))  # type: ignore[arg-type]
    direction = _order(t, first, last)
    length = _length(a, b)
    low, high = (a, b) if direction >= 0 else (b, a)
    kind = Kind("vector", "integer", length=length, low=low.low, soft=low.soft, high=high.high)
    kind = kind.with_(many=length is None and _is_many(a, b, direction))
    if direction == 0:
        lows = [k.low for k in (a, b)]
        kind = kind.with_(low=None if None in lows else min(lows), high=None, soft=None)  # type: ignore[type-var]
        return call("rv.colon", [first, last], kind)
    last = as_int(last)
    if direction > 0:
        return fill("np.arange(A, B)", kind, A=first, B=plus(last, 1))
    return fill("np.arange(A, B, -1)", kind, A=first, B=plus(last, -1))


def _length(a: Kind, b: Kind) -> int | None:
    if isinstance(a.const, (int, float)) and isinstance(b.const, (int, float)):
        return int(abs(b.const - a.const) + 1e-10) + 1
    return None


def _is_many(a: Kind, b: Kind, direction: int) -> bool:
    low, high = (a, b) if direction > 0 else (b, a)
    return low.high is not None and high.soft is not None and high.soft > low.high


# What an index means


@dataclass(frozen=True)
class Selection:
    """What one index selects.

    `how` is "all", "one" (a single position), "slice", "many" (positions), "mask", "but" (all
    but positions) or "ask" (R has to be asked at run time). `value` counts from 0, but for "ask".
    """

    how: str
    value: Py | None = None
    stop: Py | None = None
    single: bool | None = False  # whether it selects one element; None if that is not known
    kind: Kind = ANY
    given: Py | None = None


def selection(t: Translator, node: r.Node | None, *, extent: Py | None = None) -> Selection:
    """Find out what an index means."""
    while isinstance(node, r.Paren):
        node = node.value
    if node is None:
        return Selection("all")
    if isinstance(node, r.Unary) and node.op == "-":
        left_out = _left_out(t, node)
        if left_out is not None:
            return left_out
    ends = _ends(node)
    if ends is not None:
        found = _slice(t, *ends)
        if found is not None:
            return found
    literal_list = _literal_positions(node)
    if literal_list is not None:
        return literal_list
    value = t.expr(node)
    return _by_kind(value)


def _by_kind(value: Py) -> Selection:
    kind = value.kind
    if kind.shape in ("function", "list", "dict", "frame", "result", "missing"):
        raise Refused(f"an index that is a {kind.shape}")
    if (
        kind.mode in ("integer", "double")
        and kind.low is not None
        and kind.low >= 1
        and not kind.na
    ):
        if kind.is_scalar:
            return Selection("one", minus_one(as_int(value)), single=True, kind=kind, given=value)
        if kind.shape == "vector":
            single = None if kind.length is None and not kind.many else kind.length == 1
            positions = value if is_int(kind) else fill("X.astype(int)", X=value)
            return Selection("many", minus_one(positions), single=single, kind=kind, given=value)
    plain = kind.mode == "logical" and kind.shape == "vector" and not kind.na
    if plain and (kind.length is None or kind.length > 1):
        return Selection("mask", value, single=None, kind=kind, given=value)
    return Selection(
        "ask",
        value,
        single=True
        if kind.is_scalar and kind.mode != "logical" and kind.low is not None and kind.low >= 1
        else None,
        kind=kind,
        given=value,
    )


def _slice(t: Translator, left: r.Node, right: r.Node) -> Selection | None:
    first, last = t.expr(left), t.expr(right)
    if not (_countable(first) and _countable(last) and is_int(first.kind)):
        return None
    if first.kind.low is None or first.kind.low < 1 or _order(t, first, last) != 1:
        return None
    length = _length(first.kind, last.kind)
    single: bool | None = length == 1 if length is not None else None
    if length is None and _is_many(first.kind, last.kind, 1):
        single = False
    return Selection(
        "slice", minus_one(first), as_int(last), single, Kind("vector", "integer", length=length)
    )


def _literal_positions(node: r.Node) -> Selection | None:
    """``c(1, 3, 5)``, written out."""
    if not (
        isinstance(node, r.Call)
        and isinstance(node.function, r.Name)
        and node.function.name == "c"
        and node.args
    ):
        return None
    positions = []
    for arg in node.args:
        value = arg.value
        if arg.name or not isinstance(value, r.Num) or value.value != int(value.value):
            return None
        positions.append(int(value.value))
    if min(positions) < 1:
        return None
    made = Py(ast.List([ast.Constant(p - 1) for p in positions], ast.Load()))
    kind = Kind("vector", "integer", length=len(positions), high=max(positions))
    if len(positions) == 1:
        return Selection("one", literal(positions[0] - 1), single=True, kind=kind)
    return Selection("many", made, single=False, kind=kind)


def _left_out(t: Translator, node: r.Unary) -> Selection | None:
    inner = node.value
    while isinstance(inner, r.Paren):
        inner = inner.value
    ends = _ends(inner)
    if ends is not None:
        found = _slice(t, *ends)
        if found is None or found.value is None or found.stop is None:
            return None
        return Selection(
            "but",
            fill("np.arange(A, B)", A=found.value, B=found.stop),
            stop=None,
            single=None,
            kind=found.kind,
        )
    listed = _literal_positions(inner)
    if listed is not None:
        return Selection("but", listed.value, single=None, kind=listed.kind)
    value = t.expr(inner)
    kind = value.kind
    if kind.low is None or kind.low < 1 or kind.na or kind.mode not in ("integer", "double"):
        return None
    if kind.is_scalar:
        return Selection("but", minus_one(as_int(value)), single=None, kind=kind)
    sure = kind.many or (kind.length is not None and kind.length > 0)
    if kind.shape == "vector" and sure:
        positions = value if is_int(kind) else fill("X.astype(int)", X=value)
        return Selection("but", minus_one(positions), single=None, kind=kind)
    return None


def _subscript(value: Py, parts: list[ast.expr]) -> ast.expr:
    index = parts[0] if len(parts) == 1 else ast.Tuple(parts, ast.Load())
    return ast.Subscript(value.node, index, ast.Load())


def _part(found: Selection) -> ast.expr:
    """Return what stands between numpy's brackets."""
    if found.how == "all":
        return ast.Slice()
    assert found.value is not None
    if found.how == "slice":
        assert found.stop is not None
        lower = None if constant_of(found.value.node) == 0 else found.value.node
        return ast.Slice(lower, found.stop.node)
    return found.value.node


# Reading


def read(t: Translator, node: r.Index | r.Dollar) -> Py:
    """Translate the reading of a part."""
    value = t.expr(node.value)
    if value.kind.shape == "missing":
        raise Refused(f"it needs the value of {value.kind.missing}")
    if isinstance(node, r.Dollar):
        return dollar(t, value, node.name)
    args = [arg for arg in node.args if arg.name not in ("drop", "exact")]
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
        return call("rv.get", [value, *[_asked(t, arg.value) for arg in args]], NEVER)
    if value.kind.shape == "function":
        raise Refused("an index of a function")
    if node.double:
        return element(t, value, args)
    if not args or (len(args) == 1 and args[0].value is None):
        return value
    if len(args) == 1:
        return _read_one(t, value, args[0].value, node)
    if value.kind.shape == "frame":
        return _read_frame(t, value, args, keep=keep)
    return _read_many(t, value, args, keep=keep)


def _asked(t: Translator, node: r.Node | None) -> Py:
    return fill("...") if node is None else t.expr(node)


def dollar(t: Translator, value: Py, key: str) -> Py:
    """Translate ``x$name``."""
    kind = value.kind
    if kind.shape == "never":
        return call("rv.dollar", [value, literal(key)], NEVER)
    if kind.shape == "result":
        return t.result_item(value, key)
    if kind.shape == "dict":
        return _named_item(t, value, key)
    if kind.shape == "frame":
        return _column(value, literal(key, constant(key, "character")))
    if kind.shape == "null":
        return literal(None, NULL)
    if kind.atomic:
        raise Refused("$ of a vector is an error in R")
    if kind.shape == "other" and kind.tag == "qr" and key == "rank":
        return fill("X.rank", Kind("scalar", "integer", low=0, native=True), X=value)
    if kind.shape == "other":
        raise Refused(f"`${key}` of {kind.tag or 'this value'} has no translation")
    return Py(
        call("rv.dollar", [value, literal(key)]).node,
        item_of(kind) if kind.is_list else ANY,
        value.alias,
    )


def _column(value: Py, key: Py) -> Py:
    """Return a column of a data frame; one that may be a factor keeps its levels."""
    label = key.kind.const
    kind = column_kind(value.kind, label) if isinstance(label, str) else Kind("vector", many=True)
    known = isinstance(label, str) and any(found == label for found, _ in value.kind.items or ())
    if known and kind.shape == "vector" and kind.mode in ("logical", "integer", "double"):
        return Py(fill("X[K].to_numpy()", X=value, K=key).node, kind, value.alias)
    if known and kind.shape == "vector" and kind.mode == "character" and not kind.na:
        return Py(fill("X[K].to_numpy(dtype=object)", X=value, K=key).node, kind, value.alias)
    if known and kind.shape == "factor":
        return Py(fill("X[K].array", X=value, K=key).node, kind, value.alias)
    word = "rv.dollar" if isinstance(label, str) else "rv.element"
    return Py(call(word, [value, key]).node, kind if known else Kind("any"), value.alias)


def column_kind(kind: Kind, key: str) -> Kind:
    """Return what is known of a column of a data frame."""
    for found, item in kind.items or ():
        if found == key:
            return item
    return Kind("vector", many=True)


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
        return literal(None, NULL)
    made = fill("X.get(K)", X=value, K=literal(key))
    return Py(made.node, item_of(kind), value.alias)


def element(t: Translator, value: Py, args: list[r.Arg]) -> Py:
    """Translate ``x[[i]]``."""
    kind = value.kind
    if len(args) != 1:
        return _read_many(t, value, args, keep=False)
    found = selection(t, args[0].value)
    index = t.expr(args[0].value)
    inner = item_of(kind) if kind.is_list else element_of(kind) if kind.atomic else ANY
    key = index.kind.const
    if kind.shape == "dict":
        if isinstance(key, str):
            return _named_item(t, value, key, exact=True)
        if index.kind.mode == "character" and index.kind.atomic:
            return Py(fill("X.get(K)", X=value, K=index).node, inner, value.alias)
        if found.how == "one":
            if kind.items is not None and isinstance(key, int) and 1 <= key <= len(kind.items):
                inner = kind.items[key - 1][1]
            return Py(fill("list(X.values())[I]", X=value, I=found.value).node, inner, value.alias)
    elif kind.shape == "list" and found.how == "one":
        return Py(_subscript(value, [_part(found)]), inner, value.alias)
    elif kind.shape == "frame":
        if isinstance(key, str):
            return dollar(t, value, key)
        if kind.items and isinstance(key, int) and 1 <= key <= len(kind.items):
            return dollar(t, value, kind.items[key - 1][0])
        if index.kind.is_scalar:
            return call("rv.element", [value, index], Kind("any"))
    elif kind.shape == "vector" and found.how == "one":
        return Py(_subscript(value, [_part(found)]), inner.with_(native=False))
    elif kind.shape == "result":
        return (
            t.result_item(value, key)
            if isinstance(key, (str, int))
            else call("rv.element", [value, index], ANY)
        )
    return Py(call("rv.element", [value, index]).node, inner, value.alias)


def _read_one(t: Translator, value: Py, node: r.Node | None, whole: r.Index) -> Py:
    """``x[i]``."""
    kind = value.kind
    if kind.shape == "frame":
        return _frame_columns(t, value, node)
    if kind.shape in ("factor", "any", "other"):
        made = call("rv.get", [value, t.expr(node)], kind if kind.shape == "factor" else ANY)
        return Py(made.node, made.kind, value.alias)
    if kind.shape == "result":
        return call("rv.get", [value, t.expr(node)], Kind("dict"))
    if kind.shape == "null":
        return literal(None, NULL)
    if kind.shape == "list":
        return _sublist(t, value, node)
    if kind.shape == "dict":
        return Py(
            call("rv.get", [value, t.expr(node)], Kind("dict", item=item_of(kind))).node,
            Kind("dict", item=item_of(kind)),
            value.alias,
        )
    if kind.shape in ("matrix", "array"):
        return _read_flat(t, value, node)
    if kind.shape != "vector":
        found = selection(t, node)
        mode_kind = Kind("scalar" if found.how == "one" else "atomic", kind.mode, na=True)
        if kind.shape == "atomic" and found.how == "one":
            mode_kind = mode_kind.with_(na=kind.na)
        return call("rv.get", [value, t.expr(node)], mode_kind)
    return _read_vector(t, value, selection(t, node), node, whole)


def _read_vector(
    t: Translator, value: Py, found: Selection, node: r.Node | None, whole: r.Index
) -> Py:
    kind = value.kind
    inner = element_of(kind).with_(native=False)
    rest = Kind(
        "vector",
        kind.mode,
        na=kind.na,
        low=kind.low,
        soft=kind.soft,
        high=kind.high,
        whole=kind.whole,
        integral=kind.integral,
        names=kind.names,
    )
    beyond = kind.grows or kind.length is not None
    if found.how in ("one", "slice", "many") and beyond:
        top = found.kind.high if found.how != "slice" else None
        if found.how == "slice" and found.stop is not None:
            stop = found.stop.kind.high
            top = float(stop) if stop is not None else None
        inside = kind.length is not None and top is not None and top <= kind.length
        own_length = found.how != "many" and _is_length_of(t, node, whole.value)
        if not inside and not own_length:  # R gives NA beyond the end
            shape = inner if found.how == "one" else rest.with_(length=found.kind.length)
            return call("rv.get", [value, t.expr(node)], shape.with_(na=True))
    match found.how:
        case "one":
            return Py(_subscript(value, [_last(value, found)]), inner)
        case "slice":
            made = _subscript(value, [_part(found)])
            many = found.single is False
            return Py(made, rest.with_(length=found.kind.length, many=many), value.alias)
        case "many":
            made = _subscript(value, [_part(found)])
            return Py(made, rest.with_(length=found.kind.length, many=found.kind.many))
        case "mask" if found.kind.length is None or found.kind.length == kind.length:
            return Py(_subscript(value, [_part(found)]), rest)
        case "but":
            return _without(value, found, rest)
    asked = found.given if found.given is not None else t.expr(node)
    shape = rest
    index = asked.kind
    if index.is_scalar and index.mode == "character":
        shape = inner.with_(na=True)
    elif index.is_scalar and index.mode != "logical":
        shape = Kind("atomic", kind.mode, na=True, low=kind.low, high=kind.high)
    elif index.shape != "vector" or index.mode not in ("logical",) or index.na:
        shape = rest.with_(na=True)
        if index.shape not in ("vector", "matrix"):
            shape = Kind("atomic", kind.mode, na=True)
    return call("rv.get", [value, asked], shape)


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


def _last(value: Py, found: Selection) -> ast.expr:
    """``x[len(x) - 1]`` is ``x[-1]``."""
    part = _part(found)
    if any(isinstance(node, ast.Call) for node in ast.walk(value.node)):
        return part  # R, too, evaluates it twice
    text = ast.unparse(part)
    own = f"len({value.text})"
    if text.startswith(f"{own} - "):
        rest = text[len(own) + 3 :]
        if rest.isdigit():
            return ast.UnaryOp(ast.USub(), ast.Constant(int(rest)))
    return part


def _without(value: Py, found: Selection, kind: Kind, axis: int | None = None) -> Py:
    """All but some positions."""
    assert found.value is not None
    position = constant_of(found.value.node)
    length = None if kind.length is None else kind.length
    kind = kind.with_(length=None, many=False)
    del length
    if axis is None:
        if position == 0:
            return fill("X[1:]", kind, X=value)
        if ast.unparse(found.value.node) == f"len({value.text}) - 1":
            return fill("X[:-1]", kind, X=value)
        return fill("np.delete(X, I)", kind, X=value, I=found.value)
    return fill("np.delete(X, I, axis=A)", kind, X=value, I=found.value, A=literal(axis))


def _sublist(t: Translator, value: Py, node: r.Node | None) -> Py:
    found = selection(t, node)
    kind = Kind("list", item=item_of(value.kind))
    if found.how == "slice":
        return Py(_subscript(value, [_part(found)]), kind, value.alias)
    if found.how == "one":
        return Py(fill("[X]", X=Py(_subscript(value, [_part(found)]))).node, kind, value.alias)
    return Py(call("rv.get", [value, t.expr(node)]).node, kind, value.alias)


def _read_flat(t: Translator, value: Py, node: r.Node | None) -> Py:
    """Read a matrix with one index: by mask, by a matrix of positions, or column by column."""
    kind = value.kind
    index = t.expr(node)
    rest = Kind("vector", kind.mode, na=kind.na, low=kind.low, high=kind.high, whole=kind.whole)
    mask = index.kind.mode == "logical" and not index.kind.na
    if mask and index.kind.shape == "matrix" and kind.shape == "matrix":
        return fill("X.T[M.T]", rest, X=value, M=index)
    return call(
        "rv.get",
        [value, index],
        rest if index.kind.shape != "scalar" else element_of(kind).with_(native=False),
    )


def _read_many(t: Translator, value: Py, args: list[r.Arg], *, keep: bool) -> Py:
    """``x[i, j]``."""
    kind = value.kind
    found = [selection(t, arg.value) for arg in args]
    drop: dict[str, Py | None] = {"drop": literal(False) if keep else None}
    flat = kind.shape in ("vector", "scalar")
    if flat:
        raise Refused("two indices of a vector are an error in R")
    if kind.shape in ("any", "other", "list", "dict", "factor", "null", "result"):
        if kind.shape != "any":
            raise Refused(f"two indices of a {kind.shape} have no translation")
        return call("rv.get", [value, *[_asked(t, a.value) for a in args]], ANY, **drop)
    if any(f.how == "ask" for f in found) or (
        kind.shape != "atomic" and len(args) != (2 if kind.shape == "matrix" else len(args))
    ):
        return _ask_many(t, value, args, found, drop, keep=keep)
    known = value.kind.dims
    for axis, f in enumerate(found):
        extent = known[axis] if known is not None and axis < len(known) else None
        if f.how == "mask" and f.kind.length is not None and extent != f.kind.length:
            return _ask_many(t, value, args, found, drop, keep=keep)  # it may be recycled
    inner = element_of(kind).with_(native=False)
    if kind.shape == "atomic":  # R would refuse anything but a matrix here
        kind = Kind(
            "matrix" if len(args) == 2 else "array",
            kind.mode,
            na=kind.na,
            low=kind.low,
            high=kind.high,
            whole=kind.whole,
        )
        if any(f.how in ("mask", "but") for f in found):
            return _ask_many(t, value, args, found, drop, keep=keep)
    base = value
    for axis, f in enumerate(found):
        if f.how == "but":
            base = _without(base, f, kind, axis)
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
        ix = ast.Call(ast.parse("np.ix_", mode="eval").body, [_part(f) for f in parts], [])
        node = ast.Subscript(base.node, ix, ast.Load())
    elif simple:
        node = base.node
    else:
        node = _subscript(base, [_part(f) for f in parts])
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
    unsure = False
    dropped = 0
    for f, extent in zip(found, extents, strict=True):
        size = extent if f.how == "all" else f.kind.length if f.how in ("slice", "many") else None
        if f.how == "but" and extent is not None and f.kind.is_scalar:
            size = extent - 1
            if size > 1:
                f = Selection("but", f.value, single=False)
        if f.how == "one":
            dropped += 1
            continue
        if size == 1 or f.single:
            unsure = True
        elif f.single is None and size is None:
            if f.how == "but":
                t.note(SINGLE, once=True)
            else:
                unsure = True
        left.append(size)
    basic = all(f.how in ("all", "one", "slice") for f in found)
    alias = value.alias if basic else frozenset()
    rest = {
        "mode": kind.mode,
        "na": kind.na,
        "low": kind.low,
        "soft": kind.soft,
        "high": kind.high,
        "whole": kind.whole,
        "integral": kind.integral,
        "names": kind.names,
    }
    if keep:
        dims = tuple(left) if dropped == 0 else None
        shape = "matrix" if len(found) == 2 else "array"
        return Py(node, Kind(shape, **rest, dims=dims), alias)  # type: ignore[arg-type]
    if not left:
        return Py(node, inner)
    if unsure and len(left) > 1:
        made = call("rv.drop", [Py(node)])
        return Py(made.node, Kind("atomic", **rest), alias)  # type: ignore[arg-type]
    if len(left) == 1:
        if unsure:
            if left[0] == 1:
                return Py(call("rv.drop", [Py(node)]).node, inner)
            return Py(node, Kind("vector", **rest, length=None), alias)  # type: ignore[arg-type]
        many = left[0] is None
        return Py(node, Kind("vector", **rest, length=left[0], many=many), alias)  # type: ignore[arg-type]
    shape = "matrix" if len(left) == 2 else "array"
    return Py(node, Kind(shape, **rest, dims=tuple(left)), alias)  # type: ignore[arg-type]


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
    rest = Kind(
        "matrix" if len(args) == 2 else "array",
        kind.mode,
        na=kind.na,
        low=kind.low,
        high=kind.high,
        whole=kind.whole,
        names=kind.names,
    )
    if not keep:
        ones = sum(
            1
            for a in asked
            if a.kind.is_scalar
            and a.kind.mode != "logical"
            and (a.kind.mode == "character" or (a.kind.low or 0) >= 1)
        )
        if ones == len(args):
            rest = element_of(kind).with_(native=False)
        elif ones == len(args) - 1 and any(a.value is None for a in args):
            rest = Kind(
                "vector",
                kind.mode,
                na=kind.na,
                low=kind.low,
                high=kind.high,
                many=True,
                whole=kind.whole,
                names=kind.names,
            )
        elif all(f.single is False or f.how == "all" or _plural(f.kind) for f in found):
            pass
        else:
            rest = Kind(
                "atomic",
                kind.mode,
                na=kind.na,
                low=kind.low,
                high=kind.high,
                whole=kind.whole,
                names=kind.names,
            )
    return call("rv.get", [value, *asked], rest, **drop)


def _plural(kind: Kind) -> bool:
    return kind.shape == "vector" and kind.mode == "character" and (kind.length or 0) > 1


# Data frames


def _frame_of(kind: Kind, names: list[str]) -> Kind:
    known = dict(kind.items or ())
    if not all(n in known for n in names):
        return Kind("frame")
    return Kind("frame", items=tuple((n, known[n]) for n in names))


def _kept_columns(kind: Kind, index: Py) -> list[str] | None:
    """Return the columns that numbers written out select, of a data frame whose names are known."""
    if kind.items is None:
        return None
    found: list[int] = []
    node = index.node
    values: list[int | float | None]
    sign = 1
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node, sign = node.operand, -1
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "np.array":
        inner = node.args[0]
        values = [constant_of(e) for e in inner.elts] if isinstance(inner, ast.List) else [None]
    elif (
        isinstance(node, ast.Call) and ast.unparse(node.func) == "np.arange" and len(node.args) == 2
    ):
        ends = [constant_of(e) for e in node.args]
        if ends[0] is not None and ends[1] is not None:
            values = [*range(int(ends[0]), int(ends[1]))]
        else:
            values = [None]
    else:
        values = [constant_of(node)]
    if any(v is None for v in values):
        return None
    found = [sign * int(v) for v in values if v is not None]
    names = [n for n, _ in kind.items]
    if all(v < 0 for v in found):
        return [n for k, n in enumerate(names, start=1) if -k not in found]
    if all(1 <= v <= len(names) for v in found):
        return [names[v - 1] for v in found]
    return None


def _frame_columns(t: Translator, value: Py, node: r.Node | None) -> Py:
    """``df[columns]``."""
    index = t.expr(node)
    if index.kind.mode == "character":
        if index.kind.is_scalar:
            return fill("X[[K]]", Kind("frame"), X=value, K=index)
        listed = _listed(index)
        names = (
            [e.value for e in listed.node.elts if isinstance(e, ast.Constant)]
            if isinstance(listed.node, ast.List)
            else []
        )
        new = _frame_of(value.kind, [str(n) for n in names]) if names else Kind("frame")
        return fill("X[K]", new, X=value, K=listed)
    return call("rv.get", [value, index], Kind("frame"))


def _listed(value: Py) -> Py:
    """Return an array written out as a list."""
    node = value.node
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "np.array":
        inner = node.args[0]
        if isinstance(inner, ast.List):
            return Py(inner, value.kind)
    return value


def _read_frame(t: Translator, value: Py, args: list[r.Arg], *, keep: bool) -> Py:
    """``df[rows, columns]``."""
    if len(args) != 2:
        raise Refused("a data frame has two dimensions")
    rows, columns = args
    base = value
    kind = value.kind
    if columns.value is not None:
        index = t.expr(columns.value)
        one = index.kind.is_scalar and (
            index.kind.mode == "character" or (index.kind.low is not None and index.kind.low >= 1)
        )
        if one and not keep:
            column = element(t, value, [columns])
            if rows.value is None:
                return column
            if column.kind.shape != "vector":
                return call("rv.get", [column, t.expr(rows.value)], ANY)
            whole = r.Index(columns.value.span, columns.value, [rows], double=False)
            return _read_vector(t, column, selection(t, rows.value), rows.value, whole)
        base = _frame_columns(t, value, columns.value)
        kind = base.kind
        if index.kind.mode != "character" and not keep:
            kept = _kept_columns(value.kind, index)
            if kept is None:
                return call("rv.get", [value, _asked(t, rows.value), index], ANY)
            if len(kept) == 1:
                only = r.Arg(None, r.Str(columns.value.span, kept[0]))
                return _read_frame(t, value, [rows, only], keep=keep)
            base = fill(
                "X[[*KS]]", _frame_of(value.kind, kept), X=value, KS=[literal(n) for n in kept]
            )
            kind = base.kind
    if rows.value is None:
        return base
    found = selection(t, rows.value)
    if found.how == "mask":
        return fill("X[M]", kind, X=base, M=found.value)
    if found.how == "one":
        return fill("X.iloc[[I]]", kind, X=base, I=found.value)
    if found.how == "slice":
        return Py(ast.Subscript(fill("X.iloc", X=base).node, _part(found), ast.Load()), kind)
    if found.how == "many":
        return fill("X.iloc[I]", kind, X=base, I=found.value)
    return call("rv.get", [base, _asked(t, rows.value), fill("...")], kind)


# Assigning


def store(t: Translator, target: r.Index | r.Dollar, value: Py, *, outer: bool) -> None:
    """Translate the assignment to a part."""
    if value.kind.shape == "missing":
        raise Refused(f"it needs the value of {value.kind.missing}")
    value = t.owned(value)
    if outer:
        t.declare_outer(target)
    holder = _holder(t, target.value)
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
    args = [arg for arg in target.args if arg.name not in ("exact",)]
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
    """Return the present value of what is changed; what does not exist yet is NULL."""
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
                    new = Kind(holder.shape, item=join(item_of(holder), kind), grows=holder.grows)
                    _update(t, inner, new, outer=outer)


def with_item(holder: Kind, key: str, item: Kind) -> Kind:
    """Return a list with names after one of its elements was assigned."""
    if holder.items is None:
        return Kind("dict", item=join(item_of(holder), item))
    found = dict(holder.items)
    found[key] = item
    return Kind("dict", items=tuple(found.items()))


def without_item(holder: Kind, key: str) -> Kind:
    """Return a list with names after one was removed."""
    if holder.items is None:
        return holder
    return Kind("dict", items=tuple((k, v) for k, v in holder.items if k != key))


def _is_null(value: Py) -> bool:
    return value.kind.shape == "null"


def _store_name(
    t: Translator, target: r.Node, holder: Py, key: Py, value: Py, *, outer: bool
) -> None:
    """``x$name <- value`` and ``x[["name"]] <- value``."""
    kind = holder.kind
    text = key.kind.const
    if kind.shape in ("null", "list") and t.wants(target, "dict"):
        return
    if kind.shape == "frame":
        if _is_null(value):
            _replace(
                t,
                target,
                fill("X.drop(columns=K)", kind.with_(items=None), X=holder, K=key),
                outer=outer,
            )
            return
        if not _is_place(holder.node):
            raise Refused("a column of an expression is assigned")
        column = (
            value.kind
            if value.kind.shape == "vector"
            else Kind("vector", value.kind.mode, many=True)
        )
        if value.kind.shape == "vector" and value.kind.length is not None:
            value = call("rv.recycle", [value, fill("len(X)", X=holder)], value.kind)
        t.emit(Line(f"{holder.text}[{key.text}] = {value.text}"))
        new = Kind("frame")
        if kind.items is not None and isinstance(text, str):
            items = dict(kind.items)
            items[text] = column.with_(length=None, many=True)
            new = Kind("frame", items=tuple(items.items()))
        _update(t, target, new, outer=outer)
        return
    if kind.shape == "dict" and _is_place(holder.node):
        if _is_null(value):
            t.emit(Line(f"{holder.text}.pop({key.text}, None)"))
            new = without_item(kind, text) if isinstance(text, str) else kind
        else:
            t.emit(Line(f"{holder.text}[{key.text}] = {value.text}"))
            new = (
                with_item(kind, text, value.kind)
                if isinstance(text, str)
                else Kind("dict", item=join(item_of(kind), value.kind))
            )
        _update(t, target, new, outer=outer)
        return
    if kind.shape == "result" or (kind.atomic and kind.shape != "vector"):
        raise Refused(f"a name of a {kind.shape} is assigned")
    made = call("rv.set_element", [holder, key, value])
    new = Kind("dict", item=join(item_of(kind), value.kind)) if kind.is_list else ANY
    if kind.shape == "vector":
        new = kind.with_(length=None, names=True, grows=True)
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
        whole = r.Index(target.span, target, [r.Arg(None, node)], double=False)
        _store_one(t, whole, holder, node, value, outer=outer)
        return
    if (
        kind.shape == "null"
        and index.kind.mode in ("integer", "double")
        and t.wants(target, "list")
    ):
        return
    if kind.shape == "list" and not _is_null(value):
        item = Kind("list", item=join(item_of(kind), value.kind), grows=kind.grows)
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
    new = kind.plain() if kind.shape in ("dict", "list", "frame") else ANY
    if kind.shape == "dict":
        new = Kind("dict", item=join(item_of(kind), value.kind))
    if kind.shape == "never":
        new = NEVER
    _replace(t, target, made.of(new), outer=outer)


def _is_append(t: Translator, node: r.Node | None, target: r.Node) -> bool:
    """``x[[length(x) + 1]]``."""
    while isinstance(node, r.Paren):
        node = node.value
    if not (isinstance(node, r.Binary) and node.op == "+" and isinstance(node.right, r.Num)):
        return False
    left = node.left
    return node.right.value == 1 and (
        isinstance(left, r.Call)
        and isinstance(left.function, r.Name)
        and left.function.name == "length"
        and len(left.args) == 1
        and left.args[0].value is not None
        and t.text_of(left.args[0].value) == t.text_of(target)
    )


def _fits(holder: Kind, value: Kind) -> bool:
    """Whether an array can take values as it is."""
    if not value.atomic or value.mode == "any" or holder.mode == "any":
        return False
    if value.na and holder.mode in ("integer", "logical"):
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
    mode = higher(holder.mode, value.mode) if value.mode != "any" else "any"
    low = None if holder.low is None or value.low is None else min(holder.low, value.low)
    high = None if holder.high is None or value.high is None else max(holder.high, value.high)
    whole = mode == "double" and holder.whole
    return holder.with_(
        mode=mode,
        low=low,
        high=high,
        soft=None,
        na=holder.na or value.na,
        const=None,
        whole=whole,
        integral=whole and is_int(value),
    )


def _store_one(
    t: Translator, target: r.Index, holder: Py, node: r.Node | None, value: Py, *, outer: bool
) -> None:
    """``x[i] <- value``."""
    kind = holder.kind
    where = target.value
    if kind.shape == "frame":
        index = t.expr(node)
        if index.kind.is_scalar and index.kind.mode == "character":
            _store_name(t, where, holder, index, value, outer=outer)
            return
        _replace(t, where, call("rv.assign", [holder, index, value], Kind("frame")), outer=outer)
        return
    if kind.is_list:
        made = call("rv.assign", [holder, t.expr(node), value])
        shape = Kind(kind.shape, item=join(item_of(kind), ANY), grows=True)
        _replace(t, where, made.of(shape), outer=outer)
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
    if kind.shape == "never":
        after = NEVER
    if _is_missing_mask(t, node, where):
        after = after.with_(na=value.kind.na)
    if place and kind.shape == "vector" and _fits(kind, value.kind):
        one = value.kind.is_scalar
        same = value.kind.shape == "vector" and (
            value.kind.length is None
            or (found.kind.length is not None and found.kind.length == value.kind.length)
        )
        top = index_kind.high
        inside = not kind.grows and (
            kind.length is None or (top is not None and top <= kind.length)
        )
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
    if kind.shape in ("vector", "scalar", "null"):
        after = Kind(
            "vector",
            after.mode if kind.shape != "null" else value.kind.mode,
            na=True if not _covers(kind, found) else after.na,
            low=None,
            high=None,
            names=kind.names,
            grows=True,
            whole=after.whole or kind.whole,
        )
        after = after.with_(
            low=_min(kind.low, value.kind.low), high=_max(kind.high, value.kind.high)
        )
        if asked.kind.is_scalar and kind.shape == "vector" and found.how == "one":
            after = after.with_(
                na=kind.na or value.kind.na or not _grows_by_one(t, node, where, kind)
            )
        if after.mode == "double":
            after = after.with_(whole=kind.whole or value.kind.whole)
    if value.kind.whole and after.mode == "double" and value.kind.is_scalar and not kind.whole:
        value = as_float(value)
        after = after.with_(whole=False)
    if not (kind.atomic or kind.shape in ("null", "never")):
        after = kind if kind.shape == "factor" else ANY
    _replace(t, where, call("rv.assign", [holder, asked, value], after), outer=outer)


def _grows_by_one(t: Translator, node: r.Node | None, target: r.Node, kind: Kind) -> bool:
    """Whether an assignment leaves no gap: at the end, or by a counter that began with 1."""
    if _is_append(t, node, target):
        return True
    index = t.expr(node).kind
    if isinstance(index.const, (int, float)):
        return kind.length is not None and index.const <= kind.length + 1
    return isinstance(node, r.Name) and index.low == 1 and node.name in t.counters


def _covers(kind: Kind, found: Selection) -> bool:
    return found.how == "one"


def _min(x: float | None, y: float | None) -> float | None:
    return None if x is None or y is None else min(x, y)


def _max(x: float | None, y: float | None) -> float | None:
    return None if x is None or y is None else max(x, y)


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
    parts = [_part(f) for f in found]
    if len(parts) == 1:
        parts = [_last(holder, found[0])] if found[0].how == "one" else parts
    target = ast.unparse(_subscript(holder, parts))
    node = value.node
    same = isinstance(node, ast.BinOp) and ast.unparse(node.left) == target
    if same and isinstance(node, ast.BinOp) and value.kind.mode != "character":
        sign = ast.unparse(ast.BinOp(ast.Name("a"), node.op, ast.Name("b")))[1:-1].strip()
        if not (isinstance(node.op, ast.Div)):
            return f"{target} {sign}= {ast.unparse(node.right)}"
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
    after = _stored(kind, value.kind) if kind.atomic else kind
    if kind.shape == "atomic":
        after = after.with_(shape="matrix" if len(args) == 2 else "array")
    shaped = kind.shape in ("matrix", "array")
    if (
        shaped
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
            index = ", ".join(ast.unparse(_part(f)) for f in found)
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
    asked = [_asked(t, arg.value) for arg in args]
    made = call("rv.assign", [holder, *asked, value], Kind("frame"))
    _replace(t, target, made, outer=outer)


__all__ = ["as_int", "as_range", "colon", "name", "read", "store"]
