import numpy as np
import numpy.typing as npt

from .climb import Search, Terms
from .node_score import Scorer

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]

class ResampleSearch(Search):
    def __init__(self, p: int) -> None: ...
    @property
    def can_learn(self) -> bool: ...
    def room(self, rows: int) -> Floats: ...
    def learn(
        self,
        score: Scorer,
        terms: Terms,
        values: Floats,
        row_of: Longs,
        rows: Longs,
        *,
        max_step: int,
        saturates: bool,
        ridge: float,
        far: float,
        constant: float,
    ) -> tuple[Longs, Ints, Floats, Floats]: ...
