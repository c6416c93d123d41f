"""Distribution functions, densities and interpolations of data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..rvalues._core import NA_REAL, vector
from ..rvalues._named import NamedArray, plain
from ..rvalues._operators import power
from ..rvalues._untranslated import Untranslated
from ._models import Model


def _numbers(x: Any) -> Any:
    return np.asarray(plain(vector(x)), dtype=float)


class Ecdf:
    """The empirical distribution function of a sample. R: ``ecdf``.

    Examples
    --------
    >>> Ecdf(np.array([3.0, 1, 2, 2]))(np.array([2.0, 0.5]))
    array([0.75, 0.  ])
    """

    def __init__(self, x: Any) -> None:
        values = _numbers(x)
        self.sample = np.sort(values[~np.isnan(values)])
        if not len(self.sample):
            raise ValueError("'x' must have 1 or more non-missing values")

    def __call__(self, at: Any) -> Any:
        points = np.asarray(plain(at), dtype=float)
        found = np.searchsorted(self.sample, points, side="right") / len(self.sample)
        found = np.where(np.isnan(points), np.nan, found)
        return found if points.ndim else float(found)


_WINDOWS: dict[str, tuple[float, Callable[[Any], Any]]] = {
    # kernel of unit standard deviation: half its width, and its height over |x| / half width
    "epanechnikov": (np.sqrt(5), lambda u: 0.75 * (1 - u**2)),
    "rectangular": (np.sqrt(3), lambda u: np.full_like(u, 0.5)),
    "triangular": (np.sqrt(6), lambda u: 1 - u),
    "biweight": (np.sqrt(7), lambda u: 15 / 16 * (1 - u**2) ** 2),
    "cosine": (1 / np.sqrt(1 / 3 - 2 / np.pi**2), lambda u: (1 + np.cos(np.pi * u)) / 2),
    "optcosine": (1 / np.sqrt(1 - 8 / np.pi**2), lambda u: np.pi / 4 * np.cos(np.pi * u / 2)),
}


def bandwidth(x: Any, rule: str = "nrd0") -> float:
    """Return a bandwidth by a rule of thumb. R: ``bw.nrd0`` and ``bw.nrd``."""
    values = _numbers(x)
    if len(values) < 2:
        raise ValueError("need at least 2 data points")
    spread = float(values.std(ddof=1))
    low, high = np.quantile(values, [0.25, 0.75])
    quartiles = float(high - low) / 1.34
    if rule == "nrd":
        return float(1.06 * min(spread, quartiles) * len(values) ** -0.2)
    if rule != "nrd0":
        raise Untranslated(f"the bandwidth {rule!r} has no translation: give a number, nrd0 or nrd")
    least = min(spread, quartiles) or spread or abs(float(values[0])) or 1.0
    return float(0.9 * least * len(values) ** -0.2)


def density(
    x: Any,
    bw: Any = "nrd0",
    adjust: float = 1,
    kernel: str = "gaussian",
    n: int = 512,
    low: float | None = None,
    high: float | None = None,
    cut: float = 3,
    na_rm: bool = False,
) -> Model:
    """Estimate a density with a kernel, on a grid by Fourier transforms. R: ``density``.

    The sample is shared out to the two nearest of twice as many places as are asked for,
    convolved there, and interpolated, as in R, so that numbers agree to rounding.
    """
    values = _numbers(x)
    if na_rm:
        values = values[~np.isnan(values)]
    elif np.isnan(values).any():
        raise ValueError("'x' contains missing values")
    width = float(adjust) * (bandwidth(values, bw) if isinstance(bw, str) else float(bw))
    if width <= 0:
        raise ValueError("'bw' is not positive.")
    values, total = values[np.isfinite(values)], len(values)
    wanted = int(n)
    places = max(wanted, 512)
    if places > 512:
        places = int(2 ** np.ceil(np.log2(places)))
    start = float(values.min() - cut * width) if low is None else float(low)
    end = float(values.max() + cut * width) if high is None else float(high)
    left, right = start - 4 * width, end + 4 * width
    mass = np.zeros(2 * places)
    step = (right - left) / (places - 1)
    at = (values - left) / step
    below = np.floor(at).astype(int)
    share = at - below
    for place, part in ((below, 1 - share), (below + 1, share)):
        inside = (place >= 0) & (place < places)
        np.add.at(mass, place[inside], part[inside] / total)
    gaps = np.linspace(0, 2 * (right - left), 2 * places)
    gaps[places + 1 :] = -gaps[places - 1 : 0 : -1]
    heights = _heights(kernel, gaps, width)
    smooth = np.fft.ifft(np.fft.fft(mass) * np.conj(np.fft.fft(heights))).real[:places]
    grid = np.linspace(start, end, wanted)
    y = np.interp(grid, np.linspace(left, right, places), np.maximum(smooth, 0))
    return Model({"x": grid, "y": y, "bw": float(width), "n": total}, ("density",))


def _heights(kernel: str, gaps: Any, width: float) -> Any:
    if kernel == "gaussian":
        return np.exp(-((gaps / width) ** 2) / 2) / (width * np.sqrt(2 * np.pi))
    if kernel not in _WINDOWS:
        raise ValueError(f"the kernel {kernel!r} is not known")
    reach, height = _WINDOWS[kernel]
    a = width * reach
    u = np.abs(gaps) / a
    return np.where(u < 1, height(np.minimum(u, 1)) / a, 0.0)


def _knots(x: Any, y: Any) -> tuple[Any, Any]:
    """Return points in order, the values of equal ones averaged."""
    a, b = _numbers(x), _numbers(y)
    known = ~(np.isnan(a) | np.isnan(b))
    places, inverse = np.unique(a[known], return_inverse=True)
    sums = np.bincount(inverse, weights=b[known])
    return places, sums / np.bincount(inverse)


class Approximation:
    """A function through points. R: ``approxfun``."""

    def __init__(self, x: Any, y: Any, method: str = "linear", rule: Any = 1, f: float = 0) -> None:
        if method not in ("linear", "constant"):
            raise ValueError(f"invalid interpolation method {method!r}")
        self.x, self.y = _knots(x, y)
        if len(self.x) < (2 if method == "linear" else 1):
            raise ValueError("need at least two non-NA values to interpolate")
        self.method, self.f = method, float(f)
        rules = np.atleast_1d(np.asarray(plain(rule))).astype(int)
        self.ends = (
            self.y[0] if rules[0] == 2 else NA_REAL,
            self.y[-1] if rules[-1] == 2 else NA_REAL,
        )

    def __call__(self, at: Any) -> Any:
        points = np.asarray(plain(at), dtype=float)
        flat = np.atleast_1d(points)
        if self.method == "linear":
            found = np.interp(flat, self.x, self.y)
        else:
            k = np.clip(np.searchsorted(self.x, flat, side="right") - 1, 0, len(self.x) - 1)
            after = np.minimum(k + 1, len(self.x) - 1)
            on = self.x[k] == flat
            mixed = (1 - self.f) * self.y[k] + self.f * self.y[after]
            found = np.where(on, self.y[k], mixed)
        found = np.where(flat < self.x[0], self.ends[0], found)
        found = np.where(flat > self.x[-1], self.ends[1], found)
        found = np.where(np.isnan(flat), np.nan, found)
        return found if points.ndim else float(found[0])


def approx(
    x: Any,
    y: Any = None,
    xout: Any = None,
    method: str = "linear",
    n: int = 50,
    rule: Any = 1,
    f: float = 0,
) -> dict[str, Any]:
    """Interpolate between points. R: ``approx``.

    Examples
    --------
    >>> approx(np.array([1.0, 3]), np.array([2.0, 6]), xout=np.array([2.0, 5]))["y"]
    array([ 4., nan])
    """
    if y is None:
        y, x = x, np.arange(1, len(vector(x)) + 1)
    through = Approximation(x, y, method, rule, f)
    at = np.linspace(through.x[0], through.x[-1], int(n)) if xout is None else _numbers(xout)
    return {"x": at, "y": through(at)}


def poly(x: Any, degree: Any = 1, raw: bool = False) -> Any:
    """Return the powers of x, a column each. R: ``poly`` with ``raw = TRUE``.

    Examples
    --------
    >>> poly(np.array([1.0, 2.0]), 3, raw=True).tolist()
    [[1.0, 1.0, 1.0], [2.0, 4.0, 8.0]]
    """
    if not raw:
        raise Untranslated("poly() of orthogonal polynomials has no translation: use raw = TRUE")
    values = np.asarray(plain(vector(x)), dtype=float)
    if np.ndim(x) > 1:
        raise Untranslated("poly() of a matrix has no translation")
    count = int(vector(degree)[0])
    if count < 1:
        raise ValueError("'degree' must be at least 1")
    powers = np.column_stack([power(values, k) for k in range(1, count + 1)])
    return NamedArray(powers, (None, np.array([str(k + 1) for k in range(count)], dtype=object)))


def acf(x: Any, lag_max: Any = None, type: str = "correlation", demean: bool = True) -> Model:
    """Return the correlations of a series with itself, by lag. R: ``acf`` of one series.

    Examples
    --------
    >>> acf(np.array([1.0, 2, 3, 4]), 1)["acf"].ravel().tolist()
    [1.0, 0.25]
    """
    if np.ndim(x) > 1 or type not in ("correlation", "covariance"):
        raise Untranslated("acf() is translated for the correlations or covariances of one series")
    values = np.asarray(plain(vector(x)), dtype=float)
    if np.isnan(values).any():
        raise ValueError("NAs in 'x'")
    count = len(values)
    most = int(np.floor(10 * np.log10(count))) if lag_max is None else int(vector(lag_max)[0])
    most = min(most, count - 1)
    if most < 0:
        raise ValueError("'lag.max' must be at least 0")
    moved = values - values.mean() if demean else values
    found = np.array([(moved[k:] * moved[: count - k]).sum() / count for k in range(most + 1)])
    if type == "correlation":
        found = np.clip(found / found[0], -1, 1) if found[0] else np.ones(most + 1)
    parts = {
        "acf": found.reshape(-1, 1, 1),
        "type": type,
        "n.used": count,
        "lag": np.arange(most + 1.0).reshape(-1, 1, 1),
    }
    return Model(parts, ("acf",))


def lowess(
    x: Any, y: Any = None, f: Any = 2 / 3, iter: Any = 3, delta: Any = None
) -> dict[str, Any]:
    """Smooth a scatter of points by Cleveland's weighted lines of neighbours. R: ``lowess``.

    Examples
    --------
    >>> lowess(np.arange(1.0, 6), 2 * np.arange(1.0, 6))["y"].round(9).tolist()
    [2.0, 4.0, 6.0, 8.0, 10.0]
    """
    if y is None:
        x, y = np.arange(1, len(_numbers(x)) + 1), x
    at, values = _numbers(x), _numbers(y)
    if len(at) != len(values):
        raise ValueError("'x' and 'y' lengths differ")
    if not (np.isfinite(at).all() and np.isfinite(values).all()) or len(at) < 2:
        raise Untranslated("lowess() of missing or infinite values, or of one point")
    order = np.argsort(at, kind="stable")
    at, values = at[order], values[order]
    n = len(at)
    near = max(2, min(n, int(float(_numbers(f)[0]) * n + 1e-7)))
    step = 0.01 * (at[-1] - at[0]) if delta is None else float(_numbers(delta)[0])
    weights = None
    fitted = np.zeros(n)
    for turn in range(int(_numbers(iter)[0]) + 1):
        fitted = _smoothed(at, values, near, step, weights)
        left = np.abs(values - fitted)
        if turn == int(_numbers(iter)[0]):
            break
        ordered = np.sort(left)
        middle = n // 2
        limit = 3 * (ordered[middle - 1] + ordered[middle]) if n % 2 == 0 else 6 * ordered[middle]
        if limit < 1e-7 * left.mean():
            break
        weights = np.where(left <= 0.999 * limit, (1 - (left / limit) ** 2) ** 2, 0.0)
        weights[left <= 0.001 * limit] = 1.0
    return {"x": at, "y": fitted}


def _smoothed(x: Any, y: Any, near: int, step: float, weights: Any) -> Any:
    """Return the fit at each point; points nearer than a step to one before are interpolated."""
    n = len(x)
    fitted = np.zeros(n)
    first, last, k = 0, -1, 0
    while True:
        while first + near < n and x[k] - x[first] > x[first + near] - x[k]:
            first += 1
        found = _local(x, y, x[k], first, first + near - 1, weights)
        fitted[k] = y[k] if found is None else found
        if last < k - 1:
            share = (x[last + 1 : k] - x[last]) / (x[k] - x[last])
            fitted[last + 1 : k] = share * fitted[k] + (1 - share) * fitted[last]
        last = k
        k = last + 1
        while k < n and x[k] <= x[last] + step:
            if x[k] == x[last]:
                fitted[k] = fitted[last]
                last = k
            k += 1
        if last >= n - 1:
            return fitted
        k = max(last + 1, k - 1)


def _local(x: Any, y: Any, at: float, first: int, end: int, weights: Any) -> float | None:
    """Return the line of the weighted neighbours at a point; None if all have weight 0."""
    width = max(at - x[first], x[end] - at)
    far = np.abs(x - at)
    taken = far <= 0.999 * width
    taken[:first] = False
    share = np.zeros(len(x))
    share[taken] = 1.0
    outer = taken & (far > 0.001 * width)
    share[outer] = (1 - (far[outer] / width) ** 3) ** 3
    if weights is not None:
        share = share * weights
    total = share.sum()
    if total <= 0:
        return None
    share = share / total
    if width > 0:
        middle = (share * x).sum()
        spread = (share * (x - middle) ** 2).sum()
        if np.sqrt(spread) > 0.001 * (x[-1] - x[0]):
            share = share * ((at - middle) / spread * (x - middle) + 1)
    return float((share * y).sum())
