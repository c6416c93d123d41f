"""What a selected edge must exceed: a threshold as R states it, a gsf, a strength, or a wish."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .checks import check_bounds, check_number, check_word
from .words import nearest, show

THRESHOLD, GSF, STRENGTH, AUTO, STABILITY = "threshold", "gsf", "strength", "auto", "stability"
WISHES = (AUTO, STABILITY)
BOUNDS = ("simple", "unimodal")
FALSE_EDGES = 1.0  # wished for if nobody says how many


@dataclass(frozen=True)
class Wanted:
    """A checked cutoff, perhaps one that is yet to be found."""

    kind: str  # THRESHOLD, GSF, STRENGTH, AUTO or STABILITY
    value: float  # false edges for STABILITY, without meaning for AUTO
    bound: str | None  # on the number of false edges; None: the usual one


def check_wanted(
    threshold: Any, cutoff: Any, strength: Any, false_edges: Any, bound: Any
) -> Wanted:
    """Return the one cutoff that the arguments of `score_shd` ask for."""
    which = None if bound is None else check_bound(bound)
    if false_edges is not None and not (isinstance(cutoff, str) and cutoff == STABILITY):
        raise ValueError(
            f'false_edges must come with cutoff="{STABILITY}", got false_edges={show(false_edges)} '
            f"and cutoff={show(cutoff)}"
        )
    if strength is not None:
        _check_alone("strength", strength, threshold, cutoff)
        return Wanted(STRENGTH, check_strength(strength), which)
    if not isinstance(cutoff, str):
        (value,) = check_bounds([threshold], None if cutoff is None else [cutoff])
        return Wanted(THRESHOLD if cutoff is None else GSF, value, which)
    if cutoff not in WISHES:
        raise ValueError(
            f'cutoff must be a number from 0 to below 1, "{AUTO}" or "{STABILITY}", got '
            f"{show(cutoff)}{nearest(cutoff, WISHES)}"
        )
    _check_alone("cutoff", cutoff, threshold, None)
    if cutoff == AUTO:
        return Wanted(AUTO, 0.0, which)
    wished = FALSE_EDGES if false_edges is None else check_false_edges(false_edges)
    return Wanted(STABILITY, wished, which)


def _check_alone(name: str, value: object, threshold: object, cutoff: object) -> None:
    """Refuse two ways to say what an edge must exceed."""
    others = {"threshold": (threshold, 0), "cutoff": (cutoff, None)}
    for other, (given, default) in others.items():
        if not (given is default or given == default):
            raise ValueError(
                f"{name} must come without {other}, got {name}={show(value)} and "
                f"{other}={show(given)}"
            )


def check_strength(value: object, name: str = "strength", *, low: float = 0.0) -> float:
    """Return what a strength, which is at most 1, must exceed."""
    rule = f"a number from {low:g} to below 1"
    number = check_number(value, name, rule, minimum=low)
    if number >= 1:
        told = (
            f"; {number:g}% is {number / 100:g}"
            if 10 <= number < 100
            else "; no strength is above 1"
        )
        raise ValueError(f"{name} must be {rule}, got {show(value)}{told}")
    return number


def check_false_edges(value: object) -> float:
    """Return a number of false edges that is wished for."""
    rule = "a number above 0"
    number = check_number(value, "false_edges", rule)
    if number <= 0:
        raise ValueError(f"false_edges must be {rule}, got {show(value)}")
    return number


def check_bound(value: object) -> str:
    """Return the name of a bound on the number of false edges."""
    return check_word(value, "bound", BOUNDS)
