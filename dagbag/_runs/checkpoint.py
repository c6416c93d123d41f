r"""Finished replicates on disk: a file that outlives kill -9, Ctrl-C and damage.

The file is a sequence of frames that is only ever appended to. All integers are little-endian.

====== ============= ===========================================================================
offset size in bytes field
====== ============= ===========================================================================
0      8             magic, ``\x89DAGbag\n``
8      2             version of the format, 1
10     2             kind: 0 header, 1 record, 2 origin
12     16            fingerprint of the run: BLAKE2b of the header's payload
28     8             index of the record; 0 in others
36     8             number of distinct records in the file, this one included
44     8             length L of the payload
52     4             CRC-32 of the 52 bytes before, so that no damaged length is ever believed
56     L             payload
56 + L 16            BLAKE2b of everything before
====== ============= ===========================================================================

The payload of a header is the description of the run as one line of JSON, a newline, and the state,
opaque bytes. A header opens the file; copies follow the first record of each opening and then come
often enough to be found, seldom enough to cost little (`_SPACING`). Later versions keep the first
56 bytes.

An origin is a line of UTF-8 that says where the records after it were made, before the first
record of an opening unless the file has it already. A reader that knows nothing of it skips it; a
file without it is one of nobody knows where.

A frame is written by one write at the end of the file, so that a kill leaves at most one torn frame
there: a reader skips it and the next writer cuts it off. A reader looks for the magic and believes
a frame whose checksum holds, wherever it stands: damage loses the frames it touches and no others.
Since every frame carries the run's fingerprint, a record needs no particular header to belong.
Nothing is created beside the file, and opening one that holds anything does not change it.

What a process has written survives the process. `fsync` guards against a power cut, too, but takes
0.3 to 0.6 ms after each record on a fast local disk where the record takes 0.02 ms and learning it
1 ms: it is done at most once a second, and at the end.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import io
import json
import os
import stat
import struct
import sys
import time
import weakref
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from .._input.words import show
from .record import RunRecord, Value
from .whole_files import sync_folder

if sys.platform != "win32":
    import fcntl

MAGIC = b"\x89DAGbag\n"
VERSION = 1
_HEADER, _RECORD, _ORIGIN = 0, 1, 2
_FIELDS = struct.Struct("<8sHH16sQQQ")
_CRC = struct.Struct("<I")
_HEAD_SIZE = _FIELDS.size + _CRC.size
_DIGEST_SIZE = 16
_SPACING = 16  # bytes of records between two copies of the header, in sizes of the header
_SYNC_SECONDS = 1.0
_CHUNK = 1 << 20
_PASSES = 8  # over a file, for the checksums of damaged frames


@dataclass(frozen=True)
class _Frame:
    """A frame whose first 56 bytes are intact."""

    end: int  # offset of the next frame; beyond the file if this one was cut short
    version: int
    kind: int
    fingerprint: bytes
    index: int
    count: int
    payload: bytes | None  # None if damaged or cut short


@dataclass(frozen=True)
class _Recovered:
    """What a file holds of one run."""

    header: bytes  # the payload
    records: dict[int, bytes]
    damaged: str
    cut: int | None  # offset of a torn frame at the end
    origins: tuple[str, ...] = ()


# Frames


def _digest(data: bytes | memoryview) -> bytes:
    return hashlib.blake2b(data, digest_size=_DIGEST_SIZE).digest()


def _pack(kind: int, fingerprint: bytes, index: int, count: int, payload: bytes) -> bytes:
    fields = _FIELDS.pack(MAGIC, VERSION, kind, fingerprint, index, count, len(payload))
    body = b"".join((fields, _CRC.pack(zlib.crc32(fields)), payload))
    return body + _digest(body)


def _unpack(data: bytes, at: int) -> _Frame | None:
    """Return the frame at an offset, or None if its first 56 bytes are not intact."""
    body = at + _HEAD_SIZE
    head = data[at:body]
    if len(head) < _HEAD_SIZE or _CRC.pack(zlib.crc32(head[: -_CRC.size])) != head[-_CRC.size :]:
        return None
    _, version, kind, fingerprint, index, count, length = _FIELDS.unpack_from(head)
    tail = body + length
    end = tail + _DIGEST_SIZE
    payload = None
    if end <= len(data) and _digest(memoryview(data)[at:tail]) == data[tail:end]:
        payload = data[body:tail]
    return _Frame(end, version, kind, fingerprint, index, count, payload)


def _frames(data: bytes, path: str = "") -> list[_Frame]:
    """Return all frames in order; between intact ones the magic is where reading goes on.

    Damaged frames overlap only where bytes are missing, so that their checksums take little more
    than one pass over the file. Frames made to overlap would take quadratic time: refused.
    """
    frames = []
    at = data.find(MAGIC)
    left = _PASSES * len(data)
    while at >= 0:
        frame = _unpack(data, at)
        onward = at + 1  # bytes may be missing from a damaged frame: the next may stand inside it
        if frame is not None:
            frames.append(frame)
            if frame.payload is not None:
                onward = frame.end
            elif frame.end <= len(data):
                left -= frame.end - at
                if left < 0:
                    raise ValueError(
                        f"checkpoint {path!r} holds what no run wrote: its frames overlap; "
                        "give another file, or remove this one"
                    )
        at = data.find(MAGIC, onward)
    return frames


def _is_torn(data: bytes, at: int) -> bool:
    """Whether nothing but the beginning of a frame follows an offset: what a kill leaves."""
    if not MAGIC.startswith(data[at : at + len(MAGIC)]):
        return False
    frame = _unpack(data, at)
    return len(data) < (at + _HEAD_SIZE if frame is None else frame.end)


# The description of a run


def _encode(description: Mapping[str, Value], state: bytes) -> bytes:
    for name, value in description.items():
        if not isinstance(name, str) or not isinstance(value, (str, int, float, type(None))):
            raise TypeError(
                "description must map str to str, int, float, bool or None, "
                f"got {show(name)}: {show(value)}"
            )
    return json.dumps(dict(description), sort_keys=True).encode("ascii") + b"\n" + state


def _description(header: bytes) -> bytes:
    return header.partition(b"\n")[0]


def _state(header: bytes) -> bytes:
    return header.partition(b"\n")[2]


def _entries(header: bytes, path: str) -> dict[str, Value]:
    """Return the description of a header as a mapping."""
    try:
        found = json.loads(_description(header))
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise ValueError(
            f"checkpoint {path!r} holds what no run wrote: its header describes none; "
            "give another file, or remove this one"
        )
    return found


# What a file holds


def _check_version(frames: list[_Frame], path: str) -> None:
    newest = max((frame.version for frame in frames), default=VERSION)
    if newest > VERSION:
        raise ValueError(
            f"checkpoint {path!r} has format version {newest}, and this version of dagbag reads "
            f"{VERSION}: it was written by a newer one"
        )


def _choose_header(frames: list[_Frame], header: bytes, path: str) -> bytes | None:
    """Return the stored header of the run that a header describes; None if there is no header."""
    stored = [
        f.payload
        for f in frames
        if f.kind == _HEADER and f.payload is not None and f.fingerprint == _digest(f.payload)
    ]
    for payload in stored:
        if _description(payload) == _description(header):
            return payload
    if stored:
        there, here = (RunRecord(_entries(each, path)) for each in (stored[0], header))
        raise ValueError(
            f"checkpoint {path!r} belongs to another run: {here.differences(there)}; "
            "give another file, or remove this one"
        )
    return None


def _damage_text(data: bytes, frames: list[_Frame], fingerprint: bytes, found: int) -> str:
    """Say what a file lost of a run, given how many of its records were found.

    The last frame of which enough is left says how many there were. Nobody knows what a damaged
    stretch after it held.
    """
    parts = []
    count = [f.count for f in frames if f.fingerprint == fingerprint and f.end <= len(data)][-1]
    if count > found:
        verbs = "was damaged and is" if count - found == 1 else "were damaged and are"
        parts.append(f"{count - found} of {count} records {verbs} learned again")
    if frames[-1].end < len(data) and not _is_torn(data, frames[-1].end):
        parts.append("the end of the file was damaged")
    first = _unpack(data, 0)
    if first is None or first.payload is None or first.kind != _HEADER:
        parts.append("the header was damaged and is recovered")
    return "; ".join(parts)


def _recover(data: bytes, header: bytes, path: str) -> _Recovered | None:
    """Return what a file holds of the run that a header describes; None if it never began.

    Without any header, records that carry the very fingerprint of that run are still its own.
    """
    frames = _frames(data, path)
    _check_version(frames, path)
    chosen = _choose_header(frames, header, path)
    if len(frames) <= 1 and _is_torn(data, 0):
        return None
    run = header if chosen is None else chosen
    fingerprint = _digest(run)
    records: dict[int, bytes] = {}
    origins: dict[str, None] = {}
    for frame in frames:
        if frame.fingerprint != fingerprint or frame.payload is None:
            continue
        if frame.kind == _RECORD:
            records.setdefault(frame.index, frame.payload)
        elif frame.kind == _ORIGIN:
            origins[frame.payload.decode("utf-8", "replace")] = None
    if chosen is None and not records:
        raise ValueError(
            f"checkpoint {path!r} is damaged: no copy of its header is intact, so that nothing in "
            "it can be told to belong to this run; give another file, or remove this one"
        )
    end = max(frame.end for frame in frames if frame.payload is not None)
    damaged = _damage_text(data, frames, fingerprint, len(records))
    torn = end < len(data) and _is_torn(data, end)
    return _Recovered(run, records, damaged, end if torn else None, tuple(origins))


# The file


@contextlib.contextmanager
def _naming(path: str, done: str) -> Iterator[None]:
    """Name the file in errors of the operating system."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise OSError(error.errno, f"checkpoint cannot be {done}: {reason}", path) from None


