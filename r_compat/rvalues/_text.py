"""Text: how R writes numbers, paste, sprintf, format, and regular expressions."""

from __future__ import annotations

import itertools
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd

from ._core import (
    NA,
    as_integer,
    is_blank,
    is_logical,
    is_r_na,
    is_scalar,
    length,
    missing,
    path_of,
    recycle,
    vector,
)
from ._named import (
    names,
    relabelled,
)
from ._nothing import is_null
from ._one import NA_TEXT, one
from ._options import option
from ._untranslated import Untranslated


def number_text(value: Any, digits: int = 15) -> str:
    """Return a number as R writes it: with as few digits as need be, fixed if not longer.

    Examples
    --------
    >>> number_text(100000.0), number_text(123456.0), number_text(0.1 + 0.2)
    ('1e+05', '123456', '0.3')
    """
    if value is None or value is pd.NA or value is NA_TEXT:
        return "NA"
    if isinstance(value, (bool, np.bool_)):
        return "TRUE" if value else "FALSE"
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, str):
        return value
    if isinstance(value, (np.datetime64, np.timedelta64)):
        return "NA" if np.isnat(value) else str(int(value.astype(np.int64)))
    number = float(value)
    if number != number:
        return "NA" if is_r_na(number) else "NaN"
    if abs(number) == float("inf"):
        return "Inf" if number > 0 else "-Inf"
    if number == 0:
        return "0"
    significant, exponent = _digits(number, digits)
    decimals = max(0, significant - 1 - exponent)
    fixed = f"{number:.{decimals}f}"
    scientific = f"{number:.{significant - 1}e}"
    return fixed if len(fixed) <= len(scientific) + option("scipen") else scientific


def _digits(number: float, digits: int) -> tuple[int, int]:
    """Return how many significant digits a number needs, at most `digits`, and its exponent."""
    mantissa, exponent = f"{number:.{digits - 1}e}".split("e")
    return len(mantissa.lstrip("-").replace(".", "").rstrip("0")) or 1, int(exponent)


def as_character(x: Any) -> Any:
    """R: ``as.character``.

    Examples
    --------
    >>> as_character(np.array([1.5, 2.0]))
    array(['1.5', '2'], dtype=object)
    """
    if isinstance(x, pd.Categorical):
        return np.array(
            [None if v != v else str(v) for v in np.asarray(x, dtype=object)], dtype=object
        )
    if isinstance(x, (np.generic, np.ndarray)) and x.dtype.kind == "M":
        from ._dates import format_date

        return format_date(x)
    if isinstance(x, (np.timedelta64, np.ndarray)) and x.dtype.kind == "m":
        x = x / np.timedelta64(1, "D")
    if x is NA_TEXT:
        return None
    if is_scalar(x):
        return None if x != x and is_r_na(x) else number_text(x)
    if isinstance(x, (list, tuple)) and not any(isinstance(v, (list, Mapping)) for v in x):
        return np.array(
            [
                None if v is None else number_text(vector(v)[0]) if np.size(v) == 1 else str(v)
                for v in x
            ],
            dtype=object,
        )
    values = vector(x)
    gaps = missing(values)
    texts = [
        "NA" if g and not isinstance(v, float) else number_text(v)
        for v, g in zip(values, gaps, strict=True)
    ]
    return np.array(
        [None if g and text == "NA" else text for text, g in zip(texts, gaps, strict=True)],
        dtype=object,
    )


def text_vector(x: Any) -> Any:
    """Return a vector of texts; one value that is NA is one text that is NA.

    Examples
    --------
    >>> text_vector(NA)
    array([None], dtype=object)
    """
    texts = as_character(x)
    return vector(texts) if x is None else vector(one(texts))


def _pieces(x: Any) -> Any:
    """Return the texts that paste and cat make of a value; NA is the text NA."""
    texts = as_character(x)
    listed = [texts] if is_scalar(x) else list(texts) or [""]
    return ["NA" if text is None else text for text in listed]


