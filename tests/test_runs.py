"""Runs: any number of workers, Ctrl-C, kill -9, damaged checkpoints, progress."""

import json
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time
import traceback
import warnings

import joblib
import numpy as np
import pytest
from ctrl_c import send_ctrl_c
from problems import SMALL_RUN, small_run_data
from threadpoolctl import threadpool_info, threadpool_limits

import dagbag
from dagbag import EnsembleInterrupt, RRandom, bag, score
from dagbag._learners import ensembles as _ensembles
from dagbag._runs import blas as _blas
from dagbag._runs import run as _runs
from dagbag._runs.jobs import SearchJob
from dagbag._runs.progress import progress_bar


def blas_threads():
    return {lib["num_threads"] for lib in threadpool_info() if lib["user_api"] == "blas"}


@pytest.fixture(scope="module")
def Y():
    return small_run_data()


@pytest.fixture(scope="module")
def expected(Y):
    return score(Y, **SMALL_RUN, n_jobs=1)


# The same bits


@pytest.mark.parametrize("n_jobs", [None, 2, 3, -1, -2])
def test_any_number_of_threads(Y, expected, n_jobs):
    assert score(Y, **SMALL_RUN, n_jobs=n_jobs) == expected


@pytest.mark.parametrize("backend", ["loky", "threading", "multiprocessing"])
def test_any_backend_of_joblib(Y, expected, backend):
    with joblib.parallel_config(backend, n_jobs=2):
        assert score(Y, **SMALL_RUN) == expected


def test_inside_a_worker_of_another_call(Y, expected):
    found = joblib.Parallel(2)(
        joblib.delayed(score)(Y, n_boot=9, max_parents=4, seed=1) for _ in range(2)
    )
    assert found == [expected, expected]


@pytest.mark.parametrize("threads", [1, 2])
def test_any_number_of_blas_threads(threads):
    Y = np.random.default_rng(1).standard_normal((300, 250))
    with threadpool_limits(threads, user_api="blas"):
        found = score(Y, 3, "eBIC", seed=1, n_jobs=1)
        assert blas_threads() == {threads}  # given back afterwards
    assert found == score(Y, 3, "eBIC", seed=1, n_jobs=2)


def test_blas_is_held_until_the_last_has_gone():
    with threadpool_limits(2, user_api="blas"):
        first, second = _blas.OneBlasThread(), _blas.OneBlasThread()
        first.__enter__()
        second.__enter__()
        first.__exit__(None, None, None)
        assert blas_threads() == {1}
        second.__exit__(None, None, None)
        assert blas_threads() == {2}


def test_blas_loaded_later_is_held_too():
    held = in_a_process(
        """
        import json, numpy as np, dagbag
        from threadpoolctl import threadpool_info
        Y = np.random.default_rng(1).normal(size=(30, 4))
        dagbag.score(Y, 2, seed=1, n_jobs=1)
        import scipy.linalg
        seen = []
        def learner(data):
            seen.extend(lib["num_threads"] for lib in threadpool_info() if lib["user_api"] == "blas")
            return []
        dagbag.bag(Y, learner, 2, seed=1, n_jobs=1)
        after = [lib["num_threads"] for lib in threadpool_info() if lib["user_api"] == "blas"]
        print(json.dumps([seen, after]))
        """,
        OPENBLAS_NUM_THREADS="2",
    )
    assert set(held[0]) == {1}
    assert set(held[1]) == {2}


def test_a_backend_without_generators(Y, expected, monkeypatch):
    from joblib._parallel_backends import ThreadingBackend

    monkeypatch.setattr(ThreadingBackend, "supports_return_generator", False)
    assert score(Y, **SMALL_RUN, n_jobs=2) == expected


