"""Best order score search as a learner, alone and bagged."""

import signal
import threading

import joblib
import numpy as np
import pandas as pd
import pytest

from dagbag import bag, load_example, score, score_shd, set_seed
from dagbag.learners import BOSS, HillClimbing
from dagbag.metrics import is_equivalent, shd_cpdag
from dagbag.simulate import random_dag, simulate_gaussian

COLLIDER = [(0, 2), (1, 2), (2, 3)]


def total(Y, edges, penalty):
    """The score by definition."""
    n, p = Y.shape
    Z = (Y - Y.mean(0)) / Y.std(0, ddof=1)
    value = 0.0
    for j in range(p):
        parents = [s for s, t in edges if t == j]
        fit = np.linalg.lstsq(Z[:, parents], Z[:, j], rcond=None)[0] if parents else np.zeros(0)
        rss = ((Z[:, j] - Z[:, parents] @ fit) ** 2).sum()
        value += n * np.log(rss / n) + penalty * len(parents)
    return value


@pytest.fixture(scope="module")
def data():
    graph = random_dag(20, 25, seed=3)
    return graph, simulate_gaussian(graph, n=150, seed=4)


@pytest.mark.parametrize("seed", range(20))
def test_two_causes_and_their_effect_need_no_false_edge(seed):
    Y = simulate_gaussian(COLLIDER, n=3000, seed=seed, nodes=4)
    assert BOSS(seed=1)(Y).edges == tuple(COLLIDER)
    ensemble = bag(Y, BOSS(), n_boot=20, seed=seed, n_jobs=1)
    assert score_shd(ensemble).edges == tuple(COLLIDER)


@pytest.mark.parametrize("seed", range(5))
def test_many_rows_tell_the_class(seed):
    graph = random_dag(12, 15, seed=seed)
    Y = simulate_gaussian(graph, n=100_000, seed=seed)
    assert is_equivalent(BOSS(seed=1, n_starts=3)(Y).adj_matrix, graph)


def test_the_score_is_that_of_the_dag(data):
    _, Y = data
    for settings, penalty in (
        ({}, np.log(150) + 1.5 * np.log(20)),
        ({"penalty": 2}, 2 * np.log(150)),
        ({"penalty": 1}, np.log(150)),
        ({"score_type": "AIC"}, 2),
        ({"score_type": "AIC", "penalty": 1.5}, 3),
        ({"score_type": 7.0}, 7),
        ({"score_type": "eBIC"}, np.log(150) + 2 * np.log(20)),
    ):
        result = BOSS(seed=1, **settings)(Y)
        assert result.score == pytest.approx(total(Y, result.edges, penalty), abs=1e-6)
        assert result.converged
        assert result.score == pytest.approx(result.neighborhood_scores.sum())


def test_bge(data):
    graph, Y = data
    result = BOSS(score_type="BGe", seed=1)(Y)
    again = score(Y, score_type="BGe", ini_adj_matrix=result)
    start = again.score - sum(move.delta for move in again.moves)
    assert result.score == pytest.approx(start, abs=1e-6)
    assert shd_cpdag(result, graph) < 12
    with pytest.raises(
        ValueError, match="penalty must be 1 or None with BGe, which has none, got 2"
    ):
        BOSS(score_type="BGe", penalty=2)(Y)


def test_several_starts_keep_the_best(data):
    _, Y = data
    set_seed(5)
    alone = [BOSS(penalty=1)(Y) for _ in range(6)]
    together = BOSS(penalty=1, n_starts=6, seed=5)(Y)
    assert together.score == min(result.score for result in alone)
    assert together.operations == sum(result.operations for result in alone)


def test_backward_step():
    """It deletes what no move of a node could, and never spoils anything."""
    gains = []
    for seed in range(4):
        Y = simulate_gaussian(random_dag(30, 60, seed=seed), n=300, seed=seed + 50)
        plain = BOSS(seed=2, penalty=1.5)(Y)
        result = BOSS(seed=2, penalty=1.5, backward=True)(Y)
        expected = total(Y, result.edges, 1.5 * np.log(300))
        assert result.score == pytest.approx(expected, abs=1e-6)
        assert len(result) - len(plain) == plain.operations - result.operations
        gains.append(plain.score - result.score)
    assert min(gains) >= -1e-6
    assert max(gains) > 1
    tiers, white = [range(15), range(15, 30)], [(0, 29)]
    result = BOSS(seed=1, penalty=0.5, backward=True, tiers=tiers, whitelist=white)(Y)
    assert (0, 29) in result
    assert not any(source >= 15 > target for source, target in result.edges)


