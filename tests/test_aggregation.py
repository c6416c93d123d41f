"""score_shd(): kernel against oracle, the paper's propositions, the exact method, its arguments.

Propositions are numbered as the paper's `prop` environments stand: 5 score_shd, 6 score_SHD_hc,
7 score_SHD_alg, 8 score_gshd, 9 score_GSHD_hc.
"""

import inspect
import math
import pickle
import signal
import subprocess
import sys
import time
import warnings

import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy
from hypothesis import given, settings
from hypothesis import strategies as st
from problems import ALPHAS, EXAMPLES, ensembles, random_dag_mask, random_ensemble, thorough
from reference import (
    aggregate,
    class_frequencies,
    gsf_matrix,
    is_acyclic,
    largest_weight,
    largest_weight_by_subsets,
    mean_distance,
    reachable,
)
from scipy import sparse

import dagbag
from dagbag import ConvergenceWarning, aggregation_path, score, score_shd
from dagbag._aggregate.exact import ROUNDING, _Component
from dagbag._aggregate.table import edge_table
from dagbag._dag import counts as counts_module
from dagbag._dag.counts import EdgeCounts, count_edges
from dagbag._kernels.greedy import add_in_order

SCORE_TOLERANCE = 1e-9


def quietly(function, *args, **kwargs):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return function(*args, **kwargs)


class Ensemble:
    """The interface through which an ensemble is met."""

    def __init__(self, dags, nodes=None, library=None):
        self.p, _, self.n_boot = dags.shape
        self.nodes = tuple(range(self.p)) if nodes is None else tuple(nodes)
        self.edge_counts = count_edges(np.argwhere(dags)[:, :2], self.p, self.n_boot)
        self._library = library


def value(weight, adjacency):
    return math.fsum(weight[adjacency].tolist())


# The kernel


@thorough
@given(st.integers(1, 90), st.integers(0, 2**32 - 1), st.integers(0, 300))
def test_kernel_adds_what_closes_no_cycle(p, seed, count):
    rng = np.random.default_rng(seed)
    fixed = random_dag_mask(rng, p, 0.05)
    candidates = rng.integers(p, size=(count, 2))
    cyclic = add_in_order(p, np.argwhere(fixed), candidates)
    adjacency = fixed.copy()
    for (source, target), refused in zip(candidates.tolist(), cyclic.tolist(), strict=True):
        assert refused == (source in reachable(adjacency, target))
        if not refused:
            adjacency[source, target] = True


def test_kernel_checks_its_arguments():
    nothing = np.empty((0, 2), dtype=int)
    assert add_in_order(2, nothing, nothing).tolist() == []
    for bad in (np.array([[0, 3]]), np.array([[-1, 0]])):
        with pytest.raises(ValueError, match=r"candidates must hold nodes in 0..2"):
            add_in_order(3, nothing, bad)
        with pytest.raises(ValueError, match=r"fixed must hold nodes in 0..2"):
            add_in_order(3, bad, nothing)
    with pytest.raises(ValueError, match=r"candidates must have shape \(m, 2\), got \(3,\)"):
        add_in_order(3, nothing, np.arange(3))
    with pytest.raises(ValueError, match="the edge 1 -> 0 closes a cycle"):
        add_in_order(3, np.array([[0, 1], [1, 0]]), nothing)


def test_interrupt_ends_an_aggregation():
    script = """
import numpy as np, sys
from dagbag._kernels.greedy import add_in_order
p = 6000
rng = np.random.default_rng(0)
edges = rng.integers(p, size=(3_000_000, 2)).astype(np.int32)
edges.sort(axis=1)
try:
    print("started", flush=True)
    while True:
        add_in_order(p, edges[:0], edges)
except KeyboardInterrupt:
    sys.exit(7)
"""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"started\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 7


# Counting


@thorough
@given(st.integers(1, 40), st.integers(0, 400), st.integers(0, 2**32 - 1))
def test_counts(p, total, seed):
    edges = np.random.default_rng(seed).integers(p, size=(total, 2))
    counts = count_edges(edges, p, 5)
    expected = {}
    for source, target in edges.tolist():
        expected[target, source] = expected.get((target, source), 0) + 1
    rows = zip(counts.target.tolist(), counts.source.tolist(), counts.count.tolist(), strict=True)
    assert {(t, s): c for t, s, c in rows} == expected
    assert list(expected and sorted(expected)) == list(
        zip(counts.target.tolist(), counts.source.tolist(), strict=True)
    )
    assert counts.source.dtype == counts.target.dtype == np.int32
    assert counts.count.dtype == np.int64
    assert counts.reverse.tolist() == [
        expected.get((s, t), 0)
        for t, s in zip(counts.target.tolist(), counts.source.tolist(), strict=True)
    ]


@pytest.mark.parametrize("p", [5, 400, 60_000])
def test_counts_piece_by_piece(monkeypatch, p):
    """Of a table, of keys in 32 bits and of longer ones."""
    rng = np.random.default_rng(p)
    edges = rng.integers(0, p, (500, 2))
    edges[rng.random(500) < 0.5] = edges[:1]
    whole = count_edges(edges, p, 9)
    monkeypatch.setattr(counts_module, "AT_ONCE", 7)
    pieces = count_edges(edges, p, 9)
    for name in ("source", "target", "count"):
        first, second = getattr(whole, name), getattr(pieces, name)
        assert np.array_equal(first, second)
        assert first.dtype == second.dtype


def test_counts_of_many_nodes():
    """No table of p * p cells."""
    p = 60_000
    edges = np.array([[59_999, 59_998], [59_998, 59_999], [3, 59_999], [59_999, 59_998]])
    counts = count_edges(edges, p, 2)
    assert counts.source.tolist() == [59_999, 3, 59_998]
    assert counts.count.tolist() == [2, 1, 1]
    assert counts.reverse.tolist() == [1, 0, 2]
    assert count_edges(edges[:0], p, 2).of(edges[:, 0], edges[:, 1]).tolist() == [0, 0, 0, 0]


# The greedy pass


