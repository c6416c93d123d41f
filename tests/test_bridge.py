"""The bridge to R: this package against the plain R of r_compat/R/reference.R, and what fails."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import warnings
from pathlib import Path

import numpy as np
import pytest
from dagbag.r_compat import bridge
from dagbag.r_compat.__main__ import main
from dagbag.r_compat._wire import pack, unpack
from problems import KINDS, make_data, random_dag_mask, random_ensemble
from test_golden import (
    AGGREGATIONS,
    CASES,
    DELTA_TOLERANCE,
    ENSEMBLES,
    load,
    load_aggregation,
    one_based_edges,
)

import dagbag

needs_r = pytest.mark.r
REGULAR = ("normal", "rounded", "heavy")  # kinds of data that may be given a graph to start from


@pytest.fixture(scope="module")
def reference():
    with bridge.Engine("reference") as engine:
        yield engine


def quietly(function, *args, **kwargs):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", dagbag.ConvergenceWarning)
        warnings.simplefilter("ignore", dagbag.DegenerateDataWarning)
        return function(*args, **kwargs)


# Random problems


def random_lists(rng, p, *, start):
    lists = {}
    if rng.random() < 0.5:
        lists["blacklist"] = rng.random((p, p)) < rng.choice([0.1, 0.5, 0.9])
    if start and rng.random() < 0.5:
        lists["whitelist"] = random_dag_mask(rng, p, 0.2)
    if start and rng.random() < 0.5:
        initial = random_dag_mask(rng, p, 0.4) & ~lists.get("blacklist", np.zeros((p, p), bool))
        union = initial | lists.get("whitelist", initial)
        if not np.linalg.matrix_power(union.astype(float), p).any():
            lists["ini_adj_matrix"] = initial
    return lists


def random_problem(seed, kinds=KINDS, smallest=6):
    """Data and arguments of a search, all that R's score has but for random draws."""
    rng = np.random.default_rng([4, seed])
    kind = kinds[seed % len(kinds)]
    p, n = int(rng.integers(1, 8)), int(rng.integers(smallest, 41))
    Y = make_data(rng, kind, n, p)
    arguments = random_lists(rng, p, start=kind in REGULAR and n > p + 3)
    arguments |= {
        "score_type": str(rng.choice(["BIC", "BIC", "likelihood"])),
        "threshold": float(rng.choice([0.0, 0.0, -2.0])),
        "max_step": int(rng.choice([3, 60])),
        "EPS": float(rng.choice([1e-6, 1e-6, 1e-3, 0.5])),
        "standardize": bool(rng.random() < 0.7),
        "seed": int(rng.integers(2**31)),
    }
    return rng, Y, arguments


def assert_same_search(ours, theirs):
    assert ours.final_step == theirs.final_step
    assert ours.converged == theirs.converged
    np.testing.assert_array_equal(ours.movement, theirs.movement)
    np.testing.assert_array_equal(ours.adj_matrix, theirs.adj_matrix)
    np.testing.assert_array_equal(ours.bic_ok, theirs.bic_ok)
    np.testing.assert_allclose(ours.delta_min, theirs.delta_min, rtol=0, atol=DELTA_TOLERANCE)
    assert ours.constant == theirs.constant
    np.testing.assert_allclose(ours.neighborhood_scores, theirs.neighborhood_scores, atol=1e-6)
    # The result is R's list, not only what was made of it.
    assert list(theirs.r_list) == theirs.names()
    for name, value in theirs.r_list.items():
        assert value.dtype.kind == ("f" if name == "delta.min" else "i"), name
        np.testing.assert_array_equal(theirs[name], value[0] if name == "final.step" else value)


def assert_same_ensemble(ours, theirs):
    assert ours.n_boot == theirs.n_boot
    np.testing.assert_array_equal(ours.adj_matrix, theirs.adj_matrix)
    assert list(theirs.r_list) == ["adj.matrix"]
    assert theirs.r_list["adj.matrix"].dtype.kind == "i"
    np.testing.assert_array_equal(theirs.r_list["adj.matrix"], theirs.adj_matrix)


def both(engine, Y, arguments):
    ours = quietly(dagbag.score, Y, **arguments)
    theirs = bridge.score(Y, engine=engine, **arguments)
    assert theirs.seconds >= 0
    if arguments.get("n_boot"):
        assert_same_ensemble(ours, theirs)
    else:
        assert_same_search(ours, theirs)


