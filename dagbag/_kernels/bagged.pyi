import numpy as np
import numpy.typing as npt

from .node_score import Scorer

Floats = npt.NDArray[np.float64]

class BaggedScorer(Scorer):
    def __init__(
        self,
        fit: Floats,
        judge: Floats | None,
        n: float,
        constant: Floats,
        weight: Floats,
        determinant: bool,
    ) -> None: ...
    def first_unusable(self, target: int, parents: npt.NDArray[np.int32]) -> int | None: ...
