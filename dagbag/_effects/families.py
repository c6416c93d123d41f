"""A DAG as nodes with their parents, grouped by the number of parents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .._dag.order import topological_order
from .._dag.types import IntArray

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Group:
    """Nodes that have the same number m of parents, at least one."""

    targets: Ints  # (k,)
    parents: Ints  # (k, m) ascending
    edges: Ints  # (k, m) where the edges from the parents stand in the list of edges


@dataclass(frozen=True)
class Families:
    """A DAG, ready for regressions."""

    p: int
    edges: IntArray  # (n_edges, 2) by target, then source
    groups: tuple[Group, ...]  # by number of parents
    order: tuple[int, ...]  # sources before their targets

    @property
    def n_edges(self) -> int:
        """Number of edges."""
        return len(self.edges)

    def parents(self) -> list[tuple[int, slice]]:
        """Return the nodes with parents, sources first, and where their edges stand."""
        count = np.bincount(self.edges[:, 1], minlength=self.p)
        end = np.cumsum(count)
        return [(t, slice(int(end[t] - count[t]), int(end[t]))) for t in self.order if count[t]]


def families(edges: npt.NDArray[Any], p: int) -> Families:
    """Group the nodes of a DAG by the number of their parents.

    Parameters
    ----------
    edges : ndarray of shape (n_edges, 2)
        By target, then source; without a cycle.
    p : int

    Returns
    -------
    Families

    Examples
    --------
    >>> found = families(np.array([[0, 1], [0, 2], [1, 2]]), 3)
    >>> [group.parents.tolist() for group in found.groups]
    [[[0]], [[0, 1]]]
    """
    count = np.bincount(edges[:, 1], minlength=p)
    first = np.cumsum(count) - count
    groups = []
    for m in np.unique(count[count > 0]).tolist():
        targets = np.flatnonzero(count == m)
        where = first[targets][:, np.newaxis] + np.arange(m)
        groups.append(Group(targets, edges[where, 0].astype(np.int64), where))
    order = topological_order(edges.astype(np.int64), p)
    assert order is not None
    return Families(p, edges, tuple(groups), tuple(order))
