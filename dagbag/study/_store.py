"""Finished replicates in a file that outlives interruptions and tells damage from results.

Every row has a checksum of its key and its content, and what it says must be possible. A row for
which that does not hold is left out, so that its replicate is run again. A file in which anything
is damaged is written anew from the rows that are intact; the damaged one is kept beside it.
"""

from __future__ import annotations

import hashlib
import io
import math
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np

from .._runs.whole_files import sync_folder
from ..curves import LearningCurve
from ..exceptions import CheckpointWarning, warn_user
from ._published import COLUMNS
from ._replicate import Outcome

_KEY = "run text, method text, replicate integer"
_TABLES = {
    "outcomes": f"{_KEY}, {', '.join(f'{name} integer' for name in COLUMNS)}, "
    "seconds real, capped integer, saturated integer, searches integer",
    "curves": f"{_KEY}, curve blob",
}
_PRIMARY = "primary key (run, method, replicate)"
_CURVE_FIELDS = tuple(
    field.name for field in fields(LearningCurve) if field.name.startswith(("correct", "total"))
)
_FEW = 5  # damaged rows that are named
_LARGEST = 10**8  # bytes that a row, or a curve unpacked, may take

Key = tuple[str, str, int]  # run, method, replicate
Row = tuple[Any, ...]


@dataclass(frozen=True)
class Record:
    """A stored outcome."""

    replicate: int
    counts: dict[str, int]
    seconds: float
    capped: int
    saturated: int
    searches: int


