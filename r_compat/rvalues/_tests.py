"""Tests of hypotheses, as dicts of the parts that scripts read of R's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from ._core import vector
from ._named import named, plain
from ._tables import factor

_SIDES = {"two.sided": "two-sided", "less": "less", "greater": "greater"}


def two_groups(values: Any, groups: Any) -> tuple[Any, Any]:
    """Split a sample in two by a factor. R: ``values ~ groups`` of a test."""
    by = groups if isinstance(groups, pd.Categorical) else factor(groups)
    by = by.remove_unused_categories()
    if len(by.categories) != 2:
        raise ValueError(f"grouping factor must have 2 levels, got {len(by.categories)}")
    sample = vector(values)
    return sample[by.codes == 0], sample[by.codes == 1]


def _numbers(x: Any) -> Any:
    values = vector(x).astype(float)
    return values[~np.isnan(values)]


def _p_value(statistic: float, df: float, alternative: str) -> float:
    from scipy import stats

    if alternative == "less":
        return float(stats.t.cdf(statistic, df))
    if alternative == "greater":
        return float(stats.t.sf(statistic, df))
    return float(2 * stats.t.sf(abs(statistic), df))


def _interval(alternative: str, level: float, quantile: Any) -> tuple[float, float]:
    """Return the quantiles at the ends of a confidence interval; infinity on an open side."""
    if alternative == "less":
        return -np.inf, quantile(level)
    if alternative == "greater":
        return quantile(1 - level), np.inf
    return quantile((1 - level) / 2), quantile((1 + level) / 2)


def t_test(
    x: Any,
    y: Any = None,
    alternative: str = "two.sided",
    mu: float = 0,
    paired: bool = False,
    var_equal: bool = False,
    conf_level: float = 0.95,
) -> dict[str, Any]:
    """Student's and Welch's test. R: ``t.test``.

    Examples
    --------
    >>> round(t_test(np.array([1.0, 2, 3, 4]), np.array([2.0, 3, 4, 6]))["p.value"], 4)
    0.2903
    """
    from scipy import stats

    if paired:
        difference = vector(x).astype(float) - vector(y).astype(float)
        a, b = difference[~np.isnan(difference)], None
        estimate = named([a.mean()], ["mean difference"])
    elif y is None:
        a, b = _numbers(x), None
        estimate = named([a.mean()], ["mean of x"])
    else:
        a, b = _numbers(x), _numbers(y)
        estimate = named([a.mean(), b.mean()], ["mean of x", "mean of y"])
    n, v = len(a), np.var(a, ddof=1)
    if b is None:
        df, error, center = n - 1.0, np.sqrt(v / n), a.mean()
    else:
        m, w = len(b), np.var(b, ddof=1)
        center = a.mean() - b.mean()
        if var_equal:
            df = n + m - 2.0
            error = np.sqrt(((n - 1) * v + (m - 1) * w) / df * (1 / n + 1 / m))
        else:
            error = np.sqrt(v / n + w / m)
            df = error**4 / ((v / n) ** 2 / (n - 1) + (w / m) ** 2 / (m - 1))
    statistic = float((center - mu) / error)
    ends = _interval(alternative, conf_level, lambda p: stats.t.ppf(p, df))
    return {
        "statistic": statistic,
        "parameter": float(df),
        "p.value": _p_value(statistic, df, alternative),
        "conf.int": center + np.array(ends) * error,
        "estimate": estimate,
    }


def cor_test(x: Any, y: Any, alternative: str = "two.sided") -> dict[str, Any]:
    """Test Pearson's correlation against 0. R: ``cor.test``."""
    from scipy import stats

    a, b = vector(x).astype(float), vector(y).astype(float)
    known = ~(np.isnan(a) | np.isnan(b))
    r, df = np.corrcoef(a[known], b[known])[0, 1], int(known.sum()) - 2
    statistic = float(r * np.sqrt(df / (1 - r**2)))
    found = {
        "statistic": statistic,
        "parameter": df,
        "p.value": _p_value(statistic, df, alternative),
        "estimate": named([r], ["cor"]),
    }
    if df > 1:  # Fisher's transformation needs four pairs
        ends = _interval(alternative, 0.95, stats.norm.ppf)
        found["conf.int"] = np.tanh(np.arctanh(r) + np.array(ends) / np.sqrt(df - 1))
    return found


def wilcox_test(x: Any, y: Any, alternative: str = "two.sided") -> dict[str, Any]:
    """Compare two samples by ranks, exactly if they are small and without ties.

    R: ``wilcox.test``.
    """
    from scipy import stats

    a, b = _numbers(x), _numbers(y)
    tied = len(np.unique(np.concatenate([a, b]))) < len(a) + len(b)
    exact = len(a) < 50 and len(b) < 50 and not tied
    test = stats.mannwhitneyu(
        a, b, alternative=_SIDES[alternative], method="exact" if exact else "asymptotic"
    )
    return {"statistic": float(test.statistic), "p.value": float(test.pvalue)}


def chisq_test(x: Any, correct: bool = True) -> dict[str, Any]:
    """Test the independence of rows and columns. R: ``chisq.test`` of a matrix."""
    from scipy import stats

    test = stats.chi2_contingency(np.asarray(plain(x)), correction=bool(correct))
    return {
        "statistic": float(test.statistic),
        "parameter": int(test.dof),
        "p.value": float(test.pvalue),
    }


def fisher_test(x: Any, alternative: str = "two.sided") -> dict[str, Any]:
    """Fisher's exact test of a 2 x 2 matrix. R: ``fisher.test``."""
    from scipy import stats

    if np.shape(x) != (2, 2):
        raise ValueError("fisher.test() is translated for 2 x 2 matrices only")
    test = stats.fisher_exact(np.asarray(plain(x)), alternative=_SIDES[alternative])
    return {"p.value": float(test.pvalue)}
