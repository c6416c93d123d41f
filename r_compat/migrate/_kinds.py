"""What is known of a value of R before the script runs.

A `Kind` is a claim: whatever it says holds for the Python value at run time. What it does not say
is unknown, and the translation then uses `dagbag.r_compat.rvalues`, which looks at the value.

A kind has parts, each of which claims nothing when it is fresh: `Values` (of the elements),
`Extents` (how many there are) and `Labels` (names). What a function of R does to a part is said by
the methods of `Kind` and by the constructors here (`vector`, `matrix`, ...), which take a part
over as a whole; a claim that no rule carries is lost, and costs a call of `rvalues`, not a wrong
result. Three things are not followed: sums and products that leave the range of numbers (R: Inf, or
NA of integers), extents of data, which are taken to be at least 2 (`Values.soft`), and the size of
whole numbers of data, which are taken to have at most 25 bits. From there on sizes are followed
(`Values.bits`), since beyond 53 bits R's doubles are rounded, and Python's integers are not.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

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
Stored: TypeAlias = Literal["", "float", "int"]
Constant: TypeAlias = bool | int | float | str

EXACT_BITS = 53  # of whole numbers, up to which each is a double
USUAL_BITS = 25  # that whole numbers of data are taken to have
_LOOP_BITS = (USUAL_BITS + 1, 40, EXACT_BITS)  # what a loop makes of bits, in few rounds
INTEGER_BITS = 31  # of R's integers, beyond which they are NA
_SUM_BITS = 20  # that a sum of numbers, of which it is not known how many, takes more
_ABSORBED = 20  # bits less: so much smaller a number may be added a million times

_ORDER: dict[str, int] = {"logical": 0, "integer": 1, "double": 2, "character": 3}
ATOMIC = ("scalar", "vector", "matrix", "array", "atomic")
NUMERIC = ("logical", "integer", "double")


@dataclass(frozen=True, slots=True)
class Values:
    """What is known of the elements of an atomic value; a fresh one claims nothing.

    Attributes
    ----------
    mode : str
    complete : bool
        No element is NA or NaN.
    finite : bool
        No element is NA, NaN or infinite; so it is complete, too.
    const : bool, int, float or str, optional
        The value of a scalar.
    low : float, optional
        No element is below it.
    high : float, optional
        No element is above it.
    soft : float, optional
        No element is taken to be below it: lengths and extents of data are taken to be at least 2,
        which a note says where it matters.
    numpy : bool
        A scalar that is numpy's: dividing it by 0 warns, where Python's own would raise.
    stored : str
        Of doubles: "float" or "int" if their Python type is that for sure.
    either : bool
        Doubles that R may have as integers; this is a doubt, and no claim.
    none : bool
        A scalar of any mode that may be None, a text that is NA; this is a doubt, and no claim.
    bits : int
        Those of the largest whole number that may be an integer of Python; this is a doubt, and no
        claim: fresh ones have those of data.
    """

    mode: Mode = "any"
    complete: bool = False
    finite: bool = False
    const: Constant | None = None
    low: float | None = None
    high: float | None = None
    soft: float | None = None
    numpy: bool = False
    stored: Stored = ""
    either: bool = False
    none: bool = False
    bits: int = USUAL_BITS

    def elements(self) -> Values:
        """Return what holds of the elements of an array that are these values."""
        if self.const is None and not self.numpy:
            return self
        return self._but(const=None, numpy=False)

    def having(self, **claims: Any) -> Values:
        """Return them with other claims; what is infinite or missing is told once."""
        if claims.get("finite"):
            claims["complete"] = True
        elif claims.get("complete") is False:
            claims["finite"] = False
        if "stored" not in claims and "mode" in claims and claims["mode"] != self.mode:
            claims["stored"] = ""
            claims.setdefault("either", False)
            claims.setdefault("none", False)
        return self._but(**claims)

    def averaged(self) -> Values:
        """Return them with the bounds of their weighted means, which are rounded.

        A mean of 0.8 may be a bit above it; whole numbers and 0 are not missed.
        """
        low, high = self.low, self.high
        if not (_int_values(self) or self.mode == "logical"):
            low = 0 if low is not None and low >= 0 else None
            high = 0 if high is not None and high <= 0 else None
        return self._but(const=None, low=low, high=high, soft=None)

    def _but(self, **changes: Any) -> Values:
        """Return a copy with other fields; `dataclasses.replace` takes far longer."""
        fields = {
            "mode": self.mode, "complete": self.complete, "finite": self.finite,
            "const": self.const, "low": self.low, "high": self.high, "soft": self.soft,
            "numpy": self.numpy, "stored": self.stored, "either": self.either,
            "none": self.none, "bits": self.bits,
        }  # fmt: skip
        return Values(**fields | changes)


@dataclass(frozen=True, slots=True)
class Extents:
    """What is known of the number of elements; a fresh one claims nothing.

    Attributes
    ----------
    length : int, optional
        Number of elements of a vector or list.
    many : bool
        The length, or each extent of a matrix, is that of data or a count given by the script:
        taken to be at least 2.
    dims : tuple of int or None, optional
        Extents of a matrix or array.
    """

    length: int | None = None
    many: bool = False
    dims: tuple[int | None, ...] | None = None


@dataclass(frozen=True, slots=True)
class Labels:
    """What is known of names; a fresh one claims nothing.

    Attributes
    ----------
    bare : bool
        There are no names, nor names of rows and columns.
    paired : bool
        Rows and columns both have names, so that R gives none to a single element.
    lost : bool
        One value without a name, to which R may give that of its row or column; this is a doubt,
        and no claim.
    """

    bare: bool = False
    paired: bool = False
    lost: bool = False


_NO_VALUES = Values()
_NO_EXTENTS = Extents()
_NO_LABELS = Labels()
_BARE = Labels(bare=True)
_PAIRED = Labels(paired=True)
_LOST = Labels(bare=True, lost=True)
_PARTS = {
    "mode": "values", "complete": "values", "finite": "values", "const": "values",
    "low": "values", "high": "values", "soft": "values", "numpy": "values", "stored": "values",
    "either": "values", "none": "values", "bits": "values", "length": "extents", "many": "extents",
    "dims": "extents", "bare": "labels",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Kind:
    """What is known of a value.

    Attributes
    ----------
    shape : str
    values : Values
        Of an atomic value.
    extents : Extents
    labels : Labels
    grows : bool
        A vector or list that was made without a place for its elements.
    nullable : bool
        A vector that may be `rvalues.Nothing`, which is R's NULL.
    items : tuple of (str, Kind), optional
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
    values: Values = _NO_VALUES
    extents: Extents = _NO_EXTENTS
    labels: Labels = _NO_LABELS
    grows: bool = False
    nullable: bool = False
    items: tuple[tuple[str, Kind], ...] | None = None
    item: Kind | None = None
    functions: frozenset[FunctionInfo] = field(default_factory=frozenset)
    missing: str = ""
    tag: str = ""

    # What the parts say

    @property
    def mode(self) -> Mode:
        """Mode of the elements."""
        return self.values.mode

    @property
    def complete(self) -> bool:
        """Whether no element is NA or NaN."""
        return self.values.complete

    @property
    def finite(self) -> bool:
        """Whether no element is NA, NaN or infinite."""
        return self.values.finite

    @property
    def holds_none(self) -> bool:
        """Whether an element may be None: NA of logicals, and of what may be logicals."""
        return self.atomic and self.na and self.mode in ("logical", "any")

    @property
    def na(self) -> bool:
        """Whether an element may be NA or NaN."""
        return not self.values.complete

    @property
    def const(self) -> Constant | None:
        """The value of a scalar that is known."""
        return self.values.const

    @property
    def low(self) -> float | None:
        """What no element is below."""
        return self.values.low

    @property
    def high(self) -> float | None:
        """What no element is above."""
        return self.values.high

    @property
    def soft(self) -> float | None:
        """What no element is taken to be below."""
        return self.values.soft

    @property
    def native(self) -> bool:
        """Whether a scalar may be Python's own."""
        return not self.values.numpy

    @property
    def stored(self) -> Stored:
        """The Python type of doubles, where it is sure."""
        return self.values.stored

    @property
    def either(self) -> bool:
        """Whether R may have these doubles as integers."""
        return self.values.either

    @property
    def missing_text(self) -> bool:
        """Whether None may stand for a text that is NA, and never for NULL."""
        if self.shape not in ("scalar", "atomic") or self.values.complete or self.tag == "null":
            return False
        return self.values.mode == "character" or self.values.none

    @property
    def bits(self) -> int:
        """Bits of the largest whole number that may be an integer of Python."""
        return _bits(self.values)

    @property
    def whole(self) -> bool:
        """Whether the Python type of doubles may be an integer one."""
        return self.values.mode == "double" and self.values.stored != "float"

    @property
    def length(self) -> int | None:
        """Number of elements."""
        return self.extents.length

    @property
    def many(self) -> bool:
        """Whether there are taken to be at least 2 elements."""
        return self.extents.many

    @property
    def dims(self) -> tuple[int | None, ...] | None:
        """Extents of a matrix or array."""
        return self.extents.dims

    @property
    def names(self) -> bool:
        """Whether there may be names; a list without names is a list of Python."""
        return not self.labels.bare and self.shape != "list"

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
        return self.shape in ATOMIC and self.values.mode in NUMERIC

    @property
    def is_list(self) -> bool:
        """Whether it is a list of R, with or without names."""
        return self.shape in ("list", "dict")

    # Other kinds made of the parts

    def with_(self, **changes: Any) -> Kind:
        """Return a copy in which some claims differ, those of the parts included."""
        parts: dict[str, dict[str, Any]] = {}
        own: dict[str, Any] = {}
        for key, value in changes.items():
            part = _PARTS.get(key)
            if part is None:
                own[key] = value
            else:
                parts.setdefault(part, {})[key] = value
        if "values" in parts:
            if parts["values"].get("numpy") and self.shape not in ("scalar", "atomic"):
                parts["values"]["numpy"] = False
            own["values"] = self.values.having(**parts["values"])
        if "extents" in parts:
            own["extents"] = _resized(self.extents, parts["extents"])
        if "labels" in parts:
            own["labels"] = _BARE if parts["labels"]["bare"] else _NO_LABELS
        return self._but(**own)

    def _but(self, **changes: Any) -> Kind:
        """Return a copy with other fields; `dataclasses.replace` takes far longer."""
        fields = {
            "shape": self.shape, "values": self.values, "extents": self.extents,
            "labels": self.labels, "grows": self.grows, "nullable": self.nullable,
            "items": self.items, "item": self.item, "functions": self.functions,
            "missing": self.missing, "tag": self.tag,
        }  # fmt: skip
        return Kind(**fields | changes)

    def with_values(self, values: Values) -> Kind:
        """Return the same shape, extents and names with other values."""
        return self._but(values=values if self.shape == "scalar" else values.elements())

    def plain(self) -> Kind:
        """Return it without claims about which values there are."""
        return self._but(values=self.values.having(const=None, low=None, high=None, soft=None))

    def elementwise(self, mode: Mode, **claims: Any) -> Kind:
        """Return what a function of each element makes: its shape, extents and names."""
        if self.shape not in ATOMIC:
            return NEVER if self.shape == "never" else ANY
        if mode == self.values.mode:
            claims.setdefault("either", self.values.either)
        claims.setdefault("bits", self.values.bits)
        return Kind(
            self.shape,
            Values().having(mode=mode, **claims),
            self.extents,
            self.labels,
            self.grows and self.shape == "vector",
        )

    def mapped(self, mode: Mode, **claims: Any) -> Kind:
        """Return what a function that is defined for every number makes of each element."""
        values = self.values
        return self.elementwise(
            mode, **{"complete": values.complete, "finite": values.finite} | claims
        )

    @property
    def filled(self) -> bool:
        """Whether there is at least one element, extents of data being taken to be 2 or more."""
        extents = self.extents
        if self.tag == "null":
            return False
        if self.shape == "scalar" or extents.many or (extents.length or 0) > 0 or self.items:
            return True
        return extents.dims is not None and all((extent or 0) > 0 for extent in extents.dims)

    def unlabelled(self) -> Kind:
        """Return it without names."""
        return self._but(labels=_BARE)

    def labelled(self) -> Kind:
        """Return it with names that it may have got."""
        return self._but(labels=_NO_LABELS)

    def paired(self) -> Kind:
        """Return a matrix whose rows and columns both have names."""
        return self._but(labels=_PAIRED)

    def cell(self) -> Kind:
        """Return the kind of one element of a matrix, without the name that R may give to it."""
        inner = self.element()
        named = not self.labels.bare and not self.labels.paired
        return inner._but(labels=_LOST) if named and inner.shape == "scalar" else inner

    def element(self) -> Kind:
        """Return the kind of one element of a vector or list, as a loop sees it."""
        if self.shape == "null":
            return NEVER
        if self.shape in ("list", "dict"):
            return item_of(self)
        if self.shape in ATOMIC:
            if self.shape in ("scalar", "atomic"):
                numpy = self.values.numpy
            else:
                numpy = self.values.mode in ("integer", "double")
            none = self.values.mode == "any" and not self.values.complete
            values = self.values.having(const=None, numpy=numpy, none=none)
            return Kind("scalar", values, labels=_BARE)
        return ANY

    def subset(self) -> Kind:
        """Return a vector of some of the elements, with the names that belong to them."""
        return Kind("vector", self.values.elements(), labels=self.labels)

    def with_gaps(self) -> Kind:
        """Return it with elements, or rows of a data frame, that may now be NA."""
        if self.shape == "frame" and self.items is not None:
            return frame_of(tuple((key, item.with_gaps()) for key, item in self.items))
        if self.shape not in ATOMIC or not self.values.complete:
            return self
        stored: Stored = "" if self.values.stored == "int" else self.values.stored  # NA is a float
        gaps = self.values.having(complete=False, const=None, stored=stored)
        return self._but(values=gaps)

    def without_missing(self) -> Kind:
        """Return what is left of a value or of the rows of a data frame where nothing is NA."""
        if self.shape == "frame" and self.items is not None:
            return frame_of(tuple((key, item.without_missing()) for key, item in self.items))
        if self.shape not in ATOMIC:
            return self
        dims = self.extents.dims
        extents = Extents(dims=None if dims is None else (None, *dims[1:]))
        left = self.subset() if self.shape == "scalar" else self  # of one there may be none
        return left._but(values=left.values.having(complete=True), extents=extents)

    def reordered(self) -> Kind:
        """Return a vector of the same elements, each once, without their names."""
        extents = Extents(self.extents.length, self.extents.many)
        if self.shape == "scalar":
            extents = Extents(1)
        elif self.shape in ("matrix", "array"):
            extents = Extents(many=True)
        return Kind("vector", self.values.elements(), extents, _BARE)

    def reversed(self) -> Kind:
        """Return it with its elements, their names included, from the last to the first."""
        return self if self.items is None else self._but(items=self.items[::-1])

    def transposed(self) -> Kind:
        """Return a matrix whose rows are the columns of this."""
        dims = self.extents.dims
        extents = Extents(many=self.extents.many, dims=None if dims is None else dims[::-1])
        return self._but(extents=extents)

    def resized(self, length: int | None = None, *, many: bool = False) -> Kind:
        """Return a vector of the same kind of elements and another length."""
        return self._but(extents=Extents(length, many))

    def slice_of(self, axis: int) -> Kind:
        """Return one row (axis 0) or column (axis 1) of a matrix, names included."""
        dims = self.extents.dims
        length = dims[1 - axis] if dims is not None and len(dims) == 2 else None
        extents = Extents(length, many=length is None or length > 1)
        return Kind("vector", self.values.elements(), extents, self.labels)


