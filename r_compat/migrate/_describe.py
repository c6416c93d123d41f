"""What a Python value is in R's terms, in the plain form that R/run.R writes of R's values.

A description is a dict that JSON can hold: ``type`` and what the type needs.

- ``logical``, ``integer``, ``double``, ``character``: ``values`` (column by column, missing ones
  None, doubles in hexadecimal), and ``names``, ``dim``, ``dimnames`` where there are any;
- ``date``: ``values``, days since 1970;
- ``factor``: ``values``, ``levels``;
- ``list``: ``items``, ``names``, and ``class`` of an object; ``environment``: the same, sorted;
  ``data.frame``: also ``rows`` and ``height``;
- ``NULL``, ``function``, ``time``, ``other``: nothing that could be compared; a value inside of
  itself is ``other``, as an environment of R may be.
"""

from __future__ import annotations

import datetime
import types
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from dagbag.results import RList

from ..rvalues import Environment, NamedArray, NamedList, is_null
from ..rvalues._flat_tables import FlatTable
from ..rvalues._frame_summary import FrameSummary
from ..rvalues._one import NA_TEXT

Description = dict[str, Any]

_KINDS = {"b": "logical", "i": "integer", "u": "integer", "f": "double", "U": "character"}


def describe(value: Any, around: tuple[Any, ...] = ()) -> Description:
    """Describe a value.

    Parameters
    ----------
    value : object
        Scalars, numpy arrays, pandas objects, lists, dicts, results of dagbag.
    around : tuple of object
        The lists that it is in, none of which is gone into again.

    Returns
    -------
    dict

    Examples
    --------
    >>> describe([1.5, "a"])["items"]
    [{'type': 'double', 'values': ['0x1.8000000000000p+0']}, {'type': 'character', 'values': ['a']}]
    >>> describe(np.eye(2, dtype=int))
    {'type': 'integer', 'values': [1, 0, 0, 1], 'dim': [2, 2]}
    """
    if is_null(value):
        return {"type": "NULL"}
    if value is NA_TEXT:
        return {"type": "character", "values": [None]}
    if any(value is outer for outer in around):
        return {"type": "other", "class": "a value inside of itself"}
    around = (*around, value)
    if isinstance(value, RList):
        return _listed([value[name] for name in value.names()], value.names(), around)
    if isinstance(value, Environment):
        return _environment(value, around)
    if isinstance(value, Mapping):
        names = [None if key is None else str(key) for key in value]
        return _listed(list(value.values()), names, around)
    if isinstance(value, range):
        return {"type": "integer", "values": list(value)}
    if isinstance(value, NamedList):
        return _listed(list(value), value.names, around)
    if isinstance(value, (list, tuple)):
        return _listed(list(value), None, around)
    if isinstance(value, (FlatTable, FrameSummary)):
        value = value.table
    if isinstance(value, NamedArray):
        return {**_describe_array(np.asarray(value), around), **_labels_of(value)}
    if isinstance(value, (str, bool, int, float, np.generic, np.ndarray)):
        array = np.asarray(value, dtype=object if isinstance(value, str) else None)
        return _describe_array(array, around)
    if type(value) is datetime.date:
        return _describe_array(np.asarray(value, dtype="datetime64[D]"), around)
    if isinstance(value, (datetime.date, datetime.timedelta)):
        return {"type": "time", "class": type(value).__name__}
    if isinstance(value, types.SimpleNamespace):
        return _environment(vars(value), around)
    if callable(value):
        return {"type": "function"}
    return _describe_pandas(value, around)


def _environment(variables: Mapping[str, Any], around: tuple[Any, ...]) -> Description:
    """Describe an environment as R lists it: without names that begin with a dot."""
    names = sorted(name for name in variables if not name.startswith("."))
    return {**_listed([variables[k] for k in names], names, around), "type": "environment"}


def _listed(
    items: list[Any], names: Sequence[str | None] | None, around: tuple[Any, ...]
) -> Description:
    described: Description = {"type": "list", "items": [describe(item, around) for item in items]}
    return described if names is None else {**described, "names": list(names)}


def _labels_of(array: NamedArray) -> Description:
    labels = [
        None if axis is None else [None if label is None else str(label) for label in axis]
        for axis in array.dimnames
    ]
    if all(axis is None for axis in labels):
        return {}
    return {"names": labels[0]} if array.ndim == 1 else {"dimnames": labels}


