"""Cells of the table, and the data of their replicates.

A cell is a graph and a number of samples, and its name says all of it:

``random-p50-d2-n200``   a random graph of 50 nodes with 2 neighbors each in the mean, a new one for
                         every replicate, n = 200
``Sparse-n102``          a graph of the paper's study (`dagbag.simulate.paper_graph`)
``collider-n3000``       a structure of four nodes: collider, chain, fork
``ecoli70-n1000``        a graph or network from a file that was given the name ecoli70

and ``-low`` behind it: the paper's low signal-to-noise ratio. A network has coefficients and
variances of its own; those of the others are drawn for every replicate, as the paper does.

Every number comes from the seed, the cell's name and the number of the replicate, so that all
learners see the same data and draw the same resamples. Columns are shuffled: their order must not
tell the directions.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from ..simulate import PAPER_GRAPHS, linear_mechanism, paper_graph, random_edges
from ._clock import cpu_seconds
from ._learned import Failed, TooSlow
from ._networks import read_edges, read_network

T = TypeVar("T")

STRUCTURES = {
    "collider": [(0, 2), (1, 2), (2, 3)],
    "chain": [(0, 1), (1, 2), (2, 3)],
    "fork": [(0, 1), (0, 2), (0, 3)],
}
SNR = (0.5, 1.5)
LOW_SNR = (0.2, 0.5)

GROUPS = {
    "structures": [f"{name}-n{n}" for name in STRUCTURES for n in (300, 3000, 100_000)],
    "paper": [
        *("Tree-n102", "Sparse-n102", "Sparse-n500", "Sparse-n102-low"),
        *("Dense-n102", "Dense-n500", "Large-n100"),
    ],
    "own": ["own-n102", "own-n500"],  # the paper's own Sparse Graph, by --graph own=PATH
    "networks": [
        f"{name}-n{n}"
        for name in ("ecoli70", "magic-niab", "magic-irri", "arth150")
        for n in (100, 300, 1000, 3000)
    ],
    "random": [
        f"random-p{p}-d{d}-n{n}" for p in (20, 50, 100, 200) for d in (1, 2, 4, 6)
        for n in (50, 200, 1000, 5000)
    ],
    "quick": ["collider-n3000", "Sparse-n102", "random-p20-d2-n200", "random-p50-d4-n1000"],
}  # fmt: skip


@dataclass(frozen=True)
class Cell:
    """A graph and a number of samples."""

    name: str
    graph: str
    n: int
    p: int | None = None
    degree: float | None = None
    low: bool = False

    @classmethod
    def of(cls, name: str) -> Cell:
        """Read a cell from its name."""
        found = re.fullmatch(
            r"(?P<graph>.+?)(?:-p(?P<p>\d+)-d(?P<d>\d+(?:\.\d+)?))?-n(?P<n>\d+)(?P<low>-low)?", name
        )
        if found is None or (found["graph"] == "random") != (found["p"] is not None):
            raise ValueError(
                "a cell must be named as random-p50-d2-n200 or Sparse-n102 are, "
                f"with or without -low, got {name}"
            )
        p, degree = found["p"], found["d"]
        return cls(
            name,
            found["graph"],
            int(found["n"]),
            None if p is None else int(p),
            None if degree is None else float(degree),
            found["low"] is not None,
        )


@dataclass(eq=False)
class Problem:
    """The data of one replicate of a cell, and the truth.

    `once` keeps what several learners have in common, such as an ensemble that is aggregated in
    several ways, with the CPU seconds that it took: each of the learners is told them.
    """

    cell: str
    replicate: int
    Y: npt.NDArray[np.float64]  # (n, p)
    truth: npt.NDArray[np.bool_]  # (p, p), a DAG by [source, target]
    seed: int  # of the resamples, and of a learner that draws
    borrowed: float = 0.0  # CPU seconds of shared work that an earlier learner has done
    _kept: dict[Any, tuple[Any, float]] = field(default_factory=dict)
    _given_up: dict[Any, str] = field(default_factory=dict)

    def once(self, key: Any, make: Callable[[], T]) -> T:
        """Return what `make` makes, made by whoever asks first; given up once, it is for all."""
        if key in self._given_up:
            raise TooSlow(self._given_up[key])
        if key in self._kept:
            value, seconds = self._kept[key]
            self.borrowed += seconds
        else:
            before, began = self.borrowed, cpu_seconds()
            try:
                value = make()
            except (KeyboardInterrupt, TooSlow, Failed) as error:
                told = not isinstance(error, KeyboardInterrupt)
                self._given_up[key] = str(error) if told else "its ensemble was too slow"
                raise
            seconds = cpu_seconds() - began + self.borrowed - before
            self._kept[key] = value, seconds
        made: T = value
        return made


def make_problem(
    cell: Cell, replicate: int, seed: int, files: Mapping[str, Path] | None = None
) -> Problem:
    """Draw the graph, its mechanism and the data of a replicate."""
    key = [seed, zlib.crc32(cell.name.encode()), replicate]
    rng = np.random.default_rng(key)
    mechanism = _mechanism(cell, rng, files or {})
    Y = mechanism.sample(cell.n, rng)
    p = Y.shape[1]
    shuffled = rng.permutation(p)  # column k of what learners see is column shuffled[k]
    truth = np.zeros((p, p), dtype=bool)
    truth[mechanism.edges[:, 0], mechanism.edges[:, 1]] = True
    own = int(np.random.SeedSequence([*key, 1]).generate_state(1)[0]) % (2**31 - 1)
    return Problem(
        cell.name,
        replicate,
        np.ascontiguousarray(Y[:, shuffled]),
        truth[np.ix_(shuffled, shuffled)],
        own,
    )


def _mechanism(cell: Cell, rng: np.random.Generator, files: Mapping[str, Path]) -> Any:
    if cell.graph in files and files[cell.graph].suffix == ".json":
        return read_network(files[cell.graph])
    graph, p = _graph(cell, rng, files)
    return linear_mechanism(graph, LOW_SNR if cell.low else SNR, rng, nodes=p)


def _graph(cell: Cell, rng: np.random.Generator, files: Mapping[str, Path]) -> tuple[Any, int]:
    if cell.graph in files:
        return read_edges(files[cell.graph])
    if cell.p is not None and cell.degree is not None:
        most = cell.p * (cell.p - 1) // 2
        return random_edges(cell.p, min(round(cell.p * cell.degree / 2), most), rng), cell.p
    if cell.graph in STRUCTURES:
        return STRUCTURES[cell.graph], 4
    if cell.graph in PAPER_GRAPHS:
        graph = paper_graph(cell.graph)
        return graph, len(graph)
    raise FileNotFoundError(
        f"{cell.graph} is no graph of the paper's ({', '.join(PAPER_GRAPHS)}) and no structure "
        f"({', '.join(STRUCTURES)}); give its file by --graph {cell.graph}=PATH"
    )
