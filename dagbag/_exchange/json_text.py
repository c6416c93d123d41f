"""JSON, the format that keeps everything: names that are numbers or tuples, too."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np

from .._dag.types import Node
from .._input.exchanged import LARGEST_INTEGER, Value, check_column, fitting
from .._input.words import show
from .graph import MARKS, UNDIRECTED, Graph, graph_of_arrows

FORMAT, VERSION = "dagbag.graph", 1
_ATTRIBUTES = "attributes"


def json_text(graph: Graph) -> str:
    """Return an object with a line per node and edge; see `dagbag.exchange.to_json`."""
    names = [_named(node) for node in graph.nodes]
    nodes = [
        {"name": name, **({_ATTRIBUTES: row} if row else {})}
        for name, row in zip(names, graph._node_rows(), strict=True)
    ]
    edges = [
        {"source": names[i], "target": names[j], "mark": mark,
         **({_ATTRIBUTES: row} if row else {})}
        for i, j, mark, row in graph._rows()
    ]  # fmt: skip
    head = json.dumps({"format": FORMAT, "version": VERSION, "kind": graph.kind})[1:-1]
    return f'{{{head},\n"nodes": {_listed(nodes)},\n"edges": {_listed(edges)}}}\n'


def _listed(items: list[dict[str, Any]]) -> str:
    lines = ",\n".join(json.dumps(item, ensure_ascii=True, allow_nan=False) for item in items)
    return f"[\n{lines}\n]" if items else "[]"


def _named(node: Node) -> Any:
    """Return a name as JSON has it: text, a whole number, or a list of these for a tuple."""
    if isinstance(node, tuple):
        return [_single(part, node) for part in node]
    return _single(node, node)


def _single(part: object, node: Node) -> str | int:
    if isinstance(part, np.integer):
        return int(part)
    if isinstance(part, (bool, np.bool_)) or not isinstance(part, (str, int)):
        raise TypeError(
            "nodes must be text, whole numbers or tuples of these to be written as JSON, "
            f"got {show(node)}: rename them"
        )
    if isinstance(part, int) and abs(part) > LARGEST_INTEGER:
        raise ValueError(f"nodes must be within 64 bits to be written as JSON, got {show(node)}")
    return str(part) if isinstance(part, str) else part


# Reading


def json_graph(text: str | bytes, name: str) -> Graph:
    """Return the graph of a text that `json_text` wrote."""
    try:
        found = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        where = ""
        if isinstance(error, json.JSONDecodeError):
            where = f", got something else in line {error.lineno}, column {error.colno}"
        raise ValueError(f"{name} must be JSON{where}") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise ValueError(f'{name} must be JSON of a graph, with "format": "{FORMAT}"')
    if type(found.get("version")) is not int or found["version"] != VERSION:
        raise ValueError(
            f"{name} must be of version {VERSION}, got {show(found.get('version'))}: "
            "a later dagbag may read it"
        )
    kind = found.get("kind")
    if kind not in ("dag", "cpdag"):
        raise ValueError(f'{name} must be of the kind "dag" or "cpdag", got {show(kind)}')
    rows = [_row(row, ("name",), name) for row in _rows(found, "nodes", name)]
    nodes = tuple(_node(row["name"], name) for row in rows)
    position = {node: k for k, node in enumerate(nodes)}
    if not nodes or len(position) < len(nodes):
        raise ValueError(f"{name} must have nodes, each with a name of its own")
    arrows: list[tuple[int, int, dict[str, Value]]] = []
    for row in (_row(r, ("source", "target", "mark"), name) for r in _rows(found, "edges", name)):
        ends = [_node(row[side], name) for side in ("source", "target")]
        if not all(end in position for end in ends) or row["mark"] not in MARKS:
            raise ValueError(
                f"{name} must have edges between its nodes that are marked "
                f"{' or '.join(MARKS)}, got {show(row)}"
            )
        i, j = (position[end] for end in ends)
        attributes = {"mark": row["mark"], **row[_ATTRIBUTES]}
        arrows.append((i, j, attributes))
        if kind == "cpdag" and row["mark"] == UNDIRECTED:
            if i > j:
                raise ValueError(
                    f"{name} must have undirected edges from the node that comes first, "
                    f"got {show(row)}"
                )
            arrows.append((j, i, attributes))
    keys = dict.fromkeys(key for row in rows for key in row[_ATTRIBUTES])
    try:
        columns = {
            key: check_column([row[_ATTRIBUTES].get(key) for row in rows], f"{name}, {key!r},")
            for key in keys
        }
    except TypeError as error:
        raise ValueError(str(error)) from None
    return graph_of_arrows(nodes, arrows, name, kind, columns)


def _no_constant(text: str) -> None:
    raise ValueError(f"{text} is no number")


def _rows(found: dict[str, Any], key: str, name: str) -> list[Any]:
    rows = found.get(key)
    if not isinstance(rows, list):
        raise ValueError(f"{name} must have a list of {key}, got {show(rows)}")
    return rows


def _row(row: Any, keys: tuple[str, ...], name: str) -> dict[str, Any]:
    """Return a node or an edge, all of whose keys are known and whose attributes are values."""
    if not isinstance(row, dict) or not set(keys) <= set(row) <= {*keys, _ATTRIBUTES}:
        raise ValueError(f"{name} must have objects with {', '.join(keys)}, got {show(row)}")
    attributes = row.get(_ATTRIBUTES, {})
    if not isinstance(attributes, dict) or not all(
        fitting(key) and key != "mark" and _is_value(value) for key, value in attributes.items()
    ):
        raise ValueError(f"{name} must have attributes that are text or numbers, got {show(row)}")
    return {**row, _ATTRIBUTES: attributes}


def _is_value(value: Any) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, str) or (isinstance(value, int) and abs(value) <= LARGEST_INTEGER)


def _node(value: Any, name: str) -> Node:
    parts = value if isinstance(value, list) else [value]
    for part in parts:
        if isinstance(part, bool) or not isinstance(part, (str, int)):
            raise ValueError(f"{name} must have names of text or whole numbers, got {show(value)}")
    return tuple(parts) if isinstance(value, list) else value
