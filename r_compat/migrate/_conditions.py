"""Conditions, messages, time, and the session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _rast as r
from ._arithmetic import negated
from ._functions import Table
from ._kinds import (
    ANY,
    DOUBLE,
    LOGICAL,
    NULL,
    STRING,
    Kind,
    constant,
    higher,
    join,
)
from ._pyexpr import Line, Out, Py, Refused, Suite, call, fill, literal
from ._tools import (
    DONE,
    like,
    text,
)

if TYPE_CHECKING:
    from ._translate import Dest, Translator

TABLE = base = Table("base")

Dots = list[tuple[str | None, Py]]


# Conditions and messages


@base.statement("stop")
def _stop(t: Translator, node: r.Call, dest: Dest) -> bool:
    message = _message(t, node)
    t.emit(Line(f"raise RuntimeError({message.text})"))
    return True


@base.statement("warning")
def _warning(t: Translator, node: r.Call, dest: Dest) -> bool:
    message = _message(t, node)
    t.emit(Line(f"warnings.warn({message.text}, stacklevel=2)"))
    return True


def _message(t: Translator, node: r.Call) -> Py:
    args = [arg for arg in node.args if arg.name not in ("call.", "immediate.", "domain")]
    if not args:
        return literal("", STRING)
    from ._text import pasted

    return pasted(t, [(arg.name, t.dot(arg)) for arg in args], "")


@base.statement("return")
def _return(t: Translator, node: r.Call, dest: Dest) -> bool:
    from ._translate import Dest as Where

    if t.scope.info is None or t.scope.inline:
        raise Refused("return() outside of a function")
    if len(node.args) > 1:
        raise Refused("return() of several values")
    if not node.args:
        t.deliver(literal(None, NULL), Where("return", tail=False))
        return True
    value = node.args[0].value
    assert value is not None
    t.into(value, Where("return", tail=False))
    return True


@base.statement("invisible")
def _invisible(t: Translator, node: r.Call, dest: Dest) -> bool:
    value = t.expr(node.args[0].value) if node.args else literal(None, NULL)
    t.deliver(value, dest, invisible=True)
    return True


@base("invisible", "x")
def _invisible_value(t: Translator, x: Py | None) -> Py:
    return x if x is not None else literal(None, NULL)


@base.statement("stopifnot")
def _stopifnot(t: Translator, node: r.Call, dest: Dest) -> bool:
    for arg in node.args:
        assert arg.value is not None
        value = t.expr(arg.value)
        kind = value.kind
        if not (kind.is_scalar and kind.mode == "logical"):
            value = call("rv.all_", [value], LOGICAL)
        said = arg.name or f"{t.text_of(arg.value)} is not TRUE"
        refused = negated(t, value)
        message = literal(" ".join(said.split()))
        t.emit(Suite(f"if {refused.text}:", [Line(f"raise RuntimeError({message.text})")]))
    return True


@base.statement("suppressWarnings suppressMessages suppressPackageStartupMessages local")
def _transparent(t: Translator, node: r.Call, dest: Dest) -> bool:
    assert isinstance(node.function, r.Name)
    if len(node.args) != 1 or node.args[0].value is None:
        raise Refused(f"{node.function.name}() with options")
    inner = node.args[0].value
    if node.function.name == "local":
        function = t.functions_in_place.setdefault(id(inner), r.Function(inner.span, [], inner))
        t.deliver(t.call_value(t.function_value(function), [], "local"), dest)
        return True
    if node.function.name == "suppressWarnings":
        with t.body() as inside:
            t.into(inner, dest)
        t.emit(
            Suite(
                "with warnings.catch_warnings():",
                [Line('warnings.simplefilter("ignore")'), *inside],
            )
        )
        return True
    t.into(inner, dest)
    return True


@base("suppressWarnings suppressMessages", "expr")
def _transparent_value(t: Translator, expr: Py) -> Py:
    return expr


@base.statement("library require requireNamespace loadNamespace")
def _library(t: Translator, node: r.Call, dest: Dest) -> bool:
    args = [arg for arg in node.args if arg.name in (None, "package")]
    value = args[0].value if args else None
    package = (
        value.name
        if isinstance(value, r.Name)
        else (value.value if isinstance(value, r.Str) else "")
    )
    if package in t.packages or package in _SILENT_PACKAGES:
        if dest.how in ("assign", "return"):
            t.deliver(literal(True, constant(True, "logical")), dest)
        return True
    raise Refused(f"the package {package} is not known")


_SILENT_PACKAGES = frozenset(
    ["stats", "utils", "graphics", "grDevices", "methods", "base", "datasets", "tools", "magrittr"]
)


@base.statement("tryCatch try")
def _try(t: Translator, node: r.Call, dest: Dest) -> bool:
    from ._translate import joined_states

    assert isinstance(node.function, r.Name)
    plain = node.function.name == "try"
    known = ("expr", "error", "warning", "finally", "silent", "message", "outFile")
    if any(arg.name not in (None, *known) for arg in node.args):
        raise Refused("a class of conditions that is not known")
    given = {arg.name or "expr": arg.value for arg in node.args}
    if "message" in given:
        raise Refused("tryCatch() of messages has no translation")
    body, error, warning = given.get("expr"), given.get("error"), given.get("warning")
    if warning is not None and not _warns(t, body):
        raise Refused("R's own warnings are not raised here: only those of warning() are caught")
    if body is None:
        raise Refused("tryCatch() of nothing")
    if plain and dest.how in ("assign", "return", "print") and dest.how != "print":
        raise Refused("the value of try() after an error has no translation")
    start = t.state(t.touched(node, dest))
    inner = dest if dest.how in ("assign", "return") else _discard()
    with t.body() as tried:
        if warning is not None:
            tried.append(Line('warnings.simplefilter("error")'))
        t.into(body, inner)
    if warning is not None:
        tried = [Suite("with warnings.catch_warnings():", tried)]
    ends = [t.state(start)]
    suites: list[Out] = [Suite("try:", tried)]
    handlers = [("Exception", error)]
    if warning is not None:
        handlers.insert(0, ("Warning", warning))
    for exception, handler in handlers:
        if handler is None and not plain:
            continue
        t.restore(joined_states([start, ends[0]]))
        suites.append(_handler(t, exception, handler, inner, plain=plain))
        ends.append(t.state(start))
    last = given.get("finally")
    if last is not None:
        with t.body() as closing:
            t.into(last, _discard())
        suites.append(Suite("finally:", closing))
    if len(suites) == 1:
        raise Refused("tryCatch() without a handler")
    for suite in suites:
        t.emit(suite)
    t.restore(joined_states(ends))
    return True


def _warns(t: Translator, node: r.Node | None) -> bool:
    """Whether a body calls warning(), itself or in a function of the script."""
    for n in r.walk(node):
        if isinstance(n, r.Call) and isinstance(n.function, r.Name):
            if n.function.name == "warning":
                return True
            kind = t.lookup(n.function.name)
            for info in kind.functions if kind is not None else ():
                if any(
                    isinstance(m, r.Call)
                    and isinstance(m.function, r.Name)
                    and m.function.name == "warning"
                    for m in r.walk(info.node)
                ):
                    return True
    return False


@base("match.arg", "arg", "choices", lazy=True)
def _match_arg(t: Translator, arg: r.Node, choices: r.Node | None) -> Py:
    info = t.scope.info
    if choices is None and isinstance(arg, r.Name) and info is not None:
        choices = next((p.default for p in info.node.params if p.name == arg.name), None)
    if choices is None:
        raise Refused("match.arg() without choices that are known here")
    return call("rv.match_arg", [t.expr(arg), t.expr(choices)], STRING)


def _discard() -> Dest:
    from ._translate import DISCARD

    return DISCARD


def _handler(
    t: Translator, exception: str, handler: r.Node | None, dest: Dest, *, plain: bool
) -> Suite:
    """``except`` with the body of R's handler."""
    if handler is None:
        return Suite(f"except {exception}:", [Line("pass")])
    if not isinstance(handler, r.Function) or len(handler.params) > 1:
        if isinstance(handler, r.Function):
            raise Refused("a handler with several arguments")
        handler = r.Function(
            handler.span,
            [r.Param("e", None)],
            r.Call(handler.span, handler, [r.Arg(None, r.Name(handler.span, "e"))]),
        )
    # Python deletes the variable of an exception after its block: it has a name of its own.
    name = ".condition"
    given = handler.params[0].name if handler.params else ""
    for n in r.walk(handler.body):
        if isinstance(n, r.Name) and given and n.name == given:
            n.name = name
    used = any(isinstance(n, r.Name) and n.name == name for n in r.walk(handler.body))
    if any(isinstance(n, r.Assign) and not n.outer for n in r.walk(handler.body)):
        raise Refused("a handler with variables of its own")
    if any(
        isinstance(n, r.Call) and isinstance(n.function, r.Name) and n.function.name == "return"
        for n in r.walk(handler.body)
    ):
        inner = handler.body
        if not isinstance(inner, r.Block) or len(inner.statements) != 1:
            raise Refused("return() inside a handler")
    for n in r.walk(handler.body):
        if isinstance(n, r.Assign) and n.outer:
            raise Refused("<<- inside a handler")
    body = handler.body
    unwrapped = _unreturned(body)
    python = t.temporary("error" if exception != "Warning" else "caught")
    t.scope.kinds[name] = Kind("other", tag="condition")
    t.scope.renamed[name] = python
    with t.body() as inside:
        t.into(unwrapped, dest)
    t.scope.kinds.pop(name, None)
    t.scope.renamed.pop(name, None)
    header = f"except {exception} as {python}:" if used else f"except {exception}:"
    return Suite(header, inside)


