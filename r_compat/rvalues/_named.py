"""Arrays with R's names: labels that go along with the values and never take part in computing."""

from __future__ import annotations

import copy
import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from dagbag.results import RList

from ._nothing import is_null
from ._untranslated import OnlyShown, Untranslated

Labels = Any  # an object array of text, or None


class Headings(tuple[str, ...]):
    """The names of ``dimnames`` of an array that is no table. R: ``names(dimnames(x))``."""


ONE_DIMENSION = Headings([""])  # of an array of one dimension, which for R is no vector
NO_DIMENSION = Headings(["table"])  # of a table that lost its dimension: a vector in all but class


def _opened(index: Any, ndim: int) -> Any:
    """Return what `numpy.ix_` made an open mesh of; another index as it is."""
    if not isinstance(index, tuple) or not len(index) == ndim > 1:
        return index
    for axis, part in enumerate(index):
        if not isinstance(part, np.ndarray) or part.ndim != ndim or part.shape[axis] != part.size:
            return index
    return tuple(part.ravel() for part in index)


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
    _axes: tuple[str, ...] | None
    _attributes: dict[str, Any]

    def __new__(
        cls, values: Any, dimnames: Sequence[Labels], axes: tuple[str, ...] | None = None
    ) -> NamedArray:
        array = np.asarray(values).view(cls)
        array._labels = tuple(dimnames)
        array._axes = axes
        return array

    def __array_finalize__(self, obj: Any) -> None:
        self._labels = ()
        self._axes = None
        self._attributes = {}

    @property
    def axes(self) -> tuple[str, ...] | None:
        """What the axes of a table count, "" where R does not say; None if it is no table."""
        return None if isinstance(self._axes, Headings) else self.headings

    @property
    def headings(self) -> tuple[str, ...] | None:
        """The names that ``dimnames`` has itself, of a table or of any array (`Headings`)."""
        return self._axes if self._axes is not None and len(self._axes) == self.ndim else None

    @property
    def dimnames(self) -> tuple[Labels, ...]:
        """Labels of each axis."""
        fits = len(self._labels) == self.ndim and all(
            labels is None or len(labels) == extent
            for labels, extent in zip(self._labels, self.shape, strict=True)
        )
        if not fits:
            return (None,) * self.ndim
        if self.ndim > 1 and 0 in self.shape:  # R has no names for no rows
            return tuple(None if n is not None and len(n) == 0 else n for n in self._labels)
        return self._labels

    @property
    def names(self) -> Labels:
        """Labels of a vector."""
        return self.dimnames[0] if self.ndim == 1 else None

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        if ufunc in _COMPARING and len(inputs) == 2:
            require_fit(*inputs)
        out = kwargs.get("out")
        if out is not None:
            kwargs["out"] = tuple(plain(item) for item in out)
        result = getattr(ufunc, method)(*(plain(item) for item in inputs), **kwargs)
        if out is not None:
            return out[0]
        if ufunc is np.matmul:
            return _product_labelled(result, *inputs)
        if not isinstance(result, np.ndarray):
            return result
        if method == "accumulate":
            return _as_vector(relabelled(result, *inputs))
        return relabelled(result, *inputs) if method == "__call__" else result

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        if func is np.delete:
            return _deleted(*args, **kwargs)
        result = func(*_plain_all(args), **{k: _plain_all(v) for k, v in kwargs.items()})
        if func in _ELEMENTWISE and isinstance(result, np.ndarray):
            made = relabelled(result, *args)
            return _as_vector(made) if func in (np.cumsum, np.cumprod) else made
        return result

    def __getitem__(self, index: Any) -> Any:
        result = plain(self)[_plain_all(index)]
        if not isinstance(result, np.ndarray):
            return result
        index = _opened(index, self.ndim)
        labels = self._selected(index, result.ndim)
        if result.shape == (1,) and self.ndim > 1:
            labels = self._of_one_cell(index, labels)
        if labels is None:
            heads = _left(self, result) if self.ndim == 1 else None
            return result if heads is None else NamedArray(result, (None,), heads)
        return NamedArray(result, labels, _left(self, result))

    def _of_one_cell(self, index: Any, labels: list[Labels] | None) -> list[Labels] | None:
        """Labels of one cell that is a vector: those of the one dimension that has any."""
        parts = index if isinstance(index, tuple) else (index,)
        full = (*parts, *[slice(None)] * (self.ndim - len(parts)))
        if self.ndim != 2 or not any(isinstance(part, (int, np.integer)) for part in full):
            return labels
        given = [
            np.atleast_1d(np.asarray(names, dtype=object)[_plain_all(part)])
            for names, part in zip(self.dimnames, full, strict=True)
            if names is not None
        ]
        return given if len(given) == 1 else None

    def _selected(self, index: Any, ndim: int) -> list[Labels] | None:
        """Labels of a selection, where each axis has an index of its own."""
        parts = index if isinstance(index, tuple) else (index,)
        if any(part is Ellipsis or getattr(part, "ndim", 1) > 1 for part in parts):
            return None
        chosen: list[Labels] = []
        own = iter(self.dimnames)
        taken = sum(part is not None for part in parts)
        for part in (*parts, *[slice(None)] * (self.ndim - taken)):
            if part is None:  # a new dimension, as in t(x) and as.matrix(x)
                chosen.append(None)
                continue
            labels = next(own)
            if isinstance(part, (int, np.integer)):
                continue
            chosen.append(None if labels is None else np.asarray(labels)[_plain_all(part)])
        if len(chosen) != ndim or all(labels is None for labels in chosen):
            return None
        return chosen

    @property
    def T(self) -> Any:  # noqa: N802
        """The transpose; labels go along."""
        axes = self.headings
        if axes is not None:
            axes = type(axes)(axes[::-1])
        return NamedArray(plain(self).T, self.dimnames[::-1], axes)

    def copy(self, order: Any = "C") -> NamedArray:
        """Return a copy with the labels and attributes."""
        made = NamedArray(plain(self).copy(order), self.dimnames, self.headings)
        made._attributes = dict(self._attributes)
        return made

    def __copy__(self) -> NamedArray:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> NamedArray:
        return self.copy()

    def astype(self, *args: Any, **kwargs: Any) -> Any:
        """Convert the values; labels stay."""
        return NamedArray(plain(self).astype(*args, **kwargs), self.dimnames, self.headings)

    def __reduce__(self) -> Any:
        return NamedArray, (plain(self), self.dimnames, self.headings)

    def __repr__(self) -> str:
        return f"{plain(self)!r} with names {list(self.dimnames)}"

    def __str__(self) -> str:
        if self.ndim == 1 and self.names is not None:
            return pd.Series(plain(self), index=list(self.names)).to_string()
        if self.ndim == 2 and self.headings is not None and any(self.headings):
            from ._printing import printed

            return "\n".join(printed(self))
        if self.ndim == 2:
            rows, columns = self.dimnames
            return pd.DataFrame(plain(self), index=rows, columns=columns).to_string()
        return str(plain(self))


