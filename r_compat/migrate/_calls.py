"""Calls: of functions of the tables, of the script's own, and on the elements of something."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from . import _definitions, _shapes
from . import _rast as r
from ._deparse import deparsed
from ._dots import parameter
from ._effects import called
from ._functions import UNKNOWN, FunctionInfo, Known, match_arguments
from ._kinds import ANY, NEVER, TEXT, Kind, function_of, join
from ._parameters import check_promise
from ._promises import check_known, check_own, in_order_of_r, is_drawn
from ._pyexpr import (
    HIDDEN,
    VISIBLE,
    Comment,
    Line,
    Py,
    Refused,
    fill,
    is_missing_text,
    kept_text,
    literal,
    name,
)
from ._stops import answered
from ._storage import sure_type
from ._usage import (
    OPERATORS,
    assigned,
    has_inner_function,
    is_call,
    is_dots,
    leaves_early,
    mutated,
    single,
)

if TYPE_CHECKING:
    from ._translate import Translator


@dataclass(eq=False)
class Bound(r.Node):
    """A Python expression in the place of R's syntax, and the syntax, if it is asked for."""

    value: Py
    source: r.Node | None = None


def call(t: Translator, node: r.Call) -> Py:
    """Translate a call."""
    function = node.function
    while isinstance(function, r.Paren):
        function = function.value
    if isinstance(function, r.Str):
        function = r.Name(function.span, function.value)
    if isinstance(function, r.Name):
        if function.package and function.package not in t.library.packages:
            raise Refused(f"the package {function.package} is not known")
        if not function.package:
            kind = t.lookup(function.name)
            if kind is not None and t.is_own(function.name):
                if kind.shape == "missing":
                    _learn(t, function.name, node.args)
                    raise Refused(f"it calls `{function.name}` of {kind.missing}")
                target = name(t.scopes.name_read(function.name), kind)
                return call_value(t, target, node.args, function.name)
        return call_known(t, function.name, node.args, package=function.package)
    if isinstance(function, r.Function):
        return call_value(t, t.function_value(function), node.args, "function")
    label = function.name if isinstance(function, r.Dollar) else "function"
    return call_value(t, t.expr(function), node.args, label)


def _learn(t: Translator, r_name: str, args: Sequence[r.Arg]) -> None:
    """Take note of the arguments of a function that was refused: knowing them, it may not be."""
    t.questions.spoil()  # others of the name may be met
    known = [info for info in t.functions.infos.values() if info.name == r_name]
    copies = {id(c) for i in known if i.forms is not None for c in i.forms.copies.values()}
    for info in [info for info in known if id(info.node) not in copies]:
        kind = function_of(info)
        with t.output.trial(), t.output.attempt():
            call_value(t, name(t.scopes.name_read(r_name), kind), args, r_name)


# Functions of the tables


def call_known(t: Translator, function: str, args: Sequence[r.Arg], package: str = "") -> Py:
    """Translate a call of a function of a table."""
    from ._dispatch import known_call

    if not package:
        made = known_call(t, function, args)
        if made is not None:
            return made
    known = t.library.find(function, package)
    if known is None:
        if function in t.library.statements:
            made = _statement_value(t, function, args)
            if made is not None:
                return made
            raise Refused(f"{function}() inside an expression has no translation")
        if function.endswith("<-"):
            return _stored(t, function.removesuffix("<-"), args)
        raise Refused(f"the function {function}() is not known")
    check_known(t, function, args)
    if function in _OF_FORMULAS:
        args = [r.Arg(arg.name, t.usage.formula_of(arg.value) or arg.value) for arg in args]
    if function == "ifelse" and any(t.effects.draws(side) for side in _sides(args)):
        return _if_chosen(t, args)
    drawn = t.output.draws
    other = t.library.doubtful(known) if not package else None
    if other is not None:
        t.note(f"{function}() is taken for that of {known.package}, not one of {other}", once=True)
    given, matched = _given(t, known, args)
    values = [value for _, value in matched]
    result: Py = answered(in_order_of_r(t, function, args, known.make(t, **given)), values)
    result = _shapes.guarded(known, result, matched)
    if _shapes.shares(function) and not result.alias and result.kind.shape != "scalar":
        single = {value.text for value in values if value.kind.is_scalar}
        result = replace(result, alias=_variables_in(result.node) - single - _MODULES)
    if t.output.draws != drawn and isinstance(result.node, ast.Constant):
        raise Refused(f"{function}() of random numbers, whatever they are")
    if any(value.kind.shape == "never" for value in values) and result.kind.shape != "function":
        return result.of(NEVER)
    if t.output.draws > drawn and _drawn_in(result.node) > t.output.draws - drawn:
        raise Refused(f"the random numbers in {function}() would be drawn twice")
    return result


