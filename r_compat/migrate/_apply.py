"""Functions over elements: comprehensions where kinds are known, `rvalues` otherwise."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from . import _rast as r
from ._functions import Table
from ._indexing import as_range
from ._kinds import (
    ANY,
    NEVER,
    Kind,
    Mode,
    column_mode,
    element_of,
    item_of,
    join,
)
from ._pyexpr import Py, Refused, call, fill, literal, name
from ._tools import array_literal, length_of, many, size

if TYPE_CHECKING:
    from ._translate import Translator

TABLE = applying = Table("base")


class _Source:
    """What a function is called on: an iterable, its elements' kind, and names of the result."""

    def __init__(
        self,
        iterable: Py,
        item: Kind,
        *,
        length: int | None = None,
        many: bool = False,
        labels: Py | None = None,
        stem: str = "x",
    ) -> None:
        self.iterable = iterable
        self.item = item
        self.length = length
        self.many = many
        self.labels = labels
        self.stem = stem


def _source(t: Translator, node: r.Node | None) -> tuple[_Source | None, Py]:
    """Find out how a comprehension goes through a value; None if only run time tells."""
    assert node is not None
    inner = node
    while isinstance(inner, r.Paren):
        inner = inner.value
    counted = as_range(t, inner)
    value = t.expr(node)
    if counted is not None:
        return _Source(
            counted, counted.kind, length=value.kind.length, many=value.kind.many, stem="k"
        ), value
    kind = value.kind
    item = element_of(kind)
    if kind.shape == "vector" and not kind.names and kind.mode not in ("any", "character"):
        return _Source(value, item, length=kind.length, many=kind.many), value
    texts = kind.shape == "vector" and kind.mode == "character" and not kind.names
    listed = array_literal(value)
    if texts and (isinstance(value.node, ast.Name) or listed is not None):
        labels = Py(listed) if listed is not None else value
        return _Source(
            labels, item, length=kind.length, many=kind.many, labels=labels, stem="text"
        ), value
    if kind.shape == "list":
        return _Source(value, item_of(kind), length=kind.length, stem="item"), value
    return None, value


def _arrayed(made: ast.expr, body: Kind, source: _Source) -> Py | None:
    """Return the vector or matrix of the results, if their kind tells which."""
    listed = Py(made)
    if body.is_scalar and body.mode != "any" and not (body.na and body.mode == "logical"):
        kind = Kind(
            "vector",
            body.mode,
            na=body.na,
            low=body.low,
            high=body.high,
            length=source.length,
            many=source.many,
        )
        if source.labels is not None:
            inner = listed
            if body.mode == "double" and body.whole:
                inner = fill("np.array(X, dtype=float)", X=listed)
            return call("rv.named", [inner, source.labels], kind.with_(names=True))
        if body.mode == "character":
            return fill("np.array(X, dtype=object)", kind, X=listed)
        if body.mode == "double" and body.whole:
            return fill("np.array(X, dtype=float)", kind, X=listed)
        return fill("np.array(X)", kind, X=listed)
    if body.shape == "vector" and (body.length or 0) > 1 and body.mode not in ("any", "character"):
        if body.names or source.labels is not None:
            return None
        kind = Kind(
            "matrix",
            body.mode,
            na=body.na,
            low=body.low,
            high=body.high,
            whole=body.whole,
            dims=(body.length, source.length),
        )
        return fill("np.column_stack(X)", kind, X=listed)
    return None


def _simplified(made: ast.expr, body: Kind, source: _Source) -> Py:
    found = _arrayed(made, body, source)
    if found is not None:
        return found
    if body.shape == "never":
        return call("rv.simplify", [Py(made)], NEVER)
    labels = [] if source.labels is None else [source.labels]
    kind = ANY
    if body.is_scalar:
        kind = Kind(
            "vector",
            body.mode,
            na=body.na,
            names=bool(labels),
            length=source.length,
            many=source.many,
        )
    elif body.shape == "vector" and (body.length or 0) > 1:
        kind = Kind(
            "matrix",
            body.mode,
            na=body.na,
            names=True,
            whole=body.whole,
            dims=(body.length, source.length),
        )
    elif body.shape == "vector" and body.many:
        kind = Kind("matrix", body.mode, na=body.na, names=True, whole=body.whole)
    return call("rv.simplify", [Py(made), *labels], kind)


def _comprehension(names: list[str], body: Py, iterable: Py) -> ast.expr:
    target: ast.expr = ast.Name(names[0], ast.Store())
    if len(names) > 1:
        target = ast.Tuple([ast.Name(n, ast.Store()) for n in names], ast.Store())
    if isinstance(body.node, ast.Name) and names == [body.node.id]:
        return fill("list(X)", X=iterable).node
    return ast.ListComp(body.node, [ast.comprehension(target, iterable.node, [], 0)])


