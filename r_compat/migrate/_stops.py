"""Answers that are known before the script runs, of values that R evaluates nevertheless.

``class(factor(x, labels = l))`` is "factor" whatever x and l are, but R stops where there are too
few labels, and draws what an argument draws. So an argument is evaluated unless it cannot stop.
"""

from __future__ import annotations

import ast

from ._kinds import ATOMIC
from ._pyexpr import Py, call, text_of

# What stands for itself: it is made of what is there, and never fails.
_MADE = ("np.array", "rv.named", "float", "len", "rv.list_", "dict", "rv.NamedList")
_HARMLESS = (
    ast.Name, ast.Constant, ast.Attribute, ast.List, ast.Tuple, ast.Dict, ast.Lambda,
    ast.expr_context, ast.unaryop, ast.UnaryOp, ast.keyword,
)  # fmt: skip


def may_stop(node: ast.AST) -> bool:
    """Whether an expression is more than names, literals and what is made of them."""
    if isinstance(node, ast.Lambda):
        return False
    if isinstance(node, ast.Call):
        parts = [*node.args, *(word.value for word in node.keywords)]
        return text_of(node.func) not in _MADE or any(map(may_stop, parts))
    if isinstance(node, ast.BinOp) and ast.Constant in map(type, (node.left, node.right)):
        return may_stop(node.left) or may_stop(node.right)  # one number is never of a wrong length
    if not isinstance(node, _HARMLESS):
        return True
    return any(may_stop(inner) for inner in ast.iter_child_nodes(node))


def _tells_nothing(node: ast.expr) -> bool:
    """Whether an expression has no variable in it and calls nothing but for making an array."""
    if isinstance(node, ast.Call):
        if text_of(node.func) != "np.array":
            return False
        return all(_tells_nothing(arg) for arg in node.args)
    return not any(isinstance(n, (ast.Name, ast.Call)) for n in ast.walk(node))


def answered(answer: Py, values: list[Py]) -> Py:
    """Return an answer such that the values it is about are evaluated before, if they may stop."""
    asked = [value for value in values if may_stop(value.node)]
    if not asked or not _tells_nothing(answer.node):
        return answer
    kind = answer.kind.with_(const=None) if answer.kind.shape in ATOMIC else answer.kind
    return call("rv.after", [*asked, answer], kind)
