"""Whether two values are the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from dagbag.results import RList

from ._core import column, components, is_r_na, is_scalar, length, missing, vector
from ._named import NamedArray, list_parts, named
from ._nothing import or_null
from ._text import number_text
from ._untranslated import Untranslated

__all__ = ["all_equal", "equality", "identical", "named"]


def _plain_list(x: Any) -> Any:
    return components(x) if isinstance(x, RList) else x


def identical(x: Any, y: Any, modes: str = "") -> bool:
    """Whether two values are the same in every respect: elements, shape, names. R: ``identical``.

    R tells integers from doubles, Python does not always: 5 may stand for either. Where that
    decides, it is an error, unless `modes` says that those of both are the "same" or "differ".

    Examples
    --------
    >>> identical(np.array([1.0, 2.0]), np.array([1.0, 2.0]))
    True
    >>> identical(np.array([1.0, 2.0]), named([1.0, 2.0], ["a", "b"]))
    False
    """
    x, y = or_null(x), or_null(y)
    x, y = _plain_list(x), _plain_list(y)
    if x is y and modes != "differ":
        return True
    if x is None or y is None:
        return False
    if isinstance(x, (list, Mapping)) or isinstance(y, (list, Mapping)):
        if not (isinstance(x, (list, Mapping)) and isinstance(y, (list, Mapping))):
            return False
        (left, own), (right, other) = list_parts(x), list_parts(y)
        same = own == other and len(left) == len(right)
        return same and all(identical(a, b, modes) for a, b in zip(left, right, strict=True))
    if isinstance(x, pd.DataFrame) or isinstance(y, pd.DataFrame):
        if not (isinstance(x, pd.DataFrame) and isinstance(y, pd.DataFrame)):
            return False
        if list(x.columns) != list(y.columns) or list(x.index) != list(y.index):
            return False
        return all(identical(column(x, k), column(y, k), modes) for k in range(x.shape[1]))
    if isinstance(x, pd.Categorical) or isinstance(y, pd.Categorical):
        if not (isinstance(x, pd.Categorical) and isinstance(y, pd.Categorical)):
            return False
        same = list(x.categories) == list(y.categories) and x.ordered == y.ordered
        return same and bool(np.array_equal(x.codes, y.codes))
    if callable(x) or callable(y):
        return False
    shapes = [np.shape(v) if np.ndim(v) > 1 else (length(v),) for v in (x, y)]
    if shapes[0] != shapes[1] or not _same_labels(x, y):
        return False
    a, b = vector(x), vector(y)
    found = [_mode_of(v) for v in (a, b)]
    if found[0] != found[1] and "gap" not in found:
        return False
    gaps = missing(a)
    if not np.array_equal(gaps, missing(b)) or not _same_gaps(a[gaps], b[gaps]):
        return False
    if not bool(np.all(a[~gaps] == b[~gaps])):
        return False
    if modes == "differ":
        return False
    if found[0] == "number" and not modes and _in_doubt(x, y):
        raise Untranslated(
            f"identical() of {x!r} and {y!r}, of which one may be an integer, one a double of R"
        )
    return True


def _same_labels(x: Any, y: Any) -> bool:
    axes = [
        v.dimnames if isinstance(v, NamedArray) else (None,) * max(1, np.ndim(v)) for v in (x, y)
    ]
    return all(
        (a is None and b is None) or (a is not None and b is not None and list(a) == list(b))
        for a, b in zip(*axes, strict=True)
    )


def _mode_of(array: Any) -> str:
    if array.dtype.kind in "iuf":
        return "number"
    if array.dtype.kind == "b":
        return "logical"
    known = [v for v in array if v is not None]
    if not known and len(array):
        return "gap"
    return "logical" if known and isinstance(known[0], (bool, np.bool_)) else "text"


def _same_gaps(a: Any, b: Any) -> bool:
    """NA and NaN are not the same."""
    if a.dtype.kind != "f" or b.dtype.kind != "f":
        return True
    return all(is_r_na(u) == is_r_na(v) for u, v in zip(a, b, strict=True))


def _in_doubt(x: Any, y: Any) -> bool:
    """Whether equal whole numbers may be integers of R here and doubles there."""
    kinds = ["python" if isinstance(v, int) else vector(v).dtype.kind for v in (x, y)]
    return kinds[0] != kinds[1] or kinds[0] == "python"


def all_equal(target: Any, current: Any, tolerance: Any = 1.5e-8) -> bool:
    """Whether two values are nearly equal. R: ``all.equal``, but False for a difference."""
    target, current = _plain_list(target), _plain_list(current)
    if isinstance(target, (list, Mapping)) or isinstance(current, (list, Mapping)):
        if not (isinstance(target, (list, Mapping)) and isinstance(current, (list, Mapping))):
            return False
        (left, own), (right, other) = list_parts(target), list_parts(current)
        same = own == other and len(left) == len(right)
        return same and all(all_equal(a, b, tolerance) for a, b in zip(left, right, strict=True))
    if isinstance(target, pd.DataFrame) and isinstance(current, pd.DataFrame):
        return (
            list(target.columns) == list(current.columns)
            and list(target.index) == list(current.index)
            and all(
                all_equal(column(target, k), column(current, k), tolerance)
                for k in range(target.shape[1])
            )
        )
    if target is None or current is None:
        return target is current
    if isinstance(target, pd.Categorical) or isinstance(current, pd.Categorical):
        return identical(target, current)
    a, b = vector(target), vector(current)
    shapes = [np.shape(v) if np.ndim(v) > 1 else (length(v),) for v in (target, current)]
    if shapes[0] != shapes[1] or not _same_labels(target, current):
        return False
    modes = {_mode_of(v) for v in (a, b)}
    if modes != {"number"}:
        return len(modes) == 1 and identical(target, current)
    a, b = a.astype(float), b.astype(float)
    gaps = np.isnan(a)
    if not np.array_equal(gaps, np.isnan(b)):
        return False
    a, b = a[~gaps], b[~gaps]
    differ = a != b
    if not differ.any():
        return True
    with np.errstate(all="ignore"):
        size, difference = np.mean(np.abs(a[differ])), np.mean(np.abs(a[differ] - b[differ]))
    relative = difference / size if np.isfinite(size) and size > tolerance else difference
    return bool(relative < tolerance)


_UNTOLD = (
    "target and current differ, and what all.equal() says of it is known for vectors of one mode "
    "only: isTRUE(all.equal(target, current)) tells that they do"
)


def equality(target: Any, current: Any, tolerance: Any = 1.5e-8) -> Any:
    """Return True if two values are nearly equal, else R's text of how they differ.

    R: ``all.equal``. What R says of lists, names and other modes is not repeated here: those are
    an error, and :func:`all_equal` tells whether they are equal.

    Examples
    --------
    >>> equality(1, 1 + 1e-7)
    'Mean relative difference: 1e-07'
    """
    if all_equal(target, current, tolerance):
        return True
    a, b = vector(target), vector(current)
    modes = {_mode_of(v) for v in (a, b)}
    plain_ = all(is_scalar(v) or np.ndim(v) == 1 for v in (target, current))
    if not plain_ or len(modes) != 1 or not _same_labels(target, current):
        raise Untranslated(_UNTOLD)
    if modes == {"text"} and len(a) == len(b):
        count = sum(x != y for x, y in zip(a, b, strict=True))
        return f"{count} string mismatch{'es' if count > 1 else ''}"
    if modes != {"number"}:
        raise Untranslated(_UNTOLD)
    if len(a) != len(b):
        return f"Numeric: lengths ({len(a)}, {len(b)}) differ"
    a, b = a.astype(float), b.astype(float)
    gaps = np.isnan(a)
    if not np.array_equal(gaps, np.isnan(b)):
        counts = f"{np.isnan(b).sum()} in current {gaps.sum()} in target"
        return f"'is.NA' value mismatch: {counts}"
    differ = ~gaps & (a != b)
    with np.errstate(all="ignore"):
        size = np.mean(np.abs(a[differ]))
        difference = np.mean(np.abs(a[differ] - b[differ]))
    if np.isfinite(size) and size > tolerance:
        return f"Mean relative difference: {number_text(difference / size, 7)}"
    return f"Mean absolute difference: {number_text(difference, 7)}"
