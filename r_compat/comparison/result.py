"""A whole comparison, as text, as plain values and as a page."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from .found import AGREE, DISAGREE, EXPLAINED, AggregationComparison, SearchComparison
from .page import render
from .text import lines_of


@dataclass(frozen=True)
class Comparison:
    """The whole comparison. ``print`` it, or take :meth:`to_dict` or :meth:`to_html`.

    Attributes
    ----------
    engine : str
        What stood for R.
    shape : tuple of int
        Rows and nodes.
    arguments : dict
        What both sides were given.
    searches : tuple of SearchComparison
        The search on the data, then those on the resamples.
    aggregations : tuple of AggregationComparison
    seconds : tuple of float
        Python's time and R's.
    notes : tuple of str
    """

    engine: str
    shape: tuple[int, int]
    arguments: Mapping[str, Any]
    searches: tuple[SearchComparison, ...]
    aggregations: tuple[AggregationComparison, ...]
    seconds: tuple[float, float]
    notes: tuple[str, ...] = field(default=())

    @property
    def agree(self) -> bool:
        """Whether every move, graph and aggregated edge is the same."""
        searches = all(search.equal for search in self.searches)
        return searches and all(part.equal for part in self.aggregations)

    @property
    def explained(self) -> bool:
        """Whether whatever differs is a tie or a listed deviation, or follows from one."""
        differences = [search.difference for search in self.searches if not search.equal]
        known = all(d is not None and d.kind != "unexplained" for d in differences)
        return known and all(part.equal for part in self.aggregations)

    @property
    def status(self) -> int:
        """Exit status: 0 agree, 1 disagree, 3 every difference is explained."""
        if self.agree:
            return AGREE
        return EXPLAINED if self.explained else DISAGREE

    @property
    def largest_delta_difference(self) -> float | None:
        """Largest difference of a delta over all equal moves."""
        found = [s.largest_delta_difference for s in self.searches]
        return max((d for d in found if d is not None), default=None)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, for JSON."""
        return {
            **_plain(asdict(self)),
            "agree": self.agree,
            "explained": self.explained,
            "largest_delta_difference": _plain(self.largest_delta_difference),
        }

    def to_html(self) -> str:
        """Return a page of its own that can be sent to a colleague."""
        return render(self)

    def __str__(self) -> str:
        return "\n".join(lines_of(self))


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(part) for part in value]
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return repr(value)  # JSON has none
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    return repr(value)
