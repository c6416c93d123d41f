"""``migrate --check``: run an R script and its translation, and compare what they leave behind.

Both run in a copy of the script's folder, R with the package dagbag, or with ``R/reference.R`` as
a package of that name, Python in this interpreter. Compared are the variables that both define, by
value (`_compare`); what each statement prints (`_printed`); the files they write (`_written`); what
they draw (`_drawn`). What is not compared is said.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from .._errors import RUnavailable
from .._process import DOCTOR, GET_R, find_r
from ._compare import INCOMPARABLE, difference, summary
from ._describe import Description
from ._drawn import Plot, compare_plots
from ._engine import R_FILES, CheckError, Engine, choose_engine, r_environment
from ._lost import calls_of_lost, codes_with_called
from ._migrate import Migration
from ._output import NOT_SHOWN, Refusal, Waiting
from ._printed import Piece, compare_pieces, python_pieces, r_pieces, top_line, whole
from ._report import AGREE, DISAGREE, FAILED, CheckReport, Compared, Failure
from ._sides import Side, python_command, r_command, r_start, read_script
from ._written import IMAGES, compare_files, written

_CHANCE = "R gives another one every time"


def run_check(
    script: Path,
    python: str | Migration,
    *,
    engine: Engine = "auto",
    timeout: float = 600,
    names: Mapping[str, str] | None = None,
) -> CheckReport:
    r"""Run an R script and its translation, and compare what they leave behind.

    Parameters
    ----------
    script : Path
        The R script. Both sides run in copies of its folder, so that what they write does not
        clash and leaves nothing behind.
    python : str or Migration
        The translation. Of a `Migration` it is known which line comes from which: what is printed
        is compared statement by statement, and errors have their line on both sides.
    engine : {"auto", "package", "reference"}, default "auto"
        What ``library(dagbag)`` is in R: the package in R's library, the reference in plain R, or
        the first of them that works.
    timeout : float, default 600
        Seconds that either side may take.
    names : mapping of str to str, optional
        Names of R's variables in Python. By default those of the migration; of a text, that dots
        are underscores.

    Returns
    -------
    CheckReport

    Raises
    ------
    RUnavailable
        There is no R, or no package where it is asked for.
    CheckError
        A script took too long or crashed.

    Notes
    -----
    Where the sides differ R runs once more: what is different in R itself, as random numbers
    without a seed or times, is not compared.

    Examples
    --------
    >>> folder = Path(tempfile.mkdtemp())
    >>> script = folder / "script.R"
    >>> _ = script.write_text("x <- 3:1\nx.sorted <- sort(x)\ny <- x / 7\n")
    >>> translation = "\n".join([
    ...     "import numpy as np",
    ...     "x = np.arange(3, 0, -1)",
    ...     "x_sorted = np.sort(x)",
    ...     "y = x / 8",
    ... ])
    >>> print(run_check(script, translation, engine="reference"))
    2 of 3 variables are equal (numbers to 1e-08, or 1e-12 near 0).
      R: dagbag is the reference in plain R
      x         equal    3 numbers
      x.sorted  equal    3 numbers
      y         differs  3 numbers  [1]: R has 0.4285714286, Python 0.375 (and 2 more of 3)
      never compared: warnings, colours and layout of plots, files outside of the folder
    """
    executable = find_r()
    if executable is None:
        raise RUnavailable(f"R was not found, neither on the PATH nor by R_HOME: {GET_R}; {DOCTOR}")
    chosen = choose_engine(engine)
    known = _Known.of(python, names, read_script(script))
    environment = r_environment(chosen)
    reader = _Reader(executable, environment)
    with _scratch() as scratch:
        r_side = Side("R", script.parent, scratch / "r", timeout)
        r_side.start(r_command(executable, r_side, script), environment)
        with contextlib.closing(r_side):
            python_side = Side("Python", script.parent, scratch / "python", timeout)
            python_side.start(
                python_command(python_side, script, known.python),
                {**os.environ, "MPLBACKEND": "Agg", "PYTHONIOENCODING": "utf-8:replace"},
            )
            with contextlib.closing(python_side):
                found = [side.result() for side in (r_side, python_side)]
        sides = [
            _Left.by(side, result, script)
            for side, result in zip((r_side, python_side), found, strict=True)
        ]
        report = _compared(sides[0], sides[1], known, chosen, reader)
        if report.status == DISAGREE:
            again = Side("R", script.parent, scratch / "again", timeout)
            again.start(r_command(executable, again, script), environment)
            with contextlib.closing(again):
                second = _Left.by(again, again.result(), script)
            report = _without_chance(report, sides[0], second, reader)
    return report


@dataclass(frozen=True)
class _Known:
    """What is known of a translation."""

    python: str
    names: Mapping[str, str] | None
    lines: Mapping[int, int]
    refused: Sequence[tuple[int, int, str]]  # first line, last line, code

    @classmethod
    def of(cls, python: str | Migration, names: Mapping[str, str] | None, script: str) -> _Known:
        if isinstance(python, str):
            return cls(python, names, {}, ())
        items: tuple[Refusal | Waiting, ...] = (*python.refused, *python.waiting)
        codes = codes_with_called(script, [item.code for item in items])
        refused = [
            (item.line, item.end_line, code) for item, code in zip(items, codes, strict=True)
        ]
        refused += [(n.line, n.line, "") for n in python.notes if n.text.startswith(NOT_SHOWN)]
        refused += [(*lines, "") for lines in calls_of_lost(script, [item[:2] for item in refused])]
        names = python.names if names is None else names
        return cls(python.python, names, python.lines, refused)

    def python_line(self, r_line: int | None) -> int | None:
        return next((line for line, origin in self.lines.items() if origin == r_line), None)


@dataclass(frozen=True)
class _Left:
    """What a side left behind."""

    found: dict[str, Any]
    out: bytes
    err: bytes
    files: dict[str, Path]
    folder: Path

    @classmethod
    def by(cls, side: Side, found: dict[str, Any], script: Path) -> _Left:
        own = (script.name, f"{script.stem}.py")
        files = written(script.parent, side.folder, own)
        return cls(found, side.out.read_bytes(), side.err.read_bytes(), files, side.folder)

    def beside(self, other: _Left) -> dict[str, Path]:
        """Return its files, with those that only the other changed but both have."""
        same = {name: self.folder / name for name in other.files if name not in self.files}
        return {**self.files, **{name: path for name, path in same.items() if path.is_file()}}

    def pieces(self) -> list[Piece]:
        return r_pieces(self.found["pieces"], self.out, self.err)

    def plots(self, known: _Known, r: _Left) -> list[Plot]:
        """Return what was drawn, by the lines of R if those of the translation are known."""
        found = [Plot(plot["line"], plot["marks"]) for plot in self.found["drawn"]["plots"]]
        if not known.lines:
            return [Plot(0, plot.marks) for plot in found]
        if self is r:
            return found
        starts = r.found["starts"]
        return [Plot(top_line(known.lines.get(p.line), starts), p.marks) for p in found]


def _compared(r: _Left, python: _Left, known: _Known, engine: str, reader: _Reader) -> CheckReport:
    stopped = _stopped(r.found["failure"], python.found["failure"], known)
    excuses = _Excuses(known, stopped, r.found["drawn"]["grid"])
    return CheckReport(
        tuple(compare_variables(r.found["variables"], python.found["variables"], known.names)),
        engine,
        tuple(_printed(r, python, known, stopped)),
        tuple(compare_files(r.beside(python), python.beside(r), reader, excuses.file)),
        tuple(compare_plots(r.plots(known, r), python.plots(known, r), excuses.plot)),
        *stopped,
    )


def _printed(
    r: _Left, python: _Left, known: _Known, stopped: tuple[Failure | None, Failure | None]
) -> list[Compared]:
    pieces = r.pieces()
    refused = [item[:2] for item in known.refused]
    ends = (
        None if stopped[0] is None else stopped[0].r_line or 0,
        None if stopped[1] is None else stopped[1].r_line or 0,
    )
    if known.lines:
        theirs = python_pieces(
            python.found["pieces"], python.out, python.err, r.found["starts"], known.lines
        )
        return compare_pieces(pieces, theirs, refused, ends)
    if not pieces and not python.found["pieces"]:
        return []
    theirs = python_pieces(python.found["pieces"], python.out, python.err, (), {})
    return compare_pieces([whole(pieces)], {0: whole(theirs.values())}, refused, ends)


def _stopped(
    r: Description | None, python: Description | None, known: _Known
) -> tuple[Failure | None, Failure | None]:
    ours = theirs = None
    if r is not None:
        ours = Failure(r["text"], r["line"], known.python_line(r["line"]))
    if python is not None:
        line = python["line"]
        theirs = Failure(python["text"], known.lines.get(line), line)
    return ours, theirs


_WRITES = re.compile(
    r"\b(write\w*|save\w*|sink|dput|dump|file|pdf|png|svg|jpeg|ggsave|unlink|file\.\w+)\s*\("
    r"|\bfile\s*=|write[._]"
)
_ADDS = re.compile(r"append\s*=\s*T|\bsink\s*\(|\bfile\s*\(")
_DRAWS = re.compile(
    r"plot|hist|lines|points|curve|image|legend|abline|text|axis|title|segments|polygon|layout|"
    r"contour|pie|pairs|persp|qqnorm|qqline|rect|arrows|heatmap|chart|symbols|rug|\bpar\b|draw"
)


@dataclass(frozen=True)
class _Excuses:
    """Why a difference in what was written or drawn says nothing, if there is a reason."""

    known: _Known
    stopped: tuple[Failure | None, Failure | None]
    grid: bool

    def file(self, name: str, both: bool = False) -> str:
        """Return the excuse of a file that one side has, or that both have and that differs."""
        ended = self._ended()
        if ended is not None and not both:
            return ended
        for first, _, code in self.known.refused:
            if both and not (Path(name).name in code or _ADDS.search(code)):
                continue
            drawn = Path(name).suffix.lower() in IMAGES and _DRAWS.search(code)
            if Path(name).name in code or _WRITES.search(code) or drawn:
                return f"line {first} was not translated"
        return ""

    def plot(self, first: int, end: int) -> str | None:
        """Return the excuse of a plot that begins in a line and ends before another."""
        for start, stop, code in self.known.refused:
            known = bool(self.known.lines)
            drawing = bool(_DRAWS.search(code)) or start <= first <= stop
            if drawing and (not known or (start < end and stop >= first)):
                return f"line {start} was not translated"
        if self.grid:
            return "ggplot2, lattice and grid are not compared"
        return self._ended()

    def _ended(self) -> str | None:
        sides = zip(("R", "Python"), self.stopped, strict=True)
        return next((f"{side} stopped before its end" for side, end in sides if end), None)


def compare_variables(
    r: Mapping[str, Description],
    python: Mapping[str, Description],
    names: Mapping[str, str] | None,
) -> list[Compared]:
    """Compare every variable of R with Python's of the same name."""
    variables = []
    seen = set()
    for name, value in r.items():
        theirs = _python_name(name, python, names)
        if theirs is None:
            variables.append(Compared(name, "only in R", summary(value)))
            continue
        seen.add(theirs)
        variables.append(_compare_one(name, value, python[theirs]))
    for name, value in python.items():
        if name not in seen and value["type"] not in INCOMPARABLE:
            variables.append(Compared(name, "only in Python", summary(value)))
    return variables


