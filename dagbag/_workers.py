"""Who learns the replicates: threads, processes or a cluster, one BLAS thread each; Ctrl-C."""

from __future__ import annotations

import functools
import itertools
import threading
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from ._replicates import Replicate
from ._resamples import Draw

Record = Callable[[int, Replicate], None]


class Job(Protocol):
    """Learns replicates. Sent to a worker process once, so what all replicates share is in it.

    A copy in another process has neither `stop` set nor an `outbox`.
    """

    stop: threading.Event
    outbox: deque[tuple[int, Replicate]] | None

    def learn(self, draw: Draw) -> Replicate:
        """Learn one replicate."""
        ...


@dataclass(frozen=True)
class Workers:
    """How the replicates are shared out."""

    n_jobs: int  # as joblib understands it; 1: joblib is not used
    count: int  # workers there will be
    prefer: str = "threads"
    local: bool = True  # whether they use this machine's memory


def find_workers(n_jobs: int | None, prefer: str = "threads") -> Workers:
    """Return the workers that a checked n_jobs asks for.

    None is what ``joblib.parallel_config`` says; without it all cores, or, inside a worker of
    somebody else's joblib call, one.
    """
    if n_jobs == 1:
        return Workers(1, 1, prefer)
    import joblib
    from joblib.parallel import get_active_backend

    configured = get_active_backend()
    if n_jobs is None:
        n_jobs = configured[1]
    if n_jobs is None:
        n_jobs = 1 if configured[0].nesting_level else -1
    backend, _ = get_active_backend(prefer=prefer)
    count = int(backend.effective_n_jobs(n_jobs))
    local = type(backend).__module__.startswith(joblib.__name__ + "._parallel_backends")
    if local and count == 1:
        return Workers(1, 1, prefer)
    return Workers(n_jobs, count, prefer, local)


class _BlasHold:
    """Holds BLAS to one thread while anybody needs it: more would change the last bits.

    The limit is the whole process's, so the first to come sets it and the last to go lifts it.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._holders = 0
        self._limit: Any = None

    @functools.cached_property
    def _controller(self) -> Any:
        from threadpoolctl import ThreadpoolController

        return ThreadpoolController()

    @contextmanager
    def __call__(self) -> Iterator[None]:
        with self._lock:
            if self._holders == 0:
                self._limit = self._controller.limit(limits=1, user_api="blas")
            self._holders += 1
        try:
            yield
        finally:
            with self._lock:
                self._holders -= 1
                if self._holders == 0:
                    self._limit.restore_original_limits()


one_blas_thread = _BlasHold()


def run_task(job: Job, draw: Draw) -> tuple[int, Replicate] | None:
    """Learn one replicate, in whatever process or thread this is.

    Threads put it into the outbox at once, so that Ctrl-C loses nothing that is finished.
    """
    try:
        with one_blas_thread():
            replicate = job.learn(draw)
    except KeyboardInterrupt:
        if job.stop.is_set():  # the main thread has raised it
            return None
        raise
    if job.outbox is None:
        return draw.index, replicate
    job.outbox.append((draw.index, replicate))
    return None


def learn_all(job: Job, draws: Iterable[Draw], workers: Workers, record: Record) -> None:
    """Learn all replicates and record each as it is finished, in any order.

    After a KeyboardInterrupt every finished replicate has been recorded.
    """
    with one_blas_thread():
        if workers.n_jobs == 1:
            for draw in draws:
                record(draw.index, job.learn(draw))
            return
        job.stop.clear()
        job.outbox = deque()
        outputs = _in_parallel(job, draws, workers)
        try:
            for output in outputs:
                if output is not None:
                    record(*output)
                _empty(job.outbox, record)
        except BaseException as error:
            job.stop.set()
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # joblib's about unused results: they are used
                outputs.close()
            if isinstance(error, KeyboardInterrupt):
                _empty(job.outbox, record)
            raise


def _empty(outbox: deque[tuple[int, Replicate]], record: Record) -> None:
    while outbox:
        record(*outbox.popleft())


def _in_parallel(job: Job, draws: Iterable[Draw], workers: Workers) -> Any:
    """Yield the outputs of `run_task` as they come."""
    from joblib import Parallel, delayed
    from joblib.parallel import get_active_backend

    tasks = (delayed(run_task)(job, draw) for draw in draws)
    backend, _ = get_active_backend(prefer=workers.prefer)
    parallel = functools.partial(Parallel, n_jobs=workers.n_jobs, prefer=workers.prefer)
    if backend.supports_return_generator:
        return parallel(return_as="generator_unordered")(tasks)
    return _in_rounds(parallel, tasks, 4 * workers.count)


def _in_rounds(parallel: Any, tasks: Iterator[Any], size: int) -> Iterator[Any]:
    """Yield outputs round by round, for a backend that has them only in the end."""
    while chunk := list(itertools.islice(tasks, size)):
        yield from parallel()(chunk)
