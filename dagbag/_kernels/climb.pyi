from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from .node_score import Scorer
from .workspace import Workspace

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]
Bits = npt.NDArray[np.uint64]

class Terms:
    def __init__(
        self,
        *,
        limit: int,
        barred: Bits,
        fixed: Bits,
        edges: Ints,
        threshold: float,
        eps: float,
        barred_at: Ints | None = None,
        fixed_at: Ints | None = None,
    ) -> None: ...

class Search(Workspace):
    def start(self, score: Scorer, terms: Terms) -> None: ...
    def climb(
        self, max_step: int, lengths: Floats | None = None, uniforms: Floats | None = None
    ) -> tuple[Ints, Floats, bool, int, bool]: ...
    def perturb(
        self, draw: Callable[[int], int], additions: bool, deletions: bool, reversals: bool
    ) -> tuple[int, int, int, float] | None: ...
    def operations(self) -> tuple[Ints, Floats]: ...
    def apply(self, operation: int, source: int, target: int) -> None: ...
    def edges(self) -> Ints: ...
    def scores(self) -> Floats: ...
    def finish(self) -> None: ...

class DataSearch(Search):
    def __init__(self, p: int) -> None: ...
