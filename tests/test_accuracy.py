"""The harness of benchmarks/accuracy.py: measures, data, store, verdict, and a run of it all."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from _accuracy import learners, peer_child, peers, penalties, verdicts
from _accuracy.store import Store
from accuracy import main, run

import dagbag
from dagbag.accuracy import _clock, compare_learners
from dagbag.accuracy import _learners as own
from dagbag.accuracy import _tables as tables
from dagbag.accuracy._learned import Failed, Learned, TooSlow, Unavailable
from dagbag.accuracy._measures import measure
from dagbag.accuracy._networks import read_edges, read_network
from dagbag.accuracy._problems import GROUPS, Cell, Problem, make_problem
from dagbag.metrics import shd_cpdag

TINY = "random-p5-d2-n50"


def truth_of(edges, p):
    matrix = np.zeros((p, p), dtype=bool)
    for source, target in edges:
        matrix[source, target] = True
    return matrix


def learned(edges, is_dag=True, strengths=None):
    array = np.array(edges, dtype=np.int64).reshape(-1, 2)
    return Learned(array, is_dag, None if strengths is None else np.array(strengths))


def problem(n=50):
    return make_problem(Cell.of(TINY), 0, seed=1) if n == 50 else make_problem(
        Cell.of(f"random-p5-d2-n{n}"), 0, seed=1
    )  # fmt: skip


# Measures

# 0 -> 2 <- 1, 2 -> 3, and 4 alone: all three edges are compelled.
COLLIDER = truth_of([(0, 2), (1, 2), (2, 3)], 5)


def test_measures_of_a_graph_by_hand():
    """0 -> 2 <- 1 is found, 2 -> 3 is missing, 3 -> 4 is false and has no direction."""
    found = measure(learned([(0, 2), (1, 2), (3, 4)], strengths=[0.95, 1.0, 0.9]), COLLIDER)
    assert found == {
        "edges": 3,
        "false_edges": 1,
        "missing_edges": 1,
        "power": 2 / 3,
        "fdr": 1 / 3,
        "f1": 2 / 3,  # 2 * 2 of 3 + 3
        "shd": 2,
        "directed": 2,
        "false_directed": 0,
        "direction_precision": 1.0,
        "direction_recall": 2 / 3,
        "false_strong": 1,
    }


def test_a_chain_has_no_directions_and_a_reversed_collider_false_ones():
    chain = measure(learned([(0, 2), (2, 1), (2, 3)]), COLLIDER)
    assert (chain["shd"], chain["directed"], chain["direction_precision"]) == (3, 0, None)
    assert (chain["f1"], chain["direction_recall"], chain["false_strong"]) == (1.0, 0.0, None)
    # 0 -> 2 <- 3 and then 2 -> 1: two of three arrows point the wrong way.
    other = measure(learned([(0, 2), (3, 2), (2, 1)]), COLLIDER)
    assert (other["shd"], other["directed"], other["false_directed"]) == (2, 3, 2)
    assert other["direction_precision"] == 1 / 3


def test_what_is_no_dag_is_taken_as_it_is():
    """Undirected edges stand in both directions; a cycle of a test's answer is no error."""
    half = measure(learned([(0, 2), (2, 0), (1, 2), (2, 3)], is_dag=False), COLLIDER)
    assert (half["edges"], half["shd"], half["directed"], half["false_directed"]) == (3, 1, 2, 0)
    cycle = measure(learned([(0, 1), (1, 2), (2, 0)], is_dag=False), COLLIDER)
    assert (cycle["directed"], cycle["false_directed"], cycle["shd"]) == (3, 2, 3)


def test_nothing_to_find():
    empty = np.zeros((3, 3), dtype=bool)
    nothing = measure(learned([], strengths=[]), empty)
    assert (nothing["power"], nothing["fdr"], nothing["f1"], nothing["shd"]) == (None, 0.0, 1.0, 0)
    assert nothing["false_strong"] == 0
    one = measure(learned([(0, 1)], strengths=[0.89]), empty)
    assert (one["fdr"], one["f1"], one["shd"], one["false_strong"]) == (1.0, 0.0, 1, 0)


