"""Knowledge is honoured by every learner, every operation and the aggregation: on random problems."""

import warnings
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_knowledge import honoured, stated

import dagbag
from dagbag import (
    Ensemble,
    Knowledge,
    KnowledgeError,
    aggregation_path,
    bag,
    score,
    score_shd,
)
from dagbag.learners import (
    BOSS,
    GES,
    MMHC,
    PC,
    XGES,
    BaggedScore,
    HillClimbing,
    SpanningTree,
)

NODES = ("a", "b", "c", "d", "e")
LEARNERS = {
    "hill climbing": partial(HillClimbing),
    "restarts": partial(HillClimbing, nrestart=3, perturb=3, seed=1, shuffle=True),
    "random forest": partial(HillClimbing, random_forest=True, random_step_length=0.3, seed=2),
    "BOSS": partial(BOSS, seed=1, n_starts=2),
    "BOSS backward": partial(BOSS, seed=1, backward=True, penalty=0.2),
    "XGES": partial(XGES, penalty=0.3),
    "MMHC": partial(MMHC, alpha=0.5),
    "bagged score": partial(BaggedScore, n_boot=5, seed=1),
    "PC": partial(PC, alpha=0.3),
    "PC, not stable": partial(PC, alpha=0.5, stable=False),
}


def frame(seed, n=30):
    """Data with many edges, in which columns of two values may be constant in a resample."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, 5)) @ (np.eye(5) + np.triu(rng.standard_normal((5, 5)), 1))
    if seed % 2:
        X[:, seed % 5] = np.arange(n) < 2
    return pd.DataFrame(X[:, rng.permutation(5)], columns=list(NODES))


@st.composite
def problems(draw):
    """Data and arguments of Knowledge that some DAG honours."""
    arguments = draw(stated(NODES, patterns=("[abc]", "?")))
    try:
        Knowledge(**arguments).apply(NODES)
    except KnowledgeError:
        arguments["required"] = []
    return frame(draw(st.integers(0, 1000))), arguments


def edges_of(graph):
    if hasattr(graph, "edges"):
        return set(graph.edges)
    return {(NODES[s], NODES[t]) for s, t in np.argwhere(graph)}


@pytest.mark.parametrize("name", LEARNERS)
@settings(max_examples=12)
@given(problem=problems())
def test_learners_honour_it(name, problem):
    data, arguments = problem
    assert honoured(edges_of(LEARNERS[name](knowledge=arguments)(data)), NODES, arguments)


@settings(max_examples=30)
@given(problem=problems(), root=st.none() | st.sampled_from(NODES))
def test_a_forest_honours_it_or_says_that_it_cannot(problem, root):
    data, arguments = problem
    required = Knowledge(**arguments).apply(NODES).whitelist
    too_many = required.sum(axis=0).max() > 1
    if too_many or (root is not None and required[:, NODES.index(root)].any()):
        with pytest.raises(KnowledgeError, match="a tree gives|is the root"):
            SpanningTree(root, arguments)(data)
        return
    found = SpanningTree(root, arguments)(data)
    assert honoured(edges_of(found), NODES, arguments)
    assert found.sum(axis=0).max() <= 1


@settings(max_examples=12)
@given(
    problem=problems(),
    which=st.sampled_from(["BOSS", "XGES", "hill climbing", "MMHC"]),
    shuffle=st.sampled_from([False, "resample"]),
    labelled=st.booleans(),
    alpha=st.sampled_from([0, 1, 2]),
    cutoff=st.sampled_from([{}, {"threshold": 0.9}, {"strength": 0.2}, {"cutoff": 0.1}]),
)
def test_ensembles_and_aggregations_honour_it(problem, which, shuffle, labelled, alpha, cutoff):
    data, arguments = problem
    known = Knowledge(**arguments)
    if not labelled:
        data, known = data.to_numpy(), known.apply(NODES).apply(NODES)
        known = Knowledge(required=known.whitelist, forbidden=known.blacklist)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", dagbag.ReplicateWarning)
        ensemble = bag(
            data, LEARNERS[which](), 4, seed=1, shuffle=shuffle, n_jobs=1, knowledge=known
        )
        by_score = score(data, 4, seed=1, shuffle=shuffle, n_jobs=1, knowledge=known)
        ignorant = score(data, 4, seed=1, n_jobs=1)
    for each in (ensemble, by_score):
        for graph in (*each, score_shd(each, alpha=alpha, **cutoff)):
            edges = {(NODES[s], NODES[t]) for s, t in graph._edges}
            assert honoured(edges, NODES, arguments)
    exact = score_shd(by_score, alpha=alpha, method="exact", **cutoff)
    assert honoured({(NODES[s], NODES[t]) for s, t in exact._edges}, NODES, arguments)
    # Told afterwards, of DAGs that were learned without it
    for graph in aggregation_path(ignorant, alpha=[0, 2], knowledge=known):
        assert honoured({(NODES[s], NODES[t]) for s, t in graph._edges}, NODES, arguments)


def test_knowledge_that_says_nothing_changes_nothing():
    data = frame(4, n=60)
    for make in (*LEARNERS.values(), SpanningTree):
        with_it, without = make(knowledge=Knowledge())(data), make()(data)
        assert edges_of(with_it) == edges_of(without)
    assert score(data, 5, seed=1, knowledge=Knowledge()) == score(data, 5, seed=1)


# The ways to give it


def test_one_argument_in_every_form(tmp_path):
    data = frame(2)
    known = Knowledge(required=["e -> a"], roots="[de]")
    known.write(tmp_path / "known.txt")
    answers = [
        score(data, knowledge=form).edges
        for form in (
            known,
            known.apply(NODES),
            {"required": ["e -> a"], "roots": "[de]"},
            tmp_path / "known.txt",
            str(tmp_path / "known.txt"),
        )
    ]
    assert len(set(answers)) == 1
    assert ("e", "a") in answers[0]
    for wrong, text in (
        ({"root": "a"}, "knowledge must have the arguments .*, got 'root'; did you mean 'roots'"),
        (3, "knowledge must be a Knowledge, a dict of its arguments or the path"),
    ):
        with pytest.raises(TypeError, match=text):
            score(data, knowledge=wrong)
    with pytest.raises(FileNotFoundError, match="knowledge must be a text file, got 'none.txt'"):
        BOSS(knowledge="none.txt")


def test_lists_are_added_and_must_not_contradict():
    data = frame(2)
    known = Knowledge(required=["e -> a"], forbidden=["a -> b"])
    result = score(data, knowledge=known, blacklist=[("b", "a")], whitelist=[("c", "d")])
    assert {("e", "a"), ("c", "d")} <= set(result)
    assert not {("a", "b"), ("b", "a")} & set(result)
    with pytest.raises(KnowledgeError) as caught:
        score(data, knowledge=known, blacklist=[("e", "a")], whitelist=[("a", "b")])
    assert caught.value.conflicts == (
        "'a' -> 'b' is forbidden, but in the whitelist",
        "'e' -> 'a' is required, but in the blacklist",
    )
    with pytest.raises(KnowledgeError, match="form the cycle 'a' -> 'e' -> 'a'"):
        score(data, knowledge=known, whitelist=[("a", "e")])
    with pytest.raises(ValueError, match="ini_adj_matrix must have no blacklisted edges"):
        score(data, knowledge=known, ini_adj_matrix=[("a", "b")])


def test_what_cannot_honour_it_refuses_it():
    data = frame(2)
    with pytest.raises(TypeError, match="GES of causal-learn cannot honour knowledge.*XGES"):
        bag(data, GES(), 2, knowledge=Knowledge(roots="a"))
    with pytest.raises(TypeError, match="but test_what_.*<lambda> has no parameter knowledge"):
        bag(data, lambda _: [], 2, knowledge=Knowledge(roots="a"))

    def deaf(data, knowledge):  # noqa: ARG001
        return [(0, 1)]

    with pytest.raises(
        RuntimeError, match="the graph must honour the knowledge, but has 'a' -> 'b'"
    ):
        bag(data, deaf, 2, n_jobs=1, knowledge=Knowledge(roots="b"))
    with pytest.raises(RuntimeError, match="but lacks 'b' -> 'a', which is required"):
        bag(
            data,
            deaf,
            2,
            n_jobs=1,
            knowledge=Knowledge(required=["b -> a"], allowed=["a -> b"], forbidden=["b -> c"]),
        )


@dataclass(frozen=True)
class Obedient:
    """A learner of one's own."""

    knowledge: Any = None

    def __call__(self, data):
        assert tuple(getattr(data, "columns", range(5))) == self.knowledge.nodes
        return self.knowledge.whitelist


