"""Data frames, made of vectors and of other values, and as matrices."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from . import _rast as r
from ._deparse import deparsed
from ._functions import Table
from ._kinds import (
    FACTOR,
    FRAME,
    NEVER,
    Kind,
    Stored,
    column_mode,
    combined_values,
    frame_of,
    matrix,
    vector,
)
from ._pyexpr import Py, Refused, call, fill, literal, told
from ._tools import refuse_more

if TYPE_CHECKING:
    from ._translate import Translator

TABLE = stats = Table("stats")
Dots = list[tuple[str | None, Py]]


def dict_of_dots(dots: Dots) -> Py:
    return Py(ast.Dict([ast.Constant(n) for n, _ in dots], [p.node for _, p in dots]))


def _told_columns(dots: Dots) -> Py:
    return dict_of_dots([(n, told(p)) for n, p in dots])


def as_column(kind: Kind) -> Kind:
    if kind.is_scalar or kind.shape == "vector":
        stored: Stored = "" if kind.is_scalar else kind.stored
        return vector(kind.values, stored=stored, many=True, bare=True)
    return kind if kind.shape == "factor" else vector(many=True, bare=True)


def _made_name(text: str) -> str:
    """Return a name of a column as R makes it syntactic."""
    import re

    if not re.match(r"[A-Za-z]|\.(?![0-9])", text):
        text = f"X{text}"
    text = re.sub(r"[^A-Za-z0-9._]", ".", text)
    return f"{text}." if text in _RESERVED_WORDS else text


def _written(node: r.Node | None, checked: bool) -> str | None:
    """Return what R calls a column that is given without a name: its text, in one line of R."""
    try:
        text = deparsed(node)
    except Refused:
        return None
    if len(text) > 55 or text.startswith("I("):
        return None
    return _made_name(text) if checked else text


_RESERVED_WORDS = (
    "if", "else", "repeat", "while", "function", "for", "next", "break", "TRUE", "FALSE", "NULL",
    "Inf", "NaN", "NA", "in",
)  # fmt: skip


@stats("data.frame", "...", "stringsAsFactors", "check.names", "row.names", lazy=True)
def _data_frame(
    t: Translator,
    dots: list[r.Arg],
    stringsAsFactors: r.Node | None,
    check_names: r.Node | None,
    row_names: r.Node | None,
) -> Py:
    factors = isinstance(stringsAsFactors, r.Bool) and stringsAsFactors.value
    called = None if row_names is None or isinstance(row_names, r.Null) else t.expr(row_names)
    if called is not None and not (called.kind.atomic or called.kind.shape == "any"):
        raise Refused("row.names of data.frame() that are not known to be names")
    checked = not (isinstance(check_names, r.Bool) and not check_names.value)
    if check_names is not None and not isinstance(check_names, r.Bool):
        raise Refused("check.names must be written TRUE or FALSE")
    pairs: Dots = []
    loose: list[Py] = []  # tables without a name of their own
    for arg in dots:
        value = t.expr(arg.value)
        label = arg.name
        if value.kind.is_list:
            raise Refused("data.frame() of a list: R makes a column of each element")
        if label is None and not (value.kind.is_scalar or value.kind.shape in ("vector", "factor")):
            own = arg.value.name if isinstance(arg.value, r.Name) else _written(arg.value, checked)
            loose.append(literal(own or f"x{len(pairs)}"))
        if label is None and isinstance(arg.value, r.Name):
            label = arg.value.name
        if label is None:
            label = _written(arg.value, checked)
        if label is None and value.kind.shape not in ("frame", "matrix", "dict"):
            raise Refused("a column of data.frame() whose name is its text in R")
        if factors and value.kind.mode == "character":
            value = call("rv.factor", [value], FACTOR)
        if checked and arg.name is not None:
            label = _made_name(arg.name)
        pairs.append((label or f"x{len(pairs)}", value))
    if len({n for n, _ in pairs}) != len(pairs):
        raise Refused("data.frame() with two columns of one name")
    if any(p.kind.shape == "never" for _, p in pairs):
        return fill("rv.data_frame(D)", NEVER, D=dict_of_dots(pairs))
    apart = fill("[*XS]", XS=loose) if loose else None
    flat = all(p.kind.is_scalar or p.kind.shape in ("vector", "factor") for _, p in pairs)
    items = tuple((str(n), as_column(p.kind)) for n, p in pairs)
    kind = frame_of(items if flat else None)
    if not pairs:
        return fill("pd.DataFrame()", frame_of(()))
    words = {"loose": apart, "check_names": None if checked or flat else literal(False)}
    if called is not None:
        return call("rv.frame_names", [_told_columns(pairs)], kind, row_names=called, **words)
    columns = [p.kind for _, p in pairs]
    same = {k.length for k in columns if k.shape == "vector"}
    plain = all(k.mode != "any" and not k.names for k in columns)
    if flat and plain and all(k.is_scalar for k in columns):
        cells = [(n, fill("[X]", X=p)) for n, p in pairs]
        return fill("pd.DataFrame(D)", kind, D=dict_of_dots(cells))
    if flat and plain and len(same) == 1 and any(k.shape == "vector" for k in columns):
        return fill("pd.DataFrame(D)", kind, D=dict_of_dots(pairs))
    numbered = literal(False) if isinstance(row_names, r.Null) else None
    return call("rv.data_frame", [_told_columns(pairs)], kind, row_names=numbered, **words)


@stats("as.data.frame", "x", "...", "stringsAsFactors", "responseName")
def _as_data_frame(
    t: Translator, x: Py, dots: Dots, stringsAsFactors: Py | None, responseName: Py | None
) -> Py:
    refuse_more("as.data.frame", dots)
    if x.kind.shape == "frame":
        return x
    items = None
    if x.kind.shape == "dict" and x.kind.items is not None:
        items = tuple((k, as_column(v)) for k, v in x.kind.items)
    table = x.kind.atomic or x.kind.shape == "any"
    factors = stringsAsFactors if table else None
    words = {"response": responseName, "factors": factors}
    return call("rv.as_data_frame", [x], FRAME.with_(items=items), **words)


@stats("data.matrix", "frame", lazy=True)
def _data_matrix(t: Translator, frame: r.Node) -> Py:
    made = _as_matrix(t, frame, [])
    if made.kind.shape == "matrix" and made.kind.mode in ("integer", "double"):
        return made
    raise Refused("data.matrix() of columns that may not be numbers")


@stats("as.matrix", "x", "...", lazy=True)
def _as_matrix(t: Translator, x: r.Node, dots: list[r.Arg]) -> Py:
    refuse_more("as.matrix", [(arg.name, literal(None)) for arg in dots])
    value = t.expr(x)
    kind = value.kind
    if kind.shape == "matrix":
        return value
    if kind.shape == "frame":
        mode = column_mode(kind)
        if mode == "any":
            t.note(
                "the columns are taken to be numbers; the translation fails if they are not",
                once=True,
            )
            made = matrix("double", many=True, either=True)
            return call("rv.numeric_matrix", [value], made)
        known = combined_values([item for _, item in kind.items or ()], mode)
        return call("rv.as_matrix", [value], matrix(known.having(stored=""), many=True))
    if kind.shape == "vector":
        return fill(
            "X[:, np.newaxis]",
            matrix(kind.values, labels=kind.labels, dims=(kind.length, 1)),
            X=value,
        )
    return call(
        "rv.as_matrix",
        [value],
        matrix(kind.mode if kind.atomic else "any") if kind.shape != "never" else NEVER,
    )


@stats("colsplit", "...", lazy=True)
def _refused(t: Translator, dots: list[r.Arg]) -> Py:
    raise Refused("it has no translation")
