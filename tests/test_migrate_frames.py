"""Data frames, groups and the session: what is refused with a reason, and what fails aloud."""

import numpy as np
import pandas as pd
import pytest
from dagbag.r_compat import rvalues as rv
from dagbag.r_compat.migrate import migrate

FRAME = 'df <- data.frame(x = c(1, 2, 3), g = c("a", "b", "a"))\n'


def reasons(text):
    return [item.reason for item in migrate(text).refused]


def run(text):
    namespace = {}
    exec(compile(migrate(text).python, "<translation>", "exec"), namespace)
    return namespace


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (FRAME + "a <- aggregate(x ~ g, df, range)", "matrix inside a data frame"),
        (FRAME + "b <- within(df, { k <- 2; z <- x * k })", "single value"),
        (FRAME + "b <- within(df, for (i in 1:2) x <- i)", "other than assignments"),
        (FRAME + "m <- cbind(df, 1:3)", "without a name"),
        ("library(parallel)\nr <- mclapply(1:3, function(i) rnorm(1))", "R's very numbers"),
        (
            "f <- function(i) runif(1)\nr <- parallel::mclapply(1:3, function(i) f(i))",
            "very numbers",
        ),
        ("k <- 0\nr <- foreach(i = 1:3) %do% { k <- k + i }", "changes `k` outside"),
        ("options(stringsAsFactors = TRUE)", "changes what R's functions return"),
        ('setwd("results")', "run the translation in that folder"),
        ('t1 <- as.POSIXct("2024-01-01 10:00")', "times of day"),
        ("x <- file.info('a.txt')$mtime", "file.size"),
    ],
)
def test_what_has_no_translation_says_why(text, reason):
    assert any(reason in told for told in reasons(text)), reasons(text)


def test_loops_of_foreach_are_combined_as_foreach_does():
    found = run(
        "library(foreach)\n"
        "a <- foreach(i = 1:3) %do% { k <- i * 2; k + 1 }\n"
        "b <- foreach(i = 1:3, .combine = c) %dopar% sqrt(i)\n"
        "d <- foreach(n = c(2, 4), .combine = rbind) %do% c(n, n^2)\n"
        "e <- foreach(n = c(2, 4), .combine = rbind) %do% data.frame(n = n, m = 1:2)\n"
    )
    assert found["a"] == [3, 5, 7]
    np.testing.assert_allclose(found["b"], np.sqrt([1, 2, 3]))
    assert list(found["d"].dimnames[0]) == ["result.1", "result.2"]
    assert found["e"]["m"].tolist() == [1, 2, 1, 2]
    assert list(found["e"].index) == [0, 1, 2, 3]


def test_a_session_s_housekeeping_leaves_only_notes():
    migration = migrate(
        "options(digits = 4)\npb <- txtProgressBar(max = 3)\nsetTxtProgressBar(pb, 1)\nclose(pb)\n"
        "sessionInfo()\ninvisible(gc())\n"
    )
    assert not migration.refused
    assert len(migration.notes) == 3


def test_joins_that_make_two_columns_of_one_name_are_errors():
    x = pd.DataFrame({"k": [1], "a": [1], "a.x": [2]})
    with pytest.raises(rv.Untranslated, match="two columns of one name"):
        rv.merge(x, pd.DataFrame({"k": [1], "a": [5]}), by="k")
    with pytest.raises(ValueError, match="by must be names of columns, got 'z'"):
        rv.merge(x, x, by="z")


def test_rows_that_do_not_fit_are_errors():
    x = pd.DataFrame({"a": [1], "b": [2]})
    with pytest.raises(ValueError, match="names of the columns of data frames do not match"):
        rv.rbind(x, pd.DataFrame({"a": [1], "c": [2]}))
    with pytest.raises(ValueError, match="a row must have 2 values, got 3"):
        rv.rbind(x, [1, 2, 3])
    with pytest.raises(ValueError, match="must have 3 names, got 2"):
        rv.frame_names({"a": np.arange(3)}, row_names=np.array(["u", "v"], dtype=object))


def test_groups_of_several_values_are_errors():
    groups = {"g": np.array(["a", "b", "a"], dtype=object)}
    with pytest.raises(rv.Untranslated, match="pandas has not"):
        rv.aggregate_by({"x": np.arange(3)}, groups, lambda v: np.array([v.min(), v.max()]))
    with pytest.raises(ValueError, match="same length"):
        rv.tapply(np.arange(3), np.array(["a", "b"], dtype=object), np.sum)
    with pytest.raises(rv.Untranslated, match="one for each group"):
        rv.unsplit([pd.DataFrame({"a": [1]})], np.array(["a", "b"], dtype=object))


def test_a_vector_with_names_is_no_table():
    counts = rv.table(np.array(["u", "v", "u"], dtype=object))
    assert rv.as_data_frame(rv.sort(counts))["Freq"].tolist() == [1, 2]
    with pytest.raises(rv.Untranslated, match="vector with names"):
        rv.as_data_frame(rv.named([1, 2], ["u", "v"]))


def test_dates_are_days():
    date = rv.as_date("2024-02-28")
    assert rv.format_date(date + 2, "%d %b %Y") == "01 Mar 2024"
    assert rv.date_seq(date, by="2 weeks", length_out=2)[1] == rv.as_date("2024-03-13")
    assert float(rv.difftime(rv.as_date("2024-03-01"), date, "hours")) == 48
    with pytest.raises(ValueError, match="standard unambiguous format"):
        rv.as_date("28.2.2024")
    with pytest.raises(rv.Untranslated, match="field %Q of a date"):
        rv.format_date(date, "%Q")


def test_connections_are_read_and_written_in_parts(tmp_path):
    path = tmp_path / "notes.txt"
    con = rv.Connection(path, "w")
    rv.cat("one", 1, "\n", file=con)
    rv.write_lines(np.array(["two"], dtype=object), con)
    con.close()
    again = rv.Connection(path, "r")
    assert rv.read_lines(again, 1).tolist() == ["one 1 "]
    assert rv.read_lines(again).tolist() == ["two"]
    again.close()
    with pytest.raises(rv.Untranslated, match="mode 'rb'"):
        rv.Connection(path, "rb")


def test_what_is_sunk_comes_back(tmp_path, capsys):
    rv.sink(tmp_path / "out.txt")
    print("hidden")
    rv.sink()
    print("shown")
    assert capsys.readouterr().out == "shown\n"
    assert (tmp_path / "out.txt").read_text() == "hidden\n"
