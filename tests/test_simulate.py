import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dagbag.simulate import (
    PAPER_GRAPHS,
    linear_mechanism,
    paper_graph,
    random_dag,
    random_edges,
    random_tree,
    simulate_gaussian,
)

# Sampling error of a ratio of standard deviations at n = 200,000, five times over.
RATIO_TOLERANCE = 0.015


def is_acyclic(adjacency):
    """Strip nodes without parents until none is left, or none can be stripped."""
    left = set(range(len(adjacency)))
    while left:
        roots = {j for j in left if not any(adjacency[i, j] for i in left)}
        if not roots:
            return False
        left -= roots
    return True


def n_v_structures(adjacency):
    p = len(adjacency)
    skeleton = adjacency | adjacency.T
    return sum(
        not skeleton[i, j]
        for k in range(p)
        for i in np.flatnonzero(adjacency[:, k])
        for j in np.flatnonzero(adjacency[:, k])
        if i < j
    )


def n_moral_edges(adjacency):
    married = (adjacency @ adjacency.T) > 0
    moral = married | (adjacency + adjacency.T > 0)
    np.fill_diagonal(moral, False)
    return moral.sum() // 2


def signal_to_noise(Y, adjacency, node):
    parents = Y[:, np.flatnonzero(adjacency[:, node])]
    signal = parents @ np.linalg.lstsq(parents, Y[:, node], rcond=None)[0]
    return signal.std() / (Y[:, node] - signal).std()


