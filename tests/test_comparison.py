"""Validation against R: agreement, planted disagreements, explanations, the command line."""

import inspect
import json
import math
import re
from pathlib import Path

import numpy as np
import pytest
from dagbag.r_compat import bridge, compare, comparison
from dagbag.r_compat.__main__ import main
from dagbag.r_compat.comparison import PythonSide, Refit

import dagbag
from dagbag._input.constraints import Constraints
from dagbag._search.crossprod import standardize
from dagbag._search.scores import make_score
from dagbag._search.search import eligible_operations
from dagbag._search.settings import Settings

pytestmark = pytest.mark.r


@pytest.fixture(scope="module")
def Y():
    return dagbag.load_example().Y[:, 20:35]


def test_the_two_sides_agree(Y):
    found = compare(Y, n_boot=8, alpha=(0.5, 1, 2), engine="reference", all_moves=True)
    assert found.agree
    assert found.status == 0
    assert [s.name for s in found.searches] == ["data", *(f"resample {k}" for k in range(1, 9))]
    assert all(s.steps > 0 for s in found.searches)
    assert found.largest_delta_difference < 1e-6
    assert [a.alpha for a in found.aggregations] == [0.5, 1, 2]
    assert found.seconds[1] > found.seconds[0] > 0
    assert "agree" in str(found)


@pytest.mark.parametrize(
    "arguments",
    [
        {"shuffle": True},
        {"score_type": "likelihood", "max_step": 40},
        {"threshold": -3},
        {"blacklist": [(0, 1), (2, 3)], "whitelist": [(5, 4)]},
        {"random_forest": True, "random_step_length": 2.0},
        {"ini_adj_matrix": [(0, 1), (1, 2)]},
    ],
)
def test_the_two_sides_agree_with_other_arguments(Y, arguments):
    found = compare(Y, n_boot=4, engine="reference", seed=3, **arguments)
    assert found.agree, str(found)


# Planted disagreements


@pytest.fixture
def mutated(tmp_path, monkeypatch):
    """The reference with one expression replaced by another."""

    def mutate(before, after):
        source = bridge.REFERENCE.read_text()
        assert source.count(before) == 1, source.count(before)
        path = tmp_path / "mutated.R"
        path.write_text(source.replace(before, after))
        monkeypatch.setattr(bridge, "REFERENCE", path)
        return bridge.Engine("reference")

    return mutate


class Meddled(PythonSide):
    """This package with another penalty, in R's place."""

    def __init__(self, **changes):
        super().__init__()
        self.changes = changes

    def score(self, Y, **arguments):
        return super().score(Y, **{**arguments, **self.changes})


def first_difference(ours, theirs):
    for step, (a, b) in enumerate(zip(ours.moves, theirs.moves, strict=False), start=1):
        if a[:3] != b[:3]:
            return step
    return min(len(ours.moves), len(theirs.moves)) + 1


def test_another_penalty_is_found_at_its_step(Y):
    found = compare(Y, n_boot=3, engine=Meddled(score_type=9.0))
    step = first_difference(dagbag.score(Y), dagbag.score(Y, score_type=9.0))
    assert not found.agree
    assert found.status == 1
    difference = found.searches[0].difference
    assert difference.step == step == found.searches[0].steps + 1
    assert difference.kind == "unexplained"
    assert "step 1 already" in difference.why
    assert f"step {step}" in str(found)
    assert "DISAGREE" in str(found)


def test_a_single_other_move_is_found(Y):
    class OneMove(PythonSide):
        def score(self, Y, **arguments):
            result = super().score(Y, **arguments)
            if arguments.get("n_boot"):
                return result
            moves = result._moves.copy()
            moves[6, :2] = moves[6, 1::-1]
            result._moves = moves
            return result

    found = compare(Y, n_boot=0, engine=OneMove())
    difference = found.searches[0].difference
    assert difference.step == 7
    ours, theirs = difference.ours, difference.theirs
    assert (ours.source, ours.target) == (theirs.target, theirs.source)
    assert ours.least_squares == pytest.approx(ours.delta, abs=1e-8)
    assert difference.kind in ("tie", "unexplained")


