"""Files: tables of text, and R's own formats, which are read without R."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import os
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from ._core import NA, column, is_scalar, length, path_of, vector
from ._frames import INTEGERS
from ._named import NamedArray, list_of, list_parts, named, names
from ._rdata import from_r, to_rdata, to_rds, variables_from_r
from ._serialized import DEEP, MalformedError, check_room, parse
from ._text import as_character, number_text, paste
from ._untranslated import Untranslated

_NOT_LABEL = re.compile(r"[^A-Za-z0-9_.]")


_WHOLE = re.compile(r"[-+]?(\d+|0[xX][0-9a-fA-F]+)")


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
    strip_white: bool = False,
    fill: bool = False,
    col_classes: Any = None,
) -> pd.DataFrame:
    """Read a table of text. R: ``read.table``.

    A first line with one field less than the others names the columns but the first, which then
    has the names of the rows. Columns are logical, integer, double or text, as R finds them, or of
    the classes that are given.
    """
    if hasattr(file, "lines"):  # a connection
        found = [part for line in file.lines() for part in line.split("\n")]
    else:
        found = path_of(file).read_text(encoding="utf-8-sig").splitlines()
    lines = found[skip:]
    if comment_char:
        lines = [_uncommented(line, comment_char) for line in lines]
    lines = [line for line in lines if line.strip()]
    rows = [_fields(line, sep, quote) for line in lines]
    if not rows:
        raise ValueError(f"no lines available in {file!r}")
    automatic = len(rows) > 1 and len(rows[0]) == len(rows[1]) - 1
    width = max(map(len, rows[:5]))
    labels: list[str] | None = None
    if header or automatic:
        labels = [cell if quoted else cell.strip() for cell, quoted in rows.pop(0)]
    if nrows >= 0:
        rows = rows[:nrows]
    _check_widths(rows, width, fill)
    if strip_white:
        rows = [[(cell if q else cell.strip(), q) for cell, q in row] for row in rows]
    index: list[str] | None = None
    if labels is not None and len(labels) == width - 1:
        index = [row[0][0] for row in rows]
        rows = [row[1:] for row in rows]
        width -= 1
    elif labels is not None and len(labels) < width:
        raise ValueError("more columns than column names")
    if labels is None:
        labels = [f"V{k + 1}" for k in range(width)]
    if check_names:
        labels = _syntactic(labels)
    if col_names is not None:
        labels = [str(label) for label in vector(col_names)]
    missing = {str(v) for v in vector(na_strings)}
    classes = _classes(col_classes, labels, index is not None)
    columns, integers = {}, []
    told = True  # by the values of a column, of which class it is
    for k, label in enumerate(labels):
        cells = [row[k] if k < len(row) else ("", False) for row in rows]
        values, whole = _typed(cells, missing, strings_as_factors, dec, classes[k])
        if classes[k] == "NULL":
            continue
        columns[k] = values
        if whole:
            integers.append(label)
        told = told and (classes[k] not in _SCANNED or not pd.isna(vector(values)).all())
    kept = [label for k, label in enumerate(labels) if k in columns]
    frame = pd.DataFrame(columns).set_axis(kept, axis=1)  # two may have the same name
    if told:
        frame.attrs[INTEGERS] = integers
    if row_names is not None and index is None:
        which = labels[int(row_names) - 1] if not isinstance(row_names, str) else row_names
        index = [number_text(v) for v in frame[which]]
        frame = frame.drop(columns=which)
    if index is not None:
        frame.index = pd.Index(index)
    return frame


def _check_widths(rows: list[list[tuple[str, bool]]], width: int, fill: bool) -> None:
    """Raise R's error of lines with too few fields."""
    for k, row in enumerate(rows):
        if len(row) > width and fill:
            raise Untranslated(f"line {k + 1} has more fields than the first five lines")
        if len(row) != width and not fill:
            raise ValueError(f"line {k + 1} did not have {width} elements")


_SCANNED = ("numeric", "integer", "logical")  # what scan() reads as such


