"""Messages between this process and the one that R runs in: trees of arrays, nothing pickled.

A message is 8 bytes of length and a numpy ``.npz`` archive: the arrays, and the tree of
dictionaries, lists, texts and numbers around them as JSON.
"""

from __future__ import annotations

import io
import json
import os
import struct
from typing import Any

import numpy as np
import numpy.typing as npt

_LENGTH = struct.Struct("<q")
# {"array": k} stands for array k, {"dict": {...}} for a dictionary, whatever its keys are.
_ARRAY, _DICT = "array", "dict"


def pack(message: Any) -> bytes:
    """Turn a tree of arrays into bytes.

    Examples
    --------
    >>> unpack(pack({"Y": np.eye(2), "seed": None, "names": ["a", "b"]}))
    {'Y': array([[1., 0.],
           [0., 1.]]), 'seed': None, 'names': ['a', 'b']}
    """
    arrays: list[npt.NDArray[Any]] = []

    def plain(value: Any) -> Any:
        if isinstance(value, np.ndarray):
            if value.dtype.hasobject:
                raise ValueError(f"an array of {value.dtype} would have to be pickled")
            arrays.append(value)
            return {_ARRAY: len(arrays) - 1}
        if isinstance(value, dict):
            return {_DICT: {key: plain(item) for key, item in value.items()}}
        if isinstance(value, (list, tuple)):
            return [plain(item) for item in value]
        return value

    text = json.dumps(plain(message)).encode()
    file = io.BytesIO()
    named: dict[str, Any] = {f"a{k}": array for k, array in enumerate(arrays)}
    np.savez(file, tree=np.frombuffer(text, dtype=np.uint8), **named)
    return file.getvalue()


def unpack(data: bytes) -> Any:
    """Undo `pack`."""
    with np.load(io.BytesIO(data), allow_pickle=False) as file:

        def full(node: Any) -> Any:
            if isinstance(node, list):
                return [full(item) for item in node]
            if not isinstance(node, dict):
                return node
            if _ARRAY in node:
                return file[f"a{node[_ARRAY]}"]
            return {key: full(item) for key, item in node[_DICT].items()}

        return full(json.loads(file["tree"].tobytes()))


def send(descriptor: int, message: Any) -> None:
    """Write a message to a pipe."""
    data = pack(message)
    view = memoryview(_LENGTH.pack(len(data)) + data)
    while view:
        view = view[os.write(descriptor, view) :]


def receive(descriptor: int) -> Any:
    """Read a message from a pipe; EOFError if the other side is gone."""
    (length,) = _LENGTH.unpack(_read(descriptor, _LENGTH.size))
    return unpack(_read(descriptor, length))


def _read(descriptor: int, count: int) -> bytes:
    parts = bytearray()
    while len(parts) < count:
        part = os.read(descriptor, min(count - len(parts), 1 << 20))
        if not part:
            raise EOFError
        parts += part
    return bytes(parts)
