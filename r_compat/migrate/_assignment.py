"""Assignments: to variables, to parts of them, and inside expressions."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from . import _definitions, _storing
from . import _rast as r
from ._calls import Bound
from ._kinds import NEVER, Mode, awaited, list_of, nothing, record
from ._ownership import owned
from ._pyexpr import Line, Py, Refused, fill, kept_text, text_of
from ._random import store_seed
from ._usage import SEED, assigned, root_of

if TYPE_CHECKING:
    from ._translate import Translator

_DTYPES = {"integer": "int", "logical": "bool", "character": "object"}


def assign(t: Translator, node: r.Assign) -> None:
    """Translate an assignment that is a statement."""
    from ._statements import Dest

    value = node.value
    target = node.target
    while isinstance(target, r.Paren):
        target = target.value
    if isinstance(value, r.Assign):  # a <- b <- 0
        assign(t, value)
        store(t, target, t.expr(value.target), outer=node.outer)
        return
    if isinstance(value, r.Function) and isinstance(target, r.Name):
        _definitions.define(t, target.name, value, outer=node.outer)
        return
    dest = Dest("assign", target, node.outer)
    if isinstance(value, (r.If, r.Block, r.While, r.For)) or (
        isinstance(value, r.Call)
        and isinstance(value.function, r.Name)
        and t.is_statement(value.function.name)
    ):
        t.into(value, dest)
        return
    t.deliver(t.expr(value), dest)


def store(t: Translator, target: r.Node, value: Py, *, outer: bool = False) -> None:
    """Assign a value to a variable or to a part of one."""
    while isinstance(target, r.Paren):
        target = target.value
    if isinstance(target, r.Str):
        target = r.Name(target.span, target.value)
    if isinstance(target, r.Name):
        _store_variable(t, target.name, value, outer=outer)
    elif isinstance(target, r.Dollar) and _attribute_store(t, target) is not None:
        make = _attribute_store(t, target)
        call = target.value
        assert make is not None
        assert isinstance(call, r.Call)
        inner = call.args[0].value
        if inner is None:
            raise Refused("assignment to nothing")
        key = r.Arg(None, r.Str(target.span, target.name))
        store(t, inner, make(t, t.expr(inner), [key], value), outer=outer)
    elif isinstance(target, (r.Index, r.Dollar)):
        _storing.store(t, target, value, outer=outer)
    elif isinstance(target, r.Call) and isinstance(target.function, r.Name):
        own = f"{target.function.name}<-"
        if t.is_own(own) and target.args and target.args[0].value is not None:
            given = r.Arg("value", Bound(target.span, value))
            new = t.expr(r.Call(target.span, r.Name(target.span, own), [*target.args, given]))
            store(t, target.args[0].value, new, outer=outer)
            return
        inner = target.args[0].value if len(target.args) == 1 else None
        if target.function.name == "is.na" and not t.is_own("is.na") and inner is not None:
            chosen = [r.Arg(None, Bound(target.span, value))]
            gaps = r.Index(target.span, inner, chosen, double=False)
            store(t, gaps, t.expr(r.Missing(target.span, "logical")), outer=outer)
            return
        make = t.library.stores.get(target.function.name)
        if make is None:
            raise Refused(f"`{target.function.name}(x) <- value` has no translation")
        if not target.args or target.args[0].value is None:
            raise Refused("assignment to nothing")
        inner = target.args[0].value
        store(t, inner, make(t, t.expr(inner), target.args[1:], value), outer=outer)
    else:
        raise Refused("this assignment has no translation")


def _attribute_store(
    t: Translator, target: r.Dollar
) -> Callable[[Translator, Py, list[r.Arg], Py], Py] | None:
    """Return what stores ``f(x)$name <- value``, where a package gives that a meaning."""
    call = target.value
    if not isinstance(call, r.Call) or not isinstance(call.function, r.Name) or not call.args:
        return None
    if t.is_own(call.function.name):
        return None
    return t.library.stores.get(f"{call.function.name}$")


def _store_variable(t: Translator, r_name: str, value: Py, *, outer: bool) -> None:
    if value.kind.shape == "missing":
        raise Refused(f"it needs the value of {value.kind.missing}")
    if r_name == SEED:
        store_seed(t, value, outer=outer)
        return
    if t.scope.parent is None and value.kind.tag == "qr":
        t.scopes.news |= t.names.name_model(r_name)
    if r_name in t.scopes.murky:
        value = kept_text(value)
    value = _as_wanted(t, r_name, owned(t, value, r_name))
    if outer:
        _declare_outer(t, r_name)
    text = t.python_name(r_name)
    t.scope.aliases.setdefault(text, set()).update(value.alias - {text})
    itself = isinstance(value.node, ast.Name) and value.node.id == text
    if not itself or t.lookup(r_name) is None:  # what is not there stops, as in R
        t.emit(Line(_augmented(text, value)))
    t.set_kind(r_name, value.kind, outer=outer)


def walrus(t: Translator, node: r.Assign, target: r.Name) -> Py:
    """Translate an assignment inside an expression."""
    if node.outer or isinstance(node.value, r.Function) or t.scope.inline:
        raise Refused("an assignment inside an expression")
    value = owned(t, t.expr(node.value), target.name)
    t.set_kind(target.name, value.kind)
    made = ast.NamedExpr(ast.Name(t.python_name(target.name), ast.Store()), value.node)
    return Py(made, value.kind)


def declare_outer(t: Translator, target: r.Node) -> None:
    """Take note that a variable outside is changed."""
    root = root_of(target)
    if root is not None:
        _declare_outer(t, root)


def _declare_outer(t: Translator, r_name: str) -> None:
    if t.scope.parent is not None:
        info = t.scope.info
        own = assigned(r.walk(info.node.body, into_functions=False)) if info is not None else set()
        if r_name in t.scope.local or r_name in own:
            raise Refused(
                f"`{r_name}` is a variable of the function, and <<- means another one around it"
            )
        t.scope.outer.add(r_name)


def empty_vector(mode: Mode) -> Py:
    """Return NULL as a vector without elements that is going to grow."""
    if mode == "double":
        return fill("rv.nothing()", nothing(mode))
    return fill("rv.nothing(D)", nothing(mode), D=_DTYPES[mode])


def _as_wanted(t: Translator, r_name: str, value: Py) -> Py:
    """Return an empty value as what will be put into it."""
    kind = value.kind
    empty_list = kind.shape == "list" and kind.length == 0
    if kind.shape != "null" and not empty_list:
        return value
    wanted = t.scopes.wanted_as(r_name, as_list=empty_list)
    if wanted is None:
        return value
    shape, mode = wanted
    if shape == "dict":
        return fill("{}", record(()))
    if shape == "list" or empty_list:
        return fill("[]", list_of(NEVER, length=0, grows=True))
    if shape == "vector":
        return empty_vector(mode)
    return value.of(awaited(shape, mode))


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
        sign = text_of(ast.BinOp(ast.Name("a"), node.op, ast.Name("b")))[1:-1].strip()
        return f"{target} {sign}= {text_of(node.right)}"
    return f"{target} = {value.text}"
