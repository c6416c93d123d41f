"""Ctrl-C while the command line starts: the package is imported before any of its code can run.

It is the first thing that is imported, and itself imports little.
"""

import os
import signal
import sys
from contextlib import suppress

INTERRUPTED = 130  # as shells count it


def is_command(words: list[str]) -> bool:
    """Whether a process is the command line, by what it was started with.

    Examples
    --------
    >>> is_command(["python", "/usr/bin/dagbag", "learn"]), is_command(["python", "mine.py"])
    (True, False)
    >>> is_command([])  # Python within another program, such as R
    False
    """
    for k, word in enumerate(words[1:], start=2):
        if word == "-m":
            return words[k : k + 1] == ["dagbag"]
        if not word.startswith("-"):
            return word.replace("\\", "/").rpartition("/")[2] in ("dagbag", "dagbag.exe")
    return False


def watch() -> None:
    """End the command line with one line while it starts; leave all other programs alone."""
    if is_command(sys.orig_argv) and _handler() is signal.default_int_handler:
        with suppress(ValueError):  # only the main thread may
            signal.signal(signal.SIGINT, _end)


def started() -> None:
    """Let Ctrl-C raise again: whoever runs a command catches it."""
    if _handler() is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _handler() -> object:
    return signal.getsignal(signal.SIGINT)


def _end(_signal: int, _frame: object) -> None:
    os.write(2, b"\ndagbag: interrupted\n")
    os._exit(INTERRUPTED)


watch()
