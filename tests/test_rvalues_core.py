"""Values of `rvalues` against R: putting together, converting, asking what they are."""

import numpy as np
import pandas as pd
import pytest
from dagbag.r_compat import rvalues as rv
from rvalues_cases import (
    ANY_NUMERIC,
    ANY_VECTOR,
    ATOM_ITEM,
    ITEM,
    LOGICAL,
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
    named,
    one_of,
    partly,
    texts,
)

PRESENT = one_of(  # None may be NULL, and NA of one text
    ANY_VECTOR, MATRIX, TEXT_MATRIX, LOGICAL_MATRIX, lists(ATOM_ITEM), dicts(), frames(), factors(),
    LOGICAL, partly(ATOM_ITEM),
)  # fmt: skip
ANYTHING = one_of(PRESENT, PRESENT, PRESENT, const(None), lists(), partly())
ATOMIC = one_of(ANY_VECTOR, MATRIX, TEXT_MATRIX, LOGICAL_MATRIX)
SQUARE = Code("function(v) v", lambda v: v)
NUMBER_WORDS = [
    "1",
    " 2.5 ",
    "1e3",
    "x",
    "",
    "0x1F",
    "Inf",
    "-inf",
    "NaN",
    "NA",
    "1_0",
    "TRUE",
    "1L",
]
LOGICAL_WORDS = ["TRUE", "T", "true", "True", "FALSE", "F", "false", "False", "yes", "0", "t", ""]
ROWS = [
    Row("NA", "NA", call=lambda: rv.NA),
    Row("vector", "as.vector({0})", ATOMIC, n=40, call=lambda x: rv.unname(rv.vector(x))),
    Row("as_matrix", "as.matrix({0})", one_of(ANY_VECTOR, MATRIX, TEXT_MATRIX), n=40),
    Row("as_matrix", "{{ m <- as.matrix({0}); m }}", frames(gaps=False), n=40),
    Row("numeric_matrix", "data.matrix({0})", MATRIX, n=6),
    Row("column", "{0}[[1]]", frames(), const(0)),
    Row("c", "c({0}, {1})", ANY_VECTOR, ANY_VECTOR, n=80),
    Row("c", "c({0}, {1}, {2})", one_of(NUMBER, LOGICAL), LOGICALS, NUMBERS, n=40),
    Row("c", "c({0}, {1})", lists(), one_of(lists(), dicts(), ANY_VECTOR, const(None)), n=40),
    Row("c", "c({0}, {1})", dicts(), one_of(lists(), dicts(), partly(), NUMBER), n=60),
    Row("c", "c({0}, {1})", one_of(ANY_VECTOR, const(None)), one_of(lists(), dicts())),
    Row("c", "c({0}, {1})", factors(), factors()),
    Row("c_named", "c(a = {0}, b = {1})", ATOM_ITEM, ATOM_ITEM,
        call=lambda x, y: rv.c_named({"a": x, "b": y}), n=40),
    Row("list_", "list({0}, {1})", ITEM, ITEM),
    Row("list_", "list(a = {a}, b = {b})", a=ITEM, b=ITEM),
    Row("list_", "list({0}, b = {b})", ITEM, b=ITEM),
    Row("unlist", "unlist({0})", lists(ATOM_ITEM), n=40),
    Row("unlist", "unlist({0})", dicts(ATOM_ITEM), n=60),
    Row("unlist", "unlist({0})", partly(ATOM_ITEM), n=60),
    Row("unlist", "unlist({0})", dicts(one_of(dicts(ATOM_ITEM), lists(ATOM_ITEM), NUMBER)), n=60),
    Row("unlist", "unlist({0}, use.names = FALSE)", dicts(ATOM_ITEM), use_names=const(False)),
    Row("unlist", "unlist({0})", lists(factors(gaps=False), n=2)),
    Row("length", "length({0})", ANYTHING, n=60),
    Row("recycle", "rep_len({0}, {1})", one_of(doubles([1, 2, 3]), texts([1, 2])), const(0, 1, 4)),
    Row("elements", "{{ r <- list(); for (e in {0}) r[length(r) + 1] <- list(e); r }}",
        one_of(NUMBERS, TEXTS, lists(), dicts(), const(None), partly(), MATRIX), n=40,
        call=lambda x: list(rv.elements(x))),
    Row("truth", "if ({0}) TRUE else FALSE",
        one_of(LOGICALS, LOGICAL, NUMBER, const("TRUE", "F", "yes"), NUMBERS), n=60),
    Row("is_array", "is.array({0})", ANYTHING, n=40),
    Row("is_character", "is.character({0})", one_of(ATOMIC, lists(), factors(), const(None)), n=40),
    Row("is_data_frame", "is.data.frame({0})", ANYTHING, n=40),
    Row("is_factor", "is.factor({0})", ANYTHING, n=40),
    Row("is_function", "is.function({0})", one_of(ANYTHING, const(SQUARE)), n=30),
    Row("is_list", "is.list({0})", ANYTHING, n=40),
    Row("is_logical", "is.logical({0})",
        one_of(NUMBERS, LOGICALS, MATRIX, LOGICAL_MATRIX, lists(), const(True)), n=40),
    Row("is_matrix", "is.matrix({0})", ANYTHING, n=40),
    Row("is_numeric", "is.numeric({0})",
        one_of(NUMBERS, LOGICALS, MATRIX, LOGICAL_MATRIX, lists(), const(True), factors()), n=40),
    Row("is_vector", "is.vector({0})", ANYTHING, n=40),
    Row("is_na", "is.na({0})", PRESENT, n=80),
    Row("is_nan", "is.nan({0})", one_of(ANY_NUMERIC, MATRIX), n=40),
    Row("any_na", "anyNA({0})", PRESENT, n=40),
    Row("complete_cases", "complete.cases({0})", one_of(MATRIX, frames(), doubles([1, 3])), n=40),
    Row("complete_cases", "complete.cases({0}, {1})", doubles(3), texts(3)),
    Row("na_omit", "{{ r <- na.omit({0}); attributes(r)[c('na.action', 'class')] <- NULL; r }}",
        one_of(NUMBERS, TEXTS, MATRIX), n=40),
    Row("na_omit", "{{ r <- na.omit({0}); attr(r, 'na.action') <- NULL; r }}", frames(), n=40),
    Row("as_numeric", "as.numeric({0})", one_of(ATOMIC, factors(), LOGICAL, const(None)), n=60),
    Row("as_numeric", "as.numeric({0})", one_of(texts(words=NUMBER_WORDS), const(*NUMBER_WORDS)),
        n=60),
    Row("as_numeric", "as.numeric({0})", lists(NUMBER)),
    Row("as_integer", "as.integer({0})", one_of(ATOMIC, factors(), LOGICAL, const(3e9)), n=60),
    Row("as_integer", "as.integer({0})", one_of(texts(words=NUMBER_WORDS), const(*NUMBER_WORDS)),
        n=60),
    Row("as_logical", "as.logical({0})", one_of(ATOMIC, LOGICAL, const(None)), n=60),
    Row("as_logical", "as.logical({0})",
        one_of(texts(words=LOGICAL_WORDS), const(*LOGICAL_WORDS)), n=60),
    Row("as_list", "as.list({0})",
        one_of(ANY_VECTOR, lists(), dicts(), frames(), const(None), partly()), n=60),
    Row("as_list", "as.list({0})", named(integers([2, 3]), unique=False)),
]  # fmt: skip


