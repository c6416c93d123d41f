"""Graphs out and in: every format read back, by our readers and by those of others."""

import csv
import io
import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import igraph
import matplotlib as mpl
import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pydot
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dagbag
from dagbag import bag, exchange, metrics, score, score_shd
from dagbag._exchange.content import FREQUENCIES
from dagbag._exchange.formats import PICTURES, TEXTS
from dagbag.exchange import from_json, read_graph, write_graph
from dagbag.learners import BOSS, HillClimbing
from dagbag.simulate import simulate_gaussian

mpl.use("Agg")

NAMES = ("a", "b b", "c'c", "d,d", "e")
EDGES = [("a", "c'c"), ("b b", "c'c"), ("c'c", "d,d")]  # e is alone
KINDS = ("dag", "cpdag")
METHODS = ("networkx", "igraph", "dot", "dagitty", "gml", "graphml", "sif", "json", "csv")


@pytest.fixture(scope="module")
def aggregation():
    Y = simulate_gaussian(EDGES, 60, snr=(0.5, 0.5), seed=1, nodes=NAMES)
    return score_shd(bag(Y, HillClimbing(), n_boot=20, seed=1, n_jobs=1), strength=0.4)


class Effects:
    """What a table of effects looks like from here."""

    def to_frame(self):
        return pd.DataFrame(
            {"source": ["b b", "a"], "target": ["c'c", "c'c"], "coefficient": [2.5, -1.0], "se": [0.5, np.nan]}
        )  # fmt: skip


# What goes along


def test_edges_carry_what_the_table_has(aggregation):
    table = aggregation.to_frame()
    rows = {(row["source"], row["target"]): row for row in table[table.selected].to_dict("records")}
    graph = aggregation.to_networkx()
    assert set(graph.edges) == set(rows)
    assert list(graph.nodes) == list(NAMES)
    for edge, attributes in graph.edges.items():
        assert tuple(attributes) == ("mark", *FREQUENCIES)
        assert {name: rows[edge][name] for name in FREQUENCIES} == {
            name: attributes[name] for name in FREQUENCIES
        }
        assert attributes["mark"] == (
            "directed" if edge in aggregation.compelled_edges else "undirected"
        )


def test_marks_know_what_the_lists_tell():
    Y = simulate_gaussian([("a", "b"), ("b", "c")], 200, seed=1, nodes=["a", "b", "c"])
    free = score(Y).to_networkx()
    assert {mark for *_, mark in free.edges(data="mark")} == {"undirected"}
    told = score(Y, whitelist=[("a", "b")]).to_networkx()
    assert dict(told.edges) == {("a", "b"): {"mark": "directed"}, ("b", "c"): {"mark": "directed"}}


def test_frequencies_alone_have_no_classes():
    found = score_shd(np.array([[0, 0.9], [0, 0]])).to_networkx().edges[0, 1]
    assert "gsf" in found
    assert "compelled" not in found


@pytest.mark.parametrize("result", [
    lambda Y: score(Y), lambda Y: BOSS()(Y), lambda Y: bag(Y, HillClimbing(), n_boot=2, seed=1, n_jobs=1)[0].edges,
])  # fmt: skip
def test_every_result_has_the_methods(result):
    Y = simulate_gaussian(EDGES, 60, seed=1, nodes=NAMES)
    found = result(Y)
    expected = exchange.to_networkx(found, nodes=None if hasattr(found, "nodes") else NAMES)
    assert set(expected.edges) == set(getattr(found, "edges", found))
    if hasattr(found, "to_networkx"):
        assert nx.utils.graphs_equal(found.to_networkx(), expected)


@pytest.mark.parametrize("name", METHODS)
def test_a_method_is_the_function(name, aggregation):
    method, function = getattr(aggregation, f"to_{name}"), getattr(exchange, f"to_{name}")
    for kind in KINDS:
        found, expected = method(kind=kind), function(aggregation, kind=kind)
        if name == "networkx":
            assert nx.utils.graphs_equal(found, expected)
        elif name == "igraph":
            assert found.to_dict_list() == expected.to_dict_list()
        else:
            assert found == expected


