"""Greedy search over equivalence classes: the kernel against the definition, and the learner."""

import math
import signal
import threading

import numpy as np
import pytest
from class_reference import DELETE, INSERT, TURN, ClassOracle, cpdag
from hypothesis import given, settings
from hypothesis import strategies as st
from problems import KINDS, make_data, random_dag_mask, thorough
from reference import is_acyclic

from dagbag import bag
from dagbag._input.constraints import Constraints
from dagbag._kernels.xges import ClassSearch
from dagbag._search.crossprod import standardize
from dagbag._search.equivalence import lists_of_pairs
from dagbag._search.scores import Gaussian, make_score
from dagbag._search.search import barred_rows, edge_list, pack_rows
from dagbag.learners import XGES
from dagbag.metrics import is_equivalent, shd_cpdag
from dagbag.simulate import random_dag, random_edges, simulate_gaussian

TOLERANCE = 1e-6
GENERIC = ("normal", "heavy", "constant")
NO_EDGES = np.empty((0, 2), dtype=np.int32)


def begin(search, Y, score, *, black=None, white=None, limit=None, eps=1e-6):
    data = standardize(Y)
    forbidden, fixed = lists_of_pairs(Constraints(black, white, white))
    never = None if forbidden is None else forbidden & forbidden.T
    search.start(
        score.scorer(search.regressions, data, standardized=True, eps=eps),
        limit=min(Y.shape[1] - 1 if limit is None else limit, max(len(Y) - 2, 0)),
        barred=barred_rows(never, data.constant),
        forbidden=None if forbidden is None else pack_rows(forbidden),
        fixed=None if fixed is None else pack_rows(fixed),
        edges=edge_list(white),
        eps=eps,
    )
    return data


@st.composite
def class_problems(draw, kinds, most=5, lists=True):
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    p = draw(st.integers(1, most))
    n = draw(st.integers(8, 60))
    Y = make_data(rng, draw(st.sampled_from(kinds)), n, p)
    black = white = None
    if lists and draw(st.booleans()):
        black = rng.random((p, p)) < draw(st.sampled_from([0.1, 0.3, 0.6]))
        np.fill_diagonal(black, False)
    if lists and draw(st.booleans()) and not (np.ptp(Y, axis=0) == 0).any():
        white = random_dag_mask(rng, p, 0.2)
    limit = draw(st.sampled_from([None, 1, 2]))
    if limit is not None and white is not None and white.sum(axis=0).max(initial=0) > limit:
        limit = None
    penalty = draw(st.sampled_from([0.5, 2.0, math.log(n), 2 * math.log(n)]))
    return Y, penalty, black, white, limit


def by_kernel(problem, extended):
    Y, penalty, black, white, limit = problem
    search = ClassSearch(Y.shape[1])
    begin(search, Y, Gaussian("score", penalty), black=black, white=white, limit=limit)
    moves, deltas, converged, counts = search.climb(10_000, extended)
    assert converged
    return search, moves, deltas, counts


# Against the definition


@thorough
@given(class_problems(GENERIC), st.booleans())
def test_moves_are_those_of_the_oracle(problem, extended):
    Y, penalty, black, white, limit = problem
    search, moves, deltas, _ = by_kernel(problem, extended)
    oracle = ClassOracle(Y, penalty, black, white, limit)
    dag, expected = oracle.search(extended)
    assert [tuple(move) for move in moves.tolist()] == expected
    np.testing.assert_array_equal(search.cpdag(), cpdag(dag))
    start = np.zeros_like(dag) if white is None else white
    assert oracle.score(dag) - oracle.score(start) == pytest.approx(deltas.sum(), abs=TOLERANCE)


@pytest.mark.parametrize("seed", range(20))
def test_moves_on_few_rows_are_those_of_the_oracle(seed):
    # Dense graphs, in which every kind of operation is met.
    rng = np.random.default_rng(seed)
    Y = make_data(rng, "normal", int(rng.integers(8, 13)), 5)
    problem = (Y, 2.0 if seed % 2 else 0.5, None, None, None)
    moves = by_kernel(problem, True)[1]
    assert [tuple(move) for move in moves.tolist()] == ClassOracle(*problem).search(True)[1]


