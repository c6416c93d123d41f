"""Plots of translated scripts: what is drawn, and what ggplot2 and igraph become.

R's answers are kept here as numbers: the packages ggplot2 and igraph need not be installed.
"""

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from dagbag.r_compat.migrate import migrate

plt.switch_backend("Agg")

FRAME = """
df <- data.frame(x = c(1, 2, 3, 4, 5, 6), y = c(2, 4, 3, 6, 8, 7),
                 g = c("a", "b", "a", "b", "a", "b"), h = factor(c("u", "u", "v", "v", "w", "w")))
"""


@pytest.fixture(autouse=True)
def _fresh(tmp_path, monkeypatch):
    from dagbag.r_compat import rvalues as rv

    monkeypatch.chdir(tmp_path)
    rv.close_all_devices()
    yield
    rv.close_all_devices()


def run(text):
    """Translate and run a script that must need no hand-work; return its variables."""
    made = migrate(text, strict=True)
    assert not made.refused, made.report()
    space = {}
    exec(compile(made.python, "script", "exec"), space)
    return space


def axes():
    return [axis for number in plt.get_fignums() for axis in plt.figure(number).axes]


def bars(axis):
    return [(p.get_x(), p.get_width(), p.get_y(), p.get_height()) for p in axis.patches]


# Base graphics


def test_points_are_those_of_r():
    run("x <- c(1, 2, 4)\ny <- c(3, 1, 2)\nplot(x, y, pch = 16, col = 'green', xlab = 'X')\n")
    (axis,) = axes()
    (line,) = axis.lines
    assert line.get_xydata().tolist() == [[1, 3], [2, 1], [4, 2]]
    assert line.get_linestyle() == "None"
    assert mpl.colors.to_hex(line.get_color()) == "#00ff00"  # R's green
    assert axis.get_xlabel() == "X"


@pytest.mark.parametrize(
    ("way", "drawn"), [("l", 1), ("b", 1), ("h", 0), ("s", 1), ("n", 1), ("p", 1)]
)
def test_types_of_lines(way, drawn):
    run(f"x <- c(1, 2, 4)\nplot(x, x^2, type = '{way}')\n")
    (axis,) = axes()
    assert len(axis.lines) == drawn
    if way == "h":
        assert [s.tolist() for s in axis.collections[0].get_segments()][2] == [[4, 0], [4, 16]]


def test_each_point_has_its_colour_and_mark():
    run("x <- 1:3\ncol <- c('red', 'blue', 'red')\nplot(x, x, col = col, pch = c(1, 2, 19))\n")
    (points,) = axes()[0].collections
    assert points.get_offsets().tolist() == [[1, 1], [2, 2], [3, 3]]
    assert mpl.colors.to_hex(points.get_edgecolors()[1]) == "#0000ff"


def test_a_formula_finds_its_columns():
    run(FRAME + "plot(y ~ x, data = df)\nabline(lm(y ~ x, data = df))\n")
    axis = axes()[0]
    assert axis.lines[0].get_ydata().tolist() == [2, 4, 3, 6, 8, 7]
    assert axis.lines[1].get_slope() == pytest.approx(1.142857142857143)


def test_a_factor_becomes_bars_or_boxes():
    run(FRAME + "plot(df$h)\nplot(df$h, df$y)\nplot(table(df$g))\n")
    first, second, third = axes()
    assert [h for *_, h in bars(first)] == [2, 2, 2]
    assert [t.get_text() for t in second.get_xticklabels()] == ["u", "v", "w"]
    assert [s[1, 1] for s in third.collections[0].get_segments()] == [3, 3]


def test_histogram_by_r_intervals():
    space = run("x <- c(1, 2, 2, 3, 3.5, 4)\nh <- hist(x, col = 'grey80', main = 'M')\n")
    axis = axes()[0]
    assert [h for *_, h in bars(axis)] == [3, 1, 2]  # closed at the right, as R's are
    assert space["h"]["counts"].tolist() == [3, 1, 2]
    assert axis.get_title() == "M"


