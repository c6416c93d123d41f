"""Kinds claim nothing unless it is said, and what their methods claim is so."""

import ast
from pathlib import Path

import numpy as np
import pytest
from dagbag.r_compat.migrate import _functions, _kinds
from dagbag.r_compat.migrate._functions import Table
from dagbag.r_compat.migrate._kinds import (
    ANY,
    FRAME,
    NEVER,
    NULL,
    TEXTS,
    TRUTHS,
    Extents,
    Kind,
    Labels,
    Values,
    array,
    atom,
    combined_values,
    constant,
    dict_of,
    join,
    list_of,
    matrix,
    record,
    scalar,
    vector,
    widen,
)
from dagbag.r_compat.rvalues import named
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kindclaims import false_claim, holds

FOLDER = Path(_kinds.__file__).parent
PARTS = ("Kind", "Values", "Extents", "Labels")


# Where kinds are made


def made_elsewhere(tree):
    """Lines that make a kind or a part of it by hand."""
    found = []
    replaced = {"replace"}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "dataclasses":
            replaced |= {a.asname for a in node.names if a.name == "replace" and a.asname}
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        of_kind = name in replaced and node.args and "kind" in ast.unparse(node.args[0])
        if name in PARTS or of_kind:
            found.append(node.lineno)
    return found


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.name)
def test_kinds_are_made_in_one_place(path):
    lines = made_elsewhere(ast.parse(path.read_text(encoding="utf-8")))
    assert path.name == "_kinds.py" or not lines


def test_a_kind_made_by_hand_is_found():
    for text in ("Kind('any')", "x = _kinds.Values('double')", "replace(x.kind, values=v)"):
        assert made_elsewhere(ast.parse(text)) == [1]


def _entry(_, x):
    return x


def test_a_function_is_entered_once():
    table = Table("base")
    table("f", "x")(_entry)
    for enter in (table("g f", "x"), table.statement("s s"), table.store("p p")):
        with pytest.raises(ValueError, match="is entered twice"):
            enter(_entry)
    other = Table("base")
    other("f", "x")(_entry)
    with pytest.raises(ValueError, match="f is entered twice"):
        _functions.merged([table, other])


# What a fresh part says


@pytest.mark.parametrize("make", [scalar, vector, matrix, array, atom])
def test_what_is_not_said_is_not_claimed(make):
    kind = make("double")
    assert kind.na
    assert kind.whole
    assert kind.native
    assert not kind.finite
    assert kind.values == Values("double")
    assert kind.extents == Extents()
    assert kind.labels == Labels(bare=make is scalar)  # a single value of Python has no name


# Values of Python, and kinds that hold for them

NUMBERS = st.one_of(st.floats(-5, 5), st.sampled_from([0.0, 1.0, -2.0, np.nan, np.inf, -np.inf]))
ELEMENTS = {
    "double": NUMBERS,
    "integer": st.integers(-5, 5),
    "logical": st.booleans(),
    "character": st.sampled_from(["", "a", "b"]),
}


@st.composite
def arrays(draw, modes=tuple(ELEMENTS), shapes=("vector", "matrix")):
    mode = draw(st.sampled_from(modes))
    shape = draw(st.sampled_from(shapes))
    dims = draw(st.tuples(st.integers(0, 4), st.integers(0, 4)))[: 1 if shape == "vector" else 2]
    count = int(np.prod(dims))
    dtype = {"double": float, "integer": int, "logical": bool, "character": object}[mode]
    values = np.array(draw(st.lists(ELEMENTS[mode], min_size=count, max_size=count)), dtype=dtype)
    if shape == "vector" and draw(st.booleans()):
        values = named(values, np.array([f"n{k}" for k in range(count)], dtype=object))
    return values.reshape(dims) if shape == "matrix" else values


@st.composite
def kinds_of(draw, value):
    """Some of what is true of an array."""
    mode = {"f": "double", "i": "integer", "b": "logical", "O": "character"}[value.dtype.kind]
    claims = {}
    if mode != "character":
        numbers = np.asarray(value, dtype=float)
        there = numbers[~np.isnan(numbers)]
        claims["complete"] = there.size == numbers.size
        claims["finite"] = bool(np.isfinite(numbers).all())
        claims["low"] = float(there.min()) if there.size else None
        claims["high"] = float(there.max()) if there.size else None
    else:
        claims["complete"] = True
    if mode == "double":
        claims["stored"] = "float"
    claims["bare"] = type(value) is np.ndarray
    if value.ndim == 1:
        claims["length"] = len(value)
    else:
        claims["dims"] = tuple(n if draw(st.booleans()) else None for n in value.shape)
    kept = {key: claim for key, claim in claims.items() if draw(st.booleans())}
    kind = (vector if value.ndim == 1 else matrix)(mode, **kept)
    assert holds(kind, value), false_claim(kind, value)
    return kind


@st.composite
def pairs(draw, **options):
    value = draw(arrays(**options))
    return draw(kinds_of(value)), value


