"""score(): its arguments, what it accepts and refuses, what it returns."""

import inspect
import pickle
import signal
import subprocess
import sys
import threading
import warnings
from decimal import Decimal
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest
from reference import Oracle
from scipy import sparse

import dagbag
from dagbag import ConvergenceWarning, RRandom, load_example, plotting, score, simulate


@pytest.fixture
def Y():
    rng = np.random.default_rng(3)
    Z = rng.standard_normal((60, 6))
    for j in range(1, 6):
        Z[:, j] += 0.8 * Z[:, j - 1]
    return Z


NAMES = ["a", "b", "c", "d", "e", "f"]


# Arguments


def test_signature_is_that_of_r():
    positional = {
        "n_boot": 0,
        "score_type": "BIC",
        "threshold": 0,
        "max_step": 500,
        "ini_adj_matrix": None,
        "blacklist": None,
        "whitelist": None,
        "standardize": True,
        "standardize_boot": True,
        "random_forest": False,
        "random_step_length": None,
        "nrestart": 0,
        "perturb": 0,
        "shuffle": False,
        "print": False,
        "EPS": 1e-06,
    }
    parameters = list(inspect.signature(score).parameters.values())
    assert [p.name for p in parameters[: len(positional) + 1]] == ["Y", *positional]
    assert [p.default for p in parameters[1 : len(positional) + 1]] == list(positional.values())
    assert all(p.kind is p.KEYWORD_ONLY for p in parameters[len(positional) + 1 :])


