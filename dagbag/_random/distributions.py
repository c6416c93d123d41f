"""Draws of R's distributions, as methods of a stream."""

import threading
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._input.checks import check_integer
from .._input.parameters import (
    check_boxes,
    check_distribution,
    check_either,
    check_no_longer,
    check_out,
    check_parameter,
    check_recycled,
    check_scale,
    check_sizes,
)
from .._input.streams import MAX_COUNT, MAX_INT, SampleKind
from .._kernels import rdraws
from .._kernels.rrandom import MersenneTwister

IntLike: TypeAlias = int | np.integer[Any]
Floats: TypeAlias = NDArray[np.float64]


class Distributions:
    """Draws of a stream of R's numbers, one method for each of R's functions.

    Made by :class:`dagbag.rrandom.RRandom`, which has these methods.

    Every parameter is a number or a sequence, which is recycled: draw i has element i, and the
    first one again after the last. What is no parameter of the distribution, for which R returns
    NaN, is an error here; :meth:`fill` returns R's NaN. Counts are int64, or float64 where
    one is above 2147483647, as in R.
    """

    _lock: threading.RLock
    _twister: MersenneTwister
    _sample_kind: SampleKind

    def fill(self, distribution: str, out: Floats, *parameters: ArrayLike) -> None:
        """Fill an array with draws as R makes them, NaN where R has NaN or NA.

        Parameters
        ----------
        distribution : str
            R's name without the r: "norm", "binom", ...; "nchisq" is "chisq" with ncp, "gamma"
            has a shape and a scale, "nbinom_mu" is "nbinom" by size and mu.
        out : ndarray of float64 of shape (n,)
        *parameters : array-like of float
            In R's order, recycled. If one has no elements all draws are NaN.

        Examples
        --------
        >>> from dagbag.rrandom import RRandom
        >>> out = np.empty(4)
        >>> RRandom(1).fill("pois", out, [3, -1])
        >>> out
        array([ 2., nan,  2., nan])
        """
        names = check_distribution(distribution, len(parameters))
        given = [check_recycled(p, name) for p, name in zip(parameters, names, strict=True)]
        check_out(out)
        check_sizes(distribution, given)
        if any(values.size == 0 for values in given):
            out[:] = np.nan
            return
        with self._lock:
            if distribution == "wilcox":
                self._rank_sums(out, *given)
            else:
                lengths = np.array([values.size for values in given], dtype=np.intp)
                rdraws.fill(self._twister, distribution, np.concatenate(given), lengths, out)

    def _rank_sums(self, out: Floats, m: Floats, n: Floats) -> None:
        known = [values[np.isfinite(values)].clip(0) for values in (m, n)]
        largest = [int(np.rint(values).max(initial=0)) for values in known]
        pool = np.empty(max(1, sum(largest)), dtype=np.uint32)
        rdraws.rank_sums(self._twister, self._sample_kind == "Rounding", m, n, pool, out)

    def _floats(self, distribution: str, n: IntLike, *parameters: tuple[str, Any, str]) -> Floats:
        """Check parameters (name, value, rule) and draw."""
        out = np.empty(check_integer(n, "n", 0, MAX_COUNT))
        self.fill(distribution, out, *[check_parameter(v, name, r) for name, v, r in parameters])
        return out

    def _counts(
        self, distribution: str, n: IntLike, *parameters: tuple[str, Any, str]
    ) -> NDArray[Any]:
        drawn = self._floats(distribution, n, *parameters)
        return drawn if drawn.max(initial=0) > MAX_INT else drawn.astype(np.int64)

    def rexp(self, n: IntLike, rate: ArrayLike = 1.0) -> Floats:
        """Draw from the exponential distribution.

        Parameters
        ----------
        n : int
            Number of draws.
        rate : float or array-like, default 1
            One over the mean, above 0.

        Returns
        -------
        ndarray of float64 of shape (n,)

        Notes
        -----
        Algorithm SA of Ahrens and Dieter (1972).

        Examples
        --------
        >>> from dagbag.rrandom import RRandom
        >>> RRandom(1).rexp(3, 2)
        array([0.37759092, 0.59082139, 0.07285336])
        """
        return self._floats("exp", n, ("rate", rate, "positive"))

    def rgamma(
        self,
        n: IntLike,
        shape: ArrayLike,
        rate: ArrayLike | None = None,
        scale: ArrayLike | None = None,
    ) -> Floats:
        """Draw from the gamma distribution.

        Parameters
        ----------
        n : int
            Number of draws.
        shape : float or array-like
            At least 0.
        rate, scale : float or array-like, optional
            One over the scale, or the scale, at least 0; 1 if neither is given, and not both.

        Returns
        -------
        ndarray of float64 of shape (n,)

        Notes
        -----
        Algorithms GD (shape of at least 1) and GS of Ahrens and Dieter (1982, 1974).

        Examples
        --------
        >>> from dagbag.rrandom import RRandom
        >>> RRandom(1).rgamma(3, 2.5, scale=2)
        array([2.42434324, 8.64542335, 8.4085118 ])
        """
        return self._floats(
            "gamma",
            n,
            ("shape", shape, "non-negative"),
            ("scale", check_scale(rate, scale), "non-negative"),
        )

    def rchisq(self, n: IntLike, df: ArrayLike, ncp: ArrayLike | None = None) -> Floats:
        """Draw from the chi-squared distribution.

        Parameters
        ----------
        n : int
            Number of draws.
        df : float or array-like
            Degrees of freedom, at least 0.
        ncp : float or array-like, optional
            Non-centrality, at least 0.

        Returns
        -------
        ndarray of float64 of shape (n,)

        Examples
        --------
        >>> from dagbag.rrandom import RRandom
        >>> RRandom(1).rchisq(3, 4)
        array([1.66173   , 7.14151269, 6.92634076])
        """
        degrees = ("df", df, "non-negative")
        if ncp is None:
            return self._floats("chisq", n, degrees)
        return self._floats("nchisq", n, degrees, ("ncp", ncp, "non-negative"))

    def rt(self, n: IntLike, df: ArrayLike, ncp: ArrayLike | None = None) -> Floats:
        """Draw from Student's t distribution.

        Parameters
        ----------
        n : int
            Number of draws.
        df : float or array-like
            Degrees of freedom, above 0, and possibly infinite without ncp.
        ncp : float or array-like, optional
            Non-centrality.

        Returns
        -------
        ndarray of float64 of shape (n,)

        Examples
        --------
        >>> from dagbag.rrandom import RRandom
        >>> RRandom(1).rt(3, 5)
        array([-0.65769408, -0.59734723,  0.51893251])
        """
        if ncp is None:
            return self._floats("t", n, ("df", df, "positive or inf"))
        degrees = check_no_longer(check_parameter(df, "df", "positive"), "df", n)
        with self._lock:  # all normals come before the first chi-squared
            above = self._floats("norm", n, ("ncp", ncp, "finite"), ("sd", 1.0, "finite"))
            below = self.rchisq(n, degrees)
        with np.errstate(divide="ignore"):
            return above / np.sqrt(below / np.resize(degrees, below.size))

    def rf(
        self, n: IntLike, df1: ArrayLike, df2: ArrayLike, ncp: ArrayLike | None = None
    ) -> Floats:
        """Draw from the F distribution.

        Parameters
        ----------
        n : int
            Number of draws.
        df1, df2 : float or array-like
            Degrees of freedom, above 0, and possibly infinite without ncp.
        ncp : float or array-like, optional
            Non-centrality, at least 0.

        Returns
        -------
        ndarray of float64 of shape (n,)

        Examples
        --------
        >>> from dagbag.rrandom import RRandom
        >>> RRandom(1).rf(3, 4, 9)
        array([0.26323963, 1.59928365, 1.5575056 ])
        """
        if ncp is None:
            return self._floats(
                "f", n, ("df1", df1, "positive or inf"), ("df2", df2, "positive or inf")
            )
        first = check_no_longer(check_parameter(df1, "df1", "positive"), "df1", n)
        second = check_no_longer(check_parameter(df2, "df2", "positive"), "df2", n)
        with self._lock:  # all draws above the line come before the first one below it
            above = self.rchisq(n, first, ncp)
            below = self.rchisq(n, second)
        size = above.size
        with np.errstate(divide="ignore", invalid="ignore"):
            return (above / np.resize(first, size)) / (below / np.resize(second, size))

    def rbeta(
        self, n: IntLike, shape1: ArrayLike, shape2: ArrayLike, ncp: ArrayLike | None = None
    ) -> Floats:
        """Draw from the beta distribution.

        Parameters
        ----------
        n : int
            Number of draws.
        shape1, shape2 : float or array-like
            At least 0.
        ncp : float or array-like, optional
            Non-centrality, at least 0; 0 is as if it were not given.

        Returns
        -------
        ndarray of float64 of shape (n,)

        Notes
        -----
        Algorithms BB and BC of Cheng (1978).

        Examples
        --------
        >>> from dagbag.rrandom import RRandom
        >>> RRandom(1).rbeta(3, 2, 0.5)
        array([0.34326742, 0.87796504, 0.92005762])
        """
        shapes = [
            check_parameter(v, f"shape{i}", "non-negative") for i, v in ((1, shape1), (2, shape2))
        ]
        if ncp is None or not np.any(check_parameter(ncp, "ncp", "non-negative")):
            out = np.empty(check_integer(n, "n", 0, MAX_COUNT))
            self.fill("beta", out, *shapes)
            return out
        with self._lock:  # all draws above the line come before the first one below it
            above = self.rchisq(n, 2 * shapes[0], ncp)
            return above / (above + self.rchisq(n, 2 * shapes[1]))

    def rweibull(self, n: IntLike, shape: ArrayLike, scale: ArrayLike = 1.0) -> Floats:
        """Draw from the Weibull distribution.

        Parameters
        ----------
        n : int
            Number of draws.
        shape : float or array-like
            Above 0.
        scale : float or array-like, default 1
            At least 0.

        Returns
        -------
        ndarray of float64 of shape (n,)

        Examples
        --------
        >>> from dagbag.rrandom import RRandom
        >>> RRandom(1).rweibull(3, 1.5)
        array([1.20703322, 0.99233758, 0.67707279])
        """
        return self._floats(
            "weibull", n, ("shape", shape, "positive"), ("scale", scale, "non-negative")
        )

    def rlogis(self, n: IntLike, location: ArrayLike = 0.0, scale: ArrayLike = 1.0) -> Floats:
        """Draw from the logistic distribution.

        Parameters
        ----------
        n : int
            Number of draws.
        location, scale : float or array-like, default 0 and 1
            The scale is at least 0.

        Returns
        -------
        ndarray of float64 of shape (n,)

        Examples
        --------
        >>> from dagbag.rrandom import RRandom
        >>> RRandom(1).rlogis(3)
        array([-1.01753073, -0.52311599,  0.29350241])
        """
        return self._floats(
            "logis", n, ("location", location, "finite"), ("scale", scale, "non-negative")
        )

    def rcauchy(self, n: IntLike, location: ArrayLike = 0.0, scale: ArrayLike = 1.0) -> Floats:
        """Draw from the Cauchy distribution.

        Parameters
        ----------
        n : int
            Number of draws.
        location, scale : float or array-like, default 0 and 1
            The scale is at least 0.

        Returns
        -------
        ndarray of float64 of shape (n,)

        Examples
        --------
        >>> from dagbag.rrandom import RRandom
        >>> RRandom(1).rcauchy(3)
        array([ 1.1025199 ,  2.3538306 , -4.29262624])
        """
        return self._floats(
            "cauchy", n, ("location", location, "finite"), ("scale", scale, "non-negative")
        )

    def rlnorm(self, n: IntLike, meanlog: ArrayLike = 0.0, sdlog: ArrayLike = 1.0) -> Floats:
        """Draw from the lognormal distribution.

        Parameters
        ----------
        n : int
            Number of draws.
        meanlog, sdlog : float or array-like, default 0 and 1
            Mean and standard deviation of the logarithm.

        Returns
        -------
        ndarray of float64 of shape (n,)

        Examples
        --------
        >>> from dagbag.rrandom import RRandom
        >>> RRandom(1).rlnorm(3)
        array([0.53448383, 1.20158717, 0.43360183])
        """
        return self._floats(
            "lnorm", n, ("meanlog", meanlog, "finite"), ("sdlog", sdlog, "non-negative")
        )

    def rbinom(self, n: IntLike, size: ArrayLike, prob: ArrayLike) -> NDArray[Any]:
        """Draw from the binomial distribution.

        Parameters
        ----------
        n : int
            Number of draws.
        size : int or array-like
            Number of trials, below 2147483647.
        prob : float or array-like
            Probability of success.

        Returns
        -------
        ndarray of int64 of shape (n,)

        Notes
        -----
        Inversion, and for means of 30 or more algorithm BTPE of Kachitvichyanukul and Schmeiser
        (1988).

        Examples
        --------
        >>> from dagbag.rrandom import RRandom
        >>> RRandom(1).rbinom(5, 10, 0.3)
        array([2, 2, 3, 5, 2])
        """
        return self._counts("binom", n, ("size", size, "count"), ("prob", prob, "probability"))

    def rpois(self, n: IntLike, mean: ArrayLike) -> NDArray[Any]:
        """Draw from the Poisson distribution; ``mean`` is R's ``lambda``.

        Parameters
        ----------
        n : int
            Number of draws.
        mean : float or array-like
            At least 0.

        Returns
        -------
        ndarray of int64 of shape (n,)

        Notes
        -----
        Algorithm PD of Ahrens and Dieter (1982), table lookup below a mean of 10.

        Examples
        --------
        >>> from dagbag.rrandom import RRandom
        >>> RRandom(1).rpois(5, 3)
        array([2, 2, 3, 5, 2])
        """
        return self._counts("pois", n, ("mean", mean, "non-negative"))

    def rgeom(self, n: IntLike, prob: ArrayLike) -> NDArray[Any]:
        """Draw from the geometric distribution: failures before the first success.

        Parameters
        ----------
        n : int
            Number of draws.
        prob : float or array-like
            Probability of success, above 0.

        Returns
        -------
        ndarray of int64 of shape (n,)

        Examples
        --------
        >>> from dagbag.rrandom import RRandom
        >>> RRandom(1).rgeom(5, 0.3)
        array([1, 1, 7, 0, 3])
        """
        return self._counts("geom", n, ("prob", prob, "probability above 0"))

    def rnbinom(
        self,
        n: IntLike,
        size: ArrayLike,
        prob: ArrayLike | None = None,
        mu: ArrayLike | None = None,
    ) -> NDArray[Any]:
        """Draw from the negative binomial distribution: failures before success number ``size``.

        Parameters
        ----------
        n : int
            Number of draws.
        size : float or array-like
            Above 0.
        prob : float or array-like, optional
            Probability of success, above 0.
        mu : float or array-like, optional
            The mean, instead of ``prob``. The counts are float64 then, as in R 4.2.

        Returns
        -------
        ndarray of int64 of shape (n,)

        Examples
        --------
        >>> from dagbag.rrandom import RRandom
        >>> RRandom(1).rnbinom(5, 2, 0.3)
        array([4, 2, 3, 2, 3])
        """
        check_either(prob, mu, "prob", "mu")
        sizes = ("size", size, "positive")
        if prob is None:
            return self._floats("nbinom_mu", n, sizes, ("mu", mu, "non-negative"))
        return self._counts("nbinom", n, sizes, ("prob", prob, "probability above 0"))

    def rhyper(self, nn: IntLike, m: ArrayLike, n: ArrayLike, k: ArrayLike) -> NDArray[Any]:
        """Draw from the hypergeometric distribution: white balls among those drawn.

        Parameters
        ----------
        nn : int
            Number of draws.
        m, n : int or array-like
            White and black balls in the urn, together below 2147483647.
        k : int or array-like
            Balls that are drawn, at most as many as there are.

        Returns
        -------
        ndarray of int64 of shape (nn,)

        Notes
        -----
        Algorithms HIN and H2PE of Kachitvichyanukul and Schmeiser (1985).

        Examples
        --------
        >>> from dagbag.rrandom import RRandom
        >>> RRandom(1).rhyper(5, 10, 7, 8)
        array([5, 5, 5, 3, 6])
        """
        return self._counts("hyper", nn, ("m", m, "count"), ("n", n, "count"), ("k", k, "count"))

    def rsignrank(self, nn: IntLike, n: ArrayLike) -> NDArray[Any]:
        """Draw from the distribution of Wilcoxon's signed rank statistic.

        Parameters
        ----------
        nn : int
            Number of draws.
        n : int or array-like
            Observations.

        Returns
        -------
        ndarray of int64 of shape (nn,)

        Examples
        --------
        >>> from dagbag.rrandom import RRandom
        >>> RRandom(1).rsignrank(5, 10)
        array([37, 33, 13, 29, 40])
        """
        return self._counts("signrank", nn, ("n", n, "count"))

    def rwilcox(self, nn: IntLike, m: ArrayLike, n: ArrayLike) -> NDArray[Any]:
        """Draw from the distribution of Wilcoxon's rank sum statistic.

        Parameters
        ----------
        nn : int
            Number of draws.
        m, n : int or array-like
            Observations in the two samples.

        Returns
        -------
        ndarray of int64 of shape (nn,)

        Examples
        --------
        >>> from dagbag.rrandom import RRandom
        >>> RRandom(1).rwilcox(5, 4, 6)
        array([ 7,  5, 12, 17, 10])
        """
        return self._counts("wilcox", nn, ("m", m, "count"), ("n", n, "count"))

    def rmultinom(self, n: IntLike, size: IntLike, prob: ArrayLike) -> NDArray[np.int64]:
        """Draw from the multinomial distribution.

        Parameters
        ----------
        n : int
            Number of draws.
        size : int
            Number of balls that are put into boxes.
        prob : array-like of float of shape (k,)
            Probabilities of the boxes, scaled to sum to 1.

        Returns
        -------
        ndarray of int64 of shape (k, n)
            A column per draw, as in R.

        Examples
        --------
        >>> from dagbag.rrandom import RRandom
        >>> RRandom(1).rmultinom(2, 10, [1, 2, 1])
        array([[2, 3],
               [6, 3],
               [2, 4]])
        """
        draws = check_integer(n, "n", 0, MAX_COUNT)
        balls = check_integer(size, "size", 0, MAX_INT - 1)
        weights = check_boxes(prob)
        out = np.empty((draws, weights.size))
        with self._lock:
            rdraws.multinomial(self._twister, balls, weights, out)
        return out.T.astype(np.int64)
