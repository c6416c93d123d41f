"""Files: tables of text, and R's own formats, which are read without R."""

from __future__ import annotations

import io
import os
import pickle
import re
import sys
import tempfile
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from ._core import NA, vector
from ._named import NamedArray, colnames, named, plain
from ._text import number_text

_NOT_LABEL = re.compile(r"[^A-Za-z0-9_.]")


def _syntactic(labels: list[str]) -> list[str]:
    """Return labels as R's ``make.names`` and ``make.unique`` do."""
    made = []
    for label in labels:
        text = _NOT_LABEL.sub(".", label)
        if not text or not (text[0].isalpha() or (text[0] == "." and not text[1:2].isdigit())):
            text = f"X{text}"
        made.append(text)
    seen: dict[str, int] = {}
    unique = []
    for text in made:
        count = seen.get(text, 0)
        unique.append(text if count == 0 else f"{text}.{count}")
        seen[text] = count + 1
    return unique


def read_table(
    file: Any,
    header: bool = False,
    sep: str = "",
    row_names: Any = None,
    check_names: bool = True,
    skip: int = 0,
    nrows: int = -1,
    na_strings: Any = "NA",
    comment_char: str = "#",
    quote: str = "\"'",
    col_names: Any = None,
    dec: str = ".",
    strings_as_factors: bool = False,
) -> pd.DataFrame:
    """Read a table of text. R: ``read.table``.

    A first line with one field less than the others names the columns but the first, which then
    has the names of the rows. Columns are logical, integer, double or text, as R finds them.
    """
    text = Path(file).read_text(encoding="utf-8-sig")
    lines = text.splitlines()[skip:]
    if comment_char:
        lines = [_uncommented(line, comment_char) for line in lines]
    lines = [line for line in lines if line.strip()]
    rows = [_fields(line, sep, quote) for line in lines]
    if not rows:
        raise ValueError(f"no lines available in {file!r}")
    automatic = len(rows) > 1 and len(rows[0]) == len(rows[1]) - 1
    labels: list[str] | None = None
    if header or automatic:
        labels = [cell for cell, _ in rows.pop(0)]
    if nrows >= 0:
        rows = rows[:nrows]
    width = max((len(row) for row in rows), default=len(labels or []))
    index: list[str] | None = None
    if labels is not None and len(labels) == width - 1:
        index = [row[0][0] for row in rows]
        rows = [row[1:] for row in rows]
        width -= 1
    if labels is None:
        labels = [f"V{k + 1}" for k in range(width)]
    if check_names:
        labels = _syntactic(labels)
    if col_names is not None:
        labels = [str(label) for label in vector(col_names)]
    missing = {str(v) for v in vector(na_strings)}
    columns = {}
    for k, label in enumerate(labels):
        cells = [row[k] if k < len(row) else ("NA", False) for row in rows]
        if dec != ".":
            cells = [(_pointed(cell, dec), quoted) for cell, quoted in cells]
        columns[label] = _column(cells, missing, strings_as_factors)
    frame = pd.DataFrame(columns)
    if row_names is not None and index is None:
        which = labels[int(row_names) - 1] if not isinstance(row_names, str) else row_names
        index = [number_text(v) for v in frame[which]]
        frame = frame.drop(columns=which)
    if index is not None:
        frame.index = pd.Index(index)
    return frame


def _pointed(cell: str, dec: str) -> str:
    """Return a number with a point; other text as it is."""
    changed = cell.replace(dec, ".")
    return changed if _is_number(changed.strip()) else cell


def _uncommented(line: str, mark: str) -> str:
    quoted = ""
    for k, character in enumerate(line):
        if quoted:
            quoted = "" if character == quoted else quoted
        elif character in "\"'":
            quoted = character
        elif character == mark:
            return line[:k]
    return line


def _fields(line: str, sep: str, quote: str) -> list[tuple[str, bool]]:
    """Return the fields of a line, and whether each was quoted."""
    fields: list[tuple[str, bool]] = []
    current, quoted, inside = "", False, ""
    blank = sep == ""
    k = 0
    while k < len(line):
        character = line[k]
        if inside:
            if character == inside:
                if line[k + 1 : k + 2] == inside and not blank:
                    current += inside
                    k += 1
                else:
                    inside = ""
            else:
                current += character
        elif character in quote and character and (not current or blank):
            inside, quoted = character, True
        elif (blank and character.isspace()) or (not blank and character == sep):
            if not blank or current or quoted:
                fields.append((current, quoted))
            current, quoted = "", False
        else:
            current += character
        k += 1
    if not blank or current or quoted:
        fields.append((current, quoted))
    return fields


