"""One search: workspaces, node order, random restart. Between the checks and the kernel."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .._dag.edge_sets import (
    EdgeSet,
    Listed,
    edges_of,
    in_another_order,
    matrix_of,
    parents_of,
)
from .._dag.edges import sort_edges
from .._dag.types import BoolArray, FloatArray
from .._input.constraints import Constraints
from .._kernels.climb import Search, Terms
from .._kernels.node_score import Scorer
from .crossprod import Standardized
from .scores import RegressionScore

if TYPE_CHECKING:
    from ..rrandom import RRandom
from .._dag.types import IntArray
from .settings import Settings
from .threads import Share
from .workspaces import KEEP, workspace

AHEAD = 4096  # steps of a random forest search whose uniforms are drawn at once
BitRows = npt.NDArray[np.uint64]
NO_EDGES: IntArray = np.empty((0, 2), dtype=np.int32)


@dataclass(frozen=True)
class Trace:
    """A finished search in the kernel's terms: 0-based nodes, nothing padded."""

    whitelisted: IntArray  # (k, 2) in the order in which R records them
    moves: IntArray  # (steps, 3) source, target, operation
    deltas: FloatArray  # (steps,)
    converged: bool
    edges: IntArray  # (n_edges, 2) by target, then source
    scores: FloatArray  # (p,) neighborhood scores
    collinear: BoolArray  # (p,)
    stayed: bool = False  # a random forest search that ended by drawing "no movement"

    @property
    def operations(self) -> int:
        """Operations carried out."""
        return len(self.moves)


