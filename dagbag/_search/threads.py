"""The threads of one search: parts of its work that need no lock of the interpreter."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import Any, Protocol

LISTEN = 0.05  # seconds between two looks for Ctrl-C
MOST = 64  # tasks that wait: what is not begun need not be ended


class Share(Protocol):
    """Calls a task with each of the arguments, and listens meanwhile."""

    def __call__(
        self,
        task: Callable[..., Any],
        arguments: Sequence[tuple[Any, ...]],
        listen: Callable[[], None],
    ) -> None: ...


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_main_thread() -> bool:
    """Tell whether this is the thread that Python began with."""
    return threading.current_thread() is threading.main_thread()


@contextmanager
def threads(count: int) -> Iterator[Share | None]:
    """Yield what shares work among so many threads; None for one.

    Whatever ends a call, Ctrl-C included, no task is under way after it.
    """
    if count <= 1:
        yield None
        return
    with ThreadPoolExecutor(count) as pool:

        def share(
            task: Callable[..., Any],
            arguments: Sequence[tuple[Any, ...]],
            listen: Callable[[], None],
        ) -> None:
            waiting: set[Future[Any]] = set()
            rest = iter(arguments)
            try:
                for each in rest:
                    waiting.add(pool.submit(task, *each))
                    while len(waiting) >= MOST:
                        waiting = _finish(waiting, listen)
                while waiting:
                    waiting = _finish(waiting, listen)
            finally:
                for each_future in waiting:
                    each_future.cancel()
                wait(waiting)

        yield share


def _finish(waiting: set[Future[Any]], listen: Callable[[], None]) -> set[Future[Any]]:
    """Return what is not finished after a while; what a task raised is raised."""
    done, rest = wait(waiting, timeout=LISTEN, return_when="FIRST_COMPLETED")
    listen()
    for future in done:
        future.result()
    return rest