@st.composite
def sizes(draw):
    p = draw(st.integers(1, 25))
    return p, draw(st.integers(0, p * (p - 1) // 2))


@given(sizes(), st.integers(0, 2**32))
def test_random_dag_has_the_edges_asked_for_and_no_cycle(size, seed):
    p, n_edges = size
    adjacency = random_dag(p, n_edges, seed)
    assert adjacency.shape == (p, p)
    assert adjacency.dtype == np.int32
    assert adjacency.sum() == n_edges
    assert set(np.unique(adjacency)) <= {0, 1}
    assert is_acyclic(adjacency)


@given(sizes(), st.integers(0, 2**32))
def test_random_edges_is_the_same_graph(size, seed):
    edges = random_edges(*size, seed)
    np.testing.assert_array_equal(edges, np.argwhere(random_dag(*size, seed)))


def test_every_graph_on_three_nodes_with_two_edges_is_drawn():
    drawn = {random_dag(3, 2, seed).tobytes() for seed in range(400)}
    assert len(drawn) == 12  # 3 skeletons of two edges, 4 orientations each, all acyclic


def test_labels_do_not_reveal_the_order():
    forward = np.diff(random_edges(1000, 3000, seed=1), axis=1) > 0
    assert 0.4 < forward.mean() < 0.6


def test_graphs_have_about_as_many_v_structures_as_in_the_paper():
    counts = [n_v_structures(random_dag(102, 109, seed)) for seed in range(100)]
    assert 70 < np.mean(counts) < 80


def test_an_integer_seed_reproduces_and_a_generator_advances():
    np.testing.assert_array_equal(random_dag(50, 60, 7), random_dag(50, 60, np.int64(7)))
    rng = np.random.default_rng(7)
    first, second = random_dag(50, 60, rng), random_dag(50, 60, rng)
    np.testing.assert_array_equal(first, random_dag(50, 60, 7))
    assert (first != second).any()


def test_large_graphs_need_no_square_array():
    edges = random_edges(20_000, 20_600, seed=1)
    assert edges.shape == (20_600, 2)
    assert len(np.unique(edges, axis=0)) == 20_600
    Y = simulate_gaussian(edges, n=3, seed=1, nodes=20_000)
    assert Y.shape == (3, 20_000)
    assert np.isfinite(Y).all()


@pytest.mark.parametrize("n_edges", [12, 30])
@pytest.mark.parametrize("snr", [(0.5, 1.5), (0.2, 0.5), (2.0, 2.0)])
def test_signal_to_noise_ratios_are_in_the_range(snr, n_edges):
    adjacency = random_dag(12, n_edges, seed=3)
    Y = simulate_gaussian(adjacency, n=200_000, snr=snr, seed=4)
    with_parents = np.flatnonzero(adjacency.any(axis=0))
    ratios = np.array([signal_to_noise(Y, adjacency, node) for node in with_parents])
    assert (ratios > snr[0] * (1 - RATIO_TOLERANCE)).all()
    assert (ratios < snr[1] * (1 + RATIO_TOLERANCE)).all()
    np.testing.assert_allclose(Y.mean(axis=0), 0, atol=0.05)


def test_parents_that_share_ancestors_count_their_covariance():
    # 0 -> 1, 0 -> 2, 1 -> 3, 2 -> 3, 0 -> 3: the parents of 3 are correlated.
    diamond = np.zeros((4, 4), dtype=int)
    diamond[[0, 0, 1, 2, 0], [1, 2, 3, 3, 3]] = 1
    for seed in range(3):
        Y = simulate_gaussian(diamond, n=200_000, snr=(1.2, 1.2), seed=seed)
        assert signal_to_noise(Y, diamond, 3) == pytest.approx(1.2, rel=RATIO_TOLERANCE)


def test_coefficients_and_roots():
    adjacency = random_dag(15, 40, seed=5)
    Y = simulate_gaussian(adjacency, n=400_000, seed=6)
    signs = []
    for node in range(15):
        parents = np.flatnonzero(adjacency[:, node])
        if len(parents) == 0:
            assert Y[:, node].std() == pytest.approx(1, rel=RATIO_TOLERANCE)
            continue
        beta = np.linalg.lstsq(Y[:, parents], Y[:, node], rcond=None)[0]
        assert (np.abs(beta) > 0.28).all()
        assert (np.abs(beta) < 0.52).all()
        signs += np.sign(beta).tolist()
    assert set(signs) == {-1, 1}


def test_edges_and_adjacency_give_the_same_data():
    edges = random_edges(30, 40, seed=1)
    by_edges = simulate_gaussian(edges, n=20, seed=2, nodes=30)
    np.testing.assert_array_equal(by_edges, simulate_gaussian(random_dag(30, 40, 1), 20, seed=2))
    assert by_edges.flags.c_contiguous
    assert by_edges.dtype == np.float64


def test_a_larger_n_appends_rows():
    graph = random_dag(30, 40, seed=1)
    few, many = (simulate_gaussian(graph, n, seed=2) for n in (10, 25))
    np.testing.assert_allclose(few, many[:10], rtol=1e-12)


def test_empty_graphs():
    np.testing.assert_array_equal(
        simulate_gaussian([], n=5, seed=1, nodes=4),
        simulate_gaussian(np.zeros((4, 4)), n=5, seed=1),
    )


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((5, 11), ValueError, "n_edges must be an integer between 0 and 10, got 11"),
        ((5, -1), ValueError, "n_edges must be an integer between 0 and 10, got -1"),
        ((5, 2.0), TypeError, "n_edges must be an integer between 0 and 10, got 2.0"),
        ((0, 0), ValueError, "p must be an integer of at least 1, got 0"),
        ((True, 0), TypeError, "p must be an integer of at least 1, got True"),
        ((5, 4, "1"), TypeError, "seed must be None, a non-negative integer or a numpy Generator"),
        ((5, 4, -1), ValueError, "seed must be an integer of at least 0, got -1"),
    ],
)
def test_random_dag_refuses(arguments, error, message):
    with pytest.raises(error, match=message):
        random_dag(*arguments)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"graph": np.eye(3)}, ValueError, "graph must have no self loops, got one at 0"),
        (
            {"graph": [[0, 1], [1, 2], [2, 0], [2, 3]], "nodes": 4},
            ValueError,
            r"graph must be acyclic, got the cycle (0 -> 1 -> 2 -> 0|1 -> 2 -> 0 -> 1|2 -> 0 ->)",
        ),
        (
            {"graph": [[i, (i + 1) % 40] for i in range(40)], "nodes": 40},
            ValueError,
            r"graph must be acyclic, got the cycle \d+ -> .* -> \.\.\. -> \d+",
        ),
        (
            {"graph": [(0, 1), (1, 2)]},
            ValueError,
            "graph must tell the number of nodes, got a list of pairs; give nodes=",
        ),
        ({"graph": np.zeros((3, 4))}, ValueError, r"graph must have shape \(3, 3\), got \(3, 4\)"),
        (
            {"graph": [[0, 2, 0], [0] * 3, [0] * 3]},
            ValueError,
            "graph must hold only 0 and 1, or False and True, got 2",
        ),
        ({"graph": np.array([[0, np.nan], [0, 0]])}, ValueError, "graph must hold .* got nan"),
        ({"graph": [["a", 1]]}, ValueError, "graph must tell the number of nodes"),
        (
            {"graph": np.zeros((3, 3)), "nodes": 4},
            ValueError,
            r"graph must have shape \(4, 4\), got \(3, 3\)",
        ),
        (
            {"graph": [[0, 3]], "nodes": 3},
            ValueError,
            "graph must name nodes, got 3; indices are 0..2",
        ),
        (
            {"graph": [[0, 0.5]], "nodes": 3},
            ValueError,
            "graph must name nodes, got 0.5",
        ),
        ({"n": 0}, ValueError, "n must be an integer of at least 1, got 0"),
        ({"snr": (1.0, 0.5)}, ValueError, "snr must be two numbers with 0 < low <= high"),
        ({"snr": (0.0, 0.5)}, ValueError, "snr must be two numbers with 0 < low <= high"),
        ({"snr": (1.0, 2.0, 3.0)}, ValueError, "snr must be two numbers with 0 < low <= high"),
        ({"snr": 1.0}, TypeError, "snr must be two numbers with 0 < low <= high"),
    ],
)
def test_simulate_gaussian_refuses(arguments, error, message):
    with pytest.raises(error, match=message):
        simulate_gaussian(**{"graph": np.zeros((3, 3)), "n": 5, **arguments})


