"""Values: what kind they are, how they are put together, recycled and converted."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from dagbag.results import RList

from ._named import (
    NamedArray,
    NamedList,
    list_parts,
    named,
    names,
    one_dimensional,
    part_of,
    plain,
    relabelled,
)
from ._nothing import Nothing, is_null, nothing, or_null
from ._one import NA_TEXT, MissingText, one
from ._untranslated import OnlyShown, Untranslated

# R's NA is a NaN whose low word is 1954; numpy keeps it through copies and arithmetic.
_NA_BITS = 0x7FF80000000007A2
NA = float(np.array([_NA_BITS], dtype=np.uint64).view(np.float64)[0])
# NA_real_ and NA_integer_ have another bit besides: what is NA alone is a logical in R.
NA_REAL = float(np.array([_NA_BITS | 1 << 32], dtype=np.uint64).view(np.float64)[0])


def path_of(file: Any) -> Path:
    """Return the path of a file; its name may be a vector of one.

    Examples
    --------
    >>> path_of(np.array(["a.csv"], dtype=object)).name
    'a.csv'
    """
    if isinstance(file, np.ndarray):
        if file.size != 1:
            raise ValueError(f"a file must have one name, got {file.size}")
        file = file.item()
    return Path(file)


def is_blank(array: Any) -> bool:
    """Whether the elements of an array are NA and nothing else, which R has as logicals.

    Examples
    --------
    >>> is_blank(np.full(2, NA)), is_blank(np.full(2, NA_REAL)), is_blank(np.array([NA, 1.0]))
    (True, False, False)
    """
    if array.dtype != np.float64 or not array.size or array.flat[0] == array.flat[0]:
        return False
    return bool((np.ascontiguousarray(array).view(np.uint64) == _NA_BITS).all())


def unblanked(array: Any) -> Any:
    """Return numbers: of NA alone, which R has as logicals, NA that is a number.

    Examples
    --------
    >>> is_blank(unblanked(np.full(2, NA)))
    False
    """
    return np.full(array.shape, NA_REAL) if is_blank(array) else array


def refuse_blank(array: Any, function: str) -> None:
    """Stop at NA and nothing else, a logical of R, which the function takes for no number."""
    if is_blank(array):
        raise Untranslated(f"{function}() of NA alone, which R does not take for a number")


def is_gaps(array: Any) -> bool:
    """Whether elements are NA of texts or logicals and nothing else, so that none tells which."""
    return bool(array.dtype.kind == "O" and array.size and all(v is None for v in array.flat))


def is_r_na(value: Any) -> bool:
    """Whether a NaN is R's NA and not the result of 0/0."""
    return int(np.array([value], dtype=np.float64).view(np.uint64)[0]) & 0xFFFFFFFF == 1954


Scalar = (str, bool, int, float, np.generic, MissingText)


def is_scalar(x: Any) -> bool:
    """Whether x is one atomic value that is no array."""
    return isinstance(x, Scalar)


def vector(x: Any) -> Any:
    """Return a value as a vector, a matrix column by column. R: ``as.vector``.

    Examples
    --------
    >>> vector(np.array([[1, 2], [3, 4]]))
    array([1, 3, 2, 4])
    """
    if x is None:
        return np.array([])
    if isinstance(x, pd.Categorical):
        return np.array([None if v != v else v for v in np.asarray(x, dtype=object)], dtype=object)
    if isinstance(x, str):
        return np.array([x], dtype=object)
    if isinstance(x, (list, tuple, Mapping, pd.DataFrame, RList)):
        found = unlist(x, use_names=False)
        return vector(found)
    array = np.asarray(plain(x))
    if array.dtype.kind in "US":
        array = array.astype(object)
    return np.atleast_1d(array) if array.ndim <= 1 else array.ravel(order="F")


def as_array(x: Any) -> Any:
    """Return a value as an array that keeps its dimensions and names; text is of dtype object."""
    if isinstance(x, np.ndarray) and x.dtype.kind not in "US":
        return x
    if isinstance(x, np.ndarray):
        return x.astype(object)
    if isinstance(x, pd.DataFrame):
        return as_matrix(x)
    return vector(x)


def numbered(x: pd.DataFrame) -> bool:
    """Whether the rows of a data frame have no names but their numbers."""
    return isinstance(x.index, pd.RangeIndex) and x.index.start == 0 and x.index.step == 1


