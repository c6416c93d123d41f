"""What is known of a value of R before the script runs.

A `Kind` is a claim: whatever it says holds for the Python value at run time. What it does not say
is unknown, and the translation then uses `dagbag.r_compat.rvalues`, which looks at the value.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from ._functions import FunctionInfo

Shape: TypeAlias = Literal[
    "never",  # no value yet: a parameter of a function that was not called so far
    "null",
    "scalar",  # one atomic value: a Python or numpy scalar
    "vector",  # 1-d array
    "matrix",  # 2-d array
    "array",  # array of more dimensions
    "atomic",  # an array of any dimensions, or a scalar
    "list",  # Python list
    "dict",  # list with names
    "frame",  # data frame
    "factor",
    "function",
    "result",  # what dagbag's functions return
    "other",  # something else that is only handed on (a model, a time, a device)
    "any",
    "missing",  # its statement was refused
]
Mode: TypeAlias = Literal["logical", "integer", "double", "character", "any"]
Constant: TypeAlias = bool | int | float | str

_ORDER: dict[str, int] = {"logical": 0, "integer": 1, "double": 2, "character": 3}
ATOMIC = ("scalar", "vector", "matrix", "array", "atomic")
NUMERIC = ("logical", "integer", "double")


@dataclass(frozen=True)
class Kind:
    """What is known of a value.

    Attributes
    ----------
    shape : str
    mode : str
        Of an atomic value.
    na : bool
        The script itself may have put an NA into it.
    const : bool, int, float or str, optional
        The value of a scalar.
    low : float, optional
        No element is below it.
    high : float, optional
        No element is above it.
    length : int, optional
        Number of elements of a vector.
    many : bool
        The length is that of data or a count given by the script: taken to be at least 2.
    soft : float, optional
        No element is taken to be below it: lengths and extents of data are taken to be at least 2,
        which a note says where it matters.
    dims : tuple of int or None, optional
        Extents of a matrix.
    native : bool
        A scalar that may be Python's own and not numpy's: dividing it by 0 would raise.
    whole : bool
        Doubles whose Python type may be an integer one.
    integral : bool
        Doubles whose Python type is an integer one for sure.
    names : bool
        May have names.
    grows : bool
        A vector that was made without a place for its elements.
    items : dict, optional
        Kinds by name, of a list all of whose names are known.
    item : Kind, optional
        Of every element of a list.
    functions : frozenset of FunctionInfo
        Which functions of the script a function may be.
    missing : str
        Why there is no value.
    tag : str
        What an "other" value is, or which table a result comes from.
    """

    shape: Shape
    mode: Mode = "any"
    na: bool = False
    const: Constant | None = None
    low: float | None = None
    high: float | None = None
    length: int | None = None
    many: bool = False
    soft: float | None = None
    dims: tuple[int | None, ...] | None = None
    native: bool = False
    whole: bool = False
    integral: bool = False
    names: bool = False
    grows: bool = False
    items: tuple[tuple[str, Kind], ...] | None = None
    item: Kind | None = None
    functions: frozenset[FunctionInfo] = field(default_factory=frozenset)
    missing: str = ""
    tag: str = ""

    @property
    def atomic(self) -> bool:
        """Whether it is an atomic value of some shape."""
        return self.shape in ATOMIC

    @property
    def is_scalar(self) -> bool:
        """Whether it is one atomic value."""
        return self.shape == "scalar"

    @property
    def numeric(self) -> bool:
        """Whether it holds numbers or logicals."""
        return self.atomic and self.mode in NUMERIC

    @property
    def is_list(self) -> bool:
        """Whether it is a list of R, with or without names."""
        return self.shape in ("list", "dict")

    def with_(self, **changes: object) -> Kind:
        """Return a copy in which some claims differ."""
        return replace(self, **changes)  # type: ignore[arg-type]

    def plain(self) -> Kind:
        """Return it without claims about values."""
        return replace(self, const=None, low=None, high=None, soft=None)


ANY = Kind("any")
NEVER = Kind("never")
NULL = Kind("null")
LOGICAL = Kind("scalar", "logical", low=0, high=1)
INTEGER = Kind("scalar", "integer")
DOUBLE = Kind("scalar", "double")
STRING = Kind("scalar", "character")
COUNT = Kind("scalar", "integer", low=0)
EXTENT = Kind("scalar", "integer", low=0, soft=2, native=True)
LOGICALS = Kind("vector", "logical", low=0, high=1)
INTEGERS = Kind("vector", "integer")
DOUBLES = Kind("vector", "double")
STRINGS = Kind("vector", "character")
MATRIX = Kind("matrix", "double")
ATOM = Kind("atomic")
LIST = Kind("list", item=ANY)
DICT = Kind("dict", item=ANY)
FRAME = Kind("frame")
FACTOR = Kind("factor")
FUNCTION = Kind("function")


def constant(value: Constant, mode: Mode) -> Kind:
    """Return the kind of a literal."""
    if isinstance(value, str):
        return Kind("scalar", "character", const=value, native=True)
    whole = mode == "double" and isinstance(value, int)
    known = value == value and abs(value) != float("inf")
    return Kind(
        "scalar",
        mode,
        const=value,
        low=float(value) if known else None,
        high=float(value) if known else None,
        native=True,
        whole=whole,
        integral=whole,
    )


def higher(first: Mode, second: Mode) -> Mode:
    """Return the mode that R coerces two modes to."""
    if "any" in (first, second):
        return "any"
    return first if _ORDER[first] >= _ORDER[second] else second


def fits(value: Mode, target: Mode) -> bool:
    """Whether values of a mode may be stored in an array of another without changing it."""
    if "any" in (value, target):
        return False
    return (
        value == target
        or (target == "double" and value in NUMERIC)
        or (target == "integer" and value == "logical")
    )


def join(first: Kind, second: Kind) -> Kind:
    """Return what is known of a value that is of one kind or the other."""
    if first is second or first == second or second.shape == "never":
        return first
    if first.shape == "never":
        return second
    if "missing" in (first.shape, second.shape):
        return first if first.shape == "missing" else second
    if first.atomic and second.atomic:
        return _join_atomic(first, second)
    if first.shape == second.shape:
        if first.is_list:
            return _join_lists(first, second)
        if first.shape == "function":
            if not (first.functions and second.functions):
                return FUNCTION
            return Kind("function", functions=first.functions | second.functions)
        if first.shape == "other":
            return Kind("other", tag=first.tag if first.tag == second.tag else "")
        if first.shape == "result":
            return first if first.tag == second.tag else ANY
        if first.shape == "frame":
            return _join_frames(first, second)
        return Kind(first.shape, names=first.names or second.names, items=None)
    return ANY


def _join_frames(first: Kind, second: Kind) -> Kind:
    """Join data frames: columns that are known in both, or in the one that is not empty."""
    if first.items == () or second.items == ():
        return first if second.items == () else second
    if first.items is None or second.items is None:
        return Kind("frame")
    if [name for name, _ in first.items] != [name for name, _ in second.items]:
        return Kind("frame")
    items = tuple(
        (name, join(a, b)) for (name, a), (_, b) in zip(first.items, second.items, strict=True)
    )
    return Kind("frame", items=items)


def _join_atomic(first: Kind, second: Kind) -> Kind:
    same_shape = first.shape == second.shape
    mode = first.mode if first.mode == second.mode else "any"
    if {first.mode, second.mode} == {"integer", "double"}:
        mode = "double"  # whole: arithmetic is the same, storing into it is not
    elif same_shape and first.is_scalar and {first.mode, second.mode} <= set(NUMERIC):
        mode = higher(first.mode, second.mode)
    dims = None
    if first.dims is not None and second.dims is not None and len(first.dims) == len(second.dims):
        dims = tuple(a if a == b else None for a, b in zip(first.dims, second.dims, strict=True))
    return Kind(
        first.shape if same_shape else "atomic",
        mode,
        na=first.na or second.na,
        const=first.const if _same_constant(first, second) else None,
        low=_lowest(first.low, second.low),
        high=None if first.high is None or second.high is None else max(first.high, second.high),
        length=first.length if first.length == second.length else None,
        many=(first.many or (first.length or 0) > 1) and (second.many or (second.length or 0) > 1),
        soft=_lowest(assumed_low(first), assumed_low(second)),
        dims=dims,
        native=first.native or second.native,
        whole=first.whole or second.whole or first.mode != second.mode,
        integral=is_int(first) and is_int(second),
        names=first.names or second.names,
        grows=first.grows or second.grows,
    )


def is_int(kind: Kind) -> bool:
    """Whether the Python type is an integer one for sure."""
    return kind.atomic and not kind.na and (kind.mode == "integer" or kind.integral)


def assumed_low(kind: Kind) -> float | None:
    """Return the bound that no element is taken to be below."""
    bounds = [bound for bound in (kind.low, kind.soft) if bound is not None]
    return max(bounds, default=None)


def _lowest(first: float | None, second: float | None) -> float | None:
    return None if first is None or second is None else min(first, second)


def _same_constant(first: Kind, second: Kind) -> bool:
    return (
        first.const is not None
        and first.const == second.const
        and type(first.const) is type(second.const)
    )


def _join_lists(first: Kind, second: Kind) -> Kind:
    items = None
    if first.items is not None and second.items is not None:
        names = [name for name, _ in first.items]
        if names == [name for name, _ in second.items]:
            items = tuple(
                (name, join(a, b))
                for (name, a), (_, b) in zip(first.items, second.items, strict=True)
            )
    return Kind(
        first.shape,
        item=join(item_of(first), item_of(second)),
        items=items,
        length=first.length if first.length == second.length else None,
        grows=first.grows or second.grows,
    )


def item_of(kind: Kind) -> Kind:
    """Return the kind of any element of a list."""
    if kind.items is not None:
        found = NEVER
        for _, item in kind.items:
            found = join(found, item)
        return found
    return kind.item if kind.item is not None else ANY


def column_mode(kind: Kind) -> Mode:
    """Return the mode of the matrix that a data frame makes."""
    if not kind.items:
        return "any"
    mode: Mode = "logical"
    for _, item in kind.items:
        mode = higher(mode, item.mode)
    return mode


def element_of(kind: Kind) -> Kind:
    """Return the kind of one element of a vector or list, as a loop sees it."""
    if kind.shape == "null":
        return NEVER
    if kind.is_list:
        return item_of(kind)
    if kind.atomic:
        return Kind(
            "scalar",
            kind.mode,
            na=kind.na,
            low=kind.low,
            high=kind.high,
            soft=kind.soft,
            native=kind.is_scalar and kind.native,
            whole=kind.whole,
            integral=kind.integral,
        )
    return ANY


def widen(old: Kind, new: Kind) -> Kind:
    """Return a kind that a loop cannot change for ever: bounds that still move are dropped."""
    if old == new:
        return new
    changes: dict[str, object] = {}
    if old.low != new.low:
        changes["low"] = None
    if old.soft != new.soft:
        changes["soft"] = None
    if old.high != new.high:
        changes["high"] = None
    if old.length != new.length:
        changes["length"] = None
    if old.dims != new.dims:
        changes["dims"] = None
    if new.is_list and old.is_list and old.items != new.items:
        changes["items"] = None
        changes["item"] = join(item_of(old), item_of(new)) if _depth(new) < 4 else ANY
    if _depth(new) >= 6:
        return Kind(new.shape, item=ANY) if new.is_list else ANY
    return new.with_(**changes)


def _depth(kind: Kind) -> int:
    if not kind.is_list:
        return 0
    inner = [item for _, item in kind.items or ()]
    if kind.item is not None:
        inner.append(kind.item)
    return 1 + max((_depth(item) for item in inner), default=0)
