"""Run-time rules against R: values of every representation, sent to R as code, results compared.

A `Row` is a function of `rvalues`, R's expression for the same, and a generator for each argument.
`disagreements` draws arguments for every row, has one R evaluate all expressions, and says where
Python's answer is another one. Names are compared strictly, unlike in a check of scripts: where R
has names, Python must have them. Where R stops, Python must.
"""

import json
import random
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import rprograms
from dagbag.r_compat import rvalues as rv
from dagbag.r_compat.migrate._compare import INCOMPARABLE, difference
from dagbag.r_compat.migrate._describe import describe

STOPPED = "<stopped>"
NAN = float("nan")
INF = float("inf")
WORDS = ["a", "b", "B", "gene", "TP53", "x1", "Zeta", "10", "9", "", "TRUE", "a b", "é"]
LABELS = ["a", "b", "c", "d", "ab", "e", "f", "g"]


# Python's values as R's code


def quoted(text):
    return "NA_character_" if text is None else json.dumps(text, ensure_ascii=False)


def _number(value):
    if isinstance(value, (int, np.integer)) and not isinstance(value, (bool, np.bool_)):
        return f"{int(value)}L" if isinstance(value, np.integer) else f"{int(value)}"
    value = float(value)
    if value != value:
        return "NA_real_" if rv._core.is_r_na(value) else "NaN"
    if abs(value) == INF:
        return "Inf" if value > 0 else "-Inf"
    return repr(value) if len(repr(value)) < 8 else value.hex()


def _atom(value):
    if isinstance(value, (bool, np.bool_)):
        return "TRUE" if value else "FALSE"
    return quoted(value) if isinstance(value, str) else _number(value)


def _flat(array):
    """The elements of an array, column by column, as R's vector."""
    values = array.ravel(order="F").tolist() if array.dtype.kind == "O" else array.ravel(order="F")
    if array.dtype.kind == "O":
        if array.size == 0:
            return "character(0)"
        if any(isinstance(v, str) for v in values):
            return f"c({', '.join(quoted(v) for v in values)})"
        return f"c({', '.join('NA' if v is None else _atom(v) for v in values)})"
    empty = {"b": "logical(0)", "i": "integer(0)", "f": "numeric(0)"}[array.dtype.kind]
    return f"c({', '.join(_atom(v) for v in values)})" if array.size else empty


def _axis(labels):
    return "NULL" if labels is None else f"c({', '.join(quoted(v) for v in labels)})"


def code(value):
    """R's code for a value of Python, as `migrate` documents how they live."""
    if isinstance(value, Code):
        return value.r
    if value is None:
        return "NULL"
    if isinstance(value, pd.DataFrame):
        columns = [
            f"{quoted(str(name))} = {code(rv.column(value, k))}"
            for k, name in enumerate(value.columns)
        ]
        rows = ""
        if not isinstance(value.index, pd.RangeIndex):
            rows = f", row.names = {_axis([str(v) for v in value.index])}"
        return f"data.frame({', '.join(columns)}, check.names = FALSE{rows})"
    if isinstance(value, pd.Categorical):
        texts = [None if v != v else v for v in np.asarray(value, dtype=object)]
        ordered = "TRUE" if value.ordered else "FALSE"
        levels = [str(v) for v in value.categories]
        body = f"c({', '.join(quoted(t) for t in texts)})" if texts else "character(0)"
        shown = _axis(levels) if levels else "character(0)"
        return f"factor({body}, levels = {shown}, ordered = {ordered})"
    if isinstance(value, rv.NamedList):
        items = ", ".join(code(v) for v in value)
        return f"structure(list({items}), names = {_axis(value.names)})"
    if isinstance(value, dict):
        items = ", ".join(code(v) for v in value.values())
        names = _axis(value) if value else "character(0)"
        return f"structure(list({items}), names = {names})"
    if isinstance(value, (list, tuple)):
        return f"list({', '.join(code(v) for v in value)})"
    if isinstance(value, np.ndarray) and value.ndim > 1:
        extents = ", ".join(map(str, value.shape))
        text = f"array({_flat(np.asarray(value))}, c({extents})"
        if isinstance(value, rv.NamedArray):
            text += f", dimnames = list({', '.join(_axis(n) for n in value.dimnames)})"
        return f"{text})"
    if isinstance(value, np.ndarray):
        text = _flat(np.asarray(value))
        labels = rv.names(value)
        return text if labels is None else f"structure({text}, names = {_axis(labels)})"
    text = _atom(value)
    if text == "NA_real_":  # alone it is NA of any mode
        return "NA"
    return f"({text})" if text.startswith("-") else text


