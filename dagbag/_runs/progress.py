"""A bar that counts replicates."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = bool | Callable[[int, int], None] | None

# An automatic bar appears only when a run takes this long.
PATIENCE = 2.0


def _in_notebook() -> bool:
    return "ipykernel" in sys.modules


def _is_interactive() -> bool:
    """Whether somebody is looking: a notebook, or a Python prompt in a terminal."""
    return _in_notebook() or (
        (hasattr(sys, "ps1") or "IPython" in sys.modules)
        and sys.stderr is not None
        and sys.stderr.isatty()
    )


@contextmanager
def progress_bar(
    progress: Progress, total: int, done: int = 0, name: str = "dagbag"
) -> Iterator[Callable[[], None]]:
    """Lend a function to be called once per finished replicate.

    Parameters
    ----------
    progress : bool, callable or None
        None is a bar where somebody is looking; a callable is told (done, total).
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
    if not (_is_interactive() if progress is None else progress):
        yield lambda: None
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about missing notebook widgets: text will do
        if _in_notebook():
            from tqdm.auto import tqdm
        else:
            from tqdm import tqdm
    delay = PATIENCE if progress is None else 0.0
    with tqdm(total=total, initial=done, unit=" replicates", desc=name, delay=delay) as bar:
        yield lambda: bar.update() and None
