"""Effects along a DAG against statsmodels, least squares of numpy, paths and equivalent DAGs."""

import itertools
import math

import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pytest
import statsmodels.api as sm
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import equivalence_class

import dagbag
from dagbag import DegenerateDataWarning, Effects, RRandom, bag, effects, score, score_shd
from dagbag._effects.possible import MOST_SETS, parent_sets
from dagbag._effects.resamples import eliminate
from dagbag.learners import BOSS, HillClimbing
from dagbag.simulate import linear_mechanism, simulate_gaussian

RELATIVE, ABSOLUTE = 1e-8, 1e-10


def sample(seed, n=60, p=5):
    """Correlated columns with means and scales of their own."""
    rng = np.random.default_rng(seed)
    mixed = rng.standard_normal((n, p)) @ (np.eye(p) + np.triu(rng.normal(size=(p, p)), 1))
    return mixed * 10.0 ** rng.uniform(-2, 2, p) + rng.normal(size=p) * 5


def random_dag(seed, p=5, part=0.5):
    rng = np.random.default_rng(seed)
    order = rng.permutation(p)
    return np.triu(rng.random((p, p)) < part, 1)[np.ix_(order, order)]


def least_squares(Y, dag):
    """The matrix of coefficients by [source, target], one lstsq per node."""
    B = np.zeros(dag.shape)
    for t in range(len(dag)):
        parents = np.flatnonzero(dag[:, t])
        design = np.column_stack([np.ones(len(Y)), Y[:, parents]])
        B[parents, t] = np.linalg.lstsq(design, Y[:, t], rcond=None)[0][1:]
    return B


def by_paths(B, source, target):
    """Sum over all directed paths of the products of coefficients."""
    graph = nx.from_numpy_array(B != 0, create_using=nx.DiGraph)
    if source == target:
        return 1.0
    return sum(
        math.prod(B[a, b] for a, b in itertools.pairwise(path))
        for path in nx.all_simple_paths(graph, source, target)
    )


def matrix(found, values=None):
    B = np.zeros((found.p, found.p))
    for (s, t), value in zip(
        found.edges, found.coefficients if values is None else values, strict=True
    ):
        B[s, t] = value
    return B


def resampled_rows(seed, n, n_boot):
    stream = RRandom(seed)
    return [np.ceil(n * stream.runif(n)).astype(int) - 1 for _ in range(n_boot)]


# One fit


@given(seed=st.integers(0, 10**6), level=st.sampled_from([0.5, 0.95]))
@settings(max_examples=25)
def test_edges_and_nodes_are_those_of_statsmodels(seed, level):
    Y, dag = sample(seed), random_dag(seed)
    found = effects(Y, dag, n_boot=0, level=level)
    edges, nodes = found.to_frame(), found.to_frame("nodes")
    for t in range(5):
        parents = np.flatnonzero(dag[:, t])
        ols = sm.OLS(Y[:, t], np.column_stack([np.ones(len(Y)), Y[:, parents]])).fit()
        rows = edges[edges["target"] == t]
        assert rows["source"].tolist() == parents.tolist()
        told = {
            "coefficient": ols.params,
            "se": ols.bse,
            "t": ols.tvalues,
            "p_value": ols.pvalues,
            "lower": ols.conf_int(1 - level)[:, 0],
            "upper": ols.conf_int(1 - level)[:, 1],
        }
        for name, expected in told.items():
            np.testing.assert_allclose(rows[name], expected[1:], rtol=1e-6, atol=1e-12)
        node = nodes.iloc[t]
        assert node["parents"] == len(parents)
        assert node["df"] == ols.df_resid
        assert node["r_squared"] == pytest.approx(ols.rsquared, abs=ABSOLUTE)
        assert node["adjusted_r_squared"] == pytest.approx(ols.rsquared_adj, abs=ABSOLUTE)
        assert node["residual_sd"] == pytest.approx(math.sqrt(ols.scale))
        assert node["intercept"] == pytest.approx(ols.params[0], rel=1e-6, abs=1e-6)