class Code:
    """An argument that has a form of its own in each language: a function, a missing index."""

    def __init__(self, r, python):
        self.r, self.python = r, python


def python_of(value):
    if isinstance(value, Code):
        return value.python
    return value


# Generators: functions of a random generator


def one_of(*generators):
    return lambda rng: rng.choice(generators)(rng)


def const(*values):
    return lambda rng: rng.choice(values)


def _double(rng, gaps):
    if gaps and rng.random() < 0.12:
        return rng.choice([rv.NA, rv.NA, NAN, INF, -INF])
    return rng.choice(
        [float(rng.randint(-6, 9)), rng.randint(-60, 60) / 4, round(rng.uniform(-9, 9), 3), 0.0]
    )


def doubles(n=None, gaps=True, low=None):
    def make(rng):
        count = rng.choice([0, 1, 2, 3, 4, 5, 7]) if n is None else _count(n, rng)
        values = np.array([_double(rng, gaps) for _ in range(count)], dtype=float)
        return values if low is None else np.abs(values) + low

    return make


def _count(n, rng):
    return rng.choice(n) if isinstance(n, (list, tuple)) else n


def integers(n=None, low=-5, high=9):
    def make(rng):
        count = rng.choice([0, 1, 2, 3, 4, 5, 7]) if n is None else _count(n, rng)
        return np.array([rng.randint(low, high) for _ in range(count)], dtype=np.int64)

    return make


def logicals(n=None, gaps=True):
    def make(rng):
        count = rng.choice([0, 1, 2, 3, 4, 5, 7]) if n is None else _count(n, rng)
        values = [rng.random() < 0.5 for _ in range(count)]
        if gaps and count and rng.random() < 0.3:
            values[rng.randrange(count)] = None
        return np.array(values, dtype=object if None in values else bool)

    return make


def texts(n=None, gaps=True, words=WORDS):
    def make(rng):
        count = rng.choice([0, 1, 2, 3, 4, 5, 7]) if n is None else _count(n, rng)
        values = [rng.choice(words) for _ in range(count)]
        if gaps and count > 1 and rng.random() < 0.3:
            values[rng.randrange(count)] = None
        return np.array(values, dtype=object)

    return make


def factors(n=None, gaps=True, words=("lo", "mid", "hi", "x")):
    def make(rng):
        count = rng.choice([1, 2, 3, 4, 5, 7]) if n is None else _count(n, rng)
        levels = list(words[: rng.randint(1, len(words))])
        codes = [rng.randrange(len(levels)) for _ in range(count)]
        if gaps and rng.random() < 0.3:
            codes[rng.randrange(count)] = -1
        return pd.Categorical.from_codes(codes, categories=pd.Index(levels))

    return make


def named(generator, unique=True):
    """Vectors of a generator, with names."""

    def make(rng):
        values = np.atleast_1d(generator(rng))
        pool = LABELS[:]
        rng.shuffle(pool)
        labels = pool[: len(values)] if unique else [rng.choice(LABELS[:4]) for _ in values]
        if len(values) == 0:
            return values
        return rv.NamedArray(values, (np.array(labels, dtype=object),))

    return make


def maybe_named(generator):
    return one_of(generator, generator, named(generator))


