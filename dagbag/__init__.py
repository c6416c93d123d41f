"""Learning directed acyclic graphs via bootstrap aggregating (Wang and Peng, arXiv:1406.2098).

:class:`DAGBag` learns a DAG from a table, with the confidence of every edge: best order score
search on resamples of the rows, and the pairs of nodes that more than half of them connect. The
command ``dagbag`` does so from a shell.

>>> from dagbag import DAGBag, load_example
>>> dag = DAGBag(n_boot=20, random_state=1).fit(load_example().Y)
>>> len(dag.result_.edges)
99

What it is made of is public, too: :func:`bag`, :func:`score_shd` and :mod:`dagbag.learners`. For
those who come from the R package dagbag, :func:`score` and :func:`score_shd` make the same moves as
R, at the speed of the hardware.
"""

from ._command import starting as _starting  # noqa: F401 - before what takes its time

# isort: split
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._kernels.built import kernels_are_built, what_to_do

if not kernels_are_built():
    raise ImportError(what_to_do())

from . import learners, metrics
from ._learners.ensembles import EnsembleInterrupt
from .api import aggregation_path, score, score_shd
from .bagging import bag
from .ensemble import Ensemble
from .exceptions import (
    CheckpointWarning,
    ConvergenceWarning,
    DataWarning,
    DegenerateDataWarning,
    KnowledgeError,
    ReplicateWarning,
)
from .knowledge import AppliedKnowledge, Knowledge
from .results import AggregationPath, AggregationResult, Move, SearchResult
from .rrandom import RRandom, set_seed

if TYPE_CHECKING:
    from . import curves, exchange, stability
    from .checking import DataReport, check_data
    from .datasets import Example, load_example
    from .estimator import DAGBag
    from .graph_score import GraphScore, score_graph
    from .linear_effects import Effects, effects
    from .null import NullStrength, null_strength
    from .sensitivity import OrderSensitivity, order_sensitivity

__version__ = "0.3.0"

__all__ = [
    "AggregationPath",
    "AggregationResult",
    "AppliedKnowledge",
    "CheckpointWarning",
    "ConvergenceWarning",
    "DAGBag",
    "DataReport",
    "DataWarning",
    "DegenerateDataWarning",
    "Effects",
    "Ensemble",
    "EnsembleInterrupt",
    "Example",
    "GraphScore",
    "Knowledge",
    "KnowledgeError",
    "Move",
    "NullStrength",
    "OrderSensitivity",
    "RRandom",
    "ReplicateWarning",
    "SearchResult",
    "aggregation_path",
    "bag",
    "check_data",
    "curves",
    "effects",
    "exchange",
    "learners",
    "load_example",
    "metrics",
    "null_strength",
    "order_sensitivity",
    "score",
    "score_graph",
    "score_shd",
    "set_seed",
    "stability",
]

# What not every session needs is imported when it is first asked for, by the module it is in.
_LATER = {
    "DAGBag": "estimator",
    "DataReport": "checking",
    "Effects": "linear_effects",
    "Example": "datasets",
    "GraphScore": "graph_score",
    "NullStrength": "null",
    "OrderSensitivity": "sensitivity",
    "check_data": "checking",
    "curves": "curves",
    "effects": "linear_effects",
    "exchange": "exchange",
    "load_example": "datasets",
    "null_strength": "null",
    "order_sensitivity": "sensitivity",
    "score_graph": "graph_score",
    "stability": "stability",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(f".{_LATER[name]}", __name__)
    value = module if _LATER[name] == name else getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
