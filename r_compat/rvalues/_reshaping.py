"""Data frames joined, and brought from wide to long form and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from ._binding import bound_cells, frame_columns, frame_of, take_rows, with_rows
from ._core import as_array, column, elements, is_scalar, length, missing, unlist, vector
from ._dates import is_dates
from ._factors import factor
from ._named import names, plain, rownames
from ._nothing import is_null
from ._order import _key, order
from ._text import as_character, number_text
from ._untranslated import Untranslated

# Joining


def merge(
    x: pd.DataFrame,
    y: pd.DataFrame,
    by: Any = ...,
    by_x: Any = ...,
    by_y: Any = ...,
    all_x: bool = False,
    all_y: bool = False,
    sort: bool = True,
    suffixes: Any = (".x", ".y"),
) -> pd.DataFrame:
    """Join two data frames by common columns, sorted by them. R: ``merge``.

    Without rows that have no partner R sorts by the text of a factor, and of several keys; with
    them by the columns themselves.

    Examples
    --------
    >>> x = pd.DataFrame({"k": [2, 1], "a": [5, 6]})
    >>> merge(x, pd.DataFrame({"k": [1, 3], "b": [7, 8]}), all_x=True)["b"].tolist()
    [7.0, nan]
    """
    left, right = frame_columns(x), frame_columns(y)
    if by is ... and by_x is ...:
        by = [key for key in left if key in right]
    keys = [by if by_x is ... else by_x, by if by_y is ... else by_y]
    if any(isinstance(key, pd.Categorical) for key in keys):
        raise TypeError("by must be names of columns")
    own, other = (_merge_keys(key) for key in keys)
    if len(own) != len(other):
        raise ValueError("by.x and by.y must be of one length")
    if own == ["row.names"]:
        left = {"Row.names": np.array(rownames(x), dtype=object), **left}
        own = ["Row.names"]
    if other == ["row.names"]:
        right = {"Row.names": np.array(rownames(y), dtype=object), **right}
        other = ["Row.names"]
    for chosen, columns in ((own, left), (other, right)):
        lost = [label for label in chosen if label not in columns]
        if lost:
            raise ValueError(f"by must be names of columns, got {lost[0]!r}")
    firsts, seconds, lone_x, lone_y = _pairs(
        [left[key] for key in own], [right[key] for key in other], len(x), len(y)
    )
    lone_x, lone_y = lone_x if all_x else [], lone_y if all_y else []
    at_x = [*firsts, *lone_x, *[-1] * len(lone_y)]
    at_y = [*seconds, *[-1] * len(lone_x), *lone_y]
    made: dict[str, Any] = {}
    for key, theirs in zip(own, other, strict=True):
        head = take_rows(left[key], [*firsts, *lone_x])
        made[key] = bound_cells([head, take_rows(right[theirs], lone_y)]) if lone_y else head
    rest_x = [key for key in left if key not in own]
    rest_y = [key for key in right if key not in other]
    ends = [str(end) for end in vector(np.array(list(suffixes), dtype=object))]
    for key in rest_x:
        made[f"{key}{ends[0]}" if key in rest_y else key] = take_rows(left[key], at_x)
    for key in rest_y:
        clash = key in rest_x or key in own
        made[f"{key}{ends[1]}" if clash else key] = take_rows(right[key], at_y)
    if len(made) != len(own) + len(rest_x) + len(rest_y):
        raise Untranslated("merge() that makes two columns of one name has no translation")
    result = frame_of(made, len(at_x))
    if not sort or not own:
        return result
    sorters = [column(result, k) for k in range(len(own))]
    if not (lone_x or lone_y):
        several = len(own) > 1
        sorters = [
            as_character(s) if several or isinstance(s, pd.Categorical) else s for s in sorters
        ]
        if several:
            sorters = [np.where(missing(s), "NA", s) for s in sorters]
    rows = order(*sorters) - 1
    return frame_of({k: take_rows(v, rows) for k, v in frame_columns(result).items()}, len(rows))


def _merge_keys(by: Any) -> list[str]:
    if by is None:
        return []
    if is_scalar(by) and not isinstance(by, str):
        if int(by) != 0:
            raise ValueError("by must be names of columns, or 0 for the names of rows")
        return ["row.names"]
    return [str(v) for v in vector(by if isinstance(by, str) else np.array(list(by), dtype=object))]


def _pairs(
    left: list[Any], right: list[Any], n: int, m: int
) -> tuple[list[int], list[int], list[int], list[int]]:
    """Return the places of rows that go together, and those of rows without a partner.

    R numbers keys as they come in x, and sorts the rows of x and y by these numbers with a sort
    that does not keep the order of equal ones: it shows in the rows of the result.
    """
    if not left:
        pairs = [k for _ in range(m) for k in range(n)], [k for k in range(m) for _ in range(n)]
        return *pairs, [], []
    mine, theirs = _row_keys(left, right, n), _row_keys(right, left, m)
    common = set(theirs)
    codes: dict[Any, int] = {}
    for key in mine:
        if key in common:
            codes.setdefault(key, len(codes) + 1)
    groups = [_grouped([codes.get(key, 0) for key in keys]) for keys in (mine, theirs)]
    found = [
        (i, j)
        for code in range(1, len(codes) + 1)
        for i in groups[0].get(code, [])
        for j in groups[1].get(code, [])
    ]
    lone_x, lone_y = groups[0].get(0, []), groups[1].get(0, [])
    return [i for i, _ in found], [j for _, j in found], lone_x, lone_y


def _grouped(codes: list[int]) -> dict[int, list[int]]:
    """Return the places of each code, in the order of a Shell sort with Knuth's increments."""
    values, places = list(codes), list(range(len(codes)))
    step = 1
    while step <= len(codes) // 9:
        step = 3 * step + 1
    while step > 0:
        for k in range(step, len(values)):
            value, place, at = values[k], places[k], k
            while at >= step and values[at - step] > value:
                values[at], places[at] = values[at - step], places[at - step]
                at -= step
            values[at], places[at] = value, place
        step //= 3
    found: dict[int, list[int]] = {}
    for value, place in zip(values, places, strict=True):
        found.setdefault(value, []).append(place)
    return found