_OF_FORMULAS = (
    "aggregate", "aov", "boxplot", "glm", "kruskal.test", "lm", "model.matrix", "t.test",
    "var.test", "wilcox.test", "xtabs", "fisher.test", "plot",
)  # fmt: skip


def _sides(args: Sequence[r.Arg]) -> list[r.Node]:
    """Return what ``ifelse`` chooses from."""
    matched, _ = match_arguments("ifelse", ["test", "yes", "no"], args)
    values = [arg.value for key, arg in matched.items() if key != "test"]
    return [value for value in values if value is not None]


def _if_chosen(t: Translator, args: Sequence[r.Arg]) -> Py:
    """``ifelse`` of what draws: R evaluates a side only if some element is taken from it."""
    matched, _ = match_arguments("ifelse", ["test", "yes", "no"], args)
    if len(matched) != 3:
        raise Refused("ifelse() with fewer than three arguments")
    parts = [t.expr(matched["test"].value)]
    for key in ("yes", "no"):
        with t.body() as extra:
            value = t.expr(matched[key].value)
        if value.kind.shape == "missing":
            raise Refused(f"it needs the value of {value.kind.missing}")
        if extra:
            raise Refused("R draws only what ifelse() chooses")
        node = matched[key].value
        lazy = node is not None and t.effects.draws(node)
        parts.append(fill("lambda: X", ANY, X=value) if lazy else value)
    return fill("rv.ifelse(*XS)", ANY, XS=parts)


def _drawn_in(node: ast.expr) -> int:
    """Return how many calls of a Python expression draw."""
    called = [n.func for n in ast.walk(node) if isinstance(n, ast.Call)]
    owners = [f.value for f in called if isinstance(f, ast.Attribute)]
    return sum(isinstance(owner, ast.Name) and owner.id == "rrandom" for owner in owners)


_MODULES = {"np", "pd", "rv", "rstats", "rrandom", "dagbag", "stats", "linalg"}


def _variables_in(node: ast.expr) -> frozenset[str]:
    return frozenset(inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name))


_NEW_VALUE = ("class", "colnames", "dim", "dimnames", "levels", "names", "oldClass", "rownames",
              "row.names", "attr", "substr", "diag", "attributes", "length", "mode",
              "storage.mode")  # fmt: skip


def _stored(t: Translator, function: str, args: Sequence[r.Arg]) -> Py:
    """Translate ```names<-`(x, value)``: a changed copy, x stays as it is."""
    value = next((arg.value for arg in args if arg.name == "value"), None)
    rest = [arg for arg in args if arg.name != "value"]
    if value is None and rest:
        value = rest.pop().value
    if not rest or rest[0].value is None or value is None or rest[0].name not in (None, "x"):
        raise Refused(f"`{function}<-`() without a value to change and a new one")
    held = t.expr(rest[0].value)
    make = t.library.stores.get(function)
    if make is not None and function in _NEW_VALUE:
        shape = held.kind.shape
        if held.alias and shape not in ("scalar", "null"):
            plain = shape in ("vector", "matrix", "array", "frame")
            copied = fill("X.copy()" if plain else "copy.deepcopy(X)", held.kind, X=held)
            held = Py(copied.node, held.kind)
        return make(t, held, rest[1:], t.expr(value))
    raise Refused(f"the function {function}<-() is not known")