@pytest.mark.parametrize("seed", range(5))
def test_the_distance_is_that_of_metrics(seed):
    rng = np.random.default_rng(seed)
    dags = [
        np.triu(rng.random((8, 8)) < 0.3, 1)[np.ix_(o, o)] for o in map(rng.permutation, (8, 8))
    ]
    found = measure(learned(np.argwhere(dags[0])), dags[1])
    assert found["shd"] == shd_cpdag(dags[0], dags[1])


# Data


def test_data_come_from_the_seed_the_cell_and_the_replicate():
    cell = Cell.of(TINY)
    first, again = make_problem(cell, 0, seed=1), make_problem(cell, 0, seed=1)
    assert first.Y.shape == (50, 5)
    assert first.truth.sum() == 5
    assert (first.Y == again.Y).all()
    assert first.seed == again.seed
    for other in (make_problem(cell, 1, seed=1), make_problem(cell, 0, seed=2)):
        assert (first.Y != other.Y).any()
        assert first.seed != other.seed


def test_the_truth_is_that_of_the_shuffled_columns():
    """With many samples the parents of a node leave its noise, whatever else is regressed on."""
    found = make_problem(Cell.of("collider-n100000"), 3, seed=1)
    (child,) = np.flatnonzero(found.truth.sum(axis=0) == 2)
    first, second = np.flatnonzero(found.truth[:, child])
    r = np.corrcoef(found.Y, rowvar=False)
    assert abs(r[first, second]) < 0.02
    assert min(abs(r[first, child]), abs(r[second, child])) > 0.1


def test_names_of_cells():
    assert Cell.of("magic-niab-n300-low") == Cell(
        "magic-niab-n300-low", "magic-niab", 300, low=True
    )
    assert Cell.of("random-p20-d1.5-n50").degree == 1.5
    for wrong in ("Sparse", "random-n50", "Sparse-p3-d2-n50"):
        with pytest.raises(ValueError, match="must be named as random-p50-d2-n200"):
            Cell.of(wrong)
    with pytest.raises(FileNotFoundError, match="--graph nowhere=PATH"):
        make_problem(Cell.of("nowhere-n50"), 0, 1)
    for names in GROUPS.values():
        assert [Cell.of(name).name for name in names] == names


NETWORK = {
    "nodes": ["a", "b", "c"],
    "arcs": [["a", "b"], ["b", "c"]],
    "cpds": {
        "a": {"coefficients": {"(Intercept)": [5.0]}, "variance": [4.0], "parents": []},
        "b": {
            "coefficients": {"(Intercept)": [1], "a": [0.5]},
            "variance": [1.0],
            "parents": ["a"],
        },
        "c": {
            "coefficients": {"(Intercept)": [0], "b": [-2.0]},
            "variance": 0.25,
            "parents": ["b"],
        },
    },
}


def test_a_network_has_its_own_coefficients_and_variances(tmp_path):
    path = tmp_path / "net.json"
    path.write_text(json.dumps(NETWORK))
    covariance = read_network(path).covariance()
    # var a = 4, var b = 1 + 4 / 4, var c = 1/4 + 4 * 2; cov(a, b) = 2, cov(b, c) = -4.
    assert np.allclose(covariance, [[4, 2, -4], [2, 2, -4], [-4, -4, 8.25]])
    found = make_problem(Cell.of("net-n20"), 0, 1, {"net": path})
    assert found.Y.shape == (20, 3)
    assert found.truth.sum() == 2
    path.write_text(json.dumps(NETWORK | {"arcs": [["a", "b"]]}))
    with pytest.raises(ValueError, match="arcs must be those that have coefficients"):
        read_network(path)


def test_a_graph_of_r_is_counted_from_1(tmp_path):
    path = tmp_path / "edges.csv"
    path.write_text("from,to\n1,3\n2,3\n3,4\n")
    edges, p = read_edges(path)
    assert (edges.tolist(), p) == ([[0, 2], [1, 2], [2, 3]], 4)
    assert make_problem(Cell.of("own-n10"), 0, 1, {"own": path}).truth.sum() == 3


