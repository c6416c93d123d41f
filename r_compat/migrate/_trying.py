"""Conditions: errors are exceptions, warnings are Python's warnings."""

from __future__ import annotations

import ast
import dataclasses
from typing import TYPE_CHECKING, Any

from . import _rast as r
from ._calls import Bound
from ._control import leaves
from ._deparse import deparsed
from ._functions import Table
from ._kinds import NULL, TEXT, other
from ._pyexpr import Line, Out, Py, Refused, Suite, call, fill, literal, name
from ._refusals import require_whole
from ._scopes import joined_states
from ._usage import is_call, leaves_early, root_of

if TYPE_CHECKING:
    from ._statements import Dest
    from ._translate import Translator

TABLE = base = Table("base")

CONDITION = other("condition")
_OPTIONS = ("expr", "silent", "outFile", "finally")
_MESSAGE_NOTE = "the message of an error that R itself raises is Python's here"

# Functions that never warn, whatever they are given; others may, and R's own warnings are not
# raised here.
_SILENT = (
    "c", "list", "length", "nrow", "ncol", "dim", "names", "paste", "paste0", "cat", "print",
    "message", "stop", "return", "invisible", "rep", "seq", "seq_len", "seq_along", "is.null",
    "is.na", "is.numeric", "is.character", "which", "round", "abs", "exp", "nchar", "toupper",
    "tolower", "sprintf", "identical", "exists", "file.exists", "data.frame", "solve", "chol",
    "det", "crossprod", "t", "diag", "var", "sd", "sort", "order", "unique", "rev", "set.seed",
    "rnorm", "runif", "sample", "score", "score_shd", "sum", "mean", "any", "all", "inherits",
    "conditionMessage", "simpleError", "simpleCondition", "errorCondition", "structure", "class",
    "sys.call", "is.matrix", "is.data.frame", "is.list", "is.function", "is.logical", "is.factor",
    "as.matrix", "as.data.frame", "as.list", "as.character", "anyNA", "anyDuplicated", "duplicated",
    "apply", "sapply", "lapply", "vapply", "Filter", "unlist", "colnames", "rownames",
    "dimnames", "colSums", "rowSums", "colMeans", "rowMeans", "ncol", "NROW", "NCOL", "lengths",
    "setdiff", "union", "intersect", "is.finite", "isTRUE", "isFALSE", "nlevels", "levels",
    "factor", "table", "rep_len", "head", "tail", "append", "vector", "numeric", "character",
    "logical", "integer", "Sys.time", "Sys.Date",
    "deparse", "substitute", "stopifnot", "match.arg", "missing", "on.exit", "Recall", "nargs",
    "trimws", "gsub", "sub", "grepl", "regmatches", "startsWith", "endsWith", "substr", "strsplit",
    "format", "formatC", "signif", "floor", "ceiling", "diff",
    "file.path", "basename", "dirname", "setNames", "names<-", "is.numeric", "nzchar",
    "outer", "row", "col", "upper.tri", "lower.tri", "identity", "Negate", "invokeRestart",
    "tryCatch", "try", "suppressWarnings", "suppressMessages", "withCallingHandlers",
    "toString", "sQuote", "dQuote", "shQuote", "Reduce", "Find", "Position", "is.environment",
    "new.env", "is.vector", "is.atomic", "unname",
)  # fmt: skip
_COERCING = ("as.numeric", "as.integer", "as.double")
_NUMERIC = ("log", "log2", "log10", "sqrt")


# Signals


@base.statement("stop")
def _stop(t: Translator, node: r.Call, dest: Dest) -> bool:
    signalled = _condition_given(t, node)
    if signalled is not None:
        t.emit(Line(f"raise {signalled.text}"))
        return True
    t.emit(Line(f"raise RuntimeError({_message(t, node).text})"))
    return True


@base.statement("warning")
def _warning(t: Translator, node: r.Call, dest: Dest) -> bool:
    if _condition_given(t, node) is not None:
        raise Refused("warning() of a condition has no translation")
    t.emit(Line(f"warnings.warn({_message(t, node).text}, stacklevel=2)"))
    return True


def _condition_given(t: Translator, node: r.Call) -> Py | None:
    """Return the condition that a call signals, if it is one and not a text."""
    values = [arg.value for arg in node.args if arg.name is None]
    if len(values) != 1 or isinstance(values[0], (r.Str, r.Num)):
        return None
    with t.output.trial(), t.output.attempt() as attempt:
        kind = t.expr(values[0]).kind
    if attempt.failed or (kind.shape, kind.tag) != ("other", "condition"):
        return None
    return t.expr(values[0])


