"""One replicate of a setting: data, what the methods learn from them, and what of it is correct."""

from __future__ import annotations

import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..api import score, score_shd
from ..curves import LearningCurve, learning_curve
from ..exceptions import quietly
from ..learners import MMHC, PC, BaggedScore, SpanningTree
from ..metrics import Structures, detection, structures
from ..simulate import simulate_gaussian
from ._published import BAGGED_SCORE, BOOTSTRAP, COLUMNS, INDEPENDENT, Method, Setting

ORDERS = ("replicate", "setting", "given")

# The search for an aggregated DAG is never capped here: so many candidates there are not.
NO_LIMIT = 2**31 - 1
MANY = 100_000  # steps of a search that the paper does not cap


@dataclass(frozen=True, eq=False)
class Task:
    """One replicate of a setting, and the methods that are wanted of it.

    Attributes
    ----------
    run : str
        Name of the setting with all options that change its numbers.
    setting : Setting
    edges : ndarray of shape (n_edges, 2)
        The true graph.
    p : int
        Number of nodes.
    replicate : int
        Its number.
    methods : tuple of Method
        All of one score, or of none, and of one kind of ensemble.
    seed : int
        Of the study.
    order : {"replicate", "setting", "given"}
        As in :class:`dagbag.study.Options`.
    n_boot, n_data_sets : int
        Resamples of an ensemble; independent data sets.
    curves : bool
        Whether learning curves are wanted.
    """

    run: str
    setting: Setting
    edges: npt.NDArray[np.int64]
    p: int
    replicate: int
    methods: tuple[Method, ...]
    seed: int
    order: str
    n_boot: int
    n_data_sets: int
    curves: bool = False


@dataclass(frozen=True)
class Outcome:
    """What one method found in one replicate.

    Attributes
    ----------
    method : Method
    counts : dict of str to int
        By column of `COLUMNS`.
    seconds : float
        The learning; of aggregated graphs, their share of the ensemble's.
    capped, saturated : int
        Searches that max_step ended, and that had saturated nodes.
    searches : int
        Searches there were.
    curve : LearningCurve or None
    """

    method: Method
    counts: dict[str, int]
    seconds: float
    capped: int = 0
    saturated: int = 0
    searches: int = 1
    curve: LearningCurve | None = None


def run_replicate(task: Task) -> list[Outcome]:
    """Simulate the data of a replicate and apply the methods.

    Parameters
    ----------
    task : Task

    Returns
    -------
    list of Outcome
        In the order of the methods.
    """
    with quietly():
        if task.methods[0].ensemble == INDEPENDENT:
            return list(_independent(task, structures(task.edges, nodes=task.p)))
        Y, edges = draw_data(task), task.edges
        if _as_bnlearn(task.methods[0]):
            Y, edges = Y[:, ::-1], task.p - 1 - edges
        truth = structures(edges, nodes=task.p)
        if task.methods[0].ensemble == BOOTSTRAP:
            return list(_bootstrap(task, Y, truth))
        return [_single(task, method, Y, truth) for method in task.methods]


def draw_data(task: Task, data_set: int | None = None) -> npt.NDArray[np.float64]:
    """Draw the data of a replicate, or one of its independent data sets.

    Coefficients and noise variances are drawn anew for each. The score and the options of the
    search do not matter, so that all are compared on the same data.
    """
    rng = _generator(task, "data" if data_set is None else f"data set {data_set}")
    setting = task.setting
    Y = simulate_gaussian(
        task.edges, setting.n, setting.snr, rng, nodes=task.p, noise=setting.noise
    )
    assert isinstance(Y, np.ndarray)
    return Y


def _generator(task: Task, purpose: str) -> np.random.Generator:
    """Return a generator for one purpose, whatever else is done and in which order."""
    name = f"{task.setting} {purpose}".encode()
    return np.random.default_rng([task.seed, zlib.crc32(name), task.replicate])


def _r_seed(task: Task, purpose: str) -> int:
    """Return a seed of R's stream for one purpose."""
    return int(_generator(task, purpose).integers(2**31 - 1))


def _as_bnlearn(method: Method) -> bool:
    """Whether the paper's numbers are those of the R package bnlearn, as they are for BGe.

    It takes the nodes in their given order and, of two score-equivalent additions, the one with the
    lower-numbered source: our rule on the columns in reverse. Nothing is shuffled, nor capped.
    """
    return method.score.startswith("BGe")


