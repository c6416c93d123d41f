"""Text of dagitty, on the web and in R."""

from __future__ import annotations

import re

from .._input.exchanged import check_texts, refuse_characters
from .graph import UNDIRECTED, Arrow, Graph, graph_of_arrows
from .tokens import Tokens

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_.]*")
_TYPES = ("dag", "pdag", "mag", "pag", "graph", "digraph")  # of graphs: no plain names
_UNSAID = re.compile(r'["\\\x00-\x1f\x7f]|\A\Z')  # its manual has no word on how to write these
START = re.compile(r"\s*p?dag\s*\{")


def dagitty_text(graph: Graph) -> str:
    """Return a dag, or a pdag with ``--`` for what has no direction in the CPDAG."""
    names = check_texts(graph.nodes, "dagitty")
    refuse_characters(
        names, _UNSAID, "dagitty", "quotation marks, backslashes, line ends or nothing at all"
    )
    shown = [
        name if _PLAIN.fullmatch(name) and name.lower() not in _TYPES else f'"{name}"'
        for name in names
    ]
    lines = ["dag {" if graph.kind == "dag" else "pdag {", *shown]
    for i, j, mark, _ in graph._rows():
        line = graph.kind == "cpdag" and mark == UNDIRECTED
        lines.append(f"{shown[i]} {'--' if line else '->'} {shown[j]}")
    return "\n".join([*lines, "}", ""])


def dagitty_graph(text: str, name: str) -> Graph:
    """Return the graph of a text that `dagitty_text` wrote."""
    tokens = Tokens(text, name)
    directed = tokens.take("dag", "pdag") == "dag"
    tokens.take("{")
    position: dict[str, int] = {}
    arrows: list[Arrow] = []
    while tokens.next.kind in ("word", "quoted"):
        source = tokens.take_name().text
        if tokens.next.kind != "arrow":
            if source in position:
                raise tokens.wrong(source)
            position[source] = len(position)
            continue
        sign = tokens.take("->") if directed else tokens.take("->", "--")
        target = tokens.take_name().text
        if source not in position or target not in position:
            raise tokens.wrong(f"{source} {sign} {target}")
        arrows.append((position[source], position[target], {}))
        if sign == "--":
            arrows.append((position[target], position[source], {}))
    tokens.take("}")
    tokens.end()
    return graph_of_arrows(tuple(position), arrows, name, "dag" if directed else "cpdag")
