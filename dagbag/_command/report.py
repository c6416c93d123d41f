"""``dagbag report``: one page in which a graph can be explored."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from .errors import FINE, UsageError, say
from .parsers import existing, named
from .runs import ENSEMBLE
from .settings import OF_DATA, add_settings, all_settings, given_settings

DESCRIPTION = """\
Write one page, to be opened in any browser without a network, in which the graph of a saved
ensemble can be explored: zoom, search and click, move the cutoff and alpha, sort and filter the
edges, see how the replicates went. With --data the page also tells what is remarkable in them and
the effects along the graph; their values are part of it only with --scatter."""

EXAMPLES = (
    "dagbag report out",
    "dagbag report out/ensemble.npz -o report.html --truth simulated/truth.csv",
    "dagbag report out --data data.csv --scatter",
)

PAGE = "report.html"
AGGREGATION = ("alpha", "cutoff", "method")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "ensemble", type=existing, metavar="ENSEMBLE", help=f"{ENSEMBLE}, or the folder it is in"
    )
    add_settings(parser, (*AGGREGATION, *OF_DATA))
    group = parser.add_argument_group("what else it shows")
    group.add_argument(
        "--data", type=existing, metavar="FILE", help="the data that were learned from"
    )
    group.add_argument(
        "--scatter",
        action="store_true",
        help="values of the data as scatter plots: who has the page has the values",
    )
    group.add_argument("--truth", type=existing, metavar="GRAPH", help="the true graph")
    group.add_argument(
        "--other", type=existing, metavar="GRAPH", help="a graph, or folder of learn, to compare"
    )
    group.add_argument("--title", metavar="TEXT", help="of the page")
    out = parser.add_argument_group("where it goes")
    out.add_argument(
        "-o",
        "--output",
        type=named,
        default=None,
        metavar="FILE",
        help=f"the page (default: {PAGE}, beside the ensemble)",
    )


def run(options: argparse.Namespace) -> int:
    """Aggregate, and write the page."""
    from ..ensemble import Ensemble
    from .aggregate import aggregate

    path = options.ensemble
    if path.is_dir():
        if not (path / ENSEMBLE).exists():
            raise UsageError(
                f"{path} is a folder without {ENSEMBLE}; dagbag learn -o {path} writes one there"
            )
        path = path / ENSEMBLE
    if options.scatter and options.data is None:
        raise UsageError("--scatter shows values of the data: give them by --data FILE")
    given = given_settings(options)
    result = aggregate(path, **{name: given[name] for name in AGGREGATION if name in given})
    file = Path(options.output) if options.output else path.with_name(PAGE)
    page = result.report(
        file,
        ensemble=Ensemble.load(path),
        data=_data(options),
        scatter=options.scatter,
        truth=_graph(options.truth, result.nodes),
        other=_graph(options.other, result.nodes),
        title=options.title,
    )
    say(f"Written: {page} ({page.stat().st_size / 1e6:.1f} MB); open it in a browser")
    return FINE


def _data(options: argparse.Namespace) -> Any:
    from .data import read_data_argument

    given = given_settings(options)
    if options.data is None:
        for name in OF_DATA:
            if name in given:
                raise UsageError(f"--{name.replace('_', '-')} is about data: give --data FILE")
        return None
    settings = all_settings({name: given[name] for name in OF_DATA if name in given})
    return read_data_argument(options.data, settings).complete(settings["missing"])


def _graph(path: Path | None, nodes: tuple[Any, ...]) -> Any:
    """Return the edges of a graph by the names of the nodes."""
    from .._input.words import nearest
    from .graphs import read_named_graph

    if path is None:
        return None
    known = {str(node): node for node in nodes}
    graph = read_named_graph(path)
    for node in graph.nodes:
        if node not in known:
            raise UsageError(
                f"the nodes of {path} must be those of the ensemble, got {node!r}"
                f"{nearest(node, known)}"
            )
    return [(known[source], known[target]) for source, target in graph.pairs]
