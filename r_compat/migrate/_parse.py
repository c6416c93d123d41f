"""From the text of a script to R's syntax tree, by tree-sitter's grammar of R."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from . import _rast as r

_ESCAPES = {
    "n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "0": "\0",
    "\\": "\\", '"': '"', "'": "'", "`": "`", " ": " ", "\n": "\n",
}  # fmt: skip
_NA_MODES = {
    "NA": "logical",
    "NA_integer_": "integer",
    "NA_real_": "double",
    "NA_character_": "character",
}
_MAX_DEPTH = 150


class MigrateError(RuntimeError):
    """What keeps a script from being read at all, in one line."""


@lru_cache(maxsize=1)
def _parser() -> Any:
    try:
        from tree_sitter_language_pack import get_parser
    except ImportError as error:
        raise MigrateError(
            "migrate needs tree-sitter with its grammar of R: pip install 'dagbag[migrate]' "
            f"({error})"
        ) from None
    return get_parser("r")


def parse(text: str) -> r.Block:
    """Read a script.

    Parameters
    ----------
    text : str
        Any text. What is not R becomes statements of the class ``Bad``.

    Returns
    -------
    Block
        The statements with their comments and blank lines.

    Examples
    --------
    >>> parse("x <- 1  # one").statements[0].after
    '# one'
    """
    source = text.encode("utf-8", "replace")
    tree = _parser().parse(source)
    return _Reader(source).block(tree.root_node)


class _Reader:
    """Converts nodes of tree-sitter."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.depth = 0
        self.in_formula = False

    def text(self, node: Any) -> str:
        return self.source[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def span(self, node: Any) -> r.Span:
        return r.Span(
            node.start_point[0] + 1, node.end_point[0] + 1, node.start_byte, node.end_byte
        )

    # Blocks

    def block(self, node: Any) -> r.Block:
        """Read the statements of a script or of braces, with the comments between them."""
        statements: list[r.Statement] = []
        waiting: list[str] = []
        last_line = node.start_point[0] if node.type == "braced_expression" else -1
        broken_line = -1
        for child in node.children:
            if child.type in ("{", "}", ";", "comma", "\n") or not self.text(child).strip():
                continue
            line = child.start_point[0]
            if child.type == "comment":
                if line == last_line and statements and not waiting:
                    statements[-1].after = _comment(self.text(child))
                else:
                    waiting += [""] * (last_line >= 0 and line > last_line + 1)
                    waiting.append(_comment(self.text(child)))
                last_line = child.end_point[0]
                continue
            waiting += [""] * (last_line >= 0 and line > last_line + 1)
            broken = child.has_error or child.is_error
            if broken or line == broken_line:
                value: r.Node = r.Bad(self.span(child), _syntax_error(child))
                if child.is_error:
                    self._mark_line(statements, line)
                broken_line = child.end_point[0]
            else:
                value = self.convert(child)
            inner = [] if isinstance(value, r.Block) else _inner_comments(child, self)
            statements.append(r.Statement(value, waiting + inner))
            waiting = []
            last_line = child.end_point[0]
        return r.Block(self.span(node), statements, list(waiting))

    def _mark_line(self, statements: list[r.Statement], line: int) -> None:
        """Mark what ends on the line of an error: it is not known where it ends."""
        for statement in reversed(statements):
            if statement.node.span.end_line - 1 != line:
                break
            if not isinstance(statement.node, r.Bad):
                statement.node = r.Bad(statement.node.span, f"syntax error in line {line + 1}")

    # Expressions

    def convert(self, node: Any) -> r.Node:
        """Read one construct."""
        self.depth += 1
        try:
            if self.depth > _MAX_DEPTH:
                return r.Bad(self.span(node), "nested too deeply")
            method = getattr(self, f"_{node.type}", None)
            if method is None:
                return r.Bad(self.span(node), f"`{_short(self.text(node))}` is not understood")
            value: r.Node = method(node)
            return value
        finally:
            self.depth -= 1

    def _identifier(self, node: Any) -> r.Node:
        name = self.text(node)
        if name in ("T", "F") and not self.in_formula:
            return r.Bool(self.span(node), name == "T", short=True)
        return r.Name(self.span(node), _plain_name(name))

    def _dots(self, node: Any) -> r.Node:
        return r.Name(self.span(node), "...")

    def _dot_dot_i(self, node: Any) -> r.Node:
        return r.Name(self.span(node), self.text(node))

    def _float(self, node: Any) -> r.Node:
        value = _number(self.text(node))
        if value is None:
            return r.Bad(self.span(node), f"`{_short(self.text(node))}` is no number")
        return r.Num(self.span(node), value)

    def _integer(self, node: Any) -> r.Node:
        value = _number(self.text(node).rstrip("L"))
        if value is None or value != value:
            return r.Bad(self.span(node), f"`{_short(self.text(node))}` is no number")
        return r.Num(self.span(node), value, integer=value == int(value))

    def _complex(self, node: Any) -> r.Node:
        return r.Bad(self.span(node), "complex numbers are not translated")

    def _true(self, node: Any) -> r.Node:
        return r.Bool(self.span(node), True)

    def _false(self, node: Any) -> r.Node:
        return r.Bool(self.span(node), False)

    def _inf(self, node: Any) -> r.Node:
        return r.Num(self.span(node), float("inf"))

    def _nan(self, node: Any) -> r.Node:
        return r.Num(self.span(node), float("nan"))

    def _null(self, node: Any) -> r.Node:
        return r.Null(self.span(node))

    def _na(self, node: Any) -> r.Node:
        mode = _NA_MODES.get(self.text(node))
        if mode is None:
            return r.Bad(self.span(node), "complex numbers are not translated")
        return r.Missing(self.span(node), mode)

    def _string(self, node: Any) -> r.Node:
        return r.Str(self.span(node), _string_value(self.text(node)))

    def _call(self, node: Any) -> r.Node:
        function = self.convert(node.child_by_field_name("function"))
        return r.Call(self.span(node), function, self.arguments(node))

    def _subset(self, node: Any) -> r.Node:
        value = self.convert(node.child_by_field_name("function"))
        return r.Index(self.span(node), value, self.arguments(node), double=False)

    def _subset2(self, node: Any) -> r.Node:
        value = self.convert(node.child_by_field_name("function"))
        return r.Index(self.span(node), value, self.arguments(node), double=True)

    def arguments(self, node: Any) -> list[r.Arg]:
        """Read what stands between parentheses or brackets; nothing between commas is None."""
        args: list[r.Arg] = []
        pending: r.Arg | None = None
        commas = 0
        for child in node.child_by_field_name("arguments").children:
            if child.type == "comma":
                args.append(pending or r.Arg(None, None))
                pending = None
                commas += 1
            elif child.type == "argument":
                pending = self.argument(child)
        if pending is not None or commas:
            args.append(pending or r.Arg(None, None))
        return args

    def argument(self, node: Any) -> r.Arg:
        name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        label = None
        if name is not None:
            text = self.text(name)
            label = _string_value(text) if text[:1] in "\"'" else _plain_name(text)
        if value is None:
            return r.Arg(label, None)
        outside, self.in_formula = self.in_formula, self.in_formula and label is None
        made = r.Arg(label, self.convert(value))
        self.in_formula = outside
        return made

    def _extract_operator(self, node: Any) -> r.Node:
        operator = self.text(node.child_by_field_name("operator"))
        right = node.child_by_field_name("rhs")
        if operator == "@" or right is None or right.type not in ("identifier", "string"):
            return r.Bad(self.span(node), f"`{_short(self.text(node))}`: slots are not translated")
        name = self.text(right)
        label = _string_value(name) if right.type == "string" else _plain_name(name)
        return r.Dollar(self.span(node), self.convert(node.child_by_field_name("lhs")), label)

    def _namespace_operator(self, node: Any) -> r.Node:
        package = self.text(node.child_by_field_name("lhs"))
        right = node.child_by_field_name("rhs")
        if right is None:
            return r.Bad(self.span(node), "a package without a function")
        return r.Name(self.span(node), _plain_name(self.text(right)), package)

    def _unary_operator(self, node: Any) -> r.Node:
        op = self.text(node.child_by_field_name("operator"))
        if op == "~":
            return self._formula(node, None, node.child_by_field_name("rhs"))
        value = self.convert(node.child_by_field_name("rhs"))
        if op == "?":
            return r.Bad(self.span(node), "help pages have no translation")
        return r.Unary(self.span(node), op, value)

    def _binary_operator(self, node: Any) -> r.Node:
        left, right = node.child_by_field_name("lhs"), node.child_by_field_name("rhs")
        op = self.text(node.child_by_field_name("operator"))
        span = self.span(node)
        if op in ("->", "->>"):
            return r.Assign(span, self._target(right), self.convert(left), op == "->>")
        if op in ("<-", "=", "<<-", ":="):
            if op == ":=":
                return r.Bad(span, "`:=` is not R's own")
            return r.Assign(span, self._target(left), self.convert(right), op == "<<-")
        if op == "~":
            return self._formula(node, left, right)
        if op in ("|>", "%>%"):
            return self._pipe(span, op, left, right)
        if op == "?":
            return r.Bad(span, "help pages have no translation")
        return r.Binary(span, op, self.convert(left), self.convert(right))

    def _formula(self, node: Any, left: Any, right: Any) -> r.Node:
        """Read a formula, in which T and F are variables."""
        outside, self.in_formula = self.in_formula, True
        first = None if left is None else self.convert(left)
        second = self.convert(right)
        self.in_formula = outside
        return r.Formula(self.span(node), first, second)

    def _target(self, node: Any) -> r.Node:
        target = self.convert(node)
        if isinstance(target, r.Str):
            return r.Name(target.span, target.value)
        named: r.Node = r.as_name(target)
        return named

    def _pipe(self, span: r.Span, op: str, left: Any, right: Any) -> r.Node:
        """``x |> f(y)`` is ``f(x, y)``; in ``%>%`` a dot says where else x goes."""
        value, call = self.convert(left), self.convert(right)
        while isinstance(call, r.Paren):
            call = call.value
        if isinstance(call, (r.Name, r.Function)) and op == "%>%":
            return r.Call(span, call, [r.Arg(None, value)])
        if not isinstance(call, r.Call):
            return r.Bad(span, f"the right side of {op} is no call")
        hole = "." if op == "%>%" else "_"
        filled, args = False, []
        for arg in call.args:
            if isinstance(arg.value, r.Name) and arg.value.name == hole:
                args.append(r.Arg(arg.name, value))
                filled = True
            else:
                args.append(arg)
        nested = any(
            isinstance(inner, r.Name) and inner.name == hole
            for arg in args
            if arg.value is not value
            for inner in r.walk(arg.value)
        )
        if nested and op == "%>%":
            return r.Bad(span, "a dot inside an argument of %>% stands for the whole left side")
        return r.Call(span, call.function, args if filled else [r.Arg(None, value), *args])

    def _parenthesized_expression(self, node: Any) -> r.Node:
        inner = [c for c in node.children if c.is_named and c.type != "comment"]
        if len(inner) != 1:
            return r.Bad(self.span(node), "parentheses around nothing")
        return r.Paren(self.span(node), self.convert(inner[0]))

    def _braced_expression(self, node: Any) -> r.Node:
        return self.block(node)

    def _function_definition(self, node: Any) -> r.Node:
        params = []
        for child in node.child_by_field_name("parameters").children:
            if child.type != "parameter":
                continue
            default = child.child_by_field_name("default")
            name = _plain_name(self.text(child.child_by_field_name("name")))
            params.append(r.Param(name, None if default is None else self.convert(default)))
        return r.Function(self.span(node), params, self.convert(node.child_by_field_name("body")))

    def _if_statement(self, node: Any) -> r.Node:
        otherwise = node.child_by_field_name("alternative")
        return r.If(
            self.span(node),
            self.convert(node.child_by_field_name("condition")),
            self.convert(node.child_by_field_name("consequence")),
            None if otherwise is None else self.convert(otherwise),
        )

    def _for_statement(self, node: Any) -> r.Node:
        return r.For(
            self.span(node),
            _plain_name(self.text(node.child_by_field_name("variable"))),
            self.convert(node.child_by_field_name("sequence")),
            self.convert(node.child_by_field_name("body")),
        )

    def _while_statement(self, node: Any) -> r.Node:
        test = self.convert(node.child_by_field_name("condition"))
        return r.While(self.span(node), test, self.convert(node.child_by_field_name("body")))

    def _repeat_statement(self, node: Any) -> r.Node:
        return r.While(self.span(node), None, self.convert(node.child_by_field_name("body")))

    def _break(self, node: Any) -> r.Node:
        return r.Break(self.span(node))

    def _next(self, node: Any) -> r.Node:
        return r.Next(self.span(node))

    def _return(self, node: Any) -> r.Node:
        return r.Name(self.span(node), "return")


def printable(text: str) -> str:
    """Return text without characters that Python's source cannot have."""
    return "".join(c if c >= " " or c in "\n\t" else "?" for c in text).replace("\t", "    ")


def _number(text: str) -> float | None:
    try:
        return float.fromhex(text) if text.lower().startswith("0x") else float(text)
    except (ValueError, OverflowError):
        return None


def _comment(text: str) -> str:
    """Return a comment in Python's form: roxygen's and dividers keep their marks."""
    text = printable(text).rstrip()
    if len(text) > 1 and text[1] not in " #!'-=*:" and not text.startswith("#!"):
        return "# " + text[1:].lstrip()
    if text.startswith("#!"):
        return "# " + text[1:]
    return text


def _inner_comments(node: Any, reader: _Reader) -> list[str]:
    """Comments inside an expression, which go before it; those of blocks stay in their block."""
    found: list[str] = []
    stack = [node]
    while stack:
        current = stack.pop()
        for child in reversed(current.children):
            if child.type == "comment" and current.type != "braced_expression":
                found.append(_comment(reader.text(child)))
            elif child.type == "braced_expression" or child.child_count:
                stack.append(child)
    return found


def _syntax_error(node: Any) -> str:
    """Say where R's grammar ends."""
    stack = [node]
    while stack:
        current = stack.pop()
        if current.is_missing:
            return f"syntax error: {current.type!r} is missing in line {current.start_point[0] + 1}"
        if current.is_error:
            return f"syntax error in line {current.start_point[0] + 1}"
        stack.extend(child for child in reversed(current.children) if child.has_error)
    return f"syntax error in line {node.start_point[0] + 1}"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 40 else line[:37] + "..."


def _plain_name(text: str) -> str:
    return text[1:-1] if text.startswith("`") and text.endswith("`") and len(text) > 1 else text


def _string_value(text: str) -> str:
    """Return what a string literal of R means."""
    if text[:1] in "rR":
        body = text[1:]
        quote = body[0]
        dashes = len(body[1:]) - len(body[1:].lstrip("-"))
        return body[2 + dashes : -(2 + dashes)] if quote in "\"'" else body
    body, out, k = text[1:-1], [], 0
    while k < len(body):
        if body[k] != "\\":
            out.append(body[k])
            k += 1
            continue
        k += 1
        code = body[k : k + 1]
        if code in ("x", "u", "U"):
            digits, k = _hex_digits(body, k + 1, {"x": 2, "u": 4, "U": 8}[code])
            out.append(chr(int(digits or "0", 16)))
        elif code in "01234567" and code:
            end = k
            while end < min(k + 3, len(body)) and body[end] in "01234567":
                end += 1
            out.append(chr(int(body[k:end], 8)))
            k = end
        else:
            out.append(_ESCAPES.get(code, code))
            k += 1
    return "".join(out)


def _hex_digits(body: str, k: int, most: int) -> tuple[str, int]:
    braced = body[k : k + 1] == "{"
    k += braced
    end = k
    while end < min(k + most, len(body)) and body[end] in "0123456789abcdefABCDEF":
        end += 1
    return body[k:end], end + braced