def _classes(given: Any, labels: list[str], row_names: bool) -> list[str | None]:
    """Return the class that is asked for of each column."""
    words = [None if word is None or word != word else str(word) for word in vector(given)]
    own = names(given) if len(words) > 1 or isinstance(given, NamedArray) else None
    if set(words) - {None, "character", "factor", "Date", "NULL", *_SCANNED}:
        raise Untranslated("these colClasses have no translation")
    if own is not None:
        known = dict(zip(map(str, own), words, strict=True))
        return [known.get(label) for label in labels]
    count = len(labels) + row_names  # the first is of the names of rows
    return [words[k % len(words)] if words else None for k in range(count)][row_names:]


def _typed(
    cells: list[tuple[str, bool]], missing: set[str], factors: bool, dec: str, kind: str | None
) -> tuple[Any, bool]:
    """Return a column of a class, and whether it has R's integers."""
    texts = [cell for cell, _ in cells]
    if kind in ("character", "factor", "NULL"):
        return _text_column(texts, missing, kind == "factor"), False
    if kind == "Date":
        from ._dates import as_date

        return as_date(_text_column(texts, missing, False)), False
    if kind == "logical":
        texts = [text.strip().replace("True", "TRUE").replace("False", "FALSE") for text in texts]
    if kind is not None:
        texts = [text.strip() for text in texts]
    values = _column(texts, missing, factors, dec)
    whole = _of_integers(values, texts)
    if kind is None:
        return values, whole
    array = vector(values)
    fits = array.dtype.kind == "b" or (array.dtype == object and not _is_text(array))
    if kind != "logical":
        fits = array.dtype.kind in "if" and (whole or kind == "numeric")
    if any(quoted for _, quoted in cells) or not (fits or pd.isna(array).all()):
        raise ValueError(f"scan() expected a column of the class {kind!r}")
    return (array.astype(float), False) if kind == "numeric" else (values, kind == "integer")


def _is_text(array: Any) -> bool:
    return any(isinstance(value, str) for value in array)


def _pointed(cell: str, dec: str) -> str:
    """Return a number with a point; a text that is no number for one with another sign."""
    return cell if dec == "." else cell.replace(".", " ").replace(dec, ".")


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


def _column(given: list[str], missing: set[str], factors: bool, dec: str = ".") -> Any:
    """Return a column as the narrowest of logical, integer, double and text."""
    gaps = [text in missing or not text.strip() for text in given]
    known = [text for text, gap in zip(given, gaps, strict=True) if not gap]
    if not known:
        return np.full(len(given), NA)
    if all(text in ("TRUE", "FALSE", "T", "F", "true", "false") for text in known):
        values = [None if g else t[0] in "Tt" for t, g in zip(given, gaps, strict=True)]
        return np.array(values, dtype=bool if None not in values else object)
    pointed = [_pointed(text.strip(), dec) for text in given]
    if all(_is_number(text) for text, gap in zip(pointed, gaps, strict=True) if not gap):
        numbers = [NA if g else _float(t) for t, g in zip(pointed, gaps, strict=True)]
        whole = all(_WHOLE.fullmatch(text.lstrip()) for text in known)
        if whole and not any(gaps) and all(abs(v) < 2**31 for v in numbers):
            return np.array(numbers, dtype=np.int64)
        return np.array(numbers)
    return _text_column(given, missing, factors)


def _of_integers(values: Any, texts: list[str]) -> bool:
    """Whether a column has R's integers."""
    if isinstance(values, pd.Categorical) or values.dtype.kind not in "if":
        return False
    known = [text.lstrip() for text, value in zip(texts, values, strict=True) if value == value]
    return bool(known) and all(map(_WHOLE.fullmatch, known)) and np.nanmax(np.abs(values)) < 2**31


def _text_column(texts: list[str], missing: set[str], factors: bool) -> Any:
    values = np.array([None if text in missing else text for text in texts], dtype=object)
    if factors:
        from ._factors import factor

        return factor(values)
    return values


