"""Conditions, messages, time, and the session."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from . import _rast as r
from ._arithmetic import negated
from ._functions import Table
from ._kinds import (
    ANY,
    DOUBLE,
    LOGICAL,
    NULL,
    TEXT,
    TEXTS,
    TIME,
    TRUTH,
    combined_values,
    constant,
    is_int,
    join,
    merged_mode,
    other,
    scalar,
    vector,
)
from ._library import ATTACHING, HARMLESS, packages_of
from ._parameters import is_missing
from ._pyexpr import Line, Py, Refused, Suite, call, fill, literal, name
from ._tools import (
    DONE,
    as_vector,
    text,
)
from ._usage import is_call

if TYPE_CHECKING:
    from ._statements import Dest
    from ._translate import Translator

_CLOCK = vector("double", length=3, finite=True)
TABLE = base = Table("base")

Dots = list[tuple[str | None, Py]]


# Conditions and messages


@base.statement("return")
def _return(t: Translator, node: r.Call, dest: Dest) -> bool:
    from ._statements import Dest as Where

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
    return (x if x is not None else literal(None, NULL)).hidden()


def _believe(t: Translator, node: r.Node) -> None:
    """Take note of ``!anyNA(x)`` and ``!any(is.na(x))``, behind which nothing of x is NA."""
    match node:
        case r.Unary(
            op="!", value=r.Call(function=r.Name(name="anyNA"), args=[r.Arg(value=inner)])
        ):
            asked = inner
        case r.Unary(
            op="!",
            value=r.Call(
                function=r.Name(name="any"),
                args=[
                    r.Arg(value=r.Call(function=r.Name(name="is.na"), args=[r.Arg(value=inner)]))
                ],
            ),
        ):
            asked = inner
        case _:
            return
    if isinstance(asked, r.Name) and asked.name in t.scope.kinds:
        kind = t.scope.kinds[asked.name]
        if kind.atomic:
            t.set_kind(asked.name, kind.with_(complete=True))


@base.statement("stopifnot")
def _stopifnot(t: Translator, node: r.Call, dest: Dest) -> bool:
    for arg in node.args:
        assert arg.value is not None
        value = t.expr(arg.value)
        kind = value.kind
        _believe(t, arg.value)
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
        function = t.functions.in_place(inner)
        value = t.call_value(t.function_value(function), [], "local")
        if value.alias:  # it may be a variable around
            named = [n.name for n in r.walk(inner) if isinstance(n, r.Name)]
            around = frozenset(t.python_name(name) for name in named)
            value = replace(value, alias=value.alias | around)
        t.deliver(value, dest)
        return True
    if node.function.name == "suppressMessages" and t.usage.catches_messages:
        with t.body() as inside:
            t.into(inner, dest)
        t.emit(Suite("with rv.on_message(lambda message: None):", inside))
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


@base.statement(" ".join(ATTACHING))
def _library(t: Translator, node: r.Call, dest: Dest) -> bool:
    packages = packages_of(node)
    if packages is None:
        raise Refused("which packages are attached is known only when the script runs")
    for package in packages:
        if package not in t.library.packages | HARMLESS:
            t.note(f"the package {package} has no translation: its functions are marked where used")
    if dest.how in ("assign", "return"):
        t.deliver(literal(True, constant(True, "logical")), dest)
    return True


@base("match.arg", "arg", "choices", lazy=True)
def _match_arg(t: Translator, arg: r.Node, choices: r.Node | None) -> Py:
    info = t.scope.info
    if choices is None and isinstance(arg, r.Name) and info is not None:
        choices = next((p.default for p in info.node.params if p.name == arg.name), None)
    if choices is None:
        raise Refused("match.arg() without choices that are known here")
    label = literal(t.text_of(arg)) if t.usage.tries else None
    return call("rv.match_arg", [t.expr(arg), t.expr(choices)], TEXT, label=label)


def _discard() -> Dest:
    from ._statements import DISCARD

    return DISCARD


@base.statement("switch")
def _switch(t: Translator, node: r.Call, dest: Dest) -> bool:
    from ._scopes import joined_states

    cases, default, value, looked = _cases(t, node)
    if looked:
        held = t.temporary("chosen")
        t.emit(Line(f"{held} = {looked.text}"))
        value = name(held, looked.kind)
    elif len(cases) > 1 and not isinstance(value.node, (ast.Name, ast.Constant, ast.Attribute)):
        held = t.temporary("chosen")  # R evaluates it once
        t.emit(Line(f"{held} = {value.text}"))
        value = name(held, value.kind)
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
    t.restore(joined_states(ends, t.scopes))
    return True


def _cases(
    t: Translator, node: r.Call
) -> tuple[list[tuple[list[str | int], r.Node]], r.Node | None, Py, Py | None]:
    """Return the cases of a switch, those that fall through put together, the default, the value.

    The last is how the value is looked at when the script runs, where its type is not known.
    """
    if not node.args or node.args[0].value is None:
        raise Refused("switch() of nothing")
    value = t.expr(node.args[0].value)
    kind = value.kind
    usual = kind.is_scalar and kind.mode in ("character", "integer", "double")
    unknown = not usual and (kind.shape in ("any", "atomic", "scalar", "vector", "never"))
    if not (usual or unknown) or kind.mode == "logical" or (kind.length or 1) > 1:
        raise Refused("switch() of a value that is neither text nor a number")
    cases: list[tuple[list[str | int], r.Node]] = []
    waiting: list[str | int] = []
    default = None
    named = any(arg.name for arg in node.args[1:])
    numeric = kind.mode in ("integer", "double") or (kind.mode != "character" and not named)
    cut = numeric and kind.mode == "double" and kind.const is None and not is_int(kind)
    looked = None
    if cut or (unknown and kind.shape != "never"):
        of = scalar("double" if numeric else "character")
        looked = call("rv.case", [value], of, numbers=literal(True) if numeric else None)
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
    return cases, default, value, looked


@base("switch", "EXPR", "...", lazy=True)
def _switch_value(t: Translator, EXPR: r.Node, dots: list[r.Arg]) -> Py:
    node = r.Call(EXPR.span, r.Name(EXPR.span, "switch"), [r.Arg(None, EXPR), *dots])
    cases, default, value, looked = _cases(t, node)
    called = [n.function for n in r.walk(EXPR) if isinstance(n, r.Call)]
    own = any(t.is_own(f.name) for f in called if isinstance(f, r.Name))
    computed = own or t.effects.draws(EXPR)
    if len(cases) > 1 and computed and not looked:  # it would be evaluated again for each case
        raise Refused("switch() of what is computed, inside an expression: assign it before")
    result = t.expr(default) if default is not None else literal(None, NULL)
    if looked:
        held = t.temporary("chosen")
        value = name(held, looked.kind)
    for keys, body in reversed(cases):
        one = t.expr(body)
        if looked and keys is cases[0][0]:
            value = fill("(N := V)", looked.kind, N=value, V=looked)
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
    return is_missing(t, x.name).of(TRUTH)


@base("Recall", "...", lazy=True)
def _recall(t: Translator, dots: list[r.Arg]) -> Py:
    info = next((scope.info for scope in t.scope.chain if scope.info is not None), None)
    if info is None or not info.name:
        raise Refused("Recall() outside of a function with a name")
    span = info.node.span
    return t.call(r.Call(span, r.Name(span, info.name), dots))


@base("interactive", "...")
def _interactive(t: Translator, dots: Dots) -> Py:
    return literal(False, constant(False, "logical"))


@base("getElement", "object", "name", lazy=True)
def _get_element(t: Translator, name: r.Node, **given: r.Node) -> Py:
    return t.expr(r.Index(name.span, given["object"], [r.Arg(None, name)], double=True))


_ATTRIBUTES = ("class", "dim", "dimnames", "levels", "names")
ATTRIBUTES = "attributes of a value are kept as long as nothing is computed of it; R keeps more"


@base.store("attr")
def _store_attribute(t: Translator, x: Py, args: list[r.Arg], value: Py) -> Py:
    word = args[0].value if len(args) == 1 else None
    if not isinstance(word, r.Str):
        raise Refused("attributes whose names are not written out have no translation")
    if word.value in _ATTRIBUTES:
        return t.library.stores[word.value](t, x, [], value)
    return with_attribute(t, x, word.value, value)


def with_attribute(t: Translator, x: Py, word: str, value: Py) -> Py:
    """Return an array that has an attribute of the script's own."""
    if x.kind.shape == "function":
        return call("rv.set_attr", [x, literal(word), value], x.kind)
    from ._dispatch import may_have_class

    if may_have_class(t, x.kind) and x.kind.shape in ("list", "dict", "any"):
        return call("rv.set_attr", [x, literal(word), t.owned(value)], x.kind)
    if x.kind.shape not in ("vector", "matrix", "array", "never"):
        raise Refused("attributes of what is not known to be an array have no translation")
    t.note(ATTRIBUTES, once=True)
    return call("rv.set_attr", [x, literal(word), t.owned(value)], x.kind.with_(grows=False))


