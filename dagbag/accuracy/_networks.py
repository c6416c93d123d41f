"""Graphs and networks that are read from files: they are others' and are not shipped."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ..simulate import LinearMechanism

INTERCEPT = "(Intercept)"


def read_network(path: Path) -> LinearMechanism:
    """Read a Gaussian network from JSON: its own coefficients and variances.

    The form of the networks of bnlearn's repository in pgmpy 1.0: ``nodes``, ``arcs`` and
    ``cpds``, by node ``coefficients`` by parent, each a list of one, and ``variance``. Means are
    left out: no learner of Gaussian data depends on them.
    """
    network = json.loads(path.read_text())
    nodes = tuple(network["nodes"])
    position = {node: k for k, node in enumerate(nodes)}
    edges: list[tuple[int, int]] = []
    coefficients: list[float] = []
    noise_sd = np.empty(len(nodes))
    for target, told in network["cpds"].items():
        noise_sd[position[target]] = np.sqrt(_number(told["variance"]))
        for source, value in told["coefficients"].items():
            if source != INTERCEPT:
                edges.append((position[source], position[target]))
                coefficients.append(_number(value))
    if sorted(edges) != sorted((position[a], position[b]) for a, b in network["arcs"]):
        raise ValueError(f"{path}: the arcs must be those that have coefficients")
    array = np.array(edges, dtype=np.int64).reshape(-1, 2)
    return LinearMechanism(nodes, array, np.array(coefficients), noise_sd)


def _number(value: Any) -> float:
    return float(value[0] if isinstance(value, list) else value)


def read_edges(path: Path) -> tuple[npt.NDArray[np.int64], int]:
    """Read (source, target) rows from a CSV file as R writes it: 1-based, with a header.

    Returns the edges, 0-based, and the number of nodes, the largest number in the file.
    """
    with path.open(newline="") as file:
        rows = list(csv.reader(file))[1:]
    edges = np.array(rows, dtype=np.int64).reshape(-1, 2)
    return edges - 1, int(edges.max(initial=0))
