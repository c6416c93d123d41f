"""The scripts of tests/migrate: each translates, runs, and gives R's values."""

import subprocess
import sys
from pathlib import Path

import pytest
from dagbag.r_compat.migrate import migrate
from dagbag.r_compat.migrate.check import run_check

FOLDER = Path(__file__).parent / "migrate"
SCRIPTS = sorted(FOLDER.glob("*.R"))


@pytest.fixture(scope="module")
def migrations():
    return {path.stem: migrate(path.read_text(encoding="utf-8")) for path in SCRIPTS}


def test_there_are_scripts_of_many_styles():
    assert len(SCRIPTS) >= 14
    assert max(len(path.read_text(encoding="utf-8").splitlines()) for path in SCRIPTS) >= 200


@pytest.mark.r
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_gives_R_s_values(script, migrations):
    migration = migrations[script.stem]
    report = run_check(script, migration, engine="reference")
    assert report.r_failure is None
    assert report.python_failure is None
    assert report.named("differs") == [], str(report)
    assert len(report.named("equal")) >= 10
    lost = (*migration.refused, *migration.waiting)
    refused = "\n".join(item.code for item in lost)
    for variable in report.variables:
        # NULL is what R leaves of a loop over nothing; a model is used by its parts.
        if variable.verdict == "only in R" and variable.value not in (
            "NULL",
            "an object of class lm",
        ):
            assert variable.name in refused


def test_nearly_all_statements_need_no_hand_work(migrations):
    statements = sum(migration.statements for migration in migrations.values())
    refused = sum(migration.refused_statements for migration in migrations.values())
    assert statements > 700
    assert refused <= 0.05 * statements


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_what_is_refused_is_marked_in_place_and_listed(script, migrations):
    migration = migrations[script.stem]
    for item in migration.refused:
        assert item.reason
        assert f"NOT TRANSLATED (line {item.line})" in migration.python


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_comments_are_kept(script, migrations):
    comments = [
        line.lstrip("#' ").rstrip("# -=")
        for line in script.read_text(encoding="utf-8").splitlines()
        if line.startswith("# ")
    ]
    assert all(comment in migrations[script.stem].python for comment in comments)


def test_translations_are_formatted(migrations, tmp_path):
    for name, migration in migrations.items():
        (tmp_path / f"{name}.py").write_text(migration.python, encoding="utf-8")
    for command in (
        ["check", "--isolated", "--line-length=100"],
        ["format", "--isolated", "--line-length=100", "--check", "--diff"],
    ):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *command, "."],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
