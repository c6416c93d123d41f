"""Pictures as SVG: the same data that matplotlib draws, as text."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dagbag._draw.on_svg import picture_svg, text_width
from dagbag._draw.picture import make_picture
from dagbag._draw.subject import Subject, classify
from dagbag.plotting import svg
from dagbag.simulate import random_dag

SVG = "{http://www.w3.org/2000/svg}"


def picture_of(p, seed, layout="layered", marked=frozenset()):
    """A learned graph beside a true one, with edges of every class."""
    learned, true = (
        [(s, t) for s, t in np.argwhere(random_dag(p, p, seed=seed + k)).tolist()] for k in (0, 1)
    )
    classes = classify(learned, true)
    subject = Subject([f"node {k}" for k in range(p)], classes, true, list(classes), {}, marked)
    return make_picture(subject, layout, np.random.default_rng(seed))


def parts(root, kind):
    return [each for each in root.iter() if each.get("class") == f"dagbag-{kind}"]


def numbers(text):
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", text)]


@settings(max_examples=25, deadline=None)
@given(st.integers(3, 25), st.integers(0, 1000), st.sampled_from(["layered", "force"]))
def test_all_is_drawn_once_and_within_the_page(p, seed, layout):
    picture = picture_of(p, seed, layout)
    text = picture_svg(picture, title="t")
    assert text == picture_svg(picture, title="t")
    root = ElementTree.fromstring(text)
    _, _, width, height = numbers(root.get("viewBox"))
    assert (root.get("width"), root.get("height")) == tuple(root.get("viewBox").split()[2:])
    nodes, edges = parts(root, "node"), parts(root, "edge")
    assert [int(node.get("data-node")) for node in nodes] == list(range(p))
    found = sorted((int(e.get("data-source")), int(e.get("data-target"))) for e in edges)
    assert found == sorted((arrow.source, arrow.target) for arrow in picture.arrows)
    shift = numbers(root.find(f"{SVG}g").get("transform"))[0]
    for edge in edges:
        for path in edge.findall(f"{SVG}path"):
            at = np.array(numbers(path.get("d"))).reshape(-1, 2) + np.array([shift, 0])
            assert (at >= -0.1).all()
            assert (at <= (width + 0.1, height + 0.1)).all()
    for node in nodes:
        box = node.find(f"{SVG}rect")
        x, y, w, h = (float(box.get(name)) for name in ("x", "y", "width", "height"))
        assert x + shift >= 0
        assert x + shift + w <= width
        assert y >= 0
        assert y + h <= height


def test_a_head_ends_where_its_arrow_ends():
    picture = picture_of(12, 3)
    root = ElementTree.fromstring(picture_svg(picture, title="t"))
    for edge in parts(root, "edge"):
        curve, head = edge.findall(f"{SVG}path")
        tip = np.array(numbers(head.get("d")))[:2]
        end = np.array(numbers(curve.get("d")))[-2:]
        box = parts(root, "node")[int(edge.get("data-target"))].find(f"{SVG}rect")
        x, y, w, h = (float(box.get(name)) for name in ("x", "y", "width", "height"))
        away = np.abs(tip - (x + w / 2, y + h / 2)) - (w / 2, h / 2)
        assert np.abs(away).min() < 0.2  # on the border of the box
        assert away.max() < 0.2
        assert 1 < np.linalg.norm(tip - end) < 15  # the line does not show beyond its head


def test_faded_edges_fade_towards_any_page():
    picture = picture_of(8, 1, marked=frozenset({0}))
    root = ElementTree.fromstring(picture_svg(picture, title="t"))
    order = sorted(picture.arrows, key=lambda arrow: arrow.style.zorder)
    for arrow, edge in zip(order, parts(root, "edge"), strict=True):
        assert (edge.get("opacity") is not None) == arrow.faded


def test_wide_letters_are_pressed_into_their_box():
    root = ElementTree.fromstring(svg([(0, 1)], nodes=["W" * 12, "i" * 12]))
    wide, narrow = root.findall(f".//{SVG}text")[:2]
    room = float(root.find(f".//{SVG}rect").get("width"))
    assert float(wide.get("textLength")) < room
    assert narrow.get("textLength") is None
    assert text_width("W" * 12, 12.0) > room


def test_names_title_and_legend():
    names = ["<a>", "b & c", "x\x00"]
    text = svg([(0, 1), (1, 2)], [(0, 1), (2, 1), (0, 2)], nodes=names, title="<truth>")
    root = ElementTree.fromstring(text)
    assert root.get("role") == "img"
    assert root.find(f"{SVG}title").text == "<truth>"
    written = [element.text for element in root.iter(f"{SVG}text")]
    assert written == ["<a>", "b & c", "x\ufffd", "correct (1)", "reversed (1)", "missing (1)"]


@pytest.mark.parametrize("names", [["", " " * 40], ["\n" * 50, "\t"]])
def test_names_of_spaces_have_boxes(names):
    assert len(parts(ElementTree.fromstring(svg([(0, 1)], nodes=names)), "node")) == 2
