"""What the last bits of scores depend on, apart from the call: versions, BLAS and CPU."""

from __future__ import annotations

import ctypes
import functools
import platform
from typing import Any

import numpy as np

from .._input.words import show
from .blas import linked_handles, openblas_function

_BETWEEN = ", "  # parts of an origin
_AND = "; "  # several origins


@functools.cache
def origin() -> str:
    """Describe this installation and machine in one line.

    Returns
    -------
    str
        Versions of dagbag and numpy, BLAS with its kernels, the machine with the instructions
        that numpy uses.
    """
    from .. import __version__

    config: Any = np.show_config(mode="dicts")
    simd = config.get("SIMD Extensions", {}).get("found", [])
    machine = " ".join((platform.machine(), *simd[-1:]))
    parts = (f"dagbag {__version__}", f"numpy {np.__version__}", _blas(config), machine)
    return _BETWEEN.join(parts)


def _blas(config: Any) -> str:
    """Name numpy's BLAS; OpenBLAS chooses its kernels by the CPU."""
    for handle in linked_handles("numpy"):
        version = _text(handle, "get_config")
        if version:
            return f"{' '.join(version.split()[:2])} {_text(handle, 'get_corename')}"
    built = config.get("Build Dependencies", {}).get("blas", {})
    return f"{built.get('name', 'no BLAS')} {built.get('version', '')}".strip()


def _text(handle: ctypes.CDLL, name: str) -> str:
    function = openblas_function(handle, name)
    if function is None:
        return ""
    function.restype = ctypes.c_char_p
    return str(function().decode("ascii", "replace"))


def join_origins(*origins: str) -> str:
    """Return one or several origins as one, each once."""
    found = [each for text in origins for each in text.split(_AND) if each]
    return _AND.join(dict.fromkeys(found))


def differences(there: str) -> str:
    """Say in what one or several origins differ from here; "" if they do not."""
    here = origin()
    found: dict[str, None] = {}
    for each in filter(None, there.split(_AND)):
        alike = each.count(_BETWEEN) == here.count(_BETWEEN)
        parts = _pairs(each, here) if alike else [(each, here)]
        for one, other in parts:
            if one != other:
                found[f"{show(one)[1:-1]} there, {other} here"] = None
    return _AND.join(found)


def _pairs(one: str, other: str) -> list[tuple[str, str]]:
    return list(zip(one.split(_BETWEEN), other.split(_BETWEEN), strict=True))
