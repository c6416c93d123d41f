"""One text that is NA, on its way into a rule: None is NULL there."""

from __future__ import annotations

from typing import Any

import numpy as np


class MissingText:
    """One text that is NA; as an array it has None, as missing texts have."""

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return np.array(None, dtype=object)

    def __repr__(self) -> str:
        return "NA"

    def __copy__(self) -> MissingText:
        return self

    def __deepcopy__(self, memo: Any) -> MissingText:
        return self

    def __reduce__(self) -> Any:
        return one, (None,)


NA_TEXT = MissingText()


def one(x: Any) -> Any:
    """Return a value as it is, and None, a text that is NA, such that it is not taken for NULL.

    Examples
    --------
    >>> one("a"), one(None)
    ('a', NA)
    """
    return NA_TEXT if x is None else x
