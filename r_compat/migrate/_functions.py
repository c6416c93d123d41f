"""Functions: those of the script, R's matching of arguments, and the tables of known functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from . import _rast as r
from ._dots import Forms
from ._kinds import NEVER, Kind, join, widen
from ._pyexpr import Py, Refused, Unmatched

if TYPE_CHECKING:
    from ._rounds import Questions
    from ._statements import Dest
    from ._translate import Translator

_MOST_JOINS = 6
# What the rounds learn of a function; `settles` only says how what is new is taken in.
_LEARNT = frozenset({
    "params", "returns", "shown", "shares", "inner", "optional", "joins", "labels", "forms",
    "as_value", "types",
})  # fmt: skip

UNKNOWN = frozenset("?")  # types of numbers

Learnt: TypeAlias = tuple[tuple[Kind, ...], tuple[object, ...]]


@dataclass(eq=False)
class FunctionInfo:
    """A function of the script: what it was called with so far, and what it returns."""

    node: r.Function
    name: str
    params: dict[str, Kind] = field(default_factory=dict)
    returns: Kind = NEVER
    shown: frozenset[str] = frozenset()  # what R shows of its values, see Py
    shares: bool = False  # returns memory of an argument or of a variable outside
    inner: set[str] = field(default_factory=set)  # names that also mean a variable outside
    optional: set[str] = field(default_factory=set)  # parameters that a call left out
    types: dict[str, frozenset[str]] = field(default_factory=dict)  # of numbers: see `receive`
    joins: int = 0
    settles: bool = False  # what a recursive call changes from round to round is dropped
    labels: set[str] = field(default_factory=set)  # parameters whose text in the call is asked for
    forms: Forms | None = None  # of a function with ``...``: the copies that are translated
    as_value: bool = False  # it is handed on without being called
    questions: Questions | None = None

    def __getattribute__(self, name: str) -> Any:
        """Return an attribute; the statement that asks for what rounds learn is noted."""
        if name in _LEARNT:
            questions = object.__getattribute__(self, "questions")
            if questions is not None and questions.now is not None:
                questions.look(self)
        return object.__getattribute__(self, name)

    def learnt(self) -> Learnt:
        """Return what was learnt so far, to be compared: kinds, and what else there is."""
        own = vars(self)
        params = own["params"]
        rest = [own[name] for name in ("shown", "shares", "as_value", "joins")]
        rest += [len(own[name]) for name in ("inner", "optional", "labels")]  # they only grow
        rest += [sum(map(len, own["types"].values()))]
        return (own["returns"], *params.values()), (*params, *rest)

    def show(self, shown: frozenset[str]) -> bool:
        """Take note of what R shows of a value; return whether it was news."""
        news = not shown <= self.shown
        self.shown |= shown
        return news

    def receive(self, param: str, kind: Kind, types: frozenset[str] = UNKNOWN) -> bool:
        """Take note of an argument; return whether it was news.

        If it may be numbers `types` says whether these are integers or doubles of R, "?" if that is
        not known.
        """
        known = self.types.get(param, frozenset())
        news = not types <= known
        self.types[param] = known | types
        old = self.params.get(param, NEVER)
        new = join(old, kind)
        if new == old:
            return news
        self.joins += 1
        many = self.joins > _MOST_JOINS * (1 + len(self.node.params))
        if many or (self.settles and old.shape != "never"):
            new = widen(old, new)
        self.params[param] = new
        return news or new != old


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

    Attributes
    ----------
    package : str
        Of R; a table of a package that is not part of R is used by scripts that attach it.
    functions, statements, stores, values
        Translations of calls, of calls that are statements in Python, of ``f(x) <- value``, and of
        names that are no functions.
    lists : dict
        Translations of ``do.call`` with a list that only run time knows.
    results : dict
        Translations of ``$`` of what the functions return, by the tag of its kind.
    plots, shows : dict
        Translations of ``plot``, and of showing the value at the top level, of what the functions
        return, by the tag of its kind.
    operators : dict
        Translations of operators that the package gives another meaning; None to decline.
    imports : dict of str to str
        Names in the translation and the statements that import them.
    drawing : set of str
        Functions that draw random numbers.
    """

    package: str
    functions: dict[str, Known] = field(default_factory=dict)
    statements: dict[str, Callable[[Translator, r.Call, Dest], bool]] = field(default_factory=dict)
    stores: dict[str, Callable[[Translator, Py, list[r.Arg], Py], Py]] = field(default_factory=dict)
    lists: dict[str, Callable[[Translator, Py], Py]] = field(default_factory=dict)
    values: dict[str, Callable[[Translator], Py]] = field(default_factory=dict)
    results: dict[str, Callable[[Translator, Py, str | int], Py]] = field(default_factory=dict)
    plots: dict[str, Callable[[Translator, Py, r.Call], None]] = field(default_factory=dict)
    shows: dict[str, Callable[[Translator, Py], Py]] = field(default_factory=dict)
    operators: dict[str, Callable[[Translator, r.Binary], Py | None]] = field(default_factory=dict)
    imports: dict[str, str] = field(default_factory=dict)
    drawing: set[str] = field(default_factory=set)

    def __call__(self, names: str, *params: str, lazy: bool = False) -> Callable[[_F], _F]:
        """Register the translation of one or more functions (names separated by blanks)."""

        def register(make: _F) -> _F:
            for name in names.split():
                _enter(self.functions, name, Known(name, params, make, lazy, self.package))
            return make

        return register

    def statement(self, names: str) -> Callable[[_F], _F]:
        """Register a function that is a statement in Python; it returns False to decline."""

        def register(make: _F) -> _F:
            for name in names.split():
                _enter(self.statements, name, make)
            return make

        return register

    def listed(self, names: str) -> Callable[[_F], _F]:
        """Register ``do.call(f, x)`` of a list that only run time knows; it returns the value."""

        def register(make: _F) -> _F:
            for name in names.split():
                _enter(self.lists, name, make)
            return make

        return register

    def store(self, names: str) -> Callable[[_F], _F]:
        """Register ``f(x, ...) <- value``; it returns the new x."""

        def register(make: _F) -> _F:
            for name in names.split():
                _enter(self.stores, name, make)
            return make

        return register


def _enter(entries: dict[str, Any], name: str, entry: object) -> None:
    """Add an entry to a table; two of one name would hide one another."""
    if name in entries:
        raise ValueError(f"{name} is entered twice in a table")
    entries[name] = entry


def merged(tables: Sequence[Table]) -> list[Table]:
    """Return tables that belong together, after a look that no two enter the same name."""
    for part in ("functions", "statements", "stores", "lists", "values", "results"):
        seen: dict[str, Any] = {}
        for table in tables:
            for name, entry in getattr(table, part).items():
                _enter(seen, name, entry)
    return list(tables)


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
            raise Unmatched(f"{function}() has no argument {arg.name}")
        else:
            raise Unmatched(f"{function}() takes at most {len(params)} arguments")
    return {k: v for k, v in matched.items() if v.value is not None}, dots