def test_dotted_names(Y):
    plain = score(Y, score_type="AIC", threshold=-1)
    assert score(Y, **{"score.type": "AIC", "threshold": -1}).moves == plain.moves
    with pytest.raises(
        TypeError, match=r"unexpected keyword argument 'max.stp'; did you mean 'max_step'"
    ):
        score(Y, **{"max.stp": 4})
    with pytest.raises(TypeError, match="multiple values for argument 'max_step'"):
        score(Y, max_step=3, **{"max.step": 4})
    with pytest.raises(
        TypeError, match="unexpected keyword argument 'nboot'; did you mean 'n_boot'"
    ):
        score(Y, nboot=4)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (
            {"score_type": "bci"},
            ValueError,
            "score_type must be one of BIC.*got 'bci'; did you mean 'BIC'",
        ),
        ({"score_type": True}, TypeError, "score_type must be the name of a score or a penalty"),
        ({"score_type": -1.0}, ValueError, "score_type must be .* at least 0, got -1.0"),
        ({"score_type": float("nan")}, ValueError, "score_type must be .* got nan"),
        ({"score_type": None}, TypeError, "score_type must be .* got None"),
        ({"max_step": 0}, ValueError, "max_step must be a whole number of at least 1, got 0"),
        ({"max_step": 2.5}, ValueError, "max_step must be a whole number .* got 2.5"),
        ({"max_step": "9"}, TypeError, "max_step must be a whole number .* got '9'"),
        ({"max_step": True}, TypeError, "max_step must be a whole number .* got True"),
        ({"n_boot": -1}, ValueError, "n_boot must be a whole number of at least 0, got -1"),
        ({"max_parents": -1}, ValueError, "max_parents must be .* got -1"),
        ({"max_parents": 1.5}, ValueError, "max_parents must be .* got 1.5"),
        ({"nrestart": -1}, ValueError, "nrestart must be .* got -1"),
        ({"nrestart": 1}, ValueError, "perturb must be at least 1 when nrestart is above 0"),
        ({"perturb": 0.5}, ValueError, "perturb must be .* got 0.5"),
        ({"perturb_operations": "flip"}, ValueError, "perturb_operations must be a choice of add"),
        ({"perturb_operations": ()}, ValueError, "at least one operation"),
        ({"perturb_operations": 3}, TypeError, "perturb_operations must be a choice"),
        ({"threshold": float("inf")}, ValueError, "threshold must be a finite number, got inf"),
        ({"threshold": "0"}, TypeError, "threshold must be a finite number, got '0'"),
        ({"EPS": -1}, ValueError, "EPS must be a finite number of at least 0, got -1"),
        ({"shuffle": "yes"}, ValueError, "shuffle must be True, False or \"resample\", got 'yes'"),
        ({"shuffle": 1}, TypeError, 'shuffle must be True, False or "resample", got 1'),
        ({"shuffle": "resample"}, ValueError, "shuffle must be True or False when n_boot is 0"),
        ({"checkpoint": "x"}, ValueError, "n_boot must be at least 1 for a checkpoint, got 0"),
        ({"checkpoint": 7, "n_boot": 2}, TypeError, "checkpoint must be a path, got 7"),
        ({"warm_start": 7, "n_boot": 2}, TypeError, "warm_start must be an Ensemble, got int"),
        (
            {"n_jobs": 0, "n_boot": 2},
            ValueError,
            "n_jobs must be None or a whole number other than 0, got 0",
        ),
        ({"n_jobs": 1.5, "n_boot": 2}, TypeError, "n_jobs must be .* got 1.5"),
        (
            {"progress": 1, "n_boot": 2},
            TypeError,
            "progress must be True, False, None or a function",
        ),
        (
            {"resample": "jackknife", "n_boot": 2},
            ValueError,
            'resample must be "bootstrap", "subsample" or "pairs", got \'jackknife\'',
        ),
        (
            {"sample_frac": 0, "n_boot": 2},
            ValueError,
            "sample_frac must be above 0 and at most 1, got 0",
        ),
        (
            {"sample_frac": 1.5, "n_boot": 2},
            ValueError,
            "sample_frac must be above 0 and at most 1, got 1.5",
        ),
        (
            {"sample_frac": 0.01, "n_boot": 2},
            ValueError,
            "sample_frac must leave at least 3 of the .* rows",
        ),
        ({"standardize": 2}, TypeError, "standardize must be True or False, got 2"),
        ({"print": None}, TypeError, "print must be True or False, got None"),
        ({"random_forest": 1.5}, TypeError, "random_forest must be True or False"),
        ({"seed": 1.5}, TypeError, "seed"),
        ({"seed": 2**31}, ValueError, "seed"),
        (
            {"score_type": "BGe", "iss_mu": 0},
            ValueError,
            "iss_mu must be a finite number above 0, got 0",
        ),
        ({"score_type": "BGe", "iss_w": 7}, ValueError, r"iss_w must be above p \+ 1 = 7, got 7"),
        ({"random_forest": True, "random_step_length": -1}, ValueError, "not negative"),
        (
            {"random_forest": True, "random_step_length": "x"},
            TypeError,
            "random_step_length must be",
        ),
        ({"random_forest": True, "random_step_length": [[1.0]]}, ValueError, "shape"),
        ({"whitelist": [(0, 6)]}, ValueError, "whitelist must name nodes of Y, got 6"),
        ({"whitelist": [(True, False)]}, ValueError, "whitelist must name nodes of Y, got True"),
        (
            {"whitelist": np.full((6, 6), None)},
            ValueError,
            "only 0 and 1, or False and True, got None",
        ),
        (
            {"whitelist": pd.DataFrame(np.zeros((6, 6))).astype("Int64").where(np.eye(6) == 0)},
            ValueError,
            "only 0 and 1, or False and True, got <NA>",
        ),
        (
            {"whitelist": pd.DataFrame(np.zeros((6, 6), int), columns=list("aabcde"))[["a", "b"]]},
            ValueError,
            r"must have shape \(6, 6\), got \(6, 3\)",
        ),
        ({"perturb_operations": np.array(3)}, TypeError, "perturb_operations must be a choice"),
        ({"random_forest": True, "random_step_length": 10**400}, TypeError, "random_step_length"),
        (
            {"random_forest": True, "random_step_length": np.datetime64(1, "s")},
            TypeError,
            "random_step_length",
        ),
        (
            {"max_step": 10**400},
            ValueError,
            "max_step must be a whole number of at most 2147483647",
        ),
        ({"threshold": 10**400}, ValueError, "threshold must be a finite number"),
        (
            {"score_type": "BGe", "iss_mu": 5e-324},
            ValueError,
            "iss_mu and iss_w must be of moderate size",
        ),
        ({"whitelist": [(0, 0)]}, ValueError, "whitelist must have no self loops, got one at 0"),
        ({"whitelist": [(0, 1, 2)]}, ValueError, "pairs, got"),
        ({"whitelist": ["ab"]}, ValueError, "pairs, got 'ab'"),
        ({"whitelist": 3}, TypeError, "whitelist must be a graph, such as a matrix or a list"),
        ({"whitelist": "ab"}, TypeError, "whitelist must be a graph, such as a matrix or a list"),
        (
            {"whitelist": [(0, 5), (1, 5)], "max_parents": 1},
            ValueError,
            r"at most 1 parents \(max_parents\), got 2 for 5",
        ),
    ],
)
def test_bad_arguments_name_the_argument_the_rule_and_what_came(Y, arguments, error, message):
    with pytest.raises(error, match=message):
        score(Y, **arguments)


# Data


