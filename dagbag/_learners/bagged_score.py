"""Elidan's bagged score: hill climbing in which every delta is a mean over resamples.

All resamples are drawn before the search; what it sees of them are their cross-products.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from .._dag.edge_sets import Listed
from .._dag.types import FloatArray, Node
from .._input.checks import DATA, RESAMPLE
from .._input.constraints import check_constant_edges, check_start_size
from .._input.words import edge_text
from .._kernels.bagged import BaggedScorer
from .._kernels.node_score import Scorer
from .._kernels.regression import Regressions
from .._runs.draws import Resampling
from .._search.crossprod import Standardized, crossprod, standardize_resample
from .._search.scores import RegressionScore, Score
from .._search.search import edge_list, run_search
from .._search.settings import limit_parents
from .._search.workspaces import check_memory
from ..results import SearchResult
from ..rrandom import RRandom
from .hill_climbing import search_result
from .question import Question


@dataclass(frozen=True)
class Moments:
    """Cross-products of all resamples.

    Parameters are fitted to `fit`, about the mean of each resample. The likelihood is that of
    `judge`, of other rows about the same mean, each in the scale of the resample, adding up to n
    rows; or of the rows fitted, if that is None.
    """

    fit: FloatArray  # (B, p, p), 1 on the diagonal where a column is constant in the resample
    judge: FloatArray | None  # (B, p, p)
    n: int
    distinct: int  # the smallest number of distinct rows of a resample


def draw_moments(
    data: Standardized,
    row_of: npt.NDArray[np.int64],
    n_boot: int,
    evaluate: str,
    stream: RRandom,
) -> Moments:
    """Draw the resamples from R's stream, as an ensemble does, and form their cross-products.

    Parameters
    ----------
    data : Standardized
    row_of : ndarray of shape (n,)
        Number of each row among the distinct ones.
    n_boot : int
    evaluate : {"resample", "data", "left_out"}
        The rows whose likelihood is taken: those drawn, all of the data, or those not drawn.
    stream : RRandom

    Returns
    -------
    Moments
    """
    n, p = data.X.shape
    resampling = Resampling("bootstrap", n, n)
    sets = 1 if evaluate == RESAMPLE else 2
    check_memory(p, other=8.0 * n_boot * (sets * p * p + n))
    drawn = [resampling.draw(stream) for _ in range(n_boot)]
    fit = np.empty((n_boot, p, p))
    judge = None if evaluate == RESAMPLE else np.empty((n_boot, p, p))
    for b, rows in enumerate(drawn):
        counts = np.bincount(rows, minlength=n)
        resample = standardize_resample(data, counts)
        crossprod(resample.X, fit[b])
        constant = np.flatnonzero(resample.constant)
        fit[b, constant, constant] = 1.0
        if judge is not None:
            weights = np.ones(n) if evaluate == DATA else _left_out(counts, b)
            other = (data.X - counts @ data.X / n) / resample.sd
            crossprod(np.sqrt(weights)[:, np.newaxis] * other, judge[b])
    distinct = min(len(np.unique(row_of[rows])) for rows in drawn)
    return Moments(fit, judge, n, distinct)


def _left_out(counts: npt.NDArray[np.int64], b: int) -> FloatArray:
    """Weights of the rows that were not drawn, adding up to n."""
    left = counts == 0
    if not left.any():
        raise ValueError(
            f'evaluate="left_out" needs rows that were not drawn, got none in resample {b}'
        )
    return np.asarray(left * (len(counts) / left.sum()))


class MeanScore(Score):
    """The mean of a score over resamples.

    Parameters
    ----------
    score : RegressionScore
    moments : Moments
    """

    scale_free = True

    def __init__(self, score: RegressionScore, moments: Moments) -> None:
        p = moments.fit.shape[-1]
        fit = moments.fit
        if score.ridge > 0.0:
            fit = fit.copy()
            fit[:, np.arange(p), np.arange(p)] += score.ridge
        self.name, self.penalty, self.saturates = score.name, score.penalty, score.saturates
        self._scorer = BaggedScorer(
            fit, moments.judge, float(moments.n), *score.terms(moments.n, p)
        )

    def scorer(
        self,
        regressions: Regressions,
        data: Standardized,
        *,
        standardized: bool,
        eps: float,
    ) -> Scorer:
        """Return the kernel's score: the resamples stand for the data."""
        return self._scorer

    def check_start(self, start: Listed | None, nodes: tuple[Node, ...]) -> None:
        """Refuse an initial graph with parents that determine each other, or a target."""
        edges = edge_list(start)
        for target in np.unique(edges[:, 1]).tolist():
            parents = np.ascontiguousarray(edges[edges[:, 1] == target, 0])
            source = self._scorer.first_unusable(target, parents)
            if source is not None:
                raise ValueError(
                    "whitelist and knowledge must require no edges that are determined by others, "
                    f"or fit perfectly, in a resample, got {edge_text(source, target, nodes)}"
                )


def search_bagged(
    question: Question, *, n_boot: int, evaluate: str, stream: RRandom
) -> SearchResult:
    """Draw the resamples and search on mean deltas.

    Parameters
    ----------
    question : Question
    n_boot : int
    evaluate : {"resample", "data", "left_out"}
    stream : RRandom

    Returns
    -------
    SearchResult
    """
    data, columns, constraints = question.data, question.columns, question.constraints
    check_constant_edges(constraints.start, columns.constant, data.nodes, question.known)
    moments = draw_moments(columns, question.row_of, n_boot, evaluate, stream)
    assert isinstance(question.settings.score, RegressionScore)
    score = MeanScore(question.settings.score, moments)
    settings = limit_parents(replace(question.settings, score=score), moments.distinct)
    why = "max_parents"
    if settings.limit == moments.distinct - 2:
        why = f"{moments.distinct} distinct rows in a resample"
    check_start_size(constraints.start, settings.limit, why, data.nodes, question.known)
    score.check_start(constraints.start, data.nodes)
    path = run_search(columns, settings, constraints)
    return search_result(
        data, columns, settings, path, moments.distinct, blacklist=constraints.blacklist
    )
