"""The study: which replicates are wanted, who runs them, and what is already there."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import __version__
from .._dag.order import topological_order
from .._input.checks import check_choice, check_integer, check_snr
from .._runs.jobs import BaseJob
from .._runs.progress import progress_bar
from .._runs.workers import find_workers, learn_all
from ..metrics import structures
from ..simulate import PAPER_GRAPHS, adjacency_edges, paper_graph
from ._graph_files import read_graph
from ._published import (
    CAPTIONS,
    INDEPENDENT,
    INDEPENDENT_SHARE,
    N_DATA_SETS,
    N_RESAMPLES,
    Method,
    Row,
    Setting,
    published,
)
from ._replicate import ORDERS, Outcome, Task, run_replicate
from ._report import GraphUsed, Summary, summarize
from ._store import Store

STORE_NAME = "study.sqlite"
NOT_DEFINED = ("LN.CPSF",)


@dataclass(frozen=True)
class Options:
    """What a study is run with; everything here but `jobs`, `replicates` changes its numbers.

    Attributes
    ----------
    replicates : int or None
        Of each setting; None: as many as the paper has.
    jobs : int or None
        Worker processes; None: all cores.
    seed : int
        Everything random comes from it.
    order : {"replicate", "setting", "given"}
        Order of the nodes, which decides ties of a single search: a fresh random one for every
        replicate, the same random one for all replicates of a setting, or that of the graph.
    n_boot : int
        Resamples of an ensemble.
    graph : str or None
        A file with a graph that stands in for the table's own.
    p : int or None
        Number of its nodes.
    snr : tuple of two floats or None
        Range of signal-to-noise ratios in place of the table's.
    curves : bool
        Whether learning curves are kept.
    """

    replicates: int | None = None
    jobs: int | None = None
    seed: int = 1
    order: str = "replicate"
    n_boot: int = N_RESAMPLES
    graph: str | None = None
    p: int | None = None
    snr: tuple[float, float] | None = None
    curves: bool = False

    def __post_init__(self) -> None:
        if self.replicates is not None:
            check_integer(self.replicates, "replicates", 1)
        if self.jobs is not None:
            check_integer(self.jobs, "jobs", 1)
        check_integer(self.seed, "seed", 0)
        check_integer(self.n_boot, "n_boot", 2)
        if self.p is not None:
            check_integer(self.p, "p", 1)
        if self.snr is not None:
            check_snr(self.snr)
        check_choice(self.order, "order", tuple(ORDERS))


@dataclass(frozen=True, eq=False)
class Truth:
    """A true graph."""

    edges: npt.NDArray[np.int64]
    p: int
    file: str | None = None  # of a user's graph

    @property
    def name(self) -> str:
        """What tells it from others."""
        digest = hashlib.sha256(self.edges.tobytes() + str(self.p).encode()).hexdigest()[:12]
        return f"{'generated' if self.file is None else 'user'}-{digest}"


def run_table(
    table: str,
    folder: str | Path = "dagbag-study",
    options: Options | None = None,
    *,
    progress: bool = True,
) -> Summary:
    """Run the simulations of one of the paper's tables and set them beside the published numbers.

    Parameters
    ----------
    table : str
        A key of `CAPTIONS`: the label of the table in the paper's source.
    folder : str or Path, default "dagbag-study"
        Where finished replicates are kept, so that an interrupted run goes on, and a later one
        with more replicates only adds them.
    options : Options, optional
        Replicates, workers, seed and graph.
    progress : bool, default True
        Whether to show a bar.

    Returns
    -------
    Summary

    Examples
    --------
    >>> import tempfile
    >>> options = Options(replicates=2, n_boot=10, jobs=1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     summary = run_table("indep_boot", folder, options, progress=False)
    >>> summary.lines[0].row.method.name, summary.lines[0].replicates
    ('score', 2)
    """
    options = options or Options()
    table = check_choice(table, "table", tuple(CAPTIONS))
    rows = [row for row in published()[table] if row.method.name not in NOT_DEFINED]
    rows, left_out = _possible(rows)
    if options.snr is not None:
        rows = [replace(row, setting=replace(row.setting, snr=options.snr)) for row in rows]
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    truths = {row.setting.graph: find_truth(row.setting.graph, options) for row in rows}
    start = time.perf_counter()
    with Store(folder / STORE_NAME) as store:
        tasks = list(_missing(rows, truths, options, store))
        with progress_bar(progress and bool(tasks), len(tasks), name=table) as tell:

            def keep(task: Task, outcomes: list[Outcome]) -> None:
                store.write(task.run, task.replicate, outcomes)
                tell()

            _run(tasks, options.jobs, keep)
        seconds = time.perf_counter() - start
        return summarize(
            table,
            rows,
            {row: _run_name(row, truths, options) for row in rows},
            {row: _replicates(row, options) for row in rows},
            store,
            graph=_described(rows[0].setting, truths[rows[0].setting.graph]),
            left_out=left_out,
            curves=options.curves,
            seconds=seconds,
            ran=len(tasks),
        )


def _possible(rows: list[Row]) -> tuple[list[Row], tuple[str, ...]]:
    """Leave out rows whose library is not installed; say so."""
    if find_spec("causallearn") is not None or all(row.method.name != "PC-Alg" for row in rows):
        return rows, ()
    kept = [row for row in rows if row.method.name != "PC-Alg"]
    return kept, ("PC-Alg is left out: it needs causal-learn, pip install dagbag[learners].",)


def _described(setting: Setting, truth: Truth) -> GraphUsed:
    """Tell the user's graph from the paper's, by its statistics."""
    found = structures(truth.edges, nodes=truth.p)
    numbers = (truth.p, found.n_edges, found.n_v_structures, found.n_moral_edges)
    paper = PAPER_GRAPHS[setting.graph]
    return GraphUsed(
        truth.name,
        truth.file,
        *numbers,
        comparable=numbers == (paper.p, paper.edges, paper.v_structures, paper.moral_edges),
    )


def find_truth(name: str, options: Options) -> Truth:
    """Return the true graph: the user's, or one with the statistics of the paper's.

    The latter in topological order, like the one that is known of the paper's. The order matters
    where it is given.
    """
    if options.graph is None:
        adjacency = paper_graph(name)
        edges, p = adjacency_edges(adjacency), len(adjacency)
        place = np.empty(p, dtype=np.int64)
        place[topological_order(edges, p)] = np.arange(p)
        return Truth(_sorted(place[edges]), p)
    edges, p = read_graph(options.graph, options.p)
    return Truth(_sorted(edges), p, options.graph)


def _sorted(edges: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    return edges[np.lexsort((edges[:, 1], edges[:, 0]))]


def _replicates(row: Row, options: Options) -> int:
    """How many replicates of a row are wanted."""
    if row.method.ensemble == INDEPENDENT:
        wanted = 100 if options.replicates is None else options.replicates
        return max(2, wanted // INDEPENDENT_SHARE)
    if options.replicates is not None:
        return options.replicates
    return max(row.replicates, 10)


def _run_name(row: Row, truths: dict[str, Truth], options: Options) -> str:
    """Name a setting with everything that changes its numbers."""
    truth = truths[row.setting.graph]
    return (
        f"{row.setting}; max_step={row.setting.max_step}; graph {truth.name}; "
        f"seed={options.seed}; order={options.order}; B={options.n_boot}; dagbag {__version__}"
    )


def _missing(
    rows: Iterable[Row], truths: dict[str, Truth], options: Options, store: Store
) -> Iterator[Task]:
    """Yield what is not in the store, replicate by replicate."""
    for group in _groups(rows):
        first, methods = group[0], tuple(dict.fromkeys(row.method for row in group))
        run, truth = _run_name(first, truths, options), truths[first.setting.graph]
        curves = options.curves and (methods[0].alpha is not None or methods[0].name == "score")
        finished = set.intersection(
            *(store.finished(run, method.key, curves=curves) for method in methods)
        )
        for replicate in range(_replicates(first, options)):
            if replicate not in finished:
                yield Task(
                    run,
                    first.setting,
                    truth.edges,
                    truth.p,
                    replicate,
                    methods,
                    options.seed,
                    options.order,
                    options.n_boot,
                    N_DATA_SETS,
                    curves,
                )


def _groups(rows: Iterable[Row]) -> list[list[Row]]:
    """Put rows together that one task can do: aggregations of the same ensemble."""
    groups: dict[tuple[Setting, str, Any], list[Row]] = {}
    for row in rows:
        method: Method = row.method
        alone = None if method.alpha is not None else (method.name, method.tuning)
        groups.setdefault((row.setting, f"{method.ensemble} {method.score}", alone), []).append(row)
    return list(groups.values())


@dataclass(frozen=True)
class _Numbered:
    """A task with its number in the list, by which what it found is known."""

    index: int
    task: Task


class _StudyJob(BaseJob[list[Outcome]]):
    """A replicate of the study, in whatever process."""

    def learn(self, draw: _Numbered) -> list[Outcome]:
        """Simulate and apply the methods."""
        return run_replicate(draw.task)


def _run(tasks: list[Task], jobs: int | None, keep: Callable[[Task, list[Outcome]], None]) -> None:
    """Run tasks on worker processes with one BLAS thread each; keep each as it is finished."""
    workers = find_workers(jobs, "processes", most=max(len(tasks), 1))
    numbered = (_Numbered(*pair) for pair in enumerate(tasks))
    learn_all(_StudyJob(), numbered, workers, lambda k, outcomes: keep(tasks[k], outcomes))
