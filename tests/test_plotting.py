import importlib
import subprocess
import sys
import time

import matplotlib
import networkx as nx
import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from matplotlib.colors import to_hex
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch, Rectangle
from problems import ensemble_of

from dagbag import aggregation_path, score, score_shd
from dagbag._draw.boxes import Boxes
from dagbag._draw.layered import MOST_BENDS
from dagbag._draw.placing import place_nodes
from dagbag._draw.styles import STYLES
from dagbag.curves import curve_of, learning_curve, mean_curve
from dagbag.datasets import load_example
from dagbag.metrics import detection
from dagbag.plotting import (
    plot_alpha_path,
    plot_dag,
    plot_learning_curves,
    plot_selection_frequency,
)
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
        ({"graph": np.zeros((2, 3))}, r"graph must have shape \(2, 2\), got \(2, 3\)"),
        ({"truth": np.eye(5)}, "truth must have no self loops, got one at 0"),
        ({"truth": np.zeros((4, 4))}, r"truth must have shape \(5, 5\), got \(4, 4\)"),
        ({"nodes": ["a"]}, "nodes must have 5 names, got 1"),
        ({"strength": np.ones((4, 5))}, r"strength must have shape \(5, 5\), got \(4, 5\)"),
        ({"strength": -np.ones((5, 5))}, "strength must be finite and at least 0 on every edge"),
        ({"layout": "circle"}, "layout must be 'layered' or 'force', got 'circle'"),
        ({"directions": "cpdag"}, "directions must be 'class' or 'dag', got 'cpdag'"),
        ({"directions": ["dag"]}, r"directions must be 'class' or 'dag', got \['dag'\]"),
    ],
)
def test_plot_dag_refuses(arguments, message):
    with pytest.raises(ValueError, match=message):
        plot_dag(**{"graph": TRUTH, **arguments})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"show": ["wrong"]},
            "show must be a choice of correct, reversed, extra, missing, got 'wro",
        ),
        ({"show": []}, "show must be a choice of correct, reversed, extra, missing, got none"),
        ({"show": ["extra"], "truth": None}, "show must be None without a truth, got"),
        ({"highlight": 7}, "highlight must be nodes of graph, got 7"),
        ({"highlight": []}, "highlight must be nodes of graph, got none"),
        ({"highlight": [[0]]}, r"highlight must be nodes of graph, got \[0\]"),
        ({"radius": 1}, "highlight must name nodes when radius is given, got None"),
        ({"highlight": 0, "radius": -1}, "radius must be a whole number of at least 0, got -1"),
        ({"max_inches": 0}, "max_inches must be a number above 0, got 0"),
    ],
)
def test_plot_dag_refuses_choices(arguments, message):
    with pytest.raises(ValueError, match=message):
        plot_dag(**{"graph": LEARNED, "truth": TRUTH, **arguments})


# Directions: 0 -> 1 -> 2 <- 3 compels 1 -> 2 and 3 -> 2, and 0 -> 1 could be turned round; in
# TURNED the arrow 2 -> 1 is compelled.

TURNED = np.zeros((5, 5), dtype=int)
TURNED[[2, 4], [1, 1]] = 1


def heads(ax):
    """Which of the arrows have a head, in order."""
    return [arrow.get_arrowstyle().arrow != "-" for arrow in arrows(ax)]


@pytest.mark.parametrize("layout", ["layered", "force"])
def test_an_edge_without_a_told_direction_has_no_head(layout):
    result = score_shd([TRUTH])
    ax = plot_dag(result, layout=layout)
    assert legend(ax) == ["directed (2)", "undirected (1)", "disputed (0)"]
    assert heads(ax) == [True, True, False]
    assert len(arrows_of(ax, "undirected")) == 1
    plain = plot_dag(result, layout=layout, directions="dag")
    assert legend(plain) == ["edges (3)"]
    assert heads(plain) == [True, True, True]
    assert all((centers(ax)[name] == place).all() for name, place in centers(plain).items())


