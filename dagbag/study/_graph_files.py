"""True graphs from files."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from .._dag.order import cycle_text, find_cycle
from .._input.checks import check_integer
from .._input.files import read_graph_file
from .._input.graph_cells import Edges, FileGraph


def read_graph(path: str | Path, p: int | None = None) -> tuple[Edges, int]:
    r"""Read a directed acyclic graph from a file.

    Parameters
    ----------
    path : str or Path
        A table of edges: columns source and target (also from and to, parent and child, cause and
        effect, tail and head) and any others, or two columns without a header; or a square matrix
        of 0 and 1, with or without names; as text, ``.npy`` or parquet; or a file of networkx
        (``.graphml``, ``.gml``).
    p : int, optional
        Number of nodes, if some of the last ones have no edges.

    Returns
    -------
    edges : ndarray of shape (n_edges, 2), int64
        Rows (source, target), nodes counted from 0.
    p : int
        Number of nodes. Whole numbers are nodes 1, ..., p, or 0, ..., p-1 if there is a 0; names
        are numbered as they come.

    Raises
    ------
    OSError
        If there is no such file.
    ValueError
        If it does not hold a directed acyclic graph.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "edges.csv"
    ...     _ = file.write_text("from,to\n1,3\n2,3\n")
    ...     edges, p = read_graph(file)
    >>> edges.tolist(), p
    ([[0, 2], [1, 2]], 3)
    """
    try:
        found = read_graph_file(path)
        p = len(found.nodes) if p is None else check_integer(p, "p", 1)
        _check(found, p)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    return found.edges, p


def _check(found: FileGraph, p: int) -> None:
    """Refuse more nodes than there are, repeated edges and cycles."""
    if p < max(len(found.nodes), 1):
        raise ValueError(
            f"graph must have at most the {p} nodes it is said to have, got {len(found.nodes)}"
        )
    unique, counts = np.unique(found.edges, axis=0, return_counts=True)
    if (counts > 1).any():
        source, target = (found.nodes[k] for k in unique[counts > 1][0])
        raise ValueError(f"graph must have every edge once, got {source} -> {target} again")
    cycle = find_cycle(found.edges, p)
    if cycle is not None:
        raise ValueError(f"graph must be acyclic, got the cycle {cycle_text(cycle, found.nodes)}")
