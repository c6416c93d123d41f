"""What an ensemble and its aggregation say about directions: the CPDAG of every replicate."""

import pickle

import numpy as np
import pandas as pd
import pytest
from dagbag.r_compat import _from_r
from hypothesis import given
from hypothesis import strategies as st
from problems import ensemble_of, ensembles, random_dag_mask, thorough
from reference import class_frequencies, cpdag_by_meek, equivalence_class

from dagbag import Ensemble, load_example, score, score_shd
from dagbag._dag.cpdag import compelled_edges, settled_edges
from dagbag._input.data import check_data
from dagbag._input.ensembles import check_boot_adj
from dagbag.metrics import cpdag

PARTS = ["compelled", "reverse_compelled", "undirected"]
CHAIN, COLLIDER, NOTHING = np.zeros((3, 3, 3), dtype=int)
CHAIN[[0, 1], [1, 2]] = COLLIDER[[0, 2], [1, 1]] = 1


@pytest.fixture(scope="module")
def ensemble():
    Y = pd.DataFrame(load_example().Y[:, :30])
    return score(Y, 12, max_parents=3, shuffle="resample", seed=1)


def frequencies(ensemble):
    return ensemble.compelled_frequency, ensemble.undirected_frequency


# Ensembles


@thorough
@given(ensembles(largest=6))
def test_every_form_of_an_ensemble_has_its_classes(problem):
    graphs = list(np.moveaxis(problem.dags, 2, 0))
    learned = ensemble_of(graphs)
    expected = class_frequencies(problem.dags)
    for found, wanted in zip(frequencies(learned), expected, strict=True):
        assert found == pytest.approx(wanted)
    forms = (
        problem.dags,
        np.asfortranarray(problem.dags),
        np.ascontiguousarray(np.moveaxis(problem.dags, 2, 0)).transpose(1, 2, 0),
        graphs,
        [np.argwhere(graph) for graph in graphs],
        learned,
    )
    tables = [
        score_shd(form, nodes=range(len(problem.dags)), max_step=10**4).to_frame() for form in forms
    ]
    for table in tables:
        assert table.equals(tables[0])
        assert set(PARTS) <= set(table.columns)
    alone = learned.to_frame()
    seen = tables[0][tables[0]["sf"] > 0].drop(columns="selected").reset_index(drop=True)
    assert alone.equals(seen)


def test_frequencies_tell_no_classes(ensemble):
    result = score_shd(ensemble.selection_frequency, n_boot=12)
    assert not set(PARTS) & set(result.to_frame().columns)
    assert result.disputed_edges == ()
    assert result.edges == score_shd(ensemble).edges
    assert np.array_equal(result.cpdag, score_shd(ensemble).cpdag)


def test_parts_and_replicates_of_an_ensemble(ensemble, tmp_path):
    ensemble.save(tmp_path / "ensemble.npz")
    loaded = Ensemble.load(tmp_path / "ensemble.npz")
    merged = ensemble[:5].merge(ensemble[5:])
    for other in (loaded, merged, pickle.loads(pickle.dumps(ensemble))):
        for found, wanted in zip(frequencies(other), frequencies(ensemble), strict=True):
            assert np.array_equal(found, wanted)
    members = [ensemble[k] for k in (0, 3, 7)]
    compelled, undirected = frequencies(ensemble[[0, 3, 7]])
    classes = np.array([member.cpdag for member in members])
    both = classes & classes.transpose(0, 2, 1)
    assert compelled == pytest.approx((classes & ~both).mean(axis=0))
    assert undirected == pytest.approx(both.mean(axis=0))
    nothing = ensemble[:0]
    assert not frequencies(nothing)[0].any()
    assert len(nothing.to_frame()) == 0


def test_classes_are_counted_when_asked_for(ensemble):
    fresh = ensemble[:]
    result = score_shd(fresh)
    assert "counts" not in vars(result._classes)
    result.to_frame()
    assert "counts" in vars(result._classes)
    assert fresh.class_counts is result._classes.counts  # once for both


# Results


@thorough
@given(ensembles(largest=7))
def test_a_result_has_the_cpdag_of_its_dag(problem):
    result = score_shd(problem.dags, max_step=10**4)
    assert result.cpdag.dtype == bool
    assert np.array_equal(result.cpdag, cpdag_by_meek(result.adj_matrix))
    assert np.array_equal(result.cpdag, cpdag(result))
    directed = result.cpdag & ~result.cpdag.T
    assert set(result.compelled_edges) == {(s, t) for s, t in np.argwhere(directed).tolist()}
    assert sorted((*result.compelled_edges, *result.undirected_edges)) == sorted(result.edges)
    compelled, _ = class_frequencies(problem.dags)
    disputed = [edge for edge in result.edges if compelled[edge[::-1]] > compelled[edge]]
    assert list(result.disputed_edges) == disputed