def test_results_are_drawn_by_class_and_other_graphs_as_they_are():
    result = score_shd([TRUTH])
    for graph in (TRUTH, result.to_frame("adjacency"), nx.DiGraph(result.edges)):
        assert all(heads(plot_dag(graph)))
    assert heads(plot_dag(TRUTH, directions="class")) == [True, True, False]
    assert legend(plot_dag(TRUTH, directions="class")) == ["directed (2)", "undirected (1)"]
    Y = np.random.default_rng(1).standard_normal((200, 3)).cumsum(axis=1)
    search, ensemble = score(Y), score(Y, 5, seed=1)
    for drawn in (search, ensemble[0]):
        n_lines = len(drawn.undirected_edges)
        assert n_lines
        assert heads(plot_dag(drawn)).count(False) == n_lines
    assert all(heads(plot_dag(score(Y, blacklist=[(1, 0)]))))  # the list settles both edges


def test_disputed_arrows_are_dashed():
    ensemble = ensemble_of([TRUTH, TURNED, TURNED, TURNED])
    ax = plot_dag(score_shd([TRUTH]), strength=ensemble)
    assert legend(ax)[:3] == ["directed (1)", "undirected (1)", "disputed (1)"]
    (marked,) = arrows_of(ax, "disputed")
    assert marked.get_linestyle() not in ("-", "solid")
    assert legend(plot_dag(TRUTH, strength=ensemble))[0] == "edges (3)"
    by_class = plot_dag(TRUTH, strength=ensemble, directions="class")
    assert legend(by_class)[:3] == legend(ax)[:3]
    # The result itself knows its ensemble, but for frequencies.
    result = score_shd([TRUTH, TURNED, TURNED], whitelist=TRUTH)
    assert result.disputed_edges == ((1, 2),)
    assert legend(plot_dag(result)) == ["directed (3)", "undirected (0)", "disputed (1)"]
    known = score_shd(np.mean([TRUTH, TURNED, TURNED], axis=0), whitelist=TRUTH)
    assert legend(plot_dag(known)) == ["directed (4)", "undirected (0)"]


def test_a_line_is_undirected_where_the_truth_connects_its_nodes():
    backwards = np.zeros((5, 5), dtype=int)
    backwards[[1, 1, 4], [0, 2, 3]] = 1  # 0 <- 1 -> 2, 4 -> 3: lines all
    for graph in (backwards, score_shd([backwards])):
        ax = plot_dag(graph, TRUTH, directions="class")
        assert legend(ax)[:5] == [
            "correct (0)",
            "undirected (2)",
            "reversed (0)",
            "extra (1)",
            "missing (1)",
        ]
        # but for the missing arrow, which is the truth's
        assert heads(ax).count(True) == 1
    as_dag = plot_dag(backwards, TRUTH)
    assert legend(as_dag) == ["correct (1)", "reversed (1)", "extra (1)", "missing (1)"]
    few = plot_dag(backwards, TRUTH, directions="class", show=["undirected"])
    assert len(arrows(few)) == 2
    with pytest.raises(ValueError, match="show must be None without a truth, got"):
        plot_dag(backwards, directions="class", show=["undirected"])


def test_disputed_arrows_keep_the_colours_of_their_class():
    ensemble = ensemble_of([TRUTH, TURNED, TURNED, TURNED])
    ax = plot_dag(score_shd([TRUTH]), TRUTH, strength=ensemble)
    assert legend(ax)[:6] == [
        "correct (2)",
        "undirected (1)",
        "reversed (0)",
        "extra (0)",
        "missing (0)",
        "disputed (1)",
    ]
    dashed = [arrow.get_linestyle() != "-" for arrow in arrows_of(ax, "correct")]
    assert sorted(dashed) == [False, True]
    near = plot_dag(score_shd([TRUTH]), TRUTH, strength=ensemble, highlight=1, radius=1)
    assert "disputed (1)" in legend(near)
    assert heads(near).count(False) == 1
    far = plot_dag(score_shd([TRUTH]), TRUTH, strength=ensemble, highlight=0, radius=1)
    assert not any(text.startswith("disputed") for text in legend(far))
    assert heads(far) == [False]


