"""A learner that hangs: the run ends in time, with what is finished, and so can the interpreter."""

import os
import re
import subprocess
import sys
import threading
import time

import joblib
import numpy as np
import pytest

from dagbag import bag, bagging, score
from dagbag._runs.time_limit import call_within
from dagbag.learners import HillClimbing

WORKERS = [(1, "threads"), (2, "threads"), (2, "processes")]


@pytest.fixture(scope="module")
def Y():
    return np.random.default_rng(1).standard_normal((20, 4))


def hanging(prefer, rows, mark):
    """A learner that never comes back from resamples that hold a certain number of rows.

    It is made here, so that worker processes get it by value: they do not know this module.
    """

    def learner(data):
        while not mark.exists() and len(np.unique(data, axis=0)) == rows:
            time.sleep(0.01)
        return [(0, 1)]

    learner.prefer = prefer
    return learner


@pytest.mark.parametrize(("n_jobs", "prefer"), WORKERS)
def test_a_learner_that_hangs_ends_the_run(Y, tmp_path, n_jobs, prefer):
    distinct = score(Y, 12, seed=1, n_jobs=1).distinct_rows
    rows = int(distinct[6])
    hang = np.flatnonzero(distinct == rows)
    learner = hanging(prefer, rows, tmp_path / "free")
    path = tmp_path / "run.ckpt"
    asked = {"seed": 1, "n_jobs": n_jobs, "checkpoint": path}
    expected = "learner took longer than timeout=1 seconds in replicate "
    with pytest.raises(TimeoutError, match=expected) as caught:
        bag(Y, learner, 12, **asked, timeout=1)
    named = int(re.search(r"replicate (\d+);", str(caught.value))[1])
    assert named in hang
    finished = caught.value.ensemble
    assert set(range(hang[0])) <= set(finished.index) if n_jobs == 1 else len(finished) >= 1
    assert not set(finished.index) & set(hang)
    (tmp_path / "free").touch()
    learned = []
    whole = bag(Y, learner, 12, **asked, progress=lambda *told: learned.append(told))
    assert len(whole) == 12
    assert len(learned) == 12 - len(finished)
    assert bag(Y, learner, 12, n_jobs=1, warm_start=finished, timeout=60) == whole


@pytest.mark.parametrize(("n_jobs", "prefer"), WORKERS)
def test_a_limit_that_is_kept_changes_nothing(Y, n_jobs, prefer):
    def learner(data, seed):
        assert threading.current_thread().daemon
        return np.triu(np.random.default_rng(seed).random((4, 4)) < data.mean() + 0.5, 1)

    learner.prefer = prefer

    def plain(data, seed):
        return np.triu(np.random.default_rng(seed).random((4, 4)) < data.mean() + 0.5, 1)

    assert bag(Y, learner, 6, seed=1, n_jobs=n_jobs, timeout=60) == bag(
        Y, plain, 6, seed=1, n_jobs=1
    )


def test_a_failure_in_time_is_a_failure(Y):
    def learner(_data):
        raise TimeoutError("of its own")

    with pytest.raises(
        RuntimeError, match="learner failed in replicate 0: TimeoutError: of its own"
    ):
        bag(Y, learner, 3, seed=1, n_jobs=1, timeout=60)


def is_running(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_learner_that_holds_the_interpreter_is_killed_in_processes(Y, tmp_path, monkeypatch):
    """No thread of its process can wake: only the others see that nothing comes any more."""
    distinct = score(Y, 6, seed=1, n_jobs=1).distinct_rows
    hang = np.flatnonzero(distinct == distinct.max()).tolist()

    def learner(data):
        if len(np.unique(data, axis=0)) == distinct.max():
            (tmp_path / str(os.getpid())).touch()
            re.match("(a+)+$", "a" * 64 + "b")  # takes ages
        return [(0, 1)]

    joblib.Parallel(n_jobs=2)(
        joblib.delayed(time.sleep)(0.1) for _ in range(2)
    )  # they have started
    monkeypatch.setattr(bagging, "START_SECONDS", 1.5)
    with pytest.raises(TimeoutError, match="in replicate .* and did not let go of") as caught:
        bag(Y, learner, 6, seed=1, n_jobs=2, timeout=1)
    assert str(hang[0]) in str(caught.value)
    assert not set(caught.value.ensemble.index) & set(hang)
    hung = [int(path.name) for path in tmp_path.iterdir()]
    assert hung
    while any(map(is_running, hung)):
        time.sleep(0.01)


@pytest.mark.parametrize("timeout", [0, -1, float("nan"), float("inf"), "1", True])
def test_what_is_no_limit_is_refused(Y, timeout):
    with pytest.raises(
        (TypeError, ValueError), match="timeout must be a number of seconds above 0, or None, got"
    ):
        bag(Y, HillClimbing(), 3, timeout=timeout)


HUNG = """
import sys, threading, time
import numpy as np
from dagbag import bag
def learner(data):
    time.sleep(10**6)
try:
    bag(np.random.default_rng(1).standard_normal((9, 3)), learner, 3, seed=1, n_jobs=1, timeout=0.05)
except TimeoutError as error:
    print(len(error.ensemble), threading.active_count())
"""


def test_the_interpreter_ends_while_a_learner_hangs():
    done = subprocess.run(
        [sys.executable, "-c", HUNG], check=True, capture_output=True, text=True, timeout=60
    )
    assert done.stdout == "0 2\n"


def test_searches_that_are_late_end():
    """A search nobody waits for does not go on in the background."""
    rng = np.random.default_rng(1)
    Y = rng.standard_normal((400, 900)) @ np.triu(rng.uniform(0.5, 1, (900, 900)))
    before = threading.active_count()
    ended = threading.Event()

    def search():
        try:
            score(Y, max_step=10**6, score_type=0.001)
        finally:
            ended.set()

    with pytest.raises(TimeoutError):
        call_within(search, 0.3, threading.Event())
    assert ended.wait(30)
    while threading.active_count() > before:
        time.sleep(0.01)
    assert (
        len(score(Y[:, :5], max_step=9).nodes) == 5
    )  # a later search in another thread is its own


def test_waiting_ends_when_the_run_does():
    given_up = threading.Event()
    given_up.set()
    with pytest.raises(KeyboardInterrupt):
        call_within(lambda: time.sleep(60), 60, given_up)
    assert call_within(lambda: 7, 60, threading.Event()) == 7