def _statement_value(t: Translator, function: str, args: Sequence[r.Arg]) -> Py | None:
    """Return the value of a call that is statements in Python: they are a function before.

    None if the statements change variables around, or leave what is around.
    """
    if function not in ("tryCatch", "try", "switch", "suppressWarnings", "withCallingHandlers"):
        return None
    given = next((arg.value for arg in args if arg.value is not None), None)
    if given is None:
        return None
    node = r.Call(given.span, r.Name(given.span, function), list(args))
    inside = r.walk(node, into_functions=False)
    if any(isinstance(n, (r.Assign, r.For)) for n in inside) or leaves_early(node):
        return None
    info = _definitions.info_of(t, t.functions.call_in_place(given, node), "")
    written = name(_definitions.hoist(t, info), function_of(info), alias=False)
    return call_value(t, written, [], function)


# Arguments beside ``...`` that tables do not list, with what R has by default: no data.
_OPTIONS = {
    "c": {"recursive": "FALSE", "use.names": "TRUE"},
    "data.frame": {"check.rows": "FALSE", "fix.empty.names": "TRUE"},
    "as.data.frame": {"row.names": "NULL", "optional": "FALSE", "make.names": "TRUE"},
    "file.path": {"fsep": ""},
    "noquote": {"right": "FALSE"},
}


def _without_options(known: Known, dots: list[r.Arg]) -> list[r.Arg]:
    """Return what stands for ``...``; an option of R among it must be as it is by default."""
    options = _OPTIONS.get(known.name, {}) if known.package in ("base", "stats", "utils") else {}
    for arg in dots:
        if arg.name in options and deparsed(arg.value) != options[arg.name]:
            raise Refused(f"the argument {arg.name} of {known.name}() has no translation")
    return [arg for arg in dots if arg.name not in options] if options else dots


def handed_on(t: Translator, value: Py) -> Py:
    """Return a value that R's functions get; one of the script's must return what R's would."""
    for info in value.kind.functions:
        inside = any(scope.info is info for scope in t.scope.chain)
        lost = None if inside else t.scopes.lost_value(info.node)
        if lost is not None and t.scopes.there(lost).shape == "missing":
            raise Refused(f"it needs the value of {lost.missing}")
    return value


def _given(
    t: Translator, known: Known, args: Sequence[r.Arg]
) -> tuple[dict[str, Any], list[tuple[str, Py]]]:
    """Return the arguments for an entry of a table, and by parameter those that are translated."""
    matched, dots = match_arguments(known.name, known.params, args)
    dots = _without_options(known, dots)
    given: dict[str, Any] = {}
    values: list[tuple[str, Py]] = []
    shaped = [(param, _known_variable(t, arg.value)) for param, arg in matched.items()]
    shaped += [("...", _known_variable(t, arg.value)) for arg in dots]
    if known.lazy:
        _shapes.check(known, [(param, value) for param, value in shaped if value])
    for param in known.params:
        if param == "...":
            continue
        arg = matched.get(param)
        key = param.replace(".", "_")
        if known.lazy or arg is None:
            given[key] = None if arg is None else arg.value
        else:
            given[key] = handed_on(t, _argument(t, known, arg.value))
            values.append((param, given[key]))
            _shapes.check(known, [(param, given[key])])
    if "..." in known.params:
        if known.lazy:
            given["dots"] = dots
        else:
            given["dots"] = [(arg.name, _argument(t, known, arg.value)) for arg in dots]
            listed = [("...", value) for _, value in given["dots"]]
            values += listed
            _shapes.check(known, listed)
    return given, values


