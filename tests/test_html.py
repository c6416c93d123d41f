"""What notebooks show: harmless whatever the names, complete, and never an error."""

import re
import subprocess
import sys
import warnings
from html.parser import HTMLParser
from xml.etree import ElementTree

import matplotlib
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dagbag import DegenerateDataWarning, Ensemble, aggregation_path, load_example, score, score_shd
from dagbag._dag.edges import sort_edges
from dagbag._draw.small import MOST_EDGES, MOST_NODES, small_picture
from dagbag._html.card import card
from dagbag._html.escape import escaped, label, printable
from dagbag._html.table import html_table
from dagbag._runs.replicates import Replicate
from dagbag.learners import BOSS

matplotlib.use("Agg")

SVG = "{http://www.w3.org/2000/svg}"
ODD = (
    "<script>alert(1)</script>", "a\nb\tc", "x" * 3000, "", "   " * 30, "\x00\x1b[31m", "\ud800",
    "\u202egnp.exe", "&lt;", '"quoted"', "'", 7, -1.5, None, ("a", 1), True, "基因", "]]>", "{}%s",
)  # fmt: skip
names = st.one_of(st.sampled_from(ODD), st.text(max_size=30), st.integers(), st.tuples(st.text()))


def tree(html):
    """The elements of a card; what is shown is also well-formed XML, and loads nothing."""
    assert not re.search(r"<script|<style|javascript:|url\(|src=|href=|@import", html)
    assert html.replace("http://www.w3.org/2000/svg", "").count("<svg") == html.count("<svg")
    html.encode()
    return ElementTree.fromstring(html)


def texts(element):
    return [text for text in element.itertext() if text]


def with_class(element, name):
    return [each for each in element.iter() if each.get("class") == name]


def ensemble_of(nodes, graphs, **settings_):
    """An ensemble without a run."""
    replicates = {
        k: Replicate(sort_edges(np.argwhere(graph).astype(np.int32)), True, 3, 5, -1.0)
        for k, graph in enumerate(graphs)
    }
    return Ensemble(tuple(nodes), replicates, settings=settings_)


def upper(p, rng, part=0.4):
    return np.triu(rng.random((p, p)) < part, 1)


# Pieces


@given(st.text())
def test_escaped_text_is_read_as_it_was_written(text):
    found = []

    class Reader(HTMLParser):
        def handle_data(self, data):
            found.append(data)

        def handle_starttag(self, _tag, attrs):
            found.append(attrs[0][1])

    reader = Reader()
    reader.feed(f'<p title="{escaped(text)}">{escaped(text)}')
    reader.close()
    assert found == [printable(text)] * (2 if text else 1)
    assert printable(text).isprintable()


def test_labels_that_cannot_be_written():
    class Wrong:
        def __str__(self):
            raise RuntimeError

    assert label(Wrong()) == "&lt;Wrong&gt;"
    assert len(printable("ab\ud800")) == 3


@given(
    st.lists(names, min_size=1, max_size=15),
    st.lists(st.floats(), min_size=15, max_size=15),
    st.integers(1, 20),
)
def test_tables_show_the_first_rows_and_count_the_rest(cells, numbers, most):
    columns = {"<name>": cells, "number": numbers[: len(cells)]}
    table = tree(html_table(columns, most=most, more="x.to_frame()"))
    assert len(table.findall(".//tbody/tr")) == min(most, len(cells))
    rest = len(cells) - most
    told = [text for text in texts(table) if "more: x.to_frame()" in text]
    assert told == ([f"{rest} more: x.to_frame()"] if rest > 0 else [])


def test_tables_without_rows_are_nothing():
    assert html_table({}) == html_table({"a": []}) == ""


def test_warnings_come_before_facts():
    parts = texts(tree(card("title", ["fact"], warnings=["care <now>"], note="note")))
    assert parts == ["title", "Warning:", " care <now>", "fact", "note"]


# Reprs


@settings(max_examples=30, deadline=None)
@given(st.lists(names, min_size=1, max_size=8, unique_by=str), st.integers(0, 2**32 - 1))
def test_any_names_are_harmless(nodes, seed):
    rng = np.random.default_rng(seed)
    graphs = [upper(len(nodes), rng) for _ in range(3)]
    ensemble = ensemble_of(nodes, graphs)
    result = score_shd(ensemble)
    for each in (ensemble, ensemble[0], result, aggregation_path(ensemble)):
        shown = tree(each._repr_html_())
        assert each._repr_html_() == each._repr_html_()
        for edge in with_class(shown, "dagbag-edge"):
            assert {int(edge.get(end)) for end in ("data-source", "data-target")} <= set(
                range(len(with_class(shown, "dagbag-node")))
            )
    drawn = tree(result._repr_html_())
    assert len(with_class(drawn, "dagbag-edge")) == len(result)
    assert len(with_class(drawn, "dagbag-node")) == len(np.unique(result._edges))


@pytest.mark.parametrize("p", [1, 2, 2000])
def test_graphs_without_edges_and_large_ones(p):
    rng = np.random.default_rng(0)
    nothing = np.zeros((p, p), dtype=bool)
    for graph in (nothing, upper(p, rng, min(1.0, 3 / p))):
        ensemble = ensemble_of(range(p), [graph, graph])
        path = aggregation_path(ensemble, max_step=10_000)
        for each in (ensemble, ensemble[0], path, path[0]):
            shown = each._repr_html_()
            tree(shown)
            assert len(shown) < 50_000
    assert "no replicates" in repr(ensemble[:0])
    tree(ensemble[:0]._repr_html_())