def nearly_tied():
    """Data whose best first operation comes after the second best in scan order, and their gap."""
    for seed in range(100):
        Y = np.random.default_rng(seed).standard_normal((60, 4)) @ np.triu(np.ones((4, 4)))
        settings = Settings(make_score("BIC", 60, 4, 1.0, None), 3, 0.0, 500, 1e-6)
        moves, deltas = eligible_operations(standardize(Y), settings, Constraints(None, None, None))
        best = int(np.argmin(deltas))
        worse = np.where(deltas > deltas[best] + 1e-3, deltas, np.inf)
        second = int(np.argmin(worse))
        if second < best and set(moves[second, :2]) != set(moves[best, :2]):
            return Y, float(deltas[second] - deltas[best])
    raise AssertionError


def test_a_tie_is_told_from_a_disagreement():
    Y, gap = nearly_tied()

    class Rounding(PythonSide):
        """Rounds the other way where two deltas differ by EPS."""

        def score(self, Y, **arguments):
            return super().score(Y, **{**arguments, "EPS": arguments["EPS"] * (1 - 2e-11)})

    found = compare(Y, n_boot=0, engine=Rounding(), EPS=gap * (1 + 1e-11))
    assert found.searches[0].difference.step == 1
    assert found.searches[0].difference.kind == "tie"
    assert found.status == 3
    assert "explained" in str(found)


class Given(PythonSide):
    """Answers with what is made of the true answer."""

    def __init__(self, change):
        super().__init__()
        self.change = change

    def score(self, Y, **arguments):
        result = super().score(Y, **arguments)
        return result if arguments.get("n_boot") else self.change(result)


def with_deltas(result, change):
    result._deltas = change(result._deltas.copy())
    return result


def other_graph(result):
    result._edges = result._edges[:-1]
    return result


def not_converged(result):
    result.converged = False
    return result


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda r: with_deltas(r, lambda d: d + 0.1), "the deltas of an equal move are"),
        (lambda r: with_deltas(r, lambda d: d * np.nan), "the deltas of an equal move are"),
        (lambda r: with_deltas(r, lambda d: d + np.inf), "the deltas of an equal move are"),
        (other_graph, "not adj.matrix"),
        (not_converged, "the moves are equal, but not bic.ok, final.step"),
    ],
)
def test_equal_moves_do_not_make_agreement(Y, change, message):
    found = compare(Y, n_boot=0, engine=Given(change))
    assert found.status == 1
    assert message in found.searches[0].difference.why
    json.loads(json.dumps(found.to_dict(), allow_nan=False))


@pytest.mark.parametrize("changes", [{"blacklist": None}, {"EPS": 3.0}])
def test_a_wrong_rule_is_no_tie(changes):
    Y = dagbag.load_example().Y[:, :40]
    found = compare(Y, n_boot=0, engine=Meddled(**changes), blacklist=[first_edge(Y)])
    assert found.status == 1
    assert found.searches[0].difference.kind == "unexplained"


def first_edge(Y):
    move = dagbag.score(Y).moves[0]
    return move.source, move.target


def test_an_early_stop_of_a_shuffled_search_is_a_disagreement(Y):
    """Only the move at max.step is one that R drops."""

    def shorter(result):
        result._moves, result._deltas = result._moves[:-1], result._deltas[:-1]
        return result

    steps = len(dagbag.score(Y, shuffle=True, seed=1).moves)
    early = compare(Y, n_boot=0, engine=Given(shorter), shuffle=True)
    assert early.status == 1
    at_the_end = compare(Y, n_boot=0, engine=Given(shorter), shuffle=True, max_step=steps)
    assert at_the_end.searches[0].difference.why.startswith("6: ")
    assert at_the_end.status == 3


def test_resamples_of_other_rows_are_found():
    rng = np.random.default_rng(3)
    Y = rng.standard_normal((300, 5)) @ (np.eye(5) + np.triu(np.ones((5, 5)), 1))

    class OtherRows(PythonSide):
        def score(self, Y, **arguments):
            if arguments.get("n_boot"):
                arguments["seed"] += 1
            return super().score(Y, **arguments)

    for seed in range(5):
        found = compare(Y, engine=OtherRows(), n_boot=40, seed=seed)
        ours, theirs = (dagbag.score(Y, 40, seed=s) for s in (seed, seed + 1))
        differ = sum(a.edges != b.edges for a, b in zip(ours, theirs, strict=True))
        assert sum(not search.equal for search in found.searches) == differ
        assert found.status == (1 if differ else 0)