NUMBER = one_of(
    lambda rng: _double(rng, True),
    lambda rng: rng.randint(-5, 9),
    lambda rng: np.float64(_double(rng, True)),
    lambda rng: np.int64(rng.randint(-5, 9)),
)
FINITE = one_of(
    lambda rng: _double(rng, False),
    lambda rng: rng.randint(-5, 9),
    lambda rng: np.float64(_double(rng, False)),
    lambda rng: np.int64(rng.randint(-5, 9)),
)
FLAG = const(True, False)
LOGICAL = const(True, False, np.bool_(True), rv.NA)
WORD = lambda rng: rng.choice(WORDS)  # noqa: E731
NUMBERS = maybe_named(one_of(doubles(), integers(), doubles()))
LOGICALS = maybe_named(logicals())
TEXTS = maybe_named(texts())
ANY_NUMERIC = one_of(NUMBERS, NUMBERS, LOGICALS, NUMBER)
ANY_VECTOR = one_of(NUMBERS, LOGICALS, TEXTS, NUMBER, WORD)


def matrices(generator=None, rows=(1, 2, 3), columns=(1, 2, 3), labelled=0.5):
    """Matrices of what a generator of so many elements makes."""

    def make(rng):
        r, c = rng.choice(rows), rng.choice(columns)
        source = rng.choice([doubles, integers]) if generator is None else generator
        values = source(r * c)(rng).reshape((r, c), order="F")
        if rng.random() >= labelled:
            return values
        labels = [
            np.array(pool[:extent], dtype=object) if rng.random() < 0.7 else None
            for extent, pool in ((r, ["r1", "r2", "r3", "r4", "r5", "r6"]), (c, LABELS))
        ]
        return rv.NamedArray(values, labels) if any(n is not None for n in labels) else values

    return make


def clean(generator):
    """The same without gaps."""
    return lambda n: generator(n, gaps=False)


MATRIX = matrices()
CLEAN_MATRIX = one_of(matrices(clean(doubles)), matrices(integers))
LOGICAL_MATRIX = matrices(logicals)
TEXT_MATRIX = matrices(texts)


def lists(item=None, n=None):
    def make(rng):
        count = rng.choice([0, 1, 2, 3, 4]) if n is None else _count(n, rng)
        return [(item or ITEM)(rng) for _ in range(count)]

    return make


def dicts(item=None, n=None):
    def make(rng):
        count = rng.choice([1, 2, 3, 4]) if n is None else _count(n, rng)
        pool = LABELS[:]
        rng.shuffle(pool)
        return {pool[k]: (item or ITEM)(rng) for k in range(count)}

    return make


def partly(item=None):
    """Lists of which some elements have names, or equal ones."""

    def make(rng):
        count = rng.choice([2, 3, 4])
        return rv.NamedList(
            [(item or ITEM)(rng) for _ in range(count)],
            ["a", *(rng.choice(["", "a", "b", "ab"]) for _ in range(count - 1))],
        )

    return make


ITEM = one_of(NUMBER, WORD, doubles([1, 2, 3]), texts([1, 2]), logicals([1, 2]), const(None))
ATOM_ITEM = one_of(NUMBER, WORD, named(doubles([1, 2, 3])), texts([1, 2]), logicals([1, 2]))


def frames(rows=(1, 2, 3, 5), gaps=True):
    def make(rng):
        n = rng.choice(rows)
        makers = [doubles(n, gaps), integers(n), texts(n, gaps, ["u", "v", "w"]), factors(n, gaps)]
        makers.append(logicals(n, gaps))
        chosen = [doubles(n, gaps), *(rng.choice(makers) for _ in range(rng.randint(1, 3)))]
        labels = ["x", "y", "z", "w"][: len(chosen)]
        frame = pd.DataFrame({k: m(rng) for k, m in zip(labels, chosen, strict=True)})
        if rng.random() < 0.3:
            frame.index = pd.Index([f"r{k}" for k in range(n)])
        return frame

    return make


def function(r, python):
    return const(Code(r, python))


# Rows


IN_PLACE = ("set_element",)  # what changes a list that it is given, and says so