class NamedList(list[Any]):
    """A list of which only some elements have names, or of which two have the same name.

    Lists whose names are all there and all different are dicts. This is for the others, such as
    ``list(a = 1, 2)``: the elements in their order, and a name, perhaps "" or None (NA), for each.

    Examples
    --------
    >>> x = NamedList([1, 2], ["a", ""])
    >>> x, x.names
    (NamedList([1, 2], ['a', '']), ['a', ''])
    """

    def __init__(self, values: Iterable[Any] = (), names: Iterable[str | None] = ()) -> None:
        super().__init__(values)
        self.names = [None if name is None else str(name) for name in names]
        self.names += [""] * (len(self) - len(self.names))
        if len(self.names) != len(self):
            raise ValueError(f"a list of {len(self)} elements has {len(self.names)} names")

    def __eq__(self, other: object) -> bool:
        same = isinstance(other, NamedList) and self.names == other.names
        return same and super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None

    def __repr__(self) -> str:
        return f"NamedList({super().__repr__()}, {self.names!r})"

    def __deepcopy__(self, memo: Any) -> NamedList:
        return NamedList([copy.deepcopy(item, memo) for item in self], self.names)

    def __copy__(self) -> NamedList:
        return NamedList(self, self.names)

    def copy(self) -> NamedList:
        """Return a copy with the names."""
        return NamedList(self, self.names)

    def __reduce__(self) -> Any:
        return NamedList, (list(self), self.names)


