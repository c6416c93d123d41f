"""The words of a comparison."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from dagbag._input.words import counted

from .found import AGREE, DISAGREE, EXPLAINED, SearchComparison

if TYPE_CHECKING:
    from .result import Comparison

LISTS = ("blacklist", "whitelist", "ini_adj_matrix")
_SHOWN = 8  # numbers of an argument that are shown
_VERDICTS = {
    AGREE: "The two sides agree.",
    EXPLAINED: "The two sides differ only where it is explained.",
    DISAGREE: "THE TWO SIDES DISAGREE.",
}


def lines_of(found: Comparison) -> list[str]:
    """Return the lines that are printed."""
    n, p = found.shape
    equal = sum(search.equal for search in found.searches)
    given = ", ".join(f"{name}={shown}" for name, shown in shown_arguments(found))
    lines = [
        _VERDICTS[found.status],
        f"  R: {found.engine}; data {n} x {p}; {given}",
        f"  searches: {equal} of {len(found.searches)} equal{_extent(found.searches)}",
    ]
    largest = found.largest_delta_difference
    if largest is not None:
        lines.append(f"  largest difference of a delta: {largest:.2g}")
    lines += [f"  {s.name}: {s.difference}" for s in found.searches if s.difference is not None]
    lines += [f"  aggregated, alpha {part.alpha:g}: {part}" for part in found.aggregations]
    lines.append(f"  time: {time_text(*found.seconds)}")
    lines += [f"  note: {note}" for note in found.notes]
    return lines


def _extent(searches: Sequence[SearchComparison]) -> str:
    """Say how searches were compared."""
    moves = sum(search.by_moves for search in searches)
    graphs = len(searches) - moves
    if not graphs:
        return ", compared move by move"
    return f"; {moves} compared move by move, {graphs} by their graphs"


def shown_arguments(found: Comparison) -> list[tuple[str, str]]:
    """Return the arguments by name, long ones by their number."""
    return [(name, _shown(name, value)) for name, value in found.arguments.items()]


def _shown(name: str, value: object) -> str:
    if name in LISTS and isinstance(value, Sequence):
        return counted(len(value), "edge")
    if isinstance(value, (list, tuple, np.ndarray)) and np.size(value) > _SHOWN:
        return f"{np.size(value)} numbers"
    return repr(value)


def time_text(ours: float, theirs: float) -> str:
    """Say how long both sides took, and which one took longer."""
    text = f"Python {ours:.3g} s, R {theirs:.3g} s"
    fast, slow = sorted((ours, theirs))
    if fast <= 0 or slow < 1.05 * fast:  # a clock that did not move; no difference worth telling
        return text
    ratio = slow / fast
    times = f"{ratio:.1f}" if ratio < 10 else f"{ratio:,.0f}"
    return f"{text}: {'R' if slow == theirs else 'Python'} took {times} times as long"
