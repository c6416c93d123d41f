"""Elidan's bagged score: hill climbing in which every delta is a mean over resamples.

All resamples are drawn before the search; what it sees of them are their cross-products. Deltas are
kept for every pair and computed again, for all resamples at once, in the columns (targets) that an
operation has changed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ._closure import ClosureGraph
from ._crossprod import (
    Standardized,
    crossprod,
    number_rows,
    standardize,
    standardize_resample,
)
from ._resamples import Resampling
from ._scores import Score
from ._search import Settings, check_memory, edge_list, limit_parents, saturated
from ._validation import (
    BoolArray,
    Constraints,
    Data,
    FloatArray,
    Node,
    check_constant_edges,
    check_start_size,
    edge_text,
    nearest,
    show,
)
from .results import SearchResult
from .rrandom import RRandom

# A residual below this part of its total counts as none. There is no refit on the data here: the
# error of a delta is about 2e-16 n / (part of the total that is left).
COLLINEAR = 1e-10
ADD, DELETE, REVERSE = 1, 2, 3
RESAMPLE, DATA, LEFT_OUT = EVALUATIONS = ("resample", "data", "left_out")

IntArray = npt.NDArray[np.int32]
Operation = tuple[int, int, int]  # source, target, operation


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
    numbers: npt.NDArray[np.int64],
    n_boot: int,
    evaluate: str,
    stream: RRandom,
) -> Moments:
    """Draw the resamples from R's stream, as an ensemble does, and form their cross-products.

    Parameters
    ----------
    data : Standardized
    numbers : ndarray of shape (n,)
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
    distinct = min(len(np.unique(numbers[rows])) for rows in drawn)
    return Moments(fit, judge, n, distinct)


def _left_out(counts: npt.NDArray[np.int64], b: int) -> FloatArray:
    """Weights of the rows that were not drawn, adding up to n."""
    left = counts == 0
    if not left.any():
        raise ValueError(
            f'evaluate="left_out" needs rows that were not drawn, got none in resample {b}'
        )
    return np.asarray(left * (len(counts) / left.sum()))


def check_evaluate(value: object, score_type: str | float) -> str:
    """Return which rows' likelihood is taken."""
    words = ", ".join(f'"{word}"' for word in EVALUATIONS)
    if not isinstance(value, str) or value not in EVALUATIONS:
        hint = nearest(value, EVALUATIONS) if isinstance(value, str) else ""
        wrong = ValueError if isinstance(value, str) else TypeError
        raise wrong(f"evaluate must be one of {words}, got {show(value)}{hint}")
    if score_type == "BGe" and value != RESAMPLE:
        raise ValueError(f'evaluate must be "{RESAMPLE}" with score_type="BGe", got {show(value)}')
    return value