def pack_rows(matrix: BoolArray) -> BitRows:
    """Pack boolean rows into 64-bit words: bit k of a row is word k // 64, bit k % 64."""
    count, p = matrix.shape
    padded = np.zeros((count, -(-p // 64) * 8), dtype=np.uint8)
    packed = np.packbits(matrix, axis=1, bitorder="little")
    padded[:, : packed.shape[1]] = packed
    return padded.view("<u8").astype(np.uint64, copy=False)


def sources_by_target(listed: Listed | None, p: int) -> BitRows:
    """Packed rows by target of edges."""
    if listed is None:
        return _no_bits(p) if p <= KEEP else _no_bits.__wrapped__(p)
    return pack_rows(matrix_of(listed).T)


@lru_cache(maxsize=1)
def _no_bits(p: int) -> BitRows:
    """Rows without a bit."""
    rows = np.zeros((p, -(-p // 64)), dtype=np.uint64)
    rows.flags.writeable = False
    return rows


@lru_cache(maxsize=1)
def _own_bits(p: int) -> BitRows:
    """Pack the identity matrix; the last one is kept, as the memory of searches is."""
    rows = np.zeros((p, -(-p // 64)), dtype=np.uint64)
    node = np.arange(p)
    rows[node, node >> 6] = np.uint64(1) << (node & 63).astype(np.uint64)
    rows.flags.writeable = False
    return rows


def barred_rows(blacklist: Listed | None, constant: BoolArray) -> BitRows:
    """Pack the sources never to be added, by target: itself, blacklisted and constant ones."""
    p = len(constant)
    rows = _own_bits(p) if p <= KEEP else _own_bits.__wrapped__(p)
    if blacklist is not None:
        rows = rows | sources_by_target(blacklist, p)
    if np.count_nonzero(constant):
        rows = rows | pack_rows(constant[np.newaxis])
        rows[constant] = pack_rows(np.ones((1, p), dtype=bool))
    return rows


def listed_rows(listed: Listed | None, common: BitRows, p: int) -> tuple[BitRows, IntArray]:
    """Pack the sources listed by target, in a row per target that has any.

    Returns
    -------
    rows : ndarray of shape (k, words)
        Row 0 is `common`, (words,), which is in all others, too.
    at : ndarray of shape (p,)
        The row of each target.
    """
    if listed is None:
        return common[np.newaxis], np.zeros(p, dtype=np.int32)
    has_some = parents_of(listed) > 0
    at = np.where(has_some, np.cumsum(has_some), 0).astype(np.int32)
    if not isinstance(listed, EdgeSet):
        return np.vstack([common, pack_rows(listed.T[has_some]) | common]), at
    rows = np.tile(common, (int(at.max()) + 1, 1))
    source, target = listed.edges.astype(np.int64).T
    bit = np.uint64(1) << (source & 63).astype(np.uint64)
    np.bitwise_or.at(rows, (at[target], source >> 6), bit)
    return rows, at


def edge_list(listed: Listed | None) -> IntArray:
    """Edges by target, then source; none of None."""
    return NO_EDGES if listed is None else edges_of(listed)


def in_order(
    data: Standardized, constraints: Constraints, order: npt.NDArray[np.int64]
) -> tuple[Standardized, Constraints]:
    """Return data and lists as a search sees them that sees the nodes in another order."""
    columns = Standardized(
        np.ascontiguousarray(data.X[:, order]), data.sd[order], data.constant[order], data.n
    )

    def moved(listed: Listed | None) -> Listed | None:
        return None if listed is None else in_another_order(listed, order)

    before = constraints.before
    return columns, Constraints(
        moved(constraints.blacklist),
        moved(constraints.whitelist),
        moved(constraints.start),
        None if before is None else in_another_order(before, order),
    )


def _start(
    search: Search,
    data: Standardized,
    settings: Settings,
    constraints: Constraints,
    standardized: bool,
    share: Share | None = None,
) -> None:
    """Begin: the one place where settings and lists become what the kernel takes."""
    if search.regressions is None:
        assert isinstance(settings.score, RegressionScore)
        score: Scorer = settings.score.scorer_from_data(
            data, search.listen, share, standardized=standardized
        )
    else:
        score = settings.score.scorer(
            search.regressions, data, standardized=standardized, eps=settings.eps
        )
    in_short = search.regressions is None
    search.start(score, list_terms(settings, constraints, data.constant, in_short=in_short))


def list_terms(
    settings: Settings, constraints: Constraints, constant: BoolArray, *, in_short: bool = False
) -> Terms:
    """Return what a search is held to, as the kernel takes it.

    Parameters
    ----------
    settings : Settings
    constraints : Constraints
    constant : ndarray of shape (p,)
        Columns that are no source and no target.
    in_short : bool, default False
        Whether targets without a list of their own share a row.
    """
    if in_short:
        rows = _rows_in_short(constraints, constant)
    else:
        rows = {
            "barred": barred_rows(constraints.blacklist, constant),
            "fixed": sources_by_target(constraints.whitelist, len(constant)),
        }
    return Terms(
        limit=settings.limit,
        edges=edge_list(constraints.start),
        threshold=settings.threshold,
        eps=settings.eps,
        **rows,
    )


def _rows_in_short(constraints: Constraints, constant: BoolArray) -> dict[str, Any]:
    """Return lists as `Terms` takes them, without the rows of targets that have none."""
    p = len(constant)
    nothing = pack_rows(np.zeros((1, p), dtype=bool))[0]
    barred, barred_at = listed_rows(constraints.blacklist, pack_rows(constant[np.newaxis])[0], p)
    if constant.any():
        barred_at[constant] = len(barred)
        barred = np.vstack([barred, pack_rows(np.ones((1, p), dtype=bool))])
    fixed, fixed_at = listed_rows(constraints.whitelist, nothing, p)
    return {"barred": barred, "barred_at": barred_at, "fixed": fixed, "fixed_at": fixed_at}


def _climb(
    search: Search, settings: Settings, whitelisted: IntArray, stream: RRandom | None
) -> Trace:
    """Search from where the search is, drawing only the uniforms that R would draw."""
    if settings.lengths is None:
        moves, deltas, converged, _, stayed = search.climb(settings.max_step)
    else:
        assert stream is not None
        moves, deltas, converged, stayed = _climb_at_random(
            search, settings, settings.lengths, stream
        )
    return Trace(
        whitelisted,
        moves,
        deltas,
        converged,
        search.edges(),
        search.scores(),
        search.collinear(),
        stayed,
    )


def _climb_at_random(
    search: Search, settings: Settings, lengths: FloatArray, stream: RRandom
) -> tuple[IntArray, FloatArray, bool, bool]:
    """Search with random steps, for some of which uniforms are drawn ahead, never for all."""
    moves, deltas = [np.empty((0, 3), dtype=np.int32)], [np.empty(0)]
    converged, stayed, done = False, False, 0
    while not converged and done < settings.max_step:
        ahead = min(AHEAD, settings.max_step - done)
        uniforms = stream.copy().runif(ahead)
        part = np.ascontiguousarray(lengths[done : done + ahead])
        path, change, converged, draws, stayed = search.climb(ahead, part, uniforms)
        stream.runif(draws)
        moves.append(path)
        deltas.append(change)
        done += ahead
    return np.concatenate(moves), np.concatenate(deltas), converged, stayed


def _restart(search: Search, first: Trace, settings: Settings, stream: RRandom) -> Trace:
    """Perturb the local optimum and search again, nrestart times; return the best (appendix A-1).

    The path of the best one leads through every search and perturbation before it.
    """

    def draw(m: int) -> int:
        return int(stream.sample_int(m, 1)[0]) - 1

    best, best_score = first, np.nansum(first.scores)
    moves, deltas = [first.moves], [first.deltas]
    for _ in range(settings.nrestart):
        for _ in range(settings.perturb):
            drawn = search.perturb(draw, *settings.perturb_operations)
            if drawn is None:
                break
            moves.append(np.array([drawn[:3]], dtype=np.int32))
            deltas.append(np.array([drawn[3]]))
        path = _climb(search, settings, first.whitelisted, stream)
        moves.append(path.moves)
        deltas.append(path.deltas)
        score = np.nansum(path.scores)
        if score < best_score - settings.eps:
            best_score = score
            best = replace(path, moves=np.concatenate(moves), deltas=np.concatenate(deltas))
    return replace(best, collinear=search.collinear())


def run_search(
    data: Standardized,
    settings: Settings,
    constraints: Constraints,
    *,
    standardized: bool = True,
    order: npt.NDArray[np.int64] | None = None,
    stream: RRandom | None = None,
    lend: Callable[[int], AbstractContextManager[Search]] = workspace,
    share: Share | None = None,
) -> Trace:
    """Hill climbing on standardised data, in a given order of the nodes.

    Parameters
    ----------
    data : Standardized
    settings : Settings
    constraints : Constraints
        Lists and initial graph in the nodes' own order.
    standardized : bool, default True
        Whether the scores refer to the standardised columns or to the original ones.
    order : ndarray of shape (p,), optional
        The order in which the search sees the nodes; results are mapped back.
    stream : RRandom, optional
        Needed for the random forest search and for restarts.
    lend : callable, optional
        Where the workspace for p nodes comes from; of its kind is the search.
    share : Share, optional
        The threads that a search without cross-products may use.

    Returns
    -------
    Trace
    """
    if order is not None:
        data, constraints = in_order(data, constraints, order)
    with lend(data.X.shape[1]) as search:
        _start(search, data, settings, constraints, standardized, share)
        path = _climb(search, settings, edge_list(constraints.whitelist), stream)
        if settings.nrestart > 0:
            assert stream is not None
            path = _restart(search, path, settings, stream)
    if not standardized:
        path = replace(path, scores=settings.score.in_units(path.scores, data.sd, data.n))
    path.scores[data.constant] = np.nan
    return path if order is None else _map_back(path, order)


def _map_back(path: Trace, order: npt.NDArray[np.int64]) -> Trace:
    back = order.astype(np.int32)
    moves = path.moves.copy()
    moves[:, :2] = back[moves[:, :2]]
    edges = back[path.edges]
    scores = np.empty_like(path.scores)
    scores[order] = path.scores
    collinear = np.empty_like(path.collinear)
    collinear[order] = path.collinear
    return replace(
        path,
        whitelisted=back[path.whitelisted],
        moves=moves,
        edges=sort_edges(edges),
        scores=scores,
        collinear=collinear,
    )


@dataclass(frozen=True)
class Standing:
    """Where hill climbing stands at a graph, before any step."""

    scores: FloatArray  # (p,) neighborhood scores
    collinear: BoolArray  # (p,)
    moves: IntArray  # (k, 3) eligible operations in scan order: source, target, operation
    deltas: FloatArray  # (k,)
    optimum: bool  # whether hill climbing would stay


def stand_at(
    data: Standardized, settings: Settings, constraints: Constraints, *, standardized: bool
) -> Standing:
    """Score the initial graph and its neighbours.

    Parameters
    ----------
    data : Standardized
    settings : Settings
    constraints : Constraints
        Its initial graph is the one that is scored.
    standardized : bool
        Whether the scores refer to the standardised columns or to the original ones.

    Returns
    -------
    Standing
    """
    with workspace(data.X.shape[1]) as search:
        _start(search, data, settings, constraints, standardized)
        scores = search.scores()
        moves, deltas = search.operations()
        collinear = search.collinear()
        optimum = search.climb(1)[2]
    if not standardized:
        scores = settings.score.in_units(scores, data.sd, data.n)
    scores[data.constant] = np.nan
    return Standing(scores, collinear, moves, deltas, optimum)


def eligible_operations(
    data: Standardized, settings: Settings, constraints: Constraints
) -> tuple[IntArray, FloatArray]:
    """Return all eligible operations on the initial graph in scan order, and their deltas.

    Parameters
    ----------
    data : Standardized
    settings : Settings
    constraints : Constraints

    Returns
    -------
    moves : ndarray of shape (k, 3)
        source, target, operation (1 add, 2 delete, 3 reverse).
    deltas : ndarray of shape (k,)
    """
    search: Search
    with workspace(data.X.shape[1]) as search:
        _start(search, data, settings, constraints, standardized=True)
        return search.operations()
