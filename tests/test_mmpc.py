"""Max-min parents and children against tests by least squares on every subset."""

import itertools
import math
import signal
import threading
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from problems import KINDS, make_data, thorough
from reference import residual
from scipy import special, stats

from dagbag._kernels.maxmin import MaxMin, log_p_value
from dagbag._learners.mmpc import max_min_pairs
from dagbag._search.correlations import DECIMALS, correlations
from dagbag._search.crossprod import standardize
from dagbag.simulate import random_dag, simulate_gaussian

DETERMINED = 1e-10


class Oracle:
    """Every test by least squares with an intercept, every neighborhood by definition."""

    def __init__(self, Y, alpha, deepest):
        self.Y, self.alpha, self.deepest = Y, alpha, deepest
        self.n, self.p = Y.shape
        self.memo = {}

    def left(self, v, S):
        """Residual of v on S; None if S determines it."""
        r = residual(self.Y[:, v], self.Y[:, list(S)])
        total = self.Y[:, v] - self.Y[:, v].mean()
        return None if r @ r <= DETERMINED * (total @ total) else r

    def p_value(self, x, t, S):
        """Of the exact t test; None if it is singular."""
        key = (min(x, t), max(x, t), S)
        if key not in self.memo:
            proper = all(self.left(v, tuple(w for w in S if w != v)) is not None for v in S)
            a, b = self.left(x, S), self.left(t, S)
            if not proper or a is None or b is None:
                self.memo[key] = None
            else:
                r = min(abs(a @ b) / math.sqrt((a @ a) * (b @ b)), 1.0)
                df = self.n - 2 - len(S)
                statistic = math.inf if r == 1 else r * math.sqrt(df / (1 - r * r))
                self.memo[key] = 2 * stats.t.sf(statistic, df)
        return self.memo[key]

    def largest(self, x, t, nodes):
        """The largest p-value given a subset of the nodes."""
        values = [
            self.p_value(x, t, S)
            for m in range(min(len(nodes), self.deepest) + 1)
            for S in itertools.combinations(sorted(nodes), m)
        ]
        return max((value for value in values if value is not None), default=1.0)

    def neighbors(self, t, known=(), candidates=None):
        taken = list(known)
        candidates = [x for x in range(self.p) if x != t] if candidates is None else candidates
        while True:
            worst = {x: self.largest(x, t, taken) for x in candidates if x not in taken}
            best = min(worst, key=worst.get, default=None)
            if best is None or worst[best] > self.alpha:
                break
            taken.append(best)
        for x in taken[len(known) :]:
            if self.largest(x, t, [v for v in taken if v != x]) > self.alpha:
                taken.remove(x)
        return taken

    def pairs(self):
        sets = [self.neighbors(t) for t in range(self.p)]
        return {(x, t) for t in range(self.p) for x in sets[t] if t in sets[x]}

    def backtracked(self):
        sets = [[] for _ in range(self.p)]
        for t in range(self.p):
            known = [x for x in range(t) if t in sets[x]]
            sets[t] = self.neighbors(t, known, list(range(t + 1, self.p)))
        return {pair for t in range(self.p) for x in sets[t] for pair in ((x, t), (t, x))}


def found(Y, alpha, deepest, **how):
    return {
        tuple(e)
        for e in np.argwhere(max_min_pairs(standardize(Y).X, alpha, deepest, **how)).tolist()
    }