def _open_file(path: str) -> io.FileIO:
    with _naming(path, "opened"):
        try:
            file = io.FileIO(path, "a+")
        except FileNotFoundError:
            raise OSError(errno.ENOENT, "its directory does not exist") from None
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise ValueError(f"checkpoint must be a regular file, got {path!r}")
    return file


def _lock(file: io.FileIO, path: str) -> None:
    """Keep other runs off the file until it is closed or the process ends, however it ends."""
    if sys.platform != "win32":
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            # Some network file systems have no locks (ENOLCK, EOPNOTSUPP): go without.
            if error.errno in (errno.EWOULDBLOCK, errno.EACCES):
                raise OSError(
                    errno.EWOULDBLOCK, "checkpoint is in use by another run", path
                ) from None


def _has_magic(file: io.FileIO) -> bool:
    """Look for the magic without holding what may be a foreign file of any size."""
    file.seek(0)
    last = b""
    while chunk := file.read(_CHUNK):
        if MAGIC in last + chunk:
            return True
        last = chunk[-len(MAGIC) :]
    return False


def _read(file: io.FileIO, path: str) -> bytes:
    with _naming(path, "read"):
        file.seek(0)
        start = file.read(len(MAGIC))
        # The magic cut short is a file whose creation was cut short.
        known = MAGIC.startswith(start) or _has_magic(file)
        file.seek(0)
        if known:
            return file.readall()
    raise ValueError(
        f"checkpoint {path!r} is another kind of file, or nothing of a checkpoint is left in it; "
        "give another file, or remove this one"
    )


