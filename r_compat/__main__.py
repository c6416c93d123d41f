"""``python -m dagbag.r_compat``: what concerns R, from the command line."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from types import ModuleType

from .._command.errors import guarded
from . import validate
from .migrate import command as migrate

PROG = "python -m dagbag.r_compat"


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


def _add(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    module: ModuleType,
    summary: str,
) -> None:
    """Add a command whose module has its arguments."""
    told = module.DESCRIPTION.format(explained=validate.EXPLAINED, marked=migrate.MARKED)
    parser = commands.add_parser(name, help=summary, description=told)
    module.add_arguments(parser)
    parser.set_defaults(run=getattr(module, f"run_{name}"))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    parser = argparse.ArgumentParser(prog=PROG, description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="command", dest="command")
    add_doctor(commands)
    _add(commands, "validate", validate, "run R and Python on a data file and compare every move")
    _add(commands, "migrate", migrate, "translate an R script into Python")
    options = parser.parse_args(arguments)
    return guarded(options.command, lambda: int(options.run(options)))


if __name__ == "__main__":
    sys.exit(main())
