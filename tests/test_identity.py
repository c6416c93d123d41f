"""What tells learners apart: all of their contents, in every process alike."""

import abc
import collections
import copy
import datetime
import enum
import functools
import operator
import os
import re
import subprocess
import sys
import threading
import tracemalloc
import types
from dataclasses import dataclass, field
from pathlib import Path

import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st

from dagbag import bag
from dagbag._runs.identity import IdentityError, identify
from dagbag.learners import HillClimbing, SpanningTree


class One:
    def __call__(self, _data):
        return [(0, 1)]


class Other:
    def __call__(self, _data):
        return [(1, 0)]


class Told:
    def __init__(self, depth):
        self.depth = depth

    def __call__(self, _data):
        return self.helper()

    def helper(self):
        return []

    @functools.cached_property
    def costly(self):
        return 7


class Slotted:
    __slots__ = ("a", "b")

    def __init__(self, a):
        self.a = a


class Choosy(Told):
    """Says itself what its state is."""

    def __init__(self, depth):
        super().__init__(depth)
        self.lock = threading.Lock()

    def __getstate__(self):
        return {"depth": self.depth}


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Rights(enum.Flag):
    READ = 1
    WRITE = 2


class Bits(enum.IntFlag):
    ONE = 1


class Shadowing(Slotted):
    __slots__ = ("a",)  # hides the one of Slotted

    def __init__(self, a, hidden):
        self.a = a
        Slotted.a.__set__(self, hidden)


def data_class_with(text):
    """Make a dataclass whose own method says a text."""

    @dataclass
    class Local:
        x: int = 0

        def __call__(self, _data):
            return [(0, 1)] if self == 1 else []

        def __eq__(self, other):
            return other == text

        def __hash__(self):
            return 1

    return Local()


def function_of_no_file(code):
    """Make a function of a module that has no file."""
    module = types.ModuleType("made_here")
    exec(code, module.__dict__)
    sys.modules["made_here"] = module
    return module.learner


def clique(size, last=None):
    """Make objects each of which refers to all others."""
    nodes = [Told(None) for _ in range(size)]
    for node in nodes:
        node.depth = [other for other in nodes if other is not node]
    nodes[-1].last = last
    return nodes


class Names(set):
    pass


@dataclass
class Data:
    w: object
    hidden: int = field(default=0, repr=False, compare=False)

    def __repr__(self):
        return "Data"


def enclosing(cut):
    return lambda data: [(0, 1)] if data.max() > cut else []


def defaulting(cut):
    def learner(data, cut=cut, *, other=cut):
        return [(0, 1)] if data.max() > cut + other else []

    return learner


def class_with(constant, inner):
    class Local(abc.ABC):  # noqa: B024
        limit = constant

        def __call__(self, data):
            return self._inner(data)

        def _inner(self, data):
            return data + 1 if inner else data - 1

    return Local()


LONG = np.arange(5000.0)
NEARLY = np.where(LONG == 2500, 0, LONG)
FRAME = pd.DataFrame({"a": LONG, "b": ["x", "y"] * 2500})
OUT_OF_ORDER = np.zeros(2, {"names": ["a", "b"], "formats": ["i4", "i4"], "offsets": [4, 0]})


@functools.lru_cache
def remembered(x):
    return x + 1


