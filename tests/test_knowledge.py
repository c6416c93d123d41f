"""Knowledge: what it says of nodes, against an oracle that tries all DAGs; its text file."""

import fnmatch
import itertools
import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import is_acyclic

from dagbag import AppliedKnowledge, Knowledge, KnowledgeError
from dagbag._input.knowledge_text import parse

NODES = ("a", "b", "c")


# The oracle: the meaning of the arguments, one edge at a time


def meant(name, nodes, groups):
    """The nodes that a name stands for."""
    if name in nodes:
        return {name}
    if name in groups:
        return set().union(*(meant(member, nodes, groups) for member in groups[name]))
    return {node for node in nodes if fnmatch.fnmatchcase(node, name)}


def honoured(edges, nodes, arguments):
    """Whether a set of edges has all that the arguments say, which name nodes that are there."""
    groups = arguments.get("groups") or {}

    def among(name):
        pairs = arguments.get(name) or ()
        return {
            (s, t)
            for source, target in pairs
            for s in meant(source, nodes, groups)
            for t in meant(target, nodes, groups)
            if s != t
        }

    def members(name):
        return set().union(*(meant(each, nodes, groups) for each in arguments.get(name) or ()))

    required = among("required")
    if not required <= edges or edges & among("forbidden"):
        return False
    if arguments.get("allowed") is not None and not edges <= required | among("allowed"):
        return False
    tier = {
        node: k
        for k, names in enumerate(arguments.get("tiers") or (), 1)
        for name in names
        for node in meant(name, nodes, groups)
    }
    within = arguments.get("within_tiers", True)
    for source, target in edges:
        if target in members("roots") or source in members("leaves"):
            return False
        if source in tier and target in tier:
            if tier[source] > tier[target]:
                return False
            inside = within if isinstance(within, bool) else tier[source] in within
            if tier[source] == tier[target] and not inside:
                return False
    return True


def all_dags(nodes):
    pairs = list(itertools.combinations(nodes, 2))
    for choice in itertools.product((None, 0, 1), repeat=len(pairs)):
        edges = {
            (s, t) if way == 0 else (t, s)
            for (s, t), way in zip(pairs, choice, strict=True)
            if way is not None
        }
        matrix = np.zeros((len(nodes), len(nodes)), dtype=int)
        for s, t in edges:
            matrix[nodes.index(s), nodes.index(t)] = 1
        if is_acyclic(matrix):
            yield frozenset(edges)


DAGS = {NODES[:p]: list(all_dags(NODES[:p])) for p in (1, 2, 3)}


@st.composite
def stated(draw, nodes=NODES, patterns=("*", "[ab]")):
    """Arguments of Knowledge whose names are all there."""
    groups = {"some": list(nodes[:2])} if draw(st.booleans()) else {}
    name = st.sampled_from((*nodes, *nodes, *patterns, *groups))
    pairs = st.lists(st.tuples(name, name).filter(lambda pair: pair[0] != pair[1]), max_size=3)
    tier_of = draw(st.lists(st.integers(0, 2), min_size=len(nodes), max_size=len(nodes)))
    tiers = [[n for n, k in zip(nodes, tier_of, strict=True) if k == tier] for tier in (1, 2)]
    tiered = draw(st.booleans())
    return {
        "required": draw(pairs),
        "forbidden": draw(pairs),
        "allowed": draw(st.none() | st.lists(st.tuples(name, name), max_size=6)),
        "tiers": tiers if tiered else None,
        "within_tiers": draw(st.booleans()) or not (tiered and any(tiers)),
        "roots": draw(st.none() | st.lists(st.sampled_from(nodes), max_size=1)),
        "leaves": draw(st.none() | st.lists(st.sampled_from(nodes), max_size=1)),
        "groups": groups,
    }


@settings(max_examples=150)
@given(stated())
def test_a_conflict_is_found_where_no_dag_honours_it_and_only_there(arguments):
    fitting = [dag for dag in DAGS[NODES] if honoured(dag, NODES, arguments)]
    if not fitting:
        with pytest.raises(KnowledgeError) as caught:
            Knowledge(**arguments).apply(NODES)
        texts = caught.value.conflicts
        assert texts
        assert all(any(repr(node) in text for node in NODES) for text in texts)
        return
    known = Knowledge(**arguments).apply(NODES)
    for dag in DAGS[NODES]:  # the matrices say just what the arguments do
        by_matrix = all(
            not known.blacklist[NODES.index(s), NODES.index(t)] for s, t in dag
        ) and all((NODES[s], NODES[t]) in dag for s, t in np.argwhere(known.whitelist))
        assert by_matrix == (dag in fitting)


