"""The syntax tree of R, as the translator sees it: one small class per construct."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeAlias


@dataclass(frozen=True)
class Span:
    """Where a construct stands: lines from 1, and bytes of the text."""

    line: int
    end_line: int
    start: int
    end: int


@dataclass(eq=False)
class Node:
    """Any construct."""

    span: Span
    # Where `settle` found it: all constructs in order, and the part of them that is inside.
    _inside: ClassVar[tuple[list[Node], int, int] | None] = None  # no field: copies have none


@dataclass(eq=False)
class Num(Node):
    """A number; `integer` for ``5L``."""

    value: float
    integer: bool = False


@dataclass(eq=False)
class Str(Node):
    """A string, escapes resolved."""

    value: str


@dataclass(eq=False)
class Bool(Node):
    """``TRUE`` or ``FALSE``; `short` if written ``T`` or ``F``."""

    value: bool
    short: bool = False

    @property
    def name(self) -> str:
        """The variable that a short one is."""
        return "T" if self.value else "F"


@dataclass(eq=False)
class Missing(Node):
    """``NA`` and its typed forms; `mode` is the mode of the vector it makes."""

    mode: str


@dataclass(eq=False)
class Null(Node):
    """``NULL``."""


@dataclass(eq=False)
class Name(Node):
    """A variable or function; `package` if written ``package::name``."""

    name: str
    package: str = ""


@dataclass(eq=False)
class Arg:
    """An argument; `value` is None where it was left empty, as in ``x[, 1]``."""

    name: str | None
    value: Node | None


@dataclass(eq=False)
class Call(Node):
    """``function(arguments)``."""

    function: Node
    args: list[Arg]


@dataclass(eq=False)
class Index(Node):
    """``x[...]``, or ``x[[...]]`` if `double`."""

    value: Node
    args: list[Arg]
    double: bool


@dataclass(eq=False)
class Dollar(Node):
    """``x$name``."""

    value: Node
    name: str


@dataclass(eq=False)
class Unary(Node):
    """A sign or ``!``."""

    op: str
    value: Node


@dataclass(eq=False)
class Binary(Node):
    """An operator between two values."""

    op: str
    left: Node
    right: Node


@dataclass(eq=False)
class Assign(Node):
    """Any form of assignment; `outer` for ``<<-``."""

    target: Node
    value: Node
    outer: bool = False


@dataclass(eq=False)
class Param:
    """A parameter of a function."""

    name: str
    default: Node | None


@dataclass(eq=False)
class Function(Node):
    """``function(...) body``."""

    params: list[Param]
    body: Node


@dataclass(eq=False)
class Statement:
    """A statement of a block with what stands around it."""

    node: Node
    before: list[str] = field(default_factory=list)  # comments; "" is a blank line
    after: str = ""  # the comment on its last line


@dataclass(eq=False)
class Block(Node):
    """``{ ... }``, or a whole script."""

    statements: list[Statement]
    dangling: list[str] = field(default_factory=list)  # comments after the last statement


@dataclass(eq=False)
class If(Node):
    """``if``."""

    test: Node
    then: Node
    otherwise: Node | None


@dataclass(eq=False)
class For(Node):
    """``for``."""

    variable: str
    sequence: Node
    body: Node


@dataclass(eq=False)
class While(Node):
    """``while``, or ``repeat`` without a test."""

    test: Node | None
    body: Node


@dataclass(eq=False)
class Break(Node):
    """``break``."""


@dataclass(eq=False)
class Next(Node):
    """``next``."""


@dataclass(eq=False)
class Paren(Node):
    """``( ... )``."""

    value: Node


@dataclass(eq=False)
class Formula(Node):
    """``y ~ x``."""

    left: Node | None
    right: Node


@dataclass(eq=False)
class Bad(Node):
    """What cannot be read, with the reason."""

    reason: str


Syntax: TypeAlias = Node


def as_name(node: Node | None) -> Any:
    """Return a node, or, of ``T`` and ``F``, the variable that they are in R."""
    if isinstance(node, Bool) and node.short:
        return Name(node.span, node.name)
    return node


def _inside_call(node: Any) -> list[Node | None]:
    return [node.function, *[arg.value for arg in node.args]]


def _inside_index(node: Any) -> list[Node | None]:
    return [node.value, *[arg.value for arg in node.args]]


_INSIDE: dict[type[Node], Callable[[Any], list[Node | None]]] = {
    Call: _inside_call,
    Index: _inside_index,
    Dollar: lambda node: [node.value],
    Unary: lambda node: [node.value],
    Paren: lambda node: [node.value],
    Binary: lambda node: [node.left, node.right],
    Formula: lambda node: [node.left, node.right],
    Assign: lambda node: [node.target, node.value],
    Function: lambda node: [*[param.default for param in node.params], node.body],
    Block: lambda node: [statement.node for statement in node.statements],
    If: lambda node: [node.test, node.then, node.otherwise],
    For: lambda node: [node.sequence, node.body],
    While: lambda node: [node.test, node.body],
}


def children(node: Node | None) -> list[Node]:
    """Return the constructs directly inside one, in the order of the text."""
    inside = _INSIDE.get(type(node))  # type: ignore[arg-type]
    return [] if inside is None else [child for child in inside(node) if child is not None]


def settle(script: Node) -> None:
    """Take note of what is inside each construct of a script, which does not change any more.

    Constructs are asked for all that they contain again and again; a list has it as a slice, which
    took a tenth off the time of a translation.
    """
    order = walk(script)
    sizes: dict[int, int] = {}
    for start in range(len(order) - 1, -1, -1):  # what is inside comes after
        node = order[start]
        size = sizes[id(node)] = 1 + sum(sizes[id(child)] for child in children(node))
        vars(node)["_inside"] = (order, start, start + size)


def walk(node: Node | None, *, into_functions: bool = True) -> list[Node]:
    """Return a construct and all that it contains."""
    if into_functions and node is not None and node._inside is not None:
        order, start, end = node._inside
        return order[start:end]
    if node is not None and node._inside is not None:
        known = vars(node).get("_here")
        if known is None:
            known = vars(node)["_here"] = _walked(node, into_functions=False)
        return list(known)
    return _walked(node, into_functions=into_functions)


def _walked(node: Node | None, *, into_functions: bool) -> list[Node]:
    out: list[Node] = []
    stack = [] if node is None else [node]
    while stack:
        current = stack.pop()
        out.append(current)
        if type(current) in _INSIDE and (into_functions or type(current) is not Function):
            stack.extend(reversed(children(current)))
    return out
