"""Of the edges with a strength of 0.7, which part is true? Frequencies beside the truth.

``python benchmarks/calibration.py --csv counts.csv --picture calibration.png``

Data sets are drawn from the paper's graphs and from random ones, and ensembles learned on each. By
frequency, in bins of a tenth, each without its lower end:

strength     of the pairs of nodes that such a part of the replicates joins, the part that the true
             graph joins
compelled    of the edges that such a part of the replicates compels, the part that the CPDAG of
             the true graph directs so
sf           of the edges that such a part of the replicates has, the part that the true graph has:
             at most about half where data cannot tell a direction

A frequency that could be read as a probability would be the part itself. Standard errors are those
of a ratio over data sets. With ``--csv`` the counts of every data set are kept, and data sets that
are in the file already are not run again.
"""

from __future__ import annotations

import argparse
import csv
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt
from joblib import Parallel, delayed

from dagbag import ReplicateWarning, bag, score
from dagbag._charts.chart import Line, Note, Panel
from dagbag._charts.on_matplotlib import draw_panel
from dagbag._draw.styles import GREY, LineStyle, line_styles
from dagbag.ensemble import Ensemble
from dagbag.learners import BOSS
from dagbag.metrics import cpdag
from dagbag.simulate import PAPER_GRAPHS, linear_mechanism, paper_graph, random_dag

Counts = npt.NDArray[np.int64]
BINS = 10
QUANTITIES = {
    "strength": "Joined pairs of nodes",
    "compelled": "Compelled edges",
    "sf": "Edges of the DAGs",
}
COARSE = ((0.5, 0.6), (0.6, 0.8), (0.8, 0.9), (0.9, 1.0))
FEWEST = 30  # frequencies in a bin that is drawn
FIELDS = ("graph", "n", "data_set", "learner", "quantity", "bin", "number", "sum", "true")


# What is learned, and on what


@dataclass(frozen=True)
class Cell:
    """A graph, or a kind of random graph, and a number of rows."""

    n: int
    p: int
    edges: int
    paper: str = ""  # name of a graph of the paper

    @property
    def graph(self) -> str:
        """What the graph is called."""
        return self.paper or f"p={self.p} edges={self.edges}"

    def __str__(self) -> str:
        return f"{self.graph}, n={self.n}"

    def draw(self, seed: int, k: int) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float64]]:
        """Return the graph and the data of a data set, whatever other cells there are."""
        rng = np.random.default_rng([seed, self.p, self.edges, self.n, k])
        adjacency = paper_graph(self.paper) if self.paper else random_dag(self.p, self.edges, rng)
        return adjacency, linear_mechanism(adjacency, seed=rng).sample(self.n, seed=rng)


