"""Numbers, flags and choices: one ``check_<argument>`` each, returning the normalised value.

Messages name the argument, the rule and what came.
"""

from __future__ import annotations

import math
import numbers
import os
import re
from collections.abc import Iterable
from typing import Any, TypeVar

import numpy as np

from .._dag.types import FloatArray
from .words import nearest, show

MIN_ROWS = 3
SCORE_TYPES = ("BIC", "likelihood", "AIC", "eBIC", "GIC", "BGe")
_SCORE_ALIASES = {"like": "likelihood", "loglik": "likelihood"}
METHODS = ("greedy", "exact")
OPERATIONS = ("add", "delete", "reverse")
GIVEN, CANONICAL = COLUMN_ORDERS = ("given", "canonical")
RESAMPLE, DATA, LEFT_OUT = EVALUATIONS = ("resample", "data", "left_out")
AUTOMATIC, CROSS_PRODUCTS, FROM_DATA = REGIMES = ("auto", "cross-products", "data")
Kind = TypeVar("Kind")
LARGEST_PENALTY = 1e100  # sums of penalties stay far from overflow


# Scalars


def _as_float(value: Any) -> float:
    if value is None:
        return math.nan
    try:
        return float(value)
    except OverflowError:  # an integer beyond the floats
        return math.inf if value > 0 else -math.inf


def check_flag(value: object, name: str) -> bool:
    """Return True or False as a bool."""
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    raise TypeError(f"{name} must be True or False, got {show(value)}")


def check_integer(value: object, name: str, low: int, high: int | None = None) -> int:
    """Return an integer between low and high as an int; floats are not integers."""
    whole = isinstance(value, (int, np.integer)) and not isinstance(value, (bool, np.bool_))
    if whole and low <= value and (high is None or value <= high):  # type: ignore[operator]
        return int(value)  # type: ignore[call-overload, no-any-return]
    rule = f"of at least {low}" if high is None else f"between {low} and {high}"
    message = f"{name} must be an integer {rule}, got {show(value)}"
    raise ValueError(message) if whole else TypeError(message)


def check_seed(value: object) -> int:
    """Return an integer that R's ``set.seed`` takes."""
    return check_integer(value, "seed", -(2**31) + 1, 2**31 - 1)


def check_count(value: object, name: str, minimum: int = 0, maximum: int = 2**31 - 1) -> int:
    """Return a whole number between minimum and maximum as an int."""
    if type(value) is int and minimum <= value <= maximum:
        return value
    rule = f"{name} must be a whole number of at least {minimum}"
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Real):
        raise TypeError(f"{rule}, got {show(value)}")
    number = _as_float(value)
    if not (number.is_integer() or number == math.inf) or number < minimum:
        raise ValueError(f"{rule}, got {show(value)}")
    if number > maximum:
        raise ValueError(f"{name} must be a whole number of at most {maximum}, got {show(value)}")
    return int(number)


def check_number(
    value: object, name: str, rule: str = "a finite number", *, minimum: float = -math.inf
) -> float:
    """Return a finite number of at least minimum as a float."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name} must be {rule}, got {show(value)}")
    number = _as_float(value)
    if not math.isfinite(number) or number < minimum:
        raise ValueError(f"{name} must be {rule}, got {show(value)}")
    return number


def check_part(value: object, name: str) -> float:
    """Return a number from 0 to 1, both included."""
    rule = "a number from 0 to 1"
    part = check_number(value, name, rule, minimum=0.0)
    if part > 1:
        raise ValueError(f"{name} must be {rule}, got {show(value)}")
    return part


def check_max_step(value: object) -> int:
    """Return the largest number of search steps."""
    return check_count(value, "max_step", minimum=1)


def check_penalty(value: object) -> float | None:
    """Return what a score's own penalty is multiplied with, None for the default."""
    rule = "a finite number above 0, or None"
    if value is None:
        return None
    penalty = check_number(value, "penalty", rule, minimum=0.0)
    if penalty == 0.0:
        raise ValueError(f"penalty must be {rule}, got {show(value)}")
    return penalty


