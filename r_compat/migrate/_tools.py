"""What entries of the tables share: flags, sizes, shapes of results."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ._arithmetic import as_float, as_integer
from ._kinds import (
    ANY,
    Kind,
    Mode,
    combined_values,
    is_int,
    merged_mode,
    other,
    scalar,
    vector,
)
from ._positions import as_int
from ._pyexpr import Py, Refused, call, constant_of, fill, literal, text_of

if TYPE_CHECKING:
    from ._translate import Translator

COLLATION = "text is ordered as R does in most locales (a, A, b, B), not by code points"
COUNTED = scalar("integer", finite=True)  # what int() makes
DONE = other("done")  # a call whose value nobody uses
DTYPES = {"double": "float", "integer": "int", "logical": "bool", "character": "object"}


def common_mode(parts: list[Py]) -> Mode:
    """Return the mode that R coerces values to, "any" if one is not known."""
    if not all(part.kind.atomic for part in parts):
        return "any"
    others = [part for part in parts if part.text != "rv.NA"]  # NA takes the mode of these
    return merged_mode(*[part.kind for part in others or parts])


def flag(value: Py | None, default: bool, what: str) -> bool:
    """Return an argument that must be TRUE or FALSE in the text."""
    if value is None:
        return default
    if isinstance(value.kind.const, bool):
        return value.kind.const
    if value.kind.const in (0, 1):
        return bool(value.kind.const)
    raise Refused(f"{what} must be written TRUE or FALSE")


def text(value: Py | None, default: str, what: str) -> str:
    """Return an argument that must be written out as text."""
    if value is None:
        return default
    if isinstance(value.kind.const, str):
        return value.kind.const
    raise Refused(f"{what} must be written out")


def refuse_given(function: str, **given: Any) -> None:
    """Refuse arguments that have no translation."""
    for key, value in given.items():
        if value is not None:
            raise Refused(
                f"the argument {key.replace('_', '.')} of {function}() has no translation"
            )


def refuse_more(function: str, dots: Sequence[tuple[str | None, Py]], ignored: str = "") -> None:
    """Refuse arguments of ``...`` that have no translation; R's function ignores those named."""
    for label, _ in dots:
        if label is None or label not in ignored.split():
            told = "an argument more" if label is None else f"the argument {label}"
            raise Refused(f"{told} of {function}() has no translation")


def like(kind: Kind, mode: Mode, **claims: Any) -> Kind:
    """Return the shape of a value, with other values: `claims` says what is known of them."""
    return kind.elementwise(mode, **claims)


def or_null(value: Py) -> Py:
    """Return None for a vector that began as NULL and has no elements yet."""
    if not value.kind.nullable:
        return value
    return call("rv.or_null", [value], ANY)


def size(value: Py) -> Py:
    """Return a length or an extent as Python's int."""
    kind = value.kind
    if kind.shape == "any" or kind.shape == "never" or kind.shape == "atomic":
        return call("rv.size", [value], COUNTED)
    if not kind.is_scalar:
        if kind.shape == "vector":
            return fill("int(X[0])", COUNTED, X=value)
        raise Refused("a size must be a number")
    return as_int(value)


def many(kind: Kind) -> bool:
    """Whether a size is taken to be more than one."""
    if isinstance(kind.const, (int, float)):
        return kind.const > 1
    return (kind.soft is not None and kind.soft >= 2) or (kind.low is not None and kind.low >= 2)


def length_of(kind: Kind) -> int | None:
    """Return a size that is known."""
    if isinstance(kind.const, bool) or not isinstance(kind.const, (int, float)):
        return None
    return int(kind.const)


def sized(kind: Kind, count: Py) -> Kind:
    """Return a vector of a given length."""
    return kind.with_(length=length_of(count.kind), many=many(count.kind))