def test_bars_stand_where_r_puts_them():
    space = run(
        "m <- matrix(1:6, 2, dimnames = list(c('r', 's'), c('A', 'B', 'C')))\n"
        "b <- barplot(m, beside = TRUE, legend.text = TRUE)\nbarplot(m)\nbarplot(m[1, ], horiz = TRUE)\n"
    )
    beside, stacked, lying = axes()
    assert space["b"].tolist() == [[1.5, 4.5, 7.5], [2.5, 5.5, 8.5]]
    assert [h for *_, h in bars(beside)] == [1, 2, 3, 4, 5, 6]
    assert [y for _, _, y, _ in bars(stacked)] == [0, 1, 0, 3, 0, 5]
    assert [w for _, w, _, _ in bars(lying)] == [1, 3, 5]
    assert [t.get_text() for t in beside.get_legend().get_texts()] == ["r", "s"]


def test_boxes_have_r_hinges():
    space = run("b <- boxplot(c(1, 2, 3, 4, 100), c(5, 6, 7), names = c('p', 'q'))\n")
    assert space["b"]["stats"].T.tolist() == [[1, 2, 3, 4, 4], [5, 5.5, 6, 6.5, 7]]
    assert space["b"]["out"].tolist() == [100]


def test_image_has_rows_along_x():
    run("m <- matrix(1:6, 2)\nimage(1:2, 1:3, m)\n")
    (picture,) = axes()[0].images
    assert np.asarray(picture.get_array()).T.tolist() == [[1, 3, 5], [2, 4, 6]]
    assert picture.get_extent() == [0.5, 2.5, 0.5, 3.5]


def test_panels_are_filled_in_order_and_set_back():
    run(
        "old <- par(mfrow = c(1, 2), mar = c(4, 4, 1, 1))\nplot(1:2)\nplot(3:4)\nplot(5:6)\n"
        "par(old)\nplot(7:8)\n"
    )
    assert [len(plt.figure(n).axes) for n in plt.get_fignums()] == [2, 1, 1]


def test_layout_gives_panels_their_cells():
    run("layout(matrix(c(1, 1, 2, 3), 2), widths = c(2, 1))\nplot(1)\nplot(2)\nplot(3)\n")
    spans = [axis.get_subplotspec() for axis in axes()]
    assert [(s.rowspan.start, s.rowspan.stop, s.colspan.start) for s in spans] == [
        (0, 2, 0), (0, 1, 1), (1, 2, 1),
    ]  # fmt: skip


def test_devices_write_files(tmp_path):
    run(
        "pdf('a.pdf', width = 5, height = 4)\nplot(1:3)\nplot(3:1)\ndev.off()\n"
        "png('b.png', width = 300, height = 200)\nhist(c(1, 2, 3))\ninvisible(dev.off())\n"
        "png('c%02d.png')\nplot(1)\nplot(2)\ndev.off()\nsvg('d.svg')\nplot(1)\ngraphics.off()\n"
    )
    assert {p.name for p in tmp_path.iterdir()} == {"a.pdf", "b.png", "c01.png", "c02.png", "d.svg"}
    assert plt.imread("b.png").shape[:2] == (200, 300)
    assert (tmp_path / "a.pdf").read_bytes().count(b"/Count 2") == 1
    assert not plt.get_fignums()


def test_curves_are_computed_at_r_places():
    run(
        "f <- function(t) t^2\ncurve(sin(x), 0, pi)\ncurve(f, 0, 2, n = 5, add = TRUE)\nplot(f, 1, 3)\n"
    )
    first, second = axes()
    assert first.lines[0].get_xdata()[[0, 50, 100]].tolist() == pytest.approx([0, np.pi / 2, np.pi])
    assert first.lines[1].get_ydata().tolist() == [0, 0.25, 1, 2.25, 4]
    assert second.lines[0].get_ydata()[-1] == 9


def test_additions():
    run(
        "plot(0:1, 0:1, type = 'n', axes = FALSE, log = '')\naxis(1, at = c(0, 1), labels = c('lo', 'hi'))\n"
        "polygon(c(0, 1, 1), c(0, 0, 1), col = 'red', border = NA)\nrect(0, 0, 0.5, 0.25)\n"
        "segments(c(0, 1), 0, c(1, 0), 1)\ntext(0.5, 0.5, 3)\nabline(h = c(0.1, 0.2), v = 0.3)\n"
        "legend('topleft', legend = c('p', 'q'), fill = c('red', 'blue'), bty = 'n', ncol = 2)\n"
        "title(main = expression(alpha[i] == 2), sub = 'below')\nmtext('side', side = 4)\n"
    )
    axis = axes()[0]
    assert [t.get_text() for t in axis.get_xticklabels()] == ["lo", "hi"]
    assert len(axis.patches) == 2
    assert axis.texts[0].get_text() == "3"
    assert axis.lines[2].get_xydata().tolist() == [[1, 0], [0, 1]]
    assert len(axis.lines) == 1 + 2 + 2 + 1
    assert [t.get_text() for t in axis.get_legend().get_texts()] == ["p", "q"]
    assert axis.get_title() == r"$\alpha_{i}$ = 2"


