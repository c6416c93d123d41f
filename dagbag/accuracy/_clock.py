"""CPU seconds: how many a learner takes, and a limit to them."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from ._learned import TooSlow

if sys.platform != "win32":
    import resource


def cpu_seconds() -> float:
    """CPU seconds of this process: `time.process_time` counts in ticks while a CPU timer is set."""
    if sys.platform == "win32":
        return time.process_time()
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


@contextmanager
def cpu_limit(seconds: float | None) -> Iterator[None]:
    """Interrupt what this process does after so many CPU seconds, as Ctrl-C would; None: never."""
    if seconds is None:
        yield
        return
    over = False

    def end(*_: object) -> None:
        nonlocal over
        over = True
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    except KeyboardInterrupt:
        if not over:
            raise
        raise TooSlow(f"> {seconds:g} s") from None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