def _resized(extents: Extents, changes: dict[str, Any]) -> Extents:
    fields = {"length": extents.length, "many": extents.many, "dims": extents.dims}
    return Extents(**fields | changes)


def _of(shape: Shape, values: Mode | Values, claims: dict[str, Any]) -> Kind:
    """Return an atomic kind: `values` taken over or a mode, then claims by name."""
    extents, labels = claims.pop("extents", _NO_EXTENTS), claims.pop("labels", _NO_LABELS)
    grows = claims.pop("grows", False)
    if claims.pop("bare", False) or shape == "scalar":
        labels = _LOST if labels.lost else _BARE
    sizes: dict[str, Any] = {
        key: claims.pop(key) for key in ("length", "many", "dims") if key in claims
    }
    if sizes:
        extents = _resized(extents, sizes)
    if isinstance(values, Values):
        if shape != "scalar":
            values = values.elements()
        if claims:
            values = values.having(**claims)
    else:
        values = _NO_VALUES.having(mode=values, **claims)
    return Kind(shape, values, extents, labels, grows)


def scalar(values: Mode | Values = "any", /, **claims: Any) -> Kind:
    """Return the kind of one atomic value, which never has a name."""
    return _of("scalar", values, claims)


def vector(values: Mode | Values = "any", /, **claims: Any) -> Kind:
    """Return the kind of a vector."""
    return _of("vector", values, claims)


