"""R's S3 classes: a list with a class, and functions that choose a method by it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from . import _rast as r
from ._calls import Bound, call_value
from ._functions import Table, match_arguments
from ._kinds import ANY, NEVER, TRUTH, Kind, item_of, join, list_of
from ._pyexpr import HIDDEN, VISIBLE, Line, Py, Refused, Unmatched, call, fill, literal, name
from ._usage import assigned, is_call

if TYPE_CHECKING:
    from ._functions import FunctionInfo
    from ._translate import Translator

TABLE = base = Table("base")

_OPS = ("+", "-", "*", "/", "^", "%%", "%/%", "&", "|", "!", "==", "!=", "<", "<=", ">=", ">")
_DRAWING = ("plot", "lines", "points", "text", "hist", "barplot", "boxplot", "image", "pairs",
            "contour")  # fmt: skip
_IMPLICIT = ("default", "numeric", "character", "logical", "list", "data.frame", "matrix", "factor",
             "function", "NULL", "array")  # fmt: skip


# Classes of R's own for which a script may define a method of a function of R.
_OWN = (
    *_IMPLICIT, "integer", "double", "table", "Date", "POSIXct", "difftime", "ordered", "formula",
    "environment", "noquote", "lm", "glm", "aov", "anova", "htest", "dist", "hclust", "prcomp",
    "density", "ecdf", "ts", "summary.lm", "summary.glm",
)  # fmt: skip
_GENERIC = frozenset((
    "print", "format", "summary", "plot", "lines", "points", "text", "hist", "barplot", "boxplot",
    "image", "pairs", "contour", "mean", "median", "quantile", "sort", "unique", "duplicated",
    "rev", "t", "length", "levels", "labels", "names", "dim", "dimnames", "as.character",
    "as.numeric", "as.double", "as.integer", "as.logical", "as.list", "as.vector",
    "as.data.frame", "as.matrix", "toString", "head", "tail", "merge", "subset", "transform",
    "with", "within", "by", "aggregate", "split", "cut", "diff", "range", "all.equal", "update",
    "predict", "residuals", "resid", "fitted", "coef", "vcov", "logLik", "anova", "scale", "stack",
    "unstack", "rep", "seq", "c", "cbind", "rbind", "solve", "determinant", "kronecker", "str",
    "is.na", "xtfrm", "max", "min", "sum", "prod", "any", "all", "round", "abs",
))  # fmt: skip

_TESTS = ("is.na", "is.null", "is.element", "any", "all", "nzchar", "nchar", "grepl", "duplicated",
          "startsWith", "endsWith", "inherits", "identical", "isTRUE", "file.exists",
          "length")  # fmt: skip


def may_have_class(t: Translator, kind: Kind) -> bool:
    """Whether a value may be one that the script has given a class."""
    if not t.usage.classes and not t.usage.any_class:
        return False
    from ._environments import is_environment

    return kind.shape in ("list", "dict", "any", "never") or is_environment(kind)


# Values with a class


@base("structure", ".Data", "class", "names", "...", lazy=True)
def _structure(t: Translator, names: r.Node | None, dots: list[r.Arg], **given: r.Node) -> Py:
    from ._trying import custom_condition

    data, classes = given["_Data"], given["class"]
    if any(arg.name is None or arg.value is None for arg in dots):
        raise Refused("structure() with attributes without names")
    if dots:
        return _with_attributes(t, data, dots, names, classes)
    if names is not None:
        span = data.span
        data = r.Call(span, r.Name(span, "setNames"), [r.Arg(None, data), r.Arg(None, names)])
    condition = custom_condition(t, data, classes)
    if condition is not None:
        return condition
    value = t.expr(data)
    return value if classes is None else classed(t, value, t.expr(classes))


def _with_attributes(
    t: Translator,
    data: r.Node,
    dots: list[r.Arg],
    names: r.Node | None,
    classes: r.Node | None,
) -> Py:
    """``structure(x, dim = , unit = )``: an array with its extents or other attributes."""
    from ._conditions import with_attribute

    if names is not None or classes is not None:
        raise Refused("structure() with names or a class and other attributes")
    value = t.expr(data)
    for arg in dots:
        assert arg.name is not None
        given = t.expr(arg.value)
        word = arg.name.removeprefix(".").lower() if arg.name.startswith(".") else arg.name
        if word in ("dim", "dimnames", "levels"):
            value = t.library.stores[word](t, value, [], given)
        else:
            value = with_attribute(t, value, word, given)
    return value


@base.store("class oldClass")
def _store_class(t: Translator, x: Py, args: list[r.Arg], value: Py) -> Py:
    if value.kind.shape == "null":
        return _unclass(t, x)
    return classed(t, x, value)


def classed(t: Translator, value: Py, classes: Py) -> Py:
    """Return a list with a class."""
    from ._environments import is_environment

    kind = value.kind
    if is_environment(kind):  # which is given it where it is
        return call("rv.with_class", [value, classes], kind)
    if kind.shape not in ("list", "dict", "any", "never"):
        raise Refused("a class of what is no list has no translation")
    if kind.shape == "list":
        kind = list_of(item_of(kind))
    return call("rv.structure", [t.owned(value), classes], kind)


@base("unclass", "x")
def _unclass(t: Translator, x: Py) -> Py:
    if not may_have_class(t, x.kind):
        if x.kind.shape in ("frame", "factor", "other", "any"):
            raise Refused("unclass() of this value has no translation")
        return x
    return call("rv.unclass", [x], x.kind)


# Methods


@base("UseMethod", "generic", "object", lazy=True)
def _use_method(t: Translator, generic: r.Node, **given: r.Node | None) -> Py:
    info = t.scope.info
    if not isinstance(generic, r.Str) or info is None or given["object"] is not None:
        raise Refused("UseMethod() other than of the first argument")
    methods = t.usage.methods(generic.value)
    for word in _IMPLICIT:
        if f"{generic.value}.{word}" in t.usage.functions:
            methods[word] = f"{generic.value}.{word}"
    if any(f"{generic.value}.{word}" in t.usage.functions for word in ("integer", "double")):
        raise Refused("methods that tell integers from doubles")
    if not methods:
        raise Refused(f"no method of {generic.value}() is defined in the script")
    params = [param.name for param in info.node.params]
    value, rest = _handed_on(t, params, methods)
    return dispatched(t, generic.value, value, methods, rest, None)


@base("NextMethod", "...", lazy=True)
def _next_method(t: Translator, dots: list[r.Arg]) -> Py:
    info = t.scope.info
    if info is None or "." not in info.name or dots:
        raise Refused("NextMethod() outside of a method")
    found = [
        (info.name[:k], info.name[k + 1 :])
        for k, character in enumerate(info.name)
        if character == "." and info.name[k + 1 :] in t.usage.classes
    ]
    if len(found) != 1:
        raise Refused("NextMethod() outside of a method of a class of the script")
    generic, word = found[0]
    methods = {k: v for k, v in t.usage.methods(generic).items() if v != info.name}
    if f"{generic}.default" in t.usage.functions:
        methods["default"] = f"{generic}.default"
    if not methods:
        raise Refused(f"NextMethod() of R's own {generic}() has no translation")
    params = [param.name for param in info.node.params]
    if params[0] in assigned(r.walk(info.node.body)):
        raise Refused("NextMethod() of an argument that the method changes")
    value, rest = _handed_on(t, params, methods)
    made = dispatched(t, generic, value, methods, rest, None)
    assert isinstance(made.node, ast.Call)
    made.node.keywords.append(ast.keyword("after", ast.Constant(word)))
    return made


def _handed_on(t: Translator, params: list[str], methods: dict[str, str]) -> tuple[Py, list[r.Arg]]:
    """Return the argument that a method is chosen by, and the others as a method gets them.

    One that some calls leave out is not handed on if no method looks at it.
    """
    info = t.scope.info
    assert info is not None
    if not params:
        raise Refused("a generic function without an argument")
    left_out = [param for param in params[1:] if param in info.optional]
    dropped = []
    for param in left_out:
        if not any(_looks_at(t, method, param.removeprefix("...")) for method in methods.values()):
            dropped.append(param)
        elif not all(_same_default(t, info, method, param) for method in methods.values()):
            raise Refused(f"{param.lstrip('.')} is left out by calls of a generic function")
    span = info.node.span
    rest = []
    for param in [param for param in params[1:] if param not in dropped]:
        word: str | None = param.removeprefix("...")
        if param.startswith("..") and param[2:].isdigit():
            word = None
        rest.append(r.Arg(word, r.Name(span, param)))
    return t.expr(r.Name(span, params[0])), rest


def _implicit_classes(kind: Kind) -> tuple[str, ...]:
    """Return the methods that are looked for of a value that has no class of the script's own.

    The last one is "default", if all are known.
    """
    modes = {"character": "character", "logical": "logical", "integer": "numeric"}
    mode = "numeric" if kind.mode == "double" else modes.get(kind.mode)
    known = (mode, "default") if mode is not None and kind.atomic else ()
    match kind.shape:
        case "frame":
            return ("data.frame", "default")
        case "factor" | "function":
            return (kind.shape, "default")
        case "matrix":
            return ("matrix", "array", *known)
        case "vector" | "scalar":
            return known
    return ()


def _same_default(t: Translator, info: FunctionInfo, method: str, param: str) -> bool:
    """Whether a method does the same with an argument that is left out as with its default here."""
    kind = t.lookup(method)
    if not _looks_at(t, method, param):
        return True
    own = {p.name: p.default for p in info.node.params}
    given = own.get(param)
    if kind is None or not kind.functions or not isinstance(given, (r.Num, r.Str, r.Bool)):
        return False
    for found in kind.functions:
        other = {p.name: p.default for p in found.node.params}.get(param)
        if type(other) is not type(given) or getattr(other, "value", None) != given.value:
            return False
        if any(is_call(n, "missing", "nargs", "match.call") for n in r.walk(found.node.body)):
            return False
    return not any(is_call(n, "missing") for n in r.walk(info.node.body))


def _looks_at(t: Translator, method: str, word: str) -> bool:
    """Whether a method may look at an argument of some name."""
    kind = t.lookup(method)
    if kind is None or not kind.functions:
        return True
    for found in kind.functions:
        params = [param.name for param in found.node.params]
        if any(param.startswith(word) for param in params) or "..." not in params:
            return True
        used = r.walk(found.node.body)
        words = ("nargs", "match.call", "sys.call", "missing", "NextMethod", "UseMethod")
        if any(is_call(n, *words) or (isinstance(n, r.Name) and n.name == "...") for n in used):
            return True
    return False


def dispatched(
    t: Translator,
    generic: str,
    value: Py,
    methods: dict[str, str],
    rest: Sequence[r.Arg],
    default: Callable[[Py], Py] | None,
) -> Py:
    """Return the call of the method that the class of a value means at run time."""
    entries: list[tuple[str, ast.expr]] = []
    returns = NEVER
    shown: frozenset[str] = frozenset()
    stem = "x" if "x" not in _mentioned(t, rest) else t.scopes.free_name("x_", [])
    held = name(stem, value.kind, alias=False)
    implicit = _implicit_classes(value.kind)
    sure = next((w for w in implicit if w in (*methods, "default")), None)
    try:
        for word, method in methods.items():
            known = t.lookup(method)
            if known is None or known.shape == "missing":
                raise Refused(f"it calls `{method}`, which was not translated")
            target = name(t.scopes.name_read(method), known)
            fits = may_have_class(t, value.kind) or word not in t.usage.classes
            if sure is not None:
                fits = word == sure
            given = held if fits else held.of(NEVER)  # no such value comes to this method
            if word in t.usage.classes:
                t.stand_ins[held.text] = None  # it is no number
            elif value.text != held.text:
                t.stand_ins[held.text] = value
            else:
                t.stand_ins.pop(held.text, None)
            bound = r.Arg(None, Bound(t.usage.script.span, given))
            if not _takes(known, [bound, *rest], method):
                entries.append((word, fill("rv.unused").node))
                continue
            made = call_value(t, target, [bound, *rest], method)
            returns = join(returns, made.kind)
            shown |= made.shown
            later = any(info.node.span.line > t.output.line for info in known.functions)
            entries.append((word, _entry(made, held, later=later)))
    finally:
        t.stand_ins.pop(held.text, None)
    if default is not None:
        with t.output.attempt() as attempt, t.body() as extra:
            made = default(held)
        if not attempt.failed and not extra:
            returns = join(returns, made.kind)
            shown |= made.shown
            entries.append(("default", _entry(made, held)))
    if returns.shape == "missing":
        raise Refused(f"it needs the value of {returns.missing}")
    table = ast.Dict([ast.Constant(word) for word, _ in entries], [node for _, node in entries])
    made = call("rv.dispatch", [literal(generic), value, Py(table)], returns)
    return replace(made, shown=HIDDEN if generic == "print" else shown or VISIBLE)


def _methods(t: Translator, generic: str) -> dict[str, str]:
    """Return the methods that the script has by now: what the script defines later is none."""
    found = t.usage.methods(generic)
    if any(scope.info is not None for scope in t.scope.chain):
        return found  # a function may run later
    return {word: method for word, method in found.items() if t.lookup(method) is not None}


def _own_methods(t: Translator, generic: str) -> list[str]:
    """Return the classes of R's own for which the script has a method of a function of R by now."""
    if generic not in _GENERIC:
        return []
    found = [word for word in _OWN if f"{generic}.{word}" in t.usage.functions]
    if any(scope.info is not None for scope in t.scope.chain):
        return found
    return [word for word in found if t.lookup(f"{generic}.{word}") is not None]


