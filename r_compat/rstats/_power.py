"""The power of tests, and how many observations they need."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..rvalues._core import vector
from ..rvalues._untranslated import Untranslated
from ._models import Model
from ._optimizers import uniroot

_METHODS = {
    "two.sample": "Two-sample t test power calculation",
    "one.sample": "One-sample t test power calculation",
    "paired": "Paired t test power calculation",
}
_NOTES = {
    "two.sample": "n is number in *each* group",
    "paired": "n is number of *pairs*, sd is std.dev. of *differences* within pairs",
}


def power_t_test(
    n: Any = None,
    delta: Any = None,
    sd: Any = 1,
    sig_level: Any = 0.05,
    power: Any = None,
    type: str = "two.sample",
    alternative: str = "two.sided",
) -> Model:
    """Return the power of a t test, or the n or delta that has a power. R: ``power.t.test``.

    Examples
    --------
    >>> round(power_t_test(n=20, delta=1)["power"], 4)
    0.869
    """
    from scipy import stats

    if [n, delta, power].count(None) != 1 or sd is None or sig_level is None:
        raise Untranslated("power.t.test() is translated for an unknown n, delta or power")
    given = {"n": n, "delta": delta, "sd": sd, "sig.level": sig_level, "power": power}
    values = {key: _single(key, value) for key, value in given.items() if value is not None}
    samples = 2 if type == "two.sample" else 1
    sides = 2 if alternative == "two.sided" else 1
    if sides == 2 and "delta" in values:
        values["delta"] = abs(values["delta"])

    def found(n: float, delta: float) -> float:
        freedom = max(1e-7, n - 1) * samples
        bound = stats.t.isf(values["sig.level"] / sides, freedom)
        away = np.sqrt(n / samples) * delta / values["sd"]
        return float(stats.nct.sf(bound, freedom, away))

    if power is None:
        values["power"] = found(values["n"], values["delta"])
    elif n is None:
        values["n"] = _root(lambda at: found(at, values["delta"]) - values["power"], 2, 1e7)
    else:
        wide = values["sd"]
        values["delta"] = _root(
            lambda at: found(values["n"], at) - values["power"], wide * 1e-7, wide * 1e7
        )
    parts: dict[str, Any] = {key: values[key] for key in given}
    parts |= {"alternative": alternative, "note": _NOTES.get(type), "method": _METHODS[type]}
    return Model(parts, ("power.htest",))


def _single(key: str, value: Any) -> float:
    found = vector(value)
    if len(found) != 1:
        raise Untranslated(f"power.t.test() with several values of {key} has no translation")
    return float(found[0])


def _root(f: Callable[[float], float], low: float, high: float) -> float:
    if f(low) > 0:
        raise Untranslated("power.t.test() whose answer is outside of where R first looks")
    return float(uniroot(f, np.array([low, high]))["root"])
