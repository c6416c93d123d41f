"""Data trouble: every kind found where it is and not where it is not; every container alike."""

import datetime
import decimal
import html
import re
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dagbag
from dagbag import DataWarning, check_data
from dagbag._input.data import check_data as check_strictly
from dagbag._input.data import read_data

N = 60


def frame(**columns):
    """Sound columns a, b, c, and others."""
    rng = np.random.default_rng(7)
    found = pd.DataFrame(rng.standard_normal((N, 3)), columns=list("abc"))
    for name, values in columns.items():
        found[name] = values
    return found


def normal(seed=11):
    return np.random.default_rng(seed).standard_normal(N)


def kinds(report):
    return [finding.kind for finding in report.findings]


def with_gaps(*cells, label=str):
    found = frame()
    found.index = [label(k) for k in range(N)]
    for row, column in cells:
        found.iloc[row, found.columns.get_loc(column)] = np.nan
    return found


def walk():
    return pd.DataFrame(
        np.cumsum(np.random.default_rng(1).standard_normal((N, 3)), 0), columns=list("abc")
    )


def series(*slopes, n=N):
    """Series whose rows depend on the row before, a column for each slope."""
    found = np.random.default_rng(3).standard_normal((n, len(slopes)))
    for row in range(1, n):
        found[row] += np.array(slopes) * found[row - 1]
    return found


def summed(**weights):
    found = frame()
    found["d"] = 3.0 + sum(weight * found[name] for name, weight in weights.items())
    return found


