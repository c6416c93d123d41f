"""Positions: ranges, and what the indices between brackets select.

R counts from 1, and an index says what it means by its value: positive ones select, negative ones
leave out, logical ones mask, text looks up names. Where the kind of an index is known it becomes
numpy's, otherwise ``rv.get`` and ``rv.assign`` look at it at run time.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import _rast as r
from ._bounds import is_within
from ._kinds import (
    ANY,
    COUNT,
    INTEGER,
    NEVER,
    POSITIONS,
    Kind,
    Mode,
    assumed_low,
    constant,
    highest,
    is_int,
    lowest,
    vector,
)
from ._pyexpr import Py, Refused, call, constant_of, fill, literal, minus_one, plus, text_of

if TYPE_CHECKING:
    from ._translate import Translator

COUNT_DOWN = "1:n is taken to count up; R counts down, 1 and 0, where n is 0"
COMPUTED = ("+", "-", "*", "/", "^", "%%", "%/%", "==", "!=", "<", ">", "<=", ">=")

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
    if not kind.is_scalar:
        return made.of(INTEGER.with_(finite=True))
    low = None if kind.low is None else min(kind.low, float(int(kind.low)))
    high = None if kind.high is None else max(kind.high, float(int(kind.high)))
    const = int(kind.const) if isinstance(kind.const, float) else kind.const
    new = kind.with_(mode="integer", finite=True, numpy=False, low=low, high=high, const=const)
    return made.of(new)


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


def ends_of(node: r.Node | None) -> tuple[r.Node, r.Node] | None:
    while isinstance(node, r.Paren):
        node = node.value
    if isinstance(node, r.Binary) and node.op == ":":
        return node.left, node.right
    return None


def as_range(t: Translator, node: r.Node) -> Py | None:
    """Return ``range(...)`` for what a loop counts through; its kind is that of the counter."""
    ends = ends_of(node)
    if ends is not None:
        first, last = t.expr(ends[0]), t.expr(ends[1])
        if not (_countable(first) and _countable(last) and is_int(first.kind)):
            return None
        direction = _order(t, first, last)
        if direction == 0 or _cut_apart(first.kind, last.kind, direction):
            return None
        last = as_int(last)
        kind = _counter(first.kind, last.kind, direction)
        return _range(first, plus(last, direction), direction).of(kind)
    value = _counted_to(t, node)
    if value is None:
        return None
    kind = COUNT.with_(low=1, high=value.kind.high)
    return _range(literal(1), plus(value, 1), 1).of(kind)


def _counted_to(t: Translator, node: r.Node) -> Py | None:
    """Return the number up to which ``seq_len`` or ``seq_along`` counts."""
    if not isinstance(node, r.Call) or not isinstance(node.function, r.Name):
        return None
    if len(node.args) != 1 or node.args[0].name not in (None, "along.with", "length.out"):
        return None
    function = node.function.name
    if function == "seq_len":
        value = t.expr(node.args[0].value)
        return as_int(value) if _countable(value) else None
    if function == "seq_along":
        value = t.call_known("length", node.args)
        return value if value.kind.is_scalar else None
    return None


def surely_counts(t: Translator, node: r.Node) -> bool:
    """Whether what a loop counts through has a number: ``seq_len(0)`` has none, ``1:0`` has."""
    value = _counted_to(t, node)
    if value is None:
        return True
    # What is taken to be 1 may be 0; only extents of data are taken to be at least 2.
    return (value.kind.low or 0) >= 1 or (assumed_low(value.kind) or 0) >= 2


def _counter(first: Kind, last: Kind, direction: int) -> Kind:
    low, high = (first, last) if direction > 0 else (last, first)
    return INTEGER.with_(finite=True, low=low.low, soft=low.soft, high=high.high)


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
        mode: Mode = "integer" if is_int(a) else "any"
        finite = a.finite and b.finite
        return call("rv.colon", [first, last], vector(mode, finite=finite, bare=True))
    direction = _order(t, first, last)
    length = _length(a, b)
    low, high = (a, b) if direction >= 0 else (b, a)
    kind = vector(
        "integer", finite=True, length=length, low=low.low, soft=low.soft, high=high.high, bare=True
    )
    kind = kind.with_(many=length is None and _is_many(a, b, direction))
    if direction == 0 or _cut_apart(a, b, direction):
        kind = kind.with_(low=lowest(a.low, b.low), high=highest(a.high, b.high), soft=None)
        return call("rv.colon", [first, last], kind)
    last = as_int(last)
    if direction > 0:
        return fill("np.arange(A, B)", kind, A=first, B=plus(last, 1))
    return fill("np.arange(A, B, -1)", kind, A=first, B=plus(last, -1))


def _cut_apart(first: Kind, last: Kind, direction: int) -> bool:
    """Whether Python's ``int`` may cut the end of a range on its other side: 1:0.5 is 1."""
    if is_int(last):
        return False
    if direction > 0:
        return all(kind.low is None or kind.low < 0 for kind in (first, last))
    return last.high is None or last.high > 0


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
    ends = ends_of(node)
    if ends is not None:
        found = _slice(t, *ends)
        if found is not None:
            return found
    literal_list = _literal_positions(node)
    if literal_list is not None:
        return literal_list
    value = nameless(t, node)
    return _by_kind(value)


