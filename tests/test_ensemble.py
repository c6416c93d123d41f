"""Ensembles: every replicate against the oracle on its rows; the object and its file."""

import json
import math
import warnings
import weakref
from dataclasses import replace

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, reject
from hypothesis import strategies as st
from problems import problems, thorough
from reference import Oracle

import dagbag
from dagbag import Ensemble, RRandom, bag, score
from dagbag._runs.draws import ONCE, Recipe, Resampling
from dagbag._runs.replicates import Replicate, stack
from dagbag.learners import SpanningTree


@pytest.fixture
def Y():
    rng = np.random.default_rng(5)
    noise = rng.standard_normal((60, 8))
    return noise @ np.triu(rng.uniform(0.3, 1, (8, 8)))


def quiet(*args, **kwargs):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", dagbag.ReplicateWarning)
        return score(*args, **kwargs)


def asked(problem, n_boot, **kwargs):
    """The ensemble; rounded data may be too poor for the problem's initial graph."""
    try:
        return quiet(problem.Y, n_boot, **{**problem.arguments(), **kwargs})
    except ValueError as error:
        if "whitelist and ini_adj_matrix must" not in str(error):
            raise
    return reject()


def drawn_rows(seed, n, n_boot):
    """R's rows: ceiling(n * u), resample after resample."""
    stream = RRandom(seed)
    rows = [np.ceil(n * stream.runif(n)).astype(int) - 1 for _ in range(n_boot)]
    return rows, stream


def permuted(matrix, order):
    return None if matrix is None else matrix[np.ix_(order, order)]


def oracle_on(problem, rows, order=None):
    """The oracle on a resample; initial edges of columns that became constant are left out."""
    order = np.arange(problem.Y.shape[1]) if order is None else order
    Y = problem.Y[rows]
    constant = np.ptp(Y, axis=0) == 0
    initial = problem.initial
    if initial is not None:
        initial = initial & ~(constant[:, np.newaxis] | constant)
    seen = replace(
        problem,
        Y=Y[:, order],
        blacklist=permuted(problem.blacklist, order),
        whitelist=permuted(problem.whitelist, order),
        initial=permuted(initial, order),
    )
    return seen.oracle()


def graph_of(oracle, order=None):
    order = np.arange(oracle.p) if order is None else order
    adjacency = np.zeros_like(oracle.adjacency)
    adjacency[np.ix_(order, order)] = oracle.adjacency
    return adjacency


@given(problem=problems(), seed=st.integers(0, 10**6), n_boot=st.integers(1, 3))
@thorough
def test_each_replicate_is_the_search_on_its_rows(problem, seed, n_boot):
    ensemble = asked(problem, n_boot, seed=seed, n_jobs=1)
    rows, _ = drawn_rows(seed, len(problem.Y), n_boot)
    for member, drawn in zip(ensemble, rows, strict=True):
        oracle = oracle_on(problem, drawn)
        moves, _, converged = oracle.search(problem.threshold, problem.max_step)
        assert np.array_equal(member.adj_matrix, oracle.adjacency)
        assert (member.steps, member.converged) == (len(moves), converged)
        assert member.distinct_rows == len({tuple(row) for row in problem.Y[drawn] + 0.0})
        assert member.score == pytest.approx(oracle.total_score(), abs=1e-5)
        assert member.most_parents == oracle.adjacency.sum(axis=0).max()


@given(problem=problems(kinds=("normal", "rounded")), seed=st.integers(0, 10**6))
@thorough
def test_shuffle_once_and_for_each_resample(problem, seed):
    n, p = problem.Y.shape
    stream = RRandom(seed)
    order = stream.sample_int(p) - 1
    rows = [np.ceil(n * stream.runif(n)).astype(int) - 1 for _ in range(2)]
    once = asked(problem, 2, seed=seed, n_jobs=1, shuffle=True)
    for member, drawn in zip(once, rows, strict=True):
        oracle = oracle_on(problem, drawn, order)
        oracle.search(problem.threshold, problem.max_step)
        assert np.array_equal(member.adj_matrix, graph_of(oracle, order))

    rows, stream = drawn_rows(seed, n, 2)
    each = asked(problem, 2, seed=seed, n_jobs=1, shuffle="resample")
    for member, drawn in zip(each, rows, strict=True):
        order = stream.sample_int(p) - 1
        oracle = oracle_on(problem, drawn, order)
        oracle.search(problem.threshold, problem.max_step)
        assert np.array_equal(member.adj_matrix, graph_of(oracle, order))


