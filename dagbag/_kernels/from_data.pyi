from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from .node_score import Scorer

class DataScorer(Scorer):
    def __init__(
        self,
        X: npt.NDArray[np.float64],
        n: float,
        penalty: float,
        listen: Callable[[], None],
        share: Callable[..., Any] | None = None,
        offset: npt.NDArray[np.float64] | None = None,
        power: float = 0.0,
        ridge: float = 0.0,
    ) -> None: ...