def make_all():
    """Make values that are all different; made twice they are equal."""
    text = FRAME.assign(b=np.where(LONG == 2500, "z", FRAME["b"]))
    index = FRAME.set_axis(NEARLY)
    return [
        None, True, 1, 1.0, 1j, "1", b"1", bytearray(b"1"), 2, 10**5000, -0.0, 0.0, float("nan"), ..., range(1),
        slice(1), np.float64(1), np.float32(1), np.int64(1), np.bool_(True), np.datetime64("2020"),
        [], (), {}, set(), frozenset(), [1], (1,), {1}, frozenset({1}), {1: 2}, {2: 1}, [[]], [[], []], [1, 2], [2, 1],
        {"a": 1, "b": 2}, {"b": 2, "a": 1}, {"a", "b"}, {"a", "c"}, Names({"a"}), collections.OrderedDict(a=1),
        collections.defaultdict(list, a=1), collections.deque([1]), collections.Counter("a"), datetime.date(2020, 1, 1),
        LONG, NEARLY, LONG.astype(np.float32), LONG.reshape(50, 100), LONG.astype(object), np.ma.masked_less(LONG, 1),
        np.array(["a", "b"]), np.array(["a", "c"]), np.array([1, None], dtype=object), np.zeros(2, dtype="i4,f8"),
        np.dtype("f8"), np.add, np.sort, len, operator.itemgetter(1), operator.itemgetter(2),
        re.compile("a"), re.compile("b"), np.random.RandomState(1), np.random.default_rng(1), np.random.default_rng(2),
        FRAME, text, index, FRAME.rename(columns={"a": "c"}), FRAME["a"], FRAME["b"], FRAME.index,
        FRAME.astype({"b": "category"}), FRAME.assign(b=pd.Categorical(FRAME["b"], ["y", "x"])),
        FRAME.assign(b=pd.Categorical(FRAME["b"], ["x", "y"], ordered=True)), pd.Timestamp("2020"),
        pl.DataFrame({"a": LONG}), pl.DataFrame({"a": NEARLY}), pl.Series("a", LONG), pl.Series("b", LONG),
        pl.DataFrame({"a": ["x", "y"]}), pl.DataFrame({"a": ["x", None]}),
        scipy.sparse.csr_array(np.eye(3)), scipy.sparse.csc_array(np.eye(3)), nx.DiGraph([(1, 2)]), nx.DiGraph([(2, 1)]),
        One(), Other(), One, Other, Told(1), Told(2), Told(Told(1)), Slotted(1), Slotted(2), Choosy(1), Choosy(2),
        Colour.RED, Colour.BLUE, Rights(0), Rights(3), Rights.READ, Bits(8), Bits(9), Rights,
        OUT_OF_ORDER, OUT_OF_ORDER[["b", "a"]], np.array(["2020"], dtype="M8[D]"), np.array([""]), np.empty((0, 3)),
        Shadowing(1, 2), Shadowing(2, 2), Shadowing(1, 1), data_class_with("a"), data_class_with("b"),
        FRAME.rename_axis(columns="c"), FRAME.set_axis([("a", 1), ("b", 2)], axis=1),
        FRAME.set_axis(pd.MultiIndex.from_tuples([("a", 1), ("b", 2)]), axis=1),
        FRAME.set_axis(pd.Index([("a", 1), ("b", 2)], tupleize_cols=False), axis=1).T,
        pd.MultiIndex.from_tuples([(1, 2)], names=["x", "y"]), pd.MultiIndex.from_tuples([(1, 2)], names=["x", "z"]),
        pl.Series([1.0, None]), pl.Series([1.0, np.nan]), pl.Series([[1.0, None]]), pl.Series([[1.0, np.nan]]),
        clique(3), clique(3, 1), clique(4), clique(3)[0], clique(3, 1)[0], clique(3, 1)[2], {clique(3)[0], 1}, Data(LONG), Data(NEARLY), Data(LONG, 1), Data(FRAME), Data(text), Data(One()),
        class_with(1, True), class_with(2, True), class_with(1, False),
        SpanningTree(), SpanningTree(root=1), HillClimbing(), HillClimbing(max_step=7), HillClimbing(blacklist=[(0, 1)]),
        lambda data: np.sort(data), lambda data: np.cumsum(data), lambda data: [k - 1 for k in data],
        lambda data: [k + 1 for k in data], lambda data, seed: data + seed, lambda data, other: data + other,
        lambda data: {"a", "b", *data},
        enclosing(1), enclosing(2), enclosing(LONG), enclosing(NEARLY), defaulting(1), defaulting(2),
        functools.partial(enclosing, cut=1), functools.partial(enclosing, cut=2), functools.partial(enclosing, 1),
        functools.partial(enclosing, cut=LONG), functools.partial(enclosing, cut=NEARLY),
        Told(1).helper, Told(2).helper, Told(1).__call__, Data(1).__repr__, [].append, remembered,
    ]  # fmt: skip


