"""Decomposable scores: what each is made of, and how the kernel is given it."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from .._dag.types import FloatArray
from .._input.checks import check_prior
from .._kernels.bge import BGeScorer
from .._kernels.gaussian import GaussianScorer
from .._kernels.node_score import Scorer
from .._kernels.regression import Regressions, near
from .crossprod import Standardized, crossprod
from .threads import Share


class Score(ABC):
    """One decomposable score on n rows and p nodes: all that a search has to know of it.

    Attributes
    ----------
    name : str
    penalty : float or None
        Per parent; None if the score is of another kind.
    prior : tuple of ndarray
        The numbers that a prior consists of; none without one.
    saturates : bool
        Whether as many parents as there are rows fit them perfectly.
    scale_free : bool
        Whether deltas do not depend on the scale of the columns.
    """

    name: str
    penalty: float | None
    saturates: bool
    scale_free: bool

    @property
    def prior(self) -> tuple[FloatArray, ...]:
        """The numbers of the prior."""
        return ()

    def limit_parents(self, limit: int, distinct: int) -> int:
        """Leave a residual degree of freedom on so many distinct rows where it is needed."""
        return min(limit, max(distinct - 2, 0)) if self.saturates else limit

    @abstractmethod
    def scorer(
        self, regressions: Regressions, data: Standardized, *, standardized: bool, eps: float
    ) -> Scorer:
        """Fill the cross-products and return the kernel's score.

        Parameters
        ----------
        regressions : Regressions
            Of the search.
        data : Standardized
        standardized : bool
            Whether the scores refer to the standardised columns or to the original ones.
        eps : float
            The difference of deltas that decides ties.
        """

    def in_units(self, scores: FloatArray, sd: FloatArray, n: int) -> FloatArray:
        """Turn scores from a search on the standardised columns into those of the original ones.

        Parameters
        ----------
        scores : ndarray of shape (..., p)
        sd : ndarray of shape (..., p)
            Of the original columns.
        n : int
            Rows.
        """
        return scores


class RegressionScore(Score):
    """A score made of the residual sum of squares of a node on its parents.

    Attributes
    ----------
    ridge : float
        What a prior adds to the diagonal of the cross-products.
    """

    ridge: float

    @abstractmethod
    def terms(self, n: int, p: int) -> tuple[FloatArray, FloatArray, bool]:
        """Return constants c and weights w, (p + 1,) each, and whether there is a determinant.

        The score of a node with m parents S is ``c[m] + w[m] log RSS``, plus ``log det C[S,S]``.
        """

    @abstractmethod
    def of_products(self, regressions: Regressions, X: FloatArray | None, n: int) -> Scorer:
        """Return the kernel's score of cross-products that are filled, the ridge included.

        Parameters
        ----------
        regressions : Regressions
            Of the search.
        X : ndarray of shape (rows, p) or None
            Data with these cross-products, for refits.
        n : int
            Rows, with multiplicity.
        """

    @abstractmethod
    def scorer_from_data(
        self,
        data: Standardized,
        listen: Callable[[], None],
        share: Share | None,
        *,
        standardized: bool,
    ) -> Scorer:
        """Return the kernel's score of the data, without cross-products.

        Parameters
        ----------
        data : Standardized
        listen : callable
            Called every now and then; raises what is to end the search.
        share : Share or None
            The threads that may be used.
        standardized : bool
            As for `scorer`.
        """


@dataclass(frozen=True)
class Gaussian(RegressionScore):
    """The neighborhood score ``n log(RSS/n) + penalty m`` of a node with m parents."""

    name: str
    penalty: float
    ridge: float = 0.0
    saturates: bool = True
    scale_free: bool = True

    def scorer(
        self,
        regressions: Regressions,
        data: Standardized,
        *,
        standardized: bool,
        eps: float,
    ) -> Scorer:
        """Fill the cross-products and return the kernel's score."""
        crossprod(data.X, regressions.crossprod)
        return self.of_products(regressions, data.X, data.n)

    def of_products(self, regressions: Regressions, X: FloatArray | None, n: int) -> Scorer:
        """Return the kernel's score of cross-products that are filled."""
        return GaussianScorer(regressions, X, float(n), self.penalty)

    def scorer_from_data(
        self,
        data: Standardized,
        listen: Callable[[], None],
        share: Share | None,
        *,
        standardized: bool,
    ) -> Scorer:
        """Return the kernel's score of the data, without cross-products."""
        from .._kernels.from_data import DataScorer  # with it comes scipy

        X = np.ascontiguousarray(data.X)
        return DataScorer(X, float(data.n), self.penalty, listen, share)

    def terms(self, n: int, p: int) -> tuple[FloatArray, FloatArray, bool]:
        """Return constants, weights, and that there is no determinant."""
        constant = self.penalty * np.arange(p + 1, dtype=np.float64) - n * math.log(n)
        return constant, np.full(p + 1, float(n), dtype=np.float64), False

    def in_units(self, scores: FloatArray, sd: FloatArray, n: int) -> FloatArray:
        """Turn scores from a search on the standardised columns into those of the original ones."""
        return np.asarray(scores + 2.0 * n * np.log(sd))


