"""Classes, methods and NULL of `rvalues`, and rows for what other rules are made of."""

import copy
import pickle

import numpy as np
import pandas as pd
import pytest
from dagbag.r_compat import rvalues as rv
from rvalues_cases import (
    LOGICALS,
    MATRIX,
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
    one_of,
    texts,
)

FLAT = one_of(doubles([1, 2, 3]), integers([1, 2]), logicals([2]))


def date(text):
    return Code(f'as.Date("{text}")', np.datetime64(text, "D"))


def as_text(*given):
    return [str(day) for day in rv.date_seq(*given)]


PRINTED = one_of(
    NUMBERS, LOGICALS, TEXTS, factors(), MATRIX, TEXT_MATRIX, frames(), dicts(), lists()
)
STARTS = const(*map(date, ("2024-01-15", "2023-12-31", "2024-02-29", "2023-11-30")))
STEPS = const("day", "week", "month", "2 months", "quarter", "year", "2 weeks", "-1 month", 3.0)
ROWS = [
    Row("as_factor", "as.factor({0})", one_of(factors(), texts(), doubles(), integers(), logicals()),
        n=60),
    Row("size", "length(numeric({0}))", one_of(const(0, 3, 2.7), doubles([1, 2], gaps=False, low=0.5))),
    Row("cbind_all", "do.call(cbind, {0})", one_of(lists(FLAT, [1, 2, 3]), dicts(FLAT, [1, 2, 3]),
        lists(MATRIX, [1]))),
    Row("date_seq", "as.list(format(seq({0}, by = {1}, length.out = {2})))", STARTS, STEPS,
        const(1, 2, 5), call=lambda start, by, count: as_text(start, None, by, count), n=40),
    Row("printed", "as.list(capture.output(print({0})))", PRINTED, n=150),
]  # fmt: skip


@pytest.mark.r
def test_rows_are_those_of_r():
    check(ROWS)


def test_copies_keep_their_class():
    for kind, value in ((rv.ClassedDict, {"a": [1]}), (rv.ClassedList, [[1]])):
        made = rv.structure(value, ["b", "a"])
        assert type(made) is kind
        for copied in (made.copy(), copy.deepcopy(made), pickle.loads(pickle.dumps(made))):
            assert type(copied) is kind
            assert copied == made
            assert copied.r_class == ("b", "a")
        assert type(rv.unclass(made)) is type(value)


def test_a_list_with_some_names_has_no_class():
    with pytest.raises(rv.Untranslated, match="names for all elements or for none"):
        rv.structure(rv.NamedList([1, 2], ["a", ""]), "foo")


@pytest.mark.parametrize(
    ("x", "classes"),
    [
        (rv.structure({}, ["b", "a"]), ("b", "a")),
        (pd.DataFrame(), ("data.frame",)),
        (pd.Categorical(["a"]), ("factor",)),
        (None, ("NULL",)),
        ([1], ("list",)),
        (np.zeros((2, 2)), ("matrix", "array", "numeric")),
        (np.zeros(2, dtype=bool), ("logical",)),
        (np.array([True, None], dtype=object), ("logical",)),
        ("a", ("character",)),
    ],
)
def test_methods_are_looked_for_by_class(x, classes):
    assert rv.implicit_class(x) == classes
    assert rv.method("f", x, {classes[-1]: lambda _: "own", "default": lambda _: "?"})(x) == "own"
    assert rv.method("f", x, {"other": len, "default": lambda _: "?"})(x) == "?"
    with pytest.raises(TypeError, match="no applicable method for 'f'"):
        rv.method("f", x, {"other": len})


def test_nothing_is_null_until_it_grows():
    for x in (rv.nothing(), copy.deepcopy(rv.nothing()), pickle.loads(pickle.dumps(rv.nothing()))):
        assert type(x) is rv.Nothing
        assert rv.or_null(x) is None
        assert not isinstance(np.append(x, 1.0), rv.Nothing)
    assert rv.or_null(5) == 5


def test_an_operator_without_a_method_is_told():
    with pytest.raises(TypeError, match="no applicable method"):
        rv.dispatch_operator("+", 1, 2, {"dog": lambda x, y: x + y})


def test_an_environment_is_listed_in_no_order():
    one = rv.Environment(a=1)
    assert rv.as_list(one) == {"a": 1}
    assert rv.as_list(one) is not one
    with pytest.raises(rv.Untranslated, match="the order in which R lists an environment"):
        rv.as_list(rv.Environment(a=1, b=2))


def test_a_method_without_a_translation_stops_only_where_it_is_called():
    methods = {"net": rv.lost_method("==.net"), "default": rv.eq}
    assert rv.dispatch_operator("==", 1, 1, methods)
    with pytest.raises(rv.Untranslated, match="`==.net`, which was not translated"):
        rv.dispatch_operator("==", rv.structure({}, "net"), 1, methods)
