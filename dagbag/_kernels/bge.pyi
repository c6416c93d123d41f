import numpy as np
import numpy.typing as npt

from .node_score import Scorer
from .regression import Regressions

Floats = npt.NDArray[np.float64]

class BGeScorer(Scorer):
    def __init__(
        self, regressions: Regressions, X: Floats | None, n: float, offset: Floats, power: float
    ) -> None: ...
