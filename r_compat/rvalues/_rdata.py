"""Values of R's files in this package's forms, and back: what ``readRDS`` and ``saveRDS`` need."""

from __future__ import annotations

import datetime
import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from dagbag.results import RList

from . import _serialized as s
from ._classes import structure
from ._core import NA, column
from ._environments import Environment
from ._named import NamedArray, NamedList, list_of, plain
from ._nothing import Nothing
from ._serialized import NULL, MalformedError, RValue

_NUMERIC = ("logical", "integer", "double", "complex", "raw")
_FORMLESS = {"table", "noquote", "AsIs"}  # classes that only say how a vector is printed


class NotRead:
    """Stands for what a file of R holds and Python has no form for: a function, say.

    Attributes
    ----------
    kind : str
        What it is in R.
    """

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def __repr__(self) -> str:
        return f"<of R, not read: {self.kind}>"


# From R


def from_r(found: RValue) -> Any:
    """Return a value that was read in this package's forms.

    Parameters
    ----------
    found : RValue

    Returns
    -------
    object
        As `dagbag.r_compat.migrate` describes; `NotRead` for what has no form in Python.
    """
    classes = _texts(found, "class")
    if found.kind == "NULL":
        return None
    if "data.frame" in classes and found.kind == "list":
        return _frame(found)
    if "factor" in classes and found.kind == "integer":
        return _factor(found, "ordered" in classes)
    if found.kind in ("list", "pairlist"):
        return structure(_list(found), classes) if classes else _list(found)
    if classes == ["Date"] and found.kind in ("double", "integer"):
        return _dates(found)
    if found.kind not in _NUMERIC and found.kind != "character":
        return NotRead(found.kind)
    if not set(classes) <= _FORMLESS:
        return NotRead(f"{found.kind} of class {classes[0]}")
    return _vector(found)


def _texts(found: RValue, name: str) -> list[str]:
    given = found.attributes.get(name, NULL)
    if given.kind not in ("NULL", "character"):
        raise MalformedError(f"the {name} of a value are no text")
    return [] if given is NULL else ["NA" if text is None else text for text in given.value]


def _names(found: RValue, count: int) -> list[str] | None:
    names = _texts(found, "names")
    if not names:
        return None
    if len(names) != count:
        raise MalformedError(f"{count} values have {len(names)} names")
    return names


def _list(found: RValue) -> Any:
    if "dim" in found.attributes:
        raise MalformedError("a matrix of lists has no form in Python")
    names = _names(found, len(found.value))
    items = [from_r(item) for item in found.value]
    if not items and "names" in found.attributes:
        return {}
    return list_of(items, names)


def _by_name(names: list[str], items: list[Any]) -> dict[str, Any]:
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise MalformedError(f"a list has two elements named {twice!r}, which a dict cannot have")
    return dict(zip(names, items, strict=True))


def _values(found: RValue) -> Any:
    """Return the values of a vector: those with NA in a kind that has it."""
    if found.kind == "character":
        return np.array([*found.value, None], dtype=object)[:-1]
    if found.kind in ("double", "complex"):
        return found.value
    gaps = found.value == s.INTEGER_NA if found.kind != "raw" else np.zeros(0, dtype=bool)
    if gaps.any() and found.kind == "logical":
        return np.where(gaps, None, found.value.astype(bool).astype(object))
    if gaps.any():
        numbers = found.value.astype(np.float64)
        numbers[gaps] = NA
        return numbers
    return found.value.astype(bool if found.kind == "logical" else np.int64)


def _vector(found: RValue) -> Any:
    values = _values(found)
    shape = found.attributes.get("dim")
    if shape is not None:
        return _array(values, shape, found.attributes.get("dimnames", NULL))
    if _names(found, len(values)) is not None or (not len(values) and "names" in found.attributes):
        names = np.array([*found.attributes["names"].value, None], dtype=object)[:-1]
        return NamedArray(values, (names,))
    if len(values) == 1 and values[0] is not None:  # missing text stays a vector: None is NULL
        return values[0]
    return values


def _dates(found: RValue) -> Any:
    """Return days; their names, which numpy's have no place for, are not kept."""
    days: Any = np.floor(np.asarray(_values(found), dtype=np.float64))
    gaps = ~(np.abs(days) < 2**31)
    made = np.where(gaps, 0, days).astype(np.int64).astype("datetime64[D]")
    made[gaps] = np.datetime64("NaT")
    return made[0] if len(made) == 1 else made


