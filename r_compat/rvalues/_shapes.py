"""Which shapes functions take: anything else is an error, not an answer that is not R's.

R's functions treat matrices, arrays, tables, lists, data frames, factors, dates and NULL each in a
way of its own. A function says here what it takes; one that says nothing takes plain vectors of
numbers, logicals and text. The functions among themselves, which know what they hand on, are not
asked.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np
import pandas as pd

from dagbag.results import RList

from ._core import elements, is_blank, is_gaps
from ._named import NamedArray, one_dimensional
from ._nothing import is_null
from ._one import NA_TEXT
from ._untranslated import Untranslated

WORDS = {
    "flat": "a vector",
    "number": "numbers",
    "logical": "logicals",
    "text": "text",
    "matrix": "a matrix",
    "array": "an array of more than two dimensions",
    "grid": "a matrix of text",
    "table": "an array of one dimension",
    "list": "a list",
    "deep": "a list of vectors",
    "frame": "a data frame",
    "factor": "a factor",
    "date": "dates",
    "null": "NULL",
    "complex": "complex numbers",
}
_GROUPS = {
    "numbers": ("flat", "number", "logical"),
    "vectors": ("flat", "number", "logical", "text"),
    "texts": ("flat", "text"),
    "dims": ("matrix", "array", "table", "grid"),
    "lists": ("list", "deep"),
    "any": tuple(WORDS),
}
PLAIN = frozenset(_GROUPS["vectors"])
ANYTHING = frozenset(WORDS)
# The shapes, and the functions that take them. What is asked is the first argument; of f* all by
# position, of f** those by name too, of f@1 all from the second on.
_TAKES = (
    # What asks for a shape, hands its argument on, writes or draws it
    ("any", """abline after aggregate aggregate_by all_equal all_matches all_par all_positions
        any_duplicated any_form append array_ind arrows as_column as_data_frame as_in_r as_label
        assign attr
        barplot boxplot boxplot_stats by by_elements c c_all c_labelled c_named captured cat
        chosen_rows class_ close_all_devices close_device col2rgb colnames color color_ramp
        color_ramp_palette column column_classes column_or columns combined condition_field
        contour copy_file
        case circles cpu_count curve data_frame days_in deparse dim dimnames dispatch
        dispatch_operator distinct_names distinct_rows do_call dollar dotchart dput dput_text
        draw draw_histogram drop each element elements environment_of eq equality example
        expand_grid
        extreme_level file_remove first frame_names full_column get getenv grid heatmap hist
        identical image implicit_class inherits inverse_rle is_array is_character is_data_frame
        is_factor is_false is_function is_list is_logical is_matrix is_na is_null is_numeric
        is_true is_vector keep_names labels_of layout legend length levels line_style list_ listed
        load ls margin_text marker matplot merge message method mget mvrnorm na_omit named names
        ncol ne new_columns_last new_plot nlevels nothing nrow numeric_matrix on_message
        on_warning one one_or_na one_value only
        open_device operator or_na or_null pairs palette panels par par_value
        place_texts plot plot_table polygon print_ print_by printed proc_time qqline qqnorm read_csv
        read_lines read_rds read_table rect relevel remove remove_all remove_file rename_file
        reshape_long reshape_wide restore_options restore_par rev rownames rug save save_rds scan
        segments selected seq set_attr set_colnames set_diag set_element set_levels set_names
        set_random_seed set_rownames set_substr setenv show_axis simplify sink size stack
        stripchart structure subset table_frame text_connection timed truth type_convert typed
        unclass unlist
        columns_named frame_summary ftable unlist_once unused without_row_names
        unsplit unstack vectorized warn_coerced warn_nan which_arr with_class with_dimnames
        write write_csv
        write_lines write_table x_limits xtabs"""),
    ("any", "is_complex"),
    ("numbers dims complex", "modulus real_part imaginary_part argument conjugate"),
    # Operators
    ("numbers dims frame null date", "add* subtract*"),
    ("any", "and_then or_else"),
    ("numbers dims frame null", "and_* or_* xor* divide* multiply* intdiv* mod* power*"),
    ("numbers dims frame", "not_ negative"),
    ("vectors dims factor list frame null date", "ge* gt* le* lt*"),
    ("numbers matrix array table null", "colon*"),
    # Functions of numbers, element by element
    ("numbers dims frame", """abs_ acos acosh asin asinh atan atanh ceiling cos cosh
        digamma exp expm1 factorial floor gamma lfactorial lgamma log log10 log1p log2 sin sinh
        sqrt tan tanh trunc zapsmall
        prop_table"""),
    ("numbers dims frame date", "round_"),
    ("numbers dims", "atan2* beta* choose* kronecker* lbeta* lchoose*"),
    ("flat number matrix array table", "bitwise"),
    ("flat number matrix array table date", "cut"),
    # Summaries
    ("vectors dims factor date frame null", "max_* min_* range_*"),
    ("numbers dims frame null", "sum_* prod_*"),
    ("flat number text matrix array table date", "median"),
    ("vectors dims date null", "mean_ pmax* pmin* sd"),
    ("numbers dims frame null", "all_* any_*"),
    ("vectors dims date list null", "which_max which_min"),
    ("flat logical matrix array table", "which"),
    ("numbers dims list null", "cummax cummin cumprod cumsum"),
    ("numbers dims", "fivenum weighted_mean addmargins find_interval signif"),
    ("flat number dims", "margin_table as_table"),
    ("numbers matrix table date", "diff"),
    ("numbers dims null", "mad quantile"),
    ("flat number text table", "ave"),
    # Vectors
    ("vectors dims factor", "array matrix vector"),
    ("vectors dims", "retyped"),
    ("vectors dims factor date lists frame text null", "as_numeric"),
    ("vectors dims factor date list null", """as_character as_integer as_logical to_integers
        paste* paste0* strrep"""),
    ("vectors dims factor date lists null", "rep"),
    ("vectors matrix array table factor date list null", """tolower toupper trimws substr substring
        pretty_num"""),
    ("vectors dims factor date null", "as_factor factor interaction rank sort"),
    ("vectors dims factor date frame", "order"),
    ("vectors dims factor date frame null", "table"),
    ("vectors dims factor null", "intersect* setdiff* union*"),
    ("vectors matrix grid table factor date list frame null", "duplicated"),
    ("vectors matrix grid table factor date lists frame null", "unique"),
    ("vectors dims factor date null", "setequal"),
    ("texts", "md5sum"),
    ("vectors", "rle recycle"),
    ("vectors matrix", "embed"),
    ("vectors matrix grid table date frame", "t"),
    ("vectors dims factor date frame lists", "any_na"),
    ("vectors dims factor date frame list", "format_"),
    ("vectors matrix grid table factor date frame", "complete_cases*"),
    ("vectors dims factor date", "is_nan"),
    ("vectors table factor date", "is_unsorted"),
    ("flat number matrix array table factor", "tabulate"),
    ("vectors dims list null", "int_to_utf8 sequence"),
    ("vectors dims", "combn"),
    ("number logical text dims", "aperm"),
    ("vectors dims", "outer*"),
    ("vectors dims", "ifelse*"),
    ("numbers matrix grid text table list null", "diag"),
    ("vectors factor date null", "as_date"),
    ("date", "calendar date_seq difftime format_date months quarters weekdays"),
    ("factor frame text", "droplevels"),
    # Matrices
    ("any", "rbind cbind"),
    ("lists frame null", "rbind_all cbind_all"),
    ("vectors dims factor frame", "as_matrix"),
    ("numbers matrix array frame", "col_means col_sums row_means row_sums"),
    ("number logical text matrix grid frame", "col row"),
    ("numbers matrix table", "crossprod* matmul*"),
    ("numbers matrix", "tcrossprod*"),
    ("numbers matrix table frame", "cor* cov*"),
    ("vectors matrix table frame", "var"),
    ("flat number matrix frame", "rowsum"),
    ("flat number matrix table", "rgb"),
    ("numbers matrix frame", "solve eigen qr_solve determinant cov2cor max_col"),
    ("flat number matrix array table frame", "scale"),
    ("numbers dims frame", "svd chol2inv kappa ginv"),
    ("vectors matrix grid", "is_symmetric"),
    ("numbers matrix", "sweep"),
    ("flat number matrix", "chol"),
    # Text
    ("texts", "utf8_to_int"),
    ("texts matrix grid", """basename dirname make_unique starts_with ends_with strsplit
        file_exists"""),
    ("texts null", "match_arg"),
    ("vectors table factor date list null", "sh_quote"),
    ("vectors dims list", "nchar"),
    ("flat number text matrix array grid table null", "format_c"),
    ("vectors dims factor date list null", "make_names strtoi quoted"),
    ("vectors dims date list null", "nzchar"),
    ("vectors matrix array table factor date list null", "gsub@2 sub@2 chartr@2"),
    ("vectors dims factor date list null", """sprintf@1 grep@1 grepl@1
        first_positions@1 first_matches@1"""),
    # Lists
    ("vectors dims factor date lists frame null", "lapply"),
    ("vectors dims date lists frame null", "sapply apply"),
    ("vectors dims factor date lists frame", "tapply"),
    ("vectors matrix grid table factor date list frame", "upper_tri lower_tri"),
    ("vectors dims factor lists frame", "split"),
    ("number logical text matrix grid frame", "split_rows"),
    ("vectors dims factor date lists null", "unname"),
    ("vectors dims date lists frame null", "reduce@1 find@1"),
    ("vectors matrix array table date lists frame null", "mapply@1"),
    ("lists frame", "arguments"),
    ("lists", "modify_list"),
    ("vectors dims date lists frame null", "as_list"),
    ("vectors dims factor date lists frame", "sample"),
    ("vectors dims factor list null", "file_path"),
    ("vectors dims factor date null", "is_in* match*"),
    ("vectors matrix array table date lists frame null", "items"),
    ("any", """as_columns filter_ flag held part position set_length
        single"""),
    ("vectors matrix grid table factor date lists frame null", "head tail"),
    ("flat number factor date", "summary"),
    ("lists", "rapply"),
    ("numbers lists factor frame", "lengths"),
    ("lists frame table date", "simplify2array"),
    # Random numbers
    ("numbers matrix table", """rbeta** rbinom** rcauchy** rchisq** rexp** rf** rgamma** rgeom**
        rhyper** rlnorm** rlogis** rmultinom** rnbinom** rnorm** rpois** rsignrank** rt** runif**
        rweibull** rwilcox**"""),
)  # fmt: skip


def shapes_of(x: Any) -> tuple[str, ...]:
    """Return the words for a value, all of which a function must take; none for what is no value.

    Examples
    --------
    >>> shapes_of(np.eye(2))
    ('matrix', 'number')
    """
    if is_null(x):
        return ("null",)
    if x is NA_TEXT:
        return ("text",)
    if isinstance(x, pd.DataFrame):
        modes = {word for k in range(x.shape[1]) for word in _mode(x.iloc[:, k].array)}
        return ("frame",) if modes <= {"number", "logical"} else ("frame", "text")
    if isinstance(x, pd.Categorical):
        return ("factor",)
    if hasattr(x, "r_class"):  # a model, or a list with a class of the script's own
        return ()
    if isinstance(x, (list, Mapping, RList)):
        items = x if isinstance(x, list) else list(elements(x))
        return ("list",) if all(_is_single(item) for item in items) else ("deep",)
    if isinstance(x, (str, bool, int, float, np.generic)):
        mode = _mode(np.asarray(x))
        return mode if mode == ("date",) else ("flat", *mode)
    if not isinstance(x, np.ndarray):
        return ()
    mode = _mode(x)
    if mode == ("date",):
        return mode
    if x.ndim > 1:
        grid = ("grid",) if mode == ("text",) else ()
        return ("matrix" if x.ndim == 2 else "array", *grid, *mode)
    arrayed = isinstance(x, NamedArray) and one_dimensional(x)
    return ("table" if arrayed else "flat", *mode)


def _mode(x: Any) -> tuple[str, ...]:
    kind = getattr(x.dtype, "kind", "O")
    if kind in "iuf":
        return ("number",)
    if kind == "b":
        return ("logical",)
    if kind == "c":
        return ("complex",)
    if kind in "mM":
        return ("date",)
    if isinstance(x, pd.Categorical):
        return ("factor",)
    if kind in "US":
        return ("text",)
    present = next((v for v in np.asarray(x, dtype=object).flat if v is not None), None)
    if present is None:
        return () if len(x) else ("text",)  # NA may be of any mode
    return ("logical",) if isinstance(present, (bool, np.bool_)) else ("text",)


def _is_single(item: Any) -> bool:
    if not isinstance(item, (np.ndarray, list, tuple)):
        return isinstance(item, (str, bool, int, float, np.generic))
    return np.shape(item) == (1,)


@functools.cache
def taken(words: str) -> frozenset[str]:
    """Return the shapes that are meant by some words, of which some stand for several."""
    return frozenset(part for word in words.split() for part in _GROUPS.get(word, (word,)))


def entries(table: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str, str]]:
    """Yield the functions of a table of shapes: name, what is asked, and words for the shapes."""
    for words, names in table:
        for entry in names.split():
            name, _, asked = entry.partition("@")
            stars = len(name) - len(name.rstrip("*")) if not asked else 0
            if name.startswith("%") and stars:  # an operator of R may end in a star
                stars = len(name) - 1 - name.rindex("%")
            yield name[: len(name) - stars], asked or "*" * stars, words


# Of what a function does not take: shapes for which R stops, too, which a script may catch.
_R_STOPS = {
    **dict.fromkeys(["add", "subtract", "multiply", "divide", "power", "negative"], "lists text"),
    **dict.fromkeys(["col_means", "col_sums", "row_means", "row_sums"], "text"),
    **dict.fromkeys(["rbind_all", "cbind_all", "arguments"], "vectors"),
    "order": "null",
}


@functools.cache
def guarded_names() -> frozenset[str]:
    """Return the functions of the table that ask their arguments for their shape."""
    rows = entries(_TAKES)
    return frozenset(name for name, _, words in rows if taken(words) != ANYTHING)


# What takes None in an array for a logical, and so does not see one text that is NA
_NO_MISSING_TEXT = frozenset(
    (
        "as_matrix", "assign", "basename", "cbind", "drop", "format", "head", "ifelse",
        "int_to_utf8", "intersect", "pretty_num", "rbind", "reduce", "sample",
        "sort", "tail", "tapply", "union", "utf8_to_int",
    )
)  # fmt: skip


def _is_blank(value: Any) -> bool:
    return isinstance(value, (float, np.ndarray)) and is_blank(np.atleast_1d(value))


_ASKS_MODE = ("is_numeric", "is_logical")
# What makes one thing of NA that is text and another of NA that is a logical
_TELLS_TEXT = frozenset(("is_character", "is_logical", "class"))


def _check_gaps(function: str, values: tuple[Any, ...]) -> None:
    """Refuse values that are NA only where it matters of which mode they are."""
    if any(isinstance(v, np.ndarray) and is_gaps(v) for v in values):
        raise Untranslated(f"{function}() of values that are NA only: texts, or logicals of R")


def _check(value: Any, shapes: frozenset[str], function: str) -> None:
    for shape in shapes_of(value):
        if shape not in shapes:
            stops = shape in taken(_R_STOPS.get(function, ""))
            raise (TypeError if stops else Untranslated)(f"{function}() of {WORDS[shape]}")


def only(value: Any, words: str, function: str) -> Any:
    """Return a value for a function that takes some shapes; another is an error.

    Examples
    --------
    >>> only(2.5, "numbers", "sqrt")
    2.5
    """
    _check(value, taken(words), function)
    return value


def _guarded(
    function: Callable[..., Any], shapes: frozenset[str], asked: slice, *, by_name: bool
) -> Any:
    """Return a function that is an error for arguments of shapes that it does not take."""
    name = function.__name__.strip("_")

    @functools.wraps(function)
    def checked(*values: Any, **words: Any) -> Any:
        if name in _ASKS_MODE and _is_blank(values[0]):
            raise Untranslated(f"{name}() of NA alone, which may be a logical or a number")
        if name in _NO_MISSING_TEXT and any(value is NA_TEXT for value in values):
            raise Untranslated(f"{name}() of one text that is NA")
        if name in _TELLS_TEXT:
            _check_gaps(name, values)
        for value in (*values[asked], *(words.values() if by_name else ())):
            _check(value, shapes, name)
        return function(*values, **words)

    return checked


_ASKING = frozenset((*_NO_MISSING_TEXT, *_ASKS_MODE, *_TELLS_TEXT))


def guard(functions: dict[str, Any]) -> None:
    """Make the functions of a module an error for the shapes that they do not take."""
    rules: dict[str, tuple[frozenset[str], slice, bool]] = {}
    for name, asked, words in entries(_TAKES):
        if name in rules:
            raise ValueError(f"{name} is entered twice among the shapes")
        first = int(asked) if asked.isdigit() else 0
        rules[name] = (taken(words), slice(first, None if asked else 1), asked == "**")
    for name, function in list(functions.items()):
        if name.startswith("_") or not isinstance(function, types.FunctionType):
            continue
        shapes, where, by_name = rules.get(name, (PLAIN, slice(None), False))
        if shapes != ANYTHING or name.strip("_") in _ASKING:
            functions[name] = _guarded(function, shapes, where, by_name=by_name)
