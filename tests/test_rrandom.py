"""R's stream: golden values of R, a naive reference, R itself, and the border.

Integers and uniforms are equal to R's; normals, and draws made of them or of logarithms, agree to
RTOL, because the logarithm belongs to the C library of each side. test_rdraws.py asks R on the same
machine for equal bits.
"""

import copy
import json
import math
import pickle
import random
import signal
import statistics
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

import dagbag.rrandom
from dagbag._kernels.rrandom import MersenneTwister
from dagbag.rrandom import RRandom, RRandomState

RTOL = 1e-15
# The older goldens were written with 15 significant digits.
RTOL_15_DIGITS = 5e-15

GOLDEN = Path(__file__).parent / "golden"
OURS = json.loads((GOLDEN / "rng-r.json").read_text())
DAGBAG = json.loads((GOLDEN / "dagbag" / "rng.json").read_text())

KINDS = ("Rejection", "Rounding")
SEEDS = st.integers(-(2**31) + 1, 2**31 - 1)
CALLS = {
    "sample.int": RRandom.sample_int,
    "rnbinom.mu": lambda stream, n, size, mu: stream.rnbinom(n, size, mu=mu),
    "rmultinom": lambda stream, *args: stream.rmultinom(*args).ravel(order="F"),
}
EXACT = ("runif", "sample.int")  # and counts


class NaiveR:
    """R's stream in plain Python, draw by draw; the twister itself is that of ``random``."""

    def __init__(self, seed, kind="Rejection"):
        self.kind = kind
        x = seed % 2**32
        for _ in range(50):
            x = (69069 * x + 1) % 2**32
        values = []
        for _ in range(625):
            x = (69069 * x + 1) % 2**32
            values.append(x)
        self.twister = random.Random()
        self.twister.setstate((3, (*values[1:], 624), None))

    def unif(self):
        u = self.twister.getrandbits(32) * 2.3283064365386963e-10
        half = 0.5 * 2.328306437080797e-10
        if u <= 0:
            return half
        return 1 - half if u >= 1 else u

    def norm(self):
        big = 134217728
        u = math.floor(big * self.unif())
        return statistics.NormalDist().inv_cdf((u + self.unif()) / big)

    def index(self, m):
        if self.kind == "Rounding":
            return math.floor(m * self.unif())
        bits = math.ceil(math.log2(m))
        while True:
            v = 0
            for _ in range(0, bits + 1, 16):
                v = 65536 * v + math.floor(65536 * self.unif())
            v %= 2**bits
            if v < m:
                return v

    def sample_int(self, n, size, replace):
        if replace:
            return [self.index(n) + 1 for _ in range(size)]
        if n > 10**7 and size <= n / 2:
            drawn = []
            while len(drawn) < size:
                value = self.index(n) + 1
                if value not in drawn:
                    drawn.append(value)
            return drawn
        pool, drawn = list(range(1, n + 1)), []
        for _ in range(size):
            j = self.index(len(pool))
            drawn.append(pool[j])
            pool[j] = pool[-1]
            pool.pop()
        return drawn


def assert_same_state(left, right):
    assert_array_equal(left.key, right.key)
    assert left[1:] == right[1:]


def assert_same_draws(fun, actual, expected, rtol=RTOL):
    actual = np.array(actual, dtype=float) if isinstance(actual, list) else actual
    if actual.dtype.kind == "i" or fun in EXACT:
        assert_array_equal(actual, expected)
    else:
        assert_allclose(actual, np.array(expected, dtype=float), rtol=rtol, atol=0)


# Golden values of R


def case_id(case):
    arguments = "-".join(str(value) for value in case["args"])
    return f"{case['fun']}-{case['seed']}-{arguments}-{case['kind']}"


@pytest.mark.parametrize("case", OURS["cases"], ids=case_id)
def test_golden_r(case):
    stream = RRandom(case["seed"], case["kind"])
    call = CALLS.get(case["fun"]) or getattr(RRandom, case["fun"])
    drawn = call(stream, *case["args"])
    if "at" in case:
        drawn = drawn[np.array(case["at"]) - 1]
    assert_same_draws(case["fun"], drawn, case["value"])
    # The same amount of the stream was used.
    assert stream.runif(1)[0] == case["after"]


