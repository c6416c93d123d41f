"""Tests of hypotheses: R's components by name, with R's names of statistics and estimates."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd

from ..rvalues._core import vector
from ..rvalues._factors import factor
from ..rvalues._named import named, plain
from ..rvalues._order import duplicated
from ..rvalues._untranslated import Untranslated
from ._models import Model


def two_groups(values: Any, groups: Any) -> tuple[Any, Any]:
    """Split a sample in two by a factor. R: ``values ~ groups`` of a test."""
    by = _factor(groups)
    if len(by.categories) != 2:
        raise ValueError(f"grouping factor must have exactly 2 levels, got {len(by.categories)}")
    sample = vector(values)
    return sample[by.codes == 0], sample[by.codes == 1]


def _factor(groups: Any) -> pd.Categorical:
    by = groups if isinstance(groups, pd.Categorical) else factor(groups)
    return by.remove_unused_categories()


def _numbers(x: Any) -> Any:
    values = np.asarray(plain(vector(x))).astype(float)
    return values[~np.isnan(values)]


def _pairs(x: Any, y: Any) -> tuple[Any, Any]:
    a, b = (np.asarray(plain(vector(v))).astype(float) for v in (x, y))
    if len(a) != len(b):
        raise ValueError("'x' and 'y' must have the same length")
    known = ~(np.isnan(a) | np.isnan(b))
    return a[known], b[known]


def _side(alternative: str) -> str:
    found = [s for s in ("two.sided", "less", "greater") if s.startswith(alternative)]
    if len(found) != 1:
        raise ValueError(f"alternative must be two.sided, less or greater, got {alternative!r}")
    return found[0]


def _tail(law: Any, statistic: float, side: str) -> float:
    """Return the p-value of a symmetric statistic."""
    if side == "less":
        return float(law.cdf(statistic))
    if side == "greater":
        return float(law.sf(statistic))
    return float(2 * law.sf(abs(statistic)))


def _ends(side: str, level: float, quantile: Any) -> tuple[float, float]:
    """Return the quantiles at the ends of a confidence interval; infinity on an open side."""
    if side == "less":
        return -np.inf, quantile(level)
    if side == "greater":
        return quantile(1 - level), np.inf
    return quantile((1 - level) / 2), quantile((1 + level) / 2)


def _one(value: Any, label: str) -> Any:
    return named(np.array([float(value)]), [label])


_FIRST = ("statistic", "parameter", "p_value", "conf_int", "estimate", "null_value", "stderr")


def _test(method: str, side: str | None = None, conf_level: float = 0.95, **parts: Any) -> Model:
    """Return a test with R's order of components; one that is None is NULL in R."""
    found = {key.replace("_", "."): value for key, value in parts.items() if key in _FIRST}
    if side is not None:
        found["alternative"] = side
    found["method"] = method
    found |= {key.replace("_", "."): value for key, value in parts.items() if key not in _FIRST}
    made = Model(found, ("htest",))
    made.conf_level = conf_level
    return made


