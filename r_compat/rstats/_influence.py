"""How much single rows tell in a linear model: leverages, standardized residuals, distances."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..rvalues._named import named, plain
from ..rvalues._untranslated import Untranslated
from ._model_parts import _check, _is_glm, _used
from ._models import Model


def _parts(model: Any, function: str) -> tuple[Model, Any, Any]:
    """Return a linear model, the leverages of its rows and their weighted residuals."""
    model = _check(model, function)
    if _is_glm(model) or "aov" in model.r_class:
        raise Untranslated(f"{function}() of what is no fit of lm() has no translation")
    w = model.get("weights")
    root = np.ones(len(model["residuals"])) if w is None else np.sqrt(plain(w))
    if (root == 0).any():
        raise Untranslated(f"{function}() of a fit with weights that are 0 has no translation")
    orthogonal = np.linalg.qr(plain(model.matrix)[:, _used(model)] * root[:, np.newaxis])[0]
    leverage = (orthogonal**2).sum(axis=1)
    leverage[leverage > 1 - 10 * np.finfo(float).eps] = 1.0
    return model, leverage, plain(model["residuals"]) * root


def _by_rows(model: Model, values: Any) -> Any:
    """Return values by rows; what is infinite of a row that its own residual fits is NaN in R."""
    return named(np.where(np.isinf(values), np.nan, values), model.frame.rows)


def _spread(model: Model, left: Any) -> float:
    return float(np.sqrt((left**2).sum() / model["df.residual"]))


def hatvalues(model: Any) -> Any:
    """Return the leverage of each row. R: ``hatvalues``."""
    model, leverage, _ = _parts(model, "hatvalues")
    return named(leverage, model.frame.rows)


def rstandard(model: Any) -> Any:
    """Return residuals by their standard errors. R: ``rstandard``."""
    model, leverage, left = _parts(model, "rstandard")
    with np.errstate(all="ignore"):
        return _by_rows(model, left / (_spread(model, left) * np.sqrt(1 - leverage)))


def rstudent(model: Any) -> Any:
    """Return residuals by their standard errors in a fit without the row. R: ``rstudent``."""
    model, leverage, left = _parts(model, "rstudent")
    with np.errstate(all="ignore"):
        rest = (left**2).sum() - left**2 / (1 - leverage)
        sigma = np.sqrt(rest / (model["df.residual"] - 1))
        return _by_rows(model, left / (sigma * np.sqrt(1 - leverage)))


def cooks_distance(model: Any) -> Any:
    """Return how far a fit without the row is from that with it. R: ``cooks.distance``."""
    model, leverage, left = _parts(model, "cooks.distance")
    with np.errstate(all="ignore"):
        scale = _spread(model, left) ** 2 * model["rank"]
        return _by_rows(model, (left / (1 - leverage)) ** 2 * leverage / scale)
