"""All combinations: of the elements of a vector, of the values of several."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _rast as r
from ._data_frames import as_column, dict_of_dots
from ._functions import Table
from ._kinds import (
    ANY,
    FACTOR,
    FRAME,
    Kind,
    frame_of,
    item_of,
    list_of,
    matrix,
    vector,
)
from ._pyexpr import Py, Refused, call, fill, literal
from ._tools import (
    flag,
)

if TYPE_CHECKING:
    from ._translate import Translator

TABLE = stats = Table("stats")
Dots = list[tuple[str | None, Py]]


@stats("combn", "x", "m", "FUN", "simplify", "...", lazy=True)
def _combn(
    t: Translator,
    x: r.Node,
    m: r.Node,
    FUN: r.Node | None,
    simplify: r.Node | None,
    dots: list[r.Arg],
) -> Py:
    if simplify is not None and not isinstance(simplify, r.Bool):
        raise Refused("combn() with a simplify that is not known")
    made = _combinations(t.expr(x), t.expr(m))
    from ._calls import Bound

    if simplify is not None and not simplify.value:
        columns = call("rv.columns", [made], list_of(vector(made.kind.values, bare=True)))
        if FUN is None:
            return columns
        args = [r.Arg(None, Bound(x.span, columns)), r.Arg(None, FUN), *dots]
        return t.expr(r.Call(x.span, r.Name(x.span, "lapply"), args))
    if FUN is None:
        return made
    over = [(None, Bound(x.span, made)), (None, r.Num(x.span, 2.0)), (None, FUN)]
    args = [r.Arg(key, value) for key, value in over]
    return t.expr(r.Call(x.span, r.Name(x.span, "apply"), [*args, *dots]))


def _combinations(x: Py, m: Py) -> Py:
    kind = matrix("any")
    if x.kind.is_scalar:
        kind = matrix("integer", finite=True, low=1, bare=True)
    elif x.kind.atomic:
        kind = matrix(x.kind.values, bare=True)
    return call("rv.combn", [x, m], kind)


@stats("expand.grid", "...", "KEEP.OUT.ATTRS", "stringsAsFactors")
def _expand_grid(t: Translator, dots: Dots, **given: Py | None) -> Py:
    stringsAsFactors = given["stringsAsFactors"]
    if len(dots) == 1 and dots[0][0] is None and not dots[0][1].kind.atomic:
        return _grid_of(dots[0][1], stringsAsFactors)
    if any(p.kind.is_list or p.kind.shape == "frame" for _, p in dots):
        raise Refused("expand.grid() of several lists")
    dots = [(n or f"Var{k + 1}", p) for k, (n, p) in enumerate(dots)]
    factors = stringsAsFactors is None or flag(stringsAsFactors, True, "stringsAsFactors")
    texts = any(p.kind.mode in ("character", "any") for _, p in dots)
    items = tuple((str(n), _grid_kind(p.kind, factors)) for n, p in dots)
    word = "rv.expand_grid(D, factors=True)" if factors and texts else "rv.expand_grid(D)"
    return fill(word, frame_of(items), D=dict_of_dots(dots))


@stats.listed("expand.grid")
def _grid_of_list(t: Translator, value: Py) -> Py:
    return call("rv.expand_grid", [value], FRAME, settings=literal(True))


def _grid_of(value: Py, strings_as_factors: Py | None) -> Py:
    """``expand.grid`` of a list of vectors."""
    factors = strings_as_factors is None or flag(strings_as_factors, True, "stringsAsFactors")
    kind = value.kind
    inner = item_of(kind) if kind.is_list else ANY
    numbers = inner.atomic and inner.mode in ("logical", "integer", "double")
    word = "rv.expand_grid(D)" if numbers or not factors else "rv.expand_grid(D, factors=True)"
    return fill(word, FRAME, D=value)


def _grid_kind(kind: Kind, factors: bool) -> Kind:
    """Return the kind of a column of expand.grid(), in which texts are factors."""
    if factors and kind.mode in ("character", "any") and kind.shape != "factor":
        return FACTOR if kind.mode == "character" else ANY
    return as_column(kind)
