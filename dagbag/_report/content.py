"""All that the page shows, as one JSON document."""

from __future__ import annotations

import math
import platform
from typing import Any

import numpy as np

from .._html.escape import printable
from .._runs.record import COLUMN_ORDER, digest
from ..ensemble import Ensemble
from ..linear_effects import Effects
from ..results import AggregationResult, DAGResult, LearnedDAG, SearchResult
from .drawing import drawing_of
from .packing import singles, varints
from .pairs import pairs_of
from .subject import ReportSubject

FORMAT = 1
MOST_ROWS = 300  # of the data that a scatter plot shows
LONGEST_SETTING = 400
EFFECTS = ("coefficient", "se", "lower", "upper", "p_value", "standardized")


def content_of(subject: ReportSubject) -> dict[str, Any]:
    """Return the document: numbers, texts, lists and mappings of them.

    Parameters
    ----------
    subject : ReportSubject

    Returns
    -------
    dict
        The same for the same subject; no part of it depends on the time or the place.

    Examples
    --------
    >>> from dagbag import score_shd
    >>> dags = np.zeros((2, 2, 4), dtype=int)
    >>> dags[0, 1] = 1
    >>> found = content_of(ReportSubject(score_shd(dags, strength=0.5), "Two nodes"))
    >>> found["nodes"], found["result"]["edges"], found["aggregation"]["pairs"]["n"]
    (['0', '1'], [0, 1], 1)
    """
    result = subject.result
    aggregated = result if isinstance(result, AggregationResult) else None
    return {
        "format": FORMAT,
        "title": printable(subject.title),
        "nodes": [printable(node) for node in result.nodes],
        "result": _result(result),
        "aggregation": None if aggregated is None else _aggregation(aggregated),
        "drawing": drawing_of(result),
        "effects": None if subject.effects is None else _effects(subject.effects),
        "scatter": None if subject.values is None else _scatter(subject.values),
        "comparisons": [
            {"name": each.name, "edges": each.edges.ravel().tolist()}
            for each in subject.comparisons
        ],
        "replicates": None if subject.ensemble is None else _replicates(subject.ensemble),
        "cautions": [printable(text) for text in _cautions(subject)],
        "findings": None if subject.findings is None else _findings(subject),
        "origin": _origin(subject),
    }


def _result(result: DAGResult) -> dict[str, Any]:
    known = result._known
    found: dict[str, Any] = {
        "kind": type(result).__name__,
        "edges": result._edges.ravel().tolist(),
        "known": [] if known is None else np.flatnonzero(known).tolist(),
        "facts": [printable(text) for text in result._facts()],
    }
    return found


def _aggregation(result: AggregationResult) -> dict[str, Any]:
    places = result._places
    kind = "strength" if result.cutoff_on == "strength" else "gsf"
    if not result._only_seen:
        kind = "threshold"
    return {
        "n_boot": result._counts.n_boot,
        "counted": result.n_boot is not None,
        "constant": result._counts.constant,
        "alpha": result.alpha,
        "kind": kind,
        "cutoff": result.threshold if kind == "threshold" else result.cutoff,
        "max_step": result.max_step,
        "method": result.method,
        "fixed": result._whitelisted.ravel().tolist(),
        "places": None if places is None else varints(places),
        "pairs": pairs_of(result),
        "cyclic": result._cyclic.ravel().tolist(),
        "score": result.score,
        "optimal": result.optimal,
        "converged": result.converged,
        "false_edges": _number(result.expected_false_edges),
        "false_edges_note": result.false_edges_note,
    }


def _effects(found: Effects) -> dict[str, Any]:
    columns = found._edge_columns
    number = {node: k for k, node in enumerate(found.nodes)}
    ends = zip(columns["source"], columns["target"], strict=True)
    nodes = found._node_columns
    return {
        "edges": [number[node] for pair in ends for node in pair],
        **{name: [_rounded(value) for value in columns[name]] for name in EFFECTS},
        "r_squared": [_rounded(value) for value in nodes["r_squared"]],
        "level": found.level,
        "standardized_units": found.standardized,
        "notes": [printable(note) for note in found.notes],
    }


def _scatter(values: Any) -> dict[str, Any]:
    """Return the data column by column, at most some rows of them, evenly chosen."""
    n = len(values)
    rows = np.unique(np.linspace(0, n - 1, min(n, MOST_ROWS)).round().astype(int))
    with np.errstate(over="ignore"):
        shown = values[rows].T
    return {"rows": len(rows), "of": n, "values": singles(np.ascontiguousarray(shown))}


def _replicates(ensemble: Ensemble) -> dict[str, Any]:
    told = ensemble._told
    return {
        "n": ensemble.n_boot,
        "converged": [
            None if not known else bool(done)
            for known, done in zip(told.tolist(), ensemble.converged.tolist(), strict=True)
        ],
        "steps": ensemble.steps.tolist(),
        "edges": ensemble.n_edges.tolist(),
        "most_parents": ensemble.most_parents.tolist(),
        "distinct_rows": ensemble.distinct_rows.tolist(),
        "rows": _whole(ensemble.settings.get("rows")),
        "saturated": ensemble.saturated.tolist(),
        "constant": ensemble.constant.tolist(),
        "collinear": ensemble.collinear.tolist(),
        "score": [_rounded(value) for value in ensemble.score.tolist()],
    }


def _cautions(subject: ReportSubject) -> list[str]:
    ensemble = subject.ensemble
    return [*subject.result._cautions(), *([] if ensemble is None else ensemble._cautions())]


def _findings(subject: ReportSubject) -> list[dict[str, str]]:
    assert subject.findings is not None
    names = ("severity", "kind", "message", "action", "remedy")
    return [
        {name: printable(getattr(each, name)) for name in names}
        for each in subject.findings.findings
    ]


def _origin(subject: ReportSubject) -> dict[str, Any]:
    """Return what it takes to make the result again."""
    from .. import __version__

    result = subject.result
    settings: dict[str, str] = {}
    if subject.ensemble is not None:
        for name, value in subject.ensemble.settings.items():
            if name != COLUMN_ORDER and value is not None:
                text = printable(value)
                cut = len(text) > LONGEST_SETTING
                settings[name] = text[:LONGEST_SETTING] + "…" * cut
    if isinstance(result, (LearnedDAG, SearchResult)):
        settings["score_type"] = printable(result.score_type)
        settings["rows"] = str(result.n)
    return {
        "calls": [printable(line) for line in subject.calls],
        "choices": [printable(text) for text in subject.choices],
        "versions": {
            "dagbag": __version__,
            "numpy": np.__version__,
            "Python": platform.python_version(),
        },
        "settings": settings,
        "graph": digest(np.ascontiguousarray(result._edges)),
        "knowledge": _knowledge(subject),
    }


def _knowledge(subject: ReportSubject) -> str:
    known = None if subject.ensemble is None else subject.ensemble.knowledge
    if known is None:
        return ""
    required, forbidden = int(known.whitelist.sum()), int(known.blacklist.sum())
    return f"{required} edges required, {forbidden} forbidden"


def _number(value: float) -> float | None:
    return None if math.isnan(value) else float(value)


def _rounded(value: Any) -> float | None:
    """Return a number to six digits; None for what JSON has not."""
    number = float(value)
    return float(f"{number:.6g}") if math.isfinite(number) else None


def _whole(value: Any) -> int | None:
    return value if isinstance(value, int) else None
