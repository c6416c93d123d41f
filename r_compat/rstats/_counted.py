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
        return relabelled(values.copy(), p)
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
    return relabelled(result, p)


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


def _counts_of(x: Any, n: Any) -> tuple[Any, Any]:
    """Return successes and trials, given so or as a table of successes and failures."""
    values = np.asarray(plain(x if np.ndim(x) == 2 else vector(x)), dtype=float)
    if values.ndim == 2:
        if values.shape[1] != 2:
            raise ValueError("'x' must have 2 columns")
        values, trials = values[:, 0], values.sum(axis=1)
    elif n is None:
        raise ValueError("'n' must be given")
    else:
        trials = np.asarray(plain(vector(n)), dtype=float)
        if len(values) != len(trials):
            raise ValueError("'x' and 'n' must have the same length")
    known = ~(np.isnan(values) | np.isnan(trials))
    values, trials = values[known], trials[known]
    if len(values) == 0:
        raise ValueError("not enough data")
    if (trials <= 0).any():
        raise ValueError("elements of 'n' must be positive")
    if (values < 0).any() or (values > trials).any():
        raise ValueError("elements of 'x' must be between 0 and those of 'n'")
    return values, trials


def prop_test(
    x: Any,
    n: Any = None,
    p: Any = None,
    alternative: str = "two.sided",
    conf_level: float = 0.95,
    correct: bool = True,
) -> Model:
    """Test proportions for being equal, or given ones. R: ``prop.test``.

    Examples
    --------
    >>> round(prop_test(np.array([15, 25]), np.array([50, 50]))["p.value"], 5)
    0.06619
    """
    from scipy import stats

    hits, trials = _counts_of(x, n)
    k = len(hits)
    side = _side(alternative)
    given = None if p is None else np.asarray(plain(vector(p)), dtype=float)
    if given is not None and (len(given) != k or (given <= 0).any() or (given >= 1).any()):
        raise ValueError("'p' must have one value between 0 and 1 for each proportion")
    if k == 1 and given is None:
        given = np.array([0.5])
    if k > 2 or (k == 2 and given is not None):
        side = "two.sided"
    estimate = hits / trials
    yates = 0.5 if correct and k <= 2 else 0.0
    z = float(stats.norm.ppf((1 + conf_level) / 2 if side == "two.sided" else conf_level))
    ends, difference = None, 0.0
    if k == 1:
        assert given is not None
        yates = min(yates, float(abs(hits - trials * given)[0]))
        difference = float((estimate - given)[0])
        ends = _wilson(float(estimate[0]), float(trials[0]), z, yates)
        ends = (0.0 if side == "less" else ends[0], 1.0 if side == "greater" else ends[1])
    elif k == 2 and given is None:
        inverse = float((1 / trials).sum())
        difference = float(estimate[0] - estimate[1])
        yates = min(yates, abs(difference) / inverse)
        width = z * np.sqrt((estimate * (1 - estimate) / trials).sum()) + yates * inverse
        ends = (
            -1.0 if side == "less" else max(difference - width, -1.0),
            1.0 if side == "greater" else min(difference + width, 1.0),
        )
    words = "1-sample proportions test"
    if k > 1:
        what = "equality of" if given is None else "given"
        words = f"{k}-sample test for {what} proportions"
    labels = ["p"] if k == 1 else [f"prop {j + 1}" for j in range(k)]
    shares = np.full(k, hits.sum() / trials.sum()) if given is None else given
    df = k - 1 if given is None else k
    expected = np.column_stack([trials * shares, trials * (1 - shares)])
    observed = np.column_stack([hits, trials - hits])
    with np.errstate(all="ignore"):
        statistic = float(((np.abs(observed - expected) - yates) ** 2 / expected).sum())
    root = np.sign(difference) * np.sqrt(statistic)
    tails = {"less": stats.norm.cdf(root), "greater": stats.norm.sf(root)}
    p_value = tails.get(side, stats.chi2.sf(statistic, df))
    return _test(
        f"{words} {'with' if yates else 'without'} continuity correction",
        side,
        conf_level=conf_level,
        statistic=_one(statistic, "X-squared"),
        parameter=_one(df, "df"),
        p_value=float(min(p_value, 1.0)),
        estimate=named(estimate, labels),
        null_value=None if given is None else named(given, labels),
        conf_int=None if ends is None else np.array(ends),
    )


