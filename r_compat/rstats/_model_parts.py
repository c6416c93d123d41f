"""What is asked of a fitted model: summaries, tables of variance, predictions, intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd

from ..rvalues._named import NamedArray, named, plain
from ..rvalues._text import format_
from ..rvalues._untranslated import Untranslated
from ._formula import Computed, Formula, FormulaText, design, model_frame, read_formula
from ._models import Family, Model, _offset, least_squares, lm

_STATISTICS = ["Estimate", "Std. Error"]


def _used(model: Model) -> Any:
    return ~np.isnan(plain(model["coefficients"]))


def _is_glm(model: Model) -> bool:
    return "glm" in model.r_class


def _check(model: Any, function: str) -> Model:
    if not isinstance(model, Model) or not hasattr(model, "frame"):
        raise Untranslated(f"{function}() is translated for fits of lm() and glm() only")
    if "mlm" in model.r_class:
        raise Untranslated(f"{function}() of a model of several columns has no translation")
    return model


def dispersion(model: Model) -> float:
    """Return the estimated dispersion, the residual variance of a linear model."""
    if not _is_glm(model):
        w = model.get("weights", 1.0)
        rss = float((w * plain(model["residuals"]) ** 2).sum())
        return rss / model["df.residual"] if model["df.residual"] else float("nan")
    law: Family = model.family
    if not law.dispersed:
        return 1.0
    w = plain(model["weights"])
    total = float((w * plain(model["residuals"]) ** 2)[w > 0].sum())
    return total / model["df.residual"] if model["df.residual"] else float("nan")


def vcov(model: Any) -> Any:
    """Return the covariance matrix of the coefficients. R: ``vcov``."""
    model = _check(model, "vcov")
    labels = np.asarray(model["coefficients"].names)
    used = _used(model)
    full = np.full((len(used), len(used)), np.nan)
    full[np.ix_(used, used)] = dispersion(model) * model.unscaled
    return NamedArray(full, (labels, labels))


def model_summary(model: Any) -> Model:
    """Return the summary of a fit by its parts. R: ``summary`` of ``lm`` and ``glm``."""
    from scipy import stats

    model = _check(model, "summary")
    used = _used(model)
    labels = np.asarray(model["coefficients"].names)[used]
    scale = dispersion(model)
    estimate = plain(model["coefficients"])[used]
    error = np.sqrt(scale * np.diag(model.unscaled))
    with np.errstate(all="ignore"):
        ratio = estimate / error
    df = model["df.residual"]
    if _is_glm(model) and not model.family.dispersed:
        p, columns = 2 * stats.norm.sf(abs(ratio)), ["z value", "Pr(>|z|)"]
    else:
        p, columns = 2 * stats.t.sf(abs(ratio), df), ["t value", "Pr(>|t|)"]
    table = NamedArray(
        np.column_stack([estimate, error, ratio, p]),
        (labels, np.array(_STATISTICS + columns, dtype=object)),
    )
    unscaled = NamedArray(model.unscaled, (labels, labels))
    count = len(used)
    if _is_glm(model):
        keys = ("deviance", "aic", "df.residual", "null.deviance", "df.null", "iter")
        parts = {key: model[key] for key in keys}
        parts |= {
            "coefficients": table,
            "dispersion": scale,
            "df": np.array([model["rank"], df, count]),
            "cov.unscaled": unscaled,
            "cov.scaled": NamedArray(scale * plain(unscaled), (labels, labels)),
        }
        made = Model(parts, ("summary.glm",))
    else:
        w = model.get("weights")
        root = 1.0 if w is None else np.sqrt(w)
        fitted = plain(model["fitted.values"])
        one = int(model.formula.intercept)
        center = np.average(fitted, weights=w) if one else 0.0
        explained = float(((root * (fitted - center)) ** 2).sum())
        rss = scale * df if df else 0.0
        parts = {
            "residuals": model["residuals"] * root if w is not None else model["residuals"],
            "coefficients": table,
            "sigma": float(np.sqrt(scale)),
            "df": np.array([model["rank"], df, count]),
            "cov.unscaled": unscaled,
        }
        if model["rank"] != one:
            share = explained / (explained + rss)
            n = df + model["rank"]
            with np.errstate(all="ignore"):
                adjusted = 1 - (1 - share) * np.float64(n - one) / df
                f = explained / (model["rank"] - one) / np.float64(scale)
            parts |= {
                "r.squared": share,
                "adj.r.squared": float(adjusted),
                "fstatistic": named([f, model["rank"] - one, df], ["value", "numdf", "dendf"]),
            }
        else:
            parts |= {"r.squared": 0.0, "adj.r.squared": 0.0}
        made = Model(parts, ("summary.lm",))
    return made


def residuals(model: Any, type: str = "") -> Any:
    """Return residuals. R: ``residuals(fit, type)``."""
    if not isinstance(model, dict):
        raise TypeError("residuals() is translated for fitted models only")
    if not isinstance(model, Model) or not _is_glm(model):
        return model["residuals"]
    kind = type or "deviance"
    y, mu, w = (plain(model[key]) for key in ("y", "fitted.values", "prior.weights"))
    law: Family = model.family
    if kind == "deviance":
        values = np.sign(y - mu) * np.sqrt(np.maximum(law.deviances(y, mu, w), 0))
    elif kind == "pearson":
        values = (y - mu) * np.sqrt(w) / np.sqrt(law.variance(mu))
    elif kind == "response":
        values = y - mu
    elif kind == "working":
        return model["residuals"]
    else:
        raise ValueError(f"type must be deviance, pearson, response or working; got {kind!r}")
    return named(values, model.frame.rows)


def term_labels(x: Any) -> Any:
    """Return the labels of the terms of a model or formula. R: ``attr(terms(x), "term.labels")``.

    Examples
    --------
    >>> term_labels(FormulaText("y ~ b + a * b")).tolist()
    ['b', 'a', 'b:a']
    """
    if isinstance(x, FormulaText):
        x = read_formula(x)
        if x.text.partition("~")[2].split().count("."):
            raise ValueError("'.' in formula and no 'data' argument")
    elif isinstance(x, Model) and isinstance(getattr(x, "formula", None), Formula):
        x = x.formula
    else:
        raise Untranslated("terms() of what is no formula or model has no translation")
    if any(" " in name and "(" not in name for term in x.terms for name in term):
        raise Untranslated("terms() of variables whose names need quotes has no translation")
    return np.array(x.labels, dtype=object)


def predict(
    model: Any,
    newdata: Any = None,
    type: str = "link",
    interval: str = "none",
    level: float = 0.95,
    se_fit: bool = False,
) -> Any:
    """Return predictions. R: ``predict`` of ``lm`` and ``glm``."""
    from scipy import stats

    model = _check(model, "predict")
    if newdata is None:
        X, rows, offset = plain(model.matrix), model.frame.rows, _offset(model.frame)
    else:
        frame = model_frame(
            model.formula.text
            if "." not in model.formula.text.partition("~")[2].split()
            else _spelled(model),
            newdata,
            model.computed,
            response=False,
            levels=model.levels,
            others=model.others,
            bases=model.frame.bases,
        )
        made, _ = design(frame)
        X, rows, offset = plain(made), frame.rows, _offset(frame)
        if not frame.kept.all():
            raise Untranslated("predict() for rows with NA has no translation")
    used = _used(model)
    eta = X[:, used] @ plain(model["coefficients"])[used] + offset
    variance = np.einsum(
        "ij,jk,ik->i",
        X[:, used],
        dispersion(model) * model.unscaled,
        X[:, used],
    )
    if _is_glm(model):
        law: Family = model.family
        value = law.mu(eta) if type == "response" else eta
        if newdata is None and type == "response":
            value = plain(model["fitted.values"])
        if not se_fit:
            return named(value, rows)
        error = np.sqrt(variance) * (abs(law.slope(eta)) if type == "response" else 1.0)
        return {
            "fit": named(value, rows),
            "se.fit": named(error, rows),
            "residual.scale": float(np.sqrt(dispersion(model))),
        }
    fit: Any = named(eta, rows)
    if interval != "none":
        width = variance + (dispersion(model) if interval == "prediction" else 0.0)
        half = stats.t.ppf((1 + level) / 2, model["df.residual"]) * np.sqrt(width)
        fit = NamedArray(
            np.column_stack([eta, eta - half, eta + half]),
            (rows, np.array(["fit", "lwr", "upr"], dtype=object)),
        )
    if not se_fit:
        return fit
    return {
        "fit": fit,
        "se.fit": named(np.sqrt(variance), rows),
        "df": model["df.residual"],
        "residual.scale": float(np.sqrt(dispersion(model))),
    }


def _spelled(model: Model) -> str:
    """Return the formula with ``.`` written out."""
    formula = model.formula
    right = " + ".join(
        ":".join(f"`{n}`" if n.isidentifier() else n for n in t) for t in formula.terms
    )
    return f"{formula.response} ~ {right or '1'}{'' if formula.intercept else ' - 1'}"


def confint(model: Any, parm: Any = None, level: float = 0.95) -> Any:
    """Return confidence intervals of coefficients. R: ``confint`` of ``lm``."""
    from scipy import stats

    model = _check(model, "confint")
    if _is_glm(model):
        raise Untranslated("confint() of glm() profiles the likelihood and has no translation")
    return _interval(model, stats.t.ppf((1 + level) / 2, model["df.residual"]), level, parm)


def confint_default(model: Any, parm: Any = None, level: float = 0.95) -> Any:
    """Return Wald's confidence intervals. R: ``confint.default``."""
    from scipy import stats

    return _interval(_check(model, "confint"), stats.norm.ppf((1 + level) / 2), level, parm)