def _row_keys(columns: list[Any], others: list[Any], n: int) -> list[Any]:
    """Return what rows are matched by; text on one side makes text of the other."""
    made = []
    for mine, theirs in zip(columns, others, strict=True):
        text = any(
            isinstance(v, pd.Categorical) or np.asarray(plain(v)).dtype.kind in "OU"
            for v in (mine, theirs)
        )
        values = as_character(mine) if text else plain(mine)
        made.append([_key(v.item() if isinstance(v, np.generic) else v) for v in values])
    return [tuple(cells[k] for cells in made) for k in range(n)]


# Long and wide


def stack(x: Any) -> pd.DataFrame:
    """Return columns or elements below each other, with their names. R: ``stack``.

    Examples
    --------
    >>> stack({"a": np.array([1, 2]), "b": np.array([3])})["values"].tolist()
    [1, 2, 3]
    """
    if any(np.ndim(part) > 1 for part in (x.values() if isinstance(x, Mapping) else ())):
        raise Untranslated("stack() of a matrix has no translation")
    if isinstance(x, pd.DataFrame):
        x = frame_columns(x)
    if names(x) is None:
        raise TypeError("stack() needs a data frame or a list with names")
    if any(n is None for n in names(x)):
        raise Untranslated("stack() of a list with names that are NA has no translation")
    parts = zip([str(n) for n in names(x)], elements(x), strict=True)
    if any(isinstance(v, (list, Mapping)) or names(v) is not None for v in elements(x)):
        raise Untranslated("stack() of lists, tables and vectors with names has no translation")
    kept = [  # what R calls a vector
        (key, value)
        for key, value in parts
        if not (is_null(value) or is_dates(value) or isinstance(value, pd.Categorical))
    ]
    if not any(length(value) for _, value in kept):
        raise Untranslated("stack() of nothing has no translation")
    values = unlist([value for _, value in kept], use_names=False)
    labels = [key for key, value in kept for _ in range(length(value))]
    levels = list(dict.fromkeys(key for key, _ in kept))
    return frame_of(
        {"values": values, "ind": factor(np.array(labels, dtype=object), levels=levels)},
        len(labels),
    )


def unstack(x: pd.DataFrame, values: str = "values", ind: str = "ind") -> Any:
    """Undo `stack`: a data frame if groups are of one size, else a list. R: ``unstack``."""
    columns = frame_columns(x)
    groups = columns[ind] if isinstance(columns[ind], pd.Categorical) else factor(columns[ind])
    parts = {
        str(level): columns[values][groups.codes == code]
        for code, level in enumerate(groups.categories)
    }
    sizes = {len(part) for part in parts.values()}
    return frame_of(parts, sizes.pop()) if len(sizes) == 1 else parts


def _chosen(asked: Any, labels: list[str]) -> list[str]:
    """Return columns by their names or numbers, from 1."""
    values = vector(asked if not isinstance(asked, (list, tuple)) else np.array(list(asked)))
    return [str(v) if isinstance(v, str) else labels[int(v) - 1] for v in values]


