"""Copies: R's values are never shared, numpy's are; a copy is made where one would be changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._kinds import Kind
from ._pyexpr import Comment, Line, Out, Py, fill

if TYPE_CHECKING:
    from ._scopes import Scope
    from ._translate import Translator

_UNSHARED = ("scalar", "null", "function", "result", "other")


def owned(t: Translator, value: Py, target: str | None = None) -> Py:
    """Copy a value that shares memory with a variable, if either is changed in place."""
    kind = value.kind
    if not value.alias or kind.shape in _UNSHARED:
        return value
    if target is not None and value.alias == {t.python_name(target)}:
        return value  # what it shares memory with is gone
    # What goes into a list may be changed there.
    part = target is None and t.usage.changes_parts and kind.shape != "frame"
    names = value.alias if target is None else value.alias | {t.python_name(target)}
    if not part and not any(is_changed(t, name) for name in names):
        return value
    if kind.shape in ("vector", "matrix", "array", "frame"):
        return Py(fill("X.copy()", X=value).node, kind)
    return Py(fill("copy.deepcopy(X)", X=value).node, kind)


def is_changed(t: Translator, python: str) -> bool:
    """Whether a part of a variable is changed somewhere, by its name in Python."""
    for scope in t.scope.chain:
        if scope.changed is None:
            scope.changed = {scope.renamed.get(n, t.names.of(n)) for n in sorted(scope.mutated)}
        if python in scope.changed:
            return True
    return False


def is_shared(t: Translator, value: Py) -> bool:
    """Whether a value may share memory with an argument or a variable outside."""
    scope = t.scope
    names, seen = list(value.alias), set()
    own = {t.python_name(n) for n in scope.local}
    params = {t.python_name(p.name) for p in scope.info.node.params} if scope.info else set()
    while names:
        found = names.pop()
        if found in seen:
            continue
        seen.add(found)
        if (found in params and found not in scope.copied) or found not in own:
            return True
        names += scope.aliases.get(found, ())
    return False


def copy_of(target: str, source: str, kind: Kind) -> str | None:
    """Return the statement that makes a variable a copy; None if the value cannot be changed."""
    if kind.shape in ("vector", "matrix", "array", "frame"):
        return f"{target} = {source}.copy()"
    if kind.shape in _UNSHARED:
        return None
    return f"{target} = copy.deepcopy({source})"


def copies(t: Translator, scope: Scope) -> list[Out]:
    """Copy variables outside of which the function changes a part: R's change is local."""
    found: list[Out] = []
    for r_name in sorted(scope.info.inner & scope.mutated if scope.info else ()):
        kind = t.scopes.outside(scope, r_name)
        if kind is None or r_name in scope.outer:
            continue
        scope.kinds[r_name] = kind
        mine, outside = scope.renamed[r_name], t.names.of(r_name)
        if kind.shape == "missing":  # there is nothing to copy; what uses it waits
            found.append(
                Comment(f"# {mine} = copy.deepcopy({outside})  # waits for {kind.missing}")
            )
            continue
        found.append(Line(copy_of(mine, outside, kind) or f"{mine} = {outside}"))
    return found