# The data, the kind of finding, its severity, its columns, its message.
FOUND = [
    (lambda: with_gaps((4, "b"), (9, "b"), (9, "a"), label="r{}".format), "missing", "error", ("b", "a"),
     r"missing values \(NaN\): 2 in 'b', 1 in 'a' \(2 of 60 rows, first 'r4', 'r9'\)"),
    (lambda: with_gaps(*((k, "c") for k in range(N))), "missing", "error", ("c",), "60 in 'c'"),
    (lambda: frame(d=np.r_[np.inf, np.zeros(N - 1)]), "infinite", "error", ("d",), r"infinite values in 'd' \(first in row 0\)"),
    (lambda: frame(d=["x", "y"] * 30), "text", "error", ("d",), "text in 'd'"),
    (lambda: frame(d=["1", "2.5"] * 30), "numbers-as-text", "error", ("d",), "numbers stored as text in 'd'"),
    (lambda: frame(d=pd.date_range("2020-01-01", periods=N)), "dates", "error", ("d",), "dates or times in 'd'"),
    (lambda: frame(d=[datetime.date(2020, 1, 1)] * N), "dates", "error", ("d",), "dates or times in 'd'"),
    (lambda: frame(d=pd.period_range("2020-01", periods=N, freq="M")), "dates", "error", ("d",), "dates"),
    (lambda: frame(d=pd.Categorical(["x", "y"] * 30)), "categories", "error", ("d",), "categories in 'd'"),
    (lambda: frame(d=[[1]] * N), "objects", "error", ("d",), "objects that are no numbers in 'd'"),
    (lambda: frame(d=["x", "y"] * 30, e=["1"] * (N - 1) + ["<2"]), "text", "error", ("d", "e"),
     r"text in 'd', 'e' \(first '<2' in 'e', row 59\)"),
    (lambda: frame(d=["x", 1] * 30), "objects", "error", ("d",), "objects that are no numbers in 'd'"),
    (lambda: frame(d=[1j] * N), "complex", "error", ("d",), "complex numbers in 'd'"),
    (lambda: frame().set_axis(list("aba"), axis=1), "duplicate-names", "error", ("a",), "'a' twice"),
    (lambda: frame()[:2], "too-few-rows", "error", (), "^2$"),
    (lambda: frame()[[]], "no-columns", "error", (), "^0$"),
    (lambda: frame(d=2.5), "constant", "warning", ("d",), "one value only in 'd'"),
    (lambda: frame(d=np.r_[np.zeros(N - 2), 1, 2]), "nearly-constant", "warning", ("d",), "at least 95% of the rows of 'd'"),
    (lambda: frame(d=frame()["b"]), "copies", "warning", ("b", "d"), "perfectly correlated columns: 'd' = 'b'$"),
    (lambda: frame(d=32 + 1.8 * frame()["b"]), "copies", "warning", ("b", "d"), "'d' is 'b' in other units$"),
    (lambda: frame(d=1e9 - frame()["b"]), "copies", "warning", ("b", "d"), "'d' falls as 'b' rises$"),
    (lambda: summed(a=1, b=1).assign(d=lambda x: x["d"] - 3), "collinear", "warning", ("a", "b", "d"), "'d' = 'a' [+] 'b'$"),
    (lambda: summed(a=2, c=-0.5), "collinear", "warning", ("a", "c", "d"), "'d' = 2 'a' - 0.5 'c' [+] 3$"),
    (lambda: summed(a=-1, c=1), "collinear", "warning", ("a", "c", "d"), "'d' = -'a' [+] 'c' [+] 3$"),
    (lambda: frame(d=np.r_[normal()[1:], 40.0]), "heavy-tailed", "warning", ("d",), r"values far out in 'd', in 'd' \d\d robust .* \(row 59\)"),
    (lambda: frame(d=np.random.default_rng(1).standard_cauchy(N)), "heavy-tailed", "warning", ("d",), "far out"),
    (lambda: frame(d=1e-9 * normal()), "scales", "note", ("d", "b"), "1e-9 in 'd' to 1e0 in 'b'"),
    (lambda: frame(d=1e14 + np.round(100 * normal())), "far-from-zero", "warning", ("d",), "hardly differ in 'd'"),
    (lambda: pd.concat([frame(), frame()[:30]]), "duplicate-rows", "warning", (), "30 of 90 rows equal an earlier one, first 0, 1, 2, 3, 4"),
    (lambda: pd.concat([frame(), frame()[:2]]), "duplicate-rows", "note", (), "2 of 62 rows"),
    (lambda: frame(d=np.arange(1, N + 1)), "row-number", "warning", ("d",), "'d' counts the rows"),
    (lambda: frame(d=np.arange(N)[::-1]), "row-number", "warning", ("d",), "'d' counts the rows"),
    (walk, "ordered-rows", "warning", None, "as in a time series: .* autocorrelation up to 0.9"),
    (lambda: frame(d=series(-0.9)[:, 0]), "ordered-rows", "warning", ("d",), r"the row before, as in a time series: 'd' \(lag-1 autocorrelation down to -0.[89]\d\)$"),
    (lambda: frame(d=series(-0.95)[:, 0], e=series(0.8)[:, 0]), "ordered-rows", "warning", ("d", "e"), r"autocorrelation from -0.\d\d to 0.\d\d\)$"),
    (lambda: frame(d=np.sort(normal())), "sorted-rows", "note", ("d",), "rows are sorted by 'd'"),
    (lambda: frame()[:12], "few-rows", "warning", (), "only 12 rows"),
    (lambda: pd.DataFrame(np.random.default_rng(1).standard_normal((30, 30))), "wide", "note", (), "30 rows are no more than the 30 columns"),
    (lambda: frame(d=normal() > 0), "boolean", "note", ("d",), "two values only in 'd'"),
    (lambda: frame(d=np.where(normal() > 0, 0.5, 7)), "boolean", "note", ("d",), "two values only in 'd'"),
    (lambda: frame(d=np.arange(N) * 7 % 5), "few-levels", "note", ("d",), "at most 10 different whole numbers in 'd'"),
    (lambda: frame().set_axis([("x", 1), ("x", 2), ("y", 1)], axis=1), "names-of-several-levels", "note", None, "names of several levels"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("build", "kind", "severity", "columns", "message"),
    FOUND,
    ids=[f"{row[1]}-{k}" for k, row in enumerate(FOUND)],
)
def test_what_is_found(build, kind, severity, columns, message):
    report = check_data(build())
    (finding,) = [each for each in report.findings if each.kind == kind]
    assert finding.severity == severity
    assert columns is None or finding.columns == columns
    assert re.search(message, finding.message)
    assert finding.action
    assert finding.remedy
    assert report.ok == all(each.severity != "error" for each in report.findings)
    assert kind in str(report)


# Near misses, and the kind that they must not be taken for.
NOT_FOUND = [
    (lambda: frame(), None),
    (lambda: frame(d=np.r_[np.zeros(N - 6), normal()[:6]]), "nearly-constant"),
    (lambda: frame(d=1e6 + 1e-6 * normal()), "constant"),
    (lambda: frame(d=frame()["b"] + 1e-4 * normal()), "copies"),
    (lambda: frame(d=frame()["b"].abs()), "copies"),
    (lambda: frame(d=(frame()["a"] + frame()["b"]).round(2)), "collinear"),
    (lambda: frame(d=2 * frame()["a"]), "collinear"),
    (lambda: pd.DataFrame(np.random.default_rng(1).standard_normal((9, 9))), "collinear"),
    (lambda: frame(d=np.random.default_rng(1).uniform(size=N)), "heavy-tailed"),
    (lambda: frame(d=np.random.default_rng(1).poisson(3, N)), "heavy-tailed"),
    (lambda: frame(d=1e-3 * normal()), "scales"),
    (lambda: frame(d=1e6 + normal()), "far-from-zero"),
    (lambda: frame(d=np.round(normal(), 1), e=0.0), "duplicate-rows"),
    (lambda: frame(d=np.random.default_rng(1).permutation(N)), "row-number"),  # ranks
    (lambda: frame(d=np.sort(normal())), "ordered-rows"),
    (lambda: frame(d=np.sort(normal()), e=np.sort(normal()) + 0.3 * normal(12)), "ordered-rows"),
    (lambda: frame(d=[0, 1] * 30, e=np.arange(N) * 7 % 5), "ordered-rows"),  # a design
    (lambda: frame(d=np.arange(N) * 7 % 5, e=["x", "y"] * 30), "duplicate-rows"),
    (lambda: frame(d=np.round(3 * normal() + 0.5)), "boolean"),
    (lambda: frame(d=np.arange(N) * 7 % 5 + 0.5), "few-levels"),
    (lambda: frame(d=np.random.default_rng(1).integers(0, 40, N)), "few-levels"),
    (lambda: frame(d=["1", "x"] * 30), "numbers-as-text"),
    (lambda: frame(d=[True, None] * 30), "objects"),
    (lambda: frame(d=[decimal.Decimal(k) for k in range(N)]), "objects"),
]


@pytest.mark.parametrize(("build", "kind"), NOT_FOUND, ids=[str(row[1]) for row in NOT_FOUND])
def test_what_is_not_found(build, kind):
    found = kinds(check_data(build()))
    assert found == [] if kind is None else kind not in found


def test_normal_data_are_rarely_suspected():
    """Of 100,000 normal columns hardly one is called heavy-tailed, or its rows ordered."""
    rng = np.random.default_rng(5)
    suspected = {"heavy-tailed": 0, "ordered-rows": 0}
    for n in (20, 30, 50, 100, 250):
        for _ in range(5):
            for finding in check_data(rng.standard_normal((n, 4000))).findings:
                if finding.kind in suspected:
                    suspected[finding.kind] += len(finding.columns)
    assert suspected["heavy-tailed"] <= 10
    assert suspected["ordered-rows"] <= 2


def test_tails_that_are_heavy_are_found():
    rng = np.random.default_rng(5)
    for draw in (rng.standard_cauchy, lambda size: rng.standard_normal(size) ** 5):
        (finding,) = [f for f in check_data(draw((200, 100))).findings if f.kind == "heavy-tailed"]
        assert len(finding.columns) > 95


@settings(max_examples=60)
@given(
    seed=st.integers(0, 10**6), n=st.integers(12, 40), p=st.integers(3, 8), extra=st.integers(1, 2)
)
def test_exact_combinations_are_told_as_the_rank_tells(seed, n, p, extra):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, p)) * 10.0 ** rng.integers(-3, 4, p)
    made = [X[:, rng.choice(p, 2, replace=False)] @ rng.integers(1, 4, 2) + 1 for _ in range(extra)]
    X = np.column_stack([X, *made])
    lost = p + extra - np.linalg.matrix_rank((X - X.mean(0)) / X.std(0), tol=1e-8)
    found = {f.kind: f for f in check_data(X).findings}
    split = {"copies": "[;,]", "collinear": ";"}  # copies of one column stand together
    told = sum(
        len(re.split(by, found[kind].message)) for kind, by in split.items() if kind in found
    )
    assert told == lost > 0