def test_standardised_effects_are_those_of_standardised_columns():
    Y, dag = sample(1), random_dag(1)
    scaled = (Y - Y.mean(0)) / Y.std(0, ddof=1)
    asked = effects(Y, dag, n_boot=20, seed=1, standardize=True)
    given_so = effects(scaled, dag, n_boot=20, seed=1)
    raw = effects(Y, dag, n_boot=20, seed=1)
    for table in ("edges", "nodes", "total"):
        numbers = asked.to_frame(table).select_dtypes("number")
        expected = given_so.to_frame(table).select_dtypes("number")
        np.testing.assert_allclose(numbers, expected, rtol=RELATIVE, atol=1e-12)
    np.testing.assert_allclose(raw.to_frame()["standardized"], asked.coefficients, rtol=RELATIVE)


def test_marks_are_those_of_the_cpdag():
    Y = sample(2)
    chain = effects(Y, [(0, 1), (1, 2)], n_boot=0)
    collider = effects(Y, [(0, 1), (2, 1), (1, 3)], n_boot=0)
    assert chain.mark == ("undirected", "undirected")
    assert collider.mark == ("directed",) * 3
    assert "0 -- 1" in repr(chain)
    assert "0 -> 1" in repr(collider)


# Resamples


@given(seed=st.integers(0, 10**6))
@settings(max_examples=15)
def test_resamples_are_fitted_as_by_least_squares(seed):
    Y, dag = sample(seed, n=30), random_dag(seed)
    found = effects(Y, dag, n_boot=7, seed=seed, level=0.8)
    refits = np.array([least_squares(Y[rows], dag) for rows in resampled_rows(seed, 30, 7)])
    table = found.to_frame()
    for k, (s, t) in enumerate(found.edges):
        own = refits[:, s, t]
        row = table.iloc[k]
        assert row["boot_sd"] == pytest.approx(own.std(ddof=1), rel=1e-6)
        assert row["boot_lower"] == pytest.approx(np.quantile(own, 0.1), rel=1e-6)
        assert row["boot_upper"] == pytest.approx(np.quantile(own, 0.9), rel=1e-6)
    totals = np.array([np.linalg.inv(np.eye(5) - B) for B in refits])
    for row in found.to_frame("total").itertuples():
        own = totals[:, row.source, row.target]
        assert row.boot_sd == pytest.approx(own.std(ddof=1), rel=1e-5, abs=1e-9)
        single = found.total_effect(row.source, row.target)
        assert single.boot_upper == pytest.approx(row.boot_upper, rel=RELATIVE, abs=1e-12)
        assert single.effect == pytest.approx(row.effect, rel=RELATIVE, abs=1e-12)


def test_equations_are_solved_together():
    rng = np.random.default_rng(3)
    X = rng.standard_normal((40, 20, 6))
    A = np.einsum("nkm,nkl->nml", X, X) / 20
    g = rng.standard_normal((40, 6))
    expected = np.linalg.solve(A, g[:, :, np.newaxis])[:, :, 0]
    found, smallest = eliminate(A.copy(), g.copy())
    np.testing.assert_allclose(found, expected, rtol=1e-8)
    np.testing.assert_allclose(
        smallest, [(np.diag(np.linalg.cholesky(a)) ** 2).min() for a in A], rtol=1e-8
    )


def test_the_same_seed_gives_the_same_bits_and_the_stream_goes_on():
    Y, dag = sample(4), random_dag(4)
    first = effects(Y, dag, n_boot=10, seed=3).to_frame("total")
    assert effects(Y, dag, n_boot=10, seed=3).to_frame("total").equals(first)
    stream = RRandom(3)
    assert effects(Y, dag, n_boot=10, seed=stream).to_frame("total").equals(first)
    after = RRandom(3)
    after.runif(10 * len(Y))
    assert stream.runif(1) == after.runif(1)


# Total effects


@given(seed=st.integers(0, 10**6))
@settings(max_examples=25)
def test_total_effects_are_sums_over_paths(seed):
    dag = random_dag(seed, p=6)
    found = effects(sample(seed, p=6), dag, n_boot=0)
    B = matrix(found)
    expected = [[by_paths(B, s, t) for t in range(6)] for s in range(6)]
    np.testing.assert_allclose(found.total_effects, expected, rtol=RELATIVE, atol=1e-12)
    joined = {(row.source, row.target) for row in found.to_frame("total").itertuples()}
    graph = nx.from_numpy_array(dag, create_using=nx.DiGraph)
    assert joined == {(s, t) for s in graph for t in nx.descendants(graph, s)}


