"""``make demo``: learn a DAG from the embedded data and set it beside the truth."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

from . import DAGBag, Example, load_example, score
from .metrics import detection

DESCRIPTION = "Learn a DAG from the embedded data and print it against the truth."

SEED = 1
STRICT = 0.8  # another cutoff, to try
SHOWN = 4  # of the strongest edges, and of the weakest


def main(picture: str | None = None, report: str | None = None) -> None:
    """Print what was learned against the truth; save a picture and a report of it.

    Parameters
    ----------
    picture, report : str, optional
        Files to write; none if None.

    Examples
    --------
    >>> main()
    The data: 102 samples of 102 variables, simulated from a DAG with 109 edges.
    ...
    """
    example = load_example()
    n, p = example.Y.shape
    truth = example.adjacency
    X = _labelled(example)
    print(f"The data: {n} samples of {p} variables, simulated from a DAG with {truth.sum()} edges.")

    start = time.perf_counter()
    dag = DAGBag(random_state=SEED).fit(X)
    took = time.perf_counter() - start
    print(f"\nA DAG from each of {dag.n_boot} resamples of the rows, and one DAG of the pairs that")
    print(f"most of them connect, {1e3 * took:.0f} ms:")
    print(f"  dag = DAGBag(random_state={SEED}).fit(X)")

    print(f"\n{'Beside the truth:':30s}  edges   true  extra missing   arrows  right")
    for name, graph in (
        ("one hill climbing, as in R", score(X)),
        ("one search, n_boot=0", DAGBag(0, random_state=SEED).fit(X).result_),
        ("the DAG above", dag.result_),
    ):
        print(f"  {name:28s}" + _counts(graph, truth))
    print("  true: the true DAG connects the two as well. arrows: edges whose direction data can")
    print("  tell, the others are drawn as lines. right: arrows that the true DAG has.")

    _print_edges(dag, truth)
    if picture is not None:
        _save(picture, dag, truth)
        print(f"\nThe picture, line width by strength: {picture}")
    if report is not None:
        dag.report(report, truth=truth, title="The embedded data, beside the truth")
        print(f"The report, one page to explore in a browser: {report}")
    _print_next(dag)


def _labelled(example: Example) -> Any:
    """Return the data with the names of its columns where pandas is, else as they are."""
    if find_spec("pandas") is None:
        return example.Y
    import pandas as pd

    return pd.DataFrame(example.Y, columns=example.nodes)


def _counts(graph: Any, truth: npt.NDArray[np.integer[Any]]) -> str:
    """Count the edges and arrows of a result, and the true ones among them."""
    found = detection(graph, truth)
    arrows = [_is_true(graph, truth, *edge) == "yes" for edge in graph.compelled_edges]
    return (
        f"{found.total_E:7d}{found.correct_E:7d}{found.total_E - found.correct_E:7d}"
        f"{found.true_E - found.correct_E:8d}{len(arrows):9d}{sum(arrows):7d}"
    )


def _print_edges(dag: DAGBag, truth: npt.NDArray[np.integer[Any]]) -> None:
    if find_spec("pandas") is None:
        print("\nThe edge table needs pandas: pip install dagbag[frames]")
        return
    table = dag.edges_
    table["true"] = [
        _is_true(dag.result_, truth, source, target)
        for source, target in zip(table["source"], table["target"], strict=True)
    ]
    columns = ["source", "target", "strength", "compelled", "reverse_compelled", "undirected"]
    shown = table[[*columns, "true"]].to_string(index=False, float_format="{:.2f}".format)
    lines = shown.splitlines()
    print("\nThe strongest and the weakest of its edges, from dag.edges_.")
    print("strength: the part of the resamples that connect the two;")
    print("compelled: with this arrow, because data can tell its direction there.")
    print("\n".join([*lines[: 1 + SHOWN], "...".center(len(lines[0])).rstrip(), *lines[-SHOWN:]]))


def _print_next(dag: DAGBag) -> None:
    kept = len(dag.aggregate(cutoff=STRICT))
    strict = f"dag.aggregate(cutoff={STRICT})"
    print("\nTo try next:")
    print(f"  {strict:32s} stricter, learning nothing again: {kept} edges here")
    print('  dag.report("report.html")        one page to explore it in a browser, and to send')
    print("  check_data(X)                    what is the matter with data of your own")
    print("  dagbag learn data.csv -o out     all of it from a shell, on a file of your own")


def _is_true(graph: Any, truth: npt.NDArray[np.integer[Any]], source: Any, target: Any) -> str:
    i, j = graph.nodes.index(source), graph.nodes.index(target)
    if truth[i, j]:
        return "yes"
    return "reversed" if truth[j, i] else "no"


def _save(picture: str, dag: DAGBag, truth: npt.NDArray[np.integer[Any]]) -> None:
    axes = dag.plot(truth=truth, title=f"DAGBag, {dag.n_boot} resamples, beside the truth")
    figure: Any = axes.figure  # get_figure(root=True) is newer than matplotlib 3.7
    figure.savefig(picture, dpi=100, bbox_inches="tight")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command line."""
    parser.add_argument(
        "picture",
        nargs="?",
        help="file to draw the DAG to, such as demo.png; needs matplotlib (default: no picture)",
    )
    parser.add_argument(
        "--report",
        metavar="FILE",
        help="page to write, such as demo.html, to be explored in a browser (default: none)",
    )


def command(arguments: Sequence[str] | None = None) -> None:
    """Run the demo as the command line asks.

    Parameters
    ----------
    arguments : sequence of str, optional
        Those of the command line if None.
    """
    parser = argparse.ArgumentParser(prog="python -m dagbag.demo", description=DESCRIPTION)
    add_arguments(parser)
    options = parser.parse_args(arguments)
    main(options.picture, options.report)


if __name__ == "__main__":
    command()