# What is advised helps


def ranks(X):
    return X.rank()


def residuals(X):
    """Of regressions on the row before."""
    rows = X.to_numpy()
    before = np.column_stack([np.ones(len(X) - 1), rows[:-1]])
    return rows[1:] - before @ np.linalg.lstsq(before, rows[1:], rcond=None)[0]


def dummies(X):
    return pd.get_dummies(X, columns=["d"], drop_first=True, dtype=float)


def finite(X):
    return X[np.isfinite(X).all(axis=1)]


def zero_inflated():
    rng = np.random.default_rng(4)
    most = rng.uniform(size=400) < 0.93
    found = {"a": rng.standard_normal(400), "d": np.where(most, 0.0, rng.lognormal(0, 3, 400))}
    return pd.DataFrame(found)


# The data, the kind of finding, what its remedy says, that done.
ADVICE = [
    (lambda: frame(d=np.random.default_rng(1).standard_cauchy(N)), "heavy-tailed", "or ranks", ranks),
    (zero_inflated, "heavy-tailed", "or ranks", ranks),
    (lambda: frame(d=np.exp(4 * normal())), "heavy-tailed", "logarithms", lambda X: X.assign(d=np.log(X["d"]))),
    (walk, "ordered-rows", "differences to the row before", lambda X: X.diff()[1:]),
    (walk, "ordered-rows", "residuals", residuals),
    (lambda: frame(d=series(-0.9)[:, 0]), "ordered-rows", "residuals of regressions on the row before", residuals),
    (lambda: pd.DataFrame(series(0.4, 0.0, 0.35, n=999)), "ordered-rows", "residuals of regressions on the row before", residuals),
    (lambda: frame(d=pd.Categorical(["x", "y", "z"] * 20)), "categories", "each category but one", dummies),
    (lambda: frame(d=np.random.default_rng(1).integers(0, 4, N)), "few-levels", "each category but one", dummies),
    (lambda: frame(d=np.r_[np.inf, normal()[1:]]), "infinite", "leave those rows", finite),
    (lambda: frame(d=frame()["b"], e=-frame()["b"]), "copies", "all but one of each", lambda X: X[["a", "b", "c"]]),
    (lambda: summed(a=1, b=1), "collinear", "best the sum", lambda X: X.drop(columns="d")),
    (lambda: frame(d=1e-9 * normal()), "scales", "other units", lambda X: X.assign(d=1e9 * X["d"])),
    (lambda: pd.concat([frame(), frame()[:30]]), "duplicate-rows", "repetitions out", lambda X: X.drop_duplicates()),
]  # fmt: skip


