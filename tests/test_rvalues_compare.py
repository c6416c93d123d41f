"""Whether values are the same: `rvalues` against R."""

import numpy as np
import pytest
from dagbag.r_compat import rvalues as rv
from rvalues_cases import (
    Row,
    check,
    const,
    dicts,
    doubles,
    factors,
    frames,
    lists,
    logicals,
    named,
    one_of,
    partly,
    texts,
)

FLOAT = const(1.0, 2.0, 0.5)
PAIR = const(*(np.array(v) for v in ([1.0, 2.0], [1.0, 0.5], [1.0], [np.nan], [rv.NA], [True])))
SMALL = one_of(
    PAIR, PAIR, named(PAIR), const(None, 0.5, "a", True, 1.0),
    texts([1, 2], words=["a", "b"]), logicals([1, 2]),
    lists(const(0.5, "a"), n=[1, 2]), dicts(const(0.5, "a"), n=1), partly(const(0.5)),
    const(*(np.array(v) for v in ([[1.0, 2.0]], [[1.0], [2.0]], [[1.0]]))),
)  # fmt: skip


ROWS = [
    Row("identical", "identical({0}, {1})", SMALL, SMALL, n=300),
    Row("identical", "identical({0}, {1})", PAIR, one_of(PAIR, named(PAIR)), n=60),
    Row("identical", "identical({0}, {1})", *[factors([1, 2], words=("a", "b"))] * 2, n=60),
    Row("identical", "identical({0}, {1})", *[frames([1])] * 2, n=60, call=lambda x, y: rv.identical(x, y, modes="same")),
    Row("identical", "{{ x <- {0}; identical(x, x) }}", one_of(SMALL, frames(), factors()), n=60,
        call=lambda x: rv.identical(x, x)),
    Row("all_equal", "isTRUE(all.equal({0}, {1}))", SMALL, SMALL, n=300),
    Row("all_equal", "isTRUE(all.equal({0}, {0} * (1 + {1})))", doubles([1, 2, 5], gaps=False),
        const(0.0, 1e-9, 1e-8, 2e-8, 1e-3), call=lambda x, e: rv.all_equal(x, x * (1 + e)), n=60),
    Row("all_equal", "isTRUE(all.equal({0}, {0} + 0.01, tolerance = {1}))", doubles([2, 3]),
        const(0.1, 0.001), call=lambda x, e: rv.all_equal(x, x + 0.01, e), n=30),
]  # fmt: skip


@pytest.mark.r
def test_sameness_is_that_of_r():
    check(ROWS)


def test_a_number_that_may_be_an_integer_or_a_double_is_not_guessed():
    with pytest.raises(rv.Untranslated, match="may be an integer, one a double"):
        rv.identical(5, np.int64(5))
    with pytest.raises(rv.Untranslated, match="may be an integer"):
        rv.identical([5], [np.float64(5)])
    assert rv.identical(5, 5, modes="same")
    assert not rv.identical(5, 5, modes="differ")
    assert rv.identical(np.array([1, 2]), np.array([1, 2]))
    assert not rv.identical(5, 6)
    assert not rv.identical(5, 5.5)