def matrix(values: Mode | Values = "any", /, **claims: Any) -> Kind:
    """Return the kind of a matrix."""
    return _of("matrix", values, claims)


def array(values: Mode | Values = "any", /, **claims: Any) -> Kind:
    """Return the kind of an array of more dimensions than 2."""
    return _of("array", values, claims)


def atom(values: Mode | Values = "any", /, **claims: Any) -> Kind:
    """Return the kind of an atomic value whose dimensions are not known."""
    return _of("atomic", values, claims)


def shaped(shape: str, values: Mode | Values = "any", /, **claims: Any) -> Kind:
    """Return the kind of an atomic value of a shape that is computed."""
    return _of(shape, values, claims)  # type: ignore[arg-type]


def list_of(
    item: Kind, length: int | None = None, *, many: bool = False, grows: bool = False
) -> Kind:
    """Return the kind of a list without names."""
    return Kind("list", extents=Extents(length, many), grows=grows, item=item)


def dict_of(item: Kind) -> Kind:
    """Return the kind of a list with names that are not known."""
    return Kind("dict", item=item)


def record(items: tuple[tuple[str, Kind], ...], tag: str = "") -> Kind:
    """Return the kind of a list whose names are known."""
    return Kind("dict", items=items, tag=tag)


def sequence(like: Kind, item: Kind, *, grows: bool = False) -> Kind:
    """Return the kind of a list, with or without names as another, with other elements."""
    return Kind(like.shape, item=item, grows=grows)


