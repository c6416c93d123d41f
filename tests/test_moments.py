"""Centred and scaled columns: the kernel against numpy's operations, one after the other."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dagbag._kernels.moments import center, center_drawn, ordinary_sd, scale

SEEDS = st.integers(0, 2**32 - 1)
SHAPES = st.tuples(st.integers(1, 60), st.integers(2, 140))


def make(seed, shape):
    rng = np.random.default_rng(seed)
    return rng, rng.standard_normal(shape) * rng.exponential(size=shape[1]) + 10.0


@given(SEEDS, SHAPES)
def test_center_has_the_bits_of_sums_by_rows(seed, shape):
    _, values = make(seed, shape)
    total = values[0].copy()
    for row in values[1:]:
        total += row
    X, mean, square = center(values)
    assert np.array_equal(mean, total / shape[0])
    assert np.array_equal(X, values - mean)
    sum_of_squares = np.zeros(shape[1])
    for row in X:
        sum_of_squares += row * row
    assert np.array_equal(square, sum_of_squares)


@given(SEEDS, SHAPES)
def test_a_resample_is_centred_as_its_rows_are(seed, shape):
    rng, values = make(seed, shape)
    counts = np.bincount(rng.integers(0, shape[0], shape[0]), minlength=shape[0])
    drawn = np.flatnonzero(counts)
    X, mean, square = center_drawn(values, drawn, counts[drawn].astype(float))
    rows = np.repeat(values, counts, axis=0)
    np.testing.assert_allclose(mean, rows.mean(axis=0), rtol=1e-13, atol=1e-13)
    assert np.array_equal(X, (values[drawn] - mean) * np.sqrt(counts[drawn])[:, np.newaxis])
    np.testing.assert_allclose(square, ((rows - mean) ** 2).sum(axis=0), rtol=1e-12, atol=1e-12)


@given(SEEDS, SHAPES)
def test_ordinary_columns_have_the_sd_of_numpy(seed, shape):
    _, values = make(seed, (shape[0] + 1, shape[1]))
    _, mean, square = center(values)
    sd = np.sqrt(square / shape[0])
    size = np.hypot(mean, sd)
    limits = {"least": 0.5, "most": 40.0, "far": 30.0, "constant": 0.01}
    ordinary = (size > 0.5) & (size < 40.0) & (np.abs(mean) <= 30.0 * sd) & (sd > 0.01 * size)
    found = ordinary_sd(mean, square, shape[0] + 1, **limits)
    if ordinary.all():
        assert np.array_equal(found, sd)
    else:
        assert found is None


@pytest.mark.parametrize(
    ("mean", "square"),
    [(0.0, 0.0), (5.0, 0.0), (1e5, 1.0), (1e-200, 1e-300), (np.inf, np.nan), (1e150, 1e300)],
)
def test_a_column_that_needs_a_second_look_has_no_ordinary_sd(mean, square):
    limits = {"least": 1e-140, "most": 1e140, "far": 1e3, "constant": 1e-14}
    assert ordinary_sd(np.array([0.0, 1.0]), np.ones(2), 9, **limits) is not None
    assert ordinary_sd(np.array([0.0, mean]), np.array([1.0, square]), 9, **limits) is None


@given(SEEDS, SHAPES)
def test_scale(seed, shape):
    rng, values = make(seed, shape)
    factor = rng.standard_normal(shape[1])
    expected = values * factor
    scale(values, factor)
    assert np.array_equal(values, expected)


def test_what_does_not_match_is_refused():
    values = np.ones((3, 2))
    with pytest.raises(ValueError, match=r"values must not be empty, got shape \(0, 2\)"):
        center(np.ones((0, 2)))
    with pytest.raises(ValueError, match="drawn must be rows of values, got 3"):
        center_drawn(values, np.array([0, 3]), np.ones(2))
    with pytest.raises(ValueError, match="drawn and count must have an entry for every row"):
        center_drawn(values, np.array([0, 1]), np.ones(1))
    with pytest.raises(ValueError, match="factor must have 2 entries, got 3"):
        scale(values, np.ones(3))