def obedient(data, knowledge):
    return Obedient(knowledge)(data)


@pytest.mark.parametrize("learner", [Obedient(), Obedient(Knowledge(roots="a")), obedient])
@pytest.mark.parametrize("labelled", [True, False])
def test_a_learner_of_ones_own_sees_its_columns(learner, labelled):
    data = frame(2) if labelled else frame(2).to_numpy()
    if not labelled and isinstance(learner, Obedient) and learner.knowledge is not None:
        learner = Obedient(Knowledge(roots=[0]))
    known = Knowledge(
        required=[(4, 0), (3, 4)] if learner is obedient or learner == Obedient() else [(3, 4)]
    )
    ensemble = bag(data, learner, 3, seed=1, n_jobs=1, shuffle="resample", knowledge=known)
    want = sorted(map(list, known.required), key=lambda edge: edge[::-1])
    assert all(replicate._edges.tolist() == want for replicate in ensemble)


def test_lists_by_index_hold_for_shuffled_arrays():
    """They were taken for those of the columns in their random order."""
    data = frame(6).to_numpy()
    learner = MMHC(alpha=0.5, blacklist=[(0, 1), (1, 0), (2, 3)], whitelist=[(4, 0)])
    ensemble = bag(data, learner, 6, seed=1, shuffle="resample", n_jobs=1)
    for replicate in ensemble:
        assert (4, 0) in replicate
        assert not {(0, 1), (1, 0), (2, 3)} & set(replicate)