def chosen_rows(part: pd.DataFrame) -> pd.DataFrame:
    """Return rows of a data frame, whose numbers then are their names, also in a matrix.

    Examples
    --------
    >>> as_matrix(chosen_rows(pd.DataFrame({"a": [1, 2, 3]})[:2])).dimnames[0]
    array(['1', '2'], dtype=object)
    """
    if isinstance(part.index, pd.RangeIndex):
        part = part.set_axis(pd.Index(part.index.to_numpy()), axis=0)
    return part


def as_matrix(x: Any) -> Any:
    """Return a data frame, vector or matrix as a matrix. R: ``as.matrix``."""
    if hasattr(x, "r_matrix"):  # distances
        return x.r_matrix()
    if isinstance(x, pd.DataFrame):
        values = _frame_values(x)
        index = x.index
        rows = None
        if not pd.api.types.is_integer_dtype(index):
            rows = np.array([str(k) for k in index], dtype=object)
        elif not numbered(x):  # rows that were chosen keep theirs
            rows = np.array([str(k + 1) for k in index], dtype=object)
        return NamedArray(values, (rows, np.array([str(c) for c in x.columns], dtype=object)))
    if np.ndim(x) == 2:
        return x
    column = vector(x)[:, np.newaxis]
    labels = names(x)
    return column if labels is None else NamedArray(column, (labels, None))


def numeric_matrix(x: Any) -> Any:
    """Return a data frame of numbers as a matrix; text is an error. R: ``as.matrix``."""
    result = as_matrix(x)
    if result.dtype.kind not in "bif":
        raise Untranslated("a data frame with text has no matrix of numbers")
    return result


def _frame_values(x: pd.DataFrame) -> Any:
    kinds = {dtype.kind for dtype in x.dtypes}
    if kinds <= {"b"}:
        return x.to_numpy(dtype=bool)
    if kinds <= {"i", "u"}:
        return x.to_numpy(dtype=np.int64)
    if kinds <= {"i", "u", "f", "b"}:
        return x.to_numpy(dtype=np.float64)
    return np.column_stack([_column_text(column(x, k)) for k in range(x.shape[1])]).astype(object)


def _column_text(values: Any) -> Any:
    """Return a column of a table with text as R does: numbers of one width, NA as NA."""
    from ._text import as_character, format_

    if isinstance(values, pd.Categorical) or values.dtype.kind not in "if":
        return as_character(values)
    return np.where(missing(values), None, format_(values))


def column(x: pd.DataFrame, position: int) -> Any:
    """Return a column of a data frame as a vector."""
    values = x.iloc[:, position]
    if isinstance(values.dtype, pd.CategoricalDtype):
        return values.array
    array = values.to_numpy()
    if array.dtype.kind == "M":
        return array.astype("datetime64[D]")
    if array.dtype.kind in "OUT":
        return np.array(
            [None if v is None or v is pd.NA or v != v else v for v in array], dtype=object
        )
    return array


def emptied(part: pd.DataFrame, x: pd.DataFrame) -> pd.DataFrame:
    """Return no rows of a data frame such that logicals with NA are logicals still."""
    if len(part) or not len(x):
        return part
    for k, name in enumerate(part.columns):
        source = column(x, list(x.columns).index(name))
        if isinstance(source, pd.Categorical) or is_gaps(source):
            continue
        if is_logical(source):
            part = part.assign(**{str(part.columns[k]): np.array([], dtype=bool)})
    return part


def missing(x: Any) -> Any:
    """Return where an array has NA."""
    array = np.asarray(plain(x))
    if array.dtype.kind == "f":
        return np.isnan(array)
    if array.dtype.kind in "mM":
        return np.isnat(array)
    if array.dtype.kind != "O":
        return np.zeros(array.shape, dtype=bool)
    flat = [v is None or v is pd.NA or (isinstance(v, float) and v != v) for v in array.flat]
    return np.array(flat, dtype=bool).reshape(array.shape)


def tidy(values: Any) -> Any:
    """Return an object array as the narrowest kind: logical, number, or text as it is."""
    array = np.asarray(values)
    if array.dtype.kind != "O" or array.size == 0:
        return array
    gaps = missing(array)
    kinds = {type(v) for v in array[~gaps].flat}
    if kinds and kinds <= {bool, np.bool_} and not gaps.any():
        return array.astype(bool)
    if kinds and all(issubclass(k, (int, float, np.number)) and k is not bool for k in kinds):
        if gaps.any() or any(issubclass(k, (float, np.floating)) for k in kinds):
            return np.where(gaps, NA, np.where(gaps, 0, array)).astype(float)
        return array.astype(np.int64)
    return array


