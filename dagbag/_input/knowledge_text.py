"""The text file of knowledge, as :mod:`dagbag.knowledge` describes it: a line for each thing known.

Several names of a line are parted by commas. A name that would be read otherwise stands in double
quotes, as JSON writes it; a whole number without quotes is one.
"""

from __future__ import annotations

import itertools
import json
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ..exceptions import KnowledgeError
from .fixed_graphs import FixedGraph
from .words import listing, nearest, plain_text, show

SECTIONS = ("groups", "tiers", "required", "forbidden", "allowed", "roots", "leaves")
ARROW, LINE = "->", "--"
_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)")
_LARGEST = 1 << 26  # bytes of a file
_MOST_EDGES = 10_000  # of a line
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|->|--|[,:"]')


# Reading


def _tokens(text: str, *, colon: bool) -> list[tuple[str, Any]]:
    """Part a line into ("name", value) and ("mark", text); spaces around names do not count."""
    found: list[tuple[str, Any]] = []

    def bare(part: str) -> None:
        name = part.strip()
        if name:
            found.append(("name", int(name) if _NUMBER.fullmatch(name) else name))

    start = at = 0
    while match := _TOKEN.search(text, at):
        mark, at = match.group(), match.end()
        if mark == ":" and not colon:
            continue
        if mark == '"':
            raise ValueError("a quotation mark is not closed")
        bare(text[start : match.start()])
        start = at
        if mark[0] == '"':
            try:
                found.append(("name", json.loads(mark)))
            except ValueError:
                raise ValueError(f"{mark} is no text as JSON writes it") from None
        else:
            found.append(("mark", mark))
    bare(text[start:])
    return found


def _without_comment(line: str) -> str:
    """Cut what follows a # that begins a word outside quotes."""
    for match in re.finditer(r'"(?:[^"\\]|\\.)*"|(?:(?<=\s)|^)#', line):
        if match.group() == "#":
            return line[: match.start()].strip()
    return line.strip()


def _names(tokens: list[tuple[str, Any]]) -> list[Any]:
    """Return names that commas part."""
    for k, (kind, value) in enumerate(tokens):
        if (kind == "mark") != bool(k % 2):
            raise ValueError(
                "names must be parted by commas" if kind == "name" else f"no name before {value!r}"
            )
        if kind == "mark" and value != ",":
            raise ValueError(f"names must be parted by commas, got {value!r}")
    if not len(tokens) % 2:
        raise ValueError("a name is missing at the end" if tokens else "a name is missing")
    return [value for kind, value in tokens if kind == "name"]


def edges_of_text(text: str, section: str) -> list[tuple[Any, Any]]:
    """Return the edges of a line: ``a -> b``, or both ways ``a -- b``; names may be several.

    Examples
    --------
    >>> edges_of_text("SNP_* -> IL6, TNF", "required")
    [('SNP_*', 'IL6'), ('SNP_*', 'TNF')]
    """
    tokens = _tokens(text, colon=False)
    marks = [k for k, token in enumerate(tokens) if token in (("mark", ARROW), ("mark", LINE))]
    if not marks:
        turned = ", from left to right" if "<-" in text else ""
        raise ValueError(f"an edge needs '->'{turned}, or '--' for both directions")
    if len(marks) > 1:
        raise ValueError("there must be one '->' or '--' in a line; a chain takes several lines")
    at = marks[0]
    sources, targets = _names(tokens[:at]), _names(tokens[at + 1 :])
    if len(sources) * len(targets) > _MOST_EDGES:
        raise ValueError(f"a line has at most {_MOST_EDGES} edges: name a group, or a pattern")
    pairs = list(itertools.product(sources, targets))
    if tokens[at] == ("mark", LINE):
        if section == "required":
            raise ValueError("an edge cannot be required in both directions: write '->'")
        pairs = [pair for s, t in pairs for pair in ((s, t), (t, s))]
    return pairs


def _header(line: str) -> tuple[str, Any]:
    """Return the section that a line in brackets begins, and what it says of edges within tiers."""
    name, _, option = (part.strip() for part in line[1:-1].partition(":"))
    name = name.lower()
    if name not in SECTIONS:
        hint = nearest(name, SECTIONS)
        raise ValueError(f"sections are {', '.join(SECTIONS)}, got {plain_text(name)!r}{hint}")
    if not option:
        return name, None
    words = option.lower().replace(",", " ").split()
    if name == "tiers" and words == ["no", "edges", "within"]:
        return name, False
    inside = words[2:] if words[:2] == ["edges", "within"] else []
    if name == "tiers" and inside and all(word.isdecimal() for word in inside):
        return name, tuple(int(word) for word in inside)
    raise ValueError(
        "write [tiers], [tiers: no edges within] or [tiers: edges within 1, 2], got "
        f"{plain_text(line)}"
    )


def parse(
    text: str, of: str = "knowledge", section: str | None = None
) -> tuple[dict[str, Any], dict[Any, int]]:
    """Return the arguments that a text has, and the line of each (section, entry).

    All lines that are wrong are one KnowledgeError, which begins with `of`. The text may begin
    within a section.
    """
    given: dict[str, Any] = {} if section is None else {section: []}
    lines: dict[Any, int] = {}
    wrong: list[str] = []
    told = 0
    for number, raw in enumerate(text.split("\n"), 1):
        line = _without_comment(raw)
        if not line:
            continue
        try:
            if line.startswith("[") and line.endswith("]"):
                section = None  # if it is none, its lines are not read as another's
                section, within = _header(line)
                given.setdefault(section, [])
                if within is not None:
                    given["within_tiers"] = within
                    told = number
            elif section is not None:
                for entry in _read_line(line, section, given):
                    lines.setdefault((section, entry), number)
            elif not given and not wrong:
                raise ValueError(
                    f"a section such as [required] must come first, got {show(plain_text(line))}"
                )
        except ValueError as error:
            wrong.append(f"line {number}: {error}")
    within, most = given.get("within_tiers", True), len(given.get("tiers", ()))
    if isinstance(within, tuple) and not wrong and not all(1 <= k <= most for k in within):
        wrong.append(f"line {told}: tiers are counted from 1 to {most}, got {listing(within)}")
    if wrong:
        raise KnowledgeError(wrong, of)
    if "groups" in given:
        given["groups"] = dict(given["groups"])
    return given, lines


def _read_line(line: str, section: str, given: dict[str, Any]) -> list[Any]:
    """Read a line into what is given, and return its entries."""
    if section in ("required", "forbidden", "allowed"):
        edges = edges_of_text(line, section)
        given[section] += edges
        return edges
    tokens = _tokens(line, colon=section == "groups")
    if section == "groups":
        if len(tokens) < 2 or tokens[0][0] != "name" or tokens[1] != ("mark", ":"):
            raise ValueError("a group is written as 'name: member, member'")
        name = str(tokens[0][1])
        if name in dict(given[section]):
            raise ValueError(f"there is a group {name!r} already")
        given[section].append((name, tuple(_names(tokens[2:]) if tokens[2:] else ())))
        return [name]
    names = _names(tokens)
    if section == "tiers":
        given[section].append(tuple(names))
    else:
        given[section] += names
    return names


def read_text_file(path: str | os.PathLike[str], name: str = "knowledge") -> str:
    """Return the text of a file; what is no text is refused by name."""
    rule = f"{name} must be a text file, got {str(path)!r}"
    if not Path(path).exists():
        raise FileNotFoundError(f"{rule}, which does not exist")
    if not Path(path).is_file():
        raise ValueError(f"{rule}, which is no file")
    if Path(path).stat().st_size > _LARGEST:
        raise ValueError(f"{rule}, which is larger than {_LARGEST >> 20} MB")
    try:
        text = Path(path).read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{rule}, which is not in UTF-8; save it as UTF-8 text") from None
    if "\x00" in text:
        raise ValueError(f"{rule}, which has bytes of 0 in it")
    return text.replace("\r\n", "\n").replace("\r", "\n")


# Writing


def _written(name: Any) -> str:
    """Write a name so that it is read back as it is; others than texts and numbers for readers."""
    if isinstance(name, int):
        return str(name)
    if not isinstance(name, str):
        return json.dumps(repr(name))
    plain = (
        name.strip() == name
        and name.isprintable()
        and name
        and not re.search(r'[",:#]|->|--', name)
        and not (name[0] in "[->" or name[-1] in "-<]")
        and not _NUMBER.fullmatch(name)
    )
    return name if plain else json.dumps(name, ensure_ascii=not name.isprintable())


def _written_edges(parts: Iterable[Any]) -> list[str]:
    pairs: dict[tuple[Any, Any], None] = {}
    for part in parts:
        if isinstance(part, FixedGraph):
            matrix = part.matrix()
            rows, columns = matrix.nonzero()
            for s, t in zip(rows.tolist(), columns.tolist(), strict=True):
                pairs[part.labels[s], part.labels[t]] = None
        else:
            pairs[part] = None
    return [f"{_written(source)} {ARROW} {_written(target)}" for source, target in pairs]


def text_of(given: Mapping[str, Any]) -> str:
    """Return the text of arguments made comparable; `parse` undoes it."""
    lines: list[str] = []
    for section in SECTIONS:
        value = given[section]
        if section == "tiers" and value is None and given["within_tiers"] is False:
            value = ()  # of tiers that are stated elsewhere
        if value is None:
            continue
        header = f"[{section}]"
        if section == "tiers":
            header = _tiers_header(given["within_tiers"])
            body = [", ".join(map(_written, tier)) for tier in value if tier]
        elif section == "groups":
            body = [f"{_written(name)}: {', '.join(map(_written, of))}" for name, of in value]
        elif section in ("roots", "leaves"):
            body = [_written(name) for name in value]
        else:
            body = _written_edges(value)
        lines += [header, *body]
    return "\n".join(lines or ["# nothing is known"]) + "\n"


def _tiers_header(within: Any) -> str:
    if within is True:
        return "[tiers]"
    if within is False:
        return "[tiers: no edges within]"
    return f"[tiers: edges within {', '.join(map(str, within))}]"


def unwritable(given: Mapping[str, Any]) -> Any:
    """Return a name that a text file cannot hold, None if there is none."""
    names: list[Any] = [*(given["roots"] or ()), *(given["leaves"] or ())]
    names += [name for tier in given["tiers"] or () for name in tier]
    names += [name for _, members in given["groups"] or () for name in members]
    for section in ("required", "forbidden", "allowed"):
        for part in given[section] or ():
            names += part.labels if isinstance(part, FixedGraph) else part
    return next((name for name in names if not isinstance(name, (str, int))), None)


def write_text_file(path: str | os.PathLike[str], given: Mapping[str, Any]) -> None:
    """Write what is known to a text file."""
    name = unwritable(given)
    if name is not None:
        raise TypeError(
            f"knowledge must name nodes by texts or whole numbers to be written, got {show(name)}"
        )
    Path(path).write_text(text_of(given), encoding="utf-8", newline="\n")
