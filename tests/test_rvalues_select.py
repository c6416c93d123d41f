"""Indices of `rvalues` against R: reading, assigning, growing."""

import numpy as np
import pytest
from dagbag.r_compat import rvalues as rv
from rvalues_cases import (
    ANY_VECTOR,
    FINITE,
    ITEM,
    LOGICAL_MATRIX,
    LOGICALS,
    MATRIX,
    NUMBER,
    NUMBERS,
    TEXT_MATRIX,
    TEXTS,
    Code,
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
    matrices,
    named,
    one_of,
    partly,
    texts,
)

VECTOR = one_of(NUMBERS, LOGICALS, TEXTS, named(integers([2, 3, 4])))
NAMED = one_of(named(doubles([2, 3, 4])), named(texts([2, 3])), named(logicals([3])))
LABEL = const("a", "b", "ab", "zz")
POSITIONS = one_of(
    integers([0, 1, 2, 3], 0, 5),
    integers([1, 2], -3, -1),
    const(np.array([1.0, 2.9]), np.array([1.0, rv.NA]), np.array([0, 0]), np.array([-1, 0])),
)
MASK = logicals([1, 2, 3, 4])
INDEX = one_of(POSITIONS, POSITIONS, MASK, const(1, 2, 3, 9, 0, -1, -2, 1.5, True, False))
LABELS = one_of(texts([1, 2, 3], words=["a", "b", "ab", "c", "zz"], gaps=False), LABEL)
ALL = const(Code("", ...))
INSIDE = one_of(
    const(1, -1, 0, True, np.array([1]), np.array([1, 1]), np.array([True, False])),
    ALL, ALL, const(np.array([False]), np.array([-1]), np.array([True]), 2),
)  # fmt: skip
SQUARE = matrices(rows=(2, 3), columns=(2, 3))
LIST = one_of(lists(n=[1, 2, 3, 4]), dicts(), partly())
NEW = one_of(NUMBER, const("new", True, None), doubles([1, 2]))
PUT = "{{ x <- {0}; x[{1}] <- {2}; x }}"
PUT_ONE = "{{ x <- {0}; x[[{1}]] <- {2}; x }}"
ROWS = [
    Row("get", "{0}[{1}]", VECTOR, INDEX, n=200, refuses="NA alone"),
    Row("get", "{0}[{1}]", NAMED, LABELS, n=60),
    Row("get", "{0}[{1}]", LIST, INDEX, n=100, refuses="NA alone"),
    Row("get", "{0}[{1}]", one_of(dicts(), partly()), LABELS, n=60),
    Row("get", "{0}[{1}]", factors(gaps=True), INDEX, n=60, refuses="NA alone"),
    Row("get", "{0}[{1}]", one_of(MATRIX, TEXT_MATRIX), INDEX, n=60, refuses="NA alone"),
    Row("get", "{{ x <- {0}; x[x > 0] }}", MATRIX, call=lambda x: rv.get(x, rv.gt(x, 0)), n=40),
    Row("get", "{{ x <- {0}; x[is.na(x)] }}", MATRIX, call=lambda x: rv.get(x, rv.is_na(x))),
    Row("get", "{0}[{1}, {2}]", SQUARE, INSIDE, INSIDE, n=150),
    Row("get", "{0}[{1}, {2}, drop = FALSE]", SQUARE, INSIDE, INSIDE, drop=const(False), n=80),
    Row("get", "{0}[{1}, {2}]", SQUARE, one_of(LABEL, const("r1", "r2")), INSIDE, n=60),
    Row("get", "{0}[{1}, {2}]", SQUARE, INSIDE, LABELS, n=60),
    Row("get", "{0}[{1}, {2}]", frames([2, 3]), INSIDE, INSIDE, n=100),
    Row("get", "{0}[{1}, {2}]", frames([2, 3]), INSIDE, const("x", "y", "zz"), n=40),
    Row("get", "{0}[{1}, {2}, drop = FALSE]", frames([2]), INSIDE, const("x"), drop=const(False)),
    Row("get", "{0}[{1}]", frames([2]), const("x", "y", 1, 2, -1, np.array([2, 1])), n=40),
    Row("get", "array(1:8, c(2, 2, 2))[{1}, {2}, {3}]", const(np.arange(1, 9).reshape(
        (2, 2, 2), order="F")), INSIDE, INSIDE, INSIDE, n=40),
    Row("dollar", "{0}${1}", one_of(dicts(), partly(), frames()),
        const(*(Code(k, k) for k in ("a", "b", "ab", "x", "zz"))), n=100),
    Row("dollar", "list(abc = 1, abd = 2)${0}", const(*(Code(k, k) for k in ("a", "abc", "abd"))),
        call=lambda k: rv.dollar({"abc": 1, "abd": 2}, k)),
    Row("element", "{0}[[{1}]]", one_of(LIST, VECTOR), const(1, 2, 3, 9, 1.7, np.int64(1)), n=120),
    Row("element", "{0}[[{1}]]", one_of(dicts(), partly(), frames(), NAMED), LABEL, n=100),
    Row("element", "{0}[[{1}]]", dicts(), const("a ", "A")),
    Row("drop", "drop({0})", MATRIX, n=60),
    Row("head", "head({0}, {1})", one_of(ANY_VECTOR, MATRIX, LIST, frames()),
        const(0, 1, 2, 6, -1, -2), n=100),
    Row("tail", "tail({0}, {1}, keepnums = FALSE)", one_of(VECTOR, MATRIX),
        const(0, 1, 2, 6, -1, -2), n=80),
    Row("tail", "tail({0}, {1})", one_of(LIST, VECTOR), const(0, 1, 2, 6, -1, -2), n=60),
    Row("append", "append({0}, {1})", one_of(VECTOR, LIST), one_of(NUMBER, const("n")), n=60),
    Row("append", "append({0}, {1}, after = {2})", one_of(VECTOR, LIST), NUMBER,
        const(0, 1, 2, 9), n=60),
    Row("assign", PUT, one_of(NUMBERS, LOGICALS, TEXTS), INDEX, one_of(NUMBER, const("n", True)),
        n=250, refuses="NA alone"),
    Row("assign", PUT, doubles([2, 3, 4]), integers([2], 1, 6), doubles([1, 2]), n=60),
    Row("assign", PUT, one_of(NAMED, doubles([2]), const(None)), LABELS, FINITE, n=80),
    Row("assign", PUT, LIST, const(1, 2, 3, np.array([1, 2])), one_of(NUMBER, const(None)), n=80),
    Row("assign", PUT, one_of(dicts(), partly()), LABELS, one_of(NUMBER, const(None)), n=80),
    Row("assign", PUT, LIST, INDEX, lists(n=[1, 2]), n=80, refuses="NA alone"),
    Row("assign", "{{ x <- {0}; x[{1}, {2}] <- {3}; x }}", SQUARE, INSIDE, INSIDE, NUMBER, n=120),
    Row("assign", "{{ x <- {0}; x[{1}, {2}] <- {3}; x }}", LOGICAL_MATRIX, const(1), ALL,
        const(True, 0.5, "t"), n=60),
    Row("assign", "{{ x <- {0}; x[x > 1] <- {1}; x }}", matrices(integers), NUMBER,
        call=lambda x, v: rv.assign(x, rv.gt(x, 1), v), n=40),
    Row("assign", "{{ x <- {0}; x[{1}, {2}] <- {3}; x }}", frames([2, 3], gaps=False),
        const(1, 2, np.array([True, False])), const("x", 1), NUMBER, n=60),
    Row("assign", "{{ x <- {0}; x[, {2}] <- {3}; x }}", frames([2], gaps=False), ALL,
        const("x", "new"), doubles([1, 2]), n=60),
    Row("assign", "{{ x <- {0}; x[{1}] <- {2}; x }}", factors([3]), const(1, 2),
        const("lo", rv.NA), n=40),
    Row("set_element", PUT_ONE, LIST, const(1, 2, 3, 6), ITEM, n=150),
    Row("set_element", PUT_ONE, one_of(dicts(), partly(), lists()), LABEL, ITEM, n=150),
    Row("set_element", PUT_ONE, one_of(NUMBERS, TEXTS), const(1, 2, 6), NUMBER, n=60),
    Row("set_element", PUT_ONE, frames([2]), const("x", "new"), one_of(NUMBER, doubles(2)), n=40),
    Row("set_element", "{{ x <- {0}; x${1} <- NULL; x }}", one_of(dicts(), partly(), frames([2])),
        const(*(Code(k, k) for k in ("a", "x", "zz"))), const(None), n=80),
]  # fmt: skip


@pytest.mark.r
def test_indices_are_those_of_r():
    check(ROWS)


def test_one_na_is_no_index_that_could_be_text():
    for x in (np.array([1.0, 2.0]), rv.named(np.array([1.0, 2.0]), ["a", "b"])):
        with pytest.raises(rv.Untranslated, match="NA alone"):
            rv.get(x, np.array([None], dtype=object))


def test_none_is_no_index():
    for x in (np.array([1.0]), rv.named(np.array([1.0]), ["a"]), {"a": 1}):
        with pytest.raises(rv.Untranslated, match="NULL or a text that is NA"):
            rv.get(x, None)


def test_one_column_is_not_several():
    assert rv.several(np.array(["x", "y"], dtype=object)).tolist() == ["x", "y"]
    with pytest.raises(rv.Untranslated, match="of one column"):
        rv.several(np.array(["x"], dtype=object))
