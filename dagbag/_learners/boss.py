"""Best order score search, asked of the data or of resamples."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .._input.constraints import check_tiers, with_tiers
from .._input.data import Data
from .._search.orders import run_orders
from .._search.scores import RegressionScore, with_penalty
from .._search.settings import OrderSettings, limit_parents
from ..results import LearnedDAG
from ..rrandom import RRandom
from .learned import learned_dag
from .question import Question, ask


def ask_orders(
    data: Data,
    *,
    rows: int | None = None,
    penalty: float | None,
    n_starts: int,
    backward: bool,
    tiers: Any,
    **given: Any,
) -> tuple[Question, OrderSettings]:
    """Check the arguments of a search over orders, see `ask`."""
    question = ask(data, rows=rows, **given)
    plain = question.settings
    assert isinstance(plain.score, RegressionScore)
    score = with_penalty(plain.score, penalty, data.n if rows is None else rows, data.p)
    earlier = check_tiers(tiers, data.nodes)
    question = replace(
        question,
        settings=replace(plain, score=score),
        constraints=with_tiers(
            question.constraints,
            earlier,
            data.nodes,
            None if question.known is None else question.known._earlier,
        ),
    )
    return question, OrderSettings(
        score, plain.limit, plain.eps, n_starts, backward, sparing=given.get("max_parents") is None
    )


def search_orders(question: Question, settings: OrderSettings, stream: RRandom) -> LearnedDAG:
    """Search once, on the data."""
    question.check(question.distinct, standardized=True)
    settings = limit_parents(settings, question.distinct)
    found = run_orders(question.columns, settings, question.constraints, stream=stream)
    return learned_dag(question, settings, found)