# Functions that have an answer to NULL.
_TAKE_NULL = frozenset({
    "%in%", "all", "any", "append", "as.character", "as.numeric", "as.vector", "c", "cat",
    "class", "identical", "is.character", "is.element", "is.function", "is.list", "is.logical",
    "is.na", "is.null", "is.numeric", "isFALSE", "isTRUE", "inherits", "intersect", "length",
    "lengths", "match", "max", "min", "names", "nchar", "paste", "paste0", "rev", "seq_along",
    "setdiff", "sort", "sum", "union", "unique", "unlist",
})  # fmt: skip


def _argument(t: Translator, known: Known, node: r.Node | None) -> Py:
    value = t.expr(node)
    return value.or_null() if known.name in _TAKE_NULL else value


def _known_variable(t: Translator, node: r.Node | None) -> Py | None:
    """Return an argument that is a variable, before it is translated; None if it is not."""
    kind = t.lookup(node.name) if isinstance(node, r.Name) and not node.package else None
    return None if kind is None or not isinstance(node, r.Name) else name(node.name, kind)


# Functions of the script


def call_value(t: Translator, function: Py, args: Sequence[r.Arg], label: str) -> Py:
    """Translate a call of a function of the script."""
    infos = function.kind.functions
    if infos and any(is_dots(arg) for arg in args) and _hands_on(t):
        return _called_anyhow(t, function, args, label)
    if not infos:
        all_of_them = [arg for arg in args if is_dots(arg)]
        if all_of_them and not _hands_on(t):
            raise Refused("... is handed to a function that is not known")
        args = [arg for arg in args if not is_dots(arg)]
        values = [t.expr(arg.value) for arg in args if arg.name is None]
        words = {t.names.of(a.name): t.expr(a.value) for a in args if a.name}
        kind = NEVER if function.kind.shape == "never" else ANY
        shown_of = _shown_by(t, label)
        asked = _called(function, values, words, kind).node
        if all_of_them:
            assert isinstance(asked, ast.Call)
            asked.args.append(ast.Starred(ast.Name("dots")))
            asked.keywords.append(ast.keyword(None, ast.Name("named")))
        return Py(asked, kind, shown=shown_of)
    returns = NEVER
    shared: frozenset[str] = frozenset()
    shown: frozenset[str] = frozenset()
    made: Py | None = None
    for info in sorted(infos, key=lambda info: info.node.span.start):
        matched, dots = match_arguments(label, [param.name for param in info.node.params], args)
        info, target = _form(t, info, function, matched, dots)
        positional, words, alias = _match_user(t, info, args, matched)
        called(t, info, args)
        made = _called(target, positional, words, ANY)
        inside = any(scope.info is info for scope in t.scope.chain)
        # A function that calls itself is not lost because it was so in the round before.
        lost = None if inside else t.scopes.lost_value(info.node)
        returns = join(returns, info.returns if lost is None else lost)
        shown |= info.shown
        if info.shares:
            shared |= alias | frozenset({function.text})
    assert made is not None
    return Py(made.node, t.scopes.there(returns), shared, shown or VISIBLE)


def _shown_by(t: Translator, label: str) -> frozenset[str]:
    """Return what R shows of the functions of a name, or under that name in a list."""
    nodes = {
        id(arg.value)
        for n in r.walk(t.usage.script)
        if isinstance(n, r.Call)
        for arg in n.args
        if arg.name == label
    }
    infos = [i for key, i in t.functions.infos.items() if i.name == label or key in nodes]
    quiet = [i.returns.shape == "null" or i.returns.tag == "done" for i in infos]
    found = [HIDDEN if no else info.shown for no, info in zip(quiet, infos, strict=True)]
    return (frozenset().union(*found) or HIDDEN) if found else VISIBLE


