"""Data from files: text, packed text, parquet, arrays of numpy, AnnData; from a stream as well.

Nothing in a file is run, and what was decided in reading it is told. What is wrong with columns is
not refused here: the table goes to `data.read_data`, which finds everything at once.
"""

from __future__ import annotations

import io
import os
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import numpy as np

from .cells import SEPARATORS, split_cells
from .containers import Table, read_container, table_of_arrays
from .data_cells import Options, data_of_cells, place_of
from .files import _stored, file_content
from .memory import available_memory
from .pipes import is_passing, read_stream
from .stored import read_anndata, read_array, read_labelled_columns, read_single_array
from .table_cells import numbered_names
from .words import nearest, show

STDIN = "-"
_WORDS = {"tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";", "space": " "}
_CALLED = {"\t": "tabs", ";": "semicolons", " ": "spaces", ",": "commas"}
_PACKED = b"\x1f\x8b"
_UNPACKED = 1 << 20  # bytes that are unpacked at once
_PIECE = 1 << 16  # bytes of which they are unpacked
_KINDS = "CSV, TSV (also .gz), .parquet, .npy, .npz or .h5ad"


def read_data_file(
    source: Any,
    *,
    sep: str | None = None,
    index: str | int | bool | None = None,
    encoding: str | None = None,
    decimal: str | None = None,
    header: bool | None = None,
    name: str | None = None,
) -> Table:
    r"""Read data from a file.

    Parameters
    ----------
    source : path, "-" or stream
        A text with commas, semicolons, tabs or spaces between the fields, perhaps packed by gzip;
        parquet; an array of numpy (``.npy``, or ``.npz`` with one); ``.h5ad``. They are told by
        their contents. "-" is standard input.
    sep : str, optional
        What separates fields; a character, or "tab", "comma", "semicolon", "space".
    index : str, int or bool, optional
        The column with the labels of rows, by name or position from 0 (a text of digits is a name
        if there is one); False: there is none; True: the first. By default the first column if it
        has no name, counts the rows and is called so, or holds texts or dates that are all
        different, and few numbers, beside columns of numbers.
    encoding : str, optional
        Of a text; by default UTF-8, or what its byte order mark says.
    decimal : {".", ","}, optional
        What stands before decimals; the other one is then a mark of thousands. By default told by
        the numbers.
    header : bool, optional
        Whether the first line has names; by default told by its cells.
    name : str, optional
        What errors call it, by default the file's name.

    Returns
    -------
    Table
        For `data.read_data`; ``told`` has what was decided, a line each.

    Raises
    ------
    OSError
        If the file is not there or cannot be read.
    ValueError
        If it is no table.
    ImportError
        If a library is needed that is not installed.

    Examples
    --------
    >>> import io
    >>> table = read_data_file(io.BytesIO(b"id;a;b\nx;1,5;2\ny;2,5;NA\nz;0,5;1\n"), name="data")
    >>> table.nodes, list(table.rows), table.values.tolist()
    (('a', 'b'), ['x', 'y', 'z'], [[1.5, 2.0], [2.5, nan], [0.5, 1.0]])
    >>> for text in table.told:
    ...     print(text)
    fields are separated by semicolons: give sep if not
    commas are those of decimals: give decimal='.' if not
    the first column, 'id', has the labels of rows: give index=False if not
    """
    options = Options(header, index, _check_decimal(decimal))
    by = _check_separator(sep)
    path, content, called = _opened(source, name)
    if content.startswith(_PACKED):
        content = _unpacked(content if path is None else path.read_bytes(), called)
        path = None if path is None else path.with_suffix("")
        packed = True
    else:
        packed = path is None
    kind = _kind(path, content, called)
    if kind is None:
        return _of_text(content, called, by, encoding, options)
    of_texts: dict[str, Any] = {
        "sep": sep,
        "encoding": encoding,
        "decimal": decimal,
        "header": header,
    }
    if kind != ".parquet":
        of_texts["index"] = None if index is False else index
    _check_left_out(of_texts, called)
    if path is not None and not packed:
        return _of_stored(path, kind, called, index)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / (f"stream{kind}" if path is None else path.name)
        copy.write_bytes(content)
        return _of_stored(copy, kind, called, index)


def without_columns(table: Table, patterns: Sequence[str], name: str) -> Table:
    r"""Return a table without the columns of these names or patterns.

    Examples
    --------
    >>> import io
    >>> table = read_data_file(io.BytesIO(b"a,b1,b2\n1.5,2,x\n2,4,y\n3,1,z\n"))
    >>> without_columns(table, ["b*"], "data").nodes
    ('a',)
    """
    names = [str(node) for node in table.nodes]
    dropped: set[int] = set()
    for pattern in (each.strip() for each in patterns):
        found = [k for k, node in enumerate(names) if pattern == node]
        found = found or [k for k, node in enumerate(names) if fnmatchcase(node, pattern)]
        if not found:
            hint = nearest(pattern, names)
            raise ValueError(f"leave_out must name columns of {name}, got {show(pattern)}{hint}")
        dropped.update(found)
    kept = [k for k in range(len(names)) if k not in dropped]
    place = {k: new for new, k in enumerate(kept)}
    return replace(
        table,
        values=np.ascontiguousarray(table.values[:, kept]),
        nodes=tuple(table.nodes[k] for k in kept),
        kinds=tuple(table.kinds[k] for k in kept),
        odd={place[k]: first for k, first in table.odd.items() if k in place},
    )


# Arguments


def _check_separator(sep: str | None) -> str | None:
    found = _WORDS.get(sep, sep) if isinstance(sep, str) else sep
    if found is not None and not (isinstance(found, str) and len(found) == 1):
        words = ", ".join(repr(word) for word in ("tab", "comma", "semicolon", "space"))
        raise ValueError(f"sep must be one character, or {words}, got {show(sep)}")
    return found


def _check_decimal(decimal: str | None) -> str | None:
    if decimal not in (None, ".", ","):
        raise ValueError(f"decimal must be '.' or ',', got {show(decimal)}")
    return decimal


def _check_left_out(given: dict[str, Any], name: str) -> None:
    """Refuse what would have no effect."""
    for option, value in given.items():
        if value is not None:
            rule = f"{option} must be left out for {name}, which is no text"
            raise ValueError(f"{rule}, got {show(value)}")


# Files and streams


def _opened(source: Any, name: str | None) -> tuple[Path | None, bytes, str]:
    """Return the path if there is one, the contents or their beginning, and what to call it."""
    if isinstance(source, str) and source == STDIN:
        return None, _drained(sys.stdin, name or "standard input"), name or "standard input"
    if hasattr(source, "read"):
        return None, _drained(source, name or "the stream"), name or "the stream"
    if not isinstance(source, (str, os.PathLike)):
        raise TypeError(f"the file must be a path, '-' or a stream, got {show(source)}")
    path = Path(source)
    called = name or path.name or str(path)
    content = file_content(path, called)
    return None if is_passing(path) else path, content, called


def _drained(stream: Any, name: str) -> bytes:
    content = read_stream(stream, name)
    if not content.strip():
        raise ValueError(f"{name} must be a table, got nothing")
    return content


def _unpacked(content: bytes, name: str) -> bytes:
    """Return what gzip has packed, unless that is more than memory has room for."""
    rule = f"{name} must be a file packed by gzip"
    most = available_memory() / 4
    found = io.BytesIO()
    packed, at = memoryview(content), 0
    while packed[at : at + len(_PACKED)] == _PACKED:  # it may have several members, as bgzip's have
        unpack = zlib.decompressobj(zlib.MAX_WBITS | 16)
        while not unpack.eof:
            piece = packed[at : at + _PIECE]
            if not piece:
                raise ValueError(f"{rule}, got one that is cut short")
            try:
                found.write(unpack.decompress(piece, _UNPACKED))
            except zlib.error:
                raise ValueError(f"{rule}, got a damaged one") from None
            at += len(piece) - len(unpack.unconsumed_tail) - len(unpack.unused_data)
            if found.tell() > most:
                raise MemoryError(f"{name} unpacks to more than memory has room for")
    if any(packed[at:]):  # zeros fill up the blocks of tapes
        raise ValueError(f"{rule}, got one with other bytes after its end")
    return found.getvalue()


def _kind(path: Path | None, content: bytes, name: str) -> str | None:
    """Return what a file is that is no text; refuse what is known to be something else."""
    if not content.strip():
        raise ValueError(f"{name} must be a table, got an empty file")
    if content.startswith(b"\x89HDF"):
        return ".h5ad"
    if content.startswith(b"PK\x03\x04") and _holds_arrays(path, content):
        return ".npz"
    kind = _stored(path or Path(), content)
    if kind in (".npy", ".parquet") or kind is None:
        suffix = "" if path is None else path.suffix.lower()
        return suffix if kind is None and suffix in (".npz", ".h5ad") else kind
    raise ValueError(f"{name} must be {_KINDS}, got {kind}")


def _holds_arrays(path: Path | None, content: bytes) -> bool:
    try:
        with zipfile.ZipFile(io.BytesIO(content) if path is None else path) as archive:
            names = archive.namelist()
    except zipfile.BadZipFile:
        return path is not None and path.suffix.lower() == ".npz"
    return bool(names) and all(each.endswith(".npy") for each in names)


# What is in them


def _of_text(
    content: bytes, name: str, sep: str | None, encoding: str | None, options: Options
) -> Table:
    cells = split_cells(content, name, encoding=encoding, separator=sep)
    table = data_of_cells(cells, name, options)
    told: tuple[str, ...] = ()
    if sep is None and cells.width == 1:
        told = ("there is one column only: give sep if there are more",)
    elif sep is None and cells.separator != SEPARATORS[2]:
        told = (f"fields are separated by {_CALLED[cells.separator]}: give sep if not",)
    return Table(
        table.values,
        table.nodes,
        table.kinds,
        table.rows,
        table.library,
        (*told, *table.told),
        table.odd,
    )


def _of_stored(path: Path, kind: str, name: str, index: str | int | bool | None) -> Table:
    if kind == ".parquet":
        columns, labels = read_labelled_columns(path, name)
        if index is not None and index is not False:
            place = 0 if index is True else place_of(index, [label for label, _ in columns], name)
            labels = columns.pop(place)[1]
            if not columns:
                raise ValueError(f"{name} must have columns of numbers, got only labels of rows")
        return table_of_arrays(columns, labels)
    if kind == ".h5ad":
        return read_container(read_anndata(path, name), name)
    array = read_array(path, name) if kind == ".npy" else read_single_array(path, name)
    if array.ndim != 2:
        raise ValueError(f"{name} must have shape (n, p), got {array.shape}")
    columns = list(zip(numbered_names(array.shape[1]), np.asarray(array).T, strict=True))
    return table_of_arrays(columns, None)
