"""Neighborhood scores by least squares on the data, which know nothing of the search."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dagbag._dag.types import BoolArray, FloatArray

# A part of a variance below this is rounding noise, see DEVIATIONS.md.
COLLINEAR = 1e-14


@dataclass
class Refit:
    """Neighborhood scores by least squares on the data, whatever the search did."""

    Y: FloatArray
    penalty: float

    def __post_init__(self) -> None:
        """Standardise, which changes no delta."""
        self.n = len(self.Y)
        centred = self.Y - self.Y.mean(axis=0)
        sd = centred.std(axis=0, ddof=1)
        size = np.sqrt((self.Y**2).mean(axis=0))
        self.constant = sd <= COLLINEAR * size
        self.X = centred / np.where(self.constant, 1.0, sd)
        self.distinct = len(np.unique(self.Y, axis=0))

    def rss(self, target: int, parents: Sequence[int]) -> float:
        """Residual sum of squares of a node on its parents."""
        residual = self.X[:, target]
        if len(parents):
            q, _ = np.linalg.qr(self.X[:, list(parents)])
            for _ in range(2):
                residual = residual - q @ (q.T @ residual)
        return float(residual @ residual)

    def change(self, target: int, before: Sequence[int], after: Sequence[int]) -> float:
        """Change of a neighborhood score; NaN where a fit is perfect."""
        old, new = self.rss(target, before), self.rss(target, after)
        floor = COLLINEAR * self.rss(target, ())
        if min(old, new) <= floor:
            return math.nan
        return self.n * math.log(new / old) + self.penalty * (len(after) - len(before))

    def delta(self, graph: BoolArray, operation: str, source: int, target: int) -> float:
        """Delta of an operation on a graph."""
        if operation == "add":
            return self._gain(graph, source, target)
        loss = self._loss(graph, source, target)
        return loss if operation == "delete" else loss + self._gain(graph, target, source)

    def _gain(self, graph: BoolArray, parent: int, node: int) -> float:
        before = _parents(graph, node)
        return self.change(node, before, [*before, parent])

    def _loss(self, graph: BoolArray, parent: int, node: int) -> float:
        before = _parents(graph, node)
        return self.change(node, before, [k for k in before if k != parent])

    def is_collinear(self, graph: BoolArray, parent: int, node: int) -> bool:
        """Whether a parent that a node gains adds nothing to those it has but rounding."""
        left = self.rss(parent, _parents(graph, node))
        return left <= COLLINEAR * self.rss(parent, ())


def _parents(graph: BoolArray, node: int) -> list[int]:
    found: list[int] = np.flatnonzero(graph[:, node]).tolist()
    return found