def nameless(t: Translator, node: r.Node | None) -> Py:
    """Translate an expression whose names do not matter: ``x[i]`` is one plain value then."""
    while isinstance(node, r.Paren):
        node = node.value
    if isinstance(node, r.Index) and not node.double and len(node.args) == 1:
        value = t.expr(node.value)
        if value.kind.shape == "vector":
            bare = Py(value.node, value.kind.unlabelled(), value.alias)
            from ._reading import read_one

            return read_one(t, bare, node.args[0].value, node)
    if isinstance(node, r.Binary) and node.op in COMPUTED:
        from ._arithmetic import operate

        return operate(t, node.op, nameless(t, node.left), nameless(t, node.right))
    return t.expr(node)


def _by_kind(value: Py) -> Selection:
    kind = value.kind
    if kind.shape in ("function", "list", "dict", "frame", "result", "missing"):
        raise Refused(f"an index that is a {kind.shape}")
    if (
        kind.mode in ("integer", "double")
        and kind.low is not None
        and kind.low >= 1
        and kind.finite
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
        "slice", minus_one(first), as_int(last), single, POSITIONS.with_(length=length)
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
    kind = POSITIONS.with_(length=len(positions), high=max(positions))
    if len(positions) == 1:
        return Selection("one", literal(positions[0] - 1), single=True, kind=kind)
    return Selection("many", made, single=False, kind=kind)


def _left_out(t: Translator, node: r.Unary) -> Selection | None:
    inner = node.value
    while isinstance(inner, r.Paren):
        inner = inner.value
    ends = ends_of(inner)
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
    value = nameless(t, inner)
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


def is_inside(
    t: Translator,
    found: Selection,
    node: r.Node | None,
    whole: r.Index,
    extent: int | None,
    axis: int | None = None,
) -> bool:
    """Whether a slice ends inside of the value, as R's does or else has NA or stops."""
    stop = None if found.stop is None else found.stop.kind.high
    if extent is not None and stop is not None and stop <= extent:
        return True
    ends = ends_of(node)
    return ends is not None and (axis or 0) < 2 and is_within(t, ends[1], whole.value, axis)


def within_extents(
    t: Translator,
    found: list[Selection],
    args: list[r.Arg],
    whole: r.Index,
    dims: tuple[int | None, ...] | None,
) -> list[Selection]:
    """Return what indices of a matrix select, such that numpy stops where R does."""
    checked = []
    for axis, (part, arg) in enumerate(zip(found, args, strict=True)):
        extent = dims[axis] if dims is not None and axis < len(dims) else None
        if part.how == "slice" and not is_inside(t, part, arg.value, whole, extent, axis):
            first = "np.arange(B)"
            if part.value is not None and constant_of(part.value.node) != 0:
                first = "np.arange(A, B)"
            positions = fill(first, A=part.value, B=part.stop)
            part = Selection("many", positions, single=part.single, kind=part.kind)
        checked.append(part)
    return checked


# What stands between the brackets


def asked_index(t: Translator, node: r.Node | None) -> Py:
    return fill("...") if node is None else known_index(t.expr(node))


def known_index(index: Py) -> Py:
    """Return an index with no elements for NULL: None at run time may be a text that is NA."""
    if index.kind.shape == "null":
        return fill("np.array([], dtype=int)", vector("integer", length=0, bare=True))
    return index


def subscript(value: Py, parts: list[ast.expr]) -> ast.expr:
    index = parts[0] if len(parts) == 1 else ast.Tuple(parts, ast.Load())
    return ast.Subscript(value.node, index, ast.Load())


def bracketed(found: Selection) -> ast.expr:
    """Return what stands between numpy's brackets."""
    if found.how == "all":
        return ast.Slice()
    assert found.value is not None
    if found.how == "slice":
        assert found.stop is not None
        lower = None if constant_of(found.value.node) == 0 else found.value.node
        return ast.Slice(lower, found.stop.node)
    return found.value.node


def from_end(value: Py, found: Selection) -> ast.expr:
    """``x[len(x) - 1]`` is ``x[-1]``."""
    part = bracketed(found)
    if any(isinstance(node, ast.Call) for node in ast.walk(value.node)):
        return part  # R, too, evaluates it twice
    text = text_of(part)
    own = f"len({value.text})"
    if text.startswith(f"{own} - "):
        rest = text[len(own) + 3 :]
        if rest.isdigit():
            return ast.UnaryOp(ast.USub(), ast.Constant(int(rest)))
    return part
