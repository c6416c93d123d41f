import pytest

from dagbag import demo


def test_help_explains_and_runs_nothing(capsys):
    with pytest.raises(SystemExit) as left:
        demo.command(["--help"])
    told = capsys.readouterr().out
    assert left.value.code == 0
    assert told.startswith("usage: python -m dagbag.demo [-h] [picture]")
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
    assert "bagged" in told
    assert told.endswith("The edge table needs pandas: pip install dagbag[frames]\n")