def _compare_one(name: str, r: Description, python: Description) -> Compared:
    kinds = (r["type"], python["type"])
    if kinds == ("function", "function"):
        return Compared(name, "not compared", "function")
    if "function" in kinds or kinds[0] in INCOMPARABLE or kinds[1] in INCOMPARABLE:
        if kinds[0] in INCOMPARABLE:
            return Compared(name, "not compared", summary(r), f"R has a {summary(r)}")
        return Compared(name, "differs", summary(r), f"Python has a {summary(python)}")
    omitted: list[str] = []
    told = difference(r, python, omitted)
    if told is not None:
        return Compared(name, "differs", summary(r), told)
    return Compared(name, "equal", summary(r), "; ".join(dict.fromkeys(omitted)))


def _python_name(
    name: str, python: Mapping[str, Description], names: Mapping[str, str] | None
) -> str | None:
    plain = name.replace(".", "_")
    candidates = [name, plain, f"{plain}_"]
    if names is not None and name in names:
        candidates = [names[name]]
    return next((candidate for candidate in candidates if candidate in python), None)


def _without_chance(
    report: CheckReport, first: _Left, second: _Left, reader: _Reader
) -> CheckReport:
    """Leave out what is different in R itself from one time to the next."""
    before, after = (side.found["variables"] for side in (first, second))
    variables = {name for name, value in before.items() if value != after.get(name)}
    pieces = [{f"line {p.line}": (p.out, p.err) for p in side.pieces()} for side in (first, second)]
    printed = {name for name, text in pieces[0].items() if text != pieces[1].get(name)}
    if printed:
        printed.add("everything printed")
    both = compare_files(first.beside(second), second.beside(first), reader, lambda *_: "")
    files = {item.name for item in both if item.verdict == "differs"}
    known = _Known("", None, {0: 0}, ())
    drawn = [side.plots(known, side) for side in (first, second)]
    plots = {
        item.name
        for item in compare_plots(drawn[0], drawn[1], lambda *_: None)
        if item.verdict == "differs"
    }
    return replace(
        report,
        variables=_excused(report.variables, variables),
        printed=_excused(report.printed, printed),
        files=_excused(report.files, files),
        plots=_excused(report.plots, plots),
    )