@given(
    problem=problems(kinds=("normal", "rounded", "binary")),
    seed=st.integers(0, 10**6),
    part=st.sampled_from([None, 0.5, 0.9, 1.0]),
)
@thorough
def test_subsamples_are_drawn_without_replacement(problem, seed, part):
    n = len(problem.Y)
    size = math.floor((0.5 if part is None else part) * n + 0.5)
    bare = replace(problem, whitelist=None, initial=None)
    ensemble = quiet(
        problem.Y,
        2,
        **bare.arguments(),
        seed=seed,
        n_jobs=1,
        resample="subsample",
        sample_frac=part,
    )
    stream = RRandom(seed)
    for member in ensemble:
        oracle = oracle_on(bare, stream.sample_int(n, size) - 1)
        oracle.search(problem.threshold, problem.max_step)
        assert np.array_equal(member.adj_matrix, oracle.adjacency)


@given(problem=problems(kinds=("normal", "rounded")), seed=st.integers(0, 10**6))
@thorough
def test_random_forest_draws_rows_and_searches_in_turn(problem, seed):
    n = len(problem.Y)
    ensemble = asked(problem, 3, seed=seed, n_jobs=2, random_forest=True, random_step_length=1.5)
    stream = RRandom(seed)
    for member in ensemble:
        oracle = oracle_on(problem, np.ceil(n * stream.runif(n)).astype(int) - 1)
        *_, draws, _ = oracle.forest(
            np.full(problem.max_step, 1.5),
            stream.copy().runif(problem.max_step),
            problem.threshold,
            problem.max_step,
        )
        stream.runif(draws)
        assert np.array_equal(member.adj_matrix, oracle.adjacency)


def test_restarts_inside_a_resample_only_improve():
    rng = np.random.default_rng(1)
    Y = rng.standard_normal((80, 15)) @ np.triu(rng.normal(0, 0.5, (15, 15)) + np.eye(15))
    plain = score(Y, 8, seed=3)
    restarted = score(Y, 8, seed=3, nrestart=5, perturb=8)
    assert (restarted.score <= plain.score).all()
    assert (restarted.score < plain.score - 0.1).any()
    assert restarted.distinct_rows.tolist() == plain.distinct_rows.tolist()
    assert score(Y, 8, seed=3, nrestart=5, perturb=8, n_jobs=1) == restarted


@pytest.mark.parametrize("flags", [(True, False), (False, True), (False, False)])
def test_standardizing_changes_what_scores_refer_to_and_nothing_else(Y, flags):
    Y = Y * 10.0 ** np.arange(8) + 3.0
    standardize, boot = flags
    base = score(Y, 3, seed=1)
    ensemble = score(Y, 3, seed=1, standardize=standardize, standardize_boot=boot)
    assert np.array_equal(ensemble.adj_matrix, base.adj_matrix)
    reference = (Y - Y.mean(0)) / Y.std(0, ddof=1) if standardize else Y
    for member, drawn in zip(ensemble, drawn_rows(1, 60, 3)[0], strict=True):
        resample = reference[drawn]
        if boot:
            resample = (resample - resample.mean(0)) / resample.std(0, ddof=1)
        total = 0.0
        for j in range(8):
            parents = np.flatnonzero(member.adj_matrix[:, j])
            X = np.column_stack([np.ones(60), resample[:, parents]])
            _, rss, *_ = np.linalg.lstsq(X, resample[:, j], rcond=None)
            total += 60 * math.log(rss[0] / 60) + math.log(60) * len(parents)
        assert member.score == pytest.approx(total, abs=1e-6)


def test_bge_on_resamples(Y):
    ensemble = score(Y, 3, "BGe", seed=2)
    for member, drawn in zip(ensemble, drawn_rows(2, 60, 3)[0], strict=True):
        oracle = Oracle(Y[drawn], 0.0, bge=(1.0, 10.0))
        oracle.search()
        assert np.array_equal(member.adj_matrix, oracle.adjacency)
        assert member.score == pytest.approx(oracle.total_score(), rel=1e-9)


