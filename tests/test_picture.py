"""Pictures and charts as data: any renderer can draw them, and finds them where matplotlib does."""

import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import matplotlib
import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch

from dagbag import _charts, _draw, aggregation_path, score_shd
from dagbag._charts.alpha_path import path_panel
from dagbag._charts.frequencies import Frequencies, frequency_panel
from dagbag._charts.learning_curves import curve_panels
from dagbag._dag.structures import Structures
from dagbag._draw.on_matplotlib import draw_picture
from dagbag._draw.page import fit_page
from dagbag._draw.picture import make_picture
from dagbag._draw.subject import Subject, by_direction, classify
from dagbag._input.ensembles import check_boot_adj
from dagbag.curves import learning_curve
from dagbag.simulate import random_dag

matplotlib.use("Agg")
from matplotlib import pyplot as plt

CHAIN = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]])
# What is found without matplotlib: all but the two renderers.
DATA = sorted(
    f"{room.__name__}.{path.stem}"
    for room in (_charts, _draw)
    for path in Path(room.__file__).parent.glob("*.py")
    if not path.stem.endswith(("__", "on_matplotlib"))
)


@pytest.fixture(autouse=True)
def _close_figures():
    yield
    plt.close("all")


def edges_of(adjacency):
    return [(source, target) for source, target in np.argwhere(adjacency).tolist()]


def compared(p, seed, marked=frozenset()):
    """A learned graph beside a true one, with edges of every class."""
    true = edges_of(random_dag(p, 2 * p, seed=seed))
    learned = edges_of(random_dag(p, 2 * p, seed=seed + 1))[: 2 * p - 6]
    learned += [edge for edge in true if edge not in learned and edge[::-1] not in learned][:3]
    classes = classify(learned, true)
    strengths = {edge: (1 + k) / len(learned) for k, edge in enumerate(learned)}
    names = ["a longer name of several words", *(f"node {k}" for k in range(1, p))]
    return Subject(names, classes, true, list(classes), strengths, marked)


def made(subject, layout="layered"):
    return make_picture(subject, layout, np.random.default_rng(0))


# A second renderer


def as_svg(picture):
    """Write a picture as SVG, in units, y downwards."""
    (left, bottom), (right, top) = picture.low, picture.high
    width, height = picture.box
    points_per_unit = 72 * picture.unit_inches

    def place(point):
        return f"{point[0] - left!r} {top - point[1]!r}"

    svg = ET.Element("svg", viewBox=f"0 0 {right - left!r} {top - bottom!r}")
    for arrow in sorted(picture.arrows, key=lambda arrow: arrow.style.zorder):
        start, *rest = map(place, arrow.controls)
        look = {"stroke": arrow.style.color, "stroke-width": repr(arrow.width / points_per_unit)}
        if arrow.style.dashes:
            look["stroke-dasharray"] = " ".join(map(repr, arrow.style.dashes))
        ET.SubElement(svg, "path", look, d=f"M {start} C {' '.join(rest)}", fill="none")
    for node in picture.nodes:
        x, y = node.center[0] - left, top - node.center[1]
        look = {"fill": node.style.fill, "stroke": node.style.border}
        box = {"x": repr(x - width / 2), "y": repr(y - height / 2)}
        ET.SubElement(svg, "rect", look, **box, width=repr(width), height=repr(height))
        text = ET.SubElement(svg, "text", x=repr(x), y=repr(y), fill=node.style.text)
        text.text = "\n".join(node.lines)
    return ET.tostring(svg, encoding="unicode")


def numbers(words):
    return [float(word) for word in words.split() if word not in ("M", "C")]


