"""Complementary pairs of subsamples: drawn as halves of one permutation, known to every run."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dagbag import Ensemble, EnsembleInterrupt, RRandom, bag, score
from dagbag._runs import draws
from dagbag._runs.draws import PAIRS, Batch, Draws, Recipe, Resampling
from dagbag.learners import HillClimbing


@pytest.fixture
def Y():
    rng = np.random.default_rng(5)
    return rng.standard_normal((61, 8)) @ np.triu(rng.uniform(0.3, 1, (8, 8)))


def pairs_of(seed, n, n_boot):
    """The definition: halves of what R's `sample(n, 2 * (n %/% 2))` draws."""
    stream = RRandom(seed)
    for _ in range(n_boot // 2):
        order = stream.sample_int(n, 2 * (n // 2)) - 1
        yield order[: n // 2]
        yield order[n // 2 : 2 * (n // 2)]


@given(
    n=st.integers(6, 40),
    count=st.integers(1, 6).map(lambda pairs: 2 * pairs),
    seed=st.integers(0, 10**6),
    kept=st.booleans(),
)
def test_two_replicates_share_no_row(n, count, seed, kept):
    recipe = Recipe(Resampling(PAIRS, n // 2, n), 3)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(draws, "STATE_BYTES", 10**9 if kept else 0)
        drawn = Draws(recipe, [Batch(RRandom(seed).state, count)])
        rows = [drawn[index].rows for index in range(count)]
        again = drawn[count - 1].rows
    assert (drawn._rows is not None) == kept
    for mine, expected in zip(rows, pairs_of(seed, n, count), strict=True):
        assert mine.tolist() == expected.tolist()
    for first, second in zip(rows[::2], rows[1::2], strict=True):
        assert len({*first, *second}) == 2 * (n // 2)
    assert again.tolist() == rows[-1].tolist()


@pytest.mark.parametrize("shuffle", [None, draws.ONCE])
def test_sixty_and_forty_are_drawn_as_a_hundred(shuffle):
    recipe = Recipe(Resampling(PAIRS, 10, 21), 3, shuffle)
    assert recipe.extensible
    whole = Draws(recipe, [Batch(RRandom(1).state, 100)])
    first = Draws(recipe, [Batch(RRandom(1).state, 60)])
    both = Draws(recipe, [Batch(RRandom(1).state, 60), Batch(first.end, 40)])
    assert all(np.array_equal(whole[k].rows, both[k].rows) for k in range(100))


def test_an_odd_batch_is_no_batch_of_pairs():
    with pytest.raises(ValueError, match="two by two, got 3"):
        Draws(Recipe(Resampling(PAIRS, 10, 21), 3), [Batch(RRandom(1).state, 3)])


def test_penalties_are_those_of_half_the_rows(Y):
    ensemble = score(Y, 4, seed=3, resample="pairs")
    for member, rows in zip(ensemble, pairs_of(3, 61, 4), strict=True):
        assert member.edges == score(Y[rows]).edges
    assert ensemble.settings["resample"] == "pairs"
    assert ensemble.settings["resample_rows"] == 30
    assert ensemble.settings["penalty"] == np.log(30)
    bagged = bag(Y, HillClimbing(), 4, seed=3, resample="pairs")
    assert [member.edges for member in bagged] == [member.edges for member in ensemble]


@pytest.mark.parametrize("learn", [score, lambda Y, *a, **k: bag(Y, HillClimbing(), *a, **k)])
def test_wrong_requests_for_pairs(Y, learn):
    with pytest.raises(ValueError, match=r'n_boot must be even with resample="pairs", .* got 5'):
        learn(Y, 5, resample="pairs")
    with pytest.raises(ValueError, match=r'sample_frac must be None with resample="pairs".*0\.7'):
        learn(Y, 4, resample="pairs", sample_frac=0.7)
    with pytest.raises(ValueError, match="needs at least 6 rows, 3 for each half, got data with 5"):
        learn(Y[:5], 4, resample="pairs")
    assert learn(Y, 2, resample="pairs", sample_frac=0.5, seed=1).n_boot == 2


def test_pairs_and_searches_that_draw_in_turn(Y):
    with pytest.raises(ValueError, match="with random_forest=True"):
        score(Y, 4, resample="pairs", random_forest=True, random_step_length=1.0)


def test_a_checkpoint_and_a_file_know_pairs(Y, tmp_path):
    whole = score(Y, 8, seed=3, resample="pairs")
    asked = {"seed": 3, "checkpoint": tmp_path / "run.ckpt"}
    assert score(Y, 4, resample="pairs", **asked) == whole[:4]
    assert score(Y, 8, resample="pairs", n_jobs=2, **asked) == whole
    with pytest.raises(ValueError, match="resample is 'pairs' there, 'subsample' here"):
        score(Y, 8, resample="subsample", sample_frac=0.49, **asked)
    whole[:3].save(tmp_path / "part.npz")
    part = Ensemble.load(tmp_path / "part.npz")
    assert score(Y, 8, resample="pairs", warm_start=part) == whole


def test_an_interrupted_run_of_pairs_goes_on(Y):
    def interrupt(done, _total):
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(EnsembleInterrupt) as caught:
        score(Y, 8, resample="pairs", seed=3, n_jobs=1, progress=interrupt)
    assert caught.value.ensemble.n_boot == 3
    assert not caught.value.ensemble._paired
    whole = score(Y, 8, resample="pairs", warm_start=caught.value.ensemble)
    assert whole == score(Y, 8, resample="pairs", seed=3)
    assert whole._paired


def test_an_ensemble_knows_which_replicates_are_pairs(Y):
    whole = score(Y, 8, seed=3, resample="pairs")
    assert whole._paired
    assert whole[:4]._paired
    assert whole[[0, 1, 6, 7]]._paired
    assert not whole[:3]._paired
    assert not whole[::2]._paired
    assert not whole[1:5]._paired
    picked = whole[[1, 0]]  # renumbered: which are pairs can no longer be told
    assert not picked._paired
    assert picked.settings["resample"] == "subsample"
    assert whole[:3].settings["resample"] == "pairs"  # a warm start can go on from it
    assert not score(Y, 4, seed=1)._paired


def test_merged_pairs(Y):
    first, second = score(Y, 4, seed=3, resample="pairs"), score(Y, 6, seed=4, resample="pairs")
    assert (first + second)._paired
    assert not (first[:3] + second)._paired
    assert (first[:3] + second).settings["resample"] == "subsample"
    assert not (first[::2] + second)._paired
    plain = score(Y, 4, seed=3, resample="subsample", sample_frac=0.49)
    assert (first + plain).settings["resample"] == "subsample"
    assert "resample" not in (first + score(Y, 4, seed=3)).settings
