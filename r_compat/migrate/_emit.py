"""The text of the translation: imports, statements, what was left out; formatted by ruff."""

from __future__ import annotations

import ast
import subprocess
import tempfile
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ._output import WIDTH, Output, lines_waiting, unreachable
from ._pyexpr import Out, render_numbered

_IMPORTS = {
    "copy": "import copy",
    "functools": "import functools",
    "sys": "import sys",
    "time": "import time",
    "warnings": "import warnings",
    "plt": "import matplotlib.pyplot as plt",
    "np": "import numpy as np",
    "pd": "import pandas as pd",
    "linalg": "from scipy import linalg",
    "stats": "from scipy import stats",
    "rrandom": "from dagbag import rrandom",
    "rv": "from dagbag.r_compat import rvalues as rv",
}
_STANDARD = ("copy", "functools", "sys", "time", "warnings")
_SILENT = 'np.seterr(all="ignore")  # as in R: 0/0 is NaN and log(0) is -Inf, without a warning'


@dataclass(frozen=True)
class Module:
    """The text of a translation.

    Attributes
    ----------
    text : str
        The whole script, formatted.
    lines : dict of int to int
        For each of its lines that comes from one the line of R, both counted from 1; empty where
        formatting lost statements.
    """

    text: str
    lines: dict[int, int]


def module(body: list[Out], output: Output, count: int, imports: Mapping[str, str]) -> Module:
    """Return the whole script.

    Parameters
    ----------
    body : list of Out
        The statements.
    output : Output
        For the list at the end, and the variables that the script does not define.
    count : int
        Number of statements in R.
    imports : mapping of str to str
        Names that packages of R need in Python, and the statements that import them.

    Returns
    -------
    Module
    """
    numbered = render_numbered(body)
    lines = [line for line, _ in numbered]
    tree = ast.parse("\n".join(lines))
    nodes = list(ast.walk(tree))
    names = [node for node in nodes if isinstance(node, ast.Name)]
    assigned = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    used = {node.id for node in names} - (assigned - {"np"})
    needs_silence = _computes(nodes)
    if needs_silence:
        used.add("np")
    head = _import_lines(used, _IMPORTS | dict(imports))
    if needs_silence:
        head += ["", _SILENT]
    if output.free:
        told = f"Defined before, as in R's workspace: {', '.join(sorted(output.free))}"
        head += [f"# {line}" for line in textwrap.wrap(told, WIDTH - 4)]
    blank = [""] if head else []
    first, rest = _leading_comments(_without_unused(lines, nodes))
    text = "\n".join([*first, *blank, *head, *blank, *rest, *_summary(output, count)])
    text = _formatted(text.strip("\n") + "\n" if text.strip() else "")
    return Module(text, _line_map(tree, [line for _, line in numbered], text))


def _line_map(tree: ast.Module, origins: list[int], text: str) -> dict[int, int]:
    """Return the line of R that each line of the translation comes from.

    Formatting breaks and joins lines but keeps statements in their order, by which they are
    matched; those of the head (imports, `_SILENT`) come from no line.
    """
    written, formatted = _statements(tree), _statements(ast.parse(text))
    if len(written) != len(formatted):
        return {}
    lines: dict[int, int] = {}
    for before, after in zip(written, formatted, strict=True):
        origin = origins[before.lineno - 1]
        if origin:
            inner = getattr(after, "body", None)
            end = inner[0].lineno - 1 if inner else after.end_lineno or after.lineno
            for line in range(after.lineno, max(end, after.lineno) + 1):
                lines.setdefault(line, origin)
    return lines


def _statements(tree: ast.Module) -> list[ast.stmt]:
    """Return all statements in the order of the text, without those of the head."""
    found: list[ast.stmt] = []
    waiting: list[ast.AST] = [tree]
    while waiting:
        inner = [
            node
            for key in ("body", "handlers", "orelse", "finalbody", "cases")
            for node in getattr(waiting[-1], key, ())
        ]
        waiting.pop()
        waiting += inner
        found += [
            node
            for node in inner
            if isinstance(node, ast.stmt)
            and not isinstance(node, (ast.Import, ast.ImportFrom))
            and not (isinstance(node, ast.Expr) and _is_silencer(node.value))
        ]
    return sorted(found, key=lambda node: (node.lineno, node.col_offset))