def common(arrays: list[Any]) -> list[Any]:
    """Return arrays of one mode, as R coerces them; text that has no elements is text."""
    if any(map(is_blank, arrays)):
        others = [a for a in arrays if a.size and not is_blank(a)]
        if others and all(map(is_logical, others)):
            arrays = [np.full(a.shape, None, dtype=object) if is_blank(a) else a for a in arrays]
    kinds = [a.dtype.kind for a in arrays]
    if not any(k == "O" for k in kinds):
        return arrays
    texts = [
        a
        for a in arrays
        if a.dtype.kind == "O" and (a.size == 0 or any(isinstance(v, str) for v in a.flat))
    ]
    if texts:
        from ._text import as_character

        return [
            np.atleast_1d(np.asarray(as_character(a), dtype=object)).reshape(a.shape, order="F")
            if a.size
            else a.astype(object)
            for a in arrays
        ]
    return [
        logical_numbers(a) if any(k in "if" for k in kinds) else a.astype(object) for a in arrays
    ]


def logical_numbers(array: Any) -> Any:
    """Return logicals, NA among them, as numbers."""
    if array.dtype.kind == "b":
        return array.astype(np.int64)
    if array.dtype.kind != "O":
        return unblanked(array)
    gaps = missing(array)
    if any(isinstance(v, str) for v in array.flat):
        raise TypeError("non-numeric argument to a mathematical function")
    filled = np.where(gaps, 0, array)
    if gaps.any():
        return np.where(gaps, NA_REAL, filled.astype(float))
    return tidy(filled) if array.size else array.astype(float)


def numbers(x: Any) -> Any:
    """Return an array of numbers; logicals are 0 and 1."""
    return relabelled(logical_numbers(np.asarray(plain(as_array(x)))), x)


def c(*values: Any) -> Any:
    """Put values together in a vector or, if one of them is a list, in a list. R: ``c``.

    Examples
    --------
    >>> c([2, "a"], ["b"])
    [2, 'a', 'b']
    >>> c(np.array([1, 2]), 0.5)
    array([1. , 2. , 0.5])
    """
    kept = [v for v in values if not is_null(v)]
    if not kept:
        return None
    if any(isinstance(v, (list, Mapping, RList, pd.DataFrame)) for v in kept):
        if _mode(kept[0]) in ("Date", "factor"):
            raise Untranslated("c() of dates or a factor and a list has no translation")
        return _joined_lists(kept)
    if any(callable(v) for v in kept):
        return list(kept)
    if all(isinstance(v, pd.Categorical) for v in kept):
        return _joined_factors(kept)
    if any(_mode(v) == "Date" for v in kept) and not all(_mode(v) == "Date" for v in kept):
        if _mode(kept[0]) == "Date":
            from ._dates import dates_among

            kept = [dates_among(v) for v in kept]
        else:
            kept = [_days(v) for v in kept]
    labels = None
    if any(names(v) is not None for v in kept):
        labels = np.concatenate([_labels_or_blank(v) for v in kept])
    arrays = _neutral([np.asarray(codes_or_values(v)) for v in kept], kept)
    return _joined_vectors(arrays, labels, texts=any(v is NA_TEXT for v in kept))


def _neutral(arrays: list[Any], values: list[Any]) -> list[Any]:
    """Return NA that stands alone as NA of a logical, which is of the mode of the others."""
    alone = [isinstance(v, float) and v != v and is_blank(np.array([v])) for v in values]
    if all(alone) or not any(alone):
        return arrays
    gap = np.array([None], dtype=object)
    return [gap if single else array for single, array in zip(alone, arrays, strict=True)]


def codes_or_values(x: Any) -> Any:
    """Return a vector; of a factor among other values R takes the codes."""
    return as_integer(x) if isinstance(x, pd.Categorical) else vector(x)


def _labels_or_blank(x: Any) -> Any:
    found = names(x)
    return np.full(length(x), "", dtype=object) if found is None else found


