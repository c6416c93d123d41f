import csv
import math
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time

import joblib
import numpy as np
import pytest

from dagbag import metrics, score, score_shd
from dagbag.simulate import PAPER_GRAPHS, paper_graph
from dagbag.study import CAPTIONS, COLUMNS, Options, published, read_graph, run_table
from dagbag.study.__main__ import main
from dagbag.study._published import BOOTSTRAP, INDEPENDENT, SINGLE, Method, Row, Setting
from dagbag.study._replicate import Task, draw_data, run_replicate
from dagbag.study._report import _cell
from dagbag.study._runner import _possible
from dagbag.study._store import Record

pytestmark = pytest.mark.study

SPARSE = Setting("Sparse", 102, (0.5, 1.5), "normal", 500)
FAST = {"replicates": 2, "n_boot": 8, "jobs": 1}


def make_task(methods, *, replicate=0, order="replicate", setting=SPARSE, **rest):
    graph = paper_graph(setting.graph)
    options = {"seed": 1, "n_boot": 10, "n_data_sets": 5, **rest}
    return Task(
        "run",
        setting,
        np.argwhere(graph),
        len(graph),
        replicate,
        tuple(methods),
        order=order,
        **options,
    )


# The published numbers


def test_every_table_and_row_of_the_paper_is_there():
    tables = published()
    assert list(tables) == list(CAPTIONS)
    assert sum(map(len, tables.values())) == 167
    assert {row.setting.graph for rows in tables.values() for row in rows} == set(PAPER_GRAPHS)


def test_a_row_is_read_with_its_setting_and_method():
    rows = [row for row in published()["bic_robust"] if row.setting.noise == "gamma(1, 2)"]
    row = next(row for row in rows if row.method.name == "GSHD(1.5)")
    assert row.setting == Setting("Sparse", 102, (0.5, 1.5), "gamma(1, 2)", 500)
    assert row.method == Method("GSHD(1.5)", "BIC", BOOTSTRAP)
    assert (row.mean["total_M"], row.sd["total_M"], row.replicates) == (134.64, 10.52, 100)


def test_settings_have_the_statistics_of_the_graphs():
    for rows in published().values():
        for row in rows:
            assert row.setting.max_step == PAPER_GRAPHS[row.setting.graph].max_step


@pytest.mark.parametrize(
    ("name", "alpha"),
    [("SHD", 2), ("SHD(2)", 2), ("adjSHD", 1), ("adjSHD(1)", 1), ("GSHD(0.5)", 0.5), ("MST", None)],
)
def test_names_of_the_paper_tell_alpha(name, alpha):
    assert Method(name, "BIC", BOOTSTRAP).alpha == alpha


def test_one_replicate_is_published_where_there_is_no_spread():
    rows = published()
    assert {row.replicates for row in rows["bagged_est"]} == {1}
    assert {row.replicates for row in rows["empty_network_n250"]} == {10}
    assert {r.replicates for r in rows["indep_boot"] if r.method.ensemble == INDEPENDENT} == {1}


# One replicate


def test_a_replicate_counts_what_the_public_functions_learn():
    methods = [Method("SHD", "BIC", BOOTSTRAP), Method("GSHD(0.5)", "BIC", BOOTSTRAP)]
    task = make_task(methods, replicate=3)
    outcomes = run_replicate(task)
    truth = paper_graph("Sparse")
    assert [outcome.method for outcome in outcomes] == methods
    for outcome in outcomes:
        assert outcome.searches == 10
        assert outcome.counts["correct_E"] <= min(outcome.counts["total_E"], truth.sum())
    assert outcomes[0].counts["total_E"] <= outcomes[1].counts["total_E"]


def test_a_single_search_in_the_given_order_is_score():
    task = make_task([Method("score", "eBIC", SINGLE)], order="given")
    (outcome,) = run_replicate(task)
    Y = draw_data(task)
    found = metrics.detection(score(Y, score_type="eBIC"), paper_graph("Sparse"))
    assert outcome.counts == {name: getattr(found, name) for name in COLUMNS}


