"""Numbers as short texts, which the page reads back bit for bit."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np
import numpy.typing as npt

_BITS = 7


def varints(values: npt.NDArray[Any]) -> str:
    r"""Return whole numbers from 0 on, seven bits a byte, the lowest first, in base 64.

    Examples
    --------
    >>> base64.b64decode(varints(np.array([1, 127, 128, 300])))
    b'\x01\x7f\x80\x01\xac\x02'
    """
    numbers = values.astype(np.uint64)
    longest = max(1, -(-int(numbers.max(initial=0)).bit_length() // _BITS))
    shifts = np.arange(longest, dtype=np.uint64) * np.uint64(_BITS)
    parts = (numbers[:, None] >> shifts) & np.uint64(127)
    left = numbers[:, None] >> shifts  # a byte is needed while anything is left
    needed = left > 0
    needed[:, 0] = True
    more = np.zeros_like(needed)
    more[:, :-1] = needed[:, 1:]
    found = (parts | (more.astype(np.uint64) << np.uint64(_BITS)))[needed]
    return base64.b64encode(found.astype(np.uint8).tobytes()).decode("ascii")


def ascending(values: npt.NDArray[Any]) -> str:
    """Return ascending whole numbers by their differences."""
    return varints(np.diff(values.astype(np.int64), prepend=0))


def doubles(values: npt.NDArray[Any]) -> str:
    """Return numbers as IEEE doubles, the lowest byte first, in base 64."""
    return base64.b64encode(values.astype("<f8").tobytes()).decode("ascii")


def singles(values: npt.NDArray[Any]) -> str:
    """Return numbers rounded to single precision, likewise."""
    return base64.b64encode(values.astype("<f4").tobytes()).decode("ascii")


def bits(values: npt.NDArray[np.bool_]) -> str:
    """Return truth values, eight a byte, the first is the lowest bit."""
    packed = np.packbits(values.ravel(), bitorder="little")
    return base64.b64encode(packed.tobytes()).decode("ascii")
