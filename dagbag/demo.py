"""``make demo``: bag hill climbing on the embedded data and set the DAG beside the truth."""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np
import numpy.typing as npt

from . import Ensemble, load_example, score, score_shd
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
    import pandas as pd

    example = load_example()
    n, p = example.Y.shape
    truth = example.adjacency
    Y = pd.DataFrame(example.Y, columns=example.nodes)
    print(f"The data: {n} samples of {p} variables, simulated from a DAG with {truth.sum()} edges.")

    single = score(Y)
    start = time.perf_counter()
    ensemble = score(Y, n_boot=N_BOOT, **SETTINGS)
    assert isinstance(ensemble, Ensemble)
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

    print("\nThe edge table, its first rows:")
    table = result.to_frame().head(8)
    table["true"] = [
        _is_true(truth, example.nodes.index(s), example.nodes.index(t))
        for s, t in zip(table["source"], table["target"], strict=True)
    ]
    print(table.to_string(index=False, float_format="{:.2f}".format))
    if picture is not None:
        _save(picture, result, ensemble, truth)
        print(f"\nThe picture, line width by strength: {picture}")


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


if __name__ == "__main__":
    main(*sys.argv[1:2])