def as_lambda(names: list[str], body: Py) -> Py:
    """Return a function of one expression: the function itself if it is only called."""
    node = body.node
    if (
        isinstance(node, ast.Call)
        and not node.keywords
        and [a.id if isinstance(a, ast.Name) else "" for a in node.args] == names
        and isinstance(node.func, (ast.Name, ast.Attribute))
    ):
        return Py(node.func)
    arguments = ast.arguments([], [ast.arg(n) for n in names], None, [], [], None, [])
    return Py(ast.Lambda(arguments, node))


def _check(body: Py) -> Py:
    if body.kind.shape == "missing":
        raise Refused(f"it needs the value of {body.kind.missing}")
    return body


@applying("sapply", "X", "FUN", "...", "simplify", "USE.NAMES", lazy=True)
def _sapply(
    t: Translator,
    X: r.Node,
    FUN: r.Node,
    dots: list[r.Arg],
    simplify: r.Node | None,
    USE_NAMES: r.Node | None,
) -> Py:
    if isinstance(simplify, r.Bool) and not simplify.value:
        source, _ = _source(t, X)
        made = _lapply(t, X, FUN, dots)
        if source is None or source.labels is None or made.kind.shape == "never":
            return made
        kind = Kind("dict", item=made.kind.item)
        return fill("dict(zip(K, V, strict=True))", kind, K=source.labels, V=made)
    if simplify is not None and not isinstance(simplify, r.Bool):
        return _stacked(t, X, FUN, dots, simplify)
    unnamed = isinstance(USE_NAMES, r.Bool) and not USE_NAMES.value
    source, value = _source(t, X)
    if source is None:
        return _at_run_time(t, value, FUN, dots, "rv.sapply", unnamed=unnamed)
    if unnamed:
        source.labels = None
    names, body = t.applied(FUN, [(source.stem, source.item)], dots)
    _check(body)
    return _simplified(_comprehension(names, body, source.iterable), body.kind, source)


def _stacked(t: Translator, X: r.Node, FUN: r.Node, dots: list[r.Arg], simplify: r.Node) -> Py:
    """``simplify = "array"``: matrices become the slices of an array."""
    source, _ = _source(t, X)
    if not isinstance(simplify, r.Str) or simplify.value != "array" or source is None:
        raise Refused("this simplify of sapply() has no translation")
    names, body = t.applied(FUN, [(source.stem, source.item)], dots)
    kind = _check(body).kind
    made = Py(_comprehension(names, body, source.iterable))
    if kind.shape == "never":
        return fill("np.stack(X, axis=-1)", NEVER, X=made)
    if kind.shape != "matrix" or kind.mode == "any":
        raise Refused('simplify = "array" is translated for matrices only')
    dims = (*(kind.dims or (None, None)), source.length)
    new = Kind("array", kind.mode, na=kind.na, low=kind.low, high=kind.high, whole=kind.whole)
    return fill("np.stack(X, axis=-1)", new.with_(dims=dims), X=made)


def _at_run_time(
    t: Translator,
    value: Py,
    function: r.Node,
    dots: list[r.Arg],
    word: str,
    *,
    unnamed: bool = False,
) -> Py:
    """``rv.sapply`` and ``rv.lapply`` look at names and lengths themselves."""
    kind = value.kind
    item = item_of(kind) if kind.is_list else element_of(kind) if kind.atomic else ANY
    if kind.shape == "frame":
        item = Kind("vector", many=True)
        if len({column.mode for _, column in kind.items or ()}) == 1:
            item = item_of(kind)
    if kind.shape == "never":
        item = NEVER
    names, body = t.applied(function, [("x", item)], dots)
    _check(body)
    made = as_lambda(names, body)
    result: Kind = ANY
    named = kind.shape in ("dict", "frame") or kind.names or kind.mode in ("character", "any")
    if word == "rv.sapply" and body.kind.is_scalar:
        result = Kind(
            "vector",
            body.kind.mode,
            na=body.kind.na,
            low=body.kind.low,
            high=body.kind.high,
            names=named and not unnamed,
            whole=body.kind.whole,
            length=len(kind.items) if kind.items else kind.length,
            many=kind.many,
        )
    elif (
        word == "rv.sapply"
        and body.kind.shape == "vector"
        and ((body.kind.length or 0) > 1 or body.kind.many)
    ):
        result = Kind("matrix", body.kind.mode, names=True, whole=body.kind.whole, na=body.kind.na)
    if word == "rv.lapply":
        result = Kind("dict", item=body.kind) if kind.shape in ("dict", "frame") else ANY
        if kind.shape == "dict" and kind.items is not None:
            result = Kind("dict", items=tuple((k, body.kind) for k, _ in kind.items))
        if kind.mode == "character" and kind.atomic and not kind.names:
            result = Kind("list", item=body.kind)
    if kind.shape == "never" or body.kind.shape == "never":
        result = NEVER
    return call(word, [value, made], result, use_names=literal(False) if unnamed else None)


