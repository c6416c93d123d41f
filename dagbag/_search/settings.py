"""What governs a search, beside the data and the lists."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from .._dag.types import BoolArray, FloatArray, IntArray

if TYPE_CHECKING:
    from .scores import Score


@dataclass(frozen=True)
class Settings:
    """What governs a search, beside the data and the lists."""

    score: Score
    limit: int  # largest number of parents
    threshold: float
    max_step: int
    eps: float
    lengths: FloatArray | None = None  # (max_step,) random forest search
    nrestart: int = 0
    perturb: int = 0
    perturb_operations: tuple[bool, bool, bool] = (True, True, True)
    memory: str = "auto"  # where deltas come from; what is found does not depend on it


@dataclass(frozen=True)
class OrderSettings:
    """What governs a search over orders, beside the data and the lists."""

    score: Score
    limit: int  # largest number of parents
    eps: float
    n_starts: int = 1
    backward: bool = False  # deletions on the equivalence class at the end
    sparing: bool = False  # the user left the limit to the number of distinct rows


@dataclass(frozen=True)
class ClassSettings:
    """What governs a search over equivalence classes, beside the data and the lists."""

    score: Score
    limit: int  # largest number of parents
    eps: float
    max_step: int
    extended: bool = True
    sparing: bool = False  # as for a search over orders


# Distinct rows that a parent takes where nobody set a limit, and parents that any node may have.
# Replicates with more overfit: of the paper's Sparse Graph, n=102, 60 resamples at 1.5 times BIC's
# penalty took minutes instead of a second, to no gain.
ROWS_PER_PARENT, FEW_PARENTS = 10, 3
AnySettings = TypeVar("AnySettings", bound=Settings | OrderSettings | ClassSettings)


def limit_parents(settings: AnySettings, distinct: int) -> AnySettings:
    """Leave a residual degree of freedom on so many distinct rows, if the score needs it."""
    limit = settings.limit
    if not isinstance(settings, Settings) and settings.sparing:
        limit = min(limit, max(distinct // ROWS_PER_PARENT, FEW_PARENTS))
    limit = settings.score.limit_parents(limit, distinct)
    return settings if limit == settings.limit else replace(settings, limit=limit)


def saturated(
    edges: IntArray, settings: Settings | OrderSettings | ClassSettings, distinct: int, p: int
) -> BoolArray:
    """Tell the nodes with as many parents as their distinct rows can fit, (p,)."""
    possible = settings.score.saturates and settings.limit == distinct - 2
    if not possible or len(edges) < settings.limit:
        return np.zeros(p, dtype=bool)
    parents = np.bincount(edges[:, 1], minlength=p)
    return (parents >= settings.limit) & (parents > 0)