# Names


def test_every_conflict_is_told_at_once_by_name():
    known = Knowledge(
        required=["a -> b", "b -> c", "c -> a", ("TNF1", "a"), ("d", "d"), "SNP_1 -> SNP_2"],
        forbidden=[("a", "b")],
        tiers=[["c", "SNP_*"], ["b"], ["b", "x*"]],
        within_tiers=False,
        roots=["b"],
        leaves="a",
        groups={"g": ["h"], "h": "g", "d": ["a"], "t": ["TFN"]},
    )
    with pytest.raises(KnowledgeError) as caught:
        known.apply(["a", "b", "c", "d", "TNF", "SNP_1", "SNP_2"])
    assert caught.value.conflicts == (
        "groups: groups refer to each other in a ring: 'g' -> 'h' -> 'g'",
        "groups: 'd' is the name of a node, too",
        "groups: in the group 't', 'TFN' is no node and no group; did you mean 'TNF'?",
        "required: 'TNF1' is no node and no group; did you mean 'TNF'?",
        "required: 'd' leads to itself",
        "tiers: 'b' is in tier 2 and in tier 3",
        "tiers: the pattern 'x*' matches no node",
        "required 'a' -> 'b' is forbidden, too",
        "required 'a' -> 'b' leads to 'b', which is to have no parents (roots)",
        "required 'a' -> 'b' leaves 'a', which is to have no children (leaves)",
        "required 'b' -> 'c' leads from tier 2 back to tier 1",
        "required 'SNP_1' -> 'SNP_2' is inside tier 1, which is to have no edges",
        "required edges form the cycle 'a' -> 'b' -> 'c' -> 'a'",
    )
    assert str(caught.value).startswith("knowledge has 13 conflicts:\n  groups: groups")
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.conflicts == caught.value.conflicts
    assert str(again) == str(caught.value)


def test_a_long_list_of_conflicts_is_cut_in_the_message_only():
    with pytest.raises(KnowledgeError, match="and 10 more, see .conflicts") as caught:
        Knowledge(roots=[f"x{k}" for k in range(30)]).apply(["a"])
    assert len(caught.value.conflicts) == 30


def test_names_that_are_patterns_and_numbers():
    known = Knowledge(roots="g[1]").apply(["g[1]", "g1", "x"])  # a node's name comes first
    assert known.blacklist[:, 0].tolist() == [False, True, True]
    assert not known.blacklist[:, 1].any()
    by_number = Knowledge(required=[(7157, 3)])
    assert np.argwhere(by_number.apply(["x", "7157", "y", "3"]).whitelist).tolist() == [[1, 3]]
    assert np.argwhere(Knowledge(required=[(1, 2)]).apply(["x", "y", "z"]).whitelist).tolist() == [
        [1, 2]  # positions, as there are no such names
    ]
    numbers = Knowledge(required=[(0, 2)], roots=[0]).apply(3)
    assert np.argwhere(numbers.whitelist).tolist() == [[0, 2]]
    with pytest.raises(KnowledgeError, match="the pattern '\\*' matches no node"):
        Knowledge(roots="*").apply(3)
    with pytest.raises(KnowledgeError, match="required: 7 is no node; there are 3 nodes"):
        Knowledge(required=[(0, 7)]).apply(3)
    mixed = Knowledge(roots=[("t", 1)], leaves=[None.__class__]).apply(["x", ("t", 1), type(None)])
    assert mixed.blacklist[:, 1].tolist() == [True, False, True]


