"""Groups: functions by group, factors of several groups, tables of counts and their margins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd

from ._assign import assign
from ._binding import bound_cells, frame_of, take_rows, with_rows
from ._core import (
    NA,
    as_matrix,
    c,
    chosen_rows,
    column,
    is_scalar,
    length,
    missing,
    recycle,
    refuse_blank,
    tidy,
    vector,
)
from ._factors import factor
from ._named import (
    NO_DIMENSION,
    ONE_DIMENSION,
    Headings,
    NamedArray,
    colnames,
    list_of,
    list_parts,
    named,
    names,
    plain,
    rownames,
)
from ._select import get
from ._sequences import LETTERS
from ._text import number_text
from ._totals import total
from ._untranslated import Untranslated

_RULE = 60  # dashes between groups that are printed


def as_factor(x: Any) -> Any:
    """Return a factor as it is, and any other vector as a factor. R: ``as.factor``."""
    return x if isinstance(x, pd.Categorical) else factor(x)


def _factors(group: Any) -> list[Any]:
    """Return the groups of a list, a data frame or one vector as factors."""
    if isinstance(group, pd.DataFrame):
        return [as_factor(column(group, k)) for k in range(group.shape[1])]
    if isinstance(group, Mapping):
        return [as_factor(value) for value in group.values()]
    if isinstance(group, (list, tuple)):
        return [as_factor(value) for value in group]
    return [as_factor(group)]


def _levels_of(x: Any) -> Any:
    return np.array([str(level) for level in x.categories], dtype=object)


# Functions by group


def _part(x: Any, where: Any) -> Any:
    """Return elements, or rows, at places from 0."""
    if isinstance(x, pd.DataFrame):
        return chosen_rows(x.iloc[where])
    return x[where] if isinstance(x, pd.Categorical) else get(x, np.asarray(where) + 1)


def tapply(
    x: Any,
    group: Any,
    function: Callable[[Any], Any],
    default: Any = NA,
    simplify: bool = True,
) -> Any:
    """Call a function on each group. R: ``tapply``.

    A group without elements is `default`. Several groups make a matrix or array; results that are
    no single values, or are not to be simplified, make a list.

    Examples
    --------
    >>> tapply(np.array([1, 2, 3]), np.array(["b", "a", "b"], dtype=object), np.sum).tolist()
    [2, 4]
    """
    if isinstance(group, list) and not group:
        raise ValueError("'INDEX' is of length zero")
    factors = _factors(group)
    count = len(x) if isinstance(x, pd.DataFrame) else length(x)
    if any(len(f) != count for f in factors):
        raise ValueError("arguments must have the same length")
    shape = tuple(len(f.categories) for f in factors)
    where = np.full(count, -1, dtype=np.int64)
    known = np.all([f.codes >= 0 for f in factors], axis=0)
    if known.any():
        codes = [f.codes[known] for f in factors]
        where[known] = np.ravel_multi_index(codes, shape, order="F")
    results: list[Any] = []
    for cell in range(int(np.prod(shape))):
        rows = np.flatnonzero(where == cell)
        results.append(function(_part(x, rows)) if len(rows) else ...)
    made = [value for value in results if value is not ...]
    single = simplify and all(
        length(v) == 1 and not isinstance(v, (list, Mapping, pd.DataFrame, pd.Categorical))
        for v in made
    )
    if not single:
        if len(shape) > 1:
            raise Untranslated("tapply() that makes a list of several groups has no translation")
        labels = _levels_of(factors[0])
        return {
            label: None if value is ... else value
            for label, value in zip(labels, results, strict=True)
        }
    gap = None if is_scalar(default) and default != default else default
    flat = np.empty(len(results), dtype=object)
    for k, value in enumerate(results):
        one = gap if value is ... else vector(value)[0]
        flat[k] = one.item() if isinstance(one, np.generic) else one
    values = tidy(flat) if len(flat) else np.array([])
    gaps = [v is None or (isinstance(v, float) and v != v) for v in flat]
    if len(made) == 0 or (all(gaps) and any(v is not None for v in flat)):
        values = np.array([NA if v is None else v for v in flat], dtype=float)
    heads: Any = ONE_DIMENSION if len(shape) == 1 else None
    called = list(group.columns) if isinstance(group, pd.DataFrame) else None
    if isinstance(group, (list, Mapping)):
        called = list_parts(group)[1]
    if heads is None and called is not None and any(called):
        heads = Headings(str(name or "") for name in called)  # of a matrix, which is no table
    return NamedArray(values.reshape(shape, order="F"), [_levels_of(f) for f in factors], heads)


def by(x: Any, group: Any, function: Callable[[Any], Any]) -> Any:
    """Call a function on the rows of each group. R: ``by``."""
    if len(_factors(group)) != 1:
        raise Untranslated("by() over several groups has no translation")
    return tapply(x, group, function)


def print_by(found: Any, label: str) -> None:
    """Print what `by` found, group by group. R: ``print`` of the value of ``by``.

    Examples
    --------
    >>> print_by({"a": 2.5, "b": 4}, "d$g")  # doctest: +NORMALIZE_WHITESPACE
    d$g: a
    [1] 2.5
    ------------------------------------------------------------
    d$g: b
    [1] 4
    """
    from ._printing import print_

    listed = isinstance(found, (list, Mapping))
    items, keys = list_parts(found) if listed else (found, names(found))
    for k, (key, value) in enumerate(zip(() if keys is None else keys, items, strict=True)):
        if k:
            print("-" * _RULE, end=" \n")
        print(f"{label}: {key}")
        print_(value)


def interaction(*groups: Any, sep: str = ".", drop: bool = False, lex_order: bool = False) -> Any:
    """All combinations of levels as one factor, the first fastest. R: ``interaction``.

    Examples
    --------
    >>> list(interaction(np.array(["a", "b"]), np.array(["x", "y"])).categories)
    ['a.x', 'b.x', 'a.y', 'b.y']
    """
    if len(groups) == 1 and isinstance(groups[0], (list, tuple, Mapping, pd.DataFrame)):
        factors = _factors(groups[0])
    else:
        factors = [as_factor(g) for g in groups]
    count = max(len(f) for f in factors)
    factors = [f if len(f) == count else f[np.resize(np.arange(len(f)), count)] for f in factors]
    ordered = factors[::-1] if lex_order else factors
    codes = np.zeros(count, dtype=np.int64)
    size = 1
    for f in ordered:
        codes = codes + size * f.codes.astype(np.int64)
        size *= len(f.categories)
    known = np.all([f.codes >= 0 for f in factors], axis=0)
    codes = np.where(known, codes, -1)
    shape = [len(f.categories) for f in ordered]
    labels = []
    for k in range(size):
        at = np.unravel_index(k, shape, order="F")
        parts = [str(f.categories[i]) for f, i in zip(ordered, at, strict=True)]
        labels.append(sep.join(parts[::-1] if lex_order else parts))
    if len(set(labels)) != len(labels):
        raise Untranslated("interaction() of levels whose combinations are not all different")
    made = pd.Categorical.from_codes(codes, categories=pd.Index(labels))
    if not drop:
        return made
    used = [label for k, label in enumerate(labels) if (codes == k).any()]
    return factor(made, levels=used)


def split(x: Any, group: Any, drop: bool = False, sep: str = ".") -> dict[str, Any]:
    """Return the elements, or rows, of each group by its name. R: ``split``."""
    if length(group) == 0 and length(x) > 0:
        raise ValueError("group length is 0 but data length > 0")
    factors = _factors(group)
    groups = factors[0] if len(factors) == 1 else interaction(*factors, sep=sep)
    count = len(x) if isinstance(x, pd.DataFrame) else length(x)
    codes = np.resize(np.asarray(groups.codes), count) if len(groups) else np.array([])
    found: dict[str, Any] = {}
    for code, level in enumerate(groups.categories):
        rows = np.flatnonzero(codes == code)
        if len(rows) or not drop:
            found[str(level)] = _part(x, rows)
    return found


def split_rows(x: Any, group: Any, drop: bool = False, sep: str = ".") -> dict[str, Any]:
    """Return the rows of each group, also of a matrix. R: ``split.data.frame``."""
    if isinstance(x, pd.DataFrame):
        return split(x, group, drop, sep)
    if np.ndim(x) != 2:
        raise Untranslated("split.data.frame() of what has no rows has no translation")
    rows = split(np.arange(1, len(x) + 1), group, drop, sep)
    return {label: get(x, chosen, ..., drop=False) for label, chosen in rows.items()}


def ave(x: Any, function: Callable[[Any], Any], *groups: Any) -> Any:
    """Replace each value by a function of its group; those of no group stay. R: ``ave``."""
    values = vector(x)
    cells = [np.arange(len(values))]
    if groups:
        chosen = groups[0] if len(groups) == 1 else interaction(*groups)
        codes = np.asarray(as_factor(chosen).codes)
        cells = [np.flatnonzero(codes == code) for code in sorted(set(codes[codes >= 0].tolist()))]
    found = [(at, vector(function(values[at]))) for at in cells]
    result = values
    for at, made in found:
        if len(made) == 0 or len(at) % len(made):
            raise Untranslated(f"the function of ave() must return {len(at)} values or one")
        result = assign(result, at + 1, made)
    return result


def unsplit(value: Any, group: Any) -> Any:
    """Undo `split`; elements are used again if there are more groups. R: ``unsplit``.

    Examples
    --------
    >>> unsplit([np.array([1, 3]), np.array([2])], np.array([1, 2, 1]))
    array([1, 2, 3])
    """
    factors = _factors(group)
    groups = factors[0] if len(factors) == 1 else interaction(*factors)
    parts = list(value.values()) if isinstance(value, Mapping) else list(value)
    if not parts:
        raise ValueError("unsplit() of an empty list: subscript out of bounds")
    if (groups.codes < 0).any():
        raise Untranslated("unsplit() by groups some of which are NA")
    rows = [np.flatnonzero(groups.codes == code) for code in range(len(groups.categories))]
    used = [(parts[k % len(parts)], r) for k, r in enumerate(rows) if len(r)]
    back = np.argsort(np.concatenate([r for _, r in used])) if used else np.array([], dtype=int)
    if any(isinstance(part, pd.DataFrame) for part in parts):
        return _unsplit_frames(used, parts, back, len(rows))
    levels = {tuple(p.categories) if isinstance(p, pd.Categorical) else None for p in parts}
    named_ones = isinstance(parts[0], NamedArray) and parts[0].dimnames[0] is not None
    if len(levels) > 1 or named_ones:
        raise Untranslated("unsplit() of vectors with names, or of factors of other levels")
    if isinstance(parts[0], pd.Categorical):
        codes = unsplit([part.codes for part in parts], group)
        return pd.Categorical.from_codes(codes, dtype=parts[0].dtype)
    filled = [recycle(p, len(r)) for p, r in used]
    return take_rows(plain(c(*filled)) if filled else vector(parts[0])[:0], back)


def _unsplit_frames(used: list[Any], parts: list[Any], back: Any, n_groups: int) -> Any:
    frames = [part for part, _ in used]
    fitting = all(len(part) == len(r) for part, r in used if isinstance(part, pd.DataFrame))
    if not all(isinstance(p, pd.DataFrame) for p in parts) or len(parts) != n_groups or not fitting:
        raise Untranslated("unsplit() of data frames needs one for each group, with its rows")
    joined = {
        str(label): bound_cells([column(part, k) for part in frames])
        for k, label in enumerate(parts[0].columns)
    }
    made = frame_of({k: take_rows(v, back) for k, v in joined.items()}, len(back))
    labels = [str(name) for part in frames for name in rownames(part)]
    return with_rows(made, [labels[k] for k in back])


# aggregate


def _simplified(parts: list[Any], what: str) -> Any:
    if any(length(part) != 1 for part in parts):
        raise Untranslated(
            f"{what} with a function of several values makes a matrix inside a data frame, which "
            "pandas has not: call it once for each value"
        )
    return bound_cells(
        [part if isinstance(part, pd.Categorical) else vector(part) for part in parts]
    )


def aggregate_by(
    x: Any, groups: Any, function: Callable[[Any], Any], na_omit: bool = False
) -> pd.DataFrame:
    """Call a function on each column of a table by groups. R: ``aggregate`` with ``by``.

    Rows whose group is NA are left out, with `na_omit` also those with an NA in a column. Groups
    are sorted, the first one fastest.

    Examples
    --------
    >>> x = {"v": np.array([1, 2, 3])}
    >>> aggregate_by(x, {"g": np.array(["a", "b", "a"], dtype=object)}, np.sum)["v"].tolist()
    [4, 2]
    """
    columns = (
        {str(label): column(x, k) for k, label in enumerate(x.columns)}
        if isinstance(x, pd.DataFrame)
        else dict(x)
        if isinstance(x, Mapping)
        else _matrix_columns(x)
        if np.ndim(x) == 2
        else {"x": x if isinstance(x, pd.Categorical) else vector(x)}
    )
    if isinstance(groups, pd.DataFrame):
        groups = {str(label): column(groups, k) for k, label in enumerate(groups.columns)}
    keys = {
        name: value if isinstance(value, pd.Categorical) else vector(value)
        for name, value in groups.items()
    }
    if set(columns) & set(keys):
        raise Untranslated("a group with the name of a column has no translation")
    kept = np.all([~missing(_objects(value)) for value in keys.values()], axis=0)
    if na_omit:
        kept &= np.all([~missing(_objects(value)) for value in columns.values()], axis=0)
    rows = np.flatnonzero(kept)
    if len(rows) == 0:
        raise ValueError("aggregate() has no rows without NA to work on")
    codes = [as_factor(value).codes for value in keys.values()]
    marks = list(zip(*(np.asarray(code)[rows].tolist() for code in codes), strict=True))
    seen = sorted(set(marks), key=lambda mark: mark[::-1])
    where = {mark: [] for mark in seen}  # type: dict[Any, list[int]]
    for mark, row in zip(marks, rows, strict=True):
        where[mark].append(int(row))
    firsts = [where[mark][0] for mark in seen]
    made: dict[str, Any] = {name: take_rows(value, firsts) for name, value in keys.items()}
    for name, value in columns.items():
        parts = [function(_part(value, where[mark])) for mark in seen]
        made[name] = _simplified(parts, "aggregate()")
    return frame_of(made, len(seen))


def _matrix_columns(x: Any) -> dict[str, Any]:
    """Return the columns of a matrix as those of the data frame that R makes of it."""
    labels = colnames(x)
    if labels is None:
        labels = [f"V{k + 1}" for k in range(x.shape[1])]
    return {str(label): plain(x)[:, k] for k, label in enumerate(labels)}


def _objects(value: Any) -> Any:
    return np.asarray(value, dtype=object) if isinstance(value, pd.Categorical) else value


def aggregate(
    x: pd.DataFrame,
    values: list[str] | None,
    groups: list[str],
    function: Callable[[Any], Any],
    others: Mapping[str, Any] | None = None,
    na_omit: bool = True,
) -> pd.DataFrame:
    """Call a function on columns by groups, rows with NA left out. R: ``aggregate(y ~ g)``.

    Rows whose group is NA are left out in any case. Without `values` it is called on all columns
    but the groups. `others` has variables of the script, for names that are no columns.
    """
    labels = [str(label) for label in x.columns]
    if values is None:
        values = [label for label in labels if label not in groups]
    beside = {name: value for name, value in (others or {}).items() if name not in labels}
    asked = (*values, *groups)
    lost = [name for name in asked if name not in labels and name not in beside]
    if lost:
        raise ValueError(f"aggregate() needs the column {lost[0]}, which the data frame lacks")
    for name in beside:
        if length(beside[name]) != len(x):
            raise ValueError(f"variable lengths differ: {name} beside {len(x)} rows")
    chosen = {
        name: beside[name] if name in beside else column(x, labels.index(name)) for name in asked
    }
    return aggregate_by(
        {name: chosen[name] for name in values},
        {name: chosen[name] for name in groups},
        function,
        na_omit=na_omit,
    )


def rowsum(x: Any, group: Any, reorder: bool = True) -> Any:
    """Add up rows by group, in the order of the groups. R: ``rowsum``."""
    matrix = as_matrix(x)
    refuse_blank(plain(matrix), "rowsum")
    groups = as_factor(group)
    if (groups.codes < 0).any():
        raise Untranslated("rowsum() of groups that are NA has no translation")
    if not reorder:
        seen = dict.fromkeys(int(code) for code in groups.codes)
        groups = factor(groups, levels=[groups.categories[code] for code in seen])
    else:
        groups = factor(groups, levels=[v for v in groups.categories if v in set(groups)])
    values = plain(matrix)
    total = np.zeros((len(groups.categories), values.shape[1]), dtype=values.dtype)
    np.add.at(total, groups.codes, values)
    labels = _levels_of(groups)
    if isinstance(x, pd.DataFrame):
        columns = {str(key): total[:, k] for k, key in enumerate(x.columns)}
        return with_rows(frame_of(columns, len(labels)), list(labels))
    return NamedArray(total, (labels, colnames(matrix)))


# Factors


def gl(n: Any, k: Any, size: Any = None, labels: Any = None) -> Any:
    """Return a factor of n levels, each k times. R: ``gl``."""
    count = int(n) * int(k) if size is None else int(size)
    codes = np.resize(np.repeat(np.arange(int(n)), int(k)), count)
    shown = np.arange(1, int(n) + 1) if labels is None else vector(labels)
    return pd.Categorical.from_codes(codes, categories=pd.Index([number_text(v) for v in shown]))


def inverse_rle(x: Mapping[str, Any]) -> Any:
    """Return the vector that ``rle`` described. R: ``inverse.rle``."""
    return np.repeat(vector(x["values"]), vector(x["lengths"]).astype(np.int64))


# Tables


def xtabs(weights: Any, groups: Mapping[str, Any]) -> Any:
    """Count, or add up, by groups. R: ``xtabs``."""
    factors = [as_factor(value) for value in groups.values()]
    shape = [len(f.categories) for f in factors]
    known = np.all([f.codes >= 0 for f in factors], axis=0)
    values = np.ones(len(factors[0]), dtype=np.int64) if weights is None else vector(weights)
    known &= ~missing(values)
    sums = np.zeros(shape, dtype=values.dtype if values.dtype.kind in "if" else float)
    np.add.at(sums, tuple(f.codes[known] for f in factors), values[known])
    return NamedArray(sums, [_levels_of(f) for f in factors], axes=tuple(groups))


def margin_table(x: Any, margin: Any = None) -> Any:
    """Add up a table over all but some dimensions. R: ``margin.table``, ``marginSums``."""
    if margin is None:
        refuse_blank(vector(x), "margin.table")
        return total(plain(x))
    keep = [int(m) - 1 for m in vector(margin)]
    if keep != sorted(keep):
        raise Untranslated("margins in another order than the dimensions have no translation")
    rest = tuple(k for k in range(np.ndim(x)) if k not in keep)
    sums = total(plain(x), rest)
    if not isinstance(x, NamedArray):
        return sums
    axes = None if x.axes is None else tuple(x.axes[k] for k in keep)
    return NamedArray(sums, [x.dimnames[k] for k in keep], axes=axes)


def addmargins(x: Any, margin: Any = None) -> Any:
    """Add the sums of rows and columns to a table. R: ``addmargins``."""
    axes = list(range(np.ndim(x))) if margin is None else [int(m) - 1 for m in vector(margin)]
    values = plain(x)
    labels: list[Any] = list(x.dimnames) if isinstance(x, NamedArray) else [None] * values.ndim
    if any(labels[axis] is None for axis in axes):
        raise Untranslated("addmargins() of a table without names has no translation")
    for axis in axes:
        values = np.concatenate([values, values.sum(axis=axis, keepdims=True)], axis=axis)
        labels[axis] = np.array([*labels[axis], "Sum"], dtype=object)
    return NamedArray(values, labels, axes=x.axes)


def as_table(x: Any) -> NamedArray:
    """Return an array as a table: axes without names are called A, B, C. R: ``as.table``."""
    refuse_blank(np.asarray(plain(x)), "as.table")
    if isinstance(x, NamedArray) and x.axes is not None:
        return x
    values = np.atleast_1d(plain(x))
    if values.dtype.kind not in "bif":
        raise TypeError("as.table() needs numbers")
    own = x.dimnames if isinstance(x, NamedArray) else (None,) * values.ndim
    labels: list[Any] = []
    for axis, found in enumerate(own):
        if found is None and values.shape[axis] > 26:
            raise ValueError("as.table() of more than 26 rows or columns needs their names")
        labels.append(LETTERS[: values.shape[axis]] if found is None else found)
    heads = x.headings if isinstance(x, NamedArray) else None
    heads = None if heads is NO_DIMENSION else heads
    return NamedArray(values, labels, axes=tuple(heads or ("",) * values.ndim))


def table_frame(x: NamedArray, response: str = "Freq", factors: bool = True) -> pd.DataFrame:
    """Return a table as a data frame, a row for each cell. R: ``as.data.frame`` of a table."""
    values = plain(x)
    if not values.size:
        raise Untranslated("as.data.frame() of a table without cells has no translation")
    axes = x.axes if x.axes is not None else ("",) * values.ndim
    made: dict[str, Any] = {}
    for axis, labels in enumerate(x.dimnames):
        if labels is None or any(label is None for label in labels):
            raise Untranslated("as.data.frame() of a table without names has no translation")
        at = np.indices(values.shape)[axis].ravel(order="F")
        cells = np.array(list(labels), dtype=object)[at]
        key = axes[axis] or f"Var{axis + 1}"
        made[key] = factor(cells, levels=labels) if factors else cells
    if response in made:
        raise Untranslated("as.data.frame() that makes two columns of one name")
    made[response] = values.ravel(order="F")
    return frame_of(made, values.size)


def rapply(x: Any, function: Callable[[Any], Any], how: str = "unlist", classes: Any = None) -> Any:
    """Call a function on the elements of lists inside of lists. R: ``rapply``."""
    from ._core import unlist

    def go(value: Any) -> Any:
        if value is None and how == "list":
            raise Untranslated("rapply() of a list with NULL has no translation")
        if isinstance(value, (Mapping, list)):
            items, keys = list_parts(value)
            return list_of([go(item) for item in items], keys)
        if wanted is None or _classes_of(value) & wanted:
            return function(value)
        return value if how == "replace" else None

    wanted = None if classes is None else {str(word) for word in vector(classes)}
    if wanted is not None and "ANY" in wanted:
        wanted = None
    if wanted is not None and len(wanted & {"integer", "numeric"}) == 1:
        raise Untranslated("rapply() of integers only, or doubles only, has no translation")
    made = go(x)
    return unlist(made) if how == "unlist" else made


def _classes_of(x: Any) -> set[str]:
    from ._core import class_

    if is_scalar(x):
        if isinstance(x, str):
            return {"character"}
        return {"logical"} if isinstance(x, (bool, np.bool_)) else {"numeric"}
    return {str(word) for word in vector(class_(x, integers=True))}


def named_counts(x: Any) -> Any:
    """Return the counts of a factor by its levels. R: ``summary`` of a factor."""
    counts = np.bincount(x.codes[x.codes >= 0], minlength=len(x.categories))
    labels = list(_levels_of(x))
    gaps = int((x.codes < 0).sum())
    if gaps:
        return named(np.append(counts, gaps), [*labels, "NA's"])
    return named(counts, labels)
