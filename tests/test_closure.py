"""Closure rows against brute-force reachability under random operations."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from problems import thorough
from reference import reachable

from dagbag._kernels.closure import ClosureGraph


@thorough
@given(st.integers(1, 140), st.integers(0, 2**32 - 1), st.integers(0, 200))
def test_closure_is_reachability(p, seed, count):
    rng = np.random.default_rng(seed)
    graph = ClosureGraph(p)
    adjacency = np.zeros((p, p), dtype=bool)
    for _ in range(count):
        source, target = (int(v) for v in rng.integers(p, size=2))
        edges = np.argwhere(adjacency)
        if rng.random() < 0.35 and len(edges):
            source, target = (int(v) for v in edges[rng.integers(len(edges))])
            without = adjacency.copy()
            without[source, target] = False
            assert graph.reversal_is_cyclic(source, target) == (
                target in reachable(without, source)
            )
            graph.delete(source, target)
            adjacency = without
        elif not adjacency[source, target]:
            cyclic = source in reachable(adjacency, target)
            assert graph.addition_is_cyclic(source, target) == cyclic
            if not cyclic:
                graph.add(source, target)
                adjacency[source, target] = True
    down = np.array([[w in reachable(adjacency, v) for w in range(p)] for v in range(p)])
    assert np.array_equal(graph.rows("descendants"), down)
    assert np.array_equal(graph.rows("ancestors"), down.T)
    assert np.array_equal(graph.rows("children"), adjacency)
    assert np.array_equal(graph.rows("parents"), adjacency.T)


def test_errors():
    graph = ClosureGraph(3)
    graph.add(0, 1)
    with pytest.raises(ValueError, match="1 -> 0 closes a cycle"):
        graph.add(1, 0)
    with pytest.raises(ValueError, match="no edge 0 -> 2"):
        graph.delete(0, 2)
    with pytest.raises(ValueError, match=r"must be in 0..2, got 0, 3"):
        graph.add(0, 3)
    with pytest.raises(ValueError, match="p must be at least 1, got 0"):
        ClosureGraph(0)
