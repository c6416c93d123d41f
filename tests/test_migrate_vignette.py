"""The two sides of vignettes/moving-an-r-script.md belong together."""

import ast
import doctest
import re
from pathlib import Path

import pytest
from dagbag.r_compat.migrate import migrate
from dagbag.r_compat.migrate.check import run_check

PAGE = (Path(__file__).parents[1] / "vignettes" / "moving-an-r-script.md").read_text(
    encoding="utf-8"
)
TABLES = re.findall(r"<table>.*?</table>", PAGE, re.DOTALL)


def block(language, text):
    (found,) = re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)
    return found


def test_there_are_five_scripts():
    assert len(TABLES) == 5


@pytest.mark.parametrize("table", TABLES)
def test_the_right_side_is_the_translation_of_the_left(table):
    examples = doctest.DocTestParser().get_examples(block("python", table))
    shown = ast.parse("".join(example.source for example in examples))
    migration = migrate(block("r", table))
    assert not migration.refused
    assert ast.dump(shown) == ast.dump(ast.parse(migration.python))


@pytest.mark.r
@pytest.mark.parametrize("table", TABLES)
def test_both_sides_compute_the_same(table, tmp_path):
    script = tmp_path / "script.R"
    script.write_text(block("r", table), encoding="utf-8")
    report = run_check(script, migrate(block("r", table)), engine="reference")
    assert report.equal
    if table is TABLES[-1]:
        assert f"```text\n{report}\n```" in PAGE
