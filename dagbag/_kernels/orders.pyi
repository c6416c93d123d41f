import numpy as np
import numpy.typing as npt

from .node_score import Scorer
from .workspace import Workspace

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]
Bits = npt.NDArray[np.uint64]

class OrderSearch(Workspace):
    def start(
        self,
        score: Scorer,
        *,
        limit: int,
        barred: Bits,
        fixed: Bits,
        eps: float,
        before: Bits | None = None,
        after: Bits | None = None,
    ) -> None: ...
    def search(self, order: Ints, tries: Ints, seed: int, laps: int, room: int = ...) -> int: ...
    def order(self) -> Ints: ...
    def size(self) -> tuple[int, int]: ...
    def edges(self) -> Ints: ...
    def scores(self) -> Floats: ...
    def finish(self) -> None: ...
