"""Every entry of r_compat/DEVIATIONS.md: what R gets wrong is right, or an error, here."""

import re
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from reference import is_acyclic
from test_golden import load

import dagbag
from dagbag import ConvergenceWarning, DegenerateDataWarning, score, score_shd

ROOT = Path(__file__).parent.parent


@pytest.fixture
def Y():
    rng = np.random.default_rng(11)
    Z = rng.standard_normal((60, 8))
    for j in range(1, 8):
        Z[:, j] += 0.8 * Z[:, j - 1]
    return Z


def test_every_entry_names_a_test_of_this_file_and_every_test_has_an_entry():
    text = (ROOT / "r_compat" / "DEVIATIONS.md").read_text()
    named = set(re.findall(r"`(test_\w+)`", text))
    here = set(re.findall(r"^def (test_\w+)", Path(__file__).read_text(), flags=re.M))
    here -= {"test_every_entry_names_a_test_of_this_file_and_every_test_has_an_entry"}
    other = {
        name
        for path in Path(__file__).parent.glob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text(), flags=re.M)
    }
    assert here <= named <= other


def test_movement_has_room_for_whitelist_and_moves(Y):
    whitelist = [(k, k + 1) for k in range(5)]
    with pytest.warns(ConvergenceWarning, match="max_step=3"):
        result = score(Y, whitelist=whitelist, max_step=3, threshold=-0.0, score_type=0)
    assert result.final_step == 8
    assert result.movement.shape == (8, 3)
    assert result.movement[:5].tolist() == [[k + 1, k + 2, 1] for k in range(5)]
    assert (result.movement > 0).all()


def replay(movement, start):
    adjacency = start.copy()
    for source, target, operation in movement.tolist():
        if operation:
            adjacency[source - 1, target - 1] = operation == 1
        if operation == 3:
            adjacency[target - 1, source - 1] = 1
        assert is_acyclic(adjacency)
    return adjacency


@pytest.mark.parametrize("operations", [("add", "delete", "reverse"), ("delete", "reverse"), "add"])
def test_restarts_never_worsen_the_score_and_their_path_leads_to_the_graph(Y, operations):
    plain = score(Y, score_type="AIC")
    scores = []
    for seed in range(20):
        result = score(
            Y, score_type="AIC", nrestart=5, perturb=4, seed=seed, perturb_operations=operations
        )
        scores.append(result.score)
        assert result.score <= plain.score
        assert result.converged
        empty = np.zeros((8, 8), dtype=int)
        assert np.array_equal(replay(result.movement, empty), result.adj_matrix)
        assert result.final_step == len(result.moves) + 1
        again = score(
            Y, score_type="AIC", nrestart=5, perturb=4, seed=seed, perturb_operations=operations
        )
        assert again.moves == result.moves
        total = score(
            Y, score_type="AIC", whitelist=result.adj_matrix, blacklist=np.ones((8, 8))
        ).score
        assert result.score == pytest.approx(total, abs=1e-8)
    if operations != "add":
        assert min(scores) < plain.score - 1e-3


def test_initial_graph_is_a_full_start(Y):
    """Deletions and reversals of initial edges are priced from the first step on."""
    initial = np.zeros((8, 8), dtype=int)
    initial[7, 0] = initial[1, 0] = 1
    result = score(Y, ini_adj_matrix=initial)
    assert ("delete", 7, 0) in [move[:3] for move in result.moves]
    assert np.array_equal(replay(result.movement, initial), result.adj_matrix)
    shuffled = score(Y, ini_adj_matrix=initial, shuffle=True, seed=3)
    assert np.array_equal(replay(shuffled.movement, initial), shuffled.adj_matrix)
    kept = score(Y, ini_adj_matrix=initial, whitelist=[(3, 6)])
    assert kept.adj_matrix[3, 6] == 1


def test_initial_graph_conflicts_are_errors(Y):
    with pytest.raises(
        ValueError, match=r"ini_adj_matrix must be acyclic, got the cycle 0 -> 1 -> 0"
    ):
        score(Y, ini_adj_matrix=[(0, 1), (1, 0)])
    with pytest.raises(ValueError, match=r"no blacklisted edges, got 0 -> 1"):
        score(Y, ini_adj_matrix=[(0, 1)], blacklist=[(0, 1)])
    with pytest.raises(ValueError, match=r"with the whitelist must be acyclic"):
        score(Y, ini_adj_matrix=[(0, 1)], whitelist=[(1, 0)])
    assert score(Y, ini_adj_matrix=[(0, 1)], blacklist=[(0, 1)], whitelist=[(0, 1)]).adj_matrix[
        0, 1
    ]