@needs_r
@pytest.mark.parametrize("seed", range(120))
def test_same_search_as_r(reference, seed):
    _, Y, arguments = random_problem(seed)
    both(reference, Y, arguments)


@needs_r
@pytest.mark.parametrize("seed", range(1000, 1024))
def test_same_shuffled_search_as_r(reference, seed):
    _, Y, arguments = random_problem(seed)
    both(reference, Y, arguments | {"shuffle": True})


@needs_r
@pytest.mark.parametrize("seed", range(2000, 2040))
def test_same_bootstrap_as_r(reference, seed):
    rng, Y, arguments = random_problem(seed, smallest=20)
    arguments |= {
        "n_boot": int(rng.integers(1, 5)),
        "shuffle": bool(rng.random() < 0.3),
        "standardize_boot": bool(rng.random() < 0.7),
    }
    both(reference, Y, arguments)


@needs_r
@pytest.mark.parametrize("seed", range(8))
def test_same_bootstrap_as_r_with_columns_constant_in_resamples(reference, seed):
    rng = np.random.default_rng([6, seed])
    Y = make_data(rng, "normal", 20, 4)
    Y[:, 1] = np.arange(20) == 7
    Y[:, 2] += 20 * Y[:, 1]
    arguments = {"n_boot": 5, "seed": seed, "ini_adj_matrix": [(1, 2)], "max_step": 1}
    if seed % 2:
        arguments["whitelist"] = [(1, 3)]
    ensemble = quietly(dagbag.score, Y, **arguments)
    assert ensemble.constant.any()
    both(reference, Y, arguments)


@needs_r
@pytest.mark.parametrize("n_boot", [0, 3])
@pytest.mark.parametrize("seed", range(3000, 3024))
def test_same_random_forest_as_r(reference, seed, n_boot):
    rng, Y, arguments = random_problem(seed, smallest=20)
    length = float(rng.choice([0.05, 0.5, 5.0]))
    lengths = length if rng.random() < 0.5 else length * np.arange(1, arguments["max_step"] + 1)
    arguments |= {
        "n_boot": n_boot,
        "random_forest": True,
        "random_step_length": lengths,
        "shuffle": bool(rng.random() < 0.3),
        "EPS": float(rng.choice([1e-6, 2.0])),  # a large one makes many weights equal
        "threshold": float(rng.choice([arguments["threshold"], 2.0])),
    }
    both(reference, Y, arguments)


@needs_r
@pytest.mark.parametrize("n_boot", [0, 2])
@pytest.mark.parametrize("seed", range(4000, 4016))
def test_same_restarts_as_r(reference, seed, n_boot):
    rng, Y, arguments = random_problem(seed, smallest=20)
    arguments |= {
        "n_boot": n_boot,
        "nrestart": int(rng.integers(1, 4)),
        "perturb": int(rng.integers(1, 4)),
        "shuffle": bool(rng.random() < 0.3),
    }
    if rng.random() < 0.25:
        arguments |= {"random_forest": True, "random_step_length": 0.5}
    both(reference, Y, arguments)


@needs_r
@pytest.mark.parametrize("kind", ["unrelated", "perturbed", "conflicting", "contested"])
@pytest.mark.parametrize("seed", range(15))
def test_same_aggregation_as_r(reference, seed, kind):
    rng = np.random.default_rng([5, seed])
    p = int(rng.integers(1, 9))
    dags = random_ensemble(rng, p, int(rng.integers(1, 13)), kind)
    lists = random_lists(rng, p, start=True)
    lists.pop("ini_adj_matrix", None)
    arguments = lists | {
        "alpha": float(rng.choice([0.25, 0.5, 1.0, 1.5, 2.0, 3.0])),
        "threshold": float(rng.choice([0.0, 0.0, -0.4, 0.3, 0.8, 1.0, 2.5])),
        "max_step": int(rng.choice([3, 500])),
    }
    ours = quietly(dagbag.score_shd, dags, **arguments)
    theirs = bridge.score_shd(dags, engine=reference, **arguments)
    assert ours.edges == theirs.edges
    assert ours.final_step == theirs.final_step
    np.testing.assert_array_equal(ours.movement, theirs.movement)
    np.testing.assert_array_equal(theirs.movement, theirs.r_list["movement"])
    assert list(theirs.r_list) == theirs.names()
    assert {value.dtype.kind for value in theirs.r_list.values()} == {"i"}
    assert ours.cyclic_edges == theirs.cyclic_edges
    assert ours.converged == theirs.converged
    assert ours.score == theirs.score


