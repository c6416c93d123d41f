"""``python -m dagbag.r_compat``: what concerns R, from the command line."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from .migrate.command import add_migrate
from .validate import add_validate


def add_doctor(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command ``doctor``."""
    parser = commands.add_parser(
        "doctor",
        help="say what of R is there, what is missing, and what to do about it",
        description="Look for R, rpy2 and R packages, and try the bridge to R. The exit status "
        "is 0 if its reference engine works, otherwise 1.",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run_doctor)


def run_doctor(options: argparse.Namespace) -> int:
    """Print what `diagnose` finds."""
    from .doctor import diagnose, report, to_dict, works

    findings = diagnose()
    print(json.dumps(to_dict(findings), indent=2) if options.json else report(findings))
    return 0 if works(findings) else 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m dagbag.r_compat", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="command")
    add_doctor(commands)
    add_validate(commands)
    add_migrate(commands)
    options = parser.parse_args(arguments)
    status: int = options.run(options)
    return status


if __name__ == "__main__":
    sys.exit(main())