def _array(values: Any, dim: RValue, dimnames: RValue) -> Any:
    if dim.kind != "integer" or not len(dim.value) or (dim.value < 0).any():
        raise MalformedError("the dimensions of an array are no counts")
    shape = [int(extent) for extent in dim.value]
    size = 1
    for extent in shape:
        size *= extent
    if size != len(values):
        raise MalformedError(f"an array of dimensions {shape} has {len(values)} values")
    array = values.reshape(shape, order="F")
    labels = _dimnames(dimnames, shape)
    return array if all(axis is None for axis in labels) else NamedArray(array, labels)


def _dimnames(given: RValue, shape: list[int]) -> list[Any]:
    if given is NULL:
        return [None] * len(shape)
    if given.kind != "list" or len(given.value) != len(shape):
        raise MalformedError("an array does not have dimnames for each dimension")
    labels = []
    for axis, extent in zip(given.value, shape, strict=True):
        if axis is not NULL and (axis.kind != "character" or len(axis.value) != extent):
            raise MalformedError(f"a dimension of {extent} has other dimnames")
        labels.append(None if axis is NULL else np.array(axis.value, dtype=object))
    return labels


def _factor(found: RValue, ordered: bool) -> Any:
    levels = _texts(found, "levels")
    codes = found.value.astype(np.int64)
    codes = np.where(codes == s.INTEGER_NA, 0, codes) - 1
    if len(set(levels)) < len(levels) or not ((codes >= -1) & (codes < len(levels))).all():
        raise MalformedError("the levels of a factor do not fit its values")
    return pd.Categorical.from_codes(codes, categories=pd.Index(levels), ordered=ordered)


def _frame(found: RValue) -> pd.DataFrame:
    names = _names(found, len(found.value)) or []
    if len(names) != len(found.value):
        raise MalformedError("the columns of a data frame have no names")
    columns = [_frame_column(item) for item in found.value]
    index = _row_names(found.attributes.get("row.names", NULL))
    if any(len(values) != len(index) for values in columns):
        raise MalformedError("the columns of a data frame are not as long as its row names")
    frame = pd.DataFrame(dict(enumerate(columns)), index=index)
    frame.columns = pd.Index(names)
    return frame


def _frame_column(item: RValue) -> Any:
    if "factor" in _texts(item, "class") and item.kind == "integer":
        return _factor(item, "ordered" in _texts(item, "class"))
    if _texts(item, "class") == ["Date"] and item.kind in ("double", "integer"):
        return np.atleast_1d(_dates(item))
    if not set(_texts(item, "class")) <= _FORMLESS:
        raise MalformedError(
            f"a data frame has a column of class {_texts(item, 'class')[0]}, "
            "which has no form in Python"
        )
    if "dim" in item.attributes or (item.kind not in _NUMERIC and item.kind != "character"):
        raise MalformedError("a data frame has a column that is no vector")
    return _values(item)


def _row_names(given: RValue) -> Any:
    if given.kind == "character":
        return pd.Index(["NA" if text is None else text for text in given.value])
    if given.kind != "integer":
        return pd.RangeIndex(0)
    numbers = given.value.astype(np.int64)
    if len(numbers) == 2 and numbers[0] == s.INTEGER_NA:
        return pd.RangeIndex(abs(int(numbers[1])))
    if (numbers == np.arange(1, len(numbers) + 1)).all():
        return pd.RangeIndex(len(numbers))
    return pd.Index(numbers - 1)  # as rvalues.rownames counts


def variables_from_r(found: RValue) -> dict[str, Any]:
    """Return the variables of an RData file by name."""
    if found is NULL:
        return {}
    names = found.attributes.get("names")
    if found.kind != "pairlist" or names is None or "" in names.value:
        raise MalformedError("its variables have no names")
    return _by_name(names.value, [from_r(item) for item in found.value])


# To R: version 2 of the format, which every R since 2.3.0 reads


def to_rds(value: Any) -> bytes:
    """Return the bytes of an RDS file, before compression.

    Raises
    ------
    TypeError
        If the value has no form in R: a function, say.
    """
    return _HEAD + _whole_value(value)


def to_rdata(values: Mapping[str, Any]) -> bytes:
    """Return the bytes of an RData file, before compression."""
    return b"RDX2\n" + _HEAD + _whole_value(values, _pairlist)


def _whole_value(value: Any, write: Callable[[Any], bytes] | None = None) -> bytes:
    try:
        return (write or _value)(value)
    except RecursionError:
        raise ValueError(
            "values that are nested too deeply, or hold themselves, cannot be saved"
        ) from None


def _integer(value: int) -> bytes:
    return struct.pack(">i", value)


_HEAD = b"X\n" + _integer(2) + _integer(0x030600) + _integer(0x020300)
_NIL = _integer(s.NIL)


def _length(count: int) -> bytes:
    if count < 2**31:
        return _integer(count)
    return _integer(-1) + struct.pack(">II", count >> 32, count & 0xFFFFFFFF)


