"""The translator: goes through a script as R would, knowing kinds instead of values.

Statements are translated in the order of the text. Loops are gone through until the kinds of
their variables no longer change, and the script as a whole until the kinds of its functions'
arguments and results do not; only the last time counts. A construct without a translation raises
`Refused`, and its statement is marked.
"""

from __future__ import annotations

import ast
import keyword
import textwrap
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from . import _arithmetic, _indexing
from . import _rast as r
from ._functions import FunctionInfo, Known, Table, match_arguments
from ._kinds import (
    ANY,
    NEVER,
    NULL,
    Kind,
    Mode,
    constant,
    element_of,
    higher,
    join,
    widen,
)
from ._parse import printable
from ._pyexpr import Comment, Line, Out, Py, Refused, Suite, call, fill, literal, name, render

WIDTH = 100
_MOST_ROUNDS = 12
_MODULES = (
    "np", "pd", "plt", "rv", "rrandom", "dagbag", "functools", "time", "copy", "warnings", "stats",
    "linalg", "sys", "move_adj", "result_skeleton", "y_stand", "args", "kwargs",
)  # fmt: skip
_BUILTINS = (
    "print len range list dict set sum min max abs int float str bool zip enumerate sorted round "
    "any all map filter open type isinstance object tuple Exception input id next iter "
    "RuntimeError ValueError vars hash pow slice reversed self"
)
_RESERVED = frozenset(
    [*keyword.kwlist, *keyword.softkwlist, *_MODULES, "l", "I", "O", *_BUILTINS.split()]
)
_CONTROL = (r.Break, r.Next)
_DEEPEST = 10
_MOST_JOINS = 4


class TooDeep(Refused):
    """Functions inside functions that no other way of translating would help."""


@dataclass(frozen=True)
class Dest:
    """Where a value goes: nowhere, to the user, to the caller, or into a variable."""

    how: str  # "discard", "print", "return", "assign"
    target: r.Node | None = None
    outer: bool = False
    tail: bool = True  # of "return": the end of the function


DISCARD = Dest("discard")
PRINT = Dest("print")
RETURN = Dest("return")


State = dict[str, Kind | None]  # kinds of some variables; None if there is none


@dataclass(eq=False)
class Scope:
    """The variables of the script, of a function, or of a function written inside an expression.

    `kinds` follows the text; `inline` scopes run where they stand and so see the kinds around.
    """

    key: int
    parent: Scope | None
    info: FunctionInfo | None = None
    kinds: dict[str, Kind] = field(default_factory=dict)
    mutated: frozenset[str] = frozenset()
    local: frozenset[str] = frozenset()
    inline: bool = False
    exits: list[tuple[frozenset[str], list[State]]] = field(default_factory=list)
    renamed: dict[str, str] = field(default_factory=dict)
    outer: set[str] = field(default_factory=set)
    changed: set[str] | None = None
    aliases: dict[str, set[str]] = field(default_factory=dict)
    copied: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class Refusal:
    """A statement that was not translated.

    Attributes
    ----------
    line, end_line : int
        Where it stands in the R script.
    code : str
        R's text.
    reason : str
    statements : int
        How many statements it consists of.
    """

    line: int
    end_line: int
    code: str
    reason: str
    statements: int = 1


@dataclass(frozen=True)
class Note:
    """A remark about a line: a trap, or an assumption the translation makes."""

    line: int
    text: str


