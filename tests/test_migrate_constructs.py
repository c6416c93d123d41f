"""R's constructs one by one (rconstructs/*.txt), by R and by their translation."""

import re
from pathlib import Path

import pytest
import rprograms
from dagbag.r_compat.migrate._compare import INCOMPARABLE, difference

FILES = sorted((Path(__file__).parent / "rconstructs").glob("*.txt"))
PROGRAMS = [
    part.strip("\n") + "\n"
    for path in FILES
    for part in re.split(r"\n\n+", path.read_text(encoding="utf-8"))
    if part.strip() and not part.startswith("#")
]


MARK = "# not translated"  # a line of a program that is refused, in part at least


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory):
    """What became of each variable of each program: equal, refused, or how it is wrong."""
    found = []
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("constructs"))
        for text, answer in zip(PROGRAMS, rprograms.evaluate_in_r(PROGRAMS), strict=True):
            assert answer["failure"] is None, text
            found += compared(text, answer, rprograms.translate(text))
    return found


def compared(text, answer, migration):
    if bool(migration.refused) != (MARK in text.split("\n")):
        told = "not translated" if migration.refused else f"translated, and marked {MARK!r}"
        return [(f"wrong: {told}", "program", text, migration.python)]
    refused = "\n".join(item.code for item in (*migration.refused, *migration.waiting))
    found = rprograms.run_translation(migration.python)
    if found.failure is not None:
        told = f"wrong: {found.failure}"
        return [(told, name, text, migration.python) for name in answer["variables"]]
    rows = []
    verdict = rprograms.compare(text, answer, migration, found)
    if verdict.kind not in ("equal", "refused"):  # claims, output and files, too
        rows.append((f"wrong: {verdict.reason}", verdict.what, text, migration.python))
    if "cat(" in text and not refused and "file =" not in text:
        same = found.printed.rstrip("\n") == answer["output"].rstrip("\n")
        told = "equal" if same else f"wrong: printed {found.printed!r}, R {answer['output']!r}"
        rows.append((told, "output", text, migration.python))
    for name, value in answer["variables"].items():
        theirs = migration.names.get(name, name)
        if value["type"] in INCOMPARABLE:
            continue
        if theirs not in found.variables:
            verdict = "refused" if name in refused else "wrong: not defined"
        else:
            told = difference(value, found.variables[theirs])
            verdict = "equal" if told is None else f"wrong: {told}"
        rows.append((verdict, name, text, migration.python))
    return rows


@pytest.mark.r
def test_constructs_are_equal_or_marked_as_refused(verdicts):
    wrong = [row for row in verdicts if row[0].startswith("wrong")]
    shown = "\n".join(f"{row[1]}: {row[0]}\n{row[2]}" for row in wrong)
    assert not wrong, f"{len(wrong)} of {len(verdicts)}:\n{shown}"


@pytest.mark.r
def test_nearly_all_constructs_are_translated(verdicts):
    equal = sum(row[0] == "equal" for row in verdicts)
    assert equal >= 0.9 * len(verdicts)
