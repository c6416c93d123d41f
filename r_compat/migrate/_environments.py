"""Environments: variables by name that functions share, and the session's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _rast as r
from ._arithmetic import as_float
from ._functions import Table
from ._kinds import ANY, FUNCTION, NULL, TEXT, TRUTH, Kind, constant, dict_of, other, vector
from ._pyexpr import Line, Py, Refused, call, fill, literal
from ._usage import SEED, is_call

if TYPE_CHECKING:
    from ._statements import Dest
    from ._translate import Translator

TABLE = base = Table("base")

ENVIRONMENT = other("environment")
_NAMES = vector("character", complete=True, bare=True)
_GLOBAL = (".GlobalEnv",)


def is_environment(kind: Kind) -> bool:
    """Whether a value is an environment."""
    return kind.shape == "other" and kind.tag == "environment"


def read(t: Translator, value: Py, key: Py) -> Py:
    """Translate ``e$x`` and ``e[["x"]]``, which are NULL if there is no x."""
    return fill("E.get(K)", ANY, E=value, K=key)


def store(t: Translator, holder: Py, key: Py, value: Py) -> None:
    """Translate ``e$x <- value``."""
    if value.kind.shape == "missing":
        raise Refused(f"it needs the value of {value.kind.missing}")
    if value.kind.mode == "double" and value.kind.whole and value.kind.is_scalar:
        value = as_float(value)  # what is read from it is not known to be a double
    t.emit(Line(f"{fill('E[K]', E=holder, K=key).text} = {t.owned(value).text}"))


@base("new.env", "...", lazy=True)
def _new_env(t: Translator, dots: list[r.Arg]) -> Py:
    if any(arg.name not in ("hash", "parent", "size") for arg in dots):
        raise Refused("new.env() with options")
    return call("rv.Environment", [], ENVIRONMENT)


@base("list2env", "x", "envir")
def _list2env(t: Translator, x: Py, envir: Py | None) -> Py:
    if envir is not None:
        raise Refused("list2env() into an environment that exists")
    return call("rv.Environment", [x], ENVIRONMENT)


@base("eapply", "env", "FUN", lazy=True)
def _eapply(t: Translator, env: r.Node, FUN: r.Node) -> Py:
    listed = r.Call(env.span, r.Name(env.span, "as.list"), [r.Arg(None, env)])
    span = env.span
    return t.expr(r.Call(span, r.Name(span, "lapply"), [r.Arg(None, listed), r.Arg(None, FUN)]))


@base("environment", "fun")
def _environment(t: Translator, fun: Py | None) -> Py:
    if fun is None or fun.kind.shape not in ("function", "any"):
        raise Refused("the environment of the function itself has no translation")
    return call("rv.environment_of", [fun], ENVIRONMENT)


@base("globalenv", "")
def _globalenv(t: Translator, **_: object) -> Py:
    raise Refused("the workspace as a value has no translation")


@base("is.environment", "x")
def _is_environment(t: Translator, x: Py) -> Py:
    return fill("isinstance(X, rv.Environment)", TRUTH, X=x)


@base("ls", "name", "envir", "...", lazy=True)
def _ls(t: Translator, name: r.Node | None, envir: r.Node | None, dots: list[r.Arg]) -> Py:
    given = name if name is not None else envir
    if given is None or dots:
        raise Refused("ls() of the workspace has no translation")
    if is_call(given, "environment"):  # of its variables only those are known that it uses
        raise Refused("ls() of the environment of a function has no translation")
    return call("rv.ls", [_environment_given(t, given)], _NAMES)


@base("mget", "x", "envir", lazy=True)
def _mget(t: Translator, x: r.Node, envir: r.Node | None) -> Py:
    if envir is None:
        raise Refused("mget() of the workspace has no translation")
    return call("rv.mget", [_environment_given(t, envir), t.expr(x)], dict_of(ANY))


def _environment_given(t: Translator, node: r.Node) -> Py:
    value = t.expr(node)
    if not is_environment(value.kind) and value.kind.shape not in ("any", "never"):
        raise Refused("an environment is expected")
    return value


def _is_global(node: r.Node | None) -> bool:
    """Whether an environment is the workspace."""
    if isinstance(node, r.Call) and is_call(node, "globalenv"):
        return True
    return isinstance(node, r.Name) and node.name in _GLOBAL


@base.statement("assign")
def _assign(t: Translator, node: r.Call, dest: Dest) -> bool:
    given = dict(zip(("x", "value", "pos", "envir"), (None,) * 4, strict=True))
    free = ["x", "value", "pos", "envir"]
    for arg in node.args:
        if arg.name in free:
            given[arg.name] = arg.value  # type: ignore[assignment]
            free.remove(arg.name)
    for arg in node.args:
        if arg.name is None and free:
            given[free.pop(0)] = arg.value  # type: ignore[assignment]
    key: r.Node | None = given["x"]
    where: r.Node | None = given["envir"] if given["envir"] is not None else given["pos"]
    if key is None or dest.how in ("assign", "return"):
        raise Refused("the value of assign() has no translation")
    value = t.expr(given["value"])
    if where is not None and not _is_global(where):
        store(t, _environment_given(t, where), t.expr(key), value)
        return True
    if isinstance(key, r.Str):
        outer = where is not None and t.scope.parent is not None
        t.store(r.Name(key.span, key.value), value, outer=outer)
        return True
    _assign_computed(t, key, value)
    return True


def _assign_computed(t: Translator, key: r.Node, value: Py) -> None:
    """Translate ``assign(paste0("fit", k), value)`` of the script's own variables."""
    if t.scope.parent is not None:
        raise Refused("assign() of a name that is computed, inside a function")
    first = key.args[0].value if isinstance(key, r.Call) and key.args else None
    begin = ""  # of the names, as far as it is known
    if is_call(key, "paste0", "paste", "sprintf") and isinstance(first, r.Str):
        begin = first.value.partition("%")[0]
    for r_name, kind in list(t.scope.kinds.items()):
        if r_name.startswith(begin) and (begin or kind.shape not in ("function", "missing")):
            t.set_kind(r_name, ANY)
    made = fill("globals()[rv.python_name(K)]", K=t.expr(key))
    t.emit(Line(f"{made.text} = {t.owned(value).text}"))