def _order_options(task: Task, method: Method, purpose: str) -> dict[str, Any]:
    """Return what decides the order of the nodes in a single search.

    R's shuffle draws the order first, so that the same seed is the same order.
    """
    if task.order == "given" or _as_bnlearn(method):
        return {}
    if task.order == "setting":
        name = f"order {task.setting.graph} {task.setting.n}".encode()
        rng = np.random.default_rng([task.seed, zlib.crc32(name)])
        return {"shuffle": True, "seed": int(rng.integers(2**31 - 1))}
    return {"shuffle": True, "seed": _r_seed(task, purpose)}


def _score_options(task: Task, method: Method) -> dict[str, Any]:
    """Return the arguments of `score` for the paper's name of a score."""
    if not _as_bnlearn(method):
        return {"score_type": method.score, "max_step": task.setting.max_step}
    iss = float(method.score.partition("=")[2])
    # The prior of a single node has iss degrees of freedom.
    prior = {"iss_mu": iss, "iss_w": task.p - 1 + iss}
    return {"score_type": "BGe", "max_step": MANY, **prior}


def _counts(graph: Any, truth: Structures) -> dict[str, int]:
    found = detection(graph, truth)
    return {name: getattr(found, name) for name in COLUMNS}


def _search(task: Task, method: Method, Y: npt.NDArray[np.float64], purpose: str) -> Any:
    return score(Y, **_score_options(task, method), **_order_options(task, method, purpose))


def _single(task: Task, method: Method, Y: npt.NDArray[np.float64], truth: Structures) -> Outcome:
    """Learn one graph from the data."""
    start = time.perf_counter()
    curve = None
    if method.name == "score":
        result = _search(task, method, Y, "order")
        seconds = time.perf_counter() - start
        if task.curves:
            curve = learning_curve(result, truth)
        capped, saturated = int(not result.converged), int(len(result.saturated) > 0)
        found = _counts(result, truth)
        return Outcome(method, found, seconds, capped, saturated, 1, curve)
    learner: Any
    if method.name == "MST":
        learner = SpanningTree()
    elif method.name == "MMHC":
        # As the R packages bnlearn and pcalg did when the paper was written; so PC below.
        learner = MMHC(alpha=method.tuning or 0.05, backtracking=True, max_condition=None)
    elif method.name == "PC-Alg":
        learner = PC(alpha=method.tuning or 0.05, stable=False)
    else:
        assert method.ensemble == BAGGED_SCORE, method
        learner = BaggedScore(
            n_boot=int(method.tuning or 100),
            seed=_r_seed(task, "bagged score"),
            score_type="BIC",  # what the paper's numbers agree with: see REMARKS
        )
    learned = learner(Y)
    seconds = time.perf_counter() - start
    capped = int(not getattr(learned, "converged", True))
    return Outcome(method, _counts(learned, truth), seconds, capped)


def _bootstrap(task: Task, Y: npt.NDArray[np.float64], truth: Structures) -> Iterator[Outcome]:
    """Aggregate DAGs learned on resamples, each with a fresh order of the nodes."""
    start = time.perf_counter()
    ensemble = score(
        Y,
        n_boot=task.n_boot,
        shuffle=False if _as_bnlearn(task.methods[0]) else "resample",
        seed=_r_seed(task, "resamples"),
        n_jobs=1,
        progress=False,
        **_score_options(task, task.methods[0]),
    )
    capped, saturated = int(ensemble.capped.sum()), int((ensemble.saturated > 0).sum())
    yield from _aggregate(task, ensemble, truth, start, capped, saturated, task.n_boot)


def _independent(task: Task, truth: Structures) -> Iterator[Outcome]:
    """Aggregate DAGs learned on independent data sets."""
    start = time.perf_counter()
    results = [
        _search(task, task.methods[0], draw_data(task, k), f"order of data set {k}")
        for k in range(task.n_data_sets)
    ]
    capped = sum(not result.converged for result in results)
    saturated = sum(len(result.saturated) > 0 for result in results)
    yield from _aggregate(task, results, truth, start, capped, saturated, task.n_data_sets)


def _aggregate(
    task: Task,
    ensemble: Any,
    truth: Structures,
    start: float,
    capped: int,
    saturated: int,
    searches: int,
) -> Iterator[Outcome]:
    share = (time.perf_counter() - start) / len(task.methods)
    for method in task.methods:
        start = time.perf_counter()
        assert method.alpha is not None
        result = score_shd(ensemble, alpha=method.alpha, max_step=NO_LIMIT)
        seconds = time.perf_counter() - start + share
        curve = learning_curve(result, truth) if task.curves else None
        found = _counts(result, truth)
        yield Outcome(method, found, seconds, capped, saturated, searches, curve)
