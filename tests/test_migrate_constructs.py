"""R's constructs one by one (rconstructs/*.txt), by R and by their translation."""

import json
import re
from pathlib import Path

import pytest
import rprograms
from dagbag.r_compat.migrate._compare import INCOMPARABLE, difference
from dagbag.r_compat.migrate._describe import variables_of
from dagbag.r_compat.rvalues import Untranslated
from kindclaims import false_claims

FILES = sorted((Path(__file__).parent / "rconstructs").glob("*.txt"))
PROGRAMS = [
    part.strip("\n") + "\n"
    for path in FILES
    for part in re.split(r"\n\n+", path.read_text(encoding="utf-8"))
    if part.strip() and not part.startswith("#")
]


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
    refused = "\n".join(item.code for item in (*migration.refused, *migration.waiting))
    try:
        namespace, printed = rprograms.run_in_python(migration.python)
        variables = variables_of(namespace)
    except (Exception, Untranslated) as error:
        told = f"{type(error).__name__}: {error}"
        return [(f"wrong: {told}", name, text, migration.python) for name in answer["variables"]]
    rows = [
        (f"wrong: claimed falsely: {told}", "claims", text, migration.python)
        for told in false_claims(migration, namespace)
    ]
    if "cat(" in text and not refused and "file =" not in text:
        same = printed.rstrip("\n") == answer["output"].rstrip("\n")
        told = "equal" if same else f"wrong: printed {printed!r}, R {answer['output']!r}"
        rows.append((told, "output", text, migration.python))
    for name, value in answer["variables"].items():
        theirs = migration.names.get(name, name)
        if value["type"] in INCOMPARABLE:
            continue
        if theirs not in variables:
            verdict = "refused" if name in refused else "wrong: not defined"
        else:
            told = difference(value, json.loads(json.dumps(variables[theirs])))
            verdict = "equal" if told is None else f"wrong: {told}"
        rows.append((verdict, name, text, migration.python))
    return rows


@pytest.mark.r
def test_constructs_are_equal_or_refused(verdicts):
    wrong = [row for row in verdicts if row[0].startswith("wrong")]
    shown = "\n".join(f"{row[1]}: {row[0]}" for row in wrong)
    assert not wrong, f"{len(wrong)} of {len(verdicts)}:\n{shown}"


@pytest.mark.r
def test_nearly_all_constructs_are_translated(verdicts):
    equal = sum(row[0] == "equal" for row in verdicts)
    assert equal >= 0.9 * len(verdicts)