@applying("lapply", "X", "FUN", "...", lazy=True)
def _lapply(t: Translator, X: r.Node, FUN: r.Node, dots: list[r.Arg]) -> Py:
    value_source, value = _source(t, X)
    kind = value.kind
    if kind.shape == "dict" and isinstance(value.node, ast.Name):
        names, body = t.applied(FUN, [("item", item_of(kind))], dots)
        _check(body)
        items: Kind
        if kind.items is not None:
            items = Kind("dict", items=tuple((k, body.kind) for k, _ in kind.items))
        else:
            items = Kind("dict", item=body.kind)
        key = t.temporary("key")
        made = fill("{K: B for K, V in X.items()}", items, K=key, X=value, B=body)
        node = made.node
        assert isinstance(node, ast.DictComp)
        node.generators[0].target = ast.Tuple(
            [ast.Name(key, ast.Store()), ast.Name(names[0], ast.Store())], ast.Store()
        )
        return made
    if value_source is None:
        return _at_run_time(t, value, FUN, dots, "rv.lapply")
    names, body = t.applied(FUN, [(value_source.stem, value_source.item)], dots)
    _check(body)
    made_list = _comprehension(names, body, value_source.iterable)
    return Py(
        made_list,
        Kind("list", item=body.kind, length=value_source.length),
        value.alias if body.alias else frozenset(),
    )


@applying("vapply", "X", "FUN", "FUN.VALUE", "...", "USE.NAMES", lazy=True)
def _vapply(
    t: Translator,
    X: r.Node,
    FUN: r.Node,
    FUN_VALUE: r.Node,
    dots: list[r.Arg],
    USE_NAMES: r.Node | None,
) -> Py:
    template = t.expr(FUN_VALUE).kind
    unnamed = isinstance(USE_NAMES, r.Bool) and not USE_NAMES.value
    source, value = _source(t, X)
    if source is None:
        made = _at_run_time(t, value, FUN, dots, "rv.sapply", unnamed=unnamed)
        if template.is_scalar or template.length == 1:
            known = (
                made.kind
                if made.kind.shape == "vector"
                else Kind(
                    "vector",
                    template.mode,
                    names=not unnamed,
                    length=value.kind.length,
                    whole=template.mode == "double",
                )
            )
            return made.of(known if value.kind.shape != "never" else NEVER)
        return made
    if unnamed:
        source.labels = None
    names, body = t.applied(FUN, [(source.stem, source.item)], dots)
    _check(body)
    kind = body.kind
    if (
        (template.is_scalar or template.length == 1)
        and not kind.is_scalar
        and kind.shape != "never"
    ):
        kind = Kind("scalar", template.mode, whole=template.mode == "double", na=kind.na)
        listed = Py(_comprehension(names, body, source.iterable))
        labels = [] if source.labels is None else [source.labels]
        return call(
            "rv.simplify",
            [listed, *labels],
            Kind(
                "vector",
                template.mode,
                length=source.length,
                many=source.many,
                whole=template.mode == "double",
                names=bool(labels),
            ),
        )
    return _simplified(_comprehension(names, body, source.iterable), kind, source)


def _zipped(
    t: Translator, function: r.Node, args: list[r.Arg], extra: list[r.Arg]
) -> tuple[ast.expr, Py, _Source, list[Py]]:
    """Return the results of a function of several arguments that run together."""
    sources: list[_Source] = []
    values: list[Py] = []
    for arg in args:
        source, value = _source(t, arg.value)
        values.append(value)
        if source is None:
            kind = value.kind
            item = item_of(kind) if kind.is_list else element_of(kind) if kind.atomic else ANY
            source = _Source(call("rv.elements", [value]), item, length=kind.length, many=kind.many)
            if kind.shape == "dict":
                source.iterable = fill("X.values()", X=value)
        if value.kind.is_scalar:
            source.length = 1
        sources.append(source)
    stems = ["x", "y", "z", "u", "v", "w"]
    bound = [(stems[k % 6], s.item) for k, s in enumerate(sources)]
    call_args = [arg.name for arg in args]
    names, body = _applied_named(t, function, bound, call_args, extra)
    _check(body)
    lengths = {s.length for s in sources}
    known = lengths.pop() if len(lengths) == 1 else None
    iterables = [s.iterable for s in sources]
    if known is None and any(s.length is not None for s in sources):
        made = call("rv.mapply", [as_lambda(names, body), *values]).node
    elif len(iterables) == 1:
        made = _comprehension(names, body, iterables[0])
    else:
        zipped = fill("zip(*XS, strict=True)", XS=iterables)
        made = _comprehension(names, body, zipped)
    first = sources[0]
    whole = _Source(
        iterables[0],
        body.kind,
        length=known if known is not None else first.length,
        many=any(s.many for s in sources),
        labels=first.labels,
    )
    return made, body, whole, values