@thorough
@given(ensembles())
def test_aggregation_is_the_oracles(problem):
    expected = aggregate(problem.dags, **problem.arguments())
    result = quietly(score_shd, problem.dags, **problem.arguments())
    white = 0 if problem.whitelist is None else int(problem.whitelist.sum())
    rows = result.movement[: result.final_step]
    assert [(i - 1, j - 1) for i, j, _ in rows[white:].tolist()] == expected.added
    if white:
        in_order = [(i, j) for j, i in np.argwhere(problem.whitelist.T).tolist()]
        assert [(i - 1, j - 1) for i, j, _ in rows[:white].tolist()] == in_order
    assert (rows[:, 2] == 1).all()
    assert np.array_equal(result.adj_matrix, expected.adjacency)
    assert list(result.cyclic_edges) == expected.cyclic
    assert result.converged == expected.converged
    gsf = gsf_matrix(problem.dags, problem.alpha)
    assert result.gsf.tolist() == [gsf[edge] for edge in result.edges]
    assert is_acyclic(result.adj_matrix)


@thorough
@given(ensembles())
def test_every_form_of_an_ensemble_gives_the_same_answer(problem):
    dags, arguments = problem.dags, problem.arguments()
    p, _, n_boot = dags.shape
    expected = quietly(score_shd, dags, **arguments)
    graphs = list(np.moveaxis(dags, 2, 0))
    names = [f"v{k}" for k in range(p)]
    frequency = dags.sum(axis=2) / n_boot
    frames = [
        pd.DataFrame(g, index=names, columns=names).sample(frac=1, random_state=1) for g in graphs
    ]
    networks = [nx.DiGraph(sparse_graph(g, names)) for g in graphs]
    forms = [
        dags.astype(float),
        np.asfortranarray(dags.astype(np.int32)),
        graphs,
        tuple(graphs),
        [sparse.csr_array(g) for g in graphs],
        [sparse.coo_matrix(g.astype(int)) for g in graphs],
        [g.tolist() for g in graphs] if p > 2 else graphs,
        Ensemble(dags),
        Ensemble(dags, names),
        frames,
        networks,
    ]
    for form in forms:
        result = quietly(score_shd, form, **arguments)
        assert np.array_equal(result.movement, expected.movement)
        assert result.score == expected.score
        assert result.n_boot == n_boot
    for form in (
        frequency,
        sparse.csr_array(frequency),
        pd.DataFrame(frequency, index=names, columns=names),
    ):
        result = quietly(score_shd, form, n_boot=n_boot, **arguments)
        assert np.array_equal(result.movement, expected.movement)
        assert result.score == expected.score
        assert quietly(score_shd, form, **arguments).n_boot is None


def sparse_graph(adjacency, names):
    graph = nx.DiGraph()
    graph.add_nodes_from(names)
    graph.add_edges_from((names[i], names[j]) for i, j in np.argwhere(adjacency).tolist())
    return graph


def test_ties_go_by_target_then_source():
    """Three DAGs that each have one of three equal edges into two targets."""
    dags = np.zeros((4, 4, 1), dtype=int)
    dags[3, 0] = dags[1, 2] = dags[3, 2] = dags[0, 1] = 1
    result = score_shd(dags, alpha=2)
    assert result.movement[:4, :2].tolist() == [[4, 1], [1, 2], [2, 3], [4, 3]]


def test_a_threshold_above_1_lets_in_edges_nobody_selected():
    dags = np.zeros((3, 3, 2), dtype=int)
    dags[1, 0] = 1
    result = score_shd(dags, alpha=2, threshold=1.5)
    assert result.cutoff == -0.25
    assert result.edges == ((1, 0), (2, 0), (2, 1))
    assert result.cyclic_edges == ((0, 1), (0, 2), (1, 2))
    assert score_shd(dags, alpha=2, threshold=1).edges == ((1, 0),)


@pytest.mark.parametrize(
    ("value", "advice"),
    [
        ("ensemble.npz", "'ensemble.npz': Ensemble.load reads the file that Ensemble.save wrote"),
        ({"a": np.zeros((2, 2))}, "a dict: give a list of its graphs"),
        ((np.zeros((2, 2)) for _ in range(3)), "a generator: give a list of what it yields"),
        (pl.LazyFrame({"a": [0.0], "b": [0.0]}), r"a LazyFrame: give its .collect\(\)"),
    ],
)
def test_an_ensemble_in_another_form_is_told_what_to_do(value, advice):
    with pytest.raises(TypeError, match=f"boot_adj must be an ensemble, .*, got {advice}"):
        score_shd(value)


# The cutoff


@thorough
@given(ensembles(largest=6))
def test_a_cutoff_is_the_oracle_without_edges_that_no_dag_has(problem):
    """Barring what no DAG has leaves R's rule with the same cutoff, if max_step does not bind."""
    arguments = {**problem.arguments(), "max_step": 500}
    threshold = min(arguments.pop("threshold"), 1.0)  # a cutoff is not below 0
    unseen = problem.dags.sum(axis=2) == 0
    barred = unseen if problem.blacklist is None else unseen | problem.blacklist
    expected = aggregate(
        problem.dags, problem.alpha, threshold, blacklist=barred, whitelist=problem.whitelist
    )
    result = quietly(score_shd, problem.dags, cutoff=(1 - threshold) / 2, **arguments)
    assert result.movement[len(result._whitelisted) : result.final_step, :2].tolist() == [
        [i + 1, j + 1] for i, j in expected.added
    ]
    assert list(result.cyclic_edges) == expected.cyclic
    exact = quietly(score_shd, problem.dags, cutoff=result.cutoff, method="exact", **arguments)
    assert exact.optimal
    kept = exact.adj_matrix.astype(bool)
    if problem.whitelist is not None:
        kept &= ~problem.whitelist
    assert not (kept & unseen).any()


