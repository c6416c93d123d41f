"""Masks, which numpy would drop without a word."""

from __future__ import annotations

from typing import Any

import numpy as np

from .frames import is_arrow


def _first_masked(value: Any) -> tuple[int, ...] | None:
    """Return where an array or nested list has a masked entry first; None if nowhere."""
    if isinstance(value, np.ma.MaskedArray):
        masked = np.argwhere(np.ma.getmaskarray(value))
        return tuple(masked[0].tolist()) if len(masked) else None
    if isinstance(value, (list, tuple)):
        for k, item in enumerate(value):
            inner = _first_masked(item)
            if inner is not None:
                return (k, *inner)
    return None


def check_unmasked(value: Any, name: str) -> Any:
    """Return an array or nested list none of whose entries is masked: numpy drops masks."""
    if is_arrow(value):
        raise TypeError(f"{name} must not be a table of pyarrow, give its to_pandas()")
    at = _first_masked(value)
    if at is not None:
        place = at[0] if len(at) == 1 else at
        raise ValueError(
            f"{name} must have no masked entries, got one at {place}; fill them, see np.ma.filled"
        )
    return value
