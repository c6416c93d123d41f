"""``validate``: a comparison from the command line.

Options are named as R's arguments: ``--max-step`` is ``max.step`` of ``score``.
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import Any

EXPLAINED = 3  # status of a comparison whose differences are all explained

DESCRIPTION = (
    "Run R and Python on the same data, arguments and seed. The exit status is 0 if they agree in "
    "every move, {explained} if every difference is explained, 1 if one is not, and 2 if the "
    "comparison could not be made."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``validate``."""
    parser.add_argument(
        "data", type=Path, help="CSV, TSV, .npy or parquet, a row per sample, names on top"
    )
    parser.add_argument("--no-header", action="store_true", help="the first line is data, too")
    parser.add_argument("--n-boot", type=int, default=100, metavar="B", help="resamples (100)")
    parser.add_argument("--seed", type=int, default=1, help="for set.seed (1)")
    parser.add_argument("--alpha", type=float, nargs="+", default=[1.0], help="aggregations (1)")
    parser.add_argument(
        "--shd-threshold",
        type=float,
        default=0.0,
        metavar="T",
        help="threshold of the aggregations (0)",
    )
    parser.add_argument(
        "--engine",
        choices=("package", "reference"),
        default="package",
        help="R's dagbag (default), or the reference in plain R",
    )
    _add_score_arguments(parser.add_argument_group("arguments of score(), as in R"))
    parser.add_argument(
        "--all-moves",
        action="store_true",
        help="compare the moves of all resamples, not only of those that differ",
    )
    parser.add_argument("--timeout", type=float, help="seconds that one call of R may take")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything as JSON")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write a page to send")


def _add_score_arguments(group: argparse._ArgumentGroup) -> None:
    """Add R's arguments; those that are not given keep the default of both sides."""
    flag = argparse.BooleanOptionalAction
    lists = "a p x p table of 0 and 1, or lines of source, target (names, or numbers from 1)"

    def add(*options: str, **how: Any) -> None:
        group.add_argument(*options, default=argparse.SUPPRESS, **how)

    add("--score-type", help="BIC (default) or likelihood")
    add("--threshold", type=float, help="of the search (0)")
    add("--max-step", type=int, help="search steps (500)")
    add("--blacklist", type=Path, metavar="FILE", help=f"edges never to be added: {lists}")
    add("--whitelist", type=Path, metavar="FILE", help="edges that are there and stay")
    add("--ini-adj-matrix", type=Path, metavar="FILE", help="the graph to start from")
    add("--standardize", action=flag, help="the columns of the data")
    add("--standardize-boot", action=flag, help="the columns of each resample")
    add("--random-forest", action=flag, help="draw each operation at random")
    add(
        "--random-step-length",
        type=float,
        nargs="+",
        metavar="L",
        help="how greedy these draws are: a number, or one for each step",
    )
    add("--nrestart", type=int, help="random restarts (0)")
    add("--perturb", type=int, help="random operations before each (0)")
    add("--shuffle", action=flag, help="search in a random order of the nodes")
    add("--EPS", "--eps", type=float, dest="EPS", help="deltas closer than this are ties (1e-6)")


_SCORE = ("score_type", "threshold", "max_step", "standardize", "standardize_boot", "random_forest",
          "nrestart", "perturb", "shuffle", "EPS")  # fmt: skip


def _score_arguments(options: argparse.Namespace, nodes: tuple[str, ...]) -> dict[str, Any]:
    """Return the arguments of ``score`` that were given."""
    from .._input.files import read_graph_file
    from .comparison import LISTS

    given = vars(options)
    arguments = {name: given[name] for name in _SCORE if name in given}
    arguments |= {
        name: read_graph_file(given[name], nodes, name=name).pairs
        for name in LISTS
        if name in given
    }
    lengths = given.get("random_step_length")
    if lengths is not None:
        arguments["random_step_length"] = lengths[0] if len(lengths) == 1 else lengths
    return arguments


def run_validate(options: argparse.Namespace) -> int:
    """Compare, print and write; return the exit status."""
    from .._input.files import read_table
    from .._runs.whole_files import write_text
    from .comparison import compare

    for path in (options.json, options.html):
        _check_writable(path)
    names, values = read_table(options.data, header=not options.no_header)
    found = compare(
        values,
        nodes=names,
        seed=options.seed,
        n_boot=options.n_boot,
        alpha=options.alpha,
        engine=options.engine,
        all_moves=options.all_moves,
        timeout=options.timeout,
        shd_threshold=options.shd_threshold,
        **_score_arguments(options, names),
    )
    if options.json is not None:
        content = json.dumps(found.to_dict(), indent=2, allow_nan=False)
        write_text(options.json, content + "\n")
    if options.html is not None:
        write_text(options.html, found.to_html())
    print(found, flush=True)
    return found.status


def _check_writable(path: Path | None) -> None:
    """Refuse a file that cannot be written, before R has worked for an hour."""
    if path is None:
        return
    if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise OSError(f"the output file {str(path)!r} cannot be written")