@pytest.mark.parametrize(
    ("build", "kind", "remedy", "done"), ADVICE, ids=[f"{a[1]}-{k}" for k, a in enumerate(ADVICE)]
)
def test_who_does_as_advised_is_not_told_again(build, kind, remedy, done):
    (finding,) = [each for each in check_data(build()).findings if each.kind == kind]
    assert remedy in finding.remedy
    assert {"boolean", "sorted-rows"}.issuperset(kinds(check_data(done(build()))))


# Newcomers' data


def test_diabetes():
    from sklearn.datasets import load_diabetes

    report = check_data(load_diabetes(as_frame=True).frame)
    assert report.ok
    assert [(f.kind, f.severity, f.columns) for f in report.findings] == [
        ("boolean", "note", ("sex",))
    ]


def test_macrodata_is_a_time_series():
    from statsmodels.datasets import macrodata

    report = check_data(macrodata.load_pandas().data)
    assert kinds(report) == ["ordered-rows", "few-levels"]
    assert "lag-1 autocorrelation up to 0.99" in report.findings[0].message
    assert report.findings[1].columns == ("quarter",)


MESSY = pd.DataFrame(
    {
        "age": [30, 41, None, 25] * 8,
        "city": ["Rome", "Oslo", "Rome", "Bonn"] * 8,
        "seen": pd.date_range("2024-01-01", periods=32),
        "dose": ["1.5", "2", "3.25", "1"] * 8,
        "<b>": np.arange(32) * 3 % 11 + 0.25,
        "site": 4,
    }
)


def test_all_troubles_come_in_one_error():
    with pytest.raises(ValueError, match="X must be complete") as caught:
        check_data(MESSY).raise_for_errors()
    assert str(caught.value).splitlines() == [
        "X must have numeric columns, got text in 'city': leave it out, or code it as numbers",
        "X must have numeric columns, got numbers stored as text in 'dose': convert them, X[column].astype(float)",
        "X must have numeric columns, got dates or times in 'seen': leave it out, or take a number from it that is not the order of rows, such as an age",
        "X must be complete, got missing values (NaN): 8 in 'age' (8 of 32 rows, first 2, 6, 10, 14, 18): give missing=\"drop\" to leave the rows out, or fill the gaps in",
    ]
    with pytest.raises(TypeError, match="text in 'city'"):
        check_data(MESSY[["city"]]).raise_for_errors()
    check_data(frame()).raise_for_errors()


def test_all_warnings_come_in_one():
    X = frame(d=1.0, e=frame()["a"])
    _, report = read_data(X)
    with pytest.warns(DataWarning, match="X:\n- one value only in 'd'; .*\n- perfectly") as caught:
        report.warn()
    assert len(caught) == 1
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_data(frame()).warn()


