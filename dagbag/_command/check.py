"""``dagbag check``: what is the matter with the data, all at once."""

from __future__ import annotations

import argparse
import dataclasses
import json

from .data import add_data, read_data_argument
from .errors import FINE, NO, as_option, say
from .settings import OF_DATA, add_settings, all_settings, given_settings

DESCRIPTION = """\
Look for trouble before anything is learned, and tell all of it at once, by name: missing values,
columns that are constant, duplicated, collinear, no numbers, codes of categories, heavy-tailed; too
few rows for so many columns. Each finding says what dagbag learn will do about it, and how that can
be changed. The exit status is 1 if dagbag learn would refuse the data."""

EXAMPLES = ("dagbag check data.csv", "dagbag check data.csv --missing drop --json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    add_data(parser)
    add_settings(parser, OF_DATA)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options: argparse.Namespace) -> int:
    """Print what is found."""
    settings = all_settings(given_settings(options))
    data = read_data_argument(options.data, settings, notes=False)
    report = data.report(settings["missing"])
    if options.json:
        told = {
            "file": data.name,
            "ok": report.ok,
            "n": report.n,
            "p": report.p,
            "findings": [dataclasses.asdict(finding) for finding in report.findings],
        }
        print(json.dumps(told, indent=2, ensure_ascii=False, default=str))
    else:
        say(as_option(str(report)))
    return FINE if report.ok else NO
