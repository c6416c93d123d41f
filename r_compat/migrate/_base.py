"""R's package base: vectors, matrices, lists, arithmetic, sets, conditions."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from . import _rast as r
from ._arithmetic import negated, operate
from ._functions import Table
from ._indexing import colon
from ._kinds import (
    ANY,
    COUNT,
    DOUBLE,
    DOUBLES,
    EXTENT,
    INTEGER,
    INTEGERS,
    LOGICAL,
    LOGICALS,
    NEVER,
    NULL,
    STRING,
    STRINGS,
    Kind,
    Mode,
    constant,
    element_of,
    higher,
    is_int,
    item_of,
    join,
)
from ._pyexpr import Line, Out, Py, Refused, Suite, call, constant_of, fill, literal, plus
from ._tools import (
    array_literal,
    array_of,
    as_float,
    as_int,
    as_vector,
    flag,
    length_of,
    like,
    many,
    numbers,
    refuse_given,
    size,
    sized,
    strings_literal,
    text,
)

if TYPE_CHECKING:
    from ._translate import Dest, Translator

TABLE = base = Table("base")
COLLATION = "text is ordered as R does in most locales (a, A, b, B), not by code points"
DONE = Kind("other", tag="done")  # a call whose value nobody uses

Dots = list[tuple[str | None, Py]]


# Constants

base.values["pi"] = lambda t: fill("np.pi", DOUBLE.with_(low=3, high=4))
base.values["letters"] = lambda t: fill("rv.letters", STRINGS.with_(length=26))
base.values["LETTERS"] = lambda t: fill("rv.LETTERS", STRINGS.with_(length=26))


# Making vectors


@base("c", "...", lazy=True)
def _c(t: Translator, dots: list[r.Arg]) -> Py:
    named = [arg.name for arg in dots]
    parts = [t.dot(arg) for arg in dots]
    if any(isinstance(part.node, ast.Starred) for part in parts):
        return call("rv.c", parts)
    for arg, part in zip(dots, parts, strict=True):
        if part.kind.shape == "null" and isinstance(arg.value, r.Name):
            others = [p for p in parts if p.kind.shape != "null"]
            mode = _common_mode(others)
            if others and mode != "any" and t.wants(arg.value, "vector", mode):
                return call("rv.c", parts, NEVER)
            if others and all(p.kind.is_list for p in others):
                shape = others[0].kind.shape
                if t.wants(arg.value, shape):
                    return call("rv.c", parts, NEVER)
    kept = [(n, p) for n, p in zip(named, parts, strict=True) if p.kind.shape != "null"]
    if not kept:
        return literal(None, NULL)
    parts = [part for _, part in kept]
    if any(part.kind.shape == "never" for part in parts):
        return call("rv.c", parts, NEVER)
    if any(n for n, _ in kept):
        return _c_named(kept)
    return concatenated(t, parts)


def _common_mode(parts: list[Py]) -> Mode:
    mode: Mode = "logical"
    for part in parts:
        if not part.kind.atomic:
            return "any"
        mode = higher(mode, part.kind.mode)
    return mode


def _c_named(kept: list[tuple[str | None, Py]]) -> Py:
    parts = [part for _, part in kept]
    made = array_of(parts)
    names = fill("[*XS]", XS=[literal(n or "") for n, _ in kept])
    if made is not None:
        inner = array_literal(made)
        short = Py(inner) if inner is not None and made.kind.mode != "double" else made
        return call("rv.named", [short, names], made.kind.with_(names=True))
    if all(part.kind.is_list for part in parts):
        raise Refused("c() of lists with names of their own")
    if all(part.kind.is_scalar for part in parts):
        mode = _common_mode(parts)
        return call("rv.named", [call("rv.c", parts), names],
                    Kind("vector", mode, names=True, length=len(parts)))
    keys = [n for n, _ in kept if n]
    if len(keys) == len(kept) and len(set(keys)) == len(keys):
        items = Py(ast.Dict([ast.Constant(k) for k in keys], [p.node for p in parts]))
        return fill("rv.c_named(D)", ANY, D=items)
    raise Refused("c() of vectors some of which have names")


def concatenated(t: Translator, parts: list[Py]) -> Py:
    """Return the elements of several values in one vector or list."""
    kinds = [part.kind for part in parts]
    if all(kind.is_list for kind in kinds):
        return _joined_lists(parts)
    if any(kind.is_list for kind in kinds):
        if kinds[0].shape == "list" and all(k.shape == "list" or k.is_scalar for k in kinds):
            stars = [_star(p) if p.kind.is_list else p for p in parts]
            item = NEVER
            for kind in kinds:
                item = join(item, item_of(kind) if kind.is_list else kind)
            return fill("[*XS]", Kind("list", item=item), XS=stars)
        return call("rv.c", parts, Kind("list", item=ANY) if kinds[0].shape == "list" else ANY)
    if not all(kind.atomic for kind in kinds):
        return call("rv.c", parts)
    mode = _common_mode(parts)
    na = any(kind.na for kind in kinds)
    if len(parts) == 1 and kinds[0].is_scalar:
        return parts[0]
    if len(parts) == 1 and kinds[0].shape == "vector":
        return parts[0]
    lengths = [1 if k.is_scalar else k.length if k.shape == "vector" else None for k in kinds]
    length = None if None in lengths else sum(lengths)  # type: ignore[arg-type]
    grows = any(kind.grows for kind in kinds)
    lows, highs = [k.low for k in kinds], [k.high for k in kinds]
    some = any(kind.many for kind in kinds) or sum(n or 0 for n in lengths) > 1
    kind = Kind(
        "vector", mode, na=na, length=None if grows else length, many=some and length is None,
        low=None if None in lows else min(lows),  # type: ignore[type-var]
        high=None if None in highs else max(highs),  # type: ignore[type-var]
        grows=grows, names=any(k.names for k in kinds),
    )
    made = array_of(parts)
    if made is not None:
        return made
    plain = all(k.is_scalar or k.shape == "vector" for k in kinds) and mode != "any"
    same_text = mode != "character" or all(k.mode == "character" for k in kinds)
    logical = mode == "logical" and na
    if not plain or not same_text or kind.names or logical or all(k.is_scalar for k in kinds):
        return call("rv.c", parts, kind)
    whole = mode == "double" and all(k.whole or k.mode != "double" for k in kinds)
    kind = kind.with_(whole=whole, integral=whole and all(is_int(k) for k in kinds))
    if len(parts) == 2 and kinds[0].shape == "vector" and kinds[1].is_scalar:
        return fill("np.append(X, V)", kind, X=parts[0], V=parts[1])
    listed: list[Py] = []
    run: list[Py] = []
    for part in parts:
        if part.kind.is_scalar:
            run.append(part)
            continue
        if run:
            listed.append(fill("[*XS]", XS=run))
            run = []
        listed.append(part)
    if run:
        listed.append(fill("[*XS]", XS=run))
    return fill("np.concatenate([*XS])", kind, XS=listed)


def _star(value: Py) -> Py:
    inner = value.node
    if isinstance(inner, ast.List) and len(inner.elts) == 1:
        return Py(inner.elts[0], value.kind)
    return Py(ast.Starred(inner, ast.Load()), value.kind)


def _joined_lists(parts: list[Py]) -> Py:
    if all(part.kind.shape == "list" for part in parts):
        item = NEVER
        for part in parts:
            item = join(item, item_of(part.kind))
        return fill("[*XS]", Kind("list", item=item), XS=[_star(part) for part in parts])
    if all(part.kind.shape == "dict" for part in parts):
        items = [part.kind.items for part in parts]
        node = Py(ast.Dict([None] * len(parts), [part.node for part in parts]))
        if all(found is not None for found in items):
            keys = [key for found in items for key, _ in found or ()]
            if len(set(keys)) != len(keys):
                raise Refused("c() of lists that share a name")
            merged = tuple(pair for found in items for pair in found or ())
            return node.of(Kind("dict", items=merged))
        return call("rv.c", parts, Kind("dict", item=ANY))
    return call("rv.c", parts)


@base("list", "...")
def _list(t: Translator, dots: Dots) -> Py:
    named = [n for n, _ in dots]
    parts = [t.owned(part) for _, part in dots]
    alias = frozenset().union(*(part.alias for part in parts)) if parts else frozenset()
    if not parts:
        return fill("[]", Kind("list", item=NEVER, length=0, grows=True))
    if any(isinstance(part.node, ast.Starred) for part in parts):
        return call("rv.list_", parts, Kind("any"))
    if any(part.kind.shape == "missing" for part in parts):
        raise Refused("it needs a value that was not translated")
    if not any(named):
        item = NEVER
        for part in parts:
            item = join(item, part.kind)
        made = fill("[*XS]", Kind("list", item=item, length=len(parts)), XS=parts)
        return Py(made.node, made.kind, alias)
    if not all(named) or len(set(named)) != len(named):
        raise Refused("a list of which only some elements have names, or two the same")
    keys: list[ast.expr | None] = [ast.Constant(n) for n in named]
    items = tuple((str(n), part.kind) for n, part in zip(named, parts, strict=True))
    return Py(ast.Dict(keys, [part.node for part in parts]), Kind("dict", items=items), alias)


def _filled(mode: Mode, count: Py) -> Py:
    count = size(count)
    kind = sized(Kind("vector", mode, low=0 if mode != "character" else None,
                      high=0 if mode != "character" else None), count)
    if kind.length == 0:
        kind = kind.with_(grows=True)
    if mode == "character":
        return fill("np.full(N, '', dtype=object)", kind, N=count)
    if mode == "double":
        return fill("np.zeros(N)", kind, N=count)
    return fill(f"np.zeros(N, dtype={'int' if mode == 'integer' else 'bool'})", kind, N=count)


for _r_name, _mode_of in (("numeric", "double"), ("double", "double"), ("integer", "integer"),
                          ("logical", "logical"), ("character", "character")):

    @base(_r_name, "length")
    def _vector_of(t: Translator, length: Py | None, _mode: Mode = _mode_of) -> Py:  # type: ignore[assignment]
        return _filled(_mode, length if length is not None else literal(0, constant(0, "integer")))


@base("vector", "mode", "length")
def _vector(t: Translator, mode: Py | None, length: Py | None) -> Py:
    what = text(mode, "logical", "mode")
    count = length if length is not None else literal(0, constant(0, "integer"))
    if what == "list":
        count = size(count)
        kind = Kind("list", item=NULL, length=length_of(count.kind))
        if kind.length == 0:
            return fill("[]", Kind("list", item=NEVER, length=0, grows=True))
        return fill("[None] * N", kind.with_(item=NEVER), N=count)
    modes: dict[str, Mode] = {"numeric": "double", "double": "double", "integer": "integer",
                              "logical": "logical", "character": "character"}
    if what not in modes:
        raise Refused(f"vector({what!r}) has no translation")
    return _filled(modes[what], count)


@base("rep rep.int", "x", "times", "...", "each", "length.out")
def _rep(t: Translator, x: Py, times: Py | None, dots: Dots, each: Py | None,
         length_out: Py | None) -> Py:
    kind = x.kind
    given = times
    if dots:
        raise Refused("rep() with further arguments")
    if kind.is_scalar and each is None and (given is None or given.kind.is_scalar):
        count = given if length_out is None else length_out
        if count is None:
            return x
        count = size(count)
        new = sized(Kind("vector", kind.mode, na=kind.na, low=kind.low, high=kind.high), count)
        if kind.mode == "character":
            return fill("np.full(N, X, dtype=object)", new, N=count, X=x)
        if kind.mode == "double":
            known = constant_of(x.node)
            if known == 0:
                return fill("np.zeros(N)", new, N=count)
            if known == 1:
                return fill("np.ones(N)", new, N=count)
            if known is not None:
                x = as_float(x)
            elif kind.whole:
                return fill("np.full(N, X, dtype=float)", new, N=count, X=x)
            return fill("np.full(N, X)", new, N=count, X=x)
        if kind.mode in ("integer", "logical") and not kind.na:
            return fill("np.full(N, X)", new, N=count, X=x)
    rest = Kind("vector", kind.mode, na=kind.na, low=kind.low, high=kind.high, whole=kind.whole,
                integral=kind.integral, names=kind.names)
    if kind.shape == "vector" and not kind.names and length_out is None:
        if each is not None and given is None and each.kind.is_scalar:
            return fill("np.repeat(X, N)", rest.with_(many=many(each.kind)), X=x, N=size(each))
        if each is None and given is not None:
            if given.kind.is_scalar:
                length = length_of(given.kind)
                total = None if length is None or kind.length is None else length * kind.length
                return fill("np.tile(X, N)", rest.with_(length=total, many=many(given.kind)), X=x,
                            N=size(given))
            if given.kind.shape == "vector" and is_int(given.kind):
                return fill("np.repeat(X, N)", rest, X=x, N=given)
    if kind.is_list:
        rest = Kind("list", item=item_of(kind))
    return call("rv.rep", [x], rest if kind.atomic or kind.is_list else
                NEVER if kind.shape == "never" else ANY,
                times=given, each=each, length_out=length_out)


@base("rep_len", "x", "length.out")
def _rep_len(t: Translator, x: Py, length_out: Py) -> Py:
    return call("rv.rep", [x], Kind("vector", x.kind.mode, na=x.kind.na), length_out=length_out)


@base("seq_len", "length.out")
def _seq_len(t: Translator, length_out: Py) -> Py:
    count = size(length_out)
    return fill("np.arange(1, N)", sized(INTEGERS.with_(low=1, high=count.kind.high), count),
                N=plus(count, 1))


@base("seq_along", "along.with", lazy=True)
def _seq_along(t: Translator, along_with: r.Node) -> Py:
    count = t.call_known("length", [r.Arg(None, along_with)])
    return _seq_len(t, count)


@base("seq seq.int", "from", "to", "by", "length.out", "along.with", "...")
def _seq(t: Translator, dots: Dots, **given: Py | None) -> Py:
    first, last, by = given["from"], given["to"], given["by"]
    length_out, along = given["length_out"], given["along_with"]
    if dots:
        raise Refused("seq() with further arguments")
    if along is not None:
        return _seq_len(t, _length(t, along))
    if first is not None and last is None and by is None and length_out is None:
        if first.kind.is_scalar:
            return colon(t, literal(1, constant(1, "integer")), first)
        if first.kind.shape == "vector":
            return _seq_len(t, _length(t, first))
        return call("rv.seq", [first], INTEGERS)
    if length_out is None and by is None and first is not None and last is not None:
        return colon(t, first, last)
    if first is None and last is None and by is None and length_out is not None:
        return _seq_len(t, length_out)
    start = first if first is not None else literal(1, constant(1, "integer"))
    if length_out is not None and by is None and last is not None:
        count = size(length_out)
        kind = sized(DOUBLES, count)
        if start.kind.is_scalar and last.kind.is_scalar:
            return fill("np.linspace(A, B, N)", kind.with_(low=_low(start, last)), A=start, B=last,
                        N=count)
    if by is not None and last is not None and length_out is None:
        ints = all(is_int(v.kind) for v in (start, last, by))
        step = by.kind.const
        if ints and isinstance(step, int) and step != 0 and _directed(start, last, step):
            shift = 1 if step > 0 else -1
            mode: Mode = "integer" if start.kind.mode == by.kind.mode == "integer" else "double"
            bounds = _low(start, last), None
            kind = Kind("vector", mode, low=bounds[0], whole=True, integral=True,
                        length=_steps(start, last, step))
            return fill("np.arange(A, B, S)", kind, A=start, B=plus(last, shift), S=by)
    values = [start]
    given_values = [v for v in (start, last, by) if v is not None]
    whole = all(v.kind.whole or v.kind.mode == "integer" for v in given_values)
    kind = DOUBLES.with_(whole=whole or not all(v.kind.mode == "double" for v in given_values))
    if length_out is not None and length_out.kind.is_scalar:
        kind = sized(kind, length_out)
    return call("rv.seq", values, kind.with_(low=_low(start, last) if last is not None else None),
                to=last, by=by, length_out=length_out)


def _low(first: Py, last: Py) -> float | None:
    lows = [first.kind.low, last.kind.low]
    return None if None in lows else min(lows)  # type: ignore[type-var]


def _directed(first: Py, last: Py, step: int) -> bool:
    """Whether a sequence surely has the direction of its step, as R demands."""
    a, b = first.kind, last.kind
    if step > 0:
        low = b.low if b.low is not None else b.soft
        return a.high is not None and low is not None and low >= a.high
    return b.high is not None and a.low is not None and a.low >= b.high


def _steps(first: Py, last: Py, step: int) -> int | None:
    a, b = first.kind.const, last.kind.const
    if isinstance(a, int) and isinstance(b, int):
        return (b - a) // step + 1
    return None


# Shapes


@base("length", "x")
def _length(t: Translator, x: Py) -> Py:
    kind = x.kind
    if kind.is_scalar:
        return literal(1, constant(1, "integer"))
    if kind.shape == "null":
        return literal(0, constant(0, "integer"))
    if kind.shape == "vector":
        if kind.length is not None and not kind.grows:
            return fill("len(X)", constant(kind.length, "integer").with_(native=True), X=x)
        soft = None if kind.grows else 2 if kind.many else 1
        return fill("len(X)", EXTENT.with_(soft=soft), X=x)
    if kind.shape in ("list", "dict"):
        if kind.length is not None and not kind.grows:
            return fill("len(X)", constant(kind.length, "integer"), X=x)
        return fill("len(X)", EXTENT.with_(soft=None if kind.grows else 1), X=x)
    if kind.shape in ("matrix", "array"):
        return fill("X.size", EXTENT, X=x)
    if kind.shape == "frame":
        return fill("X.shape[1]", EXTENT.with_(soft=1), X=x)
    if kind.shape == "factor":
        return fill("len(X)", EXTENT, X=x)
    return call("rv.length", [x], EXTENT.with_(soft=1))


def _extent(t: Translator, x: Py, axis: int) -> Py:
    kind = x.kind
    if kind.shape == "frame":
        return fill("len(X)" if axis == 0 else "X.shape[1]", EXTENT.with_(soft=2 - axis), X=x)
    if kind.shape in ("matrix", "array"):
        known = EXTENT
        if kind.dims is not None and kind.dims[axis] is not None:
            known = constant(kind.dims[axis], "integer").with_(native=True)  # type: ignore[arg-type]
        return fill(f"X.shape[{axis}]", known, X=x)
    if kind.is_scalar or kind.shape in ("vector", "null", "list", "dict"):
        return literal(None, NULL)
    return call("rv.nrow" if axis == 0 else "rv.ncol", [x], EXTENT)


@base("nrow", "x")
def _nrow(t: Translator, x: Py) -> Py:
    return _extent(t, x, 0)


@base("ncol", "x")
def _ncol(t: Translator, x: Py) -> Py:
    return _extent(t, x, 1)


@base("NROW", "x")
def _NROW(t: Translator, x: Py) -> Py:
    return _length(t, x) if x.kind.is_scalar or x.kind.shape == "vector" else _extent(t, x, 0)


@base("NCOL", "x")
def _NCOL(t: Translator, x: Py) -> Py:
    if x.kind.is_scalar or x.kind.shape == "vector":
        return literal(1, constant(1, "integer"))
    return _extent(t, x, 1)


@base("dim", "x")
def _dim(t: Translator, x: Py) -> Py:
    kind = x.kind
    if kind.shape in ("matrix", "array", "frame"):
        n = 2 if kind.shape != "array" else len(kind.dims) if kind.dims else None
        return fill("np.array(X.shape)", INTEGERS.with_(length=n, low=0, soft=2, many=True), X=x)
    if kind.is_scalar or kind.shape in ("vector", "null", "list", "dict"):
        return literal(None, NULL)
    return call("rv.dim", [x], ANY)


@base.store("dim")
def _store_dim(t: Translator, x: Py, args: list[r.Arg], value: Py) -> Py:
    if value.kind.shape == "null":
        return as_vector(t, x)
    n = value.kind.length
    shape = "matrix" if n == 2 else "array"
    return call("rv.array", [x, value], Kind(shape, x.kind.mode, na=x.kind.na,  # type: ignore[arg-type]
                                             whole=x.kind.whole))


@base("matrix", "data", "nrow", "ncol", "byrow", "dimnames")
def _matrix(t: Translator, data: Py | None, nrow: Py | None, ncol: Py | None, byrow: Py | None,
            dimnames: Py | None) -> Py:
    rows_first = flag(byrow, False, "byrow")
    if data is None:
        data = fill("rv.NA", Kind("scalar", "double", na=True))
    kind = data.kind
    nr = None if nrow is None else size(nrow)
    nc = None if ncol is None else size(ncol)
    dims = (None if nr is None else length_of(nr.kind), None if nc is None else length_of(nc.kind))
    rest = Kind("matrix", kind.mode, na=kind.na, low=kind.low, high=kind.high, whole=kind.whole,
                integral=kind.integral, dims=dims, names=dimnames is not None)
    made = None
    if kind.is_scalar and kind.mode != "any":
        one = literal(1, constant(1, "integer"))
        made = _constant_matrix(data, nr or one, nc or one)
    elif kind.shape == "vector" and not kind.grows and _fills(kind, dims):
        made = _reshaped(data, nr, nc, by_row=rows_first, kind=rest)
    if made is None:
        order = literal(True) if rows_first else None
        if not kind.atomic:
            rest = rest.with_(mode="any", whole=False) if kind.shape != "never" else NEVER
        return call("rv.matrix", [data], rest, nrow=nr, ncol=nc, byrow=order, dimnames=dimnames)
    if dimnames is not None and dimnames.kind.shape != "null":
        made = call("rv.with_dimnames", [made, dimnames], made.kind.with_(names=True))
    return made


def _fills(kind: Kind, dims: tuple[int | None, ...]) -> bool:
    """Whether a vector fills a matrix without being recycled."""
    if kind.length is None:
        return True
    if None not in dims:
        return kind.length == dims[0] * dims[1]  # type: ignore[operator]
    known = dims[0] if dims[0] is not None else dims[1]
    return known is not None and known > 0 and kind.length % known == 0 and kind.length > 0


def _constant_matrix(data: Py, nr: Py, nc: Py) -> Py:
    kind = data.kind
    new = Kind("matrix", kind.mode, na=kind.na, low=kind.low, high=kind.high,
               dims=(length_of(nr.kind), length_of(nc.kind)))
    known = constant_of(data.node)
    if kind.mode == "double" and known == 0:
        return fill("np.zeros((R, C))", new, R=nr, C=nc)
    if kind.mode == "double" and known == 1:
        return fill("np.ones((R, C))", new, R=nr, C=nc)
    if kind.mode == "character":
        return fill("np.full((R, C), X, dtype=object)", new, R=nr, C=nc, X=data)
    if kind.mode == "double" and known is None and kind.whole:
        return fill("np.full((R, C), X, dtype=float)", new, R=nr, C=nc, X=data)
    if kind.mode == "double" and known is not None:
        data = as_float(data)
    if kind.mode == "integer" and known == 0:
        return fill("np.zeros((R, C), dtype=int)", new, R=nr, C=nc)
    if kind.const is False:
        return fill("np.zeros((R, C), dtype=bool)", new, R=nr, C=nc)
    return fill("np.full((R, C), X)", new, R=nr, C=nc, X=data)


def _reshaped(data: Py, nr: Py | None, nc: Py | None, *, by_row: bool, kind: Kind) -> Py:
    minus = literal(-1)
    length = data.kind.length
    dims = list(kind.dims or (None, None))
    if nr is None and nc is None:
        nc, dims = literal(1), [length, 1]
    if nr is None:
        if length is not None and dims[1]:
            dims[0] = length // dims[1]
        nr = minus
    if nc is None:
        if length is not None and dims[0]:
            dims[1] = length // dims[0]
        nc = minus
    order = "" if by_row else ", order='F'"
    made = fill(f"X.reshape((R, C){order})", X=data, R=nr, C=nc)
    return Py(made.node, kind.with_(dims=tuple(dims)), data.alias)


@base("array", "data", "dim", "dimnames")
def _array(t: Translator, data: Py | None, dim: Py | None, dimnames: Py | None) -> Py:
    refuse_given("array", dimnames=dimnames)
    if data is None:
        data = literal(float("nan"), Kind("scalar", "double", na=True))
    if dim is None:
        raise Refused("array() without dim")
    kind = data.kind
    extents = array_literal(dim)
    n = dim.kind.length
    rest = Kind("matrix" if n == 2 else "vector" if n == 1 else "array", kind.mode, na=kind.na,
                low=kind.low, high=kind.high, whole=kind.whole, integral=kind.integral)
    if extents is None or n is None or n < 2:
        return call("rv.array", [data, dim], rest if n else ANY)
    parts = [as_int(Py(e, Kind("scalar", "double"))) if constant_of(e) is not None
             else fill("int(X)", X=Py(e)) for e in extents.elts]
    parts = _plain_ints(dim, parts)
    known = tuple(int(c) if (c := constant_of(p.node)) is not None else None for p in parts)
    rest = rest.with_(dims=known)
    if kind.is_scalar and kind.mode in ("double", "integer", "logical"):
        value = constant_of(data.node)
        rest = rest.with_(whole=False, integral=False)
        if kind.mode == "double" and value == 0:
            return fill("np.zeros((*XS,))", rest, XS=parts)
        if kind.mode == "double" and value is not None:
            data = as_float(data)
        elif kind.mode == "double" and kind.whole:
            return fill("np.full((*XS,), V, dtype=float)", rest, XS=parts, V=data)
        if kind.mode == "integer" and value == 0:
            return fill("np.zeros((*XS,), dtype=int)", rest, XS=parts)
        return fill("np.full((*XS,), V)", rest, XS=parts, V=data)
    total = None
    if None not in known:
        total = 1
        for extent in known:
            total *= extent  # type: ignore[operator]
    if kind.shape == "vector" and kind.length is not None and kind.length == total:
        made = fill("X.reshape((*XS,), order='F')", X=data, XS=parts)
        return Py(made.node, rest, data.alias)
    return call("rv.array", [data, fill("(*XS,)", XS=parts)], rest)


def _plain_ints(dim: Py, parts: list[Py]) -> list[Py]:
    """Leave out ``int()`` where the parts of ``c(...)`` are integers."""
    if not is_int(dim.kind):
        return parts
    inner = array_literal(dim)
    assert inner is not None
    return [Py(e) for e in inner.elts]


@base("t", "x")
def _t(t: Translator, x: Py) -> Py:
    kind = x.kind
    if kind.shape == "matrix":
        dims = None if kind.dims is None else kind.dims[::-1]
        return Py(fill("X.T", X=x).node, kind.with_(dims=dims), x.alias)
    if kind.shape == "vector":
        made = fill("X[np.newaxis, :]", X=x)
        return Py(made.node, Kind("matrix", kind.mode, na=kind.na, low=kind.low, high=kind.high,
                                  whole=kind.whole, dims=(1, kind.length)), x.alias)
    if kind.is_scalar:
        return fill("np.full((1, 1), X)", Kind("matrix", kind.mode, dims=(1, 1)), X=x)
    return call("rv.t", [x], Kind("matrix", kind.mode, na=kind.na) if kind.atomic else
                Kind("matrix"))


@base("diag", "x", "nrow", "ncol")
def _diag(t: Translator, x: Py | None, nrow: Py | None, ncol: Py | None) -> Py:
    if x is None:
        x = literal(1, constant(1, "double"))
    kind = x.kind
    if kind.shape == "matrix" and nrow is None:
        made = fill("np.diag(X)", X=x)
        return Py(fill("X.copy()", X=made).node, Kind("vector", kind.mode, na=kind.na, low=kind.low,
                                                       high=kind.high, whole=kind.whole, many=True))
    if kind.is_scalar and nrow is None and ncol is None and is_int(kind):
        return fill("np.eye(N)", Kind("matrix", "double", low=0, high=1,
                                      dims=(length_of(kind), length_of(kind))), N=x)
    if kind.is_scalar and nrow is not None and ncol is None and kind.const == 1:
        n = size(nrow)
        return fill("np.eye(N)", Kind("matrix", "double", low=0, high=1,
                                      dims=(length_of(n.kind),) * 2), N=n)
    if kind.shape == "vector" and nrow is None and (kind.many or (kind.length or 0) > 1):
        return fill("np.diag(X)", Kind("matrix", kind.mode, na=kind.na, whole=kind.whole), X=x)
    mode: Mode = kind.mode if kind.mode != "any" else "any"
    shape = Kind("matrix", mode, na=kind.na) if kind.is_scalar or kind.shape == "vector" else ANY
    return call("rv.diag", [x], shape, nrow=nrow, ncol=ncol)


@base.store("diag")
def _store_diag(t: Translator, x: Py, args: list[r.Arg], value: Py) -> Py:
    kind = x.kind
    new = kind
    if kind.shape == "matrix" and value.kind.atomic:
        new = kind.with_(mode=higher(kind.mode, value.kind.mode), na=kind.na or value.kind.na,
                         low=None if kind.low is None or value.kind.low is None
                         else min(kind.low, value.kind.low), high=None)
    return call("rv.set_diag", [x, value], new)


@base("aperm", "a", "perm")
def _aperm(t: Translator, a: Py, perm: Py | None) -> Py:
    if perm is None:
        return _t(t, a) if a.kind.shape == "matrix" else fill("X.T", a.kind.with_(dims=None), X=a)
    axes = array_literal(perm)
    if axes is None:
        raise Refused("aperm() needs its permutation written out")
    order = fill("(*XS,)", XS=[literal(int(constant_of(e) or 0) - 1) for e in axes.elts])
    made = fill("np.transpose(X, P)", X=a, P=order)
    return Py(made.node, a.kind.with_(dims=None), a.alias)


def _bound(t: Translator, dots: list[r.Arg], *, rows: bool) -> Py:
    word = "rv.rbind" if rows else "rv.cbind"
    given: Dots = []
    for arg in dots:
        if arg.name in ("deparse.level", "stringsAsFactors", "make.row.names"):
            continue
        given.append((arg.name, t.dot(arg)))
    for arg, (_, part) in zip(dots, given, strict=False):
        if part.kind.shape == "null" and isinstance(arg.value, r.Name):
            others = [p for _, p in given if p.kind.shape not in ("null", "never")]
            if others:
                framed = any(p.kind.shape == "frame" for p in others)
                shape = "frame" if framed else "matrix"
                mode = _common_mode(others)
                if t.wants(arg.value, shape, mode if mode != "any" else "any"):
                    return call(word, [p for _, p in given], NEVER)
    waiting = [arg.value for arg in dots if isinstance(arg.value, r.Name)
               and t.wanted_as(arg.value.name) is not None]
    kept = [(n, p) for n, p in given if p.kind.shape != "null"]
    if not kept:
        return literal(None, NULL)
    parts = [p for _, p in kept]
    if any(p.kind.shape == "never" for p in parts):
        return call(word, parts, NEVER)
    if any(p.kind.shape == "frame" for p in parts):
        return _bound_frames(t, kept, rows=rows, unsure=bool(waiting))
    names = any(n for n, _ in kept)
    kinds = [p.kind for p in parts]
    if not all(k.atomic for k in kinds):
        if names:
            raise Refused("rbind() or cbind() of lists with names")
        return call(word, parts, ANY)
    mode = _common_mode(parts)
    na = any(k.na for k in kinds)
    lows = [k.low for k in kinds]
    rest = Kind("matrix", mode, na=na, names=not rows or names,
                low=None if None in lows else min(lows),  # type: ignore[type-var]
                dims=_bound_dims(kinds, rows=rows),
                whole=mode == "double" and all(k.whole or k.mode == "integer" for k in kinds))
    plain = not names and mode not in ("any", "character") and not waiting
    named_parts = [isinstance(arg.value, r.Name) for arg in dots]
    vectors = [k.shape == "vector" and not k.grows for k in kinds]
    fit = _same_lengths(kinds)
    labelled = any(k.names for k in kinds) or any(
        named and k.shape in ("vector", "scalar", "atomic")
        for named, k in zip(named_parts, kinds, strict=False)
    )
    if not labelled and plain and fit and all(
        v or k.shape == "matrix" for v, k in zip(vectors, kinds, strict=True)
    ):
        if rows:
            return fill("np.vstack([*XS])", rest.with_(names=False), XS=parts)
        return fill("np.column_stack([*XS])", rest.with_(names=False), XS=parts)
    labels = _deparsed(dots, [n for n, _ in kept], kinds)
    if labels is not None and len(kept) == len(dots):
        return call(word, parts, rest.with_(names=True),
                    names=fill("[*XS]", XS=[literal(n) for n in labels]))
    return call(word, parts, rest)


def _bound_dims(kinds: list[Kind], *, rows: bool) -> tuple[int | None, ...]:
    along = 0
    for kind in kinds:
        if kind.shape == "matrix":
            extent = None if kind.dims is None else kind.dims[0 if rows else 1]
            if extent is None:
                along = -1
                break
            along += extent
        elif kind.shape in ("vector", "scalar"):
            along += 1
        else:
            along = -1
            break
    lengths = {k.length for k in kinds if k.shape == "vector"}
    across = lengths.pop() if len(lengths) == 1 else None
    extent = None if along < 0 else along
    return (extent, across) if rows else (across, extent)


def _same_lengths(kinds: list[Kind]) -> bool:
    """Whether no vector is known to be recycled."""
    known = {k.length for k in kinds if k.shape == "vector"}
    return len(known) == 1


def _deparsed(dots: list[r.Arg], names: list[str | None], kinds: list[Kind]) -> list[str] | None:
    """Return the labels that R gives: names of arguments, and variables that are vectors."""
    labels = []
    for arg, given, kind in zip(dots, names, kinds, strict=False):
        if given:
            labels.append(given)
        elif isinstance(arg.value, r.Name) and kind.shape in ("vector", "scalar"):
            labels.append(arg.value.name)
        else:
            labels.append("")
    return labels if any(labels) else None


def _bound_frames(t: Translator, kept: Dots, *, rows: bool, unsure: bool) -> Py:
    parts = [p for _, p in kept]
    if rows:
        if not unsure and all(p.kind.shape == "frame" for p in parts) and not any(
            n for n, _ in kept
        ):
            items = parts[0].kind.items
            return fill("pd.concat([*XS], ignore_index=True)", Kind("frame", items=items), XS=parts)
        if any(n for n, _ in kept):
            raise Refused("rbind() of a data frame and values with names")
        return call("rv.rbind", parts, Kind("frame"))
    keys = [n for n, _ in kept]
    if any(keys):
        words = fill("[*XS]", XS=[literal(n or "") for n in keys])
        return call("rv.cbind", parts, Kind("frame"), names=words)
    return call("rv.cbind", parts, Kind("frame"))


@base("rbind", "...", lazy=True)
def _rbind(t: Translator, dots: list[r.Arg]) -> Py:
    return _bound(t, dots, rows=True)


@base("cbind", "...", lazy=True)
def _cbind(t: Translator, dots: list[r.Arg]) -> Py:
    return _bound(t, dots, rows=False)


@base("row col", "x")
def _row(t: Translator, x: Py) -> Py:
    return call("rv.row", [x], Kind("matrix", "integer", low=1))


@base("col", "x")
def _col(t: Translator, x: Py) -> Py:
    return call("rv.col", [x], Kind("matrix", "integer", low=1))


def _triangle(upper: bool, x: Py, diag: Py | None) -> Py:
    inside = flag(diag, False, "diag")
    shift = 0 if inside else (1 if upper else -1)
    word = "np.triu" if upper else "np.tril"
    kind = Kind("matrix", "logical", low=0, high=1, dims=x.kind.dims)
    arg = "" if shift == 0 else f", {shift}"
    if x.kind.shape == "matrix":
        return fill(f"{word}(np.ones(X.shape, dtype=bool){arg})", kind, X=x)
    return call("rv.upper_tri" if upper else "rv.lower_tri", [x], kind, diag=diag)


@base("upper.tri", "x", "diag")
def _upper_tri(t: Translator, x: Py, diag: Py | None) -> Py:
    return _triangle(True, x, diag)


@base("lower.tri", "x", "diag")
def _lower_tri(t: Translator, x: Py, diag: Py | None) -> Py:
    return _triangle(False, x, diag)


# Names


@base("names", "x", lazy=True)
def _names(t: Translator, x: r.Node) -> Py:
    while isinstance(x, r.Paren):
        x = x.value
    if isinstance(x, r.Call) and isinstance(x.function, r.Name) and x.function.name in (
        "which.max", "which.min"
    ) and len(x.args) == 1:
        inner = t.expr(x.args[0].value)
        word = "np.argmax" if x.function.name == "which.max" else "np.argmin"
        return fill(f"rv.names(X)[{word}(X)]", STRING, X=inner)
    if isinstance(x, r.Index) and not x.double and len(x.args) == 1:
        inner_value = t.expr(x.value)
        if inner_value.kind.atomic:
            named = r.Call(x.span, r.Name(x.span, "names"), [r.Arg(None, x.value)])
            return t.expr(r.Index(x.span, named, x.args, double=False))
    value = t.expr(x)
    kind = value.kind
    if kind.shape == "dict":
        new = STRINGS.with_(length=None if kind.items is None else len(kind.items))
        return fill("np.array(list(X), dtype=object)", new, X=value)
    if kind.shape == "result":
        return fill("np.array(X.names(), dtype=object)", STRINGS, X=value)
    if kind.shape == "frame":
        return fill("np.array(X.columns, dtype=object)", STRINGS.with_(many=True), X=value)
    if kind.is_scalar:
        raise Refused("names of a single value are not kept")
    if kind.shape == "list":
        return call("rv.names", [value], ANY)
    if kind.atomic and not kind.names and kind.shape == "vector":
        return literal(None, NULL)
    return call("rv.names", [value], STRINGS.with_(many=kind.many) if kind.atomic else ANY)


@base.store("names")
def _store_names(t: Translator, x: Py, args: list[r.Arg], value: Py) -> Py:
    kind = x.kind
    new: Kind = ANY
    if kind.atomic:
        new = kind.with_(names=value.kind.shape != "null", shape="vector" if kind.is_scalar else
                         kind.shape)
        if kind.is_scalar:
            new = new.with_(length=1, const=None)
    elif kind.is_list:
        keys = array_literal(value)
        known = [e.value for e in keys.elts if isinstance(e, ast.Constant)] if keys else []
        new = Kind("dict", item=item_of(kind))
        if kind.items is not None and len(known) == len(kind.items):
            new = Kind("dict", items=tuple(
                (str(k), v) for k, (_, v) in zip(known, kind.items, strict=True)))
        if value.kind.shape == "null":
            new = Kind("list", item=item_of(kind))
    elif kind.shape == "frame":
        new = Kind("frame")
    return call("rv.set_names", [x, value], new)


@base("setNames", "object", "nm")
def _set_names(t: Translator, nm: Py | None, **given: Py) -> Py:
    return _store_names(t, given["object"], [], nm if nm is not None else literal(None, NULL))


@base("unname", "obj")
def _unname(t: Translator, obj: Py) -> Py:
    kind = obj.kind
    if kind.atomic and not kind.names:
        return obj
    if kind.shape == "dict":
        return fill("list(X.values())", Kind("list", item=item_of(kind)), X=obj)
    return call("rv.unname", [obj], kind.with_(names=False) if kind.atomic else ANY)


for _word, _axis in (("rownames", 0), ("row.names", 0), ("colnames", 1)):

    @base(_word, "x")
    def _axis_names(t: Translator, x: Py, _axis: int = _axis) -> Py:
        if x.kind.shape == "frame":
            if _axis == 1:
                return fill("np.array(X.columns, dtype=object)", STRINGS.with_(many=True), X=x)
            return call("rv.rownames", [x], STRINGS.with_(many=True))
        if x.kind.shape == "matrix" and not x.kind.names:
            return literal(None, NULL)
        word = "rv.rownames" if _axis == 0 else "rv.colnames"
        return call(word, [x], STRINGS.with_(many=True) if x.kind.shape == "matrix" else ANY)

    @base.store(_word)
    def _store_axis_names(
        t: Translator, x: Py, args: list[r.Arg], value: Py, _axis: int = _axis
    ) -> Py:
        word = "rv.set_rownames" if _axis == 0 else "rv.set_colnames"
        kind = x.kind.with_(names=True, items=None) if x.kind.shape in ("matrix", "frame") else (
            x.kind)
        return call(word, [x, value], kind)


@base("dimnames", "x")
def _dimnames(t: Translator, x: Py) -> Py:
    return call("rv.dimnames", [x], ANY)


@base.store("dimnames")
def _store_dimnames(t: Translator, x: Py, args: list[r.Arg], value: Py) -> Py:
    return call("rv.with_dimnames", [x, value], x.kind.with_(names=value.kind.shape != "null"))


# Mathematics

_MATH = {
    "sqrt": "np.sqrt", "exp": "np.exp", "log2": "np.log2", "log10": "np.log10",
    "log1p": "np.log1p", "expm1": "np.expm1", "sin": "np.sin", "cos": "np.cos", "tan": "np.tan",
    "asin": "np.arcsin", "acos": "np.arccos", "atan": "np.arctan", "sinh": "np.sinh",
    "cosh": "np.cosh", "tanh": "np.tanh", "floor": "np.floor", "ceiling": "np.ceil",
}  # fmt: skip
_POSITIVE = ("exp", "sqrt")


def _elementwise(function: str, x: Py, r_name: str) -> Py:
    kind = x.kind
    if not kind.numeric:
        if kind.mode == "character" and kind.atomic:
            raise Refused(f"{r_name}() of text is an error in R")
        if kind.shape == "frame":
            return fill(f"{function}(X)", Kind("frame"), X=x)
        return call(f"rv.{r_name}", [x], like(kind, "double"))
    claims = {}
    if r_name in _POSITIVE:
        claims["low"] = 0
    if r_name in ("floor", "ceiling"):
        claims["low"] = kind.low
        claims["high"] = kind.high
        if r_name == "floor" and kind.low is not None:
            claims["low"] = float(int(kind.low // 1))
        if r_name == "ceiling" and kind.high is not None:
            claims["high"] = float(-int(-kind.high // 1))
        if r_name == "ceiling" and kind.low is not None:
            claims["low"] = float(-int(-kind.low // 1))
    return fill(f"{function}(X)", like(kind, "double", **claims), X=numbers(x))


for _word, _numpy in _MATH.items():

    @base(_word, "x")
    def _math(t: Translator, x: Py, _name: str = _word, _function: str = _numpy) -> Py:
        return _elementwise(_function, x, _name)


@base("log", "x", "base")
def _log(t: Translator, x: Py, base: Py | None) -> Py:
    if base is None:
        return _elementwise("np.log", x, "log")
    if base.kind.const in (2, 10):
        return _elementwise(f"np.log{base.kind.const}", x, f"log{base.kind.const}")
    top = _elementwise("np.log", x, "log")
    return operate(t, "/", top, _elementwise("np.log", base, "log"))


@base("abs", "x")
def _abs(t: Translator, x: Py) -> Py:
    kind = x.kind
    if not kind.numeric:
        return call("rv.abs_", [x], like(kind, "any"))
    mode: Mode = "integer" if kind.mode == "logical" else kind.mode
    new = like(kind, mode, low=0, whole=kind.whole, integral=kind.integral, native=kind.native)
    word = "abs" if kind.is_scalar else "np.abs"
    return fill(f"{word}(X)", new, X=numbers(x))


@base("sign", "x")
def _sign(t: Translator, x: Py) -> Py:
    return fill("np.sign(X)", like(x.kind, x.kind.mode if x.kind.mode != "logical" else "integer",
                                   low=-1, high=1, whole=x.kind.whole), X=numbers(x))


@base("trunc", "x", "...")
def _trunc(t: Translator, x: Py, dots: Dots) -> Py:
    return _elementwise("np.trunc", x, "trunc")


@base("round", "x", "digits")
def _round(t: Translator, x: Py, digits: Py | None) -> Py:
    kind = x.kind
    if is_int(kind) and (digits is None or (digits.kind.low or -1) >= 0):
        return x.of(kind.with_(mode="double", whole=True, integral=True))
    if digits is None or digits.kind.const == 0:
        if kind.numeric and kind.mode != "logical":
            return fill("np.round(X)", like(kind, "double", low=_rounded(kind.low),
                                            high=_rounded(kind.high)), X=x)
        if kind.shape == "frame":
            return call("rv.round_", [x], Kind("frame"))
        return call("rv.round_", [x], like(kind, "double"))
    new = Kind("frame", items=kind.items) if kind.shape == "frame" else like(kind, "double")
    return call("rv.round_", [x, digits], new)


def _rounded(bound: float | None) -> float | None:
    return None if bound is None else float(round(bound))


@base("signif", "x", "digits")
def _signif(t: Translator, x: Py, digits: Py | None) -> Py:
    parts = [x] if digits is None else [x, digits]
    return call("rv.signif", parts, like(x.kind, "double"))


for _word in ("gamma", "lgamma", "beta", "lbeta", "digamma", "factorial", "lfactorial"):

    @base(_word, "a", "b")
    def _special(t: Translator, a: Py, b: Py | None, _name: str = _word) -> Py:
        parts = [a] if b is None else [a, b]
        return call(f"rv.{_name}", parts, like(a.kind, "double"))


@base("choose", "n", "k")
def _choose(t: Translator, n: Py, k: Py) -> Py:
    shape = like(n.kind if not n.kind.is_scalar else k.kind, "double", low=0)
    return call("rv.choose", [n, k], shape)


# Summaries


def _many_values(t: Translator, dots: Dots) -> Py:
    """Return what a summary goes over: one value, or several put together."""
    parts = [p for _, p in dots]
    if any(n for n, _ in dots):
        parts = [p for _, p in dots]
    if len(parts) == 1:
        return parts[0]
    return concatenated(t, parts)


def _summary(t: Translator, dots: Dots, na_rm: Py | None, function: str, nan: str, r_name: str,
             result: Kind) -> Py:
    if not dots:
        raise Refused(f"{r_name}() of nothing")
    x = _many_values(t, dots)
    kind = x.kind
    skip = na_rm is not None and flag(na_rm, False, "na.rm")
    if kind.shape == "frame":
        return fill(f"{nan if skip else function}(X.to_numpy())", result, X=x)
    if not kind.atomic or kind.mode in ("any", "character") or kind.shape == "atomic":
        done = result if kind.atomic else Kind("scalar")
        if kind.mode == "character":
            done = STRING
        if kind.atomic and kind.mode == "any":
            done = result.with_(mode="any")
        return call(f"rv.{r_name}_", [x], done, na_rm=literal(True) if skip else None)
    return fill(f"{nan if skip else function}(X)", result.with_(na=kind.na and not skip), X=x)


@base("sum", "...", "na.rm")
def _sum(t: Translator, dots: Dots, na_rm: Py | None) -> Py:
    if any(isinstance(p.node, ast.Starred) for _, p in dots):
        return call("rv.sum_", [fill("rv.c(*args)")], Kind("scalar"))
    x = _many_values(t, dots) if dots else literal(0, constant(0, "integer"))
    kind = x.kind
    mode: Mode = "integer" if kind.mode in ("logical", "integer") else kind.mode
    low = 0 if kind.low is not None and kind.low >= 0 else None
    whole = kind.whole
    result = Kind("scalar", mode, low=low, whole=whole, integral=kind.integral)
    if kind.is_scalar and kind.mode in ("integer", "double") and not kind.na:
        return x
    return _summary(t, [(None, x)], na_rm, "np.sum", "np.nansum", "sum", result)


@base("prod", "...", "na.rm")
def _prod(t: Translator, dots: Dots, na_rm: Py | None) -> Py:
    x = _many_values(t, dots)
    if is_int(x.kind) and x.kind.atomic and not x.kind.is_scalar:
        x = as_float(x)
    return _summary(t, [(None, x)], na_rm, "np.prod", "np.nanprod", "prod", DOUBLE)


@base("mean", "x", "...", "na.rm", "trim")
def _mean(t: Translator, x: Py, dots: Dots, na_rm: Py | None, trim: Py | None) -> Py:
    refuse_given("mean", trim=trim)
    kind = x.kind
    low = kind.low
    result = DOUBLE.with_(low=low, high=kind.high)
    if kind.shape in ("list", "dict", "frame"):
        raise Refused("mean() of a list is NA in R")
    return _summary(t, [(None, x)], na_rm, "np.mean", "np.nanmean", "mean", result)


def _extreme(t: Translator, dots: Dots, na_rm: Py | None, word: str) -> Py:
    if any(isinstance(p.node, ast.Starred) for _, p in dots):
        return call(f"rv.{word}_", [fill("rv.c(*args)")], Kind("scalar"))
    parts = [p for _, p in dots]
    if len(parts) > 1 and all(
        p.kind.is_scalar and p.kind.mode in ("integer", "double") and not p.kind.na for p in parts
    ):
        made = fill(f"{word}(*XS)", _extreme_kind(parts, word), XS=parts)
        return made
    x = _many_values(t, dots)
    kind = x.kind
    if kind.is_scalar and len(dots) == 1 and kind.mode in ("integer", "double") and not kind.na:
        return x
    mode: Mode = "integer" if kind.mode == "logical" else kind.mode
    result = Kind("scalar", mode, low=kind.low, high=kind.high, whole=kind.whole,
                  integral=kind.integral)
    return _summary(t, [(None, x)], na_rm, f"np.{word}", f"np.nan{word}", word, result)


def _extreme_kind(parts: list[Py], word: str) -> Kind:
    kind = parts[0].kind
    for part in parts[1:]:
        kind = join(kind, part.kind)
    lows = [p.kind.low for p in parts if p.kind.low is not None]
    highs = [p.kind.high for p in parts if p.kind.high is not None]
    if word == "max" and lows:
        kind = kind.with_(low=max(lows))
    if word == "min" and highs:
        kind = kind.with_(high=min(highs))
    return kind.with_(const=None, native=True)


@base("max", "...", "na.rm")
def _max(t: Translator, dots: Dots, na_rm: Py | None) -> Py:
    return _extreme(t, dots, na_rm, "max")


@base("min", "...", "na.rm")
def _min(t: Translator, dots: Dots, na_rm: Py | None) -> Py:
    return _extreme(t, dots, na_rm, "min")


@base("range", "...", "na.rm")
def _range(t: Translator, dots: Dots, na_rm: Py | None) -> Py:
    x = _many_values(t, dots)
    kind = x.kind
    return call("rv.range_", [x], Kind("vector", kind.mode if kind.atomic else "any", length=2,
                                       low=kind.low, high=kind.high, whole=kind.whole), na_rm=na_rm)


def _quantifier(t: Translator, dots: Dots, na_rm: Py | None, word: str) -> Py:
    x = _many_values(t, dots)
    kind = x.kind
    if kind.is_scalar and kind.mode == "logical" and not kind.na:
        return x
    if kind.numeric and not kind.na and not kind.is_scalar:
        return fill(f"np.{word}(X)", LOGICAL, X=x)
    skip = na_rm is not None and flag(na_rm, False, "na.rm")
    return call(f"rv.{word}_", [x], LOGICAL.with_(na=kind.na and not skip),
                na_rm=literal(True) if skip else None)


@base("any", "...", "na.rm")
def _any(t: Translator, dots: Dots, na_rm: Py | None) -> Py:
    return _quantifier(t, dots, na_rm, "any")


@base("all", "...", "na.rm")
def _all(t: Translator, dots: Dots, na_rm: Py | None) -> Py:
    return _quantifier(t, dots, na_rm, "all")


@base("cumsum", "x")
def _cumsum(t: Translator, x: Py) -> Py:
    kind = x.kind
    if kind.shape != "vector" or kind.mode in ("any", "character"):
        return call("rv.cumsum", [x], Kind("vector", kind.mode) if kind.atomic else Kind("vector"))
    mode: Mode = "integer" if kind.mode == "logical" else kind.mode
    low = kind.low if kind.low is not None and kind.low >= 0 else None
    return fill("np.cumsum(X)", like(kind, mode, low=low, whole=kind.whole), X=x)


@base("cumprod", "x")
def _cumprod(t: Translator, x: Py) -> Py:
    if x.kind.shape == "vector" and x.kind.numeric:
        value = as_float(x) if x.kind.whole or x.kind.mode != "double" else x
        return fill("np.cumprod(X)", like(x.kind, "double"), X=value)
    return call("rv.cumprod", [x], Kind("vector", "double"))


for _word, _numpy in (("cummax", "np.maximum.accumulate"), ("cummin", "np.minimum.accumulate")):

    @base(_word, "x")
    def _cumulative(t: Translator, x: Py, _function: str = _numpy, _name: str = _word) -> Py:
        if x.kind.shape == "vector" and x.kind.numeric and not x.kind.na:
            kind = like(x.kind, x.kind.mode, low=x.kind.low, high=x.kind.high, whole=x.kind.whole)
            return fill(f"{_function}(X)", kind, X=x)
        return call(f"rv.{_name}", [x], Kind("vector", x.kind.mode if x.kind.atomic else "any"))


@base("diff", "x", "lag", "differences")
def _diff(t: Translator, x: Py, lag: Py | None, differences: Py | None) -> Py:
    kind = x.kind
    if kind.shape == "vector" and kind.numeric and lag is None:
        mode: Mode = "integer" if kind.mode == "logical" else kind.mode
        new = Kind("vector", mode, na=kind.na, whole=kind.whole, integral=kind.integral,
                   length=None if kind.length is None or differences is not None
                   else max(kind.length - 1, 0))
        if differences is None:
            return fill("np.diff(X)", new, X=numbers(x))
        return fill("np.diff(X, N)", new, X=numbers(x), N=size(differences))
    return call("rv.diff", [x], Kind("vector", kind.mode) if kind.shape == "vector" else ANY,
                lag=lag, differences=differences)


def _parallel(t: Translator, dots: Dots, na_rm: Py | None, numpy: str, word: str) -> Py:
    parts = [p for _, p in dots]
    kinds = [p.kind for p in parts]
    from ._arithmetic import combined

    if len(parts) == 2 and all(k.numeric and not k.na for k in kinds) and na_rm is None:
        shape, help_ = combined(*kinds)
        if shape is not None and not help_:
            mode = higher(kinds[0].mode, kinds[1].mode)
            lows = [k.low for k in kinds if k.low is not None]
            low = max(lows) if word == "pmax" and lows else (
                min(lows) if len(lows) == 2 else None)
            return fill(f"{numpy}(A, B)", shape.with_(
                mode=mode, low=low, whole=all(k.whole or k.mode != "double" for k in kinds)
                and mode == "double", native=False), A=parts[0], B=parts[1])
    return call(f"rv.{word}", parts, like(kinds[0], "any") if all(k.atomic for k in kinds) else ANY)


@base("pmax", "...", "na.rm")
def _pmax(t: Translator, dots: Dots, na_rm: Py | None) -> Py:
    return _parallel(t, dots, na_rm, "np.maximum", "pmax")


@base("pmin", "...", "na.rm")
def _pmin(t: Translator, dots: Dots, na_rm: Py | None) -> Py:
    return _parallel(t, dots, na_rm, "np.minimum", "pmin")


_MARGINS = {"rowSums": ("sum", 1), "colSums": ("sum", 0), "rowMeans": ("mean", 1),
            "colMeans": ("mean", 0)}  # fmt: skip

for _word, (_method, _over) in _MARGINS.items():

    @base(_word, "x", "na.rm", "dims")
    def _margin(t: Translator, x: Py, na_rm: Py | None, dims: Py | None, _name: str = _word,
                _method: str = _method, _over: int = _over) -> Py:
        refuse_given(_name, dims=dims)
        kind = x.kind
        skip = na_rm is not None and flag(na_rm, False, "na.rm")
        low = 0 if kind.low is not None and kind.low >= 0 else None
        extent = None if kind.dims is None or kind.shape != "matrix" else kind.dims[1 - _over]
        new = DOUBLES.with_(low=low, names=True, many=extent is None, length=extent,
                            na=kind.na and not skip)
        if kind.shape == "matrix" and not kind.names and kind.numeric:
            whole = _method == "sum" and (kind.whole or kind.mode != "double")
            new = new.with_(names=False, whole=whole)
            if skip:
                return fill(f"np.nan{_method}(X, axis={_over})", new, X=x)
            return fill(f"X.{_method}(axis={_over})", new, X=x)
        word = {"rowSums": "row_sums", "colSums": "col_sums", "rowMeans": "row_means",
                "colMeans": "col_means"}[_name]
        whole = _method == "sum"
        return call(f"rv.{word}", [x], new.with_(whole=whole),
                    na_rm=literal(True) if skip else None)


# Finding and ordering


@base("which", "x", "arr.ind", "useNames")
def _which(t: Translator, x: Py, arr_ind: Py | None, useNames: Py | None) -> Py:
    kind = x.kind
    if arr_ind is not None and flag(arr_ind, False, "arr.ind"):
        if kind.shape == "matrix" and kind.mode == "logical" and not kind.na and not kind.names:
            return call("rv.which_arr", [x], Kind("matrix", "integer", low=1, names=True,
                                                  dims=(None, 2)))
        return call("rv.which_arr", [x], Kind("matrix", "integer", low=1, names=True))
    if kind.shape == "vector" and kind.mode == "logical" and not kind.na and not kind.names:
        return fill("np.flatnonzero(X) + 1", INTEGERS.with_(low=1), X=x)
    return call("rv.which", [x], INTEGERS.with_(low=1, names=kind.names))


def _which_extreme(t: Translator, x: Py, word: str) -> Py:
    kind = x.kind
    new = INTEGER.with_(low=1)
    if kind.shape == "vector" and kind.numeric and not kind.na and (
        kind.many or (kind.length or 0) > 0
    ):
        return fill(f"np.arg{word}(X) + 1", new, X=x)
    return call(f"rv.which_{word}", [x], new)


@base("which.max", "x")
def _which_max(t: Translator, x: Py) -> Py:
    return _which_extreme(t, x, "max")


@base("which.min", "x")
def _which_min(t: Translator, x: Py) -> Py:
    return _which_extreme(t, x, "min")


@base("order", "...", "na.last", "decreasing", "method")
def _order(t: Translator, dots: Dots, na_last: Py | None, decreasing: Py | None,
           method: Py | None) -> Py:
    refuse_given("order", na_last=na_last)
    parts = [p for _, p in dots]
    down = decreasing is not None
    falling = flag(decreasing, False, "decreasing") if down else False
    kind = parts[0].kind
    new = INTEGERS.with_(low=1, length=kind.length, many=kind.many)
    if any(p.kind.mode == "character" and p.kind.atomic for p in parts):
        t.note(COLLATION, once=True)
    if len(parts) == 1 and kind.shape == "vector" and kind.numeric and not kind.na:
        if not falling:
            return fill("np.argsort(X, kind='stable') + 1", new, X=numbers(parts[0]))
        return fill("np.argsort(-X, kind='stable') + 1", new, X=numbers(parts[0]))
    return call("rv.order", parts, new, decreasing=literal(True) if falling else None)


@base("sort", "x", "decreasing", "na.last", "...")
def _sort(t: Translator, x: Py, decreasing: Py | None, na_last: Py | None, dots: Dots) -> Py:
    refuse_given("sort", na_last=na_last)
    falling = flag(decreasing, False, "decreasing")
    kind = x.kind
    if kind.mode == "character" and kind.atomic:
        t.note(COLLATION, once=True)
    new = like(kind, kind.mode, low=kind.low, high=kind.high, whole=kind.whole,
               integral=kind.integral)
    if kind.shape == "vector" and kind.numeric and not kind.na and not kind.names:
        return fill("np.sort(X)[::-1]" if falling else "np.sort(X)", new, X=x)
    if kind.is_scalar:
        return x
    return call("rv.sort", [x], Kind("vector", kind.mode, names=kind.names, low=kind.low,
                                     whole=kind.whole)
                if kind.atomic else ANY, decreasing=literal(True) if falling else None)


@base("rev", "x")
def _rev(t: Translator, x: Py) -> Py:
    kind = x.kind
    if kind.shape in ("vector", "list"):
        return Py(fill("X[::-1]", X=x).node, kind, x.alias)
    if kind.is_scalar:
        return x
    return call("rv.rev", [x], kind if kind.is_list else Kind("vector", kind.mode, na=kind.na)
                if kind.atomic else ANY)


@base("rank", "x", "na.last", "ties.method")
def _rank(t: Translator, x: Py, na_last: Py | None, ties_method: Py | None) -> Py:
    refuse_given("rank", na_last=na_last)
    return call("rv.rank", [x], Kind("vector", "double", low=1, length=x.kind.length,
                                     whole=True), ties_method=ties_method)


@base("unique", "x")
def _unique(t: Translator, x: Py) -> Py:
    kind = x.kind
    if kind.is_scalar:
        return x
    if kind.shape == "vector":
        new = Kind("vector", kind.mode, na=kind.na, low=kind.low, high=kind.high, whole=kind.whole,
                   integral=kind.integral)
        return call("rv.unique", [x], new)
    return call("rv.unique", [x], kind.with_(dims=None) if kind.shape == "matrix" else ANY)


@base("duplicated", "x")
def _duplicated(t: Translator, x: Py) -> Py:
    return call("rv.duplicated", [x], LOGICALS.with_(length=x.kind.length, many=x.kind.many))


@base("rle", "x")
def _rle(t: Translator, x: Py) -> Py:
    return call("rv.rle", [x], Kind("dict", items=(
        ("lengths", INTEGERS.with_(low=1)), ("values", Kind("vector", x.kind.mode)))))


def _set_operation(t: Translator, x: Py, y: Py, word: str) -> Py:
    a, b = x.kind, y.kind
    mode: Mode = higher(a.mode, b.mode) if a.atomic and b.atomic else "any"
    low = None if a.low is None or (word == "union" and b.low is None) else a.low
    if word == "union" and low is not None and b.low is not None:
        low = min(low, b.low)
    if word != "union" and a.atomic:
        mode = a.mode
    whole = (a.whole or b.whole or a.mode != b.mode) and mode == "double"
    return call(f"rv.{word}", [x, y], Kind("vector", mode, low=low, whole=whole,
                                           integral=whole and is_int(a) and is_int(b)))


for _word in ("union", "intersect", "setdiff"):

    @base(_word, "x", "y")
    def _sets(t: Translator, x: Py, y: Py, _name: str = _word) -> Py:
        return _set_operation(t, x, y, _name)


@base("setequal", "x", "y")
def _setequal(t: Translator, x: Py, y: Py) -> Py:
    return call("rv.setequal", [x, y], LOGICAL)


@base("is.element", "el", "table")
def _is_element(t: Translator, el: Py, table: Py) -> Py:
    return _in(t, el, table)


@base("%in%", "x", "table")
def _in(t: Translator, x: Py, table: Py) -> Py:
    kind, other = x.kind, table.kind
    comparable = kind.mode == other.mode or (kind.numeric and other.numeric)
    if kind.is_scalar and comparable and kind.mode != "any" and not kind.na and not other.na:
        listed = array_literal(table)
        if listed is not None:
            return fill("X in T", LOGICAL.with_(native=True), X=x, T=Py(listed))
        if other.shape == "vector":
            return fill("X in T", LOGICAL.with_(native=True), X=x, T=table)
    if kind.shape in ("vector", "matrix") and kind.numeric and other.numeric and (
        other.shape == "vector"
    ):
        shape = Kind("vector", "logical", length=kind.length, many=kind.many)
        if kind.shape == "vector":
            return fill("np.isin(X, T)", shape, X=x, T=table)
    shape = Kind("scalar" if kind.is_scalar else "vector", "logical", length=kind.length,
                 many=kind.many)
    return call("rv.is_in", [x, table], shape if kind.atomic or kind.shape == "factor" else ANY)


@base("match", "x", "table", "nomatch")
def _match(t: Translator, x: Py, table: Py, nomatch: Py | None) -> Py:
    kind = x.kind
    shape = Kind("scalar" if kind.is_scalar else "vector", "integer", low=1, na=True,
                 length=kind.length, many=kind.many)
    if nomatch is not None:
        shape = shape.with_(na=False, low=None)
    return call("rv.match", [x, table], shape if kind.atomic else ANY, nomatch=nomatch)


@base("head", "x", "n")
def _head(t: Translator, x: Py, n: Py | None) -> Py:
    return _end(t, x, n, "head")


@base("tail", "x", "n")
def _tail(t: Translator, x: Py, n: Py | None) -> Py:
    return _end(t, x, n, "tail")


def _end(t: Translator, x: Py, n: Py | None, word: str) -> Py:
    kind = x.kind
    count = n if n is not None else literal(6, constant(6, "integer"))
    known = count.kind.low is not None and count.kind.low >= 0 and count.kind.is_scalar
    rest = kind.with_(length=None, const=None, dims=None)
    if kind.length is not None and isinstance(count.kind.const, int):
        rest = rest.with_(length=min(kind.length, count.kind.const))
    if kind.shape in ("vector", "list") and known and not kind.grows:
        count = size(count)
        if word == "head":
            return Py(fill("X[:N]", X=x, N=count).node, rest, x.alias)
        if (count.kind.low or 0) > 0:
            return Py(fill("X[-N:]", X=x, N=count).node, rest, x.alias)
    if kind.shape == "frame" and known:
        return fill(f"X.{word}(N)", kind, X=x, N=size(count))
    if kind.shape == "matrix" and known and word == "head":
        return Py(fill("X[:N, :]", X=x, N=size(count)).node, rest, x.alias)
    parts = [x] if n is None else [x, n]
    if kind.is_scalar:
        rest = Kind("vector", kind.mode, na=kind.na)
    return call(f"rv.{word}", parts, rest)


@base("append", "x", "values", "after")
def _append(t: Translator, x: Py, values: Py, after: Py | None) -> Py:
    if after is not None:
        return call("rv.append", [x, values, after], Kind("vector", "any")
                    if x.kind.atomic else ANY)
    if x.kind.shape == "null":
        return values
    return concatenated(t, [x, values])


# Types


@base("is.null", "x")
def _is_null(t: Translator, x: Py) -> Py:
    return fill("X is None", LOGICAL.with_(native=True), X=x)


@base("is.na", "x")
def _is_na(t: Translator, x: Py) -> Py:
    kind = x.kind
    new = Kind(kind.shape if kind.atomic else "vector", "logical", length=kind.length,
               many=kind.many, dims=kind.dims, low=0, high=1)
    if kind.atomic and kind.mode == "double":
        return fill("np.isnan(X)", new, X=x)
    if kind.atomic and kind.mode in ("character", "any", "integer", "logical"):
        return call("rv.is_na", [x], new)
    if kind.shape == "frame":
        return call("rv.is_na", [x], Kind("matrix", "logical", low=0, high=1, names=True))
    return call("rv.is_na", [x], ANY)


@base("is.nan", "x")
def _is_nan(t: Translator, x: Py) -> Py:
    if x.kind.na or not x.kind.numeric:
        return call("rv.is_nan", [x], like(x.kind, "logical").with_(na=False))
    return fill("np.isnan(X)", like(x.kind, "logical").with_(na=False), X=x)


@base("is.finite", "x")
def _is_finite(t: Translator, x: Py) -> Py:
    return fill("np.isfinite(X)", like(x.kind, "logical").with_(na=False), X=x)


@base("is.infinite", "x")
def _is_infinite(t: Translator, x: Py) -> Py:
    return fill("np.isinf(X)", like(x.kind, "logical").with_(na=False), X=x)


@base("anyNA", "x")
def _any_na(t: Translator, x: Py) -> Py:
    return call("rv.any_na", [x], LOGICAL)


@base("complete.cases", "...")
def _complete_cases(t: Translator, dots: Dots) -> Py:
    return call("rv.complete_cases", [p for _, p in dots], LOGICALS.with_(many=True))


@base("na.omit", "object")
def _na_omit(t: Translator, **given: Py) -> Py:
    x = given["object"]
    return call("rv.na_omit", [x], x.kind.with_(na=False, length=None, dims=None)
                if x.kind.atomic else x.kind)


for _word in ("is.numeric", "is.character", "is.logical", "is.function", "is.list", "is.matrix",
              "is.vector", "is.data.frame", "is.factor", "is.integer", "is.double", "is.array",
              "is.atomic", "is.environment"):

    @base(_word, "x")
    def _is_type(t: Translator, x: Py, _name: str = _word) -> Py:
        known = _known_type(x.kind, _name)
        if known is not None:
            return literal(known, constant(known, "logical"))
        if _name in ("is.integer", "is.double", "is.environment", "is.atomic"):
            raise Refused(f"{_name}() of a value that is not known here")
        return call(f"rv.{_name.replace('.', '_')}", [x], LOGICAL)


def _known_type(kind: Kind, test: str) -> bool | None:
    """Return what a question about a type is answered with, where it is known."""
    if kind.shape in ("any", "never", "missing", "other"):
        return None
    mode = kind.mode if kind.atomic else None
    if kind.shape == "atomic" and test in ("is.matrix", "is.vector", "is.array"):
        return None
    if mode == "any" and test in ("is.numeric", "is.character", "is.logical", "is.integer",
                                  "is.double"):
        return None
    if kind.na and mode == "double" and test in ("is.logical", "is.numeric", "is.double"):
        return None
    match test:
        case "is.numeric":
            return mode in ("integer", "double")
        case "is.character":
            return mode == "character"
        case "is.logical":
            return mode == "logical"
        case "is.function":
            return kind.shape == "function"
        case "is.list":
            return kind.shape in ("list", "dict", "frame", "result")
        case "is.matrix":
            return kind.shape == "matrix"
        case "is.array":
            return kind.shape in ("matrix", "array")
        case "is.vector":
            return kind.shape in ("scalar", "vector", "list", "dict")
        case "is.data.frame":
            return kind.shape == "frame"
        case "is.factor":
            return kind.shape == "factor"
        case "is.integer":
            return None if kind.whole else mode == "integer"
        case "is.double":
            return None if kind.whole and not kind.const else mode == "double"
        case "is.atomic":
            return kind.atomic or kind.shape == "factor"
    return None


@base("as.numeric as.double", "x", "...")
def _as_numeric(t: Translator, x: Py, dots: Dots) -> Py:
    kind = x.kind
    if kind.shape in ("matrix", "array") and kind.numeric:
        x = as_vector(t, x)
        kind = x.kind
    if kind.is_scalar and kind.mode in ("double", "integer"):
        return x.of(kind.with_(mode="double", whole=kind.mode == "integer" or kind.whole,
                               integral=is_int(kind), names=False))
    if kind.shape == "vector" and kind.mode == "double" and not kind.names:
        return x
    if kind.shape == "vector" and kind.mode in ("integer", "logical") and not kind.names:
        return as_float(x)
    if kind.is_scalar and kind.mode == "logical":
        return fill("float(X)", DOUBLE.with_(low=0, high=1), X=x)
    if kind.is_scalar:
        return call("rv.as_numeric", [x], DOUBLE.with_(na=kind.mode == "character"))
    return call("rv.as_numeric", [x], DOUBLES.with_(na=kind.na or kind.mode == "character",
                                                    length=kind.length, many=kind.many))


@base("as.integer", "x", "...")
def _as_integer(t: Translator, x: Py, dots: Dots) -> Py:
    kind = x.kind
    if kind.is_scalar and kind.mode != "character" and not kind.na:
        if is_int(kind):
            return x.of(kind.with_(mode="integer", whole=False, integral=False))
        new = INTEGER.with_(low=None if kind.low is None else float(int(kind.low)), high=kind.high,
                            native=True)
        if kind.low is not None and kind.high is not None:
            return fill("int(X)", new, X=x)
        return call("rv.as_integer", [x], new)
    if kind.shape == "vector" and kind.mode in ("double", "logical") and not kind.na and (
        not kind.names
    ):
        return fill("X.astype(int)", like(kind, "integer", low=kind.low, high=kind.high), X=x)
    if kind.shape == "vector" and kind.mode == "integer" and not kind.names:
        return x
    shape = "scalar" if kind.is_scalar else "vector"
    return call("rv.as_integer", [x], Kind(shape, "integer", na=True, length=kind.length))  # type: ignore[arg-type]


@base("as.logical", "x", "...")
def _as_logical(t: Translator, x: Py, dots: Dots) -> Py:
    kind = x.kind
    if kind.is_scalar and kind.mode in ("double", "integer") and not kind.na:
        return fill("bool(X)", LOGICAL.with_(native=True), X=x)
    if kind.shape == "vector" and kind.numeric and not kind.na and not kind.names:
        return fill("X != 0", like(kind, "logical", low=0, high=1), X=x)
    return call("rv.as_logical", [x], Kind("scalar" if kind.is_scalar else "vector", "logical",
                                           na=True))


@base("as.character", "x", "...")
def _as_character(t: Translator, x: Py, dots: Dots) -> Py:
    kind = x.kind
    if kind.mode == "character" and (kind.is_scalar or kind.shape == "vector") and not kind.names:
        return x
    if kind.is_scalar:
        if kind.mode == "integer" and not kind.na:
            return fill("str(X)", STRING, X=x)
        return call("rv.as_character", [printable(x)], STRING.with_(na=kind.na))
    return call("rv.as_character", [printable(x)], STRINGS.with_(length=kind.length, na=kind.na,
                                                                 many=kind.many))


def printable(value: Py) -> Py:
    """Return a number such that R's text for it can be told: doubles as floats.

    R writes 100000 for an integer and 1e+05 for a double.
    """
    kind = value.kind
    if kind.mode != "double" or not kind.atomic or not kind.whole:
        return value
    if isinstance(kind.const, (int, float)) and abs(kind.const) < 1e5:
        return value
    if kind.high is not None and kind.low is not None and max(abs(kind.low), abs(kind.high)) < 1e5:
        return value
    if kind.is_scalar or kind.shape in ("vector", "matrix"):
        return as_float(value)
    return value


@base("as.vector", "x", "mode")
def _as_vector(t: Translator, x: Py, mode: Py | None) -> Py:
    if mode is not None:
        what = text(mode, "any", "mode")
        if what == "list":
            return call("rv.as_list", [x], Kind("list", item=ANY))
        if what in ("numeric", "double"):
            return _as_numeric(t, x, [])
        if what == "character":
            return _as_character(t, x, [])
        if what != "any":
            raise Refused(f"as.vector() with mode {what!r}")
    kind = x.kind
    if kind.is_list or (kind.shape == "vector" and not kind.names) or kind.is_scalar:
        return x
    if kind.shape == "vector":
        return call("rv.unname", [x], kind.with_(names=False))
    return as_vector(t, x)


@base("as.list", "x", "...")
def _as_list(t: Translator, x: Py, dots: Dots) -> Py:
    kind = x.kind
    if kind.is_list:
        return x
    if kind.shape == "vector" and not kind.names:
        return fill("list(X)", Kind("list", item=element_of(kind)), X=x)
    return call("rv.as_list", [x], ANY)


@base("unlist", "x", "recursive", "use.names")
def _unlist(t: Translator, x: Py, recursive: Py | None, use_names: Py | None) -> Py:
    refuse_given("unlist", recursive=recursive)
    kind = x.kind
    if kind.atomic:
        return x
    item = item_of(kind) if kind.is_list else ANY
    keep = use_names is None or flag(use_names, True, "use.names")
    if kind.shape == "list" and item.is_scalar and item.mode in ("double", "integer", "logical") and (
        not item.na
    ):
        new = Kind("vector", item.mode, low=item.low, high=item.high, length=kind.length)
        if item.mode == "double":
            return fill("np.array(X, dtype=float)" if item.whole else "np.array(X)", new, X=x)
        return fill("np.array(X)", new, X=x)
    if kind.shape == "list" and item.is_scalar and item.mode == "character":
        return fill("np.array(X, dtype=object)", STRINGS, X=x)
    mode: Mode = item.mode if item.atomic else "any"
    new = Kind("vector", mode, na=item.na if item.atomic else False, low=item.low, high=item.high,
               whole=item.whole, names=keep and kind.shape != "list")
    if kind.shape == "list" and item.names:
        new = new.with_(names=keep)
    if kind.shape == "frame":
        new = Kind("vector", names=keep)
    return call("rv.unlist", [x], new if kind.is_list or kind.shape == "frame" else ANY,
                use_names=None if keep else literal(False))


@base("class", "x")
def _class(t: Translator, x: Py) -> Py:
    kind = x.kind
    names = {"frame": "data.frame", "list": "list", "dict": "list", "function": "function",
             "factor": "factor", "result": "list", "null": "NULL"}
    modes = {"logical": "logical", "integer": "integer", "double": "numeric",
             "character": "character"}
    if kind.shape in names:
        return literal(names[kind.shape], constant(names[kind.shape], "character"))
    if kind.shape == "matrix":
        return fill("np.array(['matrix', 'array'], dtype=object)", STRINGS.with_(length=2))
    if kind.shape in ("scalar", "vector") and kind.mode in modes and not kind.na:
        word = modes[kind.mode]
        return literal(word, constant(word, "character"))
    raise Refused("class() of a value that is not known here")


@base("inherits", "x", "what")
def _inherits(t: Translator, x: Py, what: Py) -> Py:
    word = text(what, "", "what")
    if word in ("try-error", "error", "simpleError"):
        return fill("isinstance(X, Exception)", LOGICAL.with_(native=True), X=x)
    found = {"data.frame": "frame", "factor": "factor", "matrix": "matrix", "list": "list",
             "function": "function"}.get(word)
    if found is None or x.kind.shape in ("any", "never", "atomic"):
        raise Refused(f"inherits(x, {word!r}) of a value that is not known here")
    known = x.kind.shape == found
    return literal(known, constant(known, "logical"))


@base("identical", "x", "y")
def _identical(t: Translator, x: Py, y: Py) -> Py:
    return call("rv.identical", [x, y], LOGICAL.with_(native=True))


@base("all.equal", "target", "current", "...", "tolerance", "check.attributes", "check.names")
def _all_equal(t: Translator, target: Py, current: Py, dots: Dots, tolerance: Py | None,
               check_attributes: Py | None, check_names: Py | None) -> Py:
    return call("rv.all_equal", [target, current], LOGICAL.with_(native=True), tolerance=tolerance)


@base("isTRUE", "x")
def _is_true(t: Translator, x: Py) -> Py:
    if x.kind.is_scalar and x.kind.mode == "logical" and not x.kind.na:
        return x
    return call("rv.is_true", [x], LOGICAL.with_(native=True))


@base("isFALSE", "x")
def _is_false(t: Translator, x: Py) -> Py:
    if x.kind.is_scalar and x.kind.mode == "logical" and not x.kind.na:
        return negated(t, x)
    return call("rv.is_false", [x], LOGICAL.with_(native=True))


@base("xor", "x", "y")
def _xor(t: Translator, x: Py, y: Py) -> Py:
    if x.kind.is_scalar and y.kind.is_scalar and x.kind.mode == y.kind.mode == "logical":
        return fill("X != Y", LOGICAL, X=x, Y=y)
    if x.kind.mode == y.kind.mode == "logical" and x.kind.shape == y.kind.shape == "vector":
        return fill("X ^ Y", like(x.kind, "logical"), X=x, Y=y)
    return call("rv.xor", [x, y], like(x.kind, "logical"))


@base("ifelse", "test", "yes", "no")
def _ifelse(t: Translator, test: Py, yes: Py, no: Py) -> Py:
    kind = test.kind
    a, b = yes.kind, no.kind
    mode: Mode = higher(a.mode, b.mode) if a.atomic and b.atomic else "any"
    lows, highs = [a.low, b.low], [a.high, b.high]
    claims = dict(na=a.na or b.na or kind.na,
                  low=None if None in lows else min(lows),  # type: ignore[type-var]
                  high=None if None in highs else max(highs))  # type: ignore[type-var]
    whole = mode == "double" and all(k.whole or k.mode != "double" for k in (a, b))
    sure = kind.numeric and not kind.na and mode != "any"
    if kind.is_scalar and sure and a.is_scalar and b.is_scalar:
        new = join(a, b).with_(const=None)
        return fill("A if T else B", new, A=yes, B=no, T=test)
    same = all(
        v.kind.is_scalar
        or (v.kind.shape == kind.shape and (
            kind.shape != "vector"
            or (v.kind.length is not None and v.kind.length == kind.length)
            or _same_variables(test, v)
        ))
        for v in (yes, no)
    )
    textual = mode == "character"
    if sure and kind.shape in ("vector", "matrix", "array") and same and (
        not textual or a.mode == b.mode
    ) and not (mode == "logical" and (a.na or b.na)):
        new = like(kind, mode, **{k: v for k, v in claims.items() if k != "na"}, whole=whole)
        new = new.with_(na=claims["na"])
        if textual:
            return fill("np.where(T, A, B).astype(object)", new, T=test, A=yes, B=no)
        if mode == "double" and whole:
            yes = as_float(yes) if constant_of(yes.node) is not None else yes
            no = as_float(no) if constant_of(no.node) is not None else no
            floats = any(isinstance(constant_of(v.node), float) for v in (yes, no))
            return fill("np.where(T, A, B)", new.with_(whole=not floats), T=test, A=yes, B=no)
        return fill("np.where(T, A, B)", new, T=test, A=yes, B=no)
    return call("rv.ifelse", [test, yes, no], like(kind, mode, whole=mode == "double").with_(
        na=bool(claims["na"])) if kind.atomic else ANY)


def _same_variables(first: Py, second: Py) -> bool:
    """Whether two elementwise expressions are of the same variables, and so of one length."""
    plain = (ast.Name, ast.Constant, ast.BinOp, ast.UnaryOp, ast.Compare, ast.operator,
             ast.unaryop, ast.cmpop, ast.expr_context)
    names = []
    for value in (first, second):
        nodes = list(ast.walk(value.node))
        if not all(isinstance(node, plain) for node in nodes):
            return False
        names.append({node.id for node in nodes if isinstance(node, ast.Name)})
    return len(names[0]) == 1 and names[0] == names[1]


# Products


def _product_kind(a: Kind, b: Kind) -> Kind:
    mode: Mode = higher(a.mode, b.mode) if a.numeric and b.numeric else "double"
    if mode == "logical":
        mode = "integer"
    dims = (a.dims[0] if a.shape == "matrix" and a.dims else None,
            b.dims[1] if b.shape == "matrix" and b.dims else None)
    low = 0 if (a.low or -1) >= 0 and (b.low or -1) >= 0 else None
    return Kind("matrix", mode, dims=dims, low=low, na=a.na or b.na,
                whole=mode == "double" and (a.whole or b.whole))


@base("%*%", "x", "y")
def _matmul(t: Translator, x: Py, y: Py) -> Py:
    a, b = x.kind, y.kind
    if a.shape == b.shape == "matrix" and a.numeric and b.numeric:
        return fill("X @ Y", _product_kind(a, b), X=numbers(x), Y=numbers(y))
    kind = _product_kind(a, b) if a.atomic and b.atomic else Kind("matrix", "double")
    return call("rv.matmul", [x, y], kind)


@base("crossprod", "x", "y")
def _crossprod(t: Translator, x: Py, y: Py | None) -> Py:
    other = y if y is not None else x
    if x.kind.shape == other.kind.shape == "matrix" and x.kind.numeric and other.kind.numeric:
        first, second = numbers(x), numbers(other)
        left = _t(t, first)
        return fill("X @ Y", _product_kind(left.kind, second.kind), X=left, Y=second)
    return call("rv.crossprod", [x] if y is None else [x, y], Kind("matrix", "double"))


@base("tcrossprod", "x", "y")
def _tcrossprod(t: Translator, x: Py, y: Py | None) -> Py:
    other = y if y is not None else x
    if x.kind.shape == other.kind.shape == "matrix" and x.kind.numeric and other.kind.numeric:
        right = _t(t, numbers(other))
        return fill("X @ Y", _product_kind(x.kind, right.kind), X=numbers(x), Y=right)
    return call("rv.tcrossprod", [x] if y is None else [x, y], Kind("matrix", "double"))


@base("%o%", "X", "Y")
def _outer_operator(t: Translator, X: Py, Y: Py) -> Py:
    if X.kind.shape == Y.kind.shape == "vector" and X.kind.numeric and Y.kind.numeric:
        return fill("np.outer(A, B)", Kind("matrix", higher(X.kind.mode, Y.kind.mode),
                                           dims=(X.kind.length, Y.kind.length),
                                           whole=X.kind.whole or Y.kind.whole),
                    A=numbers(X), B=numbers(Y))
    return call("rv.outer", [X, Y], ANY)


@base("%x% kronecker", "X", "Y")
def _kronecker(t: Translator, X: Py, Y: Py) -> Py:
    return fill("np.kron(A, B)", Kind("matrix", "double", whole=True), A=X, B=Y)


@base("solve", "a", "b")
def _solve(t: Translator, a: Py, b: Py | None) -> Py:
    if b is None:
        if a.kind.shape == "matrix":
            return fill("np.linalg.inv(A)", Kind("matrix", "double", dims=a.kind.dims), A=a)
        return call("rv.solve", [a], Kind("matrix", "double"))
    if a.kind.shape == "matrix" and b.kind.shape in ("vector", "matrix"):
        shape = Kind(b.kind.shape, "double", length=b.kind.length, dims=b.kind.dims,
                     many=b.kind.many)
        return fill("np.linalg.solve(A, B)", shape, A=a, B=b)
    return call("rv.solve", [a, b], ANY)


@base("det", "x")
def _det(t: Translator, x: Py) -> Py:
    return fill("np.linalg.det(X)", DOUBLE, X=x)


@base("chol", "x")
def _chol(t: Translator, x: Py) -> Py:
    return fill("np.linalg.cholesky(X).T", Kind("matrix", "double", dims=x.kind.dims), X=x)


@base("scale", "x", "center", "scale")
def _scale(t: Translator, x: Py, center: Py | None, scale: Py | None) -> Py:
    kind = x.kind
    new = Kind("matrix", "double", na=kind.na, names=kind.names or kind.shape == "frame",
               dims=kind.dims)
    return call("rv.scale", [x], new, center=center, scale=scale)


@base("sweep", "x", "MARGIN", "STATS", "FUN")
def _sweep(t: Translator, x: Py, MARGIN: Py, STATS: Py, FUN: Py | None) -> Py:
    op = text(FUN, "-", "FUN")
    if op not in "+-*/":
        raise Refused(f"sweep() with {op}")
    margin = MARGIN.kind.const
    if margin not in (1, 2):
        raise Refused("sweep() needs its MARGIN written out")
    kind = x.kind
    if kind.shape == "matrix" and STATS.kind.shape == "vector":
        if margin == 1:
            return operate(t, op, x, STATS)
        new = Kind("matrix", "double", na=kind.na or STATS.kind.na, dims=kind.dims,
                   names=kind.names, whole=kind.whole and op != "/")
        return fill(f"X {op} S", new, X=numbers(x), S=numbers(STATS))
    return call("rv.sweep", [x, MARGIN, STATS, literal(op)], Kind("matrix", "double"))


@base("max.col", "m", "ties.method")
def _max_col(t: Translator, m: Py, ties_method: Py | None) -> Py:
    if text(ties_method, "random", "ties.method") != "first":
        raise Refused("max.col() breaks ties at random unless ties.method = \"first\"")
    return fill("np.argmax(M, axis=1) + 1", INTEGERS.with_(low=1, many=True), M=m)


# Conditions and messages


@base.statement("stop")
def _stop(t: Translator, node: r.Call, dest: Dest) -> bool:
    message = _message(t, node)
    t.emit(Line(f"raise RuntimeError({message.text})"))
    return True


@base.statement("warning")
def _warning(t: Translator, node: r.Call, dest: Dest) -> bool:
    message = _message(t, node)
    t.emit(Line(f"warnings.warn({message.text}, stacklevel=2)"))
    return True


def _message(t: Translator, node: r.Call) -> Py:
    args = [arg for arg in node.args if arg.name not in ("call.", "immediate.", "domain")]
    if not args:
        return literal("", STRING)
    from ._text import pasted

    return pasted(t, [(arg.name, t.dot(arg)) for arg in args], "")


@base.statement("return")
def _return(t: Translator, node: r.Call, dest: Dest) -> bool:
    from ._translate import Dest as Where

    if t.scope.info is None or t.scope.inline:
        raise Refused("return() outside of a function")
    if len(node.args) > 1:
        raise Refused("return() of several values")
    if not node.args:
        t.deliver(literal(None, NULL), Where("return", tail=False))
        return True
    value = node.args[0].value
    assert value is not None
    t.into(value, Where("return", tail=False))
    return True


@base.statement("invisible")
def _invisible(t: Translator, node: r.Call, dest: Dest) -> bool:
    value = t.expr(node.args[0].value) if node.args else literal(None, NULL)
    t.deliver(value, dest, invisible=True)
    return True


@base("invisible", "x")
def _invisible_value(t: Translator, x: Py | None) -> Py:
    return x if x is not None else literal(None, NULL)


@base.statement("stopifnot")
def _stopifnot(t: Translator, node: r.Call, dest: Dest) -> bool:
    for arg in node.args:
        assert arg.value is not None
        value = t.expr(arg.value)
        kind = value.kind
        if not (kind.is_scalar and kind.mode == "logical"):
            value = call("rv.all_", [value], LOGICAL)
        said = arg.name or f"{t.text_of(arg.value)} is not TRUE"
        refused = negated(t, value)
        message = literal(" ".join(said.split()))
        t.emit(Suite(f"if {refused.text}:", [Line(f"raise RuntimeError({message.text})")]))
    return True


@base.statement("suppressWarnings suppressMessages suppressPackageStartupMessages local")
def _transparent(t: Translator, node: r.Call, dest: Dest) -> bool:
    assert isinstance(node.function, r.Name)
    if len(node.args) != 1 or node.args[0].value is None:
        raise Refused(f"{node.function.name}() with options")
    inner = node.args[0].value
    if node.function.name == "local":
        raise Refused("local() has variables of its own")
    if node.function.name == "suppressWarnings":
        with t.body() as inside:
            t.into(inner, dest)
        t.emit(Suite("with warnings.catch_warnings():",
                     [Line('warnings.simplefilter("ignore")'), *inside]))
        return True
    t.into(inner, dest)
    return True


@base("suppressWarnings suppressMessages", "expr")
def _transparent_value(t: Translator, expr: Py) -> Py:
    return expr


@base.statement("library require requireNamespace loadNamespace")
def _library(t: Translator, node: r.Call, dest: Dest) -> bool:
    args = [arg for arg in node.args if arg.name in (None, "package")]
    value = args[0].value if args else None
    package = value.name if isinstance(value, r.Name) else (
        value.value if isinstance(value, r.Str) else "")
    if package in t.packages or package in _SILENT_PACKAGES:
        if dest.how in ("assign", "return"):
            t.deliver(literal(True, constant(True, "logical")), dest)
        return True
    raise Refused(f"the package {package} is not known")


_SILENT_PACKAGES = frozenset(
    ["stats", "utils", "graphics", "grDevices", "methods", "base", "datasets", "magrittr"]
)


@base.statement("tryCatch try")
def _try(t: Translator, node: r.Call, dest: Dest) -> bool:
    assert isinstance(node.function, r.Name)
    plain = node.function.name == "try"
    known = ("expr", "error", "warning", "finally", "silent", "message", "outFile")
    if any(arg.name not in (None, *known) for arg in node.args):
        raise Refused("a class of conditions that is not known")
    given = {arg.name or "expr": arg.value for arg in node.args}
    if "message" in given:
        raise Refused("tryCatch() of messages has no translation")
    body, error, warning = given.get("expr"), given.get("error"), given.get("warning")
    if body is None:
        raise Refused("tryCatch() of nothing")
    if plain and dest.how in ("assign", "return", "print"):
        if dest.how != "print":
            raise Refused("the value of try() after an error has no translation")
    start = dict(t.scope.kinds)
    inner = dest if dest.how in ("assign", "return") else _discard()
    with t.body() as tried:
        if warning is not None:
            tried.append(Line('warnings.simplefilter("error")'))
        t.into(body, inner)
    if warning is not None:
        tried = [Suite("with warnings.catch_warnings():", tried)]
    ends = [t.scope.kinds]
    suites: list[Out] = [Suite("try:", tried)]
    handlers = [("RuntimeError" if False else "Exception", error)]
    if warning is not None:
        handlers.insert(0, ("Warning", warning))
    for exception, handler in handlers:
        if handler is None and not plain:
            continue
        t.scope.kinds = _joined(start, ends[0])
        suites.append(_handler(t, exception, handler, inner, plain=plain))
        ends.append(t.scope.kinds)
    last = given.get("finally")
    if last is not None:
        with t.body() as closing:
            t.into(last, _discard())
        suites.append(Suite("finally:", closing))
    if len(suites) == 1:
        raise Refused("tryCatch() without a handler")
    for suite in suites:
        t.emit(suite)
    merged = ends[0]
    for end in ends[1:]:
        merged = _joined(merged, end)
    t.scope.kinds = merged
    return True


def _joined(first: dict[str, Kind], second: dict[str, Kind]) -> dict[str, Kind]:
    found = dict(first)
    for key, kind in second.items():
        found[key] = join(found[key], kind) if key in found else kind
    return found


def _discard() -> Dest:
    from ._translate import DISCARD

    return DISCARD


def _handler(t: Translator, exception: str, handler: r.Node | None, dest: Dest, *,
             plain: bool) -> Suite:
    """``except`` with the body of R's handler."""
    if handler is None:
        return Suite(f"except {exception}:", [Line("pass")])
    if not isinstance(handler, r.Function) or len(handler.params) > 1:
        if isinstance(handler, r.Function):
            raise Refused("a handler with several arguments")
        handler = r.Function(handler.span, [r.Param("e", None)],
                             r.Call(handler.span, handler, [r.Arg(None, r.Name(handler.span, "e"))]))
    name = handler.params[0].name if handler.params else ""
    used = any(isinstance(n, r.Name) and n.name == name for n in r.walk(handler.body))
    if any(isinstance(n, r.Assign) and not n.outer for n in r.walk(handler.body)):
        raise Refused("a handler with variables of its own")
    if any(isinstance(n, r.Call) and isinstance(n.function, r.Name) and n.function.name == "return"
           for n in r.walk(handler.body)):
        inner = handler.body
        if not isinstance(inner, r.Block) or len(inner.statements) != 1:
            raise Refused("return() inside a handler")
    for n in r.walk(handler.body):
        if isinstance(n, r.Assign) and n.outer:
            raise Refused("<<- inside a handler")
    body = handler.body
    unwrapped = _unreturned(body)
    saved = t.scope.kinds.get(name)
    if name:
        t.scope.kinds[name] = Kind("other", tag="condition")
    with t.body() as inside:
        t.into(unwrapped, dest)
    if name:
        if saved is None:
            t.scope.kinds.pop(name, None)
        else:
            t.scope.kinds[name] = saved
    header = f"except {exception} as {t.python_name(name)}:" if used else f"except {exception}:"
    return Suite(header, inside)


