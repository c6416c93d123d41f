"""Dates, as numpy's days: read, written, counted."""

from __future__ import annotations

import datetime
import re
from typing import Any

import numpy as np
import pandas as pd

from ._core import NA, is_scalar, missing, vector
from ._select import is_text
from ._text import as_character
from ._untranslated import Untranslated

_FIELDS = re.compile(r"%[-#]?.")
_KNOWN = frozenset("YmdybBaAjUuwHMSeFDTRp%hn")
_WRITTEN = _KNOWN | frozenset("GVWC")  # which are no part of a date that is read
_SHORT = {"%F": "%Y-%m-%d", "%D": "%m/%d/%y", "%T": "%H:%M:%S", "%R": "%H:%M", "%h": "%b"}


def is_dates(x: Any) -> bool:
    """Whether a value is a date or a vector of dates."""
    return isinstance(x, np.datetime64) or (isinstance(x, np.ndarray) and x.dtype.kind == "M")


def today() -> Any:
    """R: ``Sys.Date``."""
    return np.datetime64(datetime.date.today(), "D")


def _pattern(fmt: str, known: frozenset[str] = _KNOWN) -> str:
    for short, long in _SHORT.items():
        fmt = fmt.replace(short, long)
    unknown = [field for field in _FIELDS.findall(fmt) if field[-1] not in known]
    if unknown:
        raise Untranslated(f"the field {unknown[0]} of a date has no translation")
    return fmt


def _read(text: str, patterns: list[str]) -> Any:
    for pattern in patterns:
        for size in range(len(text), 5, -1):  # R leaves what stands behind a date
            try:
                found = datetime.datetime.strptime(text[:size].strip(), pattern)
            except ValueError:
                continue
            return np.datetime64(found.date(), "D")
    return None


def as_date(x: Any, format: Any = None, origin: Any = None) -> Any:
    """R: ``as.Date`` of text, or of days since 1970 or since an origin.

    Examples
    --------
    >>> as_date("2024-03-15")
    np.datetime64('2024-03-15')
    >>> as_date("1/2/2024", "%d/%m/%Y")
    np.datetime64('2024-02-01')
    """
    if is_dates(x):
        return x.astype("datetime64[D]")
    if isinstance(x, pd.Categorical):
        x = as_character(x)
    values = vector(x)
    gaps = missing(values)
    if values.dtype.kind in "if":
        if origin is None and not gaps.all():
            raise ValueError("'origin' must be supplied")  # as R before 4.3
        start = np.datetime64(0, "D") if origin is None else as_date(origin)
        days = np.floor(np.where(gaps, 0, values)).astype(np.int64)
        dates = start + days.astype("timedelta64[D]")
        dates[gaps] = np.datetime64("NaT")
        return dates[0] if is_scalar(x) else dates
    made = np.full(len(values), np.datetime64("NaT"), dtype="datetime64[D]")
    known = [k for k in range(len(values)) if not gaps[k]]
    given = format is not None
    patterns = [_pattern(str(format))] if given else ["%Y-%m-%d", "%Y/%m/%d"]
    if not given and known:  # R takes the form of the first one for all
        first = [p for p in patterns if _read(str(values[known[0]]), [p]) is not None]
        if not first:
            raise ValueError("character string is not in a standard unambiguous format")
        patterns = first[:1]
    for k in known:
        found = _read(str(values[k]), patterns)
        if found is not None:
            made[k] = found
    return made[0] if is_scalar(x) else made


def dates_among(x: Any) -> Any:
    """Return a value that is put among dates: dates, texts of dates, or NA.

    Examples
    --------
    >>> dates_among(np.nan)
    np.datetime64('NaT','D')
    """
    if is_dates(x):
        return x
    if isinstance(x, (float, np.ndarray)) and not is_text(x) and missing(vector(x)).all():
        gaps = np.full(np.shape(x), np.datetime64("NaT"), dtype="datetime64[D]")
        return gaps[()]
    if is_text(x):
        return as_date(x)
    raise Untranslated("dates and other values in one vector have no translation")


def format_date(x: Any, fmt: Any = "%Y-%m-%d") -> Any:
    """R: ``format`` of dates."""
    pattern = _pattern(str(fmt), _WRITTEN)
    texts = [
        None if np.isnat(v) else _written(v.astype("datetime64[D]").item(), pattern)
        for v in np.atleast_1d(x)
    ]
    return texts[0] if np.ndim(x) == 0 else np.array(texts, dtype=object)


def _written(date: datetime.date, pattern: str) -> str:
    pattern = pattern.replace("%e", f"{date.day:2d}")
    return date.strftime(pattern)


def weekdays(x: Any, abbreviate: bool = False) -> Any:
    """R: ``weekdays``, in English."""
    return format_date(x, "%a" if abbreviate else "%A")


def months(x: Any, abbreviate: bool = False) -> Any:
    """R: ``months``, in English."""
    return format_date(x, "%b" if abbreviate else "%B")


