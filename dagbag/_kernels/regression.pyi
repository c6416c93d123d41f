import numpy as np
import numpy.typing as npt

def near(n: float, eps: float) -> float: ...

class Regressions:
    crossprod: npt.NDArray[np.float64]
    p: int
    def __init__(self, p: int) -> None: ...