def check_eps(value: object) -> float:
    """Return the tolerance of R's choice rule."""
    return check_number(value, "EPS", "a finite number of at least 0", minimum=0.0)


def check_cutoff(value: object) -> float:
    """Return what a generalized selection frequency, which is at most 1, must exceed."""
    rule = "a number from 0 to below 1"
    if isinstance(value, str) and value in ("auto", "stability"):
        raise TypeError(f"cutoff must be {rule}, got {show(value)}, which only score_shd() takes")
    number = check_number(value, "cutoff", rule, minimum=0.0)
    if number >= 1:
        raise ValueError(f"cutoff must be {rule}, got {show(value)}; no gsf is above 1")
    return number


def check_alpha(value: object) -> float:
    """Return the cost of a reversal in the generalized structural Hamming distance."""
    return check_number(value, "alpha", "a finite number of at least 0", minimum=0.0)


def check_time_limit(value: object) -> float:
    """Return a number of seconds."""
    return check_number(value, "time_limit", "a finite number of seconds, at least 0", minimum=0.0)


def check_choice(
    value: object, name: str, choices: tuple[str, ...], *, in_any_case: bool = False
) -> str:
    """Return one of several words; in any case, with whatever joins its parts, if so wished."""

    def plain(word: object) -> str:
        text = str(word)
        return re.sub("[_ ]", "-", text.casefold()) if in_any_case else text

    known = {plain(word): word for word in choices}
    if plain(value) not in known:
        raise ValueError(f"{name} must be one of {', '.join(choices)}, got {show(value)}")
    return known[plain(value)]


def check_word(value: object, name: str, words: tuple[str, ...]) -> str:
    """Return one of several words, written as it is."""
    rule = f"{name} must be one of {', '.join(words)}"
    if not isinstance(value, str):
        raise TypeError(f"{rule}, got {show(value)}")
    if value not in words:
        raise ValueError(f"{rule}, got {show(value)}{nearest(value, words)}")
    return value


def check_method(value: object) -> str:
    """Return the name of a method of aggregation."""
    return check_word(value, "method", METHODS)


def check_path(value: Any, name: str) -> list[Any]:
    """Return the values of a path; a number is a path of one."""
    if isinstance(value, str) or getattr(value, "ndim", 1) == 0 or not isinstance(value, Iterable):
        return [value]
    values = list(value)
    if not values:
        raise ValueError(f"{name} must be a number or a sequence of numbers, got none")
    return values


def check_bounds(thresholds: list[Any], cutoffs: list[Any] | None) -> list[float]:
    """Return the thresholds of a path, or its cutoffs if there are any; not both."""
    if cutoffs is None:
        return [check_number(value, "threshold") for value in thresholds]
    if thresholds != [0]:
        raise ValueError(
            "cutoff must come without threshold, which is R's way to say it "
            f"(cutoff = (1 - threshold) / 2), got threshold={show(_single(thresholds))} and "
            f"cutoff={show(_single(cutoffs))}"
        )
    return [check_cutoff(value) for value in cutoffs]


def _single(values: list[Any]) -> Any:
    return values[0] if len(values) == 1 else values


def check_max_parents(value: object, p: int) -> int:
    """Return the largest number of parents; None means p - 1."""
    return max(p - 1, 0) if value is None else min(p - 1, check_count(value, "max_parents"))


def check_forced(extended: bool, penalty: float) -> None:
    """Refuse forced deletions without a penalty, of which there would be no end."""
    if extended and penalty == 0:
        raise ValueError(
            "XGES must have a penalty above 0 for extended=True, got 0: the complete graph is the "
            "best, and deletions that are forced there would try all others; take another score, "
            "such as BIC, or extended=False"
        )


