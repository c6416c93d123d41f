"""Files of text as rows of cells: their encoding, their separator, their numbers."""

from __future__ import annotations

import codecs
import csv
import io
import math
from collections.abc import Sequence
from dataclasses import dataclass

# In the order in which they are tried: numbers may have decimal commas, names may have spaces.
SEPARATORS = "\t;, "
MISSING = ("", "na", "n/a", "nan", "none", "null")
_SAMPLE = 20  # lines by which a separator is told
_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",  # as Excel writes "Unicode text"
    codecs.BOM_UTF16_BE: "utf-16",
}


@dataclass(frozen=True)
class Cells:
    """The cells of a table, row by row, none of them empty of cells."""

    rows: list[list[str]]
    quoted: bool = False  # whether the first cell is in quotation marks, as names are

    @property
    def width(self) -> int:
        """Number of cells in the last row, which is no header."""
        return len(self.rows[-1])


def split_cells(content: bytes, name: str) -> Cells:
    """Return the cells of a file of text.

    Parameters
    ----------
    content : bytes
        In UTF-8, or in UTF-16 with a byte order mark. Cells are separated by commas, semicolons,
        tabs or spaces: by whatever gives the first lines the same number of cells.
    name : str
        What errors call it.

    Returns
    -------
    Cells
        Without blank lines, and without blanks around a cell.
    """
    lines = [line for line in _decoded(content, name).split("\n") if line.strip()]
    if not lines:
        raise ValueError(f"{name} must be a table, got an empty file")
    try:
        rows = _split(lines, _separator(lines))
    except csv.Error as error:
        raise ValueError(f"{name} must be CSV, but its quotation marks are not: {error}") from None
    return Cells(rows, lines[0].lstrip()[0] in "\"'")


def _decoded(content: bytes, name: str) -> str:
    """Return the text of a file, with lines that end in one way."""
    encoding = next((_MARKS[mark] for mark in _MARKS if content.startswith(mark)), "utf-8")
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ValueError(
            f"{name} must be text in UTF-8, got other bytes in line {line}: save it as UTF-8"
        ) from None
    if "\0" in text:
        raise ValueError(f"{name} must be text, got a binary file: save it as CSV")
    return io.StringIO(text, newline=None).read()


def _split(lines: Sequence[str], separator: str) -> list[list[str]]:
    if separator == " ":
        lines = [line.strip() for line in lines]
    reader = csv.reader(lines, delimiter=separator, skipinitialspace=True, strict=True)
    return [[cell.strip() for cell in row] for row in reader]


def _separator(lines: Sequence[str]) -> str:
    """Return the separator that fits the first lines, or the most frequent one of the first."""
    for separator in SEPARATORS:
        if _fits(lines[:_SAMPLE], separator):
            return separator
    return max(",;\t", key=lines[0].count)  # the first of equal ones


def _fits(lines: Sequence[str], separator: str) -> bool:
    """Whether all lines have the same number of cells, of which a header may leave out one."""
    try:
        widths = [len(row) for row in _split(lines, separator)]
    except csv.Error:
        return False
    width = widths[-1]
    return width > 1 and widths[0] in (width, width - 1) and set(widths[1:]) <= {width}


def number(cell: str) -> float | None:
    """Return the number that a cell is, logical values as 0 and 1; None if it is none."""
    try:
        value = float(cell)
    except ValueError:
        return {"true": 1.0, "false": 0.0}.get(cell.casefold())
    return None if "_" in cell or math.isnan(value) else value


def are_numbers(cells: Sequence[str]) -> bool:
    """Whether every cell is a number."""
    return all(number(cell) is not None for cell in cells)


def is_missing(cell: str) -> bool:
    """Whether a cell stands for a value that is not there."""
    return cell.casefold() in MISSING


def are_counted(cells: Sequence[str]) -> bool:
    """Whether cells count themselves from 0 or from 1, as names that nobody gave do."""
    count = [str(k) for k in range(len(cells) + 1)]
    return list(cells) in (count[:-1], count[1:])
