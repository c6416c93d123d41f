"""What a learner is: a digest of its contents, the same in every process and for every hash seed.

Two values have one digest if nothing that can be looked at tells them apart:

- numbers, texts and bytes by value; arrays by type, shape and bytes; frames column by column;
- lists, tuples and dicts in their order, sets in none;
- functions by code, defaults and enclosed variables, not by global ones; methods and partials by
  their parts;
- objects by their class and attributes, or by what they give to pickle if they decide that
  themselves; what a ``cached_property`` has filled counts, as it cannot be told from what was set;
- classes by name and everything defined in them and in their bases; members of an enum by their
  class and value;
- values that refer to each other in the order in which they are come upon; a set of two that refer
  to what holds the set, which has no order, is refused.

What comes from an installed library is known by its name and the library's version, not by its
code. What cannot be looked at, such as a lock, an open file or a generator, raises
:class:`IdentityError` with the place where it stands, and so does what fails when it is looked at:
to guess would be to take one learner for another.
"""

from __future__ import annotations

import copyreg
import enum
import functools
import hashlib
import re
import struct
import sys
import sysconfig
import types
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

_VERSION = b"dagbag identity 1"
_SIZE = 16

# Of a class: what Python adds, and what is only for readers.
_UNTOLD = frozenset(
    {
        "__dict__",
        "__weakref__",
        "__doc__",
        "__module__",
        "__qualname__",
        "__annotations__",
        "__annotate__",
        "__annotate_func__",
        "__annotations_cache__",
        "__abstractmethods__",
        "_abc_impl",
        "__firstlineno__",
        "__static_attributes__",
        "__orig_bases__",
        "__parameters__",
        "__slotnames__",
    }
)
# Of a dataclass: its fields, whose values are told.
_FIELDS = frozenset({"__dataclass_fields__", "__dataclass_params__", "__match_args__"})
# Of an enum: what its users may write; other names of this form are the enum's own.
_WRITTEN = frozenset({"_missing_", "_generate_next_value_"})
_CODE = (
    "co_argcount",
    "co_posonlyargcount",
    "co_kwonlyargcount",
    "co_flags",
    "co_code",
    "co_consts",
    "co_names",
    "co_varnames",
    "co_freevars",
    "co_cellvars",
)


class IdentityError(ValueError):
    """A value that cannot be told from others.

    Attributes
    ----------
    place : str
        Where it stands, such as ``learner.model.lock``.
    """

    def __init__(self, place: str, kind: str) -> None:
        super().__init__(f"{place} is a {kind}, whose contents cannot be told")
        self.place = place


def identify(value: Any, name: str = "value") -> str:
    """Return the digest of a value's contents.

    Parameters
    ----------
    value : object
    name : str, default "value"
        What it is called in errors.

    Returns
    -------
    str
        32 hexadecimal digits.

    Raises
    ------
    IdentityError
        If part of it cannot be looked at.

    Examples
    --------
    >>> import numpy as np
    >>> weights = np.zeros(3000)
    >>> before = identify({"w": weights, "kinds": {"a", "b"}})
    >>> before == identify({"w": weights.copy(), "kinds": {"b", "a"}})
    True
    >>> weights[1000] = 1
    >>> before == identify({"w": weights, "kinds": {"a", "b"}})
    False
    """
    try:
        return _hash(_VERSION, _Teller(name).tell(value, "")).hex()
    except RecursionError:
        raise IdentityError(name, "value nested too deeply") from None
    except IdentityError:
        raise
    except Exception as error:  # of code of others: properties, __reduce__, conversions
        kind = f"{_full_name(type(value))} that fails ({type(error).__name__}: {error})"
        raise IdentityError(name, kind) from error


def _hash(*parts: bytes | memoryview) -> bytes:
    hasher = hashlib.blake2b(digest_size=_SIZE)
    for part in parts:
        hasher.update(struct.pack("<q", len(part)))
        hasher.update(part)
    return hasher.digest()


