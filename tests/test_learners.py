"""Learners against plain oracles: Kruskal's tree, all orientations of a graph, score() itself."""

import importlib
import inspect
import itertools
import math
import os
import pickle
import re
import subprocess
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from problems import KINDS, make_data, thorough
from reference import is_acyclic
from scipy import sparse

import dagbag
from dagbag._dag.cpdag import acyclic_orientation, consistent_extension
from dagbag._dag.order import topological_order
from dagbag._learners.spanning_tree import best_branching
from dagbag._search import crossprod as _crossprod
from dagbag._search.correlations import DECIMALS
from dagbag.exceptions import quietly
from dagbag.learners import GES, MMHC, PC, BaggedScore, HillClimbing, SpanningTree, pdag_to_dag
from dagbag.rrandom import RRandom
from dagbag.simulate import random_dag, simulate_gaussian

EXAMPLE = dagbag.load_example().Y
COLLIDER = simulate_gaussian([[0, 2], [1, 2], [2, 3]], n=500, snr=(1.0, 1.0), seed=1, nodes=4)


def edges(adjacency):
    return [tuple(edge) for edge in np.argwhere(adjacency).tolist()]


def is_dag(adjacency):
    return topological_order(np.argwhere(adjacency), len(adjacency)) is not None


# Hill climbing


def test_hill_climbing_is_score():
    given_settings = {"score_type": "eBIC", "max_step": 20, "blacklist": [(0, 1)], "max_parents": 3}
    with pytest.warns(dagbag.ConvergenceWarning):
        expected = dagbag.score(EXAMPLE, **given_settings)
    result = HillClimbing(**given_settings)(EXAMPLE)  # filterwarnings=error: it is silent
    assert not result.converged
    assert result.moves == expected.moves
    assert result.score == expected.score


def test_hill_climbing_knows_every_setting_of_score():
    search = dict(inspect.signature(dagbag.score).parameters)
    for name in (
        "Y",
        "n_boot",
        "standardize_boot",
        "print",
        "resample",
        "sample_frac",
        "n_jobs",
        "progress",
        "checkpoint",
        "warm_start",
    ):
        del search[name]
    mine = inspect.signature(HillClimbing).parameters
    assert {name: mine[name].default for name in search} == {
        name: parameter.default for name, parameter in search.items()
    }
    assert len(mine) == len(search)


def test_hill_climbing_is_silent_about_degenerate_data():
    Y = EXAMPLE[:, :5].copy()
    Y[:, 2] = 1.0
    Y[:, 3] = Y[:, 0]
    result = HillClimbing()(Y)
    assert result.constant == (2,)
    assert result.collinear == (0, 3)


def test_hill_climbing_in_threads_leaves_the_warning_filters_alone():
    before = list(warnings.filters)
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(HillClimbing(max_step=50), [EXAMPLE] * 8))
    assert warnings.filters == before
    assert all(result.moves == results[0].moves for result in results)


def matrix(p, *pairs):
    adjacency = np.zeros((p, p), dtype=int)
    for source, target in pairs:
        adjacency[source, target] = 1
    return adjacency


NAMES = list("abcde")
FORMS = {
    "pairs": lambda: [(0, 1), [2, 1]],
    "array": lambda: matrix(5, (0, 1), (2, 1)),
    "bool": lambda: matrix(5, (0, 1), (2, 1)).astype(bool),
    "rows": lambda: matrix(5, (0, 1), (2, 1)).tolist(),
    "row arrays": lambda: list(matrix(5, (0, 1), (2, 1))),
    "sparse": lambda: sparse.csr_matrix(matrix(5, (0, 1), (2, 1))),
    "pandas": lambda: pd.DataFrame(matrix(5, (0, 1), (2, 1)), NAMES, NAMES).loc[NAMES[::-1]],
    "polars": lambda: pl.DataFrame(
        {
            "node": NAMES,
            **{name: matrix(5, (0, 1), (2, 1))[:, k] for k, name in enumerate(NAMES)},
        }
    ),
    "polars without rows": lambda: pl.DataFrame(matrix(5, (0, 1), (2, 1)), schema=NAMES),
}


