"""Who learns the replicates: threads, processes or a cluster, one BLAS thread each; Ctrl-C."""

from __future__ import annotations

import functools
import itertools
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from ..exceptions import warn_user
from .blas import OneBlasThread
from .interrupts import CtrlCLater


class Numbered(Protocol):
    """What a replicate is learned from."""

    @property
    def index(self) -> int:
        """Number of the replicate."""
        ...


Drawn = TypeVar("Drawn", bound=Numbered)
DrawnIn = TypeVar("DrawnIn", bound=Numbered, contravariant=True)
Learned = TypeVar("Learned")
Keep = Callable[[int, Learned], None]
Finished = tuple[int, Learned]
MOST_PER_TASK = 16  # small replicates


class Job(Protocol[DrawnIn, Learned]):
    """Learns replicates. Sent to a worker process once, so what all replicates share is in it.

    A copy in another process has neither `stop` set nor an `outbox`.
    """

    stop: threading.Event
    outbox: deque[Finished[Learned]] | None
    threads: set[int]  # of this process that are in a task
    attempts: int  # at a replicate, if others change the number of BLAS threads meanwhile
    last_wait: float  # seconds that its threads may take to leave their tasks after `stop`

    @property
    def at_once(self) -> int:
        """Replicates that `learn_some` may be given."""
        ...

    def learn_some(self, draws: Sequence[DrawnIn]) -> list[Learned]:
        """Learn the first of some replicates, one at least; the same again if asked again."""
        ...


@dataclass(frozen=True)
class Workers:
    """How the replicates are shared out."""

    n_jobs: int = 1  # as joblib understands it; 1: joblib is not used
    count: int = 1  # workers there will be
    prefer: str | None = "threads"
    local: bool = True  # whether they use this machine's memory
    per_task: int = 1  # replicates
    patience: float | None = None  # seconds without any result after which nobody waits

    def at_most(self, count: int) -> Workers:
        """Return these workers, or so many of them."""
        if count >= self.count:
            return self
        return Workers() if count == 1 else replace(self, n_jobs=count, count=count)


