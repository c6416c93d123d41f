"""Functions of each number."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd
from scipy import special

from ._core import (
    as_array,
    column,
    is_scalar,
    logical_numbers,
)
from ._named import (
    plain,
    relabelled,
)
from ._operators import _compute
from ._options import option
from ._untranslated import Untranslated


def _refuse_lists(x: Any) -> None:
    """R computes functions of numbers of no list, not even of one without elements."""
    if x is None or isinstance(x, (list, Mapping)):
        raise TypeError("non-numeric argument to mathematical function")


def _mapped(x: Any, function: Callable[[Any], Any]) -> Any:
    if isinstance(x, pd.DataFrame):
        with np.errstate(all="ignore"):
            made = {k: function(logical_numbers(column(x, k))) for k in range(x.shape[1])}
        return pd.DataFrame(made, index=x.index).set_axis(x.columns, axis=1)
    _refuse_lists(x)
    values = logical_numbers(plain(as_array(x)))
    with np.errstate(all="ignore"):
        result = function(values)
    return result[0] if is_scalar(x) else relabelled(result, x)


def sqrt(x: Any) -> Any:
    """R: ``sqrt``."""
    return _mapped(x, np.sqrt)


def exp(x: Any) -> Any:
    """R: ``exp``."""
    return _mapped(x, np.exp)


def log(x: Any) -> Any:
    """R: ``log``."""
    return _mapped(x, np.log)


def log2(x: Any) -> Any:
    """R: ``log2``."""
    return _mapped(x, np.log2)


def log10(x: Any) -> Any:
    """R: ``log10``."""
    return _mapped(x, np.log10)


def log1p(x: Any) -> Any:
    """R: ``log1p``."""
    return _mapped(x, np.log1p)


def expm1(x: Any) -> Any:
    """R: ``expm1``."""
    return _mapped(x, np.expm1)


def sin(x: Any) -> Any:
    """R: ``sin``."""
    return _mapped(x, np.sin)


def cos(x: Any) -> Any:
    """R: ``cos``."""
    return _mapped(x, np.cos)


def tan(x: Any) -> Any:
    """R: ``tan``."""
    return _mapped(x, np.tan)


def asin(x: Any) -> Any:
    """R: ``asin``."""
    return _mapped(x, np.arcsin)


def acos(x: Any) -> Any:
    """R: ``acos``."""
    return _mapped(x, np.arccos)


def atan(x: Any) -> Any:
    """R: ``atan``."""
    return _mapped(x, np.arctan)


def sinh(x: Any) -> Any:
    """R: ``sinh``."""
    return _mapped(x, np.sinh)


def cosh(x: Any) -> Any:
    """R: ``cosh``."""
    return _mapped(x, np.cosh)


def asinh(x: Any) -> Any:
    """R: ``asinh``."""
    return _mapped(x, np.arcsinh)


def acosh(x: Any) -> Any:
    """R: ``acosh``."""
    return _mapped(x, np.arccosh)


def atanh(x: Any) -> Any:
    """R: ``atanh``."""
    return _mapped(x, np.arctanh)


def tanh(x: Any) -> Any:
    """R: ``tanh``."""
    return _mapped(x, np.tanh)


def floor(x: Any) -> Any:
    """R: ``floor``."""
    return _mapped(x, np.floor)


def ceiling(x: Any) -> Any:
    """R: ``ceiling``."""
    return _mapped(x, np.ceil)


def trunc(x: Any) -> Any:
    """R: ``trunc``."""
    return _mapped(x, np.trunc)


def abs_(x: Any) -> Any:
    """R: ``abs``."""
    return _mapped(x, np.abs)


def modulus(x: Any) -> Any:
    """R: ``Mod``.

    Examples
    --------
    >>> modulus(np.array([3 + 4j, -2])).tolist()
    [5.0, 2.0]
    """
    return _parts(x, np.abs)


def real_part(x: Any) -> Any:
    """R: ``Re``."""
    return _parts(x, np.real)


def imaginary_part(x: Any) -> Any:
    """R: ``Im``."""
    return _parts(x, np.imag)


def argument(x: Any) -> Any:
    """R: ``Arg``."""
    return _parts(x, np.angle)


def conjugate(x: Any) -> Any:
    """R: ``Conj``."""
    return _mapped(x, np.conj)


def _parts(x: Any, function: Any) -> Any:
    return _mapped(x, lambda values: np.asarray(function(values), dtype=float))


def is_complex(x: Any) -> bool:
    """R: ``is.complex``."""
    return getattr(getattr(x, "dtype", None), "kind", "") == "c"


def gamma(x: Any) -> Any:
    """R: ``gamma``."""
    return _mapped(x, _gamma)


def _gamma(x: Any) -> Any:
    """Return the gamma function; R has NaN where it has poles."""
    poles = (x <= 0) & (np.floor(x) == x)
    return np.where(poles, np.nan, special.gamma(np.where(poles, 1, x)))


def lgamma(x: Any) -> Any:
    """R: ``lgamma``."""
    return _mapped(x, special.gammaln)


def digamma(x: Any) -> Any:
    """R: ``digamma``."""
    return _mapped(x, special.digamma)


def factorial(x: Any) -> Any:
    """R: ``factorial``."""
    return _mapped(x, lambda v: _gamma(v + 1.0))


def lfactorial(x: Any) -> Any:
    """R: ``lfactorial``."""
    return _mapped(x, lambda v: special.gammaln(v + 1.0))


def _pairs(x: Any, y: Any, function: Callable[[Any, Any], Any]) -> Any:
    """Compute with R's recycling, dimensions and names, as operators do; NA of logicals is nan.

    Of two single values only the first has dimensions and names to keep.
    """
    if np.size(x) == np.size(y) == 1 and isinstance(y, np.ndarray):
        y = y.flat[0]
    return _compute(x, y, lambda a, b: function(logical_numbers(a), logical_numbers(b)))


def choose(n: Any, k: Any) -> Any:
    """R: ``choose``, also of negative and broken numbers.

    Examples
    --------
    >>> float(choose(5, 2)), float(choose(-2, 3)), float(choose(2.5, 2))
    (10.0, -4.0, 1.875)
    """
    return _pairs(n, k, np.vectorize(_chosen, otypes=[float]))


def _chosen(n: float, k: float) -> float:
    if np.isnan(n) or np.isnan(k):
        return float("nan")
    count = round(k)
    if count < 0:
        return 0.0
    if n >= 0:
        found = float(special.binom(n, count))
    else:
        found = (-1) ** count * float(special.binom(count - n - 1, count))
    return float(np.round(found)) if n == np.round(n) else found


def atan2(y: Any, x: Any) -> Any:
    """R: ``atan2``."""
    return _pairs(y, x, np.arctan2)


def lchoose(n: Any, k: Any) -> Any:
    """R: ``lchoose``, the logarithm of the absolute value of ``choose``.

    Examples
    --------
    >>> round(float(lchoose(50, 3)), 6), float(lchoose(2, 5))
    (9.883285, -inf)
    """
    return _pairs(n, k, np.vectorize(_log_chosen, otypes=[float]))


def _log_chosen(n: float, k: float) -> float:
    if np.isnan(n) or np.isnan(k):
        return float("nan")
    count = round(k)
    if count < 2:
        few = {0: 0.0, 1: float(special.xlogy(1.0, abs(n)))}
        return few.get(count, -np.inf)
    if n < 0:
        return _log_chosen(count - n - 1, count)
    if n == np.round(n):
        if n < count:
            return -np.inf
        if n - count < 2:
            return _log_chosen(n, n - count)
    elif n < count - 1:
        return float(
            special.gammaln(n + 1) - special.gammaln(n - count + 1) - special.gammaln(count + 1)
        )
    return float(-np.log(n + 1) - special.betaln(n - count + 1, count + 1))


def beta(a: Any, b: Any) -> Any:
    """R: ``beta``."""
    return _pairs(a, b, lambda u, v: _not_below_0(u, v, special.beta(u, v), np.inf))


def lbeta(a: Any, b: Any) -> Any:
    """R: ``lbeta``."""
    return _pairs(a, b, lambda u, v: _not_below_0(u, v, special.betaln(u, v), np.inf))


def _not_below_0(a: Any, b: Any, found: Any, at_0: float) -> Any:
    """Return NaN where a value is below 0, as R does, and another value at 0."""
    least = np.minimum(a, b)
    return np.where(least < 0, np.nan, np.where(least == 0, at_0, found))


def round_(x: Any, digits: Any = 0) -> Any:
    """Round to decimals, as R 4 does: to the nearer of the two candidates, ties to even.

    Examples
    --------
    >>> round_(0.15, 1), round_(2.5)
    (np.float64(0.1), np.float64(2.0))
    """
    if isinstance(x, pd.DataFrame):
        return _rounded_columns(x, digits)
    _refuse_lists(x)
    digits = np.asarray(digits).item()  # perhaps a vector of one
    values = plain(as_array(x))
    if values.dtype.kind == "M" and int(digits) >= 0:  # whole days
        return x
    if values.dtype.kind == "i" and int(digits) >= 0:
        return x
    result = _round(np.asarray(logical_numbers(values), dtype=float), int(digits))
    if hasattr(x, "r_matrix"):  # distances stay such
        return x.__array_wrap__(result)
    return result[0] if is_scalar(x) else relabelled(result, x)


def _rounded_columns(x: pd.DataFrame, digits: Any) -> pd.DataFrame:
    """Round the columns of a data frame, which must be numbers or logicals."""
    bad = [str(x.columns[k]) for k in range(x.shape[1]) if x.dtypes.iloc[k].kind not in "bif"]
    if bad:
        raise ValueError(f"non-numeric-alike variable(s) in data frame: {', '.join(bad)}")
    return x.apply(lambda c: round_(c.to_numpy(), digits)) if x.shape[1] else x


def _round(values: Any, digits: int) -> Any:
    if digits == 0:
        return np.round(values)
    if digits > 15 or values.size == 0:
        return values
    scale = 10.0**digits
    with np.errstate(all="ignore"):
        scaled = values * scale
        low, high = np.floor(scaled) / scale, np.ceil(scaled) / scale
        down, up = values - low, high - values
        even = np.mod(np.floor(scaled), 2) == 0
        nearer = np.where((down < up) | ((down == up) & even), low, high)
    # what has 15 digits before the place stays as it is
    with np.errstate(all="ignore"):
        size = (np.floor(np.log2(np.abs(values))) + 0.5) * math.log10(2)
    return np.where(np.isfinite(values) & (size + digits <= 15), nearer, values)


def signif(x: Any, digits: Any = 6) -> Any:
    """Round to significant digits. R: ``signif``."""
    _refuse_lists(x)
    values = logical_numbers(plain(as_array(x))).astype(float)
    count = max(int(np.asarray(digits).item()), 1)
    result = np.array([_signif(float(v), count) for v in values.flat]).reshape(values.shape)
    return result[0] if is_scalar(x) else relabelled(result, x)


def _signif(value: float, digits: int) -> float:
    """Round a number scaled by a power of ten, as R does: 0.15 to 0.2."""
    if value == 0 or not np.isfinite(value) or digits > 15:
        return value
    power = digits - 1 - int(np.floor(np.log10(abs(value))))
    if abs(power) > 300:
        return float(f"{value:.{digits - 1}e}")
    scale = 10.0 ** abs(power)
    return float(np.rint(value * scale) / scale if power >= 0 else np.rint(value / scale) * scale)


def zapsmall(x: Any, digits: int | None = None) -> Any:
    """Round to digits of the largest value, so that what is nearly 0 is 0. R: ``zapsmall``."""
    digits = option("digits") if digits is None else digits
    values = np.abs(np.asarray(plain(x), dtype=float)).ravel()
    largest = np.nanmax(values) if len(values) and not np.isnan(values).all() else 0.0
    if np.isinf(largest):
        raise Untranslated("zapsmall() of infinite values has no translation")
    places = int(np.floor(digits - np.log10(largest) + 0.5)) if largest > 0 else digits
    return round_(x, max(0, places))
