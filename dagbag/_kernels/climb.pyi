import threading
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from .node_score import Scorer
from .regression import Regressions

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
    ) -> None: ...

class Search:
    regressions: Regressions
    p: int
    stop: threading.Event | None
    def __init__(self, p: int) -> None: ...
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
    def collinear(self) -> npt.NDArray[np.bool_]: ...
    def finish(self) -> None: ...