def test_a_cutoff_is_compared_as_it_is():
    """With 10 DAGs of which 7 have the edge, gsf 0.7; (1 - threshold) / 2 rounds beside it."""
    frequency = np.array([[0, 0.7], [0, 0]])
    assert score_shd(frequency, alpha=2, n_boot=10, cutoff=0.7).edges == ()
    assert score_shd(frequency, alpha=2, n_boot=10, cutoff=np.nextafter(0.7, 0)).edges == ((0, 1),)
    result = score_shd(frequency, alpha=2, cutoff=0.15)
    assert result.cutoff == 0.15
    assert result.threshold == 0.7
    assert score_shd(frequency, alpha=2, threshold=0.7).cutoff == pytest.approx(0.15)
    path = aggregation_path(frequency, alpha=2, cutoff=[0.9, 0.7, 0.15])
    assert [len(result) for result in path] == [0, 0, 1]
    assert path.to_frame().cutoff.tolist() == [0.9, 0.7, 0.15]


@pytest.mark.parametrize("method", ["greedy", "exact"])
def test_a_cutoff_never_selects_an_edge_that_no_dag_has(method):
    dags = np.zeros((3, 3, 2), dtype=int)
    dags[0, 1] = dags[1, 2, 0] = 1
    assert score_shd(dags, cutoff=0, method=method).edges == ((0, 1), (1, 2))
    assert score_shd(dags, alpha=0, cutoff=0.2, method=method).edges == ((0, 1), (1, 2))
    assert score_shd(dags, cutoff=0.1, blacklist=[(0, 1)], method=method).edges == ((1, 2),)
    rs = score_shd(dags, threshold=0.8, blacklist=[(0, 1)], method=method)  # as in R
    assert rs.edges == ((1, 0), (1, 2))
    assert "1 selected that no DAG of the ensemble has" in repr(rs)
    assert score_shd(dags, cutoff=0.1, whitelist=[(1, 0)], method=method).edges == ((1, 0), (1, 2))


@pytest.mark.parametrize("function", [score_shd, aggregation_path])
def test_a_cutoff_comes_without_a_threshold(function):
    dags = np.zeros((3, 3, 2), dtype=int)
    with pytest.raises(ValueError, match="cutoff must come without threshold.*threshold=0.2"):
        function(dags, threshold=0.2, cutoff=0.3)
    assert function(dags, threshold=0, cutoff=0.3) is not None


@pytest.mark.parametrize("function", [score_shd, aggregation_path])
@pytest.mark.parametrize("cutoff", [1j, math.nan, -0.1, 1, 1.1])
def test_a_cutoff_is_at_least_0_and_below_1(function, cutoff):
    """No gsf exceeds 1."""
    dags = np.zeros((3, 3, 2), dtype=int)
    error = TypeError if cutoff == 1j else ValueError
    with pytest.raises(error, match=f"cutoff must be a number from 0 to below 1, got {cutoff!r}"):
        function(dags, cutoff=cutoff)


@pytest.mark.parametrize("name", ["random_state", "seed"])
def test_an_aggregation_has_no_seed(name):
    message = (
        rf"score_shd\(\) got an unexpected keyword argument '{name}'; nothing in it is random$"
    )
    with pytest.raises(TypeError, match=message):
        score_shd(np.zeros((3, 3, 2), dtype=int), **{name: 1})
    with pytest.raises(TypeError, match=r"unexpected keyword argument 'n_jobs'$"):
        score_shd(np.zeros((3, 3, 2), dtype=int), n_jobs=1)


# Propositions


@thorough
@given(ensembles(largest=6))
def test_propositions_5_and_8_the_score_is_the_mean_distance(problem):
    rng = np.random.default_rng(0)
    result = quietly(score_shd, problem.dags, **problem.arguments())
    expected = mean_distance(result.adj_matrix, problem.dags, problem.alpha)
    assert result.score == pytest.approx(expected, abs=SCORE_TOLERANCE)
    assert result.score_constant == pytest.approx(problem.dags.sum() / problem.dags.shape[2])
    assert result.score - result.score_constant == pytest.approx(
        math.fsum((1 - 2 * result.gsf).tolist()), abs=SCORE_TOLERANCE
    )
    other = random_dag_mask(rng, len(problem.dags), 0.5)
    for alpha in (problem.alpha, 2.0):
        assert dagbag.metrics.aggregation_score(other, problem.dags, alpha) == pytest.approx(
            mean_distance(other, problem.dags, alpha), abs=SCORE_TOLERANCE
        )


@thorough
@given(ensembles(largest=5), st.sampled_from(ALPHAS))
def test_propositions_6_and_9_no_other_operation_improves_on_the_greedy_path(problem, alpha):
    """Along the path: additions below the cutoff, deletions, reversals never lower the score."""
    dags = problem.dags
    p = len(dags)
    gsf = gsf_matrix(dags, alpha)
    path = aggregate(dags, alpha)
    adjacency = np.zeros((p, p), dtype=bool)
    for added in [*path.added, None]:
        now = mean_distance(adjacency, dags, alpha)
        changes = {}
        for i, j in np.ndindex(p, p):
            changed = adjacency.copy()
            if adjacency[i, j]:
                changed[i, j] = False
                assert mean_distance(changed, dags, alpha) >= now - SCORE_TOLERANCE
                changed[j, i] = True
                if is_acyclic(changed):
                    assert mean_distance(changed, dags, alpha) >= now - SCORE_TOLERANCE
            elif i not in reachable(adjacency, j):
                changed[i, j] = True
                changes[i, j] = mean_distance(changed, dags, alpha) - now
                if gsf[i, j] <= 0.5:
                    assert changes[i, j] >= -SCORE_TOLERANCE
        if added is None:
            assert all(change >= -SCORE_TOLERANCE for change in changes.values())
        else:
            assert changes[added] <= min(changes.values()) + SCORE_TOLERANCE
            adjacency[added] = True


@thorough
@given(ensembles(largest=5, limited=False))
def test_propositions_7_and_9_greedy_is_best_with_one_cyclic_edge_or_none(problem):
    """`optimal` is never claimed wrongly, and always with at most one cyclic edge."""
    result = score_shd(problem.dags, **problem.arguments())
    if len(result.cyclic_edges) <= 1:
        assert result.optimal
    if result.optimal:
        weight, best = best_weight(problem, result.cutoff)
        reached = value(weight, result.adj_matrix.astype(bool))
        assert reached == pytest.approx(best, abs=SCORE_TOLERANCE)