@needs_r
def test_same_stream_as_r_before_3_6():
    Y = make_data(np.random.default_rng(1), "normal", 30, 6)
    stream = dagbag.RRandom(7, sample_kind="Rounding")
    ours = dagbag.score(Y, shuffle=True, n_boot=3, seed=stream)
    with bridge.Engine("reference", sample_kind="Rounding") as engine:
        theirs = bridge.score(Y, shuffle=True, n_boot=3, seed=7, engine=engine)
    assert_same_ensemble(ours, theirs)


DRAW = "function() c(runif(1), rnorm(1), sample(1000, 1))"


@needs_r
def test_the_profile_of_the_user_is_not_read(reference, monkeypatch, tmp_path):
    expected = reference.call(DRAW, seed=1).value
    for code in ('RNGkind("L\'Ecuyer-CMRG")', "stop('not today')"):
        (tmp_path / "profile.R").write_text(code)
        (tmp_path / "environ").write_text("DAGBAG_TEST_ENVIRON=read\n")
        monkeypatch.setenv("R_PROFILE_USER", str(tmp_path / "profile.R"))
        monkeypatch.setenv("R_ENVIRON_USER", str(tmp_path / "environ"))
        with bridge.Engine("reference") as engine:
            np.testing.assert_array_equal(engine.call(DRAW, seed=1).value, expected)
            found = engine.call("function() Sys.getenv('DAGBAG_TEST_ENVIRON')").value
        assert found == ["read"]


@needs_r
def test_a_generator_chosen_in_one_call_is_not_that_of_the_next(reference):
    expected = reference.call(DRAW, seed=1).value
    reference.call("function() RNGkind('Wichmann-Hill', 'Box-Muller', 'Rejection')")
    np.testing.assert_array_equal(reference.call(DRAW, seed=1).value, expected)
    # Without a seed the stream goes on.
    both = reference.call("function() runif(2)", seed=1).value
    first = reference.call("function() runif(1)", seed=1).value
    assert [*first, *reference.call("function() runif(1)").value] == both.tolist()


# Answers of the R package


SMALL = 30  # nodes; the larger cases take the reference minutes
FIRST = 4  # resamples of an ensemble: the first are the same however many follow


def small(names):
    return [name for name in names if load(name)["p"] <= SMALL]


@needs_r
@pytest.mark.parametrize("name", small(CASES))
def test_reference_moves_as_the_package_did(reference, name):
    case = load(name)
    expected = case["result"]
    result = bridge.score(case["Y"], seed=case["seed"], engine=reference, **case["args"])
    assert result.final_step == expected["final.step"]
    rows = result.final_step - case["args"].get("shuffle", False)
    assert result.movement[:rows].tolist() == expected["movement"]
    assert one_based_edges(result) == expected["edges"]
    used = result.delta_min != -99
    np.testing.assert_allclose(
        result.delta_min[used], expected["delta.min"], rtol=0, atol=DELTA_TOLERANCE
    )


@needs_r
@pytest.mark.parametrize("name", small(ENSEMBLES))
def test_reference_learns_the_ensembles_of_the_package(reference, name):
    case = load(name)
    arguments = case["args"] | {"n.boot": FIRST}
    ensemble = bridge.score(case["Y"], seed=case["seed"], engine=reference, **arguments)
    assert [one_based_edges(member) for member in ensemble] == case["result"]["edges"][:FIRST]


@needs_r
@pytest.mark.parametrize(("name", "k"), [case for case in AGGREGATIONS if case[0] != "shd-p102"])
def test_reference_aggregates_as_the_package_did(reference, name, k):
    dags, case, lists = load_aggregation(name, k)
    result = bridge.score_shd(dags, engine=reference, **case["args"], **lists)
    assert result.final_step == case["result"]["final.step"]
    assert result.movement[: result.final_step].tolist() == case["result"]["movement"]


# Results


