"""The skeleton of PC against tests by least squares on every condition."""

import itertools
import math
import signal
import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from problems import KINDS, make_data, thorough
from reference import residual
from scipy import stats

from dagbag._kernels.skeleton import separated, separator
from dagbag._learners.pc_skeleton import pc_skeleton
from dagbag._search.crossprod import standardize
from dagbag.simulate import random_dag, simulate_gaussian


def p_value(Y, x, y, S):
    """Of Fisher's z test."""
    a, b = (residual(Y[:, v], Y[:, list(S)]) for v in (x, y))
    r = a @ b / math.sqrt((a @ a) * (b @ b))
    return 2 * stats.norm.sf(math.sqrt(len(Y) - len(S) - 3) * abs(math.atanh(r)))


def stable(Y, alpha, deepest):
    """Colombo and Maathuis: neighbors of the begin of the level, all conditions."""
    p = Y.shape[1]
    neighbors = [{y for y in range(p) if y != x} for x in range(p)]
    separations = {}
    for size in range(deepest + 1):
        if size > max(len(near) for near in neighbors) - 1:
            break
        level = {}
        for x in range(p):
            for y in neighbors[x]:
                for S in itertools.combinations(sorted(neighbors[x] - {y}), size):
                    if p_value(Y, x, y, S) > alpha:
                        level.setdefault((min(x, y), max(x, y)), set()).update(S)
        for x, y in level:
            neighbors[x].discard(y)
            neighbors[y].discard(x)
        separations.update(level)
    return neighbors, {pair: S for pair, S in separations.items() if S}


def original(Y, alpha, deepest):
    """Kalisch and Buehlmann: an edge is deleted at once."""
    p = Y.shape[1]
    neighbors = [{y for y in range(p) if y != x} for x in range(p)]
    separations = {}
    for size in range(deepest + 1):
        if size > max(len(near) for near in neighbors) - 1:
            break
        edges = [(x, y) for x in range(p) for y in sorted(neighbors[x])]
        for x, y in edges:
            if y in neighbors[x]:
                for S in itertools.combinations(sorted(neighbors[x] - {y}), size):
                    if p_value(Y, x, y, S) > alpha:
                        neighbors[x].remove(y)
                        neighbors[y].remove(x)
                        separations[min(x, y), max(x, y)] = set(S)
                        break
    return neighbors, {pair: S for pair, S in separations.items() if S}


@thorough
@given(
    st.integers(6, 60),
    st.integers(2, 7),
    st.integers(0, 4),
    st.sampled_from([0.001, 0.05, 0.3]),
    st.booleans(),
    st.integers(0, 2**32 - 1),
)
def test_skeleton_is_that_of_the_oracle(n, p, deepest, alpha, is_stable, seed):
    rng = np.random.default_rng(seed)
    Y = simulate_gaussian(random_dag(p, p * (p - 1) // 3, rng), n=n, seed=rng, snr=(0.5, 3.0))
    deepest = min(deepest, n - 4)
    adjacency, separations = pc_skeleton(standardize(Y).X, alpha, deepest, stable=is_stable)
    neighbors, expected = (stable if is_stable else original)(Y, alpha, deepest)
    assert [set(np.flatnonzero(row).tolist()) for row in adjacency] == neighbors
    assert separations == expected


@thorough
@given(
    st.sampled_from(KINDS),
    st.integers(3, 25),
    st.integers(1, 8),
    st.booleans(),
    st.integers(0, 2**32 - 1),
)
def test_odd_data(kind, n, p, is_stable, seed):
    rng = np.random.default_rng(seed)
    Y = make_data(rng, kind, n, p)
    adjacency, separations = pc_skeleton(standardize(Y).X, 0.1, p, stable=is_stable)
    assert np.array_equal(adjacency, adjacency.T)
    assert not adjacency.diagonal().any()
    assert not any(adjacency[pair] for pair in separations)
    if n == 3:
        assert not adjacency.any()  # Fisher's test has no degree of freedom


def test_numbers_of_the_paper():
    """p = 1000, n = 250, Empty Graph: 203.6 (8.6), 946.5 (12.47), 1433.1 (16.43) edges."""
    X = standardize(np.random.default_rng(1).standard_normal((250, 1000))).X
    for alpha, published, sd in ((5e-4, 203.6, 8.6), (0.005, 946.5, 12.47), (0.01, 1433.1, 16.43)):
        adjacency, _ = pc_skeleton(X, alpha, 246, stable=False)
        assert abs(adjacency.sum() / 2 - published) < 4 * sd


@pytest.mark.parametrize("is_stable", [True, False])
def test_ctrl_c_is_heard(is_stable):
    rng = np.random.default_rng(1)
    X = standardize(rng.standard_normal((100, 40)) + rng.standard_normal((100, 1))).X
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # jobs may ignore it
    try:
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            pc_skeleton(X, 1 - 1e-9, 38, stable=is_stable)
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)


def test_determined_nodes_are_no_evidence():
    # Any two of three categories determine the third.
    R = np.corrcoef(np.repeat(np.eye(3), 8, axis=0), rowvar=False)
    nodes = np.array([1, 2], dtype=np.int32)
    which, members = separated(R, 0, nodes, 1, 0.999)
    assert not which.any()
    assert not members.any()
    assert separator(R, 0, 1, nodes[1:], 1, 0.999) is None


def test_kernels_with_few_nodes():
    R = np.eye(4)
    nodes = np.array([1, 2, 3], dtype=np.int32)
    assert separator(R, 0, 1, nodes[1:], 2, 0.1) == [2, 3]
    assert separator(R, 0, 1, nodes[1:], 3, 0.1) is None
    assert separated(R, 0, nodes, 2, 0.1)[1].tolist() == [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    assert not separated(R, 0, nodes, 3, 0.1)[0].any()
    assert separated(R, 0, nodes[:0], 1, 0.1)[0].shape == (0,)
    with pytest.raises(ValueError, match="size must be at least 1, got 0"):
        separated(R, 0, nodes, 0, 0.1)
    with pytest.raises(ValueError, match="size must be at least 1, got 0"):
        separator(R, 0, 1, nodes, 0, 0.1)