@thorough
@given(st.integers(1, 5), st.sampled_from([0.4, 0.7, 1.0]), st.integers(0, 2**32 - 1))
def test_lists_settle_what_all_dags_that_keep_to_them_have(p, share, seed):
    rng = np.random.default_rng(seed)
    dag = random_dag_mask(rng, p, share)
    known = dag & (rng.random((p, p)) < 0.3)
    edges = np.argwhere(dag)
    allowed = [other for other in equivalence_class(dag) if not (known & (other == 0)).any()]
    same = np.all([other == dag for other in allowed], axis=0)
    told = compelled_edges(edges, p) | known[tuple(edges.T)]
    assert settled_edges(edges, told, p).tolist() == same[tuple(edges.T)].tolist()


def test_a_line_that_only_meeks_fourth_rule_directs():
    # a square a - d - c - b - a with the line a - c: if d -> c is known, so is c -> b, and with
    # b -> a there would be d -> c -> b -> a, and d -> a <- b.
    a, b, c, d = range(4)
    edges = np.array([[d, c], [c, b], [a, b], [d, a], [c, a]])
    assert not compelled_edges(edges, 4).any()
    told = np.array([True, False, False, False, False])
    assert settled_edges(edges, told, 4).tolist() == [True, True, True, False, False]


def test_lists_settle_directions_of_results():
    names = list("abc")
    free = score_shd([CHAIN], nodes=names)
    assert not free._settled.any()
    for lists in ({"blacklist": [("b", "a")]}, {"whitelist": [("a", "b")]}):
        result = score_shd([CHAIN], nodes=names, **lists)
        assert result._settled.all()  # c -> b would make a v-structure
        assert np.array_equal(result.cpdag, free.cpdag)  # which is of data alone
    assert score_shd([CHAIN], nodes=names, blacklist=[("c", "b")])._settled.tolist() == [0, 1]
    Y = np.random.default_rng(1).standard_normal((200, 3)).cumsum(axis=1)
    searched = score(Y, blacklist=[(1, 0)])
    assert searched.edges == ((0, 1), (1, 2))
    assert searched._settled.all()
    assert not searched._compelled.any()
    assert score(Y, whitelist=[(0, 1)])._settled.all()


def test_search_results_and_replicates(ensemble):
    Y = load_example().Y[:, :30]
    for result in (score(Y), ensemble[0]):
        assert np.array_equal(result.cpdag, cpdag(result))
        assert {*result.compelled_edges, *result.undirected_edges} == set(result.edges)
        assert result.compelled_edges
        assert result.undirected_edges


def test_a_repr_says_which_directions_data_cannot_tell():
    chain = score_shd([CHAIN], nodes=list("abc"))
    assert repr(chain).splitlines()[1:] == ["  2 of 2 edges have no direction that data can tell"]
    one = CHAIN.copy()
    one[1, 2] = 0
    assert "\n  1 of 1 edge has no direction" in repr(score_shd([one]))
    assert "\n" not in repr(score_shd([COLLIDER]))
    assert "\n" not in repr(score_shd([NOTHING]))


def test_a_repr_names_arrows_that_replicates_turn_round():
    result = score_shd([CHAIN, CHAIN, COLLIDER], nodes=list("abc"))
    assert result.edges == (("a", "b"), ("b", "c"))
    assert result.disputed_edges == (("b", "c"),)
    told = "  1 arrow that more DAGs compel the other way: 'b' -> 'c'"
    assert repr(result).splitlines()[-1] == told
    table = result.to_frame().set_index(["source", "target"])
    thirds = table.loc[("b", "c"), PARTS] * 3
    assert thirds.tolist() == pytest.approx([0, 1, 2])


# Graphs of R's, which takes cyclic lists


def test_cycles_of_r_have_no_classes():
    data = check_data(np.random.default_rng(1).standard_normal((9, 3)))
    cycle = np.roll(np.eye(3, dtype=np.int32), 1, axis=1)
    graphs = np.stack([cycle, CHAIN], axis=2)
    ensemble = _from_r.ensemble_result({"adj.matrix": graphs}, data, {})
    for table in (ensemble.to_frame(), score_shd(ensemble).to_frame()):
        assert len(table) == 3
        assert not set(PARTS) & set(table.columns)
    with pytest.raises(ValueError, match="replicates must be acyclic to have CPDAGs, got some"):
        ensemble.class_counts  # noqa: B018
    assert set(PARTS) <= set(ensemble[1:].to_frame().columns)
    movement = np.array([[1, 2, 1], [2, 3, 1], [3, 1, 1]])
    result = _from_r.aggregation_result(
        {"movement": movement, "final.step": np.array([3])},
        check_boot_adj(ensemble),
        blacklist=None,
        whitelist=cycle,
        alpha=1.0,
        threshold=0.0,
        max_step=500,
    )
    assert len(repr(result).splitlines()) == 1
    with pytest.raises(ValueError, match="must be those of DAGs, got a cycle"):
        result.cpdag  # noqa: B018