def _joined_vectors(arrays: list[Any], labels: Any, *, texts: bool) -> Any:
    parts = common([*arrays, np.array([], dtype=object)] if texts else arrays)
    joined = np.concatenate(parts)
    if len({p.dtype.kind for p in parts}) > 1 and joined.dtype.kind == "O":
        joined = tidy(joined)
    return joined if labels is None or not len(labels) else named(joined, labels)


def _joined_factors(factors: list[Any]) -> Any:
    """Return the factors one after another, with the levels of all in their order."""
    levels = list(dict.fromkeys(level for f in factors for level in f.categories))
    texts = [text for f in factors for text in vector(f)]
    codes = [-1 if text is None else levels.index(text) for text in texts]
    return pd.Categorical.from_codes(codes, categories=pd.Index(levels))


def _joined_lists(values: list[Any]) -> Any:
    items: list[Any] = []
    labels: list[str] = []
    for value in values:
        if isinstance(value, pd.Categorical):  # their codes
            value = as_integer(value)
        if _mode(value) == "Date":
            value = _days(value)
        listed = as_list(value) if not callable(value) else [value]
        found, own = list_parts(listed)
        items += found
        labels += [""] * len(found) if own is None else own
    called = any(isinstance(value, (Mapping, NamedList)) for value in values)
    return part_of(items, labels if called or any(labels) else None)


def c_named(parts: Mapping[str, Any]) -> Any:
    """``c(a = x, b = y)`` of vectors: names are numbered, as R's ``c`` does."""
    first = next((v for v in parts.values() if not is_null(v)), None)
    if isinstance(first, pd.Categorical):
        raise Untranslated("c() of factors with names")
    if any(isinstance(v, (list, Mapping)) or callable(v) for v in parts.values()):
        from ._calling import c_labelled

        return c_labelled(list(parts.values()), list(parts))
    if first is not None and _mode(first) == "Date":
        found = names(unlist(dict(parts)))  # of the numbers of days
        return named(np.atleast_1d(plain(c(*parts.values()))), found)
    return unlist(dict(parts))


def list_(*values: Any, **named_values: Any) -> Any:
    """Return a list, or a dict if the elements have names. R: ``list(...)``."""
    values = tuple(held(or_null(value)) if value is NA_TEXT else or_null(value) for value in values)
    named_values = {key: or_null(value) for key, value in named_values.items()}
    if values and named_values:
        labels = [""] * len(values) + list(named_values)
        return NamedList([*values, *named_values.values()], labels)
    return named_values if named_values else list(values)


def unlist(x: Any, use_names: bool = True, nulls: bool = True) -> Any:
    """Return all elements of a list, and of lists in it, in one vector. R: ``unlist``.

    None is NULL, or a text that is NA in a list that has no NULL.

    Examples
    --------
    >>> unlist({"a": 1, "b": np.array([2, 3])}).names
    array(['a', 'b1', 'b2'], dtype=object)
    """
    if isinstance(x, (pd.DataFrame, RList)):
        x = as_list(x)
    if not isinstance(x, (list, tuple, Mapping)):
        return x
    if not nulls:
        x = {k: one(v) for k, v in x.items()} if isinstance(x, Mapping) else list(map(one, x))
    leaves: list[Any] = []
    labels = _flattened(x, leaves)
    if any(callable(leaf) for leaf in leaves):
        return x
    if not leaves:
        return nothing()
    called = any(labels) or isinstance(x, NamedList) or any(map(_has_names, leaves))
    given = labels if use_names and called else None
    if all(isinstance(leaf, pd.Categorical) for leaf in leaves):
        return _joined_factors(leaves)
    arrays = [_days(np.asarray(codes_or_values(leaf))) for leaf in leaves]
    return _joined_vectors(
        _neutral(arrays, leaves), given, texts=any(leaf is NA_TEXT for leaf in leaves)
    )


def _days(x: Any) -> Any:
    """Return dates as R does without their class: days since 1970; other values as they are."""
    values = np.asarray(x)
    if values.dtype.kind != "M":
        return x
    gaps = np.isnat(values)
    return np.where(gaps, NA, values.astype("datetime64[D]").astype(np.int64).astype(float))


def _has_names(leaf: Any) -> bool:
    """Whether a vector has names, if only of no elements."""
    return isinstance(leaf, NamedArray) and leaf.names is not None


