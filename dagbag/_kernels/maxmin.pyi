from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

def log_p_value(r2: float, df: float, log_beta: float) -> float: ...

class MaxMin:
    def __init__(self, R: Floats, critical: Floats, df: float, log_beta: Floats) -> None: ...
    def neighbors(
        self, target: int, known: Sequence[int] | npt.NDArray[np.int64] = (), first: int = 0
    ) -> npt.NDArray[np.int32]: ...
