"""Characters: their codes, numbers in other bases, where a pattern is found."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._core import (
    NA,
    is_blank,
    is_scalar,
    length,
    logical_numbers,
    missing,
    recycle,
    tidy,
    vector,
)
from ._patterns import make_names, make_unique, pattern
from ._text import as_character, text_vector
from ._untranslated import Untranslated


def strtoi(x: Any, base: Any = 10) -> Any:
    """Return texts as whole numbers of a base, NA where one is none. R: ``strtoi``.

    Examples
    --------
    >>> strtoi("ff", 16)
    255
    """

    def number(text: Any) -> Any:
        try:
            value = int(str(text), int(base))
        except ValueError:
            return None
        return value if text is not None and "_" not in str(text) and abs(value) < 2**31 else None

    made = [number(text) for text in vector(as_character(vector(x)))]
    if is_scalar(x):
        return NA if made[0] is None else made[0]
    if all(value is None for value in made):
        return np.full(len(made), NA)
    return tidy(np.array(made, dtype=object))


def utf8_to_int(x: Any) -> Any:
    """Return the codes of the characters of a text. R: ``utf8ToInt``."""
    if length(x) != 1:
        raise ValueError("argument must be a character vector of length 1")
    text = vector(x)[0]
    return NA if text is None else np.array([ord(character) for character in text], dtype=np.int64)


def int_to_utf8(x: Any, multiple: bool = False) -> Any:
    """Return the characters of codes, in one text or each of its own. R: ``intToUtf8``."""
    codes = vector(x)
    gaps = missing(codes)
    if gaps.any() and not multiple:
        return None
    characters = [
        None if gap else chr(int(code)) if int(code) else ""  # R leaves out 0
        for code, gap in zip(codes, gaps, strict=True)
    ]
    if multiple:
        return np.array(characters, dtype=object)
    return "".join(text for text in characters if text is not None)


def bitwise(x: Any, y: Any, operation: str) -> Any:
    """R: ``bitwAnd``, ``bitwOr``, ``bitwXor``, ``bitwShiftL`` and ``bitwShiftR`` of vectors."""
    functions = {
        "and": np.bitwise_and,
        "or": np.bitwise_or,
        "xor": np.bitwise_xor,
        "left": np.left_shift,
        "right": np.right_shift,
    }
    if any(is_blank(vector(v)) for v in (x, y)):
        raise Untranslated("NA alone is a logical, of which R has no bits")
    n = max(len(vector(x)), len(vector(y)))
    sides = [logical_numbers(recycle(v, n)) for v in (x, y)]
    gaps = ~(np.isfinite(sides[0]) & np.isfinite(sides[1]))
    parts = [np.where(gaps, 0, side).astype(np.int64) for side in sides]
    if operation in ("left", "right") and (parts[0] < 0).any():
        raise Untranslated("shifts of negative numbers have no translation")
    result = functions[operation](*parts)
    if operation == "left" and (result >= 2**31).any():
        raise Untranslated("a shift beyond 31 bits has no translation")
    if gaps.any():
        result = np.where(gaps, NA, result)
    return result[0] if is_scalar(x) and is_scalar(y) else result


def distinct_names(x: Any) -> Any:
    """Turn texts into names of variables that all differ. R: ``make.names(unique = TRUE)``."""
    return make_unique(make_names(x))


def trimmed(x: Any, whitespace: str, which: str = "both") -> Any:
    """Remove what a pattern matches from the ends of texts. R: ``trimws(whitespace = )``."""
    left, right = pattern(f"^(?:{whitespace})+"), pattern(f"(?:{whitespace})+$")

    def trim(text: Any) -> Any:
        if text is None:
            return None
        text = left.sub("", text) if which in ("both", "left") else text
        return right.sub("", text) if which in ("both", "right") else text

    made = [trim(text) for text in text_vector(x)]
    return made[0] if is_scalar(x) else np.array(made, dtype=object)


def sh_quote(x: Any) -> Any:
    """Quote texts for a shell. R: ``shQuote``."""
    texts = ["NA" if text is None else text for text in as_character(vector(x))]
    made = ["'" + text.replace("'", "'\\''") + "'" for text in texts]
    return made[0] if is_scalar(x) else np.array(made, dtype=object)


def first_positions(regex: str, x: Any, fixed: bool = False, ignore_case: bool = False) -> Any:
    """Return where a pattern is first found, from 1; -1 if nowhere. R: ``regexpr``.

    Examples
    --------
    >>> first_positions("b+", np.array(["abb", "x"], dtype=object))
    array([ 2, -1])
    """
    compiled = pattern(regex, fixed=fixed, ignore_case=ignore_case)
    made = []
    for text in as_character(vector(x)):
        if text is None:
            raise Untranslated("positions in NA have no translation")
        found = compiled.search(str(text))
        made.append(-1 if found is None else found.start() + 1)
    return np.array(made, dtype=np.int64)


def all_positions(regex: str, x: Any, fixed: bool = False, ignore_case: bool = False) -> list[Any]:
    """Return all places where a pattern is found, from 1; -1 if nowhere. R: ``gregexpr``."""
    compiled = pattern(regex, fixed=fixed, ignore_case=ignore_case)
    made = []
    for text in vector(x):
        if text is None:
            raise Untranslated("positions in NA have no translation")
        found = [m.start() + 1 for m in compiled.finditer(str(text)) if m.group()]
        made.append(np.array(found or [-1], dtype=np.int64))
    return made


def set_substr(x: Any, start: Any, stop: Any, value: Any) -> Any:
    """Return texts of which a part is replaced, without a change of length. R: ``substr<-``."""
    texts = text_vector(x)
    n = len(texts)
    columns = [texts, *(recycle(v, n) for v in (start, stop, value))]
    made: list[Any] = []
    for text, first, last, new in zip(*columns, strict=True):
        if text is None or new is None:
            made.append(None)
            continue
        begin = max(int(first), 1) - 1
        size = max(min(int(last), len(text)) - begin, 0)
        part = str(new)[:size]
        made.append(text[:begin] + part + text[begin + len(part) :])
    return made[0] if is_scalar(x) else np.array(made, dtype=object)
