import threading

import numpy as np
import numpy.typing as npt

from .regression import Regressions

class Workspace:
    regressions: Regressions
    p: int
    stop: threading.Event | None
    def __init__(self, p: int) -> None: ...
    def collinear(self) -> npt.NDArray[np.bool_]: ...
