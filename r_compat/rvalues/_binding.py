"""Data frames put together: names of rows, rows and columns bound as R does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from ._core import NA, c, column, recycle, vector
from ._factors import factor
from ._named import colnames, plain, rownames
from ._patterns import make_unique
from ._text import as_character
from ._untranslated import Untranslated

# Names of rows


def automatic_rows(x: pd.DataFrame) -> bool:
    """Whether the rows are only counted, from 1."""
    return pd.api.types.is_integer_dtype(x.index) and list(x.index) == list(range(len(x)))


def with_rows(x: pd.DataFrame, labels: list[str]) -> pd.DataFrame:
    """Return a data frame with other names of rows; rows that are only counted have none."""
    if labels == [str(k + 1) for k in range(len(x))]:
        return x.reset_index(drop=True)
    return x.set_axis(pd.Index(labels, dtype=object), axis=0)


def frame_columns(x: pd.DataFrame) -> dict[str, Any]:
    labels = [str(label) for label in x.columns]
    if len(set(labels)) != len(labels):
        raise Untranslated("a data frame with two columns of one name has no translation")
    return {label: column(x, k) for k, label in enumerate(labels)}


def frame_of(columns: Mapping[str, Any], count: int) -> pd.DataFrame:
    """Return a data frame of columns that have all its length; it may have none."""
    return pd.DataFrame(
        {
            key: value if isinstance(value, pd.Categorical) else plain(value)
            for key, value in columns.items()
        },
        index=pd.RangeIndex(count),
    )


def take_rows(values: Any, where: Any) -> Any:
    """Return the elements at places from 0, NA where a place is below 0."""
    at = np.asarray(where, dtype=np.int64)
    if isinstance(values, pd.Categorical):
        return values.take(at, allow_fill=True)
    array = np.asarray(plain(values))
    gaps = at < 0
    if not gaps.any():
        return array[at]
    if len(array) == 0:
        return np.full(len(at), NA)
    chosen = array[np.where(gaps, 0, at)]
    if array.dtype.kind in "iuf":
        return np.where(gaps, NA, chosen.astype(float))
    if array.dtype.kind in "mM":
        return np.where(gaps, np.array("NaT", dtype=array.dtype), chosen)
    result = chosen.astype(object)
    result[gaps] = None
    return result


# Binding


def bound_cells(parts: list[Any]) -> Any:
    """Put parts of one column below each other; a first part that is a factor makes a factor."""
    if isinstance(parts[0], pd.Categorical):
        texts = [as_character(part) for part in parts]
        levels: dict[str, None] = {}
        for part, text in zip(parts, texts, strict=True):
            own = part.categories if isinstance(part, pd.Categorical) else text
            levels |= dict.fromkeys(str(v) for v in own if v is not None)
        ordered = all(isinstance(part, pd.Categorical) and part.ordered for part in parts)
        return factor(np.concatenate(texts), levels=list(levels), ordered=ordered)
    return c(*(as_character(part) if isinstance(part, pd.Categorical) else part for part in parts))


def _row_cells(value: Any, labels: list[str]) -> dict[str, Any]:
    """Return a list or a vector as a row of a data frame with these columns."""
    if isinstance(value, Mapping):
        cells = list(value.values())
        keys = list(value) if set(value) == set(labels) else labels
    else:
        cells = list(value) if isinstance(value, (list, tuple)) else list(vector(value))
        keys = labels
    if len(cells) != len(labels):
        raise ValueError(f"a row must have {len(labels)} values, got {len(cells)}")
    whole = value if isinstance(value, (list, tuple, Mapping)) else None
    made = {}
    for key, cell in zip(keys, cells, strict=True):
        one = cell if isinstance(cell, pd.Categorical) else vector(cell)
        if whole is None and isinstance(cell, str):
            one = np.array([cell], dtype=object)
        made[str(key)] = one
    return made


def bind_rows(values: list[Any], given: list[str]) -> pd.DataFrame:
    """Put data frames, lists and vectors below each other. R: ``rbind`` of data frames.

    Columns go together by their names; a factor gets the levels of all parts; names of rows are
    kept, numbered from the top where there are none, and made unique.
    """
    full = [
        (value, label)
        for value, label in zip(values, given, strict=True)
        if not isinstance(value, pd.DataFrame) or (value.shape[1] and len(value))
    ]
    frames = [value for value, _ in full if isinstance(value, pd.DataFrame)]
    if not frames:
        wide = [v for v in values if isinstance(v, pd.DataFrame) and v.shape[1]]
        if full or not wide:
            if full and wide:
                frames = wide[:1]
            elif full:
                raise Untranslated("rbind() of a data frame without columns and another value")
            else:
                return pd.DataFrame()
        else:
            return wide[0]
    labels = list(frame_columns(frames[0]))
    parts: list[dict[str, Any]] = []
    rows: list[str] = []
    counting = True  # so far no row has a name of its own
    for value, label in full:
        before = len(rows)
        if isinstance(value, pd.DataFrame):
            cells = frame_columns(value)
            if set(cells) != set(labels):
                raise ValueError("names of the columns of data frames do not match")
            own = [str(name) for name in rownames(value)]
            named_rows = not automatic_rows(value)
        else:
            cells = _row_cells(value, labels)
            named_rows = False
            listed = isinstance(value, (list, tuple, Mapping))
            own = ["1"] if listed or counting else [str(before + 1)]
        parts.append(cells)
        if label:
            rows += [label] if len(own) == 1 else [f"{label}.{name}" for name in own]
        elif counting and not named_rows:
            rows += [str(before + k + 1) for k in range(len(own))]
        else:
            rows += own
        counting = counting and not label and not named_rows
    count = len(rows)
    made = {key: bound_cells([part[key] for part in parts]) for key in labels}
    unique = [str(name) for name in vector(make_unique(np.array(rows, dtype=object), sep=""))]
    return with_rows(frame_of(made, count), unique)


def bind_columns(values: list[Any], given: list[str], called: list[str]) -> pd.DataFrame:
    """Put data frames, matrices and vectors beside each other. R: ``cbind`` of data frames."""
    count = max(len(v) for v in values if isinstance(v, pd.DataFrame))
    columns: dict[str, Any] = {}
    rows: list[str] | None = None
    for value, label, variable in zip(values, given, called, strict=True):
        if isinstance(value, pd.DataFrame):
            prefix = f"{label}." if label and value.shape[1] > 1 else ""
            own = frame_columns(value)
            found = {(f"{prefix}{key}" if prefix else label or key): v for key, v in own.items()}
            if rows is None and not automatic_rows(value):
                rows = [str(name) for name in rownames(value)]
        elif np.ndim(value) == 2:
            keys = colnames(value)
            texts = [str(k + 1) for k in range(value.shape[1])] if keys is None else list(keys)
            found = {
                f"{label}.{key}" if label else str(key): plain(value)[:, k]
                for k, key in enumerate(texts)
            }
            labels = rownames(value)
            if rows is None and labels is not None:
                rows = [str(name) for name in labels]
        else:
            label = label or variable
            if not label:
                raise Untranslated("cbind() of a data frame and a vector without a name")
            found = {label: value if isinstance(value, pd.Categorical) else recycle(value, count)}
        if set(found) & set(columns):
            raise Untranslated("cbind() that makes two columns of one name has no translation")
        columns |= found
    made = frame_of(columns, count)
    if rows is None or len(rows) != count or len(set(rows)) != count:
        return made
    return with_rows(made, rows)
