"""Plausible mistakes as edits of the source: a claim made stronger, a guard removed."""

from __future__ import annotations

import ast
import difflib
import hashlib
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, zip_longest
from pathlib import Path

# Files of the check, of the command, and of pictures: what they do is no value of a variable.
LEFT_OUT = (
    "__init__.py",
    "_bars.py",
    "_compare.py",
    "_describe.py",
    "_devices.py",
    "_drawn.py",
    "_engine.py",
    "_figures.py",
    "_geoms.py",
    "_ggplot2.py",
    "_graphics.py",
    "_looks.py",
    "_marks.py",
    "_other_plots.py",
    "_plots.py",
    "_printed.py",
    "_report.py",
    "_sides.py",
    "_texts.py",
    "_watch.py",
    "_written.py",
    "check.py",
    "command.py",
    "ggplot2.py",
)

# What a claim of a kind says when it says more.
STRONGER = {
    "complete": "True",
    "finite": "True",
    "bare": "True",
    "many": "True",
    "numpy": "True",
    "low": "1",
    "high": "0",
    "length": "2",
}
_OPERATORS = {
    **{"add": "+", "subtract": "-", "multiply": "*", "divide": "/", "mod": "%", "intdiv": "//"},
    **{"eq": "==", "ne": "!=", "lt": "<", "gt": ">", "le": "<=", "ge": ">="},
}
_COMPARISONS = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.In: "not in",
    ast.NotIn: "in",
}
# In texts that are Python to be written: what stands there, and what a mistake would write.
_TEMPLATES = [
    (r" - 1\b", ""),
    (r" \+ 1\b", ""),
    (r", order=.F.", ""),
    (r"\baxis=0", "axis=1"),
    (r"\baxis=1", "axis=0"),
    (r", keepdims=True", ""),
    (r"\bddof=1", "ddof=0"),
    (r"\.copy\(\)", ""),
    (r", kind=.stable.", ""),
    (r"\[::-1\]", ""),
    (r"\bnp\.max\(", "np.min("),
    (r"\bnp\.min\(", "np.max("),
    (r"\bnp\.nan(sum|max|min|mean|std|var|median)\(", r"np.\1("),
    (r"\bna_rm=True", "na_rm=False"),
    (r"\bskipna=True", "skipna=False"),
    (r"\bstrict=True", "strict=False"),
    (r"\bnp\.floor\(", "np.trunc("),
    (r" // ", " / "),
    (r" <= ", " < "),
    (r" >= ", " > "),
    (r" < ", " <= "),
    (r" > ", " >= "),
    (r"~", ""),
    (r" & ", " | "),
    (r" \| ", " & "),
    (r"\bnp\.any\(", "np.all("),
    (r"\bnp\.all\(", "np.any("),
    (
        r"\brv\.(add|subtract|multiply|divide|eq|ne|lt|gt|le|ge|mod|intdiv)\((\w), (\w)\)",
        "OPERATOR",
    ),
]


@dataclass(frozen=True)
class Mutant:
    """A mistake.

    Attributes
    ----------
    path : str
        The file, below the folder of the package.
    function : str
        Where in it; "" outside of functions.
    operator : str
        What kind of mistake it is.
    line : int
    old, new : str
        The lines that are edited, and what they become.
    source : str
        The whole file with the mistake.
    """

    path: str
    function: str
    operator: str
    line: int
    old: str
    new: str
    source: str

    @property
    def name(self) -> str:
        """What tells it from others wherever it is moved: for the list of equivalent ones."""
        texts = (_squeezed(text) for text in (self.old, self.new))
        return " | ".join((self.path, self.function, self.operator, *texts))

    def diff(self) -> str:
        lines = difflib.unified_diff(self.old.splitlines(), self.new.splitlines(), n=0, lineterm="")
        changed = [text for text in lines if not text.startswith(("---", "+++", "@@"))]
        where = f"{self.path}:{self.line} in {self.function or 'the module'} ({self.operator})"
        return "\n".join([where, *changed])


def _squeezed(text: str) -> str:
    return " ".join(text.split())


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


