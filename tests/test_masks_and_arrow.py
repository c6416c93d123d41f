"""Arrays with masks, and tables of pyarrow: nothing of them is lost in silence."""

import warnings

import numpy as np
import pyarrow as pa
import pytest

from dagbag import Ensemble, bag, score, score_shd
from dagbag.learners import MMHC
from dagbag.metrics import shd
from dagbag.simulate import linear_mechanism


@pytest.fixture(scope="module")
def Y():
    return np.random.default_rng(5).standard_normal((30, 3))


def masked(values, at=(0, 1)):
    found = np.ma.array(np.asarray(values), mask=False)
    found[at] = np.ma.masked
    return found


CHAIN = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]])
RULE = "must have no masked entries, got one at "


@pytest.mark.parametrize("argument", ["blacklist", "whitelist", "ini_adj_matrix"])
@pytest.mark.parametrize(
    "form", [masked, lambda m: list(masked(m)), lambda m: [list(r) for r in masked(m)]]
)
def test_masked_graphs_are_refused(Y, argument, form):
    with pytest.raises(ValueError, match=f"{argument} {RULE}"):
        score(Y, **{argument: form(CHAIN)})


@pytest.mark.parametrize(
    ("ensemble", "name"),
    [
        (masked(CHAIN / 4), "boot_adj"),
        (masked(np.stack([CHAIN, CHAIN], axis=2), (0, 1, 1)), "boot_adj"),
        ([CHAIN, masked(CHAIN)], r"boot_adj\[1\]"),
        ([CHAIN.tolist(), [list(row) for row in masked(CHAIN)]], r"boot_adj\[1\]"),
    ],
)
def test_masked_ensembles_are_refused(ensemble, name):
    with pytest.raises(ValueError, match=f"{name} {RULE}"):
        score_shd(ensemble)


def test_other_graphs_with_masks_are_refused(Y):
    edges = masked([[0, 1], [1, 2], [0, 2]], (2, 0))
    with pytest.raises(ValueError, match=f"first {RULE}"):
        shd(edges, CHAIN)
    with pytest.raises(ValueError, match=f"graph {RULE}"):
        linear_mechanism(masked(CHAIN))
    with pytest.raises(ValueError, match=f"blacklist {RULE}"):
        MMHC(blacklist=masked(CHAIN))
    with pytest.raises(RuntimeError, match="learner failed in replicate 0: .*" + RULE):
        bag(Y, lambda _: masked(CHAIN), n_boot=2, seed=1, n_jobs=1)


def test_a_mask_without_masked_entries_is_no_matter(Y):
    free = np.ma.array(CHAIN, mask=False)
    assert np.array_equal(score(Y, whitelist=free).adj_matrix, score(Y, whitelist=CHAIN).adj_matrix)
    assert score_shd([free, free]).edges == score_shd([CHAIN, CHAIN]).edges


def test_masked_data_are_refused(Y):
    for rows in (masked(Y), list(masked(Y)), [list(row) for row in masked(Y)]):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with pytest.raises(ValueError, match=f"Y {RULE}"):
                score(rows)


# pyarrow


@pytest.fixture(scope="module", params=["table", "batch", "chunks"])
def table(request, Y):
    columns = {name: Y[:, k] for k, name in enumerate("cab")}
    if request.param == "batch":
        return pa.RecordBatch.from_pydict(columns)
    whole = pa.table(columns)
    return whole if request.param == "table" else pa.concat_tables([whole[:7], whole[7:]])


def test_tables_keep_the_names_of_their_columns(Y, table, tmp_path):
    result = score(table)
    assert result.nodes == ("c", "a", "b")
    assert np.array_equal(result.adj_matrix, score(Y).adj_matrix)
    ensemble = score(table, 3, seed=1)
    assert ensemble.nodes == ("c", "a", "b")
    assert ensemble == score(table, 3, seed=1)
    assert list(ensemble.to_frame("frequency").columns) == ["c", "a", "b"]
    ensemble.save(tmp_path / "e.npz")
    assert Ensemble.load(tmp_path / "e.npz") == ensemble
    bagged = bag(table, lambda data: [(0, data.shape[1] - 1)], n_boot=2, seed=1, n_jobs=1)
    assert bagged[0].edges == (("c", "b"),)
    assert score(table, blacklist=[("c", "a")]).nodes == ("c", "a", "b")


def test_numbers_of_every_kind_in_tables():
    rng = np.random.default_rng(1)
    table = pa.table(
        {
            "i": pa.array(rng.integers(9, size=20), pa.int16()),
            "f": pa.array(rng.standard_normal(20).astype(np.float32)),
            "t": pa.array(rng.integers(2, size=20).astype(bool)),
        }
    )
    plain = np.column_stack([table[name].to_numpy().astype(float) for name in "ift"])
    assert np.array_equal(score(table).adj_matrix, score(plain).adj_matrix)


@pytest.mark.parametrize(
    ("column", "error", "message"),
    [
        (pa.array([1, None, 3, 4]), ValueError, r"got NaN in column 'x' \(first in row 1\)"),
        (
            pa.array([True, None, True, False]),
            ValueError,
            r"got NaN in column 'x' \(first in row 1\)",
        ),
        (
            pa.array([None, None, None, None]),
            ValueError,
            r"got NaN in column 'x' \(first in row 0\)",
        ),
        (pa.array(list("abcd")), TypeError, "numeric columns, got non-numeric 'x'"),
        (
            pa.array([0, 1, 2, 3], pa.timestamp("s")),
            TypeError,
            "numeric columns, got non-numeric 'x'",
        ),
        (
            pa.array(list("abab")).dictionary_encode(),
            TypeError,
            "numeric columns, got non-numeric 'x': leave it out, or code it as numbers",
        ),
    ],
)
def test_what_tables_may_not_hold(column, error, message):
    with pytest.raises(error, match=message):
        score(pa.table({"y": [1.0, 2.0, 4.0, 3.0], "x": column}))


def test_names_of_tables_must_be_distinct(Y):
    with pytest.raises(ValueError, match="distinct column names, got 'a' twice"):
        score(pa.Table.from_arrays([pa.array(c) for c in Y.T], names=["a", "b", "a"]))


def test_a_table_is_no_graph(Y):
    graph = pa.table({str(k): CHAIN[:, k] for k in range(3)})
    with pytest.raises(TypeError, match=r"blacklist must not be a table of pyarrow.*to_pandas\(\)"):
        score(Y, blacklist=graph)
    with pytest.raises(TypeError, match=r"boot_adj must not be a table of pyarrow.*to_pandas\(\)"):
        score_shd(graph)
