"""Ctrl-C held back for a moment, where it would leave something half done."""

from __future__ import annotations

import signal
import threading
from types import FrameType
from typing import Any


class CtrlCLater:
    """Lets a ``with`` block end before Ctrl-C is heard.

    Only the main thread hears Ctrl-C, and only a handler of Python's can be put back; in other
    threads and under other handlers (where R is the host, say) nothing is done.
    """

    def __init__(self) -> None:
        self._handler: Any = None
        self._came: list[tuple[int, FrameType | None]] = []

    def _note(self, number: int, frame: FrameType | None) -> None:
        self._came.append((number, frame))

    def __enter__(self) -> None:
        if threading.current_thread() is not threading.main_thread():
            return
        handler = signal.getsignal(signal.SIGINT)
        if callable(handler):
            self._handler = handler
            try:
                signal.signal(signal.SIGINT, self._note)
            except ValueError:  # the main thread of a subinterpreter
                self._handler = None

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        if self._handler is None:
            return
        signal.signal(signal.SIGINT, self._handler)
        # One Ctrl-C that is on its way is enough.
        if self._came and not (kind is not None and issubclass(kind, KeyboardInterrupt)):
            self._handler(*self._came[0])
