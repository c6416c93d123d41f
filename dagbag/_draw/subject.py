"""What a picture of a DAG shows: its nodes, its edges by class, and which of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from .layout import Edge


@dataclass(frozen=True)
class Subject:
    """Nodes are numbers 0..p-1; a class of edges is the name of its style."""

    names: Sequence[str]
    classes: Mapping[str, list[Edge]]  # in the order of the legend
    placed_by: list[Edge]  # acyclic; the edges that tell where nodes go
    shown: Sequence[str]  # the classes that are drawn
    strengths: Mapping[Edge, float] = field(default_factory=dict)
    marked: frozenset[int] = frozenset()  # highlighted nodes
    lines: frozenset[Edge] = frozenset()  # edges without a head
    disputed: frozenset[Edge] = frozenset()  # arrows that are marked, whatever their class

    @property
    def drawn(self) -> list[Edge]:
        """The edges of the classes that are drawn."""
        return [edge for name in self.shown for edge in self.classes[name]]

    def around(self, radius: int) -> Subject:
        """Return the part that is at most so many drawn edges away from the marked nodes."""
        kept = _reached(self.marked, self.drawn, radius)
        number = {old: new for new, old in enumerate(kept)}
        return Subject(
            [self.names[k] for k in kept],
            {name: list(_renumbered(edges, number)) for name, edges in self.classes.items()},
            list(_renumbered(self.placed_by, number)),
            self.shown,
            {new: self.strengths[old] for new, old in _renumbered(self.strengths, number).items()},
            frozenset(number[k] for k in self.marked),
            frozenset(_renumbered(self.lines, number)),
            frozenset(_renumbered(self.disputed, number)),
        )


def by_direction(
    edges: list[Edge], lines: frozenset[Edge], disputed: frozenset[Edge] | None
) -> dict[str, list[Edge]]:
    """Sort the edges of a graph into arrows, lines and, where that is known, disputed arrows."""
    marked = disputed or frozenset()
    classes = {
        "directed": [edge for edge in edges if edge not in lines and edge not in marked],
        "undirected": [edge for edge in edges if edge in lines],
    }
    if disputed is not None:
        classes["disputed"] = [edge for edge in edges if edge in marked]
    return classes


def classify(
    edges: list[Edge], true_edges: list[Edge], lines: frozenset[Edge] | None = None
) -> dict[str, list[Edge]]:
    """Sort the edges of two graphs into correct, reversed, extra and missing ones.

    With `lines`, which claim no direction, those that the true graph has either way are a class
    of their own, undirected.
    """
    learned, true = set(edges), set(true_edges)
    free = lines or frozenset()
    arrows = [edge for edge in edges if edge not in free]
    classes = {
        "correct": [edge for edge in arrows if edge in true],
        "undirected": [e for e in edges if e in free and (e in true or e[::-1] in true)],
        "reversed": [edge for edge in arrows if edge[::-1] in true],
        "extra": [edge for edge in edges if edge not in true and edge[::-1] not in true],
        "missing": [e for e in true_edges if e not in learned and e[::-1] not in learned],
    }
    if lines is None:
        del classes["undirected"]
    return classes


def _reached(marked: frozenset[int], edges: list[Edge], radius: int) -> list[int]:
    neighbors: dict[int, list[int]] = {}
    for i, j in edges:
        neighbors.setdefault(i, []).append(j)
        neighbors.setdefault(j, []).append(i)
    reached = set(marked)
    border = sorted(marked)
    for _ in range(radius):
        border = sorted({j for i in border for j in neighbors.get(i, ()) if j not in reached})
        if not border:
            break
        reached.update(border)
    return sorted(reached)


def _renumbered(edges: Iterable[Edge], number: dict[int, int]) -> dict[Edge, Edge]:
    """Return the edges between nodes that are left, by their new numbers."""
    return {(number[i], number[j]): (i, j) for i, j in edges if i in number and j in number}
