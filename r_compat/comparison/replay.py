"""The rule of the choice, replayed on all eligible operations.

It is R's rule written once more, in plain Python and apart from the kernel's, so that the kernel
does not judge itself.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from dagbag._dag.edge_sets import Listed, has
from dagbag._dag.order import find_cycle
from dagbag._dag.types import BoolArray, FloatArray
from dagbag._input.checks import OPERATIONS
from dagbag._input.constraints import Constraints
from dagbag._search.crossprod import number_rows, standardize
from dagbag._search.search import eligible_operations
from dagbag._search.settings import limit_parents

from .problem import Problem, Step, apply_move

Operation = tuple[str, int, int]  # what, source, target
ROUNDING = 1e-9  # of a delta, as a part of it


@dataclass(frozen=True)
class Choice:
    """All eligible operations on a graph in scan order, and their deltas."""

    operations: Sequence[Operation]
    deltas: FloatArray
    eps: float
    threshold: float

    def delta(self, move: Step) -> float | None:
        """Return the delta of a move; None if it is not among the eligible ones."""
        if move[:3] not in self.operations:
            return None
        return float(self.deltas[self.operations.index(move[:3])])

    def winner(self, slack: float = 0.0) -> Operation | None:
        """Replay R's rule with EPS moved by the rounding of deltas; None: the search stops."""
        best, chosen = math.inf, None
        for operation, delta in zip(self.operations, self.deltas.tolist(), strict=True):
            eps = self.eps + slack * ROUNDING * max(1.0, abs(delta))
            rounded = 0.0 if abs(delta) < eps else delta
            if chosen is None or rounded <= best - eps:
                best, chosen = rounded, operation
        edge = slack * ROUNDING * max(1.0, abs(self.threshold))
        return None if best >= self.threshold + edge else chosen

    def may_choose(self, move: Step | None) -> bool:
        """Whether rounding decides, and some EPS close by chooses this move, or stops for None."""
        wanted = None if move is None else move[:3]
        return wanted in [self.winner(slack) for slack in (-1.0, 0.0, 1.0)]


def choice_on(problem: Problem, graph: BoolArray) -> Choice:
    """Return what there is to choose from on a graph."""
    settings = problem.settings
    distinct = int(number_rows(problem.Y).max()) + 1
    moves, deltas = eligible_operations(
        standardize(problem.Y),
        limit_parents(settings, distinct),
        replace(problem.constraints, start=graph),
    )
    operations = [(OPERATIONS[k - 1], i, j) for i, j, k in moves.tolist()]
    return Choice(operations, deltas, settings.eps, settings.threshold)


def why_ineligible(
    move: Step, graph: BoolArray, constraints: Constraints, limit: int
) -> str | None:
    """Say why an operation may not be carried out with so many parents at most, if so."""
    source, target = move.source, move.target
    if not names_edge(move, len(graph)):
        return "it names no edge"
    if move.operation == "add":
        return (
            "the edge is there already"
            if graph[source, target]
            else (_why_not_added(move, (source, target), graph, constraints, limit))
        )
    if not graph[source, target]:
        return "the edge is not there"
    if _listed(constraints.whitelist, source, target):
        return "the edge is whitelisted"
    if move.operation == "delete":
        return None
    return _why_not_added(move, (target, source), graph, constraints, limit)


def names_edge(move: Step, p: int) -> bool:
    """Whether a move is between two different nodes of 0..p-1."""
    inside = 0 <= move.source < p and 0 <= move.target < p
    return inside and move.source != move.target


def _listed(edges: Listed | None, source: int, target: int) -> bool:
    return edges is not None and bool(has(edges, np.asarray(source), np.asarray(target)))


def _why_not_added(
    move: Step, new: tuple[int, int], graph: BoolArray, constraints: Constraints, limit: int
) -> str | None:
    if _listed(constraints.blacklist, *new):
        return "the edge is blacklisted"
    after = graph.copy()
    apply_move(after, move)
    if find_cycle(np.argwhere(after), len(graph)) is not None:
        return "it closes a cycle"
    if np.count_nonzero(after[:, new[1]]) > limit:
        return f"the target has as many parents as it may, {limit}"
    return None