def test_effects_and_attributes_of_nodes():
    options = {"effects": Effects(), "node_attributes": {"tier": range(5), "known": {"e": True}}}
    graph = exchange.to_networkx(EDGES, nodes=NAMES, **options)
    assert graph.edges["b b", "c'c"] == {"mark": "directed", "coefficient": 2.5, "se": 0.5}
    assert graph.edges["a", "c'c"] == {"mark": "directed", "coefficient": -1.0}
    assert graph.edges["c'c", "d,d"] == {"mark": "directed"}
    assert graph.nodes["e"] == {"tier": 4, "known": True}
    assert graph.nodes["a"] == {"tier": 0}
    polars = pl.from_pandas(Effects().to_frame())
    assert exchange.to_csv(EDGES, nodes=NAMES, effects=polars) == exchange.to_csv(
        EDGES, nodes=NAMES, effects=Effects()
    )


def test_lines_have_no_effects():
    frame = pd.DataFrame({"source": ["b"], "target": ["a"], "coefficient": [1.0], "se": [1.0]})
    found = exchange.to_networkx([("b", "a")], nodes=["a", "b"], effects=frame, kind="cpdag")
    assert dict(found.edges) == {
        ("a", "b"): {"mark": "undirected"}, ("b", "a"): {"mark": "undirected"},
    }  # fmt: skip


def test_both_directions_of_a_line_tell_their_own_frequencies(aggregation):
    graph = aggregation.to_networkx(kind="cpdag")
    table = aggregation.to_frame().set_index(["source", "target"])
    lines = [edge for edge, found in graph.edges.items() if found["mark"] == "undirected"]
    assert lines
    for source, target in lines:
        assert (target, source) in lines
        found = graph.edges[source, target]
        assert "gsf" not in found
        for name in set(FREQUENCIES) - {"gsf"}:
            if (source, target) in table.index:
                assert found[name] == pytest.approx(table.loc[(source, target), name], abs=1e-15)


# CPDAGs


@pytest.mark.parametrize("form", [np.asarray, pd.DataFrame, nx.DiGraph])
def test_a_cpdag_stays_one(form):
    cpdag = metrics.cpdag([(0, 2), (1, 2), (4, 3)], nodes=5)
    graph = form(cpdag)
    text = exchange.to_dagitty(graph, kind="cpdag")
    assert text.splitlines()[6:-1] == ['"0" -> "2"', '"1" -> "2"', '"3" -- "4"']
    with pytest.raises(
        ValueError, match=r"graph must be acyclic, got the cycle 3 -> 4 -> 3; .*pdag_to_dag"
    ):
        exchange.to_dagitty(graph)
    found = from_json(exchange.to_json(graph, kind="cpdag"))
    assert np.array_equal(found.adj_matrix, cpdag)
    assert metrics.shd(found, cpdag) == 0
    with pytest.raises(ValueError, match="graph must be acyclic"):
        exchange.to_json(found)


def test_a_graph_that_was_read_goes_out_again(aggregation):
    for kind in KINDS:
        found = from_json(aggregation.to_json(kind=kind))
        for name in METHODS[2:]:
            again = getattr(found, f"to_{name}")(kind=kind)
            assert again == getattr(aggregation, f"to_{name}")(kind=kind)
    assert from_json(aggregation.to_json()).to_json(kind="cpdag") == aggregation.to_json(
        kind="cpdag"
    )
    assert metrics.shd(found, aggregation.cpdag) == 0
    assert found.to_frame().columns.tolist()[:3] == ["source", "target", "mark"]
    assert (found != from_json(aggregation.to_json())) is True
    assert repr(found).startswith("<Graph: 5 nodes, ")
    assert len(found) == len(list(found)) == int(aggregation.cpdag.sum())


# Names: what is written comes back, or is refused

CHARACTERS = st.one_of(
    st.sampled_from(list("ab01 \"'\\<>&;:,=#[]{}()-\t\n\r\0\x01\x1f\x7f\x85\u2028é漢😀\ud800%")),
    st.characters(),
)
TEXT = st.one_of(
    st.text(CHARACTERS, max_size=5),
    st.sampled_from(
        [
            "<b>",
            "NA",
            "nan",
            "1e5",
            "007",
            "graph",
            "node",
            "dag",
            "->",
            "a->b",
            "&amp;",
            "\\N",
            "]]>",
            "-1",
        ]
    ),
)
NAME = st.one_of(TEXT, st.integers(-(2**65), 2**65), st.tuples(TEXT, st.integers(0, 3)))


