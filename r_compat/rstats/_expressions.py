"""Variables of formulas that are computed: ``log(x)``, ``I(x^2)``, ``factor(g)``, ``a / b``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from .. import rvalues as rv

_TOKEN = re.compile(
    r"\s*(?:(\d+\.?\d*(?:[eE][-+]?\d+)?L?|\.\d+)|([A-Za-z.][A-Za-z0-9._]*)|`([^`]*)`"
    r"|\"([^\"]*)\"|'([^']*)'|(%%|%/%|[-+*/^(),$]|==|!=|<=|>=|<|>))"
)


def _as_is(x: Any) -> Any:
    return x


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "I": _as_is, "log": np.log, "log2": np.log2, "log10": np.log10, "log1p": np.log1p,
    "exp": np.exp, "sqrt": np.sqrt, "abs": np.abs, "sin": np.sin, "cos": np.cos, "tanh": np.tanh,
    "factor": rv.factor, "as.factor": rv.factor, "as.numeric": rv.as_numeric,
    "as.integer": rv.as_integer, "as.character": rv.as_character, "offset": _as_is,
    "round": np.round, "c": rv.c, "cbind": rv.cbind,
}  # fmt: skip
_LEVELS: tuple[dict[str, Callable[[Any, Any], Any]], ...] = (
    {"==": rv.eq, "!=": rv.ne, "<": rv.lt, ">": rv.gt, "<=": rv.le, ">=": rv.ge},
    {"+": rv.add, "-": rv.subtract},
    {"*": rv.multiply, "/": rv.divide},
    {"%%": rv.mod, "%/%": rv.intdiv},
)


class ExpressionError(ValueError):
    """An expression of a formula that has no meaning here."""


def evaluate(text: str, variables: Mapping[str, Any]) -> Any:
    """Compute an expression of R over variables.

    Only operators and the functions in `FUNCTIONS` are known, nothing else is ever called.

    Examples
    --------
    >>> evaluate("log(x) + y^2", {"x": np.array([1.0, np.e]), "y": 2.0})
    array([4., 5.])
    """
    return _Evaluator(text, variables).run()


class _Evaluator:
    def __init__(self, text: str, variables: Mapping[str, Any]) -> None:
        self.text, self.variables = text, variables
        self.tokens: list[tuple[str, str]] = []
        at = 0
        while text[at:].strip():
            found = _TOKEN.match(text, at)
            if found is None:
                raise self._error(text[at:].strip())
            kinds = ("number", "name", "name", "string", "string", "mark")
            self.tokens += [(k, g) for k, g in zip(kinds, found.groups(), strict=True) if g]
            at = found.end()
        self.at = 0

    def _error(self, rest: str) -> ExpressionError:
        return ExpressionError(f"the variable {self.text!r} of a formula: {rest!r} is not known")

    def _peek(self) -> tuple[str, str]:
        return self.tokens[self.at] if self.at < len(self.tokens) else ("end", "")

    def _next(self) -> tuple[str, str]:
        token = self._peek()
        self.at += 1
        return token

    def _mark(self, mark: str) -> bool:
        if self._peek() == ("mark", mark):
            self.at += 1
            return True
        return False

    def run(self) -> Any:
        value = self._level(0)
        if self._peek()[0] != "end":
            raise self._error(self._peek()[1])
        return value

    def _level(self, depth: int) -> Any:
        if depth == len(_LEVELS):
            return self._signed()
        value = self._level(depth + 1)
        while self._peek()[0] == "mark" and self._peek()[1] in _LEVELS[depth]:
            operator = _LEVELS[depth][self._next()[1]]
            value = operator(value, self._level(depth + 1))
        return value

    def _signed(self) -> Any:
        if self._mark("-"):
            return rv.negative(self._signed())
        if self._mark("+"):
            return self._signed()
        base = self._primary()
        if self._mark("^"):
            return rv.power(base, self._signed())
        return base

    def _primary(self) -> Any:
        kind, text = self._next()
        if kind == "number":
            return float(text.rstrip("L"))
        if kind == "string":
            return text
        if (kind, text) == ("mark", "("):
            value = self._level(0)
            if not self._mark(")"):
                raise self._error(text)
            return value
        if kind != "name":
            raise self._error(text or "the end")
        if self._mark("("):
            return self._call(text)
        if text in ("TRUE", "FALSE"):
            return text == "TRUE"
        value = self.variables[text]
        while self._mark("$"):
            value = rv.dollar(value, self._next()[1])
        return value

    def _call(self, name: str) -> Any:
        if name not in FUNCTIONS:
            raise self._error(f"{name}()")
        args = []
        while not self._mark(")"):
            args.append(self._level(0))
            if not self._mark(",") and self._peek() != ("mark", ")"):
                raise self._error(self._peek()[1])
        return FUNCTIONS[name](*args)