def frame_of(items: tuple[tuple[str, Kind], ...] | None = None) -> Kind:
    """Return the kind of a data frame, its columns by name where they are known."""
    return Kind("frame", items=items)


def function_of(*infos: FunctionInfo) -> Kind:
    """Return the kind of a function of the script that is one of some."""
    return Kind("function", functions=frozenset(infos))


def other(tag: str) -> Kind:
    """Return the kind of something that is only handed on."""
    return Kind("other", tag=tag)


def result(tag: str) -> Kind:
    """Return the kind of what a function of dagbag returns."""
    return Kind("result", tag=tag)


def without_value(why: str) -> Kind:
    """Return the kind of a value that there is none of."""
    return Kind("missing", missing=why)


def root_line(kind: Kind) -> int:
    """Return the line of the statement because of which a value is missing."""
    return int(kind.missing.removeprefix("line ").partition(",")[0])


def awaited(shape: str, mode: Mode) -> Kind:
    """Return the kind of NULL in the place of a value that the script makes of it later."""
    return replace(_of(shape, mode, {}), tag="null")  # type: ignore[arg-type]


def nothing(mode: Mode) -> Kind:
    """Return the kind of NULL as a vector without elements that is going to grow."""
    stored: Stored = "float" if mode == "double" else ""
    made = vector(mode, finite=True, stored=stored, length=0, grows=True, bare=True)
    return replace(made, nullable=True)