@given(seed=st.integers(0, 10**6))
@settings(max_examples=10)
def test_errors_of_total_effects_are_by_the_delta_method(seed):
    """The variance of a function of all coefficients, by its numerical gradient."""
    Y, dag = sample(seed, n=50), random_dag(seed)
    found = effects(Y, dag, n_boot=0)
    edges = found.edges
    V = np.zeros((len(edges), len(edges)))
    for t in range(5):
        mine = [k for k, edge in enumerate(edges) if edge[1] == t]
        design = np.column_stack([np.ones(len(Y)), *(Y[:, edges[k][0]] for k in mine)])
        V[np.ix_(mine, mine)] = sm.OLS(Y[:, t], design).fit().cov_params()[1:, 1:]
    for row in found.to_frame("total").itertuples():
        gradient = np.zeros(len(edges))
        for k, value in enumerate(found.coefficients):
            step = 1e-4 * abs(value)
            ends = []
            for change in (-step, step):
                moved = found.coefficients.copy()
                moved[k] += change
                ends.append(by_paths(matrix(found, moved), row.source, row.target))
            gradient[k] = (ends[1] - ends[0]) / (2 * step)
        assert row.se == pytest.approx(math.sqrt(gradient @ V @ gradient), rel=1e-4)
        assert row.upper - row.effect == pytest.approx(1.959964 * row.se, rel=1e-6)


def test_the_truth_is_found():
    mechanism = linear_mechanism(random_dag(5, p=12, part=0.3), seed=1)
    found = effects(mechanism.sample(20000, seed=2), mechanism.edges, n_boot=0)
    true = dict(zip(map(tuple, mechanism.edges.tolist()), mechanism.coefficients, strict=True))
    table = found.to_frame()
    far = [(row.coefficient - true[row.source, row.target]) / row.se for row in table.itertuples()]
    assert np.abs(far).max() < 4
    assert 0.5 < np.std(far) < 1.6
    B = np.zeros((12, 12))
    for (s, t), value in true.items():
        B[s, t] = value
    totals = np.linalg.inv(np.eye(12) - B)
    paths = found.to_frame("total")
    far = [(row.effect - totals[row.source, row.target]) / row.se for row in paths.itertuples()]
    assert np.abs(far).max() < 4.5


# With an ensemble


@pytest.mark.parametrize(
    "how",
    [{}, {"resample": "pairs"}, {"resample": "subsample"}, {"shuffle": True}, {"sample_frac": 0.7}],
    ids=str,
)
def test_replicates_are_fitted_on_their_own_rows(how):
    Y = sample(6, n=50)
    drawn = []

    def learner(rows):
        drawn.append(rows.copy())
        return score(rows, max_parents=2)

    ensemble = bag(Y, learner, n_boot=6, seed=2, n_jobs=1, **how)
    result = score_shd(ensemble, strength=0.5)
    found = effects(Y, result, ensemble=ensemble, n_boot=0)
    assert found.replicate_rows == "resamples"
    order = list(range(5))
    if "shuffle" in how:
        order = _order(Y, drawn[0])
    own = []
    for rows, dag in zip(drawn, ensemble, strict=True):
        back = np.empty_like(rows)
        back[:, order] = rows
        own.append(least_squares(back, dag.adj_matrix.astype(bool)))
    own = np.array(own)
    for row in found.to_frame().itertuples():
        values = own[:, row.source, row.target]
        assert row.ensemble_mean == pytest.approx(values.mean(), rel=1e-6)
        assert row.ensemble_sd == pytest.approx(values.std(ddof=1), rel=1e-6)
        assert row.sf == np.mean([(row.source, row.target) in dag for dag in ensemble])
    totals = np.array([np.linalg.inv(np.eye(5) - B) for B in own])
    for row in found.to_frame("total").itertuples():
        values = totals[:, row.source, row.target]
        assert row.ensemble_upper == pytest.approx(np.quantile(values, 0.975), rel=1e-5, abs=1e-9)
        assert row.path_frequency == np.mean(np.abs(values) > 1e-12)


def _order(Y, rows):
    """The order in which a resample has the columns."""
    sets = [set(column) for column in Y.T]
    return [next(k for k in range(5) if set(column) <= sets[k]) for column in rows.T]