@pytest.mark.parametrize(
    ("Y", "error", "message"),
    [
        (np.zeros(5), ValueError, r"n x p matrix, got ndarray of shape \(5,\)"),
        (np.zeros((4, 3, 2)), ValueError, "n x p matrix"),
        (5, TypeError, "n x p array or DataFrame, got 5"),
        (None, TypeError, "n x p array or DataFrame, got None"),
        ([[1, 2], [3]], ValueError, "rows of different lengths"),
        (np.zeros((2, 3)), ValueError, "at least 3 rows, got 2"),
        (np.zeros((5, 0)), ValueError, "at least 1 column, got 0"),
        (np.zeros((5, 2), dtype=complex), TypeError, "real numbers, got dtype complex128"),
        (np.full((5, 2), "a"), TypeError, "real numbers, got dtype <U1"),
        (np.array([[1, "a"]] * 4, dtype=object), TypeError, "got 'a' in column 1"),
        (np.array([["1", "2"]] * 4, dtype=object), TypeError, "got '1' in column 0"),
        (np.array([[1, None]] * 4, dtype=object), ValueError, "NaN in column 1"),
        (np.array([[1, 10**400], [1, 0.5]] * 2, dtype=object), ValueError, "Inf in column 1"),
        (pd.DataFrame({"x": [1, 2, 3], "g": list("abc")}), TypeError, "non-numeric 'g'"),
        (pl.DataFrame({"x": [1, 2, 3], "g": list("abc")}), TypeError, "non-numeric 'g'"),
        (
            pd.DataFrame(np.eye(3), columns=["a", "b", "a"]),
            ValueError,
            "distinct column names, got 'a'",
        ),
        (
            pd.DataFrame({"x": [1, 2, 3], "y": pd.array([1, None, 3], dtype="Int64")}),
            ValueError,
            "NaN in column 'y'",
        ),
        (pl.DataFrame({"x": [1, None, 3]}), ValueError, "NaN in column 'x'"),
        (np.ma.masked_equal(np.eye(3), 1), ValueError, r"masked entries, got one at \(0, 0\)"),
    ],
)
def test_bad_data(Y, error, message):
    with pytest.raises(error, match=message):
        score(Y)


def test_data_of_any_kind_give_the_same_moves(Y):
    expected = score(Y).movement.tolist()
    read_only = Y.copy()
    read_only.flags.writeable = False

    class Wrapped:
        def __array__(self, dtype=None, copy=None):
            return np.array(Y, dtype=dtype)

    for data in (
        np.asfortranarray(Y),
        read_only,
        np.repeat(Y, 2, axis=1)[:, ::2],
        Y.astype(np.longdouble),
        Y.astype(object),
        Y.tolist(),
        Wrapped(),
        pd.DataFrame(Y),
        pl.DataFrame(Y),
        Y[::-1][::-1],
        pd.DataFrame(Y).astype("Float64"),
    ):
        assert score(data).movement.tolist() == expected
    small = (Y * 10).astype(np.int8)
    assert score(small).moves == score(small.astype(float)).moves
    assert score(Y > 0).moves == score((Y > 0).astype(np.float32)).moves


def test_data_are_not_modified(Y):
    before = Y.copy()
    frame = pd.DataFrame(Y)
    blacklist = np.zeros((6, 6), dtype=int)
    np.fill_diagonal(blacklist, 1)
    score(Y, shuffle=True, seed=1, blacklist=blacklist)
    score(frame, standardize=False)
    assert np.array_equal(Y, before)
    assert np.array_equal(frame.to_numpy(), before)
    assert np.array_equal(np.diag(blacklist), np.ones(6))


def test_scale_and_offset_change_nothing(Y):
    expected = [move[:3] for move in score(Y).moves]
    for scale in (1e-160, 1e-8, 1e8, 1e160):
        scaled = Y * np.array([1, scale, 1, scale, 1, scale])
        for standardize in (True, False):
            assert [m[:3] for m in score(scaled, standardize=standardize).moves] == expected
    assert [m[:3] for m in score(Y + 1e6).moves] == expected


def test_standardize_refers_the_scores_to_the_columns_given(Y):
    raw = Y * [1, 2, 3, 4, 5, 6]
    result = score(raw, standardize=False)
    for j in range(6):
        parents = np.flatnonzero(result.adj_matrix[:, j])
        design = np.column_stack([np.ones(60), raw[:, parents]])
        rss = np.linalg.lstsq(design, raw[:, j], rcond=None)[1][0]
        expected = 60 * np.log(rss / 60) + np.log(60) * len(parents)
        assert result.neighborhood_scores[j] == pytest.approx(expected, rel=1e-10)
    assert result.score == pytest.approx(result.neighborhood_scores.sum())


def test_penalties(Y):
    n, p = Y.shape
    penalties = {
        "BIC": np.log(n),
        "likelihood": 0,
        "AIC": 2,
        "eBIC": np.log(n) + 2 * np.log(p),
        "GIC": np.log(np.log(n)) * np.log(p),
    }
    for name, penalty in penalties.items():
        by_name, by_number = score(Y, score_type=name), score(Y, score_type=penalty)
        assert by_name.moves == by_number.moves
        oracle = Oracle(Y.copy(), penalty)
        oracle.adjacency = by_name.adj_matrix.astype(bool)
        assert by_name.score == pytest.approx(oracle.total_score())