def quarters(x: Any) -> Any:
    """R: ``quarters``: "Q1" to "Q4"."""
    found = np.asarray(x).astype("datetime64[M]")
    texts = np.array(
        [None if np.isnat(v) else f"Q{v.astype(int) % 12 // 3 + 1}" for v in np.atleast_1d(found)],
        dtype=object,
    )
    return texts if np.ndim(x) else texts[0]


def calendar(x: Any) -> dict[str, Any]:
    """Return the parts of dates as R counts them. R: ``as.POSIXlt`` of dates.

    Examples
    --------
    >>> parts = calendar(as_date("2024-03-15"))
    >>> [int(parts[key]) for key in ("mday", "mon", "year", "wday", "yday")]
    [15, 2, 124, 5, 74]
    """
    if not is_dates(x):
        raise Untranslated("times of day have no translation, dates have")
    days = np.asarray(x).astype("datetime64[D]")
    months, years = days.astype("datetime64[M]"), days.astype("datetime64[Y]")
    parts = {
        "mday": days - months + 1,
        "mon": months - years,
        "year": years.astype(np.int64) + 70,
        "wday": (days.astype(np.int64) + 4) % 7,
        "yday": days - years,
    }
    found = {key: np.asarray(value).astype(np.int64) for key, value in parts.items()}
    gaps = np.isnat(days)
    if gaps.any():
        found = {key: np.where(gaps, NA, value) for key, value in found.items()}
    return {key: value[()] for key, value in found.items()}


def days_of(x: Any) -> Any:
    """Return dates as days since 1970, and differences of dates as days. R: ``as.numeric``."""
    unit = "datetime64[D]" if np.asarray(x).dtype.kind == "M" else "timedelta64[D]"
    array = np.asarray(x).astype(unit)
    return np.where(np.isnat(array), NA, array.astype(np.int64).astype(float))[()]


_SPANS = {"weeks": 7.0, "days": 1.0, "hours": 1 / 24, "mins": 1 / 1440, "secs": 1 / 86400}


def difftime(x: Any, y: Any, units: str = "days") -> Any:
    """Return the time between dates in a unit. R: ``difftime``.

    Examples
    --------
    >>> float(difftime(as_date("2024-01-15"), as_date("2024-01-01"), "weeks"))
    2.0
    """
    if not (is_dates(x) and is_dates(y)):
        raise Untranslated("difftime() is for dates")
    return x - y if units == "days" else days_of(x - y) / _SPANS[units]


def days_in(x: Any, units: str) -> Any:
    """Return differences of dates in a unit. R: ``as.numeric(x, units = )``.

    Examples
    --------
    >>> float(days_in(as_date("2024-01-15") - as_date("2024-01-01"), "weeks"))
    2.0
    """
    if np.asarray(x).dtype.kind != "m" or units not in _SPANS:
        raise Untranslated("as.numeric() with units is for differences of dates, in a unit of time")
    return days_of(x) / _SPANS[units]


def date_seq(start: Any, to: Any = None, by: Any = None, length_out: Any = None) -> Any:
    """R: ``seq`` of dates, by days, weeks, months, quarters or years.

    Examples
    --------
    >>> date_seq(as_date("2024-01-31"), by="week", length_out=2)
    array(['2024-01-31', '2024-02-07'], dtype='datetime64[D]')
    """
    first = np.atleast_1d(start)[0]
    step, unit = _step(by)
    count = None if length_out is None else int(vector(length_out)[0])
    if by is None and to is not None:
        raise ValueError("seq() of dates needs by")
    if unit in ("day", "week"):
        size = int(step * (7 if unit == "week" else 1))
        if count is None:
            last = np.atleast_1d(to)[0]
            count = int(days_of(last - first) // size) + 1
            if count < 1:
                raise ValueError("wrong sign in 'by' argument")
        return first + (np.arange(count) * size).astype("timedelta64[D]")
    size = int(step * {"month": 1, "quarter": 3, "year": 12}[unit])
    day = first.item()
    found: list[Any] = []
    while count is None or len(found) < count:
        month = day.month - 1 + size * len(found)
        year, at = day.year + month // 12, month % 12 + 1
        base = np.datetime64(datetime.date(year, at, 1), "D")
        date = base + np.timedelta64(day.day - 1, "D")  # R: 31 February is 2 or 3 March
        if count is None and (date > np.atleast_1d(to)[0] if size > 0 else date < to):
            break
        found.append(date)
    return np.array(found, dtype="datetime64[D]")


def _step(by: Any) -> tuple[float, str]:
    if by is None:
        return 1, "day"
    if not isinstance(by, str):
        step = days_of(by) if np.asarray(by).dtype.kind == "m" else vector(by)[0]
        if step == 0:
            raise ValueError("by must not be 0")
        return float(step), "day"
    words = by.split()
    unit = words[-1].removesuffix("s")
    if unit not in ("day", "week", "month", "quarter", "year") or len(words) > 2:
        raise Untranslated(f"seq() of dates by {by!r} has no translation")
    return (float(words[0]) if len(words) == 2 else 1.0), unit
