"""How much answers depend on the order of columns, by definition."""

import itertools
import math

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dagbag import OrderSensitivity, RRandom, bag, order_sensitivity, score, score_shd
from dagbag._effects.agreement import Agreement
from dagbag.learners import BOSS, HillClimbing
from dagbag.metrics import shd, shd_cpdag
from dagbag.simulate import adjacency_edges, random_dag, simulate_gaussian


@pytest.fixture(scope="module")
def Y():
    edges = [("a", "c"), ("b", "c"), ("c", "d"), ("d", "e"), ("b", "f")]
    return simulate_gaussian(edges, n=80, seed=1, nodes=list("abcdef"))


def draws(seed, p, count):
    stream = RRandom(seed)
    seeds = [math.floor(float(stream.runif(1)[0]) * (2**31 - 1)) for _ in range(count)]
    return seeds, [np.arange(p), *(stream.sample_int(p) - 1 for _ in range(count - 1))]


def test_every_order_is_learned_as_if_it_were_given(Y):
    found = order_sensitivity(Y, 4, n_boot=8, seed=3, n_jobs=1)
    seeds, orders = draws(3, 6, 4)
    np.testing.assert_array_equal(found.orders, orders)
    learn = {
        "HillClimbing": lambda X: score(X),
        "BOSS": lambda X: BOSS()(X, seed=seeds[0]),
        "bagged HillClimbing": lambda X: score_shd(score(X, 8, seed=seeds[0]), strength=0.5),
        "bagged BOSS": lambda X: score_shd(bag(X, BOSS(), 8, seed=seeds[0]), strength=0.5),
    }
    assert found.procedures == tuple(learn)
    values = np.asarray(Y)
    plain = order_sensitivity(values, 4, n_boot=8, seed=3, n_jobs=2)
    for name, learner in learn.items():
        for k, order in enumerate(orders):
            permuted = pd.DataFrame(Y).iloc[:, order]
            assert set(found.dags(name)[k]) == set(learner(permuted).edges)
            back = {(order[s], order[t]) for s, t in learner(values[:, order]).edges}
            assert set(plain.dags(name)[k]) == back


def test_seeds_are_varied_in_the_given_order(Y):
    values = np.asarray(Y)
    found = order_sensitivity(values, 3, n_boot=0, hill_climbing=False, seeds=True, seed=2)
    seeds, _ = draws(2, 6, 3)
    assert found.procedures == ("BOSS",)
    assert found.dags("BOSS", "seed") == tuple(BOSS()(values, seed=each).edges for each in seeds)
    assert found.to_frame()["varied"].tolist() == ["order", "seed"]
    assert "seeds instead" in repr(found)


@given(seed=st.integers(0, 10**6))
@settings(max_examples=20)
def test_agreement_by_definition(seed):
    rng = np.random.default_rng(seed)
    dags = [random_dag(6, int(rng.integers(0, 9)), seed=int(rng.integers(10**6))) for _ in range(4)]
    found = Agreement(tuple(adjacency_edges(dag) for dag in dags), 6)
    for i, first in enumerate(dags):
        for j, second in enumerate(dags):
            assert found.shd[i, j] == shd(first, second)
            assert found.shd_cpdag[i, j] == shd_cpdag(first, second)
    every, some = np.all(dags, axis=0), np.any(dags, axis=0)
    assert found.common_arrows == (every.sum() / some.sum() if some.any() else 1.0)
    pairs = [np.triu(np.add(dag, dag.T)) > 0 for dag in dags]
    every, joined = np.all(pairs, axis=0), np.any(pairs, axis=0)
    assert found.common_pairs == (every.sum() / joined.sum() if joined.any() else 1.0)
    arrows, frequency, either = found.edges()
    assert {tuple(edge) for edge in arrows.tolist()} == set(zip(*some.nonzero(), strict=True))
    for (s, t), part, joining in zip(arrows.tolist(), frequency, either, strict=True):
        assert part == np.mean([dag[s, t] != 0 for dag in dags])
        assert joining == np.mean([(dag[s, t] + dag[t, s]) != 0 for dag in dags])


