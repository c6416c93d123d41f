import threading
from typing import Any

import numpy as np
import numpy.typing as npt

class Workspace:
    regressions: Any  # Regressions, or None without matrices
    p: int
    stop: threading.Event | None
    def __init__(self, p: int, matrices: bool = True) -> None: ...
    def listen(self) -> None: ...
    def collinear(self) -> npt.NDArray[np.bool_]: ...
    def peaks(self) -> npt.NDArray[np.float64]: ...
