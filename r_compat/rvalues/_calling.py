"""Calls whose arguments are a list, and lists of arguments: put together, replaced."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd

from dagbag.results import RList

from ._core import _labels, as_list, c, is_list, unlist
from ._dates import is_dates
from ._named import NamedList, list_of, list_parts, names, unname
from ._untranslated import Untranslated


def any_form(*functions: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that calls the first that takes the arguments: one per form of ``...``.

    Examples
    --------
    >>> f = any_form(lambda a: a, lambda a, b: a + b, lambda a, sep: f"{a}{sep}")
    >>> f(1), f(1, 2), f("x", sep="!")
    (1, 3, 'x!')
    """
    taken = [inspect.signature(function) for function in functions]

    def called(*args: Any, **words: Any) -> Any:
        for function, signature in zip(functions, taken, strict=True):
            try:
                signature.bind(*args, **words)
            except TypeError:
                continue
            return function(*args, **words)
        raise Untranslated("a function with ... is called in a way that is not known here")

    return called


class Call:
    """A call as R keeps it: only its text, which may not be known. R: ``match.call``."""

    def __init__(self, text: str | None) -> None:
        self._text = text

    @property
    def text(self) -> str:
        """The text of the call."""
        if self._text is None:
            raise Untranslated("the text of a call whose arguments were computed")
        return self._text

    def __repr__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Call) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)


_WIDTH = 60  # R breaks the text of longer ones


def deparse(x: Any) -> str:
    """Return the text of a call or formula. R: ``deparse``."""
    text = getattr(x, "text", None)
    if not isinstance(text, str) or len(text) > _WIDTH:
        raise Untranslated("deparse() of what is no call or formula, or a long one")
    return text


def _checked(x: Any) -> Any:
    if not is_list(x):
        raise TypeError("the arguments of do.call() must be a list")
    return as_list(x)


def arguments(x: Any) -> list[Any]:
    """Return the elements of a list as the arguments of a call. R: the second of ``do.call``."""
    return list_parts(_checked(x))[0]


def do_call(function: Callable[..., Any], x: Any) -> Any:
    """Call a function with the elements of a list as its arguments. R: ``do.call``.

    Names are matched as R does: as they are, then by their beginning, then in order. A function
    of any number of values takes those names only that it has behind them.

    Examples
    --------
    >>> do_call(lambda x, y_z=1: x - y_z, {"y.z": 2, "x": 10})
    8
    """
    items, keys = list_parts(_checked(x))
    labels = ["" if key is None else str(key) for key in keys or [""] * len(items)]
    params = list(inspect.signature(function).parameters.values())
    if any(p.kind is p.VAR_POSITIONAL for p in params):
        own = {p.name for p in params if p.kind is p.KEYWORD_ONLY}
        labels = [known if (known := k.replace(".", "_")) in own else k for k in labels]
        words = {k: v for k, v in zip(labels, items, strict=True) if k in own}
        return function(*(v for k, v in zip(labels, items, strict=True) if k not in own), **words)
    named = {p.name.rstrip("_"): p for p in params if p.kind is p.POSITIONAL_OR_KEYWORD}
    taken: dict[str, Any] = {}
    for exact in (True, False):
        for label, item in zip(labels, items, strict=True):
            key = label.replace(".", "_")
            if not label or (key in named and not exact):
                continue
            free = [n for n in named if named[n].name not in taken]
            found = [n for n in named if n == key] if exact else _beginning(free, key)
            if exact and not found:
                continue
            if len(found) != 1 or named[found[0]].name in taken:
                raise TypeError(f"the argument {label} of do.call() matches no parameter, or two")
            taken[named[found[0]].name] = _fitting(function, named[found[0]], item)
    rest = [item for label, item in zip(labels, items, strict=True) if not label]
    open_ = [p for p in named.values() if p.name not in taken]
    if len(rest) > len(open_):
        raise TypeError("do.call() with more arguments than there are parameters")
    for parameter, item in zip(open_, rest, strict=False):
        taken[parameter.name] = _fitting(function, parameter, item)
    return function(**taken)


