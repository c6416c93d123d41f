"""Draws of `rvalues` against R, with R's very numbers."""

import numpy as np
import pytest
from dagbag.r_compat import rvalues as rv
from rvalues_cases import Row, check, const, doubles, integers, named, one_of, texts

from dagbag import rrandom


def seeded(function):
    def run(seed, *values, **options):
        rrandom.set_seed(seed)
        return function(*values, **options)

    return run


SEED = const(1, 7, 42)
SEEDED = "{{ set.seed({0}); "
ROWS = [
    Row("runif", SEEDED + "runif({1}, {2}, {3}) }}", SEED, const(0, 1, 5),
        one_of(const(0, -1), doubles(2, gaps=False)), const(20, 30), call=seeded(rv.runif), n=40),
    Row("rnorm", SEEDED + "rnorm({1}, {2}, {3}) }}", SEED, const(0, 1, 5),
        one_of(const(0, 3), doubles(3, gaps=False)), const(1, 0.5), call=seeded(rv.rnorm), n=40),
    Row("sample", SEEDED + "sample({1}) }}", SEED,
        one_of(const(1, 5, 10), texts([2, 4], gaps=False), named(integers([3, 4]))),
        call=seeded(rv.sample), n=40),
    Row("sample", SEEDED + "sample({1}, {2}, replace = TRUE) }}", SEED,
        one_of(const(5), texts([2, 4], gaps=False), doubles([2, 3], gaps=False)), const(0, 2, 6),
        replace=const(True), call=seeded(rv.sample), n=40),
    Row("sample", SEEDED + "sample(4, {1}, TRUE, c(0.1, 0.2, 0.3, 0.4)) }}", SEED, const(1, 5),
        call=seeded(lambda n: rv.sample(4, n, True, np.array([0.1, 0.2, 0.3, 0.4])))),
    Row("sample_int", SEEDED + "sample.int({1}, {2}) }}", SEED, const(5, 9), const(1, 3),
        call=seeded(rv.sample_int)),
    Row("rmultinom", SEEDED + "rmultinom({1}, 5, c(0.2, 0.8)) }}", SEED, const(1, 3),
        call=seeded(lambda n: rv.rmultinom(n, 5, np.array([0.2, 0.8])))),
]  # fmt: skip
for name, arguments in {
    "rlnorm": "0, 1", "rexp": "2", "rgamma": "2, 3", "rchisq": "4", "rt": "5", "rf": "3, 4",
    "rbeta": "2, 3", "rweibull": "2, 1", "rlogis": "0, 1", "rcauchy": "0, 1", "rbinom": "9, 0.4",
    "rpois": "3", "rgeom": "0.3", "rnbinom": "3, 0.5", "rhyper": "5, 4, 3", "rsignrank": "8",
    "rwilcox": "4, 5",
}.items():  # fmt: skip
    values = [float(v) for v in arguments.split(", ")]
    drawn = getattr(rv, name)
    ROWS.append(
        Row(name, SEEDED + f"{name}({{1}}, {arguments}) }}}}", SEED, const(1, 4),
            call=seeded(lambda n, f=drawn, v=values: f(n, *v)), n=6)
    )  # fmt: skip


@pytest.mark.r
def test_draws_are_those_of_r():
    check(ROWS)


def test_normal_vectors_have_their_means():
    rrandom.set_seed(1)
    drawn = np.asarray(rv.mvrnorm(2000, np.array([0.0, 5.0]), np.eye(2)))
    assert drawn.shape == (2000, 2)
    assert np.allclose(drawn.mean(axis=0), [0, 5], atol=0.1)


def test_the_usual_generator_may_be_asked_for():
    rrandom.set_seed(3)
    first = rv.runif(2)
    rv.rng_kind("Mersenne-Twister")
    rrandom.set_seed(3)
    assert np.array_equal(rv.runif(2), first)


def test_empirical_draws_have_the_very_moments():
    covariance = np.array([[2.0, 0.5], [0.5, 1.0]])
    for count in (2 + 1, 40):
        drawn = np.asarray(rv.mvrnorm(count, np.array([3.0, -1.0]), covariance, empirical=True))
        np.testing.assert_allclose(drawn.mean(axis=0), [3.0, -1.0], atol=1e-12)
        np.testing.assert_allclose(np.cov(drawn.T), covariance, atol=1e-12)
