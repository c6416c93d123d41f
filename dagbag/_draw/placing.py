"""Placing the nodes of a DAG, component by component."""

from __future__ import annotations

from typing import Literal

import numpy as np

from .layered import Layers
from .layout import Edge, Layout, Part
from .packing import components, pack
from .stress import place_by_stress


def place_nodes(
    edges: list[Edge],
    p: int,
    node_width: float,
    rng: np.random.Generator,
    how: Literal["layered", "force"],
    *,
    hurried: bool = False,
) -> Layout:
    """Place the nodes of a DAG component by component.

    Parameters
    ----------
    edges : list of (source, target)
        Acyclic.
    p : int
    node_width : float
    rng : numpy.random.Generator
        Starting points; the same generator gives the same layout.
    how : {"layered", "force"}
    hurried : bool, default False
        Try less to avoid crossings of layered edges: a few times faster.

    Returns
    -------
    Layout

    Examples
    --------
    >>> layout = place_nodes([(0, 1), (1, 2)], 3, 2.0, np.random.default_rng(0), "layered")
    >>> np.diff(layout.centers[:, 0]) > 2
    array([ True,  True])
    """
    parts = []
    for members, inside in components(edges, p):
        if len(members) == 1:
            parts.append(Part({members[0]: np.array([0.0, 0.0, 1.0])}))
        elif how == "layered":
            parts.append(Layers(members, inside).place(node_width, rng, hurried=hurried))
        else:
            parts.append(place_by_stress(members, inside, node_width, rng))
    return pack(parts, p, node_width)
