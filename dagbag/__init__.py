"""Learning directed acyclic graphs via bootstrap aggregating (Wang and Peng, arXiv:1406.2098).

A Python port of the R package dagbag: the same moves as R, at the speed of the hardware.
"""

from ._kernels.built import kernels_are_built, what_to_do

if not kernels_are_built():
    raise ImportError(what_to_do())

from . import curves, learners, metrics, stability
from ._learners.ensembles import EnsembleInterrupt
from .api import aggregation_path, score, score_shd
from .bagging import bag
from .datasets import Example, load_example
from .ensemble import Ensemble
from .exceptions import (
    CheckpointWarning,
    ConvergenceWarning,
    DegenerateDataWarning,
    ReplicateWarning,
)
from .null import NullStrength, null_strength
from .results import AggregationPath, AggregationResult, Move, SearchResult
from .rrandom import RRandom, set_seed

__version__ = "0.3.0"

__all__ = [
    "AggregationPath",
    "AggregationResult",
    "CheckpointWarning",
    "ConvergenceWarning",
    "DegenerateDataWarning",
    "Ensemble",
    "EnsembleInterrupt",
    "Example",
    "Move",
    "NullStrength",
    "RRandom",
    "ReplicateWarning",
    "SearchResult",
    "aggregation_path",
    "bag",
    "curves",
    "learners",
    "load_example",
    "metrics",
    "null_strength",
    "score",
    "score_shd",
    "set_seed",
    "stability",
]
