"""Classes of the columns of a data frame, as ``sapply(d, class)`` asks for them.

Whole numbers do not tell at run time whether they are integers of R. A column's kind may tell, and
a table that was read from a file and not changed since has integers wherever it has whole numbers.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from . import _rast as r
from ._kinds import ANY, FRAME, TEXT, Kind, constant, dict_of, vector
from ._pyexpr import Py, call, literal
from ._storage import sure_type

if TYPE_CHECKING:
    from ._translate import Translator

READ = FRAME.with_(tag="read")  # as a file had it
_WORDS: dict[str, str] = {
    "double": "numeric", "integer": "integer", "character": "character", "logical": "logical",
}  # fmt: skip


def classes(
    t: Translator, frame: Py, function: r.Node, dots: Sequence[r.Arg], *, listed: bool
) -> Py | None:
    """Return the classes by column, if it is they that are asked for and they are known."""
    asked = isinstance(function, r.Name) and function.name == "class" and not t.is_own("class")
    if not asked or dots or frame.kind.shape != "frame":
        return None
    known = None if frame.kind.tag == READ.tag else _known(frame.kind)
    if known is None and frame.kind.tag != READ.tag:
        return None
    words = None
    if known is not None:
        keys: list[ast.expr | None] = [ast.Constant(key) for key in known]
        words = Py(ast.Dict(keys, [ast.Constant(word) for word in known.values()]))
    single = known is None or all(column.atomic for _, column in frame.kind.items or ())
    one = vector("character", complete=True, many=True) if single else ANY  # ordered factors: two
    return call(
        "rv.column_classes",
        [frame] if words is None else [frame, words],
        dict_of(ANY) if listed else one,
        listed=literal(True) if listed else None,
    )


def class_of_column(t: Translator, node: r.Node) -> Py | None:
    """Return the class of a column, ``x$name`` or ``x[[name]]``, where those of all are known."""
    match node:
        case r.Dollar(value=r.Name() as frame, name=name):
            which = literal(name, constant(name, "character"))
        case r.Index(value=r.Name() as frame, args=[r.Arg(None, r.Node() as name)], double=True):
            which = t.expr(name)
        case _:
            return None
    value = t.expr(frame)
    chosen = which.kind.is_scalar and which.kind.mode in ("character", "integer", "double")
    if value.kind.shape != "frame" or not chosen:
        return None
    if isinstance(node, r.Dollar) and value.kind.tag != READ.tag:
        return None  # its kind tells
    every = classes(t, value, r.Name(node.span, "class"), [], listed=True)
    return None if every is None else call("rv.element", [every, which], TEXT)


def _known(frame: Kind) -> dict[str, str] | None:
    """Return the classes of columns; None if one cannot be told, and the value of a factor tells.

    Of numbers that are all NA, which may be logicals, the value is asked for, too.
    """
    found = {}
    for name, column in frame.items or ():
        told = sure_type(column.with_(complete=True)) if column.atomic else None
        if told in _WORDS and (column.shape == "vector" or (column.is_scalar and column.complete)):
            found[name] = _WORDS[told]
        elif column.shape != "factor":
            return None
    return found if frame.items else None
