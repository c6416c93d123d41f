"""Cells as columns of data, whatever is in them: numbers, gaps, texts, labels of rows."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .._dag.types import FloatArray
from .cells import Cells, are_counted
from .containers import BOOLEAN, DATES, NUMBERS, TEXT, Table, first_odd
from .table_cells import has_names, numbered_names
from .words import listing, nearest, show

# What pandas reads as missing, and R, and what other programs write.
GAPS = frozenset(
    (
        *(
            "",
            "#N/A",
            "#N/A N/A",
            "#NA",
            "-1.#IND",
            "-1.#QNAN",
            "-NaN",
            "-nan",
            "1.#IND",
            "1.#QNAN",
        ),
        *("<NA>", "N/A", "NA", "NULL", "NaN", "None", "n/a", "nan", "null", "na", "none"),
    )
)
# Marks that are told, since they are no words.
ODD_GAPS = frozenset((".", "?", "-", "--"))
_LOGICAL = {"true": 1.0, "false": 0.0}
_DATE = re.compile(r"\d{4}-\d\d?-\d\d?([ T]\d.*)?|\d\d?[./-]\d\d?[./-]\d{2,4}|\d\d?:\d\d(:\d\d)?")
# Numbers with commas: the comma of decimals, and that of thousands. Both may fit.
_DECIMAL = re.compile(r"[+-]?(\d+|\d*,\d+|\d+,\d*)([eE][+-]?\d+)?")
_THOUSANDS = re.compile(r"[+-]?([1-9]\d{0,2}(,\d{3})+|\d+)(\.\d*)?([eE][+-]?\d+)?")
_POINTS = re.compile(r"[+-]?[1-9]\d{0,2}(\.\d{3})+(,\d*)?")  # 1.234,5
# Names of columns that number the rows.
_COUNTERS = ("", "index", "id", "row", "rownames", "row_names", "unnamed: 0", "x")


@dataclass(frozen=True)
class Options:
    """How a text is to be read; None is left to the text."""

    header: bool | None = None
    index: str | int | bool | None = None
    decimal: str | None = None


def data_of_cells(cells: Cells, name: str, options: Options) -> Table:
    """Return the table that the cells of a file make, and what was decided in reading them.

    Parameters
    ----------
    cells : Cells
    name : str
        What errors call it.
    options : Options
    """
    rows, told = cells.rows, []
    header = has_names(cells) if options.header is None else options.header
    lines = cells.lines[1:] if header else cells.lines
    names = list(rows[0]) if header else None
    rows = rows[1:] if header else rows
    if not rows:
        raise ValueError(f"{name} must have rows of numbers, got only names")
    width = _common_width(rows, names)
    unnamed = names is not None and len(names) == width - 1
    if unnamed and names is not None:
        names = ["", *names]
    _check_widths(rows, lines, width if names is None else len(names), name)
    if names is None:
        names = list(numbered_names(width))
        told.append("the first line has no names: give header=True if it has")
    columns = [list(column) for column in zip(*rows, strict=True)]
    read = _Columns(columns, names, lines, name, options.decimal)
    told += read.told
    at = _index(read, names, options.index, unnamed, name)
    labels = None
    if at is not None:
        labels = columns[at]
        called = repr(names[at]) if names[at] else "without a name"
        if options.index is None:
            what = "first column" if at == 0 else "column"
            told.append(f"the {what}, {called}, has the labels of rows: give index=False if not")
    kept = [k for k in range(width) if k != at]
    if not kept:
        raise ValueError(f"{name} must have columns of numbers, got only labels of rows")
    values = np.full((len(rows), len(kept)), np.nan)
    for place, k in enumerate(kept):
        found = read.values[k]
        if found is not None:
            values[:, place] = found
    nodes = tuple(names[k] or f"V{k + 1}" for k in kept)
    bare = [node for node, k in zip(nodes, kept, strict=True) if not names[k]]
    if bare:
        what = "a column without a name is" if len(bare) == 1 else "columns without a name are"
        told.append(f"{what} called {listing(bare)}")
    odd = {
        place: mixed
        for place, k in enumerate(kept)
        if read.values[k] is None and (mixed := first_odd(_or_nothing(columns[k]))) is not None
    }
    return Table(values, nodes, tuple(read.kinds[k] for k in kept), labels, None, tuple(told), odd)


def _common_width(rows: Sequence[Sequence[str]], names: Sequence[str] | None) -> int:
    """Return the number of fields that most rows have, or the names if some rows agree."""
    widths = [len(row) for row in rows]
    if names is not None and len(names) in widths:
        return len(names)
    return max(dict.fromkeys(widths), key=widths.count)


def _check_widths(
    rows: Sequence[Sequence[str]], lines: Sequence[int], width: int, name: str
) -> None:
    bad = [(len(row), line) for row, line in zip(rows, lines, strict=True) if len(row) != width]
    if bad:
        shown = ", ".join(f"{fields} in line {line}" for fields, line in bad[:3])
        more = f" and others in {len(bad) - 3} more" if len(bad) > 3 else ""
        raise ValueError(
            f"{name} must have {width} fields in every line, as the first has, got {shown}{more}: "
            "look for separators within fields, which belong in quotation marks"
        )


# The labels of rows


def _index(
    read: _Columns, names: Sequence[str], index: str | int | bool | None, unnamed: bool, name: str
) -> int | None:
    """Return which column has the labels of rows."""
    if index is False:
        return None
    if index is None or index is True:
        if unnamed or index is True or names[0] == "":
            return 0
        return 0 if len(names) > 1 and _are_labels(read, names[0]) else None
    return place_of(index, names, name)


def place_of(index: str | int, names: Sequence[str], name: str) -> int:
    """Return the position of a column that is given by its name or its position."""
    if isinstance(index, str) and index in names:
        return names.index(index)
    if isinstance(index, str) and not (index.isascii() and index.isdecimal()):
        raise ValueError(f"index must be a column of {name}, got {index!r}{nearest(index, names)}")
    if not 0 <= int(index) < len(names):
        raise ValueError(f"index must be a column, from 0 to {len(names) - 1}, got {index}")
    return int(index)


def _are_labels(read: _Columns, first_name: str) -> bool:
    """Whether the first column tells rows apart and is none of the data."""
    first = read.columns[0]
    if len(first) < 2 or len(set(first)) < len(first):
        return False
    if first_name.casefold() in _COUNTERS and are_counted(first):
        return True
    others = any(kind in (NUMBERS, BOOLEAN) for kind in read.kinds[1:])
    if read.kinds[0] not in (TEXT, DATES) or not others or "" in first:
        return False
    return first_odd(_or_nothing(first)) is None  # numbers but for a few cells are data


# Columns


class _Columns:
    """Columns of cells, each as numbers if it can be."""

    def __init__(
        self,
        columns: list[list[str]],
        names: Sequence[str],
        lines: Sequence[int],
        name: str,
        decimal: str | None,
    ) -> None:
        self.columns = columns
        self.lines = lines
        self.name = name
        self.kinds: list[str] = []
        self.values: list[FloatArray | None] = []
        self.told: list[str] = []
        self._odd: set[str] = set()
        with_commas = []
        for k, cells in enumerate(columns):
            kind, found = (TEXT, None) if decimal == "," else self._plain(cells)
            if found is None and kind == TEXT and _of_commas(cells, decimal):
                with_commas.append(k)
            elif found is None and decimal == ",":
                kind, found = self._plain(cells)
            self.kinds.append(kind)
            self.values.append(found)
        if with_commas:
            self._read_commas(with_commas, names, lines, name, decimal)
        if self._odd:
            marks = listing(sorted(self._odd))
            self.told.append(f"{marks} among numbers is a missing value: write NA, or nothing")

    def _plain(self, cells: list[str]) -> tuple[str, FloatArray | None]:
        """Return what a column is, and its numbers with decimal points."""
        try:
            values = list(map(float, cells))
        except ValueError:
            return self._with_gaps(cells)
        if "_" in " ".join(cells):  # Python's, and nobody else's
            return TEXT, None
        return NUMBERS, np.array(values)

    def _with_gaps(self, cells: list[str]) -> tuple[str, FloatArray | None]:
        held = [cell for cell in cells if cell not in GAPS]
        odd = {cell for cell in held if cell in ODD_GAPS}
        if odd:
            held = [cell for cell in held if cell not in ODD_GAPS]
        if not held:
            self._odd |= odd
            return NUMBERS, np.full(len(cells), np.nan)
        if all(cell.casefold() in _LOGICAL for cell in held):
            kind, numbers = BOOLEAN, {cell: _LOGICAL[cell.casefold()] for cell in held}
        else:
            try:
                kind, numbers = NUMBERS, {cell: float(cell) for cell in held}
            except ValueError:
                return DATES if all(map(_DATE.fullmatch, held)) else TEXT, None
            if any("_" in cell for cell in held):
                return TEXT, None
        self._odd |= odd
        return kind, np.array([numbers.get(cell, math.nan) for cell in cells])

    def _read_commas(
        self,
        columns: list[int],
        names: Sequence[str],
        lines: Sequence[int],
        name: str,
        decimal: str | None,
    ) -> None:
        if decimal is None:
            held = [cell for k in columns for cell in _held(self.columns[k])]
            fits = _decimal_fits(held), _thousands_fit(held)
            if fits == (True, True):
                k, row = next(
                    (k, row)
                    for row in range(len(lines))
                    for k in columns
                    if "," in self.columns[k][row]
                )
                raise ValueError(
                    f"{name} must have numbers that can be read in one way, got "
                    f"{show(self.columns[k][row])} in line {lines[row]}, column {names[k]!r}: give "
                    "decimal=',' or decimal='.'"
                )
            if fits == (False, False):
                return
            comma = fits[0]
            was = "commas are those of decimals" if comma else "commas are those of thousands"
            if comma:
                self._refuse_points(columns, names)
            self.told.append(f"{was}: give decimal={'.' if comma else ','!r} if not")
        else:
            comma = decimal == ","
        for k in columns:
            cells = [_with_point(cell, comma) for cell in self.columns[k]]
            self.kinds[k], self.values[k] = self._plain(cells)

    def _refuse_points(self, columns: list[int], names: Sequence[str]) -> None:
        """Refuse points that may be marks of thousands, where other columns have decimal commas."""
        for k in range(len(names)):
            held = _held(self.columns[k])
            odd = next((cell for cell in held if "." in cell), None)
            if k not in columns and odd is not None and _decimal_fits(held):
                line = self.lines[self.columns[k].index(odd)]
                raise ValueError(
                    f"{self.name} must have numbers that can be read in one way, got {show(odd)} "
                    f"in line {line}, column {names[k]!r}, beside decimal commas in "
                    f"{names[columns[0]]!r}: give decimal=',' if it is a mark of thousands, or "
                    "write all numbers with decimal points"
                )


def _of_commas(cells: Sequence[str], decimal: str | None) -> bool:
    """Whether all cells are gaps or numbers, some with commas of decimals or of thousands."""
    held = _held(cells)
    if decimal == ",":
        return any("," in cell or "." in cell for cell in held) and _decimal_fits(held)
    if not any("," in cell for cell in held):
        return False
    return _thousands_fit(held) or (decimal is None and _decimal_fits(held))


def _or_nothing(cells: Sequence[str]) -> list[str | None]:
    """Return cells, None for gaps."""
    return [None if cell in GAPS or cell in ODD_GAPS else cell for cell in cells]


def _held(cells: Sequence[str]) -> list[str]:
    """Return the cells that are no gaps."""
    return [cell for cell in cells if cell not in GAPS and cell not in ODD_GAPS]


def _decimal_fits(cells: Sequence[str]) -> bool:
    return all(_DECIMAL.fullmatch(cell) or _POINTS.fullmatch(cell) for cell in cells)


def _thousands_fit(cells: Sequence[str]) -> bool:
    return all(map(_THOUSANDS.fullmatch, cells))


def _fits(cell: str) -> bool:
    """Whether a cell is a number with commas."""
    return _decimal_fits([cell]) or _thousands_fit([cell])


def _with_point(cell: str, comma: bool) -> str:
    """Write a number with a decimal point and without marks of thousands."""
    return cell.replace(".", "").replace(",", ".") if comma else cell.replace(",", "")