def type_convert(x: Any) -> Any:
    """Return texts as what `read_table` would make of them. R: ``type.convert(as.is = TRUE)``.

    Examples
    --------
    >>> type_convert(np.array(["1", None, "2.5"], dtype=object))
    array([1. , nan, 2.5])
    """
    if isinstance(x, pd.DataFrame):
        parts = {k: type_convert(column(x, k)) for k in range(x.shape[1])}
        return pd.DataFrame(parts, index=x.index).set_axis(x.columns, axis=1)
    if isinstance(x, (list, Mapping)):
        items, keys = list_parts(x)
        return list_of([type_convert(item) for item in items], keys)
    texts = as_character(x)
    cells = ["NA" if text is None else str(text) for text in vector(texts)]
    made = _column(cells, {"NA"}, False) if cells else np.array([], dtype=bool)
    if np.ndim(x) > 1:
        return made.reshape(np.shape(x), order="F")
    return made[0] if is_scalar(x) else made


def _float(text: str) -> float:
    return float.fromhex(text) if "x" in text.lower() else float(text)


def _is_number(text: str) -> bool:
    if text in ("NaN", "Inf", "-Inf"):
        return True
    try:
        _float(text)
    except ValueError:
        return False
    return "_" not in text and text.lower() not in ("nan", "inf", "-inf", "infinity", "-infinity")


def read_csv(file: Any, header: bool = True, sep: str = ",", **options: Any) -> pd.DataFrame:
    """Read a table of text with commas. R: ``read.csv``."""
    options = {"comment_char": "", "quote": '"', "fill": True, **options}
    return read_table(file, header, sep, **options)


# R's own formats


_PICKLE = re.compile(rb"\x80[\x00-\x05]")


def _read_whole(file: Any) -> bytes:
    path = path_of(file)
    size = path.stat().st_size
    check_room(size)
    data = path.read_bytes()
    if _PICKLE.match(data):
        raise MalformedError(
            "it is a pickle of Python, as translated scripts once wrote: opening one may run any "
            "program, so it is not opened; write it again with the script that made it"
        )
    return data


@contextlib.contextmanager
def _naming(file: Any, writer: str) -> Iterator[None]:
    """Name the file in what is wrong with it."""
    try:
        yield
    except ValueError as error:  # also of numpy and pandas, of what they have no form for
        wrong = f"file must be one that {writer} wrote, got {str(file)!r}"
        raise ValueError(f"{wrong}: {error}") from None
    except RecursionError:
        raise ValueError(f"file {str(file)!r}: {DEEP}") from None


def read_rds(file: Any) -> Any:
    """Read a value from an RDS file, without R. R: ``readRDS``.

    Nothing in the file is run. Functions, environments and expressions of R become `NotRead`.
    """
    with _naming(file, "saveRDS"):
        return from_r(parse(_read_whole(file)))


def save_rds(value: Any, file: Any) -> None:
    """Save a value as R does. R: ``saveRDS``.

    R reads the file, and so does `read_rds`. Vectors, arrays, lists, factors, data frames and
    results of dagbag can be saved; functions cannot. Whole numbers become integers, and NA in
    integers and logicals is what Python has made of it, doubles.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = pathlib.Path(folder.name, "x.rds")
    >>> save_rds({"a": np.array([1.5, np.nan]), "b": "text"}, path)
    >>> read_rds(path)
    {'a': array([1.5, nan]), 'b': 'text'}
    >>> folder.cleanup()
    """
    path_of(file).write_bytes(gzip.compress(to_rds(value), 6, mtime=0))


def load(file: Any) -> dict[str, Any]:
    """Read the variables of an RData file, without R. R: ``load``."""
    with _naming(file, "save"):
        return variables_from_r(parse(_read_whole(file), variables=True))


def save(file: Any, /, **values: Any) -> None:
    """Save variables as R does, for R and for `load`. R: ``save``."""
    path_of(file).write_bytes(gzip.compress(to_rdata(values), 6, mtime=0))


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


