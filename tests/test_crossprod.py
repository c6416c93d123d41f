"""Standardisation and cross-products."""

import numpy as np
import pytest

from dagbag import _crossprod
from dagbag._crossprod import crossprod, distinct_rows, standardize


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
    monkeypatch.setattr(_crossprod, "BLOCK", 7)
    crossprod(X, blocks)
    np.testing.assert_allclose(blocks, whole, rtol=1e-13, atol=1e-13)
    assert np.array_equal(blocks, blocks.T)


def test_distinct_rows():
    Y = np.random.default_rng(0).standard_normal((20, 3))
    assert distinct_rows(Y) == 20
    assert distinct_rows(np.repeat(Y, 3, axis=0)) == 20
    Y[:, 0] = 1.0
    assert distinct_rows(Y) == 20
    assert distinct_rows(np.array([[0.0, 1.0], [-0.0, 1.0], [0.0, 2.0]])) == 2
