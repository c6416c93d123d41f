"""Errors and exit statuses: the one place where a failure becomes a line and a number."""

from __future__ import annotations

import dis
import os
import re
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import Any

FINE = 0
NO = 1  # it ran, and the answer is no: something differs, something is missing
WRONG = 2  # wrong use or bad input
INTERNAL = 3  # an error of this package
REMARKS = 4  # it ran, and something is left to look at
INTERRUPTED = 130  # Ctrl-C, as shells count it
BROKEN_PIPE = 141  # the reader of a pipe has seen enough

STATUSES = {
    FINE: "fine",
    NO: "it ran, and the answer is no",
    WRONG: "wrong use, or input that cannot be read",
    INTERNAL: "an error of dagbag itself",
    REMARKS: "of validate and migrate: yes, with remarks",
    INTERRUPTED: "Ctrl-C",
    BROKEN_PIPE: "the reader of a pipe has gone",
}

# What the world does to a program, whoever says so.
_OF_THE_WORLD = (OSError, ImportError, MemoryError)
# What checks of input raise; Python raises them as well, where a program is wrong.
_OF_CHECKS = (ValueError, TypeError, RuntimeError, OverflowError)

_ARGUMENTS = "sep|index|encoding|decimal|header|missing|resample|leave_out"
_OPTIONS = (
    f"{_ARGUMENTS}|alpha|cutoff|graph|level|max_parents|memory|n|n_boot|n_edges|n_jobs|noise|p|penalty|"
    "learners|random_state|replicates|sample_frac|score|seed|snr"
)
_LONG = "max_parents|n_boot|n_jobs|random_state|sample_frac"  # that are no words of other texts
_VALUES = {
    ("index", "False"): "none",
    ("index", "True"): "0",
    ("header", "False"): "no",
    ("header", "True"): "yes",
}
# What is called otherwise.
_SAID = {
    r"^path must be a file that Ensemble\.save wrote, got ('[^']*')": (
        r"\1 must be an ensemble, as dagbag learn writes it"
    ),
    r"^path must end in": "-o must end in",
    r"\bleave it out\b": "leave it out (--leave-out)",
    r"^(--[a-z-]+ must be )None or ": r"\1",
    r"^(--[a-z-]+ must be [^,:]*), or None\b": r"\1",
    r"^(--[a-z-]+ must be [^,:]*) or None\b": r"\1 or left out",
}


class UsageError(Exception):
    """A call that cannot be meant as it stands; the text is the one line that is printed."""


class Resumable(KeyboardInterrupt):
    """Ctrl-C during work that the same command goes on with; the text says so."""


def guarded(prog: str, run: Callable[[], int], *, debug: bool = False) -> int:
    """Run a command: what it raises becomes one line on stderr, and the exit status.

    Parameters
    ----------
    prog : str
        What the line begins with, such as ``dagbag learn``.
    run : callable
        Does the work and returns the status.
    debug : bool, default False
        Show tracebacks, too.
    """
    try:
        with short_warnings():
            status = run()
            if sys.stdout is not None:
                sys.stdout.flush()
            return status
    except BrokenPipeError:
        _leave_pipe()
        return BROKEN_PIPE
    except KeyboardInterrupt as interrupt:
        said = str(interrupt) if isinstance(interrupt, Resumable) else "interrupted"
        tell(f"\n{prog}: {said}")
        return INTERRUPTED
    except Exception as error:
        if debug:
            traceback.print_exc()
        if is_told(error):
            tell(f"{prog}: {text_of(error)}")
            return WRONG
        advice = "" if debug else "; --debug shows where"
        tell(f"{prog}: internal error, {type(error).__name__}: {text_of(error)}{advice}")
        return INTERNAL


def is_told(error: Exception) -> bool:
    """Whether an error is a message for whoever called, and not a mistake of this package.

    A ``raise`` that somebody wrote is a message; a TypeError of Python's own is a mistake.
    """
    if isinstance(error, (UsageError, *_OF_THE_WORLD)):
        return True
    known = isinstance(error, _OF_CHECKS) or type(error).__module__.startswith("dagbag")
    return known and _was_raised(error.__traceback__)


