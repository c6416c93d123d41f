"""`migrate`: a script of R in, a script of Python out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from . import _rast as r
from ._emit import module_text
from ._functions import Table
from ._parse import parse
from ._translate import Note, Refusal, Translator

_TABLES = (
    "_vectors",
    "_matrices",
    "_math",
    "_types",
    "_conditions",
    "_text",
    "_stats",
    "_apply",
    "_files",
    "_graphics",
    "_random",
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
    notes : tuple of Note
        Traps and assumptions: line, text.
    statements : int
        Statements of the R script, those inside functions and loops included.
    names : dict of str to str
        Names of R's variables in Python; decompositions, which are not R's lists, are left out.
    """

    python: str
    refused: tuple[Refusal, ...]
    notes: tuple[Note, ...]
    statements: int
    names: dict[str, str] = field(default_factory=dict)

    @property
    def refused_statements(self) -> int:
        """Number of statements that need hand-work."""
        return sum(item.statements for item in self.refused)

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
        """
        done = self.statements - self.refused_statements
        share = f"{self.translated:.0%}" if self.statements else "nothing to do"
        count = f"{len(self.notes)} note" + "s" * (len(self.notes) != 1)
        lines = [f"{done} of {self.statements} statements translated ({share}), {count}."]
        found = [(item.line, f"not translated: {item.reason}") for item in self.refused]
        found += [(note.line, f"note: {note.text}") for note in self.notes]
        lines += [f"line {line}: {text}" for line, text in sorted(found)]
        return "\n".join(lines)


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
    translator = Translator(text, script, [*known_tables(), *tables], strict=strict)
    body = translator.run()
    count = sum(len(node.statements) for node in r.walk(script) if isinstance(node, r.Block))
    refused = tuple(translator.refused)
    try:
        python = module_text(body, refused, count)
    except SyntaxError:  # of some statement: find and mark it
        translator.checking = True
        body = translator.run()
        refused = tuple(translator.refused)
        python = module_text(body, refused, count)
    names = {key: v for key, v in translator.python_names.items() if key not in translator.models}
    return Migration(python, refused, tuple(translator.notes), count, names)


def known_tables() -> list[Table]:
    """Return the tables of the packages that are known."""
    from importlib import import_module

    return [import_module(f".{name}", __package__).TABLE for name in _TABLES]
