"""Functions over elements: comprehensions where kinds are known, `rvalues` otherwise."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from . import _rast as r
from ._arithmetic import as_float, as_integer
from ._calls import Bound, handed_on
from ._column_classes import classes
from ._effects import called
from ._functions import Table
from ._kinds import (
    ANY,
    COUNT,
    EXACT_BITS,
    FRAME,
    INTEGER,
    NEVER,
    NUMERIC,
    Kind,
    Mode,
    Values,
    adds_exactly,
    array,
    assumed_low,
    atom,
    bits_of_product,
    column_mode,
    dict_of,
    element_of,
    fits,
    is_int,
    item_of,
    join,
    list_of,
    matrix,
    may_be_integers,
    product_stored,
    record,
    scalar,
    vector,
)
from ._positions import as_range, surely_counts
from ._pyexpr import Line, Py, Refused, call, fill, literal, name, text_of
from ._tools import array_literal, flag, length_of, many, numbers, size
from ._usage import is_call

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
        self.filled = many or (length or 0) > 0  # of nothing R makes a list


def _source(t: Translator, node: r.Node | None) -> tuple[_Source | None, Py]:
    """Find out how a comprehension goes through a value; None if only run time tells."""
    assert node is not None
    inner = node
    while isinstance(inner, r.Paren):
        inner = inner.value
    counted = as_range(t, inner)
    value = t.expr(node).or_null()
    if counted is not None:
        source = _Source(
            counted, counted.kind, length=value.kind.length, many=value.kind.many, stem="k"
        )
        source.filled |= surely_counts(t, inner)
        return source, value
    kind = value.kind
    item = element_of(kind)
    if kind.shape == "vector" and not kind.names and kind.mode not in ("any", "character"):
        each = call("rv.elements", [value]) if kind.holds_none else value
        return _Source(each, item, length=kind.length, many=kind.many), value
    texts = kind.shape == "vector" and kind.mode == "character" and not kind.names
    listed = array_literal(value)
    if texts and (isinstance(value.node, ast.Name) or listed is not None):
        labels = Py(listed) if listed is not None else value
        return _Source(
            labels, item, length=kind.length, many=kind.many, labels=labels, stem="text"
        ), value
    if kind.shape == "list":
        listing = _Source(value, item_of(kind), length=kind.length, many=kind.many, stem="item")
        return listing, value
    return None, value


def _held(body: Py) -> Py:
    """Return an element of a list; a text that is NA is a vector of one, since None is NULL."""
    unsure = body.kind.is_scalar and body.kind.mode == "character" and body.kind.na
    return call("rv.held", [body], atom(body.kind.values, bare=True)) if unsure else body


def _arrayed(made: ast.expr, body: Kind, source: _Source) -> Py | None:
    """Return the vector or matrix of the results, if their kind tells which."""
    listed = Py(made)
    if not source.filled and (source.labels is not None or not body.is_scalar):
        return None
    if body.is_scalar and body.mode != "any" and not (body.na and body.mode == "logical"):
        kind = vector(body.values, length=source.length, many=source.many, bare=True)
        if body.mode == "double":
            kind = kind.with_(stored="float")
        if source.labels is not None:
            inner = listed
            if body.mode == "double" and body.whole:
                inner = fill("np.array(X, dtype=float)", X=listed)
            return call("rv.named", [inner, source.labels], kind.labelled())
        if body.mode == "character":
            return fill("np.array(X, dtype=object)", kind, X=listed)
        if body.mode == "double" and body.whole:
            return fill("np.array(X, dtype=float)", kind, X=listed)
        if not source.filled and body.mode != "double":
            word = "bool" if body.mode == "logical" else "int" if body.complete else "float"
            return fill(f"np.array(X, dtype={word})", kind, X=listed)
        return fill("np.array(X)", kind, X=listed)
    if body.shape == "vector" and (body.length or 0) > 1 and body.mode not in ("any", "character"):
        if body.names or source.labels is not None:
            return None
        dims = (body.length, source.length)
        kind = matrix(body.values, dims=dims, many=source.many, bare=True)
        return fill("np.column_stack(X)", kind, X=listed)
    return None


def _simplified(made: ast.expr, body: Kind, source: _Source) -> Py:
    if body.is_list and len(body.items or ()) > 1:
        raise Refused("sapply() of lists makes a matrix of lists")
    if not source.filled and body.shape != "never":
        labels = [] if source.labels is None else [source.labels]
        return call("rv.simplify", [Py(made), *labels], ANY)
    return _of_template(made, body, source)


def _of_template(made: ast.expr, body: Kind, source: _Source) -> Py:
    """Return the results of ``vapply``, which has a vector also of nothing."""
    found = _arrayed(made, body, source)
    if found is not None:
        return found
    if body.shape == "never":
        return call("rv.simplify", [Py(made)], NEVER)
    labels = [] if source.labels is None else [source.labels]
    kind = ANY
    if body.is_scalar:
        kind = vector(body.values, length=source.length, many=source.many, bare=not labels)
    elif body.shape == "vector" and (body.length or 0) > 1:
        kind = matrix(body.values, dims=(body.length, source.length))
    elif body.shape == "vector" and body.many:
        kind = matrix(body.values)
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
        source, value = _source(t, X)
        unnamed = isinstance(USE_NAMES, r.Bool) and not USE_NAMES.value  # text is then no names
        kind = value.kind
        texts = kind.atomic and kind.mode in ("character", "any")
        if source is None and not unnamed and (kind.shape == "any" or (texts and kind.names)):
            return _at_run_time(t, value, FUN, dots, "rv.lapply", texts=True)
        made = _lapply(t, X, FUN, dots)
        if texts and not unnamed and (source is None or source.labels is None):
            if kind.names or kind.mode == "any":
                raise Refused("sapply() of text that may have names")
            return _named_by(made, value, X)
        if unnamed or source is None or source.labels is None or made.kind.shape == "never":
            return made
        return _named_by(made, source.labels, X)
    if simplify is not None and not isinstance(simplify, r.Bool):
        return _stacked(t, X, FUN, dots, simplify)
    unnamed = isinstance(USE_NAMES, r.Bool) and not USE_NAMES.value
    source, value = _source(t, X)
    nameless = unnamed or (not value.kind.names and value.kind.mode in NUMERIC)
    if value.kind.atomic and value.kind.length == 0 and nameless:
        return fill("[]", list_of(ANY, 0))
    if source is None or (value.kind.atomic and value.kind.length == 0):
        if unnamed and not (value.kind.atomic and not value.kind.names):
            return _at_run_time(t, value, FUN, dots, "rv.sapply", texts=False)
        return _at_run_time(t, value, FUN, dots, "rv.sapply", unnamed=unnamed)
    if unnamed:
        source.labels = None
    names, body = t.applied(FUN, [(source.stem, source.item)], dots)
    _check(body)
    results = _comprehension(names, body, source.iterable)
    if value.kind.shape == "vector" and _perhaps_none(value.kind) and source.stem != "k":
        labels = [] if source.labels is None else [source.labels]
        return call(
            "rv.simplify", [Py(results), *labels], NEVER if body.kind.shape == "never" else ANY
        )
    return _simplified(results, body.kind, source)


def _named_by(made: Py, labels: Py, node: r.Node | None) -> Py:
    """Return results as a list with the texts they were made of as names: a dict if all differ."""
    if made.kind.shape == "never":
        return made
    keys = labels.node.elts if isinstance(labels.node, ast.List) else []
    texts = [key.value for key in keys if isinstance(key, ast.Constant)]
    written = len(keys) > 0 and len(set(texts)) == len(keys)
    if written or labels.kind.shape == "dict" or is_call(node, "names", "unique", "levels", "ls"):
        kind = dict_of(made.kind.item or ANY)
        return fill("dict(zip(K, V, strict=True))", kind, K=labels, V=made)
    return call("rv.listed", [made, labels], ANY)


def _stacked(t: Translator, X: r.Node, FUN: r.Node, dots: list[r.Arg], simplify: r.Node) -> Py:
    """``simplify = "array"``: matrices become the slices of an array."""
    if not isinstance(simplify, r.Str) or simplify.value != "array":
        raise Refused("this simplify of sapply() has no translation")
    source, value = _source(t, X)
    unsure = source is None and not value.kind.is_list and value.kind.shape != "never"
    if unsure and value.kind.atomic and value.kind.mode not in ("character", "any"):
        return _as_slices(_at_run_time(t, value, FUN, dots, "rv.lapply"))  # by its own names
    if unsure and not isinstance(X, r.Name):
        raise Refused('simplify = "array" of sapply() over values that are not known')
    listed = _sapply(t, X, FUN, dots, r.Bool(simplify.span, value=False), None)
    if unsure:  # texts are the names of what they are mapped to
        listed = call("rv.set_names", [listed, call("rv.labels_of", [value])], ANY)
    return _as_slices(listed, None if source is None else source.length)


# What has no dimensions, so that several of them are a matrix, not an array.
_WITHOUT_DIMENSIONS = ("scalar", "vector", "list", "dict", "frame", "factor", "null", "never")


def _as_slices(listed: Py, count: int | None = None) -> Py:
    """Return a list of matrices as an array, and of vectors as a matrix."""
    if listed.kind.shape == "never" or item_of(listed.kind).shape == "never":
        return call("rv.simplify2array", [listed], NEVER)
    item = item_of(listed.kind) if listed.kind.is_list else ANY
    if item.shape == "matrix" and item.mode != "any" and listed.kind.filled:
        dims = (*(item.dims or (None, None)), count)
        if listed.kind.shape == "list" and item.labels.bare:
            made = array(item.values, dims=dims, bare=True)
            return fill("np.stack(X, axis=-1)", made, X=listed)
        return call("rv.simplify2array", [listed], array(item.values, dims=dims))
    return call("rv.simplify2array", [listed], ANY)


def _perhaps_none(kind: Kind) -> bool:
    """Whether there may be no elements, of which R makes a list; those of a list are data."""
    return (kind.atomic or kind.shape == "dict") and not (kind.filled or kind.items)


def _at_run_time(
    t: Translator,
    value: Py,
    function: r.Node,
    dots: list[r.Arg],
    word: str,
    *,
    unnamed: bool = False,
    texts: bool | None = None,
) -> Py:
    """``rv.sapply`` and ``rv.lapply`` look at names and lengths themselves."""
    kind = value.kind
    told = classes(t, value, function, dots, listed=word == "rv.lapply")
    if told is not None and not unnamed:
        return told
    item = _handed(kind)
    if kind.shape == "frame":
        item = vector(many=True, bare=True)
        if len({column.mode for _, column in kind.items or ()}) == 1:
            item = item_of(kind)
    if kind.shape == "never":
        item = NEVER
    names, body = _applied_apart(t, function, [("x", item)], dots)
    _check(body)
    result: Kind = ANY
    some = kind.shape == "any"  # then an error tells that there is nothing
    filled = kind.filled or some or kind.shape == "frame"
    named = kind.shape in ("dict", "frame") or kind.names or kind.mode in ("character", "any")
    if word == "rv.sapply" and body.kind.is_scalar and filled:
        result = vector(
            body.kind.values,
            bare=not named or unnamed,
            length=len(kind.items) if kind.items else kind.length,
            many=kind.many,
        )
    elif (
        word == "rv.sapply"
        and filled
        and body.kind.shape == "vector"
        and ((body.kind.length or 0) > 1 or body.kind.many)
    ):
        result = matrix(body.kind.values)
    if word == "rv.lapply":
        result = dict_of(body.kind).with_(many=kind.many or kind.shape == "frame")
        if kind.shape not in ("dict", "frame"):
            result = ANY
        if kind.shape == "dict" and kind.items is not None:
            result = record(tuple(((k, body.kind) for k, _ in kind.items)))
        if kind.mode == "character" and kind.atomic and not kind.names:
            result = list_of(body.kind)
    if kind.shape == "never" or body.kind.shape == "never":
        result = NEVER
    counted = kind.shape == "dict" and kind.items is None  # by its groups, of which it has some
    asked = word == "rv.sapply" and (some or counted) and result.atomic
    if word == "rv.sapply" and not result.atomic and body.kind.is_scalar and body.kind.whole:
        if body.kind.either:
            result = result if result.shape == "never" else ANY.with_(either=True)
        else:  # class() tells doubles by their type where nothing else does
            body = as_float(body)
    made = as_lambda(names, body)
    words = {
        "use_names": literal(False) if unnamed else None,
        "texts": None if texts is None else literal(texts),
    }
    return call(word, [value, made], result, some=literal(True) if asked else None, **words)


def _handed(kind: Kind) -> Kind:
    """Return the kind of an element as the rules hand it on: a text that is NA as one of many."""
    if not kind.atomic:
        return item_of(kind) if kind.is_list else ANY
    item = element_of(kind)
    return atom(item.values, bare=True) if item.missing_text else item


def _applied_apart(
    t: Translator, function: r.Node, values: list[tuple[str, Kind]], extra: Sequence[r.Arg] = ()
) -> tuple[list[str], Py]:
    """Apply a function whose results are elements of a list, which share nothing."""
    names, body = t.applied(function, values, extra)
    return names, t.owned(body)


@applying("lapply", "X", "FUN", "...", lazy=True)
def _lapply(t: Translator, X: r.Node, FUN: r.Node, dots: list[r.Arg]) -> Py:
    value_source, value = _source(t, X)
    kind = value.kind
    if kind.shape == "dict" and isinstance(value.node, ast.Name):
        names, body = _applied_apart(t, FUN, [("item", item_of(kind))], dots)
        _check(body)
        items: Kind
        if kind.items is not None:
            items = record(tuple(((k, body.kind) for k, _ in kind.items)))
        else:
            items = dict_of(body.kind).with_(many=kind.many)
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
    names, body = _applied_apart(t, FUN, [(value_source.stem, value_source.item)], dots)
    _check(body)
    body = _held(body)
    made_list = _comprehension(names, body, value_source.iterable)
    return Py(made_list, list_of(body.kind, length=value_source.length, many=value_source.filled))


@applying("vapply", "X", "FUN", "FUN.VALUE", "...", "USE.NAMES", lazy=True)
def _vapply(
    t: Translator,
    X: r.Node,
    FUN: r.Node,
    FUN_VALUE: r.Node,
    dots: list[r.Arg],
    USE_NAMES: r.Node | None,
) -> Py:
    template = t.expr(FUN_VALUE)
    if template.kind.shape not in _WITHOUT_DIMENSIONS:
        return _template_slices(t, X, FUN, template, dots, USE_NAMES)
    single = template.kind.is_scalar or template.kind.length == 1
    unnamed = isinstance(USE_NAMES, r.Bool) and not USE_NAMES.value
    source, value = _source(t, X)
    if source is not None and (value.kind.length == 0 or value.kind.grows):
        source.filled = False
    if source is None:
        made = _at_run_time(t, value, FUN, dots, "rv.sapply", unnamed=unnamed)
        kind = made.kind
        if single and kind.shape != "vector" and isinstance(made.node, ast.Call):
            made.node.keywords.append(ast.keyword("inner_names", ast.Constant(False)))
        if single and kind.shape != "vector":
            kind = vector(template.kind.mode, bare=unnamed, length=value.kind.length)
        if value.kind.shape == "never":
            kind = NEVER
        filled = value.kind.filled or value.kind.shape in ("frame", "never")
        if isinstance(made.node, ast.Call) and not filled:  # of nothing it is a vector, no list
            made.node.keywords = [word for word in made.node.keywords if word.arg != "some"]
        sure = filled and (kind.shape == "never" or _surely_fits(made.kind, template.kind))
        made = made.of(kind) if sure else _typed(made, template, kind)
        made = _brought_to(made, template.kind)
        return made if filled or not made.kind.atomic else made.of(made.kind.with_(stored=""))
    if unnamed:
        source.labels = None
    names, body = t.applied(FUN, [(source.stem, source.item)], dots)
    _check(body)
    listed = _comprehension(names, body, source.iterable)
    never = body.kind.shape == "never" and value.kind.length != 0
    stops = body.kind.atomic and not fits(body.kind.mode, template.kind.mode)
    if (never or (source.filled and not (single and not body.kind.is_scalar))) and not stops:
        return _brought_to(_of_template(listed, body.kind, source), template.kind)
    plain = _arrayed(listed, body.kind, source)
    if plain is not None and body.kind.is_scalar and not stops:
        return _brought_to(plain, template.kind)
    labels = [] if source.labels is None else [source.labels]
    inner = literal(False) if single else None
    made = call("rv.simplify", [Py(listed), *labels], inner_names=inner)
    kind = ANY
    if single:
        kind = vector(template.kind.mode, length=source.length, many=source.many, bare=not labels)
    sure = source.filled and _surely_fits(body.kind, template.kind)
    return made.of(kind) if sure else _typed(made, template, kind)


def _surely_fits(kind: Kind, template: Kind) -> bool:
    """Whether values are of the type of a template of ``vapply``, or R brings them to it."""
    return kind.atomic and kind.mode != "any" and fits(kind.mode, template.mode)


def _template_slices(
    t: Translator,
    X: r.Node,
    FUN: r.Node,
    template: Py,
    dots: list[r.Arg],
    USE_NAMES: r.Node | None,
) -> Py:
    """Return the results of ``vapply`` for a matrix as a template: the slices of an array."""
    if template.kind.shape not in ("matrix", "array") or not template.kind.labels.bare:
        raise Refused("vapply() with a template that may have names or is not known")
    if USE_NAMES is None:
        made = _stacked(t, X, FUN, dots, r.Str(X.span, "array"))
    else:
        made = _as_slices(_sapply(t, X, FUN, dots, r.Bool(X.span, value=False), USE_NAMES))
    if not made.kind.atomic or made.kind.shape == "any":
        made = _typed(made, template, made.kind)
    return _brought_to(made, template.kind)


def _typed(made: Py, template: Py, kind: Kind) -> Py:
    """Return the results of ``vapply``, which of nothing are as many of the template's type."""
    if template.kind.mode == "double" and template.kind.whole:
        template = as_float(template)
    return call("rv.typed", [made, template], kind)