@thorough
@given(class_problems(GENERIC))
def test_nothing_improves_what_is_found(problem):
    Y, penalty, black, white, limit = problem
    search, *_ = by_kernel(problem, True)
    dag = search.dag()
    oracle = ClassOracle(Y, penalty, black, white, limit)
    assert is_acyclic(dag)
    np.testing.assert_array_equal(search.cpdag(), cpdag(dag))
    assert np.nansum(search.scores()) == pytest.approx(oracle.score(dag), abs=TOLERANCE)
    assert oracle.honours(dag)
    assert limit is None or dag.sum(axis=0).max() <= limit
    deltas = [delta for delta, _ in oracle.operations(dag).values()]
    assert min(deltas, default=0.0) > -oracle.eps - TOLERANCE


@thorough
@given(class_problems(KINDS, most=7), st.booleans())
def test_degenerate_columns_neither_crash_nor_hang(problem, extended):
    Y, _, black, white, _ = problem
    search = by_kernel(problem, extended)[0]
    dag = search.dag()
    assert is_acyclic(dag)
    constant = np.ptp(Y, axis=0) == 0
    assert not dag[constant].any()
    assert not dag[:, constant].any()
    assert black is None or not (dag & black & ~(False if white is None else white)).any()
    assert white is None or not (white & ~dag).any()
    if Y.shape[1] <= 5:
        np.testing.assert_array_equal(search.cpdag(), cpdag(dag))


@settings(thorough, max_examples=30)
@given(st.integers(3, 40), st.integers(5, 30), st.integers(0, 2**32 - 1))
def test_saturated_data_come_to_an_end(n, p, seed):
    Y = np.random.default_rng(seed).standard_normal((n, p))
    result = XGES(penalty=1, max_parents=5)(Y)
    assert result.converged
    assert result.most_parents <= min(5, n - 2)


# Properties of larger problems


@pytest.mark.parametrize("score_type", ["BIC", "AIC", "eBIC", "GIC", 5.0, "BGe"])
@pytest.mark.parametrize("seed", range(3))
def test_score_is_that_of_the_graph_and_of_every_equivalent_one(score_type, seed):
    Y = simulate_gaussian(random_edges(30, 45, seed=seed), n=200, seed=seed, nodes=30)
    first = XGES(score_type=score_type)(Y)
    turned = XGES(score_type=score_type, seed=seed)(Y)
    assert is_equivalent(first, turned)
    assert first.score == pytest.approx(turned.score, abs=TOLERANCE)
    # BIC is extended by the nodes.
    extra = 1.5 * math.log(30) * len(first) if score_type == "BIC" else 0.0
    expected = score_of(Y, first.adj_matrix, score_type) + extra
    assert first.score == pytest.approx(expected, abs=TOLERANCE)


def score_of(Y, dag, score_type):
    """By definition."""
    n, p = Y.shape
    Z = standardize(Y).X
    score = make_score(score_type, n, p, 1.0, None)
    constant, weight, determinant = score.terms(n, p)
    C = Z.T @ Z + score.ridge * np.eye(p)
    total = 0.0
    for k in range(p):
        S = np.flatnonzero(dag[:, k])
        rss = C[k, k] - (C[k, S] @ np.linalg.solve(C[np.ix_(S, S)], C[S, k]) if len(S) else 0.0)
        total += constant[len(S)] + weight[len(S)] * math.log(rss)
        total += np.linalg.slogdet(C[np.ix_(S, S)])[1] if determinant and len(S) else 0.0
    return total


@pytest.mark.parametrize("seed", range(10))
def test_many_rows_tell_the_true_class(seed):
    truth = random_dag(12, 14, seed=seed)
    Y = simulate_gaussian(truth, n=100_000, seed=seed)
    assert shd_cpdag(XGES()(Y), truth) == 0


def test_the_collider_that_hill_climbing_gets_wrong():
    edges = [["a", "c"], ["b", "c"], ["c", "d"]]
    for seed in range(20):
        Y = simulate_gaussian(edges, n=3000, seed=seed)
        assert set(XGES()(Y)) == {("a", "c"), ("b", "c"), ("c", "d")}


@pytest.mark.parametrize("p", [63, 64, 65, 129])
def test_order_of_columns_does_not_matter(p):
    Y = simulate_gaussian(random_edges(p, p, seed=p), n=300, seed=p, nodes=p)
    order = np.random.default_rng(p).permutation(p)
    direct = XGES(penalty=1)(Y)
    other = XGES(penalty=1)(Y[:, order])
    assert direct.score == pytest.approx(other.score, abs=TOLERANCE)
    back = np.zeros_like(direct.adj_matrix)
    back[np.ix_(order, order)] = other.adj_matrix
    assert is_equivalent(direct.adj_matrix, back)


