"""Files that are whole or not there, whatever ends the process: kill -9, a power cut, an error.

On Linux a file is written without a name and gets one when it is complete, so that a kill leaves
nothing behind. Where a name can only be given to a file that replaces no other, the last step goes
through one hidden name, ``.NAME.tmp``: a kill between two system calls may leave it there, and the
next writing of the same file removes it. Elsewhere that name is used from the start. Writers of one
folder pass through the last step one after the other, so each finds that name its own.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

if sys.platform != "win32":
    import fcntl

Writer = Callable[[IO[bytes]], object]

# What file systems say that have no unnamed files, no locks, or no directories to sync.
_NOT_THERE = (
    errno.EOPNOTSUPP,
    errno.ENOTSUP,
    errno.EISDIR,
    errno.EINVAL,
    errno.ENOSYS,
    errno.ENOLCK,
)


def write_whole(path: str | os.PathLike[str], write: Writer) -> None:
    """Write a file that replaces the one before only when it is complete and on the disk.

    Parameters
    ----------
    path : path-like
        Where it goes. A link stays a link: what it points to is replaced. A device or a pipe is
        written to as it is.
    write : callable
        Called with the file, open for writing bytes. If it fails nothing has changed.
    """
    if Path(path).exists() and not Path(path).is_file():
        with Path(path).open("wb") as device:
            write(device)
        return
    if not Path(path).resolve().parent.exists():
        raise FileNotFoundError(errno.ENOENT, "its folder does not exist", str(path))
    path = Path(path).resolve()
    partial = path.with_name(f".{path.name}.tmp")
    unnamed = _open_unnamed(path.parent)
    if unnamed is None:
        with _turn(path.parent):
            _write_named(path, partial, write)
    else:
        with unnamed as file:
            _fill(file, write)
            with _turn(path.parent) as folder:
                _name(file, path, partial, folder)
    sync_folder(path.parent)


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a text as UTF-8 in the way of `write_whole`."""
    write_whole(path, lambda file: file.write(text.encode("utf-8")))


def sync_folder(folder: str | os.PathLike[str]) -> None:
    """Bring a folder to the disk: after a power cut a synced file needs its name, too."""
    if sys.platform == "win32":  # it opens no folders; its renames are in a journal
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with _where_there_is():
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def _where_there_is() -> Iterator[None]:
    """Go without what a file system does not have."""
    try:
        yield
    except OSError as error:
        if error.errno not in _NOT_THERE:
            raise


def _open_unnamed(folder: Path) -> IO[bytes] | None:
    """Open a file without a name; None where there is no such thing."""
    if not (hasattr(os, "O_TMPFILE") and Path("/proc/self/fd").exists()):
        return None
    descriptor = None
    with _where_there_is():
        descriptor = os.open(folder, os.O_TMPFILE | os.O_RDWR, 0o666)
    return None if descriptor is None else os.fdopen(descriptor, "w+b")


def _fill(file: IO[bytes], write: Writer) -> None:
    write(file)
    file.flush()
    os.fsync(file.fileno())


def _name(file: IO[bytes], path: Path, partial: Path, folder: int) -> None:
    """Give a file without a name that of another, which it replaces."""
    # With a directory, used or not, Python calls linkat, which alone follows the link of /proc.
    content = f"/proc/self/fd/{file.fileno()}"
    partial.unlink(missing_ok=True)
    try:
        os.link(content, path, src_dir_fd=folder)
    except FileExistsError:
        os.link(content, partial, src_dir_fd=folder)
        partial.replace(path)


def _write_named(path: Path, partial: Path, write: Writer) -> None:
    try:
        with partial.open("wb") as file:
            _fill(file, write)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


@contextlib.contextmanager
def _turn(folder: Path) -> Iterator[int]:
    """Wait until no other process or thread gives names in a folder; it ends with the process."""
    if sys.platform == "win32":  # a file that is open cannot be removed by another writer
        yield -1
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with _where_there_is():
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield descriptor
    finally:
        os.close(descriptor)
