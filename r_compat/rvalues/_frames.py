"""Data frames: made, joined, summed up by groups."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from ._apply import simplify
from ._binding import with_rows
from ._classes import class_
from ._core import (
    as_list,
    column,
    is_scalar,
    length,
    numbered,
    recycle,
    vector,
)
from ._factors import factor
from ._named import (
    NamedArray,
    colnames,
    list_of,
    list_parts,
    names,
    plain,
    rownames,
)
from ._order import unique
from ._patterns import make_names, make_unique
from ._shapes import only
from ._text import text_vector
from ._untranslated import Untranslated


def as_data_frame(x: Any, response: str = "Freq", factors: bool = True) -> pd.DataFrame:
    """R: ``as.data.frame``; of a table with a row for each cell."""
    if isinstance(x, pd.DataFrame):
        return x
    if isinstance(x, NamedArray) and x.axes is not None:
        from ._grouping import table_frame

        return table_frame(x, response, factors)
    if isinstance(x, Mapping):
        return data_frame(dict(x))
    if isinstance(x, list) and not x:
        return pd.DataFrame()
    if isinstance(x, list):
        raise Untranslated("as.data.frame() of a list without names has no translation")
    if np.ndim(x) == 2:
        labels = colnames(x)
        blank = [f"V{k + 1}" for k in range(x.shape[1])]
        keys = blank if labels is None else [a or b for a, b in zip(labels, blank, strict=True)]
        if len(set(keys)) < len(keys):
            raise Untranslated("as.data.frame() of columns with the same name has no translation")
        made = pd.DataFrame({str(key): plain(x)[:, k] for k, key in enumerate(keys)})
        rows = rownames(x)
        if rows is None:
            return made
        if len(set(rows)) < len(rows) or "" in rows:
            rows = make_unique(make_names(rows))
        return with_rows(made, list(rows))
    if np.ndim(x) > 2 or names(x) is not None:
        raise Untranslated("as.data.frame() of a vector with names or an array has no translation")
    return pd.DataFrame({"x": vector(x)})


def data_frame(
    columns: Mapping[str, Any], loose: Any = (), row_names: bool = True, check_names: bool = True
) -> pd.DataFrame:
    """Make a data frame of columns, recycled. R: ``data.frame``.

    The columns of a matrix that R was given without a name, those in `loose`, are X1, X2 and so on;
    rows are called as in the first column, matrix or data frame that has names of rows, unless
    `row_names` is False.
    Names that come from tables are made names of variables, unless `check_names` is False.

    Examples
    --------
    >>> data_frame({"x": np.array([1, 2]), "k": "a"}).shape
    (2, 2)
    """
    from ._patterns import make_names

    for key, value in columns.items():
        counted = isinstance(value, NamedArray) and value.axes is not None
        if counted and len(columns) == 1 and key in loose:
            return as_data_frame(value)
        only(value, "vectors matrix grid table factor date frame null", "data.frame")
        if counted:
            raise Untranslated("a table as a column of data.frame() has no translation")
    flat: dict[str, Any] = {}
    rows: Any = None
    for key, value in columns.items():
        if rows is None and isinstance(value, NamedArray):
            rows = value.dimnames[0]
        if isinstance(value, pd.DataFrame):
            if rows is None and not numbered(value):
                rows = value.index
            joined = key not in loose and value.shape[1] > 1
            for k, c in enumerate(value.columns):
                name = f"{key}.{c}" if joined else str(c)
                flat[make_names(name) if check_names else name] = column(value, k)
        elif np.ndim(value) == 2:
            labels = colnames(value)
            for k in range(value.shape[1]):
                name = f"{key}.{k + 1}" if labels is None else str(labels[k])
                if labels is None and value.shape[1] == 1:
                    name = key
                elif labels is None and key in loose:
                    name = f"X{k + 1}"
                elif labels is not None and key not in loose and value.shape[1] > 1:
                    name = f"{key}.{name}"
                name = make_names(name) if check_names else name
                if name in flat:
                    raise Untranslated(f"data.frame() with two columns {name}")
                flat[name] = plain(value)[:, k]
        elif value is not None:
            flat[key] = value
    count = max((length(value) for value in flat.values()), default=0)
    if count and any(value is None for value in columns.values()):
        raise ValueError(f"arguments imply differing number of rows: {count}, 0")
    made: dict[str, Any] = {}
    for key, value in flat.items():
        if isinstance(value, pd.Categorical):
            made[key] = value
            continue
        if length(value) == 0 or count % length(value):
            raise ValueError(f"columns must have one length, got {length(value)} and {count}")
        made[key] = plain(recycle(value, count))
    frame = pd.DataFrame(made)
    if row_names and rows is not None and len(rows) == count == len(set(rows)):
        frame.index = pd.Index(list(rows))
    return frame


INTEGERS = "columns of integers"  # by their names, of a table as it was read


def column_classes(
    x: pd.DataFrame,
    known: Mapping[str, str] | None = None,
    listed: bool = False,
    inner_names: bool = True,
) -> Any:
    """Return the class of each column. R: ``sapply(x, class)``, and `listed` ``lapply``.

    Parameters
    ----------
    x : DataFrame
    known : mapping, optional
        Classes of columns; without it they are those of a table as it was read from a file.
    listed : bool
    inner_names : bool
        Whether a column may have two classes, see `simplify`.

    Examples
    --------
    >>> table = pd.DataFrame({"n": [1, 2], "x": [0.5, 1.0], "s": ["a", "b"]})
    >>> column_classes(table, {"n": "integer", "x": "numeric", "s": "character"}, listed=True)
    {'n': 'integer', 'x': 'numeric', 's': 'character'}
    """
    told = dict(known or {})
    if known is None:
        if INTEGERS not in x.attrs:
            raise Untranslated("classes of columns of a table that was changed after it was read")
        told = dict.fromkeys(x.attrs[INTEGERS], "integer")
    found = []
    for k, name in enumerate(x.columns):
        values = column(x, k)
        word = told.get(name)
        if word in ("integer", "numeric") and vector(values).dtype.kind == "f":
            if np.isnan(vector(values)).all():
                raise Untranslated("class() of values that are all NA, which may be logicals")
        elif word is None and known is None and vector(values).dtype.kind == "f":
            word = "logical" if np.isnan(vector(values)).all() else "numeric"
        found.append(class_(values) if word is None else word)
    labels = [str(name) for name in x.columns]
    return dict(zip(labels, found, strict=True)) if listed else simplify(found, labels, inner_names)


def several(columns: Any) -> Any:
    """Return the names of columns that a data frame has as a data frame: ``df[, columns]``.

    Examples
    --------
    >>> several(np.array(["x", "y"], dtype=object))
    array(['x', 'y'], dtype=object)
    """
    names_of = vector(columns)
    if len(names_of) == 1:
        raise Untranslated("df[, columns] of one column, which is a vector in R, no data frame")
    return plain(names_of)


def frame_names(columns: Any, loose: Any = (), row_names: Any = None, **options: Any) -> Any:
    """Make a data frame whose rows are called as a vector says. R: ``data.frame(row.names)``."""
    made = data_frame(columns, loose, row_names=False, **options)
    if isinstance(row_names, NamedArray):
        row_names = plain(row_names)
    if is_scalar(row_names) and (len(made) != 1 or not isinstance(row_names, str)):
        # R: the column that holds the names
        key = row_names if isinstance(row_names, str) else str(made.columns[int(row_names) - 1])
        if key not in made.columns:
            raise ValueError(f"row.names must be names of rows or a column, got {key!r}")
        row_names = column(made, list(made.columns).index(key))
        made = made.drop(columns=key)
    labels = [str(v) for v in text_vector(row_names)]
    if len(labels) != len(made):
        raise ValueError(f"row.names must have {len(made)} names, got {len(labels)}")
    if len(set(labels)) != len(labels):
        raise ValueError("row.names must all be different")
    return with_rows(made, labels)


def subset(x: Any, mask: Any) -> Any:
    """Rows or elements where a condition holds; NA counts as FALSE. R: ``subset``."""
    from ._select import get

    chosen = np.array([bool(v) and v is not None and v == v for v in vector(mask)], dtype=bool)
    if isinstance(x, pd.DataFrame):
        return x[chosen]
    rows = np.ndim(x) == 2 and getattr(x, "axes", None) is None  # of a table all values
    return get(x, chosen, ..., drop=False) if rows else get(x, chosen)


def selected(x: pd.DataFrame, key: str, held: Any) -> Any:
    """Return a column, or those that a variable of this name holds. R: ``subset(select=)``."""
    from ._select import get

    return get(x, np.array([key], dtype=object) if key in x.columns else held)


def without_row_names(x: Any) -> Any:
    """Return a data frame with rows by number, all else as it is.

    R: ``cbind(..., row.names = NULL)``.
    """
    return x.reset_index(drop=True) if isinstance(x, pd.DataFrame) else x


def columns_named(x: Any, names: list[str], but: bool = False) -> pd.DataFrame:
    """Return some columns, or all but some. R: ``subset(select=)`` of what is a data frame.

    Examples
    --------
    >>> columns_named(pd.DataFrame({"a": [1], "b": [2], "c": [3]}), ["c", "a"])
       c  a
    0  3  1
    """
    if not isinstance(x, pd.DataFrame):
        raise Untranslated("subset() with select of what is no data frame")
    if not x.columns.is_unique or len(set(names)) < len(names):
        raise Untranslated("subset() with select of columns with the same name")
    missing = [name for name in names if name not in x.columns]
    if missing:  # perhaps a variable that holds names
        raise Untranslated(f"subset() with select of {missing[0]}, which is no column")
    return x.drop(columns=names) if but else x[names]


def column_or(x: Any, key: str, held: Any) -> Any:
    """Return a column or element, or a variable of its name if there is none. R: ``with``."""
    from ._select import dollar

    return dollar(x, key) if key in x else held


def part(x: Any, key: str) -> Any:
    """Return a column or element, which must be there. R: ``with``."""
    from ._select import dollar

    if not isinstance(x, (pd.DataFrame, Mapping)) or key not in x:
        raise KeyError(f"object '{key}' not found")
    return dollar(x, key)


def expand_grid(columns: Any, factors: bool = False, settings: bool = False) -> pd.DataFrame:
    """All combinations, the first column fastest. R: ``expand.grid``; of a list, Var1, Var2, ...

    With `settings` ``stringsAsFactors`` among them is none of them, as in ``do.call``.

    Examples
    --------
    >>> expand_grid([np.array([0, 1]), np.array([5, 6])])["Var1"].tolist()
    [0, 1, 0, 1]
    """
    if settings:
        items, keys = list_parts(columns)
        given = [str(key or "") for key in keys or [""] * len(items)]
        if "KEEP.OUT.ATTRS" in given or any(isinstance(v, (list, Mapping)) for v in items[:1]):
            raise Untranslated("do.call() of expand.grid() with such a list has no translation")
        factors = all(v for key, v in zip(given, items, strict=True) if key == "stringsAsFactors")
        parts = [(k, v) for k, v in zip(given, items, strict=True) if k != "stringsAsFactors"]
        columns = list_of([value for _, value in parts], [key for key, _ in parts])
    if not isinstance(columns, Mapping):
        listed = as_list(columns) if isinstance(columns, (list, pd.DataFrame)) else [columns]
        items, keys = list_parts(listed)
        given = [""] * len(items) if keys is None else keys
        columns = {str(key or f"Var{k + 1}"): items[k] for k, key in enumerate(given)}
        if len(columns) != len(items):
            raise Untranslated("expand.grid() of a list with a name that is there twice")
    if any(isinstance(value, (list, Mapping, pd.DataFrame)) for value in columns.values()):
        raise Untranslated("expand.grid() of lists among others")
    arrays = {
        key: value if isinstance(value, pd.Categorical) else vector(value)
        for key, value in columns.items()
    }
    total = int(np.prod([len(a) for a in arrays.values()]))
    made, inner = {}, 1
    for key, values in arrays.items():
        at = np.tile(np.repeat(np.arange(len(values)), inner), total // (inner * len(values)))
        filled: Any = values[at]
        if factors and values.dtype.kind == "O" and not isinstance(values, pd.Categorical):
            texts = [each for each in values if each is not None]
            if len(texts) < len(values) and not all(isinstance(each, str) for each in texts):
                raise Untranslated("expand.grid() of logicals with NA")
            filled = factor(filled, levels=unique(np.array(texts, dtype=object)))
        made[key] = filled
        inner *= len(values)
    return pd.DataFrame(made)
