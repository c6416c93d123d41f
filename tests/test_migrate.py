"""The translator: what it writes, what it refuses, and R's values at run time."""

import ast
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from dagbag.r_compat import r_package_path
from dagbag.r_compat import rvalues as rv
from dagbag.r_compat.__main__ import main
from dagbag.r_compat.migrate import MigrateError, migrate
from dagbag.r_compat.migrate import _rast as r
from dagbag.r_compat.migrate._dagbag import Signature, called
from dagbag.r_compat.migrate._functions import Table, match_arguments
from dagbag.r_compat.migrate._kinds import DOUBLES, INTEGER, NEVER, Kind, constant, join, widen
from dagbag.r_compat.migrate._parse import parse
from dagbag.r_compat.migrate._pyexpr import Refused, fill, name, plus, text_of
from dagbag.r_compat.r_example import ANOTHER_EXAMPLE

import dagbag


def lines(text):
    """The statements of a translation, without imports."""
    done = migrate(text, strict=True)
    assert not done.refused, done.report()
    return [
        line
        for line in done.python.splitlines()
        if line and not line.startswith(("import ", "from ", "np.seterr", "# Note:"))
    ]


def last(text):
    return lines(text)[-1]


def run(text):
    """The variables that a translation defines."""
    done = migrate(text, strict=True)
    assert not done.refused, done.report()
    variables = {}
    exec(compile(done.python, "translation", "exec"), variables)
    return variables


X = "x <- c(5, 2, 8, 1)\n"
M = "m <- matrix(1:6, nrow = 2)\n"
UNKNOWN = "f <- function(x, y) {\n  %s\n}\n"


# What is written


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("n <- 5", "n = 5"),
        ("5 -> n", "n = 5"),
        ("n = 5L", "n = 5"),
        ("x <- c(1, 2.5)", "x = np.array([1.0, 2.5])"),
        ("x <- c(TRUE, FALSE)", "x = np.array([True, False])"),
        ('x <- c("a", "b")', 'x = np.array(["a", "b"], dtype=object)'),
        ("x <- 1:10", "x = np.arange(1, 11)"),
        ("x <- 10:1", "x = np.arange(10, 0, -1)"),
        ("x <- numeric(3)", "x = np.zeros(3)"),
        ("x <- rep(0.5, 4)", "x = np.full(4, 0.5)"),
        ("x <- seq(0, 1, length.out = 5)", "x = np.linspace(0, 1, 5)"),
        ("m <- matrix(0, 2, 3)", "m = np.zeros((2, 3))"),
        ("m <- matrix(1:6, 2)", 'm = np.arange(1, 7).reshape((2, -1), order="F")'),
        ("m <- matrix(1:6, 2, byrow = TRUE)", "m = np.arange(1, 7).reshape((2, -1))"),
        ("m <- diag(3)", "m = np.eye(3)"),
        ("a <- array(0, c(2, 3, 4))", "a = np.zeros((2, 3, 4))"),
        ("l <- list(a = 1, b = 'x')", 'l_ = {"a": 1, "b": "x"}'),
        ("y <- 7 %/% 2 + 7 %% 2", "y = 7 // 2 + 7 % 2"),
        ("y <- -2^2", "y = -(2**2)"),
        ("y <- TRUE && !FALSE", "y = True and (not False)"),
        ("my.var <- 1", "my_var = 1"),
        ("lambda <- 1", "lambda_ = 1"),
        ("s <- paste0('a', 1)", 's = "a1"'),
    ],
)
def test_values_are_idiomatic(source, expected):
    assert last(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("y <- x[1]", "y = x[0]"),
        ("y <- x[2:3]", "y = x[1:3]"),
        ("y <- x[-1]", "y = x[1:]"),
        ("y <- x[-length(x)]", "y = x[:-1]"),
        ("y <- x[length(x)]", "y = x[-1]"),
        ("y <- x[c(1, 3)]", "y = x[[0, 2]]"),
        ("y <- x[-c(1, 3)]", "y = np.delete(x, [0, 2])"),
        ("y <- x[x > 2]", "y = x[x > 2]"),
        ("y <- x[order(x)]", 'y = x[np.argsort(x, kind="stable")]'),
        ("y <- x[which(x > 2)]", "y = x[np.flatnonzero(x > 2)]"),
        ("y <- rev(x)", "y = x[::-1]"),
        ("y <- sum(x^2)", "y = rv.sum_(x**2)"),
        ("y <- sd(x)", "y = rv.sd(x)"),
        ("y <- which.max(x)", "y = np.argmax(x) + 1"),
        ("y <- ifelse(x > 2, x, 0)", "y = np.where(x > 2, x, 0)"),
        ("y <- sapply(x, function(v) v / 2)", "y = np.array([v / 2 for v in x])"),
        ("y <- head(x, 2)", "y = x[:2]"),
        ("y <- 3 %in% x", "y = 3 in x"),
        ("x[2] <- 0", "x[1] = 0"),
        ("x[x > 2] <- 0", "x[x > 2] = 0"),
    ],
)
def test_vectors_are_indexed_as_in_numpy(source, expected):
    assert last(X + source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("y <- m[1, 2]", "y = m[0, 1]"),
        ("y <- m[1, ]", "y = m[0, :]"),
        ("y <- m[, 2:3]", "y = m[:, 1:3]"),
        ("y <- m[, -1]", "y = np.delete(m, 0, axis=1)"),
        ("y <- m[1, , drop = FALSE]", "y = m[:1, :]"),
        ("y <- m[c(1, 2), c(1, 3)]", "y = m[np.ix_([0, 1], [0, 2])]"),
        ("y <- m[m > 2]", "y = m.T[(m > 2).T]"),
        ("y <- t(m) %*% m", "y = m.T @ m"),
        ("y <- m * c(1, 10)", "y = m * np.array([1.0, 10.0])[:, np.newaxis]"),
        ("y <- rowSums(m)", "y = m.sum(axis=1)"),
        ("y <- apply(m, 2, max)", "y = m.max(axis=0)"),
        ("y <- nrow(m)", "y = m.shape[0]"),
        ("m[1, ] <- 0L", "m[0, :] = 0"),
    ],
)
def test_matrices_are_indexed_as_in_numpy(source, expected):
    assert last(M + source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("for (i in 1:3) y <- i", ["for i in range(1, 4):", "    y = i"]),
        ("for (i in seq_len(4)) y <- i", ["for i in range(1, 5):", "    y = i"]),
        ("for (i in 3:1) y <- i", ["for i in range(3, 0, -1):", "    y = i"]),
        ("k <- 0\nwhile (k < 3) k <- k + 1", ["k = 0", "while k < 3:", "    k += 1"]),
        (
            "k <- 0\nrepeat { k <- k + 1; if (k > 3) break }",
            ["k = 0", "while True:", "    k += 1", "    if k > 3:", "        break"],
        ),
        (
            "f <- function(a, b = 2) a * b\ny <- f(3)",
            ["def f(a, b=2):", "    return a * b", "y = f(3)"],
        ),
        (
            "f <- function(x, n = length(x)) n\ny <- f(c(1, 2))",
            [
                "def f(x, n=None):",
                "    if n is None:",
                "        n = len(x)",
                "    return n",
                "y = f(np.array([1.0, 2.0]))",
            ],
        ),
        (
            "n <- 3\nif (n > 2) { y <- 1 } else if (n > 1) { y <- 2 } else { y <- 3 }",
            ["n = 3", "if n > 2:", "    y = 1", "elif n > 1:", "    y = 2", "else:", "    y = 3"],
        ),
        ("n <- 3\ny <- if (n > 2) 1 else 0", ["n = 3", "y = 1 if n > 2 else 0"]),
        ('stop("no")', ['raise RuntimeError("no")']),
        (
            'm <- c("a", "b")\nwriteLines(m)',
            ['m = np.array(["a", "b"], dtype=object)', 'print(*m, sep="\\n")'],
        ),
        (
            "f <- function(Y, ...) score(Y, ...)\nr <- f(matrix(0, 3, 2), threshold = 5)",
            [
                "def f(Y, threshold):",
                "    return dagbag.score(Y, threshold=threshold)",
                "r = f(np.zeros((3, 2)), threshold=5)",
            ],
        ),
    ],
)
def test_control_flow(source, expected):
    assert lines(source) == expected


