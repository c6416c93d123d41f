"""Conditions and loops."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from . import _ownership
from . import _rast as r
from ._arithmetic import negated
from ._calls import Bound
from ._kinds import ANY, NEVER, NULL, Kind, element_of, join, widen
from ._output import WIDTH
from ._positions import as_range, ends_of, nameless, surely_counts
from ._pyexpr import Comment, Line, Out, Py, Refused, Suite, call, fill, kept_text, literal, name
from ._scopes import State, joined_states
from ._usage import is_call, mutated, read_beyond_loops, root_of, shows_value, single

if TYPE_CHECKING:
    from ._statements import Dest
    from ._translate import Translator

_MOST_PASSES = 12
_PASSES_BEFORE_WIDENING = 3
_PASSES_WITH_KINDS = 9  # then nothing is claimed of what the loop changes, so that it settles


def test(t: Translator, node: r.Node) -> Py:
    """Translate a condition."""
    value = nameless(t, node)
    kind = value.kind
    if kind.is_scalar and kind.mode in ("logical", "integer", "double") and not kind.na:
        return value
    if kind.shape == "vector" and kind.mode in ("logical",) and not kind.na:
        return value  # numpy, as R, refuses more than one
    if kind.shape in ("list", "dict", "frame", "function"):
        raise Refused("a condition must be TRUE or FALSE")
    return call("rv.truth", [value])


# if


def if_(t: Translator, node: r.If, dest: Dest) -> None:
    """Translate an ``if`` whose value goes to `dest`."""
    from ._statements import DISCARD

    condition = test(t, node.test)
    if dest.how == "assign" and node.otherwise is not None:
        short = _ternary(t, node, condition)
        if short is not None:
            t.deliver(short, dest)
            return
    start = t.state(t.touched(node, dest))
    inner = DISCARD if dest.how == "print" and not shows_value(node) else dest
    with t.body() as then:
        t.into(node.then, inner)
    after_then = t.state(start)
    t.restore(start)
    t.emit(Suite(f"if {condition.text}:", then))
    suites: list[Out] = []
    if node.otherwise is not None:
        with t.body() as other:
            t.into(node.otherwise, inner)
        suites = other
    elif dest.how in ("assign", "return"):
        with t.body() as other:
            t.deliver(literal(None, NULL), dest)
        suites = other
    left = [leaves(then), leaves(suites)]
    if suites:
        _emit_else(t, suites)
    if left[0] and not left[1]:
        return
    if left[1] and not left[0]:
        t.restore(after_then)
        return
    t.restore(joined_states([after_then, t.state(start)], t.scopes))


def if_value(t: Translator, node: r.If) -> Py:
    """Translate an ``if`` inside an expression."""
    condition = test(t, node.test)
    if node.otherwise is None:
        node = r.If(node.span, node.test, node.then, r.Null(node.span))
    short = _ternary(t, node, condition)
    if short is not None:
        return short
    then, other = single(node.then), single(node.otherwise)
    if then is None or other is None:
        raise Refused("an if with statements inside an expression")
    return _chosen(t.expr(then), t.expr(other), condition)


def _ternary(t: Translator, node: r.If, condition: Py) -> Py | None:
    """Return ``a if test else b``, where both are expressions."""
    parts: list[Py] = []
    start = t.state(t.touched(node))
    for branch in (node.then, node.otherwise):
        value = single(branch)
        if value is None or isinstance(value, (r.Assign, r.For, r.While, r.If)):
            return None
        if is_call(value, "return", "stop", *t.library.statements):
            return None
        with t.output.attempt() as attempt, t.body() as extra:
            parts.append(t.expr(value))
        t.restore(start)
        if attempt.failed or extra:
            return None
    made = _chosen(parts[0], parts[1], condition)
    return made if len(made.text) <= WIDTH - 20 else None


def _chosen(first: Py, second: Py, condition: Py) -> Py:
    kind = join(first.kind, second.kind)
    if not kind.missing_text:
        first, second = kept_text(first), kept_text(second)
    made = fill("A if T else B", kind, A=first, B=second, T=condition)
    return Py(made.node, kind, first.alias | second.alias)


def _emit_else(t: Translator, body: list[Out]) -> None:
    """``else:`` with an ``if`` alone in it is ``elif``."""
    first = body[0]
    if (
        isinstance(first, Suite)
        and first.header.startswith("if ")
        and all(
            isinstance(out, Suite) and out.header.startswith(("elif ", "else:")) for out in body[1:]
        )
    ):
        first.header = "el" + first.header
        for out in body:
            t.emit(out)
    elif any(not isinstance(out, Comment) or out.text for out in body):
        t.emit(Suite("else:", body))


def leaves(body: list[Out]) -> bool:
    """Whether a body always ends with leaving it."""
    code = [out for out in body if not isinstance(out, Comment)]
    if not code:
        return False
    last = code[-1]
    return isinstance(last, Line) and last.text.startswith(("return", "raise", "break", "continue"))


# Loops


def leave(t: Translator, node: r.Break | r.Next) -> None:
    """Translate ``break`` and ``next``."""
    if not t.scope.exits:
        raise Refused("break or next outside of a loop")
    names, exits = t.scope.exits[-1]
    exits.append(t.state(names))
    t.emit(Line("break" if isinstance(node, r.Break) else "continue"))


def for_(t: Translator, node: r.For) -> None:
    """Translate ``for``."""

    def header() -> str:
        sequence, kind, _ = _sequence(t, over)
        sequence = _as_begun(t, node, sequence, kind)
        t.set_kind(node.variable, kind)
        return f"for {t.python_name(node.variable)} in {sequence.text}:"

    if _loops_over_none(t, node):
        t.store(r.Name(node.span, node.variable), literal(None, NULL))
        return
    over = node.sequence
    if _may_leave_null(t, node):
        over = _begun(t, node)
    else:
        _forget_missing(t, node)
    t.scopes.steady |= _steady(node)
    _loop(t, node, header)


def _as_begun(t: Translator, node: r.For, sequence: Py, kind: Kind) -> Py:
    """Return what a loop runs over so that it stays as it is when the loop begins, as in R."""
    inside = set(mutated(node.body))
    for function in t.usage.reached(node.body):
        for inner in r.walk(function):
            if isinstance(inner, r.Assign) and inner.outer and not isinstance(inner.target, r.Name):
                inside.add(root_of(inner.target) or "")
    changed = not sequence.alias.isdisjoint(t.python_name(n) for n in inside)
    if kind.shape in ("scalar", "never"):
        return fill("[*X]", X=sequence) if changed else sequence
    if node.variable not in t.scope.mutated and not changed:
        later = t.scope.info is None or read_beyond_loops(t.scope.info.node.body, node.variable)
        if not (later and _has_changing_elements(t, sequence.alias)):
            return sequence
    view = isinstance(sequence.node, ast.Call) and sequence.text.endswith(".values()")
    return fill("copy.deepcopy([*X])" if view else "copy.deepcopy(X)", X=sequence)


def _has_changing_elements(t: Translator, variables: frozenset[str]) -> bool:
    """Whether a part of an element of a variable is assigned somewhere."""
    if not any(_ownership.is_changed(t, variable) for variable in variables):
        return False
    around = t.usage.script if t.scope.info is None else t.scope.info.node.body
    return any(
        isinstance(inner, r.Assign)
        and isinstance(inner.target, (r.Index, r.Dollar))
        and not isinstance(inner.target.value, r.Name)
        and t.python_name(root_of(inner.target) or "") in variables
        for inner in r.walk(around)
    )


def _forget_missing(t: Translator, node: r.For) -> None:
    """Let the variable of a loop that surely has a turn be there, although it was missing."""
    kind = t.scope.kinds.get(node.variable)
    if t.scope.parent is not None or kind is None or kind.shape != "missing":
        return
    inside = [n.name for n in r.walk(node.sequence) if isinstance(n, r.Name)]
    if node.variable not in inside and not t.usage.reached(node.sequence):
        del t.scope.kinds[node.variable]


def _loops_over_none(t: Translator, node: r.For) -> bool:
    """Whether there is nothing to loop over, after which R's variable is NULL."""
    if not isinstance(node.sequence, (r.Call, r.Name, r.Null)):
        return False
    kind = t.expr(node.sequence).kind
    grown = kind.grows and isinstance(node.sequence, r.Name)  # its length is not followed
    return kind.shape == "null" or (kind.length == 0 and not grown)


