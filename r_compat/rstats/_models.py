"""Linear and generalised linear models: fits as R's, by their parts.

A model is a dict of R's components with R's class; `summary`, `anova`, `predict` and the other
functions of models take it. Fits are by the QR decomposition with collinear columns last, and by
R's iteratively reweighted least squares, so that coefficients agree to rounding.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from ..rvalues._core import NA_REAL, as_matrix
from ..rvalues._named import NamedArray, colnames, named, plain, with_dimnames
from ..rvalues._untranslated import Untranslated
from ._formula import Computed, Formula, FormulaText, ModelFrame, design, levels_of, model_frame

_TOLERANCE = 1e-7  # of a column that is nearly a combination of others, as in lm()


class Model(dict[str, Any]):
    """A fitted model, a test or another object of R with a class: R's components by name.

    Attributes
    ----------
    r_class : tuple of str
    frame, matrix, terms, computed, others, levels
        What the fit was made of.
    unscaled : array
        The inverse of the cross-products of the columns that are used.
    family : Family
        Of a generalised linear model.
    conf_level : float
        Of the confidence interval of a test.
    """

    r_class: tuple[str, ...] = ("list",)
    frame: ModelFrame
    matrix: Any
    terms: list[int]
    computed: Computed
    others: Mapping[str, Any]
    unscaled: Any
    levels: dict[str, list[str]]
    family: Family
    conf_level: float

    def __init__(self, parts: dict[str, Any], r_class: tuple[str, ...]) -> None:
        super().__init__(parts)
        self.r_class = r_class

    @property
    def formula(self) -> Formula:
        """The formula of the model."""
        return self.frame.formula

    def r_absent(self, key: str) -> bool:
        """Whether R's object has no such component, either; one that is only not here is loud."""
        if key in ("na.action", "offset"):
            return True
        if key == "weights":
            return "lm" in self.r_class
        return key in ("contrasts", "xlevels") and not getattr(self, "levels", True)

    def __deepcopy__(self, memo: Any) -> Model:
        return self.copy()

    def copy(self) -> Model:
        """Return a copy that shares its arrays, which nobody changes in place."""
        made = Model(dict(self), self.r_class)
        made.__dict__.update(self.__dict__)
        return made

    def r_summary(self) -> Any:
        """Return what ``summary`` gives for its class."""
        from ._generic import summary

        return summary(self)

    def __str__(self) -> str:
        from ._model_text import shown

        return shown(self)

    __repr__ = __str__


def least_squares(X: Any, y: Any) -> tuple[Any, Any, Any, int]:
    """Solve a regression; columns that others make up have the coefficient NaN.

    Householder reflections of one column after the other, sums from the first row to the last, as
    LINPACK does it for R: coefficients and residuals then have R's very bits where its BLAS is the
    reference one, and what is rounded to a few decimals does not fall to the other side.

    Returns
    -------
    coefficients, residuals, unscaled, rank
        `unscaled` is the inverse of the cross-products of the columns that are used.
    """
    work = np.array(X, dtype=float, order="F")
    (n, p), order = work.shape, list(range(X.shape[1]))
    left = np.array([_norm(work[:, j]) for j in range(p)])  # of what columns before leave over
    whole = np.where(left == 0, 1.0, left)
    rank = p
    heads = np.zeros(p)
    for k in range(min(n, p)):
        while k < rank and left[k] < whole[k] * _TOLERANCE:  # to the end with it
            cycle = [*range(k), *range(k + 1, p), k]
            work, left, whole = work[:, cycle], left[cycle], whole[cycle]
            order = [order[j] for j in cycle]
            rank -= 1
        if k == n - 1:
            break
        size = _norm(work[k:, k])
        if size != 0:
            size = np.copysign(size, work[k, k]) if work[k, k] != 0 else size
            work[k:, k] *= 1 / size
            work[k, k] += 1
            _reflect(work[k:, k], work[k:, k + 1 :])
            for j in range(k + 1, p):
                if left[j] != 0:
                    share = max(1 - (abs(work[k, j]) / left[j]) ** 2, 0.0)
                    small = abs(share) < 1e-6
                    left[j] = _norm(work[k + 1 :, j]) if small else left[j] * np.sqrt(share)
            heads[k], work[k, k] = work[k, k], -size
    rank = min(rank, n)
    turned = np.array(y, dtype=float, order="F").reshape(n, -1)
    mirrors = [_mirror(work, heads, k) for k in range(min(rank, n - 1))]
    for k, mirror in enumerate(mirrors):
        if heads[k] != 0:
            _reflect(mirror, turned[k:])
    solved = turned[:rank].copy()
    for k in range(rank - 1, -1, -1):
        solved[k] /= work[k, k]
        solved[:k] -= solved[k] * work[:k, k, np.newaxis]
    residuals = np.where(np.arange(n)[:, np.newaxis] < rank, 0.0, turned)
    for k in range(len(mirrors) - 1, -1, -1):
        if heads[k] != 0:
            _reflect(mirrors[k], residuals[k:])
    coefficients = np.full((p, solved.shape[1]), NA_REAL)
    coefficients[order[:rank]] = solved
    place = np.argsort(order[:rank])
    inverse = np.linalg.inv(np.triu(work[:rank, :rank]))
    unscaled = (inverse @ inverse.T)[np.ix_(place, place)]
    shape = y.shape[1:]
    return coefficients.reshape(p, *shape), residuals.reshape(n, *shape), unscaled, rank


