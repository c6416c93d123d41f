"""Arguments that draw: R evaluates an argument where the function first needs it, Python before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from . import _rast as r
from ._pyexpr import Refused
from ._usage import is_call

if TYPE_CHECKING:
    from ._translate import Translator

# Functions of R whose arguments are evaluated in the order of the text.
IN_ORDER = frozenset({
    "c", "list", "cbind", "rbind", "data.frame", "paste", "paste0", "cat", "sprintf", "sum",
    "prod", "max", "min", "range", "any", "all", "pmin", "pmax", "matrix", "array", "outer",
    "identical", "union", "intersect", "setdiff", "%in%", "match", "mapply", "Map", "rep",
    "rnorm", "runif", "rexp", "rgamma", "rbeta", "rbinom", "rpois", "rgeom", "rweibull", "rt",
    "rchisq", "rcauchy", "rlogis", "rlnorm", "rnbinom", "rhyper", "print", "stopifnot", "plot",
    "lines", "points", "crossprod", "tcrossprod", "ifelse", "message", "stop", "warning",
})  # fmt: skip
_NOT_FORCING = ("missing", "substitute", "match.call", "quote", "nargs")


def is_drawn(t: Translator, node: r.Node | None) -> bool:
    """Whether evaluating an argument draws; a function that draws is not yet called."""
    node = getattr(node, "source", node)  # what is evaluated before, in its place
    if node is None or isinstance(node, (r.Function, r.Name)):
        return False
    return t.effects.draws(node)


def check_known(t: Translator, function: str, args: Sequence[r.Arg]) -> None:
    """Refuse two arguments that draw of a function that may look at the second one first."""
    if function not in IN_ORDER and sum(is_drawn(t, arg.value) for arg in args) > 1:
        raise Refused(f"R may evaluate the arguments of {function}(), which draw, in another order")


def check_own(
    t: Translator, function: r.Function, args: Sequence[r.Arg], matched: Mapping[str, r.Arg]
) -> None:
    """Refuse arguments and defaults that draw where the script's function draws before."""
    by_arg = {id(arg): param for param, arg in matched.items()}
    given = [by_arg[id(arg)] for arg in args if id(arg) in by_arg and is_drawn(t, arg.value)]
    left = [p.name for p in function.params if p.name not in matched and is_drawn(t, p.default)]
    if not given and not left:
        return
    params = [param.name for param in function.params]
    needed: list[str] = []
    for event in _events(t, function.body, params):
        if event == _DRAW:
            break
        if event not in needed:
            needed.append(event)
    if [name for name in needed if name in (*given, *left)] != [*given, *left]:
        name = (*given, *left)[0]
        raise Refused(
            f"R draws {name} where the function first needs it, which may be after other draws, "
            f"or never: draw it before, or force({name}) at the start of the function"
        )


_DRAW = ""


def _events(t: Translator, node: r.Node | None, params: list[str]) -> Iterator[str]:
    """Yield the parameters that are surely evaluated, in R's order, and _DRAW where one is."""
    if node is None or isinstance(node, r.Function):
        return
    if isinstance(node, r.Name):
        if node.name in params:
            yield node.name
        return
    if isinstance(node, (r.If, r.For, r.While)):
        first, *rest = r.children(node)
        yield from _events(t, first, params)
        if any(t.effects.draws(part) or _returns(part) for part in rest):
            yield _DRAW  # or the function ends, and needs nothing more
        return
    if isinstance(node, r.Assign) and isinstance(node.target, (r.Name, r.Str)):
        yield from _events(t, node.value, params)
        return
    if isinstance(node, r.Call) and isinstance(node.function, r.Name):
        name = node.function.name
        if name in _NOT_FORCING:
            return
        if name == "UseMethod":
            yield from params[:1]
            return
        own = t.is_own(name)
        if own and t.effects.draws(node):  # what it needs first is not followed
            yield _DRAW
            return
        for arg in node.args:
            yield from _events(t, arg.value, params)
        if t.effects.draws_by(name):
            yield _DRAW
        return
    if isinstance(node, r.Binary) and node.op in ("&&", "||"):
        yield from _events(t, node.left, params)
        if t.effects.draws(node.right):
            yield _DRAW
        return
    for child in r.children(node):
        yield from _events(t, child, params)


def _returns(node: r.Node) -> bool:
    """Whether a function may end here, with a value."""
    return any(is_call(n, "return") for n in r.walk(node, into_functions=False))