@pytest.mark.parametrize("form", FORMS)
def test_hill_climbing_takes_every_form_of_a_graph(form):
    Y = pd.DataFrame(EXAMPLE[:, :5], columns=NAMES)
    learner = HillClimbing(whitelist=FORMS[form]())
    result = learner(Y)
    assert {("a", "b"), ("c", "b")} <= set(result.edges)
    assert result.moves == dagbag.score(Y, whitelist=[(0, 1), (2, 1)]).moves
    again = HillClimbing(whitelist=FORMS[form]())
    assert learner == again
    assert repr(learner) == repr(again)
    assert pickle.loads(pickle.dumps(learner)) == learner


def test_two_nodes_as_a_list_of_lists_is_a_matrix():
    assert HillClimbing(whitelist=[[0, 1], [0, 0]])(COLLIDER[:, :2]).edges == ((0, 1),)


def test_hill_climbing_repr_tells_graphs_apart():
    one, two = (HillClimbing(blacklist=matrix(5, pair)) for pair in ((0, 1), (1, 0)))
    assert one != two
    assert repr(one) != repr(two)
    assert "<array, 5 nodes, 1 edges, sha256 " in repr(one)
    named, other = (
        HillClimbing(blacklist=pd.DataFrame(matrix(5, (0, 1)), names, names))
        for names in (NAMES, NAMES[::-1])
    )
    assert named != other
    assert repr(named) != repr(other)


def test_hill_climbing_keeps_copies():
    blacklist, pairs, lengths = matrix(5, (0, 1)), [[0, 1]], np.ones(500)
    learner = HillClimbing(
        blacklist=blacklist, whitelist=pairs, random_forest=True, random_step_length=lengths, seed=1
    )
    told = repr(learner)
    blacklist[:] = 0
    pairs[0][0] = 4
    lengths[:] = 2
    assert repr(learner) == told


def test_hill_climbing_randomised_starts_its_stream_anew():
    settings = {
        "random_forest": True,
        "random_step_length": 5.0,
        "shuffle": True,
        "nrestart": 2,
        "perturb": 3,
        "perturb_operations": ["add", "delete"],
        "seed": 3,
    }
    learner = HillClimbing(**settings)
    results = [learner(EXAMPLE[:, :20]) for _ in range(2)]
    assert results[0].moves == results[1].moves
    assert results[0].moves == dagbag.score(EXAMPLE[:, :20], **settings).moves


@pytest.mark.parametrize(
    ("settings", "kind", "message"),
    [
        ({"shuffle": True}, ValueError, "seed must be an integer when random_forest, nrestart or"),
        ({"seed": RRandom(1)}, TypeError, "seed must be an integer between"),
        (
            {"blacklist": np.zeros((2, 3))},
            ValueError,
            "blacklist must have shape (2, 2), got (2, 3)",
        ),
        ({"whitelist": np.array(1)}, TypeError, "whitelist must be a graph, such as a matrix or"),
        ({"whitelist": np.eye(2)}, ValueError, "whitelist must have no self loops"),
    ],
)
def test_hill_climbing_errors(settings, kind, message):
    with pytest.raises(kind, match="^" + re.escape(message)):
        HillClimbing(**settings)


def test_hill_climbing_leaves_other_checks_to_the_search():
    with pytest.raises(ValueError, match="blacklist must name nodes of Y, got 7"):
        HillClimbing(blacklist=[(0, 7)])(EXAMPLE[:, :5])


# Max-min hill climbing


