"""Labels of edges, compelled or reversible, against Chickering by sets and the class itself."""

import signal
import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from problems import random_dag_mask, thorough
from reference import compelled_by_chickering, cpdag_by_meek, cpdag_of_class

from dagbag._kernels.classes import compelled


@st.composite
def graphs(draw, largest=25, most=6):
    """DAGs on the same nodes: number of nodes, and the edges of each, in any order."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    p = draw(st.integers(1, largest))
    densities = draw(st.lists(st.sampled_from([0.0, 0.05, 0.15, 0.4, 1.0]), max_size=most))
    lists = [np.argwhere(random_dag_mask(rng, p, density)) for density in densities]
    return p, [rng.permutation(edges) for edges in lists]


def stacked(lists):
    edges = np.concatenate([np.empty((0, 2), dtype=int), *lists])
    return edges.astype(np.int32), np.cumsum([len(one) for one in lists], dtype=np.int64)


def labels_of_class(edges, p):
    dag = np.zeros((p, p), dtype=int)
    dag[tuple(edges.T)] = 1
    completed = cpdag_of_class(dag)
    assert np.array_equal(completed, cpdag_by_meek(dag))
    return np.array([not completed[t, s] for s, t in edges], dtype=bool)


@thorough
@given(graphs())
def test_labels_of_many_dags_are_chickerings(problem):
    p, lists = problem
    labels = compelled(*stacked(lists), p)
    assert labels.dtype == bool
    expected = [compelled_by_chickering(edges.tolist(), p) for edges in lists]
    assert np.array_equal(labels, np.concatenate([np.empty(0, dtype=bool), *expected]))


@thorough
@given(graphs(largest=5, most=3))
def test_compelled_edges_are_those_of_every_equivalent_dag(problem):
    p, lists = problem
    labels = compelled(*stacked(lists), p)
    expected = [labels_of_class(edges, p) for edges in lists]
    assert np.array_equal(labels, np.concatenate([np.empty(0, dtype=bool), *expected]))


def test_small_graphs():
    # 0 -> 2 <- 1, 2 -> 3; 4 -> 5 could be turned round.
    edges = np.array([[0, 2], [1, 2], [2, 3], [4, 5]])
    assert compelled(edges, np.array([4]), 6).tolist() == [True, True, True, False]
    # As two graphs, 0 -> 2 <- 1 and 2 -> 3, 4 -> 5, the last two are both free.
    assert compelled(edges, np.array([2, 4]), 6).tolist() == [True, True, False, False]
    nothing = np.empty((0, 2), dtype=np.int32)
    for ends in ([], [0], [0, 0]):
        assert compelled(nothing, np.array(ends, dtype=np.int64), 3).shape == (0,)
    assert compelled(nothing, np.array([0]), 0).shape == (0,)


def test_more_than_one_look_for_ctrl_c():
    rng = np.random.default_rng(1)
    dag = np.argwhere(random_dag_mask(rng, 300, 0.5))
    lists = [dag[:2000], dag, dag[::2], *[dag] * 40]  # a million edges
    labels = np.split(compelled(*stacked(lists), 300), np.cumsum([len(one) for one in lists])[:-1])
    for edges, found in zip(lists, labels, strict=True):
        assert np.array_equal(found, compelled(edges, np.array([len(edges)]), 300))


@pytest.mark.parametrize(
    ("edges", "ends", "p", "message"),
    [
        ([[0, 1], [1, 2], [2, 1]], [1, 3], 3, "must be those of DAGs, got a cycle in graph 1"),
        ([[1, 1]], [1], 3, "must be those of DAGs, got a cycle in graph 0"),
        ([[0, 3]], [1], 3, r"edges must hold nodes in 0\.\.2, got 0\.\.3"),
        ([[-1, 0]], [1], 3, r"edges must hold nodes in 0\.\.2, got -1\.\.0"),
        ([[0, 1, 2]], [1], 3, r"edges must have shape \(m, 2\), got \(1, 3\)"),
        ([[0, 1], [1, 2]], [1], 3, "ends must ascend to the number of edges, 2"),
        ([[0, 1], [1, 2]], [3, 2], 3, "ends must ascend to the number of edges, 2"),
        ([[0, 1], [1, 2]], [-1, 2], 3, "ends must ascend to the number of edges, 2"),
        ([[0, 1]], [], 3, "ends must ascend to the number of edges, 1"),
        ([[0, 1]], [1], -1, r"p must be in 0\.\."),
        ([[0, 1]], [1], 2**30, r"p must be in 0\.\."),
    ],
)
def test_what_is_no_dag_is_refused(edges, ends, p, message):
    with pytest.raises(ValueError, match=message):
        compelled(np.array(edges), np.array(ends, dtype=np.int64), p)


def test_an_edge_that_stands_twice_does_no_harm():
    edges = np.array([[0, 2], [0, 2], [1, 2], [2, 3], [2, 3]])
    assert compelled(edges, np.array([5]), 4).shape == (5,)


def test_ctrl_c_is_heard():
    edges = np.tile(np.array([[0, 1]], dtype=np.int32), (10**6, 1))
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # jobs may ignore it
    try:
        timer.start()
        with pytest.raises(KeyboardInterrupt):  # a million graphs of a million nodes
            compelled(edges, np.arange(1, 10**6 + 1), 10**6)
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)