def test_a_kernel_ensemble_is_redrawn_too():
    Y = sample(7, n=40)
    ensemble = bag(Y, BOSS(), n_boot=8, seed=5)
    found = effects(Y, score_shd(ensemble, strength=0.2), ensemble=ensemble, n_boot=0)
    own = [
        least_squares(Y[rows], dag.adj_matrix.astype(bool))
        for rows, dag in zip(resampled_rows(5, 40, 8), ensemble, strict=True)
    ]
    assert found.replicate_rows == "resamples"
    means = [np.mean([B[s, t] for B in own]) for s, t in found.edges]
    np.testing.assert_allclose(found.to_frame()["ensemble_mean"], means, rtol=1e-6)


def test_what_cannot_be_redrawn_is_fitted_on_the_data_and_said():
    Y = sample(7, n=40)
    ensemble = bag(Y, BOSS(), n_boot=4, seed=5)
    merged = ensemble + bag(Y, BOSS(), n_boot=4, seed=6)
    forest = score(Y, n_boot=3, random_forest=True, random_step_length=1, seed=1)
    for other, data, why in (
        (merged, Y, "merged or picked"),
        (ensemble, Y * 2.0, "other data"),
        (forest, Y, "between the resamples"),
    ):
        found = effects(data, ensemble[0], ensemble=other, n_boot=0)
        assert found.replicate_rows == "data"
        assert why in found.notes[0]
        assert why in repr(found)
        own = [least_squares(data, dag.adj_matrix.astype(bool)) for dag in other]
        means = [np.mean([B[s, t] for B in own]) for s, t in found.edges]
        np.testing.assert_allclose(found.to_frame()["ensemble_mean"], means, rtol=1e-6)


def test_an_ensemble_of_other_nodes_is_refused():
    Y = pd.DataFrame(sample(7), columns=list("abcde"))
    ensemble = bag(Y, HillClimbing(), n_boot=2, seed=1)
    with pytest.raises(ValueError, match="ensemble must have the nodes of X in their order"):
        effects(Y[list("bacde")], [("a", "b")], ensemble=ensemble)
    with pytest.raises(ValueError, match="others: 'a'"):
        effects(Y.rename(columns={"a": "z"}), [("z", "b")], ensemble=ensemble)
    with pytest.raises(TypeError, match="ensemble must be an Ensemble"):
        effects(Y, [("a", "b")], ensemble=[1])


# Data that do not tell


def test_collinear_parents_are_named_and_the_others_told():
    Y = sample(8, n=40, p=6)
    Y[:, 2] = 3 * Y[:, 0] - Y[:, 1] + 2  # 0, 1 and 2 hang together, 3 does not
    Y = pd.DataFrame(Y, columns=list("abcdef"))
    graph = [(s, "e") for s in "abcd"] + [("e", "f")]
    with pytest.warns(
        DegenerateDataWarning, match=r"3 coefficients .*parents of 'e'.*'a', 'b', 'c'"
    ):
        found = effects(Y, graph, n_boot=5, seed=1)
    assert found.undetermined == (("a", "e"), ("b", "e"), ("c", "e"))
    ols = sm.OLS(Y["e"], sm.add_constant(Y[["a", "b", "d"]])).fit()
    told = found.coefficient("d", "e")
    assert told.coefficient == pytest.approx(ols.params["d"])
    assert told.se == pytest.approx(ols.bse["d"])
    assert told.boot_sd > 0
    assert math.isnan(found.coefficient("a", "e").coefficient)
    assert math.isnan(found.coefficient("a", "e").p_value)
    assert math.isnan(found.coefficient("a", "e").boot_sd)
    node = found.to_frame("nodes").set_index("node").loc["e"]
    assert node["r_squared"] == pytest.approx(ols.rsquared)
    assert node["df"] == ols.df_resid
    assert math.isnan(node["intercept"])
    # Paths through what is not known are not known, others are.
    assert math.isnan(found.total_effect("a", "f").effect)
    assert math.isnan(found.total_effect("a", "f").se)
    assert found.total_effect("a", "b").effect == 0.0
    direct = told.coefficient * found.coefficient("e", "f").coefficient
    assert found.total_effect("d", "f").effect == pytest.approx(direct)
    assert found.total_effect("d", "f").se > 0


