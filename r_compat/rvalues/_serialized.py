"""R's own format of values (R Internals, "Serialization Formats"): bytes to a tree, nothing run.

Whatever a file holds, reading it evaluates nothing, and takes no more memory than its bytes stand
for: every length is checked against the bytes that are left before anything is made of it. What R
keeps in short, 1:n say, may take `_SHORT` bytes and `_MULTIPLE` times those of the file in all.
Functions, environments and expressions are passed over and become an `RValue` of that kind without
content.
"""

from __future__ import annotations

import bz2
import lzma
import re
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt

from dagbag._input.memory import available_memory

SYMBOL, PAIRLIST, CLOSURE, ENVIRONMENT, PROMISE, LANGUAGE = 1, 2, 3, 4, 5, 6
SPECIAL, BUILTIN, CHAR, LOGICAL, INTEGER, DOUBLE, COMPLEX, STRINGS = 7, 8, 9, 10, 13, 14, 15, 16
DOTS, LIST, EXPRESSION, BYTECODE, POINTER, WEAK, RAW, S4 = 17, 19, 20, 21, 22, 23, 24, 25
ALTREP, ATTR_PAIRLIST, ATTR_LANGUAGE, BASE_ENV, EMPTY_ENV = 238, 239, 240, 241, 242
CODE_REF, CODE_DEF, PERSISTENT, PACKAGE, NAMESPACE, BASE_NAMESPACE = 243, 244, 247, 248, 249, 250
MISSING_ARG, UNBOUND, GLOBAL_ENV, NIL, REFERENCE = 251, 252, 253, 254, 255

OBJECT_FLAG, ATTRIBUTES_FLAG, TAG_FLAG = 1 << 8, 1 << 9, 1 << 10
BYTES_TEXT, LATIN1_TEXT, UTF8_TEXT, ASCII_TEXT = 1 << 13, 1 << 14, 1 << 15, 1 << 18

INTEGER_NA = -(2**31)
DEPTH = 250  # levels of values within values; each takes a few of Python's own
DEEP = "its values are nested too deeply"
_CHUNK = 1 << 20
_SHORT = 1 << 27
_MULTIPLE = 16  # text of an integer of 4 bytes takes 64
_TEXT = 64  # bytes of a short text
_XZ_MEMORY = 1 << 28  # a dictionary of xz -9 takes 65 MB
_ENCODINGS = {
    "UTF-8": "utf-8", "ASCII": "ascii", "ANSI_X3.4-1968": "ascii", "latin1": "latin-1",
    "ISO-8859-1": "latin-1", "ISO8859-1": "latin-1", "CP1252": "cp1252",
}  # fmt: skip
_KINDS = {
    LOGICAL: "logical", INTEGER: "integer", DOUBLE: "double", COMPLEX: "complex",
    STRINGS: "character", LIST: "list", RAW: "raw", EXPRESSION: "expression",
    CLOSURE: "function", SPECIAL: "function", BUILTIN: "function", LANGUAGE: "call",
    PROMISE: "promise", BYTECODE: "function", POINTER: "external pointer", WEAK: "weak reference",
    S4: "S4 object", ENVIRONMENT: "environment",
}  # fmt: skip


@dataclass
class RValue:
    """A value of R: its kind, what it holds, and its attributes by name.

    Vectors hold an array (text: a list with None for NA; lists: a list of values); a pairlist is
    a list with names. Of other kinds only the kind is kept.
    """

    kind: str
    value: Any = None
    attributes: dict[str, RValue] = field(default_factory=dict)


NULL = RValue("NULL")


class MalformedError(ValueError):
    """What a file holds is not R's format."""


# Where numbers and texts come from


class _Binary:
    """Big-endian (XDR), or as the machine that wrote has it."""

    def __init__(self, data: memoryview, order: Literal["<", ">"]) -> None:
        self._data, self._at, self._order = data, 0, order
        self.least = 4  # bytes that an element takes at least

    @property
    def left(self) -> int:
        return len(self._data) - self._at

    def _take(self, count: int) -> memoryview:
        if count > self.left:
            raise MalformedError("it ends too early, or one of its lengths is wrong")
        self._at += count
        return self._data[self._at - count : self._at]

    def integer(self) -> int:
        return int(struct.unpack(f"{self._order}i", self._take(4))[0])

    def array(self, kind: str, count: int) -> npt.NDArray[Any]:
        kept = np.dtype(kind)
        found = np.frombuffer(
            self._take(count * kept.itemsize), dtype=kept.newbyteorder(self._order)
        )
        return found.astype(kept)

    def raw(self, count: int) -> bytes:
        return bytes(self._take(count))

    text = raw


