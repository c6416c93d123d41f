"""What R does and these rules do not: an error that no handler of a script takes for R's."""

from __future__ import annotations


class Untranslated(BaseException):
    """R has an answer here, and Python has none.

    It is no ``Exception``, for R would not have raised it: ``tryCatch()`` and ``try()`` of a
    translated script let it pass, and the script ends.

    Examples
    --------
    >>> issubclass(Untranslated, Exception)
    False
    """
