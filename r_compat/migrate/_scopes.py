"""Variables and what is known of them, scope by scope."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableMapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from . import _rast as r
from ._kinds import (
    ANY,
    NEVER,
    Kind,
    Mode,
    higher,
    join,
    root_line,
    widen,
)
from ._names import Names
from ._rounds import Questions, ScriptKinds, Summarized

if TYPE_CHECKING:
    from ._functions import FunctionInfo

_MOST_JOINS = 4
_SCRIPT = 0  # the key of its scope

State = dict[str, Kind | None]  # kinds of some variables; None if there is none


@dataclass(eq=False)
class Scope:
    """The variables of the script, of a function, or of a function written inside an expression.

    `kinds` follows the text; `inline` scopes run where they stand and so see the kinds around.
    """

    key: int
    parent: Scope | None
    info: FunctionInfo | None = None
    kinds: MutableMapping[str, Kind] = field(default_factory=dict)
    mutated: frozenset[str] = frozenset()
    local: frozenset[str] = frozenset()
    inline: bool = False
    exits: list[tuple[frozenset[str], list[State]]] = field(default_factory=list)
    renamed: dict[str, str] = field(default_factory=dict)
    outer: set[str] = field(default_factory=set)
    changed: set[str] | None = None
    aliases: dict[str, set[str]] = field(default_factory=dict)
    copied: set[str] = field(default_factory=set)
    absent: dict[str, str] = field(default_factory=dict)  # tests of missing(), by parameter
    deferred: dict[int, tuple[r.Param, str]] = field(default_factory=dict)  # defaults, by statement

    def __post_init__(self) -> None:
        # The scope and those around it, from the inside.
        self.chain: list[Scope] = [self, *(self.parent.chain if self.parent is not None else ())]

    @property
    def depth(self) -> int:
        """How many scopes are around it."""
        return len(self.chain) - 1


@dataclass
class LostInside:
    """What every call of a function lacks, since some of its statements were refused."""

    line: int  # of the first of them
    outer: dict[str, Kind] = field(default_factory=dict)
    files: list[tuple[int, frozenset[str]]] = field(default_factory=list)


@dataclass
class Lost:
    """What was refused in a round.

    Variables are told by scope and name, values of functions by node, and what functions do
    outside of them by where they stand in the text.
    """

    variables: dict[tuple[int, str], Kind] = field(default_factory=dict)
    returns: dict[int, Kind] = field(default_factory=dict)
    draws: dict[int, int] = field(default_factory=dict)  # lines, by their places in the text
    inside: dict[int, LostInside] = field(default_factory=dict)

    def keys(self) -> tuple[object, ...]:
        """Return what is lost, whyever it is."""
        inside = {key: (set(lost.outer), set(lost.files)) for key, lost in self.inside.items()}
        return set(self.variables), set(self.returns), set(self.draws), inside


class Scopes:
    """The variables of a script, in the round that runs and as all rounds so far know them.

    Attributes
    ----------
    current : Scope
    summaries : dict
        Kinds of all values that a variable had so far, by the scope's key and the name.
    lost, lost_now : Lost
        What was refused in the last round, and in this one.
    wanted : dict
        What variables that begin empty are going to hold.
    has_nothing : bool
        Some vector of the script begins as NULL.
    steady : set of int
        Indices, by their nodes, by which a loop fills a vector without a gap.
    shared : set of str
        Variables that a function assigns outside of it: any call may change them.
    news : bool
        Something was learnt in this round, so that another one is needed.
    waits_for : set of int or None
        In a statement that waits for others: the lines of those, as far as they were met.
    attached : int or None
        A line that attaches columns which are not known: any name may be one of them.
    """

    def __init__(
        self,
        names: Names,
        mutated: frozenset[str],
        local: frozenset[str],
        questions: Questions,
    ) -> None:
        self.names = names
        self.questions = questions
        self.summaries: dict[int, dict[str, Kind]] = {}
        self.lost, self.lost_now = Lost(), Lost()
        self.wanted: dict[tuple[int, str, bool], tuple[str, Mode]] = {}
        self.has_nothing = False
        self.steady: set[int] = set()
        self.shared: set[str] = set()
        self.murky: set[str] = set()
        self.news = False
        self.waits_for: set[int] | None = None
        self.attached: int | None = None
        self._watched: list[State] = []
        self._joins: dict[tuple[int, str], int] = {}
        self._unnamed: dict[str, None] = {}  # of the script, by now without a name in Python
        self._script = (mutated, local)
        self.begin()

    # Rounds

    def begin(self) -> None:
        """Begin a round."""
        mutated, local = self._script
        kinds = ScriptKinds(self.questions)
        self.current = Scope(_SCRIPT, None, kinds=kinds, mutated=mutated, local=local)
        self.lost_now = Lost()
        self.news = False

    def end(self) -> bool:
        """End a round, and return whether it brought news."""
        self.news |= self.lost_now.keys() != self.lost.keys()
        self.lost = self.lost_now
        return self.news

    def forget(self) -> None:
        """Take nothing for lost that the next round does not lose."""
        self.lost = Lost()

    def whole_state(self) -> tuple[object, ...]:
        """Return what statements are not asked about one by one: it seldom changes."""
        # Sets that only grow are told by their sizes.
        return len(self.shared), len(self.murky), len(self.names.models), self.has_nothing

    @contextmanager
    def inside(self, scope: Scope) -> Iterator[Scope]:
        """Make a scope the current one."""
        around, self.current = self.current, scope
        try:
            yield scope
        finally:
            self.current = around

    # Kinds

    def lookup(self, r_name: str) -> Kind | None:
        """Return what is known of a variable; None if there is none."""
        found = self._lookup(r_name)
        return found if found is None else self.there(found)

    def there(self, kind: Kind) -> Kind:
        """Return what is known of a value, in a statement that waits also of one that is missing.

        In such a statement it is taken to be there, and the line it waits for is noted.
        """
        if kind.shape != "missing" or self.waits_for is None:
            return kind
        self.waits_for.add(root_line(kind))
        return ANY

    def _lookup(self, r_name: str) -> Kind | None:
        now = True
        for scope in self.current.chain:
            if now and (known := scope.kinds.get(r_name)) is not None:
                return known
            if not now:
                found = self._over_all(scope, r_name)
                if found is not None:
                    return found
                if r_name in scope.local:
                    return NEVER
            elif r_name in scope.local and scope.info is not None and not scope.inline:
                outside = self.outside(scope, r_name)
                if outside is not None and r_name not in scope.outer:
                    # The same name means another variable until it is assigned here.
                    if r_name not in scope.info.inner:
                        scope.info.inner.add(r_name)
                        self.news = True
                    return outside
            now = now and scope.inline
        return None

    def outside(self, scope: Scope, r_name: str) -> Kind | None:
        """Return what is known of a variable around a scope."""
        if scope.parent is None:
            return None
        for outer in scope.parent.chain:
            found = self._over_all(outer, r_name)
            if found is not None:
                return found
        return None

    def _over_all(self, scope: Scope, r_name: str) -> Kind | None:
        """Return what a variable is as all of the script knows it."""
        found = self.questions.answer(self._lost_variable, scope.key, r_name)
        return self._summary(scope, r_name) if found is None else found

    def _lost_variable(self, key: int, r_name: str) -> Kind | None:
        return self.lost.variables.get((key, r_name))

    def _summary(self, scope: Scope, r_name: str) -> Kind | None:
        return self.questions.answer(self._summary_at, scope.key, r_name)

    def _summary_at(self, key: int, r_name: str) -> Kind | None:
        return self.summaries.get(key, {}).get(r_name)

    def lost_value(self, node: r.Function) -> Kind | None:
        """Return what is missing of the value of a function since the last round."""
        return self.questions.answer(self._lost_value_at, id(node))

    def _lost_value_at(self, key: int) -> Kind | None:
        return self.lost.returns.get(key)

    def lost_draw(self, node: r.Node) -> int | None:
        """Return the line of a draw inside a construct that was refused in the last round."""
        return self.questions.answer(self._lost_draw_in, node.span.start, node.span.end)

    def _lost_draw_in(self, begin: int, end: int) -> int | None:
        draws = self.lost.draws.items()
        return next((line for start, line in draws if begin <= start < end), None)

    def loses_inside(self) -> bool:
        """Whether any function lacked something in the last round."""
        return self.questions.answer(self._loses_inside)

    def _loses_inside(self) -> bool:
        return bool(self.lost.inside)

    def lost_inside(self, node: r.Function) -> LostInside | None:
        """Return what every call of a function lacked in the last round."""
        return self.questions.answer(self._lost_inside_at, node.span.start)

    def _lost_inside_at(self, start: int) -> LostInside | None:
        return self.lost.inside.get(start)

    def set_kind(self, r_name: str, kind: Kind, *, outer: bool = False) -> None:
        """Remember what a variable now is."""
        scope = self.current
        if outer:
            self.news |= r_name not in self.shared
            self.shared.add(r_name)
            while scope.parent is not None:
                scope = scope.parent
                if r_name in scope.local:
                    break
            self.summarize(scope, r_name, kind)
            self.summarize(self.current, r_name, kind)
            kind = join(scope.kinds.get(r_name, kind), kind)
            scope.kinds[r_name] = kind
            return
        if r_name in scope.outer:
            self.set_kind(r_name, kind, outer=True)
            return
        scope.kinds[r_name] = kind
        for seen in self._watched:
            if r_name in seen:
                seen[r_name] = join(seen[r_name] or kind, kind)
        self.summarize(scope, r_name, kind)
        if r_name in self.shared and kind.shape != "missing":
            scope.kinds[r_name] = self._summary(scope, r_name) or kind

    def lose(self, r_name: str, kind: Kind) -> None:
        """Take a variable for missing that a function which did not run would have assigned."""
        self.questions.spoil()
        scopes = list(self.current.chain)
        known = [
            scope
            for scope in scopes
            if r_name in scope.kinds or r_name in self.summaries.get(scope.key, {})
        ]
        for scope in known or scopes[-1:]:  # what nobody knows would be one of the workspace
            scope.kinds[r_name] = kind
            self.lost_now.variables[scope.key, r_name] = kind

    def lose_inside(self, line: int, outer: Iterable[str], kind: Kind) -> None:
        """Remember that the functions around a statement do not do all that R's do."""
        self.questions.spoil()
        for scope in self.current.chain:
            if scope.info is None:
                continue
            key = scope.info.node.span.start
            lost = self.lost_now.inside.setdefault(key, LostInside(line))
            lost.outer |= dict.fromkeys(outer, kind)

    def lose_files_inside(self, node: r.Function, files: list[tuple[int, frozenset[str]]]) -> None:
        """Remember the files that a function does not write as R's does."""
        if files:
            self.questions.spoil()
            lost = self.lost_now.inside.setdefault(node.span.start, LostInside(files[0][0]))
            lost.files = files

    def summarize(self, scope: Scope, r_name: str, kind: Kind) -> None:
        """Add a value to what is known of a variable over all of the script."""
        if scope.parent is None and r_name not in self.names.python:
            self._unnamed[r_name] = None
        if kind.shape == "missing":  # of this round: what refuses it may yet be translated
            self.questions.spoil()
            self.lost_now.variables[scope.key, r_name] = kind
            return
        if self.questions.now is not None:
            self.questions.now.summarized.append(Summarized(scope.key, r_name, kind))
        summary = self.summaries.setdefault(scope.key, {})
        old = summary.get(r_name, NEVER)
        new = join(old, kind)
        if new != old:
            key = (scope.key, r_name)
            self._joins[key] = self._joins.get(key, 0) + 1
            summary[r_name] = widen(old, new) if self._joins[key] > _MOST_JOINS else new
            if summary[r_name] != old:
                self.news = True

    def is_summarized(self, added: Summarized) -> bool:
        """Whether `summarize` would change nothing."""
        if added.key == _SCRIPT and added.r_name not in self.names.python:
            return False
        old = self.summaries.get(added.key, {}).get(added.r_name, NEVER)
        if old is not added.into and join(old, added.kind) != old:
            return False
        added.into = old
        return True

    @contextmanager
    def watch(self, names: Iterable[str]) -> Iterator[State]:
        """Collect all kinds that some variables have meanwhile: an error may come at any time."""
        seen: State = dict.fromkeys(names)
        self._watched.append(seen)
        try:
            yield seen
        finally:
            self._watched.pop()

    def state(self, names: Iterable[str]) -> State:
        """Return the kinds of some variables."""
        kinds = self.current.kinds
        return {key: kinds.get(key) for key in names}

    def restore(self, state: State) -> None:
        """Give variables the kinds they had."""
        for key, kind in state.items():
            if kind is None:
                self.current.kinds.pop(key, None)
            else:
                self.current.kinds[key] = kind

    # What empty variables are going to hold

    def wants(self, target: r.Node, shape: str, mode: Mode = "any") -> bool:
        """Learn what an empty value is going to hold; return whether that is news.

        R begins with ``NULL``, ``c()`` or ``list()`` and does not say what will be put in. In the
        next round the variable begins as what is wanted here.
        """
        if not isinstance(target, r.Name) or (shape == "vector" and mode == "any"):
            return False
        known = self.lookup(target.name)
        key = (self._holder_of(target.name).key, target.name, known is not None and known.is_list)
        old = self.questions.answer(self.wanted.get, key)
        new = (shape, mode)
        if old is not None:
            if old[0] != shape:
                return False
            joined = higher(old[1], mode) if shape == "vector" else mode
            if joined == old[1]:
                return False
            new = (shape, joined)
        self.questions.spoil()
        self.wanted[key] = new
        self.has_nothing |= shape == "vector"
        self.news = True
        self.set_kind(target.name, NEVER)
        return True

    def wanted_as(self, r_name: str, *, as_list: bool = False) -> tuple[str, Mode] | None:
        """Return what a variable that begins empty, as a list or as NULL, is going to hold."""
        return self.questions.answer(
            self.wanted.get, (self._holder_of(r_name).key, r_name, as_list)
        )

    def is_steady(self, node: r.Node | None) -> bool:
        """Whether a loop fills a vector by an index without a gap."""
        return self.questions.answer(self.steady.__contains__, id(node))

    def _holder_of(self, r_name: str) -> Scope:
        for scope in self.current.chain:
            if scope.parent is None or r_name in scope.local:
                break
        return scope

    # Names

    def python_name(self, r_name: str) -> str:
        """Return the Python name of a variable of R."""
        for scope in self.current.chain:
            if r_name in scope.renamed:
                return scope.renamed[r_name]
            if r_name in scope.local:
                break
        return self.names.of(r_name)

    def name_read(self, r_name: str) -> str:
        """Return the Python name of a variable that is read.

        Before a function assigns a variable, its name means the one outside.
        """
        scope = self.current
        while scope.inline and scope.parent is not None and r_name not in scope.kinds:
            scope = scope.parent
        if (
            scope.info is not None
            and r_name in scope.info.inner
            and r_name not in scope.kinds
            and r_name in scope.local
        ):
            return self.names.of(r_name)
        return self.python_name(r_name)

    def free_name(self, proposed: str, used: Sequence[str]) -> str:
        """Return a name for an element that hides no variable that is in use."""
        self.questions.answer(self._nameless)
        *inner, script = self.current.chain
        for r_name in [n for n in self._unnamed if self._is_known(script, n)]:
            self.names.of(r_name)
            del self._unnamed[r_name]
        taken = set(used)
        for scope in inner:
            summarized = self.questions.answer(self._summarized, scope.key)
            visible = [*scope.kinds, *summarized]
            taken.update(map(self.python_name, visible))
        found = self.names.free(proposed, taken)
        while self._is_of_script(found, script):  # the script may have very many variables
            found = self.names.free(f"{found}_", taken)
        return found

    def _is_of_script(self, python: str, script: Scope) -> bool:
        """Whether a name of Python is, here, that of a variable of the script."""
        names = [n for scope in self.current.chain for n in scope.renamed]
        if (r_name := self.questions.answer(self.names.r_name, python)) is not None:
            names.append(r_name)
        return any(self.python_name(n) == python for n in names if self._is_known(script, n))

    def _is_known(self, scope: Scope, r_name: str) -> bool:
        return r_name in scope.kinds or self._summary(scope, r_name) is not None

    def _summarized(self, key: int) -> tuple[str, ...]:
        return tuple(self.summaries.get(key, ()))

    def _nameless(self) -> list[str]:
        return [r_name for r_name in self._unnamed if r_name not in self.names.python]


def joined_states(states: Sequence[State], scopes: Scopes | None = None) -> State:
    """Return what is known after one of several ways was gone.

    Where a text that may be NA meets what may be NULL, `scopes` takes note of the variable.
    """
    found = dict(states[0])
    for state in states[1:]:
        for key, kind in state.items():
            mine = found.get(key)
            if mine is None:
                found[key] = kind
            elif kind is not None and mine is not kind:
                found[key] = joined = join(mine, kind)
                texts = mine.missing_text or kind.missing_text
                if scopes is not None and texts and not joined.missing_text:
                    scopes.news |= key not in scopes.murky
                    scopes.murky.add(key)
    return found
