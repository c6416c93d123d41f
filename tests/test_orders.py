"""The kernel of searches over orders against the definition."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from order_reference import OrderOracle
from problems import KINDS, problems, thorough

from dagbag._kernels.orders import OrderSearch
from dagbag._search.crossprod import standardize
from dagbag._search.scores import Gaussian
from dagbag._search.search import barred_rows, pack_rows, sources_by_target

TOLERANCE = 1e-6
LAPS = 2
GENERIC = ("normal", "heavy", "constant")


def orders_that_respect(before, rng):
    """A random order with every node behind those that must come before it."""
    left, order = list(rng.permutation(len(before))), []
    while left:
        node = next(k for k in left if not before[left, k].any())
        left.remove(node)
        order.append(int(node))
    return np.array(order, dtype=np.int32)


def started(problem, oracle, before=None):
    data = standardize(problem.Y)
    search = OrderSearch(problem.Y.shape[1])
    begin(search, problem, oracle, data, before)
    return search


def begin(search, problem, oracle, data, before=None):
    score = Gaussian("score", problem.penalty)
    scorer = score.scorer(search.regressions, data, standardized=True, eps=problem.eps)
    search.start(
        scorer,
        limit=oracle.limit,
        barred=barred_rows(problem.blacklist, data.constant),
        fixed=sources_by_target(problem.whitelist, search.p),
        eps=problem.eps,
        before=None if before is None else pack_rows(before.T),
        after=None if before is None else pack_rows(before),
    )


def prepare(problem, seed):
    """The problem's oracle, what must come before what, an order, the order of tries."""
    problem.initial = None
    oracle = problem.oracle()
    rng = np.random.default_rng(seed)
    p = oracle.p
    before = problem.whitelist
    if before is None and rng.random() < 0.3:
        tier = rng.integers(2, size=p)
        before = tier[:, np.newaxis] < tier
    start = orders_that_respect(before if before is not None else np.zeros((p, p), bool), rng)
    tries = rng.permutation(p).astype(np.int32)
    return oracle, before, start, tries


@thorough
@given(problem=problems(kinds=GENERIC), seed=st.integers(0, 2**31))
def test_same_moves_as_the_definition(problem, seed):
    oracle, before, start, tries = prepare(problem, seed)
    naive = OrderOracle(oracle, before)
    order, moves = naive.search(start.tolist(), tries.tolist(), seed, LAPS)
    search = started(problem, oracle, before)
    assert search.search(start, tries, seed, LAPS) == moves
    assert tuple(search.order()) == order
    assert [tuple(edge) for edge in search.edges()] == naive.edges(order)
    assert search.scores().sum() == pytest.approx(naive.score(order), abs=TOLERANCE)


@thorough
@given(problem=problems(kinds=KINDS), seed=st.integers(0, 2**31))
def test_what_an_order_search_ends_with(problem, seed):
    """Also of degenerate data, where rounding decides ties."""
    oracle, before, start, tries = prepare(problem, seed)
    search = started(problem, oracle, before)
    search.search(start, tries, seed, LAPS)
    order, edges = search.order().tolist(), search.edges()
    place = np.argsort(order)
    assert (place[edges[:, 0]] < place[edges[:, 1]]).all()
    if problem.blacklist is not None:
        white = np.zeros_like(problem.blacklist) if problem.whitelist is None else problem.whitelist
        assert not (problem.blacklist & ~white)[edges[:, 0], edges[:, 1]].any()
    if problem.whitelist is not None:
        assert {tuple(e) for e in np.argwhere(problem.whitelist)} <= {tuple(e) for e in edges}
    if before is not None:
        assert not before[edges[:, 1], edges[:, 0]].any()
    parents = np.bincount(edges[:, 1], minlength=oracle.p)
    assert (parents <= max(oracle.limit, 0)).all() or problem.whitelist is not None
    for j in np.flatnonzero(~oracle.constant).tolist():
        own = tuple(edges[edges[:, 1] == j, 0].tolist())
        expected = oracle.neighborhood_score(j, own)
        assert search.scores()[j] == pytest.approx(expected, rel=1e-6, abs=1e-3)


@thorough
@given(problem=problems(kinds=GENERIC), seed=st.integers(0, 2**31))
def test_trees_cut_down_grow_again(problem, seed):
    oracle, before, start, tries = prepare(problem, seed)
    search = started(problem, oracle, before)
    moves = search.search(start, tries, seed, LAPS)
    order, edges = search.order(), search.edges()
    again = started(problem, oracle, before)
    assert again.search(start, tries, seed, LAPS, room=1) == moves
    assert np.array_equal(again.order(), order)
    assert np.array_equal(again.edges(), edges)


@thorough
@given(first=problems(kinds=GENERIC), seed=st.integers(0, 2**31))
def test_memory_is_used_again(first, seed):
    oracle, before, start, tries = prepare(first, seed)
    fresh = started(first, oracle, before)
    fresh.search(start, tries, seed, LAPS)
    used = OrderSearch(fresh.p)
    rng = np.random.default_rng(seed)
    other = standardize(rng.standard_normal((30, fresh.p)))
    scorer = Gaussian("score", 0.5).scorer(used.regressions, other, standardized=True, eps=1e-6)
    used.start(
        scorer,
        limit=3,
        barred=barred_rows(None, other.constant),
        fixed=sources_by_target(None, fresh.p),
        eps=1e-6,
    )
    used.search(rng.permutation(fresh.p).astype(np.int32), tries, 1, 1)
    used.finish()
    begin(used, first, oracle, standardize(first.Y), before)
    used.search(start, tries, seed, LAPS)
    assert np.array_equal(used.order(), fresh.order())
    assert np.array_equal(used.edges(), fresh.edges())
    assert np.array_equal(used.scores(), fresh.scores())


def test_arguments_of_the_kernel_are_checked():
    search = OrderSearch(3)
    with pytest.raises(RuntimeError, match="has not been started"):
        search.edges()
    data = standardize(np.random.default_rng(1).standard_normal((20, 3)))
    scorer = Gaussian("BIC", 3.0).scorer(search.regressions, data, standardized=True, eps=1e-6)
    bits = np.zeros((3, 1), dtype=np.uint64)
    with pytest.raises(ValueError, match=r"barred must have shape \(3, 1\), got \(2, 1\)"):
        search.start(scorer, limit=2, barred=bits[:2], fixed=bits, eps=1e-6)
    search.start(scorer, limit=2, barred=barred_rows(None, data.constant), fixed=bits, eps=1e-6)
    nodes = np.arange(3, dtype=np.int32)
    with pytest.raises(ValueError, match="order must be a permutation"):
        search.search(np.array([0, 0, 1], dtype=np.int32), nodes, 1, 1)
    with pytest.raises(ValueError, match="p must be at least 1, got 0"):
        OrderSearch(0)