def test_nearly_collinear_parents_keep_their_digits():
    rng = np.random.default_rng(1)
    Y = rng.standard_normal((50, 3))
    Y[:, 1] = Y[:, 0] + 1e-4 * Y[:, 1]
    dag = np.zeros((3, 3), dtype=bool)
    dag[[0, 1], 2] = True
    found = effects(Y, dag, n_boot=3, seed=1)
    own = np.array([least_squares(Y[rows], dag) for rows in resampled_rows(1, 50, 3)])
    np.testing.assert_allclose(found.coefficients, least_squares(Y, dag)[:2, 2], rtol=1e-7)
    sd = found.to_frame()["boot_sd"]
    np.testing.assert_allclose(sd, own[:, :2, 2].std(0, ddof=1), rtol=1e-6)


def test_constant_columns_have_no_effects():
    Y = pd.DataFrame(sample(9), columns=list("abcde"))
    Y["b"] = 7.0
    with pytest.warns(DegenerateDataWarning, match=r"constant: 'b'"):
        found = effects(Y, [("a", "b"), ("b", "c"), ("a", "c")], n_boot=4, seed=1)
    assert found.undetermined == (("a", "b"), ("b", "c"))
    alone = effects(Y, [("a", "c")], n_boot=4, seed=1)
    assert found.coefficient("a", "c").se == pytest.approx(alone.coefficient("a", "c").se)
    assert found.coefficient("a", "c").boot_sd == pytest.approx(alone.coefficient("a", "c").boot_sd)
    assert math.isnan(found.to_frame("nodes")["r_squared"][1])
    assert not alone.notes


def test_fewer_rows_than_parents():
    Y = sample(10, n=5, p=7)
    dag = np.zeros((7, 7), dtype=bool)
    dag[:6, 6] = True
    with pytest.warns(DegenerateDataWarning, match="too many for 5 rows"):
        found = effects(Y, dag, n_boot=3, seed=1)
    assert np.isnan(found.coefficients).all()
    assert np.isnan(found.to_frame()[["se", "lower", "boot_sd"]]).all(axis=None)


def test_as_many_parents_as_rows_fit_leave_no_error():
    Y = sample(11, n=5, p=6)
    dag = np.zeros((6, 6), dtype=bool)
    dag[:4, 4] = dag[4, 5] = True
    found = effects(Y, dag, n_boot=0)
    np.testing.assert_allclose(
        found.coefficients, least_squares(Y, dag)[dag.T.nonzero()[::-1]], rtol=1e-6
    )
    nodes = found.to_frame("nodes")
    assert nodes["df"][4] == 0
    assert nodes["r_squared"][4] == pytest.approx(1.0)
    assert np.isnan(nodes[["residual_sd", "adjusted_r_squared"]].loc[4]).all()
    assert np.isnan(found.to_frame()["se"][:4]).all()
    assert math.isnan(found.total_effect(0, 5).se)
    assert found.total_effect(4, 5).se == pytest.approx(found.coefficient(4, 5).se)


def test_resamples_without_spread_are_left_out_and_counted():
    Y = sample(12, n=12)
    Y[:, 0] = 0.0
    Y[0, 0] = 1.0  # a third of the resamples do not have this row
    found = effects(Y, [(0, 1), (2, 1)], n_boot=30, seed=1)
    without = sum(0 not in rows for rows in resampled_rows(1, 12, 30))
    assert 0 < without < 30
    assert found.notes == (
        f"in {without} of 30 resamples some coefficients are not determined, and left out of their "
        "spread",
    )
    assert found.coefficient(0, 1).boot_sd > 0


# Equivalent DAGs


@given(seed=st.integers(0, 10**6))
@settings(max_examples=25)
def test_possible_effects_are_those_of_the_equivalent_dags(seed):
    Y, dag = sample(seed), random_dag(seed)
    found = effects(Y, dag, n_boot=0)
    members = [np.asarray(member, dtype=bool) for member in equivalence_class(dag)]
    for source, target in ((0, 1), (2, 4), (3, 0)):
        expected = set()
        values = {}
        for member in members:
            parents = tuple(np.flatnonzero(member[:, source]).tolist())
            expected.add(parents)
            design = np.column_stack([np.ones(len(Y)), Y[:, [source, *parents]]])
            fitted = np.linalg.lstsq(design / design.std(0).clip(1e-3), Y[:, target], rcond=None)
            scale = design.std(0).clip(1e-3)[1]
            values[parents] = 0.0 if target in parents else fitted[0][1] / scale
        possible = found.possible_effects(source, target)
        assert set(possible.parents) == expected
        assert len(possible.parents) == len(expected)
        for parents, effect in zip(possible.parents, possible.effects, strict=True):
            assert effect == pytest.approx(values[parents], rel=1e-5, abs=1e-9)
        assert possible.low == possible.effects.min()
        assert possible.high == possible.effects.max()


