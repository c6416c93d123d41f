"""Arguments of reports."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, TypeVar

from .._dag.types import FloatArray, Node
from .estimates import check_columns
from .words import counted, listing, show

Kind = TypeVar("Kind")


def check_page(path: object) -> Path:
    """Return where a page goes."""
    if not isinstance(path, (str, os.PathLike)) or not str(path):
        raise TypeError(f"path must name a file such as 'report.html', got {show(path)}")
    found = Path(path)
    if found.is_dir():
        raise ValueError(f"path must name a file such as 'report.html', got the folder {path}")
    return found


def check_reported(result: Any, kind: type[Kind]) -> Kind:
    """Return a result that is one DAG of this package."""
    if not isinstance(result, kind):
        raise TypeError(
            "result must be a result of this package: of score_shd, score, DAGBag or a learner, or "
            f"an Ensemble; got {show(result)}"
        )
    return result


def check_beside(value: Any, kind: type[Kind], name: str, nodes: tuple[Node, ...]) -> Kind | None:
    """Return what belongs to a result, if it has the same nodes; None if nothing is given."""
    if value is None:
        return None
    if not isinstance(value, kind):
        raise TypeError(f"{name} must be an {kind.__name__}, got {show(value)}")
    if getattr(value, "nodes", nodes) != nodes:
        raise ValueError(f"{name} must have the nodes of result in their order, got others")
    return value


def check_title(title: object, default: str) -> str:
    """Return the title of a page."""
    if title is None:
        return default
    if not isinstance(title, str) or not title.strip():
        raise TypeError(f"title must be a text, got {show(title)}")
    return title


def check_scatter(scatter: object, data: object) -> None:
    """Refuse points to be shown of data that are not given."""
    if scatter and data is None:
        raise ValueError("data must be given when scatter is True, got None")


def check_data_of(data: Any, nodes: tuple[Node, ...]) -> FloatArray:
    """Return the values of data that must have the nodes of a result as columns."""
    missing = [node for node in nodes if node not in data.nodes]
    if data.p != len(nodes) or (missing and data.library is not None):
        got = f"none named {listing(missing)}" if missing else counted(data.p, "column")
        raise ValueError(f"data must have the nodes of result as columns, got {got}")
    values: FloatArray = check_columns(data, nodes)
    return values