@base.store("attributes")
def _store_attributes(t: Translator, x: Py, args: list[r.Arg], value: Py) -> Py:
    if x.kind.atomic and value.kind.shape == "null":
        return call("rv.vector", [as_vector(t, x)], x.kind.subset().unlabelled())
    items = value.kind.items or ()
    if not x.kind.atomic or [key for key, _ in items] != ["dim"]:
        raise Refused("attributes other than the extents of an array are assigned")
    plain = call("rv.vector", [as_vector(t, x)], x.kind.subset().unlabelled())
    extents = fill("X['dim']", items[0][1], X=value)
    return t.library.stores["dim"](t, plain, [], extents)


@base("attr", "x", "which", "exact", lazy=True)
def _attribute(t: Translator, x: r.Node, which: r.Node, exact: r.Node | None) -> Py:
    if not isinstance(which, r.Str):
        raise Refused("attributes whose names are not written out have no translation")
    if which.value in _ATTRIBUTES:
        return t.expr(r.Call(x.span, r.Name(x.span, which.value), [r.Arg(None, x)]))
    if which.value == "term.labels" and isinstance(x, r.Call) and is_call(x, "terms"):
        if len(x.args) != 1 or t.is_own("terms"):
            raise Refused("terms() with further arguments has no translation")
        return call("rstats.term_labels", [t.expr(x.args[0].value)], TEXTS)
    value = t.expr(x)
    if which.value == "condition" and value.kind.tag == "try-error":
        return fill("E.condition", other("condition"), E=value)
    if which.value not in t.usage.attributes:
        raise Refused("attributes that the script does not set have no translation")
    return call("rv.attr", [value, literal(which.value)], ANY)


