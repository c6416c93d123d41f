"""Types of R's values, and words that random programs use."""

from __future__ import annotations

from dataclasses import dataclass

WORDS = ["a", "b", "gene", "TP53", "x1", "Zeta", "mid", "low"]
FIELDS = ["alpha", "beta", "n.obs", "size", "tag"]
NAMES = ["x", "y", "z", "w", "k.max", "total", "val", "tmp", "res.1", "idx", "lambda", "n_obs", "B"]


@dataclass(frozen=True)
class Vec:
    """A vector; n is None if its length is not known, kind "num", "int", "lgl" or "chr"."""

    kind: str
    n: int | None


@dataclass(frozen=True)
class Mat:
    kind: str
    r: int
    c: int


@dataclass(frozen=True)
class Named:
    """A named list."""

    fields: tuple[tuple[str, object], ...]


@dataclass(frozen=True)
class Items:
    """A list without names, of n numeric vectors of length m."""

    n: int
    m: int


@dataclass(frozen=True)
class Frame:
    columns: tuple[tuple[str, str], ...]
    n: int


@dataclass(frozen=True)
class Fun:
    """A function of scalars: names of its parameters, how many have defaults."""

    params: tuple[str, ...]
    defaults: int


def is_name(text):
    return text.replace(".", "_").isidentifier()
