"""Statements that later rounds do not translate again: the script is what it would be if they did."""

from pathlib import Path

import pytest
import rprograms
from dagbag.r_compat.migrate import _rounds, _statements, migrate

SCRIPTS = sorted((Path(__file__).parent / "migrate").glob("*.R"))
# Each function of the chain needs a round more, the variable of the first line none.
CHAIN = """
x <- c(1, 2)
h <- function(v) g(v) + 1
g <- function(v) f(v) * 2
f <- function(v) mean(v)
y <- h(x)
"""


def told(text):
    """All that a translation says, in the order in which it says it."""
    found = migrate(text)
    names = list(found.names.items())
    kinds = [(name, kind.shape, kind.values) for name, kind in found._kinds.items()]
    return found.python, found.refused, found.waiting, found.notes, found.lines, names, kinds


def told_by_all_rounds(text, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(_rounds, "_holds", lambda *_: False)
        return told(text)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_scripts_are_what_all_rounds_write(path, monkeypatch):
    text = path.read_text(encoding="utf-8")
    for script in (text, text * 2):
        assert told(script) == told_by_all_rounds(script, monkeypatch)


@pytest.mark.parametrize("first", range(0, 100, 10))
def test_random_programs_are_what_all_rounds_write(first, monkeypatch):
    for number in range(first, first + 10):
        text = rprograms.numbered(31, number).text
        assert told(text) == told_by_all_rounds(text, monkeypatch)


def test_only_what_may_have_changed_is_translated_again(monkeypatch):
    lines = []

    def counted(t, statement):
        lines.append(statement.node.span.line)
        return _rounds.watched(t, statement)

    monkeypatch.setattr(_statements, "watched", counted)
    migrate(CHAIN)
    assert lines.count(2) == 1
    assert lines.count(3) > 2


@pytest.mark.parametrize(
    "later",
    [
        "T <- 5",  # a name that means another thing from then on
        "e <- 1",  # the name of an element elsewhere
        "value <- 2",  # the name of a value in between
        "f <- function(v) { x <<- v; v }\nf('a')",  # a variable that a function assigns outside
        "x <- eval(parse(text = '1'))",  # a variable that is lost
        "library(MASS)\nqr.x <- qr(matrix(1:4, 2))",
    ],
)
def test_what_comes_later_is_known_before(later, monkeypatch):
    before = """
x <- c(a = 1, b = 2)
g <- function(k) { s <- x; s[1] <- k; list(s, T) }
y <- sapply(x, function(e) if (e > 1) e else g(e)[[1]][1])
z <- g(3)
if (length(y) > 1) g(2)
"""
    text = f"{before}{later}\n{before}"
    assert told(text) == told_by_all_rounds(text, monkeypatch)
