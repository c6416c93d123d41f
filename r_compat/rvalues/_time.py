"""Time that passes."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from ._named import (
    named,
)


def proc_time() -> Any:
    """R: ``proc.time``: user, system and elapsed seconds."""
    return named(
        np.array([time.process_time(), 0.0, time.perf_counter()]),
        ["user.self", "sys.self", "elapsed"],
    )


def elapsed(started: float) -> Any:
    """Return the seconds since `started` of ``time.perf_counter``. R: ``system.time``."""
    return named(
        np.array([time.process_time(), 0.0, time.perf_counter() - started]),
        ["user.self", "sys.self", "elapsed"],
    )


def timed(function: Callable[[], Any]) -> Any:
    """Return the seconds that a call takes. R: ``system.time``."""
    started = time.perf_counter()
    function()
    return elapsed(started)