_ESCAPED = re.compile(rb"\\([0-7]{1,3}|.)", re.DOTALL)
_ESCAPES = {b"n": b"\n", b"t": b"\t", b"v": b"\v", b"b": b"\b", b"r": b"\r", b"f": b"\f",
            b"a": b"\a"}  # fmt: skip


def _unescaped(found: re.Match[bytes]) -> bytes:
    code = found[1]
    return bytes([int(code, 8) & 0xFF]) if code.isdigit() else _ESCAPES.get(code, code)


_NUMBER = re.compile(rb"[-+.0-9A-Za-z]+")  # Python reads 1_0, too


class _Lines:
    """One number or text in each line."""

    def __init__(self, data: memoryview) -> None:
        self._data, self._at = bytes(data), 0
        self.least = 2

    @property
    def left(self) -> int:
        return len(self._data) - self._at

    def _line(self) -> bytes:
        end = self._data.find(b"\n", self._at)
        if end < 0:
            raise MalformedError("it ends too early, or one of its lengths is wrong")
        line = self._data[self._at : end]
        self._at = end + 1
        return line.strip(b"\r")

    def _number(self) -> bytes:
        line = self._line()
        if not _NUMBER.fullmatch(line):
            raise MalformedError(f"{line[:20]!r} is no number")
        return line

    def integer(self) -> int:
        line = self._number()
        value = INTEGER_NA if line == b"NA" else int(line)
        if not -(2**31) <= value < 2**31:
            raise MalformedError(f"{value} is no integer of R")
        return value

    def _double(self) -> float:
        line = self._number()
        if line == b"NA":
            return float(np.array([0x7FF80000000007A2], dtype=np.uint64).view(np.float64)[0])
        return float(line)

    def array(self, kind: str, count: int) -> npt.NDArray[Any]:
        self._check(count * (2 if kind == "c16" else 1))
        if kind == "i4":
            return np.array([self.integer() for _ in range(count)], dtype=np.int32)
        if kind == "c16":
            return self.array("f8", 2 * count).view(np.complex128)
        return np.array([self._double() for _ in range(count)], dtype=np.float64)

    def _check(self, count: int) -> None:
        if count * self.least > self.left:
            raise MalformedError("it ends too early, or one of its lengths is wrong")

    def raw(self, count: int) -> bytes:
        self._check(count)
        return bytes(int(self._number(), 16) for _ in range(count))

    def text(self, count: int) -> bytes:
        found = _ESCAPED.sub(_unescaped, self._line())
        if len(found) != count:
            raise MalformedError(f"a text of {count} bytes has {len(found)}")
        return found


# The tree


class _Room:
    """Memory for what a file holds in short."""

    def __init__(self, size: int) -> None:
        self._most = self._left = float(_SHORT + _MULTIPLE * size)

    def take(self, size: float) -> None:
        """Refuse what there is no room for, before it is made."""
        self._left -= size
        if self._left < 0:
            raise MalformedError(
                f"its sequences take more than {self._most / 1e6:.0f} MB when they are written out"
            )
        check_room(self._most - self._left)


