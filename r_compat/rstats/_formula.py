"""Formulas of R: their terms, and the design matrix that they make of data.

A formula comes as R's text. Names in it are columns of the data, or else of the variables that are
given beside them; ``log(x)``, ``I(x^2)``, ``factor(g)`` and the like are computed from its text
(`_expressions`), whatever else stands in it as a variable by a function that the translation gives
along.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import accumulate, combinations, product
from typing import Any, TypeAlias

import numpy as np
import pandas as pd

from ..rvalues._core import column, missing, vector
from ..rvalues._factors import factor
from ..rvalues._named import NamedArray, plain, rownames
from ..rvalues._named import names as names_of
from ..rvalues._untranslated import Untranslated
from ._bases import Basis
from ._expressions import evaluate

Term: TypeAlias = tuple[str, ...]  # variables of an interaction; () is the intercept
Computed: TypeAlias = Mapping[str, Callable[[Any], Any]]

_TOKEN = re.compile(r"\s*(%in%|[-+*:^()~.]|\d+(?:\.\d+)?|`[^`]*`)")
_WORD = re.compile(r"[A-Za-z.][A-Za-z0-9._]*")
_DEEPEST = 50


class FormulaError(ValueError):
    """A formula that has no meaning here."""


@dataclass(frozen=True)
class Formula:
    """A formula that was read.

    Attributes
    ----------
    text : str
        R's text.
    response : str
        The variable on the left side, "" if there is none.
    terms : tuple of tuple of str
        In R's order: main effects, then interactions of two, and so on.
    intercept : bool
    offsets : tuple of str
    """

    text: str
    response: str
    terms: tuple[Term, ...]
    intercept: bool
    offsets: tuple[str, ...] = ()

    @property
    def labels(self) -> list[str]:
        """R's labels of the terms."""
        return [":".join(term) for term in self.terms]

    @property
    def variables(self) -> list[str]:
        """The variables, the response first."""
        found = [self.response] if self.response else []
        for term in self.terms:
            found += [name for name in term if name not in found]
        return found + [name for name in self.offsets if name not in found]


