"""Whether a value of R and one of Python are the same, by their descriptions (`_describe`)."""

from __future__ import annotations

import math
from typing import Any

from ._describe import Description

RTOL = 1e-8  #: of the larger of two numbers that are not both whole
ATOL = 1e-12  #: for what is 0 up to rounding on one side
_EXACT = 2**53  # beyond it not every whole number is a double, and powers are rounded

_NUMBERS = ("integer", "double")
_ATOMIC = ("logical", *_NUMBERS, "date", "character")
INCOMPARABLE = ("function", "time", "other")


def difference(r: Description, python: Description, omitted: list[str] | None = None) -> str | None:
    """Say how two values differ.

    Numbers are equal within RTOL and ATOL, whole ones that doubles are exact for, strings and
    logicals exactly; NA is nan,
    and missing text None, as the package's docstring has it. Shapes, types, the order of lists and
    of columns, names and levels must be the same. What Python's value cannot tell is not compared
    and told in `omitted`:

    - names of a plain array or a single value, and names of some elements of a list;
    - whether whole numbers are doubles: ``n <- 5`` may be ``n = 5``, and integers are floats once
      some were missing, which is said;
    - whether an array of objects without elements stands for text or for logicals some of which
      were missing;
    - the class of an object that is a dict, and the parts that Python's form of an object of R's
      own (a model, a test) does not have;
    - the kind of a value that is missing altogether;
    - functions and times inside of lists.

    Parameters
    ----------
    r, python : dict
        Descriptions.
    omitted : list of str, optional
        Gets what was not compared.

    Returns
    -------
    str or None
        None if they are equal.

    Examples
    --------
    >>> one, two = ({"type": "integer", "values": [k]} for k in (1, 2))
    >>> print(difference(one, one))
    None
    >>> difference(one, two)
    'R has 1, Python 2'
    """
    omitted = [] if omitted is None else omitted
    if "NULL" in (r["type"], python["type"]):
        missing = python["type"] == "NULL" and r["type"] == "character" and _is_na(r)
        if missing or r["type"] == python["type"]:  # None is also the missing text
            return None
        return f"R has {summary(r)}, Python {summary(python)}"
    if r["type"] == "list" and "class" in r and python["type"] == "list":
        return _object_difference(r, python, omitted)
    if r["type"] == "environment" and python["type"] in ("list", "environment"):
        return _environment_difference(r, python, omitted)
    kinds = {r["type"], python["type"]}
    if kinds == {"list"} or kinds == {"data.frame"}:
        return _list_difference(r, python, omitted)
    if kinds <= {"factor", "character"}:
        return _factor_difference(r, python, omitted)
    if not kinds <= set(_ATOMIC):
        return f"R has {summary(r)}, Python {summary(python)}"
    return _vector_difference(r, python, omitted)


def _is_na(value: Description) -> bool:
    return "dim" not in value and value.get("values") == [None]


def _float(value: Any) -> float | None:
    if isinstance(value, str):
        return float.fromhex(value)
    return None if value is None else float(value)


def _list_difference(r: Description, python: Description, omitted: list[str]) -> str | None:
    if len(r["items"]) != len(python["items"]):
        return f"R has {summary(r)}, Python {summary(python)}"
    told = _list_names_difference(r, python, omitted)
    if told is not None:
        return told
    names = r.get("names") or [""] * len(r["items"])
    for k, (left, right) in enumerate(zip(r["items"], python["items"], strict=True)):
        where = names[k] or f"[[{k + 1}]]"
        if left["type"] in INCOMPARABLE:
            omitted.append(f"{where} ({summary(left)}) not compared")
            continue
        inner: list[str] = []
        told = difference(left, right, inner)
        if told is not None:
            return f"{where}: {told}"
        omitted += [f"{where}: {text}" for text in inner]
    return None


