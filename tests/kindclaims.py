"""Whether a value of Python is what a kind of the translator claims."""

import numpy as np
import pandas as pd
from dagbag.r_compat.rvalues._named import NamedArray
from dagbag.r_compat.rvalues._one import NA_TEXT

_SCALARS = (bool, int, float, str, np.generic)
_DIMENSIONS = {"vector": 1, "matrix": 2}


def false_claim(kind, value):
    """The first claim of a kind that does not hold for a value, in words; None if all hold.

    What is taken for granted is no claim: extents of data (`many`, `soft`), a list whose places
    are still to be filled, and names that may be NULL.
    """
    if kind.shape in ("any", "never", "missing", "other", "result"):
        return None
    if kind.tag == "null" and value is None:
        return None
    if value is NA_TEXT:
        value = np.array([None], dtype=object)
    found = _of_shape(kind, value)
    if found is not None:
        return found
    if kind.atomic:
        return (
            _of_values(kind.values, value) or _of_extents(kind.extents, value) or _bare(kind, value)
        )
    if kind.is_list:
        return _of_list(kind, value)
    if kind.shape == "frame" and kind.items:
        return _of_frame(kind, value)
    return None


def holds(kind, value):
    """Whether all that a kind claims is so."""
    return false_claim(kind, value) is None


def false_claims(migration, namespace):
    """The variables of a script, after it ran, of which something false was claimed."""
    told = []
    for name, kind in migration._kinds.items():
        theirs = migration.names.get(name, name)
        if theirs in namespace:
            found = false_claim(kind, namespace[theirs])
            if found is not None:
                told.append(f"{name}: {found}; it is {namespace[theirs]!r}")
    return told


def _of_shape(kind, value):
    shape = kind.shape
    array = isinstance(value, np.ndarray)
    right = {
        "null": value is None,
        "scalar": isinstance(value, _SCALARS) or (value is None and not kind.complete),
        "vector": array and value.ndim == 1,
        "matrix": array and value.ndim == 2,
        "array": array and value.ndim > 2,
        "atomic": array or isinstance(value, _SCALARS) or value is None,
        "list": isinstance(value, list),
        "dict": isinstance(value, dict),
        "frame": isinstance(value, pd.DataFrame),
        "factor": isinstance(value, pd.Categorical),
        "function": callable(value),
    }[shape]
    return None if right else f"a {shape}, it is a {type(value).__name__}"


def _of_values(values, value):
    if isinstance(value, np.ndarray):
        elements = np.asarray(value).ravel()
    else:
        elements = np.array(
            [value], dtype=object if value is None or isinstance(value, str) else None
        )
    gaps = pd.isna(elements)
    if values.complete and gaps.any():
        return "complete"
    there = elements[~gaps]
    if len(elements) and not _has_mode(values, elements, there, gaps.any()):
        return f"mode {values.mode}, the type is {elements.dtype}"
    numeric = values.mode == "any" and elements.dtype.kind in "bif"
    if (numeric or values.mode in ("logical", "integer", "double")) and len(there):
        numbers = there.astype(float)
        if values.finite and not np.isfinite(numbers).all():
            return "finite"
        if values.low is not None and (numbers < values.low).any():
            return f"nothing below {values.low}"
        if values.high is not None and (numbers > values.high).any():
            return f"nothing above {values.high}"
    if values.const is not None and not _is_constant(elements, values.const):
        return f"the constant {values.const!r}"
    if values.numpy and not isinstance(value, np.generic):
        return "a scalar of numpy"
    if values.mode == "double" and elements.dtype.kind == "i" and (abs(elements) > 2**53).any():
        return "whole numbers that are exact in R"
    if values.stored and elements.dtype.kind != values.stored[0]:
        return f"stored as {values.stored}, the type is {elements.dtype}"
    return None


def _is_constant(elements, const):
    return len(elements) == 1 and (elements[0] == const or const != const != elements[0])


def _has_mode(values, elements, there, gaps):
    kind = elements.dtype.kind
    if values.mode == "logical":
        unsure = gaps or not values.complete  # then None may be among them
        return kind == "b" or (unsure and all(isinstance(v, (bool, np.bool_)) for v in there))
    if values.mode == "integer":
        unsure = gaps or not values.complete  # then they are floats
        return kind == "i" or (unsure and kind == "f" and _all_whole(there))
    if values.mode == "double":
        return kind in "if"
    if values.mode == "character":
        return all(isinstance(v, str) for v in there)
    return True


def _all_whole(numbers):
    return np.isfinite(numbers).all() and (numbers == numbers.round()).all()


def _of_extents(extents, value):
    if not isinstance(value, np.ndarray):
        return None
    if extents.length is not None and len(value) != extents.length:
        return f"{extents.length} elements"
    if extents.dims is not None and value.ndim > 1:
        if len(extents.dims) != value.ndim:
            return f"{len(extents.dims)} dimensions"
        if any(a is not None and a != b for a, b in zip(extents.dims, value.shape, strict=True)):
            return f"extents {extents.dims}"
    return None


def _bare(kind, value):
    named = isinstance(value, NamedArray) and any(n is not None for n in value.dimnames)
    return "no names" if kind.labels.bare and named else None


def _of_list(kind, value):
    if kind.length is not None and len(value) != kind.length:
        return f"{kind.length} elements"
    if kind.items is not None:
        if list(value) != [name for name, _ in kind.items]:
            return f"the names {[name for name, _ in kind.items]}"
        pairs = [(item, value[name]) for name, item in kind.items]
    else:
        values = value.values() if isinstance(value, dict) else value
        pairs = [(kind.item, v) for v in values if kind.item is not None]
    for item, v in pairs:
        found = None if v is None else false_claim(item, v)
        if found is not None:
            return f"of an element: {found}"
    return None


def _of_frame(kind, value):
    if list(value.columns) != [name for name, _ in kind.items]:
        return f"the columns {[name for name, _ in kind.items]}"
    for name, item in kind.items:
        column = value[name]
        array = column.array if isinstance(column.dtype, pd.CategoricalDtype) else column.to_numpy()
        found = false_claim(item, array)
        if found is not None:
            return f"of the column {name}: {found}"
    return None