def test_arguments_of_dagbag_are_mapped_by_name_place_and_part():
    text = "library(dagbag)\ndata(example)\nY <- example$Y[, 1:5]\n"
    assert last(text + "r <- score(Y, 10, max.st = 200, thresh = 0)") == (
        "r = dagbag.score(Y, n_boot=10, threshold=0, max_step=200)"
    )
    assert last(text + "r <- score(Y)\nA <- r$adj.matrix") == "A = r.adj_matrix"
    done = last(text + "b <- score(Y, n.boot = 5)\nA <- score_shd(b$adj.matrix, 0.5)$adj.m")
    assert done == "A = dagbag.score_shd(b.adj_matrix, alpha=0.5).adj_matrix"


def test_components_of_a_result_are_those_of_r_by_number():
    text = "library(dagbag)\ndata(example)\nY <- example$Y[, 1:5]\nfit <- score(Y)\n"
    assert last(text + "A <- fit[[4]]") == "A = fit.adj_matrix"
    assert last(text + "d <- fit[[5]]") == "d = fit.delta_min"
    boot = text + "boot <- score(Y, n.boot = 5)\n"
    assert last(boot + "A <- boot[[1]]") == "A = boot.adj_matrix.astype(int)"
    assert last(boot + "m <- score_shd(boot[[1]])[[1]]") == (
        "m = dagbag.score_shd(boot.adj_matrix).movement"
    )
    found = run(
        text + "n <- names(fit)\nd <- lapply(fit, dim)\ns <- fit[c(1, 3)]\nk <- 4\n"
        "for (j in 4) A <- fit[[j]]"
    )
    names = ["bic.ok", "movement", "final.step", "adj.matrix", "delta.min"]
    assert found["n"].tolist() == list(found["d"]) == names
    assert [None if size is None else list(size) for size in found["d"].values()] == [
        None,
        [500, 3],
        None,
        [5, 5],
        None,
    ]
    assert list(found["s"]) == ["bic.ok", "final.step"]
    assert found["A"].shape == (5, 5)


def test_data_example_is_another_data_set_and_says_so(capsys):
    done = migrate("data(example)")
    assert [note.text for note in done.notes] == [ANOTHER_EXAMPLE]
    assert "bridge.example()" in ANOTHER_EXAMPLE
    example = run("data(example)")["example"]
    assert capsys.readouterr().err == f"{ANOTHER_EXAMPLE}\n"
    assert [example[name].dtype.kind for name in ("Y", "true.dir", "true.ske")] == ["f", "f", "b"]
    script = r_package_path() / "data" / "example.R"
    assert "message(" in script.read_text(encoding="utf-8")


def test_random_numbers_are_rs():
    found = run("set.seed(1)\nu <- runif(2)\nz <- rnorm(2)\ns <- sample(5)\nw <- sample(3, 1)")
    assert found["u"] == pytest.approx([0.2655087, 0.3721239])
    assert found["s"].tolist() == sorted(found["s"].tolist(), key=found["s"].tolist().index)
    assert np.ndim(found["w"]) == 0