def test_independent_data_sets_are_aggregated():
    task = make_task([Method("adjSHD(1)", "BIC", INDEPENDENT)], order="given")
    (outcome,) = run_replicate(task)
    graphs = [score(draw_data(task, k)) for k in range(5)]
    found = metrics.detection(score_shd(graphs), paper_graph("Sparse"))
    assert outcome.counts["total_E"] == found.total_E
    assert outcome.searches == 5


def test_data_depend_on_the_replicate_and_not_on_the_method():
    first = draw_data(make_task([Method("score", "BIC", SINGLE)]))
    np.testing.assert_array_equal(first, draw_data(make_task([Method("SHD", "GIC", BOOTSTRAP)])))
    assert (first != draw_data(make_task([Method("score", "BIC", SINGLE)], replicate=1))).any()
    assert (first != draw_data(make_task([Method("score", "BIC", SINGLE)], seed=2))).any()


def test_orders_of_the_nodes_change_the_search_as_they_say():
    method = Method("score", "BIC", SINGLE)
    given, fresh, fixed = (
        run_replicate(make_task([method], order=order))[0].counts
        for order in ("given", "replicate", "setting")
    )
    assert len({tuple(counts.values()) for counts in (given, fresh, fixed)}) == 3


def test_bge_is_searched_as_bnlearn_does():
    # Of two equivalent additions the one from the lower-numbered source: the given order of the
    # search on the columns in reverse.
    task = make_task([Method("score", "BGe with iss=3", SINGLE)])
    (outcome,) = run_replicate(task)
    Y = draw_data(task)
    found = score(Y[:, ::-1], score_type="BGe", iss_mu=3, iss_w=104, max_step=10_000)
    graph = found.adj_matrix[::-1, ::-1]
    assert outcome.counts["correct_V"] == metrics.detection(graph, paper_graph("Sparse")).correct_V
    assert outcome.capped == 0


@pytest.mark.parametrize("name", ["MST", "MMHC"])
def test_other_learners_count_on_the_same_footing(name):
    setting = Setting("Tree", 50, (0.5, 1.5), "normal", 500)
    tuning = 0.05 if name == "MMHC" else None
    (outcome,) = run_replicate(make_task([Method(name, "BIC", SINGLE, tuning)], setting=setting))
    assert outcome.counts["correct_E"] > 60
    if name == "MST":
        assert outcome.counts["total_E"] == 99
        assert outcome.counts["total_V"] == 0


# The comparison


def make_row(mean, sd, replicates):
    means, sds = dict.fromkeys(COLUMNS, math.nan), dict.fromkeys(COLUMNS, math.nan)
    means["total_E"], sds["total_E"] = mean, sd
    return Row(SPARSE, Method("score", "BIC", SINGLE), means, sds, replicates)


def records(values):
    return [Record(k, {"total_E": value}, 0.1, 0, 0, 1) for k, value in enumerate(values)]


def test_the_difference_is_in_standard_errors_of_both_sides():
    cell = _cell(make_row(10.0, 2.0, 100), "total_E", records([9, 11, 13]))
    assert cell.mean == 11
    assert cell.sd == pytest.approx(2)
    assert cell.z == pytest.approx(1 / math.sqrt(4 * (1 / 3 + 1 / 100)))
    cell = _cell(make_row(10.0, 1.0, 3), "total_E", records([9, 11, 13]))
    assert cell.z == pytest.approx(1 / math.sqrt(4 / 3 + 1 / 3))


def test_a_single_published_number_has_the_spread_of_the_reproduced():
    values = [9, 11, 13, 11, 11]
    cell = _cell(make_row(10.0, math.nan, 1), "total_E", records(values))
    assert cell.z == pytest.approx(1 / (math.sqrt(2) * math.sqrt(1 + 1 / 5)))
    few = _cell(make_row(10.0, math.nan, 1), "total_E", records(values[:4]))
    assert math.isnan(few.z)  # too few to know the spread