def t_test(
    x: Any,
    y: Any = None,
    alternative: str = "two.sided",
    mu: float = 0,
    paired: bool = False,
    var_equal: bool = False,
    conf_level: float = 0.95,
    groups: Any = None,
) -> Model:
    """Student's and Welch's test. R: ``t.test``.

    Examples
    --------
    >>> test = t_test(np.array([1.0, 2, 3, 4]), np.array([2.0, 3, 4, 6]))
    >>> round(test["p.value"], 4)
    0.2903
    """
    from scipy import stats

    side = _side(alternative)
    labels, levels = ["mean of x", "mean of y"], list[str]()
    if groups is not None:
        levels = [str(k) for k in _factor(groups).categories]
        x, y = two_groups(x, groups)
        labels = [f"mean in group {level}" for level in levels]
    if paired:
        first, second = _pairs(x, y)
        a, b = first - second, None
        method, estimate = "Paired t-test", _one(a.mean(), "mean difference")
        about = "mean difference"
    elif y is None:
        a, b = _numbers(x), None
        method, estimate, about = "One Sample t-test", _one(a.mean(), "mean of x"), "mean"
    else:
        a, b = _numbers(x), _numbers(y)
        method = " Two Sample t-test" if var_equal else "Welch Two Sample t-test"
        estimate, about = named([a.mean(), b.mean()], labels), "difference in means"
        if levels:
            about += f" between group {levels[0]} and group {levels[1]}"
    n, v = len(a), float(np.var(a, ddof=1)) if len(a) > 1 else np.nan
    if b is None:
        if n < 2:
            raise ValueError("not enough 'x' observations")
        df, error, center = n - 1.0, np.sqrt(v / n), a.mean()
    else:
        m, w = len(b), float(np.var(b, ddof=1)) if len(b) > 1 else np.nan
        center = a.mean() - b.mean()
        if var_equal:
            df = n + m - 2.0
            pooled = (0 if n < 2 else (n - 1) * v) + (0 if m < 2 else (m - 1) * w)
            error = np.sqrt(pooled / df * (1 / n + 1 / m))
        else:
            if n < 2 or m < 2:
                raise ValueError("not enough observations")
            error = np.sqrt(v / n + w / m)
            df = error**4 / ((v / n) ** 2 / (n - 1) + (w / m) ** 2 / (m - 1))
    if error < 10 * np.finfo(float).eps * np.abs(a.mean() if b is None else
                                                 max(abs(a.mean()), abs(b.mean()))):  # fmt: skip
        raise ValueError("data are essentially constant")
    statistic = float((center - mu) / error)
    ends = np.array(_ends(side, conf_level, lambda p: stats.t.ppf(p, df)))
    return _test(
        method,
        side,
        statistic=_one(statistic, "t"),
        parameter=_one(df, "df"),
        p_value=_tail(stats.t(df), statistic, side),
        conf_level=conf_level,
        conf_int=mu + (statistic + ends) * error,
        estimate=estimate,
        null_value=_one(mu, about),
        stderr=float(error),
    )


# Correlation


def cor_test(
    x: Any,
    y: Any,
    alternative: str = "two.sided",
    method: str = "pearson",
    exact: Any = None,
    continuity: bool = False,
    conf_level: float = 0.95,
) -> Model:
    """Test a correlation against 0. R: ``cor.test``."""
    side = _side(alternative)
    a, b = _pairs(x, y)
    found = [m for m in ("pearson", "kendall", "spearman") if m.startswith(method)]
    if len(found) != 1:
        raise ValueError(f"method must be pearson, kendall or spearman, got {method!r}")
    if found[0] == "pearson":
        return _pearson(a, b, side, conf_level)
    if found[0] == "kendall":
        return _kendall(a, b, side, exact, continuity)
    return _spearman(a, b, side, exact, continuity)


def _pearson(a: Any, b: Any, side: str, level: float) -> Model:
    from scipy import stats

    if len(a) < 3:
        raise ValueError("not enough finite observations")
    r, df = float(np.corrcoef(a, b)[0, 1]), len(a) - 2
    statistic = float(np.sqrt(df) * r / np.sqrt(1 - r**2))
    test = _test(
        "Pearson's product-moment correlation",
        side,
        statistic=_one(statistic, "t"),
        parameter=named(np.array([df]), ["df"]),
        p_value=_tail(stats.t(df), statistic, side),
        conf_level=level,
        estimate=_one(r, "cor"),
        null_value=_one(0, "correlation"),
    )
    if len(a) > 3:  # Fisher's transformation
        ends = np.array(_ends(side, level, stats.norm.ppf))
        test["conf.int"] = np.tanh(np.arctanh(r) + ends / np.sqrt(len(a) - 3))
    return test


@lru_cache(maxsize=256)
def _concordances(n: int) -> tuple[int, ...]:
    """Return how many orders of n objects have each number of concordant pairs."""
    counts = [1]
    for k in range(2, n + 1):
        wider = [0] * (len(counts) + k - 1)
        for at, count in enumerate(counts):
            for more in range(k):
                wider[at + more] += count
        counts = wider
    return tuple(counts)


