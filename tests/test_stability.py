"""What a strength is worth: the bounds against brute force, cutoffs, and selection by strength."""

import math
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from problems import ensembles, thorough
from reference import aggregate, gsf_matrix, largest_weight
from scipy.optimize import linprog
from scipy.stats import norm

import dagbag
from dagbag import Ensemble, aggregation_path, bag, score, score_shd
from dagbag._aggregate.stability import (
    Subsamples,
    count_above,
    expected_false,
    smallest_count,
    unimodal_tails,
)
from dagbag._aggregate.strengths import pair_counts
from dagbag._dag.counts import count_edges
from dagbag._input.cutoffs import BOUNDS
from dagbag.exceptions import NoBoundError
from dagbag.learners import BOSS, XGES, HillClimbing
from dagbag.stability import expected_false_edges, inclusion_threshold, stability_cutoff

TAIL_TOLERANCE = 1e-7  # of what solvers find


@pytest.fixture(scope="module")
def Y():
    rng = np.random.default_rng(5)
    return rng.standard_normal((61, 12)) @ (np.eye(12) + np.diag(np.full(11, 0.8), 1))


@pytest.fixture(scope="module")
def pairs(Y):
    return score(Y, 40, "eBIC", resample="pairs", seed=3)


# The largest tails, by definition


def unimodal_by_programming(mean, at, size):
    """The largest tail of a unimodal distribution on 0..size: a linear program for each mode."""
    points, best = np.arange(size + 1), 0.0
    for mode in range(size + 1):
        rises = np.diff(np.eye(size + 1), axis=0)  # f(i + 1) - f(i)
        rises[:mode] *= -1
        answer = linprog(
            -(points >= at).astype(float),
            A_ub=np.vstack((rises, points / size)),
            b_ub=[*np.zeros(size), mean],
            A_eq=np.ones((1, size + 1)),
            b_eq=[1],
        )
        best = max(best, -answer.fun) if answer.status == 0 else best
    return best


@settings(thorough, max_examples=40)
@given(size=st.integers(2, 12), theta=st.floats(0.01, 0.6), data=st.data())
def test_the_unimodal_bound_is_the_largest_tail(size, theta, data):
    at = data.draw(st.integers(1, size))
    found = float(unimodal_tails(theta**2, np.array([at / size]), size)[0])
    if math.isinf(found):
        assert theta > 1 / math.sqrt(3) or at / size <= 2 * theta**2
    else:
        expected = unimodal_by_programming(theta**2, at, size)
        assert found == pytest.approx(expected, abs=TAIL_TOLERANCE)


# The bounds


known = st.builds(
    lambda half, possible, part: Subsamples(2 * half, possible, part * possible, True),
    st.integers(1, 40),
    st.integers(1, 5000),
    st.floats(0, 0.5),
)


