"""The warnings of this package, each of which asks the user for a decision, and its errors."""

from __future__ import annotations

import sys
import threading
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

__all__ = [
    "CheckpointWarning",
    "ConvergenceWarning",
    "DataWarning",
    "DegenerateDataWarning",
    "KnowledgeError",
    "NoBoundError",
    "ReplicateWarning",
]


class ConvergenceWarning(UserWarning):
    """A search or an aggregation was ended by max_step or time_limit, not by convergence."""


class DegenerateDataWarning(UserWarning):
    """Columns that cannot be scored as they stand: constant, collinear, or saturated."""


class DataWarning(UserWarning):
    """Data that can be searched on, but perhaps should not be as they are; one for all findings."""


class ReplicateWarning(ConvergenceWarning, DegenerateDataWarning):
    """Replicates of an ensemble were ended by max_step, saturated, or had degenerate columns."""


class CheckpointWarning(UserWarning):
    """Part of a checkpoint was damaged and is learned again, or was learned on another machine."""


class NoBoundError(ValueError):
    """No bound on the number of false edges can be stated; the text says why, and what helps."""


class KnowledgeError(ValueError):
    """Knowledge that no DAG on these nodes can satisfy, or that names what is not there.

    Attributes
    ----------
    conflicts : tuple of str
        All that is wrong, a text each; the message has the first of them.
    """

    def __init__(self, conflicts: Iterable[str], of: str = "knowledge") -> None:
        self.conflicts = tuple(conflicts)
        self._of = of
        super().__init__(_enumerated(self.conflicts, of))

    def __reduce__(self) -> tuple[type[KnowledgeError], tuple[tuple[str, ...], str]]:
        return type(self), (self.conflicts, self._of)


_MOST_CONFLICTS = 20  # of a message


def _enumerated(conflicts: tuple[str, ...], of: str) -> str:
    if len(conflicts) == 1:
        return f"{of}: {conflicts[0]}"
    more = len(conflicts) - _MOST_CONFLICTS
    lines = [f"{of} has {len(conflicts)} conflicts:", *conflicts[:_MOST_CONFLICTS]]
    if more > 0:
        lines.append(f"and {more} more, see .conflicts of this error")
    return "\n  ".join(lines)


_thread = threading.local()


@contextmanager
def quietly() -> Iterator[None]:
    """Keep this package's warnings in this thread back; the filters of `warnings` are global."""
    before = getattr(_thread, "quiet", False)
    _thread.quiet = True
    try:
        yield
    finally:
        _thread.quiet = before


def warn_user(message: str, category: type[Warning]) -> None:
    """Warn at the line outside this package that led here."""
    if getattr(_thread, "quiet", False):
        return
    level = 2
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("dagbag."):
        frame = frame.f_back
        level += 1
    warnings.warn(message, category, stacklevel=level)
