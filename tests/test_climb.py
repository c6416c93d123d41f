"""Whole searches and single steps of the kernel against the oracle."""

import warnings
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from problems import Problem, problems, thorough
from reference import is_acyclic

import dagbag
from dagbag import RRandom
from dagbag._kernels.climb import Search, Terms
from dagbag._kernels.gaussian import GaussianScorer
from dagbag._search.search import barred_rows, edge_list, sources_by_target

DELTA_TOLERANCE = 1e-6
OPERATIONS = ("add", "delete", "reverse")


def score(*args, **kwargs):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", dagbag.ConvergenceWarning)
        warnings.simplefilter("ignore", dagbag.DegenerateDataWarning)
        return dagbag.score(*args, **kwargs)


def moves_of(result):
    return [(s, t, OPERATIONS.index(op) + 1) for op, s, t, _ in result.moves]


def assert_deltas(ours, theirs):
    np.testing.assert_allclose(ours, theirs, rtol=DELTA_TOLERANCE, atol=DELTA_TOLERANCE)


@thorough
@given(problems())
def test_search_makes_the_moves_of_the_oracle(problem):
    oracle = problem.oracle()
    moves, deltas, converged = oracle.search(problem.threshold, problem.max_step)
    result = score(problem.Y, **problem.arguments())
    assert moves_of(result) == moves
    assert_deltas([move.delta for move in result.moves], deltas)
    assert result.converged == converged
    assert np.array_equal(result.adj_matrix.astype(bool), oracle.adjacency)
    assert result.score == pytest.approx(oracle.total_score(), rel=1e-6, abs=1e-4)


@pytest.mark.parametrize("n", [400, 20_000])
@pytest.mark.parametrize("score_type", ["BIC", "BGe"])
def test_ties_hold_for_large_n_and_small_residuals(n, score_type):
    """The two directions of an edge tie; a delta from cross-products alone would be off by EPS."""
    for seed in range(12):
        rng = np.random.default_rng(seed)
        Y = rng.standard_normal((n, 3))
        Y[:, 1] = Y[:, 0] + 10.0 ** -rng.uniform(2, 5) * rng.standard_normal(n)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            result = dagbag.score(1e3 * Y, score_type=score_type, standardize=score_type == "BIC")
        assert {move.operation for move in result.moves} == {"add"}
        assert (1, 0) in result.edges


def test_collinear_parents_given_from_outside():
    """Of two copies of a parent either may be deleted for nothing, the first one goes."""
    rng = np.random.default_rng(0)
    Y = rng.standard_normal((50, 3))
    Y[:, 2] += Y[:, 0]
    Y[:, 1] = Y[:, 0]
    black = [(0, 1), (1, 0), (2, 0), (2, 1)]
    for kept, spare in ((0, 1), (1, 0)):
        result = score(Y, whitelist=[(kept, 2)], ini_adj_matrix=[(spare, 2)], blacklist=black)
        assert result.edges == ((kept, 2),)
        assert result.moves[0][:3] == ("delete", spare, 2)
        assert result.moves[0].delta == pytest.approx(-np.log(50))
    assert score(Y, ini_adj_matrix=[(0, 2), (1, 2)], blacklist=black).moves[0][:3] == (
        "delete",
        0,
        2,
    )


def test_forest_with_a_positive_threshold_may_stay():
    Y = np.random.default_rng(0).standard_normal((20, 4))
    result = score(
        Y, random_forest=True, random_step_length=1e308, threshold=3, seed=1, max_step=30
    )
    assert result.converged
    assert result.moves == ()