def _wilson(share: float, n: float, z: float, yates: float) -> tuple[float, float]:
    """Return Wilson's interval of a proportion, with a correction for continuity."""
    half = z**2 / (2 * n)

    def end(centre: float, sign: int) -> float:
        spread = z * np.sqrt(centre * (1 - centre) / n + half / (2 * n))
        return float((centre + half + sign * spread) / (1 + 2 * half))

    low, high = share - yates / n, share + yates / n
    lower = 0.0 if low <= 0 else max(end(low, -1), 0.0)
    return lower, 1.0 if high >= 1 else min(end(high, 1), 1.0)


def prop_trend_test(x: Any, n: Any, score: Any = None) -> Model:
    """Test proportions for a trend along scores. R: ``prop.trend.test``.

    Examples
    --------
    >>> test = prop_trend_test(np.array([15, 10, 5]), np.array([30, 30, 30]))
    >>> round(test["p.value"], 5)
    0.00617
    """
    from scipy import stats

    hits, trials = (np.asarray(plain(vector(v)), dtype=float) for v in (x, n))
    scores = np.arange(1.0, len(hits) + 1) if score is None else np.asarray(plain(vector(score)))
    if not len(hits) == len(trials) == len(scores):
        raise ValueError("variable lengths differ")
    known = ~(np.isnan(hits) | np.isnan(trials) | np.isnan(scores))
    if not known.all():
        raise Untranslated("prop.trend.test() with missing values")
    share = hits.sum() / trials.sum()
    centred = scores - (trials * scores).sum() / trials.sum()
    slope = (centred * hits).sum()
    statistic = float(slope**2 / (share * (1 - share) * (trials * centred**2).sum()))
    return _test(
        "Chi-squared Test for Trend in Proportions",
        statistic=_one(statistic, "X-squared"),
        parameter=_one(1, "df"),
        p_value=float(stats.chi2.sf(statistic, 1)),
    )


def mcnemar_test(x: Any, y: Any = None, correct: bool = True) -> Model:
    """Test a square table for being symmetric. R: ``mcnemar.test``.

    Examples
    --------
    >>> round(mcnemar_test(np.array([[30, 12], [5, 53]]))["p.value"], 5)
    0.14561
    """
    from scipy import stats

    if y is not None:
        from ..rvalues._factors import table

        x = table(x, y)
    counts = np.asarray(plain(x), dtype=float)
    if counts.ndim != 2 or counts.shape[0] != counts.shape[1] or len(counts) < 2:
        raise ValueError("'x' must be square with at least two rows and columns")
    if np.isnan(counts).any() or (counts < 0).any():
        raise ValueError("all entries of 'x' must be nonnegative and finite")
    gaps = np.abs(counts - counts.T)
    method = "McNemar's Chi-squared test"
    if correct and len(counts) == 2 and gaps.any():
        gaps, method = gaps - 1, f"{method} with continuity correction"
    above = np.triu_indices(len(counts), 1)
    with np.errstate(all="ignore"):
        statistic = float((gaps[above] ** 2 / (counts + counts.T)[above]).sum())
    df = len(counts) * (len(counts) - 1) // 2
    return _test(
        method,
        statistic=_one(statistic, "McNemar's chi-squared"),
        parameter=_one(df, "df"),
        p_value=float(stats.chi2.sf(statistic, df)),
    )


