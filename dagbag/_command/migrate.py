"""``dagbag migrate``: an R script in Python; as ``python -m dagbag.r_compat migrate``."""

from __future__ import annotations

import argparse
import textwrap
from importlib import import_module

from .errors import REMARKS, UsageError

_own = import_module("dagbag.r_compat.migrate.command")
add_arguments = _own.add_arguments

DESCRIPTION = textwrap.fill(_own.DESCRIPTION.format(marked=REMARKS), 100)
EXAMPLES = ("dagbag migrate script.R", "dagbag migrate script.R -o script.py --quiet")

NEEDED = ("pandas", "matplotlib")


def run(options: argparse.Namespace) -> int:
    """Translate, write, compare; return the exit status."""
    try:
        status: int = _own.run_migrate(options)
    except ModuleNotFoundError as error:
        if error.name in NEEDED:
            raise UsageError(f"this needs {error.name}: pip install 'dagbag[migrate]'") from error
        raise
    return REMARKS if status == _own.MARKED else status