def _unreturned(node: r.Node) -> r.Node:
    """The value of a handler, without ``return()``."""
    match node:
        case r.Block(statements=[r.Statement(node=inner)]):
            return _unreturned(inner)
        case r.Call(function=r.Name(name="return"), args=[r.Arg(value=inner)]) if inner is not None:
            return inner
        case _:
            return node


@base("conditionMessage", "c")
def _condition_message(t: Translator, c: Py) -> Py:
    return fill("str(E)", STRING, E=c)


@base.statement("switch")
def _switch(t: Translator, node: r.Call, dest: Dest) -> bool:
    cases, default, value = _cases(t, node)
    where = dest if dest.how in ("assign", "return") else _discard() if dest.how != "print" else dest
    start = dict(t.scope.kinds)
    ends = []
    suites: list[Suite] = []
    for keys, body in cases:
        t.scope.kinds = dict(start)
        with t.body() as inside:
            t.into(body, where)
        ends.append(t.scope.kinds)
        test = (fill("V == K", V=value, K=literal(keys[0])) if len(keys) == 1 else
                fill("V in (*KS,)", V=value, KS=[literal(k) for k in keys]))
        suites.append(Suite(f"{'el' if suites else ''}if {test.text}:", inside))
    t.scope.kinds = dict(start)
    with t.body() as inside:
        if default is not None:
            t.into(default, where)
        else:
            t.deliver(literal(None, NULL), where)
    ends.append(t.scope.kinds)
    if not suites:
        raise Refused("switch() without cases")
    for suite in suites:
        t.emit(suite)
    if inside:
        t.emit(Suite("else:", inside))
    merged = ends[0]
    for end in ends[1:]:
        merged = _joined(merged, end)
    t.scope.kinds = merged
    return True