class _Reader:
    def __init__(self, source: _Binary | _Lines) -> None:
        self._source = source
        self._room = _Room(source.left)
        self._known: list[RValue] = []  # what a reference may stand for
        self._depth = 0
        self._native = "utf-8"

    def read(self) -> RValue:
        version, _, _ = (self._source.integer() for _ in range(3))
        if version not in (2, 3):
            raise MalformedError(f"version {version} of the format is not known")
        if version == 3:
            name = self._source.text(self._length()).decode("ascii")
            self._native = _ENCODINGS.get(name, "ascii")
        found = self._item()
        if self._source.left:
            raise MalformedError(f"{self._source.left} bytes follow its end")
        return found

    def _length(self) -> int:
        count = self._source.integer()
        if count == -1:  # a long vector
            high, low = self._source.integer(), self._source.integer()
            count = (high << 32) + (low & 0xFFFFFFFF)
        if count < 0:
            raise MalformedError(f"a length of {count}")
        return count

    def _count(self) -> int:
        """Return how many items follow, none of which is shorter than its flags."""
        count = self._length()
        if count * self._source.least > self._source.left:
            raise MalformedError("it ends too early, or one of its lengths is wrong")
        return count

    def _item(self, flags: int | None = None) -> RValue:
        flags = self._source.integer() if flags is None else flags
        self._enter()
        found = self._of_type(flags & 0xFF, flags)
        self._depth -= 1
        return found

    def _enter(self) -> None:
        self._depth += 1
        if self._depth > DEPTH:
            raise MalformedError(DEEP)

    def _of_type(self, code: int, flags: int) -> RValue:
        if code in (0, NIL):
            return NULL
        if code == REFERENCE:
            return self._reference(flags >> 8 & 0xFFFFFF or self._source.integer())
        if code == SYMBOL:
            return self._remembered(RValue("symbol", self._text()))
        if code in (PAIRLIST, LANGUAGE, DOTS):
            return self._pairs(code, flags)
        if code in (BASE_ENV, EMPTY_ENV, GLOBAL_ENV, BASE_NAMESPACE):
            return RValue("environment")
        if code in (MISSING_ARG, UNBOUND):
            return RValue("missing argument")
        if code == ALTREP:
            return self._alternative()
        if code in (PERSISTENT, PACKAGE, NAMESPACE):
            self._source.integer()
            for _ in range(self._count()):
                self._item()
            return self._remembered(RValue("environment"))
        if code in _KINDS:
            return self._other(code, flags)
        raise MalformedError(f"values of type {code} are not known")

    def _other(self, code: int, flags: int) -> RValue:
        found = RValue(_KINDS[code])
        if code in (ENVIRONMENT, POINTER, WEAK):
            self._remembered(found)
        if code in (CLOSURE, PROMISE):  # attributes and environment come first
            for _ in range(2 + bool(flags & ATTRIBUTES_FLAG) + bool(flags & TAG_FLAG)):
                self._item()
            return found
        if code == ENVIRONMENT:
            self._source.integer()
            for _ in range(4):
                self._item()
            return found
        read = self._contents.get(code)
        found.value = None if read is None else read(self)
        if flags & ATTRIBUTES_FLAG:
            found.attributes = self._attributes()
        return found

    def _remembered(self, value: RValue) -> RValue:
        self._known.append(value)
        return value

    def _reference(self, number: int) -> RValue:
        if not 1 <= number <= len(self._known):
            raise MalformedError(f"it refers to value {number} of {len(self._known)}")
        return self._known[number - 1]

    def _pairs(self, code: int, flags: int) -> RValue:
        """Read a pairlist or call cell by cell: a long one is not deep."""
        items, tags, attributes = [], [], NULL
        while True:
            if flags & ATTRIBUTES_FLAG:
                attributes = self._item()
            tag = self._item() if flags & TAG_FLAG else NULL
            if tag.kind not in ("symbol", "NULL"):
                raise MalformedError(f"a pairlist is tagged by a {tag.kind}")
            tags.append("" if tag is NULL else tag.value)
            items.append(self._item())
            flags = self._source.integer()
            if flags & 0xFF != PAIRLIST:
                break
        self._item(flags)  # NULL, or what is behind the dot of a dotted pair
        if code != PAIRLIST:
            return RValue("call" if code == LANGUAGE else "...")
        found = RValue("pairlist", items)
        if any(tags):
            found.attributes["names"] = RValue("character", tags)
        if attributes is not NULL:
            found.attributes.update(_by_name(attributes))
        return found

    def _attributes(self) -> dict[str, RValue]:
        return _by_name(self._item())

    def _text(self) -> str:
        found = self._char(self._source.integer())
        if found is None:
            raise MalformedError("a symbol has no name")
        return found

    def _char(self, flags: int) -> str | None:
        if flags & 0xFF != CHAR:
            raise MalformedError("text is not made of text")
        count = self._source.integer()
        if count == -1:
            return None
        if count < 0:
            raise MalformedError(f"a text of {count} bytes")
        data = self._source.text(count)
        if flags & BYTES_TEXT:
            raise MalformedError("it holds text of unknown encoding")
        marked = "latin-1" if flags & LATIN1_TEXT else "utf-8" if flags & UTF8_TEXT else None
        try:
            return data.decode(marked or self._native)
        except UnicodeDecodeError:
            raise MalformedError(f"it holds text that is not {marked or self._native}") from None

    def _strings(self) -> list[str | None]:
        return [self._char(self._source.integer()) for _ in range(self._count())]

    def _list(self) -> list[RValue]:
        return [self._item() for _ in range(self._count())]

    # Bytecode of functions is passed over: it has a syntax of its own for calls.

    def _bytecode(self) -> None:
        self._source.integer()  # how many calls are referred to
        self._compiled()

    def _compiled(self) -> None:
        self._item()
        for _ in range(self._count()):
            code = self._source.integer()
            if code == BYTECODE:
                self._enter()
                self._compiled()
                self._depth -= 1
            else:
                self._compiled_call(code)

    def _compiled_call(self, code: int) -> None:
        while True:
            if code == CODE_REF:
                self._source.integer()
                return
            if code == CODE_DEF:
                self._source.integer()
                code = self._source.integer()
            if code not in (LANGUAGE, PAIRLIST, ATTR_LANGUAGE, ATTR_PAIRLIST):
                self._item()
                return
            if code in (ATTR_LANGUAGE, ATTR_PAIRLIST):
                self._item()
            self._item()  # the tag
            self._enter()
            self._compiled_call(self._source.integer())
            self._depth -= 1
            code = self._source.integer()

    # Vectors that R keeps in another form

    def _alternative(self) -> RValue:
        info, state, attributes = self._item(), self._item(), self._item()
        if info.kind != "pairlist" or info.value[0].kind != "symbol":
            raise MalformedError("an alternative form has no name")
        expand = _ALTERNATIVES.get(info.value[0].value)
        if expand is None:
            raise MalformedError(f"the alternative form {info.value[0].value!r} is not known")
        found = expand(state, self._room)
        return RValue(found.kind, found.value, {**found.attributes, **_by_name(attributes)})

    _contents: ClassVar[dict[int, Callable[[_Reader], Any]]] = {
        SPECIAL: lambda self: self._source.text(self._length()),
        BUILTIN: lambda self: self._source.text(self._length()),
        LOGICAL: lambda self: self._source.array("i4", self._length()),
        INTEGER: lambda self: self._source.array("i4", self._length()),
        DOUBLE: lambda self: self._source.array("f8", self._length()),
        COMPLEX: lambda self: self._source.array("c16", self._length()),
        STRINGS: _strings,
        LIST: _list,
        EXPRESSION: _list,
        RAW: lambda self: np.frombuffer(self._source.raw(self._length()), dtype=np.uint8),
        BYTECODE: _bytecode,
        POINTER: lambda self: (self._item(), self._item())[:0],
    }


