"""Greedy search over equivalence classes, asked of the data or of resamples."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .._input.checks import check_forced
from .._input.data import Data
from .._search.equivalence import run_classes
from .._search.scores import Gaussian, RegressionScore, with_penalty
from .._search.settings import ClassSettings, limit_parents
from ..results import LearnedDAG
from ..rrandom import RRandom
from .learned import learned_dag
from .question import Question, ask


def ask_classes(
    data: Data,
    *,
    rows: int | None = None,
    penalty: float | None,
    extended: bool,
    **given: Any,
) -> tuple[Question, ClassSettings]:
    """Check the arguments of a search over equivalence classes, see `ask`."""
    question = ask(data, rows=rows, **given)
    plain = question.settings
    assert isinstance(plain.score, RegressionScore)
    score = with_penalty(plain.score, penalty, data.n if rows is None else rows, data.p)
    if isinstance(score, Gaussian):
        check_forced(extended, score.penalty)
    question = replace(question, settings=replace(plain, score=score))
    sparing = given.get("max_parents") is None
    return question, ClassSettings(
        score, plain.limit, plain.eps, plain.max_step, extended, sparing=sparing
    )


def search_classes(
    question: Question, settings: ClassSettings, stream: RRandom | None
) -> LearnedDAG:
    """Search once, on the data."""
    question.check(question.distinct, standardized=True)
    settings = limit_parents(settings, question.distinct)
    found = run_classes(question.columns, settings, question.constraints, stream=stream)
    return learned_dag(question, settings, found)
