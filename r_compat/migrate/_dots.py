"""``...``: a function is translated once for each way in which its calls give further arguments.

``w <- function(a, ...) sum(a, ...)`` called as ``w(1, 2, 3)`` is ``function(a, ..1, ..2)
sum(a, ..1, ..2)``: in the copy that is translated, ``...`` stands for the arguments one by one. So
they reach R's functions under R's names, and their kinds are known as those of other parameters.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from . import _rast as r
from ._pyexpr import Refused
from ._usage import is_call, is_dots

_MOST_FORMS = 12

_LABELLING = ("rbind", "cbind", "data.frame")  # they take the names of variables for labels


class Given(NamedTuple):
    """An argument that goes into ``...``: its name, and the variable it is if that matters."""

    name: str | None
    variable: str | None = None


Form = tuple[Given, ...]


@dataclass(eq=False)
class Forms:
    """The copies of a function with ``...``, by the form of the calls.

    Attributes
    ----------
    copies : dict of Form to Function
    used, used_now : list of Form
        By calls of the last round, and of this one.
    refused : dict of Form to str
        Forms that have no translation, and why.
    written : list of Form
        The copies of a function with a name that were written last.
    labels : bool
        It hands ``...`` to functions that label by the names of variables.
    """

    node: r.Function
    copies: dict[Form, r.Function] = field(default_factory=dict)
    used: list[Form] = field(default_factory=list)
    used_now: list[Form] = field(default_factory=list)
    refused: dict[Form, str] = field(default_factory=dict)
    labels: bool = False
    written: list[Form] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.labels = any(
            isinstance(n, r.Call) and is_call(n, *_LABELLING) and any(map(is_dots, n.args))
            for n in r.walk(self.node)
        )

    def form(self, dots: Sequence[r.Arg]) -> Form:
        """Return the form of a call that gives these arguments to ``...``."""
        if not self.labels:
            return tuple(Given(arg.name) for arg in dots)
        found = []
        for arg in dots:
            value = arg.value
            if isinstance(value, r.Paren) and isinstance(value.value, r.Name):
                raise Refused("names of variables that are handed on by ... are not known")
            symbol = value.name if isinstance(value, r.Name) and not arg.name else None
            found.append(Given(arg.name, symbol))
        return tuple(found)

    def copy(self, form: Form) -> r.Function:
        """Return the function for a call of a form."""
        if form not in self.used_now:
            self.used_now.append(form)
        return self.known(form)

    def known(self, form: Form) -> r.Function:
        """Return the function for calls of a form."""
        if form not in self.copies:
            if len(self.copies) >= _MOST_FORMS:
                raise Refused("... is given in too many ways")
            self.copies[form] = expanded(self.node, form)
        return self.copies[form]

    @property
    def as_value(self) -> Form:
        """The form of a function without a name that is handed on: the one that calls use."""
        return self.used[0] if len(self.used) == 1 else ()

    def end_round(self) -> bool:
        """Begin anew; return whether other forms were used than in the round before."""
        news = self.used_now != self.used
        self.used, self.used_now = self.used_now, []
        return news


def parameter(form: Form, k: int) -> str:
    """Return the name of the parameter for an argument: ``..2``, or ``...name`` of one with a name.

    Examples
    --------
    >>> [parameter((Given(None), Given("sep"), Given(None)), k) for k in range(3)]
    ['..1', '...sep', '..3']
    """
    return f"...{form[k].name}" if form[k].name else f"..{k + 1}"


def has_dots(node: r.Function) -> bool:
    """Whether a function takes ``...``."""
    return any(param.name == "..." for param in node.params)


def expanded(node: r.Function, form: Form) -> r.Function:
    """Return a copy of a function with ``...`` replaced by one parameter for each argument."""
    params: list[r.Param] = []
    body = node.body
    if all(param.name == "..." for param in node.params):
        body = _counted(body, len(form))
    for param in node.params:
        if param.name == "...":
            params += [r.Param(parameter(form, k), None) for k in range(len(form))]
        else:
            params.append(r.Param(param.name, _replaced(param.default, form)))
    return r.Function(node.span, params, _replaced(body, form))


def _counted(body: r.Node, count: int) -> r.Node:
    """Return a body that is ``nargs()`` as the number it is."""
    if is_call(body, "nargs"):
        return r.Num(body.span, float(count), integer=True)
    return body


def _replaced(value: Any, form: Form) -> Any:
    """Return a copy of syntax in which ``...`` stands for the arguments of a form."""
    if isinstance(value, list):
        return [new for item in value for new in _replaced_item(item, form, labels=False)]
    if isinstance(value, r.Function) and has_dots(value):
        return value  # with a ... of its own
    if isinstance(value, r.Call) and is_call(value, "...length"):
        return r.Num(value.span, float(len(form)), integer=True)
    if isinstance(value, r.Call) and is_call(value, "...names"):
        words = [r.Arg(None, r.Str(value.span, given.name or "")) for given in form]
        return r.Call(value.span, r.Name(value.span, "c"), words)
    if isinstance(value, r.Call) and is_call(value, "...elt") and len(value.args) == 1:
        inner = _replaced([r.Arg(None, r.Name(value.span, "..."))], form)
        values = r.Call(
            value.span, r.Name(value.span, "list"), [r.Arg(None, a.value) for a in inner]
        )
        return r.Index(value.span, values, _replaced(value.args, form), double=True)
    if isinstance(value, r.Call) and is_call(value, "missing") and is_dots(value.args[0]):
        return r.Bool(value.span, not form)
    if isinstance(value, r.Call) and is_call(value, "match.call", "sys.call", "substitute"):
        if form:
            raise Refused("... as it was written in the call has no translation")
        return value
    if isinstance(value, r.Name) and value.name.startswith("..") and value.name[2:].isdigit():
        k = int(value.name[2:]) - 1
        if k >= len(form):
            raise Refused(f"{value.name} is not given by a call")
        return r.Name(value.span, parameter(form, k))
    if isinstance(value, r.Call) and is_call(value, *_LABELLING):
        args = [new for arg in value.args for new in _replaced_item(arg, form, labels=True)]
        return r.Call(value.span, value.function, args)
    if isinstance(value, (r.Node, r.Arg, r.Statement, r.Param)):
        given = {f.name: getattr(value, f.name) for f in dataclasses.fields(value)}
        return type(value)(**{key: _replaced(inner, form) for key, inner in given.items()})
    return value


def _replaced_item(item: Any, form: Form, *, labels: bool) -> list[Any]:
    """Return what stands for an element of a list of syntax: for ``...``, an argument each."""
    if not (isinstance(item, r.Arg) and is_dots(item)):
        return [_replaced(item, form)]
    assert item.value is not None
    span = item.value.span
    return [
        # In parentheses it is no variable that R would label by.
        r.Arg(
            given.name or (given.variable if labels else None),
            r.Paren(span, r.Name(span, parameter(form, k))),
        )
        for k, given in enumerate(form)
    ]
