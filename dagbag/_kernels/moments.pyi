import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

def center(values: Floats) -> tuple[Floats, Floats, Floats]: ...
def center_drawn(
    values: Floats, drawn: npt.NDArray[np.int64], count: Floats
) -> tuple[Floats, Floats, Floats]: ...
def ordinary_sd(
    mean: Floats,
    square: Floats,
    n: float,
    least: float,
    most: float,
    far: float,
    constant: float,
) -> Floats | None: ...
def scale(X: Floats, factor: Floats) -> None: ...
