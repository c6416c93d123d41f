"""Text: how R writes numbers, paste, sprintf, format, and regular expressions."""

from __future__ import annotations

import itertools
import re
import sys
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from ._core import NA, is_r_na, is_scalar, missing, recycle, vector
from ._named import plain, relabelled


def number_text(value: Any, digits: int = 15) -> str:
    """Return a number as R writes it: with as few digits as need be, fixed if not longer.

    Examples
    --------
    >>> number_text(100000.0), number_text(123456.0), number_text(0.1 + 0.2)
    ('1e+05', '123456', '0.3')
    """
    if value is None or value is pd.NA:
        return "NA"
    if isinstance(value, (bool, np.bool_)):
        return "TRUE" if value else "FALSE"
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, str):
        return value
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
    return fixed if len(fixed) <= len(scientific) else scientific


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


def _pieces(x: Any) -> Any:
    """Return the texts that paste and cat make of a value; NA is the text NA."""
    if x is None:
        return [""]
    texts = as_character(x)
    listed = [texts] if is_scalar(x) else list(texts) or [""]
    return ["NA" if text is None else text for text in listed]


def paste(*values: Any, sep: str = " ", collapse: Any = None) -> Any:
    """Put texts together, element by element and recycled. R: ``paste``.

    Examples
    --------
    >>> paste("V", np.array([1, 2]), sep="")
    array(['V1', 'V2'], dtype=object)
    """
    if all(value is None or np.size(value) == 0 for value in values):
        return np.array([], dtype=object) if collapse is None else ""
    parts = [_pieces(value) for value in values]
    n = max(len(part) for part in parts)
    texts = [sep.join(part[k % len(part)] for part in parts) for k in range(n)]
    if collapse is not None:
        return str(collapse).join(texts)
    if n == 1 and all(value is None or is_scalar(value) for value in values):
        return texts[0]
    return np.array(texts, dtype=object)


def paste0(*values: Any, collapse: Any = None) -> Any:
    """R: ``paste0``."""
    return paste(*values, sep="", collapse=collapse)


def _cat_texts(value: Any) -> list[str]:
    items = value if isinstance(value, (list, tuple)) else vector(value)
    if isinstance(value, pd.Categorical):
        items = value.codes + 1
    return [number_text(one, 7) for item in items for one in vector(item)]