def _brought_to(made: Py, template: Kind) -> Py:
    """Return results with the mode of the template, to which ``vapply`` brings them."""
    kind = made.kind
    if not kind.atomic or kind.mode == template.mode or not fits(kind.mode, template.mode):
        return made
    if kind.mode == "logical":
        if kind.na:
            raise Refused("vapply() of logicals that are to be numbers")
        return as_float(made) if template.mode == "double" else as_integer(made)
    return made.of(kind.with_(mode="double", stored="int" if is_int(kind) else ""))


def _zipped(
    t: Translator, function: r.Node, args: list[r.Arg], extra: list[r.Arg], *, held: bool = False
) -> tuple[ast.expr, Py, _Source, list[Py]]:
    """Return the results of a function of several arguments that run together.

    Where they are `held`, they are the elements of a list.
    """
    sources: list[_Source] = []
    values: list[Py] = []
    for arg in args:
        source, value = _source(t, arg.value)
        values.append(value)
        if source is None:
            kind = value.kind
            item = _handed(kind)
            source = _Source(call("rv.items", [value]), item, length=kind.length, many=kind.many)
            if kind.shape == "dict":
                source.iterable = fill("X.values()", X=value)
        elif value.kind.atomic and source.item.missing_text:
            source.iterable, source.item = call("rv.items", [value]), _handed(value.kind)
        if value.kind.is_scalar:
            source.length = 1
        source.filled |= value.kind.filled
        sources.append(source)
    stems = ["x", "y", "z", "u", "v", "w"]
    bound = [(stems[k % 6], s.item) for k, s in enumerate(sources)]
    call_args = [arg.name for arg in args]
    names, body = _applied_named(t, function, bound, call_args, extra)
    body = _check(t.owned(body))
    if held:
        body = _held(body)
    lengths = {s.length for s in sources}
    known = lengths.pop() if len(lengths) == 1 else None
    iterables = [s.iterable for s in sources]
    sure = all(v.kind.shape in ("vector", "list", "dict") for v in values)
    if (
        known is None
        and len(values) > 1
        and (not sure or any(s.length is not None for s in sources))
    ):
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
        length=known if known is not None or len(sources) > 1 else first.length,
        many=any(s.many for s in sources),
        labels=first.labels,
    )
    whole.filled = all(s.filled for s in sources)
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
    from ._calls import Bound

    names = [label or stem for label, (stem, _) in zip(labels, bound, strict=True)]
    names = [t.temporary(n.replace(".", "_")) for n in names]
    args = [
        r.Arg(label, Bound(function.span, name(n, kind, alias=False)))
        for n, label, (_, kind) in zip(names, labels, bound, strict=True)
    ]
    return names, t.call(r.Call(function.span, function, [*args, *extra]))