def _message(t: Translator, node: r.Call) -> Py:
    args = [arg for arg in node.args if arg.name not in ("call.", "immediate.", "domain")]
    if not args:
        return literal("", TEXT)
    from ._text import message_text

    return message_text(t, [(arg.name, t.expr(arg.value)) for arg in args])


@base("simpleError", "message", "call")
def _simple_error(t: Translator, message: Py, call: Py | None) -> Py:
    return fill("RuntimeError(X)", CONDITION, X=message)


@base("simpleCondition errorCondition", "message", "...", "class", "call", lazy=True)
def _error_condition(
    t: Translator, message: r.Node, dots: list[r.Arg], **given: r.Node | None
) -> Py:
    fields = {arg.name: arg.value for arg in dots}
    if None in fields:
        raise Refused("a condition without names of its fields")
    return _condition(t, message, given["class"], fields)


@base("conditionMessage", "c")
def _condition_message(t: Translator, c: Py) -> Py:
    return fill("str(E)", TEXT, E=c)


@base("conditionCall", "c")
def _condition_call(t: Translator, c: Py) -> Py:
    raise Refused("the call that raised a condition is not known here")


@base("geterrmessage", "")
def _error_message(t: Translator, **_: object) -> Py:
    raise Refused("geterrmessage() has no translation: conditionMessage(e) does")


def custom_condition(t: Translator, value: r.Node | None, classes: r.Node | None) -> Py | None:
    """Translate ``structure(list(message = m), class = c("mine", "condition"))``."""
    if not isinstance(value, r.Call) or not is_call(value, "list") or classes is None:
        return None
    words = [n.value for n in r.walk(classes) if isinstance(n, r.Str)]
    if "condition" not in words:
        return None
    given = {arg.name: arg.value for arg in value.args}
    message = given.get("message")
    if None in given or message is None:
        raise Refused("a condition without names of its fields, or without a message")
    fields = {key: value for key, value in given.items() if key not in ("message", "call")}
    return _condition(t, message, classes, fields)


def _condition(
    t: Translator, message: r.Node, classes: r.Node | None, fields: dict[str | None, r.Node | None]
) -> Py:
    made = [t.expr(message)]
    if classes is not None or fields:
        made.append(fill("()") if classes is None else t.expr(classes))
    if fields:
        names = [ast.Constant(key) for key in fields]
        values = [t.owned(t.expr(value)).node for value in fields.values()]
        made.append(Py(ast.Dict([*names], values)))
    return call("rv.Condition", made, CONDITION)


# Handlers


@base.statement("tryCatch try")
def _try(t: Translator, node: r.Call, dest: Dest) -> bool:
    plain = is_call(node, "try")
    given = {arg.name or "expr": arg.value for arg in node.args}
    body = given.get("expr")
    if body is None:
        raise Refused("tryCatch() of nothing")
    classes = [word for word in given if word not in _OPTIONS]
    if "condition" in classes or "interrupt" in classes:
        raise Refused("tryCatch() of any condition has no translation")
    warned = "warning" in classes
    wanted = dest.how in ("assign", "return")
    inner = dest if wanted else _discard()
    checked = _checked_body(t, body) if warned else None
    if warned and checked is None and not _warns_itself(t, body):
        raise Refused("R's own warnings are not raised here: only those of warning() are caught")
    start, mark = t.state(t.touched(node, dest)), t.output.mark()
    unrun = t.output.unrun
    with t.scopes.watch(start) as seen, t.body() as tried:
        if checked is not None:
            t.deliver(checked, inner)
        else:
            t.into(body, inner)
    require_whole(t, body, mark, unrun)
    if warned:
        filtering = Line('warnings.simplefilter("error", UserWarning)')
        tried = [Suite("with warnings.catch_warnings():", [filtering, *tried])]
    if "message" in classes:
        tried = [Suite("with rv.on_message():", tried)]
    ends = [t.state(start)]
    middle = joined_states([start, ends[0], dict(seen)], t.scopes)
    suites: list[Out] = [Suite("try:", tried)]
    errors = [word for word in classes if word not in ("warning", "message")]
    for word in sorted({"warning", "message"} & set(classes), reverse=True):
        t.restore(middle)
        suites.append(_handler(t, word, given[word], inner))
        ends.append(t.state(start))
    if errors:
        error = t.temporary("error")
        parts: list[tuple[str, Suite]] = []
        for word in errors:
            t.restore(middle)
            parts.append((word, _handler(t, word, given[word], inner, error)))
            ends.append(t.state(start))
        suites.append(_by_class(parts, error))
    if plain:
        t.restore(middle)
        suites.append(_failed(t, inner, node, silent=given.get("silent")))
        ends.append(t.state(start))
    last = given.get("finally")
    if last is not None:
        t.restore(joined_states([middle, *ends], t.scopes))
        with t.body() as closing:
            t.into(last, _discard())
        after = t.state(start)
        suites.append(Suite("finally:", closing))
        ends = [after]
    if len(suites) == 1:
        t.into(body, dest)
        return True
    for suite in suites:
        t.emit(suite)
    if leaves(tried) and len(ends) > 1 and last is None:
        del ends[0]  # what follows is reached by a handler only
    t.restore(joined_states(ends, t.scopes))
    return True