@pytest.mark.parametrize("layout", ["layered", "force"])
@pytest.mark.parametrize("marked", [frozenset(), frozenset({2})])
def test_another_renderer_puts_everything_where_matplotlib_does(layout, marked):
    picture = made(compared(12, 1, marked), layout)
    svg = ET.fromstring(as_svg(picture))
    ax = draw_picture(picture, None, None, 26.0)
    corner = np.array([ax.get_xlim()[0], ax.get_ylim()[1]])
    flip = np.array([1, -1])

    arrows = [patch for patch in ax.patches if isinstance(patch, FancyArrowPatch)]
    arrows.sort(key=lambda patch: patch.get_zorder())
    paths = svg.findall("path")
    assert len(paths) == len(arrows) == len(picture.arrows) > 12
    points_per_unit = 72 * picture.unit_inches
    for path, arrow in zip(paths, arrows, strict=True):
        drawn = np.array(numbers(path.get("d"))).reshape(-1, 2)
        given = (arrow._path_original.vertices - corner) * flip
        np.testing.assert_allclose(drawn, given, atol=1e-9)
        assert path.get("stroke").lower() == to_hex(arrow.get_edgecolor())
        width = float(path.get("stroke-width")) * points_per_unit
        assert width == pytest.approx(arrow.get_linewidth())
        assert ("stroke-dasharray" in path.attrib) == (arrow.get_linestyle() != "-")

    boxes = [patch for patch in ax.patches if isinstance(patch, FancyBboxPatch)]
    rects, texts = svg.findall("rect"), svg.findall("text")
    assert len(rects) == len(boxes) == 12
    for rect, text, box, name in zip(rects, texts, boxes, ax.texts, strict=True):
        x, y, width, height = (float(rect.get(key)) for key in ("x", "y", "width", "height"))
        low = (np.array([box.get_x(), box.get_y()]) - corner) * flip
        np.testing.assert_allclose([x, y + height], low, atol=1e-9)
        np.testing.assert_allclose([width, height], [box.get_width(), box.get_height()])
        assert text.text == name.get_text()
        assert to_hex(rect.get("fill")) == to_hex(box.get_facecolor())
        assert to_hex(text.get("fill")) == to_hex(name.get_color())


def test_a_page_has_the_size_of_matplotlibs_figure():
    picture = made(compared(12, 1))
    for title, largest in (("title", 26.0), (None, 3.0)):
        page = fit_page(picture, titled=bool(title), max_inches=largest)
        figure = draw_picture(picture, None, title, largest).figure
        np.testing.assert_allclose(figure.get_size_inches(), (page.width, page.height))


# The data


def test_what_is_drawn_is_found_without_matplotlib():
    code = f"import sys, {', '.join(DATA)}; print('matplotlib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_the_same_subject_makes_the_same_picture():
    for layout in ("layered", "force"):
        assert made(compared(20, 3), layout) == made(compared(20, 3), layout)


def test_arrows_join_the_boxes_of_their_nodes():
    picture = made(compared(12, 1))
    half = np.array(picture.box) / 2
    for arrow in picture.arrows:
        assert len(arrow.controls) % 3 == 1
        for end, node in ((arrow.controls[0], arrow.source), (arrow.controls[-1], arrow.target)):
            away = np.abs(np.array(end) - picture.nodes[node].center)
            assert (away <= half + 1e-9).all()
            assert (np.abs(away - half) < 1e-9).any()  # on the border


def test_everything_lies_within_the_bounds():
    picture = made(compared(12, 1))
    centers = np.array([node.center for node in picture.nodes])
    half = np.array(picture.box) / 2
    assert (centers - half >= picture.low).all()
    assert (centers + half <= picture.high).all()


def test_marks_fade_what_is_not_near_them():
    subject = Subject(list("abcd"), {"edges": [(0, 1), (2, 3)]}, [(0, 1), (2, 3)], ["edges"])
    marked = Subject(**{**vars(subject), "marked": frozenset({0})})
    assert not any(thing.faded for thing in (*made(subject).nodes, *made(subject).arrows))
    picture = made(marked)
    assert [node.faded for node in picture.nodes] == [False, False, True, True]
    assert [node.marked for node in picture.nodes] == [True, False, False, False]
    assert [arrow.faded for arrow in picture.arrows] == [False, True]
    assert picture.arrows[1].style.zorder < picture.arrows[0].style.zorder


def test_the_legend_explains_classes_and_strengths():
    classes = {"correct": [(0, 1)], "reversed": [], "extra": [(0, 2)], "missing": [(1, 2)]}
    strengths = {(0, 1): 1.0, (0, 2): 0.5}
    subject = Subject(list("abc"), classes, [(0, 1), (1, 2)], ["correct", "missing"], strengths)
    picture = made(subject)
    assert [(entry.label, entry.shown) for entry in picture.legend] == [
        ("correct (1)", True),
        ("reversed (0, not drawn)", False),
        ("extra (1, not drawn)", False),
        ("missing (1)", True),
        ("strength 0.5", True),
        ("strength 1", True),
    ]
    assert [arrow.kind for arrow in picture.arrows] == ["correct", "missing"]
    assert picture.legend[3].dashes
    assert picture.legend[4].width < picture.legend[5].width


def test_a_neighborhood_keeps_names_strengths_and_marks():
    subject = Subject(
        list("abcd"),
        {"edges": [(0, 1), (1, 2), (3, 2)]},
        [(0, 1), (1, 2), (3, 2)],
        ["edges"],
        {(0, 1): 0.1, (1, 2): 0.2, (3, 2): 0.3},
        frozenset({3}),
        frozenset({(0, 1), (3, 2)}),
        frozenset({(1, 2), (3, 2)}),
    )
    near = subject.around(1)
    assert near.names == ["c", "d"]
    assert near.classes == {"edges": [(1, 0)]}
    assert near.placed_by == [(1, 0)]
    assert near.strengths == {(1, 0): 0.3}
    assert near.marked == {1}
    assert near.lines == near.disputed == {(1, 0)}


