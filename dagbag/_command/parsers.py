"""Parsers whose errors are one line, and what the options of several commands have in common."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from .._input.pipes import is_device
from .._input.words import nearest
from .errors import UsageError


class Parser(argparse.ArgumentParser):
    """A parser that takes no abbreviations and names the option that may have been meant."""

    def __init__(self, **how: Any) -> None:
        how.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(allow_abbrev=False, **how)

    def error(self, message: str) -> NoReturn:
        """Raise, so that one place prints."""
        own = re.match(r"argument (\S+(?: \S+)?): (must |there is no file )", message)
        lacking = re.match(r"argument (?:\S+/)?(\S+): expected (.*)", message)
        if lacking is not None:
            raise UsageError(f"{lacking[1]} needs {lacking[2]}; see {self.prog} --help")
        if own is None:
            raise UsageError(f"{message}; see {self.prog} --help")
        name = f"{own[1]} " if own[2] == "must " else ""
        raise UsageError(f"{name}{own[2]}{message[own.end() :]}")

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse; what is left over is an error."""
        found, rest = self.parse_known_args(args, namespace)
        if rest:
            raise UsageError(self._unknown(rest[0]))
        return found

    def _unknown(self, word: str) -> str:
        if not word.startswith("-"):
            return f"{word!r} is one argument too many; see {self.prog} --help"
        options = [option for option in self._option_string_actions if option.startswith("--")]
        given = word.partition("=")[0]
        bare = [option.removeprefix("--") for option in options]  # all have dashes in common
        hint = nearest(given.lstrip("-"), bare, least=0.6).replace("'", "'--", 1)
        return f"there is no option {given}{hint or f'; see {self.prog} --help'}"


def parser_of(module: Any, prog: str) -> Parser:
    """Return the parser of a command: its module tells what it is for and adds the arguments."""
    examples = "\n".join(f"  {line}" for line in getattr(module, "EXAMPLES", ()))
    made = Parser(
        prog=prog,
        description=module.DESCRIPTION,
        epilog=f"examples:\n{examples}" if examples else None,
    )
    module.add_arguments(made)
    made.add_argument("--debug", action="store_true", help="show tracebacks of errors")
    return made


# Types of arguments: one line says the rule and what came


def whole(least: int, what: str = "a whole number") -> Callable[[str], int]:
    """Return a reader of whole numbers of at least `least`."""

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = least - 1
        if value < least:
            raise argparse.ArgumentTypeError(f"must be {what} of at least {least}, got {text!r}")
        return value

    return read


def workers(text: str) -> int:
    """Read a number of workers; joblib counts negative ones from all cores down."""
    try:
        value = int(text)
    except ValueError:
        value = 0
    if value == 0:
        raise argparse.ArgumentTypeError(f"must be a whole number other than 0, got {text!r}")
    return value


def number(text: str) -> float:
    """Read a finite number."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"must be a number, got {text!r}")
    return value


def not_negative(text: str) -> float:
    """Read a finite number that is not below 0."""
    value = number(text)
    if value < 0:
        raise argparse.ArgumentTypeError(f"must be a number of at least 0, got {text!r}")
    return value


def number_or(*words: str) -> Callable[[str], float | str]:
    """Return a reader of a number, or one of some words."""

    def read(text: str) -> float | str:
        if text in words:
            return text
        try:
            return number(text)
        except argparse.ArgumentTypeError:
            rule = f"must be a number or {' or '.join(words)}"
            raise argparse.ArgumentTypeError(
                f"{rule}, got {text!r}{nearest(text, words)}"
            ) from None

    read.words = words  # type: ignore[attr-defined]
    return read


def word_among(words: Sequence[str]) -> Callable[[str], str]:
    """Return a reader of any word, which shells complete to one of some."""

    def read(text: str) -> str:
        return text

    read.words = words  # type: ignore[attr-defined]
    return read


def whole_or(least: int, *words: str) -> Callable[[str], int | str]:
    """Return a reader of a whole number, or one of some words."""

    def read(text: str) -> int | str:
        return (
            text if text in words else whole(least, f"{', '.join(words)} or a whole number")(text)
        )

    return read


def one_of(words: Sequence[str]) -> Callable[[str], str]:
    """Return a reader of one word of several, which names the nearest one."""

    def read(text: str) -> str:
        if text not in words:
            told = ", ".join(word if word[0].isalpha() else repr(word) for word in words)
            raise argparse.ArgumentTypeError(
                f"must be one of {told}, got {text!r}{nearest(text, words)}"
            )
        return text

    read.words = words  # type: ignore[attr-defined]
    return read


def named(text: str) -> str:
    """Read a path, which is more than nothing."""
    if not text:
        raise argparse.ArgumentTypeError("must be the name of a file or folder, got ''")
    return text


def existing(text: str) -> Path:
    """Read the path of a file that is there, or ``-``."""
    path = Path(named(text))
    if text != "-" and not path.exists():
        if path.is_symlink():
            told = f"there is no file {text}, which is a link to {path.readlink()}"
            raise argparse.ArgumentTypeError(told)
        near = nearest(path.name, _neighbours(path))
        raise argparse.ArgumentTypeError(f"there is no file {text}{near}")
    if is_device(path):
        raise argparse.ArgumentTypeError(f"must be a file, got {text}, which is no file")
    return path


def _neighbours(path: Path) -> list[str]:
    try:
        return sorted(other.name for other in path.parent.iterdir())
    except OSError:
        return []
