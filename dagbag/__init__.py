"""Learning directed acyclic graphs via bootstrap aggregating (Wang and Peng, arXiv:1406.2098).

A Python port of the R package dagbag: the same moves as R, at the speed of the hardware.
"""

from . import metrics
from ._warnings import ConvergenceWarning, DegenerateDataWarning
from .api import aggregation_path, score, score_shd
from .datasets import Example, load_example
from .results import AggregationResult, Move, SearchResult
from .rrandom import RRandom, set_seed

__version__ = "0.1.0"

__all__ = [
    "AggregationResult",
    "ConvergenceWarning",
    "DegenerateDataWarning",
    "Example",
    "Move",
    "RRandom",
    "SearchResult",
    "aggregation_path",
    "load_example",
    "metrics",
    "score",
    "score_shd",
    "set_seed",
]