def _cases(
    t: Translator, node: r.Call
) -> tuple[list[tuple[list[str | int], r.Node]], r.Node | None, Py]:
    """Return the cases of a switch, cases that fall through put together."""
    if not node.args or node.args[0].value is None:
        raise Refused("switch() of nothing")
    value = t.expr(node.args[0].value)
    kind = value.kind
    if not kind.is_scalar or kind.mode not in ("character", "integer", "double"):
        if kind.shape not in ("any", "never"):
            raise Refused("switch() of a value that is neither text nor a number")
    cases: list[tuple[list[str | int], r.Node]] = []
    waiting: list[str | int] = []
    default = None
    numeric = kind.mode in ("integer", "double") and kind.is_scalar
    for k, arg in enumerate(node.args[1:], start=1):
        if numeric:
            if arg.value is None:
                raise Refused("switch() with an empty case")
            cases.append(([k], arg.value))
        elif arg.name is None:
            default = arg.value
        else:
            waiting.append(arg.name)
            if arg.value is not None:
                cases.append((waiting, arg.value))
                waiting = []
    if not numeric and kind.shape in ("any", "never") and not any(a.name for a in node.args[1:]):
        raise Refused("switch() of a value that is neither text nor a number")
    return cases, default, value


@base("switch", "EXPR", "...", lazy=True)
def _switch_value(t: Translator, EXPR: r.Node, dots: list[r.Arg]) -> Py:
    node = r.Call(EXPR.span, r.Name(EXPR.span, "switch"), [r.Arg(None, EXPR), *dots])
    cases, default, value = _cases(t, node)
    result = t.expr(default) if default is not None else literal(None, NULL)
    for keys, body in reversed(cases):
        one = t.expr(body)
        test = (fill("V == K", V=value, K=literal(keys[0])) if len(keys) == 1 else
                fill("V in (*KS,)", V=value, KS=[literal(k) for k in keys]))
        result = fill("A if T else B", join(one.kind, result.kind), A=one, B=result, T=test)
    return result


