"""BLAS held to one thread: from any thread, through Ctrl-C at any moment, over a fork."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import textwrap
import threading

import pytest
from ctrl_c import send_ctrl_c

from dagbag._runs import blas as _blas
from dagbag._runs.interrupts import CtrlCLater


class Shared:
    """A number of threads that the whole process has in common."""

    local = False

    def __init__(self, number=4):
        self.number = number

    def get(self):
        return self.number

    def put(self, number):
        self.number = number


class Local(Shared):
    """A number that each thread has for itself, as MKL's."""

    local = True

    def __init__(self):
        self._thread = threading.local()

    @property
    def number(self):
        return getattr(self._thread, "number", 4)

    @number.setter
    def number(self, number):
        self._thread.number = number


class Stubborn(Shared):
    def put(self, number):
        pass


@pytest.fixture
def library(request, monkeypatch):
    """A BLAS of the kind that a test asks for, the only one there is."""
    fake = request.param()
    known = _blas.Library(1, "a BLAS", fake.get, fake.put, fake.local)
    monkeypatch.setattr(_blas, "find_libraries", lambda: [known])
    monkeypatch.setattr(_blas, "_process", _blas._Process())
    return fake


def shared(test):
    return pytest.mark.parametrize("library", [Shared], indirect=True)(test)


def both(test):
    return pytest.mark.parametrize("library", [Shared, Local], indirect=True)(test)


def in_a_thread(function):
    found = []
    thread = threading.Thread(target=lambda: found.append(function()))
    thread.start()
    thread.join()
    return found[0]


@shared
def test_another_thread_may_be_the_last_to_go(library):
    first, second = _blas.OneBlasThread(), _blas.OneBlasThread()
    first.__enter__()
    in_a_thread(second.__enter__)
    first.__exit__()
    assert library.number == 1
    in_a_thread(second.__exit__)
    assert library.number == 4


@both
def test_every_thread_is_held(library):
    def held():
        with _blas.OneBlasThread():
            inside = library.number
        return inside, library.number

    with _blas.OneBlasThread():
        assert library.number == 1
        assert in_a_thread(held) == (1, 1 if library.local is False else 4)
    assert library.number == 4


@shared
def test_a_number_that_others_set_meanwhile_is_noticed_and_stays(library):
    with _blas.OneBlasThread() as hold:
        assert hold.was_kept()
        library.number = 3
        assert not hold.was_kept()
        assert library.number == 1
        assert hold.was_kept()
    assert library.number == 3
    with _blas.OneBlasThread():
        library.number = 2
    assert library.number == 2


@shared
def test_a_block_notices_what_the_entry_of_another_one_mended(library):
    with _blas.OneBlasThread() as hold:
        library.number = 3
        with _blas.OneBlasThread():
            pass
        assert not hold.was_kept()


@shared
def test_a_group_is_released_at_once(library):
    mine, others = _blas.OneBlasThread("run"), _blas.OneBlasThread("run")
    mine.__enter__()
    in_a_thread(others.__enter__)
    mine.release_group()
    assert library.number == 4
    in_a_thread(others.__exit__)
    assert library.number == 4


@pytest.mark.parametrize("library", [Stubborn], indirect=True)
def test_a_library_that_does_not_obey_is_told_of_once(library):
    with pytest.warns(RuntimeWarning, match="a BLAS cannot be held to one thread"):
        _blas.OneBlasThread().__enter__()
    with _blas.OneBlasThread():
        assert library.number == 4


def is_free():
    free = _blas._process.lock.acquire(blocking=False)
    if free:
        _blas._process.lock.release()
    return free


@both
def test_ctrl_c_at_any_moment_leaves_blas_as_it_was(library):
    def block():
        hold = _blas.OneBlasThread()
        try:
            with hold:
                hold.was_kept()
        finally:
            hold.release()

    moment, came = 0, True
    while came:
        moment += 1
        with contextlib.suppress(KeyboardInterrupt):
            came = send_ctrl_c(block, moment)
        assert library.number == 4, moment
        assert in_a_thread(is_free)
    assert moment > 20