# Lists and names


def test_lists_in_every_form(Y):
    frame = pd.DataFrame(Y, columns=NAMES)
    matrix = np.zeros((6, 6), dtype=int)
    matrix[0, 1] = matrix[4, 2] = 1
    labelled = pd.DataFrame(matrix, index=NAMES, columns=NAMES)
    mixed = labelled.loc[NAMES[::-1], ["c", "a", "b", "f", "e", "d"]]
    for which in ("blacklist", "whitelist", "ini_adj_matrix"):
        expected = score(frame, **{which: matrix}).moves
        for form in (
            matrix.astype(bool),
            matrix.astype(float),
            matrix.tolist(),
            labelled,
            mixed,
            pl.DataFrame(labelled.to_dict("list")),
            [("a", "b"), ("e", "c")],
            [(0, 1), (4, 2)],
            {("a", "b"), ("e", "c")},
            (("a", 1), (4, "c")),
            [["a", "b"], ["e", "c"]],
            [(np.int64(0), np.int32(1)), (4, 2)],
        ):
            assert score(frame, **{which: form}).moves == expected
    assert score(frame, blacklist=[]).moves == score(frame).moves
    with pytest.raises(
        ValueError, match="blacklist must name nodes of Y, got 'bb'; did you mean 'b'"
    ):
        score(frame, blacklist=[("a", "bb")])
    with pytest.raises(
        ValueError, match="blacklist must have the nodes of Y as row labels, each once, got 'z'"
    ):
        score(frame, blacklist=labelled.rename(index={"a": "z"}))
    with pytest.raises(
        ValueError, match=r"blacklist must name nodes of Y, got 6; indices are 0\.\.5"
    ):
        score(frame, blacklist=[(6, "a")])


def test_frames_are_read_by_their_labels(Y):
    matrix = np.zeros((6, 6), dtype=int)
    matrix[0, 3] = 1
    labelled = pd.DataFrame(matrix)
    mixed = labelled.loc[[5, 3, 1, 0, 2, 4], [4, 5, 0, 1, 2, 3]]
    expected = score(Y, whitelist=matrix).edges
    assert score(pd.DataFrame(Y), whitelist=mixed).edges == expected
    assert score(Y, whitelist=mixed).edges == expected
    assert score(Y, whitelist=pd.DataFrame(matrix, index=NAMES, columns=NAMES)).edges == expected
    assert score(Y, whitelist=sparse.csr_array(matrix)).edges == expected
    polars = score(pl.DataFrame(Y, schema=NAMES), whitelist=[("a", "d")])
    again = score(
        pl.DataFrame(Y, schema=NAMES),
        whitelist=polars.to_frame("adjacency"),
        blacklist=np.ones((6, 6)),
    )
    assert again.edges == polars.edges
    twice = pd.DataFrame(matrix, index=NAMES, columns=[*"abcde", "a"])
    with pytest.raises(ValueError, match="as column labels, each once, got 'a'"):
        score(pd.DataFrame(Y, columns=NAMES), whitelist=twice)


def test_nested_lists_of_two_nodes(Y):
    assert score(Y[:, [0, 5]], whitelist=[[0, 1], [0, 0]]).edges == ((0, 1),)
    assert score(Y[:, [0, 5]], whitelist=[(0, 1)]).edges == ((0, 1),)


def test_integer_column_names_are_names(Y):
    frame = pd.DataFrame(Y, columns=[5, 4, 3, 2, 1, 0])
    assert (5, 4) in score(frame, whitelist=[(5, 4)]).edges


def test_blacklist_and_whitelist_hold(Y):
    black = np.ones((6, 6), dtype=bool)
    assert score(Y, blacklist=black).edges == ()
    result = score(Y, blacklist=black, whitelist=[(5, 0)])
    assert result.edges == ((5, 0),)
    assert result.movement[0].tolist() == [6, 1, 1]
    assert result.final_step == 2
    assert result.moves == ()


def test_max_parents(Y):
    assert score(Y, score_type="likelihood").most_parents > 2
    for limit in (0, 1, 2):
        assert score(Y, score_type="likelihood", max_parents=limit).most_parents == limit


# The result


def test_names_label_everything(Y):
    result = score(pd.DataFrame(Y, columns=NAMES))
    bare = score(Y)
    assert result.nodes == tuple(NAMES)
    assert bare.nodes == tuple(range(6))
    assert [(NAMES[s], NAMES[t]) for s, t in bare.edges] == list(result.edges)
    assert [(m.operation, NAMES[m.source], NAMES[m.target], m.delta) for m in bare.moves] == list(
        result.moves
    )