def test_no_standard_error_no_z():
    assert math.isnan(_cell(make_row(10.0, math.nan, 1), "total_E", records([9])).z)
    assert math.isnan(_cell(make_row(10.0, 0.0, 100), "total_E", records([9, 9])).z)
    assert _cell(make_row(9.0, 0.0, 100), "total_E", records([9, 9])).z == 0


# Runs


def test_a_run_goes_on_where_another_stopped(tmp_path):
    first = run_table("indep_boot", tmp_path, Options(**FAST), progress=False)
    again = run_table("indep_boot", tmp_path, Options(**FAST), progress=False)
    more = run_table("indep_boot", tmp_path, Options(**FAST | {"replicates": 3}), progress=False)
    assert first.ran == 2 * 2 + 2  # score, resamples; two groups of independent data sets
    assert again.ran == 0
    assert more.ran == 2
    assert [line.cells for line in again.lines] == [line.cells for line in first.lines]
    assert {line.replicates for line in more.lines if line.row.method.ensemble == SINGLE} == {3}
    fresh = run_table(
        "indep_boot", tmp_path / "new", Options(**FAST | {"replicates": 3}), progress=False
    )
    assert [line.cells for line in fresh.lines] == [line.cells for line in more.lines]


def test_workers_change_nothing(tmp_path):
    options = Options(**FAST | {"replicates": 3})
    one = run_table("indep_boot_0205", tmp_path / "1", options, progress=False)
    two = run_table(
        "indep_boot_0205",
        tmp_path / "2",
        Options(**FAST | {"replicates": 3, "jobs": 2}),
        progress=False,
    )
    assert [line.cells for line in one.lines] == [line.cells for line in two.lines]


def test_the_study_has_the_workers_of_ensembles(tmp_path, monkeypatch):
    seen = []

    def run_here(task):
        seen.append(threading.current_thread())
        return run_replicate(task)

    one = run_table("indep_boot_0205", tmp_path / "1", Options(**FAST), progress=False)
    monkeypatch.setattr("dagbag.study._runner.run_replicate", run_here)
    options = Options(**FAST | {"jobs": 2})
    with joblib.parallel_config("threading"):
        two = run_table("indep_boot_0205", tmp_path / "2", options, progress=False)
    assert len(seen) == two.ran
    assert threading.main_thread() not in seen
    assert [line.cells for line in one.lines] == [line.cells for line in two.lines]


