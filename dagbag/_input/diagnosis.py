"""All troubles of a table at once, each by the names of the columns.

Everything is a few passes over the data, one sort of each column, and one Cholesky factor where
there are more rows than columns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from .._dag.types import BoolArray, FloatArray, Node
from .checks import MIN_ROWS
from .containers import (
    BOOLEAN,
    CATEGORIES,
    COMPLEX,
    DATES,
    NUMBERS,
    OBJECTS,
    OTHERS,
    TEXT,
    TEXT_NUMBERS,
    Table,
)
from .dependence import Combination, combinations, copies
from .findings import ERROR, NOTE, SEVERITIES, WARNING, DataReport, Finding
from .missing import DROP, drop_rows, gaps, has_gaps
from .symmetric import looks_like_covariance
from .words import counted, listing, show

SHOWN = 5  # names and rows that a message lists
KEPT = 20  # rows that a finding keeps
CONSTANT = 1e-14  # as searches have it: a spread that is this part of the size is rounding
MOSTLY = 0.95  # the part of the rows with one value from which a column is nearly constant
ENOUGH = 20  # rows from which shares and tails of a column can be told
LEVELS = 10  # whole numbers of so few levels are perhaps categories
TAIL = 6.0  # robust standard deviations of a far value, for many rows
SCALES = 1e6  # ratio of the largest to the smallest standard deviation worth a word
FAR = 1e10  # size in standard deviations from which few digits are left
CORRELATED = 0.3  # least size of a lag-1 autocorrelation that is told
DIFFERENCED = 0.5  # differences of series with less have a negative one themselves
UNLIKELY = 4.5  # standard errors of it; independent rows: less than 1 column in 100,000


@dataclass(frozen=True)
class Sound:
    """The complete part of a table: finite columns of numbers, rows without gaps."""

    values: FloatArray  # (n, p), scaled by powers of 2 so that squares do not overflow
    unit: FloatArray  # (p,) those powers
    nodes: tuple[Node, ...]
    kinds: tuple[str, ...]
    label: Callable[[int], object]
    partial: bool  # whether columns had to be left out

    @property
    def n(self) -> int:
        """Number of rows."""
        return int(self.values.shape[0])

    @property
    def p(self) -> int:
        """Number of columns."""
        return int(self.values.shape[1])

    @cached_property
    def mean(self) -> FloatArray:
        """Means of the columns."""
        return np.asarray(self.values.mean(axis=0))

    @cached_property
    def centred(self) -> FloatArray:
        """Columns less their means."""
        found = self.values - self.mean
        found -= found.mean(axis=0)
        return np.asarray(found)

    @cached_property
    def sd(self) -> FloatArray:
        """Standard deviations."""
        return np.asarray(np.sqrt(np.einsum("ij,ij->j", self.centred, self.centred) / (self.n - 1)))

    @cached_property
    def constant(self) -> BoolArray:
        """Columns of one value."""
        return np.asarray(self.sd <= CONSTANT * np.hypot(self.mean, self.sd))

    @cached_property
    def ordered(self) -> FloatArray:
        """Every column sorted, (p, n)."""
        return np.sort(np.ascontiguousarray(self.values.T), axis=1)

    @cached_property
    def median(self) -> FloatArray:
        """Medians of the columns; of an even number of values the upper one."""
        return np.asarray(self.ordered[:, self.n // 2])

    @cached_property
    def distinct(self) -> npt.NDArray[np.int64]:
        """Number of distinct values of each column."""
        return np.asarray(1 + (self.ordered[:, 1:] != self.ordered[:, :-1]).sum(axis=1))

    @cached_property
    def whole(self) -> BoolArray:
        """Columns of whole numbers."""
        values = self.values * self.unit
        return np.asarray((values == np.floor(values)).all(axis=0))

    def names(self, columns: Sequence[int] | npt.NDArray[Any]) -> tuple[Node, ...]:
        """Return the names of columns."""
        return tuple(self.nodes[int(k)] for k in columns)


def diagnose(table: Table, missing: str, name: str = "X") -> DataReport:
    """Find all that is wrong with a table, and what is remarkable.

    Parameters
    ----------
    table : Table
    missing : {"error", "drop"}
        What will become of rows with missing values.
    name : str, default "X"
        What the data are called.

    Returns
    -------
    DataReport
    """
    n, p = table.values.shape
    found = [*_of_file(table), *_of_names(table.nodes), *_of_kinds(table, name)]
    sound: Sound | None = None
    if p:
        kept = drop_rows(table)[0] if missing == DROP else table  # what a search would see
        found += [*_infinite(kept), *_missing(table, missing)]
        found += _covariance(table)
        sound = _sound(kept)
        found += _of_shape(n, p, left=len(kept.values))
    else:
        found.append(_error("no-columns", (), "0", "give at least one column of numbers"))
    if sound is not None and sound.n >= MIN_ROWS and sound.p:
        for look in _LOOKS:
            found += look(sound)
    found.sort(key=lambda each: SEVERITIES.index(each.severity))
    return DataReport(tuple(found), n, p, table.nodes, name)


def _sound(table: Table) -> Sound:
    """Return what can be looked at: complete rows, or complete columns if few rows are."""
    numeric = np.array([kind not in OTHERS for kind in table.kinds])
    values = table.values
    rows = np.arange(len(values))
    with np.errstate(invalid="ignore", over="ignore"):
        sums_are_finite = bool(np.isfinite(values.sum(axis=0)).all())
    if not sums_are_finite:
        finite = np.isfinite(values)
        numeric &= ~np.isinf(values).any(axis=0) & finite.any(axis=0)
        complete = finite[:, numeric].all(axis=1)
        if 2 * complete.sum() >= len(values):
            rows = np.flatnonzero(complete)
        else:
            numeric &= finite.all(axis=0)
    columns = np.flatnonzero(numeric)
    if len(columns) < len(numeric) or len(rows) < len(values):
        values = values[np.ix_(rows, columns)]
    unit = np.ones(len(columns))
    if values.size:
        top = np.maximum(values.max(axis=0), -values.min(axis=0))
        unit = np.ldexp(1.0, np.clip(np.frexp(top)[1] - 1, -1021, 1023))
    return Sound(
        values / unit,
        unit,
        tuple(table.nodes[k] for k in columns),
        tuple(table.kinds[k] for k in columns),
        lambda row: table.label(int(rows[row])),
        partial=len(columns) < len(numeric),
    )


def _error(
    kind: str, columns: Sequence[Node], message: str, remedy: str, rows: Sequence[object] = ()
) -> Finding:
    return Finding(kind, ERROR, tuple(columns), tuple(rows), message, "refused", remedy)


def _number(value: float) -> str:
    """Write a number shortly."""
    return f"{value:.3g}"


# What leaves nothing to search on


def _of_file(table: Table) -> Iterator[Finding]:
    for text in table.told:
        message, _, remedy = text.partition(": ")
        yield Finding(
            "file", NOTE, (), (), message, "read so", remedy or "see the reader's options"
        )


def _of_names(nodes: tuple[Node, ...]) -> Iterator[Finding]:
    if len(set(nodes)) < len(nodes):
        seen: set[Node] = set()
        twice = [node for node in nodes if node in seen or seen.add(node)]  # type: ignore[func-returns-value]
        twice = list(dict.fromkeys(twice))
        yield _error(
            "duplicate-names",
            twice,
            f"{listing(twice, SHOWN)} twice",
            "rename the columns, or leave one of each out",
        )
    elif any(isinstance(node, tuple) for node in nodes):
        levels = [node for node in nodes if isinstance(node, tuple)]
        yield Finding(
            "names-of-several-levels",
            NOTE,
            tuple(levels),
            (),
            f"names of several levels, as {listing(levels, 1)}",
            "nodes are called by tuples",
            'join them, X.columns = ["_".join(map(str, c)) for c in X.columns]',
        )


_KINDS = {
    TEXT: ("text in {}", "leave it out, or code it as numbers"),
    TEXT_NUMBERS: ("numbers stored as text in {}", "convert them, {name}.astype(float)"),
    DATES: (
        "dates or times in {}",
        "leave it out, or take a number from it that is not the order of rows, such as an age",
    ),
    CATEGORIES: (
        "categories in {}",
        "leave it out, or code it as numbers: a column of 0 and 1 for each category but one",
    ),
    OBJECTS: ("objects that are no numbers in {}", "leave it out, or code it as numbers"),
    COMPLEX: ("complex numbers in {}", "take their real part, or their size"),
}


def _of_kinds(table: Table, name: str) -> Iterator[Finding]:
    whole = table.library is None and table.nodes == tuple(range(len(table.nodes)))
    for kind, (message, remedy) in _KINDS.items():
        places = [k for k, of in enumerate(table.kinds) if of == kind]
        if places:
            columns = [table.nodes[k] for k in places]
            told = message.format(listing(columns, SHOWN)) + _example(table, places)
            how = f"{name}" if whole else f"{name}[column]"
            yield _error(kind, columns, told, remedy.format(name=how))


def _example(table: Table, places: Sequence[int]) -> str:
    """Show the first value that is no number in one of some columns, if others there are."""
    k = next((k for k in places if k in table.odd), None)
    if k is None:
        return ""
    row, value = table.odd[k]
    where = f"{table.nodes[k]!r}, " if len(places) > 1 else ""
    return f" (first {show(value)} in {where}row {table.label(row)!r})"


def _infinite(table: Table) -> Iterator[Finding]:
    with np.errstate(invalid="ignore", over="ignore"):
        if np.isfinite(table.values.sum()):
            return
    infinite = np.isinf(table.values)
    if not infinite.any():
        return
    columns = [table.nodes[k] for k in np.flatnonzero(infinite.any(axis=0))]
    rows = [table.label(int(k)) for k in np.flatnonzero(infinite.any(axis=1))[:KEPT]]
    yield _error(
        "infinite",
        columns,
        f"infinite values in {listing(columns, SHOWN)} (first in row {rows[0]!r})",
        "look for divisions by 0 and logarithms of 0; leave those rows or columns out",
        rows,
    )


def _missing(table: Table, how: str) -> Iterator[Finding]:
    if not has_gaps(table):
        return
    where = gaps(table)
    by_column, by_row = where.sum(axis=0), np.flatnonzero(where.any(axis=1))
    most = np.argsort(-by_column, kind="stable")[: np.count_nonzero(by_column)]
    columns = tuple(table.nodes[k] for k in most)
    rows = tuple(table.label(int(k)) for k in by_row[:KEPT])
    counts = ", ".join(f"{by_column[k]} in {table.nodes[k]!r}" for k in most[:SHOWN])
    more = (
        f" and others in {counted(len(most) - SHOWN, 'more column')}" if len(most) > SHOWN else ""
    )
    n = len(table.values)
    first = ", ".join(repr(row) for row in rows[:SHOWN])
    told = f"missing values (NaN): {counts}{more} ({len(by_row)} of {n} rows, first {first})"
    if how == DROP:
        action = f"{counted(len(by_row), 'row')} of {n} will be dropped"
        remedy = "fill the gaps in, or leave out the columns with most of them"
        yield Finding("dropped-rows", WARNING, columns, rows, told, action, remedy)
        return
    remedy = 'give missing="drop" to leave the rows out, or fill the gaps in'
    empty = [table.nodes[k] for k in most if by_column[k] == n]
    if empty:
        remedy = f"leave out {listing(empty, SHOWN)}, which is empty; then {remedy}"
    yield _error("missing", columns, told, remedy, rows)


def _of_shape(n: int, p: int, left: int) -> Iterator[Finding]:
    if left < MIN_ROWS:
        told = f"{left}" if left == n else f"{left} without missing values, of {n}"
        remedy = "rows are observations, columns are nodes"
        if n <= 1 < p:
            remedy += "; was the table transposed?"
        elif left < n:
            remedy = "leave out the columns with most missing values, or fill the gaps in"
        yield _error("too-few-rows", (), told, remedy)
        return
    if left < ENOUGH:
        yield Finding(
            "few-rows",
            WARNING,
            (),
            (),
            f"only {left} rows",
            "a search is made all the same",
            "believe only what most resamples agree on, and little of that",
        )
    if left <= p:
        yield Finding(
            "wide",
            NOTE,
            (),
            (),
            f"{left} rows are no more than the {counted(p, 'column')}",
            "exact combinations of columns are not told, as every column is one of others",
            "keep max_parents small, leave columns out, and trust strengths, not single edges",
        )


def _covariance(table: Table) -> Iterator[Finding]:
    """Tell a covariance matrix whose n was forgotten; rows with names have those of columns."""
    n, p = table.values.shape
    if n != p or p < MIN_ROWS or any(kind != NUMBERS for kind in table.kinds):
        return
    named = table.rows is None or list(table.rows) == list(table.nodes)
    if named and looks_like_covariance(table.values):
        yield Finding(
            "covariance",
            WARNING,
            (),
            (),
            f"looks like a covariance or correlation matrix of {p} columns",
            "its rows are taken for observations",
            "give the number of rows that it is of, DAGBag().fit(X, n=...)",
        )


# Columns one by one


def _constant(data: Sound) -> Iterator[Finding]:
    columns = data.names(np.flatnonzero(data.constant))
    if columns:
        yield Finding(
            "constant",
            WARNING,
            columns,
            (),
            f"one value only in {listing(columns, SHOWN)}",
            "they stay without edges",
            "leave them out",
        )
    if data.n < ENOUGH:
        return
    share = (data.values == data.median).sum(axis=0) / data.n
    nearly = data.names(np.flatnonzero((share >= MOSTLY) & ~data.constant))
    if nearly:
        yield Finding(
            "nearly-constant",
            WARNING,
            nearly,
            (),
            f"one value in at least {100 * MOSTLY:.0f}% of the rows of {listing(nearly, SHOWN)}",
            "used as they are; they are constant in some resamples",
            "leave them out, or join them with others",
        )


def _levels(data: Sound) -> Iterator[Finding]:
    two = (data.distinct == 2) | (np.array([kind == BOOLEAN for kind in data.kinds], dtype=bool))
    two &= ~data.constant
    if data.n < ENOUGH:  # among few rows two values may be chance, but for logical ones
        two &= data.whole
    columns = data.names(np.flatnonzero(two))
    if columns:
        yield Finding(
            "boolean",
            NOTE,
            columns,
            (),
            f"two values only in {listing(columns, SHOWN)}",
            "used as the numbers that they are, in linear regressions",
            "nothing needs to be; a causeless one can be made a root",
        )
    few = data.whole & ~two & ~data.constant & (data.distinct <= min(LEVELS, data.n // 3))
    columns = data.names(np.flatnonzero(few))
    if columns:
        yield Finding(
            "few-levels",
            NOTE,
            columns,
            (),
            f"at most {LEVELS} different whole numbers in {listing(columns, SHOWN)}",
            "used as numbers whose order and distances mean something",
            "if they are codes of categories, give a column of 0 and 1 for each category but one",
        )


def _tails(data: Sound) -> Iterator[Finding]:
    """Far values, by the distance to the median in robust standard deviations.

    Among normal numbers one is beyond ``TAIL (1 + 4 / sqrt(n))`` in less than 1 of 10,000 columns.
    """
    if data.n < ENOUGH:
        return
    many = data.distinct > LEVELS
    distance = np.abs(data.values - data.median)
    spread = 1.4826 * np.partition(distance, data.n // 2, axis=0)[data.n // 2]
    none = spread == 0  # more than half of the values are one: the others by themselves
    if none.any():
        others = np.sort(distance[:, none], axis=0)
        middle = data.n - (np.count_nonzero(others, axis=0) + 1) // 2
        middle = np.minimum(middle, data.n - 1)[np.newaxis]
        spread[none] = 1.4826 * np.take_along_axis(others, middle, axis=0)[0]
    far = distance.max(axis=0) / np.where(spread == 0, 1.0, spread)
    columns = np.flatnonzero(many & ~data.constant & (far > TAIL * (1 + 4 / np.sqrt(data.n))))
    if not len(columns):
        return
    columns = columns[np.argsort(-far[columns], kind="stable")]
    worst = int(columns[0])
    rows = tuple(data.label(int(distance[:, k].argmax())) for k in columns[:KEPT])
    yield Finding(
        "heavy-tailed",
        WARNING,
        data.names(columns),
        rows,
        f"values far out in {listing(data.names(columns), SHOWN)}, in {data.nodes[worst]!r} "
        f"{far[worst]:.0f} robust standard deviations from the median (row {rows[0]!r})",
        "used as they are; a few rows may decide on edges",
        "look at those rows; take logarithms of positive numbers, or ranks",
    )


def _scales(data: Sound) -> Iterator[Finding]:
    moving = ~data.constant
    with np.errstate(over="ignore", under="ignore"):
        sd = np.log10(data.sd[moving]) + np.log10(data.unit[moving])
    if len(sd) and sd.max() - sd.min() > np.log10(SCALES):
        index = np.flatnonzero(moving)
        ends = data.names([index[int(sd.argmin())], index[int(sd.argmax())]])
        yield Finding(
            "scales",
            NOTE,
            ends,
            (),
            f"standard deviations from about 1e{round(float(sd.min()))} in {ends[0]!r} "
            f"to 1e{round(float(sd.max()))} in {ends[1]!r}",
            "columns are standardised first",
            "give other units, if coefficients are to be read",
        )
    far = moving & (np.abs(data.mean) > FAR * data.sd)
    columns = data.names(np.flatnonzero(far))
    if columns:
        yield Finding(
            "far-from-zero",
            WARNING,
            columns,
            (),
            f"values far from 0 that hardly differ in {listing(columns, SHOWN)}",
            "used as they are, with the few digits that are left",
            "subtract what they have in common before they become floats",
        )


def _row_numbers(data: Sound) -> Iterator[Finding]:
    with np.errstate(over="ignore"):
        span = (data.ordered[:, -1] - data.ordered[:, 0]) * data.unit
        steps = np.abs(np.diff(data.values, axis=0)) * data.unit
    in_turn = (steps == 1).all(axis=0)  # ranks are not
    counting = data.whole & (data.distinct == data.n) & (span == data.n - 1) & in_turn
    columns = data.names(np.flatnonzero(counting))
    if columns and data.n > MIN_ROWS:
        yield Finding(
            "row-number",
            WARNING,
            columns,
            (),
            f"{listing(columns, SHOWN)} counts the rows",
            "used as any other column",
            "leave it out, if it is a row number or an identifier",
        )


# Columns together


def _copies(data: Sound) -> Iterator[Finding]:
    moving = np.flatnonzero(~data.constant)
    Z = data.centred[:, moving] / (data.sd[moving] * np.sqrt(data.n - 1))
    groups = copies(Z)
    twins = {k for group in groups for k in group[1:]}
    if groups:
        texts = [_copy_text(data, moving[group]) for group in groups[:SHOWN]]
        more = f" and {len(groups) - SHOWN} more" if len(groups) > SHOWN else ""
        yield Finding(
            "copies",
            WARNING,
            data.names([moving[k] for group in groups for k in group]),
            (),
            f"perfectly correlated columns: {'; '.join(texts)}{more}",
            "used as they are; which of them has an edge is chance",
            "leave all but one of each out",
        )
    single = [k for k in range(len(moving)) if k not in twins]
    found = combinations(Z if not twins else np.ascontiguousarray(Z[:, single]))
    if found:
        back = moving[single]
        texts = [_combination_text(data, each, back) for each in found[:SHOWN]]
        more = f" and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
        involved = sorted({int(back[k]) for each in found for k in (each.column, *each.of)})
        yield Finding(
            "collinear",
            WARNING,
            data.names(involved),
            (),
            f"exact combinations of other columns: {'; '.join(texts)}{more}",
            "used as they are; edges among them are chance",
            "leave one of the columns of each out, best the sum",
        )


def _copy_text(data: Sound, group: npt.NDArray[Any]) -> str:
    first = group[0]
    texts = []
    for k in group[1:]:
        node = data.nodes[k]
        if np.array_equal(
            data.values[:, k] * data.unit[k], data.values[:, first] * data.unit[first]
        ):
            texts.append(f"{node!r} = {data.nodes[first]!r}")
        elif data.centred[:, k] @ data.centred[:, first] < 0:
            texts.append(f"{node!r} falls as {data.nodes[first]!r} rises")
        else:
            texts.append(f"{node!r} is {data.nodes[first]!r} in other units")
    shown = texts[:SHOWN]
    return ", ".join(shown) + (f" and {len(texts) - SHOWN} more" if len(texts) > SHOWN else "")


def _combination_text(data: Sound, found: Combination, back: npt.NDArray[Any]) -> str:
    """Write ``'c' = 'a' + 2 'b'``; of many columns only their names."""
    column, of = int(back[found.column]), back[list(found.of)]
    name = repr(data.nodes[column])
    if len(of) > SHOWN:
        return f"{name} from {listing(data.names(of), SHOWN)}"
    sd, mean = data.sd * data.unit, data.mean * data.unit
    slopes = np.array(found.coefficients) * sd[column] / sd[of]
    constant = float(mean[column] - slopes @ mean[of])
    terms = [_term(float(slope), repr(data.nodes[k])) for slope, k in zip(slopes, of, strict=True)]
    if abs(constant) > 1e-6 * (sd[column] + abs(mean[column])):
        terms.append(f"{'-' if constant < 0 else '+'} {_number(abs(constant))}")
    text = " ".join(terms)
    return f"{name} = {text[2:] if text.startswith('+ ') else '-' + text[2:]}"


def _term(slope: float, name: str) -> str:
    sign, size = "-" if slope < 0 else "+", abs(slope)
    return f"{sign} {name}" if abs(size - 1) < 1e-6 else f"{sign} {_number(size)} {name}"


# Rows


def _duplicate_rows(data: Sound) -> Iterator[Finding]:
    if data.partial:
        return
    weights = np.cos(np.arange(1, data.p + 1, dtype=np.float64) ** 2)
    place = data.values @ weights
    _, number, count = np.unique(place, return_inverse=True, return_counts=True)
    again = []
    seen: set[bytes] = set()
    for row in np.flatnonzero(count[number] > 1):
        content = (data.values[row] + 0.0).tobytes()
        if content in seen:
            again.append(int(row))
        seen.add(content)
    if not again:
        return
    rows = tuple(data.label(row) for row in again[:KEPT])
    coarse = bool((data.distinct <= LEVELS).all())
    severity = NOTE if coarse or len(again) < 0.1 * data.n else WARNING
    yield Finding(
        "duplicate-rows",
        severity,
        (),
        rows,
        f"{len(again)} of {data.n} rows equal an earlier one, first {listing(rows[:SHOWN], SHOWN)}",
        "all are used; repeated rows make edges look surer than they are",
        "leave the repetitions out, unless each was observed by itself",
    )


def _ordered_rows(data: Sound) -> Iterator[Finding]:
    """Rows that depend on the row before, which resampling of rows does not allow for."""
    if data.n < ENOUGH:
        return
    moving = np.flatnonzero(~data.constant)
    if not len(moving):
        return
    steps = np.diff(data.values[:, moving], axis=0)
    up = (steps >= 0).all(axis=0) | (steps <= 0).all(axis=0)
    sorted_by = moving[up & (data.distinct[moving] > 2)]
    Z = data.centred[:, moving]
    fitted = 1  # each takes about 1 / n off the autocorrelation of independent rows
    if len(sorted_by):  # what follows a column by which the rows were sorted is no time series
        trend = np.column_stack(
            [np.arange(data.n) - (data.n - 1) / 2, data.centred[:, sorted_by[0]]]
        )
        basis = np.linalg.qr(trend)[0]
        fitted = 3
        Z = Z - basis @ (basis.T @ Z)
    variance = np.einsum("ij,ij->j", Z, Z)
    kept = (variance > 1e-12 * (data.n - 1) * data.sd[moving] ** 2) & ~np.isin(moving, sorted_by)
    lag = np.einsum("ij,ij->j", Z[1:], Z[:-1]) / np.where(kept, variance, 1.0)
    least = max(CORRELATED, UNLIKELY / np.sqrt(data.n))
    # Few levels that take turns are a design.
    turning = (lag < -least - fitted / data.n) & (data.distinct[moving] > LEVELS)
    strong = np.flatnonzero(kept & ((lag > least) | turning))
    if not len(strong):
        if len(sorted_by):
            columns = data.names(sorted_by)
            yield Finding(
                "sorted-rows",
                NOTE,
                columns,
                (),
                f"rows are sorted by {listing(columns, SHOWN)}",
                "the order of rows is not used",
                "if they are sorted by time, see that rows do not depend on those before",
            )
        return
    strong = strong[np.argsort(-np.abs(lag[strong]), kind="stable")]
    columns = data.names(moving[strong])
    low, high = float(lag[strong].min()), float(lag[strong].max())
    told = f"up to {high:.2f}" if low > 0 else f"down to {low:.2f}"
    if low < 0 < high:
        told = f"from {low:.2f} to {high:.2f}"
    remedy = "give residuals of regressions on the row before, or of a model of time"
    if np.median(lag[strong]) > DIFFERENCED:
        remedy = "give differences to the row before, or residuals of a model of time, "
        remedy += "or lags as columns"
    yield Finding(
        "ordered-rows",
        WARNING,
        columns,
        (),
        f"rows seem to depend on the row before, as in a time series: {listing(columns, SHOWN)} "
        f"(lag-1 autocorrelation {told})",
        "rows are resampled as if they were independent, so that edges look surer than they are",
        remedy,
    )


_LOOKS: tuple[Callable[[Sound], Iterator[Finding]], ...] = (
    _constant,
    _copies,
    _tails,
    _ordered_rows,
    _row_numbers,
    _duplicate_rows,
    _scales,
    _levels,
)
