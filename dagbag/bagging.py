"""Bagging of any learner: the paper's DAGBag procedure with a learning procedure of one's own."""

from __future__ import annotations

import dataclasses
import functools
import inspect
import os
import pickle
import types
import uuid
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from ._crossprod import number_rows
from ._jobs import LearnerJob
from ._resamples import Recipe, Resampling
from ._runs import Options, Run, digest, run_ensemble
from ._validation import (
    check_checkpoint,
    check_count,
    check_data,
    check_learner,
    check_n_jobs,
    check_prefer,
    check_progress,
    check_resample,
    check_shuffle,
)
from ._workers import find_workers
from .ensemble import Ensemble, check_warm_start
from .rrandom import RRandom, stream_for


def bag(
    Y: Any,
    learner: Callable[..., Any],
    n_boot: int = 100,
    *,
    shuffle: bool | str = False,
    seed: int | RRandom | None = None,
    resample: str = "bootstrap",
    sample_frac: float | None = None,
    n_jobs: int | None = None,
    progress: bool | Callable[[int, int], None] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    warm_start: Ensemble | None = None,
) -> Ensemble:
    """Learn an ensemble of DAGs on resamples by any learning procedure.

    The same resamples as those of :func:`dagbag.score`, and everything else as there: workers,
    progress, checkpoint, Ctrl-C, warm start. Has no counterpart in R.

    Parameters
    ----------
    Y : array-like or DataFrame of shape (n, p)
        Data, a row per sample, a column per node.
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
    seed, resample, sample_frac, progress, checkpoint, warm_start
        As in :func:`dagbag.score`. A checkpoint and a warm start know a function by its name,
        code, defaults and enclosed variables, not by global ones; an object by its class and
        attributes.
    n_jobs : int, optional
        Workers, as joblib counts them; by default all cores. Processes, or threads if the learner
        has an attribute ``prefer = "threads"``, unless ``joblib.parallel_config`` says otherwise.

    Returns
    -------
    Ensemble

    Raises
    ------
    RuntimeError
        If the learner fails or returns no DAG; it names the replicate, and its ``ensemble`` has
        the replicates that are finished.
    EnsembleInterrupt
        On Ctrl-C; its ``ensemble`` has the replicates that are finished.

    Examples
    --------
    A learner that joins the two most correlated columns:

    >>> import numpy as np
    >>> from dagbag import bag, load_example
    >>> def strongest(data):
    ...     r = np.triu(abs(np.corrcoef(data.T)), 1)
    ...     return [np.unravel_index(r.argmax(), r.shape)]
    >>> ensemble = bag(load_example().Y, strongest, n_boot=20, seed=1, n_jobs=1)
    >>> float(ensemble.selection_frequency.max())
    0.55
    """
    data = check_data(Y)
    n_boot = check_count(n_boot, "n_boot", minimum=1)
    learner = check_learner(learner)
    resampling = Resampling(*check_resample(resample, sample_frac, data.n), data.n)
    seeded = takes_seed(learner)
    recipe = Recipe(resampling, data.p, check_shuffle(shuffle, ensemble=True), seeds=seeded)
    options = Options(
        check_n_jobs(n_jobs),
        check_progress(progress),
        check_checkpoint(checkpoint, n_boot),
        check_warm_start(warm_start, n_boot, seed),
    )
    return run_ensemble(
        Run(
            job=LearnerJob(learner, Y, data, number_rows(data.values), seeded=seeded),
            recipe=recipe,
            n_boot=n_boot,
            settings={
                "learner": name_of(learner),
                "data": digest(data.values),
                "nodes": digest(repr(data.nodes).encode()),
                "rows": data.n,
                "shuffle": recipe.shuffle,
                "resample": resampling.kind,
                "resample_rows": resampling.size,
            },
            data=data,
            stream=stream_for(seed),
            workers=find_workers(options.n_jobs, check_prefer(learner), most=n_boot),
            options=options,
        )
    )


def takes_seed(learner: Callable[..., Any]) -> bool:
    """Whether a learner has a parameter of the name seed."""
    try:
        return "seed" in inspect.signature(learner).parameters
    except (TypeError, ValueError):  # built-in functions may have none
        return False


def name_of(learner: Callable[..., Any]) -> str:
    """Name a learner, with a hash of all that it can be told by."""
    if dataclasses.is_dataclass(learner):
        return repr(learner)
    kind = learner if hasattr(learner, "__qualname__") else type(learner)
    return f"{kind.__module__}.{kind.__qualname__} {digest(_told(learner, ()).encode())[:12]}"


def _told(value: Any, above: tuple[int, ...]) -> str:
    """Describe a value, the same in every process: functions by code, objects by their state."""
    if id(value) in above:
        return "itself"
    if isinstance(value, (type, types.ModuleType)):
        return f"{getattr(value, '__module__', '')}.{value.__name__}"
    above = (*above, id(value))

    def parts(values: Iterable[Any]) -> str:
        return ", ".join(_told(part, above) for part in values)

    if value is None or isinstance(value, (bool, int, float, complex, str, bytes)):
        return repr(value)
    if isinstance(value, (list, tuple)):
        return f"[{parts(value)}]"
    if isinstance(value, (set, frozenset)):
        return f"{{{', '.join(sorted(_told(part, above) for part in value))}}}"
    if isinstance(value, dict):
        return f"{{{parts(value)}: {parts(value.values())}}}"
    if isinstance(value, np.ndarray) and value.dtype != object:
        return f"array {value.dtype} {value.shape} {digest(value)}"
    if isinstance(value, types.CodeType):
        return f"code {digest(value.co_code)} {value.co_names} {parts(value.co_consts)}"
    if isinstance(value, functools.partial):
        return f"partial {parts((value.func, value.args, value.keywords))}"
    if isinstance(value, types.MethodType):
        return f"method {parts((value.__func__, value.__self__))}"
    if isinstance(value, types.FunctionType):
        cells = [cell.cell_contents for cell in value.__closure__ or () if _is_full(cell)]
        given = (value.__defaults__, value.__kwdefaults__)
        return f"function {parts((value.__code__, *given, cells))}"
    return _told_object(value, parts)


def _told_object(value: Any, parts: Callable[[Iterable[Any]], str]) -> str:
    kind: Any = type(value)
    name = f"{kind.__module__}.{kind.__qualname__}"
    # A class that says itself what its state is, as frames do, is believed.
    plain = kind.__reduce__ is object.__reduce__ and not any(
        "__getstate__" in vars(base) for base in kind.__mro__[:-1]
    )
    if plain and kind.__module__ != "builtins" and hasattr(value, "__dict__"):
        return f"{name} {parts((kind.__dict__.get('__call__'), vars(value)))}"
    try:
        return f"{name} {digest(pickle.dumps(value, protocol=4))}"
    except Exception:
        return f"{name} {uuid.uuid4()}"  # cannot be told, so it equals nothing


def _is_full(cell: types.CellType) -> bool:
    try:
        return cell.cell_contents is not cell
    except ValueError:  # a function that refers to itself before it is made
        return False
