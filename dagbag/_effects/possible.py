"""The parents that a node may have in the DAGs of an equivalence class.

The local rule of Maathuis, Kalisch and Buehlmann (2009): any set of undirected neighbours can be
directed into a node in some equivalent DAG, all others out of it, if that makes no new v-structure
with the node in its middle, which is if the set is a clique.
"""

from __future__ import annotations

from .._dag.types import BoolArray

MOST_SETS = 4096


def parent_sets(node: int, cpdag: BoolArray) -> list[tuple[int, ...]] | None:
    """Return the sets of parents of a node in the DAGs of a class, each ascending.

    Parameters
    ----------
    node : int
    cpdag : ndarray of shape (p, p)
        Undirected edges in both directions.

    Returns
    -------
    list of tuple of int, or None
        None if there are more than `MOST_SETS`.

    Examples
    --------
    >>> import numpy as np
    >>> chain = np.eye(3, k=1, dtype=bool) | np.eye(3, k=-1, dtype=bool)  # 0 - 1 - 2
    >>> parent_sets(1, chain)
    [(), (0,), (2,)]
    """
    into, out = cpdag[:, node], cpdag[node]
    known = [k for k in range(len(cpdag)) if into[k] and not out[k]]
    free = [k for k in range(len(cpdag)) if into[k] and out[k]]
    adjacent = cpdag | cpdag.T
    found: list[tuple[int, ...]] = [()]
    for clique in found:  # grows while it is read
        last = clique[-1] if clique else -1
        found += [
            (*clique, k) for k in free if k > last and all(adjacent[k, other] for other in clique)
        ]
        if len(found) > MOST_SETS:
            return None
    return [tuple(sorted((*known, *clique))) for clique in found]