@pytest.fixture
def heard():
    """Ctrl-C is heard as usual, even where the tests run in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heard")
def test_ctrl_c_is_heard_later():
    reached = []

    def block():
        with CtrlCLater():
            with CtrlCLater():
                signal.raise_signal(signal.SIGINT)
                reached.append(1)
            reached.append(2)

    with pytest.raises(KeyboardInterrupt):
        block()
    assert reached == [1, 2]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("heard")
def test_one_ctrl_c_is_enough():
    def block():
        with CtrlCLater():
            signal.raise_signal(signal.SIGINT)
            raise KeyboardInterrupt("the first")

    with pytest.raises(KeyboardInterrupt, match="the first"):
        block()


def test_other_threads_do_not_touch_the_handler():
    def handler():
        with CtrlCLater():
            return signal.getsignal(signal.SIGINT)

    assert in_a_thread(handler) == signal.getsignal(signal.SIGINT)


def with_blas_threads(number, code):
    """Run Python code in a process whose BLAS has so many threads; return its JSON."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", textwrap.dedent(PRELUDE) + textwrap.dedent(code)],
        env={**os.environ, "OPENBLAS_NUM_THREADS": str(number)},
        check=True,
        capture_output=True,
        text=True,
        timeout=120,
    )
    return json.loads(done.stdout)


PRELUDE = """
    import hashlib, json, os, signal, threading
    from concurrent.futures import ThreadPoolExecutor
    import numpy as np, dagbag
    from dagbag._runs import blas as _blas
    signal.signal(signal.SIGINT, signal.default_int_handler)
    Y = np.random.default_rng(1).standard_normal((2680, 300))
    def learned(_number=0, n_jobs=1, **extra):
        found = dagbag.score(Y, 2, "eBIC", seed=1, max_step=3, n_jobs=n_jobs, **extra)
        return hashlib.sha256(found._edges.tobytes() + found.score.tobytes()).hexdigest()[:8]
    def numbers():
        return [library.get() for library in _blas.find_libraries()]
    def in_a_child(function):
        read, write = os.pipe()
        if os.fork() == 0:
            os.write(write, json.dumps(function()).encode())
            os._exit(0)
        os.wait()
        return json.loads(os.read(read, 10000))
"""


def test_the_same_bits_in_every_thread_and_process():
    (alone, *_), _ = with_blas_threads(1, "print(json.dumps([[learned()], numbers()]))")
    found, after = with_blas_threads(
        2,
        """
        found = [learned(), learned(n_jobs=2)]
        with ThreadPoolExecutor(8) as pool:
            found += pool.map(learned, range(8))
        found += [in_a_child(learned)]
        def interrupt(_done, _total):
            signal.raise_signal(signal.SIGINT)
        for n_jobs in (1, 2):
            try:
                learned(n_jobs=n_jobs, progress=interrupt)
            except dagbag.EnsembleInterrupt as caught:
                found += [learned(n_jobs=n_jobs)]
        print(json.dumps([found, numbers()]))
        """,
    )
    assert found == [alone] * 13
    assert set(after) == {2}


def test_a_child_that_is_forked_while_another_thread_learns():
    inside, after, later = with_blas_threads(
        2,
        """
        entered, leave = threading.Event(), threading.Event()
        def hold():
            with _blas.OneBlasThread(), _blas._process.lock:
                entered.set()
                leave.wait()
        thread = threading.Thread(target=hold)
        thread.start()
        entered.wait()
        def child():
            return [numbers(), learned(), numbers()]
        before, bits, after = in_a_child(child)
        leave.set()
        thread.join()
        print(json.dumps([before + after, [bits, learned()], numbers()]))
        """,
    )
    assert set(inside) == {2}
    assert len(set(after)) == 1
    assert set(later) == {2}


def test_threadpoolctl_of_other_threads_is_obeyed_afterwards():
    found = with_blas_threads(
        2,
        """
        from threadpoolctl import threadpool_limits
        learned()
        def limited():
            with threadpool_limits(1, user_api="blas"):
                return numbers()
        with ThreadPoolExecutor(1) as pool:
            print(json.dumps([pool.submit(limited).result(), numbers()]))
        """,
    )
    assert [set(numbers) for numbers in found] == [{1}, {2}]


def test_a_replicate_is_learned_again_if_blas_was_changed_meanwhile():
    alone, found, after = with_blas_threads(
        2,
        """
        alone = learned()
        from dagbag._runs import jobs
        search, calls = jobs.HILL_CLIMBING.run, []
        def changed(*args, **kwargs):
            if len(calls) == 0:
                for library in _blas.find_libraries():
                    library.put(2)
            calls.append(1)
            return search(*args, **kwargs)
        jobs.SearchJob.__init__.__kwdefaults__["procedure"] = jobs.HILL_CLIMBING._replace(run=changed)
        print(json.dumps([[alone], [learned(), len(calls)], numbers()]))
        """,
    )
    assert found == [*alone, 3]
    assert set(after) == {2}