@given(known=known, data=st.data())
def test_bounds_are_ordered_and_fall_with_the_cutoff(known, data):
    counts = range(known.n_boot // 2 + 1, known.n_boot + 1)
    count = data.draw(st.sampled_from(counts))
    simple, unimodal = (expected_false(known, bound, count) for bound in BOUNDS)
    slack = 1e-9 * (1 + simple)
    assert simple == pytest.approx(
        known.mean_edges**2 / ((2 * count / known.n_boot - 1) * known.possible)
    )
    assert unimodal <= simple + slack
    for bound in BOUNDS:
        assert (
            expected_false(known, bound, count) >= expected_false(known, bound, count + 1) - slack
        )


@given(known=known, wished=st.floats(0.001, 100), bound=st.sampled_from(BOUNDS))
def test_the_smallest_count_by_trying_all(known, wished, bound):
    fits = [
        count
        for count in range(known.n_boot // 2 + 1, known.n_boot + 1)
        if expected_false(known, bound, count) <= wished
    ]
    assert smallest_count(known, bound, wished) == (fits[0] if fits else None)


@given(n_boot=st.integers(1, 500), cutoff=st.floats(0, 1, exclude_max=True))
def test_count_above(n_boot, cutoff):
    count = count_above(cutoff, n_boot)
    assert count / n_boot > cutoff >= (count - 1) / n_boot


def test_counts_on_the_grid():
    for n_boot in range(1, 120):
        for count in range(n_boot):
            assert count_above(count / n_boot, n_boot) == count + 1


def test_figures_that_can_be_checked_by_hand():
    """50 pairs, 10 of 1000 edges: q^2 / P = 0.1."""
    known = Subsamples(100, 1000, 10.0, complementary=True)
    assert expected_false(known, "simple", 75) == pytest.approx(0.2)
    assert expected_false(known, "unimodal", 75) == pytest.approx(0.1 / (2 * (0.5 - 0.01)))
    assert expected_false(known, "unimodal", 90) == pytest.approx(0.1 * 4 * 0.11 / 1.02)
    assert expected_false(known, "simple", 101) == 0
    assert expected_false(Subsamples(100, 1000, 0.0, True), "unimodal", 51) == 0


def strengths_of_noise(theta, pairs):
    """Chance of two independent normal columns to be in at least 0, 1, ... of the replicates.

    A replicate joins the two if their correlation on its half of many rows is above the cutoff
    that a part theta exceeds. Of a data set with the correlation u (as a standard normal) the two
    halves have (u + v) / sqrt(2) and (u - v) / sqrt(2), with a standard normal v that the draw of
    the halves makes. The counts of independent draws add up: the product of Fourier transforms.
    """
    u = np.linspace(-8, 8, 4001)
    cutoff = math.sqrt(2) * norm.isf(theta / 2)
    one = norm.sf(cutoff - u) + norm.sf(cutoff + u)
    both = 2 * norm.sf(cutoff + abs(u)) + np.maximum(1 - 2 * norm.sf(abs(u) - cutoff), 0)
    circle = np.exp(-2j * np.pi * np.arange(2 * pairs + 1) / (2 * pairs + 1))
    law = np.stack((1 - 2 * one + both, 2 * (one - both), both), axis=1)
    counts = np.fft.ifft((law @ circle ** np.arange(3)[:, None]) ** pairs, axis=1).real
    tails = np.cumsum(counts[:, ::-1], axis=1)[:, ::-1]
    return norm.pdf(u) @ tails * (u[1] - u[0])


@pytest.mark.parametrize("pairs", [10, 25, 50, 100])
@pytest.mark.parametrize("theta", [0.1, 0.05, 0.02, 0.005, 0.001])
def test_the_bounds_hold_for_correlations_of_noise(theta, pairs):
    """Where every pair of nodes is false, and all have the same chance."""
    found = strengths_of_noise(theta, pairs)
    assert found[0] == pytest.approx(1)
    assert found[1:].sum() == pytest.approx(2 * pairs * theta)  # the mean count
    for bound in BOUNDS:
        for count in range(pairs + 1, 2 * pairs + 1):
            known = Subsamples(2 * pairs, 1000, 1000 * theta, complementary=True)
            assert 1000 * found[count] < expected_false(known, bound, count)


# Ensembles


def test_expected_false_edges_is_the_formula(pairs):
    q, possible = pairs.n_edges.mean(), 12 * 11 / 2
    assert expected_false_edges(pairs, 0.7, "simple") == pytest.approx(
        q**2 / ((2 * 29 / 40 - 1) * possible)
    )
    assert expected_false_edges(pairs, 0.7) == expected_false_edges(pairs, 0.7, "unimodal")
    assert expected_false_edges(pairs, 0.7, "simple", possible=33) == pytest.approx(
        2 * expected_false_edges(pairs, 0.7, "simple")
    )
    assert expected_false_edges(pairs, 0.5) > expected_false_edges(pairs, 0.55)


@pytest.mark.parametrize("bound", BOUNDS)
def test_a_cutoff_for_a_wished_bound(pairs, bound):
    wished = 2 * expected_false_edges(pairs, 0.9, bound)
    cutoff = stability_cutoff(pairs, wished, bound)
    assert expected_false_edges(pairs, cutoff, bound) <= wished
    assert cutoff == 0.5 or expected_false_edges(pairs, cutoff - 1 / 40, bound) > wished
    result = score_shd(pairs, cutoff="stability", false_edges=wished, bound=bound)
    assert result.cutoff == cutoff
    assert result.cutoff_on == "strength"
    assert result.expected_false_edges == expected_false_edges(pairs, cutoff, bound)
    assert result.false_edges_note == f"{bound} bound, 20 complementary pairs"
    assert f"false edges expected by chance ({bound} bound, 20 complementary pairs)" in repr(result)
    table = result.to_frame()
    assert (table.strength[table.selected] > cutoff).all()


def test_a_wish_that_no_cutoff_fulfils(pairs):
    with pytest.raises(
        ValueError, match=r"false_edges must be at least [\d.e-]+ for this ensemble"
    ):
        stability_cutoff(pairs, 1e-9)
    with pytest.raises(ValueError, match=r"in all of its 40 replicates, got 1e-09; learn repl"):
        score_shd(pairs, cutoff="stability", false_edges=1e-9)


def test_one_false_edge_is_wished_for_by_default(pairs):
    assert stability_cutoff(pairs) == stability_cutoff(pairs, 1.0)
    assert score_shd(pairs, cutoff="stability").cutoff == stability_cutoff(pairs)


def test_plain_subsamples_have_the_simple_bound(Y):
    ensemble = score(Y, 30, "eBIC", resample="subsample", sample_frac=0.49, seed=3)
    assert expected_false_edges(ensemble, 0.7) == expected_false_edges(ensemble, 0.7, "simple")
    assert score_shd(ensemble, strength=0.7).false_edges_note == "simple bound, 30 subsamples"
    with pytest.raises(ValueError, match='bound must be "simple" for subsamples that are not'):
        expected_false_edges(ensemble, 0.7, "unimodal")
    with pytest.raises(ValueError, match='bound must be "simple" for subsamples that are not'):
        score_shd(ensemble, strength=0.7, bound="unimodal")


def test_halves_without_their_other_half_are_plain_subsamples(pairs):
    for part in (pairs[:21], pairs[::2], pairs[[1, 0]]):
        assert score_shd(part, strength=0.7).false_edges_note.startswith("simple bound")
    assert score_shd(pairs[:20], strength=0.7).false_edges_note.endswith("10 complementary pairs")
    assert score_shd(pairs + pairs, strength=0.7).false_edges_note.endswith(
        "40 complementary pairs"
    )


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({}, "bootstrap resamples share rows"),
        ({"resample": "subsample"}, "at most half of the rows, got 31 of 61"),
        ({"resample": "pairs", "blacklist": [(0, 1), (1, 0)]}, "learned with a blacklist"),
    ],
)
def test_replicates_that_allow_no_bound(Y, arguments, why):
    ensemble = score(Y, 10, "eBIC", seed=3, **arguments)
    with pytest.raises(ValueError, match=why):
        expected_false_edges(ensemble, 0.7)
    with pytest.raises(ValueError, match=why):
        stability_cutoff(ensemble, 1.0)
    with pytest.raises(ValueError, match=why):
        score_shd(ensemble, cutoff="stability")
    with pytest.raises(ValueError, match=why):
        score_shd(ensemble, bound="simple")
    result = score_shd(ensemble)
    assert math.isnan(result.expected_false_edges)
    assert why in result.false_edges_note
    assert "false edges" not in repr(result)


