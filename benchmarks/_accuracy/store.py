"""Rows of results in a file of JSON lines, which a killed run leaves readable."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dagbag.accuracy._learned import DONE

Key = tuple[str, int, int, str]  # cell, seed, replicate, learner


def key_of(row: dict[str, Any]) -> Key:
    """Return what a row is the result of."""
    return row["cell"], row["seed"], row["replicate"], row["learner"]


class Store:
    """A row per cell, seed, replicate and learner; of two with one key the later one counts.

    A line that was cut off by a kill is no row, and the next one begins on a line of its own.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._rows = {key_of(row): row for row in _read(path)}

    def __contains__(self, key: Key) -> bool:
        return key in self._rows

    def __len__(self) -> int:
        return len(self._rows)

    def rows(self) -> list[dict[str, Any]]:
        """Return the rows, in the order of their keys."""
        return [self._rows[key] for key in sorted(self._rows)]

    def add(self, row: dict[str, Any]) -> None:
        """Write a row, so that it is there if the machine stops."""
        line = json.dumps(row).encode() + b"\n"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab+") as file:
            if file.tell():
                file.seek(-1, os.SEEK_END)
                if file.read(1) != b"\n":
                    line = b"\n" + line
            file.write(line)
            file.flush()
            os.fsync(file.fileno())
        self._rows[key_of(row)] = row

    def exceeded(self, cell: str, learner: str) -> bool:
        """Whether a learner was too slow, or failed, on another replicate of a cell."""
        return any(
            row["cell"] == cell and row["learner"] == learner and row["status"] != DONE
            for row in self._rows.values()
        )


def _read(path: Path) -> Iterator[dict[str, Any]]:
    if not path.exists():
        return
    for line in path.read_text(errors="replace").splitlines():
        try:
            row = json.loads(line)
        except ValueError:
            continue
        if isinstance(row, dict) and {"cell", "seed", "replicate", "learner", "status"} <= set(row):
            yield row
