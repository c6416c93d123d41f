"""Minima, roots and integrals, step for step as in R, so that answers agree to the last digits.

R's `optimize` and `uniroot` are Brent's algorithms (*Algorithms for Minimization without
Derivatives*, 1973), `optim` has Nash's (*Compact Numerical Methods for Computers*, 1990):
algorithm 19, the simplex of Nelder and Mead, and algorithm 21, a variable metric. `integrate` is
QUADPACK's, which scipy has, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from ..rvalues._core import vector
from ..rvalues._named import NamedArray, named, names, plain

Function: TypeAlias = Callable[..., Any]
_EPS = float(np.finfo(float).eps)
_BIG = 1.0e35  # what a simplex takes for a value that is not finite


def _number(value: Any, what: str) -> float:
    found = np.asarray(plain(value), dtype=float).ravel()
    if found.size != 1:
        raise ValueError(f"{what} must return one number, got {found.size}")
    return float(found[0])


def optimize(
    f: Function,
    interval: Any = None,
    *,
    lower: Any = None,
    upper: Any = None,
    maximum: bool = False,
    tol: float = _EPS**0.25,
    **more: Any,
) -> dict[str, float]:
    """Return the minimum of a function of one number in an interval. R: ``optimize``.

    Examples
    --------
    >>> found = optimize(lambda x: (x - 1 / 3) ** 2, np.array([0.0, 1.0]))
    >>> round(found["minimum"], 6)
    0.333333
    """
    a, b = _ends(interval, lower, upper)
    sign = -1.0 if maximum else 1.0

    def value(at: float) -> float:
        return sign * _number(f(at, **more), "the function of optimize()")

    x = _local_minimum(value, a, b, tol)
    return {"maximum" if maximum else "minimum": float(x), "objective": sign * value(x)}


def _ends(interval: Any, lower: Any, upper: Any) -> tuple[float, float]:
    if interval is not None:
        ends = np.asarray(plain(vector(interval)), dtype=float)
        lower = ends.min() if lower is None else lower
        upper = ends.max() if upper is None else upper
    return float(lower), float(upper)


def _local_minimum(f: Callable[[float], float], a: float, b: float, tol: float) -> float:
    golden = (3 - 5**0.5) * 0.5
    eps = _EPS**0.5
    x = w = v = a + golden * (b - a)
    step = before = 0.0
    fx = fw = fv = f(x)
    third = tol / 3
    while True:
        middle = (a + b) * 0.5
        near = eps * abs(x) + third
        twice = near * 2
        if abs(x - middle) <= twice - (b - a) * 0.5:
            return x
        p = q = r = 0.0
        if abs(before) > near:  # a parabola through the three best points
            r = (x - w) * (fx - fv)
            q = (x - v) * (fx - fw)
            p = (x - v) * q - (x - w) * r
            q = (q - r) * 2
            p, q = (-p, q) if q > 0 else (p, -q)
            r, before = before, step
        if abs(p) >= abs(q * 0.5 * r) or p <= q * (a - x) or p >= q * (b - x):
            before = b - x if x < middle else a - x
            step = golden * before
        else:
            step = p / q
            u = x + step
            if u - a < twice or b - u < twice:
                step = near if x < middle else -near
        least = near if step > 0 else -near
        u = x + (step if abs(step) >= near else least)
        fu = f(u)
        if fu <= fx:
            if u < x:
                b = x
            else:
                a = x
            v, w, x = w, x, u
            fv, fw, fx = fw, fx, fu
        else:
            if u < x:
                a = u
            else:
                b = u
            if fu <= fw or w == x:
                v, fv = w, fw
                w, fw = u, fu
            elif fu <= fv or v in (x, w):
                v, fv = u, fu


def uniroot(
    f: Function,
    interval: Any = None,
    *,
    lower: Any = None,
    upper: Any = None,
    tol: float = _EPS**0.25,
    maxiter: int = 1000,
    **more: Any,
) -> dict[str, Any]:
    """Return a root of a function that changes its sign in an interval. R: ``uniroot``.

    Examples
    --------
    >>> round(uniroot(lambda x: x**2 - 2, np.array([0.0, 2.0]), tol=1e-9)["root"], 6)
    1.414214
    """
    a, b = _ends(interval, lower, upper)

    def value(at: float) -> float:
        return _number(f(at, **more), "the function of uniroot()")

    fa, fb = value(a), value(b)
    if np.isnan(fa) or np.isnan(fb):
        raise ValueError("f.lower = f(lower) is NA" if np.isnan(fa) else "f.upper is NA")
    if fa * fb > 0:
        raise ValueError("f() values at end points not of opposite sign")
    root, precision, steps = _zero(value, a, b, fa, fb, tol, int(maxiter))
    if steps < 0:
        import warnings

        warnings.warn("-1 converged in maxiter iterations", RuntimeWarning, stacklevel=2)
        steps = int(maxiter)
    return {
        "root": float(root),
        "f.root": value(root),
        "iter": steps,
        "init.it": float("nan"),
        "estim.prec": precision,
    }


def _zero(
    f: Callable[[float], float], a: float, b: float, fa: float, fb: float, tol: float, most: int
) -> tuple[float, float, int]:
    c, fc = a, fa
    if fa == 0:
        return a, 0.0, 0
    if fb == 0:
        return b, 0.0, 0
    for steps in range(most + 1):
        last = b - a
        if abs(fc) < abs(fb):  # b is the best so far
            a, b, c = b, c, b
            fa, fb, fc = fb, fc, fb
        near = 2 * _EPS * abs(b) + tol / 2
        step = (c - b) / 2
        if abs(step) <= near or fb == 0:
            return b, abs(c - b), steps
        if abs(last) >= near and abs(fa) > abs(fb):
            middle = c - b
            if a == c:
                t = fb / fa
                p, q = middle * t, 1.0 - t
            else:
                q, t1, t2 = fa / fc, fb / fc, fb / fa
                p = t2 * (middle * q * (q - t1) - (b - a) * (t1 - 1.0))
                q = (q - 1.0) * (t1 - 1.0) * (t2 - 1.0)
            if p > 0:
                q = -q
            else:
                p = -p
            if p < 0.75 * middle * q - abs(near * q) / 2 and p < abs(last * q / 2):
                step = p / q
        if abs(step) < near:
            step = near if step > 0 else -near
        a, fa = b, fb
        b += step
        fb = f(b)
        if (fb > 0) == (fc > 0) and fb != 0 and fc != 0:
            c, fc = a, fa
    return b, -1.0, -1


def integrate(
    f: Function,
    lower: float,
    upper: float,
    *,
    subdivisions: int = 100,
    rel_tol: float = _EPS**0.25,
    abs_tol: float | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Integrate a function of a vector over an interval. R: ``integrate``.

    Examples
    --------
    >>> round(integrate(lambda x: np.exp(-(x**2)), -np.inf, np.inf)["value"], 6)
    1.772454
    """
    import warnings

    from scipy.integrate import IntegrationWarning, quad

    def value(at: float) -> float:
        return _number(f(np.array([at]), **more), "the function of integrate()")

    with warnings.catch_warnings():
        warnings.simplefilter("error", IntegrationWarning)
        try:
            result, error, info = quad(
                value,
                lower,
                upper,
                epsabs=rel_tol if abs_tol is None else abs_tol,
                epsrel=rel_tol,
                limit=int(subdivisions),
                full_output=True,
            )[:3]
        except IntegrationWarning as told:
            raise ValueError(f"integrate(): {told}") from None
    return {
        "value": float(result),
        "abs.error": float(error),
        "subdivisions": int(info["last"]),
        "message": "OK",
    }