def test_a_wrong_aggregation_is_never_explained():
    Y, gap = nearly_tied()

    class OtherAlpha(PythonSide):
        def score(self, Y, **arguments):
            return super().score(Y, **{**arguments, "EPS": arguments["EPS"] * (1 - 2e-11)})

        def score_shd(self, ensemble, **arguments):
            edges = super().score_shd(ensemble, **arguments).edges
            return super().score_shd(ensemble, **arguments, blacklist=edges[:1])

    found = compare(Y, n_boot=10, engine=OtherAlpha(), EPS=gap * (1 + 1e-11))
    assert not any(part.equal for part in found.aggregations)
    assert found.status == 1


def test_the_sample_kind_of_the_engine_is_that_of_both(Y):
    with bridge.Engine("reference", sample_kind="Rounding") as engine:
        assert compare(Y, n_boot=2, engine=engine, shuffle=True).agree


def test_dotted_names_and_seeds(Y):
    found = compare(Y, n_boot=0, engine="reference", **{"score.type": "likelihood", "max.step": 30})
    assert found.agree
    with pytest.raises(TypeError, match="seed must be an integer"):
        compare(Y, n_boot=0, seed=None, engine="reference")


def test_a_saturated_fit_is_told():
    Y = np.random.default_rng(0).standard_normal((8, 12))

    class Saturating(PythonSide):
        """Goes on as R does: a parent more than the rows can fit."""

        def score(self, Y, **arguments):
            result = super().score(Y, **arguments)
            full = next(k for k in range(12) if (result._edges[:, 1] == k).sum() == 6)
            rest = [k for k in range(12) if k != full and not result.adj_matrix[k, full]]
            result._moves = np.vstack([result._moves, [[rest[0], full, 1]]]).astype(np.int32)
            result._deltas = np.append(result._deltas, -1433.0)
            return result

    found = compare(Y, n_boot=0, engine=Saturating(), score_type="likelihood")
    assert found.searches[0].difference.kind == "saturated"
    assert "7 parents on 8 distinct rows" in found.searches[0].difference.why
    assert found.searches[0].difference.ours.operation == "stop"


def test_differing_resamples_are_searched_again(Y):
    class Other(PythonSide):
        def score(self, Y, **arguments):
            if arguments.get("n_boot") or len(np.unique(Y, axis=0)) < len(Y):
                arguments["score_type"] = 9.0
            return super().score(Y, **arguments)

    found = compare(Y, n_boot=4, engine=Other(), shuffle=True)
    assert found.searches[0].equal
    assert not any(s.equal for s in found.searches[1:])
    assert all(s.difference.kind == "unexplained" for s in found.searches[1:])
    assert found.status == 1


def test_a_mutated_reference_is_found(Y, mutated):
    with mutated("log(n)", "(4 * log(n))") as engine:
        found = compare(Y, n_boot=2, engine=engine)
        theirs = bridge.score(Y, engine=engine)
    step = first_difference(dagbag.score(Y), theirs)
    assert found.status == 1
    assert found.searches[0].difference.step == step


GARBLED = """local({
      buffer <- numeric(3 * max.step)
      for (column in 1:3) buffer[seq_len(nrow(answer$path)) + (column - 1) * max.step] <-
        answer$path[, column]
      matrix(as.integer(buffer[seq_len(3 * max.step)]), max.step, 3)
    })"""


def test_moves_past_the_end_of_movement_are_explained(Y, mutated):
    """As R does: column by column, into what follows."""
    asked = {"whitelist": [(0, 1), (2, 3), (4, 5)], "max_step": 5}
    before = "padded(answer$path, if (shuffle) 0 else max(max.step, final.step))"
    with mutated(before, GARBLED) as engine:
        found = compare(Y, n_boot=2, engine=engine, all_moves=True, **asked)
        with pytest.warns(bridge.RWarning, match="past the end of movement"):
            theirs = bridge.score(Y, engine=engine, **asked)
    assert found.status == 3
    assert found.searches[0].difference.kind == "deviation"
    assert found.searches[0].difference.why.startswith("1: R writes whitelisted edges")
    assert "data: deviation: 1: R writes" in str(found)
    assert found.largest_delta_difference < 1e-6
    assert "equal graphs, other movement" in found.to_html()
    assert theirs.moves == ()
    assert not theirs.converged
    with pytest.warns(dagbag.ConvergenceWarning):
        assert theirs.edges == dagbag.score(Y, **asked).edges
    assert theirs.r_list["final.step"] == 8


