"""What is asked of R's random numbers: states of a stream, ranges, sizes of samples."""

from __future__ import annotations

import math
from typing import Any, Literal, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from .checks import check_flag, check_integer, check_number

SampleKind: TypeAlias = Literal["Rejection", "Rounding"]

N_WORDS = 624
MAX_INT = 2**31 - 1
MAX_COUNT = 2**52  # the longest vector of R
MAX_POOL = 10**7  # above it R's sample.int remembers what it drew instead of what is left


# States


def check_sample_kind(value: object) -> SampleKind:
    """Return how indices are drawn."""
    if not isinstance(value, str) or value not in ("Rejection", "Rounding"):
        raise ValueError(f'sample_kind must be "Rejection" or "Rounding", got {value!r}')
    return cast(SampleKind, value)


def check_words(name: str, key: npt.ArrayLike, low: int, high: int) -> npt.NDArray[np.uint32]:
    """Return 624 words, not all zero, as uint32; signed ones keep their bits."""
    words = _integers(name, key, N_WORDS)
    smallest, largest = int(words.min()), int(words.max())
    if not low <= smallest <= largest <= high:
        raise ValueError(
            f"{name} must hold integers between {low} and {high}, got {smallest} to {largest}"
        )
    if smallest == largest == 0:
        raise ValueError(f"{name} must not be all zero, the stream would stay at zero")
    return np.ascontiguousarray(words.astype(np.uint32))


def _integers(name: str, value: npt.ArrayLike, size: int) -> npt.NDArray[Any]:
    integers = np.asarray(value)
    if integers.shape != (size,):
        raise ValueError(f"{name} must have shape ({size},), got {integers.shape}")
    if integers.dtype.kind not in "iu":
        raise TypeError(f"{name} must hold integers, got dtype {integers.dtype}")
    return integers


def check_state(state: Any) -> tuple[Any, ...]:
    """Return the parts of a snapshot of a stream, each to be checked."""
    if not isinstance(state, tuple) or len(state) not in (2, 3):
        raise TypeError(f"state must be a tuple (key, position, sample_kind), got {state!r}")
    return state


def check_position(value: object, name: str) -> int:
    """Return how many of the words were used."""
    return check_integer(value, name, 1, N_WORDS)


def check_r_seed(r_seed: npt.ArrayLike, kinds: dict[int, Any]) -> tuple[Any, int, Any]:
    """Return the words, their position and the kind of R's ``.Random.seed``."""
    values = _integers("r_seed", r_seed, N_WORDS + 2)
    kind = kinds.get(int(values[0]))
    if kind is None:
        raise ValueError(
            "r_seed must start with 10403 (Mersenne-Twister, Inversion, Rejection) or 403 "
            f"(the same with Rounding), got {values[0]}"
        )
    position = check_position(values[1], "r_seed[1]")
    return check_words("r_seed[2:]", values[2:], -(2**31), MAX_INT), position, kind


def refuse_generator(seed: object) -> None:
    """Refuse a generator of numpy in the place of a seed."""
    if isinstance(seed, (np.random.Generator, np.random.RandomState, np.random.BitGenerator)):
        raise TypeError(
            "seed must be None, an integer or an RRandom (generators of numpy cannot follow R's "
            f"stream), got {seed!r}"
        )


# Draws


def check_range(min: object, max: object) -> tuple[float, float]:
    """Return the low end and the width of an interval."""
    low, high = check_number(min, "min"), check_number(max, "max")
    width = high - low
    if not 0 <= width < math.inf:
        raise ValueError(
            f"max must be at least min, and max - min finite, got min={low} and max={high}"
        )
    return low, width


def check_ranges(min: npt.ArrayLike, max: npt.ArrayLike) -> tuple[Any, Any]:
    """Return the ends of intervals, one for each draw."""
    low, high = np.asarray(min, dtype=np.float64), np.asarray(max, dtype=np.float64)
    if low.ndim > 1 or high.ndim > 1 or low.size == 0 or high.size == 0:
        raise ValueError(
            "min and max must be numbers or one-dimensional, with at least one value, got shapes "
            f"{low.shape} and {high.shape}"
        )
    pairs = math.lcm(low.size, high.size)
    width = np.resize(high, pairs) - np.resize(low, pairs)
    if not ((width >= 0) & (width < np.inf)).all():
        raise ValueError("max must be at least min, and max - min finite, for every draw")
    return low, high


def check_hash(
    value: object, population: int, draws: int, replace: bool, prob: object | None
) -> bool:
    """Return whether draws are repeated until they are new."""
    if value is None:
        return population > MAX_POOL and 2 * draws <= population and not replace and prob is None
    chosen = check_flag(value, "use_hash")
    if chosen and (replace or prob is not None or 2 * draws > population):
        raise ValueError(
            "use_hash must be False with replacement, with prob, and for more than half of the "
            f"population, got True for {draws} out of {population}"
        )
    return chosen


def check_normal(mean: object, sd: object) -> tuple[float, float]:
    """Return a mean and a standard deviation."""
    center, scale = check_number(mean, "mean"), check_number(sd, "sd")
    if scale < 0:
        raise ValueError(f"sd must be non-negative, got {scale}")
    return center, scale


def check_sample(n: object, size: object, replace: object) -> tuple[int, int, bool]:
    """Return how many there are, how many are drawn, and whether with replacement."""
    population = check_integer(n, "n", 0, MAX_INT)
    draws = population if size is None else check_integer(size, "size", 0, MAX_COUNT)
    replaced = check_flag(replace, "replace")
    if draws > 0 and population == 0:
        raise ValueError(f"size must be 0 when there is nothing to draw from, got {draws}")
    if draws > population and not replaced:
        raise ValueError(
            f"size must be at most the population, {population}, when replace is False, got {draws}"
        )
    return population, draws, replaced


def check_sampled_prob(prob: npt.NDArray[np.float64], n: int, size: int, replace: bool) -> None:
    """Refuse weights of a sample that are too few, or too few of them positive."""
    if prob.size != n:
        raise ValueError(f"prob must have a weight for each of {n} values, got {prob.size}")
    positive = int(np.count_nonzero(prob))
    if not replace and size > positive:
        raise ValueError(
            f"prob must have at least {size} positive weights to draw as many without "
            f"replacement, got {positive}"
        )


def check_elements(x: Any) -> npt.NDArray[Any]:
    """Return what is drawn from, one-dimensional."""
    elements = np.asarray(x)
    if elements.ndim == 0:
        raise TypeError(f"x must be an integer or a one-dimensional sequence, got {x!r}")
    if elements.ndim > 1:
        raise ValueError(f"x must be one-dimensional, got shape {elements.shape}")
    return elements
