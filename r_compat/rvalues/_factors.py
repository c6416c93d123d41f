"""Factors, intervals and counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from ._core import (
    NA,
    NA_REAL,
    column,
    is_r_na,
    is_scalar,
    length,
    logical_numbers,
    missing,
    refuse_blank,
    vector,
)
from ._dates import date_seq, is_dates
from ._missing import MISSING
from ._named import (
    NamedArray,
    named,
    names,
    plain,
)
from ._order import sort, unique
from ._text import as_character, number_text, text_vector
from ._totals import total
from ._untranslated import Untranslated


def factor(x: Any, levels: Any = MISSING, labels: Any = MISSING, ordered: bool = False) -> Any:
    """R: ``factor``, as a pandas Categorical of texts; NULL is no levels, and no labels.

    Examples
    --------
    >>> levels(factor(np.array([2, 1, 2])))
    array(['1', '2'], dtype=object)
    """
    if isinstance(x, pd.Categorical):
        if levels is MISSING:  # in their order, those that occur
            levels = [v for k, v in enumerate(x.categories) if (x.codes == k).any()]
            levels, ordered = np.array(levels, dtype=object), ordered or bool(x.ordered)
        x = as_character(x)
    values = vector(x)
    if values.dtype.kind == "M":
        values = text_vector(values)
    texts = list(as_character(values))  # NaN is a level, NA is none
    if levels is MISSING:
        levels = [number_text(v) for v in vector(sort(unique(values[~missing(values)])))]
        levels = np.array([*levels, "NaN"] if "NaN" in texts else levels, dtype=object)
    keys = [number_text(v) for v in _given(levels) if not _is_gap(v)]
    codes = {key: k for k, key in enumerate(keys)}
    shown = keys if labels is MISSING else [number_text(v) for v in _given(labels)]
    if len(shown) not in (1, len(keys)):
        raise ValueError(
            f"invalid 'labels'; length {len(shown)} should be 1 or {len(keys)}, as levels are"
        )
    if len(shown) == 1 and len(keys) > 1:
        shown = [f"{shown[0]}{k + 1}" for k in range(len(keys))]
    where = [-1 if text is None else codes.get(text, -1) for text in texts]
    return _levelled(where, shown, bool(ordered))


def _is_gap(value: Any) -> bool:
    return value is None or (isinstance(value, float) and is_r_na(value))


def _given(texts: Any) -> Any:
    return [] if texts is None else vector(texts)


def _levelled(codes: Any, labels: list[str], ordered: bool = False) -> Any:
    """Return a factor; levels that were given one label are one level."""
    distinct = list(dict.fromkeys(labels))
    place = [distinct.index(label) for label in labels]
    where = [-1 if code < 0 else place[code] for code in codes]
    return pd.Categorical.from_codes(where, categories=pd.Index(distinct), ordered=ordered)


def levels(x: Any) -> Any:
    """R: ``levels``."""
    return np.array(x.categories, dtype=object) if isinstance(x, pd.Categorical) else None


def set_levels(x: Any, labels: Any) -> Any:
    """R: ``levels(x) <- labels``; a list says which levels a new one is made of."""
    if isinstance(labels, Mapping):
        new = {str(old): k for k, olds in enumerate(labels.values()) for old in vector(olds)}
        codes = [-1 if code < 0 else new.get(str(x.categories[code]), -1) for code in x.codes]
        return pd.Categorical.from_codes(codes, categories=pd.Index(list(labels)))
    shown = [number_text(v) for v in vector(labels)]
    if len(shown) < len(x.categories):
        raise ValueError(f"a factor of {len(x.categories)} levels needs as many labels")
    return _levelled(x.codes, shown, bool(x.ordered))


def nlevels(x: Any) -> int:
    """R: ``nlevels``."""
    return len(x.categories) if isinstance(x, pd.Categorical) else 0


def droplevels(x: Any) -> Any:
    """R: ``droplevels``, of a factor or of those of a data frame."""
    if isinstance(x, pd.DataFrame):
        made = x.copy()
        for k in range(x.shape[1]):
            if isinstance(x.dtypes.iloc[k], pd.CategoricalDtype):
                made.isetitem(k, column(x, k).remove_unused_categories())
        return made
    return x.remove_unused_categories()


def _cut_dates(x: Any, breaks: Any, labels: Any) -> Any:
    """Sort dates into weeks, months, quarters or years, or between dates; from the first day on."""
    days = np.atleast_1d(x).astype("datetime64[D]")
    known = days[~np.isnat(days)]
    if not len(known):
        raise Untranslated("cut() of dates that are all NA")
    if is_dates(breaks):
        edges = np.sort(np.atleast_1d(breaks).astype("datetime64[D]"))
    elif isinstance(breaks, str) and breaks in ("day", "week", "month", "quarter", "year"):
        start, last = known.min(), known.max()
        if breaks == "week":  # from Monday on; 1970 began on a Thursday
            start = start - (start.astype(np.int64) + 3) % 7
        if breaks in ("month", "year"):
            start = start.astype(f"datetime64[{breaks[0].upper()}]").astype("datetime64[D]")
        if breaks == "quarter":
            month = start.astype("datetime64[M]")
            start = (month - month.astype(np.int64) % 3).astype("datetime64[D]")
        steps = date_seq(start, by=breaks, length_out=int((last - start).astype(int)) + 2)
        edges = steps[: int((steps <= last).sum()) + 1]
    else:
        raise Untranslated("cut() of dates by other breaks than dates, days, weeks, months, years")
    codes = np.searchsorted(edges, days, side="right") - 1
    codes = np.where(np.isnat(days) | (codes >= len(edges) - 1), -1, codes)
    if labels is False:
        return np.where(codes < 0, NA, codes + 1) if (codes < 0).any() else codes + 1
    texts = edges[:-1].astype(str).astype(object) if labels is None else vector(labels)
    if len(texts) != len(edges) - 1:
        raise ValueError("number of intervals and length of 'labels' differ")
    return pd.Categorical.from_codes(codes, categories=pd.Index(texts))


def cut(
    x: Any,
    breaks: Any,
    labels: Any = None,
    right: bool = True,
    include_lowest: bool = False,
    dig_lab: Any = 3,
    ordered_result: bool = False,
) -> Any:
    """Sort numbers, or dates, into intervals. R: ``cut``."""
    if is_dates(x):
        if ordered_result:
            raise Untranslated("cut() of dates with ordered_result has no translation")
        return _cut_dates(x, breaks, labels)
    values = vector(x).astype(float)
    if len(values) and np.isnan(values).all():
        raise Untranslated("cut() of NA alone, which is an error in R where it is logical")
    if isinstance(breaks, (list, Mapping)):
        raise TypeError("cut() needs numbers for its breaks, got a list")
    edges = np.sort(vector(breaks).astype(float))
    edges = edges[~np.isnan(edges)]
    if len(edges) == 0 or len(edges) < length(breaks) == 2:
        raise Untranslated("cut() by breaks of which less than two are known")
    if len(np.unique(edges)) < len(edges):
        raise ValueError("'breaks' are not unique")
    if len(edges) == 1:
        count = int(edges[0])
        low, high = np.nanmin(values), np.nanmax(values)
        if not np.isfinite([low, high]).all():
            raise ValueError("cut() into so many intervals needs finite values")
        span = high - low
        if span == 0:
            span = abs(low) or 1.0
            edges = np.linspace(low - span / 1000, high + span / 1000, count + 1)
        else:
            edges = np.linspace(low, high, count + 1)
            edges[0], edges[-1] = low - span / 1000, high + span / 1000
    side = "left" if right else "right"
    codes = np.searchsorted(edges, values, side=side) - 1  # type: ignore[call-overload]
    if include_lowest:
        codes = (
            np.where(values == edges[0], 0, codes)
            if right
            else np.where(values == edges[-1], len(edges) - 2, codes)
        )
    inside = (codes >= 0) & (codes < len(edges) - 1) & ~np.isnan(values)
    codes = np.where(inside, codes, -1)
    if labels is False:
        return np.where(inside, codes + 1.0, NA_REAL) if (~inside).any() else codes + 1
    if labels is None:
        labels = _intervals(edges, right, include_lowest, int(dig_lab))
    shown = pd.Index([number_text(v) for v in vector(labels)])
    return pd.Categorical.from_codes(codes, categories=shown, ordered=bool(ordered_result))


def symnum(x: Any, cutpoints: Any, symbols: Any, na: Any = "?") -> Any:
    """Return a symbol for each number by its interval, with names. R: ``symnum``, but its legend.

    Examples
    --------
    >>> symnum(np.array([0.02, 0.5]), np.array([0, 0.05, 1]), np.array(["*", ""], dtype=object))
    array(['*', ''], dtype=object)
    """
    edges = np.sort(vector(cutpoints).astype(float))
    words = vector(symbols)
    if len(edges) != len(words) + 1:
        raise ValueError("number of 'cutpoints' must be one more than number of symbols")
    values = vector(x).astype(float)
    slack = 1e-5  # R's, at both ends
    if np.any((values < edges[0] - slack) | (values > edges[-1] + slack)):
        low, high = (number_text(edge) for edge in edges[[0, -1]])
        raise ValueError(f"'x' must be between {low} and {high}")
    places = np.clip(np.searchsorted(edges, values) - 1, 0, len(words) - 1)
    missing_word = "" if na is False else na
    found = np.where(np.isnan(values), missing_word, words[places]).astype(object)
    return found if names(x) is None else named(found, names(x))


def _intervals(edges: Any, right: bool, include_lowest: bool, least: int) -> Any:
    for digits in range(least, max(12, least) + 1):
        texts = [f"{edge:.{digits}g}" for edge in edges]
        if len(set(texts)) == len(texts):
            break
    texts = [
        # R gives infinite values one width
        (" Inf" if edges[0] == -np.inf else "Inf")
        if edge == np.inf
        else "-Inf"
        if edge == -np.inf
        else text
        for text, edge in zip(texts, edges, strict=True)
    ]
    made = []
    for k in range(len(texts) - 1):
        left, close = ("(", "]") if right else ("[", ")")
        if include_lowest and right and k == 0:
            left = "["
        if include_lowest and not right and k == len(texts) - 2:
            close = "]"
        made.append(f"{left}{texts[k]},{texts[k + 1]}{close}")
    return np.array(made, dtype=object)


def find_interval(x: Any, breaks: Any) -> Any:
    """R: ``findInterval``."""
    values = logical_numbers(vector(x))
    ends = [] if isinstance(breaks, (list, Mapping)) else vector(breaks)
    if (
        isinstance(breaks, (list, Mapping))
        or not np.all(ends[:-1] <= ends[1:])
        or missing(ends).any()
    ):
        raise ValueError("'vec' must be sorted non-decreasingly and not contain NAs")
    found: Any = np.searchsorted(ends, values, side="right")
    if missing(values).any():
        found = np.where(missing(values), NA, found)
    return found[0] if is_scalar(x) else found


def table(*values: Any, use_na: str = "no", axes: Any = None) -> Any:
    """Count each value, or each pair of values. R: ``table``.

    `axes` says what the dimensions count, where the script does.

    With `use_na` "ifany" or "always" the missing ones are counted last.

    Examples
    --------
    >>> table(np.array(["b", "a", "b"], dtype=object)).names
    array(['a', 'b'], dtype=object)
    """
    if len(values) == 1 and isinstance(values[0], pd.DataFrame):
        frame = values[0]
        axes = [str(label) for label in frame.columns]
        values = tuple(column(frame, k) for k in range(frame.shape[1]))
    if len(values) == 1 and np.ndim(values[0]) > 1:
        values = (vector(values[0]),)
    parts = [_counted(v, use_na) for v in values]
    counts = np.zeros([len(labels) for _, labels in parts], dtype=np.int64)
    known = np.all([codes >= 0 for codes, _ in parts], axis=0)
    np.add.at(counts, tuple(codes[known] for codes, _ in parts), 1)
    called = tuple(axes) if axes is not None else ("",) * len(parts)
    return NamedArray(counts, [np.array(labels, dtype=object) for _, labels in parts], called)


def _counted(x: Any, use_na: str) -> tuple[Any, list[Any]]:
    """Return for each element which cell it is counted in, and the names of the cells."""
    values = x if isinstance(x, pd.Categorical) else vector(x)
    if isinstance(values, np.ndarray) and values.dtype.kind == "f":
        values = np.where(np.isnan(values), NA, values)  # NaN is counted with NA
    if isinstance(values, np.ndarray) and values.dtype.kind == "O" and use_na == "no":
        values = np.array([None if v == "NaN" else v for v in values], dtype=object)
    groups = values if isinstance(values, pd.Categorical) else factor(values)
    codes = np.array(groups.codes, dtype=np.int64)
    labels: list[Any] = list(groups.categories)
    if use_na == "no":
        return codes, labels
    if isinstance(x, np.ndarray) and x.dtype.kind == "f":
        nan = np.array([v != v and not is_r_na(v) for v in x], dtype=bool)
        if nan.any():
            codes[nan] = len(labels)
            labels.append("NaN")
    if use_na == "always" or (codes < 0).any():
        codes[codes < 0] = len(labels)
        labels.append(None)
    return codes, labels


def tabulate(x: Any, nbins: Any = None) -> Any:
    """Count 1, 2, and so on. R: ``tabulate``."""
    codes = x.codes + 1 if isinstance(x, pd.Categorical) else vector(x)
    refuse_blank(codes, "tabulate")
    codes = codes[~missing(codes)].astype(np.int64)
    top = max(1, int(codes.max()) if len(codes) else 1) if nbins is None else int(nbins)
    inside = codes[(codes >= 1) & (codes <= top)]
    return np.bincount(inside, minlength=top + 1)[1:]


def prop_table(x: Any, margin: Any = None) -> Any:
    """R: ``prop.table``."""
    if margin is None:
        return x / total(plain(x))
    keep = [int(m) - 1 for m in vector(margin)]
    rest = tuple(k for k in range(np.ndim(x)) if k not in keep)
    return x / np.expand_dims(total(plain(x), rest), rest)


def relevel(x: Any, ref: Any) -> Any:
    """R: ``relevel``."""
    rest = [level for level in x.categories if level != ref]
    return x.reorder_categories([ref, *rest])
