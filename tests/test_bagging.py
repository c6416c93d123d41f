"""Bagging of any learner: the same resamples, any kind of data and graph, honest failures."""

import functools
import os
import signal
import subprocess
import sys
import threading
import warnings
from dataclasses import dataclass, field

import joblib
import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse

import dagbag
from dagbag import RRandom, bag, score
from dagbag.exceptions import quietly
from dagbag.learners import HillClimbing, SpanningTree


@pytest.fixture
def Y():
    rng = np.random.default_rng(5)
    noise = rng.standard_normal((60, 6))
    return noise @ np.triu(rng.uniform(0.3, 1, (6, 6)))


def chain(data):
    """Join neighbouring columns whose correlation is above 0.5."""
    values = np.asarray(data)
    r = np.corrcoef(values.T)
    return [(k, k + 1) for k in range(values.shape[1] - 1) if r[k, k + 1] > 0.5]


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"shuffle": True},
        {"shuffle": "resample"},
        {"resample": "subsample"},
        {"resample": "pairs"},
    ],
)
def test_hill_climbing_bagged_is_score_with_n_boot(Y, arguments):
    direct = score(Y, 6, "AIC", seed=3, **arguments)
    bagged = bag(Y, HillClimbing(score_type="AIC"), 6, seed=3, **arguments)
    assert np.array_equal(bagged.adj_matrix, direct.adj_matrix)
    assert bagged.steps.tolist() == direct.steps.tolist()
    assert bagged.distinct_rows.tolist() == direct.distinct_rows.tolist()
    np.testing.assert_allclose(bagged.score, direct.score, atol=1e-6)


@pytest.mark.parametrize(
    "learner",
    [
        HillClimbing(),
        HillClimbing(memory="data", max_parents=2),
        HillClimbing(standardize=False, score_type="BGe"),
        HillClimbing(nrestart=3, perturb=2, seed=4),
        HillClimbing(random_forest=True, random_step_length=1.0, max_step=9, seed=4),
        HillClimbing(shuffle=True, seed=4, blacklist=[(0, 1)], whitelist=[(2, 5)]),
        HillClimbing(blacklist=np.triu(np.ones((6, 6), dtype=bool), 4)),
    ],
)
@pytest.mark.parametrize("arguments", [{}, {"shuffle": "resample"}, {"column_order": "canonical"}])
def test_hill_climbing_on_row_counts_is_on_the_rows(Y, learner, arguments):
    """In the kernel and called in Python, which `timeout` asks for."""
    Y[7] = Y[8]
    with quietly():
        in_kernel, in_python = (
            bag(Y, learner, 6, seed=3, n_jobs=1, timeout=timeout, **arguments)
            for timeout in (None, 60)
        )
    assert [graph.edges for graph in in_kernel] == [graph.edges for graph in in_python]
    for name in ("steps", "distinct_rows", "converged", "saturated", "collinear", "constant"):
        assert getattr(in_kernel, name).tolist() == getattr(in_python, name).tolist()
    np.testing.assert_allclose(in_kernel.score, in_python.score, atol=1e-6)


def test_a_call_of_ones_own_is_called(Y):
    class Nothing(HillClimbing):
        def __call__(self, _data):
            return []

    assert len(bag(Y, Nothing(), 2, seed=1, n_jobs=1)._edges) == 0


def test_the_learner_sees_the_rows_that_r_draws(Y):
    seen = []
    bag(Y, lambda data: seen.append(data.copy()) or [], 3, seed=2, n_jobs=1)
    stream = RRandom(2)
    for data in seen:
        assert np.array_equal(data, Y[np.ceil(60 * stream.runif(60)).astype(int) - 1])