def picked(items: list[Any], where: Iterable[int]) -> list[Any]:
    """Return elements by their places, None where it is negative; what comes again is a copy.

    Examples
    --------
    >>> found = picked([[1], [2]], [0, 0, -1])
    >>> found[0].append(3)
    >>> found
    [[1, 3], [1], None]
    """
    found: list[Any] = []
    seen: set[int] = set()
    for k in where:
        item = items[k] if k >= 0 else None
        found.append(copy.deepcopy(item) if k in seen else item)
        seen.add(k)
    return found


def list_of(values: Iterable[Any], labels: Any) -> Any:
    """Return a list of R: a list, a dict if all names differ, a `NamedList` otherwise.

    Examples
    --------
    >>> list_of([1, 2], None), list_of([1, 2], ["a", "b"])
    ([1, 2], {'a': 1, 'b': 2})
    """
    items = list(values)
    if labels is None:
        return items
    keys = [None if label is None else str(label) for label in labels]
    keys += [""] * (len(items) - len(keys))
    if not any(keys):
        return items
    if "" in keys or None in keys or len(set(keys)) < len(keys):
        return NamedList(items, keys)
    return dict(zip(keys, items, strict=True))


def part_of(values: Iterable[Any], labels: Any) -> Any:
    """Return a part of a list of R, which has names if the list has any, even if all are "".

    Examples
    --------
    >>> part_of([2], [""]), part_of([], []), part_of([], None)
    (NamedList([2], ['']), {}, [])
    """
    items = list(values)
    if labels is None or any(labels):
        return list_of(items, labels)
    return NamedList(items, labels) if items else {}


def list_parts(x: Any) -> tuple[list[Any], list[Any] | None]:
    """Return the elements and the names, or None, of a list of R."""
    if isinstance(x, Mapping):
        return list(x.values()), [str(key) for key in x]
    return list(x), list(x.names) if isinstance(x, NamedList) else None


def _product_labelled(result: Any, left: Any, right: Any) -> Any:
    """Rows of a matrix product are those of the left matrix, columns those of the right one."""
    if np.ndim(result) != 2:
        return result
    labels = [
        left.dimnames[0] if isinstance(left, NamedArray) else None,
        right.dimnames[1] if isinstance(right, NamedArray) else None,
    ]
    return result if all(n is None for n in labels) else NamedArray(result, labels)


def _left(array: NamedArray, part: Any) -> tuple[str, ...] | None:
    """Return the headings of a selection: R makes a vector of up to one element of a 1-d array."""
    if part.ndim != array.ndim or (part.ndim == 1 and len(part) < 2):
        return None
    return array.headings


def _as_vector(x: Any) -> Any:
    """Return what R makes a vector with names, and no array of one dimension."""
    if not isinstance(x, NamedArray) or x.ndim != 1 or x.headings is None:
        return x
    return NamedArray(plain(x), x.dimnames)


def one_dimensional(x: Any) -> bool:
    """Whether a value is an array of one dimension for R, as `table` and `tapply` make it."""
    if not isinstance(x, NamedArray) or x.ndim != 1:
        return False
    return x.headings is not None and x.headings is not NO_DIMENSION


def require_fit(x: Any, y: Any) -> None:
    """Stop, as R does, where a vector is longer than an array of one element."""
    for one, other in ((x, y), (y, x)):
        arrayed = one_dimensional(one) or np.ndim(one) > 1
        if arrayed and np.size(one) == 1 and np.size(other) > 1 and np.ndim(other) < 2:
            raise ValueError(
                f"dims [product 1] do not match the length of object [{np.size(other)}]"
            )


_COMPARING = (
    np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal,
    np.logical_and, np.logical_or, np.bitwise_and, np.bitwise_or,
)  # fmt: skip


def _deleted(array: Any, index: Any, axis: int | None = None) -> Any:
    """``np.delete``; labels of what is left stay."""
    result = np.delete(plain(array), _plain_all(index), axis)
    if not isinstance(array, NamedArray) or (axis is None and array.ndim > 1):
        return result
    labels = list(array.dimnames)
    at = axis or 0
    if labels[at] is not None:
        labels[at] = np.delete(labels[at], _plain_all(index))
    return NamedArray(result, labels, _left(array, result))


_ELEMENTWISE = {np.round, np.real, np.nan_to_num, np.copy, np.cumsum, np.cumprod, np.clip}


