"""Every form of a graph in every function that takes one: the same answer, and the same errors."""

import re
import warnings
from dataclasses import astuple

import igraph
import matplotlib as mpl
import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pytest
from causallearn.graph.GeneralGraph import GeneralGraph
from causallearn.graph.GraphClass import CausalGraph
from causallearn.graph.GraphNode import GraphNode
from dagbag.r_compat import _from_r
from scipy import sparse

import dagbag
from dagbag import bag, exchange, metrics, score, score_shd
from dagbag.curves import curve_of, learning_curve
from dagbag.learners import MMHC, BaggedScore, HillClimbing
from dagbag.plotting import plot_dag
from dagbag.simulate import linear_mechanism, simulate_gaussian

mpl.use("Agg")

NAMES = tuple("abcde")
P = len(NAMES)
ADJACENCY = np.zeros((P, P), dtype=int)
ADJACENCY[[0, 2, 1, 3], [1, 1, 3, 4]] = 1  # a -> b <- c, b -> d -> e
INDICES = [(int(i), int(j)) for i, j in np.argwhere(ADJACENCY)]
PAIRS = [(NAMES[i], NAMES[j]) for i, j in INDICES]
Y = pd.DataFrame(
    simulate_gaussian(ADJACENCY, 60, snr=(1.0, 1.0), seed=1) @ np.diag([1.0, 2.0, 3.0, 4.0, 5.0]),
    columns=NAMES,
)
FREQUENCY = 0.9 * ADJACENCY
FREQUENCY[0, 4] = 0.3  # an edge of the table that is not selected


def frame(library="pandas"):
    if library == "polars":
        return pl.DataFrame({"node": NAMES, **dict(zip(NAMES, ADJACENCY.T, strict=True))})
    return pd.DataFrame(ADJACENCY, NAMES, NAMES)


def network(nodes, pairs):
    graph = nx.DiGraph()
    graph.add_nodes_from(nodes)
    graph.add_edges_from(pairs)
    return graph


def igraph_of(named):
    graph = igraph.Graph(n=P, edges=INDICES, directed=True)
    if named:
        graph.vs["name"] = NAMES
    return graph


def causal_learn_of(wrapped):
    """A graph of causal-learn: at [i, j] is the mark at i, -1 a tail and 1 a head."""
    graph = GeneralGraph([GraphNode(name) for name in NAMES])
    graph.graph = (ADJACENCY.T - ADJACENCY).astype(int)
    if not wrapped:
        return graph
    found = CausalGraph(P)
    found.G = graph
    return found


def pgmpy_of(kind):
    from pgmpy import base, models

    if kind == "PDAG":
        return base.PDAG(directed_ebunch=PAIRS)
    graph = getattr(models, kind, None) or base.DAG
    return graph(PAIRS)


