"""What is asked of the estimator: choices by name, seeds of other libraries."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from ..exceptions import NoBoundError
from .checks import (
    AUTOMATIC,
    CROSS_PRODUCTS,
    FROM_DATA,
    RESAMPLES,
    check_count,
    check_regime,
    check_score_type,
    check_seed,
)
from .cutoffs import AUTO, STABILITY, WISHES, check_strength
from .words import listing, nearest, show

BY_NAME = ("boss", "xges", "hill_climbing")
# What a learner object settles itself.
OWN = {"score": "bic", "penalty": None, "max_parents": AUTO, "memory": AUTOMATIC}


def check_learner_choice(value: Any) -> Any:
    """Return the name of a search ("auto" among them), or a learner."""
    if isinstance(value, str):
        name = value.strip().lower().replace("-", "_").replace(" ", "_")
        if name not in (AUTO, *BY_NAME):
            known = ", ".join(f'"{word}"' for word in (AUTO, *BY_NAME))
            raise ValueError(
                f"learner must be one of {known}, or a learner, got {show(value)}"
                f"{nearest(value, (AUTO, *BY_NAME))}"
            )
        return name
    if not callable(value):
        raise TypeError(
            f"learner must be the name of a search or a callable of the data, got {show(value)}"
        )
    if isinstance(value, type):
        raise TypeError(f"learner must be an instance, got the class: write {value.__name__}()")
    return value


def check_left_to_learner(learner: Any, given: Mapping[str, Any]) -> None:
    """Refuse settings of a search beside a learner that has its own."""
    for name, default in OWN.items():
        value = given[name]
        if not (value is default or value == default):
            raise ValueError(
                f"{name} must be left at {default!r} beside a learner of your own, which has its "
                f"own settings, got {name}={show(value)} and learner={show(learner)}"
            )


def check_has_cross_products(memory: Any, learner: str) -> None:
    """Refuse to search from the data where only hill climbing can."""
    if check_regime(memory) == FROM_DATA:
        name = "boss" if learner == AUTO else learner
        raise ValueError(
            f"memory must be {AUTOMATIC!r} or {CROSS_PRODUCTS!r} with learner {name!r}, which has "
            f"no search from the data, got {memory!r}; learner='hill_climbing' has one"
        )


def check_parents_choice(value: Any) -> int | None:
    """Return the largest number of parents; None leaves it to the number of rows."""
    if isinstance(value, str):
        if value == AUTO:
            return None
        raise ValueError(
            f'max_parents must be "{AUTO}", None or a whole number of at least 0, got {show(value)}'
        )
    return None if value is None else check_count(value, "max_parents")


def check_resample_choice(value: Any, cutoff: Any) -> str:
    """Return how rows are drawn; "auto" is the bootstrap, unless false edges are to be bounded."""
    if isinstance(value, str) and value == AUTO:
        wished = isinstance(cutoff, str) and cutoff == STABILITY
        return "pairs" if wished else "bootstrap"
    if isinstance(cutoff, str) and cutoff == STABILITY and value == "bootstrap":
        raise NoBoundError(
            f'resample must be "{AUTO}", "pairs" or "subsample" with cutoff="{STABILITY}", whose '
            f"bound is one of subsamples, got {show(value)}"
        )
    if not isinstance(value, str) or value not in RESAMPLES:
        known = ", ".join(f'"{word}"' for word in (AUTO, *RESAMPLES))
        hint = nearest(value, RESAMPLES) if isinstance(value, str) else ""
        wrong = ValueError if isinstance(value, str) else TypeError
        raise wrong(f"resample must be one of {known}, got {show(value)}{hint}")
    return value


def check_cutoff_choice(value: Any) -> dict[str, Any]:
    """Return a cutoff on strengths as arguments of `score_shd`."""
    if not isinstance(value, str):
        return {"strength": check_strength(value, "cutoff")}
    if value not in WISHES:
        raise ValueError(
            f'cutoff must be a number from 0 to below 1, "{AUTO}" or "{STABILITY}", got '
            f"{show(value)}{nearest(value, WISHES)}"
        )
    return {"cutoff": value}


def check_random_state(value: Any) -> Any:
    """Return the seed, or stream of R's random numbers, that a random state stands for.

    None is the stream of the session; a generator of numpy is drawn from once.
    """
    if value is None or hasattr(value, "exclusive"):  # R's stream
        return value
    if isinstance(value, np.random.RandomState):
        return int(value.randint(2**31 - 1))
    if isinstance(value, np.random.Generator):
        return int(value.integers(2**31 - 1))
    try:
        return check_seed(value)
    except TypeError:
        raise TypeError(
            "random_state must be None, an integer, or a random generator of numpy or of this "
            f"package, got {show(value)}"
        ) from None
    except ValueError as error:
        raise ValueError(str(error).replace("seed", "random_state", 1)) from None


def parameters_of(make: Callable[..., Any]) -> dict[str, Any]:
    """Return the parameters of a constructor with their defaults."""
    told = inspect.signature(make).parameters.values()
    return {each.name: each.default for each in told if each.name != "self"}


def check_parameter(name: object, known: Mapping[str, Any], of: str) -> str:
    """Return the name of a parameter."""
    if not isinstance(name, str) or name not in known:
        hint = nearest(str(name), known)
        raise ValueError(
            f"Invalid parameter {show(name)} for {of}: it must be one of {', '.join(known)}{hint}"
        )
    return name


def check_fitted(estimator: Any, attribute: str, how: str = "fit(X)") -> None:
    """Refuse to look at what is not yet learned."""
    if attribute not in vars(estimator):
        raise _not_fitted()(f"this {type(estimator).__name__} is not fitted yet: call {how} before")


def _not_fitted() -> type[Exception]:
    """Return the exception that scikit-learn knows, where it is installed."""
    try:
        from sklearn.exceptions import NotFittedError
    except ImportError:
        return _NotFittedError
    found: type[Exception] = NotFittedError
    return found


class _NotFittedError(ValueError, AttributeError):
    """What is asked for is learned by `fit`, which was not called yet."""


def check_score(value: Any) -> str | float:
    """Return the canonical name of a score, or a penalty per parent."""
    try:
        return check_score_type(value)
    except (TypeError, ValueError) as error:
        raise type(error)(str(error).replace("score_type", "score", 1)) from None


def check_ensemble(ensemble: Any, what: str) -> Any:
    """Return the DAGs of an estimator, if it learned several."""
    if ensemble is None:
        raise ValueError(
            f"{what} needs the DAGs of resamples, but this estimator was fitted without; set "
            "n_boot to at least 1 and fit again"
        )
    return ensemble


def check_kept(X: Any, how: str) -> Any:
    """Return the data of a fitted estimator, which a pickled one does not have."""
    if X is None:
        raise ValueError(
            f"the data are needed again, which an estimator does not keep when it is pickled: "
            f"give them, {how}"
        )
    return X


NO_EFFECTS = (
    "effects() needs the data, but this estimator was fitted to a covariance matrix: give "
    "them, effects(X)"
)
NO_LIKELIHOOD = (
    "log_likelihood needs the means of the columns, which a covariance matrix does not tell: fit "
    "the estimator to rows"
)


def check_rows(data: Any, without: str) -> Any:
    """Return data that have rows, and means, which a covariance matrix has not."""
    if data.size is not None:
        raise ValueError(without)
    return data


@contextmanager
def growing() -> Iterator[None]:
    """Name what was given to `more` in the errors of the function that it calls."""
    try:
        yield
    except ValueError as error:
        before, start = "warm_start must come from the same call, but ", str(error)
        if not start.startswith(before):
            raise
        raise ValueError(
            "more() must have the data and the parameters that were fitted with, but "
            f"{start.removeprefix(before)}; call fit(X) to begin anew"
        ) from None


def check_columns(data: Any, nodes: tuple[Any, ...]) -> Any:
    """Return the values of data that must have the columns of those fitted to, in their order."""
    if data.nodes == nodes:
        return data.values
    labelled = data.library is not None or data.nodes != tuple(range(data.p))
    if labelled and set(data.nodes) == set(nodes):
        position = {node: k for k, node in enumerate(data.nodes)}
        return data.values[:, [position[node] for node in nodes]]
    if data.p == len(nodes) and (not labelled or nodes == tuple(range(data.p))):
        return data.values  # by their places, where either has no names
    if data.p != len(nodes):
        raise ValueError(
            f"X has {data.p} features, but DAGBag is expecting {len(nodes)} features as input: "
            "give the columns that it was fitted to"
        )
    missing = [node for node in nodes if node not in data.nodes]
    raise ValueError(
        f"X must have the columns that were fitted to, got none named {listing(missing)}"
    )


def check_result(found: Any) -> Any:
    """Return what a learner found, if it is one of this package: a matrix tells too little."""
    if not hasattr(found, "_renumbered"):
        raise TypeError(
            "n_boot must be at least 1 with a learner of your own, whose graphs are aggregated; "
            f"got 0, and {type(found).__name__} from the learner"
        )
    return found


def check_same_knowledge(now: Any, before: Any) -> None:
    """Refuse knowledge that was set after the DAGs were learned, which do not honour it."""
    if now != before:
        raise ValueError(
            "required, forbidden, allowed, tiers and knowledge must be those of fit, whose DAGs "
            "honour them, got others; fit again"
        )


def check_same_resample(now: Any, before: str) -> None:
    """Refuse other resamples than those that were drawn."""
    if now != before:
        raise ValueError(f"resample must be that of fit, {before!r}, got {show(now)}; fit again")
