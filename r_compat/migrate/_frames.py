"""Data frames: joining, long and wide forms, changes inside of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _rast as r
from ._calls import Bound
from ._columns import with_columns
from ._functions import Table
from ._kinds import ANY, COUNT, FACTOR, FRAME, NEVER, Kind, frame_of
from ._pyexpr import Line, Py, Refused, call, fill, literal
from ._statements import DISCARD, Dest
from ._tools import flag, refuse_given, text

if TYPE_CHECKING:
    from ._translate import Translator

TABLE = frames = Table("base")

Dots = list[tuple[str | None, Py]]


def _is_frame(kind: Kind) -> bool:
    return kind.shape in ("frame", "any", "never")


@frames(
    "merge",
    "x", "y", "by", "by.x", "by.y", "all", "all.x", "all.y", "sort", "suffixes",
)  # fmt: skip
def _merge(
    t: Translator,
    x: Py,
    y: Py,
    by: Py | None,
    by_x: Py | None,
    by_y: Py | None,
    all_x: Py | None,
    all_y: Py | None,
    sort: Py | None,
    suffixes: Py | None,
    **given: Py | None,
) -> Py:
    if not (_is_frame(x.kind) and _is_frame(y.kind)):
        raise Refused("merge() of values that are not known to be data frames")
    every = given.get("all")
    words = {
        "by": by,
        "by_x": by_x,
        "by_y": by_y,
        "all_x": all_x if all_x is not None else every,
        "all_y": all_y if all_y is not None else every,
        "sort": None if sort is None or flag(sort, True, "sort") else sort,
        "suffixes": suffixes,
    }
    if (by_x is None) != (by_y is None):
        raise Refused("merge() with only one of by.x and by.y")
    kind = NEVER if "never" in (x.kind.shape, y.kind.shape) else FRAME
    return call("rv.merge", [x, y], kind, **words)


@frames("stack", "x", "...")
def _stack(t: Translator, x: Py, dots: Dots) -> Py:
    if dots:
        raise Refused("stack() with further arguments")
    return call("rv.stack", [x], frame_of((("values", ANY), ("ind", FACTOR))))


@frames("unstack", "x", "form", "...", lazy=True)
def _unstack(t: Translator, x: r.Node, form: r.Node | None, dots: list[r.Arg]) -> Py:
    value = t.expr(x)
    if dots or not _is_frame(value.kind):
        raise Refused("unstack() of a value that is not known to be a data frame")
    if form is None:
        return call("rv.unstack", [value], ANY)
    match form:
        case r.Formula(left=r.Name(name=values), right=r.Name(name=ind)):
            return call("rv.unstack", [value, literal(values), literal(ind)], ANY)
    raise Refused("this formula of unstack() has no translation")


@frames(
    "reshape",
    "data", "varying", "v.names", "timevar", "idvar", "ids", "times", "drop", "direction",
    "new.row.names", "sep", "split",
)  # fmt: skip
def _reshape(
    t: Translator,
    data: Py,
    varying: Py | None,
    v_names: Py | None,
    timevar: Py | None,
    idvar: Py | None,
    ids: Py | None,
    times: Py | None,
    drop: Py | None,
    direction: Py | None,
    new_row_names: Py | None,
    sep: Py | None,
    split: Py | None,
) -> Py:
    refuse_given("reshape", ids=ids, new_row_names=new_row_names, split=split)
    if not _is_frame(data.kind):
        raise Refused("reshape() of a value that is not known to be a data frame")
    way = text(direction, "", "direction")
    if way == "wide":
        refuse_given("reshape", varying=varying, times=times)
        if idvar is None or timevar is None:
            raise Refused("reshape() to wide form without idvar and timevar")
        return call(
            "rv.reshape_wide", [data, idvar, timevar], FRAME, v_names=v_names, drop=drop, sep=sep
        )
    if way != "long" or varying is None:
        raise Refused("this form of reshape() has no translation")
    refuse_given("reshape", drop=drop)
    words = {
        "v_names": v_names,
        "timevar": timevar,
        "idvar": idvar,
        "times": times,
        "sep": sep,
    }
    return call("rv.reshape_long", [data, varying], FRAME, **words)


@frames("anyDuplicated", "x")
def _any_duplicated(t: Translator, x: Py) -> Py:
    return call("rv.any_duplicated", [x], COUNT)


# within


@frames.statement("within")
def _within(t: Translator, node: r.Call, dest: Dest) -> bool:
    """Change the columns of a copy one after the other, as the statements inside do."""
    if len(node.args) != 2 or any(arg.name not in (None, "data", "expr") for arg in node.args):
        raise Refused("within() with further arguments")
    data, body = node.args[0].value, node.args[1].value
    target = dest.target
    if dest.how != "assign" or not isinstance(target, r.Name) or dest.outer:
        raise Refused("within() whose value is not assigned to a variable")
    if data is None or body is None:
        raise Refused("within() of nothing")
    value = t.expr(data)
    if value.kind.shape != "frame":
        raise Refused("within() of a value that is not known to be a data frame")
    steps = _steps(body)
    same = isinstance(data, r.Name) and data.name == target.name
    if not same and any(isinstance(n, r.Name) and n.name == target.name for n in r.walk(body)):
        raise Refused("within() that reads the variable it is assigned to")
    made = _made_columns(value.kind, steps)
    holder = t.python_name(target.name)
    before = t.temporary("before")
    if made and value.kind.items is None:
        t.emit(Line(f"{before} = {value.text}"))
    t.emit(Line(f"{holder} = {value.text}.copy()"))
    t.set_kind(target.name, value.kind)
    for step in steps:
        _step(t, step, target, made, steps)
    if len(made) > 1 and value.kind.items is not None:
        _order_columns(t, target.name, value.kind, made)
    elif made and value.kind.items is None:
        names = fill("[*XS]", XS=[literal(n) for n in made])
        parts = [fill("X", X=holder), fill("X", X=before), names]
        t.emit(Line(f"{holder} = {call('rv.new_columns_last', parts, FRAME).text}"))
        t.set_kind(target.name, FRAME)
    return True


def _order_columns(t: Translator, r_name: str, before: Kind, made: list[str]) -> None:
    """Put the columns that were made behind the others, as R does: the latest one first."""
    after = dict((t.lookup(r_name) or FRAME).items or ())
    old = [name for name, _ in before.items or () if name in after]
    names = [*old, *(name for name in reversed(made) if name in after)]
    holder = t.python_name(r_name)
    chosen = fill("X[[*KS]]", X=holder, KS=[literal(name) for name in names])
    t.emit(Line(f"{holder} = {chosen.text}"))
    t.set_kind(r_name, frame_of(tuple((name, after[name]) for name in names)))


def _steps(body: r.Node) -> list[r.Node]:
    if isinstance(body, r.Block):
        return [statement.node for statement in body.statements]
    return [body]


def _target_of(step: r.Node) -> str | None:
    """Return the column that a statement of ``within()`` assigns, as a whole."""
    if isinstance(step, r.Assign) and not step.outer:
        if isinstance(step.target, r.Name):
            return step.target.name
        if isinstance(step.target, r.Str):
            return step.target.value
    return None


def _made_columns(kind: Kind, steps: list[r.Node]) -> list[str]:
    """Return the columns that are not there before, in the order they are made."""
    known = {name for name, _ in kind.items or ()}
    found = [name for step in steps if (name := _target_of(step)) is not None]
    return [name for name in dict.fromkeys(found) if kind.items is None or name not in known]


def _step(
    t: Translator, step: r.Node, target: r.Name, made: list[str], steps: list[r.Node]
) -> None:
    kind = t.lookup(target.name) or FRAME
    if (
        isinstance(step, r.Call)
        and isinstance(step.function, r.Name)
        and step.function.name == "rm"
    ):
        for arg in step.args:
            if not isinstance(arg.value, r.Name) or arg.name:
                raise Refused("rm() inside within() of an expression")
            gone = r.Dollar(step.span, target, arg.value.name)
            t.into(r.Assign(step.span, gone, r.Null(step.span)), DISCARD)
        return
    if not isinstance(step, r.Assign) or step.outer:
        raise Refused("statements other than assignments inside within()")
    name = _target_of(step)
    value = with_columns(t, step.value, target, kind)
    if name is not None:
        found = t.expr(value)
        later = steps[steps.index(step) + 1 :]
        used = any(isinstance(n, r.Name) and n.name == name for s in later for n in r.walk(s))
        if found.kind.is_scalar and used and name in made:
            raise Refused("a variable of within() that is a single value")
        if found.kind.shape in ("atomic", "any") and used and name in made:
            rows = fill("len(X)", X=t.python_name(target.name))
            value = Bound(step.span, call("rv.full_column", [found, rows], found.kind))
        if found.kind.shape == "null":
            raise Refused("NULL assigned inside within()")
        place: r.Node = r.Dollar(step.span, target, name)
    else:
        place = with_columns(t, step.target, target, kind)
    t.into(r.Assign(step.span, place, value), DISCARD)
