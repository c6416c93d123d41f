"""Hill climbing on several resamples in one call of the kernel; the bits of single searches."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .._dag.types import FloatArray, IntArray
from .._input.constraints import Constraints
from .._kernels.resamples import ResampleSearch
from .crossprod import CONSTANT, FAR, Standardized
from .scores import RegressionScore
from .search import list_terms
from .settings import Settings


@dataclass(frozen=True)
class Searched:
    """Searches on some resamples, by their order; 0-based nodes."""

    edges: IntArray  # (n_edges, 2) of all, one after the other, each by target, then source
    ends: list[int]  # where those of each search end
    converged: list[bool]
    steps: list[int]
    distinct: list[int]  # rows of each resample
    collinear: list[int]  # nodes for which a perfect fit was refused
    scores: list[float]

    def __len__(self) -> int:
        return len(self.ends)


def can_follow(settings: object, *, standardized: bool) -> bool:
    """Tell whether searches may follow each other in the kernel.

    They may if nothing is drawn between, and the score is made of the standardised columns.
    """
    return (
        isinstance(settings, Settings)
        and settings.lengths is None
        and settings.nrestart == 0
        and isinstance(settings.score, RegressionScore)
        and (standardized or settings.score.scale_free)
        and (settings.score.ridge > 0.0 or not settings.score.prior)
    )


def search_in_turn(
    search: ResampleSearch,
    data: Standardized,
    row_of: npt.NDArray[np.int64],
    rows: npt.NDArray[np.int64],
    settings: Settings,
    constraints: Constraints,
    scale: FloatArray | None,
) -> Searched:
    """Search on the first of some resamples.

    Parameters
    ----------
    search : ResampleSearch
    data : Standardized
        Its X has the distinct rows.
    row_of : ndarray
        Number of each row among them.
    rows : ndarray of shape (k, size)
        The rows of each resample.
    settings : Settings
        For which `can_follow` holds; `limit` is the user's.
    constraints : Constraints
    scale : ndarray of shape (p,), optional
        sd of the original columns, relative to ``data.X``, if the scores refer to these.

    Returns
    -------
    Searched
        Of as many as take little time. None from the first one on with a column that is constant,
        or nearly so, or hardly anything beside its mean, which `run_search` can tell more about.
    """
    score, size = settings.score, rows.shape[1]
    assert isinstance(score, RegressionScore)
    told, edges, scores, sd = search.learn(
        score.of_products(
            search.regressions, None if score.ridge > 0.0 else search.room(size), size
        ),
        list_terms(settings, constraints, np.zeros(search.p, dtype=bool)),
        data.X,
        row_of,
        rows,
        max_step=settings.max_step,
        saturates=score.saturates,
        ridge=score.ridge,
        far=FAR,
        constant=CONSTANT,
    )
    if scale is not None:
        scores = score.in_units(scores, sd * scale, size)
    distinct, steps, converged, collinear, ends = told.T.tolist()
    return Searched(
        edges=edges,
        ends=ends,
        converged=[bool(flag) for flag in converged],
        steps=steps,
        distinct=distinct,
        collinear=collinear,
        scores=scores.sum(axis=1).tolist(),
    )