def paste(*values: Any, sep: str = " ", collapse: Any = None, recycle0: bool = False) -> Any:
    """Put texts together, element by element and recycled. R: ``paste``.

    With `recycle0` nothing beside others makes nothing of all.

    Examples
    --------
    >>> paste("V", np.array([1, 2]), sep="")
    array(['V1', 'V2'], dtype=object)
    """
    none = [value is None or _is_empty(value) for value in values]
    if all(none) or (recycle0 and any(none)):
        return np.array([], dtype=object) if collapse is None else ""
    parts = [_pieces(value) for value in values]
    n = max(len(part) for part in parts)
    texts = [sep.join(part[k % len(part)] for part in parts) for k in range(n)]
    if collapse is not None:
        return str(collapse).join(texts)
    if n == 1 and all(value is None or is_scalar(value) for value in values):
        return texts[0]
    return np.array(texts, dtype=object)


def _is_empty(value: Any) -> bool:
    return len(value) == 0 if isinstance(value, (list, Mapping)) else bool(np.size(value) == 0)


def paste0(*values: Any, collapse: Any = None, recycle0: bool = False) -> Any:
    """R: ``paste0``."""
    return paste(*values, sep="", collapse=collapse, recycle0=recycle0)


def _cat_texts(value: Any) -> list[str]:
    if isinstance(value, (list, tuple, Mapping)):
        raise TypeError("a list cannot be handled by cat()")
    items = as_integer(value) if isinstance(value, pd.Categorical) else vector(value)
    if items.dtype.kind == "m":  # days between dates
        items = items / np.timedelta64(1, "D")
    return [number_text(one, option("digits")) for one in items]


def cat(
    *values: Any, sep: Any = " ", fill: Any = False, file: Any = None, append: bool = False
) -> None:
    r"""Write values, numbers with the digits of `option`. R: ``cat``.

    Examples
    --------
    >>> cat("x is", 1 / 3, "\n")
    x is 0.3333333
    """
    separators = [str(s) for s in vector(sep)]
    between = itertools.cycle(separators)
    out: list[str] = []
    for k, value in enumerate(values):
        if value is None:
            raise Untranslated("cat() of what may be NULL or a text that is NA")
        if is_null(value):
            continue
        if k > 0:  # also after nothing: cat(NULL, "x") writes " x"
            out.append(next(between))
        for j, text in enumerate(_cat_texts(value)):
            out += [next(between), text] if j > 0 else [text]
    ends = bool(fill) or any("\n" in separator for separator in separators)
    if fill:
        out = _broken(out, 80 if fill is True else int(fill), separators)
    whole = "".join(out) + ("\n" if ends else "")
    if file is None or (isinstance(file, str) and file == ""):
        print(whole, end="")
        return
    if file is sys.stderr:
        print(whole, end="", file=sys.stderr)
        return
    if hasattr(file, "write"):  # a connection
        file.write(whole)
        return
    with path_of(file).open("a" if append else "w", encoding="utf-8") as handle:
        handle.write(whole)


def _broken(pieces: list[str], width: int, separators: list[str]) -> list[str]:
    """Return texts and what stands between them in lines of a width, as ``cat(fill = )`` does.

    A text counts with the separator after it, even the last one; a line end in it counts as one
    more character.
    """
    whole = "".join(pieces)
    if len(whole) + len(separators[-1]) <= width:
        return pieces
    if len(separators) > 1 or "\n" in separators[0]:
        raise Untranslated("cat() with fill of several lines, with other separators than one space")
    if len(pieces) % 2 == 0 or separators[0] in pieces[::2]:
        raise Untranslated("cat() with fill of several lines, some of whose values are empty")
    made: list[str] = []
    used = 0
    for text, after in itertools.zip_longest(pieces[::2], pieces[1::2], fillvalue=""):
        size = len(text) + len(separators[0])
        if used and used + size > width:
            made.append("\n")
            used = 0
        made += [text, after]
        used += size
    return made


