"""Characters: their codes, numbers in other bases, where a pattern is found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _rast as r
from ._functions import Table
from ._kinds import (
    ANY,
    INTEGER,
    INTEGERS,
    POSITIONS,
    STRING,
    TEXT,
    TEXTS,
    Kind,
    list_of,
    vector,
)
from ._pyexpr import Py, Refused, call, fill, literal
from ._tools import flag, refuse_given

if TYPE_CHECKING:
    from ._translate import Translator

TABLE = characters = Table("base")

Dots = list[tuple[str | None, Py]]


def _texts_like(kind: Kind) -> Kind:
    if kind.is_scalar:
        return TEXT if kind.complete else STRING
    return vector("character", complete=kind.complete) if kind.shape == "vector" else ANY


def _numbers_like(kind: Kind) -> Kind:
    if kind.is_scalar:
        return INTEGER
    return INTEGERS if kind.shape == "vector" else ANY


@characters("strtoi", "x", "base")
def _strtoi(t: Translator, x: Py, base: Py | None) -> Py:
    return call("rv.strtoi", [x] if base is None else [x, base], _numbers_like(x.kind))


@characters("utf8ToInt", "x")
def _utf8_to_int(t: Translator, x: Py) -> Py:
    if not x.kind.is_scalar and x.kind.shape != "any":
        raise Refused("utf8ToInt() of several texts")
    return call("rv.utf8_to_int", [x], POSITIONS.with_(low=0))


@characters("intToUtf8", "x", "multiple")
def _int_to_utf8(t: Translator, x: Py, multiple: Py | None) -> Py:
    each = multiple is not None and flag(multiple, False, "multiple")
    one = TEXT if x.kind.numeric and not x.kind.na else STRING  # NA as soon as one code is
    return call("rv.int_to_utf8", [x], TEXTS if each else one, multiple=multiple)


for _word, _operation, _sign in (
    ("bitwAnd", "and", "&"),
    ("bitwOr", "or", "|"),
    ("bitwXor", "xor", "^"),
    ("bitwShiftL", "left", ""),
    ("bitwShiftR", "right", ""),
):

    @characters(_word, "a", "b")
    def _bitwise(
        t: Translator, a: Py, b: Py, _operation: str = _operation, _sign: str = _sign
    ) -> Py:
        scalars = a.kind.is_scalar and b.kind.is_scalar
        if scalars and _sign and not (a.kind.na or b.kind.na):
            return fill(f"int(A) {_sign} int(B)", INTEGER.with_(finite=True), A=a, B=b)
        kind = INTEGER if scalars else INTEGERS
        known = all(v.kind.is_scalar or v.kind.shape == "vector" for v in (a, b))
        return call("rv.bitwise", [a, b, literal(_operation)], kind if known else ANY)


@characters("make.names", "names", "unique")
def _make_names(t: Translator, names: Py, unique: Py | None) -> Py:
    distinct = unique is not None and flag(unique, False, "unique")
    word = "rv.distinct_names" if distinct else "rv.make_names"
    return call(word, [names], _texts_like(names.kind))


@characters("make.unique", "names", "sep")
def _make_unique(t: Translator, names: Py, sep: Py | None) -> Py:
    return call("rv.make_unique", [names], _texts_like(names.kind), sep=sep)


@characters("trimws", "x", "which", "whitespace")
def _trimws(t: Translator, x: Py, which: Py | None, whitespace: Py | None) -> Py:
    if whitespace is not None:
        return call("rv.trimmed", [x, whitespace], _texts_like(x.kind), which=which)
    return call("rv.trimws", [x], _texts_like(x.kind), which=which)


@characters("shQuote", "string", "type")
def _sh_quote(t: Translator, string: Py, type: Py | None) -> Py:
    refuse_given("shQuote", type=type)
    return call("rv.sh_quote", [string], _texts_like(string.kind))


for _word, _function in (("regexpr", "first_positions"), ("gregexpr", "all_positions")):

    @characters(_word, "pattern", "text", "ignore.case", "perl", "fixed")
    def _found(
        t: Translator,
        pattern: Py,
        ignore_case: Py | None,
        perl: Py | None,
        fixed: Py | None,
        _function: str = _function,
        **given: Py,
    ) -> Py:
        """Positions only; what regmatches() does with them is translated where they stand."""
        kind = POSITIONS.with_(low=-1)
        if _function == "all_positions":
            kind = list_of(kind)
        words = {"fixed": fixed, "ignore_case": ignore_case}
        return call(f"rv.{_function}", [pattern, given["text"]], kind, **words)


@characters.store("substr")
def _store_substr(t: Translator, x: Py, args: list[r.Arg], value: Py) -> Py:
    if len(args) != 2:
        raise Refused("substr() with other than two ends is assigned")
    ends = [t.expr(arg.value) for arg in args]
    return call("rv.set_substr", [x, *ends, value], _texts_like(x.kind))


@characters("dirname", "path")
def _dirname(t: Translator, path: Py) -> Py:
    return call("rv.dirname", [path], _texts_like(path.kind))