def test_golden_r_covers_the_boundaries():
    populations = {case["args"][0] for case in OURS["cases"] if case["fun"] == "sample.int"}
    assert {1, 2, 65535, 65536, 65537, 10**7, 10**7 + 1, 2**31 - 1} <= populations


def test_golden_r_chosen_words():
    """The guard at 0, both far tails, and the joins of the pieces of the quantile."""
    tails = OURS["tails"]
    stream = RRandom.from_r_seed(tails["r.seed"])
    assert_array_equal(stream.copy().runif(len(tails["runif"])), tails["runif"])
    assert min(tails["runif"]) == 0.5 * 2.328306437080797e-10
    drawn = stream.rnorm(len(tails["rnorm"]))
    assert_same_draws("rnorm", drawn, [float(value) for value in tails["rnorm"]])
    assert drawn.min() < -8.7
    assert drawn.max() == math.inf


@pytest.mark.parametrize("case", OURS["states"], ids=lambda c: f"{c['seed']}-{c['draws']}")
def test_golden_r_random_seed(case):
    stream = RRandom(case["seed"], case["kind"])
    stream.runif(case["draws"])
    assert_array_equal(stream.to_r_seed(), case["r.seed"])
    assert stream.to_r_seed().dtype == np.int32
    restored = RRandom.from_r_seed(case["r.seed"])
    assert restored.sample_kind == case["kind"]
    assert_array_equal(restored.sample_int(10), case["sample"])
    assert_allclose(restored.rnorm(3), case["rnorm"], rtol=RTOL, atol=0)


@pytest.mark.parametrize("case", DAGBAG["cases"], ids=lambda c: str(c["seed"]))
def test_golden_dagbag(case):
    seed = case["seed"]
    checked = {
        "seed": seed,
        "runif.first": RRandom(seed).runif(5),
        "runif.at.700": RRandom(seed).runif(700)[-1],
        "sample10": RRandom(seed).sample(10),
        "sample1000.first": RRandom(seed).sample(1000)[:10],
        "rnorm.first": RRandom(seed).rnorm(5),
        "sample10.rounding": RRandom(seed, "Rounding").sample(10),
        "sample.replace": RRandom(seed).sample(102, 10, replace=True),
    }
    assert checked.keys() == case.keys()
    for name, value in checked.items():
        assert_allclose(value, case[name], rtol=RTOL_15_DIGITS, atol=0, err_msg=name)


# The naive reference

populations = st.one_of(
    st.integers(1, 70_000),
    st.sampled_from([2**k + d for k in (1, 8, 15, 16, 17) for d in (-1, 0, 1)]),
)
operations = st.one_of(
    st.tuples(st.just("runif"), st.integers(0, 700)),
    st.tuples(st.just("rnorm"), st.integers(0, 400)),
    st.tuples(st.just("sample"), populations, st.integers(0, 300), st.booleans()),
    st.tuples(st.just("hashed"), st.integers(10**7 + 1, 2**31 - 1), st.integers(0, 50)),
)


@settings(max_examples=150, deadline=None)
@given(seed=SEEDS, kind=st.sampled_from(KINDS), steps=st.lists(operations, max_size=6))
def test_equals_naive_reference(seed, kind, steps):
    stream, naive = RRandom(seed, kind), NaiveR(seed, kind)
    for name, n, *options in steps:
        if name == "runif":
            assert_array_equal(stream.runif(n), [naive.unif() for _ in range(n)])
        elif name == "rnorm":
            expected = [naive.norm() for _ in range(n)]
            assert_allclose(stream.rnorm(n), expected, rtol=RTOL, atol=0)
        elif name == "hashed":
            assert_array_equal(
                stream.sample_int(n, options[0]), naive.sample_int(n, options[0], False)
            )
        else:
            size, replace = options
            size = size if replace else min(size, n)
            assert_array_equal(
                stream.sample_int(n, size, replace), naive.sample_int(n, size, replace)
            )
    assert stream.runif(1)[0] == naive.unif()


