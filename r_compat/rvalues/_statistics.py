"""Statistics: moments, quantiles, decompositions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from ._core import (
    NA_REAL,
    as_array,
    as_matrix,
    is_numeric,
    is_scalar,
    length,
    logical_numbers,
    recycle,
    refuse_blank,
    vector,
)
from ._dates import days_of, is_dates
from ._matrices import is_symmetric
from ._named import (
    NamedArray,
    colnames,
    named,
    plain,
    relabelled,
    rownames,
)
from ._options import option
from ._summaries import as_whole_day
from ._text import number_text
from ._totals import corrected_mean, correlations, covariances, total
from ._untranslated import Untranslated


def _sample(x: Any, na_rm: bool) -> Any:
    values = logical_numbers(days_of(x) if is_dates(x) else vector(x)).astype(float)
    return values[~np.isnan(values)] if na_rm else values


def var(x: Any, y: Any = None, na_rm: bool = False) -> Any:
    """Variance, or covariances of columns. R: ``var``."""
    if isinstance(x, pd.DataFrame) or np.ndim(x) == 2 or y is not None:
        return cov(x, y)
    values = _sample(x, na_rm)
    return covariances(*[values[:, np.newaxis]] * 2)[0, 0]


def sd(x: Any, na_rm: bool = False) -> Any:
    """Return the standard deviation, denominator n - 1. R: ``sd``."""
    return np.sqrt(var(_sample(x, na_rm)))


def median(x: Any, na_rm: bool = False) -> Any:
    """Return the median; of an odd number of integers it is one of them. R: ``median``.

    Examples
    --------
    >>> median(np.array([3, 1, 2])), median(np.array([3, 1]))
    (np.int64(2), np.float64(2.0))
    """
    if is_dates(x):
        return as_whole_day(median(days_of(x), na_rm))
    values = _sample(x, na_rm)
    if not len(values) or np.isnan(values).any():
        return NA_REAL
    found = np.median(values)
    return np.int64(found) if len(values) % 2 and vector(x).dtype.kind == "i" else found


def _moments(x: Any, y: Any, function: Any, use: str) -> Any:
    first = _column_or_matrix(x)
    second = first if y is None else _column_or_matrix(y)
    a = plain(first).astype(float)
    b = a if y is None else plain(second).astype(float)
    if use in ("complete.obs", "na.or.complete"):
        keep = ~(np.isnan(a).any(axis=1) | np.isnan(b).any(axis=1))
        a = a[keep]
        b = a if y is None else b[keep]
    if use == "complete.obs" and not len(a):
        raise ValueError("no complete element pairs")
    pairwise = use == "pairwise.complete.obs"
    result = _pairwise(a, b, function) if pairwise else function(a, b)
    if np.ndim(x) < 2 and not isinstance(x, pd.DataFrame) and y is not None and np.ndim(y) < 2:
        return result[0, 0] if len(a) > 1 else NA_REAL
    labels = (colnames(first), colnames(second))
    return result if labels[0] is None and labels[1] is None else NamedArray(result, labels)


def _pairwise(a: Any, b: Any, function: Any) -> Any:
    result = np.full((a.shape[1], b.shape[1]), NA_REAL)
    for i in range(a.shape[1]):
        for j in range(b.shape[1]):
            keep = ~(np.isnan(a[:, i]) | np.isnan(b[:, j]))
            result[i, j] = function(a[keep, i : i + 1], b[keep, j : j + 1])[0, 0]
    return result


def _correlation(a: Any, b: Any) -> Any:
    result = correlations(a, b)
    if a is b or (a.shape == b.shape and np.array_equal(a, b, equal_nan=True)):
        for k in range(len(result)):
            if not np.isnan(result[k, k]):
                result[k, k] = 1.0
    return result


def cov(x: Any, y: Any = None, use: str = "everything") -> Any:
    """R: ``cov``."""
    return _moments(x, y, covariances, use)


def _column_or_matrix(x: Any) -> Any:
    """Return a matrix; distances are one column here, as for R they are a vector."""
    return np.asarray(x)[:, np.newaxis] if hasattr(x, "r_matrix") else as_matrix(x)


def cor(x: Any, y: Any = None, use: str = "everything", method: str = "pearson") -> Any:
    """R: ``cor``.

    Examples
    --------
    >>> round(float(cor(np.array([1.0, 2.0, 4.0]), np.array([1.0, 3.0, 2.0]))), 6)
    0.327327
    """
    rules: dict[str, Any] = {
        "pearson": _correlation,
        "kendall": _concordance,
        "spearman": _rank_correlation,
    }
    if method not in rules:
        raise ValueError(f"method must be one of {', '.join(rules)}, got {method!r}")
    if y is None and np.ndim(x) < 2 and not isinstance(x, pd.DataFrame):
        raise ValueError("supply both 'x' and 'y' or a matrix-like 'x'")
    result = _moments(x, y, rules[method], use)
    if y is None:  # also where the rest is NA
        known = _values_of_columns(x, use)
        np.fill_diagonal(result, np.where(known > 1, 1.0, NA_REAL))
    return result


def _values_of_columns(x: Any, use: str) -> Any:
    """Return how many values of each column there are for a correlation."""
    values = plain(as_matrix(x)).astype(float)
    gaps = np.isnan(values)
    if use == "pairwise.complete.obs":
        return (~gaps).sum(axis=0)
    rows = len(values) if use == "everything" else int((~gaps.any(axis=1)).sum())
    return np.full(values.shape[1], rows)


def _rank_correlation(a: Any, b: Any) -> Any:
    ranks = _ranked(a)
    return _correlation(ranks, ranks if a is b else _ranked(b))


def _concordance(a: Any, b: Any) -> Any:
    """Return Kendall's tau of columns."""
    signs = [
        np.sign(m[:, np.newaxis, :] - m[np.newaxis, :, :]).reshape((-1, m.shape[1])) for m in (a, b)
    ]
    with np.errstate(all="ignore"):
        sizes = [np.sqrt((s**2).sum(axis=0)) for s in signs]
        return signs[0].T @ signs[1] / np.outer(*sizes)


