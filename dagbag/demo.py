"""``make demo``: bag hill climbing on the embedded data and set the DAG beside the truth."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

from . import AggregationResult, Ensemble, Example, load_example, score, score_shd
from .metrics import detection, structures

N_BOOT = 100
SETTINGS: dict[str, Any] = {"max_parents": 4, "shuffle": "resample", "seed": 1}


def main(picture: str | None = None) -> None:
    """Print what was learned against the truth; save a picture of it.

    Parameters
    ----------
    picture : str, optional
        File to write; no picture if None.

    Examples
    --------
    >>> main()
    The data: 102 samples of 102 variables, simulated from a DAG with 109 edges.
    ...
    """
    example = load_example()
    n, p = example.Y.shape
    truth = example.adjacency
    Y = _labelled(example)
    print(f"The data: {n} samples of {p} variables, simulated from a DAG with {truth.sum()} edges.")

    single = score(Y)
    start = time.perf_counter()
    ensemble = score(Y, n_boot=N_BOOT, **SETTINGS)
    learned = time.perf_counter()
    result = score_shd(ensemble, method="exact")
    end = time.perf_counter()
    given = ", ".join(f"{name}={value!r}" for name, value in SETTINGS.items())
    print(f"\nscore(Y, n_boot={N_BOOT}, {given}), {1e3 * (learned - start):.0f} ms:\n  {ensemble}")
    print(f"  {int(ensemble.converged.sum())} of {N_BOOT} replicates converged")
    print(f"score_shd(ensemble, method='exact'), {1e3 * (end - learned):.0f} ms:\n  {result}\n")

    print(f"{'Correct of learned':<20s}{'edges':>12s}{'v-structures':>14s}{'moral edges':>14s}")
    true = structures(truth)
    for name, graph in (("one search", single), ("bagged", result)):
        found = detection(graph, true)
        print(
            f"  {name:<18s}{found.correct_E:5d} of {found.total_E:3d}"
            f"{found.correct_V:7d} of {found.total_V:3d}{found.correct_M:7d} of {found.total_M:3d}"
            f"   power {found.power():.2f}, FDR {found.fdr():.2f} of the edges"
        )
    print(f"  {'true':<18s}{true.n_edges:12d}{true.n_v_structures:14d}{true.n_moral_edges:14d}")

    _print_edges(result, truth)
    if picture is not None:
        _save(picture, result, ensemble, truth)
        print(f"\nThe picture, line width by strength: {picture}")


def _labelled(example: Example) -> Any:
    """Return the data with the names of its columns where pandas is, else as they are."""
    if find_spec("pandas") is None:
        return example.Y
    import pandas as pd

    return pd.DataFrame(example.Y, columns=example.nodes)


def _print_edges(result: AggregationResult, truth: npt.NDArray[np.integer[Any]]) -> None:
    if find_spec("pandas") is None:
        print("\nThe edge table needs pandas: pip install dagbag[frames]")
        return
    print("\nThe edge table, its first rows:")
    table = result.to_frame().head(8)
    table["true"] = [
        _is_true(truth, result.nodes.index(s), result.nodes.index(t))
        for s, t in zip(table["source"], table["target"], strict=True)
    ]
    print(table.to_string(index=False, float_format="{:.2f}".format))


def _is_true(truth: npt.NDArray[np.integer[Any]], source: int, target: int) -> str:
    if truth[source, target]:
        return "yes"
    return "reversed" if truth[target, source] else "no"


def _save(
    picture: str, result: Any, ensemble: Ensemble, truth: npt.NDArray[np.integer[Any]]
) -> None:
    from .plotting import plot_dag

    axes = plot_dag(
        result,
        truth,
        strength=ensemble,
        title=f"Aggregated from {N_BOOT} resamples of the example data",
    )
    figure = axes.get_figure(root=True)
    assert figure is not None
    figure.savefig(picture, dpi=100, bbox_inches="tight")


def command(arguments: Sequence[str] | None = None) -> None:
    """Run the demo as the command line asks.

    Parameters
    ----------
    arguments : sequence of str, optional
        Those of the command line if None.
    """
    parser = argparse.ArgumentParser(
        prog="python -m dagbag.demo",
        description="Bag hill climbing on the embedded data and print the DAG against the truth.",
    )
    parser.add_argument(
        "picture",
        nargs="?",
        help="file to draw the DAG to, such as demo.png; needs matplotlib (default: no picture)",
    )
    main(parser.parse_args(arguments).picture)


if __name__ == "__main__":
    command()
