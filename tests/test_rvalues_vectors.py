"""Vectors of `rvalues` against R: sequences, functions of numbers, summaries, order and sets."""

import numpy as np
import pandas as pd
import pytest
from dagbag.r_compat import rvalues as rv
from rvalues_cases import (
    ANY_NUMERIC,
    ANY_VECTOR,
    FLAG,
    LOGICAL,
    LOGICAL_MATRIX,
    LOGICALS,
    MATRIX,
    NAN,
    NUMBER,
    NUMBERS,
    TEXTS,
    Row,
    check,
    const,
    dicts,
    doubles,
    factors,
    frames,
    integers,
    lists,
    logicals,
    named,
    one_of,
    partly,
    texts,
)

SMALL = const(-3, 0, 1, 2, 5, 0.5, 2.5, 7)
ROUNDED = one_of(
    doubles(4),
    const(
        np.array([0.15, 0.25, 0.35, 0.45, 2.675, 1.005, -1.5, 2.5, 0.5, 1e15 + 0.5, 1234.5678]),
        np.array([5.015, 1.255, 0.285, 10.075, 1e-20, 123456789.125]),
    ),
)
FUNCTIONS = {
    "sqrt": "sqrt", "exp": "exp", "log": "log", "log2": "log2", "log10": "log10", "log1p": "log1p",
    "expm1": "expm1", "sin": "sin", "cos": "cos", "tan": "tan", "asin": "asin", "acos": "acos",
    "atan": "atan", "sinh": "sinh", "cosh": "cosh", "tanh": "tanh", "asinh": "asinh",
    "acosh": "acosh", "atanh": "atanh", "floor": "floor", "ceiling": "ceiling", "trunc": "trunc", "abs_": "abs",
}  # fmt: skip
POSITIVE = doubles([1, 3], gaps=False, low=0.25)
SEQUENCES = [
    Row("colon", "{0}:{1}", SMALL, SMALL, n=60),
    Row("seq", "seq({0})", one_of(const(1, 3, 5, 0, -2), doubles([2, 3]), texts([0, 2])), n=40),
    Row("seq", "seq({0}, {1})", SMALL, SMALL, n=40),
    Row("seq", "seq({0}, {1}, by = {by})", SMALL, SMALL, by=const(1, 2, 0.5, -1, -0.5, 0.3), n=80),
    Row("seq", "seq({0}, {1}, length.out = {length_out})", SMALL, SMALL,
        length_out=const(1, 2, 3, 4, 2.5), n=60),
    Row("seq", "seq({0}, by = {by}, length.out = {length_out})", SMALL, by=const(1, 2, -0.5),
        length_out=const(0, 1, 4), n=40),
    Row("seq", "seq({0}, length.out = {length_out})", SMALL, length_out=const(0, 1, 4), n=30),
    Row("seq", "seq(0, 1, by = {0})", const(0.1, 0.2, 0.3, 1 / 3, 0.7),
        call=lambda by: rv.seq(0, 1, by=by)),
    Row("rep", "rep({0}, {times})", one_of(ANY_VECTOR, factors(), lists()), times=const(0, 1, 3),
        n=60),
    Row("rep", "rep({0}, each = {each})", ANY_VECTOR, each=const(1, 2, 3), n=30),
    Row("rep", "rep({0}, each = {each}, times = {times})", NUMBERS, each=const(1, 2),
        times=const(1, 2), n=30),
    Row("rep", "rep({0}, length.out = {length_out})", ANY_VECTOR, length_out=const(0, 2, 7), n=30),
    Row("rep", "rep({0}, times = {times})", one_of(doubles(3), named(texts(3))),
        times=integers(3, 0, 3), n=30),
    Row("rep", "rep({0}, each = 2, length.out = {length_out})", NUMBERS, each=const(2),
        length_out=const(3, 5)),
    Row("rev", "rev({0})", one_of(ANY_VECTOR, lists(), dicts(), partly(), const(None)), n=60),
    Row("rev", "rev({0})", factors()),
    Row("single", "({0})[[1]]", doubles(1)),
    Row("letters", "letters", call=lambda: rv.letters),
    Row("LETTERS", "LETTERS", call=lambda: rv.LETTERS),
]  # fmt: skip
MATH = [
    Row(name, f"{r}({{0}})", one_of(ANY_NUMERIC, MATRIX, LOGICAL), n=20)
    for name, r in FUNCTIONS.items()
]
MATH += [
    Row("gamma", "gamma({0})", one_of(POSITIVE, const(0.5, 5, -0.5))),
    Row("lgamma", "lgamma({0})", one_of(POSITIVE, const(0.5, 5))),
    Row("digamma", "digamma({0})", POSITIVE),
    Row("factorial", "factorial({0})", one_of(integers(low=0), const(5, 20, 0))),
    Row("lfactorial", "lfactorial({0})", one_of(integers(low=0), const(5, 300, 0))),
    Row("choose", "choose({0}, {1})", one_of(const(5, 10, 50), integers([2], 0, 9)),
        one_of(const(0, 2, 3), integers([2, 3], 0, 5)), n=40),
    Row("beta", "beta({0}, {1})", POSITIVE, const(0.5, 2, 3.5)),
    Row("lbeta", "lbeta({0}, {1})", POSITIVE, const(0.5, 2, 3.5)),
    Row("round_", "round({0}, {1})", one_of(ROUNDED, NUMBERS, MATRIX), const(0, 1, 2, 3, -1), n=80),
    Row("round_", "round({0})", one_of(ANY_NUMERIC, const(0.5, 1.5, -0.5, 2.5)), n=40),
    Row("signif", "signif({0}, {1})", one_of(ROUNDED, NUMBERS, MATRIX), const(1, 2, 3, 6), n=80),
]  # fmt: skip
SUMMARIES = [
    row
    for name, r in {"sum_": "sum", "prod_": "prod", "max_": "max", "min_": "min"}.items()
    for row in (
        Row(name, f"{r}({{0}})", one_of(ANY_NUMERIC, MATRIX, LOGICAL), n=40),
        Row(name, f"{r}({{0}}, na.rm = {{na_rm}})", NUMBERS, na_rm=FLAG, n=30),
    )
]
SUMMARIES += [
    Row("max_", "max({0})", texts([1, 3])),
    Row("min_", "min({0})", texts([1, 3])),
    Row("max_", "max({0}, na.rm = TRUE)", texts([2, 3]), na_rm=const(True)),
    Row("mean_", "mean({0}, na.rm = {na_rm})", one_of(NUMBERS, LOGICALS, MATRIX), na_rm=FLAG, n=50),
    Row("range_", "range({0}, na.rm = {na_rm})", one_of(NUMBERS, texts([2, 3])), na_rm=FLAG, n=50),
    Row("any_", "any({0}, na.rm = {na_rm})", one_of(LOGICALS, LOGICAL), na_rm=FLAG, n=40),
    Row("all_", "all({0}, na.rm = {na_rm})", one_of(LOGICALS, LOGICAL), na_rm=FLAG, n=40),
    Row("diff", "diff({0})", NUMBERS, n=30),
    Row("diff", "diff({0}, lag = {lag}, differences = {differences})", NUMBERS, lag=const(1, 2),
        differences=const(1, 2), n=40),
    Row("diff", "diff({0})", MATRIX, n=30),
]  # fmt: skip
for name in ("cumsum", "cumprod", "cummax", "cummin"):
    SUMMARIES.append(Row(name, f"{name}({{0}})", one_of(NUMBERS, LOGICALS), n=40))