def strwrap(x: Any, width: Any = 80) -> Any:
    """Break paragraphs into lines shorter than a width. R: ``strwrap``.

    Examples
    --------
    >>> strwrap("one two three", 8)
    array(['one two', 'three'], dtype=object)
    """
    lines: list[str] = []
    for text in vector(x):
        for paragraph in re.split(r"\n[ \t\n]*\n", "NA" if text is None else str(text)):
            if re.search(r"[.?!][)\"']*  ", paragraph):
                raise Untranslated("strwrap() keeps two spaces behind a sentence: not here")
            lines += _wrapped(paragraph.split(), int(vector(width)[0]) - 1)
    return np.array(lines, dtype=object)


def _wrapped(words: list[str], most: int) -> list[str]:
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) >= most + 1:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}" if lines[-1] else word
    return lines


def or_na(value: Any) -> Any:
    """Return one value, "NA" for a text that is missing."""
    return "NA" if value is None or value is NA_TEXT else value


def _is_dates(x: Any) -> bool:
    return getattr(getattr(x, "dtype", None), "kind", "") == "M"


_WHOLE = re.compile(r"%[-+ 0#*\d.$]*[dixXo]")  # a field for integers
_FIELD = re.compile(r"%(?:(\d+)\$)?([-+ 0#]*)(\*|\d+)?(?:\.(\*|\d*))?([a-zA-Z%])")


def sprintf(fmt: Any, *values: Any) -> Any:
    """R: ``sprintf``, element by element and recycled.

    Examples
    --------
    >>> sprintf("%s: %5.2f", np.array(["a", "b"], dtype=object), 0.5)
    array(['a:  0.50', 'b:  0.50'], dtype=object)
    """
    if any(isinstance(value, (list, Mapping)) for value in values) and "%d" in str(fmt):
        raise TypeError("unsupported type")
    columns = [_written(v) for v in (fmt, *values)]
    if any(len(c) == 0 for c in columns):
        return np.array([], dtype=object)
    n = max(len(c) for c in columns)
    if any(n % len(c) for c in columns):
        raise ValueError("arguments cannot be recycled to the same length")
    if any(v is NA_TEXT for v in values) and _WHOLE.search(str(fmt)):
        raise ValueError("invalid format '%d'; use format %s for character objects")
    columns = [recycle(c, n) for c in columns]
    texts = [_sprintf(columns[0][k], [c[k] for c in columns[1:]]) for k in range(n)]
    if all(is_scalar(value) for value in (fmt, *values)):
        return texts[0]
    return np.array(texts, dtype=object)


def _written(value: Any) -> Any:
    """Return a value as a vector: dates as text, days between them as numbers."""
    if _is_dates(value):
        value = as_character(value)
    array = vector(value)
    return array / np.timedelta64(1, "D") if array.dtype.kind == "m" else array


def _sprintf(fmt: str, values: list[Any]) -> str:
    used = 0

    def field(match: re.Match[str]) -> str:
        nonlocal used
        number, flags, width, precision, kind = match.groups()
        if kind == "%":
            return "%"
        if width == "*":
            width = str(int(values[used]))
            used += 1
        if precision == "*":
            precision = str(int(values[used]))
            used += 1
        k = int(number) - 1 if number else used
        used += 0 if number else 1
        return _field(values[k], flags, width or "", precision, kind)

    if "%" in _FIELD.sub("", fmt):
        raise ValueError(f"unrecognised format specification in '{fmt}'")
    return _FIELD.sub(field, fmt)


