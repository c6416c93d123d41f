"""What a check found, and how it is told."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Literal

from ._compare import ATOL, RTOL

Verdict = Literal["equal", "differs", "not compared", "only in R", "only in Python"]

AGREE, DISAGREE, FAILED = 0, 1, 2  #: exit statuses

_ENGINES = {
    "package": "the package in R's library",
    "reference": "the reference in plain R",
}
_NEVER = "warnings, colours and layout of plots, files outside of the folder"


@dataclass(frozen=True)
class Compared:
    """Something that a script leaves behind, and what came of comparing it.

    Attributes
    ----------
    name : str
        Of a variable in R, or in Python if R has none; the line of R that printed; a file; the
        number of a plot.
    verdict : {"equal", "differs", "not compared", "only in R", "only in Python"}
    value : str
        What it is in a few words, R's if it has one.
    remark : str
        How the sides differ, or what was not compared and why.
    """

    name: str
    verdict: Verdict
    value: str
    remark: str = ""


@dataclass(frozen=True)
class Failure:
    """What ended a script before its end.

    Attributes
    ----------
    text : str
        The error.
    r_line, python_line : int or None
        The line on both sides, as far as they are known.
    """

    text: str
    r_line: int | None = None
    python_line: int | None = None


@dataclass(frozen=True)
class CheckReport:
    """What a check found; its string is a table.

    Attributes
    ----------
    variables, printed, files, plots : tuple of Compared
        What the scripts leave behind.
    engine : str
        Who was dagbag on R's side: "package" or "reference".
    r_stopped, python_stopped : Failure or None
        What ended a script, if anything did; then what came before was compared.
    """

    variables: tuple[Compared, ...]
    engine: str
    printed: tuple[Compared, ...] = ()
    files: tuple[Compared, ...] = ()
    plots: tuple[Compared, ...] = ()
    r_stopped: Failure | None = None
    python_stopped: Failure | None = None

    def named(self, verdict: Verdict) -> list[str]:
        """Return the names of the variables with a verdict."""
        return [variable.name for variable in self.variables if variable.verdict == verdict]

    @property
    def r_failure(self) -> str | None:
        """The error that ended the R script, with its line on both sides."""
        return None if self.r_stopped is None else _failure(self.r_stopped, "R")

    @property
    def python_failure(self) -> str | None:
        """The error that ended the translation, with its line on both sides."""
        return None if self.python_stopped is None else _failure(self.python_stopped, "Python")

    @property
    def everything(self) -> dict[str, tuple[Compared, ...]]:
        """All that was looked at, by what it is."""
        return {
            "variables": self.variables,
            "printed pieces": self.printed,
            "files": self.files,
            "plots": self.plots,
        }

    def counts(self) -> dict[str, dict[str, int]]:
        """Return how many of each are equal, differ, or were not compared.

        Things that only one side has count as not compared if they are variables: an R variable
        may be of no use in Python. Output, files and plots of one side are differences already.
        """
        return {
            what: {
                "equal": sum(item.verdict == "equal" for item in items),
                "differ": sum(item.verdict == "differs" for item in items),
                "not compared": sum(item.verdict not in ("equal", "differs") for item in items),
            }
            for what, items in self.everything.items()
        }

    @property
    def equal(self) -> bool:
        """Whether both scripts ran to their end and everything compared is equal."""
        return self.status == AGREE

    @property
    def status(self) -> int:
        """The exit status: 0 equal, 1 something differs or Python failed, 2 nothing to go by."""
        counts = self.counts().values()
        if any(count["differ"] for count in counts):
            return DISAGREE
        if self.python_stopped is not None and self.r_stopped is None:
            return DISAGREE
        if self.r_stopped is not None or not any(count["equal"] for count in counts):
            return FAILED
        return AGREE

    def to_json(self) -> str:
        """Return everything as JSON, for other programs."""
        found: dict[str, Any] = {
            "status": self.status,
            "engine": self.engine,
            "counts": self.counts(),
            "r_stopped": None if self.r_stopped is None else asdict(self.r_stopped),
            "python_stopped": None if self.python_stopped is None else asdict(self.python_stopped),
        }
        found |= {what: [asdict(item) for item in items] for what, items in self.everything.items()}
        return json.dumps(found, indent=1, ensure_ascii=False)

    def __str__(self) -> str:
        lines = [self._headline(), f"  R: dagbag is {_ENGINES[self.engine]}"]
        for side, told in (("R", self.r_failure), ("Python", self.python_failure)):
            if told is not None:
                lines.append(f"  {side} stopped: {told}")
        shown = [variable for variable in self.variables if variable.value != "function"]
        lines += _table(shown)
        for title, items in (("printed", self.printed), ("files", self.files)):
            lines += _section(title, items, title == "files")
        lines += _section("plots", self.plots, False)
        functions = [variable.name for variable in self.variables if variable.value == "function"]
        if functions:
            lines.append(f"  functions, not compared: {', '.join(functions)}")
        lines.append(f"  never compared: {_NEVER}")
        return "\n".join(lines)

    def _headline(self) -> str:
        parts = []
        skipped = 0
        for what, count in self.counts().items():
            compared = count["equal"] + count["differ"]
            skipped += count["not compared"]
            if compared:
                noun = what if compared != 1 else what.removesuffix("s")
                parts.append(f"{count['equal']} of {compared} {noun}")
        if not parts:
            return "Nothing could be compared: both sides have nothing in common."
        listed = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
        text = f"{listed} are equal (numbers to {RTOL:g}, or {ATOL:g} near 0)"
        return f"{text}; {skipped} not compared." if skipped else f"{text}."


def _failure(stopped: Failure, side: str) -> str:
    own, other = stopped.r_line, stopped.python_line
    if side == "Python":
        own, other = other, own
    if own is None:
        return stopped.text
    beside = "" if other is None else f" ({'Python' if side == 'R' else 'R'}'s line {other})"
    return f"line {own}{beside}: {stopped.text}"


def _table(items: Iterable[Compared]) -> list[str]:
    rows = [(item.name, item.verdict, item.value, item.remark) for item in items]
    widths = [max((len(row[k]) for row in rows), default=0) for k in range(3)]
    return [
        ("  " + "  ".join([*(f"{row[k]:{widths[k]}}" for k in range(3)), row[3]])).rstrip()
        for row in rows
    ]


def _section(title: str, items: tuple[Compared, ...], everything: bool) -> list[str]:
    """Return a part of the table: those that are not equal, or all."""
    shown = [item for item in items if everything or item.verdict != "equal" or item.remark]
    if not items:
        return []
    equal = sum(item.verdict == "equal" for item in items)
    differ = sum(item.verdict == "differs" for item in items)
    rest = len(items) - equal - differ
    head = f"  {title}: {equal} of {equal + differ} equal"
    return [
        head + (f", {rest} not compared" if rest else ""),
        *(f"  {row}" for row in _table(shown)),
    ]
