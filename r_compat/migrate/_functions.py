"""Functions: those of the script, R's matching of arguments, and the tables of known functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from . import _rast as r
from ._kinds import NEVER, Kind, join, widen
from ._pyexpr import Py, Refused

if TYPE_CHECKING:
    from ._translate import Dest, Translator

_MOST_JOINS = 6


@dataclass(eq=False)
class FunctionInfo:
    """A function of the script: what it was called with so far, and what it returns."""

    node: r.Function
    name: str
    params: dict[str, Kind] = field(default_factory=dict)
    returns: Kind = NEVER
    invisible: bool = False
    shares: bool = False  # returns memory of an argument or of a variable outside
    inner: set[str] = field(default_factory=set)  # names that also mean a variable outside
    optional: set[str] = field(default_factory=set)  # parameters that a call left out
    joins: int = 0
    dots: bool = False  # some call gives further arguments to ``...``

    def receive(self, param: str, kind: Kind) -> bool:
        """Take note of an argument; return whether it was news."""
        old = self.params.get(param, NEVER)
        new = join(old, kind)
        if new == old:
            return False
        self.joins += 1
        if self.joins > _MOST_JOINS * (1 + len(self.node.params)):
            new = widen(old, new)
        self.params[param] = new
        return new != old


@dataclass(frozen=True)
class Known:
    """A function of a table.

    Attributes
    ----------
    name : str
        R's name.
    params : tuple of str
        R's parameters, in R's order.
    make : callable
        Gets the translator and the matched arguments, by R's names with underscores for dots.
    lazy : bool
        The arguments are syntax, not yet translated.
    package : str
    """

    name: str
    params: tuple[str, ...]
    make: Callable[..., Any]
    lazy: bool = False
    package: str = "base"


@dataclass
class Table:
    """The functions of a package that the translator knows.

    A function is added by decorating the Python function that builds its translation::

        @base("cumsum", "x")
        def _cumsum(t, x):
            return fill("np.cumsum(X)", x.kind.plain(), X=x)
    """

    package: str
    functions: dict[str, Known] = field(default_factory=dict)
    statements: dict[str, Callable[[Translator, r.Call, Dest], bool]] = field(default_factory=dict)
    stores: dict[str, Callable[[Translator, Py, list[r.Arg], Py], Py]] = field(default_factory=dict)
    values: dict[str, Callable[[Translator], Py]] = field(default_factory=dict)
    results: dict[str, Callable[[Translator, Py, str | int], Py]] = field(default_factory=dict)

    def __call__(self, names: str, *params: str, lazy: bool = False) -> Callable[[_F], _F]:
        """Register the translation of one or more functions (names separated by blanks)."""

        def register(make: _F) -> _F:
            for name in names.split():
                self.functions[name] = Known(name, params, make, lazy, self.package)
            return make

        return register

    def statement(self, names: str) -> Callable[[_F], _F]:
        """Register a function that is a statement in Python; it returns False to decline."""

        def register(make: _F) -> _F:
            for name in names.split():
                self.statements[name] = make
            return make

        return register

    def store(self, names: str) -> Callable[[_F], _F]:
        """Register ``f(x, ...) <- value``; it returns the new x."""

        def register(make: _F) -> _F:
            for name in names.split():
                self.stores[name] = make
            return make

        return register


_F = TypeVar("_F", bound=Callable[..., Any])


def match_arguments(
    function: str, params: Sequence[str], args: Sequence[r.Arg]
) -> tuple[dict[str, r.Arg], list[r.Arg]]:
    """Match arguments to parameters as R does: by name, by part of a name, by position.

    Parameters
    ----------
    function : str
        For messages.
    params : sequence of str
        With ``"..."`` where R has it; parameters behind it need their full name.
    args : sequence of Arg

    Returns
    -------
    matched : dict of str to Arg
    dots : list of Arg
        What went into ``...``, with names.

    Examples
    --------
    >>> span = r.Span(1, 1, 0, 0)
    >>> args = [r.Arg("n.b", r.Num(span, 5.0)), r.Arg(None, r.Name(span, "Y"))]
    >>> matched, _ = match_arguments("score", ("Y", "n.boot"), args)
    >>> list(matched)
    ['n.boot', 'Y']
    """
    matched: dict[str, r.Arg] = {}
    has_dots = "..." in params
    before = params[: params.index("...")] if has_dots else params
    left: list[r.Arg] = []
    for arg in args:
        if arg.name and arg.name in params and arg.name != "...":
            if arg.name in matched:
                raise Refused(f"{function}(): argument {arg.name} is given twice")
            matched[arg.name] = arg
        else:
            left.append(arg)
    rest: list[r.Arg] = []
    for arg in left:
        if arg.name:
            found = [p for p in before if p.startswith(arg.name) and p not in matched]
            if len(found) == 1:
                matched[found[0]] = arg
                continue
            if len(found) > 1:
                raise Refused(f"{function}(): {arg.name} could be {' or '.join(found)}")
        rest.append(arg)
    free = [p for p in before if p not in matched]
    dots: list[r.Arg] = []
    for arg in rest:
        if arg.name is None and free:
            matched[free.pop(0)] = arg
        elif has_dots:
            dots.append(arg)
        elif arg.name:
            raise Refused(f"{function}() has no argument {arg.name}")
        else:
            raise Refused(f"{function}() takes at most {len(params)} arguments")
    return {k: v for k, v in matched.items() if v.value is not None}, dots