# Constant columns


@pytest.mark.parametrize("name", [*LEARNERS, "tree"])
def test_a_required_edge_of_a_constant_column(name):
    make = LEARNERS.get(name, SpanningTree)
    data = frame(2).assign(b=1.0)
    rule = "required 'a' -> 'b' has a constant column, 'b', of which nothing can be learned"
    learner = make(knowledge=Knowledge(required=["a -> b"]))
    with pytest.raises(KnowledgeError, match=rule):
        learner(data)
    with pytest.raises(KnowledgeError, match=rule):
        bag(data, learner, 2)
    free = make(knowledge=Knowledge(required=["a -> c"], roots="b", leaves="b"))(data)
    assert ("a", "c") in edges_of(free)


@pytest.mark.filterwarnings("ignore::dagbag.ReplicateWarning")
@pytest.mark.parametrize("name", [*LEARNERS, "tree"])
def test_a_required_edge_stays_where_a_column_is_constant_in_a_resample(name):
    data = frame(2, n=12)
    data["b"] = (np.arange(12) == 3) * 1.0
    known = Knowledge(required=["a -> b", "b -> c"], forbidden=["d -> e"])
    ensemble = bag(data, LEARNERS.get(name, SpanningTree)(), 8, seed=1, n_jobs=1, knowledge=known)
    values = data["b"].to_numpy()
    rows = dagbag.RRandom(1)
    drawn = [np.floor(12 * np.array(rows.runif(12))).astype(int) for _ in range(8)]
    assert any(np.ptp(values[each]) == 0 for each in drawn)  # or it shows nothing
    for replicate in ensemble:
        assert {("a", "b"), ("b", "c")} <= set(replicate)
        assert ("d", "e") not in replicate


