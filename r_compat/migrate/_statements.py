"""Statements: each is translated or marked, and its value goes where R sends it."""

from __future__ import annotations

import ast
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from . import _assignment, _control, _ownership, _refusals
from . import _rast as r
from ._dispatch import shown, statement_call
from ._effects import check_files, check_plots, draw_plots, write_files
from ._kinds import NULL, Kind, join, widen
from ._output import NOT_SHOWN
from ._parameters import set_default
from ._pyexpr import (
    HIDDEN,
    NOTHING,
    Comment,
    Line,
    Out,
    Py,
    Refused,
    Suite,
    kept_text,
    literal,
    name,
    note_lines,
)
from ._rounds import repeated, watched
from ._usage import leaves_early, root_of

if TYPE_CHECKING:
    from ._translate import Translator


@dataclass(frozen=True)
class Dest:
    """Where a value goes: nowhere, to the user, to the caller, or into a variable."""

    how: str  # "discard", "print", "return", "assign"
    target: r.Node | None = None
    outer: bool = False
    tail: bool = True  # of "return": the end of the function
    each: bool = False  # of "print": every statement shows its value, not only the last


DISCARD = Dest("discard")
PRINT = Dest("print", each=True)
RETURN = Dest("return")


def statements(t: Translator, block: r.Block, dest: Dest) -> None:
    """Translate the statements of a block; the value of the last one goes to `dest`."""
    last = len(block.statements) - 1
    for k, statement in enumerate(block.statements):
        for text in statement.before:
            t.emit(Comment(text))
        at_end = k == last or dest.each
        top = t.scope.parent is None and dest.each
        if top and repeated(t, statement):
            continue
        before = _refusals.whole_names(t, statement.node) if top else []
        if id(statement.node) in t.scope.deferred and t.scope.info is not None:
            t.emit(set_default(t, t.scope.info, *t.scope.deferred.pop(id(statement.node))))
        with watched(t, statement) if top else nullcontext():
            one(t, statement, dest if at_end else DISCARD)
        for r_name in before:
            _refusals.drop_incomplete(t, r_name)
    for text in block.dangling:
        t.emit(Comment(text))
    if not block.statements:
        deliver(t, literal(None, NULL), dest)


def one(t: Translator, statement: r.Statement, dest: Dest) -> None:
    """Translate a statement, or mark it."""
    node, output = statement.node, t.output
    depth, outs = len(output.bodies), output.bodies[-1]
    before, said = len(outs), output.mark()
    kinds = t.state(t.touched(node))
    effects = output.lost_draws, output.lost_files
    output.line = node.span.line
    outer, output.started = (output.started, output.drawn_before), (depth, before)
    output.drawn_before = output.draws
    reason: str | None = None
    try:
        if t.scope.parent is None and node.span.line in t.forced:
            raise Refused(_refusals.CIRCULAR)
        check_files(t, node)
        check_plots(t, node)
        with output.limited(node.span.end - node.span.start):
            into(t, node, dest)
        write_files(t, node)
        draw_plots(t, node)
        if isinstance(node, r.If) and effects[0] is not None:
            output.lost_draws = effects[0]  # set.seed() under a condition
        if t.checking and t.scope.parent is None:
            _refusals.check_syntax(outs[before:], strict=t.strict)
    except Refused as error:
        reason = t.reasons.of(node, str(error))
    except RecursionError:
        reason = t.reasons.of(node, "nested too deeply")
    except Exception as error:
        if t.strict:
            raise
        reason = t.reasons.of(node, f"the translator failed on it ({type(error).__name__})")
    finally:
        output.started, output.drawn_before = outer
    if reason is None:
        _refusals.after_calls(t, node)
        if statement.after:
            _attach(outs, before, statement.after)
        note_lines(outs[before:], node.span.line)
        return
    del output.bodies[depth:]
    del outs[before:]
    output.back_to(said)
    output.lost_draws, output.lost_files = effects
    t.restore(kinds)
    if (t.scope.parent is not None or not dest.each) and leaves_early(node):
        raise Refused(reason)
    lost = _refusals.wait(t, statement, dest) if _refusals.depends(reason) else None
    if lost is None:
        lost = _refusals.refuse(t, node, reason)
    if statement.after:
        t.emit(Comment(statement.after))
    if dest.how == "return" and t.scope.info is not None:
        _return_kind(t, lost)
    root = root_of(dest.target) if dest.target is not None else None
    if root is not None:
        t.set_kind(root, lost, outer=dest.outer)


def into(t: Translator, node: r.Node, dest: Dest) -> None:
    """Translate a construct whose value goes to `dest`."""
    match node:
        case r.Bad(reason=reason):
            raise Refused(reason)
        case r.Block():
            statements(t, node, replace(dest, each=False))
        case r.If():
            _control.if_(t, node, dest)
        case r.For():
            _control.for_(t, node)
            deliver(t, literal(None, NULL), dest, invisible=True)
        case r.While():
            _control.while_(t, node)
            deliver(t, literal(None, NULL), dest, invisible=True)
        case r.Break() | r.Next():
            _control.leave(t, node)
        case r.Assign() if dest.how in ("return", "assign") and not isinstance(
            node.target, (r.Name, r.Str)
        ):
            _assign_part(t, node, dest)
        case r.Assign():
            _assignment.assign(t, node)
            if dest.how in ("return", "assign"):
                deliver(t, t.expr(node.target), dest, invisible=True)
        case r.Paren(value=r.Assign() as inner):
            _assignment.assign(t, inner)
            deliver(t, t.expr(inner.target), dest)
        case r.Paren(value=r.Assign() | r.For() | r.While() | r.If() as inner):
            into(t, inner, dest)
        case r.Call(function=r.Name(name=function)) if t.is_statement(function):
            chosen = statement_call(t, node, discard=dest.how in ("discard", "print"))
            if chosen is not None:
                into(t, chosen, dest)
            elif not t.library.statements[function](t, node, dest):
                deliver(t, t.expr(node), dest)
        case r.Call() if dest.how in ("discard", "print"):
            _call_statement(t, node, dest)
        case _:
            deliver(t, t.expr(node), dest)


