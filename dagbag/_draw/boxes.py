"""The boxes of nodes: names broken into lines, and the size that holds all of them."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from .layout import NODE_HEIGHT

FONT_SIZE = 0.5
LINE_LENGTHS = range(16, 28, 2)  # of names that have to be broken
MOST_LINES = 3


@dataclass(frozen=True)
class Boxes:
    """The names as they are written, and the size of the boxes that hold them."""

    names: tuple[tuple[str, ...], ...]  # the lines of each
    width: float  # in units
    magnified: float  # of the unit, to give room for names of several lines
    height: float = NODE_HEIGHT

    @classmethod
    def of(cls, names: Sequence[str]) -> Boxes:
        """Break long names into lines, as short as three of them allow."""
        for length in LINE_LENGTHS:
            lines = [_broken(name, length) for name in names]
            if max(map(len, lines)) <= MOST_LINES:
                break
        lines = [_shortened(parts) for parts in lines]
        magnified = 0.3 + 0.7 * max(map(len, lines))
        longest = max(len(part) for parts in lines for part in parts)
        return cls(tuple(map(tuple, lines)), 0.32 * longest / magnified + 0.6, magnified)

    @property
    def font(self) -> float:
        """Size of the text in units."""
        return FONT_SIZE / self.magnified


def _broken(name: str, length: int) -> list[str]:
    """Break a name into lines, at spaces if it has any, else after points and underscores."""
    if len(name) <= length + 4:
        return [name]
    if any(mark.isspace() for mark in name):
        return textwrap.wrap(name, length) or [""]  # of spaces only
    parts = textwrap.wrap(name.replace("_", "_ ").replace(".", ". "), length)
    return [part.replace("_ ", "_").replace(". ", ".") for part in parts]


def _shortened(lines: list[str]) -> list[str]:
    """Leave out the middle of what is too long."""
    return lines if len(lines) <= MOST_LINES else [lines[0], "…", lines[-1]]