def test_comments_and_blank_lines_are_kept():
    text = (
        "# head\n\nx <- 1  # one\n\n# two\ny <- 2\nf <- function() {\n  # inside\n  3\n}\n# end\n"
    )
    written = migrate(text).python
    for comment in ("# head", "# one", "# two", "# inside", "# end"):
        assert written.count(comment) == 1
    assert "x = 1  # one\n\n# two\ny = 2" in written


def test_output_is_formatted():
    text = "library(dagbag)\n" + X + M + "plot(x)\nprint(paste(x, collapse = ' + '))\n"
    written = migrate(text).python
    for command in (["format", "--check"], ["check"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *command, "--isolated", "--line-length", "100", "-"],
            input=written.encode(),
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout.decode()


# Rounds and kinds


def test_copies_are_made_where_an_alias_would_change():
    found = run("x <- c(1, 2)\ny <- x\ny[1] <- 9\nl <- list(a = x)\nx[2] <- 7")
    assert found["x"].tolist() == [1, 7]
    assert found["y"].tolist() == [9, 2]
    assert found["l_"]["a"].tolist() == [1, 2]
    found = run("f <- function(v) { v[1] <- 0; v }\nx <- c(1, 2)\ny <- f(x)")
    assert found["x"].tolist() == [1, 2]


def test_views_of_a_matrix_are_copied_before_it_changes():
    found = run("m <- matrix(0, 2, 2)\nr <- m[1, ]\nm[1, 1] <- 5")
    assert found["r"].tolist() == [0, 0]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x <- c()\nfor (i in 1:3) x <- c(x, i * 2)", [2, 4, 6]),
        ("x <- NULL\nfor (i in 1:3) x[i] <- i^2", [1, 4, 9]),
        ("x <- numeric(0)\nx[length(x) + 1] <- 4", [4]),
        ("x <- list()\nfor (i in 1:2) x[[length(x) + 1]] <- i", [1, 2]),
        ("x <- vector('list', 2)\nfor (i in 1:2) x[[i]] <- i", [1, 2]),
        ("x <- 1:3\nx[2] <- 2.5", [1, 2.5, 3]),
        ("x <- c(1, 2)\nx[4] <- 9", [1, 2, float("nan"), 9]),
    ],
)
def test_vectors_and_lists_grow_and_change_their_mode(source, expected):
    np.testing.assert_allclose(run(source)["x"], expected)


def test_lists_with_names_grow():
    found = run('x <- list()\nx$a <- 1\nx[["b"]] <- 2\nx$a <- NULL')
    assert found["x"] == {"b": 2}


def test_a_function_changes_its_own_copy_of_an_outer_variable():
    found = run("x <- c(1, 2)\nf <- function() { x[1] <- 9; x }\ny <- f()")
    assert found["x"].tolist() == [1, 2]
    assert found["y"].tolist() == [9, 2]


def test_what_is_put_into_a_list_is_copied_if_lists_change_within():
    found = run(
        "m <- matrix(0, 2, 2)\na <- list(m = m)\na$m[1, 1] <- 5\nb <- list(m, m)\nb[[1]][1, 2] <- 3"
    )
    assert found["m"].sum() == 0
    assert found["a"]["m"].sum() == 5
    assert found["b"][1].sum() == 0


def test_the_variable_of_a_handler_outlives_it():
    found = run('e <- tryCatch(stop("bad"), error = function(e) conditionMessage(e))')
    assert found["e"] == "bad"


def test_models_are_used_by_their_parts():
    done = migrate(
        "x <- c(0, 1, 2)\nfit <- lm(c(1, 3, 5) ~ x)\nb <- coef(fit)\nq <- qr(cbind(1, x))"
    )
    assert done.names["fit"] == "fit"
    assert "q" not in done.names
    variables = {}
    exec(done.python, variables)
    np.testing.assert_allclose(variables["b"], [1, 2])


def test_closures_change_outer_variables():
    text = """
counter <- function() {
  count <- 0
  function() {
    count <<- count + 1
    count
  }
}
tick <- counter()
tick()
second <- tick()
total <- 0
add <- function(k) total <<- total + k
add(5)
"""
    found = run(text)
    assert (found["second"], found["total"]) == (2, 5)


def test_functions_made_in_a_loop_of_lapply_keep_their_element():
    found = run("fs <- lapply(1:3, function(i) function(x) x + i)\ny <- fs[[1]](10)")
    assert found["y"] == 11


def test_a_local_variable_may_begin_as_a_global_one():
    found = run("n <- 3\nf <- function() { n <- n + 1; n }\ny <- f()")
    assert (found["n"], found["y"]) == (3, 4)


def test_kinds_join_to_what_holds_for_both():
    one, two = constant(1, "double"), constant(2, "double")
    both = join(one, two)
    assert (both.const, both.low, both.high) == (None, 1, 2)
    assert join(NEVER, one) == one
    assert join(DOUBLES, INTEGER).shape == "atomic"
    assert join(Kind("list", item=one), Kind("frame")).shape == "any"
    assert widen(one, both).low == 1
    assert widen(both, join(both, constant(0, "double"))).low is None


def test_arguments_match_as_in_r():
    span = r.Span(1, 1, 0, 0)
    arg = r.Arg("th", r.Num(span, 1.0))
    assert "threshold" in match_arguments("f", ("Y", "threshold"), [arg])[0]
    with pytest.raises(Refused, match="could be"):
        match_arguments("f", ("threshold", "thresher"), [arg])
    with pytest.raises(Refused, match="at most 1"):
        match_arguments("f", ("x",), [r.Arg(None, arg.value)] * 2)
    _, dots = match_arguments("f", ("...", "sep"), [r.Arg("se", arg.value)])
    assert dots[0].name == "se"


def test_expressions_are_put_together_with_their_parentheses():
    total = fill("A * B", A=fill("X + Y", X=name("x"), Y=name("y")), B=name("z"))
    assert total.text == "(x + y) * z"
    assert plus(plus(name("i"), -1), -1).text == "i - 2"
    assert plus(plus(name("i"), -1), 1).text == "i"