def _call_statement(t: Translator, node: r.Call, dest: Dest) -> None:
    """Translate a call for what it does; a value that was not translated is not shown."""
    value = t.call(node)
    if value.kind.shape == "missing":
        if dest.how == "print" and "value" in value.shown:
            t.note(f"{NOT_SHOWN}: it needs {value.kind.missing}")
        dest = DISCARD
    deliver(t, value, dest)


def _asked_for_null(t: Translator, target: r.Node | None) -> bool:
    return isinstance(target, r.Name) and target.name in t.usage.maybe_null


def deliver(t: Translator, value: Py, dest: Dest, *, invisible: bool = False) -> None:
    """Send a value where it belongs."""
    if dest.how == "return" or (dest.how == "assign" and _asked_for_null(t, dest.target)):
        value = value.or_null()
    kind = value.kind
    if invisible or (kind.shape == "null" and dest.how == "return"):
        value = replace(value, shown=NOTHING if kind.shape == "null" else HIDDEN)
    if dest.how == "assign":
        assert dest.target is not None
        t.store(dest.target, value, outer=dest.outer)
    elif dest.how == "return" and kind.shape == "other" and kind.tag == "done":
        t.emit(Line(value.text))
        deliver(t, literal(None, NULL), dest, invisible=True)
    elif dest.how == "return":
        _return_kind(t, kind)
        value = _told_from_null(t, value)
        info = t.scope.info
        if info is not None:
            t.scopes.news |= info.show(value.shown)
            if kind.shape not in ("scalar", "function", "null") and _ownership.is_shared(t, value):
                info.shares = True
        if kind.shape == "null" and isinstance(value.node, ast.Constant) and dest.tail:
            return
        t.emit(Line(f"return {value.text}"))
    elif isinstance(value.node, ast.Constant) and value.node.value is None:
        return
    elif dest.how == "print" and _is_shown(t, value):
        if kind.shape == "other" and kind.tag == "done":
            t.emit(Line(value.text))
        elif "nothing" in value.shown:
            held = name(t.temporary("value"), kind, alias=False)
            with t.body() as then:
                deliver(t, held, dest)
            t.emit(Suite(f"if ({held.text} := {value.text}) is not None:", then))
        elif value.printed is not None:
            t.emit(Line(Py(value.printed).text))
        elif kind.tag in t.library.shows:
            t.emit(Line(t.library.shows[kind.tag](t, value).text))
        else:
            special = shown(t, value)
            shown_by = t.usage.printing
            t.emit(Line(f"{shown_by}({value.text})" if special is None else special.text))
    elif any(isinstance(n, (ast.Call, ast.NamedExpr)) for n in ast.walk(value.node)):
        t.emit(Line(value.text))


def _is_shown(t: Translator, value: Py) -> bool:
    """Whether R shows the value of a statement; where that depends, a note says so."""
    if "value" not in value.shown or value.kind.shape in ("null", "function"):
        return False
    if "hidden" in value.shown:
        t.note("R shows its value, but not where it is invisible(); here it is not shown")
        return False
    return True


def _assign_part(t: Translator, node: r.Assign, dest: Dest) -> None:
    """Assign a part of a variable at the end of a function: the value is what was assigned."""
    value = t.expr(node.value)
    if not isinstance(value.node, (ast.Name, ast.Constant)):
        held = t.temporary("value")
        t.emit(Line(f"{held} = {value.text}"))
        value = name(held, value.kind, alias=False)
    t.store(node.target, value, outer=node.outer)
    deliver(t, value, dest, invisible=True)


def _return_kind(t: Translator, kind: Kind) -> None:
    """Learn what the function around returns."""
    info = next((scope.info for scope in t.scope.chain if scope.info is not None), None)
    if info is None:
        return
    if kind.shape == "missing":
        t.questions.spoil()
        t.scopes.lost_now.returns[id(info.node)] = kind
        return
    new = join(info.returns, kind)
    if new != info.returns:
        new = new if info.returns.shape == "never" else widen(info.returns, new)
        if new != info.returns:
            info.returns = new
            t.scopes.news = True


def _told_from_null(t: Translator, value: Py) -> Py:
    """Return a text that may be NA such that it is not taken for NULL, which is also returned."""
    info = next((scope.info for scope in t.scope.chain if scope.info is not None), None)
    return value if info is None or info.returns.missing_text else kept_text(value)


def _attach(outs: list[Out], before: int, comment: str) -> None:
    """Put a trailing comment on the last statement of one line, or before a longer one."""
    new = outs[before:]
    last = new[-1] if new else None
    lines = [out for out in new if not isinstance(out, Comment)]
    if len(lines) == 1 and isinstance(last, Line) and "\n" not in last.text:
        last.after = comment
    elif not lines:
        outs.append(Comment(comment))
    else:
        outs.insert(before, Comment(comment))
