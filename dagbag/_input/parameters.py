"""Parameters of the distributions that `rrandom` draws from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from .._kernels.rdraws import DISTRIBUTIONS
from .streams import MAX_INT
from .words import show

Floats = npt.NDArray[np.float64]

NAMES: dict[str, tuple[str, ...]] = {**DISTRIBUTIONS, "wilcox": ("m", "n")}

# What a parameter must be, and whether all of its values are.
_RULES: dict[str, tuple[str, Callable[[Floats], Any]]] = {
    "finite": ("a finite number", np.isfinite),
    "positive": ("a finite number above 0", lambda v: np.isfinite(v) & (v > 0)),
    "positive or inf": ("a number above 0", lambda v: v > 0),
    "non-negative": ("a finite number of at least 0", lambda v: np.isfinite(v) & (v >= 0)),
    "probability": ("a number from 0 to 1", lambda v: (v >= 0) & (v <= 1)),
    "probability above 0": ("a number above 0 and at most 1", lambda v: (v > 0) & (v <= 1)),
    "count": ("a whole number of at least 0", lambda v: (v >= 0) & (v == np.rint(v))),
}


def check_recycled(value: npt.ArrayLike, name: str) -> Floats:
    """Return a parameter, a number or a sequence, as a 1-d array of floats."""
    values = np.asarray(value)
    if values.ndim > 1:
        raise ValueError(f"{name} must be a number or one-dimensional, got shape {values.shape}")
    if values.dtype.kind not in "iuf":
        raise TypeError(f"{name} must hold numbers, got {show(value)}")
    return np.ascontiguousarray(np.atleast_1d(values), dtype=np.float64)


def check_parameter(value: npt.ArrayLike, name: str, rule: str) -> Floats:
    """Return a parameter all of whose values keep a rule."""
    values = check_recycled(value, name)
    if values.size == 0:
        raise ValueError(f"{name} must have at least one value, got none")
    told, kept = _RULES[rule]
    wrong = ~kept(values)
    if wrong.any():
        raise ValueError(f"{name} must be {told}, got {values[wrong][0]:g}")
    return values


def check_distribution(name: object, given: int) -> tuple[str, ...]:
    """Return the names of the parameters of a distribution."""
    names = NAMES.get(name) if isinstance(name, str) else None
    if names is None:
        known = ", ".join(NAMES)
        raise ValueError(f"distribution must be one of {known}, got {show(name)}")
    if given != len(names):
        raise TypeError(f"{name} has the parameters {', '.join(names)}, got {given}")
    return names


def check_out(out: Any) -> None:
    """Refuse what cannot be filled."""
    kept = isinstance(out, np.ndarray) and out.dtype == np.float64 and out.ndim == 1
    if not kept or not out.flags.c_contiguous or not out.flags.writeable:
        raise TypeError("out must be a writeable, contiguous 1-d array of float64")


def check_sizes(distribution: str, parameters: list[Floats]) -> None:
    """Refuse counts that R draws in another way, which is not here."""
    if distribution not in ("binom", "hyper", "signrank", "wilcox"):
        return
    counts = parameters[:1] if distribution == "binom" else parameters
    largest = [float(values[np.isfinite(values)].max(initial=0)) for values in counts]
    total = sum(largest[:2])
    if distribution == "hyper":
        total = max(total, largest[2])
    if total >= MAX_INT:
        names = " + ".join(NAMES[distribution][: min(2, len(counts))])
        raise ValueError(
            f"{names} must be below {MAX_INT}, from where on R draws by quantiles, got {total:g}"
        )


def check_either(first: object, second: object, name: str, other: str) -> None:
    """Refuse none and both of two arguments."""
    if (first is None) == (second is None):
        came = "neither" if first is None else "both"
        raise ValueError(f"one of {name} and {other} must be given, got {came}")


def check_no_longer(values: Floats, name: str, n: Any) -> Floats:
    """Return a parameter that has no more values than there are draws.

    R's result would be longer than n.
    """
    if values.size > max(1, n):
        raise ValueError(f"{name} must have at most {n} values with ncp, got {values.size}")
    return values


def check_scale(rate: npt.ArrayLike | None, scale: npt.ArrayLike | None) -> npt.ArrayLike:
    """Return the scale of a gamma distribution by its rate or itself."""
    if rate is not None and scale is not None:
        raise ValueError("rate and scale must not both be given")
    if rate is not None:
        return 1.0 / check_parameter(rate, "rate", "positive")
    return 1.0 if scale is None else scale


def check_boxes(prob: npt.ArrayLike, name: str = "prob") -> Floats:
    """Return weights, not all 0, scaled to sum to 1."""
    weights = check_parameter(prob, name, "non-negative")
    total = float(np.cumsum(weights)[-1])  # one after the other: a pairwise sum rounds otherwise
    if not 0 < total < np.inf:
        raise ValueError(f"{name} must have a positive, finite sum, got {total:g}")
    return weights / total