def _field(value: Any, flags: str, width: str, precision: str | None, kind: str) -> str:
    gap = value is None or (isinstance(value, (float, np.floating)) and value != value)
    point = "" if precision is None else f".{precision}"
    if kind == "s":
        text = "NA" if value is None else number_text(value)
        return f"%{flags.replace('0', '')}{width}{point}s" % text
    if isinstance(value, str):
        raise ValueError(f"invalid format '%{kind}'; use format %s for character objects")
    endless = isinstance(value, (float, np.floating)) and abs(value) == np.inf
    if endless and kind in "dixXo":
        raise ValueError(f"invalid format '%{kind}'; use format %f, %e, %g or %a")
    if gap or endless:
        text = number_text(value)
        if "+" in flags and not gap and value > 0:
            text = "+Inf"
        return f"%{flags.replace('0', '').replace('+', '')}{width}s" % text
    if kind in "di":
        if float(value) != int(value):
            raise ValueError(f"invalid format '%{kind}'; use format %f, %e, %g or %a")
        return f"%{flags}{width}{point}d" % int(value)
    if kind in "xXo":
        if isinstance(value, (bool, np.bool_)) or float(value) != int(value):
            raise ValueError(f"invalid format '%{kind}': it is for whole numbers")
        return f"%{flags}{width}{point}{kind}" % int(value)
    if kind not in "feEgG":
        raise ValueError(f"unrecognised format %{kind}")
    return f"%{flags}{width}{point}{kind}" % float(value)


_SMALLEST = float(np.finfo(float).eps)


def format_pval(pv: Any, digits: Any = None, eps: float = _SMALLEST) -> Any:
    """Return p-values as texts, ``<`` a bound for those below it. R: ``format.pval``.

    Examples
    --------
    >>> format_pval(0.0123456, digits=2), format_pval(1e-20, digits=3), format_pval(0.0)
    ('0.012', '<2e-16', '< 2.22e-16')
    >>> format_pval(np.array([0.5, 0.0321, 1e-20]), digits=3)
    array(['0.5000', '0.0321', '<2e-16'], dtype=object)
    """
    values = np.asarray(vector(pv), dtype=float)
    digits = max(1, option("digits") - 2) if digits is None else digits
    texts = np.full(len(values), "NA", dtype=object)
    shown = values >= eps
    small = values < (1e-4 if int(digits) > 1 else 1e-3)
    for group in (shown & ~small, shown & small):  # each with common decimals
        if group.any():
            texts[group] = format_(values[group], digits=digits)
    texts[values < eps] = _below(eps, int(digits), max(map(len, texts[shown]), default=None))
    return str(texts[0]) if is_scalar(pv) else texts


def _below(eps: float, digits: int, width: int | None) -> str:
    """Return ``< eps``, with fewer digits where the others are narrow."""
    fewer = max(1, digits - 2)
    if width is not None and fewer > 1 and fewer + 6 > width:
        fewer = max(1, width - 7)
    close = fewer == 1 and (width is None or width <= 6)
    return f"<{'' if close else ' '}{format_(float(eps), digits=fewer)}"


def format_(
    x: Any,
    digits: Any = None,
    nsmall: Any = 0,
    width: Any = 0,
    justify: str = "left",
    big_mark: str = "",
    scientific: Any = None,
    trim: bool = False,
) -> Any:
    """R: ``format``: texts of one width, numbers with common decimals.

    Examples
    --------
    >>> format_(3.14159, digits=3), format_(2.0, nsmall=2)
    ('3.14', '2.00')
    """
    if isinstance(x, pd.DataFrame):
        if trim or justify != "left":
            raise Untranslated("format() of a data frame with trim or justify has no translation")
        return _format_frame(x, digits, nsmall, width, big_mark, scientific)
    if isinstance(x, (np.ndarray, np.datetime64)) and x.dtype.kind == "M":
        from ._dates import format_date

        return format_date(x)  # which are not padded
    if isinstance(x, (np.ndarray, np.timedelta64)) and x.dtype.kind == "m":
        return paste(format_(x / np.timedelta64(1, "D"), digits, nsmall, width), "days")
    if nsmall and not isinstance(x, pd.Categorical) and vector(x).dtype.kind in "iu":
        raise Untranslated("format() with nsmall of what may be integers or doubles of R")
    return _format_vector(x, digits, nsmall, width, justify, big_mark, scientific, trim)


