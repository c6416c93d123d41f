"""Ctrl-C at each moment in turn at which Python could hear it."""

import signal
import sys


def send_ctrl_c(function, moment, when=lambda: True):
    """Call a function and send Ctrl-C at the given moment, counted from 1; whether it came.

    Python hears signals when a function begins and when one of C's has returned. Moments in this
    package and in contextlib count while `when()` is true. What the function raises passes.
    """
    count = 0

    def profile(frame, event, _argument):
        nonlocal count
        module = frame.f_globals.get("__name__", "")
        inside = module.startswith("dagbag.") or module == "contextlib"
        if inside and event in ("call", "c_return") and when():
            count += 1
            if count == moment:
                signal.raise_signal(signal.SIGINT)

    # Where tests run in the background Ctrl-C is ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.setprofile(profile)
    try:
        function()
    finally:
        sys.setprofile(None)
        signal.signal(signal.SIGINT, before)
    return count >= moment