def test_classes_can_be_left_out():
    ax = plot_dag(LEARNED, TRUTH, show=["missing", "correct"])
    assert legend(ax) == [
        "correct (1)",
        "reversed (1, not drawn)",
        "extra (2, not drawn)",
        "missing (1)",
    ]
    assert len(arrows(ax)) == 2
    everything = centers(plot_dag(LEARNED, TRUTH))
    assert all((centers(ax)[name] == everything[name]).all() for name in everything)


def test_highlighted_nodes_keep_their_edges_colours():
    ax = plot_dag(LEARNED, TRUTH, highlight=1)
    kept = [
        a
        for a in arrows(ax)
        if to_hex(a.get_edgecolor()) in {s.color.lower() for s in STYLES.values()}
    ]
    assert len(kept) == 2  # 0 -> 1 and 2 -> 1; 0 -> 4, 3 -> 4 and 3 -> 2 fade
    black = {text.get_text() for text in ax.texts if text.get_color() == "black"}
    assert black == {"0", "1", "2"}
    assert legend(ax) == ["correct (1)", "reversed (1)", "extra (2)", "missing (1)"]
    by_name = plot_dag(score_shd([LEARNED], nodes=list("abcde")), highlight=["b"])
    assert {t.get_text() for t in by_name.texts if t.get_color() == "black"} == {"a", "b", "c"}