def test_reverses_of_edges_in_the_dag_do_not_stand_against_a_proof():
    """alpha = 1 puts both directions of a pair above the cutoff, even if most DAGs agree."""
    frequency = np.zeros((4, 4))
    frequency[[0, 1, 2], [1, 2, 3]] = 0.8
    frequency[[1, 2, 3], [0, 1, 2]] = 0.2
    result = score_shd(frequency)
    assert len(result.cyclic_edges) == 3
    assert result.optimal
    against = score_shd(frequency, whitelist=[(1, 0), (2, 1)])
    assert set(against.cyclic_edges) == {(0, 1), (1, 2), (3, 2)}
    assert against.optimal


def best_weight(problem, cutoff):
    """Weights, and the largest total of a DAG, by trying all orders of the nodes."""
    p = len(problem.dags)
    nothing = np.zeros((p, p), dtype=bool)
    weight = gsf_matrix(problem.dags, problem.alpha) - cutoff
    np.fill_diagonal(weight, -np.inf)
    allowed = nothing if problem.blacklist is None else problem.blacklist
    whitelist = nothing if problem.whitelist is None else problem.whitelist
    return weight, largest_weight(weight, ~allowed, whitelist)


# The exact method


@thorough
@given(ensembles(largest=5, limited=False, kinds=("conflicting", "contested")))
def test_exact_is_the_brute_force_optimum(problem):
    result = score_shd(problem.dags, method="exact", **problem.arguments())
    weight, best = best_weight(problem, result.cutoff)
    assert result.optimal
    near = ROUNDING * weight[weight > 0].sum()  # nearer than this two totals are equal
    found = value(weight, result.adj_matrix.astype(bool))
    assert found == pytest.approx(best, abs=max(near, SCORE_TOLERANCE))


@pytest.mark.slow
@settings(thorough, max_examples=max(500, EXAMPLES))
@given(ensembles(largest=14, kinds=("conflicting", "contested")))
def test_exact_is_never_worse_than_greedy(problem):
    arguments = problem.arguments()
    greedy = quietly(score_shd, problem.dags, **arguments)
    exact = quietly(score_shd, problem.dags, method="exact", **arguments)
    gain = (greedy.score - problem.threshold * len(greedy.edges)) - (
        exact.score - problem.threshold * len(exact.edges)
    )
    assert exact.converged == greedy.converged == exact.optimal
    if greedy.optimal or len(greedy.cyclic_edges) <= 1:
        assert np.array_equal(exact.movement, greedy.movement)
    elif exact.edges == greedy.edges:
        assert np.array_equal(exact.movement, greedy.movement)
        assert exact.cyclic_edges == greedy.cyclic_edges
    else:
        assert gain > 0
    assert is_acyclic(exact.adj_matrix)
    assert sorted(exact.cyclic_edges + exact.edges) == sorted(greedy.cyclic_edges + greedy.edges)
    if problem.whitelist is not None:
        assert exact.adj_matrix[problem.whitelist].all()
    if problem.blacklist is not None:
        kept = (
            problem.blacklist
            if problem.whitelist is None
            else (problem.blacklist & ~problem.whitelist)
        )
        assert not exact.adj_matrix[kept].any()
    again = quietly(score_shd, problem.dags, method="exact", **arguments)
    assert np.array_equal(again.movement, exact.movement)


def cyclic_majority(p, n_boot=9, seed=0):
    return random_ensemble(np.random.default_rng(seed), p, n_boot, "conflicting")


def test_exact_improves_on_greedy_where_it_can():
    """0 -> 1 and three paths back, each a little weaker: greedy loses an edge of every path."""
    frequency = np.zeros((5, 5))
    frequency[0, 1] = 0.9
    for k in (2, 3, 4):
        frequency[1, k] = 0.85
        frequency[k, 0] = 0.8
    greedy, exact = score_shd(frequency, alpha=2), score_shd(frequency, alpha=2, method="exact")
    assert greedy.cyclic_edges == ((2, 0), (3, 0), (4, 0))
    assert not greedy.optimal
    assert exact.cyclic_edges == ((0, 1),)
    assert exact.optimal
    assert exact.score == pytest.approx(greedy.score - 1.0)


def tournament(p, seed):
    """Every pair one way or the other, with equal frequencies."""
    upper = np.triu(np.ones((p, p), dtype=bool), 1)
    forward = np.random.default_rng(seed).random((p, p)) < 0.5
    return np.where(upper & forward | (upper & ~forward).T, 0.6, 0.0)


@pytest.mark.parametrize("p", [5, 13, 16])
def test_exact_on_tournaments(p, monkeypatch):
    """The bound of the relaxation does not suffice for some of these."""
    asked = []
    relax = _Component._relax

    def noting(self, integral, deadline):
        asked.append(integral)
        return relax(self, integral, deadline)

    monkeypatch.setattr(_Component, "_relax", noting)
    for seed in range(10):
        frequency = tournament(p, seed)
        result = score_shd(frequency, alpha=2, method="exact")
        best = largest_weight_by_subsets(frequency - 0.5)
        if p == 5:
            nothing = np.zeros((p, p), dtype=bool)
            assert best == pytest.approx(largest_weight(frequency - 0.5, frequency > 0, nothing))
        assert result.optimal
        assert math.fsum((result.gsf - 0.5).tolist()) == pytest.approx(best, abs=SCORE_TOLERANCE)
    if p == 16:
        assert any(asked)


def test_exact_on_a_large_conflict():
    """A component of 40 nodes with cyclic majorities."""
    dags = cyclic_majority(40, n_boot=15)
    greedy = score_shd(dags, max_step=10_000)
    exact = score_shd(dags, max_step=10_000, method="exact")
    assert len(greedy.cyclic_edges) > 100
    assert not greedy.optimal
    assert exact.optimal
    assert exact.score < greedy.score - 1