def _format_vector(
    x: Any,
    digits: Any,
    nsmall: Any,
    width: Any,
    justify: str,
    big_mark: str,
    scientific: Any,
    trim: bool,
) -> Any:
    if isinstance(x, pd.Categorical):
        x = as_character(x)
    if isinstance(x, (np.generic, np.ndarray)) and x.dtype.kind == "M":
        x = as_character(x)
    values = vector(x)
    if values.dtype.kind in "OU" and not is_logical(values):
        texts = ["NA" if v is None else str(v) for v in values]
        texts = _justified(texts, int(width or 0), justify)
    else:
        values = values + 0.0 if values.dtype.kind == "f" else values  # -0 is 0
        texts = _format_numbers(
            values, option("digits") if digits is None else int(digits), int(nsmall), scientific
        )
        if big_mark:
            texts = [_marked(text, big_mark) for text in texts]
        span = max([len(text) for text in texts] + [int(width or 0)])
        if any("e" in text for text in texts):  # the sign of one, the exponent of another
            wide = max(len(text.lstrip("-")) for text in texts)
            span = max(span, wide + any(text.startswith("-") for text in texts))
        if not trim:
            texts = [text.rjust(span) for text in texts]
    if is_scalar(x):
        return texts[0]
    shaped = np.array(texts, dtype=object)
    if np.ndim(x) > 1:
        shaped = shaped.reshape(np.shape(x), order="F")
    return relabelled(shaped, x)


def _format_frame(x: Any, digits: Any, nsmall: Any, width: Any, mark: str, scientific: Any) -> Any:
    """Return the columns of a data frame as texts; those of text keep their width, as in R."""
    from ._core import column

    made = {}
    for k, label in enumerate(x.columns):
        values = column(x, k)
        if isinstance(values, pd.Categorical) or (
            values.dtype.kind in "OU" and not is_logical(values)
        ):
            texts = as_character(values)
            made[label] = np.array(["NA" if v is None else v for v in texts], dtype=object)
        else:
            made[label] = _format_vector(
                values, digits, nsmall, width, "left", mark, scientific, False
            )
    return pd.DataFrame(made, index=x.index)


def _justified(texts: list[str], width: int, justify: str) -> list[str]:
    span = max([len(text) for text in texts] + [width])
    place = {"left": str.ljust, "right": str.rjust, "centre": str.center}.get(justify)
    return texts if place is None else [place(text, span) for text in texts]


def _format_numbers(values: Any, digits: int, nsmall: int, scientific: Any) -> list[str]:
    if values.dtype.kind != "f":
        return [number_text(v) for v in values]
    finite = [float(v) for v in values if np.isfinite(v)]
    needs = [_digits(v, digits) if v else (1, 0) for v in finite]
    decimals = max((max(0, s - 1 - e) for s, e in needs), default=0)
    most = max((s for s, _ in needs), default=1)
    fixed_width = max((len(f"{v:.{decimals}f}") for v in finite), default=0)
    science_width = max((len(f"{v:.{most - 1}e}") for v in finite), default=0)
    fixed = fixed_width <= science_width + option("scipen")
    if isinstance(scientific, (bool, np.bool_)):
        fixed = not scientific
    decimals = max(decimals, nsmall)
    texts = []
    for value in values:
        if not np.isfinite(value):
            texts.append(number_text(value))
        elif fixed:
            texts.append(f"{value:.{decimals}f}")
        else:
            texts.append(f"{value:.{most - 1}e}")
    return texts


def _marked(text: str, mark: str) -> str:
    sign = "-" if text.startswith("-") else ""
    whole, _, rest = text.lstrip("-").partition(".")
    groups = f"{int(whole):,}".replace(",", mark) if whole.isdigit() else whole
    return sign + groups + (f".{rest}" if rest else "")