def test_random_step_length_must_cover_the_steps(Y):
    with pytest.raises(ValueError, match="when random_forest is True, got None"):
        score(Y, random_forest=True)
    with pytest.raises(ValueError, match=r"max_step = 500\), got 499 numbers"):
        score(Y, random_forest=True, random_step_length=np.ones(499))
    vector = score(Y, random_forest=True, random_step_length=np.full(500, 2.0), seed=1)
    assert score(Y, random_forest=True, random_step_length=2, seed=1).moves == vector.moves


def test_shuffle_keeps_every_move(Y):
    with pytest.warns(ConvergenceWarning):
        capped = score(Y, shuffle=True, max_step=3, seed=1)
    assert len(capped.movement) == capped.final_step == 3
    with pytest.warns(ConvergenceWarning):
        one = score(Y, shuffle=True, max_step=1, seed=1)
    assert len(one.movement) == 1
    nothing = score(
        np.random.default_rng(0).standard_normal((50, 2)), shuffle=True, threshold=-100, seed=1
    )
    assert nothing.final_step == 1
    assert nothing.movement.shape == (0, 3)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (np.zeros((7, 8)), r"must have shape \(8, 8\), got \(7, 8\)"),
        (np.full((8, 8), 2), "must hold only 0 and 1, or False and True, got 2"),
        (np.full((8, 8), np.nan), "must hold only 0 and 1, or False and True, got nan"),
        (np.full((8, 8), "a"), "got dtype <U1"),
    ],
)
def test_lists_of_a_wrong_shape_or_value_are_errors(Y, value, message):
    for name in ("blacklist", "whitelist", "ini_adj_matrix"):
        with pytest.raises((ValueError, TypeError), match=f"{name} .*{message}"):
            score(Y, **{name: value})


def test_cycles_and_self_loops_in_the_whitelist_are_errors(Y):
    with pytest.raises(
        ValueError, match="whitelist must be acyclic, got the cycle 0 -> 1 -> 2 -> 0"
    ):
        score(Y, whitelist=[(0, 1), (1, 2), (2, 0)])
    with pytest.raises(ValueError, match="whitelist must have no self loops, got one at 0, 1"):
        score(Y, whitelist=np.eye(8))


def without_saturated_moves(case, limit):
    """R's moves and deltas but for additions to a node that has `limit` parents already."""
    parents = {}
    kept, deltas = [], []
    for (source, target, operation), delta in zip(
        case["result"]["movement"], case["result"]["delta.min"], strict=True
    ):
        if operation == 1:
            full = parents.get(target, 0) >= limit
            parents[target] = parents.get(target, 0) + 1
            if full:
                continue
        elif operation == 2:
            parents[target] -= 1
        elif operation == 3:
            parents[target] -= 1
            parents[source] = parents.get(source, 0) + 1
        kept.append([source, target, operation])
        deltas.append(delta)
    return kept, deltas


def test_saturating_additions_are_refused():
    case = load("score-bic-n-below-p")
    with pytest.warns(DegenerateDataWarning, match="saturated"):
        result = score(case["Y"])
    assert result.most_parents == case["n"] - 2
    assert len(result.saturated) == 3
    expected, deltas = without_saturated_moves(case, case["n"] - 2)
    assert len(expected) == len(case["result"]["movement"]) - 5
    assert result.movement[: result.final_step].tolist() == expected
    np.testing.assert_allclose(result.delta_min[: result.final_step], deltas, atol=1e-6)
    assert result.collinear == ()


def test_saturation_counts_distinct_rows():
    rng = np.random.default_rng(1)
    Y = np.repeat(rng.standard_normal((6, 9)), 5, axis=0)
    with pytest.warns(DegenerateDataWarning, match="saturated"):
        result = score(Y, score_type="likelihood")
    assert result.most_parents == 4
    with pytest.raises(ValueError, match=r"at most 4 parents \(6 distinct rows\), got 5 for 8"):
        score(Y, whitelist=[(k, 8) for k in range(5)])


def test_resamples_do_not_saturate():
    """R's graphs have nodes with more parents than their distinct rows can fit; ours never."""
    case = load("boot-n-below-p")
    n, stream = case["n"], dagbag.RRandom(case["seed"])
    with pytest.warns(dagbag.ReplicateWarning, match="6 with saturated nodes"):
        ensemble = score(case["Y"], seed=case["seed"], **case["args"])
    for member, theirs in zip(ensemble, case["result"]["edges"], strict=True):
        distinct = len(set(np.ceil(n * stream.runif(n)).tolist()))
        assert member.distinct_rows == distinct
        assert member.most_parents == distinct - 2
        r = np.array(theirs) - 1
        assert np.bincount(r[:, 1]).max() >= distinct - 1
        # Up to there the two went together: most of what R has is found here, too.
        shared = {tuple(edge) for edge in r.tolist()} & set(member.edges)
        assert len(shared) > 0.85 * len(theirs)


