"""A chart as data: lines, bars and notes between two axes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Point: TypeAlias = tuple[float, float]
Numbers: TypeAlias = tuple[float, ...]


@dataclass(frozen=True)
class Line:
    """Points, joined unless there are no dashes; a line without points is only explained."""

    x: Numbers
    y: Numbers
    color: str
    dashes: str = "-"  # "-", "--", "-.", ":" or none
    label: str = ""  # in the legend, if any
    marker: str = ""
    marker_size: float = 6
    marker_border: str | None = None  # the line's colour
    width: float = 1.5
    zorder: float = 3
    clipped: bool = True  # at the border of the panel


@dataclass(frozen=True)
class Rule:
    """A straight line across the whole panel, at a value of one axis."""

    axis: Literal["x", "y"]
    at: float
    color: str
    dashes: str
    label: str
    width: float
    zorder: float


@dataclass(frozen=True)
class Bars:
    """Bars of one width that stand on the horizontal axis."""

    left: Numbers
    height: Numbers
    width: float
    color: str
    label: str = ""


@dataclass(frozen=True)
class Note:
    """Text at a place of the panel; if that is in the data, moved from it by some points."""

    text: str
    at: Point
    within: tuple[Literal["data", "panel"], Literal["data", "panel"]]  # what x and y are parts of
    align: tuple[Literal["left", "center", "right"], Literal["bottom", "top"]]
    shift: Point = (0, 0)
    color: str | None = None  # that of all text
    size: Literal["small", "x-small"] = "small"
    on_white: bool = False


@dataclass(frozen=True)
class Panel:
    """A chart, or one of several side by side."""

    xlabel: str
    ylabel: str
    lines: tuple[Line, ...] = ()
    rules: tuple[Rule, ...] = ()
    bars: tuple[Bars, ...] = ()
    notes: tuple[Note, ...] = ()
    title: str | None = None
    xlim: Point | None = None  # None: what the contents need
    ylim: Point | None = None
    headroom: float | None = None  # y from 0 to so many times what the contents need
    log: bool = False  # logarithmic counts
    legend: Literal["corner", "below", "best", None] = None
