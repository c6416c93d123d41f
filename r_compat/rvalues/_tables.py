"""Factors, counts, and statistics."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from ._core import as_matrix, column, is_scalar, length, logical_numbers, missing, recycle, vector
from ._named import NamedArray, colnames, named, names, plain
from ._text import as_character, number_text
from ._vectors import sort, unique

# Factors


def factor(x: Any, levels: Any = None, labels: Any = None, ordered: bool = False) -> Any:
    """R: ``factor``, as a pandas Categorical of texts.

    Examples
    --------
    >>> levels(factor(np.array([2, 1, 2])))
    array(['1', '2'], dtype=object)
    """
    if isinstance(x, pd.Categorical):
        x = as_character(x)
    values = vector(x)
    if levels is None:
        levels = sort(unique(values[~missing(values)]))
    keys = [number_text(v) for v in vector(levels)]
    codes = {key: k for k, key in enumerate(keys)}
    texts = [None if g else number_text(v) for v, g in zip(values, missing(values), strict=True)]
    shown = keys if labels is None else [number_text(v) for v in vector(labels)]
    if len(shown) == 1 and len(keys) > 1:
        shown = [f"{shown[0]}{k + 1}" for k in range(len(keys))]
    where = [-1 if text is None else codes.get(text, -1) for text in texts]
    return pd.Categorical.from_codes(where, categories=pd.Index(shown), ordered=bool(ordered))


def levels(x: Any) -> Any:
    """R: ``levels``."""
    return np.array(x.categories, dtype=object) if isinstance(x, pd.Categorical) else None


def set_levels(x: Any, labels: Any) -> Any:
    """R: ``levels(x) <- labels``."""
    return x.rename_categories([number_text(v) for v in vector(labels)])


def nlevels(x: Any) -> int:
    """R: ``nlevels``."""
    return len(x.categories) if isinstance(x, pd.Categorical) else 0


def droplevels(x: Any) -> Any:
    """R: ``droplevels``."""
    return x.remove_unused_categories()


def cut(
    x: Any,
    breaks: Any,
    labels: Any = None,
    right: bool = True,
    include_lowest: bool = False,
) -> Any:
    """Sort numbers into intervals. R: ``cut``."""
    values = vector(x).astype(float)
    edges = np.sort(vector(breaks).astype(float))
    if len(edges) == 1:
        count = int(edges[0])
        low, high = np.nanmin(values), np.nanmax(values)
        span = high - low or abs(low)
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
        return np.where(inside, codes + 1.0, np.nan) if (~inside).any() else codes + 1
    if labels is None:
        labels = _intervals(edges, right, include_lowest)
    shown = pd.Index([number_text(v) for v in vector(labels)])
    return pd.Categorical.from_codes(codes, categories=shown)


def _intervals(edges: Any, right: bool, include_lowest: bool) -> Any:
    for digits in range(3, 16):
        texts = [f"{edge:.{digits}g}" for edge in edges]
        if len(set(texts)) == len(texts):
            break
    texts = [number_text(float(text)) for text in texts]
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
    found = np.searchsorted(vector(breaks), vector(x), side="right")
    return int(found[0]) if is_scalar(x) else found


# Counts


def table(*values: Any, use_na: str = "no") -> Any:
    """Count each value, or each pair of values. R: ``table``.

    With `use_na` "ifany" or "always" the missing ones of a single vector are counted last.

    Examples
    --------
    >>> table(np.array(["b", "a", "b"], dtype=object)).names
    array(['a', 'b'], dtype=object)
    """
    if len(values) == 1 and isinstance(values[0], pd.DataFrame):
        frame = values[0]
        values = tuple(column(frame, k) for k in range(frame.shape[1]))
    if len(values) == 1 and np.ndim(values[0]) > 1:
        values = (vector(values[0]),)
    factors = [v if isinstance(v, pd.Categorical) else factor(v) for v in values]
    shape = [len(f.categories) for f in factors]
    counts = np.zeros(shape, dtype=np.int64)
    known = np.all([f.codes >= 0 for f in factors], axis=0)
    np.add.at(counts, tuple(f.codes[known] for f in factors), 1)
    gaps = int(np.sum(~known))
    if use_na == "always" or (use_na == "ifany" and gaps):
        labels = np.array([*factors[0].categories, None], dtype=object)
        return NamedArray(np.append(counts, gaps), [labels])
    return NamedArray(counts, [np.array(f.categories, dtype=object) for f in factors])


def tabulate(x: Any, nbins: Any = None) -> Any:
    """Count 1, 2, and so on. R: ``tabulate``."""
    codes = x.codes + 1 if isinstance(x, pd.Categorical) else vector(x)
    codes = codes[~missing(codes)].astype(np.int64)
    top = max(1, int(codes.max()) if len(codes) else 1) if nbins is None else int(nbins)
    inside = codes[(codes >= 1) & (codes <= top)]
    return np.bincount(inside, minlength=top + 1)[1:]


def prop_table(x: Any, margin: Any = None) -> Any:
    """R: ``prop.table``."""
    if margin is None:
        return x / np.sum(plain(x))
    axis = 1 if int(margin) == 1 else 0
    return x / np.sum(plain(x), axis=axis, keepdims=True)


def as_data_frame(x: Any) -> pd.DataFrame:
    """R: ``as.data.frame``."""
    if isinstance(x, pd.DataFrame):
        return x
    if isinstance(x, Mapping):
        return data_frame(dict(x))
    if np.ndim(x) == 2:
        labels = colnames(x)
        keys = labels if labels is not None else [f"V{k + 1}" for k in range(x.shape[1])]
        return pd.DataFrame({key: plain(x)[:, k] for k, key in enumerate(keys)})
    if names(x) is not None:
        return pd.DataFrame({"Var1": names(x), "Freq": plain(x)})
    return pd.DataFrame({"x": vector(x)})


def data_frame(columns: Mapping[str, Any], loose: Any = (), row_names: bool = True) -> pd.DataFrame:
    """Make a data frame of columns, recycled. R: ``data.frame``.

    The columns of a matrix that R was given without a name, those in `loose`, are X1, X2 and so on;
    rows are called as the first column or matrix that has names, unless `row_names` is False.

    Examples
    --------
    >>> data_frame({"x": np.array([1, 2]), "k": "a"}).shape
    (2, 2)
    """
    flat: dict[str, Any] = {}
    rows: Any = None
    for key, value in columns.items():
        if rows is None and isinstance(value, NamedArray):
            rows = value.dimnames[0]
        if isinstance(value, pd.DataFrame):
            joined = key not in loose and value.shape[1] > 1
            for k, c in enumerate(value.columns):
                flat[f"{key}.{c}" if joined else str(c)] = column(value, k)
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
                if name in flat:
                    raise ValueError(f"data.frame() with two columns {name}")
                flat[name] = plain(value)[:, k]
        elif value is not None:
            flat[key] = value
    count = max((length(value) for value in flat.values()), default=0)
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


# Statistics


def _sample(x: Any, na_rm: bool) -> Any:
    values = logical_numbers(vector(x)).astype(float)
    return values[~np.isnan(values)] if na_rm else values


def var(x: Any, y: Any = None, na_rm: bool = False) -> Any:
    """Variance, or covariances of columns. R: ``var``."""
    if isinstance(x, pd.DataFrame) or np.ndim(x) == 2 or y is not None:
        return cov(x, y)
    values = _sample(x, na_rm)
    return np.var(values, ddof=1) if len(values) > 1 else np.nan


def sd(x: Any, na_rm: bool = False) -> Any:
    """Return the standard deviation, denominator n - 1. R: ``sd``."""
    values = _sample(x, na_rm)
    return np.std(values, ddof=1) if len(values) > 1 else np.nan


def median(x: Any, na_rm: bool = False) -> Any:
    """R: ``median``."""
    values = _sample(x, na_rm)
    return np.median(values) if len(values) else np.nan


def _moments(x: Any, y: Any, function: Any, use: str) -> Any:
    first = as_matrix(x)
    second = first if y is None else as_matrix(y)
    a, b = plain(first).astype(float), plain(second).astype(float)
    if use in ("complete.obs", "na.or.complete"):
        keep = ~(np.isnan(a).any(axis=1) | np.isnan(b).any(axis=1))
        a, b = a[keep], b[keep]
    elif use == "pairwise.complete.obs":
        return _pairwise(a, b, function)
    result = function(a, b)
    if np.ndim(x) < 2 and not isinstance(x, pd.DataFrame) and y is not None and np.ndim(y) < 2:
        return result[0, 0]
    labels = (colnames(first), colnames(second))
    return result if labels[0] is None and labels[1] is None else NamedArray(result, labels)


def _pairwise(a: Any, b: Any, function: Any) -> Any:
    result = np.full((a.shape[1], b.shape[1]), np.nan)
    for i in range(a.shape[1]):
        for j in range(b.shape[1]):
            keep = ~(np.isnan(a[:, i]) | np.isnan(b[:, j]))
            result[i, j] = function(a[keep, i : i + 1], b[keep, j : j + 1])[0, 0]
    return result


def _covariance(a: Any, b: Any) -> Any:
    left, right = a - a.mean(axis=0), b - b.mean(axis=0)
    return left.T @ right / (len(a) - 1)


def _correlation(a: Any, b: Any) -> Any:
    with np.errstate(all="ignore"):
        left = (a - a.mean(axis=0)) / a.std(axis=0, ddof=1)
        right = (b - b.mean(axis=0)) / b.std(axis=0, ddof=1)
        result = np.clip(left.T @ right / (len(a) - 1), -1.0, 1.0)
    if a is b or (a.shape == b.shape and np.array_equal(a, b)):
        for k in range(len(result)):
            if not np.isnan(result[k, k]):
                result[k, k] = 1.0
    return result


def cov(x: Any, y: Any = None, use: str = "everything") -> Any:
    """R: ``cov``."""
    return _moments(x, y, _covariance, use)


def cor(x: Any, y: Any = None, use: str = "everything", method: str = "pearson") -> Any:
    """R: ``cor``.

    Examples
    --------
    >>> round(float(cor(np.array([1.0, 2.0, 4.0]), np.array([1.0, 3.0, 2.0]))), 6)
    0.327327
    """
    if method == "spearman":
        return _moments(x, y, lambda a, b: _correlation(_ranked(a), _ranked(b)), use)
    if method != "pearson":
        raise ValueError(f"method must be pearson or spearman, got {method!r}")
    return _moments(x, y, _correlation, use)


def _ranked(a: Any) -> Any:
    from scipy.stats import rankdata

    return np.asarray(rankdata(a, axis=0))


def cov2cor(x: Any) -> Any:
    """R: ``cov2cor``."""
    d = np.sqrt(np.diag(plain(x)))
    result = plain(x) / np.outer(d, d)
    np.fill_diagonal(result, 1.0)
    return NamedArray(result, x.dimnames) if isinstance(x, NamedArray) else result


def quantile(x: Any, probs: Any = None, na_rm: bool = False, labels: bool = True) -> Any:
    """Quantiles of R's type 7. R: ``quantile``."""
    values = _sample(x, na_rm)
    if np.isnan(values).any():
        raise ValueError("missing values and NaN's not allowed if 'na.rm' is FALSE")
    chosen = np.array([0, 0.25, 0.5, 0.75, 1.0]) if probs is None else vector(probs).astype(float)
    ordered = np.sort(values)
    at = (len(ordered) - 1) * chosen
    low, high = np.floor(at + 4e-15).astype(int), np.ceil(at - 4e-15).astype(int)
    part = np.where(low == high, 0.0, at - low)
    result = np.where(part == 0, ordered[low], (1 - part) * ordered[low] + part * ordered[high])
    if not labels:
        return result[0] if is_scalar(probs) else result
    if is_scalar(probs):
        return result[0]
    return named(result, [f"{number_text(100 * p, 7)}%" for p in chosen])


