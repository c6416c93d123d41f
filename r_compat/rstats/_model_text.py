"""How models and tests are shown: R's parts in a few lines, without R's layout."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd


def shown(model: Any) -> str:
    """Return a model, a summary or a test as text."""
    if "htest" in model.r_class:
        return _test(model)
    lines = []
    for key, value in model.items():
        if key in ("residuals", "fitted.values", "weights", "prior.weights", "y", "x"):
            continue
        if isinstance(value, (np.ndarray, pd.DataFrame)) and np.ndim(value):
            lines += [f"{key}:", str(value)]
        elif not callable(value):
            lines.append(f"{key}: {value}")
    return "\n".join(lines)


def _test(test: Any) -> str:
    parts = []
    for key in ("statistic", "parameter"):
        value = test.get(key)
        if value is not None:
            names = getattr(value, "names", None)
            parts += [
                f"{names[k] if names is not None else key} = {v:.5g}"
                for k, v in enumerate(np.atleast_1d(value))
            ]
    parts.append(f"p-value = {test['p.value']:.4g}")
    lines = [str(test.get("method", "")), f"data: {test.get('data.name', '')}", ", ".join(parts)]
    if test.get("conf.int") is not None:
        low, high = np.asarray(test["conf.int"])
        lines.append(f"confidence interval: {low:.7g} {high:.7g}")
    estimate = test.get("estimate")
    if estimate is not None:
        lines += ["sample estimates:", str(estimate)]
    return "\n".join(lines)
