"""Which file is which, by its extension."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .._dag.types import Node
from .._input.exchanged import check_extension
from .._input.files import file_content, read_graph_file
from .._input.labels import check_nodes
from .._input.words import show
from .csv_text import csv_graph, csv_text, is_ours
from .dagitty import START, dagitty_graph, dagitty_text
from .dot import dot_graph, dot_text
from .gml import gml_graph, gml_text
from .graph import Graph, graph_of_arrows
from .graphml import graphml_graph, graphml_text
from .json_text import json_graph, json_text
from .sif import sif_graph, sif_texts

_WRITERS: dict[str, Callable[[Graph], str]] = {
    ".dot": dot_text,
    ".gv": dot_text,
    ".graphml": graphml_text,
    ".gml": gml_text,
    ".sif": lambda graph: sif_texts(graph).network,
    ".json": json_text,
    ".csv": lambda graph: csv_text(graph, ","),
    ".tsv": lambda graph: csv_text(graph, "\t"),
    ".txt": dagitty_text,
}
_READERS: dict[str, Callable[[str, str], Graph]] = {
    ".dot": dot_graph,
    ".gv": dot_graph,
    ".graphml": graphml_graph,
    ".sif": sif_graph,
    ".json": json_graph,
}
TEXTS = tuple(_WRITERS)
PICTURES = (".png", ".svg", ".pdf")
# What has no place for attributes of edges or nodes.
NO_EDGE_ATTRIBUTES = (".txt", *PICTURES)
NO_NODE_ATTRIBUTES = (".csv", ".tsv", *NO_EDGE_ATTRIBUTES)


def file_texts(graph: Graph, path: Path, suffix: str) -> dict[Path, str]:
    """Return the text of each file: one, but for SIF, whose tables stand beside it."""
    if suffix != ".sif":
        return {path: _WRITERS[suffix](graph)}
    found = sif_texts(graph)
    return {
        path: found.network,
        path.with_name(f"{path.stem}-edges.csv"): found.edges,
        path.with_name(f"{path.stem}-nodes.csv"): found.nodes,
    }


def read_file(path: Any, nodes: Any = None) -> Graph:
    """Return the graph of a file, in the order of the nodes, if these are given."""
    file, suffix = check_extension(path, TEXTS)
    name = f"the graph of {file.name!r}"
    graph = _read(file, suffix, name)
    return graph if nodes is None else _between(graph, check_nodes(nodes), name)


def _read(path: Path, suffix: str, name: str) -> Graph:
    text = _text(path, name)
    if suffix == ".gml":
        return gml_graph(path, name)
    if suffix in _READERS:
        return _READERS[suffix](text, name)
    if suffix == ".txt" and START.match(text):
        return dagitty_graph(text, name)
    separator = "\t" if suffix == ".tsv" else ","
    if is_ours(text, separator):
        return csv_graph(text, separator, name)
    found = read_graph_file(path, name=name)
    pairs = dict.fromkeys(map(tuple, found.edges.tolist()))
    return graph_of_arrows(found.nodes, [(i, j, {}) for i, j in pairs], name)


def _text(path: Path, name: str) -> str:
    try:
        text = file_content(path, name).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{name} must be text in UTF-8, got other bytes") from None
    if not re.search(r"\S", text):
        raise ValueError(f"{name} must be a graph, got an empty file")
    return text


def _between(graph: Graph, nodes: tuple[Node, ...], name: str) -> Graph:
    """Return a graph between nodes that it has by their names, or by these as text."""
    place = {str(node): k for k, node in enumerate(nodes)}
    place |= {node: k for k, node in enumerate(nodes)}  # type: ignore[misc]
    other = [node for node in graph.nodes if node not in place]
    if other:
        raise ValueError(f"{name} must have the nodes that are given, got {show(other[0])} besides")
    number = [place[node] for node in graph.nodes]  # type: ignore[index]
    old = {new: k for k, new in enumerate(number)}
    columns = {
        key: [values[old[k]] if k in old else None for k in range(len(nodes))]
        for key, values in graph._node_columns.items()
    }
    arrows = [(number[i], number[j], row) for i, j, row in graph._arrows()]
    return graph_of_arrows(nodes, arrows, name, graph.kind, columns)