def _column(cells: list[tuple[str, bool]], missing: set[str], factors: bool) -> Any:
    """Return a column as the narrowest of logical, integer, double and text."""
    texts = [cell if quoted else cell.strip() for cell, quoted in cells]
    gaps = [
        (text in missing and not quoted) or (text == "" and not quoted)
        for text, (_, quoted) in zip(texts, cells, strict=True)
    ]
    known = [text for text, gap in zip(texts, gaps, strict=True) if not gap]
    if any(quoted for _, quoted in cells) and not all(_is_number(t) for t in known):
        return _text_column(texts, cells, missing, factors)
    if known and all(text in ("TRUE", "FALSE", "T", "F", "true", "false") for text in known):
        values = [None if g else t[0] in "Tt" for t, g in zip(texts, gaps, strict=True)]
        return np.array(values, dtype=bool if None not in values else object)
    if known and all(_is_number(text) for text in known):
        numbers = [NA if g else float(t) for t, g in zip(texts, gaps, strict=True)]
        whole = all(re.fullmatch(r"[-+]?\d+", text) for text in known)
        if whole and not any(gaps) and all(abs(v) < 2**31 for v in numbers):
            return np.array(numbers, dtype=np.int64)
        return np.array(numbers)
    if not known:
        return np.full(len(texts), NA)
    return _text_column(texts, cells, missing, factors)


def _text_column(
    texts: list[str], cells: list[tuple[str, bool]], missing: set[str], factors: bool
) -> Any:
    values = np.array(
        [None if t in missing and not q else t for t, (_, q) in zip(texts, cells, strict=True)],
        dtype=object,
    )
    if factors:
        from ._tables import factor

        return factor(values)
    return values


def _is_number(text: str) -> bool:
    if text in ("NaN", "Inf", "-Inf"):
        return True
    try:
        float(text)
    except ValueError:
        return False
    return "_" not in text and text.lower() not in ("nan", "inf", "-inf", "infinity", "-infinity")


def read_csv(file: Any, header: bool = True, sep: str = ",", **options: Any) -> pd.DataFrame:
    """Read a table of text with commas. R: ``read.csv``."""
    options = {"comment_char": "", "quote": '"', **options}
    return read_table(file, header, sep, **options)


def _cell(value: Any, quoted: bool) -> str:
    if value is None or (isinstance(value, (float, np.floating)) and value != value):
        return "NA"
    text = number_text(value)
    if quoted and isinstance(value, str):
        return '"' + text.replace('"', '""') + '"'
    return text


def write_table(
    x: Any,
    file: Any = "",
    sep: str = " ",
    row_names: Any = True,
    col_names: Any = True,
    quote: bool = True,
    append: bool = False,
) -> None:
    """Write a table of text. R: ``write.table``."""
    _write(x, file, sep, row_names, col_names, quote, append, corner=False)


def write_csv(x: Any, file: Any = "", row_names: Any = True, quote: bool = True) -> None:
    """Write a table of text with commas. R: ``write.csv``."""
    _write(x, file, ",", row_names, True, quote, False, corner=True)


def _write(
    x: Any,
    file: Any,
    sep: str,
    row_names: Any,
    col_names: Any,
    quote: bool,
    append: bool,
    *,
    corner: bool,
) -> None:
    from ._core import as_matrix, column
    from ._named import rownames

    if isinstance(x, pd.DataFrame):
        columns = [column(x, k) for k in range(x.shape[1])]
        columns = [
            np.asarray(c, dtype=object) if isinstance(c, pd.Categorical) else c for c in columns
        ]
        labels = [str(c) for c in x.columns]
        rows = rownames(x)
    else:
        matrix = as_matrix(x)
        columns = [plain(matrix)[:, k] for k in range(matrix.shape[1])]
        own = colnames(matrix)
        labels = [f"V{k + 1}" for k in range(len(columns))] if own is None else list(own)
        rows = rownames(matrix)
    count = len(columns[0]) if columns else 0
    if rows is None:
        rows = [str(k + 1) for k in range(count)]
    if not isinstance(row_names, (bool, np.bool_)):
        rows, row_names = [str(v) for v in vector(row_names)], True
    if not isinstance(col_names, (bool, np.bool_)):
        labels, col_names = [str(v) for v in vector(col_names)], True
    out = io.StringIO()
    if col_names:
        head = [_cell(label, quote) for label in labels]
        if row_names and corner:
            head = ['""' if quote else "", *head]
        out.write(sep.join(head) + "\n")
    for k in range(count):
        cells = [_cell(c[k], quote) for c in columns]
        if row_names:
            cells = [_cell(str(rows[k]), quote), *cells]
        out.write(sep.join(cells) + "\n")
    if file == "":
        print(out.getvalue(), end="")
        return
    with Path(file).open("a" if append else "w", encoding="utf-8", newline="") as handle:
        handle.write(out.getvalue())


# R's own formats


