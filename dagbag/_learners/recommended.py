"""What "auto" stands for: the search, penalty and resampling that the accuracy study recommends.

See vignettes/which-search.md.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .._input.words import counted
from .._search.scores import GAMMA, Gaussian, make_score, with_penalty
from .._search.settings import FEW_PARENTS, ROWS_PER_PARENT

STUDIED_N, STUDIED_P = (50, 5000), (20, 200)  # what the accuracy study looked at
PAGE = "vignettes/which-search.md"


@dataclass(frozen=True)
class Choice:
    """What was chosen for a parameter, and why."""

    parameter: str
    value: Any
    why: str

    def __str__(self) -> str:
        return f"{self.parameter} = {self.value}: {self.why}"


class Choices(tuple[Choice, ...]):
    """What an estimator chose, parameter by parameter.

    ``choices["learner"]`` is one of them, with a ``value`` and the reason ``why``; printed, each
    has a line.
    """

    __slots__ = ()

    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, str):
            return super().__getitem__(key)
        for choice in self:
            if choice.parameter == key:
                return choice
        known = ", ".join(choice.parameter for choice in self)
        raise KeyError(f"{key!r} is not one of {known}")

    def __str__(self) -> str:
        return "\n".join(map(str, self))

    def __repr__(self) -> str:
        return f"<Choices: {', '.join(f'{each.parameter} = {each.value}' for each in self)}>"


def recommend(asked: dict[str, Any], n: int, p: int, rows: int) -> Choices:
    """Say what is chosen for so many rows and nodes, and resamples of so many rows."""
    return Choices(_choices(asked, n, p, rows))


def _choices(asked: dict[str, Any], n: int, p: int, rows: int) -> Iterator[Choice]:
    yield Choice("learner", *_learner(asked["learner"], n, p))
    if asked["learner"] in ("auto", "boss", "xges", "hill_climbing"):
        yield Choice("penalty", *_penalty(asked["score"], asked["penalty"], rows, p))
        yield Choice("max_parents", *_parents(asked["max_parents"], n, p))
    if asked["covariance"]:
        yield Choice("n_boot", 0, "a covariance matrix has no rows to draw resamples from")
    if asked["n_boot"] > 0:
        yield Choice("resample", asked["resample"], _why_resample(asked))
        yield Choice("cutoff", asked["cutoff"], _why_cutoff(asked["cutoff"]))


def _learner(learner: Any, n: int, p: int) -> tuple[str, str]:
    if learner != "auto":
        return str(learner), "as given"
    looked_at = f"n = {STUDIED_N[0]} to {STUDIED_N[1]} and p = {STUDIED_P[0]} to {STUDIED_P[1]}"
    outside = [
        f"{name} = {value}"
        for name, value, (low, high) in (("n", n, STUDIED_N), ("p", p, STUDIED_P))
        if not low <= value <= high
    ]
    beyond = f"; {' and '.join(outside)} {'is' if len(outside) == 1 else 'are'} beyond that"
    return "boss", (
        f"bagged, it came nearest to the truth in the accuracy study, {looked_at}"
        f"{beyond if outside else ''} ({PAGE})"
    )


def _penalty(score: Any, penalty: float | None, rows: int, p: int) -> tuple[str, str]:
    if penalty is not None:
        return f"{penalty:g} times that of {score}", "as given"
    if score != "BIC":
        return f"that of {score}", "the score's own"
    value = math.log(rows) + 2 * GAMMA * math.log(p)
    return (
        f"{value:.2f} per parent",
        f"log(n) + {2 * GAMMA:g} log(p), BIC extended by the number of nodes: the smallest "
        "distances in the accuracy study",
    )


def _parents(limit: int | None, n: int, p: int) -> tuple[str, str]:
    if limit is not None:
        return str(limit), "as given"
    most = min(p - 1, max(n // ROWS_PER_PARENT, FEW_PARENTS))
    return (
        f"at most {most}",
        f"a parent for every {ROWS_PER_PARENT} distinct rows of a resample, but "
        f"{counted(FEW_PARENTS, 'parent')} in any case: more overfits",
    )


def _why_resample(asked: dict[str, Any]) -> str:
    if asked["resample_given"] != "auto":
        return "as given"
    if asked["resample"] == "pairs":
        return "complementary pairs of halves bound the number of false edges"
    return "the rows drawn with replacement, which is what the accuracy study recommends"


def _why_cutoff(cutoff: Any) -> str:
    if cutoff == 0.5:
        return "a pair of nodes that more than half of the resamples connect is an edge"
    return "as given" if not isinstance(cutoff, str) else "found from the ensemble"


def climbing_score(
    score_type: str | float, penalty: float | None, rows: int, p: int
) -> str | float:
    """Return the score of a hill climbing with the penalty that other searches would have."""
    score = with_penalty(make_score(score_type, rows, p, 1.0, None), penalty, rows, p)
    return score.penalty if isinstance(score, Gaussian) else score_type