def test_lists_and_tiers(data):
    _, Y = data
    white = [(19, 0), (5, 7)]
    black = np.zeros((20, 20), dtype=bool)
    black[:, 3] = True
    tiers = [range(10, 20), [0, 1, 2]]
    result = BOSS(whitelist=white, blacklist=black, tiers=tiers, seed=1, penalty=1)(Y)
    assert set(white) <= set(result.edges)
    assert not any(target == 3 for _, target in result.edges)
    assert not any(source < 3 and target >= 10 for source, target in result.edges)
    assert any(source >= 10 and target < 3 for source, target in result.edges)


def test_tiers_by_name():
    Y = pd.DataFrame(simulate_gaussian([(0, 1)], n=100, seed=1, nodes=3), columns=list("abc"))
    for tiers, edge in (([["a"], ["b", "c"]], ("a", "b")), ([["b"], ["a"]], ("b", "a"))):
        for seed in range(5):
            result = BOSS(tiers=tiers, seed=seed)(Y)
            assert edge in result
            assert edge[::-1] not in result


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"tiers": "abc"}, TypeError, "tiers must be a list of lists of nodes, the earliest first"),
        ({"tiers": [0, 1]}, TypeError, "tiers must be a list of lists of nodes.* got 0 in it"),
        ({"tiers": [[0], [0]]}, ValueError, "tiers must name a node once, got 0 twice"),
        ({"tiers": [[0], [20]]}, ValueError, "tiers must name nodes of Y, got 20"),
        (
            {"tiers": [[0], [1]], "whitelist": [(1, 0)]},
            ValueError,
            "whitelist must have no edges from a later to an earlier tier, got 1 -> 0",
        ),
        (
            {"tiers": [[0], [1]], "whitelist": [(1, 2), (2, 0)]},
            ValueError,
            "tiers with the whitelist must be acyclic",
        ),
        ({"penalty": 0}, ValueError, "penalty must be a finite number above 0, or None, got 0"),
        ({"penalty": "2"}, TypeError, "penalty must be a finite number above 0, or None, got '2'"),
        ({"n_starts": 0}, ValueError, "n_starts must be a whole number of at least 1, got 0"),
        ({"score_type": "BICC"}, ValueError, "score_type must be"),
        ({"max_parents": -1}, ValueError, "max_parents must be"),
        ({"seed": 1.5}, TypeError, "seed"),
    ],
)
def test_mistakes(data, given, error, message):
    with pytest.raises(error, match=message):
        BOSS(**given)(data[1])


def test_max_parents():
    Y = simulate_gaussian([(k, 12) for k in range(12)], n=2000, seed=1, nodes=13)
    assert BOSS(seed=1)(Y).most_parents == 12
    assert BOSS(seed=1, max_parents=4)(Y).most_parents == 4
    assert BOSS(seed=1, penalty=0.1)(Y[:40]).most_parents <= 4
    assert BOSS(seed=1, penalty=0.1, max_parents=12)(Y[:40]).most_parents > 4


def test_poor_data(data):
    _, Y = data
    poor = Y.copy()
    poor[:, 0] = 1.0
    poor[:, 1] = poor[:, 2]
    result = BOSS(seed=1)(poor)
    assert result.constant == (0,)
    assert not any(0 in edge for edge in result.edges)
    assert set(result.collinear) <= {1, 2}
    few = BOSS(seed=1, penalty=0.01, max_parents=19)(Y[:8])
    assert few.most_parents <= 6
    assert few.saturated
    assert BOSS(seed=1)(Y[:3]).p == 20


@pytest.mark.parametrize("eps", [0, 1e-300, 1e-15])
def test_any_eps(data, eps):
    _, Y = data
    assert BOSS(EPS=eps, seed=1)(Y).converged
    assert BOSS(EPS=eps, seed=1, penalty=0.1)(Y[:40]).converged


@pytest.mark.parametrize("seed", range(20))
def test_huge_penalties(seed):
    """Scores so large that eps is nothing beside them."""
    Y = np.random.default_rng(0).normal(size=(100, 8))
    Y[:, 4:] += Y[:, :4]
    white = [(0, 1), (2, 3)]
    for settings in ({"penalty": 1e10}, {"score_type": 1e12}, {"score_type": 1e99}):
        assert BOSS(whitelist=white, seed=seed, **settings)(Y).edges == tuple(white)


def test_the_result(data):
    _, Y = data
    frame = pd.DataFrame(Y, columns=[f"v{k}" for k in range(20)])
    result = BOSS(seed=1)(frame)
    assert repr(result).startswith("<LearnedDAG: 20 nodes, ")
    assert "eBIC(0.75)" in repr(result)
    assert "BIC x 2" in repr(BOSS(seed=1, penalty=2)(frame))
    assert result.edges[0] in result
    assert list(result.to_frame().columns) == ["source", "target"]
    assert result.to_frame("adjacency").to_numpy().sum() == len(result)
    assert list(result.to_frame("nodes").columns) == ["node", "parents", "score"]
    with pytest.raises(ValueError, match="table must be one of edges, adjacency, nodes"):
        result.to_frame("moves")


