"""The translator: goes through a script as R would, knowing kinds instead of values.

Statements are translated in the order of the text. Loops are gone through until the kinds of
their variables no longer change, and the script as a whole until the kinds of its functions'
arguments and results do not; only the last time counts. Statements for which nothing has changed
are then not translated again (`_rounds`). A construct without a translation raises `Refused`, and
its statement is marked.

`Translator` holds the parts and is what the tables see. Each part is a concept of its own: what the
syntax says (`_usage`), names (`_names`), variables (`_scopes`), what was written (`_output`), the
tables (`_functions`, `_library`), statements (`_statements`, `_control`, `_assignment`), functions
of the script (`_definitions`, `_parameters`, `_dots`), calls (`_calls`), copies (`_ownership`), and
what is refused (`_refusals`).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace

from . import (
    _arithmetic,
    _assignment,
    _calls,
    _control,
    _definitions,
    _ownership,
    _reading,
    _refusals,
    _statements,
)
from . import _rast as r
from ._bounds import Bounds
from ._calls import Bound
from ._dispatch import operator
from ._effects import Effects, check_draw
from ._functions import Table
from ._kinds import ANY, DOUBLE, MISSING_NUMBER, MISSING_TEXT, NULL, Kind, Mode, constant
from ._library import DATA_SETS, OBJECTS_OF_R, Library, check_no_data_set
from ._names import Names
from ._output import Output
from ._pyexpr import VISIBLE, Line, Out, Py, Refused, fill, literal, name
from ._rounds import Kept, Questions
from ._scopes import Scope, Scopes, State
from ._statements import PRINT, Dest
from ._usage import OPERATORS, Usage, root_of

_MOST_ROUNDS = 24


class Translator:
    """Translates one script.

    Attributes
    ----------
    usage, bounds, effects, names, scopes, output, library, functions, reasons, questions
        The parts.
    kept : dict of int to Kept
        Translations of the round before, by the statements of the script.
    strict : bool
        Let an error inside the translator through instead of marking the statement.
    checking : bool
        Look at the syntax of every statement.
    forced : set of int
        Lines of statements that are refused, since they depend on themselves.
    """

    def __init__(
        self, text: str, script: r.Block, tables: Sequence[Table], *, strict: bool
    ) -> None:
        self._source = text.encode("utf-8", "replace")
        self.strict = strict
        self.checking = strict
        self.library = Library(tables, script)
        self.usage = Usage(script)
        self.stand_ins: dict[str, Py | None] = {}  # of methods' arguments; None: of a class
        self.bounds = Bounds(script)
        self.effects = Effects(script, frozenset(self.library.drawing))
        self.questions = Questions()
        self.kept: dict[int, Kept] = {}
        self.names = Names(self.library.imports)
        self.scopes = Scopes(self.names, self.usage.mutated, self.usage.local, self.questions)
        self.functions = _definitions.Functions()
        self.reasons = _refusals.Reasons()
        self.forced: set[int] = set()
        self.output = Output(self.questions)

    def run(self) -> list[Out]:
        """Translate until nothing new is learnt, and return the statements."""
        functions = sum(isinstance(node, r.Function) for node in r.walk(self.usage.script))
        most = _MOST_ROUNDS + 3 * functions  # one may tell the next
        self._rounds(most)
        roots = {line for item in _refusals.without_root(self) for line in item.roots}
        if roots:  # what depends on itself to the end is refused, so that all that needs it waits
            self.forced |= roots
            self.scopes.forget()
            self._rounds(most)
        _refusals.mark_roots(self)
        return self.output.bodies[0]

    def _rounds(self, most: int) -> None:
        """Translate again and again, at most some times."""
        self.kept.clear()
        forgot = False
        for k in range(most):
            self.output = Output(self.questions)
            self.functions.uncalled = False
            self.scopes.begin()
            _statements.statements(self, self.usage.script, PRINT)
            self.scopes.lost_now.draws = dict(self.output.draws_refused)
            news = self.functions.end_round()
            if not self.scopes.end() and not news:
                if self.functions.assume_any:
                    break
                if not forgot and _refusals.without_root(self):
                    forgot = True  # calls may stand in what waits for itself
                    self.scopes.forget()
                    continue
                self.functions.assume_any = True  # functions that nobody calls
                if _refusals.without_root(self):
                    self.scopes.forget()  # what waits for itself since a round before
                elif not self.functions.uncalled:
                    break  # another round would write the same
            elif k == most // 2 and not forgot and _refusals.without_root(self):
                forgot = True  # it may only be lost because it was
                self.scopes.forget()
            elif k == most - 2:
                self.functions.assume_any = True

    def text_of(self, node: r.Node) -> str:
        """Return R's text of a construct."""
        return self._source[node.span.start : node.span.end].decode("utf-8", "replace")

    # Output

    def emit(self, out: Out) -> None:
        """Add a statement to the body that is being written."""
        self.output.emit(out)

    def body(self) -> AbstractContextManager[list[Out]]:
        """Collect what is emitted in a body of its own."""
        return self.output.body()

    def note(self, text: str, *, once: bool = False) -> None:
        """Remark something about the current line; `once` for the whole script."""
        self.output.note(text, once=once)

    def draw(self) -> None:
        """Refuse random numbers that are not R's, since a draw before was not translated."""
        self.output.draws += 1
        check_draw(self)

    # Variables

    @property
    def scope(self) -> Scope:
        """The scope that is being translated."""
        return self.scopes.current

    def lookup(self, r_name: str) -> Kind | None:
        """Return what is known of a variable; None if there is none."""
        return self.scopes.lookup(r_name)

    def set_kind(self, r_name: str, kind: Kind, *, outer: bool = False) -> None:
        """Remember what a variable now is."""
        self.scopes.set_kind(r_name, kind, outer=outer)

    def python_name(self, r_name: str) -> str:
        """Return the Python name of a variable of R."""
        return self.scopes.python_name(r_name)

    def temporary(self, stem: str) -> str:
        """Return a name that no variable has, nor another value of the statement."""
        depth, start = self.output.started
        bodies = self.output.bodies
        lines = [out for out in bodies[depth - 1][start:] if isinstance(out, Line)]
        lines += [out for body in bodies[depth:] for out in body if isinstance(out, Line)]
        temporary = self.names.temporary
        found, count = self.questions.answer(temporary, stem), 1
        while any(line.text.startswith(f"{found} = ") for line in lines):
            count += 1
            found = self.questions.answer(temporary, f"{stem}_{count}")
        return found

    def touched(self, node: r.Node, dest: Dest | None = None) -> frozenset[str]:
        """Return the variables that a construct, or where its value goes, may change."""
        found = self.usage.touched(node)
        root = root_of(dest.target) if dest is not None and dest.target is not None else None
        return found if root is None else found | {root}

    def state(self, names: State | frozenset[str]) -> State:
        """Return the kinds of some variables."""
        return self.scopes.state(names)

    def restore(self, state: State) -> None:
        """Give variables the kinds they had."""
        self.scopes.restore(state)

    def wants(self, target: r.Node, shape: str, mode: Mode = "any") -> bool:
        """Learn what an empty value is going to hold; return whether that is news."""
        if shape == "vector" and root_of(target) in self.usage.maybe_null:
            return False  # it must stay NULL as long as nothing is put in
        return self.scopes.wants(target, shape, mode)

    def wanted_as(self, r_name: str) -> tuple[str, Mode] | None:
        """Return what a variable that begins empty is going to hold."""
        return self.scopes.wanted_as(r_name)

    def owned(self, value: Py, target: str | None = None) -> Py:
        """Copy a value that shares memory with a variable, if either is changed in place."""
        return _ownership.owned(self, value, target)

    def names_to_come(self, node: r.Node) -> list[str]:
        """Return the variables that the rest of the script reads before it assigns them."""
        return self.usage.names_to_come(
            node,
            lambda r_name: (
                r_name in self.scope.kinds
                or r_name in self.library.functions
                or r_name in self.library.values
                or r_name in OBJECTS_OF_R
                or r_name in DATA_SETS
                or r_name in ("[", "[[")
                or r_name.startswith(".")
            ),
        )

    def is_own(self, r_name: str) -> bool:
        """Whether a name is a function or, for T and F, a variable of the script."""
        kind = self.lookup(r_name)
        if kind is None:
            return False
        return (
            kind.shape in ("function", "missing", "never")
            or r_name in ("T", "F")
            or (kind.shape == "any" and r_name not in self.library.functions)
        )

    # Statements

    def into(self, node: r.Node, dest: Dest) -> None:
        """Translate a construct whose value goes to `dest`."""
        _statements.into(self, node, dest)

    def deliver(self, value: Py, dest: Dest, *, invisible: bool = False) -> None:
        """Send a value where it belongs."""
        _statements.deliver(self, value, dest, invisible=invisible)

    def store(self, target: r.Node, value: Py, *, outer: bool = False) -> None:
        """Assign a value to a variable or to a part of one."""
        _assignment.store(self, target, value, outer=outer)

    def declare_outer(self, target: r.Node) -> None:
        """Take note that a variable outside is changed."""
        _assignment.declare_outer(self, target)

    def is_statement(self, function: str) -> bool:
        """Whether a function of R is a statement in Python."""
        return function in self.library.statements and not self.is_own(function)

    # Expressions

    def expr(self, node: r.Node | None) -> Py:
        """Translate an expression."""
        self.output.count_expression()
        match node:
            case Bound(value=bound):
                return bound
            case None:
                raise Refused("an argument is left empty")
            case r.Bad(reason=reason):
                raise Refused(reason)
            case r.Num(value=value, integer=integer):
                return _number(value, integer=integer)
            case r.Str(value=value):
                return literal(value, constant(value, "character"))
            case r.Bool(value=value, short=short):
                return self._variable(node.name) if short else _truth_value(value)
            case r.Missing(mode=mode):
                if mode == "character":
                    return literal(None, MISSING_TEXT)
                if mode == "logical":
                    return fill("rv.NA", DOUBLE)
                return fill(
                    "rv.NA_REAL", MISSING_NUMBER if mode == "double" else DOUBLE.with_(either=True)
                )
            case r.Null():
                return literal(None, NULL)
            case r.Name(name=r_name, package=package):
                return self._variable(r_name, package)
            case r.Paren(value=inner):
                return replace(self.expr(inner), shown=VISIBLE)
            case r.Unary() | r.Binary() | r.Index() | r.Dollar() if (
                self.usage.classes and (made := operator(self, node)) is not None
            ):
                return made
            case r.Unary():
                return _arithmetic.unary(self, node)
            case r.Binary():
                return _arithmetic.binary(self, node)
            case r.Index() | r.Dollar():
                return _reading.read(self, node)
            case r.Call():
                return _calls.needed(self.call(node))
            case r.Function():
                return self.function_value(node)
            case r.If():
                return _control.if_value(self, node)
            case r.Block(statements=[statement]):
                return self.expr(statement.node)
            case r.Block(statements=[_, *_]):
                return _calls.needed(self.call(self._as_function(node)))
            case r.Assign(target=r.Name() as target):
                return _assignment.walrus(self, node, target).hidden()
            case r.Formula():
                from ._models import formula_value

                return formula_value(self, node)
            case _:
                raise Refused("this cannot stand inside an expression")

    def _as_function(self, block: r.Block) -> r.Call:
        """Return several statements inside an expression as the call of a function of them."""
        known = self.usage.blocks.get(id(block))
        if known is None:
            self.scopes.news = True
            known = self.usage.as_function(block, top=self.scope.parent is None)
        return known[1]

    def _variable(self, r_name: str, package: str = "") -> Py:
        if package:
            return _definitions.function_named(self, r_name)
        if r_name in ("T", "F") and not self.is_own(r_name):
            self.note("T and F are variables in R; taken for TRUE and FALSE", once=True)
            return _truth_value(r_name == "T")
        kind = self.lookup(r_name)
        if kind is None:
            value = self.library.values.get(r_name)
            if value is not None:
                return value(self)
            if r_name in self.library.functions:
                return _definitions.function_named(self, r_name)
            if r_name in OPERATORS:
                return _definitions.function_named(self, r_name)
            if r_name == "...":
                raise Refused("... outside of a function that has it")
            return self._free_variable(r_name)
        if kind.shape == "missing":
            raise Refused(f"it needs `{r_name}` of {kind.missing}")
        for info in kind.functions:
            if not info.as_value:
                info.as_value = self.scopes.news = True
        several = _definitions.in_any_form(self, r_name, kind)
        return several or name(self.scopes.name_read(r_name), kind)

    def _free_variable(self, r_name: str) -> Py:
        """Return a variable that the script does not define: R takes it from the workspace."""
        if not r_name.replace(".", "_").isidentifier():
            raise Refused(f"`{r_name}` is defined nowhere in the script")
        if r_name in OBJECTS_OF_R or r_name.startswith("."):
            raise Refused(f"`{r_name}` is R's own and has no translation")
        check_no_data_set(r_name)
        if self.scopes.attached is not None and self.output.line > self.scopes.attached:
            raise Refused(f"`{r_name}` may be a column that line {self.scopes.attached} attaches")
        self.questions.spoil()
        self.note(f"`{r_name}` is defined nowhere in the script: it must be defined before")
        self.output.free.add(self.names.of(r_name))
        return name(self.names.of(r_name), ANY)

    def test(self, node: r.Node) -> Py:
        """Translate a condition."""
        return _control.test(self, node)

    def result_item(self, value: Py, key: str | int) -> Py:
        """Translate ``result$name`` and ``result[[number]]`` by the table the result comes from."""
        return self.library.results[value.kind.tag](self, value, key)

    # Calls

    def call(self, node: r.Call) -> Py:
        """Translate a call."""
        return _calls.call(self, node)

    def call_known(self, function: str, args: Sequence[r.Arg], package: str = "") -> Py:
        """Translate a call of a function of a table."""
        return _calls.call_known(self, function, args, package)

    def call_value(self, function: Py, args: Sequence[r.Arg], label: str) -> Py:
        """Translate a call of a function of the script."""
        return _calls.call_value(self, function, args, label)

    def applied(
        self, function: r.Node, values: list[tuple[str, Kind]], extra: Sequence[r.Arg] = ()
    ) -> tuple[list[str], Py]:
        """Translate the call of a function on elements that a comprehension goes through."""
        return _calls.applied(self, function, values, extra)

    def function_value(self, node: r.Function) -> Py:
        """Translate a function that stands inside an expression: a lambda, or a ``def`` before."""
        return _definitions.function_value(self, node)


def _truth_value(value: bool) -> Py:
    return literal(value, constant(value, "logical"))


def _number(value: float, *, integer: bool = False) -> Py:
    """Return a number of R as Python writes it: whole ones without a point."""
    whole = value == value and abs(value) < 1e15 and value == int(value)
    written: int | float = int(value) if whole else value
    return literal(written, constant(written, "integer" if integer else "double"))


__all__ = ["Bound", "Dest", "Translator"]