def _beginning(keys: list[str], start: str) -> list[str]:
    return [key for key in keys if key.startswith(start)]


def _fitting(function: Any, parameter: inspect.Parameter, value: Any) -> Any:
    """Return a whole number as an integer where a function of dagbag wants a count."""
    count = type(parameter.default) is int and function.__module__.startswith("dagbag.")
    if count and isinstance(value, (float, np.floating)) and float(value).is_integer():
        return int(value)
    return value


def modify_list(x: Any, value: Any) -> Any:
    """Return a list with elements replaced by name; NULL takes one out. R: ``modifyList``.

    Examples
    --------
    >>> modify_list({"a": 1, "b": {"k": 2}}, {"b": {"m": 3}, "a": None})
    {'b': {'k': 2, 'm': 3}}
    """
    items, keys = list_parts(as_list(x))
    labels = ["" if key is None else str(key) for key in keys or [""] * len(items)]
    changes, given = list_parts(as_list(value))
    for change, key in zip(changes, given or (), strict=False):
        if not key:
            continue
        if key not in labels:
            if change is not None:
                items, labels = [*items, change], [*labels, key]
            continue
        at = labels.index(key)
        if change is None:
            items, labels = items[:at] + items[at + 1 :], labels[:at] + labels[at + 1 :]
        elif _is_list(items[at]) and _is_list(change):
            items = [*items[:at], modify_list(items[at], change), *items[at + 1 :]]
        else:
            items = [*items[:at], change, *items[at + 1 :]]
    return list_of(items, labels)


def _is_list(x: Any) -> bool:
    return isinstance(x, (list, Mapping, RList, pd.DataFrame))


def c_labelled(values: list[Any], labels: list[str]) -> Any:
    """Put values together, some of which are given names. R: ``c(x, a = y)``.

    Examples
    --------
    >>> c_labelled([[1, 2], "-"], ["", "sep"])
    NamedList([1, 2, '-'], ['', '', 'sep'])
    """
    if not any(_is_list(v) or callable(v) for v in values):
        return unlist(NamedList(values, labels))
    items: list[Any] = []
    made: list[str] = []
    for value, label in zip(values, labels, strict=True):
        if value is None:
            continue
        listed = [value] if callable(value) else as_list(value)
        found, own = list_parts(listed)
        if own is None and not _is_list(value) and not callable(value):
            own = names(value)
        items += found
        made += _labels(label, own, len(found))
    return list_of(items, made)


def c_all(x: Any) -> Any:
    """Put the elements of a list together. R: ``do.call(c, x)``."""
    items, keys = list_parts(_checked(x))
    if keys is None or not any(keys):
        return c(*items)
    return c_labelled(items, ["" if key is None else str(key) for key in keys])


def unlist_once(x: Any, use_names: bool = True) -> Any:
    """Put the elements of a list together, and leave lists in them. R: ``unlist(recursive=FALSE)``.

    Examples
    --------
    >>> unlist_once([[1, [2]], [3]])
    [1, [2], 3]
    """
    if not isinstance(x, (list, tuple, Mapping, RList, pd.DataFrame)):
        return x
    items, _ = list_parts(as_list(x))
    nested = [item for item in items if isinstance(item, (list, tuple, Mapping, RList))]
    frames = [item for item in items if isinstance(item, pd.DataFrame)]
    if not nested and not frames:
        return unlist(x, use_names)
    for item in items:
        if isinstance(item, pd.Categorical) or is_dates(item) or isinstance(item, RList):
            raise Untranslated("unlist() of lists beside what has a class")
    made = c_all(as_list(x))
    return made if use_names else unname(made)


__all__ = [
    "Call", "arguments", "c_all", "c_labelled", "deparse", "do_call", "modify_list",
    "unlist_once",
]  # fmt: skip


def after(*values: Any) -> Any:
    """Return the last value: an answer that does not depend on the others, which R evaluates first.

    Examples
    --------
    >>> after(np.array([1, 2])[[0]], "integer")
    'integer'
    """
    return values[-1]