def test_another_graph_behind_a_garbled_movement_is_a_disagreement(Y):
    def garbled(result):
        result.r_list = {name: result[name] for name in result.names()}
        result.r_list |= {"movement": result.movement[:5], "adj.matrix": 0 * result.adj_matrix}
        return result

    found = compare(Y, n_boot=0, engine=Given(garbled), whitelist=[(0, 1), (2, 3)], max_step=5)
    assert found.status == 1
    assert "but adj.matrix differ, too" in found.searches[0].difference.why


def test_resamples_of_a_random_forest_that_differ_are_listed(Y):
    class Other(PythonSide):
        def score(self, Y, **arguments):
            if arguments.get("n_boot"):
                arguments["score_type"] = 30.0
            return super().score(Y, **arguments)

    asked = {"random_forest": True, "random_step_length": 2.0}
    found = compare(Y, n_boot=3, engine=Other(), **asked)
    assert found.status == 1
    differ = [search for search in found.searches if not search.equal]
    assert differ
    for search in differ:
        assert search.difference.kind == "unexplained"
        assert f"  {search.name}: unexplained: the graphs differ, " in str(found)
        assert f"<td>{search.name}</td><td>different</td><td>not compared</td>" in found.to_html()


def test_a_random_forest_under_a_threshold_above_0_agrees(Y):
    asked = {"random_forest": True, "random_step_length": 0.1, "threshold": 2}
    unrecorded = 0
    for seed in range(8):
        found = compare(Y[:, :3], n_boot=2, engine="reference", seed=seed, **asked)
        assert found.agree, str(found)
        result = dagbag.score(Y[:, :3], seed=seed, **asked)
        last = len(result.moves)
        assert result.converged
        assert result.final_step == last + 1
        assert result.bic_ok[last] == result.delta_min[last]
        unrecorded += result.delta_min[last] == -99
    assert 0 < unrecorded < 8


@pytest.mark.parametrize(
    ("arguments", "entry"),
    [({"nrestart": 2, "perturb": 2}, "2, 22: "), ({"ini_adj_matrix": [(0, 1)]}, "3: ")],
)
def test_arguments_that_the_original_mistakes_are_explained(Y, arguments, entry):
    side = Meddled(score_type=9.0)
    assert compare(Y, n_boot=2, engine=side, **arguments).status == 1
    side.original = True
    found = compare(Y, n_boot=2, engine=side, **arguments)
    assert found.status == 3
    assert all(s.difference.why.startswith(entry) for s in found.searches if not s.equal)


def test_arguments_are_checked_before_anybody_is_asked(Y):
    class Unasked(PythonSide):
        def score(self, *_, **__):
            raise AssertionError("asked")

    with pytest.raises(TypeError, match="shd_threshold must be a finite number, got 'none'"):
        compare(Y, n_boot=2, engine=Unasked(), shd_threshold="none")


def test_the_files_of_the_package_import_one_way():
    folder = Path(comparison.__file__).parent
    order = ("found", "text", "page", "result", "lists", "problem", "refit", "replay", "parting",
             "searches", "aggregations", "sides", "case", "driver", "__init__")  # fmt: skip
    assert {path.stem for path in folder.glob("*.py")} == set(order)
    for name in order:
        imported = re.findall(r"^from \.(\w+) import", (folder / f"{name}.py").read_text(), re.M)
        assert all(order.index(other) < order.index(name) for other in imported), name


# Texts


def test_equal_graphs_are_not_called_equal_moves(Y):
    found = compare(Y, n_boot=2, engine=PythonSide())
    assert "<td>resample 1</td><td>equal graphs</td><td>not compared</td>" in found.to_html()
    moves = len(dagbag.score(Y).moves)
    assert f"<td>data</td><td>equal in every move</td><td>{moves}</td>" in found.to_html()


