"""`migrate --check`: what is compared, how, and what happens when a side fails."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from dagbag.r_compat.bridge import RUnavailable
from dagbag.r_compat.migrate import _engine, _sides, check
from dagbag.r_compat.migrate._compare import difference, summary
from dagbag.r_compat.migrate._describe import describe, variables_of
from dagbag.r_compat.migrate._texts import layout_difference
from dagbag.r_compat.migrate.check import CheckError, run_check
from dagbag.r_compat.rvalues import Environment, NamedArray

from dagbag import score


def same(r, python):
    """Whether a description of R equals a Python value, after a way through JSON."""
    return difference(r, json.loads(json.dumps(describe(python)))) is None


def omitted(r, python):
    """What is not compared of values that are equal."""
    found = []
    assert difference(r, json.loads(json.dumps(describe(python))), found) is None
    return found


def doubles(*values, **more):
    return {
        "type": "double",
        "values": [v if v is None else float(v).hex() for v in values],
        **more,
    }


def integers(*values, **more):
    return {"type": "integer", "values": list(values), **more}


def strings(*values, **more):
    return {"type": "character", "values": list(values), **more}


# Values


def test_a_scalar_is_a_vector_of_one():
    assert same(doubles(2.5), 2.5)
    assert same(doubles(2.5), np.float64(2.5))
    assert same(doubles(2.5), np.array([2.5]))
    assert same(integers(2), 2)
    assert same(doubles(2), 2)
    assert same(strings("a"), "a")
    assert same({"type": "logical", "values": [True]}, np.True_)
    assert same({"type": "NULL"}, None)


def test_rounding_is_no_difference_but_other_digits_are():
    assert same(doubles(0.3), 0.1 + 0.2)
    assert same(doubles(0.0), 1e-17)
    assert not same(doubles(0.3), 0.3001)
    assert not same(doubles(1e-9), 2e-9)


def test_whole_numbers_strings_and_logicals_are_exact():
    assert not same(integers(10**9), 10**9 + 1)
    assert not same(doubles(10**9), 10**9 + 1)
    assert not same(strings("a"), "A")
    assert not same({"type": "logical", "values": [True]}, 1)
    assert not same(integers(1), True)
    assert not same(strings("1"), 1)


def test_missing_values_are_nan_or_none():
    assert same(doubles(1, None), np.array([1, np.nan]))
    assert same(doubles(float("nan")), float("nan"))
    assert same(strings(None), None)
    assert not same(strings("a"), None)
    assert same({"type": "logical", "values": [None]}, float("nan"))
    assert same(strings("a", None), np.array(["a", None], dtype=object))
    assert same(strings("a", None), pd.Series(["a", None]))
    assert same(
        {"type": "logical", "values": [True, None]}, pd.Series([True, None], dtype="boolean")
    )
    assert not same(doubles(1, None), np.array([np.nan, 1]))


def test_infinite_values_are_only_equal_to_themselves():
    assert same(doubles(float("inf")), np.inf)
    assert not same(doubles(float("inf")), -np.inf)
    assert not same(doubles(float("inf")), 1e308)


def test_matrices_are_column_major_and_have_their_shape():
    matrix = np.array([[1, 3, 5], [2, 4, 6]])
    assert same(integers(*range(1, 7), dim=[2, 3]), matrix)
    assert not same(integers(*range(1, 7), dim=[2, 3]), matrix.T)
    assert not same(integers(*range(1, 7), dim=[2, 3]), np.arange(1, 7))
    assert not same(integers(1, 2, dim=[2, 1]), np.array([1, 2]))
    cube = np.arange(24).reshape((2, 3, 4), order="F")
    assert same(integers(*range(24), dim=[2, 3, 4]), cube)


def test_names_are_compared_where_python_has_them():
    named = doubles(1, 2, names=["a", "b"])
    assert same(named, pd.Series([1.0, 2.0], index=["a", "b"]))
    assert not same(named, pd.Series([1.0, 2.0], index=["a", "c"]))
    assert same(named, np.array([1.0, 2.0]))
    assert not same(named, {"a": 1.0, "b": 2.0})
    assert not same(doubles(1, 2), pd.Series([1.0, 2.0], index=["a", "b"]))
    assert same(doubles(1, 2), pd.Series([1.0, 2.0], index=[4, 9]))  # rows that were kept
    matrix = doubles(1, 2, 3, 4, dim=[2, 2], dimnames=[None, ["u", "v"]])
    values = np.array([[1.0, 3.0], [2.0, 4.0]])
    assert same(matrix, NamedArray(values, (None, ["u", "v"])))
    assert not same(matrix, NamedArray(values, (None, ["u", "w"])))
    assert not same(matrix, pd.DataFrame(values, columns=["u", "v"]))


def test_names_that_python_cannot_carry_are_not_compared_and_said():
    assert omitted(doubles(1, names=["a"]), 1.0) == ["names not compared"]
    assert omitted(doubles(1, 2, names=["a", "b"]), np.array([1.0, 2.0])) == ["names not compared"]
    matrix = doubles(1, 2, dim=[1, 2], dimnames=[["r"], ["u", "v"]])
    labelled = NamedArray(np.array([[1.0, 2.0]]), (None, ["u", "v"]))
    assert omitted(matrix, labelled) == ["names not compared"]
    part = {"type": "list", "items": [doubles(1), doubles(2)], "names": ["", "z"]}
    assert omitted(part, [1, 2]) == ["names not compared"]
    assert not same({**part, "names": ["a", "z"]}, [1, 2])


def test_whole_numbers_may_be_of_either_type_and_integers_as_floats_are_said():
    assert omitted(doubles(5), 5) == []
    assert omitted(integers(5), 5.0) == ["integers in R, doubles in Python"]
    assert omitted(integers(5, None), np.array([5.0, np.nan])) == []


def test_nothing_empty_and_missing_are_told_apart():
    null, empty = {"type": "NULL"}, {"type": "list", "items": []}
    assert same(null, None)
    assert not same(null, [])
    assert not same(null, float("nan"))
    assert not same(null, np.array([]))
    assert same(empty, [])
    assert not same(empty, None)
    assert not same(doubles(None), None)  # a missing number is nan
    assert not same({"type": "logical", "values": [None]}, None)
    assert same(strings(None), None)  # missing text is None
    assert not same(doubles(), None)
    assert same(doubles(), np.array([]))
    assert same(strings(), np.array([], dtype=object))
    assert not same(strings(), np.array([]))
    assert not same(doubles(), np.array([], dtype=object))


def test_a_list_is_no_vector():
    assert not same(doubles(1, 2), [1.0, 2.0])
    assert not same({"type": "list", "items": [doubles(1), doubles(2)]}, np.array([1.0, 2.0]))


def test_environments_are_compared_by_their_contents():
    r = {"type": "environment", "items": [doubles(1), strings("u")], "names": ["n", "who"]}
    assert same(r, {"who": "u", "n": 1})
    assert same(r, SimpleNamespace(n=1, who="u"))
    assert not same(r, {"who": "u", "n": 2})
    assert not same(r, {"n": 1})


def test_objects_of_a_class_of_the_script_are_compared_by_all_parts():
    r = {"type": "list", "class": "mine", "items": [doubles(1), doubles(2)], "names": ["a", "b"]}
    assert omitted(r, {"a": 1, "b": 2}) == ["class not compared"]
    assert not same(r, {"a": 1})
    assert not same(r, {"b": 2, "a": 1})
    fit = {**r, "class": "lm", "packaged": True}
    assert omitted(fit, {"a": 1}) == ["class not compared", "only 'a' compared"]


def test_functions_in_lists_are_not_compared_and_said():
    r = {"type": "list", "items": [{"type": "function"}, doubles(1)], "names": ["f", "x"]}
    assert omitted(r, {"f": len, "x": 1}) == ["f (function) not compared"]


def test_a_table_of_counts_is_a_series():
    table = integers(2, 1, dim=[2], dimnames=[["x", "y"]])
    assert same(table, pd.Series([2, 1], index=["x", "y"]))
    assert not same(table, pd.Series([2, 1], index=["y", "x"]))


def test_lists_and_dicts():
    r = {"type": "list", "items": [doubles(1), strings("a", "b")], "names": ["n", "s"]}
    assert same(r, {"n": 1, "s": np.array(["a", "b"])})
    assert not same(r, {"s": np.array(["a", "b"]), "n": 1})
    assert not same(r, {"n": 1})
    assert same({"type": "list", "items": []}, [])
    assert same({"type": "list", "items": [doubles(1), doubles(2)]}, [1.0, 2.0])
    assert not same({"type": "list", "items": [doubles(1), doubles(2)]}, [2.0, 1.0])


def test_objects_are_compared_by_what_both_have():
    fit = {
        "type": "list",
        "class": "lm",
        "packaged": True,
        "names": ["coefficients", "qr"],
        "items": [doubles(1, 2), {"type": "other"}],
    }
    assert same(fit, {"coefficients": np.array([1.0, 2.0])})
    assert not same(fit, {"coefficients": np.array([1.0, 3.0])})
    assert not same(fit, {"slope": 2.0})


def test_data_frames():
    r = {
        "type": "data.frame",
        "items": [integers(1, 2), strings("a", "b")],
        "names": ["k", "s"],
        "height": 2,
    }
    frame = pd.DataFrame({"k": [1, 2], "s": ["a", "b"]})
    assert same(r, frame)
    assert same(r, frame.set_axis([5, 3]))
    assert not same(r, frame[["s", "k"]])
    assert not same(r, frame.head(1))
    assert not same({**r, "rows": ["x", "y"]}, frame.set_axis(["x", "z"]))


def test_factors():
    r = {"type": "factor", "values": ["b", "a", None], "levels": ["a", "b"]}
    assert same(r, pd.Categorical(["b", "a", None], categories=["a", "b"]))
    assert same(r, pd.Series(pd.Categorical(["b", "a", None])))
    assert not same(r, pd.Categorical(["b", "a", None], categories=["b", "a"]))
    assert not same(r, np.array(["b", "a", None], dtype=object))


def test_results_of_dagbag_are_the_lists_of_R():
    result = score(np.random.default_rng(1).normal(size=(20, 3)))
    described = describe(result)
    assert described["names"] == ["bic.ok", "movement", "final.step", "adj.matrix", "delta.min"]
    types = [item["type"] for item in described["items"]]
    assert types == ["integer", "integer", "integer", "integer", "double"]
    assert described["items"][3]["dim"] == [3, 3]


def test_a_value_inside_of_itself_is_not_gone_into_again():
    inside = {"type": "other", "class": "a value inside of itself"}
    place = Environment()
    place["self"], place["n"] = place, 2
    r = {"type": "environment", "names": ["n", "self"],
         "items": [doubles(2), {"type": "other", "class": "environment"}]}  # fmt: skip
    place[".hidden"] = 3
    assert describe(place)["items"] == [{"type": "integer", "values": [2]}, inside]
    assert same(r, place)
    items = [1]
    items.append(items)
    array = np.array([None, "a"], dtype=object)
    array[0] = array
    for value in (items, array):
        assert inside in describe(value)["items"]
        assert not same({"type": "list", "items": [doubles(1), doubles(1)]}, value)
    twice = [1, 2]
    assert describe([twice, twice])["items"] == [describe(twice)] * 2


def test_names_with_blanks_are_printed_above_their_values():
    r = "1 1 1 2 2 1 \n  5  60   7 \n"
    assert layout_difference(r, "1 1     5\n1 2    60\n2 1     7\n") is None
    assert layout_difference(r, "1 1     5\n1 2    61\n2 1     7\n") is not None
    assert layout_difference(r, "1 1     5\n2 1    60\n1 2     7\n") is not None


def test_what_differs_is_told():
    assert difference(doubles(1, 2, 3), describe(np.array([1.0, 2.5, 3.5]))) == (
        "[2]: R has 2, Python 2.5 (and 1 more of 3)"
    )
    assert difference(integers(1, 2, 3, 4, dim=[2, 2]), describe(np.array([[1, 3], [2, 5]]))) == (
        "[2, 2]: R has 4, Python 5"
    )
    assert difference(strings("a"), describe("b")) == "R has 'a', Python 'b'"
    nested = {"type": "list", "items": [doubles(1)], "names": ["n"]}
    assert difference(nested, describe({"n": 2})) == "n: R has 1, Python 2"
    assert difference(doubles(1), describe(np.eye(2))) == "R has 1, Python numbers, 2 x 2"
    assert summary({"type": "list", "items": []}) == "a list of 0"


def test_modules_and_private_names_are_no_variables():
    assert list(variables_of({"np": np, "_x": 1, "f": len, "x": 1})) == ["f", "x"]


# Both sides


def checked(tmp_path, r, python, **options):
    script = tmp_path / "work" / "script.R"
    script.parent.mkdir(exist_ok=True)
    script.write_text(r, encoding="utf-8")
    return run_check(script, python, **{"engine": "reference", **options})


@pytest.mark.r
def test_every_kind_of_value_crosses(tmp_path):
    r = """
