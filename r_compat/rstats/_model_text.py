"""How models and tests are shown: as R prints them, but for the call and the names of the data.

Those are R's text of an expression that there is none of in Python.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from ..rvalues._named import plain
from ..rvalues._options import option
from ..rvalues._printing import printed
from ..rvalues._text import format_, format_pval

_SIDES = {"two.sided": "not equal to", "less": "less than", "greater": "greater than"}


def shown(model: Any) -> str:
    """Return a model, a summary or a test as text."""
    for r_class, write in _LAYOUTS.items():
        if r_class in model.r_class:
            return "\n".join(write(model))
    lines = []
    for key, value in model.items():
        if key in ("residuals", "fitted.values", "weights", "prior.weights", "y", "x"):
            continue
        if isinstance(value, (np.ndarray, pd.DataFrame)) and np.ndim(value):
            lines += [f"{key}:", str(value)]
        elif not callable(value):
            lines.append(f"{key}: {value}")
    return "\n".join(lines)


def _number(value: Any, digits: int) -> str:
    return str(format_(float(np.asarray(plain(value)).flat[0]), digits=digits)).strip()


def _test(test: Any) -> list[str]:
    lines = ["", f"\t{test.get('method', '')}", ""]
    parts = []
    for key in ("statistic", "parameter"):
        value = test.get(key)
        if value is not None:
            names = getattr(value, "names", None)
            texts = [_number(v, max(1, option("digits") - 2)) for v in np.atleast_1d(plain(value))]
            parts += [
                f"{names[k] if names is not None else key} = {text}" for k, text in enumerate(texts)
            ]
    if test.get("p.value") is not None:
        text = str(format_pval(test["p.value"], digits=max(1, option("digits") - 3)))
        parts.append(f"p-value {text}" if text.startswith("<") else f"p-value = {text}")
    lines.append(", ".join(parts))
    side, null = test.get("alternative"), test.get("null.value")
    if side is not None and null is not None:
        what = f"true {null.names[0]} is {_SIDES[side]} {_number(null, option('digits'))}"
        lines.append(f"alternative hypothesis: {what}")
    elif side is not None:
        lines.append(f"alternative hypothesis: {side}")
    if test.get("conf.int") is not None:
        level = getattr(test, "conf_level", 0.95)
        lines.append(f"{_number(100 * level, option('digits'))} percent confidence interval:")
        lines.append(" " + " ".join(np.atleast_1d(format_(np.asarray(plain(test["conf.int"]))))))
    if test.get("estimate") is not None:
        lines += ["sample estimates:", *printed(test["estimate"])]
    return [*lines, ""]


def _coefficients(model: Any) -> list[str]:
    """Return the table of coefficients of a fit, to four digits."""
    if not len(model["coefficients"]):
        return ["No coefficients", ""]
    return [
        "Coefficients:",
        *printed(model["coefficients"], digits=max(3, option("digits") - 3)),
        "",
    ]


def _linear(model: Any) -> list[str]:
    return ["", *_coefficients(model)]


def _generalised(model: Any) -> list[str]:
    digits = max(3, option("digits") - 3)
    left = f"{model['df.null']} Total (i.e. Null);  {model['df.residual']} Residual"
    gaps = model.get("na.action")
    told = [] if gaps is None else [_deleted(len(gaps))]
    return [
        "",
        *_coefficients(model),
        f"Degrees of Freedom: {left}",
        *told,
        f"Null Deviance:\t    {_rounded(model['null.deviance'], digits)} ",
        f"Residual Deviance: {_rounded(model['deviance'], digits)} \tAIC: "
        f"{_rounded(model['aic'], digits)}",
    ]


def _deleted(count: int) -> str:
    what = "observation" if count == 1 else "observations"
    return f"  ({count} {what} deleted due to missingness)"


def _rounded(value: float, digits: int) -> str:
    """R: ``format(signif(value, digits))``."""
    return "NA" if np.isnan(value) else _number(float(f"{value:.{digits - 1}e}"), option("digits"))


def _components(model: Any) -> list[str]:
    """R: ``print`` of principal components."""
    rotation, deviations = model["rotation"], np.asarray(plain(model["sdev"]))
    size = " x ".join(map(str, np.shape(rotation)))
    return [
        f"Standard deviations (1, .., p={len(deviations)}):",
        *printed(deviations),
        "",
        f"Rotation (n x k) = ({size}):",
        *printed(rotation),
    ]


def _tree(model: Any) -> list[str]:
    """R: ``print`` of a hierarchical clustering."""
    found = [f"Cluster method   : {model['method']} "]
    if model.get("dist.method") is not None:
        found.append(f"Distance         : {model['dist.method']} ")
    return ["", *found, f"Number of objects: {len(model['height']) + 1} ", ""]


_LAYOUTS = {
    "htest": _test,
    "glm": _generalised,
    "lm": _linear,
    "prcomp": _components,
    "hclust": _tree,
}