def _char(text: str | None) -> bytes:
    if text is None:
        return _integer(s.CHAR) + _integer(-1)
    data = text.encode("utf-8")
    if b"\0" in data:
        raise ValueError("text with the character 0 has no form in R")
    mark = s.ASCII_TEXT if text.isascii() else s.UTF8_TEXT
    return _integer(s.CHAR | mark) + _integer(len(data)) + data


def _symbol(name: str) -> bytes:
    return _integer(s.SYMBOL) + _char(name)


def _missing(value: Any) -> bool:
    return value is None or value is pd.NA


def _pairlist(items: Mapping[str, Any]) -> bytes:
    cells = (
        _integer(s.PAIRLIST | s.TAG_FLAG) + _symbol(name) + _value(item)
        for name, item in items.items()
    )
    return b"".join(cells) + _NIL


def _value(x: Any) -> bytes:
    if _missing(x) or isinstance(x, Nothing):
        return _NIL
    if isinstance(x, Environment):
        raise _refused(x)
    if isinstance(x, RList):
        return _list_bytes([x[name] for name in x.names()], {"names": x.names()})
    classes: dict[str, Any] = {"class": list(x.r_class)} if getattr(x, "r_class", ()) else {}
    flag = s.OBJECT_FLAG if classes else 0
    if isinstance(x, Mapping):
        names = [str(key) for key in x]
        return _list_bytes(list(x.values()), {"names": names, **classes}, flag)
    if isinstance(x, NamedList):
        return _list_bytes(x, {"names": x.names})
    if isinstance(x, (list, tuple)):
        return _list_bytes(x, classes, flag)
    if isinstance(x, pd.DataFrame):
        return _frame_bytes(x)
    if isinstance(x, pd.Categorical):
        return _factor_bytes(x)
    if isinstance(x, pd.Series):
        return _series_bytes(x)
    if isinstance(x, (pd.Index, range)):
        return _array_bytes(np.asarray(x))
    if isinstance(x, np.ndarray):
        return _array_bytes(x)
    if isinstance(x, (str, bool, int, float, complex, np.generic)):
        return _array_bytes(np.array([x], dtype=object if isinstance(x, (str, int)) else None))
    raise _refused(x)


def _list_bytes(items: Sequence[Any], attributes: Mapping[str, Any], classed: int = 0) -> bytes:
    body = _length(len(items)) + b"".join(_value(item) for item in items)
    return _vector_bytes(s.LIST | classed, body, attributes)


def _vector_bytes(flags: int, body: bytes, attributes: Mapping[str, Any]) -> bytes:
    if not attributes:
        return _integer(flags) + body
    texts = {
        name: np.array(value, dtype=object) if name in ("names", "class", "levels") else value
        for name, value in attributes.items()
    }
    return _integer(flags | s.ATTRIBUTES_FLAG) + body + _pairlist(texts)


def _factor_bytes(x: pd.Categorical) -> bytes:
    codes = np.asarray(x.codes).astype(np.int64) + 1
    body = _integers(np.where(codes == 0, s.INTEGER_NA, codes))
    levels = [str(level) for level in x.categories]
    classes = ["ordered", "factor"] if x.ordered else ["factor"]
    flags = s.INTEGER | s.OBJECT_FLAG
    return _vector_bytes(flags, body, {"levels": levels, "class": classes})


def _frame_bytes(x: pd.DataFrame) -> bytes:
    attributes: dict[str, Any] = {
        "names": [str(name) for name in x.columns],
        "row.names": _row_names_of(x),
        "class": ["data.frame"],
    }
    return _list_bytes([column(x, k) for k in range(x.shape[1])], attributes, s.OBJECT_FLAG)


def _series_bytes(x: Any) -> bytes:
    values = column(x.to_frame(), 0)
    if isinstance(values, pd.Categorical) or isinstance(x.index, pd.RangeIndex):
        return _value(values)
    return _value(NamedArray(values, (np.array([str(k) for k in x.index], dtype=object),)))


def _array_bytes(x: Any) -> bytes:
    attributes: dict[str, Any] = {}
    labels = x.dimnames if isinstance(x, NamedArray) else (None,) * x.ndim
    if x.ndim > 1:
        attributes["dim"] = np.array(x.shape, dtype=np.int64)
    if any(axis is not None for axis in labels):
        attributes["names" if x.ndim == 1 else "dimnames"] = (
            _text_axis(labels[0]) if x.ndim == 1 else [_text_axis(axis) for axis in labels]
        )
    flat: Any = np.atleast_1d(plain(x)).ravel(order="F")
    if flat.dtype.kind == "O":
        flat = _settled(flat)
    if isinstance(flat, list):
        return _list_bytes(flat, attributes)
    if flat.dtype.kind == "M":
        days = flat.astype("datetime64[D]")
        if not (np.isnat(flat) | (days == flat)).all():
            raise TypeError("an array of times of the day has no form in R's files")
        flat = np.where(np.isnat(days), NA, days.astype(np.int64).astype(np.float64))
        attributes["class"] = ["Date"]
    code, body = _atomic(flat)
    return _vector_bytes(code | s.OBJECT_FLAG * ("class" in attributes), body, attributes)