def _applied_named(
    t: Translator,
    function: r.Node,
    bound: list[tuple[str, Kind]],
    labels: list[str | None],
    extra: list[r.Arg],
) -> tuple[list[str], Py]:
    """Apply a function whose arguments may be given by name."""
    if not any(labels):
        return t.applied(function, bound, extra)
    from ._translate import Bound

    names = [label or stem for label, (stem, _) in zip(labels, bound, strict=True)]
    names = [t.temporary(n.replace(".", "_")) for n in names]
    args = [
        r.Arg(label, Bound(function.span, name(n, kind, alias=False)))
        for n, label, (_, kind) in zip(names, labels, bound, strict=True)
    ]
    return names, t.call(r.Call(function.span, function, [*args, *extra]))


@applying("Map", "f", "...", lazy=True)
def _map(t: Translator, f: r.Node, dots: list[r.Arg]) -> Py:
    made, body, source, values = _zipped(t, f, dots, [])
    first = values[0].kind
    if source.labels is not None or first.shape == "dict":
        labels = source.labels if source.labels is not None else values[0]
        return fill(
            "dict(zip(K, V, strict=True))", Kind("dict", item=body.kind), K=labels, V=Py(made)
        )
    if first.names or first.shape not in ("vector", "list", "scalar") or first.mode == "character":
        return call("rv.listed", [Py(made), call("rv.labels_of", [values[0]])], ANY)
    return Py(made, Kind("list", item=body.kind, length=source.length))


@applying("mapply", "FUN", "...", "MoreArgs", "SIMPLIFY", "USE.NAMES", lazy=True)
def _mapply(
    t: Translator,
    FUN: r.Node,
    dots: list[r.Arg],
    MoreArgs: r.Node | None,
    SIMPLIFY: r.Node | None,
    USE_NAMES: r.Node | None,
) -> Py:
    extra: list[r.Arg] = []
    if MoreArgs is not None:
        if not (
            isinstance(MoreArgs, r.Call)
            and isinstance(MoreArgs.function, r.Name)
            and MoreArgs.function.name == "list"
        ):
            raise Refused("MoreArgs of mapply() must be written out")
        extra = MoreArgs.args
    made, body, source, values = _zipped(t, FUN, dots, extra)
    if isinstance(USE_NAMES, r.Bool) and not USE_NAMES.value:
        source.labels = None
    elif source.labels is None and (
        values[0].kind.names
        or values[0].kind.mode == "any"
        or values[0].kind.shape == "dict"
        or values[0].kind.mode == "character"
    ):
        source.labels = call("rv.labels_of", [values[0]])
    if isinstance(SIMPLIFY, r.Bool) and not SIMPLIFY.value:
        if source.labels is not None:
            return call("rv.listed", [Py(made), source.labels], ANY)
        return Py(made, Kind("list", item=body.kind, length=source.length))
    return _simplified(made, body.kind, source)


@applying("replicate", "n", "expr", "simplify", lazy=True)
def _replicate(t: Translator, n: r.Node, expr: r.Node, simplify: r.Node | None) -> Py:
    count = size(t.expr(n))
    function = r.Function(expr.span, [], expr)
    found = t.functions_in_place.setdefault(id(expr), function)
    _, body = t.applied(found, [])
    _check(body)
    iterable = fill("range(N)", N=count)
    source = _Source(
        iterable, Kind("scalar", "integer"), length=length_of(count.kind), many=many(count.kind)
    )
    made = _comprehension(["_"], body, iterable)
    if isinstance(simplify, r.Bool) and not simplify.value:
        return Py(made, Kind("list", item=body.kind, length=source.length))
    return _simplified(made, body.kind, source)


def _margins(node: r.Node) -> list[int] | None:
    """Return the dimensions that apply() keeps, where they are written out."""
    match node:
        case r.Num(value=value):
            return [int(value)]
        case r.Paren(value=inner):
            return _margins(inner)
        case r.Binary(op=":", left=r.Num(value=first), right=r.Num(value=last)):
            return [*range(int(first), int(last) + 1)]
        case r.Call(function=r.Name(name="c"), args=args):
            found = [int(a.value.value) for a in args if isinstance(a.value, r.Num)]
            return found if len(found) == len(args) else None
    return None


_AXIS = {"sum": "sum", "mean": "mean", "max": "max", "min": "min"}


