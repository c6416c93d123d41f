"""Whether a value of R and one of Python are the same, by their descriptions (`_describe`)."""

from __future__ import annotations

import math
from typing import Any

from ._describe import Description

RTOL = 1e-8  #: of the larger of two numbers that are not both whole
ATOL = 1e-12  #: for what is 0 up to rounding on one side

_NUMBERS = ("integer", "double")
_ATOMIC = ("logical", *_NUMBERS, "character")
INCOMPARABLE = ("function", "time", "other")


def difference(r: Description, python: Description) -> str | None:
    """Say how two values differ.

    Numbers are equal within RTOL and ATOL, whole ones, strings and logicals exactly; NA is nan or
    None. Shapes must be the same; names are compared where Python has them. A list of single
    values is the same as a vector, and a table of one type the same as a matrix. An object of a
    class of R is compared by the components that both sides have.

    Parameters
    ----------
    r, python : dict
        Descriptions.

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
    if _length(r) == 0 and _length(python) == 0 and "NULL" in (r["type"], python["type"]):
        return None
    if python["type"] == "NULL" and _is_na(r):
        return None
    if r["type"] == python["type"] == "list" and "class" in r:
        return _object_difference(r, python)
    r, python = _alike(r, python)
    kinds = {r["type"], python["type"]}
    if kinds <= {"list", "data.frame"}:
        return _list_difference(r, python)
    if kinds <= {"factor", "character"}:
        return _factor_difference(r, python)
    if not kinds <= set(_ATOMIC):
        if r["type"] == python["type"] == "NULL":
            return None
        return f"R has {summary(r)}, Python {summary(python)}"
    return _vector_difference(r, python)


def _length(value: Description) -> int:
    contents: list[Any] = value.get("values") or value.get("items") or []
    return len(contents)


def _is_na(value: Description) -> bool:
    return "dim" not in value and value.get("values") == [None]


def _alike(r: Description, python: Description) -> tuple[Description, Description]:
    """Bring forms that mean the same to the same form."""
    if r["type"] in _ATOMIC:
        if python["type"] == "list":
            python = _collapsed(python) or python
        elif python["type"] == "data.frame":
            python = _as_matrix(python) or python
    elif r["type"] == "list" and python["type"] in _ATOMIC and "dim" not in python:
        r = _collapsed(r) or r
    elif r["type"] == "factor" and python["type"] == "list":
        python = _collapsed(python) or python
    return r, python


def _collapsed(value: Description) -> Description | None:
    """Return the vector that a list of single values is."""
    items = value["items"]
    if not all(i["type"] in _ATOMIC and len(i["values"]) == 1 and "dim" not in i for i in items):
        return None
    types = {item["type"] for item in items}
    if len(types) > 1 and not types <= set(_NUMBERS):
        return None
    kind = "double" if len(types) > 1 else next(iter(types), "logical")
    values = [_float(v) if kind == "double" else v for item in items for v in item["values"]]
    vector: Description = {"type": kind, "values": values}
    if value.get("names") is not None:
        vector["names"] = value["names"]
    return vector


def _as_matrix(frame: Description) -> Description | None:
    types = {item["type"] for item in frame["items"]}
    if not types <= set(_ATOMIC) or (len(types) > 1 and not types <= set(_NUMBERS)):
        return None
    kind = "double" if len(types) > 1 else next(iter(types), "logical")
    values = [_float(v) if kind == "double" else v for i in frame["items"] for v in i["values"]]
    names = frame["names"]
    counted = [str(k) for k in range(len(names))]
    return {
        "type": kind,
        "values": values,
        "dim": [frame["height"], len(names)],
        "dimnames": [frame.get("rows"), None if names == counted else names],
    }


def _float(value: Any) -> float | None:
    if isinstance(value, str):
        return float.fromhex(value)
    return None if value is None else float(value)


def _list_difference(r: Description, python: Description) -> str | None:
    if len(r["items"]) != len(python["items"]):
        return f"R has {summary(r)}, Python {summary(python)}"
    told = _names_difference("names", r.get("names"), python.get("names"))
    if told is not None:
        return told
    if r["type"] == python["type"] == "data.frame":
        told = _names_difference("row names", r.get("rows"), python.get("rows"))
        if told is not None:
            return told
    names = r.get("names") or [""] * len(r["items"])
    for k, (left, right) in enumerate(zip(r["items"], python["items"], strict=True)):
        if left["type"] in INCOMPARABLE or right["type"] in INCOMPARABLE:
            continue
        told = difference(left, right)
        if told is not None:
            return f"{names[k] or f'[[{k + 1}]]'}: {told}"
    return None


def _object_difference(r: Description, python: Description) -> str | None:
    """Compare an object of a class of R, as lm's, by the components that both have."""
    left = dict(zip(r.get("names") or (), r["items"], strict=False))
    right = dict(zip(python.get("names") or (), python["items"], strict=False))
    names = [name for name in left if name in right]
    if not names:
        return f"R has {summary(r)}, Python {summary(python)}"
    both: list[Description] = [
        {"type": "list", "items": [side[name] for name in names], "names": names}
        for side in (left, right)
    ]
    return _list_difference(*both)


