"""The random draws of an ensemble, made before any work starts: rows, node orders, seeds.

R's stream is followed exactly: one permutation of the nodes first if the columns are shuffled
once, then the rows of every resample. What R does not draw comes after all the rows, so that the
resamples are the same with and without it: a node order for every resample, a seed for each.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .rrandom import RRandom, RRandomState

Rows = npt.NDArray[np.int64]

ONCE, EACH = "once", "resample"  # how the nodes are shuffled; None: not at all


@dataclass(frozen=True)
class Resampling:
    """How the rows of a resample are drawn."""

    kind: str  # "bootstrap" or "subsample"
    size: int  # rows of a resample
    n: int  # rows of the data

    def draw(self, stream: RRandom) -> Rows:
        """Draw the rows of one resample, 0-based; (size,)."""
        if self.kind == "subsample":
            return stream.sample_int(self.n, self.size) - 1
        return np.ceil(self.n * stream.runif(self.size)).astype(np.int64) - 1


@dataclass(frozen=True)
class Recipe:
    """What is drawn for each resample."""

    resampling: Resampling
    p: int
    shuffle: str | None = None
    seeds: bool = False  # a seed for the draws of the learner itself

    @property
    def extensible(self) -> bool:
        """Whether 60 + 40 resamples are drawn as 100 are: nothing comes after all the rows."""
        return self.shuffle != EACH and not self.seeds


@dataclass(frozen=True)
class Batch:
    """Resamples drawn together: where the stream stood, and how many."""

    state: RRandomState
    count: int


@dataclass(frozen=True)
class Draw:
    """The draws of one replicate."""

    index: int
    rows: Rows
    order: Rows | None = None
    seed: int | None = None


class Draws:
    """The draws of all replicates, a batch after the other.

    Rows are drawn again whenever they are asked for, from the state of the stream: B states take
    2.5 kB each, B x n rows could take gigabytes.

    Parameters
    ----------
    recipe : Recipe
    batches : sequence of Batch
        Each but the first begins where the one before ended.

    Attributes
    ----------
    end : RRandomState
        Where the stream stands after all of them.
    """

    def __init__(self, recipe: Recipe, batches: Sequence[Batch]) -> None:
        self._recipe = recipe
        self._states: list[RRandomState] = []
        self._orders: list[Rows] = []
        self._seeds: list[int] = []
        stream = RRandom(0)
        for number, batch in enumerate(batches):
            stream.state = batch.state
            self._draw(stream, batch.count, first=number == 0)
        self.end = stream.state

    def _draw(self, stream: RRandom, count: int, *, first: bool) -> None:
        recipe = self._recipe
        if recipe.shuffle == ONCE and first:
            self._orders.append(stream.sample_int(recipe.p) - 1)
        for _ in range(count):
            self._states.append(stream.state)
            recipe.resampling.draw(stream)
        if recipe.shuffle == EACH:
            self._orders += [stream.sample_int(recipe.p) - 1 for _ in range(count)]
        if recipe.seeds:
            self._seeds += [draw_seed(stream) for _ in range(count)]

    def __len__(self) -> int:
        return len(self._states)

    def __getitem__(self, index: int) -> Draw:
        stream = RRandom(0)
        stream.state = self._states[index]
        order = None
        if self._orders:
            order = self._orders[index if self._recipe.shuffle == EACH else 0]
        return Draw(
            index,
            self._recipe.resampling.draw(stream),
            order,
            self._seeds[index] if self._seeds else None,
        )


def draw_seed(stream: RRandom) -> int:
    """Draw a seed for a stream of its own."""
    return math.floor(float(stream.runif(1)[0]) * (2**31 - 1))


def draw_in_turn(
    recipe: Recipe, stream: RRandom, order: Rows | None, indices: Iterable[int]
) -> Iterator[Draw]:
    """Yield the draws of replicates that themselves draw from the stream while they are learned.

    R's order: rows of a resample, the draws of its search, the rows of the next one.
    """
    for index in indices:
        rows = recipe.resampling.draw(stream)
        if recipe.shuffle == EACH:
            order = stream.sample_int(recipe.p) - 1
        yield Draw(index, rows, order)
