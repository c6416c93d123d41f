"""Types of the compiled module, see csrc/dagbag/_kernels/rweighted.pyx."""

import numpy as np
from numpy.typing import NDArray

from .rrandom import MersenneTwister

__all__ = ["alias", "descending", "with_replacement", "without_replacement"]

def descending(p: NDArray[np.float64], value: NDArray[np.int64]) -> None: ...
def with_replacement(
    twister: MersenneTwister,
    total: NDArray[np.float64],
    value: NDArray[np.int64],
    out: NDArray[np.int64],
) -> None: ...
def without_replacement(
    twister: MersenneTwister,
    p: NDArray[np.float64],
    value: NDArray[np.int64],
    out: NDArray[np.int64],
) -> None: ...
def alias(
    twister: MersenneTwister,
    rounding: bool,
    q: NDArray[np.float64],
    other: NDArray[np.int64],
    order: NDArray[np.int64],
    out: NDArray[np.int64],
) -> None: ...