def test_a_number_that_may_be_a_name_or_a_position_is_refused():
    """Lists take a number for a position; a text file has names that look like numbers."""
    turned = ["4", "3", "2", "1", "0"]
    with pytest.raises(KnowledgeError) as caught:
        Knowledge(required=[(0, 4)], roots=[2], tiers={1: 1}, groups={"g": [3]}).apply(turned)
    assert caught.value.conflicts == tuple(
        f"{where}{k} may be the node '{k}' or the node at position {k}, '{4 - k}'; write the text "
        f"'{k}' or '{4 - k}', in a file in double quotes"
        for where, k in (
            ("groups: in the group 'g', ", 3), ("required: ", 0), ("required: ", 4), ("tiers: ", 1),
        )
    )  # fmt: skip
    by_text = Knowledge(required=[("0", "4")]).apply(turned)
    assert np.argwhere(by_text.whitelist).tolist() == [[4, 0]]
    # No such position, or the same node.
    kept = Knowledge(required=[(7, 1), ("x", 9)]).apply(["x", "1", "7", "9"])
    assert np.argwhere(kept.whitelist).tolist() == [[0, 3], [2, 1]]


@pytest.mark.parametrize(
    "form",
    [
        pd.DataFrame({"source": ["a"], "target": ["b"]}),
        pd.DataFrame([[0, 1, 0], [0, 0, 0], [0, 0, 0]], index=list("abc"), columns=list("abc")),
        np.array([[0, 1, 0], [0, 0, 0], [0, 0, 0]]),
        [["a", "b"]],
        {("a", "b")},
        "a -> b",
    ],
)
def test_edges_come_in_every_form(form):
    known = Knowledge(required=form)
    assert np.argwhere(known.apply(["a", "b", "c"]).whitelist).tolist() == [[0, 1]]
    assert pickle.loads(pickle.dumps(known)) == known
    assert (known | Knowledge(roots="a")).apply(["a", "b", "c"]).whitelist.sum() == 1
    assert "->" in str(known)


def test_tiers_by_number_and_within():
    by_list = Knowledge(tiers=[["a"], [], "b"], within_tiers=[3])
    by_dict = Knowledge(tiers={"b": 5, "a": 0}, within_tiers=[5])
    assert by_list == by_dict
    assert by_list.within_tiers == (2,)
    assert Knowledge(tiers=[["a"]], within_tiers=[1]).within_tiers is True
    with pytest.raises(ValueError, match="within_tiers must be .*, got 0; their numbers are 1, 2"):
        Knowledge(tiers=[["a"], ["b"]], within_tiers=[0])


def test_what_is_put_together():
    first = Knowledge(required=["a -> b"], tiers=[["a"], ["b"]], groups={"g": "a"})
    both = first | Knowledge(forbidden=["b -> c"], groups={"h": "b"})
    assert both.groups == (("g", ("a",)), ("h", ("b",)))
    assert both.tiers == first.tiers
    assert first | first == first
    for other, text in (
        (Knowledge(tiers=[["b"]]), "has tiers"),
        (Knowledge(groups={"g": "b"}), "two of the name 'g'"),
    ):
        with pytest.raises(ValueError, match=text):
            first.merge(other)
    applied = first.apply(["a", "b"])
    with pytest.raises(KnowledgeError, match="'a' -> 'b' is required by one and forbidden by"):
        applied.merge(Knowledge(forbidden=["a -> b"]).apply(["a", "b"]))


def test_no_edges_within_tiers_that_are_given_elsewhere(tmp_path):
    known, tiers = Knowledge(within_tiers=False), Knowledge(tiers=[["a"], ["b", "c"]])
    whole = Knowledge(tiers=[["a"], ["b", "c"]], within_tiers=False)
    assert known != Knowledge()
    assert known | tiers == tiers | known == whole
    assert known | whole == whole | known == whole
    assert known | Knowledge(roots="a") == Knowledge(roots="a", within_tiers=False)
    assert known | known == known
    assert Knowledge(tiers=[[]], within_tiers=False) == known
    with pytest.raises(ValueError, match="if within_tiers is the same in both"):
        known.merge(Knowledge(tiers=[["a"], ["b", "c"]], within_tiers=[2]))
    assert str(known) == "[tiers: no edges within]"
    known.write(tmp_path / "known.txt")
    assert Knowledge.read(tmp_path / "known.txt") == known


@pytest.mark.parametrize("tiers", [None, [], [[], []], {}])
def test_no_edges_within_tiers_without_tiers(tiers):
    with pytest.raises(KnowledgeError) as caught:
        Knowledge(tiers=tiers, within_tiers=False, roots="x").apply(["a", "b"])
    assert caught.value.conflicts == (
        "within_tiers without tiers: say which nodes are in which tier",
        "roots: 'x' is no node",
    )