# Learners


def test_a_name_says_all_and_is_always_the_same():
    recipe = learners.read_name("bag-boss-a2-x2.0-cut0.40-sub0.5", n_boot=60)
    assert recipe == learners.Recipe(
        "boss", bagged=True, penalty=2, subsample=0.5, n_boot=60, cutoff="0.40", alpha=2
    )
    assert learners.name_of(recipe) == "bag-boss-x2-sub0.5-B60-cut0.40-a2"
    assert learners.name_of(learners.read_name("hc")) == "hc"
    assert learners.read_name("bag-hc-cutauto").cutoff == "auto"
    assert learners.name_of(learners.read_name("bag-hc-votes-a2")) == "bag-hc-B100-a2-votes"
    for wrong, text in (
        ("bos", "must be one of hc, boss"),
        ("cl.hc", "must be one of hc, boss"),
        ("boss-y2", "y2 must be one of x, mp"),
        ("boss-cut0.4", "cutoff need a bagged learner, bag-boss-cut0.4"),
    ):
        with pytest.raises(ValueError, match=text):
            learners.read_name(wrong)
    for names in learners.GROUPS.values():
        for name in names:
            learners.read_name(name)


def test_ours_are_the_calls_they_stand_for():
    found = problem()
    with peers.Peers() as none:

        def learn(name):
            return learners.learner_of(name, none, n_boot=20).learn(found)

        single = dagbag.score(found.Y, score_type=2 * np.log(50), max_parents=2)
        assert learn("hc-x2-mp2").edges.tolist() == np.argwhere(single.adj_matrix).tolist()
        ensemble = dagbag.score(found.Y, 20, seed=found.seed, resample="subsample", n_jobs=1)
        result = dagbag.score_shd(ensemble, alpha=2, cutoff=0.3)
        bagged = learn("bag-hc-sub0.5-cut0.3-a2")
        assert bagged.edges.tolist() == np.argwhere(result.adj_matrix).tolist()
        table = result.to_frame().query("selected").sort_values(["source", "target"])
        assert bagged.strengths.tolist() == table.strength.tolist()
        tree = dagbag.bag(found.Y, dagbag.learners.MMHC(), 20, seed=found.seed, n_jobs=1)
        mmhc = dagbag.score_shd(tree)
        assert learn("bag-mmhc").edges.tolist() == np.argwhere(mmhc.adj_matrix).tolist()


def test_x1_is_bic_also_of_subsamples():
    found = problem(60)
    with peers.Peers() as none:
        named, default = (
            learners.learner_of(name, none, n_boot=10).learn(found)
            for name in ("bag-hc-x1-sub0.5", "bag-hc-sub0.5")
        )
    assert named.edges.tolist() == default.edges.tolist()
    assert named.strengths.tolist() == default.strengths.tolist()


def test_directions_by_votes_and_by_a_search_on_the_data():
    """0 -> 1 <- 2 twice and 0 -> 1 -> 2 once: the pairs are joined as two of three join them."""
    collider, chain = truth_of([(0, 1), (2, 1)], 3), truth_of([(0, 1), (1, 2)], 3)
    votes = own._votes([collider, collider, chain])
    assert votes[0].tolist() == [[0, 2, 0], [0, 0, 0], [0, 2, 0]]
    assert votes[1].tolist() == [[0, 1, 0], [1, 0, 1], [0, 1, 0]]
    assert own._vote(chain, votes).tolist() == collider.tolist()
    assert own._vote(chain, own._votes([chain])).sum() == 4
    found = problem(200)
    with peers.Peers() as none:
        plain, refit = (
            learners.learner_of(name, none, n_boot=20).learn(found)
            for name in ("bag-hc-cut0.4", "bag-hc-cut0.4-refit")
        )
    outside = ~np.eye(5, dtype=bool)
    for source, target in plain.edges.tolist():
        outside[source, target] = outside[target, source] = False
    again = dagbag.score(found.Y, blacklist=outside)
    assert refit.edges.tolist() == np.argwhere(again.adj_matrix).tolist()
    assert len(refit.strengths) == len(refit.edges)