def _flattened(x: Any, leaves: list[Any]) -> list[Any]:
    """Put the vectors in a list, and in lists in it, into `leaves`; return their names."""
    items, keys = list_parts(x)
    labels: list[Any] = []
    for k, item in enumerate(items):
        key = "" if keys is None else keys[k]
        if isinstance(item, (pd.DataFrame, RList)):
            item = as_list(item)
        if isinstance(item, (list, tuple, Mapping)):
            own: Any = _flattened(item, leaves)
            labels += _labels(key, own if any(own) else None, len(own), single=_loose(item) == 1)
        elif item is not None:
            leaves.append(item)
            count = 1 if callable(item) else length(item)
            labels += _labels(key, None if callable(item) else names(item), count)
    return labels


def _loose(x: Any) -> int:
    """Return how many values of a list R counts to number them: those that no name leads to."""
    if x is None:
        return 0
    if not isinstance(x, (list, tuple, Mapping, pd.DataFrame, RList)):
        return 1 if callable(x) else length(x)
    items, keys = list_parts(as_list(x) if isinstance(x, (pd.DataFrame, RList)) else x)
    return sum(_loose(item) for k, item in enumerate(items) if keys is None or not keys[k])


def _labels(key: Any, own: Any, count: int, *, single: bool = False) -> list[str]:
    """Return names of values under a name; a `single` one without a name is not numbered."""
    if own is not None and key and not (count == 1 and own[0] == ""):
        return [
            f"{key}.{'NA' if label is None else label}"
            if label != ""
            else key
            if single
            else f"{key}{k + 1}"
            for k, label in enumerate(own)
        ]
    if own is not None and not key:
        return list(own)
    if not key:
        return [key] * count  # None is a name that is NA
    return [key] if count == 1 else [f"{key}{k + 1}" for k in range(count)]


def length(x: Any) -> int:
    """Return the number of elements. R: ``length``."""
    if x is None:
        return 0
    if isinstance(x, pd.DataFrame):
        return x.shape[1]
    if isinstance(x, RList):
        return len(x.names())
    if isinstance(x, (list, tuple, Mapping, pd.Categorical, range)):
        return len(x)
    return int(np.size(x)) if not isinstance(x, str) else 1


def recycle(x: Any, n: int) -> Any:
    """Return a vector of n elements, repeated as often as it needs to be.

    Examples
    --------
    >>> recycle(np.array([1, 2]), 5)
    array([1, 2, 1, 2, 1])
    """
    values = vector(x)
    if len(values) == n:
        return values
    if len(values) == 0:
        raise ValueError(f"nothing to fill {n} places with")
    return np.resize(values, n)


def components(x: RList) -> dict[str, Any]:
    """Return a result of dagbag as R's list: its whole number is an integer there, too."""
    values = {name: x[name] for name in x.names()}
    return {k: np.int32(v) if isinstance(v, int) else v for k, v in values.items()}


def elements(x: Any) -> Any:
    """Return what a loop of R goes through."""
    if x is None:
        return []
    if isinstance(x, Mapping):
        return list(x.values())
    if isinstance(x, RList):
        return list(components(x).values())
    if isinstance(x, (list, tuple)):
        return x
    if isinstance(x, pd.DataFrame):
        return [column(x, k) for k in range(x.shape[1])]
    values = _days(vector(x))
    if (
        values.dtype.kind == "O" and x is not NA_TEXT and is_logical(values)
    ):  # one logical that is NA is nan
        return [NA if v is None else v for v in values]
    return values


def flag(value: Any) -> Any:
    """Return an element of an array of logicals: None is NA there.

    Examples
    --------
    >>> flag(np.array([True, None], dtype=object)[1])
    nan
    """
    return NA if value is None else value


def truth(x: Any) -> bool:
    """Return what R's ``if`` makes of a value: one TRUE or FALSE, anything else is an error."""
    if isinstance(x, (list, Mapping)):
        raise TypeError("a condition must be TRUE or FALSE, got a list")
    values = vector(x)
    if len(values) != 1:
        raise ValueError(f"a condition must have length 1, got {len(values)}")
    value = values[0]
    if value is None or (isinstance(value, float) and value != value):
        raise ValueError("missing value where TRUE or FALSE is needed")
    if isinstance(value, str):
        if value in ("TRUE", "true", "T", "True"):
            return True
        if value in ("FALSE", "false", "F", "False"):
            return False
        raise ValueError(f"a condition must be TRUE or FALSE, got {value!r}")
    return bool(value)