def check_own_methods(t: Translator, generic: str, kind: Kind) -> None:
    """Refuse a call of a function of R for which the script has a method that may be chosen."""
    for word in _own_methods(t, generic):
        if word in _IMPLICIT[1:] and kind.shape in _EXCLUDES and word not in _chosen_by(kind):
            continue
        raise Refused(f"{generic}.{word}() is a method of the script for values of R's own")


_EXCLUDES = ("frame", "factor", "function", "matrix", "array", "vector", "scalar", "null")


def _chosen_by(kind: Kind) -> tuple[str, ...]:
    """Return the methods that may be chosen for a value of a known shape, but those of its mode."""
    modes = ("numeric", "character", "logical", "integer", "double")
    match kind.shape:
        case "frame":
            return ("data.frame", "list")
        case "factor" | "function":
            return (kind.shape,)
        case "null":
            return ("NULL",)
        case "matrix" | "array":
            return (*modes, "matrix", "array")
    return (*modes, "array")


def _takes(known: Kind, args: list[r.Arg], method: str) -> bool:
    """Whether a method has the arguments of a call: with others R stops where it comes to it."""
    try:
        for info in known.functions:
            match_arguments(method, [param.name for param in info.node.params], args)
    except Unmatched:
        return False
    return True


def _mentioned(t: Translator, args: Sequence[r.Arg]) -> set[str]:
    """Return the names in Python of the variables that arguments read."""
    found: set[str] = set()
    for inner in (n for arg in args if arg.value is not None for n in r.walk(arg.value)):
        if isinstance(inner, r.Name):
            found.add(t.python_name(inner.name))
        elif isinstance(inner, Bound):
            found |= {n.id for n in ast.walk(inner.value.node) if isinstance(n, ast.Name)}
    return found


