"""Translations read like Python: names, no definition twice, plain forms where kinds allow."""

import re

import pytest
from dagbag.r_compat.migrate import migrate


def body_of(code):
    """Return the lines of a translation without imports."""
    lines = migrate(code, strict=True).python.splitlines()
    return [line for line in lines if line and not re.match(r"import|from|np\.seterr|#", line)]


@pytest.mark.parametrize(
    ("code", "defined"),
    [
        ("y <- sapply(1:3, function(k) {\n  s <- k + 1\n  s * 2\n})", ["y_of"]),
        ("w <- replicate(4, {\n  u <- runif(3)\n  mean(u)\n})", ["one_w"]),
        (
            "make <- function() {\n  n <- 0\n  list(add = function(k = 1) {\n    n <<- n + k\n"
            "    invisible(n)\n  }, get = function() n)\n}\nm <- make()",
            ["make", "add"],
        ),
        ("power <- function(k) {\n  function(x, by = 1) {\n    x^k * by\n  }\n}\np <- power(2)",
         ["power", "inner"]),
        ("`%+%` <- function(a, b) paste0(a, b)\nz <- 'a' %+% 'b'", ["op_plus"]),
        (
            "add <- 3\nm <- list(add = function(k = 1) {\n  j <- k + 1\n  j\n})\nv <- m$add(add)",
            ["add_of"],
        ),
        (
            "y <- sapply(1:3, function(k) {\n  s <- k + 1\n  s * 2\n})\n"
            "y <- sapply(1:3, function(k) {\n  s <- k + 2\n  s * 2\n})",
            ["y_of", "y_of_2"],
        ),
        ("y_of <- 1\ny <- sapply(1:3, function(k) {\n  s <- k + y_of\n  s * 2\n})", ["y_of_2"]),
        (
            "y <- sapply(1:3, function(k) {\n  s <- k\n  s * 2\n})\ny_of <- 1\nv <- y_of + y",
            ["y_of"],
        ),
    ],
)  # fmt: skip
def test_functions_without_a_name_are_named_by_their_use(code, defined):
    python = migrate(code, strict=True).python
    assert re.findall(r"def (\w+)", python) == defined


def test_a_variable_never_has_the_name_of_a_function_that_was_moved():
    code = "y <- sapply(1:3, function(k) {\n  s <- k\n  s * 2\n})\ny_of <- 1\nv <- y_of + y"
    assert migrate(code).names["y_of"] != "y_of"


def test_a_function_is_written_once_where_its_expression_is_translated_twice():
    code = "p <- 3\nm <- Reduce(function(M, j) {\n  e <- M + j\n  e * 2\n}, seq_len(p), 0)"
    assert len(re.findall(r"def ", migrate(code).python)) == 1


def test_paths_of_single_names_are_f_strings():
    code = 'folder <- "results"\np <- file.path(folder, "edges.csv")'
    assert body_of(code)[-1] == 'p = f"{folder}/edges.csv"'


def test_na_alone_is_a_number_so_that_numbers_fit_into_its_vector():
    assert body_of("y <- c(NA, NA)\ny[1] <- 2.5") == [
        "y = np.array([rv.NA, rv.NA], dtype=float)",
        "y[0] = 2.5",
    ]
    assert body_of("y <- c(TRUE, NA)") == ["y = np.array([True, None], dtype=object)"]


def test_extremes_of_a_matrix_and_a_number_stay_a_matrix():
    code = "m <- pmin(matrix(c(1, NA, 3, 4), 2), 2)\nk <- m[1, ]\ns <- m + t(m)"
    assert body_of(code)[-2:] == ["k = m[0, :]", "s = m + m.T"]
