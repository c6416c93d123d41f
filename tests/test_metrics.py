"""Distances between graphs against their definition."""

from dataclasses import astuple

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from problems import random_dag_mask, random_ensemble, thorough
from reference import detected, gshd_by_pairs, mean_distance
from scipy import sparse

from dagbag.metrics import adj_shd, aggregation_score, detection, gshd, shd, structures


@st.composite
def triples(draw):
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    p = draw(st.integers(1, 8))
    share = draw(st.sampled_from([0.2, 0.5, 0.9]))
    return [random_dag_mask(rng, p, share) for _ in range(3)]


@thorough
@given(triples(), st.floats(0, 4))
def test_distances_are_their_definitions(graphs, alpha):
    first, second, _ = graphs
    assert gshd(first, second, alpha) == pytest.approx(gshd_by_pairs(first, second, alpha))
    assert shd(first, second) == gshd(first, second, 2) == int((first != second).sum())
    assert adj_shd(first, second) == gshd(first, second, 1)
    changed = first != second
    assert adj_shd(first, second) == int(np.triu(changed | changed.T).sum())


@thorough
@given(triples(), st.floats(0, 2, exclude_min=True))
def test_gshd_is_a_metric_for_alpha_up_to_2(graphs, alpha):
    first, second, third = graphs
    assert gshd(first, first, alpha) == 0
    assert (gshd(first, second, alpha) == 0) == np.array_equal(first, second)
    assert gshd(first, second, alpha) == gshd(second, first, alpha) >= 0
    assert gshd(first, third, alpha) <= (
        gshd(first, second, alpha) + gshd(second, third, alpha) + 1e-9
    )


def test_the_triangle_inequality_fails_above_2():
    forward, empty, back = [[0, 1], [0, 0]], [[0, 0], [0, 0]], [[0, 0], [1, 0]]
    assert gshd(forward, back, 2.5) > gshd(forward, empty, 2.5) + gshd(empty, back, 2.5)


def test_both_directions_at_once_are_counted_as_defined():
    """A graph with i -> j and j -> i is no DAG, but has a distance."""
    both, empty = np.array([[0, 1], [1, 0]]), np.zeros((2, 2))
    assert gshd(both, empty, 0.5) == 0.5
    assert shd(both, [[0, 1], [0, 0]]) == 1


def test_graphs_of_every_kind():
    rng = np.random.default_rng(1)
    names = list("abcdef")
    first, second = (random_dag_mask(rng, 6, 0.5) for _ in range(2))
    expected = shd(first, second)

    def pairs(graph):
        return [(names[i], names[j]) for i, j in np.argwhere(graph).tolist()]

    def network(graph):
        made = nx.DiGraph()
        made.add_nodes_from(names[::-1])
        made.add_edges_from(pairs(graph))
        return made

    frame = pd.DataFrame(first, index=names, columns=names)
    forms = [first, first.astype(int), sparse.csr_array(first), frame, network(first)]
    others = [second, sparse.coo_array(second), pd.DataFrame(second, names, names), ]
    for form in forms[:4]:
        for other in others:
            assert shd(form, other) == shd(other, form) == expected
    for form in (frame, network(first)):
        for other in (network(second), pairs(second), pd.DataFrame(second, names, names)):
            assert shd(form, other) == shd(other, form) == expected
    assert shd(first, [(i, j) for i, j in np.argwhere(second).tolist()]) == expected


def test_labels_must_agree():
    frame = pd.DataFrame(np.eye(3, k=1), index=list("abc"), columns=list("abc"))
    with pytest.raises(ValueError, match="second must have the nodes of first as column labels, each once, got 'x'"):
        shd(frame, frame.rename(columns={"a": "x"}))
    with pytest.raises(ValueError, match="second must have the nodes of first, got 'z' besides"):
        shd(frame, nx.DiGraph([("a", "b"), ("b", "z")]))
    with pytest.raises(ValueError, match=r"second must have shape \(3, 3\), got \(2, 2\)"):
        shd(frame, np.zeros((2, 2)))
    with pytest.raises(ValueError, match="second must name nodes of first, got 'z'"):
        shd(frame, [("a", "z")])
    with pytest.raises(ValueError, match="first or second must tell the number of nodes, got two lists of pairs"):
        shd([(0, 1)], [(1, 0)])
    with pytest.raises(ValueError, match="alpha must be a finite number of at least 0, got -1"):
        gshd(frame, frame, -1)


def test_aggregation_score_of_any_graph():
    rng = np.random.default_rng(3)
    dags = random_ensemble(rng, 5, 7, "unrelated")
    names = list("abcde")
    graph = random_dag_mask(rng, 5, 0.5)
    frame = pd.DataFrame(graph, index=names, columns=names)
    for alpha in (0.5, 1.0, 2.0):
        expected = mean_distance(graph, dags, alpha)
        frequency = pd.DataFrame(dags.mean(axis=2), index=names, columns=names)
        assert aggregation_score(graph, dags, alpha) == pytest.approx(expected)
        assert aggregation_score(frame, dags, alpha) == pytest.approx(expected)
        assert aggregation_score(frame, frequency.loc[::-1], alpha) == pytest.approx(expected)
        assert aggregation_score(graph, list(np.moveaxis(dags, 2, 0)), alpha) == pytest.approx(expected)
    with pytest.raises(ValueError, match="graph must be acyclic, got the cycle 0 -> 1 -> 0"):
        aggregation_score([(0, 1), (1, 0)], dags)
    with pytest.raises(ValueError, match="graph must name nodes of ensemble, got 'a'"):
        aggregation_score([("a", "b")], dags)
    with pytest.raises(ValueError, match="graph must have the nodes of ensemble as column labels"):
        aggregation_score(frame.rename(columns={"a": "x"}), frequency)
    with pytest.raises(ValueError, match="ensemble must hold at least one graph"):
        aggregation_score(graph, [])


def test_names_of_a_networkx_graph_have_no_order():
    """The order in which edges came into it is not that of a matrix."""
    chain = np.eye(3, k=1)
    graph = nx.DiGraph([("b", "c"), ("a", "b")])
    for call in (
        lambda: shd(chain, graph),
        lambda: shd(graph, chain),
        lambda: aggregation_score(graph, chain.astype(float)),
        lambda: shd(chain, nx.DiGraph([(2, 3), (1, 2)])),
    ):
        with pytest.raises(ValueError, match="of a networkx graph have no order"):
            call()
    frame = pd.DataFrame(chain, index=list("abc"), columns=list("abc"))
    assert shd(frame, graph) == shd(graph, frame) == 0
    assert shd(frame, chain) == 0
    assert shd(chain, nx.DiGraph([(1, 2), (0, 1)])) == 0


# What was found


@thorough
@given(triples())
def test_detection_is_its_definition(graphs):
    learned, truth, other = graphs
    expected = detected(learned, truth)
    assert astuple(detection(learned, truth)) == expected
    assert astuple(detection(np.argwhere(learned), structures(truth))) == expected
    partly = learned | (other & learned.T)  # some edges undirected
    assert astuple(detection(partly, truth)) == detected(partly, truth)


@pytest.mark.parametrize("pair", [("a", "b"), (1, 2)])
def test_what_is_no_graph(pair):
    with pytest.raises(TypeError, match="first must be a graph, got"):
        shd(*pair)