def cat(
    *values: Any, sep: Any = " ", fill: Any = False, file: Any = None, append: bool = False
) -> None:
    r"""Write values, numbers with 7 digits. R: ``cat``.

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
            continue
        if k > 0:  # also after nothing: cat(NULL, "x") writes " x"
            out.append(next(between))
        for j, text in enumerate(_cat_texts(value)):
            out += [next(between), text] if j > 0 else [text]
    ends = bool(fill) or any("\n" in separator for separator in separators)
    whole = "".join(out) + ("\n" if ends else "")
    if file is None or file == "":
        print(whole, end="")
        return
    if file is sys.stderr:
        print(whole, end="", file=sys.stderr)
        return
    with Path(file).open("a" if append else "w", encoding="utf-8") as handle:
        handle.write(whole)


def write_lines(text: Any, con: Any) -> None:
    """Write lines to a file. R: ``writeLines``."""
    Path(con).write_text("".join(f"{line}\n" for line in vector(text)), encoding="utf-8")


_FIELD = re.compile(r"%(?:(\d+)\$)?([-+ 0#]*)(\*|\d+)?(?:\.(\d+))?([a-zA-Z%])")


def sprintf(fmt: Any, *values: Any) -> Any:
    """R: ``sprintf``, element by element and recycled.

    Examples
    --------
    >>> sprintf("%s: %5.2f", np.array(["a", "b"], dtype=object), 0.5)
    array(['a:  0.50', 'b:  0.50'], dtype=object)
    """
    columns = [vector(value) for value in (fmt, *values)]
    if any(len(c) == 0 for c in columns):
        return np.array([], dtype=object)
    n = max(len(c) for c in columns)
    columns = [recycle(c, n) for c in columns]
    texts = [_sprintf(columns[0][k], [c[k] for c in columns[1:]]) for k in range(n)]
    if all(is_scalar(value) for value in (fmt, *values)):
        return texts[0]
    return np.array(texts, dtype=object)


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
        k = int(number) - 1 if number else used
        used += 0 if number else 1
        return _field(values[k], flags, width or "", precision, kind)

    return _FIELD.sub(field, fmt)


def _field(value: Any, flags: str, width: str, precision: str | None, kind: str) -> str:
    gap = value is None or (isinstance(value, (float, np.floating)) and value != value)
    point = "" if precision is None else f".{precision}"
    if kind == "s":
        text = "NA" if value is None else number_text(value)
        return f"%{flags.replace('0', '')}{width}{point}s" % text
    if gap or (isinstance(value, (float, np.floating)) and abs(value) == np.inf):
        text = number_text(value)
        if "+" in flags and not gap and value > 0:
            text = "+Inf"
        return f"%{flags.replace('0', '').replace('+', '')}{width}s" % text
    if kind in "di":
        if isinstance(value, str) or float(value) != int(value):
            raise ValueError(f"invalid format '%{kind}'; use format %f, %e, %g or %a")
        return f"%{flags}{width}{point}d" % int(value)
    if kind in "xXo":
        return f"%{flags}{width}{point}{kind}" % int(value)
    if kind not in "feEgG":
        raise ValueError(f"unrecognised format %{kind}")
    return f"%{flags}{width}{point}{kind}" % float(value)


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
    if isinstance(x, pd.Categorical):
        x = as_character(x)
    values = vector(x)
    if values.dtype.kind in "OU" and not all(isinstance(v, (bool, np.bool_)) for v in values):
        texts = ["NA" if v is None else str(v) for v in values]
        texts = _justified(texts, int(width or 0), justify)
    else:
        texts = _format_numbers(
            values, 7 if digits is None else int(digits), int(nsmall), scientific
        )
        if big_mark:
            texts = [_marked(text, big_mark) for text in texts]
        span = max([len(text) for text in texts] + [int(width or 0)])
        if not trim:
            texts = [text.rjust(span) for text in texts]
    if is_scalar(x):
        return texts[0]
    shaped = np.array(texts, dtype=object)
    if np.ndim(x) > 1:
        shaped = shaped.reshape(np.shape(x), order="F")
    return relabelled(shaped, x)


def _justified(texts: list[str], width: int, justify: str) -> list[str]:
    span = max([len(text) for text in texts] + [width])
    place = {"left": str.ljust, "right": str.rjust, "centre": str.center}.get(justify)
    return texts if place is None else [place(text, span) for text in texts]


def _format_numbers(values: Any, digits: int, nsmall: int, scientific: Any) -> list[str]:
    if values.dtype.kind != "f":
        texts = [number_text(v) for v in values]
        if values.dtype.kind in "iu" and nsmall:
            return texts
        return texts
    finite = [float(v) for v in values if np.isfinite(v)]
    needs = [_digits(v, digits) if v else (1, 0) for v in finite]
    decimals = max((max(0, s - 1 - e) for s, e in needs), default=0)
    most = max((s for s, _ in needs), default=1)
    fixed_width = max((len(f"{v:.{decimals}f}") for v in finite), default=0)
    science_width = max((len(f"{v:.{most - 1}e}") for v in finite), default=0)
    fixed = fixed_width <= science_width
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
    width: Any = 0,
    digits: Any = None,
    format: Any = None,
    flag: str = "",
    big_mark: str = "",
) -> Any:
    """R: ``formatC``."""
    values = vector(x)
    kind = format
    if kind is None:
        kind = "d" if values.dtype.kind in "iub" else "s" if values.dtype.kind == "O" else "g"
    point = "" if digits is None or kind in "ds" else f".{int(digits)}"
    span = str(int(width)) if int(width or 0) else ""
    texts = []
    for value in values:
        if kind == "d":
            value = round(float(value))
        text = f"%{flag}{span}{point}{kind}" % value
        texts.append(_marked(text.strip(), big_mark).rjust(int(width or 0)) if big_mark else text)
    return texts[0] if is_scalar(x) else relabelled(np.array(texts, dtype=object), x)


# Order

_FIRST = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$"


def collation_key(text: str) -> Any:
    """Return by what R sorts a text: marks, digits, letters; then accents; a before A."""
    plain_text = unicodedata.normalize("NFD", text)
    letters = [c for c in plain_text if not unicodedata.combining(c)]
    primary = [
        (0, _FIRST.index(c), "") if c in _FIRST else (1, 0, c) if c.isdigit() else (2, 0, c.lower())
        for c in letters
    ]
    accents = [c for c in plain_text if unicodedata.combining(c)]
    return primary, accents, [c.isupper() for c in letters], text


# Elementwise functions of text


def _each(x: Any, function: Any, *, dtype: Any = object) -> Any:
    values = vector(x if not isinstance(x, pd.Categorical) else as_character(x))
    results = [
        None if v is None else function(v if isinstance(v, str) else number_text(v)) for v in values
    ]
    if is_scalar(x):
        return results[0]
    return relabelled(np.array(results, dtype=dtype), x)


def match_arg(arg: Any, choices: Any) -> str:
    """Return the choice that an argument means, the first if none is made. R: ``match.arg``."""
    known = [str(v) for v in vector(choices)]
    given = [str(v) for v in vector(arg)] if arg is not None else known
    if given == known:
        return known[0]
    found = [choice for choice in known if choice.startswith(given[0])]
    exact = [choice for choice in known if choice == given[0]]
    if len(given) != 1 or not (found or exact) or (len(found) > 1 and not exact):
        raise ValueError(f"'arg' should be one of {', '.join(known)}, got {arg!r}")
    return (exact or found)[0]


def nchar(x: Any) -> Any:
    """R: ``nchar``."""
    values = [
        NA if v is None or v != v else len(v if isinstance(v, str) else number_text(v))
        for v in vector(x)
    ]
    return values[0] if is_scalar(x) else relabelled(np.array(values), x)


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


def substr(x: Any, start: Any, stop: Any = 1000000) -> Any:
    """Return parts of texts, both ends from 1 and included. R: ``substr``."""
    texts, first, last = vector(as_character(x)), vector(start), vector(stop)
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
    texts, counts = vector(x), vector(times)
    n = max(len(texts), len(counts))
    made = [t * int(k) for t, k in zip(recycle(texts, n), recycle(counts, n), strict=True)]
    return made[0] if is_scalar(x) and is_scalar(times) else np.array(made, dtype=object)


def chartr(old: str, new: str, x: Any) -> Any:
    """R: ``chartr``."""
    return _each(x, lambda text: text.translate(str.maketrans(old, new[: len(old)])))


def starts_with(x: Any, prefix: Any) -> Any:
    """R: ``startsWith``."""
    return np.array([str(v).startswith(str(vector(prefix)[0])) for v in vector(x)], dtype=bool)


def ends_with(x: Any, suffix: Any) -> Any:
    """R: ``endsWith``."""
    return np.array([str(v).endswith(str(vector(suffix)[0])) for v in vector(x)], dtype=bool)


# Regular expressions

_CLASSES = {
    "alpha": "a-zA-Z", "digit": "0-9", "alnum": "a-zA-Z0-9", "upper": "A-Z", "lower": "a-z",
    "space": r"\s", "punct": r"!-/:-@\[-`{-~", "blank": r" \t", "xdigit": "0-9A-Fa-f",
    "cntrl": r"\x00-\x1f", "print": r"\x20-\x7e", "graph": r"\x21-\x7e",
}  # fmt: skip


def pattern(text: str, *, fixed: bool = False, ignore_case: bool = False) -> re.Pattern[str]:
    """Return R's regular expression as Python's."""
    if fixed:
        return re.compile(re.escape(text))
    translated = re.sub(r"\[:(\w+):\]", lambda m: _CLASSES[m.group(1)], text)
    translated = _plain_brackets(translated)
    return re.compile(translated, re.IGNORECASE if ignore_case else 0)


def _plain_brackets(text: str) -> str:
    """In R's brackets a backslash is a character unless it makes a class; ``]`` may come first."""
    return (
        text.replace("[]", r"[\]")
        .replace("[^]", r"[^\]")
        .replace("\\<", r"\b")
        .replace("\\>", r"\b")
    )