def test_what_only_changes_the_look_is_noted_not_refused():
    made = migrate("plot(1:3, las = 1, cex.lab = 2, main = 'M')\nboxplot(1:3, whisklty = 2)\n")
    assert not made.refused
    assert [note.text for note in made.notes] == [
        "only the look is concerned, left out: las, cex.lab",
        "only the look is concerned, left out: whisklty",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "persp(matrix(1:4, 2))",
        "heatmap(matrix(1:4, 2))",
        "coplot(y ~ x | g)",
        "d <- data.frame(x = 1:3)\nplot(x ~ x, data = d, subset = x > 1)",
        "pairs(matrix(1:6, 2), panel = points)",
    ],
)
def test_what_would_draw_something_else_is_refused(text):
    assert len(migrate(text).refused) == 1


# ggplot2


def gg(text):
    return run("library(ggplot2)\n" + FRAME + text)


def test_a_plot_is_drawn_where_r_prints_it():
    gg(
        "p <- ggplot(df, aes(x, y, colour = g)) + geom_point()\np\nprint(p)\n"
        "f <- function(d) ggplot(d, aes(x = x, y = y)) + geom_line()\nf(df)\nq <- p + ggtitle('t')\n"
    )
    assert len(plt.get_fignums()) == 3


def test_points_by_group_have_ggplot_colours():
    gg("ggplot(df, aes(x, y, colour = g)) + geom_point() + labs(y = 'value', colour = 'group')\n")
    (axis,) = axes()
    (points,) = axis.collections
    assert points.get_offsets()[:, 1].tolist() == [2, 4, 3, 6, 8, 7]
    shades = [mpl.colors.to_hex(c) for c in points.get_edgecolors()[:2]]
    assert shades == ["#f8766d", "#00bfc4"]
    assert axis.get_ylabel() == "value"
    assert axis.get_legend().get_title().get_text() == "group"


def test_lines_run_along_x_in_each_group():
    gg("ggplot(df[6:1, ], aes(x, y, colour = g)) + geom_line()\n")
    assert [line.get_xdata().tolist() for line in axes()[0].lines] == [[1, 3, 5], [2, 4, 6]]


# x middle - width / 2, width, bottom, height, of ggplot_build()
STACKED = [(0.55, 0.9, 0, 1), (0.55, 0.9, 1, 1)]
DODGED = [(0.55, 0.45, 0, 2), (1.0, 0.45, 0, 4), (1.55, 0.45, 0, 3), (2.0, 0.45, 0, 6)]
FILLED = [(0.55, 0.9, 0, 2 / 3), (0.55, 0.9, 2 / 3, 1 / 3)]


@pytest.mark.parametrize(
    ("layer", "expected"),
    [
        ("aes(h, fill = g)) + geom_bar()", STACKED),
        ("aes(h, y, fill = g)) + geom_col(position = 'dodge')", DODGED),
        ("aes(h, y, fill = g)) + geom_bar(stat = 'identity', position = 'fill')", FILLED),
    ],
)
def test_bars_as_ggplot_builds_them(layer, expected):
    gg(f"ggplot(df, {layer}\n")
    np.testing.assert_allclose(bars(axes()[0])[: len(expected)], expected)


@pytest.mark.parametrize(
    ("words", "first", "counts"),
    [
        ("binwidth = 2", 1.0, [2, 1, 2, 1]),
        ("bins = 5", 0.75, [1, 1, 1, 1, 2]),
    ],
)
def test_histograms_as_ggplot_builds_them(words, first, counts):
    gg(f"ggplot(df, aes(y)) + geom_histogram({words})\n")
    found = bars(axes()[0])
    assert found[0][0] == pytest.approx(first)
    assert [h for *_, h in found] == counts


def test_line_of_a_model_as_ggplot_builds_it():
    gg("ggplot(df, aes(x, y)) + geom_smooth(method = 'lm')\n")
    axis = axes()[0]
    line = axis.lines[0].get_xydata()
    assert line[[0, 79]].tolist() == pytest.approx(
        np.array([[1, 2.142857], [6, 7.857143]]), abs=1e-5
    )
    band = axis.collections[0].get_paths()[0].vertices
    assert band[:, 1].min() == pytest.approx(-0.136, abs=1e-2)