@pytest.mark.parametrize(
    "shape",
    [
        lambda p: np.eye(p, k=1),
        lambda p: np.eye(p, k=1, dtype=bool),
        lambda p: scipy.sparse.csr_array(np.eye(p, k=1)),
        lambda p: [(k, k + 1) for k in range(p - 1)],
        lambda p: nx.path_graph(p, create_using=nx.DiGraph),
        lambda p: pd.DataFrame(np.eye(p, k=1)),
    ],
)
def test_graphs_of_any_kind(Y, shape):
    ensemble = bag(Y, lambda data: shape(data.shape[1]), 2, seed=1, n_jobs=1)
    assert ensemble[0].edges == tuple((k, k + 1) for k in range(5))
    assert np.isnan(ensemble.score).all()
    assert ensemble.steps.tolist() == [-1, -1]


def test_convergence_that_a_learner_does_not_tell_is_unknown(Y):
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # nothing is known to have stopped
        untold = bag(Y, lambda _: [(0, 1)], 3, seed=1, n_jobs=1)
    assert "; convergence not told; " in repr(untold)
    assert not untold.converged.any()
    assert not untold.capped.any()
    assert [member.converged for member in untold] == [None] * 3
    assert untold.to_frame("replicates")["converged"].tolist() == [None] * 3
    told = score(Y, 2, seed=1)
    assert (told.capped == ~told.converged).all()
    both = untold.merge(told)
    assert "; 2 converged, 3 not told; " in repr(both)
    assert [member.converged for member in both] == [None] * 3 + [True] * 2


@pytest.mark.parametrize("library", [pd, pl])
@pytest.mark.parametrize("shuffle", [False, "resample"])
def test_frames_reach_the_learner_as_frames(Y, library, shuffle):
    names = list("abcdef")
    frame = pd.DataFrame(Y, columns=names) if library is pd else pl.DataFrame(Y, schema=names)

    def learner(data):
        assert isinstance(data, library.DataFrame)
        assert data.shape == (60, 6)
        assert sorted(data.columns) == names
        return [("b", "a"), ("b", "f")]

    ensemble = bag(frame, learner, 3, seed=1, n_jobs=1, shuffle=shuffle)
    assert ensemble.nodes == tuple(names)
    assert all(set(member.edges) == {("b", "a"), ("b", "f")} for member in ensemble)


def test_a_shuffled_array_is_mapped_back(Y):
    Y[:, 3] *= 100.0

    def largest_first(data):
        first = int(np.argmax(data.std(axis=0)))
        return [(first, k) for k in range(6) if k != first]

    ensemble = bag(Y, largest_first, 4, seed=1, n_jobs=1, shuffle="resample")
    assert all({source for source, _ in member.edges} == {3} for member in ensemble)


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_a_learner_that_draws_gets_a_seed_for_each_resample(Y, n_jobs):
    def noisy(_data, seed):
        rng = np.random.default_rng(seed)
        return np.triu(rng.random((6, 6)) < 0.3, 1)

    ensemble = bag(Y, noisy, 8, seed=1, n_jobs=n_jobs)
    assert ensemble == bag(Y, noisy, 8, seed=1, n_jobs=1)
    assert len({member.edges for member in ensemble}) > 4
    assert (
        ensemble.distinct_rows.tolist() == bag(Y, chain, 8, seed=1, n_jobs=1).distinct_rows.tolist()
    )


def test_processes_take_functions_made_on_the_spot(Y):
    cut = 0.5

    def learner(data):
        r = np.corrcoef(data.T)
        return [(k, k + 1) for k in range(5) if r[k, k + 1] > cut]

    assert bag(Y, learner, 4, seed=1, n_jobs=2) == bag(Y, chain, 4, seed=1, n_jobs=1)


def test_a_warm_start_and_a_checkpoint(Y, tmp_path):
    path = tmp_path / "run.ckpt"
    whole = bag(Y, SpanningTree(), 8, seed=1)
    part = bag(Y, SpanningTree(), 5, seed=1, checkpoint=path)
    assert bag(Y, SpanningTree(), 8, warm_start=part) == whole
    assert bag(Y, SpanningTree(), 8, seed=1, checkpoint=path) == whole
    for other in (SpanningTree(root=2), chain, functools.partial(HillClimbing(), seed=1)):
        with pytest.raises(ValueError, match="belongs to another run.*learner"):
            bag(Y, other, 8, seed=1, checkpoint=path)


