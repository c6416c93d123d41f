"""Whether R and Python print the same, statement by statement.

What ``cat``, ``writeLines`` and ``message`` write is compared letter by letter, numbers to the
digits shown. What ``print`` shows is compared by the value that is shown, or else by its words and
numbers: layout is not looked at, nor the call and the names of data that a model or a test shows.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ._compare import INCOMPARABLE, difference
from ._describe import Description
from ._report import Compared, Verdict
from ._texts import layout_difference, shown, text_difference

_LONGEST = 2_000_000  # letters of a piece that are compared


@dataclass
class Piece:
    """What a statement of R, or the statements of Python that come from it, printed.

    Attributes
    ----------
    line, end : int
        Of the R script.
    out, err : str
        The standard output, and that for messages.
    values : list of dict
        Values that were shown: ``start`` and ``end`` in `out`, ``value`` described, and ``wide``,
        R's text without broken lines, or ``text``, whether it is a string of Python.
    exact : bool
        Whether all of it is text as ``cat`` writes it.
    loose : list of str
        Functions in the statement whose output is R's alone.
    """

    line: int
    end: int
    out: bytes = b""
    err: bytes = b""
    values: list[Description] = field(default_factory=list)
    exact: bool = True
    loose: list[str] = field(default_factory=list)


def r_pieces(found: Sequence[Description], out: bytes, err: bytes) -> list[Piece]:
    """Return the pieces of R; expressions on the same line are one."""
    pieces: list[Piece] = []
    for item in found:
        piece = _piece(item, item["line"], item["end"], out, err)
        piece.exact, piece.loose = item["exact"], item["loose"]
        if pieces and item["line"] <= pieces[-1].end:
            _append(pieces[-1], piece)
        else:
            pieces.append(piece)
    return pieces


def python_pieces(
    found: Sequence[Description],
    out: bytes,
    err: bytes,
    starts: Sequence[int],
    lines: Mapping[int, int],
) -> dict[int, Piece]:
    """Return the pieces of Python by the first line of the expression of R they come from.

    Parameters
    ----------
    found : sequence of dict
        As Python's side tells them.
    out, err : bytes
        What it printed.
    starts : sequence of int
        First lines of R's top-level expressions.
    lines : mapping of int to int
        Lines of R by those of Python.
    """
    pieces: dict[int, Piece] = {}
    last = starts[0] if starts else 0
    for item in found:
        origin = lines.get(item["line"])
        if origin is not None:
            last = top_line(origin, starts)
        piece = _piece(item, last, last, out, err)
        if last in pieces:
            _append(pieces[last], piece)
        else:
            pieces[last] = piece
    return pieces


def top_line(line: int | None, starts: Sequence[int]) -> int:
    """Return the first line of the top-level expression that a line of R belongs to."""
    if line is None or not starts:
        return line or 0
    return starts[max(bisect_right(starts, line) - 1, 0)]


def whole(pieces: Iterable[Piece]) -> Piece:
    """Put pieces together, for a translation whose lines are not known."""
    joined = Piece(0, 0)
    for piece in pieces:
        _append(joined, piece)
    return joined


def _piece(item: Description, line: int, end: int, out: bytes, err: bytes) -> Piece:
    start, stop = item["out"]
    values = [{**v, "start": v["start"] - start, "end": v["end"] - start} for v in item["values"]]
    return Piece(line, end, out[start:stop], err[slice(*item["err"])], values)


def _append(piece: Piece, more: Piece) -> None:
    shift = len(piece.out)
    piece.values += [
        {**v, "start": v["start"] + shift, "end": v["end"] + shift} for v in more.values
    ]
    piece.out += more.out
    piece.err += more.err
    piece.exact &= more.exact
    piece.loose = [*piece.loose, *more.loose]
    piece.end = max(piece.end, more.end)


def compare_pieces(
    r: Sequence[Piece],
    python: Mapping[int, Piece],
    refused: Sequence[tuple[int, int]],
    ends: tuple[int | None, int | None],
) -> list[Compared]:
    """Compare what both print.

    Parameters
    ----------
    r : sequence of Piece
    python : mapping of int to Piece
        By the first line of R's expression.
    refused : sequence of (int, int)
        First and last lines of what was not translated.
    ends : (int or None, int or None)
        The lines of R at which R and Python stopped before their end.
    """
    found = []
    known = {piece.line: piece for piece in r}
    for line in sorted({*known, *python}):
        ours = known.get(line, Piece(line, line))
        theirs = python.get(line, Piece(line, line))
        told = _difference(ours, theirs)
        verdict: Verdict = "equal" if told is None else "differs"
        remark = told or ""
        if told is not None:
            reason = _excuse(ours, theirs, refused, ends)
            if reason is not None:
                verdict, remark = "not compared", reason
        where = f"line {line}" if line else "everything printed"
        found.append(Compared(where, verdict, _first(ours if line in known else theirs), remark))
    return found


def _excuse(
    ours: Piece,
    theirs: Piece,
    refused: Sequence[tuple[int, int]],
    ends: tuple[int | None, int | None],
) -> str | None:
    """Return why a difference says nothing."""
    if any(first <= ours.end and last >= ours.line for first, last in refused):
        return "it has statements that were not translated"
    if ends[0] is not None and ours.line >= ends[0]:
        return "R stopped here or before"
    if ends[1] is not None and ours.line >= ends[1]:
        return "Python stopped here or before"
    if ours.loose and not ours.exact:
        return f"{ours.loose[0]}() prints in a way of its own"
    if max(len(ours.out), len(theirs.out)) > _LONGEST:
        return "more than is compared"
    return None


def _first(piece: Piece) -> str:
    text = _text(piece.out or piece.err).strip()
    return shown(text.split("\n")[0][:40])


def _text(raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def _difference(r: Piece, python: Piece) -> str | None:
    if max(len(r.out), len(python.out)) > _LONGEST:
        return None if r.out == python.out else "more than is compared"
    told = _out_difference(r, python)
    if told is not None:
        return told
    told = text_difference(_text(r.err), _text(python.err))
    return None if told is None else f"message: {told}"


def _out_difference(r: Piece, python: Piece) -> str | None:
    if not r.exact:
        r = _without_calls(r)
    ours, theirs = _text(r.out), _text(python.out)
    told = text_difference(ours, theirs)
    if told is None or (r.exact and not r.values):
        return told
    for strings in (True, False):
        found = _by_values(_segments(r, strings=True), _segments(python, strings=strings))
        if found is not _UNLIKE:
            told = found
            if told is None:
                return None
    if all(layout_difference(text, theirs) is not None for text in (ours, _wide(r))):
        return told
    return None


# How print() shows R's text of the call of a model, and of the data of a test.
_CALL = re.compile(rb"^Call:(?:[^\n]*\n)+?(?=\n)|^data:  [^\n]*(?=\n)", re.MULTILINE)


def _without_calls(piece: Piece) -> Piece:
    """Leave R's text of expressions out of what it printed; places of values stay."""
    return replace(piece, out=_CALL.sub(lambda found: b" " * len(found[0]), piece.out))