def _may_leave_null(t: Translator, node: r.For) -> bool:
    """Whether a loop may have no turn, after which R's variable is NULL, and this may be seen."""
    start = t.state(t.touched(node))
    with t.output.trial(), t.output.attempt() as attempt:
        surely_turns = _sequence(t, node.sequence)[2]
    t.restore(start)
    if attempt.failed or surely_turns:
        return False
    if t.scope.info is not None:
        return read_beyond_loops(t.scope.info.node.body, node.variable)
    if read_beyond_loops(t.usage.script, node.variable):
        return True
    return node.variable in t.scope.kinds and not _is_set_again(t, node)


def _is_set_again(t: Translator, node: r.For) -> bool:
    """Whether a later loop of the script itself has the same variable."""
    return any(
        isinstance(later.node, r.For)
        and later.node.variable == node.variable
        and later.node.span.line > node.span.line
        for later in t.usage.script.statements
    )


def _begun(t: Translator, node: r.For) -> r.Node:
    """Give the variable of a loop the value that R leaves if there is no turn."""
    over = node.sequence
    inside = [n.name for n in r.walk(over) if isinstance(n, r.Name)]
    if node.variable in inside or t.usage.reached(over):  # what reads it is evaluated before
        value = t.expr(over)
        held = t.temporary("elements")
        t.emit(Line(f"{held} = {value.text}"))
        over = Bound(over.span, name(held, value.kind, alias=False))
    t.store(r.Name(node.span, node.variable), literal(None, NULL))
    return over


