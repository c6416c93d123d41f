"""Whether two texts are the same up to the digits of their numbers."""

from __future__ import annotations

import math
import re
from decimal import Decimal

from ._compare import ATOL, RTOL

_NUMBER = re.compile(r"((?<![\w.])[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w]|\.\d))")
_SHOWN = 7  # significant digits that R shows unless told otherwise
_DECIMALS = Decimal("1e-8")  # to which numpy rounds
_TRIMMED = Decimal("1e-6")  # to which pandas rounds, and leaves out zeros at the end
_FEW = 3  # digits to which a number must at least be shown to count as rounded


def numbers_agree(r: str, python: str) -> bool:
    """Whether two numbers, as they are written, are the same number.

    Whole numbers are the same only if equal. Others may be rounded: to 7 digits on R's side, to as
    many as the coarser side shows, if these are 7, or 3 on R's side. Within RTOL and ATOL they are
    always the same.

    Examples
    --------
    >>> numbers_agree("0.3333333", "0.3333333333333333"), numbers_agree("0.33", "0.34")
    (True, False)
    >>> numbers_agree("-0.005793739", "-0.00579374")
    True
    >>> numbers_agree("2", "2.3"), numbers_agree("12345678", "12345679")
    (False, False)
    >>> numbers_agree("1e+05", "100000"), numbers_agree("0.5", "0.50000001")
    (True, True)
    >>> numbers_agree("0.1090896", "0.10909"), numbers_agree("0.0000003", "0.0")
    (True, False)
    >>> numbers_agree("0.009009902", "0.0090099"), numbers_agree("0.009009962", "0.0090099")
    (True, False)
    """
    a, b = Decimal(r), Decimal(python)
    if a == b:
        return True
    if not any(mark in text for text in (r, python) for mark in ".eE"):
        return False
    apart = abs(a - b)
    if apart <= max(Decimal(RTOL) * max(abs(a), abs(b)), Decimal(ATOL)):
        return True
    if _rounded(b, _SHOWN) == a:
        return True
    units = [_unit(a), _unit(b)]
    if _unit(b) == _DECIMALS and apart <= _DECIMALS / 2:
        return True
    trimmed = "." in python and _unit(b) >= _TRIMMED and _digits(a) <= _SHOWN
    if trimmed and apart <= min(_TRIMMED / 2, 10 * _TRIMMED * abs(b)):
        return True
    rounded = "." in python and _unit(b) > _DECIMALS and _digits(a) <= _SHOWN
    if rounded and apart <= min(_DECIMALS / 2, _TRIMMED * abs(b)):
        return True
    coarse = a if units[0] >= units[1] else b
    unit = max(units)
    if _digits(coarse) >= _SHOWN:
        return apart <= (unit if units[0] == units[1] else unit / 2)
    fractional = "." in r or "e" in r.lower()
    return units[0] > units[1] and fractional and _digits(a) >= _FEW and apart <= unit / 2


def _unit(value: Decimal) -> Decimal:
    exponent = value.as_tuple().exponent
    return Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0)


def _digits(value: Decimal) -> int:
    return len(value.as_tuple().digits)


def _rounded(value: Decimal, digits: int) -> Decimal:
    if value == 0:
        return value
    place = value.adjusted() - digits + 1
    return value.quantize(Decimal(1).scaleb(place)) if value.is_finite() else value


def text_difference(r: str, python: str) -> str | None:
    r"""Say how two texts differ: letter by letter, numbers as `numbers_agree` has it.

    Blanks at the ends of lines, and line ends at the end, are not looked at.

    Examples
    --------
    >>> print(text_difference("mean 0.3333333\n", "mean 0.33333333333"))
    None
    >>> text_difference("a\nb 1", "a\nb 2")
    "line 2: R has 'b 1', Python 'b 2'"
    """
    ours = _lines(r)
    theirs = _lines(python)
    for k in range(max(len(ours), len(theirs))):
        left = ours[k] if k < len(ours) else None
        right = theirs[k] if k < len(theirs) else None
        if left is None or right is None or not line_agrees(left, right):
            where = "" if len(ours) <= 1 and len(theirs) <= 1 else f"line {k + 1}: "
            return f"{where}R has {shown(left)}, Python {shown(right)}"
    return None


def _lines(text: str) -> list[str]:
    lines = [line.rstrip() for line in text.replace("\r\n", "\n").rstrip().split("\n")]
    return [] if lines == [""] else lines


def line_agrees(r: str, python: str) -> bool:
    """Whether two lines are the same up to the digits of their numbers."""
    if r == python:
        return True
    left, right = _NUMBER.split(r), _NUMBER.split(python)
    return len(left) == len(right) and all(
        (a == b) if k % 2 == 0 else numbers_agree(a, b)
        for k, (a, b) in enumerate(zip(left, right, strict=True))
    )


