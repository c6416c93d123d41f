"""Libraries of others, imported when they are needed."""

from __future__ import annotations

import importlib
from typing import Any


def library(name: str) -> Any:
    """Import a library of the extra ``exchange``."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        root = name.partition(".")[0]
        if error.name is None or error.name.partition(".")[0] != root:
            raise
        raise ImportError(f"this needs {root}: pip install dagbag[exchange]") from None
