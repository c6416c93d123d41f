"""Every form of an ensemble that ``boot_adj`` may have, turned into edge counts."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .._dag.class_counts import EnsembleClasses
from .._dag.counts import EdgeCounts, count_edges, count_frequencies
from .._dag.order import cycle_text, find_cycle, strong_components
from .._dag.types import FloatArray, IntArray, Node
from .applied_knowledge import AppliedKnowledge
from .checks import check_count
from .common_nodes import told_nodes
from .containers import advice
from .forms import graph_size, is_edge_table, is_graph_object, node_labels
from .frames import check_unmasked, frame_library
from .graphs import from_frame, read_graph, zero_or_one
from .labels import are_numbers, check_distinct, check_nodes
from .words import edge_text, listing, show

FORMS = (
    "an ensemble, a p x p x B array, a p x p matrix of selection frequencies, or a list of graphs"
)
MOVE = "np.moveaxis(array, 0, 2) puts the graphs last"
CHUNK = 1 << 22  # entries of an array that are looked at together
ROUNDING = 1e-9  # slack of frequencies
WHOLE = 1e-6  # how near to a count frequency * n_boot must be


@dataclass(frozen=True)
class CountedEnsemble:
    """A checked ensemble."""

    counts: EdgeCounts
    nodes: tuple[Node, ...]
    library: str | None  # "pandas" or "polars" if the nodes came labelled
    classes: EnsembleClasses | None = None  # None if the graphs are not known
    places: npt.NDArray[np.int64] | None = None  # (p,) of the nodes where edges tie, if not theirs
    known: AppliedKnowledge | None = None  # what the graphs honour


def check_boot_adj(
    value: Any, nodes: Any = None, n_boot: Any = None, name: str = "boot_adj"
) -> CountedEnsemble:
    """Return the edge counts of an ensemble in any form.

    Parameters
    ----------
    value : ensemble, array, matrix, DataFrame, or list of graphs
    nodes : sequence, optional
        Names of the nodes.
    n_boot : int, optional
        Number of DAGs behind a frequency matrix.
    name : str, default "boot_adj"
        The argument, for messages.
    """
    size = None if n_boot is None else check_count(n_boot, "n_boot", minimum=1)
    if hasattr(value, "edge_counts"):
        given = _from_ensemble(value, nodes, name)
    elif isinstance(value, (list, tuple)):
        given = _from_list(value, nodes, name)
    elif is_graph_object(check_unmasked(value, name)) or is_edge_table(value):
        found = "a single graph: put it into a list"
        if hasattr(value, "_edges"):
            found = "a single result: score(Y, n_boot=100) learns an ensemble"
        raise TypeError(f"{name} must be {FORMS}, got {found}")
    elif hasattr(value, "toarray") or frame_library(value) is not None or np.ndim(value) == 2:
        return _from_frequencies(value, nodes, size, name)
    elif np.ndim(value) == 3:
        given = _from_array(np.asarray(value), nodes, name)
    elif hasattr(value, "__array__"):
        raise ValueError(f"{name} must be {FORMS}, got an array of shape {np.shape(value)}")
    else:
        raise TypeError(f"{name} must be {FORMS}, got {_other_form(value)}")
    if size not in (None, given.counts.n_boot):
        raise ValueError(
            f"n_boot must be the number of DAGs in {name}, {given.counts.n_boot}, got {size}"
        )
    return given


def _other_form(value: Any) -> str:
    """Say what came, and how to make an ensemble of it."""
    if isinstance(value, (str, os.PathLike)):
        return f"{show(value)}: Ensemble.load reads the file that Ensemble.save wrote"
    if isinstance(value, Mapping):
        return f"a {type(value).__name__}: give a list of its graphs"
    return advice(value) or show(value)


def _from_ensemble(ensemble: Any, nodes: Any, name: str) -> CountedEnsemble:
    labels = tuple(ensemble.nodes)
    if ensemble.n_boot == 0:
        raise ValueError(f"{name} must hold at least one replicate, got none")
    if nodes is not None:
        wanted = check_nodes(nodes, len(labels))
        if labels != wanted and not are_numbers(labels):
            raise ValueError(f"nodes must be those of {name}, or None, got {listing(wanted)}")
        labels = wanted
    classes = getattr(ensemble, "_classes", None)
    places = getattr(ensemble, "_places", None)
    known = getattr(ensemble, "knowledge", None)
    return CountedEnsemble(
        ensemble.edge_counts,
        labels,
        ensemble._library,
        classes,
        places,
        None if known is None else known.apply(labels),
    )


# R's array


def _from_array(array: npt.NDArray[Any], nodes: Any, name: str) -> CountedEnsemble:
    p, other, n_boot = array.shape
    if p != other or array.size == 0:
        hint = ""
        if other == n_boot and array.size:
            hint = f"; {MOVE}"
        raise ValueError(f"{name} must have shape (p, p, B), got {array.shape}{hint}")
    labels = tuple(range(p)) if nodes is None else check_nodes(nodes, p)
    which, edges = _array_edges(array, name)
    loops = edges[:, 0] == edges[:, 1]
    if loops.any():
        raise ValueError(
            f"{name} must have no self loops, got one at {labels[edges[loops][0, 0]]!r} "
            f"in graph {which[loops][0]}{_turned(p, n_boot)}"
        )
    _check_all_acyclic(which, edges, n_boot, labels, name, _turned(p, n_boot))
    sizes = np.bincount(which, minlength=n_boot)
    classes = EnsembleClasses(edges, sizes, p, which)
    return CountedEnsemble(count_edges(edges, p, n_boot), labels, None, classes)


def _turned(p: int, n_boot: int) -> str:
    """Hint at an array with the graphs first, which its shape does not tell if p = B."""
    return f"; {MOVE}, if they come first" if p == n_boot else ""


def _array_edges(
    array: npt.NDArray[Any], name: str
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return the graph of each edge and the edges, from memory as it lies."""
    turned = array.flags.f_contiguous and not array.flags.c_contiguous
    slabs = array.T if turned else array  # (B, target, source), or (source, target, B)
    step = max(1, CHUNK // max(1, slabs[0].size))
    found = []
    for first in range(0, len(slabs), step):
        block = zero_or_one(slabs[first : first + step], name)
        found.append(np.flatnonzero(block) + first * slabs[0].size)
    entries = np.unravel_index(np.concatenate(found), slabs.shape)
    source, target, which = entries[::-1] if turned else entries
    return which, np.column_stack((source, target))


# Graphs from elsewhere


def _from_list(graphs: Sequence[Any], nodes: Any, name: str) -> CountedEnsemble:
    if not graphs:
        raise ValueError(f"{name} must hold at least one graph, got none")
    labels = _common_nodes(graphs, nodes, name)
    found = [
        read_graph(graph, f"{name}[{k}]", labels, name, whole=True)
        for k, graph in enumerate(graphs)
    ]
    sizes = np.array([len(edges) for edges in found], dtype=np.int64)
    which = np.repeat(np.arange(len(found)), sizes)
    edges = np.concatenate(found)
    _check_all_acyclic(which, edges, len(graphs), labels, name)
    libraries = [frame_library(graph) or getattr(graph, "_library", None) for graph in graphs]
    return CountedEnsemble(
        count_edges(edges, len(labels), len(graphs)),
        labels,
        next((library for library in libraries if library is not None), None),
        EnsembleClasses(edges, sizes, len(labels)),
    )


def _common_nodes(graphs: Sequence[Any], nodes: Any, name: str) -> tuple[Node, ...]:
    """Return the given nodes, or the names of the first graph that has some, or 0..p-1."""
    if nodes is not None:
        return check_nodes(nodes)
    found = told_nodes({f"{name}[{k}]": graph for k, graph in enumerate(graphs)})
    if found is not None:
        return found[0]
    if all(isinstance(graph, (list, tuple)) for graph in graphs) and not np.ndim(graphs[0]):
        hint = "; np.array(...) makes a matrix or an array of nested lists"
    else:
        hint = "; give nodes= with lists of (source, target) pairs"
    raise ValueError(
        f"{name} must hold graphs that tell their number of nodes, got {show(graphs[0])}{hint}"
    )


def _check_all_acyclic(
    which: npt.NDArray[Any],
    edges: npt.NDArray[Any],
    n_boot: int,
    nodes: tuple[Node, ...],
    name: str,
    hint: str = "",
) -> None:
    """Refuse cycles: all graphs at once, as one graph of n_boot * p nodes."""
    p = len(nodes)
    placed = edges + (which.astype(np.int64) * p)[:, np.newaxis]
    component = strong_components(placed, n_boot * p)
    inner = component[placed[:, 0]] == component[placed[:, 1]]
    if inner.any():
        first = int(which[inner].min())
        cycle = find_cycle(edges[which == first].astype(np.int64), p)
        assert cycle is not None
        raise ValueError(
            f"{name} must hold acyclic graphs, got the cycle {cycle_text(cycle, nodes)} "
            f"in graph {first}{hint}"
        )


# Selection frequencies


def _from_frequencies(value: Any, nodes: Any, n_boot: int | None, name: str) -> CountedEnsemble:
    labels, edges, frequency, slack = _frequency_entries(value, nodes, name)
    counts = count_frequencies(frequency, edges, len(labels), None)
    both = counts.count + counts.reverse
    if (both > 1 + slack).any():
        k = int(np.argmax(both))
        raise ValueError(
            f"{name} must have frequencies that sum to at most 1 over the two directions, got "
            f"{both[k]:.9g} for {edge_text(counts.source[k], counts.target[k], labels)}"
        )
    if n_boot is not None:
        off = np.abs(frequency * n_boot - np.rint(frequency * n_boot))
        if (off > WHOLE + slack * n_boot).any():
            k = int(np.argmax(off))
            raise ValueError(
                f"n_boot must make every frequency times n_boot a whole number, got {n_boot} "
                f"with {frequency[k]:.6g} for {edge_text(edges[k, 0], edges[k, 1], labels)}"
            )
        counts = count_frequencies(frequency, edges, len(labels), n_boot)
    return CountedEnsemble(counts, labels, frame_library(value))


def _frequency_entries(
    value: Any, nodes: Any, name: str
) -> tuple[tuple[Node, ...], IntArray, FloatArray, float]:
    """Return the names, the entries that are not 0 with their edges, and their rounding."""
    labels, matrix = _frequency_matrix(value, nodes, name)
    if hasattr(matrix, "tocsr"):
        stored = matrix.tocsr().tocoo()  # sums what stands twice
        source, target, entries = stored.row, stored.col, stored.data
    else:
        source, target = np.nonzero(matrix)
        entries = matrix[source, target]
    rule = f"{name} must have frequencies between 0 and 1, and 0 on the diagonal"
    if entries.dtype.kind not in "biuf":
        raise TypeError(f"{rule}, got dtype {entries.dtype}")
    frequency = entries.astype(np.float64)
    slack = ROUNDING
    if entries.dtype.kind == "f":
        slack += 4 * float(np.finfo(entries.dtype).eps)
    bad = np.flatnonzero(~((frequency >= 0) & (frequency <= 1 + slack)) | (source == target))
    if len(bad):
        k = bad[0]
        hint = "; divide counts by the number of DAGs" if frequency[k] > 1 + slack else ""
        raise ValueError(
            f"{rule}, got {frequency[k]:.9g} for {edge_text(source[k], target[k], labels)}{hint}"
        )
    kept = frequency > 0
    edges = np.column_stack((source[kept], target[kept])).astype(np.int32)
    return labels, edges, frequency[kept], slack


def _frequency_matrix(value: Any, nodes: Any, name: str) -> tuple[tuple[Node, ...], Any]:
    """Return the names, and a dense or sparse matrix in their order."""
    p = graph_size(value)
    library = frame_library(value)
    if not p or (library is None and value.shape != (p, p)):
        raise ValueError(
            f"{name} must be a p x p matrix of selection frequencies, got shape {value.shape}"
        )
    if library is not None and len(value) != p:
        raise ValueError(
            f"{name} must be a p x p matrix of selection frequencies, got a frame of {len(value)} "
            f"rows and {p} columns; score(Y, n_boot=100) makes an ensemble of data"
        )
    own = node_labels(value)
    labels = own if nodes is None else check_nodes(nodes, p)
    labels = tuple(range(p)) if labels is None else check_distinct(labels, name)
    if library is None:
        return labels, value if hasattr(value, "tocsr") else np.asarray(value)
    of = name if nodes is None else "nodes"
    return labels, from_frame(value, library, name, labels if own else tuple(range(p)), of)
