"""R's conditions: errors with classes, the value of try(), handlers of warnings."""

from __future__ import annotations

import dis
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

import dagbag

from ._core import is_na, length, vector
from ._one import NA_TEXT
from ._untranslated import Untranslated

_OURS = (str(Path(dagbag.__file__).parent), str(Path(__file__).parents[1]))


class Condition(RuntimeError):  # noqa: N818
    """A condition with classes of its own.

    Examples
    --------
    >>> error = Condition("too small", np.array(["myError", "error", "condition"], dtype=object))
    >>> str(error), error.r_class
    ('too small', ('myError', 'error', 'condition'))
    """

    def __init__(self, message: Any, classes: Any = (), fields: Any = None) -> None:
        super().__init__(message)
        self.fields: dict[str, Any] = dict(fields or {})
        given = tuple(str(word) for word in vector(classes)) if len(vector(classes)) else ()
        missing = tuple(word for word in ("error", "condition") if word not in given)
        self.r_class = given if "condition" in given else given + missing


def condition_field(condition: BaseException, key: str) -> Any:
    """Return a field that the script gave to a condition; None if it has none. R: ``e$key``.

    Examples
    --------
    >>> condition_field(Condition("no", (), {"short": 5}), "short")
    5
    """
    found: Any = getattr(condition, "fields", {}).get(key)
    return found


_LONG = 75  # R breaks the text of an error before its message if the line is longer


class TryError(str):
    r"""The value of ``try()`` after an error: R's text, with the condition.

    Examples
    --------
    >>> TryError(RuntimeError("no"))
    'Error : no\n'
    >>> TryError(RuntimeError("no"), "f(1)")
    'Error in f(1) : no\n'
    """

    condition: BaseException

    def __new__(
        cls, error: BaseException, call: str | None = None, within: str | None = None
    ) -> TryError:
        """Make it of an exception, and of the call that failed if that is known.

        With a function it is only known if the error is one of stop() in that function itself.
        """
        # A closure may have another name in Python; then the call must have none inside.
        alone = call is not None and call.count("(") == 1
        if within is not None and not _stopped(error, within, alone=alone):
            call = None
        call = getattr(error, "r_call", None) or call
        begin = "Error : " if call is None else f"Error in {call} : "
        first = str(error).split("\n")[0]
        if call is not None and 14 + len(call) + len(first) > _LONG:
            begin += "\n  "
        made = super().__new__(cls, f"{begin}{error}\n")
        made.condition = error
        return made


def _stopped(error: BaseException, function: str, *, alone: bool) -> bool:
    """Whether an error was raised by stop() in a function, and not by what it calls."""
    frame, depth = error.__traceback__, 1
    while frame is not None and frame.tb_next is not None:
        frame, depth = frame.tb_next, depth + 1
    if type(error) is not RuntimeError or frame is None:
        return False
    return frame.tb_frame.f_code.co_name == function or (alone and depth == 2)


def as_in_r(error: Exception) -> None:
    """Let an error pass that is Python's own: where numpy or a dict stops, R may have an answer.

    R's are those of stop(), of rules that say so, of this project, of files, of matrices that have
    no inverse, and of elements of a list or matrix that there are not.

    Examples
    --------
    >>> try:
    ...     raise RuntimeError("of the script")
    ... except Exception as error:
    ...     as_in_r(error)
    """
    if isinstance(error, (RuntimeError, OSError, np.linalg.LinAlgError)):
        return
    if isinstance(error, NameError) and not isinstance(error, UnboundLocalError):
        return
    if not _was_meant(error):
        told = f"{type(error).__name__}: {error}"
        raise Untranslated(f"Python stops here, where R may have an answer: {told}") from error