@st.composite
def graphs(draw, names=NAME):
    nodes = draw(st.lists(names, min_size=1, max_size=5, unique=True))
    order = draw(st.permutations(range(len(nodes))))
    pairs = [(i, j) for i in range(len(nodes)) for j in range(i + 1, len(nodes))]
    edges = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    return tuple(nodes), [(nodes[order[i]], nodes[order[j]]) for i, j in edges]


def expected(nodes, edges, kind):
    """The edges by name, lines in both directions, and which are directed; in plain Python."""
    position = {node: k for k, node in enumerate(nodes)}
    indices = [(position[s], position[t]) for s, t in edges]
    cpdag = metrics.cpdag(indices, nodes=len(nodes))
    marks = {(s, t): not cpdag[position[t], position[s]] for s, t in edges}
    if kind == "cpdag":
        marks |= {(t, s): False for (s, t), directed in marks.items() if not directed}
    return {edge: "directed" if directed else "undirected" for edge, directed in marks.items()}


def of_networkx(graph):
    return set(graph.nodes), {(s, t): mark for s, t, mark in graph.edges(data="mark")}


def by_gml(path):
    return of_networkx(nx.read_gml(path))


def by_graphml(path):
    return of_networkx(nx.read_graphml(path))


def text_of(path):
    return path.read_bytes().decode()


def by_csv(path):
    rows = list(csv.DictReader(io.StringIO(text_of(path), newline=""), strict=True))
    nodes = {row[side] for row in rows for side in ("source", "target") if row[side]}
    return nodes, {(row["source"], row["target"]): row["mark"] for row in rows if row["target"]}


def by_pandas(path):
    table = pd.read_csv(path, dtype=str, keep_default_na=False, lineterminator="\n")
    edges = table[table.target != ""]
    pairs = zip(edges.source, edges.target, strict=True)
    return set(table.source) | set(edges.target), dict(zip(pairs, edges.mark, strict=True))


def by_xml(path):
    root = ET.parse(path).getroot()
    space = {"g": "http://graphml.graphdrawing.org/xmlns"}
    edges = {
        (edge.get("source"), edge.get("target")): edge.find("g:data", space).text
        for edge in root.iterfind(".//g:edge", space)
    }
    return {node.get("id") for node in root.iterfind(".//g:node", space)}, edges


def by_igraph(path):
    graph = igraph.Graph.Read_GraphML(str(path))
    names = graph.vs["name"]
    pairs = [(names[i], names[j]) for i, j in graph.get_edgelist()]
    return set(names), dict(zip(pairs, graph.es["mark"] if pairs else [], strict=True))


def by_json(text):
    found = json.loads(text)
    plain = lambda name: tuple(name) if isinstance(name, list) else name  # noqa: E731
    edges = {(plain(e["source"]), plain(e["target"])): e["mark"] for e in found["edges"]}
    if found["kind"] == "cpdag":
        edges |= {(t, s): mark for (s, t), mark in edges.items() if mark == "undirected"}
    return {plain(node["name"]) for node in found["nodes"]}, edges


def by_pydot(text):
    (graph,) = pydot.graph_from_dot_data(text)
    plain = lambda name: name[1:-1].replace('\\"', '"')  # noqa: E731
    edges = {}
    for edge in graph.get_edges():
        pair = plain(edge.get_source()), plain(edge.get_destination())
        edges[pair] = plain(edge.get("mark"))
        if edge.get("dir") == '"none"':
            edges[pair[::-1]] = plain(edge.get("mark"))
    return {plain(node.get_name()) for node in graph.get_nodes()}, edges


def written(write):
    """What a writer returns, or None if it refuses a name in the words that it should."""
    try:
        return write()
    except (TypeError, ValueError) as error:
        if not re.match(
            r"(nodes|node_attributes) must .* to be written as .*, got ", str(error), re.S
        ):
            raise
        return None


