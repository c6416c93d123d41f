"""``migrate --check``: run an R script and its translation, and compare their variables.

Both run in a copy of the script's folder, R with the package dagbag, or with ``R/reference.R`` as
a package of that name, Python in this interpreter. What both define is compared by value.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Literal

from .._errors import RUnavailable
from .._process import DOCTOR, GET_R, find_r
from ..r_package import r_package_path
from ._compare import ATOL, INCOMPARABLE, RTOL, difference, summary
from ._describe import Description

Engine = Literal["auto", "package", "reference"]
Verdict = Literal["equal", "differs", "not compared", "only in R", "only in Python"]

AGREE, DISAGREE, FAILED = 0, 1, 2  #: exit statuses
_MAX_COPY = 2**30  # bytes of the script's folder
_TAIL = 1000  # characters of a side's output that a message shows
_R_FILES = Path(__file__).parents[1] / "R"
_PROBE = """
if (nzchar(system.file(package = "dagbag"))) {
  tried <- try(dagbag::score(matrix(c(1, 2, 3, 5, 2, 1, 4, 3), 4)), silent = TRUE)
  cat(if (inherits(tried, "try-error")) paste("fails:", tried) else "works")
} else cat("absent")
"""


class CheckError(RuntimeError):
    """The comparison could not be made."""


@dataclass(frozen=True)
class Variable:
    """A variable of either script, and what came of comparing it.

    Attributes
    ----------
    name : str
        R's name; Python's if R has none.
    verdict : {"equal", "differs", "not compared", "only in R", "only in Python"}
    value : str
        The value in a few words, R's if it has one.
    remark : str
        How the sides differ, or why they were not compared.
    """

    name: str
    verdict: Verdict
    value: str
    remark: str = ""


@dataclass(frozen=True)
class CheckReport:
    """What a check found; its string is a table.

    Attributes
    ----------
    variables : tuple of Variable
    engine : str
        Who was dagbag on R's side: "package" or "reference".
    r_failure, python_failure : str or None
        The error that ended a script, if one did; then what was defined before was compared.
    """

    variables: tuple[Variable, ...]
    engine: str
    r_failure: str | None = None
    python_failure: str | None = None

    def named(self, verdict: Verdict) -> list[str]:
        """Return the names of the variables with a verdict."""
        return [variable.name for variable in self.variables if variable.verdict == verdict]

    @property
    def equal(self) -> bool:
        """Whether both scripts ran to their end and everything compared is equal."""
        return self.status == AGREE

    @property
    def status(self) -> int:
        """The exit status: 0 equal, 1 something differs or Python failed, 2 R failed."""
        if self.named("differs") or (self.python_failure is not None and self.r_failure is None):
            return DISAGREE
        return AGREE if self.r_failure is None else FAILED

    def __str__(self) -> str:
        lines = [self._headline(), f"  R: dagbag is {_ENGINES[self.engine]}"]
        for side, failure in (("R", self.r_failure), ("Python", self.python_failure)):
            if failure is not None:
                lines.append(f"  {side} stopped: {failure}")
        shown = [variable for variable in self.variables if variable.value != "function"]
        widths = [
            max((len(text) for text in column), default=0)
            for column in zip(
                *((variable.name, variable.verdict, variable.value) for variable in shown),
                strict=True,
            )
        ]
        for variable in shown:
            cells = (variable.name, variable.verdict, variable.value)
            row = "  ".join(f"{text:{width}}" for text, width in zip(cells, widths, strict=True))
            lines.append(f"  {row}  {variable.remark}".rstrip())
        functions = [variable.name for variable in self.variables if variable.value == "function"]
        if functions:
            lines.append(f"  functions, not compared: {', '.join(functions)}")
        return "\n".join(lines)

    def _headline(self) -> str:
        equal, differs = (len(self.named(verdict)) for verdict in ("equal", "differs"))
        text = f"{equal} of {equal + differs} variables that both define are equal"
        return f"{text} (numbers to {RTOL:g}, or {ATOL:g} near 0)."


_ENGINES = {
    "package": "the package in R's library",
    "reference": "the reference in plain R",
}


def run_check(
    script: Path,
    python: str,
    *,
    engine: Engine = "auto",
    timeout: float = 600,
    names: Mapping[str, str] | None = None,
) -> CheckReport:
    r"""Run an R script and its translation, and compare every variable that both define.

    Parameters
    ----------
    script : Path
        The R script. Both sides run in copies of its folder, so that what they write does not
        clash and leaves nothing behind.
    python : str
        The translation.
    engine : {"auto", "package", "reference"}, default "auto"
        What ``library(dagbag)`` is in R: the package in R's library, the reference in plain R, or
        the first of them that works.
    timeout : float, default 600
        Seconds that either side may take.
    names : mapping of str to str, optional
        Names of R's variables in Python. By default dots are underscores.

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
    Where the sides differ R runs once more: variables in which R differs from itself, as those
    that hold random numbers without a seed or times, are not compared.

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
    2 of 3 variables that both define are equal (numbers to 1e-08, or 1e-12 near 0).
      R: dagbag is the reference in plain R
      x         equal    3 numbers
      x.sorted  equal    3 numbers
      y         differs  3 numbers  [1]: R has 0.4285714286, Python 0.375 (and 2 more of 3)
    """
    executable = find_r()
    if executable is None:
        raise RUnavailable(f"R was not found, neither on the PATH nor by R_HOME: {GET_R}; {DOCTOR}")
    chosen = _choose_engine(engine)
    environment = _r_environment(chosen)
    with _scratch() as scratch:
        r_side = _Side("R", script.parent, scratch / "r", timeout)
        r_side.start(_r_command(executable, r_side, script), environment)
        with contextlib.closing(r_side):
            python_side = _Side("Python", script.parent, scratch / "python", timeout)
            python_side.start(
                _python_command(python_side, script, python),
                {**os.environ, "MPLBACKEND": "Agg"},  # no window that waits to be closed
            )
            with contextlib.closing(python_side):
                found = [side.variables() for side in (r_side, python_side)]
        variables = _compare(found[0]["variables"], found[1]["variables"], names)
        if any(variable.verdict == "differs" for variable in variables):
            again = _Side("R", script.parent, scratch / "again", timeout)
            again.start(_r_command(executable, again, script), environment)
            with contextlib.closing(again):
                second = again.variables()["variables"]
            variables = _without_chance(variables, found[0]["variables"], second)
    return CheckReport(tuple(variables), chosen, found[0]["failure"], found[1]["failure"])


def _compare(
    r: Mapping[str, Description],
    python: Mapping[str, Description],
    names: Mapping[str, str] | None,
) -> list[Variable]:
    variables = []
    seen = set()
    for name, value in r.items():
        theirs = _python_name(name, python, names)
        if theirs is None:
            variables.append(Variable(name, "only in R", summary(value)))
            continue
        seen.add(theirs)
        variables.append(_compare_one(name, value, python[theirs]))
    for name, value in python.items():
        if name not in seen and value["type"] not in INCOMPARABLE:
            variables.append(Variable(name, "only in Python", summary(value)))
    return variables


def _compare_one(name: str, r: Description, python: Description) -> Variable:
    kinds = (r["type"], python["type"])
    if kinds == ("function", "function"):
        return Variable(name, "not compared", "function")
    if "function" in kinds or kinds[0] in INCOMPARABLE or kinds[1] in INCOMPARABLE:
        if kinds[0] in INCOMPARABLE:
            return Variable(name, "not compared", summary(r), f"R has a {summary(r)}")
        return Variable(name, "differs", summary(r), f"Python has a {summary(python)}")
    told = difference(r, python)
    if told is not None:
        return Variable(name, "differs", summary(r), told)
    return Variable(name, "equal", summary(r))


def _python_name(
    name: str, python: Mapping[str, Description], names: Mapping[str, str] | None
) -> str | None:
    plain = name.replace(".", "_")
    candidates = [name, plain, f"{plain}_"]
    if names is not None and name in names:
        candidates = [names[name]]
    return next((candidate for candidate in candidates if candidate in python), None)


def _without_chance(
    variables: list[Variable],
    first: Mapping[str, Description],
    second: Mapping[str, Description],
) -> list[Variable]:
    """Leave out variables in which R differs from itself."""
    return [
        Variable(v.name, "not compared", v.value, "R gives another value every time")
        if v.verdict == "differs" and first[v.name] != second.get(v.name)
        else v
        for v in variables
    ]


# The two sides


class _Side:
    """One script in a process and a folder of its own."""

    def __init__(self, name: str, folder: Path, scratch: Path, timeout: float) -> None:
        self.name = name
        self.folder = scratch / "work"
        self.out = scratch / "variables.json"
        self._timeout = timeout
        _copy(folder, self.folder)
        self._output: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  closed by close()
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, command: list[str], environment: dict[str, str]) -> None:
        self._deadline = time.monotonic() + self._timeout
        self._process = subprocess.Popen(
            command,
            cwd=self.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=self._output,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # Ctrl-C reaches only the caller, who ends it
        )

    def variables(self) -> dict[str, Any]:
        """Wait for its end and return what it wrote."""
        assert self._process is not None
        try:
            status = self._process.wait(max(self._deadline - time.monotonic(), 0))
        except subprocess.TimeoutExpired:
            raise CheckError(
                f"{self.name} took longer than {self._timeout:g} seconds and was ended"
            ) from None
        if not self.out.exists():
            said = self._said()
            how = f"was killed by {signal.Signals(-status).name}" if status < 0 else "crashed"
            raise CheckError(f"{self.name} {how}" + (f"; the last it said: {said}" if said else ""))
        found: dict[str, Any] = json.loads(self.out.read_text(encoding="utf-8"))
        return found

    def _said(self) -> str:
        self._output.seek(0)
        return self._output.read().decode(errors="replace").strip()[-_TAIL:]

    def close(self) -> None:
        """End it, and what it started."""
        if self._process is not None and self._process.poll() is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        self._output.close()


def _r_command(executable: Path, side: _Side, script: Path) -> list[str]:
    copy = side.folder / script.name
    copy.write_text(read_script(script), encoding="utf-8")
    settings = {
        "DAGBAG_SCRIPT": copy,
        "DAGBAG_OUT": side.out,
        "DAGBAG_DESCRIBE": _R_FILES / "describe.R",
    }
    return [
        str(executable),
        "--no-save",
        "--no-restore",
        "--no-init-file",
        "--no-echo",
        "-e",
        f"Sys.setenv({', '.join(f'{k} = {_r_string(v)}' for k, v in settings.items())})",
        "-e",
        f"source({_r_string(_R_FILES / 'run.R')})",
    ]


def _r_string(path: Path) -> str:
    return json.dumps(str(path), ensure_ascii=False)


def _python_command(side: _Side, script: Path, python: str) -> list[str]:
    copy = side.folder / f"{script.stem}.py"
    copy.write_text(python, encoding="utf-8")
    run = (
        f"import sys; sys.path[:] = {sys.path!r}; "
        "from dagbag.r_compat.migrate._describe import run_script; "
        f"run_script({str(copy)!r}, {str(side.out)!r})"
    )
    return [sys.executable, "-c", run]


def read_script(script: Path) -> str:
    r"""Read an R script in UTF-8, with or without a byte order mark, or else in Latin-1.

    Examples
    --------
    >>> script = Path(tempfile.mkdtemp()) / "latin.R"
    >>> _ = script.write_bytes("name <- 'J\xe9r\xf4me'\r\n".encode("latin-1"))
    >>> read_script(script)
    "name <- 'Jérôme'\n"
    """
    raw = script.read_bytes()
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n")


@contextlib.contextmanager
def _scratch() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="dagbag-check-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def _copy(folder: Path, target: Path) -> None:
    """Copy a folder without what is hidden in it."""
    size = 0
    for path in folder.rglob("*"):
        if path.is_file() and not any(p.startswith(".") for p in path.relative_to(folder).parts):
            size += path.stat().st_size
            if size > _MAX_COPY:
                raise CheckError(
                    f"{folder} has more than {_MAX_COPY >> 30} GB of files: move the script to a "
                    "folder with only what it reads"
                )
    shutil.copytree(
        folder, target, ignore=shutil.ignore_patterns(".*"), ignore_dangling_symlinks=True
    )


# Who is dagbag in R


def _choose_engine(engine: Engine) -> str:
    if engine == "reference":
        return engine
    state = _package_state()
    if state == "works":
        return "package"
    if engine == "package":
        told = "R's library has no package dagbag" if state == "absent" else f"dagbag {state}"
        raise RUnavailable(f"{told}; {DOCTOR}")
    return "reference"


@functools.cache
def _package_state() -> str:
    """Return whether R's dagbag works, is absent, or how it fails."""
    done = subprocess.run(
        [str(find_r()), "--no-save", "--no-restore", "--no-init-file", "--no-echo"],
        input=_PROBE,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=_r_environment("package"),
    )
    return done.stdout.strip() or f"fails: {done.stderr.strip()[-_TAIL:]}"


