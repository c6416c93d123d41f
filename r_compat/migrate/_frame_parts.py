"""Reading parts of data frames: ``df$name``, ``df[columns]`` and ``df[rows, columns]``."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from . import _rast as r
from ._array_parts import read_vector
from ._kinds import (
    ANY,
    FRAME,
    Kind,
    frame_of,
    vector,
)
from ._positions import asked_index, bracketed, is_inside, selection
from ._pyexpr import Py, Refused, call, constant_of, fill, literal
from ._usage import is_call

if TYPE_CHECKING:
    from ._translate import Translator

COLUMN = vector(many=True, bare=True)  # of a data frame, of which nothing is known
_ITS_OWN = frozenset({"a data frame"})  # pandas lets nobody change a column of one


def column_of(value: Py, key: Py) -> Py:
    """Return a column of a data frame; one that may be a factor keeps its levels."""
    label = key.kind.const
    kind = column_kind(value.kind, label) if isinstance(label, str) else COLUMN
    known = isinstance(label, str) and any(found == label for found, _ in value.kind.items or ())
    if known and kind.shape == "vector" and kind.mode in ("logical", "integer", "double"):
        return Py(fill("X[K].to_numpy()", X=value, K=key).node, kind, value.alias or _ITS_OWN)
    if known and kind.shape == "vector" and kind.mode == "character" and not kind.na:
        made = fill("X[K].to_numpy(dtype=object)", X=value, K=key)
        return Py(made.node, kind, value.alias or _ITS_OWN)
    if known and kind.shape == "factor":
        return Py(fill("X[K].array", X=value, K=key).node, kind, value.alias)
    word = "rv.dollar" if isinstance(label, str) else "rv.element"
    return Py(call(word, [value, key]).node, kind if known else ANY, value.alias)


def column_kind(kind: Kind, key: str) -> Kind:
    """Return what is known of a column of a data frame."""
    for found, item in kind.items or ():
        if found == key:
            return item
    return COLUMN


def _frame_of(kind: Kind, names: list[str]) -> Kind:
    known = dict(kind.items or ())
    if not all(n in known for n in names):
        return FRAME
    return frame_of(tuple((n, known[n]) for n in names))


def _kept_columns(kind: Kind, index: Py) -> list[str] | None:
    """Return the columns that numbers written out select, of a data frame whose names are known."""
    if kind.items is None:
        return None
    found: list[int] = []
    node = index.node
    values: list[int | float | None]
    sign = 1
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node, sign = node.operand, -1
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "np.array":
        inner = node.args[0]
        values = [constant_of(e) for e in inner.elts] if isinstance(inner, ast.List) else [None]
    elif (
        isinstance(node, ast.Call) and ast.unparse(node.func) == "np.arange" and len(node.args) == 2
    ):
        ends = [constant_of(e) for e in node.args]
        if ends[0] is not None and ends[1] is not None:
            values = [*range(int(ends[0]), int(ends[1]))]
        else:
            values = [None]
    else:
        values = [constant_of(node)]
    if any(v is None for v in values):
        return None
    found = [sign * int(v) for v in values if v is not None]
    names = [n for n, _ in kind.items]
    if all(v < 0 for v in found):
        return [n for k, n in enumerate(names, start=1) if -k not in found]
    if all(1 <= v <= len(names) for v in found):
        return [names[v - 1] for v in found]
    return None


def frame_columns(t: Translator, value: Py, node: r.Node | None, *, keep: bool = True) -> Py:
    """``df[columns]``, or the data frame that ``df[, columns]`` is of several columns."""
    index = t.expr(node)
    if index.kind.mode == "character":
        if index.kind.is_scalar:
            only = index.kind.const
            new = _frame_of(value.kind, [only]) if isinstance(only, str) else FRAME
            return fill("X[[K]]", new, X=value, K=index)
        if index.kind.shape != "vector":
            return call("rv.get", [value, index], FRAME)
        listed = _listed(index)
        names = (
            [e.value for e in listed.node.elts if isinstance(e, ast.Constant)]
            if isinstance(listed.node, ast.List)
            else []
        )
        new = _frame_of(value.kind, [str(n) for n in names]) if names else FRAME
        if not keep and not names and (index.kind.length or 0) < 2:
            listed = call("rv.several", [listed], index.kind)
        return fill("X[K]", new, X=value, K=listed)
    return call("rv.get", [value, index], FRAME)


def _listed(value: Py) -> Py:
    """Return an array written out as a list."""
    node = value.node
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "np.array":
        inner = node.args[0]
        if isinstance(inner, ast.List):
            return Py(inner, value.kind)
    return value


def read_frame(t: Translator, value: Py, args: list[r.Arg], outside: r.Index, *, keep: bool) -> Py:
    """``df[rows, columns]``."""
    if len(args) != 2:
        raise Refused("a data frame has two dimensions")
    rows, columns = args
    if columns.value is None and not keep and any(a.name == "drop" for a in outside.args):
        raise Refused("rows of a data frame with drop = TRUE, which may be a list")
    base = value
    kind = value.kind
    if columns.value is not None:
        index = t.expr(columns.value)
        one = index.kind.is_scalar and (
            index.kind.mode == "character" or (index.kind.low is not None and index.kind.low >= 1)
        )
        if one and not keep:
            from ._reading import element

            key = index.kind.const
            if kind.items and isinstance(key, str) and key not in dict(kind.items):
                raise Refused(f"there is no column {key}")
            column = element(t, value, [columns])
            if rows.value is None:
                return column
            chosen = t.expr(rows.value)
            if not (chosen.kind.numeric or chosen.kind.shape == "never"):
                return call("rv.get", [value, chosen, index], ANY)  # may be names of rows
            if column.kind.shape != "vector":
                return call("rv.get", [column, chosen], ANY)
            whole = r.Index(columns.value.span, columns.value, [rows], double=False)
            found = selection(t, rows.value)
            inside = is_inside(t, found, rows.value, outside, None, 0)
            return read_vector(t, column, found, rows.value, whole, proven=inside)
        extents = index.kind.extents
        several = index.kind.shape == "vector" and (extents.many or (extents.length or 0) > 1)
        if index.kind.mode == "character" and not (several or one or keep):
            return call("rv.get", [value, asked_index(t, rows.value), index], ANY)
        base = frame_columns(t, value, columns.value, keep=keep)
        kind = base.kind
        if index.kind.mode != "character" and not keep:
            kept = _kept_columns(value.kind, index)
            if kept is None:
                return call("rv.get", [value, asked_index(t, rows.value), index], ANY)
            if len(kept) == 1:
                only = r.Arg(None, r.Str(columns.value.span, kept[0]))
                return read_frame(t, value, [rows, only], outside, keep=keep)
            base = fill(
                "X[[*KS]]", _frame_of(value.kind, kept), X=value, KS=[literal(n) for n in kept]
            )
            kind = base.kind
    if rows.value is None:
        return base
    if columns.value is None and not keep and kind.items is not None and len(kind.items) == 1:
        only = r.Arg(None, r.Str(rows.value.span, kind.items[0][0]))  # R drops to the column
        return read_frame(t, value, [rows, only], outside, keep=False)
    found = selection(t, rows.value)
    kept_so = literal(False) if keep else None
    gaps = any(k.mode == "logical" and k.na for _, k in kind.items or ())
    if found.how == "mask" and gaps:  # no rows of them are logicals still
        return call("rv.get", [base, asked_index(t, rows.value), fill("...")], kind, drop=kept_so)
    if found.how == "mask":
        kind = _complete_rows(t, rows.value, value, kind)
        return chosen_rows(t, fill("X[M]", kind, X=base, M=found.value))
    if found.how == "one":
        return chosen_rows(t, fill("X.iloc[[I]]", kind, X=base, I=found.value))
    if found.how == "slice" and is_inside(t, found, rows.value, outside, None, 0):
        part = ast.Subscript(fill("X.iloc", X=base).node, bracketed(found), ast.Load())
        return chosen_rows(t, Py(part, kind))
    if found.how == "many":
        chosen = fill("X.iloc[I]", kind, X=base, I=found.value)
        if not _are_distinct(t, rows.value):
            return call("rv.distinct_rows", [chosen], kind)  # those chosen twice have other names
        return chosen_rows(t, chosen)
    asked = [base, asked_index(t, rows.value), fill("...")]
    return call("rv.get", asked, kind.with_gaps(), drop=kept_so)


_DISTINCT = ("order", "which", "seq_len", "seq_along", "unique", "setdiff", "intersect", "union")
_DEEPEST = 5  # variables that are looked up for what was assigned to them
_OF_DISTINCT = ("rev", "sort", "head", "tail", "as.integer", "na.omit", "sort.int")


def _are_distinct(t: Translator, node: r.Node | None, depth: int = 0) -> bool:
    """Whether positions surely are different ones; of a variable, all that it is assigned."""
    match node:
        case r.Name(name=name) if depth < _DEEPEST:
            found = t.usage.values_of(name)
            return bool(found) and all(_are_distinct(t, n, depth + 1) for n in found)
        case r.Binary(op=":") | r.Unary(op="-") | r.Num():
            return True
        case r.Call(args=[r.Arg(value=inner), *_]) if is_call(node, *_OF_DISTINCT):
            return _are_distinct(t, inner, depth)
        case r.Index(value=inner, args=[r.Arg(value=index)], double=False):
            return _are_distinct(t, inner, depth) and _are_distinct(t, index, depth)
        case r.Call() if is_call(node, "c"):
            texts = [arg.value.value for arg in node.args if isinstance(arg.value, r.Num)]
            return len(texts) == len(node.args) == len(set(texts))
        case r.Call(args=[r.Arg(value=inner), *rest]) if is_call(node, "sample", "sample.int"):
            counted = isinstance(inner, r.Num) or is_call(inner, "nrow", "length", "NROW", "ncol")
            plain = len(rest) <= 1 and all(arg.name in (None, "size") for arg in rest)
            return plain and (counted or _are_distinct(t, inner, depth))
        case r.Call():
            return is_call(node, *_DISTINCT) and not any(t.is_own(word) for word in _DISTINCT)
    return False


def _complete_rows(t: Translator, node: r.Node, value: Py, kind: Kind) -> Kind:
    """``df[complete.cases(df), ]`` has no NA."""
    match node:
        case r.Call(function=r.Name(name="complete.cases"), args=[r.Arg(value=inner)]):
            if inner is not None and t.expr(inner).text == value.text:
                return kind.without_missing()
    return kind


def chosen_rows(t: Translator, part: Py) -> Py:
    """Return rows of a data frame; where a matrix may be made of them, with their names."""
    return call("rv.chosen_rows", [part], part.kind) if t.usage.shows_row_names else part