def search(Y):
    """A result whose graph is that of all forms."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return score(Y, max_step=1, ini_adj_matrix=ADJACENCY, blacklist=1 - ADJACENCY)


class Learner:
    """A learner that returns what it was given."""

    prefer = "threads"

    def __init__(self, graph):
        self.graph = graph

    def __call__(self, data):  # noqa: ARG002
        return self.graph


FORMS = {
    "matrix": lambda: ADJACENCY,
    "boolean matrix": lambda: ADJACENCY.astype(bool),
    "matrix of floats": lambda: ADJACENCY.astype(float),
    "nested lists": lambda: ADJACENCY.tolist(),
    "list of rows": lambda: list(ADJACENCY),
    "sparse matrix": lambda: sparse.csr_matrix(ADJACENCY),
    "sparse array": lambda: sparse.coo_array(ADJACENCY),
    "pandas": lambda: frame().iloc[::-1],
    "polars": lambda: frame("polars"),
    "edge array": lambda: np.array(INDICES),
    "edge array of floats": lambda: np.array(INDICES, dtype=float),
    "edge array of names": lambda: np.array(PAIRS),
    "pairs of indices": lambda: INDICES,
    "pairs of names": lambda: PAIRS,
    "pairs, some twice": lambda: [list(pair) for pair in PAIRS + PAIRS[:2]],
    "pandas table": lambda: pd.DataFrame(PAIRS, columns=["source", "target"]),
    "polars table": lambda: pl.DataFrame(PAIRS, schema=["source", "target"], orient="row"),
    "table of indices": lambda: pd.DataFrame(INDICES, columns=["source", "target"]),
    "networkx": lambda: network(NAMES, PAIRS),
    "networkx of indices": lambda: network(range(P), INDICES),
    "igraph": lambda: igraph_of(named=True),
    "igraph of indices": lambda: igraph_of(named=False),
    "causal-learn": lambda: causal_learn_of(wrapped=False),
    "causal-learn's CausalGraph": lambda: causal_learn_of(wrapped=True),
    "search": lambda: search(Y),
    "search without names": lambda: search(Y.to_numpy()),
    "search's table": lambda: search(Y).to_frame(),
    "aggregation": lambda: score_shd(FREQUENCY, nodes=NAMES, cutoff=0.5),
    "aggregation's table": lambda: score_shd(FREQUENCY, nodes=NAMES, cutoff=0.5).to_frame(),
    "member": lambda: bag(Y, Learner(ADJACENCY), n_boot=1, seed=1, n_jobs=1)[0],
    "structures": lambda: metrics.structures(frame()),
    "graph of a file": lambda: exchange.from_json(exchange.to_json(frame())),
}
OF_PGMPY = ("DAG", "PDAG", "LinearGaussianBayesianNetwork", "DiscreteBayesianNetwork")


def drawn(ax):
    """How many arrows there are, and what the legend says."""
    arrows = len(ax.patches)
    legend = ax.get_legend()
    texts = [] if legend is None else [text.get_text() for text in legend.get_texts()]
    mpl.pyplot.close(ax.figure)
    return arrows, texts


def edges_of(result):
    return sorted(result.edges), getattr(result, "moves", None)


def structures(graph):
    found = metrics.structures(graph, nodes=NAMES)
    return found.nodes, found._edges.tolist()


REVERSED = frame().T
FUNCTIONS = {
    "score blacklist": lambda graph: edges_of(score(Y, blacklist=graph)),
    "score whitelist": lambda graph: edges_of(score(Y, whitelist=graph)),
    "score ini_adj_matrix": lambda graph: edges_of(score(Y, ini_adj_matrix=graph)),
    "score_shd list": lambda graph: edges_of(score_shd([graph, frame()], nodes=NAMES)),
    "score_shd blacklist": lambda graph: edges_of(
        score_shd(FREQUENCY, nodes=NAMES, blacklist=graph)
    ),
    "score_shd whitelist": lambda graph: edges_of(
        score_shd(FREQUENCY, nodes=NAMES, whitelist=graph)
    ),
    "bag": lambda graph: bag(Y, Learner(graph), n_boot=1, seed=1, n_jobs=1)[0].edges,
    "HillClimbing whitelist": lambda graph: edges_of(HillClimbing(whitelist=graph)(Y)),
    "HillClimbing blacklist": lambda graph: edges_of(HillClimbing(blacklist=graph)(Y)),
    "MMHC blacklist": lambda graph: edges_of(MMHC(blacklist=graph)(Y)),
    "BaggedScore whitelist": lambda graph: edges_of(
        BaggedScore(n_boot=2, seed=1, whitelist=graph)(Y)
    ),
    "metrics.shd": lambda graph: (metrics.shd(graph, REVERSED), metrics.shd(REVERSED, graph)),
    "metrics.structures": structures,
    "metrics.cpdag": lambda graph: metrics.cpdag(graph, nodes=NAMES).tolist(),
    "metrics.detection truth": lambda graph: astuple(metrics.detection(REVERSED, graph)),
    "metrics.detection graph": lambda graph: astuple(metrics.detection(graph, REVERSED)),
    "metrics.aggregation_score": lambda graph: metrics.aggregation_score(
        graph, pd.DataFrame(FREQUENCY, NAMES, NAMES)
    ),
    "learning_curve": lambda graph: learning_curve(score(Y), graph).correct_V.tolist(),
    "curve_of": lambda graph: curve_of([graph], frame()).correct_M.tolist(),
    "simulate_gaussian": lambda graph: (
        simulate_gaussian(graph, 5, seed=1, nodes=NAMES).to_numpy().tolist()
    ),
    "linear_mechanism": lambda graph: linear_mechanism(graph, seed=1, nodes=NAMES).edges.tolist(),
    "plot_dag graph": lambda graph: drawn(plot_dag(graph, nodes=NAMES, directions="dag")),
    "plot_dag class": lambda graph: drawn(plot_dag(graph, nodes=NAMES, directions="class")),
    "plot_dag truth": lambda graph: drawn(plot_dag(REVERSED, graph)),
    "bridge list": lambda graph: _from_r.list_for_r(graph, "blacklist", NAMES).tolist(),
    "exchange": lambda graph: exchange.to_dagitty(graph, nodes=NAMES),
    "exchange of a CPDAG": lambda graph: exchange.to_dagitty(graph, nodes=NAMES, kind="cpdag"),
}
EXPECTED = {}


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("form", FORMS)
def test_every_form_in_every_function(form, function):
    call = FUNCTIONS[function]
    if function not in EXPECTED:
        EXPECTED[function] = call(frame())
    assert call(FORMS[form]()) == EXPECTED[function]


@pytest.mark.pgmpy
@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("kind", OF_PGMPY)
def test_models_of_pgmpy_in_every_function(kind, function):
    call = FUNCTIONS[function]
    if function not in EXPECTED:
        EXPECTED[function] = call(frame())
    assert call(pgmpy_of(kind)) == EXPECTED[function]


# Mistakes


def ensemble():
    return bag(Y, Learner(ADJACENCY), n_boot=2, seed=1, n_jobs=1)


def circle(source, target):
    graph = causal_learn_of(wrapped=False)
    i, j = NAMES.index(source), NAMES.index(target)
    graph.graph[i, j], graph.graph[j, i] = 2, 1
    return graph


def line():
    """A line of causal-learn, which is no DAG."""
    graph = causal_learn_of(wrapped=True)
    graph.G.graph[0, 4] = graph.G.graph[4, 0] = -1
    return graph


MISTAKES = {
    "index out of range": (
        lambda: [(0, 5)],
        ValueError,
        r"{name} must name nodes of {of}, got 5; indices are 0\.\.4",
    ),
    "row out of range": (
        lambda: np.array([[0, 1], [1, 5], [2, 3]]),
        ValueError,
        r"{name} must name nodes of {of}, got 5; indices are 0\.\.4",
    ),
    "unknown name": (
        lambda: [("a", "bb")],
        ValueError,
        r"{name} must name nodes of {of}, got 'bb'; did you mean 'b'\?",
    ),
    "unknown name in a table": (
        lambda: pd.DataFrame({"source": ["a"], "target": ["bb"]}),
        ValueError,
        r"{name} must name nodes of {of}, got 'bb'; did you mean 'b'\?",
    ),
    "no pairs": (
        lambda: [(0, 1, 2)],
        ValueError,
        r"{name} must be a list of \(source, target\) pairs, got \(0, 1, 2\)",
    ),
    "self loop": (
        lambda: [("a", "b"), ("c", "c")],
        ValueError,
        "{name} must have no self loops, got one at 'c'",
    ),
    "self loop of a row": (
        lambda: np.array([[0, 1], [2, 2], [3, 4]]),
        ValueError,
        "{name} must have no self loops, got one at 'c'",
    ),
    "undirected networkx": (
        lambda: nx.Graph(PAIRS),
        ValueError,
        "{name} must be a directed graph, got a Graph of networkx",
    ),
    "undirected igraph": (
        lambda: igraph.Graph(n=P, edges=INDICES),
        ValueError,
        "{name} must be a directed graph, got a Graph of igraph",
    ),
    "wrong shape": (
        lambda: np.zeros((5, 4)),
        ValueError,
        r"{name} must have shape \(5, 5\), got \(5, 4\)",
    ),
    "three axes": (
        lambda: np.zeros((5, 5, 2)),
        ValueError,
        r"{name} must have shape \(5, 5\), got \(5, 5, 2\)",
    ),
    "other numbers": (
        lambda: 2 * ADJACENCY,
        ValueError,
        "{name} must hold only 0 and 1, or False and True, got 2",
    ),
    "broken edges": (
        lambda: np.array([[0.5, 1.0]]),
        TypeError,
        "{name} must be an array of whole numbers if its rows are edges, got dtype float64",
    ),
    "masked": (
        lambda: np.ma.masked_equal(ADJACENCY, 1),
        ValueError,
        r"{name} must have no masked entries, got one at \(0, 1\)",
    ),
    "ensemble": (
        ensemble,
        TypeError,
        "{name} must be a single graph, got an ensemble: score_shd",
    ),
    "ensemble's table": (
        lambda: ensemble().to_frame(),
        TypeError,
        "{name} must be a single graph, got the table of an ensemble: score_shd",
    ),
    "table of moves": (
        lambda: search(Y).to_frame("moves"),
        TypeError,
        "{name} must have edges, got a table of moves",
    ),
    "circle of causal-learn": (
        lambda: circle("a", "e"),
        ValueError,
        r"{name} must have edges -> or --, got 'a' o-> 'e': dagbag\.learners\.pdag_to_dag",
    ),
    "path": (
        lambda: "graph.csv",
        TypeError,
        r"{name} must be a graph, such as a matrix or a list of \(source, target\) pairs, got 'gra",
    ),
    "number": (lambda: 3, TypeError, "{name} must be a graph, such as a matrix .* got 3"),
}
CYCLES = {
    "matrix": lambda: np.roll(np.eye(5, dtype=int), 1, axis=1),
    "pairs": lambda: [*PAIRS, ("e", "a")],
    "networkx": lambda: network(NAMES, [*PAIRS, ("e", "a")]),
}
# The argument, and where the nodes come from.
NAMED = {
    "score blacklist": ("blacklist", "Y"),
    "score whitelist": ("whitelist", "Y"),
    "score ini_adj_matrix": ("ini_adj_matrix", "Y"),
    "score_shd list": (r"boot_adj\[0\]", "boot_adj"),
    "score_shd blacklist": ("blacklist", "boot_adj"),
    "bag": ("the graph of replicate 0", "Y"),
    "HillClimbing whitelist": ("whitelist", "Y"),
    "MMHC blacklist": ("blacklist", "Y"),
    "BaggedScore whitelist": ("whitelist", "Y"),
    "metrics.shd": ("first", "second"),
    "metrics.structures": ("graph", "nodes"),
    "exchange": ("graph", "nodes"),
    "metrics.detection truth": ("truth", "graph"),
    "metrics.aggregation_score": ("graph", "ensemble"),
    "learning_curve": ("truth", "result"),
    "simulate_gaussian": ("graph", "nodes"),
    "plot_dag truth": ("truth", "graph"),
    "bridge list": ("blacklist", "Y"),
}
ACYCLIC = [
    name for name in NAMED if "blacklist" not in name and name not in ("metrics.shd", "bridge list")
]


def refuses(function, graph, kind, text):
    """Whether a function refuses a graph with a text, for which a learner is only a cover."""
    name, of = NAMED[function]
    expected = text.format(name=name, of=of).replace("nodes of nodes", "nodes")
    cover = "" if function != "bag" else f"learner failed in replicate 0: {kind.__name__}: "
    with pytest.raises(RuntimeError if cover else kind, match="^" + cover + expected):
        FUNCTIONS[function](graph)


@pytest.mark.parametrize("function", NAMED)
@pytest.mark.parametrize("mistake", MISTAKES)
def test_every_mistake_has_one_text(mistake, function):
    graph, kind, text = MISTAKES[mistake]
    refuses(function, graph(), kind, text)


@pytest.mark.parametrize("function", ACYCLIC)
@pytest.mark.parametrize("form", CYCLES)
def test_cycles_are_named_alike(form, function):
    text = "{name} must be acyclic, got the cycle 'a' -> 'b' -> .*'e' -> 'a'"
    if function == "score_shd list":
        text = "boot_adj must hold acyclic graphs, got the cycle 'a' -> .*-> 'a' in graph 0"
    refuses(function, CYCLES[form](), ValueError, text)


def test_a_cpdag_where_a_dag_is_asked_for_is_told_what_to_do():
    for graph in (line(), nx.DiGraph([("a", "e"), ("e", "a")])):
        with pytest.raises(
            ValueError, match=r"got the cycle .*; an edge in both directions .*pdag_to_dag"
        ):
            score(Y, whitelist=graph)
    assert metrics.skeleton(line())[0, 4]
    assert (
        score(Y, blacklist=line()).edges
        == score(Y, blacklist=[*PAIRS, ("a", "e"), ("e", "a")]).edges
    )


# What is told apart


def test_two_rows_are_edges_if_there_are_more_than_two_nodes():
    both = np.array([[0, 1], [1, 0]])
    wanted = score(Y, blacklist=[(0, 1), (1, 0)]).edges
    assert score(Y, blacklist=both).edges == HillClimbing(blacklist=both)(Y).edges == wanted
    pair = Y[["a", "b"]]
    only = np.array([[0, 1], [0, 0]])
    assert score(pair, whitelist=only).edges == HillClimbing(whitelist=only)(pair).edges
    assert score(pair, whitelist=only).edges == (("a", "b"),)
    with pytest.raises(ValueError, match=r"blacklist must have shape \(5, 5\), got \(2, 2\)"):
        score(Y, blacklist=both.astype(bool))


def test_nodes_may_be_called_source_and_target():
    names = ["source", "target", "x"]
    matrix = np.eye(3, k=1, dtype=int)
    for labelled in (
        pd.DataFrame(matrix, names, names),
        pl.DataFrame({"node": names, **dict(zip(names, matrix.T, strict=True))}),
    ):
        found = metrics.structures(labelled)
        assert found.edges == (("source", "target"), ("target", "x"))


def test_graphs_may_leave_nodes_out_of_lists_but_not_of_comparisons():
    part = nx.DiGraph([("a", "b")])
    assert score(Y, whitelist=part).edges == score(Y, whitelist=[("a", "b")]).edges
    with pytest.raises(ValueError, match="first must have the nodes of second, got none named 'c'"):
        metrics.shd(part, frame())


def test_a_single_table_is_no_ensemble():
    with pytest.raises(TypeError, match="boot_adj must be .* got a single graph: put it into a li"):
        score_shd(pd.DataFrame(PAIRS, columns=["source", "target"]))


def test_the_former_name_of_nodes_warns():
    with pytest.warns(FutureWarning, match="p= is called nodes= now") as caught:
        found = linear_mechanism(INDICES, seed=1, p=5)
    assert [re.sub(r".*/", "", warning.filename) for warning in caught] == ["test_graph_forms.py"]
    assert np.array_equal(found.edges, linear_mechanism(INDICES, seed=1, nodes=5).edges)


def test_number_of_nodes_is_taken_wherever_names_are():
    assert metrics.skeleton(INDICES, nodes=P).sum() == 2 * len(INDICES)
    assert score_shd([INDICES], nodes=P).edges == tuple(sorted(INDICES, key=lambda e: e[::-1]))
    assert drawn(plot_dag(INDICES, nodes=P)) == drawn(plot_dag(ADJACENCY))
    assert dagbag.simulate.simulate_gaussian(INDICES, 3, seed=1, nodes=P).shape == (3, P)
