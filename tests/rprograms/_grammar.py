"""Random programs out of idioms: what grammar/*.txt says, each using what those before it made.

A grammar has productions of types, a line each below ``[type]``, and idioms, paragraphs of
statements below ``== idiom``. In both:

- ``<type>`` is a variable or a new expression of that type, ``<1..9>`` a whole number;
- ``<type#1>`` is the same expression wherever it stands in a line of productions or an idiom;
- ``<a|b|c>`` is one of these texts, which may have holes themselves;
- ``@name:type`` makes a variable of a type, ``@name`` is the same variable again.

``<`` opens a hole unless it is ``< ``, ``<= ``, ``<- ``, ``<<- `` or before ``%``; ``>`` closes one
unless a blank stands before it; ``|`` parts alternatives unless there are blanks around it, or two of it. A line
``type: other another`` says that values of other types will do where this one is asked for.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "grammar"
MOST_DEPTH = 3
VALUE_NAMES = [
    "x",
    "y",
    "z",
    "w",
    "v",
    "u",
    "k.max",
    "total",
    "val",
    "tmp",
    "res.1",
    "idx",
    "lambda",
    "n_obs",
    "B",
    "out",
    "acc",
    "best",
    "cur",
    "d1",
    "r2",
    "part",
]
FUNCTION_NAMES = ["f", "g", "h", "my.fun", "helper", "step_fn", "update"]
_REFERENCE = re.compile(r"@([a-z]+[0-9]?)(?::([a-z]+))?")
DRAW = re.compile(
    r"\b(r(norm|unif|exp|binom|pois|gamma|beta|t|chisq|multinom|geom|weibull)|sample)\("
)
_LESS = re.compile(r"<(<- |- |= | |%|$)|(?<=<)<- ")
_RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)")


@dataclass
class Grammar:
    productions: dict[str, list[list]] = field(default_factory=dict)
    leaves: dict[str, list[list]] = field(default_factory=dict)
    idioms: dict[str, list[list]] = field(default_factory=dict)
    wider: dict[str, list[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Hole:
    """A part of a template that is drawn: the alternatives, each a template, or a type's name."""

    options: tuple


@dataclass
class Program:
    """A program: top-level statements with the idiom that each comes from."""

    statements: list[tuple[str, str]]

    @property
    def text(self):
        return "".join(f"{text}\n" for _, text in self.statements)


@cache
def grammar():
    found = Grammar()
    for path in sorted(FOLDER.glob("*.txt")):
        _read(path.read_text(encoding="utf-8"), found)
    unknown = sorted(
        {
            name
            for name in _asked(found)
            if name not in found.productions and name not in found.wider
        }
    )
    if unknown:
        raise ValueError(f"the grammar asks for types that it does not make: {unknown}")
    return found


def _read(text, found):
    section = paragraph = None
    for line in [*text.splitlines(), ""]:
        if line.startswith("# "):
            continue
        if match := re.fullmatch(r"\[([a-z]+)\]", line):
            section = ("type", match[1])
        elif line.startswith("== "):
            section, paragraph = ("idiom", line[3:].strip()), []
        elif section is None or not line.strip():
            if section and section[0] == "idiom" and paragraph:
                found.idioms.setdefault(section[1], []).append(template("\n".join(paragraph)))
                paragraph = []
        elif section[0] == "idiom":
            paragraph.append(line)
        elif match := re.fullmatch(r"([a-z]+): ([a-z ]+)", line):
            found.wider[match[1]] = match[2].split()
        else:
            made = template(line)
            found.productions.setdefault(section[1], []).append(made)
            if not any(isinstance(part, Hole) and _needs(part) for part in made):
                found.leaves.setdefault(section[1], []).append(made)


def _needs(hole):
    """Whether a hole asks for an expression."""
    if isinstance(hole.options[0], str):
        return _RANGE.fullmatch(hole.options[0]) is None
    return any(_needs(part) for option in hole.options for part in option if isinstance(part, Hole))


def _asked(found):
    def inside(parts):
        for part in parts:
            if isinstance(part, Hole):
                if isinstance(part.options[0], str):
                    if _RANGE.fullmatch(part.options[0]) is None:
                        yield part.options[0].partition("#")[0]
                else:
                    for option in part.options:
                        yield from inside(option)

    for table in (found.productions, found.idioms):
        for templates in table.values():
            for parts in templates:
                yield from inside(parts)


def template(text):
    """The parts of a text: strings and holes."""
    parts, end = _parts(text, 0, inside=False)
    assert end == len(text), text
    return parts[0]


def _parts(text, k, inside):
    options, parts, plain = [], [], ""
    while k < len(text):
        character = text[k]
        if character == "<" and not _LESS.match(text, k):
            inner, k = _parts(text, k + 1, inside=True)
            parts.append(plain)
            plain = ""
            only = inner[0]
            named = len(inner) == 1 and len(only) == 1 and isinstance(only[0], str)
            parts.append(Hole((only[0],)) if named else Hole(tuple(inner)))
            continue
        if inside and character == ">" and text[k - 1] != " ":
            parts.append(plain)
            return [*options, [p for p in parts if p != ""]], k + 1
        if (
            inside
            and character == "|"
            and " " not in text[k - 1 : k + 2 : 2]
            and "|"
            not in (
                text[k - 1],
                text[k + 1],
            )
        ):
            parts.append(plain)
            options.append([p for p in parts if p != ""])
            parts, plain = [], ""
        else:
            plain += character
        k += 1
    if inside:
        raise ValueError(f"a hole is not closed in {text!r}")
    parts.append(plain)
    return [[p for p in parts if p != ""]], k