@base("get get0", "x", "envir", "mode", "inherits", lazy=True)
def _get(t: Translator, x: r.Node, envir: r.Node | None, **given: r.Node | None) -> Py:
    if envir is not None and not _is_global(envir):
        return fill("E[K]", ANY, E=_environment_given(t, envir), K=t.expr(x))
    if isinstance(x, r.Str):
        return t.expr(r.Name(x.span, x.value))
    if isinstance(x, r.Name) and x.name == ".Generic":
        return call("rv.operator", [t.expr(x)], FUNCTION)
    if t.scope.parent is not None:
        raise Refused("get() of a name that is computed, inside a function")
    return fill("globals()[rv.python_name(K)]", ANY, K=t.expr(x))


@base("exists", "x", "where", "envir", "frame", "mode", "inherits", lazy=True)
def _exists(t: Translator, x: r.Node, envir: r.Node | None, **given: r.Node | None) -> Py:
    where = envir if envir is not None else given["where"]
    if where is not None and not _is_global(where):
        return fill("K in E", TRUTH, E=_environment_given(t, where), K=t.expr(x))
    if isinstance(x, r.Str) and x.value == SEED:
        t.note('exists(".Random.seed") is FALSE in R before the first draw', once=True)
        return literal(True, constant(True, "logical"))
    if not isinstance(x, r.Str):
        return fill("rv.python_name(K) in globals()", TRUTH, K=t.expr(x))
    if any(x.value in scope.local for scope in t.scope.chain if scope.parent is not None):
        raise Refused("exists() of a variable of a function")
    known = t.lookup(x.value)
    if known is not None and known.shape == "missing":
        raise Refused(f"it needs `{x.value}` of {known.missing}")
    if x.value in t.library.functions and x.value not in t.usage.local:
        return literal(True, constant(True, "logical"))
    return fill("K in globals()", TRUTH, K=literal(t.names.of(x.value)))