_OF_MAPPLY = ("MoreArgs", "SIMPLIFY", "USE.NAMES")


def _more_arguments(more: r.Node | None, function: str) -> list[r.Arg]:
    """Return the arguments that all calls are given."""
    if more is None:
        return []
    if not (isinstance(more, r.Call) and is_call(more, "list")):
        raise Refused(f"MoreArgs of {function}() must be written out")
    return more.args


@applying("Map", "f", "...", lazy=True)
def _map(t: Translator, f: r.Node, dots: list[r.Arg]) -> Py:
    options = {arg.name: arg.value for arg in dots if arg.name in _OF_MAPPLY}
    if set(options) - {"MoreArgs"}:  # R has these twice, but for USE.NAMES
        raise Refused("Map() with options of mapply()")
    extra = _more_arguments(options.get("MoreArgs"), "Map")
    dots = [arg for arg in dots if arg.name not in _OF_MAPPLY]
    made, body, source, values = _zipped(t, f, dots, extra, held=True)
    first = values[0].kind
    if source.labels is not None or first.shape == "dict":
        labels = source.labels if source.labels is not None else values[0]
        return _named_by(Py(made, list_of(body.kind)), labels, dots[0].value)
    if first.names or first.shape not in ("vector", "list", "scalar") or first.mode == "character":
        return call("rv.listed", [Py(made), call("rv.labels_of", [values[0]])], ANY)
    return Py(made, list_of(body.kind, length=source.length, many=source.filled))