def test_frames(Y):
    frame = pd.DataFrame(Y, columns=NAMES)
    result = score(frame, whitelist=[("a", "c")])
    edges = result.to_frame()
    assert isinstance(edges, pd.DataFrame)
    assert list(zip(edges.source, edges.target, strict=True)) == list(result.edges)
    assert edges[(edges.source == "a") & (edges.target == "c")].step.tolist() == [0]
    assert (edges.step > 0).sum() == len(edges) - 1
    adjacency = result.to_frame("adjacency")
    assert list(adjacency.index) == list(adjacency.columns) == NAMES
    assert np.array_equal(adjacency.to_numpy(), result.adj_matrix)
    assert score(frame, blacklist=1 - adjacency, whitelist=adjacency).edges == result.edges
    moves = result.to_frame("moves")
    assert list(moves.columns) == ["step", "operation", "source", "target", "delta"]
    assert len(moves) == len(result.moves)
    nodes = result.to_frame("nodes")
    assert nodes.score.sum() == pytest.approx(result.score)
    assert nodes.parents.max() == result.most_parents
    polars = score(pl.DataFrame(frame.to_dict("list")))
    assert isinstance(polars.to_frame(), pl.DataFrame)
    assert polars.to_frame("adjacency").columns == ["node", *NAMES]
    with pytest.raises(
        ValueError, match="table must be one of edges.*got 'edge'; did you mean 'edges'"
    ):
        result.to_frame("edge")
    assert len(score(frame, threshold=-1e9).to_frame("moves")) == 0


class Lazy:
    """A LazyFrame of any library, known by its name."""


Lazy.__name__ = "LazyFrame"


@pytest.mark.parametrize(
    ("data", "advice"),
    [
        ("data.csv", r"the path 'data.csv': read the file first, e.g. with pandas.read_csv"),
        (Path("data.csv"), r"the path .*data.csv.*: read the file first"),
        ({"a": [1, 2, 3], "b": [3, 2, 2]}, "a dict: give pandas.DataFrame of it"),
        (pl.LazyFrame({"a": [1, 2, 3], "b": [3, 2, 2]}), r"a LazyFrame: give its .collect\(\)"),
        (Lazy(), r"a LazyFrame: give its .collect\(\)"),
        (sparse.eye(4), r"a sparse .* of shape \(4, 4\): give its .toarray\(\)"),
        (iter([[1, 2], [3, 4]]), "a list_iterator: give a list of what it yields"),
        (([k, 1] for k in range(4)), "a generator: give a list of what it yields"),
    ],
)
def test_data_in_another_form_are_told_what_to_do(data, advice):
    with pytest.raises(TypeError, match=f"Y must be an n x p array or DataFrame, got {advice}"):
        score(data)


@pytest.mark.parametrize("kind", [object, str, "category", Decimal])
def test_numbers_in_object_columns_are_told_what_to_do(Y, kind):
    frame = pd.DataFrame(Y.round(3), columns=NAMES)
    stored = frame.astype({"b": str, "d": str})
    columns = {
        name: stored[name].map(kind) if kind is Decimal else stored[name].astype(kind)
        for name in ("b", "d")
    }
    given = frame.assign(**columns)
    with pytest.raises(
        TypeError,
        match=(
            r"Y must have numeric columns, got numbers stored as text or objects in 'b', 'd': "
            r"give Y.astype\(float\)"
        ),
    ):
        score(given)
    assert score(given.astype(float)).edges == score(frame).edges
    with pytest.raises(TypeError, match="got non-numeric 'f': leave it out, or code it"):
        score(given.assign(f="x"))


def test_numbers_as_text_are_told_what_to_do(Y):
    hint = r": give numpy.array\(Y, dtype=float\)"
    with pytest.raises(TypeError, match=f"Y must be real numbers, got dtype <U.*{hint}"):
        score(Y.astype(str))
    with pytest.raises(TypeError, match=rf"got Decimal\('1'\) in column 0{hint}"):
        score([[Decimal(1), k] for k in range(5)])
    with pytest.raises(TypeError, match=r"got 'x' in column 1$"):
        score([[1, "x"] for _ in range(5)] + [[None, 1]])
    with pytest.raises(TypeError, match=r"in 'a', 'b', .*: give Y.cast\(polars.Float64\)"):
        score(pl.DataFrame(Y, schema=NAMES).cast(pl.String))