def test_facets_split_the_data():
    gg("ggplot(df, aes(x, y)) + geom_point() + facet_wrap(~ g) + geom_hline(yintercept = 5)\n")
    first, second = axes()
    assert first.collections[0].get_offsets()[:, 0].tolist() == [1, 3, 5]
    assert (first.get_title(), second.get_title()) == ("a", "b")
    assert second.lines[0].get_ydata() == [5, 5]


def test_flipped_scales_and_computed_aesthetics():
    gg(
        "k <- 10\nggplot(df, aes(h, log(y) * k, fill = factor(g))) + geom_col(position = 'dodge') +\n"
        "  coord_flip() + scale_fill_manual(values = c(b = 'red', a = 'blue')) + ylim(0, 100)\n"
    )
    axis = axes()[0]
    assert axis.patches[0].get_width() == pytest.approx(np.log(2) * 10)
    assert mpl.colors.to_hex(axis.patches[0].get_facecolor()) == "#0000ff"
    assert [t.get_text() for t in axis.get_yticklabels()] == ["u", "v", "w"]
    assert axis.get_xlim() == (0, 100)


def test_limits_leave_out_what_is_beyond_them():
    gg("ggplot(df, aes(x, y)) + geom_smooth(method = 'lm', se = FALSE) + xlim(1, 4)\n")
    assert axes()[0].lines[0].get_xdata()[[0, -1]].tolist() == [1, 4]


def test_tiles_texts_and_errors():
    gg(
        "ggplot(df, aes(x, h, fill = y)) + geom_tile() + geom_text(aes(label = y)) +\n"
        "  scale_fill_gradient(low = 'white', high = 'red')\n"
        "ggplot(df, aes(x, y)) + geom_errorbar(aes(ymin = y - 1, ymax = y + 1), width = 0.2)\n"
    )
    tiles, errors = axes()[0], axes()[-1]
    assert mpl.colors.to_hex(tiles.patches[4].get_facecolor()) == "#ff0000"
    assert [t.get_text() for t in tiles.texts] == ["2", "4", "3", "6", "8", "7"]
    assert list(errors.lines[0].get_ydata()) == [1, 3]


def test_what_is_not_known_is_left_out_by_name():
    made = migrate(
        "library(ggplot2)\n"
        + FRAME
        + "p <- ggplot(df, aes(h, y)) + geom_violin() + geom_point() +\n"
        "  theme_minimal() + geom_smooth()\n"
    )
    assert not made.refused
    said = " ".join(note.text for note in made.notes)
    assert "geom_violin(): it has no translation" in said
    assert 'geom_smooth(): only method = "lm"' in said
    assert "geom_point" in made.python


def test_ggsave_takes_the_last_plot(tmp_path):
    gg(
        "p <- ggplot(df, aes(x, y)) + geom_point()\nggsave('a.png', width = 2, height = 1, dpi = 100)\n"
        "ggsave(filename = 'b.pdf', plot = p)\n"
    )
    assert plt.imread("a.png").shape[:2] == (100, 200)
    assert (tmp_path / "b.pdf").exists()


def test_sums_of_numbers_stay_sums():
    assert gg("n <- 3 + 4\nv <- df$x + 1\n")["n"] == 7


# igraph