def _unreturned(node: r.Node) -> r.Node:
    """Return the value of a handler, without ``return()``."""
    match node:
        case r.Block(statements=[r.Statement(node=inner)]):
            return _unreturned(inner)
        case r.Call(function=r.Name(name="return"), args=[r.Arg(value=inner)]) if inner is not None:
            return inner
        case _:
            return node


@base("conditionMessage", "c")
def _condition_message(t: Translator, c: Py) -> Py:
    return fill("str(E)", STRING, E=c)


@base.statement("switch")
def _switch(t: Translator, node: r.Call, dest: Dest) -> bool:
    from ._translate import joined_states

    cases, default, value = _cases(t, node)
    where = (
        dest if dest.how in ("assign", "return") else _discard() if dest.how != "print" else dest
    )
    start = t.state(t.touched(node, dest))
    ends = []
    suites: list[Suite] = []
    for keys, body in cases:
        t.restore(start)
        with t.body() as inside:
            t.into(body, where)
        ends.append(t.state(start))
        test = (
            fill("V == K", V=value, K=literal(keys[0]))
            if len(keys) == 1
            else fill("V in (*KS,)", V=value, KS=[literal(k) for k in keys])
        )
        suites.append(Suite(f"{'el' if suites else ''}if {test.text}:", inside))
    t.restore(start)
    with t.body() as inside:
        if default is not None:
            t.into(default, where)
        else:
            t.deliver(literal(None, NULL), where)
    ends.append(t.state(start))
    if not suites:
        raise Refused("switch() without cases")
    for suite in suites:
        t.emit(suite)
    if inside:
        t.emit(Suite("else:", inside))
    t.restore(joined_states(ends))
    return True