@applying("apply", "X", "MARGIN", "FUN", "...", "simplify", lazy=True)
def _apply(
    t: Translator,
    X: r.Node,
    MARGIN: r.Node,
    FUN: r.Node,
    dots: list[r.Arg],
    simplify: r.Node | None,
) -> Py:
    if simplify is not None:
        raise Refused("simplify of apply() has no translation")
    value = t.expr(X)
    margin = t.expr(MARGIN)
    if margin.kind.mode == "character":
        raise Refused("apply() over the name of a dimension")
    kind = value.kind
    axis = margin.kind.const
    plain = kind.shape == "matrix" and not kind.names and kind.mode not in ("any",)
    if kind.shape == "atomic" and axis in (1, 2):  # R refuses anything but a matrix
        kind = Kind(
            "matrix",
            kind.mode,
            na=kind.na,
            low=kind.low,
            high=kind.high,
            whole=kind.whole,
            names=True,
        )
    short = FUN.name if isinstance(FUN, r.Name) and not dots and t.lookup(FUN.name) is None else ""
    if plain and axis in (1, 2) and short in _AXIS and kind.numeric:
        return _reduced(t, value, 1 if axis == 1 else 0, short, kind)
    cells = _margins(MARGIN)
    if (
        kind.shape == "array"
        and short in _AXIS
        and cells is not None
        and kind.dims is not None
        and (len(kind.dims) == 3 and len(cells) == 2 and kind.numeric)
    ) and cells == [1, 2]:
        mode: Mode = (
            "double" if short == "mean" else "integer" if kind.mode == "logical" else (kind.mode)
        )
        return fill(
            f"X.{_AXIS[short]}(axis=2)",
            Kind("matrix", mode, low=kind.low, whole=kind.whole, dims=kind.dims[:2]),
            X=value,
        )
    item = Kind(
        "vector",
        kind.mode,
        na=kind.na,
        low=kind.low,
        high=kind.high,
        whole=kind.whole,
        integral=kind.integral,
        many=True,
        names=kind.names,
    )
    if kind.dims is not None and axis in (1, 2) and kind.shape == "matrix":
        item = item.with_(length=kind.dims[2 - int(axis)])
    if kind.shape == "array" and axis in (1, 2, 3):
        item = Kind("matrix", kind.mode, na=kind.na, low=kind.low, high=kind.high, whole=kind.whole)
    if kind.shape in ("any", "never"):
        item = ANY if kind.shape == "any" else NEVER
    if cells is not None and len(cells) == 2 and kind.shape == "matrix":
        item = element_of(kind).with_(native=False)
    if kind.shape == "frame":
        item = Kind("vector", column_mode(kind), many=True, names=True)
    stem = "row" if axis == 1 else "column" if axis == 2 else "part"
    names, body = t.applied(FUN, [(stem, item)], dots)
    _check(body)
    if plain and axis in (1, 2):
        iterable = value if axis == 1 else fill("X.T", X=value)
        extent = None if kind.dims is None else kind.dims[int(axis) - 1]
        source = _Source(iterable, item, length=extent, many=extent is None)
        return _simplified(_comprehension(names, body, iterable), body.kind, source)
    result: Kind = ANY
    one_axis = axis in (1, 2, 3)
    if one_axis and body.kind.is_scalar:
        result = Kind(
            "vector",
            body.kind.mode,
            na=body.kind.na,
            names=True,
            low=body.kind.low,
            many=True,
            whole=body.kind.whole,
        )
    elif (
        one_axis and body.kind.shape == "vector" and ((body.kind.length or 0) > 1 or body.kind.many)
    ):
        result = Kind("matrix", body.kind.mode, na=body.kind.na, names=True, whole=body.kind.whole)
    elif cells is not None and body.kind.is_scalar and len(cells) == 2:
        result = Kind("matrix", body.kind.mode, na=body.kind.na, whole=body.kind.whole)
    if "never" in (kind.shape, body.kind.shape):
        result = NEVER
    return call("rv.apply", [value, margin, as_lambda(names, body)], result)


def _reduced(t: Translator, value: Py, over: int, word: str, kind: Kind) -> Py:
    extent = None if kind.dims is None else kind.dims[1 - over]
    mode: Mode = "double" if word == "mean" else "integer" if kind.mode == "logical" else kind.mode
    low = kind.low if word != "sum" or (kind.low or -1) >= 0 else None
    if word == "sum" and low is not None:
        low = 0
    new = Kind(
        "vector",
        mode,
        na=kind.na,
        low=low,
        whole=kind.whole and word != "mean",
        length=extent,
        many=extent is None,
    )
    return fill(f"X.{_AXIS[word]}(axis={over})", new, X=value)