DAG = """
library(igraph)
D <- matrix(0, 6, 6); D[1, 2] <- D[1, 3] <- D[2, 4] <- D[3, 4] <- D[6, 5] <- D[4, 5] <- 1
g <- graph_from_adjacency_matrix(D)
"""
ANSWERS = {  # of igraph 1.3.5
    "degree(g)": [2, 2, 2, 3, 2, 1],
    "degree(g, mode = 'in')": [0, 1, 1, 2, 2, 0],
    "betweenness(g)": [0, 1, 1, 3, 0, 0],
    "closeness(g)": [1 / 7, 1 / 3, 1 / 3, 1, np.nan, 1],
    "closeness(g, mode = 'all', normalized = TRUE)": [5 / 11, 5 / 9, 5 / 9, 5 / 7, 5 / 9, 5 / 13],
    "as.numeric(topo_sort(g))": [1, 6, 2, 3, 4, 5],
    "as.numeric(topo_sort(g, mode = 'in'))": [5, 4, 6, 2, 3, 1],
    "components(g)$no": 1,
    "components(g)$csize": [6],
    "vcount(g)": 6,
    "ecount(g)": 6,
    "is_dag(g)": True,
    "edge_density(g)": 0.2,
    "transitivity(g)": 0,
    "distances(g)[1, ]": [0, 1, 1, 2, 3, 4],
    "distances(g, mode = 'out')[1, ]": [0, 1, 1, 2, 3, np.inf],
    "as.numeric(shortest_paths(g, 1, 5)$vpath[[1]])": [1, 2, 4, 5],
    "as.numeric(neighbors(g, 4, mode = 'all'))": [2, 3, 5],
    "as.numeric(subcomponent(g, 2, mode = 'out'))": [2, 4, 5],
    "as_edgelist(g)": [[1, 2], [1, 3], [2, 4], [3, 4], [4, 5], [6, 5]],
    "page_rank(g)$vector": [0.0767364, 0.1093494, 0.1093494, 0.2626303, 0.3651981, 0.0767364],
    "degree_distribution(g)": [0, 1 / 6, 4 / 6, 1 / 6],
    "diameter(g)": 3,
    "mean_distance(g)": 1.5,
    "as_edgelist(induced_subgraph(g, c(1, 2, 4)))": [[1, 2], [2, 3]],
    "as_edgelist(induced_subgraph(g, 1:6 != 3 & 1:6 < 5))": [[1, 2], [2, 3]],
    "as_edgelist(delete_vertices(g, 1))": [[1, 3], [2, 3], [3, 4], [5, 4]],
    "as_edgelist(as.undirected(g))": [[1, 2], [1, 3], [2, 4], [3, 4], [4, 5], [5, 6]],
    "layout_in_circle(make_ring(3))": [[1, 0], [-0.5, 0.8660254], [-0.5, -0.8660254]],
    "length(V(g))": 6,
    "coreness(g)": [2, 2, 2, 2, 1, 1],
}


def test_measures_of_graphs_are_those_of_r():
    space = run(DAG + "".join(f"a{k} <- {text}\n" for k, text in enumerate(ANSWERS)))
    for k, (text, expected) in enumerate(ANSWERS.items()):
        found = np.asarray(space[f"a{k}"], dtype=float)
        np.testing.assert_allclose(found, np.asarray(expected, dtype=float), rtol=1e-6, atol=1e-7,
                                   err_msg=text)  # fmt: skip


def test_adjacency_has_names_where_the_graph_has_them():
    space = run(
        "library(igraph)\nw <- matrix(c(0, 0, 1, 0), 2, dimnames = list(c('a', 'b'), c('a', 'b')))\n"
        "A <- as_adjacency_matrix(graph_from_adjacency_matrix(w), sparse = FALSE)\n"
        "K <- make_full_graph(3)\nB <- as_adjacency_matrix(K, sparse = FALSE)\n"
        "r <- rownames(A)\ns <- rownames(B)\nd <- is_directed(K)\n"
    )
    assert space["r"].tolist() == ["a", "b"]
    assert space["s"] is None
    assert not space["d"]
    assert space["B"].sum() == 6


def test_strong_components_are_numbered_as_in_r():
    space = run(
        "library(igraph)\nB <- matrix(c(0,0,1,0,0,0, 0,0,1,0,0,1, 1,0,0,1,0,1, 0,0,0,0,0,0, 1,0,0,0,0,0,"
        " 0,0,0,0,0,0), 6)\ns <- components(graph_from_adjacency_matrix(B), mode = 'strong')$membership\n"
    )
    # by igraph 1.3.5, for a matrix filled column by column
    assert space["s"].tolist() == [3, 5, 3, 2, 4, 1]


