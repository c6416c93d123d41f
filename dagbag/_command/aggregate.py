"""``dagbag aggregate``: one graph of a saved ensemble, with other settings."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from .errors import FINE, UsageError, say
from .parsers import existing, named, whole
from .runs import ENSEMBLE, GRAPHS
from .settings import add_settings, given_settings
from .shared import print_long

DESCRIPTION = """\
Make one graph of the ensemble that dagbag learn saved, with another cutoff or alpha; nothing is
learned again. Prints the edges; -o writes them: a folder gets edges.csv, graph.dot, graph.graphml
and graph.json, a file is written in the format of its extension, - prints CSV."""

EXAMPLES = (
    "dagbag aggregate out/ensemble.npz --cutoff 0.8",
    "dagbag aggregate out --cutoff auto -o other.graphml",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "ensemble", type=existing, metavar="ENSEMBLE", help=f"{ENSEMBLE}, or the folder it is in"
    )
    add_settings(parser, ("alpha", "cutoff", "method"))
    out = parser.add_argument_group("where it goes")
    out.add_argument(
        "-o",
        "--output",
        type=named,
        metavar="PATH",
        help="folder, file or - (default: nothing is written)",
    )
    out.add_argument(
        "--show", type=whole(0), default=20, metavar="K", help="edges to print (default: 20)"
    )


def run(options: argparse.Namespace) -> int:
    """Aggregate, write and print."""
    from ..exchange import to_csv, write_graph
    from .summary import count_line, edge_lines, near_misses

    path = options.ensemble
    if path.is_dir():
        if not (path / ENSEMBLE).exists():
            raise UsageError(
                f"{path} is a folder without {ENSEMBLE}; dagbag learn -o {path} writes one there"
            )
        path = path / ENSEMBLE
    result = aggregate(path, **given_settings(options))
    if options.output == "-":
        print_long(to_csv(result))
        return FINE
    files = _files(options.output)
    for file in files:
        write_graph(result, file)
    more = f" in {files[0]}" if files else "; -o FOLDER writes them all"
    lines = [count_line(result), "", *edge_lines(result, options.show, more)]
    missed = near_misses(result)
    lines += ["", missed] if missed else []
    lines += ["", f"Written: {', '.join(map(str, files))}"] if files else []
    say("\n".join(lines))
    return FINE


def _files(output: str | None) -> list[Path]:
    if output is None:
        return []
    path = Path(output)
    if path.suffix and not path.is_dir():
        return [path]
    path.mkdir(parents=True, exist_ok=True)
    there = [name for name in GRAPHS if (path / name).exists()]
    if there:
        raise UsageError(f"{path} has {', '.join(there)} already; take another folder")
    return [path / name for name in GRAPHS]


def aggregate(
    path: Path, alpha: float = 1.0, cutoff: float | str = 0.5, method: str = "greedy"
) -> Any:
    """Aggregate a saved ensemble as the estimator does."""
    from .._input.estimates import check_cutoff_choice
    from ..api import score_shd
    from ..ensemble import Ensemble

    ensemble = Ensemble.load(path)
    return score_shd(
        ensemble,
        alpha,
        max_step=2 * len(ensemble.edge_counts.count) + 1,  # all candidates
        method=method,
        **check_cutoff_choice(cutoff),
    )