CALLS = []


def failing(data):
    CALLS.append(1)
    if len(CALLS) == 4:
        raise ZeroDivisionError("no luck")
    return chain(data)


def test_a_failure_names_the_replicate_and_keeps_the_others(Y):
    CALLS.clear()
    with pytest.raises(
        RuntimeError, match="learner failed in replicate 3: ZeroDivisionError: no luck"
    ) as caught:
        bag(Y, failing, 6, seed=1, n_jobs=1)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    assert len(caught.value.ensemble) == 3
    assert bag(Y, failing, 6, warm_start=caught.value.ensemble, n_jobs=1) == bag(
        Y, chain, 6, seed=1, n_jobs=1
    )


@pytest.mark.parametrize(
    ("graph", "message"),
    [
        (None, "the graph of replicate 0 must be a graph, such as .* got None"),
        ([(0, 1), (1, 0)], "the graph of replicate 0 must be acyclic, got the cycle"),
        (np.ones((3, 3)), r"the graph of replicate 0 must have shape \(6, 6\), got \(3, 3\)"),
        (7, "the graph of replicate 0 must be"),
        ([(0, 9)], "the graph of replicate 0 must name nodes"),
    ],
)
def test_what_is_no_dag_is_refused(Y, graph, message):
    with pytest.raises(RuntimeError, match=message):
        bag(Y, lambda _data: graph, 2, seed=1, n_jobs=1)


def test_what_is_no_learner_is_refused(Y):
    with pytest.raises(TypeError, match="learner must be a callable of the data, got 'MST'"):
        bag(Y, "MST", 2)
    with pytest.raises(
        TypeError, match=r"learner must be an instance, got the class: write SpanningTree\(\)"
    ):
        bag(Y, SpanningTree, 2)
    with pytest.raises(ValueError, match="n_boot must be a whole number of at least 1, got 0"):
        bag(Y, chain, 0)


def test_one_warning_for_replicates_that_did_not_converge(Y):
    with pytest.warns(
        dagbag.ReplicateWarning, match="of 5 replicates: 5 stopped before convergence"
    ):
        bag(Y, HillClimbing(max_step=2), 5, seed=1)


def test_ctrl_c_in_a_learner_keeps_what_is_finished(Y):
    calls = []

    def learner(data):
        calls.append(1)
        if len(calls) == 3:
            os.kill(os.getpid(), signal.SIGINT)
        return chain(data)

    with pytest.raises(dagbag.EnsembleInterrupt) as caught:
        bag(Y, learner, 6, seed=1, n_jobs=1)
    assert 2 <= len(caught.value.ensemble) <= 3


@dataclass(frozen=True)
class Weighted:
    """A dataclass whose repr tells little of it."""

    w: np.ndarray
    hidden: int = field(default=0, repr=False)
    how: object = None

    def __call__(self, _data):
        return []


HALF = np.where(np.arange(3000) == 1000, 0.5, 0.0)


@pytest.mark.parametrize(
    "other",
    [
        Weighted(HALF),
        Weighted(np.zeros(3000), hidden=1),
        Weighted(np.zeros(3000), how=pd.DataFrame({"a": HALF})),
        Weighted(np.zeros(3000), how=lambda x: x + 1),
        Weighted(np.zeros(3000), how={"a"}),
    ],
)
def test_a_dataclass_is_known_by_its_contents(Y, tmp_path, other):
    path = tmp_path / "run.ckpt"
    first = bag(Y, Weighted(np.zeros(3000)), 3, seed=1, n_jobs=1, checkpoint=path)
    assert bag(Y, Weighted(np.zeros(3000)), 3, seed=1, n_jobs=1, checkpoint=path) == first
    with pytest.raises(ValueError, match="belongs to another run.*learner"):
        bag(Y, other, 3, seed=1, n_jobs=1, checkpoint=path)
    with pytest.raises(ValueError, match="warm_start must come from the same call, but.*learner"):
        bag(Y, other, 4, n_jobs=1, warm_start=first)