def test_mmhc_is_a_search_among_its_pairs():
    Y = EXAMPLE[:, :40]
    learner = MMHC(alpha=0.01, score_type="eBIC", max_parents=3)
    pairs = learner.pairs(Y)
    outside = ~pairs & ~np.eye(40, dtype=bool)
    expected = dagbag.score(Y, score_type="eBIC", max_parents=3, blacklist=outside)
    result = learner(Y)
    assert result.moves == expected.moves
    assert result.converged
    assert pairs[result.adj_matrix == 1].all()
    assert pairs.sum() < MMHC(alpha=0.05).pairs(Y).sum()
    assert pairs.sum() < MMHC(alpha=0.01, backtracking=True).pairs(Y).sum()
    assert pairs.sum() <= MMHC(alpha=0.01, max_condition=1).pairs(Y).sum()


@pytest.mark.parametrize(
    ("rows", "settings"),
    [
        (slice(None), {}),
        (slice(None), {"score_type": "BGe", "iss_mu": 2.0, "threshold": -1, "EPS": 1e-4}),
        (slice(0, 12), {"max_parents": 2, "max_step": 9, "whitelist": [(0, 5)]}),
        ([0, 0, 1, 2, 3, 3, 4, 5, 6, 7], {"blacklist": [(1, 3), (3, 1)], "score_type": 3}),
    ],
)
def test_mmhc_is_score_with_all_other_pairs_blacklisted(rows, settings):
    data = EXAMPLE[rows, :30]
    outside = ~MMHC(alpha=0.2).pairs(data)
    np.fill_diagonal(outside, False)
    for source, target in settings.get("blacklist", []):
        outside[source, target] = True
    with quietly():
        expected = dagbag.score(data, **{"max_step": 100_000, **settings, "blacklist": outside})
    result = MMHC(alpha=0.2, **settings)(data)
    assert len(result.moves) > 0
    assert result.moves == expected.moves
    assert result.edges == expected.edges
    np.testing.assert_array_equal(result._deltas, expected._deltas)
    np.testing.assert_array_equal(result.neighborhood_scores, expected.neighborhood_scores)
    for name in ("score", "converged", "constant", "saturated", "collinear", "score_type", "nodes"):
        assert getattr(result, name) == getattr(expected, name)


@pytest.mark.parametrize("learner", [HillClimbing(), MMHC(), BaggedScore(n_boot=1, seed=1)])
def test_a_learner_standardises_the_data_once(learner, monkeypatch):
    found = []
    center = _crossprod.center
    monkeypatch.setattr(_crossprod, "center", lambda X: found.append(len(X)) or center(X))
    learner(EXAMPLE[:, :10])
    assert found.count(len(EXAMPLE)) == 1


def test_mmhc_finds_a_collider():
    Y = simulate_gaussian([[2, 1], [3, 1], [1, 0]], n=500, snr=(1.0, 1.0), seed=1, nodes=5)
    frame = pd.DataFrame(Y, columns=NAMES)
    assert MMHC(alpha=0.001)(frame).edges == (("b", "a"), ("c", "b"), ("d", "b"))
    assert MMHC(alpha=0.001)(Y * [1e-6, 1.0, 1e9, 1e3, 2.0]).edges == ((1, 0), (2, 1), (3, 1))


def test_mmhc_lists():
    Y = EXAMPLE[:, :5]
    frame = pd.DataFrame(Y, columns=NAMES)
    assert ("a", "e") in MMHC(alpha=1e-9, whitelist=[("a", "e")])(frame).edges
    loose = {"alpha": 0.5, "max_condition": 0, "score_type": "likelihood"}
    black = pd.DataFrame(np.ones((5, 5), dtype=int) - np.eye(5, dtype=int), NAMES, NAMES)
    assert MMHC(**loose)(Y).edges
    assert MMHC(**loose, blacklist=black)(frame).edges == ()
    assert MMHC(blacklist=black) == MMHC(blacklist=black)
    assert MMHC(blacklist=black) != MMHC()


