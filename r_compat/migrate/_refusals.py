"""Statements without a translation: how they are marked, and what is lost with them."""

from __future__ import annotations

import ast
import textwrap
from typing import TYPE_CHECKING

from . import _rast as r
from ._effects import changed_inside, check_files, check_plots, lose
from ._kinds import (
    Kind,
    root_line,
    without_value,
)
from ._output import Refusal, Waiting
from ._parse import printable
from ._pyexpr import Comment, Line, Out, Refused, render
from ._usage import SEED, assigned, hidden_in, is_definition, root_of

if TYPE_CHECKING:
    from ._statements import Dest
    from ._translate import Translator

_DEPENDENT = ("it needs", "it calls")  # how reasons begin that lead to another statement

CIRCULAR = "what it changes depends on itself"


def depends(reason: str) -> bool:
    """Whether a statement is refused because of another one."""
    return reason.startswith(_DEPENDENT)


class Reasons:
    """Why statements were refused at first: what depends on them may lead back to them."""

    def __init__(self) -> None:
        self._roots: dict[int, str] = {}

    def of(self, node: r.Node, reason: str) -> str:
        """Return why a statement was refused at first."""
        if not depends(reason):
            self._roots[id(node)] = reason
        return self._roots.get(id(node), reason)


def _size(node: r.Node) -> int:
    """Return how many statements one consists of."""
    return sum(len(n.statements) for n in r.walk(node) if isinstance(n, r.Block)) + 1


def wait(t: Translator, statement: r.Statement, dest: Dest) -> Kind | None:
    """Write the translation of a statement that needs what was not translated, as a comment.

    It is translated as if that were there, and nothing known of it. Returns what is then known of
    its own value; None if it is to be refused itself.
    """
    from . import _statements

    node, output = statement.node, t.output
    if t.scopes.waits_for is not None:
        return None
    refused, kinds = len(output.refused), t.state(t.touched(node, dest))
    needed: set[int] = set()
    t.scopes.waits_for = needed
    try:
        with output.attempt() as attempt, output.body() as written:
            check_files(t, node)
            check_plots(t, node)
            _statements.into(t, node, dest)
    except RecursionError:
        attempt.failed = True
    finally:
        t.scopes.waits_for = None
    t.restore(kinds)
    if attempt.failed or not needed:
        del output.refused[refused:]
        return None
    roots = tuple(sorted(needed))
    code = t.text_of(node)
    inner = sum(item.statements for item in output.refused[refused:])
    size = max(_size(node) - inner, 0)
    output.waiting.append(Waiting(node.span.line, node.span.end_line, code, roots, size))
    lines = " and ".join(f"line {k}" for k in roots)
    output.comment(
        f"Waits for {lines}, which {'was' if len(roots) == 1 else 'were'} not translated:"
    )
    for line in render(written):
        t.emit(Comment(line if line.startswith("#") else f"# {line}".rstrip()))
    lost = without_value(_told(roots[0]))
    _lose(t, node, lost)
    return lost


def _told(line: int) -> str:
    return f"line {line}, which was not translated"


def _lose(t: Translator, node: r.Node, kind: Kind) -> None:
    """Take what a statement would have defined, also by functions it calls, for missing."""
    local = assigned(r.walk(node, into_functions=False))
    t.output.unrun += 1
    t.questions.spoil()
    if isinstance(node, r.Assign) and is_definition(node):
        root = root_of(node.target)
        if root is not None:
            t.set_kind(root, kind, outer=node.outer)
        return
    lose(t, node, root_line(kind))
    for r_name in sorted(local - {SEED}):
        t.set_kind(r_name, kind)
    effects = t.usage.effects(node, _hidden(t))
    for r_name in sorted(effects - {SEED}):
        if r_name in t.scope.outer:
            t.set_kind(r_name, kind, outer=True)
        t.scopes.lose(r_name, kind)
    t.scopes.lose_inside(root_line(kind), effects, kind)


