"""What became of a program: equal, both stop, refused, loud or wrong; and why."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from unittest import mock

from dagbag.r_compat.migrate import Migration, _emit, migrate
from dagbag.r_compat.migrate._compare import INCOMPARABLE, difference
from dagbag.r_compat.migrate._texts import layout_difference, text_difference
from kindclaims import false_claims

from ._evaluate import run_translation

KINDS = ("equal", "both stop", "refused", "loud", "wrong")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+)\Z")
_SHOWS = re.compile(  # R's print(), whose layout is not Python's
    r"print\(|^[\w.]+$|^(?!cat\(|set\.seed\(|write|save|sink|load|rm\(|message|stop|unlink)[\w.$\[\]\"()]+\(.*\)$",
    re.MULTILINE,
)
_DIGITS = 1e-13  # numbers in files and texts agree to 15 digits, up to how sums are rounded


@dataclass(frozen=True)
class Verdict:
    """A verdict on a translation.

    Attributes
    ----------
    kind : str
        One of KINDS. Loud is Python that stops where R does not; wrong is Python that does not
        stop and leaves something else behind.
    reason : str
    line : int or None
        R's line that the reason is about, where that is known.
    what : str
        The variable or file that is wrong, "output", or Python's line that stopped.
    after_refusal : bool
        Whether some statement was refused, on which what is wrong may hang.
    """

    kind: str
    reason: str = ""
    line: int | None = None
    what: str = ""
    after_refusal: bool = False


def translate(text):
    """Migrate without formatting, which is most of the time of a short program."""
    with mock.patch.object(_emit, "_formatted", lambda python: python):
        return migrate(text)


def translation_of(text, python):
    """A migration of a program that was not made by the translator."""
    found = translate(text)
    return Migration(python, (), (), found.statements, found.names)


def judge(text, answer, migration=None):
    """The verdict on the translation of a program with R's answer."""
    migration = migration or translate(text)
    found = run_translation(migration.python)
    return compare(text, answer, migration, found)


def compare(text, answer, migration, found):
    """The verdict on what a translation left behind."""
    wrong = _variables(text, answer, migration, found)
    if wrong:
        return replace(wrong, after_refusal=bool(migration.refused))
    claims = false_claims(migration, found.namespace) if found.failure is None else []
    if claims:
        return Verdict("wrong", f"claimed falsely: {'; '.join(claims)}")
    refused = migration.refused
    if answer["failure"] is not None and found.failure is None and not refused:
        reason = f"Python did not stop; R: {_brief(answer['failure'])}"
        return Verdict("wrong", reason, answer["line"], "stop")
    if not refused and found.failure is None:
        wrong = _output(answer["output"], found.printed, text) or _files(answer, found)
        if wrong:
            return wrong
    if refused:
        first = refused[0]
        return Verdict("refused", first.reason, first.line, first.code)
    if found.failure is not None and answer["failure"] is None:
        return Verdict("loud", _brief(found.failure), None, found.code)
    return Verdict("equal" if answer["failure"] is None else "both stop")


def _brief(text):
    return text.partition("\n")[0][:200]


def _variables(text, answer, migration, found):
    """A variable that is wrong, or that Python has and R has not."""
    refused = "\n".join(item.code for item in (*migration.refused, *migration.waiting))
    stopped = answer["failure"] is not None
    for name, value in answer["variables"].items():
        theirs = migration.names.get(name, name)
        if value["type"] in INCOMPARABLE:
            continue
        if theirs not in found.variables:
            # R's variable of a loop over nothing is NULL; what is marked or came later is lost.
            if value["type"] == "NULL" or found.failure is not None or name in refused:
                continue
            if migration.refused:  # what was not translated may have made it
                continue
            return Verdict("wrong", "Python has no such variable", _assigned(text, name), name)
        if migration.refused and stopped:
            continue  # what R stopped at may be what was refused
        told = difference(value, found.variables[theirs])
        if told is not None and not _own_words(value, found.variables[theirs]):
            if found.failure is not None and _reassigned(text, name):
                continue  # Python stopped before R's last value of it
            marked = (*migration.refused, *migration.waiting)
            if _assigned(text, name) in {item.line for item in marked}:
                continue  # the last assignment is marked
            return Verdict("wrong", told, _assigned(text, name), name)
    if stopped and not migration.refused and not _stopped_before(answer, migration, found):
        for name, theirs in migration.names.items():
            later = theirs in found.variables and name not in answer["variables"]
            # NULL is what a loop's variable is before the loop
            if later and found.variables[theirs]["type"] not in (*INCOMPARABLE, "NULL"):
                where = _assigned(text, name)
                if where is not None and where > (answer["line"] or 0):
                    reason = f"Python went on; R: {_brief(answer['failure'])}"
                    return Verdict("wrong", reason, answer["line"], "stop")
    return None