def _cases(
    t: Translator, node: r.Call
) -> tuple[list[tuple[list[str | int], r.Node]], r.Node | None, Py]:
    """Return the cases of a switch, cases that fall through put together."""
    if not node.args or node.args[0].value is None:
        raise Refused("switch() of nothing")
    value = t.expr(node.args[0].value)
    kind = value.kind
    usual = kind.is_scalar and kind.mode in ("character", "integer", "double")
    if not usual and kind.shape not in ("any", "never"):
        raise Refused("switch() of a value that is neither text nor a number")
    cases: list[tuple[list[str | int], r.Node]] = []
    waiting: list[str | int] = []
    default = None
    numeric = kind.mode in ("integer", "double") and kind.is_scalar
    for k, arg in enumerate(node.args[1:], start=1):
        if numeric:
            if arg.value is None:
                raise Refused("switch() with an empty case")
            cases.append(([k], arg.value))
        elif arg.name is None:
            default = arg.value
        else:
            waiting.append(arg.name)
            if arg.value is not None:
                cases.append((waiting, arg.value))
                waiting = []
    if not numeric and kind.shape in ("any", "never") and not any(a.name for a in node.args[1:]):
        raise Refused("switch() of a value that is neither text nor a number")
    return cases, default, value


@base("switch", "EXPR", "...", lazy=True)
def _switch_value(t: Translator, EXPR: r.Node, dots: list[r.Arg]) -> Py:
    node = r.Call(EXPR.span, r.Name(EXPR.span, "switch"), [r.Arg(None, EXPR), *dots])
    cases, default, value = _cases(t, node)
    result = t.expr(default) if default is not None else literal(None, NULL)
    for keys, body in reversed(cases):
        one = t.expr(body)
        test = (
            fill("V == K", V=value, K=literal(keys[0]))
            if len(keys) == 1
            else fill("V in (*KS,)", V=value, KS=[literal(k) for k in keys])
        )
        result = fill("A if T else B", join(one.kind, result.kind), A=one, B=result, T=test)
    return result