n <- 3L; x <- c(0.1, NA, Inf); s <- c("a", NA, "\\u00e9 \\"q\\" \\\\ \\n"); l <- c(TRUE, NA)
v <- c(a = 1, b = 2); m <- matrix(1:6 / 3, 2); nothing <- NULL; empty <- character(0)
k <- list(1, "b", z = list(2)); f <- factor(c("u", "v")); d <- data.frame(i = 1:2, f = f)
tab <- table(c("p", "q", "p")); arr <- array(1:8, c(2, 2, 2)); dotted.name <- 1; class <- 2
"""
    python = """
import numpy as np
import pandas as pd
n = 3
x = np.array([0.1, np.nan, np.inf])
s = np.array(["a", None, '\\u00e9 "q" \\\\ \\n'], dtype=object)
l = np.array([True, None], dtype=object)
v = pd.Series({"a": 1.0, "b": 2.0})
m = (np.arange(1, 7) / 3).reshape((2, 3), order="F")
nothing = None
empty = np.array([], dtype=str)
k = [1, "b", [2]]
f = pd.Categorical(["u", "v"])
d = pd.DataFrame({"i": [1, 2], "f": f})
tab = pd.Series({"p": 2, "q": 1})
arr = np.arange(1, 9).reshape((2, 2, 2), order="F")
dotted_name = 1
class_ = 2
"""
    report = checked(tmp_path, r, python)
    assert report.named("differs") == []
    assert report.named("only in R") == []
    assert report.equal
    assert report.status == 0


@pytest.mark.r
def test_the_table_tells_what_agrees_what_differs_and_what_one_side_has(tmp_path):
    report = checked(
        tmp_path,
        "a <- 1\nb.c <- 2\nonly <- 3\nf <- function(x) x\n",
        "a = 1\nb_c = 3\nhere = 4\ndef f(x):\n    return x\n",
    )
    assert str(report).splitlines() == [
        "1 of 2 variables are equal (numbers to 1e-08, or 1e-12 near 0); 3 not compared.",
        "  R: dagbag is the reference in plain R",
        "  a     equal           1",
        "  b.c   differs         2  R has 2, Python 3",
        "  only  only in R       3",
        "  here  only in Python  4",
        "  functions, not compared: f",
        "  never compared: warnings, colours and layout of plots, files outside of the folder",
    ]
    assert report.status == 1


@pytest.mark.r
def test_names_may_be_given(tmp_path):
    report = checked(
        tmp_path,
        "x.y <- 1\nx_y <- 2\n",
        "x_dot_y = 1\nx_y = 2\n",
        names={"x.y": "x_dot_y", "x_y": "x_y"},
    )
    assert report.named("equal") == ["x_y", "x.y"] or report.named("equal") == ["x.y", "x_y"]


@pytest.mark.r
def test_dagbag_in_R_is_the_reference(tmp_path):
    r = """
