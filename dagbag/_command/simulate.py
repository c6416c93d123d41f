"""``dagbag simulate``: a random graph, and data from it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from .._input.words import nearest
from .errors import FINE, UsageError
from .parsers import number, whole, word_among
from .shared import PAPER_NAMES, csv_text, make_folder, print_long

DESCRIPTION = """\
Draw a random directed acyclic graph, or take one, and draw data from its linear mechanism as the
paper does: to try things out where the answer is known. A folder gets data.csv and truth.csv, the
edges with their coefficients; - prints the data, so that they can be piped. Columns are shuffled:
their order tells nothing of the directions."""

EXAMPLES = (
    "dagbag simulate --p 10 --n-edges 12 --n 300 -o simulated",
    "dagbag simulate --p 10 --n-edges 12 -o - --truth truth.csv | dagbag learn - -o learned",
)
P = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    graph = parser.add_argument_group("the graph")
    graph.add_argument("--p", type=whole(1), help=f"nodes (default: {P})")
    graph.add_argument("--n-edges", type=whole(0), help="edges (default: as many as nodes)")
    graph.add_argument(
        "--graph",
        type=word_among(PAPER_NAMES),
        metavar="NAME|FILE",
        help=f"one of the paper's ({', '.join(PAPER_NAMES)}), or a file of edges, instead",
    )
    data = parser.add_argument_group("the data")
    data.add_argument("--n", type=whole(1), default=200, help="samples (default: 200)")
    data.add_argument(
        "--snr",
        type=number,
        nargs=2,
        default=(0.5, 1.5),
        metavar=("LOW", "HIGH"),
        help="range of the signal-to-noise ratios (default: 0.5 1.5)",
    )
    data.add_argument(
        "--noise",
        default="normal",
        help='normal, or as "t(5)" or "gamma(1, 2)" (default: normal)',
    )
    data.add_argument("--seed", type=whole(0), default=1, help="of everything random (default: 1)")
    out = parser.add_argument_group("where it goes")
    out.add_argument(
        "-o",
        "--output",
        default="-",
        metavar="FOLDER",
        help="folder for data.csv and truth.csv; - prints the data (default: -)",
    )
    out.add_argument("--truth", type=Path, metavar="FILE", help="write the edges here instead")


def run(options: argparse.Namespace) -> int:
    """Draw, and write or print."""
    import numpy as np

    from .._runs.whole_files import write_text
    from ..simulate import linear_mechanism

    rng = np.random.default_rng(options.seed)
    graph, names = _graph(options, rng)
    mechanism = linear_mechanism(graph, tuple(options.snr), rng, nodes=names)
    Y = mechanism.sample(options.n, rng, noise=options.noise)
    shuffled = rng.permutation(len(names))
    data = csv_text([[names[k] for k in shuffled], *Y[:, shuffled].tolist()])
    edges = zip(mechanism.edges.tolist(), mechanism.coefficients.tolist(), strict=True)
    rows = [(names[i], names[j], value) for (i, j), value in edges]
    truth = csv_text([("source", "target", "coefficient"), *rows])
    if options.output == "-":
        if options.truth is not None:
            write_text(options.truth, truth)
        print_long(data)
        return FINE
    folder = Path(options.output)
    make_folder(folder)
    files = (folder / "data.csv", options.truth or folder / "truth.csv")
    for path, text in zip(files, (data, truth), strict=True):
        write_text(path, text)
    print(f"{options.n} samples of {len(names)} nodes, drawn from {len(rows)} edges.")
    print(f"Written: {', '.join(map(str, files))}")
    return FINE


def _graph(options: argparse.Namespace, rng: Any) -> tuple[Any, tuple[str, ...]]:
    """Return the edges by name, and the names of the nodes."""
    from ..simulate import adjacency_edges, paper_graph, random_edges

    if options.graph is None:
        p = P if options.p is None else options.p
        most = p * (p - 1) // 2
        n_edges = min(p, most) if options.n_edges is None else options.n_edges
        edges = random_edges(p, n_edges, rng)
    elif options.p is not None or options.n_edges is not None:
        raise UsageError("--p and --n-edges are told by --graph; leave them out")
    elif options.graph in PAPER_NAMES:
        matrix = paper_graph(options.graph)
        edges, p = adjacency_edges(matrix), len(matrix)
    elif Path(options.graph).exists():
        return _graph_of_file(Path(options.graph))
    else:
        known = ", ".join(PAPER_NAMES)
        hint = nearest(options.graph, PAPER_NAMES)
        raise UsageError(f"--graph must be one of {known}, or a file, got {options.graph!r}{hint}")
    names = tuple(f"V{k + 1}" for k in range(p))
    return [(names[i], names[j]) for i, j in edges.tolist()], names


def _graph_of_file(path: Path) -> tuple[Any, tuple[str, ...]]:
    from .graphs import read_dag_file

    found = read_dag_file(path)
    return found.pairs, tuple(map(str, found.nodes))