def check_score_type(value: object) -> str | float:
    """Return the canonical name of a score, or the penalty per parent."""
    if isinstance(value, str):
        name = value.strip()
        for known in SCORE_TYPES:
            if name.lower() == known.lower():
                return known
        if name.lower() in _SCORE_ALIASES:
            return _SCORE_ALIASES[name.lower()]
        hint = nearest(name, [*SCORE_TYPES, *_SCORE_ALIASES])
        raise ValueError(
            f"score_type must be one of {', '.join(SCORE_TYPES)} or a penalty per parent, "
            f"got {show(value)}{hint}"
        )
    rule = "the name of a score or a penalty of at least 0"
    penalty = check_number(value, "score_type", rule, minimum=0.0)
    if penalty > LARGEST_PENALTY:
        raise ValueError(
            f"score_type must be {rule} and at most {LARGEST_PENALTY:g}, got {show(value)}"
        )
    return penalty


def check_level(value: object) -> float:
    """Return a significance level."""
    alpha = check_number(value, "alpha", "a number between 0 and 1", minimum=0.0)
    if not 0 < alpha < 1:
        raise ValueError(f"alpha must be a number between 0 and 1, got {show(value)}")
    return alpha


def check_perturb_operations(value: object) -> tuple[bool, bool, bool]:
    """Return which of add, delete, reverse a perturbation may use."""
    try:
        wanted = [value] if isinstance(value, str) else list(value)  # type: ignore[call-overload]
    except TypeError:
        wanted = [value]
    if not all(isinstance(name, str) for name in wanted):
        raise TypeError(
            f"perturb_operations must be a choice of {', '.join(OPERATIONS)}, got {show(value)}"
        )
    for name in wanted:
        if name not in OPERATIONS:
            raise ValueError(
                f"perturb_operations must be a choice of {', '.join(OPERATIONS)}, "
                f"got {show(name)}{nearest(name, OPERATIONS)}"
            )
    if not wanted:
        raise ValueError("perturb_operations must name at least one operation, got none")
    return ("add" in wanted, "delete" in wanted, "reverse" in wanted)


def check_restarts(nrestart: object, perturb: object) -> tuple[int, int]:
    """Return the number of restarts, and of operations in each perturbation."""
    found = check_count(nrestart, "nrestart"), check_count(perturb, "perturb")
    if found[0] > 0 and found[1] == 0:
        raise ValueError("perturb must be at least 1 when nrestart is above 0, got 0")
    return found


def check_prior(iss_mu: object, iss_w: object, n: int, p: int) -> tuple[float, float, float]:
    """Return weight of the mean, degrees of freedom and scale of BGe's prior for n rows."""
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
    return mu, w, t


def check_evaluate(value: object, score_type: str | float) -> str:
    """Return which rows' likelihood is taken."""
    words = ", ".join(f'"{word}"' for word in EVALUATIONS)
    if not isinstance(value, str) or value not in EVALUATIONS:
        hint = nearest(value, EVALUATIONS) if isinstance(value, str) else ""
        wrong = ValueError if isinstance(value, str) else TypeError
        raise wrong(f"evaluate must be one of {words}, got {show(value)}{hint}")
    if score_type == "BGe" and value != RESAMPLE:
        raise ValueError(f'evaluate must be "{RESAMPLE}" with score_type="BGe", got {show(value)}')
    return value


def check_learner_seed(value: object, *, needed: bool = False) -> int | None:
    """Return the seed of a learner: an integer, since a stream would go on from call to call.

    Threads would take from it in the order in which they come.
    """
    if value is not None:
        return check_integer(value, "seed", -(2**31) + 1, 2**31 - 1)
    if needed:
        raise ValueError(
            "seed must be an integer when random_forest, nrestart or shuffle is in use, got None"
        )
    return None