class _Teller:
    """Digests of values, each by its kind; values that refer to each other are a ring.

    A ring is told from the value at which it is entered: each of its values once, and then by how
    far up the stack it stands. So a digest depends on nothing that was told before.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        # Values that are being told, and those below them that refer to one of them.
        self._stack: list[Any] = []
        self._position: dict[int, int] = {}
        self._lowest = sys.maxsize  # position that was referred to since it was last set
        # A value met twice is told once. It is kept, so that its id stays its own.
        self._told: dict[int, tuple[Any, bytes]] = {}
        self._rings: dict[int, tuple[Any, int]] = {}
        self._entered: Counter[int] = Counter()  # values of each ring on the stack

    def tell(self, value: Any, place: str) -> bytes:
        """Return the digest of a value at a place below the first one."""
        found = _simple(value)
        if found is not None:
            return found
        key, position = id(value), len(self._stack)
        if key in self._position:
            self._lowest = min(self._lowest, self._position[key])
            return _hash(b"above", struct.pack("<q", position - self._position[key]))
        if key in self._told and not self._entered[self._ring(value)]:
            return self._told[key][1]
        outside, self._lowest = self._lowest, sys.maxsize
        self._push(value)
        told = self._by_kind(value, place)
        if self._lowest >= position:  # it refers to nothing above itself: the same everywhere
            self._pop(position)
            self._told[key] = (value, told)
            self._lowest = outside
        else:
            self._lowest = min(outside, self._lowest)
        return told

    def _ring(self, value: Any) -> int:
        return self._rings.get(id(value), (None, 0))[1]

    def _push(self, value: Any) -> None:
        self._position[id(value)] = len(self._stack)
        self._stack.append(value)
        ring = self._ring(value)
        self._entered[ring] += ring > 0

    def _pop(self, position: int) -> None:
        """Take a value and its ring from the stack."""
        values = self._stack[position:]
        del self._stack[position:]
        number = max(map(self._ring, values)) or (len(self._rings) + 1) * (len(values) > 1)
        for value in values:
            ring = self._ring(value)
            self._entered[ring] -= ring > 0
            del self._position[id(value)]
            if number:
                self._rings[id(value)] = (value, number)

    def _all(self, kind: str, values: Iterable[Any], place: str) -> bytes:
        return _hash(kind.encode(), *(self.tell(part, place) for part in values))

    def _items(self, kind: str, values: Iterable[Any], place: str) -> bytes:
        parts = (self.tell(part, f"{place}[{k}]") for k, part in enumerate(values))
        return _hash(kind.encode(), *parts)

    def _pairs(self, kind: str, pairs: Iterable[tuple[Any, Any]], place: str) -> bytes:
        parts: list[bytes] = []
        for key, value in pairs:
            inside = f"{place}[{key!r}]" if isinstance(key, (str, int)) else f"{place}[...]"
            parts += (self.tell(key, inside), self.tell(value, inside))
        return _hash(kind.encode(), *parts)

    def _set(self, kind: str, values: Iterable[Any], place: str) -> bytes:
        inside, outside, parts, rings = f"{place}{{...}}", self._lowest, [], 0
        for part in values:
            self._lowest = sys.maxsize
            parts.append(self.tell(part, inside))
            rings += self._lowest < sys.maxsize
            outside = min(outside, self._lowest)
        self._lowest = outside
        if rings > 1:  # each would be told by the others, and which comes first is chance
            raise IdentityError(self._name + place, "set of values that refer to each other")
        return _hash(kind.encode(), *sorted(parts))

    def _by_kind(self, value: Any, place: str) -> bytes:
        kind = type(value)
        for base in kind.__mro__:
            tell = _KINDS.get(base)
            if tell is not None and (base is kind or base in _WITH_SUBCLASSES):
                return tell(self, value, place)
        if _is_frame(value):
            return self._frame(value, place)
        if hasattr(value, "__qualname__") and _is_installed(value):
            return _named(value)
        return self._object(value, place)

    # Code

    def _function(self, value: Any, place: str) -> bytes:
        if _is_installed(value):
            return _named(value)
        cells = [_content(cell) for cell in value.__closure__ or ()]
        named = zip(value.__code__.co_freevars, cells, strict=True)
        parts = [self.tell(value.__code__, place)]
        parts += (self.tell(found, f"{place}.<{free}>") for free, found in named)
        given = (value.__defaults__, value.__kwdefaults__, vars(value))
        return _hash(b"function", *parts, *(self.tell(part, place) for part in given))

    def _code(self, value: Any, place: str) -> bytes:
        parts = [getattr(value, name) for name in _CODE]
        return self._all("code", [*parts, getattr(value, "co_exceptiontable", b"")], place)

    def _class(self, value: Any, place: str) -> bytes:
        if _is_installed(value):
            return _named(value)
        told = {k: part for k, part in vars(value).items() if k not in _UNTOLD | _FIELDS}
        if isinstance(value, enum.EnumMeta):
            told = _without_members(value, told)
        inside = (
            _hash(name.encode(), self.tell(told[name], f"{place}.{name}")) for name in sorted(told)
        )
        return _hash(b"class", _name(value), self._all("bases", value.__bases__, place), *inside)

    # Data

    def _array(self, value: Any, place: str) -> bytes:
        dtype = value.dtype
        content: bytes | memoryview
        if dtype.names is not None:  # field by field: what lies between them is nothing
            content = self._all("fields", (value[name] for name in dtype.names), place)
        elif dtype.hasobject or dtype.kind == "T":
            content = self._items("objects", value.ravel().tolist(), place)
        else:
            content = _buffer(value)
        shape = struct.pack(f"<{value.ndim}q", *value.shape)
        plain = dtype.names is None and dtype.kind != "T"
        kind = repr(dtype.descr) if plain else str(dtype)
        return _hash(b"array", kind.encode(), shape, content)

    def _frame(self, value: Any, place: str) -> bytes:
        """Tell a pandas or polars frame, series or index by labels, types and values."""
        names = getattr(value, "columns", None)
        index = getattr(value, "index", None)
        parts = [_named(type(value)), self.tell(getattr(value, "attrs", None), place)]
        if names is None:
            parts += (self.tell(getattr(value, "name", None), place), self._axis(value, place))
        else:
            at = value if index is None else value.iloc
            parts.append(self._items("labels", names, place))
            parts += (self._column(at[:, k], f"{place}[...]") for k in range(len(names)))
        if index is not None and not callable(index):
            parts += (self._axis(axis, f"{place}.index") for axis in (index, names))
        return _hash(b"frame", *parts)

    def _axis(self, axis: Any, place: str) -> bytes:
        """Tell a series, or an index with the names of its levels."""
        if axis is None:  # a series has no columns
            return b""
        names = getattr(axis, "names", ())
        return _hash(self._items("names", names, place), self._column(axis, place))

    def _column(self, column: Any, place: str) -> bytes:
        dtype = getattr(column, "dtype", None)
        categories = getattr(dtype, "categories", None)
        listed = [*categories] if isinstance(categories, Iterable) else None
        ordered = getattr(dtype, "ordered", None)
        nulls = _nulls(column)
        return self._all("column", (str(dtype), ordered, listed, nulls, column.to_numpy()), place)

    def _enum(self, value: enum.Enum, place: str) -> bytes:
        more = {name: part for name, part in vars(value).items() if not name.startswith("_")}
        parts = (type(value), value._value_, more)
        return self._all("member", parts, place)

    # Objects

    def _object(self, value: Any, place: str) -> bytes:
        kind = type(value)
        if isinstance(value, (set, frozenset)):
            return _hash(
                b"kind of set",
                self.tell(kind, place),
                self._set("elements", value, place),
                self._state(value, place),
            )
        try:
            reduce: Callable[[Any], Any] = copyreg.dispatch_table.get(kind, _reduced)
            reduced = reduce(value)
        except Exception:
            raise IdentityError(self._name + place, _full_name(kind)) from None
        if isinstance(reduced, str):
            return self._global(value, reduced, place)
        make, args, state, items, pairs = (*reduced, None, None, None)[:5]
        plain = make is copyreg.__newobj__ and args == (kind,) and items is pairs is None  # type: ignore[attr-defined]
        if plain and not _says_its_state(kind):
            return _hash(b"object", self.tell(kind, place), self._state(value, place))
        named = type(state) is dict
        return _hash(
            b"reduced",
            self.tell(kind, place),
            self.tell(make, place),
            self.tell(tuple(args), place),
            self._attributes(state, place) if named else self.tell(state, place),
            self._items("items", items or (), place),
            self._pairs("pairs", pairs or (), place),
        )

    def _state(self, value: Any, place: str) -> bytes:
        """Tell the attributes of an object, in its dict and in its slots, hidden ones too."""
        found = dict(getattr(value, "__dict__", {}))
        for level, base in enumerate(type(value).__mro__):
            for name, member in vars(base).items():
                if isinstance(member, types.MemberDescriptorType):
                    content = _slot(member, value)
                    if content is not _EMPTY:
                        found[(name, level) if name in found else name] = content
        return self._attributes(found, place)

    def _attributes(self, found: dict[Any, Any], place: str) -> bytes:
        parts: list[bytes] = []
        for name in sorted(found, key=str):
            parts += (self.tell(name, place), self.tell(found[name], f"{place}.{name}"))
        return _hash(b"attributes", *parts)

    def _global(self, value: Any, name: str, place: str) -> bytes:
        """Tell what pickle finds by its name: with what it wraps, or with its compiled file."""
        module = getattr(value, "__module__", None)
        for holder in ("numpy", "scipy.special") if module is None else (module,):
            if _find(holder, name) is value:
                wrapped = self.tell(getattr(value, "__wrapped__", None), place)
                return _hash(b"name", holder.encode(), name.encode(), _compiled(holder), wrapped)
        raise IdentityError(self._name + place, _full_name(type(value)))


# By kind


_EMPTY = object()  # in a slot or a cell


def _simple(value: Any) -> bytes | None:
    """Return the digest of a number, a text or a constant; None for anything else."""
    kind = type(value)
    if kind is str:
        return _hash(b"str", value.encode("utf-8", "surrogatepass"))
    if kind in (bytes, bytearray):
        return _hash(kind.__name__.encode(), bytes(value))
    if kind is float:
        return _hash(b"float", struct.pack("<d", value))
    if kind is complex:
        return _hash(b"complex", struct.pack("<dd", value.real, value.imag))
    if kind is int:
        return _hash(b"int", hex(value).encode())  # as decimals long ones are refused
    if kind in (bool, type(None), type(...), type(NotImplemented), range):
        return _hash(kind.__name__.encode(), repr(value).encode())
    return None


def _parts(*names: str) -> Callable[[_Teller, Any, str], bytes]:
    """Tell a value by some of its attributes."""

    def tell(teller: _Teller, value: Any, place: str) -> bytes:
        kind = type(value).__name__.encode()
        parts = (teller.tell(getattr(value, name), f"{place}.{name}") for name in names)
        return _hash(kind, *parts)

    return tell


_KINDS: dict[type, Callable[[_Teller, Any, str], bytes]] = {
    list: lambda teller, value, place: teller._items("list", value, place),
    tuple: lambda teller, value, place: teller._items("tuple", value, place),
    dict: lambda teller, value, place: teller._pairs("dict", value.items(), place),
    types.MappingProxyType: lambda teller, value, place: teller._pairs(
        "proxy", value.items(), place
    ),
    set: lambda teller, value, place: teller._set("set", value, place),
    frozenset: lambda teller, value, place: teller._set("frozenset", value, place),
    np.ndarray: _Teller._array,
    np.memmap: _Teller._array,
    type: _Teller._class,
    enum.Enum: _Teller._enum,
    types.FunctionType: _Teller._function,
    types.CodeType: _Teller._code,
    types.ModuleType: _parts("__name__"),
    types.MethodType: _parts("__func__", "__self__"),
    functools.partial: _parts("func", "args", "keywords", "__dict__"),
    functools.cached_property: _parts("func"),
    property: _parts("fget", "fset", "fdel"),
    staticmethod: _parts("__func__"),
    classmethod: _parts("__func__"),
    slice: _parts("start", "stop", "step"),
    types.MemberDescriptorType: _parts("__name__"),
    types.GetSetDescriptorType: _parts("__name__"),
}
_WITH_SUBCLASSES = (type, enum.Enum)  # the others may hold more than their kind says


def _content(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # a function that refers to itself before it is made
        return _EMPTY


def _slot(member: Any, value: Any) -> Any:
    try:
        return member.__get__(value)
    except AttributeError:
        return _EMPTY


def _reduced(value: Any) -> Any:
    return value.__reduce_ex__(4)


def _says_its_state(kind: type) -> bool:
    names = ("__reduce__", "__reduce_ex__", "__getstate__")
    return any(name in vars(base) for base in kind.__mro__[:-1] for name in names)


def _without_members(kind: Any, told: dict[str, Any]) -> dict[str, Any]:
    """Return what is written in an enum, with the values of its members for what they are."""
    own = (
        name
        for name in told
        if name not in kind.__members__
        and (name in _WRITTEN or name.startswith("__") or not re.fullmatch("_.*_", name))
    )
    values = {name: member._value_ for name, member in kind.__members__.items()}
    return {name: told[name] for name in own} | {"__members__": values}


def _buffer(value: Any) -> bytes | memoryview:
    """Return the bytes of an array, without a copy if they lie one after the other."""
    if not value.nbytes:
        return b""
    return np.ascontiguousarray(value).reshape(-1).view(np.uint8).data


def _nulls(column: Any) -> Any:
    """Return where a polars column has null, which its array has as NaN; None for pandas."""
    if not hasattr(column, "null_count"):
        return None
    return column.to_list() if column.dtype.is_nested() else column.is_null().to_numpy()


# Names


def _full_name(kind: Any) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def _name(value: Any) -> bytes:
    return _full_name(value).encode()


def _named(value: Any) -> bytes:
    """Tell a class or function of an installed library by its name and the library's version."""
    library = sys.modules.get(str(value.__module__).partition(".")[0])
    version = "" if _is_own(value) else str(getattr(library, "__version__", ""))
    return _hash(b"library", _name(value), version.encode())