@given(st.integers(2, 12), st.integers(0, 30), st.integers(0, 4), st.integers(0, 2**32 - 1))
@settings(max_examples=25, deadline=None)
def test_a_radius_draws_the_neighborhood(p, n_edges, radius, seed):
    rng = np.random.default_rng(seed)
    adjacency = random_dag(p, min(n_edges, p * (p - 1) // 2), seed=rng)
    center = int(rng.integers(p))
    graph = nx.Graph(np.argwhere(adjacency).tolist())
    graph.add_nodes_from(range(p))
    expected = set(nx.single_source_shortest_path_length(graph, center, cutoff=radius))
    ax = plot_dag(adjacency, highlight=center, radius=radius)
    assert {int(name) for name in centers(ax)} == expected
    n_inside = sum(int(i) in expected and int(j) in expected for i, j in np.argwhere(adjacency))
    assert legend(ax) == [f"edges ({n_inside})"]
    plt.close(ax.figure)


def test_strengths_follow_their_edges_into_a_neighborhood():
    strength = np.zeros((5, 5))
    strength[0, 1], strength[1, 2], strength[3, 2] = 0.25, 0.5, 1.0
    ax = plot_dag(TRUTH, strength=strength, highlight=3, radius=1)
    assert legend(ax) == ["edges (1)", "strength 1"]


def chain(p):
    return np.eye(p, k=1, dtype=int)


def test_a_long_chain_is_folded_onto_a_page():
    ax = plot_dag(chain(100))
    assert max(ax.figure.get_size_inches()) < 10
    assert ax.texts[0].get_fontsize() == pytest.approx(9)
    at = centers(ax)
    steps = np.array([at[str(k + 1)] - at[str(k)] for k in range(99)])
    turns = np.abs(steps[:, 0]) < 1e-9
    assert turns.sum() == 9
    assert (np.abs(steps[~turns, 1]) < 1e-9).all()
    assert np.abs(steps).max() < 5  # no arrow runs back across the page


def test_a_star_does_not_leave_the_page():
    star = np.zeros((100, 100), dtype=int)
    star[0, 1:] = 1
    for graph in (star, star.T):
        assert max(plot_dag(graph).figure.get_size_inches()) < 16
    ax = plot_dag(star, layout="force")
    at = centers(ax)
    hub = at.pop("0")
    away = np.array([np.hypot(*(place - hub)) for place in at.values()])
    assert max(ax.figure.get_size_inches()) < 12
    assert away.min() > 0.4 * away.max()  # a ring


@pytest.mark.slow
@pytest.mark.parametrize("layout", ["layered", "force"])
def test_a_thousand_nodes_take_seconds(layout):
    start = time.perf_counter()
    ax = plot_dag(random_dag(1000, 1068, seed=1), layout=layout)
    assert time.perf_counter() - start < 60  # 2 s layered, 5 s by force, of one core
    assert len(centers(ax)) == 1000
    assert len(arrows(ax)) == 1068
    assert max(ax.figure.get_size_inches()) < 27


def test_many_long_edges_run_straight_across():
    adjacency = random_dag(300, 3000, seed=1)
    edges = [tuple(edge) for edge in np.argwhere(adjacency).tolist()]
    placed = place_nodes(edges, 300, 2.0, np.random.default_rng(0), "layered")
    assert len(placed.bends) < 3000
    assert sum(map(len, placed.bends.values())) <= MOST_BENDS
    assert all(placed.centers[i, 0] < placed.centers[j, 0] for i, j in edges)


def test_max_inches_scales_down():
    ax = plot_dag(random_dag(60, 60, seed=1), max_inches=4)
    assert max(ax.figure.get_size_inches()) < 5


def test_long_names_are_broken_and_stay_in_their_boxes():
    names = [
        "short",
        "the interleukin 6 receptor subunit alpha",
        "a_name_with_underscores_and.points",
        "no.break" * 30,
        "price in $ or in $$",
    ]
    ax = plot_dag(TRUTH, nodes=names)
    texts = [text.get_text() for text in ax.texts]
    assert texts[0] == "short"
    assert texts[1].replace("\n", " ") == names[1]
    assert texts[2].replace("\n", "") == names[2]
    assert "…" in texts[3]
    assert texts[4] == names[4]
    ax.figure.canvas.draw()
    boxes = [patch.get_extents() for patch in ax.patches if isinstance(patch, FancyBboxPatch)]
    for text, box in zip(ax.texts, boxes, strict=True):
        inner = text.get_window_extent()
        assert box.x0 <= inner.x0 < inner.x1 <= box.x1
        assert box.y0 <= inner.y0 < inner.y1 <= box.y1


def test_names_of_ordinary_length_are_written_as_they_are():
    assert Boxes.of(["a", "x" * 20]).names == (("a",), ("x" * 20,))


# Learning curves


@pytest.fixture(scope="module")
def example():
    return load_example()


@pytest.fixture(scope="module")
def ensemble(example):
    return score(example.Y, n_boot=20, max_parents=4, shuffle="resample", seed=1)


@pytest.fixture(scope="module")
def curves(example, ensemble):
    results = {"score": score(example.Y)}
    results |= {f"GSHD({a})": score_shd(ensemble, alpha=a) for a in (2, 1, 0.5)}
    return {name: learning_curve(result, example.adjacency) for name, result in results.items()}


def lines(ax, color):
    return [line for line in ax.lines if to_hex(line.get_color()) == to_hex(color)]


def test_learning_curves_are_drawn_as_in_the_paper(curves):
    axes = plot_learning_curves(curves)
    assert [ax.get_title() for ax in axes] == ["Skeleton edges", "V-structures"]
    assert [ax.get_xlabel() for ax in axes] == ["Total E", "Total V"]
    assert [ax.get_ylabel() for ax in axes] == ["Correct E", "Correct V"]
    assert legend(axes[0]) == list(curves)
    for ax, kind in zip(axes, "EV", strict=True):
        (diagonal,) = [line for line in ax.lines if line.get_linestyle() == ":"]
        assert (diagonal.get_xdata() == diagonal.get_ydata()).all()
        (path,) = [line for line in lines(ax, "black") if len(line.get_xdata()) > 1]
        assert (path.get_xdata() == getattr(curves["score"], f"total_{kind}")).all()
        assert (path.get_ydata() == getattr(curves["score"], f"correct_{kind}")).all()
        assert len({to_hex(line.get_color()) for line in ax.lines}) == 5  # and the diagonal
        ends = {
            (x.item(), y.item())
            for line in ax.lines
            if line.get_linestyle() == "None"
            for x, y in [np.ravel(line.get_xydata())]
        }
        stops = {
            (c.point()[f"total_{kind}"], c.point()[f"correct_{kind}"])
            for name, c in curves.items()
            if name != "score"
        }
        assert ends == stops


def test_a_score_that_stops_late_is_cut_short_and_its_end_written(curves):
    axes = plot_learning_curves(curves)
    end = curves["score"].point()
    for ax, kind in zip(axes, "EV", strict=True):
        total, correct = end[f"total_{kind}"], end[f"correct_{kind}"]
        assert ax.get_xlim()[1] < total
        assert [text.get_text() for text in ax.texts] == [f"score stops at ({total}, {correct})"]
    whole = plot_learning_curves(curves, cut=False)
    assert all(not ax.texts for ax in whole)
    assert whole[0].get_xlim()[1] > end["total_E"]
    short = plot_learning_curves(curves, cut=50, kinds=["E"])[0]
    assert short.get_xlim()[1] == 50
    assert len(short.texts[0].get_text().splitlines()) == 4
    alone = plot_learning_curves({"score": curves["score"]})[0]
    assert not alone.texts


def test_the_mean_of_several_curves_is_drawn(curves):
    several = [curves["GSHD(2)"], curves["GSHD(0.5)"]]
    ax = plot_learning_curves({"both": several}, kinds="M")[0]
    assert ax.get_title() == "Moral edges"
    drawn = max(ax.lines, key=lambda line: len(line.get_xdata()))
    assert (drawn.get_xdata() == mean_curve(several).total_M).all()


def test_means_are_written_with_two_decimals(curves):
    several = [curves["score"], curves["score"], curves["GSHD(1)"]]
    ax = plot_learning_curves({"score": several}, cut=20, kinds="V")[0]
    total, correct = (mean_curve(several).point()[name] for name in ("total_V", "correct_V"))
    assert total > 100
    assert ax.texts[0].get_text() == f"score stops at ({total:.2f}, {correct:.2f})"


def test_more_methods_than_colours_differ_in_their_dashes(curves):
    many = {f"method {k}": curves["GSHD(1)"] for k in range(10)}
    ax = plot_learning_curves(many)[0]
    handles = ax.get_legend().get_lines()
    assert len({(h.get_color(), h.get_linestyle()) for h in handles}) == 10


def test_a_curve_alone_has_no_legend(curves):
    ax = plot_learning_curves(curves["score"])[0]
    assert ax.get_legend() is None


def test_a_curve_over_a_tuning_parameter(example, ensemble):
    path = aggregation_path(ensemble, alpha=[2, 1, 0.5])
    curve = curve_of(path, example.adjacency, [2, 1, 0.5])
    assert len(plot_learning_curves({"alpha": curve})) == 2


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        ({"curves": 1}, TypeError, "curves must be a mapping of names to learning curves, got 1"),
        (
            {"curves": {}},
            ValueError,
            "curves must be a mapping of names to learning curves, got none",
        ),
        ({"curves": {"a": 1}}, TypeError, "names to learning curves, got 1 for 'a'"),
        ({"kinds": "X"}, ValueError, "kinds must be a choice of E, V, M, got 'X'"),
        ({"kinds": []}, ValueError, "kinds must be a choice of E, V, M"),
        ({"cut": 0}, ValueError, "cut must be True, False or a number above 0, got 0"),
        ({"cut": "a"}, TypeError, "cut must be True, False or a number above 0, got 'a'"),
        ({"axes": []}, ValueError, "axes must be 2, one for each of kinds, got 0"),
    ],
)
def test_plot_learning_curves_refuses(curves, arguments, kind, message):
    with pytest.raises(kind, match=message):
        plot_learning_curves(**{"curves": curves, **arguments})


