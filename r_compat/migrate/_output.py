"""What a round of the translation has written: statements, notes, refusals."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ._pyexpr import Comment, Out, Refused

if TYPE_CHECKING:
    from ._rounds import Questions

# How a note begins about a call that R shows and that needs what was not translated.
NOT_SHOWN = "its value is not shown"
WIDTH = 100
_MOST_EXPRESSIONS = 20_000


class TooDeep(Refused):
    """Functions inside functions that no other way of translating would help."""


@dataclass(frozen=True)
class Refusal:
    """A statement that was not translated.

    Attributes
    ----------
    line, end_line : int
        Where it stands in the R script.
    code : str
        R's text.
    reason : str
    statements : int
        How many statements it consists of.
    """

    line: int
    end_line: int
    code: str
    reason: str
    statements: int = 1


@dataclass(frozen=True)
class Waiting:
    """A statement that was translated, and waits for one that was not.

    Attributes
    ----------
    line, end_line : int
        Where it stands in the R script.
    code : str
        R's text.
    roots : tuple of int
        Lines of the statements without a translation that it needs.
    statements : int
        How many statements it consists of.
    """

    line: int
    end_line: int
    code: str
    roots: tuple[int, ...]
    statements: int = 1


def lines_waiting(waiting: Sequence[Waiting]) -> dict[int, set[int]]:
    """Return the lines that wait, by the line of the statement that they wait for."""
    found: dict[int, set[int]] = {}
    for item in waiting:
        for root in item.roots:
            found.setdefault(root, set()).add(item.line)
    return found


def unreachable(refusal: Refusal, waiting: Mapping[int, set[int]]) -> str:
    """Say which lines wait for a statement that was not translated; "" if none does."""
    lines = sorted(waiting.get(refusal.line, ()))
    if not lines:
        return ""
    listed = ", ".join(map(str, lines[:-1])) + (" and " if lines[:-1] else "") + str(lines[-1])
    if len(lines) == 1:
        return f"; line {listed} waits for it"
    return f"; lines {listed} wait for it"


@dataclass(frozen=True)
class Note:
    """A remark about a line: a trap, or an assumption the translation makes."""

    line: int
    text: str


@dataclass
class Trial:
    """Something that is gone through to learn from it, and whether it stays all the same."""

    kept: bool = False


@dataclass
class Attempt:
    """A translation that may be refused without harm, and whether it was."""

    failed: bool = False


class Output:
    """Statements in the bodies that are being written, with what is said about them.

    Attributes
    ----------
    bodies : list of list
        The innermost body is the last one.
    refused : list of Refusal
    waiting : list of Waiting
    notes : list of Note
    line : int
        Of the statement that is being translated.
    unrun : int
        How many statements were marked so far, each time one was.
    lost_draws : int or None
        A line that drew random numbers and was not translated.
    lost_plot : int or None
        A line that began a plot and was not translated: nothing is added to another one instead.
    draws_refused : list of (int, int)
        Where a draw was not translated: its first byte, and the line from which numbers are lost.
    draws, drawn_before : int
        How many draws were translated, and how many before the current statement.
    expressions, most_expressions : int
        How many were translated in the current statement, and how many may be.
    free : set of str
        Python's names of variables that the script reads and does not define.
    other_generator : int or None
        A line that chose a generator of random numbers that is not here.
    """

    def __init__(self, questions: Questions) -> None:
        self._questions = questions
        self.bodies: list[list[Out]] = [[]]
        self.started = (1, 0)  # where the statement begins: how deep, and behind how many lines
        self.refused: list[Refusal] = []
        self.waiting: list[Waiting] = []
        self.notes: list[Note] = []
        self.line = 1
        self.unrun = 0
        self.lost_draws: int | None = None
        self.lost_plot: int | None = None
        self.lost_files: list[tuple[int, frozenset[str]]] = []
        self.draws_refused: list[tuple[int, int]] = []
        self.draws = 0
        self.drawn_before = 0
        self.other_generator: int | None = None
        self.free: set[str] = set()
        self.expressions, self.most_expressions = 0, _MOST_EXPRESSIONS
        self._noted: set[Note] = set()
        self._said: Counter[str] = Counter()  # how many notes have a text

    @contextmanager
    def limited(self, size: int) -> Iterator[None]:
        """Limit the expressions of a statement, by its text: each has a byte at least."""
        around = self.expressions, self.most_expressions
        self.expressions, self.most_expressions = 0, max(_MOST_EXPRESSIONS, 4 * size)
        try:
            yield
        finally:
            self.expressions, self.most_expressions = around

    def count_expression(self) -> None:
        """Refuse a statement in which constructs are looked at again and again, level by level."""
        self.expressions += 1
        if self.expressions > self.most_expressions:
            raise Refused("nested too deeply")

    def emit(self, out: Out) -> None:
        """Add a statement to the body that is being written."""
        self.bodies[-1].append(out)

    @contextmanager
    def body(self) -> Iterator[list[Out]]:
        """Collect what is emitted in a body of its own."""
        self.bodies.append([])
        try:
            yield self.bodies[-1]
        finally:
            self.bodies.pop()

    def note(self, text: str, *, once: bool = False) -> None:
        """Remark something about the current line; `once` for the whole script."""
        found = Note(self.line, text)
        said, asked = self.is_said(found, once=once), self._questions.now
        if asked is not None:
            asked.notes.setdefault((found, once), said)
        if not said:
            self._add(found)
            self.comment(f"Note: {text}")

    def is_said(self, note: Note, *, once: bool) -> bool:
        """Whether a note was made before, or `once` one of its text."""
        return note in self._noted or (once and self._said[note.text] > 0)

    def _add(self, note: Note) -> None:
        self.notes.append(note)
        self._noted.add(note)
        self._said[note.text] += 1

    def effects(self) -> tuple[Any, ...]:
        """Return what is lost of draws, files and plots."""
        return self.lost_draws, self.lost_files, self.lost_plot, self.other_generator

    def repeat(self, outs: list[Out], notes: list[Note], effects: tuple[Any, ...]) -> None:
        """Write what a round before has written of a statement on the top level."""
        self.bodies[0] += outs
        for note in notes:
            self._add(note)
        self.lost_draws, self.lost_files, self.lost_plot, self.other_generator = effects

    def comment(self, text: str) -> None:
        """Write a comment, in as many lines as it needs."""
        for line in textwrap.wrap(text, WIDTH - 12, break_long_words=False):
            self.emit(Comment(f"# {line}"))

    @contextmanager
    def attempt(self) -> Iterator[Attempt]:
        """Try a translation that may be refused without harm."""
        attempt = Attempt()
        depth, said = len(self.bodies), self.mark()
        try:
            yield attempt
        except TooDeep:
            raise
        except Refused:
            attempt.failed = True
            del self.bodies[depth:]
            self.back_to(said)

    @contextmanager
    def trial(self) -> Iterator[Trial]:
        """Go through something of which nothing stays, unless it turns out to be what is meant."""
        before, trial = self.mark(), Trial()
        lost, refused = (self.lost_draws, self.lost_files), len(self.draws_refused)
        with self.body() as written:
            try:
                yield trial
            finally:
                if not trial.kept:
                    self.back_to(before)
                    self.lost_draws, self.lost_files = lost
                    del self.draws_refused[refused:]
        if trial.kept:
            self.bodies[-1] += written

    def mark(self) -> tuple[int, int, int]:
        """Return how much was refused, waits and was remarked so far."""
        return len(self.refused), len(self.waiting), len(self.notes)

    def back_to(self, mark: tuple[int, int, int]) -> None:
        """Take back what was refused, waits and was remarked since."""
        for note in self.notes[mark[2] :]:
            self._noted.discard(note)
            self._said[note.text] -= 1
        del self.refused[mark[0] :], self.waiting[mark[1] :], self.notes[mark[2] :]
