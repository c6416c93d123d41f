"""Arguments that R evaluates inside the function: written as functions of nothing.

R evaluates an argument where the function first needs it, Python before the call. That tells where
the function catches errors or warnings of the argument, silences or times it, or prints, sets the
seed or looks at the clock before it needs it: ``safe <- function(expr) tryCatch(expr, ...)``. There
``expr`` becomes ``expr()``, and ``safe(f(x))`` becomes ``safe(function() f(x))``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields

from . import _rast as r
from ._functions import match_arguments
from ._pyexpr import Refused
from ._usage import is_call

# Functions of R that do something about the evaluation of their argument.
_AROUND = ("tryCatch", "try", "withCallingHandlers", "suppressWarnings", "suppressMessages",
           "system.time", "capture.output")  # fmt: skip
# What shows whether it came before or after an argument was evaluated.
_BEFORE = ("cat", "print", "message", "writeLines", "sink", "set.seed", "Sys.time", "proc.time",
           "warning", "stop", "stopifnot")  # fmt: skip
_UNEVALUATED = ("missing", "substitute", "quote", "bquote", "match.call", "deparse", "match.arg")


def evaluate_inside(script: r.Block) -> None:
    """Rewrite the functions of a script that evaluate an argument inside, and their calls."""
    known = r.walk(script)
    calls: dict[str, list[r.Call]] = {}
    mentions = Counter(n.name for n in known if isinstance(n, r.Name))
    quoted = {n.value for n in known if isinstance(n, r.Str)}
    for node in known:
        if isinstance(node, r.Call) and isinstance(node.function, r.Name):
            calls.setdefault(node.function.name, []).append(node)
    functions = {
        name
        for node in known
        if isinstance(node, r.Assign) and isinstance(node.value, r.Function)
        for name in [_root(node.target)]
        if name is not None
    }
    for name, function in _definitions(known).items():
        own = calls.get(name, [])
        if name in quoted or mentions[name] != len(own) + 1:  # with its definition
            continue  # it is also used in another way
        for param in function.params:
            use = _single_use(function, param.name)
            if use is not None and _matters(function.body, use):
                # What is handed on to a function of R hardly fails by itself.
                careful = None if _stands_alone(function.body, use) else functions
                _rewrite(script, name, function, param, use, own, careful)


def _definitions(nodes: list[r.Node]) -> dict[str, r.Function]:
    """Return the functions without ``...`` whose names are assigned once and mean nothing else."""
    found: dict[str, r.Function] = {}
    others: set[str] = set()
    for node in nodes:
        match node:
            case r.Assign(target=r.Name(name=name) | r.Str(value=name), value=value):
                if (
                    not isinstance(value, r.Function)
                    or name in found
                    or node.outer
                    or any(param.name == "..." for param in value.params)
                ):
                    others.add(name)
                else:
                    found[name] = value
            case r.Function(params=params):
                others.update(param.name for param in params)
            case r.For(variable=name):
                others.add(name)
    return {name: function for name, function in found.items() if name not in others}


def _single_use(function: r.Function, param: str) -> r.Name | None:
    """Return where a parameter is evaluated, if that is one place that runs once."""
    uses: list[r.Name] = []
    for node, repeated in _places(function.body):
        match node:
            case r.Name(name=name) if name == param:
                if repeated:
                    return None
                uses.append(node)
            case r.Assign(target=target) if _root(target) == param:
                return None
            case r.Call() if is_call(node, *_UNEVALUATED):
                if any(isinstance(n, r.Name) and n.name == param for n in r.walk(node)):
                    return None
    return uses[0] if len(uses) == 1 else None


def _root(target: r.Node) -> str | None:
    while isinstance(target, (r.Index, r.Dollar)):
        target = target.value
    return target.name if isinstance(target, r.Name) else None


def _places(node: r.Node, repeated: bool = False) -> Iterator[tuple[r.Node, bool]]:
    """Yield all constructs inside one, and whether they may run more than once, or later."""
    yield node, repeated
    again = repeated or isinstance(node, (r.Function, r.For, r.While))
    for child in r.children(node):
        yield from _places(child, again)


def _matters(body: r.Node, use: r.Name) -> bool:
    """Whether it shows where in a function an argument is evaluated."""
    for node in r.walk(body, into_functions=False):
        if isinstance(node, r.Call) and is_call(node, *_AROUND) and _contains(node, use):
            return True
    return any(isinstance(n, r.Call) and is_call(n, *_BEFORE) for n in _run_before(body, use) or ())


def _contains(node: r.Node, inner: r.Node) -> bool:
    return any(n is inner for n in r.walk(node))


def _run_before(node: r.Node, use: r.Name) -> list[r.Node] | None:
    """Return what stands in a body before a place; None if the place is not in it."""
    if node is use:
        return []
    before: list[r.Node] = []
    for child in r.children(node):
        found = _run_before(child, use)
        if found is not None:
            return before + found
        before += r.walk(child, into_functions=False)
    return None


def _rewrite(
    script: r.Block,
    name: str,
    function: r.Function,
    param: r.Param,
    use: r.Name,
    calls: list[r.Call],
    careful: set[str] | None,
) -> None:
    """Make a parameter a function of nothing, if any call gives it something to evaluate."""
    try:
        matched = [match_arguments(name, [p.name for p in function.params], c.args) for c in calls]
    except Refused:
        return
    given = [found[param.name] for found, _ in matched if param.name in found]
    if any(arg.value is None for arg in given):
        return
    if not any(_computes(arg.value, careful) for arg in given if arg.value is not None):
        return
    inside = {id(n) for f in r.walk(script) if isinstance(f, r.Function) for n in r.walk(f.body)}
    for arg in given:
        assert arg.value is not None
        arg.value = _delayed(script, arg.value, at_top=id(arg.value) not in inside)
    if param.default is not None:
        param.default = r.Function(param.default.span, [], param.default)
    _replace(function, use, r.Call(use.span, r.Name(use.span, param.name), []))


def _stands_alone(body: r.Node, use: r.Name) -> bool:
    """Whether a parameter is evaluated for itself, and not as an argument of another function."""
    for node in r.walk(body, into_functions=False):
        inner = [arg.value for arg in node.args] if isinstance(node, r.Call) else []
        if any(value is use for value in inner):
            return is_call(node, *_AROUND, "force", "identity", "invisible", "return", "eval")
    return True


def _computes(node: r.Node, functions: set[str] | None) -> bool:
    """Whether evaluating an argument may print, draw or stop, if need be by some functions."""
    here = r.walk(node, into_functions=False)
    if functions is None:
        return any(isinstance(n, (r.Call, r.Block)) for n in here)
    return any(is_call(n, "stop", "warning", "stopifnot", *functions) for n in here)


def _delayed(script: r.Block, value: r.Node, *, at_top: bool) -> r.Node:
    """Return an argument as a function; what it assigns is assigned where the call stands."""
    here = r.walk(value, into_functions=False)
    if any(isinstance(n, r.Call) and is_call(n, "return") for n in here):
        return r.Bad(value.span, "an argument that returns from the function around it")
    assigned = [n for n in here if isinstance(n, r.Assign) and not n.outer]
    names = {_root(n.target) for n in assigned} | {n.variable for n in here if isinstance(n, r.For)}
    within = {id(n) for n in r.walk(value)}
    outside = (n for n in r.walk(script) if id(n) not in within)
    loops = any(isinstance(n, r.For) for n in here)
    if not at_top or loops:
        if any(isinstance(n, r.Name) and n.name in names for n in outside):
            return r.Bad(value.span, "an argument that assigns what is used outside of it")
    else:
        for node in assigned:
            node.outer = True
    return r.Function(value.span, [], value)


def _replace(tree: r.Node, old: r.Node, new: r.Node) -> None:
    """Put a construct in the place of another."""
    for node in r.walk(tree):
        for entry in fields(node):
            value = getattr(node, entry.name)
            if value is old:
                setattr(node, entry.name, new)
            elif isinstance(value, list):
                for item in value:
                    for slot in ("value", "node", "default"):
                        if getattr(item, slot, None) is old:
                            setattr(item, slot, new)
