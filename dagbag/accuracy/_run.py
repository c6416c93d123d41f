"""Learners on problems with a known answer."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from threadpoolctl import threadpool_limits

from .._input.checks import check_integer
from .._input.simulated import check_problem
from .._input.tables import make_frame
from .._runs.progress import progress_bar
from ..simulate import PAPER_GRAPHS
from ._clock import cpu_limit, cpu_seconds
from ._learned import DONE, Failed, TooSlow
from ._learners import Learner, learner_of
from ._measures import measure
from ._problems import Cell, Problem, make_problem
from ._tables import MEASURES, Mean, Row, as_text, done, group, means

RECOMMENDED = "bag-boss-s0.5"
LEARNERS = ("hc", "boss", "xges", "bag-hc", RECOMMENDED)
"""What is compared if nothing is said: single searches, R's bagging, and what is recommended."""

SHOWN = ("shd", "f1", "power", "fdr", "direction_precision", "direction_recall", "seconds")


def run_one(learner: Learner, problem: Problem, limit: float | None = None) -> dict[str, Any]:
    """Learn and measure; a learner that is too slow or fails has a row that says so."""
    problem.borrowed = 0.0
    began = cpu_seconds()
    try:
        with warnings.catch_warnings(), cpu_limit(limit):
            warnings.simplefilter("ignore")
            learned = learner.learn(problem)
    except (TooSlow, Failed) as error:
        return {"status": str(error)}
    seconds = cpu_seconds() - began + problem.borrowed
    return {"status": DONE, **measure(learned, problem.truth), "seconds": round(seconds, 5)}


@dataclass(frozen=True, eq=False, repr=False)
class Accuracy:
    """How much of the truth learners found.

    Attributes
    ----------
    rows : tuple of dict
        One for each replicate and learner: ``shd``, pairs of nodes that the CPDAGs join
        differently; ``power``, ``fdr`` and ``f1`` of the skeleton; ``direction_precision`` and
        ``direction_recall`` of the directed edges of the CPDAGs; counts of edges, and CPU seconds.

    Examples
    --------
    >>> from dagbag.accuracy import compare_learners
    >>> found = compare_learners(200, 10, 10, ["hc", "boss"], replicates=2, n_boot=10)
    >>> sorted(found.mean("shd")) == ["boss", "hc"]
    True
    """

    rows: tuple[Row, ...]

    @property
    def learners(self) -> tuple[str, ...]:
        """The learners, as their names are written in full."""
        return tuple(dict.fromkeys(row["learner"] for row in self.rows))

    def mean(self, measure: str) -> dict[str, Mean]:
        """Return the mean of a measure and its standard error, by learner."""
        return {
            name: Mean.of(row.get(measure) for row in done(self.rows) if row["learner"] == name)
            for name in self.learners
        }

    @property
    def best(self) -> str:
        """The learner with the smallest mean distance; of equal ones the first."""
        found = self.mean("shd")
        return min(found, key=lambda name: found[name].value)

    def to_frame(self) -> Any:
        """Return the rows as a pandas DataFrame."""
        names = ("learner", "replicate", "status", *MEASURES)
        return make_frame({name: [row.get(name) for row in self.rows] for name in names}, None)

    def __str__(self) -> str:
        table = means(group(self.rows, learners=self.learners), SHOWN)
        return as_text([row[1:] for row in table])

    def __repr__(self) -> str:
        replicates = len(dict.fromkeys(row["replicate"] for row in self.rows))
        return f"Accuracy of {len(self.learners)} learners in {replicates} replicates:\n{self}"


def compare_learners(
    n: int,
    p: int | None = None,
    n_edges: int | None = None,
    learners: Sequence[str] = LEARNERS,
    *,
    graph: str | None = None,
    replicates: int = 10,
    n_boot: int = 100,
    low_snr: bool = False,
    seed: int = 1,
    progress: bool | Callable[[int, int], None] | None = None,
) -> Accuracy:
    """Measure how much of the truth learners find in data of a given size.

    Random graphs of the size of one's own, data from their linear mechanism, the columns shuffled:
    all learners see the same data and the same resamples.

    Parameters
    ----------
    n : int
        Number of samples.
    p, n_edges : int, optional
        Number of nodes and edges of random graphs, a new one for every replicate.
    learners : sequence of str
        Names as ``hc``, ``boss``, ``xges``, ``mmhc``; with ``bag-`` in front on resamples; ``-x2``
        behind it for twice BIC's penalty, ``-mp4`` for at most 4 parents, ``-s0.5`` for the pairs
        that more than half of the resamples connect, ``-cut0.4`` for another cutoff, ``-sub0.5``
        for subsamples of half of the rows. By default three single searches, R's bagging, and what
        is recommended.
    graph : str, optional
        A graph of the paper's study instead: a name of ``dagbag.simulate.PAPER_GRAPHS``.
    replicates : int, default 10
        Data sets.
    n_boot : int, default 100
        Resamples of a bagged learner.
    low_snr : bool, default False
        The paper's low signal-to-noise ratio, 0.2 to 0.5 instead of 0.5 to 1.5.
    seed : int, default 1
        Of everything that is random.
    progress : bool or callable, optional
        As of :func:`dagbag.bag`.

    Returns
    -------
    Accuracy

    Examples
    --------
    >>> from dagbag.accuracy import compare_learners
    >>> found = compare_learners(500, 10, 12, ["hc", "bag-boss-s0.5"], replicates=3, n_boot=20)
    >>> found.best
    'bag-boss-B20-s0.5'
    """
    n = check_integer(n, "n", 2)
    replicates = check_integer(replicates, "replicates", 1)
    cell = cell_of(n, p, n_edges, graph, low_snr)
    chosen = [learner_of(name, n_boot=check_integer(n_boot, "n_boot", 2)) for name in learners]
    rows: list[Row] = []
    total = replicates * len(chosen)
    with threadpool_limits(1), progress_bar(progress, total, name="learners") as tell:
        for replicate in range(replicates):
            problem = make_problem(cell, replicate, seed)
            for learner in chosen:
                key = {"cell": cell.name, "learner": learner.name, "replicate": replicate}
                rows.append(key | {"seed": seed} | run_one(learner, problem))
                tell()
    return Accuracy(tuple(rows))


def cell_of(n: int, p: int | None, n_edges: int | None, graph: str | None, low: bool) -> Cell:
    """Return what replicates are drawn from."""
    asked = check_problem(p, n_edges, graph, PAPER_GRAPHS)
    end = f"-n{n}" + "-low" * low
    if isinstance(asked, str):
        return Cell.of(f"{asked}{end}")
    size, edges = asked
    degree = 2 * edges / size
    return Cell(f"random-p{size}-d{degree:g}{end}", "random", n, size, degree, low)
