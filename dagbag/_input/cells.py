"""Files of text as rows of cells: their encoding, their separator, their numbers."""

from __future__ import annotations

import codecs
import csv
import io
import math
from collections.abc import Sequence
from dataclasses import dataclass, field

# In the order in which they are tried: numbers may have decimal commas, names may have spaces.
SEPARATORS = "\t;, "
MISSING = ("", "na", "n/a", "nan", "none", "null")
_SAMPLE = 20  # lines by which a separator is told
_OTHER = "or give its encoding, e.g. encoding='latin-1' for files of older programs"
_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",  # as Excel writes "Unicode text"
    codecs.BOM_UTF16_BE: "utf-16",
}


class _QuotesError(Exception):
    """Quotation marks that do not match."""

    def __init__(self, row: int, *, endless: bool) -> None:
        self.row = row  # the line, from 0, in which the row begins
        self.endless = endless  # a field is longer than any should be
        super().__init__(row)


@dataclass(frozen=True)
class Cells:
    """The cells of a table, row by row, none of them empty of cells."""

    rows: list[list[str]]
    quoted: bool = False  # whether the first cell is in quotation marks, as names are
    separator: str = ","
    lines: list[int] = field(default_factory=list)  # the line in which each row begins, from 1

    @property
    def width(self) -> int:
        """Number of cells in the last row, which is no header."""
        return len(self.rows[-1])


def split_cells(
    content: bytes, name: str, *, encoding: str | None = None, separator: str | None = None
) -> Cells:
    """Return the cells of a file of text.

    Parameters
    ----------
    content : bytes
        In UTF-8, or in UTF-16 with a byte order mark. Cells are separated by commas, semicolons,
        tabs or spaces: by whatever gives the first lines the same number of cells.
    name : str
        What errors call it.
    encoding, separator : str, optional
        Another encoding, and what separates cells.

    Returns
    -------
    Cells
        Without blank lines, and without blanks around a cell.
    """
    text = enumerate(_decoded(content, name, encoding).split("\n"), start=1)
    numbered = [(number, line) for number, line in text if line.strip()]
    if not numbered:
        raise ValueError(f"{name} must be a table, got an empty file")
    lines = [line for _, line in numbered]
    by = _separator(lines) if separator is None else separator
    try:
        rows, ends = _split(lines, by)
    except _QuotesError as error:
        line = numbered[error.row][0]
        if error.endless:
            most = csv.field_size_limit()
            raise ValueError(
                f"{name} must be CSV, got a field of more than {most} characters in line {line}: "
                "look for a quotation mark that is not closed"
            ) from None
        raise ValueError(
            f"{name} must be CSV, got a quotation mark in line {line} that is not closed, or "
            "closed before the end of its field: write two for one within a field"
        ) from None
    first = [0, *ends[:-1]]  # a row may take several lines, if its cells do
    begins = [numbered[k][0] for k in first]
    return Cells(rows, lines[0].lstrip()[0] in "\"'", by, begins)


def _decoded(content: bytes, name: str, given: str | None = None) -> str:
    """Return the text of a file, with lines that end in one way."""
    marked = next((_MARKS[mark] for mark in _MARKS if content.startswith(mark)), None)
    encoding = given or marked or "utf-8"
    try:
        text = content.decode(encoding)
    except LookupError:
        raise ValueError(f"encoding must be one that Python knows, got {encoding!r}") from None
    except UnicodeError as error:
        line = content.count(b"\n", 0, getattr(error, "start", 0)) + 1
        called = "UTF-8" if encoding == "utf-8" else encoding
        binary = b"\0" in content and marked is None
        told = "save it as CSV" if binary else f"save it as UTF-8, {_OTHER}"
        what = "a binary file" if binary and given is None else f"other bytes in line {line}"
        raise ValueError(f"{name} must be text in {called}, got {what}: {told}") from None
    except ValueError:  # a zero in its name
        raise ValueError(f"encoding must be one that Python knows, got {encoding!r}") from None
    if "\0" in text:
        half = text[1::2].count("\0") > len(text) // 4 or text[::2].count("\0") > len(text) // 4
        told = "UTF-16 without its mark" if half else "a binary file"
        how = "save it as UTF-8, or give encoding='utf-16-le'" if half else "save it as CSV"
        raise ValueError(f"{name} must be text, got {told}: {how}")
    return io.StringIO(text, newline=None).read()


def _split(lines: Sequence[str], separator: str) -> tuple[list[list[str]], list[int]]:
    """Return the rows of cells, and how many lines were read after each."""
    if separator == " ":
        lines = [line.strip() for line in lines]
    reader = csv.reader(lines, delimiter=separator, skipinitialspace=True, strict=True)
    rows: list[list[str]] = []
    ends: list[int] = []
    try:
        for row in reader:
            rows.append([cell.strip() for cell in row])
            ends.append(reader.line_num)
    except csv.Error as error:
        where = ends[-1] if ends else 0
        raise _QuotesError(where, endless="field limit" in str(error)) from None
    return rows, ends


def _separator(lines: Sequence[str]) -> str:
    """Return the separator that fits the first lines, or the most frequent one of the first."""
    for separator in SEPARATORS:
        if _fits(lines[:_SAMPLE], separator):
            return separator
    return max(",;\t", key=lines[0].count)  # the first of equal ones


def _fits(lines: Sequence[str], separator: str) -> bool:
    """Whether all lines have the same number of cells, of which a header may leave out one."""
    try:
        widths = [len(row) for row in _split(lines, separator)[0]]
    except _QuotesError:
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