def _replacement(text: str, *, fixed: bool) -> Any:
    if fixed:
        return lambda _: text
    pieces = re.split(r"\\(\d|[ULE\\])", text)

    def build(match: re.Match[str]) -> str:
        out, case = [], None
        for k, piece in enumerate(pieces):
            if k % 2 == 0:
                part = piece
            elif piece.isdigit():
                part = match.group(int(piece)) or ""
            elif piece in "ULE":
                case = None if piece == "E" else piece
                continue
            else:
                part = piece
            out.append(part.upper() if case == "U" else part.lower() if case == "L" else part)
        return "".join(out)

    return build


def gsub(
    pattern_: str,
    replacement: str,
    x: Any,
    ignore_case: bool = False,
    perl: bool = False,
    fixed: bool = False,
) -> Any:
    r"""Replace every match. R: ``gsub``.

    Examples
    --------
    >>> gsub("([a-z])([0-9])", r"\2\1", "a1b2")
    '1a2b'
    """
    return _substituted(pattern_, replacement, x, 0, fixed=fixed, ignore_case=ignore_case)


def sub(
    pattern_: str,
    replacement: str,
    x: Any,
    ignore_case: bool = False,
    perl: bool = False,
    fixed: bool = False,
) -> Any:
    """Replace the first match. R: ``sub``."""
    return _substituted(pattern_, replacement, x, 1, fixed=fixed, ignore_case=ignore_case)


def _substituted(
    pattern_: str, replacement: str, x: Any, count: int, *, fixed: bool, ignore_case: bool
) -> Any:
    """Replace so many matches, or all if that is 0."""
    expression = pattern(pattern_, fixed=fixed, ignore_case=ignore_case)
    made = _replacement(replacement, fixed=fixed)
    return _each(x, lambda text: expression.sub(made, text, count=count))


