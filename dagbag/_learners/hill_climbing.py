"""Hill climbing, asked of the data or of every resample of an ensemble."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from .._dag.edge_sets import Listed
from .._input.checks import OPERATIONS
from .._input.data import Data
from .._kernels.climb import DataSearch
from .._runs.blas import OneBlasThread
from .._runs.draws import Recipe
from .._runs.jobs import SearchJob
from .._runs.record import RunRecord, Value, digest, digest_of, digest_of_known
from .._runs.run import Run, RunOptions
from .._runs.workers import find_workers
from .._search.crossprod import Standardized
from .._search.regimes import find_regime
from .._search.search import Trace, run_search
from .._search.settings import Settings, limit_parents, saturated
from .._search.threads import Share, cores, in_main_thread, threads
from .._search.workspaces import workspace
from ..ensemble import Ensemble
from ..results import SearchResult
from ..rrandom import RRandom
from .ensembles import run_ensemble
from .question import Question

# Below this many nodes 100 replicates are over in some 10 ms, for which threads are begun only if
# they are asked for; with 1,000 replicates two of them take half the time.
WORTH_THREADS = 64
MANY_STEPS = 2**20
# From so many nodes on a search from the data is shared among cores.
MANY_NODES = 4096


def search_data(question: Question, *, shuffle: bool, stream: RRandom) -> SearchResult:
    """Search once, on the data."""
    distinct = question.distinct
    question.check(distinct, standardized=question.standardize)
    data, columns = question.data, question.columns
    settings = limit_parents(question.settings, distinct)
    kind = find_regime(settings, len(columns.X), data.p)

    def search(share: Share | None) -> Trace:
        return run_search(
            columns,
            settings,
            question.constraints,
            standardized=question.standardize,
            order=stream.sample_int(data.p) - 1 if shuffle else None,
            stream=stream,
            lend=partial(workspace, kind=kind),
            share=share,
        )

    # In another thread it is one of several searches, which share the cores already.
    if kind is DataSearch and data.p >= MANY_NODES and in_main_thread():
        with threads(cores()) as share, OneBlasThread():
            path = search(share)
    else:
        path = search(None)

    return search_result(
        data,
        columns,
        settings,
        path,
        distinct,
        shuffled=shuffle,
        blacklist=question.constraints.blacklist,
    )


def search_result(
    data: Data,
    columns: Standardized,
    settings: Settings,
    path: Trace,
    distinct: int,
    *,
    shuffled: bool = False,
    blacklist: Listed | None = None,
) -> SearchResult:
    """Name the nodes of a finished search."""

    def named(mask: Any) -> tuple[Any, ...]:
        if not np.count_nonzero(mask):
            return ()
        return tuple(data.nodes[k] for k in np.flatnonzero(mask))

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
        saturated=named(saturated(path.edges, settings, distinct, data.p)),
        collinear=named(path.collinear),
        library=data.library,
        # "No movement" has a delta of 0, which for R is no end if the threshold is above it.
        recorded=not (path.stayed and settings.threshold > 0),
        blacklist=blacklist,
    )


def search_resamples(
    question: Question, n_boot: int, recipe: Recipe, stream: RRandom, options: RunOptions
) -> Ensemble:
    """Search on every resample."""
    scaled = question.standardize_boot or question.standardize
    question.check(min(question.distinct, recipe.resampling.size), standardized=scaled)
    in_turn = question.draws_while_searching
    small = question.data.p < WORTH_THREADS
    workers = find_workers(1 if in_turn else options.n_jobs, most=n_boot, small=small)
    job = SearchJob(
        question.columns,
        question.row_of,
        question.settings,
        question.constraints,
        standardized=question.standardize_boot,
        scale=np.ones(question.data.p) if question.standardize else question.columns.sd,
        stream=stream if in_turn else None,
    )
    workers = job.settle(
        workers,
        recipe.resampling.size,
        n_boot * recipe.nbytes,
        given=options.n_jobs is not None,
    )
    return run_ensemble(
        Run(
            job=job,
            recipe=recipe,
            n_boot=n_boot,
            record=RunRecord.of(question.data, recipe, _governing(question)),
            data=question.data,
            stream=stream,
            workers=workers,
            options=options,
            in_turn=in_turn,
            known=question.known,
        )
    )


def row_counts_job(question: Question, rows: int, *, seed: int | None, shuffled: bool) -> SearchJob:
    """Return the job of searching on resamples of so many rows, by their row counts."""
    question.check(min(question.distinct, rows), standardized=question.standardize)
    return SearchJob(
        question.columns,
        question.row_of,
        question.settings,
        question.constraints,
        standardized=question.standardize,
        scale=question.columns.sd,
        seed=seed,
        shuffled=shuffled,
    )


def _governing(question: Question) -> dict[str, Value]:
    """Return all that governs the searches, lists by their hashes."""
    settings, lists = question.settings, question.constraints
    score = settings.score
    return {
        "score_type": score.name,
        "penalty": score.penalty or 0.0,
        "prior": digest(*score.prior) if score.prior else None,
        "threshold": settings.threshold,
        "max_step": settings.max_step,
        "EPS": settings.eps,
        "max_parents": settings.limit,
        "blacklist": digest_of(lists.blacklist),
        "whitelist": digest_of(lists.whitelist),
        "ini_adj_matrix": digest_of(lists.start),
        "standardize": question.standardize,
        "standardize_boot": question.standardize_boot,
        "random_forest": question.draws_while_searching,
        "random_step_length": digest_of(_in_short(settings.lengths)),
        "nrestart": settings.nrestart,
        "perturb": settings.perturb,
        "perturb_operations": ", ".join(
            name for name, on in zip(OPERATIONS, settings.perturb_operations, strict=True) if on
        ),
        **digest_of_known(question.known),
    }


def _in_short(lengths: npt.NDArray[Any] | None) -> npt.NDArray[Any] | None:
    """Return one of many step lengths that are one number; how many there are is max_step."""
    single = lengths is not None and lengths.strides == (0,) and len(lengths) > MANY_STEPS
    return lengths[:1] if single and lengths is not None else lengths
