import pytest

from dagbag import DAGBag, check_data, demo, load_example


def test_help_explains_and_runs_nothing(capsys):
    with pytest.raises(SystemExit) as left:
        demo.command(["--help"])
    told = capsys.readouterr().out
    assert left.value.code == 0
    assert told.startswith("usage: python -m dagbag.demo [-h] [--report FILE] [picture]")
    assert "The data:" not in told


def test_an_unknown_option_is_no_file(capsys):
    with pytest.raises(SystemExit) as left:
        demo.command(["--picture"])
    assert left.value.code == 2
    assert "unrecognized arguments: --picture" in capsys.readouterr().err


def test_without_pandas_all_but_the_table_is_told(capsys, monkeypatch):
    monkeypatch.setattr(demo, "find_spec", lambda _name: None)
    demo.command([])
    told = capsys.readouterr().out
    assert "the DAG above" in told
    assert "The edge table needs pandas: pip install dagbag[frames]\n" in told
    assert "dagbag learn data.csv -o out" in told


def test_the_bagged_dag_is_nearer_to_the_truth_than_one_search(capsys):
    demo.command([])
    told = capsys.readouterr().out
    climbed, bagged = (
        [int(k) for k in told.split(name)[1].split()[:6]]
        for name in ("one hill climbing, as in R", "the DAG above")
    )
    assert climbed[:4] == [311, 100, 211, 9]
    for edges, true, extra, missing, arrows, right in (climbed, bagged):
        assert (true + extra, true + missing) == (edges, 109)
        assert right <= arrows <= edges
    assert bagged[2] < climbed[2] / 10


def test_the_picture_is_saved(tmp_path, capsys):
    demo.command([str(tmp_path / "demo.png")])
    assert (tmp_path / "demo.png").read_bytes().startswith(b"\x89PNG")
    assert f"line width by strength: {tmp_path / 'demo.png'}\n" in capsys.readouterr().out


def test_the_report_is_written_and_told(tmp_path, capsys):
    demo.command(["--report", str(tmp_path / "demo.html")])
    assert "beside the truth" in (tmp_path / "demo.html").read_text(encoding="utf-8")
    assert f"explore in a browser: {tmp_path / 'demo.html'}\n" in capsys.readouterr().out


def test_what_to_try_next_is_so(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    demo.command([])
    told = capsys.readouterr().out.split("To try next:\n")[1].splitlines()
    assert len(told) == 4
    example = load_example()
    dag = DAGBag(random_state=demo.SEED).fit(example.Y)
    again = eval(told[0].split("  ")[1], {"dag": dag})
    assert told[0].endswith(f": {len(again)} edges here")
    assert eval(told[1].split("  ")[1], {"dag": dag}).exists()
    assert check_data(example.Y).ok