@pytest.mark.parametrize("learn", [score, BOSS()])
def test_searches_say_what_their_repr_says(learn):
    rng = np.random.default_rng(0)
    Y = rng.normal(size=(40, 4))
    Y[:, 1] += Y[:, 0]
    Y[:, 3] = 1.0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DegenerateDataWarning)
        result = learn(Y)
    parts = texts(tree(result._repr_html_()))
    assert parts[0].startswith(f"{type(result).__name__}: 4 nodes, {len(result)} edge")
    assert parts[1:3] == ["Warning:", " constant, isolated: 1 of 4 nodes: 3"]
    assert any(f"{result.score:.2f}" in part for part in parts)


def test_what_did_not_converge_is_said_first():
    with pytest.warns(UserWarning, match="max_step"):
        result = score(load_example().Y, max_step=3)
    parts = texts(tree(result._repr_html_()))
    assert parts[2].startswith(" NOT converged: stopped by max_step=3")
    with pytest.warns(UserWarning, match="max_step"):
        ensemble = score(load_example().Y, 4, max_step=3, seed=1)
    assert texts(tree(ensemble._repr_html_()))[2] == " 4 of 4 replicates NOT converged"
    assert texts(tree(ensemble[0]._repr_html_()))[2] == " NOT converged"


def test_graphs_with_cycles_are_no_reason_to_fail():
    cycle = np.roll(np.eye(3, dtype=int), 1, axis=1)
    ensemble = ensemble_of("abc", [cycle] * 2)
    assert "cycle" in texts(tree(ensemble[0]._repr_html_()))[-1]
    assert len(with_class(tree(ensemble._repr_html_()), "dagbag-edge")) == 3  # all are lines


def test_disputed_arrows_are_warned_of_and_dashed():
    chain, collider = np.zeros((2, 3, 3), dtype=int)
    chain[0, 1] = chain[1, 2] = collider[0, 1] = collider[2, 1] = 1
    result = score_shd([chain, chain, collider], blacklist=[(1, 0), (2, 1)])
    shown = tree(result._repr_html_())
    assert "more DAGs compel the other way" in texts(shown)[2]
    dashed = [path for path in shown.iter(f"{SVG}path") if path.get("stroke-dasharray")]
    assert len(dashed) == 2  # the edge and its line of the legend


def test_the_strongest_edges_come_first():
    frequency = np.zeros((14, 14))
    frequency[0, 1:] = np.linspace(0.55, 0.95, 13)
    shown = tree(score_shd(frequency)._repr_html_())
    rows = [[cell.text for cell in row] for row in shown.findall(".//tbody/tr")]
    assert [row[1] for row in rows] == [str(k) for k in range(13, 3, -1)]
    assert "3 more: .to_frame() has them all" in texts(shown)


def test_names_that_are_numbers_are_written_as_names():
    shown = tree(score_shd(np.array([[0, 1.0], [0, 0]]), nodes=[True, -1.5])._repr_html_())
    assert [cell.text for cell in shown.findall(".//tbody/tr/td")][:2] == ["True", "-1.5"]


# The small picture


def test_isolated_nodes_are_counted_not_drawn():
    edges = np.array([[0, 3], [3, 4]], dtype=np.int32)
    small = small_picture(range(8), edges, np.array([True, False]))
    shown = tree(small.svg)
    assert len(with_class(shown, "dagbag-node")) == 3
    assert small.note == "5 nodes without edges are not drawn."
    heads = [len(edge.findall(f"{SVG}path")) - 1 for edge in with_class(shown, "dagbag-edge")]
    assert sorted(heads) == [0, 1]  # the line has none


@pytest.mark.parametrize(
    ("p", "edges", "says"),
    [
        (MOST_NODES + 2, [(k, k + 1) for k in range(MOST_NODES)], "Too large"),
        (20, [(i, j) for i in range(20) for j in range(i)][: MOST_EDGES + 1], "Too large"),
        (18, [(i, j) for i in range(18) for j in range(i)][:MOST_EDGES], "Too tangled"),
        (2, [(0, 1), (1, 0)], "cycle"),
        (3, [], "no edge"),
    ],
)
def test_what_is_not_drawn_unasked(p, edges, says):
    rows = np.array(edges, dtype=np.int32).reshape(-1, 2)
    small = small_picture(range(p), rows, np.ones(len(rows), dtype=bool))
    assert small.svg == ""
    assert says in small.note


# Methods that draw


def test_methods_draw_what_functions_draw():
    from matplotlib import pyplot as plt

    rng = np.random.default_rng(3)
    graphs = [upper(6, rng) for _ in range(4)]
    ensemble = ensemble_of("abcdef", graphs)
    result = score_shd(ensemble)
    legend = [text.get_text() for text in result.plot().get_legend().get_texts()]
    assert any(label.startswith("strength") for label in legend)
    legend = [
        text.get_text() for text in result.plot(graphs[0], strength=None).get_legend().get_texts()
    ]
    assert legend[0].startswith("correct (")
    assert len(legend) == 5
    assert ensemble[0].plot(title="one").get_title() == "one"
    assert "cutoff 0.5" in ensemble.plot().get_legend().get_texts()[-1].get_text()
    assert aggregation_path(ensemble).plot(graphs[0]).get_xlabel()
    plt.close("all")


def test_reprs_need_no_matplotlib():
    code = (
        "import sys, numpy as np\n"
        "from dagbag import score_shd\n"
        "assert 'svg' in score_shd(np.triu(np.ones((3, 3)), 1))._repr_html_()\n"
        "from dagbag.plotting import svg\n"
        "svg(np.triu(np.ones((3, 3)), 1))\n"
        "print([name for name in ('matplotlib', 'pandas') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