def number_types(t: Translator, value: Py) -> frozenset[str]:
    """Return whether what may be numbers are integers or doubles of R: of each type that is known.

    An argument that is handed on is what the function around was called with.
    """
    kind, node = value.kind, value.node
    if isinstance(node, ast.Name) and node.id in t.stand_ins:
        meant = t.stand_ins[node.id]
        return frozenset() if meant is None else number_types(t, meant)
    if kind.atomic:
        if kind.mode in ("character", "logical"):
            return frozenset()
        sure = sure_type(kind)
        return UNKNOWN if sure is None else frozenset([sure])
    info = t.scope.info
    if kind.shape == "any" and isinstance(node, ast.Name) and info is not None:
        for param in (param.name for param in info.node.params):
            if t.scopes.name_read(param) == node.id:
                changed = param in assigned(r.walk(info.node.body))
                return UNKNOWN if changed else info.types.get(param, frozenset())
    return UNKNOWN if kind.shape == "any" else frozenset()


def _called_anyhow(t: Translator, function: Py, args: Sequence[r.Arg], label: str) -> Py:
    """Call functions of the script with all that the function around is given, whatever it is."""
    returns = NEVER
    for info in sorted(function.kind.functions, key=lambda info: info.node.span.start):
        if info.forms is not None or info.labels or info.shares:
            raise Refused("... is handed to a function that has one, or asks for or keeps it")
        for param in info.node.params:
            t.scopes.news |= info.receive(param.name, ANY)
            if param.default is not None and param.name not in info.optional:
                info.optional.add(param.name)
                t.scopes.news = True
        returns = join(returns, info.returns)
    made = call_value(t, function.of(ANY), args, label)
    return made.of(t.scopes.there(returns))


def _hands_on(t: Translator) -> bool:
    """Whether ``...`` is what the function that is translated hands on as a whole."""
    info = t.scope.info
    return info is not None and id(info.node) in t.functions.handing_on


def _form(
    t: Translator,
    info: FunctionInfo,
    function: Py,
    matched: dict[str, r.Arg],
    dots: list[r.Arg],
) -> tuple[FunctionInfo, Py]:
    """Return the copy of a function that a call of some form means, and its name.

    What goes into ``...`` is added to what is matched.
    """
    if info.forms is None:
        return info, function
    form = info.forms.form(dots)
    if form in info.forms.refused:
        info.forms.copy(form)
        raise Refused(
            f"it calls `{info.name}` in a way that is refused: {info.forms.refused[form]}"
        )
    found = _definitions.info_of(t, info.forms.copy(form), info.name)
    matched |= {parameter(form, k): arg for k, arg in enumerate(dots)}
    if info.name and function.text == t.scopes.name_read(info.name):
        python = _definitions.form_name(t, info, form, function.text)
        return found, Py(ast.Name(python, ast.Load()), function.kind, function.alias)
    known = info.forms.written or [info.forms.as_value, *info.forms.used]
    if form not in known:  # as in a statement that is not translated again
        raise Refused("a function with ... that is handed on is called in several ways")
    return found, function


def _match_user(
    t: Translator, info: FunctionInfo, args: Sequence[r.Arg], matched: dict[str, r.Arg]
) -> tuple[list[Py], dict[str, Py], frozenset[str]]:
    """Return the arguments of a call by position and by name, and what they share memory with."""
    alias: frozenset[str] = frozenset()
    values: dict[str, Py] = {}
    by_arg = {id(arg): param for param, arg in matched.items()}
    unset = [param.name for param in info.node.params if isinstance(param.default, r.Null)]
    check_own(t, info.node, args, matched)
    for arg in args:
        param = by_arg.get(id(arg))
        if param is None:
            continue
        check_promise(t, info, param, arg.value)
        value = t.expr(arg.value)
        if value.kind.shape == "missing":
            raise Refused(f"it needs the value of {value.kind.missing}")
        values[param] = value
        alias |= value.alias
        t.scopes.news |= info.receive(param, value.kind, number_types(t, value))
        if is_missing_text(value) and (param in unset or not info.params[param].is_scalar):
            raise Refused("NA_character_, which is None, for an argument that may be NULL")
        if param in unset or not info.params.get(param, NEVER).missing_text:
            values[param] = kept_text(value)
    positional: list[Py] = []
    words: dict[str, Py] = {}
    in_order = True
    for param in (param.name for param in info.node.params):
        if param not in values:
            if param not in info.optional:
                info.optional.add(param)
                t.scopes.news = True
            in_order = False
            continue
        named = matched[param].name is not None
        if in_order and not named:
            positional.append(values[param])
        else:
            in_order = False
            words[t.names.of(param)] = values[param]
    for param in sorted(info.labels):
        asked = matched[param].value if param in matched else None
        text: str | None = deparsed(asked) if asked is not None else ""
        if param == MATCH_CALL:
            text = _call_text(info, matched)
        words[t.names.of(f"...{param} label")] = literal(text, TEXT)
    return positional, words, alias