def format_c(
    x: Any,
    width: Any = None,
    digits: Any = None,
    format: Any = None,
    flag: str = "",
    big_mark: str = "",
) -> Any:
    """R: ``formatC``; with digits but without a width, numbers have one place more than digits.

    Examples
    --------
    >>> format_c(np.array([2.5, 10]), digits=3)
    array([' 2.5', '  10'], dtype=object)
    """
    values = vector(x)
    kind = format
    if kind != "d" and x is not NA_TEXT and (is_blank(values) or is_logical(values)):
        raise TypeError("formatC() of logicals is an error in R")
    if width is None:
        width = 0 if digits is None or kind == "s" or values.dtype.kind == "O" else int(digits) + 1
    if kind is None:
        kind = "d" if values.dtype.kind in "iub" else "s" if values.dtype.kind == "O" else "g"
    span = abs(int(width or 0))
    if int(width or 0) < 0 and "-" not in flag:
        flag += "-"
    if kind == "s":
        span = max([span, *(len(or_na(v)) for v in values)])
    elif kind == "g" and digits is not None and span == 0:
        span = int(digits) + 1  # R's own way
    odd = [number_text(v) for v in values if v is None or (kind != "s" and not np.isfinite(v))]
    wide = max([span, *map(len, odd)])  # what has no digits is written in one width
    texts = [
        _formatted(
            v, kind, wide if v is None or number_text(v) in odd else span, digits, flag, big_mark
        )
        for v in values
    ]
    made = np.array(texts, dtype=object)
    return texts[0] if is_scalar(x) else relabelled(made.reshape(np.shape(x), order="F"), x)


def _formatted(value: Any, kind: str, span: int, digits: Any, flag: str, mark: str) -> str:
    """Return one value as C's printf writes it, and what has no digits as R does."""
    if kind == "s":
        text = "NA" if value is None else str(value)
        return text.ljust(span) if "-" in flag else text.rjust(span)
    if value is None or not np.isfinite(value):
        text = number_text(value)
        return text.ljust(span) if "-" in flag else text.rjust(span)
    if kind == "d":
        value = int(np.rint(float(value)))
    point = "" if kind == "d" else f".{4 if digits is None else int(digits)}"
    if not mark:
        return str(f"%{flag}{span or ''}{point}{kind}" % value)
    return _marked(f"%{flag}{point}{kind}" % value, mark).rjust(span)


_FIRST = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$"


_by_code_points = False  # as the locale says that a script chose last


def set_locale(locale: str) -> None:
    """Sort text by code points if the locale is C. R: ``Sys.setlocale`` of ``LC_COLLATE``."""
    global _by_code_points
    _by_code_points = locale in ("C", "POSIX")


def collation_key(text: str) -> Any:
    """Return by what R sorts a text: marks, digits, letters; then accents; a before A.

    That is the order of English and, where R was built with ICU, of C.UTF-8, whatever the locale
    of this process is. In the locale C R sorts by bytes, A before a: see `set_locale`.
    """
    if _by_code_points:
        return text
    plain_text = unicodedata.normalize("NFD", text)
    letters = [c for c in plain_text if not unicodedata.combining(c)]
    primary = [
        (0, _FIRST.index(c), "") if c in _FIRST else (1, 0, c) if c.isdigit() else (2, 0, c.lower())
        for c in letters
    ]
    accents = [c for c in plain_text if unicodedata.combining(c)]
    return primary, accents, [c.isupper() for c in letters], text


def _each(x: Any, function: Any, *, dtype: Any = object) -> Any:
    if not _is_text(x):  # R takes it as text first, which has no names and no dimensions
        single = is_scalar(x)
        x = np.atleast_1d(np.asarray(as_character(vector(x)), dtype=object))
        x = x[0] if single else x
        if x is None:
            return None
    values = vector(x)
    results = [
        None if v is None else function(v if isinstance(v, str) else number_text(v)) for v in values
    ]
    if is_scalar(x):
        return results[0]
    return relabelled(np.array(results, dtype=dtype), x)