@pytest.mark.r
def test_values_are_those_of_r():
    check(ROWS)


def test_class_tells_what_is_sure():
    assert rv.class_(np.array([1.5])) == "numeric"
    assert rv.class_(np.array([1, 2]), integers=True) == "integer"
    assert list(rv.class_(np.eye(2))) == ["matrix", "array"]
    assert rv.class_(pd.DataFrame()) == "data.frame"
    assert rv.class_("a") == "character"
    for whole in (5, np.int64(5), np.array([1, 2])):  # 1:2 + 1 are doubles
        with pytest.raises(rv.Untranslated, match="may be integers or doubles"):
            rv.class_(whole)
    assert rv.class_(np.array([1.5, np.nan])) == "numeric"
    with pytest.raises(rv.Untranslated, match="may be integers or doubles"):  # c(1, NA), c(1L, NA)
        rv.class_(np.array([1.0, np.nan]))


def test_infinite_values_are_not_rounded_to_the_largest():
    with pytest.raises(rv.Untranslated, match="infinite values"):
        rv.zapsmall(np.array([np.inf, 1.0]))


def test_text_has_no_matrix_of_numbers():
    with pytest.raises(rv.Untranslated, match="no matrix of numbers"):
        rv.numeric_matrix(pd.DataFrame({"a": ["x"]}))


def test_one_text_that_is_na_is_a_vector_of_one():
    assert rv.vector(rv.one(None)).tolist() == [None]


def test_sides_of_and_have_one_value():
    for several in (np.array([True, False]), [True], {"a": True}):
        with pytest.raises(rv.Untranslated, match="&& and"):
            rv.one_or_na(several)


def test_lists_are_compared_with_nothing():
    with pytest.raises(TypeError, match="not implemented"):
        rv.eq([1, 2], [1, 3])


def test_what_is_no_value_of_r_is_printed_as_python_shows_it(capsys):
    class Shown:
        def __str__(self):
            return "shown\nas it is"

    rv.print_(Shown())
    assert capsys.readouterr().out == "shown\nas it is\n"


def test_dates_are_matched_with_dates_only():
    day = rv.as_date("2024-01-02")
    assert rv.match(day, np.array([day])) == 1
    for x, table in ((day, np.array([19724.0])), (np.array(["2024-01-02"], dtype=object), day)):
        with pytest.raises(rv.Untranslated, match="dates are matched"):
            rv.match(x, table)


def test_columns_are_those_of_a_data_frame():
    with pytest.raises(rv.Untranslated, match="no data frame"):
        rv.columns_named({"a": 1}, ["a"])
