"""The canonical order of columns: answers do not depend on how a table was put together."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dagbag import Ensemble, bag, score_shd
from dagbag._search.canonical import canonical_order
from dagbag.learners import BOSS, XGES, HillClimbing
from dagbag.simulate import random_dag, simulate_gaussian


def drawn(p, n, seed):
    return np.asarray(
        simulate_gaussian(random_dag(p, min(2 * p, p * (p - 1) // 2), seed=seed), n=n, seed=seed)
    )


@given(st.integers(0, 10**6), st.integers(2, 8), st.integers(1, 4))
@settings(max_examples=50, deadline=None)
def test_the_order_goes_with_the_columns(seed, p, levels):
    rng = np.random.default_rng(seed)
    Y = rng.integers(0, levels, (6, p)).astype(float)
    Y[rng.random(Y.shape) < 0.2] *= -1.0  # -0.0 among them
    moved = rng.permutation(p)
    other = Y[:, moved] * rng.choice([-3.0, 0.5, 100.0], p) + rng.choice([0.0, 7.0], p)
    assert np.array_equal(
        contents(Y)[:, canonical_order(Y)], contents(other)[:, canonical_order(other)]
    )


def contents(Y):
    """Columns but for their units."""
    X = Y - Y.mean(axis=0)
    size = np.sqrt((X**2).mean(axis=0))
    X = np.round(X / np.where(size < 1e-9, 1.0, size), 8) + 0.0
    first = X[(X != 0).argmax(axis=0), np.arange(X.shape[1])]
    return X * np.where(first < 0, -1, 1) + 0.0


def test_units_do_not_matter():
    Y = drawn(12, 60, 3)
    units = np.array([-1, 1, 10, 0.001] * 3)
    for learner in (BOSS(), XGES()):
        plain = bag(Y, learner, 20, column_order="canonical", seed=1)
        other = bag(Y * units + 5, learner, 20, column_order="canonical", seed=1)
        assert np.array_equal(plain.selection_frequency, other.selection_frequency)


@pytest.mark.parametrize(
    "learner", [BOSS(), XGES(), HillClimbing(max_step=10**5, max_parents=3)], ids=str
)
@pytest.mark.parametrize("resample", ["bootstrap", "pairs"])
def test_permuted_columns_give_the_permuted_answer(learner, resample):
    Y = drawn(12, 60, 3)
    moved = np.random.default_rng(1).permutation(12)

    def answer(data):
        ensemble = bag(
            data, learner, 20, column_order="canonical", seed=1, resample=resample, n_jobs=1
        )
        return ensemble, score_shd(ensemble, strength=0.3)

    (plain, dag), (other, moved_dag) = answer(Y), answer(Y[:, moved])
    assert np.array_equal(
        plain.selection_frequency[np.ix_(moved, moved)], other.selection_frequency
    )
    assert np.array_equal(dag.adj_matrix[np.ix_(moved, moved)], moved_dag.adj_matrix)
    assert np.array_equal(plain.score, other.score)


def test_a_learner_of_ones_own_sees_the_canonical_order():
    seen = []

    def watch(data):
        seen.append(np.asarray(data))
        return [(0, 1)]

    Y = drawn(4, 20, 1)
    order = canonical_order(Y)
    ensemble = bag(Y, watch, 3, column_order="canonical", seed=1, n_jobs=1)
    assert all(set(data[:, 0]) <= set(Y[:, order[0]]) for data in seen)
    assert ensemble[0].edges == ((order[0], order[1]),)


def test_ties_are_decided_in_that_order_and_survive_a_file(tmp_path):
    def both(_, seed):  # each direction of every pair as often as the other
        return [(0, 1), (1, 2)] if seed % 2 else [(1, 0), (2, 1)]

    Y = drawn(3, 20, 2)
    for moved in ([0, 1, 2], [2, 1, 0], [1, 2, 0]):
        ensemble = bag(Y[:, moved], both, 40, column_order="canonical", seed=1, n_jobs=1)
        result = score_shd(ensemble, strength=0.5)
        ensemble.save(tmp_path / "e.npz")
        assert score_shd(Ensemble.load(tmp_path / "e.npz"), strength=0.5).edges == result.edges
        named = {(moved[s], moved[t]) for s, t in result.edges}
        if moved == [0, 1, 2]:
            first = named
        assert named == first


def test_a_forged_order_is_refused(tmp_path):
    ensemble = bag(drawn(3, 20, 1), BOSS(), 3, column_order="canonical", seed=1)
    ensemble.settings["column_order"] = "0 0 1"
    ensemble.save(tmp_path / "e.npz")
    with pytest.raises(ValueError, match="column_order is no order of the nodes"):
        Ensemble.load(tmp_path / "e.npz")


def test_the_order_is_part_of_the_run(tmp_path):
    Y = drawn(4, 30, 1)
    bag(Y, BOSS(), 3, column_order="canonical", seed=1, checkpoint=tmp_path / "c")
    with pytest.raises(ValueError, match="column_order is present there, absent here"):
        bag(Y, BOSS(), 3, seed=1, checkpoint=tmp_path / "c")


@pytest.mark.parametrize(
    ("value", "message"),
    [("canonic", "column_order must be one of given, canonical, got 'canonic'; did you mean 'canonical'?"),
     (1, "column_order must be one of given, canonical, got 1")],
)  # fmt: skip
def test_wrong_orders(value, message):
    with pytest.raises((TypeError, ValueError)) as error:
        bag(drawn(3, 20, 1), BOSS(), 3, column_order=value)
    assert str(error.value) == message