def test_one_that_is_not_there_says_so(monkeypatch):
    monkeypatch.setitem(own.OWN, "xges", "Nothing")
    with peers.Peers() as none, pytest.raises(Unavailable, match=r"learners\.Nothing is not there"):
        learners.learner_of("xges", none).learn(problem())


def test_an_ensemble_is_learned_once_and_counted_for_each(monkeypatch):
    found = problem()
    called = []
    honest = own.score
    monkeypatch.setattr(own, "score", lambda *a, **k: called.append(1) or honest(*a, **k))
    with peers.Peers() as none:
        for name in ("bag-hc-B10", "bag-hc-B10-cut0.3", "bag-hc-B10-a2"):
            learners.learner_of(name, none).learn(found)
    assert len(called) == 1
    ((_, seconds),) = found._kept.values()
    assert found.borrowed == 2 * seconds


def test_an_ensemble_that_was_given_up_is_not_tried_again():
    found = problem()

    def slow():
        raise TooSlow("> 9 s")

    with pytest.raises(TooSlow, match="> 9 s"):
        found.once("it", slow)
    with pytest.raises(TooSlow, match="> 9 s"):
        found.once("it", lambda: 1)
    assert found.once("other", lambda: 1) == 1

    def interrupted():
        raise KeyboardInterrupt("of its own words")

    with pytest.raises(KeyboardInterrupt):
        found.once("ours", interrupted)
    with pytest.raises(TooSlow, match="its ensemble was too slow"):
        found.once("ours", lambda: 1)


def test_rows_are_those_of_the_resamples():
    Y = problem().Y
    rows = own.draw_rows(50, 4, {"seed": 3, "n_jobs": 1})
    seen = []

    def look(data):
        seen.append(data)
        return []

    look.prefer = "threads"
    dagbag.bag(Y, look, 4, seed=3, n_jobs=1)
    assert (Y[rows] == np.array(seen)).all()


# Other libraries


@pytest.fixture
def fake(tmp_path, monkeypatch):
    """A library that joins 0 -> 1, and takes its time, fails or dies when it is told to."""
    child = tmp_path / "child.py"
    source = Path(peer_child.__file__)
    child.write_text(
        f"import sys\nsys.path.insert(0, {str(source.parent)!r})\n"
        "import os, peer_child\n"
        "class Fake:\n"
        "    distribution, is_dag = 'numpy', False\n"
        "    def fit(self, method, Y, penalty):\n"
        "        print('noise')\n"
        "        if Y.shape[1] > 5 and method == 'boss':\n"
        "            while True: pass\n"
        "        if method == 'ges': raise ValueError('no')\n"
        "        if method == 'grasp': os._exit(7)\n"
        "        return [[0, 1], [1, 2], [2, 1]]\n"
        "peer_child.LIBRARIES = {'cl': Fake}\n"
        "peer_child.main(sys.argv[1])\n"
    )
    monkeypatch.setattr(peers, "CHILD", child)


@pytest.mark.usefixtures("fake")
def test_a_child_learns_or_says_why_not():
    wide = np.random.default_rng(1).standard_normal((50, 6))
    asked = Problem("c", 0, wide, np.zeros((6, 6), dtype=bool), seed=1)
    with peers.Peers(limit=0.2) as some:
        found = learners.learner_of("cl.pc", some).learn(asked)
        assert found.edges.tolist() == [[0, 1], [1, 2], [2, 1]]
        assert not found.is_dag
        bagged = learners.learner_of("bag-cl.pc-B3", some).learn(asked)
        assert bagged.edges.tolist() == [[0, 1], [1, 2]]  # the extension of the CPDAG
        assert bagged.strengths.tolist() == [1, 1]
        with pytest.raises(Failed, match="ValueError: no"):
            learners.learner_of("cl.ges", some).learn(asked)
        with pytest.raises(TooSlow, match=r"> 0\.2 s"):
            learners.learner_of("cl.boss", some).learn(asked)
        with pytest.raises(Failed, match="cl ended with status 7"):
            learners.learner_of("cl.grasp", some).learn(asked)
        assert len(learners.learner_of("cl.pc", some).learn(asked).edges) == 3  # begun again