@applying("outer", "X", "Y", "FUN", "...", lazy=True)
def _outer(t: Translator, X: r.Node, Y: r.Node, FUN: r.Node | None, dots: list[r.Arg]) -> Py:
    a, b = t.expr(X), t.expr(Y)
    op = FUN.value if isinstance(FUN, r.Str) else FUN.name if isinstance(FUN, r.Name) else None
    if FUN is None:
        op = "*"
    ufuncs = {"*": "np.multiply", "+": "np.add", "-": "np.subtract", "/": "np.divide"}
    plain = all(
        v.kind.shape == "vector" and v.kind.mode in ("integer", "double") and not v.kind.names
        for v in (a, b)
    )
    dims = (a.kind.length, b.kind.length)
    if plain and op in ufuncs:
        whole = op != "/" and all(v.kind.whole or v.kind.mode == "integer" for v in (a, b))
        mode: Mode = (
            "integer" if op != "/" and a.kind.mode == b.kind.mode == "integer" else "double"
        )
        kind = Kind(
            "matrix", mode, dims=dims, whole=whole and mode == "double", na=a.kind.na or b.kind.na
        )
        word = "np.outer(A, B)" if op == "*" else f"{ufuncs[op]}.outer(A, B)"
        return fill(word, kind, A=a, B=b)
    if op == "*":
        return call("rv.outer", [a, b], Kind("matrix"))
    assert FUN is not None
    if (
        isinstance(FUN, r.Call)
        and isinstance(FUN.function, r.Name)
        and (
            FUN.function.name == "Vectorize"
            and len(FUN.args) == 1
            and FUN.args[0].value is not None
        )
    ):
        return _outer_elements(t, a, b, FUN.args[0].value, dots)
    kinds = [
        Kind(
            "vector",
            v.kind.mode,
            na=v.kind.na,
            low=v.kind.low,
            high=v.kind.high,
            whole=v.kind.whole,
            many=True,
        )
        if v.kind.atomic
        else ANY
        for v in (a, b)
    ]
    names, body = t.applied(FUN, [("x", kinds[0]), ("y", kinds[1])], dots)
    _check(body)
    result = (
        Kind("matrix", body.kind.mode, na=body.kind.na, dims=dims, whole=body.kind.whole)
        if body.kind.atomic
        else ANY
    )
    return call("rv.outer", [a, b, as_lambda(names, body)], result)


def _outer_elements(t: Translator, a: Py, b: Py, function: r.Node, dots: list[r.Arg]) -> Py:
    """``outer`` of a function of single values."""
    items = [element_of(v.kind) if v.kind.atomic else ANY for v in (a, b)]
    names, body = t.applied(function, [("x", items[0]), ("y", items[1])], dots)
    _check(body)
    inner = Py(_comprehension([names[1]], body, b))
    made = _comprehension([names[0]], inner, a)
    kind = (
        Kind(
            "matrix",
            body.kind.mode,
            na=body.kind.na,
            dims=(a.kind.length, b.kind.length),
            low=body.kind.low,
        )
        if body.kind.is_scalar
        else ANY
    )
    if body.kind.is_scalar and body.kind.mode == "double":
        return fill("np.array(X, dtype=float)", kind, X=Py(made))
    return fill("np.array(X)", kind, X=Py(made))


@applying("Reduce", "f", "x", "init", "right", "accumulate", lazy=True)
def _reduce(
    t: Translator,
    f: r.Node,
    x: r.Node,
    init: r.Node | None,
    right: r.Node | None,
    accumulate: r.Node | None,
) -> Py:
    value = t.expr(x)
    kind = value.kind
    item = item_of(kind) if kind.is_list else element_of(kind) if kind.atomic else ANY
    start = None if init is None else t.expr(init)
    running = item if start is None else start.kind
    for _ in range(4):
        names, body = t.applied(f, [("a", running), ("b", item)])
        new = join(running, body.kind)
        if new == running:
            break
        running = new.plain() if new.atomic else new
    _check(body)
    made = as_lambda(names, body)
    words = {
        "init": start,
        "accumulate": None if accumulate is None else t.expr(accumulate),
        "right": None if right is None else t.expr(right),
    }
    if all(word is None for key, word in words.items() if key != "init") and (
        kind.shape in ("list", "vector")
    ):
        parts = [made, value] if start is None else [made, value, start]
        return call("functools.reduce", parts, running)
    result = ANY if accumulate is not None else running
    return call("rv.reduce", [made, value], result, **words)