ANY = Kind("any")
NEVER = Kind("never")
NULL = Kind("null")
LOGICAL = scalar("logical", low=0, high=1)
TRUTH = scalar("logical", low=0, high=1, finite=True)  # never NA
INTEGER = scalar("integer")
DOUBLE = scalar("double")
NUMBER = scalar("double", stored="float")  # a float, which may be NaN
STRING = scalar("character")
TEXT = scalar("character", complete=True)  # never NA
COUNT = scalar("integer", low=0, finite=True)
EXTENT = scalar("integer", low=0, soft=2, finite=True)
EXTENT_OR_NULL = replace(EXTENT, tag="null")
LOGICALS = vector("logical", low=0, high=1)
TRUTHS = vector("logical", low=0, high=1, finite=True, bare=True)
INTEGERS = vector("integer")
POSITIONS = vector("integer", low=1, finite=True, bare=True)
DOUBLES = vector("double")
NUMBERS = vector("double", stored="float", bare=True)
STRINGS = vector("character")
TEXTS = vector("character", complete=True, bare=True)
MATRIX = matrix("double")
NUMBER_MATRIX = matrix("double", stored="float", bare=True)
ATOM = atom()
LIST = list_of(ANY)
DICT = dict_of(ANY)
FRAME = frame_of()
FACTOR = Kind("factor")
FUNCTION = Kind("function")
TIME = replace(NUMBER.with_(finite=True), tag="time")
MISSING_NUMBER = scalar("double", stored="float")
MISSING_TEXT = scalar("character")


