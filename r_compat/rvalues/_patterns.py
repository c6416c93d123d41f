"""Regular expressions, and names made of text."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pandas as pd

from ._core import (
    is_scalar,
    missing,
    vector,
)
from ._named import NamedList, list_of, named, names
from ._text import _each, as_character, number_text, text_vector
from ._untranslated import Untranslated

_CLASSES = {
    "alpha": "a-zA-Z", "digit": "0-9", "alnum": "a-zA-Z0-9", "upper": "A-Z", "lower": "a-z",
    "space": r"\s", "punct": r"!-/:-@\[-`{-~", "blank": r" \t", "xdigit": "0-9A-Fa-f",
    "cntrl": r"\x00-\x1f", "print": r"\x20-\x7e", "graph": r"\x21-\x7e",
}  # fmt: skip


_LETTERS = "À-ÖØ-öø-\u02af\u0370-\u1fff"  # beyond ASCII, which only R's own expressions know


def pattern(
    text: str, *, fixed: bool = False, ignore_case: bool = False, perl: bool = False
) -> re.Pattern[str]:
    """Return R's regular expression as Python's; those of Perl know letters of ASCII only."""
    text = _one_text(text, "pattern")
    if fixed:
        return re.compile(re.escape(text))

    def characters(match: re.Match[str]) -> str:
        more = _LETTERS if match.group(1) in ("alpha", "alnum") and not perl else ""
        return _CLASSES[match.group(1)] + more

    translated = re.sub(r"\[:(\w+):\]", characters, _plain_brackets(text, perl=perl))
    flags = re.IGNORECASE if ignore_case else 0
    return re.compile(translated, flags | re.ASCII if perl else flags)


def _one_text(given: Any, word: str) -> str:
    """Return a pattern or replacement, which may be an array of one text, or a number."""
    if isinstance(given, str):
        return given
    if len(values := vector(given)) != 1 or missing(values).any():
        raise Untranslated(f"a {word} must be one text that is not NA")
    return str(number_text(values[0]))


def _plain_brackets(text: str, *, perl: bool) -> str:
    """In R's brackets a backslash is a character, in Perl's it is not; ``]`` may come first."""

    def plainly(match: re.Match[str]) -> str:
        escape, caret, first, rest = match.groups()
        if escape is not None:
            return r"\b" if escape in (r"\<", r"\>") and not perl else str(escape)
        rest = rest if perl else rest.replace("\\", r"\\")
        return "[" + caret + (first and r"\]") + rest + "]"

    inside = r"\[:\w+:\]|\\.|[^]]" if perl else r"\[:\w+:\]|[^]]"
    return re.sub(rf"(\\.)|\[(\^?)(\]?)((?:{inside})*)\]", plainly, text, flags=re.DOTALL)


def _replacement(text: str, *, fixed: bool) -> Any:
    text = _one_text(text, "replacement")
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
    expression = pattern(pattern_, fixed=fixed, ignore_case=ignore_case, perl=perl)
    return _substituted(expression, _replacement(replacement, fixed=fixed), x, 0)


def sub(
    pattern_: str,
    replacement: str,
    x: Any,
    ignore_case: bool = False,
    perl: bool = False,
    fixed: bool = False,
) -> Any:
    """Replace the first match. R: ``sub``."""
    expression = pattern(pattern_, fixed=fixed, ignore_case=ignore_case, perl=perl)
    return _substituted(expression, _replacement(replacement, fixed=fixed), x, 1)


def _substituted(expression: re.Pattern[str], made: Any, x: Any, count: int) -> Any:
    """Replace so many matches, or all if that is 0; none is empty right after another one."""

    def changed(text: str) -> str:
        end = -1

        def build(match: re.Match[str]) -> str:
            nonlocal end
            empty_after = match.start() == match.end() == end
            end = match.end()
            return "" if empty_after else str(made(match))

        return expression.sub(build, text, count=count)

    return _each(x, changed)


def grepl(
    pattern_: str, x: Any, ignore_case: bool = False, perl: bool = False, fixed: bool = False
) -> Any:
    """Return which texts match. R: ``grepl``."""
    expression = pattern(pattern_, fixed=fixed, ignore_case=ignore_case, perl=perl)
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
    texts = text_vector(x)
    found = np.array(vector(grepl(pattern_, texts, ignore_case, perl, fixed)), dtype=bool)
    if not value:
        return np.flatnonzero(found) + 1
    labels = names(x)
    return texts[found] if labels is None else named(texts[found], labels[found])


def strsplit(x: Any, split: Any, fixed: bool = False, perl: bool = False) -> Any:
    """Split texts. R: ``strsplit``.

    Examples
    --------
    >>> strsplit("a-b", "-")[0]
    array(['a', 'b'], dtype=object)
    """
    separator = "" if split is None else str(vector(split)[0])
    parts = [
        np.array(_split(text, separator, fixed=fixed, perl=perl), dtype=object)
        for text in vector(x)
    ]
    labels = names(x)
    return parts if labels is None else NamedList(parts, labels)


def _split(text: str | None, separator: str, *, fixed: bool, perl: bool) -> list[Any]:
    if text is None:
        return [None]
    if separator == "":
        return list(text)
    expression = pattern(separator, fixed=fixed, perl=perl)
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


def first_matches(
    pattern_: str, x: Any, ignore_case: bool = False, perl: bool = False, fixed: bool = False
) -> Any:
    """Return the first match of each text that has one. R: ``regmatches`` with ``regexpr``."""
    expression = pattern(pattern_, fixed=fixed, ignore_case=ignore_case, perl=perl)
    found = [None if v is None else expression.search(v) for v in vector(x)]
    made = np.array([match.group() for match in found if match], dtype=object)
    labels = names(x)
    kept = [k for k, match in enumerate(found) if match]
    return made if labels is None else named(made, [labels[k] for k in kept])


def all_matches(
    pattern_: str, x: Any, ignore_case: bool = False, perl: bool = False, fixed: bool = False
) -> Any:
    """Return all matches of each text, by its name. R: ``regmatches`` with ``gregexpr``.

    Examples
    --------
    >>> all_matches("[0-9]+", "a1b22")
    [array(['1', '22'], dtype=object)]
    """
    expression = pattern(pattern_, fixed=fixed, ignore_case=ignore_case, perl=perl)
    made = [
        np.array([match.group() for match in expression.finditer(v)], dtype=object)
        for v in vector(x)
    ]
    return list_of(made, names(x))


def group_matches(
    pattern_: str, x: Any, ignore_case: bool = False, perl: bool = False, fixed: bool = False
) -> Any:
    """Return the first match of each text and its groups. R: ``regmatches`` with ``regexec``.

    Examples
    --------
    >>> group_matches("(a)([0-9])?", np.array(["xa", "b"], dtype=object))
    [array(['a', 'a', ''], dtype=object), array([], dtype=object)]
    """
    expression = pattern(pattern_, fixed=fixed, ignore_case=ignore_case, perl=perl)
    made = []
    for text in vector(x):
        if text is None:
            raise Untranslated("regmatches() of regexec() of NA has no translation")
        found = expression.search(text)
        groups = [] if found is None else [found.group(), *(g or "" for g in found.groups())]
        made.append(np.array(groups, dtype=object))
    return list_of(made, names(x))


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
    if missing(vector(x)).any():
        raise Untranslated("make.names() of NA has no translation")
    return _by_text(x, _made_name)


def make_unique(x: Any, sep: str = ".") -> Any:
    """Give texts that occur again a number. R: ``make.unique``.

    Examples
    --------
    >>> make_unique(np.array(["a", "a", "b"], dtype=object))
    array(['a', 'a.1', 'b'], dtype=object)
    """
    texts = vector(x)
    if any(text is None for text in texts):
        raise Untranslated("make.unique() of NA has no translation")
    taken, seen = set(texts), set()
    counts: dict[str, int] = {}
    made = []
    for text in texts:
        new = text
        while new in seen or (new != text and new in taken):
            counts[text] = counts.get(text, 0) + 1
            new = f"{text}{sep}{counts[text]}"
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
