"""Operators of `rvalues` against R: recycling, coercion, NA, names."""

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
    NUMBER,
    NUMBERS,
    TEXTS,
    WORD,
    Row,
    check,
    const,
    doubles,
    factors,
    one_of,
)

SIDE = one_of(ANY_NUMERIC, ANY_NUMERIC, MATRIX)
DIVISOR = one_of(NUMBERS, NUMBERS, NUMBER)
ROWS = [
    Row("add", "{0} + {1}", SIDE, ANY_NUMERIC, n=60),
    Row("add", "{0} + {1}", NUMBER, MATRIX),
    Row("subtract", "{0} - {1}", SIDE, ANY_NUMERIC, n=40),
    Row("multiply", "{0} * {1}", SIDE, ANY_NUMERIC, n=40),
    Row("divide", "{0} / {1}", SIDE, ANY_NUMERIC, n=60),
    Row("power", "{0} ^ {1}", SIDE, ANY_NUMERIC, n=60),
    Row("mod", "{0} %% {1}", SIDE, DIVISOR, n=80),
    Row("intdiv", "{0} %/% {1}", SIDE, DIVISOR, n=80, refuses="by 0 of what may be integers"),
    Row("negative", "-({0})", SIDE, n=30),
]
COMPARED = one_of(ANY_VECTOR, ANY_VECTOR, MATRIX, LOGICAL)
for name, sign in {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}.items():
    ROWS += [
        Row(name, f"{{0}} {sign} {{1}}", COMPARED, ANY_VECTOR, n=50),
        Row(name, f"{{0}} {sign} {{1}}", TEXTS, TEXTS, n=20),
        Row(name, f"{{0}} {sign} {{1}}", NUMBER, NUMBER, n=20),
    ]
ROWS += [
    Row("eq", "{0} == {1}", factors(), const("lo", "hi", "none")),
    Row("ne", "{0} != {1}", factors(), const("lo", "hi", "none")),
    Row("and_", "{0} & {1}", one_of(LOGICALS, LOGICAL, NUMBERS), one_of(LOGICALS, LOGICAL), n=50),
    Row("and_", "{0} & {1}", LOGICAL_MATRIX, LOGICAL),
    Row("or_", "{0} | {1}", one_of(LOGICALS, LOGICAL, NUMBERS), one_of(LOGICALS, LOGICAL), n=50),
    Row("xor", "xor({0}, {1})", one_of(LOGICALS, LOGICAL), one_of(LOGICALS, LOGICAL), n=40),
    Row("not_", "!{0}", one_of(LOGICALS, LOGICAL, LOGICAL_MATRIX, NUMBERS), n=40),
    Row("is_true", "isTRUE({0})", one_of(LOGICALS, LOGICAL, NUMBER, WORD, const(None)), n=40),
    Row("is_false", "isFALSE({0})", one_of(LOGICALS, LOGICAL, NUMBER, WORD, const(None)), n=40),
    Row("ifelse", "ifelse({0}, {1}, {2})", one_of(LOGICALS, LOGICAL), NUMBERS, NUMBER, n=60),
    Row("ifelse", "ifelse({0}, {1}, {2})", one_of(LOGICALS, LOGICAL), WORD, TEXTS, n=40),
    Row("ifelse", "ifelse({0}, {1}, {2})", LOGICALS, one_of(FLAG, const(0.5)), one_of(FLAG, WORD)),
    Row("ifelse", "ifelse({0}, {1}, {2})", LOGICAL_MATRIX, doubles([1, 2]), NUMBER),
]


@pytest.mark.r
def test_operators_are_those_of_r():
    check(ROWS)


def test_parts_of_days_are_told():
    date = rv.as_date("2020-01-01")
    assert str(rv.add(date, 2.0)) == "2020-01-03"
    with pytest.raises(rv.Untranslated, match="part of a day"):
        rv.add(date, 1.5)
