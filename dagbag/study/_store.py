"""Finished replicates in a file that outlives interruptions."""

from __future__ import annotations

import io
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from ..curves import LearningCurve
from ._published import COLUMNS
from ._replicate import Outcome

_SCHEMA = f"""
create table if not exists outcomes (
    run text, method text, replicate integer, {", ".join(f"{name} integer" for name in COLUMNS)},
    seconds real, capped integer, saturated integer, searches integer,
    primary key (run, method, replicate)
);
create table if not exists curves (
    run text, method text, replicate integer, curve blob, primary key (run, method, replicate)
);
"""
_CURVE_FIELDS = tuple(
    field.name for field in fields(LearningCurve) if field.name.startswith(("correct", "total"))
)


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

    Each replicate is written in a transaction: after a kill the file has whole ones.

    Parameters
    ----------
    path : Path
        The file, made if there is none.

    Raises
    ------
    ValueError
        If the file is something else.
    """

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path)
        try:
            self._connection.executescript(_SCHEMA)
            self._connection.execute(f"select run, {COLUMNS[0]}, searches from outcomes limit 1")
        except sqlite3.DatabaseError as error:
            self._connection.close()
            if "locked" in str(error) or "disk" in str(error) or "full" in str(error):
                raise
            raise ValueError(f"{path} must be the store of a study: {error}") from None

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def write(self, run: str, replicate: int, outcomes: list[Outcome]) -> None:
        """Add the outcomes of one replicate."""
        with self._connection:  # a transaction
            for outcome in outcomes:
                key = (run, outcome.method.key, replicate)
                counts = [outcome.counts[name] for name in COLUMNS]
                rest = (outcome.seconds, outcome.capped, outcome.saturated, outcome.searches)
                values = (*key, *counts, *rest)
                places = ", ".join("?" * len(values))
                self._connection.execute(
                    f"insert or replace into outcomes values ({places})", values
                )
                if outcome.curve is not None:
                    self._connection.execute(
                        "insert or replace into curves values (?, ?, ?, ?)",
                        (*key, _to_bytes(outcome.curve)),
                    )

    def finished(self, run: str, method: str, *, curves: bool = False) -> set[int]:
        """Return the numbers of the replicates that are there."""
        table = "curves" if curves else "outcomes"
        query = f"select replicate from {table} where run = ? and method = ?"
        return {replicate for (replicate,) in self._connection.execute(query, (run, method))}

    def read(self, run: str, method: str, replicates: int) -> list[Record]:
        """Return the outcomes of the first replicates, in their order."""
        query = (
            f"select replicate, {', '.join(COLUMNS)}, seconds, capped, saturated, searches "
            "from outcomes where run = ? and method = ? and replicate < ? order by replicate"
        )
        return [
            Record(number, dict(zip(COLUMNS, rest[:-4], strict=True)), *rest[-4:])
            for number, *rest in self._connection.execute(query, (run, method, replicates))
        ]

    def read_curves(self, run: str, method: str, replicates: int) -> Iterator[LearningCurve]:
        """Return the learning curves of the first replicates, in their order."""
        query = (
            "select curve from curves where run = ? and method = ? and replicate < ? "
            "order by replicate"
        )
        for (curve,) in self._connection.execute(query, (run, method, replicates)):
            yield _from_bytes(curve)


def _to_bytes(curve: LearningCurve) -> bytes:
    buffer = io.BytesIO()
    points = np.array([getattr(curve, name) for name in _CURVE_FIELDS], dtype=np.int32)
    truth = np.array([curve.true_E, curve.true_V, curve.true_M])
    np.savez_compressed(buffer, points=points, truth=truth)
    return buffer.getvalue()


def _from_bytes(data: bytes) -> LearningCurve:
    with np.load(io.BytesIO(data), allow_pickle=False) as stored:
        points: dict[str, Any] = dict(zip(_CURVE_FIELDS, stored["points"], strict=True))
        true_e, true_v, true_m = stored["truth"].tolist()
    return LearningCurve(**points, true_E=true_e, true_V=true_v, true_M=true_m)