# What an ensemble keeps


@pytest.fixture(scope="module")
def ensemble():
    known = Knowledge(required=["a -> b"], tiers=[["c"], ["d", "e"]], within_tiers=False)
    return bag(frame(2), BOSS(), 6, seed=1, n_jobs=1, knowledge=known)


def test_it_is_kept_in_parts_files_and_sums(ensemble, tmp_path):
    path = tmp_path / "e.npz"
    ensemble.save(path)
    loaded = Ensemble.load(path)
    for each in (loaded, ensemble[:2], ensemble[[3, 1]], ensemble + loaded):
        assert each.knowledge == ensemble.knowledge
    assert "known: 1 edge required, 4 forbidden" in repr(ensemble)
    other = bag(frame(2), BOSS(), 2, seed=1, n_jobs=1)
    assert other.knowledge is None
    assert (ensemble + other).knowledge is None
    other.save(path)
    with np.load(path) as file:  # a version that knows of no knowledge reads it
        assert int(file["format"]) == 1
        assert "forbidden" not in file
    assert Ensemble.load(path).knowledge is None


def test_it_is_part_of_a_runs_identity(tmp_path):
    data, path = frame(2), tmp_path / "run"
    first, second = Knowledge(roots="a"), Knowledge(roots="b")
    with_first = score(data, 3, seed=1, checkpoint=path, knowledge=first)
    assert score(data, 3, seed=1, checkpoint=path, knowledge=first) == with_first
    with pytest.raises(ValueError, match="knowledge differs"):
        score(data, 3, seed=1, checkpoint=path, knowledge=second)
    with pytest.raises(ValueError, match="knowledge is present there, absent here"):
        score(data, 3, seed=1, checkpoint=path)
    by_boss = bag(data, BOSS(), 3, seed=1, n_jobs=1, knowledge=first)
    assert bag(data, BOSS(), 5, n_jobs=1, knowledge=first, warm_start=by_boss)[:3] == by_boss
    with pytest.raises(ValueError, match="knowledge differs"):
        bag(data, BOSS(), 5, knowledge=second, warm_start=by_boss)


def test_aggregations_know_directions_that_knowledge_settles():
    """Heads in pictures: of a chain none is compelled, with a root all are settled."""
    rng = np.random.default_rng(1)
    a = rng.standard_normal(500)
    b = a + rng.standard_normal(500)
    data = pd.DataFrame({"a": a, "b": b, "c": b + rng.standard_normal(500)})
    ensemble = bag(data, BOSS(), 10, seed=1, n_jobs=1, knowledge=Knowledge(roots="a"))
    result = score_shd(ensemble)
    assert result.edges == (("a", "b"), ("b", "c"))
    assert not result._compelled.any()
    assert result._settled.all()
    told_again = score_shd(ensemble, knowledge=Knowledge(leaves="c"))
    assert told_again.edges == result.edges
    with pytest.raises(KnowledgeError, match="'b' -> 'a' is required by one and forbidden by the"):
        score_shd(ensemble, knowledge=Knowledge(required=["b -> a"]))
    renamed = score_shd(
        bag(data.to_numpy(), BOSS(), 3, seed=1, knowledge=Knowledge(roots=[0])),
        nodes=["x", "y", "z"],
    )
    assert renamed._settled.all()
    assert renamed.edges[0] == ("x", "y")


def test_lists_of_a_bagged_learner_are_kept_and_those_of_score_are_not():
    data = frame(2)
    matrix = np.zeros((5, 5), dtype=bool)
    matrix[0, 1] = True
    learner = BOSS(blacklist=matrix, whitelist=[("c", "d")], tiers=[["e"], ["a"]])
    kept = bag(data, learner, 3, seed=1, n_jobs=1).knowledge
    assert [tuple(NODES[k] for k in edge) for edge in np.argwhere(kept.blacklist)] == [
        ("a", "b"),
        ("a", "e"),
    ]
    assert [tuple(NODES[k] for k in edge) for edge in np.argwhere(kept.whitelist)] == [("c", "d")]
    # R's aggregation knows nothing of the lists of R's searches: it may select what none has
    ensemble = score(data, 20, seed=1, blacklist=[("a", "b")])
    assert ensemble.knowledge is None
    assert (
        score_shd(ensemble, alpha=0).edges
        == score_shd(ensemble.adj_matrix, alpha=0, nodes=NODES).edges
    )
    assert score_shd(ensemble)._known is None