# Selection frequencies


def bars(ax):
    """Return (left, right, height) of the bars; the axes' own background is no bar."""
    return [
        (b.get_x(), b.get_x() + b.get_width(), b.get_height())
        for b in ax.patches
        if isinstance(b, Rectangle)
    ]


def reference_values(frequency, measure, alpha):
    """Each connected pair, its better direction, one at a time."""
    p = len(frequency)
    found = {}
    for i in range(p):
        for j in range(i):
            there, back = frequency[i, j], frequency[j, i]
            if there == back == 0:
                continue
            weight = {"gsf": 1 - alpha / 2, "sf": 0.0, "strength": 1.0}[measure]
            found[j, i] = max(there + weight * back, back + weight * there)
    return found


@given(
    p=st.integers(2, 7),
    n_boot=st.integers(1, 40),
    seed=st.integers(0, 2**32 - 1),
    measure=st.sampled_from(["gsf", "sf", "strength"]),
    alpha=st.sampled_from([0.5, 1.0, 1.5, 2.0]),
    cut=st.integers(0, 40),
)
@settings(max_examples=60, deadline=None)
def test_bars_and_notes_count_the_pairs_on_either_side(p, n_boot, seed, measure, alpha, cut):
    rng = np.random.default_rng(seed)
    dags = [random_dag(p, int(rng.integers(p * (p - 1) // 2 + 1)), seed=rng) for _ in range(n_boot)]
    truth = random_dag(p, int(rng.integers(p * (p - 1) // 2 + 1)), seed=rng)
    frequency = np.mean(dags, axis=0)
    cutoff = min(cut, n_boot) / n_boot
    values = reference_values(frequency, measure, alpha)
    true = {(min(i, j), max(i, j)) for i, j in np.argwhere(truth).tolist()}
    # A sum at the cutoff may be rounded to either side of it.
    assume(measure == "sf" or all(abs(value - cutoff) > 1e-9 for value in values.values()))
    above = {pair for pair, value in values.items() if value > cutoff + 1e-9}

    ax = plot_selection_frequency(dags, truth, measure=measure, alpha=alpha, cutoff=cutoff)
    plt.close(ax.figure)
    for part, text in ((set(values) - above, ax.texts[0]), (above, ax.texts[1])):
        first, second = text.get_text().splitlines()
        assert first.split()[0] == str(len(part))
        assert second.split()[0] == str(len(part & true))
    drawn = bars(ax)
    assert sum(h for left, _, h in drawn if left >= cutoff - 1e-9) == len(above)
    assert sum(h for _, right, h in drawn if right <= cutoff + 1e-9) == len(values) - len(above)


def test_frequencies_of_a_result_have_its_alpha_and_cutoff(example, ensemble):
    result = score_shd(ensemble, alpha=0.5, threshold=0.2)
    ax = plot_selection_frequency(result, example.adjacency)
    assert "alpha = 0.5" in ax.get_xlabel()
    assert legend(ax) == ["in the true skeleton", "not in it", "cutoff 0.4"]
    assert ax.get_yscale() == "log"
    pairs = {frozenset(edge) for edge in result.edges + result.cyclic_edges}
    assert ax.texts[1].get_text().startswith(f"{len(pairs)} pairs above")
    plain = plot_selection_frequency(ensemble, log=False)
    assert plain.get_yscale() == "linear"
    assert legend(plain) == ["cutoff 0.5"]
    assert sum(h for *_, h in bars(plain)) == len(
        reference_values(ensemble.selection_frequency, "gsf", 1)
    )
    assert len(bars(plot_selection_frequency(ensemble, bins=4))) <= 4


def test_frequencies_of_an_ensemble_without_edges():
    ax = plot_selection_frequency([np.zeros((3, 3))], np.zeros((3, 3)))
    assert [text.get_text().split()[0] for text in ax.texts] == ["0", "0"]
    ax.figure.canvas.draw()


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        ({"measure": "x"}, ValueError, "measure must be one of gsf, sf, strength, got 'x'"),
        ({"alpha": -1}, ValueError, "alpha must be a finite number of at least 0, got -1"),
        ({"cutoff": "a"}, TypeError, "cutoff must be a finite number, got 'a'"),
        ({"bins": 0}, ValueError, "bins must be a whole number of at least 1, got 0"),
        ({"log": 1}, TypeError, "log must be True or False, got 1"),
        ({"truth": np.zeros((2, 2))}, ValueError, r"truth must have shape \(5, 5\), got \(2, 2\)"),
        ({"ensemble": 3}, TypeError, "ensemble must be"),
    ],
)
def test_plot_selection_frequency_refuses(arguments, kind, message):
    with pytest.raises(kind, match=message):
        plot_selection_frequency(**{"ensemble": [TRUTH, LEARNED], **arguments})


# The alpha path


def test_the_alpha_path_counts_edges_and_correct_ones(example, ensemble):
    alphas = [2, 0.5, 1]
    path = aggregation_path(ensemble, alpha=alphas)
    ax = plot_alpha_path(path, example.adjacency, title="path")
    edges, correct = ax.lines[0], ax.lines[1]
    assert list(edges.get_xdata()) == [0.5, 1, 2]
    by_alpha = {result.alpha: result for result in path}
    assert list(edges.get_ydata()) == [len(by_alpha[a].edges) for a in (0.5, 1, 2)]
    assert list(correct.get_ydata()) == [
        detection(by_alpha[a], example.adjacency).correct_E for a in (0.5, 1, 2)
    ]
    assert {text.get_text() for text in ax.texts} >= {str(len(result.edges)) for result in path}
    assert legend(ax)[-1] == "true graph: 109 edges"
    assert ax.get_ylim()[0] == 0


def test_the_path_over_the_cutoff_has_a_line_for_each_alpha(ensemble):
    path = aggregation_path(ensemble, alpha=[1, 2], threshold=[0, 0.2, -0.2])
    ax = plot_alpha_path(path, x="cutoff")
    assert legend(ax) == ["edges (alpha 1)", "edges (alpha 2)"]
    assert list(ax.lines[0].get_xdata()) == [0.4, 0.5, 0.6]
    assert not ax.texts
    assert legend(plot_alpha_path(path)) == [f"edges (cutoff {c})" for c in (0.5, 0.4, 0.6)]
    one = plot_alpha_path(aggregation_path(ensemble, alpha=1, threshold=[0, 0.2]))
    assert one.get_xlabel().startswith("Cutoff")


def test_a_dag_that_is_not_proved_best_is_hollow():
    frequency = np.array([[0, 0.6, 0.2], [0.3, 0, 0.6], [0.58, 0.3, 0]])  # a cycle is refused
    path = aggregation_path(frequency, alpha=[1, 2], threshold=0)
    assert [result.optimal for result in path] == [False, True]
    hollow = [line for line in plot_alpha_path(path).lines if line.get_color() == "white"]
    assert [line.get_xdata().tolist() for line in hollow] == [[1.0]]


def test_a_truth_with_names_goes_with_results_without(example):
    truth = pd.DataFrame(TRUTH, index=list("abcde"), columns=list("abcde"))
    ax = plot_alpha_path(aggregation_path([TRUTH]), truth)
    assert list(ax.lines[1].get_ydata()) == [3] * 5
    ax = plot_selection_frequency([TRUTH], truth)
    assert ax.texts[1].get_text() == "3 pairs above\n3 of them true"
    turned = pd.DataFrame(example.adjacency, index=example.nodes, columns=example.nodes).iloc[
        ::-1, ::-1
    ]
    named = score(pd.DataFrame(example.Y, columns=example.nodes), n_boot=5, max_parents=2, seed=1)
    first, second = (
        plot_selection_frequency(named, graph) for graph in (example.adjacency, turned)
    )
    assert [t.get_text() for t in first.texts] == [t.get_text() for t in second.texts]


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        ({"path": 1}, TypeError, "path must be an AggregationPath, got 1"),
        ({"x": "y"}, ValueError, "x must be 'alpha' or 'cutoff', got 'y'"),
        ({"truth": np.zeros((2, 2))}, ValueError, r"truth must have shape \(5, 5\)"),
    ],
)
def test_plot_alpha_path_refuses(arguments, kind, message):
    with pytest.raises(kind, match=message):
        plot_alpha_path(**{"path": aggregation_path([TRUTH, LEARNED]), **arguments})


# All of them


def test_axes_that_are_given_are_drawn_on_and_nothing_else_changes(ensemble, curves):
    before = dict(matplotlib.rcParams)
    figure, axes = plt.subplots(2, 3)
    other = plt.figure()
    current = plt.gca()
    assert plot_learning_curves(curves, axes=axes[0, :2], title="a") == list(axes[0, :2])
    assert axes[0, 0].get_title() == "a"
    assert plot_learning_curves(curves, kinds="E", axes=axes[0, 2]) == [axes[0, 2]]
    assert plot_selection_frequency(ensemble, ax=axes[1, 0], title="b") is axes[1, 0]
    assert plot_alpha_path(aggregation_path(ensemble), ax=axes[1, 1], title="c") is axes[1, 1]
    assert plot_dag(TRUTH, ax=axes[1, 2], title="d") is axes[1, 2]
    assert [ax.get_title() for ax in axes[1]] == ["b", "c", "d"]
    assert plt.get_fignums() == [figure.number, other.number]
    assert plt.gca() is current
    assert not current.lines
    assert not current.patches
    assert dict(matplotlib.rcParams) == before
    figure.canvas.draw()


def test_the_same_seed_draws_the_same_picture():
    adjacency = random_dag(40, 60, seed=5)
    for layout in ("layered", "force"):
        first, second = (plot_dag(adjacency, layout=layout, seed=3) for _ in range(2))
        assert all(
            (a.get_path().vertices == b.get_path().vertices).all()
            for a, b in zip(arrows(first), arrows(second), strict=True)
        )


def test_matplotlib_is_loaded_when_something_is_drawn():
    code = "import sys, dagbag.plotting; print('matplotlib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


@pytest.mark.parametrize(
    ("name", "draw"),
    [
        ("plot_dag", lambda: plot_dag(TRUTH)),
        ("plot_selection_frequency", lambda: plot_selection_frequency([TRUTH])),
        ("plot_alpha_path", lambda: plot_alpha_path(aggregation_path([TRUTH]))),
        (
            "plot_learning_curves",
            lambda: plot_learning_curves(learning_curve(score_shd([TRUTH]), TRUTH)),
        ),
    ],
)
def test_a_missing_package_is_named(name, draw, monkeypatch):
    import_module = importlib.import_module

    def without_matplotlib(module):
        if module.startswith("matplotlib"):
            raise ImportError(module)
        return import_module(module)

    monkeypatch.setattr(importlib, "import_module", without_matplotlib)
    with pytest.raises(ImportError, match=rf"{name} needs matplotlib: pip install dagbag\[plot\]"):
        draw()


# Legends


@pytest.mark.parametrize("values", [(0.5, 0.5), (0.951, 0.954)])
def test_strengths_that_read_the_same_are_explained_once(values):
    graph = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]])
    strength = np.zeros((3, 3))
    strength[0, 1], strength[1, 2] = values
    assert legend(plot_dag(graph, strength=strength)) == ["edges (2)", f"strength {values[0]:.2g}"]
    strength[0, 1] = 0.1
    assert len(legend(plot_dag(graph, strength=strength))) == 3


def test_what_is_drawn_twice_on_the_same_axes_is_explained_once(ensemble, curves):
    ax = plot_selection_frequency(ensemble)
    assert legend(plot_selection_frequency(ensemble, ax=ax)) == ["cutoff 0.5"]
    path = aggregation_path(ensemble)
    ax = plot_alpha_path(path)
    assert legend(plot_alpha_path(path, ax=ax)) == ["edges"]
    axes = plot_learning_curves(curves)
    assert legend(plot_learning_curves(curves, axes=axes)[0]) == list(curves)


def test_cutoffs_that_differ_by_little_have_labels_that_differ(ensemble):
    cutoffs = [0.15, 0.15000000000000002]
    path = aggregation_path(ensemble, alpha=[1, 2], cutoff=cutoffs, max_step=10_000)
    labels = legend(plot_alpha_path(path))
    assert labels == ["edges (cutoff 0.15)", "edges (cutoff 0.15000000000000002)"]