# optim


@dataclass(frozen=True)
class _Task:
    """What is minimised: a function, its slope, where to start, and bounds."""

    value: Callable[[Any], float]
    slope: Callable[[Any], Any]
    start: Any
    low: Any
    high: Any


def optim(
    par: Any,
    fn: Function,
    gr: Function | None = None,
    *,
    method: str = "Nelder-Mead",
    lower: Any = -np.inf,
    upper: Any = np.inf,
    control: Mapping[str, Any] | None = None,
    hessian: bool = False,
    **more: Any,
) -> dict[str, Any]:
    """Return a minimum of a function of several numbers. R: ``optim``.

    Parameters
    ----------
    method : {"Nelder-Mead", "BFGS", "L-BFGS-B", "Brent"}
        The first two are R's step for step; L-BFGS-B is scipy's, which is a later version of the
        one that R has, and agrees to its tolerance.

    Examples
    --------
    >>> banana = lambda x: 100 * (x[1] - x[0] ** 2) ** 2 + (1 - x[0]) ** 2
    >>> optim(np.array([-1.2, 1.0]), banana)["counts"].tolist()
    [195.0, nan]
    """
    settings = dict(control or {})
    scale = float(settings.pop("fnscale", 1))
    parscale = np.asarray(plain(settings.pop("parscale", 1.0)), dtype=float)
    settings.pop("trace", None)
    settings.pop("REPORT", None)
    start = np.asarray(plain(vector(par)), dtype=float) / parscale
    labels = names(par)
    steps = np.broadcast_to(
        np.asarray(plain(settings.pop("ndeps", 1e-3)), dtype=float), start.shape
    )

    def at(x: Any) -> Any:
        point = x * parscale
        return point if labels is None else named(point, labels)

    def value(x: Any) -> float:
        return _number(fn(at(x), **more), "the function of optim()") / scale

    low, high = (
        np.broadcast_to(np.asarray(plain(vector(b)), dtype=float), start.shape) / parscale
        for b in (lower, upper)
    )

    def slope(x: Any) -> Any:
        if gr is not None:
            return np.asarray(plain(vector(gr(at(x), **more))), dtype=float) * parscale / scale
        return _differences(value, x, steps, low, high)

    if method == "Nelder-Mead" and np.any(np.isfinite(low) | np.isfinite(high)):
        method = "L-BFGS-B"  # as R does, with a warning
    run = {"Nelder-Mead": _simplex, "BFGS": _variable_metric, "L-BFGS-B": _bounded,
           "Brent": _one_number}.get(method)  # fmt: skip
    if run is None:
        raise ValueError(f"method must be Nelder-Mead, BFGS, L-BFGS-B or Brent, got {method!r}")
    x, best, counts, status, message = run(_Task(value, slope, start, low, high), settings)
    found: dict[str, Any] = {
        "par": at(x),
        "value": float(best * scale),
        "counts": named(np.array(counts, dtype=float), ["function", "gradient"]),
        "convergence": status,
        "message": message,
    }
    if hessian:
        found["hessian"] = _hessian(slope, x, steps, labels) * scale / np.outer(parscale, parscale)
    return found


