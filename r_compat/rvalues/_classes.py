"""R's S3 classes: lists with a class, and the method that a call means."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from ._apply import labels_of, simplify
from ._conditions import TryError, condition_class
from ._core import NA, elements, is_blank, is_gaps, is_logical, vector
from ._core import class_ as _class_of_plain
from ._environments import Environment
from ._named import NamedArray, NamedList, list_parts, one_dimensional
from ._nothing import is_null
from ._one import NA_TEXT
from ._untranslated import Untranslated


class ClassedDict(dict[str, Any]):
    """A list with names and a class."""

    r_class: tuple[str, ...] = ()

    def copy(self) -> ClassedDict:
        """Return a copy of the same class."""
        return copy.copy(self)


class ClassedList(list[Any]):
    """A list without names, with a class."""

    r_class: tuple[str, ...] = ()

    def copy(self) -> ClassedList:
        """Return a copy of the same class."""
        return copy.copy(self)


def structure(x: Any, classes: Any) -> Any:
    """R: ``structure(x, class = classes)`` of a list.

    Examples
    --------
    >>> structure({"name": "Ann"}, "person").r_class
    ('person',)
    """
    if classes is None:
        return unclass(x)
    if isinstance(x, Environment):
        return with_class(x, classes)
    if not isinstance(x, (dict, list)):
        raise Untranslated("only lists may be given a class here")
    if isinstance(x, NamedList):
        raise Untranslated("a list with a class must have names for all elements or for none")
    made: Any = ClassedDict(x) if isinstance(x, dict) else ClassedList(x)
    made.r_class = tuple(str(word) for word in vector(classes))
    return made


def with_class(x: Environment, classes: Any) -> Environment:
    """Give an environment a class, wherever it is known. R: ``class(x) <- classes``.

    Examples
    --------
    >>> queue = Environment()
    >>> with_class(queue, "queue") is queue, implicit_class(queue)
    (True, ('queue',))
    """
    if classes is None:
        raise Untranslated("the class of an environment is taken off")
    x.r_class = tuple(str(word) for word in vector(classes))  # type: ignore[attr-defined]
    return x


def unclass(x: Any) -> Any:
    """R: ``unclass``, of a list."""
    if isinstance(x, Environment):
        raise Untranslated("unclass() of an environment, which R takes the class off for all")
    if isinstance(x, ClassedDict):
        return dict(x)
    return list(x) if isinstance(x, ClassedList) else x


def class_(x: Any, integers: bool | str | None = False) -> Any:
    """R: ``class``; whole numbers are R's integers only where that is known: `integers`."""
    found = _own_class(x)
    if found is None and isinstance(x, NamedArray) and x.axes is not None:
        return "table"
    if found is None and one_dimensional(x):
        return "array"
    if found is None:
        return _class_of_plain(x, integers)
    return found[0] if len(found) == 1 else np.array(found, dtype=object)


def _own_class(x: Any) -> tuple[str, ...] | None:
    if isinstance(x, (ClassedDict, ClassedList)):
        return x.r_class
    if isinstance(x, Environment):
        return getattr(x, "r_class", ("environment",))
    if isinstance(x, BaseException):
        return condition_class(x)
    if isinstance(x, pd.Categorical) and x.ordered:
        return ("ordered", "factor")
    return ("try-error",) if isinstance(x, TryError) else None


