"""R's own files: read and written without R, and the same to R."""

import os
import pickle
import subprocess

import numpy as np
import pandas as pd
import pytest
from dagbag.r_compat import rvalues as rv

from dagbag import load_example, score

VALUES = {
    "integer": np.array([3, -1, 7]),
    "logical": np.array([True, False]),
    "logical.na": np.array([True, None, False], dtype=object),
    "double": np.array([1.5, rv.NA, np.nan, np.inf]),
    "large": np.array([2**40, -5]),
    "complex": np.array([1 + 2j]),
    "text": np.array(["a", None, "é\n"], dtype=object),
    "one": "word",
    "none": None,
    "no.text": np.array([None], dtype=object),
    "empty": np.array([]),
    "named": rv.named([1.5, 2.5], ["a", "b"]),
    "matrix": np.arange(6).reshape(2, 3),
    "labelled": rv.with_dimnames(np.eye(2), [["r", "s"], None]),
    "cube": np.arange(24.0).reshape(2, 3, 4),
    "factor": pd.Categorical(["u", None, "v"], categories=["v", "u"]),
    "ordered": pd.Categorical(["lo"], categories=["lo", "hi"], ordered=True),
    "frame": pd.DataFrame(
        {"n": [1, 2], "t": np.array(["x", None], dtype=object), "f": pd.Categorical(["p", "q"])},
        index=["one", "two"],
    ),
    "rows": pd.DataFrame({"x": [0.5, 1.5, 2.5]}).iloc[[0, 2]],
    "nested": [1, ["two", None], {"three": np.array([3.5, 4.5])}],
    "nothing": [],
}
IN_R = """
v <- readRDS("values.rds")
w <- list(integer = c(3L, -1L, 7L), logical = c(TRUE, FALSE), logical.na = c(TRUE, NA, FALSE),
  double = c(1.5, NA, NaN, Inf), large = c(2^40, -5), complex = 1+2i,
  text = c("a", NA, "\\u00e9\\n"), one = "word", none = NULL, no.text = NA_character_,
  empty = numeric(0), named = c(a = 1.5, b = 2.5), matrix = matrix(c(0L, 3L, 1L, 4L, 2L, 5L), 2),
  labelled = matrix(c(1, 0, 0, 1), 2, dimnames = list(c("r", "s"), NULL)),
  cube = aperm(array(as.numeric(0:23), c(4, 3, 2))),
  factor = factor(c("u", NA, "v"), levels = c("v", "u")),
  ordered = factor("lo", levels = c("lo", "hi"), ordered = TRUE),
  frame = data.frame(n = 1:2, t = c("x", NA), f = factor(c("p", "q")), row.names = c("one", "two")),
  rows = data.frame(x = c(0.5, 1.5, 2.5))[c(1, 3), , drop = FALSE],
  nested = list(1L, list("two", NULL), list(three = c(3.5, 4.5))), nothing = list())
for (k in names(w)) if (!identical(v[[k]], w[[k]])) cat("DIFFERENT", k, "\\n")
stopifnot(identical(names(v), names(w)), is.na(v$double[2]), !is.nan(v$double[2]))
stopifnot(identical(load("values.RData"), c("x.y", "z")), identical(x.y, 1:3), is.null(z))
fit <- readRDS("fit.rds")
stopifnot(is.list(fit), is.integer(fit$adj.matrix), identical(dim(fit$adj.matrix), c(102L, 102L)))
"""
FROM_R = """
x <- list(i = 1:3, far = 5:100000, l = c(TRUE, NA), d = c(1.5, NA), t = c("a", NA, "\\u00e9"),
  m = matrix(1:6, 2, dimnames = list(c("a", "b"), NULL)), f = factor(c("u", NA)),
  df = data.frame(x = 1:2, z = c(TRUE, NA), row.names = c("r", "s")), written = as.character(1:200),
  sorted = sort((100:1) / 8), one = c(a = 1), raw = as.raw(1:2), tab = table(c("a", "b", "a")))
f <- compiler::cmpfun(function(x, y = 2) { for (i in 1:9) if (x > i && y < 3) x <- x + y; x })
model <- lm(mpg ~ wt, mtcars); env <- new.env(); form <- y ~ x; ex <- expression(a + b); s <- sum; time <- as.POSIXct("2020-01-01", tz = "UTC")
setClass("P", representation(x = "numeric")); p <- new("P", x = 1)
for (how in c("gzip", "bzip2", "xz")) saveRDS(x, paste0(how, ".rds"), compress = how)
saveRDS(x, "plain.rds", compress = FALSE, version = 2)
saveRDS(x, "ascii.rds", ascii = TRUE)
con <- file("native.rds", "wb"); invisible(serialize(x, con, xdr = FALSE)); close(con)
save(x, f, model, env, form, ex, s, p, time, file = "all.RData")
save(x, f, model, file = "ascii.RData", ascii = TRUE)
"""