def test_ctrl_c_keeps_what_the_study_has_finished(tmp_path, monkeypatch):
    begun = []

    def interrupted(task):
        begun.append(task)
        if len(begun) == 3:
            raise KeyboardInterrupt
        return run_replicate(task)

    monkeypatch.setattr("dagbag.study._runner.run_replicate", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run_table("indep_boot_0205", tmp_path, Options(**FAST), progress=False)
    rest = run_table("indep_boot_0205", tmp_path, Options(**FAST), progress=False)
    whole = run_table("indep_boot_0205", tmp_path / "new", Options(**FAST), progress=False)
    assert rest.ran == whole.ran - 2
    assert [line.cells for line in rest.lines] == [line.cells for line in whole.lines]


def test_settings_shared_by_tables_are_run_once(tmp_path):
    run_table("indep_boot", tmp_path, Options(**FAST), progress=False)
    summary = run_table("decomposable_scores", tmp_path, Options(**FAST), progress=False)
    assert summary.ran == 2 * 2 * 5  # five other scores: search and resamples


def test_other_options_are_other_runs(tmp_path):
    base = run_table("indep_boot_0205", tmp_path, Options(**FAST), progress=False)
    for change in ({"seed": 2}, {"order": "given"}, {"n_boot": 9}):
        other = run_table("indep_boot_0205", tmp_path, Options(**FAST | change), progress=False)
        assert other.ran == base.ran


def test_the_users_graph_stands_in(tmp_path):
    file = tmp_path / "edges.csv"
    file.write_text("from,to\na,b\nb,c\nd,c\n")
    options = Options(**FAST, graph=str(file))
    summary = run_table("indep_boot", tmp_path, options, progress=False)
    assert all(line.cells["correct_E"].mean <= 3 for line in summary.lines)
    assert not summary.graph.comparable
    assert f"True graph: {file}: 4 nodes, 3 edges, 1 v-structures, 4 moral edges." in str(summary)
    assert "no yardstick" in str(summary)
    assert "s.e." not in str(summary)


def test_another_snr_can_be_asked_for(tmp_path):
    low = run_table("indep_boot", tmp_path, Options(**FAST, snr=(0.2, 0.5)), progress=False)
    high = run_table("indep_boot", tmp_path, Options(**FAST), progress=False)
    assert low.ran == high.ran
    assert low.lines[0].cells["correct_E"].mean < high.lines[0].cells["correct_E"].mean - 20
    with pytest.raises(ValueError, match="snr must be two numbers"):
        Options(snr=(0.5, 0.2))


def test_every_learner_of_a_table_is_run(tmp_path):
    summary = run_table("tree_n50_indep_boot", tmp_path, Options(**FAST), progress=False)
    mst = next(line for line in summary.lines if line.row.method.name == "MST")
    assert mst.cells["total_E"].mean == 99
    assert not math.isnan(mst.cells["correct_E"].z)


def test_aggregation_cuts_false_positives(tmp_path):
    options = Options(replicates=3, n_boot=30, jobs=1)
    summary = run_table("indep_boot", tmp_path, options, progress=False)
    false = {
        str(line.row.method): line.cells["total_E"].mean - line.cells["correct_E"].mean
        for line in summary.lines
    }
    assert false["score"] > 10 * false["adjSHD(1)"]
    assert false["SHD(2)"] <= false["GSHD(1.5)"] <= false["adjSHD(1)"] <= false["GSHD(0.5)"]


def test_the_text_has_published_and_reproduced_numbers(tmp_path):
    text = str(run_table("indep_boot", tmp_path, Options(**FAST), progress=False))
    words = " ".join(text.split())
    assert "adjSHD(1) published 89.87 (3.74) 98.43 (4.38)" in words
    assert "difference / s.e." in text
    assert "numbers within 3 standard errors" in text


# Files


def test_a_graph_is_read_from_edges(tmp_path):
    file = tmp_path / "graph.csv"
    for text, edges, p in [
        ("from,to\n1,3\n2,3\n", [[0, 2], [1, 2]], 3),
        ("1,3\n2,3\n", [[0, 2], [1, 2]], 3),
        ("0,2\n1,2\n", [[0, 2], [1, 2]], 3),
        ("\ufeffsource,target\r\nx,z\r\ny,z\r\n", [[0, 1], [2, 1]], 3),
        ("a,b\nb,c\n", [[0, 1], [1, 2]], 3),
        ("x,y\n1,3\n2,3\n", [[0, 2], [1, 2]], 3),
        ("1.0,3.0\n2.0,3.0\n", [[0, 2], [1, 2]], 3),
        ("source;target\na;b\n", [[0, 1]], 2),
        ("a\tb\nb\tc\n", [[0, 1], [1, 2]], 3),
        (",source,target,sf\n0,a,b,0.9\n1,c,b,0.8\n", [[0, 1], [2, 1]], 3),
        ('"from","to"\n"1","a","b"\n"2","b","c"\n', [[0, 1], [1, 2]], 3),
        ("Cause,Effect\nx,y\n", [[0, 1]], 2),
    ]:
        file.write_text(text, encoding="utf-8")
        found, size = read_graph(file)
        assert found.tolist() == edges, text
        assert size == p, text
    file.write_text("1,3\n", encoding="utf-8")
    assert read_graph(file, 5)[1] == 5


def test_a_graph_is_read_from_a_matrix_or_networkx(tmp_path):
    networkx = pytest.importorskip("networkx")
    graph = np.array([[0, 1, 1], [0, 0, 1], [0, 0, 0]])
    np.save(tmp_path / "graph.npy", graph)
    np.savetxt(tmp_path / "plain.csv", graph, fmt="%d", delimiter=",")
    np.savetxt(tmp_path / "floats.csv", graph, delimiter=",")
    np.save(tmp_path / "edges.npy", np.argwhere(graph))
    (tmp_path / "named.csv").write_text(",a,b,c\na,0,1,1\nb,0,0,1\nc,0,0,0\n")
    (tmp_path / "header.csv").write_text("a,b,c\n0,1,1\n0,0,1\n0,0,0\n")
    (tmp_path / "logical.csv").write_text(
        "0,1,2\nFalse,True,True\nFalse,False,True\nFalse,False,False\n"
    )
    (tmp_path / "r.csv").write_text('"a","b","c"\n"a",0,1,1\n"b",0,0,1\n"c",0,0,0\n')
    networkx.write_graphml(networkx.DiGraph(graph), tmp_path / "graph.graphml")
    for name in (
        "graph.npy", "plain.csv", "named.csv", "graph.graphml", "floats.csv", "edges.npy",
        "header.csv", "logical.csv", "r.csv",
    ):  # fmt: skip
        edges, p = read_graph(tmp_path / name)
        assert sorted(edges.tolist()) == [[0, 1], [0, 2], [1, 2]], name
        assert p == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b\nb,a\n", "must be acyclic, got the cycle 'a' -> 'b' -> 'a'"),
        ("1,2\n2,3\n3,1\n", "must be acyclic, got the cycle 1 -> 2 -> 3 -> 1"),
        ("a,b\na,b\n", "must have every edge once, got a -> b again"),
        ("a\nb\n", "must have two columns"),
        ("0,1,2\n0,0,1\n0,0,0\n", "must hold only 0 and 1, got 2.0"),
        ("0,0.5,0\n0,0,1\n0,0,0\n", "must hold only 0 and 1, got 0.5"),
        ("gene,trait\na,b\nb,c\n", "must have a first line named source,target if it is a header"),
        ("source,target\na,NA\n", "must have a source and a target for every edge, got NA"),
        ("1,-2\n", "must have nodes whose numbers are whole and not negative, got -2.0"),
        ("1,2\n2,20260101\n", "must have nodes that are numbered 1, ..., p"),
        ("", "got the empty file"),
        ("from,to\n", "at most the 0 nodes"),
    ],
)
def test_what_is_no_graph_is_refused(tmp_path, text, message):
    file = tmp_path / "graph.csv"
    file.write_text(text)
    with pytest.raises(ValueError, match=f"graph.csv: .*{message}"):
        read_graph(file)