def _ranked(a: Any) -> Any:
    from scipy.stats import rankdata

    return np.asarray(rankdata(a, axis=0))


def cov2cor(x: Any) -> Any:
    """R: ``cov2cor``."""
    d = np.sqrt(np.diag(plain(x)))
    result = plain(x) / np.outer(d, d)
    np.fill_diagonal(result, 1.0)
    return NamedArray(result, x.dimnames) if isinstance(x, NamedArray) else result


def quantile(
    x: Any, probs: Any = None, na_rm: bool = False, labels: bool = True, type: Any = 7
) -> Any:
    """Quantiles of R's types 1 to 9, with the probabilities as names. R: ``quantile``.

    Examples
    --------
    >>> quantile(np.array([1.0, 2.0, 4.0]), 0.5)
    array([2.]) with names [array(['50%'], dtype=object)]
    """
    values = _sample(x, na_rm)
    if np.isnan(values).any():
        raise ValueError("missing values and NaN's not allowed if 'na.rm' is FALSE")
    chosen = np.array([0, 0.25, 0.5, 0.75, 1.0]) if probs is None else vector(probs).astype(float)
    if ((chosen < -1e-12) | (chosen > 1 + 1e-12)).any():
        raise ValueError("probs must be between 0 and 1")
    found = _quantiles(np.sort(values), chosen, int(type)) if len(values) else None
    result = np.full(len(chosen), NA_REAL) if found is None else found
    if not labels:
        return result[0] if is_scalar(probs) else result
    digits = max(2, option("digits"))
    return named(result, ["" if p != p else f"{number_text(100 * p, digits)}%" for p in chosen])


_SHIFTS = {4: (0.0, 1.0), 5: (0.5, 0.5), 6: (0.0, 0.0), 7: (1.0, 1.0), 8: (1 / 3, 1 / 3),
           9: (0.375, 0.375)}  # fmt: skip


def _quantiles(ordered: Any, probs: Any, kind: int) -> Any:
    """Return quantiles by the definitions of Hyndman and Fan (1996)."""
    n = len(ordered)
    fuzz = 4 * np.finfo(float).eps
    if kind in (1, 2, 3):
        at = n * probs - (0.5 if kind == 3 else 0.0)
        low = np.floor(at + fuzz)
        part = at - low
        if kind == 1:
            weight = (part > fuzz).astype(float)
        elif kind == 2:
            weight = np.where(part > fuzz, 1.0, 0.5)
        else:
            weight = np.where((np.abs(part) <= fuzz) & (low % 2 == 0), 0.0, 1.0)
    elif kind in _SHIFTS:
        a, b = _SHIFTS[kind]
        at = a + probs * (n + 1 - a - b)
        low = np.floor(at + fuzz)
        weight = np.where(np.abs(at - low) < fuzz, 0.0, at - low)
    else:
        raise ValueError(f"type must be 1 to 9, got {kind}")
    first = ordered[np.clip(low.astype(int) - 1, 0, n - 1)]
    second = ordered[np.clip(low.astype(int), 0, n - 1)]
    between = (1 - weight) * first + weight * second
    return np.where(
        (weight == 0) | (first == second), first, np.where(weight == 1, second, between)
    )


