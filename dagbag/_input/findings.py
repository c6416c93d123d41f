"""What was found in data: one report, to be printed, raised or warned of."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .._dag.types import Node
from ..exceptions import DataWarning, warn_user
from .containers import OTHERS
from .words import counted

ERROR, WARNING, NOTE = SEVERITIES = ("error", "warning", "note")
_WIDTH = 100
# What data must be, by the kind of finding that says they are not.
_RULES = {
    "missing": "be complete",
    "infinite": "be finite",
    "duplicate-names": "have distinct column names",
    "no-columns": "have at least 1 column",
    "too-few-rows": "have at least 3 rows",
    **dict.fromkeys(OTHERS, "have numeric columns"),
}


@dataclass(frozen=True)
class Finding:
    """One thing that was found in data. Made by :func:`dagbag.check_data`.

    Attributes
    ----------
    kind : str
        What it is, in a word: "missing", "constant", "collinear", ...
    severity : {"error", "warning", "note"}
        Errors leave no data to search on; warnings ask for a decision.
    columns : tuple
        The names of the columns.
    rows : tuple
        The labels of the first rows, where some are concerned.
    message : str
        What was found.
    action : str
        What will be done.
    remedy : str
        How to change that.
    """

    kind: str
    severity: str
    columns: tuple[Node, ...]
    rows: tuple[object, ...]
    message: str
    action: str
    remedy: str


@dataclass(frozen=True)
class DataReport:
    """All that was found in data. Made by :func:`dagbag.check_data`.

    Attributes
    ----------
    findings : tuple of Finding
        Errors first, then warnings and notes.
    n, p : int
        Rows, before any were dropped, and columns.
    columns : tuple
        The names of the columns.
    name : str
        What the data are called.
    """

    findings: tuple[Finding, ...]
    n: int
    p: int
    columns: tuple[Node, ...]
    name: str = "X"

    @property
    def ok(self) -> bool:
        """Whether there is no error: a search can be made."""
        return not self._of(ERROR)

    def _of(self, severity: str) -> list[Finding]:
        return [finding for finding in self.findings if finding.severity == severity]

    def raise_for_errors(self) -> None:
        """Raise one error with all findings that leave no data to search on.

        Raises
        ------
        TypeError
            If all of them are columns of something else than numbers.
        ValueError
            Otherwise.
        """
        errors = self._of(ERROR)
        if not errors:
            return
        texts = [
            f"{self.name} must {_RULES[each.kind]}, got {each.message}: {each.remedy}"
            for each in errors
        ]
        kind = TypeError if all(each.kind in OTHERS for each in errors) else ValueError
        raise kind("\n".join(texts))

    def warn(self) -> None:
        """Emit one :class:`~dagbag.exceptions.DataWarning` with all warnings; none if none."""
        found = self._of(WARNING)
        if found:
            texts = [f"{each.message}; {each.action} ({each.remedy})" for each in found]
            whole = f" {texts[0]}" if len(texts) == 1 else "".join(f"\n- {text}" for text in texts)
            warn_user(f"{self.name}:{whole}", DataWarning)

    def to_frame(self) -> Any:
        """Return the findings as a pandas DataFrame, a row each."""
        pandas = __import__("pandas")
        names = ("kind", "severity", "columns", "rows", "message", "action", "remedy")
        rows = [[getattr(each, name) for name in names] for each in self.findings]
        return pandas.DataFrame(rows, columns=list(names))

    def _head(self) -> str:
        counts = [counted(len(self._of(severity)), severity) for severity in SEVERITIES]
        told = ", ".join(counts) if self.findings else "nothing found"
        return f"{counted(self.n, 'row')}, {counted(self.p, 'column')}: {told}"

    def _lines(self) -> Iterator[str]:
        yield f"{self.name}: {self._head()}"
        wide = max((len(each.kind) for each in self.findings), default=0)
        for each in self.findings:
            margin = f"  {each.severity:7}  {each.kind:{wide}}  "
            for text in (f"{each.message}.", f"Done: {each.action}. To change it: {each.remedy}."):
                yield textwrap.fill(
                    text,
                    _WIDTH,
                    initial_indent=margin,
                    subsequent_indent=" " * len(margin),
                    break_long_words=False,
                    break_on_hyphens=False,
                )
                margin = " " * len(margin)

    def __str__(self) -> str:
        return "\n".join(self._lines())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """Return the report for notebooks, names escaped."""
        from .._html.card import card
        from .._html.table import html_table

        columns = {
            "": [each.severity for each in self.findings],
            "kind": [each.kind for each in self.findings],
            "found": [each.message for each in self.findings],
            "done": [each.action for each in self.findings],
            "to change it": [each.remedy for each in self.findings],
        }
        table = html_table(columns, most=len(self.findings), longest=10_000)
        return card(f"{self.name}: {self._head()}", table=table)