def test_names_weights_and_attributes():
    space = run(
        "library(igraph)\nw <- matrix(c(0, 0, 2.5, 1), 2, dimnames = list(c('a', 'b'), c('a', 'b')))\n"
        "g <- graph_from_adjacency_matrix(w, weighted = TRUE, diag = FALSE)\nh <- g\n"
        "V(h)$color <- c('red', 'blue')\nE(h)$width <- 2 * E(h)$weight\n"
        "el <- as_edgelist(g)\nids <- as_ids(E(g))\nnames <- V(g)$name\nd <- degree(g)\n"
        "df <- as_data_frame(h)\ncolors <- V(h)$color\nnone <- V(g)$color\n"
        "A <- as_adjacency_matrix(g, attr = 'weight', sparse = FALSE)\nt <- topo_sort(g)$name\n"
        "rows <- c(rownames(df), rownames(as_data_frame(h, 'vertices')))\n"
        "numbers <- rownames(as_data_frame(make_ring(3), 'vertices'))\n"
    )
    assert space["rows"].tolist() == ["1", "a", "b"]
    assert space["numbers"].tolist() == ["1", "2", "3"]
    assert space["el"].tolist() == [["a", "b"]]
    assert space["ids"].tolist() == ["a|b"]
    assert space["names"].tolist() == ["a", "b"]
    assert space["d"].names.tolist() == ["a", "b"]
    assert space["df"].to_dict("list") == {
        "from": ["a"],
        "to": ["b"],
        "weight": [2.5],
        "width": [5.0],
    }
    assert space["colors"].tolist() == ["red", "blue"]
    assert space["none"] is None  # h is another graph than g
    assert space["A"].tolist() == [[0, 2.5], [0, 0]]
    assert space["t"].tolist() == ["a", "b"]


def test_order_of_vertices_by_edges():
    space = run(
        "library(igraph)\nel <- rbind(c('b', 'a'), c('c', 'b'), c('a', 'b'), c('d', 'a'))\n"
        "first <- V(graph_from_edgelist(el))$name\nsecond <- V(graph_from_data_frame(as.data.frame(el)))$name\n"
        "u <- as_edgelist(graph_from_edgelist(el, directed = FALSE))\n"
        "s <- as_edgelist(simplify(graph_from_edgelist(el, directed = FALSE)))\n"
    )
    assert space["first"].tolist() == ["b", "a", "c", "d"]
    assert space["second"].tolist() == ["b", "c", "a", "d"]
    assert space["u"].tolist() == [["b", "a"], ["b", "c"], ["b", "a"], ["a", "d"]]
    assert space["s"].tolist() == [["b", "a"], ["b", "c"], ["a", "d"]]


def test_a_graph_is_drawn():
    run(DAG + "plot(g, layout = layout_in_circle(g), vertex.size = 20, main = 'net')\n")
    (axis,) = axes()
    assert axis.get_title() == "net"
    np.testing.assert_allclose(axis.collections[0].get_offsets()[0], [1, 0], atol=1e-12)
    assert sorted(t.get_text() for t in axis.texts) == ["1", "2", "3", "4", "5", "6"]


def test_random_places_lose_the_numbers_that_follow():
    made = migrate(DAG + "set.seed(1)\nplot(g)\nx <- runif(1)\n")
    assert not made.refused
    assert [item.code for item in made.waiting] == ["x <- runif(1)"]


def test_random_graphs_are_refused():
    made = migrate("library(igraph)\ng <- sample_gnp(10, 0.2)\n")
    assert "random graphs" in made.refused[0].reason


def test_an_added_curve_runs_over_the_limits_that_the_plot_began_with():
    run("plot(c(1, 5), c(2, 3))\npoints(20, 3)\ncurve(x + 1, add = TRUE, n = 3)\n")
    (axis,) = axes()
    assert axis.lines[-1].get_xdata().tolist() == [1, 3, 5]


def test_an_added_curve_runs_over_the_bars_of_a_histogram():
    run("hist(c(1, 2, 2.5, 7.5), freq = FALSE)\ncurve(dnorm(x, 3), add = TRUE, n = 3)\n")
    (axis,) = axes()
    assert axis.lines[-1].get_xdata().tolist() == [0, 4, 8]


def test_a_plot_is_drawn_by_the_method_of_its_class():
    text = """
plot.bag <- function(x, ...) plot(x$v, 2 * x$v, ...)
b <- structure(list(v = c(1, 3)), class = "bag")
plot(b, main = "m")
"""
    run(text)
    (axis,) = axes()
    assert axis.lines[0].get_xydata().tolist() == [[1, 2], [3, 6]]
    assert axis.get_title() == "m"


def test_a_pdf_without_plots_is_a_file_without_axes():
    from dagbag.r_compat import rvalues as rv
    from dagbag.r_compat.migrate._figures import FigureWatch

    init, box = mpl.figure.Figure.__init__, mpl.axes.Axes.bxp
    watch = FigureWatch()
    watch.start()
    try:
        rv.open_device("empty.pdf")
        rv.close_device()
    finally:
        mpl.figure.Figure.__init__, mpl.axes.Axes.bxp = init, box
    assert watch.plots() == []
    assert rv.file_exists("empty.pdf")
