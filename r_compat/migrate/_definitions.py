"""The functions of a script: ``def`` and ``lambda``, their parameters, what they see outside."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from . import _parameters
from . import _rast as r
from ._dots import Form, Forms, has_dots
from ._effects import lost_inside
from ._functions import FunctionInfo
from ._kinds import FUNCTION, Kind, function_of, join
from ._output import TooDeep
from ._ownership import copies
from ._pyexpr import Line, Out, Py, Refused, Suite, call, name, render
from ._scopes import Scope
from ._usage import OPERATORS, is_dots, mutated, single

if TYPE_CHECKING:
    from ._translate import Translator

_DEEPEST = 10
_ROUNDS_BEFORE_WIDENING = 5


class Functions:
    """The functions that were met so far, by their syntax.

    Attributes
    ----------
    infos : dict of int to FunctionInfo
    assume_any : bool
        Parameters of functions that nobody calls are taken to be anything.
    uncalled : bool
        Some parameter was asked for in this round of which no call tells what it is.
    whole : dict of int to Function
        Functions with ``...`` of which no call is known, as they hand all they get on.
    handing_on : set of int
        Which functions are such.
    """

    def __init__(self) -> None:
        self.infos: dict[int, FunctionInfo] = {}
        self.assume_any = False
        self.uncalled = False
        self.whole: dict[int, r.Function] = {}
        self.handing_on: set[int] = set()
        self._rounds = 0
        self._in_place: dict[int, r.Function] = {}
        self._wrapped: dict[str, r.Function] = {}

    def end_round(self) -> bool:
        """End a round; return whether functions with ``...`` were called in other ways."""
        self._rounds += 1
        if self._rounds >= _ROUNDS_BEFORE_WIDENING:
            for info in self.infos.values():
                info.settles = True
        ends = [info.forms.end_round() for info in self.infos.values() if info.forms is not None]
        return any(ends)

    def in_place(self, body: r.Node) -> r.Function:
        """Return an expression as a function without parameters."""
        return self._in_place.setdefault(id(body), r.Function(body.span, [], body))

    def call_in_place(self, key: r.Node, node: r.Node) -> r.Function:
        """Return a call that was put together from its arguments as a function, by the first."""
        return self._in_place.setdefault(-id(key), r.Function(node.span, [], node))

    def shortened(self, handler: r.Function) -> r.Function:
        """Return a function without its last statement."""
        body = handler.body
        before = body.statements[:-1] if isinstance(body, r.Block) else []
        short = r.Function(handler.span, handler.params, r.Block(body.span, before))
        return self._in_place.setdefault(id(handler), short)

    def negated(self, function: r.Node) -> r.Function:
        """Return a function that says the opposite of another."""
        span = function.span
        call = r.Call(span, function, [r.Arg(None, r.Name(span, "x"))])
        negated = r.Function(span, [r.Param("x", None)], r.Unary(span, "!", call))
        return self._in_place.setdefault(id(function), negated)

    def wrapped(self, r_name: str, span: r.Span) -> r.Function:
        """Return a function of a table, or an operator, as a function of the script."""
        found = self._wrapped.get(r_name)
        if found is None:
            names = ["x", "y"] if r_name in OPERATORS else ["x", "..."]
            values: list[r.Node] = [r.Name(span, n) for n in names]
            body: r.Node = r.Call(span, r.Name(span, r_name), [r.Arg(None, v) for v in values])
            if r_name in OPERATORS:
                body = r.Binary(span, r_name, *values)
            found = r.Function(span, [r.Param(n, None) for n in names], body)
            self._wrapped[r_name] = found
        return found

    def is_wrapped(self, node: r.Function) -> bool:
        """Whether it stands for a function of R, which takes no more than its arguments."""
        return any(node is found for found in self._wrapped.values())


def info_of(t: Translator, node: r.Function, r_name: str) -> FunctionInfo:
    """Return what is known of a function of the script."""
    found = t.functions.infos.get(id(node))
    if found is None:
        found = t.functions.infos[id(node)] = FunctionInfo(node, r_name, questions=t.questions)
        found.forms = Forms(node) if has_dots(node) else None
        t.scopes.news = True
    return found


def define(t: Translator, r_name: str, node: r.Function, *, outer: bool = False) -> None:
    """Translate ``name <- function(...) body``."""
    info = info_of(t, node, r_name)
    t.set_kind(r_name, function_of(info), outer=outer)
    lost = t.output.lost_draws, t.output.lost_files
    plot, t.output.lost_plot = t.output.lost_plot, None
    t.output.lost_draws, t.output.lost_files = None, []  # it runs where it is called
    try:
        _define(t, info, t.python_name(r_name))
        t.scopes.lose_files_inside(node, t.output.lost_files)
    finally:
        t.output.lost_draws, t.output.lost_files = lost
        t.output.lost_plot = plot


def _define(t: Translator, info: FunctionInfo, python: str) -> None:
    r_name = info.name
    if info.forms is None:
        t.emit(_definition(t, info, python))
        return
    refused: dict[Form, str] = {}
    forms = _forms(info)
    info.forms.written = list(forms)
    only = [param.name for param in info.node.params] == ["..."]
    if only and info.as_value and not info.forms.used:
        t.functions.uncalled = True
        if t.functions.assume_any and any(
            is_dots(arg) for n in r.walk(info.node.body) for arg in _given(n)
        ):
            raise Refused("a function with ... of which no call is known")
    for form in forms:
        try:
            copy = info_of(t, info.forms.known(form), r_name)
            t.emit(_definition(t, copy, form_name(t, info, form, python)))
        except TooDeep:
            raise
        except Refused as error:
            refused[form] = str(error)
            if len(refused) == len(forms):
                raise
    if refused != info.forms.refused:
        info.forms.refused, t.scopes.news = refused, True


def _forms(info: FunctionInfo) -> list[Form]:
    """Return the forms in which a function with ``...`` was called in the last round."""
    assert info.forms is not None
    used = list(info.forms.used)
    if ((info.as_value and len(used) > 1) or not used) and () not in used:
        used.insert(0, ())
    return used


def form_name(t: Translator, info: FunctionInfo, form: Form, python: str) -> str:
    """Return Python's name of the copy of a function with ``...`` for calls of some form."""
    forms = _forms(info)
    plain = () if () in forms else forms[0]
    if form == plain:
        return python
    words = [word for given in form if (word := given.name or given.variable)]
    count = len(form) - len(words)
    return t.names.of("..." + " ".join([python, *([str(count)] if count else []), *words]))


