"""An order of the columns that depends on what is in them, not on where they stand."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .._dag.types import FloatArray
from .crossprod import standardize

DECIMALS = 9  # of standardised values: units change the last digits


def canonical_order(values: FloatArray) -> npt.NDArray[np.int64]:
    """Return the order of the columns by their standardised values, whatever their signs.

    Columns that are moved, renamed or given in other units come out in the same order, so that a
    search which sees them in it does not depend on how the table was put together. Columns that
    are the same but for units keep theirs.

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
    >>> Y = np.array([[2.0, 1.0, 1.0], [0.0, 5.0, 4.0], [1.0, 2.0, 0.0]])
    >>> canonical_order(Y)
    array([2, 1, 0])
    >>> canonical_order(-100 * Y[:, ::-1])
    array([0, 1, 2])
    """
    X = np.round(standardize(values).X, DECIMALS)
    first = (X != 0).argmax(axis=0)
    X *= np.where(X[first, np.arange(X.shape[1])] < 0, -1.0, 1.0)
    order = np.argsort(X[0], kind="stable")
    ranked = X[0, order]
    if (ranked[1:] == ranked[:-1]).any():  # the first row does not settle it
        columns = (X.T + 0.0).astype(">f8")  # -0.0 is 0.0; the same bytes on every machine
        keys = [(value, column.tobytes()) for value, column in zip(X[0], columns, strict=True)]
        order = np.array(sorted(range(len(keys)), key=keys.__getitem__))
    return order.astype(np.int64)
