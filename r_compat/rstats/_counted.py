"""Tests of counts: tables, proportions, distributions; and p-values of several tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..rvalues._core import vector
from ..rvalues._named import NamedArray, named, plain, relabelled
from ..rvalues._untranslated import Untranslated
from ._htests import _factor, _numbers, _one, _side, _test
from ._models import Model
from ._optimizers import uniroot


def chisq_test(
    x: Any, y: Any = None, correct: bool = True, p: Any = None, rescale_p: bool = False
) -> Model:
    """Test the independence of rows and columns, or given proportions. R: ``chisq.test``."""
    from scipy import stats

    if y is not None:
        from ..rvalues._factors import table

        x = table(x, y)
    counts = np.asarray(plain(x), dtype=float)
    labels = x.dimnames if isinstance(x, NamedArray) else None
    if counts.ndim == 2 and 1 in counts.shape:
        counts = counts.ravel()
    if (counts < 0).any() or np.isnan(counts).any():
        raise ValueError("all entries of 'x' must be nonnegative and finite")
    yates = 0.0
    if counts.ndim == 2:
        n = counts.sum()
        expected = np.outer(counts.sum(axis=1), counts.sum(axis=0)) / n
        method = "Pearson's Chi-squared test"
        if correct and counts.shape == (2, 2):
            yates = float(min(0.5, np.abs(counts - expected).min()))
            if yates > 0:
                method += " with Yates' continuity correction"
        df = (counts.shape[0] - 1) * (counts.shape[1] - 1)
        rows, columns = counts.sum(axis=1) / n, counts.sum(axis=0) / n
        variance = np.outer(1 - rows, 1 - columns) * expected
    else:
        shares = np.full(len(counts), 1 / len(counts)) if p is None else _numbers(p)
        if rescale_p:
            shares = shares / shares.sum()
        if abs(shares.sum() - 1) > np.sqrt(np.finfo(float).eps):
            raise ValueError("probabilities must sum to 1.")
        expected = counts.sum() * shares
        variance = counts.sum() * shares * (1 - shares)
        method, df = "Chi-squared test for given probabilities", len(counts) - 1
    statistic = float(((np.abs(counts - expected) - yates) ** 2 / expected).sum())

    def labelled(values: Any) -> Any:
        return (
            values if labels is None or len(labels) != values.ndim else NamedArray(values, labels)
        )

    return _test(
        method,
        statistic=_one(statistic, "X-squared"),
        parameter=named(np.array([df]), ["df"]),
        p_value=float(stats.chi2.sf(statistic, df)),
        observed=x,
        expected=labelled(expected),
        residuals=labelled((counts - expected) / np.sqrt(expected)),
        stdres=labelled((counts - expected) / np.sqrt(variance)),
    )


_MOST_PARTS = 400_000  # of tables that are told apart


def _exact_share(counts: Any) -> float:
    """Return how probable tables are, with these margins, that are no likelier than this one.

    Tables are built column by column; those with the same rows left and the same product of
    factorials are counted together.
    """
    from scipy.special import gammaln

    logs = gammaln(np.arange(counts.sum() + 1) + 1.0)
    rows, columns = counts.sum(axis=1), counts.sum(axis=0)
    constant = logs[rows].sum() + logs[columns].sum() - logs[counts.sum()]
    found: dict[tuple[tuple[int, ...], float], float] = {(tuple(rows.tolist()), 0.0): 1.0}
    for column in columns[:-1]:
        built: dict[tuple[tuple[int, ...], float], float] = {}
        for (left, total), many in found.items():
            for cells in _columns_within(left, int(column)):
                key = (
                    tuple(a - b for a, b in zip(left, cells, strict=True)),
                    round(total + float(logs[list(cells)].sum()), 9),
                )
                built[key] = built.get(key, 0.0) + many
                if len(built) > _MOST_PARTS:
                    raise Untranslated("fisher.test() of a table with so many counts")
        found = built
    totals = np.array([total + logs[list(left)].sum() for left, total in found])
    shares = np.exp(constant - totals)
    observed = np.exp(constant - logs[counts].sum())
    chosen = shares <= observed * (1 + 1e-7)
    return min(1.0, float((np.array(list(found.values())) * shares)[chosen].sum()))


def _columns_within(left: tuple[int, ...], total: int) -> Iterator[tuple[int, ...]]:
    """Yield the columns of some total that take from each row no more than is left of it."""
    if len(left) == 1:
        if total <= left[0]:
            yield (total,)
        return
    rest = sum(left[1:])
    for first in range(max(0, total - rest), min(left[0], total) + 1):
        for others in _columns_within(left[1:], total - first):
            yield (first, *others)


def fisher_test(
    x: Any, y: Any = None, alternative: str = "two.sided", conf_level: float = 0.95
) -> Model:
    """Fisher's exact test of a table. R: ``fisher.test``.

    Examples
    --------
    >>> round(float(fisher_test(np.array([[3, 0, 1], [0, 4, 2]]))["p.value"]), 7)
    0.0333333
    """
    from scipy import stats

    if y is not None:
        from ..rvalues._factors import table

        x = table(x, y)
    counts = np.asarray(plain(x))
    if counts.ndim != 2 or min(counts.shape) < 2:
        raise ValueError("'x' must have at least 2 rows and columns")
    if not np.isfinite(counts).all() or (counts < 0).any():
        raise ValueError("all entries of 'x' must be nonnegative and finite")
    if counts.shape != (2, 2):
        p = _exact_share(np.rint(counts).astype(int))
        return _test("Fisher's Exact Test for Count Data", "two.sided", p_value=p)
    side = _side(alternative)
    m, n, k = int(counts[:, 0].sum()), int(counts[:, 1].sum()), int(counts[0].sum())
    at = int(counts[0, 0])
    low, high = max(0, k - n), min(k, m)
    support = np.arange(low, high + 1)
    logs = stats.hypergeom.logpmf(support, m + n, m, k)

    def shares(odds: float) -> Any:
        d = logs + np.log(odds) * support
        d = np.exp(d - d.max())
        return d / d.sum()

    def mean(odds: float) -> float:
        if odds == 0:
            return float(low)
        return float(high) if np.isinf(odds) else float((support * shares(odds)).sum())

    def below(odds: float) -> float:
        return 1.0 if odds == 0 else float(shares(odds)[support <= at].sum())

    def above(odds: float) -> float:
        return float(at <= low) if odds == 0 else float(shares(odds)[support >= at].sum())

    d = shares(1.0)
    if side == "two.sided":
        relative = 1 + 1e-7
        p = float(d[d <= d[at - low] * relative].sum())
    else:
        p = below(1.0) if side == "less" else above(1.0)

    def solved(f: Any, target: float) -> float:
        """Solve for an odds ratio below 1, or for its inverse, to the tolerance of uniroot()."""
        tiny = float(np.finfo(float).eps)
        if (f(1.0) > target) == (f(0.0) < f(1.0)):
            return float(uniroot(lambda t: f(t) - target, lower=0.0, upper=1.0)["root"])
        return 1 / float(uniroot(lambda t: f(1 / t) - target, lower=tiny, upper=1.0)["root"])

    if at == low:
        estimate = 0.0
    elif at == high:
        estimate = np.inf
    else:
        estimate = solved(mean, at)

    def upper(alpha: float) -> float:
        return np.inf if at == high else solved(below, alpha)

    def lower(alpha: float) -> float:
        return 0.0 if at == low else solved(above, alpha)

    alpha = 1 - conf_level
    ends = {
        "two.sided": lambda: (lower(alpha / 2), upper(alpha / 2)),
        "less": lambda: (0.0, upper(alpha)),
        "greater": lambda: (lower(alpha), np.inf),
    }[side]()
    return _test(
        "Fisher's Exact Test for Count Data",
        side,
        p_value=min(p, 1.0),
        conf_level=conf_level,
        conf_int=np.array(ends),
        estimate=_one(estimate, "odds ratio"),
        null_value=_one(1, "odds ratio"),
    )


def binom_test(
    x: Any, n: Any = None, p: float = 0.5, alternative: str = "two.sided", conf_level: float = 0.95
) -> Model:
    """Test a proportion exactly. R: ``binom.test``."""
    from scipy import stats

    side = _side(alternative)
    counts = _numbers(x)
    k, n = (int(counts[0]), int(counts.sum())) if len(counts) == 2 else (int(counts[0]), int(n))
    found = stats.binomtest(k, n, p, alternative=side.replace(".", "-"))
    ends = found.proportion_ci(conf_level, method="exact")
    return _test(
        "Exact binomial test",
        side,
        statistic=_one(k, "number of successes"),
        parameter=_one(n, "number of trials"),
        p_value=float(found.pvalue),
        conf_level=conf_level,
        conf_int=np.array([ends.low, ends.high]),
        estimate=_one(k / n, "probability of success"),
        null_value=_one(p, "probability of success"),
    )


def ks_test(x: Any, y: Any, *parameters: Any, alternative: str = "two.sided") -> Model:
    """Kolmogorov and Smirnov's test of two samples, or of a distribution. R: ``ks.test``."""
    from scipy import stats

    side = _side(alternative)
    if side != "two.sided":
        raise ValueError("ks.test() is translated for two-sided alternatives")
    a = np.sort(_numbers(x))
    if callable(y):
        u = np.asarray(y(a, *parameters), dtype=float)
        n = len(a)
        k = np.arange(n)
        d = float(np.maximum(u - k / n, (k + 1) / n - u).max())
        ties = len(np.unique(a)) < n
        p = stats.kstwo.sf(d, n) if n < 100 and not ties else stats.kstwobign.sf(d * np.sqrt(n))
        kind = "Exact one-sample" if n < 100 and not ties else "Asymptotic one-sample"
    else:
        b = np.sort(_numbers(y))
        both = np.concatenate([a, b])
        gaps = np.abs(
            np.searchsorted(a, both, side="right") / len(a)
            - np.searchsorted(b, both, side="right") / len(b)
        )
        d = float(gaps.max())
        if len(np.unique(both)) < len(both):
            raise Untranslated("ks.test() with ties has no translation")
        exact = len(a) * len(b) < 10000
        p = stats.ks_2samp(a, b, method="exact" if exact else "asymp").pvalue
        kind = "Exact two-sample" if exact else "Asymptotic two-sample"
    return _test(
        f"{kind} Kolmogorov-Smirnov test",
        side.replace(".", "-"),
        statistic=_one(d, "D"),
        p_value=float(min(1.0, max(0.0, p))),
        exact=kind.startswith("Exact"),
    )


