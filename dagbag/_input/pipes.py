"""What is no file on a disk: pipes, which can be read but once, and devices, which never end."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

from .memory import available_memory

BLOCK = 1 << 20
# Where a system shows the open files of a process: what is there now is another's later.
_OF_PROCESSES = ("/dev/stdin", "/dev/fd/", "/proc/")


def is_device(path: str | os.PathLike[str] | int) -> bool:
    """Whether a path, or an open file, is a device such as a disk or /dev/zero.

    Examples
    --------
    >>> is_device(os.devnull), is_device(".")
    (True, False)
    """
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116 - of open files, too
    except (OSError, ValueError):
        return False
    return stat.S_ISCHR(mode) or stat.S_ISBLK(mode)


def is_passing(path: str | os.PathLike[str]) -> bool:
    """Whether what a path names cannot be read again under this name."""
    absolute = Path(path).absolute()
    return absolute.is_fifo() or str(absolute).startswith(_OF_PROCESSES)


def check_no_device(path: str | os.PathLike[str], name: str) -> None:
    """Refuse a device: it may never end."""
    if is_device(path):
        raise OSError(f"{name} must be a file, got {str(path)!r}, which is no file")


def read_path(path: str | os.PathLike[str], name: str) -> bytes:
    """Return what a file or a pipe holds, opening it once."""
    check_no_device(path, name)
    with Path(path).open("rb") as file:
        return read_stream(file, name)


def read_stream(stream: Any, name: str) -> bytes:
    """Return what a stream holds, unless that is more than memory has room for."""
    source = getattr(stream, "buffer", stream)
    most = available_memory() / 4
    found = bytearray()
    while piece := source.read(BLOCK):
        found += piece.encode() if isinstance(piece, str) else piece
        if len(found) > most:
            raise MemoryError(f"{name} is more than memory has room for")
    return bytes(found)