@given(seed=SEEDS, used=st.integers(0, 1300))
@settings(max_examples=50, deadline=None)
def test_equals_numpy_words(seed, used):
    """numpy's MT19937 goes on from our state with our words."""
    stream = RRandom(seed)
    stream.runif(used)
    twister = np.random.MT19937(0)
    state = stream.state
    twister.state = {
        "bit_generator": "MT19937",
        "state": {"key": state.key, "pos": state.position},
    }
    words = twister.random_raw(1000)
    assert_array_equal(stream.runif(1000), np.where(words, words * 2.0**-32, 2.0**-33))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [MersenneTwister.chunk + d for d in (-1, 0, 1)])
def test_chunks_join(kind, size):
    """The parts of a long draw are one stream."""
    whole, parts = RRandom(5, kind), RRandom(5, kind)
    assert_array_equal(
        whole.runif(size), np.concatenate([parts.runif(size // 2), parts.runif(size - size // 2)])
    )
    assert_array_equal(
        whole.rnorm(size), np.concatenate([parts.rnorm(size // 3), parts.rnorm(size - size // 3)])
    )
    assert_array_equal(
        whole.sample_int(9, size, replace=True),
        np.concatenate([parts.sample_int(9, 1, True), parts.sample_int(9, size - 1, True)]),
    )
    naive = NaiveR(5, kind)
    assert_array_equal(RRandom(5, kind).sample_int(size), naive.sample_int(size, size, False))


def test_many_distinct_draws():
    drawn = RRandom(1).sample_int(10**7 + 1, 300_000)
    assert len(np.unique(drawn)) == 300_000
    assert drawn.min() >= 1
    assert drawn.max() <= 10**7 + 1


@pytest.mark.parametrize("size", [0, 1, 2])
def test_few_of_the_largest_population(size):
    assert RRandom(1).sample_int(2**31 - 1, size).shape == (size,)


# R itself


def run_r(directory, code):
    """Words of each line that the R code prints."""
    script = directory / "script.R"
    script.write_text(code)
    done = subprocess.run(
        ["Rscript", "--vanilla", str(script)], capture_output=True, text=True, check=True
    )
    return [line.split() for line in done.stdout.splitlines()]


@pytest.mark.r
@pytest.mark.parametrize("kind", KINDS)
def test_random_problems_against_r(kind, tmp_path):
    chooser = np.random.default_rng(624)
    problems = []
    for _ in range(40):
        seed = int(chooser.integers(-(2**31) + 1, 2**31))
        n = int(2 ** chooser.uniform(0, 31))
        small = min(n, 5000)
        problems += [
            ("runif", "runif", seed, (int(chooser.integers(1, 2000)), -1.5, 2.25)),
            ("rnorm", "rnorm", seed, (int(chooser.integers(1, 2000)), 3.0, 0.125)),
            ("sample.int", "sample_int", seed, (n, 20, True)),
            ("sample.int", "sample_int", seed, (small, int(chooser.integers(1, small + 1)), False)),
            ("sample.int", "sample_int", seed, (10**7 + n // 2, 20, False)),
        ]
    lines = ['show <- function(x) cat(sprintf("%.17g", x), "\\n")']
    for function, _, seed, arguments in problems:
        values = ", ".join(str(value).upper() for value in arguments)
        lines.append(
            f'suppressWarnings(set.seed({seed}L, sample.kind = "{kind}")); '
            f"show({function}({values})); show(.Random.seed[c(1:3, 626)])"
        )
    answers = run_r(tmp_path, "\n".join(lines))
    assert len(answers) == 2 * len(problems)
    for i, (function, method, seed, arguments) in enumerate(problems):
        stream = RRandom(seed, kind)
        drawn = getattr(stream, method)(*arguments)
        assert_same_draws(function, drawn, np.array(answers[2 * i], dtype=float))
        assert_array_equal(stream.to_r_seed()[[0, 1, 2, -1]], np.array(answers[2 * i + 1], int))


@pytest.mark.r
@pytest.mark.parametrize("kind", KINDS)
def test_random_seed_carries_over_to_r(kind, tmp_path):
    stream = RRandom(77, kind)
    stream.runif(1000)
    # R writes the word -2147483648 as NA.
    words = ["NA" if w == -(2**31) else f"{w}L" for w in stream.to_r_seed()]
    answers = run_r(
        tmp_path,
        f".Random.seed <- c({', '.join(words)})\n"
        'cat(sprintf("%.17g", runif(700)), "\\n"); cat(sample(20), "\\n")\n'
        'cat(ifelse(is.na(.Random.seed), "-2147483648", .Random.seed), "\\n")',
    )
    assert_array_equal(stream.runif(700), np.array(answers[0], dtype=float))
    assert_array_equal(stream.sample(20), np.array(answers[1], dtype=int))
    back = RRandom.from_r_seed(np.array(answers[2], dtype=np.int64))
    assert_same_state(back.state, stream.state)


@pytest.mark.slow
@pytest.mark.r
def test_golden_file_is_what_r_writes(tmp_path):
    script = Path(__file__).parent / "make_rng_golden.R"
    subprocess.run(["Rscript", "--vanilla", str(script), str(tmp_path / "new.json")], check=True)
    fresh = json.loads((tmp_path / "new.json").read_text())
    assert [case_id(case) for case in fresh["cases"]] == [case_id(c) for c in OURS["cases"]]
    for new, old in zip(fresh["cases"], OURS["cases"], strict=True):
        assert_same_draws(new["fun"], new["value"], old["value"])
        assert new["after"] == old["after"]
    assert fresh["states"] == OURS["states"]
    assert fresh["tails"]["r.seed"] == OURS["tails"]["r.seed"]


# State


def test_state_is_restored():
    stream = RRandom(11, "Rounding")
    stream.runif(100)
    before = stream.state
    assert isinstance(before, RRandomState)
    assert before.key.dtype == np.uint32
    assert before.position == 100
    first = stream.rnorm(1000)
    assert before.position == 100, "a snapshot does not move with its stream"
    other = RRandom(0)
    other.state = before
    assert other.sample_kind == "Rounding"
    assert_array_equal(other.rnorm(1000), first)


def test_state_from_key_and_position():
    stream = RRandom(3, "Rounding")
    stream.state = (RRandom(1).state.key.tolist(), 624)
    assert stream.sample_kind == "Rejection"
    assert_array_equal(stream.runif(5), RRandom(1).runif(5))


@pytest.mark.parametrize(
    "duplicate",
    [
        RRandom.copy,
        copy.copy,
        copy.deepcopy,
        lambda stream: pickle.loads(pickle.dumps(stream)),
        lambda stream: RRandom.from_r_seed(stream.to_r_seed()),
        lambda stream: RRandom.from_r_seed(stream.to_r_seed().tolist()),
    ],
    ids=["copy", "copy.copy", "deepcopy", "pickle", "r_seed", "r_seed list"],
)
@pytest.mark.parametrize("kind", KINDS)
def test_duplicates_go_on_alike_and_apart(duplicate, kind):
    stream = RRandom(9, kind)
    stream.runif(7)
    twin = duplicate(stream)
    assert_same_state(twin.state, stream.state)
    first = stream.sample_int(50)
    assert_array_equal(twin.sample_int(50), first)
    stream.runif(1)
    assert twin.state.position != stream.state.position


def test_subclass_is_kept():
    class Mine(RRandom):
        pass

    assert type(Mine(1).copy()) is Mine
    assert type(Mine.from_r_seed(Mine(1).to_r_seed())) is Mine


def test_state_is_picklable():
    state = RRandom(1).state
    assert_same_state(pickle.loads(pickle.dumps(state)), state)


def test_read_only_key_is_accepted():
    state = RRandom(1).state
    state.key.flags.writeable = False
    stream = RRandom(2)
    stream.state = state
    assert_array_equal(stream.runif(3), RRandom(1).runif(3))


def test_repr():
    assert repr(RRandom(1)) == "<RRandom: Mersenne-Twister, Inversion, Rejection, position 624>"


def test_entropy_differs():
    assert (RRandom().runif(5) != RRandom(None).runif(5)).any()
    stream = RRandom(1)
    stream.set_seed(None)
    assert (stream.runif(5) != RRandom(1).runif(5)).any()


def test_set_seed_keeps_the_sample_kind():
    stream = RRandom(1, "Rounding")
    stream.set_seed(2)
    assert stream.sample_kind == "Rounding"
    stream.set_seed(2, "Rejection")
    assert stream.sample_kind == "Rejection"


def test_failed_set_seed_changes_nothing():
    stream = RRandom(1)
    with pytest.raises(ValueError, match="sample_kind"):
        stream.set_seed(2, "rejection")
    with pytest.raises(TypeError, match="seed"):
        stream.set_seed("2", "Rounding")
    assert_same_state(stream.state, RRandom(1).state)


class InterruptError(Exception):
    pass


@pytest.mark.parametrize(
    "draw",
    [
        lambda stream, size: stream.runif(size),
        lambda stream, size: stream.rnorm(size),
        lambda stream, size: stream.sample_int(2**17 + 1, size, replace=True),
        lambda stream, size: stream.sample_int(size),
        lambda stream, size: stream.sample_int(2**31 - 1, size // 2),
    ],
    ids=["runif", "rnorm", "with replacement", "without replacement", "distinct"],
)
def test_interrupted_draw_leaves_a_valid_stream(draw):
    def interrupt(*_):
        raise InterruptError

    stream = RRandom(1)
    previous = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.002)
        with pytest.raises(InterruptError):
            draw(stream, 20_000_000)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
    twin = RRandom(2)
    twin.state = stream.state
    assert_array_equal(stream.sample_int(1000), twin.sample_int(1000))
    # The lock was given back.
    in_thread = []
    worker = threading.Thread(target=lambda: in_thread.append(stream.runif(1)))
    worker.start()
    worker.join()
    assert_array_equal(in_thread[0], twin.runif(1))


def test_interrupted_uniforms_stop_after_a_whole_chunk():
    calls = []

    def interrupt(*_):
        calls.append(None)
        raise InterruptError

    stream, replay = RRandom(1), RRandom(1)
    previous = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.002)
        with pytest.raises(InterruptError):
            stream.runif(20_000_000)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
    assert len(calls) == 1
    stopped = stream.to_r_seed()
    for _ in range(20_000_000 // MersenneTwister.chunk):
        if (replay.to_r_seed() == stopped).all():
            break
        replay.runif(MersenneTwister.chunk)
    assert_array_equal(replay.to_r_seed(), stopped)


# The shared stream


def test_module_functions_share_one_stream():
    dagbag.rrandom.set_seed(5)
    reference = RRandom(5)
    assert_array_equal(dagbag.rrandom.runif(3, 1, 2), reference.runif(3, 1, 2))
    assert_array_equal(dagbag.rrandom.rnorm(3, 1, 2), reference.rnorm(3, 1, 2))
    assert_array_equal(dagbag.rrandom.sample_int(9, 4, True), reference.sample_int(9, 4, True))
    assert_array_equal(dagbag.rrandom.sample(["a", "b", "c"]), reference.sample(["a", "b", "c"]))
    assert_same_state(dagbag.rrandom.get_stream().state, reference.state)
    dagbag.rrandom.set_seed(5, sample_kind="Rounding")
    assert_array_equal(dagbag.rrandom.sample(9), RRandom(5, "Rounding").sample(9))
    dagbag.rrandom.set_seed(5, sample_kind="Rejection")


def test_threads_share_without_loss():
    """Every call of every thread is one whole piece of the stream, in some order."""
    calls, size = 50, 1000
    stream = RRandom(1)
    pieces = []

    def work():
        for _ in range(calls):
            pieces.append(stream.runif(size))

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    expected = RRandom(1).runif(4 * calls * size).reshape(-1, size)
    assert {piece.tobytes() for piece in pieces} == {row.tobytes() for row in expected}


def test_stream_for():
    assert dagbag.rrandom.stream_for(None) is dagbag.rrandom.get_stream()
    stream = RRandom(1)
    assert dagbag.rrandom.stream_for(stream) is stream
    assert_array_equal(dagbag.rrandom.stream_for(np.int32(4)).runif(2), RRandom(4).runif(2))


@pytest.mark.parametrize(
    "generator",
    [np.random.default_rng(1), np.random.RandomState(1), np.random.MT19937(1)],
    ids=lambda generator: type(generator).__name__,
)
def test_stream_for_refuses_numpy(generator):
    with pytest.raises(TypeError, match="seed must be None, an integer or an RRandom"):
        dagbag.rrandom.stream_for(generator)


@pytest.mark.parametrize("seed", [True, 1.0, "1"])
def test_stream_for_refuses_other_kinds(seed):
    with pytest.raises(TypeError, match="seed must be an integer"):
        dagbag.rrandom.stream_for(seed)


# The border


@pytest.mark.parametrize("seed", [0, 1, -1, 2**31 - 1, -(2**31) + 1])
@pytest.mark.parametrize("kind", [int, np.int32, np.int64])
def test_seed_kinds(seed, kind):
    assert_same_state(RRandom(kind(seed)).state, RRandom(seed).state)


def test_unsigned_seed():
    assert_same_state(RRandom(np.uint64(7)).state, RRandom(7).state)


@pytest.mark.parametrize("seed", [3.5, 3.0, True, np.bool_(True), "3", [3], np.array(3)])
def test_seed_of_wrong_kind(seed):
    with pytest.raises(TypeError) as caught:
        RRandom(seed)
    rule = "seed must be an integer between -2147483647 and 2147483647"
    assert str(caught.value) == f"{rule}, got {seed!r}"


@pytest.mark.parametrize("seed", [2**31, -(2**31), 10**30, np.uint64(2**63)])
def test_seed_out_of_range(seed):
    with pytest.raises(ValueError, match="seed must be an integer between -2147483647 and"):
        RRandom(seed)


@pytest.mark.parametrize("kind", ["rejection", "Rej", None, 1, ["Rejection"]])
def test_sample_kind_must_be_known(kind):
    with pytest.raises(ValueError, match='sample_kind must be "Rejection" or "Rounding", got'):
        RRandom(1, kind)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda stream, value: stream.runif(value), "n"),
        (lambda stream, value: stream.rnorm(value), "n"),
        (lambda stream, value: stream.sample_int(value), "n"),
        (lambda stream, value: stream.sample_int(10, value), "size"),
        (lambda stream, value: stream.sample(10, value), "size"),
        (lambda stream, value: stream.sample([1, 2], value), "size"),
    ],
    ids=["runif", "rnorm", "sample_int n", "sample_int size", "sample size", "sample list size"],
)
def test_counts(call, name):
    for value in (2.0, True, "2", [2]):
        with pytest.raises(TypeError, match=f"{name} must be an integer between 0 and"):
            call(RRandom(1), value)
    for value in (-1, 2**60):
        with pytest.raises(ValueError, match=f"{name} must be an integer between 0 and"):
            call(RRandom(1), value)
    call(RRandom(1), np.int64(2))


def test_population_limit():
    with pytest.raises(ValueError, match="n must be an integer between 0 and 2147483647"):
        RRandom(1).sample_int(2**31, 1)
    with pytest.raises(ValueError, match="x must be an integer between 1 and 2147483647"):
        RRandom(1).sample(2**31, 1)


@pytest.mark.parametrize("n", [5, 10**7 + 1])
def test_sample_larger_than_population(n):
    with pytest.raises(
        ValueError, match=f"size must be at most the population, {n}, .*got {n + 1}"
    ):
        RRandom(1).sample_int(n, n + 1)
    with pytest.raises(ValueError, match="size must be at most the population, 2"):
        RRandom(1).sample(["a", "b"], 3)


def test_nothing_to_draw_from():
    assert RRandom(1).sample_int(0).shape == (0,)
    assert RRandom(1).sample([]).shape == (0,)
    for replace in (False, True):
        with pytest.raises(ValueError, match="size must be 0 when there is nothing to draw from"):
            RRandom(1).sample_int(0, 1, replace)


@pytest.mark.parametrize("replace", [1, None, "yes"])
def test_replace_must_be_a_flag(replace):
    with pytest.raises(TypeError, match="replace must be True or False, got"):
        RRandom(1).sample_int(3, 1, replace)


def test_replace_takes_numpy_flags():
    assert RRandom(1).sample_int(1, 3, np.True_).tolist() == [1, 1, 1]


@pytest.mark.parametrize("function", ["runif", "rnorm"])
@pytest.mark.parametrize("position", [1, 2])
def test_parameters_must_be_finite_numbers(function, position):
    def call(value):
        arguments = [3, 0.0, 1.0]
        arguments[position] = value
        return getattr(RRandom(1), function)(*arguments)

    for value in (math.nan, math.inf, -math.inf, 10**400):
        with pytest.raises(ValueError, match="must be a finite number, got"):
            call(value)
    for value in ("1", None, True):
        with pytest.raises(TypeError, match="must be a finite number, got"):
            call(value)
    assert call(np.float32(1)).shape == (3,)
    with pytest.raises(ValueError, match="finite"):
        call([1.0, math.nan])
    with pytest.raises(ValueError, match="at least one value"):
        call([])


def test_parameter_order():
    with pytest.raises(ValueError, match=r"max must be at least min.*got min=2\.0 and max=1\.0"):
        RRandom(1).runif(3, 2, 1)
    with pytest.raises(ValueError, match="max - min finite"):
        RRandom(1).runif(3, -1e308, 1e308)
    with pytest.raises(ValueError, match=r"sd must be non-negative, got -1\.0"):
        RRandom(1).rnorm(3, 0, -1)


def test_degenerate_distributions_use_no_draws():
    stream = RRandom(1)
    assert stream.runif(3, 2, 2).tolist() == [2, 2, 2]
    assert stream.rnorm(3, 2, 0).tolist() == [2, 2, 2]
    assert_same_state(stream.state, RRandom(1).state)


def test_result_types():
    stream = RRandom(1)
    assert stream.runif(2).dtype == np.float64
    assert stream.rnorm(2).dtype == np.float64
    assert stream.sample_int(2).dtype == np.int64
    assert stream.sample_int(10**7 + 1, 2).dtype == np.int64
    assert stream.sample(np.array([1, 2], dtype=np.int8)).dtype == np.int8


def test_sample_of_sequences():
    order = RRandom(8).sample_int(4) - 1
    for x in (list("abcd"), tuple("abcd"), np.array(list("abcd"))):
        assert_array_equal(RRandom(8).sample(x), np.array(list("abcd"))[order])
    assert_array_equal(RRandom(8).sample(range(4)), order)


def test_sample_of_one_element_is_that_element():
    """Unlike R, where a single number stands for 1..x."""
    assert RRandom(1).sample([7]).tolist() == [7]
    assert RRandom(1).sample(np.array([7.5])).tolist() == [7.5]
    assert sorted(RRandom(1).sample(7).tolist()) == [1, 2, 3, 4, 5, 6, 7]
    assert sorted(RRandom(1).sample(np.int16(7)).tolist()) == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize("x", [5.0, 5.5, True, np.bool_(True), "abc", None, {1, 2}, np.array(5)])
def test_sample_of_wrong_kind(x):
    with pytest.raises(TypeError, match="x must be an integer or a one-dimensional sequence, got"):
        RRandom(1).sample(x)


@pytest.mark.parametrize("x", [0, -5])
def test_sample_of_no_positive_integer(x):
    with pytest.raises(ValueError, match="x must be an integer between 1 and"):
        RRandom(1).sample(x)


def test_sample_of_a_matrix():
    with pytest.raises(ValueError, match=r"x must be one-dimensional, got shape \(2, 3\)"):
        RRandom(1).sample(np.ones((2, 3)))


def bad_r_seed(index, value):
    values = RRandom(1).to_r_seed().astype(np.int64)
    values[index] = value
    return values


@pytest.mark.parametrize(
    ("r_seed", "error", "match"),
    [
        (bad_r_seed(0, 10407), ValueError, "r_seed must start with 10403 .* got 10407"),
        (bad_r_seed(0, 10003), ValueError, "r_seed must start with 10403 .* got 10003"),
        (bad_r_seed(1, 0), ValueError, r"r_seed\[1\] must be an integer between 1 and 624"),
        (bad_r_seed(1, 625), ValueError, r"r_seed\[1\] must be an integer between 1 and 624"),
        (bad_r_seed(9, 2**31), ValueError, r"r_seed\[2:\] must hold integers between"),
        (bad_r_seed(slice(2, None), 0), ValueError, r"r_seed\[2:\] must not be all zero"),
        (bad_r_seed(0, 10403)[:-1], ValueError, r"r_seed must have shape \(626,\), got \(625,\)"),
        (bad_r_seed(0, 10403) * 1.0, TypeError, "r_seed must hold integers, got dtype float64"),
    ],
)
def test_bad_r_seed(r_seed, error, match):
    with pytest.raises(error, match=match):
        RRandom.from_r_seed(r_seed)


KEY = RRandom(1).state.key


@pytest.mark.parametrize(
    ("state", "error", "match"),
    [
        (1, TypeError, r"state must be a tuple \(key, position, sample_kind\), got 1"),
        ((KEY,), TypeError, "state must be a tuple"),
        ((KEY[1:], 1), ValueError, r"state.key must have shape \(624,\), got \(623,\)"),
        ((KEY * 1.0, 1), TypeError, "state.key must hold integers, got dtype float64"),
        ((KEY.view(np.int32), 1), ValueError, "state.key must hold integers between 0 and"),
        ((KEY * 0, 1), ValueError, "state.key must not be all zero"),
        ((KEY, 0), ValueError, "state.position must be an integer between 1 and 624, got 0"),
        ((KEY, 1.0), TypeError, "state.position must be an integer"),
        ((KEY, 1, "Other"), ValueError, "sample_kind must be"),
    ],
)
def test_bad_state(state, error, match):
    stream = RRandom(4)
    with pytest.raises(error, match=match):
        stream.state = state
    assert_same_state(stream.state, RRandom(4).state)


FORKED = r"""
import json, os, sys, threading
from dagbag import rrandom
own = rrandom.RRandom()
for stream in (rrandom, own):
    stream.set_seed(json.loads(sys.argv[1]))
held, leave = threading.Event(), threading.Event()
def hold():
    with rrandom.get_stream().exclusive():
        held.set()
        leave.wait()
thread = threading.Thread(target=hold, daemon=True)
thread.start()
held.wait()
read, write = os.pipe()
children = []
for _ in range(2):
    if (child := os.fork()) == 0:
        os.write(write, (json.dumps([rrandom.runif(1)[0], own.runif(1)[0]]) + "\n").encode())
        os._exit(0)
    os.waitpid(child, 0)
leave.set()
thread.join()
print(os.read(read, 1000).decode() + json.dumps([rrandom.runif(1)[0], own.runif(1)[0]]))
"""


def draws_after_forks(seed):
    """Return what two children, forked while a thread had the stream, and their parent draw."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", FORKED, json.dumps(seed)],
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_forked_children_that_nobody_seeded_draw_numbers_of_their_own():
    drawn = draws_after_forks(None)
    assert len({number for numbers in drawn for number in numbers}) == 6


def test_forked_children_go_on_in_a_seeded_stream():
    assert draws_after_forks(5) == [[RRandom(5).runif(1)[0]] * 2] * 3
