"""Whether two values are the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from dagbag.results import RList

from ._core import components, is_scalar, logical_numbers, missing, vector
from ._named import plain


def _plain_list(x: Any) -> Any:
    return components(x) if isinstance(x, RList) else x


def identical(x: Any, y: Any) -> bool:
    """Whether two values are equal in every element. R: ``identical``.

    Unlike R it does not tell integers from doubles, nor one value from a vector of one.

    Examples
    --------
    >>> identical(np.array([1, 2]), np.array([1.0, 2.0]))
    True
    """
    x, y = _plain_list(x), _plain_list(y)
    if x is None or y is None:
        return x is None and y is None
    if isinstance(x, (list, Mapping)) or isinstance(y, (list, Mapping)):
        if type(x) is not type(y) or len(x) != len(y):
            return False
        if isinstance(x, Mapping):
            return list(x) == list(y) and all(identical(x[k], y[k]) for k in x)
        return all(identical(a, b) for a, b in zip(x, y, strict=True))
    if isinstance(x, pd.DataFrame) or isinstance(y, pd.DataFrame):
        return isinstance(x, pd.DataFrame) and isinstance(y, pd.DataFrame) and x.equals(y)
    if callable(x) or callable(y):
        return bool(x is y)
    shapes = [
        np.shape(v) if np.ndim(v) > 1 else (1,) if is_scalar(v) else np.shape(vector(v))
        for v in (x, y)
    ]
    if shapes[0] != shapes[1]:
        return False
    a, b = vector(x), vector(y)
    texts = [v.dtype.kind == "O" and any(isinstance(e, str) for e in v) for v in (a, b)]
    if texts[0] != texts[1] or ((a.dtype.kind == "b") != (b.dtype.kind == "b") and a.size):
        return False
    gaps = missing(a)
    if not np.array_equal(gaps, missing(b)):
        return False
    return bool(np.all(a[~gaps] == b[~gaps]))


def all_equal(target: Any, current: Any, tolerance: Any = 1.5e-8) -> bool:
    """Whether two values are nearly equal. R: ``all.equal``, but False for a difference."""
    target, current = _plain_list(target), _plain_list(current)
    if isinstance(target, (list, Mapping)):
        if not isinstance(current, type(target)) or len(target) != len(current):
            return False
        if isinstance(target, Mapping):
            return list(target) == list(current) and all(
                all_equal(target[k], current[k], tolerance) for k in target
            )
        return all(all_equal(a, b, tolerance) for a, b in zip(target, current, strict=True))
    if isinstance(target, pd.DataFrame) and isinstance(current, pd.DataFrame):
        return (
            list(target.columns) == list(current.columns)
            and len(target) == len(current)
            and all(
                all_equal(target[c].to_numpy(), current[c].to_numpy(), tolerance) for c in target
            )
        )
    a, b = vector(target), vector(current)
    if a.shape != b.shape or (np.ndim(target) > 1) != (np.ndim(current) > 1):
        return False
    if a.dtype.kind == "O" or b.dtype.kind == "O":
        return identical(target, current)
    a, b = logical_numbers(plain(a)).astype(float), logical_numbers(plain(b)).astype(float)
    gaps = np.isnan(a)
    if not np.array_equal(gaps, np.isnan(b)):
        return False
    a, b = a[~gaps], b[~gaps]
    differ = a != b
    if not differ.any():
        return True
    size, difference = np.mean(np.abs(a[differ])), np.mean(np.abs(a[differ] - b[differ]))
    relative = difference / size if np.isfinite(size) and size > tolerance else difference
    return bool(relative < tolerance)