def _entry(made: Py, held: Py, *, later: bool = False) -> ast.expr:
    """Return a method as a function of the value: its name, or a lambda of its call.

    The name of a method that is defined `later` is looked up when it is called.
    """
    node = made.node
    if (
        not later
        and isinstance(node, ast.Call)
        and not node.keywords
        and len(node.args) == 1
        and ast.unparse(node.args[0]) == held.text
        and isinstance(node.func, ast.Name)
    ):
        return node.func
    arguments = ast.arguments([], [ast.arg(held.text)], None, [], [], None, [])
    return ast.Lambda(arguments, node)


def known_call(t: Translator, function: str, args: Sequence[r.Arg]) -> Py | None:
    """Return a call of a function of R for which the script has methods; None if it has none."""
    methods = _methods(t, function)
    own = _own_methods(t, function)
    if not (methods or own) or not args or args[0].value is None:
        return None
    if isinstance(args[0].value, _Classless):
        return None
    value = t.expr(args[0].value)
    check_own_methods(t, function, value.kind)
    if not methods:
        return None
    if not may_have_class(t, value.kind):
        return t.call_known(function, [_bound(args[0], value), *args[1:]])

    def default(held: Py) -> Py:
        return t.call_known(function, [_bound(args[0], held.of(value.kind)), *args[1:]])

    return dispatched(t, function, value, methods, args[1:], default)