@needs_r
def test_labels_of_a_frame_are_kept(reference):
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame(make_data(np.random.default_rng(3), "normal", 50, 4), columns=list("abcd"))
    result = bridge.score(frame, whitelist=[("d", "a")], engine=reference)
    assert result.nodes == ("a", "b", "c", "d")
    assert ("d", "a") in result.edges
    assert result.movement[0].tolist() == [4, 1, 1]
    ensemble = bridge.score(frame, n_boot=3, seed=1, engine=reference)
    assert bridge.score_shd(ensemble, engine=reference).nodes == result.nodes
    graphs = [member.adj_matrix for member in ensemble]
    assert (
        bridge.score_shd(graphs, engine=reference).adj_matrix.tolist()
        == bridge.score_shd(ensemble, engine=reference).adj_matrix.tolist()
    )


@needs_r
def test_r_does_not_tell_whether_replicates_converged(reference):
    Y = make_data(np.random.default_rng(3), "normal", 50, 4)
    ensemble = bridge.score(Y, n_boot=3, max_step=1, seed=1, engine=reference)
    assert "convergence not told" in repr(ensemble)
    assert [member.converged for member in ensemble] == [None, None, None]
    assert not ensemble.converged.any()
    assert not ensemble.capped.any()


@needs_r
def test_values_survive_the_way_to_r_and_back(reference):
    array = np.arange(24.0).reshape(2, 3, 4)
    reply = reference.call(
        "function(a, n, t, b, none, l) list(a = a, dim = dim(a), at = a[2, 1, 3], n = n + 1L, "
        "t = toupper(t), b = !b, none = is.null(none), l = length(l), empty = numeric(), c('x', NA))",
        a=array,
        n=3,
        t="text",
        b=True,
        none=None,
        l=[1.0, "two", None],
    )
    value = reply.value
    np.testing.assert_array_equal(value["a"], array)
    assert value["dim"].tolist() == [2, 3, 4]
    assert value["at"].tolist() == [array[1, 0, 2]]
    assert (value["n"].tolist(), value["t"], value["b"].tolist()) == ([4], ["TEXT"], [0])
    assert (value["none"].tolist(), value["l"].tolist(), len(value["empty"])) == ([1], [3], 0)
    assert value[""] == ["x", None]


@needs_r
@pytest.mark.parametrize("dtype", [np.int64, np.uint64, np.uint32, int])
def test_whole_numbers_too_large_for_r_become_doubles(reference, dtype):
    for number in (2**31 - 1, 2**31, 2**32 - 1, 2**53):
        if dtype is np.uint32 and number >= 2**32:
            continue
        value = number if dtype is int else np.array([[number, 1]], dtype)
        reply = reference.call("function(x) list(x, typeof(x), sprintf('%.0f', x[1]))", x=value)
        assert int(np.ravel(reply.value[0])[0]) == number
        assert reply.value[1:] == [["integer" if number < 2**31 else "double"], [str(number)]]
    lowest = np.array([-(2**31), -(2**31) + 1])  # the first would be NA
    assert reference.call("function(x) x", x=lowest).value.tolist() == lowest.tolist()
    for value in (2**53 + 1, [1, -(2**60)], np.array([2**63], np.uint64), np.int64(-(2**53) - 1)):
        with pytest.raises(
            ValueError, match=r"size must be within -2\*\*53 and 2\*\*53.*got -?\d+$"
        ):
            reference.call("function(size) 1", size=value)


@needs_r
def test_na_comes_back_as_nan(reference):
    value = reference.call(
        "function() list(i = c(1L, NA), b = c(NA, TRUE), r = NA_real_, m = matrix(c(1:3, NA), 2), `__array__` = 1L)"
    ).value
    np.testing.assert_array_equal(value["i"], [1.0, np.nan])
    np.testing.assert_array_equal(value["b"], [np.nan, 1.0])
    np.testing.assert_array_equal(value["r"], [np.nan])
    np.testing.assert_array_equal(value["m"], [[1.0, 3.0], [2.0, np.nan]])
    assert value["__array__"].tolist() == [1]
    assert value["__array__"].dtype.kind == "i"


@needs_r
def test_many_vectors_come_back(reference):
    """Reading R's memory through rpy2's memoryview would abort the process here."""
    value = reference.call("function(k) lapply(seq_len(k), identity)", k=20_000).value
    assert [int(x[0]) for x in value] == list(range(1, 20_001))


