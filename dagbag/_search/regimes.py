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
        `memory` "auto" takes cross-products, which are faster, if they fit.
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
    what = f"a search on {p} nodes" if workers == 1 else f"{workers} searches on {p} nodes at once"
    whole, lean = (search_bytes(kind, settings, rows, p) for kind in (Search, DataSearch))
    smaller = memory == AUTOMATIC and whole < lean
    if memory != FROM_DATA and (smaller or fits(whole, workers, other)):
        check_fit(what, whole, workers, other)
        return Search
    if memory == CROSS_PRODUCTS:
        check_fit(what, whole, workers, other, f"; memory='data' needs {gigabytes(workers * lean)}")
    check_fit(f"{what} from the data", lean, workers, other)
    return DataSearch
