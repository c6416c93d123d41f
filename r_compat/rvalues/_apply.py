"""Functions over elements, rows and groups."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd

from ._core import (
    NA_REAL,
    _labels,
    as_array,
    as_list,
    as_logical,
    c,
    common,
    elements,
    is_atomic,
    is_list,
    is_logical,
    is_scalar,
    items,
    length,
    logical_numbers,
    missing,
    truth,
    unlist,
    vector,
)
from ._named import (
    Headings,
    NamedArray,
    list_of,
    list_parts,
    named,
    names,
    part_of,
    plain,
    unname,
)
from ._nothing import is_null
from ._select import get, is_text
from ._shapes import only
from ._untranslated import Untranslated


def simplify(values: list[Any], labels: Any = None, inner_names: bool = True) -> Any:
    """Return what ``sapply`` makes of a list: a vector, a matrix, or the list.

    Names of single values are not those of a vector that ``vapply`` makes.

    Examples
    --------
    >>> simplify([np.array([1, 2]), np.array([3, 4])])
    array([[1, 3],
           [2, 4]])
    """
    if not values:
        return [] if labels is None else {}
    if not inner_names and not all(length(v) == 1 for v in values):
        raise ValueError("values must be length 1")
    labels = _as_many(labels, len(values))
    lengths = {length(v) for v in values}
    atomic = all((is_scalar(v) or isinstance(v, np.ndarray)) for v in values)
    if atomic and lengths == {1}:
        return unlist(part_of(values if inner_names else list(map(plain, values)), labels))
    if atomic and len(lengths) == 1 and lengths != {0}:
        arrays = common([vector(v) for v in values])
        matrix = np.column_stack(arrays)
        rows = names(values[0]) if isinstance(values[0], NamedArray) else None
        if rows is None and labels is None:
            return matrix
        return NamedArray(
            matrix, (rows, None if labels is None else np.array(labels, dtype=object))
        )
    if len(lengths) == 1 and any(isinstance(v, pd.Categorical) for v in values):
        raise Untranslated("sapply() of factors of one length makes a matrix of codes in R")
    if len(lengths) > 1 or lengths == {0} or not any(map(is_list, values)):
        return part_of(values, labels)
    if lengths != {1}:
        raise Untranslated("sapply() of lists of one length is a matrix of lists in R")
    items: list[Any] = []  # lists of one are their elements
    found: list[Any] = []
    for k, value in enumerate(values):
        inner, own = list_parts(as_list(value)) if is_list(value) else ([value], None)
        items += inner
        found += _labels("" if labels is None else labels[k], own, 1)
    return list_of(items, found)


def simplify2array(x: Any) -> Any:
    """Return a list of matrices as the slices of an array. R: ``simplify2array``.

    Examples
    --------
    >>> simplify2array([np.eye(2), np.eye(2)]).shape
    (2, 2, 2)
    """
    items, keys = list_parts(as_list(x))
    shapes = {np.shape(item) for item in items if isinstance(item, np.ndarray)}
    if not items or len(shapes) != 1 or len(shapes.pop()) < 2:
        return simplify(items, keys)
    if not all(isinstance(item, np.ndarray) for item in items):
        return simplify(items, keys)
    stacked = np.stack([plain(item) for item in items], axis=-1)
    first = items[0]
    labels = [*(first.dimnames if isinstance(first, NamedArray) else [None] * first.ndim)]
    labels.append(None if keys is None else np.array(keys, dtype=object))
    return stacked if all(n is None for n in labels) else NamedArray(stacked, labels)


def labels_of(x: Any) -> Any:
    """Return the names that ``sapply`` gives: those of x, or x itself if it is text."""
    found = names(x)
    if found is not None:
        return found
    values = x if isinstance(x, np.ndarray) else None
    if isinstance(x, str):
        return [x]
    if values is None or values.dtype.kind != "O":
        return None
    if not values.size and is_null(values):
        return None
    return list(values) if not values.size or any(isinstance(v, str) for v in values) else None


def listed(values: list[Any], labels: Any = None) -> Any:
    """Return what ``lapply`` makes: a list, or a dict if there are names, also of nothing."""
    return part_of(values, _as_many(labels, len(values)))


def _as_many(labels: Any, n: int) -> Any:
    """Return names for n values: where a shorter one gave them, the others are NA."""
    if labels is None or len(labels) >= n:
        return labels
    return [*labels, *[None] * (n - len(labels))]


def sapply(
    x: Any,
    function: Callable[[Any], Any],
    use_names: bool = True,
    some: bool = False,
    inner_names: bool = True,
    texts: bool = True,
) -> Any:
    """Call a function on each element and simplify. R: ``sapply``.

    Of nothing R has a list; a translation that relies on `some` elements stops then. The names are
    those of x, or x itself where its `texts` are names.

    Examples
    --------
    >>> sapply({"a": np.array([1, 2]), "b": np.array([3])}, len).names
    array(['a', 'b'], dtype=object)
    """
    values = [function(item) for item in items(x)]
    if some and not values:
        raise Untranslated("sapply() of nothing, which is an empty list in R")
    if not inner_names:
        if any(isinstance(v, pd.Categorical) for v in values):
            raise Untranslated("vapply() of a function that returns a factor")
        if not all(is_atomic(v) and length(v) == 1 for v in values):
            raise ValueError("values must be length 1")
    labels = None if not use_names else labels_of(x) if texts else names(x)
    return simplify(values, labels, inner_names)


def typed(values: Any, template: Any) -> Any:
    """Return results, which of nothing are an empty vector or matrix. R: ``vapply``.

    They have names, of nothing, if `sapply` made a dict of it.

    Examples
    --------
    >>> typed([], 0.0)
    array([], dtype=float64)
    """
    if not (isinstance(values, (list, Mapping)) and not values):
        _check_type(values, template)
        return values
    if np.ndim(template) > 1:
        return np.zeros((*np.shape(template), 0), dtype=np.asarray(template).dtype)
    form = vector(template)
    if len(form) != 1:
        return np.zeros((len(form), 0), dtype=form.dtype)
    return named(form[:0], []) if isinstance(values, Mapping) else form[:0]


def _check_type(values: Any, template: Any) -> None:
    """Stop, as R does, at text where numbers are wanted, at numbers for text or logicals."""
    if is_null(values) or not is_atomic(values) or not is_atomic(template) or is_null(template):
        return
    found, wanted = vector(values), vector(template)
    if len(found) == 0 or len(wanted) == 0 or bool(np.all(missing(found))):
        return
    kinds = []
    for array in (found, wanted):
        logical = array.dtype.kind == "b" or (array.dtype.kind == "O" and is_logical(array))
        text = array.dtype.kind in "OU" and not logical
        kinds.append("logical" if logical else "character" if text else "numeric")
    fits = kinds[0] == kinds[1] or kinds == ["logical", "numeric"]
    if not fits:
        raise TypeError(f"values must be of the type of FUN.VALUE, {kinds[1]}, got {kinds[0]}")


def lengths(x: Any) -> Any:
    """Return the number of elements of each element of a list. R: ``lengths``.

    Examples
    --------
    >>> lengths([np.array([1, 2]), None])
    array([2, 0])
    """
    items = [0] * len(x) if isinstance(x, pd.Categorical) else elements(x)
    found = np.array([length(item) for item in items], dtype=np.int64)
    labels = names(x)
    return found if labels is None else named(found, labels)


def lapply(x: Any, function: Callable[[Any], Any], texts: bool = False) -> Any:
    """Call a function on each element; `texts` are names of what is made of them. R: ``lapply``.

    Examples
    --------
    >>> lapply(np.array(["a", "b"], dtype=object), len, texts=True)
    {'a': 1, 'b': 1}
    """
    return listed([function(item) for item in items(x)], labels_of(x) if texts else names(x))


def filter_(function: Callable[[Any], Any], x: Any) -> Any:
    """R: ``Filter``."""
    found = [v for item in items(x) for v in vector(as_logical(function(item)))]  # as unlist()
    where = np.flatnonzero([bool(v) and v == v for v in found]) + 1
    return {} if isinstance(x, Mapping) and not len(where) else get(x, where)


def find(function: Callable[[Any], Any], x: Any) -> Any:
    """Return the first element for which a function is true, or None. R: ``Find``."""
    return next((item for item in items(x) if truth(function(item))), None)


def position(function: Callable[[Any], Any], x: Any) -> Any:
    """Return the place, from 1, of the first element for which it is true. R: ``Position``."""
    return next((k for k, item in enumerate(items(x), 1) if truth(function(item))), NA_REAL)


def apply(
    x: Any, margin: Any, function: Callable[[Any], Any], simplify_results: bool = True
) -> Any:
    """Call a function on rows (1), columns (2) or cells of a matrix or array. R: ``apply``.

    Without `simplify_results` what it returns for rows or columns is a list.
    """
    array = as_array(x)
    heads = array.headings if isinstance(array, NamedArray) else None
    if array.ndim < 2 and not (isinstance(array, NamedArray) and array.axes is not None):
        raise ValueError("dim(X) must have a positive length")
    if is_text(margin):
        if heads is None or any(str(m) not in heads for m in vector(margin)):
            raise ValueError("not all elements of 'MARGIN' are names of dimensions")
        axes = [heads.index(str(m)) for m in vector(margin)]
    else:
        axes = [int(m) - 1 for m in vector(margin)]
    called = None if heads is None else Headings(heads[a] for a in axes)
    if len(axes) == 1:
        (axis,) = axes
        before = (slice(None),) * axis
        parts = [array[(*before, k)] for k in range(array.shape[axis])]
        if array.ndim == 2 and 1 in array.shape:  # one element has the name of the other dimension
            other = array.dimnames[1 - axis] if isinstance(array, NamedArray) else None
            parts = [plain(p) if other is None else named(plain(p), other) for p in parts]
        labels = array.dimnames[axis] if isinstance(array, NamedArray) else None
        values = [function(part) for part in parts]
        if not values:
            return _of_nothing(array, axis, function)
        if not simplify_results or isinstance(values[0], (list, Mapping, pd.DataFrame)):
            return list_of(values, labels)
        if all(v is None for v in values):
            return None
        if all(is_atomic(v) and length(v) == 0 for v in values):
            return c(*values)
        values = [unname(v) if is_atomic(v) and length(v) == 1 else v for v in values]
        made = simplify(_same_names(values), labels)
        if called and isinstance(made, NamedArray) and made.ndim == 2 and made.dimnames[0] is None:
            made = NamedArray(made, made.dimnames, Headings(["", *called]))
        return made
    if not simplify_results:
        raise Untranslated("apply() that returns a list with dimensions")
    kept = [array.shape[a] for a in axes]
    rest = [k for k in range(array.ndim) if k not in axes]
    moved = np.transpose(plain(array), [*axes, *rest])
    own = array.dimnames if isinstance(array, NamedArray) else (None,) * array.ndim
    inside = [own[k] for k in rest]
    labels = [own[a] for a in axes]

    def cell(where: Any) -> Any:
        part = moved[where]
        if any(n is not None for n in inside) and isinstance(part, np.ndarray) and part.ndim:
            return NamedArray(part, inside)
        return part

    cells = [where[::-1] for where in np.ndindex(*kept[::-1])]  # the first one fastest
    results = [function(cell(where)) for where in cells]
    sizes = {length(v) for v in results}
    if sizes == {1}:
        values = plain(c(*[unname(vector(v)) for v in results])).reshape(kept, order="F")
        return NamedArray(values, labels, called) if any(n is not None for n in labels) else values
    if len(sizes) != 1 or any(isinstance(v, (list, Mapping)) for v in results):
        raise Untranslated("apply() over several dimensions must return values of one length")
    size = sizes.pop()
    stacked = np.stack([vector(v) for v in results], axis=-1).reshape((size, *kept), order="F")
    first = names(_same_names(results)[0])
    if first is None and all(n is None for n in labels):
        return stacked
    return NamedArray(stacked, [first, *labels], called and Headings(["", *called]))


def _of_nothing(array: Any, axis: int, function: Callable[[Any], Any]) -> Any:
    """Return nothing of the type that a function returns: R calls it once, for zeros."""
    kind = plain(array).dtype
    shape = [extent for k, extent in enumerate(array.shape) if k != axis]
    texts = kind.kind == "O" and not is_logical(plain(array))
    part = np.full(shape, "", dtype=object) if texts else np.zeros(shape, dtype=kind)
    if kind.kind == "O" and not texts:
        part = np.zeros(shape, dtype=bool)
    found = function(part)
    if found is None:
        return None
    if isinstance(found, (list, Mapping, pd.DataFrame, pd.Categorical)) or np.ndim(found) > 1:
        raise Untranslated("apply() of nothing with a function that returns no vector")
    empty = plain(vector(found))[:0]
    return empty if names(found) is None else named(empty, [])


def _same_names(values: list[Any]) -> list[Any]:
    """Return vectors that make a matrix, without their names unless all have the same."""
    found = [names(v) if isinstance(v, NamedArray) else None for v in values]
    if all(n is None for n in found) or not all(is_atomic(v) for v in values):
        return values
    same = all(n is not None and list(n) == list(found[0]) for n in found if found[0] is not None)
    return values if same and found[0] is not None else [unname(v) for v in values]


def outer(x: Any, y: Any, function: Callable[[Any, Any], Any] | None = None) -> Any:
    """Call a function on all pairs. R: ``outer``.

    Examples
    --------
    >>> outer(np.array([1, 2]), np.array([3, 4, 5]))
    array([[ 3.,  4.,  5.],
           [ 6.,  8., 10.]])
    """
    a, b = vector(x), vector(y)
    if function is None:
        only(x, "numbers dims", "outer")
        only(y, "numbers dims", "outer")
        result = np.multiply.outer(
            logical_numbers(a).astype(float), logical_numbers(b).astype(float)
        )
    else:
        first, second = np.tile(a, len(b)), np.repeat(b, len(a))
        made = function(first, second)
        if isinstance(made, (list, Mapping)) and not is_null(made):
            raise Untranslated("outer() of a function that returns a list")
        values = plain(vector(made))
        if len(values) != len(first):
            raise ValueError("the function of outer() must return as many values as it gets")
        result = values.reshape((len(a), len(b)), order="F")
    labels = [*_axes(x), *_axes(y)]
    if np.ndim(x) > 1 or np.ndim(y) > 1:
        shape = (*(np.shape(x) or (1,)), *(np.shape(y) or (1,)))
        result = result.reshape(shape, order="F")
    return result if all(n is None for n in labels) else NamedArray(result, labels)


def _axes(x: Any) -> list[Any]:
    """Labels of each dimension of a value."""
    return list(x.dimnames) if isinstance(x, NamedArray) else [None] * max(1, np.ndim(x))


def mapply(function: Callable[..., Any], *values: Any) -> list[Any]:
    """Call a function on the first elements, the second ones, and so on, recycled. R: ``Map``."""
    parts = [list(items(v)) for v in values]
    n = max((len(p) for p in parts), default=0)
    if any(len(p) == 0 for p in parts):
        return []
    return [function(*(p[k % len(p)] for p in parts)) for k in range(n)]


_NOT_GIVEN: Any = object()


def reduce(
    function: Callable[[Any, Any], Any],
    x: Any,
    init: Any = _NOT_GIVEN,
    accumulate: bool = False,
    right: bool = False,
) -> Any:
    """R: ``Reduce``; ``init = NULL`` is a value to start from, as any other.

    Examples
    --------
    >>> reduce(lambda a, b: [a, b], [1, 2], init=None)
    [[None, 1], 2]
    """
    values = list(items(x))
    if right:
        values = values[::-1]
    if init is not _NOT_GIVEN:
        values = [init, *values]
    if not values:
        return None
    steps = [values[0]]
    for item in values[1:]:
        steps.append(function(item, steps[-1]) if right else function(steps[-1], item))
    if accumulate:
        steps = steps[::-1] if right else steps
        return simplify(steps) if all(length(step) == 1 for step in steps) else steps
    return steps[-1]