def test_repeated_rows_of_the_data_count_once(Y):
    repeated = np.vstack([Y[:12], Y[:12], Y[:12]])
    ensemble = quiet(repeated, 5, "likelihood", seed=1)
    assert (ensemble.distinct_rows <= 12).all()
    assert (ensemble.most_parents <= np.maximum(ensemble.distinct_rows - 2, 0)).all()


def test_whitelisted_edges_stay_where_a_column_is_constant_in_a_resample(Y):
    Y[:, 2] = np.arange(60) == 7
    wanted = [(2, 0), (1, 2)]
    with pytest.warns(
        dagbag.ReplicateWarning, match=r"of 30 replicates: \d+ with constant columns"
    ):
        ensemble = score(Y, 30, seed=1, whitelist=wanted)
    without = ensemble.constant == 1
    assert 0 < without.sum() < 30
    for member in ensemble[without]:
        assert set(wanted) <= set(member.edges)
        assert {edge for edge in member.edges if 2 in edge} == set(wanted)


# The object


@pytest.fixture
def ensemble(Y):
    return score(pd.DataFrame(Y, columns=list("abcdefgh")), 12, seed=1)


def test_rs_list(ensemble):
    array = ensemble["adj.matrix"]
    assert ensemble.names() == ["adj.matrix"]
    assert array.shape == (8, 8, 12)
    assert array.dtype == np.int8
    for b, member in enumerate(ensemble):
        assert np.array_equal(array[:, :, b], member.adj_matrix)
    with pytest.raises(KeyError, match="movement"):
        ensemble["movement"]


def test_one_replicate_is_an_ensemble_too(Y):
    ensemble = score(Y, 1, seed=1)
    assert ensemble.adj_matrix.shape == (8, 8, 1)
    assert ensemble == score(Y, 2, seed=1)[:1]


def test_selection_frequency(ensemble):
    expected = ensemble.adj_matrix.mean(axis=2)
    np.testing.assert_array_equal(ensemble.selection_frequency, expected)


def test_per_replicate_figures(ensemble):
    array = ensemble.adj_matrix
    assert ensemble.n_edges.tolist() == array.sum(axis=(0, 1)).tolist()
    assert ensemble.most_parents.tolist() == array.sum(axis=0).max(axis=0).tolist()
    assert ensemble.converged.all()
    assert len(ensemble) == ensemble.n_boot == 12
    table = ensemble.to_frame("replicates")
    assert table["edges"].tolist() == ensemble.n_edges.tolist()
    assert table["distinct_rows"].between(30, 50).all()


def test_the_old_name_of_most_parents_warns_once_and_works():
    Y = dagbag.load_example().Y[:, :8]
    ensemble = score(Y, 3, seed=1)
    for found in (score(Y), ensemble, ensemble[0]):
        with pytest.warns(FutureWarning, match="max_parents is now called most_parents") as told:
            old = found.max_parents
        assert len(told) == 1
        assert told[0].filename == __file__
        assert np.array_equal(old, found.most_parents)


def test_tables_are_labelled_and_in_the_users_library(Y, ensemble):
    edges = ensemble.to_frame()
    assert set(edges["source"]) <= set("abcdefgh")
    top = edges.iloc[0]
    frequency = ensemble.to_frame("frequency")
    assert frequency.loc[top["source"], top["target"]] == top["sf"]
    assert edges["gsf"].is_monotonic_decreasing
    assert "selected" not in edges
    other = score(pl.DataFrame(Y, schema=list("abcdefgh")), 2, seed=1).to_frame("replicates")
    assert isinstance(other, pl.DataFrame)
    with pytest.raises(ValueError, match="table must be one of edges, replicates, frequency"):
        ensemble.to_frame("replicate")