def _was_meant(error: Exception) -> bool:
    """Whether a ``raise`` of this project or of the script raised an error, and nothing below."""
    last = error.__traceback__
    if last is None:
        return True
    script = last.tb_frame.f_code.co_filename  # where it is caught
    while last.tb_next is not None:
        last = last.tb_next
    code = last.tb_frame.f_code
    if code.co_filename.endswith(".pyx"):  # a kernel, which says more than that it stopped
        return True
    if code.co_filename == script and isinstance(error, IndexError):
        return True
    if "core dimension" in str(error):  # %*% of matrices that do not fit
        return True
    ours = code.co_filename == script or code.co_filename.startswith(_OURS)
    return ours and dis.opname[code.co_code[last.tb_lasti]] == "RAISE_VARARGS"


class Message(BaseException):
    """A message that is caught: no error, so that handlers of errors let it pass."""


_HANDLERS: list[Callable[[Any], Any] | None] = []


def case(x: Any, numbers: bool = False) -> Any:
    """Return the text that ``switch`` looks for among names, or the number of a case.

    Examples
    --------
    >>> case(np.array(["b"], dtype=object)), case(2.9, numbers=True)
    ('b', 2)
    """
    if x is None or length(x) != 1 or isinstance(x, Mapping):
        raise ValueError("EXPR must be a length 1 vector")
    value = "NA" if x is NA_TEXT or vector(x)[0] is None else vector(x)[0]
    if isinstance(x, (list, pd.Categorical)) or isinstance(value, str) is numbers:
        raise Untranslated("switch() by numbers where cases have names, or by text where none has")
    if not numbers:
        return value
    return int(value) if value == value else value


def message(text: Any) -> None:
    """Show a message, or hand it to who waits for messages. R: ``message``."""
    if not _HANDLERS:
        print(text, file=sys.stderr)
        return
    handler = _HANDLERS.pop()  # which is not called for messages of its own
    try:
        if handler is None:
            raise Message(f"{text}\n")
        handler(Message(f"{text}\n"))
    finally:
        _HANDLERS.append(handler)


@contextmanager
def on_message(handler: Callable[[Any], Any] | None = None) -> Iterator[None]:
    r"""Call a function at each message, which then is not shown; without one, raise it.

    Examples
    --------
    >>> said = []
    >>> with on_message(lambda m: said.append(str(m))):
    ...     message("hello")
    >>> said
    ['hello\n']
    """
    _HANDLERS.append(handler)
    try:
        yield
    finally:
        _HANDLERS.pop()


def condition_class(x: BaseException) -> tuple[str, ...]:
    """Return R's classes of an exception."""
    if isinstance(x, Condition):
        return x.r_class
    kind = "Warning" if isinstance(x, Warning) else "Error"
    if isinstance(x, Message):
        kind = "Message"
    return (f"simple{kind}", kind.lower(), "condition")


@contextmanager
def on_warning(handler: Callable[[Any], Any]) -> Iterator[None]:
    """Call a function at each warning, which then is not shown.

    Examples
    --------
    >>> said = []
    >>> with on_warning(lambda w: said.append(str(w))):
    ...     warnings.warn("careful", stacklevel=2)
    >>> said
    ['careful']
    """
    with warnings.catch_warnings():
        warnings.simplefilter("always", UserWarning)

        def show(message: Any, category: type[Warning], *_: Any, **__: Any) -> None:
            if issubclass(category, UserWarning):
                handler(message)

        warnings.showwarning = show
        yield


def warn_coerced(x: Any, value: Any) -> Any:
    """Return a number that was made of `x`; warn, as R does, of text that is none."""
    if bool(np.any(np.asarray(is_na(value), dtype=bool) & ~np.asarray(is_na(x), dtype=bool))):
        warnings.warn("NAs introduced by coercion", stacklevel=2)
    return value


def warn_nan(x: Any, value: Any) -> Any:
    """Return what was computed of `x`; warn, as R does, if that made a NaN."""
    new = np.isnan(np.asarray(value, dtype=float)) & ~np.isnan(np.asarray(x, dtype=float))
    if bool(np.any(new)):
        warnings.warn("NaNs produced", stacklevel=2)
    return value