def _norm(x: Any) -> float:
    """Return the length of a vector, added up from the first element to the last."""
    return float(np.sqrt(np.add.accumulate(x * x)[-1])) if len(x) else 0.0


def _mirror(work: Any, heads: Any, k: int) -> Any:
    found = work[k:, k].copy()
    found[0] = heads[k]
    return found


def _reflect(mirror: Any, columns: Any) -> None:
    """Reflect columns in place, by sums from the first row to the last."""
    if columns.shape[1]:
        sums = np.add.accumulate(mirror[:, np.newaxis] * columns, axis=0)[-1]
        columns += mirror[:, np.newaxis] * (-sums / mirror[0])


def lm(
    formula: str | FormulaText,
    data: Any = None,
    computed: Computed | None = None,
    others: Mapping[str, Any] | None = None,
    weights: Any = None,
) -> Model:
    """Fit a linear model. R: ``lm``.

    Parameters
    ----------
    formula : str
        R's text.
    data : DataFrame or dict
        The variables by name.
    computed : dict of str to callable, optional
        Variables that are computed from the data, by R's text.
    others : dict, optional
        Variables that are no columns of the data.
    weights : array, optional

    Examples
    --------
    >>> fit = lm("y ~ x", {"x": np.array([1.0, 2, 3]), "y": np.array([2.0, 4, 7])})
    >>> fit["coefficients"]
    array([-0.66666667,  2.5       ]) with names [array(['(Intercept)', 'x'], dtype=object)]
    """
    frame = model_frame(formula, data, computed, weights, others=others)
    y = frame.values[frame.formula.response]
    if np.ndim(y) not in (1, 2) or isinstance(y, pd.Categorical):
        raise Untranslated("lm() of a response that is no vector or matrix of numbers")
    response = np.asarray(plain(y), dtype=float)
    X, assign = design(frame)
    offset = _offset(frame)
    w = frame.extra.get("weights")
    root = np.ones(len(response)) if w is None else np.sqrt(w)
    several = response.ndim == 2  # a regression for each column
    if several:
        offset, root = offset[:, np.newaxis], root[:, np.newaxis]
    scaled = plain(X) * root.reshape(-1, 1)
    coefficients, left, unscaled, rank = least_squares(scaled, (response - offset) * root)
    if w is None:
        fitted = response - left
    else:
        fitted = plain(X) @ np.nan_to_num(coefficients) + offset
        left = response - fitted

    def labelled(values: Any, rows: Any) -> Any:
        return with_dimnames(values, [rows, colnames(y)]) if several else named(values, rows)

    parts: dict[str, Any] = {
        "coefficients": labelled(coefficients, X.dimnames[1]),
        "residuals": labelled(left, frame.rows),
        "fitted.values": labelled(fitted, frame.rows),
        "rank": rank,
        "df.residual": int((root > 0).sum()) - rank,
        **_left_out(frame),
    }
    if w is not None:
        parts["weights"] = w
    model = Model(parts, ("mlm", "lm") if several else ("lm",))
    return _remember(model, frame, X, assign, computed, others, unscaled)


def _remember(
    model: Model,
    frame: ModelFrame,
    X: Any,
    assign: list[int],
    computed: Computed | None,
    others: Mapping[str, Any] | None,
    unscaled: Any,
) -> Model:
    model.frame, model.matrix, model.terms = frame, X, assign
    model.computed, model.others = computed or {}, others or {}
    model.unscaled = unscaled
    model.levels = levels_of(frame)
    return model