def test_after_a_blacklist_the_possible_pairs_are_told(Y):
    ensemble = score(Y, 10, "eBIC", seed=3, resample="pairs", blacklist=[(0, 1), (1, 0)])
    q = ensemble.n_edges.mean()
    assert expected_false_edges(ensemble, 0.85, "simple", possible=65) == pytest.approx(
        q**2 / (0.8 * 65)
    )
    assert stability_cutoff(ensemble, 1e6, possible=65) == 0.5


def test_constant_columns_leave_fewer_pairs(Y):
    constant = np.column_stack((Y, np.zeros(61)))
    with pytest.warns(dagbag.ReplicateWarning, match="constant"):
        ensemble = score(constant, 10, "eBIC", seed=3, resample="pairs")
    all_pairs = expected_false_edges(ensemble, 0.7, possible=13 * 12 // 2)
    assert expected_false_edges(ensemble, 0.7) > all_pairs
    assert expected_false_edges(ensemble, 0.7) == expected_false_edges(ensemble, 0.7, possible=66)


def test_an_array_tells_nothing_about_rows(pairs):
    result = score_shd(pairs.adj_matrix)
    assert math.isnan(result.expected_false_edges)
    assert "only an Ensemble tells how the rows" in result.false_edges_note
    with pytest.raises(ValueError, match="only an Ensemble tells"):
        score_shd(pairs.adj_matrix, cutoff="stability")
    with pytest.raises(ValueError, match="only an Ensemble tells"):
        expected_false_edges(pairs.adj_matrix, 0.7)


def test_merged_kinds_allow_no_bound(Y, pairs):
    mixed = pairs + score(Y, 10, "eBIC", seed=3)
    assert "of several kinds" in score_shd(mixed).false_edges_note


def test_a_saved_ensemble_keeps_its_bounds(pairs, tmp_path):
    pairs.save(tmp_path / "pairs.npz")
    loaded = Ensemble.load(tmp_path / "pairs.npz")
    assert repr(score_shd(loaded, cutoff="stability")) == repr(score_shd(pairs, cutoff="stability"))


def test_a_learner_of_ones_own_has_bounds(Y, pairs):
    bagged = bag(Y, HillClimbing(score_type="eBIC"), 40, resample="pairs", seed=3)
    assert expected_false_edges(bagged, 0.7) == expected_false_edges(pairs, 0.7)


def test_a_gsf_above_a_cutoff_is_a_strength_above_it(pairs):
    by_gsf = score_shd(pairs, cutoff=0.7)
    assert by_gsf.cutoff_on == "gsf"
    assert by_gsf.expected_false_edges == expected_false_edges(pairs, 0.7)
    by_threshold = score_shd(pairs)
    assert by_threshold.expected_false_edges == expected_false_edges(pairs, 0.5)
    assert math.isnan(score_shd(pairs, cutoff=0.45).expected_false_edges)
    assert (
        score_shd(pairs, cutoff=0.45).false_edges_note == "a bound needs a cutoff of at least 1/2"
    )
    # With alpha = 0 a gsf is the strength, and may be above it by rounding.
    assert score_shd(pairs, 0, cutoff=0.7).expected_false_edges >= by_gsf.expected_false_edges
    path = aggregation_path(pairs, cutoff=[0.6, 0.7])
    assert [result.expected_false_edges for result in path[:2]] == [
        expected_false_edges(pairs, cutoff) for cutoff in (0.6, 0.7)
    ]


# Selection by strength


@thorough
@given(ensembles(largest=6), st.sampled_from([0.0, 0.3, 0.5, 0.55, 0.75, 0.95]))
def test_selection_by_strength_is_the_oracle_on_the_pairs_above(problem, cutoff):
    """R's rule with a cutoff of 0, all pairs of nodes barred that are not above the cutoff."""
    arguments = {**problem.arguments(), "max_step": 500}
    del arguments["threshold"]
    sums = problem.dags.sum(axis=2)
    barred = (sums == 0) | ((sums + sums.T) / problem.dags.shape[2] <= cutoff)
    if problem.blacklist is not None:
        barred |= problem.blacklist
    expected = aggregate(
        problem.dags, problem.alpha, 1.0, blacklist=barred, whitelist=problem.whitelist
    )
    result = score_shd(problem.dags, strength=cutoff, **arguments)
    assert np.array_equal(result.adj_matrix, expected.adjacency)
    assert list(result.cyclic_edges) == expected.cyclic
    assert (result.cutoff, result.cutoff_on, result.threshold) == (cutoff, "strength", 1.0)
    exact = score_shd(problem.dags, strength=cutoff, method="exact", **arguments)
    weight = gsf_matrix(problem.dags, problem.alpha)
    np.fill_diagonal(weight, -np.inf)
    white = problem.whitelist
    white = np.zeros_like(barred) if white is None else white
    best = largest_weight(weight, ~barred, white)
    assert weight[exact.adj_matrix.astype(bool)].sum() == pytest.approx(best, abs=1e-9)
    assert exact.optimal


@given(ensembles(largest=6))
def test_every_pair_above_is_there_unless_it_closes_a_cycle(problem):
    assume(problem.alpha <= 2)
    result = score_shd(problem.dags, problem.alpha, strength=0.5)
    table = result.to_frame()
    there = {frozenset(edge) for edge in result.edges}
    refused = {frozenset(edge) for edge in result.cyclic_edges}
    for row in table.itertuples():
        above = row.strength > 0.5
        pair = frozenset((row.source, row.target))
        assert (pair in there) <= above
        assert not above or pair in there or pair in refused


def test_a_pair_without_a_direction_is_selected_by_its_strength():
    """Strength 0.6, 0.3 each way: a gsf of 0.45 for alpha = 1."""
    frequency = np.array([[0, 0.3], [0.3, 0]])
    assert score_shd(frequency, n_boot=10).edges == ()
    result = score_shd(frequency, n_boot=10, strength=0.55)
    assert result.edges == ((1, 0),)  # a tie: the lower target first
    assert result.gsf.tolist() == pytest.approx([0.45])
    assert "strength above 0.55" in repr(result)
    assert score_shd(frequency, n_boot=10, strength=0.6).edges == ()


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"cutoff": "stab"}, ValueError, "got 'stab'; did you mean 'stability'"),
        ({"cutoff": "auto", "threshold": 0.2}, ValueError, "cutoff must come without threshold"),
        ({"strength": 0.5, "cutoff": 0.5}, ValueError, "strength must come without cutoff"),
        ({"strength": 0.5, "threshold": 0.2}, ValueError, "strength must come without threshold"),
        ({"strength": 1.0}, ValueError, "strength must be a number from 0 to below 1, got 1.0"),
        ({"strength": "0.5"}, TypeError, "strength must be a number from 0 to below 1"),
        ({"false_edges": 1}, ValueError, 'false_edges must come with cutoff="stability"'),
        ({"cutoff": "auto", "false_edges": 1}, ValueError, "false_edges must come with cutoff="),
        ({"cutoff": "stability", "false_edges": 0}, ValueError, "a number above 0, got 0"),
        ({"cutoff": "stability", "false_edges": True}, TypeError, "a number above 0, got True"),
        ({"bound": "best"}, ValueError, "bound must be one of simple, unimodal, got"),
        ({"bound": 1}, TypeError, "bound must be one of simple, unimodal, got 1"),
    ],
)
def test_wrong_arguments(pairs, arguments, error, message):
    with pytest.raises(error, match=message):
        score_shd(pairs, **arguments)


