"""Matrices and arrays: shapes, names, products."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from . import _rast as r
from ._arithmetic import operate
from ._functions import Table
from ._kinds import (
    ANY,
    DOUBLE,
    EXTENT,
    INTEGERS,
    NEVER,
    NULL,
    STRING,
    STRINGS,
    Kind,
    Mode,
    constant,
    higher,
    is_int,
    item_of,
    join,
)
from ._pyexpr import Py, Refused, call, constant_of, fill, literal
from ._tools import (
    array_literal,
    as_float,
    as_int,
    as_vector,
    common_mode,
    flag,
    length_of,
    numbers,
    size,
    text,
)

if TYPE_CHECKING:
    from ._translate import Translator

TABLE = base = Table("base")

Dots = list[tuple[str | None, Py]]


# Shapes


@base("length", "x")
def length(t: Translator, x: Py) -> Py:
    """Translate ``length(x)``."""
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
def _n_row(t: Translator, x: Py) -> Py:
    return length(t, x) if x.kind.is_scalar or x.kind.shape == "vector" else _extent(t, x, 0)


@base("NCOL", "x")
def _n_col(t: Translator, x: Py) -> Py:
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
    return call(
        "rv.array",
        [x, value],
        Kind("matrix" if n == 2 else "array", x.kind.mode, na=x.kind.na, whole=x.kind.whole),
    )


@base("matrix", "data", "nrow", "ncol", "byrow", "dimnames")
def _matrix(
    t: Translator,
    data: Py | None,
    nrow: Py | None,
    ncol: Py | None,
    byrow: Py | None,
    dimnames: Py | None,
) -> Py:
    rows_first = flag(byrow, False, "byrow")
    if data is None:
        data = fill("rv.NA", Kind("scalar", "double", na=True))
    kind = data.kind
    nr = None if nrow is None else size(nrow)
    nc = None if ncol is None else size(ncol)
    dims = (None if nr is None else length_of(nr.kind), None if nc is None else length_of(nc.kind))
    rest = Kind(
        "matrix",
        kind.mode,
        na=kind.na,
        low=kind.low,
        high=kind.high,
        whole=kind.whole,
        integral=kind.integral,
        dims=dims,
        names=dimnames is not None,
    )
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
    new = Kind(
        "matrix",
        kind.mode,
        na=kind.na,
        low=kind.low,
        high=kind.high,
        dims=(length_of(nr.kind), length_of(nc.kind)),
    )
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
    if dimnames is not None and dimnames.kind.shape != "null":
        plain = _array(t, data, dim, None)
        return call("rv.with_dimnames", [plain, dimnames], plain.kind.with_(names=True))
    if data is None:
        data = literal(float("nan"), Kind("scalar", "double", na=True))
    if dim is None:
        raise Refused("array() without dim")
    kind = data.kind
    extents = array_literal(dim)
    n = dim.kind.length
    rest = Kind(
        "matrix" if n == 2 else "vector" if n == 1 else "array",
        kind.mode,
        na=kind.na,
        low=kind.low,
        high=kind.high,
        whole=kind.whole,
        integral=kind.integral,
    )
    if extents is None or n is None or n < 2:
        return call("rv.array", [data, dim], rest if n else ANY)
    parts = [
        as_int(Py(e, Kind("scalar", "double")))
        if constant_of(e) is not None
        else fill("int(X)", X=Py(e))
        for e in extents.elts
    ]
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
        return Py(
            made.node,
            Kind(
                "matrix",
                kind.mode,
                na=kind.na,
                low=kind.low,
                high=kind.high,
                whole=kind.whole,
                dims=(1, kind.length),
            ),
            x.alias,
        )
    if kind.is_scalar:
        return fill("np.full((1, 1), X)", Kind("matrix", kind.mode, dims=(1, 1)), X=x)
    return call(
        "rv.t", [x], Kind("matrix", kind.mode, na=kind.na) if kind.atomic else Kind("matrix")
    )


@base("diag", "x", "nrow", "ncol")
def _diag(t: Translator, x: Py | None, nrow: Py | None, ncol: Py | None) -> Py:
    if x is None:
        x = literal(1, constant(1, "double"))
    kind = x.kind
    if kind.shape == "matrix" and nrow is None:
        made = fill("np.diag(X)", X=x)
        return Py(
            fill("X.copy()", X=made).node,
            Kind(
                "vector",
                kind.mode,
                na=kind.na,
                low=kind.low,
                high=kind.high,
                whole=kind.whole,
                many=True,
            ),
        )
    if kind.is_scalar and nrow is None and ncol is None and is_int(kind):
        return fill(
            "np.eye(N)",
            Kind("matrix", "double", low=0, high=1, dims=(length_of(kind), length_of(kind))),
            N=x,
        )
    if kind.is_scalar and nrow is not None and ncol is None and kind.const == 1:
        n = size(nrow)
        return fill(
            "np.eye(N)", Kind("matrix", "double", low=0, high=1, dims=(length_of(n.kind),) * 2), N=n
        )
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
        new = kind.with_(
            mode=higher(kind.mode, value.kind.mode),
            na=kind.na or value.kind.na,
            low=None
            if kind.low is None or value.kind.low is None
            else min(kind.low, value.kind.low),
            high=None,
        )
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
                mode = common_mode(others)
                if t.wants(arg.value, shape, mode if mode != "any" else "any"):
                    return call(word, [p for _, p in given], NEVER)
    waiting = [
        arg.value
        for arg in dots
        if isinstance(arg.value, r.Name) and t.wanted_as(arg.value.name) is not None
    ]
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
    mode = common_mode(parts)
    na = any(k.na for k in kinds)
    lows = [k.low for k in kinds]
    rest = Kind(
        "matrix",
        mode,
        na=na,
        names=not rows or names,
        low=None if None in lows else min(lows),  # type: ignore[type-var]
        dims=_bound_dims(kinds, rows=rows),
        whole=mode == "double" and all(k.whole or k.mode == "integer" for k in kinds),
    )
    plain = not names and mode not in ("any", "character") and not waiting
    named_parts = [isinstance(arg.value, r.Name) for arg in dots]
    vectors = [k.shape == "vector" and not k.grows for k in kinds]
    fit = _same_lengths(kinds)
    labelled = any(k.names for k in kinds) or any(
        named and k.shape in ("vector", "scalar", "atomic")
        for named, k in zip(named_parts, kinds, strict=False)
    )
    if (
        not labelled
        and plain
        and fit
        and all(v or k.shape == "matrix" for v, k in zip(vectors, kinds, strict=True))
    ):
        if rows:
            return fill("np.vstack([*XS])", rest.with_(names=False), XS=parts)
        return fill("np.column_stack([*XS])", rest.with_(names=False), XS=parts)
    labels = _deparsed(dots, [n for n, _ in kept], kinds)
    if labels is not None and len(kept) == len(dots):
        return call(
            word,
            parts,
            rest.with_(names=True),
            names=fill("[*XS]", XS=[literal(n) for n in labels]),
        )
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
        if (
            not unsure
            and all(p.kind.shape == "frame" for p in parts)
            and not any(n for n, _ in kept)
        ):
            known = parts[0].kind
            for part in parts[1:]:
                known = join(known, part.kind)
            items = known.items
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
    if (
        isinstance(x, r.Call)
        and isinstance(x.function, r.Name)
        and x.function.name in ("which.max", "which.min")
        and len(x.args) == 1
    ):
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
        new = kind.with_(
            names=value.kind.shape != "null", shape="vector" if kind.is_scalar else kind.shape
        )
        if kind.is_scalar:
            new = new.with_(length=1, const=None)
    elif kind.is_list:
        keys = array_literal(value)
        known = [e.value for e in keys.elts if isinstance(e, ast.Constant)] if keys else []
        new = Kind("dict", item=item_of(kind))
        if kind.items is not None and len(known) == len(kind.items):
            new = Kind(
                "dict",
                items=tuple((str(k), v) for k, (_, v) in zip(known, kind.items, strict=True)),
            )
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
        kind = (
            x.kind.with_(names=True, items=None)
            if x.kind.shape in ("matrix", "frame")
            else (x.kind)
        )
        return call(word, [x, value], kind)


@base("dimnames", "x")
def _dimnames(t: Translator, x: Py) -> Py:
    return call("rv.dimnames", [x], ANY)


@base.store("dimnames")
def _store_dimnames(t: Translator, x: Py, args: list[r.Arg], value: Py) -> Py:
    return call("rv.with_dimnames", [x, value], x.kind.with_(names=value.kind.shape != "null"))


# Products


def _product_kind(a: Kind, b: Kind) -> Kind:
    mode: Mode = higher(a.mode, b.mode) if a.numeric and b.numeric else "double"
    if mode == "logical":
        mode = "integer"
    dims = (
        a.dims[0] if a.shape == "matrix" and a.dims else None,
        b.dims[1] if b.shape == "matrix" and b.dims else None,
    )
    low = 0 if (a.low or -1) >= 0 and (b.low or -1) >= 0 else None
    return Kind(
        "matrix",
        mode,
        dims=dims,
        low=low,
        na=a.na or b.na,
        whole=mode == "double" and (a.whole or b.whole),
    )


@base("isSymmetric", "object", "...")
def _is_symmetric(t: Translator, dots: Dots, **given: Py) -> Py:
    return call("rv.is_symmetric", [given["object"]], Kind("scalar", "logical", low=0, high=1))


@base("arrayInd", "ind", ".dim", "...")
def _array_ind(t: Translator, ind: Py, _dim: Py, dots: Dots) -> Py:
    return call("rv.array_ind", [ind, _dim], Kind("matrix", "integer", low=1))


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
        return fill(
            "np.outer(A, B)",
            Kind(
                "matrix",
                higher(X.kind.mode, Y.kind.mode),
                dims=(X.kind.length, Y.kind.length),
                whole=X.kind.whole or Y.kind.whole,
            ),
            A=numbers(X),
            B=numbers(Y),
        )
    return call("rv.outer", [X, Y], ANY)


@base("%x% kronecker", "X", "Y")
def _kronecker(t: Translator, X: Py, Y: Py) -> Py:
    return fill("np.kron(A, B)", Kind("matrix", "double", whole=True), A=X, B=Y)


for _word, _lower in (("backsolve", "False"), ("forwardsolve", "True")):

    @base(_word, "r" if _word == "backsolve" else "l", "x")
    def _triangular(t: Translator, x: Py, _lower: str = _lower, **given: Py) -> Py:
        (matrix,) = given.values()
        shape = x.kind.shape if x.kind.shape in ("vector", "matrix") else "atomic"
        kind = Kind(shape, "double") if shape != "atomic" else ANY
        return fill(f"linalg.solve_triangular(A, B, lower={_lower})", kind, A=matrix, B=x)


@base("solve", "a", "b")
def _solve(t: Translator, a: Py, b: Py | None) -> Py:
    if b is None:
        if a.kind.shape == "matrix":
            return fill("np.linalg.inv(A)", Kind("matrix", "double", dims=a.kind.dims), A=a)
        return call("rv.solve", [a], Kind("matrix", "double"))
    if a.kind.shape == "matrix" and b.kind.shape in ("vector", "matrix"):
        shape = Kind(
            b.kind.shape, "double", length=b.kind.length, dims=b.kind.dims, many=b.kind.many
        )
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
    new = Kind(
        "matrix", "double", na=kind.na, names=kind.names or kind.shape == "frame", dims=kind.dims
    )
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
        new = Kind(
            "matrix",
            "double",
            na=kind.na or STATS.kind.na,
            dims=kind.dims,
            names=kind.names,
            whole=kind.whole and op != "/",
        )
        return fill(f"X {op} S", new, X=numbers(x), S=numbers(STATS))
    return call("rv.sweep", [x, MARGIN, STATS, literal(op)], Kind("matrix", "double"))


@base("max.col", "m", "ties.method")
def _max_col(t: Translator, m: Py, ties_method: Py | None) -> Py:
    if text(ties_method, "random", "ties.method") != "first":
        raise Refused('max.col() breaks ties at random unless ties.method = "first"')
    return fill("np.argmax(M, axis=1) + 1", INTEGERS.with_(low=1, many=True), M=m)
