"""The Python side of the R package, without R."""

import inspect
import re
import signal
import threading

import numpy as np
import pytest
from dagbag.r_compat import r_example, r_package_path
from dagbag.r_compat.reticulate import _edge_positions, answer, in_r_words

import dagbag
from dagbag.rrandom import RRandom

KEYS = {"value", "error", "interrupted", "warnings", "r_seed"}
Y = dagbag.load_example().Y[:, 40:60]


def r_arguments(function):
    """R's formals, from the source of the R package."""
    source = (r_package_path() / "R" / f"{function}.R").read_text()
    signature = re.search(rf"^{function} <- function\((.*?)\) \{{", source, re.S | re.M)[1]
    return [part.partition("=")[0].strip() for part in signature.split(",")]


def graphs(value):
    """R's array from the positions of its ones."""
    array = np.zeros(value["dim"], dtype=np.int32, order="F")
    array.ravel(order="K")[value["ones"].astype(int) - 1] = 1
    return array


@pytest.mark.parametrize(("function", "first"), [("score", "Y"), ("score_shd", "boot.adj")])
def test_r_arguments_are_those_of_python_in_the_same_order(function, first):
    names = r_arguments(function)
    assert names[0] == first
    parameters = inspect.signature(getattr(dagbag, function)).parameters.values()
    positional = [p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
    assert [name.replace(".", "_") for name in names] == positional


def test_every_argument_with_two_words_has_its_name_in_r():
    for function in (dagbag.score, dagbag.score_shd):
        for name in set(inspect.signature(function).parameters) - {"warm_start"}:
            assert in_r_words(f"{name} must be") == f"{name.replace('_', '.')} must be"


def test_search_is_r_list():
    reply = answer("score", {"Y": Y, "n.boot": 0})
    result = dagbag.score(Y)
    assert set(reply) == KEYS
    assert list(reply["value"]) == result.names()
    np.testing.assert_array_equal(graphs(reply["value"]["adj.matrix"]), result.adj_matrix)
    assert reply["value"]["final.step"] == result.final_step
    for name in ("movement", "delta.min", "bic.ok"):
        np.testing.assert_array_equal(reply["value"][name], result[name])
    assert (reply["error"], reply["warnings"], reply["r_seed"]) == (None, [], None)
    assert reply["interrupted"] is False


def test_ensemble_is_r_list_and_advances_r_stream():
    stream = RRandom(3)
    reply = answer("score", {"Y": Y, "n.boot": 4}, None, stream.to_r_seed())
    ensemble = dagbag.score(Y, 4, seed=3)
    assert list(reply["value"]) == ["adj.matrix"]
    np.testing.assert_array_equal(graphs(reply["value"]["adj.matrix"]), ensemble.adj_matrix)
    stream.runif(4 * len(Y))
    np.testing.assert_array_equal(reply["r_seed"], stream.to_r_seed())


def test_aggregation_is_r_list():
    boot = np.asfortranarray(dagbag.score(Y, 6, seed=3).adj_matrix.astype(np.int32))
    reply = answer("score_shd", {"boot.adj": boot, "alpha": 2})
    result = dagbag.score_shd(boot, alpha=2)
    assert list(reply["value"]) == ["movement", "final.step", "adj.matrix"]
    np.testing.assert_array_equal(graphs(reply["value"]["adj.matrix"]), result.adj_matrix)
    np.testing.assert_array_equal(reply["value"]["movement"], result.movement)


class Huge(dagbag.Ensemble):
    """The last edge of 3 graphs of 30,000 nodes, without the time to learn it."""

    nodes = range(30_000)
    n_boot = 3
    n_edges = np.array([0, 0, 1])
    _edges = np.array([[29_998, 29_999]], dtype=np.int32)

    def __init__(self):
        pass


def test_positions_beyond_the_integers_are_exact():
    positions = _edge_positions(Huge())
    assert positions["dim"] == [30_000, 30_000, 3]
    assert positions["ones"].tolist() == [30_000**2 * 3 - 1]


def test_pythons_own_stream_is_left_alone():
    before = dagbag.rrandom.get_stream().state
    answer("score", {"Y": Y, "n.boot": 2}, None, RRandom(1).to_r_seed())
    answer("score", {"Y": Y})
    after = dagbag.rrandom.get_stream().state
    np.testing.assert_array_equal(before.key, after.key)
    assert before.position == after.position


def test_the_data_are_not_written_to():
    data = np.asfortranarray(Y)
    data.flags.writeable = False
    assert answer("score", {"Y": data})["error"] is None


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"max.step": 0}, "max.step must be a whole number of at least 1, got 0"),
        ({"standardize.boot": None}, "standardize.boot must be TRUE or FALSE, got NULL"),
        ({"seed": 1}, "score() has no argument 'seed' in R, where set.seed decides"),
        ({"warm.start": 1}, "score() has no argument 'warm.start' in R, where set.seed decides"),
        (
            {"max.stepp": 1},
            "score() got an unexpected keyword argument 'max.stepp'; did you mean 'max.step'?",
        ),
    ],
)
def test_errors_are_texts_in_r_words(arguments, text):
    stream = RRandom(1).to_r_seed()
    reply = answer("score", {"Y": Y, "n.boot": 2, **arguments}, None, stream)
    assert reply["error"] == text
    assert reply["value"] is None
    assert reply["r_seed"] is None


def test_a_stream_that_is_none_of_ours_is_an_error():
    seed = RRandom(1).to_r_seed()
    seed[0] = 10407
    error = answer("score", {"Y": Y, "n.boot": 2}, None, seed)["error"]
    assert error.startswith("r_seed must start with 10403 (Mersenne-Twister, ")