def grepl(
    pattern_: str, x: Any, ignore_case: bool = False, perl: bool = False, fixed: bool = False
) -> Any:
    """Return which texts match. R: ``grepl``."""
    expression = pattern(pattern_, fixed=fixed, ignore_case=ignore_case)
    found = [
        v is not None and bool(expression.search(v if isinstance(v, str) else number_text(v)))
        for v in vector(x if not isinstance(x, pd.Categorical) else as_character(x))
    ]
    return found[0] if is_scalar(x) else np.array(found, dtype=bool)


def grep(
    pattern_: str,
    x: Any,
    ignore_case: bool = False,
    perl: bool = False,
    value: bool = False,
    fixed: bool = False,
) -> Any:
    """Return the positions, from 1, of texts that match, or the texts. R: ``grep``."""
    texts = vector(x)
    found = np.array(vector(grepl(pattern_, texts, ignore_case, perl, fixed)), dtype=bool)
    return texts[found] if value else np.flatnonzero(found) + 1


def strsplit(x: Any, split: Any, fixed: bool = False, perl: bool = False) -> list[Any]:
    """Split texts. R: ``strsplit``.

    Examples
    --------
    >>> strsplit("a-b", "-")[0]
    array(['a', 'b'], dtype=object)
    """
    separator = "" if split is None else str(vector(split)[0])
    return [np.array(_split(text, separator, fixed=fixed), dtype=object) for text in vector(x)]


def _split(text: str, separator: str, *, fixed: bool) -> list[str]:
    if separator == "":
        return list(text)
    expression = pattern(separator, fixed=fixed)
    parts = []
    while text:
        found = expression.search(text)
        if found is None:
            parts.append(text)
            break
        if found.end() == 0:
            parts.append(text[0])
            text = text[1:]
        else:
            parts.append(text[: found.start()])
            text = text[found.end() :]
    return parts


__all__ = ["plain"]


def first_matches(
    pattern_: str, x: Any, ignore_case: bool = False, perl: bool = False, fixed: bool = False
) -> Any:
    """Return the first match of each text that has one. R: ``regmatches`` with ``regexpr``."""
    expression = pattern(pattern_, fixed=fixed, ignore_case=ignore_case)
    found = [expression.search(v) for v in vector(x) if v is not None]
    return np.array([match.group() for match in found if match], dtype=object)


def all_matches(
    pattern_: str, x: Any, ignore_case: bool = False, perl: bool = False, fixed: bool = False
) -> list[Any]:
    """Return all matches of each text. R: ``regmatches`` with ``gregexpr``.

    Examples
    --------
    >>> all_matches("[0-9]+", "a1b22")
    [array(['1', '22'], dtype=object)]
    """
    expression = pattern(pattern_, fixed=fixed, ignore_case=ignore_case)
    return [
        np.array([match.group() for match in expression.finditer(v)], dtype=object)
        for v in vector(x)
    ]


_RESERVED = frozenset(
    ["if", "else", "repeat", "while", "function", "for", "next", "break", "in", "TRUE", "FALSE",
     "NULL", "Inf", "NaN", "NA", "NA_integer_", "NA_real_", "NA_character_"]
)  # fmt: skip


def _made_name(text: str) -> str:
    if not re.match(r"[A-Za-z]|\.(?![0-9])", text):
        text = f"X{text}"
    text = re.sub(r"[^A-Za-z0-9._]", ".", text)
    return f"{text}." if text in _RESERVED else text


def make_names(x: Any) -> Any:
    """Turn texts into names of variables. R: ``make.names``."""
    return _by_text(x, _made_name)


def make_unique(x: Any) -> Any:
    """Give texts that occur again a number. R: ``make.unique``.

    Examples
    --------
    >>> make_unique(np.array(["a", "a", "b"], dtype=object))
    array(['a', 'a.1', 'b'], dtype=object)
    """
    texts = [str(v) for v in vector(x)]
    taken, seen = set(texts), set()
    counts: dict[str, int] = {}
    made = []
    for text in texts:
        new = text
        while new in seen or (new != text and new in taken):
            counts[text] = counts.get(text, 0) + 1
            new = f"{text}.{counts[text]}"
        seen.add(new)
        made.append(new)
    return made[0] if is_scalar(x) else np.array(made, dtype=object)


def file_ext(x: Any) -> Any:
    """Return what follows the last dot of a file's name. R: ``tools::file_ext``."""
    return _by_text(x, lambda v: (re.findall(r"\.([A-Za-z0-9]+)$", v) or [""])[0])


def file_path_sans_ext(x: Any) -> Any:
    """Return a file's name without its ending. R: ``tools::file_path_sans_ext``."""
    return _by_text(x, lambda v: re.sub(r"\.[A-Za-z0-9]+$", "", v))


def _by_text(x: Any, function: Any) -> Any:
    made = [None if v is None else function(v) for v in vector(x)]
    return made[0] if is_scalar(x) else np.array(made, dtype=object)