def test_a_learner_that_cannot_be_told_is_refused_where_it_matters(Y, tmp_path):
    learner = Weighted(np.zeros(3), how={"deep": [threading.Lock()]})
    alone = bag(Y, learner, 3, seed=1, n_jobs=1)
    assert len(alone) == 3
    where = r"learner.how\['deep'\]\[0\] is a _thread.lock"
    with pytest.raises(ValueError, match=f"checkpoint needs a learner that can be told.*{where}"):
        bag(Y, learner, 3, seed=1, n_jobs=1, checkpoint=tmp_path / "run.ckpt")
    assert not (tmp_path / "run.ckpt").exists()
    with pytest.raises(ValueError, match=f"warm_start needs a learner that can be told.*{where}"):
        bag(Y, learner, 4, n_jobs=1, warm_start=alone)
    with pytest.raises(ValueError, match="warm_start must come from the same call, but.*learner"):
        bag(Y, Weighted(np.zeros(3)), 4, n_jobs=1, warm_start=alone)


def test_names_are_for_readers(Y):
    learner = Weighted(np.zeros(3), how="x" * 100)
    ensemble = bag(Y, learner, 1, seed=1, n_jobs=1)
    assert ensemble.settings["learner"] == f"Weighted(w=<ndarray>, how='{'x' * 56}...)"
    assert bag(Y, chain, 1, seed=1, n_jobs=1).settings["learner"].endswith("test_bagging.chain")


RESUMED = """
import sys, numpy as np
from dataclasses import dataclass
from dagbag import bag
def learner(data):
    strong = np.abs(np.corrcoef(data, rowvar=False)) > 0.5
    wanted = {"a", "b", "c"}
    return [(i, j) for i, j in np.argwhere(strong).tolist() if i < j and wanted]
@dataclass
class Holding:
    how: object
    kinds: set
    def __call__(self, data):
        return self.how(data)
calls = []
holding = Holding(learner, {"a", "b", "c"})
bag(np.load(sys.argv[1]), holding if "dataclass" in sys.argv else learner, 5, seed=1, n_jobs=1, checkpoint=sys.argv[2],
    progress=lambda done, total: calls.append(done))
print(len(calls))
"""


@pytest.mark.parametrize("kind", ["function", "dataclass"])
def test_a_learner_is_known_again_in_another_process(Y, tmp_path, kind):
    np.save(tmp_path / "Y.npy", Y)
    learned = [
        subprocess.run(
            [sys.executable, "-c", RESUMED, tmp_path / "Y.npy", tmp_path / "run.ckpt", kind],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert learned == ["5\n", "0\n"]


def test_a_learner_that_warns_by_score_is_counted_once(Y):
    def learner(data):
        return score(data, max_step=2)

    with pytest.warns() as caught:
        bag(Y, learner, 4, seed=1, n_jobs=1)
    assert [w.category for w in caught] == [dagbag.ReplicateWarning]


def test_lists_of_hill_climbing_are_those_of_score(Y):
    frame = pd.DataFrame(Y, columns=[(0, 1), (1, 0), "c", "d", "e", "f"])
    barred = [((0, 1), (1, 0)), ("c", "d")]
    graph = nx.DiGraph(barred)
    graph.add_nodes_from(frame.columns)
    expected = score(frame, blacklist=barred)
    for given in (barred, graph, score(frame, whitelist=barred, blacklist=np.ones((6, 6)))):
        learner = HillClimbing(blacklist=given)
        assert learner(frame).moves == expected.moves
        assert hash(learner) == hash(HillClimbing(blacklist=given))


@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_joblib_may_require_shared_memory(Y, kind):
    learner = SpanningTree()
    object.__setattr__(learner, "prefer", kind)
    with joblib.parallel_config(require="sharedmem", n_jobs=2):
        assert bag(Y, learner, 4, seed=1) == bag(Y, SpanningTree(), 4, seed=1, n_jobs=1)
    object.__setattr__(learner, "prefer", "both")
    with pytest.raises(
        ValueError, match='learner.prefer must be "threads" or "processes", got \'both\''
    ):
        bag(Y, learner, 2)