def _by_name(attributes: RValue) -> dict[str, RValue]:
    if attributes is NULL:
        return {}
    names = attributes.attributes.get("names")
    if attributes.kind != "pairlist" or names is None:
        raise MalformedError("attributes have no names")
    return dict(zip(names.value, attributes.value, strict=True))


def check_room(size: float) -> None:
    """Refuse what memory cannot hold."""
    if size > available_memory() / 2:
        raise MalformedError(f"it holds {size / 1e9:.1f} GB, more than memory can take")


def _sequence(state: RValue, room: _Room) -> npt.NDArray[np.float64]:
    numbers = state.value if state.kind == "double" else None
    if numbers is None or len(numbers) != 3 or not np.isfinite(numbers).all():
        raise MalformedError("a sequence is not given by three numbers")
    count, first, step = numbers.tolist()
    if count < 0 or not count.is_integer() or abs(step) != 1:
        raise MalformedError(f"a sequence of {count} numbers in steps of {step}")
    room.take(8 * count)
    return np.asarray(first + step * np.arange(int(count), dtype=np.float64))


def _whole_sequence(state: RValue, room: _Room) -> RValue:
    numbers = _sequence(state, room)
    if len(numbers) and not -(2**31) < numbers.min() <= numbers.max() < 2**31:
        raise MalformedError("a sequence of integers leaves their range")
    return RValue("integer", numbers.astype(np.int32))