def test_integers_that_floats_cannot_tell_apart_are_not_constant(Y):
    """Differences are what counts, and they are taken before integers become floats."""
    small = np.rint(100 * Y).astype(np.int64)
    expected = score(small.astype(float))
    named = dict(zip(NAMES, small.T, strict=True))
    far = np.array([0, 2**60, -(2**62), 10**15, 0, -(10**17)])
    python = [
        [int(v) + shift for v, shift in zip(row, [0, 2**70, -(10**400), 5, 0, 0], strict=True)]
        for row in small
    ]
    frame = pd.DataFrame(
        {name: column + shift for (name, column), shift in zip(named.items(), far, strict=True)}
    )
    given = [
        small + far,
        small.astype(np.uint64) + np.uint64(2**63),
        np.ma.masked_array(small + far),
        python,
        frame,
        frame.assign(a=frame.a.astype(float)),
        frame.convert_dtypes(),
        pl.DataFrame(frame.to_dict("list")),
    ]
    before = frame.copy()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for data in given:
            result = score(data)
            assert result.adj_matrix.tolist() == expected.adj_matrix.tolist()
            np.testing.assert_allclose(result.delta_min, expected.delta_min, atol=1e-6)
    assert frame.equals(before)
    missing = frame.convert_dtypes()
    missing.loc[3, "b"] = pd.NA
    with pytest.raises(ValueError, match=r"got NaN in column 'b' \(first in row 3\)$"):
        score(missing)


def test_missing_values_are_found_by_the_label_of_their_row(Y):
    frame = pd.DataFrame(Y, columns=NAMES, index=[f"s{k}" for k in range(len(Y))])
    frame.loc["s7", "c"] = frame.loc["s9", "d"] = np.nan
    with pytest.raises(
        ValueError, match=(r"got NaN in column 'c' \(first in row 's7'\), and in 1 more column$")
    ):
        score(frame)
    frame.loc["s2", "a"] = np.inf
    with pytest.raises(ValueError, match=r"got Inf in column 'a' .*, and in 2 more columns$"):
        score(frame)
    numbered = frame.set_axis(range(100, 100 + len(Y)))
    with pytest.raises(ValueError, match=r"first in row 102\)"):
        score(numbered)
    with pytest.raises(ValueError, match=r"first in row 2\)"):
        score(frame.to_numpy())


@pytest.mark.parametrize("penalty", [1e308, 1e101, 10**200])
def test_a_penalty_beyond_all_measure_is_refused(Y, penalty):
    with pytest.raises(ValueError, match="score_type must be .* and at most 1e\\+100, got 1"):
        score(Y, score_type=penalty)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert np.isfinite(score(Y, score_type=1e100, whitelist=[(0, 2), (1, 2)]).score)
    with pytest.raises(ValueError, match="iss_mu and iss_w must be of moderate size"):
        score(Y, score_type="BGe", iss_w=1e308)


@pytest.mark.parametrize(
    ("function", "name", "hint"),
    [
        (score, "random_state", "did you mean 'seed'\\?$"),
        (score, "tiers", "did you mean 'knowledge'\\? Write knowledge={'tiers': ...}$"),
        (score, "forbidden", "did you mean 'knowledge'\\? Write knowledge={'forbidden': ...}$"),
        (score, "forbidden_edges", "did you mean 'blacklist'\\?$"),
        (score, "layers", "did you mean 'knowledge'\\? Write knowledge={'tiers': ...}$"),
        (score, "allowed", "did you mean 'knowledge'\\? Write knowledge={'allowed': ...}$"),
        (score, "required", "did you mean 'knowledge'\\? Write knowledge={'required': ...}$"),
        (score, "n_bootstrap", "did you mean 'n_boot'\\?$"),
        (score, "B", "did you mean 'n_boot'\\?$"),
        (score, "verbose", "did you mean 'progress'\\?$"),
        (score, "n_workers", "did you mean 'n_jobs'\\?$"),
        (score, "cutoff", "cutoff is an argument of score_shd\\(\\) and aggregation_path"),
        (score, "max_stp", "did you mean 'max_step'\\?$"),
        (dagbag.score_shd, "required", "did you mean 'knowledge'\\? Write knowledge="),
        (dagbag.score_shd, "min_frequency", "did you mean 'cutoff'\\?$"),
        (dagbag.bag, "random_state", "did you mean 'seed'\\?$"),
        (dagbag.bag, "cutoff", "cutoff is an argument of score_shd"),
        (simulate.random_dag, "random_state", "did you mean 'seed'\\?$"),
        (simulate.simulate_gaussian, "n_samples", "did you mean 'n'\\?$"),
        (
            plotting.plot_selection_frequency,
            "threshold",
            "did you mean 'cutoff'\\? It is \\(1 - threshold\\) / 2$",
        ),
        (plotting.plot_dag, "cutoff", "cutoff is an argument of score_shd"),
    ],
)
def test_an_argument_by_the_name_it_has_elsewhere_is_told_its_name_here(function, name, hint):
    with pytest.raises(TypeError, match=f"got an unexpected keyword argument '{name}'; {hint}"):
        function(**{name: 1})


