"""Factors, tables and statistics of `rvalues` against R."""

import numpy as np
import pandas as pd
import pytest
from dagbag.r_compat import rvalues as rv
from rvalues_cases import (
    FLAG,
    NUMBER,
    NUMBERS,
    Row,
    check,
    const,
    dicts,
    doubles,
    factors,
    frames,
    function,
    integers,
    logicals,
    matrices,
    named,
    one_of,
    texts,
)


def clean(n=None):
    return doubles(n, gaps=False)


def clean_matrix(rows=(4, 5), columns=(2, 3)):
    return matrices(clean, rows, columns)


def gappy(rng):
    """A matrix with a gap or two."""
    values = matrices(clean, (6,), (2, 3))(rng)
    values[rng.randrange(6), 0] = rv.NA
    return values


KEY = one_of(factors(), integers([3, 5], 0, 2), texts([3, 5], words=["u", "v", "W"]), logicals([3]))
BREAKS = const(np.array([-5.0, 0.0, 2.5, 9.0]), np.array([0.0, 1.0]), np.array([-20, 0, 5, 20]), 3)
FRAME = const(
    pd.DataFrame({"g": ["a", "b", "a", "b"], "h": ["x", "x", "y", "y"], "v": [1.0, 2.0, 3.0, 4.5],
                  "w": [1, 2, 3, 4]}),
    pd.DataFrame({"g": ["b", "b", "c", "a"], "h": ["x", "y", "y", "y"], "v": [1.5, 2.0, -3.0, 4.5],
                  "w": [4, 2, 3, 4]}),
)  # fmt: skip
TOTAL = function("sum", rv.sum_)
MEAN = function("mean", rv.mean_)
PROBS = one_of(
    const(None), const(np.array([0.1, 0.5, 0.9]), np.array([0.0, 1.0]), np.array([0.333]))
)
FACTORS = [
    Row("factor", "factor({0})", one_of(doubles(), integers(), texts(), logicals(), factors()), n=80),
    Row("factor", "factor({0}, levels = c('v', 'u'))", texts(4, words=["u", "v", "w"]),
        levels=const(np.array(["v", "u"], dtype=object)), n=30),
    Row("factor", "factor({0}, levels = 0:2, labels = c('p', 'q', 'r'))", integers(4, 0, 3),
        levels=const(np.array([0, 1, 2])), labels=const(np.array(["p", "q", "r"], dtype=object)),
        n=30),
    Row("factor", "factor({0}, levels = 0:2, labels = 'k')", integers(4, 0, 2),
        levels=const(np.array([0, 1, 2])), labels=const("k")),
    Row("factor", "factor({0}, labels = c('same', 'same', 'other'))",
        const(np.array([1, 2, 3]), np.array([3, 1, 2, 2])),
        labels=const(np.array(["same", "same", "other"], dtype=object))),
    Row("levels", "levels({0})", one_of(factors(), NUMBERS)),
    Row("set_levels", "{{ x <- {0}; levels(x) <- c('p', 'q'); x }}",
        const(pd.Categorical(["a", "b", "a"]), pd.Categorical(["b", "b"], categories=["a", "b"])),
        call=lambda x: rv.set_levels(x, np.array(["p", "q"], dtype=object))),
    Row("set_levels", "{{ x <- {0}; levels(x) <- c('p', 'p'); x }}",
        const(pd.Categorical(["a", "b", "a"])),
        call=lambda x: rv.set_levels(x, np.array(["p", "p"], dtype=object))),
    Row("nlevels", "nlevels({0})", one_of(factors(), NUMBERS)),
    Row("droplevels", "droplevels({0})", factors(), n=30),
    Row("relevel", "relevel({0}, {1})", factors([3]), const("lo"), n=20),
    Row("interaction", "interaction({0}, {1})", factors(4), factors(4), n=30),
    Row("cut", "cut({0}, {1})", one_of(doubles([3, 5])), BREAKS, n=80),
    Row("cut", "cut({0}, {1}, right = {right}, include.lowest = {include_lowest})",
        one_of(doubles([3, 5]), const(np.array([-5.0, 0.0, 2.5, 9.0, 1.0]))),
        const(np.array([-5.0, 0.0, 2.5, 9.0])), right=FLAG, include_lowest=FLAG, n=80),
    Row("cut", "cut({0}, {1}, labels = FALSE)", doubles([3, 5]), BREAKS, labels=const(False), n=30),
    Row("cut", "cut({0}, c(-20, 0, 20), labels = c('neg', 'pos'))", doubles([3, 5]),
        const(np.array([-20, 0, 20])), labels=const(np.array(["neg", "pos"], dtype=object))),
    Row("cut", "cut({0}, c(0, 1234.5678, 12345.678), dig.lab = {dig_lab})", clean(3),
        const(np.array([0, 1234.5678, 12345.678])), dig_lab=const(3, 5)),
    Row("cut", "cut({0}, {1})", clean([4, 6]), const(2, 4, 5), n=40),
    Row("find_interval", "findInterval({0}, c(-2, 0, 3))", one_of(NUMBERS, NUMBER),
        const(np.array([-2, 0, 3])), n=40),
    Row("table", "{{ r <- table({0}); r }}", one_of(KEY, NUMBERS), n=80),
    Row("table", "table({0}, {1})", factors(5), one_of(integers(5, 0, 2), factors(5)), n=40),
    Row("table", "table({0}, useNA = {use_na})", one_of(factors(), texts([3, 5]), doubles([3])),
        use_na=const("no", "ifany", "always"), n=60),
    Row("table", "table({0}, {1}, useNA = 'ifany')", factors(5), texts(5, words=["u", "v"]),
        use_na=const("ifany"), n=30),
    Row("tabulate", "tabulate({0})", one_of(integers([0, 3, 5], -1, 4), factors()), n=40),
    Row("tabulate", "tabulate({0}, {nbins})", integers([3, 5], 1, 6), nbins=const(2, 4, 8), n=20),
    Row("prop_table", "prop.table({0})", one_of(clean_matrix((2,), (2,)), integers([3], 1, 9)),
        n=30),
    Row("prop_table", "prop.table({0}, {1})", clean_matrix((2,), (2,)), const(1, 2), n=30),
]  # fmt: skip
FRAMES = [
    Row("as_data_frame", "as.data.frame({0})", one_of(clean_matrix((2,)), frames()), n=40),
    Row("as_data_frame", "as.data.frame({0}, stringsAsFactors = FALSE)", dicts(clean(2)), n=20),
    Row("data_frame", "data.frame(x = {0}, y = {1})", clean(4), one_of(texts([1, 2, 4]), factors(4)),
        call=lambda x, y: rv.data_frame({"x": x, "y": y}), n=40),
    Row("data_frame", "data.frame(x = {0}, y = {1})", named(clean(3)), clean(3),
        call=lambda x, y: rv.data_frame({"x": x, "y": y}), n=20),
    Row("subset", "subset({0}, {1})", doubles(4), logicals(4), n=30),
    Row("subset", "subset({0}, {1})", frames([4]), logicals(4), n=30),
    Row("aggregate", "aggregate(v ~ g, {0}, {1})", FRAME, one_of(TOTAL, MEAN),
        call=lambda x, f: rv.aggregate(x, ["v"], ["g"], f)),
    Row("aggregate", "aggregate(cbind(v, w) ~ g + h, {0}, {1})", FRAME, one_of(TOTAL, MEAN),
        call=lambda x, f: rv.aggregate(x, ["v", "w"], ["g", "h"], f)),
    Row("aggregate_by", "aggregate({0}['v'], list(k = {0}$g), {1})", FRAME, TOTAL,
        call=lambda x, f: rv.aggregate_by(x[["v"]], {"k": rv.column(x, 0)}, f)),
    Row("ave", "ave({0}, {1}, FUN = {2})", clean(5), texts(5, words=["u", "v"], gaps=False),
        one_of(TOTAL, MEAN), call=lambda x, g, f: rv.ave(x, f, g), n=30),
    Row("ave", "ave({0})", clean([3]), call=lambda x: rv.ave(x, rv.mean_)),
    Row("rowsum", "rowsum({0}, {1})", clean_matrix((4,)), texts(4, words=["u", "v"], gaps=False),
        n=30),
    Row("merge", "merge({0}, {1}, by = 'g', all.x = {all_x}, all.y = {all_y})", FRAME,
        const(pd.DataFrame({"g": ["b", "a", "d"], "z": [1.0, 2.0, 3.0]})), by=const("g"),
        all_x=FLAG, all_y=FLAG, n=20),
    Row("merge", "merge({0}, {1})", FRAME,
        const(pd.DataFrame({"g": ["b", "b", "a"], "z": [1.0, 2.0, 3.0]}))),
    Row("expand_grid", "expand.grid(a = {0}, b = {1}, stringsAsFactors = {2})", integers([2, 3]),
        texts([2], words=["u", "v"], gaps=False), FLAG,
        call=lambda a, b, f: rv.expand_grid({"a": a, "b": b}, factors=f), n=20),
]  # fmt: skip
STATISTICS = [
    Row("var", "var({0}, na.rm = {na_rm})", NUMBERS, na_rm=FLAG, n=40),
    Row("var", "var({0})", clean_matrix(), n=20),
    Row("sd", "sd({0}, na.rm = {na_rm})", NUMBERS, na_rm=FLAG, n=40),
    Row("median", "median({0}, na.rm = {na_rm})", NUMBERS, na_rm=FLAG, n=40),
    Row("mad", "mad({0})", clean([1, 3, 5]), n=20),
    Row("cov", "cov({0})", clean_matrix(), n=20),
    Row("cov", "cov({0}, {1})", clean(4), clean(4), n=20),
    Row("cov", "cov({0}, use = {use})", gappy,
        use=const("complete.obs", "pairwise.complete.obs", "everything"), n=60),
    Row("cor", "cor({0}, use = {use})", gappy,
        use=const("complete.obs", "pairwise.complete.obs", "everything"), n=60),
    Row("cov", "cov({0}, {1})", clean_matrix((4,)), clean(4), n=20),
    Row("cor", "cor({0})", clean_matrix(), n=20),
    Row("cor", "cor({0}, {1}, method = {method})", clean(5), clean(5),
        method=const("pearson", "spearman", "kendall"), n=40),
    Row("cor", "cor({0}, method = {method})", clean_matrix(), method=const("spearman", "kendall"),
        n=20),
    Row("cov2cor", "cov2cor(cov({0}))", clean_matrix(), call=lambda x: rv.cov2cor(rv.cov(x)), n=20),
    Row("quantile", "quantile({0}, na.rm = {na_rm})", NUMBERS, na_rm=const(True), n=30),
    Row("quantile", "quantile({0}, c(0.1, 0.5, 0.95), type = {type})", clean([2, 5, 7]),
        const(np.array([0.1, 0.5, 0.95])), type=const(1, 2, 3, 4, 5, 6, 7, 8, 9), n=120),
    Row("quantile", "quantile({0}, {1}, names = {labels})", clean([1, 4]),
        const(np.array([0.333]), np.array([0.025, 0.975]), 0.5), labels=FLAG, n=40),
    Row("summary", "{{ r <- unclass(summary({0})); r }}", clean([1, 3, 5]), n=30),
    Row("summary", "summary({0})", factors(gaps=False), n=20),
    Row("fivenum", "fivenum({0})", doubles([1, 3, 4, 5, 7]), n=30),
    Row("weighted_mean", "weighted.mean({0}, {1})", doubles([3]), doubles(3, gaps=False, low=1),
        n=30),
    Row("combn", "combn({0}, {1})", one_of(const(4, 5), clean([3, 4]), texts(3, gaps=False)),
        const(1, 2, 3), n=40),
    Row("QR", "qr({0})$rank", clean_matrix(), call=lambda x: rv.QR(x).rank),
    Row("QR", "qr.coef(qr({0}), {1})", matrices(clean, (5,), (2,), labelled=0), clean(5),
        call=lambda x, y: rv.QR(x).coef(y)),
    Row("eigen", "eigen(crossprod({0}))$values", clean_matrix(),
        call=lambda x: rv.eigen(rv.crossprod(x))["values"]),
    Row("svd", "svd({0})$d", clean_matrix(), call=lambda x: rv.svd(x)["d"]),
]  # fmt: skip
ROWS = FACTORS + FRAMES + STATISTICS


@pytest.mark.r
@pytest.mark.parametrize("rows", [FACTORS, FRAMES, STATISTICS])
def test_tables_are_those_of_r(rows):
    check(rows)


@pytest.mark.parametrize("part", [[1, 2], {"u": 1}, rv.named(np.array([1, 2]), ["u", "v"])])
def test_what_has_names_or_parts_is_not_stacked(part):
    with pytest.raises(rv.Untranslated, match="stack"):
        rv.stack({"a": part, "b": np.array([3])})


def test_one_column_is_no_data_frame():
    frame = np.array(["x", "y"], dtype=object)
    assert list(rv.several(frame)) == ["x", "y"]
    with pytest.raises(rv.Untranslated, match="one column"):
        rv.several(frame[:1])


def test_a_table_without_cells_has_no_rows():
    empty = rv.table(np.array([], dtype=object))
    with pytest.raises(rv.Untranslated, match="without cells"):
        rv.as_data_frame(empty)
