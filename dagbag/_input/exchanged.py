"""What is asked of a graph that goes out to other programs, and of one that comes in."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast

import numpy as np

from .._dag.types import FloatArray, IntArray, Node
from .data import check_data
from .labels import are_numbers, index_of, repeated
from .words import listing, nearest, show

Kind: TypeAlias = Literal["dag", "cpdag"]
Value: TypeAlias = str | int | float | bool | None
KINDS = ("dag", "cpdag")
# A name that every format has room for: GML is the strictest.
_ATTRIBUTE = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_TAKEN = ("id", "label", "mark", "name", "node", "source", "target")  # by formats and their readers
LARGEST_INTEGER = 2**63 - 1


def check_kind(value: object) -> Kind:
    """Return which graph goes out: the DAG, or its CPDAG."""
    if value not in KINDS:
        hint = nearest(value, KINDS) if isinstance(value, str) else ""
        raise ValueError(f"kind must be one of {', '.join(KINDS)}, got {show(value)}{hint}")
    return cast(Kind, value)


def check_extension(path: object, known: Sequence[str], name: str = "path") -> tuple[Path, str]:
    """Return a path and its extension in small letters, if it is one of those known."""
    if not isinstance(path, (str, os.PathLike)) or isinstance(path, bytes):
        raise TypeError(f"{name} must be the name of a file, got {show(path)}")
    file = Path(path)
    suffix = file.suffix.lower()
    if suffix not in known:
        hint = nearest(suffix, known, least=0.75) if suffix else ""
        raise ValueError(
            f"{name} must end in one of {', '.join(known)}, which tells the format, "
            f"got {str(path)!r}{hint}"
        )
    return file, suffix


# Names


def check_texts(nodes: Sequence[Node], what: str) -> tuple[str, ...]:
    """Return the names of nodes as text that UTF-8 can hold, each once.

    Parameters
    ----------
    nodes : sequence
        Text, or whole numbers, which are written in digits.
    what : str
        The format, for messages.
    """
    texts = []
    for node in nodes:
        whole = isinstance(node, (int, np.integer)) and not isinstance(node, (bool, np.bool_))
        if not isinstance(node, str) and not whole:
            raise TypeError(
                f"nodes must be text or whole numbers to be written as {what}, got {show(node)}: "
                "rename them"
            )
        texts.append(str(node))
    twice = repeated(texts)
    if twice:
        raise ValueError(
            f"nodes must have distinct names to be written as {what}, "
            f"got {listing(twice)} as text and as a number"
        )
    refuse_characters(texts, re.compile("[\ud800-\udfff\0]"), what, "half a character or a zero")
    return tuple(texts)


def refuse_characters(
    texts: Sequence[str], wrong: re.Pattern[str], what: str, rule: str, whose: str = "nodes"
) -> None:
    """Refuse texts with something that a format cannot hold."""
    for text in texts:
        if wrong.search(text):
            raise ValueError(
                f"{whose} must not have {rule} to be written as {what}, got {show(text)}: "
                "rename them"
            )


# Attributes


def check_attributes(value: Any, nodes: tuple[Node, ...]) -> dict[str, list[Value]]:
    """Return attributes of nodes by name, one value per node; None where there is none."""
    name = "node_attributes"
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise TypeError(
            f"{name} must be a dict of names to values, one per node, or to dicts by node, "
            f"got {show(value)}"
        )
    return {
        check_attribute(key, name): _values(found, f"{name}[{key!r}]", nodes)
        for key, found in value.items()
    }


def check_attribute(key: object, name: str) -> str:
    """Return the name of an attribute, which every format can take."""
    if not isinstance(key, str) or not _ATTRIBUTE.fullmatch(key) or key.lower() in _TAKEN:
        raise ValueError(
            f"{name} must have names of letters, digits and _ that begin with a letter, other than "
            f"{', '.join(_TAKEN)}, got {show(key)}"
        )
    return key


def _values(found: Any, name: str, nodes: tuple[Node, ...]) -> list[Value]:
    values: list[Any] = [None] * len(nodes)
    if isinstance(found, Mapping):
        position = {node: k for k, node in enumerate(nodes)}
        for node, value in found.items():
            values[index_of(node, position, name, "graph")] = value
    else:
        rows = getattr(found, "to_list", getattr(found, "tolist", lambda: found))()
        if isinstance(rows, str) or not isinstance(rows, Sequence) or len(rows) != len(nodes):
            raise ValueError(
                f"{name} must have {len(nodes)} values, one per node, got {show(found)}"
            )
        values = list(rows)
    return check_column([_plain(value, name) for value in values], name)


def _plain(value: Any, name: str) -> Value:
    """Return a value as Python has it; None for one that is missing."""
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return None
    if isinstance(value, float) and math.isinf(value):
        raise ValueError(f"{name} must be finite, got {value}")
    if isinstance(value, int) and abs(value) > LARGEST_INTEGER:
        raise ValueError(f"{name} must be within 64 bits, got {show(value)}")
    if not isinstance(value, (str, int, float)):
        raise TypeError(f"{name} must be text, numbers, or True and False, got {show(value)}")
    return cast(Value, value)


def check_column(values: Sequence[Value], name: str) -> list[Value]:
    """Return values of one type: text, or True and False, or numbers, all floats if one is."""
    there = [value for value in values if value is not None]
    if all(isinstance(value, bool) for value in there) or all(
        isinstance(value, str) for value in there
    ):
        return list(values)
    if not all(isinstance(v, (int, float)) and not isinstance(v, bool) for v in there):
        raise TypeError(
            f"{name} must be all text, all numbers, or all True and False, got {listing(there, 3)}"
        )
    if all(isinstance(value, int) for value in there):
        return list(values)
    return [None if value is None else float(value) for value in values]


def check_effects(effects: Any, nodes: tuple[Node, ...], edges: IntArray) -> dict[str, list[Value]]:
    """Return the coefficient and the se of each edge, None where the table has none.

    Parameters
    ----------
    effects : object, optional
        With a method ``to_frame()``, or a frame: columns source, target, coefficient, se.
    nodes : tuple
    edges : ndarray of shape (k, 2)
    """
    if effects is None:
        return {}
    table = effects.to_frame() if hasattr(effects, "to_frame") else effects
    columns = [str(column) for column in getattr(table, "columns", ())]
    lacking = [c for c in ("source", "target", "coefficient", "se") if c not in columns]
    if lacking:
        raise TypeError(
            "effects must have a table with the columns source, target, coefficient and se, "
            f"got {show(effects)} without {listing(lacking)}"
        )
    position = {node: k for k, node in enumerate(nodes)}
    ends = [
        [index_of(node, position, "effects", "graph") for node in table[side].to_list()]
        for side in ("source", "target")
    ]
    row = {pair: k for k, pair in enumerate(zip(*ends, strict=True))}
    places = [row.get((i, j)) for i, j in edges.tolist()]
    found: dict[str, list[Value]] = {}
    for column in ("coefficient", "se"):
        values = [_plain(value, f"effects[{column!r}]") for value in table[column].to_list()]
        found[column] = check_column(
            [None if k is None else values[k] for k in places], f"effects[{column!r}]"
        )
    return found


def fitting(key: object) -> bool:
    """Whether every format has room for an attribute that a file has; of others it is left out."""
    if key == "mark":
        return True
    return isinstance(key, str) and bool(_ATTRIBUTE.fullmatch(key)) and key.lower() not in _TAKEN


# What else is asked


def check_separator(value: object) -> str:
    """Return what stands between the cells of a table."""
    if value not in (",", ";", "\t"):
        raise ValueError(f"separator must be ',', ';' or '\\t', got {show(value)}")
    return str(value)


def check_json(value: object) -> str:
    """Return a text, which is not the name of a file."""
    if not isinstance(value, str):
        raise TypeError(f"text must be JSON as to_json() returns it, got {show(value)}")
    if value.endswith(".json"):
        raise ValueError(f"text must be JSON, got a path: read_graph({show(value)}) reads the file")
    return value


def check_unused(value: object, name: str, suffix: str, without: Sequence[str]) -> None:
    """Refuse attributes for a format that has no place for them."""
    if value is not None and suffix in without:
        raise ValueError(f"{name} must not be given for {suffix}, which has no place for them")


def check_values(X: Any, nodes: tuple[Node, ...], links: IntArray) -> FloatArray | None:
    """Return data in the order of the nodes, with more rows than the largest family has nodes."""
    if X is None:
        return None
    data = check_data(X)
    if are_numbers(data.nodes):
        if data.p != len(nodes):
            raise ValueError(f"X must have {len(nodes)} columns, one per node, got {data.p}")
        values = data.values
    else:
        position = {node: k for k, node in enumerate(data.nodes)}
        lacking = [node for node in nodes if node not in position]
        if lacking:
            raise ValueError(f"X must have a column for each node, got none for {listing(lacking)}")
        values = data.values[:, [position[node] for node in nodes]]
    most = int(np.bincount(links[:, 1], minlength=1).max())
    if len(values) < most + 2:
        raise ValueError(
            f"X must have at least {most + 2} rows for a node with {most} parents, "
            f"got {len(values)}"
        )
    return values