def in_a_process(code, *arguments, **environment):
    """Run Python code in a process of its own; return what it prints, as JSON."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code), *map(str, arguments)],
        env={**os.environ, **environment},
        check=True,
        capture_output=True,
        text=True,
        timeout=120,
    )
    return json.loads(done.stdout)


def test_hash_seeds_do_not_matter(Y, expected, tmp_path):
    np.save(tmp_path / "Y.npy", Y)
    for seed in ("1", "2"):
        in_a_process(
            """
            import sys, numpy as np, dagbag
            ensemble = dagbag.score(np.load(sys.argv[1]), 9, max_parents=4, seed=1)
            ensemble.save(sys.argv[2])
            print("null")
            """,
            tmp_path / "Y.npy",
            tmp_path / f"{seed}.npz",
            PYTHONHASHSEED=seed,
        )
        assert dagbag.Ensemble.load(tmp_path / f"{seed}.npz") == expected


def test_one_worker_needs_no_joblib():
    used = in_a_process(
        """
        import sys, json, numpy as np, dagbag
        dagbag.score(np.random.default_rng(1).normal(size=(30, 4)), 3, seed=1, n_jobs=1)
        print(json.dumps([name for name in ("joblib", "scipy", "tqdm") if name in sys.modules]))
        """
    )
    assert used == []


# Checkpoints


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"shuffle": "resample"},
        {"nrestart": 1, "perturb": 2},
        {"shuffle": True},
        {"random_forest": True, "random_step_length": 1.0, "max_step": 100},
    ],
)
def test_a_checkpoint_changes_nothing(Y, tmp_path, arguments):
    asked = {**SMALL_RUN, **arguments}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", dagbag.ReplicateWarning)
        plain = score(Y, **asked)
        path = tmp_path / "run.ckpt"
        assert score(Y, **asked, checkpoint=path) == plain
        size = path.stat().st_size
        calls = []
        again = score(Y, **asked, checkpoint=path, progress=lambda *told: calls.append(told))
    assert again == plain
    assert calls == []  # nothing was learned again
    assert path.stat().st_size == size


KILLED = """
    import sys, time, numpy as np, dagbag
    Y = np.load(sys.argv[1])
    def tell(done, total):
        print(done, flush=True)
        if done >= int(sys.argv[4]):
            time.sleep(60)  # what is to come is not learned before the kill
    extra = {"random_forest": True, "random_step_length": 1.0} if sys.argv[3] == "forest" else {}
    dagbag.score(Y, 60, max_parents=4, max_step=150, seed=7, n_jobs=2, checkpoint=sys.argv[2],
                 progress=tell, **extra)