def test_an_interpreter_without_the_library_is_named():
    with peers.Peers({"xges": "/nowhere/python"}) as none:
        with pytest.raises(Unavailable, match=r"/nowhere/python.*--python xges=PATH"):
            learners.learner_of("xges.xges", none).learn(problem())
        with pytest.raises(Unavailable, match=r"/nowhere/python"):
            none.score("xges", problem().Y, [], None)


def test_a_child_ends_with_its_parent():
    """Here one that has another parent than it believes, as if that had been killed."""
    done = subprocess.run(
        [sys.executable, "-c", "import peer_child; peer_child.end_with_parent(-1)"],
        cwd=Path(peer_child.__file__).parent,
        check=False,
    )
    assert done.returncode == 1


@pytest.mark.parametrize("clock", [peer_child.cpu_seconds, _clock.cpu_seconds])
def test_the_clock_counts_while_a_cpu_timer_is_set(clock):
    signal.setitimer(signal.ITIMER_PROF, 60)
    try:
        began = clock()
        sum(range(100_000))
        assert clock() > began
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def test_marks_of_causal_learn():
    # 0 -> 1, 1 - 2, 2 <-> 3
    marks = np.array([[0, -1, 0, 0], [1, 0, -1, 0], [0, -1, 0, 1], [0, 0, 1, 0]])
    assert peer_child.both_ways(marks) == [[0, 1], [1, 2], [2, 1], [2, 3], [3, 2]]


def test_the_penalty_of_causal_learn_is_known():
    said = []
    with peers.Peers() as some:
        for asked, expected in ((None, 1), (1.0, 1), (2.0, 2)):
            assert penalties.by_score(some, "cl", asked) == pytest.approx(expected)
        assert penalties.by_search("cl.ges-x2", some) == pytest.approx(2, rel=0.01)
    with peers.Peers(dict.fromkeys(peers.METHODS, "/no")) as none:
        penalties.print_penalties(none, said.append)
    assert penalties.by_own_score(2.0) == pytest.approx(2)
    assert any(line.split() == ["hc-x2", "2.000"] for line in said)
    assert any("/no: No such file or directory" in line for line in said)


# The store


def row_of(replicate, learner="hc", cell=TINY, status="ok", **measures):
    return {
        "cell": cell, "seed": 1, "replicate": replicate, "learner": learner, "status": status,
        "seconds": 1.0, **measures,
    }  # fmt: skip


def test_a_line_that_was_cut_off_is_learned_again(tmp_path):
    path = tmp_path / "deep" / "rows.jsonl"
    store = Store(path)
    for k in range(3):
        store.add(row_of(k, shd=k, f1=0.5))
    path.write_bytes(path.read_bytes()[:-9])  # killed while it wrote
    store = Store(path)
    assert (TINY, 1, 1, "hc") in store
    assert (TINY, 1, 2, "hc") not in store
    store.add(row_of(2, shd=9, f1=0.5))
    assert [row["shd"] for row in Store(path).rows()] == [0, 1, 9]
    store.add(row_of(2, shd=7, f1=0.5))
    assert [row["shd"] for row in Store(path).rows()] == [0, 1, 7]


# Tables and verdicts


def rows_of(**learned):
    """Rows with these SHD, and an F1 of 1 - SHD / 10."""
    return tables.group(
        row_of(k, learner, shd=shd, f1=1 - shd / 10)
        for learner, values in learned.items()
        for k, shd in enumerate(values)
    )


