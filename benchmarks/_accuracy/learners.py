"""Learners by name, ours and those of the libraries that `peers` runs.

How a name is read is told in `dagbag/accuracy/_learners.py`. Others are cl.pc, cl.ges, cl.boss,
cl.grasp (cl is causal-learn), xges.xges, xges.xges0 (without the extended search), pybnesian.hc,
pgmpy.hc.
"""

from __future__ import annotations

from dagbag.accuracy import _learners
from dagbag.accuracy._learners import Learner, Recipe, learner_of, name_of

from .peers import METHODS

__all__ = ["GROUPS", "Learner", "Recipe", "learner_of", "name_of", "read_name"]

GROUPS = _learners.GROUPS | {
    "peers": [
        *("cl.pc", "cl.ges", "cl.ges-x2", "cl.boss", "cl.boss-x2", "cl.grasp", "cl.grasp-x2"),
        *("xges.xges", "xges.xges-x1", "xges.xges0", "pybnesian.hc", "pgmpy.hc"),
    ],
}


def read_name(name: str, n_boot: int = 100) -> Recipe:
    """Read a learner's name, which may be another library's."""
    return _learners.read_name(name, n_boot, METHODS)
