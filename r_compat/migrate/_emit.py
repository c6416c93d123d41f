"""The text of the translation: imports, statements, what was left out; formatted by ruff."""

from __future__ import annotations

import ast
import subprocess
import tempfile
import textwrap
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from ._output import WIDTH, Output, lines_waiting, unreachable
from ._pyexpr import Comment, Out, render, render_numbered

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


def module_text(body: list[Out], output: Output, count: int, imports: Mapping[str, str]) -> str:
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
    str
    """
    lines = render(body)
    code = "\n".join(lines)
    tree = ast.parse(code)
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assigned = {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    used -= {name for name in assigned if name not in ("np",)}
    head_comment, rest = _leading_comments(lines)
    needs_silence = _computes(tree)
    if needs_silence:
        used.add("np")
    head = _import_lines(used, _IMPORTS | dict(imports))
    if needs_silence:
        head += ["", _SILENT]
    rest = _without_unused(rest)
    if output.free:
        told = f"Defined before, as in R's workspace: {', '.join(sorted(output.free))}"
        head += [f"# {line}" for line in textwrap.wrap(told, WIDTH - 4)]
    blank = [""] if head else []
    text = "\n".join([*head_comment, *blank, *head, *blank, *rest, *_summary(output, count)])
    return _formatted(text.strip("\n") + "\n" if text.strip() else "")


def line_map(body: list[Out], python: str) -> dict[int, int]:
    """Return the line of R that each line of the translation comes from.

    Formatting breaks and joins lines but keeps statements in their order, by which they are
    matched; those of the head (imports, `_SILENT`) come from no line.

    Parameters
    ----------
    body : list of Out
        The statements.
    python : str
        The text that `module_text` made of them.

    Returns
    -------
    dict of int to int
        Lines of Python, counted from 1; empty where statements were lost.
    """
    numbered = render_numbered(body)
    written = _statements("\n".join(text for text, _ in numbered))
    formatted = _statements(python)
    if len(written) != len(formatted):
        return {}
    lines: dict[int, int] = {}
    for before, after in zip(written, formatted, strict=True):
        origin = numbered[before.lineno - 1][1]
        if origin:
            inner = getattr(after, "body", None)
            end = inner[0].lineno - 1 if inner else after.end_lineno or after.lineno
            for line in range(after.lineno, max(end, after.lineno) + 1):
                lines.setdefault(line, origin)
    return lines


def _statements(text: str) -> list[ast.stmt]:
    """Return all statements in the order of the text, without those of the head."""
    found = [
        node
        for node in ast.walk(ast.parse(text))
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


def _computes(tree: ast.AST) -> bool:
    """Whether anything may be computed of which numpy would warn and R would not."""
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Div, ast.Pow, ast.Mod)):
            if not isinstance(node.right, ast.Constant):
                return True
        elif isinstance(node, ast.Attribute) and node.attr in (
            "log", "log2", "log10", "log1p", "sqrt", "divide", "power", "mean", "std", "var",
            "corrcoef", "exp", "arcsin", "arccos", "lgamma", "gamma",
        ):  # fmt: skip
            return True
    return False


def _without_unused(lines: list[str]) -> list[str]:
    """Give variables of functions that nobody reads a name that says so."""
    tree = ast.parse("\n".join(lines))
    for function in ast.walk(tree):
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
        # closure, is marked with a noqa.
        ruff("format")
        if ruff("check", "--fix") != 0:
            ruff("check", "--add-noqa")
        ruff("format")
        return path.read_text(encoding="utf-8")


__all__ = ["Comment", "line_map", "module_text"]