def test_time_limit_returns_the_best_dag_so_far():
    dags = cyclic_majority(12)
    greedy = score_shd(dags)
    with pytest.warns(ConvergenceWarning, match="stopped by time_limit=0 ") as caught:
        result = score_shd(dags, method="exact", time_limit=0)
    assert len(caught) == 1
    assert caught[0].filename == __file__
    assert not result.optimal
    assert result.converged
    assert result.edges == greedy.edges
    assert "exact, not proved optimal" in repr(result)
    hard = tournament(60, seed=1)
    greedy = score_shd(hard, alpha=2, max_step=5000)
    with pytest.warns(ConvergenceWarning, match="stopped by time_limit=1 "):
        result = score_shd(hard, alpha=2, max_step=5000, method="exact", time_limit=1)
    assert not result.optimal
    assert result.score <= greedy.score
    assert is_acyclic(result.adj_matrix)


def test_exact_is_optimal_only_if_all_candidates_were_looked_at():
    dags = cyclic_majority(12)
    with pytest.warns(ConvergenceWarning, match="max_step=30"):
        result = score_shd(dags, method="exact", max_step=30)
    assert not result.optimal
    assert not result.converged


# Arguments


def test_signature_is_that_of_r():
    parameters = list(inspect.signature(score_shd).parameters.values())
    assert [(p.name, p.default) for p in parameters[:7]] == [
        ("boot_adj", inspect.Parameter.empty),
        ("alpha", 1),
        ("threshold", 0),
        ("max_step", 500),
        ("blacklist", None),
        ("whitelist", None),
        ("print", False),
    ]
    assert all(p.kind is p.KEYWORD_ONLY for p in parameters[7:])
    dags = cyclic_majority(5)
    dotted = score_shd(**{"boot.adj": dags, "max.step": 400})
    assert np.array_equal(dotted.movement, score_shd(dags, 1, 0, 400).movement)
    with pytest.raises(
        TypeError, match="unexpected keyword argument 'max.stp'; did you mean 'max_step'"
    ):
        score_shd(dags, **{"max.stp": 4})


DAGS = np.zeros((3, 3, 2), dtype=int)
DAGS[0, 1] = 1
CYCLE = [np.zeros((3, 3)), np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]])]
SELF_LOOP = np.zeros((3, 3, 2), dtype=int)
SELF_LOOP[1, 1, 1] = 1
NAMED = pd.DataFrame(np.eye(3, k=1), index=list("abc"), columns=list("abc"))


def half(*entries):
    matrix = np.zeros((3, 3))
    for i, j, frequency in entries:
        matrix[i, j] = frequency
    return matrix