def _written(state: RValue, room: _Room) -> RValue:
    """Text that R has not yet made of numbers."""
    from ._text import number_text

    numbers = _wrapped(state, room)
    if numbers.kind in ("integer", "double"):
        room.take(_TEXT * len(numbers.value))
    if numbers.kind == "integer":
        texts = [None if v == INTEGER_NA else str(v) for v in numbers.value.tolist()]
    elif numbers.kind == "double":
        texts = [number_text(v) for v in numbers.value]
    else:
        raise MalformedError("text is to be made of what are no numbers")
    return RValue("character", texts)


def _wrapped(state: RValue, _: _Room) -> RValue:
    if state.kind not in ("pairlist", "list") or not state.value:
        raise MalformedError("a wrapped vector is missing")
    inner: RValue = state.value[0]
    return inner


_ALTERNATIVES: dict[str, Callable[[RValue, _Room], RValue]] = {
    "compact_intseq": _whole_sequence,
    "compact_realseq": lambda state, room: RValue("double", _sequence(state, room)),
    "deferred_string": _written,
    **{
        f"wrap_{kind}": _wrapped
        for kind in ("real", "integer", "logical", "string", "complex", "raw", "list")
    },
}


# Files


def _inflated(data: bytes) -> bytes:
    """Undo gzip, bzip2 or xz; anything else as it is."""
    start: dict[bytes, Callable[[], Any]] = {
        b"\x1f\x8b": lambda: zlib.decompressobj(31),
        b"BZh": bz2.BZ2Decompressor,
        b"\xfd7zXZ\0": lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_XZ_MEMORY),
    }
    make = next((make for magic, make in start.items() if data.startswith(magic)), None)
    return data if make is None else b"".join(_chunks(data, make()))


def _chunks(data: bytes, decompressor: Any) -> list[bytes]:
    parts: list[bytes] = []
    size = 0
    while True:
        try:
            part = decompressor.decompress(data, _CHUNK)
        except (zlib.error, OSError, lzma.LZMAError, EOFError) as error:
            raise MalformedError(f"its compression is damaged ({error})") from None
        size += len(part)
        check_room(size)
        parts.append(part)
        if decompressor.eof:
            break
        data = getattr(decompressor, "unconsumed_tail", b"")  # of zlib; the others keep it
        if not part and not data:
            raise MalformedError("it ends too early")
    if decompressor.unused_data:
        raise MalformedError("something follows its compressed part")
    return parts


def parse(data: bytes, *, variables: bool = False) -> RValue:
    """Return the value of an RDS file, or the pairlist of variables of an RData file.

    Parameters
    ----------
    data : bytes
        The whole file.
    variables : bool, default False
        Whether it is to be an RData file.

    Returns
    -------
    RValue

    Raises
    ------
    ValueError
        If it is no such file.
    """
    view = memoryview(_inflated(data))
    magic = re.match(rb"RD([XAB])[23]\n", view[:5])
    if (magic is not None) is not variables:
        wrong = "of one value, see read_rds" if variables else "of variables, see load"
        known = magic is not None or bytes(view[:2]) in (b"X\n", b"A\n", b"A\r", b"B\n")
        raise MalformedError(f"it is a file {wrong}" if known else "it is something else")
    view = view[5 if variables else 0 :]
    start = {b"X\n": ">", b"A\n": "", b"A\r": "", b"B\n": "<"}.get(bytes(view[:2]))
    if start is None:
        raise MalformedError("it is something else")
    body = view[3 if bytes(view[2:3]) == b"\n" else 2 :]
    turned = start == "<" and bytes(body[:1]) != b"\0"
    source = _Binary(body, "<" if turned else ">") if start else _Lines(body)
    try:
        return _Reader(source).read()
    except RecursionError:
        raise MalformedError(DEEP) from None
    except MalformedError:
        raise
    except ValueError as error:  # a line of text that is no number
        raise MalformedError(str(error)) from None