class Composer:
    """Composes a program of idioms with draws from a random.Random."""

    def __init__(self, draws):
        self.draws = draws
        self.grammar = grammar()
        self.scope: dict[str, str] = {}  # names of variables to their types

    def program(self, least=5, most=40):
        names = list(self.grammar.idioms)
        favoured = self.draws.sample(names, 3)
        size = self.draws.randint(least, most)
        statements = [("seed", f"set.seed({self.draws.randint(1, 999)})")]
        for type_ in self.draws.sample(["nums", "nans", "strs", "num", "named", "lgls"], 3):
            name = self.fresh(type_)
            statements.append(("start", f"{name} <- {self.expression(type_, 1)}"))
            self.scope[name] = type_
        while len(statements) < size:
            name = self.draws.choice(favoured if self.draws.random() < 0.5 else names)
            statements += [(name, text) for text in split(self.idiom(name))]
        return Program(statements)

    def idiom(self, name):
        depth = self.draws.choice((1, 1, 2, 2, MOST_DEPTH))
        return self.written(self.draws.choice(self.grammar.idioms[name]), depth)

    def written(self, parts, depth):
        """The statements of a template; the variables that it makes are known from then on."""
        made: dict[str, tuple[str, str]] = {}
        text = self.filled(parts, depth, made)
        for variable, type_ in made.values():
            if type_ != "none":
                self.scope[variable] = type_
            else:
                self.scope.pop(variable, None)
        return text

    def filled(self, parts, depth, made=None, same=None):
        text = ""
        same = {} if same is None else same
        for part in parts:
            if isinstance(part, str):
                text += part if made is None else self.referred(part, made)
            elif isinstance(part.options[0], str):
                name = part.options[0]
                if "#" not in name:
                    text += self.typed(name, depth)
                    continue
                if name not in same:
                    same[name] = self.repeatable(name.partition("#")[0], depth)
                text += same[name]
            else:
                text += self.filled(self.draws.choice(part.options), depth, made, same)
        return text

    def referred(self, text, made):
        def name(match):
            key, type_ = match.groups()
            if type_ is not None:
                made[key] = (self.fresh(type_, [v for v, _ in made.values()]), type_)
            return made[key][0] if key in made else match[0]

        return _REFERENCE.sub(name, text)

    def typed(self, type_, depth):
        if match := _RANGE.fullmatch(type_):
            return str(self.draws.randint(int(match[1]), int(match[2])))
        return self.expression(type_, depth - 1)

    def repeatable(self, type_, depth):
        """An expression that has the same value twice: nothing is drawn in it."""
        while True:
            text = self.typed(type_, depth)
            if DRAW.search(text) is None:
                return text

    def expression(self, type_, depth):
        types = [type_, *self.grammar.wider.get(type_, ())]
        known = [name for name, t in self.scope.items() if t in types]
        if known and self.draws.random() < (0.55 if depth > 0 else 0.7):
            return self.draws.choice(known[-4:])
        # A type that is only made of others is as good as any of them.
        options = [t for t in types if t in self.grammar.productions]
        chosen = type_ if type_ in options and self.draws.random() < 0.7 else None
        chosen = chosen or self.draws.choice(options)
        templates = self.grammar.leaves.get(chosen) if depth <= 0 else None
        return self.filled(self.draws.choice(templates or self.grammar.productions[chosen]), depth)

    def fresh(self, type_, taken=()):
        names = FUNCTION_NAMES if type_.startswith("fun") else VALUE_NAMES
        free = [name for name in names if name not in taken]
        new = [name for name in free if name not in self.scope]
        return self.draws.choice(new if new and self.draws.random() < 0.9 else free)


def split(text):
    """The top-level statements of lines that break only inside brackets or before ``else``."""
    statements, open_ = [], 0
    for line in text.splitlines():
        bare = re.sub(r"\"(\\.|[^\"\\])*\"|'(\\.|[^'\\])*'|#.*", "", line)
        if open_ or (statements and bare.lstrip().startswith("else")):
            statements[-1] += f"\n{line}"
        else:
            statements.append(line)
        open_ += sum(bare.count(c) for c in "({[") - sum(bare.count(c) for c in ")}]")
    return statements


def compose(seed, number):
    """Program `number` of a seed."""
    return Composer(random.Random(f"{seed}/{number}")).program()


def idiom_alone(name, k):
    """Way k of an idiom as a program of its own, of the plainest expressions."""
    composer = Composer(random.Random(f"{name}/{k}"))
    return f"set.seed(1)\n{composer.written(composer.grammar.idioms[name][k], 1)}\n"