def test_means_and_standard_errors():
    mean = tables.Mean.of([1, 2, 3, None])
    assert (mean.value, mean.error, mean.count) == (2, pytest.approx(1 / 3**0.5), 3)
    assert str(tables.Mean.of([2])) == "2.000"
    assert str(tables.Mean.of([])) == ""
    table = tables.pivot(rows_of(a=[1, 3], b=[2]), "shd")
    assert table == [["mean shd", "a", "b"], [TINY, "2.000 ± 1.000", "2.000"]]
    assert tables.as_markdown(table).splitlines()[1] == "| --- | --- | --- |"
    ended = [row_of(0, "a", false_strong=None), row_of(0, "b", status="> 9 s")]
    assert tables.pivot(tables.group(ended), "false_strong")[1] == [TINY, "", "> 9 s"]
    assert tables.as_csv(table).splitlines()[0] == "mean shd,a,b"
    assert tables.as_text(table).splitlines()[1] == f"{TINY}  2.000 ± 1.000  2.000"


def test_names_sort_by_their_numbers():
    names = ["c-n1000", "c-n50", "b-n200", "c-n50-low"]
    assert sorted(names, key=tables.natural) == ["b-n200", "c-n50", "c-n50-low", "c-n1000"]


def test_the_verdict_is_by_the_paired_difference():
    """b is behind a by 1, 1, 1, 1 or 0, 0, 0, 4: a standard error of 0 or 1."""
    steady = verdicts.judge(rows_of(a=[0, 5, 1, 2], b=[1, 6, 2, 3]), {"*": "b"})
    assert [v.measure for v in steady] == ["shd", "f1"]
    assert [v.best for v in steady] == ["a", "a"]
    assert (steady[0].behind.value, steady[0].behind.error) == (1, 0)
    assert not steady[0].holds
    once = verdicts.judge(rows_of(a=[0, 5, 1, 2], b=[0, 5, 1, 6]), {"*": "b"})[0]
    assert (once.behind.value, once.behind.error) == (1, 1)
    assert once.holds
    words = [row[-1] for row in verdicts.verdict_table([*steady, once])]
    assert words == ["verdict", "NOT: behind by 1", "NOT: behind by 0.1", "within 1 se"]
    assert verdicts.judge(rows_of(a=[0, 5]), {"*": "b"}) == []


def test_only_common_replicates_are_compared_and_patterns_choose():
    rows = rows_of(a=[9, 9, 0], b=[1, 2])  # the third of a counts for nothing
    (shd, _) = verdicts.judge(rows, {"Sparse*": "b", "random*": "a", "*": "b"})
    assert (shd.recommended, shd.best, shd.behind.value, shd.behind.count) == ("a", "b", 7.5, 2)
    assert verdicts.best_table(rows)[1][3:5] == ["b", "1.500 ± 0.500"]


def test_the_ranking_is_over_cells():
    rows = rows_of(a=[0, 2], b=[1, 3], c=[3, 3])
    assert verdicts.ranking(rows)[1:] == [
        ["a", "1", "1.000", "0.0000", "1", "1", "1"],
        ["b", "1", "1.500", "-0.1000", "0", "0", "1"],
        ["c", "1", "2.000", "-0.2000", "0", "0", "1"],
    ]
    other = [row_of(0, "a", "collider-n50", shd=1, f1=0.5)]
    both = tables.group([*(row for found in rows.values() for row in found), *other])
    table = verdicts.ranking(both)
    assert [row[:3] for row in table[1:]] == [["a", "2", "1.000"], ["b", "1", ""], ["c", "1", ""]]


# Of one size