@base("missing", "x", lazy=True)
def _missing(t: Translator, x: r.Node) -> Py:
    if not isinstance(x, r.Name):
        raise Refused("missing() of an expression")
    return fill("X is None", LOGICAL.with_(native=True), X=t.python_name(x.name))


@base("nargs interactive", "...")
def _interactive(t: Translator, dots: Dots) -> Py:
    return literal(False, constant(False, "logical"))


@base("exists", "x", "...", lazy=True)
def _exists(t: Translator, x: r.Node, dots: list[r.Arg]) -> Py:
    if not isinstance(x, r.Str) or t.scope.parent is not None:
        raise Refused("exists() depends on the session")
    known = x.value in t.scope.kinds or x.value in t.functions
    return literal(known, constant(known, "logical"))


@base("getElement", "object", "name", lazy=True)
def _get_element(t: Translator, name: r.Node, **given: r.Node) -> Py:
    return t.expr(r.Index(name.span, given["object"], [r.Arg(None, name)], double=True))


@base.store("attr")
def _store_attribute(t: Translator, x: Py, args: list[r.Arg], value: Py) -> Py:
    if value.kind.shape == "null":
        return x
    raise Refused("attributes of a value have no translation")


@base("attr attributes structure", "...", lazy=True)
def _attributes(t: Translator, dots: list[r.Arg]) -> Py:
    raise Refused("attributes of a value have no translation")