def test_without_a_seed_the_stream_goes_on(data):
    _, Y = data
    set_seed(1)
    first, second = BOSS(penalty=1)(Y), BOSS(penalty=1)(Y)
    set_seed(1)
    assert BOSS(penalty=1)(Y).edges == first.edges
    assert BOSS(penalty=1)(Y).edges == second.edges
    assert BOSS(penalty=1)(Y, seed=7).edges == BOSS(penalty=1, seed=7)(Y).edges


# Bagged


def test_same_bits_wherever_it_runs(data):
    _, Y = data
    learner = BOSS(penalty=1)
    one = bag(Y, learner, n_boot=12, seed=1, n_jobs=1)
    assert bag(Y, learner, n_boot=12, seed=1, n_jobs=2) == one
    for backend in ("threading", "loky"):
        with joblib.parallel_config(backend=backend):
            assert bag(Y, learner, n_boot=12, seed=1, n_jobs=2) == one
    found = []
    thread = threading.Thread(
        target=lambda: found.append(bag(Y, learner, n_boot=12, seed=1, n_jobs=1))
    )
    thread.start()
    thread.join()
    assert found[0] == one


def test_on_row_counts_is_on_the_rows(data):
    """In the kernel and called in Python, which `timeout` asks for, graphs are the same."""
    _, Y = data
    in_kernel = bag(Y, BOSS(), n_boot=10, seed=1, n_jobs=1)
    in_python = bag(Y, BOSS(), n_boot=10, seed=1, n_jobs=1, timeout=60)
    assert np.array_equal(in_kernel._edges, in_python._edges)
    assert np.array_equal(in_kernel.steps, in_python.steps)
    assert in_kernel.score == pytest.approx(in_python.score, abs=1e-6)
    assert np.array_equal(in_kernel.distinct_rows, in_python.distinct_rows)


def test_penalty_is_that_of_the_rows_of_a_subsample(data):
    _, Y = data
    half = bag(Y, BOSS(), 5, seed=1, resample="subsample", sample_frac=0.5, n_jobs=1)
    number = bag(
        Y,
        BOSS(score_type=float(np.log(75) + 1.5 * np.log(20))),
        5,
        seed=1,
        resample="subsample",
        sample_frac=0.5,
        n_jobs=1,
    )
    assert np.array_equal(half._edges, number._edges)


def test_shuffled_columns_and_repeated_rows(data):
    graph, Y = data
    for shuffle in (True, "resample"):
        ensemble = bag(Y, BOSS(), n_boot=20, seed=1, shuffle=shuffle, n_jobs=1)
        assert shd_cpdag(score_shd(ensemble), graph) < 12
    twice = np.vstack([Y, Y])
    assert bag(twice, BOSS(), n_boot=5, seed=1, n_jobs=1).distinct_rows.max() <= 150


def test_what_is_interrupted_goes_on(data, tmp_path):
    _, Y = data
    file = tmp_path / "run.ckpt"
    whole = bag(Y, BOSS(penalty=1), n_boot=30, seed=1, n_jobs=1)

    def stop(done, _):
        if done == 11:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        bag(Y, BOSS(penalty=1), 30, seed=1, n_jobs=1, checkpoint=file, progress=stop)
    resumed = bag(Y, BOSS(penalty=1), 30, seed=1, n_jobs=2, checkpoint=file)
    assert resumed == whole
    with pytest.raises(ValueError, match="learner"):
        bag(Y, BOSS(penalty=3), 30, seed=1, checkpoint=file)


def test_ctrl_c_is_heard():
    """Within the kernel, which would go on for many minutes."""
    Y = simulate_gaussian(random_dag(300, 600, seed=1), n=200, seed=1)
    main = threading.main_thread().ident
    timer = threading.Timer(1.0, lambda: signal.pthread_kill(main, signal.SIGINT))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            BOSS(penalty=0.2, max_parents=60, seed=1)(Y)
    finally:
        timer.cancel()
        signal.signal(signal.SIGINT, before)


def test_a_learner_compares_by_its_settings():
    assert BOSS(tiers=[[0], [1]]) == BOSS(tiers=((0,), (1,)))
    assert BOSS(penalty=2) != BOSS(penalty=1)
    assert hash(BOSS()) == hash(BOSS())
    assert isinstance(BOSS().prefer, str)
    assert BOSS() != HillClimbing()


def test_bagged_on_the_example():
    """Fewer false edges than bagged hill climbing with R's defaults finds."""
    example = load_example()

    def false_edges(ensemble):
        found = score_shd(ensemble).adj_matrix
        either = example.adjacency + example.adjacency.T
        return int((found & ~either).sum()), int((found & either).sum())

    boss, found = false_edges(bag(example.Y, BOSS(), n_boot=40, seed=1))
    climbing, _ = false_edges(score(example.Y, n_boot=40, seed=1, max_step=1000, max_parents=10))
    assert boss < climbing
    assert found > 60
