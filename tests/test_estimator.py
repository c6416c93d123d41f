"""The estimator: what scikit-learn asks of one, names, choices, tuning, growth, pickles."""

import contextlib
import copy
import pickle
import subprocess
import sys
import unittest
import warnings

import matplotlib.pyplot
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from dagbag import (
    DAGBag,
    DataWarning,
    Ensemble,
    Knowledge,
    KnowledgeError,
    bag,
    load_example,
    score_shd,
    set_seed,
)
from dagbag.exchange import read_graph
from dagbag.learners import BOSS, XGES, HillClimbing
from dagbag.metrics import cpdag, is_equivalent, shd_cpdag
from dagbag.rrandom import RRandom
from dagbag.simulate import linear_mechanism, random_dag

EXAMPLE = load_example()
X = pd.DataFrame(EXAMPLE.Y[:, :20], columns=EXAMPLE.nodes[:20])
SMALL = {"n_boot": 10, "n_jobs": 1, "random_state": 1}

# What scikit-learn would have otherwise, and why it is not so here.
EXPECTED = {
    "check_complex_data": "a TypeError, as for every other kind that is no real number",
    "check_dtype_object": "names the value and its column, not the words of Python's float()",
    "check_estimators_empty_data_messages": "counts columns, in this package's words",
    "check_fit2d_1sample": "a correlation needs three rows, and the message says how many there are",
}


