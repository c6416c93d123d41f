"""Dates and times."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from ._functions import Table
from ._kinds import ANY, NUMBER, STRING, STRINGS, TEXT, Kind, other
from ._pyexpr import Py, Refused, call, fill, literal
from ._tools import flag, refuse_given, text

if TYPE_CHECKING:
    from ._translate import Translator

TABLE = dates = Table("base")

Dots = list[tuple[str | None, Py]]

_ENGLISH = "names of days and months are English here, as in R's C locale"


def _text_like(kind: Kind) -> Kind:
    if kind.is_scalar:
        return STRING
    return STRINGS if kind.shape == "vector" else ANY


@dates("Sys.Date", "")
def _sys_date(t: Translator, **_: object) -> Py:
    return call("rv.today", [], ANY)


@dates("date", "")
def _date(t: Translator, **_: object) -> Py:
    return fill("time.ctime()", TEXT)


@dates("as.Date", "x", "format", "tryFormats", "origin", "tz", "optional", "...")
def _as_date(
    t: Translator,
    x: Py,
    format: Py | None,
    tryFormats: Py | None,
    origin: Py | None,
    tz: Py | None,
    optional: Py | None,
    dots: Dots,
) -> Py:
    refuse_given("as.Date", tryFormats=tryFormats, tz=tz, optional=optional)
    if x.kind.tag == "time":
        raise Refused("the date of a time has no translation: use Sys.Date()")
    if dots:
        raise Refused("as.Date() with further arguments")
    return call("rv.as_date", [x], ANY, format=format, origin=origin)


@dates("as.POSIXlt", "x", "...")
def _as_calendar(t: Translator, x: Py, dots: Dots) -> Py:
    if x.kind.tag == "time" or dots:
        raise Refused("times of day have no translation, dates have")
    return call("rv.calendar", [x], other("calendar"))


@dates("as.POSIXct strptime ISOdate ISOdatetime as.difftime julian", "...", lazy=True)
def _refused(t: Translator, dots: object) -> Py:
    raise Refused("times of day have no translation, dates have")


for _word in ("weekdays", "months"):

    @dates(_word, "x", "abbreviate")
    def _named(t: Translator, x: Py, abbreviate: Py | None, _name: str = _word) -> Py:
        t.note(_ENGLISH, once=True)
        if x.kind.tag == "time":
            raise Refused(f"{_name}() of a time has no translation: use Sys.Date()")
        short = abbreviate is not None and flag(abbreviate, False, "abbreviate")
        words = {"abbreviate": literal(True)} if short else {}
        return call(f"rv.{_name}", [x], _text_like(x.kind), **words)


@dates("quarters", "x")
def _quarters(t: Translator, x: Py) -> Py:
    return call("rv.quarters", [x], _text_like(x.kind))


def formatted(t: Translator, x: Py, fmt: Py | None) -> Py:
    """Return a date or time as text; `fmt` as R's strftime has it."""
    written = None if fmt is None else fmt.kind.const
    if isinstance(written, str) and any(f"%{c}" in written for c in "aAbBh"):
        t.note(_ENGLISH, once=True)
    if x.kind.tag == "time":
        form = fmt if fmt is not None else literal("%Y-%m-%d %H:%M:%S")
        if isinstance(x.node, ast.Call):
            return fill("time.strftime(F)", TEXT, F=form)
        return fill("time.strftime(F, time.localtime(X))", TEXT, F=form, X=x)
    return call("rv.format_date", [x] if fmt is None else [x, fmt], _text_like(x.kind))


@dates("strftime", "x", "format", "...")
def _strftime(t: Translator, x: Py, format: Py | None, dots: Dots) -> Py:
    if dots:
        raise Refused("strftime() with a time zone has no translation")
    return formatted(t, x, format)


@dates("difftime", "time1", "time2", "tz", "units")
def _difftime(t: Translator, time1: Py, time2: Py, tz: Py | None, units: Py | None) -> Py:
    refuse_given("difftime", tz=tz)
    clock = [value.kind.tag == "time" for value in (time1, time2)]
    if not all(clock):
        if any(clock):
            raise Refused("difftime() of a time and another value")
        unit = text(units, "days", "units")
        if unit not in ("secs", "mins", "hours", "days", "weeks"):
            raise Refused(f"difftime() in {unit}")
        parts = [time1, time2] if unit == "days" else [time1, time2, literal(unit)]
        return call("rv.difftime", parts, ANY if unit == "days" else ANY.with_(tag="span"))
    unit = text(units, "secs", "units")
    scale = {"secs": 1, "mins": 60, "hours": 3600, "days": 86400}.get(unit)
    if scale is None:
        raise Refused(f"difftime() in {unit}")
    if units is None:
        t.note("R chooses the unit of a difference of times; here it is always seconds", once=True)
    kind = NUMBER.with_(finite=time1.kind.finite and time2.kind.finite)
    made = fill("A - B", kind, A=time1, B=time2)
    return made if scale == 1 else fill("(A - B) / S", kind, A=time1, B=time2, S=literal(scale))
