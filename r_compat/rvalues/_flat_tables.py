"""Tables of several dimensions, shown in two. R: ``ftable``."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pandas as pd

from ._core import is_scalar, vector
from ._factors import table
from ._named import NamedArray, plain
from ._text import format_
from ._untranslated import OnlyShown, Untranslated


class FlatTable(OnlyShown):
    r"""A table with the combinations of some dimensions as rows, of others as columns.

    Attributes
    ----------
    table : numpy.ndarray
        The cells.

    Examples
    --------
    >>> cells = NamedArray(np.array([[3, 1], [0, 12]]), [["x", "y"], ["u", "v"]], ("a", "b"))
    >>> print("|" + str(FlatTable(cells, [0], [1])).replace("\n", "|\n|") + "|")
    |  b  u  v|
    |a        |
    |x    3  1|
    |y    0 12|
    """

    def __init__(self, x: NamedArray, rows: list[int], columns: list[int]) -> None:
        values = np.asarray(plain(x))
        left = [k for k in range(x.ndim) if k not in (*rows, *columns)]
        values = values.sum(axis=tuple(left)) if left else values
        kept = [k for k in range(x.ndim) if k not in left]
        values = values.transpose([kept.index(k) for k in (*rows, *columns)])
        count = int(np.prod([x.shape[k] for k in rows]))
        self.table = values.reshape(count, -1)
        self._rows = self._labels(x, rows)
        self._columns = self._labels(x, columns)

    @staticmethod
    def _labels(x: NamedArray, dims: list[int]) -> list[tuple[str, list[str]]]:
        found = []
        for k in dims:
            labels = x.dimnames[k]
            if labels is None:
                raise Untranslated("ftable() of dimensions without names")
            head = x.headings[k] if x.headings is not None else ""
            found.append((str(head or ""), [str(label) for label in labels]))
        return found

    def __str__(self) -> str:
        cells = np.asarray(format_(self.table.ravel()), dtype=object).reshape(self.table.shape)
        heads = [name for name, _ in self._columns]
        names = [name for name, _ in self._rows]
        blank = [""] * len(heads)
        beside = list(zip(*_told_once([labels for _, labels in self._rows]), strict=True))
        above = _told_once([labels for _, labels in self._columns])
        columns = [[*blank, name, *texts] for name, texts in zip(names, beside, strict=True)]
        columns.append([*heads, *[""] * (len(cells) + 1)])
        lines = [[text.ljust(max(map(len, texts))) for text in texts] for texts in columns]
        for k, labels in enumerate(above):
            texts = [*labels, "", *cells[:, k]]
            lines.append([text.rjust(max(map(len, texts))) for text in texts])
        return "\n".join(" ".join(row) for row in zip(*lines, strict=True))

    __repr__ = __str__


def _told_once(parts: list[list[str]]) -> list[list[str]]:
    """Return all combinations, the last fastest; a label only where it or one before changes."""
    found: list[list[str]] = []
    before: tuple[int, ...] = ()
    for places in itertools.product(*[range(len(labels)) for labels in parts]):
        first = next((k for k, (a, b) in enumerate(zip(places, before, strict=False)) if a != b), 0)
        found.append([parts[k][at] if k >= first else "" for k, at in enumerate(places)])
        before = places
    return found


def ftable(x: Any, row_vars: Any = None, col_vars: Any = None) -> FlatTable:
    """Show a table of several dimensions in two. R: ``ftable``."""
    if isinstance(x, pd.DataFrame):
        x = table(x)
    if not isinstance(x, NamedArray) or x.ndim < 2 or not x.size:
        raise Untranslated("ftable() of what is no table of two or more dimensions")
    rows, columns = _places(x, row_vars), _places(x, col_vars)
    if rows is None and columns is None:
        columns = [x.ndim - 1]
    if rows is None:
        rows = [k for k in range(x.ndim) if k not in (columns or ())]
    if columns is None:
        columns = [k for k in range(x.ndim) if k not in rows]
    if not rows or not columns or len({*rows, *columns}) < len(rows) + len(columns):
        raise Untranslated("ftable() without rows or columns, or with the same dimension twice")
    return FlatTable(x, rows, columns)


def _places(x: NamedArray, given: Any) -> list[int] | None:
    """Return dimensions by name or number."""
    if given is None:
        return None
    names = [str(name) for name in x.headings] if x.headings is not None else []
    found = []
    for part in [given] if is_scalar(given) else vector(given).tolist():
        if isinstance(part, str) and names.count(part) != 1:
            raise Untranslated(f"ftable() with {part}, which is no dimension")
        found.append(names.index(part) if isinstance(part, str) else int(part) - 1)
    if any(not 0 <= k < x.ndim for k in found):
        raise Untranslated("ftable() with dimensions that are not there")
    return found