def test_reports_are_shown():
    report = check_data(MESSY)
    assert str(report).startswith("X: 32 rows, 6 columns: 4 errors, 1 warning, ")
    assert max(map(len, str(report).splitlines())) <= 100
    page = report._repr_html_()
    assert "<b>" not in page.replace(html.escape("<b>"), "")
    table = report.to_frame()
    assert list(table["kind"]) == kinds(report)
    page = check_data(frame())._repr_html_()
    assert "X: 60 rows, 3 columns: nothing found" in page
    assert "<table" not in page


def test_many_names_are_cut_short():
    X = pd.DataFrame(np.zeros((30, 200)), columns=[f"x{k}" for k in range(200)])
    assert "'x0', 'x1', 'x2', 'x3', 'x4' and 195 more" in str(check_data(X))
    assert len(str(check_data(X))) < 1000


def test_names_are_escaped():
    page = check_data(frame(**{"<script>": 1.0}))._repr_html_()
    assert "<script>" not in page
    assert "&lt;script&gt;" in page


# A covariance matrix without n


def covariances():
    X = frame(d=3 * frame()["a"] + normal())
    names = list(X)
    S = X.cov()
    return {
        "covariance": S,
        "correlation": X.corr(),
        "array": S.to_numpy(),
        "written": X.corr().round(4),
        "not quite symmetric": S * (1 + 1e-9 * np.triu(np.ones((4, 4)))),
        "no names of rows": pd.DataFrame(S.to_numpy(), columns=names),
        "polars": pl.DataFrame(S.to_dict("list")),
        "fewer rows than columns": np.cov(np.random.default_rng(1).standard_normal((5, 30)).T),
        "whole numbers": np.diag(np.full(7, 40)) + 3,
    }


@pytest.mark.parametrize("case", list(covariances()))
def test_a_covariance_matrix_without_n(case):
    S = covariances()[case]
    finding = check_data(S).findings[0]
    assert (finding.kind, finding.severity, finding.columns) == ("covariance", "warning", ())
    p = len(S)
    assert finding.message == f"looks like a covariance or correlation matrix of {p} columns"
    assert finding.remedy.startswith(
        "give the number of rows that it is of, DAGBag().fit(X, n=...)"
    )


def test_square_data_are_no_covariance_matrix():
    rng = np.random.default_rng(1)
    S = covariances()["covariance"]
    plain = S.to_numpy()
    X = rng.standard_normal((6, 4))
    for near in (
        S.set_axis(list("wxyz")),  # rows are called otherwise
        S.iloc[::-1],
        plain + 1e-3 * np.triu(np.ones((4, 4))),
        plain - 2 * np.diag(np.diag(plain)),
        np.abs(X[:, np.newaxis] - X).sum(axis=2),  # distances
        np.abs(X[:, np.newaxis] - X).sum(axis=2) + 0.1 * np.eye(6),
        np.eye(5),  # one row of each category
        plain > 0,
        np.where(plain > 1, np.nan, plain),
        np.where(np.eye(4) == 1, plain, np.inf),
        np.where(np.tri(4) == 1, 1e308, -1e308),
        plain[:, :3],
        plain[:2, :2],
    ):
        assert "covariance" not in kinds(check_data(near))
    draws = (
        rng.standard_normal,
        lambda shape: rng.integers(0, 2, shape),
        lambda shape: rng.integers(0, 2, shape).astype(bool),
        lambda shape: rng.poisson(1.0, shape),
        lambda shape: rng.standard_normal(shape).round(1),
    )
    for draw in draws:
        for p in (3, 4, 6, 12):
            for _ in range(200):
                assert "covariance" not in kinds(check_data(draw((p, p))))


# Missing values


def test_rows_are_dropped_and_told():
    X = with_gaps((4, "b"), (9, "b"), (9, "a"), label="r{}".format)
    data, report = read_data(X, "drop")
    assert (data.n, data.dropped) == (N - 2, 2)
    assert list(data.rows) == [label for label in X.index if label not in ("r4", "r9")]
    assert np.array_equal(data.values, X.dropna().to_numpy())
    (finding,) = report.findings
    assert (finding.kind, finding.severity) == ("dropped-rows", "warning")
    assert finding.action == "2 rows of 60 will be dropped"
    assert finding.rows == ("r4", "r9")
    with pytest.warns(DataWarning, match="2 rows of 60 will be dropped"):
        report.warn()


def test_nothing_is_dropped_where_nothing_is_missing():
    data, report = read_data(frame(), "drop")
    assert (data.dropped, data.rows, report.findings) == (0, None, ())