def summary(x: Any) -> Any:
    """Minimum, quartiles, mean and maximum; counts of a factor. R: ``summary``."""
    if hasattr(x, "r_summary"):  # a model
        return x.r_summary()
    if isinstance(x, pd.Categorical):
        from ._grouping import named_counts

        return named_counts(x)
    if not is_numeric(x):
        raise Untranslated("summary() is for numbers and factors")
    refuse_blank(vector(x), "summary")
    values = _sample(x, True)
    quarters = quantile(values, labels=False)
    found = [*quarters[:3], corrected_mean(values), *quarters[3:]]
    words = ["Min.", "1st Qu.", "Median", "Mean", "3rd Qu.", "Max."]
    gaps = np.size(x) - len(values)
    return (
        named(np.array([*found, gaps]), [*words, "NA's"]) if gaps else named(np.array(found), words)
    )


def fivenum(x: Any) -> Any:
    """R: ``fivenum``."""
    ordered = np.sort(_sample(x, True))
    n = len(ordered)
    n4 = np.floor((n + 3) / 2) / 2
    d = np.array([1, n4, (n + 1) / 2, n + 1 - n4, n])
    return 0.5 * (ordered[np.floor(d).astype(int) - 1] + ordered[np.ceil(d).astype(int) - 1])


def weighted_mean(x: Any, w: Any) -> Any:
    """R: ``weighted.mean``."""
    values, weights = (plain(logical_numbers(vector(v))).astype(float) for v in (x, w))
    if len(values) != len(weights):
        raise ValueError("'x' and 'w' must have the same length")
    with np.errstate(all="ignore"):
        return total((values * weights)[weights != 0]) / total(weights)


def by_elements(function: Any, *given: Any, **words: Any) -> Any:
    """Call a function of numpy or scipy with arguments recycled as R does it: down the columns.

    The first argument of the full length gives the result its extents and names.

    Examples
    --------
    >>> by_elements(np.add, np.array([1.0, 2.0]), np.array([[10.0], [20.0]]))
    array([11., 22.])
    """
    values = [*given, *words.values()]
    flat = [vector(value) for value in values]
    count = 0 if any(len(v) == 0 for v in flat) else max(len(v) for v in flat)
    full = [np.asarray(plain(recycle(v, count)), dtype=float) for v in flat]
    places = full[: len(given)], dict(zip(words, full[len(given) :], strict=True))
    made = function(*places[0], **places[1])
    if all(is_scalar(value) for value in values):
        return made[0]
    first = next((v for v, f in zip(values, flat, strict=True) if len(f) == count), None)
    if first is None or is_scalar(first):
        return made
    shape = np.shape(plain(as_array(first)))
    return relabelled(made.reshape(shape, order="F"), as_array(first))


def mad(x: Any, center: Any = None, constant: float = 1.4826, na_rm: bool = False) -> Any:
    """Return the median of distances from the median, or a center. R: ``mad``.

    Examples
    --------
    >>> round(mad(np.array([1.0, 2.0, 4.0, np.nan]), na_rm=True), 4)
    1.4826
    """
    values = _sample(x, na_rm)
    middle = np.median(values) if center is None else center
    return float(constant * np.median(np.abs(values - middle))) if len(values) else NA_REAL


def combn(x: Any, m: Any) -> Any:
    """All combinations of m elements, one in each column. R: ``combn``."""
    from itertools import combinations

    values = np.arange(1, int(x) + 1) if length(x) == 1 and not isinstance(x, str) else vector(x)
    if len(values) < int(m):
        raise ValueError("n < m")
    return np.array(list(combinations(values, int(m))), dtype=values.dtype).T


def columns(x: Any) -> list[Any]:
    """Return the columns of a matrix as a list. R: ``combn(simplify = FALSE)`` has such."""
    return [np.ascontiguousarray(column) for column in np.asarray(x).T]


_ALONE = 1e-7  # how much of a column the ones before must leave


class QR:
    """What R's ``qr`` is used for: the rank, and least squares.

    Examples
    --------
    >>> QR(np.array([[1.0], [1.0]])).resid(np.array([1.0, 3.0]))
    array([-1.,  1.])
    """

    def __init__(self, x: Any) -> None:
        self._labels = rownames(x), colnames(x)
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

    def q(self, complete: bool = False) -> Any:
        """R: ``qr.Q``."""
        found, _ = self._reflected()
        return found if complete else found[:, : min(self._x.shape)]

    def r(self, complete: bool = False) -> Any:
        """R: ``qr.R``."""
        _, found = self._reflected()
        rows, columns = self._labels
        kept = len(found) if complete else min(self._x.shape)
        found = np.triu(found)[:kept]
        if rows is None and columns is None:
            return found
        return NamedArray(found, (None if rows is None else rows[:kept], columns))

    def _reflected(self) -> tuple[Any, Any]:
        """Return Q and R by Householder's reflections, with the signs that LINPACK gives them.

        A column is reflected even if nothing is below its diagonal, but not in the last row.
        """
        upper = self._x.copy()
        if not np.isfinite(upper).all():
            raise ValueError("NA/NaN/Inf in foreign function call")
        n = len(upper)
        q = np.eye(n)
        sizes = np.sqrt((upper**2).sum(axis=0))
        for k in range(min(upper.shape)):
            size = np.sqrt((upper[k:, k] ** 2).sum())
            if size < _ALONE * (sizes[k] or 1.0):
                raise Untranslated("qr() of columns that depend on each other moves them in R")
            if k == n - 1:
                break
            mirror = upper[k:, k].copy()
            mirror[0] += -size if mirror[0] < 0 else size
            mirror /= np.sqrt(mirror @ mirror)
            upper[k:] -= 2 * np.outer(mirror, mirror @ upper[k:])
            q[:, k:] -= 2 * np.outer(q[:, k:] @ mirror, mirror)
        return q, upper