@applying("mapply", "FUN", "...", "MoreArgs", "SIMPLIFY", "USE.NAMES", lazy=True)
def _mapply(
    t: Translator,
    FUN: r.Node,
    dots: list[r.Arg],
    MoreArgs: r.Node | None,
    SIMPLIFY: r.Node | None,
    USE_NAMES: r.Node | None,
) -> Py:
    extra = _more_arguments(MoreArgs, "mapply")
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
        return Py(made, list_of(body.kind, length=source.length, many=source.filled))
    if source.labels is not None and not isinstance(made, ast.ListComp):
        kind = NEVER if body.kind.shape == "never" else ANY  # there may be more values than names
        return call("rv.simplify", [Py(made), source.labels], kind)
    return _simplified(made, body.kind, source)


@applying("replicate", "n", "expr", "simplify", lazy=True)
def _replicate(t: Translator, n: r.Node, expr: r.Node, simplify: r.Node | None) -> Py:
    count = size(t.expr(n))
    found = t.functions.in_place(expr)
    _, body = _applied_apart(t, found, [])
    _check(body)
    iterable = fill("range(N)", N=count)
    source = _Source(iterable, COUNT, length=length_of(count.kind), many=many(count.kind))
    source.filled |= (assumed_low(count.kind) or 0) >= 1
    made = _comprehension(["_"], body, iterable)
    listed = Py(made, list_of(body.kind, length=source.length, many=source.filled))
    match simplify:
        case r.Bool(value=False):
            return listed
        case r.Bool():
            return _simplified(made, body.kind, source)
        case None | r.Str(value="array") if body.kind.shape in _WITHOUT_DIMENSIONS:
            return _simplified(made, body.kind, source)
        case None | r.Str(value="array"):
            return _as_slices(listed, source.length)
    raise Refused("this simplify of replicate() has no translation")


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
    listed = simplify is not None and not flag(t.expr(simplify), True, "simplify of apply()")
    value = t.expr(X)
    margin = t.expr(MARGIN)
    kind = value.kind
    axis = margin.kind.const
    plain = kind.shape == "matrix" and not kind.names and kind.mode not in ("any",)
    if kind.shape == "atomic" and axis in (1, 2):  # R refuses anything but a matrix
        kind = matrix(kind.values)
    known = isinstance(FUN, r.Name) and not dots and not listed and t.lookup(FUN.name) is None
    short = FUN.name if known and isinstance(FUN, r.Name) else ""
    alike = short in ("max", "min") or adds_exactly(kind)  # numpy adds doubles otherwise than R
    if plain and axis in (1, 2) and short in _AXIS and kind.numeric and (alike or short == "sum"):
        return _reduced(t, value, 1 if axis == 1 else 0, short, kind)
    cells = _margins(MARGIN)
    if (
        kind.shape == "array"
        and not kind.names
        and short in _AXIS
        and alike
        and cells is not None
        and kind.dims is not None
        and (len(kind.dims) == 3 and len(cells) == 2 and kind.numeric)
    ) and cells == [1, 2]:
        mode: Mode = (
            "double" if short == "mean" else "integer" if kind.mode == "logical" else (kind.mode)
        )
        return fill(
            f"X.{_AXIS[short]}(axis=2)",
            matrix(_reduced_values(kind, short, mode), dims=kind.dims[:2], bare=kind.labels.bare),
            X=numbers(value) if short in ("max", "min") else value,
        )
    item = vector(kind.values, many=kind.many, labels=kind.labels)
    if kind.dims is not None and axis in (1, 2) and kind.shape == "matrix":
        extent = kind.dims[2 - int(axis)]
        item = item.with_(length=extent, many=item.many and (extent is None or extent > 1))
    if kind.shape == "array" and axis in (1, 2, 3):
        item = matrix(kind.values, many=kind.many, bare=kind.labels.bare)
    if kind.shape in ("any", "never"):
        item = ANY if kind.shape == "any" else NEVER
    if cells is not None and len(cells) == 2 and kind.shape == "matrix":
        item = element_of(kind)
    if kind.shape == "frame":
        item = vector(column_mode(kind), many=True)
    stem = "row" if axis == 1 else "column" if axis == 2 else "part"
    names, body = t.applied(FUN, [(stem, item)], dots)
    _check(body)
    if plain and axis in (1, 2):
        iterable = value if axis == 1 else fill("X.T", X=value)
        extent = None if kind.dims is None else kind.dims[int(axis) - 1]
        source = _Source(iterable, item, length=extent, many=extent is None)
        if listed and source.filled:
            comprehended = _comprehension(names, body, iterable)
            return Py(comprehended, list_of(body.kind).with_(length=extent))
        if body.kind.shape != "null":  # of NULL alone R has NULL
            made = _simplified(_comprehension(names, body, iterable), body.kind, source)
            several = body.kind.many or (body.kind.length or 0) > 1
            unnamed = body.kind.labels.bare or several  # names of single values are lost
            if (kind.filled and unnamed) or not made.text.startswith("rv.simplify("):
                return made  # of no rows R calls the function once, for what it returns
    result: Kind = ANY
    one_axis = axis in (1, 2, 3)
    if one_axis and body.kind.is_scalar:
        result = vector(body.kind.values, many=True)
    elif (
        one_axis and body.kind.shape == "vector" and ((body.kind.length or 0) > 1 or body.kind.many)
    ) or (cells is not None and body.kind.is_scalar and len(cells) == 2):
        result = matrix(body.kind.values)
    if listed or (result.shape == "matrix" and not kind.filled):
        result = ANY
    if "never" in (kind.shape, body.kind.shape):
        result = NEVER
    whole = literal(False) if listed else None
    return call("rv.apply", [value, margin, as_lambda(names, body)], result, simplify_results=whole)


