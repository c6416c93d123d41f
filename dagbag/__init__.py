"""Learning directed acyclic graphs via bootstrap aggregating (Wang and Peng, arXiv:1406.2098).

A Python port of the R package dagbag: the same moves as R, at the speed of the hardware.
"""

from ._warnings import ConvergenceWarning, DegenerateDataWarning
from .api import score
from .datasets import Example, load_example
from .results import Move, SearchResult
from .rrandom import RRandom, set_seed

__version__ = "0.1.0"

__all__ = [
    "ConvergenceWarning",
    "DegenerateDataWarning",
    "Example",
    "Move",
    "RRandom",
    "SearchResult",
    "load_example",
    "score",
    "set_seed",
]
