"""The report as data: what the page is given, and the page itself. What it does is test_report_page's."""

import base64
import copy
import hashlib
import json
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dagbag
from dagbag import DAGBag, Ensemble, load_example, score, score_shd
from dagbag._report import pairs
from dagbag._report.content import content_of
from dagbag._report.drawing import MOST_NODES
from dagbag._report.packing import ascending, bits, doubles, varints
from dagbag._report.page import page_of
from dagbag._report.subject import ReportSubject
from dagbag.learners import BOSS
from dagbag.reporting import write_report
from dagbag.simulate import simulate_gaussian

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "dagbag" / "_report" / "page.html"
SOURCE = ROOT / "report_src"
EDGES = [("a", "c"), ("b", "c"), ("c", "d"), ("d", "e")]


@pytest.fixture(scope="module")
def X():
    return simulate_gaussian(EDGES, 80, seed=1, nodes=list("abcde"))


@pytest.fixture(scope="module")
def fitted(X):
    return DAGBag(20, random_state=1, n_jobs=1).fit(X)


def content(path):
    """The document of a page."""
    text = Path(path).read_text(encoding="utf-8")
    return json.loads(re.search(r'id="dagbag-data">(.*?)</script>', text, re.S)[1])


def unpacked(text, n):
    """What `varints` packed, read as the page reads it."""
    data, found = iter(base64.b64decode(text)), []
    for _ in range(n):
        value = shift = 0
        for byte in data:
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        found.append(value)
    assert next(data, None) is None
    return found


# Numbers


@given(st.lists(st.integers(0, 2**40)))
def test_numbers_are_packed_without_loss(values):
    assert unpacked(varints(np.array(values, dtype=np.int64)), len(values)) == values
    rising = sorted(values)
    steps = unpacked(ascending(np.array(rising, dtype=np.int64)), len(values))
    assert np.cumsum(steps).tolist() == rising


def test_other_numbers_are_packed_without_loss():
    values = np.array([0.1, -1e300, 5e-324, 1 / 3])
    assert np.frombuffer(base64.b64decode(doubles(values)), "<f8").tolist() == values.tolist()
    assert (
        base64.b64decode(bits(np.array([True, False, True] + [False] * 6 + [True]))) == b"\x05\x02"
    )


def test_the_page_has_the_counts_of_every_pair(fitted):
    result = fitted.result_
    found = content_of(ReportSubject(result, "t"))["aggregation"]["pairs"]
    counts = result._counts
    keys = np.cumsum(unpacked(found["keys"], found["n"]))
    both = np.reshape(unpacked(found["counts"], 2 * found["n"]), (-1, 2))
    told = np.reshape(unpacked(found["compelled"], 2 * found["n"]), (-1, 2))
    low, high = keys % 5, keys // 5
    assert (low < high).all()
    assert both[:, 0].tolist() == counts.of(low, high).tolist()
    assert both[:, 1].tolist() == counts.of(high, low).tolist()
    assert both.sum() == counts.count.sum()
    parts = result._classes.counts.parts(low, high)
    assert told.T.tolist() == [parts.compelled.tolist(), parts.reverse_compelled.tolist()]


def test_of_too_many_pairs_the_weakest_are_left_out(fitted, monkeypatch):
    total = sorted(_totals(fitted.result_))
    monkeypatch.setattr(pairs, "MOST_PAIRS", 4)
    found = pairs.pairs_of(score_shd(fitted.ensemble_, strength=0.99))
    assert found["n"] <= 4
    assert found["n"] == sum(20 * found["least"] < each for each in total)
    loose = score_shd(fitted.ensemble_, strength=0)  # what is shown is kept in any case
    assert pairs.pairs_of(loose)["n"] == len(loose)


def _totals(result):
    counts = result._counts
    once = (counts.source < counts.target) | (counts.reverse == 0)
    return (counts.count + counts.reverse)[once].tolist()


# The page


