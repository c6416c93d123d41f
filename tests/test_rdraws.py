"""R's distributions beyond the uniform and the normal: equal bits with R, and the border.

What has no R here, golden values of R, is in test_rrandom.py.
"""

import itertools
import math
import signal
import subprocess
from contextlib import suppress

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from dagbag import rrandom
from dagbag._input.parameters import NAMES
from dagbag.rrandom import RRandom

KINDS = ("Rejection", "Rounding")
COUNTS = ("binom", "pois", "geom", "nbinom", "hyper", "signrank", "wilcox")
# R's function and the names of its parameters, where they are not those of `fill`.
IN_R = {
    "nchisq": ("rchisq", ("df", "ncp")),
    "gamma": ("rgamma", ("shape", "scale")),
    "pois": ("rpois", ("lambda",)),
    "nbinom_mu": ("rnbinom", ("size", "mu")),
    "hyper": ("rhyper", ("m", "n", "k")),
}

# A problem is a function, a seed, n and parameters, all as doubles; the answer is the type of the
# result, the draws and the uniform that comes after them.
SCRIPT = r"""
options(warn = -1)
argument <- commandArgs(TRUE)
functions <- strsplit(readLines(argument[1]), " ")
asked <- file(argument[2], "rb")
told <- file(argument[3], "wb")
suppressWarnings(RNGkind(sample.kind = argument[4]))
while (length(head <- readBin(asked, "double", 3)) == 3) {
  fun <- functions[[head[1]]]
  lengths <- readBin(asked, "double", length(fun) - 1)
  parameters <- lapply(lengths, function(k) readBin(asked, "double", k))
  names(parameters) <- fun[-1]
  set.seed(head[2])
  drawn <- do.call(fun[1], c(list(head[3]), parameters))
  writeBin(c(is.integer(drawn), as.double(drawn), runif(1)), told)
}
close(told)
"""


def ask_r(directory, problems, kind="Rejection"):
    """Yield for each (distribution, seed, n, parameters) R's type, draws and next uniform."""
    functions = {
        name: IN_R.get(name, (f"r{name}", names)) for name, names in {**NAMES, **MORE}.items()
    }
    places = {name: k + 1 for k, name in enumerate(functions)}
    (directory / "script.R").write_text(SCRIPT)
    (directory / "functions").write_text(
        "".join(f"{' '.join([word, *names])}\n" for word, names in functions.values())
    )
    with (directory / "asked").open("wb") as file:
        for name, seed, n, parameters in problems:
            given = [np.atleast_1d(np.array(p, dtype=float)) for p in parameters]
            head = [places[name], seed, n, *(p.size for p in given)]
            np.concatenate([head, *given]).tofile(file)
    command = ["Rscript", "--vanilla", "script.R", "functions", "asked", "told", kind]
    subprocess.run(command, cwd=directory, check=True, timeout=300)
    told = np.fromfile(directory / "told")
    at = 0
    for name, _, n, parameters in problems:
        size = n * len(parameters[-1]) if name == "multinom" else n
        yield bool(told[at]), told[at + 1 : at + 1 + size], told[at + 1 + size]
        at += size + 2
    assert at == len(told)


MORE = {"multinom": ("size", "prob")}


def compare(directory, problems, kind="Rejection"):
    """Assert equal bits, and that the streams stand at the same place."""
    for problem, (integers, drawn, after) in zip(
        problems, ask_r(directory, problems, kind), strict=True
    ):
        name, seed, n, parameters = problem
        stream = RRandom(seed, kind)
        if name == "multinom":
            out = stream.rmultinom(n, int(parameters[0]), parameters[1]).ravel(order="F")
        else:
            out = np.empty(n)
            stream.fill(name, out, *parameters)
        assert_array_equal(out, drawn, err_msg=str(problem))
        assert stream.runif(1)[0] == after, problem
        if name in COUNTS:  # what the methods return
            assert integers == bool(np.nan_to_num(out).max(initial=0) < 2**31), problem