def test_wrong_arguments_of_bounds(pairs):
    with pytest.raises(ValueError, match=r"cutoff must be a number from 0.5 to below 1, got 0.4"):
        expected_false_edges(pairs, 0.4)
    with pytest.raises(ValueError, match="possible must be an integer of at least 1, got 0"):
        expected_false_edges(pairs, 0.7, possible=0)
    with pytest.raises(ValueError, match="false_edges must be a number above 0, got -1"):
        stability_cutoff(pairs, -1)
    for cutoff in ("auto", "stability"):
        with pytest.raises(TypeError, match=r"which only score_shd\(\) takes"):
            aggregation_path(pairs, cutoff=cutoff)


# The inclusion threshold


def nearest_ideal(strengths):
    """The definition: the t that minimises the integral of |F - t|, and F's quantile there.

    The integral is piecewise linear in t, with its corners at values of F.
    """
    ends = np.unique([0.0, *strengths, 1.0])
    level = [np.mean(strengths <= x) for x in ends[:-1]]
    length = np.diff(ends)
    values = np.unique([0.0, *level, 1.0])
    norms = np.array([np.sum(length * np.abs(level - t)) for t in values])
    t = values[norms <= norms.min() + 1e-12].max()
    return min(x for x in (0.0, *np.sort(strengths)) if np.mean(strengths <= x) >= t - 1e-12)