def statement_call(t: Translator, node: r.Call, *, discard: bool) -> r.Node | None:
    """Return what a call of a function that draws means if the script has methods; None if not.

    Where nobody wants the value, R's own function is called with what has no class of these.
    """
    assert isinstance(node.function, r.Name)
    generic, span = node.function.name, node.span
    first = node.args[0] if node.args else None
    if generic not in _DRAWING or first is None or first.value is None or first.name:
        return None
    methods = _methods(t, generic)
    if not (methods or _own_methods(t, generic)) or isinstance(first.value, _Classless):
        return None
    value = t.expr(first.value)
    check_own_methods(t, generic, value.kind)
    if not methods:
        return None
    if not may_have_class(t, value.kind) or value.kind.tag:
        return None
    if not isinstance(value.node, ast.Name):
        held = t.temporary("drawn")
        t.emit(Line(f"{held} = {value.text}"))
        value = name(held, value.kind, alias=False)
    chosen = Bound(span, dispatched(t, generic, value, methods, node.args[1:], None))
    if not discard:
        return chosen
    test = call("rv.inherits", [value, _words(list(methods))], TRUTH)
    other = r.Call(span, node.function, [_bound(first, value), *node.args[1:]])
    return r.If(span, Bound(span, test), chosen, other)


def _words(words: list[str]) -> Py:
    return literal(words[0]) if len(words) == 1 else fill("[*WS]", WS=[literal(w) for w in words])