def _interval(model: Model, quantile: float, level: float, parm: Any) -> Any:
    values = plain(model["coefficients"])
    error = np.sqrt(np.diag(plain(vcov(model))))
    ends = np.array([(1 - level) / 2, (1 + level) / 2]) * 100
    labels = np.array([f"{end:.3g} %" for end in ends], dtype=object)
    made = NamedArray(
        np.column_stack([values - quantile * error, values + quantile * error]),
        (np.asarray(model["coefficients"].names), labels),
    )
    if parm is None:
        return made
    chosen = np.atleast_1d(np.asarray(plain(parm)))
    names = list(made.dimnames[0])
    places = [names.index(k) if isinstance(k, str) else int(k) - 1 for k in chosen.tolist()]
    return made[np.array(places), :]


def log_likelihood(model: Any) -> float:
    """Return the log-likelihood at the estimates. R: ``logLik``, without its attributes."""
    model = _check(model, "logLik")
    if _is_glm(model):
        extra = int(model.family.name in ("gaussian", "Gamma"))
        return float(model["rank"] + extra - model["aic"] / 2)
    w = model.get("weights", np.ones(len(model["residuals"])))
    n = int((w > 0).sum())
    rss = float((w * plain(model["residuals"]) ** 2).sum())
    logs = np.log(w[w > 0]).sum()
    return float(0.5 * (logs - n * (np.log(2 * np.pi) + 1 - np.log(n) + np.log(rss))))


