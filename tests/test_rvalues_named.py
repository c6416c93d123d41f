"""Names of `rvalues` against R."""

import copy
import pickle

import numpy as np
import pytest
from dagbag.r_compat import rvalues as rv
from rvalues_cases import (
    ANY_VECTOR,
    MATRIX,
    NUMBERS,
    TEXTS,
    Row,
    check,
    const,
    dicts,
    doubles,
    frames,
    lists,
    named,
    one_of,
    partly,
    texts,
)

SOME = one_of(ANY_VECTOR, MATRIX, lists(), dicts(), partly(), frames(), const(None))
THREE = one_of(doubles(3), named(doubles(3)), lists(n=3), dicts(n=3), texts(3))
NAMES3 = const(
    np.array(["p", "q", "r"], dtype=object),
    np.array(["p", "q"], dtype=object),
    np.array(["p", "p", "r"], dtype=object),
    np.array(["p", "", "r"], dtype=object),
    np.array([1, 2, 3]),
    None,
)
ROWS = [
    Row("NamedArray", "{0}", named(doubles([1, 2, 3])), call=lambda x: rv.NamedArray(x, x.dimnames)),
    Row("NamedList", "{0}", partly(), call=lambda x: rv.NamedList(list(x), x.names)),
    Row("names", "names({0})", SOME, n=80),
    Row("named", "setNames({0}, c('p', 'q', 'r'))", doubles(3),
        call=lambda x: rv.named(x, ["p", "q", "r"])),
    Row("set_names", "{{ x <- {0}; names(x) <- {1}; x }}", THREE, NAMES3, n=80),
    Row("keep_names", "{{ x <- {0}; x[] <- 1; x }}", one_of(named(doubles(2)), MATRIX),
        call=lambda x: rv.keep_names(np.ones(x.shape), x), n=30),
    Row("unname", "unname({0})", one_of(NUMBERS, TEXTS, MATRIX, dicts(), partly(), lists()), n=60),
    Row("dimnames", "dimnames({0})", one_of(MATRIX, NUMBERS, frames()), n=40),
    Row("rownames", "rownames({0})", one_of(MATRIX, frames(), NUMBERS), n=40),
    Row("colnames", "colnames({0})", one_of(MATRIX, frames(), NUMBERS), n=40),
    Row("with_dimnames", "{{ x <- {0}; dimnames(x) <- list(c('p', 'q'), NULL); x }}",
        one_of(MATRIX), call=lambda x: rv.with_dimnames(x, [["p", "q"], None])),
    Row("set_rownames", "{{ x <- {0}; rownames(x) <- c('p', 'q'); x }}", MATRIX,
        call=lambda x: rv.set_rownames(x, np.array(["p", "q"], dtype=object))),
    Row("set_rownames", "{{ x <- {0}; rownames(x) <- NULL; x }}", one_of(MATRIX, frames()),
        const(None)),
    Row("set_colnames", "{{ x <- {0}; colnames(x) <- c('p', 'q'); x }}", one_of(MATRIX, frames()),
        call=lambda x: rv.set_colnames(x, np.array(["p", "q"], dtype=object)),
        refuses="Length mismatch"),
]  # fmt: skip


@pytest.mark.r
def test_names_are_those_of_r():
    check(ROWS)


def test_a_list_with_some_names_is_copied_with_them():
    x = rv.NamedList([1, [2]], ["a", ""])
    for twin in (copy.copy(x), copy.deepcopy(x), pickle.loads(pickle.dumps(x)), x.copy()):
        assert twin == x
        assert twin.names == ["a", ""]
        assert twin is not x
    assert x != [1, [2]]
    assert x != rv.NamedList([1, [2]], ["a", "b"])


def test_a_list_has_a_name_for_each_element():
    with pytest.raises(ValueError, match="1 elements has 2 names"):
        rv.NamedList([1], ["a", "b"])


def test_only_what_has_dimensions_has_names_of_rows():
    with pytest.raises(ValueError, match="only a matrix has names"):
        rv.set_rownames(np.array([1.0, 2.0]), np.array(["a", "b"], dtype=object))
    with pytest.raises(ValueError, match="as many elements as there are dimensions"):
        rv.with_dimnames(np.eye(2), [None])


def test_an_argument_that_was_not_given_is_like_nothing_else():
    assert repr(rv.MISSING) == "rv.MISSING"
    assert rv.MISSING is not None
    assert copy.copy(rv.MISSING) != 0


@pytest.mark.parametrize("extreme", [np.maximum, np.minimum])
def test_running_extremes_keep_names(extreme):
    """R: ``names(cummax(c(a = 3, b = 1)))`` are a and b."""
    found = extreme.accumulate(rv.named(np.array([3.0, 1.0]), ["a", "b"]))
    assert list(rv.names(found)) == ["a", "b"]


def test_a_copy_shares_no_memory():
    x = rv.named(np.array([1.0, 2.0]), ["a", "b"])
    y = copy.copy(x)
    y[0] = 9
    assert x[0] == 1
    assert y.names.tolist() == ["a", "b"]