def summary(x: Any) -> Any:
    """Minimum, quartiles, mean and maximum; counts of a factor. R: ``summary``."""
    if isinstance(x, pd.Categorical):
        return table(x)
    if isinstance(x, pd.DataFrame):
        return x.describe()
    values = _sample(x, True)
    quarters = plain(quantile(values))
    found = [*quarters[:3], np.mean(values), *quarters[3:]]
    return named(np.array(found), ["Min.", "1st Qu.", "Median", "Mean", "3rd Qu.", "Max."])


def fivenum(x: Any) -> Any:
    """R: ``fivenum``."""
    ordered = np.sort(_sample(x, True))
    n = len(ordered)
    n4 = np.floor((n + 3) / 2) / 2
    d = np.array([1, n4, (n + 1) / 2, n + 1 - n4, n])
    return 0.5 * (ordered[np.floor(d).astype(int) - 1] + ordered[np.ceil(d).astype(int) - 1])


def weighted_mean(x: Any, w: Any) -> Any:
    """R: ``weighted.mean``."""
    return np.average(vector(x).astype(float), weights=vector(w).astype(float))


def mad(x: Any) -> Any:
    """R: ``mad``."""
    values = _sample(x, False)
    return 1.4826 * np.median(np.abs(values - np.median(values)))