def run_r(text, folder):
    done = subprocess.run(
        ["Rscript", "--vanilla", "-e", text],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def same(first, second):
    if isinstance(first, (pd.DataFrame, pd.Categorical)):
        return first.equals(second)
    if isinstance(first, dict):
        return list(first) == list(second) and all(same(first[k], second[k]) for k in first)
    if isinstance(first, list):
        return len(first) == len(second) and all(map(same, first, second))
    return repr(first) == repr(second)


def test_what_is_saved_is_read_again(tmp_path):
    rv.save_rds(VALUES, tmp_path / "values.rds")
    found = rv.read_rds(tmp_path / "values.rds")
    assert list(found) == list(VALUES)
    # One value is no vector, as everywhere in rvalues.
    changed = {"complex": np.complex128(1 + 2j),
               "large": np.array([2.0**40, -5]), "nested": [np.int64(1), *VALUES["nested"][1:]]}  # fmt: skip
    for name, value in {**VALUES, **changed}.items():
        assert same(found[name], value), name
    rv.save(tmp_path / "v.RData", **{"x.y": np.arange(1, 4), "file": None})
    assert same(rv.load(tmp_path / "v.RData"), {"x.y": np.arange(1, 4), "file": None})


def test_the_same_value_is_the_same_file(tmp_path):
    for name in "ab":
        rv.save_rds(VALUES, tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


@pytest.mark.r
def test_r_reads_what_is_saved(tmp_path):
    rv.save_rds(VALUES, tmp_path / "values.rds")
    rv.save(tmp_path / "values.RData", **{"x.y": np.arange(1, 4), "z": None})
    rv.save_rds(score(load_example().Y, score_type="eBIC"), tmp_path / "fit.rds")
    assert run_r(IN_R, tmp_path) == ""


@pytest.mark.r
def test_files_of_r_are_read_in_every_form(tmp_path):
    run_r(FROM_R, tmp_path)
    first = rv.read_rds(tmp_path / "gzip.rds")
    assert first["i"].tolist() == [1, 2, 3]
    assert first["far"][[0, -1]].tolist() == [5, 100000]
    assert repr(first["l"].tolist()) == "[True, None]"
    assert first["t"].tolist() == ["a", None, "é"]
    assert first["m"].tolist() == [[1, 3, 5], [2, 4, 6]]
    assert first["m"].dimnames[0].tolist() == ["a", "b"]
    assert first["f"].codes.tolist() == [0, -1]
    assert first["df"].index.tolist() == ["r", "s"]
    assert first["df"]["z"].tolist() == [True, None]
    assert first["written"].tolist() == [str(k) for k in range(1, 201)]
    assert first["sorted"].tolist() == [k / 8 for k in range(1, 101)]
    assert first["one"].names.tolist() == ["a"]
    assert first["raw"].tolist() == [1, 2]
    assert first["tab"].names.tolist() == ["a", "b"]
    for form in ("bzip2", "xz", "plain", "ascii", "native"):
        assert same(rv.read_rds(tmp_path / f"{form}.rds"), first), form
    loaded = rv.load(tmp_path / "all.RData")
    assert same(loaded["x"], first)
    kinds = {name: loaded[name].kind for name in ("f", "env", "form", "ex", "s", "p")}
    assert kinds == {"f": "function", "env": "environment", "form": "call", "ex": "expression",
                     "s": "function", "p": "S4 object"}  # fmt: skip
    assert rv.class_(loaded["model"]) == "lm"
    assert loaded["time"].kind == "double of class POSIXct"
    assert loaded["model"]["coefficients"].names.tolist() == ["(Intercept)", "wt"]
    assert same(rv.load(tmp_path / "ascii.RData")["x"], first)


_HEAD = "A 3 262658 197888 5 UTF-8 "
_SEQUENCE = "238 2 1 262153 14 compact_intseq 2 1 262153 4 base 2 13 1 13 254 14 3 3 1 {} 254 "
_FRAME = (
    "787 1 13 2 5 6 1026 1 262153 5 names 16 1 262153 1 x 1026 1 262153 5 class 16 1 262153 10 "
    "data.frame 1026 1 262153 9 row.names 13 2 {} 254 "
)


def read_words(words, folder):
    """What is read of a file that R writes with ascii = TRUE: one word on each line."""
    (folder / "words.rds").write_text((_HEAD + words).replace(" ", "\n"))
    return rv.read_rds(folder / "words.rds")


def test_words_of_r_are_read(tmp_path):
    found = read_words("19 2 253 13 1 2 ", tmp_path)  # list(globalenv(), 2L)
    assert found[0].kind == "environment"
    assert found[1] == 2
    assert read_words(_SEQUENCE.format(1), tmp_path).tolist() == [1, 2, 3]
    with pytest.raises(ValueError, match="in steps of 2"):
        read_words(_SEQUENCE.format(2), tmp_path)
    for rows in ("NA -2", "1 2"):
        assert isinstance(read_words(_FRAME.format(rows), tmp_path).index, pd.RangeIndex)
    assert read_words(_FRAME.format("2 7"), tmp_path).index.tolist() == [1, 6]


def itself():
    held = []
    held.append(held)
    return held


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (len, "got a function; save what it returns"),
        (lambda x: x, "got a function"),
        (object(), "got a value of type object"),
        (np.array(["2020-01-01T12"], dtype="datetime64[h]"), "has no form in R's files"),
        (np.array([5], dtype="timedelta64[D]"), "has no form in R's files"),
        (rv.Environment(), "got a value of type Environment"),
        (pd.Timestamp("2020-01-01"), "got a time; save its text"),
        (2**70, "end at 2^53"),
        ("a\0b", "character 0"),
        (itself(), "hold themselves"),
    ],
)
def test_what_has_no_form_in_r_is_refused(value, message, tmp_path):
    path = tmp_path / "x.rds"
    with pytest.raises((TypeError, ValueError)) as caught:
        rv.save_rds({"x": value}, path)
    assert message in str(caught.value)
    assert not path.exists()


class Canary:
    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return os.mkdir, (str(self.path),)


@pytest.mark.parametrize("protocol", range(6))
@pytest.mark.parametrize("read", [rv.read_rds, rv.load])
def test_a_pickle_is_refused_and_never_opened(read, protocol, tmp_path):
    path = tmp_path / "data.rds"
    path.write_bytes(pickle.dumps(Canary(tmp_path / "ran"), protocol))
    with pytest.raises(ValueError, match="data.rds") as caught:
        read(path)
    assert not (tmp_path / "ran").exists()
    if protocol >= 2:
        assert "may run any program" in str(caught.value)
        assert "write it again" in str(caught.value)


def test_the_two_kinds_of_files_are_told_apart(tmp_path):
    rv.save_rds(1, tmp_path / "x.rds")
    rv.save(tmp_path / "x.RData", x=1)
    with pytest.raises(ValueError, match="of variables, see load"):
        rv.read_rds(tmp_path / "x.RData")
    with pytest.raises(ValueError, match="of one value, see read_rds"):
        rv.load(tmp_path / "x.rds")
