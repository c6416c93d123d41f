"""R's lists as the results of this package, and the arguments of R's functions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from dagbag._aggregate.greedy import Bound, Selection, rank
from dagbag._dag.class_counts import EnsembleClasses
from dagbag._dag.counts import EdgeCounts
from dagbag._dag.edges import matrix_edges
from dagbag._dag.order import strong_components
from dagbag._input.data import Data
from dagbag._input.ensembles import CountedEnsemble, check_boot_adj
from dagbag._input.graphs import read_matrix
from dagbag._input.words import listing
from dagbag._runs.record import Value
from dagbag._runs.replicates import Replicate
from dagbag._search.crossprod import number_rows, standardize
from dagbag.ensemble import Ensemble
from dagbag.exceptions import warn_user
from dagbag.results import UNUSED, AggregationResult, SearchResult

from ._errors import RWarning

OVERFLOW = (
    "R wrote whitelisted edges and moves beyond max.step past the end of movement; its moves are "
    "lost, its graph is not"
)
RList = Mapping[str, Any]
Ints = npt.NDArray[np.int32]


class FromR:
    """What a result has that came from R.

    Attributes
    ----------
    r_list : dict
        R's own list, by R's names.
    seconds : float
        What the call took inside R.
    """

    r_list: RList
    seconds: float


class RSearchResult(FromR, SearchResult):
    """A SearchResult that R learned.

    Scores and constant columns are computed here from R's graph; R does not tell them, nor
    whether perfect fits were refused (`collinear` is empty). Where R has written `movement` past
    its end (entry 1 of DEVIATIONS.md) its moves are lost: `moves` is empty, with a warning.
    """


class REnsemble(FromR, Ensemble):
    """An Ensemble that R learned: graphs alone.

    R tells neither steps nor distinct rows, both -1, nor whether a replicate converged: its
    `converged` is None, that of the ensemble False.
    """

    @cached_property
    def _classes(self) -> EnsembleClasses | None:
        """None if there is a cycle: R takes them in lists (entries 4 and 8 of DEVIATIONS.md)."""
        first = np.repeat(np.arange(self.n_boot) * self.p, self.n_edges)
        placed = self._edges + first[:, np.newaxis]
        component = strong_components(placed, self.n_boot * self.p)
        if (component[placed[:, 0]] == component[placed[:, 1]]).any():
            return None
        return EnsembleClasses(self._edges, self.n_edges, self.p)


class RAggregationResult(FromR, AggregationResult):
    """An AggregationResult of R's: `cyclic_edges` are those it passed over, `optimal` is False."""


def list_for_r(value: Any, name: str, nodes: tuple[Any, ...], of: str = "Y") -> Ints | None:
    """Return a list or graph of the user's as R takes it; what R makes of it is R's business."""
    checked = read_matrix(value, name, nodes, of)
    return None if checked is None else checked.astype(np.int32)


def search_result(
    answer: RList,
    data: Data,
    *,
    whitelist: Ints | None,
    score_type: str,
    standardized: bool,
    shuffled: bool,
    max_step: int,
) -> RSearchResult:
    """Make a SearchResult of the list of R's ``score`` without resamples."""
    fixed = 0 if whitelist is None else int(whitelist.sum())
    if _overflows(answer) and whitelist is not None and not shuffled:
        warn_user(OVERFLOW, RWarning)
        path, converged = edge_rows(whitelist), _ended(answer, fixed)
    else:
        path, converged = _path(answer, fixed, shuffled)
    deltas = answer["delta.min"]
    edges = matrix_edges(answer["adj.matrix"])
    columns = standardize(data.values)
    penalty = {"BIC": np.log(data.n)}.get(score_type, 0.0)
    scores = _neighborhood_scores(columns.X, edges, penalty)
    if not standardized:
        scores += 2.0 * data.n * np.log(columns.sd)
    scores[columns.constant] = np.nan
    limit = int(number_rows(data.values).max()) - 1
    parents = np.bincount(edges[:, 1], minlength=data.p)
    moves = path[fixed:]
    moves[:, :2] -= 1
    return RSearchResult(
        nodes=data.nodes,
        edges=edges,
        whitelisted=path[:fixed, :2] - 1,
        moves=moves,
        deltas=deltas[: len(moves)],
        converged=converged,
        scores=scores,
        n=data.n,
        max_step=max_step,
        score_type=score_type,
        shuffled=shuffled,
        constant=_named(columns.constant, data),
        saturated=_named((parents >= limit) & (parents > 0), data),
        collinear=(),
        library=data.library,
        recorded=not converged or len(_used(answer)) > len(moves),
    )


def _named(mask: npt.NDArray[np.bool_], data: Data) -> tuple[Any, ...]:
    return tuple(data.nodes[k] for k in np.flatnonzero(mask))


def _used(answer: RList) -> npt.NDArray[np.float64]:
    """Return the deltas of the search steps that R has recorded."""
    deltas = answer["delta.min"]
    used: npt.NDArray[np.float64] = deltas[deltas != UNUSED]
    return used


def _overflows(answer: RList) -> bool:
    return int(answer["final.step"][0]) > len(answer["movement"])


def edge_rows(adjacency: Ints) -> Ints:
    """Return the rows of `movement` that stand for whitelisted edges."""
    edges = matrix_edges(adjacency)
    return np.column_stack((edges + 1, np.ones(len(edges), dtype=np.int32)))


