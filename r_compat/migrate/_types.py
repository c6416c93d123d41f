"""Types: questions, conversions, comparisons of whole values."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from . import _rast as r
from ._arithmetic import negated, number_na
from ._calls import number_types
from ._column_classes import class_of_column
from ._dispatch import may_have_class
from ._environments import is_environment
from ._functions import UNKNOWN, Table
from ._kinds import (
    ANY,
    DOUBLE,
    DOUBLES,
    INTEGER,
    INTEGER_BITS,
    NEVER,
    NUMBER,
    STRING,
    STRINGS,
    TEXT,
    TEXTS,
    TRUTH,
    TRUTHS,
    Kind,
    Mode,
    atom,
    combined_values,
    constant,
    element_of,
    is_int,
    item_of,
    join,
    list_of,
    matrix,
    merged_mode,
    scalar,
    shaped,
    vector,
)
from ._pyexpr import Py, Refused, call, constant_of, fill, literal
from ._stops import answered
from ._storage import sure_type
from ._tools import (
    as_float,
    as_vector,
    flag,
    like,
    refuse_more,
    text,
)

if TYPE_CHECKING:
    from ._translate import Translator

TABLE = base = Table("base")

Dots = list[tuple[str | None, Py]]


# Types


@base("is.null", "x")
def _is_null(t: Translator, x: Py) -> Py:
    made = x.kind.shape in ("any", "vector") and not isinstance(x.node, ast.Name)
    asked = made and x.text.startswith("rv.")  # whose answer to nothing may be nothing
    if x.kind.nullable or asked or (t.scopes.has_nothing and (x.kind.shape == "any" or made)):
        return call("rv.is_null", [x], TRUTH)
    if x.kind.is_scalar and x.kind.na and x.kind.tag != "null":  # a text that is NA is None, too
        return literal(False, constant(False, "logical"))
    return fill("X is None", TRUTH, X=x)


@base("is.na", "x")
def _is_na(t: Translator, x: Py) -> Py:
    kind = x.kind
    new = kind.elementwise("logical", low=0, high=1, finite=True)
    if kind.atomic and kind.mode == "double":
        return fill("np.isnan(X)", new, X=x)
    if kind.is_scalar and kind.mode == "character":
        return fill("X is None", new, X=x)
    if kind.atomic and kind.mode in ("character", "any", "integer", "logical"):
        return call("rv.is_na", [x], new)
    if kind.shape == "null":
        return fill("np.array([], dtype=bool)", vector("logical", finite=True, length=0))
    if kind.shape == "frame":
        return call("rv.is_na", [x], matrix("logical", low=0, high=1, finite=True))
    return call("rv.is_na", [x], atom("logical", low=0, high=1, finite=True))


@base("is.nan", "x")
def _is_nan(t: Translator, x: Py) -> Py:
    if x.kind.na or not x.kind.numeric:
        return call("rv.is_nan", [x], like(x.kind, "logical", finite=True))
    return fill("np.isnan(X)", like(x.kind, "logical", finite=True), X=x)


@base("is.finite", "x")
def _is_finite(t: Translator, x: Py) -> Py:
    return fill("np.isfinite(X)", like(x.kind, "logical", finite=True), X=x)


@base("is.infinite", "x")
def _is_infinite(t: Translator, x: Py) -> Py:
    return fill("np.isinf(X)", like(x.kind, "logical", finite=True), X=x)


@base("anyNA", "x")
def _any_na(t: Translator, x: Py) -> Py:
    return call("rv.any_na", [x], TRUTH)


@base("complete.cases", "...")
def _complete_cases(t: Translator, dots: Dots) -> Py:
    return call("rv.complete_cases", [p for _, p in dots], TRUTHS.with_(many=True))


@base("na.omit", "object")
def _na_omit(t: Translator, **given: Py) -> Py:
    x = given["object"]
    return call(
        "rv.na_omit",
        [x],
        vector(x.kind.values).without_missing() if x.kind.is_scalar else x.kind.without_missing(),
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
):

    @base(_word, "x")
    def _is_type(t: Translator, x: Py, _name: str = _word) -> Py:
        known = _known_type(x.kind, _name)
        if known is not None:
            return literal(known, constant(known, "logical"))
        if _name in ("is.integer", "is.double", "is.atomic"):
            raise Refused(f"{_name}() of a value that is not known here")
        return call(f"rv.{_name.replace('.', '_')}", [x], TRUTH)


_NOT_OF_NULL = ("is.numeric", "is.character", "is.logical", "is.vector", "is.integer", "is.double")


def _known_type(kind: Kind, test: str) -> bool | None:
    """Return what a question about a type is answered with, where it is known."""
    if kind.shape in ("any", "never", "missing", "other"):
        return None
    mode = kind.mode if kind.atomic else None
    if (kind.nullable or kind.tag == "null") and test in _NOT_OF_NULL:
        return None
    if kind.shape == "atomic" and test in ("is.matrix", "is.vector", "is.array"):
        return None
    if kind.nullable and test not in ("is.integer", "is.double", "is.atomic"):
        return None
    if kind.shape == "vector" and test in ("is.vector", "is.array"):
        return None  # it may be an array of one dimension, with names or without
    if mode == "any" and test in (
        "is.numeric",
        "is.character",
        "is.logical",
        "is.integer",
        "is.double",
    ):
        return None
    if (
        kind.na
        and mode == "double"
        and test in ("is.logical", "is.numeric", "is.double", "is.integer")
    ):
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
            return None if kind.either else mode == "integer"
        case "is.double":
            return None if kind.either else mode == "double"
        case "is.atomic":
            return kind.atomic or kind.shape in ("factor", "null")
    return None


@base("as.numeric as.double", "x", "units", "...")
def _as_numeric(t: Translator, x: Py, units: Py | None, dots: Dots) -> Py:
    x = number_na(x)
    kind = x.kind
    if units is not None:
        if kind.shape != "any" or kind.tag:
            raise Refused("as.numeric() with units of what is no difference of dates in days")
        return call("rv.days_in", [x, units], ANY)
    if kind.shape in ("matrix", "array") and kind.numeric:
        x = as_vector(t, x)
        kind = x.kind
    if kind.is_scalar and kind.mode in ("double", "integer"):
        return x.of(
            kind.with_(
                mode="double",
                stored="int" if is_int(kind) else kind.stored,
            )
        )
    if kind.shape == "vector" and kind.mode == "double" and not kind.names and not kind.nullable:
        return x
    gaps = kind.mode == "logical" and kind.na
    if kind.shape == "vector" and kind.mode in ("integer", "logical") and not kind.names:
        return call("rv.as_numeric", [x], as_float(x).kind) if gaps else as_float(x)
    if kind.is_scalar and kind.mode == "logical" and not gaps:
        return fill("float(X)", NUMBER.with_(low=0, high=1, finite=kind.complete), X=x)
    if kind.is_scalar:
        return call("rv.as_numeric", [x], DOUBLE)
    if kind.shape in ("any", "atomic"):
        return call("rv.as_numeric", [x], atom("double"))
    return call(
        "rv.as_numeric",
        [x],
        DOUBLES.with_(
            complete=kind.complete and kind.numeric,
            finite=kind.finite and kind.numeric,
            bare=True,
            length=kind.length,
            many=kind.many,
        ),
    )


def _cut(low: float | None) -> float | None:
    return None if low is None else float(int(low))


def _raised(bound: float | None) -> float | None:
    """Return an upper bound of numbers that are cut: those below 0 rise."""
    return None if bound is None else max(bound, float(int(bound)))


@base("as.integer", "x", "...")
def _as_integer(t: Translator, x: Py, dots: Dots) -> Py:
    kind = x.kind
    if kind.tag == "raw":
        return fill("X.astype(int)", vector("integer", complete=True, bare=True), X=x)
    large = any(
        bound is not None and abs(bound) >= 1 << INTEGER_BITS for bound in (kind.low, kind.high)
    )
    if large or (kind.atomic and kind.mode == "double" and kind.bits > INTEGER_BITS):
        return call("rv.as_integer", [x], _converted(kind, "integer").with_(complete=False))
    if kind.is_scalar and kind.mode != "character" and not kind.na:
        if is_int(kind):
            return x.of(kind.with_(mode="integer"))
        new = INTEGER.with_(low=_cut(kind.low), high=_raised(kind.high), finite=kind.finite)
        if kind.low is not None and kind.high is not None:
            return fill("int(X)", new.with_(finite=True), X=x)
        return call("rv.to_integers" if new.complete else "rv.as_integer", [x], new)
    if (
        kind.shape == "vector"
        and kind.mode in ("double", "logical")
        and kind.finite
        and (not kind.names)
    ):
        new = kind.mapped("integer", low=_cut(kind.low), high=_raised(kind.high))
        bounded = kind.low is not None and kind.high is not None
        if bounded or kind.mode == "logical" or is_int(kind):
            return fill("X.astype(int)", new, X=x)
        return call("rv.to_integers", [x], new)
    if kind.shape == "vector" and kind.mode == "integer" and not kind.names and not kind.nullable:
        return x
    return call("rv.as_integer", [x], _converted(kind, "integer"))


@base("as.logical", "x", "...")
def _as_logical(t: Translator, x: Py, dots: Dots) -> Py:
    kind = x.kind
    if kind.is_scalar and kind.mode in ("double", "integer") and not kind.na:
        return fill("bool(X)", TRUTH, X=x)
    if kind.shape == "vector" and kind.numeric and not kind.na and not kind.names:
        return fill("X != 0", like(kind, "logical", low=0, high=1, finite=True), X=x)
    return call("rv.as_logical", [x], _converted(kind, "logical"))


def _converted(kind: Kind, mode: Mode) -> Kind:
    """Return the kind of a conversion that looks at the values."""
    if kind.is_scalar:
        return scalar(mode)
    if kind.shape in ("any", "atomic"):
        return atom(mode)
    return vector(mode, length=kind.length if kind.shape == "vector" else None)


@base("as.character", "x", "...")
def _as_character(t: Translator, x: Py, dots: Dots) -> Py:
    kind = x.kind
    if dots and kind.mode == "any":
        from ._dates import formatted

        label, form = dots[0]
        if len(dots) > 1 or label not in (None, "format"):
            raise Refused("as.character() with arguments that have no translation")
        return formatted(t, x, form)
    plain = kind.is_scalar or (kind.shape == "vector" and not kind.names and not kind.nullable)
    if kind.mode == "character" and plain:
        return x.of(kind.with_(tag="")) if kind.tag else x
    if kind.is_scalar:
        if kind.mode == "integer" and not kind.na:
            return fill("str(X)", TEXT, X=x)
        return call("rv.as_character", [printable(x)], STRING.with_(complete=kind.complete))
    if not kind.atomic:
        kind = shaped("vector" if kind.shape in ("factor", "list") else "atomic", "character")
        return call("rv.as_character", [x], kind)
    return call(
        "rv.as_character",
        [printable(x)],
        STRINGS.with_(
            shape="atomic" if kind.shape == "atomic" else "vector",
            length=kind.length,
            complete=kind.complete,
            many=kind.many,
            bare=True,
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
            return call("rv.as_list", [x], list_of(ANY))
        if what in ("numeric", "double"):
            return _as_numeric(t, x, None, [])
        if what == "character":
            return _as_character(t, x, [])
        if what != "any":
            raise Refused(f"as.vector() with mode {what!r}")
    kind = x.kind
    if kind.is_list or (kind.shape == "vector" and not kind.names) or kind.is_scalar:
        return x
    if kind.shape == "vector":
        return call("rv.vector", [x], kind.unlabelled())
    return as_vector(t, x)


@base("as.list", "x", "...")
def _as_list(t: Translator, x: Py, dots: Dots) -> Py:
    kind = x.kind
    if is_environment(kind):
        raise Refused(
            "the order in which R lists an environment has no translation: "
            "mget(ls(e), envir = e) has one"
        )
    if kind.is_list:
        return x
    bare = kind.shape == "vector" and not kind.names
    if bare and not kind.holds_none and (kind.complete or kind.mode != "character"):
        return fill("list(X)", list_of(element_of(kind)), X=x)
    known = bare and kind.mode == "logical"
    return call("rv.as_list", [x], list_of(element_of(kind)) if known else ANY)


@base("unlist", "x", "recursive", "use.names")
def _unlist(t: Translator, x: Py, recursive: Py | None, use_names: Py | None) -> Py:
    kind = x.kind
    if kind.atomic:
        return x
    item = item_of(kind) if kind.is_list else ANY
    keep = use_names is None or flag(use_names, True, "use.names")
    if not flag(recursive, True, "recursive") and not item.atomic:
        made = NEVER if kind.shape == "never" else ANY
        return call("rv.unlist_once", [x], made, use_names=None if keep else literal(False))
    sized = kind.shape == "list" and kind.filled  # of no elements R has NULL
    if sized and item.is_scalar and item.mode in ("double", "integer", "logical") and (not item.na):
        new = vector(item.values, length=kind.length, bare=True)
        if item.mode == "double":
            new = new.with_(stored="float")
            return fill("np.array(X, dtype=float)" if item.whole else "np.array(X)", new, X=x)
        return fill("np.array(X)", new, X=x)
    if sized and item.is_scalar and item.mode == "character" and item.complete:
        return fill("np.array(X, dtype=object)", vector(item.values, bare=True), X=x)
    bare = not keep or (kind.shape == "list" and item.labels.bare)
    new = vector(bare=bare)
    if item.atomic:
        new = vector(item.values, bare=bare)
        if not (kind.filled or kind.items):  # then it is NULL, which is stored as floats
            new = new.with_(stored="")
    if kind.shape == "frame":
        new = vector(bare=not keep)
    t.scopes.has_nothing = True  # unlist() of no element
    return call(
        "rv.unlist",
        [x],
        new.with_(nullable=True) if kind.is_list else new if kind.shape == "frame" else ANY,
        use_names=None if keep else literal(False),
        nulls=literal(False) if item.missing_text else None,
    )


@base("class", "x", lazy=True)
def _class(t: Translator, x: r.Node) -> Py:
    of_column = class_of_column(t, x)
    value = t.expr(x)
    if of_column is None and value.kind.shape == "any" and not value.kind.tag:
        types = number_types(t, value)
        if types and len(types) == 1 and types != UNKNOWN:
            word = literal(True) if types == {"integer"} else literal("never")
            made = call("rv.class_", [value], atom("character", complete=True), integers=word)
            return answered(made, [value])
    return of_column or answered(_class_of(t, value), [value])


def _class_of(t: Translator, x: Py) -> Py:
    kind = x.kind
    names = {
        "frame": "data.frame",
        "list": "list",
        "dict": "list",
        "function": "function",
        "result": "list",
        "null": "NULL",
    }
    modes = {
        "logical": "logical",
        "integer": "integer",
        "double": "numeric",
        "character": "character",
    }
    if kind.tag == "symnum":
        return literal("noquote", constant("noquote", "character"))
    if kind.either and not kind.atomic:
        info = t.scope.info  # a default method mostly is told the class of what it cannot take
        if info is None or not info.name.endswith(".default"):
            raise Refused("class() of numbers that may be integers or doubles")
        return call("rv.class_", [x], atom("character", complete=True), integers=literal(None))
    if may_have_class(t, kind) or kind.tag in ("condition", "try-error"):
        return _class_told(x)
    if kind.shape in names:
        return literal(names[kind.shape], constant(names[kind.shape], "character"))
    counts = kind.names and not kind.is_scalar  # perhaps those of table(), or of tapply()
    if counts and kind.shape != "matrix" and kind.mode in ("character", "logical"):
        return _class_told(x)
    counts = counts and kind.mode in ("integer", "double", "any")
    sure = kind.mode == "integer" or (kind.stored == "float" and not kind.either)
    if counts and ((sure and kind.complete) or kind.mode == "any"):
        return _class_told(x)
    if counts:
        raise Refused("class() of numbers with names, which may be a table")
    if kind.shape == "matrix":
        return fill("np.array(['matrix', 'array'], dtype=object)", TEXTS.with_(length=2))
    known = sure_type(kind)
    if kind.shape in ("scalar", "vector") and known is not None:
        word = modes[known]
        return literal(word, constant(word, "character"))
    unsure = kind.either or kind.mode == "any" or kind.whole
    if kind.atomic and unsure and kind.shape != "array":
        raise Refused("class() of numbers that may be integers or doubles")
    if kind.tag == "time" or kind.shape in ("other", "array"):
        raise Refused("class() of this value has no translation")
    if kind.is_scalar or (kind.shape == "vector" and kind.mode == "double" and not kind.na):
        raise Refused("class() of a number that may be an integer or a double")
    return _class_told(x)


def _class_told(x: Py) -> Py:
    """Ask for the class at run time; whole numbers do not tell whether they are integers of R."""
    known = literal(True) if sure_type(x.kind) == "integer" else None
    return call("rv.class_", [x], atom("character", complete=True), integers=known)


_IMPLICIT = {
    "numeric": "double", "integer": "integer", "character": "character", "logical": "logical",
    "double": "", "complex": "", "array": "",
}  # fmt: skip


def _inherits_implicitly(kind: Kind, word: str) -> Py:
    """Whether an atomic value has the class that R gives to its mode, or to an array."""
    if kind.shape == "atomic":
        raise Refused(f"inherits(x, {word!r}) of a value that is not known here")
    if word == "array" or kind.shape in ("matrix", "array"):
        known = word == "array" and kind.shape in ("matrix", "array")
        return literal(known, constant(known, "logical"))
    mode = _sure_mode(kind)
    if mode == "any" or kind.names:  # it may be a table
        raise Refused(f"inherits(x, {word!r}) of a value that is not known here")
    known = mode == _IMPLICIT[word]
    return literal(known, constant(known, "logical"))


@base("inherits", "x", "what", "which")
def _inherits(t: Translator, x: Py, what: Py, which: Py | None) -> Py:
    if which is not None or not isinstance(what.kind.const, str):
        kind = TRUTH if which is None else ANY
        return call("rv.inherits", [x, what], kind, which=which)
    word = text(what, "", "what")
    if word in ("try-error", "error", "simpleError", "warning", "condition") or may_have_class(
        t, x.kind
    ):
        return call("rv.inherits", [x, what], TRUTH)
    found = {
        "data.frame": "frame",
        "factor": "factor",
        "matrix": "matrix",
        "list": "list",
        "function": "function",
    }.get(word)
    if found is None and x.kind.atomic and word in _IMPLICIT:
        return _inherits_implicitly(x.kind, word)
    counts = x.kind.atomic and x.kind.names and word == "table"
    if found is None and not counts and (x.kind.atomic or x.kind.is_list):
        return literal(False, constant(False, "logical"))
    if found is None or x.kind.shape in ("any", "never", "atomic"):
        raise Refused(f"inherits(x, {word!r}) of a value that is not known here")
    if found == "list" and x.kind.shape in ("dict", "result"):
        raise Refused("inherits(x, 'list') of a list that may have a class of its own")
    known = x.kind.shape == found
    return literal(known, constant(known, "logical"))


@base("identical", "x", "y")
def _identical(t: Translator, x: Py, y: Py) -> Py:
    modes = [_sure_mode(v.kind) for v in (x, y)]
    told = None  # R tells integers from doubles, Python's types need not
    if any(v.kind.atomic and v.kind.either for v in (x, y)):
        raise Refused("identical() of numbers that may be integers or doubles")
    if "any" not in modes and {"integer", "double"} & set(modes):
        open_ = "logical" in modes and any(v.kind.mode == "double" and v.kind.na for v in (x, y))
        if not open_:  # NA alone is a logical
            told = literal("same" if modes[0] == modes[1] else "differ")
    elif {"integer", "double"} & set(modes) and x.kind.atomic and y.kind.atomic:
        raise Refused("identical() of numbers that may be integers or doubles")
    elif "double" in modes:  # beside what run time tells: no whole numbers for doubles
        x, y = (as_float(v) if v.kind.atomic and v.kind.mode == "double" else v for v in (x, y))
    return call("rv.identical", [x, y], TRUTH, modes=told)


def _sure_mode(kind: Kind) -> str:
    """Return the mode of an atomic value where R's own could not be another one."""
    return "any" if not kind.atomic or kind.either else kind.mode


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
    refuse_more("all.equal", dots)
    if check_names is not None and check_names.kind.const is not True:
        raise Refused("all.equal() with check.names has no translation")
    whole = check_attributes is None or check_attributes.kind.const is True
    return call(
        "rv.equality",
        [target, current],
        scalar(),
        tolerance=tolerance,
        attributes=None if whole else check_attributes,
    )


