import numpy as np
import numpy.typing as npt

from .node_score import Scorer
from .regression import Regressions

Floats = npt.NDArray[np.float64]

class GaussianScorer(Scorer):
    def __init__(
        self, regressions: Regressions, X: Floats | None, n: float, penalty: float
    ) -> None: ...