def one_or_na(x: Any) -> Any:
    """Return the one value of a side of ``&&`` or ``||``; of nothing R takes NA.

    Examples
    --------
    >>> one_or_na(np.array([True])), one_or_na(np.array([]))
    (np.True_, nan)
    """
    values = vector(x)
    if isinstance(x, (list, Mapping)) or len(values) > 1:
        raise Untranslated("&& and || of a list or several values have no translation")
    return flag(values[0]) if len(values) else NA


# Questions


def _mode(x: Any) -> str:
    if isinstance(x, (list, Mapping, RList, pd.DataFrame)):
        return "list"
    if is_null(x):
        return "NULL"
    if x is NA_TEXT:
        return "character"
    if callable(x):
        return "function"
    if isinstance(x, pd.Categorical):
        return "factor"
    array = vector(x)
    if array.dtype.kind == "b":
        return "logical"
    if array.dtype.kind in "iuf":
        return "numeric"
    if array.dtype.kind in "mM":
        return "Date"
    present = [v for v in array if v is not None]
    if all(isinstance(v, (bool, np.bool_)) for v in present) and len(array):
        return "logical"
    return "character"


def class_(x: Any, integers: bool | str | None = False) -> Any:
    """R: ``class``, of a vector, factor, matrix, list or data frame.

    Whole numbers are R's integers only where that is known: `integers`. If it is None, these may
    also be stored as floats; if it is "never", all are doubles.
    """
    if isinstance(x, np.ndarray) and x.ndim > 1:
        return np.array(["matrix", "array"][2 - x.ndim :], dtype=object)
    if isinstance(x, pd.DataFrame):
        return "data.frame"
    if isinstance(x, (np.generic, np.ndarray)) and x.dtype.kind in "mM":
        return "Date" if x.dtype.kind == "M" else "difftime"
    mode = _mode(x)
    if integers == "never":
        return mode
    if mode == "numeric" and vector(x).dtype.kind in "iu":
        if not integers:
            raise Untranslated("class() of whole numbers, which may be integers or doubles of R")
        return "integer"
    if mode == "numeric" and _perhaps_integers(vector(x), doubtful=integers is None):
        raise Untranslated("class() of whole numbers and NA, which may be integers or doubles of R")
    return mode


def _perhaps_integers(values: Any, *, doubtful: bool) -> bool:
    """Whether floats may be R's integers: beside NA these are stored as floats, or in doubt."""
    gaps = np.isnan(values)
    known = values[~gaps]
    return bool(
        (gaps.any() or doubtful) and np.all(np.isfinite(known) & (np.floor(known) == known))
    )


def is_numeric(x: Any) -> bool:
    """R: ``is.numeric``."""
    return _mode(x) == "numeric"


def is_character(x: Any) -> bool:
    """R: ``is.character``."""
    return _mode(x) == "character"


def is_logical(x: Any) -> bool:
    """R: ``is.logical``."""
    return _mode(x) == "logical"


def is_function(x: Any) -> bool:
    """R: ``is.function``."""
    return callable(x)


def is_list(x: Any) -> bool:
    """R: ``is.list``."""
    return _mode(x) == "list"


def is_matrix(x: Any) -> bool:
    """R: ``is.matrix``."""
    return (isinstance(x, np.ndarray) and x.ndim == 2) or isinstance(x, OnlyShown)


def is_array(x: Any) -> bool:
    """R: ``is.array``."""
    return isinstance(x, np.ndarray) and (x.ndim >= 2 or one_dimensional(x))


def is_vector(x: Any) -> bool:
    """R: ``is.vector``, of a value without attributes but names."""
    if _mode(x) in ("Date", "NULL"):
        return False
    if isinstance(x, np.ndarray):
        return x.ndim == 1 and not one_dimensional(x)
    return is_scalar(x) or isinstance(x, (list, dict))


def is_data_frame(x: Any) -> bool:
    """R: ``is.data.frame``."""
    return isinstance(x, pd.DataFrame)


def is_factor(x: Any) -> bool:
    """R: ``is.factor``."""
    return isinstance(x, pd.Categorical)


def held(x: Any) -> Any:
    """Return a text as an element of a list: NA is a vector of one, since None is NULL."""
    return np.array([None], dtype=object) if x is None or x is NA_TEXT else x


