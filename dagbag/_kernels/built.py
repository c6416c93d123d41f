"""Whether the kernels are there, and what to do where they are not."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path

FOLDER = Path(__file__).parents[1]  # the package
KERNELS = ("classes", "climb", "greedy", "maxmin", "skeleton")  # these import the others


def kernels_are_built() -> bool:
    """Return whether this folder has kernels that this Python can load."""
    return all(find_spec(f"{__package__}.{name}") is not None for name in KERNELS)


def what_to_do() -> str:
    """Return why the kernels may be missing and how to get them."""
    version = f"Python {sys.version_info.major}.{sys.version_info.minor}"
    folder = os.path.relpath(FOLDER)
    if not (FOLDER.parent / "csrc").is_dir():
        return (
            f"the kernels of dagbag are missing from {folder}, or are not those of {version}: "
            "`pip install --force-reinstall dagbag` with the pip of this Python"
        )
    return (
        f"the kernels of dagbag are not built in the folder {folder} for {version}. It is the "
        "source, which Python finds before an installed dagbag: leave this folder to use that "
        "one, or build here with `make demo` or `pip install -e .`"
    )
