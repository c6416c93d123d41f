"""Parameters: R evaluates arguments and defaults when they are needed, Python at the call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _rast as r
from ._functions import FunctionInfo
from ._kinds import ANY, NEVER, NULL, Kind, join
from ._ownership import copy_of
from ._pyexpr import Line, Out, Py, Refused, Suite, fill
from ._usage import assigned, is_call, root_of

if TYPE_CHECKING:
    from ._translate import Translator


def param_kind(t: Translator, info: FunctionInfo, param: str) -> Kind:
    """Return what a parameter is, from the calls."""
    kind = info.params.get(param, NEVER)
    if kind.shape == "never" and param not in info.optional:
        t.functions.uncalled = True
        return ANY if t.functions.assume_any else kind
    return kind


def signature(t: Translator, info: FunctionInfo) -> tuple[str, list[Out]]:
    """Return the parameters of ``def``, and what has to be done first."""
    parts: list[str] = []
    flags: list[Out] = []
    inside: list[tuple[r.Param, str]] = []
    optional_seen = False
    tested = _tested(info.node)
    for param in info.node.params:
        text = t.python_name(param.name)
        absent = _absent(info, param)
        if param.name in tested:
            t.scope.absent[param.name] = f"{text} is {absent}"
        default = _default(t, info, param, plain=param.name not in tested)
        if default is not None:
            parts.append(f"{text}={default}")
        elif param.default is not None or param.name in tested or optional_seen:
            parts.append(f"{text}={absent}")
        elif param.name in info.optional and param.name not in _names(info.node.body):
            # R never evaluates it, so that calls may leave it out.
            parts.append(f"{text}={absent}")
        else:
            parts.append(text)
            continue
        optional_seen = True
        if default is None and param.default is not None:
            if param.name in tested:
                flag = t.temporary(f"{text}_missing")
                flags.append(Line(f"{flag} = {text} is {absent}"))
                t.scope.absent[param.name] = flag
            inside.append((param, text))
    first = [*flags, *_defaults(t, info, inside)]
    for param in info.node.params:
        text = t.python_name(param.name)
        kind = t.scope.kinds[param.name]
        copied = copy_of(text, text, kind) if param.name in t.scope.mutated else None
        if copied is not None:
            first.append(Line(copied))
            t.scope.copied.add(text)
    if info.labels:
        parts += ["*", *(t.names.of(f"...{param} label") for param in sorted(info.labels))]
    return ", ".join(parts), first


def is_missing(t: Translator, r_name: str) -> Py:
    """Translate ``missing(name)``."""
    for scope in t.scope.chain:
        if r_name in scope.absent:
            return fill(scope.absent[r_name])
        if scope.info is not None and not scope.inline:
            break
    raise Refused("missing() of what is no parameter here")


def _absent(info: FunctionInfo, param: r.Param) -> str:
    """Return what stands for an argument that is not given: None, unless a call may give NULL."""
    given = info.params.get(param.name, NEVER)
    return "rv.MISSING" if given.shape in ("null", "any") else "None"


def _tested(node: r.Function) -> set[str]:
    """Return the parameters that a function asks ``missing()`` of, also in its defaults."""
    parts = [node.body, *(param.default for param in node.params)]
    return {
        arg.value.name
        for part in parts
        for inner in r.walk(part)
        if isinstance(inner, r.Call) and is_call(inner, "missing")
        for arg in inner.args
        if isinstance(arg.value, r.Name)
    }


def _default(t: Translator, info: FunctionInfo, param: r.Param, *, plain: bool) -> str | None:
    """Return a default that Python may evaluate at once; None for one to be set inside."""
    if not plain:
        return None
    if isinstance(param.default, r.Null):
        _know(t, param, join(param_kind(t, info, param.name), NULL))
        return "None"
    if isinstance(param.default, (r.Num, r.Str, r.Bool, r.Unary, r.Missing)):
        value = t.expr(param.default)
        if value.kind.is_scalar and (value.kind.const is not None or value.kind.na):
            _know(t, param, join(param_kind(t, info, param.name), value.kind))
            return value.text
    return None


def _defaults(t: Translator, info: FunctionInfo, inside: list[tuple[r.Param, str]]) -> list[Out]:
    """Return the statements that set defaults, each after those it depends on.

    A default that depends on a variable of the body is set before the statement that needs it.
    """
    found: list[Out] = []
    own = assigned(r.walk(info.node.body, into_functions=False))
    waiting = list(inside)
    while waiting:
        names = {param.name for param, _ in waiting}
        ready = [pair for pair in waiting if not _names(pair[0].default) & (names - {pair[0].name})]
        if not ready:
            raise Refused("defaults that depend on each other")
        for param, text in ready:
            waiting.remove((param, text))
            if _names(param.default) & own:
                t.scope.deferred[id(_first_use(info.node, param))] = (param, text)
            else:
                found.append(set_default(t, info, param, text))
    return found


def set_default(t: Translator, info: FunctionInfo, param: r.Param, text: str) -> Suite:
    """Return the statement that evaluates a default inside the function."""
    for n in r.walk(param.default, into_functions=False):
        if isinstance(n, r.Name) and n.name == param.name:  # of a function, too, it is asked
            raise Refused(f"the default of {param.name} needs its own value, an error in R")
    with t.body() as body:
        value = t.expr(param.default)
        body.append(Line(f"{text} = {value.text}"))
    _know(t, param, join(param_kind(t, info, param.name), value.kind))
    return Suite(f"if {text} is {_absent(info, param)}:", body)


def _know(t: Translator, param: r.Param, kind: Kind) -> None:
    """Remember what a parameter is, for functions inside as well."""
    t.scope.kinds[param.name] = kind
    t.scopes.summarize(t.scope, param.name, kind)


def _names(node: r.Node | None) -> set[str]:
    return {n.name for n in r.walk(node) if isinstance(n, r.Name)}


def _looked_at(node: r.Node | None, name: str, changed: set[str], *, before: bool) -> bool | None:
    """Whether a parameter was looked at after a construct; None if others change before it is.

    R sets a default when the parameter is first looked at. If that is so on every way to a change
    of what the default is made of, it may as well be set at the beginning.
    """

    def after(*parts: r.Node | None, before: bool) -> bool | None:
        found: bool | None = before
        for part in parts:
            if found is not None:
                found = _looked_at(part, name, changed, before=found)
        return found

    def sometimes(*parts: r.Node | None, before: bool | None) -> bool | None:
        ways = [before if before is None else after(part, before=before) for part in parts]
        return None if None in ways else before

    if before or node is None:
        return before
    match node:
        case r.Block(statements=statements):
            return after(*(statement.node for statement in statements), before=before)
        case r.If(test=test, then=then, otherwise=otherwise):
            known = after(test, before=before)
            if known is None:
                return None
            ways = [after(way, before=known) for way in (then, otherwise)]
            return None if None in ways else all(ways)
        case r.For(variable=variable, sequence=sequence, body=body):
            known = after(sequence, before=before)
            return None if variable in changed and not known else sometimes(body, before=known)
        case r.While(test=test, body=body):
            return sometimes(body, before=after(test, before=before))
        case r.Binary(op="&&" | "||", left=left, right=right):
            return sometimes(right, before=after(left, before=before))
        case r.Assign(target=target, value=value):
            known = after(value, before=before)
            if known is False and isinstance(target, (r.Index, r.Call, r.Dollar)):
                known = name in _names(target)  # R looks at an index before it assigns
            return None if not known and changed & assigned([node]) else known
        case r.Call(function=r.Name(name="switch" | "ifelse"), args=[first, *rest]):
            return sometimes(*(arg.value for arg in rest), before=after(first.value, before=before))
        case r.Call(function=r.Name(name="missing" | "quote" | "substitute" | "on.exit")):
            return before
        case r.Name(name=other):
            return other == name
        case r.Function():
            return before
        case _:
            return after(*r.children(node), before=before)


def _first_use(node: r.Function, param: r.Param) -> r.Node:
    """Return the statement of a function before which its default may be set.

    That is the first to name the parameter, if nothing changes before it is looked at.
    """
    body = node.body
    changed = _names(param.default) & assigned(r.walk(body, into_functions=False))
    statements = body.statements if isinstance(body, r.Block) else []
    nodes = [statement.node for statement in statements]
    first = next((k for k, inner in enumerate(nodes) if param.name in _names(inner)), 0)
    rest = r.Block(body.span, statements[first:])
    if statements and _looked_at(rest, param.name, changed, before=False) is not None:
        return nodes[first]
    raise Refused(
        f"the default of {param.name} depends on {', '.join(sorted(changed))}, which the "
        "function assigns"
    )


def check_promise(t: Translator, info: FunctionInfo, param: str, value: r.Node | None) -> None:
    """Refuse an argument that R evaluates only when a function that was returned is called.

    ``function(k) function(x) x^k`` does not look at k; by then a variable may have changed.
    """
    used = _names(value)
    if not used or param not in t.usage.captured(info.node) or not _gives_function(info.returns):
        return
    changing = t.usage.assigned_after(used, value)
    changing |= {n for names, _ in t.scope.exits for n in used & names}
    if changing and not _made_anew(t, info.node, value, changing):
        raise Refused(
            f"R evaluates {param} when the function that is returned is first called, and "
            f"{', '.join(sorted(changing))} may have changed by then: force({param}) in "
            "the function, or translate by hand"
        )


def _made_anew(t: Translator, maker: r.Function, value: r.Node | None, changing: set[str]) -> bool:
    """Whether what holds the function is made in each turn of a loop, and called only there.

    Then R evaluates the argument in the turn in which it is given, or never.
    """
    script = r.walk(t.usage.script)
    for loop in script:
        if not isinstance(loop, (r.For, r.While)) or not isinstance(loop.body, r.Block):
            continue
        for statement in loop.body.statements:
            match statement.node:
                case r.Assign(target=r.Name() as held, value=r.Call(args=args), outer=False) if any(
                    arg.value is value for arg in args
                ):
                    start, end = statement.node.span.end, loop.span.end
                    if _deep(maker) or not _stay(script, held, start, end):
                        return False
                    return not any(
                        (n.outer or start <= n.span.start < end)
                        if isinstance(n, r.Assign)
                        else start <= n.span.start < end
                        for n in script
                        if _sets(n) in changing
                    )
    return False


def _sets(node: r.Node) -> str | None:
    """Return the variable that a construct sets."""
    if isinstance(node, r.For):
        return node.variable
    return root_of(node.target) if isinstance(node, r.Assign) else None


def _deep(maker: r.Function) -> bool:
    """Whether a function makes functions that make functions."""
    inner = [n for n in r.walk(maker)[1:] if isinstance(n, r.Function)]
    return any(isinstance(n, r.Function) for outer in inner for n in r.walk(outer)[1:])


_AT_ONCE = ("lapply", "sapply", "vapply", "Map", "mapply", "apply", "outer", "Reduce", "Filter")


def _stay(script: list[r.Node], held: r.Name, start: int, end: int) -> bool:
    """Whether a variable is only called, or its elements are, in a part of the script."""
    calls = [n for n in script if isinstance(n, r.Call)]
    called = {
        id(f.value) if isinstance(f, r.Dollar) else id(f) for f in (n.function for n in calls)
    }
    at_once = {id(arg.value) for n in calls if is_call(n, *_AT_ONCE) for arg in n.args}
    later = [n for n in script if isinstance(n, r.Function) and id(n) not in at_once]
    kept = {id(inner) for n in later if start <= n.span.start < end for inner in r.walk(n)}
    for n in script:
        if isinstance(n, r.Str) and n.value == held.name:
            return False  # perhaps get("f")
        if not isinstance(n, r.Name) or n.name != held.name or n is held:
            continue
        if id(n) not in called or id(n) in kept or not start <= n.span.start < end:
            return False
    return True


def _gives_function(kind: Kind) -> bool:
    if kind.shape == "function":
        return True
    return any(item.shape == "function" for _, item in kind.items or ())