@thorough
@given(
    st.integers(6, 40),
    st.integers(1, 7),
    st.integers(0, 4),
    st.sampled_from([0.001, 0.05, 0.3]),
    st.integers(0, 2**32 - 1),
)
def test_pairs_are_those_of_the_oracle(n, p, deepest, alpha, seed):
    rng = np.random.default_rng(seed)
    Y = simulate_gaussian(random_dag(p, p * (p - 1) // 3, rng), n=n, seed=rng, snr=(0.5, 3.0))
    deepest = min(deepest, n - 4, max(p - 2, 0))
    oracle = Oracle(Y, alpha, deepest)
    assert found(Y, alpha, deepest) == oracle.pairs()
    assert found(Y, alpha, deepest, backtracking=True) == oracle.backtracked()


@pytest.mark.slow
@thorough
@given(st.integers(0, 2**32 - 1), st.sampled_from([0.01, 0.2]))
def test_neighbors_come_in_the_order_of_the_oracle(seed, alpha):
    rng = np.random.default_rng(seed)
    n, p = 60, 8
    Y = rng.standard_normal((n, p))
    Y[:, 0] += Y[:, 1:] @ rng.normal(0, 0.7, p - 1)
    half = (n - 2 - np.arange(p - 1)) / 2
    tests = MaxMin(
        correlations(standardize(Y).X),
        1 - special.betaincinv(half, 0.5, alpha),
        n - 2.0,
        special.betaln(half, 0.5),
    )
    oracle = Oracle(Y, alpha, p - 2)
    for target in range(p):
        assert tests.neighbors(target).tolist() == oracle.neighbors(target)
        later = list(range(target + 1, p))
        known = [0] if target > 1 else []
        assert tests.neighbors(target, known, target + 1).tolist() == oracle.neighbors(
            target, known, later
        )


@thorough
@given(
    st.sampled_from(KINDS),
    st.integers(4, 25),
    st.integers(1, 8),
    st.integers(0, 2**32 - 1),
    st.booleans(),
)
def test_odd_data_gives_marginally_dependent_pairs(kind, n, p, seed, backtracking):
    rng = np.random.default_rng(seed)
    Y = make_data(rng, kind, n, p)
    Y = Y[rng.integers(n, size=n)]
    X = standardize(Y).X
    deepest = max(min(len(np.unique(Y, axis=0)) - 4, p - 2), 0)
    pairs = max_min_pairs(X, 0.1, deepest, backtracking=backtracking)
    assert np.array_equal(pairs, pairs.T)
    assert not pairs.diagonal().any()
    assert not pairs[~X.any(axis=0)].any()
    r2 = correlations(X) ** 2
    critical = 1 - special.betaincinv((n - 2) / 2, 0.5, 0.1)
    assert (r2[pairs] >= critical).all()
    if deepest == 0:
        assert np.array_equal(pairs, (r2 >= critical) & ~np.eye(p, dtype=bool))


def test_the_order_of_the_columns_does_not_matter_without_backtracking():
    rng = np.random.default_rng(4)
    Y = simulate_gaussian(random_dag(20, 30, rng), n=80, seed=rng)
    order = rng.permutation(20)
    X = standardize(Y).X
    pairs = max_min_pairs(X, 0.05, 16)
    assert np.array_equal(max_min_pairs(X[:, order], 0.05, 16), pairs[np.ix_(order, order)])


def test_determined_columns_are_no_evidence():
    rng = np.random.default_rng(1)
    a, b = rng.standard_normal((2, 200))
    c = a + b + rng.standard_normal(200)
    # A copy, and a sum: tests given what determines them are left out.
    Y = np.column_stack([a, b, c, a, a + b])
    pairs = max_min_pairs(standardize(Y).X, 0.01, 3)
    assert pairs[0, 3]
    assert pairs[0, 4]
    assert pairs[3, 4]
    assert not pairs[0, 1]
    for alpha, deepest in ((0.01, 3), (0.2, 2)):
        assert found(Y, alpha, deepest) == Oracle(Y, alpha, deepest).pairs()


def exact_p(r, df):
    """p-value for an even number of degrees of freedom, in rational numbers."""
    total = sum(Fraction(math.comb(2 * k, k), 4**k) * (1 - r * r) ** k for k in range(df // 2))
    return 1 - r * total


@pytest.mark.parametrize("df", [2, 4, 48, 248, 1000])
@pytest.mark.parametrize("r", ["0.001", "0.05", "0.1", "0.3", "0.7", "0.99", "0.9999"])
def test_log_p_value_is_exact_where_p_underflows(r, df):
    p = exact_p(Fraction(r), df)
    expected = math.log(p.numerator) - math.log(p.denominator)
    told = log_p_value(float(r) ** 2, float(df), special.betaln(df / 2, 0.5))
    assert told == pytest.approx(expected, rel=1e-11, abs=1e-13)


@given(st.floats(0, 1), st.floats(1, 5000))
def test_log_p_value_is_that_of_scipy(r2, df):
    told = log_p_value(r2, df, special.betaln(df / 2, 0.5))
    expected = stats.beta.sf(r2, 0.5, df / 2)
    assert math.exp(told) == pytest.approx(expected, rel=1e-8, abs=1e-300)


def test_log_p_value_at_the_ends():
    assert log_p_value(0.0, 5.0, special.betaln(2.5, 0.5)) == 0.0
    assert log_p_value(1.0, 5.0, special.betaln(2.5, 0.5)) == -math.inf


def test_correlations():
    Y = np.random.default_rng(1).standard_normal((30, 5))
    Y[:, 2] = 3.0
    R = correlations(standardize(Y).X)
    kept = [0, 1, 3, 4]
    assert np.allclose(R[np.ix_(kept, kept)], np.corrcoef(Y[:, kept], rowvar=False), atol=1e-12)
    assert not R[2].any()
    assert (R.diagonal() == [1, 1, 0, 1, 1]).all()
    assert np.array_equal(R, R.round(DECIMALS))


def test_kernel_errors():
    R, one = np.eye(3), np.ones(1)
    with pytest.raises(ValueError, match="R must be square, got 2 x 3"):
        MaxMin(np.ones((2, 3)), one, 5.0, one)
    with pytest.raises(ValueError, match="critical and log_beta must have the same length"):
        MaxMin(R, one, 5.0, np.ones(2))
    with pytest.raises(ValueError, match=r"target must be in 0\.\.2, got 3"):
        MaxMin(R, one, 5.0, one).neighbors(3)
    with pytest.raises(ValueError, match=r"known must be other nodes in 0\.\.2, got \[5\]"):
        MaxMin(R, one, 5.0, one).neighbors(0, [5])


def test_ctrl_c_is_heard():
    rng = np.random.default_rng(1)
    X = rng.standard_normal((3000, 40))
    hub = X.sum(axis=1) + rng.standard_normal(3000)
    columns = standardize(np.column_stack([hub, X])).X
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # jobs may ignore it
    try:
        timer.start()
        with pytest.raises(KeyboardInterrupt):  # 2^40 subsets
            max_min_pairs(columns, 0.05, 39)
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)


def test_independent_columns_give_the_numbers_of_the_paper():
    """p = 1000, n = 250, Empty Graph: 214.1 (10.52) and 1333.1 (18.5) edges at 5e-4 and 0.005."""
    Y = np.random.default_rng(1).standard_normal((250, 1000))
    X = standardize(Y).X
    for alpha, published, sd in ((5e-4, 214.1, 10.52), (0.005, 1333.1, 18.5)):
        pairs = max_min_pairs(X, alpha, 246, backtracking=True)
        assert abs(pairs.sum() / 2 - published) < 4 * sd