def dist(x: Any) -> Any:
    """Euclidean distances of rows, as a full matrix. R: ``as.matrix(dist(x))``."""
    values = plain(as_matrix(x)).astype(float)
    return np.sqrt(((values[:, np.newaxis, :] - values[np.newaxis, :, :]) ** 2).sum(axis=2))


def subset(x: Any, mask: Any) -> Any:
    """Rows or elements where a condition holds; NA counts as FALSE. R: ``subset``."""
    chosen = np.array([bool(v) and v is not None and v == v for v in vector(mask)], dtype=bool)
    return x[chosen] if isinstance(x, pd.DataFrame) else vector(x)[chosen]


def relevel(x: Any, ref: Any) -> Any:
    """R: ``relevel``."""
    rest = [level for level in x.categories if level != ref]
    return x.reorder_categories([ref, *rest])


def aggregate(x: pd.DataFrame, values: list[str], groups: list[str], function: Any) -> pd.DataFrame:
    """Call a function on columns by groups, the first group fastest. R: ``aggregate``."""
    labels = list(x.columns)
    keys = [column(x, labels.index(name)) for name in groups]
    codes = [factor(key) if not isinstance(key, pd.Categorical) else key for key in keys]
    order = np.lexsort([c.codes for c in codes])
    marks = [tuple(c.codes[k] for c in codes) for k in range(len(x))]
    seen = list(dict.fromkeys(marks[k] for k in order))
    made: dict[str, Any] = {}
    firsts = [marks.index(mark) for mark in seen]
    for name, key in zip(groups, keys, strict=True):
        made[name] = key[firsts] if isinstance(key, pd.Categorical) else vector(key)[firsts]
    for name in values:
        data = column(x, labels.index(name))
        parts = [function(data[np.array([m == mark for m in marks])]) for mark in seen]
        made[name] = np.array([vector(part)[0] for part in parts])
    return pd.DataFrame(made)