def as_text(nodes, edges):
    return [str(node) for node in nodes], [(str(s), str(t)) for s, t in edges]


READERS = {
    ".gml": [by_gml],
    ".graphml": [by_graphml, by_xml, by_igraph],
    ".csv": [by_csv, by_pandas],
    ".dot": [],  # pydot is slow: below
    ".sif": [],
    ".txt": [],
    ".json": [],
}  # fmt: skip
KEEPS_MARKS = (".gml", ".graphml", ".csv", ".dot", ".json")


@settings(max_examples=60)
@given(graphs(), st.sampled_from(KINDS))
def test_whatever_is_written_comes_back(tmp_path_factory, graph, kind):
    nodes, edges = graph
    folder = tmp_path_factory.getbasetemp()
    for suffix, others in READERS.items():
        path = folder / f"names{suffix}"
        path.unlink(missing_ok=True)
        written(lambda path=path: write_graph(edges, path, kind=kind, nodes=nodes))
        if not path.exists():
            continue
        names, pairs = (nodes, edges) if suffix == ".json" else as_text(nodes, edges)
        marks = expected(names, pairs, kind)
        found = read_graph(path)
        assert set(found.nodes) == set(names)
        assert set(found.edges) == set(marks)
        assert (found.nodes == tuple(names)) or suffix in (".csv", ".sif")
        again = read_graph(path, nodes=nodes)
        assert again.nodes == nodes
        assert set(again.edges) == set(expected(nodes, edges, kind))
        if suffix in KEEPS_MARKS:
            assert {edge: marks[edge] for edge in found.edge_attributes} == {
                edge: row["mark"] for edge, row in found.edge_attributes.items()
            }
        for read in others:
            assert read(path) == (set(names), marks)


@settings(max_examples=60)
@given(graphs(), st.sampled_from(KINDS))
def test_objects_keep_names(graph, kind):
    nodes, edges = graph
    found = exchange.to_networkx(edges, nodes=nodes, kind=kind)
    assert list(found.nodes) == list(nodes)
    assert of_networkx(found) == (set(nodes), expected(nodes, edges, kind))
    text = written(lambda: exchange.to_json(edges, nodes=nodes, kind=kind))
    if text is not None:
        assert by_json(text) == (set(nodes), expected(nodes, edges, kind))
        assert exchange.to_json(from_json(text), kind=kind) == text
    other = written(lambda: exchange.to_igraph(edges, nodes=nodes, kind=kind))
    if other is not None and nodes != tuple(range(len(nodes))):
        names, pairs = as_text(nodes, edges)
        assert other.vs["name"] == names
        assert {(names[i], names[j]) for i, j in other.get_edgelist()} == set(
            expected(names, pairs, kind)
        )


# pydot uses names that pyparsing has since renamed.
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@settings(max_examples=25)
@given(
    graphs(st.text(st.sampled_from("ab01 \"'<>&;:,=#[]{}()-\\é漢\n"), min_size=1, max_size=5)),
    st.sampled_from(KINDS),
)
def test_pydot_reads_dot(graph, kind):
    nodes, edges = graph
    text = written(lambda: exchange.to_dot(edges, nodes=nodes, kind=kind))
    if text is not None:
        assert by_pydot(text) == (set(nodes), expected(nodes, edges, kind))


ATTRIBUTES = st.one_of(
    st.lists(st.one_of(st.none(), st.text(st.characters(min_codepoint=32, max_codepoint=0x2FF), max_size=4)), min_size=3, max_size=3),
    st.lists(st.one_of(st.none(), st.integers(-(2**63) + 1, 2**63 - 1)), min_size=3, max_size=3),
    st.lists(st.one_of(st.none(), st.floats(allow_infinity=False)), min_size=3, max_size=3),
    st.lists(st.one_of(st.none(), st.booleans()), min_size=3, max_size=3),
)  # fmt: skip


