"""What can go wrong on the way to R and back."""

from __future__ import annotations


class RBridgeError(RuntimeError):
    """Base of all errors of the bridge to R."""


class RUnavailable(RBridgeError):  # noqa: N818  named after what happened
    """R, rpy2 or the R package is not there, or they do not fit together.

    The message says what to do about it; ``python -m dagbag.r_compat doctor`` says more.
    """


class RError(RBridgeError):
    """R signalled an error.

    Attributes
    ----------
    message : str
        R's message.
    call : str
        The call R gave with it; empty if it gave none.
    """

    def __init__(self, message: str, call: str = "") -> None:
        super().__init__(f"R: {message}" + f" (in {call})" * bool(call))
        self.message = message
        self.call = call


class RCrash(RBridgeError):  # noqa: N818
    """R's process ended in the middle of a call.

    Attributes
    ----------
    status : int
        Its exit status; negative: the signal that killed it.
    output : str
        The last of what R had printed.
    """

    def __init__(self, message: str, status: int, output: str) -> None:
        super().__init__(message)
        self.status = status
        self.output = output


class RTimeout(RBridgeError, TimeoutError):  # noqa: N818
    """R took longer than `timeout` seconds and was killed."""


class RWarning(UserWarning):
    """R signalled a warning."""