def _list_names_difference(r: Description, python: Description, omitted: list[str]) -> str | None:
    ours, theirs = r.get("names"), python.get("names")
    if r["type"] == "list":
        if not any(ours or ()) and not any(theirs or ()):
            return None
        if theirs is None and not all(ours or ()):  # a list of Python has no place for some names
            omitted.append("names not compared")
            return None
        return _names_difference("names", ours, theirs or ["none"])
    told = _names_difference("names", ours, theirs)
    if told is not None:
        return told
    rows = [r.get("rows"), python.get("rows")]
    if all(row is None or _counted(row) for row in rows):
        if rows[0] != rows[1]:
            omitted.append("numbers of rows not compared")
        return None
    return _names_difference("row names", rows[0], rows[1] or ["none"])


def _counted(names: list[str]) -> bool:
    return all(name.lstrip("-").isdigit() for name in names)


def _object_difference(r: Description, python: Description, omitted: list[str]) -> str | None:
    """Compare an object of a class; of R's own, as lm's, by the components that both have."""
    if "class" in python:
        if python["class"] != r["class"]:
            return f"class: R has {r['class']}, Python {python['class']}"
    else:
        omitted.append("class not compared")
    if not r.get("packaged"):
        return _list_difference(r, python, omitted)
    left = dict(zip(r.get("names") or (), r["items"], strict=False))
    right = dict(zip(python.get("names") or (), python["items"], strict=False))
    names = [name for name in left if name in right]
    if not names:
        return f"R has {summary(r)}, Python {summary(python)}"
    if len(names) < len(left):
        omitted.append(f"only {_some(names)} compared")
    both: list[Description] = [
        {"type": "list", "items": [side[name] for name in names], "names": names}
        for side in (left, right)
    ]
    return _list_difference(both[0], both[1], omitted)


def _environment_difference(r: Description, python: Description, omitted: list[str]) -> str | None:
    """Compare environments, whose variables have no order."""
    both: list[Description] = []
    for side in (r, python):
        pairs = sorted(
            zip(side.get("names") or (), side["items"], strict=False), key=lambda p: p[0]
        )
        both.append(
            {"type": "list", "items": [v for _, v in pairs], "names": [n for n, _ in pairs]}
        )
    return _list_difference(both[0], both[1], omitted)


def _factor_difference(r: Description, python: Description, omitted: list[str]) -> str | None:
    if r["type"] != python["type"]:
        return f"R has {summary(r)}, Python {summary(python)}"
    if r["type"] == "factor" and r["levels"] != python["levels"]:
        return f"levels: R has {_some(r['levels'])}, Python {_some(python['levels'])}"
    plain = [{k: v for k, v in side.items() if k != "levels"} for side in (r, python)]
    sides: list[Description] = [{**side, "type": "character"} for side in plain]
    return _vector_difference(sides[0], sides[1], omitted)


def _vector_difference(r: Description, python: Description, omitted: list[str]) -> str | None:
    if _shape(r) != _shape(python):
        return f"R has {summary(r)}, Python {summary(python)}"
    left, right = _values(r), _values(python)
    kinds = [_kind(r, left), _kind(python, right)]
    if not left and (r["type"], python["type"]) == ("logical", "character"):
        omitted.append("no logicals in R, no objects in Python")
        return _labels_difference(r, python, omitted)
    empty = not left and kinds[0] != kinds[1]
    if empty or (kinds[0] != kinds[1] and None not in kinds):
        return f"R has {kinds[0] or 'no strings'}, Python {kinds[1] or 'no strings'}"
    if r["type"] == "integer" and python["type"] == "double" and left and None not in left:
        omitted.append("integers in R, doubles in Python")
    wrong = [k for k, (a, b) in enumerate(zip(left, right, strict=True)) if not same(a, b)]
    if wrong:
        k = wrong[0]
        where = "" if len(left) == 1 else f"{_place(r, k)}: "
        more = f" (and {len(wrong) - 1} more of {len(left)})" if len(wrong) > 1 else ""
        return f"{where}R has {_shown(left[k])}, Python {_shown(right[k])}{more}"
    return _labels_difference(r, python, omitted)