def test_slices_and_picks(ensemble):
    assert [m.edges for m in ensemble[3:7]] == [m.edges for m in list(ensemble)[3:7]]
    assert ensemble[-1].edges == list(ensemble)[-1].edges
    mask = ensemble.n_edges > np.median(ensemble.n_edges)
    assert ensemble[mask].n_edges.tolist() == ensemble.n_edges[mask].tolist()
    assert ensemble[[5, 5, 2]].score.tolist() == ensemble.score[[5, 5, 2]].tolist()
    assert len(ensemble[:0]) == 0
    assert ensemble[:0].adj_matrix.shape == (8, 8, 0)
    assert "no replicates" in repr(ensemble[:0])
    with pytest.raises(IndexError, match=r"replicate must be in -12..11, got 12"):
        ensemble[12]
    for wrong in (None, [12], True, np.ones((2, 2), dtype=int), "x" * 0, [0.5]):
        with pytest.raises((IndexError, KeyError)):
            ensemble[wrong]
    assert len(ensemble[[]]) == 0
    ensemble[:3].settings["max_step"] = 1
    assert ensemble.settings["max_step"] == 500


def test_equality_is_of_the_content(Y, ensemble):
    frame = pd.DataFrame(Y, columns=list("abcdefgh"))
    assert ensemble == score(frame, 12, seed=1)
    assert ensemble != score(frame, 12, seed=2)
    assert ensemble != score(Y, 12, seed=1)
    assert ensemble != ensemble[:11]
    assert ensemble != 3


# 60 + 40 = 100


VARIANTS = [
    {},
    {"shuffle": True},
    {"random_forest": True, "random_step_length": 2.0},
    {"random_forest": True, "random_step_length": 2.0, "shuffle": "resample"},
    {"resample": "subsample"},
    {"resample": "pairs"},
]


@pytest.mark.parametrize("arguments", VARIANTS)
def test_a_warm_start_goes_on_with_the_stream(Y, arguments):
    whole = score(Y, 10, seed=4, **arguments)
    part = score(Y, 6, seed=4, **arguments)
    assert part == whole[:6]
    assert score(Y, 10, warm_start=part, **arguments) == whole
    again = score(Y, 8, warm_start=part, **arguments)
    assert score(Y, 10, warm_start=again, **arguments) == whole


@pytest.mark.parametrize("arguments", [{"shuffle": "resample"}, {"nrestart": 1, "perturb": 2}])
def test_a_warm_start_where_draws_come_after_all_rows(Y, arguments):
    part = score(Y, 6, seed=4, **arguments)
    more = score(Y, 9, warm_start=part, **arguments)
    assert more[:6] == part
    assert more[6:].distinct_rows.tolist() != score(Y, 9, seed=4)[6:].distinct_rows.tolist()
    assert more == score(Y, 9, warm_start=score(Y, 6, seed=4, **arguments), **arguments)
    with pytest.raises(ValueError, match="n_boot must be at least 6"):
        score(Y, 5, warm_start=part, **arguments)


def test_a_warm_start_fills_gaps(Y):
    whole = score(Y, 8, seed=4)
    assert score(Y, 8, warm_start=whole[[0, 3, 4]]) == whole
    assert score(Y, 8, warm_start=whole) == whole


def test_a_warm_start_takes_the_modules_stream_along(Y):
    """What it goes on with is not drawn once more by the next call."""
    dagbag.set_seed(1)
    first = score(Y, 4)
    more = score(Y, 7, warm_start=first)
    assert more + score(Y, 3) == score(Y, 10, seed=1)


def test_a_warm_start_leaves_another_stream_alone(Y):
    part = score(Y, 3, seed=4)
    dagbag.set_seed(9)
    score(Y, 6, warm_start=part)
    assert score(Y, 2) == score(Y, 2, seed=9)


def test_a_warm_start_of_another_call_is_refused(Y):
    part = score(Y, 3, seed=4)
    with pytest.raises(ValueError, match="max_step is 500 there, 400 here"):
        score(Y, 6, warm_start=part, max_step=400)
    with pytest.raises(ValueError, match="data differs"):
        score(Y + 1, 6, warm_start=part)
    with pytest.raises(ValueError, match="n_boot must be at least 3, the replicates of warm_start"):
        score(Y, 2, warm_start=part)
    with pytest.raises(ValueError, match="seed must be None with warm_start"):
        score(Y, 6, warm_start=part, seed=1)
    with pytest.raises(ValueError, match="nodes"):
        score(pd.DataFrame(Y), 6, warm_start=score(pd.DataFrame(Y).add_prefix("x"), 3, seed=4))
    with pytest.raises(ValueError, match="merged or picked"):
        score(Y, 9, warm_start=part + score(Y, 3, seed=7))
    with pytest.raises(ValueError, match="merged or picked"):
        score(Y, 9, warm_start=part[[1, 1]])


