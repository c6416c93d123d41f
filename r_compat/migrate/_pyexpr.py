"""Python expressions with what is known of them, and the statements of the translation."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from types import NoneType
from typing import Any, TypeAlias

from ._kinds import ANY, Kind, atom

VISIBLE = frozenset({"value"})
HIDDEN = frozenset({"hidden"})
NOTHING = frozenset({"nothing"})


@dataclass(frozen=True)
class Py:
    """An expression of Python that stands for a value of R.

    Attributes
    ----------
    node : ast.expr
    kind : Kind
    alias : frozenset of str
        Variables whose memory it may share.
    shown : frozenset of str
        What R shows of it as a statement: its "value", or that it is "hidden" (by invisible(), as
        an assignment) or "nothing" (NULL without being asked for); several if that depends.
    printed : ast.expr or None
        A call that prints it, if R prints it in a way of its own.
    absent : ast.expr or None
        The same of an element of a list that stops where there is no such name: None, R's NULL.
    """

    node: ast.expr
    kind: Kind = ANY
    alias: frozenset[str] = field(default_factory=frozenset)
    shown: frozenset[str] = VISIBLE
    printed: ast.expr | None = None
    absent: ast.expr | None = None

    @cached_property
    def text(self) -> str:
        """The expression as Python writes it."""
        return text_of(self.node)

    def of(self, kind: Kind) -> Py:
        """Return the same expression, known to be of another kind."""
        return Py(self.node, kind, self.alias)

    def or_null(self) -> Py:
        """Return the expression that is None where a list has no such element."""
        return self if self.absent is None else Py(self.absent, ANY, self.alias, self.shown)

    def hidden(self) -> Py:
        """Return the same expression, which R does not show."""
        return replace(self, shown=HIDDEN)


# What needs no parentheses, wherever it stands.
_ATOMS = (ast.Name, ast.Attribute, ast.Call, ast.Subscript)
_SIGNS: dict[type[ast.operator] | type[ast.cmpop], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**", ast.Mod: "%",
    ast.FloorDiv: "//", ast.MatMult: "@", ast.BitAnd: "&", ast.BitOr: "|", ast.Eq: "==",
    ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.In: "in",
    ast.Is: "is", ast.IsNot: "is not", ast.NotIn: "not in",
}  # fmt: skip


def text_of(node: ast.expr) -> str:
    """Return what `ast.unparse` does, of most expressions in a third of the time."""
    found = _short_text(node)
    return ast.unparse(node) if found is None else found


def _short_text(node: ast.expr) -> str | None:
    """Return the text of an expression in which nothing is in parentheses; None of others."""
    match node:
        case ast.Name():
            return node.id
        case ast.Constant():
            return repr(node.value) if type(node.value) in (int, str, bool, NoneType) else None
        case ast.UnaryOp(op=ast.USub(), operand=inner) if isinstance(inner, _ATOMS):
            return f"-{text_of(inner)}"
        case ast.Tuple(elts=[_, _, *_]):
            return f"({', '.join([text_of(element) for element in node.elts])})"
        case ast.Attribute(value=value) if isinstance(value, _ATOMS):
            return f"{text_of(value)}.{node.attr}"
        case ast.Call(func=function) if isinstance(function, _ATOMS):
            parts = [text_of(arg) for arg in node.args]
            for word in node.keywords:
                if word.arg is None:
                    return None
                parts.append(f"{word.arg}={text_of(word.value)}")
            return f"{text_of(function)}({', '.join(parts)})"
        case ast.List(elts=elements):
            return f"[{', '.join([text_of(element) for element in elements])}]"
        case ast.Subscript(value=value, slice=index) if isinstance(value, _ATOMS):
            inside = _index_text(index)
            return None if inside is None else f"{text_of(value)}[{inside}]"
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _SIGNS:
            return _joined(left, sign, right)
        case ast.Compare(left=left, ops=[sign], comparators=[right]):
            return _joined(left, sign, right)
        case _:
            return None


def _index_text(index: ast.expr) -> str | None:
    """Return what stands in brackets."""
    if isinstance(index, ast.Slice):
        if index.step is not None:
            return None
        ends = ["" if end is None else text_of(end) for end in (index.lower, index.upper)]
        return ":".join(ends)
    if not isinstance(index, ast.Tuple):
        return text_of(index)
    parts = [_index_text(part) for part in index.elts]
    if len(parts) < 2 or None in parts or any(isinstance(n, ast.Starred) for n in index.elts):
        return None
    return ", ".join(map(str, parts))


def _joined(left: ast.expr, sign: ast.operator | ast.cmpop, right: ast.expr) -> str | None:
    """Return an operation on two expressions that need no parentheses."""
    for side in (left, right):
        if not isinstance(side, _ATOMS) and not (
            isinstance(side, ast.Constant) and type(side.value) in (int, str)
        ):
            return None
    return f"{text_of(left)} {_SIGNS[type(sign)]} {text_of(right)}"


class Refused(Exception):  # noqa: N818
    """A construct has no translation; the text says why."""


class Unmatched(Refused):
    """A call has an argument that the function does not have: R stops."""


@lru_cache(maxsize=4096)
def _template(source: str) -> ast.expr:
    return ast.parse(source, mode="eval").body


@lru_cache(maxsize=4096)
def _names_in(node: ast.AST) -> frozenset[str]:
    """Return the names in a template, of which there are few."""
    return frozenset(inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name))


def _filled(node: Any, values: dict[str, ast.expr | list[ast.expr]]) -> Any:
    """Return a copy of a template with its names replaced."""
    if isinstance(node, ast.Name):
        found = values.get(node.id)
        if found is None:
            return ast.Name(node.id, node.ctx)
        return found[0] if isinstance(found, list) else found
    if isinstance(node, list):
        out: list[Any] = []
        for item in node:
            name_of = item.value if isinstance(item, ast.Starred) else None
            listed = values.get(name_of.id) if isinstance(name_of, ast.Name) else None
            if isinstance(listed, list):
                out += listed
            else:
                out.append(_filled(item, values))
        return out
    if not isinstance(node, ast.AST) or _names_in(node).isdisjoint(values):
        return node
    return type(node)(
        **{key: _filled(getattr(node, key), values) for key in node._fields if hasattr(node, key)}
    )


def fill(source: str, kind: Kind = ANY, /, **values: Py | list[Py] | str | None) -> Py:
    """Make an expression from Python's text, in which names in capitals stand for others.

    Parameters
    ----------
    source : str
        An expression; ``X`` is replaced by the argument ``X``, and ``*XS`` by a list of
        expressions.
    kind : Kind
        Of the result.
    **values : Py, list of Py, or str
        What the names stand for; a string is an identifier.

    Returns
    -------
    Py

    Examples
    --------
    >>> fill("np.cumsum(X)", X=name("x")).text
    'np.cumsum(x)'
    """
    nodes: dict[str, ast.expr | list[ast.expr]] = {}
    for key, value in values.items():
        if isinstance(value, str):
            nodes[key] = ast.Name(value, ast.Load())
        elif isinstance(value, Py):
            nodes[key] = value.node
        elif value is not None:
            nodes[key] = [item.node for item in value]
    return Py(_filled(_template(source), nodes), kind)


def name(identifier: str, kind: Kind = ANY, *, alias: bool = True) -> Py:
    """Return a variable."""
    shared = frozenset({identifier}) if alias else frozenset()
    return Py(ast.Name(identifier, ast.Load()), kind, shared)


def literal(value: object, kind: Kind = ANY) -> Py:
    """Return a constant of Python; signs are kept as operators, as Python writes them."""
    if isinstance(value, float) and value != value:
        return Py(_template("np.nan"), kind)
    if isinstance(value, float) and abs(value) == float("inf"):
        return Py(_template("np.inf" if value > 0 else "-np.inf"), kind)
    if isinstance(value, (int, float)) and not isinstance(value, bool) and value < 0:
        return Py(ast.UnaryOp(ast.USub(), ast.Constant(-value)), kind)
    return Py(ast.Constant(value), kind)  # type: ignore[arg-type]


def call(function: str, args: list[Py], kind: Kind = ANY, **keywords: Py | None) -> Py:
    """Return a call of a function by its dotted name; keywords that are None are left out.

    A rule of `rvalues` takes None for NULL, so that one text that may be NA is told from it.
    """
    if function.startswith(("rv.", "rstats.")) and function not in _TOLD:
        args = [told(arg) for arg in args]
    return Py(
        ast.Call(
            _template(function),
            [arg.node for arg in args],
            [ast.keyword(k, v.node) for k, v in keywords.items() if v is not None],
        ),
        kind,
    )


_TOLD = ("rv.one", "rv.held", "rv.or_na", "rv.flag")


def told(value: Py) -> Py:
    """Return one text that may be NA, and then is None, such that it is not taken for NULL."""
    if not value.kind.missing_text:
        return value
    return Py(ast.Call(_template("rv.one"), [value.node], []), value.kind, value.alias)


def kept_text(value: Py) -> Py:
    """Return one text that may be NA for where None is NULL, such that only rules look at it."""
    if not value.kind.missing_text:
        return value
    kind = atom(value.kind.values.having(const=None), bare=True)
    return Py(ast.Call(_template("rv.one"), [value.node], []), kind, value.alias)


def is_missing_text(value: Py) -> bool:
    """Whether a value is written NA_character_, which is None as NULL is."""
    absent = isinstance(value.node, ast.Constant) and value.node.value is None
    return absent and value.kind.is_scalar and value.kind.mode == "character"


def constant_of(node: ast.expr) -> int | float | None:
    """Return the number that an expression is."""
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        return None if isinstance(node.value, bool) else node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = constant_of(node.operand)
        return None if inner is None else -inner
    return None


def minus_one(value: Py) -> Py:
    """Return an expression less one, with constants put together: ``i - 1 - 1`` is ``i - 2``."""
    return plus(value, -1)


def plus(value: Py, shift: int) -> Py:
    """Return an expression plus a constant, in the shortest form."""
    node = value.node
    known = constant_of(node)
    if known is not None:
        total = known + shift
        return replace(literal(int(total) if total == int(total) else total), kind=value.kind)
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        inner = constant_of(node.right)
        if isinstance(inner, int):
            total = shift + (inner if isinstance(node.op, ast.Add) else -inner)
            return Py(_shifted(node.left, total), value.kind)
        first = constant_of(node.left)
        if isinstance(first, int) and isinstance(node.op, ast.Add):
            return Py(_shifted(node.right, first + shift), value.kind)
    return Py(_shifted(node, shift), value.kind)


def _shifted(node: ast.expr, total: int) -> ast.expr:
    if total == 0:
        return node
    operator: ast.operator = ast.Add() if total > 0 else ast.Sub()
    return ast.BinOp(node, operator, ast.Constant(abs(total)))


@dataclass
class Line:
    """A statement of one line."""

    text: str
    after: str = ""
    line: int = 0  # of the R script; 0 if not known


@dataclass
class Comment:
    """A comment, or a blank line if empty."""

    text: str


@dataclass
class Suite:
    """A statement with a body."""

    header: str
    body: list[Out]
    after: str = ""
    hoisted: bool = False  # a function that was moved out of an expression
    line: int = 0


Out: TypeAlias = Line | Comment | Suite


def has_code(body: list[Out]) -> bool:
    """Whether a body has anything that Python would run."""
    return any(not isinstance(out, Comment) for out in body)


def note_lines(body: list[Out], line: int) -> None:
    """Note the line of R that statements come from, in those that have none yet."""
    for out in body:
        if isinstance(out, Comment) or out.line:
            continue
        out.line = line
        if isinstance(out, Suite):
            note_lines(out.body, line)


def render(body: list[Out], indent: str = "") -> list[str]:
    """Return the lines of a body."""
    return [text for text, _ in render_numbered(body, indent)]


def render_numbered(body: list[Out], indent: str = "") -> list[tuple[str, int]]:
    """Return the lines of a body, each with the line of R it comes from."""
    lines: list[tuple[str, int]] = []
    for out in body:
        if isinstance(out, Comment):
            lines.append(((indent + out.text).rstrip(), 0))
            continue
        after = f"  {out.after}" if out.after else ""
        if isinstance(out, Line):
            texts = [indent + line for line in out.text.split("\n")]
            texts[-1] += after
            lines += [(text, out.line) for text in texts]
            continue
        lines.append((indent + out.header + after, out.line))
        lines += render_numbered(out.body, indent + "    ")
        if not has_code(out.body):
            lines.append((indent + "    pass", out.line))
    return lines
