"""One search over equivalence classes: between the checks and the kernel."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial

import numpy as np
import numpy.typing as npt

from .._dag.edge_sets import matrix_of
from .._dag.edges import edge_matrix, matrix_edges
from .._dag.types import BoolArray
from .._input.constraints import Constraints
from .._kernels.xges import ClassSearch
from ..rrandom import RRandom
from .crossprod import Standardized
from .found import Found, map_back
from .search import barred_rows, edge_list, in_order, pack_rows
from .settings import ClassSettings, OrderSettings
from .workspaces import workspace

LEND = partial(workspace, kind=ClassSearch)


def run_classes(
    data: Standardized,
    settings: ClassSettings,
    constraints: Constraints,
    *,
    standardized: bool = True,
    order: npt.NDArray[np.int64] | None = None,
    stream: RRandom | None = None,
    lend: Callable[[int], AbstractContextManager[ClassSearch]] = LEND,
) -> Found:
    """Search over the classes of equivalent DAGs.

    Parameters
    ----------
    data : Standardized
    settings : ClassSettings
    constraints : Constraints
        In the nodes' own order.
    standardized : bool, default True
        Whether the scores refer to the standardised columns or to the original ones.
    order : ndarray of shape (p,), optional
        The order in which the search sees the columns; results are mapped back.
    stream : RRandom, optional
        What the order is drawn from along which edges point that may point either way; without it
        they point from the lower to the higher index.
    lend : callable, optional
        Where the workspace for p nodes comes from.

    Returns
    -------
    Found
    """
    if order is not None:
        data, constraints = in_order(data, constraints, order)
    p = data.X.shape[1]
    rank = None if stream is None else (stream.sample_int(p) - 1).astype(np.int32)
    with lend(p) as search:
        _start(search, data, settings, constraints, standardized)
        _, _, converged, counts = search.climb(settings.max_step, settings.extended)
        edges = matrix_edges(search.dag(rank))
        found = Found(edges, search.scores(), search.collinear(), sum(counts[:3]), converged)
    if not standardized:
        found.scores[:] = settings.score.in_units(found.scores, data.sd, data.n)
    found.scores[data.constant] = np.nan
    return found if order is None else map_back(found, order)


def step_backward(
    data: Standardized,
    settings: OrderSettings,
    constraints: Constraints,
    found: Found,
    *,
    standardized: bool,
    rank: npt.NDArray[np.int64],
) -> Found:
    """Delete edges of any DAG that is equivalent to the one found, while that improves the score.

    Edges that may point either way then point along the rank of the nodes.
    """
    p = data.X.shape[1]
    start = replace(constraints, start=edge_matrix(found.edges, p))
    with workspace(p, ClassSearch) as search:
        _start(search, data, settings, start, standardized)
        _, _, _, counts = search.climb(p * p, extended=False, backward=True)
        if counts[1] == 0:
            return found
        edges = matrix_edges(search.dag(rank.astype(np.int32)))
        return Found(edges, search.scores(), found.collinear, found.operations + counts[1])


def _start(
    search: ClassSearch,
    data: Standardized,
    settings: ClassSettings | OrderSettings,
    constraints: Constraints,
    standardized: bool,
) -> None:
    """Begin: where settings and lists become what the kernel takes."""
    forbidden, fixed = lists_of_pairs(constraints)
    never = None if forbidden is None else forbidden & forbidden.T
    search.start(
        settings.score.scorer(
            search.regressions, data, standardized=standardized, eps=settings.eps
        ),
        limit=settings.limit,
        barred=barred_rows(never, data.constant),
        forbidden=None if forbidden is None else pack_rows(forbidden),
        fixed=None if fixed is None else pack_rows(fixed),
        edges=edge_list(constraints.start),
        eps=settings.eps,
    )


def lists_of_pairs(constraints: Constraints) -> tuple[BoolArray | None, BoolArray | None]:
    """Return the edges that a DAG must not have, and the pairs that stay adjacent, both ways.

    A whitelisted edge forbids its reverse. One that is blacklisted, too, stays in.

    Examples
    --------
    >>> white = np.array([[False, True], [False, False]])
    >>> forbidden, fixed = lists_of_pairs(Constraints(white, white, white))
    >>> forbidden.tolist(), fixed.tolist()
    ([[False, False], [True, False]], [[False, True], [True, False]])
    """
    black, white = matrix_of(constraints.blacklist), matrix_of(constraints.whitelist)
    if black is None and white is None:
        return None, None
    if white is None:
        assert black is not None
        return black, np.zeros_like(black)
    forbidden = white.T if black is None else white.T | (black & ~white)
    return forbidden, white | white.T