def test_extended_search_is_never_worse():
    scores = []
    for seed in range(10):
        Y = simulate_gaussian(random_edges(40, 80, seed=seed), n=200, seed=seed, nodes=40)
        scores.append((XGES()(Y).score, XGES(extended=False)(Y).score))
    assert all(extended <= plain + TOLERANCE for extended, plain in scores)
    assert any(extended < plain - 1 for extended, plain in scores)


@pytest.mark.parametrize("p", [8, 13])  # 2^12 cliques among the neighbors of a node are too many
def test_a_complete_graph_falls_apart(p):
    Y = np.random.default_rng(p).standard_normal((500, p))
    search, data = ClassSearch(p), standardize(Y)
    search.start(
        Gaussian("score", 100.0).scorer(search.regressions, data, standardized=True, eps=1e-6),
        limit=p - 1,
        barred=barred_rows(None, data.constant),
        forbidden=None,
        fixed=None,
        edges=edge_list(np.triu(np.ones((p, p), dtype=bool), 1)),
        eps=1e-6,
    )
    assert search.cpdag().sum() == p * (p - 1)
    moves, *_ = search.climb(10**6, False)
    assert (moves[:, 2] == DELETE).all()
    assert not search.dag().any()


# Lists


def test_lists_direct_an_edge_that_data_do_not():
    Y = simulate_gaussian([[0, 1], [1, 2]], n=500, seed=1, nodes=3)
    assert XGES()(Y).edges == ((0, 1), (1, 2))
    assert XGES(blacklist=[[0, 1]])(Y).edges == ((1, 0), (1, 2))
    assert XGES(whitelist=[[2, 1]])(Y).edges == ((1, 0), (2, 1))
    parted = set(XGES(blacklist=[[0, 1], [1, 0]])(Y))
    assert not parted & {(0, 1), (1, 0)}


def test_whitelisted_edges_are_in_whatever_the_data_say():
    Y = np.random.default_rng(0).standard_normal((100, 6))
    result = XGES(whitelist=[[0, 1], [5, 2]], blacklist=[[0, 1]])(Y)
    assert {(0, 1), (5, 2)} <= set(result)


def test_penalty_is_a_multiple_of_the_score_s_own():
    Y = simulate_gaussian(random_edges(30, 40, seed=3), n=200, seed=3, nodes=30)
    assert XGES()(Y).edges == XGES(score_type=math.log(200) + 1.5 * math.log(30))(Y).edges
    assert XGES(penalty=2)(Y).edges == XGES(score_type=2 * math.log(200))(Y).edges
    assert XGES(penalty=1)(Y).edges == XGES(score_type=math.log(200))(Y).edges
    with pytest.raises(ValueError, match="penalty must be 1 or None with BGe"):
        XGES(score_type="BGe", penalty=2)(Y)


# Ends


def test_rounding_does_not_lead_in_circles():
    """Nearly collinear data, whose deltas do not add up to the change of the score."""
    rng = np.random.default_rng(129)
    Y = rng.normal(size=(60, 3)) @ rng.normal(size=(3, 6)) + 1e-3 * rng.normal(size=(60, 6))
    assert XGES(max_step=3000)(Y).converged
    Y = np.random.default_rng(0).normal(size=(200, 40))
    Y[5] = -99999999.0
    assert XGES(max_step=30_000)(Y).converged
    for seed in range(6):
        rng = np.random.default_rng(seed)
        noise = 10.0 ** -rng.integers(3, 9)
        Y = rng.normal(size=(60, 3)) @ rng.normal(size=(3, 7)) + noise * rng.normal(size=(60, 7))
        assert XGES(max_step=10_000)(Y).converged
    Y = simulate_gaussian(random_edges(20, 30, seed=3), n=100, seed=3, nodes=20)
    for eps in (0, 1e-14):
        assert XGES(EPS=eps, max_step=30_000)(Y).converged