def test_result_is_rs_list(Y):
    result = score(Y)
    assert result.names() == ["bic.ok", "movement", "final.step", "adj.matrix", "delta.min"]
    for name in result.names():
        assert np.array_equal(result[name], getattr(result, name.replace(".", "_")))
        assert result[name.replace(".", "_")] is result[name]
        kind = "f" if name == "delta.min" else "i"
        assert np.asarray(result[name]).dtype.kind == kind
    with pytest.raises(KeyError, match="adj.matrx.*did you mean 'adj.matrix'"):
        result["adj.matrx"]
    with pytest.raises(KeyError):
        result[0]


def test_a_result_is_the_collection_of_its_edges(Y):
    named = score(pd.DataFrame(Y, columns=[f"v{k}" for k in range(Y.shape[1])]))
    for result in (score(Y), named, score(Y, 2, seed=1)[0]):
        assert tuple(result) == result.edges
        assert len(result) == len(result.edges) > 0
        assert all(edge in result and edge[::-1] not in result for edge in result.edges)
        assert list(result.edges[0]) in result
        assert (1, 2, 3) not in result
        assert None not in result
    source, target = score(Y).edges[0]
    assert np.array([source, target]) in score(Y)
    assert (np.int64(source), np.int32(target)) in score(Y)
    with pytest.raises(TypeError, match=r"edges can be in a SearchResult, got 'v0'; see nodes"):
        "v0" in named  # noqa: B015
    assert np.asarray(named).shape == ()
    assert np.array([named, named], dtype=object).shape == (2,)
    with pytest.raises(TypeError, match="Y must be an n x p array or DataFrame, got <SearchResult"):
        score(named)
    with pytest.raises(KeyError, match="0 is not one of .*see result.edges"):
        named[0]


def test_an_edge_is_asked_of_a_replicate_not_of_an_ensemble(Y):
    ensemble = score(Y, 3, seed=1)
    assert all(member in ensemble for member in ensemble)
    other = score(Y, 1, seed=1, score_type=1000)[0]
    assert other not in ensemble
    with pytest.raises(TypeError, match=r"only its replicates can be in an Ensemble, got \(0, 1\)"):
        (0, 1) in ensemble  # noqa: B015


def test_one_thing_is_not_written_as_several(Y):
    def lines(count):
        return repr(score(Y[:, :2], count, whitelist=[(0, 1)], seed=1))

    assert lines(0).startswith("<SearchResult: 2 nodes, 1 edge, ")
    assert "; at most 1 parent>" in lines(0)
    assert lines(0).endswith("  1 of 1 edge has no direction that data can tell")
    assert lines(1).startswith("<Ensemble: 1 replicate on 2 nodes; 1 to 1 edge; ")
    assert lines(1).endswith("1 converged; at most 1 parent>")
    one = dagbag.score_shd(np.array([[0, 1], [0, 0]])[:, :, np.newaxis])
    assert repr(one).startswith("<AggregationResult: 2 nodes, 1 edge from 1 DAG; ")
    with pytest.warns(dagbag.DegenerateDataWarning, match="^1 constant column isolated: 0$"):
        score(np.column_stack((np.ones(len(Y)), Y)))
    with pytest.warns(dagbag.DegenerateDataWarning, match="^2 constant columns isolated: 0, 1$"):
        score(np.column_stack((np.ones((len(Y), 2)), Y)))


def test_result_survives_pickle(Y):
    result = score(Y)
    again = pickle.loads(pickle.dumps(result))
    assert again.moves == result.moves
    assert repr(again) == repr(result)


def test_hitting_max_step_is_visible(Y):
    with pytest.warns(ConvergenceWarning, match="stopped by max_step=3") as caught:
        result = score(Y, max_step=3)
    assert len(caught) == 1
    assert caught[0].filename == __file__
    assert not result.converged
    assert result.final_step == 3
    assert "NOT converged: stopped by max_step=3" in repr(result)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        whole = score(Y)
    assert "converged after" in repr(whole)
    assert whole.moves[:3] == result.moves


def test_total_is_the_sum_of_deltas(Y):
    empty, result = score(Y, threshold=-1e9), score(Y)
    assert empty.edges == ()
    assert result.score - empty.score == pytest.approx(sum(m.delta for m in result.moves))