def test_mmhc_of_degenerate_data():
    Y = EXAMPLE[:, :6].copy()
    Y[:, 2] = 1.0
    Y[:, 3] = 1 - 2 * Y[:, 0]
    result = MMHC(alpha=0.2)(Y)  # filterwarnings=error: it is silent
    assert result.constant == (2,)
    assert not {(0, 3), (3, 0)} & set(result.edges)
    assert MMHC().pairs(Y)[0, 3]
    assert MMHC()(EXAMPLE[:, :1]).edges == ()
    assert MMHC()(np.ones((6, 3))).edges == ()
    assert MMHC(max_condition=None)(EXAMPLE[:3, :10]).p == 10
    twice = np.repeat(EXAMPLE[:4, :10], 20, axis=0)  # four distinct rows: no condition leaves one
    assert np.array_equal(MMHC(max_condition=None).pairs(twice), MMHC(max_condition=0).pairs(twice))


@pytest.mark.parametrize("kind", KINDS)
def test_mmhc_of_odd_resamples_is_a_dag(kind):
    rng = np.random.default_rng(5)
    for n in (4, 6, 12):
        Y = make_data(rng, kind, n, 6)
        resample = Y[rng.integers(n, size=n)]
        for learner in (MMHC(), MMHC(alpha=0.5, backtracking=True, max_condition=None)):
            assert is_dag(learner(resample).adj_matrix)


def test_mmhc_can_be_bagged():
    ensembles = [
        dagbag.bag(EXAMPLE[:, :20], MMHC(), n_boot=4, seed=1, n_jobs=jobs) for jobs in (1, 2)
    ]
    assert np.array_equal(ensembles[0].adj_matrix, ensembles[1].adj_matrix)
    assert ensembles[0].n_edges.min() > 0


@pytest.mark.parametrize(
    ("settings", "kind", "message"),
    [
        ({"alpha": 0}, ValueError, "alpha must be a number between 0 and 1, got 0"),
        ({"max_condition": -1}, ValueError, "max_condition must be a whole number of at least 0"),
        ({"backtracking": 1}, TypeError, "backtracking must be True or False, got 1"),
    ],
)
def test_mmhc_errors(settings, kind, message):
    with pytest.raises(kind, match="^" + re.escape(message)):
        MMHC(**settings)


# The spanning tree


def kruskal(Y, decimals=DECIMALS):
    """Pairs of the maximum spanning tree of absolute correlations, ties in scan order."""
    p = Y.shape[1]
    varying = [k for k in range(p) if np.ptp(Y[:, k]) > 0]
    centred = Y - Y.mean(axis=0)

    def weight(i, j):
        a, b = centred[:, i], centred[:, j]
        return round(
            abs(math.fsum(a * b)) / math.sqrt(math.fsum(a * a) * math.fsum(b * b)), decimals
        )

    pairs = [(i, j) for j in varying for i in varying if i < j]
    component = {k: k for k in varying}
    tree = []
    for i, j in sorted(pairs, key=lambda pair: -weight(*pair)):  # a stable sort
        old, new = component[j], component[i]
        if old != new:
            tree.append((i, j))
            component = {k: new if c == old else c for k, c in component.items()}
    return sorted(tree)


@thorough
@given(
    st.integers(3, 12),
    st.integers(1, 9),
    st.sampled_from(["normal", "rounded", "binary", "constant"]),
    st.integers(0, 2**32 - 1),
    st.integers(0, 8),
)
def test_spanning_tree_is_kruskal(n, p, kind, seed, root):
    rng = np.random.default_rng(seed)
    Y = rng.standard_normal((n, p))
    if kind == "rounded":
        Y = Y.round()
    elif kind == "binary":
        Y = (Y > 0).astype(float)  # many ties, zeros and ones among the correlations
    elif kind == "constant":
        Y[:, rng.random(p) < 0.4] = 3.0
    root = root % p
    found = SpanningTree(root=root)(Y)
    assert sorted(tuple(sorted(edge)) for edge in edges(found)) == kruskal(Y)
    assert (found.sum(axis=0) <= 1).all()
    assert is_dag(found)
    assert found[:, root].sum() == 0
    varying = np.flatnonzero(np.ptp(Y, axis=0) > 0)
    assert found.sum() == max(len(varying) - 1, 0)
    tops = [k for k in varying if not found[:, k].any()]
    assert tops == ([root] if root in varying else list(varying[:1]))


