"""Arguments of pictures and charts."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import numpy as np

from .._dag.types import FloatArray, Node
from .checks import check_count, check_number
from .frames import frame_library
from .graphs import from_frame
from .masks import check_unmasked
from .words import listing, show

LAYOUTS = ("layered", "force")
ABOVE_ZERO = "a number above 0"


# A DAG


def check_layout(layout: object) -> None:
    """Refuse a layout that there is not."""
    if layout not in LAYOUTS:
        raise ValueError(f"layout must be 'layered' or 'force', got {layout!r}")


def check_names(nodes: Sequence[object] | None, labels: tuple[Node, ...]) -> list[str]:
    """Return the names to be written."""
    names = [str(node) for node in (labels if nodes is None else nodes)]
    if len(names) != len(labels):
        raise ValueError(f"nodes must have {len(labels)} names, got {len(names)}")
    return names


def check_above_zero(value: object, name: str, rule: str = ABOVE_ZERO) -> float:
    """Return a number above 0 as a float."""
    number = check_number(value, name, rule, minimum=0.0)
    if number == 0:
        raise ValueError(f"{name} must be {rule}, got {value!r}")
    return number


def check_shown(chosen: Sequence[str] | None, classes: tuple[str, ...]) -> list[str]:
    """Return the classes of edges to be drawn, in the order of the legend."""
    if chosen is None:
        return list(classes)
    wanted = [chosen] if isinstance(chosen, str) else list(chosen)
    rule = f"show must be a choice of {', '.join(classes)}"
    if len(classes) == 1:
        raise ValueError(f"show must be None without a truth, got {show(chosen)}")
    for name in wanted:
        if name not in classes:
            raise ValueError(f"{rule}, got {show(name)}")
    if not wanted:
        raise ValueError(f"{rule}, got none")
    return [name for name in classes if name in wanted]


def check_highlight(highlight: Any, labels: tuple[Node, ...]) -> frozenset[int]:
    """Return the numbers of the nodes to be highlighted."""
    if highlight is None:
        return frozenset()
    number = {label: k for k, label in enumerate(labels)}
    single = isinstance(highlight, str) or not isinstance(highlight, Iterable)
    if not single and isinstance(highlight, Hashable) and highlight in number:
        single = True
    wanted = [highlight] if single else list(highlight)
    unknown = [node for node in wanted if not isinstance(node, Hashable) or node not in number]
    if unknown or not wanted:
        raise ValueError(
            f"highlight must be nodes of graph, got {listing(unknown) if unknown else 'none'}"
        )
    return frozenset(number[node] for node in wanted)


def check_radius(radius: object, highlight: object) -> int | None:
    """Return how far from the highlighted nodes a picture reaches; None for all of it."""
    if radius is None:
        return None
    if highlight is None:
        raise ValueError("highlight must name nodes when radius is given, got None")
    return check_count(radius, "radius")


def check_strength(
    strength: Any, edges: list[tuple[int, int]], labels: tuple[Node, ...]
) -> dict[tuple[int, int], float]:
    """Return the strength of each edge; of none without strengths."""
    if strength is None:
        return {}
    array = _strength_matrix(strength, labels)
    if array.shape != (len(labels), len(labels)):
        raise ValueError(
            f"strength must have shape {(len(labels), len(labels))}, got {array.shape}"
        )
    values = {edge: float(array[edge]) for edge in edges}
    for value in values.values():
        if not 0 <= value < np.inf:
            raise ValueError(f"strength must be finite and at least 0 on every edge, got {value}")
    return values


def _strength_matrix(strength: Any, labels: tuple[Node, ...]) -> FloatArray:
    p, library = len(labels), frame_library(check_unmasked(strength, "strength"))
    if hasattr(strength, "edge_counts"):  # an ensemble
        if strength.nodes != labels and labels != tuple(range(p)):
            raise ValueError("strength must be an ensemble on the nodes of graph, in their order")
        return np.asarray(strength.selection_frequency + strength.selection_frequency.T)
    if library is not None:
        return from_frame(strength, library, "strength", labels, "graph").astype(np.float64)
    try:
        return np.asarray(strength, dtype=np.float64)
    except (TypeError, ValueError):
        raise TypeError(
            f"strength must be an ensemble or a {p} x {p} matrix, got {show(strength)}"
        ) from None