def test_values_are_told_apart_and_known_again():
    values, again = make_all(), make_all()
    told = [identify(value) for value in values]
    same = {}
    for name, value in zip(told, values, strict=True):
        assert name not in same, (value, same[name])
        same[name] = value
    assert [identify(value) for value in again] == told


def test_where_it_stands_does_not_matter():
    assert identify(Told(np.asfortranarray(LONG.reshape(50, 100)))) == identify(
        Told(LONG.reshape(50, 100))
    )
    used, other = Told(1), Told(1)
    other.z, other.a = 1, 2
    used.a, used.z = 2, 1
    assert identify(used) == identify(other)


def test_values_inside_themselves():
    def ring(size, last):
        first = node = Told(None)
        for _ in range(size):
            node.depth = Told(last)
            node = node.depth
        node.depth = [first, last]
        return first

    told = [identify(ring(size, last)) for size in (1, 2, 30) for last in (1, 2)]
    assert len(set(told)) == 6
    assert [identify(ring(size, last)) for size in (1, 2, 30) for last in (1, 2)] == told

    def recursive(n):
        return recursive(n - 1) if n else 0

    assert identify(recursive) == identify(recursive)


def test_a_cached_property_that_was_set_counts():
    used, written = Told(1), Told(1)
    assert used.costly == 7
    written.costly = 8
    assert len({identify(value) for value in (used, written, Told(1))}) == 3


def test_values_that_refer_to_each_other_are_told_in_polynomial_time():
    nodes = clique(40)
    assert identify(nodes) == identify(copy.deepcopy(nodes))
    assert identify(nodes) != identify(clique(40, last=1))


def test_what_was_told_before_does_not_matter():
    """Each of a ring is the same, whether the ring was told from another place or not."""
    first, second = clique(5, last=1)[:2]
    one, other = clique(5, last=1)[:2]
    assert identify({first}) == identify({one})
    assert identify([{one, 1}, other]) == identify([{first, 1}, second])

    class Colliding(Told):
        def __hash__(self):  # the order in a set is that in which they come
            return 1

    ring = [Colliding(None), Colliding(1)]
    ring[0].depth, ring[1].other = ring[1], ring[0]
    forwards, backwards = set(ring), {ring[1], ring[0]}
    assert list(forwards) != list(backwards)
    assert identify(forwards) == identify(backwards)


def test_a_set_of_values_that_refer_to_each_other_is_refused():
    node = Told(None)
    node.depth = {Told(node), Told(node)}
    with pytest.raises(IdentityError, match=r"value.depth is a set of values that refer to each"):
        identify(node)
    node.depth = {Told(node), Told(1)}
    assert identify(node) == identify(copy.deepcopy(node))


def test_a_flag_is_known_after_others_were_made():
    before = identify(Told(Rights.READ))
    assert Rights(3)
    assert identify(Told(Rights.READ)) == before


def test_a_function_of_a_module_without_a_file_is_known_by_its_code(monkeypatch):
    monkeypatch.setitem(sys.modules, "made_here", None)
    told = {
        identify(function_of_no_file(f"def learner(data):\n    return data + {k}")) for k in (1, 2)
    }
    assert len(told) == 2


def test_an_array_is_not_copied():
    data = np.zeros(4_000_000)
    tracemalloc.start()
    try:
        identify(data)
        assert tracemalloc.get_traced_memory()[1] < data.nbytes / 4
    finally:
        tracemalloc.stop()


def test_what_fails_is_refused():
    class Breaks(type):
        @property
        def __bases__(cls):
            raise OSError("gone")

    class Kind(metaclass=Breaks):
        pass

    with pytest.raises(IdentityError, match=r"learner is a .* that fails \(OSError: gone\)"):
        identify(Kind(), "learner")


