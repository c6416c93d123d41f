"""Where the nodes and edges of a picture are: what every way of placing them returns.

Lengths are in units of the vertical distance between two neighbouring nodes of a layer.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Edge: TypeAlias = tuple[int, int]
Floats: TypeAlias = NDArray[np.float64]

NODE_HEIGHT = 0.8
PAGE_RATIO = 1.3  # width to height that a large component aims at


@dataclass
class Layout:
    """Where nodes are, and the bends of the edges that the layout was made for."""

    centers: Floats  # (p, 2)
    flow: Floats  # (p,) 1 where edges run to the right, -1 in every second band of a folded part
    bends: dict[Edge, Floats] = field(default_factory=dict)  # (k, 3) each: x, y, flow


@dataclass
class Part:
    """The layout of one component."""

    at: dict[int, Floats]  # (3,): x, y, flow
    bends: dict[Edge, Floats] = field(default_factory=dict)