def print_log_likelihood(model: Any) -> None:
    """R: ``print`` of ``logLik``."""
    value, count = log_likelihood(model), _parameters(model)
    print(f"'log Lik.' {format_(value)} (df={count})")


def _parameters(model: Model) -> int:
    if _is_glm(model):
        return int(model["rank"]) + int(model.family.name in ("gaussian", "Gamma"))
    return int(model["rank"]) + 1


def aic(*models: Any, k: float = 2, labels: Any = None) -> Any:
    """Return Akaike's criterion, of several models as a data frame. R: ``AIC``."""
    return _criterion("AIC", models, [k] * len(models), labels)


def _criterion(word: str, models: Sequence[Any], weights: Sequence[float], labels: Any) -> Any:
    fits = [_check(model, word) for model in models]
    values = [
        -2 * log_likelihood(f) + k * _parameters(f) for f, k in zip(fits, weights, strict=True)
    ]
    if len(fits) == 1:
        return values[0]
    counts = [float(_parameters(fit)) for fit in fits]
    return pd.DataFrame({"df": counts, word: values}, index=list(labels))


def bic(*models: Any, labels: Any = None) -> Any:
    """Return Schwarz's criterion, of several models as a data frame. R: ``BIC``."""
    return _criterion("BIC", models, [float(np.log(nobs(model))) for model in models], labels)


def nobs(model: Any) -> int:
    """Return the number of observations. R: ``nobs``."""
    fit = _check(model, "nobs")
    w = fit.get("prior.weights" if _is_glm(fit) else "weights")
    return len(fit["residuals"]) if w is None else int((plain(w) > 0).sum())


def deviance(model: Any) -> float:
    """Return the deviance, of a linear model the residual sum of squares. R: ``deviance``."""
    fit = _check(model, "deviance")
    if _is_glm(fit):
        return float(fit["deviance"])
    return float((fit.get("weights", 1.0) * plain(fit["residuals"]) ** 2).sum())


def model_matrix(
    formula: Any,
    data: Any = None,
    computed: Computed | None = None,
    others: Mapping[str, Any] | None = None,
) -> Any:
    """Return the design matrix of a formula or a model. R: ``model.matrix``."""
    if isinstance(formula, Model):
        return formula.matrix
    return design(model_frame(formula, data, computed, response=False, others=others, drop=False))[
        0
    ]


# Tables of variance


def _sequential(model: Model) -> tuple[list[int], list[float]]:
    """Return the degrees of freedom and sums of squares of the terms, in their order."""
    w = model.get("weights")
    root = np.ones(len(model["residuals"])) if w is None else np.sqrt(w)
    X = plain(model.matrix) * root[:, np.newaxis]
    response = plain(model["residuals"]) + plain(model["fitted.values"]) - _offset(model.frame)
    y = response * root
    ranks, rss = [], []
    for last in range(len(model.formula.terms) + 1):
        columns = [k for k, term in enumerate(model.terms) if term <= last]
        _, left, _, rank = least_squares(X[:, columns], y)
        ranks.append(rank)
        rss.append(float((left**2).sum()))
    df = [b - a for a, b in pairwise(ranks)]
    squares = [a - b for a, b in pairwise(rss)]
    return df, squares


