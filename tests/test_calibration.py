"""What benchmarks/calibration.py counts, against counting one by one."""

import sys
from pathlib import Path

import numpy as np
import pytest

from dagbag import bag
from dagbag.learners import BOSS
from dagbag.metrics import cpdag


@pytest.fixture(scope="module")
def calibration():
    folder = str(Path(__file__).parents[1] / "benchmarks")
    sys.path.insert(0, folder)
    try:
        import calibration
    finally:
        sys.path.remove(folder)
    return calibration


def count_one_by_one(dags, adjacency, bins):
    """By quantity: how many, the sum of their counts, and how many true, in bins (a, b]."""
    found = np.zeros((3, 3, bins), np.int64)
    classes, true_class = [cpdag(dag) for dag in dags], cpdag(adjacency)

    def put(quantity, count, true):
        b = 0
        while count * bins > (b + 1) * len(dags):
            b += 1
        found[quantity, :, b] += (1, count, bool(true))

    def directed(graph, i, j):
        return graph[i, j] and not graph[j, i]

    for i in range(len(adjacency)):
        for j in set(range(len(adjacency))) - {i}:
            if i < j:
                joined = sum(dag[i, j] or dag[j, i] for dag in dags)
                put(0, joined, adjacency[i, j] or adjacency[j, i])
            put(1, sum(directed(c, i, j) for c in classes), directed(true_class, i, j))
            put(2, sum(dag[i, j] for dag in dags), adjacency[i, j])
    return found


@pytest.mark.parametrize("n_boot", [30, 40])
def test_counts(calibration, n_boot):
    adjacency, Y = calibration.Cell(n=60, p=12, edges=14).draw(seed=3, k=1)
    ensemble = bag(Y, BOSS(), n_boot, seed=1, n_jobs=1)
    found = np.array(calibration.count_ensemble(ensemble, adjacency))
    dags = [member.adj_matrix.astype(int) for member in ensemble]
    np.testing.assert_array_equal(found, count_one_by_one(dags, adjacency, calibration.BINS))
    assert (found[:, 2].sum(axis=1) > 0).all()


def test_files_keep_all_counts(calibration, tmp_path):
    shape = (len(calibration.LEARNERS), len(calibration.QUANTITIES), 3, calibration.BINS)
    rng = np.random.default_rng(1)
    kept = {(cell, k): rng.integers(0, 99, shape) for cell in calibration.CELLS for k in (0, 3)}
    calibration.save(kept, tmp_path / "counts.csv")
    read = calibration.load(tmp_path / "counts.csv")
    assert read.keys() == kept.keys()
    assert all((read[key] == kept[key]).all() for key in kept)


def test_parts_and_their_standard_errors(calibration):
    """Two bins of data sets with a true part of 1/2, in the mean of 20 equally large ones."""
    rng = np.random.default_rng(2)
    counts = [np.array([[60, 40], [3000, 2400], rng.binomial((60, 40), 0.5)]) for _ in range(20)]
    part = calibration.part_of(counts, n_boot=100)
    shares = [c[2].sum() / 100 for c in counts]
    assert (part.number, part.frequency) == (2000, pytest.approx(0.54))
    assert part.true == pytest.approx(np.mean(shares))
    assert part.error == pytest.approx(np.std(shares, ddof=1) / np.sqrt(20))
