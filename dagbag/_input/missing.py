"""Missing values: what is to become of the rows that have some."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from .._dag.types import BoolArray
from .containers import OTHERS, Table
from .words import nearest, show

ERROR, DROP = MISSING_RULES = ("error", "drop")
_PAIRWISE = (
    'missing="pairwise" is not offered: covariances of different rows need not be those of any '
    "data, each has another n, which the score does not know, and in a resample other pairs are "
    'missing; give missing="drop", or fill the gaps in before, several times if you can, and '
    "merge the ensembles"
)


def check_missing(value: object) -> str:
    """Return what is to become of rows with missing values."""
    if isinstance(value, str) and value in MISSING_RULES:
        return value
    if value == "pairwise":
        raise ValueError(_PAIRWISE)
    message = f'missing must be "error" or "drop", got {show(value)}'
    if isinstance(value, str):
        raise ValueError(message + nearest(value, MISSING_RULES))
    raise TypeError(message)


def gaps(table: Table) -> BoolArray:
    """Tell the missing values, (n, p); columns that are no numbers have none that count."""
    found: BoolArray = np.isnan(table.values)
    other = [k for k, kind in enumerate(table.kinds) if kind in OTHERS]
    if other:
        found[:, other] = False
    return found


def has_gaps(table: Table) -> bool:
    """Whether any value is missing; a sum tells that there is none."""
    with np.errstate(invalid="ignore", over="ignore"):
        if not np.isnan(table.values.sum()):
            return False
    return bool(gaps(table).any())


def drop_rows(table: Table) -> tuple[Table, int]:
    """Leave out the rows with a missing value, and say how many there were."""
    if not has_gaps(table):
        return table, 0
    kept = np.flatnonzero(~gaps(table).any(axis=1))
    rows = [table.label(int(row)) for row in kept]
    values = np.ascontiguousarray(table.values[kept])
    return replace(table, values=values, rows=rows), len(table.values) - len(kept)
