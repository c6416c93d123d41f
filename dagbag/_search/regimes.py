"""Where the deltas of a search come from: cross-products of all pairs of columns, or the data.

Both make the same moves. With cross-products a column of deltas takes O(p m), with p^2 doubles in
memory; from the data O(n p m), with a bound of every 64 deltas and two bits per pair.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._input.checks import AUTOMATIC, CROSS_PRODUCTS, FROM_DATA
from .._input.memory import check_fit, fits, gigabytes
from .._kernels.climb import DataSearch, Search
from .workspaces import BYTES_PER_PAIR_FROM_DATA, bytes_per_pair

if TYPE_CHECKING:
    from .settings import Settings


# From so many nodes on, and as long as steps x rows are at most so many times the nodes, a search
# from the data takes less time: it has no 11 p^2 bytes to fill. n = 250, 500 steps: 0.22 instead of
# 0.30 s at p = 5000, 0.5 instead of 1.6 s at p = 8000; 5000 steps at p = 5000: 2.3, not 1.3 s.
MANY_NODES, STEPS_BY_ROWS = 4096, 16


def is_short(settings: Settings, rows: int, p: int) -> bool:
    """Tell whether a search is over before cross-products would have been worth their while."""
    looks_at_all = settings.lengths is not None or settings.nrestart > 0
    return p >= MANY_NODES and not looks_at_all and settings.max_step * rows <= STEPS_BY_ROWS * p


def search_bytes(kind: type[Search], settings: Settings, rows: int, p: int) -> float:
    """Return the bytes of a search of a kind on a copy of so many rows."""
    data = 16.0 * rows * p
    if kind is Search:
        return bytes_per_pair(p) * p * p + data
    # A vector of the rows for each parent, and two for a node with parents.
    vectors = 3.0 * min(settings.max_step, 2 * p)
    return BYTES_PER_PAIR_FROM_DATA * p * p + data + 4.0 * rows * p + 8.0 * rows * vectors


def workers_that_fit(
    settings: Settings, rows: int, p: int, workers: int, other: float = 0.0
) -> int:
    """Return how many of the workers fit, in the regime that needs least; at least one."""
    allowed: list[type[Search]] = [Search] if settings.memory != FROM_DATA else []
    if settings.memory != CROSS_PRODUCTS:
        allowed.append(DataSearch)
    each = min(search_bytes(kind, settings, rows, p) for kind in allowed)
    while workers > 1 and not fits(each, workers, other):
        workers -= 1
    return workers


def find_regime(
    settings: Settings, rows: int, p: int, workers: int = 1, other: float = 0.0
) -> type[Search]:
    """Return the kind of search that is asked for, and refuse what cannot fit.

    Parameters
    ----------
    settings : Settings
        `memory` "auto" takes what is faster: cross-products if they fit, unless there are few
        steps.
    rows, p : int
        Of the data of a search.
    workers : int, default 1
        Searches at once.
    other : float, default 0
        Bytes needed whoever works.

    Returns
    -------
    type
        Search or DataSearch.
    """
    memory = settings.memory
    whole = search_bytes(Search, settings, rows, p)
    if memory != FROM_DATA and p < MANY_NODES and fits(whole, workers, other):
        return Search
    what = f"a search on {p} nodes" if workers == 1 else f"{workers} searches on {p} nodes at once"
    lean = search_bytes(DataSearch, settings, rows, p)
    smaller = memory == AUTOMATIC and whole < lean
    short = memory == AUTOMATIC and is_short(settings, rows, p)
    if memory != FROM_DATA and not short and (smaller or fits(whole, workers, other)):
        check_fit(what, whole, workers, other)
        return Search
    if memory == CROSS_PRODUCTS:
        check_fit(what, whole, workers, other, f"; memory='data' needs {gigabytes(workers * lean)}")
    check_fit(f"{what} from the data", lean, workers, other)
    return DataSearch