def chol2inv(x: Any) -> Any:
    """Return the inverse of the matrix of which `x` is the Cholesky factor. R: ``chol2inv``.

    Examples
    --------
    >>> chol2inv(np.array([[2.0, 0.0], [0.0, 4.0]]))
    array([[0.25  , 0.    ],
           [0.    , 0.0625]])
    """
    from scipy.linalg import lapack

    factor = np.triu(_square(x, "chol2inv"))
    found, wrong = lapack.dpotri(factor)
    if wrong:
        raise ValueError(f"element ({wrong}, {wrong}) is zero, so the inverse cannot be computed")
    return np.triu(found) + np.triu(found, 1).T


def _square(x: Any, function: str) -> Any:
    matrix = plain(as_matrix(x)).astype(float)
    if matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"'a' of {function}() must be a square matrix")
    return matrix


def kappa(x: Any) -> float:
    """Return the quotient of the largest and the smallest singular value. R: ``kappa(exact = )``.

    Examples
    --------
    >>> kappa(np.array([[4.0, 0.0], [0.0, 2.0]]))
    2.0
    """
    values = np.linalg.svd(plain(as_matrix(x)).astype(float), compute_uv=False)
    if values.min() <= max(np.shape(x)) * np.finfo(float).eps * values.max():
        raise Untranslated("kappa() of a singular matrix is made of what R rounds")
    return float(values.max() / values.min())


def ginv(x: Any, tol: float | None = None) -> Any:
    """Return the inverse of Moore and Penrose, without names. R: ``MASS::ginv``.

    Examples
    --------
    >>> ginv(np.array([[2.0], [0.0]]))
    array([[0.5, 0. ]])
    """
    limit = np.sqrt(np.finfo(float).eps) if tol is None else tol
    return np.linalg.pinv(plain(as_matrix(x)).astype(float), limit)


def eigen(
    x: Any, symmetric: Any = None, only_values: Any = False, imaginary: bool = False
) -> dict[str, Any]:
    """R: ``eigen``; the signs of some vectors may not be R's.

    Values that are not real are an error unless `imaginary` ones may come.

    Examples
    --------
    >>> eigen(np.array([[1.0, 4.0], [1.0, 1.0]]))["values"].round(9).tolist()
    [3.0, -1.0]
    """
    from scipy import linalg

    matrix = plain(as_matrix(x)).astype(float)
    if not np.isfinite(matrix).all():
        raise ValueError("infinite or missing values in 'x'")
    if is_symmetric(x if isinstance(x, np.ndarray) else matrix) if symmetric is None else symmetric:
        values, vectors = linalg.eigh(matrix, driver="evr")  # LAPACK's routine that R calls
        values, vectors = values[::-1], vectors[:, ::-1]
    else:
        values, vectors = linalg.eig(matrix)
        if (values.imag == 0).all():
            values, vectors = values.real, vectors.real
        elif not imaginary:
            raise Untranslated("eigenvalues that are no real numbers, where Mod() is not used")
        order = np.argsort(-np.abs(values), kind="stable")
        values, vectors = values[order], vectors[:, order]
    return {"values": values, "vectors": None if only_values else vectors}


def svd(x: Any, nu: Any = None, nv: Any = None) -> dict[str, Any]:
    """R: ``svd``; the signs of vectors may not be R's."""
    if length(x) == 0:
        raise ValueError("a dimension is zero")
    u, d, vt = np.linalg.svd(plain(as_matrix(x)).astype(float), full_matrices=False)
    found = {"d": d}
    for key, vectors, count in (("u", u, nu), ("v", vt.T, nv)):
        if count is not None and count > len(d):
            raise Untranslated("svd() with more vectors than singular values has no translation")
        if count is None or count > 0:
            found[key] = vectors[:, : None if count is None else int(count)]
    return found
