"""The store of a study: whatever happens to the file, no number changes in silence."""

import io
import math
import random
import sqlite3
import warnings
import zipfile

import numpy as np
import pytest

from dagbag import CheckpointWarning
from dagbag.curves import LearningCurve
from dagbag.study import COLUMNS, Options, run_table
from dagbag.study._published import Method
from dagbag.study._replicate import Outcome
from dagbag.study._store import Store, _checksum, _to_bytes

METHODS = [Method("score", "BIC", "single"), Method("SHD(2)", "BIC", "bootstrap")]


def curve_of(number):
    points = {name: np.arange(5) * (1 + name.startswith("total")) + number for name in COLUMNS}
    return LearningCurve(**points, true_E=400, true_V=400, true_M=400)


def outcomes_of(number, *, curves=True):
    return [
        Outcome(
            method,
            dict(zip(COLUMNS, (number, number + 5, 2, 3, 4, 6 + k), strict=True)),
            0.5 + number,
            capped=1,
            saturated=2,
            searches=10,
            curve=curve_of(number) if curves else None,
        )
        for k, method in enumerate(METHODS)
    ]


RUNS = ("a setting; seed=1", "another setting; seed=1")


def fill(path, replicates=3):
    with Store(path) as store:
        for run in RUNS:
            for number in range(replicates):
                if any(number not in store.finished(run, m.key, curves=True) for m in METHODS):
                    store.write(run, number, outcomes_of(number))


def content(path, replicates=3):
    with Store(path) as store:
        rows = [store.read(run, m.key, replicates) for run in RUNS for m in METHODS]
        curves = [
            [
                (curve.total_E.tolist(), curve.correct_M.tolist(), curve.true_V)
                for curve in store.read_curves(run, m.key, replicates)
            ]
            for run in RUNS
            for m in METHODS
        ]
    return rows, curves


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "study.sqlite"
    fill(path)
    return path


def test_what_is_written_is_read(path):
    rows, curves = content(path)
    assert [[record.replicate for record in each] for each in rows] == [list(range(3))] * 4
    assert rows[1][2].counts == dict(zip(COLUMNS, (2, 7, 2, 3, 4, 7), strict=True))
    assert (rows[0][2].seconds, rows[0][2].searches) == (2.5, 10)
    assert curves[0][2] == ([2, 4, 6, 8, 10], [2, 3, 4, 5, 6], 400)
    assert len(content(path, replicates=2)[0][0]) == 2


def test_a_replicate_without_its_curve_is_finished_only_if_none_is_wanted(tmp_path):
    with Store(tmp_path / "s") as store:
        store.write("run", 0, outcomes_of(0, curves=False))
        assert store.finished("run", METHODS[0].key) == {0}
        assert store.finished("run", METHODS[0].key, curves=True) == set()


def fill_damaged(path, data):
    """Do with a damaged file what the study does, run what is missing; return why it is refused."""
    for beside in path.parent.iterdir():
        beside.unlink()
    path.write_bytes(data)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CheckpointWarning)
        try:
            fill(path)
        except (ValueError, OSError) as error:
            return str(error)
    return None


@pytest.mark.parametrize("first_page", [False, True])
def test_single_bits_change_no_number(path, first_page):
    """Each flip is harmless, or what it hit is run again, or the file is refused by name."""
    expected, whole = content(path), path.read_bytes()
    draw = random.Random(1)
    refused = []
    for _ in range(40):
        damaged = bytearray(whole)
        at = draw.randrange(100 if first_page else len(whole))  # the file's own header, or anywhere
        damaged[at] ^= 1 << draw.randrange(8)
        refused.append(fill_damaged(path, damaged))
        if refused[-1] is None:
            assert content(path) == expected, at
    assert all(str(path) in error for error in refused if error is not None)
    assert refused.count(None) > 10


def test_names_that_are_no_text_are_refused(path):
    """Damage to the schema, which SQLite hands on as it is."""
    whole = path.read_bytes()
    assert str(path) in fill_damaged(path, whole.replace(b"total_M integer", b"total_\xf2 integer"))


@pytest.mark.parametrize("place", ["middle", "end"])
def test_lost_pages_are_run_again(path, place):
    expected, whole = content(path), path.read_bytes()
    at = len(whole) // 2 // 4096 * 4096 if place == "middle" else len(whole) - 4096
    path.write_bytes(whole[:at] + bytes(4096) + whole[at + 4096 :])
    with pytest.warns(CheckpointWarning, match="was damaged"):
        fill(path)
    assert content(path) == expected