def _kendall(a: Any, b: Any, side: str, exact: Any, continuity: bool) -> Model:
    from scipy import stats

    n = len(a)
    if n < 2:
        raise ValueError("not enough finite observations")
    signs = np.sign(a[:, np.newaxis] - a) * np.sign(b[:, np.newaxis] - b)
    above = np.triu_indices(n, 1)
    s = float(signs[above].sum())
    tied = [_tie_counts(np.asarray(v)[duplicated(v)]) + 1 for v in (a, b)]
    ties = any(len(t) for t in tied)
    pairs = n * (n - 1) / 2
    free = [pairs - float((t * (t - 1) / 2).sum()) for t in tied]
    tau = s / np.sqrt(free[0]) / np.sqrt(free[1])
    if exact is None:
        exact = n < 50
    parts = {"estimate": _one(tau, "tau"), "null_value": _one(0, "tau")}
    method = "Kendall's rank correlation tau"
    if exact and not ties:
        t = round((tau + 1) * pairs / 2)
        counts = np.array(_concordances(n), dtype=float)
        shares = counts / counts.sum()
        below, at = float(shares[: t + 1].sum()), float(shares[t:].sum())
        p = {"two.sided": min(1.0, 2 * min(below, at)), "less": below, "greater": at}[side]
        return _test(method, side, statistic=_one(t, "T"), parameter=None, p_value=p, **parts)
    v0 = n * (n - 1) * (2 * n + 5)
    vt, vu = ((t * (t - 1) * (2 * t + 5)).sum() for t in tied)
    v1 = float((tied[0] * (tied[0] - 1)).sum() * (tied[1] * (tied[1] - 1)).sum())
    v2 = float(
        (tied[0] * (tied[0] - 1) * (tied[0] - 2)).sum()
        * (tied[1] * (tied[1] - 1) * (tied[1] - 2)).sum()
    )
    variance = (v0 - vt - vu) / 18 + v1 / (2 * n * (n - 1))
    if n > 2:
        variance += v2 / (9 * n * (n - 1) * (n - 2))
    if continuity:
        s = np.sign(s) * (abs(s) - 1)
        method += " with continuity correction"
    z = s / np.sqrt(variance)
    p = _tail(stats.norm, z, side)
    return _test(method, side, statistic=_one(z, "z"), parameter=None, p_value=p, **parts)


def _spearman(a: Any, b: Any, side: str, exact: Any, continuity: bool) -> Model:
    from scipy import stats

    n = len(a)
    if n < 2:
        raise ValueError("not enough finite observations")
    ranks = [stats.rankdata(v) for v in (a, b)]
    r = float(np.corrcoef(*ranks)[0, 1])
    ties = any(len(np.unique(v)) < n for v in (a, b))
    q = (n**3 - n) * (1 - r) / 6
    if exact is None:
        exact = n < 1290
    method = "Spearman's rank correlation rho"
    exact = bool(exact) and not ties
    lower = q <= (n**3 - n) / 6 if side == "two.sided" else side == "greater"
    p = _spearman_tail(q, n, lower, exact, continuity)
    if side == "two.sided":
        p = min(2 * p, 1.0)
    return _test(
        method,
        side,
        statistic=_one(q, "S"),
        parameter=None,
        p_value=float(p),
        estimate=_one(r, "rho"),
        null_value=_one(0, "rho"),
    )


def _spearman_tail(q: float, n: int, lower: bool, exact: bool, continuity: bool) -> float:
    from scipy import stats

    if exact:
        return _rank_squares(round(q) + 2 * int(lower), n, lower)
    r = 1 - (q if lower else q - int(continuity)) / (n * (n**2 - 1) / 6)
    statistic = r / np.sqrt((1 - r**2) / (n - 2))
    return float(stats.t.sf(statistic, n - 2) if lower else stats.t.cdf(statistic, n - 2))


@lru_cache(maxsize=16)
def _square_counts(n: int) -> tuple[tuple[int, int], ...]:
    """Return how many permutations of n have each sum of squared differences of ranks."""
    # By the last rank that is placed: sets of places that are taken, and their sums.
    states: dict[int, dict[int, int]] = {0: {0: 1}}
    for k in range(n):
        new: dict[int, dict[int, int]] = {}
        for taken, sums in states.items():
            for place in range(n):
                if taken >> place & 1:
                    continue
                to = new.setdefault(taken | 1 << place, {})
                add = (k - place) ** 2
                for total, count in sums.items():
                    to[total + add] = to.get(total + add, 0) + count
        states = new
    return tuple(sorted(states[(1 << n) - 1].items()))