class Store:
    """The outcomes of a study, in one SQLite file.

    Each replicate is written in a transaction: after a kill the file has whole ones. What is in the
    file is read and checked when it is opened.

    Parameters
    ----------
    path : Path
        The file, made if there is none.

    Raises
    ------
    ValueError
        If the file is something else, or damaged beyond use.
    OSError
        If it is in use, or cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        with _said(path):
            found = _read(path)
            if found.damaged or found.earlier:
                _replace(path, found)
            self._connection = _open(path)
        self._outcomes = {key: _record(key, row) for key, row in found.rows["outcomes"].items()}
        self._curves = {key: row[0] for key, row in found.rows["curves"].items()}
        if found.damaged:
            warn_user(_damage_text(path, found), CheckpointWarning)
        if found.earlier:
            warn_user(_earlier_text(path, found), CheckpointWarning)

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def write(self, run: str, replicate: int, outcomes: list[Outcome]) -> None:
        """Add the outcomes of one replicate."""
        with _said(self._path), self._connection:  # a transaction
            for outcome in outcomes:
                key = (run, outcome.method.key, replicate)
                counts = [int(outcome.counts[name]) for name in COLUMNS]
                numbers = (outcome.capped, outcome.saturated, outcome.searches)
                row = (*counts, float(outcome.seconds), *map(int, numbers))
                _insert(self._connection, "outcomes", key, row)
                self._outcomes[key] = _record(key, row)
                if outcome.curve is not None:
                    curve = _to_bytes(outcome.curve)
                    _insert(self._connection, "curves", key, (curve,))
                    self._curves[key] = curve

    def finished(self, run: str, method: str, *, curves: bool = False) -> set[int]:
        """Return the numbers of the replicates that are there, with their curves if these count."""
        return {
            key[2]
            for key in self._outcomes
            if key[:2] == (run, method) and (not curves or key in self._curves)
        }

    def read(self, run: str, method: str, replicates: int) -> list[Record]:
        """Return the outcomes of the first replicates, in their order."""
        return [self._outcomes[key] for key in _first(self._outcomes, run, method, replicates)]

    def read_curves(self, run: str, method: str, replicates: int) -> Iterator[LearningCurve]:
        """Return the learning curves of the first replicates, in their order."""
        for key in _first(self._curves, run, method, replicates):
            yield _from_bytes(self._curves[key])


def _first(found: dict[Key, Any], run: str, method: str, replicates: int) -> list[Key]:
    return sorted(key for key in found if key[:2] == (run, method) and key[2] < replicates)


# The file


@contextmanager
def _said(path: Path) -> Iterator[None]:
    """Turn the errors of SQLite into ones that name the file and what can be done."""
    try:
        yield
    except sqlite3.OperationalError as error:
        text = str(error)
        if "locked" in text:
            raise OSError(f"{path}: another run is using it") from None
        if any(word in text for word in ("disk", "full", "unable to open", "readonly")):
            raise OSError(f"{path}: {text}") from None
        raise _not_a_store(path, text) from None
    except (sqlite3.Error, UnicodeDecodeError) as error:  # names of columns may be damaged, too
        raise _not_a_store(path, str(error)) from None


def _not_a_store(path: Path, why: str) -> ValueError:
    return ValueError(
        f"{path} must be the store of a study: {why}; if it was one it is damaged beyond use: "
        "remove it, and its replicates are run again, or give another folder"
    )


def _open(path: Path) -> sqlite3.Connection:
    """Open a file for writing, with tables that are there together or not at all."""
    connection = sqlite3.connect(path)
    try:
        with connection:
            connection.execute("begin")
            for table in _TABLES:
                connection.execute(f"create table if not exists {table} ({_columns(table)})")
    except BaseException:
        connection.close()
        raise
    return connection


def _columns(table: str) -> str:
    return f"{_TABLES[table]}, checksum blob, {_PRIMARY}"


def _names(table: str) -> str:
    return ", ".join(column.split()[0] for column in _TABLES[table].split(", "))


def _insert(connection: sqlite3.Connection, table: str, key: Key, row: Row) -> None:
    values = (*key, *row, _checksum(table, key, row))
    places = ", ".join("?" * len(values))
    connection.execute(f"insert or replace into {table} values ({places})", values)


def _checksum(table: str, key: Key, row: Row) -> bytes:
    content = repr((table, key, row)).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(content, digest_size=16).digest()


# What a file holds


@dataclass
class _Found:
    """The rows of a file that are intact, and what is wrong with the others."""

    rows: dict[str, dict[Key, Row]]
    lost: list[Key]
    broken: str = ""  # what is wrong with the file's structure
    earlier: list[str] = field(default_factory=list)  # tables whose rows cannot be checked

    @property
    def damaged(self) -> bool:
        return bool(self.lost or self.broken)


def _read(path: Path) -> _Found:
    """Read all rows and check them, whatever order or index the file has."""
    found = _Found({table: {} for table in _TABLES}, [])
    if not path.exists() or path.stat().st_size == 0:
        return found
    with closing(sqlite3.connect(path)) as connection:
        connection.text_factory = lambda text: text.decode("utf-8", "replace")
        tables = _tables_of(connection, path, found)
        checked = connection.execute("pragma integrity_check(1)").fetchone()[0]
        if checked != "ok":
            found.broken = str(checked)
        for table in tables:
            try:
                _scan(connection, table, found)
            except sqlite3.DatabaseError as error:
                if isinstance(error, sqlite3.OperationalError) and "locked" in str(error):
                    raise
                found.broken = str(error)  # the rows up to here are kept
    return found


def _tables_of(connection: sqlite3.Connection, path: Path, found: _Found) -> list[str]:
    """Return the tables whose rows can be checked; refuse a file that has anything else.

    A view, a trigger, an index or a column of an expression is a program, which may never end.
    """
    kept = []
    known = {_declared(table, text): table for table in _TABLES for text in _layouts(table)}
    earlier = {_declared(table, _unchecked(table)): table for table in _TABLES}
    there = set()
    for kind, name, sql in connection.execute("select type, name, sql from sqlite_master"):
        if kind == "index" and sql is None:  # of a primary key
            continue
        declared = " ".join(str(sql).split())
        table = {**earlier, **known}.get(declared, "")
        if kind != "table" or table != name:
            raise _not_a_store(path, f"it has the {kind} {name!r}, which is of no study")
        there.add(table)
        if declared in known:
            kept.append(table)
        else:
            found.earlier.append(table)
    gone = [table for table in _TABLES if table not in there]
    found.broken = f"there is no table {' and no table '.join(gone)}" if gone else ""
    return kept


def _declared(table: str, columns: str) -> str:
    """Return a declaration as SQLite keeps it."""
    return f"CREATE TABLE {table} ({columns})"


def _layouts(table: str) -> tuple[str, str]:
    """Return the columns as they are made, and as they are where checksums were added later."""
    return _columns(table), f"{_unchecked(table)}, checksum blob"


def _unchecked(table: str) -> str:
    return f"{_TABLES[table]}, {_PRIMARY}"


def _scan(connection: sqlite3.Connection, table: str, found: _Found) -> None:
    names = f"{_names(table)}, checksum"
    size = " + ".join(f"ifnull(length(cast({name} as blob)), 0)" for name in names.split(", "))
    # Without an index, which may be damaged where the rows are not.
    rows = f"from {table} not indexed where {size}"
    for values in connection.execute(f"select {names} {rows} <= ?", (_LARGEST,)):
        run, method, replicate, *row, checksum = values
        key, content = (run, method, replicate), tuple(row)
        intact = checksum == _checksum(table, key, content)
        if intact and _is_key(key) and _POSSIBLE[table](content):
            found.rows[table][key] = content
        else:
            found.lost.append(key)
    for (large,) in connection.execute(f"select {size} {rows} > ? limit 1", (_LARGEST,)):
        found.broken = f"a row of {table} takes {large:,} bytes"


def _replace(path: Path, found: _Found) -> None:
    """Write a file of the rows that are intact in place of the damaged one, and keep that."""
    fresh = path.with_name(f".{path.name}.tmp")
    fresh.unlink(missing_ok=True)
    with closing(_open(fresh)) as connection, connection:
        for table, rows in found.rows.items():
            for key, row in rows.items():
                _insert(connection, table, key, row)
    kept = _damaged_name(path)
    kept.unlink(missing_ok=True)
    with suppress(OSError):  # a file system without links keeps no copy
        os.link(path, kept)
    fresh.replace(path)
    for journal in ("-journal", "-wal", "-shm"):
        path.with_name(f"{path.name}{journal}").unlink(missing_ok=True)
    sync_folder(path.parent)


def _damaged_name(path: Path) -> Path:
    return path.with_name(f"{path.name}.damaged")


def _damage_text(path: Path, found: _Found) -> str:
    """Say what was lost, by name, and that it is run again."""
    names = [f"replicate {number!r} of {method!r}" for _, method, number in found.lost[:_FEW]]
    more = len(found.lost) - len(names)
    parts = [f"lost: {', '.join(names)}{f' and {more} more' * (more > 0)}"] if names else []
    parts += [f"its structure was damaged ({found.broken})"] if found.broken else []
    return (
        f"{path} was damaged: {'; '.join(parts)}. What is missing is run again; the damaged file "
        f"is kept as {_damaged_name(path).name}"
    )


def _earlier_text(path: Path, found: _Found) -> str:
    tables = " and ".join(found.earlier)
    return (
        f"{path} has {tables} of an earlier version, which cannot be checked for damage: "
        f"what of them is wanted is run again; they are kept in {_damaged_name(path).name}"
    )


# What rows may say


def _is_key(key: tuple[Any, ...]) -> bool:
    run, method, replicate = key
    return type(run) is str and type(method) is str and type(replicate) is int and replicate >= 0


def _is_outcome(row: Row) -> bool:
    """Whether counts, seconds and searches are possible."""
    counts, seconds, rest = row[: len(COLUMNS)], row[len(COLUMNS)], row[len(COLUMNS) + 1 :]
    if not all(type(number) is int and number >= 0 for number in (*counts, *rest)):
        return False
    by_name = dict(zip(COLUMNS, counts, strict=True))
    correct = all(by_name[f"correct_{kind}"] <= by_name[f"total_{kind}"] for kind in "EVM")
    capped, saturated, searches = rest
    possible = searches >= 1 and capped <= searches and saturated <= searches
    finite = type(seconds) is float and math.isfinite(seconds) and seconds >= 0
    return correct and possible and finite


def _is_curve(row: Row) -> bool:
    """Whether a curve can be read, and never has more that is correct than there is."""
    try:
        curve = _from_bytes(row[0])
        return all(
            (getattr(curve, f"correct_{kind}") <= getattr(curve, f"total_{kind}")).all()
            and (getattr(curve, f"correct_{kind}") >= 0).all()
            and (getattr(curve, f"correct_{kind}") <= getattr(curve, f"true_{kind}")).all()
            for kind in "EVM"
        )
    except Exception:  # a forged archive fails in ways that numpy does not sort
        return False


_POSSIBLE: dict[str, Callable[[Row], bool]] = {"outcomes": _is_outcome, "curves": _is_curve}


def _record(key: Key, row: Row) -> Record:
    counts = dict(zip(COLUMNS, row, strict=False))
    return Record(key[2], counts, *row[len(COLUMNS) :])


def _to_bytes(curve: LearningCurve) -> bytes:
    buffer = io.BytesIO()
    points = np.array([getattr(curve, name) for name in _CURVE_FIELDS], dtype=np.int32)
    truth = np.array([curve.true_E, curve.true_V, curve.true_M])
    np.savez_compressed(buffer, points=points, truth=truth)
    return buffer.getvalue()


def _from_bytes(data: bytes) -> LearningCurve:
    with np.load(io.BytesIO(data), allow_pickle=False) as stored:
        if sum(member.file_size for member in stored.zip.infolist()) > _LARGEST:
            raise ValueError("a learning curve of that size is none")
        array = stored["points"]
        if array.ndim != 2 or array.shape[1] == 0 or array.dtype != np.int32:
            raise ValueError("a learning curve has whole numbers for each of its points")
        points: dict[str, Any] = dict(zip(_CURVE_FIELDS, array, strict=True))
        true_e, true_v, true_m = stored["truth"].tolist()
    return LearningCurve(**points, true_E=true_e, true_V=true_v, true_M=true_m)
