"""Vectors and lists: making them, finding, ordering, sets."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from . import _rast as r
from ._functions import Table
from ._indexing import colon
from ._kinds import (
    ANY,
    DOUBLE,
    DOUBLES,
    INTEGER,
    INTEGERS,
    LOGICAL,
    LOGICALS,
    NEVER,
    NULL,
    STRINGS,
    Kind,
    Mode,
    constant,
    higher,
    is_int,
    item_of,
    join,
)
from ._matrices import length
from ._pyexpr import Py, Refused, call, constant_of, fill, literal, plus
from ._tools import (
    COLLATION,
    array_literal,
    array_of,
    as_float,
    common_mode,
    flag,
    length_of,
    like,
    many,
    numbers,
    refuse_given,
    size,
    sized,
    text,
)

if TYPE_CHECKING:
    from ._translate import Translator

TABLE = base = Table("base")

Dots = list[tuple[str | None, Py]]


# Constants

base.values["pi"] = lambda t: fill("np.pi", DOUBLE.with_(low=3, high=4, native=True))
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
            mode = common_mode(others)
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
        mode = common_mode(parts)
        return call(
            "rv.named",
            [call("rv.c", parts), names],
            Kind("vector", mode, names=True, length=len(parts)),
        )
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
    mode = common_mode(parts)
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
        "vector",
        mode,
        na=na,
        length=None if grows else length,
        many=some and length is None,
        low=None if None in lows else min(lows),  # type: ignore[type-var]
        high=None if None in highs else max(highs),  # type: ignore[type-var]
        grows=grows,
        names=any(k.names for k in kinds),
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
        if any(n for n, _ in dots):
            raise Refused("list(...) with further elements that have names")
        words = Py(
            ast.Call(
                ast.parse("rv.list_", mode="eval").body,
                [p.node for p in parts],
                [ast.keyword(None, ast.Name("kwargs", ast.Load()))],
            )
        )
        return words.of(Kind("any"))
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
    kind = sized(
        Kind(
            "vector",
            mode,
            low=0 if mode != "character" else None,
            high=0 if mode != "character" else None,
        ),
        count,
    )
    if kind.length == 0:
        kind = kind.with_(grows=True)
    if mode == "character":
        return fill("np.full(N, '', dtype=object)", kind, N=count)
    if mode == "double":
        return fill("np.zeros(N)", kind, N=count)
    return fill(f"np.zeros(N, dtype={'int' if mode == 'integer' else 'bool'})", kind, N=count)


for _r_name, _mode_of in (
    ("numeric", "double"),
    ("double", "double"),
    ("integer", "integer"),
    ("logical", "logical"),
    ("character", "character"),
):

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
    modes: dict[str, Mode] = {
        "numeric": "double",
        "double": "double",
        "integer": "integer",
        "logical": "logical",
        "character": "character",
    }
    if what not in modes:
        raise Refused(f"vector({what!r}) has no translation")
    return _filled(modes[what], count)


@base("rep rep.int", "x", "times", "...", "each", "length.out")
def _rep(
    t: Translator, x: Py, times: Py | None, dots: Dots, each: Py | None, length_out: Py | None
) -> Py:
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
    rest = Kind(
        "vector",
        kind.mode,
        na=kind.na,
        low=kind.low,
        high=kind.high,
        whole=kind.whole,
        integral=kind.integral,
        names=kind.names,
    )
    if kind.shape == "vector" and not kind.names and length_out is None:
        if each is not None and given is None and each.kind.is_scalar:
            return fill("np.repeat(X, N)", rest.with_(many=many(each.kind)), X=x, N=size(each))
        if each is None and given is not None:
            if given.kind.is_scalar:
                length = length_of(given.kind)
                total = None if length is None or kind.length is None else length * kind.length
                return fill(
                    "np.tile(X, N)",
                    rest.with_(length=total, many=many(given.kind)),
                    X=x,
                    N=size(given),
                )
            if given.kind.shape == "vector" and is_int(given.kind):
                return fill("np.repeat(X, N)", rest, X=x, N=given)
    if kind.is_list:
        rest = Kind("list", item=item_of(kind))
    return call(
        "rv.rep",
        [x],
        rest if kind.atomic or kind.is_list else NEVER if kind.shape == "never" else ANY,
        times=given,
        each=each,
        length_out=length_out,
    )


@base("rep_len", "x", "length.out")
def _rep_len(t: Translator, x: Py, length_out: Py) -> Py:
    return call("rv.rep", [x], Kind("vector", x.kind.mode, na=x.kind.na), length_out=length_out)


@base("seq_len", "length.out")
def _seq_len(t: Translator, length_out: Py) -> Py:
    count = size(length_out)
    return fill(
        "np.arange(1, N)",
        sized(INTEGERS.with_(low=1, high=count.kind.high), count),
        N=plus(count, 1),
    )


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
        return _seq_len(t, length(t, along))
    if first is not None and last is None and by is None and length_out is None:
        if first.kind.is_scalar:
            return colon(t, literal(1, constant(1, "integer")), first)
        if first.kind.shape == "vector":
            return _seq_len(t, length(t, first))
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
            return fill(
                "np.linspace(A, B, N)", kind.with_(low=_low(start, last)), A=start, B=last, N=count
            )
    if by is not None and last is not None and length_out is None:
        ints = all(is_int(v.kind) for v in (start, last, by))
        step = by.kind.const
        if ints and isinstance(step, int) and step != 0 and _directed(start, last, step):
            shift = 1 if step > 0 else -1
            mode: Mode = "integer" if start.kind.mode == by.kind.mode == "integer" else "double"
            bounds = _low(start, last), None
            kind = Kind(
                "vector",
                mode,
                low=bounds[0],
                whole=True,
                integral=True,
                length=_steps(start, last, step),
            )
            return fill("np.arange(A, B, S)", kind, A=start, B=plus(last, shift), S=by)
    doubles = any(v.kind.mode == "double" for v in (start, by) if v is not None)
    if doubles and constant_of(start.node) is not None:
        start = as_float(start)
    values = [start]
    given_values = [v for v in (start, last, by) if v is not None]
    whole = all(v.kind.whole or v.kind.mode == "integer" for v in given_values)
    kind = DOUBLES.with_(whole=whole or not all(v.kind.mode == "double" for v in given_values))
    if length_out is not None and length_out.kind.is_scalar:
        kind = sized(kind, length_out)
    return call(
        "rv.seq",
        values,
        kind.with_(low=_low(start, last) if last is not None else None),
        to=last,
        by=by,
        length_out=length_out,
    )


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


# Finding and ordering


@base("which", "x", "arr.ind", "useNames")
def _which(t: Translator, x: Py, arr_ind: Py | None, useNames: Py | None) -> Py:
    kind = x.kind
    if arr_ind is not None and flag(arr_ind, False, "arr.ind"):
        if kind.shape == "matrix" and kind.mode == "logical" and not kind.na and not kind.names:
            return call(
                "rv.which_arr", [x], Kind("matrix", "integer", low=1, names=True, dims=(None, 2))
            )
        return call("rv.which_arr", [x], Kind("matrix", "integer", low=1, names=True))
    if kind.shape == "vector" and kind.mode == "logical" and not kind.na and not kind.names:
        return fill("np.flatnonzero(X) + 1", INTEGERS.with_(low=1, high=kind.length), X=x)
    return call("rv.which", [x], INTEGERS.with_(low=1, names=kind.names))


def _which_extreme(t: Translator, x: Py, word: str) -> Py:
    kind = x.kind
    new = INTEGER.with_(low=1, high=kind.length)
    if (
        kind.shape == "vector"
        and kind.numeric
        and not kind.na
        and (kind.many or (kind.length or 0) > 0)
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
def _order(
    t: Translator, dots: Dots, na_last: Py | None, decreasing: Py | None, method: Py | None
) -> Py:
    refuse_given("order", na_last=na_last)
    parts = [p for _, p in dots]
    down = decreasing is not None
    falling = flag(decreasing, False, "decreasing") if down else False
    kind = parts[0].kind
    new = INTEGERS.with_(low=1, high=kind.length, length=kind.length, many=kind.many)
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
    new = like(
        kind, kind.mode, low=kind.low, high=kind.high, whole=kind.whole, integral=kind.integral
    )
    if kind.shape == "vector" and kind.numeric and not kind.na and not kind.names:
        return fill("np.sort(X)[::-1]" if falling else "np.sort(X)", new, X=x)
    if kind.is_scalar:
        return x
    return call(
        "rv.sort",
        [x],
        Kind("vector", kind.mode, names=kind.names, low=kind.low, whole=kind.whole)
        if kind.atomic
        else ANY,
        decreasing=literal(True) if falling else None,
    )


@base("rev", "x")
def _rev(t: Translator, x: Py) -> Py:
    kind = x.kind
    if kind.shape in ("vector", "list"):
        return Py(fill("X[::-1]", X=x).node, kind, x.alias)
    if kind.is_scalar:
        return x
    return call(
        "rv.rev",
        [x],
        kind if kind.is_list else Kind("vector", kind.mode, na=kind.na) if kind.atomic else ANY,
    )


@base("rank", "x", "na.last", "ties.method")
def _rank(t: Translator, x: Py, na_last: Py | None, ties_method: Py | None) -> Py:
    refuse_given("rank", na_last=na_last)
    return call(
        "rv.rank",
        [x],
        Kind("vector", "double", low=1, length=x.kind.length, whole=True),
        ties_method=ties_method,
    )


@base("unique", "x")
def _unique(t: Translator, x: Py) -> Py:
    kind = x.kind
    if kind.is_scalar:
        return x
    if kind.shape == "vector":
        new = Kind(
            "vector",
            kind.mode,
            na=kind.na,
            low=kind.low,
            high=kind.high,
            whole=kind.whole,
            integral=kind.integral,
        )
        return call("rv.unique", [x], new)
    return call("rv.unique", [x], kind.with_(dims=None) if kind.shape == "matrix" else ANY)


@base("duplicated", "x")
def _duplicated(t: Translator, x: Py) -> Py:
    return call("rv.duplicated", [x], LOGICALS.with_(length=x.kind.length, many=x.kind.many))


@base("rle", "x")
def _rle(t: Translator, x: Py) -> Py:
    return call(
        "rv.rle",
        [x],
        Kind(
            "dict",
            items=(("lengths", INTEGERS.with_(low=1)), ("values", Kind("vector", x.kind.mode))),
        ),
    )


def _set_operation(t: Translator, x: Py, y: Py, word: str) -> Py:
    a, b = x.kind, y.kind
    mode: Mode = higher(a.mode, b.mode) if a.atomic and b.atomic else "any"
    low = None if a.low is None or (word == "union" and b.low is None) else a.low
    if word == "union" and low is not None and b.low is not None:
        low = min(low, b.low)
    if word != "union" and a.atomic:
        mode = a.mode
    whole = (a.whole or b.whole or a.mode != b.mode) and mode == "double"
    return call(
        f"rv.{word}",
        [x, y],
        Kind("vector", mode, low=low, whole=whole, integral=whole and is_int(a) and is_int(b)),
    )


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
    if (
        kind.shape in ("vector", "matrix")
        and kind.numeric
        and other.numeric
        and (other.shape == "vector")
    ):
        shape = Kind("vector", "logical", length=kind.length, many=kind.many)
        if kind.shape == "vector":
            return fill("np.isin(X, T)", shape, X=x, T=table)
    shape = Kind(
        "scalar" if kind.is_scalar else "vector", "logical", length=kind.length, many=kind.many
    )
    return call("rv.is_in", [x, table], shape if kind.atomic or kind.shape == "factor" else ANY)


@base("match", "x", "table", "nomatch")
def _match(t: Translator, x: Py, table: Py, nomatch: Py | None) -> Py:
    kind = x.kind
    shape = Kind(
        "scalar" if kind.is_scalar else "vector",
        "integer",
        low=1,
        na=True,
        length=kind.length,
        many=kind.many,
    )
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
        return call(
            "rv.append", [x, values, after], Kind("vector", "any") if x.kind.atomic else ANY
        )
    if x.kind.shape == "null":
        return values
    return concatenated(t, [x, values])