def test_aggregations_tell_the_same_ensemble_from_each_sides_own():
    part = comparison.AggregationComparison(1.0, True, (16, 9), (("a", "b"),) * 8, (("b", "a"),))
    assert str(part) == (
        "equal on the same ensemble; each on its own: 16 edges in Python, 9 in R, "
        "8 only in Python, 1 only in R"
    )
    assert str(comparison.AggregationComparison(1.0, True, (16, 16))) == "16 edges, equal"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        ((0.2, 0.01), "Python 0.2 s, R 0.01 s: Python took 20 times as long"),
        ((0.1, 0.15), "Python 0.1 s, R 0.15 s: R took 1.5 times as long"),
        ((0.1, 123.0), "Python 0.1 s, R 123 s: R took 1,230 times as long"),
        ((0.1, 0.1), "Python 0.1 s, R 0.1 s"),
        ((0.1, 0.0), "Python 0.1 s, R 0 s"),
    ],
)
def test_the_slower_side_is_named(seconds, text):
    assert comparison.time_text(*seconds) == text


# Least squares


def test_refit_is_the_delta_of_the_search(Y):
    result = dagbag.score(Y)
    refit = Refit(Y, math.log(len(Y)))
    graph = np.zeros((15, 15), dtype=bool)
    for move in result.moves:
        assert refit.delta(graph, move.operation, move.source, move.target) == pytest.approx(
            move.delta, abs=1e-7
        )
        comparison.apply_move(graph, move)


# The command line and the page


@pytest.fixture
def table(Y, tmp_path):
    path = tmp_path / "data.csv"
    names = [f"gene {k}" for k in range(15)]
    np.savetxt(path, Y, delimiter=",", header=",".join(names), comments="")
    return path


def test_validate(table, tmp_path, capsys):
    asked = ["validate", str(table), "--n-boot", "3", "--engine", "reference", "--alpha", "1", "2"]
    page, data = tmp_path / "page.html", tmp_path / "found.json"
    assert main([*asked, "--html", str(page), "--json", str(data)]) == 0
    assert "The two sides agree" in capsys.readouterr().out
    content = json.loads(data.read_text())
    assert content["agree"]
    assert len(content["searches"]) == 4
    text = page.read_text()
    assert "The two sides agree" in text
    assert not re.search(r"<script|https?://", text)


def test_validate_finds_a_planted_disagreement(table, tmp_path, capsys, mutated, monkeypatch):
    engine = mutated("log(n)", "(4 * log(n))")
    monkeypatch.setitem(bridge._shared, "reference", engine)
    page = tmp_path / "page.html"
    asked = ["validate", str(table), "--n-boot", "2", "--engine", "reference", "--html", str(page)]
    with engine:
        assert main(asked) == 1
    assert re.search(
        r"data: step \d+: Python (add|delete|reverse|stop) gene", capsys.readouterr().out
    )
    assert "disagree" in page.read_text()


@pytest.fixture
def asked(table, monkeypatch):
    """What validate asks `compare` with some options."""

    def ask(*options):
        told = {}

        def stand_in(_, **arguments):
            told.update(arguments)
            raise ValueError("enough")

        monkeypatch.setattr(comparison, "compare", stand_in)
        main(["validate", str(table), *map(str, options)])
        return told

    return ask


def test_validate_takes_every_argument_of_score(asked):
    shape = set(inspect.signature(bridge.score).parameters)
    shape -= {"Y", "print", "timeout", "engine", "seed", "n_boot"}
    given = asked(
        "--score-type",
        "likelihood",
        "--threshold",
        -1,
        "--max-step",
        20,
        "--no-standardize",
        "--no-standardize-boot",
        "--random-forest",
        "--random-step-length",
        2,
        "--nrestart",
        1,
        "--perturb",
        3,
        "--shuffle",
        "--EPS",
        1e-4,
        "--shd-threshold",
        0.2,
    )
    expected = {
        "score_type": "likelihood",
        "threshold": -1,
        "max_step": 20,
        "standardize": False,
        "standardize_boot": False,
        "random_forest": True,
        "random_step_length": 2,
        "nrestart": 1,
        "perturb": 3,
        "shuffle": True,
        "EPS": 1e-4,
    }
    assert {name: given[name] for name in expected} == expected
    assert given["shd_threshold"] == 0.2
    assert shape == set(expected) | set(comparison.LISTS)
    assert not shape & set(asked())  # what is not given keeps R's default
    assert asked("--random-step-length", 1, 2)["random_step_length"] == [1, 2]


