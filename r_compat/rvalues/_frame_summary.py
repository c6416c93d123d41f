"""What R's ``summary`` of a data frame shows: a table of texts, a column for each column."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from ._core import column
from ._factors import table
from ._math import signif, zapsmall
from ._named import NamedArray, plain
from ._options import option
from ._printing import columns_text
from ._statistics import summary
from ._text import format_
from ._untranslated import OnlyShown, Untranslated

_EXACT = 12  # digits that R takes of quartiles and means
_MOST_LEVELS = 7  # that R shows each


class FrameSummary(OnlyShown):
    """Text by text what is to be shown of a data frame. R: ``summary``.

    Attributes
    ----------
    table : NamedArray
        R's texts.

    Examples
    --------
    >>> print(FrameSummary(pd.DataFrame({"x": [1.0, 2.5, 4.0], "s": ["a", "b", "a"]})))
           x             s
     Min.   :1.00   Length:3
     1st Qu.:1.75   Class :character
     Median :2.50   Mode  :character
     Mean   :2.50
     3rd Qu.:3.25
     Max.   :4.00
    """

    def __init__(self, frame: pd.DataFrame) -> None:
        if not frame.shape[1] or not len(frame):
            raise Untranslated("summary() of a data frame without rows or columns")
        parts = [_told(column(frame, k)) for k in range(frame.shape[1])]
        count = max(len(labels) for labels, _ in parts)
        heads, columns = [], []
        for name, (labels, values) in zip(frame.columns, parts, strict=True):
            width = max(map(len, labels))
            cells = [f"{a.ljust(width)}:{v}  " for a, v in zip(labels, values, strict=True)]
            columns.append(cells + [""] * (count - len(cells)))
            pad = int(np.floor(width - len(str(name)) / 2))
            heads.append(" " * max(pad, 0) + str(name))
        left = [True] * len(columns)
        self._lines = columns_text(columns, heads, [""] * count, left=left)
        texts: Any = np.array(columns, dtype=object).T
        texts[texts == ""] = None
        axes = [np.array(names, dtype=object) for names in ([""] * count, heads)]
        self.table = NamedArray(texts, axes)

    def __str__(self) -> str:
        return "\n".join(self._lines)

    __repr__ = __str__


def frame_summary(x: pd.DataFrame) -> FrameSummary:
    """Return what is shown of the columns of a data frame. R: ``summary``."""
    return FrameSummary(x)


def _told(values: Any) -> tuple[list[str], list[str]]:
    """Return the labels and the values that R shows of a column."""
    if isinstance(values, pd.Categorical):
        return _of_levels(values)
    values = plain(values)
    present = [v for v in values.tolist() if v is not None and v == v]
    if values.dtype.kind == "b" or (
        values.dtype.kind == "O" and present and all(isinstance(v, bool) for v in present)
    ):
        gaps = len(values) - len(present)
        found = [("Mode", "logical")]
        found += [(str(k).upper(), str(present.count(k))) for k in (False, True) if k in present]
        found += [("NA's", str(gaps))] if gaps else []
        return _of_texts(found)
    if values.dtype.kind == "O" and all(isinstance(v, str) for v in present) and present:
        texts = [("Length", str(len(values))), ("Class", "character"), ("Mode", "character")]
        return _of_texts(texts)
    if values.dtype.kind not in "iuf" or not present or np.isinf(present).any():
        raise Untranslated("summary() of a data frame with dates, infinite or no known values")
    made = summary(values)
    labels = [str(name) for name in made.names]
    rounded = zapsmall(signif(np.asarray(plain(made), dtype=float), _EXACT))
    shown = [str(text) for text in format_(rounded[:6], digits=max(3, option("digits") - 3))]
    return labels, shown + [str(int(n)) for n in rounded[6:]]


def _of_texts(found: list[tuple[str, str]]) -> tuple[list[str], list[str]]:
    width = max(len(text) for _, text in found)
    return [label for label, _ in found], [text.ljust(width) for _, text in found]


def _of_levels(values: pd.Categorical) -> tuple[list[str], list[str]]:
    counts = table(values)
    labels, found = [str(v) for v in counts.names], [int(n) for n in plain(counts)]
    gaps = int((values.codes < 0).sum())
    if gaps:
        labels.append("NA's")
        found.append(gaps)
    if len(labels) > _MOST_LEVELS:
        raise Untranslated("summary() of a data frame with a factor of many levels")
    if not labels:
        raise Untranslated("summary() of a data frame with a factor without levels")
    width = max(len(str(n)) for n in found)
    return labels, [str(n).rjust(width) for n in found]