def _is_silencer(node: ast.expr) -> bool:
    """Whether an expression is that of `_SILENT`."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return False
    return node.func.attr == "seterr" and ast.unparse(node) == ast.unparse(ast.parse(_SILENT))


def _leading_comments(lines: list[str]) -> tuple[list[str], list[str]]:
    """Split off the comment that opens a script, which stays above the imports."""
    k = 0
    while (
        k < len(lines)
        and lines[k].startswith("#")
        and not lines[k].startswith(("# NOT TRANSLATED", "# Note:"))
    ):
        k += 1
    if k == 0 or (k < len(lines) and lines[k].strip()):
        return [], lines
    return lines[:k], lines[k:]


def _import_lines(used: set[str], imports: Mapping[str, str]) -> list[str]:
    """Return the imports as ruff sorts them: Python's own, then all others."""
    groups = []
    others = [name for name in imports if name not in _STANDARD]
    for names in (_STANDARD, others):
        found = [imports[name] for name in names if name in used]
        plain = sorted(line for line in found if line.startswith("import"))
        taken: dict[str, list[str]] = {}
        for line in found:
            if line.startswith("from"):
                module, name = line[5:].split(" import ")
                taken.setdefault(module, []).append(name)
        group = plain
        for module, members in sorted(taken.items()):
            renamed = [name for name in members if " as " in name]
            rest = sorted(name for name in members if " as " not in name)
            lines = [f"from {module} import {name}" for name in renamed]
            if rest:
                lines.append(f"from {module} import {', '.join(rest)}")
            group += sorted(lines)
        if group:
            groups.append(group)
    return [line for k, group in enumerate(groups) for line in ([""] * bool(k) + group)]


def _computes(nodes: list[ast.AST]) -> bool:
    """Whether anything may be computed of which numpy would warn and R would not."""
    for node in nodes:
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Div, ast.Pow, ast.Mod)):
            if not isinstance(node.right, ast.Constant):
                return True
        elif isinstance(node, ast.Attribute) and node.attr in (
            "log", "log2", "log10", "log1p", "sqrt", "divide", "power", "mean", "std", "var",
            "corrcoef", "exp", "arcsin", "arccos", "lgamma", "gamma",
        ):  # fmt: skip
            return True
    return False


def _without_unused(lines: list[str], nodes: list[ast.AST]) -> list[str]:
    """Give variables of functions that nobody reads a name that says so."""
    lines = list(lines)
    for function in nodes:
        if not isinstance(function, ast.FunctionDef):
            continue
        inner = list(ast.walk(function))
        read = {n.id for n in inner if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
        read |= {  # as x of ``x += 1``, which may be a parameter
            n.target.id
            for n in inner
            if isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name)
        }
        shared = {n for g in inner if isinstance(g, (ast.Global, ast.Nonlocal)) for n in g.names}
        for node in inner:
            if not isinstance(node, ast.Assign):
                continue
            target = node.targets[0]
            if not isinstance(target, ast.Name) or target.id in read | shared:
                continue
            if target.id.startswith("_"):
                continue
            line = lines[target.lineno - 1]
            start = len(line.encode()[: target.col_offset].decode())
            lines[target.lineno - 1] = line[:start] + "_" + line[start:]
    return lines


def _summary(output: Output, count: int) -> list[str]:
    refused = output.refused
    if not refused:
        return []
    number = sum(item.statements for item in refused)
    verb = "was" if number == 1 else "were"
    waiting = lines_waiting(output.waiting)
    lines = ["", f"# {number} of {count} statements of the R script {verb} not translated:"]
    for item in refused:
        where = (
            f"line {item.line}"
            if item.line == item.end_line
            else (f"lines {item.line} to {item.end_line}")
        )
        lines += [
            f"# {line}"
            for line in textwrap.wrap(
                f"{where}: {item.reason}{unreachable(item, waiting)}",
                WIDTH - 4,
                subsequent_indent="    ",
            )
        ]
    return lines


@lru_cache(maxsize=1)
def _ruff() -> str | None:
    try:
        from ruff.__main__ import find_ruff_bin  # type: ignore[import-untyped]
    except ImportError:
        return None
    try:
        return str(find_ruff_bin())
    except (FileNotFoundError, OSError):
        return None


def _formatted(text: str) -> str:
    """Format Python; without ruff it stays as it is."""
    program = _ruff()
    if program is None or not text:
        return text
    with tempfile.TemporaryDirectory(prefix="dagbag-migrate-") as folder:
        path = Path(folder) / "script.py"
        path.write_text(text, encoding="utf-8")
        usual = ["--isolated", "--line-length", str(WIDTH), "--quiet", "--no-cache", str(path)]

        def ruff(*command: str) -> int:
            done = subprocess.run(
                [program, *command, *usual], cwd=folder, capture_output=True, check=False
            )
            return done.returncode

        # What ruff would write otherwise but R's own order forbids, such as a loop variable in a
        # closure, is marked with a noqa. Most scripts have nothing of that, whatever their format.
        if ruff("check", "--fix") == 0 and path.read_text(encoding="utf-8") == text:
            ruff("format")
            return path.read_text(encoding="utf-8")
        path.write_text(text, encoding="utf-8")
        ruff("format")
        if ruff("check", "--fix") != 0:
            ruff("check", "--add-noqa")
        ruff("format")
        return path.read_text(encoding="utf-8")
