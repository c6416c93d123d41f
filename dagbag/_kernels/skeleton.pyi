import numpy as np
import numpy.typing as npt

Bools = npt.NDArray[np.bool_]

def separated(
    R: npt.NDArray[np.float64],
    node: int,
    neighbors: npt.NDArray[np.int32],
    size: int,
    critical: float,
) -> tuple[Bools, Bools]: ...
def separator(
    R: npt.NDArray[np.float64],
    x: int,
    y: int,
    others: npt.NDArray[np.int32],
    size: int,
    critical: float,
) -> list[int] | None: ...
