"""Graphs and measures against their definitions, and against networkx where it has them."""

from dataclasses import astuple

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from problems import random_dag_mask, random_ensemble, thorough
from reference import (
    cpdag_by_meek,
    cpdag_of_class,
    detected,
    equivalence_class,
    gshd_by_pairs,
    mean_distance,
    moral_edges,
    separated_by_moralisation,
    skeleton_edges,
)
from reference import v_structures as naive_v_structures
from scipy import sparse

from dagbag import load_example, score, score_shd
from dagbag._dag.cpdag import compelled_edges, consistent_extension
from dagbag.metrics import (
    Detection,
    adj_shd,
    aggregation_score,
    cpdag,
    d_separated,
    detection,
    gshd,
    is_equivalent,
    moral_graph,
    shd,
    shd_cpdag,
    skeleton,
    structures,
    topological_order,
    v_structures,
)
from dagbag.simulate import random_edges


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
    others = [
        second,
        sparse.coo_array(second),
        pd.DataFrame(second, names, names),
    ]
    for form in forms[:4]:
        for other in others:
            assert shd(form, other) == shd(other, form) == expected
    for form in (frame, network(first)):
        for other in (network(second), pairs(second), pd.DataFrame(second, names, names)):
            assert shd(form, other) == shd(other, form) == expected
    assert shd(first, [(i, j) for i, j in np.argwhere(second).tolist()]) == expected


def test_labels_must_agree():
    frame = pd.DataFrame(np.eye(3, k=1), index=list("abc"), columns=list("abc"))
    with pytest.raises(
        ValueError, match="second must have the nodes of first as column labels, each once, got 'x'"
    ):
        shd(frame, frame.rename(columns={"a": "x"}))
    with pytest.raises(ValueError, match="second must have the nodes of first, got 'z' besides"):
        shd(frame, nx.DiGraph([("a", "b"), ("b", "z")]))
    with pytest.raises(ValueError, match=r"second must have shape \(3, 3\), got \(2, 2\)"):
        shd(frame, np.zeros((2, 2)))
    with pytest.raises(ValueError, match="second must name nodes of first, got 'z'"):
        shd(frame, [("a", "z")])
    with pytest.raises(
        ValueError, match="first or second must tell the number of nodes, got two lists of pairs"
    ):
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
        assert aggregation_score(graph, list(np.moveaxis(dags, 2, 0)), alpha) == pytest.approx(
            expected
        )
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


# Structures of one graph


def pairs_of(matrix):
    assert np.array_equal(matrix, matrix.T)
    return {frozenset(pair) for pair in np.argwhere(matrix).tolist()}


@thorough
@given(triples())
def test_skeleton_v_structures_and_moral_graph_are_their_definitions(graphs):
    dag, _, other = graphs
    for graph in (dag, dag | (other & dag.T)):  # the second has some undirected edges
        assert pairs_of(skeleton(graph)) == skeleton_edges(graph)
        listed = v_structures(graph)
        assert {(frozenset((i, j)), k) for i, k, j in listed} == naive_v_structures(graph)
        assert listed == sorted(listed, key=lambda v: (v[0], v[2], v[1]))
        assert len(set(listed)) == len(listed)
        assert pairs_of(moral_graph(graph)) == moral_edges(graph)
        found = structures(graph)
        assert (found.n_edges, found.n_v_structures, found.n_moral_edges) == (
            len(skeleton_edges(graph)),
            len(listed),
            len(moral_edges(graph)),
        )


@st.composite
def medium_dags(draw):
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    return random_dag_mask(rng, draw(st.integers(2, 25)), draw(st.sampled_from([0.05, 0.15, 0.4])))


@thorough
@given(medium_dags())
def test_structures_against_networkx(dag):
    graph = nx.DiGraph(dag.astype(int))
    assert np.array_equal(moral_graph(dag), nx.to_numpy_array(nx.moral_graph(graph)) > 0)
    position = {node: k for k, node in enumerate(topological_order(dag))}
    assert sorted(position) == list(range(len(dag)))
    assert all(position[i] < position[j] for i, j in graph.edges)
    if hasattr(nx.dag, "v_structures"):  # networkx 3.4
        theirs = {(frozenset((i, j)), k) for i, k, j in nx.dag.v_structures(graph)}
        assert {(frozenset((i, j)), k) for i, k, j in v_structures(dag)} == theirs


@st.composite
def small_dags(draw):
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    return random_dag_mask(rng, draw(st.integers(1, 5)), draw(st.sampled_from([0.3, 0.6, 1.0])))


