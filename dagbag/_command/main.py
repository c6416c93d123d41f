"""``dagbag``: the command line."""

from __future__ import annotations

import io
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from .._input.words import nearest
from .errors import FINE, INTERRUPTED, STATUSES, WRONG, guarded, tell
from .parsers import parser_of
from .starting import started
from .table import COMMANDS, module_of

PROG = "dagbag"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    arguments : sequence of str, optional
        By default those of the process.

    Returns
    -------
    int
        The exit status, see `errors`.
    """
    if arguments is None:
        return of_process(lambda: _main(sys.argv[1:]))
    return _main(list(arguments))


def of_process(run: Callable[[], int]) -> int:
    """Run the command of this process: nothing is ever printed or ended in Python's way."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # names may have what a terminal does not
            stream.reconfigure(errors="backslashreplace")
    try:
        started()
        status = run()
    except KeyboardInterrupt:  # one more while the first was told
        status = INTERRUPTED
    if status == INTERRUPTED:
        _ignore_further()
    return status


def _ignore_further() -> None:
    """Ignore Ctrl-C from now on: the process ends, and its status is the first one's."""
    while True:
        with suppress(KeyboardInterrupt):
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            return


def _main(words: list[str]) -> int:
    if not words:
        return guarded(PROG, lambda: _print(short_overview()))
    first, *rest = words
    if first in ("-h", "--help") or (first == "help" and not rest):
        return guarded(PROG, lambda: _print(overview()))
    if first in ("-V", "--version"):
        return guarded(PROG, lambda: _print(version()))
    if first == "help":
        first, rest = rest[0], ["--help"]
    if first not in COMMANDS:
        kind = "option" if first.startswith("-") else "command"
        known = ("--help", "--version") if first.startswith("-") else COMMANDS
        hint = nearest(first, known) or f"; {PROG} --help lists them"
        tell(f"{PROG}: there is no {kind} {first!r}{hint}")
        return WRONG
    return run_command(first, rest)


def run_command(name: str, words: Sequence[str]) -> int:
    """Run a sub-command by its name."""
    prog = f"{PROG} {name}"
    debug = "--debug" in words
    return guarded(prog, lambda: _run(module_of(name), prog, words), debug=debug)


def run_module(module: Any, prog: str, arguments: Sequence[str] | None = None) -> int:
    """Run a module that is a command of its own, as ``python -m dagbag.study`` is."""
    words = list(sys.argv[1:] if arguments is None else arguments)

    def run() -> int:
        return guarded(prog, lambda: _run(module, prog, words), debug="--debug" in words)

    return of_process(run) if arguments is None else run()


def _run(module: Any, prog: str, words: Sequence[str]) -> int:
    try:
        options = parser_of(module, prog).parse_args(words)
    except SystemExit:  # --help has been printed
        return FINE
    status: int = module.run(options)
    return status


def _print(text: str) -> int:
    print(text)
    return FINE


def version() -> str:
    """Return the version as it is printed."""
    from .. import __version__

    return f"{PROG} {__version__}"


def short_overview() -> str:
    """Return what the bare command prints."""
    return "\n".join(
        [
            "dagbag learns directed acyclic graphs from data: many resamples, one graph, and how",
            "sure each of its edges is.",
            "",
            "  dagbag learn data.csv -o out    learn a graph; write it, its edges and the ensemble",
            "  dagbag check data.csv           what is the matter with the data",
            "  dagbag demo                     see it work on data with a known answer",
            "",
            "dagbag --help lists all commands; dagbag COMMAND --help teaches one.",
        ]
    )


def overview() -> str:
    """Return the help of the command itself."""
    lines = [
        f"usage: {PROG} COMMAND ...",
        "",
        "Learn directed acyclic graphs from data, by bootstrap aggregating: a graph from each of",
        "many resamples of the rows, and one graph that says how sure each of its edges is.",
    ]
    for group in dict.fromkeys(command.group for command in COMMANDS.values()):
        lines += ["", f"{group}:"]
        lines += [
            f"  {name:<12}{command.summary}"
            for name, command in COMMANDS.items()
            if command.group == group
        ]
    lines += [
        "",
        f"{PROG} COMMAND --help   what a command does, its options and examples",
        f"{PROG} --version        the version",
        "",
        "Results go to stdout, warnings, errors and progress to stderr. Exit status:",
        *(f"  {status:<5}{meaning}" for status, meaning in STATUSES.items()),
    ]
    return "\n".join(lines)