def items(x: Any) -> Any:
    """Return the elements of a value as those of a list; a text that is NA is a vector of one."""
    if isinstance(x, pd.Categorical):  # factors of one element
        return [x[[k]] for k in range(len(x))]
    found = vector(x) if _mode(x) == "Date" else elements(x)
    texts = isinstance(found, np.ndarray) and found.dtype.kind == "O"
    return [held(item) for item in found] if texts else found


def each(x: Any) -> Any:
    """Return what a loop sees of a value; a text that is NA is told from NULL.

    Examples
    --------
    >>> each(np.array(["a", None], dtype=object))
    ['a', NA]
    """
    if isinstance(x, np.ndarray) and x.size and all(item is None for item in x.flat):
        raise Untranslated("a loop over nothing but NA, which may be logicals or text")
    found = elements(x)
    texts = isinstance(found, np.ndarray) and found.dtype.kind == "O"
    return [one(item) for item in found] if texts else found


def is_na(x: Any) -> Any:
    """Return which elements are NA. R: ``is.na``."""
    if isinstance(x, Nothing):
        return np.array([], dtype=bool)
    if isinstance(x, pd.DataFrame):
        rows = None if pd.api.types.is_integer_dtype(x.index) else np.array(x.index, dtype=object)
        return NamedArray(x.isna().to_numpy(), (rows, np.array(x.columns, dtype=object)))
    if isinstance(x, pd.Categorical):
        return np.asarray(x.isna())
    if isinstance(x, (list, tuple, Mapping)):
        items, labels = list_parts(x)
        found = [bool(is_atomic(i) and length(i) == 1 and missing(vector(i))[0]) for i in items]
        return found_in_list(found, labels)
    if x is None:
        raise Untranslated("is.na() of what may be NULL or a text that is NA")
    if is_scalar(x):
        if isinstance(x, (np.datetime64, np.timedelta64)):
            return bool(np.isnat(x))
        return bool(x is NA_TEXT or (isinstance(x, (float, np.floating)) and x != x))
    return relabelled(missing(x), x)


def found_in_list(found: list[bool], labels: Any) -> Any:
    """Return logicals, one for each element of a list, with its names."""
    result = np.array(found, dtype=bool)
    return result if labels is None else named(result, labels)


def is_atomic(x: Any) -> bool:
    """Whether x is a vector or an array, or one value."""
    return is_scalar(x) or isinstance(x, (np.ndarray, range, pd.Categorical))


def is_nan(x: Any) -> Any:
    """Return which elements are NaN but not NA. R: ``is.nan``."""
    values = vector(x)
    found = np.array(
        [isinstance(v, (float, np.floating)) and v != v and not is_r_na(v) for v in values],
        dtype=bool,
    )
    return bool(found[0]) if is_scalar(x) else relabelled(found.reshape(np.shape(x), order="F"), x)


def any_na(x: Any) -> bool:
    """R: ``anyNA``."""
    if isinstance(x, pd.DataFrame):
        return bool(x.isna().to_numpy().any())
    return bool(np.any(plain(is_na(x))))


def complete_cases(*values: Any) -> Any:
    """Return which rows have no NA. R: ``complete.cases``."""
    found: Any = True
    for value in values:
        if isinstance(value, pd.DataFrame):
            whole = ~value.isna().to_numpy().any(axis=1)
        else:
            gaps = np.atleast_1d(missing(value))
            whole = ~(gaps.any(axis=1) if gaps.ndim == 2 else gaps)
        found = found & whole
    return np.atleast_1d(found)


def na_omit(x: Any) -> Any:
    """Return x without NA, a matrix or data frame without rows that have one. R: ``na.omit``."""
    if isinstance(x, pd.DataFrame):
        kept = chosen_rows(emptied(x[complete_cases(x)], x))
        for label in [c for c in kept.columns if kept[c].dtype.kind == "O"]:
            values = kept[label].to_numpy()
            if len(values) and is_logical(values):
                kept = kept.assign(**{label: values.astype(bool)})
        return kept
    if np.ndim(x) == 2:
        return x[complete_cases(x), :]
    if is_null(x):
        return x
    kept = as_array(x)[~missing(as_array(x))]
    return kept.astype(bool) if len(kept) and is_logical(kept) else kept


# Conversions


