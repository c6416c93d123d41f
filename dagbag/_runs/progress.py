"""A bar that counts replicates, where somebody is looking at it."""

from __future__ import annotations

import importlib.util
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

Progress = bool | Callable[[int, int], None] | None

# An automatic bar appears only when a run takes this long.
PATIENCE = 2.0
# Seconds between two writings of a bar of text where each may be kept: in the output of a cell,
# and in a file or a pipe, for which a bar must be asked for.
CELL_SECONDS = 0.5
FILE_SECONDS = 10.0

_ONE_BAR = threading.Lock()  # held by the bar that is shown: a run within a run has none


def _shell() -> Any:
    """Return the shell of IPython, if this is one."""
    ipython = sys.modules.get("IPython")
    return None if ipython is None else getattr(ipython, "get_ipython", lambda: None)()


def _in_notebook() -> bool:
    """Whether what is written goes to a cell: JupyterLab, VS Code, Colab, Spyder's console."""
    return hasattr(_shell(), "kernel")


def _at_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


def _is_interactive() -> bool:
    """Whether somebody is looking: a notebook, or a Python prompt in a terminal; never in CI."""
    if os.environ.get("CI", "").lower() not in ("", "0", "false"):
        return False
    prompt = hasattr(sys, "ps1") or _shell() is not None
    return _in_notebook() or (prompt and _at_terminal())


@contextmanager
def progress_bar(
    progress: Progress, total: int, done: int = 0, name: str = "dagbag"
) -> Iterator[Callable[[], None]]:
    """Lend a function to be called once per finished replicate.

    Parameters
    ----------
    progress : bool, callable or None
        None is a bar where somebody is looking, which comes after a while; True is one in any
        case; a callable is told (done, total). A full bar stays, one that was interrupted goes.
    total, done : int
        Replicates there will be, and those that need not be learned again.
    name : str, default "dagbag"
        What stands before the bar.
    """
    if callable(progress):
        count = done

        def tell() -> None:
            nonlocal count
            count += 1
            progress(count, total)

        yield tell
        return
    wanted = _is_interactive() if progress is None else progress
    if not wanted or not (_in_notebook() or sys.stderr) or not _ONE_BAR.acquire(blocking=False):
        yield lambda: None
        return
    try:
        bar = _make_bar(total, done, name, automatic=progress is None)
        try:
            yield lambda: bar.update() and None
        finally:
            _close(bar)
    finally:
        _ONE_BAR.release()


def _make_bar(total: int, done: int, name: str, *, automatic: bool) -> Any:
    """Return widgets in a notebook that has them, otherwise a bar of text."""
    look: dict[str, Any] = {
        "total": total,
        "initial": done,
        "unit": " replicates",
        "desc": name,
        "delay": PATIENCE if automatic else 0.0,
    }
    if _in_notebook():
        if _has_widgets():
            from tqdm.notebook import tqdm as widgets

            return widgets(**look)
        # Where output is for reading, not on the red ground of errors.
        look |= {"file": sys.stdout, "mininterval": CELL_SECONDS, "ncols": 80}
    elif _at_terminal():
        # Some terminals, in containers and editors, do not tell how wide they are.
        look |= {"dynamic_ncols": True} if _terminal_width() else {"ncols": 80, "nrows": 24}
    else:
        look |= {"mininterval": FILE_SECONDS, "ncols": 80}
    from tqdm import tqdm

    return tqdm(**look)


def _terminal_width() -> int:
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns
    except (OSError, ValueError):
        return 0


def _has_widgets() -> bool:
    """Whether widgets are shown; Spyder's console has a kernel, but writes text only."""
    return (
        "spyder_kernels" not in sys.modules and importlib.util.find_spec("ipywidgets") is not None
    )


def _close(bar: Any) -> None:
    """End a bar; one that was interrupted leaves nothing behind."""
    if bar.n < bar.total:
        bar.leave = False
        bar.total = None  # else widgets stay, in red
    bar.close()
