"""``dagbag study``: the paper's tables; as ``python -m dagbag.study``."""

from ..study.__main__ import DESCRIPTION, add_arguments, run

EXAMPLES = ("dagbag study list", "dagbag study indep_boot --quick --output study")

__all__ = ["DESCRIPTION", "EXAMPLES", "add_arguments", "run"]