@thorough
@given(small_dags())
def test_cpdag_is_the_union_of_the_equivalent_dags(dag):
    expected = cpdag_of_class(dag)
    assert np.array_equal(cpdag(dag), expected)
    assert np.array_equal(cpdag_by_meek(dag), expected)
    assert all(is_equivalent(dag, other) for other in equivalence_class(dag))
    assert is_equivalent(dag, expected)


@thorough
@given(medium_dags())
def test_cpdag_of_larger_graphs(dag):
    completed = cpdag(dag)
    assert np.array_equal(completed, cpdag_by_meek(dag))
    undirected = completed & completed.T
    member = consistent_extension(completed & ~undirected, undirected)
    assert is_equivalent(member, dag)
    assert np.array_equal(cpdag(member), completed)
    # edges come in any order
    edges = np.argwhere(dag)
    assert np.array_equal(
        compelled_edges(edges[::-1], len(dag)), compelled_edges(edges, len(dag))[::-1]
    )


@thorough
@given(triples())
def test_equivalence_is_what_three_measures_say(graphs):
    first, second, _ = graphs
    same = is_equivalent(first, second)
    assert same == np.array_equal(cpdag(first), cpdag(second)) == (shd_cpdag(first, second) == 0)
    assert same == (
        skeleton_edges(first) == skeleton_edges(second)
        and naive_v_structures(first) == naive_v_structures(second)
    )
    expected = gshd_by_pairs(cpdag_by_meek(first), cpdag_by_meek(second), 1)
    assert shd_cpdag(first, second) == expected
    assert shd_cpdag(cpdag(first), second) == shd_cpdag(first, cpdag(second)) == expected


@st.composite
def separations(draw):
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    p = draw(st.integers(2, 9))
    dag = random_dag_mask(rng, p, draw(st.sampled_from([0.15, 0.3, 0.6])))
    role = rng.choice(4, size=p, p=[0.2, 0.2, 0.3, 0.3])
    role[rng.permutation(p)[:2]] = [0, 1]
    return dag, *(np.flatnonzero(role == k).tolist() for k in range(3)), rng


@thorough
@given(separations())
def test_d_separation(problem):
    dag, x, y, z, rng = problem
    answer = d_separated(dag, x, y, z)
    assert answer == separated_by_moralisation(dag, x, y, z)
    assert answer == d_separated(dag, set(y), tuple(x), np.array(z, dtype=int))
    assert answer == nx.is_d_separator(nx.DiGraph(dag.astype(int)), set(x), set(y), set(z))
    # with coefficients in general position, d-separation is conditional independence
    p = len(dag)
    W = dag * rng.choice([-1, 1], (p, p)) * rng.uniform(0.5, 1.5, (p, p))
    loading = np.linalg.inv(np.eye(p) - W)
    covariance = loading.T @ loading
    between = covariance[np.ix_(x, y)]
    if z:
        weights = np.linalg.solve(covariance[np.ix_(z, z)], covariance[np.ix_(z, y)])
        between = between - covariance[np.ix_(x, z)] @ weights
    assert answer == bool(np.abs(between).max() < 1e-9)


def test_the_figures_of_the_paper():
    """Section 2: G1 to G3 are I-equivalent with the moral graph of a line, G4 is not."""
    chain, back, fork = [(0, 1), (1, 2)], [(2, 1), (1, 0)], [(1, 0), (1, 2)]
    collider = [(0, 1), (2, 1)]
    line = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], dtype=bool)
    for graph in (chain, back, fork):
        assert np.array_equal(moral_graph(graph, nodes=3), line)
        assert np.array_equal(cpdag(graph, nodes=3), line)
        assert d_separated(graph, 0, 2, 1, nodes=3)
        assert not d_separated(graph, 0, 2, nodes=3)
    assert moral_graph(collider, nodes=3).sum() == 6
    assert np.array_equal(np.argwhere(cpdag(collider, nodes=3)), [[0, 1], [2, 1]])
    assert d_separated(collider, 0, 2, nodes=3)
    assert not d_separated(collider, 0, 2, 1, nodes=3)


