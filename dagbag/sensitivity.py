"""How much an answer depends on the order of the columns, before and after bagging."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ._dag.edges import sort_edges
from ._dag.types import IntArray, Node
from ._effects.agreement import Agreement
from ._input.checks import check_count, check_flag, check_learner, check_n_jobs, check_progress
from ._input.cutoffs import check_strength
from ._input.data import Data, check_data
from ._input.effects import check_lists_by_name, check_procedure, check_table
from ._input.graphs import read_dag
from ._input.tables import make_frame
from ._input.words import counted
from ._learners.informed import with_labels
from ._runs.draws import draw_seed
from ._runs.progress import progress_bar
from .api import score, score_shd
from .bagging import bag, takes_seed
from .exceptions import quietly
from .learners import BOSS, HillClimbing
from .rrandom import RRandom, stream_for

__all__ = ["OrderSensitivity", "order_sensitivity"]

ORDER, SEED = "order", "seed"  # what was varied
_TABLES = ("summary", "edges", "distances")
# Steps of R's search: its default of 500 would end it early, at a place that depends on the order.
MAX_STEP = 10**6
Order = npt.NDArray[np.int64]


class _Procedure(NamedTuple):
    """A way to a DAG: from data and a seed."""

    name: str
    learn: Callable[[Any, int], Any]


class OrderSensitivity:
    """DAGs learned from the same rows with the columns in several orders.

    Made by :func:`order_sensitivity`. Everything is told of the nodes as the data have them,
    whatever the order was.

    Attributes
    ----------
    procedures : tuple of str
        What was looked at: "HillClimbing", "BOSS", "bagged HillClimbing", "bagged BOSS".
    orders : ndarray of shape (n_orders, p)
        Positions of the columns; the first is the given order.
    nodes : tuple
    n, p, n_orders, n_boot : int
        Rows, nodes, orders, resamples of each bagged answer.
    """

    def __init__(
        self,
        data: Data,
        orders: Order,
        n_boot: int,
        answers: dict[tuple[str, str], tuple[IntArray, ...]],
    ) -> None:
        self.nodes = data.nodes
        self.n, self.p = data.n, data.p
        self.n_orders = len(orders)
        self.n_boot = n_boot
        self.orders = orders
        self._library = data.library
        self._found = {key: Agreement(dags, data.p) for key, dags in answers.items()}
        self.procedures = tuple(name for name, varied in answers if varied == ORDER)

    def dags(
        self, procedure: str, varied: str = ORDER
    ) -> tuple[tuple[tuple[Node, Node], ...], ...]:
        """Return the edges of the DAG of every order, by name.

        Parameters
        ----------
        procedure : str
            One of `procedures`.
        varied : {"order", "seed"}, default "order"
            "seed": the DAGs of several seeds in the given order, if they were asked for.

        Returns
        -------
        tuple of tuple of (source, target)

        Examples
        --------
        See :func:`order_sensitivity`.
        """
        found = self._of(procedure, varied)
        return tuple(
            tuple((self.nodes[s], self.nodes[t]) for s, t in edges.tolist()) for edges in found.dags
        )

    def distances(self, procedure: str, varied: str = ORDER, *, cpdag: bool = False) -> Order:
        """Return the structural Hamming distances between the DAGs of all orders.

        Parameters
        ----------
        procedure, varied
            As for :meth:`dags`.
        cpdag : bool, default False
            Whether the CPDAGs are compared, see :func:`dagbag.metrics.shd_cpdag`: what remains is
            more than the choice of a DAG of the same equivalence class.

        Returns
        -------
        ndarray of shape (n_orders, n_orders)

        Examples
        --------
        See :func:`order_sensitivity`.
        """
        found = self._of(procedure, varied)
        return found.shd_cpdag if check_flag(cpdag, "cpdag") else found.shd

    def _of(self, procedure: str, varied: str) -> Agreement:
        return self._found[check_procedure(procedure, varied, tuple(self._found))]

    def _summary(self) -> dict[str, list[Any]]:
        rows = [self._summary_of(*key) for key in self._found]
        return {name: [row[name] for row in rows] for name in rows[0]}

    def _summary_of(self, procedure: str, varied: str) -> dict[str, Any]:
        found = self._found[procedure, varied]
        above = np.triu_indices(len(found.dags), 1)
        shd, shd_cpdag = found.shd[above], found.shd_cpdag[above]
        return {
            "procedure": procedure,
            "varied": varied,
            "edges": float(np.mean([len(edges) for edges in found.dags])),
            "shd_mean": float(shd.mean()),
            "shd_max": int(shd.max()),
            "cpdag_mean": float(shd_cpdag.mean()),
            "cpdag_max": int(shd_cpdag.max()),
            "common_pairs": found.common_pairs,
            "common_arrows": found.common_arrows,
        }

    def _edges(self) -> dict[str, list[Any]]:
        columns: dict[str, list[Any]] = {
            name: []
            for name in ("procedure", "varied", "source", "target", "frequency", "pair_frequency")
        }
        for (procedure, varied), found in self._found.items():
            arrows, frequency, pairs = found.edges()
            columns["procedure"] += [procedure] * len(arrows)
            columns["varied"] += [varied] * len(arrows)
            columns["source"] += [self.nodes[s] for s in arrows[:, 0].tolist()]
            columns["target"] += [self.nodes[t] for t in arrows[:, 1].tolist()]
            columns["frequency"] += frequency.tolist()
            columns["pair_frequency"] += pairs.tolist()
        return columns

    def _distances(self) -> dict[str, list[Any]]:
        columns: dict[str, list[Any]] = {
            name: [] for name in ("procedure", "varied", "first", "second", "shd", "shd_cpdag")
        }
        for (procedure, varied), found in self._found.items():
            first, second = np.triu_indices(len(found.dags), 1)
            columns["procedure"] += [procedure] * len(first)
            columns["varied"] += [varied] * len(first)
            columns["first"] += first.tolist()
            columns["second"] += second.tolist()
            columns["shd"] += found.shd[first, second].tolist()
            columns["shd_cpdag"] += found.shd_cpdag[first, second].tolist()
        return columns

    def to_frame(self, table: str = "summary") -> Any:
        """Return a tidy table (polars if the data were polars, otherwise pandas).

        Parameters
        ----------
        table : {"summary", "edges", "distances"}, default "summary"
            "summary": a row per procedure; what was varied, mean number of edges, mean and largest
            structural Hamming distance between two orders, of the DAGs and of their CPDAGs, part of
            the pairs of nodes that any order joins and all do, the same of arrows; "edges": every
            arrow that an order has, the part of the orders that have it, and the part that join the
            two nodes; "distances": every two orders.

        Returns
        -------
        DataFrame

        Examples
        --------
        See :func:`order_sensitivity`.
        """
        columns = {"summary": self._summary, "edges": self._edges, "distances": self._distances}
        return make_frame(columns[check_table(table, _TABLES)](), self._library)

    def _title(self) -> str:
        return (
            f"OrderSensitivity: {counted(self.n_orders, 'order')} of {counted(self.p, 'column')}, "
            f"n={self.n}; {counted(self.n_boot, 'resample')} where bagged"
        )

    def __repr__(self) -> str:
        lines = [f"<{self._title()}>"]
        for procedure, varied in self._found:
            row = self._summary_of(procedure, varied)
            lines.append(
                f"  {procedure}{', seeds instead' * (varied == SEED)}: {row['edges']:.1f} edges; "
                f"SHD {row['shd_mean']:.1f} in the mean, at most {row['shd_max']}; of CPDAGs "
                f"{row['cpdag_mean']:.1f}; all have {row['common_pairs']:.0%} of the pairs, "
                f"{row['common_arrows']:.0%} of the arrows"
            )
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        from ._html.card import card
        from ._html.table import html_table

        return card(self._title(), table=html_table(self._summary(), more=".to_frame()"))


def order_sensitivity(
    X: Any,
    n_orders: int = 20,
    *,
    learner: Callable[..., Any] | None = None,
    hill_climbing: bool = True,
    n_boot: int = 100,
    strength: float = 0.5,
    seeds: bool = False,
    seed: int | RRandom | None = None,
    n_jobs: int | None = None,
    progress: bool | Callable[[int, int], None] | None = None,
) -> OrderSensitivity:
    """Learn with the columns in several orders, and compare: once, and bagged.

    Every order sees the same rows: the same data, the same resamples of them, and the same seed
    for the draws of a search, so that nothing differs but the order.

    Parameters
    ----------
    X : array-like or DataFrame of shape (n, p)
        Data, as for :func:`dagbag.bag`.
    n_orders : int, default 20
        Orders of the columns: the given one, and random ones.
    learner : callable, optional
        As for :func:`dagbag.bag`; by default :class:`dagbag.learners.BOSS`, as it is recommended.
        Lists that it has must be by name.
    hill_climbing : bool, default True
        Whether R's search, :func:`dagbag.score`, is looked at as well, which has no lists.
    n_boot : int, default 100
        Resamples of each bagged answer; 0 to leave these out.
    strength : float, default 0.5
        What the strength of a pair of nodes must exceed in a bagged answer.
    seeds : bool, default False
        Whether as many seeds are looked at, too, in the given order: how much of a difference is
        chance, not order. Takes as long again.
    seed, n_jobs, progress
        As for :func:`dagbag.bag`. The result is the same for every `n_jobs`.

    Returns
    -------
    OrderSensitivity

    Notes
    -----
    Where arrows differ and CPDAGs do not, the orders chose another DAG of the same equivalence
    class, between which data cannot tell.

    BOSS starts from a random order of its own. With the same seed but other columns in these
    places it starts elsewhere, so that order and seed do the same to it.

    Examples
    --------
    >>> from dagbag import order_sensitivity
    >>> from dagbag.simulate import simulate_gaussian
    >>> Y = simulate_gaussian([("a", "c"), ("b", "c"), ("c", "d")], n=1000, seed=1)
    >>> found = order_sensitivity(Y, n_orders=6, n_boot=10, seed=1)
    >>> found.procedures
    ('HillClimbing', 'BOSS', 'bagged HillClimbing', 'bagged BOSS')
    >>> int(found.distances("BOSS").max()), bool(found.distances("HillClimbing").max() > 0)
    (0, True)
    >>> found.dags("BOSS")[0]
    (('a', 'c'), ('b', 'c'), ('c', 'd'))
    """
    data = check_data(X, "X")
    count = check_count(n_orders, "n_orders", minimum=2)
    size = check_count(n_boot, "n_boot")
    cutoff = check_strength(strength, "strength")
    given: Any = BOSS() if learner is None else check_learner(learner)
    check_lists_by_name(given, data)
    given = with_labels(given, data)
    compared = check_flag(seeds, "seeds")
    workers = check_n_jobs(n_jobs)
    wanted = check_progress(progress)
    r_search = check_flag(hill_climbing, "hill_climbing")
    stream = stream_for(seed)
    with stream.exclusive():
        drawn = [draw_seed(stream) for _ in range(count)]
        orders = np.array([np.arange(data.p), *(_shuffled(stream, data.p, count - 1))])
    bagged = {"n_jobs": workers, "n_boot": size, "strength": cutoff}
    procedures = list(_procedures(given, r_search, bagged))
    total = len(procedures) * (2 * count - 1 if compared else count)
    answers: dict[tuple[str, str], tuple[IntArray, ...]] = {}
    with progress_bar(wanted, total, name="orders") as tell, quietly():
        for procedure in procedures:
            found = []
            for order in orders:
                found.append(_learned(procedure, data, order, drawn[0]))
                tell()
            answers[procedure.name, ORDER] = tuple(found)
            if not compared:
                continue
            found = found[:1]
            for other in drawn[1:]:
                found.append(_learned(procedure, data, orders[0], other))
                tell()
            answers[procedure.name, SEED] = tuple(found)
    return OrderSensitivity(data, orders, size, answers)


def _shuffled(stream: RRandom, p: int, count: int) -> Iterator[Order]:
    for _ in range(count):
        yield stream.sample_int(p) - 1


def _procedures(
    learner: Callable[..., Any], r_search: bool, bagged: dict[str, Any]
) -> Iterator[_Procedure]:
    """Yield the procedures: single ones first, then bagged ones."""
    name = getattr(learner, "__name__", type(learner).__name__)
    name = f"{name} (given)" if r_search and name == "HillClimbing" else name
    if r_search:
        yield _Procedure("HillClimbing", lambda Y, _: HillClimbing(max_step=MAX_STEP)(Y))
    seeded = takes_seed(learner)
    yield _Procedure(name, lambda Y, seed: learner(Y, seed=seed) if seeded else learner(Y))
    if not bagged["n_boot"]:
        return
    if r_search:
        yield _Procedure("bagged HillClimbing", partial(_bag_r, **bagged))
    yield _Procedure(f"bagged {name}", partial(_bag, learner=learner, **bagged))


def _bag_r(Y: Any, seed: int, *, n_boot: int, n_jobs: int | None, strength: float) -> Any:
    ensemble = score(Y, n_boot=n_boot, max_step=MAX_STEP, seed=seed, n_jobs=n_jobs, progress=False)
    return score_shd(ensemble, strength=strength, max_step=MAX_STEP)


def _bag(
    Y: Any,
    seed: int,
    *,
    learner: Callable[..., Any],
    n_boot: int,
    n_jobs: int | None,
    strength: float,
) -> Any:
    ensemble = bag(Y, learner, n_boot, seed=seed, n_jobs=n_jobs, progress=False)
    return score_shd(ensemble, strength=strength, max_step=MAX_STEP)


def _learned(procedure: _Procedure, data: Data, order: Order, seed: int) -> IntArray:
    """Learn with the columns in another order; the edges are those between the nodes as given."""
    values = np.ascontiguousarray(data.values[:, order])
    nodes: tuple[Node, ...] = tuple(range(data.p))
    Y: Any = values
    if data.library is not None:
        nodes = tuple(data.nodes[k] for k in order)
        columns: dict[Any, Any] = dict(zip(nodes, values.T, strict=True))
        Y = make_frame(columns, data.library)
    edges = read_dag(procedure.learn(Y, seed), "the learner's graph", nodes, "X")
    return sort_edges(order[edges])
