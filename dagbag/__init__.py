"""Learning directed acyclic graphs via bootstrap aggregating (Wang and Peng, arXiv:1406.2098).

A Python port of the R package dagbag: :func:`score` and :func:`score_shd` make the same moves as R,
at the speed of the hardware. What is recommended stands beside them: best order score search on
resamples, and the pairs of nodes that more than half of them connect.

>>> from dagbag import bag, load_example, score_shd
>>> from dagbag.learners import BOSS
>>> ensemble = bag(load_example().Y, BOSS(), n_boot=20, seed=1)
>>> result = score_shd(ensemble, strength=0.5)
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
from .estimator import DAGBag
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
    "DAGBag",
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