def check_step_lengths(value: object, max_step: int) -> FloatArray:
    """Return random_step_length with one entry per step; a scalar is recycled."""
    rule = "random_step_length must be a number, or one number per step"
    if value is None:
        raise ValueError(f"{rule}, when random_forest is True, got None")
    try:
        given = np.asarray(value)
        if given.dtype.kind not in "iufO":
            raise TypeError
        lengths = given.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        raise TypeError(f"{rule}, got {show(value)}") from None
    if lengths.ndim > 1:
        raise ValueError(f"{rule}, got an array of shape {lengths.shape}")
    if lengths.ndim == 1 and len(lengths) < max_step:
        raise ValueError(f"{rule} (max_step = {max_step}), got {len(lengths)} numbers")
    if not np.isfinite(lengths).all() or (lengths < 0).any():
        raise ValueError(f"{rule}, finite and not negative")
    return lengths[:max_step] if lengths.ndim else np.broadcast_to(lengths, (max_step,))


def check_regime(value: object) -> str:
    """Return where deltas are to come from."""
    return check_word(value, "memory", REGIMES)


def check_column_order(value: object) -> str:
    """Return in which order a learner sees the columns."""
    return check_word(value, "column_order", COLUMN_ORDERS)


def check_shuffle(value: object, *, ensemble: bool) -> str | None:
    """Return how the nodes are shuffled: None, "once" or "resample"."""
    if isinstance(value, str) and value == "resample":
        if not ensemble:
            raise ValueError('shuffle must be True or False when n_boot is 0, got "resample"')
        return value
    if isinstance(value, (bool, np.bool_)):
        return "once" if value else None
    kind = ValueError if isinstance(value, str) else TypeError
    raise kind(f'shuffle must be True, False or "resample", got {show(value)}')


RESAMPLES = ("bootstrap", "subsample", "pairs")


def check_resample(kind: object, sample_frac: object, n: int, n_boot: int) -> tuple[str, int]:
    """Return how rows are drawn, and how many of n; all of them where there is no ensemble."""
    if not isinstance(kind, str) or kind not in RESAMPLES:
        hint = nearest(kind, RESAMPLES) if isinstance(kind, str) else ""
        wrong = ValueError if isinstance(kind, str) else TypeError
        raise wrong(f'resample must be "bootstrap", "subsample" or "pairs", got {show(kind)}{hint}')
    if kind == "pairs":
        return "pairs", _half(sample_frac, n, n_boot)
    part = {"bootstrap": 1.0, "subsample": 0.5}[str(kind)]
    if sample_frac is not None:
        part = check_number(sample_frac, "sample_frac", "a number above 0 and at most 1")
        if not 0 < part <= 1:
            raise ValueError(f"sample_frac must be above 0 and at most 1, got {show(sample_frac)}")
    if n_boot == 0:
        return str(kind), n
    size = int(part * n + 0.5)
    if size < MIN_ROWS:
        raise ValueError(
            f"sample_frac must leave at least {MIN_ROWS} of the {n} rows, got {part} of them"
        )
    return str(kind), size


def _half(sample_frac: object, n: int, n_boot: int) -> int:
    """Return the rows of each of two complementary subsamples."""
    if sample_frac is not None and check_number(sample_frac, "sample_frac") != 0.5:
        raise ValueError(
            'sample_frac must be None with resample="pairs", whose resamples are halves of the '
            f"rows, got {show(sample_frac)}"
        )
    if n_boot % 2:
        raise ValueError(
            'n_boot must be even with resample="pairs", which draws resamples two by two, got '
            f"{n_boot}"
        )
    if n_boot == 0:
        return n
    if n // 2 < MIN_ROWS:
        raise ValueError(
            f'resample="pairs" needs at least {2 * MIN_ROWS} rows, {MIN_ROWS} for each half, got '
            f"data with {n}"
        )
    return n // 2


