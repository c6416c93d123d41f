"""R's functions, in R's argument order and with R's defaults: check, call, wrap."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from ._crossprod import Standardized, distinct_rows
from ._crossprod import standardize as standardized_columns
from ._scores import Score, make_score
from ._search import Settings, Trace, run_search
from ._validation import (
    Data,
    accepts_dots,
    check_constant_edges,
    check_constraints,
    check_count,
    check_data,
    check_eps,
    check_flag,
    check_max_parents,
    check_max_step,
    check_moderate,
    check_number,
    check_perturb_operations,
    check_score_type,
    check_start_size,
    check_step_lengths,
    listing,
)
from ._warnings import ConvergenceWarning, DegenerateDataWarning
from .results import SearchResult
from .rrandom import RRandom, stream_for


@accepts_dots
def score(
    Y: Any,
    n_boot: int = 0,
    score_type: str | float = "BIC",
    threshold: float = 0,
    max_step: int = 500,
    ini_adj_matrix: Any = None,
    blacklist: Any = None,
    whitelist: Any = None,
    standardize: bool = True,
    standardize_boot: bool = True,
    random_forest: bool = False,
    random_step_length: Any = None,
    nrestart: int = 0,
    perturb: int = 0,
    shuffle: bool = False,
    print: bool = False,
    EPS: float = 1e-06,
    *,
    seed: int | RRandom | None = None,
    max_parents: int | None = None,
    perturb_operations: Any = ("add", "delete", "reverse"),
    iss_mu: float = 1.0,
    iss_w: float | None = None,
) -> SearchResult:
    """Learn a DAG by hill climbing on a decomposable score.

    The R function ``score``: the same moves, in the same order. R's dotted argument names are
    accepted, too: ``score(Y, **{"max.step": 1000})``. Where R is wrong this function differs; see
    ``r_compat/DEVIATIONS.md``.

    Parameters
    ----------
    Y : array-like or DataFrame of shape (n, p)
        Data, a row per sample, a column per node. Column names of a pandas or polars frame label
        the result. Never modified.
    n_boot : int, default 0
        Number of bootstrap resamples; only 0 (one search on the data) is there yet.
    score_type : str or float, default "BIC"
        "BIC", "likelihood" (also "like", "loglik"), "AIC", "eBIC", "GIC", "BGe", in any case, or a
        number: the penalty per parent.
    threshold : float, default 0
        Stop when the best delta is at least this; a negative one demands larger gains.
    max_step : int, default 500
        Largest number of search steps (of each search, with restarts).
    ini_adj_matrix : p x p matrix, DataFrame or list of pairs, optional
        Graph to start from. As for both lists: 0/1 or boolean by [source, target], a labelled
        frame, or (source, target) pairs by name or 0-based index.
    blacklist, whitelist : p x p matrix, DataFrame or list of pairs, optional
        Edges never to be added; edges that are there from the start and stay. An edge in both
        stays.
    standardize : bool, default True
        Refer the scores to standardised columns. The moves do not depend on it, but for BGe.
    standardize_boot : bool, default True
        The same for each resample; without meaning for ``n_boot=0``.
    random_forest : bool, default False
        Randomised search: draw each operation with weight exp(-(delta - best) * length).
    random_step_length : float or sequence of length max_step, optional
        That length, for each step; larger is greedier.
    nrestart : int, default 0
        Random restarts: perturb the local optimum, search again, in the end return the best.
    perturb : int, default 0
        Number of random operations in each perturbation.
    shuffle : bool, default False
        Search in a random order of the nodes, which decides ties.
    print : bool, default False
        For compatibility: as in R, nothing is printed.
    EPS : float, default 1e-06
        Deltas closer than this are ties, and the first in scan order wins.
    seed : int or RRandom, optional
        A stream of R's random numbers for this call alone, as after ``set.seed(seed)`` in R.
        Without it the stream of :func:`dagbag.set_seed` is used.
    max_parents : int, optional
        Largest number of parents an operation may give a node.
    perturb_operations : choice of "add", "delete", "reverse", default all three
        What a perturbation may draw from.
    iss_mu, iss_w : float, optional
        BGe: prior weight of the mean (1), degrees of freedom of the Wishart prior (p + 2).

    Returns
    -------
    SearchResult

    Warns
    -----
    ConvergenceWarning
        If `max_step` ended the search.
    DegenerateDataWarning
        If columns are constant, fits would be perfect, or nodes are saturated.

    Notes
    -----
    A search needs about 25 p^2 bytes; one that cannot fit is refused with a MemoryError. Ctrl-C
    ends it within a second. The same call gives the same bits in every process; the last bits of
    the deltas, not the moves, may differ between machines and numbers of BLAS threads, because
    the cross-products are BLAS's.

    Examples
    --------
    >>> from dagbag import load_example, score
    >>> example = load_example()
    >>> result = score(example.Y)
    >>> result.converged
    True
    >>> result.moves[0].operation
    'add'
    >>> result["adj.matrix"].shape
    (102, 102)
    """
    data = check_data(Y)
    if check_count(n_boot, "n_boot") > 0:
        raise ValueError(
            "n_boot must be 0: ensembles on bootstrap resamples are not in this version, "
            f"got {n_boot!r}"
        )
    check_flag(standardize_boot, "standardize_boot")
    check_flag(print, "print")
    distinct = distinct_rows(data.values)
    settings = _check_settings(
        data,
        distinct,
        score=make_score(check_score_type(score_type), data.n, data.p, iss_mu, iss_w),
        threshold=threshold,
        max_step=max_step,
        eps=EPS,
        max_parents=max_parents,
        step_length=random_step_length if check_flag(random_forest, "random_forest") else _OFF,
        restarts=(nrestart, perturb, perturb_operations),
    )
    constraints = check_constraints(blacklist, whitelist, ini_adj_matrix, data.nodes)
    check_start_size(constraints.start, settings.limit, _why(settings.limit, distinct), data.nodes)
    stream = stream_for(seed)
    order = stream.sample_int(data.p) - 1 if check_flag(shuffle, "shuffle") else None
    columns = standardized_columns(data.values)
    check_constant_edges(constraints.start, columns.constant, data.nodes)
    if settings.score.offset is not None and not standardize:
        check_moderate(columns.sd, data.nodes)
    path = run_search(
        columns,
        settings,
        constraints,
        standardized=check_flag(standardize, "standardize"),
        order=order,
        stream=stream,
    )
    result = _wrap(path, data, columns, settings, distinct, shuffled=order is not None)
    _warn(result)
    return result


_OFF = object()  # no random forest search


def _check_settings(
    data: Data,
    distinct: int,
    *,
    score: Score,
    threshold: object,
    max_step: object,
    eps: object,
    max_parents: object,
    step_length: object,
    restarts: tuple[object, object, object],
) -> Settings:
    """Check what governs the search."""
    steps = check_max_step(max_step)
    nrestart, perturb = (
        check_count(value, name)
        for value, name in zip(restarts, ("nrestart", "perturb"), strict=False)
    )
    if nrestart > 0 and perturb == 0:
        raise ValueError("perturb must be at least 1 when nrestart is above 0, got 0")
    limit = check_max_parents(max_parents, data.p)
    if score.offset is None:
        limit = min(limit, max(distinct - 2, 0))  # leave a residual degree of freedom
    return Settings(
        score=score,
        limit=limit,
        threshold=check_number(threshold, "threshold"),
        max_step=steps,
        eps=check_eps(eps),
        lengths=None if step_length is _OFF else check_step_lengths(step_length, steps),
        nrestart=nrestart,
        perturb=perturb,
        perturb_operations=check_perturb_operations(restarts[2]),
    )


def _why(limit: int, distinct: int) -> str:
    return f"{distinct} distinct rows" if limit == distinct - 2 else "max_parents"


def _wrap(
    path: Trace,
    data: Data,
    columns: Standardized,
    settings: Settings,
    distinct: int,
    *,
    shuffled: bool,
) -> SearchResult:
    """Label what the search found."""

    def named(mask: Any) -> tuple[Any, ...]:
        return tuple(data.nodes[k] for k in np.flatnonzero(mask))

    parents = np.bincount(path.edges[:, 1], minlength=data.p)
    saturating = settings.score.offset is None and settings.limit == distinct - 2
    return SearchResult(
        nodes=data.nodes,
        edges=path.edges,
        whitelisted=path.whitelisted,
        moves=path.moves,
        deltas=path.deltas,
        converged=path.converged,
        scores=path.scores,
        n=data.n,
        max_step=settings.max_step,
        score_type=settings.score.name,
        shuffled=shuffled,
        constant=named(columns.constant),
        saturated=named((parents >= settings.limit) & (parents > 0)) if saturating else (),
        collinear=named(path.perfect),
        library=data.library,
    )


def _warn(result: SearchResult) -> None:
    """Say what the user has to decide about: once per kind."""
    found = [
        text.format(len(nodes), listing(nodes))
        for text, nodes in (
            ("{} constant column(s) isolated: {}", result.constant),
            ("{} node(s) are an exact linear function of others, such edges were refused: {}",
             result.collinear),
            ("{} node(s) saturated, with as many parents as the distinct rows can fit: {}; "
             "consider max_parents or score_type='eBIC'", result.saturated),
        )
        if nodes
    ]
    if found:
        warnings.warn("; ".join(found), DegenerateDataWarning, stacklevel=4)
    if not result.converged:
        warnings.warn(
            f"the search was stopped by max_step={result.max_step} before it converged; "
            "raise max_step, or accept an early stop",
            ConvergenceWarning,
            stacklevel=4,
        )