def _find(module: Any, name: str) -> Any:
    found: Any = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    return found


def _is_own(value: Any) -> bool:
    return str(value.__module__).partition(".")[0] == "dagbag"


def _is_installed(value: Any) -> bool:
    """Whether a class or function is found by its name in this package, a library or Python."""
    name = getattr(value, "__qualname__", None)
    module = getattr(value, "__module__", None)
    if not isinstance(name, str) or not isinstance(module, str) or module == "__main__":
        return False
    return _find(module, name) is value and (_is_own(value) or _in_libraries(module))


def _in_libraries(module: str) -> bool:
    file = getattr(sys.modules[module], "__file__", None)
    if file is None:
        spec = getattr(sys.modules[module], "__spec__", None)
        return getattr(spec, "origin", None) in ("built-in", "frozen")
    return any(Path(file).is_relative_to(folder) for folder in _folders())


@functools.cache
def _folders() -> frozenset[str]:
    """Return where Python and libraries lie, those outside of an environment, too."""
    names = ("stdlib", "platstdlib", "purelib", "platlib")
    return frozenset(sysconfig.get_path(name) for name in names) | {
        str(Path(module.__file__).parents[1]) for module in (np, functools) if module.__file__
    }


def _compiled(module: str) -> bytes:
    """Return the digest of a user's module that was compiled, where there is no code to see."""
    file = getattr(sys.modules.get(module), "__file__", None)
    if file is None or file.endswith(".py") or _in_libraries(module):
        return b""
    return _hash(Path(file).read_bytes())


def _is_frame(value: Any) -> bool:
    """Whether a value is a frame, a series or an index of pandas or polars itself."""
    library = type(value).__module__.partition(".")[0]
    return (
        library in ("pandas", "polars")
        and hasattr(value, "to_numpy")
        and (hasattr(value, "columns") or hasattr(value, "dtype"))
    )