@pytest.mark.parametrize("name", ["graph.npy", "graph.graphml", "graph.gml", "graph.csv"])
def test_what_is_no_file_of_its_kind_is_refused(tmp_path, name):
    file = tmp_path / name
    file.write_bytes(b"\xff\xfe neither this nor that \x00")
    with pytest.raises(ValueError, match=f"{name}: "):
        read_graph(file)


# The command line

FAST_COMMAND = [
    "indep_boot",
    "--replicates",
    "2",
    "--resamples",
    "8",
    "--jobs",
    "1",
    "--no-progress",
]


def test_the_command_line_writes_tidy_files(tmp_path, capsys):
    assert main([*FAST_COMMAND, "--output", str(tmp_path)]) == 0
    assert "published" in capsys.readouterr().out
    with (tmp_path / "indep_boot-replicates.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 2 * 9
    assert {row["method"] for row in rows} == {
        "score",
        "SHD(2)",
        "GSHD(1.5)",
        "adjSHD(1)",
        "GSHD(0.5)",
    }
    with (tmp_path / "indep_boot-summary.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 9 * 6
    assert rows[0]["published"] == "99.77"


def test_the_command_line_draws_learning_curves(tmp_path):
    pytest.importorskip("matplotlib")
    assert main([*FAST_COMMAND, "--output", str(tmp_path), "--curves"]) == 0
    picture = tmp_path / "curves-indep_boot-sparse-graph-n-102-snr-in-0.5-1.5-bic.png"
    assert picture.read_bytes().startswith(b"\x89PNG")
    with picture.with_suffix(".csv").open() as file:
        rows = [row for row in csv.DictReader(file) if row["method"] == "score"]
    with (tmp_path / "indep_boot-summary.csv").open() as file:
        total = next(r for r in csv.DictReader(file) if r["measure"] == "total_E")
    assert float(rows[-1]["total_E"]) == pytest.approx(float(total["mean"]))
    assert float(rows[0]["total_E"]) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["indep_bot"], "got 'indep_bot'; did you mean 'indep_boot'?"),
        (["indep_boot", "--replicates", "0"], "replicates must be an integer of at least 1, got 0"),
        (["indep_boot", "--graph", "no-such.csv"], "no-such.csv"),
        (["indep_boot", "--jobs", "-1"], "jobs must be an integer of at least 1, got -1"),
    ],
)
def test_the_command_line_says_what_is_wrong(tmp_path, capsys, arguments, message):
    assert main([*arguments, "--output", str(tmp_path)]) == 2
    assert message in capsys.readouterr().err