def _differences(value: Any, x: Any, steps: Any, low: Any, high: Any) -> Any:
    found = np.empty(len(x))
    for i in range(len(x)):
        ahead, behind = x.copy(), x.copy()
        ahead[i] = min(x[i] + steps[i], high[i])
        behind[i] = max(x[i] - steps[i], low[i])
        # R divides by the step itself unless a bound cut it.
        whole = ahead[i] == x[i] + steps[i] and behind[i] == x[i] - steps[i]
        width = 2 * steps[i] if whole else ahead[i] - behind[i]
        found[i] = (value(ahead) - value(behind)) / width
    return found


def _hessian(slope: Any, x: Any, steps: Any, labels: Any) -> Any:
    made = np.empty((len(x), len(x)))
    for i in range(len(x)):
        ahead, behind = x.copy(), x.copy()
        ahead[i] += steps[i]
        behind[i] -= steps[i]
        made[i] = (slope(ahead) - slope(behind)) / (2 * steps[i])
    made = (made + made.T) / 2
    return made if labels is None else NamedArray(made, (labels, labels))


def _simplex(task: _Task, settings: dict[str, Any]) -> tuple[Any, ...]:
    """Nash's algorithm 19, the simplex of Nelder and Mead."""
    value, start = task.value, task.start
    reflect = float(settings.get("alpha", 1.0))
    contract = float(settings.get("beta", 0.5))
    stretch = float(settings.get("gamma", 2.0))
    most = int(settings.get("maxit", 500))
    least = float(settings.get("abstol", -np.inf))
    relative = float(settings.get("reltol", _EPS**0.5))
    n = len(start)
    first = value(start)
    if not np.isfinite(first):
        raise ValueError("function cannot be evaluated at initial parameters")
    calls = 1
    near = relative * (abs(first) + relative)
    side = 0.1 * float(np.abs(start).max())
    side = side if side > 0 else 0.1
    points = np.tile(start, (n + 1, 1))
    values = np.empty(n + 1)
    values[0] = first
    size = 0.0
    for j in range(1, n + 1):
        tried = side
        while points[j, j - 1] == start[j - 1]:
            points[j, j - 1] = start[j - 1] + tried
            tried *= 10
        size += tried
    before = size
    low_at, fresh, status = 0, True, 0

    def valued(point: Any) -> float:
        nonlocal calls
        calls += 1
        found = value(point)
        return found if np.isfinite(found) else _BIG

    while True:
        if fresh:
            for j in range(n + 1):
                if j != low_at:
                    values[j] = valued(points[j])
            fresh = False
        best = worst = values[low_at]
        high_at = low_at
        for j in range(n + 1):
            if j != low_at:
                if values[j] < best:
                    low_at, best = j, values[j]
                if values[j] > worst:
                    high_at, worst = j, values[j]
        if worst <= best + near or best <= least:
            break
        center = -points[high_at]
        for j in range(n + 1):
            center = center + points[j]
        center = center / n
        mirrored = (1 + reflect) * center - reflect * points[high_at]
        reflected = valued(mirrored)
        if reflected < best:
            further = stretch * mirrored + (1 - stretch) * center
            stretched = valued(further)
            if stretched < reflected:
                points[high_at], values[high_at] = further, stretched
            else:
                points[high_at], values[high_at] = mirrored, reflected
        else:
            if reflected < worst:
                points[high_at], values[high_at] = mirrored, reflected
            inner = (1 - contract) * points[high_at] + contract * center
            reduced = valued(inner)
            if reduced < values[high_at]:
                points[high_at], values[high_at] = inner, reduced
            elif reflected >= worst:
                fresh, size = True, 0.0
                for j in range(n + 1):
                    if j != low_at:
                        points[j] = contract * (points[j] - points[low_at]) + points[low_at]
                        size += float(np.abs(points[j] - points[low_at]).sum())
                if size >= before:
                    status = 10
                    break
                before = size
        if calls > most:
            status = 1
            break
    return points[low_at].copy(), float(values[low_at]), (calls, np.nan), status, None