def _rank_squares(q: float, n: int, lower: bool) -> float:
    """Return the probability of a sum of squares below q, or of at least q.

    Exact up to nine pairs, beyond by the Edgeworth series of Best and Roberts (1975, AS 89).
    """
    most = n * (n**2 - 1) / 3
    if q <= 0:
        return 0.0 if lower else 1.0
    if q > most:
        return 1.0 if lower else 0.0
    if n <= 9:
        counts = _square_counts(n)
        whole = sum(count for _, count in counts)
        at_least = sum(count for total, count in counts if total >= q) / whole
        return 1 - at_least if lower else at_least
    from scipy import stats

    b = 1 / n
    x = (6 * (q - 1) * b / (n**2 - 1) - 1) * np.sqrt(1 / b - 1)
    y = x * x
    u = x * b * (
        0.2274 + b * (0.2531 + 0.1745 * b)
        + y * (-0.0758 + b * (0.1033 + 0.3932 * b)
               - y * b * (0.0879 + 0.0151 * b - y * (0.0072 - 0.0831 * b
                          + y * b * (0.0131 - 4.6e-04 * y))))
    )  # fmt: skip
    u /= np.exp(y / 2)
    found = stats.norm.cdf(x) - u if lower else stats.norm.sf(x) + u
    return float(np.clip(found, 0, 1))


# Ranks


@lru_cache(maxsize=256)
def _rank_sums(m: int, n: int) -> tuple[float, ...]:
    """Return the distribution of the rank sum statistic of m and n values without ties."""
    counts = [1]
    for k in range(1, m + 1):  # Gauss' polynomial [m + n over m], factor by factor
        up = counts + [0] * (n + k)
        for at in range(len(up) - 1, n + k - 1, -1):
            up[at] -= up[at - n - k]
        for at in range(k, len(up)):
            up[at] += up[at - k]
        counts = up[: k * n + 1]
    total = sum(counts)
    return tuple(count / total for count in counts)


@lru_cache(maxsize=256)
def _signed_ranks(n: int) -> tuple[float, ...]:
    counts = [1]
    for k in range(1, n + 1):
        longer = counts + [0] * k
        for at, count in enumerate(counts):
            longer[at + k] += count
        counts = longer
    share = math.exp(-n * math.log(2))  # 2^-n as R has it, which is not always the power itself
    return tuple(count * share for count in counts)


def _exact_tail(shares: Any, statistic: float, center: float, side: str) -> float:
    """Return a p-value; those of statistics as far from the center are the same to the last bit."""
    at = round(statistic)
    if side == "less" or (side == "two.sided" and statistic <= center):
        p = _share_below(shares, at, center)
    else:
        p = _share_below(shares, at - 1, center, above=True)
    return min(2 * p, 1.0) if side == "two.sided" else p


def _share_below(shares: Any, at: int, center: float, *, above: bool = False) -> float:
    """Return the part of a symmetric distribution up to a value, or above it, summed as R does."""
    farther = at > center
    end = len(shares) - 1 - at if farther else at + 1
    found = float(np.cumsum(shares[:end])[-1]) if end > 0 else 0.0
    return found if farther == above else 0.5 - found + 0.5


def wilcox_test(
    x: Any,
    y: Any = None,
    alternative: str = "two.sided",
    mu: float = 0,
    paired: bool = False,
    exact: Any = None,
    correct: bool = True,
    groups: Any = None,
) -> Model:
    """Wilcoxon's rank sum and signed rank tests. R: ``wilcox.test``."""
    from scipy import stats

    side = _side(alternative)
    if groups is not None:
        x, y = two_groups(x, groups)
    if paired:
        a, b = _pairs(x, y)
        x, y = a - b, None
    if y is None:
        gaps = _numbers(x) - mu
        zeroes = bool((gaps == 0).any())
        gaps = gaps[gaps != 0]
        n = len(gaps)
        ranks = stats.rankdata(abs(gaps))
        statistic = float(ranks[gaps > 0].sum())
        ties = len(np.unique(ranks)) < n
        name, what = "V", "location shift" if paired else "location"
        title = "Wilcoxon signed rank"
        center = n * (n + 1) / 4
        counts = np.unique(ranks, return_counts=True)[1]
        spread = np.sqrt(n * (n + 1) * (2 * n + 1) / 24 - (counts**3 - counts).sum() / 48)
        shares = _signed_ranks(n) if n < 50 else ()
        small = n < 50 if exact is None else bool(exact)
        usable = small and not ties and not zeroes
    else:
        a, b = _numbers(x) - mu, _numbers(y)
        m, n = len(a), len(b)
        ranks = stats.rankdata(np.concatenate([a, b]))
        statistic = float(ranks[:m].sum() - m * (m + 1) / 2)
        ties = len(np.unique(ranks)) < m + n
        name, what, title = "W", "location shift", "Wilcoxon rank sum"
        center = m * n / 2
        counts = np.unique(ranks, return_counts=True)[1]
        tie = (counts**3 - counts).sum() / ((m + n) * (m + n - 1))
        spread = np.sqrt(m * n / 12 * ((m + n + 1) - tie))
        small = (m < 50 and n < 50) if exact is None else bool(exact)
        usable = small and not ties
        shares = _rank_sums(m, n) if usable else ()
    if usable:
        p = _exact_tail(shares, statistic, center, side)
        method = f"{title} exact test"
    else:
        z = statistic - center
        if correct:
            z -= {"two.sided": np.sign(z) * 0.5, "greater": 0.5, "less": -0.5}[side]
        z = float(z / spread)
        p = _tail(stats.norm, z, side)
        method = f"{title} test" + (" with continuity correction" if correct else "")
    return _test(
        method,
        side,
        statistic=_one(statistic, name),
        parameter=None,
        p_value=float(p),
        null_value=_one(mu, what),
    )