def _was_raised(where: TracebackType | None) -> bool:
    """Whether the innermost frame of a traceback stands at a ``raise``."""
    if where is None:
        return False
    while where.tb_next is not None:
        where = where.tb_next
    code = where.tb_frame.f_code.co_code
    return dis.opname[code[where.tb_lasti]] == "RAISE_VARARGS"


def text_of(error: Exception) -> str:
    """Return what an error says; further lines are indented."""
    if isinstance(error, OSError) and error.strerror and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    if isinstance(error, UsageError):
        return str(error)
    if isinstance(error, MemoryError) and not str(error):
        return "not enough memory"
    return _indented(str(error)) or type(error).__name__


def _indented(text: str) -> str:
    lines = as_option(text).strip().splitlines()
    return "\n  ".join(line.rstrip() for line in lines)


def as_option(text: str) -> str:
    """Name arguments as options: ``give index=False`` is ``--index none``, ``alpha must`` --alpha.

    Their messages are those of Python, where the same mistakes have the same ones.
    """

    def option(match: re.Match[str]) -> str:
        found = match.groupdict()
        name, value = match["name"], (found.get("value") or "").strip("\"'")
        called = "seed" if name == "random_state" else name.replace("_", "-")
        before = found.get("before") or ""
        return f"{before}--{called} {_VALUES.get((name, value), value)}".rstrip()

    value = r"=(?P<value>'[^']*'|\"[^\"]*\"|\w+)"
    alone = r"(?<![\w/'\".=-])"  # no part of a path or of a name
    for pattern in (
        rf"^(?P<name>{_OPTIONS})(?= must )",
        rf"(?P<before>(?:give|with)\s+)(?P<name>{_ARGUMENTS}|cutoff)\b(?:{value})?",
        rf"{alone}(?P<name>{_ARGUMENTS}|{_LONG}|learner|memory){value}",
        rf"{alone}(?P<name>{_LONG})(?![\w/'\"=-]|\.\w)",
    ):
        text = re.sub(pattern, option, text)
    text = re.sub(r"\bscore_type='(\w+)'", lambda found: f"--score {found[1].lower()}", text)
    for pattern, said in _SAID.items():
        text = re.sub(pattern, said, text)
    return text


def tell(text: str) -> None:
    """Print a line on stderr, if there is one and somebody reads it."""
    if sys.stderr is None:
        return
    with suppress(BrokenPipeError):
        print(harmless(text), file=sys.stderr, flush=True)


def say(text: str) -> None:
    """Print a text for readers on stdout."""
    print(harmless(text))


def harmless(text: str) -> str:
    """Return a text without characters that do something to a terminal: names may have them."""
    return "".join(
        char if char.isprintable() or char in "\n\t\xa0" else repr(char)[1:-1] for char in text
    )


@contextmanager
def short_warnings() -> Iterator[None]:
    """Print warnings as short lines on stderr, each once."""
    told: set[str] = set()

    def show(message: Warning | str, category: type[Warning], *_: Any, **__: Any) -> None:
        text = str(message)
        if issubclass(category, UserWarning) and text not in told:
            told.add(text)
            tell(f"warning: {_indented(text)}")

    with warnings.catch_warnings():
        warnings.simplefilter("always", UserWarning)
        for category in (DeprecationWarning, FutureWarning, ResourceWarning):
            warnings.simplefilter("ignore", category)
        warnings.showwarning = show
        yield


def _leave_pipe() -> None:
    """Let the interpreter end without a word about the pipe that broke."""
    try:
        descriptor = sys.stdout.fileno()
    except (AttributeError, ValueError, OSError):  # no file: there is nothing to flush at the end
        return
    os.dup2(os.open(os.devnull, os.O_WRONLY), descriptor)
