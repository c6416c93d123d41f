"""``python -m dagbag.study``: the paper's tables from the command line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from .._command.errors import Resumable, UsageError
from .._command.main import run_module
from .._command.parsers import word_among
from .._input.words import nearest
from ..simulate import PAPER_GRAPHS
from ._curves import draw_curves
from ._published import CAPTIONS, N_RESAMPLES, published
from ._replicate import ORDERS
from ._report import Summary, write_csv
from ._runner import Options, run_table

PROG = "python -m dagbag.study"

QUICK = {"small": 4, "large": 2, "huge": 1}
"""Replicates of ``--quick`` for graphs below 500 nodes, below 2000, and above."""


TABLES = "\n".join(f"  {name:<30}{caption}" for name, caption in CAPTIONS.items())
DESCRIPTION = f"""\
Simulate the paper's tables again and print published against reproduced numbers: mean (sd), and the
difference in standard errors. Finished replicates are kept: after Ctrl-C or a kill the same command
goes on from there.

tables:
{TABLES}"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command line."""
    parser.add_argument(
        "table",
        type=word_among((*CAPTIONS, "all", "list")),
        nargs="+",
        metavar="TABLE",
        help="tables, or: all, list",
    )
    how_many = parser.add_mutually_exclusive_group()
    how_many.add_argument(
        "--replicates", type=int, metavar="R", help="of each setting (default: the paper's)"
    )
    how_many.add_argument(
        "--quick", action="store_true", help="few replicates, to see that it works"
    )
    parser.add_argument(
        "--jobs", type=int, metavar="J", help="worker processes (default: all cores)"
    )
    parser.add_argument(
        "--graph",
        metavar="FILE",
        help="a graph that stands in for the table's: CSV of edges (source, target; nodes by name, "
        "or numbered from 1, or from 0 if there is a 0), or a square matrix; also TSV, .npy, "
        "parquet, .graphml, .gml",
    )
    parser.add_argument("--nodes", type=int, metavar="P", help="number of nodes of that graph")
    parser.add_argument(
        "--snr",
        type=float,
        nargs=2,
        metavar=("LOW", "HIGH"),
        help="range of signal-to-noise ratios (default: the table's)",
    )
    parser.add_argument("--seed", type=int, default=1, help="of everything random (default: 1)")
    parser.add_argument(
        "--order",
        choices=ORDERS,
        default="replicate",
        help="node order of single searches, which decides ties: a fresh one for every replicate, "
        "one for the setting, or the given one (default: replicate)",
    )
    parser.add_argument(
        "--resamples", type=int, default=N_RESAMPLES, metavar="B", help="of an ensemble"
    )
    parser.add_argument(
        "--curves", action="store_true", help="also draw learning curves, one picture per setting"
    )
    parser.add_argument(
        "--output", type=Path, default=Path("dagbag-study"), metavar="FOLDER", help="results"
    )
    parser.add_argument("--no-progress", action="store_true", help="no progress bar")


def run(options: argparse.Namespace) -> int:
    """Run what the command line asks for and return the exit status."""
    if options.nodes is not None and options.graph is None:
        raise UsageError("--nodes is the number of nodes of --graph, which is missing")
    try:
        return _list() if options.table == ["list"] else _run(options)
    except KeyboardInterrupt:
        raise Resumable(
            f"interrupted; finished replicates are in {options.output}, "
            "the same command goes on from there"
        ) from None


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    arguments : sequence of str, optional
        By default those of the process.

    Returns
    -------
    int
        0; 2 if it could not run; 130 after Ctrl-C.
    """
    return run_module(sys.modules[run.__module__], PROG, arguments)


def _list() -> int:
    for name, caption in CAPTIONS.items():
        print(f"{name:<30}{caption} ({len(published()[name])} rows)")
    return 0


def _run(options: argparse.Namespace) -> int:
    tables = list(CAPTIONS) if options.table == ["all"] else list(dict.fromkeys(options.table))
    for table in tables:
        if table not in CAPTIONS:
            hint = nearest(table, CAPTIONS)
            raise ValueError(f"TABLE must be tables, or all, or list, got {table!r}{hint}")
    if options.curves and find_spec("matplotlib") is None:
        raise ImportError("--curves needs matplotlib: pip install dagbag[plot]")
    summaries: list[Summary] = []
    for table in tables:
        settings = Options(
            replicates=_quick(table) if options.quick else options.replicates,
            jobs=options.jobs,
            seed=options.seed,
            order=options.order,
            n_boot=options.resamples,
            graph=options.graph,
            p=options.nodes,
            snr=None if options.snr is None else tuple(options.snr),
            curves=options.curves,
        )
        summary = run_table(table, options.output, settings, progress=not options.no_progress)
        summaries.append(summary)
        files = [*write_csv(summary, options.output)]
        if options.curves:
            files += draw_curves(summary, options.output)
        print(f"{summary}\nWritten: {', '.join(map(str, files))}\n", flush=True)
    if len(summaries) > 1:
        _total(summaries)
    return 0


def _quick(table: str) -> int:
    p = max(PAPER_GRAPHS[row.setting.graph].p for row in published()[table])
    return QUICK["small" if p < 500 else "large" if p < 2000 else "huge"]


def _total(summaries: list[Summary]) -> None:
    print(f"\n{'table':<30}{'this run':>10}{'all, one core':>15}{'100 replicates':>16}")
    for summary in summaries:
        print(
            f"{summary.table:<30}{summary.seconds:>8.1f} s{summary.work:>13.1f} s"
            f"{summary.projected():>14.0f} s"
        )
    print(
        f"{'together':<30}{sum(s.seconds for s in summaries):>8.1f} s"
        f"{sum(s.work for s in summaries):>13.1f} s"
        f"{sum(s.projected() for s in summaries):>14.0f} s"
    )
    print(f"Largest memory of a process: {_peak():.2f} GiB")


def _peak() -> float:
    try:
        import resource
    except ImportError:  # Windows
        return float("nan")
    unit = 2**30 if sys.platform == "darwin" else 2**20
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return max(resource.getrusage(kind).ru_maxrss for kind in kinds) / unit


if __name__ == "__main__":
    sys.exit(main())