def _plain_all(value: Any) -> Any:
    if isinstance(value, NamedArray):
        return plain(value)
    if isinstance(value, tuple):
        return tuple(_plain_all(item) for item in value)
    if isinstance(value, list):
        return [_plain_all(item) for item in value]
    return value


def set_attr(x: Any, key: str, value: Any) -> Any:
    """Return an array with an attribute; None takes it away. R: ``attr(x, key) <- value``.

    Examples
    --------
    >>> attr(set_attr(np.array([1.0, 2.0]), "unit", "cm"), "unit")
    'cm'
    """
    if callable(x):
        return _function_with(x, key, value)
    if isinstance(x, (dict, list)) or x is None:
        return _listed_with(x, key, value)
    labels = x.dimnames if isinstance(x, NamedArray) else (None,) * np.ndim(x)
    made = NamedArray(plain(x), labels, x.headings if isinstance(x, NamedArray) else None)
    made._attributes = dict(x._attributes) if isinstance(x, NamedArray) else {}
    made._attributes.pop(key, None)
    if value is not None:
        made._attributes[key] = value
    return made


def _function_with(function: Any, key: str, value: Any) -> Any:
    """Return a function that does the same and has an attribute; the other is as it was."""

    @functools.wraps(function)
    def made(*args: Any, **words: Any) -> Any:
        return function(*args, **words)

    kept = {k: v for k, v in getattr(function, "r_attributes", {}).items() if k != key}
    made.r_attributes = kept if value is None else {**kept, key: value}  # type: ignore[attr-defined]
    return made


def _listed_with(x: Any, key: str, value: Any) -> Any:
    """Return a list that has a class with an attribute; the other is as it was."""
    if not hasattr(x, "r_class") or not isinstance(x, (dict, list)):
        raise Untranslated("only lists with a class, arrays and functions may have attributes here")
    made: Any = copy.copy(x)
    kept = {k: v for k, v in getattr(x, "r_attributes", {}).items() if k != key}
    made.r_attributes = kept if value is None else {**kept, key: value}
    return made


def attr(x: Any, key: str) -> Any:
    """Return an attribute that `set_attr` gave to an array. R: ``attr``.

    What is computed of an array has none here, but often in R: it is an error to ask for one.
    """
    found = x._attributes if isinstance(x, NamedArray) else {}
    found = getattr(x, "r_attributes", found) if callable(x) else found
    if hasattr(x, "r_class"):
        return getattr(x, "r_attributes", {}).get(key)
    if key not in found:
        raise Untranslated(f"the value has no attribute {key} here; R may have kept or dropped it")
    return found[key]


def plain(value: Any) -> Any:
    """Return an array without labels, sharing its memory; anything else as it is."""
    return value.view(np.ndarray) if isinstance(value, NamedArray) else value


def relabelled(result: Any, *sources: Any) -> Any:
    """Give a result the labels of the first source of its shape that has any, as R does.

    Labels of an array of one dimension come before those of a vector. Logicals are no table.
    """
    found = [
        source
        for source in sources
        if isinstance(source, NamedArray)
        and source.shape == result.shape
        and (one_dimensional(source) or any(labels is not None for labels in source.dimnames))
    ]
    if not found:
        return result
    source = next((item for item in found if one_dimensional(item)), found[0])
    heads = source.headings
    if heads is not None and result.dtype.kind == "b":
        heads = Headings(heads)
    return NamedArray(result, source.dimnames, heads)


def keep_names(result: Any, source: Any) -> Any:
    """Return what a function of another package made of an array, with the array's names.

    Examples
    --------
    >>> keep_names(np.array([1.0, 4.0]), named([1, 2], ["a", "b"])).names
    array(['a', 'b'], dtype=object)
    """
    return relabelled(result, source) if isinstance(result, np.ndarray) else result


def _texts(labels: Any) -> Labels:
    from ._text import as_character

    if labels is None:
        return None
    return np.atleast_1d(np.asarray(as_character(labels), dtype=object))