def test_only_the_rows_that_are_kept_are_looked_at():
    """Where few rows are complete: a copy, a constant column, and far and infinite values."""
    X = frame(d=normal(), e=normal(12), f=normal(13))
    kept = np.arange(N) % 3 == 1
    X.loc[kept, "d"] = X.loc[kept, "a"]
    X.loc[kept, "e"] = 2.0
    X.loc[0, "b"] = 1e6
    X.loc[2, "c"] = np.inf
    X.loc[~kept, "f"] = np.nan
    _, report = read_data(X, "drop")
    alone = check_data(X[kept])
    assert kinds(alone) == ["constant", "copies"]
    (dropped,) = [each for each in report.findings if each.kind == "dropped-rows"]
    assert [each for each in report.findings if each != dropped] == list(alone.findings)
    assert check_data(X, missing="drop") == report


@settings(max_examples=60)
@given(seed=st.integers(0, 10**6), share=st.floats(0, 0.4))
def test_dropping_before_or_here_is_the_same(seed, share):
    rng = np.random.default_rng(seed)
    X = frame(d=rng.integers(0, 3, N), e=rng.standard_cauchy(N), f=np.cumsum(rng.normal(size=N)))
    X = X.mask(rng.uniform(size=X.shape) < share)
    found = check_data(X, missing="drop").findings
    told = [each for each in found if each.kind not in ("dropped-rows", "too-few-rows")]
    assert told == [f for f in check_data(X.dropna()).findings if f.kind != "too-few-rows"]


def test_too_few_rows_are_left():
    X = with_gaps(*((k, "c") for k in range(N - 2)))
    with pytest.raises(
        ValueError, match="got 2 without missing values, of 60: leave out the columns"
    ):
        read_data(X, "drop")


# Wrong calls: the data, further arguments, the error, its one message.
WRONG = [
    (lambda: "data.csv", {}, TypeError, r"X must be an n x p array or DataFrame, got the path 'data.csv': read the file first, e.g. with pandas.read_csv$"),
    (lambda: {"a": [1, 2]}, {}, TypeError, "got a dict: give pandas.DataFrame of it$"),
    (lambda: pl.DataFrame({"a": [1]}).lazy(), {}, TypeError, r"got a LazyFrame: give its .collect\(\)$"),
    (lambda: iter([[1, 2]]), {}, TypeError, "got a list_iterator: give a list of what it yields$"),
    (lambda: [[1, 2], [3]], {}, ValueError, "X must be an n x p matrix, got rows of different lengths: 2 in row 0, 1 in row 1$"),
    (lambda: [1.0, 2.0, 3.0], {}, ValueError, r"X must be an n x p matrix, got list of shape \(3,\): give \[\[value\] for value in X\] if it is one column$"),
    (lambda: np.zeros((2, 2, 2)), {}, ValueError, r"got ndarray of shape \(2, 2, 2\): give one table, a row per sample and a column per node$"),
    (lambda: np.zeros(3, dtype=[("a", float, 2)]), {}, ValueError, "X must have one number a field"),
    (lambda: None, {}, TypeError, "X must be an n x p array or DataFrame, got None$"),
    (lambda: np.ones((1, 5)), {}, ValueError, "X must have at least 3 rows, got 1: rows are observations, columns are nodes; was the table transposed[?]$"),
    (lambda: np.ones((0, 5)), {}, ValueError, "X must have at least 3 rows, got 0: rows are"),
    (lambda: np.ones((5, 0)), {}, ValueError, "X must have at least 1 column, got 0: give at least one column of numbers$"),
    (lambda: np.array([["u", "x"], ["v", "y"], ["w", "z"]]), {}, TypeError, "X must have numeric columns, got text in 0, 1: leave it out, or code it as numbers"),
    (lambda: frame().astype(complex), {}, TypeError, "got complex numbers in 'a', 'b', 'c': take their real part"),
    (lambda: frame(d=-np.inf), {}, ValueError, "X must be finite, got infinite values in 'd'"),
    (lambda: frame(), {"missing": "pairwise"}, ValueError, 'missing="pairwise" is not offered: .*; give missing="drop", or fill the gaps in'),
    (lambda: frame(), {"missing": "dorp"}, ValueError, "missing must be \"error\" or \"drop\", got 'dorp'; did you mean 'drop'[?]$"),
    (lambda: frame(), {"missing": None}, TypeError, 'missing must be "error" or "drop", got None$'),
    (lambda: frame(), {"missing": True}, TypeError, 'missing must be "error" or "drop", got True$'),
    (lambda: xarray("Dataset"), {}, TypeError, r"got a Dataset of xarray: give its .to_dataframe\(\)$"),
    (lambda: adata(X=None, layers={"raw": 1, "log": 2}), {}, ValueError, r"X must have a matrix, got an AnnData without X: give adata.to_df\(layer='raw'\) \(layers: 'raw', 'log'\)$"),
]  # fmt: skip