def test_more_memory_than_there_is(monkeypatch):
    monkeypatch.setattr("dagbag._input.memory.available_memory", lambda: 1e7)
    monkeypatch.setattr("dagbag._input.memory.UNWATCHED", 1e7)
    Y = np.random.default_rng(0).standard_normal((5, 1100))
    with pytest.raises(MemoryError, match=r"on 1100 nodes needs 0.0 GB of memory, 0.0 GB are"):
        score(Y, memory="cross-products")
    monkeypatch.setattr("dagbag._input.memory.available_memory", lambda: 1e5)
    monkeypatch.setattr("dagbag._input.memory.UNWATCHED", 0)
    with pytest.raises(MemoryError, match=r"on 1100 nodes from the data needs 0.0 GB of memory"):
        score(Y)


def test_eps_of_zero_is_a_search_without_ties(Y):
    result = score(Y, EPS=0)
    assert result.converged
    oracle = Oracle(Y.copy(), np.log(60), eps=0.0)
    oracle.adjacency = result.adj_matrix.astype(bool)
    assert min(delta for *_, delta in oracle.operations()) > -1e-9


def test_one_and_two_nodes():
    rng = np.random.default_rng(0)
    x = rng.standard_normal((30, 1))
    assert score(x).edges == ()
    assert score(np.hstack([x, x + 0.1 * rng.standard_normal((30, 1))])).edges == ((1, 0),)
    assert score(x, score_type="eBIC", shuffle=True, seed=1).final_step == 1


def test_example_data_set():
    result = score(load_example().Y)
    assert result.converged
    assert result.final_step == len(result.moves) + 1


# Seeds


def test_seeds_and_the_modules_stream(Y):
    dagbag.set_seed(4)
    first, second = score(Y, shuffle=True), score(Y, shuffle=True)
    stream = RRandom(4)
    assert score(Y, shuffle=True, seed=stream).moves == first.moves
    assert score(Y, shuffle=True, seed=stream).moves == second.moves
    dagbag.set_seed(4)
    score(Y, shuffle=True, seed=99)
    score(Y)
    assert score(Y, shuffle=True).moves == first.moves


def test_the_same_bits_in_every_process(Y, tmp_path):
    np.save(tmp_path / "Y.npy", Y)
    code = (
        "import dagbag, numpy as np, sys;"
        "r = dagbag.score(np.load(sys.argv[1]), shuffle=True, seed=1, nrestart=3, perturb=2);"
        "print(r.moves, r.score.hex())"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code, str(tmp_path / "Y.npy")],
            check=True,
            text=True,
            capture_output=True,
            env={"PYTHONHASHSEED": hash_seed, "PATH": ""},
        ).stdout
        for hash_seed in ("0", "1", "2")
    }
    assert len(outputs) == 1


def test_threads_do_not_disturb_each_other():
    rng = np.random.default_rng(8)
    data = [rng.standard_normal((80, 40)) @ rng.standard_normal((40, 40)) for _ in range(4)]
    expected = [score(d, max_step=2000).moves for d in data]
    found = [None] * 4

    def work(k):
        found[k] = score(data[k], max_step=2000).moves

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == expected


def test_interrupt_leaves_nothing_behind(Y):
    """A search that would take minutes ends with the alarm; the next call is right."""
    rng = np.random.default_rng(0)
    big = rng.standard_normal((400, 600))

    class AlarmError(Exception):
        pass

    def ring(*_):
        raise AlarmError

    before = score(Y).moves
    previous = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(AlarmError):
            score(big, score_type="likelihood", max_step=10**9)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
    assert score(Y).moves == before


def test_whole_numbers_that_floats_cannot_tell_apart_are_not_to_be_made_floats():
    far = pd.DataFrame({"a": [10**30 + k for k in range(5)], "b": ["1", "2", "4", "3", "5"]})
    message = r"whole numbers in 'a' that floats cannot tell apart: subtract .* Y\[c\].min\(\)"
    with pytest.raises(TypeError, match=message):
        score(far)
    near = far.assign(a=(far["a"] - far["a"].min()).astype(float), b=far["b"].astype(float))
    assert score(near).p == 2


def test_settings_that_were_asked_before_are_told_from_those_that_compare_equal():
    """The last settings are remembered; True is no number, and a list may change."""
    Y = np.random.default_rng(0).standard_normal((30, 4))
    dagbag.score(Y, max_step=1, EPS=1)
    for wrong in ({"max_step": True}, {"EPS": True}, {"random_forest": 0}):
        with pytest.raises(TypeError):
            dagbag.score(Y, **{"max_step": 1, "EPS": 1, **wrong})
    operations = ["add"]
    dagbag.score(Y, nrestart=1, perturb=1, perturb_operations=operations, seed=1)
    operations[0] = "neither"
    with pytest.raises(ValueError, match="perturb_operations"):
        dagbag.score(Y, nrestart=1, perturb=1, perturb_operations=operations, seed=1)
