"""Bagging of any learner: the paper's DAGBag procedure with a learning procedure of one's own."""

from __future__ import annotations

import dataclasses
import inspect
import multiprocessing
import os
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

from ._input.arguments import accepts_dots
from ._input.checks import (
    CANONICAL,
    check_column_order,
    check_count,
    check_learner,
    check_prefer,
    check_resample,
    check_shuffle,
    check_timeout,
)
from ._input.data import check_data
from ._input.memory import check_fit
from ._learners.ensembles import run_ensemble
from ._learners.hill_climbing import WORTH_THREADS
from ._learners.informed import informed
from ._learners.question import check_options
from ._runs.draws import Recipe, Resampling
from ._runs.identity import IdentityError, identify
from ._runs.jobs import LearnerJob, SearchJob
from ._runs.record import COLUMN_ORDER, RunRecord, digest_of_known, order_text
from ._runs.run import Run
from ._runs.workers import Workers, find_workers
from ._search.canonical import canonical_order
from ._search.crossprod import number_rows
from .ensemble import Ensemble
from .knowledge import AppliedKnowledge, known_of
from .rrandom import RRandom, stream_for

START_SECONDS = 60.0  # that worker processes may take to start
LONGEST = 60  # characters of a setting in the name of a learner


@accepts_dots
def bag(
    Y: Any,
    learner: Callable[..., Any],
    n_boot: int = 100,
    *,
    shuffle: bool | str = False,
    column_order: str = "given",
    seed: int | RRandom | None = None,
    resample: str = "bootstrap",
    sample_frac: float | None = None,
    n_jobs: int | None = None,
    progress: bool | Literal["auto"] | Callable[[int, int], None] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    warm_start: Ensemble | None = None,
    timeout: float | None = None,
    knowledge: Any = None,
) -> Ensemble:
    """Learn an ensemble of DAGs on resamples by any learning procedure.

    The same resamples as those of :func:`dagbag.score`, and everything else as there: workers,
    progress, checkpoint, Ctrl-C, warm start. Has no counterpart in R.

    Parameters
    ----------
    Y : array-like or DataFrame of shape (n, p)
        Data, a row per sample, a column per node; of a pyarrow table the learner gets an array.
    learner : callable
        ``learner(data)`` gets a resample as Y is (a float array, or a frame of the same library)
        and returns a DAG: a p x p 0/1 matrix or frame by [source, target], a list of (source,
        target) pairs, a networkx graph, or what :func:`dagbag.score` returns. If it has a
        parameter `seed`, it gets an integer drawn for each resample. See :mod:`dagbag.learners`.
    n_boot : int, default 100
        Number of resamples.
    shuffle : bool or "resample", default False
        Show the learner the columns in a random order, one for all resamples or a fresh one for
        each; graphs are mapped back.
    column_order : {"given", "canonical"}, default "given"
        Show the learner the columns as they stand, or in an order of their standardised values,
        which also decides ties when the ensemble is aggregated: then the answer is the same however
        the columns are ordered, named or scaled.
    seed, resample, sample_frac, progress, checkpoint, warm_start
        As in :func:`dagbag.score`; of a learner that takes seeds, which are drawn after the rows of
        a batch, 60 and 40 more are other resamples than 100 at once. A checkpoint and a warm start
        know a function by its name, code, defaults and enclosed variables, not by global ones; an
        object by its class, the code in it, and its attributes, however deep and large; the value
        of a ``cached_property`` counts once it is filled, unless ``__getstate__`` leaves it out. A
        learner that holds what cannot be told from others, such as a lock or an open file, is
        refused with them.
    n_jobs : int, optional
        Workers, as joblib counts them; by default all cores. Processes, or threads if the learner
        has an attribute ``prefer = "threads"``, unless ``joblib.parallel_config`` says otherwise.
    timeout : float, optional
        Seconds that the learner may take for a replicate; by default any. It is then called in a
        thread of its own. One that is late ends the run: worker processes are killed; a thread
        cannot be, and is left to itself until the interpreter ends, which it does not delay. A
        learner in compiled code that holds the GIL can be timed in processes only, which are
        given up after 2 * timeout + 60 seconds without any result.
    knowledge : Knowledge, dict or path, optional
        What is known of the edges, see :mod:`dagbag.knowledge`: handed to the learner, checked in
        each of its graphs, and kept in the ensemble, whose aggregation honours it, as it does the
        lists of a learner of :mod:`dagbag.learners`. A learner takes it by a field `knowledge` of
        its dataclass, or by a parameter of that name; either gets the
        :class:`dagbag.AppliedKnowledge` of the columns as the learner sees them.

    Returns
    -------
    Ensemble

    Raises
    ------
    TimeoutError
        If the learner took longer than `timeout`; it names the replicate, and its ``ensemble``
        has the replicates that are finished.
    RuntimeError
        If the learner fails or returns no DAG; it names the replicate, and its ``ensemble`` has
        the replicates that are finished.
    MemoryError
        If so many resamples cannot fit, before anything is learned; or if the graphs will not,
        as soon as the edges of the first ones tell, with an ``ensemble``, too.
    EnsembleInterrupt
        On Ctrl-C; its ``ensemble`` has the replicates that are finished.

    Examples
    --------
    The search that is recommended, and the pairs that more than half of the resamples connect:

    >>> from dagbag import bag, load_example, score_shd
    >>> from dagbag.learners import BOSS
    >>> ensemble = bag(load_example().Y, BOSS(), n_boot=20, seed=1)
    >>> len(score_shd(ensemble, strength=0.5))
    101

    A learner that joins the two most correlated columns:

    >>> import numpy as np
    >>> def strongest(data):
    ...     r = np.triu(abs(np.corrcoef(data.T)), 1)
    ...     return [np.unravel_index(r.argmax(), r.shape)]
    >>> ensemble = bag(load_example().Y, strongest, n_boot=20, seed=1, n_jobs=1)
    >>> float(ensemble.selection_frequency.max())
    0.55
    """
    data = check_data(Y)
    n_boot = check_count(n_boot, "n_boot", minimum=1)
    learner, known, tell = informed(check_learner(learner), known_of(knowledge, data.nodes), data)
    resampling = Resampling(*check_resample(resample, sample_frac, data.n, n_boot), data.n)
    seeded = takes_seed(learner)
    recipe = Recipe(resampling, data.p, check_shuffle(shuffle, ensemble=True), seeds=seeded)
    canonical = check_column_order(column_order) == CANONICAL
    order = canonical_order(data.values) if canonical else None
    options = check_options(
        n_boot,
        seed,
        n_jobs=n_jobs,
        progress=progress,
        checkpoint=checkpoint,
        warm_start=warm_start,
    )
    limit = check_timeout(timeout)
    needed = "checkpoint" if options.checkpoint is not None else None
    needed = needed if options.warm_start is None else "warm_start"
    by_counts = _on_row_counts(learner)
    in_kernel = limit is None and by_counts is not None  # a late learner is called in Python
    small = in_kernel and data.p < WORTH_THREADS
    workers = find_workers(options.n_jobs, check_prefer(learner), most=n_boot, small=small)
    other = float(n_boot * recipe.nbytes)
    job: SearchJob | LearnerJob
    if in_kernel and by_counts is not None:
        job = by_counts(data, resampling.size)
        given = options.n_jobs is not None
        workers = job.settle(workers, resampling.size, other, given=given)
    else:
        if workers.local:
            late = None if limit is None else 2 * limit + START_SECONDS
            workers = replace(workers, patience=late)
            many = "a resample" if workers.count == 1 else f"{workers.count} resamples at once"
            check_fit(many, 16.0 * resampling.size * data.p, workers.count, other)
        job = LearnerJob(
            learner,
            Y,
            data,
            number_rows(data.values),
            seeded=seeded,
            timeout=limit,
            known=known,
            tell=tell,
        )
    if order is not None:
        job.see_in(order)
    run = Run(
        job=job,
        recipe=recipe,
        n_boot=n_boot,
        record=RunRecord.of(
            data,
            recipe,
            {
                "learner": name_of(learner),
                "learner_contents": _identity(learner, needed),
                **({"blacklist": "the learner's"} if _has_lists(learner, known) else {}),
                **({} if knowledge is None else digest_of_known(known)),
                **({} if order is None else {COLUMN_ORDER: order_text(order)}),
            },
        ),
        data=data,
        stream=stream_for(seed),
        workers=workers,
        options=options,
        known=known,
    )
    try:
        return run_ensemble(run)
    except multiprocessing.TimeoutError as error:  # of joblib: no worker says anything any more
        raise _silence(error, limit, workers, n_boot) from None