def read_lines(file: Any, n: Any = -1) -> Any:
    """Return the lines of a file, or the next ones of a connection. R: ``readLines``."""
    count = int(n)
    if hasattr(file, "lines"):
        return np.array(file.lines(count), dtype=object)
    lines = path_of(file).read_text(encoding="utf-8").split("\n")
    lines = lines[:-1] if lines[-1] == "" else lines
    return np.array(lines if count < 0 else lines[:count], dtype=object)


def scan(file: Any, what: Any = 0.0, sep: str = "") -> Any:
    """Read the values of a file, numbers or, if `what` is text, texts. R: ``scan``."""
    texts = isinstance(what, str) or getattr(what, "dtype", np.dtype(float)).kind == "O"
    cells: list[tuple[str, bool]] = []
    for line in path_of(file).read_text(encoding="utf-8").split("\n"):
        if line.strip():
            cells += [(line, False)] if sep == "\n" else _fields(line, sep, "\"'")
    if texts:
        values = [None if cell == "NA" and not q else cell for cell, q in cells]
        return np.array(values, dtype=object)
    digits = ["".join(cell.split()) for cell, _ in cells]  # R reads over blanks in a number
    wrong = [cell for cell in digits if cell != "NA" and not _is_number(cell)]
    if wrong:
        raise ValueError(f"scan() expected a real, got {wrong[0]!r}")
    return np.array([NA if cell == "NA" else float(cell) for cell in digits])


def file_exists(*files: Any) -> Any:
    """R: ``file.exists``."""
    found = [name != "" and Path(name).exists() for file in files for name in vector(file)]
    return found[0] if len(files) == 1 and isinstance(files[0], str) else np.array(found)


def md5sum(files: Any) -> Any:
    """Return checksums of files, with their names; NA where there is none. R: ``tools::md5sum``."""
    given = [str(file) for file in vector(files)]
    found = [
        hashlib.md5(Path(name).read_bytes(), usedforsecurity=False).hexdigest()
        if Path(name).is_file()
        else None
        for name in given
    ]
    return named(np.array(found, dtype=object), given)


def basename(path: Any) -> Any:
    """R: ``basename``."""
    made = [
        None if name is None else str(name).rstrip("/").rsplit("/", 1)[-1] for name in vector(path)
    ]
    return made[0] if isinstance(path, str) else np.array(made, dtype=object)


def file_path(*parts: Any) -> Any:
    """R: ``file.path``."""
    if any(length(part) == 0 for part in parts):
        return np.array([], dtype=object)
    return paste(*parts, sep="/")


def temporary_file(suffix: str = "") -> str:
    """Return a path at which there is no file yet. R: ``tempfile``."""
    handle, name = tempfile.mkstemp(suffix=suffix)
    os.close(handle)
    Path(name).unlink()
    return name


def temporary_folder() -> str:
    """R: ``tempdir``."""
    return tempfile.gettempdir()


def remove_file(*files: Any) -> int:
    """Remove files, also those that a pattern with ``*`` means; 0. R: ``unlink``."""
    for name in (name for part in files for name in vector(part)):
        path = Path(name)
        found = path.parent.glob(path.name) if set("*?") & set(path.name) else [path]
        for file in list(found):
            if not file.is_dir():
                file.unlink(missing_ok=True)
    return 0


def file_remove(*files: Any) -> Any:
    """Remove files, and tell of each whether it was there. R: ``file.remove``."""
    found = []
    for name in (name for file in files for name in vector(file)):
        found.append(Path(name).is_file())
        Path(name).unlink(missing_ok=True)
    return found[0] if len(found) == 1 else np.array(found, dtype=bool)


def make_folder(path: Any, recursive: bool = False) -> bool:
    """Make a folder, and tell whether it was made. R: ``dir.create``."""
    folder = path_of(path)
    if folder.exists() or not (recursive or folder.parent.is_dir()):
        return False
    folder.mkdir(parents=True)
    return True
