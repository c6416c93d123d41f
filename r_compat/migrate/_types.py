"""Types: questions, conversions, comparisons of whole values."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from ._arithmetic import negated
from ._functions import Table
from ._kinds import (
    ANY,
    DOUBLE,
    DOUBLES,
    INTEGER,
    LOGICAL,
    LOGICALS,
    STRING,
    STRINGS,
    Kind,
    Mode,
    constant,
    element_of,
    higher,
    is_int,
    item_of,
    join,
)
from ._pyexpr import Py, Refused, call, constant_of, fill, literal
from ._tools import (
    as_float,
    as_vector,
    flag,
    like,
    refuse_given,
    text,
)

if TYPE_CHECKING:
    from ._translate import Translator

TABLE = base = Table("base")

Dots = list[tuple[str | None, Py]]


# Types


@base("is.null", "x")
def _is_null(t: Translator, x: Py) -> Py:
    return fill("X is None", LOGICAL.with_(native=True), X=x)


@base("is.na", "x")
def _is_na(t: Translator, x: Py) -> Py:
    kind = x.kind
    new = Kind(
        kind.shape if kind.atomic else "vector",
        "logical",
        length=kind.length,
        many=kind.many,
        dims=kind.dims,
        low=0,
        high=1,
    )
    if kind.atomic and kind.mode == "double":
        return fill("np.isnan(X)", new, X=x)
    if kind.atomic and kind.mode in ("character", "any", "integer", "logical"):
        return call("rv.is_na", [x], new)
    if kind.shape == "frame":
        return call("rv.is_na", [x], Kind("matrix", "logical", low=0, high=1, names=True))
    return call("rv.is_na", [x], ANY)


@base("is.nan", "x")
def _is_nan(t: Translator, x: Py) -> Py:
    if x.kind.na or not x.kind.numeric:
        return call("rv.is_nan", [x], like(x.kind, "logical").with_(na=False))
    return fill("np.isnan(X)", like(x.kind, "logical").with_(na=False), X=x)


@base("is.finite", "x")
def _is_finite(t: Translator, x: Py) -> Py:
    return fill("np.isfinite(X)", like(x.kind, "logical").with_(na=False), X=x)


@base("is.infinite", "x")
def _is_infinite(t: Translator, x: Py) -> Py:
    return fill("np.isinf(X)", like(x.kind, "logical").with_(na=False), X=x)


@base("anyNA", "x")
def _any_na(t: Translator, x: Py) -> Py:
    return call("rv.any_na", [x], LOGICAL)


@base("complete.cases", "...")
def _complete_cases(t: Translator, dots: Dots) -> Py:
    return call("rv.complete_cases", [p for _, p in dots], LOGICALS.with_(many=True))


@base("na.omit", "object")
def _na_omit(t: Translator, **given: Py) -> Py:
    x = given["object"]
    return call(
        "rv.na_omit",
        [x],
        x.kind.with_(na=False, length=None, dims=None) if x.kind.atomic else x.kind,
    )


for _word in (
    "is.numeric",
    "is.character",
    "is.logical",
    "is.function",
    "is.list",
    "is.matrix",
    "is.vector",
    "is.data.frame",
    "is.factor",
    "is.integer",
    "is.double",
    "is.array",
    "is.atomic",
    "is.environment",
):

    @base(_word, "x")
    def _is_type(t: Translator, x: Py, _name: str = _word) -> Py:
        known = _known_type(x.kind, _name)
        if known is not None:
            return literal(known, constant(known, "logical"))
        if _name in ("is.integer", "is.double", "is.environment", "is.atomic"):
            raise Refused(f"{_name}() of a value that is not known here")
        return call(f"rv.{_name.replace('.', '_')}", [x], LOGICAL)


def _known_type(kind: Kind, test: str) -> bool | None:
    """Return what a question about a type is answered with, where it is known."""
    if kind.shape in ("any", "never", "missing", "other"):
        return None
    mode = kind.mode if kind.atomic else None
    if kind.shape == "atomic" and test in ("is.matrix", "is.vector", "is.array"):
        return None
    if mode == "any" and test in (
        "is.numeric",
        "is.character",
        "is.logical",
        "is.integer",
        "is.double",
    ):
        return None
    if kind.na and mode == "double" and test in ("is.logical", "is.numeric", "is.double"):
        return None
    match test:
        case "is.numeric":
            return mode in ("integer", "double")
        case "is.character":
            return mode == "character"
        case "is.logical":
            return mode == "logical"
        case "is.function":
            return kind.shape == "function"
        case "is.list":
            return kind.shape in ("list", "dict", "frame", "result")
        case "is.matrix":
            return kind.shape == "matrix"
        case "is.array":
            return kind.shape in ("matrix", "array")
        case "is.vector":
            return kind.shape in ("scalar", "vector", "list", "dict")
        case "is.data.frame":
            return kind.shape == "frame"
        case "is.factor":
            return kind.shape == "factor"
        case "is.integer":
            return None if kind.whole else mode == "integer"
        case "is.double":
            return None if kind.whole and not kind.const else mode == "double"
        case "is.atomic":
            return kind.atomic or kind.shape == "factor"
    return None


@base("as.numeric as.double", "x", "...")
def _as_numeric(t: Translator, x: Py, dots: Dots) -> Py:
    kind = x.kind
    if kind.shape in ("matrix", "array") and kind.numeric:
        x = as_vector(t, x)
        kind = x.kind
    if kind.is_scalar and kind.mode in ("double", "integer"):
        return x.of(
            kind.with_(
                mode="double",
                whole=kind.mode == "integer" or kind.whole,
                integral=is_int(kind),
                names=False,
            )
        )
    if kind.shape == "vector" and kind.mode == "double" and not kind.names:
        return x
    if kind.shape == "vector" and kind.mode in ("integer", "logical") and not kind.names:
        return as_float(x)
    if kind.is_scalar and kind.mode == "logical":
        return fill("float(X)", DOUBLE.with_(low=0, high=1), X=x)
    if kind.is_scalar:
        return call("rv.as_numeric", [x], DOUBLE.with_(na=kind.mode == "character"))
    return call(
        "rv.as_numeric",
        [x],
        DOUBLES.with_(na=kind.na or kind.mode == "character", length=kind.length, many=kind.many),
    )


@base("as.integer", "x", "...")
def _as_integer(t: Translator, x: Py, dots: Dots) -> Py:
    kind = x.kind
    if kind.is_scalar and kind.mode != "character" and not kind.na:
        if is_int(kind):
            return x.of(kind.with_(mode="integer", whole=False, integral=False))
        new = INTEGER.with_(
            low=None if kind.low is None else float(int(kind.low)), high=kind.high, native=True
        )
        if kind.low is not None and kind.high is not None:
            return fill("int(X)", new, X=x)
        return call("rv.as_integer", [x], new)
    if (
        kind.shape == "vector"
        and kind.mode in ("double", "logical")
        and not kind.na
        and (not kind.names)
    ):
        return fill("X.astype(int)", like(kind, "integer", low=kind.low, high=kind.high), X=x)
    if kind.shape == "vector" and kind.mode == "integer" and not kind.names:
        return x
    shape = "scalar" if kind.is_scalar else "vector"
    return call("rv.as_integer", [x], Kind(shape, "integer", na=True, length=kind.length))  # type: ignore[arg-type]


@base("as.logical", "x", "...")
def _as_logical(t: Translator, x: Py, dots: Dots) -> Py:
    kind = x.kind
    if kind.is_scalar and kind.mode in ("double", "integer") and not kind.na:
        return fill("bool(X)", LOGICAL.with_(native=True), X=x)
    if kind.shape == "vector" and kind.numeric and not kind.na and not kind.names:
        return fill("X != 0", like(kind, "logical", low=0, high=1), X=x)
    return call(
        "rv.as_logical", [x], Kind("scalar" if kind.is_scalar else "vector", "logical", na=True)
    )


@base("as.character", "x", "...")
def _as_character(t: Translator, x: Py, dots: Dots) -> Py:
    kind = x.kind
    if kind.mode == "character" and (kind.is_scalar or kind.shape == "vector") and not kind.names:
        return x
    if kind.is_scalar:
        if kind.mode == "integer" and not kind.na:
            return fill("str(X)", STRING, X=x)
        return call("rv.as_character", [printable(x)], STRING.with_(na=kind.na))
    if not kind.atomic:
        kind = Kind("vector" if kind.shape in ("factor", "list") else "atomic", "character")
        return call("rv.as_character", [x], kind)
    return call(
        "rv.as_character",
        [printable(x)],
        STRINGS.with_(
            shape="atomic" if kind.shape == "atomic" else "vector",
            length=kind.length,
            na=kind.na,
            many=kind.many,
        ),
    )


def printable(value: Py) -> Py:
    """Return a number such that R's text for it can be told: doubles as floats.

    R writes 100000 for an integer and 1e+05 for a double.
    """
    kind = value.kind
    if kind.mode != "double" or not kind.atomic or not kind.whole:
        return value
    if isinstance(kind.const, (int, float)) and abs(kind.const) < 1e5:
        return value
    if kind.high is not None and kind.low is not None and max(abs(kind.low), abs(kind.high)) < 1e5:
        return value
    if kind.is_scalar or kind.shape in ("vector", "matrix"):
        return as_float(value)
    return value


@base("as.vector", "x", "mode")
def _as_vector(t: Translator, x: Py, mode: Py | None) -> Py:
    if mode is not None:
        what = text(mode, "any", "mode")
        if what == "list":
            return call("rv.as_list", [x], Kind("list", item=ANY))
        if what in ("numeric", "double"):
            return _as_numeric(t, x, [])
        if what == "character":
            return _as_character(t, x, [])
        if what != "any":
            raise Refused(f"as.vector() with mode {what!r}")
    kind = x.kind
    if kind.is_list or (kind.shape == "vector" and not kind.names) or kind.is_scalar:
        return x
    if kind.shape == "vector":
        return call("rv.unname", [x], kind.with_(names=False))
    return as_vector(t, x)


@base("as.list", "x", "...")
def _as_list(t: Translator, x: Py, dots: Dots) -> Py:
    kind = x.kind
    if kind.is_list:
        return x
    if kind.shape == "vector" and not kind.names:
        return fill("list(X)", Kind("list", item=element_of(kind)), X=x)
    return call("rv.as_list", [x], ANY)


@base("unlist", "x", "recursive", "use.names")
def _unlist(t: Translator, x: Py, recursive: Py | None, use_names: Py | None) -> Py:
    refuse_given("unlist", recursive=recursive)
    kind = x.kind
    if kind.atomic:
        return x
    item = item_of(kind) if kind.is_list else ANY
    keep = use_names is None or flag(use_names, True, "use.names")
    if (
        kind.shape == "list"
        and item.is_scalar
        and item.mode in ("double", "integer", "logical")
        and (not item.na)
    ):
        new = Kind("vector", item.mode, low=item.low, high=item.high, length=kind.length)
        if item.mode == "double":
            return fill("np.array(X, dtype=float)" if item.whole else "np.array(X)", new, X=x)
        return fill("np.array(X)", new, X=x)
    if kind.shape == "list" and item.is_scalar and item.mode == "character":
        return fill("np.array(X, dtype=object)", STRINGS, X=x)
    mode: Mode = item.mode if item.atomic else "any"
    new = Kind(
        "vector",
        mode,
        na=item.na if item.atomic else False,
        low=item.low,
        high=item.high,
        whole=item.whole,
        names=keep and kind.shape != "list",
    )
    if kind.shape == "list" and item.names:
        new = new.with_(names=keep)
    if kind.shape == "frame":
        new = Kind("vector", names=keep)
    return call(
        "rv.unlist",
        [x],
        new if kind.is_list or kind.shape == "frame" else ANY,
        use_names=None if keep else literal(False),
    )


@base("class", "x")
def _class(t: Translator, x: Py) -> Py:
    kind = x.kind
    names = {
        "frame": "data.frame",
        "list": "list",
        "dict": "list",
        "function": "function",
        "factor": "factor",
        "result": "list",
        "null": "NULL",
    }
    modes = {
        "logical": "logical",
        "integer": "integer",
        "double": "numeric",
        "character": "character",
    }
    if kind.shape in names:
        return literal(names[kind.shape], constant(names[kind.shape], "character"))
    if kind.shape == "matrix":
        return fill("np.array(['matrix', 'array'], dtype=object)", STRINGS.with_(length=2))
    if (
        kind.shape in ("scalar", "vector")
        and kind.mode in modes
        and not kind.na
        and (kind.tag != "time")
    ):
        word = modes[kind.mode]
        return literal(word, constant(word, "character"))
    if kind.tag == "time" or kind.shape in ("other", "array"):
        raise Refused("class() of this value has no translation")
    if kind.is_scalar:
        raise Refused("class() of a number that may be an integer or a double")
    return call("rv.class_", [x], Kind("atomic", "character"))


@base("inherits", "x", "what")
def _inherits(t: Translator, x: Py, what: Py) -> Py:
    word = text(what, "", "what")
    if word in ("try-error", "error", "simpleError"):
        return fill("isinstance(X, Exception)", LOGICAL.with_(native=True), X=x)
    found = {
        "data.frame": "frame",
        "factor": "factor",
        "matrix": "matrix",
        "list": "list",
        "function": "function",
    }.get(word)
    if found is None or x.kind.shape in ("any", "never", "atomic"):
        raise Refused(f"inherits(x, {word!r}) of a value that is not known here")
    if found == "list" and x.kind.shape in ("dict", "result"):
        raise Refused("inherits(x, 'list') of a list that may have a class of its own")
    known = x.kind.shape == found
    return literal(known, constant(known, "logical"))


@base("identical", "x", "y")
def _identical(t: Translator, x: Py, y: Py) -> Py:
    numeric = all(v.kind.atomic and v.kind.mode in ("integer", "double", "any") for v in (x, y))
    if numeric and x.kind.mode != y.kind.mode:
        t.note("identical() does not tell integers from doubles here, as R's does", once=True)
    return call("rv.identical", [x, y], LOGICAL.with_(native=True))


@base("all.equal", "target", "current", "...", "tolerance", "check.attributes", "check.names")
def _all_equal(
    t: Translator,
    target: Py,
    current: Py,
    dots: Dots,
    tolerance: Py | None,
    check_attributes: Py | None,
    check_names: Py | None,
) -> Py:
    return call("rv.all_equal", [target, current], LOGICAL.with_(native=True), tolerance=tolerance)


@base("isTRUE", "x")
def _is_true(t: Translator, x: Py) -> Py:
    if x.kind.is_scalar and x.kind.mode == "logical" and not x.kind.na:
        return x
    return call("rv.is_true", [x], LOGICAL.with_(native=True))


@base("isFALSE", "x")
def _is_false(t: Translator, x: Py) -> Py:
    if x.kind.is_scalar and x.kind.mode == "logical" and not x.kind.na:
        return negated(t, x)
    return call("rv.is_false", [x], LOGICAL.with_(native=True))


@base("xor", "x", "y")
def _xor(t: Translator, x: Py, y: Py) -> Py:
    if x.kind.is_scalar and y.kind.is_scalar and x.kind.mode == y.kind.mode == "logical":
        return fill("X != Y", LOGICAL, X=x, Y=y)
    if x.kind.mode == y.kind.mode == "logical" and x.kind.shape == y.kind.shape == "vector":
        return fill("X ^ Y", like(x.kind, "logical"), X=x, Y=y)
    return call("rv.xor", [x, y], like(x.kind, "logical"))


@base("ifelse", "test", "yes", "no")
def _ifelse(t: Translator, test: Py, yes: Py, no: Py) -> Py:
    kind = test.kind
    a, b = yes.kind, no.kind
    mode: Mode = higher(a.mode, b.mode) if a.atomic and b.atomic else "any"
    lows, highs = [a.low, b.low], [a.high, b.high]
    claims = {
        "na": a.na or b.na or kind.na,
        "low": None if None in lows else min(lows),  # type: ignore[type-var]
        "high": None if None in highs else max(highs),  # type: ignore[type-var]
    }
    whole = mode == "double" and all(k.whole or k.mode != "double" for k in (a, b))
    sure = kind.mode == "logical" and kind.atomic and not kind.na and mode != "any"
    if kind.is_scalar and sure and a.is_scalar and b.is_scalar:
        new = join(a, b).with_(const=None)
        return fill("A if T else B", new, A=yes, B=no, T=test)
    same = all(
        v.kind.is_scalar
        or (
            v.kind.shape == kind.shape
            and (
                kind.shape != "vector"
                or (v.kind.length is not None and v.kind.length == kind.length)
                or _same_variables(test, v)
            )
        )
        for v in (yes, no)
    )
    textual = mode == "character"
    if (
        sure
        and kind.shape in ("vector", "matrix", "array")
        and same
        and (not textual or a.mode == b.mode)
        and not (mode == "logical" and (a.na or b.na))
    ):
        new = like(kind, mode, **{k: v for k, v in claims.items() if k != "na"}, whole=whole)
        new = new.with_(na=claims["na"])
        if textual:
            return fill("np.where(T, A, B).astype(object)", new, T=test, A=yes, B=no)
        if mode == "double" and whole:
            yes = as_float(yes) if constant_of(yes.node) is not None else yes
            no = as_float(no) if constant_of(no.node) is not None else no
            floats = any(isinstance(constant_of(v.node), float) for v in (yes, no))
            return fill("np.where(T, A, B)", new.with_(whole=not floats), T=test, A=yes, B=no)
        return fill("np.where(T, A, B)", new, T=test, A=yes, B=no)
    return call(
        "rv.ifelse",
        [test, yes, no],
        like(kind, mode, whole=mode == "double").with_(na=bool(claims["na"]))
        if kind.atomic
        else ANY,
    )


def _same_variables(first: Py, second: Py) -> bool:
    """Whether two elementwise expressions are of the same variables, and so of one length."""
    plain = (
        ast.Name,
        ast.Constant,
        ast.BinOp,
        ast.UnaryOp,
        ast.Compare,
        ast.operator,
        ast.unaryop,
        ast.cmpop,
        ast.expr_context,
    )
    names = []
    for value in (first, second):
        nodes = list(ast.walk(value.node))
        if not all(isinstance(node, plain) for node in nodes):
            return False
        names.append({node.id for node in nodes if isinstance(node, ast.Name)})
    return len(names[0]) == 1 and names[0] == names[1]