def test_a_file_cut_short_is_refused_or_run_again(path):
    expected, whole = content(path), path.read_bytes()
    for length in range(0, len(whole), len(whole) // 10):
        refused = fill_damaged(path, whole[:length])
        if refused is None:
            assert content(path) == expected
        else:
            assert f"{path} must be the store of a study" in refused


def test_what_is_lost_is_said_by_name_and_kept_aside(path):
    before = path.read_bytes()
    with sqlite3.connect(path) as file:
        file.execute(
            "update outcomes set total_E = 7 where replicate = 1 and method = ?", (METHODS[0].key,)
        )
    file.close()
    changed = path.read_bytes()
    assert changed != before
    with pytest.warns(CheckpointWarning) as caught:
        store = Store(path)
    with store:
        text = str(caught[0].message)
        assert f"lost: replicate 1 of {METHODS[0].key!r}, replicate 1 of" in text
        assert "run again; the damaged file is kept as study.sqlite.damaged" in text
        assert store.finished(RUNS[0], METHODS[0].key) == set(range(3)) - {1}
    assert (path.parent / "study.sqlite.damaged").read_bytes() == changed
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fill(path)


@pytest.mark.parametrize(
    "change",
    [
        {"total_E": -1},
        {"correct_E": 99},
        {"searches": 0},
        {"capped": 11},
        {"saturated": 11},
        {"seconds": math.inf},
        {"seconds": -1.0},
        {"seconds": math.nan},
        {"total_V": "3"},
        {"total_V": 2.5},
        {"total_V": None},
        {"replicate": -1},
        {"replicate": "x"},
        {"method": b"m"},
    ],
)
def test_forged_rows_with_a_checksum_are_not_believed(path, change):
    names = ["run", "method", "replicate", *COLUMNS, "seconds", "capped", "saturated", "searches"]
    row = dict(
        zip(names, (RUNS[0], METHODS[0].key, 2, 1, 2, 1, 2, 1, 2, 0.5, 1, 2, 10), strict=True)
    )
    values = list((row | change).values())
    forged = (*values, _checksum("outcomes", tuple(values[:3]), tuple(values[3:])))
    with sqlite3.connect(path) as file:
        file.execute(
            f"insert or replace into outcomes values ({', '.join('?' * len(forged))})", forged
        )
    file.close()
    with pytest.warns(CheckpointWarning, match="lost: replicate"):
        fill(path)
    assert len(content(path)[0][0]) == 3


def zipped(**members):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in members.items():
            file.writestr(name, data)
    return buffer.getvalue()


@pytest.mark.parametrize(
    "curve",
    [
        b"",
        b"junk",
        b"\x80\x04N.",
        None,
        "text",
        zipped(points=b"x"),
        _to_bytes(LearningCurve(*[np.array([5]), np.array([3])] * 3, true_E=9, true_V=9, true_M=9)),
        _to_bytes(LearningCurve(*[np.array([3]), np.array([5])] * 3, true_E=2, true_V=9, true_M=9)),
        _to_bytes(
            LearningCurve(*[np.array([-3]), np.array([5])] * 3, true_E=2, true_V=9, true_M=9)
        ),
        _to_bytes(LearningCurve(*[np.array([]), np.array([])] * 3, true_E=2, true_V=9, true_M=9)),
    ],
)
def test_forged_curves_are_not_believed(path, curve):
    key = (RUNS[0], METHODS[0].key, 2)
    expected = content(path)
    with sqlite3.connect(path) as file:
        file.execute(
            "insert or replace into curves values (?, ?, ?, ?, ?)",
            (*key, curve, _checksum("curves", key, (curve,))),
        )
    file.close()
    with pytest.warns(CheckpointWarning, match="lost: replicate 2 of"):
        fill(path)
    assert content(path) == expected


OLD = """
create table outcomes (run text, method text, replicate integer, correct_E integer, total_E integer,
    correct_V integer, total_V integer, correct_M integer, total_M integer, seconds real, capped integer,
    saturated integer, searches integer, primary key (run, method, replicate));
create table curves (run text, method text, replicate integer, curve blob, primary key (run, method, replicate));
insert into outcomes values ('a setting; seed=1', 'score BIC', 0, 1, 2, 3, 4, 5, 6, 0.1, 0, 0, 1);
"""


def test_rows_of_an_earlier_version_are_run_again(tmp_path):
    path = tmp_path / "study.sqlite"
    with sqlite3.connect(path) as file:
        file.executescript(OLD)
    file.close()
    with pytest.warns(
        CheckpointWarning, match="has outcomes and curves of an earlier version.* is run again"
    ):
        fill(path)
    assert len(content(path)[0][0]) == 3


ENDLESS = "with recursive n(k) as (select 1 union all select k + 1 from n)"
NAMES = "run, method, replicate"
OF_TABLES = {
    "view without end": f"drop table curves; create view curves as {ENDLESS} "
    "select k as run, k as method, k as replicate, k as curve, k as checksum from n",
    "generated column": "drop table curves; create table curves (run text, method text, replicate "
    "integer, curve blob as (zeroblob(900000000)), checksum blob, primary key "
    f"({NAMES})); insert into curves ({NAMES}) values ('a', 'b', 1)",
    "another column": "alter table curves add column more blob default 5",
    "no key": "create table c as select * from curves; drop table curves; "
    "alter table c rename to curves",
    "trigger": "create trigger t after insert on outcomes begin delete from outcomes; end",
    "index of an expression": "create index i on outcomes (length(zeroblob(900000000)))",
    "check": "drop table curves; create table curves (run text, method text, replicate integer, "
    f"curve blob, checksum blob check (length(zeroblob(900000000))), primary key ({NAMES}))",
}


@pytest.mark.parametrize("change", OF_TABLES.values(), ids=OF_TABLES)
def test_only_tables_of_a_study_are_read(path, change):
    with sqlite3.connect(path) as file:
        file.executescript(change)
    file.close()
    whole = path.read_bytes()
    with pytest.raises(ValueError, match=r"study\.sqlite must be .* which is of no study"):
        Store(path)
    assert path.read_bytes() == whole


def check_filled_after(path, damage, told, given=()):
    """What a statement of SQL has damaged is told, and run again."""
    expected = content(path)
    with sqlite3.connect(path) as file:
        file.execute(damage, given)
    file.close()
    with pytest.warns(CheckpointWarning, match=told):
        fill(path)
    assert content(path) == expected


@pytest.mark.parametrize("column", ["run", "curve", "checksum"])
def test_a_row_larger_than_any_is_not_fetched(path, column, monkeypatch):
    monkeypatch.setattr("dagbag.study._store._LARGEST", 10**5)
    row = "where replicate = 1 and run = ? and method = ?"
    check_filled_after(
        path,
        f"update curves set {column} = zeroblob(1000000) {row}",
        r"a row of curves takes 1,000,\d\d\d bytes",
        (RUNS[0], METHODS[0].key),
    )


@pytest.mark.parametrize("table", ["outcomes", "curves"])
def test_rows_without_their_checksum_are_lost_with_a_warning(path, table):
    lost = r"lost: replicate 0 of .* and \d+ more\."
    check_filled_after(path, f"update {table} set checksum = null", lost)


@pytest.mark.parametrize("table", ["outcomes", "curves"])
def test_a_table_that_is_gone_is_said(path, table):
    check_filled_after(path, f"drop table {table}", f"there is no table {table}")


def test_rows_beside_those_of_an_earlier_version_are_kept(tmp_path):
    """A file to which checksums were added: only the rows that were there before have none."""
    path = tmp_path / "study.sqlite"
    with sqlite3.connect(path) as file:
        file.executescript(OLD)
        for table in ("outcomes", "curves"):
            file.execute(f"alter table {table} add column checksum blob")
    file.close()
    with pytest.warns(CheckpointWarning, match="lost: replicate 0 of 'score BIC'"):
        fill(path)
    with Store(path) as store:
        assert store.finished(RUNS[0], METHODS[0].key) == {0, 1, 2}


def test_a_study_of_a_damaged_store_has_the_same_numbers(tmp_path):
    graph = tmp_path / "edges.csv"
    graph.write_text("from,to\na,b\nb,c\nd,c\n")
    options = Options(replicates=2, n_boot=4, jobs=1, graph=str(graph))
    first = run_table("indep_boot", tmp_path, options, progress=False)
    with sqlite3.connect(tmp_path / "study.sqlite") as file:
        file.execute("update outcomes set searches = 0, total_E = total_E + 1")
    file.close()
    with pytest.warns(
        CheckpointWarning,
        match=r"lost: replicate 0 of .* and \d+ more\. What is missing is run again",
    ):
        again = run_table("indep_boot", tmp_path, options, progress=False)
    assert again.ran == first.ran
    assert [line.cells for line in again.lines] == [line.cells for line in first.lines]
