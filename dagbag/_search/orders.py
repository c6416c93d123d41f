"""One search over orders: the starts, and the best of them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .._dag.types import BoolArray
from .._input.constraints import Constraints
from .._kernels.orders import OrderSearch
from ..rrandom import RRandom
from .crossprod import Standardized
from .equivalence import step_backward
from .found import Found, map_back
from .search import barred_rows, in_order, pack_rows, sources_by_target
from .settings import OrderSettings
from .workspaces import workspace

# All nodes are tried so often without an improvement before a search ends. Measured on graphs of 4
# to 107 nodes: 3 laps reach four fifths of what 10 gain over 1, in nine tenths of the time.
LAPS = 10
LEND = partial(workspace, kind=OrderSearch)


class Start(NamedTuple):
    """The draws of one start."""

    order: npt.NDArray[np.int64]  # (p,)
    tries: npt.NDArray[np.int64]  # (p,) the order in which nodes are tried
    seed: int  # decides between places that are equally good


def run_orders(
    data: Standardized,
    settings: OrderSettings,
    constraints: Constraints,
    *,
    standardized: bool = True,
    order: npt.NDArray[np.int64] | None = None,
    stream: RRandom | None = None,
    lend: Callable[[int], AbstractContextManager[OrderSearch]] = LEND,
) -> Found:
    """Search over orders of the nodes, from random ones; of several starts the best is kept.

    Parameters
    ----------
    data : Standardized
    settings : OrderSettings
    constraints : Constraints
        In the nodes' own order; `start` is not looked at.
    standardized : bool, default True
        Whether the scores refer to the standardised columns or to the original ones.
    order : ndarray of shape (p,), optional
        The order in which the search sees the columns; results are mapped back.
    stream : RRandom
        What the first order of each start and the order of trying are drawn from.
    lend : callable, optional
        Where the workspace for p nodes comes from.

    Returns
    -------
    Found
    """
    assert stream is not None
    if order is not None:
        data, constraints = in_order(data, constraints, order)
    p = data.X.shape[1]
    with lend(p) as search:
        _start(search, data, settings, constraints, standardized)
        first = _draw(stream, p)
        found = _from(search, constraints.before, first)
        for _ in range(settings.n_starts - 1):
            found = _better(
                found, _from(search, constraints.before, _draw(stream, p)), settings.eps
            )
    if settings.backward:
        found = step_backward(
            data, settings, constraints, found, standardized=standardized, rank=first.order
        )
    if not standardized:
        found.scores[:] = settings.score.in_units(found.scores, data.sd, data.n)
    found.scores[data.constant] = np.nan
    return found if order is None else map_back(found, order)


def _start(
    search: OrderSearch,
    data: Standardized,
    settings: OrderSettings,
    constraints: Constraints,
    standardized: bool,
) -> None:
    """Begin: where settings and lists become what the kernel takes."""
    before = constraints.before
    search.start(
        settings.score.scorer(
            search.regressions, data, standardized=standardized, eps=settings.eps
        ),
        limit=settings.limit,
        barred=barred_rows(constraints.blacklist, data.constant),
        fixed=sources_by_target(constraints.whitelist, search.p),
        eps=settings.eps,
        before=None if before is None else pack_rows(before.T),
        after=None if before is None else pack_rows(before),
    )


def _draw(stream: RRandom, p: int) -> Start:
    return Start(
        stream.sample_int(p) - 1, stream.sample_int(p) - 1, int(stream.runif(1)[0] * 2**32)
    )


def _from(search: OrderSearch, before: BoolArray | None, start: Start) -> Found:
    """Search from one order."""
    first = start.order if before is None else respecting(start.order, before)
    moves = search.search(first.astype(np.int32), start.tries.astype(np.int32), start.seed, LAPS)
    return Found(search.edges(), search.scores(), search.collinear(), moves)


def _better(first: Found, second: Found, eps: float) -> Found:
    """Return the better of two, of equally good ones the first, and count all operations."""
    best = second if second.scores.sum() < first.scores.sum() - eps else first
    operations = first.operations + second.operations
    return Found(best.edges, best.scores, second.collinear, operations)


def respecting(order: npt.NDArray[np.int64], before: BoolArray) -> npt.NDArray[np.int64]:
    """Return an order that keeps to `before`: always the first node whose turn it can be.

    Examples
    --------
    >>> before = np.zeros((4, 4), dtype=bool)
    >>> before[0, 3] = before[2, 3] = True
    >>> respecting(np.array([3, 1, 2, 0]), before)
    array([1, 2, 0, 3])
    """
    waiting = before.sum(axis=0)
    left = order.tolist()
    found = []
    while left:
        node = next(k for k in left if waiting[k] == 0)
        left.remove(node)
        found.append(node)
        waiting -= before[node]
    return np.array(found, dtype=np.int64)
