"""A call that may take only so long. Python cannot stop a thread, so a late one is left behind.

The call is made in a thread of its own that does not keep the interpreter from ending. One that is
late goes on with nobody waiting for it; searches of this package in it end within a second, and in
a worker process it ends with the process. What never lets go of the interpreter, such as compiled
code that holds the GIL, cannot be timed from within its process.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

from .._search.workspaces import stopped_by

Result = TypeVar("Result")

_LOOK = 0.05  # seconds between looks at whether the whole run has ended


def call_within(call: Callable[[], Result], seconds: float, given_up: threading.Event) -> Result:
    """Return what a call returns, or raise what it raises, if that comes in time.

    Parameters
    ----------
    call : callable
    seconds : float
    given_up : threading.Event
        Ends the waiting with a KeyboardInterrupt, as Ctrl-C does.

    Returns
    -------
    object

    Raises
    ------
    TimeoutError
        If it does not.
    """
    late = threading.Event()
    done = threading.Event()
    results: list[Result] = []
    errors: list[BaseException] = []

    def work() -> None:
        try:
            with stopped_by(late):
                results.append(call())
        except BaseException as error:
            errors.append(error)
        finally:
            done.set()

    threading.Thread(target=work, name="dagbag learner", daemon=True).start()
    deadline = time.monotonic() + seconds
    try:
        while not done.wait(max(min(deadline - time.monotonic(), _LOOK), 0.0)):
            if given_up.is_set():
                raise KeyboardInterrupt
            if time.monotonic() >= deadline:
                raise TimeoutError
    finally:
        late.set()
    if errors:
        raise errors[0]
    return results[0]
