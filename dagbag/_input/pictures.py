"""Arguments of pictures and charts."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np

from .._dag.detection import KINDS
from .._dag.types import FloatArray, Node
from .checks import check_count, check_number
from .frames import check_unmasked, frame_library
from .graphs import from_frame
from .labels import check_nodes
from .words import listing, show

Kind = TypeVar("Kind")
LAYOUTS = ("layered", "force")
MEASURES = ("gsf", "sf", "strength")
DIRECTIONS = ("class", "dag")
ABOVE_ZERO = "a number above 0"


# A DAG


def check_layout(layout: object) -> None:
    """Refuse a layout that there is not."""
    if layout not in LAYOUTS:
        raise ValueError(f"layout must be 'layered' or 'force', got {layout!r}")


def check_directions(directions: object, default: str) -> str:
    """Return which edges get heads: those of the equivalence class, or of the DAG."""
    if directions is None:
        return default
    if not isinstance(directions, str) or directions not in DIRECTIONS:
        raise ValueError(f"directions must be 'class' or 'dag', got {show(directions)}")
    return directions


def check_names(nodes: Any, labels: tuple[Node, ...]) -> list[str]:
    """Return the names to be written."""
    if isinstance(nodes, int):
        nodes = check_nodes(nodes, len(labels))
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


def check_shown(
    chosen: Sequence[str] | None, classes: tuple[str, ...], *, compared: bool
) -> list[str]:
    """Return the classes of edges to be drawn, in the order of the legend."""
    if chosen is None:
        return list(classes)
    wanted = [chosen] if isinstance(chosen, str) else list(chosen)
    rule = f"show must be a choice of {', '.join(classes)}"
    if not compared:
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


# Charts


def check_curves(curves: Any, kind: type[Kind]) -> dict[str, Kind | Iterable[Any]]:
    """Return the curves of each name: one of this type, or several to be averaged."""
    if isinstance(curves, kind):
        return {"": curves}
    rule = "curves must be a mapping of names to learning curves"
    if not isinstance(curves, Mapping):
        raise TypeError(f"{rule}, got {show(curves)}")
    if not curves:
        raise ValueError(f"{rule}, got none")
    for name, value in curves.items():
        several = isinstance(value, Iterable) and not isinstance(value, str)
        if not isinstance(value, kind) and not several:
            raise TypeError(f"{rule}, got {show(value)} for {name!r}")
    return {str(name): value for name, value in curves.items()}


def check_kinds(kinds: Sequence[str]) -> list[str]:
    """Return the kinds of structures to be counted, a panel each."""
    wanted = [kinds] if isinstance(kinds, str) and kinds in KINDS else list(kinds)
    if not wanted or any(kind not in KINDS for kind in wanted):
        raise ValueError(f"kinds must be a choice of {', '.join(KINDS)}, got {show(kinds)}")
    return wanted


def check_cut(cut: bool | float) -> bool | float:
    """Return whether, or where, long curves are cut short."""
    if isinstance(cut, (bool, np.bool_)):
        return bool(cut)
    return check_above_zero(cut, "cut", f"True, False or {ABOVE_ZERO}")


def check_axes(axes: Any, n: int) -> list[Any]:
    """Return the axes for n panels."""
    given = list(np.ravel(np.asarray(axes, dtype=object)))
    if len(given) != n:
        raise ValueError(f"axes must be {n}, one for each of kinds, got {len(given)}")
    return given


def check_measure(measure: object) -> None:
    """Refuse a measure of frequency that there is not."""
    if not isinstance(measure, str) or measure not in MEASURES:
        raise ValueError(f"measure must be one of {', '.join(MEASURES)}, got {show(measure)}")


def check_weight_and_cutoff(
    alpha: object, cutoff: object, default: tuple[float, float]
) -> tuple[float, float]:
    """Return alpha and the cutoff of a gsf, by default those of the result."""
    rule = "a finite number of at least 0"
    return (
        default[0] if alpha is None else check_number(alpha, "alpha", rule, minimum=0.0),
        default[1] if cutoff is None else check_number(cutoff, "cutoff"),
    )


def check_n_bars(bins: object) -> int | None:
    """Return the number of bars; None for as many as the frequencies need."""
    return None if bins is None else check_count(bins, "bins", minimum=1)


def check_path(path: Any, kind: type[Kind]) -> Kind:
    """Return an aggregation path, which is of this type."""
    if not isinstance(path, kind):
        raise TypeError(f"path must be an {kind.__name__}, got {show(path)}")
    return path


def check_horizontal(x: object) -> None:
    """Refuse an axis that a path does not have."""
    if x not in (None, "alpha", "cutoff"):
        raise ValueError(f"x must be 'alpha' or 'cutoff', got {x!r}")