def test_the_modules_stream_goes_on(Y):
    dagbag.set_seed(11)
    first, second = score(Y, 6), score(Y, 4)
    merged = first + second
    whole = score(Y, 10, seed=11)
    assert merged == whole
    assert score(Y, 12, warm_start=merged) == score(Y, 12, seed=11)
    stream = RRandom(11)
    assert score(Y, 6, seed=stream).merge(score(Y, 4, seed=stream)) == whole


def test_the_stream_stands_where_that_of_r_does(Y):
    stream = RRandom(11)
    score(Y, 6, seed=stream)
    assert stream.runif(1) == drawn_rows(11, 60, 6)[1].runif(1)


def test_merging_needs_the_same_nodes(Y, ensemble):
    with pytest.raises(ValueError, match="same nodes in the same order"):
        ensemble.merge(score(Y, 2, seed=1))
    with pytest.raises(TypeError, match="others must be ensembles, got ndarray"):
        ensemble.merge(Y)
    other = score(pd.DataFrame(Y[::-1], columns=list("abcdefgh")), 2, "AIC", seed=1)
    merged = ensemble.merge(other, other)
    assert len(merged) == 16
    assert "score_type" not in merged.settings
    assert merged.settings["max_step"] == 500


# The file


@pytest.mark.parametrize("arguments", VARIANTS)
def test_a_saved_ensemble_can_be_continued(Y, tmp_path, arguments):
    part = score(Y, 4, seed=4, **arguments)
    part.save(tmp_path / "part.npz")
    loaded = Ensemble.load(tmp_path / "part.npz")
    assert loaded == part
    assert loaded.settings == part.settings
    assert score(Y, 6, warm_start=loaded, **arguments) == score(Y, 6, seed=4, **arguments)


def test_labels_survive_the_file(Y, tmp_path):
    columns = pd.MultiIndex.from_product([["x", "y"], [1, 2.5], [True, "z"]])
    ensemble = score(pd.DataFrame(Y, columns=columns), 2, seed=1)
    ensemble.save(tmp_path / "e.npz")
    assert Ensemble.load(tmp_path / "e.npz").nodes == tuple(columns)
    odd = score(pd.DataFrame(Y, columns=pd.date_range("2020", periods=8)), 2, seed=1)
    with pytest.raises(TypeError, match="nodes must be labelled by texts, numbers or tuples"):
        odd.save(tmp_path / "odd.npz")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["e.npz"]


def test_a_link_stays_a_link(ensemble, tmp_path):
    (tmp_path / "link.npz").symlink_to(tmp_path / "file.npz")
    ensemble.save(tmp_path / "link.npz")
    assert (tmp_path / "link.npz").is_symlink()
    assert Ensemble.load(tmp_path / "file.npz") == ensemble


def test_an_empty_ensemble_survives_the_file(ensemble, tmp_path):
    ensemble[:0].save(tmp_path / "e.npz")
    assert Ensemble.load(tmp_path / "e.npz") == ensemble[:0]


def test_files_that_are_no_ensembles(ensemble, tmp_path):
    path = tmp_path / "e.npz"
    with pytest.raises(FileNotFoundError, match="does not exist"):
        Ensemble.load(path)
    path.write_bytes(b"PK nothing")
    with pytest.raises(ValueError, match="path must be a file that Ensemble.save wrote"):
        Ensemble.load(path)
    np.savez(path, format=3)
    with pytest.raises(ValueError, match="of format 3; this version reads format 1 and 2"):
        Ensemble.load(path)
    ensemble.save(path)
    with np.load(path) as file:
        content = dict(file)
    for name, value in [
        ("edges", content["edges"] + 8),
        ("ends", content["ends"][::-1]),
        ("score", content["score"][1:]),
    ]:
        np.savez(path, **{**content, name: value})
        with pytest.raises(ValueError, match="path must be a file that Ensemble.save wrote"):
            Ensemble.load(path)
    ensemble.save(path)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(ValueError, match="path must be a file that Ensemble.save wrote"):
        Ensemble.load(path)