def _failed(t: Translator, dest: Dest, node: r.Call, silent: r.Node | None) -> Suite:
    """Return ``except`` of try(), whose value then is the error."""
    python = t.temporary("error")
    quiet = isinstance(silent, r.Bool) and silent.value
    kept = dest.how in ("assign", "return")
    with t.body() as inside:
        inside.append(_only_of_r(python))
        if not quiet:
            inside.append(Line(f'print("Error :", {python}, file=sys.stderr)'))
        if kept:
            words = _stopped_in(t, node)
            made = call("rv.TryError", [fill(python)], other("try-error"), **words)
            t.deliver(made, dest)
    return Suite(f"except Exception as {python}:", inside)


def _only_of_r(error: str) -> Line:
    """Let errors pass that are Python's own."""
    return Line(f"rv.as_in_r({error})")


_ONE_LINE = 60  # R breaks the text of longer calls


def _stopped_in(t: Translator, node: r.Call) -> dict[str, Py]:
    """Return the call that R names in the text of an error, and the function it must come from.

    That is try() itself if it has only stop() in it, or the call of a function of the script that
    stops by itself.
    """
    body = next((arg.value for arg in node.args if arg.name in (None, "expr")), None)
    while isinstance(body, r.Block) and len(body.statements) == 1:
        body = body.statements[0].node
    if t.scope.parent is None and isinstance(body, r.Call) and is_call(body, "stop"):
        named = {arg.name: arg.value for arg in body.args}
        told = named.get("call.")
        if isinstance(told, r.Bool) and not told.value:
            return {}
        text = deparsed(node)
        if told is None and not isinstance(node.args[0].value, r.Block) and len(text) <= _ONE_LINE:
            return {"call": literal(text)}
    if isinstance(body, r.Call) and isinstance(body.function, r.Name):
        kind = t.lookup(body.function.name)
        infos = kind.functions if kind is not None else frozenset()
        silent = any(
            isinstance(n, r.Call) and is_call(n, "stop") and any(a.name == "call." for a in n.args)
            for info in infos
            for n in r.walk(info.node)
        )
        if infos and not silent and len(text := deparsed(body)) <= _ONE_LINE:
            function = literal(t.python_name(body.function.name))
            return {"call": literal(text), "within": function}
    t.note("R's text of a try-error names the call that failed, which is not known here", once=True)
    return {}


def _warns_itself(t: Translator, body: r.Node) -> bool:
    """Whether all warnings of a body are those of warning(): no other function in it warns."""
    seen: set[str] = set()
    waiting: list[r.Node] = [body]
    while waiting:
        for n in r.walk(waiting.pop()):
            if not isinstance(n, r.Call):
                continue
            if not isinstance(n.function, r.Name):
                return False
            word = n.function.name
            if word in seen or word == "warning":
                continue
            seen.add(word)
            kind = t.lookup(word)
            if kind is not None and kind.functions:
                waiting += [info.node for info in kind.functions]
            elif _of_one_value(n):
                seen.discard(word)  # others may warn
            elif word not in _SILENT and word not in t.library.statements:
                return False
            for arg in n.args:  # functions that are handed on are called, too
                handed = arg.value
                if not isinstance(handed, r.Name) or handed.name in seen:
                    continue
                kind = t.lookup(handed.name)
                if kind is not None and kind.functions:
                    seen.add(handed.name)
                    waiting += [info.node for info in kind.functions]
                elif kind is None and _may_warn(t, handed.name):
                    return False
    return True


def _of_one_value(node: r.Call) -> bool:
    """Whether a matrix is filled with one value that is written out, which always fits."""
    first = node.args[0] if node.args else None
    given = first.value if first is not None and first.name in (None, "data") else None
    return is_call(node, "matrix", "array") and isinstance(given, (r.Num, r.Bool, r.Str, r.Missing))