MATCH_CALL = "match.call"


def _call_text(info: FunctionInfo, matched: dict[str, r.Arg]) -> str | None:
    """Return the text of a call with the names of all parameters, if it is known."""
    if any(isinstance(arg.value, Bound) for arg in matched.values()):
        return None  # of a method, of which R tells the call of the generic
    found = []
    for param in (param.name for param in info.node.params):
        if param in matched:
            given = matched[param].name if param.startswith("..") else param
            word = f"{given} = " if given else ""
            found.append(word + deparsed(matched[param].value))
    return f"{info.name}({', '.join(found)})"


def _called(function: Py, positional: list[Py], words: dict[str, Py], kind: Kind) -> Py:
    keywords = [ast.keyword(key, value.node) for key, value in words.items()]
    return Py(ast.Call(function.node, [value.node for value in positional], keywords), kind)


# Functions applied to elements


def _negated(t: Translator, node: r.Call) -> r.Function:
    """Return ``Negate(f)`` as a function of one argument."""
    inner = node.args[0].value
    assert inner is not None
    made = t.functions.in_place(node)
    if not made.params:
        span = node.span
        called = r.Call(span, inner, [r.Arg(None, r.Name(span, "x"))])
        made.params, made.body = [r.Param("x", None)], r.Unary(span, "!", called)
    return made


def _evaluated_once(t: Translator, arg: r.Arg) -> r.Arg:
    """Return an argument that all calls share: what does more than have a value comes before."""
    node = arg.value
    if node is None or isinstance(node, Bound):
        return arg
    called = [n.function for n in r.walk(node) if isinstance(n, r.Call)]
    own = any(not isinstance(f, r.Name) or t.is_own(f.name) for f in called)
    drawn = is_drawn(t, node)
    if isinstance(node, r.Function) or not (own or drawn):
        return arg
    if drawn and t.output.draws > t.output.drawn_before:
        raise Refused(
            "an argument that draws is shared by calls, after other draws: draw it before"
        )
    value = needed(t.expr(node))
    held = t.temporary(arg.name.replace(".", "_") if arg.name else "given")
    t.emit(Line(f"{held} = {value.text}"))
    bound = name(held, value.kind, alias=bool(value.alias))
    return r.Arg(arg.name, Bound(node.span, bound, node))


