"""Learning curves against counts from scratch after every move."""

import warnings

import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from problems import ensembles, problems, random_dag_mask, thorough
from reference import ADD, DELETE, REVERSE, detected

import dagbag
from dagbag import aggregation_path, load_example, score_shd
from dagbag._dag.running_counts import COLUMNS, counts_along
from dagbag.curves import LearningCurve, curve_of, learning_curve, mean_curve
from dagbag.metrics import detection, structures


def score(*args, **kwargs):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", dagbag.ConvergenceWarning)
        warnings.simplefilter("ignore", dagbag.DegenerateDataWarning)
        return dagbag.score(*args, **kwargs)


def aggregated(*args, **kwargs):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", dagbag.ConvergenceWarning)
        return score_shd(*args, **kwargs)


def recount(start, movement, truth):
    """Counts of the first graph and after every row of R's movement, from scratch."""
    adjacency = start.astype(bool).copy()
    graphs = [adjacency.copy()]
    for source, target, operation in movement.tolist():
        if operation == 0:
            break
        adjacency[source - 1, target - 1] = operation == ADD
        if operation == REVERSE:
            adjacency[target - 1, source - 1] = True
        graphs.append(adjacency.copy())
    counts = [detected(graph, truth) for graph in graphs]
    return adjacency, np.array(counts)[:, [0, 1, 3, 4, 6, 7]]


def rows_of(curve):
    return np.column_stack([getattr(curve, name) for name in COLUMNS])