def find_workers(
    n_jobs: int | None, prefer: str = "threads", *, most: int, small: bool = False
) -> Workers:
    """Return the workers that a checked n_jobs asks for, at most as many as there is work.

    None is what ``joblib.parallel_config`` says; without it all cores, but one for small tasks,
    or inside a worker of somebody else's joblib call.
    """
    if n_jobs == 1:
        return Workers()
    import joblib
    from joblib.parallel import get_active_backend

    configured, wanted = get_active_backend()
    usual = type(configured).__name__ == "LokyBackend"  # nobody asked for another one
    if n_jobs is None:
        n_jobs = wanted
    if n_jobs is None:
        n_jobs = 1 if configured.nesting_level or (small and usual) else -1
    hint: str | None = prefer
    try:
        backend, _ = get_active_backend(prefer=prefer)
    except ValueError:  # parallel_config requires what excludes it
        hint = None
        backend, _ = get_active_backend()
    n_jobs = min(n_jobs, most)
    count = int(backend.effective_n_jobs(n_jobs))
    local = type(backend).__module__.startswith(joblib.__name__ + "._parallel_backends")
    if local and count == 1:
        return Workers()
    per_task = min(MOST_PER_TASK, most // (4 * count)) if small else 1
    return Workers(n_jobs, count, hint, local, max(per_task, 1))


def run_tasks(job: Job[Drawn, Learned], draws: Iterable[Drawn]) -> list[Finished[Learned]]:
    """Learn replicates, in whatever process or thread this is.

    Threads put each into the outbox at once, so that Ctrl-C loses nothing that is finished.
    """
    finished: list[Finished[Learned]] = []
    hold = OneBlasThread(job.stop)
    try:
        job.threads.add(threading.get_ident())
        waiting = list(draws)
        while waiting:
            with hold:
                if job.stop.is_set():  # nobody waits for it, and BLAS has been given back
                    break
                learned = _learn(job, waiting, hold)
            (finished if job.outbox is None else job.outbox).extend(learned)
    except KeyboardInterrupt:
        if not job.stop.is_set():  # otherwise the main thread has raised it
            raise
    finally:
        hold.release()  # Ctrl-C may have come as the block was to be left
        job.threads.discard(threading.get_ident())
    return finished


def _learn(
    job: Job[Drawn, Learned], waiting: list[Drawn], hold: OneBlasThread
) -> list[Finished[Learned]]:
    """Learn the first replicates, once more if BLAS did not keep to one thread.

    Their draws are taken off those waiting.
    """
    for _ in range(job.attempts):
        replicates = job.learn_some(waiting[: job.at_once])
        kept = hold.was_kept()
        if kept:
            break
    if not kept and job.attempts > 1:
        warn_user(
            "another thread sets the number of BLAS threads again and again, so that the last "
            "bits of scores may differ from those of another run; let it wait",
            RuntimeWarning,
        )
    learned = [(draw.index, each) for draw, each in zip(waiting, replicates, strict=False)]
    del waiting[: len(learned)]
    return learned


def learn_all(
    job: Job[Drawn, Learned], draws: Iterable[Drawn], workers: Workers, keep: Keep[Learned]
) -> None:
    """Learn all replicates and keep each as it is finished, in any order.

    After an exception every finished replicate has been recorded. However it ends, BLAS has as
    many threads as before.
    """
    hold = OneBlasThread(job.stop)
    job.stop.clear()
    try:
        with hold:
            if workers.n_jobs == 1:
                rest = iter(draws)
                while waiting := list(itertools.islice(rest, job.at_once)):
                    while waiting:
                        for finished in _learn(job, waiting, hold):
                            keep(*finished)
            else:
                _learn_in_parallel(job, draws, workers, keep)
    finally:
        # Once more: Ctrl-C may have come as the block was to be left.
        with CtrlCLater():
            hold.release_group()


def _learn_in_parallel(
    job: Job[Drawn, Learned], draws: Iterable[Drawn], workers: Workers, keep: Keep[Learned]
) -> None:
    outputs: Any = None
    job.outbox = deque()
    try:
        outputs = _in_parallel(job, draws, workers)
        for output in outputs:
            for finished in output:
                keep(*finished)
            _empty(job.outbox, keep)
    except BaseException:
        job.stop.set()
        try:
            if outputs is not None:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # joblib's about unused results: they are used
                    outputs.close()
            _wait_for_threads(job)
        finally:
            with suppress(Exception):  # the first one counts, it may have been keep's
                _empty(job.outbox, keep)
        raise


def _wait_for_threads(job: Job[Drawn, Learned]) -> None:
    """Let threads leave their tasks before BLAS is given back, which one may be calling."""
    end = time.monotonic() + job.last_wait
    while job.threads and time.monotonic() < end:
        time.sleep(0.002)


def _empty(outbox: deque[Finished[Learned]], keep: Keep[Learned]) -> None:
    while outbox:
        keep(*outbox.popleft())


def _in_parallel(job: Job[Drawn, Learned], draws: Iterable[Drawn], workers: Workers) -> Any:
    """Yield the outputs of `run_tasks` as they come."""
    from joblib import Parallel, delayed
    from joblib.parallel import get_active_backend

    rest = iter(draws)
    parts = iter(lambda: list(itertools.islice(rest, workers.per_task)), [])
    tasks = (delayed(run_tasks)(job, part) for part in parts)
    backend, _ = get_active_backend(prefer=workers.prefer)
    parallel = functools.partial(
        Parallel, n_jobs=workers.n_jobs, prefer=workers.prefer, timeout=workers.patience
    )
    if backend.supports_return_generator:
        return parallel(return_as="generator_unordered")(tasks)
    return _in_rounds(parallel, tasks, 4 * workers.count)


def _in_rounds(parallel: Any, tasks: Iterator[Any], size: int) -> Iterator[Any]:
    """Yield outputs round by round, for a backend that has them only in the end."""
    while chunk := list(itertools.islice(tasks, size)):
        yield from parallel()(chunk)