@pytest.mark.parametrize(
    ("boot_adj", "arguments", "error", "message"),
    [
        (DAGS, {"alpha": -1}, ValueError, "alpha must be a finite number of at least 0, got -1"),
        (
            DAGS,
            {"alpha": math.inf},
            ValueError,
            "alpha must be a finite number of at least 0, got inf",
        ),
        (DAGS, {"alpha": "1"}, TypeError, "alpha must be a finite number of at least 0, got '1'"),
        (DAGS, {"threshold": math.nan}, ValueError, "threshold must be a finite number, got nan"),
        (DAGS, {"max_step": 0}, ValueError, "max_step must be a whole number of at least 1, got 0"),
        (DAGS, {"print": 1}, TypeError, "print must be True or False, got 1"),
        (
            DAGS,
            {"method": "greddy"},
            ValueError,
            "method must be one of greedy, exact, got 'greddy'; did you mean 'greedy'",
        ),
        (DAGS, {"method": 3}, TypeError, "method must be one of greedy, exact, got 3"),
        (
            DAGS,
            {"time_limit": -1},
            ValueError,
            "time_limit must be a finite number of seconds, at least 0, got -1",
        ),
        (
            DAGS,
            {"n_boot": 3},
            ValueError,
            "n_boot must be the number of DAGs in boot_adj, 2, got 3",
        ),
        (DAGS, {"n_boot": 0}, ValueError, "n_boot must be a whole number of at least 1, got 0"),
        (DAGS, {"nodes": ["a", "b"]}, ValueError, "nodes must have 3 names, got 2"),
        (
            DAGS,
            {"nodes": ["a", "b", "a"]},
            ValueError,
            "nodes must be a sequence of distinct names, got 'a' twice",
        ),
        (
            DAGS,
            {"nodes": "abc"},
            TypeError,
            "nodes must be a sequence of distinct names, got 'abc'",
        ),
        (DAGS, {"nodes": [[1], [2], [3]]}, TypeError, "nodes must be a sequence of distinct names"),
        (
            DAGS,
            {"whitelist": [(0, 1), (1, 0)]},
            ValueError,
            "whitelist must be acyclic, got the cycle 0 -> 1 -> 0",
        ),
        (DAGS, {"whitelist": [(0, 3)]}, ValueError, "whitelist must name nodes of boot_adj, got 3"),
        (
            DAGS,
            {"blacklist": np.zeros((2, 3))},
            ValueError,
            r"blacklist must have shape \(3, 3\), got \(2, 3\)",
        ),
        (
            np.moveaxis(np.repeat(DAGS, 2, 2), 2, 0),
            {},
            ValueError,
            r"must have shape \(p, p, B\), got \(4, 3, 3\); np.moveaxis\(array, 0, 2\)",
        ),
        (np.zeros((3, 3, 0)), {}, ValueError, r"must have shape \(p, p, B\), got \(3, 3, 0\)"),
        (
            np.zeros((2, 3)),
            {},
            ValueError,
            r"must be a p x p matrix of selection frequencies, got shape \(2, 3\)",
        ),
        (np.zeros(3), {}, ValueError, r"must be an ensemble, .* got an array of shape \(3,\)"),
        (DAGS + 1, {}, ValueError, "boot_adj must hold only 0 and 1, or False and True, got 2"),
        (SELF_LOOP, {}, ValueError, "boot_adj must have no self loops, got one at 1 in graph 1"),
        (
            np.stack(CYCLE, 2),
            {},
            ValueError,
            "boot_adj must hold acyclic graphs, got the cycle 0 -> 1 -> 2 -> 0 in graph 1",
        ),
        (
            CYCLE,
            {"nodes": ["a", "b", "c"]},
            ValueError,
            "got the cycle 'a' -> 'b' -> 'c' -> 'a' in graph 1",
        ),
        ([], {}, ValueError, "boot_adj must hold at least one graph, got none"),
        ([[(0, 1)]], {}, ValueError, r"tell their number of nodes, got \[\(0, 1\)\]; give nodes="),
        ([nx.DiGraph()], {}, ValueError, r"boot_adj\[0\] must have at least 1 node, got 0"),
        (
            [np.zeros((3, 3)), np.zeros((2, 2))],
            {},
            ValueError,
            r"boot_adj\[1\] must have shape \(3, 3\), got \(2, 2\)",
        ),
        ([np.zeros((3, 3)), 7], {}, TypeError, r"boot_adj\[1\] must be a graph, such as a matrix"),
        ([np.eye(3)], {}, ValueError, r"boot_adj\[0\] must have no self loops, got one at 0, 1, 2"),
        (
            [sparse.eye(3)],
            {},
            ValueError,
            r"boot_adj\[0\] must have no self loops, got one at 0, 1, 2",
        ),
        (
            [sparse.eye(2)],
            {"nodes": ["a", "b", "c"]},
            ValueError,
            r"boot_adj\[0\] must have shape \(3, 3\), got \(2, 2\)",
        ),
        (
            [NAMED.set_axis(["a", "b", "b"], axis=1)],
            {},
            ValueError,
            r"boot_adj\[0\] must have distinct labels, got 'a', 'b', 'b'",
        ),
        (
            [NAMED, NAMED.rename(columns={"a": "z"})],
            {},
            ValueError,
            r"boot_adj\[1\] must have the nodes of boot_adj as column labels, each once, got 'z'",
        ),
        (
            [nx.DiGraph([("a", "b")]), nx.DiGraph([("a", "c")])],
            {},
            ValueError,
            r"boot_adj\[1\] must have the nodes of boot_adj, got 'c' besides",
        ),
        (
            [nx.DiGraph([("a", "b")]), nx.empty_graph(["a"], create_using=nx.DiGraph)],
            {},
            ValueError,
            r"boot_adj\[1\] must have the nodes of boot_adj, got none named 'b'",
        ),
        (
            [np.zeros((3, 3)), nx.path_graph(2, create_using=nx.DiGraph)],
            {},
            ValueError,
            r"boot_adj\[1\] must have 3 nodes, got 2",
        ),
        ([nx.Graph([("a", "b")])], {}, ValueError, r"boot_adj\[0\] must be a directed graph"),
        (nx.DiGraph([("a", "b")]), {}, TypeError, "got a single graph: put it into a list"),
        (7, {}, TypeError, "boot_adj must be an ensemble, a p x p x B array, .* got 7"),
        ("ab", {}, TypeError, "boot_adj must be an ensemble, .* got 'ab'"),
        (
            half((0, 1, 1.1)),
            {},
            ValueError,
            "frequencies between 0 and 1, and 0 on the diagonal, got 1.1 for 0 -> 1",
        ),
        (half((0, 1, -0.1)), {}, ValueError, "got -0.1 for 0 -> 1"),
        (half((0, 1, math.nan)), {}, ValueError, "got nan for 0 -> 1"),
        (half((2, 2, 0.5)), {}, ValueError, "and 0 on the diagonal, got 0.5 for 2 -> 2"),
        (
            half((0, 1, 0.6), (1, 0, 0.5)),
            {},
            ValueError,
            "sum to at most 1 over the two directions, got 1.1 for 1 -> 0",
        ),
        (
            half((0, 1, 0.6), (1, 0, 0.25)),
            {"n_boot": 5},
            ValueError,
            "n_boot must make every frequency times n_boot a whole number, got 5 with 0.25 for 1 -> 0",
        ),
        (np.full((2, 2), "a"), {}, TypeError, "frequencies between 0 and 1, .* got dtype <U1"),
        (
            Ensemble(DAGS, "abc"),
            {"nodes": ["x", "y", "z"]},
            ValueError,
            "nodes must be those of boot_adj, or None, got 'x', 'y', 'z'",
        ),
    ],
)
def test_bad_arguments_name_the_argument_the_rule_and_what_came(
    boot_adj, arguments, error, message
):
    with pytest.raises(error, match=message):
        score_shd(boot_adj, **arguments)


def test_a_list_of_p_matrices_is_not_an_array():
    """p == B: a list has the graphs first, R's array last."""
    rng = np.random.default_rng(5)
    dags = random_ensemble(rng, 6, 6, "perturbed")
    expected = score_shd(dags)
    assert score_shd(list(np.moveaxis(dags, 2, 0))).edges == expected.edges
    assert np.array_equal(score_shd([dags[:, :, 0]]).adj_matrix, dags[:, :, 0])


def test_nodes_come_from_whatever_has_labels():
    names = list("abcd")
    dags = random_ensemble(np.random.default_rng(2), 4, 5, "perturbed")
    graphs = list(np.moveaxis(dags, 2, 0).astype(int))
    expected = [(names[i], names[j]) for i, j in score_shd(dags).edges]
    frames = [pd.DataFrame(g, index=names, columns=names) for g in graphs]
    assert score_shd(dags, nodes=names).nodes == tuple(names)
    assert list(score_shd(dags, nodes=names).edges) == expected
    assert list(score_shd([graphs[0], *frames[1:]]).edges) == expected
    assert list(score_shd(Ensemble(dags), nodes=names).edges) == expected
    assert list(score_shd([g.tolist() for g in graphs], nodes=names).edges) == expected
    pairs = [[(i, j) for i, j in np.argwhere(g).tolist()] for g in graphs]
    assert list(score_shd(pairs, nodes=names).edges) == expected
    polars = [pl.DataFrame({"node": names, **{c: f[c].tolist() for c in names}}) for f in frames]
    assert list(score_shd(polars).edges) == expected
    assert isinstance(score_shd(polars).to_frame(), pl.DataFrame)
    frequency = sum(frames) / 5
    assert list(score_shd(frequency).edges) == expected
    assert list(score_shd(frequency.loc[list("dbca")]).edges) == expected
    turned = score_shd(frequency, nodes=list("dcba"))
    assert turned.nodes == tuple("dcba")
    assert sorted(turned.edges) == sorted(expected)
    mixed = [sparse_graph(graphs[0], names), *frames[1:]]
    assert list(score_shd(mixed).edges) == expected


