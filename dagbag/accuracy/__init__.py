"""How much of the truth learners find: random graphs, data from them, what was learned beside.

:func:`compare_learners` answers for data of a given size which learner to take, and how good it is
there; ``dagbag accuracy`` is the same from the command line. ``benchmarks/accuracy.py`` sets other
libraries beside, over many sizes.
"""

from ._run import LEARNERS, Accuracy, compare_learners
from ._tables import Mean

__all__ = ["LEARNERS", "Accuracy", "Mean", "compare_learners"]
