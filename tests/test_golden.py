"""Answers of the R package dagbag 1.1 (tests/golden): moves, graphs and final steps exactly."""

import json
import warnings
from pathlib import Path

import numpy as np
import pytest

import dagbag

GOLDEN = Path(__file__).parent / "golden"
DELTA_TOLERANCE = 1e-6
# R goes on into saturated fits here; test_deviations.py has what can be compared.
SATURATED = {"score-bic-n-below-p", "boot-n-below-p"}
NAMES = sorted({path.stem for path in (GOLDEN / "dagbag").glob("*.json")} - SATURATED)
CASES = [name for name in NAMES if name.startswith("score-") or name == "forest"]
ENSEMBLES = [name for name in NAMES if name.startswith("boot-") or name == "forest-boot"]
AGGREGATIONS = [
    (path.stem, k)
    for path in sorted((GOLDEN / "dagbag").glob("shd-*.json"))
    for k in range(len(json.loads(path.read_text())["cases"]))
]


def load(name):
    case = json.loads((GOLDEN / "dagbag" / f"{name}.json").read_text())
    case["Y"] = np.array(case["Y"], dtype=float)
    case["args"] = dict(case["args"])
    for which in ("blacklist", "whitelist"):
        if case[which] is not None:
            case["args"][which] = [(i - 1, j - 1) for i, j in case[which]]
    return case


def answer(case):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", dagbag.ConvergenceWarning)
        return dagbag.score(case["Y"], seed=case["seed"], **case["args"])


def one_based_edges(result):
    return [[source + 1, target + 1] for source, target in result.edges]


def assert_moves_of_r(case, result):
    expected = case["result"]
    assert result.final_step == expected["final.step"]
    rows = result.final_step - case["args"].get("shuffle", False)
    assert result.movement[:rows].tolist() == expected["movement"]
    assert one_based_edges(result) == expected["edges"]


def test_there_are_cases():
    assert len(CASES) == 18
    assert len(ENSEMBLES) == 7
    assert len(AGGREGATIONS) == 33


@pytest.mark.parametrize("name", CASES)
def test_same_moves_as_r(name):
    case = load(name)
    expected = case["result"]
    result = answer(case)
    assert_moves_of_r(case, result)
    used = result.delta_min != -99
    np.testing.assert_allclose(
        result.delta_min[used], expected["delta.min"], rtol=0, atol=DELTA_TOLERANCE
    )
    assert result.bic_ok[result.bic_ok != -99].tolist() == expected["bic.ok"]


@pytest.mark.parametrize("name", CASES)
def test_shapes_are_those_of_r(name):
    case = load(name)
    result = answer(case)
    max_step = case["args"].get("max.step", 500)
    if case["args"].get("shuffle"):
        assert result.movement.shape == (result.final_step - 1, 3)
    else:
        assert result.movement.shape == (max_step, 3)
        assert not result.movement[result.final_step :].any()
    assert result.delta_min.shape == result.bic_ok.shape == (max_step,)
    assert result.adj_matrix.shape == (case["p"], case["p"])


@pytest.mark.parametrize("n_jobs", [1, 2])
@pytest.mark.parametrize("name", ENSEMBLES)
def test_same_ensemble_as_r(name, n_jobs):
    case = load(name)
    case["args"]["n_jobs"] = n_jobs
    ensemble = answer(case)
    assert [one_based_edges(member) for member in ensemble] == case["result"]["edges"]
    assert ensemble["adj.matrix"].shape == (case["p"], case["p"], case["args"]["n.boot"])


@pytest.mark.parametrize("case", json.loads((GOLDEN / "bge.json").read_text())["cases"])
def test_bge_neighborhood_scores_are_those_of_bnlearn(case):
    """Fix the graph by whitelisting it and barring everything else."""
    edges = [(i - 1, j - 1) for i, j in case["edges"]]
    result = dagbag.score(
        np.array(case["Y"]),
        score_type="BGe",
        standardize=False,
        whitelist=edges,
        blacklist=np.ones((case["p"], case["p"])),
        iss_mu=case["iss.mu"],
        iss_w=case["iss.w"],
    )
    assert set(result.edges) == set(edges)
    np.testing.assert_allclose(result.neighborhood_scores / -2, case["bge"], rtol=1e-8)


def load_aggregation(name, k):
    """The ensemble as an array, a case, and its lists by index."""
    golden = json.loads((GOLDEN / "dagbag" / f"{name}.json").read_text())
    case, p = golden["cases"][k], golden["p"]
    dags = np.zeros((p, p, len(golden["ensemble"])), dtype=int)
    for b, edges in enumerate(golden["ensemble"]):
        for source, target in edges:
            dags[source - 1, target - 1, b] = 1
    lists = {
        which: [(i - 1, j - 1) for i, j in case[which]]
        for which in ("blacklist", "whitelist")
        if case[which] is not None
    }
    return dags, case, lists


@pytest.mark.parametrize(("name", "k"), AGGREGATIONS)
def test_same_aggregation_as_r(name, k):
    dags, case, lists = load_aggregation(name, k)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", dagbag.ConvergenceWarning)
        result = dagbag.score_shd(dags, **case["args"], **lists)
    expected = case["result"]
    assert result.final_step == expected["final.step"]
    assert result.movement[: result.final_step].tolist() == expected["movement"]
    assert one_based_edges(result) == expected["edges"]
    assert result.movement.shape == (case["args"].get("max.step", 500), 3)
    assert not result.movement[result.final_step :].any()
