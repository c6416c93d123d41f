"""Functions over elements, rows and groups: `rvalues` against R."""

from functools import partial

import numpy as np
import pytest
from dagbag.r_compat import rvalues as rv
from rvalues_cases import (
    CLEAN_MATRIX,
    FINITE,
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
    function,
    integers,
    lists,
    matrices,
    named,
    one_of,
    partly,
    texts,
)

LENGTH = function("length", rv.length)
TWICE = function("function(v) v * 2", lambda v: rv.multiply(v, 2))
PAIR = function("function(v) c(v[1], v[1] + 1)", lambda v: rv.c(v, rv.add(v, 1)))
RANGE = function("range", rv.range_)
TOTAL = function("sum", rv.sum_)
NAMED_PAIR = function(
    "function(v) c(lo = min(v), hi = max(v))",
    lambda v: rv.named([rv.min_(v), rv.max_(v)], ["lo", "hi"]),
)
SAME = function("function(v) v", lambda v: v)
POSITIVE = function("function(v) v > 0", lambda v: rv.gt(v, 0))
HALF = function("function(v) v[v > 0]", lambda v: rv.get(v, rv.which(rv.gt(v, 0))))
PLUS = function("function(a, b) a + b", rv.add)
PASTE = function("function(a, b) paste(a, b)", rv.paste)
WORDS = texts([2, 3], gaps=False, words=["p", "q", "r"])
OVER = one_of(
    doubles([1, 2, 3], gaps=False), named(doubles([2, 3], gaps=False)), dicts(FINITE), lists(FINITE)
)
GROUPS = one_of(factors(5, gaps=False), texts(5, gaps=False, words=["u", "v"]), integers(5, 0, 2))
ROWS = [
    Row("sapply", "sapply({0}, {1})", OVER, one_of(LENGTH, TWICE, PAIR, SAME, HALF), n=100),
    Row("sapply", "sapply({0}, {1})", one_of(TEXTS, WORDS), function("nchar", rv.nchar), n=40),
    Row("sapply", "sapply({0}, {1}, USE.NAMES = FALSE)", WORDS, function("nchar", rv.nchar),
        use_names=const(False), n=20),
    Row("sapply", "sapply({0}, {1})", lists(doubles([2, 3], gaps=False)), one_of(RANGE, TOTAL),
        n=40),
    Row("sapply", "sapply({0}, {1})", dicts(doubles([2, 3], gaps=False)),
        one_of(NAMED_PAIR, TOTAL), n=40),
    Row("sapply", "sapply({0}, {1})", partly(doubles([2], gaps=False)), one_of(RANGE, TOTAL), n=40),
    Row("sapply", "sapply({0}, {1})", frames([3], gaps=False), function("class", partial(rv.class_, integers=True)), n=20),
    Row("lapply", "lapply({0}, {1})", one_of(OVER, WORDS, partly(FINITE)), SAME, n=60),
    Row("listed", "lapply({0}, {1})", OVER, SAME,
        call=lambda x, f: rv.listed([f(v) for v in rv.elements(x)], rv.names(x))),
    Row("simplify", "sapply({0}, function(v) v)", one_of(lists(FINITE), lists(doubles(2))), n=40),
    Row("labels_of", "names(sapply({0}, length))", one_of(WORDS, named(doubles(2)), dicts(FINITE)),
        call=lambda x: np.array(rv.labels_of(x), dtype=object), n=30),
    Row("filter_", "Filter({0}, {1})", POSITIVE,
        one_of(doubles([3]), named(doubles(3)), lists(FINITE), dicts(FINITE)), n=40),
    Row("find", "Find({0}, {1})", POSITIVE, one_of(doubles(3, gaps=False), lists(FINITE)), n=30),
    Row("position", "Position({0}, {1})", POSITIVE, doubles(3, gaps=False), n=30),
    Row("apply", "apply({0}, {1}, {2})", CLEAN_MATRIX, const(1, 2),
        one_of(TOTAL, RANGE, SAME, HALF, NAMED_PAIR), n=100),
    Row("apply", "apply({0}, c(1, 2), {1})", CLEAN_MATRIX, TWICE,
        call=lambda x, f: rv.apply(x, np.array([1, 2]), f), n=30),
    Row("apply", "apply(array({0}, c(2, 2, 2)), {1}, sum)", doubles(8, gaps=False), const(1, 2, 3),
        call=lambda x, m: rv.apply(x.reshape((2, 2, 2), order="F"), m, rv.sum_), n=20),
    Row("apply", "apply(array({0}, c(2, 2, 2)), c(1, 3), sum)", doubles(8, gaps=False),
        call=lambda x: rv.apply(
            x.reshape((2, 2, 2), order="F"), np.array([1, 3]), rv.sum_), n=20),
    Row("outer", "outer({0}, {1})", one_of(NUMBERS, NUMBER), one_of(NUMBERS, NUMBER), n=60),
    Row("outer", "outer({0}, {1}, {2})", NUMBERS, NUMBERS, one_of(PLUS), n=40),
    Row("outer", "outer({0}, {1}, {2})", WORDS, integers([2]), PASTE, n=20),
    Row("outer", "outer({0}, {1})", matrices(integers), integers([1, 2]), n=20),
    Row("mapply", "unname(Map({0}, {1}, {2}))", PLUS, one_of(doubles([1, 2, 3]), lists(FINITE)),
        one_of(doubles([1, 2]), NUMBER), n=40),
    Row("reduce", "Reduce({0}, {1})", PLUS, one_of(doubles(), lists(FINITE), dicts(FINITE)), n=40),
    Row("reduce", "Reduce({0}, {1}, {2}, accumulate = {accumulate})", PLUS, doubles([1, 3]), FINITE,
        accumulate=const(True, False), n=40),
    Row("reduce", "Reduce({0}, {1}, accumulate = TRUE, right = TRUE)", PLUS, doubles([1, 3]),
        accumulate=const(True), right=const(True), n=20),
    Row("tapply", "tapply({0}, {1}, {2})", doubles(5, gaps=False), GROUPS, one_of(TOTAL, LENGTH),
        n=60),
    Row("tapply", "tapply({0}, list({1}, {2}), {3})", doubles(5, gaps=False), GROUPS, GROUPS,
        one_of(TOTAL, LENGTH), call=lambda x, a, b, f: rv.tapply(x, [a, b], f), n=40),
    Row("tapply", "tapply({0}, {1}, {2})", doubles(5, gaps=False), factors(5), TOTAL, n=30),
    Row("split", "split({0}, {1})", one_of(doubles(5), named(doubles(5)), texts(5), frames([5], gaps=False)),
        one_of(GROUPS, factors(5)), n=60),
]  # fmt: skip


@pytest.mark.r
def test_functions_over_elements_are_those_of_r():
    check(ROWS)
