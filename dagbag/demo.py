"""``make demo``: learn a DAG on the embedded data and set it beside the truth."""

from __future__ import annotations

import sys
import timeit

import numpy as np

from . import load_example, score


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
    print(f"The data: {n} samples of {p} variables, simulated from a DAG with {truth.sum()} edges.")
    result = score(example.Y)
    seconds = min(timeit.repeat(lambda: score(example.Y), number=1, repeat=5))
    print(f"score(Y), hill climbing on BIC, takes {1e3 * seconds:.1f} ms:\n  {result}\n")

    learned = result.adj_matrix
    skeleton = (learned | learned.T) > 0
    true_skeleton = (truth | truth.T) > 0
    found = int((skeleton & true_skeleton).sum()) // 2
    directed = int((learned & truth).sum())
    total = int(skeleton.sum()) // 2
    print("Against the truth:")
    print(f"  {found:4d} of {truth.sum()} true edges found, {directed} of them in their direction")
    print(f"  {total - found:4d} of {total} learned edges are false: one search on p = n overfits,")
    print("       which is what bootstrap aggregating (the paper's subject) is for")
    print("\nThe first moves:")
    for step, (source, target, _) in enumerate(result.movement[:5] - 1, start=1):
        right = "true" if truth[source, target] else "false"
        right = "true, reversed" if truth[target, source] else right
        edge = f"{example.nodes[source]:>4s} -> {example.nodes[target]:4s}"
        print(f"  {step}. add {edge} delta {result.delta_min[step - 1]:8.2f}  ({right})")
    if picture is not None:
        _save(picture, learned, truth, example.nodes)
        print(f"\nThe picture: {picture}")


def _save(
    picture: str,
    learned: np.ndarray[tuple[int, ...], np.dtype[np.int32]],
    truth: np.ndarray[tuple[int, ...], np.dtype[np.int32]],
    nodes: tuple[str, ...],
) -> None:
    from .plotting import plot_dag

    axes = plot_dag(learned, truth, nodes=nodes, title="One search on the example data")
    figure = axes.get_figure(root=True)
    assert figure is not None
    figure.savefig(picture, dpi=100, bbox_inches="tight")


if __name__ == "__main__":
    main(*sys.argv[1:2])
