"""Types of arrays and nodes."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
BoolArray = npt.NDArray[np.bool_]
IntArray = npt.NDArray[np.int32]
Node = Hashable
