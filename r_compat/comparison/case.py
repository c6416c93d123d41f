"""One question, asked of both sides and compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from dagbag import Ensemble, RRandom
from dagbag._dag.edge_sets import matrix_of
from dagbag._dag.types import FloatArray
from dagbag._input.constraints import Constraints
from dagbag._input.data import Data
from dagbag._learners.question import Question
from dagbag._runs.draws import Resampling
from dagbag.ensemble import Member

from .aggregations import compare_aggregations
from .found import AggregationComparison, Difference, SearchComparison
from .parting import UNEXPLAINED
from .problem import Problem
from .searches import compare_searches
from .sides import Side

Order = npt.NDArray[np.int64]


class Case:
    """One question to two sides."""

    def __init__(
        self,
        question: Question,
        given: Mapping[str, Any],
        seed: int,
        sides: tuple[Side, Side],
    ) -> None:
        self._question, self._given, self._seed, self._sides = question, given, seed, sides
        self._data = question.data

    def _stream(self) -> RRandom:
        return RRandom(self._seed, self._sides[1].sample_kind)

    def _ask(self, Y: FloatArray, given: Mapping[str, Any]) -> list[Any]:
        """Ask both sides, with the same stream of random numbers."""
        seeds = (self._stream(), self._seed)
        return [
            side.score(Y, seed=seed, **given) for side, seed in zip(self._sides, seeds, strict=True)
        ]

    def _problem(self, Y: FloatArray, order: Order, shuffled: bool) -> Problem:
        lists = self._question.constraints
        turned = [
            _reordered(matrix_of(part), order)
            for part in (lists.blacklist, lists.whitelist, lists.start)
        ]
        names = tuple(self._data.nodes[k] for k in order)
        return Problem(Y, names, Constraints(*turned), self._question.settings, shuffled)

    def on_data(self) -> SearchComparison:
        """Compare the searches on the data."""
        Y = self._data.values
        shuffled = bool(self._given.get("shuffle"))
        problem = self._problem(Y, np.arange(self._data.p), shuffled)
        return self._explained(compare_searches("data", problem, *self._ask(Y, self._given)))

    def ensembles(self, n_boot: int) -> list[Ensemble]:
        """Let both sides learn an ensemble."""
        return self._ask(self._data.values, {**self._given, "n_boot": n_boot})

    def on_ensembles(
        self, alpha: float, threshold: float, ours: Ensemble, theirs: Ensemble
    ) -> AggregationComparison:
        """Aggregate Python's ensemble on both sides, and R's in R."""
        asked = {"alpha": alpha, "threshold": threshold, "max_step": self._data.p**2}
        mine, other = (_named(ensemble, self._data) for ensemble in (ours, theirs))
        both = [side.score_shd(mine, **asked) for side in self._sides]
        with self._sides[1].off_the_clock():
            own = self._sides[1].score_shd(other, **asked)
        return compare_aggregations(alpha, both[0], both[1], own)

    def on_resamples(
        self, ours: Ensemble, theirs: Ensemble, *, all_moves: bool
    ) -> list[SearchComparison]:
        """Compare the graphs of the resamples, and the moves where they differ."""
        resampling = Resampling("bootstrap", self._data.n, self._data.n)
        stream = self._stream()
        order = np.arange(self._data.p)
        if self._given.get("shuffle"):
            order = stream.sample_int(self._data.p) - 1
        found = []
        for b, (mine, other) in enumerate(zip(ours, theirs, strict=True)):
            name = f"resample {b + 1}"
            equal = bool(np.array_equal(mine.adj_matrix, other.adj_matrix))
            rows = None if self._question.draws_while_searching else resampling.draw(stream)
            if rows is None or (equal and not all_moves):
                found.append(_by_graphs(name, mine, other, equal))
            else:
                again = self._on_resample(name, rows, order)
                found.append(self._explained(again if equal else _unrepeated(again)))
        return found

    def _explained(self, found: SearchComparison) -> SearchComparison:
        """Name the entry of DEVIATIONS.md that arguments fall under which the original mistakes."""
        d = found.difference
        if d is None or d.kind != UNEXPLAINED or not self._sides[1].original:
            return found
        if self._question.settings.nrestart:
            why = "2, 22: R restarts on stale scores, and not at all on resamples"
        elif self._given.get("ini_adj_matrix") is not None:
            why = "3: R's deltas of initial edges are uninitialised"
        else:
            return found
        return replace(found, difference=replace(d, kind="deviation", why=why))

    def _on_resample(self, name: str, rows: Order, order: Order) -> SearchComparison:
        """Repeat the two searches on one resample, without resampling."""
        Y = np.ascontiguousarray(self._data.values[rows][:, order])
        given = {
            key: _reordered(value, order)
            if isinstance(value, np.ndarray) and value.ndim == 2
            else value
            for key, value in self._given.items()
            if key not in ("shuffle", "standardize_boot")
        }
        with self._sides[0].off_the_clock(), self._sides[1].off_the_clock():
            both = self._ask(Y, given)
        return compare_searches(name, self._problem(Y, order, shuffled=False), *both)

    def notes(self, n_boot: int) -> tuple[str, ...]:
        """Say what was not compared."""
        if n_boot and self._question.draws_while_searching:
            return ("random forest: resamples are compared by their graphs only",)
        return ()


def _reordered(matrix: Any, order: Order) -> Any:
    """Return a matrix for the nodes in another order."""
    return None if matrix is None else matrix[np.ix_(order, order)]


def _named(ensemble: Ensemble, data: Data) -> Ensemble:
    """Give the nodes their names back."""
    return Ensemble(
        data.nodes, ensemble._replicates(), settings=ensemble.settings, library=data.library
    )


def _by_graphs(name: str, ours: Member, theirs: Member, equal: bool) -> SearchComparison:
    """Compare one resample without repeating the searches."""
    parted = None if equal else _other_graph(ours, theirs)
    return SearchComparison(name, equal, ours.steps, difference=parted, by_moves=False)


def _other_graph(ours: Member, theirs: Member) -> Difference:
    """Tell of two graphs on one resample whose searches cannot be repeated."""
    mine, other = set(ours.edges), set(theirs.edges)
    return Difference(
        None,
        UNEXPLAINED,
        f"the graphs differ, {len(mine - other)} edges only in Python, {len(other - mine)} only in "
        "R; a random forest draws on from where the resample before it ended, so the searches "
        "are not repeated, and those after a search that drew otherwise are on other rows",
    )


def _unrepeated(again: SearchComparison) -> SearchComparison:
    """Tell of two graphs that differ, where the same searches once more do not."""
    if not again.equal:
        return again
    why = "the same search on the same rows, but another graph in R's ensemble"
    parted = Difference(again.steps, UNEXPLAINED, f"{why}: other rows or draws")
    return replace(again, equal=False, difference=parted)
