"""Rounds: statements of the script whose translation of the round before still holds.

A script is gone through until nothing new is learnt, and each function of a chain of calls needs a
round more. Most statements then find everything as it was. `Questions` takes note of all that a
statement on the top level asks for; as long as the answers are the same, what was written before is
written again. The scripts of ``tests/migrate`` take 2 to 9 rounds; a third of the time is saved, of
the one with 9 rounds more than half.

The translation of a statement depends on nothing else: variables of the script (`ScriptKinds`),
functions of the script (`FunctionInfo` tells who looks at it), what all rounds know of variables,
names (`Scopes` asks), notes made before, and a few values that are compared as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableMapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from ._kinds import Kind
from ._output import Note
from ._pyexpr import Out

if TYPE_CHECKING:
    from . import _rast as r
    from ._functions import FunctionInfo, Learnt
    from ._translate import Translator

_Answer = TypeVar("_Answer")


@dataclass
class Summarized:
    """A kind that was added to the summary of a variable, by the scope's key and the name.

    `into` is a summary that it is known to change nothing of.
    """

    key: int
    r_name: str
    kind: Kind
    into: Kind | None = None


@dataclass
class Asked:
    """What a statement asked for while it was translated, with the answers it was given.

    Attributes
    ----------
    kinds : dict
        Variables of the script, before the statement changed them.
    changed : dict
        Variables of the script that it changed, in the order in which they came to be.
    forgotten : set
        Those that were no variables for a while.
    answers : dict
        By function and arguments.
    looks : dict
        What was known of functions of the script.
    summarized : list of Summarized
    notes : dict
        Whether a note was there already, or its text if it is made once.
    spoilt : bool
        It did what is done again in every round, as statements that are refused do.
    """

    kinds: dict[str, Kind | None] = field(default_factory=dict)
    changed: dict[str, None] = field(default_factory=dict)
    forgotten: set[str] = field(default_factory=set)
    answers: dict[tuple[Callable[..., object], tuple[object, ...]], object] = field(
        default_factory=dict
    )
    looks: dict[FunctionInfo, Learnt] = field(default_factory=dict)
    summarized: list[Summarized] = field(default_factory=list)
    notes: dict[tuple[Note, bool], bool] = field(default_factory=dict)
    spoilt: bool = False


class Questions:
    """Takes note of what is asked for while a statement of the script is translated.

    Attributes
    ----------
    now : Asked or None
        By the statement that is being translated.
    """

    def __init__(self) -> None:
        self.now: Asked | None = None

    def answer(self, question: Callable[..., _Answer], *args: object) -> _Answer:
        """Return the answer to a question that can be asked again."""
        found = question(*args)
        if self.now is not None:
            self.now.answers.setdefault((question, args), found)
        return found

    def look(self, info: FunctionInfo) -> None:
        """Take note that something of a function of the script is asked for."""
        now = self.now
        if now is not None and info not in now.looks:
            now.looks[info] = info.learnt()
            now.spoilt |= vars(info)["forms"] is not None  # calls are counted anew in each round

    def spoil(self) -> None:
        """Let the statement that is being translated be translated again in the next round."""
        if self.now is not None:
            self.now.spoilt = True


class ScriptKinds(MutableMapping[str, Kind]):
    """Kinds of the variables of the script, which tell who asks for them and changes them."""

    def __init__(self, questions: Questions) -> None:
        self._questions = questions
        self._kinds: dict[str, Kind] = {}

    def _ask(self, r_name: str) -> None:
        now = self._questions.now
        if now is not None and r_name not in now.changed and r_name not in now.kinds:
            now.kinds[r_name] = self._kinds.get(r_name)

    def _change(self, r_name: str) -> None:
        now = self._questions.now
        if now is not None:
            if r_name not in self._kinds:  # it goes to the end
                now.changed.pop(r_name, None)
            now.changed[r_name] = None

    def __getitem__(self, r_name: str) -> Kind:
        self._ask(r_name)
        return self._kinds[r_name]

    def __contains__(self, r_name: object) -> bool:
        self._ask(str(r_name))
        return r_name in self._kinds

    def get(self, r_name: str, default: Any = None) -> Any:
        """Return what a variable is."""
        self._ask(r_name)
        return self._kinds.get(r_name, default)

    def __iter__(self) -> Iterator[str]:
        self._questions.spoil()  # by whoever looks at all of them
        return iter(self._kinds)

    def __len__(self) -> int:
        self._questions.spoil()
        return len(self._kinds)

    def __setitem__(self, r_name: str, kind: Kind) -> None:
        self._change(r_name)
        self._kinds[r_name] = kind

    def __delitem__(self, r_name: str) -> None:
        self._ask(r_name)
        self._change(r_name)
        if self._questions.now is not None:
            self._questions.now.forgotten.add(r_name)
        del self._kinds[r_name]


@dataclass
class Kept:
    """The translation of a statement, and what it depends on.

    Attributes
    ----------
    state : tuple
        What is compared as a whole, when it began.
    asked : Asked
    outs : list of Out
    notes : list of Note
    kinds : dict
        Of the variables of the script that it changed.
    effects : tuple
        Draws, files and plots that are lost after it.
    uncalled : bool
        It asked for parameters of which no call tells what they are.
    assumed : bool
        Those were taken to be anything.
    """

    state: tuple[object, ...]
    asked: Asked
    outs: list[Out]
    notes: list[Note]
    kinds: dict[str, Kind | None]
    effects: tuple[Any, ...]
    uncalled: bool
    assumed: bool


def repeated(t: Translator, statement: r.Statement) -> bool:
    """Whether what the round before wrote of a statement holds, which then is written again."""
    kept = t.kept.get(id(statement))
    if kept is None or not _holds(t, kept):
        return False
    t.output.repeat(kept.outs, kept.notes, kept.effects)
    t.restore(dict.fromkeys(kept.asked.forgotten))
    t.restore(kept.kinds)
    t.functions.uncalled |= kept.uncalled
    return True


def _state(t: Translator) -> tuple[object, ...]:
    """Return what is compared as a whole: it seldom changes from round to round."""
    return (*t.scopes.whole_state(), *t.output.effects())


@contextmanager
def watched(t: Translator, statement: r.Statement) -> Iterator[None]:
    """Keep what is written of a statement on the top level, and what that depends on."""
    t.kept.pop(id(statement), None)
    output = t.output
    state, before, noted = _state(t), len(output.bodies[0]), len(output.notes)
    uncalled, t.functions.uncalled = t.functions.uncalled, False
    t.questions.now = asked = Asked()
    try:
        yield
    finally:
        t.questions.now = None
    kept = Kept(
        state,
        asked,
        output.bodies[0][before:],
        output.notes[noted:],
        {r_name: t.scope.kinds.get(r_name) for r_name in asked.changed},
        output.effects(),
        t.functions.uncalled,
        t.functions.assume_any,
    )
    t.functions.uncalled |= uncalled
    # What it has changed itself it would find otherwise the next time.
    if not asked.spoilt and _finds_same(asked):
        t.kept[id(statement)] = kept


def _holds(t: Translator, kept: Kept) -> bool:
    """Whether a statement would be given the answers of the round before."""
    if kept.state != _state(t):
        return False
    if kept.uncalled and kept.assumed != t.functions.assume_any:
        return False
    asked, kinds = kept.asked, t.scope.kinds
    for r_name, kind in asked.kinds.items():
        if not _same(kinds.get(r_name), kind):
            return False
    for (question, args), answer in asked.answers.items():
        if not _same(question(*args), answer):
            return False
    for (note, once), said in asked.notes.items():
        if t.output.is_said(note, once=once) != said:
            return False
    return _finds_same(asked) and all(map(t.scopes.is_summarized, asked.summarized))


def _finds_same(asked: Asked) -> bool:
    """Whether functions of the script are what they were when they were looked at."""
    for info, (kinds, rest) in asked.looks.items():
        kinds_now, rest_now = info.learnt()
        if rest_now != rest or not all(map(_same, kinds_now, kinds)):
            return False
    return True


def _same(first: object, second: object) -> bool:
    """Whether two answers are equal; in kinds 1 is neither 1.0 nor TRUE."""
    if first is second or not isinstance(first, Kind) or not isinstance(second, Kind):
        return first is second or first == second
    return first == second and _types(first) == _types(second)


def _types(kind: Kind) -> tuple[object, ...]:
    """Return the types of the numbers in a kind."""
    values = kind.values
    inner = [item for _, item in kind.items or ()]
    if kind.item is not None:
        inner.append(kind.item)
    return (
        type(values.const), type(values.low), type(values.high), type(values.soft),
        *map(_types, inner),
    )  # fmt: skip