def test_single_graphs_of_every_kind():
    rng = np.random.default_rng(4)
    names = list("abcdef")
    dag = random_dag_mask(rng, 6, 0.5)
    pairs = [(names[i], names[j]) for i, j in np.argwhere(dag).tolist()]
    network = nx.DiGraph()
    network.add_nodes_from(names)
    network.add_edges_from(pairs)
    frame = pd.DataFrame(dag, index=names, columns=names)
    once = structures(frame)
    expected, by_name = cpdag(dag), v_structures(frame)
    assert by_name == [tuple(names[k] for k in v) for v in v_structures(dag)]
    for graph, nodes in (
        (dag.astype(float), None),
        (dag.tolist(), None),
        (sparse.csr_array(dag), None),
        (frame, None),
        (frame.loc[::-1], None),
        (network, None),
        (pairs, names),
        (np.array(pairs), names),
        (np.argwhere(dag), 6),
        (np.argwhere(dag), names),
        (np.argwhere(dag).tolist(), 6),
        (once, None),
        (structures(dag), names),
    ):
        assert np.array_equal(cpdag(graph, nodes), expected)
        assert np.array_equal(skeleton(graph, nodes), dag | dag.T)
        named = nodes == names or isinstance(graph, (pd.DataFrame, nx.DiGraph)) or graph is once
        assert v_structures(graph, nodes) == (by_name if named else v_structures(dag))
        assert shd_cpdag(graph, frame) == shd(graph, frame) == 0
    assert topological_order(frame) == [names[k] for k in topological_order(dag)]
    assert d_separated(frame, "a", ["b"], "c") == d_separated(frame, 0, 1, [2])


def test_edge_arrays_of_two_rows():
    """Two edges, unless they are the matrix of a graph of two nodes."""
    two = np.array([[0, 1], [1, 2]])
    assert shd(np.eye(3, k=1), two) == shd(two, np.eye(3, k=1)) == 0
    assert shd(np.array([[0, 1], [0, 0]]), np.array([[0, 0], [1, 0]])) == 2
    assert skeleton(two, nodes=3).sum() == 4
    assert skeleton(np.array([[0, 1], [0, 0]])).tolist() == [[False, True], [True, False]]
    assert shd(np.empty((0, 2)), np.eye(3, k=1)) == 2


def test_results_without_names_are_taken_by_position():
    """Also beside names that are numbers."""
    Y = np.random.default_rng(1).standard_normal((50, 4))
    Y[:, 1] += Y[:, 0]
    result = score(Y)
    frame = pd.DataFrame(result.adj_matrix, index=range(1, 5), columns=range(1, 5))
    assert len(result.edges) > 0
    assert shd(result, frame) == shd(frame, result) == 0
    assert shd(frame, nx.DiGraph(result.adj_matrix)) == 0
    with pytest.raises(ValueError, match="second must name nodes of first, got 0"):
        shd(frame, np.array([[0, 1]]))


# What was found


@thorough
@given(triples())
def test_detection_is_its_definition(graphs):
    learned, truth, other = graphs
    expected = detected(learned, truth)
    assert astuple(detection(learned, truth)) == expected
    assert astuple(detection(np.argwhere(learned), structures(truth))) == expected
    assert astuple(detection(cpdag(learned), cpdag(truth))) == expected
    partly = learned | (other & learned.T)  # some edges undirected
    assert astuple(detection(partly, truth)) == detected(partly, truth)


def test_detection_of_every_kind_of_graph():
    example = load_example()
    names = list(example.nodes)
    Y = pd.DataFrame(example.Y, columns=names)
    single = score(Y)
    aggregated = score_shd(score(Y, n_boot=5, seed=1, max_parents=4))
    truth = pd.DataFrame(example.adjacency, index=names, columns=names)
    shuffled = truth.iloc[::-1, ::-1]
    network = nx.DiGraph(truth)
    once = structures(truth)
    for result in (single, aggregated):
        expected = detected(result.adj_matrix, example.adjacency)
        for true in (truth, shuffled, network, once, example.adjacency, structures(shuffled)):
            assert astuple(detection(result, true)) == expected
        for learned in (result.to_frame("adjacency"), result.edges, result._edges):
            assert astuple(detection(learned, once)) == expected
        learned = nx.DiGraph(result.to_frame("adjacency"))
        assert astuple(detection(learned, once)) == astuple(detection(learned, network)) == expected


def test_power_and_fdr():
    found = Detection(30, 40, 60, 0, 0, 5, 7, 7, 0)
    assert (found.power(), found.power("V")) == (0.5, 0.0)
    assert (found.fdr("E"), found.fdr("V"), found.fdr("M")) == (0.25, 0.0, 0.0)
    assert np.isnan(found.power("M"))  # nothing true: nothing to find
    row = found.as_dict()
    assert list(row)[:3] == ["correct_E", "total_E", "true_E"]
    assert row["fdr_E"] == 0.25
    assert len(row) == 15
    with pytest.raises(ValueError, match="kind must be one of E, V, M, got 'X'"):
        found.power("X")
    empty = detection(np.zeros((3, 3)), np.zeros((3, 3)))
    assert astuple(empty) == (0,) * 9
    assert empty.fdr() == 0