def test_another_package_is_another_table():
    table = Table("other")
    signature = Signature("other.fit", (("x", "x"), ("n.iter", "n_iter")), frozenset({"n.iter"}))

    @table("fit", "x", "n.iter")
    def _fit(_, **given):
        return called(signature, given, Kind("any"))

    done = migrate("library(other)\nx <- c(1, 2)\nr <- fit(x, n.it = 5)", tables=[table])
    assert not done.refused
    assert "r = other.fit(x, n_iter=5)" in done.python


# What is refused, and how


def test_refused_statements_stay_as_marked_comments():
    text = "x <- 1\nm <- foo(y ~ x)\nprint(coef(m))\nz <- x + 1\n"
    done = migrate(text)
    assert [item.line for item in done.refused] == [2]
    assert "# NOT TRANSLATED (line 2):" in done.python
    assert "# R: m <- foo(y ~ x)" in done.python
    assert "# 1 of 4 statements of the R script was not translated:" in done.python
    assert "z = x + 1" in done.python
    assert done.translated == 0.75
    assert "line 3 waits for it" in done.report()


def test_what_depends_on_a_refused_statement_waits_as_a_comment():
    done = migrate("x <- 1\nx <- foo(x)\ny <- x + 1\nz <- 2\nw <- bar(y)\nv <- c(y, w)")
    assert [item.line for item in done.refused] == [2, 5]
    assert [(item.line, item.roots) for item in done.waiting] == [(3, (2,)), (6, (2, 5))]
    assert "# y = rv.add(x, 1)" in done.python
    assert done.waiting_statements == 2
    variables = {}
    exec(done.python, variables)
    assert "x" not in variables
    assert variables["z"] == 2


@pytest.mark.parametrize(
    ("body", "runs"),
    [
        ("state$k <- x; x + 1", True),
        ('state[["log"]] <- c(state[["log"]], x); x + 1', True),
        ("if (x > 3) state$k <- x; x + 1", True),
        ("state$k <- x; state$k + 1", False),
        ("state[1] <- x; g <- function() state[1]; g() + 1", False),
    ],
)
def test_functions_that_change_what_a_refused_statement_makes_wait_for_it(body, runs):
    text = f"state <- foo(1)\nf <- function(x) {{ {body} }}\ny <- f(2)\nz <- tryCatch(f(2), error = function(e) 0)"
    done = migrate(text)
    assert {item.line for item in done.refused} == {1}
    assert all(item.roots == (1,) for item in done.waiting)
    assert 4 in {item.line for item in done.waiting}
    variables = {}
    exec(done.python, variables)
    assert variables.get("y") == (3 if runs else None)


@pytest.mark.parametrize(
    "text",
    [
        "library(dagbagM)\nr <- score_shd(x)",
        "library(dagbag)\nlibrary(dagbagM)\nr <- score_shd(x)",
        "suppressMessages(require(dagbagM))\nf <- function(b) score_shd(b)\nr <- f(x)",
        "r <- dagbagM::score_shd(x)",
    ],
)
def test_functions_of_an_unknown_package_are_not_taken_for_those_of_another(text):
    done = migrate("x <- array(0, c(3, 3, 2))\n" + text)
    assert "score_shd(" not in "".join(
        line for line in done.python.splitlines() if not line.startswith(("#", "    #"))
    )
    assert any("score_shd" in item.code for item in done.refused)


def test_the_package_that_is_named_or_attached_last_is_meant():
    text = "x <- array(0, c(3, 3, 2))\nlibrary(dagbagM)\nlibrary(dagbag)\nr <- score_shd(x)"
    assert "r = dagbag.score_shd(x)" in migrate(text).python
    text = "x <- array(0, c(3, 3, 2))\nlibrary(dagbagM)\nr <- dagbag::score_shd(x)"
    assert "r = dagbag.score_shd(x)" in migrate(text).python


def test_functions_that_an_attached_package_hides_are_refused():
    done = migrate("library(dplyr)\ny <- setdiff(1:3, 2)\nz <- base::setdiff(1:3, 2)")
    assert [item.line for item in done.refused] == [2]
    done = migrate("library(dagbag)\nlibrary(bnlearn)\ny <- score(x)")
    assert [item.line for item in done.refused] == [3]


def test_functions_that_an_unknown_package_might_hide_are_noted():
    done = migrate("library(dagbag)\nlibrary(pheatmap)\ny <- score(x)\npheatmap(y)")
    assert [item.line for item in done.refused] == [4]
    assert any("not one of pheatmap" in note.text for note in done.notes)


def test_variables_of_the_workspace_are_noted_and_named_in_the_header():
    done = migrate("y <- undefined + 1\nf <- function(a) a + other.one\nz <- f(2)")
    assert not done.refused
    assert [note.line for note in done.notes] == [1, 2]
    assert "must be defined before" in done.notes[0].text
    assert "# Defined before, as in R's workspace: other_one, undefined" in done.python
    variables = {"undefined": 3, "other_one": 4}
    exec(done.python, variables)
    assert (variables["y"], variables["z"]) == (4, 6)
    assert "R's own" in migrate("x <- iris").refused[0].reason


def test_a_value_that_was_refused_is_not_consumed():
    text = "run <- function(Y) { x <- foo(Y); x }\nr <- sapply(1:3, function(k) sum(run(k)))"
    done = migrate(text)
    assert [item.line for item in done.refused] == [1]
    assert [item.line for item in done.waiting] == [1, 2]
    variables = {}
    exec(done.python, variables)
    assert "r" not in variables