def _labels_difference(r: Description, python: Description, omitted: list[str]) -> str | None:
    axes = [_axes(r), _axes(python)]
    for k, (left, right) in enumerate(zip(*axes, strict=True)):
        what = f"names of dimension {k + 1}" if k else "names"
        if left is None and right is not None and _counted(right):  # an index that counts rows
            continue
        if left is not None and right is None:
            omitted.append(f"{what} not compared")
            continue
        told = _names_difference(what, left, right)
        if told is not None:
            return told
    return None


def _axes(value: Description) -> list[list[str] | None]:
    axes: list[list[str] | None]
    if len(value.get("dim", ())) <= 1:
        axes = [value["names"] if "names" in value else (value.get("dimnames") or [None])[0]]
    else:
        axes = value.get("dimnames") or [None] * len(value["dim"])
    return axes


def _names_difference(what: str, r: list[str] | None, python: list[str] | None) -> str | None:
    if r == python:
        return None
    return f"{what}: R has {_some(r)}, Python {_some(python)}"


def _shape(value: Description) -> list[int]:
    dim: list[int] = value.get("dim") or []
    return dim if len(dim) > 1 else [len(value["values"])]


def _values(value: Description) -> list[Any]:
    if value["type"] not in ("double", "date"):
        return list(value["values"])
    return [_float(v) for v in value["values"]]


def _kind(value: Description, values: list[Any]) -> str | None:
    """Return the kind of a vector; None if nothing in it says."""
    if values and all(_missing(v) for v in values):
        return None
    if not values:
        return "strings" if value["type"] == "character" else None
    return "numbers" if value["type"] in _NUMBERS else _plural(value["type"])


def _missing(value: Any) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))


def same(a: Any, b: Any) -> bool:
    """Whether two values of vectors are equal.

    Examples
    --------
    >>> same(0.1 + 0.2, 0.3), same(10**9, 10**9 + 1.0), same(None, float("nan")), same("a", "A")
    (True, False, True, False)
    >>> same(27.0**27, 27.0**27 * (1 + 2**-52))
    True
    """
    if _missing(a) or _missing(b):
        return _missing(a) and _missing(b)
    if isinstance(a, str) or isinstance(b, str) or a == b:
        return bool(a == b)
    if math.isinf(a) or math.isinf(b):
        return False
    if a == math.floor(a) and b == math.floor(b) and abs(a) <= _EXACT:
        return False
    return bool(abs(a - b) <= max(RTOL * max(abs(a), abs(b)), ATOL))


def summary(value: Description) -> str:
    """Describe a value in a few words.

    Examples
    --------
    >>> summary({"type": "double", "values": ["0x1p+0"] * 6, "dim": [2, 3]})
    'numbers, 2 x 3'
    >>> summary({"type": "character", "values": ["abc"]})
    "'abc'"
    """
    kind = value["type"]
    if kind == "list" and "class" in value:
        return f"an object of class {value['class']}"
    if kind == "environment":
        return f"an environment of {len(value['items'])}"
    if kind == "list":
        return f"a list of {len(value['items'])}"
    if kind == "data.frame":
        return f"a table, {value['height']} x {len(value['items'])}"
    if kind not in (*_ATOMIC, "factor"):
        return str(value.get("class", kind))
    values = _values(value)
    if len(value.get("dim", ())) > 1:
        return f"{_plural(kind)}, {' x '.join(map(str, value['dim']))}"
    if len(values) == 1 and kind != "factor":
        return _shown(values[0])
    return f"{len(values)} {_plural(kind)}"


def _plural(kind: str) -> str:
    words = {"logical": "logicals", "character": "strings", "factor": "labels", "date": "dates"}
    return words.get(kind, "numbers")


def _place(value: Description, k: int) -> str:
    dim = value.get("dim") or []
    if len(dim) <= 1:
        return f"[{k + 1}]"
    place = []
    for size in dim:
        k, rest = divmod(k, size)
        place.append(str(rest + 1))
    return f"[{', '.join(place)}]"


def _shown(value: Any) -> str:
    if value is None:
        return "NA"
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float):
        return f"{value:.10g}"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _some(names: list[str] | None) -> str:
    return "none" if names is None else _shown(", ".join(map(str, names)))