def test_what_is_refused():
    ring, names = [("a", "b"), ("b", "c"), ("c", "a")], list("abc")
    for call in (
        cpdag,
        topological_order,
        v_structures,
        moral_graph,
        structures,
        lambda graph, nodes: d_separated(graph, 0, 1, nodes=nodes),
    ):
        with pytest.raises(
            ValueError, match="graph must be acyclic, got the cycle 'a' -> 'b' -> 'c' -> 'a'"
        ):
            call(ring, names)
    for call in (cpdag, topological_order):
        with pytest.raises(ValueError, match="graph must be acyclic, got the cycle 0 -> 1 -> 0"):
            call(np.array([[0, 1], [1, 0]]))
    assert skeleton(ring, names).sum() == 6
    with pytest.raises(ValueError, match="truth must be acyclic, got the cycle 0 -> 1 -> 2 -> 0"):
        detection(np.zeros((3, 3)), [(0, 1), (1, 2), (2, 0)])
    with pytest.raises(ValueError, match="graph must be acyclic"):
        detection([(0, 1), (1, 2), (2, 0)], np.zeros((3, 3)))
    with pytest.raises(ValueError, match="truth must have shape"):
        detection(np.zeros((3, 3)), pd.DataFrame(np.zeros((4, 3))))
    with pytest.raises(
        ValueError, match="graph must tell the number of nodes, got a list of pairs"
    ):
        cpdag([(0, 1)])
    with pytest.raises(
        ValueError, match="graph must tell the number of nodes, got a list of pairs"
    ):
        cpdag(np.array([[0, 1]]))
    with pytest.raises(ValueError, match=r"graph must name nodes, got 3; indices are 0\.\.2"):
        cpdag(np.array([[0, 3]]), nodes=3)
    with pytest.raises(ValueError, match=r"graph must name nodes, got 3; indices"):
        cpdag(np.array([[1, 3]]), nodes=3)
    with pytest.raises(ValueError, match="graph must have no self loops, got"):
        cpdag(np.array([[1, 1]]), nodes=3)
    with pytest.raises(ValueError, match="graph must have at most 2097151 nodes, got 2097152"):
        v_structures([(0, 1)], nodes=2**21)
    with pytest.raises(
        TypeError,
        match="graph must be an array of whole numbers if its rows are edges, got dtype float64",
    ):
        cpdag(np.array([[0.5, 1.0]]), nodes=3)
    with pytest.raises(ValueError, match="nodes must be"):
        cpdag([(0, 1)], nodes=0)
    with pytest.raises(TypeError, match="graph must be a graph, such as a matrix .* got 'abc'"):
        structures("abc")
    ensemble = score(np.random.default_rng(1).standard_normal((30, 3)), n_boot=2, seed=1)
    with pytest.raises(TypeError, match="graph must be a single graph, got an ensemble"):
        detection(ensemble, np.zeros((3, 3)))
    assert detection(ensemble[0], np.zeros((3, 3))).correct_E == 0
    chain = np.eye(3, k=1)
    with pytest.raises(ValueError, match="x and given must have no node in common, got 0"):
        d_separated(chain, 0, 2, [0, 1])
    with pytest.raises(ValueError, match="y must have at least 1 node, got none"):
        d_separated(chain, 0, [])
    with pytest.raises(ValueError, match="given must name nodes of graph, got 3"):
        d_separated(chain, 0, 2, 3)
    with pytest.raises(TypeError, match="x must be a node or a collection of nodes, got 1.5"):
        d_separated(chain, 1.5, 2)


def test_large_graphs():
    """Size alone breaks nothing: p = 2,639 as the paper's Ultra-large Graph, and codes of 2**53."""
    p = 2639
    truth, learned = random_edges(p, 2603, seed=1), random_edges(p, 10_000, seed=2)
    found = detection(learned, structures(truth, nodes=p))
    as_sets = [{tuple(sorted(edge)) for edge in edges.tolist()} for edges in (learned, truth)]
    assert found.correct_E == len(as_sets[0] & as_sets[1])
    assert (found.total_E, found.true_E) == (10_000, 2603)
    assert cpdag(learned, nodes=p).sum() >= 10_000
    assert d_separated(learned, 0, 1, range(2, p), nodes=p) == (not moral_graph(learned, p)[0, 1])
    p = 200_000
    edges = np.array([[p - 3, p - 1], [p - 2, p - 1], [0, 1]])
    assert v_structures(edges, nodes=p) == [(p - 3, p - 1, p - 2)]


@pytest.mark.parametrize("pair", [("a", "b"), (1, 2)])
def test_what_is_no_graph(pair):
    with pytest.raises(TypeError, match="first must be a graph, such as a matrix"):
        shd(*pair)