def test_results_depend_on_what_is_handed_on():
    text = "library(dagbag)\nrun <- function(Y, ...) score(Y, ...)\nY <- matrix(0, 9, 3)\n"
    text += "b <- run(Y, n.boot = 5)\nA <- score_shd(b$adj.matrix)$adj.matrix\n"
    text += "one <- do.call(score, list(Y = Y, n.boot = 10))\ns <- run(Y)$adj.matrix"
    written = lines(text)
    assert "    return dagbag.score(Y, n_boot=n_boot)" in written
    assert "one = dagbag.score(Y, n_boot=10)" in written
    assert "A = dagbag.score_shd(b.adj_matrix).adj_matrix" in written
    assert "s = run(Y).adj_matrix" in written


def test_a_loop_is_refused_whole_if_its_end_is_not_translated():
    done = migrate("k <- 0\nrepeat {\n  k <- k + 1\n  if (foo(k)) break\n}\n")
    assert [item.line for item in done.refused] == [2]
    ast.parse(done.python)


def test_a_refused_value_of_a_function_is_waited_for_where_it_is_used():
    done = migrate("f <- function(x) {\n  y <- x + 1\n  foo(y)\n}\nf(1)\nz <- f(2)\n")
    assert [item.line for item in done.refused] == [3]
    assert [(item.line, item.roots) for item in done.waiting] == [(6, (3,))]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("x <- foo(rnorm(3))\ny <- runif(2)\nset.seed(2)\nz <- runif(2)", [1, 2]),
        ("f <- function() rnorm(1)\nx <- foo(f())\ny <- f()\nset.seed(2)\nz <- f()", [2, 3]),
        ("for (i in 1:3) {\n  x <- rnorm(1)\n  y <- foo(runif(1))\n}\nz <- runif(1)", [2, 3, 5]),
        ("f <- function() {\n  x <- foo(rnorm(1))\n  2\n}\ny <- f()\nz <- rnorm(1)", [2, 6]),
        ("x <- foo(rnorm(1))\nif (2 > 1) set.seed(1)\ny <- rnorm(1)", [1, 3]),
        ("x <- foo(runif(1))\nf <- function(k) {\n  set.seed(k)\n  runif(1)\n}\ny <- f(1)", [1]),
        ("x <- foo(2)\ny <- runif(1)", [1]),
    ],
)
def test_draws_after_one_that_was_not_translated_are_refused(text, lines):
    done = migrate(text)
    assert sorted(item.line for item in done.refused + done.waiting) == lines, done.python


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ('saveRDS(foo(1), "a.rds")\nx <- file.exists("a.rds")\ny <- file.exists("b.rds")', [1, 2]),
        ('cat(foo(1), file = p)\nx <- readLines("a.txt")', [1, 2]),
        ('writeLines(foo(1), "a.txt")\nwriteLines("b", "a.txt")\nx <- readLines("a.txt")', [1]),
        ('g <- function() readLines("a.txt")\ncat(foo(1), file = "a.txt")\nx <- g()', [2, 3]),
    ],
)
def test_files_of_statements_that_were_not_translated_are_not_read(text, lines):
    done = migrate(text)
    assert sorted(item.line for item in done.refused + done.waiting) == lines, done.python


def test_what_a_refused_call_would_have_changed_is_lost():
    done = migrate("n <- 0\nadd <- function(k) n <<- n + k\nadd(foo(2))\nm <- n + 1\n")
    assert sorted(item.line for item in done.refused + done.waiting) == [2, 3, 4], done.python


def test_draws_after_another_generator_wait_for_it():
    done = migrate('RNGkind("Wichmann-Hill")\nset.seed(1)\nx <- rexp(2)\ny <- runif(1)')
    assert [item.line for item in done.refused] == [1]
    assert [(item.line, item.roots) for item in done.waiting] == [(3, (1,)), (4, (1,))]


def test_draws_after_a_seed_that_was_refused_wait_for_it():
    done = migrate("set.seed(eval(x))\ny <- rbinom(2, 1, 0.5)\nset.seed(1)\nz <- runif(1)")
    assert [item.line for item in done.waiting] == [2]


def test_draws_with_plain_parameters_are_plain():
    text = "n <- 5\na <- rbinom(n, 1, 0.5)\nb <- rgamma(n, 2, scale = 3)\nd <- sample(n, 2, prob = 5:1)"
    assert "rv." not in migrate(text).python


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x <- (1", "syntax error"),
        ("fooplot(d)", "is not known"),
        ("foo::bar(1)", "the package foo is not known"),
        ("y ~ x[1, ]", "this formula"),
        ("x <- 1i", "complex"),
        ('RNGkind("Wichmann-Hill")', "generators"),
        ('set.seed(1, normal.kind = "Box-Muller")', "normal.kind"),
        ("rnbinom(3, 2)", "one of prob and mu"),
        ("eval(x)", "program itself"),
        ("x@slot", "slots"),
        ("ftable(a ~ b)", "use table"),
        ('regexec(foo(1), "a")', "positions of matches"),
        ('m <- regexpr("a", "b")\nx <- regmatches("b", m)', "regmatches() is translated with"),
        ("d <- data.frame(a = 1)\nwithin(d, b <- a)", "not assigned to a variable"),
        ("f.a <- function(x) NextMethod(foo(1))", "NextMethod() outside"),
        ("seq(1, 2, 3, 4, 5, 6)", "seq() with further arguments"),
        ('x <- "a" + 1', "of text is an error"),
        ("x <- simplify2array(c(1, 2))", "of what is no list"),
        ("x <- c(u = 1, v = 2)\ny <- modifyList(x, list(u = 3))", "modifyList() of a vector"),
        ("x <- `a b` + 1", "is defined nowhere"),
    ],
)
def test_reasons(text, reason):
    done = migrate(text)
    assert done.refused
    assert reason in done.refused[0].reason
    ast.parse(done.python)


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n", "\ufeffx <- 1\r\ny <- 2\r\n"])
def test_nearly_empty_scripts(text):
    done = migrate(text)
    assert not done.refused
    ast.parse(done.python)


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("data(example)\nr <- score(example$Y[, 1:5], max.step = 9)", "max.step"),
        ("data(example)\nr <- score(example$Y[, 1:5], shuffle = TRUE)", "shuffle"),
        ("data(example)\nr <- score(example$Y[, 1:5])\nm <- r$movement", "count from 1"),
        ("Y <- as.matrix(read.csv('x.csv'))\nr <- score(Y)", "names of the columns"),
        ("l <- list(alpha = 1)\ny <- l$al", "short for"),
        ("x <- T", "T and F"),
        ("f <- function(x) for (i in 1:length(x)) print(i)\nf(sort(unique(c(1, 2))))", "count up"),
    ],
)
def test_traps_become_notes(text, note):
    found = migrate(text).notes
    assert any(note in item.text for item in found), found