def test_one_resample_is_an_ensemble(Y):
    ensemble = score(Y, **{"n.boot": 1}, seed=1)
    assert ensemble["adj.matrix"].shape == (8, 8, 1)
    assert ensemble == score(Y, 3, seed=1)[:1]


def test_restarts_work_inside_resamples(Y):
    plain = score(Y, 10, seed=2)
    restarted = score(Y, 10, seed=2, nrestart=10, perturb=4)
    assert (restarted.score <= plain.score).all()
    assert (restarted.score < plain.score - 1e-3).any()


def test_a_column_constant_in_a_resample_is_isolated_there(Y):
    Y[:, 3] = np.arange(60) == 5
    with pytest.warns(dagbag.ReplicateWarning, match="with constant columns"):
        ensemble = score(Y, 20, seed=1, ini_adj_matrix=[(3, 4), (2, 3)])
    without = ensemble[ensemble.constant > 0]
    assert 0 < len(without) < 20
    assert not without.adj_matrix[3].any()
    assert not without.adj_matrix[:, 3].any()


def test_capped_replicates_are_visible(Y):
    with pytest.warns(dagbag.ReplicateWarning, match="of 5 replicates: 5 stopped by max_step=2"):
        ensemble = score(Y, 5, seed=1, max_step=2)
    assert not ensemble.converged.any()


def test_constant_columns_are_isolated(Y):
    Y = np.column_stack([np.full(60, 0.1), Y, np.full(60, 1e12)])
    with pytest.warns(DegenerateDataWarning, match=r"2 constant columns isolated: 0, 9"):
        result = score(Y)
    assert result.constant == (0, 9)
    assert not result.adj_matrix[[0, 9]].any()
    assert not result.adj_matrix[:, [0, 9]].any()
    assert np.isnan(result.neighborhood_scores[[0, 9]]).all()
    assert np.isfinite(result.score)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        alone = score(Y[:, 1:9])
    assert [(m[0], m[1] - 1, m[2] - 1) for m in result.moves] == [m[:3] for m in alone.moves]
    assert result.score == alone.score
    with pytest.warns(DegenerateDataWarning):
        bge = score(Y, score_type="BGe")
    assert np.isnan(bge.neighborhood_scores[[0, 9]]).all()
    for name in ("whitelist", "ini_adj_matrix"):
        for edge in ((0, 3), (3, 9)):
            with pytest.raises(
                ValueError, match=f"no edges of constant columns, got {edge[0]} -> "
            ):
                score(Y, **{name: [edge]})


def test_collinear_candidates_are_not_eligible(Y):
    Y = np.column_stack([Y, Y[:, 3], Y[:, 0] - 2 * Y[:, 1]])
    for shuffle in (False, True):
        with pytest.warns(DegenerateDataWarning, match="exact linear function"):
            result = score(Y, score_type="likelihood", shuffle=shuffle, seed=2)
        A = result.adj_matrix.astype(bool)
        assert not A[3, 8]
        assert not A[8, 3]
        assert not (A[3] & A[8]).any()
        assert not (A[0] & A[1] & A[9]).any()
        assert np.isfinite(result.delta_min).all()
        assert result.delta_min[result.delta_min != -99].min() > -60 * 40
    assert 8 in result.collinear


def test_near_collinear_candidates_are_refitted_on_the_data():
    """Residuals of 1e-10 of the total: cross-products alone would be off by 1e-3."""
    rng = np.random.default_rng(4)
    Y = rng.standard_normal((80, 4))
    Y[:, 1] = Y[:, 0] + 1e-5 * Y[:, 1]
    Y[:, 3] += Y[:, 0]
    result = score(Y, score_type="BIC")
    centred = Y - Y.mean(axis=0)
    slope = centred[:, 1] @ centred[:, 0] / (centred[:, 1] @ centred[:, 1])
    rest = centred[:, 0] - slope * centred[:, 1]
    exact = 80 * np.log((rest @ rest) / (centred[:, 0] @ centred[:, 0])) + np.log(80)
    assert result.moves[0][:3] == ("add", 1, 0)
    assert result.moves[0].delta == pytest.approx(exact, abs=1e-6)