CELLS = tuple(
    Cell(n, PAPER_GRAPHS[name].p, PAPER_GRAPHS[name].edges, name)
    for name, n in product(("Tree", "Sparse", "Dense"), (102, 500))
) + tuple(
    Cell(n, p, p * degree // 2)
    for p, degree, n in (
        (20, 1, 200),
        (20, 2, 50),
        (20, 4, 1000),
        (50, 2, 200),
        (50, 3, 1000),
        (50, 4, 50),
        (100, 1, 50),
        (100, 2, 1000),
        (100, 4, 200),
    )
)

LEARNERS: dict[str, Callable[..., Ensemble]] = {
    "score()": lambda Y, **rest: score(Y, **rest),
    "score(max_parents=4)": lambda Y, **rest: score(Y, max_parents=4, **rest),
    "BOSS()": lambda Y, **rest: bag(Y, BOSS(), **rest),
    "BOSS(), pairs": lambda Y, **rest: bag(Y, BOSS(), resample="pairs", **rest),
    "BOSS(penalty=1), pairs": lambda Y, **rest: bag(Y, BOSS(penalty=1), resample="pairs", **rest),
}


# Counts


def count_cell(cell: Cell, k: int, options: argparse.Namespace) -> Counts:
    """Learn on a data set; numbers by [learner, quantity, (all, sum of counts, true), bin]."""
    warnings.simplefilter("ignore", ReplicateWarning)
    adjacency, Y = cell.draw(options.seed, k)
    found = []
    for learn in LEARNERS.values():
        ensemble = learn(Y, n_boot=options.n_boot, seed=options.seed + k, n_jobs=1)
        found.append(count_ensemble(ensemble, adjacency))
    return np.array(found)


def count_ensemble(ensemble: Ensemble, adjacency: npt.NDArray[np.int32]) -> list[Counts]:
    """Return the numbers of an ensemble, by [quantity, (all, sum of counts, true), bin]."""
    p = len(adjacency)
    pairs, edges = np.triu(np.ones((p, p), bool), 1), ~np.eye(p, dtype=bool)
    true_class = cpdag(adjacency)
    frequency = ensemble.selection_frequency
    compared = (
        (frequency + frequency.T, adjacency + adjacency.T > 0, pairs),
        (ensemble.compelled_frequency, true_class & ~true_class.T, edges),
        (frequency, adjacency > 0, edges),
    )
    return [
        _binned(np.rint(f[where] * ensemble.n_boot).astype(np.int64), true[where], ensemble.n_boot)
        for f, true, where in compared
    ]


def _binned(counts: Counts, true: npt.NDArray[np.bool_], n_boot: int) -> Counts:
    """Count all, the sum of the counts, and the true ones in bins (a, b], the first with 0."""
    bins = np.maximum(-(-BINS * counts // n_boot) - 1, 0)
    parts = (np.ones_like(counts), counts, true)
    return np.array([np.bincount(bins, part, BINS) for part in parts]).astype(np.int64)


# Keeping them

DataSets = dict[tuple[Cell, int], Counts]


def load(path: Path) -> DataSets:
    """Read the data sets of a file."""
    cells = {(cell.graph, str(cell.n)): cell for cell in CELLS}
    learners, quantities = list(LEARNERS), list(QUANTITIES)
    found: DataSets = {}
    with path.open(newline="") as file:
        for row in csv.DictReader(file):
            key = cells[row["graph"], row["n"]], int(row["data_set"])
            empty = np.zeros((len(learners), len(quantities), 3, BINS), np.int64)
            place = learners.index(row["learner"]), quantities.index(row["quantity"])
            numbers = [int(row[name]) for name in ("number", "sum", "true")]
            found.setdefault(key, empty)[(*place, slice(None), int(row["bin"]))] = numbers
    return found


def save(found: DataSets, path: Path) -> None:
    """Write all data sets at once, so that a run that is ended leaves a whole file."""
    new = path.with_name(f"{path.name}.new")
    with new.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(FIELDS)
        for (cell, k), counts in found.items():
            for (i, learner), (j, quantity) in product(enumerate(LEARNERS), enumerate(QUANTITIES)):
                for b in range(BINS):
                    names = (cell.graph, cell.n, k, learner, quantity, b)
                    writer.writerow((*names, *counts[i, j, :, b]))
    new.replace(path)


def run(cells: Sequence[Cell], options: argparse.Namespace) -> DataSets:
    """Return the data sets that are asked for; those that no file has are run."""
    path = options.csv
    found = load(path) if path and path.exists() else {}
    asked = list(product(cells, range(options.data_sets)))
    missing = [key for key in asked if key not in found]
    results = Parallel(n_jobs=options.n_jobs, return_as="generator")(
        delayed(count_cell)(cell, k, options) for cell, k in missing
    )
    for done, (key, counts) in enumerate(zip(missing, results, strict=True), 1):
        found[key] = counts
        if path and (done % 10 == 0 or done == len(missing)):
            save(found, path)
        print(f"\r{done} of {len(missing)} data sets", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return {key: found[key] for key in asked}


# Tables


@dataclass(frozen=True)
class Part:
    """Which part is true, in the data sets together."""

    number: int  # of pairs or edges
    frequency: float  # mean
    true: float
    error: float  # standard error of `true`, over data sets

    def __str__(self) -> str:
        if not self.number:
            return "-"
        return f"{self.true:.2f} ({self.error:.3f}) {self.number:7,}"


def part_of(counts: Iterable[Counts], n_boot: int) -> Part:
    """Put together the (all, sum, true) of data sets, each an array of shape (3, bins)."""
    number, total, true = np.array([c.sum(axis=1) for c in counts]).T
    if not number.sum():
        return Part(0, np.nan, np.nan, np.nan)
    part = true.sum() / number.sum()
    # Of a ratio of sums over independent data sets.
    residual = true - part * number
    error = float(np.sqrt((residual**2).sum() * len(number) / max(len(number) - 1, 1)))
    mean = total.sum() / number.sum() / n_boot
    return Part(int(number.sum()), float(mean), float(part), error / float(number.sum()))


def parts(
    found: DataSets, learner: str, quantity: str, bins: Iterable[tuple[float, float]], n_boot: int
) -> list[Part]:
    """Return the part that is true in each bin."""
    i, j = list(LEARNERS).index(learner), list(QUANTITIES).index(quantity)
    slices = [slice(round(low * BINS), round(high * BINS)) for low, high in bins]
    return [part_of((c[i, j, :, s] for c in found.values()), n_boot) for s in slices]


def print_table(
    title: str, found: DataSets, quantity: str, bins: Sequence[tuple[float, float]], n_boot: int
) -> None:
    """Print a row for each bin and a column for each learner."""
    print(f"\n{title}")
    print(f"  {quantity:9}", *(f"{name:>23}" for name in LEARNERS))
    columns = [parts(found, name, quantity, bins, n_boot) for name in LEARNERS]
    for (low, high), row in zip(bins, zip(*columns, strict=True), strict=True):
        print(f"  {low:.1f}-{high:.1f}  ", *(f"{part!s:>23}" for part in row))


def print_tables(found: DataSets, cells: Sequence[Cell], options: argparse.Namespace) -> None:
    """Print the tables of all cells together, and if asked those of each."""
    fine = [(b / BINS, (b + 1) / BINS) for b in range(BINS)]
    sets = f"{len(found)} data sets of {len(cells)} kinds, {options.n_boot} replicates"
    for quantity, name in QUANTITIES.items():
        title = f"{name}, {sets}: part that is true (standard error), and of how many"
        print_table(title, found, quantity, fine, options.n_boot)
        print_table(f"{name}, wider bins", found, quantity, COARSE, options.n_boot)
    for cell in cells if options.by_cell else ():
        own = {key: counts for key, counts in found.items() if key[0] == cell}
        for quantity in QUANTITIES:
            print_table(f"{cell}: {quantity}", own, quantity, COARSE, options.n_boot)


# The picture

TITLES = {"strength": "Strength", "compelled": "Compelled"}
ACROSS = {
    "strength": "Part of the replicates that join two nodes",
    "compelled": "Part of the replicates that compel an edge",
}
TRULY = {"strength": "Part truly joined", "compelled": "Part truly compelled"}


def draw(found: DataSets, path: Path, n_boot: int) -> None:
    """Draw reliability curves of strength and compelled, and below them how many there are."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    layout = ConstrainedLayoutEngine(hspace=0.06, wspace=0.06)
    figure, axes = pyplot.subplots(
        2, 2, figsize=(10, 6.8), height_ratios=(3.6, 1), sharex=True, layout=layout
    )
    styles = line_styles(list(LEARNERS))
    for column, quantity in enumerate(TITLES):
        for panel, ax in zip(
            _panels(found, quantity, styles, n_boot), axes[:, column], strict=True
        ):
            draw_panel(panel, ax)
    handles, labels = axes[0, 0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=len(labels), frameon=False)
    figure.savefig(path, dpi=110)


def _panels(
    found: DataSets, quantity: str, styles: Mapping[str, LineStyle], n_boot: int
) -> tuple[Panel, Panel]:
    """Return the panel of the curves and that of the numbers."""
    fine = [(b / BINS, (b + 1) / BINS) for b in range(BINS)]
    curves = [Line((0, 1), (0, 1), GREY, ":", width=1.2, zorder=1)]
    numbers = []
    for name, style in styles.items():
        filled = parts(found, name, quantity, fine, n_boot)
        shown = [part for part in filled if part.number >= FEWEST]
        x = tuple(part.frequency for part in shown)
        y = tuple(part.true for part in shown)
        curves += [
            Line((part.frequency,) * 2, _interval(part), style.color, width=1.2, zorder=2)
            for part in shown
        ]
        curves.append(
            Line(x, y, style.color, "-", name, style.marker, 7, "white", clipped=False, zorder=4)
        )
        per_set = tuple(part.number / len(found) for part in shown)
        numbers.append(Line(x, per_set, style.color, "-", "", style.marker, 4, width=1.1))
    top = Panel(
        "",
        TRULY[quantity],
        tuple(curves),
        notes=(_note("true more often\nthan it says", "left"), _note("true less often", "right")),
        title=TITLES[quantity],
        xlim=(0, 1.005),
        ylim=(0, 1.01),
    )
    strip = Panel(
        ACROSS[quantity],
        "Per data set",
        tuple(numbers),
        xlim=(0, 1.005),
        ylim=(0.5, 20_000),
        log=True,
    )
    return top, strip


def _note(text: str, side: Literal["left", "right"]) -> Note:
    """Explain a side of the diagonal."""
    at = (0.03, 0.97) if side == "left" else (0.97, 0.03)
    vertical: Literal["top", "bottom"] = "top" if side == "left" else "bottom"
    return Note(text, at, ("panel", "panel"), (side, vertical), color=GREY)


def _interval(part: Part) -> tuple[float, float]:
    """Return two standard errors either way."""
    return max(part.true - 2 * part.error, 0.0), min(part.true + 2 * part.error, 1.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data-sets", type=int, default=20, help="of each kind")
    parser.add_argument("--n-boot", type=int, default=100)
    parser.add_argument("--n-jobs", type=int, default=1, help="processes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cells", default="", help="only those whose name contains this")
    parser.add_argument("--by-cell", action="store_true", help="tables of each kind, too")
    parser.add_argument("--csv", type=Path, help="keep the counts here, and go on from them")
    parser.add_argument("--picture", type=Path, help="draw the curves here")
    options = parser.parse_args()
    cells = [cell for cell in CELLS if options.cells in str(cell)]
    found = run(cells, options)
    print_tables(found, cells, options)
    if options.picture:
        draw(found, options.picture, options.n_boot)


if __name__ == "__main__":
    main()
