"""Both sides on the same data: what R answers, what this package answers, and where they part.

A search is compared move by move, delta by delta, and in everything else that R returns. Where two
searches part, the rule of the choice is replayed there on all eligible operations, with EPS a
little smaller and a little larger: a tie is where that changes the winner, so that rounding
decides. Fits that R cannot do and this package refuses are told by the entry of ``DEVIATIONS.md``.
Whatever is neither is a disagreement.

`driver` asks both `sides` one `case`: `searches` (with `parting`, `refit` and `replay` where two
part) and `aggregations`. What is `found` makes a `result`, which is a `text` or a `page`.
"""

from .aggregations import compare_aggregations
from .driver import compare
from .found import (
    AGREE,
    DISAGREE,
    EXPLAINED,
    AggregationComparison,
    Candidate,
    Difference,
    SearchComparison,
)
from .problem import Problem, Step, apply_move, steps_of
from .refit import Refit
from .result import Comparison
from .searches import compare_searches
from .sides import PythonSide, RSide, Side
from .text import LISTS, shown_arguments, time_text

__all__ = [
    "AGREE",
    "DISAGREE",
    "EXPLAINED",
    "LISTS",
    "AggregationComparison",
    "Candidate",
    "Comparison",
    "Difference",
    "Problem",
    "PythonSide",
    "RSide",
    "Refit",
    "SearchComparison",
    "Side",
    "Step",
    "apply_move",
    "compare",
    "compare_aggregations",
    "compare_searches",
    "shown_arguments",
    "steps_of",
    "time_text",
]