"""


@pytest.mark.parametrize("search", ["plain", "forest"])
def test_a_run_killed_twice_ends_as_if_it_had_not_been(Y, tmp_path, search):
    np.save(tmp_path / "Y.npy", Y)
    path = tmp_path / "run.ckpt"
    learned = [0]
    for enough in (10, 30):
        process = subprocess.Popen(
            [
                sys.executable,
                "-W",
                "ignore",
                "-c",
                textwrap.dedent(KILLED),
                tmp_path / "Y.npy",
                path,
                search,
                str(enough),
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        for line in process.stdout:
            if int(line) >= enough:
                process.kill()
                break
        learned.append(int(line))
        process.stdout.close()
        assert process.wait(timeout=60) == -signal.SIGKILL
    extra = {"random_forest": True, "random_step_length": 1.0} if search == "forest" else {}
    asked = {"max_parents": 4, "max_step": 150, "seed": 7, **extra}
    calls = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", dagbag.ReplicateWarning)
        whole = score(Y, 60, **asked)
        resumed = score(Y, 60, **asked, checkpoint=path, progress=lambda *told: calls.append(told))
    assert resumed == whole
    assert 0 < len(calls) <= 60 - learned[-1]


def test_a_checkpoint_of_other_data_or_arguments_is_refused(Y, tmp_path):
    path = tmp_path / "run.ckpt"
    score(Y, **SMALL_RUN, checkpoint=path)
    content = path.read_bytes()
    other = Y.copy()
    other[0, 0] += 1e-9
    for data, changes, message in [
        (other, {}, "data"),
        (Y, {"max_parents": 3}, "max_parents is 4 there, 3 here"),
        (Y, {"blacklist": [(0, 1)]}, "blacklist"),
        (Y, {"score_type": "AIC"}, "score_type is 'BIC' there, 'AIC' here"),
        (Y, {"seed": 2}, "another seed"),
        (Y, {"shuffle": True}, "shuffle"),
    ]:
        with pytest.raises(ValueError, match=f"belongs to another run.*{message}"):
            score(data, **{**SMALL_RUN, **changes}, checkpoint=path)
    with pytest.raises(ValueError, match="belongs to another run"):
        dagbag.bag(Y, lambda _data: [], 9, seed=1, checkpoint=path)
    assert path.read_bytes() == content


def test_more_replicates_go_on_in_a_checkpoint(Y, expected, tmp_path):
    path = tmp_path / "run.ckpt"
    score(Y, **{**SMALL_RUN, "n_boot": 4}, checkpoint=path)
    assert score(Y, **SMALL_RUN, checkpoint=path) == expected
    assert score(Y, **{**SMALL_RUN, "n_boot": 5}, checkpoint=path) == expected[:5]
    path = tmp_path / "orders.ckpt"
    score(Y, **{**SMALL_RUN, "n_boot": 4}, shuffle="resample", checkpoint=path)
    with pytest.raises(ValueError, match="n_boot is 4 there, 9 here"):
        score(Y, **SMALL_RUN, shuffle="resample", checkpoint=path)


def test_a_checkpoint_of_a_warm_start(Y, expected, tmp_path):
    asked = {"max_parents": 4, "warm_start": expected[:5], "checkpoint": tmp_path / "run.ckpt"}
    assert score(Y, 9, **asked) == expected
    assert score(Y, 9, **asked) == expected


def test_a_run_that_nobody_seeded_takes_up_its_stream(Y, tmp_path, monkeypatch):
    path = tmp_path / "run.ckpt"
    monkeypatch.setattr("dagbag.rrandom._stream", RRandom())
    first = score(Y, 6, max_parents=4, checkpoint=path)
    monkeypatch.setattr("dagbag.rrandom._stream", RRandom())  # another process
    assert score(Y, 6, max_parents=4, checkpoint=path) == first
    assert score(Y, 6, max_parents=4, checkpoint=path) == first  # the same cell again
    with pytest.raises(ValueError, match="another seed"):
        score(Y, 6, max_parents=4, checkpoint=path, seed=5)
    dagbag.set_seed(5)
    with pytest.raises(ValueError, match="another seed"):
        score(Y, 6, max_parents=4, checkpoint=path)


@pytest.mark.parametrize("place", [0.6, 0.75, 0.9])
def test_a_damaged_checkpoint_loses_what_was_damaged_and_says_so(Y, expected, tmp_path, place):
    path = tmp_path / "run.ckpt"
    score(Y, **SMALL_RUN, checkpoint=path)
    content = bytearray(path.read_bytes())
    at = int(place * len(content))
    content[at : at + 20] = bytes(byte ^ 0xFF for byte in content[at : at + 20])
    path.write_bytes(content)
    calls = []
    with pytest.warns(dagbag.CheckpointWarning, match="run.ckpt.*damaged"):
        found = score(Y, **SMALL_RUN, checkpoint=path, progress=lambda *told: calls.append(told))
    assert found == expected
    assert 1 <= len(calls) <= 2
    assert score(Y, **SMALL_RUN, checkpoint=path) == expected


def test_a_checkpoint_cut_off_anywhere(Y, expected, tmp_path):
    path = tmp_path / "run.ckpt"
    score(Y, **SMALL_RUN, checkpoint=path)
    content = path.read_bytes()
    for part in (0.999, 0.7, 0.5):
        path.write_bytes(content[: int(part * len(content))])
        assert score(Y, **SMALL_RUN, checkpoint=path) == expected


def test_two_runs_cannot_share_a_checkpoint(Y, tmp_path):
    path = tmp_path / "run.ckpt"

    def again(done, _total):
        if done == 1:
            with pytest.raises(OSError, match="run.ckpt"):
                score(Y, **SMALL_RUN, checkpoint=path)

    score(Y, **SMALL_RUN, n_jobs=1, checkpoint=path, progress=again)


HASWELL = "dagbag 0.2.0, numpy 2.0.0, OpenBLAS 0.3.27 Haswell, x86_64 AVX2"


def learned_elsewhere(monkeypatch, *arguments, **keywords):
    with monkeypatch.context() as patch:
        patch.setattr(_runs, "origin", lambda: HASWELL)
        return score(*arguments, **keywords)


def test_a_checkpoint_that_was_begun_elsewhere_goes_on_and_says_so(
    Y, expected, tmp_path, monkeypatch
):
    path = tmp_path / "run.ckpt"
    learned_elsewhere(monkeypatch, Y, **{**SMALL_RUN, "n_boot": 4}, checkpoint=path)
    says = "run.ckpt' was learned elsewhere .dagbag 0.2.0 there, dagbag .*Haswell there, .* here"
    for _ in range(2):  # part of it stays what it is
        with pytest.warns(dagbag.CheckpointWarning, match=says) as caught:
            found = score(Y, **SMALL_RUN, checkpoint=path)
        assert len(caught) == 1
        assert found == expected
        assert found.settings["learned_with"] == f"{_runs.origin()}; {HASWELL}"


def test_a_checkpoint_of_nobody_knows_where_goes_on(Y, expected, tmp_path, monkeypatch):
    path = tmp_path / "run.ckpt"
    with monkeypatch.context() as patch:
        patch.setattr(_runs, "origin", lambda: "")  # as before origins were kept
        score(Y, **{**SMALL_RUN, "n_boot": 4}, checkpoint=path)
    assert score(Y, **SMALL_RUN, checkpoint=path) == expected


def test_a_warm_start_that_was_learned_elsewhere_goes_on_and_says_so(
    Y, expected, tmp_path, monkeypatch
):
    first = learned_elsewhere(monkeypatch, Y, **{**SMALL_RUN, "n_boot": 4})
    first.save(tmp_path / "first.npz")
    loaded = dagbag.Ensemble.load(tmp_path / "first.npz")
    with pytest.warns(dagbag.CheckpointWarning, match="warm_start was learned elsewhere .*Haswell"):
        assert score(Y, 9, max_parents=4, warm_start=loaded) == expected
    dagbag.set_seed(1)
    halves = learned_elsewhere(monkeypatch, Y, 4, max_parents=4), score(Y, 5, max_parents=4)
    merged = halves[0].merge(halves[1])
    assert merged.settings["learned_with"] == f"{HASWELL}; {_runs.origin()}"
    with pytest.warns(dagbag.CheckpointWarning, match="Haswell"):
        assert score(Y, 9, max_parents=4, warm_start=merged) == expected


def test_an_origin_does_not_depend_on_what_is_imported():
    alone, later = in_a_process(
        """
        import json, dagbag
        from dagbag._runs.origin import origin
        first = origin()
        import scipy.linalg
        origin.cache_clear()
        print(json.dumps([first, origin()]))
        """
    )
    assert alone == later
    assert f"dagbag {dagbag.__version__}, numpy {np.__version__}, " in alone


# Ctrl-C


@pytest.fixture(scope="module")
def slow():
    """Each search takes about a second."""
    return np.random.default_rng(1).standard_normal((3000, 1500))


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_ctrl_c_ends_a_run_and_keeps_what_is_finished(Y, n_jobs):
    def interrupt(done, _total):
        if done == 4:
            os.kill(os.getpid(), signal.SIGINT)

    whole = score(Y, 400, max_parents=4, seed=1)
    with pytest.raises(EnsembleInterrupt, match=r"interrupted after \d+ of 400") as caught:
        score(Y, 400, max_parents=4, seed=1, n_jobs=n_jobs, progress=interrupt)
    assert isinstance(caught.value, KeyboardInterrupt)
    finished = caught.value.ensemble
    assert 4 <= len(finished) < 400
    for number, member in zip(finished.index, finished, strict=True):
        assert member.edges == whole[int(number)].edges
    assert score(Y, 400, max_parents=4, warm_start=finished) == whole


def test_the_tests_hear_ctrl_c_in_a_background_job():
    """Which ignores SIGINT, and so do its children, unless conftest.py sees to it."""
    code = "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN); os.execv(sys.argv[1], sys.argv[1:])"
    test = f"{__file__}::test_ctrl_c_loses_nothing_that_a_checkpoint_has"
    pytest_ = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", test]
    done = subprocess.run(
        [sys.executable, "-c", code, *pytest_],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert "1 passed" in done.stdout


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_ctrl_c_is_heard_in_the_midst_of_searches(slow, n_jobs):
    seconds = []
    timer = threading.Timer(
        1.5, lambda: (seconds.append(time.monotonic()), os.kill(os.getpid(), signal.SIGINT))
    )
    timer.start()
    with pytest.raises(EnsembleInterrupt):
        score(slow, 50, max_step=100_000, seed=1, n_jobs=n_jobs)
    # Not a speed: the searches would go on for a minute.
    assert time.monotonic() - seconds[0] < 20
    timer.join()


def threads_in(function):
    """Count the threads of this process that are in a function."""
    frames = sys._current_frames().values()
    stacks = ([frame.f_code for frame, _ in traceback.walk_stack(top)] for top in frames)
    return sum(function.__code__ in stack for stack in stacks)


def test_after_ctrl_c_no_thread_is_in_a_search(Y, monkeypatch):
    """Otherwise BLAS would have its threads again while one still calls it."""
    learn = SearchJob.learn_some

    def late(self, draws):
        if draws[0].index:
            assert self.stop.wait(60)
            time.sleep(0.05)
        return learn(self, draws)

    def interrupt(*_done):
        raise KeyboardInterrupt

    monkeypatch.setattr(SearchJob, "learn_some", late)
    with pytest.raises(EnsembleInterrupt):
        score(Y, 9, max_parents=4, seed=1, n_jobs=2, progress=interrupt)
    assert threads_in(late) == 0


def test_ctrl_c_does_not_wait_for_a_learner(Y):
    leave = threading.Event()

    def learner(_data):
        assert first.acquire(blocking=False) or leave.wait(60)
        return []

    def interrupt(*_done):
        raise KeyboardInterrupt

    first = threading.Semaphore(1)
    learner.prefer = "threads"
    try:
        with pytest.raises(EnsembleInterrupt):
            bag(Y, learner, n_boot=9, seed=1, n_jobs=2, progress=interrupt)
    finally:
        leave.set()


def test_ctrl_c_loses_nothing_that_a_checkpoint_has(Y, expected, tmp_path):
    path = tmp_path / "run.ckpt"

    def interrupt(done, _total):
        if done == 4:
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(EnsembleInterrupt) as caught:
        score(Y, **SMALL_RUN, n_jobs=2, checkpoint=path, progress=interrupt)
    calls = []
    found = score(Y, **SMALL_RUN, checkpoint=path, progress=lambda *told: calls.append(told))
    assert found == expected
    assert len(calls) == 9 - len(caught.value.ensemble)


def test_an_interrupted_call_has_drawn_nothing(Y, expected):
    def interrupt(_done, _total):
        raise KeyboardInterrupt

    dagbag.set_seed(1)
    with pytest.raises(EnsembleInterrupt):
        score(Y, 9, max_parents=4, progress=interrupt, n_jobs=1)
    assert score(Y, 9, max_parents=4) == expected


def test_an_interrupted_random_forest_goes_on(Y):
    asked = {"max_parents": 4, "random_forest": True, "random_step_length": 5.0, "max_step": 300}

    def interrupt(done, _total):
        if done == 3:
            raise KeyboardInterrupt

    whole = score(Y, 6, seed=1, **asked)
    with pytest.raises(EnsembleInterrupt) as caught:
        score(Y, 6, seed=1, **asked, progress=interrupt)
    assert len(caught.value.ensemble) == 3
    assert score(Y, 6, warm_start=caught.value.ensemble, **asked) == whole


def test_other_errors_hand_over_what_is_finished_too(Y):
    def fail(done, _total):
        if done == 3:
            raise OSError("disk full")

    with pytest.raises(OSError, match="disk full") as caught:
        score(Y, **SMALL_RUN, n_jobs=1, progress=fail)
    assert len(caught.value.ensemble) == 3


@pytest.mark.parametrize(
    "arguments", [{}, {"shuffle": True}, {"random_forest": True, "random_step_length": 5.0}]
)
def test_an_interrupt_before_the_first_replicate(Y, arguments):
    asked = {"max_parents": 4, "max_step": 300, **arguments}

    def interrupt(_done, _total):
        raise KeyboardInterrupt

    whole = score(Y, 5, seed=1, **asked)
    empty = whole[:0] if not arguments.get("random_forest") else None
    if empty is not None:
        assert score(Y, 5, warm_start=empty, **asked) == whole
    with pytest.raises(EnsembleInterrupt) as caught:
        score(Y, 5, seed=1, **asked, n_jobs=1, progress=interrupt)
    assert score(Y, 5, warm_start=caught.value.ensemble, **asked) == whole


def test_an_interrupt_survives_pickling(Y):
    def interrupt(_done, _total):
        raise KeyboardInterrupt

    with pytest.raises(EnsembleInterrupt) as caught:
        score(Y, **SMALL_RUN, n_jobs=1, progress=interrupt)
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.ensemble == caught.value.ensemble
    assert str(again) == str(caught.value)


def test_an_interrupt_while_the_result_is_made(Y, expected, monkeypatch):
    """Whatever the moment, the stream is where it was and the replicates are handed over."""
    wrap, calls = _ensembles._wrap, []

    def interrupted(*args):
        calls.append(1)
        if len(calls) == 1:
            raise KeyboardInterrupt
        return wrap(*args)

    monkeypatch.setattr(_ensembles, "_wrap", interrupted)
    dagbag.set_seed(1)
    with pytest.raises(EnsembleInterrupt) as caught:
        score(Y, 9, max_parents=4)
    assert caught.value.ensemble == expected
    assert score(Y, 9, max_parents=4) == expected


def handed_over(learn, moment, when):
    """Return the ensemble of a run that Ctrl-C ends at a moment; None if it was over before."""
    try:
        came = send_ctrl_c(learn, moment, when)
    except EnsembleInterrupt as caught:
        return caught.ensemble
    assert not came, "Ctrl-C was not heard"
    return None


@pytest.mark.parametrize(
    ("arguments", "step"),
    [
        ({"n_jobs": 1}, 3),
        ({"n_jobs": 2}, 7),
        ({"random_forest": True, "random_step_length": 5.0}, 5),
    ],
)
def test_ctrl_c_after_the_last_replicate_loses_nothing(Y, tmp_path, arguments, step):
    asked = {"max_step": 4, **arguments}
    few = Y[:, :6]
    path = tmp_path / "run.ckpt"
    over = []

    def tell(done, total):
        over[:] = [1] * (done == total)

    def learn():
        over.clear()
        dagbag.set_seed(1)
        score(few, 2, **asked, checkpoint=path, progress=tell)

    moment = 1
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", dagbag.ReplicateWarning)  # raised late, too
        whole = score(few, 2, seed=1, **asked)
        while (found := handed_over(learn, moment, over.__len__)) is not None:
            assert found == whole, moment
            assert score(few, 2, **asked, checkpoint=path) == whole  # nothing was drawn
            path.unlink()
            moment += step
    assert moment > 50


def test_a_failure_in_threads_loses_nothing_that_is_finished(Y):
    finished = []

    def learner(_data):
        if len(finished) == 30:
            raise ZeroDivisionError
        finished.append(1)
        return []

    learner.prefer = "threads"
    with pytest.raises(RuntimeError, match="learner failed") as caught:
        dagbag.bag(Y, learner, 60, seed=1, n_jobs=4)
    assert len(caught.value.ensemble) >= 30


def test_one_damaged_record_of_a_random_forest_is_learned_again_alone(Y, tmp_path):
    path = tmp_path / "run.ckpt"
    asked = {"max_parents": 4, "random_forest": True, "random_step_length": 5.0, "seed": 1}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", dagbag.ReplicateWarning)
        whole = score(Y, 12, **asked, checkpoint=path)
        content = bytearray(path.read_bytes())
        at = len(content) // 2
        content[at] ^= 0xFF
        path.write_bytes(content)
        calls = []
        with pytest.warns(dagbag.CheckpointWarning, match="1 of 12 records was damaged"):
            again = score(Y, 12, **asked, checkpoint=path, progress=lambda *t: calls.append(t))
    assert again == whole
    assert calls == [(12, 12)]


def test_no_more_workers_than_replicates(Y, expected):
    assert score(Y, **SMALL_RUN, n_jobs=10**30) == expected


# Progress


def test_progress_counts_replicates(Y, capsys):
    calls = []
    score(Y, **SMALL_RUN, progress=lambda *told: calls.append(told))
    assert calls == [(done, 9) for done in range(1, 10)]
    score(Y, **SMALL_RUN, progress=True)
    assert "9/9" in capsys.readouterr().err
    score(Y, **SMALL_RUN, progress=False)
    score(Y, **SMALL_RUN)  # this is a script
    assert capsys.readouterr().err == ""


def test_a_prompt_in_a_terminal_shows_a_bar_after_a_while(Y, monkeypatch, capsys):
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(sys, "ps1", ">>> ", raising=False)
    score(Y, **SMALL_RUN)
    assert capsys.readouterr().err == ""  # not a terminal
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("dagbag._runs.progress.PATIENCE", 0.0)
    for progress in (None, "auto"):  # at a terminal that does not tell how wide it is
        score(Y, **SMALL_RUN, progress=progress)
        last = capsys.readouterr().err.rstrip("\n").rpartition("\r")[2]
        assert "9/9" in last
        assert len(last) == 80
    monkeypatch.setenv("CI", "true")
    score(Y, **SMALL_RUN, progress="auto")
    assert capsys.readouterr().err == ""


def test_without_a_console_there_is_no_bar(Y, expected, monkeypatch):
    monkeypatch.setattr(sys, "stderr", None)
    assert score(Y, **SMALL_RUN, progress=True) == expected


def test_an_interrupted_bar_leaves_nothing_behind(capsys):
    def interrupted():
        with progress_bar(True, 5) as tell:
            tell()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    written = capsys.readouterr().err
    assert "1/5" in written or "0/5" in written
    assert written.endswith("\r")
    assert written.rpartition("\r")[0].rpartition("\r")[2].strip() == ""


def test_one_bar_at_a_time(capsys):
    with progress_bar(True, 2, name="outer") as outer:
        with progress_bar(True, 3, name="inner") as inner:
            inner()
        outer()
        outer()
    written = capsys.readouterr().err
    assert "outer" in written
    assert "inner" not in written
    with progress_bar(True, 1, name="next") as tell:
        tell()
    assert "next" in capsys.readouterr().err


class Kernel:
    """A shell whose output goes to cells."""

    kernel = None


@pytest.mark.parametrize("automatic", [False, True])
def test_a_cell_without_widgets_gets_text(automatic, monkeypatch, capsys):
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr("dagbag._runs.progress.PATIENCE", 0.0)
    monkeypatch.setattr("dagbag._runs.progress._shell", Kernel)
    monkeypatch.setattr("dagbag._runs.progress._has_widgets", lambda: False)
    with progress_bar(None if automatic else True, 2) as tell:
        tell()
        tell()
    told = capsys.readouterr()
    assert told.err == ""
    assert "dagbag" in told.out
    assert told.out.endswith("\n")


# Threads of the user's own


def test_calls_in_several_threads_each_take_a_piece_of_the_stream(Y):
    dagbag.set_seed(5)
    found = []

    def learn():
        found.append(score(Y, 4, max_parents=4, n_jobs=1))

    threads = [threading.Thread(target=learn) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    whole = score(Y, 24, max_parents=4, seed=5)
    pieces = [whole[k : k + 4] for k in range(0, 24, 4)]
    assert sorted(e.score.tolist() for e in found) == sorted(e.score.tolist() for e in pieces)