def checks_of(*estimators):
    """The decorator, without its warning that the class does not come from scikit-learn."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*does not inherit from")
        return parametrize_with_checks(estimators, expected_failed_checks=lambda _: EXPECTED)


@pytest.mark.filterwarnings("ignore::dagbag.DataWarning")  # of few or sorted rows
@checks_of(DAGBag(4, n_jobs=1, random_state=1), DAGBag(0, random_state=1))
def test_scikit_learns_checks(estimator, check):
    with contextlib.suppress(unittest.SkipTest):  # arrays of other libraries, which are not taken
        check(estimator)


def test_params_clone_and_repr():
    dag = DAGBag(20, learner=BOSS(n_starts=2), cutoff=0.7)
    twin = clone(dag)
    assert twin.get_params() == dag.get_params()
    assert repr(twin) == f"DAGBag(n_boot=20, learner={BOSS(n_starts=2)!r}, cutoff=0.7)"
    assert twin.set_params(cutoff=0.2, score="aic").get_params()["score"] == "aic"
    with pytest.raises(
        ValueError, match="Invalid parameter 'cutof' for DAGBag.*did you mean 'cutoff'"
    ):
        dag.set_params(cutof=1)


def test_the_defaults_are_bagged_boss():
    dag = DAGBag(**SMALL).fit(X)
    ensemble = bag(X, BOSS(), 10, seed=1, column_order="canonical")
    assert dag.ensemble_ == ensemble
    assert dag.result_.edges == score_shd(ensemble, strength=0.5).edges
    assert dag.choices_["learner"].value == "boss"
    assert "accuracy study" in dag.choices_["learner"].why
    assert "log(n) + 1.5 log(p)" in str(dag.choices_)


def test_attributes():
    dag = DAGBag(**SMALL).fit(X)
    assert dag.adjacency_.shape == dag.cpdag_.shape == (20, 20)
    assert list(dag.feature_names_in_) == list(X.columns)
    assert (dag.n_features_in_, dag.n_samples_, dag.converged_) == (20, 102, True)
    edges = dag.edges_
    assert set(zip(edges["source"], edges["target"], strict=True)) == set(dag.result_.edges)
    assert edges["strength"].is_monotonic_decreasing
    assert (edges["strength"] > 0.5).all()
    with pytest.raises(ValueError, match="not fitted yet: call fit"):
        DAGBag().edges_  # noqa: B018


def test_every_kind_of_table_has_the_same_labelled_answer():
    expected = DAGBag(**SMALL).fit(X)
    for table in (pl.from_pandas(X), pa.Table.from_pandas(X), pa.RecordBatch.from_pandas(X)):
        found = DAGBag(**SMALL).fit(table)
        assert found.result_.edges == expected.result_.edges
        assert list(found.feature_names_in_) == list(X.columns)
    bare = DAGBag(**SMALL).fit(X.to_numpy())
    assert np.array_equal(bare.adjacency_, expected.adjacency_)
    assert not hasattr(bare, "feature_names_in_")


@pytest.mark.anndata
@pytest.mark.filterwarnings("ignore")  # of anndata, about newer versions of pandas
def test_anndata_has_the_same_labelled_answer():
    import anndata
    from scipy import sparse

    expected = DAGBag(**SMALL).fit(X)
    names = pd.DataFrame(index=X.columns)
    for matrix in (X.to_numpy(), sparse.csr_matrix(X.to_numpy())):
        found = DAGBag(**SMALL).fit(anndata.AnnData(matrix, var=names))
        assert found.result_.edges == expected.result_.edges
        assert list(found.feature_names_in_) == list(X.columns)


@pytest.mark.parametrize("seed", range(3))
def test_the_order_and_names_of_columns_do_not_matter(seed):
    moved = np.random.default_rng(seed).permutation(20)
    expected = DAGBag(**SMALL).fit(X)
    other = DAGBag(**SMALL).fit(X.iloc[:, moved])
    assert set(other.result_.edges) == set(expected.result_.edges)
    renamed = DAGBag(**SMALL).fit(X.rename(columns=lambda name: name[::-1]))
    assert np.array_equal(renamed.adjacency_, expected.adjacency_)


def test_aggregating_again_leaves_the_estimator_alone():
    dag = DAGBag(**SMALL).fit(X)
    before = dag.result_
    fewer = dag.aggregate(cutoff=0.95, alpha=2)
    assert len(fewer) < len(before)
    assert (fewer.alpha, fewer.cutoff) == (2, 0.95)
    assert dag.result_ is before
    assert dag.aggregate().edges == before.edges


def test_more_is_the_same_as_going_on():
    dag = DAGBag(**SMALL).fit(X).more(6)
    first = bag(X, BOSS(), 10, seed=1, column_order="canonical")
    assert dag.ensemble_ == bag(X, BOSS(), 16, warm_start=first, column_order="canonical")
    assert dag.result_.n_boot == 16
    assert dag.n_boot == 10


def test_a_pickle_has_no_data():
    dag = DAGBag(**SMALL).fit(X)
    expected = dag.log_likelihood(X)
    content = pickle.dumps(dag)
    assert np.ascontiguousarray(X["V3"]).tobytes() not in content
    twin = pickle.loads(content)
    assert twin.result_.edges == dag.result_.edges
    assert twin.log_likelihood(X) == expected
    with pytest.raises(ValueError, match=r"the data are needed again.*give them, more\(n, X\)"):
        twin.more(2)
    assert twin.more(2, X).ensemble_ == dag.more(2).ensemble_


def test_pipeline_grid_search_and_cross_validation():
    pipeline = Pipeline([("scale", StandardScaler()), ("dag", DAGBag(6, n_jobs=1, random_state=1))])
    assert pipeline.fit(X).named_steps["dag"].adjacency_.shape == (20, 20)
    grid = GridSearchCV(DAGBag(6, n_jobs=1, random_state=1), {"cutoff": [0.2, 0.5, 0.99]}, cv=2)
    grid.fit(X)
    assert grid.best_params_["cutoff"] in (0.2, 0.5, 0.99)
    assert len(set(grid.cv_results_["mean_test_score"])) > 1
    assert np.isfinite(cross_val_score(DAGBag(6, n_jobs=1, random_state=1), X, cv=2)).all()


def test_score_is_a_name_that_can_be_called():
    dag = DAGBag(**SMALL, score="aic").fit(X)
    assert dag.score == "aic"
    assert dag.score(X) == dag.log_likelihood(X)
    assert DAGBag(score=7.5).score == 7.5


def test_log_likelihood_is_that_of_the_gaussian():
    from scipy.stats import multivariate_normal

    dag = DAGBag(**SMALL).fit(X)
    values = X.to_numpy()
    p, n = 20, len(values)
    weights, variance = np.zeros((p, p)), values.var(axis=0)
    for j in range(p):
        parents = np.flatnonzero(dag.adjacency_[:, j])
        design = np.column_stack([np.ones(n), values[:, parents]])
        found, *_ = np.linalg.lstsq(design, values[:, j], rcond=None)
        weights[parents, j] = found[1:]
        variance[j] = np.mean((values[:, j] - design @ found) ** 2)
    mixing = np.linalg.inv(np.eye(p) - weights)
    joint = multivariate_normal(values.mean(axis=0), mixing.T @ np.diag(variance) @ mixing)
    assert dag.log_likelihood(X) == pytest.approx(joint.logpdf(values).mean(), rel=1e-9)
    assert dag.log_likelihood(X.iloc[:, ::-1]) == pytest.approx(dag.log_likelihood(X), rel=1e-12)


@pytest.mark.parametrize(
    ("name", "learner"), [("boss", BOSS()), ("xges", XGES()), ("XGES", XGES()), (BOSS(penalty=2), BOSS(penalty=2))]
)  # fmt: skip
def test_learners_by_name(name, learner):
    found = DAGBag(**SMALL, learner=name).fit(X)
    assert found.ensemble_ == bag(X, learner, 10, seed=1, column_order="canonical")


def test_hill_climbing_has_the_penalty_and_parents_of_the_others():
    found = DAGBag(**SMALL, learner="hill_climbing").fit(X)
    penalty = np.log(102) + 1.5 * np.log(20)
    learner = HillClimbing(score_type=penalty, max_parents=10, max_step=100_000)
    assert found.ensemble_ == bag(X, learner, 10, seed=1, column_order="canonical")


def test_a_learner_of_ones_own():
    def chain(data):
        return [(a, b) for a, b in zip(data.columns, data.columns[1:], strict=False)]

    dag = DAGBag(4, learner=chain, n_jobs=1, random_state=1).fit(X)
    assert len(dag.edges_) == 19
    assert "chain" in dag.choices_["learner"].value


def test_random_states():
    expected = DAGBag(**SMALL).fit(X).ensemble_
    for state in (np.int64(1), RRandom(1)):
        assert DAGBag(10, random_state=state).fit(X).ensemble_ == expected
    set_seed(1)
    assert DAGBag(10).fit(X).ensemble_ == expected
    for make in (np.random.RandomState, np.random.default_rng):
        assert (
            DAGBag(3, random_state=make(5)).fit(X).ensemble_
            == DAGBag(3, random_state=make(5)).fit(X).ensemble_
        )


def test_stability_draws_pairs():
    dag = DAGBag(40, cutoff="stability", random_state=1).fit(X)
    assert dag.ensemble_.settings["resample"] == "pairs"
    assert dag.result_.expected_false_edges <= 1
    assert "false edges" in dag.choices_["resample"].why


def test_a_single_search():
    dag = DAGBag(0, random_state=1).fit(X)
    assert dag.ensemble_ is None
    assert {"source", "target"} <= set(dag.edges_.columns)
    with pytest.raises(ValueError, match=r"aggregate\(\) needs the DAGs of resamples"):
        dag.aggregate()


def test_a_single_search_does_not_depend_on_the_order_of_columns():
    moved = np.random.default_rng(3).permutation(20)
    for learner in ("boss", "xges", "hill_climbing"):
        plain = DAGBag(0, learner=learner, random_state=1).fit(X)
        other = DAGBag(0, learner=learner, random_state=1).fit(X.iloc[:, moved])
        assert set(plain.result_.edges) == set(other.result_.edges)
        assert plain.result_.nodes == tuple(X.columns)
        by_name = dict(zip(other.result_.nodes, other.result_.neighborhood_scores, strict=True))
        assert [by_name[node] for node in X.columns] == list(plain.result_.neighborhood_scores)
    assert plain.result_.moves == other.result_.moves
    again = set()  # the moves lead to the edges
    for move in plain.result_.moves:
        (again.add if move.operation == "add" else again.discard)((move.source, move.target))
        if move.operation == "reverse":
            again.add((move.target, move.source))
    assert again == set(plain.result_.edges)


def test_a_covariance_matrix_and_n():
    single = DAGBag(0, random_state=1).fit(X)
    moments = DAGBag(random_state=1).fit(X.cov(), n=len(X))
    assert moments.ensemble_ is None
    assert moments.n_samples_ == 102
    assert list(moments.feature_names_in_) == list(X.columns)
    assert is_equivalent(moments.result_, single.result_)
    assert "no rows" in moments.choices_["n_boot"].why
    with pytest.raises(ValueError, match=r"more\(n\) needs the DAGs of resamples"):
        moments.more(3)


def test_knowledge_is_given_once_and_honoured():
    plain = DAGBag(**SMALL).fit(X)
    source, target = plain.result_.edges[0]
    tiers = [list(X.columns[10:]), list(X.columns[:10])]
    dag = DAGBag(
        **SMALL, required=[(target, source)], forbidden=[("V1", "*")], tiers=tiers[:1]
    ).fit(X)
    assert (target, source) in dag.result_.edges
    assert not any(s == "V1" for s, _ in dag.result_.edges)
    assert (target, source) in dag.aggregate(cutoff=0.99).edges
    late = set(tiers[1])
    tiered = DAGBag(**SMALL, knowledge=Knowledge(tiers=tiers), forbidden=[("V11", "V12")]).fit(X)
    assert not any(s in late and t not in late for s, t in tiered.result_.edges)
    assert all(
        not any(s in late and t not in late for s, t in dag.edges) for dag in tiered.ensemble_
    )
    assert tiered.knowledge_.blacklist[10, 11]
    with pytest.raises(KnowledgeError, match="'V1O'.*did you mean 'V1'"):
        DAGBag(required=[("V1O", "V2")]).fit(X)
    single = DAGBag(0, knowledge={"tiers": tiers}, random_state=1).fit(X)
    assert not any(s in late and t not in late for s, t in single.result_.edges)


def test_missing_values():
    gaps = X.copy()
    gaps.iloc[[3, 5], 2] = np.nan
    with pytest.raises(ValueError, match="missing"):
        DAGBag(**SMALL).fit(gaps)
    with pytest.warns(DataWarning, match="2 of 102 rows"):
        dag = DAGBag(**SMALL, missing="drop").fit(gaps)
    assert dag.n_samples_ == 100
    assert dag.ensemble_ == DAGBag(**SMALL).fit(X.drop(index=[3, 5])).ensemble_
    with pytest.raises(ValueError, match='missing="pairwise" is not offered'):
        DAGBag(**SMALL, missing="pairwise").fit(gaps)


def test_effects_pictures_and_files(tmp_path):
    dag = DAGBag(**SMALL).fit(X)
    assert dag.effects(n_boot=0).edges == dag.result_.edges
    assert set(dag.graph_.edges) == set(dag.result_.edges)
    dag.save(tmp_path / "dag.json")
    dag.save(tmp_path / "dag.npz")
    assert Ensemble.load(tmp_path / "dag.npz") == dag.ensemble_
    assert read_graph(tmp_path / "dag.json").edges == dag.result_.edges
    assert dag.plot(title="a").get_title() == "a"
    matplotlib.pyplot.close("all")
    html = dag._repr_html_()
    assert "DAGBag(n_boot=10" in html
    assert "accuracy study" in html
    assert "<svg" in html
    assert "Not fitted yet" in DAGBag()._repr_html_()


def test_a_covariance_matrix_has_no_likelihood_and_no_order():
    for learner in ("boss", "xges", "hill_climbing"):
        S = X.cov()
        moved = np.random.default_rng(5).permutation(20)
        plain = DAGBag(learner=learner, random_state=1).fit(S, n=102)
        other = DAGBag(learner=learner, random_state=1).fit(S.iloc[moved, moved], n=102)
        assert set(plain.result_.edges) == set(other.result_.edges)
    with pytest.raises(ValueError, match="needs the means of the columns, which a covariance"):
        plain.log_likelihood(X)
    assert pickle.loads(pickle.dumps(plain)).result_.edges == plain.result_.edges


def test_learner_objects_do_not_depend_on_the_order_of_columns_either():
    moved = np.random.default_rng(3).permutation(20)
    for learner in (BOSS(), XGES(), HillClimbing(max_step=10_000)):
        plain = DAGBag(0, learner=learner, random_state=1).fit(X)
        other = DAGBag(0, learner=learner, random_state=1).fit(X.iloc[:, moved])
        assert set(plain.result_.edges) == set(other.result_.edges)
    listed = DAGBag(0, learner=BOSS(blacklist=[(0, 1), (1, 0)]), random_state=1).fit(
        X.iloc[:, moved]
    )
    nodes = listed.result_.nodes
    assert not {(nodes[0], nodes[1]), (nodes[1], nodes[0])} & set(listed.result_.edges)


def test_the_data_are_those_of_fit():
    Y = X.to_numpy().copy()
    dag = DAGBag(**SMALL).fit(Y)
    likely, coefficients = dag.log_likelihood(X), dag.effects(n_boot=0).coefficients
    again = DAGBag(**SMALL).fit(Y)
    Y[:] = 0
    assert again.log_likelihood(X) == likely
    assert np.array_equal(again.effects(n_boot=0).coefficients, coefficients)


@pytest.mark.parametrize("kind", ["pandas", "polars", "pyarrow", "numpy", "nullable"])
def test_large_integers_of_two_tables_have_one_origin(kind):
    rng = np.random.default_rng(0)
    t = rng.permutation(np.arange(300) * 60_000 + 1_700_000_000_000)
    table = pd.DataFrame(
        {"t": t, "y": ((t - t.min()) / 1e5 + 20 * rng.standard_normal(300)).astype(int)}
    )
    late = table[table.t > table.t.median()]
    floats = DAGBag(**SMALL).fit(table.astype(float))
    make = {
        "pandas": lambda each: each, "polars": pl.from_pandas, "pyarrow": pa.Table.from_pandas,
        "numpy": lambda each: each.to_numpy(), "nullable": lambda each: each.astype("Int64"),
    }[kind]  # fmt: skip
    whole = DAGBag(**SMALL).fit(make(table))
    for rows in (table, late):
        expected = floats.log_likelihood(rows.astype(float))
        assert whole.log_likelihood(make(rows.reset_index(drop=True))) == pytest.approx(
            expected, rel=1e-6
        )


def test_huge_and_tiny_numbers_have_a_likelihood():
    plain = DAGBag(**SMALL).fit(X)
    sizes = np.array([1e290, 1e-290] * 10)
    other = DAGBag(**SMALL).fit(X * sizes)
    shift = np.log(sizes).sum()
    assert other.log_likelihood(X * sizes) == pytest.approx(
        plain.log_likelihood(X) - shift, rel=1e-9
    )


def test_more_with_a_checkpoint(tmp_path):
    dag = DAGBag(**SMALL, checkpoint=tmp_path / "c").fit(X)
    assert dag.more(4).ensemble_ == DAGBag(**SMALL).fit(X).more(4).ensemble_


def test_what_was_learned_is_not_lost_when_no_cutoff_is_found():
    chain = np.random.default_rng(0).standard_normal((200, 5))
    chain[:, 1:] += chain[:, :-1]
    with pytest.raises(ValueError, match="false_edges must be") as error:
        DAGBag(100, cutoff="stability", random_state=1).fit(chain)
    assert len(error.value.ensemble) == 100
    with pytest.raises(
        ValueError, match='resample must be "auto", "pairs" or "subsample" with cutoff="stability"'
    ):
        DAGBag(cutoff="stability", resample="bootstrap", learner=lambda _: 1 / 0).fit(chain)


def test_missing_values_in_cross_validation():
    gaps = X.copy()
    gaps.iloc[::17, 2] = np.nan
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        found = cross_val_score(
            DAGBag(5, n_jobs=1, random_state=1, missing="drop"), gaps, cv=2, error_score="raise"
        )
    assert np.isfinite(found).all()


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"forbidden": [("V1", "V2")]}, "required, forbidden, allowed, tiers and knowledge must be those of fit"),
        ({"resample": "subsample"}, "resample must be that of fit, 'bootstrap', got 'subsample'; fit again"),
    ],
)  # fmt: skip
def test_more_refuses_what_it_would_pass_over(changed, message):
    dag = DAGBag(**SMALL).fit(X).set_params(**changed)
    with pytest.raises(ValueError, match=message):
        dag.more(2)


def test_columns_in_another_order_and_copies():
    dag = DAGBag(**SMALL).fit(X)
    turned = X.iloc[:, ::-1]
    assert np.array_equal(
        dag.effects(turned, n_boot=0).coefficients, dag.effects(n_boot=0).coefficients
    )
    assert copy.copy(dag).more(2).ensemble_ == copy.deepcopy(dag).more(2, turned).ensemble_


def test_a_class_made_of_it():
    class Mine(DAGBag):
        def __init__(self, n_boot=5, *, cutoff=0.9):
            super().__init__(n_boot, cutoff=cutoff, random_state=1)

    assert repr(clone(Mine(cutoff=0.8))) == "Mine(cutoff=0.8)"
    assert clone(Mine()).fit(X).result_.cutoff == 0.9


def test_it_finds_the_truth():
    truth = random_dag(15, 20, seed=4)
    Y = np.asarray(linear_mechanism(truth, snr=(1, 2), seed=4).sample(20_000, seed=4))
    dag = DAGBag(20, random_state=1).fit(Y)
    assert shd_cpdag(dag.adjacency_, truth) == 0
    assert np.array_equal(dag.cpdag_, cpdag(truth))


def test_scikit_learn_is_not_needed():
    told = (
        "import sys; sys.modules['sklearn'] = None\n"
        "from dagbag import DAGBag, load_example\n"
        "d = DAGBag(3, random_state=1).fit(load_example().Y)\n"
        "print(len(d.result_) > 0)\n"
        "try: DAGBag().adjacency_\n"
        "except ValueError as e: print(e)\n"
    )
    found = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert found.stdout.splitlines() == [
        "True",
        "this DAGBag is not fitted yet: call fit(X) before",
    ]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"learner": "bos"}, 'learner must be one of "auto", "boss", "xges", "hill_climbing", or a learner, got \'bos\'; did you mean \'boss\'?'),
        ({"learner": 3}, "learner must be the name of a search or a callable of the data, got 3"),
        ({"learner": BOSS}, "learner must be an instance, got the class: write BOSS()"),
        ({"score": "bicc"}, "score must be one of BIC, likelihood, AIC, eBIC, GIC, BGe or a penalty per parent, got 'bicc'; did you mean 'BIC'?"),
        ({"score": "aic", "learner": BOSS()}, "score must be left at 'bic' beside a learner of your own, which has its own settings, got score='aic' and learner=BOSS(score_type='BIC', penalty=None, n_starts=1, backward..."),
        ({"cutoff": 1.0}, "cutoff must be a number from 0 to below 1, got 1.0; no strength is above 1"),
        ({"cutoff": "0.5"}, "cutoff must be a number from 0 to below 1, \"auto\" or \"stability\", got '0.5'"),
        ({"n_boot": -1}, "n_boot must be a whole number of at least 0, got -1"),
        ({"n_boot": "many"}, "n_boot must be a whole number of at least 0, got 'many'"),
        ({"max_parents": "few"}, 'max_parents must be "auto", None or a whole number of at least 0, got \'few\''),
        ({"resample": "jackknife"}, 'resample must be one of "auto", "bootstrap", "subsample", "pairs", got \'jackknife\''),
        ({"resample": "pairs", "n_boot": 5}, 'n_boot must be even with resample="pairs", which draws resamples two by two, got 5'),
        ({"random_state": "one"}, "random_state must be None, an integer, or a random generator of numpy or of this package, got 'one'"),
        ({"random_state": 2**40}, "random_state must be an integer between -2147483647 and 2147483647, got 1099511627776"),
        ({"alpha": -1}, "alpha must be a finite number of at least 0, got -1"),
        ({"n_jobs": 0}, "n_jobs must be None or a whole number other than 0, got 0"),
        ({"method": "best"}, "method must be one of greedy, exact, got 'best'"),
    ],
)  # fmt: skip
def test_wrong_parameters(parameters, message):
    with pytest.raises((TypeError, ValueError)) as error:
        DAGBag(**{**SMALL, **parameters}).fit(X)
    assert str(error.value).splitlines()[0] == message
