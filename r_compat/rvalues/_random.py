"""Random numbers where what is asked for is known at run time only: R's own rules.

Parameters that are vectors are recycled, what is no parameter gives NaN, or NA among counts, and
the stream is taken from as R does. Where a script says what it draws, the translation calls
`dagbag.rrandom` itself.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dagbag import rrandom

from ._core import NA, as_numeric, is_list, is_scalar, length, vector
from ._named import named, names, plain, rownames, set_colnames, set_rownames
from ._select import get

_MAX_INT = 2**31 - 1


def _count(n: Any) -> int:
    """Return the number of draws: n, or the length of n if that is not 1."""
    if length(n) != 1:
        return length(n)
    number = float(as_numeric(vector(n))[0])
    if not number >= 0:
        raise ValueError(f"invalid arguments: n must be a number of at least 0, got {number:g}")
    return int(number)


def _numbers(x: Any) -> Any:
    return np.asarray(plain(as_numeric(vector(x))), dtype=float)


def _doubles(distribution: str, n: Any, *parameters: Any) -> Any:
    out = np.empty(_count(n))
    given = [_numbers(p) for p in parameters]
    rrandom.get_stream().fill(distribution, out, *given)
    if any(p.size == 0 for p in given):
        out[:] = NA
    return out


def _counts(distribution: str, n: Any, *parameters: Any) -> Any:
    out = _doubles(distribution, n, *parameters)
    gaps = np.isnan(out)
    if gaps.any():
        out[gaps] = NA
        return out
    return out if out.max(initial=0) > _MAX_INT else out.astype(np.int64)


def _over(above: Any, below: Any) -> Any:
    """Return above / below, the shorter one recycled."""
    size = max(above.size, below.size) if above.size and below.size else 0
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.resize(above, size) / np.resize(below, size)


def runif(n: Any, min: Any = 0.0, max: Any = 1.0) -> Any:
    """R: ``runif``."""
    return _doubles("unif", n, min, max)


def rnorm(n: Any, mean: Any = 0.0, sd: Any = 1.0) -> Any:
    """R: ``rnorm``."""
    return _doubles("norm", n, mean, sd)


def rlnorm(n: Any, meanlog: Any = 0.0, sdlog: Any = 1.0) -> Any:
    """R: ``rlnorm``."""
    return _doubles("lnorm", n, meanlog, sdlog)


def rexp(n: Any, rate: Any = 1.0) -> Any:
    """R: ``rexp``."""
    return _doubles("exp", n, rate)


def rgamma(n: Any, shape: Any, rate: Any = None, scale: Any = None) -> Any:
    """R: ``rgamma``."""
    if rate is not None:
        with np.errstate(divide="ignore"):
            inverse = 1.0 / _numbers(rate)
        if scale is not None and (_over(_numbers(scale), inverse) != 1).any():
            raise ValueError("specify 'rate' or 'scale' but not both")
        scale = inverse if scale is None else scale
    return _doubles("gamma", n, shape, 1.0 if scale is None else scale)


def rchisq(n: Any, df: Any, ncp: Any = None) -> Any:
    """R: ``rchisq``."""
    if ncp is None:
        return _doubles("chisq", n, df)
    return _doubles("nchisq", n, df, ncp)


def rt(n: Any, df: Any, ncp: Any = None) -> Any:
    """R: ``rt``; with ncp all normals come before the first chi-squared."""
    if ncp is None:
        return _doubles("t", n, df)
    above = rnorm(n, ncp)
    with np.errstate(invalid="ignore"):
        return _over(above, np.sqrt(_over(rchisq(n, df), _numbers(df))))


def rf(n: Any, df1: Any, df2: Any, ncp: Any = None) -> Any:
    """R: ``rf``; with ncp all draws above the line come first."""
    if ncp is None:
        return _doubles("f", n, df1, df2)
    above = _over(rchisq(n, df1, ncp), _numbers(df1))
    return _over(above, _over(rchisq(n, df2), _numbers(df2)))


def rbeta(n: Any, shape1: Any, shape2: Any, ncp: Any = 0) -> Any:
    """R: ``rbeta``; with ncp all draws above the line come first."""
    if length(ncp) == 1 and _numbers(ncp)[0] == 0:
        return _doubles("beta", n, shape1, shape2)
    above = rchisq(n, 2 * _numbers(shape1), ncp)
    return _over(above, above + rchisq(n, 2 * _numbers(shape2)))


def rweibull(n: Any, shape: Any, scale: Any = 1.0) -> Any:
    """R: ``rweibull``."""
    return _doubles("weibull", n, shape, scale)


def rlogis(n: Any, location: Any = 0.0, scale: Any = 1.0) -> Any:
    """R: ``rlogis``."""
    return _doubles("logis", n, location, scale)


def rcauchy(n: Any, location: Any = 0.0, scale: Any = 1.0) -> Any:
    """R: ``rcauchy``."""
    return _doubles("cauchy", n, location, scale)


def rbinom(n: Any, size: Any, prob: Any) -> Any:
    """R: ``rbinom``.

    Examples
    --------
    >>> rrandom.set_seed(1)
    >>> rbinom(3, np.array([10, 1000]), 0.5)
    array([  4, 499,   7])
    """
    return _counts("binom", n, size, prob)


def rpois(n: Any, mean: Any) -> Any:
    """R: ``rpois``, whose ``lambda`` is ``mean`` here."""
    return _counts("pois", n, mean)


def rgeom(n: Any, prob: Any) -> Any:
    """R: ``rgeom``."""
    return _counts("geom", n, prob)


def rnbinom(n: Any, size: Any, prob: Any = None, mu: Any = None) -> Any:
    """R: ``rnbinom``; by ``mu`` the counts are doubles."""
    if mu is None:
        return _counts("nbinom", n, size, prob)
    if prob is not None:
        raise ValueError("'prob' and 'mu' both specified")
    return _doubles("nbinom_mu", n, size, mu)


def rhyper(nn: Any, m: Any, n: Any, k: Any) -> Any:
    """R: ``rhyper``."""
    return _counts("hyper", nn, m, n, k)


def rsignrank(nn: Any, n: Any) -> Any:
    """R: ``rsignrank``."""
    return _counts("signrank", nn, n)


def rwilcox(nn: Any, m: Any, n: Any) -> Any:
    """R: ``rwilcox``."""
    return _counts("wilcox", nn, m, n)


def rmultinom(n: Any, size: Any, prob: Any) -> Any:
    """R: ``rmultinom``, a row for each box, with the names of ``prob``."""
    drawn = rrandom.rmultinom(int(_numbers(n)[0]), int(_numbers(size)[0]), _numbers(prob))
    labels = names(prob)
    return drawn if labels is None else set_rownames(drawn, labels)


def mvrnorm(n: Any, mu: Any, Sigma: Any, tol: Any = 1e-6, empirical: Any = False) -> Any:
    """R: ``MASS::mvrnorm``, by the eigenvectors of Sigma.

    Their signs, and which vectors belong to an eigenvalue that comes more than once, are up to
    LAPACK: the numbers are R's only as far as these are. The driver is R's, "evr".
    """
    from scipy.linalg import eigh, svd

    center, covariance = _numbers(mu), np.atleast_2d(np.asarray(plain(Sigma), dtype=float))
    p, count = center.size, int(_numbers(n)[0])
    if covariance.shape != (p, p):
        raise ValueError(f"incompatible arguments: mu has {p} values, Sigma {covariance.shape}")
    values, vectors = eigh(covariance, driver="evr")
    values, vectors = values[::-1], vectors[:, ::-1]
    if not (values >= -float(tol) * abs(values[0])).all():
        raise ValueError("'Sigma' is not positive definite")
    z = rrandom.rnorm(p * count).reshape((count, p), order="F")
    if empirical:
        z = z - z.mean(axis=0)
        z = z @ svd(z, full_matrices=False)[2].T
        z = z / np.sqrt((z**2).sum(axis=0) / max(1, count - 1))
    drawn = center[:, None] + vectors @ (np.sqrt(np.maximum(values, 0))[:, None] * z.T)
    labels = names(mu) if names(mu) is not None else rownames(Sigma)
    return _oriented(drawn, labels, count)


def _oriented(drawn: Any, labels: Any, count: int) -> Any:
    """Return a row per draw, one draw as a vector."""
    if count == 1:
        return drawn[:, 0] if labels is None else named(drawn[:, 0], labels)
    return drawn.T if labels is None else set_colnames(drawn.T, labels)


def sample(x: Any, size: Any = None, replace: Any = False, prob: Any = None) -> Any:
    """R: ``sample``: a single number x >= 1 stands for 1..x, anything else for its elements.

    Examples
    --------
    >>> rrandom.set_seed(1)
    >>> sample(np.array([5.9]))
    array([1, 4, 3, 5, 2])
    >>> sample(np.array([0.5]))
    array([0.5])
    """
    if not is_list(x) and length(x) == 1:
        alone = vector(x)
        if alone.dtype.kind in "iuf" and 1 <= alone[0] < np.inf:
            return sample_int(alone[0], size, replace, prob)
    where = sample_int(length(x), size, replace, prob)
    return get(vector(x) if is_scalar(x) else x, where)


def sample_int(
    n: Any, size: Any = None, replace: Any = False, prob: Any = None, use_hash: Any = None
) -> Any:
    """R: ``sample.int``."""
    if size is not None and length(size) != 1:
        raise ValueError("invalid 'size' argument")
    count = None if size is None else int(_numbers(size)[0])
    weights = None if prob is None else _numbers(prob)
    hashed = None if use_hash is None else bool(use_hash)
    return rrandom.sample_int(int(_numbers(n)[0]), count, bool(replace), weights, hashed)


def random_seed() -> Any:
    """R: ``.Random.seed``: where the stream is, as R's integers.

    Examples
    --------
    >>> rrandom.set_seed(1)
    >>> before = random_seed()
    >>> first = rrandom.runif(2)
    >>> set_random_seed(before)
    >>> bool((rrandom.runif(2) == first).all())
    True
    """
    return rrandom.get_stream().to_r_seed().astype(np.int64)


def set_random_seed(seed: Any) -> None:
    """R: ``.Random.seed <- seed``: go on from where the stream was."""
    stream = rrandom.RRandom.from_r_seed(np.asarray(seed, dtype=np.int64))
    rrandom.get_stream().move_to(stream.state)


def rng_kind(generator: str | None = None, sample_kind: Any = None) -> Any:
    """R: ``RNGkind`` of "Mersenne-Twister" and "Inversion"; returns what it was.

    Naming the generator, even the one that is used, starts it anew with a seed that it draws.
    """
    stream = rrandom.get_stream()
    before = np.array(["Mersenne-Twister", "Inversion", stream.sample_kind], dtype=object)
    if generator is not None:
        seed = int(stream.runif(1)[0] * (2**32 - 1))
        stream.set_seed(seed - 2**32 if seed >= 2**31 else seed)
    if sample_kind is not None:
        stream.move_to(stream.state._replace(sample_kind=sample_kind))
    return before