def applied(
    t: Translator, function: r.Node, values: list[tuple[str, Kind]], extra: Sequence[r.Arg] = ()
) -> tuple[list[str], Py]:
    """Translate the call of a function on elements that a comprehension goes through.

    Parameters
    ----------
    t : Translator
    function : Node
        A function in any form: of the script, written in place, of a table, an operator.
    values : list of (name, Kind)
        Proposed Python names and kinds of the elements.
    extra : sequence of Arg
        Further arguments of the call.

    Returns
    -------
    names : list of str
        Of the elements.
    result : Py
    """
    while isinstance(function, r.Paren):
        function = function.value
    extra = [_evaluated_once(t, arg) for arg in extra]
    if isinstance(function, r.Call) and is_call(function, "Negate") and len(function.args) == 1:
        function = _negated(t, function)
    if isinstance(function, r.Function):
        inline = _applied_inline(t, function, values, extra)
        if inline is not None:
            return inline
    names: list[str] = []
    for proposed, _ in values:
        names.append(t.scopes.free_name(proposed, names))
    args = [
        r.Arg(None, Bound(function.span, name(n, k, alias=False)))
        for n, (_, k) in zip(names, values, strict=True)
    ]
    callee: r.Node = function
    if isinstance(function, r.Str):
        callee = r.Name(function.span, function.value)
    if isinstance(callee, r.Function):
        info, given = _in_place(t, callee, [*args, *extra])
        kind = function_of(info)
        python = name(_definitions.hoist(t, info), kind, alias=False)
        return names, needed(call_value(t, python, given, "function"))
    if isinstance(callee, r.Name) and callee.name in ("[[", "[") and len(args) == 1:
        double = callee.name == "[["
        return names, t.expr(r.Index(function.span, args[0].value, list(extra), double))  # type: ignore[arg-type]
    if isinstance(callee, r.Name) and callee.name in OPERATORS and len([*args, *extra]) == 2:
        args = [*args, *extra]
        op = callee.name
        if any(arg.name for arg in args):
            args = _by_side(op, args)
        return names, t.expr(r.Binary(function.span, op, args[0].value, args[1].value))  # type: ignore[arg-type]
    return names, needed(call(t, r.Call(function.span, callee, [*args, *extra])))


def _by_side(op: str, args: list[r.Arg]) -> list[r.Arg]:
    """Return the sides of an operator that is called with names; R's own ignore them."""
    if op != "%in%":
        return args
    matched, _ = match_arguments(op, ["x", "table"], args)
    return [matched["x"], matched["table"]]


def needed(value: Py) -> Py:
    """Return a value; refuse what needs one that was not translated."""
    if value.kind.shape == "missing":
        raise Refused(f"it needs the value of {value.kind.missing}")
    return value


def _in_place(
    t: Translator, function: r.Function, args: list[r.Arg]
) -> tuple[FunctionInfo, list[r.Arg]]:
    """Return a function that is written in place, and its arguments, without ``...``."""
    info = _definitions.info_of(t, function, "")
    if info.forms is None:
        return info, args
    _, dots = match_arguments("function", [param.name for param in function.params], args)
    form = info.forms.form(dots)
    renamed = {id(arg): r.Arg(parameter(form, k), arg.value) for k, arg in enumerate(dots)}
    copy = info.forms.copy(form)
    return _definitions.info_of(t, copy, ""), [renamed.get(id(arg), arg) for arg in args]


def _applied_inline(
    t: Translator, function: r.Function, values: list[tuple[str, Kind]], extra: Sequence[r.Arg]
) -> tuple[list[str], Py] | None:
    """Return the body of a function of one expression, for a comprehension."""
    params = function.params
    body = single(function.body)
    if extra or body is None or len(params) != len(values):
        return None
    if any(p.name == "..." for p in params) or isinstance(body, (r.Assign, r.For, r.While)):
        return None
    if any(p.name in mutated(body) for p in params) or has_inner_function(body):
        return None
    info = _definitions.info_of(t, function, "")
    for param, (_, kind) in zip(params, values, strict=True):
        t.scopes.news |= info.receive(param.name, kind)
    with t.output.attempt() as attempt, _definitions.inside(t, info, inline=True):
        for param, (_, kind) in zip(params, values, strict=True):
            t.scope.kinds[param.name] = kind
        with t.body() as extra_statements:
            value = t.expr(body)
    if attempt.failed or any(not isinstance(out, Comment) for out in extra_statements):
        return None
    if value.kind.shape not in ("scalar", "vector", "matrix", "array", "atomic") and any(
        isinstance(inner, ast.Lambda) for inner in ast.walk(value.node)
    ):
        return None  # a comprehension would give all functions the last element
    for out in extra_statements:
        t.emit(out)
    return [t.names.of(p.name) for p in params], value
