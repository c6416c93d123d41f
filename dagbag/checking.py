"""Data trouble, all at once and by name, before anything is learned."""

from __future__ import annotations

from typing import Any

from ._input.containers import read_container
from ._input.diagnosis import diagnose
from ._input.findings import DataReport, Finding
from ._input.missing import check_missing

__all__ = ["DataReport", "Finding", "check_data"]


def check_data(X: Any, *, missing: str = "error") -> DataReport:
    """Report what is wrong with data, and what is remarkable, before a search.

    Nothing is raised for what is in the columns, and nobody is warned: the report has it all.
    Errors leave no data to search on: missing and infinite values, text, dates, categories and
    objects, names that come twice, fewer than 3 rows. Warnings ask for a decision: constant and
    nearly constant columns, copies (also in other units, or with the sign flipped), columns that
    are exact combinations of others, values far out (more than ``6 (1 + 4 / sqrt(n))`` robust
    standard deviations from the median), rows that depend on the row before as in a time series,
    row numbers, repeated rows, few rows, a covariance matrix without its n. Notes say how two
    values, few levels and scales are taken.

    Parameters
    ----------
    X : array-like, DataFrame, pyarrow Table or AnnData of shape (n, p)
        Of an AnnData its ``X`` is taken; of a layer give ``adata.to_df(layer=...)``.
    missing : {"error", "drop"}, default "error"
        Whether missing values are an error, or their rows will be dropped. Covariances of pairwise
        complete rows are not offered: they need not be those of any data, each has an n of its own,
        and resamples have other gaps.

    Returns
    -------
    DataReport
        Prints as a table; ``.findings``, ``.ok``, ``.to_frame()``, ``.raise_for_errors()``.

    Raises
    ------
    TypeError, ValueError
        If `X` is no table at all.

    Examples
    --------
    >>> import numpy as np
    >>> from dagbag import check_data
    >>> rng = np.random.default_rng(1)
    >>> X = rng.standard_normal((50, 3))
    >>> X[:, 2] = X[:, 0] + X[:, 1]
    >>> print(check_data(X))
    X: 50 rows, 3 columns: 0 errors, 1 warning, 0 notes
      warning  collinear  exact combinations of other columns: 2 = 0 + 1.
                          Done: used as they are; edges among them are chance. To change it: leave
                          one of the columns of each out, best the sum.
    """
    how = check_missing(missing)
    return diagnose(read_container(X, "X"), how)
