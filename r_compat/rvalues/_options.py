"""Options of R's session by which numbers are written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ._untranslated import Untranslated

_LIMITS = {"digits": (1, 22), "scipen": (0, 9999)}
_held = {"digits": 7, "scipen": 0}


def options(**settings: Any) -> dict[str, int]:
    """Set how numbers are written, and return what was set before. R: ``options``.

    ``digits`` are those that `cat` and `format_` show at most, ``scipen`` is by how many letters
    fixed notation may be the longer one.

    Examples
    --------
    >>> old = options(scipen=5)
    >>> old, option("scipen")
    ({'scipen': 0}, 5)
    >>> restore_options(old)
    """
    before = {name: _held[name] for name in settings}
    for name, value in settings.items():
        low, high = _LIMITS[name]
        if not low <= value <= high or value != int(value):
            told = f"must be a whole number between {low} and {high}, got {value}"
            raise Untranslated(f"options({name}) {told}")
        _held[name] = int(value)
    return before


def restore_options(before: Mapping[str, int] | None) -> None:
    """Set options as they were. R: ``options(old)``."""
    options(**before or {})


def option(name: str) -> int:
    """Return an option. R: ``getOption``."""
    return _held[name]