def p_adjust(p: Any, method: str = "holm", n: Any = None) -> Any:
    """Adjust p-values for multiple testing. R: ``p.adjust``.

    Examples
    --------
    >>> p_adjust(np.array([0.01, 0.02, 0.03]), "BH")
    array([0.03, 0.03, 0.03])
    """
    values = np.asarray(plain(vector(p)), dtype=float)
    known = ~np.isnan(values)
    kept = values[known]
    m = len(kept)
    count = m if n is None else int(n)
    if method == "fdr":
        method = "BH"
    if count <= 1 or method == "none":
        return p
    up = np.argsort(kept, kind="stable")
    rank = np.arange(1, m + 1)
    if method == "bonferroni":
        found = np.minimum(1, count * kept)
    elif method == "holm":
        found = np.empty(m)
        found[up] = np.minimum(1, np.maximum.accumulate((count + 1 - rank) * kept[up]))
    elif method in ("BH", "BY", "hochberg"):
        down = up[::-1]
        order = rank[::-1]
        factors = (
            count + 1 - order
            if method == "hochberg"
            else count / order * ((1 / np.arange(1, count + 1)).sum() if method == "BY" else 1)
        )
        found = np.empty(m)
        found[down] = np.minimum(1, np.minimum.accumulate(factors * kept[down]))
    else:
        raise Untranslated(f"the method {method!r} of p.adjust() has no translation")
    result = np.full(len(values), np.nan)
    result[known] = found
    return relabelled(result, p) if isinstance(p, NamedArray) else result


