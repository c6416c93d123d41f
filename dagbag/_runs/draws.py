"""The random draws of an ensemble, made before any work starts: rows, node orders, seeds.

R's stream is followed exactly: one permutation of the nodes first if the columns are shuffled
once, then the rows of every resample. What R does not draw comes after all the rows, so that the
resamples are the same with and without it: a node order for every resample, a seed for each.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .._input.memory import GRAPH_BYTES
from ..rrandom import RRandom, RRandomState

Rows = npt.NDArray[np.int64]

SUBSAMPLE, PAIRS = "subsample", "pairs"  # kinds of resamples beside R's bootstrap

STATE_BYTES = 2600  # of a stream
DRAWN_AT_ONCE = 10_000  # rows
ONCE, EACH = "once", "resample"  # how the nodes are shuffled; None: not at all


@dataclass(frozen=True)
class Resampling:
    """How the rows of a resample are drawn."""

    kind: str  # "bootstrap", SUBSAMPLE or PAIRS
    size: int  # rows of a resample
    n: int  # rows of the data

    @property
    def together(self) -> int:
        """Resamples that are drawn together: complementary subsamples are, two by two."""
        return 2 if self.kind == PAIRS else 1

    def draw_together(self, stream: RRandom) -> Rows:
        """Draw the rows of resamples that belong together, 0-based; (together, size).

        Complementary pairs are the two halves of one permutation (Shah and Samworth 2013).
        """
        if self.kind in (SUBSAMPLE, PAIRS):
            rows = stream.sample_int(self.n, self.together * self.size) - 1
            return rows.reshape(self.together, self.size)
        return self._bootstrap(stream, 1)

    def draw_some(self, stream: RRandom, most: int) -> Rows:
        """Draw the rows of resamples, at most so many, a multiple of those that belong together.

        The stream goes on as if they had been drawn one after the other, which takes three times as
        long where they are short.
        """
        if self.kind in (SUBSAMPLE, PAIRS):
            return self.draw_together(stream)
        return self._bootstrap(stream, min(most, max(DRAWN_AT_ONCE // self.size, 1)))

    def _bootstrap(self, stream: RRandom, count: int) -> Rows:
        rows = np.ceil(self.n * stream.runif(count * self.size)).astype(np.int64) - 1
        return rows.reshape(count, self.size)

    def draw(self, stream: RRandom) -> Rows:
        """Draw the rows of one resample, which must not be half of a pair; (size,)."""
        rows: Rows
        (rows,) = self.draw_together(stream)
        return rows


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

    @property
    def kept_as(self) -> np.dtype[Any] | None:
        """Type of rows that are kept; None if the state of the stream is smaller."""
        kind = np.min_scalar_type(self.resampling.n - 1)
        return kind if self.resampling.size * kind.itemsize < STATE_BYTES else None

    @property
    def nbytes(self) -> int:
        """Bytes that a replicate takes, without its edges."""
        kind = self.kept_as
        rows = STATE_BYTES if kind is None else self.resampling.size * kind.itemsize
        return rows + (8 * self.p if self.shuffle == EACH else 0) + GRAPH_BYTES


@dataclass(frozen=True)
class Batch:
    """Resamples drawn together: where the stream stood, and how many."""

    state: RRandomState
    count: int


@dataclass(frozen=True)
class Plan:
    """Where the draws of an ensemble came from, so that it can be continued."""

    batches: tuple[Batch, ...]
    end: RRandomState

    @property
    def count(self) -> int:
        """Resamples drawn."""
        return sum(batch.count for batch in self.batches)


@dataclass(frozen=True)
class Draw:
    """The draws of one replicate."""

    index: int
    rows: Rows
    order: Rows | None = None
    seed: int | None = None
    state: RRandomState | None = None  # where a search that draws from the stream begins


class Draws:
    """The draws of all replicates, a batch after the other.

    Rows are kept if they are few; otherwise they are drawn again when they are asked for, from the
    state of the stream: B states take 2.5 kB each, B x n rows could take gigabytes.

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
        self._count = sum(batch.count for batch in batches)
        self._rows: npt.NDArray[Any] | None = None
        if recipe.kept_as is not None:
            self._rows = np.empty((self._count, recipe.resampling.size), dtype=recipe.kept_as)
        self._states: list[RRandomState] = []
        self._orders: list[Rows] = []
        self._seeds: list[int] = []
        stream = RRandom(0)
        first = 0
        for batch in batches:
            stream.state = batch.state
            self._draw(stream, first, batch.count)
            first += batch.count
        self.end = stream.state

    def _draw(self, stream: RRandom, first: int, count: int) -> None:
        recipe = self._recipe
        if recipe.shuffle == ONCE and first == 0:
            self._orders.append(stream.sample_int(recipe.p) - 1)
        together = recipe.resampling.together
        if count % together:
            raise ValueError(f"complementary pairs must be drawn two by two, got {count}")
        index, end = first, first + count
        while index < end:
            if self._rows is None:
                self._states += [stream.state] * together
                recipe.resampling.draw_together(stream)
                index += together
            else:
                rows = recipe.resampling.draw_some(stream, end - index)
                self._rows[index : index + len(rows)] = rows
                index += len(rows)
        if recipe.shuffle == EACH:
            self._orders += [stream.sample_int(recipe.p) - 1 for _ in range(count)]
        if recipe.seeds:
            self._seeds += [draw_seed(stream) for _ in range(count)]

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: int) -> Draw:
        order = None
        if self._orders:
            order = self._orders[index if self._recipe.shuffle == EACH else 0]
        seed = self._seeds[index] if self._seeds else None
        return Draw(index, self._rows_of(index), order, seed)

    def _rows_of(self, index: int) -> Rows:
        if self._rows is not None:
            return np.asarray(self._rows[index], dtype=np.int64)
        stream = RRandom(0)
        stream.state = self._states[index]
        resampling = self._recipe.resampling
        rows: Rows = resampling.draw_together(stream)[index % resampling.together]
        return rows


def draw_seed(stream: RRandom) -> int:
    """Draw a seed for a stream of its own."""
    return math.floor(float(stream.runif(1)[0]) * (2**31 - 1))
