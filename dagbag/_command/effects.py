"""``dagbag effects``: how strong the effects along a graph are."""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from typing import Any

from .data import add_data, read_data_argument
from .errors import FINE, UsageError, say, tell
from .parsers import existing, number, one_of, whole
from .runs import ENSEMBLE
from .settings import OF_DATA, add_settings, all_settings, given_settings
from .shared import csv_text, print_long

DESCRIPTION = """\
Fit each node on its parents in a graph, by least squares: a coefficient per edge with its standard
error and interval, R squared per node, or total effects along all directed paths. A graph is a file
of edges or a folder of dagbag learn, whose ensemble then says how much the effects depend on what
is not known about the graph. Effects are causal only if the graph is; of an edge that is marked
undirected data cannot tell the direction."""

EXAMPLES = (
    "dagbag effects data.csv out --table total",
    "dagbag effects data.csv simulated/truth.csv --standardize -o effects.csv",
)

TABLES = ("edges", "nodes", "total")
SHOWN = {
    "edges": ("source", "target", "mark", "coefficient", "se", "lower", "upper"),
    "nodes": ("node", "parents", "intercept", "residual_sd", "r_squared"),
    "total": ("source", "target", "effect", "se", "lower", "upper"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    add_data(parser)
    parser.add_argument(
        "graph", type=existing, metavar="GRAPH", help="a file of edges, or a folder of learn"
    )
    add_settings(parser, OF_DATA)
    group = parser.add_argument_group("the effects")
    group.add_argument(
        "--table",
        type=one_of(TABLES),
        default="edges",
        metavar="WORD",
        help=f"what is told: {', '.join(TABLES)} (default: edges)",
    )
    group.add_argument("--standardize", action="store_true", help="in units of standard deviations")
    group.add_argument(
        "--level", type=number, default=0.95, help="of the intervals (default: 0.95)"
    )
    group.add_argument(
        "--n-boot",
        type=whole(0),
        default=200,
        metavar="B",
        help="bootstrap resamples of the rows (default: 200)",
    )
    group.add_argument("--seed", type=whole(0), default=1, help="of the draws (default: 1)")
    group.add_argument(
        "--ensemble", type=existing, metavar="FILE", help="graphs learned on resamples of the data"
    )
    out = parser.add_argument_group("where it goes")
    out.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="all columns as CSV; - prints them (default: the main ones, as text)",
    )


def run(options: argparse.Namespace) -> int:
    """Fit, and write or print."""
    from .._runs.whole_files import write_text
    from ..linear_effects import effects

    given = {name: value for name, value in given_settings(options).items() if name in OF_DATA}
    settings = all_settings(given)
    data = read_data_argument(options.data, settings)
    X = data.complete(settings["missing"])
    found = effects(
        X,
        _graph(options.graph, X.nodes),
        ensemble=_ensemble(options),
        n_boot=options.n_boot,
        seed=options.seed,
        standardize=options.standardize,
        level=options.level,
    )
    columns = {
        "edges": lambda: found._edge_columns,
        "nodes": lambda: found._node_columns,
        "total": lambda: found._total_columns,
    }[options.table]()
    rows = list(zip(*(list(map(_plain, values)) for values in columns.values()), strict=True))
    if options.output is None:
        say(_text(columns, rows, SHOWN[options.table]))
        for note in found.notes:
            tell(f"note: {note}")
        return FINE
    text = csv_text([tuple(columns), *rows])
    if options.output == "-":
        print_long(text)
        return FINE
    write_text(options.output, text)
    print(f"Written: {options.output}")
    return FINE


def _ensemble(options: argparse.Namespace) -> Any:
    from ..ensemble import Ensemble

    if options.ensemble is not None:
        return Ensemble.load(options.ensemble)
    beside = options.graph / ENSEMBLE
    return Ensemble.load(beside) if options.graph.is_dir() and beside.exists() else None


def _graph(path: Path, nodes: tuple[Any, ...]) -> list[tuple[Any, Any]]:
    """Return the edges of a graph by the names of the data's columns."""
    from .._input.words import nearest
    from .graphs import read_named_graph

    named = {str(node): node for node in nodes}
    graph = read_named_graph(path)
    for node in graph.nodes:
        if node not in named:
            raise UsageError(
                f"the nodes of {path} must be columns of the data, got {node!r}"
                f"{nearest(node, named)}"
            )
    return [(named[source], named[target]) for source, target in graph.pairs]


def _plain(value: Any) -> Any:
    """Return a cell of a table as Python has it; what is not known is empty."""
    value = value.item() if hasattr(value, "item") else value
    return None if isinstance(value, float) and math.isnan(value) else value


def _text(columns: dict[str, Any], rows: list[Any], shown: tuple[str, ...]) -> str:
    from ..accuracy._tables import as_text

    kept = [k for k, name in enumerate(columns) if name in shown]
    titles = [list(columns)[k] for k in kept]
    return as_text([titles, *([_cell(row[k]) for k in kept] for row in rows)])


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.4g}" if isinstance(value, float) else str(value)