def _ended(answer: RList, fixed: int) -> bool:
    """Whether a search converged, by its deltas: the converged step's is 0 or missing."""
    used = _used(answer)
    steps = int(answer["final.step"][0]) - fixed
    return len(used) < steps or (len(used) > 0 and bool(used[-1] == 0.0))


def _path(answer: RList, fixed: int, shuffled: bool) -> tuple[Ints, bool]:
    """Return the rows of `movement` that are edges or moves, and whether the search converged.

    A converged search has a row of 0 in the end, which `shuffle` cuts off, and the last move of
    one that `max_step` ended with it; then the deltas tell.
    """
    movement = answer["movement"].astype(np.int32)
    final_step = int(answer["final.step"][0])
    rows = movement[:final_step]
    if shuffled:
        return rows, len(rows) < final_step and _ended(answer, fixed)
    converged = len(rows) > 0 and not rows[-1].any()
    return rows[: len(rows) - converged].copy(), converged


def _neighborhood_scores(
    X: npt.NDArray[np.float64], edges: Ints, penalty: float
) -> npt.NDArray[np.float64]:
    """Return n log(RSS / n) + penalty |parents| of each node, by least squares on the data."""
    n, p = X.shape
    scores = np.empty(p)
    for j in range(p):
        parents = edges[edges[:, 1] == j, 0]
        fit = np.linalg.lstsq(X[:, parents], X[:, j], rcond=None)[0]
        rss = float(np.sum((X[:, j] - X[:, parents] @ fit) ** 2))
        with np.errstate(divide="ignore"):  # a constant column
            scores[j] = n * np.log(rss / n) + penalty * len(parents)
    return scores


def ensemble_result(answer: RList, data: Data, settings: Mapping[str, Value]) -> REnsemble:
    """Make an Ensemble of the list of R's ``score`` on resamples."""
    array = answer["adj.matrix"]
    if array.ndim == 2:  # the R package with n.boot = 1
        array = array[:, :, np.newaxis]
    replicates = {
        b: Replicate(
            matrix_edges(array[:, :, b]),
            converged=False,
            steps=-1,
            distinct_rows=-1,
            score=float("nan"),
        )
        for b in range(array.shape[2])
    }
    return REnsemble(data.nodes, replicates, settings=settings, library=data.library)


def array_for_r(boot_adj: Any) -> tuple[Ints, CountedEnsemble]:
    """Return an ensemble as R's p x p x B array, and as this package sees it."""
    given = check_boot_adj(boot_adj)
    if isinstance(boot_adj, Ensemble):
        return boot_adj.adj_matrix.astype(np.int32), given
    if isinstance(boot_adj, (list, tuple)):
        graphs = [
            read_matrix(graph, f"boot_adj[{b}]", given.nodes, "boot_adj")
            for b, graph in enumerate(boot_adj)
        ]
        return np.stack([g for g in graphs if g is not None], axis=2).astype(np.int32), given
    array = np.asarray(boot_adj)
    if array.ndim != 3:
        raise ValueError(
            "boot_adj must be an ensemble, an array of shape (p, p, B) or a list of graphs "
            f"for R, got shape {array.shape}"
        )
    return array.astype(np.int32), given


def aggregation_result(
    answer: RList,
    given: CountedEnsemble,
    *,
    blacklist: Ints | None,
    whitelist: Ints | None,
    alpha: float,
    threshold: float,
    max_step: int,
) -> RAggregationResult:
    """Make an AggregationResult of the list of R's ``score_shd``."""
    p = len(given.nodes)
    nothing = np.zeros((p, p), dtype=np.int32)
    white = nothing if whitelist is None else whitelist
    barred = (white | (nothing if blacklist is None else blacklist)).astype(bool)
    final_step = int(answer["final.step"][0])
    path = answer["movement"].astype(np.int32)[:final_step, :2] - 1
    fixed = int(white.sum())
    bound = Bound.of_threshold(threshold)
    return RAggregationResult(
        nodes=given.nodes,
        counts=given.counts,
        selection=_selection(given.counts, path[fixed:], barred, alpha, bound.cutoff, max_step),
        whitelisted=path[:fixed],
        alpha=alpha,
        bound=bound,
        max_step=max_step,
        method="greedy",
        library=given.library,
        classes=given.classes,
        blacklist=None if blacklist is None else blacklist.astype(bool),
    )


def _selection(
    counts: EdgeCounts,
    added: Ints,
    barred: npt.NDArray[np.bool_],
    alpha: float,
    cutoff: float,
    max_step: int,
) -> Selection:
    """Tell what R passed over from what it added: candidates looked at that are on no list."""
    edges = rank(counts, alpha, cutoff).edges
    free = ~barred[edges[:, 0], edges[:, 1]]
    taken = np.zeros_like(barred)
    taken[added[:, 0], added[:, 1]] = True
    looked = np.arange(len(edges)) < max_step
    refused = looked & free & ~taken[edges[:, 0], edges[:, 1]]
    return Selection(
        added=added,
        cyclic=edges[refused],
        converged=not (free & ~looked).any(),
        optimal=False,
    )


def check_engine_list(answer: Any, names: tuple[str, ...]) -> RList:
    """Refuse an answer that is not R's list."""
    if not isinstance(answer, dict) or not set(names) <= set(answer):
        found = listing(sorted(answer)) if isinstance(answer, dict) else type(answer).__name__
        raise TypeError(f"R's answer must be a list of {', '.join(names)}, got {found}")
    return answer