@given(st.integers(2, 30), st.integers(0, 2**32), st.data())
def test_numbers_of_v_structures_and_moral_edges_are_met(p, seed, data):
    # Numbers that some graph has.
    n_edges = data.draw(st.integers(0, p * (p - 1) // 2))
    example = random_dag(p, n_edges, seed + 1)
    asked = {"v_structures": n_v_structures(example), "moral_edges": int(n_moral_edges(example))}
    for key in data.draw(st.sampled_from([(), ("moral_edges",), ("v_structures",)])):
        del asked[key]
    try:
        adjacency = random_dag(p, n_edges, seed, **asked)
    except ValueError:  # a rare graph was asked for: refused, nothing else returned
        return
    assert adjacency.sum() == n_edges
    assert is_acyclic(adjacency)
    assert asked.get("v_structures") in (None, n_v_structures(adjacency))
    assert asked.get("moral_edges") in (None, n_moral_edges(adjacency))


def test_numbers_that_no_graph_has_are_refused():
    with pytest.raises(ValueError, match="was found; the nearest has 1 v-structures and 3 moral"):
        random_dag(3, 2, seed=1, v_structures=5)
    with pytest.raises(
        ValueError, match="at least moral_edges - n_edges, and 0 if .* got 1 with 2"
    ):
        random_dag(9, 5, seed=1, v_structures=1, moral_edges=7)
    with pytest.raises(ValueError, match="got 3 with 0"):
        random_dag(9, 5, seed=1, v_structures=3, moral_edges=5)
    with pytest.raises(ValueError, match="moral_edges must be an integer between 2 and 3, got 1"):
        random_dag(3, 2, seed=1, moral_edges=1)


@pytest.mark.parametrize(("p", "n_edges"), [(300, 299), (300, 250), (30, 60), (5, 0), (1, 0)])
def test_graphs_without_v_structures(p, n_edges):
    adjacency = random_dag(p, n_edges, seed=2, v_structures=0)
    assert adjacency.sum() == n_edges
    assert n_v_structures(adjacency) == 0
    assert is_acyclic(adjacency)


@pytest.mark.parametrize("name", PAPER_GRAPHS)
def test_paper_graphs_have_the_papers_statistics(name):
    graph, statistics = paper_graph(name.upper()), PAPER_GRAPHS[name]
    assert graph.shape == (statistics.p, statistics.p)
    assert graph.sum() == statistics.edges
    assert n_moral_edges(graph.astype(np.float32)) == statistics.moral_edges
    if statistics.p < 600:
        assert n_v_structures(graph) == statistics.v_structures
        assert is_acyclic(graph)
    assert not graph.flags.writeable
    assert paper_graph(name) is graph


def test_an_unknown_paper_graph_is_refused():
    with pytest.raises(ValueError, match="name must be one of Empty, Tree, .*, got 'Huge'"):
        paper_graph("Huge")


def test_a_random_tree_has_one_root_and_single_parents():
    tree = random_tree(100, seed=3)
    assert sorted(tree.sum(axis=0)) == [0] + [1] * 99
    assert is_acyclic(tree)
    assert (tree != random_tree(100, seed=4)).any()
    assert random_tree(1, seed=1).tolist() == [[0]]


@pytest.mark.parametrize(
    ("noise", "kurtosis"), [("normal", 3), ("t(9)", 4.2), ("gamma(1, 2)", 9), ("Gamma(4,1)", 4.5)]
)
def test_noise_has_variance_one_and_its_shape(noise, kurtosis):
    Y = linear_mechanism(np.zeros((4, 4)), seed=1).sample(500_000, seed=2, noise=noise)
    np.testing.assert_allclose(Y.mean(axis=0), 0, atol=0.01)
    np.testing.assert_allclose(Y.std(axis=0), 1, rtol=0.01)
    np.testing.assert_allclose(np.mean(Y**4), kurtosis, rtol=0.08)


@pytest.mark.parametrize("noise", ["t(3)", "t(5)", "gamma(1,2)"])
def test_noise_of_the_paper_keeps_the_signal_to_noise_ratio(noise):
    adjacency = random_dag(12, 20, seed=3)
    Y = simulate_gaussian(adjacency, n=400_000, snr=(1.0, 1.0), seed=4, noise=noise)
    for node in np.flatnonzero(adjacency.any(axis=0)):
        assert signal_to_noise(Y, adjacency, node) == pytest.approx(1, rel=0.1)


def test_the_same_seed_gives_the_same_mechanism_for_every_noise():
    graph = random_dag(12, 20, seed=3)
    ours = simulate_gaussian(graph, 6, seed=4, noise=lambda rng, shape: rng.standard_normal(shape))
    np.testing.assert_array_equal(ours, simulate_gaussian(graph, 6, seed=4))


@pytest.mark.parametrize(
    "noise", ["cauchy", "t", "t(2)", "t(3", "gamma(1)", "gamma(-1, 2)", "normal(1)", 3, None]
)
def test_unknown_noise_is_refused(noise):
    with pytest.raises(ValueError, match="noise must be 'normal', 't\\(df\\)' with df > 2"):
        simulate_gaussian(np.zeros((3, 3)), n=5, noise=noise)


def test_noise_of_a_wrong_shape_or_not_finite_is_refused():
    with pytest.raises(ValueError, match=r"noise must return finite .* \(5, 3\), got \(5,\)"):
        simulate_gaussian(np.zeros((3, 3)), n=5, noise=lambda rng, _: rng.random(5))
    with pytest.raises(ValueError, match="got values that are not finite"):
        simulate_gaussian(np.zeros((3, 3)), n=5, noise=lambda _, shape: np.full(shape, np.nan))


def test_population_covariance():
    mechanism = linear_mechanism(random_dag(8, 14, seed=1), seed=2)
    Y = mechanism.sample(400_000, seed=3)
    np.testing.assert_allclose(np.cov(Y.T), mechanism.covariance(), atol=0.02)


def test_one_mechanism_gives_independent_data_sets():
    mechanism = linear_mechanism(random_dag(8, 14, seed=1), seed=2)
    first, again, second = (mechanism.sample(20, seed=seed) for seed in (3, 3, 4))
    np.testing.assert_array_equal(first, again)
    assert (first != second).all()


def test_graphs_with_names_give_named_columns():
    networkx = pytest.importorskip("networkx")
    pandas = pytest.importorskip("pandas")
    graph = networkx.DiGraph([("b", "a"), ("a", "c")])
    Y = simulate_gaussian(graph, n=5, seed=1)
    assert list(Y.columns) == ["b", "a", "c"]
    pandas.testing.assert_frame_equal(Y, simulate_gaussian([("b", "a"), ("a", "c")], 5, seed=1))
    frame = pandas.DataFrame([[0, 1], [0, 0]], index=["x", "y"], columns=["x", "y"])
    assert list(simulate_gaussian(frame, n=5, seed=1).columns) == ["x", "y"]
    numbered = networkx.DiGraph([(2, 0), (0, 1)])
    np.testing.assert_array_equal(
        simulate_gaussian(numbered, 5, seed=1),
        simulate_gaussian([[0, 1], [2, 0]], 5, seed=1, nodes=3),
    )


def test_cycles_are_told_by_name():
    with pytest.raises(ValueError, match="graph must be acyclic, got the cycle 'a' -> 'b' -> 'a'"):
        simulate_gaussian([("a", "b"), ("b", "a")], n=5)


@pytest.mark.parametrize(
    ("call", "error", "match"),
    [
        (lambda: random_tree(2**63), ValueError, "p must be an integer between 1 and 2147483647"),
        (lambda: random_dag(2**63, 1), ValueError, "p must be an integer between 1 and 2147483647"),
        (lambda: random_edges(10**30, 1), ValueError, "p must be an integer between 1 and 21"),
        (
            lambda: linear_mechanism([(0, 1)], nodes=2**63),
            ValueError,
            "nodes must be an integer between",
        ),
        (
            lambda: simulate_gaussian([(0, 1)], 10**400, nodes=2),
            ValueError,
            "n must be an integer betw",
        ),
        (
            lambda: random_tree(10**8),
            MemoryError,
            "p must be smaller: a matrix of p=100000000 nodes",
        ),
        (lambda: random_dag(10**8, 1), MemoryError, "random_edges makes no matrix$"),
        (lambda: random_edges(10**8, 10**15), MemoryError, "p and n_edges must be smaller: p=1000"),
        (
            lambda: simulate_gaussian([(0, 1)], 2**60, nodes=2),
            MemoryError,
            "n must be smaller: n=1152",
        ),
    ],
)
def test_what_cannot_fit_names_the_argument(call, error, match):
    with pytest.raises(error, match=match):
        call()