def _r_environment(engine: str) -> dict[str, str]:
    environment = {k: v for k, v in os.environ.items() if k != "R_SESSION_INITIALIZED"}
    for category in ("LC_CTYPE", "LC_COLLATE"):
        known = filter(None, map(environment.get, ("LC_ALL", category, "LANG")))
        if "utf" not in next(known, "C").lower():  # where R knows no letters, nor their order
            environment["LC_ALL"] = "C.UTF-8"
    if engine == "package":
        environment.setdefault("RETICULATE_PYTHON", sys.executable)
    else:
        libraries = [_reference_library(), environment.get("R_LIBS", "")]
        environment["R_LIBS"] = os.pathsep.join(filter(None, libraries))
    return environment


@functools.cache
def _reference_library() -> str:
    """Install the reference as an R package in a folder that this process keeps."""
    library = tempfile.mkdtemp(prefix="dagbag-r-library-")
    atexit.register(shutil.rmtree, library, ignore_errors=True)
    with _scratch() as scratch:
        source = scratch / "dagbag"
        (source / "R").mkdir(parents=True)
        for name in ("reference.R", "reference-helpers.R"):
            shutil.copy(_R_FILES / name, source / "R")
        shutil.copytree(r_package_path() / "data", source / "data")
        shutil.copy(r_package_path() / "NAMESPACE", source)
        (source / "DESCRIPTION").write_text(_DESCRIPTION, encoding="utf-8")
        command = ["CMD", "INSTALL", "--no-docs", "--no-test-load", "--no-byte-compile"]
        done = subprocess.run(
            [str(find_r()), *command, f"--library={library}", str(source)],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    if done.returncode:
        raise CheckError(f"R could not install the reference: {done.stderr.strip()[-_TAIL:]}")
    return library


_DESCRIPTION = """\
Package: dagbag
Version: 1.1
Title: The Reference Implementation of dagbag in Plain R
Description: For the comparison of R scripts with their translations.
Author: The dagbag developers
Maintainer: The dagbag developers <dagbag@example.org>
License: BSD_3_clause + file LICENSE
"""