def test_lines_have_no_head_and_disputed_arrows_dashes():
    edges = [(0, 1), (1, 2), (3, 2)]
    subject = Subject(list("abcd"), {"extra": edges}, edges, ["extra"])
    marked = Subject(
        **{**vars(subject), "lines": frozenset({(0, 1)}), "disputed": frozenset({(3, 2)})}
    )
    picture = made(marked)
    assert [arrow.style.head > 0 for arrow in picture.arrows] == [False, True, True]
    assert [bool(arrow.style.dashes) for arrow in picture.arrows] == [False, False, True]
    assert [(entry.label, bool(entry.dashes)) for entry in picture.legend] == [
        ("extra (3)", False),
        ("disputed (1)", True),
    ]
    assert len({arrow.style.color for arrow in picture.arrows}) == 1
    assert made(subject).legend == picture.legend[:1]


@pytest.mark.parametrize("seed", range(20))
def test_every_edge_is_in_one_class(seed):
    rng = np.random.default_rng(seed)
    true, learned = (edges_of(random_dag(8, 12, seed=rng)) for _ in range(2))
    lines = frozenset(edge for edge in learned if rng.random() < 0.5)
    disputed = frozenset(edge for edge in learned if edge not in lines and rng.random() < 0.5)
    compared = classify(learned, true, lines)
    missing = compared.pop("missing")
    assert sorted(edge for edges in compared.values() for edge in edges) == sorted(learned)
    assert set(compared["undirected"]) <= lines
    assert lines.isdisjoint(compared["correct"] + compared["reversed"])
    assert missing == classify(learned, true)["missing"]
    plain = classify(learned, true)
    assert compared["extra"] == plain["extra"]
    assert set(plain["correct"] + plain["reversed"]) == set(
        compared["correct"] + compared["reversed"] + compared["undirected"]
    )
    alone = by_direction(learned, lines, disputed)
    assert sorted(edge for edges in alone.values() for edge in edges) == sorted(learned)
    assert set(alone["undirected"]) == lines
    assert set(alone["disputed"]) == disputed
    assert "disputed" not in by_direction(learned, lines, None)


# Charts


def test_curves_are_lines_with_an_end():
    curve = learning_curve(score_shd([CHAIN]), CHAIN)
    short, long = (curve_panels({"m": curve}, ["E"], cut)[0] for cut in (True, 1.0))
    diagonal, path, explained, end = short.lines
    assert diagonal.x == diagonal.y
    assert (path.x, path.y) == ((0, 1, 2), (0, 1, 2))
    assert (explained.x, explained.label, explained.marker) == ((), "m", end.marker)
    assert (end.x, end.y, end.dashes) == ((2,), (2,), "")
    assert not short.notes
    assert len(long.lines) == 3  # its end is outside
    assert [note.text for note in long.notes] == ["m stops at (2, 2)"]
    assert long.xlim == (0, 1.0)


def test_frequencies_are_bars_beside_a_cutoff():
    frequency = np.array([[0, 0.8, 0.1], [0.1, 0, 0.6], [0, 0.3, 0]])
    counts = check_boot_adj(frequency).counts
    panel = frequency_panel(
        Frequencies(counts, "sf", 1.0, 0.5), np.array([[1, 0]], dtype=np.int32), 10, log=True
    )
    true, other = panel.bars
    assert (true.label, true.height) == ("in the true skeleton", (1,))
    assert (other.label, other.height) == ("not in it", (1, 1))
    assert [note.text for note in panel.notes] == [
        "1 pair not above\n0 of them true",
        "2 pairs above\n1 of them true",
    ]
    assert panel.rules[0].at == 0.5


def test_a_path_is_a_line_of_edges_and_one_of_correct_edges():
    path = aggregation_path([CHAIN, CHAIN], alpha=[2, 1])
    truth = Structures(np.array([[0, 1]]), (0, 1, 2))
    panel = path_panel(path, truth, None)
    assert [(line.label, line.x, line.y) for line in panel.lines] == [
        ("edges", (1.0, 2.0), (2, 2)),
        ("correct edges", (1.0, 2.0), (1, 1)),
    ]
    assert [note.text for note in panel.notes] == ["2", "2", "1", "1"]
    assert panel.rules[0].label == "true graph: 1 edges"
