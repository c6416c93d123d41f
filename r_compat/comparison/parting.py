"""Why two searches part: a tie, a saturated fit, a listed deviation, or a disagreement."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from dagbag._dag.types import BoolArray

from .found import Candidate, Difference
from .problem import Problem, Step, apply_move
from .refit import Refit
from .replay import choice_on, why_ineligible

UNEXPLAINED = "unexplained"
# The search has its deltas from cross-products; further from least squares it is mistaken.
_FAR = 1e-5


def explain_parting(
    problem: Problem, before: Sequence[Step], ours: Step | None, theirs: Step | None
) -> Difference:
    """Tell why two searches go on differently from the same graph.

    Parameters
    ----------
    problem : Problem
    before : sequence of Step
        The moves that are equal.
    ours, theirs : Step, optional
        The next ones; None where a search stops.

    Returns
    -------
    Difference
    """
    graph = problem.start
    for move in before:
        apply_move(graph, move)
    refit = None if problem.penalty is None else Refit(problem.Y, problem.penalty)
    cut = problem.shuffled and theirs is None and len(before) + 1 == problem.settings.max_step
    if cut:
        kind, why = "deviation", "6: R drops the move at max.step of a shuffled search"
    else:
        kind, why = _explain(problem, graph, refit, ours, theirs)
    candidates = [_candidate(move, graph, refit, problem.names) for move in (ours, theirs)]
    return Difference(len(before) + 1, kind, why, *candidates)


def _candidate(
    move: Step | None, graph: BoolArray, refit: Refit | None, names: Sequence[Any]
) -> Candidate:
    if move is None:
        return Candidate("stop")
    p = len(names)
    if not (0 <= move.source < p and 0 <= move.target < p):
        return Candidate("no move")
    return Candidate(
        move.operation,
        names[move.source],
        names[move.target],
        None if math.isnan(move.delta) else float(move.delta),
        None if refit is None else _delta(move, graph, refit),
    )


def _delta(move: Step, graph: BoolArray, refit: Refit) -> float | None:
    """Return the delta by least squares; None where it is not to be had."""
    if move.source == move.target:
        return None
    delta = refit.delta(graph, move.operation, move.source, move.target)
    return None if math.isnan(delta) else delta


def _explain(
    problem: Problem,
    graph: BoolArray,
    refit: Refit | None,
    ours: Step | None,
    theirs: Step | None,
) -> tuple[str, str]:
    """Return the kind of a difference, and the reason."""
    if refit is None:
        return UNEXPLAINED, "this score is not refitted"
    if theirs is not None:
        wrong = why_ineligible(theirs, graph, problem.constraints, problem.settings.limit)
        if wrong is not None:
            return UNEXPLAINED, f"R's move is not eligible, {wrong}"
        listed = _listed(theirs, graph, refit)
        if listed is not None:
            return listed
    choice = choice_on(problem, graph)
    for move in (ours, theirs):
        if move is not None and _is_far(choice.delta(move), _delta(move, graph, refit)):
            return UNEXPLAINED, "the deltas of the search are not those of least squares"
    if choice.may_choose(theirs):
        return "tie", f"rounding decides: another EPS near {problem.settings.eps:g} chooses R's"
    return UNEXPLAINED, "by the rule R's is not the choice"


def _is_far(known: float | None, exact: float | None) -> bool:
    return known is None or exact is None or abs(exact - known) > _FAR


def _listed(theirs: Step, graph: BoolArray, refit: Refit) -> tuple[str, str] | None:
    """Return the entry of DEVIATIONS.md that R's move falls under."""
    source, target = theirs.source, theirs.target
    if refit.constant[source] or refit.constant[target]:
        return "deviation", "11, 23: R scores a constant column"
    if theirs.operation == "delete":
        return None
    gains, other = (target, source) if theirs.operation == "add" else (source, target)
    parents = int(np.count_nonzero(graph[:, gains])) + 1
    if parents > refit.distinct - 2:
        text = f"{parents} parents on {refit.distinct} distinct rows"
        return "saturated", f"9, 21: R's fit leaves no residual degree of freedom, {text}"
    if refit.is_collinear(graph, other, gains):
        return "deviation", "12: R's candidate is collinear with the parents"
    if _delta(theirs, graph, refit) is None:
        return "deviation", "12: R's candidate is a perfect fit"
    return None