def _reduced(t: Translator, value: Py, over: int, word: str, kind: Kind) -> Py:
    extent = None if kind.dims is None else kind.dims[1 - over]
    mode: Mode = "double" if word == "mean" else "integer" if kind.mode == "logical" else kind.mode
    known = _reduced_values(kind, word, mode)
    new = vector(known, length=extent, many=kind.many and extent is None, bare=True)
    if word in ("max", "min"):
        value = numbers(value)
    elif not adds_exactly(kind):
        return call("rv.row_sums" if over == 1 else "rv.col_sums", [value], new)
    return fill(f"X.{_AXIS[word]}(axis={over})", new, X=value)


def _reduced_values(kind: Kind, word: str, mode: Mode) -> Values:
    """Return what holds of sums, means or extremes along an axis."""
    if word == "mean":
        finite = kind.finite and kind.filled
        values = kind.values.averaged()
        return values.having(mode=mode, complete=finite, finite=finite, stored="float")
    if word == "sum":
        low = 0 if kind.low is not None and kind.low >= 0 else None
        complete = kind.finite or (kind.complete and low is not None)
        return kind.values.having(
            mode=mode, complete=complete, finite=kind.finite, low=low, high=None, soft=None,
            stored=kind.stored,
        )  # fmt: skip
    return kind.values.having(mode=mode, stored=kind.stored)  # numpy refuses what is empty


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
        product = not isinstance(FUN, r.Name) and op == "*"  # R's is that of matrices: doubles
        whole = op != "/" and not product and a.kind.mode == b.kind.mode == "integer"
        mode: Mode = "integer" if whole else "double"
        kind = matrix(
            mode,
            dims=dims,
            stored=""
            if mode != "double"
            else "float"
            if op == "/"
            else product_stored(a.kind, b.kind),
            finite=op != "/" and a.kind.finite and b.kind.finite,
            either=mode == "double" and op in "+-" and may_be_integers(a.kind, b.kind),
            bare=True,
            bits=min(bits_of_product(a.kind, b.kind), EXACT_BITS),
        )
        if op == "*" and kind.stored != "float" and bits_of_product(a.kind, b.kind) > EXACT_BITS:
            a, kind = as_float(a), kind.with_(stored="float", mode="double")
        word = "np.outer(A, B)" if op == "*" else f"{ufuncs[op]}.outer(A, B)"
        return fill(word, kind, A=a, B=b)
    flat = all(v.kind.shape in ("scalar", "vector") for v in (a, b))  # else an array
    if op == "*":
        return call("rv.outer", [a, b], matrix("double") if flat else ANY)
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
    kinds = [vector(v.kind.values, many=True, bare=True) if v.kind.atomic else ANY for v in (a, b)]
    names, body = t.applied(FUN, [("x", kinds[0]), ("y", kinds[1])], dots)
    _check(body)
    result = matrix(body.kind.values, dims=dims) if body.kind.atomic and flat else ANY
    return call("rv.outer", [a, b, as_lambda(names, body)], result)


