"""The words of messages."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence

from .._dag.types import Node


def show(value: object) -> str:
    """Return a short repr for messages."""
    text = repr(value)
    kind = type(value).__name__
    if "\n" in text:
        shape = getattr(value, "shape", None)
        text = " ".join(text.split()) if shape is None else f"{kind} of shape {shape}"
    elif re.fullmatch(r"<[^<>]* object at 0x[0-9a-fA-F]+>", text):
        library = type(value).__module__.partition(".")[0]
        of = "" if library in ("builtins", "__main__") else f" of {library}"
        text = f"{'an' if kind[0] in 'AEIOUaeiou' else 'a'} {kind}{of}"
    return text if len(text) <= 60 else text[:57] + "..."


def listing(items: Sequence[object], most: int = 5) -> str:
    """Quote the first few items and say how many more there are."""
    text = ", ".join(repr(item) for item in items[:most])
    return text if len(items) <= most else f"{text} and {len(items) - most} more"


def counted(n: int, what: str) -> str:
    """Write a number of things: ``"1 edge"``, ``"2 edges"``."""
    return f"{n} {what}{'' if n == 1 else 's'}"


def nearest(word: str, words: Iterable[str], *, least: float = 0.5) -> str:
    """Return ``"; did you mean 'x'?"``, or nothing if no word is as near as `least` of 1."""
    folded = {candidate.lower(): candidate for candidate in words}
    match = difflib.get_close_matches(word.lower(), folded, n=1, cutoff=least)
    return f"; did you mean {folded[match[0]]!r}?" if match else ""


# Graphs


def edge_text(source: int, target: int, nodes: Sequence[Node]) -> str:
    """Write an edge for messages."""
    return f"{nodes[source]!r} -> {nodes[target]!r}"


def plain_text(text: str, longest: int = 200) -> str:
    """Return a text, perhaps from a stranger's file, on one line and without control characters."""
    short = text if len(text) <= longest else f"{text[: longest - 3]}..."
    return short if short.isprintable() else short.encode("unicode_escape").decode("ascii")
