"""Which statements of a script call functions of it in which something was not translated."""

from __future__ import annotations

import re
from collections.abc import Sequence

from . import _rast as r
from ._parse import MigrateError, parse

Lines = tuple[int, int]  # the first and the last


def calls_of_lost(script: str, lost: Sequence[Lines]) -> list[Lines]:
    r"""Return the lines of statements that may call what was lost in part.

    A method is called where its generic is, those of ``print`` also where a value is shown.

    Examples
    --------
    >>> script = "print.net <- function(x) {\n  cat(1)\n  lost(x)\n}\nn <- 2\nn\nx <- 3\nx + n\n"
    >>> calls_of_lost(script, [(3, 3)])
    [(6, 6), (8, 8)]
    """
    try:
        statements = [statement.node for statement in parse(script).statements]
    except MigrateError:
        return []
    functions = {name: node.value for name, node in _definitions(statements)}
    used = {name: _names(function) for name, function in functions.items()}
    found = {
        name
        for name, function in functions.items()
        if any(function.span.line <= first <= function.span.end_line for first, _ in lost)
    }
    called: set[str] = set()
    while found:
        called |= {name for whole in found for name in _generics(whole)}
        found = {name for name in used if name not in called and used[name] & called}
    return [
        (node.span.line, node.span.end_line)
        for node in statements
        if not (isinstance(node, r.Assign) and isinstance(node.value, r.Function))
        and (_names(node) & called or ("print" in called and not isinstance(node, r.Assign)))
    ]


def codes_with_called(script: str, codes: Sequence[str]) -> list[str]:
    r"""Return pieces of a script, each with the functions of the script that it may call.

    >>> codes_with_called("f <- function() cat(1)\nx <- f()\n", ["x <- f()"])
    ['x <- f()\nf <- function() cat(1)']
    """
    try:
        statements = [statement.node for statement in parse(script).statements]
    except MigrateError:
        return list(codes)
    functions = {
        name: (script[node.span.start : node.span.end], _names(node.value))
        for name, node in _definitions(statements)
    }
    found = []
    for code in codes:
        words = set(re.findall(r"[\w.]+", code))
        called: list[str] = []
        waiting = [name for name in functions if name in words]
        while waiting:
            name = waiting.pop()
            called.append(name)
            inner = functions[name][1]
            waiting += [n for n in functions if n in inner and n not in [*called, *waiting]]
        found.append("\n".join([code, *(functions[name][0] for name in sorted(called))]))
    return found


def _definitions(statements: Sequence[r.Node]) -> list[tuple[str, r.Assign]]:
    """Return the functions that a script defines on top, by name."""
    return [
        (node.target.name, node)
        for node in statements
        if isinstance(node, r.Assign)
        and isinstance(node.target, r.Name)
        and isinstance(node.value, r.Function)
    ]


def _names(node: r.Node) -> set[str]:
    return {inner.name for inner in r.walk(node) if isinstance(inner, r.Name)}


def _generics(name: str) -> list[str]:
    """Return a name, and the generics whose method a function of this name may be."""
    return [name, *(name[:k] for k, letter in enumerate(name) if letter == "." and k)]