suppressPackageStartupMessages(library(dagbag))
data(example)
Y <- example$Y[, 1:6]
set.seed(1)
boot <- dagbag::score(Y, n.boot = 3)
bagged <- score_shd(boot$adj.matrix, alpha = 2)
count <- dagbag:::result_skeleton(bagged$adj.matrix, example$true.ske[1:6, 1:6])
steps <- length(move_adj(6, bagged$movement))
S <- y.stand(Y)
"""
    python = """
import dagbag
import numpy as np
from dagbag.r_compat.helpers import move_adj, result_skeleton, y_stand
Y = dagbag.load_example().Y[:, :6]
truth = dagbag.load_example().adjacency[:6, :6]
dagbag.set_seed(1)
boot = dagbag.score(Y, n_boot=3)
bagged = dagbag.score_shd(boot, alpha=2)
count = np.array(result_skeleton(bagged.adj_matrix, truth))
steps = len(move_adj(6, bagged.movement))
S = y_stand(Y)
"""
    report = checked(tmp_path, r, python)
    assert report.named("differs") == []
    assert report.named("equal") == ["bagged", "boot", "count", "S", "steps", "Y"]


@pytest.mark.r
def test_what_is_random_in_R_is_not_compared(tmp_path):
    report = checked(
        tmp_path, "u <- runif(1)\nt <- Sys.time()\nx <- 1\n", "u = 0.5\nt = 1\nx = 2\n"
    )
    verdicts = {v.name: (v.verdict, v.remark) for v in report.variables}
    assert verdicts["u"] == ("not compared", "R gives another one every time")
    assert verdicts["t"] == ("not compared", "R has a POSIXct")
    assert verdicts["x"] == ("differs", "R has 1, Python 2")


@pytest.mark.r
def test_files_are_written_to_copies(tmp_path):
    (tmp_path / "work" / "sub").mkdir(parents=True)
    (tmp_path / "work" / "sub" / "in.txt").write_text("7")
    (tmp_path / "work" / ".hidden").mkdir()
    report = checked(
        tmp_path,
        'x <- scan("sub/in.txt", quiet = TRUE)\ncat(1, file = "out.txt")\ny <- file.exists(".hidden")\n',
        "from pathlib import Path\nx = int(Path('sub/in.txt').read_text())\n"
        "Path('out.txt').write_text('1')\ny = Path('.hidden').exists()\n",
    )
    assert report.equal
    assert sorted(p.name for p in (tmp_path / "work").iterdir()) == [".hidden", "script.R", "sub"]


@pytest.mark.r
def test_an_error_ends_a_side_and_what_was_defined_before_is_compared(tmp_path):
    report = checked(tmp_path, "x <- 1\n\nstop('no more')\ny <- 2\n", "x = 1\ny = 2\n")
    assert report.r_failure.startswith("line 3: no more")
    assert report.named("equal") == ["x"]
    assert report.named("only in Python") == ["y"]
    assert report.status == 2
    assert "  R stopped: line 3: no more" in str(report)

    report = checked(tmp_path, "x <- 1\n", "x = 1\nraise ValueError('odd')\n")
    assert report.python_failure == "line 2: ValueError: odd"
    assert report.status == 1

    report = checked(tmp_path, "x <- 1\n", "x = = 1\n")
    assert report.python_failure == "line 1: SyntaxError: invalid syntax"

    report = checked(tmp_path, "x <- (1\n", "x = 1\n")
    assert "unexpected end of input" in report.r_failure


@pytest.mark.r
def test_quit_ends_a_script_with_its_variables(tmp_path):
    report = checked(
        tmp_path, "x <- 1\nquit(status = 3)\ny <- 1\n", "import sys\nx = 1\nsys.exit(3)\n"
    )
    assert report.equal
    assert report.named("equal") == ["x"]


@pytest.mark.r
def test_a_script_may_redefine_functions_of_R(tmp_path):
    report = checked(
        tmp_path, "paste0 <- function(...) stop()\nquoted <- 1\nls <- 2\n", "quoted = 1\nls = 2\n"
    )
    assert report.named("equal") == ["ls", "quoted"]
    assert report.equal


@pytest.mark.r
@pytest.mark.parametrize("slow", ["R", "Python"])
def test_a_timeout_is_told_and_ends_both(tmp_path, slow):
    r = "Sys.sleep(60)\n" if slow == "R" else "x <- 1\n"
    python = "import time\ntime.sleep(60)\n" if slow == "Python" else "x = 1\n"
    start = time.monotonic()
    with pytest.raises(CheckError, match=f"^{slow} took longer than 5 seconds and was ended$"):
        checked(tmp_path, r, python, timeout=5)
    assert time.monotonic() - start < 30


@pytest.mark.r
def test_a_crash_is_told(tmp_path):
    with pytest.raises(
        CheckError, match="^Python was killed by SIGKILL; the last it said: almost$"
    ):
        checked(
            tmp_path,
            "x <- 1\n",
            "import os\nprint('almost', flush=True)\nos.kill(os.getpid(), 9)\n",
        )


@pytest.mark.r
def test_an_interrupt_leaves_no_process_behind(tmp_path):
    script = tmp_path / "script.R"
    mark = tmp_path / "pid"
    script.write_text(f'cat(Sys.getpid(), file = "{mark}")\nSys.sleep(60)\n')
    code = (
        "from pathlib import Path; from dagbag.r_compat.migrate.check import run_check; "
        f"run_check(Path({str(script)!r}), 'x = 1', engine='reference')"
    )
    caller = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.DEVNULL)
    patience = threading.Timer(60, caller.kill)
    patience.start()
    while not (mark.exists() and mark.read_text()) and caller.poll() is None:
        time.sleep(0.05)
    pid = int(mark.read_text())
    caller.send_signal(signal.SIGINT)
    caller.wait()
    patience.cancel()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_without_R_it_says_how_to_get_it(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("R_HOME", raising=False)
    with pytest.raises(RUnavailable, match="R was not found.*install R"):
        checked(tmp_path, "x <- 1\n", "x = 1\n")


@pytest.mark.r
def test_the_package_is_asked_for_in_vain(tmp_path, monkeypatch):
    monkeypatch.setattr(_engine, "package_state", lambda: "absent")
    with pytest.raises(RUnavailable, match="R's library has no package dagbag"):
        checked(tmp_path, "x <- 1\n", "x = 1\n", engine="package")
    assert checked(tmp_path, "x <- 1\n", "x = 1\n", engine="auto").engine == "reference"


def test_a_folder_that_is_too_large_is_not_copied(tmp_path, monkeypatch):
    monkeypatch.setattr(_sides, "_MAX_COPY", 10)
    (tmp_path / "data.csv").write_text("x" * 100)
    with pytest.raises(CheckError, match="GB of files: move the script"):
        _sides._copy(tmp_path, tmp_path / "copy")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_scripts_are_read_in_any_encoding(tmp_path, encoding):
    script = tmp_path / "script.R"
    script.write_bytes("x <- 'é'\r\ny <- 1\r".encode(encoding))
    assert check.read_script(script) == "x <- 'é'\ny <- 1\n"
