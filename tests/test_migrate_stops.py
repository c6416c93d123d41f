"""Programs at which R stops (rstops/*.txt): their translation stops, at the same statement."""

import re
from pathlib import Path

import numpy as np
import pytest
import rprograms
from dagbag.r_compat import rvalues

import dagbag

PROGRAMS = [
    part.strip("\n") + "\n"
    for path in sorted((Path(__file__).parent / "rstops").glob("*.txt"))
    for part in re.split(r"\n\n+", path.read_text(encoding="utf-8"))
    if part.strip()
]


@pytest.mark.parametrize(
    "script",
    [
        "x <- tryCatch(zapsmall(c(Inf, 1)), error = function(e) 0)",
        "x <- try(zapsmall(c(Inf, 1)), silent = TRUE)",
        "x <- tryCatch(zapsmall(c(Inf, 1)), mine = function(e) 1, error = function(e) 0)",
        "library(stats)\nx <- tryCatch(sum(svd(matrix(1:4, 2), nu = 3)$d), error = function(e) 0)",
    ],
)
def test_what_has_no_translation_is_no_error_of_r_that_a_handler_takes(script):
    migration = rprograms.translate(script + "\n")
    assert not migration.refused
    found = rprograms.run_translation(migration.python)
    assert (found.failure or "").startswith("Untranslated: ")
    assert "x" not in found.variables


def _handled(do):
    try:
        do()
    except Exception as error:
        rvalues.as_in_r(error)
        return True
    return False


@pytest.mark.parametrize(
    "do",
    [
        lambda: {}["a"],
        lambda: np.ones(3) + np.ones(2),
        lambda: len(None),
        lambda: None.shape,
        lambda: 1 // 0,
        lambda: rvalues.sapply([1], lambda v: {}[v]),
    ],
)
def test_errors_of_pythons_own_are_none_of_r_that_a_handler_takes(do):
    with pytest.raises(rvalues.Untranslated, match="Python stops here"):
        _handled(do)


@pytest.mark.parametrize(
    "do",
    [
        lambda: [1][2],
        lambda: np.ones((2, 2)) @ np.ones((3, 1)),
        lambda: undefined_here,  # noqa: F821
        lambda: Path("no such file").read_text(),
        lambda: np.linalg.inv(np.zeros((2, 2))),
        lambda: rvalues.match_arg("z", np.array(["a", "b"], dtype=object)),
        lambda: rvalues.add("a", 1),
        lambda: dagbag.score(np.ones((3, 2)), n_boot=-1),
    ],
)
def test_errors_that_r_has_too_are_handled(do):
    assert _handled(do)


@pytest.mark.r
def test_translations_stop_where_r_stops():
    wrong = []
    for text, answer in zip(PROGRAMS, rprograms.evaluate_in_r(PROGRAMS), strict=True):
        assert answer["failure"] is not None, text
        migration = rprograms.translate(text)
        if migration.refused:
            continue
        found = rprograms.run_translation(migration.python)
        lost = set(answer["variables"]) ^ set(found.variables)
        if found.failure is None or lost:
            wrong.append(f"{text}\n{migration.python}\n{found.failure}, {lost}")
    assert not wrong, "\n".join(wrong)