def kruskal_test(x: Any, g: Any = None) -> Model:
    """Kruskal and Wallis' rank sum test. R: ``kruskal.test``."""
    from scipy import stats

    values, by = _grouped(x, g)
    ranks = stats.rankdata(values)
    n = len(values)
    if n < 2:
        raise ValueError("not enough observations")
    sums = sum(
        float(ranks[by.codes == k].sum()) ** 2 / int((by.codes == k).sum())
        for k in range(len(by.categories))
    )
    counts = _tie_counts(values)
    statistic = (12 * sums / (n * (n + 1)) - 3 * (n + 1)) / (
        1 - (counts**3 - counts).sum() / (n**3 - n)
    )
    df = len(by.categories) - 1
    return _test(
        "Kruskal-Wallis rank sum test",
        statistic=_one(statistic, "Kruskal-Wallis chi-squared"),
        parameter=named(np.array([df]), ["df"]),
        p_value=float(stats.chi2.sf(statistic, df)),
    )


def _tie_counts(values: Any) -> Any:
    """Count values as ``table`` does: those with the same 15 digits are one."""
    return np.bincount(factor(values).codes)


def _grouped(x: Any, g: Any) -> tuple[Any, pd.Categorical]:
    """Return a sample and its groups, from those or from a list of samples, without NA."""
    if isinstance(x, (list, Mapping, pd.DataFrame)):
        items = [x[key] for key in x] if not isinstance(x, list) else x
        if len(items) < 2:
            raise ValueError("'x' must be a list with at least 2 elements")
        parts = [_numbers(item) for item in items]
        if not all(len(part) for part in parts):
            raise ValueError("all groups must contain data")
        codes = np.repeat(np.arange(len(parts)), [len(part) for part in parts])
        return np.concatenate(parts), factor(codes)
    values, by = np.asarray(plain(vector(x)), dtype=float), _factor(g)
    if len(values) != len(by):
        raise ValueError("'x' and 'g' must have the same length")
    known = ~np.isnan(values) & (np.asarray(by.codes) >= 0)
    by = by[known].remove_unused_categories()
    if len(by.categories) < 2:
        raise ValueError("all observations are in the same group")
    return values[known], by


def bartlett_test(x: Any, g: Any = None) -> Model:
    """Bartlett's test of equal variances. R: ``bartlett.test``."""
    from scipy import stats

    values, by = _grouped(x, g)
    parts = [values[by.codes == k] for k in range(len(by.categories))]
    found = stats.bartlett(*parts)
    df = len(parts) - 1
    return _test(
        "Bartlett test of homogeneity of variances",
        statistic=_one(found.statistic, "Bartlett's K-squared"),
        parameter=_one(df, "df"),
        p_value=float(found.pvalue),
    )