class BaggedDeltas:
    """Mean deltas of all additions and deletions, and the graph they refer to.

    Parameters
    ----------
    moments : Moments
    score : Score
    limit : int
        Largest number of parents an addition may lead to.
    barred : ndarray of shape (p, p), bool
        Edges never to be added, by [source, target].

    Attributes
    ----------
    addition, deletion : ndarray of shape (p, p)
        Mean deltas by [source, target], not rounded; infinity where there is no such operation, be
        it cyclic or not.
    scores : ndarray of shape (p,)
        Mean neighborhood scores.
    perfect : ndarray of shape (p,), bool
        Targets for which a source that fits perfectly in a resample was refused.
    """

    def __init__(self, moments: Moments, score: Score, limit: int, barred: BoolArray) -> None:
        p = len(barred)
        self.parents: list[list[int]] = [[] for _ in range(p)]
        self.addition = np.full((p, p), np.inf)
        self.deletion = np.full((p, p), np.inf)
        self.scores = np.empty(p)
        self.perfect = np.zeros(p, dtype=bool)
        self._score = score
        self._limit = limit
        self._barred = barred
        self._n = moments.n
        self._C = moments.fit
        self._M = moments.judge
        if score.offset is not None:
            self._C = self._C.copy()
            self._C[:, np.arange(p), np.arange(p)] += score.ridge
        self._total = np.ascontiguousarray(self._C[:, np.arange(p), np.arange(p)])
        self._judged = None if self._M is None else self._M[:, np.arange(p), np.arange(p)]

    def refresh(self, j: int) -> BoolArray:
        """Compute column j again, for its parents of now; tell the sources that can be fitted."""
        S = self.parents[j]
        C_S = self._C[:, S, :]
        P = np.linalg.inv(C_S[:, :, S])
        A = P @ C_S  # (B, m, p) coefficients of every node on S
        beta = A[:, :, j]
        c = self._C[:, j, :] - (beta[:, np.newaxis, :] @ C_S)[:, 0]  # partial covariances with j
        d = self._total - np.einsum("bmk,bmk->bk", A, C_S)  # partial variances
        rss = c[:, j].copy()
        fine = d > COLLINEAR * self._total
        g = np.divide(c, d, out=np.zeros_like(c), where=fine)
        after = rss[:, np.newaxis] - g * c
        perfect = after <= COLLINEAR * self._total[:, [j]]
        after[perfect | ~fine] = 1.0  # of no use, but has a logarithm
        own = P[:, np.arange(len(S)), np.arange(len(S))]
        without = rss[:, np.newaxis] + beta**2 / own

        judged = judged_after = judged_without = None
        if self._M is not None:
            assert self._judged is not None
            M_S = self._M[:, S, :]
            M_SS = M_S[:, :, S]
            u = self._M[:, j, :] - (beta[:, np.newaxis, :] @ M_S)[:, 0]
            judged = u[:, j] - np.einsum("bm,bm->b", beta, u[:, S])
            cross = u - np.einsum("bmk,bm->bk", A, u[:, S])
            spread = self._judged - np.einsum("bmk,bmk->bk", A, 2.0 * M_S - M_SS @ A)
            judged_after = judged[:, np.newaxis] - g * (2.0 * cross - g * spread)
            h = beta / own
            step = np.einsum("bst,bs->bt", P, u[:, S])
            bend = np.einsum("bst,bst->bt", P, M_SS @ P)
            judged_without = judged[:, np.newaxis] + h * (2.0 * step + h * bend)

        m = len(S)
        before = self._local(m, rss, judged)
        change = self._local(m + 1, after, judged_after) - before[:, np.newaxis]
        logdet = np.zeros(len(rss))
        if self._score.offset is not None:
            change += np.log(np.where(fine, d, 1.0))
            logdet = np.linalg.slogdet(C_S[:, :, S])[1]
        self.scores[j] = (before + logdet).mean()

        usable = fine.all(axis=0)
        open_ = usable & ~self._barred[:, j]
        open_[S] = False
        refused = perfect.any(axis=0)
        self.perfect[j] |= bool((open_ & refused).any())
        open_ &= ~refused
        self.addition[:, j] = np.inf
        if m < self._limit:
            self.addition[open_, j] = change.mean(axis=0)[open_]
        self.deletion[:, j] = np.inf
        if m > 0:
            change = self._local(m - 1, without, judged_without) - before[:, np.newaxis]
            if self._score.offset is not None:
                change += np.log(own)
            self.deletion[S, j] = change.mean(axis=0)
        return np.asarray(usable & ~refused)

    def _local(self, m: int, rss: FloatArray, judged: FloatArray | None) -> FloatArray:
        """Neighborhood scores with m parents, BGe's without log det R[S,S]."""
        score, n = self._score, self._n
        if score.offset is not None:
            if not 0 <= m < len(score.offset):
                return rss
            return np.asarray(score.offset[m] + (score.power + m) * np.log(rss))
        value = n * np.log(rss / n) + score.penalty * m
        if judged is not None:
            value += n * (judged / rss - 1.0)
        return np.asarray(value)


def choose(deltas: FloatArray, eps: float) -> int | None:
    """R's choice among deltas in scan order: its index, None if all are infinite.

    The incumbent is replaced only by a delta <= incumbent - eps. That is replayed only on those
    linked to the smallest delta by gaps below eps.
    """
    low = deltas.min(initial=np.inf)
    if low == np.inf:
        return None
    reach = 2.0 * eps
    while True:
        within = np.sort(deltas[deltas <= low + reach])
        gaps = np.diff(within)
        wide = np.flatnonzero((gaps >= eps) & (gaps > 0))
        end = within[wide[0]] if len(wide) else within[-1]
        if len(wide) or end <= low + reach - eps:
            break
        reach *= 2.0
    best = None
    for k in np.flatnonzero(deltas <= end).tolist():
        if best is None or deltas[k] <= deltas[best] - eps:
            best = k
    return best


