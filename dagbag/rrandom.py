"""R's random numbers, bit for bit: Mersenne-Twister, Inversion, Rejection or Rounding.

After ``set_seed(s)`` the functions here return what R returns after ``set.seed(s)`` with its
default ``RNGkind()``, so that an ensemble or a simulation can be repeated in either language.

>>> from dagbag import rrandom
>>> rrandom.set_seed(1)
>>> rrandom.runif(3)
array([0.26550866, 0.3721239 , 0.57285336])
>>> rrandom.sample(5)
array([1, 2, 5, 3, 4])

The functions of the module share one stream; an :class:`RRandom` is a stream of its own. Both
may be used from several threads: each call is one uninterrupted piece of the stream. In a forked
process a stream that nobody seeded starts from entropy again; a seeded one goes on where it stood,
so that every child draws the same unless it is given a seed of its own.
"""

import os
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._input.checks import check_integer, check_seed
from ._input.parameters import check_boxes
from ._input.streams import (
    MAX_COUNT,
    MAX_INT,
    N_WORDS,
    SampleKind,
    check_elements,
    check_hash,
    check_normal,
    check_position,
    check_r_seed,
    check_range,
    check_ranges,
    check_sample,
    check_sample_kind,
    check_sampled_prob,
    check_state,
    check_words,
    refuse_generator,
)
from ._kernels import rweighted
from ._kernels.rrandom import MersenneTwister
from ._random.distributions import Distributions, IntLike

__all__ = [
    "RRandom",
    "RRandomState",
    "get_stream",
    "rbeta",
    "rbinom",
    "rcauchy",
    "rchisq",
    "rexp",
    "rf",
    "rgamma",
    "rgeom",
    "rhyper",
    "rlnorm",
    "rlogis",
    "rmultinom",
    "rnbinom",
    "rnorm",
    "rpois",
    "rsignrank",
    "rt",
    "runif",
    "rweibull",
    "rwilcox",
    "sample",
    "sample_int",
    "set_seed",
    "stream_for",
]


_MANY_LIKELY = 200  # above it R draws weighted values by Walker's alias method

# .Random.seed[1] is 10000 * sample kind + 100 * normal kind + generator.
_R_CODES: dict[SampleKind, int] = {"Rejection": 10403, "Rounding": 403}
_R_KINDS: dict[int, SampleKind] = {code: kind for kind, code in _R_CODES.items()}


_unseeded: "weakref.WeakSet[RRandom]" = weakref.WeakSet()  # streams that began with entropy


class RRandomState(NamedTuple):
    """Snapshot of an :class:`RRandom`: enough to go on from where it stood.

    Attributes
    ----------
    key : ndarray of uint32 of shape (624,)
        The words of the Mersenne-Twister.
    position : int
        How many of them were used, from 1 to 624.
    sample_kind : {"Rejection", "Rounding"}
        How indices are drawn.
    """

    key: NDArray[np.uint32]
    position: int
    sample_kind: SampleKind = "Rejection"


