"""Attributes that have got another name, and keep the old one for a release."""

from __future__ import annotations

from typing import Any

from ..exceptions import warn_user


def renamed(old: str, new: str) -> Any:
    """Return a property that is another attribute, with a warning."""

    def get(self: object) -> Any:
        warn_user(
            f"{type(self).__name__}.{old} is now called {new}; the old name goes in the release "
            "after the next",
            FutureWarning,
        )
        return getattr(self, new)

    get.__doc__ = f"Old name of `{new}`."
    return property(get)
