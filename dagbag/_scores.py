"""Decomposable scores as the numbers the kernel takes: a penalty per parent, or BGe's constants."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ._validation import FloatArray, check_number


@dataclass(frozen=True)
class Score:
    """One decomposable score on n rows and p nodes.

    The neighborhood score of a node with m parents S is ``n log(RSS/n) + penalty m``, or, if
    `offset` is given, ``offset[m] + log det R[S,S] + (power + m) log RSS_R`` with
    ``R = C + ridge I`` (BGe, minus twice the log marginal likelihood).
    """

    name: str
    penalty: float = 0.0
    offset: FloatArray | None = None
    power: float = 0.0
    ridge: float = 0.0


def make_score(score_type: str | float, n: int, p: int, iss_mu: object, iss_w: object) -> Score:
    """Return the score of a checked score_type.

    Parameters
    ----------
    score_type : str or float
        As `check_score_type` returns it.
    n, p : int
        Rows and nodes.
    iss_mu, iss_w : object
        The user's BGe arguments, checked here because their rules need p.

    Returns
    -------
    Score
    """
    if not isinstance(score_type, str):
        return Score(f"penalty {score_type:g}", penalty=score_type)
    if score_type == "BGe":
        return _bge(n, p, iss_mu, iss_w)
    penalty = {
        "BIC": math.log(n),
        "likelihood": 0.0,
        "AIC": 2.0,
        "eBIC": math.log(n) + 2.0 * math.log(p),
        "GIC": math.log(math.log(n)) * math.log(p),
    }[score_type]
    return Score(score_type, penalty=penalty)


def _bge(n: int, p: int, iss_mu: object, iss_w: object) -> Score:
    """Bayesian Gaussian equivalent score (Geiger and Heckerman, as corrected by Kuipers et al.).

    Prior: mean at the column means with weight iss_mu, Wishart with iss_w degrees of freedom and
    scale t I, t = iss_mu (iss_w - p - 1) / (iss_mu + 1).
    """
    mu = check_number(iss_mu, "iss_mu", "a finite number above 0")
    if mu <= 0:
        raise ValueError(f"iss_mu must be a finite number above 0, got {iss_mu!r}")
    w = float(p + 2) if iss_w is None else check_number(iss_w, "iss_w", "a finite number")
    if w <= p + 1:
        raise ValueError(f"iss_w must be above p + 1 = {p + 1}, got {iss_w!r}")
    t = mu * (w - p - 1) / (mu + 1)
    if not (0.0 < t < math.inf and mu / (n + mu) > 0.0 and w < 1e100):
        raise ValueError(
            f"iss_mu and iss_w must be of moderate size, got iss_mu={iss_mu!r}, iss_w={iss_w!r}"
        )
    m = np.arange(p + 1)
    lgamma = np.vectorize(math.lgamma, otypes=[float])
    log_constant = (
        0.5 * math.log(mu / (n + mu))
        - 0.5 * n * math.log(math.pi)
        + lgamma((n + w - p + m + 1) / 2)
        - lgamma((w - p + m + 1) / 2)
        + (w - p + 2 * m + 1) / 2 * math.log(t)
    )
    return Score("BGe", offset=-2.0 * log_constant, power=n + w - p + 1, ridge=t)