class _Reader:
    """Reads the right side of a formula into a list of terms, with operators as R defines them."""

    def __init__(self, text: str, others: list[str]) -> None:
        self.text = text
        self.at = 0
        self.others = others  # what ``.`` stands for
        self.order: dict[str, int] = {}  # of variables, by which they stand in an interaction

    def read(self) -> tuple[list[Term], bool, list[str]]:
        terms, intercept = self._sum()
        if self._peek():
            raise FormulaError(f"the formula {self.text!r} cannot be read from {self._rest()!r}")
        offsets = [t[0] for t in terms if len(t) == 1 and t[0].startswith("offset(")]
        kept = [t for t in terms if not any(name.startswith("offset(") for name in t)]
        kept = [tuple(sorted(term, key=self.order.__getitem__)) for term in kept]
        return kept, intercept, offsets

    def _rest(self) -> str:
        return self.text[self.at :].strip()

    def _peek(self) -> str:
        rest = self._rest()
        if not rest:
            return ""
        found = _TOKEN.match(rest)
        if found and not (rest[0] == "." and _WORD.match(rest) and len(_WORD.match(rest)[0]) > 1):  # type: ignore[index]
            return found[1]
        return "word"

    def _take(self, token: str) -> None:
        self.at = self.text.index(token, self.at) + len(token)

    def _sum(self) -> tuple[list[Term], bool]:
        terms: list[Term] = []
        intercept = True
        sign = 1
        if self._peek() in ("+", "-"):
            sign = -1 if self._peek() == "-" else 1
            self._take(self._peek())
        while True:
            part = self._product()
            if part in ("0", "1"):
                intercept = (part == "1") == (sign > 0)
            elif isinstance(part, list):
                if sign > 0:
                    terms += [t for t in part if t not in terms]
                else:
                    terms = [t for t in terms if t not in part]
            token = self._peek()
            if token not in ("+", "-"):
                return terms, intercept
            self._take(token)
            sign = -1 if token == "-" else 1

    def _product(self) -> list[Term] | str:
        left = self._interaction()
        while self._peek() == "*":
            self._take("*")
            right = self._interaction()
            first, second = _listed(left), _listed(right)
            left = _unique([*first, *second, *_crossed(first, second)])
        return left

    def _interaction(self) -> list[Term] | str:
        left = self._power()
        while self._peek() in (":", "%in%"):
            self._take(self._peek())
            left = _unique(_crossed(_listed(left), _listed(self._power())))
        return left

    def _power(self) -> list[Term] | str:
        left = self._atom()
        if self._peek() == "^":
            self._take("^")
            count = self._peek()
            self._take(count)
            terms = _listed(left)
            found = list(terms)
            for size in range(2, int(float(count)) + 1):
                for chosen in combinations(terms, size):
                    found.append(_merged(chosen))
            left = _unique(found)
        return left

    def _atom(self) -> list[Term] | str:
        token = self._peek()
        if token == "(":
            self._take("(")
            terms, intercept = self._sum()
            if self._peek() != ")" or not intercept:
                raise FormulaError(f"the formula {self.text!r} cannot be read")
            self._take(")")
            return terms
        if token in ("0", "1"):
            self._take(token)
            return token
        if token == ".":
            self._take(token)
            return [self._met(name) for name in self.others]
        if token.startswith("`"):
            self._take(token)
            return [self._met(token[1:-1])]
        if token != "word":
            raise FormulaError(f"the formula {self.text!r} cannot be read from {self._rest()!r}")
        return [self._met(self._variable())]

    def _met(self, name: str) -> Term:
        self.order.setdefault(name, len(self.order))
        return (name,)

    def _variable(self) -> str:
        """Read a name, or a call, index or part up to where its brackets are closed."""
        while self.text[self.at].isspace():
            self.at += 1
        start = self.at
        word = _WORD.match(self.text, self.at)
        if word is None:
            raise FormulaError(f"the formula {self.text!r} cannot be read from {self._rest()!r}")
        self.at = word.end()
        depth, quote = 0, ""
        while self.at < len(self.text):
            mark = self.text[self.at]
            if quote:
                quote = "" if mark == quote else quote
            elif mark in "\"'":
                quote = mark
            elif mark in "([":
                depth += 1
            elif mark in ")]" and depth:
                depth -= 1
            elif depth == 0 and not (mark in "$_@" or mark.isalnum() or mark == "."):
                break
            self.at += 1
        return self.text[start : self.at].strip()


def _listed(part: list[Term] | str) -> list[Term]:
    if isinstance(part, str):
        return [()] if part == "1" else []
    return part


def _merged(terms: Any) -> Term:
    found: list[str] = []
    for term in terms:
        found += [name for name in term if name not in found]
    return tuple(found)


def _crossed(first: list[Term], second: list[Term]) -> list[Term]:
    return [_merged(pair) for pair in product(first, second)]


def _unique(terms: list[Term]) -> list[Term]:
    found: list[Term] = []
    for term in terms:
        if term and not any(set(term) == set(other) for other in found):
            found.append(term)
    return found


@dataclass(frozen=True)
class FormulaText:
    """A formula that the script made itself, in R's own spacing."""

    text: str

    def __str__(self) -> str:
        return self.text

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise Untranslated("a formula is for models only: as a vector it has no translation")


_PIECE = re.compile(
    r"""\s*(`[^`]*`|"[^"]*"|'[^']*'|%[^%]*%|[<>=!]=|<-|[A-Za-z.][\w.]*"""
    r"""|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?L?|.)"""
)
_SPACED = frozenset(("+", "-", "*", "~", "|", "&", "<", ">", "<=", ">=", "==", "!="))


def _is_spaced(piece: str) -> bool:
    return piece == "=" or (piece[0] == "%" and piece not in ("%%", "%/%"))