def _steady(node: r.For) -> set[int]:
    """Return the indices by which a loop fills a vector one after the other, from 1 on.

    What is assigned under a condition, or behind a ``next``, may leave a gap of NA.
    """
    match node.sequence:
        case r.Binary(op=":", left=r.Num(value=1)):
            pass
        case r.Call(function=r.Name(name="seq_len" | "seq_along")):
            pass
        case _:
            return set()
    inside = r.walk(node.body, into_functions=False)
    if any(isinstance(inner, r.Next) for inner in inside):
        return set()
    found = set()
    statements = node.body.statements if isinstance(node.body, r.Block) else []
    for inner in [statement.node for statement in statements] or [node.body]:
        match inner:
            case r.Assign(target=r.Index(args=[r.Arg(value=r.Name(name=name) as index)])):
                if name == node.variable:
                    found.add(id(index))
            case r.Assign(target=r.Name(name=name)) if name == node.variable:
                return set()
    return found


def while_(t: Translator, node: r.While) -> None:
    """Translate ``while`` and ``repeat``."""
    if node.test is None:
        _loop(t, node, lambda: "while True:")
        return
    condition = node.test

    def header() -> str:
        with t.body() as extra:
            value = test(t, condition)
        if any(not isinstance(out, Comment) for out in extra):
            raise Refused("the condition of while needs statements of its own")
        for out in extra:
            t.emit(out)
        return f"while {value.text}:"

    start = t.state(t.touched(node))
    with t.output.trial(), t.output.attempt() as attempt:
        header()
    t.restore(start)
    if attempt.failed:
        _loop(t, node, lambda: "while True:", lambda: _break_unless(t, condition))
    else:
        _loop(t, node, header)


def _break_unless(t: Translator, condition: r.Node) -> None:
    """Test a condition that needs statements of its own, inside the loop."""
    from ._statements import DISCARD

    while isinstance(condition, r.Paren):
        condition = condition.value
    if isinstance(condition, r.Block) and condition.statements:
        *before, last = condition.statements
        for statement in before:
            t.into(statement.node, DISCARD)
        condition = last.node
    value = negated(t, test(t, condition))
    t.emit(Suite(f"if {value.text}:", [Line("break")]))


def _loop(
    t: Translator,
    node: r.For | r.While,
    header: Callable[[], str],
    first: Callable[[], None] | None = None,
) -> None:
    """Translate a loop, once the kinds of its variables no longer change.

    `first` writes what comes before the body in each turn.
    """
    from ._statements import DISCARD

    scope, body, names = t.scope, node.body, t.touched(node)
    lost = t.output.lost_draws
    for k in range(_MOST_PASSES + 1):
        start = t.state(names)
        exits: list[State] = []
        t.output.lost_draws = before = lost
        scope.exits.append((names, exits))
        try:
            with t.output.trial() as trial:
                text = header()
                with t.body() as inside:
                    if first is not None:
                        first()
                    t.into(body, DISCARD)
                lost = t.output.lost_draws or lost  # what is lost at the end is so in the next turn
                after = t.state(names)
                merged = joined_states([start, after, *exits], t.scopes)
                if k >= _PASSES_BEFORE_WIDENING:
                    merged = {
                        key: widen(old, kind) if (old := start[key]) and kind else kind
                        for key, kind in merged.items()
                    }
                if k >= _PASSES_WITH_KINDS:
                    merged = {key: kind and join(kind, ANY) for key, kind in merged.items()}
                # Not the first one: which variables share memory is learnt on the way.
                settled = k > 0 and merged == start and lost == before
                trial.kept = settled or k == _MOST_PASSES
        finally:
            scope.exits.pop()
        if trial.kept:
            break
        t.restore(merged)
    t.restore(joined_states([after, start, *exits], t.scopes))
    t.emit(Suite(text, inside))


def _sequence(t: Translator, node: r.Node) -> tuple[Py, Kind, bool]:
    """Return what a loop runs over, the kind of its elements, and whether there surely is one.

    It is a ``range`` where R counts.
    """
    while isinstance(node, r.Paren):
        node = node.value
    counted = as_range(t, node)
    if counted is not None:
        return counted, counted.kind, surely_counts(t, node)
    value = t.expr(node).or_null()
    over, kind, surely = _elements(value, node)
    return replace(over, alias=value.alias), kind, surely


def _elements(value: Py, node: r.Node) -> tuple[Py, Kind, bool]:
    kind = value.kind
    surely = (kind.filled and kind.tag != "null") or ends_of(node) is not None
    if kind.shape == "null":
        return fill("()"), NEVER, False
    if kind.is_scalar:
        return fill("[X]", X=value), kind, True
    if kind.shape == "vector" and (kind.tag == "null" or kind.holds_none):
        return call("rv.elements", [value]), element_of(kind), surely
    if kind.shape == "vector":
        return value, element_of(kind), surely
    if kind.shape in ("matrix", "array") and not kind.holds_none:
        return fill("X.ravel(order='F')", X=value), element_of(kind), surely
    if kind.shape == "list":
        return value, element_of(kind), surely
    if kind.shape == "dict":
        return fill("X.values()", X=value), element_of(kind), surely
    if kind.shape == "never":
        return value, NEVER, True  # in a later round it is known
    if kind.atomic:
        return call("rv.elements", [value]), element_of(kind), surely
    return call("rv.each", [value]), ANY, surely