def test_missing_and_infinite_values_name_their_column(Y):
    Y[4, 2] = np.nan
    with pytest.raises(
        ValueError, match=r"Y must be finite, got NaN in column 2 \(first in row 4\)"
    ):
        score(Y)
    Y[4, 2] = np.inf
    Y[0, 5] = -np.inf
    with pytest.raises(ValueError, match="got Inf in column 2 .* and in 1 more column$"):
        score(Y)


@pytest.mark.parametrize(
    "name", ["bic", "BIC", "Bic", "aic", "EBIC", "gic", "bge", "LogLik", "like"]
)
def test_score_types_in_any_case(Y, name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DegenerateDataWarning)
        assert score(Y, score_type=name).converged


def test_large_p_and_n_work():
    """R crashes beyond n of about a million; indices here are 64 bits wide."""
    rng = np.random.default_rng(0)
    Y = rng.standard_normal((1_050_000, 2))
    Y[:, 1] += Y[:, 0]
    assert score(Y).edges == ((1, 0),)


def test_a_negative_seed_and_the_modules_stream(Y):
    dagbag.set_seed(-7)
    first = score(Y, shuffle=True)
    assert score(Y, shuffle=True, seed=-7).moves == first.moves


def test_aggregation_of_two_nodes():
    dags = np.zeros((2, 2, 5), dtype=int)
    dags[0, 1, :3] = dags[1, 0, 3:] = 1
    for method in ("greedy", "exact"):
        result = score_shd(dags, method=method)
        assert result.edges == ((0, 1),)
        assert result.cyclic_edges == ((1, 0),)
        assert result.movement[:2].tolist() == [[1, 2, 1], [0, 0, 0]]
        assert result.optimal


def chain(p, n_boot=4):
    dags = np.zeros((p, p, n_boot), dtype=int)
    dags[range(p - 1), range(1, p)] = 1
    return dags


def test_aggregation_checks_its_lists():
    for name in ("blacklist", "whitelist"):
        with pytest.raises(ValueError, match=rf"{name} must have shape \(4, 4\), got \(3, 4\)"):
            score_shd(chain(4), **{name: np.zeros((3, 4))})
        with pytest.raises(ValueError, match=f"{name} must hold only 0 and 1"):
            score_shd(chain(4), **{name: np.full((4, 4), 2)})
    with pytest.raises(ValueError, match="whitelist must be acyclic, got the cycle 0 -> 2 -> 0"):
        score_shd(chain(4), whitelist=[(0, 2), (2, 0)])
    both = score_shd(chain(4), whitelist=[(0, 1)], blacklist=[(0, 1), (1, 2)])
    assert both.edges == ((0, 1), (2, 3))


def test_aggregation_has_room_for_whitelist_and_edges():
    result = score_shd(chain(6), alpha=2, max_step=5, whitelist=[(0, 2), (0, 3), (0, 4)])
    assert result.final_step == 8
    assert result.movement.shape == (8, 3)
    assert result.movement[:3].tolist() == [[1, 3, 1], [1, 4, 1], [1, 5, 1]]
    assert (result.movement > 0).all()


def test_aggregation_hitting_max_step_is_visible():
    with pytest.warns(ConvergenceWarning, match="stopped by max_step=3 while candidates") as caught:
        result = score_shd(chain(6), alpha=2, max_step=3)
    assert len(caught) == 1
    assert caught[0].filename == __file__
    assert not result.converged
    assert not result.optimal
    assert len(result.edges) == 3
    with pytest.warns(ConvergenceWarning):  # a blacklisted candidate counts as looked at
        assert len(score_shd(chain(6), alpha=2, max_step=3, blacklist=[(0, 1)]).edges) == 2
    assert score_shd(chain(6), alpha=2, max_step=5).converged
    assert score_shd(chain(6), alpha=2, max_step=4, blacklist=[(4, 5)]).converged


def test_aggregation_keeps_names_and_refuses_cycles():
    names = list("abc")
    frames = [pd.DataFrame(np.eye(3, k=1), index=names, columns=names)] * 2
    result = score_shd(frames)
    assert result.edges == (("a", "b"), ("b", "c"))
    assert score_shd(chain(3), nodes=names).edges == result.edges
    frames[1] = frames[1] + frames[1].T
    with pytest.raises(
        ValueError, match="acyclic graphs, got the cycle 'b' -> 'c' -> 'b' in graph 1"
    ):
        score_shd(frames)
    with pytest.raises(ValueError, match="no self loops"):
        score_shd(np.ones((3, 3, 1)))
