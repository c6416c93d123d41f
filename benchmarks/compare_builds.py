"""Two builds in turn: whether a change has made searches, ensembles or aggregation slower.

``python benchmarks/compare_builds.py OLD NEW [--rounds 6] [--cells search-1000 ...]``

OLD and NEW are checkouts with their kernels built in place (``git worktree add`` and
``python setup.py build_ext --inplace``). The cells are those of ``search.py`` and ``bagging.py``:
n = 250 samples from a random graph with 1.03 p edges, one BLAS thread, one worker. In every round
two new processes, one of each build, are asked for one call each in turn, so that a busy machine
hits both alike; a process has its memory where it happens to be, hence several rounds. What is
printed is the CPU time of NEW over that of OLD: of the best calls, of the medians, and of the best
calls by round. A ratio above `REACH` is marked. Where others keep the caches busy, even CPU time
varies by a tenth: ``valgrind --tool=callgrind`` on a few calls counts instructions, which do not.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import IO, Any

from search import CONVERGENCE, EDGES_PER_NODE, ONE_THREAD, SIZES, SNR, N

REACH = 1.03
LEAST_SECONDS = 1.0  # of a cell's calls in a round, of each build
LEAST_CALLS, MOST_CALLS = 3, 60


@dataclass(frozen=True)
class Cell:
    """What is timed."""

    p: int
    max_step: int
    n_boot: int = 0
    aggregated: bool = False  # score_shd of the ensemble instead of its searches

    @property
    def name(self) -> str:
        """What it is called on the command line."""
        if self.aggregated:
            return f"aggregate-{self.p}"
        return f"bag-{self.p}" if self.n_boot else f"search-{self.p}"

    def call(self, Y: Any) -> Callable[[], object]:
        """Return what is to be timed, on the build that is imported."""
        from dagbag import score, score_shd

        given: dict[str, Any] = {"max_step": self.max_step}
        if self.n_boot:
            given |= {"n_boot": self.n_boot, "seed": 1, "n_jobs": 1}
        if not self.aggregated:
            return lambda: score(Y, **given)
        ensemble = score(Y, **given)

        def aggregate() -> object:
            ensemble.__dict__.pop("edge_counts", None)  # count again
            return score_shd(ensemble, max_step=10**6)

        return aggregate


CELLS = {
    cell.name: cell
    for cell in (
        *(Cell(p, steps) for p, steps in SIZES.items()),
        Cell(100, CONVERGENCE, 20),
        Cell(1000, SIZES[1000], 20),
        Cell(2639, SIZES[2639], 3),
        Cell(2639, SIZES[2639], 20, aggregated=True),
    )
}
USUAL = [name for name, cell in CELLS.items() if cell.p < 10_000]


# A build


def serve(name: str, data: str, tree: str) -> None:
    """Answer each line of the input with the seconds of a call."""
    import numpy as np

    import dagbag

    if not Path(dagbag.__file__).is_relative_to(tree):
        sys.exit(f"{tree} must be a checkout with its kernels built, imported {dagbag.__file__}")
    warnings.simplefilter("ignore")
    call = CELLS[name].call(np.load(data))
    call()  # the first one fetches workspaces and BLAS's buffers
    print("ready", flush=True)
    for _ in sys.stdin:
        began = time.process_time()
        call()
        print(time.process_time() - began, flush=True)


class Build:
    """A process of one build that waits for its turn."""

    def __init__(self, tree: Path, cell: Cell, data: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--serve", cell.name, str(data), str(tree)],
            env={**os.environ, **ONE_THREAD, "PYTHONPATH": str(tree)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._answer()

    def _answer(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            sys.exit(f"a build failed with status {self._process.wait()}")
        return line

    def seconds(self) -> float:
        """Time one call."""
        asked: IO[str] | None = self._process.stdin
        assert asked is not None
        asked.write("\n")
        asked.flush()
        return float(self._answer())

    def end(self) -> None:
        """End the process."""
        self._process.communicate()


# Both


def simulate(cell: Cell, path: Path) -> None:
    """Write the data of a cell, by the build that this process has."""
    import numpy as np

    from dagbag.simulate import random_edges, simulate_gaussian

    edges = random_edges(cell.p, round(EDGES_PER_NODE * cell.p), seed=1)
    np.save(path, simulate_gaussian(edges, N, snr=SNR, seed=2, nodes=cell.p))


def one_round(trees: tuple[Path, Path], cell: Cell, data: Path) -> tuple[list[float], list[float]]:
    """Return the seconds of the calls of both builds, made in turn."""
    builds = [Build(tree, cell, data) for tree in trees]
    taken: tuple[list[float], list[float]] = ([], [])
    while len(taken[0]) < LEAST_CALLS or (
        sum(taken[0]) < LEAST_SECONDS and len(taken[0]) < MOST_CALLS
    ):
        first = len(taken[0]) % 2
        for which in (first, 1 - first):
            taken[which].append(builds[which].seconds())
    for build in builds:
        build.end()
    return taken


def compare(trees: tuple[Path, Path], cell: Cell, rounds: int) -> float:
    """Print a line, and return the ratio of the best calls."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "Y.npy"
        simulate(cell, data)
        found = [one_round(trees, cell, data) for _ in range(rounds)]
    old, new = ([t for taken in found for t in taken[which]] for which in (0, 1))
    best, middle = min(new) / min(old), median(new) / median(old)
    by_round = " ".join(f"{min(b) / min(a):.3f}" for a, b in found)
    print(
        f"{cell.name:15} {1e3 * min(old):9.2f} ms {1e3 * min(new):9.2f} ms  best {best:.3f}  "
        f"median {middle:.3f}{'  *' if best > REACH else '   '} by round {by_round}",
        flush=True,
    )
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", type=Path, metavar="OLD", help="a checkout with its kernels built")
    parser.add_argument("new", type=Path, metavar="NEW", help="another one")
    parser.add_argument("--rounds", type=int, default=6, help="pairs of processes, default 6")
    parser.add_argument("--cells", nargs="+", choices=CELLS, default=USUAL, metavar="CELL")
    given = parser.parse_args()
    trees = (given.old.resolve(), given.new.resolve())
    worst = max(compare(trees, CELLS[name], given.rounds) for name in given.cells)
    print(f"slowest cell {worst:.3f}, reach {REACH}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve(*sys.argv[2:])
    else:
        main()
