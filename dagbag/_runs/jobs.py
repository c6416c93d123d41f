"""What is done on each resample: a search in the kernel, or a learner of the user's."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Generic, NamedTuple

import numpy as np
import numpy.typing as npt

from .._dag.edge_sets import at_nodes, either, without
from .._dag.edges import sort_edges
from .._input.applied_knowledge import AppliedKnowledge, check_honoured
from .._input.constraints import Constraints
from .._input.data import Data, take_rows
from .._input.graphs import read_dag
from .._kernels.climb import Search
from .._kernels.orders import OrderSearch
from .._kernels.resamples import ResampleSearch
from .._kernels.xges import ClassSearch
from .._search.crossprod import Standardized, standardize_resample
from .._search.equivalence import run_classes
from .._search.found import Found
from .._search.orders import run_orders
from .._search.regimes import find_regime, workers_that_fit
from .._search.resamples import can_follow, search_in_turn
from .._search.search import Trace, in_order, run_search
from .._search.settings import (
    ClassSettings,
    OrderSettings,
    Settings,
    limit_parents,
    saturated,
)
from .._search.workspaces import SMALL, Workspaces, check_memory, workspace
from ..exceptions import quietly
from ..results import LearnedDAG, SearchResult
from ..rrandom import RRandom
from .draws import Draw
from .replicates import Replicate
from .time_limit import call_within
from .workers import MOST_PER_TASK, Finished, Learned, Workers

Ints = npt.NDArray[np.int64]
Tell = Callable[[Any, AppliedKnowledge], tuple[Any, dict[str, Any]]]


# Numbers (32 MB) of a resample that stays in memory beside the search: of larger ones Python is a
# small part.
LARGEST = 2**22


class BaseJob(Generic[Learned]):
    """A job of `workers`: its copy in another process has an own `stop` and no outbox."""

    attempts = 1  # a learner may set the number of BLAS threads itself
    last_wait = 0.0  # a learner need not hear `stop`
    at_once = 1  # replicates that `learn_some` may be given

    def __init__(self) -> None:
        self.stop = threading.Event()
        self.outbox: deque[Finished[Learned]] | None = None
        self.threads: set[int] = set()

    def __getstate__(self) -> dict[str, Any]:
        return {k: v for k, v in self.__dict__.items() if k not in ("stop", "outbox", "threads")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        BaseJob.__init__(self)
        self.__dict__.update(state)

    def learn(self, draw: Any) -> Learned:
        """Learn one replicate."""
        raise NotImplementedError

    def learn_some(self, draws: Sequence[Any]) -> list[Learned]:
        """Learn the first of some replicates, one at least."""
        return [self.learn(draws[0])]


class Procedure(NamedTuple):
    """A search in the kernel, and the memory that it needs."""

    run: Callable[..., Trace | Found]
    memory: type[Any]


HILL_CLIMBING = Procedure(run_search, ResampleSearch)
ORDERS = Procedure(run_orders, OrderSearch)
CLASSES = Procedure(run_classes, ClassSearch)


class SearchJob(BaseJob[Replicate]):
    """A search in the kernel on a resample, from its row counts.

    Parameters
    ----------
    data : Standardized
        The whole data.
    row_of : ndarray of shape (n,)
        Number of each row among the distinct ones, see `number_rows`.
    settings : Settings, OrderSettings or ClassSettings
        `limit` is the user's; that of the distinct rows is the resample's.
    constraints : Constraints
    standardized : bool
        Whether the scores refer to the standardised columns of the resample.
    scale : ndarray of shape (p,)
        sd of the columns they refer to otherwise, relative to ``data.X``.
    stream : RRandom, optional
        What a random forest search draws from.
    seed : int, optional
        Of a stream that every search begins anew.
    shuffled : bool, default False
        Whether each search sees the nodes in an order that it draws from there.
    procedure : Procedure, optional
        By default hill climbing.
    """

    attempts = 3
    last_wait = 1.0  # the kernel hears `stop` within 50 ms

    def __init__(
        self,
        data: Standardized,
        row_of: Ints,
        settings: Settings | OrderSettings | ClassSettings,
        constraints: Constraints,
        *,
        standardized: bool,
        scale: npt.NDArray[np.float64],
        stream: RRandom | None = None,
        seed: int | None = None,
        shuffled: bool = False,
        procedure: Procedure = HILL_CLIMBING,
    ) -> None:
        super().__init__()
        first = np.unique(row_of, return_index=True)[1]
        X = data.X if len(first) == len(row_of) else np.ascontiguousarray(data.X[first])
        self._data = replace(data, X=X)
        self._row_of = row_of
        self._settings = settings
        self._constraints = constraints
        self._standardized = standardized
        self._scale = scale
        self._stream = stream
        self._seed = seed
        self._shuffled = shuffled
        self._procedure = procedure
        self._workspaces: Workspaces[Any] = Workspaces(procedure.memory, self.stop)
        self._order: Ints | None = None

    def settle(self, workers: Workers, rows: int, other: float, *, given: bool) -> Workers:
        """Take the kind of search that fits, and refuse what cannot.

        Parameters
        ----------
        workers : Workers
        rows : int
            Of a resample.
        other : float
            Bytes needed whoever works.
        given : bool
            Whether somebody said how many workers there are to be; otherwise as many as fit.

        Returns
        -------
        Workers
        """
        p, settings = len(self._data.sd), self._settings
        if not isinstance(settings, Settings):
            if workers.local:
                check_memory(p, workers.count, rows, other)
            return workers
        if workers.local and not given:
            workers = workers.at_most(workers_that_fit(settings, rows, p, workers.count, other))
        kind = find_regime(settings, rows, p, workers.count if workers.local else 1, other)
        memory = ResampleSearch if kind is Search else kind
        self._procedure = self._procedure._replace(memory=memory)
        self._workspaces = Workspaces(memory, self.stop)
        return workers

    def see_in(self, order: Ints) -> None:
        """Let the search see the columns in another order; its graphs are mapped back."""
        self._data, self._constraints = in_order(self._data, self._constraints, order)
        self._scale = self._scale[order]
        self._order = order

    def __sizeof__(self) -> int:
        # What Dask goes by when it decides to send an argument to each worker once only.
        return int(self._data.X.nbytes)

    def __getstate__(self) -> dict[str, Any]:
        return {k: v for k, v in super().__getstate__().items() if k != "_workspaces"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self._workspaces = Workspaces(self._procedure.memory, self.stop)

    @property
    def at_once(self) -> int:  # type: ignore[override]
        """Replicates that may follow each other in the kernel."""
        follow = (
            self._procedure == HILL_CLIMBING
            and self._stream is None
            and not self._shuffled
            and len(self._data.sd) <= SMALL
            and len(self._row_of) * len(self._data.sd) <= LARGEST
            and can_follow(self._settings, standardized=self._standardized)
        )
        return MOST_PER_TASK if follow else 1

    def learn_some(self, draws: Sequence[Draw]) -> list[Replicate]:
        """Search on the resamples of the first draws, in the kernel or, if unusual, on the first.

        A replicate has the same bits either way.
        """
        found: list[Replicate] = []
        if self.at_once > 1 and all(draw.order is None for draw in draws):
            found = self._search_in_turn(draws)
        return found or [self.learn(draws[0])]

    def _search_in_turn(self, draws: Sequence[Draw]) -> list[Replicate]:
        """Search on the first resamples, none if the very first is unusual."""
        settings, p = self._settings, len(self._data.sd)
        assert isinstance(settings, Settings)
        with self._lend(p) as search:
            if not search.can_learn:
                return []
            found = search_in_turn(
                search,
                self._data,
                self._row_of,
                np.stack([draw.rows for draw in draws]),
                settings,
                self._constraints,
                None if self._standardized else self._scale,
            )
        replicates = []
        first = 0
        for k, end in enumerate(found.ends):
            own, distinct = found.edges[first:end], found.distinct[k]
            full = saturated(own, limit_parents(settings, distinct), distinct, p)
            replicates.append(
                Replicate(
                    edges=own if self._order is None else sort_edges(self._order[own]),
                    converged=found.converged[k],
                    steps=found.steps[k],
                    distinct_rows=distinct,
                    score=found.scores[k],
                    saturated=int(full.sum()),
                    collinear=found.collinear[k],
                )
            )
            first = end
        return replicates

    def learn(self, draw: Draw) -> Replicate:
        """Search on the resample of a draw."""
        counts = np.bincount(self._row_of[draw.rows], minlength=len(self._data.X))
        columns = standardize_resample(self._data, counts)
        distinct = len(columns.X)
        if not self._standardized:
            columns = replace(columns, sd=columns.sd * self._scale)
        settings = limit_parents(self._settings, distinct)
        seed = self._seed if draw.seed is None else draw.seed
        stream = self._stream if seed is None else RRandom(seed)
        if stream is not None and draw.state is not None:
            stream.move_to(draw.state)
        order = draw.order
        if self._shuffled and stream is not None:
            own = stream.sample_int(len(columns.sd)) - 1
            order = own if order is None else order[own]
        path = self._procedure.run(
            columns,
            settings,
            self._start(columns),
            standardized=self._standardized,
            order=order,
            stream=stream,
            lend=self._lend,
        )
        edges = path.edges if self._order is None else sort_edges(self._order[path.edges])
        return Replicate(
            edges=edges,
            converged=path.converged,
            steps=path.operations,
            distinct_rows=distinct,
            score=float(np.nansum(path.scores)),
            saturated=int(saturated(path.edges, settings, distinct, len(columns.sd)).sum()),
            constant=int(columns.constant.sum()),
            collinear=int(path.collinear.sum()),
            state=None if self._stream is None else self._stream.state,
        )

    def _lend(self, p: int) -> Any:
        # A job sent to a process may live for one replicate only, its threads live longer.
        if self.outbox is None and p <= SMALL:
            return workspace(p, self._procedure.memory)
        return self._workspaces.lend(p)

    def _start(self, columns: Standardized) -> Constraints:
        """Take initial edges of columns that are constant in the resample out; fixed ones stay."""
        constraints = self._constraints
        if constraints.start is None or not columns.constant.any():
            return constraints
        start = without(constraints.start, at_nodes(constraints.start, columns.constant))
        if constraints.whitelist is not None:
            start = either(start, constraints.whitelist)
        return replace(constraints, start=start)


class LearnerJob(BaseJob[Replicate]):
    """Any learner on the rows of a resample.

    Parameters
    ----------
    learner : callable
        From data, as Y is, to a graph as `read_graph` takes it, or to a SearchResult.
    Y : array or DataFrame
    data : Data
        Y, checked.
    row_of : ndarray of shape (n,)
        Number of each row among the distinct ones.
    seeded : bool
        Whether the learner takes a `seed`.
    timeout : float, optional
        Seconds that a replicate may take.
    known : AppliedKnowledge, optional
        What every graph must honour; one that does not is an error.
    tell : callable, optional
        ``tell(learner, known)`` returns the learner and the arguments of its call, which know this
        of the columns as the learner sees them.
    """

    def __init__(
        self,
        learner: Any,
        Y: Any,
        data: Data,
        row_of: Ints,
        *,
        seeded: bool,
        timeout: float | None = None,
        known: AppliedKnowledge | None = None,
        tell: Tell | None = None,
    ) -> None:
        super().__init__()
        self._timeout = timeout
        self._learner = learner
        self._Y = data.values if data.library is None else Y
        self._nodes = data.nodes
        self._row_of = row_of
        self._seeded = seeded
        self._known = known
        self._tell = tell
        self._nbytes = data.values.nbytes
        self._order = np.arange(data.p)

    def see_in(self, order: Ints) -> None:
        """Show the learner the columns in another order; its graphs are mapped back."""
        self._order = order

    def __sizeof__(self) -> int:
        return int(self._nbytes)

    def learn(self, draw: Draw) -> Replicate:
        """Call the learner on the resample of a draw, for so long as it may take."""
        if self._timeout is None:
            return self._learn(draw)
        try:
            return call_within(lambda: self._learn(draw), self._timeout, self.stop)
        except TimeoutError:
            raise TimeoutError(
                f"learner took longer than timeout={self._timeout:g} seconds in replicate "
                f"{draw.index}; what is finished is in .ensemble of this error"
            ) from None

    def _learn(self, draw: Draw) -> Replicate:
        order = self._order if draw.order is None else self._order[draw.order]
        moved = (order != np.arange(len(order))).any()
        resample = take_rows(self._Y, draw.rows, order if moved else None)
        labelled = hasattr(resample, "columns")
        labels = tuple(self._nodes[k] for k in order) if labelled else tuple(range(len(order)))
        extra: dict[str, Any] = {"seed": draw.seed} if self._seeded else {}
        name = f"the graph of replicate {draw.index}"
        learner, known = self._learner, self._known
        try:
            if known is not None and self._tell is not None:
                seen = replace(known.in_order(order, labels), _of_resample=True)
                learner, arguments = self._tell(learner, seen)
                extra |= arguments
            with quietly():  # the ensemble's own warning counts them
                result = learner(resample, **extra)
            graph = read_dag(result, name, labels)
            if known is not None:
                check_honoured(known, order[graph])
        except Exception as error:
            raise RuntimeError(
                f"learner failed in replicate {draw.index}: {type(error).__name__}: {error}"
            ) from error
        told = isinstance(result, (SearchResult, LearnedDAG))
        return Replicate(
            edges=sort_edges(order[graph]),
            converged=told and result.converged,
            steps=result.operations if told else -1,
            distinct_rows=len(np.unique(self._row_of[draw.rows])),
            score=result.score if told else float("nan"),
            saturated=len(result.saturated) if told else 0,
            constant=len(result.constant) if told else 0,
            collinear=len(result.collinear) if told else 0,
        )