def in_any_form(t: Translator, r_name: str, kind: Kind) -> Py | None:
    """Return a function with ``...`` as a value that is called in several forms; None if not so."""
    infos = list(kind.functions)
    if len(infos) != 1 or infos[0].name != r_name or infos[0].forms is None:
        return None
    (info,) = infos
    if len(info.forms.used) < 2:  # type: ignore[union-attr]
        return None
    python = t.scopes.name_read(r_name)
    names = [form_name(t, info, form, python) for form in _forms(info)]
    return call("rv.any_form", [name(word, kind, alias=False) for word in names], kind)


def variants(t: Translator, info: FunctionInfo) -> list[FunctionInfo]:
    """Return the copies of a function that are translated: itself, if it has no ``...``."""
    if info.forms is None:
        return [info]
    return [info_of(t, info.forms.copies[form], info.name) for form in info.forms.used]


def function_value(t: Translator, node: r.Function) -> Py:
    """Translate a function that stands inside an expression: a lambda, or a ``def`` before."""
    info = info_of(t, node, "")
    kind = function_of(info)
    if info.forms is not None:
        used = info.forms.used
        if not t.functions.is_wrapped(node) and any(
            is_dots(arg) for n in r.walk(node.body) for arg in _given(n)
        ):
            t.functions.uncalled |= not used
            unknown = not used and t.functions.assume_any
            whole = None
            if unknown or len(used) > 1 or id(node) in t.functions.whole:
                whole = _handing_on(t, node)
            if whole is not None:
                return whole
            if unknown:
                raise Refused("a function with ... of which no call is known")
        info = info_of(t, info.forms.known(info.forms.as_value), "")
    short = _lambda(t, info)
    if short is not None:
        return Py(short, kind)
    return name(hoist(t, info), kind, alias=False)


def _handing_on(t: Translator, node: r.Function) -> Py | None:
    """Return a function that hands all it gets to functions that the script was given."""
    whole = t.functions.whole.get(id(node))
    inner = any(isinstance(n, r.Function) for n in r.walk(node.body))
    if whole is None:
        if inner or node.params[-1].name != "...":
            return None
        whole = r.Function(node.span, node.params[:-1], node.body)
        t.functions.handing_on.add(id(whole))
    short = _lambda(t, info_of(t, whole, ""))
    if not isinstance(short, ast.Lambda):
        return None
    if id(node) not in t.functions.whole:
        t.functions.whole[id(node)] = whole
        t.scopes.news = True
    short.args.vararg, short.args.kwarg = ast.arg("dots"), ast.arg("named")
    return Py(short, FUNCTION)


def _given(node: r.Node) -> list[r.Arg]:
    return node.args if isinstance(node, r.Call) else []