def test_the_language_of_days_is_noted_once():
    done = migrate("d <- as.Date('2024-03-01')\na <- weekdays(d)\nb <- months(d)")
    assert len([note for note in done.notes if "English" in note.text]) == 1, done.notes


@pytest.mark.parametrize(
    ("text", "python"),
    [
        ("x <- c(1, 2, 4, 7)\np <- t.test(x)$p.value", 'p = rstats.t_test(x)["p.value"]'),
        (
            "f <- function(n) {\n  x <- numeric(n)\n  x[1:n]\n}\ny <- f(3)\nz <- f(5)",
            "return x[:n]",
        ),
        ("x <- sum(c(1, 2)) / 0", "x = rv.sum_(np.array([1.0, 2.0])) / 0"),
        ('x <- paste0("x", 1:3)', 'x = np.array([f"x{k}" for k in range(1, 4)], dtype=object)'),
        ("x <- Reduce(function(a, b) a + b, 1:5)", "reduce(lambda a, b: a + b, np.arange(1, 6))"),
        ('x <- c(a = 1)\nx[["b"]] <- 2\ny <- x * 2', "y = x * 2"),
        ('x <- sample(c("u", "v"), 2)\ny <- x == c("u", "u")', "y = x == np.array("),
        (
            'u <- runif(1) > 0.5\nf <- if (u) function(x) x + 1 else function(x) "a"\ny <- f(1)',
            "f = (lambda x: x + 1) if u else",
        ),
        ("x <- list(1, 2, 3)\nx[[2]] <- 5", "x[1] = 5"),
        ('x <- max(c("a", "b"))\ny <- class(x)', 'y = "character"'),
    ],
)
def test_what_is_known_of_values_makes_plain_python(text, python):
    assert python in migrate(text).python


def test_what_nobody_calls_takes_anything():
    assert 'return rv.element(x, "b")' in migrate('f <- function(x) x[["b"]]').python


def test_kinds_settle_however_many_functions_hand_a_value_on():
    handed = [f"f{k} <- function(x) f{k + 1}(x)" for k in range(29, 0, -1)]
    calls = ["y <- f30(c(1, 3))", "z <- f1(c(1, NA))"]
    found = run("\n".join(["f30 <- function(x) x > 2", *handed, *calls]))
    assert found["y"].tolist() == [False, True]
    assert found["z"].tolist() == [False, None]


def test_kinds_settle_however_many_variables_of_a_loop_hand_a_value_on():
    before = [f"x{k} <- 1" for k in range(1, 17)]
    turn = [f"x{k} <- x{k + 1}" for k in range(1, 16)]
    loop = ["for (i in 1:20) {", *turn, "x16 <- 'a'", "}", "y <- c(x1, x1) == 'a'"]
    assert run("\n".join(before + loop))["y"].tolist() == [True, True]
    assert "y = rv.eq(" in migrate("\n".join(before + loop)).python


def test_names_of_a_list_that_is_recycled_are_not_cut():
    with pytest.raises(ValueError, match="longer"):
        run("m <- Map(function(a, b) a + b, list(x = 1), c(10, 20))")


def test_steps_are_noted_only_where_they_are_given():
    text = "data(example)\nb <- score(example$Y[, 1:5], n.boot = 2)\nr <- score_shd(b$adj.matrix)"
    assert not any("max.step" in note.text for note in migrate(text).notes)


def test_names_of_variables_are_told():
    done = migrate("my.x <- 1\nmy_x <- 2\nclass <- 3")
    assert done.names["my.x"] == "my_x"
    assert done.names["my_x"] == "my_x_"
    assert done.names["class"] == "class_"


def test_comments_of_the_parser():
    block = parse("x <- c(1, # one\n  2)\n{\n  # in\n  y\n}\n")
    assert block.statements[0].before == ["# one"]
    inner = block.statements[1].node
    assert isinstance(inner, r.Block)
    assert inner.statements[0].before == ["# in"]


# The command line


def test_command_writes_a_script_and_reports(tmp_path, capsys):
    script, output = tmp_path / "a.R", tmp_path / "a.py"
    script.write_text("x <- 1\ny <- foo(x)\n")
    assert main(["migrate", str(script), "-o", str(output)]) == 3
    assert "x = 1" in output.read_text()
    assert "1 of 2 statements translated" in capsys.readouterr().err
    script.write_bytes("name <- 'J\xe9r\xf4me'\r\n".encode("latin-1"))
    assert main(["migrate", str(script)]) == 0
    assert 'name = "Jérôme"' in capsys.readouterr().out


def test_command_fails_in_one_line(tmp_path, capsys):
    assert main(["migrate", str(tmp_path / "none.R")]) == 2
    assert main(["migrate", str(tmp_path)]) == 2
    script = tmp_path / "a.R"
    script.write_text("x <- 1")
    assert main(["migrate", str(script), "-o", str(tmp_path / "no" / "a.py")]) == 2
    errors = capsys.readouterr().err.splitlines()
    assert len(errors) == 3
    assert all(line.startswith("migrate: ") for line in errors)