def test_messages_are_packed_without_pickle():
    message = {
        "a": [np.eye(3), {"b": np.zeros((0, 2), np.int32)}],
        "nan": float("nan"),
        "none": None,
    }
    back = unpack(pack(message))
    np.testing.assert_array_equal(back["a"][0], np.eye(3))
    assert back["a"][1]["b"].shape == (0, 2)
    assert np.isnan(back["nan"])
    assert back["none"] is None
    for key in ("__array__", "array", "dict"):
        message = {key: 0, "inside": [{key: {key: "text"}}]}
        assert unpack(pack(message)) == message
    with pytest.raises(ValueError, match="pickle"):
        pack({"a": np.array([object()])})


# What R says


@needs_r
def test_an_error_of_r_is_an_exception(reference):
    with pytest.raises(bridge.RError, match=r"R: no luck with 3 \(in f\(x = x\)\)") as caught:
        reference.call("function(x) stop('no luck with ', x)", x=3)
    assert caught.value.message == "no luck with 3"
    assert caught.value.call == "f(x = x)"
    # R goes on.
    assert reference.call("function() 1").value.tolist() == [1]


@needs_r
def test_errors_of_the_reference_name_the_argument(reference):
    Y = np.random.default_rng(1).random((9, 3))
    for arguments, message in (
        ({"whitelist": [(0, 1), (1, 0)]}, "whitelist must be acyclic"),
        ({"blacklist": [(0, 1)], "ini_adj_matrix": [(0, 1)]}, "no blacklisted edges"),
        ({"score_type": "AIC"}, 'score.type must be "BIC" or "likelihood", got "AIC"'),
        ({"nrestart": 1}, "perturb must be at least 1"),
    ):
        with pytest.raises(bridge.RError, match=message):
            bridge.score(Y, engine=reference, **arguments)
    for arguments, message in (
        ({"Y": Y, "blacklist": np.zeros((2, 3))}, "blacklist must be a 3 x 3 matrix, got 2 x 3"),
        ({"Y": np.where(Y > 0.5, np.nan, Y)}, "Y must be finite, got NA, NaN or Inf in column 1"),
        ({"Y": Y, "random.forest": True}, "random.step.length must have a number per step"),
    ):
        with pytest.raises(bridge.RError, match=message):
            reference.call_named("score", **arguments)


@needs_r
def test_r_code_that_does_not_parse_or_returns_no_data_is_an_error(reference):
    with pytest.raises(bridge.RError, match="Pars"):
        reference.call("function(")
    with pytest.raises(bridge.RError, match="not data"):
        reference.call("function() globalenv()")


@needs_r
def test_warnings_and_output_of_r_come_back(reference):
    reply = reference.call("function() { warning('careful'); cat('said'); message('told'); 1 }")
    assert reply.warnings == ("careful",)
    assert reply.output == "saidtold\n"
    assert reference.call("function() 1").output == ""


@needs_r
@pytest.mark.parametrize(
    ("code", "message", "status"),
    [
        (
            "{ cat('last words'); tools::pskill(Sys.getpid(), 9) }",
            "killed by SIGKILL.*last words",
            -9,
        ),
        ("tools::pskill(Sys.getpid(), 11)", "killed by SIGSEGV", -11),
        ("quit(status = 3)", "exit status 3", 3),
    ],
)
def test_a_crash_of_r_is_an_exception_and_the_next_call_works(reference, code, message, status):
    with pytest.raises(bridge.RCrash, match=message) as caught:
        reference.call(f"function() {code}")
    assert caught.value.status == status
    assert "not running" in repr(reference)
    assert reference.call("function() 1").value.tolist() == [1]


@needs_r
def test_a_call_can_time_out(reference):
    start = time.monotonic()
    with pytest.raises(bridge.RTimeout, match="killed after timeout=0.5 seconds") as caught:
        reference.call("function() Sys.sleep(60)", timeout=0.5)
    assert isinstance(caught.value, TimeoutError)
    assert time.monotonic() - start < 30
    assert reference.call("function() 1", timeout=30).value.tolist() == [1]


@needs_r
@pytest.mark.parametrize("timeout", [5e6, 1e300])
def test_a_timeout_may_be_long(reference, timeout):
    assert reference.call("function() 1", timeout=timeout).value.tolist() == [1]


