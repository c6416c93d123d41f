"""Types of the compiled module, see csrc/dagbag/_kernels/rdraws.pyx."""

import numpy as np
from numpy.typing import NDArray

from .rrandom import MersenneTwister

__all__ = ["DISTRIBUTIONS", "fill", "multinomial", "rank_sums"]

DISTRIBUTIONS: dict[str, tuple[str, ...]]

def fill(
    twister: MersenneTwister,
    name: str,
    values: NDArray[np.float64],
    lengths: NDArray[np.intp],
    out: NDArray[np.float64],
) -> None: ...
def rank_sums(
    twister: MersenneTwister,
    rounding: bool,
    m: NDArray[np.float64],
    n: NDArray[np.float64],
    pool: NDArray[np.uint32],
    out: NDArray[np.float64],
) -> None: ...
def multinomial(
    twister: MersenneTwister, size: int, prob: NDArray[np.float64], out: NDArray[np.float64]
) -> None: ...
