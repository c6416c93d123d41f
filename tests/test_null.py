"""What strength arises from nothing: ensembles on permuted columns, tied to their definition."""

import math
import os
import signal

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dagbag import NullStrength, RRandom, bag, null_strength, set_seed
from dagbag.learners import HillClimbing
from dagbag.rrandom import get_stream

FAST = HillClimbing(score_type="eBIC", max_parents=2)


@pytest.fixture(scope="module")
def Y():
    rng = np.random.default_rng(5)
    return rng.standard_normal((40, 6)) @ (np.eye(6) + np.diag(np.full(5, 0.8), 1))


def by_definition(Y, learner, n, n_boot, seed, **arguments):
    """Strengths of all pairs of nodes in each permutation: (n, p, p), upper triangles."""
    stream = RRandom(seed)
    seeds = [math.floor(float(stream.runif(1)[0]) * (2**31 - 1)) for _ in range(n)]
    found = []
    for each in seeds:
        own = RRandom(each)
        columns = [Y[own.sample_int(len(Y)) - 1, k] for k in range(Y.shape[1])]
        ensemble = bag(np.column_stack(columns), learner, n_boot, seed=own, n_jobs=1, **arguments)
        frequency = ensemble.selection_frequency
        found.append(np.triu(frequency + frequency.T))
    return np.array(found)


@pytest.mark.parametrize("resample", ["bootstrap", "pairs"])
def test_the_strengths_are_those_of_ensembles_on_permuted_columns(Y, resample):
    expected = by_definition(Y, FAST, 3, 8, 7, resample=resample)
    null = null_strength(Y, FAST, n=3, n_boot=8, seed=7, n_jobs=1, resample=resample)
    assert (null.n, null.n_boot, null.p, null.possible) == (3, 8, 6, 15)
    assert null.strengths.tolist() == sorted(expected[expected > 0].tolist(), reverse=True)
    assert null.largest.tolist() == expected.max(axis=(1, 2)).tolist()
    assert null.mean_edges == pytest.approx(expected.sum(axis=(1, 2)))
    table = null.to_frame()
    assert table.pairs.tolist() == (expected > 0).sum(axis=(1, 2)).tolist()
    assert table.largest.tolist() == null.largest.tolist()


def test_the_same_for_any_number_of_workers_and_any_frame(Y):
    null = null_strength(Y, FAST, n=2, n_boot=6, seed=7, n_jobs=1)
    names = [f"x{k}" for k in range(6)]
    for same in (Y, pd.DataFrame(Y, columns=names), pl.DataFrame(Y, schema=names)):
        again = null_strength(same, FAST, n=2, n_boot=6, seed=7, n_jobs=2)
        assert again.strengths.tolist() == null.strengths.tolist()


def test_the_learner_gets_frames_with_their_names(Y):
    seen = []

    def look(data):
        seen.append(data)
        return []

    frame = pd.DataFrame(Y, columns=list("abcdef"))
    null = null_strength(frame, look, n=2, n_boot=1, seed=1, n_jobs=1, sample_frac=1.0)
    assert [list(data.columns) for data in seen] == [list("abcdef")] * 2
    assert (null.strengths.size, null.largest.tolist()) == (0, [0.0, 0.0])
    assert null.quantile(1) == 0
    assert null.cutoff(0.1) == 0
    assert "strengths up to 0," in repr(null)


def test_hill_climbing_is_the_default(Y):
    null = null_strength(Y, n=1, n_boot=4, seed=1, n_jobs=1)
    expected = null_strength(Y, HillClimbing(), n=1, n_boot=4, seed=1, n_jobs=1)
    assert null.strengths.tolist() == expected.strengths.tolist()


def test_the_stream_advances_and_a_call_that_fails_draws_nothing(Y):
    def failing(_data):
        raise RuntimeError("no")

    set_seed(3)
    before = get_stream().to_r_seed().tolist()
    with pytest.raises(RuntimeError, match="learner failed"):
        null_strength(Y, failing, n=2, n_boot=2, n_jobs=1)
    assert get_stream().to_r_seed().tolist() == before
    first = null_strength(Y, FAST, n=2, n_boot=4, n_jobs=1)
    assert get_stream().to_r_seed().tolist() != before
    expected = null_strength(Y, FAST, n=2, n_boot=4, n_jobs=1, seed=3)
    assert first.strengths.tolist() == expected.strengths.tolist()


def test_progress_counts_all_replicates(Y):
    told = []
    asked = {"n_boot": 3, "seed": 1, "n_jobs": 1}
    null_strength(Y, FAST, n=2, progress=lambda *now: told.append(now), **asked)
    assert told == [(k, 6) for k in range(1, 7)]


def test_ctrl_c_hands_over_the_finished_permutations(Y):
    def interrupt(done, _total):
        if done == 11:
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt, match="interrupted after 2 of 4 permutations") as caught:
        null_strength(Y, FAST, n=4, n_boot=5, seed=1, n_jobs=1, progress=interrupt)
    assert not hasattr(caught.value, "ensemble")
    expected = null_strength(Y, FAST, n=4, n_boot=5, seed=1, n_jobs=1)
    assert caught.value.null.n == 2
    assert caught.value.null.largest.tolist() == expected.largest[:2].tolist()
    assert "no permutations" in repr(NullStrength(6, 5, []))


@given(
    counts=st.lists(st.lists(st.integers(1, 10), max_size=10), min_size=1, max_size=4),
    q=st.floats(0, 1),
    cutoff=st.sampled_from([0.0, 0.1, 0.35, 0.5, 0.9]),
    wished=st.sampled_from([0.01, 0.25, 0.5, 1.0, 2.0, 20.0]),
)
def test_quantiles_and_cutoffs_by_definition(counts, q, cutoff, wished):
    null = NullStrength(5, 10, [np.array(each, dtype=np.int64) for each in counts])
    everything = np.sort([k / 10 for each in counts for k in [*each, *[0] * (10 - len(each))]])
    smallest = min(x for x in everything if (everything <= x).sum() >= q * len(everything))
    assert null.quantile(q) == smallest
    n = len(counts)
    assert null.expected_false_edges(cutoff) == (everything > cutoff).sum() / n
    levels = [k / 10 for k in range(10) if (everything > k / 10).sum() / n <= wished]
    if levels:
        assert null.cutoff(wished) == levels[0]
        assert null.expected_false_edges(null.cutoff(wished)) <= wished
    else:
        with pytest.raises(ValueError, match=r"false_edges must be at least [\d.]+, since so many"):
            null.cutoff(wished)


def test_wrong_arguments(Y):
    with pytest.raises(ValueError, match="n must be a whole number of at least 1, got 0"):
        null_strength(Y, n=0)
    with pytest.raises(TypeError, match="learner must be a callable of the data, got 3"):
        null_strength(Y, 3)
    with pytest.raises(ValueError, match="n_boot must be even"):
        null_strength(Y, n=1, n_boot=3, resample="pairs")
    null = NullStrength(5, 10, [np.array([3])])
    with pytest.raises(ValueError, match="q must be a number from 0 to 1, got 1.5"):
        null.quantile(1.5)
    with pytest.raises(ValueError, match="cutoff must be a number from 0 to below 1, got 1"):
        null.expected_false_edges(1)
    with pytest.raises(ValueError, match="false_edges must be a number above 0, got 0"):
        null.cutoff(0)