def constant(value: Constant, mode: Mode) -> Kind:
    """Return the kind of a literal."""
    if isinstance(value, str):
        return scalar("character", const=value, complete=True)
    known = value == value and abs(value) != float("inf")
    bound = float(value) if known else None
    stored: Stored = ""
    if mode == "double":
        stored = "int" if isinstance(value, int) else "float"
    values = Values(
        mode, complete=value == value, finite=known, const=value, low=bound, high=bound,
        stored=stored, bits=abs(value).bit_length() if isinstance(value, int) else USUAL_BITS,
    )  # fmt: skip
    return Kind("scalar", values, labels=_BARE)


def higher(first: Mode, second: Mode) -> Mode:
    """Return the mode that R coerces two modes to."""
    if "any" in (first, second):
        return "any"
    return first if _ORDER[first] >= _ORDER[second] else second


def merged_mode(*kinds: Kind) -> Mode:
    """Return the mode that R coerces values to, "any" if one is not known.

    What is NA alone is a logical in R and counts as doubles here: beside logicals only run time
    tells it from numbers.
    """
    mode: Mode = "logical"
    for kind in kinds:
        mode = higher(mode, kind.mode) if kind.atomic else "any"
    if mode == "double" and any(k.mode == "logical" for k in kinds):
        sure = any(k.mode == "integer" or (k.mode == "double" and k.complete) for k in kinds)
        return mode if sure else "any"
    return mode


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
        return Kind(first.shape)
    return ANY.with_(either=True) if first.either or second.either else ANY