def test_too_many_equivalent_dags_are_refused():
    complete = ~np.eye(14, dtype=bool)
    assert MOST_SETS < 2**13
    assert parent_sets(0, complete) is None
    assert len(parent_sets(0, complete[:12, :12])) == 2**11
    found = effects(sample(1, n=40, p=14), np.triu(complete), n_boot=0)
    with pytest.raises(ValueError, match="at most 4096 sets of possible parents"):
        found.possible_effects(0, 1)


# For readers


def test_every_form_and_library():
    Y = pd.DataFrame(sample(13), columns=list("abcde"))
    graph = nx.DiGraph([("a", "b"), ("c", "b")])
    first = effects(Y, [("a", "b"), ("c", "b")], seed=1)
    frame = effects(pl.from_pandas(Y), graph, seed=1).to_frame()
    assert isinstance(frame, pl.DataFrame)
    np.testing.assert_array_equal(frame["boot_sd"], first.to_frame()["boot_sd"])
    assert effects(Y, first.to_frame(), n_boot=0).edges == first.edges
    assert isinstance(first, Effects)
    assert len(first) == 2
    assert first.n_boot == 200


def test_what_is_shown():
    Y = pd.DataFrame(sample(13, p=7), columns=["a", "<b>", *"cdefg"])
    found = effects(Y, [("a", "<b>"), *((s, "g") for s in "cdef"), ("c", "<b>")], n_boot=0)
    assert repr(found).startswith(
        "<Effects: 6 edges between 7 nodes, n=60, in the data's units; 95%"
    )
    assert "and 1 more, see to_frame()" in repr(found)
    html = found._repr_html_()
    assert "&lt;b&gt;" in html
    assert "<b>" not in html.replace("<b>Effects", "")
    assert repr(effects(Y, [], n_boot=3, seed=1)).startswith("<Effects: 0 edges")


def test_wrong_arguments():
    Y = pd.DataFrame(sample(13), columns=list("abcde"))
    found = effects(Y, [("a", "b")], n_boot=0)
    with pytest.raises(KeyError, match="no edge 'b' -> 'a'; the graph has it the other way round"):
        found.coefficient("b", "a")
    with pytest.raises(ValueError, match="source and target must be two nodes, got 'a' twice"):
        found.total_effect("a", "a")
    with pytest.raises(ValueError, match="source"):
        found.total_effect("z", "a")
    with pytest.raises(ValueError, match="table must be one of edges, nodes, total"):
        found.to_frame("paths")
    with pytest.raises(ValueError, match="level must be a number between 0 and 1, got 95"):
        effects(Y, [("a", "b")], level=95)
    with pytest.raises(ValueError, match="graph must be acyclic"):
        effects(Y, [("a", "b"), ("b", "a")])
    with pytest.raises(ValueError, match="n_boot must be a whole number"):
        effects(Y, [("a", "b")], n_boot=-1)


def test_the_name_is_the_function():
    """A module of the same name would take its place when somebody imports it."""
    assert callable(dagbag.effects)


def test_an_undirected_edge_may_have_no_effect():
    Y = simulate_gaussian([("a", "b")], n=300, seed=1)
    found = effects(Y, [("a", "b")], n_boot=0)
    assert found.possible_effects("a", "b").low <= 0.0 <= found.possible_effects("a", "b").high


def test_directions_that_are_known_are_marked():
    Y = pd.DataFrame(simulate_gaussian([("a", "b"), ("b", "c")], n=400, seed=1))
    learn = bag(Y, BOSS(), 20, seed=1)
    assert set(effects(Y, score_shd(learn, strength=0.5), n_boot=0).mark) == {"undirected"}
    known = bag(Y, BOSS(), 20, seed=1, knowledge={"tiers": [["a"], ["b"], ["c"]]})
    assert set(effects(Y, score_shd(known, strength=0.5), n_boot=0).mark) == {"directed"}
