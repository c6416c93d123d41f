"""The best aggregated DAG: a maximum-weight acyclic subgraph by integer programming.

A DAG G minimises the aggregation score (less `threshold` per edge) iff it maximises the sum of its
gsf - cutoff, so only candidates above the cutoff matter. Cycles stay within a strongly connected
component of the candidates; each component is a problem of its own:

    maximise sum w_e x_e,  x_e in {0, 1},  sum over each cycle of x_e <= its length - 1,

the cycles found as they are violated, first by the relaxation to 0 <= x_e <= 1, whose bound mostly
proves the rounded answer optimal already.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from concurrent import futures
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from .._dag.counts import Edges
from .._dag.order import strong_components
from .._dag.types import BoolArray, FloatArray
from .._kernels.greedy import add_in_order
from .greedy import ADDED, EXCLUDED, GreedyPass, Selection

LARGEST_WEIGHT = 1000.0  # HiGHS compares objectives at 1e-6: 1e-9 of a weight after scaling
ROUNDING = 1e-9  # of the total weight; sums closer than this are equal
BLOCK = 512  # nodes whose shortest paths are held at a time
VIOLATED = 1e-5  # smallest excess over a cycle's bound that is worth a constraint


def exact_selection(greedy: GreedyPass, cutoff: float, time_limit: float) -> tuple[Selection, bool]:
    """Choose the candidates of largest total gsf - cutoff; False if time ran out.

    Parameters
    ----------
    greedy : GreedyPass
        The candidates, and the answer to improve on.
    cutoff : float
    time_limit : float
        Seconds, in total.

    Returns
    -------
    selection : Selection
        Greedy's own, if none is better beyond rounding.
    in_time : bool
    """
    deadline = time.monotonic() + time_limit
    p, fixed = greedy.p, greedy.fixed
    looked = greedy.looked(cutoff)
    open_to = np.flatnonzero(greedy.decision[:looked] != EXCLUDED)
    edges = greedy.ranking.edges[open_to]
    weight = greedy.ranking.gsf[open_to] - cutoff
    added = greedy.decision[open_to] == ADDED
    both = np.concatenate((edges, fixed))
    component = strong_components(both, p)
    inner = np.where(component[both[:, 0]] == component[both[:, 1]], component[both[:, 0]], -1)
    in_time = True
    # One refused edge per component is Proposition score_GSHD_hc: greedy is best there.
    refused = np.bincount(inner[: len(edges)][~added], minlength=1)
    for which in np.flatnonzero(refused > 1).tolist():
        mine = np.flatnonzero(inner[: len(edges)] == which)
        problem = _Component(
            p, edges[mine], weight[mine], fixed[inner[len(edges) :] == which], added[mine]
        )
        in_time &= problem.solve(deadline)
        added[mine] = problem.best
    converged = greedy.converged(cutoff)
    selection = Selection(edges[added], edges[~added], converged, optimal=in_time and converged)
    return selection, in_time


@dataclass
class _Component:
    """One strongly connected component, and the best answer known."""

    p: int
    edges: Edges  # (m, 2) candidates in order
    weight: FloatArray  # (m,), above 0
    fixed: Edges  # (k, 2)
    best: BoolArray  # (m,) candidates of the best DAG, greedy's to begin with
    cycles: dict[tuple[int, ...], None] = field(default_factory=dict)  # edges of each, as a set

    def __post_init__(self) -> None:
        """Begin with the cycles of two edges, of which a conflicting ensemble has many."""
        self.all_edges = np.concatenate((self.edges, self.fixed))
        at = {(source, target): k for k, (source, target) in enumerate(self.all_edges.tolist())}
        for (source, target), k in at.items():
            if at.get((target, source), -1) > k:
                self.cycles[k, at[target, source]] = None

    def solve(self, deadline: float) -> bool:
        """Find the best DAG; False if time ran out, with the best one found."""
        integral = False
        while True:
            x, bound = self._relax(integral, deadline)
            if x is None:
                return False
            self._round(x)
            if self._value(self.best) >= bound - ROUNDING * self._value(np.ones_like(self.best)):
                return True
            new = self._violated(x)
            if not new and integral:  # x itself is a DAG, and `best` is at least as good
                return True
            integral |= not new
            self.cycles |= new

    def _value(self, chosen: BoolArray) -> float:
        return math.fsum(self.weight[chosen].tolist())

    def _relax(self, integral: bool, deadline: float) -> tuple[FloatArray | None, float]:
        """Solve with the cycles known so far; also an upper bound on the best value."""
        left = deadline - time.monotonic()
        if left <= 0:
            return None, math.inf
        m, size = len(self.edges), len(self.all_edges)
        scale = LARGEST_WEIGHT / self.weight.max()
        lengths = np.array([len(cycle) for cycle in self.cycles], dtype=np.float64)
        columns = np.array([k for cycle in self.cycles for k in cycle], dtype=np.int32)
        starts = np.concatenate(([0], np.cumsum(lengths))).astype(np.int32)
        rows = csr_array((np.ones(len(columns)), columns, starts), shape=(len(lengths), size))
        answer = _in_a_thread(
            lambda: milp(
                np.concatenate((-scale * self.weight, np.zeros(size - m))),
                integrality=np.full(size, int(integral)),
                bounds=Bounds(np.arange(size) >= m, 1),  # whitelisted edges are in
                constraints=LinearConstraint(rows, ub=lengths - 1) if len(lengths) else None,
                options={"mip_rel_gap": 0, "time_limit": left},
            )
        )
        if answer.status != 0:
            if answer.x is not None:
                self._round(answer.x)
            return None, math.inf
        return np.asarray(answer.x), -answer.fun / scale

    def _round(self, x: FloatArray) -> None:
        """Add the candidates by descending x, and keep the DAG if it is the best so far."""
        order = np.argsort(-np.round(x[: len(self.edges)], 6), kind="stable")
        chosen = np.empty(len(order), dtype=bool)
        chosen[order] = add_in_order(self.p, self.fixed, self.edges[order]) == ADDED
        gain = self._value(chosen) - self._value(self.best)
        if gain > ROUNDING * self._value(np.ones_like(self.best)):
            self.best = chosen

    def _violated(self, x: FloatArray) -> dict[tuple[int, ...], None]:
        """Return, for each edge, the most violated cycle through it.

        A cycle is violated if its edges' 1 - x sum to less than 1: a shortest path from target to
        source, of edges with x > 0. The small length added to each prefers short cycles.
        """
        used = np.flatnonzero(x > VIOLATED)
        component = strong_components(self.all_edges[used], self.p)
        source, target = self.all_edges[used].T
        inner = component[source] == component[target]
        used, source, target = used[inner], source[inner], target[inner]
        if not len(used):
            return {}
        nodes, flat = np.unique(np.concatenate((source, target)), return_inverse=True)
        start, end = flat.astype(np.int32).reshape(2, -1)
        length = np.maximum(1 - x[used], 0) + 1e-7
        graph = csr_array((length, (start, end)), shape=(len(nodes),) * 2)
        number = dict(
            zip(zip(start.tolist(), end.tolist(), strict=True), used.tolist(), strict=True)
        )
        found: dict[tuple[int, ...], None] = {}
        for first in range(0, len(nodes), BLOCK):  # all distances at once could need gigabytes
            block = np.arange(first, min(first + BLOCK, len(nodes)))
            distance, before = dijkstra(graph, indices=block, return_predecessors=True, limit=1.0)
            mine = np.flatnonzero((end >= first) & (end < first + BLOCK))
            around = distance[end[mine] - first, start[mine]] + length[mine]
            for k in mine[around < 1 - VIOLATED].tolist():
                path = before[end[k] - first]
                found[_cycle_edges(number, path, int(start[k]), int(end[k]))] = None
        return {cycle: None for cycle in found if cycle not in self.cycles}


def _in_a_thread(call: Callable[[], Any]) -> Any:
    """Call in a thread, since HiGHS does not hear Ctrl-C; after one it ends at its time limit."""
    answer: futures.Future[Any] = futures.Future()

    def work() -> None:
        try:
            answer.set_result(call())
        except BaseException as error:
            answer.set_exception(error)

    threading.Thread(target=work, daemon=True).start()
    while True:
        try:
            return answer.result(timeout=0.1)
        except futures.TimeoutError:
            if answer.done():
                raise


def _cycle_edges(
    number: dict[tuple[int, int], int], before: npt.NDArray[np.int32], source: int, target: int
) -> tuple[int, ...]:
    """Return the sorted edges of the shortest path from target to source, and the edge between."""
    edges = [number[source, target]]
    node = source
    while node != target:
        previous = int(before[node])
        edges.append(number[previous, node])
        node = previous
    return tuple(sorted(edges))
