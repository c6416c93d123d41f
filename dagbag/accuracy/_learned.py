"""What a learner hands back, and what it says when it cannot."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

DONE = "ok"
"""The status of a search that ended; another one says why it did not."""


@dataclass(frozen=True, eq=False)
class Learned:
    """A DAG, or a graph with undirected edges, which stand in both directions."""

    edges: npt.NDArray[np.int64]  # (k, 2), rows of source, target
    is_dag: bool
    strengths: npt.NDArray[np.float64] | None = None  # (k,), the part of resamples with the pair


class Unavailable(Exception):  # noqa: N818 - not an error: the learner is not there
    """A learner that is not installed, or not written yet."""


class TooSlow(Exception):  # noqa: N818
    """A learner that exceeded its limit."""


class Failed(Exception):  # noqa: N818
    """A learner that ended with an error of its own."""
