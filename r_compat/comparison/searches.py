"""Two searches compared, move by move."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from dagbag import SearchResult

from .found import Difference, SearchComparison
from .lists import DELTA_PART, DELTA_TOLERANCE, differing, list_of
from .parting import UNEXPLAINED, explain_parting
from .problem import Problem, Step, steps_of


def compare_searches(
    name: str, problem: Problem, ours: SearchResult, theirs: SearchResult
) -> SearchComparison:
    """Find the first step at which two searches part, and say why.

    Parameters
    ----------
    name : str
    problem : Problem
    ours, theirs : SearchResult
        With the nodes 0..p-1.

    Returns
    -------
    SearchComparison
    """
    if _overflows(ours, theirs):
        return _compare_overflow(name, ours, theirs)
    mine, other = steps_of(ours), steps_of(theirs)
    common = _common(mine, other)
    same, off = common.steps, common.off
    if same == len(mine) == len(other):
        found = off or _compare_lists(same, ours, theirs)
    else:
        ahead = [moves[same] if same < len(moves) else None for moves in (mine, other)]
        found = explain_parting(problem, mine[:same], *ahead)
        if off is not None:
            found = replace(found, kind=off.kind, why=f"{off.why} at step {off.step} already")
    return SearchComparison(name, found is None, same, common.largest if same else None, found)


@dataclass(frozen=True)
class _Common:
    """The moves with which two searches begin alike."""

    steps: int
    largest: float  # difference of two deltas
    off: Difference | None  # the first one beyond rounding


def _common(ours: Sequence[Step], theirs: Sequence[Step]) -> _Common:
    same, largest, off = 0, 0.0, None
    for a, b in zip(ours, theirs, strict=False):
        if a[:3] != b[:3]:
            break
        same += 1
        gap = abs(a.delta - b.delta)
        if off is None and not gap <= DELTA_TOLERANCE + DELTA_PART * abs(a.delta):
            text = f"the deltas of an equal move are {a.delta:.9g} and {b.delta:.9g}"
            off = Difference(same, UNEXPLAINED, text)
        largest = max(largest, math.inf if math.isnan(gap) else gap)
    return _Common(same, largest, off)


def _overflows(ours: SearchResult, theirs: SearchResult) -> bool:
    """Whether R's `movement` is too short for the whitelisted edges and the moves."""
    listed = len(ours._whitelisted) > 0 and ours.final_step > ours.max_step
    return listed and len(list_of(theirs)["movement"]) < ours.final_step


def _compare_overflow(name: str, ours: SearchResult, theirs: SearchResult) -> SearchComparison:
    """Compare all that R tells beside `movement`, which it has written past its end."""
    others = [part for part in differing(ours, theirs) if part != "movement"]
    why = "1: R writes whitelisted edges and moves beyond max.step past the end of movement"
    gap = None
    if others:
        parted = Difference(None, UNEXPLAINED, f"{why}, but {', '.join(others)} differ, too")
    else:
        parted = Difference(None, "deviation", f"{why}; all else is equal")
        gap = float(np.abs(ours.delta_min - list_of(theirs)["delta.min"]).max())
    return SearchComparison(name, False, len(ours.moves), gap, parted, by_moves=False)


def _compare_lists(steps: int, ours: SearchResult, theirs: SearchResult) -> Difference | None:
    """Compare the rest of R's list, where all moves are equal."""
    others = differing(ours, theirs)
    if others:
        return Difference(steps, UNEXPLAINED, f"the moves are equal, but not {', '.join(others)}")
    if ours.converged != theirs.converged:
        return Difference(steps, UNEXPLAINED, "the moves are equal, but only one side converged")
    return None