def aggregate_by(x: Any, groups: Mapping[str, Any], function: Any) -> pd.DataFrame:
    """Call a function on each column of a table by groups. R: ``aggregate`` with ``by``.

    Examples
    --------
    >>> x = {"v": np.array([1, 2, 3])}
    >>> aggregate_by(x, {"g": np.array(["a", "b", "a"], dtype=object)}, np.sum)["v"].tolist()
    [4, 2]
    """
    columns = data_frame(x) if isinstance(x, Mapping) else x
    labels = [str(label) for label in columns.columns]
    if set(labels) & set(groups):
        raise ValueError("a group with the name of a column has no translation")
    whole = data_frame(dict(groups)).reset_index(drop=True)
    for k, label in enumerate(labels):
        whole[label] = column(columns, k)
    return aggregate(whole, labels, list(groups), function)


def ave(x: Any, function: Any, *groups: Any) -> Any:
    """Replace each value by a function of its group. R: ``ave``."""
    values = vector(x)
    marks = list(zip(*(as_character(vector(g)) for g in groups), strict=True))
    parts = [(slice(None), values)]
    if groups:
        where: dict[Any, list[int]] = {}
        for k, mark in enumerate(marks):
            where.setdefault(mark, []).append(k)
        parts = [(at, values[at]) for at in where.values()]  # type: ignore[misc]
    found = [(at, vector(function(part))) for at, part in parts]
    kinds = [values.dtype, *(made.dtype for _, made in found)]
    result = np.empty(len(values), dtype=np.result_type(*kinds))
    for at, made in found:
        result[at] = made
    return result


