"""What is asked of a simulation: sizes, numbers of structures, noise."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from .._dag.types import FloatArray
from .checks import check_choice, check_integer
from .memory import check_room
from .words import show

MOST_NODES = 2**31 - 1
"""Nodes are numbered by 32 bits throughout the package."""


def check_size(value: object, name: str, most: int = MOST_NODES) -> int:
    """Return a number of nodes or samples."""
    return check_integer(check_integer(value, name, 1), name, 1, most)


def check_matrix_size(value: object, instead: str = "") -> int:
    """Return a number of nodes whose adjacency matrix can be made."""
    p = check_size(value, "p")
    check_room(f"p must be smaller: a matrix of p={p} nodes", 4.0 * p * p, instead)
    return p


def check_n_edges(value: object, p: int) -> int:
    """Return a number of edges among p nodes that can be drawn."""
    n_pairs = p * (p - 1) // 2
    n_edges = check_integer(value, "n_edges", 0, n_pairs)
    # numpy draws from a list of all pairs when many of them are drawn.
    need = 16.0 * p + 40.0 * n_edges + (8.0 * n_pairs if 50 * n_edges > n_pairs else 0.0)
    check_room(f"p and n_edges must be smaller: p={p} with n_edges={n_edges}", need)
    return n_edges


def check_structures(
    v_structures: object, moral_edges: object, n_edges: int, p: int
) -> tuple[int | None, int | None]:
    """Return the numbers of v-structures and moral edges that are asked for."""
    wanted_v = None if v_structures is None else check_integer(v_structures, "v_structures", 0)
    wanted_m = None
    if moral_edges is not None:
        wanted_m = check_integer(moral_edges, "moral_edges", n_edges, p * (p - 1) // 2)
    if wanted_v is not None and wanted_m is not None:
        married = wanted_m - n_edges  # pairs that make v_structures with one common child each
        if married > wanted_v or (married == 0 < wanted_v):
            raise ValueError(
                "v_structures must be at least moral_edges - n_edges, and 0 if that is, "
                f"got {wanted_v} with {married}"
            )
    return wanted_v, wanted_m


# Noise


def check_noise(noise: object) -> tuple[str, tuple[float, ...]]:
    """Return the name and the parameters of a distribution."""
    name, values = _parse_noise(noise)
    if (
        (name == "normal" and not values)
        or (name == "t" and len(values) == 1 and 2 < values[0] < math.inf)
        or (name == "gamma" and len(values) == 2 and all(0 < value < math.inf for value in values))
    ):
        return name, values
    raise ValueError(
        "noise must be 'normal', 't(df)' with df > 2, 'gamma(shape, scale)' with both above 0, "
        f"or a function, got {show(noise)}"
    )


def _parse_noise(noise: object) -> tuple[str, tuple[float, ...]]:
    """Split a distribution's name from its parameters; ("", ()) for what is none."""
    match = re.fullmatch(r"\s*([a-z]+)\s*(?:\(([^()]*)\))?\s*", str(noise).casefold())
    if not isinstance(noise, str) or match is None:
        return "", ()
    try:
        values = tuple(float(part) for part in (match[2] or "").split(",") if part.strip())
    except ValueError:
        return "", ()
    return match[1], values


def check_drawn(drawn: Any, shape: tuple[int, int]) -> FloatArray:
    """Return what a user's own noise has drawn."""
    values = np.array(drawn, dtype=np.float64)
    if values.shape != shape or not np.isfinite(values).all():
        found = values.shape if values.shape != shape else "values that are not finite"
        raise ValueError(f"noise must return finite numbers of shape {shape}, got {found}")
    return values


# Matrices


def check_adjacency(adjacency: npt.NDArray[Any], name: str) -> npt.NDArray[np.int64]:
    """Return the places of the ones in a matrix of 0 and 1, (n_edges, 2), sorted."""
    if adjacency.ndim != 2 or adjacency.shape[0] != adjacency.shape[1] or adjacency.size == 0:
        raise ValueError(f"{name} must have shape (p, p), got {adjacency.shape}")
    edges = np.argwhere(adjacency)
    values = adjacency[edges[:, 0], edges[:, 1]]
    if (values != 1).any():
        raise ValueError(f"{name} must hold only 0 and 1, got {values[values != 1][0].item()}")
    return edges.astype(np.int64, copy=False)


def check_problem(
    p: object, n_edges: object, graph: object, known: Iterable[str]
) -> tuple[int, int] | str:
    """Return the numbers of nodes and edges of random graphs, or the name of a graph instead."""
    if graph is None:
        if p is None or n_edges is None:
            raise TypeError("p and n_edges must be given, or graph instead of both")
        size = check_size(p, "p")
        return size, check_n_edges(n_edges, size)
    if p is not None or n_edges is not None:
        raise TypeError("p and n_edges must be left out where graph is given")
    return check_choice(graph, "graph", tuple(known))
