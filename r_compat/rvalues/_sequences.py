"""Sequences: counting, repeating, reversing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from ._core import (
    length,
    missing,
    vector,
)
from ._dates import is_dates
from ._named import (
    NamedArray,
    list_parts,
    named,
    names,
    part_of,
    picked,
)
from ._nothing import is_null
from ._select import take
from ._untranslated import Untranslated

month_name = np.array(
    [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ],
    dtype=object,
)  # fmt: skip
month_abb = np.array([month[:3] for month in month_name], dtype=object)
letters = np.array(list("abcdefghijklmnopqrstuvwxyz"), dtype=object)


LETTERS = np.array(list("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), dtype=object)


def colon(first: Any, last: Any) -> Any:
    """Count from `first` to `last`, up or down. R: ``first:last``.

    Examples
    --------
    >>> colon(3, 1)
    array([3, 2, 1])
    """
    if not (length(first) and length(last)):
        raise ValueError("argument of length 0")
    a, b = float(vector(first)[0]), float(vector(last)[0])
    count = int(abs(b - a) + 1e-10) + 1
    steps = np.arange(count) if b >= a else -np.arange(count)
    return int(a) + steps if a == int(a) else a + steps


def seq(start: Any, to: Any = None, by: Any = None, length_out: Any = None) -> Any:
    """R: ``seq``.

    Examples
    --------
    >>> seq(0, 1, by=0.25)
    array([0.  , 0.25, 0.5 , 0.75, 1.  ])
    """
    if isinstance(start, (np.generic, np.ndarray)) and start.dtype.kind == "M":
        from ._dates import date_seq

        return date_seq(start, to, by, length_out)
    if to is None and by is None and length_out is None:
        single = length(start) == 1 and vector(start).dtype.kind in "iuf"
        return colon(1, start) if single else np.arange(1, length(start) + 1)
    if not is_dates(to):  # which date_seq() takes
        given = {"from": start, "to": to, "by": by, "length.out": length_out}
        for word, value in given.items():
            if value is not None and length(value) != 1:
                raise ValueError(f"'{word}' must be of length 1")
    a = vector(start)[0]
    if length_out is not None:
        n = int(np.ceil(vector(length_out)[0]))
        if by is not None:
            step = vector(by)[0]
            if to is not None:
                raise ValueError("too many arguments")
            return a + np.arange(n) * step
        if to is None:
            return a + np.arange(n)
        return np.linspace(a, vector(to)[0], n)
    b = vector(to)[0] if to is not None else 1
    if by is None:
        return colon(a, b)
    step = vector(by)[0]
    if step == 0 or (b - a) / step < 0:
        if a == b:
            return vector(start)
        raise ValueError("wrong sign in 'by' argument")
    count = int((b - a) / step + 1e-10)
    values = a + np.arange(count + 1) * step
    if values.dtype.kind == "f":
        values = np.minimum(values, b) if step > 0 else np.maximum(values, b)
    return values


def rep(
    x: Any, times: Any = None, each: Any = None, length_out: Any = None, use_names: bool = True
) -> Any:
    """Repeat elements. R: ``rep``, and without names ``rep.int`` and ``rep_len``.

    Examples
    --------
    >>> rep(np.array([1, 2]), each=2)
    array([1, 1, 2, 2])
    """
    if is_null(x):
        return x
    where = np.arange(length(x))
    if each is not None:
        where = np.repeat(where, int(vector(each)[0]))
    if length_out is not None:
        count = int(vector(length_out)[0])
        where = np.resize(where, count) if len(where) else np.full(count, -1)
    elif times is not None:
        counts = vector(times).astype(np.int64)
        where = np.tile(where, counts[0]) if len(counts) == 1 else np.repeat(where, counts)
    if isinstance(x, (list, Mapping)):
        items, keys = list_parts(x)
        kept = keys is not None and use_names
        return part_of(picked(items, where), [keys[k] for k in where] if kept and keys else None)
    if isinstance(x, pd.Categorical):
        return x.take(where)
    if not length(x) and len(where) and vector(x).dtype.kind in "OU":
        raise Untranslated("text that is all NA, made of none, has no translation")
    result = take(vector(x), where)
    labels = names(x) if use_names else None
    return result if labels is None else named(result, labels[where])


def rev(x: Any) -> Any:
    """Reverse. R: ``rev``."""
    if isinstance(x, (list, Mapping)):
        items, keys = list_parts(x)
        if not items:
            return x
        return part_of(items[::-1], None if keys is None else keys[::-1])
    if isinstance(x, pd.Categorical):
        return x[::-1]
    if isinstance(x, pd.DataFrame):  # as a list: its columns
        return x.iloc[:, ::-1]
    if x is None:
        return None
    return x[::-1] if isinstance(x, NamedArray) and x.ndim == 1 else vector(x)[::-1]


def size(x: Any) -> int:
    """Return a size, or a seed, that is given as a number or as a vector of one number.

    Examples
    --------
    >>> size(np.array([3.0]))
    3
    """
    values = vector(x)
    if len(values) != 1:
        raise ValueError(f"a size must be one number, got {len(values)} values")
    return int(values[0])


def single(x: Any) -> Any:
    """Return the element of a vector of one, which R does not tell from a single value.

    Examples
    --------
    >>> single(np.array(["BIC"], dtype=object))
    'BIC'
    """
    return x.flat[0] if isinstance(x, np.ndarray) and x.size == 1 else x


def sequence(lengths: Any, start: Any = 1, by: Any = 1) -> Any:
    """Return sequences of some lengths behind each other. R: ``sequence``.

    Examples
    --------
    >>> sequence(np.array([3, 0, 2]))
    array([1, 2, 3, 1, 2])
    """
    counts = vector(lengths)
    if missing(counts).any() or (counts < 0).any():
        raise ValueError("'lengths' must be a vector of non-negative integers")
    parts = [int(start) + int(by) * np.arange(int(n)) for n in counts]
    return np.concatenate([np.zeros(0, dtype=np.int64), *parts])


def int_to_bits(x: Any) -> Any:
    """Return the 32 bits of each integer, the lowest first. R: ``intToBits``.

    Examples
    --------
    >>> int_to_bits(5)[:4]
    array([1, 0, 1, 0], dtype=uint8)
    """
    words = np.asarray(vector(x)).astype(np.int64).astype("<i4")
    return np.unpackbits(words.view(np.uint8), bitorder="little")