def _silence(error: Any, limit: float | None, workers: Workers, n_boot: int) -> TimeoutError:
    """Return the error of workers in which the learner holds the interpreter and never ends."""
    missing = sorted(set(range(n_boot)) - set(error.ensemble.index.tolist()))
    among = ", ".join(map(str, missing[: workers.count]))
    late = TimeoutError(
        f"learner took longer than timeout={limit:g} seconds in replicate {among}"
        f"{' (one of them, or all)' * (',' in among)} and did not let go of the interpreter; what "
        "is finished is in .ensemble of this error"
    )
    late.ensemble = error.ensemble  # type: ignore[attr-defined]
    return late


def _on_row_counts(learner: Callable[..., Any]) -> Callable[..., SearchJob] | None:
    """Return how a learner searches without being called; None if a subclass has its own call."""
    for kind in type(learner).__mro__:
        if "on_row_counts" in vars(kind):
            by_counts: Callable[..., SearchJob] = learner.on_row_counts  # type: ignore[attr-defined]
            return by_counts
        if "__call__" in vars(kind):
            break
    return None


def takes_seed(learner: Callable[..., Any]) -> bool:
    """Whether a learner has a parameter of the name seed."""
    try:
        return "seed" in inspect.signature(learner).parameters
    except (TypeError, ValueError):  # built-in functions may have none
        return False


