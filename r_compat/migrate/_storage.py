"""How R stores values: modes and types where they are known, bits of integers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _rast as r
from ._functions import Table
from ._kinds import INTEGER_BITS, Kind, Mode, atom, constant, other, vector
from ._pyexpr import Py, Refused, call, literal
from ._stops import answered

if TYPE_CHECKING:
    from ._translate import Translator

TABLE = base = Table("base")

RAW = other("raw")
_UNKNOWN = "how R stores this value is not known here"
_SHAPES = {
    "list": "list",
    "dict": "list",
    "frame": "list",
    "result": "list",
    "null": "NULL",
    "function": "function",
    "factor": "integer",
}


def sure_type(kind: Kind) -> str | None:
    """Return R's type of a value where it could not be another one; None if it could."""
    if kind.shape in _SHAPES:
        return _SHAPES[kind.shape]
    if not kind.atomic or kind.tag or kind.grows or kind.nullable:
        return None
    # NA alone is a logical.
    joined = kind.mode == "double" and kind.na and kind.const is None
    return None if joined or kind.either or kind.mode == "any" else kind.mode


def _told(word: str) -> Py:
    return literal(word, constant(word, "character"))


@base("typeof storage.mode", "x", lazy=True)
def _typeof(t: Translator, x: r.Node) -> Py:
    value = t.expr(x)
    found = sure_type(value.kind)
    if found is None:
        raise Refused(_UNKNOWN)
    if found == "function" and not isinstance(x, r.Function):
        if not (isinstance(x, r.Name) and t.is_own(x.name)):
            raise Refused(_UNKNOWN)  # R tells its own functions from others
        found = "closure"
    return answered(_told("closure" if found == "function" else found), [value])


@base("mode", "x")
def _mode(t: Translator, x: Py) -> Py:
    if x.kind.nullable:
        raise Refused("mode() of what may be NULL")
    found = sure_type(x.kind)
    if found is None and x.kind.atomic and x.kind.mode == "double" and not x.kind.tag:
        # or an integer: R says numeric of both; NA alone is a logical
        found = "double" if x.kind.complete else None
    if found is None:
        raise Refused(_UNKNOWN)
    return _told({"integer": "numeric", "double": "numeric"}.get(found, found))


_MODES: dict[object, Mode] = {
    "integer": "integer", "double": "double", "numeric": "double", "logical": "logical",
    "character": "character",
}  # fmt: skip


@base.store("storage.mode mode")
def _store_mode(t: Translator, x: Py, args: list[r.Arg], value: Py) -> Py:
    mode = _MODES.get(value.kind.const)
    if mode is None or not (x.kind.atomic or x.kind.shape in ("any", "never")):
        raise Refused("this type cannot be given to this value")
    if sure_type(x.kind) == mode:
        return x
    kind = x.kind
    numbers = kind.numeric and mode in ("integer", "double") and kind.finite
    if kind.bits > INTEGER_BITS and mode == "integer":
        numbers = False  # it may be too large
    new = kind.elementwise(mode, finite=numbers) if kind.atomic else atom(mode)
    return call("rv.retyped", [x, literal(mode)], new)


@base("intToBits", "x")
def _int_to_bits(t: Translator, x: Py) -> Py:
    return call("rv.int_to_bits", [x], RAW)


@base("sequence", "nvec", "from", "by")
def _sequence(t: Translator, nvec: Py, by: Py | None, **given: Py | None) -> Py:
    first = given["from"]
    if any(p is not None and not p.kind.is_scalar for p in (first, by)):
        raise Refused("sequence() with several beginnings")
    words = {"start": first, "by": by}
    return call("rv.sequence", [nvec], vector("integer", complete=True, bare=True), **words)


__all__ = ["TABLE"]
