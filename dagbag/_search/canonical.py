"""An order of the columns that depends on what is in them, not on where they stand."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .._dag.types import FloatArray


def canonical_order(values: FloatArray) -> npt.NDArray[np.int64]:
    """Return the order of the columns by their values.

    Columns that are moved or renamed come out in the same order, so that a search which sees them
    in it does not depend on how the table was put together. Equal columns keep theirs.

    Parameters
    ----------
    values : ndarray of shape (n, p)
        Finite numbers.

    Returns
    -------
    ndarray of shape (p,)
        The column that comes first, the one after it, ...

    Examples
    --------
    >>> Y = np.array([[2.0, 1.0, 1.0], [0.0, 5.0, 4.0]])
    >>> canonical_order(Y)
    array([2, 1, 0])
    >>> canonical_order(Y[:, ::-1])
    array([0, 1, 2])
    """
    order = np.argsort(values[0], kind="stable")
    ranked = values[0, order]
    if (ranked[1:] == ranked[:-1]).any():  # the first row does not settle it
        columns = (values.T + 0.0).astype(">f8")  # -0.0 is 0.0; the same bytes on every machine
        keys = [(value, column.tobytes()) for value, column in zip(values[0], columns, strict=True)]
        order = np.array(sorted(range(len(keys)), key=keys.__getitem__))
    return order.astype(np.int64)
