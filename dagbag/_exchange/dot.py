r"""Text of graphviz.

In a quoted name only ``\"`` stands for another character; all other backslashes are themselves.
"""

from __future__ import annotations

import re

from .._input.exchanged import KINDS, Value, check_texts, refuse_characters
from .content import NUMBERS
from .graph import UNDIRECTED, Graph, graph_of_arrows, told_kind
from .tokens import Tokens

# A backslash that would take the quotation mark, or the end of a line, that comes after it.
_LOOSE = re.compile(r'(?<!\\)(?:\\\\)*\\(?=["\n]|\Z)')
_WIDTHS = (0.5, 3.0)  # points, of a line that no replicate has and of one that all have
_OURS = ("label", "penwidth", "dir")


def dot_text(graph: Graph) -> str:
    """Return a digraph; an undirected edge of a CPDAG has no heads."""
    what = "dot"
    names = check_texts(graph.nodes, what)
    texts = [
        value for row in graph._node_rows() for value in row.values() if isinstance(value, str)
    ]
    loose = "an odd number of backslashes before a quotation mark or at the end of a line"
    refuse_characters(names, _LOOSE, what, loose)
    refuse_characters(texts, _LOOSE, what, loose, "node_attributes")
    refuse_characters(texts, re.compile("[\ud800-\udfff\0]"), what, "half a character or a zero",
                      "node_attributes")  # fmt: skip
    quoted = [_quoted(name) for name in names]
    lines = ["digraph {", f"  kind={graph.kind};"]
    for name, shown, attributes in zip(names, quoted, graph._node_rows(), strict=True):
        lines.append(f"  {shown}{_written({**_label(name), **attributes})};")
    for i, j, mark, found in graph._rows():
        attributes = {"mark": mark, **found}
        if graph.kind == "cpdag" and mark == UNDIRECTED:
            attributes["dir"] = "none"
        strength = found.get("strength")
        if isinstance(strength, float):
            low, high = _WIDTHS
            attributes["penwidth"] = round(low + (high - low) * strength, 2)
        lines.append(f"  {quoted[i]} -> {quoted[j]}{_written(attributes)};")
    return "\n".join([*lines, "}", ""])


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '\\"') + '"'


def _label(name: str) -> dict[str, Value]:
    r"""Return what to show of a name in whose label graphviz would see ``\n`` or ``&amp;``."""
    if not re.search(r"[\\\n&]", name):
        return {}
    return {"label": name.replace("\\", "\\\\").replace("&", "&amp;").replace("\n", "\\n")}


def _written(attributes: dict[str, Value]) -> str:
    if not attributes:
        return ""
    found = ", ".join(f"{name}={_quoted(_text(value))}" for name, value in attributes.items())
    return f" [{found}]"


def _text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def dot_graph(text: str, name: str) -> Graph:
    """Return the graph of a text that `dot_text` wrote; attributes of its nodes are text."""
    tokens = Tokens(text, name)
    tokens.take("digraph")
    tokens.take("{")
    tokens.take("kind")
    tokens.take("=")
    kind = told_kind(tokens.take(*KINDS))
    tokens.take(";")
    position: dict[str, int] = {}
    nodes: list[dict[str, str]] = []
    arrows = []
    while tokens.next.text != "}" or tokens.next.kind == "quoted":
        source = _name(tokens)
        if tokens.next.kind == "arrow":
            tokens.take("->")
            ends = (source, _name(tokens))
            found = _attributes(tokens)
            if not set(ends) <= set(position):
                raise tokens.wrong(" -> ".join(ends))
            i, j = position[ends[0]], position[ends[1]]
            row = _edge(found, tokens)
            arrows.append((i, j, row))
            if kind == "cpdag" and found.get("dir") == "none":
                arrows.append((j, i, row))
        elif source in position:
            raise tokens.wrong(source)
        else:
            position[source] = len(nodes)
            nodes.append({k: v for k, v in _attributes(tokens).items() if k not in _OURS})
        tokens.take(";")
    tokens.take("}")
    tokens.end()
    names = dict.fromkeys(key for row in nodes for key in row)
    columns = {key: [row.get(key) for row in nodes] for key in names}
    return graph_of_arrows(tuple(position), arrows, name, kind, columns)


def _name(tokens: Tokens) -> str:
    return tokens.take_name().text.replace('\\"', '"')


def _attributes(tokens: Tokens) -> dict[str, str]:
    found: dict[str, str] = {}
    if tokens.next.text != "[" or tokens.next.kind != "sign":
        return found
    tokens.take("[")
    while True:
        key = _name(tokens)
        tokens.take("=")
        found[key] = _name(tokens)
        if tokens.take(",", "]") == "]":
            return found


def _edge(found: dict[str, str], tokens: Tokens) -> dict[str, Value]:
    row: dict[str, Value] = {}
    for key, value in found.items():
        if key in NUMBERS:
            try:
                row[key] = float(value)
            except ValueError:
                raise tokens.wrong(f"{key}={value}") from None
        elif key not in _OURS:
            row[key] = value
    return row