def test_a_file_that_is_no_store_is_left_alone(tmp_path, capsys):
    (tmp_path / "study.sqlite").write_text("mine, and longer than the header of a database" * 9)
    assert main(["indep_boot", "--quick", "--output", str(tmp_path)]) == 2
    assert "must be the store of a study" in capsys.readouterr().err
    assert (tmp_path / "study.sqlite").read_text().startswith("mine")


def test_a_store_of_something_else_is_refused(tmp_path, capsys):
    with sqlite3.connect(tmp_path / "study.sqlite") as other:
        other.execute("create table outcomes (mine integer)")
    assert main(["indep_boot", "--quick", "--output", str(tmp_path)]) == 2
    assert "must be the store of a study: " in capsys.readouterr().err


def test_a_store_in_use_is_said_to_be(tmp_path, capsys, monkeypatch):
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda path: connect(path, timeout=0.1))
    with connect(tmp_path / "study.sqlite") as other:
        other.execute("begin exclusive")
        assert main(["indep_boot", "--quick", "--output", str(tmp_path)]) == 2
    assert "study.sqlite: another run is using it" in capsys.readouterr().err


def test_files_are_written_before_a_pipe_breaks(tmp_path):
    command = [sys.executable, "-m", "dagbag.study", "indep_boot", "--replicates", "1"]
    command += ["--resamples", "4", "--jobs", "1", "--no-progress", "--output", str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 141
    assert (tmp_path / "indep_boot-summary.csv").exists()


def test_a_library_that_is_not_there_leaves_out_its_rows(monkeypatch):
    monkeypatch.setattr("dagbag.study._runner.find_spec", lambda _: None)
    rows = published()["empty_network_n250"]
    kept, notes = _possible(list(rows))
    assert {row.method.name for row in rows} - {row.method.name for row in kept} == {"PC-Alg"}
    assert "pip install dagbag[learners]" in notes[0]


def test_tables_are_listed(capsys):
    assert main(["list"]) == 0
    assert capsys.readouterr().out.splitlines()[2].startswith("indep_boot ")


def test_a_killed_run_goes_on(tmp_path):
    command = [sys.executable, "-m", "dagbag.study", "indep_boot", "--replicates", "4"]
    command += [
        "--resamples",
        "20",
        "--jobs",
        "1",
        "--no-progress",
        "--output",
        str(tmp_path / "a"),
    ]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    store = tmp_path / "a" / "study.sqlite"
    while process.poll() is None and (not store.exists() or store.stat().st_size < 20_000):
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
    process.wait()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    command[-1] = str(tmp_path / "b")
    subprocess.run(
        command, check=True, stdout=subprocess.DEVNULL, env=os.environ | {"PYTHONHASHSEED": "7"}
    )
    both = [(tmp_path / name / "indep_boot-summary.csv").read_text() for name in "ab"]
    assert both[0] == both[1]