def pairwise_t_test(x: Any, g: Any, p_adjust_method: str = "holm", pool_sd: bool = True) -> Model:
    """Compare all pairs of groups. R: ``pairwise.t.test``."""
    from scipy import stats

    from ._htests import t_test

    values, by = np.asarray(plain(vector(x)), dtype=float), _factor(g)
    parts = [values[(by.codes == k) & ~np.isnan(values)] for k in range(len(by.categories))]
    levels = [str(level) for level in by.categories]
    df = sum(len(part) - 1 for part in parts)
    pooled = np.sqrt(sum(((part - part.mean()) ** 2).sum() for part in parts) / df)
    if any(len(part) < 2 for part in parts):
        pooled = np.nan  # as the standard deviation of one value

    def compared(i: int, j: int) -> float:
        if not pool_sd:
            return float(t_test(parts[i], parts[j])["p.value"])
        gap = parts[i].mean() - parts[j].mean()
        error = pooled * np.sqrt(1 / len(parts[i]) + 1 / len(parts[j]))
        return float(2 * stats.t.sf(abs(gap / error), df))

    places = [(i, j) for j in range(len(parts) - 1) for i in range(j + 1, len(parts))]
    adjusted = p_adjust(np.array([compared(i, j) for i, j in places]), p_adjust_method)
    table = np.full((len(parts) - 1, len(parts) - 1), np.nan)
    for (i, j), p in zip(places, np.atleast_1d(adjusted), strict=True):
        table[i - 1, j] = p
    labels = (np.array(levels[1:], dtype=object), np.array(levels[:-1], dtype=object))
    method = "t tests with pooled SD" if pool_sd else "t tests with non-pooled SD"
    return Model(
        {"method": method, "p.value": NamedArray(table, labels),
         "p.adjust.method": p_adjust_method},
        ("pairwise.htest",),
    )  # fmt: skip