@base("missing", "x", lazy=True)
def _missing(t: Translator, x: r.Node) -> Py:
    if not isinstance(x, r.Name):
        raise Refused("missing() of an expression")
    return fill("X is None", LOGICAL.with_(native=True), X=t.python_name(x.name))


@base("nargs interactive", "...")
def _interactive(t: Translator, dots: Dots) -> Py:
    return literal(False, constant(False, "logical"))


@base("exists", "x", "...", lazy=True)
def _exists(t: Translator, x: r.Node, dots: list[r.Arg]) -> Py:
    if not isinstance(x, r.Str) or t.scope.parent is not None:
        raise Refused("exists() depends on the session")
    known = x.value in t.scope.kinds or x.value in t.functions
    return literal(known, constant(known, "logical"))


@base("getElement", "object", "name", lazy=True)
def _get_element(t: Translator, name: r.Node, **given: r.Node) -> Py:
    return t.expr(r.Index(name.span, given["object"], [r.Arg(None, name)], double=True))


@base.store("attr")
def _store_attribute(t: Translator, x: Py, args: list[r.Arg], value: Py) -> Py:
    if value.kind.shape == "null":
        return x
    raise Refused("attributes of a value have no translation")


_ATTRIBUTES = {"dim": "dim", "names": "names", "dimnames": "dimnames", "levels": "levels"}


@base("attr", "x", "which", lazy=True)
def _attribute(t: Translator, x: r.Node, which: r.Node) -> Py:
    word = which.value if isinstance(which, r.Str) else ""
    if word not in _ATTRIBUTES:
        raise Refused("attributes of a value have no translation")
    return t.expr(r.Call(x.span, r.Name(x.span, _ATTRIBUTES[word]), [r.Arg(None, x)]))


@base("replace", "x", "list", "values")
def _replace(t: Translator, x: Py, values: Py, **given: Py) -> Py:
    kind = x.kind
    mode = higher(kind.mode, values.kind.mode) if kind.atomic and values.kind.atomic else "any"
    na = kind.na or values.kind.na
    made = like(kind, mode).with_(na=na, length=None) if kind.shape == "vector" else ANY
    return call("rv.assign", [fill("copy.copy(X)", X=x), given["list"], values], made)


@base("get", "x", lazy=True)
def _get(t: Translator, x: r.Node) -> Py:
    if not isinstance(x, r.Str):
        raise Refused("get() of a name that is computed")
    return t.expr(r.Name(x.span, x.value))


for _word, _operator in (("bitwAnd", "&"), ("bitwOr", "|"), ("bitwXor", "^")):

    @base(_word, "a", "b")
    def _bitwise(t: Translator, a: Py, b: Py, _operator: str = _operator) -> Py:
        if not (a.kind.is_scalar and b.kind.is_scalar):
            raise Refused("bitwise operations of vectors")
        return fill(f"int(A) {_operator} int(B)", Kind("scalar", "integer", native=True), A=a, B=b)


@base("attributes structure", "...", lazy=True)
def _attributes(t: Translator, dots: list[r.Arg]) -> Py:
    raise Refused("attributes of a value have no translation")


