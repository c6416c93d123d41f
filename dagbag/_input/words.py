"""The words of messages."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

from .._dag.types import Node


def show(value: object) -> str:
    """Return a short repr for messages."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def listing(items: Sequence[object], most: int = 5) -> str:
    """Quote the first few items and say how many more there are."""
    text = ", ".join(repr(item) for item in items[:most])
    return text if len(items) <= most else f"{text} and {len(items) - most} more"


def counted(n: int, what: str) -> str:
    """Write a number of things: ``"1 edge"``, ``"2 edges"``."""
    return f"{n} {what}{'' if n == 1 else 's'}"


def nearest(word: str, words: Iterable[str]) -> str:
    """Return ``"; did you mean 'x'?"``, or nothing if no word is near."""
    folded = {candidate.lower(): candidate for candidate in words}
    match = difflib.get_close_matches(word.lower(), folded, n=1, cutoff=0.5)
    return f"; did you mean {folded[match[0]]!r}?" if match else ""


# Graphs


def edge_text(source: int, target: int, nodes: Sequence[Node]) -> str:
    """Write an edge for messages."""
    return f"{nodes[source]!r} -> {nodes[target]!r}"


def plain_text(text: str, longest: int = 200) -> str:
    """Return a text, perhaps from a stranger's file, on one line and without control characters."""
    short = text if len(text) <= longest else f"{text[: longest - 3]}..."
    return short if short.isprintable() else short.encode("unicode_escape").decode("ascii")
