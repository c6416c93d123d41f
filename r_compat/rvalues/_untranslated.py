"""What R does and these rules do not: an error that no handler of a script takes for R's."""

from __future__ import annotations

from typing import Any, NoReturn


class Untranslated(BaseException):
    """R has an answer here, and Python has none.

    It is no ``Exception``, for R would not have raised it: ``tryCatch()`` and ``try()`` of a
    translated script let it pass, and the script ends.

    Examples
    --------
    >>> issubclass(Untranslated, Exception)
    False
    """


class OnlyShown:
    """What is known by what R shows of it only: no part of it can be asked for or changed.

    Attributes
    ----------
    table : numpy.ndarray
        What R has, whose extents and names can be asked for.
    """

    table: Any

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise Untranslated("a part of what is only to be shown has no translation")

    ndim = shape = dtype = property(_refuse)
    __array__ = __len__ = __iter__ = __getitem__ = __setitem__ = _refuse
