"""A covariance matrix in place of the data: the same answers, and what is refused."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dagbag
from dagbag import DataWarning
from dagbag._input.covariance import check_covariance
from dagbag.learners import BOSS, MMHC, XGES, BaggedScore, HillClimbing

LEARNERS = [
    HillClimbing(),
    HillClimbing(score_type="BGe", max_step=60),
    HillClimbing(standardize=False, max_parents=2, shuffle=True, seed=3),
    HillClimbing(score_type="likelihood"),
    BOSS(seed=1),
    BOSS(seed=2, n_starts=2, backward=True),
    XGES(),
]


def chain(seed, n, p):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, p))
    for k in range(1, p):
        X[:, k] += rng.uniform(0.5, 1.5) * X[:, rng.integers(k)]
    return X * rng.uniform(0.01, 100, p) + rng.uniform(-5, 5, p)


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: type(learner).__name__)
@settings(max_examples=40)
@given(seed=st.integers(0, 10**6), n=st.integers(5, 60), p=st.integers(2, 9))
def test_the_same_dag_as_from_the_data(learner, seed, n, p):
    X = chain(seed, n, p)
    from_data = learner(X)
    found = learner(check_covariance(np.cov(X.T), n))
    assert found.edges == from_data.edges
    assert found.n == from_data.n == n
    assert found.saturated == from_data.saturated
    assert found.score == pytest.approx(from_data.score, rel=1e-6, abs=1e-6)


def test_more_columns_than_rows():
    X = chain(3, 12, 20)
    for learner in (HillClimbing(max_parents=2), BOSS(seed=1), XGES()):
        assert learner(check_covariance(np.cov(X.T), 12)).edges == learner(X).edges


def test_the_cross_product_is_that_of_the_matrix():
    X = chain(1, 40, 6)
    X[:, 3] = 2.0
    data = check_covariance(np.cov(X.T), 40)
    assert data.n == 40
    assert np.allclose(data.values.T @ data.values, 39 * np.cov(X.T), rtol=1e-12, atol=1e-12)
    assert HillClimbing()(data).constant == (3,)


@settings(max_examples=150)
@given(
    seed=st.integers(0, 10**6),
    n=st.integers(3, 40),
    p=st.integers(1, 60),
    copied=st.booleans(),
    decimals=st.sampled_from([None, 9]),
)
def test_what_n_rows_have_passes_and_what_more_rows_have_does_not(seed, n, p, copied, decimals):
    X = chain(seed, n, p)
    if copied:
        X[:, -1] = X[:, 0]
    R = np.corrcoef(X.T).reshape(p, p)
    for S in (np.cov(X.T).reshape(p, p), R if decimals is None else R.round(decimals)):
        assert check_covariance(S, n).n == n
    fewer = np.linalg.matrix_rank(R, tol=1e-3)  # of so many rows, no rounding makes it
    if fewer >= 3:
        with pytest.warns(
            DataWarning, match=f"has the rank [0-9]+, but covariances of n = {fewer} "
        ):
            check_covariance(np.cov(X.T), fewer)


def test_correlations_and_names():
    X = pd.DataFrame(chain(1, 90, 4), columns=list("abcd"))
    for S in (X.cov(), X.corr()):
        found = HillClimbing()(check_covariance(S, 90))
        assert found.edges == HillClimbing()(X).edges
        assert found.nodes == ("a", "b", "c", "d")
    assert check_covariance(X.cov().to_numpy(), 90, "abcd").nodes == ("a", "b", "c", "d")
    huge = check_covariance(X.corr(), 10**12)  # the rows are not there
    assert BOSS(seed=1)(huge).n == 10**12


GOOD = np.array([[2.0, 1.0], [1.0, 2.0]])


@pytest.mark.parametrize(
    ("S", "n", "names", "error", "message"),
    [
        (np.ones((3, 2)), 9, None, ValueError, r"covariance must be a square matrix, got shape \(3, 2\): give data as X, without n$"),
        (GOOD, 2, None, ValueError, "n must be an integer of at least 3, got 2$"),
        (GOOD, 9.5, None, TypeError, "n must be an integer of at least 3, got 9.5$"),
        (GOOD, None, None, TypeError, "n must be an integer of at least 3, got None$"),
        ([[2, 1], [0.5, 2]], 9, None, ValueError, "covariance must be symmetric, got 1 for 0, 1 and 0.5 for 1, 0$"),
        ([[1, 2], [2, 1]], 9, None, ValueError, "positive semidefinite, got correlations with the eigenvalue -1: no data have them"),
        ([[1, np.nan], [np.nan, 1]], 9, None, ValueError, "covariance must be finite, got nan for 0 and 1$"),
        ([[-1, 0], [0, 1]], 9, "ab", ValueError, "covariance must have variances, got -1 for 'a'$"),
        ([[0, 1], [1, 1]], 9, "ab", ValueError, "covariance must be 0 where a variance is, got others for 'a'$"),
        (GOOD, 9, "abc", ValueError, "names must be 2 names, got 3$"),
        (GOOD, 9, "aa", ValueError, "covariance must have distinct column names, got 'a' twice$"),
        (pd.DataFrame(GOOD, ["b", "a"], ["a", "b"]), 9, None, ValueError, r"same order: give covariance.loc\[covariance.columns\]$"),
        (pd.DataFrame(GOOD, ["x", "a"], ["a", "b"]), 9, None, ValueError, "same names for rows and columns, got 'x' of rows only$"),
        (pd.DataFrame({"a": ["x", "y"], "b": [1, 2]}), 9, None, TypeError, "covariance must have numeric columns, got others in 'a': give numbers$"),
    ],
)  # fmt: skip
def test_what_is_no_covariance_matrix(S, n, names, error, message):
    with pytest.raises(error, match=message):
        check_covariance(S, n, names)


def test_what_needs_rows_refuses_a_covariance_matrix():
    data = check_covariance(GOOD, 9)
    for use in (
        MMHC(),
        BaggedScore(seed=1, n_boot=2),
        lambda Y: dagbag.bag(Y, BOSS(), n_boot=2, seed=1),
    ):
        with pytest.raises(
            TypeError, match="Y must be .* got a covariance matrix, which has no rows"
        ):
            use(data)
