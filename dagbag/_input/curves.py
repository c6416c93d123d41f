"""What learning curves are made of: results with a path, lists of graphs, other curves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from .forms import is_graph_object
from .words import show

Kind = TypeVar("Kind")


def check_with_path(result: Any, *kinds: type) -> None:
    """Refuse what is no result of a search or an aggregation, which are of these types."""
    if not isinstance(result, kinds):
        hint = "; curve_of takes a list of graphs" if isinstance(result, (list, tuple)) else ""
        raise TypeError(
            f"result must be a SearchResult or an AggregationResult, got {show(result)}{hint}"
        )


def check_graph_list(graphs: Any, values: Sequence[Any] | None) -> list[Any]:
    """Return the graphs of a curve, for each of which there is a value if there are any."""
    if is_graph_object(graphs) or isinstance(graphs, str) or not isinstance(graphs, Iterable):
        raise TypeError(f"graphs must be a list of graphs, got {show(graphs)}")
    given = list(graphs)
    if not given:
        raise ValueError("graphs must hold at least one graph, got none")
    if values is not None and len(values) != len(given):
        raise ValueError(f"values must have one for each of {len(given)} graphs, got {len(values)}")
    return given


def check_alike(curves: Any, kind: type[Kind]) -> list[Kind]:
    """Return curves, which are of this type, to be averaged: over the same values, if any."""
    if not isinstance(curves, Iterable):
        raise TypeError(f"curves must hold learning curves, got {show(curves)}")
    given: list[Any] = list(curves)
    if not given:
        raise ValueError("curves must hold at least one curve, got none")
    for curve in given:
        if not isinstance(curve, kind):
            raise TypeError(f"curves must hold learning curves, got {show(curve)}")
    values = [curve.values for curve in given]
    other = next((one for one in values if one != values[0]), values[0])
    if other != values[0]:
        raise ValueError(
            "curves must be driven by the same values of the tuning parameter, "
            f"got {show(values[0])} and {show(other)}"
        )
    return given
