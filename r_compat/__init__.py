"""Everything that touches R: where this package differs from R, and helpers of R scripts.

``DEVIATIONS.md`` beside this file lists every difference from the R package dagbag 1.1, with the
reason and the test. The helpers below are not exported by the R package but found in users'
scripts. :mod:`dagbag.r_compat.bridge` calls R itself, in a child process; nothing of R is loaded
by importing it. ``python -m dagbag.r_compat doctor`` says what it needs.
"""

from typing import Any

from .helpers import move_adj, result_skeleton, y_stand

__all__ = ["compare", "move_adj", "result_skeleton", "y_stand"]


def __getattr__(name: str) -> Any:
    """Load what needs all of dagbag when it is asked for."""
    if name == "compare":
        from .comparison import compare

        return compare
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