def _left_out(frame: ModelFrame) -> dict[str, Any]:
    """Return the rows that were left out for an NA, if any."""
    if frame.kept.all():
        return {}
    return {"na.action": named(np.flatnonzero(~frame.kept) + 1, frame.omitted)}


def _offset(frame: ModelFrame) -> Any:
    found = np.zeros(len(frame.rows))
    for name in frame.formula.offsets:
        found = found + np.asarray(frame.values[name], dtype=float)
    return found


def lm_fit(x: Any, y: Any) -> Model:
    """Fit a design matrix. R: ``lm.fit``."""
    X = np.asarray(plain(x), dtype=float)
    response = np.asarray(plain(y), dtype=float)
    coefficients, left, _, rank = least_squares(X, response)
    labels = x.dimnames[1] if isinstance(x, NamedArray) and x.ndim == 2 else None
    if labels is None:
        labels = np.array([f"x{k + 1}" for k in range(X.shape[1])], dtype=object)
    return Model(
        {
            "coefficients": named(coefficients, labels),
            "residuals": left,
            "fitted.values": response - left,
            "rank": rank,
            "df.residual": len(response) - rank,
        },
        ("list",),
    )


def lsfit(x: Any, y: Any, intercept: bool = True) -> Model:
    """Fit a vector to the columns of a matrix. R: ``lsfit``.

    Examples
    --------
    >>> np.round(lsfit(np.array([1.0, 2, 3]), np.array([3.0, 5, 7]))["coefficients"], 9)
    array([1., 2.]) with names [array(['Intercept', 'X'], dtype=object)]
    """
    made = as_matrix(x)
    X, response = plain(made).astype(float), np.asarray(plain(y), dtype=float)
    if response.ndim != 1 or np.isnan(X).any() or np.isnan(response).any():
        raise Untranslated("lsfit() of several variables, or with NA, has no translation")
    count = X.shape[1]
    labels = made.dimnames[1] if isinstance(made, NamedArray) else None
    if labels is None:
        labels = ["X"] if count == 1 else [f"X{k + 1}" for k in range(count)]
    if intercept:
        X, labels = np.column_stack([np.ones(len(X)), X]), ["Intercept", *labels]
    coefficients, left, _, rank = least_squares(X, response)
    if rank < X.shape[1]:
        raise Untranslated("lsfit() of columns that depend on each other has no translation")
    parts = {"coefficients": named(coefficients, labels), "residuals": left, "intercept": intercept}
    return Model(parts, ("list",))


# Families: how the mean, its link, its variance and the deviance belong together.