def reshape_wide(
    x: pd.DataFrame,
    idvar: Any,
    timevar: str,
    v_names: Any = None,
    drop: Any = None,
    sep: str = ".",
) -> pd.DataFrame:
    """Spread the rows of each id over columns, one for each time. R: ``reshape`` to wide."""
    columns = frame_columns(x)
    if drop is not None:
        columns = {k: v for k, v in columns.items() if k not in _chosen(drop, list(columns))}
    ids = _chosen(idvar, list(columns))
    marks = _row_keys([columns[key] for key in ids], [columns[key] for key in ids], len(x))
    times = as_character(columns[timevar])
    kept = list(dict.fromkeys(times))
    varying = (
        [key for key in columns if key not in (*ids, timevar)]
        if v_names is None
        else _chosen(v_names, list(columns))
    )
    where: dict[Any, int] = {}
    for k, mark in enumerate(marks):
        where.setdefault(mark, k)
    firsts = list(where.values())
    made = {
        key: take_rows(values, firsts)
        for key, values in columns.items()
        if key not in (*varying, timevar)
    }
    for time in kept:
        rows: dict[Any, int] = {}
        for k, mark in enumerate(marks):
            if times[k] == time:
                rows.setdefault(mark, k)
        at = [rows.get(mark, -1) for mark in where]
        for key in varying:
            made[f"{key}{sep}{time}"] = take_rows(columns[key], at)
    return frame_of(made, len(firsts)).set_axis(x.index[firsts], axis=0)


def reshape_long(
    x: pd.DataFrame,
    varying: Any,
    v_names: Any = None,
    timevar: str = "time",
    idvar: str = "id",
    times: Any = None,
    sep: str = ".",
) -> pd.DataFrame:
    """Put columns of several times below each other. R: ``reshape`` to long."""
    columns = frame_columns(x)
    labels = list(columns)
    if isinstance(varying, (list, tuple)) and varying and not is_scalar(varying[0]):
        groups = [_chosen(part, labels) for part in varying]
        targets = [group[0] for group in groups] if v_names is None else _chosen(v_names, labels)
    elif v_names is not None:
        groups, targets = [_chosen(varying, labels)], _chosen(v_names, labels)
        if len(targets) != 1:
            raise ValueError("several v.names need varying as a list, one vector for each")
    else:
        groups, targets, times = _guessed(_chosen(varying, labels), sep)
    if len(targets) != len(groups) or len({len(group) for group in groups}) != 1:
        raise ValueError("varying must have a group of columns for each of v.names, of one length")
    marks = np.arange(1, len(groups[0]) + 1) if times is None else vector(times)
    fixed = [key for key in labels if key not in {name for group in groups for name in group}]
    ids = columns[idvar] if idvar in columns else np.arange(1, len(x) + 1)
    n = len(x)
    made: dict[str, Any] = {
        key: take_rows(columns[key], np.tile(np.arange(n), len(marks))) for key in fixed
    }
    made[timevar] = np.repeat(marks, n)
    for target, group in zip(targets, groups, strict=True):
        made[target] = bound_cells([columns[name] for name in group])
    if idvar not in columns:
        made[idvar] = np.tile(ids, len(marks))
    rows = [f"{own}.{number_text(mark)}" for mark in marks for own in as_character(as_array(ids))]
    if len(set(rows)) != len(rows):
        raise ValueError(f"{idvar} must tell the rows apart")
    return with_rows(frame_of(made, n * len(marks)), rows)


def _guessed(names_of: list[str], sep: str) -> tuple[list[list[str]], list[str], Any]:
    """Return groups of columns by what stands before the separator, and the times behind it."""
    parts = [name.split(sep) for name in names_of]
    if any(len(part) != 2 for part in parts):
        raise ValueError(f"the names of varying must have one {sep!r} each")
    targets = list(dict.fromkeys(first for first, _ in parts))
    times = list(dict.fromkeys(second for _, second in parts))
    groups = [[f"{target}{sep}{time}" for time in times] for target in targets]
    if {name for group in groups for name in group} != set(names_of):
        raise ValueError("varying must have a column for each of its times")
    numbers = all(time.lstrip("-").replace(".", "", 1).isdigit() for time in times)
    marks: Any = np.array(times, dtype=object)
    if numbers:
        values = np.array([float(time) for time in times])
        marks = values.astype(np.int64) if (values == np.floor(values)).all() else values
    return groups, targets, marks


def new_columns_last(x: pd.DataFrame, before: Any, made: list[str]) -> pd.DataFrame:
    """Order the columns that ``within()`` made as R does: the latest one first."""
    first = [key for key in x.columns if key in set(before.columns)]
    rest = [key for key in reversed(made) if key in set(x.columns) and key not in first]
    return x[[*first, *rest]]