@thorough
@given(
    problems(kinds=("normal", "rounded", "heavy", "constant")),
    st.sampled_from([(1, 12), (3, 30)]),
)
def test_bge_search_makes_the_moves_of_the_oracle(problem, prior):
    mu, w = prior
    problem.eps = 1e-6
    oracle = problem.oracle(bge=(mu, w))
    moves, deltas, converged = oracle.search(problem.threshold, problem.max_step)
    arguments = {**problem.arguments(), "score_type": "bge", "iss_mu": mu, "iss_w": w}
    result = score(problem.Y, **arguments)
    assert moves_of(result) == moves
    assert_deltas([move.delta for move in result.moves], deltas)
    assert result.converged == converged


@thorough
@given(
    problems(kinds=("normal", "rounded", "binary")),
    st.integers(0, 1000),
    st.floats(0, 3),
    st.sampled_from([None, 0.5, 1.9]),  # 2 is a penalty: of no gain rounding decides
)
def test_forest_makes_the_moves_of_the_oracle(problem, seed, length, threshold):
    if threshold is not None:
        problem = replace(problem, threshold=threshold)
    lengths = np.full(problem.max_step, length)
    stream = RRandom(seed)
    moves, deltas, converged, draws, recorded = problem.oracle().forest(
        lengths, RRandom(seed).runif(problem.max_step), problem.threshold, problem.max_step
    )
    result = score(
        problem.Y,
        **problem.arguments(),
        random_forest=True,
        random_step_length=length,
        seed=stream,
    )
    assert moves_of(result) == moves
    assert_deltas([move.delta for move in result.moves], deltas)
    assert result.converged == converged
    assert result.final_step == len(result._whitelisted) + len(moves) + converged
    assert_deltas(result.delta_min[: len(recorded)].tolist(), recorded)
    assert (result.delta_min[len(recorded) :] == -99).all()
    assert result.bic_ok.tolist() == np.where(result.delta_min == -99, -99, 0).tolist()
    after = RRandom(seed)
    after.runif(draws)
    assert stream.runif(1) == after.runif(1)


@thorough
@given(
    problems(kinds=("normal", "rounded", "heavy")),
    st.integers(0, 1000),
    st.integers(1, 3),
    st.integers(1, 4),
    st.sets(st.sampled_from(["add", "delete", "reverse"]), min_size=1).map(sorted),
)
def test_restarts_make_the_moves_of_the_oracle(problem, seed, nrestart, perturb, operations):
    stream = RRandom(seed)
    total, moves, adjacency = problem.oracle().restart(
        lambda m: int(stream.sample_int(m, 1)[0]) - 1,
        nrestart,
        perturb,
        [OPERATIONS.index(name) + 1 for name in operations],
        problem.threshold,
        problem.max_step,
    )
    result = score(
        problem.Y,
        **problem.arguments(),
        nrestart=nrestart,
        perturb=perturb,
        seed=seed,
        perturb_operations=operations,
    )
    assert moves_of(result) == moves
    assert np.array_equal(result.adj_matrix.astype(bool), adjacency)
    assert result.score == pytest.approx(total, rel=1e-6, abs=1e-4)


def terms(p, limit, *, blacklist=None, whitelist=None, constant=None, edges=None, eps=1e-6):
    constant = np.zeros(p, dtype=bool) if constant is None else constant
    return Terms(
        limit=limit,
        barred=barred_rows(blacklist, constant),
        fixed=sources_by_target(whitelist, p),
        edges=edge_list(edges),
        threshold=0.0,
        eps=eps,
    )


def start(search, X, penalty, given, *, rows=None):
    """Begin with the cross-products of X and, for refits, other rows that have the same."""
    search.regressions.crossprod[...] = X.T @ X
    rows = X if rows is None else rows
    search.start(GaussianScorer(search.regressions, rows, float(len(X)), penalty), given)


def started(problem):
    """A kernel search on a problem, and the oracle beside it."""
    oracle = problem.oracle()
    p = oracle.Y.shape[1]
    search = Search(p)
    given = terms(
        p,
        oracle.limit,
        blacklist=problem.blacklist,
        whitelist=problem.whitelist,
        constant=oracle.constant,
        edges=oracle.adjacency,
        eps=problem.eps,
    )
    X = np.ascontiguousarray(np.where(oracle.constant, 0.0, oracle.Y))
    start(search, X, problem.penalty, given)
    return search, oracle