def _spaced(text: str) -> str:
    """Return the text of a formula as R writes it."""
    made = ""
    before = "("
    for piece in _PIECE.findall(text.strip()):
        unary = before in ("(", ",", "=", "^", ":", "/") or before in _SPACED or before[0] == "%"
        if piece == "~" and before == "(":
            made += "~"  # a formula of one side
        elif (piece in _SPACED and not unary) or _is_spaced(piece):
            made += f" {piece} "
        else:
            made += f"{piece} " if piece == "," else piece
        before = piece
    return made


def as_formula(x: Any) -> FormulaText:
    """Return the formula of a text. R: ``as.formula``.

    Examples
    --------
    >>> as_formula("y ~ a + b")
    FormulaText(text='y ~ a + b')
    """
    if isinstance(x, FormulaText):
        return x
    found = vector(x)
    if len(found) != 1 or not isinstance(found[0], str):
        raise FormulaError(f"as.formula() is translated for one text, got {x!r}")
    if "~" not in found[0]:
        raise FormulaError(f"a formula has a ~, got {found[0]!r}")
    return FormulaText(_spaced(found[0]))


def reformulate(labels: Any, response: Any = None, intercept: Any = True) -> FormulaText:
    """Return the formula of terms and a response. R: ``reformulate``.

    Examples
    --------
    >>> reformulate(["a", "log(b)"], "y")
    FormulaText(text='y ~ a + log(b)')
    """
    terms = [str(label) for label in vector(labels)]
    if not terms:
        raise FormulaError("'termlabels' must be a character vector of length at least one")
    left = "" if response is None else str(vector(response)[0])
    if left and not _WORD.fullmatch(left):
        raise FormulaError(f"reformulate() is translated for a response that is a name: {left!r}")
    right = " + ".join(terms) + ("" if intercept else " - 1")
    return FormulaText(_spaced(f"{left} ~ {right}"))


def read_formula(text: str | FormulaText, data: Any = None) -> Formula:
    """Read R's text of a formula.

    Parameters
    ----------
    text : str, or what `as_formula` returns
    data : DataFrame or dict, optional
        Whose columns ``.`` stands for.

    Examples
    --------
    >>> read_formula("y ~ a * b + log(x) - 1").labels
    ['a', 'b', 'log(x)', 'a:b']
    """
    if isinstance(text, FormulaText):
        text = text.text
    left, mark, right = text.partition("~")
    if not mark:
        raise FormulaError(f"a formula has a ~, got {text!r}")
    if max(accumulate((c == "(") - (c == ")") for c in text)) > _DEEPEST:
        raise FormulaError(f"a formula has brackets in brackets, {_DEEPEST} deep at most")
    response = left.strip().strip("`")
    names = [] if data is None else [str(name) for name in data]
    inside = set(re.findall(r"[A-Za-z.][A-Za-z0-9._]*", response))
    others = [name for name in names if name not in inside]
    terms, intercept, offsets = _Reader(right, others).read()
    ordered = sorted(_unique(terms), key=len)
    return Formula(text.strip(), response, tuple(ordered), intercept, tuple(offsets))


@dataclass
class ModelFrame:
    """The variables of a formula in the rows that have no NA.

    Attributes
    ----------
    formula : Formula
    values : dict of str to array
        Numbers, 2-d arrays, or Categoricals by variable.
    rows : object array
        Names of the rows that are kept.
    kept : bool array
        Which rows of the data are.
    omitted : object array
        Names of the others.
    extra : dict of str to array
    bases : dict
        What variables that are made of all data remember, see `Basis`.
    """

    formula: Formula
    values: dict[str, Any]
    rows: Any
    kept: Any
    omitted: Any
    extra: dict[str, Any] = field(default_factory=dict)
    bases: dict[str, Any] = field(default_factory=dict)


