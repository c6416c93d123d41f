"""Searches in the kernel: what one found, with the names of the data, and the job of many."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._runs.jobs import Procedure, SearchJob
from .._search.found import Found
from .._search.search import edge_list
from .._search.settings import ClassSettings, OrderSettings, saturated
from ..results import LearnedDAG
from .question import Question


def learned_dag(
    question: Question, settings: OrderSettings | ClassSettings, found: Found
) -> LearnedDAG:
    """Name the nodes of a finished search; settings are those of the data's distinct rows."""
    data, columns = question.data, question.columns

    def named(mask: Any) -> tuple[Any, ...]:
        return tuple(data.nodes[k] for k in np.flatnonzero(mask))

    return LearnedDAG(
        nodes=data.nodes,
        edges=found.edges,
        scores=found.scores,
        converged=found.converged,
        operations=found.operations,
        n=data.n,
        score_type=settings.score.name,
        constant=named(columns.constant),
        saturated=named(saturated(found.edges, settings, question.distinct, data.p)),
        collinear=named(found.collinear),
        library=data.library,
        whitelisted=edge_list(question.constraints.whitelist),
        blacklist=question.constraints.blacklist,
    )


def row_counts_job(
    question: Question,
    settings: OrderSettings | ClassSettings,
    rows: int,
    procedure: Procedure,
) -> SearchJob:
    """Return the job of searching on resamples of so many rows, by their row counts."""
    question.check(min(question.distinct, rows), standardized=True)
    return SearchJob(
        question.columns,
        question.row_of,
        settings,
        question.constraints,
        standardized=True,
        scale=np.ones(question.data.p),
        procedure=procedure,
    )