@base("norm", "x", "type")
def _norm(t: Translator, x: Py, type: Py | None) -> Py:
    word = text(type, "O", "type")
    orders = {
        "O": "1",
        "o": "1",
        "1": "1",
        "I": "np.inf",
        "i": "np.inf",
        "F": "'fro'",
        "f": "'fro'",
        "E": "'fro'",
        "e": "'fro'",
        "2": "2",
    }
    if word == "M":
        return fill("np.max(np.abs(X))", DOUBLE.with_(low=0), X=x)
    if word not in orders:
        raise Refused(f"norm() of type {word!r}")
    return fill(f"np.linalg.norm(X, {orders[word]})", DOUBLE.with_(low=0), X=x)


# Time


@base("Sys.time", "")
def _sys_time(t: Translator, **_: object) -> Py:
    return fill("time.time()", Kind("scalar", "double", tag="time"))


@base("proc.time", "")
def _proc_time(t: Translator, **_: object) -> Py:
    return fill("rv.proc_time()", Kind("vector", "double", length=3, names=True))


@base("difftime", "time1", "time2", "tz", "units")
def _difftime(t: Translator, time1: Py, time2: Py, tz: Py | None, units: Py | None) -> Py:
    unit = text(units, "secs", "units")
    scale = {"secs": 1, "mins": 60, "hours": 3600, "days": 86400}.get(unit)
    if scale is None:
        raise Refused(f"difftime() in {unit}")
    made = fill("A - B", DOUBLE, A=time1, B=time2)
    return made if scale == 1 else fill("(A - B) / S", DOUBLE, A=time1, B=time2, S=literal(scale))


@base("Sys.Date", "")
def _sys_date(t: Translator, **_: object) -> Py:
    raise Refused("dates have no translation")


@base("Sys.sleep", "time")
def _sys_sleep(t: Translator, time: Py) -> Py:
    return fill("time.sleep(X)", DONE, X=time)


@base.statement("system.time")
def _system_time(t: Translator, node: r.Call, dest: Dest) -> bool:
    if len(node.args) != 1 or node.args[0].value is None:
        raise Refused("system.time() with options")
    clock = t.temporary("started")
    t.emit(Line(f"{clock} = time.perf_counter()"))
    t.into(node.args[0].value, _discard())
    made = fill("rv.elapsed(S)", Kind("vector", "double", length=3, names=True), S=clock)
    t.deliver(made, dest)
    return True


@base("gc flush.console closeAllConnections", "...")
def _nothing(t: Translator, dots: Dots) -> Py:
    return literal(None, NULL)


@base.statement("options Sys.setenv rm gc set.seed.none setwd flush")
def _session(t: Translator, node: r.Call, dest: Dest) -> bool:
    assert isinstance(node.function, r.Name)
    word = node.function.name
    if word == "rm":
        return _remove(t, node)
    if word in ("options", "gc", "flush"):
        if dest.how in ("assign", "return"):
            raise Refused(f"the value of {word}() has no translation")
        return True
    raise Refused(f"{word}() changes the session")


def _remove(t: Translator, node: r.Call) -> bool:
    names = [arg.value for arg in node.args]
    if len(node.args) == 1 and node.args[0].name == "list":
        inner = node.args[0].value
        if (
            isinstance(inner, r.Call)
            and isinstance(inner.function, r.Name)
            and (inner.function.name == "ls")
        ):
            return True  # an empty session to begin with
        raise Refused("rm() of a list of names")
    for value in names:
        if not isinstance(value, r.Name):
            raise Refused("rm() of an expression")
        if t.lookup(value.name) is None:
            raise Refused(f"`{value.name}` is defined nowhere in the script")
        t.emit(Line(f"del {t.python_name(value.name)}"))
        t.scope.kinds.pop(value.name, None)
    return True


@base(
    "Recall match.call sys.call sys.function environment new.env parent.frame "
    "assign eval parse deparse substitute quote bquote do.call.none body formals globalenv "
    "attach detach source on.exit",
    "...",
    lazy=True,
)
def _refused(t: Translator, dots: list[r.Arg]) -> Py:
    raise Refused("functions that look at the program itself have no translation")