def test_spanning_tree_of_uncorrelated_and_copied_columns_spans():
    signs = np.array(list(itertools.product((-1.0, 1.0), repeat=3)))  # correlations of exactly 0
    assert edges(SpanningTree()(signs)) == [(0, 1), (0, 2)]
    copies = EXAMPLE[:, [0, 0, 1, 0]]
    tree = edges(SpanningTree()(copies))
    assert tree[:2] == [(0, 1), (0, 2)]
    assert len(tree) == 3


def best_forest(weight):
    """The largest sum of weights of a forest with at most one parent each, by trying all."""
    p = len(weight)
    choices = [[-1, *np.flatnonzero(weight[:, j] > 0)] for j in range(p)]

    def value(parents):
        graph = np.zeros((p, p), dtype=int)
        for j, i in enumerate(parents):
            if i >= 0:
                graph[i, j] = 1
        return (weight * graph).sum() if is_acyclic(graph) else 0

    return max(value(parents) for parents in itertools.product(*choices))


@settings(max_examples=60)
@given(st.integers(1, 5), st.integers(0, 10**6))
def test_the_best_forest_is_the_best_of_all(p, seed):
    rng = np.random.default_rng(seed)
    r = rng.integers(0, 5, (p, p)) / 5
    r = np.maximum(r, r.T)
    barred = rng.random((p, p)) < 0.4
    np.fill_diagonal(barred, True)
    weight = np.where(barred, 0, -np.log1p(-(r**2)) / 2)
    found = best_branching(r, barred, np.zeros((p, p), dtype=bool))
    assert sum(weight[i, j] for i, j in found) == pytest.approx(best_forest(weight), abs=1e-9)
    assert len(set(found[:, 1])) == len(found)


def test_spanning_tree_takes_names():
    frame = pd.DataFrame(COLLIDER, columns=list("wxyz"))
    by_name, by_index = (SpanningTree(root=root)(frame) for root in ("z", 3))
    assert np.array_equal(by_name, by_index)
    assert edges(by_name) == [(2, 0), (2, 1), (3, 2)]
    assert SpanningTree(root="z") != SpanningTree()
    assert repr(SpanningTree(root="z")) == "SpanningTree(root='z', knowledge=None)"
    with pytest.raises(ValueError, match="root must name nodes of Y, got 'q'"):
        SpanningTree(root="q")(frame)
    with pytest.raises(ValueError, match=r"root must name nodes of Y, got 4"):
        SpanningTree(root=4)(COLLIDER)


def test_spanning_tree_of_one_or_only_constant_columns_is_empty():
    assert edges(SpanningTree()(COLLIDER[:, :1])) == []
    assert edges(SpanningTree(root=1)(np.ones((5, 3)))) == []


def test_spanning_tree_finds_what_the_paper_reports():
    # Tree graphs with p = 100, n = 50, SNR in [0.5, 1.5]: 90.44 (2.33) of 99 edges correct.
    rng = np.random.default_rng(7)
    tree = np.array([(rng.integers(k), k) for k in range(1, 100)])
    found = [
        SpanningTree()(simulate_gaussian(tree, n=50, seed=seed, nodes=100)) for seed in range(20)
    ]
    assert all(adjacency.sum() == 99 for adjacency in found)
    correct = [(adjacency | adjacency.T)[tree[:, 0], tree[:, 1]].sum() for adjacency in found]
    assert 86 < np.mean(correct) < 94


# Directions for partially directed graphs


def v_structures(adjacency, skeleton):
    p = len(adjacency)
    return {
        (a, c, b)
        for c in range(p)
        for a in range(p)
        for b in range(a)
        if adjacency[a, c] and adjacency[b, c] and not skeleton[a, b]
    }


def extensions(directed, undirected):
    """Every DAG with the skeleton, the directed edges and the v-structures of a PDAG."""
    skeleton = directed | directed.T | undirected
    lines = [(i, j) for i, j in edges(undirected) if i < j]
    for flips in itertools.product((False, True), repeat=len(lines)):
        dag = directed.copy()
        for (i, j), flip in zip(lines, flips, strict=True):
            dag[(j, i) if flip else (i, j)] = True
        if is_dag(dag) and v_structures(dag, skeleton) == v_structures(directed, skeleton):
            yield dag