def test_damaged_files_are_refused_in_one_way(ensemble, tmp_path):
    path = tmp_path / "e.npz"
    ensemble.save(path)
    whole = path.read_bytes()
    rng = np.random.default_rng(0)
    for _ in range(200):
        content = bytearray(whole)
        for at in rng.integers(len(content), size=rng.integers(1, 6)):
            content[at] ^= int(rng.integers(1, 256))
        path.write_bytes(content)
        try:
            found = Ensemble.load(path)
        except ValueError as error:
            refused = str(error)
        else:
            refused = None
            assert found == ensemble
        assert refused is None or "path must be a file that Ensemble.save wrote" in refused


def test_saturation_is_told_as_for_one_search():
    Y = np.random.default_rng(3).standard_normal((6, 5))
    with pytest.warns(dagbag.DegenerateDataWarning):
        single = score(Y, score_type="likelihood")
    with pytest.warns(dagbag.ReplicateWarning, match="1 with saturated nodes"):
        ensemble = score(Y, 1, "likelihood", resample="subsample", sample_frac=1.0, seed=1)
    assert len(single.saturated) == ensemble.saturated[0] > 0


def test_the_file_holds_no_pickles(ensemble, tmp_path):
    ensemble.save(tmp_path / "e.npz")
    with np.load(tmp_path / "e.npz", allow_pickle=False) as file:
        assert {name: file[name].dtype.kind for name in file.files}["settings"] == "U"
        assert json.loads(str(file["nodes"])) == list("abcdefgh")


# Warnings


def test_one_warning_with_the_counts():
    rng = np.random.default_rng(0)
    Y = rng.standard_normal((12, 20))
    with pytest.warns() as caught:
        ensemble = score(Y, 10, max_step=60, seed=1)
    assert len(caught) == 1
    assert caught[0].filename == __file__
    text = str(caught[0].message)
    capped = int((~ensemble.converged).sum())
    saturated = int((ensemble.saturated > 0).sum())
    assert capped > 0
    assert saturated > 0
    assert f"of 10 replicates: {capped} stopped by max_step=60" in text
    assert f"{saturated} with saturated nodes" in text
    assert issubclass(caught[0].category, dagbag.ConvergenceWarning)
    assert issubclass(caught[0].category, dagbag.DegenerateDataWarning)


def test_a_clean_run_warns_of_nothing(Y):
    score(Y, 3, seed=1)


def test_recipe_knows_what_can_be_extended():
    plain = Recipe(Resampling("bootstrap", 5, 5), 3)
    assert plain.extensible
    assert replace(plain, shuffle=ONCE).extensible
    assert not replace(plain, shuffle="resample").extensible
    assert not replace(plain, seeds=True).extensible


def test_repr_of_a_forged_name_is_one_plain_line():
    ensemble = bag(np.random.default_rng(1).normal(size=(20, 3)), SpanningTree(), 2, seed=1)
    ensemble.settings["learner"] = "\x1b[31mred\n<b>" + "x" * 1_000_000
    assert repr(ensemble).isprintable()
    assert len(repr(ensemble)) < 500


def test_edges_are_never_held_twice():
    """Putting the graphs of replicates together lets go of one after the other."""
    rng, alive = np.random.default_rng(1), []
    replicates = {}
    for number in (2, 0, 5, 1):
        edges = rng.integers(0, 9, (number + 1, 2)).astype(np.int32)
        alive.append(weakref.ref(edges))
        replicates[number] = Replicate(edges, True, 1, 1, 0.0)
    given = {number: each.edges.copy() for number, each in replicates.items()}
    del edges
    whole = stack(replicates)
    assert np.array_equal(whole, np.concatenate([given[number] for number in sorted(given)]))
    for number, each in replicates.items():
        assert np.array_equal(each.edges, given[number])
        assert np.shares_memory(each.edges, whole)
    assert [each() for each in alive] == [None] * 4
    assert stack({}).shape == (0, 2)