@thorough
@given(problems(), st.sampled_from([0.0, 1e-6, 0.5, 2.0]))
def test_choice_is_that_of_the_rule(problem, eps):
    """In scan order, an operation replaces the incumbent only if it is better by EPS."""
    problem.eps = eps
    search, _ = started(problem)
    for _ in range(5):
        moves, deltas = search.operations()
        assert not ((np.abs(deltas) < eps) & (deltas != 0)).any()
        best = None
        for k, delta in enumerate(deltas):
            if best is None or delta <= deltas[best] - eps:
                best = k
        taken, told, converged, *_ = search.climb(1)
        assert converged == (best is None or deltas[best] >= 0.0)
        if converged:
            break
        assert taken.tolist() == [moves[best].tolist()]
        assert told.tolist() == [deltas[best]]


@thorough
@given(problems(), st.lists(st.integers(0, 10**6), max_size=12))
def test_operations_and_deltas_stay_right_under_random_operations(problem, picks):
    """Cached delta = recomputed, cached eligibility = naive check, after any operations."""
    search, oracle = started(problem)
    for pick in [*picks, None]:
        expected = oracle.operations()
        moves, deltas = search.operations()
        assert [(m[2], m[0], m[1]) for m in moves.tolist()] == [e[:3] for e in expected]
        assert_deltas(deltas, [e[3] for e in expected])
        if pick is None or not expected:
            break
        op, i, j, _ = expected[pick % len(expected)]
        search.apply(op, i, j)
        oracle.apply(op, i, j)
        assert is_acyclic(oracle.adjacency)
    assert search.edges().tolist() == edge_list(oracle.adjacency).tolist()


@thorough
@given(
    st.integers(0, 10**6),
    st.lists(st.sampled_from(["best", "best", "best", "any", "delete"]), max_size=25),
)
def test_refitted_columns_stay_right_under_random_operations(seed, picks):
    """Two targets gain parents up to saturation, and lose some now and then.

    So small an eps has them refitted from 1e-2 of their variance on.
    """
    rng = np.random.default_rng(seed)
    n, p = int(rng.integers(6, 12)), int(rng.integers(12, 26))
    blacklist = np.ones((p, p), dtype=bool)
    blacklist[:, rng.permutation(p)[:2]] = False
    Y = rng.standard_normal((n, p)) @ rng.standard_normal((p, p))
    search, oracle = started(Problem(Y, 0.0, blacklist, None, None, 0.0, 0, None, 1e-12))
    for pick in picks:
        expected = oracle.operations()
        moves, deltas = search.operations()
        assert [(m[2], m[0], m[1]) for m in moves.tolist()] == [e[:3] for e in expected]
        assert_deltas(deltas, [e[3] for e in expected])
        if pick == "best":
            op, i, j, _ = expected[int(np.argmin(deltas))]
        else:
            deletions = [e for e in expected if e[0] == 2]
            chosen = deletions if pick == "delete" and deletions else expected
            op, i, j, _ = chosen[rng.integers(len(chosen))]
        search.apply(op, i, j)
        oracle.apply(op, i, j)


@pytest.mark.parametrize("p", [64, 70, 150])
def test_residuals_kept_between_steps_are_those_computed_anew(p):
    """Rows of zeros change no fit, but there are too many of them for residuals to be kept."""
    rng = np.random.default_rng(p)
    Y = rng.standard_normal((20, p))
    X = Y - Y.mean(axis=0)
    answers = []
    for data in (X, np.vstack([X, np.zeros((p, p))])):
        search = Search(p)
        start(search, X, 3.0, terms(p, 18), rows=data)
        answers.append(search.climb(2000))
    (moves, deltas, *_), (anew, deltas_anew, *_) = answers
    assert np.bincount(moves[:, 1]).max() >= 18
    assert moves.tolist() == anew.tolist()
    assert_deltas(deltas, deltas_anew)