@applying("Filter", "f", "x", lazy=True)
def _filter(t: Translator, f: r.Node, x: r.Node) -> Py:
    value = t.expr(x)
    kind = value.kind
    item = item_of(kind) if kind.is_list else element_of(kind) if kind.atomic else ANY
    names, body = t.applied(f, [("x", item)])
    if kind.shape == "list":
        made = fill("[V for V in X if B]", Kind("list", item=item), V=names[0], X=value, B=body)
        node = made.node
        assert isinstance(node, ast.ListComp)
        node.generators[0].target = ast.Name(names[0], ast.Store())
        return made
    new = (
        Kind("vector", kind.mode, na=kind.na, names=kind.names, low=kind.low, whole=kind.whole)
        if kind.atomic
        else kind
    )
    if kind.shape == "dict":
        new = Kind("dict", item=item)
    return call("rv.filter_", [as_lambda(names, body), value], new)


@applying("do.call", "what", "args", lazy=True)
def _do_call(t: Translator, what: r.Node, args: r.Node) -> Py:
    function = r.Name(what.span, what.value) if isinstance(what, r.Str) else what
    if (
        isinstance(args, r.Call)
        and isinstance(args.function, r.Name)
        and (args.function.name == "list")
    ):
        return t.call(r.Call(what.span, function, args.args))
    value = t.expr(args)
    kind = value.kind
    if not isinstance(function, r.Name):
        raise Refused("do.call() of an expression")
    item = item_of(kind) if kind.is_list else ANY
    spread = (
        value
        if kind.shape == "list"
        else fill("X.values()", X=value)
        if (kind.shape == "dict")
        else call("rv.elements", [value])
    )
    if function.name in ("rbind", "cbind") and not t.is_own(function.name):
        return _bound_list(t, function.name, value, item, spread)
    if function.name == "c" and not t.is_own("c"):
        if (
            item.shape == "vector"
            and item.mode not in ("any", "character")
            and not item.names
            and (kind.shape == "list")
        ):
            return fill(
                "np.concatenate(X)",
                Kind("vector", item.mode, na=item.na, whole=item.whole),
                X=value,
            )
        return fill("rv.c(*X)", ANY, X=_starred(spread))
    if t.is_own(function.name):
        target = t.expr(function)
        if kind.shape == "dict":
            if kind.items is None:
                raise Refused("do.call() with names that are not known")
            bound = [r.Arg(key, r.Dollar(args.span, args, key)) for key, _ in kind.items]
            return t.call_value(target, bound, function.name)
        for info in target.kind.functions:
            for param in info.node.params:
                if param.name != "...":
                    t.news |= info.receive(param.name, item)
        return Py(ast.Call(target.node, [ast.Starred(spread.node, ast.Load())], []), ANY)
    if function.name in ("sum", "max", "min", "paste", "paste0", "cat"):
        if function.name.startswith("paste"):
            return fill(f"rv.{function.name}(*X)", ANY, X=_starred(spread))
        if function.name != "cat":
            return call(
                f"rv.{function.name}_", [fill("rv.c(*X)", X=_starred(spread))], Kind("scalar")
            )
    if kind.shape == "dict" and kind.items is not None:
        bound = [r.Arg(key, r.Dollar(args.span, args, key)) for key, _ in kind.items]
        return t.call(r.Call(what.span, function, bound))
    raise Refused(f"do.call() of {function.name}() with a list that is not known")


def _starred(value: Py) -> list[Py]:
    return [Py(ast.Starred(value.node, ast.Load()), value.kind)]


def _bound_list(t: Translator, word: str, value: Py, item: Kind, spread: Py) -> Py:
    rows = word == "rbind"
    kind = value.kind
    if item.shape == "frame" and rows:
        source = value if kind.shape == "list" else spread
        return fill("pd.concat(X, ignore_index=True)", Kind("frame", items=item.items), X=source)
    if (
        kind.shape == "list"
        and item.shape in ("vector", "matrix")
        and not item.names
        and (item.mode not in ("any", "character"))
    ):
        new = Kind("matrix", item.mode, na=item.na, low=item.low, high=item.high, whole=item.whole)
        if item.shape == "vector":
            new = new.with_(dims=(kind.length, item.length) if rows else (item.length, kind.length))
        return fill("np.vstack(X)" if rows else "np.column_stack(X)", new, X=value)
    result = (
        Kind("matrix", item.mode, na=item.na, names=True, low=item.low, whole=item.whole)
        if item.atomic
        else (Kind("frame") if item.shape == "frame" else NEVER if item.shape == "never" else ANY)
    )
    if kind.shape == "dict" and item.shape != "frame":
        labels = fill("list(X)", X=value)
        return fill(f"rv.{word}(*X, names=N)", result, X=_starred(spread), N=labels)
    return fill(f"rv.{word}(*X)", result, X=_starred(spread))


