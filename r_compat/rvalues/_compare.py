"""Whether two values are the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from dagbag.results import RList

from ._core import column, components, is_r_na, is_scalar, length, missing, vector
from ._named import NamedArray, list_parts, named, plain
from ._nothing import or_null
from ._options import option
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


def all_equal(target: Any, current: Any, tolerance: Any = 1.5e-8, attributes: bool = True) -> bool:
    """Whether two values are nearly equal. R: ``all.equal``, but False for a difference."""
    target, current = _plain_list(target), _plain_list(current)
    if not attributes:
        target, current = (_without_attributes(value) for value in (target, current))
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
    "target and current differ, and what all.equal() says of it is known for values of one mode "
    "and one difference only: isTRUE(all.equal(target, current)) tells that they do"
)


def equality(target: Any, current: Any, tolerance: Any = 1.5e-8, attributes: bool = True) -> Any:
    """Return True if two values are nearly equal, else R's text of how they differ.

    R: ``all.equal``. What R says of other modes or dimensions, or in several texts, is not repeated
    here: that is an error, and :func:`all_equal` tells whether they are equal.

    Examples
    --------
    >>> equality(1, 1 + 1e-7)
    'Mean relative difference: 1e-07'
    """
    if not attributes:
        target, current = (_without_attributes(value) for value in (target, current))
    if all_equal(target, current, tolerance):
        return True
    told = _differences(target, current, tolerance)
    if len(told) != 1:
        raise Untranslated(_UNTOLD)
    return told[0]


def _without_attributes(x: Any) -> Any:
    """Return a value without names and dimensions, as far as ``all.equal`` leaves them out."""
    if isinstance(x, (pd.DataFrame, pd.Categorical)):
        raise Untranslated("all.equal() of a data frame or factor without its attributes")
    if isinstance(x, (list, Mapping)):
        return [_without_attributes(item) for item in list_parts(x)[0]]
    if x is None or is_scalar(x) or callable(x):
        return x
    flat = plain(vector(x))
    return flat.reshape((-1,) + (1,) * (np.ndim(x) - 1))  # a matrix is no vector all the same


def _differences(target: Any, current: Any, tolerance: Any) -> list[str]:
    """Return R's texts of how two values differ."""
    values = (target, current)
    if all(isinstance(value, pd.DataFrame) for value in values):
        if list(target.columns) != list(current.columns) or list(target.index) != list(
            current.index
        ):
            raise Untranslated(_UNTOLD)
        pairs = [(column(target, k), column(current, k)) for k in range(target.shape[1])]
        return _of_parts([str(name) for name in target.columns], pairs, tolerance)
    if all(isinstance(value, (list, Mapping)) for value in values):
        (left, own), (right, other) = list_parts(target), list_parts(current)
        if own != other or len(left) != len(right) or (own is not None and "" in own):
            raise Untranslated(_UNTOLD)
        return _of_parts(own, list(zip(left, right, strict=True)), tolerance)
    if any(
        isinstance(v, (list, Mapping, pd.DataFrame, pd.Categorical)) or v is None for v in values
    ):
        raise Untranslated(_UNTOLD)
    a, b = vector(target), vector(current)
    modes = {_mode_of(v) for v in (a, b)}
    shapes = [() if is_scalar(v) or np.ndim(v) == 1 else np.shape(v) for v in values]
    if len(modes) != 1 or shapes[0] != shapes[1] or (shapes[0] and not _same_labels(*values)):
        raise Untranslated(_UNTOLD)
    told = [] if shapes[0] else _names_differ(*values)
    if modes != {"number"}:
        return told + _elements_differ(a, b, text=modes == {"text"})
    return told + _numbers_differ(a, b, tolerance)


def _of_parts(names: Any, pairs: list[tuple[Any, Any]], tolerance: Any) -> list[str]:
    found = []
    for k, (left, right) in enumerate(pairs):
        if not all_equal(left, right, tolerance):
            label = str(k + 1) if names is None else f"\u201c{names[k]}\u201d"
            told = _differences(left, right, tolerance)
            found += [f"Component {label}: {text}" for text in told]
    return found


def _names_differ(target: Any, current: Any) -> list[str]:
    own, other = (v.dimnames[0] if isinstance(v, NamedArray) else None for v in (target, current))
    if own is None and other is None:
        return []
    if own is None or other is None:
        sides = ("current", "target") if own is None else ("target", "current")
        return [f"names for {sides[0]} but not for {sides[1]}"]
    if list(own) == list(other):
        return []
    told = _elements_differ(vector(own), vector(other), text=True)
    return [f"Names: {one}" for one in told]


def _elements_differ(a: Any, b: Any, *, text: bool) -> list[str]:
    if len(a) != len(b):
        raise Untranslated(_UNTOLD)
    gaps = missing(a)
    if not np.array_equal(gaps, missing(b)):
        return [_gaps_text(gaps, missing(b))]
    count = sum(x != y for x, y in zip(a[~gaps], b[~gaps], strict=True))
    what = "string" if text else "element"
    return [f"{count} {what} mismatch{'es' if count > 1 else ''}"] if count else []


def _gaps_text(own: Any, other: Any) -> str:
    return f"'is.NA' value mismatch: {other.sum()} in current {own.sum()} in target"


def _numbers_differ(a: Any, b: Any, tolerance: Any) -> list[str]:
    if len(a) != len(b):
        return [f"Numeric: lengths ({len(a)}, {len(b)}) differ"]
    a, b = a.astype(float), b.astype(float)
    gaps = np.isnan(a)
    if not np.array_equal(gaps, np.isnan(b)):
        return [_gaps_text(gaps, np.isnan(b))]
    if all_equal(a, b, tolerance):
        return []
    differ = ~gaps & (a != b)
    with np.errstate(all="ignore"):
        size = np.mean(np.abs(a[differ]))
        difference = np.mean(np.abs(a[differ] - b[differ]))
    if np.isfinite(size) and size > tolerance:
        return [f"Mean relative difference: {number_text(difference / size, option('digits'))}"]
    return [f"Mean absolute difference: {number_text(difference, option('digits'))}"]
