"""Vectors and lists: making them, finding, ordering, sets."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from . import _rast as r
from ._arithmetic import ARITHMETIC
from ._frame_parts import chosen_rows
from ._functions import Table
from ._kinds import (
    ANY,
    COUNT,
    DOUBLES,
    INTEGER,
    INTEGERS,
    LOGICALS,
    NEVER,
    NULL,
    NUMBER,
    NUMBERS,
    POSITIONS,
    TEXTS,
    TRUTH,
    TRUTHS,
    Kind,
    Mode,
    atom,
    combined_values,
    constant,
    dict_of,
    highest,
    is_int,
    item_of,
    join,
    list_of,
    lowest,
    matrix,
    merged_mode,
    record,
    vector,
)
from ._matrices import length
from ._positions import colon
from ._pyexpr import Py, Refused, call, constant_of, fill, kept_text, literal, plus
from ._tools import (
    COLLATION,
    array_literal,
    array_of,
    as_float,
    common_mode,
    flag,
    length_of,
    many,
    numbers,
    or_null,
    refuse_given,
    refuse_more,
    size,
    sized,
    text,
)

if TYPE_CHECKING:
    from ._translate import Translator

TABLE = base = Table("base")

Dots = list[tuple[str | None, Py]]


# Constants

base.values["pi"] = lambda t: fill("np.pi", NUMBER.with_(low=3, high=4, finite=True))
base.values["letters"] = lambda t: fill("rv.letters", TEXTS.with_(length=26))
base.values["month.name"] = lambda t: fill("rv.month_name", TEXTS.with_(length=12))
base.values["month.abb"] = lambda t: fill("rv.month_abb", TEXTS.with_(length=12))
base.values["LETTERS"] = lambda t: fill("rv.LETTERS", TEXTS.with_(length=26))


# Making vectors


@base("c", "...", lazy=True)
def _c(t: Translator, dots: list[r.Arg]) -> Py:
    named = [arg.name for arg in dots]
    parts = [t.expr(arg.value).or_null() for arg in dots]
    if any(isinstance(part.node, ast.Starred) for part in parts):
        return call("rv.c", parts)
    parts = [
        _with_its_name(t, arg.value, part) if arg.name and part.kind.labels.lost else part
        for arg, part in zip(dots, parts, strict=True)
    ]
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
    if len(kept) < len(parts) and not all(map(_is_plain_null, parts)):
        raise Refused("c() of NULL that has to be evaluated")
    if not kept:
        return literal(None, NULL)
    parts = [part for _, part in kept]
    if any(part.kind.shape == "never" for part in parts):
        return call("rv.c", parts, NEVER)
    if any(n for n, _ in kept):
        return _c_named(kept)
    return concatenated(t, parts)


def _with_its_name(t: Translator, node: r.Node | None, part: Py) -> Py:
    """Read an element of a matrix with the name that R gives to it, and puts behind the new one."""
    while isinstance(node, r.Paren):
        node = node.value
    if isinstance(node, r.Index) and node.double:
        return part
    if isinstance(node, r.Binary) and node.op in ARITHMETIC and not t.effects.draws(node):
        sides = [(side, t.expr(side)) for side in (node.left, node.right)]
        named = [
            _with_its_name(t, side, value) if value.kind.labels.lost else value
            for side, value in sides
        ]
        return call(ARITHMETIC[node.op], named, atom(part.kind.values))
    if not isinstance(node, r.Index) or t.effects.draws(node):
        raise Refused("c() gives a name to a value of a matrix, which may have one: unname() it")
    parts = [t.expr(node.value), *[t.expr(arg.value) for arg in node.args]]
    return call("rv.get", parts, atom(part.kind.values))


def _is_plain_null(part: Py) -> bool:
    """Whether leaving a part out, if it is NULL, leaves nothing out that may stop."""
    return part.kind.shape != "null" or not any(
        isinstance(node, (ast.Call, ast.IfExp)) for node in ast.walk(part.node)
    )


def _c_named(kept: list[tuple[str | None, Py]]) -> Py:
    parts = [part for _, part in kept]
    unsure = any(part.kind.is_scalar and part.kind.tag == "null" for part in parts)
    made = None if unsure else array_of(parts)
    names = fill("[*XS]", XS=[literal(n or "") for n, _ in kept])
    if made is not None:
        inner = array_literal(made)
        short = Py(inner) if inner is not None and made.kind.mode != "double" else made
        return call("rv.named", [short, names], made.kind.with_(bare=False))
    if all(part.kind.is_list for part in parts):
        raise Refused("c() of lists with names of their own")
    if all(part.kind.is_scalar for part in parts) and not unsure:
        mode = common_mode(parts)
        return call(
            "rv.named",
            [call("rv.c", parts), names],
            vector(mode, length=len(parts)),
        )
    # Whole doubles are integers of Python alone, and would be so in an array.
    parts = [as_float(p) if p.kind.is_scalar and p.kind.mode == "double" else p for p in parts]
    keys = [n for n, _ in kept if n]
    if len(keys) == len(kept) and len(set(keys)) == len(keys):
        items = Py(ast.Dict([ast.Constant(k) for k in keys], [p.node for p in parts]))
        return fill("rv.c_named(D)", ANY, D=items)
    labels = fill("[*XS]", XS=[literal(n or "") for n, _ in kept])
    return call("rv.c_labelled", [fill("[*XS]", XS=parts), labels], ANY)


def _with_lists(parts: list[Py]) -> Py:
    kinds = [part.kind for part in parts]
    if all(kind.is_list for kind in kinds):
        return _joined_lists(parts)
    if kinds[0].shape == "list" and all(k.shape == "list" or k.is_scalar for k in kinds):
        stars = [_star(p) if p.kind.is_list else p for p in parts]
        item = NEVER
        for kind in kinds:
            item = join(item, item_of(kind) if kind.is_list else kind)
        return fill("[*XS]", list_of(item), XS=stars)
    return call("rv.c", parts, list_of(ANY) if kinds[0].shape == "list" else ANY)


def concatenated(t: Translator, parts: list[Py]) -> Py:
    """Return the elements of several values in one vector or list."""
    kinds = [part.kind for part in parts]
    if any(kind.is_list for kind in kinds):  # the elements are those of the parts
        shared = [name for part in parts for name in part.alias]
        if len(set(shared)) < len(shared):
            parts = [t.owned(part) for part in parts]
        kept = frozenset(name for part in parts for name in part.alias)
        return replace(_with_lists(parts), alias=kept)
    if not all(kind.atomic for kind in kinds):
        return call("rv.c", parts)
    gaps = [part.text == "rv.NA" for part in parts]
    if (
        any(gaps)
        and not all(gaps)
        and all(
            gap or (k.is_scalar and k.mode == "logical") for gap, k in zip(gaps, kinds, strict=True)
        )
    ):  # a logical NA is None among others, and nan alone
        if any(k.na for gap, k in zip(gaps, kinds, strict=True) if not gap):
            return call("rv.c", parts, LOGICALS.with_(length=len(parts), bare=True))
        filled = [literal(None) if gap else part for gap, part in zip(gaps, parts, strict=True)]
        flags = LOGICALS.with_(length=len(parts), bare=True)
        return fill("np.array([*XS], dtype=object)", flags, XS=filled)
    mode = common_mode(parts)
    if len(parts) == 1 and kinds[0].is_scalar:
        return parts[0]
    if any(k.is_scalar and k.tag == "null" for k in kinds):  # NULL is no element
        left = combined_values(kinds, mode).having(stored="")
        return call("rv.c", parts, vector(left, bare=all(k.labels.bare for k in kinds)))
    if len(parts) == 1 and kinds[0].shape == "vector":
        # An array of one dimension becomes a vector.
        return call("rv.c", parts, kinds[0]) if kinds[0].names else parts[0]
    lengths = [1 if k.is_scalar else k.length if k.shape == "vector" else None for k in kinds]
    length = None if None in lengths else sum(lengths)  # type: ignore[arg-type]
    grows = any(kind.grows for kind in kinds)
    some = any(kind.many for kind in kinds) or sum(n or 0 for n in lengths) > 1
    kind = vector(
        combined_values(kinds, mode),
        length=None if grows else length,
        many=some and length is None,
        grows=grows,
        bare=all(k.labels.bare for k in kinds),
    )
    made = array_of(parts)
    if made is not None:
        return made
    others = [k for part, k in zip(parts, kinds, strict=True) if part.text != "rv.NA"]
    if 0 < len(others) < len(parts) and all(k.mode == "logical" for k in others):
        gap = fill("np.array([None], dtype=object)", vector("logical", bare=True))
        known = vector(
            "logical", low=0, high=1, length=kind.length, bare=kind.labels.bare, grows=grows
        )
        return call("rv.c", [gap if part.text == "rv.NA" else part for part in parts], known)
    plain = all(k.is_scalar or k.shape == "vector" for k in kinds) and mode != "any"
    same_text = mode != "character" or all(k.mode == "character" for k in kinds)
    logical = any(k.mode == "logical" and k.na for k in kinds)  # None in an array
    if not plain or not same_text or kind.names or logical or all(k.is_scalar for k in kinds):
        return call("rv.c", parts, kind)
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
        return fill("[*XS]", list_of(item), XS=[_star(part) for part in parts])
    if all(part.kind.shape == "dict" for part in parts):
        items = [part.kind.items for part in parts]
        node = Py(ast.Dict([None] * len(parts), [part.node for part in parts]))
        if all(found is not None for found in items):
            keys = [key for found in items for key, _ in found or ()]
            if len(set(keys)) != len(keys):
                return call("rv.c", parts)
            merged = tuple(pair for found in items for pair in found or ())
            return node.of(record(merged))
    return call("rv.c", parts)


@base("list", "...")
def _list(t: Translator, dots: Dots) -> Py:
    named = [n for n, _ in dots]
    parts = [_element(or_null(t.owned(part))) for _, part in dots]
    alias = frozenset().union(*(part.alias for part in parts)) if parts else frozenset()
    if not parts:
        return fill("[]", list_of(NEVER, length=0, grows=True))
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
        return words.of(ANY)
    if any(part.kind.shape == "missing" for part in parts):
        raise Refused("it needs a value that was not translated")
    if not any(named):
        item = NEVER
        for part in parts:
            item = join(item, part.kind)
        made = fill("[*XS]", list_of(item, length=len(parts)), XS=parts)
        return Py(made.node, made.kind, alias)
    if not all(named) or len(set(named)) != len(named):
        labels = Py(ast.List([ast.Constant(n or "") for n in named], ast.Load()))
        made = fill("rv.NamedList([*XS], N)", XS=parts, N=labels)
        return Py(made.node, ANY, alias)
    keys: list[ast.expr | None] = [ast.Constant(n) for n in named]
    items = tuple((str(n), part.kind) for n, part in zip(named, parts, strict=True))
    return Py(ast.Dict(keys, [part.node for part in parts]), record(items), alias)


def _element(part: Py) -> Py:
    """Return an element of a list, in which None is NULL."""
    if part.kind.shape == "null":
        return part
    return kept_text(part)


def _filled(mode: Mode, count: Py) -> Py:
    count = size(count)
    kind = sized(
        vector(
            mode,
            finite=mode != "character",
            complete=True,
            low=0 if mode != "character" else None,
            high=0 if mode != "character" else None,
            stored="float" if mode == "double" else "",
            bare=True,
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
        kind = list_of(NULL, length=length_of(count.kind))
        if kind.length == 0:
            return fill("[]", list_of(NEVER, length=0, grows=True))
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


@base("rep.int", "x", "times")
def _rep_int(t: Translator, x: Py, times: Py | None) -> Py:
    if x.kind.atomic and not x.kind.names:
        return _rep(t, x, times, [], None, None)
    kind = vector(x.kind.values, bare=True) if x.kind.atomic else ANY
    return call("rv.rep", [x], kind, times=times, use_names=literal(False))


@base("rep", "x", "times", "...", "each", "length.out")
def _rep(
    t: Translator, x: Py, times: Py | None, dots: Dots, each: Py | None, length_out: Py | None
) -> Py:
    kind = x.kind
    given = times
    if dots:
        raise Refused("rep() with further arguments")
    if given is not None and given.kind.shape == "null":
        raise Refused("rep() by NULL")
    if given is not None and given.kind.shape == "any":
        given = call("rv.only", [given, literal("numbers dims factor"), literal("rep")])
    if kind.is_scalar and each is None and (given is None or given.kind.is_scalar):
        count = given if length_out is None else length_out
        if count is None:
            return x
        count = size(count)
        new = sized(vector(kind.values, bare=True), count)
        if kind.mode == "double":
            new = new.with_(stored="float")
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
            elif kind.whole and x.text != "rv.NA":
                return fill("np.full(N, X, dtype=float)", new, N=count, X=x)
            return fill("np.full(N, X)", new, N=count, X=x)
        if kind.mode in ("integer", "logical") and not kind.na:
            return fill("np.full(N, X)", new, N=count, X=x)
    rest = vector(kind.values, labels=kind.labels)
    if kind.shape == "vector" and not kind.names and length_out is None:
        if each is not None and given is None and each.kind.is_scalar:
            several = kind.filled and many(each.kind)
            return fill("np.repeat(X, N)", rest.with_(many=several), X=x, N=size(each))
        if each is None and given is not None:
            if given.kind.is_scalar:
                length = length_of(given.kind)
                total = None if length is None or kind.length is None else length * kind.length
                return fill(
                    "np.tile(X, N)",
                    rest.with_(length=total, many=kind.filled and many(given.kind)),
                    X=x,
                    N=size(given),
                )
            if given.kind.shape == "vector" and is_int(given.kind):
                return fill("np.repeat(X, N)", rest, X=x, N=given)
    if kind.is_list:
        rest = list_of(item_of(kind)) if kind.shape == "list" else ANY
    elif length_out is not None and not kind.filled:
        rest = rest.with_gaps()  # of nothing
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
    kind = vector(x.kind.values, bare=True) if x.kind.atomic else ANY
    if not x.kind.filled:
        kind = kind.with_gaps()  # of nothing
    bare = None if x.kind.atomic and not x.kind.names else literal(False)
    return call("rv.rep", [x], kind, length_out=length_out, use_names=bare)


@base("seq_len", "length.out")
def _seq_len(t: Translator, length_out: Py) -> Py:
    count = size(length_out)
    return fill(
        "np.arange(1, N)",
        sized(POSITIONS.with_(high=count.kind.high), count),
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
        if first.kind.is_scalar and first.kind.mode in ("integer", "double"):
            return colon(t, literal(1, constant(1, "integer")), first)
        kind = first.kind  # of one number R counts up to it
        if kind.shape == "vector" and (
            kind.mode in ("character", "logical") or kind.many or (kind.length or 0) > 1
        ):
            return _seq_len(t, length(t, first))
        return call("rv.seq", [first], INTEGERS)
    if length_out is None and by is None and first is not None and last is not None:
        made = colon(t, first, last)
        one = first.kind.is_scalar and last.kind.is_scalar
        return made if one else call("rv.seq", [first, last], made.kind)  # an error of several
    if first is None and last is None and by is None and length_out is not None:
        return _seq_len(t, length_out)
    start = first if first is not None else literal(1, constant(1, "integer"))
    texts = by is not None and by.kind.mode == "character"
    if texts or any(v is not None and v.kind.shape == "any" for v in (first, last, by)):
        words = {"by": by, "length_out": length_out}  # of dates, too
        return call("rv.seq", [start] if last is None else [start, last], ANY, **words)
    if length_out is not None and by is None and last is not None:
        count = size(length_out)
        kind = sized(NUMBERS, count).with_(
            finite=start.kind.finite and last.kind.finite,
            low=_low(start, last),
            high=highest(start.kind.high, last.kind.high),
        )
        if start.kind.is_scalar and last.kind.is_scalar:
            return fill("np.linspace(A, B, N)", kind, A=start, B=last, N=count)
    if by is not None and last is not None and length_out is None:
        ints = all(is_int(v.kind) for v in (start, last, by))
        step = by.kind.const
        if ints and isinstance(step, int) and step != 0 and _directed(start, last, step):
            shift = 1 if step > 0 else -1
            given_modes = {start.kind.mode, last.kind.mode, by.kind.mode}
            mode: Mode = "integer" if given_modes == {"integer"} else "double"
            kind = vector(
                mode,
                finite=True,
                low=_low(start, last),
                high=highest(start.kind.high, last.kind.high),
                stored="int" if mode == "double" else "",
                length=_steps(start, last, step),
                bare=True,
                bits=max(start.kind.values.bits, last.kind.values.bits),
            )
            return fill("np.arange(A, B, S)", kind, A=start, B=plus(last, shift), S=by)
    doubles = any(v.kind.mode == "double" for v in (start, by) if v is not None)
    if doubles and constant_of(start.node) is not None:
        start = as_float(start)
    values = [start]
    given_values = [v for v in (start, last, by) if v is not None]
    kind = DOUBLES.with_(
        finite=all(v.kind.finite for v in given_values),
        stored="float" if all(v.kind.stored == "float" for v in given_values) else "",
        bare=True,
    )
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
    return lowest(first.kind.low, last.kind.low)


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
        dims = (None, 2) if kind.shape == "matrix" else None
        named = None if flag(useNames, True, "useNames") else literal(False)
        cells = matrix("integer", finite=True, low=1, dims=dims)
        return call("rv.which_arr", [x], cells, use_names=named)
    if not flag(useNames, True, "useNames"):
        return call("rv.unname", [call("rv.which", [x])], POSITIONS.with_(bare=True))
    if kind.shape == "vector" and kind.mode == "logical" and not kind.na and not kind.names:
        return fill("np.flatnonzero(X) + 1", POSITIONS.with_(high=kind.length), X=x)
    return call("rv.which", [x], POSITIONS.with_(bare=kind.labels.bare))


def _which_extreme(t: Translator, x: Py, word: str) -> Py:
    kind = x.kind
    sure = kind.shape == "vector" and kind.numeric and kind.complete and not kind.grows
    if sure and not kind.names:
        new = COUNT.with_(low=1, high=kind.length, numpy=True)
        return fill(f"np.arg{word}(X) + 1", new, X=x)  # numpy refuses to look into nothing
    return call(f"rv.which_{word}", [x], atom("integer", finite=True, low=1, high=kind.length))


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
    parts = [p for _, p in dots]
    kind = parts[0].kind
    if method is not None and not all(p.kind.numeric for p in parts):
        raise Refused("order() with a method, by which the order of text depends")
    if na_last is not None or (decreasing is not None and not decreasing.kind.is_scalar):
        new = POSITIONS.with_(high=kind.length)
        return call("rv.order", parts, new, decreasing=decreasing, na_last=na_last)
    down = decreasing is not None
    falling = flag(decreasing, False, "decreasing") if down else False
    new = POSITIONS.with_(high=kind.length, length=kind.length, many=kind.many)
    if any(p.kind.mode == "character" and p.kind.atomic for p in parts):
        t.note(COLLATION, once=True)
    if len(parts) == 1 and kind.shape == "vector" and kind.numeric and not kind.na:
        if not falling:
            return fill("np.argsort(X, kind='stable') + 1", new, X=numbers(parts[0]))
        return fill("np.argsort(-X, kind='stable') + 1", new, X=numbers(parts[0]))
    return call("rv.order", parts, new, decreasing=literal(True) if falling else None)


@base.listed("order")
def _order_listed(t: Translator, value: Py) -> Py:
    t.note(COLLATION, once=True)
    return call("rv.do_call", [fill("rv.order"), value], POSITIONS)


@base("sort", "x", "decreasing", "na.last", "...")
def _sort(t: Translator, x: Py, decreasing: Py | None, na_last: Py | None, dots: Dots) -> Py:
    falling = flag(decreasing, False, "decreasing")
    kind = x.kind
    refuse_more("sort", dots, "method" if kind.numeric else "")
    if na_last is not None:
        made = kind.subset().with_gaps() if kind.atomic else ANY
        return call(
            "rv.sort", [x], made, decreasing=literal(True) if falling else None, na_last=na_last
        )
    if not (kind.atomic and kind.complete) and _is_sorted(t, x):
        raise Refused("sort() of what sort() with na.last may have made, which R leaves as it is")
    if kind.mode == "character" and kind.atomic:
        t.note(COLLATION, once=True)
    if kind.shape == "vector" and kind.numeric and not kind.na and not kind.names:
        return fill("np.sort(X)[::-1]" if falling else "np.sort(X)", kind.reordered(), X=x)
    if kind.is_scalar and kind.complete:
        return x
    made = kind.subset().with_(tag=kind.tag, nullable=kind.nullable) if kind.atomic else ANY
    if kind.atomic and (kind.complete or kind.mode != "integer"):
        made = made.with_(complete=True)  # R leaves out NA; integers that had one are doubles here
    return call("rv.sort", [x], made, decreasing=literal(True) if falling else None)


def _is_sorted(t: Translator, x: Py) -> bool:
    """Whether a value may be what ``sort()`` with ``na.last`` made."""
    variables = {t.names.of(name) for name in t.usage.sorted_with_gaps}
    return "na_last=" in x.text or any(
        isinstance(node, ast.Name) and node.id in variables for node in ast.walk(x.node)
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
        kind.reversed() if kind.is_list else vector(kind.values) if kind.atomic else ANY,
    )


def _any_order(kind: Kind) -> Kind:
    """Return a list of some elements of another, whose names then are not known in order."""
    return dict_of(item_of(kind)) if kind.shape == "dict" else kind


@base("rank", "x", "na.last", "ties.method")
def _rank(t: Translator, x: Py, na_last: Py | None, ties_method: Py | None) -> Py:
    refuse_given("rank", na_last=na_last)
    return call(
        "rv.rank",
        [x],
        vector("double", low=1, finite=True, length=x.kind.length),  # NA comes last
        ties_method=ties_method,
    )


@base("unique", "x")
def _unique(t: Translator, x: Py) -> Py:
    kind = x.kind
    if kind.is_scalar:
        return x
    if kind.shape == "vector":
        new = vector(kind.values, bare=True).with_(tag=kind.tag, nullable=kind.nullable)
        return call("rv.unique", [x], new)
    if kind.shape in ("frame", "factor"):
        return call("rv.unique", [x], kind)
    rows = kind.shape == "matrix" and kind.mode != "integer"  # of a table R takes the values
    return call("rv.unique", [x], kind.with_(dims=None, many=False) if rows else ANY)


@base("duplicated", "x", "fromLast")
def _duplicated(t: Translator, x: Py, fromLast: Py | None) -> Py:
    kind = TRUTHS.with_(length=x.kind.length, many=x.kind.many)
    unknown = x.kind.shape == "any" and not x.text.startswith("rv.dollar(")
    if unknown or x.kind.shape in ("matrix", "atomic"):  # of one column it is one
        kind = atom(TRUTHS.values)
    return call("rv.duplicated", [x], kind, from_last=fromLast)


@base.store("length")
def _store_length(t: Translator, x: Py, args: list[r.Arg], value: Py) -> Py:
    kind = x.kind
    new: Kind = ANY
    if kind.shape in ("vector", "scalar"):
        gaps = vector(kind.values.elements().having(complete=False, stored=""), labels=kind.labels)
        new = gaps.with_(grows=True)
    return call("rv.set_length", [x, value], new)


@base("rle", "x")
def _rle(t: Translator, x: Py) -> Py:
    return call(
        "rv.rle",
        [x],
        record((("lengths", POSITIONS), ("values", vector(x.kind.values, bare=True)))),
    )


def _set_operation(t: Translator, x: Py, y: Py, word: str) -> Py:
    a, b = x.kind, y.kind
    mode = merged_mode(a, b)
    nothing = a.nullable or (b.nullable and word != "setdiff")
    if nothing or not a.atomic or (not b.atomic and word != "setdiff"):  # of NULL it may be NULL
        kind = NEVER if "never" in (a.shape, b.shape) else ANY
        return call(f"rv.{word}", [x, y], kind)
    same = a.mode == b.mode and a.stored == b.stored
    if word == "setdiff" or (word == "intersect" and same):
        known = a.values
        if word == "intersect" and a.mode == "integer" and b.na:  # whose integers are floats
            known = known.having(complete=False)
    else:  # brought to the mode of both
        known = combined_values([a, b], mode)
    return call(f"rv.{word}", [x, y], vector(known, bare=True))


for _word in ("union", "intersect", "setdiff"):

    @base(_word, "x", "y")
    def _sets(t: Translator, x: Py, y: Py, _name: str = _word) -> Py:
        return _set_operation(t, x, y, _name)


@base("setequal", "x", "y")
def _setequal(t: Translator, x: Py, y: Py) -> Py:
    return call("rv.setequal", [x, y], TRUTH)


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
            return fill("X in T", TRUTH, X=x, T=Py(listed))
        if other.shape == "vector":
            return fill("X in T", TRUTH, X=x, T=table)
    if (
        kind.shape in ("vector", "matrix")
        and kind.numeric
        and other.numeric
        and (other.shape == "vector")
        and kind.complete
        and other.complete
    ):
        shape = TRUTHS.with_(length=kind.length, many=kind.many)
        if kind.shape == "vector":
            return fill("np.isin(X, T)", shape, X=x, T=table)
    shape = TRUTH if kind.is_scalar else TRUTHS.with_(length=kind.length, many=kind.many)
    if kind.shape == "atomic":
        shape = atom(TRUTHS.values, bare=True)
    if kind.is_scalar and kind.mode == "character" and kind.na:  # None alone would be NULL
        return fill("rv.is_in(np.array([X], dtype=object), T)[0]", shape, X=x, T=table)
    if not (kind.atomic or kind.shape in ("factor", "never")):
        shape = atom(TRUTHS.values, bare=True)  # of a list or whatever else it is, too
    return call("rv.is_in", [x, table], NEVER if kind.shape == "never" else shape)


@base("is.unsorted", "x", "na.rm", "strictly")
def _is_unsorted(t: Translator, x: Py, na_rm: Py | None, strictly: Py | None) -> Py:
    kind = x.kind
    if kind.shape == "never":
        return call("rv.is_unsorted", [x], NEVER)
    sure = kind.atomic and kind.complete
    made = TRUTH if sure else ANY
    return call("rv.is_unsorted", [x], made, na_rm=na_rm, strictly=strictly)


@base("match", "x", "table", "nomatch")
def _match(t: Translator, x: Py, table: Py, nomatch: Py | None) -> Py:
    kind = x.kind
    shape = INTEGER.with_(low=1)
    if kind.shape == "atomic":
        shape = atom(shape.values, bare=True)
    elif not kind.is_scalar:
        many = kind.many and kind.tag != "null"  # names that there may not be
        shape = vector("integer", low=1, length=kind.length, many=many, bare=True)
    if nomatch is not None:
        shape = shape.with_(finite=nomatch.kind.finite, low=None)
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
    dims = None if kind.dims is None else (None, *kind.dims[1:])
    rest = kind.with_(length=None, const=None, dims=dims, many=kind.many and many(count.kind))
    if kind.length is not None and isinstance(count.kind.const, int) and count.kind.const >= 0:
        rest = rest.with_(length=min(kind.length, count.kind.const))
    if kind.shape in ("vector", "list") and known and not kind.grows:
        count = size(count)
        if word == "head":
            return Py(fill("X[:N]", X=x, N=count).node, rest, x.alias)
        if (count.kind.low or 0) > 0:
            return Py(fill("X[-N:]", X=x, N=count).node, rest, x.alias)
    if kind.shape == "frame" and known:
        return chosen_rows(t, fill(f"X.{word}(N)", kind, X=x, N=size(count)))
    if kind.shape == "matrix" and known and word == "head":
        return Py(fill("X[:N, :]", X=x, N=size(count)).node, rest, x.alias)
    parts = [x] if n is None else [x, n]
    if kind.is_scalar:
        rest = vector(kind.values)
    if kind.grows or kind.nullable or kind.shape == "null":  # perhaps NULL
        return call(f"rv.{word}", parts, ANY)
    return call(f"rv.{word}", parts, _any_order(rest).labelled())


@base("append", "x", "values", "after")
def _append(t: Translator, x: Py, values: Py, after: Py | None) -> Py:
    if after is not None:
        if values.kind.is_scalar and values.kind.mode == "double" and values.kind.whole:
            values = as_float(values)  # beside integers it makes doubles of them
        flat = x.kind.atomic and values.kind.atomic
        return call("rv.append", [x, values, after], vector("any") if flat else ANY)
    if x.kind.shape == "null":
        return values
    return concatenated(t, [x, values])