def _may_warn(t: Translator, word: str) -> bool:
    """Whether a name that is no variable is a function of R that may warn."""
    return word not in _SILENT and t.library.find(word) is not None


def _checked_body(t: Translator, body: r.Node) -> Py | None:
    """Return a body of one function of which R would warn, with the warning."""
    while isinstance(body, r.Block) and len(body.statements) == 1:
        body = body.statements[0].node
    if not isinstance(body, r.Call) or len(body.args) != 1:
        return None
    arg = body.args[0].value
    if not is_call(body, *_COERCING, *_NUMERIC) or not isinstance(
        arg, (r.Name, r.Str, r.Num, r.Unary)
    ):
        return None
    value = t.expr(body)
    check = "rv.warn_coerced" if is_call(body, *_COERCING) else "rv.warn_nan"
    return call(check, [t.expr(arg), value], value.kind)


def _discard() -> Dest:
    from ._statements import DISCARD

    return DISCARD


_EXCEPTIONS = {"error": "Exception", "simpleError": "Exception", "warning": "UserWarning",
               "message": "rv.Message"}  # fmt: skip


def _by_class(parts: list[tuple[str, Suite]], error: str) -> Suite:
    """Return one ``except`` for handlers of errors: the first that fits the class is taken."""
    if parts[0][0] in _EXCEPTIONS:  # of errors of all classes: the others are never taken
        return parts[0][1]
    inside: list[Out] = []
    for word, suite in parts:
        if word in _EXCEPTIONS:
            inside.append(Suite("else:", suite.body[1:]))  # all have the same first line
            break
        test = fill("rv.inherits(E, W)", E=error, W=literal(word))
        inside.append(Suite(f"{'elif' if inside else 'if'} {test.text}:", suite.body))
    else:
        inside.append(Suite("else:", [Line("raise")]))
    return Suite(f"except Exception as {error}:", [_only_of_r(error), *inside])


def _handler(
    t: Translator, word: str, handler: r.Node | None, dest: Dest, python: str = ""
) -> Suite:
    """``except`` with the body of R's handler."""
    python = python or t.temporary("caught" if word == "warning" else "error")
    with t.body() as inside:
        if isinstance(handler, r.Function) and len(handler.params) > 1:
            raise Refused("a handler with several arguments")
        used = word not in _EXCEPTIONS
        hides = isinstance(handler, r.Function) and _hides_target(handler, dest)
        if isinstance(handler, r.Function) and _is_simple(handler) and not hides:
            used |= _inline_handler(t, handler, python, dest)
        else:
            used = True
            given = [r.Arg(None, Bound(node_span(handler), name(python, CONDITION, alias=False)))]
            if isinstance(handler, r.Function):
                given = given[: len(handler.params)]
            assert handler is not None
            made = t.call(r.Call(handler.span, handler, given))
            t.deliver(made, dest)
    exception = _EXCEPTIONS.get(word, "Exception")
    if word == "error" and any("str(" in line for line in _lines(inside)):
        t.note(_MESSAGE_NOTE, once=True)
    if _EXCEPTIONS.get(word) == "Exception":
        return Suite(f"except Exception as {python}:", [_only_of_r(python), *inside])
    return Suite(f"except {exception}{f' as {python}' if used else ''}:", inside)


def node_span(node: r.Node | None) -> r.Span:
    """Return where a construct stands."""
    return node.span if node is not None else r.Span(1, 1, 0, 0)


def _lines(body: list[Out]) -> list[str]:
    from ._pyexpr import render

    return render(body)


def _is_simple(handler: r.Function) -> bool:
    """Whether a handler may stand in place: it has no variables, and its value is at its end."""
    body = _unreturned(handler.body)
    inside = r.walk(body)
    if any(isinstance(n, (r.Assign, r.For, r.Function)) for n in inside):
        return False
    return not any(is_call(n, "return", "on.exit", "missing") for n in inside)


def _hides_target(handler: r.Function, dest: Dest) -> bool:
    """Whether the condition has the name of the variable that the value goes to."""
    root = root_of(dest.target) if dest.target is not None else None
    return root is not None and root in [param.name for param in handler.params]


def _inline_handler(t: Translator, handler: r.Function, python: str, dest: Dest) -> bool:
    """Write the body of a handler in place; return whether it looks at the condition."""
    param = handler.params[0].name if handler.params else ""
    condition = name(python, CONDITION, alias=False)
    t.into(_with_condition(_unreturned(handler.body), param, condition), dest)
    return any(isinstance(n, r.Name) and n.name == param for n in r.walk(handler.body))