def xarray(name, **attributes):
    return type(name, (), {"__module__": "xarray.core", **attributes})()


def adata(X, **attributes):
    """What reading takes of an AnnData."""
    stand_in = type("AnnData", (), {"__module__": "anndata._core.anndata"})()
    vars(stand_in).update(X=X, isbacked=False, **attributes)
    return stand_in


@pytest.mark.parametrize(("build", "arguments", "error", "message"), WRONG)
def test_wrong_calls(build, arguments, error, message):
    with pytest.raises(error, match=message) as caught:
        read_data(build(), **arguments)
    assert "\n" not in str(caught.value)


def test_errors_call_the_data_by_their_name():
    with pytest.raises(ValueError, match="data.csv must be complete"):
        read_data([[1, None], [2, 3], [1, 2]], name="data.csv")
    with pytest.raises(ValueError, match="X must be finite, got NaN in column 1"):
        check_strictly([[1, np.nan], [2, 3], [1, 2]], "X")


# Containers


def containers():
    """The same numbers in everything that holds numbers."""
    from scipy import sparse

    rng = np.random.default_rng(2)
    plain = pd.DataFrame(
        {
            "x": rng.standard_normal(N),
            "i": rng.integers(0, 50, N),
            "b": rng.integers(0, 2, N).astype(bool),
            "far": 2**60 + rng.integers(0, 50, N),
        }
    )
    fields = np.zeros(N, dtype=[("x", float), ("i", np.int8), ("b", bool), ("far", np.int64)])
    for name in plain:
        fields[name] = plain[name]
    table = pa.Table.from_pandas(plain, preserve_index=False)
    near = plain.assign(far=plain["far"] - plain["far"].min()).astype(float)
    names = pd.Index(list(plain))
    labels = pd.RangeIndex(N)
    return {
        "pandas": plain,
        "nullable": plain.astype({"x": "Float64", "i": "Int64", "b": "boolean", "far": "Int64"}),
        "pyarrow in pandas": table.to_pandas(types_mapper=pd.ArrowDtype),
        "objects": plain.astype(object),
        "polars": pl.DataFrame({name: plain[name].tolist() for name in plain}),
        "pyarrow": table,
        "record batch": table.to_batches()[0],
        "fields": fields,
        "AnnData": adata(near.to_numpy(), var_names=names, obs_names=labels),
        "sparse AnnData": adata(sparse.csr_matrix(near), var_names=names, obs_names=labels),
        "DataArray": xarray("DataArray", ndim=2, to_pandas=lambda _self: plain),
    }


CONTAINERS = list(containers())


@pytest.mark.parametrize("container", CONTAINERS)
def test_the_same_numbers_give_the_same_data(container):
    found = containers()
    expected, _ = read_data(found["pandas"])
    data, report = read_data(found[container])
    assert np.array_equal(data.values, expected.values)
    assert data.values.flags.c_contiguous
    assert data.nodes == expected.nodes == ("x", "i", "b", "far")
    if "AnnData" not in container:  # its matrix is of one type
        assert kinds(report) == kinds(check_data(found["pandas"]))


@pytest.mark.parametrize(
    "container", [c for c in CONTAINERS if c not in ("objects", "fields", "DataArray")]
)
def test_score_reads_them_alike(container):
    found = containers()
    assert np.array_equal(
        check_strictly(found[container]).values, check_strictly(found["pandas"]).values
    )
    assert dagbag.score(found[container]).edges == dagbag.score(found["pandas"]).edges


@pytest.mark.parametrize(
    "X",
    [
        pd.DataFrame({"a": [1, None, 3, 4]}, dtype="Int64"),
        pd.DataFrame({"a": [1, None, 3, 4]}, dtype="int64[pyarrow]"),
        pd.DataFrame({"a": [1, None, 3, 4]}, dtype=object),
        pd.DataFrame({"a": [1, pd.NA, 3, 4]}, dtype=object),
        pd.DataFrame({"a": [1, None, 3, 4]}, dtype=pd.ArrowDtype(pa.decimal128(9, 2))),
        pd.DataFrame({"a": [1, None, 3, 4]}, dtype="Sparse[float]"),
        pl.DataFrame({"a": [1, None, 3, 4]}),
        pl.DataFrame({"a": [1, None, 3, 4]}, schema={"a": pl.Decimal(9, 2)}),
        pa.table({"a": [1, None, 3, 4]}),
        pa.table({"a": pa.array([1, None, 3, 4], pa.decimal128(9, 2))}),
        np.ma.masked_array([[1], [2], [3], [4]], mask=[[0], [1], [0], [0]]),
        np.array([[1], [None], [3], [4]]),
        np.array([[1], [np.nan], [3], [4]], dtype=np.float16),
        np.array([[1], [np.nan], [3], [4]], dtype=np.longdouble),
        [[1], [None], [3], [4]],
    ],
    ids=lambda X: type(X).__module__,
)
def test_missing_values_of_every_container(X):
    data, report = read_data(X, "drop")
    assert data.values.tolist() == [[1], [3], [4]]
    assert list(data.rows) == [0, 2, 3]
    assert report.findings[0].rows == (1,)


