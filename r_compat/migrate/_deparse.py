"""R's text of a construct, as ``deparse`` writes it."""

from __future__ import annotations

from . import _rast as r
from ._pyexpr import Refused

_TIGHT = ("^", ":", "$", "::", "/", "%%", "%/%")


def deparsed(node: r.Node | None) -> str:
    """Return the text of an expression.

    Examples
    --------
    >>> from ._parse import parse
    >>> deparsed(parse("f( x$a+1 ,n=2)").statements[0].node)
    'f(x$a + 1, n = 2)'
    """
    match node:
        case r.Name(name=name, package=package):
            return f"{package}::{name}" if package else name
        case r.Num(value=value, integer=integer):
            from ..rvalues._text import number_text  # brings pandas in

            return f"{int(value)}L" if integer else number_text(value)
        case r.Str(value=value):
            escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
            return f'"{escaped}"'
        case r.Bool(value=value, short=short):
            return ("T" if value else "F") if short else ("TRUE" if value else "FALSE")
        case r.Null():
            return "NULL"
        case r.Dollar(value=value, name=name):
            return f"{deparsed(value)}${name}"
        case r.Paren(value=value):
            return f"({deparsed(value)})"
        case r.Unary(op=op, value=value):
            return f"{op}{deparsed(value)}"
        case r.Formula(left=None, right=right):
            return f"~{deparsed(right)}"
        case r.Formula(left=left, right=right):
            return f"{deparsed(left)} ~ {deparsed(right)}"
        case r.Binary(op=op, left=left, right=right):
            blank = "" if op in _TIGHT else " "
            return f"{deparsed(left)}{blank}{op}{blank}{deparsed(right)}"
        case r.Call(function=function, args=args):
            return f"{deparsed(function)}({_arguments(args)})"
        case r.Index(value=value, args=args, double=double):
            marks = ("[[", "]]") if double else ("[", "]")
            return f"{deparsed(value)}{marks[0]}{_arguments(args)}{marks[1]}"
        case _:
            raise Refused("the text of this argument is not known")


def _arguments(args: list[r.Arg]) -> str:
    found = [
        (f"{arg.name} = " if arg.name else "") + (deparsed(arg.value) if arg.value else "")
        for arg in args
    ]
    return ", ".join(found)