def _factor_difference(r: Description, python: Description) -> str | None:
    if r["type"] == python["type"] == "factor" and r["levels"] != python["levels"]:
        return f"levels: R has {_some(r['levels'])}, Python {_some(python['levels'])}"
    plain = [{k: v for k, v in side.items() if k != "levels"} for side in (r, python)]
    return _vector_difference(*({**side, "type": "character"} for side in plain))


def _vector_difference(r: Description, python: Description) -> str | None:
    if _shape(r) != _shape(python):
        return f"R has {summary(r)}, Python {summary(python)}"
    left, right = _values(r), _values(python)
    kinds = [_kind(r, left), _kind(python, right)]
    if kinds[0] != kinds[1] and None not in kinds:
        return f"R has {kinds[0]}, Python {kinds[1]}"
    wrong = [k for k, (a, b) in enumerate(zip(left, right, strict=True)) if not same(a, b)]
    if wrong:
        k = wrong[0]
        where = "" if len(left) == 1 else f"{_place(r, k)}: "
        more = f" (and {len(wrong) - 1} more of {len(left)})" if len(wrong) > 1 else ""
        return f"{where}R has {_shown(left[k])}, Python {_shown(right[k])}{more}"
    return _labels_difference(r, python)


def _labels_difference(r: Description, python: Description) -> str | None:
    axes = [_axes(r), _axes(python)]
    for k, (left, right) in enumerate(zip(*axes, strict=True)):
        told = _names_difference(f"names of dimension {k + 1}" if k else "names", left, right)
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
    if python is None or r == python:
        return None
    if r is None:
        if all(name.lstrip("-").isdigit() for name in python):  # an index that counts rows
            return None
        return f"{what}: R has none, Python {_some(python)}"
    return f"{what}: R has {_some(r)}, Python {_some(python)}"


def _shape(value: Description) -> list[int]:
    dim: list[int] = value.get("dim") or []
    return dim if len(dim) > 1 else [len(value["values"])]


def _values(value: Description) -> list[Any]:
    if value["type"] != "double":
        return list(value["values"])
    return [_float(v) for v in value["values"]]


def _kind(value: Description, values: list[Any]) -> str | None:
    """Return the kind of a vector; None if nothing in it says."""
    if all(_missing(v) for v in values):
        return None
    return "numbers" if value["type"] in _NUMBERS else f"{value['type']} values"


def _missing(value: Any) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))


def same(a: Any, b: Any) -> bool:
    """Whether two values of vectors are equal.

    Examples
    --------
    >>> same(0.1 + 0.2, 0.3), same(10**9, 10**9 + 1.0), same(None, float("nan")), same("a", "A")
    (True, False, True, False)
    """
    if _missing(a) or _missing(b):
        return _missing(a) and _missing(b)
    if isinstance(a, str) or isinstance(b, str) or a == b:
        return bool(a == b)
    if math.isinf(a) or math.isinf(b) or (a == math.floor(a) and b == math.floor(b)):
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
    words = {"logical": "logicals", "character": "strings", "factor": "labels"}
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