def _in_turn(products: Any) -> float:
    """Add up from the first to the last: a product of matrices rounds otherwise than R here."""
    total = 0.0
    for item in products.tolist():
        total += item
    return total


def _variable_metric(task: _Task, settings: dict[str, Any]) -> tuple[Any, ...]:
    """Nash's algorithm 21."""
    value, slope, start = task.value, task.slope, task.start
    most = int(settings.get("maxit", 100))
    least = float(settings.get("abstol", -np.inf))
    relative = float(settings.get("reltol", _EPS**0.5))
    n = len(start)
    b = start.copy()
    best = value(b)
    if not np.isfinite(best):
        raise ValueError("initial value in 'vmmin' is not finite")
    calls = slopes = rounds = last = 1
    g = slope(b)
    B = np.eye(n)
    count = 0
    while True:
        if last == slopes:
            B = np.eye(n)
        x, c = b.copy(), g.copy()
        t = np.array([-_in_turn(row * g) for row in B])
        downhill = _in_turn(t * g)
        if downhill < 0:
            step, accepted = 1.0, False
            while True:
                b = x + step * t
                count = int(np.sum(10.0 + x == 10.0 + b))
                if count < n:
                    f = value(b)
                    calls += 1
                    accepted = bool(np.isfinite(f)) and f <= best + downhill * step * 1e-4
                    if not accepted:
                        step *= 0.2
                if count == n or accepted:
                    break
            if count < n and not (f > least and abs(f - best) > relative * (abs(best) + relative)):
                count, best = n, f
            if count < n:
                best = f
                g = slope(b)
                slopes += 1
                rounds += 1
                t = step * t
                c = g - c
                first = _in_turn(t * c)
                if first > 0:
                    x = np.array([_in_turn(row * c) for row in B])
                    second = 1 + _in_turn(x * c) / first
                    B = B + (np.outer(second * t, t) - np.outer(t, x) - np.outer(x, t)) / first
                else:
                    last = slopes
            elif last < slopes:
                count, last = 0, slopes
        else:
            count = 0
            if last == slopes:
                count = n
            else:
                last = slopes
        if rounds >= most:
            break
        if slopes - last > 2 * n:
            last = slopes
        if count == n and last == slopes:
            break
    return b, best, (calls, slopes), int(rounds >= most), None


def _bounded(task: _Task, settings: dict[str, Any]) -> tuple[Any, ...]:
    from scipy.optimize import minimize

    found = minimize(
        task.value,
        task.start,
        jac=task.slope,
        method="L-BFGS-B",
        bounds=list(zip(task.low, task.high, strict=True)),
        options={
            "maxcor": int(settings.get("lmm", 5)),
            "ftol": float(settings.get("factr", 1e7)) * _EPS,
            "gtol": float(settings.get("pgtol", 0.0)),
            "maxiter": int(settings.get("maxit", 100)),
        },
    )
    status = 0 if found.success else 1
    message = "CONVERGENCE: REL_REDUCTION_OF_F <= FACTR*EPSMCH" if found.success else "NEW_X"
    return found.x, float(found.fun), (found.nfev, found.nfev), status, message


def _one_number(task: _Task, settings: dict[str, Any]) -> tuple[Any, ...]:
    low, high, value = task.low, task.high, task.value
    if len(task.start) != 1 or not np.isfinite([low[0], high[0]]).all():
        raise ValueError('method = "Brent" needs one parameter, and finite lower and upper')
    tol = float(settings.get("reltol", _EPS**0.5))
    x = _local_minimum(lambda at: value(np.array([at])), float(low[0]), float(high[0]), tol)
    return np.array([x]), value(np.array([x])), (np.nan, np.nan), 0, None