def oneway_test(x: Any, g: Any, var_equal: bool = False) -> Model:
    """Compare the means of groups, by Welch's test or that of equal variances. R: ``oneway.test``.

    Examples
    --------
    >>> test = oneway_test(np.array([1.0, 2, 4, 5, 7, 9]), np.array([1, 1, 1, 2, 2, 2]))
    >>> test["parameter"].round(4).tolist()
    [1.0, 3.7409]
    """
    from scipy import stats

    values, by = _grouped(x, g)
    parts = [values[by.codes == k] for k in range(len(by.categories))]
    sizes = np.array([len(part) for part in parts])
    if (sizes < 2).any():
        raise ValueError("not enough observations")
    means = np.array([part.mean() for part in parts])
    variances = np.array([part.var(ddof=1) for part in parts])
    k, n = len(parts), len(values)
    if var_equal:
        between = (sizes * (means - values.mean()) ** 2).sum() / (k - 1)
        statistic = between / (((sizes - 1) * variances).sum() / (n - k))
        df = [k - 1.0, float(n - k)]
    else:
        weights = sizes / variances
        share = weights / weights.sum()
        spread = ((1 - share) ** 2 / (sizes - 1)).sum() / (k**2 - 1)
        between = (weights * (means - (share * means).sum()) ** 2).sum()
        statistic = between / ((k - 1) * (1 + 2 * (k - 2) * spread))
        df = [k - 1.0, 1 / (3 * spread)]
    return _test(
        "One-way analysis of means" + ("" if var_equal else " (not assuming equal variances)"),
        statistic=_one(statistic, "F"),
        parameter=named(np.array(df), ["num df", "denom df"]),
        p_value=float(stats.f.sf(statistic, *df)),
    )


def var_test(x: Any, y: Any, ratio: float = 1, alternative: str = "two.sided",
             conf_level: float = 0.95) -> Model:  # fmt: skip
    """Compare two variances. R: ``var.test``."""
    from scipy import stats

    side = _side(alternative)
    a, b = _numbers(x), _numbers(y)
    df = (len(a) - 1, len(b) - 1)
    estimate = float(np.var(a, ddof=1) / np.var(b, ddof=1))
    statistic = estimate / ratio
    law = stats.f(*df)
    below = float(law.cdf(statistic))
    p = {"two.sided": 2 * min(below, 1 - below), "greater": float(law.sf(statistic)),
         "less": below}[side]  # fmt: skip
    if side == "two.sided":
        ends = (estimate / law.ppf((1 + conf_level) / 2), estimate / law.ppf((1 - conf_level) / 2))
    elif side == "less":
        ends = (0.0, estimate / law.ppf(1 - conf_level))
    else:
        ends = (estimate / law.ppf(conf_level), np.inf)
    return _test(
        "F test to compare two variances",
        side,
        statistic=_one(statistic, "F"),
        parameter=named(np.array(df), ["num df", "denom df"]),
        p_value=p,
        conf_level=conf_level,
        conf_int=np.array(ends),
        estimate=_one(estimate, "ratio of variances"),
        null_value=_one(ratio, "ratio of variances"),
    )


def shapiro_test(x: Any) -> Model:
    """Shapiro and Wilk's test of normality. R: ``shapiro.test``."""
    from scipy import stats

    found = stats.shapiro(np.sort(_numbers(x)))
    return _test(
        "Shapiro-Wilk normality test",
        statistic=_one(found.statistic, "W"),
        p_value=float(found.pvalue),
    )


def box_test(x: Any, lag: Any = 1, type: str = "Box-Pierce", fitdf: Any = 0) -> Model:
    """Box and Pierce's test, or Ljung's, that a series is not correlated. R: ``Box.test``."""
    from scipy import stats

    values, most, fitted = _numbers(x), int(vector(lag)[0]), int(vector(fitdf)[0])
    if np.ndim(x) > 1 and min(np.shape(x)) > 1:
        raise ValueError("x is not a vector or univariate time series")
    if np.isnan(values).any():
        raise Untranslated("Box.test() of a series with NA has no translation")
    if most < 1 or most >= len(values):
        raise Untranslated("Box.test() with these lags has no translation")
    n = len(values)
    moved = values - values.mean()
    of_lag = np.array([(moved[k:] * moved[: n - k]).sum() for k in range(1, most + 1)])
    squares = (of_lag / (moved**2).sum()) ** 2
    known = [word for word in ("Box-Pierce", "Ljung-Box") if word.startswith(type)]
    if len(known) != 1:
        raise ValueError("'arg' should be one of 'Box-Pierce', 'Ljung-Box'")
    if known[0] == "Box-Pierce":
        value = n * squares.sum()
    else:
        value = n * (n + 2) * (squares / (n - np.arange(1, most + 1))).sum()
    return _test(
        "Box-Ljung test" if known[0] == "Ljung-Box" else "Box-Pierce test",
        statistic=_one(value, "X-squared"),
        parameter=_one(most - fitted, "df"),
        p_value=float(stats.chi2.sf(value, most - fitted)),
    )