class _Classless(Bound):
    """A value of which the script's methods were ruled out: R's own function gets it."""


def _bound(arg: r.Arg, value: Py) -> r.Arg:
    assert arg.value is not None
    return r.Arg(arg.name, _Classless(arg.value.span, value))


def shown(t: Translator, value: Py) -> Py | None:
    """Return how a value is shown for which the script may have a method of print()."""
    check_own_methods(t, "print", value.kind)
    methods = _methods(t, "print") | _methods(t, "format")
    if not methods or not may_have_class(t, value.kind):
        return None
    methods = _methods(t, "print")
    if not methods:
        return None
    return dispatched(
        t, "print", value, methods, [], lambda held: fill(f"{t.usage.printing}(X)", X=held)
    )


def operator(t: Translator, node: r.Binary | r.Index | r.Dollar | r.Unary) -> Py | None:
    """Return an operator for which the script has methods; None if it has none."""
    match node:
        case r.Dollar():
            word, parts = "$", [node.value]
        case r.Index():
            word, parts = "[[" if node.double else "[", [node.value]
        case r.Unary(op=word):
            parts = [node.value]
        case _:
            word, parts = node.op, [node.left, node.right]
    methods = _methods(t, word)
    if word in _OPS:  # a method of the operator itself goes before one of the group
        methods = _methods(t, "Ops") | methods
    if not methods:
        return None
    values = [t.expr(part) for part in parts]
    bound = [Bound(part.span, value) for part, value in zip(parts, values, strict=True)]
    tested = node.value if isinstance(node, r.Unary) else None
    tests = is_call(tested, *_TESTS) and not any(
        t.usage.methods(word) for word in _TESTS if is_call(tested, word)
    )
    if tests or not any(may_have_class(t, value.kind) for value in values):
        return _plain_operator(t, node, bound)
    if isinstance(node, (r.Dollar, r.Unary)):
        raise Refused(f"methods of {word} for one value have no translation")
    if isinstance(node, r.Index):
        return dispatched(
            t,
            word,
            values[0],
            methods,
            node.args,
            lambda held: _plain_operator(t, node, [Bound(node.span, held)]),
        )
    return _operator_dispatched(t, node, values, methods)