@settings(max_examples=40)
@given(ATTRIBUTES, st.floats(allow_nan=False, allow_infinity=False))
def test_attributes_come_back(tmp_path_factory, values, coefficient):
    effects = pd.DataFrame(
        {"source": ["a"], "target": ["b"], "coefficient": [coefficient], "se": [0.1]}
    )
    options = {"nodes": ["a", "b", "c"], "effects": effects, "node_attributes": {"tier": values}}
    json_graph = from_json(exchange.to_json([("a", "b")], **options))
    plain = [None if value is None or value != value else value for value in values]
    if any(type(value) is float for value in plain):
        plain = [None if value is None else float(value) for value in plain]
    assert [json_graph.node_attributes[node].get("tier") for node in "abc"] == plain
    for suffix in (".graphml", ".gml"):
        path = tmp_path_factory.getbasetemp() / f"attributes{suffix}"
        path.unlink(missing_ok=True)
        written(lambda path=path: write_graph([("a", "b")], path, **options))
        if not path.exists():
            continue
        assert read_graph(path) == json_graph
        other = nx.read_graphml(path) if suffix == ".graphml" else nx.read_gml(path)
        assert other.edges["a", "b"]["coefficient"] == coefficient
        assert [other.nodes[node].get("tier") for node in "abc"] == plain


# Files