@base("isTRUE", "x")
def _is_true(t: Translator, x: Py) -> Py:
    if isinstance(x.node, ast.Call) and ast.unparse(x.node.func) == "rv.equality":
        word = ast.parse("rv.all_equal", mode="eval").body
        return Py(ast.Call(word, x.node.args, x.node.keywords), TRUTH)
    if x.kind.is_scalar and x.kind.mode == "logical" and not x.kind.na:
        return x
    return call("rv.is_true", [x], TRUTH)


@base("isFALSE", "x")
def _is_false(t: Translator, x: Py) -> Py:
    if x.kind.is_scalar and x.kind.mode == "logical" and not x.kind.na:
        return negated(t, x)
    return call("rv.is_false", [x], TRUTH)


@base("xor", "x", "y")
def _xor(t: Translator, x: Py, y: Py) -> Py:
    sure = x.kind.complete and y.kind.complete and x.kind.mode == y.kind.mode == "logical"
    if x.kind.is_scalar and y.kind.is_scalar and sure:
        return fill("X != Y", TRUTH, X=x, Y=y)
    same = x.kind.length is not None and x.kind.length == y.kind.length
    if sure and x.kind.shape == y.kind.shape == "vector" and same:
        return fill("X ^ Y", like(x.kind, "logical", finite=True), X=x, Y=y)
    return call("rv.xor", [x, y], ANY)