def test_learners_are_compared_on_the_problems_of_the_benchmark():
    found = compare_learners(50, 5, 5, ["hc", "bag-hc"], replicates=2, n_boot=10)
    assert found.learners == ("hc", "bag-hc-B10")
    for row in found.rows:
        data = make_problem(Cell.of("random-p5-d2-n50"), row["replicate"], 1)
        if row["learner"] == "hc":
            expected = measure(
                Learned(np.argwhere(dagbag.score(data.Y).adj_matrix), True), data.truth
            )
            assert {name: row[name] for name in expected} == expected
    assert list(found.to_frame()["learner"]) == ["hc", "bag-hc-B10"] * 2
    assert found.mean("shd")["hc"].value == np.mean([r["shd"] for r in found.rows[::2]])
    assert found.best in found.learners
    assert "bag-hc-B10" in repr(found)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"n": 50}, "p and n_edges must be given, or graph instead"),
        ({"n": 50, "p": 5, "n_edges": 4, "graph": "Tree"}, "must be left out where graph is"),
        ({"n": 50, "graph": "Bush"}, "graph must be one of Empty, Tree"),
        ({"n": 50, "p": 5, "n_edges": 11}, "n_edges must be an integer between 0 and 10, got 11"),
        ({"n": 1, "p": 5, "n_edges": 4}, "n must be an integer of at least 2, got 1"),
    ],
)
def test_a_problem_that_is_none_is_refused(asked, message):
    with pytest.raises((TypeError, ValueError), match=message):
        compare_learners(**asked)


# All of it


def test_a_run_is_resumed_and_its_rows_are_right(tmp_path, capsys):
    store = tmp_path / "rows.jsonl"
    asked = ["run", "--store", str(store), "--cells", TINY, "--n-boot", "10", "--replicates", "1"]
    main([*asked, "--learners", "hc", "bag-hc-x2"])
    first = store.read_text()
    found = problem()
    expected = measure(Learned(np.argwhere(dagbag.score(found.Y).adj_matrix), True), found.truth)
    rows = {row["learner"]: row for row in map(json.loads, first.splitlines())}
    assert set(rows) == {"hc", "bag-hc-x2-B10"}
    assert {name: rows["hc"][name] for name in expected} == expected
    assert rows["hc"]["seconds"] >= 0
    assert rows["bag-hc-x2-B10"]["false_strong"] is not None
    capsys.readouterr()
    main([*asked, "--learners", "hc", "bag-hc-x2", "hc-x2"])  # the first two are there
    assert store.read_text().startswith(first)
    assert len(store.read_text().splitlines()) == 3
    assert capsys.readouterr().out.startswith(f"{TINY} 0 hc-x2: SHD ")
    main(["table", "--store", str(store), "--form", "csv", "--learners", "hc*"])
    assert [line.split(",")[1] for line in capsys.readouterr().out.splitlines()] == [
        "learner", "hc", "hc-x2",
    ]  # fmt: skip
    main(["verdict", "--store", str(store), "--recommended", "hc"])
    assert capsys.readouterr().out.count(TINY) == 2


@pytest.mark.usefixtures("fake")
def test_one_that_was_too_slow_is_not_tried_on_other_replicates(tmp_path, capsys):
    store = Store(tmp_path / "rows.jsonl")
    with peers.Peers(limit=0.2) as some:
        slow = learners.learner_of("cl.boss", some)
        run(store, [Cell.of("random-p6-d2-n50")], [slow], range(3), 1, {})
    assert [row["status"] for row in store.rows()] == ["> 0.2 s"]
    assert "cl.boss: > 0.2 s" in capsys.readouterr().out


def test_ours_have_a_limit_too(tmp_path):
    def endless(_):
        while True:
            pass

    store = Store(tmp_path / "rows.jsonl")
    slow = learners.Learner("hc", endless)
    run(store, [Cell.of(TINY)], [slow], range(2), 1, {}, limit=0.05)
    assert [row["status"] for row in store.rows()] == ["> 0.05 s"]

    def interrupted(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(store, [Cell.of(TINY)], [learners.Learner("boss", interrupted)], [0], 1, {}, limit=9)


def test_the_command_is_a_program(tmp_path):
    root = Path(__file__).resolve().parent.parent
    done = subprocess.run(
        [sys.executable, str(root / "benchmarks" / "accuracy.py"), "list"],
        capture_output=True, text=True, check=True, cwd=tmp_path,
    )  # fmt: skip
    assert "cells quick: collider-n3000" in done.stdout
    assert "learners peers: cl.pc" in done.stdout
