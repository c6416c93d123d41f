import importlib

import matplotlib
import networkx as nx
import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch

from dagbag import score, score_shd
from dagbag.datasets import load_example
from dagbag.plotting import STYLES, plot_dag
from dagbag.simulate import random_dag

matplotlib.use("Agg")
from matplotlib import pyplot as plt

# 0 -> 1 -> 2, 3 -> 2, and node 4 alone; the learned graph has edges of each class.
TRUTH = np.zeros((5, 5), dtype=int)
TRUTH[[0, 1, 3], [1, 2, 2]] = 1
LEARNED = np.zeros((5, 5), dtype=int)
LEARNED[[0, 2, 0, 3], [1, 1, 4, 4]] = 1


@pytest.fixture(autouse=True)
def _close_figures():
    yield
    plt.close("all")


def legend(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def arrows(ax):
    return [patch for patch in ax.patches if isinstance(patch, FancyArrowPatch)]


def arrows_of(ax, name):
    color = STYLES[name].color.lower()
    return [arrow for arrow in arrows(ax) if to_hex(arrow.get_edgecolor()) == color]


def centers(ax):
    return {text.get_text(): np.array(text.get_position()) for text in ax.texts}


@pytest.mark.parametrize("layout", ["layered", "force"])
def test_edges_are_classified_counted_and_coloured(layout):
    ax = plot_dag(LEARNED, TRUTH, layout=layout)
    assert legend(ax) == ["correct (1)", "reversed (1)", "extra (2)", "missing (1)"]
    for name, count in {"correct": 1, "reversed": 1, "extra": 2, "missing": 1}.items():
        assert len(arrows_of(ax, name)) == count
    assert arrows_of(ax, "missing")[0].get_linestyle() not in ("-", "solid")
    assert arrows_of(ax, "extra")[0].get_zorder() < arrows_of(ax, "correct")[0].get_zorder()


@pytest.mark.parametrize("layout", ["layered", "force"])
def test_without_a_truth_all_edges_are_alike(layout):
    ax = plot_dag(TRUTH, layout=layout)
    assert legend(ax) == ["edges (3)"]
    assert len(arrows(ax)) == 3


def test_the_example_against_itself():
    example = load_example()
    ax = plot_dag(example.adjacency, example.adjacency, nodes=example.nodes)
    assert legend(ax) == ["correct (109)", "reversed (0)", "extra (0)", "missing (0)"]
    assert set(centers(ax)) == set(example.nodes)


@pytest.mark.parametrize("layout", ["layered", "force"])
@pytest.mark.parametrize("n_edges", [0, 40, 200])
def test_nodes_do_not_overlap_and_stay_inside(layout, n_edges):
    ax = plot_dag(random_dag(60, n_edges, seed=1), layout=layout)
    boxes = [patch.get_extents() for patch in ax.patches if isinstance(patch, FancyBboxPatch)]
    assert len(boxes) == 60
    frame = ax.get_window_extent()
    for k, box in enumerate(boxes):
        assert frame.x0 <= box.x0 < box.x1 <= frame.x1
        assert frame.y0 <= box.y0 < box.y1 <= frame.y1
        assert not any(box.overlaps(other) for other in boxes[:k])


@pytest.mark.parametrize("n_edges", [30, 150])
def test_layered_sources_are_left_of_their_targets(n_edges):
    adjacency = random_dag(40, n_edges, seed=2)
    at = centers(plot_dag(adjacency))
    for source, target in np.argwhere(adjacency):
        assert at[str(source)][0] < at[str(target)][0]


@pytest.mark.parametrize("layout", ["layered", "force"])
def test_arrows_end_at_their_targets(layout):
    ax = plot_dag(LEARNED, TRUTH, layout=layout)
    at = centers(ax)
    (reversed_arrow,) = arrows_of(ax, "reversed")
    line = reversed_arrow.get_path().vertices  # in data coordinates, the head at its end
    start, tip = line[0], line[-1]
    assert np.linalg.norm(tip - at["1"]) < np.linalg.norm(tip - at["2"])
    assert np.linalg.norm(start - at["2"]) < np.linalg.norm(start - at["1"])


@pytest.mark.parametrize("layout", ["layered", "force"])
def test_positions_follow_the_truth_and_the_seed(layout):
    truth = random_dag(30, 30, seed=3)
    first = centers(plot_dag(truth, truth, layout=layout, seed=1))
    second = centers(plot_dag(random_dag(30, 50, seed=4), truth, layout=layout, seed=1))
    assert all((first[name] == second[name]).all() for name in first)


def test_isolated_nodes_are_compact():
    adjacency = np.zeros((100, 100))
    adjacency[0, 1] = 1
    width, height = plot_dag(adjacency).figure.get_size_inches()
    assert width * height < 60


def test_strength_is_line_width():
    strength = np.zeros((5, 5))
    strength[0, 1], strength[1, 2], strength[3, 2] = 0.25, 0.5, 1.0
    ax = plot_dag(TRUTH, strength=strength)
    widths = [arrow.get_linewidth() for arrow in arrows(ax)]
    assert widths == sorted(widths)
    assert widths[2] > 1.5 * widths[0]
    assert legend(ax) == ["edges (3)", "strength 0.25", "strength 1"]


def test_names_come_from_whatever_has_them():
    result = score_shd([TRUTH], nodes=list("abcde"))
    assert set(centers(plot_dag(result))) == set("abcde")
    assert set(centers(plot_dag(result, nodes=list("vwxyz")))) == set("vwxyz")
    assert legend(plot_dag(LEARNED, result))[0] == "correct (1)"
    assert set(centers(plot_dag(result.to_frame("adjacency")))) == set("abcde")
    graph = nx.DiGraph(result.edges)
    graph.add_nodes_from("abcde")
    assert set(centers(plot_dag(graph))) == set("abcde")


def test_names_are_matched_not_positions():
    result = score_shd([LEARNED], nodes=list("abcde"))
    truth = pd.DataFrame(TRUTH, index=list("abcde"), columns=list("abcde"))
    expected = legend(plot_dag(result, truth))
    turned = truth.iloc[::-1, ::-1]
    assert legend(plot_dag(result, turned)) == expected
    strength = pd.DataFrame(np.arange(25.0).reshape(5, 5), truth.index, truth.columns)
    widths = [
        sorted(patch.get_linewidth() for patch in arrows(plot_dag(result, strength=s)))
        for s in (strength, strength.iloc[::-1, ::-1], strength.to_numpy())
    ]
    assert widths[0] == widths[1] == widths[2]
    with pytest.raises(ValueError, match="truth must have the nodes of graph as column labels"):
        plot_dag(result, truth.rename(columns={"a": "z"}))
    with pytest.raises(ValueError, match="of a networkx graph have no order"):
        plot_dag(LEARNED, nx.DiGraph([("b", "c"), ("a", "b")]))


def test_an_ensemble_gives_strengths():
    Y = np.random.default_rng(1).standard_normal((60, 5)) @ np.triu(np.ones((5, 5)))
    ensemble = score(Y, 10, seed=1)
    result = score_shd(ensemble)
    both = ensemble.selection_frequency + ensemble.selection_frequency.T
    drawn, expected = (
        [patch.get_linewidth() for patch in arrows(plot_dag(result, strength=s))]
        for s in (ensemble, both)
    )
    assert drawn == expected
    with pytest.raises(TypeError, match="strength must be an ensemble or a 5 x 5 matrix, got"):
        plot_dag(result, strength=result)


def test_draws_on_given_axes():
    figure, (left, right) = plt.subplots(1, 2)
    assert plot_dag(TRUTH, ax=left, title="left") is left
    assert left.get_title() == "left"
    assert not right.patches
    assert plt.get_fignums() == [figure.number]
    figure.canvas.draw()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"graph": np.eye(5)}, "graph must have no self loops, got one at 0"),
        ({"graph": np.zeros((2, 3))}, r"graph must have shape \(p, p\), got \(2, 3\)"),
        ({"truth": np.eye(5)}, "truth must have no self loops, got one at 0"),
        ({"truth": np.zeros((4, 4))}, r"truth must have shape \(5, 5\), got \(4, 4\)"),
        ({"nodes": ["a"]}, "nodes must have 5 names, got 1"),
        ({"strength": np.ones((4, 5))}, r"strength must have shape \(5, 5\), got \(4, 5\)"),
        ({"strength": -np.ones((5, 5))}, "strength must be finite and at least 0 on every edge"),
        ({"layout": "circle"}, "layout must be 'layered' or 'force', got 'circle'"),
    ],
)
def test_plot_dag_refuses(arguments, message):
    with pytest.raises(ValueError, match=message):
        plot_dag(**{"graph": TRUTH, **arguments})


@pytest.mark.parametrize("package", ["matplotlib", "networkx"])
def test_a_missing_package_is_named(package, monkeypatch):
    import_module = importlib.import_module

    def without_package(name):
        if name.startswith(package):
            raise ImportError(name)
        return import_module(name)

    monkeypatch.setattr(importlib, "import_module", without_package)
    with pytest.raises(ImportError, match=rf"needs {package}: pip install dagbag\[plot\]"):
        plot_dag(TRUTH, layout="force")