class _Editor(ast.NodeVisitor):
    """Finds the edits of a file: (operator, start, end, text, function)."""

    def __init__(self, source: str, special: bool) -> None:
        self.special = special  # branches are of special cases: without them all is still right
        self.bytes = source.encode()
        self.starts = [0]
        for line in self.bytes.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.found: list[tuple[str, int, int, str, str]] = []
        self.scope: list[str] = []

    def start(self, node: ast.AST) -> int:
        return self.starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]

    def end(self, node: ast.AST) -> int:
        return self.starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]

    def text(self, node: ast.AST) -> str:
        return self.bytes[self.start(node) : self.end(node)].decode()

    def edit(self, operator: str, start: int, end: int, text: str) -> None:
        if self.bytes[start:end].decode() != text:
            self.found.append((operator, start, end, text, ".".join(self.scope)))

    def replace(self, operator: str, node: ast.AST, text: str) -> None:
        self.edit(operator, self.start(node), self.end(node), text)

    # Scopes; docstrings, annotations and messages are no rules.

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for child in node.decorator_list:
            self.visit(child)
        self.scope.append(node.name)
        self._defaults(node.args)
        for child in node.body:
            self.visit(child)
        self.scope.pop()

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.scope.append(node.name)
        for child in node.body:
            self.visit(child)
        self.scope.pop()

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None and self.text(node.annotation) != "TypeAlias":
            self.visit(node.value)

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        """Leave messages alone."""

    def visit_Import(self, node: ast.Import) -> None:
        """Leave imports alone."""

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """Leave imports alone."""

    def _defaults(self, arguments: ast.arguments) -> None:
        for default in [*arguments.defaults, *arguments.kw_defaults]:
            if isinstance(default, ast.Constant):
                if isinstance(default.value, bool):
                    self.replace("default", default, str(not default.value))
                elif isinstance(default.value, int):
                    self.replace("default", default, str(default.value + 1))

    # Rules

    def visit_If(self, node: ast.If) -> None:
        if self.text(node.test) != "TYPE_CHECKING":
            only = node.body[0]
            if len(node.body) == 1 and isinstance(only, ast.Raise):
                self.replace("guard removed", node.test, "False")
            else:
                if not self.special:
                    self.replace("branch never taken", node.test, "False")
                if node.orelse or not isinstance(node.body[-1], ast.Return):
                    self.replace("branch always taken", node.test, "True")
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        swapped = f"{self.text(node.orelse)} if {self.text(node.test)} else {self.text(node.body)}"
        self.replace("branches swapped", node, swapped)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        old, new = (" and ", " or ") if isinstance(node.op, ast.And) else (" or ", " and ")
        for left, right in zip(node.values, node.values[1:], strict=False):
            between = self.bytes[self.end(left) : self.start(right)].decode()
            if re.sub(r"\s+", " ", between) == old:
                self.edit("and/or", self.end(left), self.start(right), new)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self.replace("not dropped", node, f"({self.text(node.operand)})")
        elif isinstance(node.op, ast.Invert):
            self.replace("~ dropped", node, f"({self.text(node.operand)})")
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        sides = [node.left, *node.comparators]
        for left, right, operator in zip(sides, sides[1:], node.ops, strict=False):
            new = _COMPARISONS[type(operator)]
            between = self.bytes[self.end(left) : self.start(right)].decode()
            if re.fullmatch(r" [\w<>=! ]+ ", between):
                self.edit("comparison", self.end(left), self.start(right), f" {new} ")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        one = isinstance(node.right, ast.Constant) and node.right.value == 1
        if one and isinstance(node.op, (ast.Add, ast.Sub)) and type(node.right.value) is int:
            self.replace("off by one", node, f"({self.text(node.left)})")
        swaps = {ast.BitAnd: "|", ast.BitOr: "&", ast.FloorDiv: "/", ast.MatMult: "*"}
        if type(node.op) in swaps and not _is_none(node.right):  # X | None is a type
            start, end = self.end(node.left), self.start(node.right)
            if re.fullmatch(r" \W+ ", self.bytes[start:end].decode()):
                self.edit("operator", start, end, f" {swaps[type(node.op)]} ")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        function = self.text(node.func)
        last = function.rpartition(".")[2]
        if last == "copy" and not node.args and isinstance(node.func, ast.Attribute):
            self.replace("copy dropped", node, self.text(node.func.value))
        if function == "range" and len(node.args) in (1, 2):
            self.replace("off by one", node.args[-1], f"{self.text(node.args[-1])} - 1")
        if last in ("named", "with_names", "with_dimnames", "relabelled") and len(node.args) > 1:
            self.replace("names dropped", node, self.text(node.args[0]))
        if (
            last in ("with_", "plain", "as_vector", "element")
            and not node.keywords
            and not node.args
        ):
            self.replace("claim kept", node, self.text(node.func.value))  # type: ignore[attr-defined]
        for keyword in node.keywords:
            self._keyword(keyword)
        self.generic_visit(node)

    def _keyword(self, keyword: ast.keyword) -> None:
        value = keyword.value
        constant = value.value if isinstance(value, ast.Constant) else None
        if keyword.arg in STRONGER:
            self.replace("claim stronger", value, STRONGER[keyword.arg])
        elif isinstance(constant, bool) and keyword.arg != "strict":  # of zip: no rule
            self.replace("keyword", value, str(not constant))
        elif keyword.arg in ("axis", "ddof") and constant in (0, 1):
            self.replace("axis", value, str(1 - constant))
        elif keyword.arg == "order" and constant == "F":
            self.replace("order", value, '"C"')
        elif keyword.arg == "kind" and constant == "stable":
            self.replace("sort not stable", value, '"quicksort"')

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str) and len(node.value) > 2:
            self._template(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        self._template(node)

    def _template(self, node: ast.AST) -> None:
        text = self.text(node)
        if not re.search(r"np\.|rv\.|pd\.|\b[A-Z]\b|axis|\(", text):
            return
        for pattern, new in _TEMPLATES:
            for match in re.finditer(pattern, text):
                if new == "OPERATOR":
                    written = f"{match[2]} {_OPERATORS[match[1]]} {match[3]}"
                else:
                    written = match.expand(new)
                self.replace(
                    "template", node, text[: match.start()] + written + text[match.end() :]
                )


Edit = tuple[str, int, int, str, str]  # operator, start, end, text, function


def edits_of(path: str, source: str) -> list[Edit]:
    """Return the mistakes that can be made in a file, in its order."""
    editor = _Editor(source, special=path.startswith("migrate/"))
    editor.visit(ast.parse(source))
    return sorted(editor.found, key=lambda item: item[1:3])


def mutant_of(path: str, source: str, edit: Edit) -> Mutant:
    """Make a mistake; what comes out need not be Python."""
    operator, start, end, text, function = edit
    raw = source.encode()
    mutated = (raw[:start] + text.encode() + raw[end:]).decode()
    first, last = (raw.count(b"\n", 0, place) for place in (start, end))
    before, after = source.split("\n"), mutated.split("\n")
    old = "\n".join(before[first : last + 1])
    new = "\n".join(after[first : last + 1 + len(after) - len(before)])
    return Mutant(path, function, operator, first + 1, old, new, mutated)


def _is_python(source: str) -> bool:
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


def nothing(package: Path) -> Mutant:
    """Return a mutant without a mistake, for what must notice none."""
    name = "rvalues/_order.py"
    return Mutant(name, "", "nothing", 1, "", "", (package / name).read_text(encoding="utf-8"))


def sample(package: Path, count: int, seed: int, only: str = "") -> list[Mutant]:
    """Draw mutants, kinds of mistakes in turn; an edit of the package changes few of them.

    Parameters
    ----------
    package : Path
        The folder r_compat.
    count : int
    seed : int
    only : str
        Only files whose path has this in it.
    """
    sources: dict[str, str] = {}
    groups: dict[str, list[tuple[str, str, Edit]]] = defaultdict(list)
    for path in sorted([*package.glob("migrate/*.py"), *package.glob("rvalues/*.py")]):
        name = path.relative_to(package).as_posix()
        if path.name in LEFT_OUT or only not in name:
            continue
        sources[name] = path.read_text(encoding="utf-8")
        for edit in edits_of(name, sources[name]):
            mutant = mutant_of(name, sources[name], edit)
            groups[mutant.operator].append((_rank(seed, mutant), name, edit))

    def turn(
        ranked: list[tuple[str, str, Edit]],
    ) -> Iterator[Mutant]:  # only those drawn are parsed
        for _, name, edit in sorted(ranked, key=lambda item: item[0]):
            mutant = mutant_of(name, sources[name], edit)
            if _is_python(mutant.source):
                yield mutant

    turns = (turn(ranked) for _, ranked in sorted(groups.items()))
    mixed = (mutant for each in zip_longest(*turns) for mutant in each if mutant is not None)
    return list(islice(mixed, count))


def _rank(seed: int, mutant: Mutant) -> str:
    """Return a draw that depends on nothing but the mistake: others may come and go."""
    return hashlib.sha256(f"{seed} {mutant.name}".encode()).hexdigest()