def named(values: Any, labels: Any) -> Any:
    """Return a vector with names; without, if there are none to give.

    Examples
    --------
    >>> named([1, 2], ["a", "b"])["b" == np.array(["a", "b"])]
    array([2]) with names [array(['b'], dtype=object)]
    """
    if labels is None:
        return np.asarray(values)
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
        bare = x.ndim > 1 or (one_dimensional(x) and not len(x))  # no cells, no names of cells
        return None if bare else x.names
    if isinstance(x, Mapping):
        if hasattr(x, "unordered") and len(x) > 1:  # an environment
            raise Untranslated(
                "the order in which R names the variables of an environment has no translation"
            )
        return np.array(list(x), dtype=object)
    if isinstance(x, NamedList):
        return np.array(x.names, dtype=object)
    if isinstance(x, pd.DataFrame):
        return np.array(x.columns, dtype=object)
    if isinstance(x, RList):
        return np.array(x.names(), dtype=object)
    return None


def set_names(x: Any, labels: Any) -> Any:
    """Return x with other names. R: ``names(x) <- labels``."""
    if is_null(x) and labels is not None:
        raise TypeError("attempt to set an attribute on NULL")
    if isinstance(x, pd.DataFrame):
        return x.set_axis(list(_texts(labels)), axis=1)
    if isinstance(x, (list, Mapping)):
        values, _ = list_parts(x)
        keys = _texts(labels)
        if keys is not None and len(keys) > len(values):
            raise ValueError(f"a list of {len(values)} elements cannot have {len(keys)} names")
        keys = _padded(keys, len(values))
        return list_of(values, keys) if values else part_of(values, keys)
    if labels is None:
        return unname(x)
    if isinstance(x, pd.Categorical):
        raise Untranslated("names of a factor have no translation")
    texts = _padded(_texts(labels), np.size(x))
    if len(texts) > np.size(x):
        raise ValueError(f"a vector of {np.size(x)} elements cannot have {len(texts)} names")
    return NamedArray(plain(x), (texts,), x.headings) if one_dimensional(x) else named(x, texts)


def _padded(labels: Any, count: int) -> Any:
    """Return as many names as there are elements; those that were not given are NA."""
    if labels is None or len(labels) >= count:
        return labels
    return np.concatenate([labels, np.full(count - len(labels), None, dtype=object)])


def unname(x: Any) -> Any:
    """Return x without names. R: ``unname``."""
    if isinstance(x, (Mapping, NamedList)):
        return list_parts(x)[0]
    if one_dimensional(x):
        return NamedArray(plain(x), (None,), x.headings)
    return plain(x)


def dimnames(x: Any) -> Any:
    """Return the names of the rows and columns, or None. R: ``dimnames``."""
    if isinstance(x, pd.DataFrame):
        return [rownames(x), np.array(x.columns, dtype=object)]
    x = x.table if isinstance(x, OnlyShown) else x
    arrayed = isinstance(x, NamedArray) and (x.ndim > 1 or one_dimensional(x))
    if arrayed and any(n is not None for n in x.dimnames):
        called = x.headings is not None and any(x.headings)
        return NamedList(x.dimnames, x.headings or ()) if called else list(x.dimnames)
    return None


def with_dimnames(x: Any, labels: Any) -> Any:
    """Return an array with other names of rows and columns. R: ``dimnames(x) <- labels``."""
    if labels is None:
        return plain(x)
    listed = list_parts(labels)[0]
    if len(listed) != np.ndim(x):
        raise ValueError("dimnames must have as many elements as there are dimensions")
    axes = [_texts(item) for item in listed]
    for axis, extent in zip(axes, np.shape(x), strict=True):
        if axis is not None and len(axis) not in (0, extent):
            raise ValueError(f"dimnames must have {extent} names for this axis, got {len(axis)}")
    keys = list_parts(labels)[1]
    heads: tuple[str, ...] | None = Headings(keys) if keys and any(keys) else None
    if isinstance(x, NamedArray) and x.axes is not None:  # a table stays one
        heads = tuple(keys) if keys else ("",) * x.ndim
    return NamedArray(plain(x), [n if n is None or len(n) else None for n in axes], heads)


def _axis_names(x: Any, axis: int) -> Any:
    x = x.table if isinstance(x, OnlyShown) else x
    if isinstance(x, NamedArray) and x.ndim > axis and x.ndim > 1:
        return x.dimnames[axis]
    if one_dimensional(x):
        if axis:
            raise IndexError("subscript out of bounds: a table of one dimension has no columns")
        return x.names
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
    return NamedArray(plain(x), found, x.headings if isinstance(x, NamedArray) else None)


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