@pytest.mark.parametrize(
    ("arguments", "kind", "text"),
    [
        (
            {"required": [("a", "b", "c")]},
            ValueError,
            r"required must have edges such as \('a', 'b'\)",
        ),
        ({"required": ["a b"]}, ValueError, "an edge needs '->'"),
        ({"required": ["a -> b -> c"]}, ValueError, "a chain takes several lines"),
        ({"required": ["a -- b"]}, ValueError, "cannot be required in both directions"),
        ({"required": {"a": "b"}}, TypeError, "required must be a graph or a list of pairs"),
        ({"forbidden": [(True, "b")]}, TypeError, "forbidden must name nodes, patterns or groups"),
        ({"tiers": "a"}, TypeError, "tiers must be a list of lists of nodes"),
        ({"tiers": [None]}, TypeError, "tiers must be a list of lists of nodes"),
        ({"tiers": {"a": "first"}}, TypeError, "or a dict of numbers"),
        ({"tiers": [["a"]], "within_tiers": "no"}, TypeError, "within_tiers must be True, False"),
        ({"roots": [["a"]]}, TypeError, "roots must name nodes"),
        ({"roots": {"a": 1}}, TypeError, "roots must be names"),
        ({"groups": ["a"]}, TypeError, "groups must be a dict"),
        ({"groups": {1: "a"}}, TypeError, "groups must be a dict .*, got the name 1"),
    ],
)
def test_arguments_that_are_none(arguments, kind, text):
    with pytest.raises(kind, match=text):
        Knowledge(**arguments)


# The text file

labels = st.text(max_size=6) | st.sampled_from(
    [
        "a",
        "SNP_*",
        "x -> y",
        "a--b",
        "a, b",
        "#1",
        "[ab]",
        '"',
        "12",
        "-",
        "a:b",
        " a",
        "\n",
        "\ud800",
    ]
)
names = labels | st.integers(-3, 99)
pairs = st.lists(st.tuples(names, names), max_size=3)


@settings(max_examples=150)
@given(
    st.fixed_dictionaries(
        {},
        optional={
            "required": pairs,
            "forbidden": pairs,
            "allowed": pairs,
            "tiers": st.lists(st.lists(names, max_size=3), max_size=3),
            "within_tiers": st.booleans(),
            "roots": st.lists(names, max_size=3),
            "leaves": st.lists(names, max_size=3),
            "groups": st.dictionaries(labels.filter(bool), st.lists(names, max_size=3), max_size=2),
        },
    )
)
def test_what_is_written_is_read(arguments):
    known = Knowledge(**arguments)
    assert Knowledge(**parse(str(known))[0]) == known
    assert eval(repr(known)) == known
    assert pickle.loads(pickle.dumps(known)) == known


def test_a_file_by_hand(tmp_path):
    path = tmp_path / "known.txt"
    path.write_bytes(
        b"\xef\xbb\xbf# what is known\r\n[Groups]\r\ncyto: IL6, IL1*   # two\r\n\r\n"
        b"[tiers: edges within 2]\r\nSNP_*\r\ncyto, body mass index\r\n[required]\r\n"
        b'SNP_1, SNP_2 -> IL6\r\n[forbidden]\r\nIL6--IL1B\r\n[roots]\r\n"SNP_1", SNP_2\r\n'
    )
    known = Knowledge.read(path)
    assert known == Knowledge(
        groups={"cyto": ["IL6", "IL1*"]},
        tiers=[["SNP_*"], ["cyto", "body mass index"]],
        within_tiers=[2],
        required=[("SNP_1", "IL6"), ("SNP_2", "IL6")],
        forbidden=[("IL6", "IL1B"), ("IL1B", "IL6")],
        roots=["SNP_1", "SNP_2"],
    )
    known.write(path)
    assert Knowledge.read(path) == known
    with pytest.raises(KnowledgeError) as caught:
        Knowledge.read(path).apply(["SNP_1", "SNP_3", "IL6", "IL1B", "body mass index"])
    assert caught.value.conflicts == (
        "line 8: required: 'SNP_2' is no node and no group; did you mean 'SNP_3'?",
        "line 14: roots: 'SNP_2' is no node and no group; did you mean 'SNP_3'?",
    )
    assert str(caught.value).startswith("knowledge of known.txt has 2 conflicts")


