"""``dagbag validate``: R and Python side by side; as ``python -m dagbag.r_compat validate``."""

from __future__ import annotations

import argparse
import textwrap
from importlib import import_module

from .errors import REMARKS

_own = import_module("dagbag.r_compat.validate")
add_arguments = _own.add_arguments

DESCRIPTION = textwrap.fill(_own.DESCRIPTION.format(explained=REMARKS), 100)
EXAMPLES = (
    "dagbag validate data.csv --n-boot 20 --engine reference",
    "dagbag validate data.csv --n-boot 100 --alpha 0.5 1 2 --html report.html",
)


def run(options: argparse.Namespace) -> int:
    """Compare, print and write; return the exit status."""
    status: int = _own.run_validate(options)
    return REMARKS if status == _own.EXPLAINED else status
