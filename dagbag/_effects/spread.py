"""How much numbers vary over resamples, where some may not be determined."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .._dag.types import FloatArray


class Spread(NamedTuple):
    """Mean, standard deviation and percentile interval of each column, (k,)."""

    mean: FloatArray
    sd: FloatArray
    lower: FloatArray
    upper: FloatArray


def spread(values: FloatArray, level: float) -> Spread:
    """Summarise each column over the rows that are not NaN; NaN with fewer than two.

    Parameters
    ----------
    values : ndarray of shape (n, k)
    level : float
        Of the percentile interval.

    Returns
    -------
    Spread

    Examples
    --------
    >>> spread(np.array([[0.0, np.nan], [1.0, np.nan], [2.0, 1.0]]), 0.5)
    Spread(mean=array([ 1., nan]), sd=array([ 1., nan]), lower=array([0.5, nan]), upper=array([1.5, nan]))
    """  # noqa: E501
    k = values.shape[1]
    found = np.full((4, k), np.nan)
    ends = ((1 - level) / 2, (1 + level) / 2)
    there = (~np.isnan(values)).sum(axis=0)
    whole = (there == len(values)) & (there >= 2)
    if whole.any():
        found[:, whole] = _summary(values[:, whole], ends)
    for j in np.flatnonzero(~whole & (there >= 2)):
        column = values[~np.isnan(values[:, j]), j]
        found[:, j] = _summary(column[:, np.newaxis], ends)[:, 0]
    return Spread(*found)


def _summary(values: FloatArray, ends: tuple[float, float]) -> FloatArray:
    low, high = np.quantile(values, ends, axis=0)
    return np.stack([values.mean(axis=0), values.std(axis=0, ddof=1), low, high])