def test_the_extension_tells_the_format(tmp_path, aggregation):
    before = mpl.pyplot.get_fignums()
    for suffix in (*TEXTS, *PICTURES):
        aggregation_or_plain = [(0, 1)] if suffix == ".txt" else aggregation
        write_graph(
            aggregation_or_plain, tmp_path / f"dag{suffix}", nodes=3 if suffix == ".txt" else None
        )
    assert {path.name for path in tmp_path.iterdir()} == {
        *(f"dag{suffix}" for suffix in (*TEXTS, *PICTURES)), "dag-edges.csv", "dag-nodes.csv",
    }  # fmt: skip
    assert (tmp_path / "dag.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "dag.pdf").read_bytes().startswith(b"%PDF")
    assert "<svg" in (tmp_path / "dag.svg").read_text()
    assert mpl.pyplot.get_fignums() == before
    assert (tmp_path / "dag.sif").read_text() == aggregation.to_sif().network
    for suffix in set(TEXTS) - {".txt", ".sif", ".csv", ".tsv"}:
        assert read_graph(tmp_path / f"dag{suffix}") == from_json(aggregation.to_json())
    for suffix in (".csv", ".tsv"):
        assert read_graph(tmp_path / f"dag{suffix}", nodes=NAMES) == from_json(
            aggregation.to_json()
        )
    edges = pd.read_csv(tmp_path / "dag-edges.csv")
    assert edges["shared name"][0] == "{source} ({interaction}) {target}".format(**edges.iloc[0])
    assert list(pd.read_csv(tmp_path / "dag-nodes.csv")["name"]) == list(NAMES)


def test_files_of_others(tmp_path):
    """GraphML and GML of networkx and igraph, and tables; without marks these are the DAG's."""
    truth = from_json(exchange.to_json([("a", "b"), ("c", "b")]))
    graph = nx.DiGraph([("a", "b"), ("c", "b")], colour=1)
    graph.nodes["a"]["shared name"] = "no name of an attribute"
    nx.write_graphml(graph, tmp_path / "nx.graphml")
    nx.write_gml(nx.DiGraph(graph.edges), tmp_path / "nx.gml")
    exchange.to_igraph(truth).write_graphml(str(tmp_path / "igraph.graphml"))
    (tmp_path / "table.csv").write_text("from,to\na,b\nc,b\n")
    (tmp_path / "matrix.tsv").write_text("\ta\tb\tc\na\t0\t1\t0\nb\t0\t0\t0\nc\t0\t1\t0\n")
    (tmp_path / "pairs.txt").write_text("a b\nc b\n")
    for path in tmp_path.iterdir():
        found = read_graph(path, nodes=["a", "b", "c"])
        assert found == read_graph(path, nodes="abc".__iter__())
        assert found.edge_attributes == truth.edge_attributes, path.name
    (tmp_path / "mixed.graphml").write_text(
        '<graphml><graph edgedefault="undirected"><node id="a"/><node id="b"/><node id="c"/>'
        '<edge source="a" target="b" directed="true"/><edge source="c" target="b"/></graph></graphml>'
    )
    assert read_graph(tmp_path / "mixed.graphml").edges == (("a", "b"), ("c", "b"), ("b", "c"))


def test_tables_with_nodes_alone_are_read_by_the_study_too(tmp_path):
    path = tmp_path / "dag.csv"
    write_graph([("a", "b")], path, nodes=["a", "alone", "b"])
    assert dagbag._input.files.read_graph_file(path).nodes == ("a", "b", "alone")


def score_of_noise():
    return score(np.random.default_rng(1).standard_normal((50, 3)), n_boot=2, seed=1)


WRONG = {
    "extension": (lambda: write_graph(EDGES, "dag.xyz"), ValueError, r"path must end in one of \.dot, .*\.pdf, which tells the format, got 'dag\.xyz'"),
    "near extension": (lambda: write_graph(EDGES, "dag.graphm"), ValueError, r"did you mean '\.graphml'\?"),
    "no extension": (lambda: score(np.eye(4)).save("dag"), ValueError, r"path must end in one of .* got 'dag'$"),
    "path": (lambda: write_graph(EDGES, 3), TypeError, "path must be the name of a file, got 3"),
    "picture": (lambda: read_graph("dag.png"), ValueError, r"path must end in one of \.dot, .* got 'dag\.png'"),
    "no file": (lambda: read_graph("nowhere.csv"), FileNotFoundError, r"the graph of 'nowhere\.csv' must be a file"),
    "kind": (lambda: exchange.to_dot(EDGES, kind="pdag"), ValueError, "kind must be one of dag, cpdag, got 'pdag'; did you mean 'cpdag'"),
    "cycle": (lambda: exchange.to_dot([("a", "b"), ("b", "c"), ("c", "a")]), ValueError, "graph must be acyclic, got the cycle 'a' -> 'b' -> 'c' -> 'a'$"),
    "no nodes": (lambda: exchange.to_dot([(0, 1)]), ValueError, "graph must tell the number of nodes, got a list of pairs; give nodes="),
    "unknown node": (lambda: exchange.to_dot([("a", "x")], nodes=["a", "b"]), ValueError, "graph must name nodes, got 'x'"),
    "ensemble": (lambda: exchange.to_dot(score_of_noise()), TypeError, "graph must be a single graph, got an ensemble"),
    "tuple": (lambda: exchange.to_graphml([(("a", 1), ("b", 1))], nodes=[("a", 1), ("b", 1)]), TypeError, r"nodes must be text or whole numbers to be written as GraphML, got \('a', 1\): rename them"),
    "1 and '1'": (lambda: exchange.to_gml(np.zeros((2, 2)), nodes=[1, "1"]), ValueError, "nodes must have distinct names to be written as GML, got '1' as text and as a number"),
    "control": (lambda: exchange.to_graphml([("a", "\x01")]), ValueError, r"nodes must not have a control character, which XML does not have to be written as GraphML, got '\\x01'"),
    "backslash": (lambda: exchange.to_dot([("a", "b\\")]), ValueError, "nodes must not have an odd number of backslashes"),
    "quote": (lambda: exchange.to_dagitty([("a", 'b"')]), ValueError, "nodes must not have quotation marks, .* to be written as dagitty"),
    "tab": (lambda: exchange.to_sif([("a", "b\tc")]), ValueError, "nodes must not have tabs, .* to be written as SIF"),
    "attributes": (lambda: exchange.to_dot(EDGES, node_attributes=[1, 2]), TypeError, "node_attributes must be a dict"),
    "attribute": (lambda: exchange.to_dot(EDGES, node_attributes={"two words": [1] * 4}), ValueError, "node_attributes must have names of letters, .* got 'two words'"),
    "values": (lambda: exchange.to_dot(EDGES, node_attributes={"x": [1]}), ValueError, r"node_attributes\['x'\] must have 4 values, one per node, got \[1\]"),
    "mixed values": (lambda: exchange.to_dot([("a", "b")], node_attributes={"x": [1, "u"]}), TypeError, r"node_attributes\['x'\] must be all text, all numbers"),
    "infinite": (lambda: exchange.to_dot([("a", "b")], node_attributes={"x": [1, np.inf]}), ValueError, r"node_attributes\['x'\] must be finite"),
    "value": (lambda: exchange.to_dot([("a", "b")], node_attributes={"x": [1, {}]}), TypeError, r"node_attributes\['x'\] must be text, numbers"),
    "node of a value": (lambda: exchange.to_dot([("a", "b")], node_attributes={"x": {"c": 1}}), ValueError, r"node_attributes\['x'\] must name nodes of graph, got 'c'"),
    "effects": (lambda: exchange.to_dot(EDGES, effects=3), TypeError, "effects must have a table .* got 3 without 'source'"),
    "effects of others": (lambda: exchange.to_dot([("a", "b")], effects=Effects()), ValueError, "effects must name nodes of graph, got 'b b'"),
    "effects in a picture": (lambda: write_graph(EDGES, "dag.png", effects=Effects()), ValueError, r"effects must not be given for \.png"),
    "nodes of a table": (lambda: write_graph(EDGES, "dag.csv", node_attributes={}), ValueError, r"node_attributes must not be given for \.csv"),
    "separator": (lambda: exchange.to_csv(EDGES, separator="|"), ValueError, "separator must be .* got '|'"),
    "a path of JSON": (lambda: from_json("dag.json"), ValueError, r"text must be JSON, got a path: read_graph\('dag.json'\)"),
    "no text": (lambda: from_json({}), TypeError, "text must be JSON as to_json"),
    "later version": (lambda: from_json(exchange.to_json(EDGES).replace('"version": 1', '"version": 2')), ValueError, "text must be of version 1, got 2"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_every_mistake_is_told(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    call, kind, text = WRONG[name]
    with pytest.raises(kind, match=text):
        call()
    assert not list(Path().iterdir())


def test_nodes_that_a_file_has_besides_are_told(tmp_path):
    write_graph([("a", "b")], tmp_path / "dag.json")
    with pytest.raises(ValueError, match="must have the nodes that are given, got 'b' besides"):
        read_graph(tmp_path / "dag.json", nodes=["a", "c"])


# pgmpy


@pytest.mark.pgmpy
def test_pgmpy_has_the_network_that_it_fits_itself():
    Y = simulate_gaussian(EDGES, 60, seed=1, nodes=NAMES)
    result = score(Y, whitelist=EDGES, blacklist=1 - np.eye(5, dtype=int))
    model = result.to_pgmpy(Y[[*NAMES[::-1]]])
    assert list(model.nodes) == list(NAMES)
    assert set(model.edges) == set(EDGES)
    assert model.check_model()
    own = exchange.to_pgmpy(result)
    assert own.cpds == []
    own.fit(Y)
    for node in NAMES:
        found, expected = model.get_cpds(node), own.get_cpds(node)
        assert dict(zip(found.evidence, found.beta[1:], strict=True)) == pytest.approx(
            dict(zip(expected.evidence, expected.beta[1:], strict=True))
        )
        assert (found.beta[0], found.std) == pytest.approx((expected.beta[0], expected.std))
    assert exchange.to_json(model, nodes=NAMES) == exchange.to_json(EDGES, nodes=NAMES)


@pytest.mark.pgmpy
def test_data_for_pgmpy_must_fit():
    with pytest.raises(ValueError, match="X must have a column for each node, got none for 'b'"):
        exchange.to_pgmpy([("a", "b")], pd.DataFrame({"a": [1.0, 2, 3]}))
    with pytest.raises(ValueError, match="X must have 2 columns, one per node, got 3"):
        exchange.to_pgmpy([("a", "b")], np.eye(3))
    with pytest.raises(
        ValueError, match="X must have at least 4 rows for a node with 2 parents, got 3"
    ):
        exchange.to_pgmpy([("a", "b"), ("c", "b")], np.eye(3))


@pytest.mark.parametrize(
    ("name", "library"),
    [("to_networkx", "networkx"), ("to_igraph", "igraph"), ("to_pgmpy", "pgmpy")],
)
def test_a_library_that_is_not_there_is_named(name, library, monkeypatch):
    def missing(_):
        raise ModuleNotFoundError(f"No module named {library!r}", name=library)

    monkeypatch.setattr("dagbag._exchange.libraries.importlib.import_module", missing)
    with pytest.raises(ImportError, match=rf"needs {library}: pip install dagbag\[exchange\]"):
        getattr(exchange, name)(EDGES)
