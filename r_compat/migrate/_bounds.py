"""Whether an index stays inside what it is an index of, as far as the script says so.

R has NA beyond the end of a vector and stops beyond that of a matrix, where a slice of numpy is cut
short. A slice is the translation only where its end is known to be inside: ``length(x)`` itself,
``min(k, length(x))``, a share of it, or a variable that was given such a value.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from . import _rast as r
from ._usage import is_call, root_of

if TYPE_CHECKING:
    from ._translate import Translator

_LENGTH = ("length",)
_ROWS = ("nrow", "NROW")
_COLUMNS = ("ncol", "NCOL")
_WHOLE = ("floor", "ceiling", "round", "trunc", "as.integer")
_SIZED = (
    "numeric", "character", "logical", "integer", "seq_len", "sample", "sample.int", "runif",
    "rnorm", "rexp", "rbinom", "rpois", "rgamma", "rt", "rchisq", "rbeta",
)  # fmt: skip
_HARMLESS = ("names", "dimnames", "rownames", "colnames", "levels", "diag")
_MOST_STEPS = 8


@dataclass
class _Body:
    """The script or a function of it, with the functions inside and what its own text assigns."""

    node: r.Node
    start: int
    end: int
    params: frozenset[str]
    inner: list[_Body] = field(default_factory=list)
    assigns: dict[str, list[r.Node]] = field(default_factory=dict)
    blocks: dict[int, int] = field(default_factory=dict)  # of assignments: where they stand

    def owns(self, name: str) -> bool:
        return name in self.params or name in self.assigns


class Bounds:
    """Where the variables of a script are assigned; found once, when it is first asked."""

    def __init__(self, script: r.Block) -> None:
        self._script = script
        self._root: _Body | None = None
        self._outer: set[str] = set()

    def _bodies(self) -> _Body:
        if self._root is None:
            script = self._script
            self._root = _body_of(script, script, frozenset())
            self._outer = {
                root
                for n in r.walk(script)
                if isinstance(n, r.Assign) and n.outer and (root := root_of(n.target)) is not None
            }
        return self._root

    def around(self, node: r.Node) -> list[_Body]:
        """Return the script and the functions around a construct, the innermost last."""
        body = self._bodies()
        found = [body]
        while body.inner:
            k = bisect_right([inner.start for inner in body.inner], node.span.start) - 1
            if k < 0 or body.inner[k].end < node.span.end:
                break
            body = body.inner[k]
            found.append(body)
        return found

    def owner(self, name: str, node: r.Node) -> _Body | None:
        """Return whose variable a name is at a place; None if a function changes it from inside."""
        around = self.around(node)
        if name in self._outer:
            return None
        return next((body for body in reversed(around) if body.owns(name)), around[0])


def _body_of(node: r.Node, inside: r.Node, params: frozenset[str]) -> _Body:
    body = _Body(node, node.span.start, node.span.end, params)
    for n in r.walk(inside, into_functions=False):
        if isinstance(n, r.Block):
            for statement in n.statements:
                body.blocks[id(statement.node)] = id(n)
        name = None
        if isinstance(n, r.Assign) and not n.outer:
            name = root_of(n.target)
        elif isinstance(n, r.For):
            name = n.variable
        if name is not None:
            body.assigns.setdefault(name, []).append(n)
        if isinstance(n, r.Function) and n is not node:
            body.inner.append(_body_of(n, n.body, frozenset(p.name for p in n.params)))
    body.inner.sort(key=lambda inner: inner.start)
    return body


def is_within(t: Translator, end: r.Node | None, holder: r.Node, axis: int | None = None) -> bool:
    """Whether a number is at most the length of a value, or its extent along an axis."""
    words = _LENGTH if axis is None else _ROWS if axis == 0 else _COLUMNS
    return _within(t, end, holder, words, _MOST_STEPS)


def _within(
    t: Translator, node: r.Node | None, holder: r.Node, words: tuple[str, ...], steps: int
) -> bool:
    while isinstance(node, r.Paren):
        node = node.value
    if node is None or steps == 0:
        return False
    match node:
        case r.Call(args=[r.Arg(name=None, value=inner), *_]) if is_call(node, *words):
            return inner is not None and t.text_of(inner) == t.text_of(holder)
        case r.Index(value=r.Call(args=[r.Arg(value=inner)]) as asked, args=[r.Arg(value=k)]) if (
            is_call(asked, "dim")
        ):
            which = 1 if words is _ROWS else 2 if words is _COLUMNS else 0
            same = inner is not None and t.text_of(inner) == t.text_of(holder)
            return same and isinstance(k, r.Num) and k.value == which
        case r.Call(args=args) if is_call(node, "min"):
            return any(
                arg.name is None and _within(t, arg.value, holder, words, steps - 1) for arg in args
            )
        case r.Call(args=[r.Arg(name=None, value=inner)]) if is_call(node, *_WHOLE):
            return _within(t, inner, holder, words, steps - 1)
        case r.Binary(op="-", left=left, right=right):
            low = t.expr(right).kind.low
            return low is not None and low >= 0 and _within(t, left, holder, words, steps - 1)
        case r.Binary(op="/" | "%/%", left=left, right=right):
            low = t.expr(right).kind.low
            return low is not None and low >= 1 and _within(t, left, holder, words, steps - 1)
        case r.Binary(op="*", left=left, right=right):
            for share, whole in ((left, right), (right, left)):
                kind = t.expr(share).kind
                part = kind.low is not None and kind.low >= 0
                if part and kind.high is not None and kind.high <= 1:
                    return _within(t, whole, holder, words, steps - 1)
            return False
        case r.Name(name=name):
            if isinstance(holder, r.Name) and _is_size(t, node, holder, words):
                return True
            value = _value_of(t, name, node, holder)
            return value is not None and _within(t, value, holder, words, steps - 1)
    return False


def _value_of(t: Translator, name: str, use: r.Node, holder: r.Node) -> r.Node | None:
    """Return what a variable was set to, once, where `holder` was what it is at its use."""
    if not isinstance(holder, r.Name):
        return None
    bounds = t.bounds
    owner = bounds.owner(name, use)
    if owner is None or name in owner.params:
        return None
    assigns = owner.assigns.get(name, [])
    if len(assigns) != 1 or not isinstance(assigns[0], r.Assign):
        return None
    made = assigns[0]
    if not isinstance(made.target, r.Name) or made.span.start >= use.span.start:
        return None
    return made.value if _is_same(t, holder, use, owner, made) else None


def _is_same(t: Translator, holder: r.Name, use: r.Node, owner: _Body, made: r.Assign) -> bool:
    """Whether a variable is as long at a use as when something was computed from it."""
    bounds = t.bounds
    then, now = bounds.owner(holder.name, made), bounds.owner(holder.name, use)
    if then is None or then is not now:
        return False
    whole = _whole_assignments(then, holder.name)
    if whole is None or len(whole) > 1 or (whole and holder.name in then.params):
        return False
    if not whole or then is not owner:
        return True  # a parameter, or a variable outside, which stays while the function runs
    (given,) = whole
    block = then.blocks.get(id(given))
    body = then.node.body if isinstance(then.node, r.Function) else then.node
    fixed = block == id(body) or block == then.blocks.get(id(made))
    return fixed and block is not None and given.span.start < made.span.start


def _whole_assignments(body: _Body, name: str) -> list[r.Node] | None:
    """Return where a variable is made anew; None if it may get shorter."""
    found: list[r.Node] = []
    for n in body.assigns.get(name, []):
        if not isinstance(n, r.Assign):
            return None
        if isinstance(n.target, (r.Name, r.Str)):
            found.append(n)
        elif isinstance(n.value, r.Null) or (
            isinstance(n.target, r.Call) and not is_call(n.target, *_HARMLESS)
        ):
            return None
    return found


def _is_size(t: Translator, node: r.Name, holder: r.Name, words: tuple[str, ...]) -> bool:
    """Whether a value was made with this many elements: ``x <- numeric(n)``."""
    bounds = t.bounds
    owner = bounds.owner(holder.name, node)
    if owner is None or holder.name in owner.params:
        return False
    whole = _whole_assignments(owner, holder.name)
    if whole is None or len(whole) != 1:
        return False
    (given,) = whole
    if not isinstance(given, r.Assign) or not isinstance(given.value, r.Call):
        return False
    counts = bounds.owner(node.name, given)
    if counts is None or counts is not bounds.owner(node.name, node):
        return False
    changed = counts.assigns.get(node.name, [])
    if len(changed) + (node.name in counts.params) > 1:
        return False
    if changed and not (isinstance(changed[0], r.Assign) and isinstance(changed[0].target, r.Name)):
        return False
    return any(
        isinstance(part, r.Name) and part.name == node.name for part in _sizes(given.value, words)
    )


def _sizes(made: r.Call, words: tuple[str, ...]) -> list[r.Node | None]:
    """Return what a call says of the number of elements, rows or columns of its value."""
    if words is _LENGTH:
        if not is_call(made, *_SIZED):
            return []
        if is_call(made, "sample", "sample.int") and len(made.args) > 1:
            return []
        return [arg.value for arg in made.args[:1] if arg.name in (None, "n", "length")]
    if not is_call(made, "matrix"):
        return []
    word, place = ("nrow", 1) if words is _ROWS else ("ncol", 2)
    named = [arg.value for arg in made.args if arg.name == word]
    plain = [arg.value for arg in made.args if arg.name is None]
    others = any(arg.name in ("data", "nrow", "ncol") for arg in made.args)
    return named or (plain[place : place + 1] if not others else [])


__all__ = ["Bounds", "is_within"]
