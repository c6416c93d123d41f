"""Cells as a table of numbers with names of its columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

import numpy as np

from .._dag.types import FloatArray
from .cells import Cells, are_counted, are_numbers, is_missing, number
from .words import listing

Names = tuple[str, ...]


def table_of_cells(cells: Cells, name: str, header: bool) -> tuple[Names, FloatArray]:
    """Return the names of the columns, and the numbers.

    Parameters
    ----------
    cells : Cells
    name : str
        What errors call it.
    header : bool
        Whether the first row may be names. A first column without a name is left out then.
    """
    rows, names = cells.rows, None
    if header and has_names(cells):
        names, rows = _without_names(rows)
        if not rows:
            raise ValueError(f"{name} must have rows of numbers, got only names")
    width = len(rows[0]) if names is None else len(names)
    _check_widths(rows, width, name)
    names = numbered_names(width) if names is None else names
    values = [[number(cell) for cell in row] for row in rows]
    if any(None in row for row in values):
        _refuse(rows, names, name)
    return names, np.array(values, dtype=np.float64).reshape(-1, width)


def numbered_names(p: int) -> Names:
    """Return R's names of columns that have none."""
    return tuple(f"V{k + 1}" for k in range(p))


def has_names(cells: Cells) -> bool:
    """Whether the first row is names: not numbers only, in quotation marks, or counting."""
    first = cells.rows[0]
    if cells.quoted or not all(number(cell) is not None or is_missing(cell) for cell in first):
        return True
    return len(first) > 1 and (are_counted(first) or (first[0] == "" and are_counted(first[1:])))


def _without_names(rows: list[list[str]]) -> tuple[Names, list[list[str]]]:
    """Take off the names of the columns, and the column of row names, which has none."""
    names, rows = tuple(rows[0]), rows[1:]
    bare = names[0] == ""
    if bare or (rows and len(rows[0]) == len(names) + 1):
        rows = [row[1:] for row in rows]
    return names[1:] if bare else names, rows


def _check_widths(rows: Sequence[Sequence[str]], width: int, name: str) -> None:
    for k, row in enumerate(rows, start=1):
        if len(row) != width:
            raise ValueError(
                f"{name} must have {width} fields in every row, got {len(row)} in row {k}"
            )


def _refuse(rows: Sequence[Sequence[str]], names: Names, name: str) -> NoReturn:
    """Name the first cell that is no number, and the other columns that have some."""
    columns = list(zip(*rows, strict=True))
    bad = [k for k, cells in enumerate(columns) if not are_numbers(cells)]
    row, k = next((i, k) for i, cells in enumerate(rows) for k in bad if number(cells[k]) is None)
    cell = rows[row][k]
    rule = "have no missing values" if is_missing(cell) else "be numbers"
    others = [names[other] for other in bad if other != k]
    raise ValueError(
        f"{name} must {rule}, got {cell!r} in row {row + 1}, column {names[k]!r}"
        + (f", and others in {listing(others)}" if others else "")
        + _advice(cell, k, columns)
    )


def _advice(cell: str, column: int, columns: Sequence[Sequence[str]]) -> str:
    if is_missing(cell):
        return ": leave out the row or the column, or fill it in"
    if number(cell.replace(",", ".")) is not None:
        return ": write it with a decimal point (write.csv of R, not write.csv2)"
    if column == 0 and len(columns) > 1 and all(number(part) is None for part in columns[0]):
        return ": row names stand in a first column without a name"
    return ""