METHODS = {
    "subset": (Kind.subset, lambda v: v.ravel()[::2] if v.ndim > 1 else v[::2]),
    "reordered": (Kind.reordered, lambda v: np.asarray(v).ravel()[::-1]),
    "resized": (lambda k: k.resized(1), lambda v: v[:1]),
    "unlabelled": (Kind.unlabelled, np.asarray),
    "labelled": (Kind.labelled, lambda v: named(v, np.full(len(v), "a"))),
    "plain": (Kind.plain, lambda v: v),
    "with_gaps": (Kind.with_gaps, lambda v: np.append(v.astype(float), np.nan)[1:]),
    "without_missing": (Kind.without_missing, lambda v: v[~np.isnan(v)]),
    "transposed": (Kind.transposed, lambda v: v.T),
    "slice_of": (lambda k: k.slice_of(0), lambda v: v[0]),
    "slice_of columns": (lambda k: k.slice_of(1), lambda v: v[:, 0]),
    "element": (Kind.element, lambda v: v.flat[0] if v.ndim > 1 else v[0]),
    "mapped": (lambda k: k.mapped("double", stored="float"), lambda v: v * 1.0),
    "elementwise": (lambda k: k.elementwise("logical", finite=True), np.isnan),
    "with_values": (
        lambda k: k.with_values(combined_values([k, constant(2.5, "double")], "double")),
        lambda v: np.where(np.arange(v.size).reshape(v.shape) % 2, 2.5, v),
    ),
}
NEEDS = {
    "resized": lambda v: v.ndim == 1 and len(v) > 0,
    "labelled": lambda v: v.ndim == 1,
    "with_gaps": lambda v: v.ndim == 1 and v.dtype.kind == "f" and v.size > 0,
    "without_missing": lambda v: v.ndim == 1 and v.dtype.kind == "f",
    "transposed": lambda v: v.ndim == 2,
    "slice_of": lambda v: v.ndim == 2 and len(v) > 0,
    "slice_of columns": lambda v: v.ndim == 2 and v.shape[1] > 0,
    "element": lambda v: v.size > 0,
    "mapped": lambda v: v.dtype.kind in "if",
    "elementwise": lambda v: v.dtype.kind == "f",
    "with_values": lambda v: v.dtype.kind in "if" and type(v) is np.ndarray,
}


@pytest.mark.parametrize("word", METHODS)
@settings(suppress_health_check=[HealthCheck.filter_too_much])  # few values are what some need
@given(data=st.data())
def test_methods_claim_what_is_so(word, data):
    kind, value = data.draw(pairs().filter(lambda p: word not in NEEDS or NEEDS[word](p[1])))
    method, operation = METHODS[word]
    with np.errstate(all="ignore"):
        assert holds(method(kind), operation(value)), (method(kind), operation(value))


@given(data=st.data())
def test_join_holds_for_both(data):
    (a, x), (b, y) = data.draw(pairs()), data.draw(pairs())
    both = join(a, b)
    assert holds(both, x), false_claim(both, x)
    assert holds(both, y), false_claim(both, y)
    assert holds(widen(a, both), y)
    assert holds(widen(a, both), x)


@given(data=st.data())
def test_join_of_single_values_holds_for_both(data):
    (a, x), (b, y) = (
        data.draw(pairs(shapes=("vector",)).filter(lambda p: p[1].size > 0)) for _ in range(2)
    )
    both = join(a.element(), b.element())
    assert holds(both, x[0])
    assert holds(both, y[0])


@given(data=st.data())
def test_combined_values_hold_for_concatenation(data):
    shape = {"modes": ("double", "integer"), "shapes": ("vector",)}
    (a, x), (b, y) = data.draw(pairs(**shape)), data.draw(pairs(**shape))
    mode = "double" if "double" in (a.mode, b.mode) else "integer"
    value = np.concatenate([np.asarray(x), np.asarray(y)])
    kind = vector(combined_values([a, b], mode))
    assert holds(kind, value), false_claim(kind, value)


@st.composite
def kinds(draw, depth=2):
    simple = st.sampled_from([ANY, NEVER, NULL, FRAME, TEXTS, TRUTHS])
    drawn = [simple, pairs().map(lambda p: p[0]), st.integers(-3, 3).map(_whole)]
    if depth:
        inner = kinds(depth=depth - 1)
        drawn.append(inner.map(list_of))
        drawn.append(inner.map(dict_of))
        drawn.append(inner.map(lambda k: record((("a", k),))))
    return draw(st.one_of(drawn))


def _whole(value):
    return constant(value, "integer")


@given(kinds(), kinds())
def test_join_does_not_depend_on_the_order(a, b):
    assert join(a, b) == join(b, a)


@given(kinds())
def test_join_with_itself_says_the_same(a):
    assert join(a, a) == a
    assert widen(a, a) == a
    assert join(a, NEVER) == join(NEVER, a) == a


@given(kinds(), kinds())
def test_join_with_a_part_of_it_says_no_more(a, b):
    both = join(a, b)
    assert join(both, a) == both
    assert join(both, b) == both


@given(kinds(), kinds())
def test_widening_ends(a, b):
    old = a
    for _ in range(12):
        new = widen(old, join(old, b))
        if new == old:
            break
        old = new
    assert widen(old, join(old, b)) == old


def test_false_claims_are_found():
    x = np.array([1.0, np.nan, np.inf])
    wrong = [
        vector("double", complete=True),
        vector("double", finite=True),
        vector("double", low=2),
        vector("double", high=0),
        vector("double", length=2),
        vector("double", stored="int"),
        vector("integer"),
        vector("character"),
        matrix("double"),
        scalar("double"),
        list_of(ANY),
    ]
    assert holds(vector("double", low=1, length=3, stored="float", bare=True), x)
    assert not any(holds(kind, x) for kind in wrong)
    assert not holds(vector("double", bare=True), named(x, ["a", "b", "c"]))
    assert not holds(record((("a", ANY),)), {"b": 1})
    assert not holds(list_of(scalar("character")), ["a", 1])
    assert not holds(scalar("double", numpy=True), 1.0)
    assert not holds(constant(2, "integer"), 3)