def anova(*models: Any, test: str | None = None) -> Any:
    """Return the table of variance of a model, or compare nested ones. R: ``anova``."""
    fits = [_check(model, "anova") for model in models]
    if _is_glm(fits[0]):
        return _anova_glm(fits, test)
    if len(fits) > 1:
        return _anova_list(fits)
    from scipy import stats

    model = fits[0]
    df, squares = _sequential(model)
    keep = [k for k, d in enumerate(df) if d > 0]
    df, squares = [df[k] for k in keep], [squares[k] for k in keep]
    labels = [model.formula.labels[k] for k in keep]
    rest, rss = model["df.residual"], deviance(model)
    mean = np.array([*squares, rss]) / np.array([*df, rest])
    f = mean[:-1] / mean[-1]
    return pd.DataFrame(
        {
            "Df": [*df, rest],
            "Sum Sq": [*squares, rss],
            "Mean Sq": mean,
            "F value": [*f, np.nan],
            "Pr(>F)": [*stats.f.sf(f, df, rest), np.nan],
        },
        index=[*labels, "Residuals"],
    )


def _anova_list(fits: list[Model]) -> Any:
    from scipy import stats

    rest = np.array([fit["df.residual"] for fit in fits], dtype=float)
    rss = np.array([deviance(fit) for fit in fits])
    df = np.concatenate([[np.nan], -np.diff(rest)])
    squares = np.concatenate([[np.nan], -np.diff(rss)])
    largest = int(np.argmin(rest))
    scale = rss[largest] / rest[largest]
    with np.errstate(all="ignore"):
        f = squares / df / scale
    p = np.where(np.isnan(f), np.nan, stats.f.sf(f, abs(df), rest[largest]))
    index = [str(k + 1) for k in range(len(fits))]
    return pd.DataFrame(
        {"Res.Df": rest, "RSS": rss, "Df": df, "Sum of Sq": squares, "F": f, "Pr(>F)": p},
        index=index,
    )


def _anova_glm(fits: list[Model], test: str | None) -> Any:
    from scipy import stats

    from ._models import _reweighted

    if test not in (None, "Chisq", "LRT"):
        raise ValueError(f"anova() of glm() is translated with test = 'Chisq', got {test!r}")
    law: Family = fits[0].family
    if len(fits) > 1:
        rest = [fit["df.residual"] for fit in fits]
        left = [fit["deviance"] for fit in fits]
        index = [str(k + 1) for k in range(len(fits))]
        scale = dispersion(fits[int(np.argmin(rest))])
    else:
        model = fits[0]
        X, y = plain(model.matrix), plain(model["y"])
        w, offset = plain(model["prior.weights"]), _offset(model.frame)
        rest, left = [model["df.null"]], [model["null.deviance"]]
        for last in range(1, len(model.formula.terms) + 1):
            columns = [k for k, term in enumerate(model.terms) if term <= last]
            fit = _reweighted(law, X[:, columns], y, w, offset)
            rest.append(int((w > 0).sum()) - fit[8])
            left.append(float(fit[3]))
        index = ["NULL", *model.formula.labels]
        scale = dispersion(model)
    df = np.concatenate([[np.nan], -np.diff(np.array(rest, dtype=float))])
    change = np.concatenate([[np.nan], -np.diff(np.array(left))])
    many = len(fits) > 1
    columns_ = (
        {"Resid. Df": np.array(rest, dtype=float), "Resid. Dev": left, "Df": df, "Deviance": change}
        if many
        else {"Df": df, "Deviance": change, "Resid. Df": rest, "Resid. Dev": left}
    )
    if test is not None:
        with np.errstate(all="ignore"):
            columns_["Pr(>Chi)"] = np.where(
                np.isnan(df), np.nan, stats.chi2.sf(change / scale, abs(df))
            )
    return pd.DataFrame(columns_, index=index)


def aov(
    formula: str | FormulaText,
    data: Any = None,
    computed: Computed | None = None,
    others: Mapping[str, Any] | None = None,
) -> Model:
    """Fit a model of variance. R: ``aov``, without ``Error()``."""
    if "Error(" in str(formula):
        raise Untranslated("aov() with Error() has no translation")
    model = lm(formula, data, computed, others)
    model.r_class = ("aov", "lm")
    return model