def _operator_dispatched(
    t: Translator, node: r.Binary, values: list[Py], methods: dict[str, str]
) -> Py:
    """Return an operator whose method the class of either side means at run time."""
    span = node.span
    held = [name(w, v.kind, alias=False) for w, v in zip("xy", values, strict=True)]
    bound = [Bound(span, value) for value in held]
    # A number beside what may be anything hardly comes to a method, but it may.
    doubtful = not any(v.kind.is_list for v in values)
    given = [
        Bound(span, value.of(ANY) if doubtful and value.kind.atomic else value) for value in held
    ]
    arguments = ast.arguments([], [ast.arg("x"), ast.arg("y")], None, [], [], None, [])
    table = ast.Dict([], [])
    returns = NEVER

    def enter(word: str, made: Py) -> None:
        nonlocal returns
        returns = join(returns, made.kind)
        table.keys.append(ast.Constant(word))
        table.values.append(ast.Lambda(arguments, made.node))

    for word, method in methods.items():
        known = t.lookup(method)
        if known is not None and known.shape == "missing" and doubtful:
            table.keys.append(ast.Constant(word))
            table.values.append(call("rv.lost_method", [literal(method)]).node)
            continue
        if known is None or known.shape == "missing":
            raise Refused(f"it calls `{method}`, which was not translated")
        args = [r.Arg(None, value) for value in given]
        if any(p.name == ".Generic" for f in known.functions for p in f.node.params):
            args.append(r.Arg(".Generic", r.Str(span, node.op)))
        target = name(t.scopes.name_read(method), known)
        enter(word, call_value(t, target, args, method))
    with t.output.attempt() as attempt, t.body() as extra:
        plain = _plain_operator(t, node, bound)
    if not attempt.failed and not extra:
        enter("default", plain)
    if returns.shape == "missing":
        raise Refused(f"it needs the value of {returns.missing}")
    return call("rv.dispatch_operator", [literal(node.op), *values, Py(table)], returns)


def _plain_operator(
    t: Translator, node: r.Binary | r.Index | r.Dollar | r.Unary, bound: list[Bound]
) -> Py:
    from . import _arithmetic, _reading

    match node:
        case r.Dollar():
            return _reading.read(t, r.Dollar(node.span, bound[0], node.name))
        case r.Index():
            return _reading.read(t, r.Index(node.span, bound[0], node.args, node.double))
        case r.Unary():
            return _arithmetic.unary(t, r.Unary(node.span, node.op, bound[0]))
        case _:
            return _arithmetic.binary(t, r.Binary(node.span, node.op, bound[0], bound[1]))


@base("setClass setRefClass setMethod setGeneric setValidity R6Class", "...", lazy=True)
def _formal_classes(t: Translator, dots: list[r.Arg]) -> Py:
    raise Refused("classes of S4, reference classes and R6 have no translation")


__all__ = ["ANY", "TABLE"]