@pytest.mark.parametrize("kind", ["normal", "rounded", "duplicated", "nearly", "many parents"])
@pytest.mark.parametrize("score_type", ["BIC", "BGe"])
def test_merits_computed_when_asked_for_are_those_kept(kind, score_type):
    """Beyond 1024 nodes merits are computed again: constant columns make any problem that large."""
    rng = np.random.default_rng(5)
    Y = rng.standard_normal((60, 70))
    Y[:, 35:] += Y[:, :35] - 0.7 * Y[:, 1:36]
    if kind == "rounded":
        Y = np.round(Y)
    elif kind == "duplicated":
        Y[:, 3:6] = Y[:, 40:43]
    elif kind == "nearly":
        Y[:, 3:9] = Y[:, 40:46] + 1e-4 * Y[:, 50:56]
    elif kind == "many parents":
        Y[:, 7] += Y[:, 10:30].sum(axis=1)
    kept = score(Y, max_step=400, score_type=score_type, iss_w=1200)
    wide = np.hstack([Y, np.zeros((60, 1000))])
    computed = score(wide, max_step=400, score_type=score_type, iss_w=1200 + 1000)
    assert len(kept.moves) > 100
    assert moves_of(computed) == moves_of(kept)
    assert_deltas([move.delta for move in computed.moves], [move.delta for move in kept.moves])


def test_a_workspace_used_again_gives_the_same_answer():
    rng = np.random.default_rng(5)
    Y = rng.standard_normal((40, 70)) @ rng.standard_normal((70, 70))
    search = Search(70)
    answers = []
    for data in (Y, rng.standard_normal((90, 70)), Y):
        start(search, data - data.mean(axis=0), 2.0, terms(70, 10))
        answers.append(search.climb(2000)[0].tolist())
        search.finish()
    assert answers[0] == answers[2] != answers[1]


def test_climb_goes_on_where_it_stopped():
    rng = np.random.default_rng(6)
    Y = rng.standard_normal((50, 20)) @ rng.standard_normal((20, 20))
    X = Y - Y.mean(axis=0)

    def fresh():
        search = Search(20)
        start(search, X, 2.0, terms(20, 10))
        return search

    whole, *_ = fresh().climb(1000)
    search = fresh()
    parts = [search.climb(size)[0] for size in (1, 2, 70, 1000)]
    assert np.concatenate(parts).tolist() == whole.tolist()


def test_kernel_refuses_what_it_cannot_use():
    search = Search(3)
    with pytest.raises(RuntimeError, match="not been started"):
        search.climb(1)
    with pytest.raises(ValueError, match="p must be at least 1"):
        Search(0)
    score = GaussianScorer(search.regressions, None, 9.0, 1.0)
    search.regressions.crossprod[...] = np.eye(3)
    cyclic = np.array([[0, 1, 0], [1, 0, 0], [0, 0, 0]], dtype=bool)
    with pytest.raises(ValueError, match="closes a cycle"):
        search.start(score, terms(3, 2, edges=cyclic))
    with pytest.raises(ValueError, match=r"barred must have shape \(3, 1\), got \(4, 1\)"):
        search.start(score, terms(4, 2))
    with pytest.raises(ValueError, match="the search must have 4 nodes, got 3"):
        search.start(GaussianScorer(Search(4).regressions, None, 9.0, 1.0), terms(3, 2))
    search.start(score, terms(3, 2))
    with pytest.raises(ValueError, match="no edge 0 -> 1"):
        search.apply(2, 0, 1)
    search.apply(1, 0, 1)
    with pytest.raises(ValueError, match="not eligible"):
        search.apply(1, 1, 0)
    search.finish()
    with pytest.raises(RuntimeError, match="not been started"):
        search.edges()