def implicit_class(x: Any) -> tuple[str, ...]:
    """Return the classes by which R looks for a method."""
    found = _own_class(x)
    if found is not None:
        return found
    if isinstance(x, pd.DataFrame):
        return ("data.frame",)
    if isinstance(x, pd.Categorical):
        return ("factor",)
    if callable(x):
        return ("function",)
    if is_null(x):
        return ("NULL",)
    if x is NA_TEXT:
        return ("character",)
    if isinstance(x, (dict, list)):
        return ("list",)
    values = np.asarray(x)
    if is_gaps(values) and x is not NA_TEXT:
        raise Untranslated("a method for values that are NA only, which may be texts or logicals")
    dims = {2: ("matrix", "array")}.get(values.ndim, ("array",) if values.ndim > 2 else ())
    kind = {"b": ("logical",), "O": ("character",), "U": ("character",)}.get(values.dtype.kind)
    if is_blank(values) or (values.dtype.kind == "O" and is_logical(values)):
        kind = ("logical",)
    if isinstance(x, NamedArray) and x.axes is not None:
        return ("table",)
    if one_dimensional(x):
        dims = ("array",)
    return (*dims, *(kind or ("numeric",)))


def inherits(x: Any, what: Any, which: bool = False) -> Any:
    """R: ``inherits``.

    Examples
    --------
    >>> inherits(structure({}, "person"), "person"), inherits(1.5, "person")
    (True, False)
    """
    words = [str(word) for word in vector(what)]
    found = _own_class(x)
    if found is None:  # numbers that may be R's integers or doubles have a class only if asked for
        whole = not isinstance(x, (list, Mapping)) and np.asarray(x).dtype.kind in "iu"
        plain = whole and np.ndim(x) < 2 and not set(words) & {"numeric", "integer"}
        found = () if plain else tuple(str(word) for word in vector(_class_of_plain(x)))
    if which:
        return np.array([found.index(w) + 1 if w in found else 0 for w in words])
    return any(word in found for word in words)


def vectorized(
    function: Callable[..., Any], over: Sequence[str] | None = None
) -> Callable[..., Any]:
    """R: ``Vectorize``: a function of single values that is called on each element.

    The results have the names of the first argument, or are named by it if it is text. Arguments
    that are not in `over`, if that is given, are handed on as they are.

    Examples
    --------
    >>> vectorized(max)(np.array([1, 5]), 3)
    array([3, 5])
    """

    def called(*args: Any, **words: Any) -> Any:
        whole: dict[str, Any] = {}
        if over is not None:
            params = [p for p in inspect.signature(function).parameters if p not in words]
            words = {**dict(zip(params, args, strict=False)), **words}
            whole = {key: value for key, value in words.items() if key not in over}
            args, words = (), {key: words[key] for key in over if key in words}
        given = [elements(arg) for arg in args]
        named = {key: elements(value) for key, value in words.items()}
        lengths = [len(values) for values in [*given, *named.values()]]
        count = 0 if 0 in lengths else max(lengths, default=0)
        made = [
            function(
                *(values[k % len(values)] for values in given),
                **{key: values[k % len(values)] for key, values in named.items()},
                **whole,
            )
            for k in range(count)
        ]
        if not count:
            return []
        first = args[0] if args else words[_first_of(function, words)]
        return simplify(made, labels_of(first))

    return called