@st.composite
def pdags(draw, both_ways=False):
    """A partially directed graph on up to five nodes; cycles are allowed."""
    p = draw(st.integers(1, 5))
    directed, undirected = np.zeros((2, p, p), dtype=bool)
    kinds = ["none", "line", "line", "up", "down", *(["both"] if both_ways else [])]
    for i, j in itertools.combinations(range(p), 2):
        kind = draw(st.sampled_from(kinds))
        directed[i, j] = kind in ("up", "both")
        directed[j, i] = kind in ("down", "both")
        undirected[i, j] = undirected[j, i] = kind == "line"
    return directed, undirected


@thorough
@given(pdags())
def test_consistent_extension_is_one_of_all(pdag):
    possible = list(extensions(*pdag))
    found = consistent_extension(*pdag)
    if found is None:
        assert possible == []
    else:
        assert any(np.array_equal(found, dag) for dag in possible)


@thorough
@given(st.integers(2, 12), st.integers(0, 2**32 - 1))
def test_consistent_extension_of_the_pattern_of_a_dag(p, seed):
    """A DAG whose edges outside v-structures lost their direction has an extension: itself."""
    rng = np.random.default_rng(seed)
    dag = random_dag(p, int(rng.integers(p * (p - 1) // 2 + 1)), rng).astype(bool)
    skeleton = dag | dag.T
    directed = np.zeros_like(dag)
    for a, c, b in v_structures(dag, skeleton):
        directed[[a, b], c] = True
    found = consistent_extension(directed, skeleton & ~directed & ~directed.T)
    assert is_dag(found)
    assert np.array_equal(found | found.T, skeleton)
    assert v_structures(found, skeleton) == v_structures(dag, skeleton)


@thorough
@given(pdags(both_ways=True))
def test_acyclic_orientation_keeps_the_skeleton_and_what_it_can(pdag):
    directed, undirected = pdag
    found = acyclic_orientation(directed, undirected)
    assert is_dag(found)
    assert not (found & found.T).any()
    assert np.array_equal(found | found.T, directed | directed.T | undirected)
    if is_dag(directed):
        assert (found >= directed).all()


def test_pdag_to_dag_without_an_extension():
    square = [[0, -1, 0, -1], [-1, 0, -1, 0], [0, -1, 0, -1], [-1, 0, -1, 0]]
    assert edges(pdag_to_dag(square)) == [(0, 1), (0, 3), (1, 2), (2, 3)]


def test_pdag_to_dag_two_arrowheads_count_as_undirected():
    # 0 -> 2 <-> 1: directing 1 -> 2 would make a v-structure, 2 -> 1 does not.
    assert edges(pdag_to_dag([[0, 0, -1], [0, 0, 1], [1, 1, 0]])) == [(0, 2), (2, 1)]


# causal-learn


@pytest.fixture
def causal_learn():
    # Its dependencies warn when they are imported, each in its own way.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return importlib.import_module("causallearn")


BOTH = pytest.mark.parametrize("learner", [PC(alpha=0.001), GES(lambda_value=1.0)], ids=repr)


@BOTH
@pytest.mark.usefixtures("causal_learn")
def test_collider_is_found(learner, capsys):
    assert edges(learner(COLLIDER)) == [(0, 2), (1, 2), (2, 3)]
    frame = pl.DataFrame(COLLIDER, schema=list("wxyz"))
    assert edges(learner(frame)) == [(0, 2), (1, 2), (2, 3)]
    assert capsys.readouterr() == ("", "")


@BOTH
@pytest.mark.usefixtures("causal_learn")
def test_scale_does_not_matter(learner):
    scaled = COLLIDER * np.array([1e-6, 1.0, 1e9, 1e3]) + 5
    assert edges(learner(scaled)) == edges(learner(COLLIDER))


@BOTH
@pytest.mark.usefixtures("causal_learn")
def test_constant_and_copied_columns_are_isolated(learner):
    Y = np.insert(COLLIDER, [0, 2], 7.0, axis=1)
    Y = np.column_stack((Y, 3 - 2 * Y[:, 1]))
    found = learner(Y)
    assert edges(found) == [(1, 4), (2, 4), (4, 5)]
    assert edges(learner(np.ones((6, 3)))) == []
    assert edges(learner(COLLIDER[:, :1])) == []


@BOTH
@pytest.mark.usefixtures("causal_learn")
@pytest.mark.parametrize("kind", KINDS)
def test_odd_resamples_give_a_dag(learner, kind):
    rng = np.random.default_rng(5)
    for n in (4, 6, 12):
        Y = make_data(rng, kind, n, 6)
        resample = Y[rng.integers(n, size=n)]
        assert is_dag(learner(resample))


@pytest.mark.usefixtures("causal_learn")
def test_pc_singular_tests_delete_no_edge():
    # Three categories, one column each: any two determine the third; and a coin.
    Y = np.column_stack((np.repeat(np.eye(3), 8, axis=0), np.tile([0, 1], 12)))
    assert edges(PC()(Y)) == [(0, 1), (0, 2), (1, 2)]


@pytest.mark.usefixtures("causal_learn")
def test_pc_max_k_bounds_the_conditioning():
    Y = simulate_gaussian([[0, 1], [1, 2]], n=300, snr=(1.5, 1.5), seed=1, nodes=3)
    assert edges(PC(max_k=0)(Y)) == [(0, 1), (0, 2), (1, 2)]
    assert edges(PC()(Y)) == [(0, 1), (1, 2)]


@pytest.mark.slow
@pytest.mark.usefixtures("causal_learn")
def test_the_same_dag_for_every_hash_seed():
    code = (
        "import numpy as np; from dagbag.learners import PC, GES;"
        "from dagbag.simulate import random_dag, simulate_gaussian;"
        "Y = simulate_gaussian(random_dag(9, 14, seed=1), n=60, seed=2);"
        "print([np.flatnonzero(learner(Y)).tolist() for learner in (PC(), GES())])"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(told) == 1


@BOTH
def test_a_missing_causal_learn_says_what_to_install(learner, monkeypatch):
    for name in [*sys.modules]:
        if name.partition(".")[0] == "causallearn":
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "causallearn", None)
    with pytest.raises(ImportError, match=r"needs causal-learn: pip install dagbag\[learners\]"):
        learner(COLLIDER)


def test_settings_of_the_adapters():
    assert repr(PC(max_k=2.0)) == "PC(alpha=0.05, stable=True, max_k=2, knowledge=None)"
    assert repr(GES(lambda_value=1)) == "GES(lambda_value=1.0, knowledge=None)"
    assert pickle.loads(pickle.dumps(PC(alpha=0.01))) == PC(alpha=0.01)
    assert len({PC(), PC(alpha=0.05), PC(stable=False), GES(), SpanningTree(), HillClimbing()}) == 5
    with pytest.raises(ValueError, match="alpha must be a number between 0 and 1, got 1"):
        PC(alpha=1)
    with pytest.raises(TypeError, match="stable must be True or False, got 1"):
        PC(stable=1)
    with pytest.raises(ValueError, match="max_k must be a whole number of at least 0, got -1"):
        PC(max_k=-1)
    with pytest.raises(
        ValueError, match="lambda_value must be a finite number of at least 0, got -1"
    ):
        GES(lambda_value=-1)


@pytest.mark.parametrize(
    ("learner", "prefer"),
    [
        (HillClimbing(), "threads"),
        (SpanningTree(), "threads"),
        (MMHC(), "threads"),
        (BaggedScore(), "threads"),
        (PC(), "processes"),
        (GES(), "processes"),
    ],
)
def test_what_joblib_should_prefer(learner, prefer):
    assert learner.prefer == prefer