def _join_frames(first: Kind, second: Kind) -> Kind:
    """Join data frames: columns that are known in both, or in the one that is not empty."""
    if first.items == () or second.items == ():
        return first if second.items == () else second
    names = [None if k.items is None else [name for name, _ in k.items] for k in (first, second)]
    if names[0] != names[1] and any(found is not None and len(found) == 1 for found in names):
        return ANY  # R drops to a vector what is selected of one column
    if first.items is None or second.items is None or names[0] != names[1]:
        return FRAME
    items = tuple(
        (name, join(a, b)) for (name, a), (_, b) in zip(first.items, second.items, strict=True)
    )
    return Kind("frame", items=items)


def join_values(first: Values, second: Values) -> Values:
    """Return what holds of the elements of both."""
    if first == second:
        return first
    mode: Mode = first.mode if first.mode == second.mode else "any"
    stored: Stored = first.stored if first.stored == second.stored else ""
    if {first.mode, second.mode} == {"integer", "double"}:
        mode = "double"  # arithmetic is the same, storing into it is not
        stored = "int" if _int_values(first) and _int_values(second) else ""
    return Values(
        mode,
        complete=first.complete and second.complete,
        finite=first.finite and second.finite,
        const=first.const if _same_constant(first, second) else None,
        low=lowest(first.low, second.low),
        high=highest(first.high, second.high),
        soft=lowest(_assumed(first), _assumed(second)),
        numpy=first.numpy and second.numpy,
        stored=stored if mode == "double" else "",
        either=mode == "double" and not (_surely_double(first) and _surely_double(second)),
        none=mode == "any" and (_perhaps_none(first) or _perhaps_none(second)),
        bits=_joined_bits(first, second),
    )


def _joined_bits(first: Values, second: Values) -> int:
    """Return bits for both; loops come to an end, since there are few."""
    floats = [values.stored == "float" for values in (first, second)]
    if any(floats) and not all(floats):
        return second.bits if floats[0] else first.bits
    if first.bits == second.bits:
        return first.bits
    most = max(first.bits, second.bits)
    return next((bits for bits in _LOOP_BITS if bits >= most), EXACT_BITS)


def _bits(values: Values) -> int:
    """Return the bits of the largest whole number, as far as they are followed."""
    if values.mode == "logical":
        return 1
    if values.stored == "float":
        return 0  # no integer of Python
    bits = values.bits
    if values.low is not None and values.high is not None:
        bits = int(min(max(abs(values.low), abs(values.high)), 2.0**EXACT_BITS)).bit_length()
    return min(bits, INTEGER_BITS) if values.mode == "integer" else bits


def bits_of_sum(first: Kind, second: Kind) -> int:
    """Return the bits of a sum or difference."""
    more, less = max(first.bits, second.bits), min(first.bits, second.bits)
    return more if more > _ABSORBED and more - less >= _ABSORBED else more + 1


def bits_of_total(kind: Kind) -> int:
    """Return the bits of the sum of all elements."""
    count = kind.length
    if count is None and kind.dims is not None and None not in kind.dims:
        count = math.prod(extent for extent in kind.dims if extent is not None)
    if count is None:
        return USUAL_BITS if kind.mode == "logical" else kind.bits + _SUM_BITS
    return kind.bits + count.bit_length()


def of_data(*kinds: Kind) -> bool:
    """Whether no number is known to be larger than those of data are taken to be."""
    return all(kind.values.bits == USUAL_BITS for kind in kinds)


def bits_of_product(first: Kind, second: Kind, terms: int | None = 1) -> int:
    """Return the bits of a product, or of a sum of products."""
    return first.bits + second.bits + ((terms or 1) - 1).bit_length()


def _perhaps_none(values: Values) -> bool:
    return values.none or (values.mode == "character" and not values.complete)


def _surely_double(values: Values) -> bool:
    return values.mode == "double" and not values.either


def _join_labels(first: Labels, second: Labels) -> Labels:
    if first == second:
        return first
    if first.bare and second.bare:
        return _LOST
    return _NO_LABELS


