"""Writing text: tables, lines, and values as R's code."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from ._core import as_matrix, column, is_scalar, path_of, vector
from ._named import NO_DIMENSION, NamedArray, colnames, list_parts, names, plain, rownames
from ._nothing import is_null
from ._options import option
from ._text import number_text
from ._untranslated import Untranslated


def _send(text: str, file: Any, append: bool) -> None:
    """Print a text, or put it into a file."""
    if file is None or (isinstance(file, str) and file == ""):
        print(text, end="")
    elif hasattr(file, "write"):
        print(text, end="", file=file)
    else:
        with path_of(file).open("a" if append else "w", encoding="utf-8", newline="") as handle:
            handle.write(text)


class _Style:
    """How cells are written."""

    def __init__(self, na: str, dec: str, qmethod: str) -> None:
        if qmethod[:1] not in ("d", "e"):
            raise ValueError(f"qmethod must be escape or double, got {qmethod!r}")
        self.na, self.dec = na, dec
        self.mark = '""' if qmethod.startswith("d") else '\\"'

    def quoted(self, text: str) -> str:
        return '"' + text.replace('"', self.mark) + '"'

    def cell(self, value: Any, *, quote: bool) -> str:
        if value is None or value is pd.NA:
            return self.na
        if isinstance(value, str):
            return self.quoted(value) if quote else value
        if isinstance(value, np.datetime64):  # R never quotes a date
            return self.na if np.isnat(value) else str(value.astype("datetime64[D]"))
        if isinstance(value, (float, np.floating)):
            if value != value:
                return self.na
            return number_text(value).replace(".", self.dec)
        return number_text(value)


def write_table(
    x: Any,
    file: Any = "",
    sep: str = " ",
    row_names: Any = True,
    col_names: Any = True,
    quote: Any = True,
    append: bool = False,
    na: str = "NA",
    dec: str = ".",
    eol: str = "\n",
    qmethod: str = "escape",
) -> None:
    r"""Write a table of text. R: ``write.table``.

    Numbers have up to 15 digits; with ``col_names=NA`` the row names have a column name, "".

    Examples
    --------
    >>> write_table(pd.DataFrame({"a": [1.5], "b": ['say "hi"']}))
    "a" "b"
    "1" 1.5 "say \"hi\""
    """
    style = _Style(na, dec, qmethod)
    corner = not is_scalar(row_names) or bool(row_names)
    gap = is_scalar(col_names) and not isinstance(col_names, str) and col_names != col_names
    if gap and not corner:
        raise ValueError("col.names = NA makes no sense when row.names = FALSE")
    if isinstance(x, NamedArray) and x.axes is not None and x.ndim != 2:  # that is a matrix
        from ._grouping import table_frame

        x = table_frame(x)
    if isinstance(x, NamedArray) and x.headings is NO_DIMENSION:
        raise TypeError("'dimnames' applied to non-array")
    empty = isinstance(x, (list, Mapping)) and not x
    columns, labels, rows = _parts(pd.DataFrame() if empty else x)
    if is_scalar(row_names) and not isinstance(row_names, (str, bool, np.bool_)):
        raise ValueError(f"row.names must be TRUE, FALSE or texts, got {row_names!r}")
    if not is_scalar(row_names):
        rows = [str(v) for v in vector(row_names)]
    if not is_scalar(col_names):
        labels = [str(v) for v in vector(col_names)]
    by_column = isinstance(quote, np.ndarray) or (
        is_scalar(quote) and not isinstance(quote, (bool, np.bool_))
    )
    chosen = {int(k) - 1 for k in vector(quote)} if by_column else set(range(len(columns)))
    quotes = by_column or bool(quote)
    lines = []
    bare = not columns and not isinstance(x, pd.DataFrame)  # a matrix, which R gives no heading
    if not is_scalar(col_names) or gap or (bool(col_names) and not bare):
        if not labels and not gap:
            labels = [""]
        head = [style.quoted(label) if quotes else label for label in labels]
        lines.append(sep.join([*(['""' if quotes else ""] if gap else []), *head]))
    for k in range(len(rows)):
        cells = [style.cell(c[k], quote=quotes and j in chosen) for j, c in enumerate(columns)]
        cells = cells or [""]
        lines.append(sep.join([*([style.cell(rows[k], quote=quotes)] if corner else []), *cells]))
    _send("".join(line + eol for line in lines), file, append)


def _parts(x: Any) -> tuple[list[Any], list[str], list[str]]:
    """Return the columns of a table, their names, and those of the rows."""
    if isinstance(x, pd.DataFrame):
        columns = [column(x, k) for k in range(x.shape[1])]
        columns = [vector(c) if isinstance(c, pd.Categorical) else c for c in columns]
        return columns, [str(c) for c in x.columns], list(rownames(x))
    one = isinstance(x, (str, bool, int, float)) or np.ndim(x) < 2
    matrix = as_matrix(x)
    columns = [plain(matrix)[:, k] for k in range(matrix.shape[1])]
    labels, rows = colnames(matrix), rownames(matrix)
    if labels is None:
        labels = ["x"] if one else [f"V{k + 1}" for k in range(len(columns))]
    count = [str(k + 1) for k in range(matrix.shape[0])]
    if one and rows is not None:
        if any(name is None for name in rows):
            raise ValueError("row names contain missing values")
        if len(set(rows)) < len(rows) or not any(rows):  # R counts rows that it cannot name
            rows = None
    return columns, list(labels), count if rows is None else list(rows)


def write_csv(
    x: Any,
    file: Any = "",
    row_names: Any = True,
    quote: Any = True,
    na: str = "NA",
    sep: str = ",",
    dec: str = ".",
) -> None:
    """Write a table of text with commas. R: ``write.csv``, and ``write.csv2`` with ``;``."""
    corner = not is_scalar(row_names) or bool(row_names)
    labels = np.nan if corner else True
    write_table(x, file, sep, row_names, labels, quote, na=na, dec=dec, qmethod="double")


def write_lines(text: Any, con: Any = "", sep: str = "\n") -> None:
    """Write lines to a file, or print them. R: ``writeLines``."""
    given = vector(text)
    if is_null(text) or given.dtype.kind not in "OU":
        raise TypeError("can only write character objects")
    if len(given) and all(line is None for line in given):
        raise Untranslated("writeLines() of NA alone, which is an error in R where it is logical")
    lines = ["NA" if line is None else str(line) for line in given]
    _send("".join(line + sep for line in lines), con, False)


def write(
    x: Any, file: Any = "data", ncolumns: Any = None, append: bool = False, sep: str = " "
) -> None:
    """Write a vector in lines of so many values; of a matrix column by column. R: ``write``."""
    values = vector(x)
    texts = [number_text(v, option("digits")) for v in values]
    text = any(isinstance(v, str) for v in values)
    count = int(vector(ncolumns)[0]) if ncolumns is not None else 1 if text else 5
    lines = [sep.join(texts[k : k + count]) for k in range(0, len(texts), count)]
    _send("".join(line + "\n" for line in lines or [""]), file, append)


# Values as code


def dput_text(x: Any) -> str:
    """Return R's code for a value. R: ``dput``.

    Examples
    --------
    >>> dput_text(np.array([1.5, 2.0]))
    'c(1.5, 2)'
    """
    if x is None:
        return "NULL"
    if isinstance(x, (list, Mapping)):
        items, keys = list_parts(x)
        parts = [dput_text(item) for item in items]
        if keys is not None:
            parts = [
                f"{_key(key)} = {part}" if key else part
                for key, part in zip(keys, parts, strict=True)
            ]
        return f"list({', '.join(parts)})"
    if is_scalar(x):
        return _code(x)
    if isinstance(x, np.ndarray) and x.ndim == 1:
        return _vector_code(x)
    raise Untranslated(f"dput() of a {type(x).__name__} has no translation")


def _key(label: str) -> str:
    from ._patterns import make_names

    return label if make_names(label) == label else f"`{label}`"


def _code(value: Any) -> str:
    if value is None:
        return "NA"
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return '"' + escaped.replace("\t", "\\t") + '"'
    if isinstance(value, np.integer):
        return f"{int(value)}L"
    return number_text(value)


def _vector_code(x: Any) -> str:
    values = vector(x)
    labels = names(x) if isinstance(x, NamedArray) else None
    if len(values) == 0:
        return {"b": "logical(0)", "i": "integer(0)", "f": "numeric(0)", "O": "character(0)"}[
            values.dtype.kind
        ]
    integers = values.dtype.kind == "i"
    if integers and len(values) > 1 and labels is None and (np.diff(values) == 1).all():
        return f"{values[0]}:{values[-1]}"
    parts = [_code(np.int64(v)) if integers else _code(v) for v in values]
    if all(part == "NA" for part in parts):
        kind = values.dtype.kind
        parts = ["NA_real_" if kind == "f" else part for part in parts]
    if labels is not None:
        pairs = zip(labels, parts, strict=True)
        return f"c({', '.join(f'{_key(n)} = {p}' if n else p for n, p in pairs)})"
    return parts[0] if len(parts) == 1 else f"c({', '.join(parts)})"


def dput(x: Any, file: Any = "") -> Any:
    """Write a value as R's code, and return it. R: ``dput``."""
    _send(dput_text(x) + "\n", sys.stdout if file == "" else file, False)
    return x