@given(
    counts=st.lists(st.integers(0, 20), min_size=1, max_size=28),
    n_boot=st.sampled_from([20, 21, 37]),
)
def test_the_inclusion_threshold_is_next_to_the_ideal_distribution(counts, n_boot):
    p = math.ceil((1 + math.sqrt(1 + 8 * len(counts))) / 2)
    i, j = (index[: len(counts)] for index in np.triu_indices(p, 1))
    frequency = np.zeros((p, p))
    frequency[i, j] = np.array(counts) / n_boot
    strengths = frequency[np.triu_indices(p, 1)]
    cutoff = inclusion_threshold(frequency, n_boot=n_boot)
    assert cutoff == nearest_ideal(strengths)
    assert ((strengths > cutoff) == (strengths > 0.5)).all()
    result = score_shd(frequency, cutoff="auto", n_boot=n_boot)
    assert len(result) == (strengths > 0.5).sum()
    assert (result.cutoff, result.cutoff_on) == (cutoff, "strength")


def test_auto_has_the_bound_of_a_half(pairs):
    result = score_shd(pairs, cutoff="auto")
    assert result.cutoff <= 0.5
    assert result.expected_false_edges == expected_false_edges(pairs, 0.5)


@given(ensembles(largest=6))
def test_pair_counts(problem):
    p, _, n_boot = problem.dags.shape
    source, target, _ = np.nonzero(problem.dags)
    counts = count_edges(np.column_stack((source, target)), p, n_boot)
    either = (problem.dags | problem.dags.transpose(1, 0, 2)).sum(axis=2)[np.triu_indices(p, 1)]
    assert sorted(pair_counts(counts)) == sorted(either[either > 0])


def test_scipy_is_not_loaded():
    code = "import sys, dagbag.stability; assert 'scipy' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_lists_of_a_bagged_learner_ask_for_the_pairs_they_leave():
    Y = np.random.default_rng(0).normal(size=(80, 10))
    black = np.ones((10, 10), dtype=bool)
    black[0, 1] = black[1, 0] = black[2, 3] = False
    tiers = [range(5), range(5, 10)]
    for learner in (BOSS(blacklist=black), XGES(blacklist=black), BOSS(tiers=tiers)):
        ensemble = bag(Y, learner, 10, seed=1, resample="pairs", n_jobs=1)
        with pytest.raises(NoBoundError, match="say with possible="):
            expected_false_edges(ensemble, 0.6)
        assert expected_false_edges(ensemble, 0.6, possible=2) >= 0