_UNLIKE = "values and texts in another order"


@dataclass(frozen=True)
class _Segment:
    text: str
    wide: str
    value: Description | None = None


def _segments(piece: Piece, *, strings: bool) -> list[_Segment]:
    """Cut what was printed into values and the texts between them; NULL is as good as nothing."""
    found: list[_Segment] = []
    place = 0
    text = b""
    for value in piece.values:
        if value.get("text") and not strings:
            continue
        text += piece.out[place : value["start"]]
        place = value["end"]
        if value["value"]["type"] == "NULL":
            continue
        if text.strip():
            found.append(_Segment(_text(text), _text(text)))
        text = b""
        printed = _text(piece.out[value["start"] : place])
        found.append(_Segment(printed, value.get("wide", printed), value["value"]))
    text += piece.out[place:]
    if text.strip():
        found.append(_Segment(_text(text), _text(text)))
    return found


def _by_values(r: list[_Segment], python: list[_Segment]) -> str | None:
    """Compare values with values and texts with texts, if they come in the same order."""
    if [s.value is None for s in r] != [s.value is None for s in python]:
        return _UNLIKE
    for ours, theirs in zip(r, python, strict=True):
        if ours.value is None or theirs.value is None:
            told = text_difference(ours.text, theirs.text)
        elif ours.value["type"] in INCOMPARABLE or theirs.value["type"] in INCOMPARABLE:
            told = layout_difference(ours.text, theirs.text)
        else:
            told = difference(ours.value, theirs.value)
        if told is not None and all(
            layout_difference(text, theirs.text) is not None for text in (ours.text, ours.wide)
        ):
            return told
    return None


def _wide(piece: Piece) -> str:
    """Return what R printed, values without broken lines."""
    return "\n".join(segment.wide for segment in _segments(piece, strings=True))