def _excused(items: Sequence[Compared], chance: set[str]) -> tuple[Compared, ...]:
    return tuple(
        Compared(item.name, "not compared", item.value, _CHANCE)
        if item.verdict == "differs" and item.name in chance
        else item
        for item in items
    )


@dataclass(frozen=True)
class _Reader:
    """Describes values in files of R, by R."""

    executable: Path
    environment: dict[str, str]

    def __call__(self, paths: list[Path]) -> list[Description | None]:
        with _scratch() as scratch:
            out = scratch / "values.txt"
            command = [*r_start(self.executable), f"--file={R_FILES / 'read.R'}", "--args"]
            done = subprocess.run(
                [*command, str(R_FILES / "describe.R"), str(out), *map(str, paths)],
                env=self.environment,
                capture_output=True,
                check=False,
                timeout=120,
            )
            if done.returncode or not out.exists():
                said = done.stderr.decode(errors="replace").strip()[-200:]
                raise CheckError(f"R could not read the files that were written: {said}")
            return [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]


@contextlib.contextmanager
def _scratch() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="dagbag-check-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


__all__ = [
    "AGREE",
    "DISAGREE",
    "FAILED",
    "CheckError",
    "CheckReport",
    "Compared",
    "Failure",
    "read_script",
    "run_check",
]
