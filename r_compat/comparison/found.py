"""What is found: of one move, of one search, of one aggregation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

AGREE, DISAGREE, EXPLAINED = 0, 1, 3  # exit status


@dataclass(frozen=True)
class Candidate:
    """What one side did at a step: an operation, or it stopped."""

    operation: str  # "add", "delete", "reverse" or "stop"
    source: Any = None
    target: Any = None
    delta: float | None = None  # as that side has it
    least_squares: float | None = None  # computed anew

    def __str__(self) -> str:
        if self.operation == "stop":
            return "stop"
        text = f"{self.operation} {self.source} -> {self.target}"
        if self.delta is not None:
            text += f", delta {self.delta:.9g}"
        if self.least_squares is not None:
            text += f" (least squares {self.least_squares:.9g})"
        return text


@dataclass(frozen=True)
class Difference:
    """Where two searches part."""

    step: int | None  # from 1; None: not known, as only graphs were compared
    kind: str  # "tie", "saturated", "deviation" or "unexplained"
    why: str
    ours: Candidate | None = None  # None: the moves are equal, something else is not
    theirs: Candidate | None = None

    def __str__(self) -> str:
        if self.step is None:
            return f"{self.kind}: {self.why}"
        if self.ours is None:
            return f"step {self.step}: {self.kind}: {self.why}"
        return f"step {self.step}: Python {self.ours}; R {self.theirs}; {self.kind}: {self.why}"


@dataclass(frozen=True)
class SearchComparison:
    """One search on both sides."""

    name: str
    equal: bool
    steps: int  # moves that are equal, or Python's where only graphs were compared
    largest_delta_difference: float | None = None  # of the equal moves; None: R tells no deltas
    difference: Difference | None = None
    by_moves: bool = True  # False: R tells only the graph of a resample


@dataclass(frozen=True)
class AggregationComparison:
    """One aggregation on both sides."""

    alpha: float
    equal: bool  # on the same ensemble: moves, final step and graph
    edges: tuple[int, int]  # Python, R, each from its own ensemble
    only_ours: tuple[tuple[Any, Any], ...] = ()
    only_theirs: tuple[tuple[Any, Any], ...] = ()

    def __str__(self) -> str:
        what = "equal" if self.equal else "DIFFERENT"
        if not (self.only_ours or self.only_theirs):
            return f"{self.edges[0]} edges, {what}"
        return (
            f"{what} on the same ensemble; each on its own: {self.edges[0]} edges in Python, "
            f"{self.edges[1]} in R, {len(self.only_ours)} only in Python, "
            f"{len(self.only_theirs)} only in R"
        )