def test_the_built_page_is_that_of_its_source():
    """By a hash that the build leaves in it: `make page` builds it again."""
    hasher = hashlib.sha256()
    names = [
        "build.mjs",
        "package-lock.json",
        *sorted(f"src/{p.name}" for p in (SOURCE / "src").iterdir()),
    ]
    for name in names:
        hasher.update(f"{name}\n".encode() + (SOURCE / name).read_bytes())
    assert f"whose hash is {hasher.hexdigest()}" in PAGE.read_text(encoding="utf-8")


def test_no_host_is_recorded():
    lock = json.loads((SOURCE / "package-lock.json").read_text())
    packages = [entry for name, entry in lock["packages"].items() if name]
    assert len(packages) > 10
    assert all("integrity" in entry and "resolved" not in entry for entry in packages)
    assert "//" not in re.sub(r'"sha512-[^"]*"', "", (SOURCE / "package-lock.json").read_text())


def test_the_policy_allows_the_scripts_and_styles_of_the_page_only():
    text = PAGE.read_text(encoding="utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)[1]
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    (script,) = re.findall(r"<script>(.*?)</script>", text, re.S)
    (style,) = re.findall(r"<style>(.*?)</style>", text, re.S)
    for part in (script, style):
        digest = base64.b64encode(hashlib.sha256(part.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy
    assert "unsafe" not in policy
    before, after = text.index("<script>"), text.rindex("<!--")
    markup = text[:before] + text[text.index("</script>", before) : after]
    assert not re.search(r"\b(src|href)=(?!\"#)|\bstyle=|\bon\w+=|url\(|@import", markup)


def test_the_licences_of_what_is_in_the_page_are_in_it():
    text = PAGE.read_text(encoding="utf-8")
    told = text[text.rindex("<!--") :]
    for name in ("@dagrejs/dagre", "d3-drag", "d3-selection", "d3-zoom", "d3-transition"):
        assert re.search(rf"^{re.escape(name)} \d+\.\d+\.\d+$", told, re.M), name
    assert told.count("Copyright") >= 10


def test_names_with_markup_are_text(tmp_path):
    names = [
        "</script><script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "&amp;",
        "a\u202eb",
    ]
    Y = simulate_gaussian([(0, 1), (1, 2), (2, 3)], 60, seed=1, nodes=4)
    frame = pd.DataFrame(Y, columns=names)
    ensemble = score(frame, 5, seed=1)
    text = ensemble.report(tmp_path / "r.html", title="<b>T</b>").read_text(encoding="utf-8")
    template = PAGE.read_text(encoding="utf-8")
    assert text.count("<script") == template.count("<script")
    assert "<img" not in text
    assert "<b>" not in text
    assert "<title>&lt;b&gt;T&lt;/b&gt;</title>" in text
    assert content(tmp_path / "r.html")["nodes"] == [*names[:3], "a\ufffdb"]


def test_a_page_is_the_same_every_time(tmp_path, fitted):
    assert (
        fitted.report(tmp_path / "a.html").read_bytes()
        == fitted.report(tmp_path / "b.html").read_bytes()
    )


def test_the_page_of_the_example_is_small(tmp_path):
    example = load_example()
    dag = DAGBag(20, random_state=1, n_jobs=1).fit(example.Y)
    page = dag.report(tmp_path / "r.html", truth=example.adjacency, scatter=True)
    assert page.stat().st_size < 0.4e6


# What it tells


def test_an_estimator_tells_all_it_knows(tmp_path, fitted):
    found = content(fitted.report(tmp_path / "r.html", truth=EDGES, title="Five"))
    result = fitted.result_
    assert found["title"] == "Five"
    assert found["nodes"] == list("abcde")
    assert found["result"]["edges"] == result._edges.ravel().tolist()
    assert found["aggregation"]["cutoff"] == 0.5
    assert found["aggregation"]["kind"] == "strength"
    assert found["aggregation"]["score"] == result.score
    assert found["aggregation"]["places"] is not None
    assert found["replicates"]["n"] == 20
    assert found["replicates"]["distinct_rows"] == fitted.ensemble_.distinct_rows.tolist()
    assert found["effects"]["edges"] == result._edges.ravel().tolist()
    expected = fitted.effects(n_boot=0).coefficients
    np.testing.assert_allclose(found["effects"]["coefficient"], expected, rtol=1e-5)
    assert found["comparisons"] == [{"name": "truth", "edges": [0, 2, 1, 2, 2, 3, 3, 4]}]
    assert found["scatter"] is None
    assert [each["kind"] for each in found["findings"]] == [
        each.kind for each in fitted.data_report_.findings
    ]
    first, second = found["origin"]["calls"]
    assert first == "dag = DAGBag(n_boot=20, random_state=1, n_jobs=1).fit(X)"
    names = {"dag": fitted, "score_shd": score_shd}
    assert eval(second.removeprefix("dag.result_ = "), names).edges == result.edges
    assert found["origin"]["settings"]["data"] == fitted.ensemble_.settings["data"]
    assert found["origin"]["versions"]["dagbag"] == dagbag.__version__
    assert len(found["origin"]["choices"]) == len(list(fitted.choices_))


def test_values_are_in_the_page_only_if_asked_for(tmp_path, fitted, X):
    plain = content(fitted.result_.report(tmp_path / "r.html", data=X))
    assert plain["scatter"] is None
    assert plain["effects"] is not None
    shown = content(fitted.result_.report(tmp_path / "r.html", data=X, scatter=True))["scatter"]
    assert (shown["rows"], shown["of"]) == (80, 80)
    values = np.frombuffer(base64.b64decode(shown["values"]), "<f4").reshape(5, 80)
    np.testing.assert_allclose(values.T, X.to_numpy() if hasattr(X, "to_numpy") else X, rtol=1e-6)


def test_many_rows_are_shown_in_part(tmp_path):
    Y = simulate_gaussian([(0, 1)], 1000, seed=1, nodes=2)
    found = content(BOSS()(Y).report(tmp_path / "r.html", data=Y, scatter=True))["scatter"]
    assert (found["rows"], found["of"]) == (300, 1000)


@pytest.mark.parametrize("learner", [BOSS(), score], ids=["BOSS", "score"])
def test_a_single_dag_has_a_page_without_sliders(tmp_path, X, learner):
    found = content(learner(X).report(tmp_path / "r.html"))
    assert found["aggregation"] is None
    assert found["replicates"] is None
    assert found["result"]["edges"]


def test_estimators_without_resamples_or_rows_have_pages(tmp_path, X):
    single = content(DAGBag(0).fit(X).report(tmp_path / "r.html"))
    assert single["aggregation"] is None
    assert single["effects"] is not None
    covariance = content(DAGBag().fit(np.cov(np.asarray(X).T), n=80).report(tmp_path / "r.html"))
    assert covariance["effects"] is None
    assert covariance["findings"] is None


def test_an_ensemble_is_aggregated_for_its_page(tmp_path, fitted):
    found = content(fitted.ensemble_.report(tmp_path / "r.html", alpha=0.5, cutoff=0.7))
    expected = score_shd(fitted.ensemble_, 0.5, strength=0.7)
    assert found["result"]["edges"] == expected._edges.ravel().tolist()
    assert (
        content(write_report(fitted.ensemble_, tmp_path / "r.html"))["aggregation"]["cutoff"] == 0.5
    )


def test_frequencies_are_kept_as_they_are(tmp_path):
    frequency = np.array([[0, 0.8, 0.1], [0.1, 0, 0.6], [0, 0.3, 0]])
    found = content(score_shd(frequency, nodes=["a", "b", "c"]).report(tmp_path / "r.html"))
    given = found["aggregation"]
    assert (given["n_boot"], given["counted"], given["kind"]) == (1, False, "threshold")
    both = np.frombuffer(base64.b64decode(given["pairs"]["counts"]), "<f8")
    assert both.tolist() == [0.8, 0.1, 0.1, 0, 0.6, 0.3]


def test_lists_are_part_of_the_page(tmp_path, fitted):
    known = score_shd(
        fitted.ensemble_, strength=0.3, blacklist=[("d", "c")], whitelist=[("a", "c")]
    )
    found = content(known.report(tmp_path / "r.html"))
    assert found["aggregation"]["fixed"] == [0, 2]
    assert found["aggregation"]["pairs"]["barred"] is not None
    assert len(found["result"]["known"]) >= 1


def test_a_large_graph_is_placed_in_part(tmp_path):
    p = MOST_NODES + 1
    chain = np.zeros((p, p), dtype=np.int8)
    chain[np.arange(p - 1), np.arange(1, p)] = 1
    found = content(score_shd([chain, chain], max_step=p).report(tmp_path / "r.html"))
    assert found["drawing"]["reduced"]
    assert len(found["result"]["edges"]) == 2 * (p - 1)
    assert len(found["drawing"]["nodes"]) == 251


def test_a_cyclic_whitelist_of_r_has_a_page(tmp_path, X):
    """Which R takes, and its results say so."""
    cyclic = copy.copy(score(X))
    cyclic._edges = np.array([[2, 0], [0, 1], [1, 2]], dtype=np.int32)
    found = content(cyclic.report(tmp_path / "r.html"))
    assert len(found["drawing"]["centers"]) == 5


def test_a_graph_without_edges_has_a_page(tmp_path):
    found = content(score_shd(np.zeros((3, 3, 4), dtype=int)).report(tmp_path / "r.html"))
    assert found["result"]["edges"] == []
    assert found["aggregation"]["pairs"]["n"] == 0


# What is refused

WRONG = (
    ({"ensemble": 3}, TypeError, "ensemble must be an Ensemble, got 3"),
    ({"effects": "all"}, TypeError, "effects must be an Effects, got 'all'"),
    ({"scatter": True}, ValueError, "data must be given when scatter is True, got None"),
    ({"scatter": 1}, TypeError, "scatter must be True or False, got 1"),
    ({"title": 3}, TypeError, "title must be a text, got 3"),
    ({"truth": [("a", "z")]}, ValueError, "truth"),
    (
        {"data": np.random.default_rng(1).normal(size=(10, 3))},
        ValueError,
        "data must have the nodes of result as columns, got",
    ),
    ({"tilte": "x"}, TypeError, "has no argument 'tilte'"),
)


@pytest.mark.parametrize(("given", "kind", "message"), WRONG, ids=lambda each: str(each)[:20])
def test_what_is_wrong_is_told(tmp_path, fitted, given, kind, message):
    with pytest.raises(kind, match=message):
        fitted.result_.report(tmp_path / "r.html", **given)
    assert not (tmp_path / "r.html").exists()


def test_wrong_paths_and_results_are_told(tmp_path, fitted):
    with pytest.raises(TypeError, match="path must name a file such as 'report.html', got 3"):
        fitted.report(3)
    with pytest.raises(ValueError, match="got the folder"):
        fitted.report(tmp_path)
    with pytest.raises(FileNotFoundError):
        fitted.report(tmp_path / "none" / "r.html")
    with pytest.raises(TypeError, match="result must be a result of this package"):
        write_report(np.eye(3), tmp_path / "r.html")
    other = Ensemble.load(_saved(tmp_path))
    with pytest.raises(ValueError, match="ensemble must have the nodes of result"):
        fitted.result_.report(tmp_path / "r.html", ensemble=other)
    with pytest.raises(ValueError, match="fit"):
        DAGBag().report(tmp_path / "r.html")


def _saved(folder):
    ensemble = score(np.random.default_rng(1).normal(size=(20, 3)), 3, seed=1)
    ensemble.save(folder / "e.npz")
    return folder / "e.npz"


def test_a_document_with_a_number_that_json_has_not_is_refused():
    with pytest.raises(ValueError, match="JSON"):
        page_of({"title": "", "value": float("nan")})