def _with_condition(value: Any, param: str, condition: Py) -> Any:
    """Return a copy of syntax in which a condition stands for the parameter of a handler."""
    if isinstance(value, list):
        return [_with_condition(item, param, condition) for item in value]
    if isinstance(value, r.Name) and value.name == param and not value.package:
        return Bound(value.span, condition)
    if isinstance(value, (r.Node, r.Arg, r.Statement)) and not isinstance(value, Bound):
        given = {f.name: getattr(value, f.name) for f in dataclasses.fields(value)}
        return type(value)(
            **{key: _with_condition(inner, param, condition) for key, inner in given.items()}
        )
    return value


def _unreturned(node: r.Node) -> r.Node:
    """Return the value of a handler, without ``return()``."""
    match node:
        case r.Block(statements=[r.Statement(node=inner)]):
            return _unreturned(inner)
        case r.Call(function=r.Name(name="return"), args=[r.Arg(value=inner)]) if inner is not None:
            return inner
        case _:
            return node


_RESTARTS = {"warning": "muffleWarning", "message": "muffleMessage"}


@base.statement("withCallingHandlers")
def _with_calling_handlers(t: Translator, node: r.Call, dest: Dest) -> bool:
    given = {arg.name or "expr": arg.value for arg in node.args}
    words = [word for word in given if word != "expr"]
    body, word = given.get("expr"), words[0] if words else ""
    handler = given.get(word)
    if body is None or len(words) != 1 or word not in _RESTARTS:
        raise Refused("withCallingHandlers() other than of warnings or messages")
    if not isinstance(handler, r.Function) or len(handler.params) != 1:
        raise Refused("a handler that is not written in place")
    if word == "warning" and not _warns_itself(t, body):
        raise Refused("R's own warnings are not raised here: only those of warning() are caught")
    statements = handler.body.statements if isinstance(handler.body, r.Block) else []
    last = statements[-1].node if statements else handler.body
    restart = last.args[0].value if isinstance(last, r.Call) and last.args else None
    if not is_call(last, "invokeRestart") or not isinstance(restart, r.Str):
        raise Refused(f"a handler of {word}s that does not end with invokeRestart()")
    if restart.value != _RESTARTS[word]:
        raise Refused(f"invokeRestart({restart.value!r}) has no translation")
    short = t.functions.shortened(handler)
    made = t.function_value(short)
    for info in made.kind.functions:
        t.scopes.news |= info.receive(short.params[0].name, CONDITION)
    with t.body() as inside:
        t.into(body, dest)
    t.emit(Suite(f"with rv.on_{word}({made.text}):", inside))
    return True


# on.exit


def with_exits(t: Translator, block: r.Block, dest: Dest) -> bool:
    """Translate the body of a function with on.exit(): ``try`` and ``finally``."""
    from ._statements import statements

    marks = [k for k, s in enumerate(block.statements) if is_call(s.node, "on.exit")]
    if not marks:
        return False
    first, last = marks[0], marks[-1]
    if marks != list(range(first, last + 1)):
        raise Refused("on.exit() in several places of a function")
    closing: list[r.Node] = []
    for k in marks:
        node = block.statements[k].node
        assert isinstance(node, r.Call)
        given = {arg.name or f"{j}": arg.value for j, arg in enumerate(node.args)}
        adds = given.get("add", given.get("1"))
        if "after" in given or (adds is not None and not isinstance(adds, r.Bool)):
            raise Refused("on.exit() with options that are not written out")
        if not (isinstance(adds, r.Bool) and adds.value):
            closing = []
        expr = given.get("expr", given.get("0"))
        if expr is not None:
            closing.append(expr)
    statements(t, r.Block(block.span, block.statements[:first]), _discard())
    rest = r.Block(block.span, block.statements[last + 1 :], block.dangling)
    with t.body() as tried:
        statements(t, rest, dest)
    with t.body() as final:
        for expr in closing:
            if leaves_early(expr):
                raise Refused("return() inside on.exit()")
            t.into(expr, _discard())
    t.emit(Suite("try:", tried))
    t.emit(Suite("finally:", final))
    return True


@base.statement("on.exit")
def _on_exit(t: Translator, node: r.Call, dest: Dest) -> bool:
    raise Refused("on.exit() that is not a statement of a function has no translation")


__all__ = ["NULL", "TABLE"]