_open_files: weakref.WeakSet[io.FileIO] = weakref.WeakSet()


def _close_in_child() -> None:
    # The lock lives as long as a descriptor does: a forked worker that outlives its killed parent
    # would keep the file locked.
    for file in list(_open_files):
        file.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_close_in_child)


class Checkpoint:
    """Records of finished replicates in an append-only file. Made by :meth:`open`.

    Attributes
    ----------
    state : bytes
        Stored with the description when the file was made.
    records : dict of int to bytes
        What was intact when the file was opened. Free to be emptied.
    damaged : str
        What was lost or damaged in the file, "" if nothing was. A torn record at the end is no
        damage: it was never finished.
    origins : tuple of str
        Where the records in the file were made, as far as it says.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> directory = tempfile.TemporaryDirectory()
    >>> path = pathlib.Path(directory.name, "run.ckpt")
    >>> with Checkpoint.open(path, {"max_step": 500}, state=b"seed") as checkpoint:
    ...     checkpoint.write(3, b"the third replicate")
    >>> with Checkpoint.open(path, {"max_step": 500}) as checkpoint:
    ...     checkpoint.state, checkpoint.records, checkpoint.damaged
    (b'seed', {3: b'the third replicate'}, '')
    >>> directory.cleanup()
    """

    def __init__(self, file: io.FileIO, path: str, recovered: _Recovered, origin: str = "") -> None:
        self.state = _state(recovered.header)
        self.records = recovered.records
        self.damaged = recovered.damaged
        self.origins = recovered.origins
        self._origin = "" if origin in recovered.origins else origin  # to be written
        self._file = file
        self._path = path
        self._header = recovered.header
        self._fingerprint = _digest(recovered.header)
        self._stored = set(recovered.records)
        self._cut = recovered.cut
        self._until_copy = 0  # bytes of records until a copy of the header is due
        self._synced = time.monotonic()
        self._dirty = False
        _open_files.add(file)

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        description: Mapping[str, Value],
        state: bytes = b"",
        origin: str = "",
    ) -> Checkpoint:
        """Open the file of a run, or begin it.

        Parameters
        ----------
        path : path-like
            A file that does not exist or is empty is begun.
        description : mapping of str to str, int, float, bool or None
            What the records depend on, large things as hashes. The file of a run of another
            description is refused.
        state : bytes, optional
            Stored in a new file. An existing one keeps its own, which may be another: that is for
            the caller to compare.
        origin : str, optional
            Where the records that will be written are made; they belong to the run all the same.

        Returns
        -------
        Checkpoint

        Raises
        ------
        ValueError
            If the file belongs to another run, is no checkpoint, is of a newer format, or is
            damaged beyond use. It is left as it is.
        OSError
            If the file cannot be opened, or another run has it open.
        """
        name = os.fsdecode(path)
        header = _encode(description, state)
        file = _open_file(name)
        try:
            _lock(file, name)
            recovered = _recover(_read(file, name), header, name)
            if recovered is not None:
                return cls(file, name, recovered, origin)
            checkpoint = cls(file, name, _Recovered(header, {}, "", cut=0), origin)
            checkpoint._begin()
            return checkpoint
        except BaseException:
            file.close()
            raise

    def write(self, index: int, payload: bytes) -> None:
        """Store a record. It outlives the process once this returns; stored twice, the first stays.

        Parameters
        ----------
        index : int
            Not negative.
        payload : bytes

        Raises
        ------
        OSError
            If the disk is full, say. The records before stay as they are.
        """
        if self._file.closed:
            raise ValueError(f"checkpoint {self._path!r} is closed")
        if index in self._stored:
            return
        if self._origin:
            self._append(_ORIGIN, 0, len(self._stored), self._origin.encode())
            self._origin = ""
        self._until_copy -= self._append(_RECORD, index, len(self._stored) + 1, payload)
        self._stored.add(index)
        if self._until_copy < 0:
            self._append(_HEADER, 0, len(self._stored), self._header)
            self._until_copy = _SPACING * len(self._header)
        if time.monotonic() - self._synced >= _SYNC_SECONDS:
            self._sync()

    def close(self) -> None:
        """Close the file and let others have it."""
        if self._file.closed:
            return
        try:
            if self._dirty:
                self._sync()
        finally:
            self._file.close()

    def __enter__(self) -> Checkpoint:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a Checkpoint cannot be pickled or copied: only the process that opened it writes to it"
        )

    def _begin(self) -> None:
        self._append(_HEADER, 0, 0, self._header)
        self._sync()
        with _naming(self._path, "written"):
            sync_folder(Path(self._path).parent)

    def _append(self, kind: int, index: int, count: int, payload: bytes) -> int:
        """Write a frame, all of it or nothing, and return its size.

        The size of the file is asked for, not kept: Ctrl-C between a write and the line that
        notes it would make a kept one wrong.
        """
        frame = memoryview(_pack(kind, self._fingerprint, index, count, payload))
        descriptor = self._file.fileno()
        self._dirty = True
        with _naming(self._path, "written"):
            if self._cut is not None:
                self._file.truncate(self._cut)
                self._cut = None
            start = os.fstat(descriptor).st_size
            try:
                written = 0
                while written < len(frame):
                    written += os.write(descriptor, frame[written:])
            except BaseException:
                if os.fstat(descriptor).st_size < start + len(frame):
                    # Should this fail, too, readers skip the torn frame.
                    with contextlib.suppress(OSError):
                        self._file.truncate(start)
                raise
        return len(frame)

    def _sync(self) -> None:
        with _naming(self._path, "written"):
            os.fsync(self._file.fileno())
        self._synced = time.monotonic()
        self._dirty = False