def from_rdata(value: Any) -> Any:
    """Return what `rdata` makes of a value of R in this package's forms."""
    if isinstance(value, pd.DataFrame):
        frame = value.copy()
        if all(isinstance(k, (int, np.integer)) for k in frame.index):
            frame = frame.reset_index(drop=True)
        return frame
    if isinstance(value, Mapping):
        return {str(key): from_rdata(item) for key, item in value.items()}
    if isinstance(value, list):
        return [from_rdata(item) for item in value]
    if isinstance(value, pd.Categorical):
        return value
    if type(value).__name__ == "DataArray":
        return _from_labelled(value)
    if isinstance(value, np.ndarray):
        return _from_array(value)
    return value


def _from_array(value: Any) -> Any:
    if isinstance(value, np.ma.MaskedArray):
        value = np.ma.filled(value.astype(float), NA) if value.mask.any() else value.data
    if value.dtype.kind in "US":
        value = value.astype(object)
    if value.dtype.kind in "iu":
        value = value.astype(np.int64)
    return value[0] if value.ndim == 1 and len(value) == 1 else value


def _from_labelled(value: Any) -> Any:
    """Return an array with the names that an xarray DataArray has."""
    array = _from_array(np.asarray(value))
    labels = [
        np.array(value.coords[d].values, dtype=object) if d in value.coords else None
        for d in value.dims
    ]
    if np.ndim(array) == 0:
        return array
    if array.ndim == 1:
        return array if labels[0] is None else named(array, labels[0])
    return NamedArray(array, labels)


def _rdata() -> Any:
    try:
        import rdata
    except ImportError as error:
        raise ImportError(
            "reading R's files needs the package rdata: pip install 'dagbag[migrate]'"
        ) from error
    return rdata


_PICKLE = b"\x80"


def read_rds(file: Any) -> Any:
    """Read a value from an RDS file, without R, or what `save_rds` wrote. R: ``readRDS``."""
    path = Path(file)
    with path.open("rb") as handle:
        start = handle.read(1)
    if start == _PICKLE:
        with path.open("rb") as handle:
            return pickle.load(handle)
    rdata = _rdata()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return from_rdata(rdata.read_rds(str(path)))


def save_rds(value: Any, file: Any) -> None:
    """Save a value for `read_rds`. R: ``saveRDS``.

    The file is Python's pickle: R cannot read it. For R, write a table of text.
    """
    with Path(file).open("wb") as handle:
        pickle.dump(value, handle)


def load(file: Any) -> dict[str, Any]:
    """Read the variables of an RData file, without R. R: ``load``."""
    path = Path(file)
    with path.open("rb") as handle:
        start = handle.read(1)
    if start == _PICKLE:
        with path.open("rb") as handle:
            found: dict[str, Any] = pickle.load(handle)
        return found
    rdata = _rdata()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        values = rdata.read_rda(str(path))
    return {name: from_rdata(value) for name, value in values.items()}


def save(file: Any, **values: Any) -> None:
    """Save variables for `load`. R: ``save``."""
    save_rds(values, file)


def example() -> dict[str, Any]:
    """Return what stands for R's ``data(example)``: Y, true.dir and true.ske.

    It is this package's example, of the size of R's, and a message says so.
    """
    from dagbag import load_example

    from ..r_example import ANOTHER_EXAMPLE

    print(ANOTHER_EXAMPLE, file=sys.stderr)
    data = load_example()
    skeleton = (data.adjacency + data.adjacency.T) != 0
    return {"Y": data.Y, "true.dir": data.adjacency.astype(np.float64), "true.ske": skeleton}


def read_lines(file: Any) -> Any:
    """R: ``readLines``."""
    return np.array(Path(file).read_text(encoding="utf-8").splitlines(), dtype=object)


def file_exists(*files: Any) -> Any:
    """R: ``file.exists``."""
    found = [Path(name).exists() for file in files for name in vector(file)]
    return found[0] if len(files) == 1 and isinstance(files[0], str) else np.array(found)


def basename(path: Any) -> Any:
    """R: ``basename``."""
    return np.array(
        [str(name).rstrip("/").rsplit("/", 1)[-1] for name in vector(path)], dtype=object
    )


def temporary_file(suffix: str = "") -> str:
    """R: ``tempfile``."""
    handle, name = tempfile.mkstemp(suffix=suffix)
    os.close(handle)
    return name


def temporary_folder() -> str:
    """R: ``tempdir``."""
    return tempfile.gettempdir()


def remove_file(*files: Any) -> None:
    """R: ``unlink``."""
    for file in files:
        for name in vector(file):
            Path(name).unlink(missing_ok=True)


def make_folder(path: Any) -> None:
    """R: ``dir.create``."""
    Path(path).mkdir(parents=True, exist_ok=True)