class BaggedSearch:
    """Hill climbing on mean deltas.

    Parameters
    ----------
    moments : Moments
    settings : Settings
        `limit` with that of the distinct rows.
    constraints : Constraints
    constant : ndarray of shape (p,), bool
        Columns of the data to be isolated.
    nodes : tuple
        Their names, for errors.
    """

    def __init__(
        self,
        moments: Moments,
        settings: Settings,
        constraints: Constraints,
        constant: BoolArray,
        nodes: tuple[Node, ...],
    ) -> None:
        p = len(constant)
        barred = np.eye(p, dtype=bool) | constant[:, np.newaxis] | constant
        if constraints.blacklist is not None:
            barred |= constraints.blacklist
        self._settings = settings
        self._fixed = constraints.whitelist
        self._graph = ClosureGraph(p)
        self.deltas = BaggedDeltas(moments, settings.score, settings.limit, barred)
        usable = [self.deltas.refresh(j) for j in range(p)]
        for source, target in edge_list(constraints.start).tolist():
            if not usable[target][source]:
                raise ValueError(
                    "whitelist must have no edges that are determined by others, or fit perfectly, "
                    f"in a resample, got {edge_text(source, target, nodes)}"
                )
            self._add(source, target)
            usable[target] = self.deltas.refresh(target)

    def _add(self, source: int, target: int) -> None:
        self._graph.add(source, target)
        self.deltas.parents[target].append(source)

    def _delete(self, source: int, target: int) -> None:
        self._graph.delete(source, target)
        self.deltas.parents[target].remove(source)

    def edges(self) -> IntArray:
        """Return the current graph, (n_edges, 2) by target, then source."""
        return edge_list(self._graph.rows("children"))

    def operations(self) -> tuple[list[Operation], FloatArray]:
        """All eligible deletions and reversals in scan order, and their deltas, rounded."""
        deltas = self.deltas
        moves: list[Operation] = []
        values: list[float] = []
        free = [
            (source, target)
            for source, target in self.edges().tolist()
            if self._fixed is None or not self._fixed[source, target]
        ]
        for source, target in free:
            moves.append((source, target, DELETE))
            values.append(deltas.deletion[source, target])
        for source, target in free:
            back = deltas.addition[target, source]
            if back < np.inf and not self._graph.reversal_is_cyclic(source, target):
                moves.append((source, target, REVERSE))
                values.append(deltas.deletion[source, target] + back)
        return moves, np.array(values)

    def best(self) -> tuple[Operation, float] | None:
        """Return R's choice among all eligible operations, and its delta."""
        p = len(self.deltas.parents)
        moves, values = self.operations()
        # Row j of the descendants are the sources that would close a cycle.
        additions = np.where(self._graph.rows("descendants"), np.inf, self.deltas.addition.T)
        every = np.concatenate([additions.ravel(), values])
        every[np.abs(every) < self._settings.eps] = 0.0
        k = choose(every, self._settings.eps)
        if k is None:
            return None
        move = (k % p, k // p, ADD) if k < p * p else moves[k - p * p]
        return move, float(every[k])

    def apply(self, source: int, target: int, operation: int) -> None:
        """Carry out an operation."""
        if operation == ADD:
            self._add(source, target)
        else:
            self._delete(source, target)
        if operation == REVERSE:
            self._add(target, source)
            self.deltas.refresh(source)
        self.deltas.refresh(target)

    def climb(self) -> tuple[list[Operation], list[float], bool]:
        """Search; return moves, deltas and whether it converged."""
        moves: list[Operation] = []
        taken: list[float] = []
        for _ in range(self._settings.max_step):
            found = self.best()
            if found is None or found[1] >= self._settings.threshold:
                return moves, taken, True
            self.apply(*found[0])
            moves.append(found[0])
            taken.append(found[1])
        return moves, taken, False


def search_bagged(
    data: Data,
    settings: Settings,
    constraints: Constraints,
    *,
    n_boot: int,
    evaluate: str,
    stream: RRandom,
) -> SearchResult:
    """Draw the resamples and search on mean deltas.

    Parameters
    ----------
    data : Data
    settings : Settings
        `limit` is the user's.
    constraints : Constraints
    n_boot : int
    evaluate : {"resample", "data", "left_out"}
    stream : RRandom

    Returns
    -------
    SearchResult
    """
    columns = standardize(data.values)
    check_constant_edges(constraints.start, columns.constant, data.nodes)
    moments = draw_moments(columns, number_rows(data.values), n_boot, evaluate, stream)
    settings = limit_parents(settings, moments.distinct)
    why = "max_parents"
    if settings.limit == moments.distinct - 2:
        why = f"{moments.distinct} distinct rows in a resample"
    check_start_size(constraints.start, settings.limit, why, data.nodes)
    search = BaggedSearch(moments, settings, constraints, columns.constant, data.nodes)
    moves, deltas, converged = search.climb()
    edges = search.edges()
    scores = search.deltas.scores
    scores[columns.constant] = np.nan

    def named(mask: BoolArray) -> tuple[Node, ...]:
        return tuple(data.nodes[k] for k in np.flatnonzero(mask))

    return SearchResult(
        nodes=data.nodes,
        edges=edges,
        whitelisted=edge_list(constraints.whitelist),
        moves=np.array(moves, dtype=np.int32).reshape(-1, 3),
        deltas=np.array(deltas),
        converged=converged,
        scores=scores,
        n=data.n,
        max_step=settings.max_step,
        score_type=settings.score.name,
        shuffled=False,
        constant=named(columns.constant),
        saturated=named(saturated(edges, settings, moments.distinct, data.p)),
        collinear=named(search.deltas.perfect),
        library=data.library,
    )
