"""Matrices and arrays: shapes, names, products."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from . import _rast as r
from ._arithmetic import operate
from ._deparse import deparsed
from ._environments import is_environment
from ._functions import Table
from ._kinds import (
    ANY,
    COUNT,
    DOUBLE,
    EXACT_BITS,
    EXTENT,
    EXTENT_OR_NULL,
    FRAME,
    NEVER,
    NULL,
    NUMBER,
    NUMBER_MATRIX,
    POSITIONS,
    STRING,
    TEXTS,
    TRUTH,
    Kind,
    Values,
    bits_of_product,
    combined_values,
    constant,
    dict_of,
    frame_of,
    is_int,
    item_of,
    join,
    list_of,
    matrix,
    merged_mode,
    product_stored,
    record,
    scalar,
    shaped,
    vector,
)
from ._pyexpr import Py, Refused, call, constant_of, fill, literal
from ._stops import answered, may_stop
from ._tools import (
    array_literal,
    as_float,
    as_int,
    as_vector,
    common_mode,
    flag,
    length_of,
    many,
    numbers,
    refuse_more,
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
    if kind.is_scalar and kind.tag == "null":
        return call("rv.length", [x], COUNT)
    if kind.is_scalar:
        if may_stop(x.node):
            return call("rv.length", [x], constant(1, "integer"))
        return literal(1, constant(1, "integer"))
    if kind.shape == "null":
        return literal(0, constant(0, "integer"))
    if kind.shape == "vector":
        if kind.length is not None and not kind.grows:
            return fill("len(X)", constant(kind.length, "integer"), X=x)
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
            known = constant(kind.dims[axis], "integer")  # type: ignore[arg-type]
        elif kind.dims == (None, 2) and kind.mode == "integer":
            known = EXTENT.with_(soft=None)  # what which() found, perhaps nothing
        return fill(f"X.shape[{axis}]", known, X=x)
    if kind.shape == "vector" and kind.names:  # it may be an array of one dimension
        return call("rv.nrow" if axis == 0 else "rv.ncol", [x], ANY)
    if kind.is_scalar or kind.shape in ("vector", "null", "list", "dict"):
        return literal(None, NULL)
    return call("rv.nrow" if axis == 0 else "rv.ncol", [x], EXTENT_OR_NULL)


@base("nrow", "x")
def _nrow(t: Translator, x: Py) -> Py:
    return _extent(t, x, 0)


@base("ncol", "x")
def _ncol(t: Translator, x: Py) -> Py:
    return _extent(t, x, 1)


@base("NROW", "x")
def _n_row(t: Translator, x: Py) -> Py:
    if x.kind.is_scalar or x.kind.shape in ("vector", "list", "dict"):
        return length(t, x)
    return _extent(t, _as_columns(x), 0)


@base("NCOL", "x")
def _n_col(t: Translator, x: Py) -> Py:
    if x.kind.is_scalar or x.kind.shape in ("vector", "list", "dict"):
        return literal(1, constant(1, "integer"))
    return _extent(t, _as_columns(x), 1)


def _as_columns(x: Py) -> Py:
    """Return what has rows and columns as it is, and another value as one column."""
    if x.kind.shape in ("matrix", "array", "frame", "never"):
        return x
    return call("rv.as_columns", [x], ANY)


@base("dim", "x")
def _dim(t: Translator, x: Py) -> Py:
    kind = x.kind
    if kind.shape in ("matrix", "array", "frame"):
        n = 2 if kind.shape != "array" else len(kind.dims) if kind.dims else None
        return fill("np.array(X.shape)", POSITIONS.with_(length=n, low=0, soft=2, many=True), X=x)
    numbered = kind.shape == "vector" and not kind.names  # else perhaps an array of one dimension
    if kind.is_scalar or numbered or kind.shape in ("null", "list", "dict"):
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
        shaped("atomic" if n is None or n < 2 else "matrix" if n == 2 else "array", x.kind.values),
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
        data = fill("rv.NA", DOUBLE)
    kind = data.kind
    nr = None if nrow is None else size(nrow)
    nc = None if ncol is None else size(ncol)
    dims = (None if nr is None else length_of(nr.kind), None if nc is None else length_of(nc.kind))
    rest = matrix(kind.values, dims=dims, many=_positive(nr, nc), bare=dimnames is None)
    made = None
    if kind.is_scalar and kind.mode != "any":
        one = literal(1, constant(1, "integer"))
        made = _constant_matrix(data, nr or one, nc or one)
    elif kind.shape == "vector" and not kind.grows and _fills(kind, dims):
        made = _reshaped(data, nr, nc, by_row=rows_first, kind=rest)
    if made is None:
        order = literal(True) if rows_first else None
        if kind.shape == "never":
            rest = NEVER
        elif not kind.filled:
            rest = rest.with_(complete=False)  # of no values R makes NA
        return call("rv.matrix", [data], rest, nrow=nr, ncol=nc, byrow=order, dimnames=dimnames)
    if dimnames is not None and dimnames.kind.shape != "null":
        known = made.kind.paired() if _all_named(dimnames.kind) else made.kind.with_(bare=False)
        made = call("rv.with_dimnames", [made, dimnames], known)
    return made


def _all_named(dimnames: Kind) -> bool:
    """Whether names of rows and of columns are given, none of them NULL."""
    item = item_of(dimnames) if dimnames.is_list else ANY
    return item.shape == "vector" and item.mode == "character" and item.tag != "null"


def _positive(*sizes: Py | None) -> bool:
    """Whether no extent is 0, counts given by the script being taken to be more than 1."""
    return all(n is not None and (many(n.kind) or (n.kind.low or 0) >= 1) for n in sizes)


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
    dims = (length_of(nr.kind), length_of(nc.kind))
    new = matrix(kind.values, dims=dims, many=_positive(nr, nc), bare=True)
    if kind.mode == "double":
        new = new.with_(stored="float")
    known = constant_of(data.node)
    if kind.mode == "double" and known == 0:
        return fill("np.zeros((R, C))", new, R=nr, C=nc)
    if kind.mode == "double" and known == 1:
        return fill("np.ones((R, C))", new, R=nr, C=nc)
    if kind.mode == "character":
        return fill("np.full((R, C), X, dtype=object)", new, R=nr, C=nc, X=data)
    if kind.mode == "double" and known is None and kind.whole and data.text != "rv.NA":
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
        return call("rv.with_dimnames", [plain, dimnames], plain.kind.with_(bare=False))
    if data is None:
        data = fill("rv.NA", DOUBLE)
    if dim is None:
        if data.kind.shape not in ("vector", "scalar") or data.kind.names or data.kind.nullable:
            raise Refused("array() without dim of what is no plain vector")
        return data if data.kind.shape == "vector" else call("rv.vector", [data], ANY)
    kind = data.kind
    extents = array_literal(dim)
    n = dim.kind.length
    shape = "matrix" if n == 2 else "vector" if n == 1 else "array"
    rest = shaped(shape, kind.values, bare=True)
    if not kind.filled:
        rest = rest.with_(complete=False)  # of no values R makes NA
    if extents is None or n is None or n < 2:
        return call("rv.array", [data, dim], rest if n else ANY)
    parts = [
        as_int(Py(e, DOUBLE)) if constant_of(e) is not None else fill("int(X)", X=Py(e))
        for e in extents.elts
    ]
    parts = _plain_ints(dim, parts)
    known = tuple(int(c) if (c := constant_of(p.node)) is not None else None for p in parts)
    rest = rest.with_(dims=known)
    if kind.is_scalar and kind.mode in ("double", "integer", "logical"):
        value = constant_of(data.node)
        rest = rest.with_(stored="float" if kind.mode == "double" else "")
        if kind.mode == "double" and value == 0:
            return fill("np.zeros((*XS,))", rest, XS=parts)
        if kind.mode == "double" and value is not None:
            data = as_float(data)
        elif kind.mode == "double" and kind.whole and data.text != "rv.NA":
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
        return Py(fill("X.T", X=x).node, kind.transposed(), x.alias)
    if kind.shape == "vector":
        made = fill("X[np.newaxis, :]", X=x)
        return Py(
            made.node,
            matrix(kind.values, labels=kind.labels, dims=(1, kind.length)),
            x.alias,
        )
    if kind.is_scalar:
        return fill("np.full((1, 1), X)", matrix(kind.values, bare=True, dims=(1, 1)), X=x)
    return call("rv.t", [x], matrix(kind.values, labels=kind.labels) if kind.atomic else matrix())


def _identity(n: Py) -> Kind:
    """Return the kind of ``np.eye(n)``."""
    dims = (length_of(n.kind),) * 2
    return NUMBER_MATRIX.with_(finite=True, low=0, high=1, dims=dims, many=_positive(n))


def _with_zero(kind: Kind) -> Values:
    """Return what holds of the elements of a diagonal matrix."""
    known = combined_values([kind, constant(0, kind.mode)], kind.mode)
    return known.having(stored=kind.stored, either=kind.either)


@base("diag", "x", "nrow", "ncol")
def _diag(t: Translator, x: Py | None, nrow: Py | None, ncol: Py | None) -> Py:
    if x is None:
        x = literal(1, constant(1, "double"))
    kind = x.kind
    if kind.shape == "matrix" and nrow is None:
        word = "np.diag(X).copy()" if kind.labels.bare else "rv.diag(X)"
        return fill(word, kind.subset().resized(many=kind.many), X=x)
    if kind.is_scalar and nrow is None and ncol is None and is_int(kind):
        return fill(
            "np.eye(N)",
            _identity(x),
            N=x,
        )
    if kind.is_scalar and nrow is not None and ncol is None and kind.const == 1:
        n = size(nrow)
        return fill("np.eye(N)", _identity(n), N=n)
    if kind.atomic and kind.shape != "matrix" and kind.mode in ("logical", "character"):
        raise Refused("a diagonal of what is no number")
    if kind.shape == "vector" and nrow is None and (kind.many or (kind.length or 0) > 1):
        return fill("np.diag(X)", matrix(_with_zero(kind), labels=kind.labels), X=x)
    shape = matrix(_with_zero(kind)) if kind.is_scalar or kind.shape == "vector" else ANY
    if nrow is None and ncol is None and shape is not ANY:  # one number is an extent
        shape = matrix("double" if kind.is_scalar or kind.mode == "double" else "any")
    return call("rv.diag", [x], shape, nrow=nrow, ncol=ncol)


@base("embed", "x", "dimension")
def _embed(t: Translator, x: Py, dimension: Py | None) -> Py:
    values = x.kind.values.elements() if x.kind.numeric else ANY.values
    parts = [x] if dimension is None else [x, size(dimension)]
    return call("rv.embed", parts, matrix(values.having(stored=""), bare=True))


@base.store("diag")
def _store_diag(t: Translator, x: Py, args: list[r.Arg], value: Py) -> Py:
    kind = x.kind
    new = kind
    if kind.shape == "matrix" and value.kind.atomic:
        values = combined_values([kind, value.kind], merged_mode(kind, value.kind))
        if kind.stored != value.kind.stored:
            values = values.having(stored="")
        new = matrix(values, extents=kind.extents, labels=kind.labels)
    return call("rv.set_diag", [x, value], new)


@base("aperm", "a", "perm")
def _aperm(t: Translator, a: Py, perm: Py | None) -> Py:
    if perm is None:
        if a.kind.shape == "matrix":
            return _t(t, a)
        if not a.kind.labels.bare:
            return call("rv.aperm", [a], a.kind.with_(dims=None))
        return fill("X.T", a.kind.with_(dims=None), X=a)
    axes = array_literal(perm)
    if axes is None or not a.kind.labels.bare:
        return call("rv.aperm", [a, perm], a.kind.with_(dims=None))
    order = fill("(*XS,)", XS=[literal(int(constant_of(e) or 0) - 1) for e in axes.elts])
    made = fill("np.transpose(X, P)", X=a, P=order)
    return Py(made.node, a.kind.with_(dims=None), a.alias)


def _bound_args(dots: list[r.Arg]) -> list[r.Arg]:
    """Return what is bound: all but options, which must be as R has them by default."""
    options = ("deparse.level", "stringsAsFactors", "make.row.names")
    for arg in dots:
        usual = {"deparse.level": "1", "stringsAsFactors": "FALSE", "make.row.names": "TRUE"}
        if arg.name in options and (arg.value is None or deparsed(arg.value) != usual[arg.name]):
            raise Refused(f"rbind() or cbind() with {arg.name}")
    return [arg for arg in dots if arg.name not in options]


def _bound(t: Translator, dots: list[r.Arg], *, rows: bool) -> Py:
    word = "rv.rbind" if rows else "rv.cbind"
    given: Dots = [(arg.name, t.expr(arg.value)) for arg in _bound_args(dots)]
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
        symbols = {
            id(part): arg.value.name
            for arg, (_, part) in zip(_bound_args(dots), given, strict=True)
            if isinstance(arg.value, r.Name) and not arg.name
        }
        return _bound_frames(t, kept, symbols, rows=rows, unsure=bool(waiting))
    names = any(n for n, _ in kept)
    kinds = [p.kind for p in parts]
    if any(k.is_list for k in kinds) and all(k.is_list or k.atomic for k in kinds):
        raise Refused("rbind() or cbind() of lists makes a list with dimensions")
    if not all(k.atomic for k in kinds) or all(k.nullable for k in kinds):
        return call(word, parts, ANY, **_run_time_labels(dots, given, kept))
    mode = common_mode(parts)
    gaps = mode != "logical" and any(k.mode == "logical" and k.na for k in kinds)
    rest = matrix(combined_values(kinds, mode), dims=_bound_dims(kinds, rows=rows))
    empty = [k.tag == "null" or (k.shape in ("vector", "atomic") and not k.filled) for k in kinds]
    if any(empty):
        rest = rest.with_(dims=None)  # R leaves out what has no elements
    doubles = [k for k in kinds if k.mode == "double"]
    unsure = [k for k, none in zip(kinds, empty, strict=True) if none and k.mode == "double"]
    if rest.mode == "double" and unsure and len(unsure) == len(doubles):
        rest = rest.with_(stored="", either=True)  # NULL makes no doubles of integers
    plain = not names and mode not in ("any", "character") and not waiting and not gaps
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
            return fill("np.vstack([*XS])", rest.with_(bare=True), XS=parts)
        return fill("np.column_stack([*XS])", rest.with_(bare=True), XS=parts)
    labels = _deparsed(dots, [n for n, _ in kept], kinds)
    sure = all(k.shape in ("vector", "scalar", "matrix") for k in kinds)
    if labels is not None and len(kept) == len(dots) and sure:
        return call(
            word,
            parts,
            rest.with_(bare=False),
            names=fill("[*XS]", XS=[literal(n) for n in labels]),
        )
    return call(word, parts, rest, **_run_time_labels(dots, given, kept))


def _run_time_labels(dots: list[r.Arg], given: Dots, kept: Dots) -> dict[str, Py]:
    """Return the names of arguments, and of the variables that are rows or columns if vectors."""
    symbols = {
        id(part): arg.value.name
        for arg, (_, part) in zip(_bound_args(dots), given, strict=True)
        if isinstance(arg.value, r.Name) and not arg.name
    }
    words = {"names": [n or "" for n, _ in kept]}
    words["variables"] = [symbols.get(id(part), "") for _, part in kept]
    return {
        key: fill("[*XS]", XS=[literal(n) for n in labels])
        for key, labels in words.items()
        if any(labels)
    }


def _bound_dims(kinds: list[Kind], *, rows: bool) -> tuple[int | None, ...]:
    along = 0
    for kind in kinds:
        if kind.shape == "matrix":
            extent = None if kind.dims is None else kind.dims[0 if rows else 1]
            if extent is None:
                along = -1
                break
            along += extent
        elif kind.tag != "null" and (
            kind.filled or (kind.shape == "vector" and kind.length is None)
        ):
            along += 1
        else:  # R leaves out what has no elements, unless nothing has any
            along = -1
            break
    across = _across([k for k in kinds if k.shape != "scalar"], rows=rows)
    extent = None if along < 0 else along
    return (extent, across) if rows else (across, extent)


def _across(kinds: list[Kind], *, rows: bool) -> int | None:
    """Return the extent that what is bound has in common: a matrix says it, then vectors."""
    axis = 1 if rows else 0
    if any(k.shape not in ("matrix", "vector") for k in kinds):
        return None
    bound = [k.dims for k in kinds if k.shape == "matrix"]
    if bound:
        return next((dims[axis] for dims in bound if dims and dims[axis] is not None), None)
    lengths = {k.length for k in kinds}
    return (lengths.pop() or None) if len(lengths) == 1 else None  # 0 beside others is left out


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


def _bound_frames(
    t: Translator, kept: Dots, symbols: dict[int, str], *, rows: bool, unsure: bool
) -> Py:
    parts = [p for _, p in kept]
    keys = [n for n, _ in kept]
    words = fill("[*XS]", XS=[literal(n or "") for n in keys]) if any(keys) else None
    if rows:
        known = parts[0].kind
        for part in parts[1:]:
            known = join(known, part.kind)
        columns = known.items if known.shape == "frame" and not unsure else None
        if columns is not None:
            columns = tuple((n, k) for n, k in columns) or None
        return call("rv.rbind", parts, FRAME.with_(items=columns), names=words)
    called = [symbols.get(id(p), "") if not n else "" for n, p in kept]
    for n, p in kept:
        flat = p.kind.is_scalar or p.kind.shape in ("vector", "factor")
        if flat and not n and id(p) not in symbols:
            raise Refused("a column of cbind() without a name")
    loose = [
        c if p.kind.shape not in ("frame", "matrix") else ""
        for c, (_, p) in zip(called, kept, strict=True)
    ]
    if all(
        p.kind.is_scalar or p.kind.shape in ("vector", "factor", "frame", "matrix") for p in parts
    ):
        keys = [n or c for n, c in zip(keys, loose, strict=True)]
        words = fill("[*XS]", XS=[literal(n or "") for n in keys]) if any(keys) else None
        return call("rv.cbind", parts, FRAME, names=words)
    variables = fill("[*XS]", XS=[literal(c) for c in loose]) if any(loose) else None
    return call("rv.cbind", parts, FRAME, names=words, variables=variables)


@base("rbind", "...", lazy=True)
def _rbind(t: Translator, dots: list[r.Arg]) -> Py:
    return _bound(t, _bound_args(dots), rows=True)


@base("cbind", "...", lazy=True)
def _cbind(t: Translator, dots: list[r.Arg]) -> Py:
    dots = _bound_args(dots)
    given = [arg for arg in dots if arg.name == "row.names"]
    made = _bound(t, [arg for arg in dots if arg.name != "row.names"], rows=False)
    if not given or made.kind.shape in ("null", "never"):
        return made
    if not isinstance(given[0].value, r.Null):
        if not made.kind.atomic:
            raise Refused("cbind() of data frames with row.names")
        return _bound(t, dots, rows=False)  # a column of a matrix
    if made.kind.atomic:
        return made
    if made.kind.shape == "frame":
        return fill("X.reset_index(drop=True)", made.kind, X=made)
    return call("rv.without_row_names", [made], made.kind)


def _numbered(x: Py) -> Kind:
    """Return the kind of numbers of rows or columns."""
    return matrix("integer", finite=True, low=1, dims=x.kind.dims, many=x.kind.many, bare=True)


@base("row", "x")
def _row(t: Translator, x: Py) -> Py:
    return call("rv.row", [x], _numbered(x))


@base("col", "x")
def _col(t: Translator, x: Py) -> Py:
    return call("rv.col", [x], _numbered(x))


def _triangle(upper: bool, x: Py, diag: Py | None) -> Py:
    inside = flag(diag, False, "diag")
    shift = 0 if inside else (1 if upper else -1)
    word = "np.triu" if upper else "np.tril"
    kind = matrix("logical", low=0, high=1, finite=True, dims=x.kind.dims, bare=True)
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
    in_any_order = id(x) in t.usage.in_any_order
    while isinstance(x, r.Paren):
        x = x.value
    if (
        isinstance(x, r.Call)
        and isinstance(x.function, r.Name)
        and x.function.name in ("which.max", "which.min")
        and len(x.args) == 1
    ):
        inner = t.expr(x.args[0].value)
        word = "argmax" if x.function.name == "which.max" else "argmin"
        word = f"np.{'nan' if inner.kind.na else ''}{word}"
        if inner.kind.shape == "vector" and inner.kind.numeric:
            return fill(f"rv.names(X)[{word}(X)]", STRING, X=inner)
    if isinstance(x, r.Index) and not x.double and len(x.args) == 1:
        inner_value = t.expr(x.value)
        index = None if x.args[0].value is None else t.expr(x.args[0].value).kind
        by_name = index is None or not index.atomic or index.mode in ("character", "any")
        if inner_value.kind.atomic and not by_name:
            named = r.Call(x.span, r.Name(x.span, "names"), [r.Arg(None, x.value)])
            return t.expr(r.Index(x.span, named, x.args, double=False))
    value = t.expr(x)
    kind = value.kind
    if is_environment(kind):
        if in_any_order:
            return call("rv.ls", [value], TEXTS, all_names=literal(True))
        raise Refused(
            "the order in which R names the variables of an environment has no translation: "
            "ls(e) and sort(names(e)) have one"
        )
    if kind.shape == "dict":
        new = TEXTS.with_(length=None if kind.items is None else len(kind.items))
        return fill("np.array(list(X), dtype=object)", new, X=value)
    if kind.shape == "result":
        return fill("np.array(X.names(), dtype=object)", TEXTS, X=value)
    if kind.shape == "frame":
        return fill("np.array(X.columns, dtype=object)", TEXTS.with_(many=True), X=value)
    if kind.is_scalar:
        raise Refused("names of a single value are not kept")
    if kind.shape == "list":
        return call("rv.names", [value], ANY)
    if kind.atomic and not kind.names and kind.shape == "vector":
        return answered(literal(None, NULL), [value])
    return call("rv.names", [value], ANY)  # NULL, if it has none


@base.store("names")
def _store_names(t: Translator, x: Py, args: list[r.Arg], value: Py) -> Py:
    kind = x.kind
    new: Kind = ANY
    if kind.atomic:
        bare = value.kind.shape == "null" and not _may_be_table(t, kind)
        new = kind.with_(bare=bare, shape="vector" if kind.is_scalar else kind.shape)
        if kind.is_scalar and value.kind.shape == "null":
            return x
        if kind.is_scalar:
            new = new.with_(length=1, const=None, numpy=False)
    elif kind.is_list:
        keys = array_literal(value)
        known = [e.value for e in keys.elts if isinstance(e, ast.Constant)] if keys else []
        new = ANY  # names may be missing, or the same
        sure = known and all(known) and len(set(known)) == len(known)
        if sure and kind.items is not None and len(known) == len(kind.items):
            new = record(tuple((str(k), v) for k, (_, v) in zip(known, kind.items, strict=True)))
        elif sure and len(known) == kind.length:
            new = dict_of(item_of(kind))
        if value.kind.shape == "null":
            new = list_of(item_of(kind))
    elif kind.shape == "frame":
        return _renamed_columns(x, value) or call("rv.set_names", [x, value], FRAME)
    return call("rv.set_names", [x, value], new)


def _renamed_columns(x: Py, value: Py) -> Py | None:
    """Return a data frame with names that are written out for each of its columns."""
    keys = array_literal(value)
    names = [e.value for e in keys.elts if isinstance(e, ast.Constant)] if keys else []
    items = x.kind.items or ()
    if keys is None or not names or not len(names) == len(keys.elts) == len(items):
        return None
    if not all(isinstance(name, str) for name in names) or len(set(names)) < len(names):
        return None
    renamed = tuple((str(n), item) for n, (_, item) in zip(names, items, strict=True))
    return fill("X.set_axis(N, axis=1)", frame_of(renamed), X=x, N=Py(keys))


@base("setNames", "object", "nm", lazy=True)
def _set_names(t: Translator, nm: r.Node | None, **given: r.Node) -> Py:
    labels = t.expr(nm) if nm is not None else literal(None, NULL)
    return _store_names(t, t.expr(given["object"]), [], labels)


@base("unname", "obj")
def _unname(t: Translator, obj: Py) -> Py:
    kind = obj.kind
    if kind.atomic and not kind.names:
        return obj
    if kind.shape == "dict":
        return fill("list(X.values())", list_of(item_of(kind)), X=obj)
    if kind.atomic and not _may_be_table(t, kind):
        kind = kind.unlabelled()
    return call("rv.unname", [obj], kind if kind.atomic else ANY)


def _may_be_table(t: Translator, kind: Kind) -> bool:
    """Whether a value may be a table, which is one without names, too."""
    return kind.shape in ("vector", "atomic") and kind.names and t.usage.has_tables


for _word, _axis in (("rownames", 0), ("row.names", 0), ("colnames", 1)):

    @base(_word, "x")
    def _axis_names(t: Translator, x: Py, _axis: int = _axis) -> Py:
        if x.kind.shape == "frame":
            if _axis == 1:
                return fill("np.array(X.columns, dtype=object)", TEXTS.with_(many=True), X=x)
            return call("rv.rownames", [x], TEXTS.with_(many=True))
        if x.kind.shape == "matrix" and not x.kind.names:
            return literal(None, NULL)
        word = "rv.rownames" if _axis == 0 else "rv.colnames"
        return call(word, [x], ANY)  # NULL, if they have none

    @base.store(_word)
    def _store_axis_names(
        t: Translator, x: Py, args: list[r.Arg], value: Py, _axis: int = _axis
    ) -> Py:
        kind = x.kind
        if kind.shape == "frame" and _axis == 0:
            if value.kind.shape == "null":
                return fill("X.reset_index(drop=True)", kind, X=x)
            return call("rv.set_rownames", [x, value], kind)
        if kind.shape == "frame":
            return _renamed_columns(x, value) or call("rv.set_colnames", [x, value], FRAME)
        word = "rv.set_rownames" if _axis == 0 else "rv.set_colnames"
        return call(word, [x, value], kind.with_(bare=False) if kind.shape == "matrix" else kind)


@base("dimnames", "x")
def _dimnames(t: Translator, x: Py) -> Py:
    return call("rv.dimnames", [x], ANY)


@base.store("dimnames")
def _store_dimnames(t: Translator, x: Py, args: list[r.Arg], value: Py) -> Py:
    if value.kind.shape == "null" and x.kind.shape in ("matrix", "array"):
        return fill("np.array(X)", x.kind.unlabelled(), X=x)
    both = x.kind.shape == "matrix" and _all_named(value.kind)
    known = x.kind.paired() if both else x.kind.with_(bare=value.kind.shape == "null")
    return call("rv.with_dimnames", [x, value], known)


# Products


def _plural_extent(kind: Kind, axis: int) -> bool:
    """Whether a matrix has more than one row, or column."""
    extent = kind.dims[axis] if kind.dims is not None else None
    return extent > 1 if extent is not None else kind.many


def _product_kind(a: Kind, b: Kind) -> Kind:
    dims = (
        a.dims[0] if a.shape == "matrix" and a.dims else None,
        b.dims[1] if b.shape == "matrix" and b.dims else None,
    )
    if b.shape == "vector" and a.shape == "matrix" and _plural_extent(a, 1):
        dims = (dims[0], 1)  # of one column it may be a row
    if a.shape == "vector" and b.shape == "matrix" and _plural_extent(b, 0):
        dims = (1, dims[1])
    positive = a.low is not None and a.low >= 0 and b.low is not None and b.low >= 0
    return matrix(
        "double",  # R's products of integers, too
        dims=dims,
        many=a.many and b.many and a.shape == b.shape == "matrix",
        low=0 if positive else None,
        finite=a.finite and b.finite,
        stored=product_stored(a, b),
        bare=a.labels.bare and b.labels.bare,
        bits=min(_product_bits(a, b), EXACT_BITS),
    )


def _product_bits(a: Kind, b: Kind) -> int:
    return bits_of_product(a, b, a.dims[1] if a.shape == "matrix" and a.dims else None)


def _product(x: Py, y: Py) -> Py:
    """Return the product of two matrices, in doubles where R may round it."""
    kind = _product_kind(x.kind, y.kind)
    if kind.stored != "float" and _product_bits(x.kind, y.kind) > EXACT_BITS:
        x, kind = as_float(x), kind.with_(stored="float")
    return fill("X @ Y", kind, X=x, Y=y)


@base("isSymmetric", "object", "...")
def _is_symmetric(t: Translator, dots: Dots, **given: Py) -> Py:
    refuse_more("isSymmetric", dots)
    return call("rv.is_symmetric", [given["object"]], TRUTH)


@base("arrayInd", "ind", ".dim", "...")
def _array_ind(t: Translator, ind: Py, _dim: Py, dots: Dots) -> Py:
    refuse_more("arrayInd", dots)
    kind = matrix("integer", low=1, finite=ind.kind.finite)
    return call("rv.array_ind", [ind, _dim], kind)


@base("%*%", "x", "y")
def _matmul(t: Translator, x: Py, y: Py) -> Py:
    a, b = x.kind, y.kind
    if a.shape == b.shape == "matrix" and a.numeric and b.numeric and a.complete and b.complete:
        return _product(numbers(x), numbers(y))
    kind = _product_kind(a, b) if a.atomic and b.atomic else matrix("double")
    return call("rv.matmul", [x, y], kind)


@base("crossprod", "x", "y")
def _crossprod(t: Translator, x: Py, y: Py | None) -> Py:
    other = y if y is not None else x
    plain = y is not None or isinstance(x.node, ast.Name)  # else it would be evaluated twice
    both = x.kind.shape == other.kind.shape == "matrix"
    both = both and x.kind.complete and other.kind.complete  # of NA and NaN R makes NA
    if plain and both and x.kind.numeric and other.kind.numeric:
        first, second = numbers(x), numbers(other)
        return _product(_t(t, first), second)
    return call("rv.crossprod", [x] if y is None else [x, y], _asked_product(x, other))


def _asked_product(x: Py, y: Py) -> Kind:
    """Return the kind of a product whose shape is told at run time."""
    if not (x.kind.numeric and y.kind.numeric):
        return matrix("double")
    return _product_kind(x.kind, y.kind).with_(dims=None, many=False)


@base("tcrossprod", "x", "y")
def _tcrossprod(t: Translator, x: Py, y: Py | None) -> Py:
    other = y if y is not None else x
    plain = y is not None or isinstance(x.node, ast.Name)
    both = x.kind.shape == other.kind.shape == "matrix"
    both = both and x.kind.complete and other.kind.complete
    if plain and both and x.kind.numeric and other.kind.numeric:
        return _product(numbers(x), _t(t, numbers(other)))
    return call("rv.tcrossprod", [x] if y is None else [x, y], _asked_product(x, other))


@base("%o%", "X", "Y")
def _outer_operator(t: Translator, X: Py, Y: Py) -> Py:
    bare = X.kind.labels.bare and Y.kind.labels.bare
    gaps = any(k.mode == "logical" and k.na for k in (X.kind, Y.kind))
    numeric = X.kind.numeric and Y.kind.numeric and not gaps
    if X.kind.shape == Y.kind.shape == "vector" and numeric and bare:
        bits, stored = bits_of_product(X.kind, Y.kind), product_stored(X.kind, Y.kind)
        if bits > EXACT_BITS and stored != "float":
            X, stored = as_float(X), "float"
        made = matrix(
            "double",
            dims=(X.kind.length, Y.kind.length),
            stored=stored,
            finite=X.kind.finite and Y.kind.finite,
            bare=True,
            bits=min(bits, EXACT_BITS),
        )
        return fill("np.outer(A, B)", made, A=numbers(X), B=numbers(Y))
    return call("rv.outer", [X, Y], ANY)


@base("%x% kronecker", "X", "Y")
def _kronecker(t: Translator, X: Py, Y: Py) -> Py:
    shapes = (X.kind.shape, Y.kind.shape)
    shape = "matrix" if "matrix" in shapes else "atomic"
    kind = shaped(shape, "double", finite=X.kind.finite and Y.kind.finite)
    flat = ("scalar", "vector")
    if shapes == ("matrix", "matrix") or (shapes[0] in flat and shapes[1] in flat):
        return fill("np.kron(A, B)", kind, A=X, B=Y)
    return call("rv.kronecker", [X, Y], kind)


for _word, _lower in (("backsolve", "False"), ("forwardsolve", "True")):

    @base(_word, "r" if _word == "backsolve" else "l", "x")
    def _triangular(t: Translator, x: Py, _lower: str = _lower, **given: Py) -> Py:
        (triangle,) = given.values()
        shape = x.kind.shape if x.kind.shape in ("vector", "matrix") else "atomic"
        kind = shaped(shape, "double", stored="float") if shape != "atomic" else ANY
        return fill(f"linalg.solve_triangular(A, B, lower={_lower})", kind, A=triangle, B=x)


def _solved(a: Kind, b: Kind) -> Kind:
    """Return the kind of a solution: numpy, as R, refuses singular matrices."""
    finite = a.finite and b.finite
    return b.elementwise("double", finite=finite, stored="float").with_(
        bare=a.labels.bare and b.labels.bare
    )


@base("solve", "a", "b")
def _solve(t: Translator, a: Py, b: Py | None) -> Py:
    named = a.kind.names or (b is not None and b.kind.names) or a.kind.na  # of which R stops
    if b is None:
        if a.kind.shape != "matrix":
            return call("rv.solve", [a], matrix("double"))
        kind = _solved(a.kind, a.kind)
        return call("rv.solve", [a], kind) if named else fill("np.linalg.inv(A)", kind, A=a)
    if a.kind.shape == "matrix" and b.kind.shape in ("vector", "matrix"):
        kind = _solved(a.kind, b.kind)
        if named:
            return call("rv.solve", [a, b], kind)
        return fill("np.linalg.solve(A, B)", kind, A=a, B=b)
    return call("rv.solve", [a, b], ANY)


@base("qr.solve", "a", "b")
def _qr_solve(t: Translator, a: Py, b: Py | None) -> Py:
    if b is None or a.kind.shape not in ("matrix", "any", "never", "atomic"):
        raise Refused("qr.solve() other than of a matrix and right sides")
    return call("rv.qr_solve", [a, b], vector("double") if b.kind.shape == "vector" else ANY)


@base("det", "x")
def _det(t: Translator, x: Py) -> Py:
    return fill("np.linalg.det(X)", NUMBER.with_(finite=x.kind.finite, numpy=True), X=x)


@base("determinant", "x", "logarithm")
def _determinant(t: Translator, x: Py, logarithm: Py | None) -> Py:
    if not (x.kind.shape == "matrix" or x.kind.shape in ("any", "never", "atomic")):
        raise Refused("determinant() of what is no matrix")
    kind = record((("modulus", NUMBER), ("sign", scalar("integer", finite=True))))
    return call("rv.determinant", [x], kind, logarithm=logarithm)


@base("chol", "x")
def _chol(t: Translator, x: Py) -> Py:
    kind = matrix("double", extents=x.kind.extents, finite=x.kind.finite, stored="float")
    return call("rv.chol", [x], kind.with_(bare=x.kind.labels.bare))


@base("scale", "x", "center", "scale")
def _scale(t: Translator, x: Py, center: Py | None, scale: Py | None) -> Py:
    kind = x.kind
    centred = scale is not None and scale.kind.const is False  # sd() of a constant column is 0
    new = matrix(
        "double",
        finite=centred and kind.finite and kind.filled,
        stored="float",
        dims=kind.dims,
        many=kind.many and kind.shape == "matrix",
        bare=kind.labels.bare and kind.shape != "frame",
    )
    return call("rv.scale", [x], new, center=center, scale=scale)


@base("sweep", "x", "MARGIN", "STATS", "FUN", lazy=True)
def _sweep_by(t: Translator, x: r.Node, MARGIN: r.Node, STATS: r.Node, FUN: r.Node | None) -> Py:
    op = "-" if FUN is None else ""
    if isinstance(FUN, (r.Str, r.Name)):
        op = FUN.value if isinstance(FUN, r.Str) else FUN.name
    if op not in ("+", "-", "*", "/"):
        raise Refused("FUN of sweep() must be one of +, -, * and /")
    return _sweep(t, t.expr(x), t.expr(MARGIN), t.expr(STATS), op)


def _sweep(t: Translator, x: Py, MARGIN: Py, STATS: Py, op: str) -> Py:
    margin = MARGIN.kind.const
    if margin not in (1, 2):
        raise Refused("sweep() needs its MARGIN written out")
    kind = x.kind
    if kind.shape == "matrix" and STATS.kind.shape == "vector":
        if margin == 1:
            return operate(t, op, x, STATS)
        new = matrix(
            "double",
            extents=kind.extents,
            labels=kind.labels,
            stored="float" if op == "/" else product_stored(kind, STATS.kind),
            finite=op != "/" and kind.finite and STATS.kind.finite,
            either=op != "/",
        )
        return fill(f"X {op} S", new, X=numbers(x), S=numbers(STATS))
    new = matrix("double", either=op != "/")
    return call("rv.sweep", [x, MARGIN, STATS, literal(op)], new)


@base("max.col", "m", "ties.method")
def _max_col(t: Translator, m: Py, ties_method: Py | None) -> Py:
    if text(ties_method, "random", "ties.method") != "first":
        raise Refused('max.col() breaks ties at random unless ties.method = "first"')
    if m.kind.na or m.kind.shape != "matrix":
        return call("rv.max_col", [m], vector("integer", low=1))
    return fill("np.argmax(M, axis=1) + 1", POSITIONS.with_(many=True), M=m)
