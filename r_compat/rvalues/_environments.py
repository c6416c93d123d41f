"""R's environments: variables by name, handed on by reference."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from ._core import vector


class Environment(dict[str, Any]):
    """Variables by name. Unlike other values of R it is shared and never copied.

    Examples
    --------
    >>> counter = Environment()
    >>> counter["n"] = 1
    >>> counter.get("n"), counter.get("m")
    (1, None)
    """

    unordered = True

    def copy(self) -> Environment:
        """Return the same environment."""
        return self

    def __copy__(self) -> Environment:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Environment:
        return self

    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = object.__hash__  # type: ignore[assignment]


def ls(environment: dict[str, Any], all_names: bool = False) -> Any:
    """R: ``ls``, the names in order; those that begin with a dot if asked for.

    Examples
    --------
    >>> ls(Environment(b=1, a=2))
    array(['a', 'b'], dtype=object)
    """
    names = [name for name in environment if all_names or not name.startswith(".")]
    return np.array(sorted(names, key=str.lower), dtype=object)


def remove(environment: dict[str, Any], names: Any) -> None:
    """R: ``rm(list = names, envir = environment)``."""
    for name in vector(names):
        environment.pop(str(name), None)


def mget(environment: dict[str, Any], names: Any) -> dict[str, Any]:
    """R: ``mget``."""
    return {str(name): environment[str(name)] for name in vector(names)}


def environment_of(function: Callable[..., Any]) -> Environment:
    """R: ``environment(f)``: the variables that a function sees in the function around it.

    Examples
    --------
    >>> def outer():
    ...     total = 3
    ...     return lambda: total
    >>> environment_of(outer())["total"]
    3
    """
    return Environment(inspect.getclosurevars(function).nonlocals)


def python_name(name: str) -> str:
    """Return Python's name of a variable of R whose name is computed.

    Examples
    --------
    >>> python_name("fit.1")
    'fit_1'
    """
    return "".join(c if c.isalnum() or c == "_" else "_" for c in name)