def _hidden(t: Translator) -> frozenset[str]:
    """Return the variables of the functions around that are no functions."""
    infos = [scope.info for scope in t.scope.chain if scope.info is not None]
    return frozenset(name for info in infos for name in hidden_in(info.node))


def after_calls(t: Translator, node: r.Node) -> None:
    """Take for missing what functions that were called would have done, but for refused parts."""
    if not t.scopes.loses_inside():
        return
    for function in t.usage.reached(node, _hidden(t)):
        lost = t.scopes.lost_inside(function)
        if lost is None:
            continue
        for r_name, kind in lost.outer.items():
            t.scopes.lose(r_name, kind)
        t.output.lost_files = [*t.output.lost_files, *lost.files]


def require_whole(t: Translator, node: r.Node, mark: tuple[int, int, int], unrun: int) -> None:
    """Refuse what catches errors if a part of it is not run: its error may be the one caught."""
    refused, waiting = t.output.refused[mark[0] :], t.output.waiting[mark[1] :]
    if not refused and waiting:
        raise Refused(f"it needs {_told(waiting[0].roots[0])}")
    if t.output.unrun > unrun:
        reason = refused[0].reason if refused else "a part of it has no translation"
        raise Refused(f"{reason}; its error may be what is caught here")
    for function in t.usage.reached(node, _hidden(t)):
        lost = t.scopes.lost_inside(function)
        if lost is None:
            continue
        if t.scopes.waits_for is None:
            raise Refused(f"it calls what needs {_told(lost.line)}")
        t.scopes.waits_for.add(lost.line)


def refuse(t: Translator, node: r.Node, reason: str) -> Kind:
    """Mark a statement as not translated, and what it defines as missing: that is returned."""
    code = t.text_of(node)
    count = _size(node)
    found = Refusal(node.span.line, node.span.end_line, code, reason, count)
    if not any((item.line, item.code) == (found.line, code) for item in t.output.refused[-99:]):
        t.output.refused.append(found)  # once, of all copies of a function with ...
    t.output.comment(f"NOT TRANSLATED (line {node.span.line}): {reason}")
    for line in printable(textwrap.dedent(code)).splitlines():
        t.emit(Comment(f"# R: {line}".rstrip()))
    lost = without_value(_told(node.span.line))
    _lose(t, node, lost)
    return lost


def without_root(t: Translator) -> list[Waiting]:
    """Return what waits for a line that was not refused, at least not in this round.

    A line may also draw numbers that are not R's without being refused.
    """
    lines = {item.line for item in t.output.refused} | {line for _, line in t.output.draws_refused}
    return [item for item in t.output.waiting if lines.isdisjoint(item.roots)]


def mark_roots(t: Translator) -> None:
    """Tell lines that others wait for and that were only refused in a round before."""
    for item in without_root(t):
        refused = {found.line for found in t.output.refused}
        for line in item.roots:
            if line not in refused:
                reason = CIRCULAR
                t.output.refused.append(Refusal(line, line, item.code, reason, 0))


def whole_names(t: Translator, node: r.Node) -> list[str]:
    """Return the variables that a statement assigns and that exist before it."""
    kinds = t.scope.kinds
    outer = t.usage.outer & t.usage.local
    names = t.touched(node) | outer | changed_inside(t, node)
    return [n for n in sorted(names) if n in kinds and kinds[n].shape != "missing"]


def drop_incomplete(t: Translator, r_name: str) -> None:
    """Delete a variable in which something that was not translated would have been stored."""
    kind = t.scope.kinds.get(r_name)
    if kind is not None and kind.shape == "missing":
        t.emit(Line(f"del {t.python_name(r_name)}", f"# it needs {kind.missing}"))


def check_syntax(outs: list[Out], *, strict: bool) -> None:
    """Refuse what is not Python; in strict mode that is an error of the translator."""
    text = "\n".join(render(outs))
    try:
        ast.parse(text)
    except SyntaxError as error:
        if strict:
            raise
        raise Refused(f"its translation is not Python ({error.msg})") from None