for name in ("pmax", "pmin"):
    SUMMARIES += [
        Row(name, f"{name}({{0}}, {{1}})", ANY_NUMERIC, ANY_NUMERIC, n=60),
        Row(name, f"{name}({{0}}, {{1}})", NUMBER, MATRIX, n=30),
        Row(name, f"{name}({{0}}, {{1}})", MATRIX, NUMBER, n=30),
        Row(name, f"{name}({{0}}, {{1}}, na.rm = TRUE)", NUMBERS, NUMBERS, na_rm=const(True), n=40),
        Row(name, f"{name}({{0}}, {{1}})", TEXTS, TEXTS, n=20),
    ]
KEY = one_of(NUMBERS, LOGICALS, TEXTS, factors())
VALUE = one_of(NUMBERS, LOGICALS, TEXTS)
SETS = one_of(doubles(), integers(low=0, high=4), texts(), logicals())
FEW = const(*(np.array(v) for v in ([1.0, 2.0, 2.0, 1.0, 3.0], [1.0, NAN, rv.NA, NAN, 1.0])))
ORDER = [
    Row("which", "which({0})", one_of(LOGICALS, LOGICAL_MATRIX), n=40),
    Row("which_arr", "{{ r <- which({0}, arr.ind = TRUE); r }}", LOGICAL_MATRIX, n=40),
    Row("which_max", "which.max({0})", one_of(NUMBERS, LOGICALS), n=40),
    Row("which_min", "which.min({0})", one_of(NUMBERS, LOGICALS), n=40),
    Row("order", "order({0})", one_of(KEY, FEW), n=60),
    Row("order", "order({0}, decreasing = {decreasing})", KEY, decreasing=FLAG, n=60),
    Row("order", "order({0}, {1}, decreasing = {decreasing})", integers(5, 0, 2),
        one_of(doubles(5), texts(5)), decreasing=FLAG, n=60),
    Row("order", "order({0}, na.last = {na_last})", one_of(doubles(5), texts(5)),
        na_last=const(True, False, rv.NA), n=60),
    Row("order", "order({0}, {1}, na.last = {na_last}, decreasing = {decreasing})", doubles(4),
        texts(4), na_last=const(True, False, rv.NA), decreasing=FLAG, n=60),
    Row("order", "order({0}, {1}, decreasing = c(TRUE, FALSE), method = 'radix')",
        integers(5, 0, 2), doubles(5), decreasing=const(np.array([True, False])), n=30),
    Row("sort", "sort({0}, decreasing = {decreasing})", KEY, decreasing=FLAG, n=100),
    Row("sort", "sort({0}, na.last = {na_last})", one_of(NUMBERS, TEXTS), na_last=FLAG, n=60),
    Row("rank", "rank({0}, ties.method = {ties_method})", one_of(NUMBERS, FEW, TEXTS),
        ties_method=const("average", "min", "max", "first", "last"), n=100),
    Row("rank", "rank({0}, na.last = {na_last})", one_of(NUMBERS, FEW),
        na_last=const("keep", True, False), n=60),
    Row("unique", "unique({0})", one_of(VALUE, FEW, MATRIX, factors(), lists()), n=100),
    Row("unique", "unique({0})", frames([3, 5]), n=20),
    Row("duplicated", "duplicated({0})", one_of(VALUE, FEW, MATRIX, factors(), frames()), n=60),
    Row("rle", "unclass(rle({0}))", one_of(FEW, integers(5, 0, 1), texts(4, gaps=False)), n=40),
    Row("union", "union({0}, {1})", SETS, SETS, n=80),
    Row("intersect", "intersect({0}, {1})", SETS, SETS, n=80),
    Row("setdiff", "setdiff({0}, {1})", SETS, SETS, n=80),
    Row("setequal", "setequal({0}, {1})", integers([1, 2], 0, 1), integers([1, 2], 0, 1), n=30),
    Row("is_in", "{0} %in% {1}", one_of(SETS, NUMBER, const("a", NAN, rv.NA)), SETS, n=120),
    Row("is_in", "{0} %in% {1}", factors(), const("lo", "hi"), n=20),
    Row("match", "match({0}, {1})", one_of(SETS, NUMBER, const("a", NAN, rv.NA)), SETS, n=120),
    Row("match", "match({0}, {1}, nomatch = 0)", SETS, SETS, nomatch=const(0), n=30),
    Row("match", "match({0}, {1})", FEW, FEW, n=20),
]  # fmt: skip
ROWS = SEQUENCES + MATH + SUMMARIES + ORDER


@pytest.mark.r
@pytest.mark.parametrize("rows", [SEQUENCES, MATH, SUMMARIES, ORDER])
def test_vectors_are_those_of_r(rows):
    check(rows)


def test_nothing_has_a_maximum_with_a_warning():
    with pytest.warns(RuntimeWarning, match="no non-missing arguments to max"):
        assert rv.max_(np.array([])) == -np.inf


def test_time_passes():
    assert list(rv.proc_time().names) == ["user.self", "sys.self", "elapsed"]
    assert rv.elapsed(0.0)[2] > 0


@pytest.mark.parametrize("rule", [rv.cumsum, rv.log, rv.fivenum])
def test_factors_are_no_numbers(rule):
    with pytest.raises(rv.Untranslated, match="of a factor"):
        rule(pd.Categorical(["a", "b"]))
