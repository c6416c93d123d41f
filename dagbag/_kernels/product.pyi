import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

def columns_product(X: Floats) -> Floats | None: ...
