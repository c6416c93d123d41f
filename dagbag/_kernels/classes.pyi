from typing import Any

import numpy as np
import numpy.typing as npt

def compelled(
    edges: npt.NDArray[np.integer[Any]], ends: npt.NDArray[np.integer[Any]], p: int
) -> npt.NDArray[np.bool_]: ...
