"""Graphs from whatever a path names: a file of edges, an ensemble, a folder of ``dagbag learn``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .errors import UsageError

ENSEMBLE = "ensemble.npz"


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
    """Read a graph; `aggregation` are the arguments of ``score_shd`` for an ensemble."""
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
    from ..api import score_shd
    from ..ensemble import Ensemble

    ensemble = Ensemble.load(path)
    if not aggregation:
        aggregation = {"strength": 0.5}
    result = score_shd(ensemble, **aggregation)
    return NamedGraph(
        tuple(map(str, result.nodes)), tuple((str(a), str(b)) for a, b in result.edges)
    )


def read_dag_file(path: Path) -> NamedGraph:
    """Read the nodes and edges of a file."""
    from .._input.files import read_graph_file

    try:
        found = read_graph_file(path)
    except ValueError as error:
        raise UsageError(f"{path}: {error}") from None
    return NamedGraph(tuple(map(str, found.nodes)), tuple((str(a), str(b)) for a, b in found.pairs))
