import numpy as np
import numpy.typing as npt

from .node_score import Scorer
from .workspace import Workspace

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]
Bits = npt.NDArray[np.uint64]
Bools = npt.NDArray[np.bool_]

class ClassSearch(Workspace):
    def start(
        self,
        score: Scorer,
        *,
        limit: int,
        barred: Bits,
        forbidden: Bits | None,
        fixed: Bits | None,
        edges: Ints,
        eps: float,
    ) -> None: ...
    def climb(
        self, max_step: int, extended: bool, backward: bool = False
    ) -> tuple[Ints, Floats, bool, tuple[int, int, int, int, int]]: ...
    def cpdag(self) -> Bools: ...
    def dag(self, rank: Ints | None = None) -> Bools: ...
    def scores(self) -> Floats: ...
    def finish(self) -> None: ...