@base("replace", "x", "list", "values")
def _replace(t: Translator, x: Py, values: Py, **given: Py) -> Py:
    kind = x.kind
    mode = merged_mode(kind, values.kind)
    made = ANY
    if kind.shape == "vector" and values.kind.atomic:
        index = given["list"].kind  # an index beyond the end leaves a gap
        known = combined_values([kind, values.kind], mode).having(stored="")
        inside = index.mode == "logical" and index.complete
        made = vector(known if inside else known.having(complete=False), labels=kind.labels)
    return call("rv.assign", [fill("copy.copy(X)", kind, X=x), given["list"], values], made)


@base("attributes", "...", lazy=True)
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
    size = DOUBLE.with_(low=0, finite=x.kind.finite, numpy=True)
    if x.kind.shape != "matrix":
        x = call("rv.only", [x, literal("number matrix"), literal("norm")], x.kind)
    if word == "M":
        return fill("np.max(np.abs(X))", size, X=x)
    if word not in orders:
        raise Refused(f"norm() of type {word!r}")
    return fill(f"np.linalg.norm(X, {orders[word]})", size.with_(stored="float"), X=x)


# Time


@base("Sys.time", "")
def _sys_time(t: Translator, **_: object) -> Py:
    return fill("time.time()", TIME)


@base("proc.time", "")
def _proc_time(t: Translator, **_: object) -> Py:
    return fill("rv.proc_time()", _CLOCK)


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
    made = fill("rv.elapsed(S)", _CLOCK, S=clock)
    t.deliver(made, dest)
    return True


@base("gc flush.console closeAllConnections", "...")
def _nothing(t: Translator, dots: Dots) -> Py:
    return literal(None, NULL)


@base.statement("gc flush")
def _session(t: Translator, node: r.Call, dest: Dest) -> bool:
    if dest.how in ("assign", "return"):
        assert isinstance(node.function, r.Name)
        raise Refused(f"the value of {node.function.name}() has no translation")
    return True


@base.statement("attach")
def _attach(t: Translator, node: r.Call, dest: Dest) -> bool:
    """Make variables of the columns; those of the script come first."""
    given = node.args[0].value if len(node.args) == 1 else None
    t.scopes.attached, before = node.span.line, t.scopes.attached
    if not isinstance(given, r.Name) or t.scope.parent is not None or dest.how == "assign":
        raise Refused("attach() of what is no variable of the script, or with options")
    frame = t.expr(given)
    if frame.kind.items is None:
        raise Refused("attach() of columns that are not known here: write df$x for x")
    t.scopes.attached = before
    read = {n.name for n in r.walk(t.usage.script) if isinstance(n, r.Name)}
    for key, _ in frame.kind.items:
        if key not in t.usage.local and key in read:
            t.store(r.Name(node.span, key), t.expr(r.Dollar(node.span, given, key)))
    return True


@base.statement("detach")
def _detach(t: Translator, node: r.Call, dest: Dest) -> bool:
    if len(t.output.bodies) == 1 and len(node.args) == 1:
        t.scopes.attached = None
    return True


@base("eval", "expr", "...", lazy=True)
def _eval(t: Translator, expr: r.Node, dots: list[r.Arg]) -> Py:
    """``eval(formals(f)$x)``: a default of a function of the script, made of no variables."""
    match expr:
        case r.Dollar(value=r.Call(function=r.Name(name="formals"), args=args), name=word):
            pass
        case r.Index(
            value=r.Call(function=r.Name(name="formals"), args=args),
            args=[r.Arg(None, r.Str(value=word))],
            double=True,
        ):
            pass
        case _:
            args, word = [], ""
    default = None
    if len(args) == 1 and isinstance(args[0].value, r.Name) and not dots:
        kind = t.lookup(args[0].value.name)
        found = [] if kind is None else [p for f in kind.functions for p in f.node.params]
        default = next((p.default for p in found if p.name == word), None)
    called = {id(n.function) for n in r.walk(default) if isinstance(n, r.Call)}
    variables = (n for n in r.walk(default) if isinstance(n, r.Name) and id(n) not in called)
    if default is None or any(variables) or isinstance(default, r.Function):
        return _refused(t, dots)
    return t.expr(default)


@base(
    "nargs sys.call sys.function parent.frame "
    "parse substitute quote bquote do.call.none body formals "
    "on.exit",
    "...",
    lazy=True,
)
def _refused(t: Translator, dots: list[r.Arg]) -> Py:
    raise Refused("functions that look at the program itself have no translation")
