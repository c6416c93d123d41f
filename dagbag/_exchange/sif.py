"""SIF of Cytoscape, and the tables of attributes that it imports beside it."""

from __future__ import annotations

import re
from typing import NamedTuple

from .._input.exchanged import Value, check_texts, refuse_characters
from .csv_text import table_text
from .graph import DIRECTED, MARKS, UNDIRECTED, Arrow, Graph, graph_of_arrows

# Tabs separate, if the file has any; blanks otherwise, and at the ends they are lost.
_SEPARATING = re.compile(r"[\t\r\n\v\f\x1c-\x1e\x85\u2028\u2029]|^\s|\s$|\A\Z")


class Sif(NamedTuple):
    """Three texts: the network, and the tables of its edges and nodes."""

    network: str  #: a line "source, relation, target" per edge, and one per node without edges
    edges: str  #: CSV: "shared name" (as Cytoscape calls an edge), source, relation, target, ...
    nodes: str  #: CSV: name and attributes


def sif_texts(graph: Graph) -> Sif:
    """Return the network, whose relation is "undirected" where a CPDAG has no direction."""
    names = check_texts(graph.nodes, "SIF")
    rule = "tabs, line ends, blanks at the ends, or nothing at all"
    refuse_characters(names, _SEPARATING, "SIF", rule)
    if not len(graph._links):
        refuse_characters(names, re.compile(r"\s"), "SIF", "blanks, if there are no edges")
    lines = []
    edges: list[list[Value]] = [
        ["shared name", "source", "interaction", "target", "mark", *graph._columns]
    ]
    for i, j, mark, found in graph._rows():
        relation = mark if graph.kind == "cpdag" else DIRECTED
        lines.append(f"{names[i]}\t{relation}\t{names[j]}")
        shared = f"{names[i]} ({relation}) {names[j]}"
        values = [found.get(key) for key in graph._columns]
        edges.append([shared, names[i], relation, names[j], mark, *values])
    lines += [names[k] for k in graph._isolated]
    nodes: list[list[Value]] = [["name", *graph._node_columns]]
    for name, row in zip(names, graph._node_rows(), strict=True):
        nodes.append([name, *(row.get(key) for key in graph._node_columns)])
    return Sif("".join(line + "\n" for line in lines), table_text(edges), table_text(nodes))


def sif_graph(text: str, name: str) -> Graph:
    """Return the graph of a network that `sif_texts` wrote, without the tables."""
    position: dict[str, int] = {}
    arrows: list[Arrow] = []
    for line in text.split("\n"):
        cells = line.rstrip("\r").split("\t")
        if cells == [""]:
            continue
        if len(cells) not in (1, 3) or "" in cells or not set(cells[1:2]) <= set(MARKS):
            raise ValueError(
                f"{name} must have lines of source, {DIRECTED} or {UNDIRECTED}, and target, with "
                f"tabs between them, or of a single node, got {line[:60]!r}"
            )
        ends = [position.setdefault(cell, len(position)) for cell in (cells[0], cells[-1])]
        if len(cells) == 1:
            continue
        arrows.append((ends[0], ends[1], {}))
        if cells[1] == UNDIRECTED:
            arrows.append((ends[1], ends[0], {}))
    return graph_of_arrows(tuple(position), arrows, name)