def test_tiers_that_required_edges_lead_back_around():
    """Tiers forbid edges; a path through a node that is in none may lead back."""
    known = Knowledge(tiers=[["a"], ["b"]], required=["b -> c", "c -> a"])
    for make in (BOSS, XGES, HillClimbing):
        assert {("b", "c"), ("c", "a")} <= set(make(knowledge=known)(frame(2)))


@pytest.mark.parametrize("backward", [True, False])
def test_tiers_in_a_ring_are_bars_to_every_learner(backward):
    """Put together, they leave no order to search in; the edges that they bar stay barred."""
    data = frame(2, n=80)
    pairs = [("a", "b"), ("b", "c"), ("c", "a")]
    first, *others = (Knowledge(tiers=[[s], [t]]).apply(NODES) for s, t in pairs)
    known = first.merge(others[0]).merge(others[1])
    barred = [(t, s) for s, t in pairs]
    for make in (partial(BOSS, seed=1, backward=backward, penalty=0.2), XGES, HillClimbing):
        found = make(knowledge=known)(data)
        assert set(found) == set(make(knowledge=Knowledge(forbidden=barred))(data))
        assert not set(found) & set(barred)
        ensemble = bag(data, make(knowledge=known), 4, seed=1, n_jobs=1)
        assert not any(set(graph) & set(barred) for graph in ensemble)


@pytest.mark.parametrize("make", [BOSS, XGES, HillClimbing, MMHC, partial(BaggedScore, n_boot=2)])
def test_more_required_parents_than_a_node_may_have(make):
    data = frame(2)
    known = Knowledge(required=["a -> c", "b -> c"])
    text = r"must give each node at most 1 parents \(max_parents\), got 2 for 'c'$"
    for run in (
        lambda learner: learner(data),
        lambda learner: bag(data, learner, 2, seed=1, n_jobs=1),
    ):
        with pytest.raises(ValueError, match="^knowledge " + text):
            run(make(max_parents=1, knowledge=known))
        with pytest.raises(ValueError, match="^whitelist and ini_adj_matrix " + text):
            run(make(max_parents=1, whitelist=[("a", "c"), ("b", "c")]))
    with pytest.raises(ValueError, match="^knowledge " + text):
        bag(data, make(max_parents=1), 2, seed=1, n_jobs=1, knowledge=known)


def test_columns_labelled_by_numbers_in_another_order():
    data = pd.DataFrame(frame(2, n=200).to_numpy()[:, :3])[[2, 1, 0]]
    known = Knowledge(roots=[0], required=[(0, 2)])
    applied = known.apply(3)
    for make in (partial(BOSS, seed=1), HillClimbing, XGES):
        assert make(knowledge=applied)(data).edges == make(knowledge=known)(data).edges
    assert set(score(data, knowledge=applied)) == set(score(data, knowledge=known))
    assert (0, 2) in set(score(data, knowledge=applied))
    ensembles = [
        bag(data, HillClimbing(), 4, seed=1, n_jobs=1, knowledge=k) for k in (applied, known)
    ]
    assert np.array_equal(ensembles[0].selection_frequency, ensembles[1].selection_frequency)


