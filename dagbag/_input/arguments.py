"""Names of arguments."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Any, TypeVar, cast

from .words import nearest, show

Function = TypeVar("Function", bound=Callable[..., Any])
# Names of arguments


_CALLED_OTHERWISE = {  # elsewhere, by the name of the argument here
    "Y": ("X", "data", "df", "x"),
    "n_boot": (
        "B",
        "nboot",
        "n_bootstrap",
        "n_bootstraps",
        "bootstrap",
        "n_resamples",
        "n_replicates",
        "n_estimators",
        "R",
    ),
    "seed": ("random_state", "rng", "random_seed", "rseed", "generator"),
    "n_jobs": (
        "n_workers",
        "workers",
        "n_cores",
        "cores",
        "ncores",
        "n_threads",
        "threads",
        "num_threads",
        "num_workers",
        "n_processes",
        "cluster",
        "parallel",
    ),
    "progress": ("verbose", "verbosity", "progressbar", "progress_bar", "show_progress", "quiet"),
    "blacklist": ("forbidden_edges", "banned", "black_list", "exclude"),
    "whitelist": (
        "required_edges",
        "mandatory",
        "fixed",
        "fixed_edges",
        "white_list",
        "include",
    ),
    "knowledge": (
        "required",
        "forbidden",
        "allowed",
        "allowed_edges",
        "tiers",
        "within_tiers",
        "tier",
        "temporal_order",
        "layers",
        "roots",
        "leaves",
        "groups",
        "background_knowledge",
        "prior_knowledge",
        "expert_knowledge",
        "prior",
    ),
    "ini_adj_matrix": ("start", "start_dag", "initial", "init", "init_graph", "initial_graph"),
    "score_type": ("score", "scoring", "scoring_method", "criterion", "penalty"),
    "max_step": ("max_iter", "maxiter", "max_steps", "n_steps", "iterations"),
    "max_parents": ("max_indegree", "max_in_degree", "maxp", "max_degree"),
    "nrestart": ("restart", "restarts", "n_restarts"),
    "EPS": ("tol", "tolerance", "epsilon"),
    "cutoff": (
        "threshold",
        "cut",
        "min_frequency",
        "min_strength",
        "strength",
        "frequency",
        "limit",
    ),
    "nodes": ("names", "labels", "node_names", "columns", "feature_names", "variable_names"),
    "ax": ("axis", "axes"),
    "n": ("n_samples", "size", "rows"),
    "p": ("n_nodes", "n_variables", "n_features"),
    "random_state": ("seed", "rng", "random_seed", "generator"),
    "required": ("whitelist", "white_list", "required_edges", "mandatory", "fixed_edges"),
    "forbidden": ("blacklist", "black_list", "forbidden_edges", "banned", "exclude"),
    "score": ("score_type", "scoring", "scoring_method", "criterion"),
    "missing": ("na", "na_action", "dropna", "nan_policy"),
}
_REMARKS = {
    **{
        name: f" Write knowledge={{{name!r}: ...}}"
        for name in ("required", "forbidden", "allowed", "tiers", "roots", "leaves")
    },
    "quiet": " Write progress=False",
    "threshold": " It is (1 - threshold) / 2",
}
_REMARKS["allowed_edges"] = _REMARKS["allowed"]
_REMARKS |= dict.fromkeys(("tier", "temporal_order", "layers"), _REMARKS["tiers"])
_OF_AGGREGATION = ("cutoff", "strength", "alpha", "method", "time_limit", "boot_adj")


def _suggestion(name: str, known: Sequence[str], *, remarks: bool = True) -> str:
    """Say which argument an unknown name stands for, or where it belongs."""
    for here, elsewhere in _CALLED_OTHERWISE.items():
        if here in known and name in elsewhere:
            return f"; did you mean {here!r}?{_REMARKS.get(name, '') if remarks else ''}"
    if name in _OF_AGGREGATION:
        return f"; {name} is an argument of score_shd() and aggregation_path()"
    meant = next((here for here, also in _CALLED_OTHERWISE.items() if name in (here, *also)), None)
    if meant is None:
        return nearest(name, known)
    # What is near to a name that means something else is not what was meant.
    return "; nothing in it is random" if meant == "seed" else ""


def accepts_dots(function: Function) -> Function:
    """Let a function take R's dotted argument names; an unknown name says what there is."""
    known = list(inspect.signature(function).parameters)

    @functools.wraps(function)
    def wrapper(*args: Any, **given: Any) -> Any:
        arguments: dict[str, Any] = {}
        for name, value in given.items():
            plain = name.replace(".", "_")
            if plain not in known:
                raise TypeError(
                    f"{function.__name__}() got an unexpected keyword argument {name!r}"
                    f"{_suggestion(plain, known)}"
                )
            if plain in arguments:
                raise TypeError(f"{function.__name__}() got multiple values for argument {plain!r}")
            arguments[plain] = value
        return function(*args, **arguments)

    return cast(Function, wrapper)


Called = TypeVar("Called", bound=Callable[..., Any])


def hinting(called: str, positional: int | None = None) -> Callable[[Called], Called]:
    """Return a decorator that says what may have been meant by an unknown argument.

    Parameters
    ----------
    called : str
        What messages call the function.
    positional : int, optional
        How many arguments, without ``self``, may be given without their names.
    """

    def decorate(function: Called) -> Called:
        known = [name for name in inspect.signature(function).parameters if name != "self"]

        @functools.wraps(function)
        def wrapper(*args: Any, **given: Any) -> Any:
            for name in given:
                if name not in known:
                    # Its cutoff is one of strengths, of which the remark on thresholds is not true.
                    hint = _suggestion(name, known, remarks=name != "threshold")
                    hint = hint or f"; it has {', '.join(known)}"
                    raise TypeError(f"{called}() has no argument {name!r}{hint}")
            if positional is not None and len(args) > positional + 1:
                more, name = args[positional + 1], known[positional]
                first = " and ".join(known[:positional]) or "nothing"
                raise TypeError(
                    f"{called}() takes {first} without a name, and got {show(more)}, too: give the "
                    f"others by name, such as {name}={show(more)}"
                )
            return function(*args, **given)

        return cast(Called, wrapper)

    return decorate
