"""Standardisation and cross-products."""

import numpy as np
import pytest

from dagbag._search import crossprod as _crossprod
from dagbag._search.crossprod import crossprod, number_rows, standardize, standardize_resample


def test_standardize():
    Y = np.random.default_rng(0).normal(5, 3, (40, 4))
    Y[:, 2] = 1 / 3
    kept = Y.copy()
    found = standardize(Y)
    expected = (Y - Y.mean(axis=0)) / Y.std(axis=0, ddof=1)
    np.testing.assert_allclose(found.X[:, [0, 1, 3]], expected[:, [0, 1, 3]], atol=1e-13)
    assert not found.X[:, 2].any()
    assert found.constant.tolist() == [False, False, True, False]
    np.testing.assert_allclose(found.sd[[0, 1, 3]], Y.std(axis=0, ddof=1)[[0, 1, 3]])
    assert np.array_equal(Y, kept)


@pytest.mark.parametrize("scale", [1e-300, 1e-150, 1e150, 1e307])
def test_standardize_neither_over_nor_underflows(scale):
    Y = np.random.default_rng(0).standard_normal((40, 2))
    with np.errstate(all="raise"):
        found = standardize(Y * scale)
    np.testing.assert_allclose(found.X, standardize(Y).X, atol=1e-12)
    np.testing.assert_allclose(found.sd / scale, Y.std(axis=0, ddof=1))


@pytest.mark.parametrize("p", [1, 5, 23])
def test_blocks_give_the_whole_product(monkeypatch, p):
    X = np.random.default_rng(0).standard_normal((30, p))
    whole, blocks = np.empty((p, p)), np.empty((p, p))
    crossprod(X, whole)
    monkeypatch.setattr(_crossprod, "WHOLE", 7)
    monkeypatch.setattr(_crossprod, "BLOCK", 7)
    crossprod(X, blocks)
    np.testing.assert_allclose(blocks, whole, rtol=1e-13, atol=1e-13)
    assert np.array_equal(blocks, blocks.T)


def test_number_rows():
    Y = np.random.default_rng(0).standard_normal((20, 3))
    assert number_rows(Y).tolist() == list(range(20))
    assert number_rows(np.repeat(Y, 3, axis=0)).tolist() == np.repeat(np.arange(20), 3).tolist()
    Y[:, 0] = 1.0
    assert number_rows(Y).tolist() == list(range(20))
    assert number_rows(np.array([[0.0, 1.0], [-0.0, 1.0], [0.0, 2.0]])).tolist() == [0, 0, 1]


@pytest.mark.parametrize("shift", [0.0, 1e7])
def test_a_resample_has_the_cross_products_of_its_rows(shift):
    rng = np.random.default_rng(1)
    Y = rng.standard_normal((30, 5)) * 10.0 ** np.arange(5)
    Y[0, 4] += shift  # without row 0 the last column is far from its mean
    rows = rng.integers(1, 30, 30)
    found = standardize_resample(standardize(Y), np.bincount(rows, minlength=30))
    drawn = Y[rows]
    expected = standardize(drawn)
    assert len(found.X) == len(set(rows.tolist())) < found.n == 30
    np.testing.assert_allclose(found.X.T @ found.X, expected.X.T @ expected.X, atol=1e-9)
    np.testing.assert_allclose(found.sd * Y.std(axis=0, ddof=1), drawn.std(axis=0, ddof=1))
    assert not found.constant.any()


def test_a_column_constant_in_the_resample_only():
    Y = np.random.default_rng(2).standard_normal((12, 3))
    Y[:, 1] = np.arange(12) == 4
    counts = np.ones(12, dtype=np.int64)
    counts[4] = 0
    found = standardize_resample(standardize(Y), counts)
    assert found.constant.tolist() == [False, True, False]
    assert not found.X[:, 1].any()
