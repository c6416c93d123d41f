"""Variables of a formula that are made of all values of another: predictions use those of the fit.

``poly(x, 2)`` and ``scale(x)`` of new data are, in R, the polynomials and the scale of the data
that the model was fitted to.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..rvalues._core import as_matrix, vector
from ..rvalues._matrices import scale as scaled
from ..rvalues._named import NamedArray, plain
from ..rvalues._untranslated import Untranslated


@dataclass(frozen=True)
class Basis:
    """A variable, and how its columns are made of it and of what was remembered of a fit.

    Attributes
    ----------
    variable : callable
        Gets the variables of the formula.
    made : callable
        Gets the variable, and what it remembered, or None; returns the columns and what to
        remember.
    """

    variable: Callable[[Any], Any]
    made: Callable[[Any, Any], tuple[Any, Any]]

    def __call__(self, variables: Any, known: Any = None) -> tuple[Any, Any]:
        return self.made(self.variable(variables), known)


def poly_of(variable: Callable[[Any], Any], degree: Any = 1) -> Basis:
    """Return orthogonal polynomials of a variable. R: ``poly(x, degree)`` in a formula.

    Examples
    --------
    >>> poly_of(lambda d: d["x"], 1)({"x": np.array([1.0, 2.0, 3.0])})[0].ravel().round(6).tolist()
    [-0.707107, 0.0, 0.707107]
    """
    count = int(vector(degree)[0])
    if count < 1:
        raise ValueError("'degree' must be at least 1")

    def made(x: Any, known: Any) -> tuple[Any, Any]:
        if np.ndim(x) > 1:
            raise Untranslated("poly() of a matrix has no translation")
        values = np.asarray(plain(vector(x)), dtype=float)
        if known is None:
            known = _orthogonal(values, count)
        middle, shifts, sizes = known
        columns = _recurring(values - middle, shifts, sizes)
        labels = np.array([str(k + 1) for k in range(count)], dtype=object)
        return NamedArray(np.column_stack(columns[1:]), (None, labels)), known

    return Basis(variable, made)


def _orthogonal(values: Any, count: int) -> tuple[float, list[float], list[float]]:
    """Return the middle, and the shifts and squared sizes of the polynomials around it."""
    if np.isnan(values).any():
        raise ValueError("missing values are not allowed in 'poly'")
    if count >= len(np.unique(values)):
        raise ValueError("'degree' must be less than number of unique points")
    middle = float(values.mean())
    x = values - middle
    shifts: list[float] = []
    sizes: list[float] = [float(len(x))]
    before, current = np.zeros(len(x)), np.ones(len(x))
    for k in range(count):
        shifts.append(float((x * current**2).sum() / sizes[k]))
        ratio = sizes[k] / sizes[k - 1] if k else 0.0
        before, current = current, (x - shifts[k]) * current - ratio * before
        sizes.append(float((current**2).sum()))
    return middle, shifts, sizes


def _recurring(x: Any, shifts: list[float], sizes: list[float]) -> list[Any]:
    """Return the polynomials at some points, each divided by its size at those of the fit."""
    found = [np.ones(len(x))]
    before = np.zeros(len(x))
    for k, shift in enumerate(shifts):
        ratio = sizes[k] / sizes[k - 1] if k else 0.0
        found.append((x - shift) * found[k] - ratio * before)
        before = found[k]
    return [column / np.sqrt(size) for column, size in zip(found, sizes, strict=True)]


def scale_of(variable: Callable[[Any], Any], center: Any = True, scale: Any = True) -> Basis:
    """Return a variable that is centred and scaled. R: ``scale(x)`` in a formula.

    Examples
    --------
    >>> columns, known = scale_of(lambda d: d["x"])({"x": np.array([1.0, 2.0, 3.0])})
    >>> scale_of(lambda d: d["x"])({"x": np.array([4.0])}, known)[0].ravel().tolist()
    [2.0]
    """

    def made(x: Any, known: Any) -> tuple[Any, Any]:
        if known is None:
            values = plain(as_matrix(x)).astype(float)
            middle = np.nanmean(values, axis=0) if center is True else center
            known = middle, scale
            if scale is True:
                moved = values if middle is False else values - middle
                count = np.maximum((~np.isnan(values)).sum(axis=0) - 1, 1)
                known = middle, np.sqrt(np.nansum(moved**2, axis=0) / count)
        return scaled(x, *known), known

    return Basis(variable, made)
