"""Everything that touches R: where this package differs from R, and helpers of R scripts.

``DEVIATIONS.md`` beside this file lists every difference from the R package dagbag 1.1, with the
reason and the test. The helpers below are not exported by the R package but found in users'
scripts. :func:`compare` runs both sides on the same data; :mod:`dagbag.r_compat.bridge` calls R
itself, in a child process, and nothing of R is loaded by importing it. ``R/dagbag`` is an R package
of the same name whose engine is this one: `r_package_path` tells where ``R CMD INSTALL`` finds it.
``python -m dagbag.r_compat`` has ``doctor``, ``validate`` and ``migrate``.

- `bridge`: R's functions as this package's. `_process` is the child process, `_server` what runs in
  it, `_wire` the messages, `_from_r` the results, `_errors` the exceptions, ``R/call.R`` the call
  as R sees it.
- ``R/reference.R``: `score` and `score_shd` in plain R, the second implementation.
- `comparison`, `report`, `validate`, `doctor`: both sides compared, the page, the command line.
- ``R/dagbag``: the R package; `reticulate` is its Python side, `r_package` and `r_example` where it
  lies and its example data; ``R/check.sh`` is its R CMD check.
- `migrate`: R scripts into Python; its docstring says how R's values live there. `rvalues`: what
  translated scripts call where numpy does something else than R.
"""

from typing import Any

from .helpers import move_adj, result_skeleton, y_stand
from .r_package import r_package_path

__all__ = ["compare", "move_adj", "r_package_path", "result_skeleton", "y_stand"]


def __getattr__(name: str) -> Any:
    """Load what needs all of dagbag when it is asked for."""
    if name == "compare":
        from .comparison import compare

        return compare
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