def _stopped_before(answer, migration, found):
    """Whether Python stopped at a line that R had left behind: it did not go on."""
    line = None if found.line is None else migration.lines.get(found.line)
    return line is not None and answer["line"] is not None and line < answer["line"]


def _own_words(r, python):
    """Whether texts differ in what is R's own: temporary names, and the call in an error's text."""
    if r.get("class") in ("simpleError", "simpleWarning", "simpleCondition"):
        return True  # a condition is an exception in Python
    if r["type"] != "character" or python.get("type") != "character":
        return False
    left, right = r["values"], python["values"]
    if len(left) == len(right) and all(map(_same_digits, left, right)):
        return True  # sums are rounded in another way: see the 15th digit
    if len(left) != 1 or len(right) != 1 or None in (left[0], right[0]):
        return False
    if left[0].startswith("/tmp/Rtmp") and right[0].startswith("/tmp/"):
        return True
    if _text_difference(left[0], right[0]) is None:
        return True  # sums are rounded in another way: see the 15th digit
    both = [
        re.fullmatch(r"Error(?: in .*?)? : \n?(.*)", text, re.DOTALL) for text in (*left, *right)
    ]
    return None not in both and both[0][1].strip() == both[1][1].strip()


def _same_digits(a, b):
    """Whether texts differ in their numbers only, and there beyond the 15th digit."""
    if a == b or None in (a, b):
        return a == b
    found = [re.split(r"(\d+\.\d+)", text) for text in (a, b)]
    if len(found[0]) != len(found[1]) or found[0][::2] != found[1][::2]:
        return False
    pairs = zip(found[0][1::2], found[1][1::2], strict=True)
    return all(abs(float(x) - float(y)) <= _DIGITS * abs(float(x)) for x, y in pairs)


def _assigned(text, name):
    """The last line that mentions a name left of an assignment; None if there is none."""
    escaped = re.escape(name)
    pattern = re.compile(rf"(?<![\w.]){escaped}(?![\w.])[^=<>#]*(<-|<<-|=)|->\s*{escaped}(?![\w.])")
    lines = [k for k, line in enumerate(text.splitlines(), 1) if pattern.search(line)]
    return lines[-1] if lines else None


def _reassigned(text, name):
    escaped = re.escape(name)
    pattern = re.compile(rf"(?<![\w.]){escaped}(?![\w.])[^=<>#\n]*(<-|<<-|=[^=])|->\s*{escaped}")
    return len(pattern.findall(text)) > 1 or "for (" in text or "function" in text


# Printed output


def _output(r, python, text):
    compared = layout_difference if _SHOWS.search(text) else text_difference
    told = compared(r.rstrip("\n"), python.rstrip("\n"))
    if told is not None and re.search(r"\bNaN\b", text) and re.search(r"\bNA\b", text):
        # which of the two NaN + NA is, R leaves open
        told = compared(*(side.rstrip("\n").replace("NaN", "NA") for side in (r, python)))
    return None if told is None else Verdict("wrong", f"printed: {told}", None, "output")


# Files


def _files(answer, found):
    names = sorted({*answer["files"], *found.files})
    for name in names:
        if name not in found.files or name not in answer["files"]:
            only = "R" if name in answer["files"] else "Python"
            return Verdict("wrong", f"only {only} wrote the file", None, name)
        left, right = answer["files"][name], found.files[name]
        if left is None or right is None or left == right:
            continue
        told = _text_difference(left, right)
        if told is not None:
            return Verdict("wrong", told, None, name)
    return None


def _text_difference(r, python):
    """How texts differ otherwise than by numbers beyond their 15th digit."""
    left, right = (re.split(r"([\s,;\t\"()]+)", text) for text in (r, python))
    if len(left) == len(right):
        for a, b in zip(left, right, strict=True):
            if a == b:
                continue
            both = _NUMBER.match(a) and _NUMBER.match(b)
            if not both or abs(float(a) - float(b)) > _DIGITS * abs(float(a)):
                return f"file: R {a!r}, Python {b!r}"
        return None
    for a, b in zip(r.split("\n"), python.split("\n"), strict=False):
        if a != b:
            return f"file: R {a!r}, Python {b!r}"
    return "file: one side has more lines"
