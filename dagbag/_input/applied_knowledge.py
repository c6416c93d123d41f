"""Knowledge applied to nodes: what every search and every aggregation honours."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from .._dag.edges import matrix_edges
from .._dag.order import cycle_text, find_cycle, strong_components
from .._dag.types import BoolArray, Node
from ..exceptions import KnowledgeError
from .labels import are_numbers, check_nodes
from .words import counted, edge_text, listing


@dataclass(frozen=True, eq=False, repr=False)
class AppliedKnowledge:
    """Knowledge applied to the nodes of data or of an ensemble.

    Made by :meth:`dagbag.Knowledge.apply`; an :class:`dagbag.Ensemble` keeps the one that it was
    learned with. It is taken wherever ``knowledge=`` is, for the same nodes.

    Attributes
    ----------
    nodes : tuple
    blacklist : ndarray of bool of shape (p, p)
        The edges [source, target] that no DAG may have.
    whitelist : ndarray of bool of shape (p, p)
        Those that every DAG must have; without a cycle, and none of them in the blacklist.

    Examples
    --------
    >>> from dagbag import Knowledge
    >>> known = Knowledge(roots="SNP_*", required=[("SNP_1", "x")]).apply(["SNP_1", "SNP_2", "x"])
    >>> known.blacklist.astype(int).tolist()
    [[0, 1, 0], [1, 0, 0], [1, 1, 0]]
    >>> print(known.describe())
    3 nodes, 1 edge required, 4 of 6 forbidden
    2 of 3 pairs may be joined, in one direction only: 2
    """

    nodes: tuple[Node, ...]
    blacklist: BoolArray
    whitelist: BoolArray
    _earlier: BoolArray | None = None  # by [earlier, later] tier, for searches over orders
    _of_resample: bool = False  # the whole data were looked at: a column may be constant in a part

    def __post_init__(self) -> None:
        for array in (self.blacklist, self.whitelist, self._earlier):
            if array is not None:
                array.flags.writeable = False

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AppliedKnowledge):
            return NotImplemented
        return (
            self.nodes == other.nodes
            and np.array_equal(self.blacklist, other.blacklist)
            and np.array_equal(self.whitelist, other.whitelist)
        )

    def __hash__(self) -> int:
        return hash((self.nodes, self.blacklist.tobytes(), self.whitelist.tobytes()))

    def __reduce__(self) -> tuple[Any, ...]:
        lists = (self.blacklist, self.whitelist, self._earlier)
        return type(self), (self.nodes, *lists, self._of_resample)

    @property
    def p(self) -> int:
        """Number of nodes."""
        return len(self.nodes)

    def apply(self, nodes: Iterable[Node]) -> AppliedKnowledge:
        """Return this for the same nodes: what was applied already is for these only.

        What was applied to 0..p-1 is taken by position for p nodes with labels of their own.
        """
        found = check_nodes(tuple(nodes))
        if found == self.nodes:
            return self
        if set(found) == set(self.nodes):
            position = {node: k for k, node in enumerate(self.nodes)}
            return self.in_order(np.array([position[node] for node in found]), found)
        # With some of 0..p-1 among the labels, a number would be one node by label, another by
        # position.
        if len(found) == self.p and are_numbers(self.nodes) and not {*found} & {*self.nodes}:
            return replace(self, nodes=found)
        raise ValueError(
            f"knowledge must be for these nodes, got what was applied to {counted(self.p, 'node')} "
            f"({listing(self.nodes, 3)}); give the Knowledge itself"
        )

    def in_order(self, order: npt.NDArray[Any], nodes: tuple[Node, ...]) -> AppliedKnowledge:
        """Return it for the nodes in another order, perhaps by other names.

        Parameters
        ----------
        order : ndarray of int of shape (p,)
        nodes : tuple
            Their names in this order.

        Returns
        -------
        AppliedKnowledge
        """
        at = np.ix_(order, order)
        earlier = None if self._earlier is None else self._earlier[at]
        return replace(
            self,
            nodes=nodes,
            blacklist=self.blacklist[at],
            whitelist=self.whitelist[at],
            _earlier=earlier,
        )

    def merge(self, other: AppliedKnowledge) -> AppliedKnowledge:
        """Return both together, for the same nodes; a KnowledgeError if they contradict.

        Tiers of the two are no contradiction, as they forbid edges only: even if the one has a
        before b and the other b before a, that leaves DAGs, in which neither leads to the other.

        Parameters
        ----------
        other : AppliedKnowledge

        Returns
        -------
        AppliedKnowledge
        """
        theirs = other.apply(self.nodes)
        black, white = self.blacklist | theirs.blacklist, self.whitelist | theirs.whitelist
        wrong = [
            f"{edge_text(source, target, self.nodes)} is required by one and forbidden by the other"
            for source, target in matrix_edges(black & white).tolist()
        ]
        wrong += required_cycles(white, self.nodes)
        if wrong:
            raise KnowledgeError(wrong, "knowledge of two kinds together")
        first, second = self._earlier, theirs._earlier
        earlier = second if first is None else first if second is None else first | second
        return AppliedKnowledge(self.nodes, black, white, earlier, self._of_resample)

    def __or__(self, other: object) -> AppliedKnowledge:
        return self.merge(other) if isinstance(other, AppliedKnowledge) else NotImplemented

    def describe(self) -> str:
        """Say in lines what is left to be learned.

        Returns
        -------
        str
        """
        p = self.p
        open_to = ~self.blacklist & ~np.eye(p, dtype=bool)
        either = np.triu(open_to | open_to.T)
        one_way = np.triu(open_to ^ open_to.T)
        barred = int((self.blacklist & ~np.eye(p, dtype=bool)).sum())
        return (
            f"{counted(p, 'node')}, {counted(int(self.whitelist.sum()), 'edge')} required, "
            f"{barred} of {p * (p - 1)} forbidden\n"
            f"{int(either.sum())} of {counted(p * (p - 1) // 2, 'pair')} may be joined, in one "
            f"direction only: {int(one_way.sum())}"
        )

    def __repr__(self) -> str:
        return f"<AppliedKnowledge: {self.describe().partition(chr(10))[0]}>"


def check_honoured(known: AppliedKnowledge, edges: npt.NDArray[Any]) -> None:
    """Refuse a DAG that has what is forbidden, or lacks what is required."""
    there = np.zeros((known.p, known.p), dtype=bool)
    there[edges[:, 0], edges[:, 1]] = True
    for found, what in (
        (there & known.blacklist, "has {}, which is forbidden"),
        (known.whitelist & ~there, "lacks {}, which is required"),
    ):
        if found.any():
            source, target = matrix_edges(found)[0].tolist()
            edge = edge_text(source, target, known.nodes)
            raise ValueError(f"the graph must honour the knowledge, but {what.format(edge)}")


def required_cycles(required: BoolArray, nodes: tuple[Node, ...]) -> list[str]:
    """Say which required edges form cycles, one of each knot of them."""
    edges = matrix_edges(required)
    if not len(edges):
        return []
    component = strong_components(edges, len(nodes))
    inner = edges[component[edges[:, 0]] == component[edges[:, 1]]]
    texts = []
    for knot in dict.fromkeys(component[inner[:, 0]].tolist()):
        cycle = find_cycle(inner[component[inner[:, 0]] == knot].astype(np.int64), len(nodes))
        assert cycle is not None
        texts.append(f"required edges form the cycle {cycle_text(cycle, nodes)}")
    return texts
