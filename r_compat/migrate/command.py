"""``migrate``: the translation from the command line."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

MARKED = 3  # exit status: some statements have no translation

DESCRIPTION = (
    "Translate an R script into Python that calls dagbag, numpy, pandas and matplotlib. What has "
    "no translation is marked in place and listed at the end. The exit status is 0 if everything "
    "was translated (with --check: and everything compared is equal), {marked} if statements were "
    "marked, 1 if --check found a difference, and 2 if the script could not be read or the "
    "comparison could not be made, or had nothing to compare."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``migrate``."""
    parser.add_argument("script", type=Path, help="the R script")
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help="write the translation here instead of printing it",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="run both scripts and compare their variables, what they print, write and draw",
    )
    parser.add_argument(
        "--check-json",
        type=Path,
        metavar="FILE",
        help="check, and write what was found here for other programs",
    )
    parser.add_argument(
        "--engine",
        choices=("auto", "package", "reference"),
        default="auto",
        help="what library(dagbag) is in R for --check (auto)",
    )
    parser.add_argument(
        "--timeout",
        type=float,
        default=600,
        metavar="SECONDS",
        help="how long either script may run for --check (600)",
    )
    parser.add_argument("--quiet", action="store_true", help="no report of marks and notes")


def run_migrate(options: argparse.Namespace) -> int:
    """Translate, write, compare; return the exit status."""
    from ._migrate import migrate
    from .check import read_script, run_check

    for path in (options.output, options.check_json):
        if path is not None:
            _check_writable(path)
    done = migrate(read_script(options.script))
    if options.output is None:
        print(done.python, end="", flush=True)
    else:
        options.output.write_text(done.python, encoding="utf-8")
    if not options.quiet:
        print(done.report(), file=sys.stderr)
    marked = MARKED if done.refused else 0
    if not options.check and options.check_json is None:
        return marked
    report = run_check(
        options.script,
        done,
        engine=options.engine,
        timeout=options.timeout,
    )
    if options.check_json is not None:
        options.check_json.write_text(report.to_json(), encoding="utf-8")
    print(report, file=sys.stderr if options.output is None else sys.stdout, flush=True)
    return report.status or marked


def _check_writable(path: Path) -> None:
    """Refuse a file that cannot be written before anything is translated."""
    if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise OSError(f"the output file {str(path)!r} cannot be written")