@base("norm", "x", "type")
def _norm(t: Translator, x: Py, type: Py | None) -> Py:
    word = text(type, "O", "type")
    orders = {"O": "1", "o": "1", "1": "1", "I": "np.inf", "i": "np.inf", "F": "'fro'",
              "f": "'fro'", "E": "'fro'", "e": "'fro'", "2": "2"}
    if word == "M":
        return fill("np.max(np.abs(X))", DOUBLE.with_(low=0), X=x)
    if word not in orders:
        raise Refused(f"norm() of type {word!r}")
    return fill(f"np.linalg.norm(X, {orders[word]})", DOUBLE.with_(low=0), X=x)


# Time


@base("Sys.time", "")
def _sys_time(t: Translator, **_: object) -> Py:
    return fill("time.time()", Kind("scalar", "double", tag="time"))


@base("proc.time", "")
def _proc_time(t: Translator, **_: object) -> Py:
    return fill("rv.proc_time()", Kind("vector", "double", length=3, names=True))


@base("difftime", "time1", "time2", "tz", "units")
def _difftime(t: Translator, time1: Py, time2: Py, tz: Py | None, units: Py | None) -> Py:
    unit = text(units, "secs", "units")
    scale = {"secs": 1, "mins": 60, "hours": 3600, "days": 86400}.get(unit)
    if scale is None:
        raise Refused(f"difftime() in {unit}")
    made = fill("A - B", DOUBLE, A=time1, B=time2)
    return made if scale == 1 else fill("(A - B) / S", DOUBLE, A=time1, B=time2, S=literal(scale))


