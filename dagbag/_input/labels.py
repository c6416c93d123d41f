"""Nodes by name or by index."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from .._dag.types import Node
from .checks import check_integer
from .words import listing, nearest, show


def are_numbers(nodes: tuple[Node, ...]) -> bool:
    """Whether nodes are 0..p-1: they have no names."""
    return nodes == tuple(range(len(nodes)))


def take_indices(nodes: Iterable[Node]) -> bool:
    """Whether a number that is no name of a node stands for its position: names are no numbers."""
    return any(not isinstance(label, (int, np.integer)) for label in nodes)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def check_nodes(value: Any, p: int | None = None) -> tuple[Node, ...]:
    """Return names of nodes, each once; 0..p-1 for a number of nodes."""
    rule = "nodes must be a sequence of distinct names"
    if _is_number(value):
        value = range(check_integer(value, "nodes", 1))
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise TypeError(f"{rule}, got {show(value)}")
    nodes = tuple(value)
    if not all(isinstance(node, Hashable) for node in nodes):
        raise TypeError(f"{rule}, got {show(value)}")
    if len(set(nodes)) < len(nodes):
        raise ValueError(f"{rule}, got {listing(repeated(nodes))} twice")
    if not nodes or (p is not None and len(nodes) != p):
        raise ValueError(f"nodes must have {p or 'at least 1'} names, got {len(nodes)}")
    return nodes


def repeated(labels: Sequence[Node]) -> list[Node]:
    """Return the labels that stand more than once."""
    return [label for label, count in Counter(labels).items() if count > 1]


def check_distinct(labels: tuple[Node, ...], name: str) -> tuple[Node, ...]:
    """Return the labels of a graph's nodes, each of which must be there once."""
    if len(set(labels)) < len(labels):
        raise ValueError(f"{name} must have distinct labels, got {listing(labels)}")
    return labels


def check_node(value: object, name: str, nodes: tuple[Node, ...]) -> int:
    """Return the position of a node given by name or 0-based index."""
    return index_of(value, {node: k for k, node in enumerate(nodes)}, name, "Y")


def index_of(node: Any, position: dict[Node, int], name: str, of: str) -> int:
    """Return the position of a node given by name or, if names are no numbers, by index."""
    is_bool = isinstance(node, (bool, np.bool_))  # True equals 1, but names no node
    if not is_bool and isinstance(node, Hashable) and node in position:
        return position[node]
    if _is_number(node) and 0 <= node < len(position) and take_indices(position):
        return int(node)
    raise unknown_node(node, position, name, of)


def check_node_sets(
    sets: Mapping[str, Any], nodes: tuple[Node, ...], *, may_be_empty: Sequence[str] = ()
) -> dict[str, list[int]]:
    """Return the positions of nodes, or collections of nodes, of which none is in two."""
    position = {node: k for k, node in enumerate(nodes)}
    found = {name: _positions(value, name, position) for name, value in sets.items()}
    for name, members in found.items():
        if not members and name not in may_be_empty:
            raise ValueError(f"{name} must have at least 1 node, got none")
    for name, other in itertools.combinations(found, 2):
        common = [nodes[k] for k in found[name] if k in found[other]]
        if common:
            raise ValueError(
                f"{name} and {other} must have no node in common, got {listing(common)}"
            )
    return found


def _positions(value: Any, name: str, position: dict[Node, int]) -> list[int]:
    """Return the positions of one node, or of a collection of them."""
    single = isinstance(value, (str, int, np.integer)) or _is_name(value, position)
    if not single and not isinstance(value, Iterable):
        raise TypeError(f"{name} must be a node or a collection of nodes, got {show(value)}")
    found = [value] if single else value
    return sorted({index_of(node, position, name, "graph") for node in found})


def _is_name(value: Any, position: dict[Node, int]) -> bool:
    try:
        return value in position
    except TypeError:  # not hashable
        return False


def unknown_node(node: Any, nodes: Iterable[Node], name: str, of: str) -> ValueError:
    """Say that there is no such node, and which is near."""
    known = tuple(nodes)
    hint = ""
    if isinstance(node, str):
        hint = nearest(node, [str(label) for label in known])
    elif _is_number(node) and (are_numbers(known) or take_indices(known)):
        hint = f"; indices are 0..{len(known) - 1}"
    whose = "" if of == "nodes" else "nodes of "  # they are an argument themselves
    return ValueError(f"{name} must name {whose}{of}, got {show(node)}{hint}")
