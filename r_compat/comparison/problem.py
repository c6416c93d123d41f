"""What both sides searched on, and their moves by the numbers of the nodes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from dagbag import SearchResult
from dagbag._dag.edge_sets import matrix_of
from dagbag._dag.types import BoolArray, FloatArray
from dagbag._input.constraints import Constraints
from dagbag._search.settings import Settings


class Step(NamedTuple):
    """A move by the numbers of its nodes."""

    operation: str
    source: int
    target: int
    delta: float


def steps_of(result: SearchResult) -> list[Step]:
    """Return the moves of a search whose nodes are 0..p-1."""
    return [Step(*row) for row in result.moves]  # type: ignore[arg-type]


@dataclass(frozen=True)
class Problem:
    """What both sides searched on, in the order in which they saw the nodes."""

    Y: FloatArray
    names: tuple[Any, ...]  # of the columns of Y
    constraints: Constraints
    settings: Settings
    shuffled: bool = False

    @property
    def start(self) -> BoolArray:
        """The graph to start from, (p, p)."""
        p = len(self.names)
        given = matrix_of(self.constraints.start)
        return np.zeros((p, p), dtype=bool) if given is None else given.copy()

    @property
    def penalty(self) -> float | None:
        """Penalty per parent; None if the score is of another kind, which is not refitted here."""
        return self.settings.score.penalty


def apply_move(graph: BoolArray, move: Step) -> None:
    """Carry an operation out, in place."""
    graph[move.source, move.target] = move.operation == "add"
    if move.operation == "reverse":
        graph[move.target, move.source] = True
