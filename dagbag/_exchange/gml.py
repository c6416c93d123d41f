"""GML, as networkx and DoWhy read it: a label for each node, all in ASCII."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from .._input.exchanged import Value, check_texts, fitting
from .._input.stored import read_networkx
from .graph import Graph, graph_of_arrows, told_kind

_ESCAPED = re.compile(r'[^ -~]|[&"]')


def gml_text(graph: Graph) -> str:
    """Return a directed graph; an undirected edge of a CPDAG is there in both directions."""
    lines = ["graph [", "  directed 1", f'  kind "{graph.kind}"']
    names = check_texts(graph.nodes, "GML")
    for k, (name, attributes) in enumerate(zip(names, graph._node_rows(), strict=True)):
        lines += _block("node", {"id": k, "label": name, **attributes})
    for i, j, attributes in graph._arrows():
        lines += _block("edge", {"source": i, "target": j, **attributes})
    return "\n".join([*lines, "]", ""])


def _block(what: str, attributes: dict[str, Value]) -> list[str]:
    inner = [f"    {name} {_written(value)}" for name, value in attributes.items()]
    return [f"  {what} [", *inner, "  ]"]


def _written(value: Value) -> str:
    if isinstance(value, str):
        return '"' + _ESCAPED.sub(lambda found: f"&#{ord(found[0])};", value) + '"'
    if not isinstance(value, float):
        return str(int(value or 0))
    text = repr(value)
    if "." not in text:  # GML wants a point in every number that is not whole
        digits, mark, exponent = text.partition("e")
        return f"{digits}.0{mark}{exponent}"
    return text


def gml_graph(path: Path, name: str) -> Graph:
    """Return the graph of a file that networkx can read; True and False are 1 and 0 there."""
    found = read_networkx(path, name)
    return graph_of_networkx(found, name)


def graph_of_networkx(found: Any, name: str) -> Graph:
    """Return the graph that networkx has read, with those attributes that are text or numbers."""
    nodes = tuple(found.nodes)
    position = {node: k for k, node in enumerate(nodes)}
    rows = [_plain(attributes) for _, attributes in found.nodes(data=True)]
    columns = {
        key: [row.get(key) for row in rows] for key in dict.fromkeys(k for row in rows for k in row)
    }
    arrows = [
        (position[source], position[target], _plain(attributes))
        for source, target, attributes in found.edges(data=True)
    ]
    kind = told_kind(found.graph.get("kind"))
    return graph_of_arrows(nodes, arrows, name, kind, columns)


def _plain(attributes: dict[str, Any]) -> dict[str, Value]:
    return {
        key: value
        for key, value in attributes.items()
        if isinstance(value, (str, int, float)) and fitting(key)
    }