class Translator:
    """Translates one script."""

    def __init__(
        self, text: str, script: r.Block, tables: Sequence[Table], *, strict: bool
    ) -> None:
        self.source = text.encode("utf-8", "replace")
        self.script = script
        self.strict = strict
        self.functions: dict[str, Known] = {}
        self.statement_forms: dict[str, Callable[[Translator, r.Call, Dest], bool]] = {}
        self.stores: dict[str, Callable[[Translator, Py, list[r.Arg], Py], Py]] = {}
        self.values: dict[str, Callable[[Translator], Py]] = {}
        self.result_items: dict[str, Callable[[Translator, Py, str | int], Py]] = {}
        self._places: dict[str, tuple[list[int], list[tuple[int, bool]]]] | None = None
        self.packages = {table.package for table in tables} | {"tools"}
        for table in tables:
            self.functions |= table.functions
            self.statement_forms |= table.statements
            self.stores |= table.stores
            self.values |= table.values
            self.result_items |= table.results
        self.counters: set[str] = set()
        self.models: set[str] = set()  # variables that hold a decomposition
        self._changes_parts = any(
            isinstance(n, r.Assign)
            and isinstance(n.target, (r.Index, r.Dollar))
            and isinstance(n.target.value, (r.Index, r.Dollar))
            for n in r.walk(script)
        )
        self.checking = strict  # look at the syntax of every statement
        self.infos: dict[int, FunctionInfo] = {}
        self.summaries: dict[int, dict[str, Kind]] = {}
        self.python_names: dict[str, str] = {}
        self._taken: set[str] = set()
        self._hoisted: dict[int, str] = {}
        self._joins: dict[tuple[int, str], int] = {}
        self._lost: dict[tuple[int, str], Kind] = {}  # variables refused in the last round
        self._lost_now: dict[tuple[int, str], Kind] = {}
        self._lost_returns: dict[int, Kind] = {}
        self._lost_returns_now: dict[int, Kind] = {}
        self._touched: dict[int, frozenset[str]] = {}
        self._roots: dict[int, str] = {}
        self._inside: dict[int, tuple[set[str], set[str], frozenset[str]]] = {}
        self._wrapped: dict[str, r.Function] = {}
        self.functions_in_place: dict[int, r.Function] = {}
        self.wanted: dict[tuple[int, str], tuple[str, Mode]] = {}
        self._assume_any = False
        self._reset()

    # Rounds

    def _reset(self) -> None:
        self.refused: list[Refusal] = []
        self.notes: list[Note] = []
        self._said: set[str] = set()
        self.outs: list[list[Out]] = [[]]
        self.line = 1
        self.lost_draws: int | None = None
        self.trial = 0
        self.changed = False
        self.news = False
        top = r.walk(self.script, into_functions=False)
        self.scope = Scope(0, None, mutated=_mutated(self.script), local=frozenset(_assigned(top)))

    def run(self) -> list[Out]:
        """Translate until nothing new is learnt, and return the statements."""
        for k in range(_MOST_ROUNDS):
            self._reset()
            self._lost_now, self._lost_returns_now = {}, {}
            self.statements(self.script, PRINT)
            self.news |= set(self._lost_now) != set(self._lost)
            self.news |= set(self._lost_returns_now) != set(self._lost_returns)
            self._lost, self._lost_returns = self._lost_now, self._lost_returns_now
            if not self.news:
                if self._assume_any:
                    break
                self._assume_any = True  # functions that nobody calls
            elif k == _MOST_ROUNDS - 2:
                self._assume_any = True
        return self.outs[0]

    # Output

    def emit(self, out: Out) -> None:
        """Add a statement to the body that is being written."""
        self.outs[-1].append(out)

    @contextmanager
    def body(self) -> Iterator[list[Out]]:
        """Collect what is emitted in a body of its own."""
        self.outs.append([])
        try:
            yield self.outs[-1]
        finally:
            self.outs.pop()

    def note(self, text: str, *, once: bool = False) -> None:
        """Remark something about the current line; `once` for the whole script."""
        found = Note(self.line, text)
        if found in self.notes or (once and text in self._said):
            return
        self.notes.append(found)
        self._said.add(text)
        for line in textwrap.wrap(f"Note: {text}", WIDTH - 12):
            self.emit(Comment(f"# {line}"))

    def text_of(self, node: r.Node) -> str:
        """Return R's text of a construct."""
        return self.source[node.span.start : node.span.end].decode("utf-8", "replace")

    # Names

    def python_name(self, r_name: str) -> str:
        """Return the Python name of a variable of R."""
        scope: Scope | None = self.scope
        while scope is not None:
            if r_name in scope.renamed:
                return scope.renamed[r_name]
            if r_name in scope.local:
                break
            scope = scope.parent
        return self.global_name(r_name)

    def global_name(self, r_name: str) -> str:
        """Return the Python name that an R name has all over the script."""
        found = self.python_names.get(r_name)
        if found is None:
            plain = "".join(c if c.isalnum() or c == "_" else "_" for c in r_name)
            if not plain or plain[0].isdigit():
                plain = f"x{plain}"
            if plain.startswith("_"):
                plain = "x" + plain
            if not plain.isidentifier():
                plain = "".join(c if c.isascii() else "_" for c in plain)
            while plain in _RESERVED or plain in self._taken:
                plain += "_"
            self._taken.add(plain)
            found = self.python_names[r_name] = plain
        return found

    def temporary(self, stem: str) -> str:
        """Return a name that no variable has."""
        while stem in _RESERVED or stem in self._taken:
            stem += "_"
        return stem

    def lookup(self, r_name: str) -> Kind | None:
        """Return what is known of a variable; None if there is none."""
        scope: Scope | None = self.scope
        now = True
        while scope is not None:
            if r_name in scope.kinds and now:
                return scope.kinds[r_name]
            if not now:
                lost = self._lost.get((scope.key, r_name))
                if lost is not None:
                    return lost
                found = self.summaries.get(scope.key, {}).get(r_name)
                if found is not None:
                    return found
                if r_name in scope.local:
                    return NEVER
            elif r_name in scope.local and scope.info is not None and not scope.inline:
                outside = self._outside(scope, r_name)
                if outside is not None and r_name not in scope.outer:
                    # The same name means another variable until it is assigned here.
                    if r_name not in scope.info.inner:
                        scope.info.inner.add(r_name)
                        self.news = True
                    return outside
            now = now and scope.inline
            scope = scope.parent
        return None

    def _outside(self, scope: Scope, r_name: str) -> Kind | None:
        outer = scope.parent
        while outer is not None:
            found = self.summaries.get(outer.key, {}).get(r_name)
            if found is not None:
                return found
            outer = outer.parent
        return None

    def set_kind(self, r_name: str, kind: Kind, *, outer: bool = False) -> None:
        """Remember what a variable now is."""
        scope = self.scope
        if outer:
            while scope.parent is not None:
                scope = scope.parent
                if r_name in self.summaries.get(scope.key, {}) or r_name in scope.kinds:
                    break
            self._summarize(scope, r_name, kind)
            self._summarize(self.scope, r_name, kind)
            kind = join(scope.kinds.get(r_name, kind), kind)
            scope.kinds[r_name] = kind
            return
        if r_name in scope.outer:
            self.set_kind(r_name, kind, outer=True)
            return
        scope.kinds[r_name] = kind
        self._summarize(scope, r_name, kind)

    def _summarize(self, scope: Scope, r_name: str, kind: Kind) -> None:
        if kind.shape == "missing":  # of this round: what refuses it may yet be translated
            self._lost_now[scope.key, r_name] = kind
            return
        summary = self.summaries.setdefault(scope.key, {})
        old = summary.get(r_name, NEVER)
        new = join(old, kind)
        if new != old:
            key = (scope.key, r_name)
            self._joins[key] = self._joins.get(key, 0) + 1
            summary[r_name] = widen(old, new) if self._joins[key] > _MOST_JOINS else new
            if summary[r_name] != old:
                self.news = True

    # Statements

    def statements(self, block: r.Block, dest: Dest) -> None:
        """Translate the statements of a block; the value of the last one goes to `dest`."""
        last = len(block.statements) - 1
        for k, statement in enumerate(block.statements):
            for text in statement.before:
                self.emit(Comment(text))
            at_end = k == last or dest.how == "print"
            top = self.scope.parent is None and dest.how == "print"
            before = self._whole_names(statement.node) if top else []
            self.one(statement, dest if at_end else DISCARD)
            for r_name in before:
                self._drop_incomplete(r_name)
        for text in block.dangling:
            self.emit(Comment(text))
        if not block.statements:
            self.deliver(literal(None, NULL), dest)

    def touched(self, node: r.Node, dest: Dest | None = None) -> frozenset[str]:
        """Return the variables that a construct, or where its value goes, may change."""
        found = self._touched.get(id(node))
        if found is None:
            found = self._touched[id(node)] = frozenset(_assigned(r.walk(node)))
        root = _root_of(dest.target) if dest is not None and dest.target is not None else None
        return found if root is None else found | {root}

    def state(self, names: Iterable[str]) -> State:
        """Return the kinds of some variables."""
        kinds = self.scope.kinds
        return {key: kinds.get(key) for key in names}

    def restore(self, state: State) -> None:
        """Give variables the kinds they had."""
        for key, kind in state.items():
            if kind is None:
                self.scope.kinds.pop(key, None)
            else:
                self.scope.kinds[key] = kind

    def _whole_names(self, node: r.Node) -> list[str]:
        """Return the variables that a statement assigns and that exist before it."""
        kinds = self.scope.kinds
        return [n for n in sorted(self.touched(node)) if n in kinds and kinds[n].shape != "missing"]

    def _drop_incomplete(self, r_name: str) -> None:
        """Delete a variable in which something that was not translated would have been stored."""
        kind = self.scope.kinds.get(r_name)
        if kind is not None and kind.shape == "missing":
            self.emit(Line(f"del {self.python_name(r_name)}", f"# it needs {kind.missing}"))

    def one(self, statement: r.Statement, dest: Dest) -> None:
        """Translate a statement, or mark it."""
        node = statement.node
        outs, before = self.outs[-1], len(self.outs[-1])
        kinds = self.state(self.touched(node))
        refused, notes = len(self.refused), len(self.notes)
        depth = len(self.outs)
        self.line = node.span.line
        try:
            self.into(node, dest)
            if self.checking and not self.trial and self.scope.parent is None:
                self._check_syntax(outs[before:])
        except Refused as error:
            reason = self._root_reason(node, str(error))
        except RecursionError:
            reason = self._root_reason(node, "nested too deeply")
        except Exception as error:
            if self.strict:
                raise
            reason = f"the translator failed on it ({type(error).__name__})"
            reason = self._root_reason(node, reason)
        else:
            if statement.after:
                _attach(outs, before, statement.after)
            return
        del self.outs[depth:]
        del outs[before:]
        del self.refused[refused:], self.notes[notes:]
        self.restore(kinds)
        if self.scope.parent is not None or dest.how != "print":
            inside = r.walk(node, into_functions=False)
            if any(isinstance(n, _CONTROL) or _is_return(n) for n in inside):
                raise Refused(reason)
        self.refuse(node, reason)
        if statement.after:
            self.emit(Comment(statement.after))
        if dest.how == "return" and self.scope.info is not None:
            self._return_kind(Kind("missing", missing=self._why(node)))

    def _root_reason(self, node: r.Node, reason: str) -> str:
        """Return why a statement was refused at first: what depends on it may lead back to it."""
        if not reason.startswith(("it needs", "it calls")):
            self._roots[id(node)] = reason
        return self._roots.get(id(node), reason)

    def _check_syntax(self, outs: list[Out]) -> None:
        text = "\n".join(render(outs))
        try:
            ast.parse(text)
        except SyntaxError as error:
            if self.strict:
                raise
            raise Refused(f"its translation is not Python ({error.msg})") from None

    def _why(self, node: r.Node) -> str:
        return f"line {node.span.line}, which was not translated"

    def refuse(self, node: r.Node, reason: str) -> None:
        """Mark a statement as not translated, and what it defines as missing."""
        code = self.text_of(node)
        count = sum(len(n.statements) for n in r.walk(node) if isinstance(n, r.Block)) + 1
        self.refused.append(Refusal(node.span.line, node.span.end_line, code, reason, count))
        head = textwrap.wrap(
            f"NOT TRANSLATED (line {node.span.line}): {reason}",
            WIDTH - 12,
            break_long_words=False,
        )
        for line in head:
            self.emit(Comment(f"# {line}"))
        for line in printable(textwrap.dedent(code)).splitlines():
            self.emit(Comment(f"# R: {line}".rstrip()))
        why = self._why(node)
        if _draws(node):
            self.lost_draws = node.span.line
        for inner in r.walk(node):
            target = _root_of(inner.target) if isinstance(inner, r.Assign) else None
            if isinstance(inner, r.For):
                target = inner.variable
            if target is not None:
                self.set_kind(target, Kind("missing", missing=why))

    def draw(self) -> None:
        """Say where random numbers are no longer R's, since a draw was not translated."""
        if self.lost_draws is not None:
            self.note(
                f"random numbers were drawn in line {self.lost_draws}, which was not translated: "
                "until the next set.seed() those here are not R's"
            )

    def into(self, node: r.Node, dest: Dest) -> None:
        """Translate a construct whose value goes to `dest`."""
        match node:
            case r.Bad(reason=reason):
                raise Refused(reason)
            case r.Block():
                self.statements(node, DISCARD if dest.how == "print" else dest)
            case r.If():
                self._if(node, dest)
            case r.For():
                self._for(node)
                self.deliver(literal(None, NULL), dest)
            case r.While():
                self._while(node)
                self.deliver(literal(None, NULL), dest)
            case r.Break() | r.Next():
                if not self.scope.exits:
                    raise Refused("break or next outside of a loop")
                names, exits = self.scope.exits[-1]
                exits.append(self.state(names))
                self.emit(Line("break" if isinstance(node, r.Break) else "continue"))
            case r.Assign() if dest.how in ("return", "assign") and not isinstance(
                node.target, (r.Name, r.Str)
            ):
                self._assign_part(node, dest)
            case r.Assign():
                self._assign(node)
                if dest.how in ("return", "assign"):
                    self.deliver(self.expr(node.target), dest, invisible=True)
            case r.Paren(value=r.Assign() as inner):
                self._assign(inner)
                self.deliver(self.expr(inner.target), dest)
            case r.Paren(value=inner):
                self.into(inner, dest)
            case r.Call(function=r.Name(name=function)) if (
                function in self.statement_forms and not self.is_own(function)
            ):
                if not self.statement_forms[function](self, node, dest):
                    self.deliver(self.expr(node), dest)
            case _:
                value = self.expr(node)
                self.deliver(value, dest, invisible=self._is_invisible(node))

    def _is_invisible(self, node: r.Node) -> bool:
        """Whether a call is of functions of the script that show nothing."""
        if not isinstance(node, r.Call) or not isinstance(node.function, r.Name):
            return False
        kind = self.lookup(node.function.name)
        infos = kind.functions if kind is not None else frozenset()
        return bool(infos) and all(info.invisible for info in infos)

    def _assign_part(self, node: r.Assign, dest: Dest) -> None:
        """Assign a part of a variable at the end of a function: the value is what was assigned."""
        value = self.expr(node.value)
        if not isinstance(value.node, (ast.Name, ast.Constant)):
            held = self.temporary("value")
            self.emit(Line(f"{held} = {value.text}"))
            value = name(held, value.kind, alias=False)
        self.store(node.target, value, outer=node.outer)
        self.deliver(value, dest, invisible=True)

    def deliver(self, value: Py, dest: Dest, *, invisible: bool = False) -> None:
        """Send a value where it belongs."""
        kind = value.kind
        if dest.how == "assign":
            assert dest.target is not None
            self.store(dest.target, value, outer=dest.outer)
        elif dest.how == "return":
            self._return_kind(kind)
            info = self.scope.info
            if info is not None:
                info.invisible |= invisible
                if kind.shape not in ("scalar", "function", "null") and self._is_shared(value):
                    info.shares = True
            if kind.shape == "null" and isinstance(value.node, ast.Constant) and dest.tail:
                return
            self.emit(Line(f"return {value.text}"))
        elif isinstance(value.node, ast.Constant) and value.node.value is None:
            return
        elif dest.how == "print" and not invisible and kind.shape not in ("null", "function"):
            if kind.shape == "other" and kind.tag == "done":
                self.emit(Line(value.text))
            else:
                self.emit(Line(f"print({value.text})"))
        elif any(isinstance(n, (ast.Call, ast.NamedExpr)) for n in ast.walk(value.node)):
            self.emit(Line(value.text))

    def _is_shared(self, value: Py) -> bool:
        """Whether a value may share memory with an argument or a variable outside."""
        scope = self.scope
        names, seen = list(value.alias), set()
        own = {self.python_name(n) for n in scope.local}
        params = {self.python_name(p.name) for p in scope.info.node.params} if scope.info else set()
        while names:
            found = names.pop()
            if found in seen:
                continue
            seen.add(found)
            if (found in params and found not in scope.copied) or found not in own:
                return True
            names += scope.aliases.get(found, ())
        return False

    def _return_kind(self, kind: Kind) -> None:
        scope: Scope | None = self.scope
        while scope is not None and scope.info is None:
            scope = scope.parent
        if scope is None or scope.info is None:
            return
        info = scope.info
        if kind.shape == "missing":
            self._lost_returns_now[id(info.node)] = kind
            return
        new = join(info.returns, kind)
        if new != info.returns:
            new = new if info.returns.shape == "never" else widen(info.returns, new)
            if new != info.returns:
                info.returns = new
                self.news = True

    # Control flow

    def test(self, node: r.Node) -> Py:
        """Translate a condition."""
        value = self.expr(node)
        kind = value.kind
        if kind.is_scalar and kind.mode in ("logical", "integer", "double") and not kind.na:
            return value
        if kind.shape == "vector" and kind.mode in ("logical",) and not kind.na:
            return value  # numpy, as R, refuses more than one
        if kind.shape in ("list", "dict", "frame", "function"):
            raise Refused("a condition must be TRUE or FALSE")
        return call("rv.truth", [value])

    def _if(self, node: r.If, dest: Dest) -> None:
        test = self.test(node.test)
        if dest.how == "assign" and node.otherwise is not None:
            short = self._ternary(node, test)
            if short is not None:
                self.deliver(short, dest)
                return
        start = self.state(self.touched(node, dest))
        inner = DISCARD if dest.how == "print" and not _is_value(node) else dest
        with self.body() as then:
            self.into(node.then, inner)
        after_then = self.state(start)
        self.restore(start)
        self.emit(Suite(f"if {test.text}:", then))
        suites: list[Out] = []
        if node.otherwise is not None:
            with self.body() as other:
                self.into(node.otherwise, inner)
            suites = other
        elif dest.how in ("assign", "return"):
            with self.body() as other:
                self.deliver(literal(None, NULL), dest)
            suites = other
        leaves = [_leaves(then), _leaves(suites)]
        if suites:
            self._emit_else(suites)
        if leaves[0] and not leaves[1]:
            return
        if leaves[1] and not leaves[0]:
            self.restore(after_then)
            return
        self.restore(joined_states([after_then, self.state(start)]))

    def _emit_else(self, body: list[Out]) -> None:
        """``else:`` with an ``if`` alone in it is ``elif``."""
        first = body[0]
        if (
            isinstance(first, Suite)
            and first.header.startswith("if ")
            and all(
                isinstance(out, Suite) and out.header.startswith(("elif ", "else:"))
                for out in body[1:]
            )
        ):
            first.header = "el" + first.header
            for out in body:
                self.emit(out)
        elif has_any(body):
            self.emit(Suite("else:", body))

    def _ternary(self, node: r.If, test: Py) -> Py | None:
        """Return ``a if test else b``, where both are expressions."""
        parts: list[Py] = []
        start = self.state(self.touched(node))
        for branch in (node.then, node.otherwise):
            value = _single(branch)
            if value is None or isinstance(value, (r.Assign, r.For, r.While, r.If)):
                return None
            if (
                isinstance(value, r.Call)
                and isinstance(value.function, r.Name)
                and (
                    value.function.name in self.statement_forms
                    or value.function.name in ("return", "stop")
                )
            ):
                return None
            with self._attempt() as attempt, self.body() as extra:
                parts.append(self.expr(value))
            self.restore(start)
            if attempt.failed or extra:
                return None
        text = f"{parts[0].text} if {test.text} else {parts[1].text}"
        if len(text) > WIDTH - 20:
            return None
        alias = parts[0].alias | parts[1].alias
        kind = join(parts[0].kind, parts[1].kind)
        made = fill("A if T else B", kind, A=parts[0], B=parts[1], T=test)
        return Py(made.node, kind, alias)

    @contextmanager
    def _attempt(self) -> Iterator[_Attempt]:
        """Try a translation that may be refused without harm."""
        attempt = _Attempt()
        depth, refused, notes = len(self.outs), len(self.refused), len(self.notes)
        try:
            yield attempt
        except TooDeep:
            raise
        except Refused:
            attempt.failed = True
            del self.outs[depth:]
            del self.refused[refused:], self.notes[notes:]

    def _loop(self, node: r.For | r.While, header: Callable[[], str]) -> None:
        """Translate a loop, once the kinds of its variables no longer change."""
        scope, body, names = self.scope, node.body, self.touched(node)
        for k in range(12):
            start = self.state(names)
            state = (len(self.refused), len(self.notes), set(self._said))
            self.trial += 1
            scope.exits.append((names, []))
            try:
                with self.body():
                    header()
                    self.into(body, DISCARD)
            finally:
                self.trial -= 1
                _, exits = scope.exits.pop()
                del self.refused[state[0] :], self.notes[state[1] :]
                self._said = state[2]
            merged = joined_states([start, self.state(names), *exits])
            if k >= 3:
                merged = {
                    key: widen(old, kind) if (old := start[key]) and kind else kind
                    for key, kind in merged.items()
                }
            self.restore(merged)
            if merged == start:
                break
        scope.exits.append((names, []))
        text = header()
        with self.body() as inside:
            self.into(body, DISCARD)
        _, exits = scope.exits.pop()
        self.restore(joined_states([self.state(names), start, *exits]))
        self.emit(Suite(text, inside))

    def _for(self, node: r.For) -> None:
        def header() -> str:
            sequence, kind = self._sequence(node.sequence)
            if node.variable in self.scope.mutated and kind.shape not in ("scalar", "never"):
                sequence = fill("copy.deepcopy(X)", X=sequence)
            self.set_kind(node.variable, kind)
            self.counters.add(node.variable)
            return f"for {self.python_name(node.variable)} in {sequence.text}:"

        self._loop(node, header)

    def _sequence(self, node: r.Node) -> tuple[Py, Kind]:
        """Return what a loop runs over: ``range`` where R counts."""
        while isinstance(node, r.Paren):
            node = node.value
        counted = _indexing.as_range(self, node)
        if counted is not None:
            return counted, counted.kind
        value = self.expr(node)
        kind = value.kind
        if kind.shape == "null":
            return fill("()"), NEVER
        if kind.is_scalar:
            return fill("[X]", X=value), kind
        if kind.shape == "vector":
            return value, element_of(kind)
        if kind.shape in ("matrix", "array"):
            return fill("X.ravel(order='F')", X=value), element_of(kind)
        if kind.shape == "list":
            return value, element_of(kind)
        if kind.shape == "dict":
            return fill("X.values()", X=value), element_of(kind)
        if kind.shape == "never":
            return value, NEVER
        return call("rv.elements", [value]), element_of(kind) if kind.atomic else ANY

    def _while(self, node: r.While) -> None:
        def header() -> str:
            if node.test is None:
                return "while True:"
            with self.body() as extra:
                test = self.test(node.test)
            if any(not isinstance(out, Comment) for out in extra):
                raise Refused("the condition of while needs statements of its own")
            for out in extra:
                self.emit(out)
            return f"while {test.text}:"

        self._loop(node, header)

    # Assignment

    def _assign(self, node: r.Assign) -> None:
        value = node.value
        target = node.target
        while isinstance(target, r.Paren):
            target = target.value
        if isinstance(value, r.Assign):  # a <- b <- 0
            self._assign(value)
            self.store(target, self.expr(value.target), outer=node.outer)
            return
        if isinstance(value, r.Function) and isinstance(target, r.Name):
            self._define(target.name, value, outer=node.outer)
            return
        dest = Dest("assign", target, node.outer)
        if isinstance(value, (r.If, r.Block, r.While, r.For)) or (
            isinstance(value, r.Call)
            and isinstance(value.function, r.Name)
            and value.function.name in self.statement_forms
            and not self.is_own(value.function.name)
        ):
            self.into(value, dest)
            return
        self.deliver(self.expr(value), dest)

    def _define(self, r_name: str, node: r.Function, *, outer: bool = False) -> None:
        info = self.info_of(node, r_name)
        self.set_kind(r_name, Kind("function", functions=frozenset({info})), outer=outer)
        self.emit(self.definition(info, self.python_name(r_name)))

    def store(self, target: r.Node, value: Py, *, outer: bool = False) -> None:
        """Assign a value to a variable or to a part of one."""
        while isinstance(target, r.Paren):
            target = target.value
        if isinstance(target, r.Str):
            target = r.Name(target.span, target.value)
        if isinstance(target, r.Name):
            if value.kind.shape == "missing":
                raise Refused(f"it needs the value of {value.kind.missing}")
            if self.scope.parent is None and value.kind.tag == "qr":
                self._name_model(target.name)
            value = self._as_wanted(target.name, self.owned(value, target.name))
            if outer:
                self._declare_outer(target.name)
            text = self.python_name(target.name)
            self.scope.aliases.setdefault(text, set()).update(value.alias - {text})
            if value.text != text:
                self.emit(Line(_augmented(text, value)))
            self.set_kind(target.name, value.kind, outer=outer)
            return
        if isinstance(target, (r.Index, r.Dollar)):
            _indexing.store(self, target, value, outer=outer)
            return
        if isinstance(target, r.Call) and isinstance(target.function, r.Name):
            make = self.stores.get(target.function.name)
            if make is None:
                raise Refused(f"`{target.function.name}(x) <- value` has no translation")
            if not target.args or target.args[0].value is None:
                raise Refused("assignment to nothing")
            inner = target.args[0].value
            new = make(self, self.expr(inner), target.args[1:], value)
            self.store(inner, new, outer=outer)
            return
        raise Refused("this assignment has no translation")

    def _name_model(self, r_name: str) -> None:
        """Give a decomposition a name of its own: it is no list as R's is."""
        if r_name in self.models:
            return
        self.models.add(r_name)
        model = f"{self.global_name(r_name)}_model"
        while model in self._taken:
            model += "_"
        self._taken.add(model)
        self.python_names[r_name] = model
        self.news = True

    def wants(self, target: r.Node, shape: str, mode: Mode = "any") -> bool:
        """Learn what an empty value is going to hold; return whether that is news.

        R begins with ``NULL``, ``c()`` or ``list()`` and does not say what will be put in. In the
        next round the variable begins as what is wanted here.
        """
        if not isinstance(target, r.Name) or (shape == "vector" and mode == "any"):
            return False
        key = (self._holder_of(target.name).key, target.name)
        old = self.wanted.get(key)
        new = (shape, mode)
        if old is not None:
            if old[0] != shape:
                return False
            joined = higher(old[1], mode) if shape == "vector" else mode
            if joined == old[1]:
                return False
            new = (shape, joined)
        self.wanted[key] = new
        self.news = True
        self.set_kind(target.name, NEVER)
        return True

    def wanted_as(self, r_name: str) -> tuple[str, Mode] | None:
        """Return what a variable that begins empty is going to hold."""
        return self.wanted.get((self._holder_of(r_name).key, r_name))

    def _holder_of(self, r_name: str) -> Scope:
        scope = self.scope
        while scope.parent is not None and r_name not in scope.local:
            scope = scope.parent
        return scope

    def _as_wanted(self, r_name: str, value: Py) -> Py:
        kind = value.kind
        empty_list = kind.shape == "list" and kind.length == 0
        if kind.shape != "null" and not empty_list:
            return value
        wanted = self.wanted_as(r_name)
        if wanted is None:
            return value
        shape, mode = wanted
        if shape == "dict":
            return fill("{}", Kind("dict", items=()))
        if shape == "list" or empty_list:
            return fill("[]", Kind("list", item=NEVER, length=0, grows=True))
        if shape == "vector":
            return empty_vector(mode)
        return value.of(Kind(shape, mode, tag="null"))  # type: ignore[arg-type]

    def declare_outer(self, target: r.Node) -> None:
        """Take note that a variable outside is changed."""
        root = _root_of(target)
        if root is not None:
            self._declare_outer(root)

    def result_item(self, value: Py, key: str | int) -> Py:
        """Translate ``result$name`` and ``result[[number]]`` by the table the result comes from."""
        return self.result_items[value.kind.tag](self, value, key)

    def _declare_outer(self, r_name: str) -> None:
        if self.scope.parent is None:
            return
        self.scope.outer.add(r_name)

    def owned(self, value: Py, target: str | None = None) -> Py:
        """Copy a value that shares memory with a variable, if either is changed in place."""
        kind = value.kind
        if not value.alias or kind.shape in ("scalar", "null", "function", "result", "other"):
            return value
        changed = self._changed_names()
        names = set(value.alias)
        if target is None and self._changes_parts and kind.shape != "frame":
            changed |= names  # what goes into a list may be changed there
        if target is not None and self.python_name(target) == value.text:
            return value
        mine = target is not None and self.python_name(target) in changed
        if not mine and not names & changed:
            return value
        if kind.shape in ("vector", "matrix", "array"):
            return Py(fill("X.copy()", X=value).node, kind)
        if kind.shape == "frame":
            return Py(fill("X.copy()", X=value).node, kind)
        return Py(fill("copy.deepcopy(X)", X=value).node, kind)

    def _changed_names(self) -> set[str]:
        found: set[str] = set()
        scope: Scope | None = self.scope
        while scope is not None:
            if scope.changed is None:
                scope.changed = {scope.renamed.get(n, self.global_name(n)) for n in scope.mutated}
            found |= scope.changed
            scope = scope.parent
        return found

    # Expressions

    def expr(self, node: r.Node | None) -> Py:
        """Translate an expression."""
        if isinstance(node, Bound):
            return node.value
        match node:
            case None:
                raise Refused("an argument is left empty")
            case r.Bad(reason=reason):
                raise Refused(reason)
            case r.Num(value=value, integer=integer):
                return number(value, integer=integer)
            case r.Str(value=value):
                return literal(value, constant(value, "character"))
            case r.Bool(value=value, short=short):
                if short and self.is_own("T" if value else "F"):
                    return self._name("T" if value else "F")
                if short:
                    self.note("T and F are variables in R; taken for TRUE and FALSE", once=True)
                return literal(value, constant(value, "logical"))
            case r.Missing(mode=mode):
                if mode == "character":
                    return literal(None, Kind("scalar", "character", na=True, native=True))
                return fill("rv.NA", Kind("scalar", "double", na=True, native=True))
            case r.Null():
                return literal(None, NULL)
            case r.Name():
                return self._name(node.name, node.package)
            case r.Paren(value=inner):
                return self.expr(inner)
            case r.Unary():
                return _arithmetic.unary(self, node)
            case r.Binary():
                return _arithmetic.binary(self, node)
            case r.Index() | r.Dollar():
                return _indexing.read(self, node)
            case r.Call():
                return self.call(node)
            case r.Function():
                return self.function_value(node)
            case r.If():
                return self._if_value(node)
            case r.Block(statements=[statement]):
                return self.expr(statement.node)
            case r.Assign(target=r.Name() as target):
                return self._walrus(node, target)
            case r.Formula():
                raise Refused("formulas have no translation")
            case _:
                raise Refused("this cannot stand inside an expression")

    def _walrus(self, node: r.Assign, target: r.Name) -> Py:
        if node.outer or isinstance(node.value, r.Function) or self.scope.inline:
            raise Refused("an assignment inside an expression")
        value = self.owned(self.expr(node.value), target.name)
        self.set_kind(target.name, value.kind)
        walrus = ast.NamedExpr(ast.Name(self.python_name(target.name), ast.Store()), value.node)
        return Py(walrus, value.kind)

    def _if_value(self, node: r.If) -> Py:
        test = self.test(node.test)
        if node.otherwise is None:
            node = r.If(node.span, node.test, node.then, r.Null(node.span))
        short = self._ternary(node, test)
        if short is None:
            nested = self._nested_ternary(node, test)
            if nested is None:
                raise Refused("an if with statements inside an expression")
            return nested
        return short

    def _nested_ternary(self, node: r.If, test: Py) -> Py | None:
        then, other = _single(node.then), _single(node.otherwise)
        if then is None or other is None:
            return None
        a, b = self.expr(then), self.expr(other)
        kind = join(a.kind, b.kind)
        made = fill("A if T else B", kind, A=a, B=b, T=test)
        return Py(made.node, kind, a.alias | b.alias)

    def _name(self, r_name: str, package: str = "") -> Py:
        if package:
            return self.function_named(r_name)
        kind = self.lookup(r_name)
        if kind is None:
            value = self.values.get(r_name)
            if value is not None:
                return value(self)
            if r_name in self.functions:
                return self.function_named(r_name)
            if r_name == "...":
                raise Refused("... is handed on to where it has no translation")
            raise Refused(f"`{r_name}` is defined nowhere in the script")
        if kind.shape == "missing":
            raise Refused(f"it needs `{r_name}` of {kind.missing}")
        return name(self._python_name_for(r_name), kind)

    def _python_name_for(self, r_name: str) -> str:
        scope = self.scope
        while scope.inline and scope.parent is not None and r_name not in scope.kinds:
            scope = scope.parent
        if (
            scope.info is not None
            and r_name in scope.info.inner
            and r_name not in scope.kinds
            and r_name in scope.local
        ):
            return self.global_name(r_name)
        return self.python_name(r_name)

    def is_own(self, r_name: str) -> bool:
        """Whether a name is a function or, for T and F, a variable of the script."""
        kind = self.lookup(r_name)
        if kind is None:
            return False
        return (
            kind.shape in ("function", "missing", "never")
            or r_name in ("T", "F")
            or (kind.shape == "any" and r_name not in self.functions)
        )

    # Calls

    def call(self, node: r.Call) -> Py:
        """Translate a call."""
        function = node.function
        while isinstance(function, r.Paren):
            function = function.value
        if isinstance(function, r.Str):
            function = r.Name(function.span, function.value)
        if isinstance(function, r.Name):
            if function.package and function.package not in self.packages:
                raise Refused(f"the package {function.package} is not known")
            if not function.package:
                kind = self.lookup(function.name)
                if kind is not None and self.is_own(function.name):
                    if kind.shape == "missing":
                        raise Refused(f"it calls `{function.name}` of {kind.missing}")
                    target = name(self._python_name_for(function.name), kind)
                    return self.call_value(target, node.args, function.name)
            return self.call_known(function.name, node.args, package=function.package)
        if isinstance(function, r.Function):
            return self.call_value(self.function_value(function), node.args, "function")
        return self.call_value(self.expr(function), node.args, "function")

    def call_known(self, function: str, args: Sequence[r.Arg], package: str = "") -> Py:
        """Translate a call of a function of a table."""
        known = self.functions.get(function)
        if known is None or (package and known.package not in (package, "base")):
            if function in self.statement_forms:
                raise Refused(f"{function}() inside an expression has no translation")
            raise Refused(f"the function {function}() is not known")
        args = [arg for arg in args if not self._empty_dots(arg)]
        handed_on = "..." not in known.params and any(_is_dots(arg) for arg in args)
        if handed_on and known.package == "dagbag":
            args = [arg for arg in args if not _is_dots(arg)]
        matched, dots = match_arguments(function, known.params, args)
        given: dict[str, Any] = {}
        kinds: list[Kind] = []
        for param in known.params:
            if param == "...":
                continue
            arg = matched.get(param)
            key = param.replace(".", "_")
            if known.lazy or arg is None:
                given[key] = None if arg is None else arg.value
            else:
                given[key] = self.expr(arg.value)
                kinds.append(given[key].kind)
        if "..." in known.params:
            if known.lazy:
                given["dots"] = dots
            else:
                given["dots"] = [(arg.name, self.dot(arg)) for arg in dots]
                kinds += [value.kind for _, value in given["dots"]]
        result: Py = known.make(self, **given)
        if handed_on and isinstance(result.node, ast.Call):
            result.node.args.append(ast.Starred(ast.Name("args", ast.Load()), ast.Load()))
            result.node.keywords.append(ast.keyword(None, ast.Name("kwargs", ast.Load())))
        if any(kind.shape == "never" for kind in kinds) and result.kind.shape != "function":
            return result.of(NEVER)
        return result

    def dot(self, arg: r.Arg) -> Py:
        """Translate an argument of ``...``, which may be ``...`` itself."""
        if isinstance(arg.value, r.Name) and arg.value.name == "...":
            if not self._has_dots():
                raise Refused("... outside of a function that has it")
            return Py(ast.Starred(ast.Name("args", ast.Load()), ast.Load()), Kind("any", tag="..."))
        return self.expr(arg.value)

    def _empty_dots(self, arg: r.Arg) -> bool:
        """Whether an argument is ``...`` of a function that nobody gives further arguments."""
        if not (isinstance(arg.value, r.Name) and arg.value.name == "..."):
            return False
        scope: Scope | None = self.scope
        while scope is not None:
            if scope.info is not None and any(p.name == "..." for p in scope.info.node.params):
                return not scope.info.dots
            scope = scope.parent
        return False

    def _has_dots(self) -> bool:
        scope: Scope | None = self.scope
        while scope is not None:
            if scope.info is not None:
                return any(param.name == "..." for param in scope.info.node.params)
            scope = scope.parent
        return False

    def call_value(self, function: Py, args: Sequence[r.Arg], label: str) -> Py:
        """Translate a call of a function of the script."""
        infos = function.kind.functions
        if not infos:
            args = [arg for arg in args if not self._empty_dots(arg)]
            values = [self.dot(arg) for arg in args if arg.name is None]
            words = {self.global_name(a.name): self.expr(a.value) for a in args if a.name}
            return _called(function, values, words, NEVER if label_never(function) else ANY)
        returns = NEVER
        shared: frozenset[str] = frozenset()
        made: Py | None = None
        for info in infos:
            positional, words, alias = self._match_user(info, args, label)
            made = _called(function, positional, words, ANY)
            returns = join(returns, self._lost_returns.get(id(info.node), info.returns))
            if info.shares:
                shared |= alias | frozenset({function.text})
        assert made is not None
        if returns.shape == "missing":
            return Py(made.node, returns, shared)
        if all(info.invisible for info in infos) and returns.shape == "null":
            return Py(made.node, NULL, shared)
        return Py(made.node, returns, shared)

    def _match_user(
        self, info: FunctionInfo, args: Sequence[r.Arg], label: str
    ) -> tuple[list[Py], dict[str, Py], frozenset[str]]:
        params = [param.name for param in info.node.params]
        args = [arg for arg in args if not self._empty_dots(arg)]
        matched, dots = match_arguments(label, params, args)
        if dots and not info.dots:
            info.dots = self.news = True
        alias: frozenset[str] = frozenset()
        values: dict[str, Py] = {}
        by_arg = {id(arg): param for param, arg in matched.items()}
        for arg in args:  # in the order of the text, in which R's arguments mostly run
            param = by_arg.get(id(arg))
            if param is None:
                continue
            value = self.expr(arg.value)
            if value.kind.shape == "missing":
                raise Refused(f"it needs the value of {value.kind.missing}")
            values[param] = value
            alias |= value.alias
            self.news |= info.receive(param, value.kind)
        for param in params:
            if param not in values and param not in info.optional:
                info.optional.add(param)
                self.news = True
        positional: list[Py] = []
        words: dict[str, Py] = {}
        in_order = True
        for param in params:
            if param == "...":
                in_order = False
                positional += [self.dot(arg) for arg in dots if not arg.name]
                words |= {self.global_name(a.name): self.expr(a.value) for a in dots if a.name}
                continue
            if param not in values:
                in_order = False
                continue
            named = matched[param].name is not None
            if in_order and not named:
                positional.append(values[param])
            else:
                in_order = False
                words[self.global_name(param)] = values[param]
        return positional, words, alias

    # Functions

    def info_of(self, node: r.Function, r_name: str) -> FunctionInfo:
        """Return what is known of a function of the script."""
        found = self.infos.get(id(node))
        if found is None:
            found = self.infos[id(node)] = FunctionInfo(node, r_name)
            self.news = True
        return found

    def param_kind(self, info: FunctionInfo, param: str) -> Kind:
        """Return what a parameter is, from the calls."""
        kind = info.params.get(param, NEVER)
        if kind.shape == "never" and self._assume_any and param not in info.optional:
            return ANY
        return kind

    def definition(self, info: FunctionInfo, python_name: str) -> Suite:
        """Translate a function into ``def``."""
        node = info.node
        with self._function_scope(info) as scope, self.body() as inside:
            signature, first = self._signature(info)
            for out in [*first, *self._copies(scope)]:
                self.emit(out)
            body = node.body
            if isinstance(body, r.Block):
                self.statements(body, RETURN)
            else:
                self.into(body, RETURN)
            declared = self._declarations(scope, inside)
        return Suite(f"def {python_name}({signature}):", [*declared, *inside])

    def _copies(self, scope: Scope) -> list[Out]:
        """Copy variables outside of which the function changes a part: R's change is local."""
        found: list[Out] = []
        for r_name in sorted(scope.info.inner & scope.mutated if scope.info else ()):
            kind = self._outside(scope, r_name)
            if kind is None or r_name in scope.outer:
                continue
            mine = scope.renamed[r_name]
            copied = _copy_of(mine, kind)
            outside = self.global_name(r_name)
            text = (
                f"{mine} = {outside}"
                if copied is None
                else (
                    copied.replace(f"{mine}.copy()", f"{outside}.copy()").replace(
                        f"deepcopy({mine})", f"deepcopy({outside})"
                    )
                )
            )
            found.append(Line(text))
            scope.kinds[r_name] = kind
        return found

    @contextmanager
    def _function_scope(self, info: FunctionInfo, *, inline: bool = False) -> Iterator[Scope]:
        node = info.node
        known = self._inside.get(id(node))
        if known is None:
            inside = r.walk(node.body, into_functions=False)
            outer = {
                root
                for n in inside
                if isinstance(n, r.Assign) and n.outer
                if (root := _root_of(n.target)) is not None
            }
            local = (_assigned(inside) - outer) | {param.name for param in node.params}
            known = self._inside[id(node)] = (outer, local, _mutated(node.body))
        outer, local, mutated = known
        scope = Scope(
            id(node),
            self.scope,
            info,
            mutated=mutated,
            local=frozenset(local),
            inline=inline,
            outer=set(outer),
        )
        scope.renamed = {n: f"{self.global_name(n)}_inner" for n in info.inner}
        depth, holder = 0, scope.parent
        while holder is not None:
            depth, holder = depth + 1, holder.parent
        if depth > _DEEPEST:
            raise TooDeep("functions are nested too deeply")
        for param in node.params:
            if param.name != "...":
                scope.kinds[param.name] = self.param_kind(info, param.name)
                self._summarize(scope, param.name, scope.kinds[param.name])
        self.scope = scope
        line = self.line
        try:
            yield scope
        finally:
            self.scope = scope.parent  # type: ignore[assignment]
            self.line = line

    def _declarations(self, scope: Scope, inside: list[Out]) -> list[Out]:
        """Declare the variables outside that a function assigns, not those it only changes."""
        found: list[Out] = []
        if not scope.outer:
            return found
        assigned = {
            node.id
            for node in ast.walk(ast.parse("\n".join(render([Suite("if True:", inside)]))))
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        for r_name in sorted(scope.outer):
            if self.global_name(r_name) not in assigned:
                continue
            where, holder = "global", scope.parent
            while holder is not None and holder.parent is not None:
                if r_name in holder.local or r_name in self.summaries.get(holder.key, {}):
                    where = "nonlocal"
                    break
                holder = holder.parent
            found.append(Line(f"{where} {self.global_name(r_name)}"))
        return found

    def _signature(self, info: FunctionInfo) -> tuple[str, list[Out]]:
        """Return the parameters of ``def``, and what has to be done first."""
        parts: list[str] = []
        first: list[Out] = []
        optional_seen = False
        node = info.node
        tested = {
            arg.value.name
            for inner in r.walk(node.body)
            if isinstance(inner, r.Call)
            and isinstance(inner.function, r.Name)
            and inner.function.name == "missing"
            for arg in inner.args
            if isinstance(arg.value, r.Name)
        }
        for param in node.params:
            if param.name == "...":
                parts.append("*args")
                continue
            text = self.python_name(param.name)
            default = self._default(info, param)
            if default is not None:
                parts.append(f"{text}={default}")
                optional_seen = True
            elif param.name in tested or (optional_seen and "*args" not in parts):
                parts.append(f"{text}=None")
                optional_seen = True
            else:
                parts.append(text)
            if (
                param.default is not None
                and default == "None"
                and not isinstance(param.default, r.Null)
            ):
                self._check_lazy(node, param)
                with self.body() as inside:
                    value = self.expr(param.default)
                    inside.append(Line(f"{text} = {value.text}"))
                given = self.param_kind(info, param.name)
                self.scope.kinds[param.name] = join(given, value.kind)
                first.append(Suite(f"if {text} is None:", inside))
            kind = self.scope.kinds[param.name]
            if param.name in self.scope.mutated:
                copied = _copy_of(text, kind)
                if copied is not None:
                    first.append(Line(copied))
                    self.scope.copied.add(text)
        if any(param.name == "..." for param in node.params):
            parts.append("**kwargs")
        return ", ".join(parts), first

    def _check_lazy(self, node: r.Function, param: r.Param) -> None:
        """R evaluates a default when it is needed: refuse one that the body could change."""
        used = {n.name for n in r.walk(param.default) if isinstance(n, r.Name)}
        changed = used & _assigned(r.walk(node.body, into_functions=False))
        if changed:
            raise Refused(
                f"the default of {param.name} depends on {', '.join(sorted(changed))}, which the "
                "function assigns"
            )

    def _default(self, info: FunctionInfo, param: r.Param) -> str | None:
        """Return a default that Python may evaluate at once, or None for one to be set inside."""
        if param.default is None:
            return None
        if isinstance(param.default, r.Null):
            known = self.param_kind(info, param.name)
            self.scope.kinds[param.name] = join(known, NULL)
            return "None"
        if isinstance(param.default, (r.Num, r.Str, r.Bool, r.Unary, r.Missing)):
            value = self.expr(param.default)
            if value.kind.is_scalar and (value.kind.const is not None or value.kind.na):
                known = self.param_kind(info, param.name)
                self.scope.kinds[param.name] = join(known, value.kind)
                return value.text
        return "None"

    def function_value(self, node: r.Function) -> Py:
        """Translate a function that stands inside an expression: a lambda, or a ``def`` before."""
        info = self.info_of(node, "")
        kind = Kind("function", functions=frozenset({info}))
        short = self._lambda(info)
        if short is not None:
            return Py(short, kind)
        return name(self.hoist(info), kind, alias=False)

    def hoist(self, info: FunctionInfo) -> str:
        """Write a function before the statement in which it stands, and return its name."""
        found = self._hoisted.get(id(info.node))
        if found is None:
            found = self.temporary(f"function_{info.node.span.line}")
            while found in self._hoisted.values():
                found += "_"
            self._hoisted[id(info.node)] = found
        suite = self.definition(info, found)
        suite.hoisted = True
        self.emit(suite)
        return found

    def _lambda(self, info: FunctionInfo) -> ast.expr | None:
        body = _single(info.node.body)
        if body is None or any(p.default is not None or p.name == "..." for p in info.node.params):
            return None
        with self._attempt() as attempt, self._function_scope(info), self.body() as extra:
            value = self.expr(body)
        if attempt.failed or extra:
            return None
        if any(p.name in _mutated(info.node.body) for p in info.node.params):
            return None
        new = join(info.returns, value.kind)
        if new != info.returns:
            info.returns = new
            self.news = True
        if value.alias:
            info.shares = True
        names = [self.global_name(param.name) for param in info.node.params]
        arguments = ast.arguments([], [ast.arg(n) for n in names], None, [], [], None, [])
        return ast.Lambda(arguments, value.node)

    def function_named(self, r_name: str) -> Py:
        """Return a function of a table as a value: a lambda of its first argument."""
        node = self._wrapped.get(r_name)
        if node is None:
            span = self.script.span
            names = ["x", "y"] if _is_operator(r_name) else ["x"]
            known = self.functions.get(r_name)
            if known is None and not _is_operator(r_name):
                raise Refused(f"the function {r_name}() is not known")
            values: list[r.Node] = [r.Name(span, n) for n in names]
            body: r.Node = r.Call(span, r.Name(span, r_name), [r.Arg(None, v) for v in values])
            if len(values) == 2:
                body = r.Binary(span, r_name, *values)
            node = r.Function(span, [r.Param(n, None) for n in names], body)
            self._wrapped[r_name] = node
        return self.function_value(node)

    def names_to_come(self, node: r.Node) -> list[str]:
        """Return the variables that the rest of the script reads before it assigns them."""
        found: list[tuple[int, str]] = []
        for r_name, (latest, events) in self._uses().items():
            if r_name in self.scope.kinds or r_name in self.functions or r_name in self.values:
                continue
            k = bisect_right(latest, node.span.start)
            if k < len(events) and events[k][1] and r_name != "...":
                found.append((events[k][0], r_name))
        return [r_name for _, r_name in sorted(found)]

    def _uses(self) -> dict[str, tuple[list[int], list[tuple[int, bool]]]]:
        """Return where each variable is read or assigned, as R does, and the last place so far.

        The events of a statement are not in the order of the text; the last places so far are, so
        that the first event behind a place is found without a look at those before.
        """
        if self._places is None:
            self._places = {}
            for event, r_name in _events(self.script):
                latest, events = self._places.setdefault(r_name, ([], []))
                latest.append(max(event.span.start, latest[-1] if latest else 0))
                events.append((event.span.start, isinstance(event, r.Name)))
        return self._places

    # Functions applied to elements

    def applied(
        self, function: r.Node, values: list[tuple[str, Kind]], extra: Sequence[r.Arg] = ()
    ) -> tuple[list[str], Py]:
        """Translate the call of a function on elements that a comprehension goes through.

        Parameters
        ----------
        function : Node
            A function in any form: of the script, written in place, of a table, an operator.
        values : list of (name, Kind)
            Proposed Python names and kinds of the elements.
        extra : sequence of Arg
            Further arguments of the call.

        Returns
        -------
        names : list of str
            Of the elements.
        result : Py
        """
        while isinstance(function, r.Paren):
            function = function.value
        if isinstance(function, r.Function):
            inline = self._applied_inline(function, values, extra)
            if inline is not None:
                return inline
        names: list[str] = []
        for proposed, _ in values:
            names.append(self._free_name(proposed, names))
        args = [
            r.Arg(None, Bound(function.span, name(n, k, alias=False)))
            for n, (_, k) in zip(names, values, strict=True)
        ]
        callee: r.Node = function
        if isinstance(function, r.Str):
            callee = r.Name(function.span, function.value)
        if isinstance(callee, r.Function):
            info = self.info_of(callee, "")
            python = name(
                self.hoist(info), Kind("function", functions=frozenset({info})), alias=False
            )
            return names, self.call_value(python, [*args, *extra], "function")
        if isinstance(callee, r.Name) and callee.name in ("[[", "[") and len(args) == 1:
            double = callee.name == "[["
            return names, self.expr(r.Index(function.span, args[0].value, list(extra), double))  # type: ignore[arg-type]
        if isinstance(callee, r.Name) and _is_operator(callee.name) and len([*args, *extra]) == 2:
            args = [*args, *extra]
            op = callee.name
            return names, self.expr(r.Binary(function.span, op, args[0].value, args[1].value))  # type: ignore[arg-type]
        return names, self.call(r.Call(function.span, callee, [*args, *extra]))

    def _free_name(self, proposed: str, used: list[str]) -> str:
        """Return a name for an element that hides no variable that is in use."""
        taken = set(used) | {self.python_name(n) for n in self._visible()}
        while proposed in taken or proposed in _RESERVED:
            proposed += "_"
        return proposed

    def _visible(self) -> set[str]:
        found: set[str] = set()
        scope: Scope | None = self.scope
        while scope is not None:
            found |= set(scope.kinds) | set(self.summaries.get(scope.key, {}))
            scope = scope.parent
        return found

    def _applied_inline(
        self, function: r.Function, values: list[tuple[str, Kind]], extra: Sequence[r.Arg]
    ) -> tuple[list[str], Py] | None:
        """Return the body of a function of one expression, for a comprehension."""
        params = function.params
        body = _single(function.body)
        if extra or body is None or len(params) != len(values):
            return None
        if any(p.name == "..." for p in params) or isinstance(body, (r.Assign, r.For, r.While)):
            return None
        if any(p.name in _mutated(body) for p in params) or _has_inner_function(body):
            return None
        info = self.info_of(function, "")
        for param, (_, kind) in zip(params, values, strict=True):
            self.news |= info.receive(param.name, kind)
        with self._attempt() as attempt, self._function_scope(info, inline=True):
            for param, (_, kind) in zip(params, values, strict=True):
                self.scope.kinds[param.name] = kind
            with self.body() as extra_statements:
                value = self.expr(body)
        if attempt.failed or any(not isinstance(out, Comment) for out in extra_statements):
            return None
        if value.kind.shape not in ("scalar", "vector", "matrix", "array", "atomic") and any(
            isinstance(inner, ast.Lambda) for inner in ast.walk(value.node)
        ):
            return None  # a comprehension would give all functions the last element
        for out in extra_statements:
            self.emit(out)
        return [self.global_name(p.name) for p in params], value


@dataclass(eq=False)
class Bound(r.Node):
    """A Python expression in the place of R's syntax."""

    value: Py


@dataclass
class _Attempt:
    failed: bool = False


_DTYPES = {"integer": "int", "logical": "bool", "character": "object"}


def empty_vector(mode: Mode) -> Py:
    """Return a vector without elements that is going to grow."""
    kind = Kind("vector", mode, length=0, grows=True)
    if mode == "double":
        return fill("np.array([])", kind)
    return fill("np.array([], dtype=D)", kind, D=_DTYPES[mode])


def number(value: float, *, integer: bool = False) -> Py:
    """Return a number of R as Python writes it: whole ones without a point."""
    whole = value == value and abs(value) < 1e15 and value == int(value)
    written: int | float = int(value) if whole else value
    return literal(written, constant(written, "integer" if integer else "double"))


def label_never(function: Py) -> bool:
    """Whether nothing is known of a function yet."""
    return function.kind.shape == "never"


def has_any(body: list[Out]) -> bool:
    """Whether a body has statements or comments worth an ``else``."""
    return any(not isinstance(out, Comment) or out.text for out in body)


def _called(function: Py, positional: list[Py], words: dict[str, Py], kind: Kind) -> Py:
    node = function.node
    keywords = [ast.keyword(key, value.node) for key, value in words.items()]
    starred = any(isinstance(value.node, ast.Starred) for value in positional)
    if starred:
        keywords.append(ast.keyword(None, ast.Name("kwargs", ast.Load())))
    return Py(ast.Call(node, [value.node for value in positional], keywords), kind)


def _is_dots(arg: r.Arg) -> bool:
    return isinstance(arg.value, r.Name) and arg.value.name == "..."


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


def _augmented(target: str, value: Py) -> str:
    """``x = x + 1`` is ``x += 1`` for Python's own numbers; arrays would change in place."""
    node = value.node
    if (
        isinstance(node, ast.BinOp)
        and isinstance(node.left, ast.Name)
        and node.left.id == target
        and value.kind.is_scalar
        and value.kind.mode != "character"
    ):
        sign = ast.unparse(ast.BinOp(ast.Name("a"), node.op, ast.Name("b")))[1:-1].strip()
        return f"{target} {sign}= {ast.unparse(node.right)}"
    return f"{target} = {value.text}"


def _copy_of(text: str, kind: Kind) -> str | None:
    if kind.shape in ("vector", "matrix", "array", "frame"):
        return f"{text} = {text}.copy()"
    if kind.shape in ("scalar", "null", "function", "result", "other"):
        return None
    return f"{text} = copy.deepcopy({text})"


def joined_states(states: Sequence[State]) -> State:
    """Return what is known after one of several ways was gone."""
    found = dict(states[0])
    for state in states[1:]:
        for key, kind in state.items():
            mine = found.get(key)
            if mine is None:
                found[key] = kind
            elif kind is not None and mine is not kind:
                found[key] = join(mine, kind)
    return found


def _single(node: r.Node | None) -> r.Node | None:
    """Return the expression that a body consists of."""
    inner: r.Node | None
    while True:
        match node:
            case r.Paren(value=inner):
                node = inner
            case r.Block(statements=[r.Statement(node=inner, before=before)], dangling=[]) if not [
                text for text in before if text
            ]:
                node = inner
            case r.Call(function=r.Name(name="return"), args=[r.Arg(name=None, value=inner)]):
                node = inner
            case r.Block():
                return None
            case _:
                return node


def _is_value(node: r.If) -> bool:
    """Whether an ``if`` on the top level shows a value."""
    last: r.Node | None = node.then
    while isinstance(last, r.Block) and last.statements:
        last = last.statements[-1].node
    return not isinstance(last, (r.Assign, r.For, r.While))


def _is_return(node: r.Node) -> bool:
    return (
        isinstance(node, r.Call)
        and isinstance(node.function, r.Name)
        and node.function.name in ("return", "stop")
    )


def _leaves(body: list[Out]) -> bool:
    """Whether a body always ends with leaving it."""
    code = [out for out in body if not isinstance(out, Comment)]
    if not code:
        return False
    last = code[-1]
    if isinstance(last, Line):
        return last.text.startswith(("return", "raise", "break", "continue"))
    return False


def _is_operator(text: str) -> bool:
    return text in (
        "+",
        "-",
        "*",
        "/",
        "^",
        "%%",
        "%/%",
        "%in%",
        "%*%",
        "%o%",
        "==",
        "!=",
        "<",
        ">",
        "<=",
        ">=",
        "&",
        "|",
        "&&",
        "||",
        ":",
    )


def _has_inner_function(node: r.Node) -> bool:
    """Whether a body holds a function that may have to be written before the statement."""
    return any(
        isinstance(inner, r.Function) and _single(inner.body) is None for inner in r.walk(node)
    )


def _root_of(node: r.Node) -> str | None:
    """Return the variable that an assignment changes."""
    while True:
        match node:
            case r.Name(name=found):
                return found
            case r.Str(value=found):
                return found
            case r.Index(value=inner) | r.Dollar(value=inner) | r.Paren(value=inner):
                node = inner
            case r.Call(args=[first, *_]) if first.value is not None:
                node = first.value
            case _:
                return None


_DRAWS = ("rnorm", "runif", "sample", "sample.int", "rexp", "rbinom", "rpois", "rgamma", "rbeta",
          "rt", "rchisq", "mvrnorm", "rmultinom")  # fmt: skip


def _draws(node: r.Node) -> bool:
    """Whether a construct draws random numbers."""
    return any(
        isinstance(n, r.Call) and isinstance(n.function, r.Name) and n.function.name in _DRAWS
        for n in r.walk(node)
    )


_OF_COLUMNS = ("with", "subset", "transform", "within", "aggregate")


def _events(node: r.Node | None) -> Iterator[tuple[r.Node, str]]:
    """Yield readings (the name) and assignments (the construct) of variables, as R makes them."""
    match node:
        case r.Name(name=found, package=""):
            yield node, found
        case r.Assign(target=target, value=value):
            yield from _events(value)
            if isinstance(target, (r.Name, r.Str)):
                yield node, target.name if isinstance(target, r.Name) else target.value
            else:
                yield from _events(target)
        case r.For(variable=variable, sequence=sequence, body=body):
            yield from _events(sequence)
            yield node, variable
            yield from _events(body)
        case r.Function(params=params):
            own = {param.name for param in params} | _assigned(r.walk(node.body))
            for event, found in _events(node.body):
                if found not in own:
                    yield event, found
        case r.Call(function=function, args=args):
            if not isinstance(function, r.Name):
                yield from _events(function)
            called = function.name if isinstance(function, r.Name) else ""
            if called in ("library", "require", "data", "quote", "expression"):
                return
            for arg in args[:1] if called in _OF_COLUMNS else args:
                yield from _events(arg.value)
        case r.Formula():
            return
        case None:
            return
        case _:
            for child in r.children(node):
                yield from _events(child)


def _assigned(nodes: list[r.Node]) -> set[str]:
    """Return the variables that are assigned, in whole or in part."""
    found = set()
    for node in nodes:
        root = None
        if isinstance(node, r.Assign) and not node.outer:
            root = _root_of(node.target)
        elif isinstance(node, r.For):
            root = node.variable
        if root is not None:
            found.add(root)
    return found


def _mutated(node: r.Node) -> frozenset[str]:
    """Return the variables of which a part is assigned, here or by ``<<-`` further in."""
    found = set()
    here = {id(inner) for inner in r.walk(node, into_functions=False)}
    for inner in r.walk(node):
        if not isinstance(inner, r.Assign) or isinstance(inner.target, (r.Name, r.Str)):
            continue
        if inner.outer or id(inner) in here:
            root = _root_of(inner.target)
            if root is not None:
                found.add(root)
    return frozenset(found)
