"""`migrate`: a script of R in, a script of Python out."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module

from . import _rast as r
from ._emit import module
from ._functions import Table, merged
from ._kinds import Kind
from ._lazy import evaluate_inside
from ._output import Note, Refusal, Waiting, lines_waiting, unreachable
from ._parse import parse
from ._translate import Translator

_TABLES = (
    "_vectors",
    "_matrices",
    "_math",
    "_types",
    "_conditions",
    "_trying",
    "_dispatch",
    "_environments",
    "_text",
    "_characters",
    "_moments",
    "_decompositions",
    "_combinations",
    "_data_frames",
    "_columns",
    "_factors",
    "_frames",
    "_models",
    "_numerics",
    "_storage",
    "_distributions",
    "_apply",
    "_grouping",
    "_files",
    "_system",
    "_dates",
    "_parallel",
    "_graphics",
    "_additions",
    "_other_plots",
    "_devices",
    "_ggplot2",
    "_igraph",
    "_random",
    "_mass",
    "_dagbag",
)


@dataclass(frozen=True)
class Migration:
    """A translated script.

    Attributes
    ----------
    python : str
        The translation, formatted.
    refused : tuple of Refusal
        What was not translated: line, R's text, reason.
    waiting : tuple of Waiting
        What was translated, and waits as a comment for what was not.
    notes : tuple of Note
        Traps and assumptions: line, text.
    statements : int
        Statements of the R script, those inside functions and loops included.
    names : dict of str to str
        Names of R's variables in Python; decompositions, which are not R's lists, are left out.
    lines : dict of int to int
        For each line of the translation that comes from one, the line of the R script.
    """

    python: str
    refused: tuple[Refusal, ...]
    notes: tuple[Note, ...]
    statements: int
    names: dict[str, str] = field(default_factory=dict)
    lines: dict[int, int] = field(default_factory=dict)
    waiting: tuple[Waiting, ...] = ()
    _kinds: dict[str, Kind] = field(default_factory=dict, repr=False)  # after the last statement

    @property
    def refused_statements(self) -> int:
        """Number of statements that need hand-work."""
        return sum(item.statements for item in self.refused)

    @property
    def waiting_statements(self) -> int:
        """Number of statements that are translated, and wait for those that need hand-work."""
        return sum(item.statements for item in self.waiting)

    @property
    def translated(self) -> float:
        """Share of the statements that need no hand-work."""
        return 1.0 if self.statements == 0 else 1 - self.refused_statements / self.statements

    def report(self) -> str:
        r"""Return what was done, in a few lines.

        Examples
        --------
        >>> print(migrate("x <- 1\ny <- eval(parse(text = 'x'))").report())
        1 of 2 statements translated (50%), 0 notes.
        line 2: not translated: functions that look at the program itself have no translation
        >>> print(migrate("x <- eval(parse(text = '2'))\ny <- x + 1\nz <- 3").report())
        2 of 3 statements translated (67%), 1 of them waits for others, 0 notes.
        line 1: not translated: functions that look at the program itself have no translation;
        line 2 waits for it
        """
        done = self.statements - self.refused_statements
        share = f"{self.translated:.0%}" if self.statements else "nothing to do"
        count = f"{len(self.notes)} note" + "s" * (len(self.notes) != 1)
        waiting = self.waiting_statements
        wait = f", {waiting} of them wait{'s' * (waiting == 1)} for others" if waiting else ""
        lines = [f"{done} of {self.statements} statements translated ({share}){wait}, {count}."]
        behind = lines_waiting(self.waiting)
        found = [
            (item.line, f"not translated: {item.reason}{unreachable(item, behind)}")
            for item in self.refused
        ]
        found += [(note.line, f"note: {note.text}") for note in self.notes]
        lines += [f"line {line}: {text}" for line, text in sorted(found)]
        return "\n".join(lines)


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Keep Python from looking for cycles of objects.

    A translation needs what it makes until its end: to look for what it does not need took 28% of
    the time of 8,000 lines, and freed 1 of 272 MB.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@_collector_paused()
def migrate(text: str, *, tables: Sequence[Table] = (), strict: bool = False) -> Migration:
    r"""Translate an R script into Python.

    Parameters
    ----------
    text : str
        The script.
    tables : sequence of Table, optional
        Functions of further packages.
    strict : bool, default False
        Let an error inside the translator through instead of marking the statement.

    Returns
    -------
    Migration

    Examples
    --------
    >>> print(migrate("x <- c(1, 2, 3)\nx[2] <- x[1] / 2  # a half\n").python)
    import numpy as np
    <BLANKLINE>
    x = np.array([1.0, 2.0, 3.0])
    x[1] = x[0] / 2  # a half
    <BLANKLINE>
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    script = parse(text)
    evaluate_inside(script)
    r.settle(script)
    translator = Translator(text, script, [*known_tables(), *tables], strict=strict)
    body = translator.run()
    output = translator.output
    count = sum(len(node.statements) for node in r.walk(script) if isinstance(node, r.Block))
    imports = translator.library.imports
    try:
        made = module(body, output, count, imports)
    except SyntaxError:  # of some statement: find and mark it
        translator.checking = True
        body = translator.run()
        output = translator.output
        made = module(body, output, count, imports)
    names = translator.names
    return Migration(
        made.text,
        tuple(output.refused),
        tuple(output.notes),
        count,
        {
            key: python
            for key, python in names.python.items()
            if key not in names.models and not key.startswith("..")
        },
        made.lines,
        tuple(output.waiting),
        dict(translator.scopes.current.kinds),
    )


@cache
def known_tables() -> list[Table]:
    """Return the tables of the packages that are known."""
    return merged([import_module(f".{name}", __package__).TABLE for name in _TABLES])
