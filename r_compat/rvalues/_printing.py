"""Values as R prints them: where printed text is kept (``sink``, ``capture.output``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from ._core import column, is_scalar, missing, vector
from ._named import NamedArray, list_parts, plain, rownames
from ._nothing import is_null
from ._text import format_, number_text

_WIDTH = 80
_INDENT = 2  # at least, of the names of rows below their heading


def print_(x: Any, digits: Any = None, quote: bool = True, row_names: Any = True) -> None:
    """Print a value in R's layout. R: ``print``.

    Examples
    --------
    >>> print_(np.array([1.5, 2, 10]))
    [1]  1.5  2.0 10.0
    >>> print_({"a": 1, "b": np.array(["x", "yy"], dtype=object)})
    $a
    [1] 1
    <BLANKLINE>
    $b
    [1] "x"  "yy"
    <BLANKLINE>
    """
    print("\n".join(printed(x, digits, quote, row_names)))


def printed(x: Any, digits: Any = None, quote: bool = True, row_names: Any = True) -> list[str]:
    """Return the lines that R prints of a value."""
    if is_null(x):
        return ["NULL"]
    if isinstance(x, pd.DataFrame):
        return _frame(x, digits, row_names)
    if isinstance(x, pd.Categorical):
        return _factor(x)
    if isinstance(x, (list, tuple, Mapping)) and not hasattr(x, "r_class"):
        return _list(x, "", digits, quote)
    if not (is_scalar(x) or isinstance(x, np.ndarray)):
        return str(x).split("\n")
    axes = getattr(x, "axes", None)
    if np.ndim(x) == 2:
        return _matrix(x, digits, quote)
    if np.ndim(x) > 2:
        return _array(x, digits, quote)
    labels = x.names if isinstance(x, NamedArray) else None
    texts = _texts(x, digits, quote)
    if not texts:
        return [_empty(x)]
    if labels is not None and axes:
        return ["" if axes == (None,) else str(axes[0] or ""), *_named(texts, list(labels))]
    if labels is not None:
        return _named(texts, ["<NA>" if label is None else str(label) for label in labels])
    return _vector(texts)


def _empty(x: Any) -> str:
    kind = np.asarray(plain(x)).dtype.kind
    word = {"f": "numeric", "i": "integer", "u": "integer", "b": "logical"}.get(kind, "character")
    named = "named " if isinstance(x, NamedArray) and x.names is not None else ""
    return f"{named}{word}(0)"


def _is_text(x: Any) -> bool:
    values = vector(x)
    if values.dtype.kind in "US":
        return True
    return values.dtype.kind == "O" and not any(isinstance(v, (bool, np.bool_)) for v in values)


def _texts(x: Any, digits: Any, quote: bool) -> list[str]:
    """Return the texts of the elements, of one width."""
    values = vector(x)
    if not len(values):
        return []
    if _is_text(values):
        if not quote:
            texts = ["<NA>" if v is None else str(v) for v in values]
        else:
            texts = ["NA" if v is None else _quoted(str(v)) for v in values]
        span = max(map(len, texts))
        return [text.ljust(span) for text in texts]
    if values.dtype.kind == "O":  # logicals with NA
        gaps = missing(values)
        texts = ["NA" if gap else number_text(v) for v, gap in zip(values, gaps, strict=True)]
        span = max(map(len, texts))
        return [text.rjust(span) for text in texts]
    return [str(text) for text in np.atleast_1d(format_(values, digits=digits))]


def _quoted(text: str) -> str:
    for mark, escape in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t")):
        text = text.replace(mark, escape)
    return f'"{text}"'


def _vector(texts: list[str]) -> list[str]:
    label = len(str(len(texts))) + 2
    span = len(texts[0])
    each = max(1, (_WIDTH - label) // (span + 1))
    lines = []
    for start in range(0, len(texts), each):
        head = f"[{start + 1}]".rjust(label)
        lines.append(" ".join([head, *texts[start : start + each]]))
    return lines


def _named(texts: list[str], labels: list[str]) -> list[str]:
    span = max(len(t) for t in [*(t.strip() for t in texts), *labels])
    each = max(1, _WIDTH // (span + 1))
    lines = []
    for start in range(0, len(texts), each):
        part = slice(start, start + each)
        lines.append(" ".join(label.rjust(span) for label in labels[part]) + " ")
        lines.append(" ".join(text.strip().rjust(span) for text in texts[part]) + " ")
    return lines


def columns_text(
    columns: list[list[str]],
    heads: list[str],
    rows: list[str],
    *,
    left: list[bool],
    headings: tuple[str, ...] | None = None,
) -> list[str]:
    """Return a table, in as many parts as the width needs; its axes may have headings."""
    label = max((len(row) for row in rows), default=0)
    corner = ""
    if headings is not None:
        corner = headings[0]
        indent = max(len(corner) - label, _INDENT)
        rows = [" " * indent + row for row in rows]
        label += indent
    made = []
    for texts, head, at_left in zip(columns, heads, left, strict=True):
        span = max([len(head), *(len(t) for t in texts)])
        place = str.ljust if at_left else str.rjust
        made.append([place(head, span), *(place(t, span) for t in texts)])
    lines: list[str] = []
    start = 0
    while start < len(made) or not made:
        end, width = start, label
        while end < len(made) and (end == start or width + 1 + len(made[end][0]) <= _WIDTH):
            width += 1 + len(made[end][0])
            end += 1
        if headings is not None:
            lines.append(" " * label + headings[1])
        for k, row in enumerate([corner, *rows]):
            lines.append(" ".join([row.ljust(label), *(column[k] for column in made[start:end])]))
        if not made:
            break
        start = end
    return lines


def _axis(labels: Any, count: int, form: str) -> list[str]:
    if labels is None:
        return [form.format(k + 1) for k in range(count)]
    return ["<NA>" if label is None else str(label) for label in labels]


def _matrix(x: Any, digits: Any, quote: bool) -> list[str]:
    values = np.asarray(plain(x))
    rows, columns = x.dimnames if isinstance(x, NamedArray) else (None, None)
    if values.size == 0:
        return [f"<{values.shape[0]} x {values.shape[1]} matrix>"]
    text = _is_text(values)
    made = [_texts(values[:, k], digits, quote) for k in range(values.shape[1])]
    if text or values.dtype.kind in "iub":  # of one width, or of each column its own
        made = [[t.strip() if not text else t for t in c] for c in made]
    headings = x.headings if isinstance(x, NamedArray) else None
    heads = _axis(columns, values.shape[1], "[,{}]")
    sides = _axis(rows, values.shape[0], "[{},]")
    return columns_text(made, heads, sides, left=[text] * len(made), headings=headings)


def _array(x: Any, digits: Any, quote: bool) -> list[str]:
    labels: Any = x.dimnames if isinstance(x, NamedArray) else (None,) * np.ndim(x)
    lines = []
    for place in np.ndindex(*np.shape(x)[:1:-1]):
        at = place[::-1]
        names = [
            str(k + 1) if labels[2 + d] is None else str(labels[2 + d][k]) for d, k in enumerate(at)
        ]
        part = plain(x)[(slice(None), slice(None), *at)]
        lines += [", , " + ", ".join(names), ""]
        lines += [*_matrix(NamedArray(part, labels[:2]), digits, quote), ""]
    return lines


def _frame(x: pd.DataFrame, digits: Any, row_names: Any) -> list[str]:
    if x.shape[1] == 0:
        return [f"data frame with 0 columns and {len(x)} rows"]
    if not len(x):
        names = ", ".join(f"{name}" for name in x.columns)
        return [f"[1] {' '.join(names.split(', '))}", "<0 rows> (or 0-length row.names)"]
    columns = []
    for k in range(x.shape[1]):
        values = column(x, k)
        if isinstance(values, pd.Categorical):
            levels = [*map(str, values.categories), None]  # code -1 is NA
            values = np.array([levels[code] for code in values.codes], dtype=object)
        texts = _texts(values, digits, quote=False)
        columns.append([t.strip() if _is_text(values) else t for t in texts])
    rows = [str(label) for label in rownames(x)] if row_names is True else [""] * len(x)
    heads = [str(name) for name in x.columns]
    return columns_text(columns, heads, rows, left=[False] * len(columns))


def _factor(x: pd.Categorical) -> list[str]:
    if not len(x):
        return ["factor(0)", f"Levels: {' '.join(map(str, x.categories))}".rstrip()]
    texts = ["<NA>" if code < 0 else str(x.categories[int(code)]) for code in x.codes]
    span = max(map(len, texts))
    lines = _vector([text.ljust(span) for text in texts])
    between = " < " if x.ordered else " "
    return [*lines, f"Levels: {between.join(map(str, x.categories))}"]


def _list(x: Any, path: str, digits: Any, quote: bool) -> list[str]:
    items, keys = list_parts(x)
    if not items:
        return ["named list()" if isinstance(x, Mapping) else "list()"] if not path else ["list()"]
    lines = []
    for k, item in enumerate(items):
        key = keys[k] if keys else ""
        here = f"{path}${_key(key)}" if key else f"{path}[[{k + 1}]]"
        lines.append(here)
        nested = isinstance(item, (list, tuple, Mapping)) and not isinstance(item, pd.DataFrame)
        if nested and not hasattr(item, "r_class") and len(item):
            lines += _list(item, here, digits, quote)
        else:
            lines += printed(item, digits, quote)
        lines.append("")
    return lines


def _key(key: str) -> str:
    plain_name = key.replace(".", "_").replace("_", "a").isalnum() and not key[0].isdigit()
    return key if plain_name else f"`{key}`"