@applying("tapply", "X", "INDEX", "FUN", "...", lazy=True)
def _tapply(t: Translator, X: r.Node, INDEX: r.Node, FUN: r.Node, dots: list[r.Arg]) -> Py:
    value, group = t.expr(X), t.expr(INDEX)
    if group.kind.is_list:
        only = INDEX.args if isinstance(INDEX, r.Call) else []
        if len(only) not in (1, 2):
            raise Refused("tapply() over more than two groups")
        if len(only) == 1:
            group = t.expr(only[0].value)
    item = (
        Kind(
            "vector", value.kind.mode, na=value.kind.na, low=value.kind.low, whole=value.kind.whole
        )
        if value.kind.atomic
        else ANY
    )
    names, body = t.applied(FUN, [("x", item)], dots)
    _check(body)
    result = (
        Kind("vector", body.kind.mode, names=True, na=body.kind.na, whole=body.kind.whole)
        if body.kind.is_scalar
        else ANY
    )
    if group.kind.is_list:
        result = Kind("matrix", "double", names=True, na=True)
    return call("rv.tapply", [value, group, as_lambda(names, body)], result)


@applying("split", "x", "f")
def _split(t: Translator, x: Py, f: Py) -> Py:
    kind = x.kind
    item = (
        Kind("vector", kind.mode, na=kind.na, low=kind.low, high=kind.high, whole=kind.whole)
        if (kind.atomic)
        else kind
        if kind.shape == "frame"
        else ANY
    )
    return call("rv.split", [x, f], Kind("dict", item=item))


@applying("lengths", "x")
def _lengths(t: Translator, x: Py) -> Py:
    return call(
        "rv.sapply",
        [x, fill("rv.length")],
        Kind("vector", "integer", low=0, names=x.kind.shape == "dict", length=x.kind.length),
    )


@applying("Find", "f", "x", lazy=True)
def _find(t: Translator, f: r.Node, x: r.Node) -> Py:
    value = t.expr(x)
    kind = value.kind
    item = item_of(kind) if kind.is_list else element_of(kind) if kind.atomic else ANY
    names, body = t.applied(f, [("x", item)])
    return call("rv.find", [as_lambda(names, body), value], ANY)


@applying("Position", "f", "x", lazy=True)
def _position(t: Translator, f: r.Node, x: r.Node) -> Py:
    value = t.expr(x)
    kind = value.kind
    item = item_of(kind) if kind.is_list else element_of(kind) if kind.atomic else ANY
    names, body = t.applied(f, [("x", item)])
    return call(
        "rv.position", [as_lambda(names, body), value], Kind("scalar", "integer", low=1, na=True)
    )


@applying("identity", "x")
def _identity(t: Translator, x: Py) -> Py:
    return x


@applying("modifyList", "x", "val")
def _modify_list(t: Translator, x: Py, val: Py) -> Py:
    if (
        x.kind.shape == val.kind.shape == "dict"
        and x.kind.items is not None
        and (val.kind.items is not None)
    ):
        merged = dict(x.kind.items) | dict(val.kind.items)
        if not any(v.shape == "null" or v.shape == "dict" for v in merged.values()):
            return fill("{**A, **B}", Kind("dict", items=tuple(merged.items())), A=x, B=val)
    raise Refused("modifyList() of lists that are not known")


@applying("drop", "x")
def _drop(t: Translator, x: Py) -> Py:
    return call(
        "rv.drop",
        [x],
        Kind(
            "atomic",
            x.kind.mode,
            na=x.kind.na,
            low=x.kind.low,
            whole=x.kind.whole,
            names=x.kind.names,
        )
        if x.kind.atomic
        else ANY,
    )


@applying("ave", "x", "...", "FUN", lazy=True)
def _ave(t: Translator, x: r.Node, dots: list[r.Arg], FUN: r.Node | None) -> Py:
    values = t.expr(x)
    if values.kind.shape != "vector" or values.kind.mode not in ("integer", "double"):
        raise Refused("ave() of a value that is not known to be numbers")
    groups = [t.expr(arg.value) for arg in dots]
    item = values.kind.with_(length=None, many=False)
    names, body = t.applied(FUN or r.Name(x.span, "mean"), [("x", item)], [])
    mode: Mode = "double" if FUN is None or values.kind.mode == "double" else "any"
    kind = values.kind.plain().with_(mode=mode, length=values.kind.length, low=None, high=None)
    return call("rv.ave", [values, as_lambda(names, body), *groups], kind)


@applying("simplify2array", "x")
def _simplify2array(t: Translator, x: Py) -> Py:
    if x.kind.is_list and item_of(x.kind).shape == "matrix" and x.kind.shape == "list":
        return fill("np.stack(X, axis=-1)", Kind("array", item_of(x.kind).mode), X=x)
    raise Refused("simplify2array() is translated for lists of matrices")


@applying("by reshape rapply Vectorize mclapply parLapply parSapply foreach", "...", lazy=True)
def _refused(t: Translator, dots: list[r.Arg]) -> Py:
    raise Refused("it has no translation")
