"""Arguments that draw: R evaluates an argument where the function first needs it, Python before."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from . import _rast as r
from ._functions import match_arguments
from ._pyexpr import Py, Refused
from ._usage import assigned, is_call, root_of

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
    "t.test", "wilcox.test", "var.test", "ks.test", "cor.test", "chisq.test", "fisher.test", "var",
    "binom.test", "prop.test", "table", "sample", "head", "tail", "append", "round", "signif",
    "split", "cut", "quantile", "weighted.mean", "solve", "kronecker", "diag", "strsplit", "substr",
    "strrep", "rmultinom", "dnorm", "pnorm", "qnorm", "dbinom", "pbinom", "dpois", "ppois", "dexp",
    "mahalanobis", "merge", "all.equal", "is.element", "interaction", "choose", "factor",
})  # fmt: skip
# Functions of which R evaluates the second of two arguments first.
SECOND_FIRST = ("cor", "cov")
_NOT_FORCING = ("missing", "substitute", "match.call", "quote", "nargs")


def is_drawn(t: Translator, node: r.Node | None) -> bool:
    """Whether evaluating an argument draws; a function that draws is not yet called."""
    node = getattr(node, "source", node)  # what is evaluated before, in its place
    if node is None or isinstance(node, (r.Function, r.Name)):
        return False
    return t.effects.draws(node)


def check_known(t: Translator, function: str, args: Sequence[r.Arg]) -> None:
    """Refuse two arguments that draw of a function that may look at the second one first."""
    drawn = [arg for arg in args if is_drawn(t, arg.value)]
    if len(drawn) < 2 or function in IN_ORDER:
        return
    if function not in SECOND_FIRST or any(arg.name for arg in drawn):
        raise Refused(f"R may evaluate the arguments of {function}(), which draw, in another order")


def in_order_of_r(t: Translator, function: str, args: Sequence[r.Arg], made: Py) -> Py:
    """Return a call in which arguments that draw are evaluated as R does, by their names."""
    if function not in SECOND_FIRST or sum(is_drawn(t, arg.value) for arg in args) < 2:
        return made
    node = made.node
    if not (isinstance(node, ast.Call) and len(node.args) == 2):
        raise Refused(f"R evaluates the second argument of {function}(), which draws, first")
    first, second = node.args
    words = [ast.keyword("y", second), ast.keyword("x", first), *node.keywords]
    return replace(made, node=ast.Call(node.func, [], words))


def check_own(
    t: Translator, function: r.Function, args: Sequence[r.Arg], matched: Mapping[str, r.Arg]
) -> None:
    """Refuse arguments and defaults that draw where the script's function draws before."""
    by_arg = {id(arg): param for param, arg in matched.items()}
    given = [by_arg[id(arg)] for arg in args if id(arg) in by_arg and is_drawn(t, arg.value)]
    left = [p.name for p in function.params if p.name not in matched and is_drawn(t, p.default)]
    if not given and not left:
        return
    needed: list[str] = []
    for event in _Events(t, function, matched).of(function.body):
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
_MOST_CALLS = 5


class _Events:
    """What a function does, as far as that is sure: parameters that it evaluates, and draws."""

    def __init__(
        self, t: Translator, function: r.Function, matched: Mapping[str, r.Arg], depth: int = 0
    ) -> None:
        self._t = t
        self._depth = depth
        self._own = assigned(r.walk(function.body))
        self._values = {param.name: param.default for param in function.params}
        self._values |= {name: arg.value for name, arg in matched.items()}
        self._drawing = {  # parameters that are functions which draw, or may hold some
            name
            for name, value in self._values.items()
            if value is not None and t.effects.draws(value) and t.effects.hands_on(value)
        }
        self._params = set(self._values)  # those that still are the argument

    def of(self, node: r.Node | None) -> Iterator[str]:
        """Yield the parameters that are surely evaluated, in R's order, and _DRAW where one is."""
        match node:
            case None | r.Function():
                return
            case r.Name(name=name):
                if name in self._params:
                    yield name
            case r.If() | r.For() | r.While():
                first, *rest = r.children(node)
                yield from self.of(first)
                if any(self._may_draw(part) or _returns(part) for part in rest):
                    yield _DRAW  # or the function ends, and needs nothing more
                self._params -= assigned([n for part in rest for n in r.walk(part)])
            case r.Assign(target=target, value=value):
                yield from self.of(value)
                if not isinstance(target, (r.Name, r.Str)):
                    yield from self.of(target)
                self._params.discard(root_of(target) or "")
            case r.Call():
                yield from self._of_call(node)
            case r.Binary(op="&&" | "||", left=left, right=right):
                yield from self.of(left)
                if self._may_draw(right):
                    yield _DRAW
            case _:
                for child in r.children(node):
                    yield from self.of(child)

    def _of_call(self, node: r.Call) -> Iterator[str]:
        called: r.Node | None = node.function
        if isinstance(called, r.Name) and called.name in self._params:
            yield called.name
            called = self._values[called.name]
        while isinstance(called, r.Paren):
            called = called.value
        if isinstance(called, r.Name) and called.name not in self._own:
            if not self._t.is_own(called.name):
                yield from self._of_known(node, called.name)
                return
            kind = self._t.lookup(called.name)
            infos = sorted(kind.functions, key=id) if kind is not None else []
            called = infos[0].node if len(infos) == 1 else None
        if isinstance(called, r.Function) and self._depth < _MOST_CALLS:
            yield from self._of_own(node, called)
        elif self._may_draw(node):  # what it needs first is not known
            yield _DRAW

    def _of_known(self, node: r.Call, name: str) -> Iterator[str]:
        """Yield what a function of R does, which evaluates all of its arguments."""
        if name in _NOT_FORCING:
            return
        if name == "UseMethod":
            yield from list(self._values)[:1]
            return
        for arg in node.args:
            yield from self.of(arg.value)
        kinds = (r.Name, r.Function, r.Paren)
        handed = [arg.value for arg in node.args if isinstance(arg.value, kinds)]
        if self._t.effects.draws_by(name) or any(map(self._may_draw, handed)):
            yield _DRAW

    def _of_own(self, node: r.Call, function: r.Function) -> Iterator[str]:
        """Yield what a function of the script does with what it is given here."""
        try:
            matched, _ = match_arguments("", [param.name for param in function.params], node.args)
        except Refused:
            return
        inner = _Events(self._t, function, matched, self._depth + 1)
        seen: set[str] = set()
        for event in inner.of(function.body):
            if event == _DRAW:
                yield _DRAW
            elif event not in seen:
                seen.add(event)
                if event in matched:
                    yield from self.of(matched[event].value)
                elif (value := inner._values[event]) and self._t.effects.draws(value):
                    yield _DRAW

    def _may_draw(self, node: r.Node | None) -> bool:
        if node is None:
            return False
        names = {n.name for n in r.walk(node) if isinstance(n, r.Name)}
        return self._t.effects.draws(node) or not self._drawing.isdisjoint(names)


def _returns(node: r.Node) -> bool:
    """Whether a function may end here, with a value."""
    return any(is_call(n, "return") for n in r.walk(node, into_functions=False))
