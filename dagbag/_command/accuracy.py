"""``dagbag accuracy``: which learner finds how much in data of a given size."""

from __future__ import annotations

import argparse

from ..accuracy import LEARNERS
from .errors import FINE
from .parsers import one_of, whole
from .shared import PAPER_NAMES, add_progress, progress_of

DESCRIPTION = """\
Draw random graphs of the size of your own problem and data from them, learn, and compare with the
truth: how far each learner is from it (shd: pairs of nodes that the CPDAGs join differently), how
much of it is found (power, f1), how much of what is found is false (fdr), and how often an arrow is
right (dir.prec, dir.rec). Means over the replicates, with standard errors.

A learner is hc (hill climbing, as R does), boss, xges or mmhc; bag- in front: on resamples; behind:
-x2 twice BIC's penalty, -mp4 at most 4 parents, -s0.5 pairs that more than half of the resamples
connect, -cut0.4 another cutoff, -sub0.5 subsamples of half of the rows."""

EXAMPLES = (
    "dagbag accuracy --n 200 --p 20 --n-edges 25 --replicates 3 --n-boot 20",
    "dagbag accuracy --n 500 --p 10 --n-edges 15 --learners hc boss-x2 --replicates 2 --csv",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    problem = parser.add_argument_group("the problem")
    problem.add_argument("--n", type=whole(2), default=200, help="samples (default: 200)")
    problem.add_argument("--p", type=whole(2), help="nodes (default: 20)")
    problem.add_argument("--n-edges", type=whole(0), help="edges (default: as many as nodes)")
    problem.add_argument(
        "--graph",
        type=one_of(PAPER_NAMES),
        metavar="NAME",
        help=f"a graph of the paper's study instead: {', '.join(PAPER_NAMES)}",
    )
    problem.add_argument(
        "--low-snr", action="store_true", help="the paper's low signal-to-noise ratio"
    )
    runs = parser.add_argument_group("what is run")
    runs.add_argument(
        "--learners",
        nargs="+",
        default=list(LEARNERS),
        metavar="NAME",
        help=f"what is compared (default: {' '.join(LEARNERS)})",
    )
    runs.add_argument(
        "--replicates", type=whole(1), default=10, metavar="R", help="data sets (default: 10)"
    )
    runs.add_argument(
        "--n-boot", type=whole(2), default=100, metavar="B", help="resamples (default: 100)"
    )
    runs.add_argument("--seed", type=whole(0), default=1, help="of everything random (default: 1)")
    shown = parser.add_argument_group("what is shown")
    shown.add_argument("--csv", action="store_true", help="a CSV row per replicate and learner")
    add_progress(shown)


def run(options: argparse.Namespace) -> int:
    """Measure and print."""
    from ..accuracy import compare_learners
    from ..accuracy._tables import MEASURES, as_csv

    p = options.p
    n_edges = options.n_edges
    if options.graph is None:
        p = 20 if p is None else p
        n_edges = p if n_edges is None else n_edges
    found = compare_learners(
        options.n,
        p,
        n_edges,
        options.learners,
        graph=options.graph,
        replicates=options.replicates,
        n_boot=options.n_boot,
        low_snr=options.low_snr,
        seed=options.seed,
        progress=progress_of(options),
    )
    if options.csv:
        titles = ["learner", "replicate", "status", *MEASURES]
        rows = [[_cell(row.get(title)) for title in titles] for row in found.rows]
        print(as_csv([titles, *rows]))
        return FINE
    what = f"{p} nodes and {n_edges} edges" if options.graph is None else f"graph {options.graph}"
    print(f"{what}, {options.n} samples, {options.replicates} replicates:\n")
    print(found)
    print(f"\nNearest to the truth: {found.best}")
    return FINE


def _cell(value: object) -> str:
    return "" if value is None else str(value)
