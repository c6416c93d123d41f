"""The process that R runs in: R is embedded by rpy2, calls come and answers go through pipes.

Nothing here is imported by the user's process. Only ``rpy2.rinterface`` is used, the layer that
is the same in rpy2 3.5 and 3.6, and that has no conversion rules to be set up in each thread.
"""

from __future__ import annotations

import importlib
import os
import select
import shutil
import sys
import threading
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np

from ._wire import receive, send

CALL = Path(__file__).parent / "R" / "call.R"
NA_INTEGER = -(2**31)  # of R, for logical values, too
# A user's profile or saved workspace could change the generator, mask functions, or fail.
# .Renviron is read: it says where the user's packages are.
OPTIONS = ("rpy2", "--quiet", "--no-save", "--no-restore", "--no-init-file")


class EmbeddedR:
    """R in this process."""

    def __init__(self) -> None:
        callbacks: Any = importlib.import_module("rpy2.rinterface_lib.callbacks")
        embedded: Any = importlib.import_module("rpy2.rinterface_lib.embedded")
        self._r: Any = importlib.import_module("rpy2.rinterface")
        callbacks.consolewrite_print = callbacks.consolewrite_warnerror = _write
        embedded.set_initoptions(OPTIONS)
        self._r.initr(interactive=False)
        self._call = self._r.evalr(CALL.read_text(encoding="utf-8"))

    def describe(self) -> dict[str, Any]:
        """Return versions and places; `folder` is R's own for temporary files."""
        source = "c(as.character(getRversion()), R.home(), tempdir())"
        version, home, folder = (str(text) for text in self._r.evalr(source))
        return {
            "r_version": version,
            "r_home": home,
            "rpy2_version": rpy2_version(),
            "folder": folder,
        }

    def call(self, request: dict[str, Any]) -> Any:
        """Evaluate one call."""
        r = self._r
        arguments = request["arguments"]
        given = r.ListSexpVector([self._to_r(value) for value in arguments.values()])
        given.do_slot_assign("names", r.StrSexpVector(list(arguments)))
        answer = self._call(
            r.evalr(request["function"]),
            self._to_r(request["label"]),
            given,
            self._to_r(request["seed"]),
            self._to_r(request["sample_kind"]),
        )
        return self._from_r(answer)

    def _to_r(self, value: Any) -> Any:
        r = self._r
        if value is None:
            return r.NULL
        if isinstance(value, np.ndarray):
            return self._array_to_r(value)
        if isinstance(value, list):
            return r.ListSexpVector([self._to_r(item) for item in value])
        kinds = {bool: r.BoolSexpVector, int: r.IntSexpVector, float: r.FloatSexpVector}
        return kinds.get(type(value), r.StrSexpVector)([value])

    def _array_to_r(self, array: Any) -> Any:
        """Copy numbers, column-major; R has 32 bits for an integer and no smaller ones."""
        whole = array.dtype.kind in "biu"
        flat = array.astype(np.int32 if whole else np.float64).ravel(order="F")
        kind = self._r.IntSexpVector if whole else self._r.FloatSexpVector
        vector = kind.from_memoryview(memoryview(flat)) if flat.size else kind([])
        if array.ndim > 1:
            vector.do_slot_assign("dim", self._r.IntSexpVector(list(array.shape)))
        return vector

    def _from_r(self, value: Any) -> Any:
        """Turn named lists into dictionaries, texts into lists, numbers into arrays."""
        r = self._r
        if isinstance(value, type(r.NULL)):
            return None
        if isinstance(value, r.StrSexpVector):
            return [None if text is r.NA_Character else str(text) for text in value]
        if isinstance(value, r.ListSexpVector):
            items = [self._from_r(item) for item in value]
            if "names" not in list(value.list_attrs()):
                return items
            return dict(zip(self._from_r(value.do_slot("names")), items, strict=True))
        if isinstance(value, (r.FloatSexpVector, r.IntSexpVector, r.BoolSexpVector)):
            # Not by memoryview(): in rpy2 3.5 and 3.6 each one loses a reference to None, and
            # after some thousand of them Python aborts.
            array = np.array(value)
            return _na_to_nan(array) if array.dtype.kind in "biu" else array
        raise TypeError(f"R returned an object of type {type(value).__name__}, not data")


def _na_to_nan(array: Any) -> Any:
    """Return whole numbers as they are, with NA among them as floats with NaN."""
    missing = array == NA_INTEGER
    return np.where(missing, np.nan, array) if missing.any() else array


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def rpy2_version() -> str:
    """Return the version of rpy2; since 3.6 it comes in parts."""
    for name in ("rpy2-rinterface", "rpy2"):
        try:
            return metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return "unknown"


class Leaving:
    """The end of this process, even in the middle of a call, when nobody is left to ask.

    R has nothing to save; its own clean-up would have to wait for the call.
    """

    def __init__(self, descriptor: int) -> None:
        self.folder: str | None = None  # of R's temporary files
        self._descriptor = descriptor
        self._once = threading.Lock()
        threading.Thread(target=self._wait, daemon=True).start()

    def _wait(self) -> None:
        poll = select.poll()
        poll.register(self._descriptor, 0)  # POLLHUP is always reported
        poll.poll()
        self.leave()

    def leave(self) -> None:
        """Remove R's temporary files and exit."""
        with self._once:  # the other thread must not exit before all are removed
            if self.folder is not None:
                shutil.rmtree(self.folder, ignore_errors=True)
            os._exit(0)


def _start() -> tuple[EmbeddedR | None, dict[str, Any]]:
    """Start R; return it with a greeting, or None with the reason."""
    try:
        r = EmbeddedR()
        return r, {"ready": True, **r.describe()}
    except ModuleNotFoundError as error:
        found = (error.name or "").split(".")[0] != "rpy2"
        detail = f"{type(error).__name__}: {error}"
    except Exception as error:  # rpy2 fails in many ways if it does not fit R
        found = True
        detail = f"{type(error).__name__}: {error}"
    version = rpy2_version() if found else None
    return None, {"ready": False, "rpy2_version": version, "detail": detail}


def main(requests: int, answers: int) -> None:
    """Answer requests until the pipe ends."""
    leaving = Leaving(requests)
    r, greeting = _start()
    leaving.folder = greeting.get("folder")
    send(answers, greeting)
    if r is None:
        return
    while True:
        try:
            request = receive(requests)
        except EOFError:
            leaving.leave()
        try:
            answer = r.call(request)
        except Exception as error:
            # What R does not let the caller catch: a function that does not parse, not data.
            text = f"{type(error).__name__}: {error}".strip()
            answer = {"value": None, "seconds": 0.0, "warnings": [], "failure": [text]}
        send(answers, answer)
