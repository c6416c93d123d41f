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


def blocks(language, text):
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


@pytest.fixture(scope="module")
def before():
    return "".join(blocks("r", "".join(TABLES)))


def test_the_right_side_is_the_translation_of_the_left(before):
    examples = [
        example.source
        for block in blocks("python", "".join(TABLES))
        for example in doctest.DocTestParser().get_examples(block)
    ]
    assert ast.dump(ast.parse("".join(examples))) == ast.dump(ast.parse(migrate(before).python))


@pytest.mark.r
def test_the_table_is_that_of_the_check(before, tmp_path):
    script = tmp_path / "bootstrap.R"
    script.write_text(before, encoding="utf-8")
    migration = migrate(before)
    report = run_check(script, migration.python, engine="reference", names=migration.names)
    assert f"```text\n{report}\n```" in PAGE
    assert report.equal
