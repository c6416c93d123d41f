"""``dagbag demo``: see it work; as ``python -m dagbag.demo``."""

from __future__ import annotations

import argparse

from ..demo import DESCRIPTION, add_arguments, main
from .errors import FINE

EXAMPLES = ("dagbag demo", "dagbag demo demo.png --report demo.html")

__all__ = ["DESCRIPTION", "EXAMPLES", "add_arguments", "run"]


def run(options: argparse.Namespace) -> int:
    """Run the demo."""
    main(options.picture, options.report)
    return FINE