def rowsum(x: Any, group: Any) -> Any:
    """Add up rows by group, in the order of the groups. R: ``rowsum``."""
    matrix = as_matrix(x)
    by = factor(group)
    total = np.zeros((len(by.categories), matrix.shape[1]), dtype=plain(matrix).dtype)
    np.add.at(total, by.codes, plain(matrix))
    return NamedArray(total, (np.array(by.categories, dtype=object), colnames(matrix)))


def interaction(x: Any, y: Any) -> Any:
    """All pairs of levels as one factor, the first fastest. R: ``interaction``."""
    first, second = (v if isinstance(v, pd.Categorical) else factor(v) for v in (x, y))
    n = len(first.categories)
    labels = [f"{a}.{b}" for b in second.categories for a in first.categories]
    codes = np.where((first.codes < 0) | (second.codes < 0), -1, first.codes + n * second.codes)
    return pd.Categorical.from_codes(codes, categories=pd.Index(labels))


def merge(
    x: pd.DataFrame, y: pd.DataFrame, by: Any = None, all_x: bool = False, all_y: bool = False
) -> pd.DataFrame:
    """Join two data frames by common columns, sorted by them. R: ``merge``."""
    keys = (
        [c for c in x.columns if c in set(y.columns)]
        if by is None
        else [str(v) for v in vector(by)]
    )
    how = {
        (False, False): "inner",
        (True, False): "left",
        (False, True): "right",
        (True, True): "outer",
    }[bool(all_x), bool(all_y)]
    joined = x.merge(y, on=keys, how=how, suffixes=(".x", ".y"))  # type: ignore[arg-type]
    rest = [c for c in joined.columns if c not in keys]
    order = np.lexsort(
        [factor(column(joined, list(joined.columns).index(k))).codes for k in keys[::-1]]
    )
    return joined[[*keys, *rest]].iloc[order].reset_index(drop=True)