def _outer_elements(t: Translator, a: Py, b: Py, function: r.Node, dots: list[r.Arg]) -> Py:
    """``outer`` of a function of single values, which is called down the columns."""
    items = [element_of(v.kind) if v.kind.atomic else ANY for v in (a, b)]
    names, body = t.applied(function, [("x", items[0]), ("y", items[1])], dots)
    _check(body)
    single = body.kind.is_scalar and not body.kind.values.none and body.kind.mode != "any"
    kind = matrix(body.kind.values, dims=(a.kind.length, b.kind.length), bare=True)
    plain = all(v.kind.shape == "vector" and v.kind.filled and not v.kind.names for v in (a, b))
    if not (single and plain and _is_told_again(a)):
        called = call("rv.vectorized", [as_lambda(names, body)])
        bare = single and all(v.kind.atomic and not v.kind.names for v in (a, b))
        return call("rv.outer", [a, b, called], kind if bare else ANY)
    made = Py(_comprehension([names[1]], Py(_comprehension([names[0]], body, a)), b))
    if body.kind.mode == "double":
        return fill("np.array(X, dtype=float).T", kind.with_(stored="float"), X=made)
    return fill("np.array(X).T", kind, X=made)


def _is_told_again(value: Py) -> bool:
    """Whether an expression may be evaluated several times: names, constants and sequences."""
    calls = [node for node in ast.walk(value.node) if isinstance(node, ast.Call)]
    return all(text_of(node.func) in ("range", "len", "np.arange", "np.array") for node in calls)


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
    item = _handed(kind)
    start = None if init is None else t.expr(init)
    running = item if start is None else start.kind
    if item.shape == "function":  # one makes what the next is given: no kind holds of all
        running = ANY
    for _ in range(4):
        with t.output.trial():
            new = join(running, t.applied(f, [("a", running), ("b", item)])[1].kind)
        if new == running:
            break
        running = new.plain() if new.atomic else new
    else:
        running = ANY
    names, body = t.applied(f, [("a", running), ("b", item)])
    _check(body)
    made = as_lambda(names, body)
    words = {
        "init": start,
        "accumulate": _asked_for(t, accumulate),
        "right": _asked_for(t, right),
    }
    texts = kind.atomic and element_of(kind).missing_text
    if all(word is None for key, word in words.items() if key != "init") and (
        kind.shape in ("list", "vector") and not texts
    ):
        each = call("rv.elements", [value]) if kind.holds_none else value
        parts = [made, each] if start is None else [made, each, start]
        return call("functools.reduce", parts, running)
    sure = kind.filled or start is not None or running.shape == "never"  # of nothing it is NULL
    result = ANY if words["accumulate"] is not None or not sure else running
    return call("rv.reduce", [made, value], result, **words)