def as_numeric(x: Any) -> Any:
    """Return numbers; text that is none is NA. R: ``as.numeric``.

    Examples
    --------
    >>> as_numeric(np.array(["1.5", "x"], dtype=object))
    array([1.5, nan])
    """
    if isinstance(x, pd.Categorical):
        return np.where(x.codes < 0, NA_REAL, x.codes + 1.0)
    if isinstance(x, pd.DataFrame):  # a list of its columns
        if len(x) != 1:
            raise TypeError("'list' object cannot be coerced to type 'double'")
        return as_numeric([as_numeric(column(x, k))[0] for k in range(x.shape[1])])
    scalar = is_scalar(x)
    array = vector(x)
    if array.dtype.kind in "mM":
        from ._dates import days_of

        return days_of(array[0] if scalar else array)
    if array.dtype.kind == "O":
        result = np.array([_number(v) for v in array], dtype=float)
    else:
        result = array.astype(float)
    result = unblanked(result)
    return result[0] if scalar else result


def _number(value: Any) -> float:
    if value is None:
        return NA
    if not isinstance(value, str):
        return float(value)
    text = value.strip()
    try:
        if text[:2].lower() == "0x":
            return float.fromhex(text)
        if "_" in text or text.lower() in ("nan", "inf", "-inf", "infinity"):
            known = {"NaN": "nan", "Inf": "inf", "-Inf": "-inf", "inf": "inf", "-inf": "-inf"}
            return float(known[text]) if text in known else NA
        return float(text)
    except ValueError:
        return NA


def as_integer(x: Any) -> Any:
    """Return numbers cut to integers; NA beyond those of R. R: ``as.integer``."""
    values = as_numeric(x)
    cut = np.where(np.abs(np.trunc(values)) < 2**31, np.trunc(values) + 0.0, NA_REAL)  # no -0
    cut = cut[()] if np.ndim(values) == 0 else cut
    if np.isnan(cut).any():
        return cut
    return int(cut) if np.ndim(cut) == 0 else cut.astype(np.int64)


def to_integers(x: Any) -> Any:
    """Return numbers that are not missing cut to integers. R: ``as.integer``.

    It stops at numbers beyond R's integers, of which R makes NA with a warning.

    Examples
    --------
    >>> to_integers(np.array([2.7, -2.7]))
    array([ 2, -2])
    """
    found = as_integer(x)
    if np.isnan(found).any():
        raise Untranslated("a number beyond R's integers, of which as.integer() makes NA")
    return found


def as_logical(x: Any) -> Any:
    """Return logicals. R: ``as.logical``."""
    known = {"TRUE": True, "true": True, "T": True, "True": True,
             "FALSE": False, "false": False, "F": False, "False": False}  # fmt: skip
    values = []
    for value in vector(x):
        if isinstance(value, str):
            values.append(known.get(value))
        elif value is None or value != value:
            values.append(None)
        else:
            values.append(bool(value))
    if is_scalar(x):
        return NA if values[0] is None else values[0]
    return tidy(np.array(values, dtype=object)) if values else np.array([], dtype=bool)


def retyped(x: Any, mode: str) -> Any:
    """Return an array with its extents and names, of another type. R: ``storage.mode(x) <- mode``.

    Examples
    --------
    >>> retyped(np.array([[1.5, 2.0], [0.0, 3.0]]), "integer")
    array([[1, 2],
           [0, 3]])
    """
    from ._named import relabelled
    from ._text import as_character

    ways = {"integer": as_integer, "character": as_character, "logical": as_logical}
    made = ways.get(mode, as_numeric)(x)
    if np.ndim(x) == 0:
        return made
    return relabelled(np.reshape(made, np.shape(x), order="F"), x)


def as_list(x: Any) -> Any:
    """Return the elements of a vector as a list. R: ``as.list``."""
    from ._environments import Environment

    if x is None:
        return []
    if isinstance(x, Environment):
        if len(x) > 1:
            raise Untranslated("the order in which R lists an environment has no translation")
        return dict(x)  # which is no longer shared
    if isinstance(x, (list, dict)):
        return x
    if isinstance(x, pd.DataFrame):
        return {str(name): column(x, k) for k, name in enumerate(x.columns)}
    if isinstance(x, RList):
        return components(x)
    labels = names(x)
    if labels is not None and any(label is None for label in labels):
        raise Untranslated("as.list() of a vector with names that are NA has no translation")
    return part_of(list(items(x)), labels)