@pytest.mark.parametrize("labels", [[2, 1, 0], ["x", "y", "z"]])
def test_other_orders_of_the_columns_know_the_same(labels):
    first = labels[0] if isinstance(labels[0], str) else 0
    data = chain(100).set_axis(labels, axis=1)
    known = Knowledge(roots=[0])  # a label, or a position
    for each in (Knowledge(roots=[first]), known, known.apply(3)):
        found = dagbag.order_sensitivity(
            data, 5, learner=BOSS(seed=1, knowledge=each), n_boot=3, seed=1, n_jobs=1
        )
        for procedure in ("BOSS", "bagged BOSS"):
            dags = found.dags(procedure)
            assert all(dags)
            assert not any(target == first for dag in dags for _, target in dag)


def test_no_edges_within_the_tiers_of_an_estimator():
    tiers = [["a", "b"], ["c", "d", "e"]]
    found = dagbag.DAGBag(
        tiers=tiers, knowledge=Knowledge(within_tiers=False), n_boot=4, random_state=1
    ).fit(frame(2, n=80))
    whole = Knowledge(tiers=tiers, within_tiers=False)
    assert found.ensemble_.knowledge == whole.apply(NODES)
    with pytest.raises(KnowledgeError, match="within_tiers without tiers"):
        BOSS(knowledge=Knowledge(within_tiers=False))(frame(2))


def test_a_null_does_not_count_what_is_required():
    data = frame(2, n=200)
    known = {"required": ["a -> b", "c -> d"], "forbidden": ["a -- e"]}
    null = dagbag.null_strength(data, HillClimbing(), 2, 5, seed=1, n_jobs=1, knowledge=known)
    ignorant = dagbag.null_strength(data, HillClimbing(), 2, 5, seed=1, n_jobs=1)
    assert null.largest.max() < 1
    assert null.mean_edges.max() <= ignorant.mean_edges.max() + 1
    listed = HillClimbing(whitelist=[("a", "b"), ("c", "d")], blacklist=[("a", "e"), ("e", "a")])
    by_lists = dagbag.null_strength(data, listed, 2, 5, seed=1, n_jobs=1)
    assert np.array_equal(by_lists.strengths, null.strengths)


# What it changes


def chain(n=400):
    rng = np.random.default_rng(3)
    a = rng.standard_normal(n)
    b = a + rng.standard_normal(n)
    return pd.DataFrame({"c": b + rng.standard_normal(n), "b": b, "a": a})


@pytest.mark.parametrize("stable", [True, False])
def test_pc_directs_what_is_known_and_what_follows_from_it(stable):
    def found(**known):
        graph = PC(alpha=0.01, stable=stable, knowledge=Knowledge(**known))(chain())
        return {("cba"[s], "cba"[t]) for s, t in np.argwhere(graph)}

    assert found(roots="a") == {("a", "b"), ("b", "c")}
    assert found(required=["c -> b"]) == {("c", "b"), ("b", "a")}
    assert found(tiers=[["b"], ["a", "c"]]) == {("b", "a"), ("b", "c")}
    # The data separate a and c by b, which is no reason to leave a required edge out.
    assert found(required=["a -> c"], roots="a") >= {("a", "c"), ("a", "b")}
    assert found(forbidden=["a -- b"]) <= {("b", "c"), ("c", "b")}
    # Edges that it would direct into a cycle are left out, and nothing else is.
    assert len(found(required=["a -> c"], forbidden=["a -> b", "b -> c"])) == 2


def test_roots_make_several_trees_of_one():
    graph = SpanningTree(knowledge={"roots": ["a", "c"]})(chain())
    assert [("cba"[s], "cba"[t]) for s, t in np.argwhere(graph)] in ([("a", "b")], [("c", "b")])
    required = SpanningTree(knowledge={"required": ["a -> c"]})(chain())
    assert ("a", "c") in {("cba"[s], "cba"[t]) for s, t in np.argwhere(required)}
    assert required.sum() == 2


def test_the_order_of_tiers_is_that_of_boss():
    data = frame(8, n=80)
    tiers = [["e", "d"], ["a"], ["c"]]
    by_knowledge = BOSS(seed=1, penalty=0.5, knowledge={"tiers": tiers})(data)
    assert by_knowledge.edges == BOSS(seed=1, penalty=0.5, tiers=tiers)(data).edges
