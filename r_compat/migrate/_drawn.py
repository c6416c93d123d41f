"""Whether R and Python draw the same: points, lines, bars, boxes, texts, plot by plot."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ._compare import same
from ._describe import Description
from ._report import Compared, Verdict

_PLACES = ("points", "text")  # marks of which each place stands for itself
_BARS = "bars"
_TEXTS = ("title", "x label", "y label", "legend", "x ticks", "y ticks")
_OURS = ("title", "x label", "y label")  # at most one: the last


@dataclass(frozen=True)
class Plot:
    """What was drawn: the line of R it comes from, 0 if not known, and marks as in `_figures`."""

    line: int
    marks: Sequence[Description]


def compare_plots(
    r: Sequence[Plot], python: Sequence[Plot], excuse: Callable[[int, int], str | None]
) -> list[Compared]:
    """Compare plots line by line of R, and those of a line in the order in which they were drawn.

    Parameters
    ----------
    r, python : sequence of Plot
    excuse : callable
        Says why a difference says nothing in a plot to which these lines of R belong, the first
        and the one after the last; None if it does not.

    Returns
    -------
    list of Compared
    """
    found: list[Compared] = []
    lines = sorted({plot.line for plot in (*r, *python)})
    for k, line in enumerate(lines):
        sides = [[plot.marks for plot in side if plot.line == line] for side in (r, python)]
        reason = excuse(line, lines[k + 1] if k + 1 < len(lines) else sys.maxsize)
        for j in range(max(map(len, sides))):
            name = f"plot {len(found) + 1}" + (f" (line {line})" if line else "")
            ours, theirs = (side[j] if j < len(side) else None for side in sides)
            found.append(_compared(name, ours, theirs, reason))
    return found


def _compared(
    name: str,
    r: Sequence[Description] | None,
    python: Sequence[Description] | None,
    reason: str | None,
) -> Compared:
    others: list[str] = []
    told: str | None
    if r is None or python is None:
        told = f"only {'R' if python is None else 'Python'} draws it"
    else:
        told, others = _difference(r, python)
    value = _summary(r or python or ())
    if told is not None:
        if reason is not None:
            return Compared(name, "not compared", value, f"{told}: {reason}")
        return Compared(name, "differs", value, told)
    verdict: Verdict = "equal"
    if others and all(mark["kind"] == "other" for mark in r or ()):
        verdict = "not compared"
    return Compared(name, verdict, value, f"not compared: {', '.join(others)}" if others else "")


def _difference(
    r: Sequence[Description], python: Sequence[Description]
) -> tuple[str | None, list[str]]:
    others = sorted({t for m in (*r, *python) if m["kind"] == "other" for t in m["text"]})
    kinds = [*dict.fromkeys(m["kind"] for m in (*r, *python) if m["kind"] != "other")]
    for kind in kinds:
        if f"an expression as {kind}" in others:
            continue
        left = _parts([m for m in r if m["kind"] == kind], kind)
        right = _parts([m for m in python if m["kind"] == kind], kind)
        if len(left) != len(right):
            return f"{kind}: R draws {len(left)}, Python {len(right)}", others
        for a, b in zip(sorted(left, key=_key), sorted(right, key=_key), strict=True):
            if len(a) != len(b) or not all(same(x, y) for x, y in zip(a, b, strict=True)):
                return f"{kind}: R draws {_shown(a)}, Python {_shown(b)}", others
    return None, others


def _parts(marks: list[Description], kind: str) -> list[tuple[Any, ...]]:
    """Return what is compared as a whole: places, curves, heights, texts."""
    if kind in _TEXTS:
        texts = [tuple(mark["text"]) for mark in marks]
        # Boxes without names are numbered by matplotlib, and by R if there are several.
        texts = [text for text in texts if list(text) != [str(k + 1) for k in range(len(text))]]
        if kind in _OURS:
            return texts[-1:]
        return [tuple(text for part in texts for text in part)] if texts else []
    found: list[tuple[Any, ...]] = []
    for mark in marks:
        x, y = (_floats(mark.get(key, ())) for key in ("x", "y"))
        if kind in _PLACES:
            found += list(zip(x, y, *([mark["text"]] if kind == "text" else []), strict=True))
        elif kind == _BARS:
            found += [(height,) for height in y]
        elif kind == "box":
            found.append((*x, *sorted(y, key=lambda v: (v is None, v))))
        else:
            found.append((*x, *y))
    if kind == "points":  # R leaves out what is missing
        found = [place for place in found if None not in place]
    return found


def _floats(values: Iterable[str | None]) -> list[float | None]:
    return [None if value is None else float.fromhex(value) for value in values]


def _key(part: tuple[Any, ...]) -> list[tuple[int, Any]]:
    """Sort parts, numbers to fewer digits than are compared, missing ones last."""
    return [
        (2, "") if v is None else (1, v) if isinstance(v, str) else (0, float(f"{v:.6g}"))
        for v in part
    ]


def _shown(part: tuple[Any, ...]) -> str:
    said = [v if isinstance(v, str) else "NA" if v is None else f"{v:.7g}" for v in part[:6]]
    return ", ".join(said) + (", ..." if len(part) > 6 else "")


def _summary(marks: Sequence[Description]) -> str:
    kinds = [*dict.fromkeys(m["kind"] for m in marks if m["kind"] != "other")]
    return ", ".join(kinds[:4]) + (", ..." if len(kinds) > 4 else "") if kinds else "an empty plot"