def array_of(values: list[Py]) -> Py | None:
    """Return ``np.array([...])`` of scalars, with R's common mode; None if one is not known."""
    gaps = [text_of(value.node) == "rv.NA" for value in values]
    if any(not value.kind.is_scalar or value.kind.mode == "any" for value in values):
        return None
    mode = merged_mode(*[v.kind for v, gap in zip(values, gaps, strict=True) if not gap])
    if mode == "any":
        return None
    if all(gaps):
        mode = "double"
    elif any(gaps) and mode == "logical":  # None is NA among logicals
        if any(value.kind.na and not gap for value, gap in zip(values, gaps, strict=True)):
            return None
        parts = [literal(None) if gap else v for v, gap in zip(values, gaps, strict=True)]
        kind = vector("logical", low=0, high=1, length=len(values), bare=True)
        return fill("np.array([*XS], dtype=object)", kind, XS=parts)
    elif any(gaps) and mode == "integer":
        if not any(v.kind.stored for v, gap in zip(values, gaps, strict=True) if gap):
            kind = vector("integer", length=len(values), bare=True)  # floats, as one is NA
            made = [as_float(v) if constant_of(v.node) is not None else v for v in values]
            return fill("np.array([*XS])", kind, XS=made)
        mode = "double"  # of NA_real_
    known = combined_values([value.kind for value in values], mode)
    na = not known.complete
    if mode == "character":
        if any(value.kind.mode != "character" for value in values):
            return None
        return fill(
            "np.array([*XS], dtype=object)",
            vector(known, length=len(values), bare=True),
            XS=values,
        )
    if mode == "logical" and na:
        return None
    kind = vector(known, length=len(values), bare=True)
    if mode != "double":
        if mode == "integer" and na:  # nan makes an array of floats
            sure = any(gaps) and all(
                gap or (v.kind.complete and v.kind.mode != "logical")
                for v, gap in zip(values, gaps, strict=True)
            )
            return fill("np.array([*XS], dtype=float)", kind, XS=values) if sure else None
        return fill("np.array([*XS])", kind, XS=values)
    kind = kind.with_(stored="float")
    made = [as_float(v) if constant_of(v.node) is not None else v for v in values]
    sure = any(not v.kind.whole and v.kind.mode == "double" for v in made)
    if sure:
        return fill("np.array([*XS])", kind, XS=made)
    return fill("np.array([*XS], dtype=float)", kind, XS=values)


def numbers(value: Py) -> Py:
    """Return logicals as 0 and 1; numbers as they are."""
    if value.kind.mode == "logical" and value.kind.atomic and not value.kind.na:
        return as_integer(value)
    return value


def array_literal(value: Py) -> ast.List | None:
    """Return the list in ``np.array([...])``."""
    node = value.node
    if isinstance(node, ast.Call) and text_of(node.func) == "np.array" and node.args:
        inner = node.args[0]
        if isinstance(inner, ast.List):
            return inner
    return None


def strings_literal(value: Py) -> Py:
    """Return text as a list if it is written out, otherwise as it is."""
    inner = array_literal(value)
    if inner is not None:
        return Py(inner, value.kind)
    return value


def as_vector(t: Translator, value: Py) -> Py:
    """Return a value as a 1-d array."""
    kind = value.kind
    if kind.shape == "vector":
        return value
    if kind.is_scalar:
        made = array_of([value])
        if made is not None:
            return made
    if kind.shape in ("matrix", "array"):
        new = kind.reordered()
        return Py(fill("X.ravel(order='F')", X=value).node, new, value.alias)
    return call(
        "rv.vector",
        [value],
        kind.subset().unlabelled() if kind.atomic else vector(),
    )


__all__ = [
    "DTYPES", "array_literal", "array_of", "as_float", "as_int", "as_integer", "as_vector", "flag",
    "is_int", "length_of", "like", "literal", "many", "numbers", "refuse_given", "size", "sized",
    "strings_literal", "text",
]  # fmt: skip
