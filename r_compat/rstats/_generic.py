"""Functions that look at the class of their argument."""

from __future__ import annotations

from typing import Any

from ..rvalues._untranslated import Untranslated
from ._clusters import prcomp_summary
from ._model_parts import anova, model_summary
from ._model_parts import residuals as model_residuals
from ._models import Model


def summary(x: Any) -> Any:
    """Return the summary of a model; of anything else what `rvalues` has. R: ``summary``."""
    if isinstance(x, Model):
        if "aov" in x.r_class:
            table = anova(x)
            width = max(11, *(len(label) for label in table.index))  # R pads names of rows
            return [table.set_axis([f"{label:<{width}}" for label in table.index])]
        if "lm" in x.r_class:
            return model_summary(x)
        if "prcomp" in x.r_class:
            return prcomp_summary(x)
        raise Untranslated(f"summary() of an object of class {x.r_class[0]} has no translation")
    from .. import rvalues

    return rvalues.summary(x)


def _part(x: Any, key: str, function: str) -> Any:
    found = x.get(key) if isinstance(x, dict) else None
    if found is None:
        raise TypeError(f"{function}() is translated for fitted models only")
    return found


def coef(x: Any) -> Any:
    """Return the coefficients, of a summary their table. R: ``coef``."""
    return _part(x, "coefficients", "coef")


def fitted(x: Any) -> Any:
    """Return the fitted values. R: ``fitted``."""
    return _part(x, "fitted.values", "fitted")


def residuals(x: Any, type: str = "") -> Any:
    """Return the residuals. R: ``residuals``."""
    _part(x, "residuals", "residuals")
    return model_residuals(x, type)
