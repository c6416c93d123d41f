"""What is asked of a given DAG: its effects, its score, its dependence on the order of columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np

from .._dag.types import BoolArray, IntArray, Node
from .checks import check_number
from .data import Data
from .fixed_graphs import FixedGraph
from .labels import check_node
from .words import edge_text, listing, nearest, show

Kind = TypeVar("Kind")


def check_confidence(value: object) -> float:
    """Return the level of a confidence interval."""
    rule = "a number between 0 and 1"
    level = check_number(value, "level", rule)
    if not 0 < level < 1:
        raise ValueError(f"level must be {rule}, got {show(value)}")
    return level


def check_table(value: object, tables: Sequence[str]) -> str:
    """Return the name of a table."""
    if not isinstance(value, str) or value not in tables:
        hint = nearest(value, tables) if isinstance(value, str) else ""
        raise ValueError(f"table must be one of {', '.join(tables)}, got {show(value)}{hint}")
    return value


def check_ensemble(value: Any, kind: type[Kind], nodes: tuple[Node, ...]) -> Kind | None:
    """Return an ensemble on the nodes of the data, or None."""
    if value is None:
        return None
    if not isinstance(value, kind):
        raise TypeError(
            f"ensemble must be an {kind.__name__}, as bag() returns it, got {type(value).__name__}"
        )
    theirs: tuple[Node, ...] = value.nodes  # type: ignore[attr-defined]
    if theirs != nodes:
        other = [node for node in theirs if node not in set(nodes)]
        what = f"others: {listing(other)}" if other else "them in another order, or not all"
        raise ValueError(f"ensemble must have the nodes of X in their order, got {what}")
    return value


def check_pair(source: Any, target: Any, nodes: tuple[Node, ...]) -> tuple[int, int]:
    """Return the positions of two different nodes."""
    found = check_node(source, "source", nodes), check_node(target, "target", nodes)
    if found[0] == found[1]:
        raise ValueError(f"source and target must be two nodes, got {show(source)} twice")
    return found


def no_edge(source: int, target: int, nodes: tuple[Node, ...], there: BoolArray) -> KeyError:
    """Return the error of an edge that the graph does not have."""
    hint = "; the graph has it the other way round" if there[target, source] else ""
    return KeyError(
        f"the graph has no edge {edge_text(source, target, nodes)}{hint}; total_effect() takes any "
        "pair of nodes"
    )


def too_many_sets(node: Node, most: int) -> ValueError:
    """Return the error of a node with too many sets of possible parents."""
    return ValueError(
        f"source must have at most {most} sets of possible parents, got more for {show(node)}, "
        "whose undirected neighbours are all joined"
    )


def check_scorable(
    edges: IntArray, constant: BoolArray, limit: int, why: str, nodes: Sequence[Node]
) -> None:
    """Refuse a graph that has no score: edges of constant columns, more parents than rows fit."""
    wrong = constant[edges[:, 0]] | constant[edges[:, 1]]
    if wrong.any():
        source, target = edges[np.flatnonzero(wrong)[0]]
        raise ValueError(
            "graph must have no edges of constant columns to have a score, got "
            f"{edge_text(source, target, nodes)}"
        )
    parents = np.bincount(edges[:, 1], minlength=len(nodes))
    most = int(np.argmax(parents))
    if parents[most] > limit:
        raise ValueError(
            f"graph must give each node at most {limit} parents ({why}) to have a score, got "
            f"{parents[most]} for {nodes[most]!r}"
        )


def check_held(whitelist: BoolArray | None, graph: BoolArray, nodes: Sequence[Node]) -> None:
    """Refuse a whitelist with edges that the graph does not have."""
    if whitelist is None:
        return
    missing = np.argwhere(whitelist & ~graph)
    if len(missing):
        source, target = missing[0]
        raise ValueError(
            f"graph must have all whitelisted edges, got one without "
            f"{edge_text(source, target, nodes)}"
        )


def check_lists_by_name(learner: Any, data: Data) -> None:
    """Refuse lists of a learner that mean other nodes in another order of the columns."""
    given = [
        name
        for name in ("blacklist", "whitelist", "tiers", "knowledge")
        if getattr(learner, name, None) is not None
    ]
    by_place = [name for name in given if _by_place(getattr(learner, name), set(data.nodes))]
    wrong = given if data.library is None else by_place
    if wrong:
        raise ValueError(
            f"the learner's {wrong[0]} must be by name, and X a frame, since the columns are put "
            "in another order; give pairs of names, or a labelled frame"
        )


def _by_place(value: Any, nodes: set[Node]) -> bool:
    """Whether a list tells nodes by their positions."""
    if isinstance(value, FixedGraph):
        return value.library is None
    if isinstance(value, (tuple, list)):
        return any(_by_place(each, nodes) for each in value)
    whole = isinstance(value, (int, np.integer)) and value not in nodes
    return isinstance(value, np.ndarray) or whole


def check_procedure(
    procedure: object, varied: object, known: Sequence[tuple[str, str]]
) -> tuple[str, str]:
    """Return a procedure and what was varied, among those that there are."""
    names = list(dict.fromkeys(name for name, _ in known))
    if not isinstance(procedure, str) or procedure not in names:
        hint = nearest(procedure, names) if isinstance(procedure, str) else ""
        raise ValueError(
            f"procedure must be one of {', '.join(names)}, got {show(procedure)}{hint}"
        )
    if not isinstance(varied, str) or (procedure, varied) not in known:
        there = [each for name, each in known if name == procedure]
        hint = "; give seeds=True to look at seeds" if varied == "seed" else ""
        raise ValueError(
            f"varied must be {' or '.join(map(repr, there))}, got {show(varied)}{hint}"
        )
    return procedure, varied