def is_running(pid):
    """Whether a process runs; one that nobody has waited for has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@needs_r
def test_ctrl_c_ends_r(reference):
    pid = int(reference.call("function() Sys.getpid()").value[0])
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        reference.call("function() repeat sqrt(2)")
    timer.join()
    assert not is_running(pid)
    assert reference.call("function() 1").value.tolist() == [1]


@needs_r
def test_r_does_not_outlive_the_caller():
    code = (
        "from dagbag.r_compat.bridge import Engine\n"
        "engine = Engine('reference')\n"
        "print(int(engine.call('function() Sys.getpid()').value[0]), flush=True)\n"
        "engine.call('function() repeat sqrt(2)')\n"
    )
    caller = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    with caller:
        pid = int(caller.stdout.readline())
        assert is_running(pid)
        time.sleep(0.3)
        caller.kill()
    end = time.monotonic() + 30
    while is_running(pid) and time.monotonic() < end:
        time.sleep(0.05)
    assert not is_running(pid)


@needs_r
def test_threads_take_turns(reference):
    answers = {}

    def ask(k):
        answers[k] = reference.call("function(k) k", k=k).value.tolist()

    threads = [threading.Thread(target=ask, args=(k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {k: [k] for k in range(8)}


@needs_r
def test_closing_ends_the_call_of_another_thread():
    engine = bridge.Engine("reference")
    folder = Path(engine.call("function() tempdir()").value[0])
    told = []

    def ask():
        try:
            engine.call("function() Sys.sleep(60)")
        except bridge.RCrash as error:
            told.append(error.status)

    thread = threading.Thread(target=ask)
    thread.start()
    time.sleep(0.3)
    engine.close()
    thread.join(timeout=30)
    assert told == [-signal.SIGKILL]
    assert not folder.exists()
    with engine:
        assert engine.call("function() 1").value.tolist() == [1]


FOLDER = "function() { writeLines('text', tempfile()); tempdir() }"


@needs_r
@pytest.mark.parametrize("how", ["close", "forget", "timeout", "kill", "quit"])
def test_r_leaves_no_temporary_files(how):
    engine = bridge.Engine("reference")
    folder = Path(engine.call(FOLDER).value[0])
    assert any(folder.iterdir())
    if how == "close":
        start = time.monotonic()
        engine.close()
        assert time.monotonic() - start < 0.9  # R was not waited for until it is killed
    elif how == "forget":
        del engine
    elif how == "timeout":
        with pytest.raises(bridge.RTimeout):
            engine.call("function() repeat sqrt(2)", timeout=0.3)
    else:
        code = {"kill": "tools::pskill(Sys.getpid(), 9)", "quit": "quit(status = 3)"}[how]
        with pytest.raises(bridge.RCrash):
            engine.call(f"function() {code}")
    assert not folder.exists()


@needs_r
def test_what_r_started_ends_with_it():
    engine = bridge.Engine("reference")
    pid = int(
        engine.call(
            "function() as.integer(system('sleep 60 >/dev/null & echo $!', intern = TRUE))"
        ).value[0]
    )
    assert is_running(pid)
    engine.close()
    end = time.monotonic() + 10
    while is_running(pid) and time.monotonic() < end:
        time.sleep(0.05)
    assert not is_running(pid)


FORK = """
import os, threading, time, warnings
warnings.simplefilter("ignore", DeprecationWarning)  # of fork with threads
from dagbag.r_compat import bridge
engine = bridge.get_engine("reference")
ask = "function() Sys.getpid()"
first = engine.call(ask).value[0]
thread = threading.Thread(target=engine.call, args=("function() Sys.sleep(3)",))
thread.start()
time.sleep(0.5)
child = os.fork()
if child == 0:
    second = bridge.get_engine("reference").call(ask).value[0]
    engine.close()
    os._exit(0 if second != first else 1)
assert os.waitpid(child, 0)[1] == 0
thread.join()
assert engine.call(ask).value[0] == first  # the child left it alone
start = time.monotonic()
pause = os.fork()
if pause == 0:
    time.sleep(20)
    os._exit(0)