def _first_of(function: Callable[..., Any], words: Mapping[str, Any]) -> str:
    """Return which of the arguments given by name comes first in the function."""
    try:
        order = list(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        order = list(words)
    return next((word for word in order if word in words), next(iter(words)))


def dispatch(
    generic: str, x: Any, methods: Mapping[str, Callable[..., Any]], after: str | None = None
) -> Any:
    """Call the method that a generic function means, by the class of `x`; see `method`.

    Examples
    --------
    >>> dispatch("speak", structure({}, "dog"), {"dog": lambda x: "wuff"})
    'wuff'
    """
    if generic == "print" and isinstance(x, (dict, list)) and after is None:
        own = [word for word in methods if word != "default"]
        if not set(implicit_class(x)) & set(own) and _has_class_within(x, own):
            _print_parts(x, "", methods, own)
            return None
    return method(generic, x, methods, after)(x)


def _has_class_within(x: Any, words: Collection[str]) -> bool:
    """Whether some part of a list has one of these classes."""
    if not isinstance(x, (dict, list)):
        return False
    parts = x.values() if isinstance(x, dict) else x
    return any(set(_own_class(v) or ()) & set(words) or _has_class_within(v, words) for v in parts)


def _print_parts(
    x: Any, path: str, methods: Mapping[str, Callable[..., Any]], own: Collection[str]
) -> None:
    """Print a list whose parts have methods, with R's heads of the parts."""
    from ._printing import print_

    if isinstance(x, (ClassedDict, ClassedList)):
        raise Untranslated("print() of a list with a class without a method, of parts with one")
    items, keys = list_parts(x)
    for k, item in enumerate(items):
        here = f"{path}${keys[k]}" if keys and keys[k] else f"{path}[[{k + 1}]]"
        print(here)
        if not set(_own_class(item) or ()) & set(own) and _has_class_within(item, own):
            _print_parts(item, here, methods, own)
        elif set(implicit_class(item)) & set(own):
            method("print", item, methods)(item)
        else:
            print_(item)
        print()


def dispatch_operator(
    operator: str, x: Any, y: Any, methods: Mapping[str, Callable[..., Any]]
) -> Any:
    """Call the method that an operator means, by the class of either side.

    Parameters
    ----------
    operator : str
        For messages.
    x, y : object
        The sides.
    methods : mapping of str to callable
        By class; "default" is the operator of what has no class of these.

    Examples
    --------
    >>> methods = {"dog": lambda x, y: "wuff", "default": lambda x, y: x + y}
    >>> dispatch_operator("+", 1, structure({}, "dog"), methods)
    'wuff'
    >>> dispatch_operator("+", 1, 2, methods)
    3
    """
    own = [word for word in methods if word != "default"]
    _check_gaps(x, own)
    _check_gaps(y, own)
    found = [next((w for w in implicit_class(v) if w in own), None) for v in (x, y)]
    left, right = (None if w is None else methods[w] for w in found)
    if left is not None and right is not None and found[0] != found[1]:
        raise Untranslated(f"both sides of {operator} have methods, of {found[0]} and {found[1]}")
    chosen = left or right or methods.get("default")
    if chosen is None:
        raise TypeError(f"no applicable method for {operator!r}")
    return chosen(x, y)


def _check_gaps(x: Any, methods: Collection[str]) -> None:
    """Stop at numbers that are NA alone, if methods tell them from logicals."""
    told = {"logical", "numeric", "integer", "double"}.isdisjoint(methods)
    if x is NA or told:  # NA as it is written is a logical
        return
    if isinstance(x, (float, np.ndarray)) and is_blank(np.asarray(x)):
        raise Untranslated("a method for values that are NA only: logicals, or numbers of R")


def unused(x: Any) -> Any:  # noqa: ARG001
    """Raise the error of a method that is handed an argument it does not have."""
    raise TypeError("unused argument")


def lost_method(name: str) -> Callable[..., Any]:
    """Return what stands for a method that was not translated: the script ends where it runs."""

    def stopped(*_: Any) -> Any:
        raise Untranslated(f"it calls `{name}`, which was not translated")

    return stopped


def method(
    generic: str, x: Any, methods: Mapping[str, Callable[..., Any]], after: str | None = None
) -> Callable[..., Any]:
    """Return the method that a call of a generic function means, by the class of `x`.

    Parameters
    ----------
    generic : str
        For messages.
    x : object
        What the call is about.
    methods : mapping of str to callable
        By class; "default" if there is none for any class.
    after : str, optional
        Look only at the classes behind this one: R's ``NextMethod``.

    Examples
    --------
    >>> methods = {"dog": lambda x: "wuff", "default": lambda x: "?"}
    >>> method("speak", structure({}, "dog"), methods)(None)
    'wuff'
    """
    _check_gaps(x, methods)
    classes = implicit_class(x)
    if after is not None and after in classes:
        classes = classes[classes.index(after) + 1 :]
    for word in (*classes, "default"):
        if word in methods:
            return methods[word]
    raise TypeError(f"no applicable method for {generic!r} of class {implicit_class(x)[0]!r}")