def shown(text: str | None) -> str:
    """Return a text as a message has it."""
    if text is None:
        return "nothing"
    told = repr(text)
    return told if len(told) <= 80 else f"{told[:77]}..."


# Values as they are printed, whose layout is not looked at

_R_LAYOUT = re.compile(
    r"^\s*\[\d+\](?=[ \t]+\S)|^\s*\[\d+,\]|\[,\d+\]|^\[\[.+?\]\]$|^\$|^, , |^\s*Levels:.*$"
    r"|\b(?:integer|numeric|character|logical)\(0\)"
    r"|^Time differences? (?:of|in \w+$)|(?<=\d) (?:secs|mins|hours|days|weeks)$",
    re.MULTILINE,
)
_PYTHON_LAYOUT = re.compile(
    r"\barray\(|\bnp\.\w+\(|,?\s*dtype[=:]\s*\w+|^Categories \(.*$|^Name: [^,\n]*,?"
    r"|,? ?Length: \d+|(?<=\d) (?:secs|mins|hours|days|weeks)$",
    re.MULTILINE,
)
_MARKS = str.maketrans(dict.fromkeys("[](){},\"':<>|;", " "))
_WORDS = {
    **dict.fromkeys(("NA", "NaN", "nan", "None", "NULL", "NaT"), "NA"),
    "True": "TRUE", "False": "FALSE", "inf": "Inf", "-inf": "-Inf",
}  # fmt: skip


def layout_difference(r: str, python: str) -> str | None:
    """Say how the words and numbers of two printed values differ; layout is not looked at.

    R's marks of places (``[1]``, ``[2,]``, ``$a``), Python's of types, brackets, quotes, commas
    and blanks are left out; missing values are the same by any name.

    Examples
    --------
    >>> print(layout_difference("[1] 1.0 2.5  NA", "[1.  2.5 nan]"))
    None
    >>> print(layout_difference("integer(0)", "[]"))
    None
    >>> print(layout_difference("Time difference of 7 days", "7 days"))
    None
    >>> layout_difference("[1] 1 2", "[1 3]")
    'R prints 2, Python 3'
    """
    right = _tokens(_R_LAYOUT.sub(" ", _PYTHON_LAYOUT.sub(" ", python)))
    told = _token_difference(_tokens(_R_LAYOUT.sub(" ", r)), right)
    if told is None or _token_difference(_paired(r, right), right) is None:
        return None
    return told


def _paired(r: str, python: list[str]) -> list[str]:
    r"""Return R's words with each name of a vector before its value, where Python has it there.

    Examples
    --------
    >>> _paired("  a  b \n1.5 NA ", ["a", "1.5", "b", "NA"])
    ['a', '1.5', 'b', 'NA']
    >>> _paired("p 2\nq 3\n", ["p", "2", "q", "3"])
    ['p', '2', 'q', '3']
    """
    lines, k = r.split("\n"), 0
    made: list[str] = []
    while k < len(lines):
        below = lines[k + 1] if k + 1 < len(lines) else ""
        names = [] if lines[k].lstrip().startswith("[") else _names_above(lines[k], below)
        pairs = zip(names, below.split(), strict=True) if names else ()
        words = _tokens(" ".join(f"{name} {value}" for name, value in pairs))
        if words and _token_difference(words, python[len(made) : len(made) + len(words)]) is None:
            made += words
            k += 1
        else:
            made += _tokens(_R_LAYOUT.sub(" ", lines[k]))
        k += 1
    return made


def _names_above(above: str, below: str) -> list[str]:
    """Return a name for each word of the line below, by columns where names have blanks in them."""
    names = above.split()
    if len(names) == len(below.split()):
        return names
    ends = [found.end() for found in re.finditer(r"\S+", below)]
    if not ends or len(above.rstrip()) != ends[-1]:
        return []
    names = [above[a:b].strip() for a, b in zip([0, *ends[:-1]], ends, strict=True)]
    parted = all(above[end : end + 1] in ("", " ") for end in ends)
    return names if all(names) and parted else []


def _token_difference(left: list[str], right: list[str]) -> str | None:
    for k in range(max(len(left), len(right))):
        a = left[k] if k < len(left) else None
        b = right[k] if k < len(right) else None
        if a is None or b is None or not _token_agrees(a, b):
            said = ["nothing more" if token is None else token for token in (a, b)]
            return f"R prints {said[0]}, Python {said[1]}"
    return None


def _tokens(text: str) -> list[str]:
    return [_WORDS.get(token, token) for token in text.translate(_MARKS).split()]


def _token_agrees(r: str, python: str) -> bool:
    if r == python:
        return True
    try:
        finite = math.isfinite(float(r)) and math.isfinite(float(python))
    except ValueError:
        return False
    return finite and numbers_agree(r, python)