def _describe_array(array: np.ndarray[Any, Any], around: tuple[Any, ...]) -> Description:
    flat = array.ravel(order="F")
    if array.dtype.kind in "mM":
        days = flat.astype("datetime64[D]") if array.dtype.kind == "M" else None
        if days is None or not ((days == flat) | np.isnat(flat)).all():
            return {"type": "time", "class": str(array.dtype)}
        values = np.where(np.isnat(days), np.nan, days.astype(np.int64)).tolist()
        return {"type": "date", "values": _plain(values, "double")}
    if array.dtype.kind == "O":
        described = _describe_objects(flat.tolist(), around)
    elif array.dtype.kind in _KINDS:
        kind = _KINDS[array.dtype.kind]
        described = {"type": kind, "values": _plain(flat.tolist(), kind)}
    else:
        return {"type": "other", "class": str(array.dtype)}
    if array.ndim > 1:
        described["dim"] = list(array.shape)
    return described


def _describe_objects(values: list[Any], around: tuple[Any, ...]) -> Description:
    """Describe values that may be anything: of one kind apart from missing ones, or a list."""
    kinds = {_kind(value) for value in values} - {"missing"}
    if kinds <= {"integer", "double"} and len(kinds) == 2:
        kinds = {"double"}
    if len(kinds) > 1 or "thing" in kinds:
        return _listed(values, None, around)
    if not values:  # objects are text
        return {"type": "character", "values": []}
    kind = kinds.pop() if kinds else "logical"
    return {"type": kind, "values": _plain(values, kind)}


def _kind(value: Any) -> str:
    if _missing(value):
        return "missing"
    if isinstance(value, (bool, np.bool_)):
        return "logical"
    if isinstance(value, (int, np.integer)):
        return "integer"
    if isinstance(value, (float, np.floating)):
        return "double"
    return "character" if isinstance(value, str) else "thing"


def _missing(value: Any) -> bool:
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, (float, np.floating)) and bool(np.isnan(value))


def _plain(values: list[Any], kind: str) -> list[Any]:
    if kind == "double":
        return [None if value is None or _missing(value) else _hex(value) for value in values]
    convert = {"logical": bool, "integer": int, "character": str}[kind]
    return [None if _missing(value) else convert(value) for value in values]


def numbers_plain(values: Any) -> list[str | None]:
    """Return floats as descriptions have them."""
    return _plain(np.asarray(values, dtype=float).ravel().tolist(), "double")


def _hex(value: Any) -> str:
    return float(value).hex()


def _describe_pandas(value: Any, around: tuple[Any, ...]) -> Description:
    module = type(value).__module__.partition(".")[0]
    if module != "pandas":
        return {"type": "other", "class": type(value).__name__}
    import pandas as pd

    if isinstance(value, pd.DataFrame):
        names = [str(name) for name in value.columns]
        items = [_without_names(value.iloc[:, k], around) for k in range(value.shape[1])]
        frame = {"type": "data.frame", "items": items, "names": names, "height": len(value)}
        rows = _labels(value.index)
        return frame if rows is None else {**frame, "rows": rows}
    if isinstance(value, pd.Series):
        described = _without_names(value, around)
        labels = _labels(value.index)
        return described if labels is None else {**described, "names": labels}
    if isinstance(value, pd.Categorical):
        return _without_names(pd.Series(value), around)
    if isinstance(value, pd.Index):
        return _without_names(pd.Series(value.to_numpy()), around)
    if isinstance(value, (pd.Timestamp, pd.Timedelta)):
        return _describe_array(np.asarray(value.to_numpy()), around)
    return {"type": "NULL"} if _missing(value) else {"type": "other", "class": type(value).__name__}


def _without_names(series: Any, around: tuple[Any, ...]) -> Description:
    import pandas as pd

    if isinstance(series.dtype, pd.CategoricalDtype):
        values = [None if _missing(value) else str(value) for value in series.tolist()]
        levels = [str(level) for level in series.cat.categories]
        return {"type": "factor", "values": values, "levels": levels}
    if series.dtype.kind in "biufmM" and isinstance(series.dtype, np.dtype):
        return _describe_array(series.to_numpy(), around)
    return _describe_objects(series.tolist(), around)


def _labels(index: Any) -> list[str] | None:
    """Return the labels of an index; None if it only counts."""
    import pandas as pd

    if isinstance(index, (pd.RangeIndex, pd.MultiIndex)):
        return None
    return [f"{label:.15g}" if isinstance(label, float) else str(label) for label in index]


def variables_of(namespace: Mapping[str, Any]) -> dict[str, Description]:
    """Describe the variables of a script; modules and private names are none.

    Examples
    --------
    >>> variables_of({"x": 1, "np": np, "_hidden": 2})
    {'x': {'type': 'integer', 'values': [1]}}
    """
    return {
        name: describe(value)
        for name, value in namespace.items()
        if not name.startswith("_") and not isinstance(value, types.ModuleType)
    }