def test_what_is_shared_is_told_once():
    value = [1.0]
    for _ in range(60):  # 2^60 if each were told anew
        value = [value, value]
    assert identify(value) == identify(copy.deepcopy(value))


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (threading.Lock(), "_thread.lock"),
        ((k for k in ()), "builtins.generator"),
        (memoryview(b""), "builtins.memoryview"),
        (np.frompyfunc(len, 1, 1), "numpy.ufunc"),
    ],
)
def test_what_cannot_be_told_is_refused_with_its_place(value, kind):
    with pytest.raises(
        IdentityError, match=rf"learner.depth\['a'\]\[1\] is a {kind}, whose"
    ) as caught:
        identify(Told({"a": [1, value]}), "learner")
    assert caught.value.place == "learner.depth['a'][1]"
    with pytest.raises(IdentityError, match=r"value.<cut> is a "):
        identify(enclosing(value))


def test_what_is_nested_too_deeply_is_refused():
    value = []
    for _ in range(10**5):
        value = [value]
    with pytest.raises(IdentityError, match="nested too deeply"):
        identify(value)
    while value:  # taken apart here: Python's own way would recurse
        value = value[0]


PLAIN = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(),
    st.binary(),
    st.sampled_from([np.arange(3), np.float64(2), pd.Series([1, 2]), Colour.RED, One, len]),
)
LEAF = st.one_of(st.none(), st.booleans(), st.integers(), st.text())
VALUES = st.recursive(
    PLAIN,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.lists(inner, max_size=4).map(tuple),
        st.dictionaries(LEAF, inner, max_size=4),
        st.frozensets(LEAF, max_size=4),
        inner.map(Told),
        inner.map(Data),
        inner.map(Slotted),
        inner.map(enclosing),
        inner.map(lambda value: functools.partial(enclosing, cut=value)),
    ),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None)
@given(VALUES)
def test_copies_are_known_again(value):
    assert identify(value) == identify(copy.deepcopy(value))


@settings(max_examples=150, deadline=None)
@given(VALUES, st.lists(st.integers(0, 6), max_size=6))
def test_one_changed_leaf_is_another_value(value, wraps):
    """However deep a leaf stands, a change of it changes the whole."""
    kinds = [
        lambda leaf: [value, leaf],
        lambda leaf: {"k": leaf},
        Told,
        Data,
        Slotted,
        enclosing,
        lambda leaf: functools.partial(enclosing, leaf),
    ]
    first, second = np.zeros(3000), HALFWAY
    for wrap in wraps:
        first, second = kinds[wrap](first), kinds[wrap](second)
    assert identify(first) != identify(second)


HALFWAY = np.where(np.arange(3000) == 1000, 1.0, 0.0)

IN_ANOTHER = """
from tests.test_identity import make_all
from dagbag._runs.identity import identify
print(*map(identify, make_all()))
"""


def test_hash_seeds_and_processes_do_not_matter():
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    there = subprocess.run(
        [sys.executable, "-c", IN_ANOTHER],
        env=os.environ | {"PYTHONHASHSEED": seed},
        check=True,
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
    ).stdout
    assert there.split() == [identify(value) for value in make_all()]


def test_a_learner_that_is_not_known_runs_without_a_checkpoint(tmp_path):
    class Breaks(type):
        @property
        def __bases__(cls):
            raise OSError("gone")

    class Kind(metaclass=Breaks):
        prefer = "threads"

        def __call__(self, _data):
            return [(0, 1)]

    Y = np.random.default_rng(1).normal(size=(20, 3))
    assert bag(Y, Kind(), n_boot=3, seed=1, n_jobs=1).n_boot == 3
    with pytest.raises(ValueError, match=r"checkpoint needs a learner .* \(OSError: gone\)"):
        bag(Y, Kind(), n_boot=3, seed=1, n_jobs=1, checkpoint=tmp_path / "a.dagbag")
