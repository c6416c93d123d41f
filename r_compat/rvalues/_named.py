"""Arrays with R's names: labels that go along with the values and never take part in computing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from dagbag.results import RList

Labels = Any  # an object array of text, or None


class NamedArray(np.ndarray):
    """An array whose axes may have labels. R: ``names`` and ``dimnames``.

    It computes as any other array: labels are never aligned. They go along with elementwise
    functions and with selections, and are dropped by everything else.

    Attributes
    ----------
    dimnames : tuple
        For each axis an array of text, or None.

    Examples
    --------
    >>> x = named([3.0, 4.0], ["a", "b"])
    >>> (2 * x).names
    array(['a', 'b'], dtype=object)
    >>> x[1]
    np.float64(4.0)
    """

    _labels: tuple[Labels, ...]

    def __new__(cls, values: Any, dimnames: Sequence[Labels]) -> NamedArray:
        array = np.asarray(values).view(cls)
        array._labels = tuple(dimnames)
        return array

    def __array_finalize__(self, obj: Any) -> None:
        self._labels = ()

    @property
    def dimnames(self) -> tuple[Labels, ...]:
        """Labels of each axis."""
        fits = len(self._labels) == self.ndim and all(
            labels is None or len(labels) == extent
            for labels, extent in zip(self._labels, self.shape, strict=True)
        )
        return self._labels if fits else (None,) * self.ndim

    @property
    def names(self) -> Labels:
        """Labels of a vector."""
        return self.dimnames[0] if self.ndim == 1 else None

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        out = kwargs.get("out")
        if out is not None:
            kwargs["out"] = tuple(plain(item) for item in out)
        result = getattr(ufunc, method)(*(plain(item) for item in inputs), **kwargs)
        if out is not None:
            return out[0]
        if ufunc is np.matmul:
            return _product_labelled(result, *inputs)
        keeps = method == "__call__" or method == "accumulate"
        return relabelled(result, *inputs) if keeps and isinstance(result, np.ndarray) else result

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        if func is np.delete:
            return _deleted(*args, **kwargs)
        result = func(*_plain_all(args), **{k: _plain_all(v) for k, v in kwargs.items()})
        if func in _ELEMENTWISE and isinstance(result, np.ndarray):
            return relabelled(result, *args)
        return result

    def __getitem__(self, index: Any) -> Any:
        result = plain(self)[_plain_all(index)]
        if not isinstance(result, np.ndarray):
            return result
        labels = self._selected(index, result.ndim)
        return result if labels is None else NamedArray(result, labels)

    def _selected(self, index: Any, ndim: int) -> list[Labels] | None:
        """Labels of a selection, where each axis has an index of its own."""
        parts = index if isinstance(index, tuple) else (index,)
        if len(parts) > self.ndim or any(part is None or part is Ellipsis for part in parts):
            return None
        if any(getattr(part, "ndim", 1) > 1 for part in parts):
            return None
        chosen: list[Labels] = []
        full = (*parts, *[slice(None)] * (self.ndim - len(parts)))
        for labels, part in zip(self.dimnames, full, strict=True):
            if isinstance(part, (int, np.integer)):
                continue
            chosen.append(None if labels is None else np.asarray(labels)[_plain_all(part)])
        if len(chosen) != ndim or all(labels is None for labels in chosen):
            return None
        return chosen

    def sort(self, *args: Any, **kwargs: Any) -> None:
        """Sort in place; labels go along."""
        if self.ndim == 1 and self.names is not None:
            order = np.argsort(plain(self), kind="stable")
            self._labels = (self.names[order],)
        plain(self).sort(*args, **kwargs)

    @property
    def T(self) -> Any:  # noqa: N802
        """The transpose; labels go along."""
        return NamedArray(plain(self).T, self.dimnames[::-1])

    def copy(self, order: Any = "C") -> NamedArray:
        """Return a copy with the labels."""
        return NamedArray(plain(self).copy(order), self.dimnames)

    def __deepcopy__(self, memo: Any) -> NamedArray:
        return self.copy()

    def astype(self, *args: Any, **kwargs: Any) -> Any:
        """Convert the values; labels stay."""
        return NamedArray(plain(self).astype(*args, **kwargs), self.dimnames)

    def __reduce__(self) -> Any:
        return NamedArray, (plain(self), self.dimnames)

    def __repr__(self) -> str:
        return f"{plain(self)!r} with names {list(self.dimnames)}"

    def __str__(self) -> str:
        if self.ndim == 1 and self.names is not None:
            return pd.Series(plain(self), index=list(self.names)).to_string()
        if self.ndim == 2:
            rows, columns = self.dimnames
            return pd.DataFrame(plain(self), index=rows, columns=columns).to_string()
        return str(plain(self))


def _product_labelled(result: Any, left: Any, right: Any) -> Any:
    """Rows of a matrix product are those of the left matrix, columns those of the right one."""
    if np.ndim(result) != 2:
        return result
    labels = [
        left.dimnames[0] if isinstance(left, NamedArray) else None,
        right.dimnames[1] if isinstance(right, NamedArray) else None,
    ]
    return result if all(n is None for n in labels) else NamedArray(result, labels)


def _deleted(array: Any, index: Any, axis: int | None = None) -> Any:
    """``np.delete``; labels of what is left stay."""
    result = np.delete(plain(array), _plain_all(index), axis)
    if not isinstance(array, NamedArray) or (axis is None and array.ndim > 1):
        return result
    labels = list(array.dimnames)
    at = axis or 0
    if labels[at] is not None:
        labels[at] = np.delete(labels[at], _plain_all(index))
    return NamedArray(result, labels)


_ELEMENTWISE = {np.round, np.real, np.nan_to_num, np.copy, np.cumsum, np.cumprod, np.clip}


def _plain_all(value: Any) -> Any:
    if isinstance(value, NamedArray):
        return plain(value)
    if isinstance(value, tuple):
        return tuple(_plain_all(item) for item in value)
    if isinstance(value, list):
        return [_plain_all(item) for item in value]
    return value


def plain(value: Any) -> Any:
    """Return an array without labels, sharing its memory; anything else as it is."""
    return value.view(np.ndarray) if isinstance(value, NamedArray) else value


def relabelled(result: Any, *sources: Any) -> Any:
    """Give a result the labels of the first source of its shape that has any, as R does."""
    for source in sources:
        same = isinstance(source, NamedArray) and source.shape == result.shape
        if same and any(labels is not None for labels in source.dimnames):
            return NamedArray(result, source.dimnames)
    return result


def _texts(labels: Any) -> Labels:
    from ._text import as_character

    if labels is None:
        return None
    return np.atleast_1d(np.asarray(as_character(labels), dtype=object))


def named(values: Any, labels: Any) -> Any:
    """Return a vector with names.

    Examples
    --------
    >>> named([1, 2], ["a", "b"])["b" == np.array(["a", "b"])]
    array([2]) with names [array(['b'], dtype=object)]
    """
    if isinstance(values, list) and any(isinstance(v, (list, dict, np.ndarray)) for v in values):
        return dict(zip(map(str, labels), values, strict=True))
    array = np.atleast_1d(np.asarray(plain(values)))
    if array.dtype.kind in "US":
        array = array.astype(object)
    texts = _texts(labels)
    if len(texts) < len(array):
        texts = np.concatenate([texts, np.full(len(array) - len(texts), "", dtype=object)])
    return NamedArray(array, (texts,))


def names(x: Any) -> Any:
    """Return the names of a vector, list or data frame, or None. R: ``names``."""
    if isinstance(x, NamedArray):
        return x.names if x.ndim == 1 else None
    if isinstance(x, Mapping):
        return np.array(list(x), dtype=object)
    if isinstance(x, pd.DataFrame):
        return np.array(x.columns, dtype=object)
    if isinstance(x, RList):
        return np.array(x.names(), dtype=object)
    return None


def set_names(x: Any, labels: Any) -> Any:
    """Return x with other names. R: ``names(x) <- labels``."""
    if isinstance(x, pd.DataFrame):
        return x.set_axis(list(_texts(labels)), axis=1)
    if isinstance(x, (list, Mapping)):
        values = list(x.values()) if isinstance(x, Mapping) else list(x)
        if labels is None:
            return values
        keys = [str(label) for label in _texts(labels)]
        if len(keys) != len(values) or len(set(keys)) != len(keys):
            raise ValueError("the names of a list must be as many as its elements, all different")
        return dict(zip(keys, values, strict=True))
    if labels is None:
        return plain(x)
    return named(x, labels)


def unname(x: Any) -> Any:
    """Return x without names. R: ``unname``."""
    if isinstance(x, Mapping):
        return list(x.values())
    return plain(x)


def dimnames(x: Any) -> Any:
    """Return the names of the rows and columns, or None. R: ``dimnames``."""
    if isinstance(x, pd.DataFrame):
        return [rownames(x), np.array(x.columns, dtype=object)]
    if isinstance(x, NamedArray) and x.ndim > 1 and any(n is not None for n in x.dimnames):
        return list(x.dimnames)
    return None


def with_dimnames(x: Any, labels: Any) -> Any:
    """Return an array with other names of rows and columns. R: ``dimnames(x) <- labels``."""
    if labels is None:
        return plain(x)
    listed = list(labels.values()) if isinstance(labels, Mapping) else list(labels)
    if len(listed) != np.ndim(x):
        raise ValueError("dimnames must have as many elements as there are dimensions")
    return NamedArray(plain(x), [_texts(item) for item in listed])


def _axis_names(x: Any, axis: int) -> Any:
    if isinstance(x, NamedArray) and x.ndim > axis and x.ndim > 1:
        return x.dimnames[axis]
    return None


def rownames(x: Any) -> Any:
    """Return the names of the rows, or None. R: ``rownames``."""
    if isinstance(x, pd.DataFrame):
        if pd.api.types.is_integer_dtype(x.index):
            return np.array([str(k + 1) for k in x.index], dtype=object)
        return np.array([str(k) for k in x.index], dtype=object)
    return _axis_names(x, 0)


def colnames(x: Any) -> Any:
    """Return the names of the columns, or None. R: ``colnames``."""
    if isinstance(x, pd.DataFrame):
        return np.array(x.columns, dtype=object)
    return _axis_names(x, 1)


def _set_axis(x: Any, axis: int, labels: Any) -> Any:
    if np.ndim(x) < 2:
        raise ValueError("only a matrix has names of rows and columns")
    found: list[Any] = list(x.dimnames) if isinstance(x, NamedArray) else [None] * np.ndim(x)
    found[axis] = _texts(labels)
    if found[axis] is not None and len(found[axis]) != x.shape[axis]:
        raise ValueError(
            f"dimnames must have {x.shape[axis]} names for this axis, got {len(found[axis])}"
        )
    if all(item is None for item in found):
        return plain(x)
    return NamedArray(plain(x), found)


def set_rownames(x: Any, labels: Any) -> Any:
    """Return x with other names of the rows. R: ``rownames(x) <- labels``."""
    if isinstance(x, pd.DataFrame):
        if labels is None:
            return x.reset_index(drop=True)
        return x.set_axis(list(_texts(labels)), axis=0)
    return _set_axis(x, 0, labels)


def set_colnames(x: Any, labels: Any) -> Any:
    """Return x with other names of the columns. R: ``colnames(x) <- labels``."""
    if isinstance(x, pd.DataFrame):
        return x.set_axis(list(_texts(labels)), axis=1)
    return _set_axis(x, 1, labels)
