"""Shapes that functions of vectors do not take: an error, where they would flatten a list.

R's functions treat lists, data frames, factors and arrays of more dimensions each in a way of its
own. What is written for vectors says so when it is given another shape; the functions among
themselves, which know what they hand on, are not asked.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd

from dagbag.results import RList

from ._core import elements
from ._untranslated import Untranslated

# For each function of several arguments, all of which are values: the shapes it does not take.
_OF_ALL = {
    "list": "pmax pmin union intersect setdiff choose matmul crossprod tcrossprod colon and_ or_ "
            "xor interaction ifelse",
    "deep": "match is_in paste paste0 file_path eq ne gt lt ge le",
    "frame": "pmax pmin union intersect setdiff choose match is_in paste paste0 file_path matmul "
             "crossprod tcrossprod colon interaction ifelse",
    "factor": "pmax pmin xor and_ or_",
    "array": "choose matmul crossprod tcrossprod",
}  # fmt: skip
# The same, for the first argument alone.
_OF_FIRST = {
    "list": "array as_date as_factor as_table ave basename beta bitwise complete_cases cor cov "
            "combn cut diff factor fivenum format_c mad make_unique margin_table matrix median "
            "na_omit order outer prop_table quantile rank rle rnorm row scale sd sort svd "
            "tabulate t var weighted_mean which as_matrix aperm not_ is_nan utf8_to_int",
    "deep": "as_character as_numeric as_integer as_logical cummax cummin cumprod cumsum "
            "int_to_utf8 nchar sequence strrep substr toupper tolower trimws strtoi sh_quote "
            "duplicated which_max which_min upper_tri lower_tri diag format_ QR",
    "frame": "array as_character as_numeric as_integer as_logical as_date as_factor as_table ave "
             "basename beta bitwise combn cut cummax cummin cumprod cumsum diag diff factor "
             "fivenum format_c int_to_utf8 is_nan mad make_unique margin_table matrix median "
             "nchar outer quantile rank rle rnorm sd sequence strrep substr tabulate "
             "toupper tolower trimws strtoi sh_quote which_max which_min utf8_to_int "
             "is_symmetric sweep signif rep mean_ modify_list vector",
    "factor": "t diag combn na_omit as_data_frame nchar rle which all_ any_ aperm "
              "basename make_unique format_c not_ rnorm starts_with ends_with strsplit nrow ncol "
              "row set_names modify_list utf8_to_int simplify2array rapply as_list element",
    "array": "unique duplicated t row col rle diff var cor cov beta basename make_unique "
             "format_c complete_cases na_omit diag solve is_symmetric simplify2array",
}  # fmt: skip
# Text is looked for in their later arguments.
_OF_LAST = {"gsub": 2, "sub": 2, "grepl": 1, "chartr": 2, "first_positions": 1, "sprintf": 1}


def shape_of(x: Any) -> str:
    """Return which of the shapes that are no vectors a value has; "" if it has none of them."""
    if isinstance(x, pd.DataFrame):
        return "frame"
    if isinstance(x, pd.Categorical):
        return "factor"
    if isinstance(x, (list, Mapping, RList)):
        items = x if isinstance(x, list) else list(elements(x))
        return "list" if all(_is_single(item) for item in items) else "deep"
    return "array" if isinstance(x, np.ndarray) and x.ndim > 2 else ""


def _is_single(item: Any) -> bool:
    return isinstance(item, (str, bool, int, float, np.generic)) or np.shape(item) == (1,)


_WORDS = {
    "list": "a list",
    "deep": "a list of vectors",
    "frame": "a data frame",
    "factor": "a factor",
    "array": "an array of more than two dimensions",
}


def _guarded(function: Callable[..., Any], refused: frozenset[str], asked: slice) -> Any:
    """Return a function that is an error for some shapes of its arguments by position."""

    @functools.wraps(function)
    def checked(*values: Any, **words: Any) -> Any:
        for value in values[asked]:
            shape = shape_of(value)
            if shape and shape in refused:
                raise Untranslated(f"{function.__name__.strip('_')}() of {_WORDS[shape]}")
        return function(*values, **words)

    return checked


def guard(functions: dict[str, Any]) -> None:
    """Make functions of a module an error for the shapes that they do not take."""
    found: dict[str, set[str]] = {}
    places: dict[str, slice] = {}
    for table, asked in ((_OF_ALL, slice(None)), (_OF_FIRST, slice(1))):
        for shape, names in table.items():
            for name in names.split():
                found.setdefault(name, set()).add(shape)
                places[name] = asked
    for name, position in _OF_LAST.items():
        found[name], places[name] = {"deep", "frame"}, slice(position, None)
    for name, shapes in found.items():
        refused = shapes | {"deep"} if "list" in shapes else shapes
        if isinstance(functions.get(name), type) or name not in functions:
            continue
        functions[name] = _guarded(functions[name], frozenset(refused), places[name])
