"""What a report is made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy.typing as npt

from .._dag.types import FloatArray
from .._input.findings import DataReport
from ..ensemble import Ensemble
from ..linear_effects import Effects
from ..results import DAGResult


@dataclass(frozen=True)
class Comparison:
    """A graph that the result is compared with; an undirected edge stands in both directions."""

    name: str  # "truth" or "other"
    edges: npt.NDArray[Any]  # (k, 2)


@dataclass(frozen=True)
class ReportSubject:
    """A result, and what else is known of it."""

    result: DAGResult
    title: str
    ensemble: Ensemble | None = None
    findings: DataReport | None = None
    effects: Effects | None = None
    values: FloatArray | None = None  # (n, p), for scatter plots
    comparisons: tuple[Comparison, ...] = ()
    calls: tuple[str, ...] = ()  # what made the result, line by line
    choices: tuple[str, ...] = field(default=())  # what was chosen, and why
