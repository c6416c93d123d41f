"""A table of edges as text; a node without edges is a row without a target."""

from __future__ import annotations

import csv
import io
import re

from .._input.exchanged import Value, check_texts, fitting, refuse_characters
from .content import NUMBERS
from .graph import Graph, graph_of_arrows

HEADER = ["source", "target", "mark"]
_EMPTY = re.compile(r"\A\Z")


def csv_text(graph: Graph, separator: str) -> str:
    """Return a row per edge, an undirected one of a CPDAG in both directions."""
    names = check_texts(graph.nodes, "CSV")
    refuse_characters(names, _EMPTY, "CSV", "no characters")
    header = [*HEADER, *graph._columns]
    rows: list[list[Value]] = [list(header)]
    for i, j, found in graph._arrows():
        rows.append([names[i], names[j], *(found.get(key) for key in header[2:])])
    rows += [[names[k], *[None] * (len(header) - 1)] for k in graph._isolated]
    return table_text(rows, separator)


def table_text(rows: list[list[Value]], separator: str = ",") -> str:
    """Return rows as text; what has a separator, a quotation mark or a line end is quoted."""
    return "".join(separator.join(_cell(value, separator) for value in row) + "\n" for row in rows)


def _cell(value: Value, separator: str) -> str:
    text = "" if value is None else str(value)
    # csv.writer leaves a carriage return as it is where lines end otherwise, and readers cut there.
    if re.search(f'[{separator}"\r\n]|^\\s|\\s$', text):
        return '"' + text.replace('"', '""') + '"'
    return text


def is_ours(text: str, separator: str) -> bool:
    """Whether a table begins as `csv_text` begins."""
    return text.partition("\n")[0].rstrip("\r").split(separator)[:3] == HEADER


def csv_graph(text: str, separator: str, name: str) -> Graph:
    """Return the graph of a table that `csv_text` wrote; nodes come as they come in it."""
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        rows = [row for row in lines if row]
    except csv.Error as error:
        raise ValueError(f"{name} must be a table of text, but {error}") from None
    header = rows[0]
    position: dict[str, int] = {}
    arrows = []
    for row in rows[1:]:
        if len(row) != len(header) or not row[0]:
            raise ValueError(
                f"{name} must have {len(header)} cells in each row, the first a source, got {row}"
            )
        i = position.setdefault(row[0], len(position))
        if row[1]:
            j = position.setdefault(row[1], len(position))
            cells = zip(header[2:], row[2:], strict=True)
            arrows.append((i, j, {k: _value(k, v, name) for k, v in cells if v and fitting(k)}))
    return graph_of_arrows(tuple(position), arrows, name)


def _value(key: str, text: str, name: str) -> Value:
    if key not in NUMBERS:
        return text
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"{name} must have numbers in {key!r}, got {text[:60]!r}") from None