def _text_axis(labels: Any) -> Any:
    if labels is None:
        return None
    return np.array([None if label is None else str(label) for label in labels], dtype=object)


def _row_names_of(x: pd.DataFrame) -> Any:
    index = x.index
    if isinstance(index, pd.RangeIndex) and index.start == 0 and index.step == 1:
        return _Compact(len(index))
    if pd.api.types.is_integer_dtype(index):
        return np.asarray(index, dtype=np.int64) + 1
    return np.array([str(label) for label in index], dtype=object)


class _Compact(np.ndarray):
    """R's row names 1, ..., n: c(NA, -n)."""

    def __new__(cls, count: int) -> _Compact:
        return np.array([s.INTEGER_NA, -count], dtype=np.int64).view(cls)


def _settled(flat: Any) -> Any:
    """Return objects as an array of one kind, missing ones as that kind has them, or a list."""
    gaps = np.array([_missing(value) or _is_nan(value) for value in flat], dtype=bool)
    known = [value for value, gap in zip(flat, gaps, strict=True) if not gap]
    if all(isinstance(value, str) for value in known):
        return flat
    if all(isinstance(value, (bool, np.bool_)) for value in known):
        numbers = np.where(gaps, 0, flat).astype(np.int64)
        return _Logical(np.where(gaps, s.INTEGER_NA, numbers))
    if any(isinstance(value, (bool, np.bool_)) for value in known):
        return flat.tolist()
    if all(isinstance(value, (int, np.integer)) for value in known) and not gaps.any():
        return _whole(known)
    if all(isinstance(value, (int, float, np.integer, np.floating)) for value in known):
        return np.array([NA if _missing(value) else value for value in flat], dtype=np.float64)
    return flat.tolist()


class _Logical(np.ndarray):
    """Logical values as R's integers, with NA."""

    def __new__(cls, values: Any) -> _Logical:
        return np.asarray(values).view(cls)


def _is_nan(value: Any) -> bool:
    return isinstance(value, (float, np.floating)) and bool(np.isnan(value))


def _whole(values: list[Any]) -> Any:
    if all(abs(int(value)) < 2**63 for value in values):
        return np.array(values, dtype=np.int64)
    raise ValueError(f"whole numbers of R end at 2^53, got {max(values, key=abs)}")


def _integers(values: npt.NDArray[Any]) -> bytes:
    return _length(len(values)) + values.astype(">i4").tobytes()


def _atomic(flat: Any) -> tuple[int, bytes]:
    """Return the type and the bytes of a vector of one kind."""
    kind = flat.dtype.kind
    if isinstance(flat, _Compact):
        return s.INTEGER, _integers(flat)
    if isinstance(flat, _Logical) or kind == "b":
        return s.LOGICAL, _integers(flat)
    if kind in "iu":
        return _numbers(flat)
    if kind == "f":
        return s.DOUBLE, _length(len(flat)) + flat.astype(">f8").tobytes()
    if kind == "c":
        return s.COMPLEX, _length(len(flat)) + flat.astype(">c16").tobytes()
    if kind in "OU":
        texts = [None if _missing(value) or _is_nan(value) else str(value) for value in flat]
        return s.STRINGS, _length(len(flat)) + b"".join(map(_char, texts))
    raise TypeError(f"an array of {flat.dtype} has no form in R's files")


def _numbers(flat: Any) -> tuple[int, bytes]:
    """Integers where they fit, doubles where these are exact."""
    low, high = (int(flat.min()), int(flat.max())) if len(flat) else (0, 0)
    if low > s.INTEGER_NA and high < 2**31:
        return s.INTEGER, _integers(flat)
    if max(-low, high) > 2**53:
        raise ValueError(f"whole numbers of R end at 2^53, got {high if high > -low else low}")
    return s.DOUBLE, _length(len(flat)) + flat.astype(">f8").tobytes()


def _refused(x: Any) -> TypeError:
    hint = ""
    if isinstance(x, NotRead):
        what = f"a {x.kind} of R, which was not read"
    elif isinstance(x, (datetime.date, datetime.timedelta)):
        what, hint = "a time", "; save its text"
    elif callable(x):
        what, hint = "a function", "; save what it returns"
    else:
        what = f"a value of type {type(x).__name__}"
    return TypeError(f"a file of R holds vectors, lists, factors and data frames, got {what}{hint}")