@base("Sys.Date", "")
def _sys_date(t: Translator, **_: object) -> Py:
    raise Refused("dates have no translation")


@base("Sys.sleep", "time")
def _sys_sleep(t: Translator, time: Py) -> Py:
    return fill("time.sleep(X)", DONE, X=time)


@base.statement("system.time")
def _system_time(t: Translator, node: r.Call, dest: Dest) -> bool:
    if len(node.args) != 1 or node.args[0].value is None:
        raise Refused("system.time() with options")
    clock = t.temporary("started")
    t.emit(Line(f"{clock} = time.perf_counter()"))
    t.into(node.args[0].value, _discard())
    made = fill("rv.elapsed(S)", Kind("vector", "double", length=3, names=True), S=clock)
    t.deliver(made, dest)
    return True


@base("gc flush.console closeAllConnections", "...")
def _nothing(t: Translator, dots: Dots) -> Py:
    return literal(None, NULL)


@base.statement("options Sys.setenv rm gc set.seed.none setwd flush")
def _session(t: Translator, node: r.Call, dest: Dest) -> bool:
    assert isinstance(node.function, r.Name)
    word = node.function.name
    if word == "rm":
        return _remove(t, node)
    if word in ("options", "gc", "flush"):
        if dest.how in ("assign", "return"):
            raise Refused(f"the value of {word}() has no translation")
        return True
    raise Refused(f"{word}() changes the session")


def _remove(t: Translator, node: r.Call) -> bool:
    names = [arg.value for arg in node.args]
    if len(node.args) == 1 and node.args[0].name == "list":
        inner = node.args[0].value
        if isinstance(inner, r.Call) and isinstance(inner.function, r.Name) and (
            inner.function.name == "ls"
        ):
            return True  # an empty session to begin with
        raise Refused("rm() of a list of names")
    for value in names:
        if not isinstance(value, r.Name):
            raise Refused("rm() of an expression")
        if t.lookup(value.name) is None:
            raise Refused(f"`{value.name}` is defined nowhere in the script")
        t.emit(Line(f"del {t.python_name(value.name)}"))
        t.scope.kinds.pop(value.name, None)
    return True


@base("Recall match.arg match.call sys.call sys.function environment new.env parent.frame get "
      "assign eval parse deparse substitute quote bquote do.call.none body formals globalenv "
      "attach detach source on.exit", "...", lazy=True)
def _refused(t: Translator, dots: list[r.Arg]) -> Py:
    raise Refused("functions that look at the program itself have no translation")


__all__ = ["COUNT", "DONE", "TABLE", "concatenated", "printable", "strings_literal"]