class RRandom(Distributions):
    """A stream of R's random numbers.

    Parameters
    ----------
    seed : int, optional
        Seed as in R's ``set.seed``, from -2147483647 to 2147483647. By default the stream
        starts from entropy of the operating system.
    sample_kind : {"Rejection", "Rounding"}, default "Rejection"
        How indices are drawn. "Rounding" is that of R before 3.6.0; unlike R it raises no
        warning here.

    Examples
    --------
    >>> stream = RRandom(42)
    >>> stream.runif(2)
    array([0.91480604, 0.93707541])
    >>> stream.rnorm(2)
    array([-0.56469817,  0.36312841])
    >>> RRandom(42, sample_kind="Rounding").sample_int(5)
    array([5, 4, 1, 2, 3])
    """

    def __init__(self, seed: IntLike | None = None, sample_kind: SampleKind = "Rejection") -> None:
        # Reentrant: a signal handler may draw from the stream whose draw it interrupts.
        self._lock = threading.RLock()
        self._twister = MersenneTwister()
        self._sample_kind = check_sample_kind(sample_kind)
        self.set_seed(seed)

    def __repr__(self) -> str:
        position = self.state.position
        return f"<RRandom: Mersenne-Twister, Inversion, {self._sample_kind}, position {position}>"

    def __getstate__(self) -> RRandomState:
        return self.state

    def __setstate__(self, state: RRandomState) -> None:
        self._lock = threading.RLock()
        self._twister = MersenneTwister()
        self.state = state

    def set_seed(self, seed: IntLike | None, sample_kind: SampleKind | None = None) -> None:
        """Start the stream anew; R's ``set.seed``.

        Parameters
        ----------
        seed : int or None
            From -2147483647 to 2147483647. None takes entropy of the operating system, as
            ``set.seed(NULL)`` takes the time. R cuts a fraction off the seed, here it is an error.
        sample_kind : {"Rejection", "Rounding"}, optional
            How indices are drawn from now on, by default as before.

        Examples
        --------
        >>> stream = RRandom()
        >>> stream.set_seed(1, sample_kind="Rounding")
        >>> stream.sample(5)
        array([2, 5, 4, 3, 1])
        """
        number = None if seed is None else check_seed(seed)
        kind = self._sample_kind if sample_kind is None else check_sample_kind(sample_kind)
        with self._lock:
            self._sample_kind = kind
            self._from_entropy = number is None
            if number is None:
                key = np.frombuffer(os.urandom(4 * N_WORDS), dtype=np.uint32)
                self._twister.load(key, N_WORDS)
                _unseeded.add(self)
            else:
                self._twister.seed(number % 2**32)

    @property
    def sample_kind(self) -> SampleKind:
        """How indices are drawn, "Rejection" or "Rounding".

        Examples
        --------
        >>> RRandom(1).sample_kind
        'Rejection'
        """
        return self._sample_kind

    @property
    def state(self) -> RRandomState:
        """Snapshot of the stream; assign it, here or in another stream, to draw the same again.

        Examples
        --------
        >>> stream = RRandom(1)
        >>> before = stream.state
        >>> stream.sample(5)
        array([1, 4, 3, 5, 2])
        >>> stream.state = before
        >>> stream.sample(5)
        array([1, 4, 3, 5, 2])
        """
        key = np.empty(N_WORDS, dtype=np.uint32)
        with self._lock:
            position = self._twister.save(key)
            return RRandomState(key, position, self._sample_kind)

    @state.setter
    def state(self, state: RRandomState) -> None:
        state = RRandomState(*check_state(state))
        key = check_words("state.key", state.key, 0, 2**32 - 1)
        position = check_position(state.position, "state.position")
        kind = check_sample_kind(state.sample_kind)
        with self._lock:
            self._twister.load(key, position)
            self._sample_kind = kind
            self._from_entropy = False

    @property
    def from_entropy(self) -> bool:
        """Whether nobody chose the seed: the stream began with entropy of the operating system.

        Examples
        --------
        >>> RRandom().from_entropy, RRandom(1).from_entropy
        (True, False)
        """
        return self._from_entropy

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Let no other thread draw within a ``with`` block, which is one piece of the stream.

        Examples
        --------
        >>> stream = RRandom(1)
        >>> with stream.exclusive():
        ...     twice = stream.runif(1), stream.runif(1)
        """
        with self._lock:
            yield

    def move_to(self, state: RRandomState) -> None:
        """Go to a state of this stream: as assigning `state`, but who chose the seed stays.

        Examples
        --------
        >>> stream = RRandom(1)
        >>> before = stream.state
        >>> first = stream.runif(2)
        >>> stream.move_to(before)
        >>> bool((stream.runif(2) == first).all())
        True
        """
        chosen = self._from_entropy
        self.state = state
        self._from_entropy = chosen

    def copy(self) -> "RRandom":
        """Return an independent stream that will draw the same numbers.

        Examples
        --------
        >>> stream = RRandom(1)
        >>> twin = stream.copy()
        >>> bool((stream.runif(3) == twin.runif(3)).all())
        True
        """
        twin = RRandom.__new__(type(self))
        twin.__setstate__(self.state)
        return twin

    def to_r_seed(self) -> NDArray[np.int32]:
        """Return R's ``.Random.seed`` for this stream.

        Returns
        -------
        ndarray of int32 of shape (626,)
            The code of the generator (10403, or 403 for Rounding), the position, and the
            key as signed words.

        Examples
        --------
        >>> RRandom(1).to_r_seed()[:4]
        array([     10403,        624, -169270483, -442010614], dtype=int32)
        """
        state = self.state
        head = np.array([_R_CODES[state.sample_kind], state.position], dtype=np.int32)
        return np.concatenate([head, state.key.view(np.int32)])

    @classmethod
    def from_r_seed(cls, r_seed: ArrayLike) -> "RRandom":
        """Make the stream that R's ``.Random.seed`` describes.

        Parameters
        ----------
        r_seed : array-like of int of shape (626,)
            ``.Random.seed`` under the generator "Mersenne-Twister" with "Inversion". A word that
            R shows as NA is -2147483648.

        Returns
        -------
        RRandom

        Examples
        --------
        >>> stream = RRandom(1)
        >>> RRandom.from_r_seed(stream.to_r_seed()).runif(2)
        array([0.26550866, 0.3721239 ])
        """
        words, position, kind = check_r_seed(r_seed, _R_KINDS)
        stream = cls.__new__(cls)
        stream.__setstate__(RRandomState(words, position, kind))
        return stream

    def runif(self, n: IntLike, min: ArrayLike = 0.0, max: ArrayLike = 1.0) -> NDArray[np.float64]:
        """Draw from the uniform distribution.

        Parameters
        ----------
        n : int
            Number of draws.
        min, max : float or array-like, default 0 and 1
            Ends of the interval, of each draw if they are sequences, which are recycled. If they
            are equal nothing is taken from the stream. Ends that are not finite and a max below
            min, for which R returns NaN, are errors.

        Returns
        -------
        ndarray of float64 of shape (n,)

        Examples
        --------
        >>> RRandom(1).runif(3, min=-1, max=1)
        array([-0.46898267, -0.2557522 ,  0.14570673])
        """
        size = check_integer(n, "n", 0, MAX_COUNT)
        if np.ndim(min) > 0 or np.ndim(max) > 0:
            out = np.empty(size)
            self.fill("unif", out, *check_ranges(min, max))
            return out
        low, width = check_range(min, max)
        if width == 0:
            return np.full(size, low)
        out = np.empty(size)
        with self._lock:
            self._twister.uniform(low, width, out)
        return out

    def rnorm(self, n: IntLike, mean: ArrayLike = 0.0, sd: ArrayLike = 1.0) -> NDArray[np.float64]:
        """Draw from the normal distribution, by inversion.

        Parameters
        ----------
        n : int
            Number of draws.
        mean, sd : float or array-like, default 0 and 1
            Mean and standard deviation, of each draw if they are sequences, which are recycled.
            With sd = 0 nothing is taken from the stream. Values that are not finite and a negative
            sd, for which R returns NaN or Inf, are errors.

        Returns
        -------
        ndarray of float64 of shape (n,)

        Examples
        --------
        >>> RRandom(1).rnorm(3)
        array([-0.62645381,  0.18364332, -0.83562861])
        """
        if np.ndim(mean) > 0 or np.ndim(sd) > 0:
            return self._floats("norm", n, ("mean", mean, "finite"), ("sd", sd, "non-negative"))
        size = check_integer(n, "n", 0, MAX_COUNT)
        center, scale = check_normal(mean, sd)
        if scale == 0:
            return np.full(size, center)
        out = np.empty(size)
        with self._lock:
            self._twister.normal(center, scale, out)
        return out

    def sample_int(
        self,
        n: IntLike,
        size: IntLike | None = None,
        replace: bool = False,
        prob: ArrayLike | None = None,
        use_hash: bool | None = None,
    ) -> NDArray[np.int64]:
        """Draw from the integers 1..n; R's ``sample.int``.

        Parameters
        ----------
        n : int
            Size of the population, up to 2147483647.
        size : int, optional
            Number of draws, by default n.
        replace : bool, default False
            Whether a value may be drawn again.
        prob : array-like of float of shape (n,), optional
            Weights of the values, by default equal.
        use_hash : bool, optional
            Whether draws without replacement are repeated until they are new, which needs no memory
            for the population; R's ``useHash``. By default as in R: for at most n/2 draws out of
            more than 10,000,000.

        Returns
        -------
        ndarray of int64 of shape (size,)
            Values from 1 to n, as in R: subtract 1 for an index.

        Notes
        -----
        With ``prob`` values are drawn along their cumulated weights, the greatest first; with
        replacement and more than 200 likely values by the alias method of Walker (1977).

        Examples
        --------
        >>> RRandom(1).sample_int(10, 4)
        array([9, 4, 7, 1])
        >>> RRandom(1).sample_int(3, 6, replace=True)
        array([1, 3, 1, 2, 1, 3])
        >>> RRandom(1).sample_int(3, 6, replace=True, prob=[1, 2, 7])
        array([3, 3, 3, 1, 3, 2])
        """
        population, draws, replace = check_sample(n, size, replace)
        hashed = check_hash(use_hash, population, draws, replace, prob)
        if prob is not None:
            return self._sample_weighted(population, draws, replace, check_boxes(prob))
        out = np.empty(draws, dtype=np.int64)
        with self._lock:
            rounding = self._sample_kind == "Rounding"
            if replace or draws < 2:
                self._twister.with_replacement(rounding, population, out)
            elif hashed:
                table = np.zeros(1 << (2 * draws - 1).bit_length(), dtype=np.uint32)
                self._twister.distinct(rounding, population, table, out)
            else:
                pool = np.arange(1, population + 1, dtype=np.uint32)
                self._twister.without_replacement(rounding, pool, out)
        return out

    def _sample_weighted(
        self, n: int, size: int, replace: bool, prob: NDArray[np.float64]
    ) -> NDArray[np.int64]:
        check_sampled_prob(prob, n, size, replace)
        out = np.empty(size, dtype=np.int64)
        values = np.arange(1, n + 1)
        with self._lock:
            if replace and np.count_nonzero(n * prob > 0.1) > _MANY_LIKELY:
                rounding = self._sample_kind == "Rounding"
                work = np.zeros(n, dtype=np.int64)
                rweighted.alias(self._twister, rounding, n * prob, work, values, out)
                return out
            rweighted.descending(prob, values)
            if replace:
                rweighted.with_replacement(self._twister, np.cumsum(prob), values, out)
            else:
                rweighted.without_replacement(self._twister, prob, values, out)
        return out

    def sample(
        self,
        x: ArrayLike,
        size: IntLike | None = None,
        replace: bool = False,
        prob: ArrayLike | None = None,
    ) -> NDArray[Any]:
        """Draw elements; R's ``sample``.

        Parameters
        ----------
        x : int or array-like of shape (n,)
            What to draw from. An integer x >= 1 stands for 1..x, as in R. A sequence is always
            itself: ``sample([7])`` is ``[7]``, where R's ``sample(c(7))`` permutes 1..7. A
            number that is no positive integer, which R reads in ways of its own, is an error.
        size : int, optional
            Number of draws, by default as many as there are elements.
        replace : bool, default False
            Whether an element may be drawn again.
        prob : array-like of float of shape (n,), optional
            Weights of the elements, by default equal.

        Returns
        -------
        ndarray of shape (size,)

        Examples
        --------
        >>> RRandom(1).sample(5)
        array([1, 4, 3, 5, 2])
        >>> RRandom(1).sample(["a", "b", "c", "d"], 2)
        array(['a', 'c'], dtype='<U1')
        """
        if isinstance(x, (int, np.integer)) and not isinstance(x, bool):
            return self.sample_int(check_integer(x, "x", 1, MAX_INT), size, replace, prob)
        elements = check_elements(x)
        drawn: NDArray[Any] = elements[self.sample_int(elements.shape[0], size, replace, prob) - 1]
        return drawn


_stream = RRandom()


def _after_fork() -> None:
    """Give a forked child locks that no thread of its parent holds, and numbers of its own."""
    _stream._lock = threading.RLock()
    for stream in list(_unseeded):
        if stream.from_entropy:
            stream._lock = threading.RLock()
            stream.set_seed(None)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def get_stream() -> RRandom:
    """Return the stream that the functions of this module share.

    Examples
    --------
    >>> set_seed(1)
    >>> get_stream().copy().runif(1) == runif(1)
    array([ True])
    """
    return _stream


def stream_for(seed: "IntLike | RRandom | None") -> RRandom:
    """Return the stream that an argument ``seed`` asks for.

    Parameters
    ----------
    seed : None, int or RRandom
        None is the shared stream of this module, an integer a fresh ``RRandom(seed)``, and an
        RRandom is itself.

    Returns
    -------
    RRandom

    Examples
    --------
    >>> stream_for(None) is get_stream()
    True
    >>> stream_for(1).runif(2)
    array([0.26550866, 0.3721239 ])
    """
    if seed is None:
        return _stream
    if isinstance(seed, RRandom):
        return seed
    refuse_generator(seed)
    return RRandom(seed)


def set_seed(seed: IntLike | None, sample_kind: SampleKind | None = None) -> None:
    """Start the shared stream anew; R's ``set.seed``. See :meth:`dagbag.RRandom.set_seed`.

    Examples
    --------
    >>> set_seed(42)
    >>> runif(2)
    array([0.91480604, 0.93707541])
    """
    _stream.set_seed(seed, sample_kind)


def runif(n: IntLike, min: ArrayLike = 0.0, max: ArrayLike = 1.0) -> NDArray[np.float64]:
    """Draw from the uniform distribution. See :meth:`dagbag.RRandom.runif`.

    Examples
    --------
    >>> set_seed(1)
    >>> runif(2)
    array([0.26550866, 0.3721239 ])
    """
    return _stream.runif(n, min, max)


def rnorm(n: IntLike, mean: ArrayLike = 0.0, sd: ArrayLike = 1.0) -> NDArray[np.float64]:
    """Draw from the normal distribution. See :meth:`dagbag.RRandom.rnorm`.

    Examples
    --------
    >>> set_seed(1)
    >>> rnorm(2)
    array([-0.62645381,  0.18364332])
    """
    return _stream.rnorm(n, mean, sd)


def sample_int(
    n: IntLike,
    size: IntLike | None = None,
    replace: bool = False,
    prob: ArrayLike | None = None,
    use_hash: bool | None = None,
) -> NDArray[np.int64]:
    """Draw from the integers 1..n; R's ``sample.int``. See :meth:`dagbag.RRandom.sample_int`.

    Examples
    --------
    >>> set_seed(1)
    >>> sample_int(10, 4)
    array([9, 4, 7, 1])
    """
    return _stream.sample_int(n, size, replace, prob, use_hash)


def sample(
    x: ArrayLike,
    size: IntLike | None = None,
    replace: bool = False,
    prob: ArrayLike | None = None,
) -> NDArray[Any]:
    """Draw elements of x, or of 1..x for an integer; R's ``sample``.

    See :meth:`dagbag.RRandom.sample`.

    Examples
    --------
    >>> set_seed(1)
    >>> sample([10, 20, 30], 2)
    array([10, 20])
    """
    return _stream.sample(x, size, replace, prob)


# The other draws of the shared stream, see the methods of RRandom.
rexp = _stream.rexp
rgamma = _stream.rgamma
rchisq = _stream.rchisq
rt = _stream.rt
rf = _stream.rf
rbeta = _stream.rbeta
rweibull = _stream.rweibull
rlogis = _stream.rlogis
rcauchy = _stream.rcauchy
rlnorm = _stream.rlnorm
rbinom = _stream.rbinom
rpois = _stream.rpois
rgeom = _stream.rgeom
rnbinom = _stream.rnbinom
rhyper = _stream.rhyper
rmultinom = _stream.rmultinom
rsignrank = _stream.rsignrank
rwilcox = _stream.rwilcox
