"""R's NULL where a vector is going to grow."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._untranslated import Untranslated

_QUESTIONS = (np.isnan, np.isfinite, np.isinf)
_KEEPING = (np.repeat, np.tile, np.sort, np.flip, np.unique)  # that are NULL of NULL
_STOPPING = (np.round, np.outer, np.kron)  # for which R stops, too


class Nothing(np.ndarray):
    """An array without elements that is R's NULL; whatever is made of it is an ordinary array.

    A script begins with ``x <- NULL`` or ``c()`` and puts elements in. As long as it has none, it
    is NULL for R, and an array for numpy.
    """

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        if func in _KEEPING and args and args[0] is self:
            return self
        if func is np.mean:
            raise Untranslated("mean() of NULL, which is NA")
        if func in _STOPPING:
            raise TypeError(f"{func.__name__}() needs numbers, got NULL")
        return func(*_plain(args), **{key: _plain(value) for key, value in kwargs.items()})

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        if len(inputs) == 1 and method == "__call__" and ufunc not in _QUESTIONS:
            raise TypeError("non-numeric argument to mathematical function, got NULL")
        return getattr(ufunc, method)(*_plain(inputs), **kwargs)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):  # any part of NULL is NULL
            return self
        return self.view(np.ndarray)[index]

    def astype(self, dtype: Any, *args: Any, **kwargs: Any) -> Any:
        """Return an array without elements, which is no longer NULL."""
        return self.view(np.ndarray).astype(dtype, *args, **kwargs)

    def __deepcopy__(self, memo: Any) -> Nothing:
        return self

    def copy(self, order: Any = "C") -> Nothing:  # noqa: ARG002
        """Return it as it is: nothing can be changed in it."""
        return self

    def __reduce__(self) -> Any:
        return nothing, (self.dtype.type,)

    def __repr__(self) -> str:
        return "NULL"

    __str__ = __repr__


def _plain(value: Any) -> Any:
    if isinstance(value, Nothing):
        return value.view(np.ndarray)
    if isinstance(value, (list, tuple)):
        return type(value)(_plain(item) for item in value)
    return value


def nothing(dtype: Any = float) -> Nothing:
    """Return NULL as a vector that is going to hold elements of a type. R: ``NULL``.

    Examples
    --------
    >>> x = nothing()
    >>> is_null(x), len(x)
    (True, 0)
    >>> np.append(x, 3.0)
    array([3.])
    """
    return np.array([], dtype=dtype).view(Nothing)


def is_null(x: Any) -> bool:
    """Whether a value is NULL. R: ``is.null``."""
    return x is None or isinstance(x, Nothing)


def or_null(x: Any) -> Any:
    """Return None for NULL, and any other value as it is."""
    return None if is_null(x) else x