def expand_grid(columns: Mapping[str, Any], factors: bool = False) -> pd.DataFrame:
    """All combinations, the first column fastest. R: ``expand.grid``."""
    arrays = {key: vector(value) for key, value in columns.items()}
    total = int(np.prod([len(a) for a in arrays.values()]))
    made, inner = {}, 1
    for key, values in arrays.items():
        filled: Any = np.tile(np.repeat(values, inner), total // (inner * len(values)))
        if factors and values.dtype.kind == "O":
            filled = factor(filled, levels=unique(values))
        made[key] = filled
        inner *= len(values)
    return pd.DataFrame(made)


def combn(x: Any, m: Any) -> Any:
    """All combinations of m elements, one in each column. R: ``combn``."""
    from itertools import combinations

    values = np.arange(1, int(x) + 1) if length(x) == 1 and not isinstance(x, str) else vector(x)
    return np.array(list(combinations(values, int(m))), dtype=values.dtype).T


class QR:
    """What R's ``qr`` is used for: the rank, and least squares.

    Examples
    --------
    >>> QR(np.array([[1.0], [1.0]])).resid(np.array([1.0, 3.0]))
    array([-1.,  1.])
    """

    def __init__(self, x: Any) -> None:
        self._x = plain(as_matrix(x)).astype(float)
        self.rank = int(np.linalg.matrix_rank(self._x))

    def coef(self, y: Any) -> Any:
        """R: ``qr.coef``."""
        return np.linalg.lstsq(self._x, np.asarray(plain(y), dtype=float), rcond=None)[0]

    def fitted(self, y: Any) -> Any:
        """R: ``qr.fitted``."""
        return self._x @ self.coef(y)

    def resid(self, y: Any) -> Any:
        """R: ``qr.resid``."""
        return np.asarray(plain(y), dtype=float) - self.fitted(y)


def lm_fit(x: Any, y: Any) -> dict[str, Any]:
    """Fit a linear model to a matrix. R: ``lm.fit``."""
    matrix = as_matrix(x)
    solved = QR(matrix)
    if solved.rank < matrix.shape[1]:
        raise ValueError("a model whose columns are collinear has no translation")
    values = vector(y).astype(float)
    labels = colnames(matrix)
    if labels is None:
        labels = [f"x{k + 1}" for k in range(matrix.shape[1])]
    fitted = solved.fitted(values)
    return {
        "coefficients": named(solved.coef(values), labels),
        "residuals": values - fitted,
        "fitted.values": fitted,
        "rank": solved.rank,
        "df.residual": len(values) - solved.rank,
    }


def lm(y: Any, terms: Mapping[str, Any], intercept: bool = True) -> dict[str, Any]:
    """Fit a linear model of numbers. R: ``lm``.

    Examples
    --------
    >>> fit = lm(np.array([1.0, 3.0, 5.0]), {"x": np.array([0.0, 1.0, 2.0])})
    >>> fit["coefficients"].round(6).tolist()
    [1.0, 2.0]
    """
    columns = {"(Intercept)": np.ones(length(y))} if intercept else {}
    for key, value in terms.items():
        if isinstance(value, pd.Categorical) or vector(value).dtype.kind == "O":
            raise TypeError("lm() of factors or text has no translation")
        if np.ndim(value) == 2:
            own = colnames(value)
            for k in range(value.shape[1]):
                label = key if value.shape[1] == 1 else f"{key}{k + 1 if own is None else own[k]}"
                columns[label] = plain(value)[:, k].astype(float)
            continue
        columns[key] = vector(value).astype(float)
    matrix = np.column_stack(list(columns.values()))
    return lm_fit(NamedArray(matrix, (None, np.array(list(columns), dtype=object))), y)


def predict(fit: Mapping[str, Any], data: pd.DataFrame) -> Any:
    """Predict by a linear model from a data frame that has its terms as columns. R: ``predict``."""
    total = np.zeros(len(data))
    for label, weight in zip(names(fit["coefficients"]), fit["coefficients"], strict=True):
        if label != "(Intercept)" and label not in data.columns:
            raise ValueError(f"predict() needs the column {label}, which the data frame lacks")
        values = 1.0 if label == "(Intercept)" else data[label].to_numpy().astype(float)
        total += weight * values
    rows = [str(k + 1) if isinstance(k, (int, np.integer)) else str(k) for k in data.index]
    return named(total, rows)


def p_adjust(p: Any, method: str) -> Any:
    """R: ``p.adjust`` by Bonferroni, Holm, or Benjamini and Hochberg."""
    values = vector(p).astype(float)
    n = len(values)
    if method == "none":
        result = values
    elif method == "bonferroni":
        result = np.minimum(1.0, n * values)
    elif method == "holm":
        order = np.argsort(values, kind="stable")
        adjusted = np.maximum.accumulate((n - np.arange(n)) * values[order])
        result = np.empty(n)
        result[order] = np.minimum(1.0, adjusted)
    else:
        order = np.argsort(-values, kind="stable")
        adjusted = np.minimum.accumulate(n / (n - np.arange(n)) * values[order])
        result = np.empty(n)
        result[order] = np.minimum(1.0, adjusted)
    return result[0] if is_scalar(p) else result


def eigen(x: Any) -> dict[str, Any]:
    """R: ``eigen`` of a symmetric matrix; the signs of vectors are not R's."""
    matrix = plain(as_matrix(x)).astype(float)
    if not np.allclose(matrix, matrix.T):
        raise ValueError("eigen() is translated for symmetric matrices only")
    values, vectors = np.linalg.eigh(matrix)
    return {"values": values[::-1].copy(), "vectors": vectors[:, ::-1].copy()}


def svd(x: Any) -> dict[str, Any]:
    """R: ``svd``; the signs of vectors may not be R's."""
    u, d, vt = np.linalg.svd(plain(as_matrix(x)).astype(float), full_matrices=False)
    return {"d": d, "u": u, "v": vt.T}