@dataclass(frozen=True)
class BGe(RegressionScore):
    """Bayesian Gaussian equivalent score, minus twice the log marginal likelihood.

    The neighborhood score of a node with m parents S is ``offset[m] + log det R[S,S] +
    (power + m) log RSS_R`` with ``R = C + ridge I``.
    """

    offset: FloatArray  # (p + 1,)
    power: float
    ridge: float
    name: str = "BGe"
    penalty: None = None
    saturates: bool = False  # it has a prior instead
    scale_free: bool = False

    @property
    def prior(self) -> tuple[FloatArray, ...]:
        """The numbers of the prior."""
        return self.offset, np.array([self.ridge])

    def scorer(
        self, regressions: Regressions, data: Standardized, *, standardized: bool, eps: float
    ) -> Scorer:
        """Fill the cross-products and return the kernel's score."""
        columns = data.X if standardized else data.X * data.sd
        crossprod(columns, regressions.crossprod)
        diagonal = regressions.crossprod.reshape(-1)[:: regressions.p + 1]
        diagonal += self.ridge
        small = self.ridge < near(data.n, eps) * diagonal.max()
        rows = _with_prior(columns, self.ridge) if small else None
        return self.of_products(regressions, rows, data.n)

    def of_products(self, regressions: Regressions, X: FloatArray | None, n: int) -> Scorer:
        """Return the kernel's score of cross-products that are filled, the ridge included."""
        return BGeScorer(regressions, X, float(n), self.offset, self.power)

    def scorer_from_data(
        self,
        data: Standardized,
        listen: Callable[[], None],
        share: Share | None,
        *,
        standardized: bool,
    ) -> Scorer:
        """Return the kernel's score of the data, without cross-products."""
        from .._kernels.from_data import DataScorer  # with it comes scipy

        X = np.ascontiguousarray(data.X if standardized else data.X * data.sd)
        prior = (self.offset, self.power, self.ridge)
        return DataScorer(X, float(data.n), 0.0, listen, share, *prior)

    def terms(self, n: int, p: int) -> tuple[FloatArray, FloatArray, bool]:
        """Return constants, weights, and that there is a determinant."""
        return self.offset, self.power + np.arange(p + 1, dtype=np.float64), True


def _with_prior(X: FloatArray, ridge: float) -> FloatArray:
    """Append rows to X that add ridge I to its cross-products: data to refit BGe on."""
    return np.vstack([X, np.sqrt(ridge) * np.eye(X.shape[1])])


def make_score(
    score_type: str | float, n: int, p: int, iss_mu: object, iss_w: object
) -> RegressionScore:
    """Return the score of a checked score_type.

    Parameters
    ----------
    score_type : str or float
        As `check_score_type` returns it.
    n, p : int
        Rows and nodes.
    iss_mu, iss_w : object
        The user's BGe arguments, see `check_prior`.

    Returns
    -------
    RegressionScore
    """
    if not isinstance(score_type, str):
        return Gaussian(f"penalty {score_type:g}", score_type)
    if score_type == "BGe":
        return _bge(n, p, iss_mu, iss_w)
    penalty = {
        "BIC": math.log(n),
        "likelihood": 0.0,
        "AIC": 2.0,
        "eBIC": math.log(n) + 2.0 * math.log(p),
        "GIC": math.log(math.log(n)) * math.log(p),
    }[score_type]
    return Gaussian(score_type, penalty)


# The weight of log(p) in BIC's penalty where the user names none. With twice BIC's penalty instead
# bagged searches find too much where p is near n and too little where n is large; of weights 0.5,
# 0.75 and 1 this one has the smallest distances, see vignettes/which-search.md.
GAMMA = 0.75


def with_penalty(score: RegressionScore, by: float | None, n: int, p: int) -> RegressionScore:
    """Return a score with so many times its penalty; by default BIC's is extended by the nodes."""
    if not isinstance(score, Gaussian):
        if by not in (None, 1.0):
            raise ValueError(
                f"penalty must be 1 or None with {score.name}, which has none, got {by:g}"
            )
        return score
    if by is None and score.name == "BIC":
        extended = math.log(n) + 2.0 * GAMMA * math.log(p)
        return replace(score, name=f"eBIC({GAMMA:g})", penalty=extended)
    factor = 1.0 if by is None else by
    name = score.name if factor == 1.0 else f"{score.name} x {factor:g}"
    return replace(score, name=name, penalty=score.penalty * factor)


def _bge(n: int, p: int, iss_mu: object, iss_w: object) -> BGe:
    """Bayesian Gaussian equivalent score (Geiger and Heckerman, as corrected by Kuipers et al.).

    Prior: mean at the column means with weight iss_mu, Wishart with iss_w degrees of freedom and
    scale t I, t = iss_mu (iss_w - p - 1) / (iss_mu + 1).
    """
    mu, w, t = check_prior(iss_mu, iss_w, n, p)
    m = np.arange(p + 1)
    lgamma = np.vectorize(math.lgamma, otypes=[float])
    log_constant = (
        0.5 * math.log(mu / (n + mu))
        - 0.5 * n * math.log(math.pi)
        + lgamma((n + w - p + m + 1) / 2)
        - lgamma((w - p + m + 1) / 2)
        + (w - p + 2 * m + 1) / 2 * math.log(t)
    )
    return BGe(offset=-2.0 * log_constant, power=n + w - p + 1, ridge=t)
