"""The memory of searches, lent and kept."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Generic, Protocol, TypeVar

from .._input.memory import check_fit, gigabytes
from .._kernels.climb import DataSearch, Search


class Memory(Protocol):
    """The memory of searches of one kind on p nodes."""

    stop: threading.Event | None
    p: int

    def __init__(self, p: int) -> None: ...
    def finish(self) -> None:
        """Let go of the data."""


Kind = TypeVar("Kind", bound=Memory)

# A workspace up to this size (100 MB) is kept for the thread's next search: clearing fresh pages
# takes a seventh of a search at p = 1000, and a twelfth at p = 2639. Larger ones are given back.
KEEP = 3000
# Cross-products, some partial variances, bit rows and peaks; up to SMALL nodes all partial
# variances and the merits, too.
SMALL = 1024
BYTES_PER_PAIR, BYTES_PER_PAIR_KEPT = 11.0, 25.0
# Of a search without cross-products: a bound in single precision for 64 pairs, and two bits.
BYTES_PER_PAIR_FROM_DATA = 4 / 64 + 2 / 8
_kept = threading.local()


def bytes_per_pair(p: int) -> float:
    """Return the bytes, over p^2, that a workspace takes."""
    return BYTES_PER_PAIR_KEPT if p <= SMALL else BYTES_PER_PAIR


def check_memory(p: int, workers: int = 1, rows: int = 0, other: float = 0.0) -> None:
    """Refuse searches that cannot fit: the kernel would only be killed.

    Each worker has a workspace for p nodes, and a resample of so many rows with one copy; other
    bytes are needed whoever works.
    """
    what = f"a search on {p} nodes" if workers == 1 else f"{workers} searches on {p} nodes at once"
    each = bytes_per_pair(p) * p * p + 16.0 * rows * p
    lean = gigabytes(BYTES_PER_PAIR_FROM_DATA * p * p)
    hint = f"; hill climbing from the data (memory='data') needs about {lean} and the data"
    check_fit(what, each, workers, other, hint)


class Workspaces(Generic[Kind]):
    """Workspaces lent to the threads of a run and kept, however large, until its end.

    Parameters
    ----------
    kind : type
        Of the workspaces.
    stop : threading.Event
        Ends the searches in them, see `Search.stop`.
    """

    def __init__(self, kind: type[Kind], stop: threading.Event) -> None:
        self._kind = kind
        self._stop = stop
        self._free: list[Kind] = []

    @contextmanager
    def lend(self, p: int) -> Iterator[Kind]:
        """Lend a workspace for p nodes; one that saw an exception is not used again."""
        try:
            search = self._free.pop()
        except IndexError:
            search = self._kind(p)
            search.stop = self._stop
        yield search
        search.finish()
        self._free.append(search)


@contextmanager
def workspace(p: int, kind: type[Any] = Search) -> Iterator[Any]:
    """Lend a workspace for p nodes; one that saw an exception is not used again."""
    search = _kept.__dict__.pop("search", None)
    if type(search) is not kind or search.p != p:
        if p > SMALL and kind is not DataSearch:  # whose memory was looked for with its settings
            check_memory(p)
        search = kind(p)
    search.stop = _kept.__dict__.get("stop")
    yield search
    search.finish()
    if p <= KEEP:
        _kept.search = search


@contextmanager
def stopped_by(stop: threading.Event) -> Iterator[None]:
    """End the searches of this thread by an event, see `Search.stop`."""
    _kept.stop = stop
    try:
        yield
    finally:
        _kept.stop = None
