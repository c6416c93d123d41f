"""What several sub-commands have in common: options, tables, graphs from files."""

from __future__ import annotations

import argparse
import csv
import io
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from .errors import UsageError

PAPER_NAMES = ("Empty", "Tree", "Sparse", "Dense", "Large", "Extra-large", "Ultra-large")
"""The graphs of the paper's study, known without importing what makes them."""

PIECE = 4096


def add_progress(group: Any) -> None:
    """Add ``--progress`` and ``--no-progress``."""
    group.add_argument(
        "--progress",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="a bar on stderr (default: where stderr is a terminal)",
    )


def progress_of(options: argparse.Namespace) -> bool:
    """Return whether a bar is wanted: somebody who reads a file of messages wants none."""
    if options.progress is not None:
        return bool(options.progress)
    return sys.stderr is not None and sys.stderr.isatty()


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Return rows as CSV; a float by the shortest text that reads as itself."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([["" if cell is None else cell for cell in row] for row in rows])
    return out.getvalue()


def print_long(text: str) -> None:
    """Print a text by pieces: an unbuffered stdout loses, without a word, what a pipe refuses."""
    if sys.stdout is None:
        raise UsageError("stdout is closed, and there is something to print")
    for start in range(0, len(text), PIECE):
        sys.stdout.write(text[start : start + PIECE])


def make_folder(path: Path) -> None:
    """Make a folder for results, with those above it."""
    if path.exists() and not path.is_dir():
        raise UsageError(f"-o must be a folder, and {path} is a file")
    path.mkdir(parents=True, exist_ok=True)


def percent(part: float, whole: float) -> str:
    """Write a part of a whole, or that there is none."""
    return f"{100 * part / whole:.0f}%" if whole else "none"