def _asked_for(t: Translator, node: r.Node | None) -> Py | None:
    """Return a setting, unless it is FALSE, which is what it is when it is not given."""
    return None if node is None or (isinstance(node, r.Bool) and not node.value) else t.expr(node)


@applying("Filter", "f", "x", lazy=True)
def _filter(t: Translator, f: r.Node, x: r.Node) -> Py:
    value = t.expr(x)
    kind = value.kind
    item = _handed(kind)
    names, body = t.applied(f, [("x", item)])
    if kind.shape == "list" and body.kind.is_scalar:
        if not (body.kind.numeric and body.kind.complete):
            body = call("rv.is_true", [body])
        made = fill("[V for V in X if B]", list_of(item), V=names[0], X=value, B=body)
        node = made.node
        assert isinstance(node, ast.ListComp)
        node.generators[0].target = ast.Name(names[0], ast.Store())
        return replace(made, alias=value.alias)
    single = body.kind.is_scalar  # else there may be places beyond the last, which are NA or NULL
    new = ANY
    if kind.atomic:
        new = kind.subset() if single else kind.subset().with_gaps()
    elif kind.shape == "never":
        new = kind
    elif kind.shape == "list":
        new = list_of(item if single else ANY)
    elif single and kind.shape in ("dict", "frame"):
        new = dict_of(item) if kind.shape == "dict" else FRAME
    return replace(call("rv.filter_", [as_lambda(names, body), value], new), alias=value.alias)


@applying("do.call", "what", "args", lazy=True)
def _do_call(t: Translator, what: r.Node, args: r.Node) -> Py:
    function = r.Name(what.span, what.value) if isinstance(what, r.Str) else what
    if (
        isinstance(args, r.Call)
        and isinstance(args.function, r.Name)
        and (args.function.name == "list")
    ):
        return t.call(r.Call(what.span, function, _as_values(function, args.args)))
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
        else call("rv.arguments", [value])
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
                vector(item.values, bare=True),
                X=value,
            )
        if kind.shape == "list" and item.is_scalar and item.whole and item.complete:
            return fill("rv.c(*map(float, X))", ANY, X=value)
        if kind.shape == "list":
            return fill("rv.c(*X)", ANY, X=_starred(spread))
        return call("rv.c_all", [value], ANY)
    if t.is_own(function.name):
        target = t.expr(function)
        if kind.shape == "dict" and kind.items is not None:
            bound = _items_of(t, args, value)
            return t.call_value(target, bound, function.name)
        for info in target.kind.functions:
            if info.forms is not None:
                raise Refused("do.call() of a function with ... and a list that is not known")
            for param in info.node.params:
                t.scopes.news |= info.receive(param.name, item)
                if param.name not in info.optional and param.default is not None:
                    info.optional.add(param.name)
                    t.scopes.news = True
            called(t, info, [r.Arg(None, args)])
        handed_on(t, target)
        if kind.shape == "list":
            return Py(ast.Call(target.node, [ast.Starred(spread.node, ast.Load())], []), ANY)
        return call("rv.do_call", [target, value], ANY)
    if function.name in ("sum", "max", "min", "paste", "paste0", "cat"):
        if function.name.startswith("paste"):
            if kind.shape == "list":
                return fill(f"rv.{function.name}(*X)", ANY, X=_starred(spread))
            return call("rv.do_call", [fill(f"rv.{function.name}"), value], ANY)
        if function.name != "cat":
            return call(f"rv.{function.name}_", [fill("rv.c(*X)", X=_starred(spread))], scalar())
    if kind.shape == "dict" and kind.items is not None:
        bound = _items_of(t, args, value)
        return t.call(r.Call(what.span, function, bound))
    listed = t.library.lists.get(function.name)
    if listed is not None and t.library.find(function.name) is not None:
        return listed(t, value)
    raise Refused(f"do.call() of {function.name}() with a list that is not known")