def test_unexpected_errors_tell_their_kind():
    class Broken:
        shape = (3, 3)

        def __array__(self, dtype=None, copy=None):
            raise OSError("no such matrix")

    assert answer("y.stand", {"Y": Broken()})["error"] == "OSError: no such matrix"


@pytest.mark.parametrize(
    ("nodes", "name"),
    [(None, "3"), (["a", "b", "c", "d"], "'c'"), (["a", "a", "c", "d"], "3")],
)
def test_columns_and_rows_count_from_one(nodes, name):
    data = np.arange(20.0).reshape(5, 4)
    data[1, 2] = np.nan
    error = answer("score", {"Y": data}, nodes)["error"]
    assert error == f"Y must be finite, got NaN in column {name} (first in row 2)"


@pytest.mark.parametrize(
    ("python", "r"),
    [
        ("got the cycle 1 -> 2 -> 1 in graph 0", "got the cycle 1 -> 2 -> 1 in graph 1"),
        ("got nan, inf or -inf", "got NaN, Inf or -Inf"),
        ("column 'None' and 'True'", "column 'None' and 'True'"),
        ("Noneness of Trueman", "Noneness of Trueman"),
        ("Y must have no constant columns, got 0", "Y must have no constant columns, got 1"),
        (
            "; np.moveaxis(array, 0, 2) puts the graphs last",
            "; aperm(boot.adj, c(2, 3, 1)) puts the graphs last",
        ),
        ("consider max_parents or score_type='eBIC'", "consider max.parents or score.type='eBIC'"),
    ],
)
def test_words_of_r(python, r):
    assert in_r_words(python) == r


def test_warnings_come_with_their_classes_each_time():
    for _ in range(2):
        reply = answer("score", {"Y": Y, "max.step": 2})
        (found,) = reply["warnings"]
        assert found["classes"] == ["ConvergenceWarning", "UserWarning"]
        assert found["message"].startswith("the search was stopped by max.step=2 before")
        assert reply["value"]["final.step"] == 2


def test_helpers():
    assert answer("result_skeleton", {"adj": np.eye(3), "true.ske": np.eye(3)})["value"] == [0, 0]
    np.testing.assert_allclose(answer("y.stand", {"Y": Y})["value"].std(axis=0, ddof=1), 1)
    steps = answer("move_adj", {"p": 2, "movement": [[1, 2, 1], [0, 0, 0]]})["value"]
    assert [step.tolist() for step in steps] == [[[0, 1], [0, 0]]]
    assert answer("nothing", {})["error"].startswith("function must be one of score, ")


# Ctrl-C


def test_ctrl_c_stays_ignored_where_it_is():
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
        timer.start()
        wide = np.sin(np.arange(60.0 * 200) ** 1.5).reshape(60, 200)
        reply = answer("score", {"Y": wide, "n.boot": 60}, None, RRandom(1).to_r_seed())
        timer.join()
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
        assert reply["interrupted"] is False
    finally:
        signal.signal(signal.SIGINT, before)


def test_ctrl_c_is_told_and_handlers_come_back():
    heard = []

    def handler(number, _):
        heard.append(number)

    before = signal.signal(signal.SIGINT, handler)
    try:
        timer = threading.Timer(0.5, signal.raise_signal, [signal.SIGINT])
        wide = np.sin(np.arange(300.0 * 1500) ** 1.5).reshape(300, 1500)
        timer.start()
        reply = answer(
            "score",
            {"Y": wide, "max.step": 10**6, "n.boot": 40, "score.type": "AIC"},
            None,
            RRandom(1).to_r_seed(),
        )
        timer.join()
        assert reply["interrupted"] is True
        assert reply["value"] is None
        assert reply["r_seed"] is None
        assert heard == []
        assert signal.getsignal(signal.SIGINT) is handler
        signal.raise_signal(signal.SIGINT)
        assert heard == [signal.SIGINT]
    finally:
        signal.signal(signal.SIGINT, before)


def test_calls_from_other_threads_leave_signals_alone():
    replies = []
    thread = threading.Thread(target=lambda: replies.append(answer("y.stand", {"Y": Y})))
    thread.start()
    thread.join()
    assert replies[0]["error"] is None


# The R package


def test_r_example_is_up_to_date():
    written = (r_package_path() / "data" / "example.R").read_text(encoding="utf-8")
    assert written == r_example.r_example()


def test_r_package_has_the_version_of_the_python_package():
    description = (r_package_path() / "DESCRIPTION").read_text(encoding="utf-8")
    assert re.search(r"^Version: (.+)$", description, re.M)[1] == dagbag.__version__


def test_every_export_is_documented_and_defined():
    folder = r_package_path()
    exports = re.findall(r"^export\((.+)\)$", (folder / "NAMESPACE").read_text(), re.M)
    assert exports == ["move_adj", "result_skeleton", "score", "score_shd", "y.stand"]
    code = "\n".join(path.read_text() for path in sorted((folder / "R").glob("*.R")))
    for name in exports:
        assert "\\examples{" in (folder / "man" / f"{name}.Rd").read_text()
        assert f"\n{name} <- function(" in f"\n{code}"


def test_golden_copies_are_those_of_the_project(request):
    golden = request.path.parent / "golden" / "dagbag"
    copies = sorted((r_package_path() / "tests" / "testthat" / "golden").glob("*.json"))
    assert len(copies) == 4
    for path in copies:
        assert path.read_bytes() == (golden / path.name).read_bytes()


def test_values_of_too_many_digits_are_refused():
    with pytest.raises(
        ValueError, match="value must have at most 6 significant digits, got 0.1234567"
    ):
        r_example._whole(0.1234567)