class Row:
    """A function of rvalues, R's expression with {0}, {1} and {name}, and generators."""

    def __init__(self, name, r, *arguments, n=24, call=None, refuses="", **keywords):
        self.name, self.r, self.arguments, self.keywords = name, r, arguments, keywords
        self.count, self.call, self.refuses = n, call, refuses

    def draw(self, rng):
        positional = [make(rng) for make in self.arguments]
        keywords = {key: make(rng) for key, make in self.keywords.items()}
        return positional, keywords

    def run(self, positional, keywords):
        """Call the function; its arguments stay as they are, as in R, but for lists of IN_PLACE."""
        call = self.call or getattr(rv, self.name)
        positional = [python_of(value) for value in positional]
        keywords = {key: python_of(value) for key, value in keywords.items()}
        before = _described([*positional, *keywords.values()])
        found = call(*positional, **keywords)
        after = _described([*positional, *keywords.values()])
        if after != before and self.name not in IN_PLACE:
            raise AssertionError("an argument was changed")
        return found


def _described(values):
    return [None if callable(value) else json.dumps(describe(value)) for value in values]


def cases(rows):
    for number, row in enumerate(rows):
        rng = random.Random(f"{row.name} {row.r} {number}")
        seen = set()
        for _ in range(row.count):
            positional, keywords = row.draw(rng)
            text = row.r.format(
                *map(code, positional), **{key: code(value) for key, value in keywords.items()}
            )
            if text in seen:
                continue
            seen.add(text)
            yield row, positional, keywords, text


def answers_of(texts_):
    """R's answers to expressions, evaluated many to a program."""
    size = 100
    programs = []
    for start in range(0, len(texts_), size):
        lines = [
            f"v{k:05d} <- tryCatch({{ {text} }}, error = function(e) {quoted(STOPPED)})"
            for k, text in enumerate(texts_[start : start + size], start=start)
        ]
        programs.append("\n".join(["set.seed(1)", *lines, ""]))
    found = {}
    for answer in rprograms.evaluate_in_r(programs):
        assert answer["failure"] is None, answer["failure"]
        found.update(answer["variables"])
    return [found.get(f"v{k:05d}", {"type": "NULL"}) for k in range(len(texts_))]


def strict_difference(r, python):
    """`difference`, and names of R that Python lacks."""
    told = difference(r, python)
    return told if told is not None else _names_lost(r, python)


def _names_lost(r, python):
    if r["type"] in INCOMPARABLE or python["type"] in INCOMPARABLE:
        return None
    for key in ("names", "dimnames"):
        left, right = r.get(key), python.get(key)
        if key == "names" and left is None and r.get("dimnames") and len(r["dimnames"]) == 1:
            left = r["dimnames"][0]
        if key == "dimnames" and len(r.get("dim", ())) == 1:
            continue  # names of a table with one dimension
        if left and any(left) and not right:
            return f"{key}: R has {left}, Python none"
        if key == "dimnames" and left and right and left != right:
            return f"{key}: R has {left}, Python {right}"
    if "items" in r and "items" in python:
        for left, right in zip(r["items"], python["items"], strict=False):
            told = _names_lost(left, right)
            if told is not None:
                return told
    return None


def disagreements(rows):
    """Where Python's answers are not R's; and how many were compared."""
    drawn = list(cases(rows))
    told = []
    for (row, positional, keywords, text), answer in zip(
        drawn, answers_of([text for *_, text in drawn]), strict=True
    ):
        stopped = answer.get("values") == [STOPPED]
        try:
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                value = row.run(positional, keywords)
                found = json.loads(json.dumps(describe(value)))
        except (Exception, rv.Untranslated) as error:
            said = f"{type(error).__name__}: {error}"
            if not stopped and not (row.refuses and row.refuses in said):
                told.append(f"{row.name}: {text}: R has a value, Python {said}")
            continue
        if stopped:
            told.append(f"{row.name}: {text}: R stops, Python has {value!r}")
            continue
        differs = strict_difference(answer, found)
        if differs is not None:
            told.append(f"{row.name}: {text}: {differs}")
    return told, len(drawn)


def check(rows):
    """Assert that all rows agree."""
    told, count = disagreements(rows)
    shown = "\n".join(told[:60])
    assert not told, f"{len(told)} of {count} disagree with R:\n{shown}"


HERE = Path(__file__).parent