class Family:
    """A distribution of the exponential family with a link. R: ``binomial()`` and the like."""

    def __init__(self, name: str, link: str) -> None:
        if (name, link) not in _LINKS:
            known = ", ".join(f"{n}({k})" for n, k in _LINKS)
            raise ValueError(f"family must be one of {known}; got {name}({link})")
        self.name, self.link = name, link

    def eta(self, mu: Any) -> Any:
        from scipy import stats

        if self.link == "identity":
            return mu
        if self.link == "log":
            return np.log(mu)
        if self.link == "inverse":
            return 1 / mu
        if self.link == "probit":
            return stats.norm.ppf(mu)
        if self.link == "cloglog":
            return np.log(-np.log1p(-mu))
        return np.log(mu / (1 - mu))

    def mu(self, eta: Any) -> Any:
        from scipy import stats

        if self.link == "identity":
            return eta
        if self.link == "log":
            return np.maximum(np.exp(eta), np.finfo(float).eps)
        if self.link == "inverse":
            return 1 / eta
        tiny = np.finfo(float).eps
        if self.link == "probit":
            return np.clip(stats.norm.cdf(eta), tiny, 1 - tiny)
        if self.link == "cloglog":
            return np.clip(-np.expm1(-np.exp(eta)), tiny, 1 - tiny)
        # R's logit keeps away from 0 and 1 by the machine's precision at |eta| > 30.
        odds = np.where(
            eta < -30, tiny, np.where(eta > 30, 1 / tiny, np.exp(np.clip(eta, -30, 30)))
        )
        return odds / (1 + odds)

    def slope(self, eta: Any) -> Any:
        """Return the derivative of the mean by the linear predictor."""
        from scipy import stats

        tiny = np.finfo(float).eps
        if self.link == "identity":
            return np.ones_like(eta)
        if self.link == "log":
            return np.maximum(np.exp(eta), tiny)
        if self.link == "inverse":
            return -1 / eta**2
        if self.link == "probit":
            return np.maximum(stats.norm.pdf(eta), tiny)
        if self.link == "cloglog":
            eta = np.minimum(eta, 700)
            return np.maximum(np.exp(eta) * np.exp(-np.exp(eta)), tiny)
        inside = np.exp(np.clip(eta, -30, 30)) / (1 + np.exp(np.clip(eta, -30, 30))) ** 2
        return np.where(np.abs(eta) > 30, tiny, inside)

    def variance(self, mu: Any) -> Any:
        if self.name in ("gaussian",):
            return np.ones_like(mu)
        if self.name in ("poisson", "quasipoisson"):
            return mu
        if self.name == "Gamma":
            return mu**2
        return mu * (1 - mu)

    def deviances(self, y: Any, mu: Any, w: Any) -> Any:
        """Return what each row adds to the deviance."""
        if self.name == "gaussian":
            return w * (y - mu) ** 2
        if self.name == "Gamma":
            return -2 * w * (np.log(np.where(y == 0, 1, y / mu)) - (y - mu) / mu)
        if self.name in ("poisson", "quasipoisson"):
            return 2 * w * (_ylogy(y, mu) - (y - mu))
        return 2 * w * (_ylogy(y, mu) + _ylogy(1 - y, 1 - mu))

    def start(self, y: Any, w: Any) -> Any:
        if self.name in ("binomial", "quasibinomial"):
            return (w * y + 0.5) / (w + 1)
        if self.name in ("poisson", "quasipoisson"):
            return y + 0.1
        return y

    @property
    def dispersed(self) -> bool:
        """Whether the dispersion is estimated."""
        return self.name not in ("binomial", "poisson")

    def aic(self, y: Any, mu: Any, w: Any, deviance: float, trials: Any) -> float:
        """Twice the negative log-likelihood; the rank is added by the caller."""
        from scipy import stats

        n = len(y)
        if self.name == "gaussian":
            total = n * (np.log(2 * np.pi * deviance / n) + 1) + 2
            return float(total - np.log(w).sum())
        if self.name == "poisson":
            return float(-2 * (stats.poisson.logpmf(y, mu) * w).sum())
        if self.name == "binomial":
            m = np.where(trials > 1, trials, w) if np.any(trials > 1) else w
            logs = stats.binom.logpmf(np.round(m * y), np.round(m), mu)
            return float(-2 * np.where(m > 0, w / m * logs, 0).sum())
        if self.name == "Gamma":
            phi = deviance / w.sum()
            logs = stats.gamma.logpdf(y, 1 / phi, scale=mu * phi)
            return float(-2 * (logs * w).sum() + 2)
        return float("nan")


_LINKS = [
    ("gaussian", "identity"), ("gaussian", "log"),
    ("binomial", "logit"), ("binomial", "probit"), ("binomial", "cloglog"),
    ("quasibinomial", "logit"),
    ("poisson", "log"), ("poisson", "identity"), ("quasipoisson", "log"),
    ("Gamma", "inverse"), ("Gamma", "log"), ("Gamma", "identity"),
]  # fmt: skip
_CANONICAL = {
    "gaussian": "identity", "binomial": "logit", "quasibinomial": "logit", "poisson": "log",
    "quasipoisson": "log", "Gamma": "inverse",
}  # fmt: skip


def family(name: str, link: str | None = None) -> Family:
    """Return a family by R's names. R: ``binomial(link = "probit")``."""
    return Family(name, link if link is not None else _CANONICAL.get(name, ""))


def _ylogy(y: Any, mu: Any) -> Any:
    return np.where(y == 0, 0.0, y * np.log(np.where(y == 0, 1, y) / mu))


def _binomial_response(y: Any, weights: Any) -> tuple[Any, Any, Any]:
    if isinstance(y, pd.Categorical):
        share = (np.asarray(y.codes) != 0).astype(float)
        return share, weights, np.ones(len(share))
    array = np.asarray(plain(y), dtype=float)
    if array.ndim == 2:
        if array.shape[1] != 2:
            raise ValueError("a binomial response has two columns: successes and failures")
        trials = array.sum(axis=1)
        return np.where(trials > 0, array[:, 0] / trials, 0.0), weights * trials, trials
    if np.any((array < 0) | (array > 1)):
        raise ValueError("y values must be 0 <= y <= 1")
    return array, weights, np.ones(len(array))