def test_networkx_graphs_of_numbers_are_read_by_number():
    graph = nx.DiGraph([(2, 0), (0, 1)])
    assert score_shd([graph, graph]).nodes == (0, 1, 2)
    assert score_shd([graph, nx.to_numpy_array(graph, nodelist=range(3))]).edges == ((2, 0), (0, 1))
    assert score_shd([nx.MultiDiGraph([(0, 1), (0, 1)])]).edges == ((0, 1),)


def test_results_are_graphs():
    Y = np.random.default_rng(8).standard_normal((50, 4)).cumsum(axis=1)
    frame = pd.DataFrame(Y, columns=list("wxyz"))
    results = [score(frame.iloc[k:]) for k in range(5)]
    aggregated = score_shd(results)
    assert aggregated.nodes == tuple("wxyz")
    assert np.array_equal(
        aggregated.movement, score_shd(np.stack([r.adj_matrix for r in results], 2)).movement
    )
    assert score_shd([aggregated]).edges == aggregated.edges
    turned = score(frame[list("zyxw")], whitelist=aggregated, blacklist=np.ones((4, 4)))
    assert sorted(turned.edges) == sorted(aggregated.edges)
    assert sorted(score_shd([turned]).edges) == sorted(aggregated.edges)
    assert (
        score_shd(results, blacklist=aggregated, max_step=100)
        .adj_matrix[aggregated.adj_matrix == 1]
        .sum()
        == 0
    )
    network = nx.DiGraph([("z", "w")])
    assert ("z", "w") in score_shd(results, whitelist=network).edges
    with pytest.raises(ValueError, match="whitelist must name nodes of boot_adj, got 'q'"):
        score_shd(results, whitelist=nx.DiGraph([("z", "q")]))


def test_the_input_is_not_modified():
    dags = cyclic_majority(6)
    black = np.eye(6, dtype=int)
    before = dags.copy()
    dags.setflags(write=False)
    black.setflags(write=False)
    score_shd(dags, blacklist=black, whitelist=[(0, 1)], method="exact")
    assert np.array_equal(dags, before)


# The result


def test_result_is_rs_list():
    result = score_shd(cyclic_majority(6), whitelist=[(0, 1)])
    assert result.names() == ["movement", "final.step", "adj.matrix"]
    assert tuple(result) == result.edges
    assert (0, 1) in result
    assert (1, 0) not in result
    for name in result.names():
        assert np.array_equal(result[name], getattr(result, name.replace(".", "_")))
    with pytest.raises(KeyError, match="'adj.matrx' is not one of .*did you mean 'adj.matrix'"):
        result["adj.matrx"]
    again = pickle.loads(pickle.dumps(result))
    assert repr(again) == repr(result)
    assert np.array_equal(again.movement, result.movement)


def test_repr_says_what_matters():
    dags = cyclic_majority(8)
    text = repr(score_shd(dags, nodes=list("abcdefgh")))
    assert text.startswith("<AggregationResult: 8 nodes, ")
    assert "from 9 DAGs; alpha=1, cutoff 0.5; score " in text
    assert "refused as closing a cycle with others: '" in text
    assert " more" in text
    pair = score_shd(np.array([[[0, 0, 0], [1, 1, 0]], [[0, 0, 1], [0, 0, 0]]]), strength=0.5)
    assert len(pair.cyclic_edges) == 1  # the reverse of the edge, which is nobody's concern
    assert "cycle" not in repr(pair)
    assert not any("cycle" in fact for fact in pair._facts())
    capped = repr(quietly(score_shd, dags, max_step=2))
    assert "NOT converged: stopped by max_step=2, candidates were left" in capped
    assert "from frequencies" in repr(score_shd(dags.sum(axis=2) / 9))


@thorough
@given(ensembles(largest=6))
def test_edge_table(problem):
    names = [f"v{k}" for k in range(len(problem.dags))]
    result = quietly(score_shd, problem.dags, nodes=names, **problem.arguments())
    table = result.to_frame()
    assert list(table.columns) == [
        "source",
        "target",
        "sf",
        "reverse_sf",
        "strength",
        "direction",
        "gsf",
        "compelled",
        "reverse_compelled",
        "undirected",
        "selected",
    ]
    compelled, undirected = class_frequencies(problem.dags)
    sf = problem.dags.mean(axis=2)
    gsf = gsf_matrix(problem.dags, problem.alpha)
    wanted = {(names[i], names[j]) for i, j in np.argwhere(sf > 0).tolist()}
    wanted |= {*result.edges, *result.cyclic_edges}
    rows = list(table.itertuples(index=False))
    assert len(rows) == len(wanted)
    assert {(row.source, row.target) for row in rows} == wanted
    keys = []
    for row in rows:
        i, j = names.index(row.source), names.index(row.target)
        assert row.gsf == gsf[i, j]
        assert row.sf == pytest.approx(sf[i, j])
        assert row.reverse_sf == pytest.approx(sf[j, i])
        assert row.strength == pytest.approx(sf[i, j] + sf[j, i])
        if row.strength > 0:
            assert row.direction == pytest.approx(sf[i, j] / row.strength)
        else:
            assert math.isnan(row.direction)
        assert row.compelled == pytest.approx(compelled[i, j])
        assert row.reverse_compelled == pytest.approx(compelled[j, i])
        assert row.undirected == pytest.approx(undirected[i, j])
        parts = row.compelled + row.reverse_compelled + row.undirected
        assert parts == pytest.approx(row.strength)
        assert row.selected == ((row.source, row.target) in result.edges)
        keys.append((-row.gsf, j, i))
    assert keys == sorted(keys)


