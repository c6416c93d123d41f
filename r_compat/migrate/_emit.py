"""The text of the translation: imports, statements, what was left out; formatted by ruff."""

from __future__ import annotations

import ast
import subprocess
import tempfile
import textwrap
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from ._pyexpr import Comment, Out, render
from ._translate import WIDTH, Refusal

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
    "dagbag": "import dagbag",
    "rrandom": "from dagbag import rrandom",
    "rv": "from dagbag.r_compat import rvalues as rv",
    "move_adj": "from dagbag.r_compat import move_adj",
    "result_skeleton": "from dagbag.r_compat import result_skeleton",
    "y_stand": "from dagbag.r_compat import y_stand",
}
_STANDARD = ("copy", "functools", "sys", "time", "warnings")
_SILENT = 'np.seterr(all="ignore")  # as in R: 0/0 is NaN and log(0) is -Inf, without a warning'


def module_text(body: list[Out], refused: Sequence[Refusal], count: int) -> str:
    """Return the whole script.

    Parameters
    ----------
    body : list of Out
        The statements.
    refused : sequence of Refusal
        For the list at the end.
    count : int
        Number of statements in R.

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
    head = _import_lines(used)
    if needs_silence:
        head += ["", _SILENT]
    rest = _without_unused(rest)
    blank = [""] if head else []
    text = "\n".join([*head_comment, *blank, *head, *blank, *rest, *_summary(refused, count)])
    return _formatted(text.strip("\n") + "\n" if text.strip() else "")


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


def _import_lines(used: set[str]) -> list[str]:
    """Return the imports as ruff sorts them: Python's own, then all others."""
    groups = []
    others = [name for name in _IMPORTS if name not in _STANDARD]
    for names in (_STANDARD, others):
        found = [_IMPORTS[name] for name in names if name in used]
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
        shared = {n for g in inner if isinstance(g, (ast.Global, ast.Nonlocal)) for n in g.names}
        for node in inner:
            if not isinstance(node, (ast.Assign, ast.AugAssign)):
                continue
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if not isinstance(target, ast.Name) or target.id in read | shared:
                continue
            if target.id.startswith("_"):
                continue
            line = lines[target.lineno - 1]
            start = len(line.encode()[: target.col_offset].decode())
            lines[target.lineno - 1] = line[:start] + "_" + line[start:]
    return lines


def _summary(refused: Sequence[Refusal], count: int) -> list[str]:
    if not refused:
        return []
    number = sum(item.statements for item in refused)
    verb = "was" if number == 1 else "were"
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
                f"{where}: {item.reason}", WIDTH - 4, subsequent_indent="    "
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


__all__ = ["Comment", "module_text"]