@st.composite
def random_moves(draw):
    """Operations on a DAG, additions and deletions and reversals about as often as each other."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    p = draw(st.integers(2, 7))
    adjacency = random_dag_mask(rng, p, draw(st.sampled_from([0.0, 0.3, 0.8])))
    start, moves = adjacency.copy(), []
    for _ in range(draw(st.integers(0, 25))):
        found = [
            (i, j, operation)
            for i in range(p)
            for j in range(p)
            for operation in (ADD, DELETE, REVERSE)
            if i != j
            and (operation == ADD) == (not adjacency[i, j] and not adjacency[j, i])
            and (operation == ADD or adjacency[i, j])
        ]
        i, j, operation = found[rng.integers(len(found))]
        adjacency[i, j] = operation == ADD
        adjacency[j, i] = operation == REVERSE
        moves.append((i, j, operation))
    truth = random_dag_mask(rng, p, draw(st.sampled_from([0.3, 0.8])))
    return start, np.array(moves, dtype=np.int32).reshape(-1, 3), adjacency, truth


@thorough
@given(random_moves())
def test_counts_follow_every_move(problem):
    start, moves, end, truth = problem
    _, expected = recount(start, np.add(moves, [1, 1, 0]), truth)
    edges = np.argwhere(end).astype(np.int32)
    assert np.array_equal(counts_along(moves, edges, structures(truth)), expected)


@thorough
@given(problems(kinds=("normal", "rounded", "heavy")), st.integers(0, 2**32 - 1))
def test_curves_of_searches(problem, seed):
    """Whitelisted edges are steps of their own, as in movement; the first graph lacks them."""
    truth = random_dag_mask(np.random.default_rng(seed), problem.Y.shape[1], 0.5)
    start = np.zeros_like(truth) if problem.initial is None else problem.initial
    if problem.whitelist is not None:
        start = start & ~problem.whitelist
    for more in (
        {},
        {"nrestart": 2, "perturb": 3, "seed": 1},
        {"shuffle": True, "seed": 1},
        {"random_forest": True, "random_step_length": 1.0, "seed": 1},
    ):
        result = score(problem.Y, **problem.arguments(), **more)
        end, expected = recount(start, result.movement, truth)
        assert np.array_equal(end, result.adj_matrix)
        curve = learning_curve(result, truth)
        assert np.array_equal(rows_of(curve), expected)
        final = detection(result, truth).as_dict()
        assert curve.point() == {name: final[name] for name in COLUMNS}
        assert (curve.true_E, curve.true_V, curve.true_M) == (
            final["true_E"],
            final["true_V"],
            final["true_M"],
        )
        assert curve.total_E.dtype.kind == "i"


@thorough
@given(ensembles(largest=6), st.integers(0, 2**32 - 1))
def test_curves_of_aggregations(problem, seed):
    truth = random_dag_mask(np.random.default_rng(seed), len(problem.dags), 0.5)
    for method in ("greedy", "exact"):
        result = aggregated(problem.dags, **problem.arguments(), method=method)
        end, expected = recount(np.zeros_like(truth), result.movement, truth)
        assert np.array_equal(end, result.adj_matrix)
        curve = learning_curve(result, truth)
        assert np.array_equal(rows_of(curve), expected)
        assert len(curve) == result.final_step + 1


def test_the_path_through_restarts():
    Y = load_example().Y[:, :20]
    result = score(Y, nrestart=20, perturb=5, seed=1)
    assert {move.operation for move in result.moves} == {"add", "delete", "reverse"}
    truth = load_example().adjacency[:20, :20]
    _, expected = recount(np.zeros((20, 20)), result.movement, truth)
    assert np.array_equal(rows_of(learning_curve(result, truth)), expected)


def test_nodes_are_matched_by_name():
    example = load_example()
    names = list(example.nodes)
    truth = pd.DataFrame(example.adjacency, index=names, columns=names)
    plain = learning_curve(score(example.Y), example.adjacency)
    labelled = score(pd.DataFrame(example.Y, columns=names))
    for true in (
        truth,
        truth.iloc[::-1, ::-1],
        nx.DiGraph(truth),
        structures(truth.iloc[::-1, ::-1]),
        np.argwhere(example.adjacency),
        example.adjacency,
    ):
        assert np.array_equal(rows_of(learning_curve(labelled, true)), rows_of(plain))
    assert np.array_equal(rows_of(learning_curve(score(example.Y), truth)), rows_of(plain))
    with pytest.raises(ValueError, match="truth must have the nodes of result"):
        learning_curve(labelled, truth.rename(index={"V1": "x"}, columns={"V1": "x"}))


def test_the_mean_ends_at_the_mean_of_the_ends():
    example = load_example()
    truth = structures(example.adjacency)
    results = [score(example.Y[k : k + 60], max_parents=4) for k in (0, 20, 40)]
    curves = [learning_curve(result, truth) for result in results]
    mean = mean_curve(iter(curves))
    assert mean.n_curves == 3
    assert len(mean) == max(map(len, curves)) > min(map(len, curves))
    for name in COLUMNS:
        padded = [
            [float(getattr(curve, name)[min(step, len(curve) - 1)]) for curve in curves]
            for step in range(len(mean))
        ]
        np.testing.assert_allclose(getattr(mean, name), np.mean(padded, axis=1), rtol=1e-14)
        ends = [getattr(detection(result, truth), name) for result in results]
        assert mean.point()[name] == pytest.approx(np.mean(ends), rel=1e-14)
    assert (mean.true_E, mean.true_V, mean.true_M) == (109, 77, 184)
    assert np.array_equal(rows_of(mean_curve(curves[:1])), rows_of(curves[0]))
    assert "mean of 3 curves" in repr(mean)


def test_curves_over_a_tuning_parameter():
    example = load_example()
    names = list(example.nodes)
    Y = pd.DataFrame(example.Y, columns=names)
    ensemble = score(Y, n_boot=10, seed=1, max_parents=4)
    alphas = [2.0, 1.5, 1.0, 0.5]
    path = aggregation_path(ensemble, alpha=alphas)
    truth = pd.DataFrame(example.adjacency, index=names, columns=names)
    curve = curve_of(path, truth, alphas)
    assert curve.values == tuple(alphas)
    for k, result in enumerate(path):
        row = detection(result, truth).as_dict()
        assert curve.point(k) == {name: row[name] for name in COLUMNS}
    forms = [
        path[0].to_frame("adjacency").iloc[::-1],
        path[1],
        nx.DiGraph(path[2].to_frame("adjacency")),
        path[3].edges,
    ]
    assert np.array_equal(rows_of(curve_of(forms, truth)), rows_of(curve))
    assert np.array_equal(rows_of(curve_of(path, np.argwhere(example.adjacency))), rows_of(curve))
    table = curve.to_frame()
    assert list(table.columns) == ["value", *COLUMNS]
    assert list(table["value"]) == alphas
    assert mean_curve([curve, curve]).values == tuple(alphas)
    with pytest.raises(ValueError, match="curves must be driven by the same values"):
        mean_curve([curve, curve_of(path, truth)])


def test_tables():
    example = load_example()
    frame = pl.DataFrame(example.Y[:, :5], schema=list("abcde"))
    truth = example.adjacency[:5, :5]
    curve = learning_curve(score(frame), truth)
    table = curve.to_frame()
    assert isinstance(table, pl.DataFrame)
    assert table.columns == ["step", *COLUMNS]
    table = learning_curve(score(example.Y[:, :5]), truth).to_frame()
    assert isinstance(table, pd.DataFrame)
    assert list(table["step"]) == list(range(len(curve)))
    assert (table[list(COLUMNS)].to_numpy() == rows_of(curve)).all()


def test_what_is_refused():
    example = load_example()
    result = score(example.Y)
    curve = learning_curve(result, example.adjacency)
    with pytest.raises(
        TypeError, match="result must be a SearchResult or an AggregationResult, got"
    ):
        learning_curve(example.adjacency, example.adjacency)
    with pytest.raises(TypeError, match="; curve_of takes a list of graphs"):
        learning_curve([result], example.adjacency)
    with pytest.raises(ValueError, match=r"truth must have shape \(102, 102\), got \(3, 3\)"):
        learning_curve(result, np.zeros((3, 3)))
    with pytest.raises(TypeError, match="graphs must be a list of graphs, got"):
        curve_of(result, example.adjacency)
    with pytest.raises(ValueError, match="graphs must hold at least one graph, got none"):
        curve_of([], example.adjacency)
    with pytest.raises(ValueError, match="values must have one for each of 1 graphs, got 2"):
        curve_of([result], example.adjacency, [1, 2])
    with pytest.raises(ValueError, match=r"graphs\[1\] must have shape"):
        curve_of([result, np.zeros((3, 3))], example.adjacency)
    with pytest.raises(ValueError, match="curves must hold at least one curve, got none"):
        mean_curve([])
    with pytest.raises(TypeError, match="curves must hold learning curves, got 1"):
        mean_curve([curve, 1])
    with pytest.raises(TypeError, match="curves must hold learning curves, got"):
        mean_curve(curve)
    broken = score(example.Y)
    broken._edges = broken._edges[1:]
    with pytest.raises(ValueError, match="result must have moves that lead to its graph"):
        learning_curve(broken, example.adjacency)
    assert isinstance(curve, LearningCurve)