class Variables(Mapping[str, Any]):
    """Columns of data by name, and what a formula finds beside them."""

    def __init__(self, data: Any, others: Mapping[str, Any] | None) -> None:
        self.data, self.others = data, others or {}

    def __getitem__(self, name: str) -> Any:
        if isinstance(self.data, pd.DataFrame):
            places = [k for k, label in enumerate(self.data.columns) if str(label) == name]
            if places:
                return column(self.data, places[0])
        elif self.data is not None and name in self.data:
            return self.data[name]
        if name in self.others:
            return self.others[name]
        raise FormulaError(f"object '{name}' not found: it is no column of the data")

    def __contains__(self, name: object) -> bool:
        return name in self.others or name in list(self)

    def __iter__(self) -> Iterator[str]:
        yield from (str(name) for name in (self.data if self.data is not None else ()))

    def __len__(self) -> int:
        return 0 if self.data is None else len(list(iter(self)))


def _variable(name: str, variables: Variables, computed: Computed, bases: dict[str, Any]) -> Any:
    made = computed.get(name)
    if isinstance(made, Basis):
        value, bases[name] = made(variables, bases.get(name))
        return value
    if made is not None:
        return made(variables)
    if _WORD.fullmatch(name) or name in variables:
        return variables[name]
    return evaluate(name, variables)


def _unwrapped(value: Any) -> Any:
    if not isinstance(value, pd.Series):
        return value
    return value.array if isinstance(value.dtype, pd.CategoricalDtype) else value.to_numpy()


def _as_variable(value: Any) -> Any:
    value = _unwrapped(value)
    if isinstance(value, pd.Categorical):
        return value
    if np.ndim(value) == 2:
        return value
    array = np.atleast_1d(np.asarray(plain(vector(value))))
    if array.dtype.kind in "OUS":
        return factor(array)
    return array


def _gaps(value: Any) -> Any:
    if isinstance(value, pd.Categorical):
        return np.asarray(value.codes) < 0
    gaps = missing(value)
    return gaps.any(axis=1) if gaps.ndim == 2 else gaps


def model_frame(
    text: str | FormulaText,
    data: Any,
    computed: Computed | None = None,
    weights: Any = None,
    response: bool = True,
    levels: Mapping[str, Any] | None = None,
    others: Mapping[str, Any] | None = None,
    bases: Mapping[str, Any] | None = None,
    drop: bool = True,
) -> ModelFrame:
    """Return the variables of a formula, without rows that have NA. R: ``model.frame``.

    With `drop` factors lose levels that no row has, as in models; what is made of text always does.
    """
    formula = read_formula(text, data)
    names = [n for n in formula.variables if response or n != formula.response]
    variables = Variables(data, others)
    known = dict(bases or {})
    found = {n: _variable(n, variables, computed or {}, known) for n in names}
    values = {n: _as_variable(value) for n, value in found.items()}
    if levels is not None:
        for name, known in levels.items():
            if name in values:
                values[name] = _with_levels(name, values[name], known)
    extra = {} if weights is None else {"weights": np.asarray(vector(weights), dtype=float)}
    lengths = {len(value) for value in (*values.values(), *extra.values())}
    if len(lengths) > 1:
        raise FormulaError(f"variable lengths differ: {sorted(lengths)}")
    n = lengths.pop() if lengths else _height(data)
    kept = np.ones(n, dtype=bool)
    for value in (*values.values(), *extra.values()):
        kept &= ~_gaps(value)
    labels = rownames(data) if isinstance(data, pd.DataFrame) else None
    if labels is None and names:  # without a data frame the response's names are those of the rows
        labels = names_of(found[names[0]])
    if labels is None or len(labels) != n:
        labels = np.array([str(k + 1) for k in range(n)], dtype=object)
    used = {name: _rows(value, kept) for name, value in values.items()}
    for name, value in used.items():
        whole = isinstance(_unwrapped(found[name]), pd.Categorical) and not drop
        if levels is None and isinstance(value, pd.Categorical) and not whole:
            used[name] = value.remove_unused_categories()
    return ModelFrame(
        formula,
        used,
        labels[kept],
        kept,
        labels[~kept],
        {name: value[kept] for name, value in extra.items()},
        known,
    )


def _height(data: Any) -> int:
    if isinstance(data, pd.DataFrame):
        return len(data)
    return len(vector(next(iter(data.values())))) if data else 0