def _is_text(x: Any) -> bool:
    if isinstance(x, np.ndarray) and x.dtype.kind == "O":
        return all(isinstance(v, str) or v is None for v in x.flat)
    return x is None or isinstance(x, str) or (isinstance(x, np.ndarray) and x.size == 0)


def match_arg(arg: Any, choices: Any, label: str = "") -> str:
    """Return the choice that an argument means, the first if none is made. R: ``match.arg``.

    `label` is the text of the argument in the script, which R's error tells.
    """
    known = [str(v) for v in vector(choices)]
    given = [str(v) for v in vector(arg)] if arg is not None else known
    if given == known and names(arg) is None:
        return known[0]
    if len(given) != 1:
        raise ValueError("'arg' must be of length 1")
    found = [choice for choice in known if choice.startswith(given[0])]
    exact = [choice for choice in known if choice == given[0]]
    if not (found or exact) or (len(found) > 1 and not exact):
        quoted = ", ".join(f"\u201c{choice}\u201d" for choice in known)
        error = ValueError(f"'arg' should be one of {quoted}")  # R's words: scripts print them
        error.r_call = f"match.arg({label})" if label else None  # type: ignore[attr-defined]
        raise error
    return (exact or found)[0]


def nzchar(x: Any) -> Any:
    """Return which texts have characters; NA has. R: ``nzchar``."""
    found = np.array([text is None or text != "" for text in as_character(vector(x))], dtype=bool)
    return bool(found[0]) if x is None or is_scalar(x) else found


def quoted(x: Any, mark: str) -> Any:
    """Return texts between marks; nothing stays nothing. R: ``sQuote``, ``dQuote``."""
    return paste(mark, x, mark, sep="") if length(x) else np.array([], dtype=object)


def nchar(x: Any, type: str = "chars") -> Any:
    """R: ``nchar``; NA of one missing text, which is None here."""
    if x is None:
        return NA
    sizes: dict[str, Callable[[str], int]] = {
        "chars": len,
        "width": len,
        "bytes": lambda text: len(text.encode()),
    }
    if type not in sizes:
        raise ValueError(f"type must be one of {', '.join(sizes)}, got {type!r}")
    texts = as_character(vector(x))
    values = [
        (2 if type == "bytes" else NA) if text is None else sizes[type](text) for text in texts
    ]
    if is_scalar(x):
        return values[0]
    made = np.array(values, dtype=None if values else np.int64)
    return relabelled(made.reshape(np.shape(x), order="F") if np.ndim(x) > 1 else made, x)


def toupper(x: Any) -> Any:
    """R: ``toupper``."""
    return _each(x, str.upper)


def tolower(x: Any) -> Any:
    """R: ``tolower``."""
    return _each(x, str.lower)


def trimws(x: Any, which: str = "both") -> Any:
    """R: ``trimws``."""
    strip = {"both": str.strip, "left": str.lstrip, "right": str.rstrip}[which]
    return _each(x, lambda text: strip(text, " \t\r\n"))


def substr(x: Any, start: Any, stop: Any) -> Any:
    """Return a part of each text, both ends from 1 and included. R: ``substr``.

    Examples
    --------
    >>> substr("network", 1, 3)
    'net'
    """
    count = length(x)
    if not (length(start) and length(stop)):
        raise ValueError("invalid substring arguments")
    ends = [v if is_scalar(v) else vector(v)[:count] for v in (start, stop)]
    made = substring(x, *ends)
    if is_scalar(x):
        return made if isinstance(made, str) or made is None or made is NA_TEXT else made[0]
    if np.ndim(x) > 1:
        made = np.reshape(made, np.shape(x), order="F")
    return relabelled(made, x if _is_text(x) else None)


