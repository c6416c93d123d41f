"""Lists and initial graph, and what they must have in common with the data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from .._dag.edge_sets import (
    Listed,
    at_nodes,
    both,
    edges_of,
    either,
    is_empty,
    matrix_of,
    parents_of,
    without,
)
from .._dag.edges import matrix_edges
from .._dag.order import topological_order
from .._dag.types import BoolArray, FloatArray, Node
from ..exceptions import KnowledgeError
from .applied_knowledge import AppliedKnowledge, required_cycles
from .graphs import check_acyclic, read_listed
from .labels import check_node
from .words import edge_text, listing, show


@dataclass(frozen=True)
class Constraints:
    """Checked lists and initial graph, or None."""

    blacklist: Listed | None
    whitelist: Listed | None
    start: Listed | None  # initial graph with the whitelist
    before: BoolArray | None = None  # [earlier, later]: in every order, for searches over orders


def check_constraints(
    blacklist: Any,
    whitelist: Any,
    ini_adj_matrix: Any,
    nodes: tuple[Node, ...],
    of: str = "Y",
    known: AppliedKnowledge | None = None,
) -> Constraints:
    """Return both lists and the graph to start from; conflicts are errors.

    An edge in both lists stays in, as in R; but what is known is not overruled by a list.
    """
    black = read_listed(blacklist, "blacklist", nodes, of)
    white = read_listed(whitelist, "whitelist", nodes, of)
    initial = read_listed(ini_adj_matrix, "ini_adj_matrix", nodes, of)
    if known is not None:
        black, white = _with_knowledge(matrix_of(black), matrix_of(white), known)
    elif white is not None:
        check_acyclic(edges_of(white), "whitelist", nodes)
    if initial is None:
        return Constraints(black, white, white)
    check_acyclic(edges_of(initial), "ini_adj_matrix", nodes)
    if black is not None:
        barred = both(initial, black)
        if white is not None:
            barred = without(barred, white)
        if not is_empty(barred):
            source, target = _first(barred)
            raise ValueError(
                "ini_adj_matrix must have no blacklisted edges, "
                f"got {edge_text(source, target, nodes)}"
            )
    if white is not None:
        initial = either(initial, white)
        check_acyclic(edges_of(initial), "ini_adj_matrix with the whitelist", nodes)
    return Constraints(black, white, initial)


def _first(listed: Listed) -> tuple[int, int]:
    """Return the edge with the lowest source, then target."""
    edges = edges_of(listed)
    source, target = edges[np.lexsort((edges[:, 1], edges[:, 0]))[0]].tolist()
    return source, target


def _with_knowledge(
    black: BoolArray | None, white: BoolArray | None, known: AppliedKnowledge
) -> tuple[BoolArray | None, BoolArray | None]:
    """Add what is known to the lists; None if there is nothing on one."""
    nodes = known.nodes
    wrong = [
        f"{edge_text(source, target, nodes)} is {verb}, but in the {name}"
        for listed, against, name, verb in (
            (white, known.blacklist, "whitelist", "forbidden"),
            (black, known.whitelist, "blacklist", "required"),
        )
        if listed is not None
        for source, target in matrix_edges(listed & against).tolist()
    ]
    forbidden = known.blacklist if black is None else black | known.blacklist
    required = known.whitelist if white is None else white | known.whitelist
    wrong += required_cycles(required, nodes)
    if wrong:
        raise KnowledgeError(wrong, "knowledge and lists" if len(wrong) > 1 else "knowledge")
    return forbidden if forbidden.any() else None, required if required.any() else None


def applied_lists(
    nodes: tuple[Node, ...],
    known: AppliedKnowledge | None,
    blacklist: Any = None,
    whitelist: Any = None,
    tiers: Any = None,
) -> AppliedKnowledge | None:
    """Return what is known and the lists of a learner as one, None if there is nothing."""
    lists = check_constraints(blacklist, whitelist, None, nodes, known=known)
    earlier = check_tiers(tiers, nodes)
    lists = with_tiers(lists, earlier, nodes)
    if lists.blacklist is None and lists.whitelist is None:
        return known
    nothing = np.zeros((len(nodes), len(nodes)), dtype=bool)
    white = nothing.copy() if lists.whitelist is None else matrix_of(lists.whitelist).copy()
    black = nothing if lists.blacklist is None else matrix_of(lists.blacklist) & ~white
    np.fill_diagonal(black, False)
    before = None if known is None else known._earlier
    if earlier is not None:
        before = earlier if before is None else earlier | before
    return AppliedKnowledge(nodes, black, white, before)


def fix_tiers(tiers: Any) -> Any:
    """Return tiers as tuples, which compare and cannot change; what is none is left as it is."""
    if tiers is None or isinstance(tiers, (str, bytes, dict)) or not isinstance(tiers, Iterable):
        return tiers
    return tuple(
        tuple(tier) if isinstance(tier, Iterable) and not isinstance(tier, (str, bytes)) else tier
        for tier in tiers
    )


def check_tiers(tiers: Any, nodes: tuple[Node, ...]) -> BoolArray | None:
    """Return which node is in an earlier tier than which, (p, p) by [earlier, later], or None."""
    if tiers is None:
        return None
    rule = "tiers must be a list of lists of nodes, the earliest first"
    if isinstance(tiers, (str, bytes, dict)) or not isinstance(tiers, Iterable):
        raise TypeError(f"{rule}, got {show(tiers)}")
    tier_of = np.full(len(nodes), -1)
    for number, tier in enumerate(tiers):
        if isinstance(tier, (str, bytes)) or not isinstance(tier, Iterable):
            raise TypeError(f"{rule}, got {show(tier)} in it")
        for node in tier:
            k = check_node(node, "tiers", nodes)
            if tier_of[k] >= 0:
                raise ValueError(f"tiers must name a node once, got {show(nodes[k])} twice")
            tier_of[k] = number
    named = tier_of >= 0
    return np.asarray(named[:, np.newaxis] & named & (tier_of[:, np.newaxis] < tier_of))


def with_tiers(
    constraints: Constraints,
    earlier: BoolArray | None,
    nodes: tuple[Node, ...],
    known: BoolArray | None = None,
) -> Constraints:
    """Add what tiers and the whitelist say of every order: edges back in time are barred.

    So do the tiers that are `known`, whose edges are barred already: they forbid no path through a
    node that is in none of them, so that they are left aside if required edges lead back.
    """
    white = matrix_of(constraints.whitelist)
    if known is not None:
        told = [each for each in (white, earlier, known) if each is not None]
        together = np.logical_or.reduce(told)
        if topological_order(matrix_edges(together).astype(np.int64), len(nodes)) is not None:
            return replace(with_tiers(constraints, earlier, nodes), before=together)
    if earlier is None:
        return replace(constraints, before=white)
    if white is not None and (white & earlier.T).any():
        source, target = np.argwhere(white & earlier.T)[0]
        raise ValueError(
            "whitelist must have no edges from a later to an earlier tier, "
            f"got {edge_text(source, target, nodes)}"
        )
    black = matrix_of(constraints.blacklist)
    before = earlier if white is None else earlier | white
    check_acyclic(matrix_edges(before), "tiers with the whitelist", nodes)
    return replace(
        constraints, blacklist=earlier.T if black is None else black | earlier.T, before=before
    )


def check_constant_edges(
    start: Listed | None,
    constant: BoolArray,
    nodes: Sequence[Node],
    known: AppliedKnowledge | None = None,
) -> None:
    """Refuse an initial graph with edges of constant columns, which are isolated."""
    if known is not None:
        found = known.whitelist & (constant[:, np.newaxis] | constant)
        if found.any() and not known._of_resample:
            raise KnowledgeError(
                f"required {edge_text(source, target, nodes)} has a constant column, "
                f"{listing([nodes[k] for k in (source, target) if constant[k]])}, of which "
                "nothing can be learned; drop the column, or the edge"
                for source, target in matrix_edges(found).tolist()
            )
        start = None if start is None else without(start, known.whitelist)
    if start is None:
        return
    held = at_nodes(start, constant)
    if not is_empty(held):
        source, target = _first(held)
        raise ValueError(
            "whitelist and ini_adj_matrix must have no edges of constant columns, "
            f"got {edge_text(source, target, nodes)}"
        )


def check_one_parent(known: AppliedKnowledge, root: int | None) -> tuple[BoolArray, BoolArray]:
    """Return what a forest may not have and must have; what requires two parents is refused."""
    required = known.whitelist
    wrong = [
        f"a tree gives {known.nodes[j]!r} one parent at most, but "
        f"{listing([known.nodes[k] for k in np.flatnonzero(required[:, j])])} are required"
        for j in np.flatnonzero(required.sum(axis=0) > 1).tolist()
    ]
    barred = known.blacklist.copy()
    if root is not None:
        if required[:, root].any():
            wrong.append(f"an edge into {known.nodes[root]!r} is required, which is the root")
        barred[:, root] = True
    if wrong:
        raise KnowledgeError(wrong)
    return barred, required


def check_moderate(sd: FloatArray, nodes: Sequence[Node]) -> None:
    """Refuse columns whose squares BGe, which is not invariant to scale, cannot work with."""
    worst = int(np.argmax(sd))
    if sd[worst] > 1e60:
        raise ValueError(
            "Y must have columns of sd below 1e60 for BGe with standardize=False, "
            f"got {sd[worst]:.3g} in column {nodes[worst]!r}"
        )


def check_start_size(
    start: Listed | None,
    limit: int,
    why: str,
    nodes: Sequence[Node],
    known: AppliedKnowledge | None = None,
) -> None:
    """Refuse an initial graph that gives a node more parents than the search could."""
    if start is None:
        return
    count = parents_of(start)
    j = int(np.argmax(count))
    if count[j] > limit:
        who = "whitelist and ini_adj_matrix"
        if known is not None:
            alone = known.whitelist[:, j].sum() == count[j]
            who = "knowledge" if alone else f"knowledge, {who}"
        raise ValueError(
            f"{who} must give each node at most {limit} parents ({why}), "
            f"got {count[j]} for {nodes[j]!r}"
        )