def _as_values(function: r.Node, args: list[r.Arg]) -> list[r.Arg]:
    """Return arguments for a function that R hands values, in which variables have no names."""
    word = function.name if isinstance(function, r.Name) else ""
    if word == "data.frame" and any(not arg.name for arg in args):
        raise Refused("do.call() of data.frame() with a column without a name")
    if word not in ("rbind", "cbind", "table"):
        return list(args)
    return [
        r.Arg(arg.name, r.Paren(arg.value.span, arg.value) if arg.value is not None else None)
        for arg in args
    ]


def _items_of(t: Translator, args: r.Node, value: Py) -> list[r.Arg]:
    """Return the elements of a list as arguments; one that is computed is computed once."""
    source = args
    if not isinstance(args, r.Name):
        held = t.temporary("arguments")
        t.emit(Line(f"{held} = {value.text}"))
        source = Bound(args.span, Py(ast.Name(held, ast.Load()), value.kind))
    return [r.Arg(key, r.Dollar(args.span, source, key)) for key, _ in value.kind.items or ()]


def _starred(value: Py) -> list[Py]:
    return [Py(ast.Starred(value.node, ast.Load()), value.kind)]


def _bound_list(t: Translator, word: str, value: Py, item: Kind, spread: Py) -> Py:
    rows = word == "rbind"
    kind = value.kind
    if item.is_list:
        raise Refused(f"{word}() of lists makes a list with dimensions")
    if (
        kind.shape == "list"
        and item.shape in ("vector", "matrix")
        and not item.names
        and (item.mode not in ("any", "character"))
    ):
        new = matrix(item.values, bare=True)
        if item.shape == "vector":
            new = new.with_(dims=(kind.length, item.length) if rows else (item.length, kind.length))
        return fill("np.vstack(X)" if rows else "np.column_stack(X)", new, X=value)
    result = (
        matrix(item.values) if item.atomic else (item if item.shape in ("frame", "never") else ANY)
    )
    groups = kind.shape == "dict" and not kind.length  # of which there may be none
    if result.atomic and kind.is_list and not kind.items and (groups or not kind.filled):
        result = result.with_(tag="null")
    if kind.shape == "dict":
        labels = fill("list(X)", X=value)
        return fill(f"rv.{word}(*X, names=N)", result, X=_starred(spread), N=labels)
    if kind.shape != "list":
        return call(f"rv.{word}_all", [value], result)
    return fill(f"rv.{word}(*X)", result, X=_starred(spread))


@applying("lengths", "x")
def _lengths(t: Translator, x: Py) -> Py:
    if t.usage.methods("length"):
        raise Refused("lengths() where the script has methods of length()")
    item = item_of(x.kind) if x.kind.is_list else NEVER
    if item.is_scalar and item.mode in ("character", "any") and item.na:
        raise Refused("lengths() of a list with a text that may be NA, which is None as NULL is")
    return call(
        "rv.lengths",
        [x],
        vector("integer", finite=True, low=0, bare=x.kind.shape == "list", length=x.kind.length),
    )


@applying("Find", "f", "x", lazy=True)
def _find(t: Translator, f: r.Node, x: r.Node) -> Py:
    value = t.expr(x)
    kind = value.kind
    item = _handed(kind)
    names, body = t.applied(f, [("x", item)])
    return replace(call("rv.find", [as_lambda(names, body), value], ANY), alias=value.alias)


@applying("Position", "f", "x", lazy=True)
def _position(t: Translator, f: r.Node, x: r.Node) -> Py:
    value = t.expr(x)
    kind = value.kind
    item = _handed(kind)
    names, body = t.applied(f, [("x", item)])
    return call("rv.position", [as_lambda(names, body), value], INTEGER.with_(low=1))


@applying("identity force", "x")
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
            return fill("{**A, **B}", record(tuple(merged.items())), A=x, B=val)
    shapes = ("dict", "list", "any", "never")
    if x.kind.shape not in shapes or val.kind.shape not in shapes:
        raise Refused("modifyList() of what is no list")
    kind = NEVER if "never" in (x.kind.shape, val.kind.shape) else ANY
    return call("rv.modify_list", [t.owned(x), t.owned(val)], kind)


@applying("drop", "x")
def _drop(t: Translator, x: Py) -> Py:
    return call(
        "rv.drop",
        [x],
        atom(x.kind.values, labels=x.kind.labels) if x.kind.atomic else ANY,
    )


@applying("simplify2array", "x")
def _simplify2array(t: Translator, x: Py) -> Py:
    if not x.kind.is_list and x.kind.shape not in ("any", "never"):
        raise Refused("simplify2array() of what is no list")
    return _as_slices(x)