def substring(x: Any, start: Any, stop: Any = 1000000) -> Any:
    """Return parts of texts, which are repeated for several ends. R: ``substring``."""
    texts, first, last = text_vector(x), vector(start), vector(stop)
    n = max(len(texts), len(first), len(last)) if len(texts) else 0
    columns = [recycle(c, n) for c in (texts, first, last)] if n else [texts, first, last]
    parts = (
        [
            None if t is None else t[max(int(a) - 1, 0) : max(int(b), 0)]
            for t, a, b in zip(*columns, strict=True)
        ]
        if n
        else []
    )
    scalar = is_scalar(x) and is_scalar(start) and is_scalar(stop)
    return parts[0] if scalar else np.array(parts, dtype=object)


def strrep(x: Any, times: Any) -> Any:
    """R: ``strrep``."""
    texts, counts = text_vector(x), vector(times)
    n = max(len(texts), len(counts)) if len(texts) and len(counts) else 0
    pairs = zip(recycle(texts, n), recycle(counts, n), strict=True) if n else ()
    made = [None if t is None else t * int(k) for t, k in pairs]
    if is_scalar(x) and is_scalar(times):
        return made[0]
    return relabelled(np.array(made, dtype=object), x if _is_text(x) else None)


def chartr(old: str, new: str, x: Any) -> Any:
    """R: ``chartr``."""
    return _each(x, lambda text: text.translate(str.maketrans(old, new[: len(old)])))


def _ends(x: Any, part: Any, function: Any) -> Any:
    """Return for each text whether it has a part; NA where it is missing."""
    texts, parts = vector(x), vector(part)
    n = max(len(texts), len(parts)) if len(texts) and len(parts) else 0
    pairs = zip(recycle(texts, n), recycle(parts, n), strict=True) if n else ()
    found = [None if t is None or p is None else function(t, p) for t, p in pairs]
    return np.array(found, dtype=object if None in found else bool)


def starts_with(x: Any, prefix: Any) -> Any:
    """R: ``startsWith``."""
    return _ends(x, prefix, str.startswith)


def ends_with(x: Any, suffix: Any) -> Any:
    """R: ``endsWith``."""
    return _ends(x, suffix, str.endswith)


def pretty_num(x: Any, big_mark: str = "") -> Any:
    """Write each number on its own, with marks between thousands. R: ``prettyNum``."""
    values = vector(x)
    gap = None if any(isinstance(v, str) for v in values) else "NA"
    made = [
        v if isinstance(v, str) else gap if v is None else format_(v, big_mark=big_mark)
        for v in values
    ]
    if is_scalar(x):
        return made[0]
    return relabelled(np.array(made, dtype=object), x)


def abbreviate(x: Any, minlength: Any = 4, use_names: bool = True) -> Any:
    """Return short names of words, which are distinct where the words are. R: ``abbreviate``.

    Examples
    --------
    >>> abbreviate(np.array(["Agriculture", "Catholic"], dtype=object), 5, use_names=False)
    array(['Agrcl', 'Cthlc'], dtype=object)
    """
    from ._named import named

    words = list(vector(x))
    size = int(vector(minlength)[0])
    plain_words = all(isinstance(w, str) and w.isascii() and not re.search(r"\s", w) for w in words)
    if not plain_words or size < 1:
        raise Untranslated("abbreviate() of several words, NA or letters beyond ASCII")
    made = {word: _abbreviated(word, size) for word in words}
    while len(set(made.values())) < len(made) and size < max(map(len, words)):
        size += 1
        counts = Counter(made.values())
        made |= {w: _abbreviated(w, size) for w, short in made.items() if counts[short] > 1}
    found = np.array([made[word] for word in words], dtype=object)
    return named(found, words) if use_names else found


def _abbreviated(word: str, size: int) -> str:
    """Drop vowels from the end, then lower case letters, then what is left, but the first."""
    letters = list(word)
    for goes in ("aeiou".__contains__, str.islower, bool):
        for k in range(len(letters) - 1, 0, -1):
            if len(letters) > size and goes(letters[k]):
                del letters[k]
    return "".join(letters)