def mantelhaen_test(
    x: Any,
    y: Any = None,
    z: Any = None,
    alternative: str = "two.sided",
    correct: bool = True,
    conf_level: float = 0.95,
) -> Model:
    """Test the independence of rows and columns in strata. R: ``mantelhaen.test``.

    The common odds ratio of tables of 2 by 2 has the variance of Robins, Breslow and Greenland.

    Examples
    --------
    >>> cells = np.array([[[10, 4], [5, 9]], [[3, 6], [8, 11]]])
    >>> round(float(mantelhaen_test(cells)["estimate"][0]), 5)
    1.91154
    """
    if y is not None:
        from ..rvalues._factors import table

        x = table(x, y, z)
    counts = np.asarray(plain(x), dtype=float)
    if counts.ndim != 3:
        raise ValueError("'x' must be a 3-dimensional array")
    if min(counts.shape) < 2:
        raise ValueError("each dimension in table must be >= 2")
    if np.isnan(counts).any():
        raise ValueError("NAs are not allowed")
    if (counts.sum(axis=(0, 1)) < 2).any():
        raise ValueError("sample size in each stratum must be > 1")
    if counts.shape[:2] == (2, 2):
        return _common_odds(counts, _side(alternative), correct, conf_level)
    return _stratified(counts)


def _common_odds(counts: Any, side: str, correct: bool, conf_level: float) -> Model:
    from scipy import stats

    (a, b), (c, d) = counts
    n = a + b + c + d
    delta = float((a - (a + b) * (a + c) / n).sum())
    yates = 0.5 if correct and abs(delta) >= 0.5 else 0.0
    variance = ((a + b) * (c + d) * (a + c) * (b + d) / (n**2 * (n - 1))).sum()
    statistic = float((abs(delta) - yates) ** 2 / variance)
    root = np.sign(delta) * np.sqrt(statistic)
    tails = {"less": stats.norm.cdf(root), "greater": stats.norm.sf(root)}
    with np.errstate(all="ignore"):
        r, s = (a * d / n).sum(), (b * c / n).sum()
        estimate = r / s
        spread = np.sqrt(
            ((a + d) * a * d / n**2).sum() / (2 * r**2)
            + (((a + d) * b * c + (b + c) * a * d) / n**2).sum() / (2 * r * s)
            + ((b + c) * b * c / n**2).sum() / (2 * s**2)
        )
        width = stats.norm.ppf((1 + conf_level) / 2 if side == "two.sided" else conf_level)
        ends = [estimate * np.exp(-width * spread), estimate * np.exp(width * spread)]
    if side == "less":
        ends[0] = 0.0
    if side == "greater":
        ends[1] = np.inf
    how = "with" if yates else "without"
    return _test(
        f"Mantel-Haenszel chi-squared test {how} continuity correction",
        side,
        conf_level=conf_level,
        statistic=_one(statistic, "Mantel-Haenszel X-squared"),
        parameter=_one(1, "df"),
        p_value=float(tails.get(side, stats.chi2.sf(statistic, 1))),
        conf_int=np.array(ends),
        estimate=_one(estimate, "common odds ratio"),
        null_value=_one(1, "common odds ratio"),
    )


def _stratified(counts: Any) -> Model:
    """Return the generalised test: how far all cells but the last are from what is expected."""
    from scipy import stats

    rows, columns, strata = counts.shape
    df = (rows - 1) * (columns - 1)
    gaps, variance = np.zeros(df), np.zeros((df, df))
    for k in range(strata):
        cells = counts[:, :, k]
        n = cells.sum()
        r, c = cells.sum(axis=1)[:-1], cells.sum(axis=0)[:-1]
        gaps += (cells[:-1, :-1] - np.outer(r, c) / n).ravel(order="F")
        parts = [np.diag(n * v) - np.outer(v, v) for v in (c, r)]
        variance += np.kron(*parts) / (n**2 * (n - 1))
    statistic = float(gaps @ np.linalg.solve(variance, gaps))
    return _test(
        "Cochran-Mantel-Haenszel test",
        statistic=_one(statistic, "Cochran-Mantel-Haenszel M^2"),
        parameter=_one(df, "df"),
        p_value=float(stats.chi2.sf(statistic, df)),
    )