def test_missing_parser_is_said(monkeypatch):
    from dagbag.r_compat.migrate import _parse

    _parse._parser.cache_clear()
    monkeypatch.setitem(sys.modules, "tree_sitter_language_pack", None)
    with pytest.raises(MigrateError, match=r"dagbag\[migrate\]"):
        migrate("x <- 1")
    monkeypatch.undo()
    _parse._parser.cache_clear()


# R's values


def test_named_arrays_carry_their_labels():
    x = rv.named([1.0, 2.0, 3.0], ["a", "b", "c"])
    assert (x * 2).names.tolist() == ["a", "b", "c"]
    assert x[1:].names.tolist() == ["b", "c"]
    assert x[x > 1].names.tolist() == ["b", "c"]
    assert np.sort(-x).tolist() == [-3, -2, -1]
    assert type(np.concatenate([x, x])) is np.ndarray
    m = rv.set_colnames(np.arange(4).reshape(2, 2), ["u", "v"])
    assert m.T.dimnames[0].tolist() == ["u", "v"]
    assert rv.get(m, ..., "v").tolist() == [1, 3]
    assert rv.colnames(m + 1).tolist() == ["u", "v"]


def test_indices_of_r():
    x = np.array([10, 20, 30])
    assert rv.get(x, np.array([3, 1])).tolist() == [30, 10]
    assert rv.get(x, np.array([True, False])).tolist() == [10, 30]
    assert rv.get(x, 0).tolist() == []
    assert np.isnan(rv.get(x, 5))
    with pytest.raises(IndexError, match="mix"):
        rv.get(x, np.array([1, -1]))
    assert rv.assign(x, np.array([True, False, False]), 0).tolist() == [0, 20, 30]
    assert x.tolist() == [10, 20, 30]
    assert rv.assign(x, 2, "b").tolist() == ["10", "b", "30"]


def test_recycling_of_r():
    m = np.arange(6).reshape(2, 3)
    assert rv.add(m, np.array([10, 20])).tolist() == [[10, 11, 12], [23, 24, 25]]
    assert rv.multiply(np.arange(4), np.array([1, 0])).tolist() == [0, 0, 2, 0]
    assert rv.add(True, True) == 2
    with pytest.raises(ValueError, match="conform"):
        rv.add(m, m.T)


def test_missing_values_of_r():
    x = np.array([1.0, rv.NA])
    assert rv.gt(x, 0).tolist() == [True, None]
    assert rv.and_(rv.gt(x, 0), False).tolist() == [False, False]
    assert rv.paste(np.array([rv.NA, np.nan, 0.1])).tolist() == ["NA", "NaN", "0.1"]
    assert rv.is_nan(np.array([rv.NA, np.nan])).tolist() == [False, True]
    assert rv.mean_(x, na_rm=True) == 1
    assert rv.sort(np.array([3.0, rv.NA, 1.0])).tolist() == [1, 3]
    assert rv.any_(rv.gt(x, 5)) != rv.any_(rv.gt(x, 5))  # NA
    with pytest.raises(ValueError, match="missing value"):
        rv.truth(rv.NA)


@pytest.mark.parametrize(
    ("value", "text"),
    [(1e5, "1e+05"), (123456.0, "123456"), (0.1 + 0.2, "0.3"), (1e-5, "1e-05"), (100000, "100000"),
     (1e15, "1e+15"), (True, "TRUE"), (-1.5, "-1.5"), (1 / 3, "0.333333333333333")],
)  # fmt: skip
def test_numbers_are_written_as_in_r(value, text):
    assert rv.as_character(value) == text


def test_text_is_ordered_as_in_r():
    words = np.array(["b", "A", "a", "B", "_", "1"], dtype=object)
    assert rv.sort(words).tolist() == ["_", "1", "a", "A", "b", "B"]
    assert rv.lt("a", "B")
    assert rv.lt("a", "A")
    assert rv.levels(rv.factor(words)).tolist() == rv.sort(words).tolist()


def test_tables_factors_and_groups():
    counts = rv.table(np.array([3, 1, 3]))
    assert counts.tolist() == [1, 2]
    assert rv.names(counts).tolist() == ["1", "3"]
    group = np.array(["x", "y", "x"], dtype=object)
    assert rv.tapply(np.array([1.0, 2.0, 3.0]), group, np.mean).tolist() == [2, 2]
    cut = rv.cut(np.array([1.0, 5.0]), np.array([0, 2, 6]))
    assert list(cut) == ["(0,2]", "(2,6]"]


def test_csv_is_read_and_written_as_in_r(tmp_path):
    frame = pd.DataFrame({"x": [1.5, 2.0], "name": ["a", "b,c"], "k": [1, 2]})
    path = tmp_path / "t.csv"
    rv.write_csv(frame, path, row_names=False)
    assert path.read_text() == '"x","name","k"\n1.5,"a",1\n2,"b,c",2\n'
    again = rv.read_csv(path)
    assert again["name"].tolist() == ["a", "b,c"]
    assert again["k"].dtype.kind == "i"
    path.write_text("a b,a b,1\nNA,x,TRUE\n2,NA,FALSE\n")
    found = rv.read_csv(path)
    assert list(found.columns) == ["a.b", "a.b.1", "X1"]
    assert np.isnan(found["a.b"][0])


def test_values_are_saved_and_loaded(tmp_path):
    path = tmp_path / "v.rds"
    rv.save_rds({"x": rv.named([1, 2], ["a", "b"])}, path)
    assert rv.read_rds(path)["x"].names.tolist() == ["a", "b"]