def function_named(t: Translator, r_name: str) -> Py:
    """Return a function of a table as a value: a lambda of its first argument."""
    if t.library.find(r_name) is None and r_name not in OPERATORS:
        raise Refused(f"the function {r_name}() is not known")
    return function_value(t, t.functions.wrapped(r_name, t.usage.script.span))


def hoist(t: Translator, info: FunctionInfo) -> str:
    """Write a function before the statement in which it stands, and return its name."""
    found = t.names.hoisted(id(info.node), _stem(t, info.node))
    if t.output.lost_draws is None:
        t.output.lost_draws = lost_inside(t, info.node)
    suite = _definition(t, info, found)
    suite.hoisted = True
    body = t.output.bodies[-1]
    for k, out in enumerate(body):  # an expression may be translated twice; the last one holds
        if isinstance(out, Suite) and out.hoisted and out.header.startswith(f"def {found}("):
            if k < t.output.started[1]:
                t.questions.spoil()  # it is of another statement
            body[k] = suite
            return found
    t.emit(suite)
    return found


def _stem(t: Translator, node: r.Function) -> str:
    """Return a name for a function without one: after what it is used for."""
    use = t.usage.use_of(node)
    if use.how == "item" and not t.usage.mentions(use.name):
        return t.names.cleaned(use.name)
    if use.how == "handler":
        return f"on_{t.names.cleaned(use.name)}"
    if use.how in ("value", "item"):
        word = t.names.cleaned(use.name)
        return f"{word}_of" if node.params else f"one_{word}"
    if use.how == "returned":
        return "inner"
    return "each" if node.params else "action"


@contextmanager
def inside(t: Translator, info: FunctionInfo, *, inline: bool = False) -> Iterator[Scope]:
    """Translate within a function."""
    node = info.node
    known = t.usage.inside(node)
    if known.twofold:
        raise Refused(f"{known.twofold[0]} is a variable of the function and, by <<-, one outside")
    scope = Scope(
        id(node),
        t.scope,
        info,
        mutated=known.mutated,
        local=known.local,
        inline=inline,
        renamed={n: f"{t.names.of(n)}_inner" for n in info.inner},
        outer=set(known.outer),
    )
    if scope.depth > _DEEPEST:
        raise TooDeep("functions are nested too deeply")
    for param in node.params:
        scope.kinds[param.name] = _parameters.param_kind(t, info, param.name)
        t.scopes.summarize(scope, param.name, scope.kinds[param.name])
    line = t.output.line
    try:
        with t.scopes.inside(scope):
            yield scope
    finally:
        t.output.line = line


def _lambda(t: Translator, info: FunctionInfo) -> ast.expr | None:
    """Return a function of one expression as a lambda."""
    body = single(info.node.body)
    if body is None or info.labels or any(p.default is not None for p in info.node.params):
        return None
    with t.output.attempt() as attempt, inside(t, info), t.body() as extra:
        value = t.expr(body)
    if attempt.failed or extra:
        return None
    if any(p.name in mutated(info.node.body) for p in info.node.params):
        return None
    new = join(info.returns, value.kind)
    if new != info.returns:
        info.returns = new
        t.scopes.news = True
    t.scopes.news |= info.show(value.shown)
    if value.alias:
        info.shares = True
    names = [t.names.of(param.name) for param in info.node.params]
    arguments = ast.arguments([], [ast.arg(n) for n in names], None, [], [], None, [])
    return ast.Lambda(arguments, value.node)


def _definition(t: Translator, info: FunctionInfo, python_name: str) -> Suite:
    """Translate a function into ``def``."""
    from ._statements import RETURN, into
    from ._trying import with_exits

    with inside(t, info) as scope, t.body() as body:
        signature, first = _parameters.signature(t, info)
        for out in [*first, *copies(t, scope)]:
            t.emit(out)
        node = info.node.body
        if not (isinstance(node, r.Block) and with_exits(t, node, RETURN)):
            into(t, node, RETURN)
        declared = _declarations(t, scope, body)
    return Suite(f"def {python_name}({signature}):", [*declared, *body])


def _declarations(t: Translator, scope: Scope, body: list[Out]) -> list[Out]:
    """Declare the variables outside that a function assigns, not those it only changes."""
    found: list[Out] = []
    if not scope.outer:
        return found
    stored = {
        node.id
        for node in ast.walk(ast.parse("\n".join(render([Suite("if True:", body)]))))
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    for r_name in sorted(scope.outer):
        where, python, holder = "global", t.names.of(r_name), scope.parent
        while holder is not None and holder.parent is not None:
            if r_name in holder.local:
                where, python = "nonlocal", holder.renamed.get(r_name, python)
                break
            holder = holder.parent
        if python in stored:
            found.append(Line(f"{where} {python}"))
    return found