def test_tables(Y):
    found = order_sensitivity(Y, 3, n_boot=6, seed=1)
    summary = found.to_frame().set_index("procedure")
    for name in found.procedures:
        between = found.distances(name)[np.triu_indices(3, 1)]
        assert summary.loc[name, "shd_mean"] == between.mean()
        assert summary.loc[name, "shd_max"] == between.max()
        classes = found.distances(name, cpdag=True)[np.triu_indices(3, 1)]
        assert summary.loc[name, "cpdag_mean"] == classes.mean()
        assert summary.loc[name, "edges"] == np.mean([len(dag) for dag in found.dags(name)])
    distances = found.to_frame("distances")
    assert len(distances) == 4 * 3
    edges = found.to_frame("edges")
    first = edges.iloc[0]
    having = [(first["source"], first["target"]) in dag for dag in found.dags(first["procedure"])]
    assert first["frequency"] == np.mean(having)
    assert isinstance(
        order_sensitivity(pl.from_pandas(pd.DataFrame(Y)), 2, n_boot=0).to_frame(), pl.DataFrame
    )
    assert isinstance(found, OrderSensitivity)


def test_a_learner_that_does_not_look_at_the_order_never_differs(Y):
    def by_contents(frame):
        names = sorted(frame.columns)
        return list(itertools.pairwise(names))

    found = order_sensitivity(Y, 4, learner=by_contents, n_boot=3, hill_climbing=False, n_jobs=1)
    assert found.procedures == ("by_contents", "bagged by_contents")
    assert found.to_frame()["shd_max"].tolist() == [0, 0]
    assert found.to_frame()["common_arrows"].tolist() == [1.0, 1.0]


def test_lists_go_with_the_names(Y):
    learner = BOSS(whitelist=[("e", "a")], blacklist=[("c", "d"), ("d", "c")])
    found = order_sensitivity(Y, 4, learner=learner, n_boot=4, hill_climbing=False, seed=1)
    for name in found.procedures:
        for dag in found.dags(name):
            assert not {("c", "d"), ("d", "c")} & set(dag)
    assert all(("e", "a") in dag for dag in found.dags("BOSS"))
    with pytest.raises(ValueError, match="the learner's blacklist must be by name"):
        order_sensitivity(np.asarray(Y), learner=BOSS(blacklist=[(0, 1)]))
    with pytest.raises(ValueError, match="the learner's whitelist must be by name"):
        order_sensitivity(Y, learner=BOSS(whitelist=np.eye(6, k=1)))
    with pytest.raises(ValueError, match="the learner's tiers must be by name"):
        order_sensitivity(Y, learner=BOSS(tiers=[["a", 1], ["c"]]))


def test_what_is_told_while_it_runs_and_after(Y):
    told = []
    frame = pd.DataFrame(Y).rename(columns={"a": "<a>"})
    found = order_sensitivity(frame, 2, n_boot=2, seed=1, progress=lambda *at: told.append(at))
    assert told == [(k + 1, 8) for k in range(8)]
    assert repr(found).startswith("<OrderSensitivity: 2 orders of 6 columns, n=80; 2 resamples")
    assert "<table" in found._repr_html_()
    given_twice = order_sensitivity(frame, 2, learner=HillClimbing(max_parents=1), n_boot=0)
    assert given_twice.procedures == ("HillClimbing", "HillClimbing (given)")


def test_wrong_arguments(Y):
    found = order_sensitivity(Y, 2, n_boot=0, seed=1)
    with pytest.raises(
        ValueError, match=r"one of HillClimbing, BOSS, got 'Boss'; did you mean 'BOSS'\?"
    ):
        found.dags("Boss")
    with pytest.raises(ValueError, match="varied must be 'order', got 'seed'; give seeds=True"):
        found.distances("BOSS", "seed")
    with pytest.raises(ValueError, match="n_orders must be a whole number of at least 2"):
        order_sensitivity(Y, 1)
    with pytest.raises(TypeError, match="learner must be an instance"):
        order_sensitivity(Y, learner=BOSS)
    with pytest.raises(ValueError, match="table must be one of summary, edges, distances"):
        found.to_frame("orders")
