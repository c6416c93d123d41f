"""Searches that follow each other in the kernel: the bits of one at a time, whatever is asked."""

import threading
import time
import warnings
from contextlib import contextmanager
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, reject
from hypothesis import strategies as st
from problems import make_data, problems, random_dag_mask, small_run_data, thorough

import dagbag
from dagbag import bag, score
from dagbag._input.constraints import Constraints
from dagbag._kernels.product import columns_product
from dagbag._kernels.resamples import ResampleSearch
from dagbag._runs import jobs
from dagbag._runs.jobs import SearchJob
from dagbag._search.crossprod import standardize
from dagbag._search.resamples import can_follow, search_in_turn
from dagbag._search.scores import make_score
from dagbag._search.settings import Settings
from dagbag.learners import HillClimbing

NO_LISTS = Constraints(None, None, None)
SCORES = ("BIC", "AIC", "likelihood", "eBIC", "GIC", "BGe", 3.5)


@contextmanager
def one_at_a_time():
    with mock.patch.object(jobs, "can_follow", return_value=False):
        yield


def heard(call):
    """The ensemble, and what was warned of."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        return call(), [(w.category, str(w.message)) for w in caught]


def learned_by_itself():
    """How many replicates were not learned by the kernel alone."""
    return mock.patch.object(SearchJob, "learn", autospec=True, side_effect=SearchJob.learn)


def assert_same(call):
    """The same ensemble and the same warnings either way; return the ensemble."""
    try:
        with one_at_a_time():
            expected, said = heard(call)
    except ValueError as error:
        if "whitelist and ini_adj_matrix must" not in str(error):
            raise
        return reject()
    found, told = heard(call)
    assert found == expected  # scores to the last bit
    assert told == said
    assert found.settings == expected.settings
    return found


# The same bits


@given(
    problem=problems(),
    seed=st.integers(0, 10**6),
    n_boot=st.integers(1, 20),
    score_type=st.sampled_from(SCORES) | st.none(),
    scaled=st.tuples(st.booleans(), st.booleans()),
)
@thorough
def test_an_ensemble_is_that_of_searches_one_at_a_time(problem, seed, n_boot, score_type, scaled):
    arguments = problem.arguments()
    if score_type is not None:
        arguments["score_type"] = score_type
    arguments |= dict(zip(("standardize", "standardize_boot"), scaled, strict=True))
    assert_same(lambda: score(problem.Y, n_boot, **arguments, seed=seed, n_jobs=1))


@given(
    seed=st.integers(0, 2**32 - 1),
    p=st.sampled_from([2, 15, 63, 64, 65, 90]),
    n=st.integers(8, 120),
    kind=st.sampled_from(["normal", "rounded", "heavy", "duplicated", "nearly", "collinear"]),
    score_type=st.sampled_from(SCORES),
    resample=st.sampled_from(["bootstrap", "subsample", "pairs"]),
    order=st.sampled_from(["given", "canonical"]),
    listed=st.booleans(),
)
@thorough
def test_larger_problems(seed, p, n, kind, score_type, resample, order, listed):
    rng = np.random.default_rng(seed)
    mask = random_dag_mask(rng, p, 2 / p)
    Y = rng.standard_normal((n, p)) @ np.linalg.inv(np.eye(p) - 0.5 * mask)
    few = min(p, 6)
    Y[:, :few] = make_data(rng, kind, n, few)
    learner = HillClimbing(
        score_type=score_type,
        max_step=150,
        max_parents=None if listed else 3,
        blacklist=rng.random((p, p)) < 0.3 if listed else None,
    )
    asked = {"seed": seed % 1000, "resample": resample, "column_order": order}
    assert_same(lambda: bag(Y, learner, 6, **asked, n_jobs=1))


def test_the_kernel_alone_learns_ordinary_replicates():
    Y = small_run_data()
    for arguments in ({}, {"score_type": "BGe"}, {"standardize_boot": False}, {"max_step": 3}):
        with learned_by_itself() as called:
            assert_same(lambda given=arguments: score(Y, 20, seed=1, n_jobs=1, **given))
        assert called.call_count == 20  # by the call that was to


def test_an_unusual_replicate_is_learned_by_itself_and_the_next_are_not():
    Y = small_run_data()
    Y[:, 7] = 0.0
    Y[3, 7] = 1.0  # constant in a third of the resamples
    with learned_by_itself() as called:
        ensemble = assert_same(lambda: score(Y, 30, max_parents=3, seed=2, n_jobs=1))
    unusual = int((ensemble.constant > 0).sum())
    assert 0 < unusual < 30
    assert called.call_count == 30 + unusual


@pytest.mark.parametrize(
    "arguments",
    [
        {"shuffle": True},
        {"shuffle": "resample"},
        {"nrestart": 1, "perturb": 2},
        {"random_forest": True, "random_step_length": 1.0, "max_step": 100},
        {"score_type": "BGe", "standardize_boot": False},
        {"score_type": "BGe", "iss_mu": 1e-9},
        {"memory": "data"},
    ],
)
def test_what_is_no_ordinary_search_goes_the_other_way(arguments):
    Y = small_run_data()[:, :12]
    with learned_by_itself() as called:
        assert_same(lambda: score(Y, 4, seed=1, n_jobs=1, **arguments))
    assert called.call_count == 8


def test_large_data_are_not_kept_beside_the_search(monkeypatch):
    Y = small_run_data()[:, :12]
    monkeypatch.setattr(jobs, "LARGEST", Y.size - 1)
    with learned_by_itself() as called:
        assert_same(lambda: score(Y, 4, seed=1, n_jobs=1))
    assert called.call_count == 8


def test_means_far_from_zero_go_the_other_way():
    """A resample of rows among which an outlier is rare: its column has a mean of many sd."""
    Y = small_run_data()[:, :6]
    Y[:, 2] = 1.0 + 1e-9 * Y[:, 2]
    Y[5, 2] = 1e9
    assert_same(lambda: score(Y, 40, max_parents=2, seed=3, n_jobs=1))


# Workers


@pytest.mark.parametrize("n_boot", [1, 15, 16, 17, 70])
def test_workers_and_parts_do_not_matter(n_boot, tmp_path):
    Y = small_run_data()[:, :10]
    whole = score(Y, n_boot, seed=4, n_jobs=1)
    for n_jobs in (2, 3, None):
        assert score(Y, n_boot, seed=4, n_jobs=n_jobs) == whole
    assert score(Y, n_boot, seed=4, n_jobs=1, checkpoint=tmp_path / "run") == whole
    told = []
    assert score(Y, n_boot, seed=4, n_jobs=1, progress=lambda *done: told.append(done)) == whole
    assert told == [(k + 1, n_boot) for k in range(n_boot)]


def test_what_is_kept_before_an_error_is_kept():
    Y = small_run_data()[:, :10]

    def fail(done, _total):
        if done == 5:
            raise KeyboardInterrupt

    with pytest.raises(dagbag.EnsembleInterrupt) as caught:
        score(Y, 40, seed=4, n_jobs=1, progress=fail)
    rest = caught.value.ensemble
    assert rest.index.tolist() == list(range(5))
    assert score(Y, 40, n_jobs=1, warm_start=rest) == score(Y, 40, seed=4, n_jobs=1)


def test_a_long_search_hears_stop():
    """Between steps, and within the first replicate of many."""
    rng = np.random.default_rng(0)
    data = standardize(rng.standard_normal((900, 400)))
    settings = Settings(make_score("likelihood", 900, 400, None, None), 399, 0.0, 10**6, 1e-6)
    search = ResampleSearch(400)
    search.stop = threading.Event()
    timer = threading.Timer(0.3, search.stop.set)
    timer.start()
    began = time.monotonic()
    rows = rng.integers(900, size=(50, 900))
    with pytest.raises(KeyboardInterrupt):
        search_in_turn(search, data, np.arange(900), rows, settings, NO_LISTS, None)
    timer.join()
    # Not a speed: the searches would go on for minutes.
    assert time.monotonic() - began < 20


# The kernel's own checks


@pytest.mark.parametrize("shape", [(2, 2), (3, 1), (250, 100), (33, 7), (5, 64), (40, 130)])
def test_cross_products_are_those_of_numpy(shape):
    X = np.random.default_rng(1).standard_normal(shape)
    out = np.empty((shape[1], shape[1]))
    np.matmul(X.T, X, out=out)
    assert np.array_equal(columns_product(X), out)
    assert np.array_equal(out, out.T)


def test_wrong_rows_are_refused():
    settings = Settings(make_score("BIC", 20, 3, None, None), 2, 0.0, 10, 1e-6)
    data = standardize(np.random.default_rng(0).standard_normal((20, 3)))
    every, search = np.arange(20), ResampleSearch(3)
    assert can_follow(settings, standardized=True)

    def searched(values=data, row_of=every, rows=every[np.newaxis]):
        return search_in_turn(search, values, row_of, rows, settings, NO_LISTS, None)

    assert len(searched()) == 1
    with pytest.raises(ValueError, match="rows must be rows of the data, got 20"):
        searched(rows=every[np.newaxis] + 1)
    with pytest.raises(ValueError, match="row_of must be rows of values, got -1"):
        searched(row_of=every - 1)
    with pytest.raises(ValueError, match="values must have 3 columns, got 2"):
        searched(standardize(data.X[:, :2]))
    with pytest.raises(ValueError, match="of two rows at least"):
        searched(rows=every[:1, np.newaxis])
    with pytest.raises(ValueError, match="columns_product|X must not be empty"):
        columns_product(np.empty((0, 3)))