def matrix_text(p, edges, names=None):
    matrix = np.zeros((p, p), dtype=int)
    for i, j in edges:
        matrix[i, j] = 1
    head = "" if names is None else ",".join(f'"{name}"' for name in names) + "\n"
    return head + "\n".join(",".join(map(str, row)) for row in matrix.tolist())


@pytest.mark.parametrize(
    "text",
    [
        "gene 0,gene 1\ngene 4,gene 2\n",
        "from,to\n1,2\n5,3\n",
        '"","from","to"\n"1","gene 0","gene 1"\n"2","gene 4","gene 2"\n',
        matrix_text(15, [(0, 1), (4, 2)]),
        matrix_text(15, [(0, 1), (4, 2)], [f"gene {k}" for k in range(15)]),
        matrix_text(15, [(14, 13), (10, 12)], [f"gene {k}" for k in range(14, -1, -1)]),
    ],
)
def test_validate_reads_lists(asked, tmp_path, text):
    path = tmp_path / "list.csv"
    path.write_text(text)
    for option in ("--blacklist", "--whitelist", "--ini-adj-matrix"):
        given = asked(option, path)[option.removeprefix("--").replace("-", "_")]
        assert sorted(given) == [("gene 0", "gene 1"), ("gene 4", "gene 2")]


@pytest.mark.parametrize("text", ["gene 0,gene 99\n", "0,1\n", "gene 0\n", "1,2\n1,16\n"])
def test_validate_says_what_is_wrong_with_a_list(table, tmp_path, capsys, text):
    path = tmp_path / "list.csv"
    path.write_text(text)
    assert main(["validate", str(table), "--blacklist", str(path)]) == 2
    assert "blacklist must be a 15 x 15 table of 0 and 1, or lines of" in capsys.readouterr().err


def test_validate_with_lists_and_a_random_forest(table, tmp_path, capsys):
    path = tmp_path / "white.csv"
    path.write_text("gene 0,gene 1\ngene 2,gene 3\n")
    page = tmp_path / "page.html"
    asked = ["validate", str(table), "--n-boot", "2", "--engine", "reference", "--html", str(page)]
    assert (
        main([*asked, "--whitelist", str(path), "--random-forest", "--random-step-length", "2"])
        == 0
    )
    assert "whitelist=2 edges, " in capsys.readouterr().out.replace("2 edges\n", "2 edges, ")
    assert "whitelist = 2 edges" in page.read_text()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "got the empty file"),
        ("a,b\n1,x\n", "data must be numbers, got 'x' in row 1, column 'b'"),
        ("a,b\n", "got only names"),
        ("a,b\n1,1_0\n", "data must be numbers, got '1_0'"),
        ("a,b\n1,2\n3\n", "data must have 2 fields in every row, got 1 in row 2"),
        ("a,b\n1,2\n", "Y must have at least 3 rows, got 1"),
    ],
)
def test_validate_says_what_is_wrong_with_a_file(tmp_path, capsys, text, message):
    path = tmp_path / "data.csv"
    path.write_text(text)
    assert main(["validate", str(path), "--engine", "reference"]) == 2
    assert message in capsys.readouterr().err


def test_validate_without_the_package(table, capsys):
    assert main(["validate", str(table), "--n-boot", "0"]) == 2
    assert "R package dagbag is not installed" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--json", "--html"])
def test_validate_checks_where_to_write_first(table, tmp_path, capsys, option):
    asked = ["validate", str(table), "--engine", "reference", option, str(tmp_path / "no" / "x")]
    assert main(asked) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_the_question_is_that_of_score():
    """A limit that only one side keeps is no tie: the other's move is not to be chosen."""
    Y = np.random.default_rng(4).standard_normal((60, 3))
    Y[:, 2] += Y[:, 0] + Y[:, 1]

    class Unlimited(PythonSide):
        """Takes as many parents as it likes."""

        def score(self, Y, **arguments):
            return super().score(Y, **{**arguments, "max_parents": None})

    found = compare(Y, n_boot=0, engine=Unlimited(), max_parents=1)
    difference = found.searches[0].difference
    assert difference.theirs.operation == "add"
    assert difference.kind == "unexplained"
    assert difference.why == (
        "R's move is not eligible, the target has as many parents as it may, 1"
    )