@base("ifelse", "test", "yes", "no")
def _ifelse(t: Translator, test: Py, yes: Py, no: Py) -> Py:
    kind = test.kind
    a, b = yes.kind, no.kind
    mode = merged_mode(a, b)
    known = combined_values([a, b], mode)
    if kind.na or not (a.filled and b.filled):  # of nothing R takes NA
        known = known.having(complete=False)
    if mode == "double" and a.mode != b.mode:  # R has the mode of those that are chosen
        known = known.having(either=True)
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
        and not kind.names
        and same
        and (not textual or (a.mode == b.mode and kind.filled))  # of nothing it is logical
        and not any(k.mode == "logical" and k.na for k in (a, b))
    ):
        new = kind.elementwise(mode).with_values(known)
        if textual:
            return fill("np.where(T, A, B).astype(object)", new, T=test, A=yes, B=no)
        if mode == "double" and whole:
            yes = as_float(yes) if constant_of(yes.node) is not None else yes
            no = as_float(no) if constant_of(no.node) is not None else no
            floats = any(isinstance(constant_of(v.node), float) for v in (yes, no))
            if floats:
                new = new.with_(stored="float")
            return fill("np.where(T, A, B)", new, T=test, A=yes, B=no)
        return fill("np.where(T, A, B)", new, T=test, A=yes, B=no)
    new = ANY
    if kind.atomic:
        new = kind.elementwise("any").with_values(
            known.having(mode=_chosen(kind, a, b), stored="", either=a.mode != b.mode or a.either)
        )
    return call("rv.ifelse", [test, yes, no], new)


def _chosen(test: Kind, yes: Kind, no: Kind) -> Mode:
    """Return the mode of ``ifelse``: of the sides that are chosen, and logical where none is."""
    if test.na or not (yes.atomic and no.atomic):
        return "any"
    if yes.mode == no.mode:
        return yes.mode
    return "double" if {yes.mode, no.mode} == {"integer", "double"} else "any"


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
