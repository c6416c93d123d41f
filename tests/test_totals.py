"""Sums, means and moments: to the last bit as R has them, which decides comparisons."""

import numpy as np
import pytest
import rprograms
from dagbag.r_compat import rvalues as rv
from rprograms._evaluate import run_translation

PROGRAM = """
set.seed({seed})
X <- matrix(rnorm({rows} * 4, sd = 3), {rows})
y <- X[, 1]
y[2] <- NA
a <- colSums(X)
b <- rowSums(X)
d <- colMeans(X)
e <- rowMeans(X)
f <- c(sum(X), mean(X), sum(y, na.rm = TRUE), mean(y, na.rm = TRUE), prod(X[, 2]))
g <- c(sd(X[, 1]), var(X[, 2]), sd(y, na.rm = TRUE), mean(X > 0), median(X[, 3]))
h <- cov(X)
i <- cor(X)
j <- c(cor(X[, 1], X[, 2]), cov(X[, 3], X[, 4]), cor(X[, 1], X[, 2], method = "spearman"))
k <- cumsum(X[, 1])
l <- cumprod(X[, 2])
m <- weighted.mean(X[, 1], abs(X[, 2]))
n <- as.vector(scale(X))
o <- apply(X, 1, mean)
p <- apply(X, 2, sum)
q <- as.vector(tapply(X[, 1], rep(1:2, length.out = {rows}), mean))
r <- prop.table(abs(X[, 1]))
s <- aggregate(x ~ g, data = data.frame(x = X[, 1], g = rep(1:2, length.out = {rows})), mean)$x
"""


@pytest.mark.r
@pytest.mark.parametrize(("seed", "rows"), [(1, 5), (2, 12), (3, 40), (4, 333)])
def test_sums_have_the_bits_of_r(seed, rows):
    text = PROGRAM.format(seed=seed, rows=rows)
    (answer,) = rprograms.evaluate_in_r([text])
    migration = rprograms.translate(text)
    found = run_translation(migration.python)
    assert found.failure is None
    for name in "abdefghijklmnopqrs":
        sides = (found.variables[migration.names[name]], answer["variables"][name])
        left, right = ([float.fromhex(v) for v in side["values"]] for side in sides)
        assert left == right, name


def test_long_sums_go_on_from_block_to_block(monkeypatch):
    values = np.random.default_rng(1).normal(size=(1000, 3))
    whole = rv.col_sums(values)
    monkeypatch.setattr("dagbag.r_compat.rvalues._totals._BLOCK", 30)
    assert rv.col_sums(values).tolist() == whole.tolist()


def test_sums_of_what_is_infinite_or_missing():
    huge = np.array([1e308, 1e308])
    assert rv.sum_(huge) == np.inf
    assert rv.mean_(np.array([np.inf, 1.0])) == np.inf
    assert np.isnan(rv.mean_(np.array([np.inf, -np.inf])))
    assert rv.is_nan(rv.sum_(np.array([np.nan, 1.0])))
    assert not rv.is_nan(rv.sum_(np.array([np.nan, rv.NA])))  # NA outlives NaN
    assert rv.sum_(np.array([], dtype=float)) == 0
    assert rv.prod_(np.array([], dtype=float)) == 1


def test_matrices_are_added_down_their_columns():
    x = np.array([[1e20, 1.0], [-1e20, 1.0]])
    assert rv.prop_table(x)[0, 1] == 0.5
    assert rv.prop_table(x.T)[0, 1] != 0.5