def test_rounding_is_rs():
    assert rv.round_(np.array([0.15, 0.25, 2.675]), 2).tolist() == [0.15, 0.25, 2.67]
    assert rv.round_(-1.5) == -2
    assert rv.signif(123456.0, 2) == 120000


def test_unknown_kinds_fall_back_on_run_time():
    assert "rv.add(x, y)" in "\n".join(lines(UNKNOWN % "x + y"))
    assert "rv.get(x, y)" in "\n".join(lines(UNKNOWN % "x[y]"))


def test_a_loop_over_a_result_goes_through_rs_elements():
    """Not through its edges, which are what Python's own loop goes through."""
    result = dagbag.score(np.random.default_rng(1).normal(size=(20, 3)), max_step=5)
    found = rv.elements(result)
    assert len(found) == rv.length(result) == len(result.names())
    assert all(
        np.array_equal(x, result[name]) for x, name in zip(found, result.names(), strict=True)
    )


def test_lines_of_the_translation_know_those_of_R():
    text = """# opens
x <- c(1, 2)

f <- function(v) {
  w <- v / 2  # half
  if (w > 1) {
    w <- 1
  } else w
}
y <- eval(parse(text = "x"))
long <- list(first = "a long text that does not fit in", second = "one line of Python that", third = 3)
z <- f(x[1]); u <- z
"""
    done = migrate(text)
    lines = done.python.splitlines()
    found = {lines[python - 1].strip(): r for python, r in done.lines.items()}
    assert found["x = np.array([1.0, 2.0])"] == 2
    assert found["def f(v):"] == 4
    assert found["w = v / 2  # half"] == 5
    assert found['"third": 3,'] == found["long = {"] == 11
    assert found["z = f(x[0])"] == found["u = z"] == 12
    assert not {2, 4, 5, 11, 12} - set(done.lines.values())
    assert 10 not in done.lines.values()  # not translated
    assert all(not lines[k - 1].startswith(("import", "np.seterr")) for k in done.lines)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("f <- function(v) if (v > 2) 5\nf(3)\nf(1)\n", "5\n"),
        ("x <- 3\nif (x > 2) { y <- x; y * 2 }\nif (x > 2) { y <- 5 } else { 7 }\n", "6\n"),
        ("l <- list(show = function(x) invisible(x))\nl$show(3)\n(l$show(8))\n", "8\n"),
        ("local({ a <- 1 })\nlocal({ a <- 1; a + 1 })\n", "2\n"),
    ],
)
def test_values_are_shown_where_r_shows_them(text, printed, capsys):
    exec(migrate(text).python, {})
    assert capsys.readouterr().out == printed


def test_a_value_that_is_only_sometimes_shown_is_told():
    found = migrate("f <- function(x) { if (x > 0) return(invisible(x)); x }\nf(-1)\n")
    assert "R shows its value, but not where it is invisible()" in found.python


@pytest.mark.parametrize(
    "code",
    [
        "options(scipen = 9)\noptions(scipen = 5)",
        "str(1:3)\nstr(letters)",
        'd <- as.Date("2020-01-31")\na <- format(d, "%B")\nb <- format(d, "%b")',
    ],
)
def test_what_holds_for_the_whole_script_is_noted_once(code):
    notes = [note.text for note in migrate(code).notes]
    assert notes
    assert len(notes) == len(set(notes))


def test_what_is_added_to_a_plot_that_waits_and_what_reads_its_files_wait_too():
    found = migrate(
        'x <- eval(parse(text = "1:3"))\n'
        "plot(x, x)\n"
        "abline(0, 1)\n"
        "plot(1:3, 1:3)\n"
        "lines(1:3, 3:1)\n"
        'write.csv(x, "a.csv")\n'
        'y <- read.csv("a.csv")\n'
        "save_it <- function(v, file) writeLines(as.character(x + v), file)\n"
        'save_it(1, "b.txt")\n'
        'z <- readLines("b.txt")\n'
    )
    assert [item.line for item in found.refused] == [1]
    assert [item.line for item in found.waiting] == [2, 3, 6, 7, 8, 9, 10]
    assert "np.arange(3, 0, -1)" in found.python


@pytest.mark.parametrize(
    "text",
    [
        "x[1:, :]", "x[a, b]", "x[-1]", "x[(a, b)]", "x[a,]", "x[:]", "x[1:2, ...]", "x[i, :-1]",
        "x[::2]", "x[a:(b, c)]", "x[(y := 1)]", "x[f(a, (b, c))]", "x[-i - 1]", "f((a, b), -x)",
        "f(*a, **k)", "-x", "-(-x)", "-x ** 2", "(-x) ** 2", "-x.y", "(a, b)", "(a,)", "()",
        "a if b else -c", "(a + b) * c", "a < b", "(a < b) & c", "1 .real", "'a' % b", "1e5 * x",
    ],
)  # fmt: skip
def test_expressions_are_written_as_python_writes_them(text):
    node = ast.parse(text, mode="eval").body
    assert text_of(node) == ast.unparse(node)


def test_text_is_remarked_on_once():
    notes = migrate('a <- order(c("b", "a"))\nb <- order(c("d", "c"))\n').notes
    assert sum("ordered as R does" in note.text for note in notes) == 1


def test_long_words_of_a_remark_stay_whole():
    word = "f" * 150
    assert f"function {word}()" in migrate(f"x <- {word}(1)\n").python.replace("\n# ", " ")


def test_what_is_no_variable_of_a_model_is_refused():
    found = migrate("y <- list(1, 2, 3)\nx <- c(1, 2, 4)\nf <- lm(y ~ x, subset = x > 1)\n")
    assert [item.line for item in found.refused] == [3]


def test_random_numbers_are_not_drawn_twice():
    python = migrate("set.seed(1)\nM <- crossprod(matrix(rnorm(4), 2))\n").python
    assert python.count("rnorm(") == 1