@base.statement("rm")
def _rm(t: Translator, node: r.Call, dest: Dest) -> bool:
    where = next((arg.value for arg in node.args if arg.name == "envir"), None)
    listed = next((arg.value for arg in node.args if arg.name == "list"), None)
    plain = [arg.value for arg in node.args if arg.name is None]
    if where is not None and not _is_global(where):
        holder = _environment_given(t, where)
        for value in [*plain, *([listed] if listed is not None else [])]:
            key = t.expr(r.Str(value.span, value.name) if isinstance(value, r.Name) else value)
            t.emit(Line(call("rv.remove", [holder, key]).text))
        return True
    if listed is not None:
        if is_call(listed, "ls") and not plain:
            return True  # an empty session to begin with
        raise Refused("rm() of a list of names")
    for value in plain:
        if isinstance(value, r.Str):
            value = r.Name(value.span, value.value)
        if not isinstance(value, r.Name):
            raise Refused("rm() of an expression")
        kind = t.lookup(value.name)
        if kind is None:
            raise Refused(f"`{value.name}` is defined nowhere in the script")
        if kind.shape != "missing":
            t.emit(Line(f"del {t.python_name(value.name)}"))
        t.scope.kinds.pop(value.name, None)
    return True


# What a call looks like


@base("deparse", "expr", "...", lazy=True)
def _deparse(t: Translator, expr: r.Node, dots: list[r.Arg]) -> Py:
    from ._deparse import deparsed

    if is_call(expr, "quote") and isinstance(expr, r.Call):
        return literal(deparsed(expr.args[0].value), TEXT)
    if isinstance(expr, (r.Name, r.Dollar)) and not dots:
        value = t.expr(expr)
        if value.kind.shape in ("any", "never", "other"):
            return call("rv.deparse", [value], TEXT)
    if not (isinstance(expr, r.Call) and is_call(expr, "substitute")) or len(expr.args) != 1:
        raise Refused("functions that look at the program itself have no translation")
    asked, info = expr.args[0].value, t.scope.info
    params = [param.name for param in info.node.params] if info is not None else []
    if not isinstance(asked, r.Name) or info is None or asked.name not in params:
        raise Refused("substitute() of what is no parameter")
    if asked.name not in info.labels:
        info.labels.add(asked.name)
        t.scopes.news = True
    return fill(t.names.of(f"...{asked.name} label"), TEXT)


@base("match.call", "...", lazy=True)
def _match_call(t: Translator, dots: list[r.Arg]) -> Py:
    """Each call hands over its text, with the names of parameters."""
    from ._calls import MATCH_CALL

    info = t.scope.info
    if dots or info is None:
        raise Refused("match.call() of another call has no translation")
    if MATCH_CALL not in info.labels:
        info.labels.add(MATCH_CALL)
        t.scopes.news = True
    return call("rv.Call", [fill(t.names.of(f"...{MATCH_CALL} label"), TEXT)], other("call"))


# Functions made of functions


@base("Negate", "f", lazy=True)
def _negate(t: Translator, f: r.Node) -> Py:
    return t.function_value(t.functions.negated(f))


@base("match.fun", "FUN", lazy=True)
def _match_fun(t: Translator, FUN: r.Node) -> Py:
    named = r.Name(FUN.span, FUN.value) if isinstance(FUN, r.Str) else FUN
    value = t.expr(named)
    if isinstance(FUN, r.Name) and FUN.name == ".Generic":
        return call("rv.operator", [value], FUNCTION)
    if value.kind.is_scalar and value.kind.mode == "character":
        raise Refused("match.fun() of a name that is computed")
    return value


def _texts(node: r.Node) -> list[str] | None:
    """Return texts that are written out."""
    nodes: list[r.Node | None] = [node]
    if isinstance(node, r.Call) and is_call(node, "c"):
        nodes = [arg.value for arg in node.args]
    texts = [n.value for n in nodes if isinstance(n, r.Str)]
    return texts if len(texts) == len(nodes) else None


@base("Vectorize", "FUN", "vectorize.args", lazy=True)
def _vectorize(t: Translator, FUN: r.Node, vectorize_args: r.Node | None) -> Py:
    value = t.expr(FUN)
    over = None
    if vectorize_args is not None:
        words = _texts(vectorize_args)
        if words is None or len(value.kind.functions) != 1:
            raise Refused("Vectorize() with vectorize.args that are not written out")
        params = {param.name for info in value.kind.functions for param in info.node.params}
        if not words or not params.issuperset(words) or "..." in params:
            raise Refused("vectorize.args of Vectorize() must be arguments of the function")
        over = fill("[*WS]", WS=[literal(t.python_name(word)) for word in words])
    for info in value.kind.functions:
        for param in info.node.params:
            t.scopes.news |= info.receive(param.name, ANY)
    return call("rv.vectorized", [value], FUNCTION, over=over)


__all__ = ["NULL", "TABLE"]
