from typing import Any

import numpy as np
import numpy.typing as npt

def add_in_order(
    p: int, fixed: npt.NDArray[np.integer[Any]], candidates: npt.NDArray[np.integer[Any]]
) -> npt.NDArray[np.uint8]: ...