def glm(
    formula: str | FormulaText,
    family: Any = "gaussian",
    data: Any = None,
    computed: Computed | None = None,
    others: Mapping[str, Any] | None = None,
    weights: Any = None,
) -> Model:
    """Fit a generalised linear model by iteratively reweighted least squares. R: ``glm``.

    Examples
    --------
    >>> data = {"x": np.array([1.0, 2, 3, 4, 5, 6]), "y": np.array([0, 1, 0, 1, 0, 1])}
    >>> glm("y ~ x", "binomial", data)["coefficients"].round(4).tolist()
    [-1.2646, 0.3613]
    """
    law = family if isinstance(family, Family) else Family(family, _CANONICAL.get(family, ""))
    frame = model_frame(formula, data, computed, weights, others=others)
    y = frame.values[frame.formula.response]
    w = frame.extra.get("weights", np.ones(len(frame.rows)))
    trials = np.ones(len(frame.rows))
    if law.name in ("binomial", "quasibinomial"):
        y, w, trials = _binomial_response(y, w)
    y = np.asarray(plain(y), dtype=float)
    if law.name in ("poisson", "quasipoisson") and (y < 0).any():
        raise ValueError("negative values not allowed for the 'Poisson' family")
    if law.name == "Gamma" and (y <= 0).any():
        raise ValueError("non-positive values not allowed for the 'Gamma' family")
    X, assign = design(frame)
    offset = _offset(frame)
    fit = _reweighted(law, plain(X), y, w, offset)
    coefficients, eta, mu, deviance, steps, converged, working, unscaled, rank = fit
    good = w > 0
    count = int(good.sum())
    null_mu = _null_mean(law, y, w, offset, frame.formula.intercept)
    aic = law.aic(y, mu, w, deviance, trials) + 2 * rank
    parts = {
        "coefficients": named(coefficients, X.dimnames[1]),
        "residuals": named((y - mu) / law.slope(eta), frame.rows),
        "fitted.values": named(mu, frame.rows),
        "rank": rank,
        "linear.predictors": named(eta, frame.rows),
        "deviance": float(deviance),
        "aic": aic if law.name not in ("quasibinomial", "quasipoisson") else float("nan"),
        "null.deviance": float(law.deviances(y, null_mu, w).sum()),
        "iter": steps,
        "weights": named(working, frame.rows),
        "prior.weights": named(w, frame.rows),
        "df.residual": count - rank,
        "df.null": count - int(frame.formula.intercept),
        "y": named(y, frame.rows),
        "converged": converged,
        **_left_out(frame),
    }
    model = Model(parts, ("glm", "lm"))
    model.family = law
    if not converged:
        import warnings

        warnings.warn("glm.fit: algorithm did not converge", RuntimeWarning, stacklevel=2)
    return _remember(model, frame, X, assign, computed, others, unscaled)


def _null_mean(law: Family, y: Any, w: Any, offset: Any, intercept: bool) -> Any:
    if not intercept:
        return law.mu(offset)
    if np.any(offset != 0):
        return _reweighted(law, np.ones((len(y), 1)), y, w, offset)[2]
    return np.full(len(y), (w * y).sum() / w.sum())


def _reweighted(law: Family, X: Any, y: Any, w: Any, offset: Any) -> tuple[Any, ...]:
    """Iterate as R does: until the deviance changes by less than 1e-8, 25 times at most."""
    mu = law.start(y, w)
    eta = law.eta(mu)
    mu = law.mu(eta)
    old = law.deviances(y, mu, w).sum()
    converged = False
    steps = 0
    previous = None
    for steps in range(1, 26):  # noqa: B007
        slope = law.slope(eta)
        good = (w > 0) & (slope != 0)
        z = (eta - offset)[good] + (y - mu)[good] / slope[good]
        root = np.sqrt(w[good] * slope[good] ** 2 / law.variance(mu)[good])
        coefficients, _, unscaled, rank = least_squares(X[good] * root[:, np.newaxis], z * root)
        working = np.zeros(len(y))
        working[good] = root**2
        eta = X @ np.nan_to_num(coefficients) + offset
        mu = law.mu(eta)
        deviance = law.deviances(y, mu, w).sum()
        halvings = 0
        while previous is not None and not np.isfinite(deviance) and halvings < 25:
            coefficients = (coefficients + previous) / 2
            eta = X @ np.nan_to_num(coefficients) + offset
            mu = law.mu(eta)
            deviance = law.deviances(y, mu, w).sum()
            halvings += 1
        if abs(deviance - old) / (abs(deviance) + 0.1) < 1e-8:
            converged = True
            break
        old, previous = deviance, coefficients
    return coefficients, eta, mu, deviance, steps, converged, working, unscaled, rank
