"""The data of a command: a file or stdin, with the hash that tells whether they are the same."""

from __future__ import annotations

import argparse
import csv
import hashlib
import io
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from .errors import UsageError, as_option, tell
from .parsers import existing
from .settings import reading_of

KINDS = "CSV, TSV, parquet, .npy or .h5ad; - is stdin"
BLOCK = 1 << 20


@dataclass(frozen=True)
class DataFile:
    """What was read."""

    name: str  # as messages call it
    path: Path | None  # None: stdin, or another pipe
    sha256: str  # of the bytes
    table: Any  # with whatever is wrong with it

    def report(self, missing: str) -> Any:
        """Return what is the matter with the data."""
        from .._input.diagnosis import diagnose

        return diagnose(self.table, missing, self.name)

    def complete(self, missing: str) -> Any:
        """Return the numbers with their names, once nothing is in the way of a search."""
        from .._input.containers import Labelled
        from .._input.data import read_data

        data, report = read_data(self.table, missing, self.name)
        report.warn()
        return Labelled(data.values, data.nodes)


def add_data(parser: argparse.ArgumentParser, *, optional: bool = False) -> None:
    """Add the argument for the data."""
    parser.add_argument(
        "data",
        type=existing,
        nargs="?" if optional else None,
        metavar="DATA",
        help=f"a row per sample, a column per node, names on top: {KINDS}",
    )


def read_data_argument(path: Path, settings: Mapping[str, Any], *, notes: bool = True) -> DataFile:
    """Read a file, or stdin, which is not asked for where somebody would have to type it."""
    from .._input.data_files import read_data_file, without_columns
    from .._input.pipes import is_passing, read_path

    content = None
    if str(path) == "-":
        name, content = "stdin", _stdin()
    elif is_passing(path):  # the name may be that of nothing, or of other data, later
        name, content = str(path), read_path(path, str(path))
    if content is not None:
        table = read_data_file(io.BytesIO(content), name=name, **reading_of(settings))
        found = DataFile(name, None, hashlib.sha256(content).hexdigest(), table)
    else:
        table = read_data_file(path, **reading_of(settings))
        found = DataFile(path.name, path, _hash(path), table)
    for told in table.told if notes else ():
        tell(f"note: {as_option(told)}")
    unwanted = settings.get("leave_out")
    if unwanted is None:
        return found
    return replace(
        found, table=without_columns(table, next(csv.reader([unwanted]), []), found.name)
    )


def is_piped() -> bool:
    """Whether stdin is there and is not somebody who would have to type."""
    return sys.stdin is not None and not sys.stdin.isatty()


def _stdin() -> bytes:
    """Return what is piped into the command."""
    from .._input.pipes import is_device, read_stream

    if not is_piped():
        raise UsageError("- is stdin, and nothing is piped into it")
    with suppress(OSError, ValueError):  # what is no file has no descriptor
        if is_device(sys.stdin.fileno()):
            raise UsageError("stdin must be a file or a pipe, got a device")
    return read_stream(sys.stdin, "stdin")


def _hash(path: Path) -> str:
    found = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            found.update(block)
    return found.hexdigest()