def test_max_step_ends_the_search():
    Y = simulate_gaussian(random_edges(30, 40, seed=3), n=200, seed=3, nodes=30)
    result = XGES(max_step=5)(Y)
    assert not result.converged
    assert result.operations == 5 == len(result)
    late = XGES(max_step=60)(Y)
    assert not late.converged
    assert late.operations == 60
    assert late.score >= XGES()(Y).score - TOLERANCE


def test_workspace_is_used_again_after_an_interrupt():
    Y = simulate_gaussian(random_edges(60, 120, seed=1), n=300, seed=1, nodes=60)
    search = ClassSearch(60)
    score = Gaussian("score", math.log(300))
    begin(search, Y, score)
    whole = search.climb(10**6, True)
    search.stop = threading.Event()
    search.stop.set()
    begin(search, Y, score)
    with pytest.raises(KeyboardInterrupt):
        search.climb(10**6, True)
    search.stop = None
    begin(search, Y, score)
    again = search.climb(10**6, True)
    np.testing.assert_array_equal(whole[0], again[0])
    assert whole[1].tobytes() == again[1].tobytes()


def test_ctrl_c_is_heard():
    Y = np.random.default_rng(1).standard_normal((100, 150))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            XGES(penalty=0.1)(Y)
    finally:
        timer.cancel()
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"limit": 2, "edges": np.array([[0, 1], [1, 0]], dtype=np.int32)}, "acyclic"),
        ({"limit": 2, "edges": np.array([[0, 7]], dtype=np.int32)}, "among 3 nodes"),
        ({"limit": 2, "barred": np.zeros((2, 1), dtype=np.uint64)}, "barred must have shape"),
    ],
)
def test_kernel_refuses_what_does_not_fit(changes, message):
    search = ClassSearch(3)
    Y = np.random.default_rng(0).standard_normal((20, 3))
    data = standardize(Y)
    given_ = {
        "limit": 2,
        "barred": barred_rows(None, data.constant),
        "forbidden": None,
        "fixed": None,
        "edges": NO_EDGES,
        "eps": 1e-6,
    }
    score = Gaussian("score", 2.0).scorer(search.regressions, data, standardized=True, eps=1e-6)
    with pytest.raises(ValueError, match=message):
        search.start(score, **{**given_, **changes})
    with pytest.raises(RuntimeError, match="not been started"):
        search.dag()


# Ensembles


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_bagged_on_row_counts_is_bagged_on_rows(n_jobs):
    Y = simulate_gaussian(random_edges(20, 25, seed=1), n=150, seed=1, nodes=20)
    learner = XGES()
    direct = bag(Y, learner, n_boot=12, seed=1, n_jobs=n_jobs)
    by_rows = bag(Y, _Rows(learner), n_boot=12, seed=1, n_jobs=1)
    assert [direct[b].edges for b in range(12)] == [by_rows[b].edges for b in range(12)]


class _Rows:
    """A learner without `on_row_counts`."""

    def __init__(self, learner):
        self._learner = learner

    def __call__(self, data, seed):
        return self._learner(data, seed=seed)


def test_free_edges_come_out_both_ways_in_an_ensemble():
    Y = simulate_gaussian([[0, 1]], n=300, seed=1, nodes=2)
    found = {one.edges for one in bag(Y, XGES(), n_boot=30, seed=1, n_jobs=1)}
    assert found == {((0, 1),), ((1, 0),)}


def test_kinds_of_operations_are_all_met():
    kinds = set()
    for seed in range(10):
        Y = simulate_gaussian(random_edges(40, 90, seed=seed), n=200, seed=seed, nodes=40)
        search = ClassSearch(40)
        begin(search, Y, Gaussian("score", math.log(200)))
        moves, *_ = search.climb(10**6, True)
        kinds |= set(moves[:, 2].tolist())
    assert kinds == {INSERT, DELETE, TURN}


@pytest.mark.parametrize("score_type", ["likelihood", 0])
def test_without_a_penalty_no_deletion_is_forced(score_type):
    """The complete graph is the best, and there is no end of ways from it and back."""
    Y = np.random.default_rng(1).standard_normal((50, 5))
    text = "XGES must have a penalty above 0 for extended=True.*; .* or extended=False"
    for run in (
        lambda learner: learner(Y),
        lambda learner: bag(Y, learner, 2, seed=1, n_jobs=1),
    ):
        with pytest.raises(ValueError, match=text):
            run(XGES(score_type=score_type))
    assert len(XGES(extended=False, score_type=score_type)(Y).edges) == 10