def _join_atomic(first: Kind, second: Kind) -> Kind:
    same_shape = first.shape == second.shape
    a, b = first.extents, second.extents
    dims = None
    if a.dims is not None and b.dims is not None and len(a.dims) == len(b.dims):
        dims = tuple(x if x == y else None for x, y in zip(a.dims, b.dims, strict=True))
    extents = Extents(
        a.length if a.length == b.length else None,
        (a.many or (a.length or 0) > 1) and (b.many or (b.length or 0) > 1),
        dims,
    )
    nullish = "null" in (first.tag, second.tag)  # one of them may be NULL
    return Kind(
        first.shape if same_shape else "atomic",
        join_values(first.values, second.values),
        extents if same_shape else _NO_EXTENTS,
        _join_labels(first.labels, second.labels),
        grows=first.grows or second.grows,
        nullable=first.nullable or second.nullable,
        tag=first.tag if first.tag == second.tag else "null" if nullish else "",
    )


def _int_values(values: Values) -> bool:
    return values.complete and (values.mode == "integer" or values.stored == "int")


def is_int(kind: Kind) -> bool:
    """Whether the Python type is an integer one for sure."""
    return kind.atomic and _int_values(kind.values)


def adds_exactly(kind: Kind) -> bool:
    """Whether sums of it are the same however they are added: whole numbers, or logicals."""
    return kind.atomic and (kind.mode in ("logical", "integer") or kind.stored == "int")


def _assumed(values: Values) -> float | None:
    if values.low is None or values.soft is None:
        return values.soft if values.low is None else values.low
    return max(values.low, values.soft)


def assumed_low(kind: Kind) -> float | None:
    """Return the bound that no element is taken to be below."""
    return _assumed(kind.values)


def lowest(*bounds: float | None) -> float | None:
    """Return the lower bound of values of which each has a lower bound; None if one has none."""
    known = [bound for bound in bounds if bound is not None]
    return min(known) if known and len(known) == len(bounds) else None


def highest(*bounds: float | None) -> float | None:
    """Return the upper bound of values of which each has an upper bound; None if one has none."""
    known = [bound for bound in bounds if bound is not None]
    return max(known) if known and len(known) == len(bounds) else None


def combined_values(kinds: list[Kind], mode: Mode) -> Values:
    """Return what holds of elements that come from several values, brought to one mode."""
    bounded = mode in NUMERIC
    numbers = [k for k in kinds if k.mode == "double"]
    stored: Stored = ""
    if mode == "double":
        if any(k.stored == "float" for k in numbers):
            stored = "float"  # one float makes an array of floats
        elif all(is_int(k) for k in kinds):
            stored = "int"
    return Values(
        mode,
        complete=all(k.complete for k in kinds),
        finite=all(k.finite for k in kinds),
        low=lowest(*[k.low for k in kinds]) if bounded else None,
        high=highest(*[k.high for k in kinds]) if bounded else None,
        stored=stored,
        either=mode == "double" and may_be_integers(*kinds),
        bits=max((k.bits for k in kinds), default=0),
    )


def may_be_integers(*kinds: Kind) -> bool:
    """Whether what doubles and integers are brought to may be integers in R; NA is no double."""
    doubtful = any(k.mode == "integer" or k.either for k in kinds)
    return doubtful and not any(_surely_double(k.values) and k.complete for k in kinds)


def product_stored(a: Kind, b: Kind) -> Stored:
    """Return the Python type of products: floats if one side is, integers if both are."""
    if "float" in (a.stored, b.stored):
        return "float"
    return "int" if is_int(a) and is_int(b) else ""


def _same_constant(first: Values, second: Values) -> bool:
    return (
        first.const is not None
        and first.mode == second.mode
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
        extents=Extents(
            first.length if first.length == second.length else None, first.many and second.many
        ),
        grows=first.grows or second.grows,
        tag=first.tag if first.tag == second.tag else "",
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
    return merged_mode(*[item for _, item in kind.items])


def element_of(kind: Kind) -> Kind:
    """Return the kind of one element of a vector or list, as a loop sees it."""
    return kind.element()


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
    if old.values.bits != new.values.bits:
        changes["bits"] = EXACT_BITS
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