def test_far_integers_with_gaps():
    X = pd.DataFrame({"a": pd.array([2**60 + 1, None, 2**60, 2**60 + 5], dtype="Int64")})
    assert read_data(X, "drop")[0].values.tolist() == [[1], [0], [5]]


@pytest.mark.parametrize(
    ("X", "kind"),
    [
        (pl.DataFrame({"a": ["x"] * 4}), "text"),
        (pl.DataFrame({"a": ["1", None, "2", "3"]}), "numbers-as-text"),
        (pl.DataFrame({"a": [datetime.date(2020, 1, 1)] * 4}), "dates"),
        (pl.DataFrame({"a": ["x"] * 4}, schema={"a": pl.Categorical}), "categories"),
        (pl.DataFrame({"a": [[1]] * 4}), "objects"),
        (pa.table({"a": ["x"] * 4}), "text"),
        (pa.table({"a": pa.array(["x"] * 4).dictionary_encode()}), "categories"),
        (pa.table({"a": [datetime.datetime(2020, 1, 1)] * 4}), "dates"),
        (pd.DataFrame({"a": ["x"] * 4}, dtype="string"), "text"),
        (pd.DataFrame({"a": ["x"] * 4}, dtype=pd.ArrowDtype(pa.string())), "text"),
        (pd.DataFrame({"a": [datetime.date(2020, 1, 1)] * 4}, dtype=pd.ArrowDtype(pa.date32())), "dates"),
        (np.array([["1"], ["2"], ["3"]]), "numbers-as-text"),
        (np.array([[b"1"], [b"2"], [b"3"]]), "numbers-as-text"),
        (np.array([["2020-01-01"]] * 3, dtype="M8[D]"), "dates"),
    ],
)  # fmt: skip
def test_other_columns_of_every_container(X, kind):
    (finding,) = [f for f in check_data(X).findings if f.severity == "error"]
    assert finding.kind == kind


def test_a_sparse_anndata_must_fit(monkeypatch):
    from scipy import sparse

    monkeypatch.setattr("dagbag._input.memory.available_memory", lambda: 1e6)
    X = adata(sparse.csr_matrix((10**5, 10**4)), var_names=pd.RangeIndex(10**4), obs_names=None)
    with pytest.raises(
        MemoryError, match=r"X of shape \(100000, 10000\) needs 8.0 GB .*leave out var"
    ):
        read_data(X)


def test_labels_of_an_anndata():
    X = adata(
        np.array([[1.0, np.nan], [2, 3], [4, 4], [0, 1]]),
        var_names=pd.Index(["g1", "g2"]),
        obs_names=pd.Index(["c1", "c2", "c3", "c4"]),
    )
    data, report = read_data(X, "drop")
    assert data.nodes == ("g1", "g2")
    assert list(data.rows) == ["c2", "c3", "c4"]
    assert report.findings[0].rows == ("c1",)


@pytest.mark.anndata
@pytest.mark.filterwarnings("ignore")  # it uses what newer versions of pandas will not have
def test_an_anndata_itself():
    from anndata import AnnData
    from scipy import sparse

    X = frame().to_numpy()
    names = pd.DataFrame(index=["g1", "g2", "g3"])
    labels = pd.DataFrame(index=[f"c{k}" for k in range(N)])
    for matrix in (X, sparse.csr_matrix(X)):
        data, _ = read_data(AnnData(matrix, var=names, obs=labels))
        assert np.array_equal(data.values, X)
        assert data.nodes == ("g1", "g2", "g3")
        assert list(data.rows) == list(labels.index)
    whole = AnnData(X, var=names, obs=labels, layers={"twice": 2 * X})
    layer, _ = read_data(whole.to_df(layer="twice"))
    assert np.array_equal(layer.values, 2 * X)
    assert layer.nodes == ("g1", "g2", "g3")
    assert dagbag.score(whole).nodes == ("g1", "g2", "g3")
