"""Graphs from whatever a path names: a file of edges, an ensemble, a folder of ``dagbag learn``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .errors import UsageError
from .runs import ENSEMBLE


@dataclass(frozen=True)
class NamedGraph:
    """Edges by name; an undirected one stands in both directions."""

    nodes: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...]

    def matrix(self, nodes: tuple[str, ...]) -> Any:
        """Return the adjacency matrix among given nodes, by [source, target]."""
        import numpy as np

        place = {node: k for k, node in enumerate(nodes)}
        found = np.zeros((len(nodes), len(nodes)), dtype=bool)
        for source, target in self.pairs:
            found[place[source], place[target]] = True
        return found


def read_named_graph(path: Path, **aggregation: Any) -> NamedGraph:
    """Read a graph; `aggregation` are the settings of ``dagbag aggregate`` for an ensemble."""
    if path.is_dir():
        return _of_folder(path, aggregation)
    if path.suffix == ".npz":
        return _of_ensemble(path, aggregation)
    return read_dag_file(path)


def _of_folder(path: Path, aggregation: dict[str, Any]) -> NamedGraph:
    if aggregation and (path / ENSEMBLE).exists():
        return _of_ensemble(path / ENSEMBLE, aggregation)
    for name in ("graph.json", "graph.graphml", "edges.csv"):
        if (path / name).exists():
            return read_dag_file(path / name)
    raise UsageError(f"{path} is a folder without a graph; dagbag learn -o {path} writes one there")


def _of_ensemble(path: Path, aggregation: dict[str, Any]) -> NamedGraph:
    from .aggregate import aggregate

    result = aggregate(path, **aggregation)
    return NamedGraph(
        tuple(map(str, result.nodes)), tuple((str(a), str(b)) for a, b in result.edges)
    )


def read_dag_file(path: Path) -> NamedGraph:
    """Read the nodes and edges of a file: what `exchange` writes, or a table in any form."""
    from .._exchange.formats import TEXTS
    from .._input.files import read_graph_file
    from ..exchange import read_graph

    found: Any
    if path.suffix.lower() in TEXTS:
        found = read_graph(path)
        pairs = found.edges
    else:
        found = read_graph_file(path, name=f"the graph of {path.name!r}")
        pairs = found.pairs
    return NamedGraph(tuple(map(str, found.nodes)), tuple((str(a), str(b)) for a, b in pairs))