def test_lines_that_cannot_be_read_are_told_by_number(tmp_path):
    path = tmp_path / "k.txt"
    path.write_text(
        "[required]\na - b\na -> b -> c\na -> \n-> b\n[forbiden]\n[groups]\nx\ng: a\ng: b\n"
        '[tiers: edges in 2]\n[roots]\na,,b\n"a\n"\\x" \na "b"\n[tiers: edges within 2]\na\n'
    )
    with pytest.raises(KnowledgeError) as caught:
        Knowledge.read(path)
    assert [text.partition(":")[0] for text in caught.value.conflicts] == [
        f"line {k}" for k in (2, 3, 4, 5, 6, 8, 10, 11, 13, 14, 15, 16)
    ]
    assert "did you mean 'forbidden'?" in str(caught.value)
    path.write_text("[tiers: edges within 2]\na\n")
    with pytest.raises(KnowledgeError, match="line 1: tiers are counted from 1 to 1, got 2"):
        Knowledge.read(path)
    path.write_text("a -> b\n")
    with pytest.raises(KnowledgeError, match=r"line 1: a section such as \[required\] must come"):
        Knowledge.read(path)


@pytest.mark.parametrize("content", [b"\x00\x01", b"\xff\xfe[\x00", b"PK\x03\x04\x80"])
def test_files_that_are_no_text(tmp_path, content):
    path = tmp_path / "k.bin"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"knowledge must be a text file, got .*k\.bin"):
        Knowledge.read(path)
    with pytest.raises(FileNotFoundError, match="which does not exist"):
        Knowledge.read(tmp_path / "none")
    with pytest.raises(ValueError, match="which is no file"):
        Knowledge.read(tmp_path)


def test_labels_that_no_text_file_holds(tmp_path):
    with pytest.raises(TypeError, match=r"to be written, got \('a', 1\)"):
        Knowledge(roots=[("a", 1)]).write(tmp_path / "k.txt")
    assert str(Knowledge()) == "# nothing is known"


# Applied


def test_what_was_applied_is_for_its_nodes():
    known = Knowledge(required=["a -> b"], tiers=[["a"], ["b", "c"]]).apply(["a", "b", "c"])
    turned = known.apply(["c", "b", "a"])
    assert turned == Knowledge(required=["a -> b"], tiers=[["a"], ["b", "c"]]).apply(
        ["c", "b", "a"]
    )
    assert known.apply(known.nodes) is known
    assert pickle.loads(pickle.dumps(known)) == known
    assert known != turned
    assert len({known, turned.apply(known.nodes), Knowledge(), Knowledge()}) == 2
    assert known != 1
    assert not known.blacklist.flags.writeable
    with pytest.raises(ValueError, match="knowledge must be for these nodes, got what was applied"):
        known.apply(["x", "y", "z"])
    assert isinstance(
        Knowledge().apply(2) | Knowledge(required=[(0, 1)]).apply(2), AppliedKnowledge
    )


def test_what_was_applied_to_numbers_goes_by_label_if_these_are_the_labels():
    known = Knowledge(roots=[0], tiers=[[0], [1, 2]])
    assert known.apply(3).apply([2, 1, 0]) == known.apply([2, 1, 0])
    assert known.apply([2, 1, 0]).apply(range(3)) == known.apply(3)
    by_position = known.apply(3).apply(["x", "y", "z"])
    assert by_position == Knowledge(roots=["x"], tiers=[["x"], ["y", "z"]]).apply(["x", "y", "z"])
    assert known.apply(3).apply([10, 20, 30]).blacklist[:, 0].tolist() == [False, True, True]
    for other in ([1, 2, 3], ["x", 0, "y"]):  # is 1 the label, or the second?
        with pytest.raises(ValueError, match="knowledge must be for these nodes"):
            known.apply(3).apply(other)


def test_tiers_in_a_ring_put_together():
    """Each bars an edge, which is all that tiers do: the other direction of all three is a DAG's."""
    rings = [
        Knowledge(tiers=[[first], [second]]).apply(NODES)
        for first, second in (("a", "b"), ("b", "c"), ("c", "a"))
    ]
    known = rings[0] | rings[1] | rings[2]
    assert known == Knowledge(forbidden=["b -> a", "c -> b", "a -> c"]).apply(NODES)