def _has_lists(learner: object, known: AppliedKnowledge | None) -> bool:
    """Whether a learner is known to leave out pairs of nodes."""
    if known is not None and known.blacklist.any():
        return True
    return any(getattr(learner, name, None) is not None for name in ("blacklist", "tiers"))


def name_of(learner: Callable[..., Any]) -> str:
    """Name a learner for readers, the same in every process: what it is, and its plain settings."""
    kind: Any = learner if hasattr(learner, "__qualname__") else type(learner)
    name = f"{kind.__module__}.{kind.__qualname__}"
    if not dataclasses.is_dataclass(learner):
        return name
    told = ((f.name, getattr(learner, f.name, None)) for f in dataclasses.fields(learner) if f.repr)
    return f"{kind.__qualname__}({', '.join(f'{field}={_short(value)}' for field, value in told)})"


def _short(value: Any) -> str:
    if value is None or type(value) in (bool, int, float, str):
        text = repr(value)
        return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."
    return f"<{type(value).__name__}>"


def _is_aside(field: dataclasses.Field[Any]) -> bool:
    return field.init and not field.compare and field.default is not dataclasses.MISSING


def _identity(learner: Callable[..., Any], needed: str | None) -> str | None:
    """Return what tells a learner from others; None if nothing does and nobody needs it."""
    if dataclasses.is_dataclass(learner):  # answers do not depend on what is not compared
        aside = {f.name: f.default for f in dataclasses.fields(learner) if _is_aside(f)}
        learner = dataclasses.replace(learner, **aside) if aside else learner  # type: ignore
    try:
        return identify(learner, "learner")
    except IdentityError as error:
        if needed is None:
            return None
        raise ValueError(
            f"{needed} needs a learner that can be told from others, but {error}; leave it out of "
            f"the learner (by __getstate__, say), or do without {needed}"
        ) from None
