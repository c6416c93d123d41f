"""GraphML, as Cytoscape, networkx and igraph read it: attributes by typed keys."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from xml.etree import ElementTree

from .._input.exchanged import Value, check_texts, fitting, refuse_characters
from .._input.words import plain_text
from .graph import Graph, graph_of_arrows, told_kind

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_EMPTY = re.compile(r"\A\Z")
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
_ESCAPED = re.compile('[&<>"\t\n\r]')
_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">"""


def graphml_text(graph: Graph) -> str:
    """Return a directed graph; an undirected edge of a CPDAG is there in both directions.

    A node's id is its name, which networkx goes by; so is its attribute ``name``, which Cytoscape
    and igraph go by.
    """
    what, wrong = "GraphML", "a control character, which XML does not have"
    names = check_texts(graph.nodes, what)
    refuse_characters(names, _NOT_XML, what, wrong)
    refuse_characters(names, _EMPTY, what, "no characters")  # igraph's reader has no empty ids
    for values in graph._node_columns.values():
        texts = [value for value in values if isinstance(value, str)]
        refuse_characters(texts, _NOT_XML, what, wrong, "node_attributes")
    lines = [_HEAD, '  <key id="kind" for="graph" attr.name="kind" attr.type="string"/>']
    lines += _keys("node", {"name": names, **graph._node_columns})
    lines += _keys("edge", {"mark": graph._marks, **graph._columns})
    lines += ['  <graph edgedefault="directed">', f'    <data key="kind">{graph.kind}</data>']
    for name, attributes in zip(names, graph._node_rows(), strict=True):
        data = _data("node", {"name": name, **attributes})
        lines.append(f'    <node id="{_xml(name)}">{data}</node>')
    for i, j, found in graph._arrows():
        ends = f'source="{_xml(names[i])}" target="{_xml(names[j])}"'
        lines.append(f"    <edge {ends}>{_data('edge', found)}</edge>")
    return "\n".join([*lines, "  </graph>", "</graphml>", ""])


def _xml(value: Value) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return _ESCAPED.sub(lambda m: _ESCAPES.get(m[0], f"&#{ord(m[0])};"), str(value))


def _keys(of: str, columns: Mapping[str, Sequence[Value]]) -> list[str]:
    return [
        f'  <key id="{of}_{name}" for="{of}" attr.name="{name}" attr.type="{_type(values)}"/>'
        for name, values in columns.items()
    ]


def _type(values: Sequence[Value]) -> str:
    kinds = {type(value) for value in values if value is not None}
    for kind, name in ((bool, "boolean"), (int, "long"), (str, "string")):
        if kinds == {kind}:
            return name
    return "double"


def _data(of: str, attributes: Mapping[str, Value]) -> str:
    return "".join(
        f'<data key="{of}_{name}">{_xml(value)}</data>' for name, value in attributes.items()
    )


# Reading


def graphml_graph(text: str, name: str) -> Graph:
    """Return the graph of a file, of ours or of another program, if its edges are directed.

    Nodes are called by their attribute ``name``, if each has its own, otherwise by their id.
    Entities, by which a short file can be made to fill memory, are refused.
    """
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise ValueError(f"{name} must be GraphML without a document type of its own")
    try:
        root = ElementTree.fromstring(text.encode())
    except (ElementTree.ParseError, RecursionError) as error:
        raise ValueError(f"{name} must be GraphML: {plain_text(str(error))}") from None
    graphs = _children(root, "graph")
    if _tag(root) != "graphml" or len(graphs) != 1:
        raise ValueError(f"{name} must be GraphML with one graph, got {len(graphs)}")
    graph = graphs[0]
    keys = {key.get("id", ""): key for key in _children(root, "key")}
    nodes = _children(graph, "node")
    rows = [_attributes(node, keys, name) for node in nodes]
    ids = [node.get("id") for node in nodes]
    if None in ids or len(set(ids)) < len(ids):
        raise ValueError(f"{name} must have nodes with ids, each its own")
    names = [str(row.pop("name", "")) for row in rows]
    if len(set(names)) < len(names) or "" in names:
        names = [str(found) for found in ids]
    position = {found: k for k, found in enumerate(ids)}
    arrows = []
    for edge in _children(graph, "edge"):
        ends = [edge.get("source"), edge.get("target")]
        if not set(ends) <= set(position):
            raise ValueError(f"{name} must have edges between its nodes, got {ends}")
        i, j = (position[end] for end in ends)
        row = {k: v for k, v in _attributes(edge, keys, name).items() if fitting(k)}
        arrows.append((i, j, row))
        directed = edge.get("directed", "false" if graph.get("edgedefault") != "directed" else "")
        if directed == "false":
            arrows.append((j, i, row))
    kind = told_kind(_attributes(graph, keys, name).get("kind"))
    found = dict.fromkeys(key for row in rows for key in row if fitting(key))
    columns = {key: [row.get(key) for row in rows] for key in found}
    return graph_of_arrows(tuple(names), arrows, name, kind, columns)


def _tag(element: ElementTree.Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _children(element: ElementTree.Element, tag: str) -> list[ElementTree.Element]:
    return [child for child in element if _tag(child) == tag]


def _attributes(
    element: ElementTree.Element, keys: Mapping[str, ElementTree.Element], name: str
) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for data in _children(element, "data"):
        key = keys.get(data.get("key", ""))
        if key is None:
            raise ValueError(f"{name} must declare its keys, got {plain_text(str(data.attrib))}")
        text = data.text or ""
        try:
            found[key.get("attr.name", "")] = _value(text, key.get("attr.type", "string"))
        except ValueError:
            kind = key.get("attr.type")
            raise ValueError(f"{name} must have a {kind}, got {plain_text(text, 60)}") from None
    return found


def _value(text: str, kind: str) -> Value:
    if kind == "boolean":
        return {"true": True, "1": True, "false": False, "0": False}.get(text.strip().lower())
    if kind in ("int", "long"):
        return int(text)
    return float(text) if kind in ("float", "double") else text