engine.close()
assert time.monotonic() - start < 0.9  # the pipe ends though another copy of its owner lives
os.kill(pause, 9)
os.waitpid(pause, 0)
"""


@needs_r
def test_a_fork_has_an_r_of_its_own():
    subprocess.run([sys.executable, "-c", FORK], check=True, timeout=60)


# What is missing


def test_r_is_imported_by_nobody():
    code = (
        "import sys, dagbag, dagbag.r_compat, dagbag.r_compat.bridge, dagbag.r_compat.doctor\n"
        "assert not [m for m in sys.modules if m.split('.')[0] == 'rpy2']"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.fixture
def no_r(monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("R_HOME", raising=False)


@pytest.mark.usefixtures("no_r")
def test_without_r_the_message_says_what_to_do():
    with pytest.raises(
        bridge.RUnavailable, match="R was not found.*install R .*r-base-core.*doctor"
    ):
        bridge.score(np.eye(4), engine=bridge.Engine("reference"))


@pytest.mark.usefixtures("no_r")
def test_doctor_without_r(capsys):
    assert main(["doctor"]) == 1
    said = capsys.readouterr().out
    assert "R                     MISSING\n" in said
    assert "apt-get install r-base-core" in said
    assert "The bridge to R does not work." in said


@pytest.mark.parametrize("path", ["as it is", ""])
def test_a_wrong_r_home_is_told(monkeypatch, capsys, tmp_path, path):
    monkeypatch.setenv("R_HOME", str(tmp_path))
    if not path:
        monkeypatch.setenv("PATH", path)
    expected = f"R_HOME points to {tmp_path}, where there is no R; unset it"
    with pytest.raises(bridge.RUnavailable, match=re.escape(expected)):
        bridge.Engine("reference").call("function() 1")
    assert main(["doctor"]) == 1
    assert f"-> {expected}\n" in capsys.readouterr().out


def shadow_rpy2(folder, monkeypatch, source):
    (folder / "rpy2.py").write_text(source)
    monkeypatch.syspath_prepend(str(folder))


@needs_r
def test_without_rpy2_the_message_says_what_to_do(tmp_path, monkeypatch):
    shadow_rpy2(
        tmp_path, monkeypatch, "raise ModuleNotFoundError(\"No module named 'rpy2'\", name='rpy2')"
    )
    with pytest.raises(bridge.RUnavailable, match="rpy2.*is not installed: python -m pip install"):
        bridge.Engine("reference").call("function() 1")


@needs_r
def test_an_rpy2_that_does_not_fit_r_is_told(tmp_path, monkeypatch, capsys):
    shadow_rpy2(tmp_path, monkeypatch, "raise ImportError('undefined symbol: R_ParentEnv')")
    expected = "does not work with this R .*undefined symbol: R_ParentEnv.*pip install"
    with pytest.raises(bridge.RUnavailable, match=expected):
        bridge.Engine("reference").call("function() 1")
    assert main(["doctor"]) == 1
    assert "undefined symbol: R_ParentEnv" in capsys.readouterr().out


@needs_r
def test_doctor_with_r(capsys):
    assert main(["doctor", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["works"] is True
    found = {finding["name"]: finding for finding in told["findings"]}
    assert found["engine reference"]["found"].startswith("works: R ")
    assert found["R"]["found"][0].isdigit()
    assert found["rpy2"]["ok"]


def test_the_command_line_needs_a_command(capsys):
    with pytest.raises(SystemExit, match="2"):
        main([])
    assert "command" in capsys.readouterr().err


def test_arguments_are_checked_before_r_is_started():
    Y = np.eye(4)
    with pytest.raises(ValueError, match='engine must be "package", "reference" or an Engine, got'):
        bridge.score(Y, engine="refrence")
    with pytest.raises(TypeError, match="engine must be"):
        bridge.score(Y, engine=3)
    with pytest.raises(ValueError, match="sample_kind must be"):
        bridge.Engine("reference", sample_kind="rounded")
    engine = bridge.Engine("reference")
    with pytest.raises(ValueError, match=r"whitelist must have shape \(4, 4\), got \(3, 4\)"):
        bridge.score(Y, whitelist=np.zeros((3, 4)), engine=engine)
    with pytest.raises(TypeError, match="unexpected keyword argument 'max.steps'.*max_step"):
        bridge.score(Y, engine=engine, **{"max.steps": 3})
    with pytest.raises(ValueError, match="seed must be"):
        bridge.score(Y, seed=2**31, engine=engine)
    with pytest.raises(ValueError, match="timeout must be above 0, got 0"):
        engine.call("function() 1", timeout=0)
    with pytest.raises(TypeError, match="x must be numbers, texts or None, got dict"):
        engine.call("function(x) 1", x={})
    with pytest.raises(ValueError, match=r"boot_adj must be an ensemble.* got shape \(2, 2\)"):
        bridge.score_shd(np.zeros((2, 2)), engine=engine)
    with pytest.raises(ValueError, match='engine must be "package" for the example data'):
        bridge.example(engine=engine)
    assert "not running" in repr(engine)


# The installed package


FAKE = """
plain_score <- score
score <- function(..., print = FALSE) {
  if (print) warning("nothing is printed")
  plain_score(...)
}
"""


def install(folder, library, *, imports=""):
    """Install an R package that is called dagbag: the reference, and a data set."""
    source = folder / "dagbag"
    for name in ("R", "data"):
        (source / name).mkdir(parents=True)
    (source / "DESCRIPTION").write_text(
        "Package: dagbag\nVersion: 1.1\nTitle: Stand-In\nDescription: For tests.\nLicense: BSD\n"
        "Author: None\nMaintainer: None <none@example.org>\n" + imports
    )
    (source / "NAMESPACE").write_text("export(score, score_shd)\nimportFrom(stats, runif)\n")
    (source / "R" / "code.R").write_text(bridge.REFERENCE.read_text() + FAKE)
    (source / "data" / "example.R").write_text(
        "example <- list(Y = matrix(1:12 / 2, 4, 3), true.dir = diag(3)[, c(2, 3, 1)] * 1, true.ske = NULL)"
    )
    subprocess.run(
        [
            "R",
            "CMD",
            "INSTALL",
            "--no-docs",
            "--no-test-load",
            "--no-byte-compile",
            f"--library={library}",
            str(source),
        ],
        check=True,
        capture_output=True,
    )


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    library = tmp_path_factory.mktemp("library")
    install(tmp_path_factory.mktemp("source"), library)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("R_LIBS", str(library))
        with bridge.Engine("package") as engine:
            yield engine


@needs_r
def test_package_engine(package):
    Y = make_data(np.random.default_rng(2), "normal", 30, 5)
    both(package, Y, {})
    both(package, Y, {"n_boot": 2, "seed": 1})
    with pytest.warns(bridge.RWarning, match="R: nothing is printed") as caught:
        bridge.score(Y, print=True, engine=package)
    assert caught[0].filename == __file__
    assert package.call("function() environmentName(environment(dagbag::score))").value == [
        "dagbag"
    ]


@needs_r
def test_example_of_the_package(package):
    found = bridge.example(engine=package)
    np.testing.assert_array_equal(found.Y, np.arange(1, 13).reshape(3, 4).T / 2)
    assert found.adjacency.sum() == 3
    assert found.nodes == ("V1", "V2", "V3")


@needs_r
@pytest.mark.usefixtures("package")
def test_doctor_finds_the_package(capsys):
    assert main(["doctor"]) == 0
    said = capsys.readouterr().out
    assert "R package dagbag      1.1\n" in said
    assert "engine package        works" in said


@needs_r
def test_a_missing_package_is_told(monkeypatch, tmp_path):
    monkeypatch.setenv("R_LIBS", str(tmp_path))
    monkeypatch.setenv("R_LIBS_USER", str(tmp_path))
    with pytest.raises(
        bridge.RUnavailable, match='R package dagbag is not installed.*engine="reference"'
    ):
        bridge.score(np.eye(4), engine=bridge.Engine("package"))


@needs_r
def test_the_drop_in_is_not_taken_for_the_package(monkeypatch, tmp_path):
    (tmp_path / "library").mkdir()
    install(tmp_path, tmp_path / "library", imports="Imports: stats\n")
    description = tmp_path / "library" / "dagbag" / "DESCRIPTION"
    description.write_text(description.read_text().replace("Imports: stats", "Imports: reticulate"))
    (tmp_path / "library" / "dagbag" / "Meta" / "package.rds").unlink()
    monkeypatch.setenv("R_LIBS", str(tmp_path / "library"))
    with pytest.raises(
        bridge.RUnavailable, match="drop-in, which itself.* wants the original R package dagbag 1.1"
    ):
        bridge.score(np.eye(4), engine=bridge.Engine("package"))