def _rows(value: Any, kept: Any) -> Any:
    if isinstance(value, NamedArray):
        return value[kept] if value.ndim == 1 else value[kept, :]
    return value[kept]


def _with_levels(name: str, value: Any, known: Any) -> Any:
    """Give a factor of new data the levels that the model knows."""
    texts = np.asarray(value, dtype=object) if isinstance(value, pd.Categorical) else vector(value)
    made = [str(v) if not isinstance(v, (bool, np.bool_)) else str(bool(v)).upper() for v in texts]
    new = sorted(set(made) - set(known))
    if new:
        raise FormulaError(f"factor {name} has new levels {', '.join(new)}")
    return pd.Categorical(made, categories=list(known))


def levels_of(frame: ModelFrame) -> dict[str, list[str]]:
    """Return the levels of the factors of a formula."""
    found = {}
    for name, value in frame.values.items():
        if name != frame.formula.response and _is_factor(value):
            found[name] = [str(level) for level in _as_factor(value).categories]
    return found


def _is_factor(value: Any) -> bool:
    return isinstance(value, pd.Categorical) or np.asarray(value).dtype.kind == "b"


def _as_factor(value: Any) -> pd.Categorical:
    if isinstance(value, pd.Categorical):
        if value.ordered:
            raise Untranslated("ordered factors in a formula have no translation")
        return value
    texts: Any = np.where(np.asarray(value), "TRUE", "FALSE")
    made: pd.Categorical = pd.Categorical(texts, categories=["FALSE", "TRUE"])
    return made


def _columns(name: str, value: Any, full: bool) -> tuple[list[str], Any]:
    """Return the columns that a variable makes in the design matrix, and their names."""
    if _is_factor(value):
        by = _as_factor(value)
        first = 0 if full else 1
        codes = np.asarray(by.codes)
        labels = [f"{name}{level}" for level in by.categories[first:]]
        made = [(codes == k).astype(float) for k in range(first, len(by.categories))]
        return labels, np.column_stack(made) if made else np.empty((len(codes), 0))
    array = np.asarray(plain(value), dtype=float)
    if array.ndim == 1:
        return [name], array[:, np.newaxis]
    if array.shape[1] == 1:  # whatever the column's name
        return [name], array
    own = None if not isinstance(value, NamedArray) else value.dimnames[1]
    if own is None:
        own = [str(k + 1) for k in range(array.shape[1])]
    return [f"{name}{label}" for label in own], array


def design(frame: ModelFrame) -> tuple[Any, list[int]]:
    """Return the design matrix with R's names of columns, and the term of each column.

    A factor of a term is coded by contrasts with its first level where the term without it is in
    a term before, and by all of its levels where it is not.
    """
    formula = frame.formula
    n = len(frame.rows)
    blocks, labels, assign = [], [], []
    if formula.intercept:
        blocks.append(np.ones((n, 1)))
        labels.append("(Intercept)")
        assign.append(0)
    # Without an intercept the first factor stands for it.
    factors = [
        (k, name)
        for k, term in enumerate(formula.terms)
        for name in term
        if _is_factor(frame.values[name])
    ]
    whole = None if formula.intercept or not factors else factors[0]
    for k, term in enumerate(formula.terms):
        made: Any = np.ones((n, 1))
        names = [""]
        for name in term:
            margin = frozenset(term) - {name}
            before = any(margin <= frozenset(other) for other in formula.terms[:k])
            full = (bool(margin) and not before) or (k, name) == whole
            more, columns = _columns(name, frame.values[name], full)
            # The first variable of a term varies fastest.
            made = np.hstack([made * columns[:, [j]] for j in range(columns.shape[1])])
            names = [f"{a}:{b}" if a else b for b in more for a in names]
        blocks.append(made)
        labels += names
        assign += [k + 1] * made.shape[1]
    matrix = np.hstack(blocks) if blocks else np.empty((n, 0))
    return NamedArray(matrix, (frame.rows, np.array(labels, dtype=object))), assign