class Chooser:
    """Parameters at random, most of them moderate and some extreme."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def log_uniform(self, low, high):
        return float(np.exp(self.rng.uniform(np.log(low), np.log(high))))

    def positive(self):
        if self.rng.random() < 0.8:
            return self.log_uniform(0.01, 1000)
        return self.log_uniform(1e-300, 1e300)

    def real(self):
        return float(self.rng.choice([-1, 0, 1])) * self.positive()

    def probability(self):
        near = self.log_uniform(1e-10, 1)
        return float(self.rng.choice([self.rng.random(), near, 1 - near, 0.5, 0, 1]))

    def count(self, most):
        return 0.0 if self.rng.random() < 0.05 else float(int(self.log_uniform(1, most)))

    def urn(self):
        most = self.rng.choice([30, 1000, 10**6, 10**9], 2)
        white, black = self.count(most[0]), self.count(most[1])
        return [white, black, float(self.rng.integers(0, int(white + black) + 1))]

    def parameters(self, name):
        match name:
            case "unif":
                return [-self.positive(), self.positive()]
            case "lnorm":
                return [self.real() % 5, self.positive() % 5]
            case "norm" | "logis" | "cauchy":
                return [self.real(), self.positive()]
            case "nchisq":
                return [self.positive() % 1000, self.log_uniform(0.01, 1000)]
            case "binom":
                return [self.count(2e9), self.probability()]
            case "geom":
                return [max(1e-9, self.probability())]
            case "nbinom":
                return [self.log_uniform(0.01, 1000), max(1e-6, self.probability())]
            case "hyper":
                return self.urn()
            case "signrank" | "wilcox":
                return [self.count(200) for _ in NAMES[name]]
            case "pois":
                return [self.log_uniform(*[(0.001, 100), (1e-10, 1e12)][self.rng.integers(2)])]
        return [self.positive() for _ in NAMES[name]]

    def problem(self, name):
        seed = int(self.rng.integers(-(2**31) + 1, 2**31))
        n = int(self.rng.choice([1, 7, 60, 200]))
        if self.rng.random() < 0.7:
            return name, seed, n, self.parameters(name)
        several = [self.parameters(name) for _ in range(3)]
        if name == "hyper":
            recycled = list(zip(*several, strict=True))
        else:
            lengths = self.rng.integers(1, 4, len(several[0]))
            recycled = [
                values[:k] for values, k in zip(zip(*several, strict=True), lengths, strict=True)
            ]
        return name, seed, n, recycled


@pytest.mark.r
@pytest.mark.parametrize("kind", KINDS)
def test_random_parameters_against_r(kind, tmp_path):
    chooser = Chooser(1972)
    problems = [chooser.problem(name) for _ in range(200) for name in NAMES]
    compare(tmp_path, problems, kind)


@pytest.mark.r
def test_long_draws_against_r(tmp_path):
    """Steps of the algorithms that one in a thousand draws reaches."""
    chooser = Chooser(1982)
    log_uniform = chooser.log_uniform
    problems = []
    for seed in range(25):
        problems += [
            ("binom", seed, 10_000, [int(log_uniform(100, 1e6)), chooser.rng.random()]),
            ("pois", seed, 10_000, [log_uniform(10, 1e5)]),
            ("gamma", seed, 10_000, [log_uniform(1, 100), 1.7]),
            ("beta", seed, 10_000, [log_uniform(0.1, 10), log_uniform(0.1, 10)]),
            ("hyper", seed, 10_000, [int(log_uniform(300, 1e5)), int(log_uniform(300, 1e5)), 301]),
        ]
    # R squares a distance from the mode as an int, which overflows here.
    problems.append(("binom", 3, 5000, [2e9, 0.5]))
    compare(tmp_path, problems)


@pytest.mark.r
def test_special_parameters_against_r(tmp_path):
    """What is no parameter, and what is one only just."""
    values = [math.nan, math.inf, -math.inf, -1, -0.5, 0, 1e-308, 0.3, 0.5, 1 - 1e-12, 1, 1.5, 2, 2.5,
              3, 10, 1e5, 1e10, 1e300]  # fmt: skip
    limits = {"binom": 1e6, "hyper": 1e6, "signrank": 100, "wilcox": 100}
    problems = []
    for name, names in NAMES.items():
        fitting = [v for v in values if not limits.get(name, math.inf) < v < math.inf]
        if name in ("signrank", "wilcox"):
            fitting.remove(math.inf)
        combined = list(itertools.product(fitting, repeat=len(names)))
        step = 3 if len(names) == 3 else 1
        problems += [(name, 5, 3, list(parameters)) for parameters in combined[::step]]
    compare(tmp_path, problems)


@pytest.mark.r
@pytest.mark.parametrize("kind", KINDS)
def test_multinomial_against_r(kind, tmp_path):
    rng = np.random.default_rng(5)
    problems = []
    for seed in range(200):
        prob = rng.integers(0, 4, rng.integers(1, 12)) * rng.random() + 0.0
        prob[rng.integers(len(prob))] += 0.3
        problems.append(("multinom", seed, 4, [float(rng.choice([0, 1, 9, 10**6])), prob]))
    compare(tmp_path, problems, kind)


@pytest.mark.r
def test_no_values_of_a_parameter_against_r(tmp_path):
    compare(tmp_path, [("norm", 1, 3, [[], 1.0]), ("binom", 1, 3, [5, []]), ("pois", 1, 0, [[]])])


SAMPLED = r"""
asked <- file("asked", "rb")
told <- file("told", "wb")
suppressWarnings(RNGkind(sample.kind = commandArgs(TRUE)))
while (length(head <- readBin(asked, "double", 4)) == 4) {
  prob <- readBin(asked, "double", head[2])
  set.seed(head[1])
  drawn <- sample.int(head[2], head[3], head[4] == 1, prob)
  writeBin(c(drawn, runif(1)), told)
}
close(told)
"""


@pytest.mark.r
@pytest.mark.parametrize("kind", KINDS)
def test_weighted_samples_against_r(kind, tmp_path):
    """Ties of weights, weights of 0, and both sides of the border of the alias method."""
    rng = np.random.default_rng(1977)
    problems = []
    for _ in range(800):
        n = int(rng.choice([1, 2, 3, 5, 9, 20, 60, 199, 200, 201, 202, 250, 1000]))
        weights = [
            rng.random(n),
            rng.integers(0, 3, n) + 0.0,
            rng.exponential(size=n) ** 3,
            np.ones(n),
            np.round(rng.random(n), 1),
        ][rng.integers(5)]
        weights[rng.integers(n)] += 0.5
        replace = bool(rng.integers(2))
        most = 300 if replace else int(np.count_nonzero(weights))
        seed = int(rng.integers(-(2**31) + 1, 2**31))
        problems.append((seed, n, int(rng.integers(0, most + 1)), replace, weights))
    with (tmp_path / "asked").open("wb") as file:
        for *head, weights in problems:
            np.concatenate([np.array(head, dtype=float), weights]).tofile(file)
    (tmp_path / "script.R").write_text(SAMPLED)
    subprocess.run(["Rscript", "--vanilla", "script.R", kind], cwd=tmp_path, check=True)
    told = np.fromfile(tmp_path / "told")
    at = 0
    for seed, n, size, replace, weights in problems:
        stream = RRandom(seed, kind)
        drawn = stream.sample_int(n, size, replace, weights)
        assert_array_equal(drawn, told[at : at + size], err_msg=str((seed, n, size, replace)))
        assert stream.runif(1)[0] == told[at + size]
        at += size + 1


# Consistency, without R


def test_remembered_parameters_do_not_matter():
    """Draws of alternating parameters are those of one call each."""
    for name, first, second in [
        ("gamma", [2.5, 1.0], [30.0, 2.0]),
        ("binom", [50, 0.3], [5000, 0.7]),
        ("pois", [3.0], [33.0]),
        ("hyper", [10, 20, 5], [1000, 2000, 500]),
        ("f", [3, 5], [0.5, 40]),
    ]:
        together, apart = RRandom(8), RRandom(8)
        out = np.empty(500)
        together.fill(name, out, *zip(first, second, strict=True))
        single = np.empty(1)
        for k in range(500):
            apart.fill(name, single, *(second if k % 2 else first))
            assert single[0] == out[k], name


@pytest.mark.parametrize("name", NAMES)
def test_chunks_join(name):
    """A long draw is the same as two that follow each other."""
    parameters = {"unif": [0, 1], "hyper": [50, 40, 30]}.get(name, [0.5, 0.5][: len(NAMES[name])])
    if name in ("signrank", "wilcox", "binom"):
        parameters = [3, 0.5] if name == "binom" else [3, 4][: len(NAMES[name])]
    size = 3 if name == "wilcox" else 70_000
    whole, parts = RRandom(5), RRandom(5)
    out, again = np.empty(size), np.empty(size)
    whole.fill(name, out, *parameters)
    parts.fill(name, again[: size // 3], *parameters)
    parts.fill(name, again[size // 3 :], *parameters)
    assert_array_equal(out, again)


def test_methods_are_fill():
    def filled(name, *parameters):
        out = np.empty(20)
        RRandom(4).fill(name, out, *parameters)
        return out

    drawn = {
        "exp": (RRandom(4).rexp(20, 2), (2,)),
        "gamma": (RRandom(4).rgamma(20, 2, 4), (2, 0.25)),
        "chisq": (RRandom(4).rchisq(20, 2), (2,)),
        "nchisq": (RRandom(4).rchisq(20, 2, 1), (2, 1)),
        "t": (RRandom(4).rt(20, 2), (2,)),
        "f": (RRandom(4).rf(20, 2, 3), (2, 3)),
        "beta": (RRandom(4).rbeta(20, 2, 3), (2, 3)),
        "weibull": (RRandom(4).rweibull(20, 2), (2, 1)),
        "logis": (RRandom(4).rlogis(20), (0, 1)),
        "cauchy": (RRandom(4).rcauchy(20), (0, 1)),
        "lnorm": (RRandom(4).rlnorm(20), (0, 1)),
        "norm": (RRandom(4).rnorm(20, [0, 1], 2), ([0, 1], 2)),
        "unif": (RRandom(4).runif(20, 0, [1, 2]), (0, [1, 2])),
        "binom": (RRandom(4).rbinom(20, [3, 5], 0.5), ([3, 5], 0.5)),
        "pois": (RRandom(4).rpois(20, 3), (3,)),
        "geom": (RRandom(4).rgeom(20, 0.2), (0.2,)),
        "nbinom": (RRandom(4).rnbinom(20, 3, 0.2), (3, 0.2)),
        "nbinom_mu": (RRandom(4).rnbinom(20, 3, mu=4), (3, 4)),
        "hyper": (RRandom(4).rhyper(20, 5, 6, 4), (5, 6, 4)),
        "signrank": (RRandom(4).rsignrank(20, 9), (9,)),
        "wilcox": (RRandom(4).rwilcox(20, 3, 4), (3, 4)),
    }
    assert drawn.keys() == NAMES.keys()
    for name, (values, parameters) in drawn.items():
        assert_array_equal(values, filled(name, *parameters), err_msg=name)
        assert values.dtype == (np.int64 if name in COUNTS else np.float64), name


def test_shared_stream_has_every_draw():
    for name in rrandom.__all__:
        if name.startswith("r") and name not in ("runif", "rnorm"):
            assert getattr(rrandom, name).__self__ is rrandom.get_stream()


def test_counts_beyond_integers_of_r_are_floats():
    assert RRandom(1).rpois(3, 1e10).dtype == np.float64
    assert RRandom(1).rpois(3, 1e9).dtype == np.int64
    assert RRandom(1).rpois(0, 1e10).dtype == np.int64


def test_zero_non_centrality_of_beta_is_none():
    assert_array_equal(RRandom(1).rbeta(5, 2, 3, 0), RRandom(1).rbeta(5, 2, 3))


def test_hash_is_a_choice():
    drawn = RRandom(1).sample_int(20, 3, use_hash=True)
    assert len(set(drawn.tolist())) == 3
    assert_array_equal(RRandom(1).sample_int(20, 3, use_hash=False), RRandom(1).sample_int(20, 3))


def test_interrupt_ends_a_long_draw():
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    previous = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            RRandom(1).rgamma(10**8, 2.5)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        with suppress(KeyboardInterrupt):
            signal.signal(signal.SIGALRM, previous)


# The border


@pytest.mark.parametrize(
    ("call", "error", "match"),
    [
        (lambda r: r.rexp(2, 0), ValueError, "rate must be a finite number above 0, got 0"),
        (lambda r: r.rexp(2, [1, -1]), ValueError, "rate must be .* got -1"),
        (lambda r: r.rexp(2, "1"), TypeError, "rate must hold numbers, got '1'"),
        (lambda r: r.rexp(2, []), ValueError, "rate must have at least one value"),
        (lambda r: r.rexp(2, [[1.0]]), ValueError, r"rate must .* got shape \(1, 1\)"),
        (lambda r: r.rexp(-1), ValueError, "n must be an integer"),
        (lambda r: r.rgamma(2, -1), ValueError, "shape must be a finite number of at least 0"),
        (lambda r: r.rgamma(2, 1, 2, 3), ValueError, "rate and scale must not both be given"),
        (lambda r: r.rt(2, 0), ValueError, "df must be a number above 0, got 0"),
        (lambda r: r.rt(2, [1, 2, 3], 1), ValueError, "df must have at most 2 values with ncp"),
        (lambda r: r.rf(2, 1, [1, 2, 3], 1), ValueError, "df2 must have at most 2 values"),
        (lambda r: r.rbinom(2, 2.5, 0.5), ValueError, "size must be a whole number"),
        (lambda r: r.rbinom(2, 2, 1.5), ValueError, "prob must be a number from 0 to 1, got 1.5"),
        (lambda r: r.rbinom(2, 2**31, 0.5), ValueError, "size must be below 2147483647"),
        (lambda r: r.rhyper(2, 2**30, 2**30, 5), ValueError, "white . black must be below"),
        (lambda r: r.rpois(2, math.nan), ValueError, "mean must be a finite number of at least 0"),
        (lambda r: r.rgeom(2, 0), ValueError, "prob must be a number above 0 and at most 1"),
        (lambda r: r.rnbinom(2, 3), ValueError, "one of prob and mu must be given, got neither"),
        (lambda r: r.rnbinom(2, 3, 0.5, 1), ValueError, "one of prob and mu must be given, got both"),
        (lambda r: r.rmultinom(1, 2, [0, 0]), ValueError, "prob must have a positive, finite sum"),
        (lambda r: r.rmultinom(1, -2, [1]), ValueError, "size must be an integer"),
        (lambda r: r.runif(2, [1, 3], 2), ValueError, "max must be at least min"),
        (lambda r: r.rnorm(2, 0, [1, -2]), ValueError, "sd must be .* got -2"),
        (lambda r: r.sample_int(3, 2, prob=[1, 2]), ValueError, "prob must have a weight for each"),
        (lambda r: r.sample_int(3, 2, prob=[1, 0, 0]), ValueError, "at least 2 positive weights"),
        (lambda r: r.sample_int(3, 2, prob=[1, -1, 0]), ValueError, "prob must be .* got -1"),
        (lambda r: r.sample_int(9, 2, True, use_hash=True), ValueError, "use_hash must be False"),
        (lambda r: r.sample(3, 2, prob=[1, math.nan, 0]), ValueError, "prob must be .* got nan"),
        (lambda r: r.fill("other", np.empty(2)), ValueError, "distribution must be one of unif"),
        (lambda r: r.fill("pois", np.empty(2)), TypeError, "pois has the parameters mean, got 0"),
        (lambda r: r.fill("pois", [1.0], 2), TypeError, "out must be a writeable"),
    ],
)  # fmt: skip
def test_bad_arguments_leave_the_stream_alone(call, error, match):
    stream = RRandom(1)
    with pytest.raises(error, match=match):
        call(stream)
    assert stream.state.position == 624