def test_frames():
    names = list("abcdef")
    dags = cyclic_majority(6)
    result = score_shd(dags, nodes=names)
    adjacency = result.to_frame("adjacency")
    assert list(adjacency.index) == list(adjacency.columns) == names
    assert np.array_equal(adjacency.to_numpy(), result.adj_matrix)
    with pytest.raises(
        ValueError, match="table must be one of edges, adjacency, got 'edge'; did you mean 'edges'"
    ):
        result.to_frame("edge")
    polars = score_shd(Ensemble(dags, names, "polars"))
    assert isinstance(polars.to_frame(), pl.DataFrame)
    assert polars.to_frame("adjacency").columns == ["node", *names]
    empty = score_shd(np.zeros((3, 3, 2)))
    assert empty.edges == ()
    assert len(empty.to_frame()) == 0
    alone = edge_table(Ensemble(dags).edge_counts, names, 1.0)
    parts = ["compelled", "reverse_compelled", "undirected"]
    assert alone.equals(result.to_frame().drop(columns=["selected", *parts]))


def test_frequencies_serve_as_counts():
    counts = EdgeCounts(2, 1, np.array([0], np.int32), np.array([1], np.int32), np.array([0.75]))
    assert counts.constant == 0.75
    assert counts.gsf(np.array([[0, 1], [1, 0]], np.int32), 1.0).tolist() == [0.75, 0.375]


# Paths


@thorough
@given(ensembles())
def test_a_path_is_its_single_aggregations(problem):
    arguments = {
        **problem.arguments(),
        "alpha": [0.5, problem.alpha],
        "threshold": [0.3, problem.threshold, -0.2],
    }
    path = quietly(aggregation_path, problem.dags, **arguments)
    single = [
        quietly(score_shd, problem.dags, **{**arguments, "alpha": alpha, "threshold": threshold})
        for alpha in arguments["alpha"]
        for threshold in arguments["threshold"]
    ]
    assert len(path.results) == 6
    for one, other in zip(path.results, single, strict=True):
        assert np.array_equal(one.movement, other.movement)
        assert one.cyclic_edges == other.cyclic_edges
        assert (one.score, one.optimal, one.converged) == (
            other.score,
            other.optimal,
            other.converged,
        )
    table = path.to_frame()
    assert list(table.columns) == [
        "alpha",
        "threshold",
        "cutoff",
        "edges",
        "cyclic",
        "score",
        "optimal",
    ]
    assert table.edges.tolist() == [len(result.edges) for result in single]
    assert table.cutoff.tolist() == [result.cutoff for result in single]


def test_paths_warn_once_and_name_their_caller():
    dags = cyclic_majority(8)
    with pytest.warns(ConvergenceWarning, match="max_step=2") as caught:
        path = aggregation_path(dags, max_step=2)
    assert len(caught) == 1
    assert caught[0].filename == __file__
    assert len(path.results) == 5
    assert repr(path) == "<AggregationPath: 5 results, 2 to 2 edges>"
    exact = aggregation_path(dags, alpha=np.array([1.0, 2.0]), method="exact")
    assert all(result.optimal for result in exact.results)
    assert len(aggregation_path(dags, alpha=np.float64(1)).results) == 1
    with pytest.raises(
        ValueError, match="alpha must be a number or a sequence of numbers, got none"
    ):
        aggregation_path(dags, alpha=[])
    with pytest.raises(TypeError, match="threshold must be a finite number, got 'a'"):
        aggregation_path(dags, threshold=[0, "a"])


def test_a_networkx_graph_beside_matrices_needs_names():
    chain = np.eye(3, k=1, dtype=int)
    graph = nx.DiGraph([("b", "c"), ("a", "b")])
    with pytest.raises(
        ValueError, match=r"boot_adj\[0\] must name its nodes, or boot_adj\[2\] number them"
    ):
        score_shd([chain, chain, graph])
    assert score_shd([chain, chain, graph], nodes=list("abc")).edges == (("a", "b"), ("b", "c"))


@pytest.mark.parametrize("kind", ["f4", "f2"])
def test_frequencies_of_low_precision(kind):
    rng = np.random.default_rng(0)
    counts = np.triu(rng.integers(0, 31, (6, 6)), 1)
    frequency = ((counts + (30 - counts).T * (counts > 0).T) / 30).astype(kind)
    exact = score_shd(counts / 30 + ((30 - counts).T * (counts > 0).T) / 30, n_boot=30)
    assert score_shd(frequency, n_boot=30).edges == exact.edges
    assert score_shd(frequency).edges == exact.edges


def test_graphs_first_where_p_is_b():
    graphs = np.stack([np.eye(3, k=1, dtype=int)] * 3)
    with pytest.raises(
        ValueError, match=r"in graph 1; np.moveaxis\(array, 0, 2\) puts the graphs last"
    ):
        score_shd(graphs)


def test_a_polars_variable_named_node():
    data = pl.DataFrame(
        np.random.default_rng(1).standard_normal((50, 3)), schema=["x", "node", "z"]
    )
    ensemble = dagbag.score(data, 5, "AIC", seed=1)
    table = ensemble.to_frame("frequency")
    assert table.columns == ["x", "node", "z"]
    assert np.array_equal(table.to_numpy(), ensemble.selection_frequency)
    assert score_shd(table).edges == score_shd(ensemble).edges
    turned = score_shd(pl.DataFrame(table.to_numpy(), schema=["node", "x", "z"]))
    assert turned.nodes == ("node", "x", "z")


def test_paths_are_sequences():
    path = dagbag.aggregation_path(DAGS, alpha=(1, 2))
    assert len(path) == 2
    assert path[1].alpha == 2
    assert [result.alpha for result in path] == [1, 2]


def test_ctrl_c_is_heard_while_integers_are_programmed():
    # Before 1.15 scipy's solver keeps the interpreter's lock until it returns.
    version = tuple(map(int, scipy.__version__.split(".")[:2]))
    script = f"""
import sys, numpy as np
from dagbag import score_shd
rng = np.random.default_rng(0)
counts = np.triu(rng.integers(0, 11, (40, 40)), 1)
frequency = (counts + np.tril(10 - counts.T, -1)) / 10
import dagbag._aggregate.exact
try:
    print("started", flush=True)
    score_shd(frequency, alpha=2, method="exact", time_limit={300 if version >= (1, 15) else 10})
except KeyboardInterrupt:
    sys.exit(7)
"""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"started\n"
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 7
