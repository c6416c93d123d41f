"""The score of a given DAG, and the deltas of its neighbours, by definition."""

import warnings

import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import Oracle, is_acyclic

from dagbag import ConvergenceWarning, GraphScore, load_example, score, score_graph
from dagbag.learners import BOSS

ABSOLUTE = 1e-7  # between deltas from cross-products and differences of scores
SCORES = ("BIC", "likelihood", "AIC", "eBIC", "GIC", "BGe", 3.0)


def sample(seed, n=40, p=5):
    rng = np.random.default_rng(seed)
    return rng.standard_normal((n, p)) @ (np.eye(p) + np.triu(rng.normal(size=(p, p)), 1))


def random_dag(seed, p=5, part=0.4):
    rng = np.random.default_rng(seed)
    order = rng.permutation(p)
    upper = np.triu(rng.random((p, p)) < part, 1)
    return upper[np.ix_(order, order)]


def neighbours(adjacency):
    """Every acyclic graph that one operation leads to, by (operation, source, target)."""
    p = len(adjacency)
    found = {}
    for s in range(p):
        for t in range(p):
            if s == t:
                continue
            changes = {"delete": [(s, t, 0)], "reverse": [(s, t, 0), (t, s, 1)]}
            if not adjacency[s, t]:
                changes = {} if adjacency[t, s] else {"add": [(s, t, 1)]}
            for operation, cells in changes.items():
                other = adjacency.copy()
                for i, j, value in cells:
                    other[i, j] = value
                if is_acyclic(other):
                    found[operation, s, t] = other
    return found


@given(seed=st.integers(0, 10**6), kind=st.sampled_from(SCORES), scaled=st.booleans())
@settings(max_examples=25)
def test_deltas_are_differences_of_scores(seed, kind, scaled):
    Y, dag = sample(seed), random_dag(seed)
    arguments = {"score_type": kind, "standardize": scaled}
    here = score_graph(Y, dag, **arguments)
    moves = {(m.operation, m.source, m.target): m.delta for m in here.best(here.n_operations)}
    there = neighbours(dag)
    assert set(moves) == set(there)
    for move, other in there.items():
        delta = score_graph(Y, other, **arguments).score - here.score
        assert moves[move] == pytest.approx(delta, abs=ABSOLUTE)
    assert np.all(np.diff(here.to_frame()["delta"]) >= 0)


@given(seed=st.integers(0, 10**6))
@settings(max_examples=20)
def test_the_score_is_the_oracles(seed):
    Y, dag = sample(seed), random_dag(seed)
    assert score_graph(Y, dag).score == pytest.approx(Oracle(Y, np.log(len(Y))).total_score(dag))
    prior = score_graph(Y, dag, score_type="BGe", iss_mu=2.0, iss_w=9.0)
    assert prior.score == pytest.approx(Oracle(Y, 0.0, bge=(2.0, 9.0)).total_score(dag))


@pytest.mark.parametrize("kind", SCORES, ids=str)
@pytest.mark.parametrize("scaled", [True, False])
def test_the_score_of_a_search_is_that_of_its_result(kind, scaled):
    Y = load_example().Y[:, :25]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = score(Y, score_type=kind, standardize=scaled, max_step=2000)
    found = score_graph(Y, result, score_type=kind, standardize=scaled)
    np.testing.assert_allclose(found.neighborhood_scores, result.neighborhood_scores, rtol=1e-10)
    assert found.score == pytest.approx(result.score, rel=1e-12)
    assert found.is_local_optimum == result.converged


@pytest.mark.parametrize("penalty", [None, 1.0, 2.5])
def test_penalties_are_those_of_an_order_search(penalty):
    Y = load_example().Y[:, :30]
    result = BOSS(penalty=penalty, seed=1)(Y)
    found = score_graph(Y, result, penalty=penalty)
    assert found.score_type == result.score_type
    assert found.score == pytest.approx(result.score, rel=1e-12)


def test_a_search_improves_exactly_where_there_is_no_local_optimum():
    Y = sample(3, n=200)
    climbed = score(Y)
    with pytest.warns(ConvergenceWarning):
        partial = score(Y, max_step=len(climbed.moves) - 1)
    assert not score_graph(Y, partial).is_local_optimum
    assert score_graph(Y, partial).best(1)[0].delta == pytest.approx(climbed.moves[-1].delta)


def test_lists_decide_what_is_eligible():
    Y, dag = sample(1), np.zeros((5, 5), dtype=bool)
    dag[0, 1] = True
    black = np.zeros((5, 5), dtype=bool)
    black[2, 3] = True
    moves = score_graph(Y, dag, blacklist=black, whitelist=dag, max_parents=1).best(100)
    told = {(m.operation, m.source, m.target) for m in moves}
    assert ("add", 2, 3) not in told
    assert ("add", 3, 2) in told
    assert not [m for m in moves if m.operation != "add" or m.target == 1]
    with pytest.raises(ValueError, match=r"graph must have all whitelisted edges.*0 -> 1"):
        score_graph(Y, np.zeros((5, 5)), whitelist=dag)


def test_every_form_and_library():
    Y = pd.DataFrame(sample(2), columns=list("abcde"))
    graph = nx.DiGraph([("a", "b"), ("c", "b")])
    first = score_graph(Y, [("a", "b"), ("c", "b")])
    assert score_graph(pl.from_pandas(Y), graph).score == first.score
    assert isinstance(score_graph(pl.from_pandas(Y), graph).to_frame(), pl.DataFrame)
    assert first.to_frame("nodes")["parents"].tolist() == [0, 2, 0, 0, 0]
    assert first.to_frame("nodes")["score"].sum() == pytest.approx(first.score)
    assert isinstance(first, GraphScore)


def test_what_has_no_score_is_refused_by_name():
    Y = pd.DataFrame(sample(2, n=6), columns=list("abcde"))
    Y["e"] = 1.0
    with pytest.raises(ValueError, match=r"no edges of constant columns.*'a' -> 'e'"):
        score_graph(Y, [("a", "e")])
    few = Y.iloc[[0, 1, 2, 3, 3, 3]]
    with pytest.raises(ValueError, match=r"at most 2 parents \(4 distinct rows\).*3 for 'd'"):
        score_graph(few, [("a", "d"), ("b", "d"), ("c", "d")])
    with pytest.raises(ValueError, match=r"max_parents.*got 2 for 'c'"):
        score_graph(Y, [("a", "c"), ("b", "c")], max_parents=1)
    with pytest.raises(ValueError, match="graph must be acyclic"):
        score_graph(Y, [("a", "b"), ("b", "a")])
    with pytest.raises(ValueError, match=r"did you mean 'nodes'\?"):
        score_graph(Y, []).to_frame("node")
    assert np.isnan(score_graph(Y, []).neighborhood_scores[4])


def test_what_is_shown():
    Y = pd.DataFrame(sample(2), columns=["a", "b", "<i>", "d", "e"])
    found = score_graph(Y, [])
    assert repr(found).startswith("<GraphScore: ")
    assert "no local optimum of 20 operations>\n  add " in repr(found)
    assert "&lt;i&gt;" in found._repr_html_()
    assert "<i>" not in found._repr_html_()
