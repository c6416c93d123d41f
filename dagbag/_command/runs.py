"""The folder of a run: its settings, what it has written, and whether it can be resumed.

``run.json`` is written before anything is learned and again at the end. A folder whose run.json
tells another run is left alone; the same command goes on from the checkpoint.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .._input.words import nearest
from .errors import UsageError
from .settings import SETTINGS
from .shared import make_folder

RECORD = "run.json"
CHECKPOINT = "checkpoint"
KNOWLEDGE = "knowledge.txt"
GRAPHS = ("edges.csv", "graph.dot", "graph.graphml", "graph.json")
ENSEMBLE = "ensemble.npz"
FILES = (RECORD, KNOWLEDGE, *GRAPHS, ENSEMBLE)

KEYS = ("dagbag", "data", "settings", "knowledge", "finished", "chosen")  # of run.json
SHOWN = 3  # settings that differ, in a message


@dataclass(frozen=True)
class Run:
    """What decides every bit of a run, as run.json has it."""

    version: str
    data: dict[str, Any]  # file, sha256, rows, columns
    settings: dict[str, Any]
    knowledge: str | None = None  # its text

    @property
    def identity(self) -> dict[str, Any]:
        """What two runs must have in common to be the same."""
        return {
            "dagbag": self.version,
            "data": self.data["sha256"],
            "knowledge": self.knowledge,
            **self.settings,
        }


class RunFolder:
    """The folder that a run writes to."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def checkpoint(self) -> Path:
        """File that keeps finished replicates."""
        return self.path / CHECKPOINT

    def begin(self, run: Run, *, force: bool) -> bool:
        """Make the folder this run's; return whether the run is finished already."""
        make_folder(self.path)
        before = self._before()
        if before is not None and before[0].identity == run.identity:
            finished = before[1] and (self.path / ENSEMBLE).exists() == (run.settings["n_boot"] > 0)
            if not finished:
                self._write(run, finished=False)
            return finished
        if not force:
            self._refuse(run, None if before is None else before[0])
        for name in (*FILES, CHECKPOINT):
            (self.path / name).unlink(missing_ok=True)
        self._write(run, finished=False)
        return False

    def end(self, run: Run, **found: Any) -> None:
        """Tell that all files are written."""
        self._write(run, finished=True, **found)
        self.checkpoint.unlink(missing_ok=True)

    def give_up(self) -> None:
        """Leave the folder to other runs, if nothing of this one is worth going on with."""
        if not self.checkpoint.exists():
            for name in (RECORD, KNOWLEDGE):
                (self.path / name).unlink(missing_ok=True)

    def _before(self) -> tuple[Run, bool] | None:
        """Return the run that the folder is of, and whether it is finished."""
        if not (self.path / RECORD).exists():
            return None
        record = read_record(self.path / RECORD)
        return record.run, record.finished

    def _refuse(self, run: Run, before: Run | None) -> None:
        """Refuse the folder of another run, and files that would be overwritten."""
        if before is not None:
            old, new = before.identity, run.identity
            keys = [key for key in {**new, **old} if old.get(key) != new.get(key)]
            told = ", ".join(_difference(key, old.get(key), new.get(key)) for key in keys[:SHOWN])
            more = f" and {len(keys) - SHOWN} more" if len(keys) > SHOWN else ""
            raise UsageError(
                f"{self.path} is the folder of another run ({told}{more}); "
                "take another one, or --force to overwrite it"
            )
        there = [name for name in (*FILES, CHECKPOINT) if (self.path / name).exists()]
        if there:
            raise UsageError(
                f"{self.path} has {', '.join(there)} of something else; "
                "take another folder, or --force to overwrite"
            )

    def _write(self, run: Run, *, finished: bool, **found: Any) -> None:
        from .._runs.whole_files import write_text

        if run.knowledge is not None:
            write_text(self.path / KNOWLEDGE, run.knowledge)
        data = dict(run.data)
        if data["file"] != "-":
            data["file"] = Path(os.path.relpath(data["file"], self.path)).as_posix()
        record = {
            "dagbag": run.version,
            "data": data,
            "settings": run.settings,
            "knowledge": None if run.knowledge is None else KNOWLEDGE,
            "finished": finished,
            **found,
        }
        text = json.dumps(record, indent=2, ensure_ascii=False, allow_nan=False)
        write_text(self.path / RECORD, text + "\n")


def _difference(key: str, old: Any, new: Any) -> str:
    name = key.replace("_", "-")
    if key in ("data", "knowledge"):
        return f"other {key}"
    return f"{name} {_shown(old)}, not {_shown(new)}"


def _shown(value: Any) -> str:
    return "none" if value is None else str(value)


@dataclass(frozen=True)
class Record:
    """A run.json that was read."""

    run: Run
    finished: bool
    path: Path

    @property
    def data(self) -> Path:
        """Where the data are: their place is told from the folder of the file."""
        file = str(self.run.data["file"])
        if not file:
            raise UsageError(f"{self.path} names no data: give DATA, too")
        return Path(file) if file == "-" else Path(os.path.normpath(self.path.parent / file))


def read_record(path: Path) -> Record:
    """Read a run.json, which somebody may have edited."""
    from .._input.pipes import read_path

    try:
        found = json.loads(read_path(path, str(path)).decode("utf-8"))
    except (ValueError, RecursionError) as error:
        where = ", got other bytes than those of UTF-8"
        if isinstance(error, json.JSONDecodeError):
            where = f", got something else in line {error.lineno}, column {error.colno}"
        raise UsageError(f"{path} must be JSON, as dagbag learn writes it{where}") from None
    if not isinstance(found, dict) or not isinstance(found.get("settings"), dict):
        raise UsageError(f'{path} must have "settings", as run.json of dagbag learn has')
    for key in found:
        if key not in KEYS:
            hint = nearest(key, (*KEYS, *SETTINGS), least=0.7)
            if key in SETTINGS:
                hint = ': write it within "settings"'
            raise UsageError(f"{path}: there is no key {key!r}{hint}")
    data = found.get("data")
    if not isinstance(data, dict):
        data = {}
    text = None
    if found.get("knowledge") is not None:
        # Whatever it says: a file that a stranger names is not opened.
        known = path.parent / KNOWLEDGE
        try:
            text = known.read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            raise UsageError(f"{path} needs {known}, which cannot be read: {error}") from None
    run = Run(
        str(found.get("dagbag", "")),
        {"file": str(data.get("file", "")), "sha256": str(data.get("sha256", ""))},
        found["settings"],
        text,
    )
    return Record(run, found.get("finished") is True, path)