def check_pairs_at_once(kind: str, *, in_turn: bool) -> None:
    """Refuse pairs whose second half would be drawn after a search that draws, too."""
    if kind == "pairs" and in_turn:
        raise ValueError(
            'resample must be "bootstrap" or "subsample" with random_forest=True, whose searches '
            'draw between the resamples, got "pairs"'
        )


def check_learner(value: Any) -> Any:
    """Return a learner: something that can be called."""
    if not callable(value):
        raise TypeError(f"learner must be a callable of the data, got {show(value)}")
    if isinstance(value, type):
        raise TypeError(f"learner must be an instance, got the class: write {value.__name__}()")
    return value


def check_prefer(learner: Any) -> str:
    """Return where a learner is best run."""
    prefer = getattr(learner, "prefer", "processes")
    if prefer not in ("threads", "processes"):
        raise ValueError(f'learner.prefer must be "threads" or "processes", got {show(prefer)}')
    return str(prefer)


def check_n_jobs(value: object) -> int | None:
    """Return the number of workers as joblib understands it."""
    if value is None:
        return None
    rule = "n_jobs must be None or a whole number other than 0"
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"{rule}, got {show(value)}")
    if value == 0:
        raise ValueError(f"{rule}, got 0")
    return int(value)


def check_progress(value: Any) -> Any:
    """Return whether to show a bar; None, or "auto", decides by who is looking."""
    if value is None or callable(value):
        return value
    if isinstance(value, str) and value == "auto":
        return None
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    raise TypeError(
        "progress must be True, False, None or a function of (done, total), or 'auto', "
        f"got {show(value)}"
    )


def check_timeout(value: object) -> float | None:
    """Return the seconds that a replicate may take; None for no limit."""
    rule = "a number of seconds above 0, or None"
    if value is None:
        return None
    seconds = check_number(value, "timeout", rule)
    if seconds <= 0:
        raise ValueError(f"timeout must be {rule}, got {show(value)}")
    return seconds


def check_checkpoint(value: Any, n_boot: int) -> str | None:
    """Return the path of a checkpoint as text."""
    if value is None:
        return None
    if n_boot == 0:
        raise ValueError("n_boot must be at least 1 for a checkpoint, got 0")
    try:
        path = os.fspath(value)
    except TypeError:
        path = b""
    if not isinstance(path, str):
        raise TypeError(f"checkpoint must be a path, got {show(value)}")
    if not path or "\0" in path:
        raise ValueError(f"checkpoint must be a path, got {show(path)}")
    return path


def check_warm_start(value: Any, n_boot: int, seed: object, kind: type[Kind]) -> Kind | None:
    """Return the ensemble to go on from, of this type; its stream goes on, so there is no seed."""
    if value is None:
        return None
    if not isinstance(value, kind):
        raise TypeError(f"warm_start must be an {kind.__name__}, got {type(value).__name__}")
    if n_boot == 0:
        raise ValueError("n_boot must be at least 1 with warm_start, got 0")
    if seed is not None:
        raise ValueError("seed must be None with warm_start, whose stream goes on")
    return value


def check_generator(seed: object) -> np.random.Generator:
    """Return the numpy generator that a seed stands for."""
    if seed is None or isinstance(seed, np.random.Generator):
        return np.random.default_rng(seed)
    try:
        return np.random.default_rng(check_integer(seed, "seed", 0))
    except TypeError:
        raise TypeError(
            f"seed must be None, a non-negative integer or a numpy Generator, got {show(seed)}"
        ) from None


def check_snr(snr: Any) -> tuple[float, float]:
    """Return the range of signal-to-noise ratios as two floats."""
    message = f"snr must be two numbers with 0 < low <= high < inf, got {show(snr)}"
    try:
        low, high = (float(ratio) for ratio in snr)
    except TypeError:
        raise TypeError(message) from None
    except ValueError:
        raise ValueError(message) from None
    if not 0 < low <= high < math.inf:
        raise ValueError(message)
    return low, high
